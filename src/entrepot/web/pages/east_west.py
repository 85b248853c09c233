"""A table of From East to West as the templates draw it: a market, and in part I trade routes (W1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ...i18n import Texts
from ...i18n.texts import missing, trades
from ..tables.model import TableView
from .board import Act, Data, Option
from .new_world import Colony, Face, Find, NewWorldTable, Spot, anchor

_LENGTH = 5


@dataclass(unsafe_hash=True, slots=True, kw_only=True)
class Place(Spot):
    """A location of these games.

    Attributes:
        slot: the place in the market row of the merchant that lies there; 0 where there is no market.
        use, keep: whether the reader could use that merchant, and keep it.
        asked: the reader is choosing what to do with that merchant, or doing it.
        steps: how far a ship sails: 1, 2 or any.
        ends: the tiles of the sea where a ship may arrive, or an outpost trade.
    """

    slot: int
    use: bool
    keep: bool
    asked: bool
    steps: int | str
    ends: tuple[str, ...]
    choices: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Partner:
    """Another place of a trade route with which a card can change places."""

    number: int
    action: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Stop:
    """A place of a trade route: its card, or none.

    Attributes:
        state: can, cannot, mine (settlers stand there), or still.
        need: settlers that its owner must send now.
        short: how many of them are missing at home.
        missing: cubes that are missing for the trade.
        most: how often the trade can be made.
        partners: places with which the card can change places now.
    """

    number: int
    act: Act | None = None
    settlers: int = 0
    need: int = 0
    state: str = "still"
    action: str | None = None
    sentence: str = ""
    short: int = 0
    missing: str = ""
    most: int = 0
    partners: tuple[Partner, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Company(Colony):
    """What lies on a player board besides cubes.

    Attributes:
        merchants: how many merchant cards count for bonus tiles; None where no merchants are used.
        used: the merchants that were used and put away.
        route: the places of the trade route; none where there are no routes.
    """

    merchants: int | None
    used: list[Act]
    route: list[Stop]

    @property
    def kept(self) -> int:
        """How many cards the route has."""
        return sum(stop.act is not None for stop in self.route)

    @property
    def full(self) -> bool:
        """Whether a card that is kept replaces another."""
        return self.kept == _LENGTH


class EastWestTable(NewWorldTable):
    """Boards with locations in one line, a market, routes."""

    INSIDE = "east-west-inside.html"
    PAGE = "nw-page ew-page"
    SHEETS: ClassVar[tuple[str, ...]] = ("land", "east-west")
    JUMPS: ClassVar = {**NewWorldTable.JUMPS, "route": "route", "replace": "route", "swap": "route"}
    PARTS: ClassVar = {
        "others": "i-people", "boards": "i-board", "stalls": "market", "route": "road", "mine": "i-hand",
    }  # fmt: skip

    def __init__(self, view: TableView, words: Texts) -> None:
        super().__init__(view, words)
        self.market: list[str] = self.position.get("market", {}).get("row", [])
        self.used_slot: int = self.decision.get("slot") or self.decision.get("market") or 0

    @property
    def land(self) -> Any:
        return self.box.land

    # -- the common table --------------------------------------------------------------------------------------------

    def deed(self, name: str) -> str | None:
        if self.board[name]["type"] != "market":
            return super().deed(name)
        slot = self.board[name]["slot"]
        return self.market[slot - 1] if slot <= len(self.market) else None

    def spot(self, name: str) -> Place:
        entry, cost, site = self.board[name], self.costs.get(name, {}), self.site(name)
        slot = entry.get("slot", 0)
        if slot:
            site["new"] = self.fresh.cards.get(self.deed(name) or "")
            site["anchor"] = anchor(self.market, slot - 1) if slot <= len(self.market) else ""
        asked = bool(slot) and slot == self.used_slot and self.state == "choose"
        return Place(
            **site,
            slot=slot,
            use=cost.get("use", False),
            keep=cost.get("keep", False),
            asked=asked,
            steps=entry.get("steps", 0),
            ends=tuple(cost.get("ends", ())),
            choices=tuple(self.options) if asked and self.kind == "market" else (),
        )

    def face(self, name: str, spots: list[Spot]) -> Face:
        spare = [self.stack(stack) for stack in self.position["stacks"] if stack.startswith(f"{name}.s")]
        first = next((place for place, entry in self.board.items() if entry["type"] == "market"), "")
        deck = self.position["market"]["deck"] if first.startswith(f"{name}.") else None
        return Face(name, spots, spare, deck)

    def part(self, action: str) -> str | None:
        verb, _, place = action.partition(" ")
        return "stalls" if verb == "work" and self.board[place]["type"] == "market" else super().part(action)

    @cached_property
    def parts(self) -> list[tuple[str, str, int]]:
        return [part for part in super().parts if part[0] != "stalls" or self.market]

    @cached_property
    def loose(self) -> list[tuple[str, Find, str | None, str]]:
        """The exploration tiles beside the board: their name, what they are, how they are chosen, what to say."""
        tiles = []
        for name, text in self.position.get("beside", {}).items():
            find, action = Find.parse(text, self.words), f"explore {name}"
            chosen = action if action in self.legal else None
            tiles.append((name, find, chosen, self.sentence(action) if chosen else find.sentence))
        return tiles

    def found_by(self, action: str) -> tuple[str, Find]:
        name = action.partition(" ")[2]
        if not name.startswith("#"):
            return super().found_by(action)
        return "", Find.parse(self.position["beside"][name], self.words)

    @cached_property
    def decided(self) -> Act | None:
        if self.kind in ("market", "replace"):
            return Act.parse(self.market[self.used_slot - 1])
        return super().decided

    def stop_of(self, action: str) -> Stop:
        """The card of the route that an action gives away."""
        return self.route(self.focus)[int(action.partition(" ")[2]) - 1]

    def pair_of(self, action: str) -> list[str]:
        """The places of the route that an action swaps."""
        return action.partition(" ")[2].split("-")

    @property
    def again(self) -> bool:
        before, now = self.turns[-2:] if len(self.turns) > 1 else (None, None)
        if before is None or now is None or before.aside:
            return False
        return (before.seat, before.round) == (now.seat, now.round)

    # -- player boards -----------------------------------------------------------------------------------------------

    def colony(self, index: int) -> Company:
        return Company(**self.holdings(index))

    def holdings(self, index: int) -> dict[str, Any]:
        seat = self.seats[index]
        return {
            **super().holdings(index),
            "merchants": seat.get("merchants"),
            "used": [Act.parse(card) for card in seat.get("discards", [])],
            "route": self.route(index),
        }

    def route(self, index: int) -> list[Stop]:
        """The places of a trade route."""
        cards = self.seats[index].get("route")
        if cards is None:
            return []
        stops = [self._stop(index, number, entry) for number, entry in enumerate(cards, 1)]
        return stops + [Stop(number) for number in range(len(stops) + 1, _LENGTH + 1)]

    def _stop(self, index: int, number: int, entry: Data) -> Stop:
        own = index == self.focus
        seat, act, why, need = self.seats[index], Act.parse(entry["card"]), entry["why"], entry["need"]
        chosen = (f"route {number}", f"replace {number}")
        action = next((text for text in chosen if own and text in self.legal), None)
        seen = own and self.view.viewer is not None and not self.over
        state = "can" if action else "mine" if entry["settlers"] else "cannot" if seen and why else "still"
        return Stop(
            number=number,
            act=act,
            settlers=entry["settlers"],
            need=need,
            state=state,
            action=action,
            sentence=self.sentence(action) if action else self._told(number, entry, seen),
            short=max(0, need - seat["home"]) if seen and why == "settlers" else 0,
            missing=missing(act.cost, seat["storage"]) if seen and why == "cubes" else "",
            most=trades(seat["storage"], act.cost, act.gain) if act.cost else 0,
            partners=self._partners(number) if own else (),
        )

    def _partners(self, number: int) -> tuple[Partner, ...]:
        pairs = {other: f"swap {min(number, other)}-{max(number, other)}" for other in range(1, _LENGTH + 1)}
        return tuple(
            Partner(other, action, self.sentence(action)) for other, action in pairs.items() if action in self.legal
        )

    def _told(self, number: int, entry: Data, seen: bool) -> str:
        """What there is to say of a card of a route that cannot be chosen now."""
        words = self.words
        does = words.conversion(entry["card"])
        said = [words._("Card {n} of the route: {does}.", n=number, does=does)]
        if entry["settlers"]:
            said.append(words.ngettext("{n} settler stands on it.", "{n} settlers stand on it.", entry["settlers"]))
        elif seen:
            said.append(words.route_obstacle(number, self.position, self.focus))
        return " ".join(said)

    # -- what was done -----------------------------------------------------------------------------------------------

    def add_step(self, steps: list[Data], event: Mapping[str, Any]) -> None:
        kind = event["kind"]
        if kind == "routed":
            steps.append({"kind": kind, "settlers": event["settlers"], "place": event["place"]})
        elif kind == "used":
            if not steps or steps[-1]["kind"] in ("sent", "tools"):
                steps.append({"kind": kind, "card": Act.parse(event["card"])})
        elif kind == "kept":
            steps.append({"kind": kind, "card": Act.parse(event["card"])})
        elif kind == "replaced":
            steps.append({"kind": kind, "card": Act.parse(event["card"]), "old": Act.parse(event["old"])})
        elif kind == "refreshed":
            steps.append({"kind": kind})
        elif kind == "swapped":
            steps.append({"kind": kind, "places": tuple(event["places"])})
        else:
            super().add_step(steps, event)
