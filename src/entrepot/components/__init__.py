"""Component files: TOML, checked when loaded, known by a hash of their content."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from ..core import cubes
from ..core.conversion import MOST_OF_A_COLOUR, MOST_STEPS, Conversion
from ..core.errors import EntrepotError, InvalidComponents, UnknownGame
from .box import PointCard, SpiceRoadBox

__all__ = ["PointCard", "SpiceRoadBox", "files", "load", "loads", "packaged"]

_FILES = {"spice-road": "spice_road.toml"}


def files() -> list[str]:
    """The games that have a packaged component file."""
    return list(_FILES)


def packaged(game: str) -> str:
    """The text of a game's packaged component file. Raises `UnknownGame`."""
    if game not in _FILES:
        raise UnknownGame(f"no components for a game called {game!r} (there are {', '.join(_FILES)})")
    return resources.files(__package__).joinpath(_FILES[game]).read_text("utf-8")


def load(game: str, path: str | os.PathLike[str] | None = None) -> SpiceRoadBox:
    """The checked components of a game: the packaged ones, or those of a file.

    Raises:
        UnknownGame: no such game.
        InvalidComponents: the file cannot be read, or breaks the rules for components; lists everything found.
    """
    if path is None:
        return _packaged_box(game)
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a UTF-8 text"
        raise InvalidComponents([f"{os.fspath(path)}: {reason}"]) from None
    return loads(game, text)


@functools.cache
def _packaged_box(game: str) -> SpiceRoadBox:
    return loads(game, packaged(game))


def loads(game: str, text: str) -> SpiceRoadBox:
    """The checked components of a game from the text of a file. Raises as `load`."""
    packaged(game)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidComponents([f"not a TOML file: {error}"]) from None
    return _SpiceRoadReader(data).box()


