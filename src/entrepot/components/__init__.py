"""Component files: TOML, checked when loaded, known by a hash of their content."""

from __future__ import annotations

import functools
import json
import os
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from ..core.errors import InvalidComponents, UnknownGame
from .box import Box, EastWestBox, NewWorldBox, PointCard, SpiceRoadBox
from .east_west import EastWestReader
from .new_world import NewWorldReader
from .reader import Reader
from .spice_road import SpiceRoadReader

__all__ = [
    "Box", "EastWestBox", "NewWorldBox", "PointCard", "SpiceRoadBox", "complete", "files", "game_of", "load", "loads",
    "packaged", "sharing",
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
    reader = _reader(game)
    data = _parsed(text)
    for key in sorted(reader.BORROWS - data.keys()):
        for entry in tomllib.loads(_resource(_BORROWED[key]))[key]:
            text += f"\n[[{key}]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in entry.items())
    return text


def _reader(game: str) -> type[Reader]:
    if game not in _FILES:
        raise UnknownGame(f"no components for a game called {game!r} (there are {', '.join(_FILES)})")
    return _FILES[game][1]


def _resource(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def load(game: str, path: str | os.PathLike[str] | None = None) -> Box:
    """The checked components of a game: the packaged ones, or those of a file.

    Raises:
        UnknownGame: no such game.
        InvalidComponents: the file cannot be read, or breaks the rules for components; lists everything found.
    """
    return _packaged_box(game) if path is None else loads(game, _text(path))


def game_of(path: str | os.PathLike[str]) -> str:
    """The game whose components a file holds, going by its tables; the first of those that share it.

    Raises `InvalidComponents` if it cannot be read.
    """
    return _game_of(_parsed(_text(path)))


def _game_of(data: dict[str, Any]) -> str:
    return max(_FILES, key=lambda game: len(data.keys() & _FILES[game][1].KEYS))


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a UTF-8 text"
        raise InvalidComponents([f"{os.fspath(path)}: {reason}"]) from None


@functools.cache
def _packaged_box(game: str) -> Box:
    return loads(game, packaged(game))


def loads(game: str, text: str) -> Box:
    """The checked components of a game from the text of a file. Raises as `load`."""
    reader = _reader(game)
    data = _parsed(text)
    other = _game_of(data)
    own, others = reader.KEYS | reader.ASIDE, _FILES[other][1].KEYS
    if data.keys() & (others - own) and not data.keys() & (own - others):
        raise InvalidComponents([f"this is a file of {', '.join(sharing(other))}, not of {game}"])
    return reader(_parsed(complete(game, text))).box()


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InvalidComponents([f"not a TOML file: {error}"]) from None
