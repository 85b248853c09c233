"""What a table of Spice Road is worth to a seat, in points: a plan of the seat's own next turns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ..core import actions, cubes, engine
from ..core.conversion import Conversion
from ..games.spice_road import SpiceRoad, SpiceRoadState
from ..match import Observation

_WORTH = (1.0, 2.0, 3.0, 4.0)

# A typical game, for `speed`: what a storage holds after a claim, the worth and the cubes a claim takes, and turns.
_START = cubes.parse("YYR")
_CLAIM = 14
_PRICE = 5
_WHILE = 18
_BEST_FIRST = tuple(reversed(range(cubes.COLOURS)))


@lru_cache(1 << 14)
def worth(packed: int) -> float:
    """Cubes in steps above nothing: yellow 1 to brown 4."""
    return sum(cubes.of_colour(packed, colour) * value for colour, value in enumerate(_WORTH))


def strength(card: Conversion) -> float:
    """By how much playing a card once raises the worth of a typical storage."""
    if card.steps:
        return card.steps * 1.0
    if not card.cost:
        return worth(card.gain)
    raised = worth(card.gain) - worth(card.cost)
    often = 10 / (2.5 * cubes.count(card.cost))
    return raised * min(2.5, max(1.0, often))


def _without(have: int, number: int, order: Iterable[int] = range(cubes.COLOURS)) -> int:
    """Storage after giving up some cubes, the cheapest first unless told otherwise."""
    for colour in order:
        gone = min(number, cubes.of_colour(have, colour))
        have -= gone * cubes.UNITS[colour]
        number -= gone
    return have


@lru_cache(1 << 16)
def outcomes(card: Conversion, have: int) -> tuple[int, ...]:
    """The storages that playing a card can lead to."""
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
    return tuple(_without(storage, max(0, cubes.count(storage) - cubes.LIMIT)) for storage in found)


@lru_cache(1 << 14)
def speed(cards: tuple[Conversion, ...]) -> float:
    """Worth that a hand makes in a turn: the mean over a while of always playing what raises the storage most."""
    have, ready, made = _START, cards, 0.0
    for turn in range(1, _WHILE + 1):
        value = worth(have)
        if value >= _CLAIM:
            have = _without(have, _PRICE, _BEST_FIRST)
            continue
        raised, after, played = 0.0, have, None
        for card in ready:
            for storage in outcomes(card, have):
                if worth(storage) - value > raised:
                    raised, after, played = worth(storage) - value, storage, card
        if played is None or (len(ready) < len(cards) and raised < made / turn):
            ready = cards  # a rest
            continue
        ready = tuple(card for card in ready if card is not played)
        have = after
        made += raised
    return made / _WHILE


class Plan(NamedTuple):
    """Where some turns of one seat's own can lead; sets of cards are bits."""

    points: float  # made, those of later turns discounted
    storage: int
    ready: int
    tired: int
    row: tuple[int, ...]  # of point cards; those not known yet are left out
    merchants: tuple[int, ...]
    claimed: int


