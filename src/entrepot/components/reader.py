"""Reading a parsed component file: every problem with its place is collected, instead of stopping at the first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from ..core import cubes
from ..core.conversion import MOST_OF_A_COLOUR, MOST_STEPS, Conversion
from ..core.errors import EntrepotError, InvalidComponents
from .box import Box


class Reader:
    """What the files of all games have in common. A game says what its file holds in `read`."""

    SEATS: int

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.problems: list[str] = []

    def box(self) -> Box:
        """The box, or `InvalidComponents` with all problems."""
        source = self._table("source")
        status = source.get("status", "unstated")
        if not isinstance(status, str):
            self.problems.append("source: status must be a text")
        values = self.read()
        if self.problems:
            raise InvalidComponents(self.problems)
        canonical = json.dumps({k: v for k, v in self.data.items() if k != "source"}, sort_keys=True)
        return self.BOX(status=status, hash=hashlib.sha256(canonical.encode()).hexdigest()[:16], **values)

    BOX: type[Box]

    def read(self) -> dict[str, Any]:
        """The values of the box by name; what is wrong goes to `problems`."""
        raise NotImplementedError

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

    def _start_cubes(self, value: object) -> list[int]:
        if not isinstance(value, list) or len(value) != self.SEATS:
            self.problems.append(f"setup: start_cubes must list the cubes of {self.SEATS} seats")
            return []
        packed = [self._cubes(v, f"setup: start_cubes of seat {i}") for i, v in enumerate(value, 1)]
        for seat, one in enumerate(packed, 1):
            if cubes.count(one) > cubes.LIMIT:
                self.problems.append(f"setup: start_cubes of seat {seat} are more than {cubes.LIMIT}")
        return packed
