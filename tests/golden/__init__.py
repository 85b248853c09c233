"""Whole games, kept as record files; the name of a file says how its game ended."""
