"""Gain, upgrade and trade as decisions (C3, C4, C5): wherever a game offers one, it calls `carry_out`."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, conversion, cubes
from ..core.conversion import Conversion
from ..core.engine import E_GAINED, E_TRADED, E_UPGRADED, TIMES, UPGRADE, State, Step, frame, payload_of, seat_of

_STOP: Final = actions.encode(actions.STOP)


def carry_out(s: State, seat: i64, card: Conversion, idle: bool = False) -> None:
    """Begin a conversion for `seat`: a gain is done at once, an upgrade or a trade asks first.

    Args:
        idle: whether trading zero times is offered too (R2, W2-7).
    """
    if card.steps:
        s.ask(frame(UPGRADE, seat, card.steps | card.steps << 4))
    elif card.cost:
        s.ask(frame(TIMES, seat, card.code << 1 | idle))
    else:
        s.storage[seat] += card.gain
        if s.events is not None:
            s.note(E_GAINED, seat, card.gain)


class TimesStep(Step[State]):
    """How often to trade. Payload: the trade's code, and in the lowest bit whether `x0` is offered."""

    def legal(self, s: State, pending: i64, out: vec[i64]) -> i64:
        payload = payload_of(pending)
        least = 1 - (payload & 1)
        most = min(actions.MOST_NUMBER, conversion.times(payload >> 1, s.storage[seat_of(pending)]))
        number: i64
        for number in range(least, most + 1):
            out[number - least] = actions.TIMES | number << actions.BITS
        return most + 1 - least

    def apply(self, s: State, pending: i64, action: i64) -> None:
        seat = seat_of(pending)
        code = payload_of(pending) >> 1
        times = action >> actions.BITS
        s.storage[seat] += times * (conversion.gain_of(code) - conversion.cost_of(code))
        s.answered()
        if s.events is not None:
            s.note(E_TRADED, seat, code, times)


class UpgradeStep(Step[State]):
    """One single step, or stop. Payload: the steps left, and above four bits the steps there were."""

    def legal(self, s: State, pending: i64, out: vec[i64]) -> i64:
        have = s.storage[seat_of(pending)]
        choices: i64 = 0
        colour: i64
        for colour in range(cubes.COLOURS - 1):
            if have & cubes.FIELD:
                out[choices] = actions.UPGRADE | colour << actions.BITS
                choices += 1
            have >>= cubes.BITS
        out[choices] = _STOP
        return choices + 1

    def apply(self, s: State, pending: i64, action: i64) -> None:
        if action == _STOP:
            s.answered()
            return
        seat = seat_of(pending)
        colour = action >> actions.BITS
        s.storage[seat] += cubes.UNITS[colour + 1] - cubes.UNITS[colour]
        if payload_of(pending) & 15 == 1:
            s.answered()
        else:
            s.ask_on(pending - (1 << 8))
        if s.events is not None:
            s.note(E_UPGRADED, seat, colour)
