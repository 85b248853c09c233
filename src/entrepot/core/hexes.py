"""Hexagons in axial coordinates q, r."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .errors import Reason

Place = tuple[int, int]

AROUND: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""From a hexagon to its neighbours."""


def neighbours(place: Place, places: Iterable[Place]) -> list[Place]:
    """Those of some places that touch one, in their order."""
    q, r = place
    return [one for one in places if (one[0] - q, one[1] - r) in AROUND]


def flaws(places: tuple[Place, ...]) -> Iterator[Reason]:
    """What keeps some places from being a sea: in one piece, each touching two others, none twice (W2-2)."""
    for place in dict.fromkeys(places):
        if places.count(place) > 1:
            yield Reason("{n} tiles lie on {q},{r}", n=places.count(place), q=place[0], r=place[1])
    for place in places:
        if len(neighbours(place, places)) < 2:
            yield Reason("the tile on {q},{r} touches fewer than two others", q=place[0], r=place[1])
    reached = {places[0]}
    edge = [places[0]]
    while edge:
        fresh = [one for one in neighbours(edge.pop(), places) if one not in reached]
        reached.update(fresh)
        edge += fresh
    if len(reached) < len(set(places)):
        yield Reason("the tiles do not lie in one piece")
