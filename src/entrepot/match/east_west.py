"""From East to West I, II and III in words: market, trade route and sea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from ..components.east_west import SYMBOLS
from ..core import actions, cubes, engine
from ..core.chance import Chance
from ..core.errors import InvalidNotation, InvalidPosition
from ..core.hexes import flaws
from ..games.east_west import EastWest
from ..games.east_west_1 import PartOne
from ..games.east_west_2 import PartTwo
from ..games.east_west_3 import OFTEN
from ..rules import route, sea
from ..rules.market import SLOTS, performable
from ..rules.rows import MERCHANTS
from ..rules.settlers import Board, settler_of
from ..rules.storage import first_over
from . import reading
from .new_world import NewWorldWords
from .observation import Sight
from .words import Data, Supply, shuffled

_STEPS = {0: "any", 1: 1, 2: 2}
_MOST_CHANCE = (1 << 64) - 1


class EastWestWords(NewWorldWords):
    """What the three parts share: whose turn it is, turns that come again, and the market where there is one."""

    OPTIONAL = NewWorldWords.OPTIONAL | {"active", "again", "chance"}
    ORIGINS = frozenset({"market"})

    def __init__(self, game: EastWest[Any]) -> None:
        super().__init__(game)
        self.parts = game
        self.trading = any(one.type == "market" for one in game.boards[0].locations)
        self.merchants = [merchant.text for merchant in game.cards]
        if self.trading:
            self.OPTIONAL |= {"market"}
            self.SEAT |= {"discards"}

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: Any, sight: Sight) -> Data:
        data = super().describe(s, sight)
        data["active"] = None if s.over else s.active
        data["again"] = s.again
        if self.trading:
            for seat, one in enumerate(data["seats"]):
                one["discards"] = [self.merchants[card] for card in s.discards[seat]]
            deck = [self.merchants[card] for card in reversed(s.merchant_deck[: s.merchant_left])]
            data["market"] = {"row": [self.merchants[card] for card in s.market], "deck": sight.hidden(deck)}
            if not sight.truth:
                for seat, one in enumerate(data["seats"]):
                    one["merchants"] = self.parts.merchants(s, seat)
        if sight.truth:
            data["chance"] = s.chance
        return data

    def _location(self, board: Board, number: int) -> Data:
        location = board.locations[number]
        data = super()._location(board, number)
        if location.type == "market":
            data["slot"] = location.slot
        elif location.type == "ship":
            data["steps"] = _STEPS[location.steps]
        return data

    def more(self, s: Any, board: Board, seat: int, number: int) -> Data:
        """At a market whether its card could be used and kept, Tool cubes included."""
        location = board.locations[number]
        if location.type != "market":
            return {}
        there = location.slot <= len(s.market)
        have = s.storage[seat] + s.tools[seat][board.icons[number]]
        return {
            "use": there and performable(self.parts.cards[s.market[location.slot - 1]], have),
            "keep": there and self.parts.may_keep(s, seat),
        }

    def lacking(self, s: Any, board: Board, seat: int, number: int) -> str:
        location = board.locations[number]
        if location.type == "market" and location.slot > len(s.market):
            return "nothing"
        return super().lacking(s, board, seat, number)

    def decision(self, s: Any) -> Data:
        data = super().decision(s)
        if data["kind"] in ("times", "upgrade") and len(s.stack) > 1:
            beneath = s.stack[-2]
            if engine.kind_of(beneath) == engine.AFTER:
                data["market"] = engine.payload_of(beneath) + 1
        return data

    def about(self, s: Any, kind: int, payload: int) -> Data:
        return {"slot": payload + 1} if kind == engine.MARKET else super().about(s, kind, payload)

    def told(self, kind: int, a: int, b: int, c: int) -> tuple[str, Data]:
        if kind == engine.E_REVEALED and a == MERCHANTS:
            return "revealed", {"row": "market", "card": self.merchants[b]}
        if kind == engine.E_USED:
            return "used", {"card": self.merchants[a], "slot": b}
        if kind == engine.E_REFRESHED:
            return "refreshed", {"cards": a}
        return super().told(kind, a, b, c)

    def refused(self, s: Any, seat: int, decision: int, action: int) -> str:
        if decision == engine.MARKET:
            card = self.merchants[s.market[engine.payload_of(s.stack[-1])]]
            if action & actions.KIND == actions.USE:
                return f"the action of {card} cannot be carried out with {cubes.text(s.storage[seat]) or 'nothing'}"
            if action & actions.KIND == actions.KEEP:
                return self.unkept()
        return super().refused(s, seat, decision, action)

    def unkept(self) -> str:
        """Why a merchant cannot be kept."""
        return "this game has no trade routes"

    def unusable(self, s: Any, board: Board, seat: int, number: int, have: str) -> str:  # noqa: ARG002
        location = board.locations[number]
        if location.slot > len(s.market):
            return f"there is no merchant under {board.names[number]}"
        card = self.merchants[s.market[location.slot - 1]]
        return f"the trade {card} cannot be made with {have} and the card cannot be kept"

    # -- in ----------------------------------------------------------------------------------------------------------

    def restore(self, data: Data, seed: int) -> Any:
        s = super().restore(data, seed)
        if "chance" in data:
            s.chance = reading.number(data["chance"], "chance", 0, _MOST_CHANCE)
        return s

    def active(self, data: Data) -> int:
        seat = data["seat"]
        active: Any = data.get("active", seat)
        if data["decision"]["kind"] == engine.OVER:
            return self.rules.players - 1
        reading.number(active, "active", 0, self.rules.players - 1)
        if active != seat and data["decision"]["kind"] != "return":
            raise InvalidPosition(f"seat {seat} decides in a turn of seat {active}, but only returns cross seats")
        return int(active)

    def may_exceed(self, s: Any, kind: str, seat: int, owner: int) -> bool:
        if kind == "return" and first_over(s, self.rules.players) != seat:
            return False
        return super().may_exceed(s, kind, seat, owner) if owner == s.active else self.was_paid(s, kind, owner)

    def was_paid(self, s: Any, kind: str, owner: int) -> bool:  # noqa: ARG002
        """Whether a seat may hold more than the limit by what it got in another's turn (W2-8)."""
        return False

    def lay_more(self, s: Any, data: Data, finds: Supply, chance: Chance) -> None:  # noqa: ARG002
        s.again = reading.flag(data.get("again", False), "again")
        if s.again:
            if data["decision"]["kind"] != "return":
                raise InvalidPosition("again is true only while cubes are returned before the other turn")
            self.must_stand(s, self.active(data), "refresh")
        if not self.trading:
            return
        cards = Supply("merchant", self.merchants)
        row = data.get("market")
        names = (
            [] if row is None else reading.texts(reading.keys(row, "market", {"row"}, {"deck"})["row"], "market: row")
        )
        if len(names) > SLOTS:
            raise InvalidPosition(f"market: row has {len(names)} cards, more than {SLOTS}")
        s.market = tuple(cards.take(name, "market: row") for name in names)
        for seat, one in enumerate(data["seats"]):
            self.own(s, seat, reading.keys(one, f"seat {seat}", {"storage", "home"}, self.SEAT), cards)
        s.merchant_deck = cards.deck(row or {}, "market: deck", chance)
        s.merchant_left = len(s.merchant_deck)
        if row is None:
            s.merchant_left -= SLOTS
            s.market = tuple(reversed(s.merchant_deck[s.merchant_left :]))

    def own(self, s: Any, seat: int, data: Data, cards: Supply) -> None:
        """The merchants of a seat."""
        place = f"seat {seat}: discards"
        s.discards[seat] = tuple(cards.take(name, place) for name in reading.texts(data.get("discards", []), place))

    def stands(self, s: Any, seat: int, kind: str, **values: int) -> bool:
        """Whether settlers of a seat stand on a location of that kind with those values."""
        return any(
            settler_of(spot) == seat
            and location.type == kind
            and all(getattr(location, name) == value for name, value in values.items())
            for location, spot in zip(self.game.boards[0].locations, s.spots, strict=True)
        )

    def must_stand(self, s: Any, seat: int, kind: str, **values: int) -> None:
        """Refuse a decision whose location the seat is not using."""
        if not self.stands(s, seat, kind, **values):
            told = "".join(f" {value}" for value in values.values())
            raise InvalidPosition(f"decision: no settlers of seat {seat} stand on a location of kind {kind}{told}")

    def market_place(self, s: Any, decision: Data, key: str, seat: int) -> int:
        """The place (0-based) in the market of the card that a seat is using."""
        slot = reading.number(decision[key], f"decision: {key}", 1, max(1, len(s.market)))
        if slot > len(s.market):
            raise InvalidPosition("decision: the market is empty")
        self.must_stand(s, seat, "market", slot=slot)
        return slot - 1

    def in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().in_use(s, seat), *(self.merchants[card] for card in s.market)]

    def began(self, s: Any, decision: Data, seat: int) -> bool:
        """A merchant of the market waits beneath its trade or upgrade (F8)."""
        if "market" in decision:
            place = self.market_place(s, decision, "market", seat)
            if self.merchants[s.market[place]] != decision["card"]:
                raise InvalidPosition(f"decision: the card in slot {place + 1} of the market is another one")
            s.stack.append(engine.frame(engine.AFTER, seat, place))
        elif decision["card"] not in self.elsewhere_in_use(s, seat):
            raise InvalidPosition(f"decision: {decision['card']} is in the market, so its slot must be named")
        return False

    def elsewhere_in_use(self, s: Any, seat: int) -> list[str]:
        """The conversions that a seat may be carrying out without a merchant of the market, by name."""
        return NewWorldWords.in_use(self, s, seat)

    def payload(self, s: Any, decision: Data, seat: int) -> int:
        if decision["kind"] == "market" and self.trading:
            return self.market_place(s, reading.keys(decision, "decision", {"kind", "slot"}), "slot", seat)
        return super().payload(s, decision, seat)

    # -- sampling ----------------------------------------------------------------------------------------------------

    def fill(self, position: Data, rng: Random) -> Data:
        filled = super().fill(position, rng)
        if self.trading:
            unseen = Counter(self.merchants)
            unseen.subtract(position["market"]["row"])
            for seat in position["seats"]:
                unseen.subtract(seat["discards"])
                unseen.subtract(card["card"] for card in seat.get("route", ()))
            deck = shuffled(unseen, rng)[: position["market"]["deck"]]
            filled["market"] = {"row": position["market"]["row"], "deck": deck}
        filled["chance"] = rng.getrandbits(64)
        return filled


