"""From East to West II and III in words: the sea, its ships and outposts."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from ..components.east_west import SYMBOLS
from ..core import actions, cubes, engine, piles
from ..core.chance import Chance
from ..core.errors import NOTHING, InvalidNotation, InvalidPosition, Reason, quoted, within
from ..core.hexes import flaws
from ..games.east_west_2 import PartTwo
from ..games.east_west_3 import PartThree, following, fourth
from ..rules import bonus, sea
from ..rules.settlers import Board
from . import reading
from .east_west import STEPS, EastWestWords
from .sight import Sight
from .words import Data, Supply

_TILE = {"symbol", "card"}


class SeaWords(EastWestWords):
    """Parts II and III: the sea, its ships and outposts."""

    OPTIONAL = EastWestWords.OPTIONAL | {"sea"}
    SEAT = EastWestWords.SEAT | {"ship"}
    ORIGINS = EastWestWords.ORIGINS | {"arrival"}
    TOLD = EastWestWords.TOLD | {"outpost_values"}

    def __init__(self, game: PartTwo) -> None:
        super().__init__(game)
        self.part = game
        self.goods = [
            f"{SYMBOLS[symbol]} {trade.text}" for symbol, trade in zip(game.symbols, game.all.sea, strict=True)
        ]
        locations = game.boards[0].locations
        self.ships = {n: one.steps for n, one in enumerate(locations) if one.type == "ship"}
        self.trades = [n for n, one in enumerate(locations) if one.type == "outpost-trade"]
        self.printed: dict[int, Data] = {
            goods: {"symbol": SYMBOLS[symbol], "card": trade.text}
            for goods, (symbol, trade) in enumerate(zip(game.symbols, game.all.sea, strict=True))
        }
        self.printed[-1] = {"symbol": None, "card": None}

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: Any, sight: Sight) -> Data:
        data = super().describe(s, sight)
        names = s.chart.layout.names
        data["sea"] = laid = {
            name: {**self.printed[goods], "outposts": self._owners(owners)}
            for name, goods, owners in zip(names, s.chart.goods, s.outposts, strict=True)
        }
        if sight.viewer is not None and not sight.truth:
            viewer, symbols, tolls = sight.viewer, self.part.symbols, sea.tolls(s, sight.viewer)
            lacking = sea.lacking(piles.items(s.grids, viewer))
            for tile, (entry, goods) in enumerate(zip(laid.values(), s.chart.goods, strict=True)):
                owners = s.outposts[tile]
                free = goods >= 0 and not owners >> viewer & 1
                entry["toll"] = tolls[tile]
                entry["price"] = (sea.price(s, tile, self.rules.players) if owners else 0) if free else None
                entry["empties"] = free and lacking == [symbols[goods]]
        for seat, one in enumerate(data["seats"]):
            one["ship"] = names[s.ships[seat]]
            if not sight.truth:
                one["grid"] = piles.items(s.grids, seat)
                one["column"] = self._column(s, seat)
                if isinstance(self.part, PartThree):
                    one["fourth"] = self._fourth(s, seat, self.part)
        if not sight.truth:
            data["outpost_values"] = list(self.game.box.outpost_values)
        return data

    def _column(self, s: Any, seat: int) -> Data:
        grid = piles.items(s.grids, seat)
        return {
            "emptied": min(grid),
            "lacks": [SYMBOLS[row] for row in sea.lacking(grid)],
            "bonus": bonus.available(s, seat, self.part.column_heaps, self.part.bonus_spaces),
        }

    def _fourth(self, s: Any, seat: int, part: PartThree) -> Data:
        return {
            "merchant": following(piles.size(s.discards, seat)),
            "bonus": bonus.available(s, seat, part.merchant_heaps, part.bonus_spaces),
        }

    def _owners(self, owners: int) -> list[int]:
        return [seat for seat in range(self.rules.players) if owners >> seat & 1] if owners else []

    def more(self, s: Any, board: Board, seat: int) -> dict[int, Data]:
        """At a ship location where the move may end, Tool cubes included."""
        told = super().more(s, board, seat)
        names = s.chart.layout.names
        for number, steps in self.ships.items():
            have = s.storage[seat] + piles.item(s.tools, seat, board.icons[number])
            told[number] = {"ends": [names[tile] for tile in sea.harbours(s, seat, steps, have)]}
        for number in self.trades:
            have = s.storage[seat] + piles.item(s.tools, seat, board.icons[number])
            told[number] = {"ends": [names[tile] for tile in sea.open_outposts(s, seat, self.part.all.sea, have)]}
        return told

    def lacking(self, s: Any, board: Board, seat: int, number: int) -> str:
        location = board.locations[number]
        if location.type == "ship-trade" and s.chart.goods[s.ships[seat]] < 0:
            return "nothing"
        if location.type == "outpost-trade" and not any(piles.items(s.grids, seat)):
            return "nothing"
        return super().lacking(s, board, seat, number)

    def decision(self, s: Any) -> Data:
        data = super().decision(s)
        if data["kind"] == "times" and engine.payload_of(s.pending) & 1:
            data["arrival"] = True
        return data

    def about(self, s: Any, kind: int, payload: int) -> Data:
        if kind == engine.SAIL:
            return {"steps": STEPS[payload]}
        if kind == engine.PAY:
            seat, left = engine.seat_of(s.pending), payload >> 1
            if payload & 1:
                return {"price": left}
            players = self.rules.players
            order = [(seat + n) % players for n in range(1, players)]
            return {"owners": [owner for owner in order if left >> owner & 1]}
        if kind == engine.BONUS:
            names = self.game.boards[0].heap_names
            return {"stacks": [name for heap, name in enumerate(names) if payload >> heap & 1]}
        if kind in (engine.BUILD, engine.OUTPOST):
            return {}
        return super().about(s, kind, payload)

    def told(self, kind: int, a: int, b: int, c: int) -> tuple[str, Data]:
        if kind == engine.E_SAILED:
            return "sailed", {"tile": actions.tile_text(a), "symbol": SYMBOLS[self.part.symbols[b - 1]] if b else None}
        if kind == engine.E_TOLL:
            return "toll", {"cube": cubes.LETTERS[a], "to": b}
        if kind == engine.E_PRICE:
            return "price", {"cube": cubes.LETTERS[a]}
        if kind == engine.E_BUILT:
            return "built", {"tile": actions.tile_text(a), "symbol": SYMBOLS[b]}
        return super().told(kind, a, b, c)

    def refused(self, s: Any, seat: int, decision: int, action: int) -> str:
        kind, argument = action & actions.KIND, action >> actions.BITS
        have = cubes.text(s.storage[seat]) or NOTHING
        if decision == engine.SAIL and kind == actions.SAIL:
            tile = s.chart.layout.tile(argument)
            if tile < 0:
                return Reason("there is no such tile")
            steps = engine.payload_of(s.pending)
            if tile not in piles.items(s.chart.layout.ends[steps], s.ships[seat]):
                return (
                    Reason("the ship must move")
                    if steps != 2 and tile == s.ships[seat]
                    else Reason("the ship cannot get there")
                )
            return Reason(
                "the toll there is {toll} cubes and the storage holds {have}", toll=sea.toll(s, seat, tile), have=have
            )
        if decision == engine.BUILD and kind == actions.BUILD:
            return Reason(
                "an outpost costs {price} cubes and the storage holds {have}",
                price=sea.price(s, s.ships[seat], self.rules.players),
                have=have,
            )
        if decision == engine.OUTPOST and kind == actions.OUTPOST:
            tile = s.chart.layout.tile(argument)
            if tile < 0 or not s.outposts[tile] >> seat & 1:
                return Reason("this seat has no outpost there")
            return Reason(
                "the trade {card} cannot be made with {have}",
                card=self.part.all.sea[s.chart.goods[tile]].text,
                have=have,
            )
        if decision == engine.BONUS and kind == actions.BONUS:
            heap = self.game.boards[0].heap_numbers.get(action, -1)
            if heap < 0 or not engine.payload_of(s.pending) >> heap & 1:
                return Reason("the tile comes from {known}", known=", ".join(self.decision(s)["stacks"]))
            return Reason("the stack is empty")
        return super().refused(s, seat, decision, action)

    def unusable(self, s: Any, board: Board, seat: int, number: int, have: str) -> str:
        location = board.locations[number]
        if location.type == "ship":
            return Reason("no toll within reach can be paid with {have}", have=have)
        if location.type == "ship-trade":
            goods = s.chart.goods[s.ships[seat]]
            if goods < 0:
                return Reason("the ship is on the sea tile, which has no trade")
            return Reason("the trade {card} cannot be made with {have}", card=self.part.all.sea[goods].text, have=have)
        if location.type == "outpost-trade":
            if not any(piles.items(s.grids, seat)):
                return Reason("this seat has no outpost")
            return Reason("no trade of an own outpost can be made with {have}", have=have)
        return super().unusable(s, board, seat, number, have)

    # -- in ----------------------------------------------------------------------------------------------------------

    def lay_more(self, s: Any, data: Data, finds: Supply, chance: Chance) -> None:
        super().lay_more(s, data, finds, chance)
        if "sea" not in data:
            s.lay_sea(sea.drawn(chance, self.part.symbols, self.part.layout))
        else:
            self._sea(s, data["sea"])
        names = s.chart.layout.names
        for seat, one in enumerate(data["seats"]):
            place = within(reading.seat_place(seat), "ship")
            one = reading.keys(one, reading.seat_place(seat), {"storage", "home"}, self.SEAT)
            name = reading.text(one.get("ship", names[0]), place)
            if name not in names:
                raise InvalidPosition("{place}: there is no tile {name}", place=place, name=quoted(name))
            s.ships[seat] = names.index(name)

    def _sea(self, s: Any, data: object) -> None:
        if not isinstance(data, dict):
            raise InvalidPosition("sea must be an object, not {data}", data=quoted(data))
        if len(data) != 1 + sea.ROWS * sea.COLUMNS:
            raise InvalidPosition(
                "sea has {n} tiles, but there are {wanted}", n=len(data), wanted=1 + sea.ROWS * sea.COLUMNS
            )
        entries = {
            self._place(name): reading.keys(entry, f"sea: {name}", _TILE, {"outposts"}) for name, entry in data.items()
        }
        seas = [place for place, entry in entries.items() if entry["symbol"] is None]
        if len(seas) != 1:
            raise InvalidPosition("sea: there are {n} tiles without a symbol, but there is one sea tile", n=len(seas))
        if entries[seas[0]]["card"] is not None:
            raise InvalidPosition("sea: the sea tile has no trade, so its card must be null")
        places = (seas[0], *(place for place in entries if place != seas[0]))
        layout = self.part.layout
        if layout is None:
            for flaw in flaws(places):
                raise InvalidPosition("{place}: {problem}", place="sea", problem=flaw)
            layout = sea.Layout(places)
        elif seas[0] != layout.places[0] or set(places) != set(layout.places):
            raise InvalidPosition("sea: the tiles do not lie as in the layout of the components")
        places = layout.places
        tiles = Supply(Reason("market tile"), Reason("market tiles"), self.goods)
        goods = [-1]
        for place in places[1:]:
            entry, where = entries[place], f"sea: {place[0]},{place[1]}"
            goods.append(
                tiles.take(f"{reading.text(entry['symbol'], where)} {reading.text(entry['card'], where)}", where)
            )
        for symbol, name in enumerate(SYMBOLS):
            number = sum(self.part.symbols[one] == symbol for one in goods[1:])
            if number != sea.COLUMNS:
                raise InvalidPosition(
                    "sea: there are {number} tiles with {name}, but there are {wanted}",
                    number=number,
                    name=name,
                    wanted=sea.COLUMNS,
                )
        s.lay_sea(sea.Chart(layout, tuple(goods)))
        for tile, place in enumerate(places):
            s.outposts[tile] = self._outposts(entries[place].get("outposts", []), place)
        if s.outposts[0]:
            raise InvalidPosition("sea: nobody builds on the sea tile")
        for seat in range(self.rules.players):
            grid = [0] * sea.ROWS
            for owners, one in zip(s.outposts[1:], goods[1:], strict=True):
                grid[self.part.symbols[one]] += owners >> seat & 1
            piles.fill(s.grids, seat, grid)

    def _place(self, name: object) -> tuple[int, int]:
        try:
            argument = actions.parse(f"sail {name if isinstance(name, str) else ''}") >> actions.BITS
        except InvalidNotation:
            raise InvalidPosition("sea: {name} is no place such as 1,-2", name=quoted(name)) from None
        return actions.tile_place(argument)

    def _outposts(self, seats: object, place: tuple[int, int]) -> int:
        where = f"sea: {place[0]},{place[1]}: outposts"
        if not isinstance(seats, list):
            raise InvalidPosition("{where} must be a list of seats", where=where)
        owners = 0
        for seat in seats:
            bit = 1 << reading.number(seat, where, 0, self.rules.players - 1)
            if owners & bit:
                raise InvalidPosition("{where}: seat {seat} has one outpost on a tile at most", where=where, seat=seat)
            owners |= bit
        return owners

    def was_paid(self, s: Any, kind: str, owner: int) -> bool:
        """One cube of toll, by the ship that has come to the owner's."""
        return (
            kind in ("pay", "build", "bonus", "times", "return")
            and s.ships[owner] == s.ships[s.active]
            and cubes.count(s.storage[owner]) == cubes.LIMIT + 1
            and self.stands(s, s.active, "ship")
        )

    def in_use(self, s: Any, seat: int) -> list[str]:
        arrived = self._trades(s, [s.ships[seat]]) if self.stands(s, seat, "ship") else []
        return [*super().in_use(s, seat), *self._traded(s, seat), *arrived]

    def elsewhere_in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().elsewhere_in_use(s, seat), *self._traded(s, seat)]

    def _traded(self, s: Any, seat: int) -> Iterable[str]:
        """The trades, by name, that the settlers of a seat can be making without a move of the ship."""
        if self.stands(s, seat, "ship-trade"):
            yield from self._trades(s, [s.ships[seat]])
        if self.stands(s, seat, "outpost-trade"):
            yield from self._trades(s, [tile for tile, owners in enumerate(s.outposts) if owners >> seat & 1])

    def _trades(self, s: Any, tiles: Iterable[int]) -> list[str]:
        """The trades of some tiles, by name; the sea tile has none."""
        return [self.part.all.sea[s.chart.goods[tile]].text for tile in tiles if s.chart.goods[tile] >= 0]

    def _trade_here(self, s: Any, seat: int) -> int:
        """The frame of the trade on arrival (W2-7), which waits beneath toll and building."""
        goods = s.chart.goods[s.ships[seat]]
        return engine.frame(engine.TIMES, seat, self.part.all.sea[goods].code << 1 | 1)

    def began(self, s: Any, decision: Data, seat: int) -> bool:
        if not reading.flag(decision.get("arrival", False), "decision: arrival"):
            return super().began(s, decision, seat)
        goods = s.chart.goods[s.ships[seat]]
        if goods < 0 or self.part.all.sea[goods].text != decision["card"]:
            raise InvalidPosition(
                "decision: {card} is not the trade of the tile of seat {seat}'s ship", card=decision["card"], seat=seat
            )
        self.must_sail(s, seat)
        return True

    def must_sail(self, s: Any, seat: int) -> None:
        """Refuse what only follows a move of the ship."""
        self.must_stand(s, seat, "ship")

    def payload(self, s: Any, decision: Data, seat: int) -> int:
        kind = decision["kind"]
        tile = s.ships[seat]
        market = s.chart.goods[tile] >= 0
        if kind == "sail":
            steps = reading.keys(decision, "decision", {"kind", "steps"})["steps"]
            known = [number for number, name in STEPS.items() if name == steps and not isinstance(steps, bool)]
            if not known:
                raise InvalidPosition('decision: steps must be 1, 2 or "any", not {steps}', steps=quoted(steps))
            self.must_stand(s, seat, "ship", steps=known[0])
            return known[0]
        if kind == "outpost":
            reading.keys(decision, "decision", {"kind"})
            self.must_stand(s, seat, "outpost-trade")
            return 0
        if kind == "build":
            reading.keys(decision, "decision", {"kind"})
            self.must_sail(s, seat)
            self._must_be_free(s, seat)
            s.ask(self._trade_here(s, seat))
            return 0
        if kind == "pay":
            self.must_sail(s, seat)
            if "price" in decision:
                reading.keys(decision, "decision", {"kind", "price"})
                self._must_be_free(s, seat)
                most = sea.price(s, tile, self.rules.players)
                price = reading.number(decision["price"], "decision: price", 1, max(1, most))
                self._must_hold(s, seat, price)
                s.ask(self._trade_here(s, seat))
                return 1 | price << 1
            owners = self._owed(s, reading.keys(decision, "decision", {"kind", "owners"})["owners"], seat)
            self._must_hold(s, seat, owners.bit_count())
            if market:
                s.ask(self._trade_here(s, seat))
                if not s.outposts[tile] >> seat & 1:
                    s.ask(engine.frame(engine.BUILD, seat))
            return owners << 1
        if kind == "bonus":
            return self._bonus(s, reading.keys(decision, "decision", {"kind", "stacks"})["stacks"], seat)
        return super().payload(s, decision, seat)

    def _must_be_free(self, s: Any, seat: int) -> None:
        tile = s.ships[seat]
        if s.chart.goods[tile] < 0 or s.outposts[tile] >> seat & 1:
            raise InvalidPosition("decision: seat {seat} cannot build where its ship is", seat=seat)

    def _must_hold(self, s: Any, seat: int, number: int) -> None:
        if cubes.count(s.storage[seat]) < number:
            raise InvalidPosition("decision: seat {seat} cannot pay {number} cubes", seat=seat, number=number)

    def _owed(self, s: Any, seats: object, seat: int) -> int:
        """The owners still to be paid, as bits."""
        if not isinstance(seats, list) or not seats:
            raise InvalidPosition("decision: owners must be a list of seats")
        owners = 0
        for owner in seats:
            reading.number(owner, "decision: owners", 0, self.rules.players - 1)
            if owner == seat or s.ships[owner] != s.ships[seat]:
                raise InvalidPosition("decision: seat {owner} has no ship to be paid there", owner=owner)
            if cubes.count(s.storage[owner]) > cubes.LIMIT:
                raise InvalidPosition("decision: seat {owner} holds too many cubes to be still unpaid", owner=owner)
            owners |= 1 << owner
        return owners

    def _bonus(self, s: Any, names: object, seat: int) -> int:
        board = self.game.boards[0]
        listed = reading.texts(names, "decision: stacks")
        offers = self.part.offers()
        known = [[board.heap_names[heap] for heap in heaps] for heaps in offers]
        if listed not in known:
            raise InvalidPosition(
                "decision: stacks must be one of these lists: {known}", known="; ".join(", ".join(one) for one in known)
            )
        if piles.size(s.bonus, seat) >= self.game.bonus_spaces:
            raise InvalidPosition("decision: seat {seat} has no space for a bonus tile", seat=seat)
        heaps = offers[known.index(listed)]
        if heaps == self.part.column_heaps:
            self.must_sail(s, seat)
            if not s.outposts[s.ships[seat]] >> seat & 1:
                raise InvalidPosition("decision: seat {seat} has no outpost where its ship is", seat=seat)
            built, row = piles.items(s.grids, seat), self.part.symbols[s.chart.goods[s.ships[seat]]]
            if built[row] != min(built):
                raise InvalidPosition("decision: seat {seat} has not emptied a column with its last outpost", seat=seat)
            s.ask(self._trade_here(s, seat))
        else:
            self.must_stand(s, seat, "market")
            if not fourth(piles.size(s.discards, seat)):
                raise InvalidPosition(
                    "decision: seat {seat} has used {n} merchants", seat=seat, n=piles.size(s.discards, seat)
                )
        return sum(1 << heap for heap in heaps)

    def fill(self, position: Data, rng: Random) -> Data:
        filled = super().fill(position, rng)
        known = _TILE | {"outposts"}
        filled["sea"] = {
            name: {key: value for key, value in tile.items() if key in known} for name, tile in position["sea"].items()
        }
        return filled
