"""Rows of open cards that slide to the left and are filled from a deck (SR5–SR9)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import piles
from ..core.actions import BITS, CLAIM
from ..core.cubes import GUARD
from ..core.engine import E_CLAIMED, E_DRAWN, E_ENDING, E_REVEALED, State

MERCHANTS: Final = 0
POINTS: Final = 1
DECK: Final = 2
STACK: Final = 3


def claim_point_card(s: State, seat: i64, place: i64, price: i64, open_deck: bool = False) -> i64:
    """Pay for the point card at a place (0-based) of the row and take it; slide, draw (SR9, NW16). Returns the card.

    Args:
        open_deck: the deck lies face up, so that the card below the drawn one comes to light, not the drawn one.
    """
    card = piles.take(s.point_row, 0, place)
    s.storage[seat] -= price
    piles.add(s.claimed, seat, card)
    if s.events is not None:
        s.note(E_CLAIMED, seat, card, place + 1, price)
    if s.point_left:
        left = s.point_left - 1
        s.point_left = left
        drawn = s.point_deck[left]
        piles.add(s.point_row, 0, drawn)
        if not open_deck:
            s.reveals += 1
            if s.events is not None:
                s.note(E_REVEALED, -1, POINTS, drawn)
        else:
            if s.events is not None:
                s.note(E_DRAWN, -1, drawn)
            if left:
                s.reveals += 1
                if s.events is not None:
                    s.note(E_REVEALED, -1, DECK, s.point_deck[left - 1])
    return card


def list_claims(s: State, have: i64, prices: vec[i64], out: vec[i64], choices: i64) -> i64:
    """List the claims of the row's cards that can be paid behind so many other choices; how many it are now (SR9)."""
    row = s.point_row
    at = piles.start(row, 0)
    slot: i64
    for slot in range(1, 1 + row[at]):
        if (have - prices[row[at + slot]]) & GUARD == 0:
            out[choices] = CLAIM | slot << BITS
            choices += 1
    return choices


def check_end(s: State, seat: i64, cards_to_end: i64) -> None:
    """The last point card that a seat may claim triggers the end (SR11, NW21)."""
    if piles.size(s.claimed, seat) >= cards_to_end and not s.ending:
        s.ending = True
        s.note(E_ENDING, seat)


class MerchantRow(State):
    """A state that also has a row of merchants with cubes lying on the cards (SR6)."""

    __slots__ = ("laid", "merchant_deck", "merchant_left", "merchants")

    laid: vec[i64]  # one pile: packed cubes, merchant by merchant
    merchant_deck: vec[i64]  # shared
    merchant_left: i64
    merchants: vec[i64]  # one pile

    def open_merchants(self, deck: list[int], row: int) -> None:
        """Let this be the merchants, the last ones open in a row of so many, without cubes."""
        self.merchants = piles.empty(1, row)
        self.laid = piles.empty(1, row)
        self.merchant_deck = piles.numbers(deck)
        self.merchant_left = len(deck) - row
        piles.fill(self.merchants, 0, reversed(deck[len(deck) - row :]))
        piles.fill(self.laid, 0, [0] * row)

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, MerchantRow)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.merchants = self.merchants[:]
        other.laid = self.laid[:]
        other.merchant_deck = self.merchant_deck
        other.merchant_left = self.merchant_left

    def take_merchant(self, place: i64) -> i64:
        """Take the merchant at a place (0-based), without the cubes on it; slide, draw (SR5, SR6, SR7)."""
        taken = piles.take(self.merchants, 0, place)
        piles.take(self.laid, 0, place)
        if self.merchant_left:
            self.merchant_left -= 1
            drawn = self.merchant_deck[self.merchant_left]
            piles.add(self.merchants, 0, drawn)
            piles.add(self.laid, 0, 0)
            self.reveals += 1
            if self.events is not None:
                self.note(E_REVEALED, -1, MERCHANTS, drawn)
        return taken
