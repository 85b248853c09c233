"""The errors a caller can meet. All are `ValueError`s, and all carry a one-line reason.

The text of an error is English; `reason` is the same for those who read another language. Its first argument is the
sentence, the others are what stands for its placeholders. What a reason repeats of foreign data goes through `quoted`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .reasons import N_, NOTHING, Reason, one_line, shortened, within

__all__ = [
    "NOTHING",
    "N_",
    "CannotUndo",
    "EntrepotError",
    "IllegalAction",
    "InvalidComponents",
    "InvalidNotation",
    "InvalidOptions",
    "InvalidPosition",
    "InvalidRecord",
    "Reason",
    "ReplayDivergence",
    "UnknownGame",
    "one_line",
    "quoted",
    "shortened",
    "within",
]  # fmt: skip

_QUOTED: Final = 40
_FAR: Final = 10**18


def quoted(value: object) -> str:
    """A foreign value as a reason may repeat it: short, on one line, and without control characters."""
    if isinstance(value, str):
        written = repr(value[:_QUOTED])
        body = written[1:-1]
        whole = len(value) <= _QUOTED and len(body) <= 2 * _QUOTED
        return written if whole else f"{written[0]}{body[: 2 * _QUOTED]}…{written[0]}"
    if isinstance(value, int) and not -_FAR < value < _FAR:
        return Reason("a number far off")
    if value is None or isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, list):
        return Reason("a list")
    if isinstance(value, dict):
        return Reason("an object")
    return Reason("a value of type {kind}", kind=type(value).__name__)


class EntrepotError(ValueError):
    """Base of every error that Entrepôt raises for bad input."""

    def __init__(self, message: str, /, **values: object) -> None:
        self.reason = Reason(message, **values)
        super().__init__(str(self.reason))


class UnknownGame(EntrepotError):
    """There is no game of that name."""


class InvalidOptions(EntrepotError):
    """A table option, or the number of players, that the game does not have."""


class InvalidComponents(EntrepotError):
    """A component file that cannot be played with. `problems` lists everything found, each with its place."""

    def __init__(self, problems: Sequence[Reason]) -> None:
        self.problems = list(problems)
        first, others = self.problems[0], len(self.problems) - 1
        super().__init__(Reason("{problem} (and {n} more)", problem=first, n=others) if others else first)


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

    def __init__(self, message: str, index: int, /, **values: object) -> None:
        self.index = index
        super().__init__(message, **values)


class CannotUndo(EntrepotError):
    """There is nothing that may be taken back."""
