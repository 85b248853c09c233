"""The command `entrepot`."""

from .app import main

__all__ = ["main"]
