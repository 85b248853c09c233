"""What the plans of all games share: which of some tables lets a seat's own next turns come to most.

The seat's turns are planned some way ahead, as if the others stood still: of the plans of equal length only the few
most promising are followed. Cards drawn meanwhile are not looked at: they are not known.

Numbers are added one by one, in the same order in every build and Python, so that the same is chosen everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Final, Generic, TypeVar, cast

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, cubes, engine, piles
from ..core.conversion import Conversion
from ..core.engine import Game, State

MOST: Final = 5
"""No claim takes more cubes of a colour."""

CHEAPEST_FIRST: Final = tuple(range(cubes.COLOURS))
DEAREST_FIRST: Final = tuple(reversed(range(cubes.COLOURS)))


def worth(packed: i64) -> float:
    """The steps above nothing of some cubes together: yellow 1 to brown 4."""
    value: i64 = 0
    for steps in cubes.WORTH:
        value += (packed & cubes.FIELD) * steps
        packed >>= cubes.BITS
    return float(value)


def without(have: i64, number: i64, order: tuple[int, ...] = CHEAPEST_FIRST) -> i64:
    """Storage after giving up some cubes, the cheapest first unless told otherwise."""
    if number <= 0:
        return have
    colour: i64
    for colour in order:
        gone = min(number, cubes.of_colour(have, colour))
        have -= gone * cubes.UNITS[colour]
        number -= gone
    return have


def within(have: i64) -> i64:
    """A storage with its surplus returned: what no claim takes together, then the cheapest cubes first."""
    surplus = cubes.count(have) - cubes.LIMIT
    if surplus <= 0:
        return have
    colour: i64
    for colour in range(cubes.COLOURS):
        gone = max(0, min(surplus, cubes.of_colour(have, colour) - MOST))
        have -= gone * cubes.UNITS[colour]
        surplus -= gone
    return without(have, surplus)


def useful(packed: i64) -> float:
    """The worth of cubes, as far as claims can take them."""
    value: i64 = 0
    for steps in cubes.WORTH:
        value += min(MOST, packed & cubes.FIELD) * steps
        packed >>= cubes.BITS
    return float(value)


@lru_cache(1 << 16)
def outcomes(card: Conversion, have: int) -> tuple[int, ...]:
    """The storages that a conversion can lead to, surplus returned."""
    if card.steps:
        reached = {have}
        for _ in range(card.steps):
            upgraded = {
                int(storage + cubes.UNITS[colour + 1] - cubes.UNITS[colour])
                for storage in reached
                for colour in range(cubes.COLOURS - 1)
                if cubes.of_colour(storage, colour)
            }
            reached = upgraded or reached
        found = sorted(reached)
    elif card.cost:
        found = [int(have + n * (card.gain - card.cost)) for n in range(1, card.times(have) + 1)]
    else:
        found = [int(have + card.gain)]
    return tuple(int(within(storage)) for storage in found)


class Plan:
    """Where some turns of one seat's own can lead.

    Attributes:
        points: made, those of later turns discounted.
        storage: packed cubes.
        claimed: point cards.
    """

    __slots__ = ("claimed", "points", "storage")

    points: float
    storage: i64
    claimed: i64


S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Plan)


class PlanValue(Generic[S, P]):
    """Values tables that follow from one observation. A game says what a turn can make of a plan, and what it is worth.

    The weights of the games were found by playing variants against each other.
    """

    DEPTH: i64 = 4  # turns planned ahead
    WIDTH: i64 = 6  # plans followed
    RISK: float = 0.88  # of the points of a planned claim, for every turn it is away
    AHEAD: float = 2.5  # points a turn that the others go on making
    END: float = 200.0  # for ending a game as its winner

    HURRY: float = 1.0  # points lost for every turn that the seat waits to end a game as its winner

    RATE: float = 1.0  # worth that a turn adds on the way to a claim
    SPARE: float = 0.0  # how far surplus cubes stand in for missing ones
    DISCOUNT: float = 1.0  # of a claim, for every turn it is away
    DELAY: float = 0.0  # points lost for every turn it is away
    NEAREST: float = 0.0
    SECOND: float = 0.0
    CUBES: float = 0.0

    def __init__(self, seat: int, prices: vec[i64], cards_to_end: int, rivals: float, patience: float) -> None:
        """`rivals`: the most points that another seat may be expected to have; `patience`: see `total`."""
        self.seat: i64 = seat
        self.cards_to_end: i64 = cards_to_end
        self.rivals = rivals
        self.patience = patience
        self.costs: vec[i64] = piles.of(
            [[int(cubes.of_colour(price, colour)) for colour in range(cubes.COLOURS)] for price in prices]
        )

    # -- what a game says --------------------------------------------------------------------------------------------

    def plan(self, s: S) -> P:
        """Nothing planned yet: a table as it is."""
        raise NotImplementedError

    def turns(self, plan: P, sure: float) -> list[P]:
        """What one more turn can make of a plan; planned points count `sure` of their value."""
        raise NotImplementedError

    def value(self, plan: P) -> float:
        """Points made, and what the rest of the plan promises."""
        raise NotImplementedError

    def key(self, plan: P) -> Hashable:
        """Equal for plans of which only the better one need be followed."""
        raise NotImplementedError

    def sure(self, plan: P) -> float:
        """Of the points of a plan those that count when the game ends with it."""
        return plan.points

    def again(self, s: S) -> list[P]:
        """The plans of a turn that the seat has at once."""
        return self.turns(self.plan(s), 1.0)

    def made(self, s: S) -> float:
        """Points that the seat has for sure, without cubes."""
        raise NotImplementedError

    # -- what all share ----------------------------------------------------------------------------------------------

    def worth_trying(self, listed: list[int], s: S) -> list[int]:
        """Of the choices that follow, those that matter now; the others are looked at when they are asked.

        Paying follows the cheapest cube and returning `within`, else the possibilities would multiply.
        """
        top = s.pending
        kind = engine.kind_of(top)
        if kind == engine.PAY:
            return listed[:1]
        if kind == engine.RETURN:
            have = s.storage[engine.seat_of(top)]
            gone = have - within(have)
            return [action for action in listed if cubes.of_colour(gone, action >> actions.BITS)][:1]
        return [action for action in listed if action & actions.KIND != actions.STOP] or listed

    def choose(self, game: Game[S], s: S, legal: list[int]) -> tuple[int, ...]:
        """Of all ways through the rest of the seat's turn the most promising; of equal ones the first."""
        ends: list[tuple[S, tuple[int, ...]]] = []
        for action in legal:
            self._follow(game, s, (action,), ends)
        return ends[self._best([end for end, _ in ends])][1]

    def _follow(self, game: Game[S], s: S, way: tuple[int, ...], ends: list[tuple[S, tuple[int, ...]]]) -> None:
        """Collect the tables at the end of the turn, or where another seat decides, to which the last action of a way
        can lead, each with the whole way to it.
        """
        action = way[-1]
        after = cast("S", s.copy())
        game.apply(after, action)
        if after.over or engine.kind_of(after.pending) == engine.TURN or after.seat != self.seat:
            ends.append((after, way))
            return
        follows = self.worth_trying(game.legal(after), after)
        if engine.kind_of(after.pending) == engine.UPGRADE and engine.kind_of(s.pending) == engine.UPGRADE:
            follows = [follow for follow in follows if follow >= action]  # in another order they lead to the same
        for follow in follows:
            self._follow(game, after, (*way, follow), ends)

    def _best(self, tables: list[S]) -> int:
        """The number of the table at the end of a turn with the most promising plan, of equal ones the first."""
        settled: list[tuple[float, int]] = []
        plans: list[tuple[P, int]] = []
        for choice, s in enumerate(tables):
            if self._last(s):
                settled.append((self.total(self._final(s), 0), -choice))
            elif s.active != self.seat or engine.kind_of(s.pending) != engine.TURN:
                plans.append((self.plan(s), choice))
            elif s.ending:
                settled += [(self._end(after, 0), -choice) for after in self.again(s)]
            else:
                plans += [(after, choice) for after in self.again(s)]
        front = self._front(plans)
        turn: i64
        for turn in range(1, self.DEPTH + 1):
            following: list[tuple[P, int]] = []
            sure = self.RISK ** float(turn)
            for _, choice, _, plan in front:
                for after in self.turns(plan, sure):
                    if after.claimed >= self.cards_to_end:
                        settled.append((self._end(after, turn), -choice))
                    else:
                        following.append((after, choice))
            if not following:
                break
            front = self._front(following)
        settled += [(-value, -choice) for value, choice, _, _ in front]
        return -max(settled)[1]

    def _front(self, plans: list[tuple[P, int]]) -> list[tuple[float, int, int, P]]:
        """The most promising plans, none that is like a better one: each with its value below nothing, its choice and
        its number.
        """
        ranked = [(-self.value(plan), choice, number, plan) for number, (plan, choice) in enumerate(plans)]
        ranked.sort()
        kept: dict[Hashable, tuple[float, int, int, P]] = {}
        for each in ranked:
            kept.setdefault(self.key(each[3]), each)
            if len(kept) == self.WIDTH:
                break
        return list(kept.values())

    def _last(self, s: S) -> bool:
        """Whether this seat has taken its last turn."""
        return s.ending and (s.over or s.active > self.seat or s.active == 0 or self._waits(s))

    def _waits(self, s: S) -> bool:
        """Whether nothing of its turn is left to this seat but what another one has to do."""
        return s.active == self.seat and s.seat != self.seat

    def _final(self, s: S) -> float:
        return self.made(s) + float(cubes.scoring(s.storage[self.seat]))

    def _end(self, plan: P, turns: i64) -> float:
        """What it is worth to end the game with a plan that takes so many more turns."""
        return self.total(self.sure(plan) + float(cubes.scoring(plan.storage)), turns)

    def total(self, total: float, turns: i64) -> float:
        """Only the result counts now. To end a lost game the seat waits a while: so much is its patience."""
        if total > self.rivals + float(turns) * self.AHEAD:
            return total + self.END - float(turns) * self.HURRY
        return total - self.patience

    def promise(self, have: i64, cards: Iterable[tuple[int, float]]) -> float:
        """The nearest claim, discounted by the turns it still takes, the next nearest a little, and the cubes.

        Args:
            cards: point cards in reach, each with what claiming it brings.
        """
        best = second = 0.0
        colour: i64
        for card, points in cards:
            missing: i64 = 0
            spare: i64 = 0
            for colour in range(cubes.COLOURS):
                lack = piles.item(self.costs, card, colour) - cubes.of_colour(have, colour)
                if lack > 0:
                    missing += lack * cubes.WORTH[colour]
                else:
                    spare -= lack * cubes.WORTH[colour]
            turns = (float(missing) - self.SPARE * float(min(spare, missing))) / self.RATE
            if missing:
                turns += 0.35
            promise = points * self.DISCOUNT ** (turns + 1.0) - turns * self.DELAY
            if promise > best:
                best, second = promise, best
            elif promise > second:
                second = promise
        return best * self.NEAREST + second * self.SECOND + useful(have) * self.CUBES
