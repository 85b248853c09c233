"""Component files: TOML, checked when loaded, known by a hash of their content."""

from __future__ import annotations

import functools
import json
import os
from importlib import resources
from typing import Any

from ..core.errors import InvalidComponents, Reason, UnknownGame, quoted
from .box import Box, EastWestBox, NewWorldBox, PointCard, SpiceRoadBox
from .east_west import EastWestReader
from .new_world import NewWorldReader
from .reader import Reader
from .spice_road import SpiceRoadReader
from .text import MOST_BYTES, parse, read

__all__ = [
    "Box", "EastWestBox", "NewWorldBox", "PointCard", "SpiceRoadBox", "complete", "files", "game_of", "judge", "load",
    "loads", "packaged", "parse", "parsed", "sharing",
]  # fmt: skip

_FILES: dict[str, tuple[str, type[Reader]]] = {
    "spice-road": ("spice_road.toml", SpiceRoadReader),
    "new-world": ("new_world.toml", NewWorldReader),
    **dict.fromkeys(("east-west-1", "east-west-2", "east-west-3"), ("new_world.toml", EastWestReader)),
}
_BORROWED = {"merchant": "spice_road.toml", "layout": "sea.toml", "market": "sea.toml"}
"""Lists of tables that a file of From East to West may leave out: the packaged ones are played with then."""


def files() -> list[str]:
    """The games that have components."""
    return list(_FILES)


def sharing(game: str) -> list[str]:
    """The games that one file serves in the same way: From East to West I, II and III. Raises `UnknownGame`."""
    reader = _reader(game)
    return [name for name, (_, one) in _FILES.items() if one is reader]


def packaged(game: str) -> str:
    """The text of a game's packaged component file, with all that it may leave out. Raises `UnknownGame`."""
    _reader(game)
    return complete(game, _resource(_FILES[game][0]))


def complete(game: str, text: str) -> str:
    """The text of a component file with what it may leave out. Raises `UnknownGame`, `InvalidComponents`."""
    for key, entries in _borrowed(_reader(game), parse(text)).items():
        for entry in entries:
            text += f"\n[[{key}]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in entry.items())
    return text


def _borrowed(reader: type[Reader], data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The packaged tables that a file leaves out."""
    return {key: _tables(_BORROWED[key])[key] for key in sorted(reader.BORROWS - data.keys())}


@functools.cache
def _tables(name: str) -> dict[str, Any]:
    return parse(_resource(name))


def _reader(game: object) -> type[Reader]:
    if not isinstance(game, str) or game not in _FILES:
        raise UnknownGame(
            "no components for a game called {game} (there are {known})", game=quoted(game), known=", ".join(_FILES)
        )
    return _FILES[game][1]


def _resource(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def load(game: str, components: Box | str | os.PathLike[str] | None = None) -> Box:
    """The checked components of a game: the packaged ones, those of a file, or a box that is one of the game's.

    Raises:
        UnknownGame: no such game.
        InvalidComponents: the file cannot be read, or breaks the rules for components; lists everything found.
    """
    kind = _reader(game).BOX
    if components is None:
        return _packaged_box(game)
    if not isinstance(components, Box):
        return loads(game, _text(components))
    if not isinstance(components, kind):
        raise InvalidComponents([Reason("these are the components of another game, not of {game}", game=game)])
    return components


def parsed(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The data of a component file, for `game_of` and `judge`. Raises `InvalidComponents` if it cannot be read."""
    return parse(_text(path))


def game_of(file: dict[str, Any] | str | os.PathLike[str]) -> str:
    """The game whose components a file or its data are, going by its tables; the first of those that share it.

    Raises `InvalidComponents` if it cannot be read.
    """
    data = file if isinstance(file, dict) else parsed(file)
    return max(_FILES, key=lambda game: len(data.keys() & _FILES[game][1].KEYS))


def _text(path: object) -> str:
    return read(path, MOST_BYTES, lambda reason: InvalidComponents([reason]))


@functools.cache
def _packaged_box(game: str) -> Box:
    return judge(game, parse(_resource(_FILES[game][0])))


def loads(game: str, text: str) -> Box:
    """The checked components of a game from the text of a file. Raises as `load`."""
    _reader(game)
    return judge(game, parse(text))


def judge(game: str, data: dict[str, Any]) -> Box:
    """The checked components of a game from the data of a parsed file. Raises as `load`."""
    reader = _reader(game)
    if not isinstance(data, dict):
        raise InvalidComponents([Reason("the data of a file is an object, not {data}", data=quoted(data))])
    other = game_of(data)
    own, others = reader.KEYS | reader.ASIDE, _FILES[other][1].KEYS
    if data.keys() & (others - own) and not data.keys() & (own - others):
        raise InvalidComponents(
            [Reason("this is a file of {known}, not of {game}", known=", ".join(sharing(other)), game=game)]
        )
    return reader({**data, **_borrowed(reader, data)}).box()
