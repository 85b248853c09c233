"""Entering one's own box: the fields of a form, the component file they make, and what is wrong with it.

A form's field is named by its place: `points.3.cost`, `face.A1.2.settlers`, `setup.start_cubes.1`, `layout.sea`. Wrong
values stay as they were typed, so that they can be shown again; only `entrepot.components` judges them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...components import judge, packaged, parse
from ...components.box import BENEFITS
from ...components.east_west import SYMBOLS
from ...components.new_world import BONUS_FORMS, CARD_NEEDS, FINDS, LOCATION_NEEDS
from ...components.uses import STACKED, USES, use_of
from ...core.actions import FACES, FARTHEST
from ...core.errors import InvalidComponents, Reason
from ...core.hexes import AROUND, Place
from ...i18n import Texts

GAMES = tuple(use.game for use in USES)
"""The games whose box can be entered on a page; the first plays without what the others borrow."""

_LAND = ("points", "bonus", "exploration")
_BORROWED = {"merchant": "market", "market": "ship", "layout": "ship"}
"""Tables that a file may leave out, and the type of location that needs them."""

KEY = re.compile(r"(?:points|bonus|exploration|merchant|market|face-[A-F][12])-\d{1,3}|face-[A-F][12]|setup|layout")
"""What a part of the page that may have problems is called."""

_FIELD = re.compile(r"(points|bonus|exploration|merchant|market|face\.[A-F][12])\.(\d{1,3})\.(\w{1,20})")
_PLACE = re.compile(
    r"((?:(point card|bonus tile|exploration tile|merchant|market tile)|face ([A-F][12]): location) (\d+))(?:: *| )"
)
_WIDER = re.compile(r"(face ([A-F][12])|setup|layout)(?:: *| )")
_TILE = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
_HEADER = "# My own box, entered at Entrepôt. Cubes are letters Y R G B.\n"


@dataclass(frozen=True, slots=True)
class Kind:
    """What a list of the file holds.

    Attributes:
        place: how the loader calls one entry.
        chosen: the field that says which kind an entry is, and whether the file has it too.
        always, after: keys that every entry may have, before and after those of its kind.
        of: keys that only the entries of one kind have.
    """

    place: str
    chosen: tuple[str, bool]
    always: tuple[str, ...]
    of: Mapping[str, tuple[str, ...]]
    after: tuple[str, ...]

    def keys(self, kind: str) -> tuple[str, ...]:
        """The keys of an entry of that kind, in the order of the file."""
        return (*self.always, *self.of.get(kind, ()), *self.after)

    def kind_of(self, entry: Mapping[str, Any]) -> str:
        """The kind of an entry of a file."""
        name, written = self.chosen
        if written:
            return _word(entry.get(name, ""))
        return next((kind for kind, keys in self.of.items() if not keys or keys[0] in entry), "")


KINDS: Mapping[str, Kind] = {
    "points": Kind(
        "point card",
        ("kind", True),
        ("cost", "points"),
        {kind: tuple(CARD_NEEDS.get(kind, ())) for kind in BENEFITS},
        ("players", "star"),
    ),
    "bonus": Kind(
        "bonus tile",
        ("form", False),
        (),
        {**{form: (key,) for key, form in BONUS_FORMS.items()}, "flat": ()},
        ("points", "mark"),
    ),
    "exploration": Kind("exploration tile", ("form", False), (), {key: (key,) for key in FINDS}, ()),
    "merchant": Kind(
        "merchant", ("form", False), (), {"trade": ("cost", "gain"), "upgrade": ("upgrade",), "gain": ("gain",)}, ()
    ),
    "market": Kind("market tile", ("symbol", True), ("cost", "gain"), dict.fromkeys(SYMBOLS, ()), ()),
    "face": Kind(
        "location",
        ("type", True),
        ("settlers",),
        {kind: tuple(dict.fromkeys((*needs, "icon"))) for kind, needs in LOCATION_NEEDS.items()},
        ("cover",),
    ),
}


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else text


def _numbers(text: str) -> list[int | str]:
    return [_number(part) for part in re.split(r"[\s,]+", text) if part]


def _letters(text: str) -> str:
    return "".join(text.split()).upper()


_VALUES: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(
        ("points", "settlers", "upgrade", "slot", "steps", "per_settlers", "per_merchants", "cards_to_end"), _number
    ),
    **dict.fromkeys(("cost", "gain", "cube", "cubes"), _letters),
    **dict.fromkeys(("stacks", "outpost_values"), _numbers),
    **dict.fromkeys(("pair", "icons"), str.split),
}
_SETUP: Mapping[str, tuple[str, ...]] = {
    "settlers": (),
    "settlers_start": ("2", "3", "4"),
    "start_cubes": ("1", "2", "3", "4"),
    "cards_to_end": (),
    "bonus_spaces": ("A", "B"),
    "outpost_values": (),
    "icons": (),
}
_EMPTY_TOO = frozenset({"stacks"})
_LONGEST = 60
"""Of a value as it is kept and shown again; right ones are shorter."""
_MOST_ENTRIES = 64
_MOST_LOCATIONS = 16
"""Of a list as it is kept and shown again. No box has as many, so what goes beyond is missed by nobody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, tile or location of the form. `key` is its place in the form and its id on the page: `face-A1-3`."""

    key: str
    kind: str
    values: Mapping[str, str]

    @property
    def name(self) -> str:
        """How the names of its fields begin."""
        return self.key.replace("-", ".")

    def get(self, key: str) -> str:
        """A field as it was typed; empty where there is none."""
        return self.values.get(key, "")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong, in the language of a reader.

    Attributes:
        key: the part of the page it is about, which `text` leaves out; empty for the rest.
    """

    key: str
    whole: str
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be put right in a box, and what is only remarkable."""

    problems: list[Problem]
    remarks: list[str]

    def at(self, key: str) -> list[str]:
        """The problems of one part of the page."""
        return [problem.text for problem in self.problems if problem.key == key]

    def within(self, keys: Sequence[str]) -> bool:
        """Whether anything is to be put right in these parts of the page, or in what they hold."""
        return any(problem.key == key or problem.key.startswith(f"{key}-") for problem in self.problems for key in keys)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the sea on the map: `x` in halves of a hexagon from the left, `y` in rows from the top."""

    name: str
    x: int
    y: int
    laid: bool
    sea: bool