class SpiceRoadValue:
    """Values tables that follow from one observation. Cards drawn meanwhile are not looked at: they are not known.

    The seat's own turns are planned some way ahead, as if the others stood still: of the plans of equal length only
    the few most promising are followed. The weights were found by playing variants against each other.
    """

    DEPTH = 4  # turns planned ahead
    WIDTH = 6  # plans followed
    RISK = 0.88  # of the points of a planned claim, for every turn it is away
    RATE = 1.521  # worth that a turn adds on the way to a claim
    SPARE = 0.7  # how far surplus cubes stand in for missing ones
    DISCOUNT = 0.9  # of a claim, for every turn it is away
    DELAY = 0.842  # points lost for every turn it is away
    NEAREST = 0.367
    SECOND = 0.359
    CUBES = 0.398
    PACE = 4.5  # turns for a claim
    HORIZON = 25.0  # turns left at most
    READY = 0.166  # of a card's strength, for being in the hand and not played
    SPEED = 2.0  # of what a hand makes in a turn, for every turn left
    CROWD = 1.758  # for every card above seven
    AHEAD = 2.5  # points a turn that the others go on making
    END = 200.0  # for ending a game as its winner

    def __init__(self, game: SpiceRoad, state: SpiceRoadState, seat: int, observation: Observation) -> None:
        self.game = game
        self.seat = seat
        self.known = set(state.point_row)
        self.market = set(state.merchants)
        self.strengths = [strength(card) for card in game.cards]
        self.costs = [[cubes.of_colour(price, colour) for colour in range(cubes.COLOURS)] for price in game.prices]
        cards_left = game.cards_to_end - max(len(pile) for pile in state.claimed)
        self.horizon = max(1.0, cards_left * self.PACE)
        self.rivals = self._rivals(observation)
        self.patience = max(-40.0, 15.0 - state.round)
        box = game.box
        first = box.gold_points if state.gold_pile else box.silver_points if state.silver_pile else 0
        self.coins = (first, box.silver_points if state.gold_pile and state.silver_pile else 0)
        self.promises: dict[tuple[int, tuple[int, ...]], float] = {}
        self.hands: dict[int, float] = {}
        self.readies: dict[int, float] = {}

    def _rivals(self, observation: Observation) -> float:
        """The most points that another seat may be expected to have: hidden cards count as the average that is out."""
        position = observation.position
        out = [int(name.partition("=")[2]) for name in position["points"]["out"]]
        mean = sum(out) / len(out) if out else 0.0
        box = self.game.box
        best = 0.0
        for seat, data in enumerate(position["seats"]):
            if seat == self.seat:
                continue
            pile = data["claimed"]
            cards = mean * pile if isinstance(pile, int) else sum(int(name.partition("=")[2]) for name in pile)
            coins = data["gold"] * box.gold_points + data["silver"] * box.silver_points
            best = max(best, cards + coins + cubes.scoring(cubes.parse(data["storage"])))
        return best

    def worth_trying(self, listed: list[int], s: SpiceRoadState) -> list[int]:
        """Of the choices that follow, those that matter now; the others are looked at when they are asked.

        Paying and returning follow the cheapest cube, else the possibilities would multiply.
        """
        kind = engine.kind_of(s.stack[-1])
        if kind in (engine.PAY, engine.RETURN):
            return listed[:1]
        return [action for action in listed if action & actions.KIND != actions.STOP] or listed

    def best(self, tables: list[tuple[int, SpiceRoadState]]) -> int:
        """The choice that leads to the table with the most promising plan; of equal ones the first.

        Args:
            tables: how the seat's turn can end, each with the choice that leads there.
        """
        settled = [(self._ended(s), -choice) for choice, s in tables if self._last(s)]
        plans = [(self._plan(s), choice) for choice, s in tables if not self._last(s)]
        front = self._front([(self._value(plan), plan, choice) for plan, choice in plans])
        for turn in range(1, self.DEPTH + 1):
            following = []
            for _, plan, choice in front:
                for after in self._turns(plan, self.RISK**turn):
                    if after.claimed >= self.game.cards_to_end:
                        settled.append((self._total(after.points + cubes.scoring(after.storage), turn), -choice))
                    else:
                        following.append((self._value(after), after, choice))
            if not following:
                break
            front = self._front(following)
        settled += [(value, -choice) for value, _, choice in front]
        return -max(settled)[1]

    def _front(self, plans: list[tuple[float, Plan, int]]) -> list[tuple[float, Plan, int]]:
        """The most promising plans, none that is like a better one."""
        plans.sort(key=lambda each: (-each[0], each[2]))
        kept: dict[tuple[int, int, int, tuple[int, ...]], tuple[float, Plan, int]] = {}
        for each in plans:
            plan = each[1]
            kept.setdefault((plan.storage, plan.ready, plan.tired, plan.row), each)
            if len(kept) == self.WIDTH:
                break
        return list(kept.values())

    def _plan(self, s: SpiceRoadState) -> Plan:
        """Nothing planned yet: a table as it is."""
        return Plan(
            self._made(s),
            s.storage[self.seat],
            sum(1 << card for card in set(s.hand[self.seat])),
            sum(1 << card for card in set(s.played[self.seat])),
            tuple(card for card in s.point_row if card in self.known),
            tuple(card for card in s.merchants if card in self.market),
            len(s.claimed[self.seat]),
        )

    def _turns(self, plan: Plan, sure: float) -> list[Plan]:
        """What one more turn can make of a plan."""
        points, have, ready, tired, row, merchants, claimed = plan
        game = self.game
        found = []
        for place, card in enumerate(row):
            if cubes.covers(have, game.prices[card]):
                gain = sure * (game.points[card] + (self.coins[place] if place < 2 else 0))
                rest = row[:place] + row[place + 1 :]
                found.append(Plan(points + gain, have - game.prices[card], ready, tired, rest, merchants, claimed + 1))
        bits = ready
        while bits:
            bit = bits & -bits
            bits -= bit
            for storage in outcomes(game.cards[bit.bit_length() - 1], have):
                found.append(Plan(points, storage, ready - bit, tired + bit, row, merchants, claimed))
        if tired:
            found.append(Plan(points, have, ready | tired, 0, row, merchants, claimed))
        for place, card in enumerate(merchants[: cubes.count(have) + 1]):
            left = merchants[:place] + merchants[place + 1 :]
            found.append(Plan(points, _without(have, place), ready | 1 << card, tired, row, left, claimed))
        return found

    def _value(self, plan: Plan) -> float:
        """Points made, plus what storage and hand promise."""
        key = plan.storage, plan.row
        promise = self.promises.get(key)
        if promise is None:
            promise = self.promises[key] = self._storage(*key)
        lasting = self.hands.get(plan.ready | plan.tired)
        if lasting is None:
            lasting = self.hands[plan.ready | plan.tired] = self._hand(plan.ready | plan.tired)
        ready = self.readies.get(plan.ready)
        if ready is None:
            ready = self.readies[plan.ready] = self._ready(plan.ready)
        return plan.points + promise + lasting + ready

    def _last(self, s: SpiceRoadState) -> bool:
        """Whether this seat has taken its last turn."""
        return s.ending and (s.over or s.active > self.seat or s.active == 0)

    def _made(self, s: SpiceRoadState) -> float:
        seat, box = self.seat, self.game.box
        cards = sum(self.game.points[card] for card in s.claimed[seat])
        return cards + s.gold[seat] * box.gold_points + s.silver[seat] * box.silver_points

    def _ended(self, s: SpiceRoadState) -> float:
        return self._total(self._made(s) + cubes.scoring(s.storage[self.seat]), 0)

    def _total(self, total: float, turns: int) -> float:
        """Only the result counts now. To end a lost game the seat waits a while."""
        return total + self.END - turns if total > self.rivals + turns * self.AHEAD else total - self.patience

    def _storage(self, have: int, row: tuple[int, ...]) -> float:
        """The nearest claim, discounted by the turns it still takes, the next nearest a little, and the cubes."""
        counts = [cubes.of_colour(have, colour) for colour in range(cubes.COLOURS)]
        best = second = 0.0
        for place, card in enumerate(row):
            points = self.game.points[card] + (self.coins[place] if place < 2 else 0)
            missing = spare = 0.0
            for colour, cost in enumerate(self.costs[card]):
                lack = cost - counts[colour]
                if lack > 0:
                    missing += lack * _WORTH[colour]
                else:
                    spare -= lack * _WORTH[colour]
            turns = (missing - self.SPARE * min(spare, missing)) / self.RATE
            if missing:
                turns += 0.35
            promise = points * self.DISCOUNT ** (turns + 1) - turns * self.DELAY
            if promise > best:
                best, second = promise, best
            elif promise > second:
                second = promise
        return best * self.NEAREST + second * self.SECOND + worth(have) * self.CUBES

    def _hand(self, hand: int) -> float:
        """Cards pay by what they make of storages together, for the turns that are left."""
        cards = tuple(card for number, card in enumerate(self.game.cards) if hand >> number & 1)
        crowd = max(0, len(cards) - 7) * self.CROWD
        return speed(cards) * self.SPEED * min(self.horizon, self.HORIZON) - crowd

    def _ready(self, hand: int) -> float:
        """Cards in the hand can be played at once, played ones cost a rest."""
        strengths = sorted((value for card, value in enumerate(self.strengths) if hand >> card & 1), reverse=True)
        now = sum(value * weight for value, weight in zip(strengths, (1.1, 1.0, 0.8, 0.5, 0.3), strict=False))
        return now * self.READY * min(1.0, self.horizon / 8.0)
