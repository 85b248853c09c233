"""Piles of small numbers, several in one native container: copied at once, changed in place.

The first number is how far piles lie apart; each pile is its size, then its items. Containers of the library `librt`
are plain memory for compiled code; interpreted code takes them like lists of fixed length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from librt.vecs import vec
from mypy_extensions import i64


def zeros(count: int) -> vec[i64]:
    """So many numbers, all 0; no piles."""
    return vec[i64]([0] * count)


def numbers(values: Iterable[int]) -> vec[i64]:
    """Some numbers as a container; no piles."""
    return vec[i64](list(values))


def empty(count: int, room: int) -> vec[i64]:
    """So many piles without items, with room for so many in each."""
    made = vec[i64]([0] * (1 + count * (room + 1)))
    made[0] = room + 1
    return made


def of(piles: Sequence[Iterable[int]]) -> vec[i64]:
    """Piles that hold just these items."""
    filled = [list(pile) for pile in piles]
    made = empty(len(filled), max([0, *map(len, filled)]))
    for number, pile in enumerate(filled):
        fill(made, number, pile)
    return made


def count(piles: vec[i64]) -> int:
    """How many piles there are."""
    return (len(piles) - 1) // piles[0]


def start(piles: vec[i64], pile: i64) -> i64:
    """Where a pile begins: its size lies there, its items behind it."""
    return 1 + pile * piles[0]


def size(piles: vec[i64], pile: i64) -> i64:
    """How many items a pile has."""
    return piles[1 + pile * piles[0]]


def item(piles: vec[i64], pile: i64, place: i64) -> i64:
    """The item at a place (0-based) of a pile."""
    return piles[2 + pile * piles[0] + place]


def put(piles: vec[i64], pile: i64, place: i64, value: i64) -> None:
    """Change the item at a place (0-based) of a pile."""
    piles[2 + pile * piles[0] + place] = value


def add(piles: vec[i64], pile: i64, value: i64) -> None:
    """One item more at the end of a pile."""
    at = 1 + pile * piles[0]
    more = piles[at] + 1
    piles[at] = more
    piles[at + more] = value


def take(piles: vec[i64], pile: i64, place: i64) -> i64:
    """Take the item at a place (0-based) out of a pile; those behind it move up."""
    at = 1 + pile * piles[0]
    last = at + piles[at]
    piles[at] -= 1
    taken = piles[at + 1 + place]
    moved: i64
    for moved in range(at + 1 + place, last):
        piles[moved] = piles[moved + 1]
    return taken


def clear(piles: vec[i64], pile: i64) -> None:
    """Take all items out of a pile."""
    piles[1 + pile * piles[0]] = 0


def fill(piles: vec[i64], pile: int, values: Iterable[int]) -> None:
    """Let a pile hold just these items."""
    clear(piles, pile)
    for value in values:
        add(piles, pile, value)


def items(piles: vec[i64], pile: int) -> list[int]:
    """The items of a pile, as a list of its own."""
    at = 1 + pile * piles[0]
    size = piles[at]
    return list(piles[at + 1 : at + 1 + size]) if size else []
