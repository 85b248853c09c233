"""Actions as ints with a text face (notation.md): `kind | argument << 5`.

The meaning of an int depends on nothing but the int: cards are named by value, slots and colours by number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from . import cubes
from .conversion import Conversion
from .errors import InvalidNotation, quoted

REST: Final = 1
PLAY: Final = 2
ACQUIRE: Final = 3
CLAIM: Final = 4
TIMES: Final = 5
UPGRADE: Final = 6
STOP: Final = 7
PAY: Final = 8
RETURN: Final = 9
WORK: Final = 10
BONUS: Final = 11
EXPLORE: Final = 12
ROUTE: Final = 13
USE: Final = 14
KEEP: Final = 15
REPLACE: Final = 16
SWAP: Final = 17
SKIP: Final = 18
SAIL: Final = 19
BUILD: Final = 20
OUTPOST: Final = 21

BITS: Final = 5
KIND: Final = (1 << BITS) - 1
MOST_NUMBER: Final = 99

_BARE: Final = {REST: "rest", STOP: "stop", USE: "use", KEEP: "keep", SKIP: "skip", BUILD: "build"}
_SLOT: Final = {ACQUIRE: "acquire", CLAIM: "claim", ROUTE: "route", REPLACE: "replace"}
_COLOUR: Final = {UPGRADE: "up", PAY: "pay", RETURN: "return"}
_PLACE: Final = {WORK: "work", BONUS: "bonus", EXPLORE: "explore"}
_TILE: Final = {SAIL: "sail", OUTPOST: "outpost"}
_PAIR: Final = {SWAP: "swap"}
_VERBS: Final = {verb: kind for table in (_BARE, _SLOT, _COLOUR, _PLACE, _TILE, _PAIR) for kind, verb in table.items()}

FACES: Final = tuple(f"{board}{side}" for side in "12" for board in "ABCDEF")
"""The faces of the six location boards (NW1)."""
_PLACE_BITS: Final = 7
BESIDE: Final = 12
"""Stands for a face where a place lies beside the board."""
FARTHEST: Final = 15
"""The greatest axial coordinate of a tile."""


def encode(kind: int, argument: int = 0) -> int:
    """The int of an action."""
    return kind | argument << BITS


def place(face: str, number: int, stack: int = 0) -> int:
    """A location by the number (1-based) in its face's list, or one of several stacks (1-based) of a fort there.

    `face` is one of `FACES`; the result is the argument of `work`, `bonus` and `explore`. Number 0 with a stack is a
    stack that belongs to the face itself.
    """
    return FACES.index(face) | number << 4 | stack << 4 + _PLACE_BITS


def beside(number: int) -> int:
    """An exploration tile beside the board (1-based), as the argument of `explore`."""
    return BESIDE | number << 4


def place_text(argument: int) -> str:
    """`A1.3`, `B1.2.1` for a stack of a fort with several, `B2.s1` for one of a face, `#4` for a tile beside the board;
    the empty text for what is no place.
    """
    face, number, stack = argument & 15, argument >> 4 & (1 << _PLACE_BITS) - 1, argument >> 4 + _PLACE_BITS
    if not 0 <= number <= MOST_NUMBER or not 0 <= stack <= MOST_NUMBER or not number | stack:
        return ""
    if face == BESIDE:
        return "" if stack else f"#{number}"
    if face > BESIDE:
        return ""
    if not number:
        return f"{FACES[face]}.s{stack}"
    return f"{FACES[face]}.{number}" + (f".{stack}" if stack else "")


def _place(word: str, kind: int) -> int:
    """The argument that a place's text names; −1 for anything else."""
    if kind == EXPLORE and word.startswith("#"):
        number = _number(word[1:], 1)
        return beside(number) if number > 0 else -1
    parts = word.split(".")
    if parts[0] in FACES and 2 <= len(parts) <= 2 + (kind == BONUS):
        if kind == BONUS and len(parts) == 2 and parts[1].startswith("s"):
            stack = _number(parts[1][1:], 1)
            return place(parts[0], 0, stack) if stack > 0 else -1
        numbers = [_number(part, 1) for part in parts[1:]]
        if min(numbers) > 0:
            return place(parts[0], *numbers)
    return -1


def _fits(kind: int, argument: int) -> bool:
    """Whether a place may be the argument of that kind."""
    stacked, besides = argument >> 4 + _PLACE_BITS, argument & 15 == BESIDE
    return not (stacked and kind != BONUS) and not (besides and kind != EXPLORE)


def tile(q: int, r: int) -> int:
    """A tile of the sea by its axial coordinates, as the argument of `sail` and `outpost`."""
    return q + FARTHEST | r + FARTHEST << 5


def tile_text(argument: int) -> str:
    """`1,-2`; the empty text for what is no tile."""
    q, r = tile_place(argument)
    return f"{q},{r}" if max(abs(q), abs(r)) <= FARTHEST else ""


def tile_place(argument: int) -> tuple[int, int]:
    """The axial coordinates of a tile."""
    return (argument & 31) - FARTHEST, (argument >> 5) - FARTHEST


