# Short names for scripts/dev, which also works without make.

.PHONY: serve test check fast pure compiled install

serve:
	@sh scripts/dev serve $(ARGS)

test:
	@sh scripts/dev test $(ARGS)

check:
	@sh scripts/dev check

fast:
	@sh scripts/dev fast

pure:
	@sh scripts/dev pure

compiled:
	@sh scripts/dev compiled $(ARGS)

install:
	@sh scripts/dev install
