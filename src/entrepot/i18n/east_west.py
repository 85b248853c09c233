"""Sentences of From East to West I, II and III: market, trade route and sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .common import N_, Data, begun, missing, remembered
from .new_world import NewWorldTexts
from .places import FURTHER, WHERE, Whereabouts, whereabouts

_SYMBOLS = {
    "ginger": N_("ginger"),
    "chili": N_("chili"),
    "tea": N_("tea"),
    "cloves": N_("cloves"),
}

_TILES = {
    "ginger": N_("the ginger market {where}"),
    "chili": N_("the chili market {where}"),
    "tea": N_("the tea market {where}"),
    "cloves": N_("the cloves market {where}"),
}

_SAILED = {
    "ginger": N_("{name} sailed to the ginger market {where}."),
    "chili": N_("{name} sailed to the chili market {where}."),
    "tea": N_("{name} sailed to the tea market {where}."),
    "cloves": N_("{name} sailed to the cloves market {where}."),
    None: N_("{name} sailed to the sea tile."),
}

_BUILT = {
    "ginger": N_("{name} built an outpost at the ginger market {where}."),
    "chili": N_("{name} built an outpost at the chili market {where}."),
    "tea": N_("{name} built an outpost at the tea market {where}."),
    "cloves": N_("{name} built an outpost at the cloves market {where}."),
}

_SAIL_TO = {
    "ginger": N_("Sail to the ginger market {where}: {steps}."),
    "chili": N_("Sail to the chili market {where}: {steps}."),
    "tea": N_("Sail to the tea market {where}: {steps}."),
    "cloves": N_("Sail to the cloves market {where}: {steps}."),
    None: N_("Sail to the sea tile: {steps}."),
}

_SHIPS = {
    1: N_("move your ship to a neighbouring tile"),
    2: N_("move your ship one or two tiles"),
    "any": N_("move your ship to any other tile"),
}

_SAIL = {
    1: N_("Move your ship to a neighbouring tile."),
    2: N_("Move your ship one or two tiles; with two it may end where it began."),
    "any": N_("Move your ship to any other tile."),
}

_SKIP = {
    "swap": N_("Leave your route as it is."),
    "build": N_("Build no outpost here."),
    "bonus": N_("Take no bonus tile."),
}


_ROUTE = 5


class Tile(NamedTuple):
    """What a tile of the sea is called, and where it lies."""

    name: str
    where: str


class EastWestTexts(NewWorldTexts):
    """Merchants under the market locations and along the route, ships, tolls and outposts."""

    LANDMARKS = NewWorldTexts.LANDMARKS | {
        "refresh": N_("the refresh location"),
        "adjust": N_("the adjust location"),
        "ship": N_("the ship location"),
        "ship-trade": N_("the location of the ship's trade"),
        "outpost-trade": N_("the location of the outposts"),
    }
    WORK = NewWorldTexts.WORK | {
        "refresh": N_("Work at the refresh location {where}: {steps}."),
        "adjust": N_("Work at the adjust location {where}: {steps}."),
        "ship": N_("Work at the ship location {where}: {steps}."),
        "ship-trade": N_("Work at the location of the ship's trade {where}: {steps}."),
        "outpost-trade": N_("Work at the location of the outposts {where}: {steps}."),
    }
    EXPLORE = NewWorldTexts.EXPLORE | {
        "refresh": N_("Explore the refresh location {where}: take {tile}."),
        "adjust": N_("Explore the adjust location {where}: take {tile}."),
        "ship": N_("Explore the ship location {where}: take {tile}."),
        "ship-trade": N_("Explore the location of the ship's trade {where}: take {tile}."),
        "outpost-trade": N_("Explore the location of the outposts {where}: take {tile}."),
    }

    # -- things ------------------------------------------------------------------------------------------------------

    def named_by(self, entry: Mapping[str, Any]) -> str:
        """An adjust location may lie at a market's landmark, but no merchant lies there."""
        return "adjust" if entry["type"] == "adjust" else super().named_by(entry)

    def symbol(self, name: str) -> str:
        """The goods of a market tile."""
        return self._(_SYMBOLS[name])

    def tile_name(self, name: str, position: Data) -> str:
        """A tile of the sea by its goods and where it lies; no two of a game are called alike."""
        return self.tiles(position)[name].name

    def at_sea(self, name: str, position: Data) -> str:
        """Where a tile of the sea lies, seen from the middle."""
        return self.tiles(position)[name].where

    def tiles(self, position: Data) -> Mapping[str, Tile]:
        """What all tiles of the sea are called: it depends on nothing that changes in a game."""
        sea = position["sea"].items()
        return self._tiles(tuple((name, tile["symbol"] or "", tile["card"] or "") for name, tile in sea))

    @remembered
    def _tiles(self, sea: tuple[tuple[str, str, str], ...]) -> Mapping[str, Tile]:
        lies = whereabouts({name: {"symbol": symbol, "card": card} for name, symbol, card in sea})
        return {name: self._tile(symbol, card, lies[name]) for name, symbol, card in sea}

    def _tile(self, symbol: str, card: str, at: Whereabouts) -> Tile:
        where = self._(WHERE[at.direction])
        if at.distance:
            where = self._(FURTHER[at.distance], where=where)
        if at.trade:
            where = self._("{where} ({trade})", where=where, trade=self.conversion(card))
        if at.number:
            where = self._("{where}, no. {n}", where=where, n=at.number)
        return Tile(self._(_TILES[symbol], where=where) if symbol else self._("the sea tile"), where)

    def stack(self, name: str) -> str:
        """A stack of bonus tiles that belongs to a board and not to a fort: `"B2.s1"`."""
        face, _, number = name.partition(".s")
        return self._("stack {number} of board {face}", number=number, face=face)

    def does(self, name: str, position: Data, seat: int | None = None) -> str:
        entry = position["board"][name]
        kind = entry["type"]
        if kind == "market":
            return self._market(name, position, seat)
        if kind == "refresh":
            return self._("refresh the market, then have another turn")
        if kind == "adjust":
            return self._("gain {cube}; you may swap two cards of your route", cube=self.cubes("Y"))
        if kind == "ship":
            return self._(_SHIPS[entry["steps"]])
        if kind == "ship-trade":
            card = None if seat is None else _below_ship(position, seat)
            if card is None:
                return self._("make the trade of the tile where your ship is")
            return self._("at the tile of your ship: {trade}", trade=self.conversion(card, _held(name, position, seat)))
        if kind == "outpost-trade":
            return self._("make the trade of a tile where you have an outpost")
        return super().does(name, position, seat)

    def _market(self, name: str, position: Data, seat: int | None) -> str:
        card = _merchant(name, position)
        if card is None:
            return self._("no merchant is left here")
        use, keep = True, "route" in position["seats"][0]
        if seat is not None:
            cost = position["costs"][name]
            # Of a location that cannot be chosen it says what the merchant would do.
            use, keep = cost["use"] or not cost["keep"], cost["keep"]
        merchant = self.conversion(card, _held(name, position, seat))
        if use and keep:
            return self._("use or keep the merchant: {merchant}", merchant=merchant)
        if keep:
            return self._("keep the merchant: {merchant}", merchant=merchant)
        return self._("use the merchant: {merchant}", merchant=merchant)

    def obstacle(self, name: str, position: Data, seat: int) -> str:
        why, kind = position["costs"][name]["why"], position["board"][name]["type"]
        if why == "nothing" and kind == "market":
            return self._("No merchant is left here.")
        if why == "nothing" and kind == "ship-trade":
            return self._("Your ship is on the sea tile, which has no trade.")
        if why == "nothing" and kind == "outpost-trade":
            return self._("You have no outpost yet.")
        if why == "cubes" and kind == "ship":
            return self._("Your cubes pay no toll within reach.")
        if why == "cubes" and kind == "outpost-trade":
            return self._("Your cubes pay for no trade of your outposts.")
        if why == "cubes" and kind in ("market", "ship-trade"):
            card = _merchant(name, position) if kind == "market" else _below_ship(position, seat)
            lacking = missing((card or "").partition(">")[0], _held(name, position, seat))
            if kind == "market" and "route" in position["seats"][seat]:
                return self._(
                    "Missing: {cubes}. To keep it is not possible: settlers stand on all cards of your route.",
                    cubes=self.cubes(lacking),
                )
            return self._("Missing: {cubes}.", cubes=self.cubes(lacking))
        return super().obstacle(name, position, seat)

    def route_obstacle(self, place: int, position: Data, seat: int) -> str:
        """What keeps a seat from using the card at a place (from 1) of its route; empty if nothing does."""
        own = position["seats"][seat]
        card = own["route"][place - 1]
        if card["why"] == "occupied":
            return self._("Your settlers stand on this card.")
        if card["why"] == "settlers":
            return self.too_few(card["need"], own["home"])
        if card["why"] == "cubes":
            lacking = missing(card["card"].partition(">")[0], own["storage"])
            return self._("Missing: {cubes}.", cubes=self.cubes(lacking))
        return ""

    def waiting(self, position: Data, names: Sequence[str], *, mine: bool = False) -> str | None:
        """Whom everybody waits for, when somebody else decides than the one whose turn it is.

        Args:
            mine: the turn is the reader's.
        """
        seat, active = position["seat"], position.get("active")
        if seat is None or active in (None, seat):
            return None
        if mine:
            return self.ngettext(
                "{name} returns {n} cube, then your turn ends.",
                "{name} returns {n} cubes, then your turn ends.",
                position["decision"]["surplus"],
                name=names[seat],
            )
        return self.ngettext(
            "{name} returns {n} cube, then the turn of {active} ends.",
            "{name} returns {n} cubes, then the turn of {active} ends.",
            position["decision"]["surplus"],
            name=names[seat],
            active=names[active],
        )

    # -- questions ---------------------------------------------------------------------------------------------------

    def land_question(self, position: Data, names: Sequence[str] | None = None) -> str | None:
        decision, seat = position["decision"], position["seat"]
        kind = decision["kind"]
        if kind == "turn" and position["seats"][seat].get("route"):
            return self._("Send settlers to work at a location or along your route, or rest.")
        if kind == "return":
            return self._return(position)
        if kind == "explore" and position.get("beside"):
            return self._("Which exploration tile do you take? One on the board opens its location.")
        if kind == "market":
            card = position["market"]["row"][decision["slot"] - 1]
            return self._("Use the merchant, or keep it for your route: {card}.", card=self.conversion(card))
        if kind == "replace":
            card = position["market"]["row"][decision["slot"] - 1]
            return self._(
                "Your route is full. Which card gives way to the new one: {card}?", card=self.conversion(card)
            )
        if kind == "swap":
            return self._("Which two cards of your route change places?")
        if kind == "sail":
            return self._(_SAIL[decision["steps"]])
        if kind == "pay" and "owners" in decision:
            return self._("Which cube does {name} get as toll?", name=self._owner(decision["owners"][0], names))
        if kind == "pay":
            return self.ngettext(
                "Pay for the outpost: {n} cube left.", "Pay for the outpost: {n} cubes left.", decision["price"]
            )
        if kind == "build":
            return self._build_question(position, seat)
        if kind == "outpost":
            return self._("At which of your outposts do you trade?")
        if kind == "bonus":
            if any(stack.startswith("D2.") for stack in decision["stacks"]):
                return self._("Every fourth merchant brings a bonus tile: which do you take?")
            return self._("You have emptied a column of outposts: which bonus tile do you take?")
        if decision.get("arrival"):
            return self._("How often do you want to trade here? You need not.")
        return super().land_question(position, names)

    def _return(self, position: Data) -> str | None:
        n = position["decision"]["surplus"]
        if position.get("active", position["seat"]) != position["seat"]:
            return self.ngettext(
                "Return {n} cube: with the toll you hold more than 10.",
                "Return {n} cubes: with the toll you hold more than 10.",
                n,
            )
        if position.get("again"):
            return self.ngettext(
                "Return {n} cube: a storage holds 10. Then you have another turn.",
                "Return {n} cubes: a storage holds 10. Then you have another turn.",
                n,
            )
        return super().land_question(position)

    def _build_question(self, position: Data, seat: int) -> str:
        price = position["sea"][position["seats"][seat]["ship"]].get("price")
        if price is None:  # spectators, and those who have an outpost there, are told no price
            return self._("Build an outpost here?")
        if not price:
            return self._("Build an outpost here? It costs nothing.")
        return self.ngettext(
            "Build an outpost here? It costs {n} cube.", "Build an outpost here? It costs {n} cubes.", price
        )

    # -- actions -----------------------------------------------------------------------------------------------------

    def land_action(self, verb: str, argument: str, position: Data, names: Sequence[str] | None) -> str | None:
        decision, own = position["decision"], position["seats"][position["seat"]]
        if verb == "skip":
            return self._(_SKIP[decision["kind"]])
        if verb in ("use", "keep", "replace"):
            return self._merchant_action(verb, argument, position)
        if verb == "swap":
            one, _, two = argument.partition("-")
            return self._(
                "Swap cards {one} and {two} of your route: {first}; {second}.",
                one=one,
                two=two,
                first=self.conversion(own["route"][int(one) - 1]["card"]),
                second=self.conversion(own["route"][int(two) - 1]["card"]),
            )
        if verb == "route":
            card = own["route"][int(argument) - 1]
            return self.ngettext(
                "Send {n} settler to card {place} of your route: {card}.",
                "Send {n} settlers to card {place} of your route: {card}.",
                card["need"],
                place=argument,
                card=self.conversion(card["card"], own["storage"]),
            )
        if verb == "sail":
            return self._sail(argument, position, names)
        if verb == "pay":
            held = self.colour(argument, own["storage"].count(argument))
            if "price" in decision:
                return self._("Pay {cube} of {held} for the outpost.", cube=self.cubes(argument), held=held)
            name = self._owner(decision["owners"][0], names)
            return self._("Pay {cube} of {held} to {name}.", cube=self.cubes(argument), held=held, name=name)
        if verb == "build":
            return self._build(position)
        if verb == "outpost":
            trade = self.conversion(position["sea"][argument]["card"], own["storage"])
            return begun(self._("{tile}: {trade}.", tile=self.tile_name(argument, position), trade=trade))
        if verb == "bonus" and ".s" in argument:
            tile = self.tile(position["stacks"][argument]["top"])
            return self._("Take the bonus tile from {stack}: {tile}.", stack=self.stack(argument), tile=tile)
        if verb == "explore" and argument.startswith("#"):
            tile = self.find(position["beside"][argument])
            return self._("Take the exploration tile beside the board: {tile}.", tile=tile)
        return super().land_action(verb, argument, position, names)

    def out(self, position: Data, seat: int) -> int:
        on_route: int = sum(card["settlers"] for card in position["seats"][seat].get("route", ()))
        return super().out(position, seat) + on_route

    def _owner(self, seat: int, names: Sequence[str] | None) -> str:
        return names[seat] if names else self._("seat {number}", number=seat + 1)

    def _merchant_action(self, verb: str, argument: str, position: Data) -> str:
        row, own = position["market"]["row"], position["seats"][position["seat"]]
        card = self.conversion(row[position["decision"]["slot"] - 1], own["storage"] if verb == "use" else "")
        if verb == "use":
            return self._("Use the merchant and discard it: {card}.", card=card)
        if verb == "keep":
            if len(own["route"]) == _ROUTE:
                return self._("Keep the merchant instead of a card of your route: {card}.", card=card)
            return self._("Keep the merchant at the end of your route: {card}.", card=card)
        old = own["route"][int(argument) - 1]
        if not old["settlers"]:
            return self._(
                "Discard card {place} of your route: {card}.", place=argument, card=self.conversion(old["card"])
            )
        return self.ngettext(
            "Discard card {place} of your route: {card}; {n} settler comes home.",
            "Discard card {place} of your route: {card}; {n} settlers come home.",
            old["settlers"],
            place=argument,
            card=self.conversion(old["card"]),
        )

    def _sail(self, name: str, position: Data, names: Sequence[str] | None) -> str:
        tile, seat = position["sea"][name], position["seat"]
        steps = []
        if tile["toll"]:
            owners = [one for one, ship in enumerate(position["seats"]) if ship["ship"] == name and one != seat]
            steps.append(
                self.ngettext(
                    "pay {n} cube to {names}",
                    "pay {n} cubes, one each to {names}",
                    tile["toll"],
                    names=self.either([self._owner(one, names) for one in owners]),
                )
            )
        if tile["price"]:
            steps.append(self.ngettext("an outpost costs {n} cube", "an outpost costs {n} cubes", tile["price"]))
        elif tile["price"] == 0:
            steps.append(self._("an outpost costs nothing"))
        elif seat in tile["outposts"]:
            steps.append(self._("your outpost stands there"))
        if tile["card"]:
            steps.append(self.conversion(tile["card"]))
        if not steps:
            return self._("Sail to the sea tile: nothing to pay and no trade.")
        return self._(_SAIL_TO[tile["symbol"]], where=self.at_sea(name, position), steps=self.row(steps))

    def _build(self, position: Data) -> str:
        own = position["seats"][position["seat"]]
        tile = position["sea"][own["ship"]]
        row = list(_SYMBOLS).index(tile["symbol"])
        built = own["grid"][row]
        steps = [
            self.ngettext("pay {n} cube", "pay {n} cubes", tile["price"]) if tile["price"] else self._("pay nothing"),
            self.points(position["outpost_values"][built]),
        ]
        if tile["empties"]:
            steps.append(self._("it empties a column"))
        return self._("Build an outpost: {steps}.", steps=self.row(steps))

    # -- events ------------------------------------------------------------------------------------------------------

    def land_event(self, event: Data, name: str, names: Sequence[str], position: Data) -> str | None:
        kind = event["kind"]
        if kind in ("used", "kept", "replaced", "routed", "swapped", "refreshed"):
            return self._market_event(event, name)
        if kind == "revealed" and event["row"] == "market":
            return self._("A new merchant in the market: {card}.", card=self.conversion(event["card"]))
        if kind == "revealed" and event["row"] == "stack" and ".s" in event["stack"]:
            tile = self.tile(event["tile"])
            return self._("The next bonus tile of {stack}: {tile}.", stack=self.stack(event["stack"]), tile=tile)
        if kind == "explored" and event["location"].startswith("#"):
            tile = self.find(event["tile"])
            return self._("{name} took an exploration tile from beside the board: {tile}.", name=name, tile=tile)
        if kind == "sailed":
            return self._(_SAILED[event["symbol"]], name=name, where=self.at_sea(event["tile"], position))
        if kind == "toll":
            return self._(
                "{name} paid {cube} to {owner} as toll.",
                name=name,
                cube=self.cubes(event["cube"]),
                owner=names[event["to"]],
            )
        if kind == "price":
            return self._("{name} paid {cube} for an outpost.", name=name, cube=self.cubes(event["cube"]))
        if kind == "built":
            return self._(_BUILT[event["symbol"]], name=name, where=self.at_sea(event["tile"], position))
        return super().land_event(event, name, names, position)

    def _market_event(self, event: Data, name: str) -> str:
        kind = event["kind"]
        if kind == "swapped":
            one, two = event["places"]
            return self._("{name} swapped cards {one} and {two} of the route.", name=name, one=one, two=two)
        if kind == "refreshed":
            if not event["cards"]:
                return self._("{name} refreshed an empty market and has another turn.", name=name)
            return self.ngettext(
                "{name} put {n} merchant under the deck and has another turn.",
                "{name} put {n} merchants under the deck and has another turn.",
                event["cards"],
                name=name,
            )
        card = self.conversion(event["card"])
        if kind == "used":
            return self._(
                "{name} used merchant {slot} and discarded it: {card}.", name=name, slot=event["slot"], card=card
            )
        if kind == "kept":
            return self._(
                "{name} kept merchant {slot} for the route: {card}.", name=name, slot=event["slot"], card=card
            )
        if kind == "routed":
            return self.ngettext(
                "{name} sent {n} settler to card {place} of the route: {card}.",
                "{name} sent {n} settlers to card {place} of the route: {card}.",
                event["settlers"],
                name=name,
                place=event["place"],
                card=card,
            )
        old, place = self.conversion(event["old"]), event["place"]
        if not event["settlers"]:
            return self._(
                "{name} replaced card {place} of the route ({old}): {card}.", name=name, place=place, old=old, card=card
            )
        return self.ngettext(
            "{name} replaced card {place} of the route ({old}): {card}; {n} settler came home.",
            "{name} replaced card {place} of the route ({old}): {card}; {n} settlers came home.",
            event["settlers"],
            name=name,
            place=place,
            old=old,
            card=card,
        )


def _merchant(name: str, position: Data) -> str | None:
    """The merchant under a market location."""
    row: Sequence[str] = position["market"]["row"]
    slot = position["board"][name]["slot"]
    return row[slot - 1] if slot <= len(row) else None


def _below_ship(position: Data, seat: int) -> str | None:
    """The trade of the tile where the ship of a seat is; None on the sea tile."""
    card: str | None = position["sea"][position["seats"][seat]["ship"]]["card"]
    return card


def _held(name: str, position: Data, seat: int | None) -> str:
    """What a seat would hold at a location before the action, its Tools' cubes included."""
    return "" if seat is None else position["seats"][seat]["storage"] + position["costs"][name]["gift"]
