# Short names for scripts/dev, which also works without make.

.PHONY: serve test check compiled install

serve:
	@sh scripts/dev serve $(ARGS)

test:
	@sh scripts/dev test $(ARGS)

check:
	@sh scripts/dev check

compiled:
	@sh scripts/dev compiled $(ARGS)

install:
	@sh scripts/dev install
