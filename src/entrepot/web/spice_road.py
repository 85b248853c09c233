"""A table of Spice Road as the templates draw it.

Nothing here decides what is legal or who may see what: that is already settled in the view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any
from zlib import crc32

from ..components import load
from ..i18n import Texts
from ..i18n.texts import COLOURS, LIMIT, coin_above, trades
from .model import SeatInfo, TableView
from .titles import game_name, shown_name

_FEW_OPTIONS = 4
_HAND_ROW = 6
_SCENES = {"gain": ("terraces", "delta"), "trade": ("dunes", "peaks"), "upgrade": ("harbour",)}
_CITIES = 3


@dataclass(frozen=True, slots=True)
class Card:
    """A merchant card, taken apart for drawing: `kind` is gain, upgrade or trade."""

    text: str
    kind: str
    cost: str
    gain: str
    steps: int
    scene: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card of that name, e.g. `YY>G`; its landscape follows from the name."""
        if text.startswith("up"):
            kind, cost, gain, steps = "upgrade", "", "", int(text[2:])
        else:
            cost, arrow, gain = text.partition(">")
            kind, steps = ("trade", 0) if arrow else ("gain", 0)
            if not arrow:
                cost, gain = "", cost
        scenes = _SCENES[kind]
        return cls(text, kind, cost, gain, steps, scenes[crc32(text.encode()) % len(scenes)])

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
    cubes: list[Shelved]
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


@dataclass(frozen=True, slots=True)
class Held:
    """A place of the caravan: a cube, or none; with an action it can be pressed."""

    letter: str
    action: str | None
    sentence: str
    over: bool


@dataclass(slots=True)
class Turn:
    """What one seat did in one turn, in steps that are one statement each."""

    seat: int
    round: int
    start: int
    steps: list[dict[str, Any]] = field(default_factory=list)
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """A seat as the others see it. `cards` are claimed; `points` is None while they are secret."""

    info: SeatInfo
    name: str
    to_move: bool
    cards: int
    gold: int
    silver: int
    points: int | None
    storage: list[tuple[str, bool]]
    free: int
    hand: list[Card]
    played: list[Card]
    storage_sentence: str
    did: list[Turn]


@dataclass(frozen=True, slots=True)
class Goods:
    """The seat whose caravan and hand lie open at the foot of the page."""

    name: str
    mine: bool
    seat: int
    storage: list[Held]
    count: int
    sentence: str
    surplus: int
    hand: list[HandCard]
    played: list[Card]
    cards: int
    values: list[int]
    gold: int
    silver: int
    points: int | None

    @property
    def many(self) -> bool:
        """Whether the hand needs more than one row."""
        return len(self.hand) > _HAND_ROW


@dataclass(frozen=True, slots=True)
class Option:
    """A choice in the decision bar. What is drawn depends on `kind`: times, up, stop, pay, return, rest."""

    kind: str
    action: str
    sentence: str
    letter: str = ""
    then: str = ""
    n: int = 0
    cost: str = ""
    gain: str = ""
    held: int = 0


