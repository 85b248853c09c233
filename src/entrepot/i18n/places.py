"""Where a tile of the sea lies, in words that people can follow, told apart where two are alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from math import atan2, hypot, pi, sqrt
from typing import Any

from .common import N_

_HERE = 0.75
"""How far from the middle, in sides of a hexagon, a tile still lies in it."""

WHERE = {
    "middle": N_("in the middle"),
    "east": N_("in the east"),
    "north-east": N_("in the north-east"),
    "north": N_("in the north"),
    "north-west": N_("in the north-west"),
    "west": N_("in the west"),
    "south-west": N_("in the south-west"),
    "south": N_("in the south"),
    "south-east": N_("in the south-east"),
}
_POINTS = list(WHERE)[1:]

FURTHER = {
    "near": N_("{where}, near the middle"),
    "far": N_("{where}, further out"),
}


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a tile lies.

    Attributes:
        direction: a key of `WHERE`.
        distance: near or far where two tiles of one symbol lie in that direction; else empty.
        trade: its trade has to be told too, to tell it apart.
        number: even that is not enough, and this is its number among its equals; else 0.
    """

    direction: str
    distance: str = ""
    trade: bool = False
    number: int = 0


def whereabouts(sea: Mapping[str, Mapping[str, Any]]) -> dict[str, Whereabouts]:
    """Where each tile of a sea lies. No two of one symbol are told alike."""
    tiles = [(name, tile["symbol"] or "", tile["card"] or "") for name, tile in sea.items()]
    middles = {name: _middle(name) for name, _, _ in tiles}
    across, along = ([point[side] for point in middles.values()] for side in (0, 1))
    x, y = (min(across) + max(across)) / 2, (min(along) + max(along)) / 2
    far = {name: round(hypot(px - x, py - y), 6) for name, (px, py) in middles.items()}
    points = {
        name: _POINTS[round(atan2(y - py, px - x) / (pi / 4)) % 8] if far[name] > _HERE else "middle"
        for name, (px, py) in middles.items()
    }
    found: dict[str, Whereabouts] = {}
    alike = sorted((symbol, points[name], far[name], card, name) for name, symbol, card in tiles)
    for (_, point), group in groupby(alike, key=lambda tile: tile[:2]):
        entries = [(name, distance, card) for *_, distance, card, name in group]
        cards = [card for _, _, card in entries]
        for index, (name, distance, card) in enumerate(entries):
            if len(entries) == 1:
                found[name] = Whereabouts(point)
            elif len(entries) == 2 and entries[0][1] < entries[1][1]:
                found[name] = Whereabouts(point, "far" if distance > entries[0][1] else "near")
            else:
                number = cards[: index + 1].count(card) if cards.count(card) > 1 else 0
                found[name] = Whereabouts(point, trade=True, number=number)
    return found


def _middle(name: str) -> tuple[float, float]:
    """The middle of the hexagon at `q,r`, its point upwards, in sides of a hexagon."""
    q, r = (int(part) for part in name.split(","))
    return sqrt(3) * (q + r / 2), 1.5 * r
