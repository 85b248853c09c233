"""Reading data from outside: every value is checked, every refusal names its place."""

from __future__ import annotations

from typing import Any

from ..core import cubes
from ..core.errors import InvalidNotation, InvalidPosition, Reason, quoted


def seat_place(seat: int) -> Reason:
    """Where a seat's things stand."""
    return Reason("seat {seat}", seat=seat)


def keys(
    value: object, place: str, required: set[str], optional: frozenset[str] | set[str] = frozenset()
) -> dict[str, Any]:
    """A dict with all the required keys and no unknown one."""
    if not isinstance(value, dict):
        raise InvalidPosition("{place} must be an object, not {value}", place=place, value=quoted(value))
    for key in value:
        if key not in required and key not in optional:
            raise InvalidPosition("{place} has an unknown key {key}", place=place, key=quoted(key))
    for key in sorted(required):
        if key not in value:
            raise InvalidPosition("{place} lacks {key}", place=place, key=quoted(key))
    return value


def number(value: object, place: str, least: int, most: int) -> int:
    """A whole number in a range; no bool, no float."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidPosition("{place} must be a whole number, not {value}", place=place, value=quoted(value))
    if not least <= value <= most:
        if least == most:
            raise InvalidPosition("{place} is {value}, but must be {most}", place=place, value=quoted(value), most=most)
        raise InvalidPosition(
            "{place} is {value}, but must be from {least} to {most}",
            place=place, value=quoted(value), least=least, most=most,
        )  # fmt: skip
    return value


def flag(value: object, place: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise InvalidPosition("{place} must be true or false, not {value}", place=place, value=quoted(value))
    return value


def texts(value: object, place: str) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list):
        raise InvalidPosition("{place} must be a list, not {value}", place=place, value=quoted(value))
    for entry in value:
        text(entry, place)
    return value


def text(value: object, place: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise InvalidPosition("{place} must hold texts, not {value}", place=place, value=quoted(value))
    return value


def cubes_of(value: object, place: str, most: int) -> int:
    """Cube letters as packed cubes, `most` altogether."""
    try:
        packed = cubes.parse(text(value, place))
    except InvalidNotation as error:
        raise InvalidPosition("{place}: {problem}", place=place, problem=error.reason) from None
    if len(text(value, place)) > most:
        raise InvalidPosition(
            "{place} holds {n} cubes, more than {most}", place=place, n=len(text(value, place)), most=most
        )
    return packed
