"""What a seat sees of From East to West, as numbers: the market, trade routes, the sea."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..core import piles
from ..games.east_west import EastWest
from ..games.east_west_2 import PartTwo
from ..rules import route, sea
from ..rules.market import SLOTS, MarketState
from ..rules.route import RouteState
from ..rules.sea import SeaState
from ..rules.settlers import LandState
from .new_world import LandRows
from .rows import LANES, MOST, ONES, SHIFT, Kinds, after, changed, clear, count_pile, lanes, merchant_words, spread


class MarketRows(LandRows):
    """With a market of merchants, where there is one."""

    def add_more(self) -> None:
        game = self.game
        assert isinstance(game, EastWest)  # noqa: S101 - tells the type checker and mypyc, nothing else
        self.trading: bool = any(one.type == "market" for one in game.boards[0].locations)
        self.cards_of: vec[i64] = piles.numbers(merchant_words(game.cards))
        self.merchant_kinds: Kinds = Kinds(card.text for card in game.cards)
        self.at_market: i64 = 0
        self.at_gone: i64 = 0
        if self.trading:
            at_market = self.room(3 * SLOTS)
            self.at_market = at_market
            where = "per slot of the market"
            self.part("merchant_cost", at_market, (SLOTS, 4), 12, f"cost of a trade by colour, {where}")
            self.part("merchant_gain", at_market + 1, (SLOTS, 4), 12, f"gain by colour, {where}")
            self.part(
                "merchant", at_market + 2, (SLOTS, 2), 12, f"steps of an upgrade; 1 if a card lies there, {where}"
            )
            self.at_gone = self.block(
                "used",
                (len(self.merchant_kinds.names),),
                "merchants on discard piles, of all seats, by kind (`merchants`)",
            )

    def names(self) -> dict[str, list[str]]:
        known = super().names()
        return {**known, "merchants": self.merchant_kinds.names} if self.trading else known

    def merchants(self, s: LandState, seat: i64) -> i64:
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return piles.size(s.discards, seat)

    def again(self, s: LandState) -> bool:
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return s.again

    def merchants_left(self, s: LandState) -> i64:
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return s.merchant_left

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:  # noqa: ARG002
        assert isinstance(s, MarketState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        if not self.trading:
            return
        cards, row = self.cards_of, s.market
        here = at + self.at_market
        start, number = piles.start(row, 0), piles.size(row, 0)
        laid: i64 = 1
        place: i64
        for place in range(start + 1, start + 1 + number):
            laid = (laid << 10) + row[place]
        if changed(memo, kept + 3, laid):
            for place in range(1, SLOTS + 1):
                if place <= number:
                    card = 3 * row[start + place]
                    out[here] = cards[card]
                    out[here + 1] = cards[card + 1]
                    out[here + 2] = cards[card + 2]
                else:
                    clear(out, here, 3)
                here += 3
        total: i64 = 1
        seat: i64
        for seat in range(self.players):
            total += piles.size(s.discards, seat)
        if changed(memo, kept + 4, total):
            clear(out, at + self.at_gone, self.merchant_kinds.words)
            for seat in range(self.players):
                count_pile(out, at + self.at_gone, s.discards, seat, self.merchant_kinds.lane)


class RouteRows(MarketRows):
    """Part I: trade routes, and exploration tiles beside the board."""

    def add_more(self) -> None:
        super().add_more()
        players: int = self.players
        where = "per seat, the viewer first, and card of its trade route"
        shape = (players, route.LENGTH, LANES)
        self.at_costs: i64 = self.block("route_cost", shape, f"cost of a trade by colour, {where}")
        self.at_gains: i64 = self.block("route_gain", shape, f"gain by colour, {where}")
        self.at_routes: i64 = self.block(
            "route", shape, f"steps of an upgrade; 1 if a card lies there; settlers on it; 0, {where}"
        )
        self.beside: i64 = len(self.game.box.exploration)
        beside: int = self.beside
        at_beside = self.room(2 * beside)
        self.at_beside: i64 = at_beside
        where = "per place beside the board"
        self.part("beside_cubes", at_beside, (beside, 4), 8, f"cubes of the exploration tile there by colour, {where}")
        self.part(
            "beside", at_beside + 1, (beside, 4), 8, f"its settlers, points, 1 + icon; 1 if a tile lies there, {where}"
        )

    def merchants(self, s: LandState, seat: i64) -> i64:
        assert isinstance(s, RouteState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        return piles.size(s.routes, seat) + piles.size(s.discards, seat)

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, RouteState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        super().write_more(s, viewer, out, at, memo, kept)
        cards, routes, crews = self.cards_of, s.routes, s.crews
        costs, gains, about = at + self.at_costs, at + self.at_gains, at + self.at_routes
        players = self.players
        turn: i64
        place: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            number = piles.size(routes, seat)
            for place in range(route.LENGTH):
                here = turn * route.LENGTH + place
                if place < number:
                    card = 3 * piles.item(routes, seat, place)
                    out[costs + here] = cards[card]
                    out[gains + here] = cards[card + 1]
                    out[about + here] = cards[card + 2] + (piles.item(crews, seat, place) << 32)
                else:
                    out[costs + here] = 0
                    out[gains + here] = 0
                    out[about + here] = 0
        here = at + self.at_beside
        clear(out, here, 2 * self.beside)
        for tile in s.beside:
            if tile >= 0:
                out[here] = self.finds[2 * tile]
                out[here + 1] = self.finds[2 * tile + 1] + ONES[3]
            here += 2


class SeaRows(MarketRows):
    """Parts II and III: the sea, ships and outposts."""

    def add_more(self) -> None:
        super().add_more()
        game = self.game
        assert isinstance(game, PartTwo)  # noqa: S101 - tells the type checker and mypyc, nothing else
        players: int = self.players
        self.grid: i64 = self.block(
            "grid", (players, sea.ROWS), "outposts built of each row of the grid, per seat, the viewer first"
        )
        tiles = 1 + sea.ROWS * sea.COLUMNS
        self.tiles: i64 = tiles
        at_sea = self.room(6 * tiles)
        self.at_sea: i64 = at_sea
        where = "per tile of the sea, the sea tile first"
        self.part("sea_cost", at_sea, (tiles, 4), 24, f"cost of the tile's trade by colour, {where}")
        self.part("sea_gain", at_sea + 1, (tiles, 4), 24, f"gain by colour, {where}")
        self.part(
            "sea",
            at_sea + 2,
            (tiles, 4),
            24,
            f"1 + row of the grid; toll for the viewer; price of an outpost; 1 if the viewer may build there, {where}",
        )
        self.part(
            "outposts", at_sea + 3, (tiles, players), 24, f"1 where a seat has an outpost, the viewer first, {where}"
        )
        self.part(
            "ships", at_sea + 4, (tiles, players), 24, f"1 where the ship of a seat lies, the viewer first, {where}"
        )
        self.part("sea_place", at_sea + 5, (tiles, 2), 24, f"axial coordinates q and r, each + 15, {where}")
        words: list[int] = []
        for trade, symbol in zip(game.all.sea, game.symbols, strict=True):
            words += [spread(trade.cost), spread(trade.gain), 1 + symbol]
        self.goods: vec[i64] = piles.numbers(words)

    def outpost_points(self, s: LandState, seat: i64) -> i64:
        assert isinstance(s, SeaState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        total: i64 = 0
        row: i64
        for row in range(sea.ROWS):
            total += self.outposts[piles.item(s.grids, seat, row)]
        return total

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, SeaState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        super().write_more(s, viewer, out, at, memo, kept)
        players, ones = self.players, ONES
        here = at + self.grid
        turn: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            start = piles.start(s.grids, seat) + 1
            out[here] = lanes(s.grids[start], s.grids[start + 1], s.grids[start + 2], s.grids[start + 3])
            here += 1
        tile: i64
        here = at + self.at_sea
        if memo[kept] == 0:
            self.write_tiles(s, out, here)
        outposts, ships = s.outposts, s.ships
        for tile in range(self.tiles):
            out[here + 6 * tile + 4] = 0
        for turn in range(players):
            out[here + 6 * ships[after(viewer, turn, players)] + 4] += ones[turn]
        for tile, owners in enumerate(outposts):
            built: i64 = 0
            price: i64 = 0
            if owners:
                price = sea.price(s, tile, players)
                for turn in range(players):
                    if owners >> after(viewer, turn, players) & 1:
                        built += ones[turn]
            toll: i64 = 0
            if out[here + 4]:
                toll = sea.toll(s, viewer, tile)
            row = out[here + 2] & MOST
            if row:
                row |= price << 32 | (1 - (owners >> viewer & 1)) << 48
            out[here + 2] = row | toll << SHIFT
            out[here + 3] = built
            here += 6

    def write_tiles(self, s: SeaState, out: vec[i64], here: i64) -> None:
        """What stays as it was laid out: trades, rows and places."""
        arguments, known = s.chart.layout.arguments, self.goods
        tile: i64
        for tile, goods in enumerate(s.chart.goods):
            if goods < 0:
                clear(out, here, 3)
            else:
                out[here] = known[3 * goods]
                out[here + 1] = known[3 * goods + 1]
                out[here + 2] = known[3 * goods + 2]
            out[here + 5] = (arguments[tile] & 31) | (arguments[tile] >> 5) << SHIFT
            here += 6
