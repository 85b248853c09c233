"""Positions, undo and records of Spice Road, set up by hand."""