class RouteWords(EastWestWords):
    """Part I: trade routes, and exploration tiles beside the board."""

    OPTIONAL = EastWestWords.OPTIONAL | {"beside"}
    SEAT = EastWestWords.SEAT | {"route"}

    def __init__(self, game: PartOne) -> None:
        super().__init__(game)
        self.part = game
        self.covered = sum(game.covers(location.cover) for location in game.boards[0].locations)

    def describe(self, s: Any, sight: Sight) -> Data:
        data = super().describe(s, sight)
        data["beside"] = {f"#{n}": self.finds[tile] for n, tile in enumerate(s.beside, 1) if tile >= 0}
        for seat, one in enumerate(data["seats"]):
            cards = zip(s.routes[seat], s.crews[seat], strict=True)
            one["route"] = [{"card": self.merchants[card], "settlers": crew} for card, crew in cards]
            if not sight.truth:
                for place, entry in enumerate(one["route"]):
                    entry["need"] = route.required(s.crews[seat], place)
                    entry["why"] = self._route_obstacle(s, seat, place)
        return data

    def _route_obstacle(self, s: Any, seat: int, place: int) -> str | None:
        """Why a card of a route cannot be used: occupied, settlers or cubes (W1-9)."""
        crew = s.crews[seat]
        if crew[place]:
            return "occupied"
        if route.required(crew, place) > s.home[seat]:
            return "settlers"
        return None if performable(self.parts.cards[s.routes[seat][place]], s.storage[seat]) else "cubes"

    def about(self, s: Any, kind: int, payload: int) -> Data:
        if kind == engine.REPLACE:
            return {"slot": payload + 1}
        return {} if kind == engine.SWAP else super().about(s, kind, payload)

    def told(self, kind: int, a: int, b: int, c: int) -> tuple[str, Data]:
        if kind == engine.E_KEPT:
            return "kept", {"card": self.merchants[a], "slot": b}
        if kind == engine.E_REPLACED:
            old = self.merchants[c & 255]
            return "replaced", {
                "card": self.merchants[a],
                "slot": c >> 16,
                "place": b,
                "old": old,
                "settlers": c >> 8 & 255,
            }
        if kind == engine.E_SWAPPED:
            return "swapped", {"places": [a, b]}
        if kind == engine.E_ROUTED:
            return "routed", {"place": a, "settlers": b, "card": self.merchants[c]}
        return super().told(kind, a, b, c)

    def refused(self, s: Any, seat: int, decision: int, action: int) -> str:
        kind, place = action & actions.KIND, (action >> actions.BITS) - 1
        cards = s.routes[seat]
        if kind in (actions.ROUTE, actions.REPLACE) and decision in (engine.TURN, engine.REPLACE):
            if place >= len(cards):
                return f"the trade route has {len(cards)} cards"
            if decision == engine.REPLACE:
                return "settlers stand on that card"
            why = self._route_obstacle(s, seat, place)
            if why == "occupied":
                return "settlers stand on that card of the route"
            if why == "settlers":
                return (
                    f"card {place + 1} of the route needs {route.required(s.crews[seat], place)} settlers and "
                    f"{s.home[seat]} are at home"
                )
            have = cubes.text(s.storage[seat]) or "nothing"
            return f"the trade {self.merchants[cards[place]]} cannot be made with {have}"
        if kind == actions.SWAP and decision == engine.SWAP:
            return f"the trade route has {len(cards)} cards"
        return super().refused(s, seat, decision, action)

    def unkept(self) -> str:
        return "settlers stand on all five cards of the trade route"

    def lay_more(self, s: Any, data: Data, finds: Supply, chance: Chance) -> None:
        super().lay_more(s, data, finds, chance)
        number = len(self.finds) - self.covered
        entries = data.get("beside")
        if entries is None:
            s.beside = (-1,) * number
            return
        if not isinstance(entries, dict):
            raise InvalidPosition(f"beside must be an object, not {entries!r:.40}")
        names = [f"#{n}" for n in range(1, number + 1)]
        tiles = reading.keys(entries, "beside", set(), set(names))
        s.beside = tuple(finds.take(tiles[name], f"beside: {name}") if name in tiles else -1 for name in names)

    def own(self, s: Any, seat: int, data: Data, cards: Supply) -> None:
        super().own(s, seat, data, cards)
        place = f"seat {seat}: route"
        entries = data.get("route", [])
        if not isinstance(entries, list) or len(entries) > route.LENGTH:
            raise InvalidPosition(f"{place} must be a list of at most {route.LENGTH} cards")
        known = [reading.keys(entry, place, {"card"}, {"settlers"} | {"need", "why"}) for entry in entries]
        s.routes[seat] = tuple(cards.take(entry["card"], place) for entry in known)
        most = self.game.box.settlers
        s.crews[seat] = tuple(
            reading.number(entry.get("settlers", 0), f"{place}: settlers", 0, most) for entry in known
        )

    def elsewhere(self, s: Any, seat: int) -> int:
        return sum(s.crews[seat])

    def in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().in_use(s, seat), *self._travelled(s, seat)]

    def elsewhere_in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().elsewhere_in_use(s, seat), *self._travelled(s, seat)]

    def _travelled(self, s: Any, seat: int) -> list[str]:
        return [self.merchants[card] for card, crew in zip(s.routes[seat], s.crews[seat], strict=True) if crew]

    def payload(self, s: Any, decision: Data, seat: int) -> int:
        if decision["kind"] == "replace":
            place = self.market_place(s, reading.keys(decision, "decision", {"kind", "slot"}), "slot", seat)
            if len(s.routes[seat]) < route.LENGTH:
                raise InvalidPosition(f"decision: the route of seat {seat} is not full")
            return place
        if decision["kind"] == "swap":
            reading.keys(decision, "decision", {"kind"})
            self.must_stand(s, seat, "adjust")
            return 0
        return super().payload(s, decision, seat)

    def fill(self, position: Data, rng: Random) -> Data:
        filled = super().fill(position, rng)
        for seat in filled["seats"]:
            seat["route"] = [{"card": one["card"], "settlers": one["settlers"]} for one in seat["route"]]
        return filled


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

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: Any, sight: Sight) -> Data:
        data = super().describe(s, sight)
        names = self._tiles(s)
        data["sea"] = {}
        for tile, (name, goods) in enumerate(zip(names, s.chart.goods, strict=True)):
            entry: Data = {
                "symbol": None if goods < 0 else SYMBOLS[self.part.symbols[goods]],
                "card": None if goods < 0 else self.part.all.sea[goods].text,
                "outposts": self._owners(s, tile),
            }
            if sight.viewer is not None and not sight.truth:
                entry["toll"] = sea.toll(s, sight.viewer, tile)
                free = goods >= 0 and not s.outposts[tile] >> sight.viewer & 1
                entry["price"] = sea.price(s, tile, self.rules.players) if free else None
            data["sea"][name] = entry
        for seat, one in enumerate(data["seats"]):
            one["ship"] = names[s.ships[seat]]
            if not sight.truth:
                one["grid"] = list(s.grids[seat])
        if not sight.truth:
            data["outpost_values"] = list(self.game.box.outpost_values)
        return data

    def _tiles(self, s: Any) -> list[str]:
        return [actions.tile_text(actions.tile(q, r)) for q, r in s.chart.places]

    def _owners(self, s: Any, tile: int) -> list[int]:
        return [seat for seat in range(self.rules.players) if s.outposts[tile] >> seat & 1]

    def more(self, s: Any, board: Board, seat: int, number: int) -> Data:
        """At a ship location where the move may end, Tool cubes included."""
        location = board.locations[number]
        if location.type not in ("ship", "outpost-trade"):
            return super().more(s, board, seat, number)
        have = s.storage[seat] + s.tools[seat][board.icons[number]]
        names = self._tiles(s)
        if location.type == "ship":
            return {"ends": [names[tile] for tile in sea.harbours(s, seat, location.steps, have)]}
        return {"ends": [names[tile] for tile in sea.open_outposts(s, seat, self.part.all.sea, have)]}

    def lacking(self, s: Any, board: Board, seat: int, number: int) -> str:
        location = board.locations[number]
        if location.type == "ship-trade" and s.chart.goods[s.ships[seat]] < 0:
            return "nothing"
        if location.type == "outpost-trade" and not any(s.grids[seat]):
            return "nothing"
        return super().lacking(s, board, seat, number)

    def decision(self, s: Any) -> Data:
        data = super().decision(s)
        if data["kind"] == "times" and engine.payload_of(s.stack[-1]) & 1:
            data["arrival"] = True
        return data

    def about(self, s: Any, kind: int, payload: int) -> Data:
        if kind == engine.SAIL:
            return {"steps": _STEPS[payload]}
        if kind == engine.PAY:
            seat, left = engine.seat_of(s.stack[-1]), payload >> 1
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
        have = cubes.text(s.storage[seat]) or "nothing"
        if decision == engine.SAIL and kind == actions.SAIL:
            tile = s.chart.numbers.get(argument, -1)
            if tile < 0:
                return "there is no such tile"
            steps = engine.payload_of(s.stack[-1])
            if tile not in s.chart.ends[steps][s.ships[seat]]:
                return "the ship must move" if steps != 2 and tile == s.ships[seat] else "the ship cannot get there"
            return f"the toll there is {sea.toll(s, seat, tile)} cubes and the storage holds {have}"
        if decision == engine.BUILD and kind == actions.BUILD:
            return (
                f"an outpost costs {sea.price(s, s.ships[seat], self.rules.players)} cubes and the storage holds {have}"
            )
        if decision == engine.OUTPOST and kind == actions.OUTPOST:
            tile = s.chart.numbers.get(argument, -1)
            if tile < 0 or not s.outposts[tile] >> seat & 1:
                return "this seat has no outpost there"
            return f"the trade {self.part.all.sea[s.chart.goods[tile]].text} cannot be made with {have}"
        if decision == engine.BONUS and kind == actions.BONUS:
            heap = self.game.boards[0].heap_numbers.get(action, -1)
            if heap < 0 or not engine.payload_of(s.stack[-1]) >> heap & 1:
                return f"the tile comes from {', '.join(self.decision(s)['stacks'])}"
            return "the stack is empty"
        return super().refused(s, seat, decision, action)

    def unusable(self, s: Any, board: Board, seat: int, number: int, have: str) -> str:
        location = board.locations[number]
        if location.type == "ship":
            return f"no toll within reach can be paid with {have}"
        if location.type == "ship-trade":
            goods = s.chart.goods[s.ships[seat]]
            if goods < 0:
                return "the ship is on the sea tile, which has no trade"
            return f"the trade {self.part.all.sea[goods].text} cannot be made with {have}"
        if location.type == "outpost-trade":
            if not any(s.grids[seat]):
                return "this seat has no outpost"
            return f"no trade of an own outpost can be made with {have}"
        return super().unusable(s, board, seat, number, have)

    # -- in ----------------------------------------------------------------------------------------------------------

    def lay_more(self, s: Any, data: Data, finds: Supply, chance: Chance) -> None:
        super().lay_more(s, data, finds, chance)
        if "sea" not in data:
            self.part.lay_sea(s, chance)
        else:
            self._sea(s, data["sea"])
        names = self._tiles(s)
        for seat, one in enumerate(data["seats"]):
            place = f"seat {seat}: ship"
            one = reading.keys(one, f"seat {seat}", {"storage", "home"}, self.SEAT)
            name = reading.text(one.get("ship", names[0]), place)
            if name not in names:
                raise InvalidPosition(f"{place}: there is no tile {name!r:.40}")
            s.ships[seat] = names.index(name)

    def _sea(self, s: Any, data: object) -> None:
        if not isinstance(data, dict):
            raise InvalidPosition(f"sea must be an object, not {data!r:.40}")
        if len(data) != 1 + sea.ROWS * sea.COLUMNS:
            raise InvalidPosition(f"sea has {len(data)} tiles, but there are {1 + sea.ROWS * sea.COLUMNS}")
        entries = {
            self._place(name): reading.keys(entry, f"sea: {name}", {"symbol", "card"}, {"outposts", "toll", "price"})
            for name, entry in data.items()
        }
        seas = [place for place, entry in entries.items() if entry["symbol"] is None]
        if len(seas) != 1:
            raise InvalidPosition(f"sea: there are {len(seas)} tiles without a symbol, but there is one sea tile")
        places = (seas[0], *(place for place in entries if place != seas[0]))
        layout = self.part.all.layout
        if self.part.sea_layout == "random":
            for flaw in flaws(places):
                raise InvalidPosition(f"sea: {flaw}")
        else:
            if seas[0] != layout[0] or set(places) != set(layout):
                raise InvalidPosition("sea: the tiles do not lie as in the layout of the components")
            places = layout
        tiles = Supply("market tile", self.goods)
        goods = [-1]
        for place in places[1:]:
            entry, where = entries[place], f"sea: {place[0]},{place[1]}"
            goods.append(
                tiles.take(f"{reading.text(entry['symbol'], where)} {reading.text(entry['card'], where)}", where)
            )
        for symbol, name in enumerate(SYMBOLS):
            number = sum(self.part.symbols[one] == symbol for one in goods[1:])
            if number != sea.COLUMNS:
                raise InvalidPosition(f"sea: there are {number} tiles with {name}, but there are {sea.COLUMNS}")
        s.chart = sea.Chart(places, tuple(goods))
        s.outposts = [self._outposts(entries[place].get("outposts", []), place) for place in places]
        if s.outposts[0]:
            raise InvalidPosition("sea: nobody builds on the sea tile")
        for seat in range(self.rules.players):
            grid = [0] * sea.ROWS
            for owners, one in zip(s.outposts[1:], goods[1:], strict=True):
                grid[self.part.symbols[one]] += owners >> seat & 1
            s.grids[seat] = tuple(grid)

    def _place(self, name: object) -> tuple[int, int]:
        try:
            argument = actions.parse(f"sail {name}") >> actions.BITS
        except InvalidNotation:
            raise InvalidPosition(f"sea: {name!r:.40} is no place such as 1,-2") from None
        return actions.tile_place(argument)

    def _outposts(self, seats: object, place: tuple[int, int]) -> int:
        where = f"sea: {place[0]},{place[1]}: outposts"
        if not isinstance(seats, list):
            raise InvalidPosition(f"{where} must be a list of seats")
        owners = 0
        for seat in seats:
            bit = 1 << reading.number(seat, where, 0, self.rules.players - 1)
            if owners & bit:
                raise InvalidPosition(f"{where}: seat {seat} has one outpost on a tile at most")
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
            raise InvalidPosition(f"decision: {decision['card']} is not the trade of the tile of seat {seat}'s ship")
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
            known = [number for number, name in _STEPS.items() if name == steps and not isinstance(steps, bool)]
            if not known:
                raise InvalidPosition(f'decision: steps must be 1, 2 or "any", not {steps!r:.40}')
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
            s.stack.append(self._trade_here(s, seat))
            return 0
        if kind == "pay":
            self.must_sail(s, seat)
            if "price" in decision:
                reading.keys(decision, "decision", {"kind", "price"})
                self._must_be_free(s, seat)
                most = sea.price(s, tile, self.rules.players)
                price = reading.number(decision["price"], "decision: price", 1, max(1, most))
                self._must_hold(s, seat, price)
                s.stack.append(self._trade_here(s, seat))
                return 1 | price << 1
            owners = self._owed(s, reading.keys(decision, "decision", {"kind", "owners"})["owners"], seat)
            self._must_hold(s, seat, owners.bit_count())
            if market:
                s.stack.append(self._trade_here(s, seat))
                if not s.outposts[tile] >> seat & 1:
                    s.stack.append(engine.frame(engine.BUILD, seat))
            return owners << 1
        if kind == "bonus":
            return self._bonus(s, reading.keys(decision, "decision", {"kind", "stacks"})["stacks"], seat)
        return super().payload(s, decision, seat)

    def _must_be_free(self, s: Any, seat: int) -> None:
        tile = s.ships[seat]
        if s.chart.goods[tile] < 0 or s.outposts[tile] >> seat & 1:
            raise InvalidPosition(f"decision: seat {seat} cannot build where its ship is")

    def _must_hold(self, s: Any, seat: int, number: int) -> None:
        if cubes.count(s.storage[seat]) < number:
            raise InvalidPosition(f"decision: seat {seat} cannot pay {number} cubes")

    def _owed(self, s: Any, seats: object, seat: int) -> int:
        """The owners still to be paid, as bits."""
        if not isinstance(seats, list) or not seats:
            raise InvalidPosition("decision: owners must be a list of seats")
        owners = 0
        for owner in seats:
            reading.number(owner, "decision: owners", 0, self.rules.players - 1)
            if owner == seat or s.ships[owner] != s.ships[seat]:
                raise InvalidPosition(f"decision: seat {owner} has no ship to be paid there")
            if cubes.count(s.storage[owner]) > cubes.LIMIT:
                raise InvalidPosition(f"decision: seat {owner} holds too many cubes to be still unpaid")
            owners |= 1 << owner
        return owners

    def _bonus(self, s: Any, names: object, seat: int) -> int:
        board = self.game.boards[0]
        listed = reading.texts(names, "decision: stacks")
        offers = self.part.offers()
        known = [[board.heap_names[heap] for heap in heaps] for heaps in offers]
        if listed not in known:
            raise InvalidPosition(f"decision: stacks must be {' or '.join(', '.join(one) for one in known)}")
        if len(s.bonus[seat]) >= self.game.bonus_spaces:
            raise InvalidPosition(f"decision: seat {seat} has no space for a bonus tile")
        heaps = offers[known.index(listed)]
        if heaps == self.part.column_heaps:
            self.must_sail(s, seat)
            if not s.outposts[s.ships[seat]] >> seat & 1:
                raise InvalidPosition(f"decision: seat {seat} has no outpost where its ship is")
            built, row = s.grids[seat], self.part.symbols[s.chart.goods[s.ships[seat]]]
            if built[row] != min(built):
                raise InvalidPosition(f"decision: seat {seat} has not emptied a column with its last outpost")
            s.stack.append(self._trade_here(s, seat))
        else:
            self.must_stand(s, seat, "market")
            if not s.discards[seat] or len(s.discards[seat]) % OFTEN:
                raise InvalidPosition(f"decision: seat {seat} has used {len(s.discards[seat])} merchants")
        return sum(1 << heap for heap in heaps)
