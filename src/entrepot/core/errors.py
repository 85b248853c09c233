"""The errors a caller can meet. All are `ValueError`s, and all carry a one-line reason.

What a reason repeats of foreign data goes through `quoted`.
"""

from __future__ import annotations

from typing import Final

_QUOTED: Final = 40
_LONGEST: Final = 280
_TAIL: Final = 80
_FAR: Final = 10**18


def quoted(value: object) -> str:
    """A foreign value as a reason may repeat it: short, on one line, and without control characters."""
    if isinstance(value, str):
        written = repr(value[:_QUOTED])
        body = written[1:-1]
        whole = len(value) <= _QUOTED and len(body) <= 2 * _QUOTED
        return written if whole else f"{written[0]}{body[: 2 * _QUOTED]}…{written[0]}"
    if isinstance(value, int) and not -_FAR < value < _FAR:
        return "a number far off"
    if value is None or isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, dict) else f"a {type(value).__name__}"


def one_line(text: str) -> str:
    """A reason without control characters and never long, whatever the names of files and the like brought into it."""
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - _TAIL - 1]}…{text[-_TAIL:]}"
    if text.isprintable():
        return text
    return one_line("".join(one if one.isprintable() else repr(one)[1:-1] for one in text))


class EntrepotError(ValueError):
    """Base of every error that Entrepôt raises for bad input."""

    def __init__(self, reason: str) -> None:
        super().__init__(one_line(reason))


class UnknownGame(EntrepotError):
    """There is no game of that name."""


class InvalidOptions(EntrepotError):
    """A table option, or the number of players, that the game does not have."""


class InvalidComponents(EntrepotError):
    """A component file that cannot be played with. `problems` lists everything found, each with its place."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = [one_line(problem) for problem in problems]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(self.problems[0] + more)


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
