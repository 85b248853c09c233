"""What a seat sees, as numbers: per game a flat row of fields, filled from the state by compiled code.

Only what everybody or the viewer may know is read (C11): never the order of a deck or of a stack below its top, never a
point card that lies face down before somebody else. Cards that read the same are not told apart.

A row is a container of words of 64 bits, each of four lanes of 16, the first lane lowest: on machines that keep the
lowest byte first, the memory of a row is one of int16. No lane is ever below 0 or above `MOST`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import piles
from ..core.conversion import Conversion, cost_of, gain_of
from ..core.engine import DECISIONS, TIMES, State, kind_of, payload_of, seat_of

VERSION: Final = 1
"""Of the fields and their meaning; it grows when the same table gives another row."""

LANES: Final = 4
"""Fields of 16 bits in a word."""
MOST: Final = (1 << 15) - 1
"""The greatest value of a field."""

ONES: Final = piles.numbers([1, 1 << 16, 1 << 32, 1 << 48])
"""A word with 1 in one lane."""
SHIFT: Final = 16
_FARTHEST_ROUND: Final = 9999


class Field:
    """Some numbers of a row that belong together. They need not lie side by side: `Spec.look` takes them out of a row.

    What belongs to one seat, card or location lies together, so fields interleave: a step along the first axis of
    `storage` passes over `belongings` and whatever else that seat has.

    Attributes:
        name: unique in its game.
        start: where its first number stands in a row, 0-based.
        shape: e.g. `(players, 4)`.
        stride: how many places of a row lie between one step along the first axis and the next. The numbers of a step
            stand side by side in C order; after them come zeros up to a multiple of four, or other fields.
        about: what the numbers say.
    """

    __slots__ = ("about", "name", "shape", "start", "stride")

    def __init__(self, name: str, start: int, shape: tuple[int, ...], stride: int, about: str) -> None:
        self.name: Final = name
        self.start: Final = start
        self.shape: Final = shape
        self.stride: Final = stride
        self.about: Final = about

    def __repr__(self) -> str:
        return f"Field({self.name!r}, start={self.start}, shape={self.shape}, stride={self.stride})"


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
    out[at + (lane >> 2)] += ONES[lane & 3]


def one_hot(out: vec[i64], at: i64, words: i64, lane: i64) -> None:
    """A block with 1 in one lane and 0 in the others; below 0 in none."""
    clear(out, at, words)
    if lane >= 0:
        out[at + (lane >> 2)] = ONES[lane & 3]


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
    ones = ONES
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

    def names(self) -> dict[str, list[str]]:
        """What fields count or tell of one by one: by the name of the sort the texts of cards, tiles and places."""
        return {}

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
            out[at + self.at_viewer] = ONES[viewer]
            out[at + self.at_seat] = 0
            out[at + self.at_active] = 0
            if pending >= 0:
                out[at + self.at_seat] = ONES[decides]
                out[at + self.at_active] = ONES[active]
        else:
            one_hot(out, at + self.at_seat, words, decides)
            one_hot(out, at + self.at_active, words, active)
            one_hot(out, at + self.at_viewer, words, viewer)
        number: i64 = _FARTHEST_ROUND
        if s.round < number:
            number = s.round
        ending, over, second = i64(s.ending), i64(s.over), i64(again)
        out[at + self.at_round] = number | ending << SHIFT | over << 32 | second << 48
        out[at + self.at_cost] = cost
        out[at + self.at_gain] = gain
        return pending


def merchant_words(cards: Sequence[Conversion]) -> list[int]:
    """Three words a card: cost, gain, and steps of an upgrade beside a 1 for being there."""
    made: list[int] = []
    for card in cards:
        made += [spread(card.cost), spread(card.gain), lanes(card.steps, 1, 0, 0)]
    return made
