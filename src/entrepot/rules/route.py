"""The trade route: up to five merchants that settlers are sent to (W1-6, W1-8, W1-9)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, piles
from ..core.conversion import Conversion
from ..core.engine import E_KEPT, E_REPLACED, E_ROUTED, E_SWAPPED, REPLACE, State, Step, frame, payload_of, seat_of
from .conversions import carry_out
from .market import MarketState, performable

LENGTH: Final = 5
SKIP: Final = actions.encode(actions.SKIP)


class RouteState(MarketState):
    """A state with a trade route for each seat: merchants, and beside each the settlers on it."""

    __slots__ = ("crews", "routes")

    crews: vec[i64]  # piles, one a seat
    routes: vec[i64]  # piles of cards, one a seat

    def clear_routes(self, players: int) -> None:
        """No trade routes."""
        self.crews = piles.empty(players, LENGTH)
        self.routes = piles.empty(players, LENGTH)

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, RouteState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.crews = self.crews[:]
        other.routes = self.routes[:]

    def come_home(self, seat: i64) -> i64:
        """All settlers of a seat back from its route (W1-10); how many."""
        home: i64 = 0
        place: i64
        for place in range(piles.size(self.crews, seat)):
            home += piles.item(self.crews, seat, place)
            piles.put(self.crews, seat, place, 0)
        return home


def required(s: RouteState, seat: i64, place: i64) -> i64:
    """Settlers for the card at a place (0-based) of a route: one, and one for each unoccupied card to its left."""
    number: i64 = 1
    before: i64
    for before in range(place):
        if piles.item(s.crews, seat, before) == 0:
            number += 1
    return number


def list_open(s: RouteState, seat: i64, merchants: tuple[Conversion, ...], out: vec[i64], choices: i64) -> i64:
    """List the actions that use a card of the route now behind so many choices; how many it are then (W1-9)."""
    home, have = s.home[seat], s.storage[seat]
    need: i64 = 1
    place: i64
    for place in range(piles.size(s.routes, seat)):
        if piles.item(s.crews, seat, place) == 0:
            if need <= home and performable(merchants[piles.item(s.routes, seat, place)], have):
                out[choices] = actions.ROUTE | place + 1 << actions.BITS
                choices += 1
            need += 1
    return choices


def travel(s: RouteState, seat: i64, place: i64, merchant: Conversion) -> None:
    """Settlers to a card of the route, then its action (W1-9)."""
    number = required(s, seat, place)
    s.home[seat] -= number
    piles.put(s.crews, seat, place, number)
    if s.events is not None:
        s.note(E_ROUTED, seat, place + 1, number, piles.item(s.routes, seat, place))
    carry_out(s, seat, merchant)


def replaceable(s: RouteState, seat: i64, occupied: bool) -> bool:
    """Whether a new card may replace one of a route; `occupied`: also those with settlers (R3)."""
    place: i64
    for place in range(piles.size(s.crews, seat)):
        if occupied or piles.item(s.crews, seat, place) == 0:
            return True
    return False


def keep(s: RouteState, seat: i64, place: i64) -> None:
    """A merchant of the market to the right end of the route, or ask which card it replaces (W1-6)."""
    if piles.size(s.routes, seat) == LENGTH:
        s.ask(frame(REPLACE, seat, place))
        return
    card = piles.item(s.market, 0, place)
    piles.add(s.routes, seat, card)
    piles.add(s.crews, seat, 0)
    if s.events is not None:
        s.note(E_KEPT, seat, card, place + 1)
    s.take_merchant(place)


class ReplaceStep(Step[RouteState]):
    """Which card of a full route the new one replaces. Payload: the new one's place in the market."""

    def __init__(self, occupied: bool) -> None:
        self._occupied: Final = occupied

    def legal(self, s: RouteState, pending: i64, out: vec[i64]) -> i64:
        seat = seat_of(pending)
        choices: i64 = 0
        place: i64
        for place in range(piles.size(s.crews, seat)):
            if self._occupied or piles.item(s.crews, seat, place) == 0:
                out[choices] = actions.REPLACE | place + 1 << actions.BITS
                choices += 1
        return choices

    def apply(self, s: RouteState, pending: i64, action: i64) -> None:
        s.answered()
        seat, place = seat_of(pending), payload_of(pending)
        old = (action >> actions.BITS) - 1
        card, replaced = piles.item(s.market, 0, place), piles.item(s.routes, seat, old)
        crew = piles.item(s.crews, seat, old)
        piles.add(s.discards, seat, replaced)
        s.home[seat] += crew
        piles.put(s.routes, seat, old, card)
        piles.put(s.crews, seat, old, 0)
        if s.events is not None:
            s.note(E_REPLACED, seat, card, old + 1, replaced | crew << 8 | place + 1 << 16)
        s.take_merchant(place)


class SwapStep(Step[RouteState]):
    """Two cards of the route change places, settlers with them; or none (W1-8). Payload: none."""

    def legal(self, s: RouteState, pending: i64, out: vec[i64]) -> i64:
        length = piles.size(s.routes, seat_of(pending))
        choices: i64 = 0
        one: i64
        two: i64
        for one in range(1, length):
            for two in range(one + 1, length + 1):
                out[choices] = actions.SWAP | (one | two << 7) << actions.BITS
                choices += 1
        out[choices] = SKIP
        return choices + 1

    def apply(self, s: RouteState, pending: i64, action: i64) -> None:
        s.answered()
        if action == SKIP:
            return
        seat = seat_of(pending)
        pair = action >> actions.BITS
        one, two = (pair & 127) - 1, (pair >> 7) - 1
        swap(s.routes, seat, one, two)
        swap(s.crews, seat, one, two)
        if s.events is not None:
            s.note(E_SWAPPED, seat, one + 1, two + 1)


def swap(row: vec[i64], seat: i64, one: i64, two: i64) -> None:
    """Two items of a seat's pile change places."""
    first = piles.item(row, seat, one)
    piles.put(row, seat, one, piles.item(row, seat, two))
    piles.put(row, seat, two, first)
