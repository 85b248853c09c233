"""The trade route: up to five merchants that settlers are sent to (W1-6, W1-8, W1-9)."""

from __future__ import annotations

from typing import Final

from ..core import actions
from ..core.conversion import Conversion
from ..core.engine import E_KEPT, E_REPLACED, E_ROUTED, E_SWAPPED, REPLACE, State, Step, frame, payload_of, seat_of
from .conversions import carry_out
from .market import MarketState, performable

LENGTH: Final = 5
SKIP: Final = actions.encode(actions.SKIP)
_ROUTE: Final = [actions.encode(actions.ROUTE, place + 1) for place in range(LENGTH)]
_REPLACE: Final = [actions.encode(actions.REPLACE, place + 1) for place in range(LENGTH)]
_SWAPS: Final = [
    (two, actions.encode(actions.SWAP, one + 1 | two + 1 << 7))
    for one in range(LENGTH)
    for two in range(one + 1, LENGTH)
]


class RouteState(MarketState):
    """A state with a trade route for each seat: merchants, and beside each the settlers on it."""

    __slots__ = ("crews", "routes")

    crews: list[tuple[int, ...]]
    routes: list[tuple[int, ...]]

    def clear(self, players: int) -> None:
        super().clear(players)
        self.crews = [()] * players
        self.routes = [()] * players

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, RouteState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.crews = self.crews[:]
        other.routes = self.routes[:]

    def come_home(self, seat: int) -> int:
        """All settlers of a seat back from its route (W1-10); how many."""
        crew = self.crews[seat]
        home = sum(crew)
        self.crews[seat] = (0,) * len(crew)
        return home


def required(crew: tuple[int, ...], place: int) -> int:
    """Settlers for the card at a place (0-based) of a route: one, and one for each unoccupied card to its left."""
    return 1 + crew[:place].count(0)


def open_cards(s: RouteState, seat: int, merchants: tuple[Conversion, ...]) -> list[int]:
    """The actions that use a card of the route now (W1-9)."""
    crew, home, have = s.crews[seat], s.home[seat], s.storage[seat]
    return [
        _ROUTE[place]
        for place, card in enumerate(s.routes[seat])
        if not crew[place] and required(crew, place) <= home and performable(merchants[card], have)
    ]


def travel(s: RouteState, seat: int, place: int, merchant: Conversion) -> None:
    """Settlers to a card of the route, then its action (W1-9)."""
    crew = s.crews[seat]
    number = required(crew, place)
    s.home[seat] -= number
    s.crews[seat] = (*crew[:place], number, *crew[place + 1 :])
    s.note(E_ROUTED, seat, place + 1, number, s.routes[seat][place])
    carry_out(s, seat, merchant)


def replaceable(s: RouteState, seat: int, occupied: bool) -> list[int]:
    """The choices of which card of a full route a new one replaces; `occupied`: also those with settlers (R3)."""
    crew = s.crews[seat]
    return [_REPLACE[place] for place in range(len(crew)) if occupied or not crew[place]]


def keep(s: RouteState, seat: int, place: int) -> None:
    """A merchant of the market to the right end of the route, or ask which card it replaces (W1-6)."""
    if len(s.routes[seat]) == LENGTH:
        s.stack.append(frame(REPLACE, seat, place))
        return
    card = s.market[place]
    s.routes[seat] += (card,)
    s.crews[seat] += (0,)
    s.note(E_KEPT, seat, card, place + 1)
    s.take_merchant(place)


class ReplaceStep(Step[RouteState]):
    """Which card of a full route the new one replaces. Payload: the new one's place in the market."""

    def __init__(self, occupied: bool) -> None:
        self._occupied: Final = occupied

    def legal(self, s: RouteState, pending: int) -> list[int]:
        return replaceable(s, seat_of(pending), self._occupied)

    def apply(self, s: RouteState, pending: int, action: int) -> None:
        s.stack.pop()
        seat, place = seat_of(pending), payload_of(pending)
        old = (action >> actions.BITS) - 1
        route, crew = s.routes[seat], s.crews[seat]
        card = s.market[place]
        s.discards[seat] += (route[old],)
        s.home[seat] += crew[old]
        s.routes[seat] = (*route[:old], card, *route[old + 1 :])
        s.crews[seat] = (*crew[:old], 0, *crew[old + 1 :])
        s.note(E_REPLACED, seat, card, old + 1, route[old] | crew[old] << 8 | place + 1 << 16)
        s.take_merchant(place)


class SwapStep(Step[RouteState]):
    """Two cards of the route change places, settlers with them; or none (W1-8). Payload: none."""

    def legal(self, s: RouteState, pending: int) -> list[int]:
        length = len(s.routes[seat_of(pending)])
        return [*(swap for two, swap in _SWAPS if two < length), SKIP]

    def apply(self, s: RouteState, pending: int, action: int) -> None:
        s.stack.pop()
        if action == SKIP:
            return
        seat = seat_of(pending)
        pair = action >> actions.BITS
        one, two = (pair & 127) - 1, (pair >> 7) - 1
        s.routes[seat] = _swapped(s.routes[seat], one, two)
        s.crews[seat] = _swapped(s.crews[seat], one, two)
        s.note(E_SWAPPED, seat, one + 1, two + 1)


def _swapped(row: tuple[int, ...], one: int, two: int) -> tuple[int, ...]:
    return (*row[:one], row[two], *row[one + 1 : two], row[one], *row[two + 1 :])
