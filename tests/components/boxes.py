"""Files of components for tests: the tests' own box of A New World with something changed, written as TOML."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from entrepot import InvalidComponents
from entrepot.components import loads

FILE = Path(__file__).parent.parent / "data" / "new_world.toml"
NEW_WORLD: dict[str, Any] = tomllib.loads(FILE.read_text("utf-8"))
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


def changed(*changes: Change) -> dict[str, Any]:
    """The tests' box with some entries replaced, added (a list one longer), or left out."""
    data = copy.deepcopy(NEW_WORLD)
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


def problems(game: str, text: str) -> list[str]:
    """Everything that is told of a file that cannot be played with: lines that can be shown."""
    with pytest.raises(InvalidComponents) as caught:
        loads(game, text)
    told = caught.value.problems
    assert len(set(told)) == len(told)
    assert all(line.isprintable() and len(line) < 300 for line in [*told, str(caught.value)])
    return told
