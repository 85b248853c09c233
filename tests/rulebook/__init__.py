"""One test per numbered rule, written from the rules alone and through the public surface only."""
