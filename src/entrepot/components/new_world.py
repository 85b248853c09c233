"""The component file of A New World, which the three games From East to West use too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from ..core import cubes
from ..core.actions import FACES
from ..core.conversion import Conversion
from ..core.errors import N_, Reason, within
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
from .reader import SETUP, UNREADABLE, Reader, location_place, numbered

POINT_CARD = Reason("point card")
BONUS_TILE = Reason("bonus tile")
EXPLORATION_TILE = Reason("exploration tile")

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
        cards = tuple(self._each(data.get("points"), POINT_CARD, self._card))
        bonus = tuple(self._each(data.get("bonus"), BONUS_TILE, self._bonus))
        finds = tuple(self._each(data.get("exploration"), EXPLORATION_TILE, self._find))
        self._counted(POINT_CARD, data.get("points"), self.CARDS)
        self._counted(EXPLORATION_TILE, data.get("exploration"), uses.EXPLORATION_TILES)
        self._marked(bonus)
        found = self._table("face")
        self._only(found, Reason.verbatim("face"), FACES)
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
        self._only(setup, SETUP, keys)
        self.settlers = self._number(setup.get("settlers"), within(SETUP, "settlers"), 1, instead=99)
        self.cards_to_end = self._number(setup.get("cards_to_end"), within(SETUP, "cards_to_end"), 1, self.CARDS)
        self.icons = self._icons(setup.get("icons"))
        values = self._row(setup.get("outpost_values"), within(SETUP, "outpost_values"), 0, 99)
        if values and len(values) != self.GRID_COLUMNS:
            self.problems.append(
                Reason(
                    "{place} must be {n} numbers, one a column",
                    place=within(SETUP, "outpost_values"),
                    n=self.GRID_COLUMNS,
                )
            )
        seats, starts = range(2, self.SEATS + 1), setup.get("settlers_start")
        start = self._numbers(starts, within(SETUP, "settlers_start"), seats, 1, self.settlers)
        spaces = self._numbers(
            setup.get("bonus_spaces"), within(SETUP, "bonus_spaces"), "AB", 1, sum(uses.BONUS_TILES.values())
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
        place = within(SETUP, "icons")
        if not isinstance(value, list) or not value:
            self._wrong(value, place, N_("{place} must be a list of icons"))
            return LANDMARKS
        icons = [self._name(one, numbered(place, n), LANDMARKS) for n, one in enumerate(self._some(value, place), 1)]
        if len(set(icons)) < len(icons):
            self.problems.append(Reason("{place} must name each icon once", place=place))
        return LANDMARKS if UNREADABLE in icons else tuple(icons)

    # -- cards and tiles ---------------------------------------------------------------------------------------------

    def _card(self, entry: dict[str, Any], place: Reason) -> LandCard:
        kind = self._name(entry.get("kind"), within(place, "kind"), BENEFITS)
        needed = CARD_NEEDS.get(kind, [])
        if kind != UNREADABLE:
            known = ["kind", "cost", "points", "players", "star", *needed]
            self._only(entry, place, known, N_("{place}: a card of kind {kind} has no {key}"), kind=kind)
        cost = self._cubes(entry.get("cost"), within(place, "cost"))
        if cost and cubes.count(cost) != self.PRICE:
            self.problems.append(
                Reason("{place}: cost must be exactly three cubes, not {n}", place=place, n=cubes.count(cost))
            )
        return LandCard(
            cost,
            self._number(entry.get("points"), within(place, "points"), 0),
            kind,
            self._name(entry.get("icon"), within(place, "icon"), self.icons) if "icon" in needed else "",
            self._cube(entry.get("cube"), within(place, "cube")) if "cube" in needed else 0,
            self._number(entry.get("settlers"), within(place, "settlers"), 1, self.settlers)
            if "settlers" in needed
            else 0,
            self._mark(entry, "players", place, uses.PLAYER_MARKS),
            self._mark(entry, "star", place, uses.STARS),
        )

    def _cube(self, value: object, place: Reason) -> int:
        cube = self._cubes(value, place)
        if cube and cubes.count(cube) != 1:
            self.problems.append(Reason("{place} must be one cube, not {n}", place=place, n=cubes.count(cube)))
        return cube

    def _mark(self, entry: dict[str, Any], key: str, place: Reason, known: Iterable[str]) -> str:
        """A name that may be left out."""
        return self._name(entry[key], within(place, key), [one for one in known if one]) if key in entry else ""

    def _bonus(self, entry: dict[str, Any], place: Reason) -> BonusTile:
        self._only(entry, place, [*BONUS_FORMS, "points", "mark"])
        keys = [key for key in BONUS_FORMS if key in entry]
        if len(keys) > 1:
            self.problems.append(
                Reason(
                    "{place}: {keys} and {last} cannot be on one tile",
                    place=place,
                    keys=", ".join(keys[:-1]),
                    last=keys[-1],
                )
            )
        key = keys[0] if keys else ""
        kinds: tuple[str, ...] = ()
        per, mark = 0, self._mark(entry, "mark", place, uses.BONUS_TILES)
        if key == "per_icon":
            kinds = (self._name(entry[key], within(place, key), BENEFITS),)
        elif key == "pair":
            kinds = self._pair(entry[key], within(place, key))
        elif key:
            per = self._number(entry[key], within(place, key), 1)
            if key == "per_merchants" and not mark:
                self.problems.append(
                    Reason("{place}: per_merchants needs a mark, since unmarked tiles meet no merchants", place=place)
                )
        return BonusTile(
            BONUS_FORMS.get(key, "flat"),
            kinds,
            per,
            self._number(entry.get("points"), within(place, "points"), 0),
            mark,
        )

    def _pair(self, value: object, place: Reason) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) != 2:
            self._wrong(value, place, N_("{place} must be a list of two icons"))
            return ()
        return tuple(self._name(one, numbered(place, n), BENEFITS) for n, one in enumerate(value, 1))

    def _marked(self, tiles: Iterable[BonusTile]) -> None:
        marks = [tile.mark for tile in tiles]
        unsure = marks.count(UNREADABLE)
        for mark, wanted in uses.BONUS_TILES.items():
            problem = uses.miscounted(marks.count(mark), unsure, wanted)
            if marks and problem:
                self.problems.append(
                    Reason(
                        "{place}: there are {n} marked {mark}, but the game has {wanted}",
                        place=BONUS_TILE,
                        n=problem,
                        mark=mark,
                        wanted=wanted,
                    )
                    if mark
                    else Reason(
                        "{place}: there are {n} unmarked, but the game has {wanted}",
                        place=BONUS_TILE,
                        n=problem,
                        wanted=wanted,
                    )
                )

    def _find(self, entry: dict[str, Any], place: Reason) -> ExplorationTile:
        self._only(entry, place, FINDS)
        if sum(key in entry for key in FINDS) != 1:
            self.problems.append(
                Reason("{place}: must have exactly one of {known}", place=place, known=", ".join(FINDS))
            )
        return ExplorationTile(
            self._cubes(entry["cubes"], within(place, "cubes")) if "cubes" in entry else 0,
            self._number(entry["settlers"], within(place, "settlers"), 1, self.settlers) if "settlers" in entry else 0,
            self._number(entry["points"], within(place, "points"), 1) if "points" in entry else 0,
            self._name(entry["icon"], within(place, "icon"), BENEFITS) if "icon" in entry else "",
        )

    # -- boards ------------------------------------------------------------------------------------------------------

    def _face(self, name: str, value: object) -> Face:
        place = Reason("face {face}", face=name)
        if not isinstance(value, dict):
            self._wrong(value, Reason("{place}: the face", place=place), N_("{place} must be a table"))
            return Face(name, (), ())
        stacked = name in uses.STACKED
        self._only(
            value, place, ["locations", "stacks"] if stacked else ["locations"], N_("{place}: this face has no {key}")
        )
        stacks = self._stacks(value.get("stacks"), within(place, "stacks")) if stacked else ()
        if stacked and value.get("stacks") == []:
            self.problems.append(Reason("{place}: there is no stack, but the games need one (W2-1, W3-1)", place=place))
        locations = tuple(self._each(value.get("locations"), Reason("{place}: location", place=place), self._location))
        if len(locations) > self.LOCATIONS:
            self.problems.append(
                Reason(
                    "{place}: there are {n} locations, but at most {most} fit",
                    place=place,
                    n=len(locations),
                    most=self.LOCATIONS,
                )
            )
        return Face(name, locations, stacks)

    def _stacks(self, value: object, place: Reason) -> tuple[int, ...]:
        return self._row(value, place, 1, sum(uses.BONUS_TILES.values()))

    def _location(self, entry: dict[str, Any], place: Reason) -> Location:
        kind = self._name(entry.get("type"), within(place, "type"), LOCATION_NEEDS)
        needed = LOCATION_NEEDS.get(kind, [])
        if kind != UNREADABLE:
            free = ["icon"] if kind == "fort" else ["icon", "cover"]
            self._only(
                entry,
                place,
                ["type", "settlers", *free, *needed],
                N_("{place}: a location of type {kind} has no {key}"),
                kind=kind,
            )
        does = {key: entry.get(key) for key in needed if key in _CONVERSION}
        return Location(
            kind,
            self._number(entry.get("settlers"), within(place, "settlers"), 1, self.settlers),
            self._mark({"icon": None, **entry} if "icon" in needed else entry, "icon", place, self.icons),
            self._conversion(does, place) if does else None,
            self._stacks(entry.get("stacks"), within(place, "stacks")) if "stacks" in needed else (),
            self._mark(entry, "cover", place, uses.COVERS),
            self._number(entry.get("slot"), within(place, "slot"), 1, uses.FORTS, 0) if "slot" in needed else 0,
            self._steps(entry.get("steps"), within(place, "steps")) if "steps" in needed else 0,
        )

    def _steps(self, value: object, place: Reason) -> int:
        if isinstance(value, (int, str)) and not isinstance(value, bool) and value in _STEPS:
            return _STEPS[value]
        self._wrong(value, place, N_('{place} must be 1, 2 or "any"'))
        return 0


def _printed(location: Location) -> Iterable[Conversion]:
    return () if location.conversion is None else (location.conversion,)


def full_storages(box: NewWorldBox, trades: Callable[[Location], Iterable[Conversion]]) -> Iterator[Reason]:
    """Which trade of a location fills a storage beyond what `core.cubes` counts, with the cubes of every Tool there."""
    tools = Counter((card.icon, card.cube) for card in box.cards if card.icon)
    for face in box.faces.values():
        for number, location in enumerate(face.locations, 1):
            held = tuple(min(tools[location.icon, unit], box.cards_to_end) for unit in cubes.UNITS)
            for trade in trades(location):
                if trade.cost and _overflows(trade, held):
                    yield (
                        Reason(
                            "{place}: the trade {card} could bring more than {most} cubes of one colour, "
                            "with the Tools of its icon",
                            place=location_place(face.name, number),
                            card=trade.text,
                            most=cubes.MOST,
                        )
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
