"""State, the stack of decisions, and the turn loop.

A turn is a stack of frames, each an int: decision kind, the seat that decides, and a payload that only the step of that
kind reads. The step lists the legal actions of its frame and applies one. A game is a table of steps, one a kind, plus
setup, and scoring.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

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


def frame(kind: int, seat: int, payload: int = 0) -> int:
    """A pending decision as an int."""
    return kind | seat << 5 | payload << 8


def kind_of(pending: int) -> int:
    """The decision kind of a frame."""
    return pending & _KIND


def seat_of(pending: int) -> int:
    """The seat that decides a frame."""
    return pending >> 5 & _SEAT


def payload_of(pending: int) -> int:
    """What a frame is about; only the step of its kind knows how to read it."""
    return pending >> 8


class State:
    """What changes during a game and is copied by a search. Tuples are shared between copies, lists never.

    `events` is None while nobody listens; else raw events are appended as (kind, seat, a, b, c).
    `reveals` grows whenever something hidden comes to light. `listed` keeps what was listed as legal until
    the next change.
    """

    __slots__ = (
        "active",
        "chance",
        "claimed",
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

    active: int
    chance: int
    claimed: list[tuple[int, ...]]
    ending: bool
    events: list[tuple[int, int, int, int, int]] | None
    listed: list[int] | None
    over: bool
    point_deck: tuple[int, ...]  # the next card is point_deck[point_left - 1]
    point_left: int
    point_row: tuple[int, ...]
    reveals: int
    round: int
    stack: list[int]
    storage: list[int]
    turns: int

    def clear(self, players: int) -> None:
        """Make this an empty table in round 1, before any setup. A new state has no values until then."""
        self.active = 0
        self.round = 1
        self.turns = 0
        self.ending = False
        self.over = False
        self.reveals = 0
        self.chance = 0
        self.stack = []
        self.listed = None
        self.events = None
        self.storage = [0] * players
        self.claimed = [()] * players
        self.point_row = ()
        self.point_deck = ()
        self.point_left = 0

    def copy_to(self, other: State) -> None:
        """Give `other` everything but the listeners; what is mutable is copied."""
        other.active = self.active
        other.round = self.round
        other.turns = self.turns
        other.ending = self.ending
        other.over = self.over
        other.reveals = self.reveals
        other.chance = self.chance
        other.stack = self.stack[:]
        other.listed = self.listed
        other.events = None
        other.storage = self.storage[:]
        other.claimed = self.claimed[:]
        other.point_row = self.point_row
        other.point_deck = self.point_deck
        other.point_left = self.point_left

    def copy(self) -> State:
        """An independent copy without listeners."""
        raise NotImplementedError

    @property
    def seat(self) -> int:
        """The seat that decides now, −1 when the game is over."""
        return -1 if self.over else seat_of(self.stack[-1])

    def note(self, kind: int, seat: int, a: int = 0, b: int = 0, c: int = 0) -> None:
        """Record an event for whoever listens."""
        if self.events is not None:
            self.events.append((kind, seat, a, b, c))


S = TypeVar("S", bound=State)


NOTHING: Final = 0
"""What a frame is carried out with that lists no action: it asks nothing."""


class Step(Generic[S]):
    """The rules of one decision kind: what may be chosen, and what a choice does."""

    def legal(self, s: S, pending: int) -> list[int]:
        """The legal actions of this frame, in a fixed order, none twice; none at all if it asks nothing."""
        raise NotImplementedError

    def apply(self, s: S, pending: int, action: int) -> None:
        """Carry out a legal action. The frame lies on top of the stack and stays there unless the step removes it."""
        raise NotImplementedError


class Game(Generic[S]):
    """One game with its number of players, options and components bound: stateless, shared by all states."""

    def __init__(self, players: int) -> None:
        self.players: Final = players
        self.steps: list[Step[Any]] = []

    def new(self, seed: int) -> S:
        """A game set up by `seed`, before the first turn."""
        raise NotImplementedError

    def surplus(self, s: S) -> int:
        """The first seat that must return cubes at the end of this turn, −1 if none (C6)."""
        raise NotImplementedError

    def result(self, s: S) -> Result:
        """The score as the table stands (C8, C9)."""
        raise NotImplementedError

    def legal(self, s: S) -> list[int]:
        """All legal actions; empty when the game is over. Not to be changed by the caller."""
        listed = s.listed
        if listed is None:
            if s.over:
                return []
            top = s.stack[-1]
            listed = s.listed = self.steps[top & _KIND].legal(s, top)
        return listed

    def apply(self, s: S, action: int) -> None:
        """Carry out one legal action, then everything that leaves no choice (C10)."""
        stack = s.stack
        top = stack[-1]
        s.listed = None
        if s.events is not None:
            s.events.append((E_ACTION, seat_of(top), action, 0, 0))
        self.steps[top & _KIND].apply(s, top, action)
        self.settle(s)

    def settle(self, s: S) -> None:
        """Go on to the next decision with a choice: apply what is forced, end turns, and the game."""
        stack = s.stack
        while True:
            if not stack:
                seat = self.surplus(s)
                if seat >= 0:
                    stack.append(RETURN | seat << 5)
                else:
                    self.next_turn(s)
                    return
            top = stack[-1]
            kind = top & _KIND
            if kind == TURN:
                return
            step = self.steps[kind]
            listed = step.legal(s, top)
            if len(listed) > 1:
                s.listed = listed
                return
            if not listed:
                step.apply(s, top, NOTHING)
                continue
            if s.events is not None:
                s.events.append((E_ACTION, seat_of(top), listed[0], 1, 0))
            step.apply(s, top, listed[0])

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
        s.stack.append(TURN | seat << 5)
        if s.events is not None:
            s.events.append((E_TURN, seat, s.round, 0, 0))
