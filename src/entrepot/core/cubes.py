"""Cubes as one int: seven bits a colour, yellow lowest (C1).

Adding cubes is `+`, removing them `-`, and "can this be paid" one subtraction and a mask: `(have - cost) & GUARD` is
zero exactly when no colour went below zero. Holds for up to 63 cubes of a colour and 126 altogether, far above what
any game reaches. Whoever goes through all colours takes the lowest by `FIELD`, and `BITS` away is the next; nothing
else knows the layout.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from . import piles
from .errors import InvalidNotation, quoted

LETTERS: Final = "YRGB"
COLOURS: Final = 4
NONE: Final = 0
MOST: Final = 63
GUARD: Final = 0x8102040
"""Set wherever a subtraction went below zero."""

UNITS: Final = piles.numbers([1, 1 << 7, 1 << 14, 1 << 21])
"""One cube of each colour, in ascending order."""

LIMIT: Final = 10
"""The storage limit (C6)."""

WORTH: Final = piles.numbers([1, 2, 3, 4])
"""What a cube of each colour is above nothing, in steps (C1)."""

FIELD: Final = 0x7F
BITS: Final = 7
_INDEX: Final = {letter: i for i, letter in enumerate(LETTERS)}


def parse(text: str) -> int:
    """`"YYR"` as cubes; the empty text is no cubes. Letters in any order.

    Raises:
        InvalidNotation: another letter, or more than 63 cubes of one colour.
    """
    total = 0
    counts = [0] * COLOURS
    for letter in text:
        index = _INDEX.get(letter)
        if index is None:
            raise InvalidNotation(
                "no cube is called {letter} (cubes are {known})", letter=quoted(letter), known=", ".join(LETTERS)
            )
        counts[index] += 1
        if counts[index] > MOST:
            raise InvalidNotation("more than {most} cubes of colour {letter}", most=MOST, letter=letter)
        total += UNITS[index]
    return total


def worth(letters: str) -> int:
    """The steps above nothing of some cubes together, by their letters (C1)."""
    return sum(WORTH[_INDEX[letter]] for letter in letters)


def text(cubes: int) -> str:
    """The letters of some cubes in ascending order: `"YYR"`."""
    return (
        "Y" * (cubes & FIELD) + "R" * (cubes >> 7 & FIELD) + "G" * (cubes >> 14 & FIELD) + "B" * (cubes >> 21 & FIELD)
    )


def count(cubes: i64) -> i64:
    """How many cubes altogether."""
    return cubes % 127  # base 128, so the digits sum to the remainder by 127


def of_colour(cubes: i64, colour: i64) -> i64:
    """How many cubes of one colour, 0 (yellow) to 3 (brown)."""
    return cubes >> BITS * colour & FIELD


def covers(have: i64, cost: i64) -> bool:
    """Whether `cost` can be paid from `have`."""
    return (have - cost) & GUARD == 0


def scoring(cubes: i64) -> i64:
    """Points of cubes left at the end: one for each that is not yellow (C8)."""
    return (cubes >> 7) % 127
