"""Component files: TOML, checked when loaded, known by a hash of their content."""

from __future__ import annotations

import functools
import os
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from ..core.errors import InvalidComponents, UnknownGame
from .box import Box, NewWorldBox, PointCard, SpiceRoadBox
from .new_world import NewWorldReader
from .reader import Reader
from .spice_road import SpiceRoadReader

__all__ = ["Box", "NewWorldBox", "PointCard", "SpiceRoadBox", "files", "game_of", "load", "loads", "packaged"]

_FILES: dict[str, tuple[str, type[Reader]]] = {
    "spice-road": ("spice_road.toml", SpiceRoadReader),
    "new-world": ("new_world.toml", NewWorldReader),
}


def files() -> list[str]:
    """The games that have a packaged component file."""
    return list(_FILES)


def packaged(game: str) -> str:
    """The text of a game's packaged component file. Raises `UnknownGame`."""
    if game not in _FILES:
        raise UnknownGame(f"no components for a game called {game!r} (there are {', '.join(_FILES)})")
    return resources.files(__package__).joinpath(_FILES[game][0]).read_text("utf-8")


def load(game: str, path: str | os.PathLike[str] | None = None) -> Box:
    """The checked components of a game: the packaged ones, or those of a file.

    Raises:
        UnknownGame: no such game.
        InvalidComponents: the file cannot be read, or breaks the rules for components; lists everything found.
    """
    return _packaged_box(game) if path is None else loads(game, _text(path))


def game_of(path: str | os.PathLike[str]) -> str:
    """The game whose components a file holds, going by its tables. Raises `InvalidComponents` if it cannot be read."""
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
    packaged(game)
    data = _parsed(text)
    own, other = _FILES[game][1].KEYS, _game_of(data)
    if data.keys() & (_FILES[other][1].KEYS - own) and not data.keys() & (own - _FILES[other][1].KEYS):
        raise InvalidComponents([f"this is a file of {other}, not of {game}"])
    return _FILES[game][1](data).box()


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InvalidComponents([f"not a TOML file: {error}"]) from None
