"""Blocks that more than one game is composed of: storage, conversions, rows of cards. No input or output."""
