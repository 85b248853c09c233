"""What the plans of all games share: which of some tables lets a seat's own next turns come to most.

The seat's turns are planned some way ahead, as if the others stood still: of the plans of equal length only the few
most promising are followed. Cards drawn meanwhile are not looked at: they are not known.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from ..core import actions, cubes, engine
from ..core.conversion import Conversion
from ..core.engine import State

WORTH = tuple(map(float, cubes.WORTH))
"""Cubes in steps above nothing: yellow 1 to brown 4."""

MOST = 5
"""No claim takes more cubes of a colour."""


@lru_cache(1 << 14)
def worth(packed: int) -> float:
    """The steps above nothing of some cubes together."""
    return sum(cubes.of_colour(packed, colour) * value for colour, value in enumerate(WORTH))


def without(have: int, number: int, order: Iterable[int] = range(cubes.COLOURS)) -> int:
    """Storage after giving up some cubes, the cheapest first unless told otherwise."""
    for colour in order:
        gone = min(number, cubes.of_colour(have, colour))
        have -= gone * cubes.UNITS[colour]
        number -= gone
    return have


def within(have: int) -> int:
    """A storage with its surplus returned: what no claim takes together, then the cheapest cubes first."""
    surplus = cubes.count(have) - cubes.LIMIT
    if surplus <= 0:
        return have
    for colour in range(cubes.COLOURS):
        gone = max(0, min(surplus, cubes.of_colour(have, colour) - MOST))
        have -= gone * cubes.UNITS[colour]
        surplus -= gone
    return without(have, surplus)


@lru_cache(1 << 14)
def useful(packed: int) -> float:
    """The worth of cubes, as far as claims can take them."""
    return sum(min(MOST, cubes.of_colour(packed, colour)) * value for colour, value in enumerate(WORTH))


@lru_cache(1 << 16)
def outcomes(card: Conversion, have: int) -> tuple[int, ...]:
    """The storages that a conversion can lead to, surplus returned."""
    if card.steps:
        reached = {have}
        for _ in range(card.steps):
            upgraded = {
                storage + cubes.UNITS[colour + 1] - cubes.UNITS[colour]
                for storage in reached
                for colour in range(cubes.COLOURS - 1)
                if cubes.of_colour(storage, colour)
            }
            reached = upgraded or reached
        found = sorted(reached)
    elif card.cost:
        found = [have + n * (card.gain - card.cost) for n in range(1, card.times(have) + 1)]
    else:
        found = [have + card.gain]
    return tuple(within(storage) for storage in found)


class Plan(Protocol):
    """Where some turns of one seat's own can lead."""

    @property
    def points(self) -> float:
        """Points made, those of later turns discounted."""

    @property
    def storage(self) -> int:
        """Packed cubes."""

    @property
    def claimed(self) -> int:
        """Point cards."""


