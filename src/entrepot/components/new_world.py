"""The component file of A New World."""

from __future__ import annotations

from typing import Any

from ..core.actions import FACES
from .box import (
    BonusTile,
    ExplorationTile,
    Face,
    LandCard,
    NewWorldBox,
)
from .box import Location as _Location
from .reader import Reader


class NewWorldReader(Reader):
    """NW1."""

    BOX = NewWorldBox
    SEATS = 4

    def read(self) -> dict[str, Any]:
        setup = self._table("setup")
        faces = self._table("face")
        return {
            "cards": tuple(c for _, c in self._each(self.data.get("points"), "point card", self._card)),
            "bonus": tuple(c for _, c in self._each(self.data.get("bonus"), "bonus tile", self._bonus)),
            "exploration": tuple(
                c for _, c in self._each(self.data.get("exploration"), "exploration tile", self._tile)
            ),
            "faces": {name: self._face(name, faces.get(name, {})) for name in FACES},
            "settlers": self._number(setup.get("settlers"), "setup: settlers", 1),
            "settlers_start": {int(n): v for n, v in setup.get("settlers_start", {}).items()},
            "start_cubes": tuple(self._start_cubes(setup.get("start_cubes"))),
            "cards_to_end": self._number(setup.get("cards_to_end"), "setup: cards_to_end", 1),
            "bonus_spaces": dict(setup.get("bonus_spaces", {})),
            "outpost_values": tuple(setup.get("outpost_values", ())),
            "icons": tuple(setup.get("icons", ())),
        }

    def _card(self, entry: dict[str, Any], place: str) -> LandCard | None:
        return LandCard(
            self._cubes(entry.get("cost"), f"{place}: cost"),
            self._number(entry.get("points"), f"{place}: points", 0),
            entry["kind"],
            entry.get("icon", ""),
            self._cubes(entry["cube"], f"{place}: cube") if "cube" in entry else 0,
            entry.get("settlers", 0),
            entry.get("players", ""),
            entry.get("star", ""),
        )

    def _bonus(self, entry: dict[str, Any], place: str) -> BonusTile | None:
        points, mark = self._number(entry.get("points"), f"{place}: points", 0), entry.get("mark", "")
        if "per_icon" in entry:
            return BonusTile("icon", (entry["per_icon"],), 0, points, mark)
        if "pair" in entry:
            return BonusTile("pair", tuple(entry["pair"]), 0, points, mark)
        for form in ("settlers", "merchants"):
            if f"per_{form}" in entry:
                return BonusTile(form, (), entry[f"per_{form}"], points, mark)
        return BonusTile("flat", (), 0, points, mark)

    def _tile(self, entry: dict[str, Any], place: str) -> ExplorationTile | None:
        return ExplorationTile(
            self._cubes(entry["cubes"], f"{place}: cubes") if "cubes" in entry else 0,
            entry.get("settlers", 0),
            entry.get("points", 0),
            entry.get("icon", ""),
        )

    def _face(self, name: str, data: dict[str, Any]) -> Face:
        locations = [c for _, c in self._each(data.get("locations"), f"face {name}: location", self._location)]
        return Face(name, tuple(locations), tuple(data.get("stacks", ())))

    def _location(self, entry: dict[str, Any], place: str) -> _Location | None:
        does: dict[str, Any] = {key: entry[key] for key in ("cost", "gain", "upgrade") if key in entry}
        steps = entry.get("steps", 0)
        return _Location(
            entry["type"],
            self._number(entry.get("settlers"), f"{place}: settlers", 1),
            entry.get("icon", ""),
            self._conversion(does, place) if does else None,
            tuple(entry.get("stacks", ())),
            entry.get("cover", ""),
            entry.get("slot", 0),
            0 if steps == "any" else steps,
        )
