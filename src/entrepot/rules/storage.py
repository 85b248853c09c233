"""The storage limit: surplus cubes go back by their owner's choice (C6, F10)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, cubes
from ..core.actions import BITS
from ..core.cubes import COLOURS, FIELD
from ..core.engine import E_RETURNED, State, Step, seat_of


def list_held(kind: i64, have: i64, out: vec[i64]) -> i64:
    """List the actions of a kind that name a colour which is held; how many."""
    choices: i64 = 0
    colour: i64
    for colour in range(COLOURS):
        if have & FIELD:
            out[choices] = kind | colour << BITS
            choices += 1
        have >>= cubes.BITS
    return choices


class ReturnStep(Step[State]):
    """One cube to the supply, asked until the limit is kept. Payload: none."""

    def legal(self, s: State, pending: i64, out: vec[i64]) -> i64:
        return list_held(actions.RETURN, s.storage[seat_of(pending)], out)

    def apply(self, s: State, pending: i64, action: i64) -> None:
        seat = seat_of(pending)
        colour = action >> BITS
        left = s.storage[seat] - cubes.UNITS[colour]
        s.storage[seat] = left
        if s.events is not None:
            s.note(E_RETURNED, seat, colour)
        if cubes.count(left) <= cubes.LIMIT:
            s.answered()


def first_over(s: State) -> i64:
    """The first seat holding more than the limit, the active one first, then in seat order; −1 if none (C6, F10)."""
    if cubes.count(s.storage[s.active]) > cubes.LIMIT:
        return s.active
    seat: i64
    for seat, have in enumerate(s.storage):
        if cubes.count(have) > cubes.LIMIT:
            return seat
    return -1
