"""Boxes: the validated values of one game's cards and tiles, as the engine reads them. Immutable."""

from __future__ import annotations

from dataclasses import dataclass

from ..core import cubes
from ..core.conversion import Conversion


@dataclass(frozen=True, slots=True)
class PointCard:
    """A point card: cubes to return (packed) and points gained (SR9). Text form `YYRR=6`."""

    cost: int
    points: int

    @property
    def text(self) -> str:
        """Cost and points, `YYRR=6`."""
        return f"{cubes.text(self.cost)}={self.points}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SpiceRoadBox:
    """The components of Spice Road (SR1, SR2). Cubes are packed ints of `core.cubes`."""

    status: str
    hash: str
    merchants: tuple[Conversion, ...]
    starting: tuple[Conversion, ...]
    points: tuple[PointCard, ...]
    start_cubes: tuple[int, ...]
    cards_to_end: dict[int, int]
    merchant_row: int
    point_row: int
    gold_per_player: int
    silver_per_player: int
    gold_points: int
    silver_points: int
