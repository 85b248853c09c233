"""A table of A New World as the templates draw it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from ...i18n import Texts
from ...i18n.new_world import Called
from ...i18n.texts import LIMIT, begun, missing, trades
from ..tables.model import TableView
from .board import Act, Came, Data, OwnGoods, SeatPanel, Table, gather, ordered, upgraded

_SHOWN = 3
"""How many places are named where a card helps."""

_SCENES = {
    "native-help": "terraces",
    "tool": "peaks",
    "new-settlers": "dunes2",
    "exploration": "harbour2",
}


@dataclass(frozen=True, slots=True)
class LandCard:
    """A point card, taken apart for drawing. `benefit` says what it brings."""

    text: str
    cost: str
    points: int
    kind: str
    icon: str
    cube: str
    settlers: int
    benefit: str

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str, words: Texts) -> LandCard:
        """The card of that name, e.g. `RGB=8 tool plains Y`."""
        price, kind, *more = text.split(" ")
        cost, _, points = price.partition("=")
        settlers = int(more[0]) if kind == "new-settlers" else 0
        icon, cube = ("", "") if settlers or not more else (more[0], more[1] if len(more) > 1 else "")
        return cls(text, cost, int(points), kind, icon, cube, settlers, words.benefit(text))

    @property
    def scene(self) -> str:
        """The landscape before which it stands."""
        return _SCENES[self.kind]


@dataclass(frozen=True, slots=True)
class Tile:
    """A bonus tile: what it counts as icons, and its points; `worth` is what it brings its owner now."""

    text: str
    icons: tuple[str, ...]
    points: str
    sentence: str
    worth: int = 0

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str, words: Texts, worth: int = 0) -> Tile:
        """The tile of that name, e.g. `native-help+tool=3`."""
        counted, _, points = text.partition("=")
        number, _, things = counted.partition(" ")
        if things:
            icons = ["settler" if things == "settlers" else "cards"] * int(number)
        else:
            icons = ["points"] if counted == "flat" else counted.split("+")
        return cls(text, tuple(icons), points, words.tile(text), worth)


@dataclass(frozen=True, slots=True)
class Find:
    """An exploration tile: cubes, settlers, points, or an icon."""

    text: str
    cubes: str
    settlers: int
    points: int
    icon: str
    sentence: str

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str, words: Texts) -> Find:
        """The tile of that name, e.g. `YG`, `1 settler`, `3 points`, `icon tool`."""
        first, _, second = text.partition(" ")
        return cls(
            text,
            "" if second else first,
            int(first) if second.startswith("settler") else 0,
            int(first) if second == "points" else 0,
            second if first == "icon" else "",
            words.find(text),
        )


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of bonus tiles at a fort: its top one, and how many there are."""

    tile: Tile | None
    left: int
    action: str | None
    sentence: str
    new: int | None


