"""State, the stack of decisions, and the turn loop.

A turn is a stack of frames, each an int: decision kind, the seat that decides, and a payload that only the step of that
kind reads. The step lists the legal actions of its frame and applies one. A game is a table of steps, one a kind, plus
setup, and scoring.

All that a state holds is native: containers of numbers that are copied at once, and plain numbers. mypyc compiles the
same sources that are interpreted elsewhere.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from . import actions, piles
from .chance import Chance
from .errors import IllegalAction
from .scoring import Result

TURN: Final = 0
TIMES: Final = 1
UPGRADE: Final = 2
PAY: Final = 3
RETURN: Final = 4
FORT: Final = 5
EXPLORE: Final = 6
BONUS: Final = 7
MARKET: Final = 8
REPLACE: Final = 9
SWAP: Final = 10
SAIL: Final = 11
BUILD: Final = 12
OUTPOST: Final = 13
AFTER: Final = 14

DECISIONS: Final = (
    "turn", "times", "upgrade", "pay", "return", "fort", "explore",
    "bonus", "market", "replace", "swap", "sail", "build", "outpost",
)  # fmt: skip
"""Names of the decision kinds, by kind. A finished game's is `OVER`; `AFTER` asks nothing and has none."""
OVER: Final = "over"

_KIND: Final = 31
_SEAT: Final = 7

E_TURN: Final = 0
E_ACTION: Final = 1
E_PLAYED: Final = 2
E_GAINED: Final = 3
E_TRADED: Final = 4
E_UPGRADED: Final = 5
E_LAID: Final = 6
E_ACQUIRED: Final = 7
E_RESTED: Final = 8
E_CLAIMED: Final = 9
E_COIN: Final = 10
E_COINS_MOVED: Final = 11
E_REVEALED: Final = 12
E_RETURNED: Final = 13
E_ENDING: Final = 14
E_OVER: Final = 15
E_SENT: Final = 16
E_OUSTED: Final = 17
E_TOOLS: Final = 18
E_BONUS: Final = 19
E_SETTLED: Final = 20
E_EXPLORED: Final = 21
E_DRAWN: Final = 22
E_USED: Final = 23
E_KEPT: Final = 24
E_REPLACED: Final = 25
E_REFRESHED: Final = 26
E_SWAPPED: Final = 27
E_ROUTED: Final = 28
E_SAILED: Final = 29
E_TOLL: Final = 30
E_PRICE: Final = 31
E_BUILT: Final = 32


def frame(kind: i64, seat: i64, payload: i64 = 0) -> i64:
    """A pending decision as an int."""
    return kind | seat << 5 | payload << 8


def kind_of(pending: i64) -> i64:
    """The decision kind of a frame."""
    return pending & _KIND


def seat_of(pending: i64) -> i64:
    """The seat that decides a frame."""
    return pending >> 5 & _SEAT


def payload_of(pending: i64) -> i64:
    """What a frame is about; only the step of its kind knows how to read it."""
    return pending >> 8


DEEPEST: Final = 16
"""Frames that a turn never stacks."""
UNLISTED: Final = -1
"""The number of choices before they are listed."""
NONE: Final = piles.zeros(0)
"""A container that is never written to."""


