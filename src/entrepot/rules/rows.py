"""Rows of open cards that slide to the left and are filled from a deck (SR5–SR9)."""

from __future__ import annotations

from typing import Final

from ..core.engine import E_CLAIMED, E_DRAWN, E_ENDING, E_REVEALED, State

MERCHANTS: Final = 0
POINTS: Final = 1
DECK: Final = 2
STACK: Final = 3


def claim_point_card(s: State, seat: int, index: int, price: int, open_deck: bool = False) -> int:
    """Pay for the point card at a place (0-based) of the row and take it; slide, draw (SR9, NW16). Returns the card.

    Args:
        open_deck: the deck lies face up, so that the card below the drawn one comes to light, not the drawn one.
    """
    row = s.point_row
    card = row[index]
    s.storage[seat] -= price
    s.claimed[seat] += (card,)
    if s.events is not None:
        s.note(E_CLAIMED, seat, card, index + 1, price)
    rest = row[:index] + row[index + 1 :]
    left = s.point_left
    if left:
        s.point_left = left = left - 1
        drawn = s.point_deck[left]
        s.point_row = (*rest, drawn)
        if not open_deck:
            s.reveals += 1
            s.note(E_REVEALED, -1, POINTS, drawn)
        else:
            s.note(E_DRAWN, -1, drawn)
            if left:
                s.reveals += 1
                s.note(E_REVEALED, -1, DECK, s.point_deck[left - 1])
    else:
        s.point_row = rest
    return card


def check_end(s: State, seat: int, cards_to_end: int) -> None:
    """The last point card that a seat may claim triggers the end (SR11, NW21)."""
    if len(s.claimed[seat]) >= cards_to_end and not s.ending:
        s.ending = True
        s.note(E_ENDING, seat)


class MerchantRow(State):
    """A state that also has a row of merchants with cubes lying on the cards (SR6)."""

    __slots__ = ("laid", "merchant_deck", "merchant_left", "merchants")

    laid: tuple[int, ...]
    merchant_deck: tuple[int, ...]  # the next card is merchant_deck[merchant_left - 1]
    merchant_left: int
    merchants: tuple[int, ...]

    def clear(self, players: int) -> None:
        super().clear(players)
        self.merchants = ()
        self.laid = ()
        self.merchant_deck = ()
        self.merchant_left = 0

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, MerchantRow)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.merchants = self.merchants
        other.laid = self.laid
        other.merchant_deck = self.merchant_deck
        other.merchant_left = self.merchant_left

    def take_merchant(self, index: int) -> tuple[int, int]:
        """Take the merchant at a place (0-based) and the cubes on it; slide, draw (SR5, SR6, SR7)."""
        row = self.merchants
        laid = self.laid
        taken = row[index], laid[index]
        rest = row[:index] + row[index + 1 :]
        cubes_left = laid[:index] + laid[index + 1 :]
        if self.merchant_left:
            self.merchant_left -= 1
            drawn = self.merchant_deck[self.merchant_left]
            self.merchants = (*rest, drawn)
            self.laid = (*cubes_left, 0)
            self.reveals += 1
            if self.events is not None:
                self.note(E_REVEALED, -1, MERCHANTS, drawn)
        else:
            self.merchants = rest
            self.laid = cubes_left
        return taken
