"""What a table of Spice Road is worth to a seat, in points: a plan of the seat's own next turns."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache

from librt.vecs import vec
from mypy_extensions import i64

from ..core import cubes, piles
from ..core.conversion import Conversion
from ..games.spice_road import GOLD, SILVER, SpiceRoad, SpiceRoadState, coin_above
from ..match import Observation
from .planning import DEAREST_FIRST, Plan, PlanValue, outcomes, within, without, worth

# A typical game, for `speed`: what a storage holds after a claim, the worth and the cubes a claim takes, and turns.
_START = cubes.parse("YYR")
_CLAIM = 14.0
_PRICE = 5
_WHILE = 18


def strength(card: Conversion) -> float:
    """By how much playing a card once raises the worth of a typical storage."""
    if card.steps:
        return float(card.steps)
    if not card.cost:
        return worth(card.gain)
    raised = worth(card.gain) - worth(card.cost)
    often = 10.0 / (2.5 * float(cubes.count(card.cost)))
    return raised * min(2.5, max(1.0, often))


@lru_cache(1 << 14)
def speed(cards: tuple[Conversion, ...]) -> float:
    """Worth that a hand makes in a turn: the mean over a while of always playing what raises the storage most."""
    have = _START
    ready = list(cards)
    made = 0.0
    for turn in range(1, _WHILE + 1):
        value = worth(have)
        if value >= _CLAIM:
            have = int(without(have, _PRICE, DEAREST_FIRST))
            continue
        raised, after = 0.0, have
        played: Conversion | None = None
        for card in ready:
            for storage in outcomes(card, have):
                more = worth(storage) - value
                if more > raised:
                    raised, after, played = more, storage, card
        if played is None or (len(ready) < len(cards) and raised < made / float(turn)):
            ready = list(cards)  # a rest
            continue
        ready = [card for card in ready if card is not played]
        have = after
        made += raised
    return made / float(_WHILE)


def expected_scores(game: SpiceRoad, observation: Observation) -> list[float]:
    """What each seat may be expected to have: hidden cards count as the average that is out."""
    position = observation.position
    out = [int(name.partition("=")[2]) for name in position["points"]["out"]]
    mean = sum(out) / len(out) if out else 0.0
    box = game.box
    found: list[float] = []
    for data in position["seats"]:
        pile = data["claimed"]
        cards = mean * pile if isinstance(pile, int) else sum(int(name.partition("=")[2]) for name in pile)
        coins = data["gold"] * box.gold_points + data["silver"] * box.silver_points
        found.append(cards + float(coins + cubes.scoring(cubes.parse(data["storage"]))))
    return found


class SpiceRoadPlan(Plan):
    """Where some turns of one seat's own can lead; sets of cards are bits."""

    __slots__ = ("merchants", "ready", "row", "tired")

    ready: int
    tired: int
    row: tuple[int, ...]  # of point cards; those not known yet are left out
    merchants: tuple[int, ...]

    def __init__(
        self,
        points: float,
        storage: i64,
        ready: int,
        tired: int,
        row: tuple[int, ...],
        merchants: tuple[int, ...],
        claimed: i64,
    ) -> None:
        self.points = points
        self.storage = storage
        self.ready = ready
        self.tired = tired
        self.row = row
        self.merchants = merchants
        self.claimed = claimed


