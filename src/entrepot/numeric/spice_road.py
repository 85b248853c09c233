"""What a seat sees of Spice Road, as numbers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import cubes, piles
from ..core.engine import PAY, TIMES, UPGRADE, State, kind_of, payload_of
from ..games.spice_road import GOLD, SILVER, SpiceRoad, SpiceRoadState, coin_above
from .rows import (
    LANES,
    MOST,
    ONES,
    SHIFT,
    Kinds,
    Rows,
    after,
    changed,
    clear,
    clipped,
    count_pile,
    lanes,
    merchant_words,
    spread,
)

READY: Final = 8
"""What a merchant in the hand counts beside one that has been played."""
_BITS: Final = 62
"""Kinds of cards of which a number has a bit each."""


def _bit(lane: int) -> int:
    return 1 << lane if lane < _BITS else 0


def _marks(both: int) -> int:
    """A word of four kinds: the lowest four bits are those in the hand, the next four those that have been played."""
    return sum((READY * (both >> lane & 1) + (both >> lane + LANES & 1)) << SHIFT * lane for lane in range(LANES))


class SpiceRoadRows(Rows):
    """Spice Road. With `open_claims` (R5) all point cards are counted, else only the viewer's until the end."""

    def __init__(self, game: SpiceRoad, open_claims: bool = False) -> None:
        players: int = game.players
        super().__init__(players)
        box = game.box
        self.open_claims: Final = open_claims
        self.memo_words = 3 * players + 3
        self.at_pending: Final[i64] = self.block(
            "pending",
            (4,),
            "steps left of an upgrade; the slot that is paid for; cards paid; 1 if not trading is offered",
        )
        self.at_seats: Final[i64] = self.room(2 * players)
        at_seats: int = self.at_seats
        whose = "per seat, the viewer first"
        self.part("storage", at_seats, (players, 4), 8, f"cubes by colour, {whose}")
        self.part(
            "belongings",
            at_seats + 1,
            (players, 4),
            8,
            f"gold coins, silver coins, number of point cards, points as far as the viewer knows them, {whose}",
        )
        self.kinds: Final = Kinds(card.text for card in game.cards)
        number = len(self.kinds.names)
        self.at_cards: Final[i64] = self.block(
            "merchants",
            (players, number),
            f"merchants by kind (`merchants`): {READY} for each in the hand, 1 for each that has been played, {whose}",
        )
        self.bits: Final = piles.numbers(_bit(lane) for lane in self.kinds.lane)
        self.marks: Final = piles.numbers(_marks(both) for both in range(1 << 2 * LANES))
        self.single: Final = not game.twins and number <= _BITS
        self.row: Final[i64] = box.merchant_row
        self.at_row: Final[i64] = self.room(4 * box.merchant_row)
        at_row: int = self.at_row
        slots = "per slot of the row"
        self.part("merchant_cost", at_row, (box.merchant_row, 4), 16, f"cost of a trade by colour, {slots}")
        self.part("merchant_gain", at_row + 1, (box.merchant_row, 4), 16, f"gain by colour, {slots}")
        self.part(
            "merchant", at_row + 2, (box.merchant_row, 2), 16, f"steps of an upgrade; 1 if a card lies there, {slots}"
        )
        self.part("merchant_cubes", at_row + 3, (box.merchant_row, 4), 16, f"cubes lying on the card, {slots}")
        self.cards: Final = piles.numbers(merchant_words(game.cards))
        self.prices: Final = piles.numbers(spread(card.cost) for card in box.points)
        self.values: Final = piles.numbers(card.points for card in box.points)
        self.open: Final[i64] = box.point_row
        self.at_points: Final[i64] = self.room(2 * box.point_row)
        at_points: int = self.at_points
        self.part("point_cost", at_points, (box.point_row, 4), 8, f"cost by colour, {slots} of point cards")
        self.part(
            "point",
            at_points + 1,
            (box.point_row, 3),
            8,
            f"points; points of the coin that comes with it; 1 if a card lies there, {slots}",
        )
        self.at_table: Final[i64] = self.block(
            "left", (4,), "merchants left in the deck, point cards left in the deck, gold coins left, silver coins left"
        )
        self.point_kinds: Final = Kinds(card.text for card in box.points)
        self.at_out: Final[i64] = self.block(
            "claimed", (len(self.point_kinds.names),), "point cards that somebody has claimed, by kind (`point_cards`)"
        )
        self.gold: Final[i64] = box.gold_points
        self.silver: Final[i64] = box.silver_points

    def names(self) -> dict[str, list[str]]:
        return {"merchants": self.kinds.names, "point_cards": self.point_kinds.names}

    def points(self, s: State, seat: i64) -> i64:
        assert isinstance(s, SpiceRoadState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        coins = self.gold * s.gold[seat] + self.silver * s.silver[seat]
        return coins + cubes.scoring(s.storage[seat]) + self.card_points(s, seat)

    def card_points(self, s: SpiceRoadState, seat: i64) -> i64:
        """The points of the cards that a seat has claimed."""
        total: i64 = 0
        start = piles.start(s.claimed, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.claimed[start]):
            total += self.values[s.claimed[place]]
        return total

    def write(self, s: State, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, SpiceRoadState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        pending = self.heading(s, viewer, out, at, False)
        word: i64 = 0
        if pending >= 0:
            kind, payload = kind_of(pending), payload_of(pending)
            if kind == UPGRADE:
                word = payload & 15
            elif kind == PAY:
                word = (payload & 127) << SHIFT | (payload >> 7) << 32
            elif kind == TIMES:
                word = (payload & 1) << 48
        out[at + self.at_pending] = word
        self.write_seats(s, viewer, out, at, memo, kept)
        kept += 3 * self.players
        memo[kept] = viewer + 1
        self.write_merchants(s, out, at, memo, kept + 1)
        self.write_points(s, out, at, memo, kept + 2)
        out[at + self.at_table] = lanes(s.merchant_left, s.point_left, s.gold_pile, s.silver_pile)

    def write_seats(self, s: SpiceRoadState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        """The memo has three words a seat: how many merchants it has in its hand and played, and both as bits; then who
        has looked last.
        """
        players, words = self.players, self.kinds.words
        all_open = self.open_claims or s.over
        here, cards = at + self.at_seats, at + self.at_cards
        bits, marks, lane = self.bits, self.marks, self.kinds.lane
        hand, played, storage, golden, silvery = s.hand, s.played, s.storage, s.gold, s.silver
        same = memo[kept + 3 * players] == viewer + 1
        turn: i64
        place: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            gold, silver, number = golden[seat], silvery[seat], piles.size(s.claimed, seat)
            stored = spread(storage[seat])
            points = self.gold * gold + self.silver * silver
            points += (stored >> 16 & MOST) + (stored >> 32 & MOST) + (stored >> 48)
            if number and (all_open or turn == 0):
                points += self.card_points(s, seat)
            out[here] = stored
            out[here + 1] = lanes(gold, silver, number, points)
            here += 2
            if self.single:
                start, first = piles.start(hand, seat), piles.start(played, seat)
                known = 1 + hand[start] + (played[first] << SHIFT)
                mine = kept + 3 * seat
                ready: i64 = 0
                used: i64 = 0
                if memo[mine] == known:
                    if same:
                        cards += words
                        continue
                    ready = memo[mine + 1]
                    used = memo[mine + 2]
                else:
                    for place in range(start + 1, start + 1 + hand[start]):
                        ready |= bits[hand[place]]
                    for place in range(first + 1, first + 1 + played[first]):
                        used |= bits[played[place]]
                    memo[mine] = known
                    memo[mine + 1] = ready
                    memo[mine + 2] = used
                for place in range(cards, cards + words):
                    out[place] = marks[(ready & 15) | (used & 15) << LANES]
                    ready >>= LANES
                    used >>= LANES
            else:
                clear(out, cards, words)
                count_pile(out, cards, hand, seat, lane, READY)
                count_pile(out, cards, played, seat, lane, 1)
            cards += words

    def write_merchants(self, s: SpiceRoadState, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        """The row changes when a merchant is taken, and when a cube is laid down."""
        cards, row, laid = self.cards, s.merchants, s.laid
        here = at + self.at_row
        start, number, beside = piles.start(row, 0), piles.size(row, 0), piles.start(laid, 0)
        total: i64 = 0
        place: i64
        for place in range(beside + 1, beside + 1 + number):
            total += laid[place]
        if not changed(memo, kept, 1 + total + (number << 30) + (s.merchant_left << 40)):
            return
        for place in range(1, self.row + 1):
            if place <= number:
                card = 3 * row[start + place]
                out[here] = cards[card]
                out[here + 1] = cards[card + 1]
                out[here + 2] = cards[card + 2]
                out[here + 3] = spread(laid[beside + place])
            else:
                clear(out, here, 4)
            here += 4

    def write_points(self, s: SpiceRoadState, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        """The row, its coins, and what has been claimed change when somebody claims."""
        players, row, claimed = self.players, s.point_row, s.claimed
        total: i64 = 1
        seat: i64
        for seat in range(players):
            total += piles.size(claimed, seat)
        if not changed(memo, kept, total):
            return
        clear(out, at + self.at_out, self.point_kinds.words)
        for seat in range(players):
            count_pile(out, at + self.at_out, claimed, seat, self.point_kinds.lane)
        here = at + self.at_points
        start, number = piles.start(row, 0), piles.size(row, 0)
        place: i64
        for place in range(1, self.open + 1):
            if place <= number:
                kind = coin_above(place, s.gold_pile, s.silver_pile)
                coin: i64 = 0
                if kind == GOLD:
                    coin = self.gold
                elif kind == SILVER:
                    coin = self.silver
                out[here] = self.prices[row[start + place]]
                out[here + 1] = clipped(self.values[row[start + place]]) | clipped(coin) << SHIFT | ONES[2]
            else:
                clear(out, here, 2)
            here += 2