class _SpiceRoadReader:
    """Reads a parsed file and collects every problem with its place, instead of stopping at the first."""

    MERCHANTS = 43
    POINTS = 36
    SEATS = 5

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.problems: list[str] = []

    def box(self) -> SpiceRoadBox:
        """The box, or `InvalidComponents` with all problems."""
        self._only(self.data, "the file", {"source", "setup", "merchant", "point"})
        source = self._table("source")
        status = source.get("status", "unstated")
        if not isinstance(status, str):
            self.problems.append("source: status must be a text")
        setup = self._table("setup")
        numbers = {
            "gold_per_player": 0, "silver_per_player": 0, "gold_points": 0,
            "silver_points": 0, "merchant_row": 1, "point_row": 1,
        }  # fmt: skip
        self._only(setup, "setup", {*numbers, "start_cubes", "cards_to_end", "starting_cards"})
        counts = {key: self._number(setup.get(key), f"setup: {key}", least) for key, least in numbers.items()}
        start_cubes = self._start_cubes(setup.get("start_cubes"))
        cards_to_end = self._cards_to_end(setup.get("cards_to_end"))
        starting = [c for _, c in self._each(setup.get("starting_cards"), "starting card", self._conversion)]
        if starting and all(card.cost for card in starting):
            self.problems.append("setup: at least one starting card must be no trade")
        merchants = [c for _, c in self._each(self.data.get("merchant"), "merchant", self._conversion)]
        points = [c for _, c in self._each(self.data.get("point"), "point", self._point_card)]
        self._counted("merchant", self.data.get("merchant"), self.MERCHANTS)
        self._counted("point", self.data.get("point"), self.POINTS)
        for row, size in (("merchant_row", self.MERCHANTS), ("point_row", self.POINTS)):
            if counts[row] > size:
                self.problems.append(f"setup: {row} is {counts[row]}, but there are only {size} cards")
        if self.problems:
            raise InvalidComponents(self.problems)
        canonical = json.dumps({k: v for k, v in self.data.items() if k != "source"}, sort_keys=True)
        return SpiceRoadBox(
            status=status,
            hash=hashlib.sha256(canonical.encode()).hexdigest()[:16],
            merchants=tuple(merchants),
            starting=tuple(starting),
            points=tuple(points),
            start_cubes=tuple(start_cubes),
            cards_to_end=cards_to_end,
            **counts,
        )

    def _only(self, table: dict[str, Any], place: str, known: set[str]) -> None:
        self.problems += [f"{place}: unknown key {key!r}" for key in table if key not in known]

    def _table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.problems.append(f"{key}: must be a table")
        return {}

    def _number(self, value: object, place: str, least: int, most: int = 99) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.problems.append(f"{place} must be a whole number" if value is not None else f"{place} is missing")
            return least
        if not least <= value <= most:
            self.problems.append(f"{place} is {value}, but must be from {least} to {most}")
        return value

    def _cubes(self, value: object, place: str, most: int = MOST_OF_A_COLOUR) -> int:
        if not isinstance(value, str) or not value:
            self.problems.append(f'{place} must be cube letters such as "YYR"')
            return 0
        try:
            packed = cubes.parse(value)
        except EntrepotError as error:
            self.problems.append(f"{place}: {error}")
            return 0
        if any(cubes.of_colour(packed, colour) > most for colour in range(cubes.COLOURS)):
            self.problems.append(f"{place} has more than {most} cubes of one colour")
        return packed

    def _each(self, value: object, name: str, read: Callable[[dict[str, Any], str], Any]) -> Iterator[tuple[int, Any]]:
        if not isinstance(value, list) or not value:
            self.problems.append(f"{name}: there is none")
            return
        for number, entry in enumerate(value, 1):
            place = f"{name} {number}"
            if not isinstance(entry, dict):
                self.problems.append(f"{place} must be a table")
                continue
            card = read(entry, place)
            if card is not None:
                yield number, card

    def _counted(self, name: str, value: object, wanted: int) -> None:
        if isinstance(value, list) and value and len(value) != wanted:
            self.problems.append(f"{name}: there are {len(value)} cards, but the game has {wanted}")

    def _conversion(self, entry: dict[str, Any], place: str) -> Conversion | None:
        self._only(entry, place, {"cost", "gain", "upgrade"})
        if "upgrade" in entry:
            if len(entry) > 1:
                self.problems.append(f"{place}: an upgrade has no cost and no gain")
                return None
            found = len(self.problems)
            steps = self._number(entry["upgrade"], f"{place}: upgrade", 1, MOST_STEPS)
            return Conversion(0, 0, steps) if len(self.problems) == found else None
        found = len(self.problems)
        gain = self._cubes(entry.get("gain"), f"{place}: gain")
        cost = self._cubes(entry["cost"], f"{place}: cost") if "cost" in entry else 0
        if len(self.problems) > found:
            return None
        if cubes.count(gain) > cubes.LIMIT:
            self.problems.append(f"{place}: the gain is more than {cubes.LIMIT} cubes")
            return None
        if cost and cubes.covers(gain, cost):
            self.problems.append(f"{place}: the gain contains the whole cost, so the trade would never end")
            return None
        return Conversion(cost, gain, 0)

    def _point_card(self, entry: dict[str, Any], place: str) -> PointCard | None:
        self._only(entry, place, {"cost", "points"})
        found = len(self.problems)
        cost = self._cubes(entry.get("cost"), f"{place}: cost")
        points = self._number(entry.get("points"), f"{place}: points", 0)
        if cubes.count(cost) > cubes.LIMIT:
            self.problems.append(f"{place}: cost is more than the {cubes.LIMIT} cubes a storage holds")
        return PointCard(cost, points) if len(self.problems) == found else None

    def _start_cubes(self, value: object) -> list[int]:
        if not isinstance(value, list) or len(value) != self.SEATS:
            self.problems.append(f"setup: start_cubes must list the cubes of {self.SEATS} seats")
            return []
        packed = [self._cubes(v, f"setup: start_cubes of seat {i}") for i, v in enumerate(value, 1)]
        for seat, one in enumerate(packed, 1):
            if cubes.count(one) > cubes.LIMIT:
                self.problems.append(f"setup: start_cubes of seat {seat} are more than {cubes.LIMIT}")
        return packed

    def _cards_to_end(self, value: object) -> dict[int, int]:
        wanted = {str(n) for n in range(2, self.SEATS + 1)}
        if not isinstance(value, dict) or set(value) != wanted:
            self.problems.append(f"setup: cards_to_end must name {', '.join(sorted(wanted))} players")
            return {}
        return {int(n): self._number(v, f"setup: cards_to_end for {n}", 1, self.POINTS) for n, v in value.items()}
