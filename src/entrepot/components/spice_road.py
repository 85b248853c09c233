"""The component file of Spice Road."""

from __future__ import annotations

from typing import Any

from ..core import cubes
from ..core.errors import Reason, within
from .box import PointCard, SpiceRoadBox
from .reader import MERCHANT, SETUP, Reader

POINT = Reason("point")
STARTING_CARD = Reason("starting card")


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
        self._only(setup, SETUP, {*numbers, "start_cubes", "cards_to_end", "starting_cards"})
        counts = {key: self._number(setup.get(key), within(SETUP, key), least) for key, least in numbers.items()}
        start_cubes = self._start_cubes(setup.get("start_cubes"))
        seats = range(2, self.SEATS + 1)
        cards_to_end = self._numbers(setup.get("cards_to_end"), within(SETUP, "cards_to_end"), seats, 1, self.POINTS)
        starting = list(self._each(setup.get("starting_cards"), STARTING_CARD, self._conversion))
        if starting and all(card.cost for card in starting):
            self.problems.append(Reason("{place}: at least one starting card must be no trade", place=SETUP))
        merchants = list(self._each(self.data.get("merchant"), MERCHANT, self._conversion))
        points = list(self._each(self.data.get("point"), POINT, self._point_card))
        self._counted(MERCHANT, self.data.get("merchant"), self.MERCHANTS)
        self._counted(POINT, self.data.get("point"), self.POINTS)
        for row, size in (("merchant_row", self.MERCHANTS), ("point_row", self.POINTS)):
            if counts[row] > size:
                self.problems.append(
                    Reason(
                        "{place} is {n}, but there are only {size} cards",
                        place=within(SETUP, row),
                        n=counts[row],
                        size=size,
                    )
                )
        return {
            "merchants": tuple(merchants),
            "starting": tuple(starting),
            "points": tuple(points),
            "start_cubes": tuple(start_cubes),
            "cards_to_end": {int(players): cards for players, cards in cards_to_end.items()},
            **counts,
        }

    def _point_card(self, entry: dict[str, Any], place: Reason) -> PointCard | None:
        self._only(entry, place, {"cost", "points"})
        found = len(self.problems)
        cost = self._cubes(entry.get("cost"), within(place, "cost"))
        points = self._number(entry.get("points"), within(place, "points"), 0)
        if cubes.count(cost) > cubes.LIMIT:
            self.problems.append(
                Reason("{place} is more than the {n} cubes a storage holds", place=within(place, "cost"), n=cubes.LIMIT)
            )
        return PointCard(cost, points) if len(self.problems) == found else None
