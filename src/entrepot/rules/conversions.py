"""Gain, upgrade and trade as decisions (C3, C4, C5): wherever a game offers one, it calls `carry_out`."""

from __future__ import annotations

from typing import Final

from ..core import actions, cubes
from ..core.conversion import Conversion
from ..core.engine import E_GAINED, E_TRADED, E_UPGRADED, TIMES, UPGRADE, State, Step, frame, payload_of, seat_of

_STEPS_UP: Final = [actions.encode(actions.UPGRADE, colour) for colour in range(cubes.COLOURS - 1)]
_STOP: Final = actions.encode(actions.STOP)
_TIMES: Final = [actions.encode(actions.TIMES, n) for n in range(actions.MOST_NUMBER + 1)]


def carry_out(s: State, seat: int, conversion: Conversion, idle: bool = False) -> None:
    """Begin a conversion for `seat`: a gain is done at once, an upgrade or a trade asks first.

    Args:
        idle: whether trading zero times is offered too (R2, W2-7).
    """
    if conversion.steps:
        s.stack.append(frame(UPGRADE, seat, conversion.steps | conversion.steps << 4))
    elif conversion.cost:
        s.stack.append(frame(TIMES, seat, conversion.code << 1 | idle))
    else:
        s.storage[seat] += conversion.gain
        if s.events is not None:
            s.note(E_GAINED, seat, conversion.gain)


class TimesStep(Step[State]):
    """How often to trade. Payload: the trade's code, and in the lowest bit whether `x0` is offered."""

    def __init__(self, trades: dict[int, Conversion]) -> None:
        self._trades: Final = trades

    def legal(self, s: State, pending: int) -> list[int]:
        payload = payload_of(pending)
        most = self._trades[payload >> 1].times(s.storage[seat_of(pending)])
        return _TIMES[1 - (payload & 1) : most + 1]

    def apply(self, s: State, pending: int, action: int) -> None:
        seat = seat_of(pending)
        trade = self._trades[payload_of(pending) >> 1]
        times = action >> actions.BITS
        s.storage[seat] += times * (trade.gain - trade.cost)
        s.stack.pop()
        if s.events is not None:
            s.note(E_TRADED, seat, trade.code, times)


class UpgradeStep(Step[State]):
    """One single step, or stop. Payload: the steps left, and above four bits the steps there were."""

    def legal(self, s: State, pending: int) -> list[int]:
        have = s.storage[seat_of(pending)]
        listed = [up for colour, up in enumerate(_STEPS_UP) if cubes.of_colour(have, colour)]
        listed.append(_STOP)
        return listed

    def apply(self, s: State, pending: int, action: int) -> None:
        if action == _STOP:
            s.stack.pop()
            return
        seat = seat_of(pending)
        colour = action >> actions.BITS
        s.storage[seat] += cubes.UNITS[colour + 1] - cubes.UNITS[colour]
        if payload_of(pending) & 15 == 1:
            s.stack.pop()
        else:
            s.stack[-1] = pending - (1 << 8)
        if s.events is not None:
            s.note(E_UPGRADED, seat, colour)