def _tile(word: str) -> int:
    """The argument that a tile's text names; −1 for anything else."""
    numbers = []
    for part in word.split(","):
        number = _number(part.removeprefix("-"), 1 if part.startswith("-") else 0)
        if not 0 <= number <= FARTHEST:
            return -1
        numbers.append(-number if part.startswith("-") else number)
    return tile(*numbers) if len(numbers) == 2 else -1


def _pair(word: str) -> int:
    """The argument that two places in a row name, the smaller first; −1 for anything else."""
    first, _, second = word.partition("-")
    one, two = _number(first, 1), _number(second, 1)
    return one | two << 7 if 0 < one < two else -1


@lru_cache(1 << 12)
def text(action: int) -> str:
    """The text of an action's int.

    Raises:
        InvalidNotation: the int is no action.
    """
    kind, argument = action & KIND, action >> BITS
    if kind in _BARE and argument == 0:
        return _BARE[kind]
    if kind in _SLOT and 1 <= argument <= MOST_NUMBER:
        return f"{_SLOT[kind]} {argument}"
    if kind in _COLOUR and 0 <= argument < cubes.COLOURS - (kind == UPGRADE):
        return f"{_COLOUR[kind]} {cubes.LETTERS[argument]}"
    if kind == TIMES and 0 <= argument <= MOST_NUMBER:
        return f"x{argument}"
    if kind in _PLACE and argument >= 0 and _fits(kind, argument):
        where = place_text(argument)
        if where:
            return f"{_PLACE[kind]} {where}"
    if kind in _TILE and argument >= 0:
        where = tile_text(argument)
        if where:
            return f"{_TILE[kind]} {where}"
    if kind in _PAIR and 0 < argument & 127 < argument >> 7 <= MOST_NUMBER:
        return f"{_PAIR[kind]} {argument & 127}-{argument >> 7}"
    if kind == PLAY:
        return f"play {Conversion.from_code(argument).text}"
    raise InvalidNotation("{action} is no action", action=quoted(action))


def _number(word: str, least: int) -> int:
    """A count written plainly, `least` to 99; −1 for anything else (signs, blanks, leading zeros, other digits)."""
    if word.isascii() and word.isdigit() and len(word) <= 2 and (word == "0" or word[0] != "0"):
        value = int(word)
        if value >= least:
            return value
    return -1


def parse(action: str) -> int:
    """The int of an action's text; `text(parse(t)) == t`.

    Raises:
        InvalidNotation: no action reads like this.
    """
    verb, blank, word = action.partition(" ")
    if not blank:
        if verb.startswith("x"):
            number = _number(verb[1:], 0)
            if number >= 0:
                return encode(TIMES, number)
        elif _VERBS.get(verb, 0) in _BARE:
            return encode(_VERBS[verb])
    elif verb == "play":
        return encode(PLAY, Conversion.parse(word).code)
    else:
        kind = _VERBS.get(verb, 0)
        if kind in _SLOT:
            number = _number(word, 1)
            if number >= 0:
                return encode(kind, number)
        elif kind in _COLOUR and len(word) == 1 and word in cubes.LETTERS[: 3 if kind == UPGRADE else 4]:
            return encode(kind, cubes.LETTERS.index(word))
        elif kind in _PLACE:
            where = _place(word, kind)
            if where >= 0:
                return encode(kind, where)
        elif kind in _TILE or kind in _PAIR:
            where = _tile(word) if kind in _TILE else _pair(word)
            if where >= 0:
                return encode(kind, where)
    raise InvalidNotation("{action} is no action", action=quoted(action))


class Action:
    """One action: its int, its kind and argument, and its text. Immutable, hashable, ordered by int.

    `str(a)` is the notation, `Action.parse(str(a)) == a`, and `Action(int(a)) == a`.
    """

    __slots__ = ("_code",)

    def __init__(self, code: object) -> None:
        if isinstance(code, bool) or not isinstance(code, int):
            raise InvalidNotation("an action is made of an int, not of {code}", code=quoted(code))
        text(code)
        self._code: int = code

    @staticmethod
    def parse(action: object) -> Action:
        """The action that a text of the notation names. Raises `InvalidNotation`."""
        if not isinstance(action, str):
            raise InvalidNotation("an action is written as a text, not as {action}", action=quoted(action))
        return Action(parse(action))

    @property
    def kind(self) -> int:
        """One of the constants of this module (`REST`, `PLAY` …)."""
        return self._code & KIND

    @property
    def argument(self) -> int:
        """A slot or count (1-based), a colour (0 to 3), a `place`, a `tile`, two places of a row, or the
        code of a conversion."""
        return self._code >> BITS

    def __int__(self) -> int:
        return self._code

    def __index__(self) -> int:
        return self._code

    def __reduce__(self) -> tuple[type[Action], tuple[int]]:
        return Action, (self._code,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other._code == self._code

    def __lt__(self, other: object) -> bool:
        return self._code < other._code if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._code)

    def __str__(self) -> str:
        return text(self._code)

    def __repr__(self) -> str:
        return f"Action.parse({text(self._code)!r})"
