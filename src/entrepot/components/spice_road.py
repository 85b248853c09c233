"""The component file of Spice Road."""

from __future__ import annotations

from typing import Any

from ..core import cubes
from .box import PointCard, SpiceRoadBox
from .reader import Reader


class SpiceRoadReader(Reader):
    """SR1, SR2."""

    BOX = SpiceRoadBox
    KEYS = frozenset({"source", "setup", "merchant", "point"})
    MERCHANTS = 43
    POINTS = 36
    SEATS = 5

    def read(self) -> dict[str, Any]:
        setup = self._table("setup")
        numbers = {
            "gold_per_player": 0, "silver_per_player": 0, "gold_points": 0,
            "silver_points": 0, "merchant_row": 1, "point_row": 1,
        }  # fmt: skip
        self._only(setup, "setup", {*numbers, "start_cubes", "cards_to_end", "starting_cards"})
        counts = {key: self._number(setup.get(key), f"setup: {key}", least) for key, least in numbers.items()}
        start_cubes = self._start_cubes(setup.get("start_cubes"))
        seats = range(2, self.SEATS + 1)
        cards_to_end = self._numbers(setup.get("cards_to_end"), "setup: cards_to_end", seats, 1, self.POINTS)
        starting = list(self._each(setup.get("starting_cards"), "starting card", self._conversion))
        if starting and all(card.cost for card in starting):
            self.problems.append("setup: at least one starting card must be no trade")
        merchants = list(self._each(self.data.get("merchant"), "merchant", self._conversion))
        points = list(self._each(self.data.get("point"), "point", self._point_card))
        self._counted("merchant", self.data.get("merchant"), self.MERCHANTS)
        self._counted("point", self.data.get("point"), self.POINTS)
        for row, size in (("merchant_row", self.MERCHANTS), ("point_row", self.POINTS)):
            if counts[row] > size:
                self.problems.append(f"setup: {row} is {counts[row]}, but there are only {size} cards")
        return {
            "merchants": tuple(merchants),
            "starting": tuple(starting),
            "points": tuple(points),
            "start_cubes": tuple(start_cubes),
            "cards_to_end": {int(players): cards for players, cards in cards_to_end.items()},
            **counts,
        }

    def _point_card(self, entry: dict[str, Any], place: str) -> PointCard | None:
        self._only(entry, place, {"cost", "points"})
        found = len(self.problems)
        cost = self._cubes(entry.get("cost"), f"{place}: cost")
        points = self._number(entry.get("points"), f"{place}: points", 0)
        if cubes.count(cost) > cubes.LIMIT:
            self.problems.append(f"{place}: cost is more than the {cubes.LIMIT} cubes a storage holds")
        return PointCard(cost, points) if len(self.problems) == found else None
