"""Hexagons in axial coordinates q, r."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

Place = tuple[int, int]

AROUND: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""From a hexagon to its neighbours."""


def neighbours(place: Place, places: Iterable[Place]) -> list[Place]:
    """Those of some places that touch one, in their order."""
    q, r = place
    return [one for one in places if (one[0] - q, one[1] - r) in AROUND]