class Sheet:
    """All values of a box, as they stand in a form.

    Attributes:
        game: the game whose page it is on.
        lists: entries of `points`, `bonus`, `exploration`, of each face (`face.A1`), and of `merchant` and `market`
            where the game needs them or the file has them.
        stacks: bonus spaces of a face that belong to no fort.
        setup: fields of the setup, `settlers_start.2`.
        layout: fields `sea` and `market` of the layout, places as `1,-2`; empty where there is none.
    """

    def __init__(
        self,
        game: str,
        lists: Mapping[str, Sequence[Entry]],
        stacks: Mapping[str, str],
        setup: Mapping[str, str],
        layout: Mapping[str, str],
    ) -> None:
        self.game = game
        borrowed = [name for name in _BORROWED if name in KINDS and name in lists]
        self.lists = {
            name: list(lists.get(name, ()))[: _MOST_ENTRIES if name in KINDS else _MOST_LOCATIONS]
            for name in [*_lists(), *borrowed]
        }
        self.stacks = {face: stacks.get(face, "") for face in FACES if face in STACKED or stacks.get(face)}
        self.setup = dict(setup)
        self.layout = dict(layout)

    @classmethod
    def of(cls, game: str, data: Mapping[str, Any]) -> Sheet:
        """The sheet of a parsed file. What no box has is left out; what the game needs and it lacks is borrowed."""
        data = {**_borrowed(game, data), **data}
        lists: dict[str, list[Entry]] = {}
        faces = _table(data.get("face"))
        for name in [*_lists(), *(name for name in KINDS if name in _BORROWED and name in data)]:
            part, _, face = name.partition(".")
            kind = KINDS[part]
            found = _table(faces.get(face)).get("locations") if face else data.get(part)
            lists[name] = [
                Entry(
                    f"{name}.{number}".replace(".", "-"),
                    kind.kind_of(entry),
                    {key: _shown(entry[key]) for key in kind.keys(kind.kind_of(entry)) if key in entry},
                )
                for number, entry in enumerate(found[:_MOST_ENTRIES] if isinstance(found, list) else (), 1)
                if isinstance(entry, dict)
            ]
        setup: dict[str, str] = {}
        entered = _table(data.get("setup"))
        for key, names in _SETUP.items():
            value = entered.get(key, "")
            if isinstance(value, list) and names:
                value = dict(zip(names, value, strict=False))
            if isinstance(value, dict):
                setup |= {f"{key}.{name}": _shown(value[name]) for name in names if name in value}
            else:
                setup[key] = _shown(value)
        stacks = {face: _shown(_table(faces.get(face)).get("stacks", [])) for face in FACES}
        return cls(game, lists, stacks, setup, _layout(data["layout"]) if "layout" in data else {})

    @classmethod
    def sent(cls, game: str, fields: Iterable[tuple[str, str]]) -> Sheet:
        """The sheet of a form that was sent. Fields of one name are one value, entries without a kind are gone."""
        values: dict[str, dict[str, str]] = {}
        rest: dict[str, str] = {}
        for field, value in fields:
            found = _FIELD.fullmatch(field)
            into, key = (values.setdefault(field[: found.end(2)], {}), found[3]) if found else (rest, field)
            into[key] = (f"{into[key]} {value}" if key in into else value)[
                : None if key == "layout.market" else _LONGEST
            ]
        lists: dict[str, list[Entry]] = {}
        for place, entry in values.items():
            name = place.rpartition(".")[0]
            kind = entry.get(KINDS[name.partition(".")[0]].chosen[0], "")
            listed = lists.setdefault(name, [])
            if kind:
                listed.append(Entry(place.replace(".", "-"), kind, entry))
        borrowed = cls.of(game, {})
        sea, market = rest.get("layout.sea"), rest.get("layout.market", "")
        layout = borrowed.layout if sea is None else {"sea": sea.strip(), "market": _tiles(market.split())}
        return cls(
            game,
            {name: entries for name, entries in (borrowed.lists | lists).items() if name in lists or name in _BORROWED},
            {face: rest.get(f"face.{face}.stacks", "") for face in FACES},
            {key.removeprefix("setup."): value for key, value in rest.items() if key.startswith("setup.")},
            layout,
        )

    def with_another(self, name: str) -> Sheet:
        """With one more entry at the end of a list; as it is where there is no such list."""
        if name in self.lists:
            kind = next(iter(KINDS[name.partition(".")[0]].of))
            self.lists[name].append(Entry("", kind, {}))
        return Sheet.of(self.game, self.data())

    def data(self) -> dict[str, Any]:
        """What a file with these values holds."""
        whole: dict[str, Any] = {name: self._entries(name) for name in self.lists if name in KINDS}
        if self.layout:
            laid = [_place(name) for name in self.layout["market"].split()]
            whole["layout"] = [{"sea": _place(self.layout["sea"]), "market": laid}]
        whole["source"] = {"status": "own box"}
        setup: dict[str, Any] = {}
        for key, names in _SETUP.items():
            if key == "start_cubes":
                setup[key] = [_letters(self.setup.get(f"{key}.{name}", "")) for name in names]
            elif names:
                setup[key] = {name: _number(self.setup.get(f"{key}.{name}", "").strip()) for name in names}
            else:
                setup[key] = _VALUES[key](self.setup.get(key, "").strip())
        whole["setup"] = setup
        whole["face"] = {}
        for face in FACES:
            stacks = _numbers(self.stacks.get(face, ""))
            locations = {"locations": self._entries(f"face.{face}")}
            whole["face"][face] = {"stacks": stacks, **locations} if stacks else locations
        return whole

    def _entries(self, name: str) -> list[dict[str, Any]]:
        kind = KINDS[name.partition(".")[0]]
        chosen, written = kind.chosen
        entries = []
        for entry in self.lists[name]:
            made: dict[str, Any] = {chosen: entry.kind} if written else {}
            for key in kind.keys(entry.kind):
                text = entry.get(key).strip()
                if text or key in _EMPTY_TOO or (not written and key in kind.of.get(entry.kind, ())):
                    made[key] = _VALUES.get(key, str)(text)
            entries.append(made)
        return entries

    def text(self) -> str:
        """The component file."""
        data = self.data()
        lines = [_HEADER]
        lines += [f"{name} = {_rows(data[name])}\n" for name in (*_LAND, *_BORROWED) if name in data]
        tables = {"source": data["source"], "setup": data["setup"]}
        for table, values in (tables | {f"face.{face}": values for face, values in data["face"].items()}).items():
            lines.append(f"[{table}]")
            lines += [f"{key} = {_rows(v) if key == 'locations' else _toml(v)}" for key, v in values.items()]
            lines.append("")
        return "\n".join(lines)

    def check(self, words: Texts) -> Verdict:
        """Everything that keeps the box from being played with, by place, or else remarks on it."""
        borrowing = bool(self.layout) or any(name in self.lists for name in _BORROWED)
        try:
            box = judge(GAMES[1] if borrowing else self.game, self.data())
        except InvalidComponents as error:
            return Verdict([self._problem(problem, words) for problem in error.problems], [])
        return Verdict([], [words.error(warning) for warning in box.warnings])

    def _problem(self, problem: Reason, words: Texts) -> Problem:
        whole = words.error(problem)
        found = _PLACE.match(problem)
        if found:
            names = {kind.place: name for name, kind in KINDS.items()}
            entries = self.lists.get(f"face.{found[3]}" if found[3] else names[found[2]], [])
            if 1 <= int(found[4]) <= len(entries):
                return Problem(entries[int(found[4]) - 1].key, whole, _without(problem, found[1], whole, words))
        wider = _WIDER.match(problem)
        if wider:
            key = f"face-{wider[2]}" if wider[2] else wider[1]
            return Problem(key, whole, _without(problem, wider[1], whole, words))
        return Problem("", whole, whole)

    def entry(self, key: str) -> Entry | None:
        """The entry of that key, `face-A1-3`."""
        return next((entry for entries in self.lists.values() for entry in entries if entry.key == key), None)

    @property
    def sides(self) -> tuple[list[str], list[str]]:
        """The sides of the boards that the game lays out, and the others."""
        used = list(dict.fromkeys(face for layout in use_of(self.game).layouts for face in layout))
        return used, [face for face in FACES if face not in used]

    @property
    def sea(self) -> list[Spot]:
        """The map of the layout: what is laid, in the order of the file, and all places around it."""
        found = _TILE.fullmatch(self.layout["sea"])
        middle = (int(found[1]), int(found[2])) if found else None
        laid: list[Place] = [(int(q), int(r)) for q, r in _TILE.findall(self.layout["market"])]
        whole = dict.fromkeys([*([middle] if middle else []), *laid]) or {(0, 0): None}
        around = {(q + dq, r + dr) for q, r in whole for dq, dr in AROUND}
        free = sorted((r, q) for q, r in around if (q, r) not in whole and max(abs(q), abs(r)) <= FARTHEST)
        places = [*whole, *((q, r) for r, q in free)]
        left, top = min(2 * q + r for q, r in places), min(r for _, r in places)
        return [Spot(f"{q},{r}", 2 * q + r - left, r - top, (q, r) in laid, (q, r) == middle) for q, r in places]


