"""What tables of From East to West are worth to a seat: A New World's plan, with the market, the route and the sea."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..core import cubes
from ..core.conversion import Conversion
from ..games.east_west import EastWest
from ..games.east_west_1 import PartOne, PartOneState
from ..games.east_west_2 import PartTwo, PartTwoState
from ..games.east_west_3 import OFTEN, PartThree, following, fourth
from ..match import Observation
from ..rules import route, sea
from ..rules.market import MarketState, performable
from .new_world import NewWorldValue, Plan
from .planning import outcomes, within, without, worth

_USUAL = [cubes.parse(text) for text in ("YYY", "YYRR", "RRG", "YGG", "YYYYR", "GB", "RRGB", "YRGGB")]
"""Storages from the middle of games."""


class Trade(NamedTuple):
    """The merchants of a plan.

    Attributes:
        market: the open cards; −1 for those not known yet.
        merchants: how many the seat has.
        route: its trade route; `busy` are the cards with settlers, as bits.
    """

    market: tuple[int, ...]
    merchants: int
    route: tuple[int, ...] = ()
    busy: int = 0


class Voyage(NamedTuple):
    """The ship and the outposts of a plan, and the merchants of part III.

    Attributes:
        ship: the tile it is on.
        outposts: the tiles with one, as bits; `grid` says how many of each row stand.
    """

    market: tuple[int, ...]
    merchants: int
    ship: int
    outposts: int
    grid: tuple[int, ...]


def _best_of(number: int, values: list[float]) -> float:
    """The expected best of so many of some values, drawn one by one; `values` in ascending order."""
    below, mean = 0.0, 0.0
    for place, value in enumerate(values, 1):
        upto = (place / len(values)) ** number
        mean += value * (upto - below)
        below = upto
    return mean


class EastWestValue(NewWorldValue):
    """A New World with a market (W1-2 to W1-7, W3-2)."""

    MERCHANTS = 0.2  # that a seat takes in a turn
    HOPE = 0.5  # of what the best of four new merchants may bring, beyond what is there anyway

    def __init__(self, game: EastWest[Any], state: MarketState, seat: int, observation: Observation) -> None:
        self.open = set(state.market)
        self.count = game.merchants(state, seat)
        self.prospects: dict[Any, float] = {}
        super().__init__(game, state, seat, observation)
        self.cards = game.cards
        self.types = [location.type for location in self.board.locations]
        owned = [game.bonus[tile] for tile in state.bonus[seat]]
        out = {*state.market, *(card for pile in state.discards for card in pile)}
        self.hidden = [card for card in range(len(self.cards)) if card not in out]
        self.each = sum(tile.points / tile.per for tile in owned if tile.form == "merchants")

    def trade(self, s: MarketState) -> float:
        return self.count + self.MERCHANTS * self.horizon if s.market or self.count else 0.0

    def known_market(self, s: MarketState) -> tuple[int, ...]:
        """The open merchants; those that have only been drawn meanwhile are not known."""
        return tuple(card if card in self.open and not s.again else -1 for card in s.market)

    def visit(self, plan: Plan, location: int, sure: float, found: list[Plan]) -> None:
        kind = self.types[location]
        if kind == "fort":
            super().visit(plan, location, sure, found)
        elif kind == "market":
            slot = self.board.locations[location].slot - 1
            market = plan.more.market
            if slot < len(market) and market[slot] >= 0:
                left = (*market[:slot], *market[slot + 1 :], -1)
                more = plan.more._replace(market=left, merchants=plan.more.merchants + 1)
                self.meet(plan, market[slot], more, sure, found)
        else:
            self.sail(plan, location, kind, sure, found)

    def again(self, s: MarketState) -> list[Plan]:
        """After a refresh: what can be done with any market, or with the best merchant that may be expected of it."""
        plan = self.plan(s)
        usual = self.turns(plan, 1.0)
        least = max(map(self.value, usual))
        markets = [
            (need, location)
            for location, need in enumerate(plan.ground.needs)
            if self.types[location] == "market" and need <= plan.home and not plan.at >> location & 1
        ]
        if not markets or not self.hidden:
            return usual
        need, location = min(markets)
        there = plan._replace(
            storage=plan.storage + plan.ground.gifts[location],
            home=plan.home - need,
            out=plan.out + need,
            at=plan.at | 1 << location,
            more=plan.more._replace(merchants=plan.more.merchants + 1),
        )
        reached = []
        for card in self.hidden:
            found: list[Plan] = []
            self.meet(there, card, there.more, 1.0, found)
            reached.append(max(map(self.value, found), default=least))
        hope = self.HOPE * _best_of(len(plan.more.market), sorted(max(0.0, value - least) for value in reached))
        return [after._replace(points=after.points + hope, hopes=after.hopes + hope) for after in usual]

    def meet(self, plan: Plan, card: int, more: Any, sure: float, found: list[Plan]) -> None:
        """Settlers are at a merchant of the market; `more`: what is known once it is gone."""
        if performable(self.cards[card], plan.storage):
            after = self.met(plan._replace(more=more), sure)
            found += [after._replace(storage=storage) for storage in outcomes(self.cards[card], plan.storage)]

    def met(self, plan: Plan, sure: float) -> Plan:  # noqa: ARG002
        """The plan after a merchant has come to the discard pile."""
        return plan

    def sail(self, plan: Plan, location: int, kind: str, sure: float, found: list[Plan]) -> None:
        """Settlers are at a location of another kind."""

    def prospect(self, more: Any) -> float:
        value = self.prospects.get(more)
        if value is None:
            value = self.prospects[more] = self.beyond(more) + self.each * 0.7 * (more.merchants - self.count)
        return value

    def beyond(self, more: Any) -> float:
        """What lasts of the plan, merchants for bonus tiles apart."""
        raise NotImplementedError


class PartOneValue(EastWestValue):
    """A trade route (W1-4 to W1-9)."""

    BASE = 1.2  # strength that any turn has
    ROUND = 6.0  # turns in which each card of the route is used once
    GAIN = 0.4  # points for a strength
    RANKS = (1.0, 0.9, 0.75, 0.55, 0.35)  # of its strength that the best card of a route brings, the next, ...
    ORDER = 0.05  # of its strength that a card brings less for every other one to its left

    game: PartOne

    def __init__(self, game: PartOne, state: PartOneState, seat: int, observation: Observation) -> None:
        self.strengths = [self.usual(card) for card in game.cards]
        super().__init__(game, state, seat, observation)

    @staticmethod
    def usual(card: Conversion) -> float:
        """By how much a merchant usually raises the worth of a storage, being of no use to some."""
        raised = [max((worth(after) - worth(have) for after in outcomes(card, have)), default=0.0) for have in _USUAL]
        return sum(max(0.0, one) for one in raised) / len(_USUAL)

    def more(self, s: PartOneState) -> Trade:
        seat = self.seat
        busy = sum(1 << place for place, crew in enumerate(s.crews[seat]) if crew)
        return Trade(self.known_market(s), self.game.merchants(s, seat), s.routes[seat], busy)

    def plan(self, s: PartOneState) -> Plan:
        plan = super().plan(s)
        return plan._replace(out=plan.out + sum(s.crews[self.seat]))

    def rested(self, more: Trade) -> Trade:
        return more._replace(busy=0)

    def turns(self, plan: Plan, sure: float) -> list[Plan]:
        found = super().turns(plan, sure)
        more, need = plan.more, 1
        for place, card in enumerate(more.route):
            if more.busy >> place & 1:
                continue
            if need > plan.home:
                break
            merchant = self.cards[card]
            if performable(merchant, plan.storage):
                after = plan._replace(
                    home=plan.home - need, out=plan.out + need, more=more._replace(busy=more.busy | 1 << place)
                )
                found += [after._replace(storage=storage) for storage in outcomes(merchant, plan.storage)]
            need += 1
        return found

    def meet(self, plan: Plan, card: int, more: Trade, sure: float, found: list[Plan]) -> None:
        super().meet(plan, card, more, sure, found)
        row, busy = more.route, more.busy
        if len(row) < route.LENGTH:
            found.append(plan._replace(storage=within(plan.storage), more=more._replace(route=(*row, card))))
            return
        places = [place for place in range(len(row)) if self.game.replace_occupied or not busy >> place & 1]
        if places:
            worst = min(places, key=lambda place: self.strengths[row[place]])
            row = (*row[:worst], card, *row[worst + 1 :])
            more = more._replace(route=row, busy=busy & ~(1 << worst))
            found.append(plan._replace(storage=within(plan.storage), more=more))

    def sail(self, plan: Plan, location: int, kind: str, sure: float, found: list[Plan]) -> None:  # noqa: ARG002
        if kind == "adjust":
            found.append(plan._replace(storage=within(plan.storage + cubes.UNITS[0])))

    def beyond(self, more: Trade) -> float:
        strengths = sorted((self.strengths[card] for card in more.route), reverse=True)
        ranked = zip(strengths, self.RANKS, strict=False)
        over = sum(max(0.0, one - self.BASE) * rank for one, rank in ranked)
        order = sum(self.strengths[card] * place for place, card in enumerate(more.route))
        return self.GAIN * over * self.horizon / self.ROUND - self.ORDER * order * min(1.0, self.horizon / 8.0)


class SeaValue(EastWestValue):
    """Ships and outposts (W2-2 to W2-10), and every fourth merchant of part III (W3-3)."""

    DEPTH = 5
    COLUMN = 0.35  # of a bonus tile's worth, for all of a column but the last outpost
    FOURTH = 0.2  # of a bonus tile's worth, for a merchant towards it
    LATER = 0.25  # of an outpost's value, for it being the next of its row

    game: PartTwo

    def __init__(self, game: PartTwo, state: PartTwoState, seat: int, observation: Observation) -> None:
        chart, players = state.chart, game.players
        self.chart = chart
        tiles = range(len(chart.places))
        self.tolls = [sea.toll(state, seat, tile) for tile in tiles]
        self.asked = [sea.price(state, tile, players) for tile in tiles]
        self.goods: list[Conversion | None] = [game.all.sea[tile] if tile >= 0 else None for tile in chart.goods]
        self.rows = [game.symbols[tile] if tile >= 0 else -1 for tile in chart.goods]
        values = game.box.outpost_values
        self.values = [*values, 0]
        self.reached: set[int] = set()
        super().__init__(game, state, seat, observation)
        self.fourths = game.merchant_heaps if isinstance(game, PartThree) else []
        spaces = game.bonus_spaces - len(state.bonus[seat])
        worths = [worth for worth, tile in zip(self.worths, self.tiles, strict=True) if tile >= 0]
        self.tile_worth = max(worths, default=0.0) if spaces else 0.0

    def more(self, s: PartTwoState) -> Voyage:
        seat = self.seat
        outposts = sum(1 << tile for tile, owners in enumerate(s.outposts) if owners >> seat & 1)
        return Voyage(self.known_market(s), len(s.discards[seat]), s.ships[seat], outposts, s.grids[seat])

    def besides(self, s: PartTwoState) -> float:
        return float(self.game.lines(s, self.seat)["outposts"])

    def met(self, plan: Plan, sure: float) -> Plan:
        return self.tile(plan, self.fourths, sure) if self.fourths and fourth(plan.more.merchants) else plan

    def turns(self, plan: Plan, sure: float) -> list[Plan]:
        self.reached.clear()
        return super().turns(plan, sure)

    def sail(self, plan: Plan, location: int, kind: str, sure: float, found: list[Plan]) -> None:
        more: Voyage = plan.more
        have = plan.storage
        if kind == "ship":
            for tile in self.chart.ends[self.board.locations[location].steps][more.ship]:
                if tile not in self.reached:
                    self.land(plan, tile, sure, found)
            return
        if kind == "ship-trade":
            tiles = [more.ship]
        elif kind == "outpost-trade":
            tiles = [tile for tile in range(len(self.goods)) if more.outposts >> tile & 1]
        else:
            return
        storages: set[int] = set()
        for tile in tiles:
            trade = self.goods[tile]
            if trade is not None and performable(trade, have):
                storages.update(outcomes(trade, have))
        found += [plan._replace(storage=storage) for storage in sorted(storages)]

    def land(self, plan: Plan, tile: int, sure: float, found: list[Plan]) -> None:
        """The ship at the end of its move: toll, an outpost if it can be paid, the trade or not."""
        trade = self.goods[tile]
        if trade is None or self.tolls[tile] > cubes.count(plan.storage):
            return
        self.reached.add(tile)
        more: Voyage = plan.more
        have = plan.storage
        if self.tolls[tile]:
            have = without(have, self.tolls[tile])
        price = self.asked[tile]
        builds = not more.outposts >> tile & 1 and price <= cubes.count(have)
        if builds:
            if price:
                have = without(have, price)
            row = self.rows[tile]
            old, built = more.grid, more.grid[row] + 1
            grid = (*old[:row], built, *old[row + 1 :])
            more = more._replace(ship=tile, outposts=more.outposts | 1 << tile, grid=grid)
            plan = plan._replace(points=plan.points + sure * self.values[built - 1], more=more)
            if sea.empties(old, row):
                plan = self.tile(plan, self.game.column_heaps, sure)
            found.append(plan._replace(storage=within(have)))
        else:
            plan = plan._replace(more=more._replace(ship=tile))
        if performable(trade, have):
            found += [plan._replace(storage=storage) for storage in outcomes(trade, have)]

    def beyond(self, more: Voyage) -> float:
        grid = more.grid
        soon = min(1.0, self.horizon / 8.0)
        lacking = len(sea.lacking(grid))
        value = self.LATER * sum(self.values[built] for built in grid)
        if lacking:
            value += self.COLUMN * self.tile_worth * (sea.ROWS - lacking) / (sea.ROWS - 1)
        if self.fourths:
            value += self.FOURTH * self.tile_worth * (OFTEN + more.merchants - following(more.merchants))
        return value * soon
