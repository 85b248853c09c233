"""Reading a parsed component file: every problem with its place is collected, instead of stopping at the first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, TypeVar

from ..core import cubes
from ..core.conversion import MOST_OF_A_COLOUR, MOST_STEPS, Conversion
from ..core.errors import EntrepotError, InvalidComponents, quoted
from .box import Box

UNREADABLE: Final = "?"
"""Stands for a name that is not known; the problem has been told, and may hide others."""

_LONGEST_REMARK = 40
_FAR = 1_000_000
_LONGEST_LIST = 99
_MOST_PROBLEMS = 100

T = TypeVar("T")


class Reader:
    """What the files of all games have in common. A game says what its file holds in `read`.

    Methods that read a value give something of its type back even when it is wrong, so that reading goes on.
    """

    BOX: type[Box]
    KEYS: frozenset[str]
    BORROWS: frozenset[str] = frozenset()
    """Those of the keys that a file may leave out."""
    ASIDE: frozenset[str] = frozenset()
    """Keys that other games have in the same file."""
    SEATS: int

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = {key: value for key, value in data.items() if key not in self.ASIDE}
        self.problems: list[str] = []
        self.warnings: list[str] = []

    def box(self) -> Box:
        """The box, or `InvalidComponents` with all problems."""
        status = self._remark(self._table("source").get("status", "unstated"), "source: status")
        self._only(self.data, "the file", self.KEYS)
        values = self.read()
        if self.problems:
            told = list(dict.fromkeys(self.problems))
            if len(told) > _MOST_PROBLEMS:
                told[_MOST_PROBLEMS:] = [f"and {len(told) - _MOST_PROBLEMS} more problems"]
            raise InvalidComponents(told)
        canonical = json.dumps(self.counting(), sort_keys=True)
        digest = hashlib.sha256(canonical.encode()).hexdigest()[:16]
        return self.BOX(status=status, hash=digest, warnings=tuple(dict.fromkeys(self.warnings)), **values)

    def read(self) -> dict[str, Any]:
        """The values of the box by name; what is wrong goes to `problems`."""
        raise NotImplementedError

    def counting(self) -> dict[str, Any]:
        """What the hash is of: the file without remarks on it."""
        return {key: value for key, value in self.data.items() if key != "source"}

    def _only(self, table: dict[str, Any], place: str, known: Collection[str], owner: str = "") -> None:
        """Nothing but `known` keys; `owner` says what has no others."""
        told = f"{owner} has no" if owner else "unknown key"
        self.problems += [f"{place}: {told} {quoted(key)}" for key in table if key not in known]

    def _table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.problems.append(f"{key}: must be a table")
        return {}

    def _wrong(self, value: object, place: str, wanted: str) -> None:
        self.problems.append(f"{place} is missing" if value is None else f"{place} must be {wanted}")

    def _remark(self, value: object, place: str) -> str:
        """A short text that is only shown."""
        if isinstance(value, str) and len(value) <= _LONGEST_REMARK and value.isprintable():
            return value
        self.problems.append(f"{place} must be a text of at most {_LONGEST_REMARK} letters")
        return ""

    def _number(self, value: object, place: str, least: int, most: int = 99, instead: int | None = None) -> int:
        """A number in a range; what is wrong counts as `instead`, else as the least."""
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong(value, place, "a whole number")
        elif not least <= value <= most:
            told = value if -_FAR < value < _FAR else "far off"
            self.problems.append(f"{place} is {told}, but must be from {least} to {most}")
        else:
            return value
        return least if instead is None else instead

    def _numbers(self, value: object, place: str, wanted: Collection[object], least: int, most: int) -> dict[str, int]:
        """A table of numbers with exactly the keys `wanted`."""
        keys = [str(key) for key in wanted]
        if not isinstance(value, dict) or set(value) != set(keys):
            self._wrong(value, place, f"a table that names {', '.join(keys)}")
            return dict.fromkeys(keys, least)
        return {key: self._number(value[key], f"{place} for {key}", least, most) for key in keys}

    def _row(self, value: object, place: str, least: int, most: int) -> tuple[int, ...]:
        """A list of numbers."""
        if not isinstance(value, list):
            self._wrong(value, place, "a list of numbers")
            return ()
        return tuple(
            self._number(one, f"{place}: number {n}", least, most) for n, one in enumerate(self._some(value, place), 1)
        )

    def _some(self, value: list[Any], place: str) -> list[Any]:
        """A list, or its beginning where it is longer than any list of a box."""
        if len(value) > _LONGEST_LIST:
            self.problems.append(f"{place}: there are {len(value)}, but no list has more than {_LONGEST_LIST}")
        return value[:_LONGEST_LIST]

    def _name(self, value: object, place: str, known: Collection[str]) -> str:
        """One of some names, else `UNREADABLE`."""
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self.problems.append(f"{place} is {quoted(value)}, but must be one of {', '.join(known)}")
        else:
            self._wrong(value, place, f"one of {', '.join(known)}")
        return UNREADABLE

    def _cubes(self, value: object, place: str, most: int = MOST_OF_A_COLOUR) -> int:
        if not isinstance(value, str) or not value:
            self._wrong(value, place, 'cube letters such as "YYR"')
            return 0
        try:
            packed = cubes.parse(value)
        except EntrepotError as error:
            self.problems.append(f"{place}: {error}")
            return 0
        if any(cubes.of_colour(packed, colour) > most for colour in range(cubes.COLOURS)):
            self.problems.append(f"{place} has more than {most} cubes of one colour")
        return packed

    def _each(self, value: object, name: str, read: Callable[[dict[str, Any], str], T | None]) -> Iterator[T]:
        if not isinstance(value, list) or not value:
            self.problems.append(f"{name}: there is none")
            return
        for number, entry in enumerate(self._some(value, name), 1):
            place = f"{name} {number}"
            if not isinstance(entry, dict):
                self.problems.append(f"{place}: must be a table")
                continue
            card = read(entry, place)
            if card is not None:
                yield card

    def _counted(self, name: str, value: object, wanted: int) -> None:
        if isinstance(value, list) and value and len(value) != wanted:
            self.problems.append(f"{name}: there are {len(value)}, but the game has {wanted}")

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