class PlanValue:
    """Values tables that follow from one observation. A game says what a turn can make of a plan, and what it is worth.

    The weights of the games were found by playing variants against each other.
    """

    DEPTH = 4  # turns planned ahead
    WIDTH = 6  # plans followed
    RISK = 0.88  # of the points of a planned claim, for every turn it is away
    AHEAD = 2.5  # points a turn that the others go on making
    END = 200.0  # for ending a game as its winner

    HURRY = 1.0  # points lost for every turn that the seat waits to end a game as its winner

    RATE: float  # worth that a turn adds on the way to a claim
    SPARE: float  # how far surplus cubes stand in for missing ones
    DISCOUNT: float  # of a claim, for every turn it is away
    DELAY: float  # points lost for every turn it is away
    NEAREST: float
    SECOND: float
    CUBES: float

    def __init__(self, seat: int, prices: Sequence[int], cards_to_end: int, rivals: float, patience: float) -> None:
        """`rivals`: the most points that another seat may be expected to have; `patience`: see `total`."""
        self.seat = seat
        self.cards_to_end = cards_to_end
        self.rivals = rivals
        self.patience = patience
        self.costs = [[cubes.of_colour(price, colour) for colour in range(cubes.COLOURS)] for price in prices]

    # -- what a game says --------------------------------------------------------------------------------------------

    def plan(self, s: Any) -> Any:
        """Nothing planned yet: a table as it is."""
        raise NotImplementedError

    def turns(self, plan: Any, sure: float) -> list[Any]:
        """What one more turn can make of a plan; planned points count `sure` of their value."""
        raise NotImplementedError

    def value(self, plan: Any) -> float:
        """Points made, and what the rest of the plan promises."""
        raise NotImplementedError

    def key(self, plan: Any) -> Hashable:
        """Equal for plans of which only the better one need be followed."""
        raise NotImplementedError

    def sure(self, plan: Any) -> float:
        """Of the points of a plan those that count when the game ends with it."""
        return float(plan.points)

    def again(self, s: Any) -> list[Any]:
        """The plans of a turn that the seat has at once."""
        return self.turns(self.plan(s), 1.0)

    def made(self, s: Any) -> float:
        """Points that the seat has for sure, without cubes."""
        raise NotImplementedError

    # -- what all share ----------------------------------------------------------------------------------------------

    def worth_trying(self, listed: list[int], s: State) -> list[int]:
        """Of the choices that follow, those that matter now; the others are looked at when they are asked.

        Paying follows the cheapest cube and returning `within`, else the possibilities would multiply.
        """
        top = s.stack[-1]
        kind = engine.kind_of(top)
        if kind == engine.PAY:
            return listed[:1]
        if kind == engine.RETURN:
            have = s.storage[engine.seat_of(top)]
            gone = have - within(have)
            return [action for action in listed if cubes.of_colour(gone, action >> actions.BITS)][:1]
        return [action for action in listed if action & actions.KIND != actions.STOP] or listed

    def best(self, tables: list[tuple[int, Any]]) -> int:
        """The choice that leads to the table with the most promising plan; of equal ones the first.

        Args:
            tables: how the seat's turn can end, each with the choice that leads there.
        """
        settled = []
        plans = []
        for choice, s in tables:
            if self._last(s):
                settled.append((self.total(self._final(s), 0), -choice))
            elif s.active != self.seat or engine.kind_of(s.stack[-1]) != engine.TURN:
                plans.append((self.plan(s), choice))
            elif s.ending:
                settled += [(self._end(after, 0), -choice) for after in self.again(s)]
            else:
                plans += [(after, choice) for after in self.again(s)]
        front = self._front([(self.value(plan), plan, choice) for plan, choice in plans])
        for turn in range(1, self.DEPTH + 1):
            following = []
            for _, plan, choice in front:
                for after in self.turns(plan, self.RISK**turn):
                    if after.claimed >= self.cards_to_end:
                        settled.append((self._end(after, turn), -choice))
                    else:
                        following.append((self.value(after), after, choice))
            if not following:
                break
            front = self._front(following)
        settled += [(value, -choice) for value, _, choice in front]
        return -max(settled)[1]

    def _front(self, plans: list[tuple[float, Any, int]]) -> list[tuple[float, Any, int]]:
        """The most promising plans, none that is like a better one."""
        plans.sort(key=lambda each: (-each[0], each[2]))
        kept: dict[Hashable, tuple[float, Any, int]] = {}
        for each in plans:
            kept.setdefault(self.key(each[1]), each)
            if len(kept) == self.WIDTH:
                break
        return list(kept.values())

    def _last(self, s: State) -> bool:
        """Whether this seat has taken its last turn."""
        return s.ending and (s.over or s.active > self.seat or s.active == 0 or self._waits(s))

    def _waits(self, s: State) -> bool:
        """Whether nothing of its turn is left to this seat but what another one has to do."""
        return s.active == self.seat != s.seat

    def _final(self, s: State) -> float:
        return self.made(s) + cubes.scoring(s.storage[self.seat])

    def _end(self, plan: Any, turns: int) -> float:
        """What it is worth to end the game with a plan that takes so many more turns."""
        return self.total(self.sure(plan) + cubes.scoring(plan.storage), turns)

    def total(self, total: float, turns: int) -> float:
        """Only the result counts now. To end a lost game the seat waits a while: so much is its patience."""
        if total > self.rivals + turns * self.AHEAD:
            return total + self.END - turns * self.HURRY
        return total - self.patience

    def promise(self, have: int, cards: Iterable[tuple[int, float]]) -> float:
        """The nearest claim, discounted by the turns it still takes, the next nearest a little, and the cubes.

        Args:
            cards: point cards in reach, each with what claiming it brings.
        """
        counts = [cubes.of_colour(have, colour) for colour in range(cubes.COLOURS)]
        best = second = 0.0
        for card, points in cards:
            missing = spare = 0.0
            for colour, cost in enumerate(self.costs[card]):
                lack = cost - counts[colour]
                if lack > 0:
                    missing += lack * WORTH[colour]
                else:
                    spare -= lack * WORTH[colour]
            turns = (missing - self.SPARE * min(spare, missing)) / self.RATE
            if missing:
                turns += 0.35
            promise = points * self.DISCOUNT ** (turns + 1) - turns * self.DELAY
            if promise > best:
                best, second = promise, best
            elif promise > second:
                second = promise
        return best * self.NEAREST + second * self.SECOND + useful(have) * self.CUBES
