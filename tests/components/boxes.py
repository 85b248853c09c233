"""Files of components for tests: the tests' own boxes with something changed, written as TOML."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from entrepot import InvalidComponents, Match
from entrepot.components import complete, loads
from entrepot.components.box import BENEFITS, LANDMARKS

FILE = Path(__file__).parent.parent / "data" / "new_world.toml"
NEW_WORLD: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
EAST_WEST: dict[str, Any] = tomllib.loads(complete("east-west-1", FILE.read_text("utf-8")))
"""The same with the packaged merchants and sea."""
GONE = object()
"""In a change: the entry is left out."""

Path_ = tuple[str | int, ...]
Change = tuple[Path_, Any]


def toml(value: Any) -> str:
    """A value as inline TOML; tables of tables are written on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def written(data: dict[str, Any]) -> str:
    """A file that holds `data`."""
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items())


def changed(*changes: Change, box: dict[str, Any] = NEW_WORLD) -> dict[str, Any]:
    """One of the tests' boxes with some entries replaced, added (a list one longer), or left out."""
    data = copy.deepcopy(box)
    for path, value in changes:
        *way, last = path
        place: Any = data
        for key in way:
            place = place[key]
        if value is GONE:
            del place[last]
        elif isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return data


def overfull(place: str, trade: str = "B>YYYYYY") -> str:
    """What is told of a trade that a storage cannot count."""
    return f"face {place}: the trade {trade} could bring more than 63 cubes of one colour, with the Tools of its icon"


def problems(game: str, text: str) -> list[str]:
    """Everything that is told of a file that cannot be played with: lines that can be shown."""
    with pytest.raises(InvalidComponents) as caught:
        loads(game, text)
    told: list[str] = [*caught.value.problems]
    assert len(set(told)) == len(told)
    assert all(line.isprintable() and len(line) < 300 for line in [*told, str(caught.value)])
    return told


def places(value: Any, way: Path_ = ()) -> list[Path_]:
    """All paths into nested tables and lists."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for key, one in entries for path in [(*way, key), *places(one, (*way, key))]]


JUNK = st.one_of(
    st.just(GONE),
    st.booleans(),
    st.integers(-2, 14),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(["Y", "RR", "GGB", "YYYYYY", "always", "2-3", "3+", "white", "fort", "any", *BENEFITS, *LANDMARKS]),
    st.lists(st.integers(0, 5), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
"""What may stand anywhere in a file."""


def anywhere(paths: list[Path_], *more: Any) -> st.SearchStrategy[Change]:
    """A change at one of some paths, to junk or to one of some values more."""
    return st.tuples(st.sampled_from(paths), st.one_of(JUNK, *map(st.just, more)))


def refused_or_played(game: str, text: str, players: int, seed: int, decisions: int = 40) -> bool:
    """A file is either told of in plain lines (false), or a game of it runs, is written down and set up again."""
    try:
        box = loads(game, text)
    except InvalidComponents:
        problems(game, text)
        return False
    match = Match.new(game, players, seed, components=box)
    draw = Random(seed)
    for _ in range(decisions):
        if match.seat is None:
            break
        match.play(draw.choice(match.legal_actions()))
    position = match.position()
    assert Match.from_position(copy.deepcopy(position), components=box).position() == position
    return True
