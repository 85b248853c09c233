"""Merchants under the market locations: used, kept, refreshed (W1-2 to W1-7, W3-2, W3-3)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, trait

from ..core import actions, cubes, piles
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.engine import AFTER, E_REFRESHED, E_REVEALED, E_USED, NONE, State, Step, frame, payload_of, seat_of
from .conversions import carry_out
from .rows import MERCHANTS
from .settlers import LandState

USE: Final = actions.encode(actions.USE)
KEEP: Final = actions.encode(actions.KEEP)

SLOTS: Final = 4
"""Market locations, and cards lying open (W1-2)."""


class MarketState(LandState):
    """A state that also has a market row, the merchants that each seat has used, and whether the seat moves again."""

    __slots__ = ("again", "discards", "market", "merchant_deck", "merchant_left")

    again: bool
    discards: vec[i64]  # piles of cards, one a seat
    market: vec[i64]  # one pile
    merchant_deck: vec[i64]  # shared
    merchant_left: i64

    def clear_market(self, players: int, cards: int) -> None:
        """No merchants in the market, and none used of so many."""
        self.again = False
        self.discards = piles.empty(players, cards)
        self.market = piles.empty(1, SLOTS)
        self.merchant_deck = NONE
        self.merchant_left = 0

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.again = self.again
        other.discards = self.discards[:]
        other.market = self.market[:]
        other.merchant_deck = self.merchant_deck
        other.merchant_left = self.merchant_left

    def open_market(self, deck: list[int], row: int = SLOTS) -> None:
        """Let these be the merchants, the last ones open under the market locations (W1-2)."""
        self.merchant_deck = piles.numbers(deck)
        self.merchant_left = len(deck) - row
        piles.fill(self.market, 0, reversed(deck[len(deck) - row :]))

    def open_merchant(self) -> None:
        """Draw one card to the right end of the row, if there is one (W1-5)."""
        if self.merchant_left:
            self.merchant_left -= 1
            drawn = self.merchant_deck[self.merchant_left]
            piles.add(self.market, 0, drawn)
            self.reveals += 1
            if self.events is not None:
                self.note(E_REVEALED, -1, MERCHANTS, drawn)

    def take_merchant(self, place: i64) -> i64:
        """The card at a place (0-based) leaves the row; slide left, draw (W1-5). Returns the card."""
        taken = piles.take(self.market, 0, place)
        self.open_merchant()
        return taken

    def refresh(self, seat: i64) -> None:
        """The open cards under the deck in random order, new ones drawn, and another turn (W1-7, F11)."""
        chance = Chance(self.chance)
        under = chance.shuffled(piles.items(self.market, 0))
        self.chance = chance.state
        self.merchant_deck = piles.numbers([*under, *self.merchant_deck[: self.merchant_left]])
        self.merchant_left = len(self.merchant_deck)
        piles.clear(self.market, 0)
        self.note(E_REFRESHED, seat, len(under))
        for _ in range(SLOTS):
            self.open_merchant()
        self.again = True


@trait
class MarketRules:
    """What a game with a market says."""

    def may_keep(self, s: Any, seat: i64) -> bool:
        """Whether a merchant of the market may be kept (W1-4)."""
        raise NotImplementedError

    def keep(self, s: Any, seat: i64, place: i64) -> None:
        """Keep a merchant of the market."""
        raise NotImplementedError

    def used(self, s: Any, seat: i64) -> None:
        """A merchant has come to the discard pile."""
        raise NotImplementedError


def performable(merchant: Conversion, have: i64) -> bool:
    """Whether a merchant's action can be carried out: a trade at least once (F1)."""
    return (have - merchant.cost) & cubes.GUARD == 0


class MarketStep(Step[MarketState]):
    """Use the merchant, or keep it (W1-4, W3-2). Payload: its place in the row."""

    def __init__(self, game: MarketRules, merchants: tuple[Conversion, ...]) -> None:
        self._game: Final = game
        self._merchants: Final = merchants

    def legal(self, s: MarketState, pending: i64, out: vec[i64]) -> i64:
        seat, place = seat_of(pending), payload_of(pending)
        choices: i64 = 0
        if performable(self._merchants[piles.item(s.market, 0, place)], s.storage[seat]):
            out[0] = USE
            choices = 1
        if self._game.may_keep(s, seat):
            out[choices] = KEEP
            choices += 1
        return choices

    def apply(self, s: MarketState, pending: i64, action: i64) -> None:
        s.answered()
        seat, place = seat_of(pending), payload_of(pending)
        if action == USE:
            s.ask(frame(AFTER, seat, place))
            carry_out(s, seat, self._merchants[piles.item(s.market, 0, place)])
        else:
            self._game.keep(s, seat, place)


class AfterUse(Step[MarketState]):
    """The merchant that was used goes to the discard pile, the row slides (F8). Asks nothing. Payload: its place."""

    def __init__(self, game: MarketRules) -> None:
        self._game: Final = game

    def legal(self, s: MarketState, pending: i64, out: vec[i64]) -> i64:  # noqa: ARG002
        return 0

    def apply(self, s: MarketState, pending: i64, action: i64) -> None:  # noqa: ARG002
        s.answered()
        seat, place = seat_of(pending), payload_of(pending)
        card = piles.item(s.market, 0, place)
        piles.add(s.discards, seat, card)
        if s.events is not None:
            s.note(E_USED, seat, card, place + 1)
        s.take_merchant(place)
        self._game.used(s, seat)