@dataclass(unsafe_hash=True, slots=True)
class Spot:
    """A location. Nobody changes it, though it is not frozen: there are many on a page, and that would cost thrice.

    Attributes:
        state: can, cannot, mine, cover, or still.
        prime: the card above the fort can be claimed.
        need: settlers that the reader must send now; `usual` is the number without help.
        helped: natives help, so that fewer go than usual.
        short: how many settlers are missing at home.
        missing: cubes that are missing, of the trade or of the card above the fort.
        most: how often the trade can be made.
        who: seat and number of the settlers there.
        trace: the seat that was here since the reader's last turn.
        anchor: a name for transitions of the card that lies here, the same wherever it lies; empty without a card.
    """

    name: str
    kind: str
    icon: str
    act: Act | None
    need: int
    usual: int
    helped: bool
    gift: str
    who: tuple[int, int] | None
    find: Find | None
    state: str
    prime: bool
    action: str | None
    sentence: str
    short: int
    missing: str
    most: int
    card: LandCard | None
    new: int | None
    stacks: tuple[Stack, ...]
    visited: bool
    takes: bool
    trace: int | None
    place: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a board, its locations in order, and what lies in its free cells.

    Attributes:
        spare: stacks of bonus tiles that belong to no fort.
        deck: how many merchants are left to draw, on the face where their deck lies.
    """

    name: str
    spots: list[Spot]
    spare: list[Stack] = field(default_factory=list)
    deck: int | None = None

    @property
    def columns(self) -> str:
        """The number of columns in words, as the style sheet knows it."""
        return "four" if any(spot.kind == "fort" for spot in self.spots) else "three"

    @property
    def even(self) -> bool:
        """Whether two locations a row leave no cell free."""
        return len(self.spots) % 2 == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Colony:
    """What lies on a player board besides cubes; `lines` are its points by source."""

    home: int
    out: int
    reserve: int
    claims: list[LandCard]
    bonus: list[Tile]
    finds: list[Find]
    points: int
    lines: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(SeatPanel):
    """A seat as the others see it."""

    colony: Colony


@dataclass(frozen=True, slots=True, kw_only=True)
class Goods(OwnGoods):
    """The player board that lies open at the foot of the page."""

    colony: Colony
    free_claims: int
    free_bonus: int

    @property
    def home(self) -> int:
        """Settlers that can be sent."""
        return self.colony.home


def anchor(row: list[str], place: int) -> str:
    """A name for transitions of the card at a place (0-based) of a row; equal cards are told apart from the left."""
    return _anchor(row[place], row[:place].count(row[place]))


@lru_cache(maxsize=1024)
def _anchor(card: str, before: int) -> str:
    return re.sub("[^0-9A-Za-z]+", "-", f"c-{card}-{before}")


class NewWorldTable(Table):
    """Boards, forts and player boards."""

    INSIDE = "new-world-inside.html"
    PAGE = "nw-page"
    SHEETS: ClassVar[tuple[str, ...]] = ("land",)
    JUMPS: ClassVar = {"work": "boards", "explore": "boards"}
    PARTS: ClassVar = {"others": "i-people", "boards": "i-board", "mine": "i-hand", "log": "i-list"}

    def __init__(self, view: TableView, words: Texts) -> None:
        super().__init__(view, words)
        self.board: dict[str, Data] = self.position["board"]
        self.costs: dict[str, Data] = self.position.get("costs") or {}
        self.fresh = self._seen(view)
        self._forts = [name for name, entry in self.board.items() if entry["type"] == "fort"]

    def _seen(self, view: TableView) -> Fresh:
        return Fresh(view, self.mine)

    @cached_property
    def called(self) -> Mapping[str, Called]:
        """What the locations are called."""
        return self.words.called(self.position)

    @property
    def land(self) -> Any:
        """The box of A New World."""
        return self.box

    @property
    def limit(self) -> int:
        return int(self.land.cards_to_end)

    @property
    def reconstructed(self) -> bool:
        """Whether the values are a reconstruction of the printed ones."""
        return bool(self.box.reconstructed)

    @property
    def overfull(self) -> str:
        return self.words._("Your storage is too full")

    @property
    def rest_brings(self) -> str:
        n = self._out(self.seats[self.focus])
        if not n:
            return self.words._("nobody is out")
        return self.words.ngettext("{n} settler comes home", "{n} settlers come home", n)

    @property
    def rest_helps(self) -> bool:
        return self._out(self.seats[self.focus]) > 0

    @property
    def rest_in_vain(self) -> tuple[str, str, str]:
        words, n = self.words, self._could("work")
        note = words.ngettext(
            "Your turn passes. There is {n} place to work.", "Your turn passes. There are {n} places to work.", n
        )
        return (
            words._("All your settlers are at home"),
            words._("Rest, with nobody to call home?"),
            note if n else words._("Your turn passes."),
        )

    def score(self, index: int) -> int | None:
        return int(self.seats[index]["points"])

    def tile_of(self, action: str) -> Tile:
        """The bonus tile that an action takes."""
        return Tile.parse(self.position["stacks"][action.partition(" ")[2]]["top"], self.words)

    def found_by(self, action: str) -> tuple[str, Find]:
        """The landmark of the location that an action explores, and the exploration tile there."""
        name = action.partition(" ")[2]
        return self.board[name]["icon"], Find.parse(self.position["locations"][name]["tile"], self.words)

    def card_of(self, action: str) -> LandCard:
        """The point card that an action claims."""
        return LandCard.parse(self.position["points"]["row"][int(action.partition(" ")[2]) - 1], self.words)

    def add_step(self, steps: list[Data], event: Mapping[str, Any]) -> None:
        kind, words = event["kind"], self.words
        if kind == "sent":
            entry = self.position["board"][event["location"]]
            steps.append(
                {
                    "kind": "sent",
                    "at": event["location"],
                    "name": self.called[event["location"]].place,
                    "icon": entry["icon"] or entry["type"],
                    "settlers": event["settlers"],
                }
            )
        elif kind == "ousted":
            steps.append(
                {
                    "kind": "ousted",
                    "seat": event["seat"],
                    "name": self.names[event["seat"]],
                    "yours": self.is_me(event["seat"]),
                    "settlers": event["settlers"],
                }
            )
        elif kind in ("tools", "gained"):
            steps.append({"kind": kind, "cubes": event["cubes"]})
        elif kind == "traded":
            steps.append({"kind": "exchanged", "card": Act.parse(event["card"]), "times": event["times"]})
        elif kind == "upgraded":
            last = steps.pop() if steps and steps[-1]["kind"] == "upgraded" else None
            steps.append(upgraded(last, event))
        elif kind == "bonus":
            steps.append({"kind": "bonus", "tile": Tile.parse(event["tile"], words)})
        elif kind == "claimed":
            steps.append({"kind": "won", "card": LandCard.parse(event["card"], words)})
        elif kind == "explored":
            steps.append({"kind": "explored", "find": Find.parse(event["tile"], words)})
        elif kind == "settled" and event["settlers"]:
            steps.append({"kind": "settled", "settlers": event["settlers"]})
        elif kind == "rested":
            steps.append({"kind": "home", "settlers": event["settlers"]})
        elif kind == "returned":
            gather("returned", steps, event["cube"])
        elif kind == "ending":
            steps.append({"kind": kind})

    # the common table
    @cached_property
    def next_card(self) -> LandCard | None:
        """The face-up card on top of the deck."""
        top = self.position["points"]["deck"]["top"]
        return LandCard.parse(top, self.words) if top else None

    @cached_property
    def faces(self) -> list[Face]:
        """The boards, face by face."""
        return [self.face(name, self.spots(name)) for name in self.position["faces"]]

    def face(self, name: str, spots: list[Spot]) -> Face:
        """One side of a board."""
        return Face(name, spots)

    def spots(self, face: str) -> list[Spot]:
        """The locations of one side of a board."""
        return [self.spot(name) for name in self.board if name.startswith(f"{face}.")]

    def spot(self, name: str) -> Spot:
        """One location."""
        return Spot(**self.site(name))

    def deed(self, name: str) -> str | None:
        """What is gained, upgraded or traded at a location, as a conversion's name."""
        card: str | None = self.board[name]["card"]
        return card

    def site(self, name: str) -> dict[str, Any]:
        """The fields of a `Spot`."""
        entry, cost = self.board[name], self.costs.get(name, {})
        there = self.position["locations"].get(name, {})
        find = Find.parse(there["tile"], self.words) if "tile" in there else None
        who = (there["seat"], there["settlers"]) if "seat" in there else None
        deed = self.deed(name)
        act = Act.parse(deed) if deed else None
        gift = str(cost.get("gift", ""))
        card = self._card_above(name)
        price = card.cost if card else act.cost if act else ""
        why = cost.get("why")
        seen = bool(cost) and not self.over
        lacking = missing(price, self.held + gift) if seen and why in (None, "cubes") else ""
        usual: int = entry["asks"]
        need = int(cost["need"] if cost else usual)
        action = self._choice(name)
        stacks = self._stacks(name)
        takes = bool(seen and stacks and self.seats[self.focus]["spaces"] and any(stack.left for stack in stacks))
        claim = f"claim {self._forts.index(name) + 1}" if card else ""
        claims = claim in self.legal
        if claims:
            action = claim
        yours = who is not None and who[0] == self.view.viewer
        state = "can" if action else "cover" if find else "mine" if yours else "cannot" if seen and why else "still"
        return {
            "name": name,
            "kind": entry["type"],
            "icon": entry["icon"] or ("" if entry["type"] == "fort" else entry["type"]),
            "act": act,
            "need": need,
            "usual": usual,
            "helped": need < usual,
            "gift": gift,
            "who": who,
            "find": find,
            "state": state,
            "prime": claims or bool(action and card and not lacking),
            "action": action,
            "sentence": self._spoken(name, action, find, who),
            "short": need - self.seats[self.focus]["home"] if seen and why == "settlers" else 0,
            "missing": lacking,
            "most": trades(self.held + gift, act.cost, act.gain) if act and act.cost else 0,
            "card": card,
            "new": self.fresh.cards.get(card.text) if card else None,
            "stacks": stacks,
            "visited": name == self._visited,
            "takes": takes,
            "trace": self.fresh.visits.get(name),
            "place": self.called[name].place,
            "anchor": anchor(self.position["points"]["row"], self._forts.index(name)) if card else "",
        }

    def _choice(self, name: str) -> str | None:
        """The choice that a location is, but for the card above a fort."""
        if not self.legal:
            return None
        return next((text for text in (f"work {name}", f"explore {name}") if text in self.legal), None)

    @cached_property
    def _visited(self) -> str:
        """The fort at which the reader chooses what to do."""
        return str(self.decision["location"]) if self.kind == "fort" and self.state == "choose" else ""

    def _card_above(self, name: str) -> LandCard | None:
        slot = self._forts.index(name) if name in self._forts else LIMIT
        row = self.position["points"]["row"]
        return LandCard.parse(row[slot], self.words) if slot < len(row) else None

    def _stacks(self, fort: str) -> tuple[Stack, ...]:
        if fort not in self._forts:
            return ()
        names = (name for name in self.position["stacks"] if name == fort or name.startswith(f"{fort}."))
        return tuple(map(self.stack, names))

    def stack(self, name: str) -> Stack:
        """One stack of bonus tiles."""
        stack = self.position["stacks"][name]
        action = f"bonus {name}" if f"bonus {name}" in self.legal else None
        tile = Tile.parse(stack["top"], self.words) if stack["top"] else None
        sentence = self.sentence(action) if action else tile.sentence if tile else ""
        return Stack(tile, stack["left"], action, sentence, self.fresh.tiles.get(name))

    def _spoken(self, name: str, action: str | None, find: Find | None, who: tuple[int, int] | None) -> str:
        """What there is to say of a location: what choosing it does, or what it is and why it cannot be chosen."""
        if action:
            return self.sentence(action)
        words = self.words
        place, does = self.called[name].place_briefly, words.does(name, self.position)
        if find:
            return begun(
                words._(
                    "{place}: {does}. Covered by an exploration tile: {tile}.",
                    place=place,
                    does=does,
                    tile=find.sentence,
                )
            )
        said = [begun(words._("{place}: {does}.", place=place, does=does))]
        if who and who[0] == self.view.viewer:
            said.append(words.ngettext("Your settler stands here.", "Your {n} settlers stand here.", who[1]))
        elif who:
            said.append(
                words.ngettext(
                    "{n} settler of {name} stands here.",
                    "{n} settlers of {name} stand here.",
                    who[1],
                    name=self.names[who[0]],
                )
            )
        if self.costs and not self.over and self.costs[name]["why"] in ("settlers", "cubes", "nothing"):
            said.append(words.obstacle(name, self.position, self.focus))
        return " ".join(said)

    # player boards
    def _out(self, seat: Data) -> int:
        return int(self.land.settlers - seat["home"] - seat["reserve"])

    def colony(self, index: int) -> Colony:
        """What lies on a player board besides cubes."""
        return Colony(**self.holdings(index))

    def holdings(self, index: int) -> dict[str, Any]:
        """The fields of a `Colony`."""
        seat, words = self.seats[index], self.words
        found = [Find.parse(text, words) for text in seat["explored"]]
        tiles = zip(seat["bonus"], seat["worth"], strict=True)
        return {
            "home": seat["home"],
            "out": self._out(seat),
            "reserve": seat["reserve"],
            "claims": [LandCard.parse(text, words) for text in seat["claimed"]],
            "bonus": [Tile.parse(text, words, worth) for text, worth in tiles],
            "finds": [find for find in found if find.points or find.icon],  # cubes and settlers have come and gone
            "points": seat["points"],
            "lines": seat["lines"],
        }

    @cached_property
    def goods(self) -> Goods:
        seat = self.seats[self.focus]
        return Goods(
            **self.before_me(),
            colony=self.colony(self.focus),
            free_claims=max(0, self.limit - len(seat["claimed"])),
            free_bonus=seat["spaces"],
        )

    def serves(self, card: LandCard) -> str:
        """What the benefit of a claimed card does for the seat that decides now."""
        words, whole = self.words, self.words.land_card(card.text)
        if card.kind not in ("native-help", "tool"):
            return words._("{card}. It was used when the card was claimed; its icon still counts.", card=whole)
        here = [(name, cost) for name, cost in self.costs.items() if self.board[name]["icon"] == card.icon]
        if not self.costs or self.over:
            return words._("{card}.", card=whole)
        if card.kind == "tool":
            n = sum(cost["why"] is None for _, cost in here)
            return words.ngettext(
                "{card}. It serves at {n} location now.", "{card}. It serves at {n} locations now.", n, card=whole
            )
        eased = [
            words._(
                "{place}, {n} instead of {usual}",
                place=self.called[name].place_briefly,
                n=cost["need"],
                usual=self._unhelped(name),
            )
            for name, cost in here
            if cost["need"] < self._unhelped(name) and cost["why"] not in ("covered", "yours")
        ]
        if not eased:
            return words._("{card}. It helps nowhere now.", card=whole)
        return words._("{card}. It helps now: {places}.", card=whole, places=words.row(eased[:_SHOWN]))

    def _unhelped(self, name: str) -> int:
        """How many settlers a location would need without Native Help."""
        there = self.position["locations"].get(name, {})
        return int(there["settlers"] + 1 if "seat" in there else self.costs[name]["printed"])

    def explained(self, colony: Colony) -> str:
        """Where the points of a seat come from, in words."""
        return ", ".join(self.words.counted(self.words.source(key), n) for key, n in colony.lines.items())

    def panel(self, index: int) -> Panel:
        words, held = self.words, ordered(self.seats[index]["storage"])
        return Panel(
            **self.beside(index, self.fresh),
            colony=self.colony(index),
            storage_sentence=words._("Your storage, {n} of 10: {cubes}", n=len(held), cubes=words.cubes(held))
            if self.is_me(index)
            else words._(
                "Storage of {name}, {n} of 10: {cubes}", name=self.names[index], n=len(held), cubes=words.cubes(held)
            ),
        )

    @cached_property
    def tallies(self) -> list[tuple[int, Colony]]:
        return [(seat, self.colony(seat)) for _, seat, _ in self.standings]


class Fresh(Came):
    """What others did since the reader's last turn, in place: where they were, new cards and tiles, cubes."""

    def __init__(self, view: TableView, mine: Sequence[int]) -> None:
        self.visits: dict[str, int] = {}
        self.cards: dict[str, int] = {}
        self.tiles: dict[str, int] = {}
        super().__init__(view, mine)

    def take(self, actor: int, event: Mapping[str, Any]) -> None:
        super().take(actor, event)
        if event["kind"] == "sent":
            self.visits[event["location"]] = actor
        elif event["kind"] == "drawn" or (event["kind"] == "revealed" and event["row"] == "market"):
            self.cards[event["card"]] = actor
        elif event["kind"] == "revealed" and event["row"] == "stack":
            self.tiles[event["stack"]] = actor
