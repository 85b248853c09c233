"""A table of Spice Road as the templates draw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar
from zlib import crc32

from ...i18n import Texts
from ...i18n.texts import begun, coin_above, missing, trades
from ..tables.model import TableView
from .board import Act, Came, Data, OwnGoods, SeatPanel, Table, gather, ordered, upgraded

_HAND_ROW = 6
_SCENES = {"gain": ("terraces", "delta"), "trade": ("dunes", "peaks"), "upgrade": ("harbour",)}
_CITIES = 3


@dataclass(frozen=True, slots=True)
class Card(Act):
    """A merchant card with its landscape, which follows from what it does."""

    @property
    def scene(self) -> str:
        """The landscape at its head."""
        scenes = _SCENES[self.kind]
        return scenes[crc32(self.text.encode()) % len(scenes)]

    @property
    def anchor(self) -> str:
        """A name for transitions, the same wherever the card lies."""
        return f"m-{self.text.replace('>', '-')}"


@dataclass(frozen=True, slots=True)
class Shelved:
    """A cube on a merchant card; `seat` laid it since the reader's last turn."""

    letter: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Merchant:
    """A merchant of the row. `state`: can, cannot, still; `mark`: paid, target or nothing."""

    slot: int
    card: Card
    cubes: tuple[Shelved, ...]
    state: str
    action: str | None
    sentence: str
    lacking: int
    mark: str
    new: int | None