@dataclass(frozen=True, slots=True)
class Batch:
    """Several choices in one press: the cheapest cubes."""

    kind: str
    actions: list[str]
    cubes: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the result."""

    label: str
    values: list[int]


# -- history --


def turns_of(events: Sequence[Mapping[str, Any]], fresh_from: int, mine: Sequence[int]) -> list[Turn]:
    """The events as turns, oldest first; turns of others that began since `fresh_from` are fresh."""
    turns: list[Turn] = []
    for index, event in enumerate(events):
        if event["kind"] == "turn":
            turns.append(Turn(event["seat"], event["round"], index))
        elif turns:
            _add_step(turns[-1].steps, event)
    for turn, after in zip(turns, [*turns[1:], None], strict=True):
        end = len(events) if after is None else after.start
        turn.fresh = end > fresh_from and turn.seat not in mine and bool(turn.steps)
    return turns


def _add_step(steps: list[dict[str, Any]], event: Mapping[str, Any]) -> None:
    kind = event["kind"]
    last = steps[-1] if steps else None
    if kind == "played":
        steps.append({"kind": "played", "card": Card.parse(event["card"])})
    elif kind == "gained" and last:
        steps[-1] = {"kind": "gained", "cubes": event["cubes"]}
    elif kind == "traded" and last:
        steps[-1] = {"kind": "traded", "card": last["card"], "times": event["times"]}
    elif kind == "upgraded" and last:
        before, after = (last["from"], last["to"]) if last["kind"] == "upgraded" else ("", "")
        if event["from"] in after:
            after = after.replace(event["from"], "", 1)
        else:
            before += event["from"]
        steps[-1] = {"kind": "upgraded", "from": _ordered(before), "to": _ordered(after + event["to"])}
    elif kind == "laid":
        if last is None or last["kind"] != "laid":
            steps.append({"kind": "laid", "cubes": ""})
        steps[-1]["cubes"] += event["cube"]
    elif kind == "acquired":
        laid = steps.pop()["cubes"] if last and last["kind"] == "laid" else ""
        steps.append(
            {"kind": "acquired", "card": Card.parse(event["card"]), "cubes": event["cubes"], "laid": _ordered(laid)}
        )
    elif kind == "rested":
        steps.append({"kind": "rested", "cards": event["cards"]})
    elif kind == "claimed":
        steps.append({"kind": "claimed", "points": event["points"], "paid": event["paid"], "coin": None})
    elif kind == "coin" and last:
        last["coin"] = event["coin"]
    elif kind == "returned":
        if last is None or last["kind"] != "returned":
            steps.append({"kind": "returned", "cubes": ""})
        steps[-1]["cubes"] = _ordered(steps[-1]["cubes"] + event["cube"])
    elif kind in ("ending", "silver-moved"):
        steps.append({"kind": kind})


def _ordered(letters: str) -> str:
    return "".join(sorted(letters, key=COLOURS.index))


def _missing(cost: str, held: str) -> str:
    return "".join(colour * max(0, cost.count(colour) - held.count(colour)) for colour in COLOURS)


def cheapest(verb: str, held: str, n: int) -> list[str]:
    """The choices that give away the `n` cheapest cubes one by one; what is forced in between is left out."""
    rest, actions = _ordered(held), []
    for _ in range(n):
        if len(set(rest)) < 2:
            break
        actions.append(f"{verb} {rest[0]}")
        rest = rest[1:]
    return actions


# -- the table --


class SpiceRoadTable:
    """Everything that the templates of a table need; one object for one rendering."""

    def __init__(self, view: TableView, words: Texts) -> None:
        self.view = view
        self.words = words
        self.position = view.observation
        self.seats: list[dict[str, Any]] = self.position["seats"]
        self.decision: dict[str, Any] = self.position["decision"]
        self.to_move: int | None = None if view.result else self.position["seat"]
        self.mine = [seat.index for seat in view.seats if seat.mine]
        self.names = [shown_name(seat, words) for seat in view.seats]
        self.legal = set(view.legal)
        self.over = view.result is not None
        self.nonce = token_hex(8)
        self.limit: int = load(view.game).cards_to_end[len(self.seats)]
        focus = view.viewer if view.viewer is not None else self.to_move
        self.focus: int = focus if focus is not None else 0
        self.turns = turns_of(view.events, view.fresh_from, self.mine)
        self._fresh = _Fresh(view.events, view.fresh_from, self.mine)

    # what the bar is about
    @property
    def state(self) -> str:
        """over, waiting, hand-over, choose, or watch."""
        view = self.view
        if self.over:
            return "over"
        if view.waiting:
            return "waiting"
        if view.hand_over is not None:
            return "hand-over"
        return "choose" if self.legal else "watch"

    @property
    def kind(self) -> str:
        """The kind of the pending decision."""
        return str(self.decision["kind"])

    @property
    def my_turn(self) -> bool:
        """The reader is asked for a whole turn."""
        return self.state == "choose" and self.kind == "turn"

    @property
    def mover(self) -> str:
        """The name of the seat that decides."""
        return "" if self.to_move is None else self.names[self.to_move]

    @property
    def thinking(self) -> bool:
        """A bot decides."""
        return self.to_move is not None and self.view.seats[self.to_move].thinking

    @property
    def held(self) -> str:
        """The cubes of the seat whose goods are shown."""
        return str(self.seats[self.focus]["storage"])

    @property
    def question(self) -> str:
        """What is asked."""
        return self.words.question(self.position)

    @property
    def decided_card(self) -> Card | None:
        """The card that the decision is about."""
        if self.kind == "pay":
            return Card.parse(self.position["merchants"]["row"][self.decision["slot"] - 1]["card"])
        return Card.parse(self.decision["card"]) if self.kind in ("times", "upgrade") else None

    @property
    def laid(self) -> str:
        """The cubes already paid for the merchant that is being taken."""
        steps = self.turns[-1].steps if self.turns else []
        return str(steps[-1]["cubes"]) if steps and steps[-1]["kind"] == "laid" else ""

    @property
    def returned(self) -> str:
        """The cubes already given back in this turn."""
        steps = self.turns[-1].steps if self.turns else []
        return str(steps[-1]["cubes"]) if steps and steps[-1]["kind"] == "returned" else ""

    @property
    def owing(self) -> int:
        """How many cubes are still to be paid or returned."""
        if self.kind == "pay":
            return int(self.decision["slot"] - self.decision["card"])
        return int(self.decision["surplus"]) if self.kind == "return" else 0

    def _sentence(self, action: str) -> str:
        return self.words.action(action, self.position)

    @property
    def options(self) -> list[Option]:
        """The choices of the bar; those of a turn are the cards themselves, but for the rest."""
        if self.state != "choose":
            return []
        found = [self._option(text) for text in self.view.legal]
        return [option for option in found if option is not None]

    def _option(self, text: str) -> Option | None:
        verb, _, argument = text.partition(" ")
        if verb in ("play", "acquire", "claim"):
            return None
        sentence = self._sentence(text)
        if verb in ("rest", "stop"):
            return Option(verb, text, sentence)
        if verb == "up":
            return Option(verb, text, sentence, argument, COLOURS[COLOURS.index(argument) + 1])
        if verb in ("pay", "return"):
            return Option(verb, text, sentence, argument, held=self.held.count(argument))
        cost, _, gain = self.decision["card"].partition(">")
        n = int(verb[1:])
        held = len(self.held) + n * (len(gain) - len(cost))
        return Option("times", text, sentence, n=n, cost=cost, gain=gain, held=held)

    @property
    def crowded(self) -> bool:
        """Whether the choices are too many to be drawn at length."""
        return len(self.options) > _FEW_OPTIONS and self.kind == "times"

    @property
    def batch(self) -> Batch | None:
        """The sensible default where several cubes are to be chosen."""
        if self.state != "choose" or self.owing < 2:
            return None
        verb = self.kind
        return Batch(verb, cheapest(verb, self.held, self.owing), _ordered(self.held)[: self.owing])

    @property
    def reach(self) -> dict[str, int]:
        """How many cards can be claimed, taken and played."""
        return {verb: sum(text.startswith(verb) for text in self.legal) for verb in ("claim", "acquire", "play")}

    @property
    def last_round(self) -> bool:
        """The end has been triggered."""
        return bool(self.position["ending"]) and not self.over

    @property
    def undo_reason(self) -> str:
        """Why nothing can be taken back, or nothing."""
        return "" if self.view.can_undo else self.words.reason(self.view.undo_reason)

    # the common table
    @property
    def points(self) -> list[PointCard]:
        """The row of point cards."""
        return [self._point(slot, text) for slot, text in enumerate(self.position["points"]["row"], 1)]

    def _point(self, slot: int, text: str) -> PointCard:
        words, coins = self.words, self.position["coins"]
        cost, _, points = text.partition("=")
        missing = "" if self.over else _missing(cost, self.held)
        action = f"claim {slot}" if f"claim {slot}" in self.legal else None
        coin = coin_above(slot, coins)
        if action:
            sentence = self._sentence(action)
        elif missing:
            sentence = words._("{card}. Missing: {cubes}.", card=words.card(text), cubes=words.cubes(missing))
        elif self.over:
            sentence = words._("{card}.", card=words.card(text))
        else:
            sentence = words._("{card}. The cubes are there.", card=words.card(text))
        return PointCard(
            slot=slot,
            text=text,
            cost=cost,
            points=int(points),
            scene=crc32(text.encode()) % _CITIES + 1,
            coin=coin,
            coins=coins[coin] if coin else 0,
            state="can" if action else "cannot" if missing else "still",
            action=action,
            sentence=sentence,
            missing=missing,
            within=not (action or missing or self.over),
            new=self._fresh.points.get(text),
        )

    @property
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
            sentence = self._sentence(action)
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
    @property
    def goods(self) -> Goods:
        """Caravan, hand and played cards of the reader, or of the seat that decides."""
        seat = self.seats[self.focus]
        claimed = seat["claimed"]
        known = isinstance(claimed, list)
        held = _ordered(seat["storage"])
        return Goods(
            name=self.names[self.focus],
            mine=self.view.viewer is not None,
            seat=self.focus,
            storage=self._places(held),
            count=len(held),
            sentence=self.words._("{n} of 10: {cubes}", n=len(held), cubes=self.words.cubes(held)),
            surplus=max(0, len(held) - LIMIT),
            hand=self._hand(seat["hand"]),
            played=[Card.parse(text) for text in seat["played"]],
            cards=len(claimed) if known else claimed,
            values=[_points(text) for text in claimed] if known else [],
            gold=seat["gold"],
            silver=seat["silver"],
            points=_score(seat),
        )

    def _places(self, held: str) -> list[Held]:
        verb = {"pay": "pay", "return": "return", "upgrade": "up"}.get(self.kind, "")
        places = []
        for index, letter in enumerate(held):
            action = f"{verb} {letter}" if verb and f"{verb} {letter}" in self.legal else None
            places.append(Held(letter, action, self._sentence(action) if action else "", index >= LIMIT))
        return places + [Held("", None, "", False)] * (LIMIT - len(held))

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
        missing = _missing(card.cost, self.held)
        action = f"play {card.text}" if f"play {card.text}" in self.legal else None
        if action:
            sentence = self._sentence(action)
        elif missing:
            sentence = words._("{card}. Missing: {cubes}.", card=words.card(card.text), cubes=words.cubes(missing))
        else:
            sentence = words._("{card}.", card=words.card(card.text))
        return HandCard(
            card=card,
            state="can" if action else "cannot" if missing else "still",
            action=action,
            sentence=sentence,
            missing=missing,
            most=trades(self.held, card.cost, card.gain) if card.cost else 0,
            new=new,
        )

    # seats
    @property
    def panels(self) -> list[Panel]:
        """The seats beside the table, in the order of their turns after the reader."""
        own = self.view.viewer if not self.over else None
        first = 0 if own is None else own + 1
        order = [(first + step) % len(self.seats) for step in range(len(self.seats))]
        return [self._panel(seat) for seat in order if seat != own]

    def _panel(self, index: int) -> Panel:
        seat = self.seats[index]
        held = _ordered(seat["storage"])
        claimed = seat["claimed"]
        return Panel(
            info=self.view.seats[index],
            name=self.names[index],
            to_move=index == self.to_move and not self.view.waiting,
            cards=claimed if isinstance(claimed, int) else len(claimed),
            gold=seat["gold"],
            silver=seat["silver"],
            points=_score(seat),
            storage=self._fresh.storage(index, held),
            free=max(0, LIMIT - len(held)),
            hand=[Card.parse(text) for text in seat["hand"]],
            played=[Card.parse(text) for text in seat["played"]],
            storage_sentence=self.words._("Caravan, {n} of 10: {cubes}", n=len(held), cubes=self.words.cubes(held)),
            did=[turn for turn in self.turns if turn.fresh and turn.seat == index][-1:],
        )

    @property
    def race(self) -> list[tuple[int, int]]:
        """Seat and claimed cards, to be measured against the limit."""
        return [
            (index, seat["claimed"] if isinstance(seat["claimed"], int) else len(seat["claimed"]))
            for index, seat in enumerate(self.seats)
        ]

    @property
    def rounds(self) -> list[tuple[int, list[Turn]]]:
        """The log: rounds and their turns, newest first."""
        grouped: dict[int, list[Turn]] = {}
        for turn in reversed(self.turns):
            if turn.steps:
                grouped.setdefault(turn.round, []).append(turn)
        return list(grouped.items())

    # the end
    @property
    def outcome(self) -> str:
        """The end of the game in one sentence, the tie-break explained."""
        result, words = self.view.result or {}, self.words
        points, best = result["points"], result["ranking"][0]
        tied = [seat for seat in range(len(points)) if points[seat] == points[best]]
        you = best == self.view.viewer and len(self.mine) == 1
        if len(tied) > 1:
            if you:
                return words.ngettext(
                    "You win the tie at {n} point: of equal scores the later seat is ahead.",
                    "You win the tie at {n} points: of equal scores the later seat is ahead.",
                    points[best],
                )
            return words.ngettext(
                "{name} wins the tie at {n} point: of equal scores the later seat is ahead.",
                "{name} wins the tie at {n} points: of equal scores the later seat is ahead.",
                points[best],
                name=self.names[best],
            )
        if you:
            return words.ngettext("You win with {n} point.", "You win with {n} points.", points[best])
        return words.ngettext(
            "{name} wins with {n} point.", "{name} wins with {n} points.", points[best], name=self.names[best]
        )

    @property
    def standings(self) -> list[tuple[int, int, bool]]:
        """Rank, seat, and whether the seat shares its points with the one ahead of it; best first."""
        result = self.view.result or {}
        points, ranking = result["points"], result["ranking"]
        return [
            (rank, seat, rank > 1 and points[seat] == points[ranking[rank - 2]]) for rank, seat in enumerate(ranking, 1)
        ]

    @property
    def result_rows(self) -> list[Row]:
        """The score, a row for each source."""
        words = self.words
        labels = {
            "cards": words._("point cards"),
            "coins": words._("coins"),
            "cubes": words._("cubes that are not yellow"),
        }
        lines = (self.view.result or {})["lines"]
        return [Row(label, [line[key] for line in lines]) for key, label in labels.items()]

    @property
    def title(self) -> str:
        """The title of the window, which also says whether one is asked."""
        words, game = self.words, game_name(self.view.game, self.words)
        if self.over:
            return words._("The end · {game} · Entrepôt", game=game)
        if self.state in ("choose", "hand-over"):
            return words._("Your turn · {game} · Entrepôt", game=game)
        return words._("{game} · Entrepôt", game=game)


class _Fresh:
    """What others did since the reader's last turn, in place: new cards, laid cubes, cubes that came."""

    def __init__(self, events: Sequence[Mapping[str, Any]], since: int, mine: Sequence[int]) -> None:
        self.merchants: dict[str, int] = {}
        self.points: dict[str, int] = {}
        self._laid: list[tuple[str, str, int]] = []
        self._came: dict[int, str] = {}
        actor = 0
        for event in events[since:]:
            kind, seat = event["kind"], event["seat"]
            actor = actor if seat is None else seat
            if actor in mine:
                continue
            if kind == "revealed":
                row = self.merchants if event["row"] == "merchants" else self.points
                row[event["card"]] = actor
            elif kind == "laid":
                self._laid.append((event["card"], event["cube"], actor))
            elif kind in ("gained", "acquired"):
                self._note(actor, event["cubes"])
            elif kind == "traded":
                self._note(actor, event["gained"])
            elif kind == "upgraded":
                self._note(actor, event["to"])

    def _note(self, seat: int, cubes: str) -> None:
        self._came[seat] = self._came.get(seat, "") + cubes

    def shelf(self, card: str, cubes: str) -> list[Shelved]:
        """The cubes on a merchant, fresh ones with the seat that laid them."""
        fresh = [(letter, seat) for name, letter, seat in self._laid if name == card]
        shelved = []
        for letter in reversed(_ordered(cubes)):
            match = next((entry for entry in fresh if entry[0] == letter), None)
            if match:
                fresh.remove(match)
            shelved.append(Shelved(letter, match[1] if match else None))
        return shelved[::-1]

    def storage(self, seat: int, held: str) -> list[tuple[str, bool]]:
        """The cubes of a seat, each with whether it came since."""
        came = self._came.get(seat, "")
        left = {colour: came.count(colour) for colour in COLOURS}
        places: list[tuple[str, bool]] = []
        for letter in reversed(held):
            places.append((letter, left[letter] > 0))
            left[letter] -= 1
        return places[::-1]


def _points(text: str) -> int:
    return int(text.partition("=")[2])


def _score(seat: Mapping[str, Any]) -> int | None:
    """The points of a seat as the table stands (SR12); None while its cards are secret."""
    if isinstance(seat["claimed"], int):
        return None
    box = load("spice-road")
    cards = sum(_points(text) for text in seat["claimed"])
    cubes = len(str(seat["storage"]).replace(COLOURS[0], ""))
    return cards + box.gold_points * int(seat["gold"]) + box.silver_points * int(seat["silver"]) + cubes
