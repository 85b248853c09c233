"""Reading a parsed component file: every problem with its place is collected, instead of stopping at the first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final, TypeVar

from ..core import cubes
from ..core.conversion import MOST_OF_A_COLOUR, MOST_STEPS, Conversion
from ..core.errors import N_, EntrepotError, InvalidComponents, Reason, quoted, within
from .box import Box

UNREADABLE: Final = "?"
"""Stands for a name that is not known; the problem has been told, and may hide others."""

_LONGEST_REMARK = 40
_FAR = 1_000_000
_LONGEST_LIST = 99
_MOST_PROBLEMS = 100

T = TypeVar("T")


SETUP = Reason.verbatim("setup")
MERCHANT = Reason("merchant")
MARKET_TILE = Reason("market tile")


def numbered(place: Reason, number: int) -> Reason:
    """An entry of a list of values."""
    return Reason("{place}: number {n}", place=place, n=number)


def entry_place(thing: Reason, number: int) -> Reason:
    """A card, tile or location among its kind."""
    return Reason("{thing} {number}", thing=thing, number=number)


def location_place(face: str, number: int) -> Reason:
    """A location of a face."""
    return entry_place(Reason("{place}: location", place=Reason("face {face}", face=face)), number)


def _of_seat(seat: int) -> Reason:
    return Reason("{place} of seat {seat}", place=within(SETUP, "start_cubes"), seat=seat)


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
        self.problems: list[Reason] = []
        self.warnings: list[Reason] = []

    def box(self) -> Box:
        """The box, or `InvalidComponents` with all problems."""
        status = self._remark(
            self._table("source").get("status", "unstated"), within(Reason.verbatim("source"), "status")
        )
        self._only(self.data, Reason("the file"), self.KEYS)
        values = self.read()
        if self.problems:
            told = list(dict.fromkeys(self.problems))
            if len(told) > _MOST_PROBLEMS:
                told[_MOST_PROBLEMS:] = [Reason("and {n} more problems", n=len(told) - _MOST_PROBLEMS)]
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

    def _only(
        self,
        table: dict[str, Any],
        place: Reason,
        known: Collection[str],
        told: str = N_("{place}: unknown key {key}"),
        **values: object,
    ) -> None:
        """Nothing but `known` keys; `told` with its `values` says so of another one."""
        self.problems += [Reason(told, place=place, key=quoted(key), **values) for key in table if key not in known]

    def _table(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return value
        self.problems.append(Reason("{place}: must be a table", place=Reason.verbatim(key)))
        return {}

    def _wrong(self, value: object, place: Reason, told: str, **values: object) -> None:
        """Not there, or not what `told` with its `values` says that it must be."""
        self.problems.append(
            Reason("{place} is missing", place=place) if value is None else Reason(told, place=place, **values)
        )

    def _remark(self, value: object, place: Reason) -> str:
        """A short text that is only shown."""
        if isinstance(value, str) and len(value) <= _LONGEST_REMARK and value.isprintable():
            return value
        self.problems.append(
            Reason("{place} must be a text of at most {most} letters", place=place, most=_LONGEST_REMARK)
        )
        return ""

    def _number(self, value: object, place: Reason, least: int, most: int = 99, instead: int | None = None) -> int:
        """A number in a range; what is wrong counts as `instead`, else as the least."""
        if isinstance(value, bool) or not isinstance(value, int):
            self._wrong(value, place, N_("{place} must be a whole number"))
        elif not least <= value <= most:
            told = value if -_FAR < value < _FAR else Reason("far off")
            self.problems.append(
                Reason(
                    "{place} is {value}, but must be from {least} to {most}",
                    place=place,
                    value=told,
                    least=least,
                    most=most,
                )
            )
        else:
            return value
        return least if instead is None else instead

    def _numbers(
        self, value: object, place: Reason, wanted: Collection[object], least: int, most: int
    ) -> dict[str, int]:
        """A table of numbers with exactly the keys `wanted`."""
        keys = [str(key) for key in wanted]
        if not isinstance(value, dict) or set(value) != set(keys):
            self._wrong(value, place, N_("{place} must be a table that names {known}"), known=", ".join(keys))
            return dict.fromkeys(keys, least)
        return {
            key: self._number(value[key], Reason("{place} for {key}", place=place, key=key), least, most)
            for key in keys
        }

    def _row(self, value: object, place: Reason, least: int, most: int) -> tuple[int, ...]:
        """A list of numbers."""
        if not isinstance(value, list):
            self._wrong(value, place, N_("{place} must be a list of numbers"))
            return ()
        return tuple(
            self._number(one, numbered(place, n), least, most) for n, one in enumerate(self._some(value, place), 1)
        )

    def _some(self, value: list[Any], place: Reason) -> list[Any]:
        """A list, or its beginning where it is longer than any list of a box."""
        if len(value) > _LONGEST_LIST:
            self.problems.append(
                Reason(
                    "{place}: there are {n}, but no list has more than {most}",
                    place=place,
                    n=len(value),
                    most=_LONGEST_LIST,
                )
            )
        return value[:_LONGEST_LIST]

    def _name(self, value: object, place: Reason, known: Collection[str]) -> str:
        """One of some names, else `UNREADABLE`."""
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str):
            self.problems.append(
                Reason(
                    "{place} is {value}, but must be one of {known}",
                    place=place,
                    value=quoted(value),
                    known=", ".join(known),
                )
            )
        else:
            self._wrong(value, place, N_("{place} must be one of {known}"), known=", ".join(known))
        return UNREADABLE

    def _cubes(self, value: object, place: Reason, most: int = MOST_OF_A_COLOUR) -> int:
        if not isinstance(value, str) or not value:
            self._wrong(value, place, N_('{place} must be cube letters such as "YYR"'))
            return 0
        try:
            packed = cubes.parse(value)
        except EntrepotError as error:
            self.problems.append(Reason("{place}: {problem}", place=place, problem=error.reason))
            return 0
        if any(cubes.of_colour(packed, colour) > most for colour in range(cubes.COLOURS)):
            self.problems.append(Reason("{place} has more than {most} cubes of one colour", place=place, most=most))
        return packed

    def _each(self, value: object, thing: Reason, read: Callable[[dict[str, Any], Reason], T | None]) -> Iterator[T]:
        if not isinstance(value, list) or not value:
            self.problems.append(Reason("{place}: there is none", place=thing))
            return
        for number, entry in enumerate(self._some(value, thing), 1):
            place = entry_place(thing, number)
            if not isinstance(entry, dict):
                self.problems.append(Reason("{place}: must be a table", place=place))
                continue
            card = read(entry, place)
            if card is not None:
                yield card

    def _counted(self, place: Reason, value: object, wanted: int) -> None:
        if isinstance(value, list) and value and len(value) != wanted:
            self.problems.append(
                Reason("{place}: there are {n}, but the game has {wanted}", place=place, n=len(value), wanted=wanted)
            )

    def _conversion(self, entry: dict[str, Any], place: Reason) -> Conversion | None:
        self._only(entry, place, {"cost", "gain", "upgrade"})
        if "upgrade" in entry:
            if len(entry) > 1:
                self.problems.append(Reason("{place}: an upgrade has no cost and no gain", place=place))
                return None
            found = len(self.problems)
            steps = self._number(entry["upgrade"], within(place, "upgrade"), 1, MOST_STEPS)
            return Conversion(0, 0, steps) if len(self.problems) == found else None
        found = len(self.problems)
        gain = self._cubes(entry.get("gain"), within(place, "gain"))
        cost = self._cubes(entry["cost"], within(place, "cost")) if "cost" in entry else 0
        if len(self.problems) > found:
            return None
        if cubes.count(gain) > cubes.LIMIT:
            self.problems.append(Reason("{place}: the gain is more than {n} cubes", place=place, n=cubes.LIMIT))
            return None
        if cost and cubes.covers(gain, cost):
            self.problems.append(
                Reason("{place}: the gain contains the whole cost, so the trade would never end", place=place)
            )
            return None
        return Conversion(cost, gain, 0)

    def _start_cubes(self, value: object) -> list[int]:
        if not isinstance(value, list) or len(value) != self.SEATS:
            self.problems.append(
                Reason("{place} must list the cubes of {n} seats", place=within(SETUP, "start_cubes"), n=self.SEATS)
            )
            return []
        packed = [self._cubes(v, _of_seat(i)) for i, v in enumerate(value, 1)]
        for seat, one in enumerate(packed, 1):
            if cubes.count(one) > cubes.LIMIT:
                self.problems.append(Reason("{place} are more than {n}", place=_of_seat(seat), n=cubes.LIMIT))
        return packed