@dataclass(frozen=True, slots=True)
class PointCard:
    """A point card of the row."""

    slot: int
    text: str
    cost: str
    points: int
    scene: int
    coin: str | None
    coins: int
    state: str
    action: str | None
    sentence: str
    missing: str
    within: bool
    new: int | None

    @property
    def anchor(self) -> str:
        """A name for transitions."""
        return f"p-{self.text.replace('=', '-')}"


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the hand; `most` is how often a trade could be made now."""

    card: Card
    state: str
    action: str | None
    sentence: str
    missing: str
    most: int
    new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel(SeatPanel):
    """A seat as the others see it. `points` is None while they are secret."""

    gold: int
    silver: int
    points: int | None
    hand: list[Card]
    played: list[Card]


@dataclass(frozen=True, slots=True, kw_only=True)
class Goods(OwnGoods):
    """The seat whose caravan and hand lie open at the foot of the page."""

    hand: list[HandCard]
    played: list[Card]
    gold: int
    silver: int
    points: int | None

    IN_VIEW: ClassVar = 15
    """How many cards of a hand lie in view on a wide screen."""

    @property
    def rows(self) -> str:
        """How a hand of this length lies, as the style sheet knows it."""
        n = len(self.hand)
        return " many long" if n > self.IN_VIEW else " many three" if n > 10 else " many" if n > _HAND_ROW else ""

    @property
    def beyond(self) -> int:
        """How many cards must be scrolled to on a wide screen."""
        return max(0, len(self.hand) - self.IN_VIEW)


class SpiceRoadTable(Table):
    """Rows, hands and caravans."""

    INSIDE = "spice-road-inside.html"
    PAGE = "sr-page"
    SHEETS: ClassVar[tuple[str, ...]] = ("spice-road",)
    JUMPS: ClassVar = {"claim": "row-points", "acquire": "row-merchants", "play": "your-hand"}
    PARTS: ClassVar = {
        "others": "i-people",
        "row-points": "points",
        "row-merchants": "i-board",
        "your-hand": "i-hand",
        "log": "i-list",
    }
    COMMON: ClassVar = "row-points"

    def __init__(self, view: TableView, words: Texts) -> None:
        super().__init__(view, words)
        self._fresh = _Fresh(view, self.mine)

    @property
    def limit(self) -> int:
        return int(self.box.cards_to_end[len(self.seats)])

    @property
    def overfull(self) -> str:
        return self.words._("Your caravan is too full")

    @property
    def rest_brings(self) -> str:
        n = len(self.seats[self.focus]["played"])
        return self.words.ngettext("{n} card back", "{n} cards back", n)

    @property
    def rest_helps(self) -> bool:
        return bool(self.seats[self.focus]["played"])

    @property
    def rest_in_vain(self) -> tuple[str, str, str]:
        words, n = self.words, self._could("play")
        note = words.ngettext(
            "Your turn passes. {n} card could be played.", "Your turn passes. {n} cards could be played.", n
        )
        return (
            words._("No card lies before you"),
            words._("Rest, with nothing to take back?"),
            note if n else words._("Your turn passes."),
        )

    def add_step(self, steps: list[Data], event: Mapping[str, Any]) -> None:
        kind = event["kind"]
        last = steps[-1] if steps else None
        if kind == "played":
            steps.append({"kind": "played", "card": Card.parse(event["card"])})
        elif kind == "gained" and last:
            steps[-1] = {"kind": "gained", "cubes": event["cubes"]}
        elif kind == "traded" and last:
            steps[-1] = {"kind": "traded", "card": last["card"], "times": event["times"]}
        elif kind == "upgraded" and last:
            steps[-1] = upgraded(last, event)
        elif kind == "laid":
            if last is None or last["kind"] != "laid":
                steps.append({"kind": "laid", "cubes": ""})
            steps[-1]["cubes"] += event["cube"]
        elif kind == "acquired":
            laid = steps.pop()["cubes"] if last and last["kind"] == "laid" else ""
            steps.append(
                {"kind": "acquired", "card": Card.parse(event["card"]), "cubes": event["cubes"], "laid": ordered(laid)}
            )
        elif kind == "rested":
            steps.append({"kind": "rested", "cards": event["cards"]})
        elif kind == "claimed":
            steps.append({"kind": "claimed", "points": event["points"], "paid": event["paid"], "coin": None})
        elif kind == "coin" and last:
            last["coin"] = event["coin"]
        elif kind == "returned":
            gather("returned", steps, event["cube"])
        elif kind in ("ending", "silver-moved"):
            steps.append({"kind": kind})

    @cached_property
    def decided(self) -> Act | None:
        if self.kind == "pay":
            return Card.parse(self.position["merchants"]["row"][self.decision["slot"] - 1]["card"])
        return super().decided

    @cached_property
    def owing(self) -> int:
        if self.kind == "pay":
            return int(self.decision["slot"] - self.decision["card"])
        return super().owing

    @cached_property
    def given(self) -> str:
        if self.kind != "pay":
            return self.returned
        steps = self.turns[-1].steps if self.turns else []
        return str(steps[-1]["cubes"]) if steps and steps[-1]["kind"] == "laid" else ""

    # the common table
    @cached_property
    def points(self) -> list[PointCard]:
        """The row of point cards."""
        return [self._point(slot, text) for slot, text in enumerate(self.position["points"]["row"], 1)]

    def _point(self, slot: int, text: str) -> PointCard:
        words, coins = self.words, self.position["coins"]
        cost, _, points = text.partition("=")
        lacking = "" if self.over else missing(cost, self.held)
        action = f"claim {slot}" if f"claim {slot}" in self.legal else None
        coin = coin_above(slot, coins)
        if action:
            sentence = self.sentence(action)
        elif lacking:
            sentence = begun(words._("{card}. Missing: {cubes}.", card=words.card(text), cubes=words.cubes(lacking)))
        elif self.over:
            sentence = begun(words._("{card}.", card=words.card(text)))
        else:
            sentence = begun(words._("{card}. The cubes are there.", card=words.card(text)))
        return PointCard(
            slot=slot,
            text=text,
            cost=cost,
            points=int(points),
            scene=crc32(text.encode()) % _CITIES + 1,
            coin=coin,
            coins=coins[coin] if coin else 0,
            state="can" if action else "cannot" if lacking else "still",
            action=action,
            sentence=sentence,
            missing=lacking,
            within=not (action or lacking or self.over),
            new=self._fresh.points.get(text),
        )

    @cached_property
    def merchants(self) -> list[Merchant]:
        """The row of merchants."""
        return [self._merchant(slot, entry) for slot, entry in enumerate(self.position["merchants"]["row"], 1)]

    def _merchant(self, slot: int, entry: Mapping[str, str]) -> Merchant:
        words = self.words
        action = f"acquire {slot}" if f"acquire {slot}" in self.legal else None
        lacking = 0 if self.over else max(0, slot - 1 - len(self.held))
        mark = ""
        if self.kind == "pay" and self.state == "choose":
            now, wanted = self.decision["card"], self.decision["slot"]
            mark = "target" if slot == now else "paid" if slot < now else "wanted" if slot == wanted else ""
        if action:
            sentence = self.sentence(action)
        elif lacking:
            sentence = words.ngettext(
                "Merchant {slot}: {card}. {n} more cube is needed to pay for it.",
                "Merchant {slot}: {card}. {n} more cubes are needed to pay for it.",
                lacking,
                slot=slot,
                card=words.card(entry["card"]),
            )
        else:
            sentence = words._("Merchant {slot}: {card}.", slot=slot, card=words.card(entry["card"]))
        if entry["cubes"] and not action:
            sentence = words._("{card} On it: {cubes}.", card=sentence, cubes=words.cubes(entry["cubes"]))
        return Merchant(
            slot=slot,
            card=Card.parse(entry["card"]),
            cubes=self._fresh.shelf(entry["card"], entry["cubes"]),
            state="can" if action else "cannot" if lacking else "still",
            action=action,
            sentence=sentence,
            lacking=lacking,
            mark=mark,
            new=self._fresh.merchants.get(entry["card"]),
        )

    # goods
    @cached_property
    def goods(self) -> Goods:
        seat = self.seats[self.focus]
        return Goods(
            **self.before_me(),
            hand=self._hand(seat["hand"]),
            played=[Card.parse(text) for text in seat["played"]],
            gold=seat["gold"],
            silver=seat["silver"],
            points=self._score(seat),
        )

    def _hand(self, hand: Sequence[str]) -> list[HandCard]:
        new = self._taken_now()
        return [self._hand_card(Card.parse(text), text == new) for text in hand]

    def _taken_now(self) -> str | None:
        """The card that the seat shown has just taken: it can be played from the next turn on."""
        if not self.turns or self.turns[-1].seat != self.focus or self.kind == "turn":
            return None
        steps = [step for step in self.turns[-1].steps if step["kind"] == "acquired"]
        return str(steps[-1]["card"].text) if steps else None

    def _hand_card(self, card: Card, new: bool) -> HandCard:
        words = self.words
        lacking = missing(card.cost, self.held)
        action = f"play {card.text}" if f"play {card.text}" in self.legal else None
        if action:
            sentence = self.sentence(action)
        elif lacking:
            sentence = begun(
                words._("{card}. Missing: {cubes}.", card=words.card(card.text), cubes=words.cubes(lacking))
            )
        else:
            sentence = begun(words._("{card}.", card=words.card(card.text)))
        return HandCard(
            card=card,
            state="can" if action else "cannot" if lacking else "still",
            action=action,
            sentence=sentence,
            missing=lacking,
            most=trades(self.held, card.cost, card.gain) if card.cost else 0,
            new=new,
        )

    # seats
    def panel(self, index: int) -> Panel:
        seat, words = self.seats[index], self.words
        held = ordered(seat["storage"])
        return Panel(
            **self.beside(index, self._fresh),
            gold=seat["gold"],
            silver=seat["silver"],
            points=self._score(seat),
            hand=[Card.parse(text) for text in seat["hand"]],
            played=[Card.parse(text) for text in seat["played"]],
            storage_sentence=words._("Your caravan, {n} of 10: {cubes}", n=len(held), cubes=words.cubes(held))
            if self.is_me(index)
            else words._(
                "Caravan of {name}, {n} of 10: {cubes}", name=self.names[index], n=len(held), cubes=words.cubes(held)
            ),
        )

    def score(self, index: int) -> int | None:
        return self._score(self.seats[index])

    def _score(self, seat: Data) -> int | None:
        """The points of a seat as the table stands (SR12); None while its cards are secret."""
        if isinstance(seat["claimed"], int):
            return None
        box = self.box
        cards = sum(_points(text) for text in seat["claimed"])
        cubes = len(seat["storage"].replace("Y", ""))
        return int(cards + box.gold_points * seat["gold"] + box.silver_points * seat["silver"] + cubes)


class _Fresh(Came):
    """What others did since the reader's last turn, in place: new cards, laid cubes, cubes that came."""

    def __init__(self, view: TableView, mine: Sequence[int]) -> None:
        self.merchants: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self._laid: list[tuple[str, str, int]] = []
        super().__init__(view, mine)

    def take(self, actor: int, event: Mapping[str, Any]) -> None:
        super().take(actor, event)
        if event["kind"] == "revealed":
            row = self.merchants if event["row"] == "merchants" else self.points
            row[event["card"]] = actor
        elif event["kind"] == "laid":
            self._laid.append((event["card"], event["cube"], actor))

    def shelf(self, card: str, cubes: str) -> tuple[Shelved, ...]:
        """The cubes on a merchant, fresh ones with the seat that laid them."""
        fresh = [(letter, seat) for name, letter, seat in self._laid if name == card]
        shelved = []
        for letter in reversed(ordered(cubes)):
            match = next((entry for entry in fresh if entry[0] == letter), None)
            if match:
                fresh.remove(match)
            shelved.append(Shelved(letter, match[1] if match else None))
        return tuple(shelved[::-1])


def _points(text: str) -> int:
    return int(text.partition("=")[2])
