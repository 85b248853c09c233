"""What a seat sees, as numbers: per game a flat row of fields, filled from the state by compiled code.

Only what everybody or the viewer may know is read (C11): never the order of a deck or of a stack below its top, never a
point card that lies face down before somebody else. Cards that read the same are not told apart.

A row is a container of words of 64 bits, each of four lanes of 16, the first lane lowest: on machines that keep the
lowest byte first, the memory of a row is one of int16. No lane is ever below 0 or above `MOST`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import BENEFITS, ExplorationTile, LandCard
from ..core import cubes, piles
from ..core.conversion import Conversion, cost_of, gain_of
from ..core.engine import (
    AFTER,
    DECISIONS,
    EXPLORE,
    FORT,
    MARKET,
    PAY,
    REPLACE,
    SAIL,
    TIMES,
    UPGRADE,
    Game,
    State,
    kind_of,
    payload_of,
    seat_of,
)
from ..games.east_west import EastWest
from ..games.east_west_1 import PartOne
from ..games.east_west_2 import PartTwo
from ..games.new_world import CLAIMED, PLACE, TAKEN, NewWorld
from ..games.spice_road import GOLD, SILVER, SpiceRoad, SpiceRoadState, coin_above
from ..rules import route, sea
from ..rules.market import SLOTS, MarketState
from ..rules.route import RouteState
from ..rules.sea import SeaState
from ..rules.settlers import LandState

VERSION: Final = 1
"""Of the fields and their meaning; it grows when the same table gives another row."""

LANES: Final = 4
"""Fields of 16 bits in a word."""
MOST: Final = (1 << 15) - 1
"""The greatest value of a field."""

_ONES: Final = piles.numbers([1, 1 << 16, 1 << 32, 1 << 48])
"""A word with 1 in one lane."""
_SHIFT: Final = 16
_FARTHEST_ROUND: Final = 9999


class Field:
    """Some numbers of a row that belong together.

    Attributes:
        name: unique in its game.
        start: of its first number in the row, 0-based; the rest follows in C order.
        shape: e.g. `(players, 4)`; the last axis may be followed by zeros up to a multiple of four.
        about: what the numbers say.
        stride: numbers in the row from one step along the first axis to the next.
    """

    __slots__ = ("about", "name", "shape", "start", "stride")

    def __init__(self, name: str, start: int, shape: tuple[int, ...], stride: int, about: str) -> None:
        self.name: Final = name
        self.start: Final = start
        self.shape: Final = shape
        self.stride: Final = stride
        self.about: Final = about

    def __repr__(self) -> str:
        return f"Field({self.name!r}, start={self.start}, shape={self.shape})"


def spread(packed: i64) -> i64:
    """Cubes as a word: one colour a lane, yellow first."""
    return (packed & 0x7F) | (packed & 0x3F80) << 9 | (packed & 0x1FC000) << 18 | (packed & 0xFE00000) << 27


def lanes(one: i64, two: i64, three: i64, four: i64) -> i64:
    """A word of four numbers; what is beyond `MOST` is told as `MOST`."""
    if (one | two | three | four) >> 15 == 0:
        return one | two << 16 | three << 32 | four << 48
    return clipped(one) | clipped(two) << 16 | clipped(three) << 32 | clipped(four) << 48


def clipped(value: i64) -> i64:
    """A number as a lane may hold it."""
    if value < 0:
        return 0
    if value > MOST:
        return MOST
    return value


def clear(out: vec[i64], at: i64, words: i64) -> None:
    """So many words become 0."""
    place: i64
    for place in range(at, at + words):
        out[place] = 0


def mark(out: vec[i64], at: i64, lane: i64) -> None:
    """One more in a lane of a block."""
    out[at + (lane >> 2)] += _ONES[lane & 3]


def one_hot(out: vec[i64], at: i64, words: i64, lane: i64) -> None:
    """A block with 1 in one lane and 0 in the others; below 0 in none."""
    clear(out, at, words)
    if lane >= 0:
        out[at + (lane >> 2)] = _ONES[lane & 3]


def around(seat: i64, viewer: i64, players: i64) -> i64:
    """How many seats after the viewer a seat is."""
    return seat - viewer if seat >= viewer else seat - viewer + players


def after(viewer: i64, turn: i64, players: i64) -> i64:
    """The seat that is so many seats after the viewer."""
    seat = viewer + turn
    return seat if seat < players else seat - players


def changed(memo: vec[i64], place: i64, key: i64) -> bool:
    """Whether a key is another than the one that was kept at a place; it is kept from now on."""
    if memo[place] == key:
        return False
    memo[place] = key
    return True


class Kinds:
    """Cards by what they read, so that cards that read the same are one.

    Attributes:
        names: their texts, in order of the box.
        lane: per card number, the place of its text in `names`.
        words: that a block with a lane for each of them takes.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(texts)
        self.names: Final = list(dict.fromkeys(texts))
        self.lane: Final = piles.numbers(self.names.index(text) for text in texts)
        self.words: Final[i64] = -(-len(self.names) // LANES)


def count_pile(out: vec[i64], at: i64, pile: vec[i64], number: i64, lane: vec[i64], by: i64 = 1) -> None:
    """So much more in its lane of a block for each card of a pile."""
    ones = _ONES
    start = piles.start(pile, number)
    place: i64
    for place in range(start + 1, start + 1 + pile[start]):
        where = lane[pile[place]]
        out[at + (where >> 2)] += by * ones[where & 3]


class Rows:
    """Fills rows for one game. Stateless: it serves any number of states.

    Attributes:
        words: of a row; it has four numbers for each.
        fields: what stands where.
        memo_words: what `write` keeps of a game from one row to the next.
    """

    def __init__(self, players: int) -> None:
        self.players: Final[i64] = players
        self.seat_words: Final[i64] = -(-players // LANES)
        self.words: i64 = 0
        self.memo_words: i64 = 1
        self.fields: list[Field] = []
        kinds = self.block(
            "decision", (len(DECISIONS),), f"1 at the kind of decision: {', '.join(DECISIONS)}; all 0 when it is over"
        )
        self.at_kind: Final[i64] = kinds
        self.kind_words: Final[i64] = -(-len(DECISIONS) // LANES)
        whose = "counted from the viewer on: 1 at 0 is the viewer"
        self.at_seat: Final[i64] = self.block("decides", (players,), f"1 at the seat that decides, {whose}")
        self.at_active: Final[i64] = self.block("active", (players,), f"1 at the seat whose turn it is, {whose}")
        self.at_viewer: Final[i64] = self.block("viewer", (players,), "1 at the viewer's own seat, counted from seat 0")
        self.at_round: Final[i64] = self.block(
            "round",
            (4,),
            "the round (9999 at most); 1 if the end has been triggered; 1 if it is over; 1 if the seat moves again",
        )
        self.at_cost: Final[i64] = self.block("trade_cost", (4,), "how often to trade: the cost, by colour")
        self.at_gain: Final[i64] = self.block("trade_gain", (4,), "how often to trade: the gain, by colour")

    def block(self, name: str, shape: tuple[int, ...], about: str, words: int = 0) -> int:
        """Room for a field; the word where it begins.

        Args:
            words: of one step along the first axis; 0 for as many as it needs.
        """
        start = self.words
        inner = 1
        for size in shape[1:]:
            inner *= size
        if len(shape) == 1:
            self.words += -(-shape[0] // LANES)
            stride = 1
        else:
            step = words or -(-inner // LANES)
            self.words += shape[0] * step
            stride = step * LANES
        self.fields.append(Field(name, int(start) * LANES, shape, stride, about))
        return start

    def part(self, name: str, start: int, shape: tuple[int, ...], stride: int, about: str) -> None:
        """Name numbers of room that has been made: `start` is the word, `stride` as in `Field`."""
        self.fields.append(Field(name, start * LANES, shape, stride, about))

    def room(self, words: int) -> int:
        """Room without a name; the word where it begins."""
        start = self.words
        self.words += words
        return start

    def write(self, s: State, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        """Fill the row that begins at a word, through the eyes of a seat. Whatever stood there is gone.

        From word `kept` of `memo` on lies what is known of the game from the last row, 0 before the first one: who
        keeps a memo writes all rows of the game to the same place, and one at least in every turn.
        """
        raise NotImplementedError

    def points(self, s: State, seat: i64) -> i64:
        """The points of a seat as the table stands, with all that lies face down."""
        raise NotImplementedError

    def heading(self, s: State, viewer: i64, out: vec[i64], at: i64, again: bool) -> i64:
        """What all games tell first. Returns the frame that is to be decided, −1 when the game is over."""
        players, words = self.players, self.seat_words
        pending: i64 = -1
        kind: i64 = -1
        decides: i64 = -1
        active: i64 = -1
        cost: i64 = 0
        gain: i64 = 0
        if not s.over:
            pending = s.stack[s.depth - 1]
            kind = kind_of(pending)
            decides = around(seat_of(pending), viewer, players)
            active = around(s.active, viewer, players)
            if kind == TIMES:
                code = payload_of(pending) >> 1
                cost = spread(cost_of(code))
                gain = spread(gain_of(code))
        one_hot(out, at + self.at_kind, self.kind_words, kind)
        if words == 1:
            out[at + self.at_viewer] = _ONES[viewer]
            out[at + self.at_seat] = 0
            out[at + self.at_active] = 0
            if pending >= 0:
                out[at + self.at_seat] = _ONES[decides]
                out[at + self.at_active] = _ONES[active]
        else:
            one_hot(out, at + self.at_seat, words, decides)
            one_hot(out, at + self.at_active, words, active)
            one_hot(out, at + self.at_viewer, words, viewer)
        number: i64 = _FARTHEST_ROUND
        if s.round < number:
            number = s.round
        ending, over, second = i64(s.ending), i64(s.over), i64(again)
        out[at + self.at_round] = number | ending << _SHIFT | over << 32 | second << 48
        out[at + self.at_cost] = cost
        out[at + self.at_gain] = gain
        return pending


def merchant_words(cards: Sequence[Conversion]) -> list[int]:
    """Three words a card: cost, gain, and steps of an upgrade beside a 1 for being there."""
    made: list[int] = []
    for card in cards:
        made += [spread(card.cost), spread(card.gain), lanes(card.steps, 1, 0, 0)]
    return made


READY: Final = 8
"""What a merchant in the hand counts beside one that has been played."""
_BITS: Final = 62
"""Kinds of cards of which a number has a bit each."""


def _bit(lane: int) -> int:
    return 1 << lane if lane < _BITS else 0


def _marks(both: int) -> int:
    """A word of four kinds: the lowest four bits are those in the hand, the next four those that have been played."""
    return sum((READY * (both >> lane & 1) + (both >> lane + LANES & 1)) << _SHIFT * lane for lane in range(LANES))


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
                word = (payload & 127) << _SHIFT | (payload >> 7) << 32
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
                known = 1 + hand[start] + (played[first] << _SHIFT)
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
                out[here + 1] = clipped(self.values[row[start + place]]) | clipped(coin) << _SHIFT | _ONES[2]
            else:
                clear(out, here, 2)
            here += 2


_OTHERS: Final = 5
"""Words of the memo of a land game before those of its seats: whether anything is kept; what the cards depend on, the
stacks, the market, and what has been used.
"""
_FORMS: Final = ("flat", "icon", "pair", "settlers", "merchants")
_FLAT: Final = 0
_ICON: Final = 1
_PAIR: Final = 2
_SETTLERS: Final = 3


class LandRows(Rows):
    """A New World and its combinations. What only a market, trade routes or a sea add is told only where they are."""

    def __init__(self, game: NewWorld[Any]) -> None:
        players: int = game.players
        super().__init__(players)
        box = game.box
        self.game: Final = game
        self.memo_words = _OTHERS + 3 * players
        whose = "per seat, the viewer first"
        self.at_pending: Final[i64] = self.room(3)
        at_pending: int = self.at_pending
        self.part(
            "pending",
            at_pending,
            (12,),
            1,
            "steps left of an upgrade; 1 if not trading is offered; the location of a fort or of an exploration "
            "(1 + its place in `locations`); 1 if its bonus tile has been taken; 1 if its card has been claimed; the "
            "slot of the market in use; 1 + the steps of a ship (1 for any tile); cubes still to be paid as a price; "
            "owners still to be paid a toll: 1 per seat, the viewer first",
        )
        self.icons: Final[i64] = len(box.icons)
        self.icon_words: Final[i64] = -(-len(box.icons) // LANES)
        self.tile_kinds: Final = Kinds(tile.text for tile in game.bonus)
        kinds = len(self.tile_kinds.names)
        self.seat_size: Final[i64] = 4 + self.icon_words + len(box.icons)
        self.at_seats: Final[i64] = self.room(players * self.seat_size)
        at_seats: int = self.at_seats
        step: int = self.seat_size * LANES
        help_words: int = self.icon_words
        self.part("storage", at_seats, (players, 4), step, f"cubes by colour, {whose}")
        self.part(
            "belongings",
            at_seats + 1,
            (players, 4),
            step,
            f"settlers at home, settlers in reserve, number of point cards, points as the table stands, {whose}",
        )
        self.part("icons", at_seats + 2, (players, 4), step, f"icons of {', '.join(BENEFITS)}, {whose}")
        self.part(
            "tiles",
            at_seats + 3,
            (players, 4),
            step,
            f"bonus tiles; what they are worth now; merchant cards; points of outposts, {whose}",
        )
        self.part(
            "help", at_seats + 4, (players, len(box.icons)), step, f"settlers spared at {', '.join(box.icons)}, {whose}"
        )
        self.part(
            "tools",
            at_seats + 4 + help_words,
            (players, len(box.icons), 4),
            step,
            f"cubes that Tools bring at {', '.join(box.icons)}, by colour, {whose}",
        )
        self.at_bonus: Final[i64] = self.block(
            "bonus", (players, kinds), f"bonus tiles by kind (`bonus_tiles`), {whose}"
        )
        self.card_kinds: Final = Kinds(card.text for card in box.cards)
        self.at_claimed: Final[i64] = self.block(
            "claimed", (len(self.card_kinds.names),), "point cards that somebody has claimed, by kind (`point_cards`)"
        )
        names = list(dict.fromkeys(name for board in game.boards for name in board.names))
        self.places: Final = names
        self.spots: Final[list[vec[i64]]] = [
            piles.numbers(names.index(name) for name in one.names) for one in game.boards
        ]
        self.all_spots: Final[i64] = len(names)
        self.at_spots: Final[i64] = self.room(4 * len(names))
        at_spots: int = self.at_spots
        where = "per location (`locations`)"
        self.part(
            "location",
            at_spots,
            (len(names), 4),
            16,
            "1 if it is on the board; 1 under an exploration tile; settlers standing there; settlers that the viewer "
            f"would have to send, 0 where it stands itself or a tile lies, {where}",
        )
        self.part(
            "location_seat",
            at_spots + 1,
            (len(names), players),
            16,
            f"1 at the seat that stands there, the viewer first, {where}",
        )
        self.part(
            "tile_cubes", at_spots + 2, (len(names), 4), 16, f"cubes of the exploration tile there by colour, {where}"
        )
        self.part(
            "tile",
            at_spots + 3,
            (len(names), 3),
            16,
            f"its settlers, points, 1 + icon ({', '.join(BENEFITS)}), {where}",
        )
        takes = list(dict.fromkeys(take for board in game.boards for take in board.takes))
        self.heaps: Final[list[vec[i64]]] = [
            piles.numbers(takes.index(take) for take in one.takes) for one in game.boards
        ]
        self.all_heaps: Final[i64] = len(takes)
        self.at_heaps: Final[i64] = self.room(2 * len(takes))
        at_heaps: int = self.at_heaps
        self.stacks: Final = list(dict.fromkeys(name for board in game.boards for name in board.heap_names))
        where = "per stack (`stacks`)"
        self.part(
            "stack",
            at_heaps,
            (len(takes), 3),
            8,
            "bonus tiles left; what the top one would add for the viewer now; "
            f"1 + its form ({', '.join(_FORMS)}), {where}",
        )
        self.part(
            "stack_top",
            at_heaps + 1,
            (len(takes), 4),
            8,
            f"of the top tile: points, how many count once, 1 + its icon, 1 + its second icon, {where}",
        )
        row: int = game.row_length
        self.at_forts: Final[i64] = self.room(3 * row + 3)
        at_forts: int = self.at_forts
        where = "per slot of the row, and of the top card of the deck"
        self.part("point_cost", at_forts, (row + 1, 4), 12, f"cost by colour, {where}")
        self.part(
            "point",
            at_forts + 1,
            (row + 1, 4),
            12,
            f"points, 1 + kind ({', '.join(BENEFITS)}), 1 + icon, settlers, {where}",
        )
        self.part("point_cube", at_forts + 2, (row + 1, 4), 12, f"cube of a Tool by colour, {where}")
        self.at_table: Final[i64] = self.block(
            "left", (4,), "point cards left in the deck; merchants left in the deck; exploration tiles on the table; 0"
        )
        words: list[int] = []
        for card in box.cards:
            words += self.card_words(card)
        self.cards: Final = piles.numbers(words)
        words = []
        for tile in box.exploration:
            words += self.find_words(tile)
        self.finds: Final = piles.numbers(words)
        self.find_points: Final = piles.numbers(tile.points for tile in box.exploration)
        self.find_icons: Final = piles.numbers(_benefit(tile.icon) for tile in box.exploration)
        self.card_points: Final = piles.numbers(card.points for card in box.cards)
        self.card_icons: Final = piles.numbers(_benefit(card.kind) for card in box.cards)
        self.forms: Final = piles.numbers(_FORMS.index(tile.form) for tile in game.bonus)
        self.firsts: Final = piles.numbers(_benefit(tile.kinds[0]) if tile.kinds else 0 for tile in game.bonus)
        self.seconds: Final = piles.numbers(
            _benefit(tile.kinds[1]) if len(tile.kinds) > 1 else 0 for tile in game.bonus
        )
        self.pers: Final = piles.numbers(tile.per for tile in game.bonus)
        self.tile_points: Final = piles.numbers(tile.points for tile in game.bonus)
        self.settlers: Final[i64] = box.settlers
        values = box.outpost_values
        self.outposts: Final = piles.numbers(sum(values[:number]) for number in range(len(values) + 1))
        self.add_more()

    def add_more(self) -> None:
        """Room for what only some games have."""

    def card_words(self, card: LandCard) -> list[int]:
        """Three words of a point card."""
        icons = self.game.box.icons
        icon = 1 + icons.index(card.icon) if card.icon else 0
        about = lanes(card.points, 1 + BENEFITS.index(card.kind), icon, card.settlers)
        return [spread(card.cost), about, spread(card.cube)]

    def find_words(self, tile: ExplorationTile) -> list[int]:
        """Two words of an exploration tile."""
        icon = 1 + BENEFITS.index(tile.icon) if tile.icon else 0
        return [spread(tile.cubes), lanes(tile.settlers, tile.points, icon, 0)]

    def icon_counts(self, s: LandState, seat: i64) -> i64:
        """A word with the New World icons of a seat by kind."""
        ones = _ONES
        total: i64 = 0
        start = piles.start(s.claimed, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.claimed[start]):
            total += ones[self.card_icons[s.claimed[place]]]
        start = piles.start(s.explored, seat)
        for place in range(start + 1, start + 1 + s.explored[start]):
            icon = self.find_icons[s.explored[place]]
            if icon >= 0:
                total += ones[icon]
        return total

    def worth(self, tile: i64, icons: i64, settlers: i64, merchants: i64) -> i64:
        """The points of a bonus tile (NW23), `icons` as `icon_counts` gives them."""
        form, points = self.forms[tile], self.tile_points[tile]
        if form == _FLAT:
            return points
        if form == _SETTLERS:
            return settlers // self.pers[tile] * points
        if form != _ICON and form != _PAIR:
            return merchants // self.pers[tile] * points
        first = icons >> _SHIFT * self.firsts[tile] & MOST
        if form == _ICON:
            return first * points
        if self.firsts[tile] == self.seconds[tile]:
            return (first >> 1) * points
        second = icons >> _SHIFT * self.seconds[tile] & MOST
        return min(first, second) * points

    def bonus_points(self, s: LandState, seat: i64, icons: i64, merchants: i64) -> i64:
        """What the bonus tiles of a seat are worth."""
        settlers = self.settlers - s.reserve[seat]
        total: i64 = 0
        start = piles.start(s.bonus, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.bonus[start]):
            total += self.worth(s.bonus[place], icons, settlers, merchants)
        return total

    def merchants(self, s: LandState, seat: i64) -> i64:  # noqa: ARG002
        """The merchant cards of a seat."""
        return 0

    def outpost_points(self, s: LandState, seat: i64) -> i64:  # noqa: ARG002
        """What the outposts of a seat have uncovered."""
        return 0

    def owned_points(self, s: LandState, seat: i64) -> i64:
        """The points of the cards and exploration tiles of a seat."""
        total: i64 = 0
        start = piles.start(s.claimed, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.claimed[start]):
            total += self.card_points[s.claimed[place]]
        start = piles.start(s.explored, seat)
        for place in range(start + 1, start + 1 + s.explored[start]):
            total += self.find_points[s.explored[place]]
        return total

    def points(self, s: State, seat: i64) -> i64:
        assert isinstance(s, LandState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        bonus = self.bonus_points(s, seat, self.icon_counts(s, seat), self.merchants(s, seat))
        other = self.owned_points(s, seat) + cubes.scoring(s.storage[seat])
        return bonus + self.outpost_points(s, seat) + other

    def again(self, s: LandState) -> bool:  # noqa: ARG002
        """Whether another turn of the same seat follows."""
        return False

    def merchants_left(self, s: LandState) -> i64:  # noqa: ARG002
        """Merchants in the deck of the market."""
        return 0

    def write(self, s: State, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, LandState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        pending = self.heading(s, viewer, out, at, self.again(s))
        self.write_pending(s, viewer, pending, out, at + self.at_pending)
        fresh = memo[kept] == 0
        claims = self.write_seats(s, viewer, out, at, memo, kept + _OTHERS)
        lying = self.write_spots(s, viewer, out, at + self.at_spots, fresh)
        own = at + self.at_seats
        home = self.settlers - s.reserve[viewer]
        merchants = out[own + 3] >> 32 & MOST
        mine = piles.size(s.claimed, viewer) | piles.size(s.explored, viewer) << 8
        taken: i64 = 0
        seat: i64
        for seat in range(self.players):
            taken += piles.size(s.bonus, seat)
        if changed(memo, kept + 2, 1 + viewer | taken << 4 | mine << 14 | home << 30 | merchants << 42):
            self.write_heaps(s, out[own + 2], home, merchants, out, at, fresh)
        if changed(memo, kept + 1, 1 + claims):
            self.write_cards(s, out, at)
        out[at + self.at_table] = lanes(s.point_left, self.merchants_left(s), lying, 0)
        self.write_more(s, viewer, out, at, memo, kept)
        memo[kept] = 1

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        """What only some games have."""

    def write_pending(self, s: LandState, viewer: i64, pending: i64, out: vec[i64], at: i64) -> None:
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        if pending >= 0:
            kind, payload = kind_of(pending), payload_of(pending)
            if kind == UPGRADE:
                first = payload & 15
            elif kind == TIMES:
                first = (payload & 1) << _SHIFT
            elif kind == FORT or kind == EXPLORE:
                taken, done = i64(payload & TAKEN != 0), i64(payload & CLAIMED != 0)
                first = (1 + self.spots[s.board][payload & PLACE]) << 32 | taken << 48
                second = done
            elif kind == MARKET or kind == REPLACE:
                second = (payload + 1) << _SHIFT
            elif kind == SAIL:
                second = (payload + 1) << 32
            elif kind == PAY:
                if payload & 1:
                    second = (payload >> 1) << 48
                else:
                    owners = payload >> 1
                    seat: i64
                    for seat in range(self.players):
                        if owners >> seat & 1:
                            third += _ONES[around(seat, viewer, self.players)]
            if s.depth > 1 and (kind == UPGRADE or kind == TIMES):
                beneath = s.stack[s.depth - 2]
                if kind_of(beneath) == AFTER:
                    second = (payload_of(beneath) + 1) << _SHIFT
        out[at] = first
        out[at + 1] = second
        out[at + 2] = third

    def write_seats(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> i64:
        """The memo has three words a seat: how many cards it has claimed and tiles it has explored, its icons, and the
        points of both. Returns how many cards have been claimed.
        """
        players, icons, icon_words, ones = self.players, self.icons, self.icon_words, _ONES
        here, bonus, claims = at + self.at_seats, at + self.at_bonus, i64(0)
        tile_kinds, spared, tools = self.tile_kinds, s.help, s.tools
        clear(out, bonus, players * tile_kinds.words)
        turn: i64
        icon: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            claimed, tiles, mine = piles.size(s.claimed, seat), piles.size(s.bonus, seat), kept + 3 * seat
            if changed(memo, mine, 1 + claimed + (piles.size(s.explored, seat) << _SHIFT)):
                memo[mine + 1] = self.icon_counts(s, seat)
                memo[mine + 2] = self.owned_points(s, seat)
            merchants, built, worth = self.merchants(s, seat), self.outpost_points(s, seat), i64(0)
            if tiles:
                worth = self.bonus_points(s, seat, memo[mine + 1], merchants)
                count_pile(out, bonus, s.bonus, seat, tile_kinds.lane)
            stored = spread(s.storage[seat])
            points = memo[mine + 2] + worth + built
            points += (stored >> 16 & MOST) + (stored >> 32 & MOST) + (stored >> 48)
            out[here] = stored
            out[here + 1] = lanes(s.home[seat], s.reserve[seat], claimed, points)
            out[here + 2] = memo[mine + 1]
            out[here + 3] = lanes(tiles, worth, merchants, built)
            clear(out, here + 4, icon_words + icons)
            if claimed:
                first, other = piles.start(spared, seat) + 1, piles.start(tools, seat) + 1
                gifts = here + 4 + icon_words
                for icon in range(icons):
                    if spared[first + icon]:
                        out[here + 4 + (icon >> 2)] += spared[first + icon] * ones[icon & 3]
                    if tools[other + icon]:
                        out[gifts + icon] = spread(tools[other + icon])
                claims += claimed
            here += self.seat_size
            bonus += tile_kinds.words
        return claims

    def write_spots(self, s: LandState, viewer: i64, out: vec[i64], at: i64, fresh: bool) -> i64:
        """Returns how many exploration tiles lie on the board."""
        board, where, finds = self.game.boards[s.board], self.spots[s.board], self.finds
        if fresh and len(where) < self.all_spots:
            clear(out, at, 4 * self.all_spots)
        printed, icons, spared = board.printed, board.icons, s.help
        first = piles.start(spared, viewer) + 1
        there, covered, ones, players = _ONES[0], _ONES[0] | _ONES[1], _ONES, self.players
        helped, alone = piles.size(s.claimed, viewer) > 0, len(self.spots) == 1
        lying: i64 = 0
        number: i64
        for number, spot in enumerate(s.spots):
            here = at + 4 * number
            if not alone:
                here = at + 4 * where[number]
            if spot < 0:
                tile = 2 * (-1 - spot)
                out[here] = covered
                out[here + 1] = 0
                out[here + 2] = finds[tile]
                out[here + 3] = finds[tile + 1]
                lying += 1
                continue
            owner: i64 = -1
            if spot:
                need = (spot >> 3) + 1
                owner = around(spot & 7, viewer, players)
                out[here + 1] = ones[owner]
            else:
                need = printed[number]
                out[here + 1] = 0
            if helped:
                need -= spared[first + icons[number]]
            if need < 1:
                need = 1
            if owner == 0:
                need = 0
            if fresh or out[here] >> _SHIFT & 1:
                out[here + 2] = 0
                out[here + 3] = 0
            out[here] = there | (spot >> 3) << 32 | need << 48
        return lying

    def write_heaps(
        self, s: LandState, icons: i64, home: i64, merchants: i64, out: vec[i64], at: i64, fresh: bool
    ) -> None:
        """Icons, settlers and merchants are those of the viewer."""
        where = self.heaps[s.board]
        at += self.at_heaps
        if fresh and len(where) < self.all_heaps:
            clear(out, at, 2 * self.all_heaps)
        heap: i64
        for heap, left in enumerate(s.heap_left):
            here = at + 2 * where[heap]
            if left:
                tile = piles.item(s.heap_tiles, heap, left - 1)
                form = self.forms[tile]
                first: i64 = 0
                second: i64 = 0
                if form == _ICON or form == _PAIR:
                    first = self.firsts[tile] + 1
                    if form == _PAIR:
                        second = self.seconds[tile] + 1
                out[here] = lanes(left, self.worth(tile, icons, home, merchants), form + 1, 0)
                out[here + 1] = lanes(self.tile_points[tile], self.pers[tile], first, second)
            else:
                out[here] = 0
                out[here + 1] = 0

    def write_cards(self, s: LandState, out: vec[i64], at: i64) -> None:
        """What changes when somebody claims: the row, the deck, and what has been claimed."""
        clear(out, at + self.at_claimed, self.card_kinds.words)
        seat: i64
        for seat in range(self.players):
            count_pile(out, at + self.at_claimed, s.claimed, seat, self.card_kinds.lane)
        cards, row = self.cards, s.point_row
        start, number = piles.start(row, 0), piles.size(row, 0)
        here = at + self.at_forts
        slots = self.game.row_length
        place: i64
        for place in range(1, slots + 2):
            card: i64 = -1
            if place <= slots:
                if place <= number:
                    card = 3 * row[start + place]
            elif s.point_left:
                card = 3 * s.point_deck[s.point_left - 1]
            if card < 0:
                clear(out, here, 3)
            else:
                out[here] = cards[card]
                out[here + 1] = cards[card + 1]
                out[here + 2] = cards[card + 2]
            here += 3


def _benefit(icon: str) -> int:
    return BENEFITS.index(icon) if icon else -1


class MarketRows(LandRows):
    """With a market of merchants, where there is one."""

    def add_more(self) -> None:
        game = self.game
        assert isinstance(game, EastWest)  # noqa: S101 - tells the type checker and mypyc, nothing else
        self.trading: bool = any(one.type == "market" for one in game.boards[0].locations)
        self.cards_of: vec[i64] = piles.numbers(merchant_words(game.cards))
        self.merchant_kinds: Kinds = Kinds(card.text for card in game.cards)
        self.at_market: i64 = 0
        self.at_gone: i64 = 0
        if self.trading:
            at_market = self.room(3 * SLOTS)
            self.at_market = at_market
            where = "per slot of the market"
            self.part("merchant_cost", at_market, (SLOTS, 4), 12, f"cost of a trade by colour, {where}")
            self.part("merchant_gain", at_market + 1, (SLOTS, 4), 12, f"gain by colour, {where}")
            self.part(
                "merchant", at_market + 2, (SLOTS, 2), 12, f"steps of an upgrade; 1 if a card lies there, {where}"
            )
            self.at_gone = self.block(
                "used",
                (len(self.merchant_kinds.names),),
                "merchants on discard piles, of all seats, by kind (`merchants`)",
            )

    def merchants(self, s: LandState, seat: i64) -> i64:
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return piles.size(s.discards, seat)

    def again(self, s: LandState) -> bool:
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return s.again

    def merchants_left(self, s: LandState) -> i64:
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return s.merchant_left

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:  # noqa: ARG002
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        if not self.trading:
            return
        cards, row = self.cards_of, s.market
        here = at + self.at_market
        start, number = piles.start(row, 0), piles.size(row, 0)
        laid: i64 = 1
        place: i64
        for place in range(start + 1, start + 1 + number):
            laid = (laid << 10) + row[place]
        if changed(memo, kept + 3, laid):
            for place in range(1, SLOTS + 1):
                if place <= number:
                    card = 3 * row[start + place]
                    out[here] = cards[card]
                    out[here + 1] = cards[card + 1]
                    out[here + 2] = cards[card + 2]
                else:
                    clear(out, here, 3)
                here += 3
        total: i64 = 1
        seat: i64
        for seat in range(self.players):
            total += piles.size(s.discards, seat)
        if changed(memo, kept + 4, total):
            clear(out, at + self.at_gone, self.merchant_kinds.words)
            for seat in range(self.players):
                count_pile(out, at + self.at_gone, s.discards, seat, self.merchant_kinds.lane)


class RouteRows(MarketRows):
    """Part I: trade routes, and exploration tiles beside the board."""

    def add_more(self) -> None:
        super().add_more()
        players: int = self.players
        where = "per seat, the viewer first, and card of its trade route"
        shape = (players, route.LENGTH, LANES)
        self.at_costs: i64 = self.block("route_cost", shape, f"cost of a trade by colour, {where}")
        self.at_gains: i64 = self.block("route_gain", shape, f"gain by colour, {where}")
        self.at_routes: i64 = self.block(
            "route", shape, f"steps of an upgrade; 1 if a card lies there; settlers on it; 0, {where}"
        )
        self.beside: i64 = len(self.game.box.exploration)
        beside: int = self.beside
        at_beside = self.room(2 * beside)
        self.at_beside: i64 = at_beside
        where = "per place beside the board"
        self.part("beside_cubes", at_beside, (beside, 4), 8, f"cubes of the exploration tile there by colour, {where}")
        self.part(
            "beside", at_beside + 1, (beside, 4), 8, f"its settlers, points, 1 + icon; 1 if a tile lies there, {where}"
        )

    def merchants(self, s: LandState, seat: i64) -> i64:
        assert isinstance(s, RouteState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return piles.size(s.routes, seat) + piles.size(s.discards, seat)

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, RouteState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        super().write_more(s, viewer, out, at, memo, kept)
        cards, routes, crews = self.cards_of, s.routes, s.crews
        costs, gains, about = at + self.at_costs, at + self.at_gains, at + self.at_routes
        players = self.players
        turn: i64
        place: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            number = piles.size(routes, seat)
            for place in range(route.LENGTH):
                here = turn * route.LENGTH + place
                if place < number:
                    card = 3 * piles.item(routes, seat, place)
                    out[costs + here] = cards[card]
                    out[gains + here] = cards[card + 1]
                    out[about + here] = cards[card + 2] + (piles.item(crews, seat, place) << 32)
                else:
                    out[costs + here] = 0
                    out[gains + here] = 0
                    out[about + here] = 0
        here = at + self.at_beside
        clear(out, here, 2 * self.beside)
        for tile in s.beside:
            if tile >= 0:
                out[here] = self.finds[2 * tile]
                out[here + 1] = self.finds[2 * tile + 1] + _ONES[3]
            here += 2


class SeaRows(MarketRows):
    """Parts II and III: the sea, ships and outposts."""

    def add_more(self) -> None:
        super().add_more()
        game = self.game
        assert isinstance(game, PartTwo)  # noqa: S101 - tells the type checker and mypyc, nothing else
        players: int = self.players
        self.grid: i64 = self.block(
            "grid", (players, sea.ROWS), "outposts built of each row of the grid, per seat, the viewer first"
        )
        tiles = 1 + sea.ROWS * sea.COLUMNS
        self.tiles: i64 = tiles
        at_sea = self.room(6 * tiles)
        self.at_sea: i64 = at_sea
        where = "per tile of the sea, the sea tile first"
        self.part("sea_cost", at_sea, (tiles, 4), 24, f"cost of the tile's trade by colour, {where}")
        self.part("sea_gain", at_sea + 1, (tiles, 4), 24, f"gain by colour, {where}")
        self.part(
            "sea",
            at_sea + 2,
            (tiles, 4),
            24,
            f"1 + row of the grid; toll for the viewer; price of an outpost; 1 if the viewer may build there, {where}",
        )
        self.part(
            "outposts", at_sea + 3, (tiles, players), 24, f"1 where a seat has an outpost, the viewer first, {where}"
        )
        self.part(
            "ships", at_sea + 4, (tiles, players), 24, f"1 where the ship of a seat lies, the viewer first, {where}"
        )
        self.part("sea_place", at_sea + 5, (tiles, 2), 24, f"axial coordinates q and r, each + 15, {where}")
        words: list[int] = []
        for trade, symbol in zip(game.all.sea, game.symbols, strict=True):
            words += [spread(trade.cost), spread(trade.gain), 1 + symbol]
        self.goods: vec[i64] = piles.numbers(words)

    def outpost_points(self, s: LandState, seat: i64) -> i64:
        assert isinstance(s, SeaState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        total: i64 = 0
        row: i64
        for row in range(sea.ROWS):
            total += self.outposts[piles.item(s.grids, seat, row)]
        return total

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, SeaState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        super().write_more(s, viewer, out, at, memo, kept)
        players, ones = self.players, _ONES
        here = at + self.grid
        turn: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            start = piles.start(s.grids, seat) + 1
            out[here] = lanes(s.grids[start], s.grids[start + 1], s.grids[start + 2], s.grids[start + 3])
            here += 1
        tile: i64
        here = at + self.at_sea
        if memo[kept] == 0:
            self.write_tiles(s, out, here)
        outposts, ships = s.outposts, s.ships
        for tile in range(self.tiles):
            out[here + 6 * tile + 4] = 0
        for turn in range(players):
            out[here + 6 * ships[after(viewer, turn, players)] + 4] += ones[turn]
        for tile, owners in enumerate(outposts):
            built: i64 = 0
            price: i64 = 0
            if owners:
                price = sea.price(s, tile, players)
                for turn in range(players):
                    if owners >> after(viewer, turn, players) & 1:
                        built += ones[turn]
            toll: i64 = 0
            if out[here + 4]:
                toll = sea.toll(s, viewer, tile)
            row = out[here + 2] & MOST
            if row:
                row |= price << 32 | (1 - (owners >> viewer & 1)) << 48
            out[here + 2] = row | toll << _SHIFT
            out[here + 3] = built
            here += 6

    def write_tiles(self, s: SeaState, out: vec[i64], here: i64) -> None:
        """What stays as it was laid out: trades, rows and places."""
        arguments, known = s.chart.layout.arguments, self.goods
        tile: i64
        for tile, goods in enumerate(s.chart.goods):
            if goods < 0:
                clear(out, here, 3)
            else:
                out[here] = known[3 * goods]
                out[here + 1] = known[3 * goods + 1]
                out[here + 2] = known[3 * goods + 2]
            out[here + 5] = (arguments[tile] & 31) | (arguments[tile] >> 5) << _SHIFT
            here += 6


def rows_of(game: Game[Any], open_claims: bool = False) -> Rows:
    """What fills the rows of a game."""
    if isinstance(game, SpiceRoad):
        return SpiceRoadRows(game, open_claims)
    if isinstance(game, PartTwo):
        return SeaRows(game)
    if isinstance(game, PartOne):
        return RouteRows(game)
    if isinstance(game, NewWorld):
        return LandRows(game)
    raise TypeError("this game has no rows of numbers")
