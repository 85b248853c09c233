"""What tables of From East to West are worth to a seat: A New World's plan, with the market, the route and the sea."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from mypy_extensions import i64

from ..core import cubes, piles
from ..core.conversion import Conversion
from ..games.east_west import EastWest
from ..games.east_west_1 import PartOne
from ..games.east_west_2 import PartTwo
from ..games.east_west_3 import OFTEN, PartThree, following, fourth
from ..rules import route, sea, settlers
from ..rules.market import MarketState, performable
from ..rules.route import RouteState
from ..rules.sea import SeaState
from ..rules.settlers import LandState
from .new_world import MERCHANT, LandPlan, NewWorldValue, remaining
from .planning import outcomes, within, without, worth

_USUAL: Final = [cubes.parse(text) for text in ("YYY", "YYRR", "RRG", "YGG", "YYYYR", "GB", "RRGB", "YRGGB")]
"""Storages from the middle of games."""


class MarketPlan(LandPlan):
    """A plan with merchants: the open cards, −1 for those not known yet, and how many the seat has."""

    __slots__ = ("market", "merchants")

    market: tuple[int, ...]
    merchants: i64

    def copy_to(self, other: LandPlan) -> None:
        super().copy_to(other)
        assert isinstance(other, MarketPlan)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.market = self.market
        other.merchants = self.merchants


class RoutePlan(MarketPlan):
    """A plan with a trade route; `busy` are the cards with settlers, as bits."""

    __slots__ = ("busy", "route")

    route: tuple[int, ...]
    busy: int

    def copy(self) -> RoutePlan:
        other = RoutePlan()
        self.copy_to(other)
        other.route = self.route
        other.busy = self.busy
        return other


class SeaPlan(MarketPlan):
    """A plan with the tile of the ship, the tiles with an outpost as bits, and how many stand of each row."""

    __slots__ = ("grid", "outposts", "ship")

    ship: i64
    outposts: int
    grid: tuple[int, ...]

    def copy(self) -> SeaPlan:
        other = SeaPlan()
        self.copy_to(other)
        other.ship = self.ship
        other.outposts = self.outposts
        other.grid = self.grid
        return other


def _best_of(number: int, values: list[float]) -> float:
    """The expected best of so many of some values, drawn one by one; `values` in ascending order."""
    below, mean = 0.0, 0.0
    for place, value in enumerate(values, 1):
        upto = (float(place) / float(len(values))) ** float(number)
        mean += value * (upto - below)
        below = upto
    return mean


class EastWestValue(NewWorldValue):
    """A New World with a market (W1-2 to W1-7, W3-2)."""

    MERCHANTS: float = 0.2  # that a seat takes in a turn
    HOPE: float = 0.5  # of what the best of four new merchants may bring, beyond what is there anyway

    def __init__(
        self, game: EastWest[Any], state: MarketState, seat: int, scores: list[float], weights: Mapping[str, float]
    ) -> None:
        self.open = set(piles.items(state.market, 0))
        self.count: int = game.merchants(state, seat)
        self.prospects: dict[Any, float] = {}
        super().__init__(game, state, seat, scores, weights)
        self.cards = game.cards
        owned = [game.bonus[tile] for tile in piles.items(state.bonus, seat)]
        out = set(piles.items(state.market, 0))
        for one in range(game.players):
            out.update(piles.items(state.discards, one))
        self.hidden = [card for card in range(len(self.cards)) if card not in out]
        self.each = 0.0
        for tile in owned:
            if tile.form == "merchants":
                self.each += float(tile.points) / float(tile.per)

    def trade(self, s: LandState) -> float:
        assert isinstance(s, MarketState)  # noqa: S101
        there = piles.size(s.market, 0) > 0 or self.count > 0
        return float(self.count) + self.MERCHANTS * self.horizon if there else 0.0

    def open_market(self, plan: MarketPlan, s: MarketState) -> None:
        """The open merchants; those that have only been drawn meanwhile are not known."""
        cards = piles.items(s.market, 0)
        plan.market = tuple([card if card in self.open and not s.again else -1 for card in cards])

    def visit(self, plan: LandPlan, location: int, sure: float, found: list[LandPlan]) -> None:
        assert isinstance(plan, MarketPlan)  # noqa: S101
        kind = self.board.kinds[location]
        if kind == settlers.FORT:
            super().visit(plan, location, sure, found)
        elif kind == settlers.MARKET:
            slot = int(self.board.about[location]) - 1
            market = plan.market
            if slot < len(market) and market[slot] >= 0:
                plan.market = (*market[:slot], *market[slot + 1 :], -1)
                plan.merchants += 1
                self.meet(plan, market[slot], sure, found)
        else:
            self.sail(plan, location, kind, sure, found)

    def again(self, s: LandState) -> list[LandPlan]:
        """After a refresh: what can be done with any market, or with the best merchant that may be expected of it."""
        plan = self.plan(s)
        assert isinstance(plan, MarketPlan)  # noqa: S101
        usual = self.turns(plan, 1.0)
        least = max([self.value(after, 0) for after in usual])
        needs, kinds = plan.ground.needs, self.board.kinds
        markets = [
            (int(need), location)
            for location, need in enumerate(needs)
            if kinds[location] == settlers.MARKET and need <= plan.home and not plan.at >> location & 1
        ]
        if not markets or not self.hidden:
            return usual
        need, location = min(markets)
        there = plan.holding(plan.storage + plan.ground.gifts[location])
        assert isinstance(there, MarketPlan)  # noqa: S101
        there.home -= need
        there.out += need
        there.at |= 1 << location
        there.merchants += 1
        reached: list[float] = []
        for card in self.hidden:
            found: list[LandPlan] = []
            self.meet(there, card, 1.0, found)
            best = max([self.value(after, 0) for after in found], default=least)
            reached.append(max(0.0, best - least))
        hope = self.HOPE * _best_of(len(plan.market), sorted(reached))
        for after in usual:
            after.points += hope
            after.hopes += hope
        return usual

    def meet(self, plan: MarketPlan, card: int, sure: float, found: list[LandPlan]) -> None:
        """Settlers are at a merchant of the market, which is gone from it."""
        if performable(self.cards[card], plan.storage):
            after = self.met(plan, sure)
            for storage in outcomes(self.cards[card], plan.storage):
                found.append(after.holding(storage))

    def met(self, plan: MarketPlan, sure: float) -> LandPlan:  # noqa: ARG002
        """The plan after a merchant has come to the discard pile."""
        return plan

    def sail(self, plan: MarketPlan, location: int, kind: i64, sure: float, found: list[LandPlan]) -> None:
        """Settlers are at a location of another kind."""

    def taken(self, before: LandPlan, after: LandPlan) -> list[int]:
        assert isinstance(before, MarketPlan)  # noqa: S101
        assert isinstance(after, MarketPlan)  # noqa: S101
        found = super().taken(before, after)
        return found + [MERCHANT + card for card in before.market if card >= 0 and card not in after.market]

    def deprived(self, plan: LandPlan, gone: frozenset[int]) -> LandPlan:
        other = super().deprived(plan, gone)
        assert isinstance(other, MarketPlan)  # noqa: S101
        other.market = remaining(other.market, MERCHANT, gone)
        return other

    def lasting_key(self, plan: LandPlan) -> Hashable:
        """Equal for plans of which the same lasts beyond the board."""
        raise NotImplementedError

    def key(self, plan: LandPlan) -> Hashable:
        return plan.storage, plan.home, plan.at, plan.row, plan.heaps, self.lasting_key(plan)

    def prospect(self, plan: LandPlan) -> float:
        assert isinstance(plan, MarketPlan)  # noqa: S101
        key = self.lasting_key(plan)
        value = self.prospects.get(key)
        if value is None:
            value = self.beyond(plan) + self.each * 0.7 * float(plan.merchants - self.count)
            self.prospects[key] = value
        return value

    def beyond(self, plan: MarketPlan) -> float:
        """What lasts of the plan, merchants for bonus tiles apart."""
        raise NotImplementedError


class PartOneValue(EastWestValue):
    """A trade route (W1-4 to W1-9)."""

    BASE: float = 1.2  # strength that any turn has
    ROUND: float = 6.0  # turns in which each card of the route is used once
    GAIN: float = 0.4  # points for a strength
    ORDER: float = 0.05  # of its strength that a card brings less for every other one to its left

    def __init__(
        self, game: PartOne, state: RouteState, seat: int, scores: list[float], weights: Mapping[str, float]
    ) -> None:
        self.ranks = (1.0, 0.9, 0.75, 0.55, 0.35)  # of its strength that the best card of a route brings, the next, ...
        self.strengths = [self.usual(card) for card in game.cards]
        self.part = game
        super().__init__(game, state, seat, scores, weights)

    @staticmethod
    def usual(card: Conversion) -> float:
        """By how much a merchant usually raises the worth of a storage, being of no use to some."""
        total = 0.0
        for have in _USUAL:
            raised = max([worth(after) - worth(have) for after in outcomes(card, have)], default=0.0)
            total += max(0.0, raised)
        return total / float(len(_USUAL))

    def plan(self, s: LandState) -> LandPlan:
        assert isinstance(s, RouteState)  # noqa: S101
        seat = self.seat
        plan = RoutePlan()
        self.begin(plan, s)
        self.open_market(plan, s)
        crews = piles.items(s.crews, seat)
        plan.merchants = self.game.merchants(s, seat)
        plan.route = tuple(piles.items(s.routes, seat))
        plan.busy = 0
        for place, crew in enumerate(crews):
            if crew:
                plan.busy |= 1 << place
        plan.out += sum(crews)
        return plan

    def rested(self, plan: LandPlan) -> LandPlan:
        rested = super().rested(plan)
        assert isinstance(rested, RoutePlan)  # noqa: S101
        rested.busy = 0
        return rested

    def turns(self, plan: LandPlan, sure: float) -> list[LandPlan]:
        assert isinstance(plan, RoutePlan)  # noqa: S101
        found = super().turns(plan, sure)
        need = 1
        for place, card in enumerate(plan.route):
            if plan.busy >> place & 1:
                continue
            if need > plan.home:
                break
            merchant = self.cards[card]
            if performable(merchant, plan.storage):
                for storage in outcomes(merchant, plan.storage):
                    after = plan.copy()
                    after.storage = storage
                    after.home -= need
                    after.out += need
                    after.busy |= 1 << place
                    found.append(after)
            need += 1
        return found

    def meet(self, plan: MarketPlan, card: int, sure: float, found: list[LandPlan]) -> None:
        assert isinstance(plan, RoutePlan)  # noqa: S101
        super().meet(plan, card, sure, found)
        row, busy = plan.route, plan.busy
        if len(row) < route.LENGTH:
            kept = plan.copy()
            kept.storage = within(plan.storage)
            kept.route = (*row, card)
            found.append(kept)
            return
        worst = -1
        for place in range(len(row)):
            if self.part.replace_occupied or not busy >> place & 1:
                if worst < 0 or self.strengths[row[place]] < self.strengths[row[worst]]:
                    worst = place
        if worst >= 0:
            kept = plan.copy()
            kept.storage = within(plan.storage)
            kept.route = (*row[:worst], card, *row[worst + 1 :])
            kept.busy = busy & ~(1 << worst)
            found.append(kept)

    def sail(self, plan: MarketPlan, location: int, kind: i64, sure: float, found: list[LandPlan]) -> None:  # noqa: ARG002
        if kind == settlers.ADJUST:
            found.append(plan.holding(within(plan.storage + cubes.UNITS[0])))

    def lasting_key(self, plan: LandPlan) -> Hashable:
        assert isinstance(plan, RoutePlan)  # noqa: S101
        return plan.market, plan.merchants, plan.route, plan.busy

    def beyond(self, plan: MarketPlan) -> float:
        assert isinstance(plan, RoutePlan)  # noqa: S101
        over = order = 0.0
        for one, rank in zip(
            sorted([self.strengths[card] for card in plan.route], reverse=True), self.ranks, strict=False
        ):
            over += max(0.0, one - self.BASE) * rank
        for place, card in enumerate(plan.route):
            order += self.strengths[card] * float(place)
        return self.GAIN * over * self.horizon / self.ROUND - self.ORDER * order * min(1.0, self.horizon / 8.0)


class SeaValue(EastWestValue):
    """Ships and outposts (W2-2 to W2-10), and every fourth merchant of part III (W3-3)."""

    DEPTH: i64 = 5
    COLUMN: float = 0.35  # of a bonus tile's worth, for all of a column but the last outpost
    FOURTH: float = 0.2  # of a bonus tile's worth, for a merchant towards it
    LATER: float = 0.25  # of an outpost's value, for it being the next of its row
    OUTPOST: float = 0.0  # for an outpost, beyond its points
    HARBOUR: float = 0.0  # for a ship beside an outpost of its own

    def __init__(
        self, game: PartTwo, state: SeaState, seat: int, scores: list[float], weights: Mapping[str, float]
    ) -> None:
        chart, players = state.chart, game.players
        self.part = game
        self.ends = [[piles.items(ends, tile) for tile in range(piles.count(ends))] for ends in chart.layout.ends]
        tiles = range(len(chart.goods))
        self.tolls: list[int] = [sea.toll(state, seat, tile) for tile in tiles]
        self.asked: list[int] = [sea.price(state, tile, players) for tile in tiles]
        self.goods: list[Conversion | None] = [game.all.sea[tile] if tile >= 0 else None for tile in chart.goods]
        self.rows: list[int] = [game.symbols[tile] if tile >= 0 else -1 for tile in chart.goods]
        self.values: list[int] = [*game.box.outpost_values, 0]
        self.reached: set[int] = set()
        super().__init__(game, state, seat, scores, weights)
        self.fourths = game.merchant_heaps if isinstance(game, PartThree) else []
        spaces = game.bonus_spaces - piles.size(state.bonus, seat)
        worths = [worth for worth, tile in zip(self.worths, self.tiles, strict=True) if tile >= 0]
        self.tile_worth = max(worths, default=0.0) if spaces else 0.0

    def plan(self, s: LandState) -> LandPlan:
        assert isinstance(s, SeaState)  # noqa: S101
        seat = self.seat
        plan = SeaPlan()
        self.begin(plan, s)
        self.open_market(plan, s)
        plan.merchants = self.game.merchants(s, seat)
        plan.ship = s.ships[seat]
        plan.outposts = 0
        for tile, owners in enumerate(s.outposts):
            if owners >> seat & 1:
                plan.outposts |= 1 << tile
        plan.grid = tuple(piles.items(s.grids, seat))
        return plan

    def besides(self, s: LandState) -> float:
        return float(self.game.lines(s, self.seat)["outposts"])

    def met(self, plan: MarketPlan, sure: float) -> LandPlan:
        return self.tile(plan, self.fourths, sure) if self.fourths and fourth(plan.merchants) else plan

    def turns(self, plan: LandPlan, sure: float) -> list[LandPlan]:
        self.reached.clear()
        return super().turns(plan, sure)

    def sail(self, plan: MarketPlan, location: int, kind: i64, sure: float, found: list[LandPlan]) -> None:
        assert isinstance(plan, SeaPlan)  # noqa: S101
        if kind == settlers.SHIP:
            for tile in self.ends[self.board.about[location]][plan.ship]:
                if tile not in self.reached:
                    self.land(plan, tile, sure, found)
            return
        if kind == settlers.SHIP_TRADE:
            tiles = [int(plan.ship)]
        elif kind == settlers.OUTPOST_TRADE:
            tiles = [tile for tile in range(len(self.goods)) if plan.outposts >> tile & 1]
        else:
            return
        storages: set[int] = set()
        for tile in tiles:
            trade = self.goods[tile]
            if trade is not None and performable(trade, plan.storage):
                storages.update(outcomes(trade, plan.storage))
        for storage in sorted(storages):
            found.append(plan.holding(storage))

    def land(self, plan: SeaPlan, tile: int, sure: float, found: list[LandPlan]) -> None:
        """The ship at the end of its move: toll, an outpost if it can be paid, the trade or not."""
        trade = self.goods[tile]
        if trade is None or self.tolls[tile] > cubes.count(plan.storage):
            return
        self.reached.add(tile)
        have = without(plan.storage, self.tolls[tile])
        price = self.asked[tile]
        arrived = plan.copy()
        arrived.ship = tile
        after: LandPlan = arrived
        if not plan.outposts >> tile & 1 and price <= cubes.count(have):
            have = without(have, price)
            row = self.rows[tile]
            old, built = plan.grid, plan.grid[row] + 1
            arrived.grid = (*old[:row], built, *old[row + 1 :])
            arrived.outposts |= 1 << tile
            arrived.points += sure * (float(self.values[built - 1]) + self.OUTPOST)
            arrived.hopes += sure * self.OUTPOST
            if sea.empties(old, row):
                after = self.tile(arrived, self.part.column_heaps, sure)
            found.append(after.holding(within(have)))
        if performable(trade, have):
            for storage in outcomes(trade, have):
                found.append(after.holding(storage))

    def lasting_key(self, plan: LandPlan) -> Hashable:
        assert isinstance(plan, SeaPlan)  # noqa: S101
        return plan.market, plan.merchants, plan.ship, plan.outposts, plan.grid

    def beyond(self, plan: MarketPlan) -> float:
        assert isinstance(plan, SeaPlan)  # noqa: S101
        soon = min(1.0, self.horizon / 8.0)
        lacking = len(sea.lacking(plan.grid))
        value = self.LATER * float(sum([self.values[built] for built in plan.grid]))
        if lacking:
            value += self.COLUMN * self.tile_worth * float(sea.ROWS - lacking) / float(sea.ROWS - 1)
        if self.fourths:
            value += self.FOURTH * self.tile_worth * float(OFTEN + plan.merchants - following(plan.merchants))
        if plan.outposts >> plan.ship & 1:
            value += self.HARBOUR
        return value * soon