def _without(problem: Reason, place: str, whole: str, words: Texts) -> str:
    """A problem that is shown at its place, so that it need not name it."""
    named = next((words.error(part) for part in _parts(problem) if part == place), place)
    return whole[len(named) :].lstrip(" :\u202f") if whole.startswith(named) else whole


def _parts(reason: Reason) -> Iterator[Reason]:
    """A reason and what is set into it."""
    yield reason
    for value in reason.values.values():
        if isinstance(value, Reason):
            yield from _parts(value)


def printed(game: str) -> Sheet:
    """The sheet of the packaged box."""
    return Sheet.of(game, _packaged(GAMES[0]))


def parsed(game: str, text: str) -> Sheet:
    """The sheet of a file's text. Raises `InvalidComponents` where it is no TOML."""
    return Sheet.of(game, parse(text))


@cache
def _packaged(game: str) -> Mapping[str, Any]:
    return parse(packaged(game))


def _borrowed(game: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What a game needs of the packaged tables and a file leaves out."""
    types = use_of(game).types
    return {name: _packaged(game)[name] for name, needing in _BORROWED.items() if needing in types and name not in data}


def _lists() -> list[str]:
    return [*_LAND, *(f"face.{face}" for face in FACES)]


def _layout(value: object) -> dict[str, str]:
    """The layout of a file as fields; what is no place is left out."""
    table = _table(value[0]) if isinstance(value, list) and value else {}
    listed = table.get("market")
    return {"sea": _tile(table.get("sea")), "market": _tiles(map(_tile, listed if isinstance(listed, list) else ()))}


def _tile(value: object) -> str:
    return ",".join(map(_word, value[:_LONGEST]))[:_LONGEST] if isinstance(value, list) else ""


def _tiles(names: Iterable[str]) -> str:
    """Names of places, each once, in one way of writing."""
    found = [_TILE.fullmatch(name) for name in names]
    return " ".join([*dict.fromkeys(f"{int(one[1])},{int(one[2])}" for one in found if one)][:_MOST_ENTRIES])


def _place(name: str) -> list[int | str]:
    return [_number(part.strip()) for part in name.split(",")] if name else []


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _shown(value: object) -> str:
    """A value of a file as the text of a field."""
    return " ".join(map(_word, value[:_LONGEST]))[:_LONGEST] if isinstance(value, list) else _word(value)


def _word(value: object) -> str:
    odd = isinstance(value, (list, dict)) or (isinstance(value, int) and abs(value) >= 10**9)
    return "?" if odd else str(value)[:_LONGEST]


def _rows(entries: list[Any]) -> str:
    return "[\n" + "".join(f"  {_toml(entry)},\n" for entry in entries) + "]"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