class SpiceRoadValue(PlanValue[SpiceRoadState, SpiceRoadPlan]):
    """What the hand, the market and the row of point cards promise."""

    RATE: float = 1.521
    SPARE: float = 0.7
    DISCOUNT: float = 0.9
    DELAY: float = 0.842
    NEAREST: float = 0.367
    SECOND: float = 0.359
    CUBES: float = 0.398
    WAIT: float = 15.0
    PACE: float = 4.5  # turns for a claim
    HORIZON: float = 25.0  # turns left at most
    READY: float = 0.166  # of a card's strength, for being in the hand and not played
    SPEED: float = 2.0  # of what a hand makes in a turn, for every turn left
    CROWD: float = 1.758  # for every card above seven

    def __init__(
        self, game: SpiceRoad, state: SpiceRoadState, seat: int, scores: list[float], weights: Mapping[str, float]
    ) -> None:
        self.weigh(weights)
        cards_left = game.cards_to_end - max([int(piles.size(state.claimed, one)) for one in range(game.players)])
        super().__init__(
            seat,
            game.prices,
            game.cards_to_end,
            scores,
            max([score for one, score in enumerate(scores) if one != seat]),
            state.round,
            max(1.0, float(cards_left) * self.PACE),
        )
        self.game = game
        self.known = set(piles.items(state.point_row, 0))
        self.market = set(piles.items(state.merchants, 0))
        self.gifts: vec[i64] = piles.zeros(len(game.cards))
        for card, laid in zip(piles.items(state.merchants, 0), piles.items(state.laid, 0), strict=True):
            self.gifts[card] = laid
        self.strengths = [strength(card) for card in game.cards]
        box = game.box
        worth_of = {GOLD: box.gold_points, SILVER: box.silver_points}
        coins = [coin_above(slot, state.gold_pile, state.silver_pile) for slot in range(1, box.point_row + 1)]
        self.coins = [worth_of.get(coin, 0) for coin in coins]
        self.promises: dict[tuple[int, tuple[int, ...]], float] = {}
        self.hands: dict[int, float] = {}
        self.readies: dict[int, float] = {}

    def plan(self, s: SpiceRoadState) -> SpiceRoadPlan:
        return SpiceRoadPlan(
            self.made(s),
            s.storage[self.seat],
            bits(piles.items(s.hand, self.seat)),
            bits(piles.items(s.played, self.seat)),
            tuple(card for card in piles.items(s.point_row, 0) if card in self.known),
            tuple(card for card in piles.items(s.merchants, 0) if card in self.market),
            piles.size(s.claimed, self.seat),
        )

    def turns(self, plan: SpiceRoadPlan, sure: float) -> list[SpiceRoadPlan]:
        points, have, ready, tired = plan.points, plan.storage, plan.ready, plan.tired
        row, merchants, claimed = plan.row, plan.merchants, plan.claimed
        game = self.game
        found: list[SpiceRoadPlan] = []
        for place, card in enumerate(row):
            if cubes.covers(have, game.prices[card]):
                gain = sure * self._gain(place, card)
                rest = row[:place] + row[place + 1 :]
                left = have - game.prices[card]
                found.append(SpiceRoadPlan(points + gain, left, ready, tired, rest, merchants, claimed + 1))
        hand = ready
        while hand:
            bit = hand & -hand
            hand -= bit
            for storage in outcomes(game.cards[bit.bit_length() - 1], have):
                found.append(SpiceRoadPlan(points, storage, ready - bit, tired + bit, row, merchants, claimed))
        if tired:
            found.append(SpiceRoadPlan(points, have, ready | tired, 0, row, merchants, claimed))
        for place, card in enumerate(merchants[: cubes.count(have) + 1]):
            others = merchants[:place] + merchants[place + 1 :]
            left = within(without(have, place) + self.gifts[card])
            found.append(SpiceRoadPlan(points, left, ready | 1 << card, tired, row, others, claimed))
        return found

    def taken(self, before: SpiceRoadPlan, after: SpiceRoadPlan) -> list[int]:
        found = [card for card in before.row if card not in after.row]
        found += [-1 - card for card in before.merchants if card not in after.merchants]
        return found

    def deprived(self, plan: SpiceRoadPlan, gone: frozenset[int]) -> SpiceRoadPlan:
        return SpiceRoadPlan(
            plan.points,
            plan.storage,
            plan.ready,
            plan.tired,
            tuple([card for card in plan.row if card not in gone]),
            tuple([card for card in plan.merchants if -1 - card not in gone]),
            plan.claimed,
        )

    def _gain(self, place: int, card: int) -> float:
        """The points of a claim with its coin."""
        return float(self.game.points[card] + self.coins[place])

    def key(self, plan: SpiceRoadPlan) -> Hashable:
        return plan.storage, plan.ready, plan.tired, plan.row

    def value(self, plan: SpiceRoadPlan, turn: i64) -> float:
        """Points made, plus what storage and hand promise."""
        left = self.left(turn)
        key: tuple[int, tuple[int, ...]] = plan.storage, plan.row
        promise = self.promises.get(key)
        if promise is None:
            promise = self.promises[key] = self.promise(
                plan.storage, [(card, self._gain(place, card)) for place, card in enumerate(plan.row)]
            )
        lasting = self.hands.get(plan.ready | plan.tired)
        if lasting is None:
            lasting = self.hands[plan.ready | plan.tired] = self._speed(plan.ready | plan.tired)
        ready = self.readies.get(plan.ready)
        if ready is None:
            ready = self.readies[plan.ready] = self._ready(plan.ready)
        crowd: i64 = (plan.ready | plan.tired).bit_count()
        return (
            plan.points
            + promise
            + (lasting * self.SPEED * min(left, self.HORIZON) - float(max(0, crowd - 7)) * self.CROWD)
            + ready * self.READY * min(1.0, left / 8.0)
        )

    def made(self, s: SpiceRoadState) -> float:
        seat, box = self.seat, self.game.box
        cards = sum(self.game.points[card] for card in piles.items(s.claimed, seat))
        return float(cards + s.gold[seat] * box.gold_points + s.silver[seat] * box.silver_points)

    def _speed(self, hand: int) -> float:
        """What cards make of storages together."""
        return speed(tuple([card for number, card in enumerate(self.game.cards) if hand >> number & 1]))

    def _ready(self, hand: int) -> float:
        """Cards in the hand can be played at once, played ones cost a rest."""
        strengths = sorted([value for card, value in enumerate(self.strengths) if hand >> card & 1], reverse=True)
        now = 0.0
        for value, weight in zip(strengths, (1.1, 1.0, 0.8, 0.5, 0.3), strict=False):
            now += value * weight
        return now


def bits(cards: list[int]) -> int:
    """A set of cards as bits."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found
