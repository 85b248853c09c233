"""From East to West in words: the market that the parts share, and the trade routes of part I."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ..core import actions, cubes, engine, piles
from ..core.chance import Chance
from ..core.errors import NOTHING, InvalidPosition, Reason, quoted, within
from ..games.east_west import EastWest
from ..games.east_west_1 import PartOne
from ..rules import route
from ..rules.market import SLOTS, performable
from ..rules.rows import MERCHANTS
from ..rules.settlers import Board, settler_of
from ..rules.storage import first_over
from . import reading
from .new_world import NewWorldWords
from .sight import Sight
from .words import Data, Supply, left_of, shuffled

STEPS = {0: "any", 1: 1, 2: 2}
_MOST_CHANCE = (1 << 64) - 1


class EastWestWords(NewWorldWords):
    """What the three parts share: whose turn it is, turns that come again, and the market where there is one."""

    OPTIONAL = NewWorldWords.OPTIONAL | {"active", "again", "chance"}
    ORIGINS = frozenset({"market"})

    def __init__(self, game: EastWest[Any]) -> None:
        super().__init__(game)
        self.parts = game
        self.slots = {n: one.slot for n, one in enumerate(game.boards[0].locations) if one.type == "market"}
        self.trading = bool(self.slots)
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
                one["discards"] = [self.merchants[card] for card in piles.items(s.discards, seat)]
            deck = left_of(s.merchant_deck, s.merchant_left)
            data["market"] = {
                "row": [self.merchants[card] for card in piles.items(s.market, 0)],
                "deck": sight.hidden(deck, self.merchants),
            }
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
            data["steps"] = STEPS[location.steps]
        return data

    def more(self, s: Any, board: Board, seat: int) -> dict[int, Data]:
        """At a market whether its card could be used and kept, Tool cubes included."""
        row, keeps = piles.items(s.market, 0), self.parts.may_keep(s, seat)
        told: dict[int, Data] = {}
        for number, slot in self.slots.items():
            there = slot <= len(row)
            have = s.storage[seat] + piles.item(s.tools, seat, board.icons[number])
            told[number] = {
                "use": there and performable(self.parts.cards[row[slot - 1]], have),
                "keep": there and keeps,
            }
        return told

    def lacking(self, s: Any, board: Board, seat: int, number: int) -> str:
        location = board.locations[number]
        if location.type == "market" and location.slot > piles.size(s.market, 0):
            return "nothing"
        return super().lacking(s, board, seat, number)

    def decision(self, s: Any) -> Data:
        data = super().decision(s)
        if data["kind"] in ("times", "upgrade") and s.depth > 1:
            beneath = s.stack[s.depth - 2]
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
            card = self.merchants[piles.item(s.market, 0, engine.payload_of(s.pending))]
            if action & actions.KIND == actions.USE:
                return Reason(
                    "the action of {card} cannot be carried out with {have}",
                    card=card,
                    have=cubes.text(s.storage[seat]) or NOTHING,
                )
            if action & actions.KIND == actions.KEEP:
                return self.unkept()
        return super().refused(s, seat, decision, action)

    def unkept(self) -> str:
        """Why a merchant cannot be kept."""
        return Reason("this game has no trade routes")

    def unusable(self, s: Any, board: Board, seat: int, number: int, have: str) -> str:  # noqa: ARG002
        location = board.locations[number]
        if location.slot > piles.size(s.market, 0):
            return Reason("there is no merchant under {location}", location=board.names[number])
        card = self.merchants[piles.item(s.market, 0, location.slot - 1)]
        return Reason("the trade {card} cannot be made with {have} and the card cannot be kept", card=card, have=have)

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
            if data.get("active") is not None:
                raise InvalidPosition("the game is over, so active must be null")
            return self.rules.players - 1
        reading.number(active, "active", 0, self.rules.players - 1)
        if active != seat and data["decision"]["kind"] != "return":
            raise InvalidPosition(
                "seat {seat} decides in a turn of seat {active}, but only returns cross seats", seat=seat, active=active
            )
        return int(active)

    def may_exceed(self, s: Any, kind: str, seat: int, owner: int) -> bool:
        if kind == "return" and first_over(s) != seat:
            return False
        return super().may_exceed(s, kind, seat, owner) if owner == s.active else self.was_paid(s, kind, owner)

    def brought(self, s: Any, kind: str, seat: int) -> int:
        """Also the yellow cube of W1-8, and anything by a merchant of the market, which is used before its bonus."""
        if kind == "bonus" and self.stands(s, seat, "market"):
            return cubes.MOST
        return super().brought(s, kind, seat) + (kind == "swap")

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
        cards = Supply(Reason("merchant"), Reason("merchants"), self.merchants)
        row = data.get("market")
        names = (
            [] if row is None else reading.texts(reading.keys(row, "market", {"row"}, {"deck"})["row"], "market: row")
        )
        if len(names) > SLOTS:
            raise InvalidPosition("market: row has {n} cards, more than {most}", n=len(names), most=SLOTS)
        opened = [cards.take(name, "market: row") for name in names]
        for seat, one in enumerate(data["seats"]):
            self.own(s, seat, reading.keys(one, reading.seat_place(seat), {"storage", "home"}, self.SEAT), cards)
        deck = cards.deck(row or {}, "market: deck", chance)
        if row is None:
            s.open_market(deck)
        else:
            s.open_market([*deck, *reversed(opened)], len(opened))

    def own(self, s: Any, seat: int, data: Data, cards: Supply) -> None:
        """The merchants of a seat."""
        place = within(reading.seat_place(seat), "discards")
        names = reading.texts(data.get("discards", []), place)
        piles.fill(s.discards, seat, [cards.take(name, place) for name in names])

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
            meant = " ".join(map(str, [kind, *values.values()]))
            raise InvalidPosition(
                "decision: no settlers of seat {seat} stand on a location of kind {kind}", seat=seat, kind=meant
            )

    def market_place(self, s: Any, decision: Data, key: str, seat: int) -> int:
        """The place (0-based) in the market of the card that a seat is using."""
        slot = reading.number(decision[key], f"decision: {key}", 1, max(1, piles.size(s.market, 0)))
        if slot > piles.size(s.market, 0):
            raise InvalidPosition("decision: the market is empty")
        self.must_stand(s, seat, "market", slot=slot)
        return slot - 1

    def in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().in_use(s, seat), *(self.merchants[card] for card in piles.items(s.market, 0))]

    def began(self, s: Any, decision: Data, seat: int) -> bool:
        """A merchant of the market waits beneath its trade or upgrade (F8)."""
        if "market" in decision:
            place = self.market_place(s, decision, "market", seat)
            if self.merchants[piles.item(s.market, 0, place)] != decision["card"]:
                raise InvalidPosition(
                    "decision: the card in slot {place} of the market is another one", place=place + 1
                )
            s.ask(engine.frame(engine.AFTER, seat, place))
        elif decision["card"] not in self.elsewhere_in_use(s, seat):
            raise InvalidPosition("decision: {card} is in the market, so its slot must be named", card=decision["card"])
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
            cards = zip(piles.items(s.routes, seat), piles.items(s.crews, seat), strict=True)
            one["route"] = [{"card": self.merchants[card], "settlers": crew} for card, crew in cards]
            if not sight.truth:
                for place, entry in enumerate(one["route"]):
                    entry["need"] = route.required(s, seat, place)
                    entry["why"] = self._route_obstacle(s, seat, place)
        return data

    def _route_obstacle(self, s: Any, seat: int, place: int) -> str | None:
        """Why a card of a route cannot be used: occupied, settlers or cubes (W1-9)."""
        if piles.item(s.crews, seat, place):
            return "occupied"
        if route.required(s, seat, place) > s.home[seat]:
            return "settlers"
        merchant = self.parts.cards[piles.item(s.routes, seat, place)]
        return None if performable(merchant, s.storage[seat]) else "cubes"

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
        cards = piles.items(s.routes, seat)
        if kind in (actions.ROUTE, actions.REPLACE) and decision in (engine.TURN, engine.REPLACE):
            if place >= len(cards):
                return Reason("the trade route has {n} cards", n=len(cards))
            if decision == engine.REPLACE:
                return Reason("settlers stand on that card")
            why = self._route_obstacle(s, seat, place)
            if why == "occupied":
                return Reason("settlers stand on that card of the route")
            if why == "settlers":
                return Reason(
                    "card {place} of the route needs {n} settlers and {home} are at home",
                    place=place + 1,
                    n=route.required(s, seat, place),
                    home=s.home[seat],
                )
            have = cubes.text(s.storage[seat]) or NOTHING
            return Reason("the trade {card} cannot be made with {have}", card=self.merchants[cards[place]], have=have)
        if kind == actions.SWAP and decision == engine.SWAP:
            return Reason("the trade route has {n} cards", n=len(cards))
        return super().refused(s, seat, decision, action)

    def unkept(self) -> str:
        return Reason("settlers stand on all five cards of the trade route")

    def lay_more(self, s: Any, data: Data, finds: Supply, chance: Chance) -> None:
        super().lay_more(s, data, finds, chance)
        number = len(self.finds) - self.covered
        entries = data.get("beside")
        if entries is None:
            s.beside = piles.numbers([-1] * number)
            return
        if not isinstance(entries, dict):
            raise InvalidPosition("beside must be an object, not {entries}", entries=quoted(entries))
        names = [f"#{n}" for n in range(1, number + 1)]
        tiles = reading.keys(entries, "beside", set(), set(names))
        s.beside = piles.numbers(finds.take(tiles[name], f"beside: {name}") if name in tiles else -1 for name in names)

    def own(self, s: Any, seat: int, data: Data, cards: Supply) -> None:
        super().own(s, seat, data, cards)
        place = within(reading.seat_place(seat), "route")
        entries = data.get("route", [])
        if not isinstance(entries, list) or len(entries) > route.LENGTH:
            raise InvalidPosition("{place} must be a list of at most {most} cards", place=place, most=route.LENGTH)
        known = [reading.keys(entry, place, {"card"}, {"settlers"}) for entry in entries]
        piles.fill(s.routes, seat, [cards.take(entry["card"], place) for entry in known])
        most = self.game.box.settlers
        crews = [reading.number(entry.get("settlers", 0), within(place, "settlers"), 0, most) for entry in known]
        piles.fill(s.crews, seat, crews)
        # As many as there are cards may have been sent first, one fewer next: a card with settlers asks for none.
        for sent, crew in enumerate(sorted(crews, reverse=True)):
            if crew > max(0, len(entries) - sent):
                raise InvalidPosition(
                    "{place}: {crew} settlers are more than any card of it can have asked for", place=place, crew=crew
                )

    def elsewhere(self, s: Any, seat: int) -> int:
        return sum(piles.items(s.crews, seat))

    def in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().in_use(s, seat), *self._travelled(s, seat)]

    def elsewhere_in_use(self, s: Any, seat: int) -> list[str]:
        return [*super().elsewhere_in_use(s, seat), *self._travelled(s, seat)]

    def _travelled(self, s: Any, seat: int) -> list[str]:
        return [
            self.merchants[card]
            for card, crew in zip(piles.items(s.routes, seat), piles.items(s.crews, seat), strict=True)
            if crew
        ]

    def payload(self, s: Any, decision: Data, seat: int) -> int:
        if decision["kind"] == "replace":
            place = self.market_place(s, reading.keys(decision, "decision", {"kind", "slot"}), "slot", seat)
            if piles.size(s.routes, seat) < route.LENGTH:
                raise InvalidPosition("decision: the route of seat {seat} is not full", seat=seat)
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
