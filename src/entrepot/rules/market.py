"""Merchants under the market locations: used, kept, refreshed (W1-2 to W1-7, W3-2, W3-3)."""

from __future__ import annotations

from typing import Any, Final

from ..core import actions, cubes
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.engine import AFTER, E_REFRESHED, E_REVEALED, E_USED, State, Step, frame, payload_of, seat_of
from .conversions import carry_out
from .rows import MERCHANTS
from .settlers import LandState

USE: Final = actions.encode(actions.USE)
KEEP: Final = actions.encode(actions.KEEP)


class MarketState(LandState):
    """A state that also has a market row, the merchants that each seat has used, and whether the seat moves again."""

    __slots__ = ("again", "discards", "market", "merchant_deck", "merchant_left")

    again: bool
    discards: list[tuple[int, ...]]
    market: tuple[int, ...]
    merchant_deck: tuple[int, ...]  # the next card is merchant_deck[merchant_left - 1]
    merchant_left: int

    def clear(self, players: int) -> None:
        super().clear(players)
        self.again = False
        self.discards = [()] * players
        self.market = ()
        self.merchant_deck = ()
        self.merchant_left = 0

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.again = self.again
        other.discards = self.discards[:]
        other.market = self.market
        other.merchant_deck = self.merchant_deck
        other.merchant_left = self.merchant_left

    def open_market(self, deck: list[int]) -> None:
        """One card of a shuffled deck under each market location (W1-2)."""
        self.merchant_left = len(deck) - SLOTS
        self.merchant_deck = tuple(deck)
        self.market = tuple(reversed(deck[self.merchant_left :]))

    def open_merchant(self) -> None:
        """Draw one card to the right end of the row, if there is one (W1-5)."""
        if self.merchant_left:
            self.merchant_left -= 1
            drawn = self.merchant_deck[self.merchant_left]
            self.market += (drawn,)
            self.reveals += 1
            self.note(E_REVEALED, -1, MERCHANTS, drawn)

    def take_merchant(self, index: int) -> None:
        """The card at a place (0-based) leaves the row; slide left, draw (W1-5)."""
        row = self.market
        self.market = row[:index] + row[index + 1 :]
        self.open_merchant()

    def refresh(self, seat: int) -> None:
        """The open cards under the deck in random order, new ones drawn, and another turn (W1-7, F11)."""
        count = len(self.market)
        chance = Chance(self.chance)
        under = tuple(chance.shuffled(list(self.market)))
        self.chance = chance.state
        self.merchant_deck = under + self.merchant_deck[: self.merchant_left]
        self.merchant_left = len(self.merchant_deck)
        self.market = ()
        self.note(E_REFRESHED, seat, count)
        for _ in range(SLOTS):
            self.open_merchant()
        self.again = True


SLOTS: Final = 4
"""Market locations, and cards lying open (W1-2)."""


def performable(merchant: Conversion, have: int) -> bool:
    """Whether a merchant's action can be carried out: a trade at least once (F1)."""
    return (have - merchant.cost) & cubes.GUARD == 0


class MarketStep(Step[MarketState]):
    """Use the merchant, or keep it (W1-4, W3-2). Payload: its place in the row."""

    def __init__(self, game: Any, merchants: tuple[Conversion, ...]) -> None:
        self._game: Final = game
        self._merchants: Final = merchants

    def legal(self, s: MarketState, pending: int) -> list[int]:
        seat, place = seat_of(pending), payload_of(pending)
        listed = [USE] if performable(self._merchants[s.market[place]], s.storage[seat]) else []
        if self._game.may_keep(s, seat):
            listed.append(KEEP)
        return listed

    def apply(self, s: MarketState, pending: int, action: int) -> None:
        s.stack.pop()
        seat, place = seat_of(pending), payload_of(pending)
        if action == USE:
            s.stack.append(frame(AFTER, seat, place))
            carry_out(s, seat, self._merchants[s.market[place]])
        else:
            self._game.keep(s, seat, place)


class AfterUse(Step[MarketState]):
    """The merchant that was used goes to the discard pile, the row slides (F8). Asks nothing. Payload: its place."""

    def __init__(self, game: Any) -> None:
        self._game: Final = game

    def legal(self, s: MarketState, pending: int) -> list[int]:  # noqa: ARG002
        return []

    def apply(self, s: MarketState, pending: int, action: int) -> None:  # noqa: ARG002
        s.stack.pop()
        seat = seat_of(pending)
        card = s.market[payload_of(pending)]
        s.discards[seat] += (card,)
        s.note(E_USED, seat, card, payload_of(pending) + 1)
        s.take_merchant(payload_of(pending))
        self._game.used(s, seat)