class State:
    """What changes during a game and is copied by a search.

    `stack` holds the pending frames, `depth` of them; `listed` the legal actions, `choices` of them if they have been
    listed since the last change. `events` is None while nobody listens; else raw events are appended as
    (kind, seat, a, b, c). `reveals` grows whenever something hidden comes to light. Decks, and what else stays as it
    was laid out, are shared between copies; the next card of a deck is the last that is left.
    """

    __slots__ = (
        "active",
        "chance",
        "choices",
        "claimed",
        "depth",
        "ending",
        "events",
        "listed",
        "over",
        "point_deck",
        "point_left",
        "point_row",
        "reveals",
        "round",
        "stack",
        "storage",
        "turns",
    )

    active: i64
    chance: int
    choices: i64
    claimed: vec[i64]  # piles of point cards, one a seat
    depth: i64
    ending: bool
    events: list[tuple[int, int, int, int, int]] | None
    listed: vec[i64]
    over: bool
    point_deck: vec[i64]  # shared
    point_left: i64
    point_row: vec[i64]  # one pile
    reveals: i64
    round: i64
    stack: vec[i64]
    storage: vec[i64]  # packed cubes, per seat
    turns: i64

    def clear(self, game: Game[Any]) -> None:
        """Make this an empty table of a game in round 1, before any setup. A new state has no values until then."""
        self.active = 0
        self.round = 1
        self.turns = 0
        self.ending = False
        self.over = False
        self.reveals = 0
        self.chance = 0
        self.stack = piles.zeros(DEEPEST)
        self.depth = 0
        self.listed = piles.zeros(game.most_choices)
        self.choices = UNLISTED
        self.events = None
        self.storage = piles.zeros(game.players)
        self.claimed = piles.empty(game.players, game.cards_to_end)
        self.point_row = piles.empty(1, game.row_length)
        self.point_deck = NONE
        self.point_left = 0

    def copy_to(self, other: State) -> None:
        """Give `other` everything but the listeners; what may change is copied."""
        other.active = self.active
        other.round = self.round
        other.turns = self.turns
        other.ending = self.ending
        other.over = self.over
        other.reveals = self.reveals
        other.chance = self.chance
        other.stack = self.stack[:]
        other.depth = self.depth
        other.listed = self.listed[:]
        other.choices = self.choices
        other.events = None
        other.storage = self.storage[:]
        other.claimed = self.claimed[:]
        other.point_row = self.point_row[:]
        other.point_deck = self.point_deck
        other.point_left = self.point_left

    def copy(self) -> State:
        """An independent copy without listeners."""
        raise NotImplementedError

    @property
    def seat(self) -> int:
        """The seat that decides now, −1 when the game is over."""
        return -1 if self.over else seat_of(self.stack[self.depth - 1])

    @property
    def pending(self) -> int:
        """The frame that is to be decided; the game must not be over."""
        return self.stack[self.depth - 1]

    def ask(self, pending: i64) -> None:
        """Put a frame on top of the stack."""
        self.stack[self.depth] = pending
        self.depth += 1

    def ask_on(self, pending: i64) -> None:
        """Put a frame in the place of the top one."""
        self.stack[self.depth - 1] = pending

    def answered(self) -> None:
        """Remove the top frame."""
        self.depth -= 1

    def deal(self, deck: list[int], row: int) -> None:
        """Let this be the point cards, the last ones open in a row of so many."""
        self.point_deck = piles.numbers(deck)
        self.point_left = len(deck) - row
        piles.fill(self.point_row, 0, reversed(deck[len(deck) - row :]))

    def note(self, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Record an event for whoever listens."""
        if self.events is not None:
            self.events.append((kind, seat, a, b, c))


S = TypeVar("S", bound=State)


NOTHING: Final = 0
"""What a frame is carried out with that lists no action: it asks nothing."""


class Step(Generic[S]):
    """The rules of one decision kind: what may be chosen, and what a choice does."""

    def legal(self, s: S, pending: i64, out: vec[i64]) -> i64:
        """Write the legal actions of this frame to `out`, in a fixed order, none twice; how many there are.

        None at all if the frame asks nothing.
        """
        raise NotImplementedError

    def apply(self, s: S, pending: i64, action: i64) -> None:
        """Carry out a legal action. The frame lies on top of the stack and stays there unless the step removes it."""
        raise NotImplementedError


class Game(Generic[S]):
    """One game with its number of players, options and components bound: stateless, shared by all states.

    Attributes:
        cards_to_end: point cards that trigger the end.
        row_length: point cards that lie open.
        most_choices: no decision has more.
    """

    def __init__(self, players: int, cards_to_end: int, row_length: int, most_choices: int) -> None:
        self.players: Final[i64] = players
        self.cards_to_end: Final[i64] = cards_to_end
        self.row_length: Final[i64] = row_length
        self.most_choices: Final[i64] = max(most_choices, actions.MOST_NUMBER + 1)
        self.steps: list[Step[Any]] = []

    def blank(self) -> S:
        """An empty table."""
        raise NotImplementedError

    def new(self, seed: int) -> S:
        """A game set up by `seed`, before the first turn."""
        raise NotImplementedError

    def surplus(self, s: S) -> i64:
        """The first seat that must return cubes at the end of this turn, −1 if none (C6)."""
        raise NotImplementedError

    def result(self, s: S) -> Result:
        """The score as the table stands (C8, C9)."""
        raise NotImplementedError

    def count(self, s: S) -> i64:
        """How many legal actions there are, 0 when the game is over: they are the first of `s.listed`."""
        choices = s.choices
        if choices == UNLISTED:
            if s.over:
                return 0
            top = s.stack[s.depth - 1]
            choices = s.choices = self.steps[top & _KIND].legal(s, top, s.listed)
        return choices

    def legal(self, s: S) -> list[int]:
        """All legal actions; empty when the game is over."""
        return list(s.listed[: self.count(s)])

    def step(self, s: S, number: i64) -> i64:
        """Carry out the legal action of that number (0-based) and all that it forces; `count` of what follows.

        Raises:
            IllegalAction: there is none of that number; nothing has changed.
        """
        choices = self.count(s)
        if not 0 <= number < choices:
            raise IllegalAction("there are {n} legal actions, none has the number {number}", n=choices, number=number)
        self.apply(s, s.listed[number])
        return self.count(s)

    def play_out(self, s: S, chance: Chance, most: i64) -> i64:
        """Play at random until the game is over, but at most so many decisions; how many it were."""
        done: i64 = 0
        choices = self.count(s)
        while choices and done < most:
            self.apply(s, s.listed[chance.pick(choices)])
            choices = s.choices if s.choices != UNLISTED else self.count(s)
            done += 1
        return done

    def apply(self, s: S, action: i64) -> None:
        """Carry out one legal action, then everything that leaves no choice (C10)."""
        top = s.stack[s.depth - 1]
        s.choices = UNLISTED
        if s.events is not None:
            s.events.append((E_ACTION, seat_of(top), action, 0, 0))
        self.steps[top & _KIND].apply(s, top, action)
        self.settle(s)

    def settle(self, s: S) -> None:
        """Go on to the next decision with a choice: apply what is forced, end turns, and the game."""
        while True:
            if s.depth == 0:
                seat = self.surplus(s)
                if seat < 0:
                    self.next_turn(s)
                    return
                s.ask(RETURN | seat << 5)
            top = s.stack[s.depth - 1]
            kind = top & _KIND
            if kind == TURN:
                return
            step = self.steps[kind]
            choices = step.legal(s, top, s.listed)
            if choices > 1:
                s.choices = choices
                return
            if choices == 0:
                step.apply(s, top, NOTHING)
                continue
            if s.events is not None:
                s.events.append((E_ACTION, seat_of(top), s.listed[0], 1, 0))
            step.apply(s, top, s.listed[0])

    def next_turn(self, s: S) -> None:
        """Pass to the next seat, the next round, or the end (C7)."""
        s.turns += 1
        seat = s.active + 1
        if seat == self.players:
            if s.ending:
                s.over = True
                s.note(E_OVER, -1)
                return
            seat = 0
            s.round += 1
        s.active = seat
        s.ask(TURN | seat << 5)
        if s.events is not None:
            s.events.append((E_TURN, seat, s.round, 0, 0))
