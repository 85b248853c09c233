"""The errors a caller can meet. All are `ValueError`s, and all carry a one-line reason."""

from __future__ import annotations


class EntrepotError(ValueError):
    """Base of every error that Entrepôt raises for bad input."""


class UnknownGame(EntrepotError):
    """There is no game of that name."""


class InvalidOptions(EntrepotError):
    """A table option, or the number of players, that the game does not have."""


class InvalidComponents(EntrepotError):
    """A component file that cannot be played with. `problems` lists everything found, each with its place."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(problems[0] + more)


class InvalidNotation(EntrepotError):
    """A text that is not in the notation: no action, cube or card reads like this."""


class IllegalAction(EntrepotError):
    """A well-formed action that may not be taken now."""


class InvalidPosition(EntrepotError):
    """A position that no game could reach."""


class InvalidRecord(EntrepotError):
    """A record that is damaged, or that belongs to other rules or components."""


class ReplayDivergence(InvalidRecord):
    """A record whose actions or result do not follow from the rules. `index` is the first that differs."""

    def __init__(self, message: str, index: int) -> None:
        self.index = index
        super().__init__(message)


class CannotUndo(EntrepotError):
    """There is nothing that may be taken back."""
