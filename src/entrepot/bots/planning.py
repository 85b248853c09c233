"""What the plans of all games share: which of some tables lets a seat's own next turns come to most.

The seat's turns are planned some way ahead: of the plans of equal length only the few most promising are followed.
Cards drawn meanwhile are not looked at: they are not known. Without rivals the others stand still. With rivals each of
them is planned for first: what it is likely to take is gone by then, when it is likely to end the game no turn follows,
and of the best choices the one is taken that leaves most between the seat and the best of the others.

Numbers are added one by one, in the same order in every build and Python, so that the same is chosen everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar, cast

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


def within(have: i64, order: tuple[int, ...] = CHEAPEST_FIRST) -> i64:
    """A storage with its surplus returned: what no claim takes together, then the cheapest cubes first unless told
    otherwise.
    """
    surplus = cubes.count(have) - cubes.LIMIT
    if surplus <= 0:
        return have
    colour: i64
    for colour in order:
        gone = max(0, min(surplus, cubes.of_colour(have, colour) - MOST))
        have -= gone * cubes.UNITS[colour]
        surplus -= gone
    return without(have, surplus, order)


def useful(packed: i64) -> float:
    """The worth of cubes, as far as claims can take them."""
    value: i64 = 0
    for steps in cubes.WORTH:
        value += min(MOST, packed & cubes.FIELD) * steps
        packed >>= cubes.BITS
    return float(value)


@lru_cache(1 << 16)
def outcomes(card: Conversion, have: int) -> tuple[int, ...]:
    """The storages that a conversion can lead to, surplus returned: the cheapest cubes or, as the open cards may ask
    for just those, the dearest.
    """
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
    kept = [int(within(storage)) for storage in found]
    kept += [int(within(storage, DEAREST_FIRST)) for storage in found if cubes.count(storage) > cubes.LIMIT]
    return tuple(dict.fromkeys(kept))


class Plan:
    """Where some turns of one seat's own can lead.

    Attributes:
        points: made, those of later turns discounted.
        storage: packed cubes.
        claimed: point cards.
        before: the plan that was one turn shorter.
    """

    __slots__ = ("before", "claimed", "points", "storage")

    points: float
    storage: i64
    claimed: i64
    before: Plan | None


POINT_CARDS: Final = 1 << 10
"""Of what can be taken from the table, see `PlanValue.taken`, point cards have the numbers from 0 to this."""

FAR: Final = 99
"""Turns that are never planned ahead."""


class Forecast:
    """What a seat is likely to do in its own turns to come.

    Attributes:
        seat: whose turns they are.
        value: points made in the end, and what the rest promises.
        gone: per turn what it takes from the table.
        points: per turn its score if the game ended with it.
        last: the number of the turn, 1-based, with which it ends the game, or `FAR`.
    """

    __slots__ = ("gone", "last", "points", "seat", "value")

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.value = 0.0
        self.gone: list[list[int]] = []
        self.points: list[float] = []
        self.last: i64 = FAR


def _value_of(ranked: tuple[float, int]) -> float:
    return ranked[0]


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
    CUBES: float = 0.0  # for a step of a cube
    EACH: float = 0.0  # for a cube, beyond its steps
    WAIT: float = 0.0  # rounds after which it does not mind to end a lost game
    LONG: float = 45.0  # rounds after which cubes that are only kept are worth less and less: no game is to stand still
    PASSING: float = 0.0  # turns of the horizon that a planned turn takes away

    REPLIES: i64 = 6  # choices that are looked at again with what the rivals do then
    SPITE: float = 1.0  # of what the best rival comes to then

    def __init__(
        self,
        seat: int,
        prices: vec[i64],
        cards_to_end: int,
        scores: list[float],
        rivals: float,
        number: int,
        horizon: float,
    ) -> None:
        """What the table promises.

        Args:
            scores: per seat the points that it may be expected to have.
            rivals: the most points that another seat may be expected to have at the end, were it now.
            number: of the round.
            horizon: own turns that may be left.
        """
        self.seat: i64 = seat
        self.scores = scores
        self.horizon = horizon
        self.others: list[PlanValue[S, P]] = []
        self.shift = 0.0
        self.begun = 0.0
        self.last: i64 = FAR
        self.gone: list[frozenset[int]] = []
        self.totals: list[float] = []
        self.followed: dict[int, P | None] = {}
        self.cards_to_end: i64 = cards_to_end
        self.rivals = rivals
        self.patience = max(-40.0, self.WAIT - float(number))
        self.kept = max(0.0, min(1.0, 2.0 - float(number) / self.LONG))
        self.costs: vec[i64] = piles.of(
            [[int(cubes.of_colour(price, colour)) for colour in range(cubes.COLOURS)] for price in prices]
        )

    def weigh(self, weights: Mapping[str, Any]) -> None:
        """Take other weights than the usual ones, by name; to be done before anything is reckoned with them."""
        for name, weight in weights.items():
            setattr(self, name, weight)

    # -- what a game says --------------------------------------------------------------------------------------------

    def plan(self, s: S) -> P:
        """Nothing planned yet: a table as it is."""
        raise NotImplementedError

    def turns(self, plan: P, sure: float) -> list[P]:
        """What one more turn can make of a plan; planned points count `sure` of their value."""
        raise NotImplementedError

    def value(self, plan: P, turn: i64) -> float:
        """Points made after so many more turns, and what the rest of the plan promises."""
        raise NotImplementedError

    def key(self, plan: P) -> Hashable:
        """Equal for plans of which only the better one need be followed."""
        raise NotImplementedError

    def sure(self, plan: P) -> float:
        """Of the points of a plan those that count when the game ends with it."""
        return plan.points

    def taken(self, before: P, after: P) -> list[int]:
        """What a turn has taken from the table, each thing by a number of its own."""
        raise NotImplementedError

    def deprived(self, plan: P, gone: frozenset[int]) -> P:
        """The plan on a table from which things are gone."""
        raise NotImplementedError

    def again(self, s: S) -> list[P]:
        """The plans of a turn that the seat has at once."""
        return self.turns(self.plan(s), 1.0)

    def made(self, s: S) -> float:
        """Points that the seat has for sure, without cubes."""
        raise NotImplementedError

    # -- what all share ----------------------------------------------------------------------------------------------

    def worth_trying(self, listed: list[int], s: S) -> list[int]:
        """Of the choices that follow, those that matter now; the others are looked at when they are asked.

        Paying follows the cheapest cube, returning the cheapest or the dearest: else the possibilities would multiply.
        """
        top = s.pending
        kind = engine.kind_of(top)
        if kind == engine.PAY:
            return listed[:1]
        if kind == engine.RETURN:
            have = s.storage[engine.seat_of(top)]
            cheap, dear = have - within(have), have - within(have, DEAREST_FIRST)
            first = [action for action in listed if cubes.of_colour(cheap, action >> actions.BITS)][:1]
            last = [action for action in listed if cubes.of_colour(dear, action >> actions.BITS)][-1:]
            return first if first == last else first + last
        return [action for action in listed if action & actions.KIND != actions.STOP] or listed

    def foresee(self, others: list[PlanValue[S, P]], s: S) -> None:
        """Plan with what these rivals are likely to do."""
        self.others = others
        self.begun = self.final(s)
        for other in others:
            other.shift = other.scores[other.seat] - other.final(s)

    def choose(self, game: Game[S], s: S, legal: list[int]) -> tuple[int, ...]:
        """Of all ways through the rest of the seat's turn the most promising; of equal ones the first."""
        return self.candidates(game, s, legal)[0][1]

    def candidates(
        self,
        game: Game[S],
        s: S,
        legal: list[int],
        noticed: Callable[[], bool] | None = None,
        leads: bool = False,
    ) -> list[tuple[float, tuple[int, ...]]]:
        """The most promising ways through the rest of the seat's turn and what they promise, the best first.

        With rivals that is how far it leads them, where there are several; else what it comes to itself.

        Args:
            noticed: asked for each of them whether it is thought of, one being thought of in any case.
            leads: that of one way alone is asked for too.
        """
        ends: list[tuple[S, tuple[int, ...]]] = []
        for action in legal:
            self._follow(game, s, (action,), ends)
        if noticed is not None:
            ends = [end for end in ends if noticed()] or ends[:1]
        tables = [end for end, _ in ends]
        if self.others:
            self._expect([other.forecast(s) for other in self.others])
        ranked = self._ranked(tables, list(range(len(tables))))
        if self.others and (leads or len(ranked) > 1):
            ranked = [(self._after_reply(tables[-number]), number) for _, number in ranked[: self.REPLIES]]
            ranked.sort(key=_value_of, reverse=True)
        return [(value, ends[-number][1]) for value, number in ranked]

    def line(self, s: S) -> tuple[list[P], list[Forecast]]:
        """What makes a table at the end of a turn promising: the plans that follow each other, the first being the
        table itself, and what the rivals are expected to do.

        Only the table is planned on: what the turn could not foresee is left to `again`.
        """
        forecasts = [] if s.over else [other.forecast(s) for other in self.others]
        self._expect(forecasts)
        self._ranked([s], [0])
        found: list[P] = []
        plan = self.followed.get(0)
        while plan is not None:
            found.append(plan)
            plan = cast("P | None", plan.before)
        found.reverse()
        return found, forecasts

    def _after_reply(self, s: S) -> float:
        """What a table at the end of a turn promises beyond the best rival, who plans with it too."""
        rival = self.rivals
        if not s.over:
            forecasts = [
                other.forecast(s, self.scores[self.seat] + self.final(s) - self.begun) for other in self.others
            ]
            self._expect(forecasts)
            rival = max([each.value for each in forecasts])
        return self._ranked([s], [0])[0][0] - self.SPITE * rival

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
        kind = engine.kind_of(after.pending)
        if kind in (engine.UPGRADE, engine.RETURN) and kind == engine.kind_of(s.pending):
            follows = [follow for follow in follows if follow >= action]  # in another order they lead to the same
        for follow in follows:
            self._follow(game, after, (*way, follow), ends)

    def forecast(self, s: S, ahead: float = 0.0) -> Forecast:
        """What the seat is likely to do in its next turns, if nobody disturbs it.

        Args:
            ahead: points that another seat may be expected to have by now, if they are more than was known.
        """
        known = self.rivals
        self.rivals = max(known, ahead)
        found = self._forecast(s)
        self.rivals = known
        return found

    def _forecast(self, s: S) -> Forecast:
        found = Forecast(self.seat)
        settled: list[tuple[float, i64, P]] = []
        depth = 1 if s.ending else self.DEPTH
        if self._last(s):
            found.value = self.total(self.final(s) + self.shift, 0)
            return found
        root = self.plan(s)
        root.before = None
        root.points += self.shift
        front: list[tuple[float, int, int, P]] = [(0.0, 0, 0, root)]
        turn: i64
        for turn in range(1, depth + 1):
            following: list[tuple[P, int]] = []
            sure = self.RISK ** float(turn - 1)
            for _, _, _, plan in front:
                for after in self.turns(plan, sure):
                    after.before = plan
                    if s.ending or after.claimed >= self.cards_to_end:
                        settled.append((self._end(after, turn), turn, after))
                    else:
                        following.append((after, 0))
            if not following:
                break
            front = self._front(following, turn)
        best: tuple[float, i64, P] | None = None
        for each in settled:
            if best is None or each[0] > best[0]:
                best = each
        line: P | None = None
        if front and (best is None or -front[0][0] >= best[0]):
            line = front[0][3]
            found.value = -front[0][0]
        elif best is not None:
            line = best[2]
            found.value = best[0]
            found.last = best[1]
        while line is not None and line.before is not None:
            before = cast("P", line.before)
            found.gone.append(self.taken(before, line))
            found.points.append(self.sure(line) + float(cubes.scoring(line.storage)))
            line = before
        found.gone.reverse()
        found.points.reverse()
        return found

    def _expect(self, forecasts: list[Forecast]) -> None:
        """Plan with what the rivals are likely to do."""
        turn: i64
        gone: set[int] = set()
        self.gone = [frozenset()]
        self.totals = [self.rivals]
        for turn in range(1, self.DEPTH + 1):
            best = self.rivals
            for each in forecasts:
                if turn <= len(each.gone):
                    gone.update(each.gone[turn - 1])
                if each.points:
                    best = max(best, each.points[min(turn, len(each.points)) - 1])
            self.gone.append(frozenset(gone))
            self.totals.append(best)
        self.last = FAR
        for each in forecasts:
            if each.last < FAR:
                self.last = min(self.last, each.last - 1 if each.seat > self.seat else each.last)

    def _ranked(self, tables: list[S], numbers: list[int]) -> list[tuple[float, int]]:
        """Of tables at the end of a turn, those with the most promising plans: what they promise, and their numbers
        below nothing, the best first.
        """
        settled: list[tuple[float, int, P | None]] = []
        plans: list[tuple[P, int]] = []
        for choice, s in zip(numbers, tables, strict=True):
            if self._last(s):
                # Rivals who have a turn left are reckoned with as they stand after it.
                settled.append((self.total(self.final(s), 1 if self.others and not s.over else 0), -choice, None))
            elif s.active != self.seat or engine.kind_of(s.pending) != engine.TURN:
                plans.append((self.plan(s), choice))
            elif s.ending:
                settled += [(self._end(after, 0), -choice, after) for after in self.again(s)]
            else:
                plans += [(after, choice) for after in self.again(s)]
        for plan, _ in plans:
            plan.before = None
        if self.last <= 0:
            settled += [(self._end(plan, 0), -choice, plan) for plan, choice in plans]
            plans = []
        front = self._front(plans, 0)
        turn: i64
        for turn in range(1, self.DEPTH + 1):
            following: list[tuple[P, int]] = []
            sure = self.RISK ** float(turn)
            for _, choice, _, plan in front:
                if turn < len(self.gone) and self.gone[turn]:
                    before = plan.before
                    plan = self.deprived(plan, self.gone[turn])
                    plan.before = before
                for after in self.turns(plan, sure):
                    after.before = plan
                    if after.claimed >= self.cards_to_end or turn >= self.last:
                        settled.append((self._end(after, turn), -choice, after))
                    else:
                        following.append((after, choice))
            if not following:
                front = []
                break
            front = self._front(following, turn)
        settled += [(-value, -choice, plan) for value, choice, _, plan in front]
        best: dict[int, float] = {}
        self.followed = {}
        for value, number, line in settled:
            if number not in best or value > best[number]:
                best[number] = value
                self.followed[number] = line
        ranked = [(value, number) for number, value in best.items()]
        ranked.sort(reverse=True)
        return ranked

    def _front(self, plans: list[tuple[P, int]], turn: i64) -> list[tuple[float, int, int, P]]:
        """The most promising plans, none that is like a better one: each with its value below nothing, its choice and
        its number.
        """
        ranked = [(-self.value(plan, turn), choice, number, plan) for number, (plan, choice) in enumerate(plans)]
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

    def final(self, s: S) -> float:
        """The score as it stands."""
        return self.made(s) + float(cubes.scoring(s.storage[self.seat]))

    def _end(self, plan: P, turns: i64) -> float:
        """What it is worth to end the game with a plan that takes so many more turns."""
        return self.total(self.sure(plan) + float(cubes.scoring(plan.storage)), turns)

    def total(self, total: float, turns: i64) -> float:
        """Only the result counts now. To end a lost game the seat waits a while: so much is its patience."""
        ahead = self.rivals + float(turns) * self.AHEAD
        if self.totals:
            ahead = self.totals[min(turns, len(self.totals) - 1)]
        if total > ahead:
            return total + self.END - float(turns) * self.HURRY
        return total - self.patience

    def left(self, turn: i64) -> float:
        """Own turns that are left after so many more."""
        return max(0.0, (self.horizon if self.last >= FAR else float(self.last)) - float(turn) * self.PASSING)

    def promise(self, have: i64, cards: Iterable[tuple[int, float]]) -> float:
        """The nearest claim, discounted by the turns it still takes, the next nearest a little, and the cubes.

        Args:
            cards: point cards in reach, each with what claiming it brings.
        """
        best = second = 0.0
        stored = useful(have) * self.CUBES + float(cubes.count(have)) * self.EACH
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
        return best * self.NEAREST + second * self.SECOND + stored * self.kept
