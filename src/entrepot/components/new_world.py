"""The component file of A New World, which the three games From East to West use too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..core import cubes
from ..core.actions import FACES
from ..core.conversion import Conversion
from . import uses
from .box import (
    BENEFITS,
    LANDMARKS,
    NATIVE_HELP,
    NEW_SETTLERS,
    TOOL,
    BonusTile,
    ExplorationTile,
    Face,
    LandCard,
    Location,
    NewWorldBox,
)
from .reader import UNREADABLE, Reader

CARD_NEEDS = {NATIVE_HELP: ["icon"], TOOL: ["icon", "cube"], NEW_SETTLERS: ["settlers"]}
BONUS_FORMS = {"per_icon": "icon", "pair": "pair", "per_settlers": "settlers", "per_merchants": "merchants"}
FINDS = ("cubes", "settlers", "points", "icon")
_CONVERSION = ("cost", "gain", "upgrade")
LOCATION_NEEDS = {
    "fort": ["stacks"],
    "production": ["gain", "icon"],
    "upgrade": ["upgrade", "icon"],
    "trade": ["cost", "gain", "icon"],
    "market": ["slot", "icon"],
    "adjust": [],
    "refresh": [],
    "ship": ["steps"],
    "ship-trade": [],
    "outpost-trade": [],
}
_STEPS = {1: 1, 2: 2, "any": 0}


class NewWorldReader(Reader):
    """NW1."""

    BOX = NewWorldBox
    KEYS = frozenset({"source", "setup", "face", "points", "bonus", "exploration"})
    ASIDE = frozenset({"merchant", "layout", "market"})
    SEATS = 4
    CARDS = 56
    PRICE = 3
    GRID_COLUMNS = 3
    LOCATIONS = 9
    """Most of a face, so that those of six faces have numbers below 64."""

    def read(self) -> dict[str, Any]:
        data = self.data
        setup = self._setup()
        cards = tuple(self._each(data.get("points"), "point card", self._card))
        bonus = tuple(self._each(data.get("bonus"), "bonus tile", self._bonus))
        finds = tuple(self._each(data.get("exploration"), "exploration tile", self._find))
        self._counted("point card", data.get("points"), self.CARDS)
        self._counted("exploration tile", data.get("exploration"), uses.EXPLORATION_TILES)
        self._marked(bonus)
        found = self._table("face")
        self._only(found, "face", FACES)
        faces = {name: self._face(name, found.get(name)) for name in FACES}
        values = {"cards": cards, "bonus": bonus, "exploration": finds, "faces": faces, **setup}
        self.problems += full_storages(NewWorldBox("", "", (), **values), _printed)
        for use in uses.USES:
            self.problems += use.card_problems(cards, self.cards_to_end)
            self.problems += use.board_problems(faces)
            self.warnings += use.warnings(cards, faces)
        return values

    # -- setup -------------------------------------------------------------------------------------------------------

    def _setup(self) -> dict[str, Any]:
        setup = self._table("setup")
        keys = ["settlers", "settlers_start", "start_cubes", "cards_to_end", "bonus_spaces", "outpost_values", "icons"]
        self._only(setup, "setup", keys)
        self.settlers = self._number(setup.get("settlers"), "setup: settlers", 1, instead=99)
        self.cards_to_end = self._number(setup.get("cards_to_end"), "setup: cards_to_end", 1, self.CARDS)
        self.icons = self._icons(setup.get("icons"))
        values = self._row(setup.get("outpost_values"), "setup: outpost_values", 0, 99)
        if values and len(values) != self.GRID_COLUMNS:
            self.problems.append(f"setup: outpost_values must be {self.GRID_COLUMNS} numbers, one a column")
        seats, starts = range(2, self.SEATS + 1), setup.get("settlers_start")
        start = self._numbers(starts, "setup: settlers_start", seats, 1, self.settlers)
        spaces = self._numbers(
            setup.get("bonus_spaces"), "setup: bonus_spaces", "AB", 1, sum(uses.BONUS_TILES.values())
        )
        return {
            "settlers": self.settlers,
            "settlers_start": {int(players): number for players, number in start.items()},
            "start_cubes": tuple(self._start_cubes(setup.get("start_cubes"))),
            "cards_to_end": self.cards_to_end,
            "bonus_spaces": spaces,
            "outpost_values": values,
            "icons": self.icons,
        }

    def _icons(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            self._wrong(value, "setup: icons", "a list of icons")
            return LANDMARKS
        icons = [
            self._name(one, f"setup: icons: number {n}", LANDMARKS)
            for n, one in enumerate(self._some(value, "setup: icons"), 1)
        ]
        if len(set(icons)) < len(icons):
            self.problems.append("setup: icons must name each icon once")
        return LANDMARKS if UNREADABLE in icons else tuple(icons)

    # -- cards and tiles ---------------------------------------------------------------------------------------------

    def _card(self, entry: dict[str, Any], place: str) -> LandCard:
        kind = self._name(entry.get("kind"), f"{place}: kind", BENEFITS)
        needed = CARD_NEEDS.get(kind, [])
        if kind != UNREADABLE:
            known = ["kind", "cost", "points", "players", "star", *needed]
            self._only(entry, place, known, f"a card of kind {kind}")
        cost = self._cubes(entry.get("cost"), f"{place}: cost")
        if cost and cubes.count(cost) != self.PRICE:
            self.problems.append(f"{place}: cost must be exactly three cubes, not {cubes.count(cost)}")
        return LandCard(
            cost,
            self._number(entry.get("points"), f"{place}: points", 0),
            kind,
            self._name(entry.get("icon"), f"{place}: icon", self.icons) if "icon" in needed else "",
            self._cube(entry.get("cube"), f"{place}: cube") if "cube" in needed else 0,
            self._number(entry.get("settlers"), f"{place}: settlers", 1, self.settlers) if "settlers" in needed else 0,
            self._mark(entry, "players", place, uses.PLAYER_MARKS),
            self._mark(entry, "star", place, uses.STARS),
        )

    def _cube(self, value: object, place: str) -> int:
        cube = self._cubes(value, place)
        if cube and cubes.count(cube) != 1:
            self.problems.append(f"{place} must be one cube, not {cubes.count(cube)}")
        return cube

    def _mark(self, entry: dict[str, Any], key: str, place: str, known: Iterable[str]) -> str:
        """A name that may be left out."""
        return self._name(entry[key], f"{place}: {key}", [one for one in known if one]) if key in entry else ""

    def _bonus(self, entry: dict[str, Any], place: str) -> BonusTile:
        self._only(entry, place, [*BONUS_FORMS, "points", "mark"])
        keys = [key for key in BONUS_FORMS if key in entry]
        if len(keys) > 1:
            self.problems.append(f"{place}: {' and '.join(keys)} cannot be on one tile")
        key = keys[0] if keys else ""
        kinds: tuple[str, ...] = ()
        per, mark = 0, self._mark(entry, "mark", place, uses.BONUS_TILES)
        if key == "per_icon":
            kinds = (self._name(entry[key], f"{place}: {key}", BENEFITS),)
        elif key == "pair":
            kinds = self._pair(entry[key], f"{place}: {key}")
        elif key:
            per = self._number(entry[key], f"{place}: {key}", 1)
            if key == "per_merchants" and not mark:
                self.problems.append(f"{place}: per_merchants needs a mark, since unmarked tiles meet no merchants")
        return BonusTile(
            BONUS_FORMS.get(key, "flat"), kinds, per, self._number(entry.get("points"), f"{place}: points", 0), mark
        )

    def _pair(self, value: object, place: str) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) != 2:
            self._wrong(value, place, "a list of two icons")
            return ()
        return tuple(self._name(one, f"{place}: number {n}", BENEFITS) for n, one in enumerate(value, 1))

    def _marked(self, tiles: Iterable[BonusTile]) -> None:
        marks = [tile.mark for tile in tiles]
        unsure = marks.count(UNREADABLE)
        for mark, wanted in uses.BONUS_TILES.items():
            told = f"marked {mark}" if mark else "unmarked"
            problem = uses.miscounted(marks.count(mark), unsure, wanted)
            if marks and problem:
                self.problems.append(f"bonus tile: there are {problem} {told}, but the game has {wanted}")

    def _find(self, entry: dict[str, Any], place: str) -> ExplorationTile:
        self._only(entry, place, FINDS)
        if sum(key in entry for key in FINDS) != 1:
            self.problems.append(f"{place}: must have exactly one of {', '.join(FINDS)}")
        return ExplorationTile(
            self._cubes(entry["cubes"], f"{place}: cubes") if "cubes" in entry else 0,
            self._number(entry["settlers"], f"{place}: settlers", 1, self.settlers) if "settlers" in entry else 0,
            self._number(entry["points"], f"{place}: points", 1) if "points" in entry else 0,
            self._name(entry["icon"], f"{place}: icon", BENEFITS) if "icon" in entry else "",
        )

    # -- boards ------------------------------------------------------------------------------------------------------

    def _face(self, name: str, value: object) -> Face:
        place = f"face {name}"
        if not isinstance(value, dict):
            self._wrong(value, f"{place}: the face", "a table")
            return Face(name, (), ())
        stacked = name in uses.STACKED
        self._only(value, place, ["locations", "stacks"] if stacked else ["locations"], "this face")
        stacks = self._stacks(value.get("stacks"), f"{place}: stacks") if stacked else ()
        if stacked and value.get("stacks") == []:
            self.problems.append(f"{place}: there is no stack, but the games need one (W2-1, W3-1)")
        locations = tuple(self._each(value.get("locations"), f"{place}: location", self._location))
        if len(locations) > self.LOCATIONS:
            self.problems.append(f"{place}: there are {len(locations)} locations, but at most {self.LOCATIONS} fit")
        return Face(name, locations, stacks)

    def _stacks(self, value: object, place: str) -> tuple[int, ...]:
        return self._row(value, place, 1, sum(uses.BONUS_TILES.values()))

    def _location(self, entry: dict[str, Any], place: str) -> Location:
        kind = self._name(entry.get("type"), f"{place}: type", LOCATION_NEEDS)
        needed = LOCATION_NEEDS.get(kind, [])
        if kind != UNREADABLE:
            free = ["icon"] if kind == "fort" else ["icon", "cover"]
            self._only(entry, place, ["type", "settlers", *free, *needed], f"a location of type {kind}")
        does = {key: entry.get(key) for key in needed if key in _CONVERSION}
        return Location(
            kind,
            self._number(entry.get("settlers"), f"{place}: settlers", 1, self.settlers),
            self._mark({"icon": None, **entry} if "icon" in needed else entry, "icon", place, self.icons),
            self._conversion(does, place) if does else None,
            self._stacks(entry.get("stacks"), f"{place}: stacks") if "stacks" in needed else (),
            self._mark(entry, "cover", place, uses.COVERS),
            self._number(entry.get("slot"), f"{place}: slot", 1, uses.FORTS, 0) if "slot" in needed else 0,
            self._steps(entry.get("steps"), f"{place}: steps") if "steps" in needed else 0,
        )

    def _steps(self, value: object, place: str) -> int:
        if isinstance(value, (int, str)) and not isinstance(value, bool) and value in _STEPS:
            return _STEPS[value]
        self._wrong(value, place, '1, 2 or "any"')
        return 0


def _printed(location: Location) -> Iterable[Conversion]:
    return () if location.conversion is None else (location.conversion,)


def full_storages(box: NewWorldBox, trades: Callable[[Location], Iterable[Conversion]]) -> Iterator[str]:
    """Which trade of a location fills a storage beyond what `core.cubes` counts, with the cubes of every Tool there."""
    tools = Counter((card.icon, card.cube) for card in box.cards if card.icon)
    for face in box.faces.values():
        for number, location in enumerate(face.locations, 1):
            held = tuple(min(tools[location.icon, unit], box.cards_to_end) for unit in cubes.UNITS)
            for trade in trades(location):
                if trade.cost and _overflows(trade, held):
                    yield (
                        f"face {face.name}: location {number}: the trade {trade.text} could bring more than "
                        f"{cubes.MOST} cubes of one colour, with the Tools of its icon"
                    )


@lru_cache(maxsize=1024)
def _overflows(trade: Conversion, tools: tuple[int, ...]) -> bool:
    """Whether ten cubes and these of Tools (per colour) can be traded in a row for more than a storage counts."""
    changes = [cubes.of_colour(trade.gain, n) - cubes.of_colour(trade.cost, n) for n in range(cubes.COLOURS)]
    times = most = altogether = 0
    while True:
        paid = sum(max(0, -change * times - tool) for change, tool in zip(changes, tools, strict=True))
        if paid > cubes.LIMIT:
            return most > cubes.MOST or altogether > 2 * cubes.MOST
        held = [tool + max(0, change * times) for change, tool in zip(changes, tools, strict=True)]
        most = max(most, cubes.LIMIT - paid + max(held))
        altogether = max(altogether, cubes.LIMIT + sum(tools) + sum(changes) * times)
        times += 1
