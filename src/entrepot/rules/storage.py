"""The storage limit: surplus cubes go back by their owner's choice (C6, F10)."""

from __future__ import annotations

from typing import Final

from ..core import actions, cubes
from ..core.engine import E_RETURNED, State, Step, seat_of

_RETURNS: Final = [actions.encode(actions.RETURN, colour) for colour in range(cubes.COLOURS)]


def held(choices: list[int], have: int) -> list[int]:
    """Those of four actions, one for each colour, whose colour is held."""
    return [choice for colour, choice in enumerate(choices) if cubes.of_colour(have, colour)]


class ReturnStep(Step[State]):
    """One cube to the supply, asked until the limit is kept. Payload: none."""

    def legal(self, s: State, pending: int) -> list[int]:
        return held(_RETURNS, s.storage[seat_of(pending)])

    def apply(self, s: State, pending: int, action: int) -> None:
        seat = seat_of(pending)
        colour = action >> actions.BITS
        left = s.storage[seat] - cubes.UNITS[colour]
        s.storage[seat] = left
        if s.events is not None:
            s.note(E_RETURNED, seat, colour)
        if cubes.count(left) <= cubes.LIMIT:
            s.stack.pop()


def first_over(s: State, players: int) -> int:
    """The first seat holding more than the limit, the active one first, then in seat order; −1 if none (C6, F10)."""
    storage = s.storage
    if cubes.count(storage[s.active]) > cubes.LIMIT:
        return s.active
    for seat in range(players):
        if cubes.count(storage[seat]) > cubes.LIMIT:
            return seat
    return -1
