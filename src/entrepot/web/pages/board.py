"""What the tables of all games have in common, as the templates draw it.

Nothing here decides what is legal or who may see what: that is already settled in the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from secrets import token_hex
from typing import Any, ClassVar, Self
from zlib import crc32

from ...i18n import Texts
from ...i18n.texts import COLOURS, LIMIT
from ..tables.model import SeatInfo, TableView
from . import guide, hints, puzzle
from .levels import USUAL, Level, bot_name, levels
from .titles import game_name, labels, shown_name

_FEW_OPTIONS = 4
_OWN = frozenset({"your-hand", "route", "mine"})
_GIVES = {"pay": "pay", "return": "return", "upgrade": "up"}
_FRUITLESS = {"sent", "routed", "played"}
_SHOWN = {"turn", "action", "revealed", "drawn"}
_TOLD_ROUNDS = 2

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Act:
    """What gains, upgrades or trades, taken apart for drawing: `kind` is gain, upgrade or trade."""

    text: str
    kind: str
    cost: str
    gain: str
    steps: int

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> Self:
        """The act of that name, e.g. `YY>G`."""
        if text.startswith("up"):
            return cls(text, "upgrade", "", "", int(text[2:]))
        cost, arrow, gain = text.partition(">")
        return cls(text, "trade", cost, gain, 0) if arrow else cls(text, "gain", "", cost, 0)


@dataclass(frozen=True, slots=True)
class Held:
    """A place of the caravan: a cube, or none; with an action it can be pressed."""

    letter: str
    action: str | None
    sentence: str
    over: bool


class Step(dict[str, Any]):
    """One statement of a turn, complete, so that what is drawn of it can be remembered."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


@dataclass(slots=True)
class Turn:
    """What one seat did in one turn, its own or `aside` in another's (W2-8), in steps that are one statement each."""

    seat: int
    round: int
    start: int
    steps: Sequence[Data] = ()
    events: list[Mapping[str, Any]] = field(default_factory=list)
    fresh: bool = False
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A choice in the decision bar. What is drawn depends on `kind`: times, up, stop, pay, return, rest.

    `key` is the number that presses it, 0 for none; `sure` is the id of the question that comes first.
    """

    kind: str
    action: str
    sentence: str
    letter: str = ""
    then: str = ""
    n: int = 0
    cost: str = ""
    gain: str = ""
    held: int = 0
    key: int = 0
    sure: str = ""

    @property
    def gives_up(self) -> bool:
        """Whether it does nothing more: a number that answered something else must never run on into it."""
        return self.kind in ("rest", "stop", "skip") or (self.kind == "times" and not self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sure:
    """What cannot be taken back: first the question, then the deed by its own verb, then the way back."""

    id: str
    eyebrow: str
    question: str
    note: str
    verb: str
    back: str
    icon: str
    form: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """Several choices in one press: the cheapest cubes."""

    kind: str
    actions: list[str]
    cubes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPanel:
    """A seat as the others see it. `bot` says which one plays there, empty for people; `cards` are claimed; `storage`
    says of each cube whether it came since.
    """

    info: SeatInfo
    name: str
    bot: str
    to_move: bool
    cards: int
    storage: tuple[tuple[str, bool], ...]
    storage_sentence: str
    free: int
    did: list[Turn]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGoods:
    """The goods of the reader, or of the seat that decides, that lie open at the foot of the page.

    `mine`: they are the reader's; `alone`: and nobody else sits at this device, so that "your" says whose.
    """

    name: str
    mine: bool
    alone: bool
    seat: int
    storage: list[Held]
    count: int
    sentence: str
    surplus: int
    cards: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the result."""

    label: str
    values: list[int]


def ordered(letters: str) -> str:
    """Cube letters in ascending order."""
    return "".join(sorted(letters, key=COLOURS.index))


def cheapest(verb: str, held: str, n: int) -> list[str]:
    """The choices that give away the `n` cheapest cubes one by one; what is forced in between is left out."""
    rest, actions = ordered(held), []
    for _ in range(n):
        if len(set(rest)) < 2:
            break
        actions.append(f"{verb} {rest[0]}")
        rest = rest[1:]
    return actions


def gather(kind: str, steps: list[Data], letters: str) -> None:
    """Add cubes to the last step if it is of this kind, else begin one."""
    if not steps or steps[-1]["kind"] != kind:
        steps.append({"kind": kind, "cubes": ""})
    steps[-1]["cubes"] = ordered(steps[-1]["cubes"] + letters)


def upgraded(before: Data | None, event: Mapping[str, Any]) -> Data:
    """The steps of one upgrade as one statement: what the cubes were and what they became."""
    was, now = (before["from"], before["to"]) if before and before["kind"] == "upgraded" else ("", "")
    if event["from"] in now:
        now = now.replace(event["from"], "", 1)
    else:
        was += event["from"]
    return {"kind": "upgraded", "from": ordered(was), "to": ordered(now + event["to"])}


def acted(events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Each event with the seat that brought it about."""
    actor = 0
    for event in events:
        actor = actor if event["seat"] is None or event["kind"] == "ousted" else event["seat"]
        yield actor, event


def fresh_events(view: TableView, mine: Sequence[int]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """What others did since the reader's last turn: the seat that acted, and the event."""
    return ((actor, event) for actor, event in acted(view.events[view.fresh_from :]) if actor not in mine)


class Came:
    """What others did since the reader's last turn: the cubes that came to them, and what a game adds."""

    BRINGS: ClassVar = {"gained": "cubes", "tools": "cubes", "acquired": "cubes", "traded": "gained", "upgraded": "to"}

    def __init__(self, view: TableView, mine: Sequence[int]) -> None:
        self._came: dict[int, str] = {}
        for actor, event in fresh_events(view, mine):
            self.take(actor, event)

    def take(self, actor: int, event: Mapping[str, Any]) -> None:
        """Note what a seat did."""
        if event["kind"] in self.BRINGS:
            self._came[actor] = self._came.get(actor, "") + event[self.BRINGS[event["kind"]]]

    def storage(self, seat: int, held: str) -> tuple[tuple[str, bool], ...]:
        """The cubes of a seat, each with whether it came since."""
        came = self._came.get(seat, "")
        left = {colour: came.count(colour) for colour in COLOURS}
        places: list[tuple[str, bool]] = []
        for letter in reversed(held):
            places.append((letter, left[letter] > 0))
            left[letter] -= 1
        return tuple(reversed(places))


class Table:
    """Everything that the templates of a table need; one object for one rendering. A game adds its own parts.

    Attributes:
        INSIDE, PAGE, SHEETS: the template of the inside of the page, the class of its layout, its style sheets.
        JUMPS: verbs of choices that lie on the table itself, each with the part of the page where.
        PARTS: the parts of the page that the switch of one column leads to, each with its icon, from top to bottom.
        COMMON: the part where what is common to all begins.
        names: of all seats, for sentences.
        labels: of all seats, for what stands by itself: "You" for whoever sits alone at their device.
        aside: somebody has to give cubes back in another seat's turn (W2-8).
    """

    INSIDE: ClassVar[str]
    PAGE: ClassVar[str]
    SHEETS: ClassVar[tuple[str, ...]]
    JUMPS: ClassVar[Mapping[str, str]] = {}
    PARTS: ClassVar[Mapping[str, str]]
    COMMON: ClassVar[str] = "boards"

    __hash__ = None  # type: ignore[assignment]  # what is drawn of a whole table is not remembered

    def __init__(self, view: TableView, words: Texts) -> None:
        self.view = view
        self.words = words
        self.box: Any = view.box
        self.position = view.observation
        self.seats: list[Data] = self.position["seats"]
        self.decision: Data = self.position["decision"]
        self.to_move: int | None = None if view.result else self.position["seat"]
        self.aside = self.to_move is not None and self.position.get("active", self.to_move) != self.to_move
        self.mine = [seat.index for seat in view.seats if seat.mine]
        self.names = [shown_name(seat, words) for seat in view.seats]
        self.labels = labels(view.seats, words)
        self.legal = set(view.legal)
        self.over = view.result is not None
        self.nonce = token_hex(8)
        focus = view.viewer if view.viewer is not None else self.to_move
        self.focus: int = focus if focus is not None else 0
        self.turns = self._turns()

    def is_me(self, seat: int) -> bool:
        """Whether a seat is the only one of the reader, so that sentences about it say "you"."""
        return self.mine == [seat]

    def _turns(self) -> list[Turn]:
        """The events as turns, oldest first; those of others that began since the reader looked are fresh."""
        view = self.view
        turns: list[Turn] = []
        said: list[list[Data]] = []
        for index, (actor, event) in enumerate(acted(view.events), view.events_from):
            if event["kind"] == "turn":
                turns.append(Turn(actor, event["round"], index))
                said.append([])
            elif turns:
                if actor != turns[-1].seat:
                    turns.append(Turn(actor, turns[-1].round, index, aside=True))
                    said.append([])
                self.add_step(said[-1], event)
                turns[-1].events.append(event)
        for turn, steps, after in zip(turns, said, [*turns[1:], None], strict=True):
            turn.steps = tuple(map(Step, steps))
            end = len(view.events) if after is None else after.start - view.events_from
            turn.fresh = end > view.fresh_from and turn.seat not in self.mine and bool(turn.steps)
        return turns

    # -- what a game says --------------------------------------------------------------------------------------------

    @property
    def limit(self) -> int:
        """How many point cards trigger the end."""
        raise NotImplementedError

    def add_step(self, steps: list[Data], event: Mapping[str, Any]) -> None:
        """Take an event into the steps of its turn, each of which is one statement."""
        raise NotImplementedError

    def panel(self, index: int) -> SeatPanel:
        """A seat as the others see it."""
        raise NotImplementedError

    @cached_property
    def goods(self) -> OwnGoods:
        """The goods at the foot of the page."""
        raise NotImplementedError

    @cached_property
    def decided(self) -> Act | None:
        """What the decision is about."""
        return Act.parse(self.decision["card"]) if self.kind in ("times", "upgrade") else None

    @cached_property
    def owing(self) -> int:
        """How many cubes are still to be paid or returned."""
        return int(self.decision["surplus"]) if self.kind == "return" else 0

    @cached_property
    def given(self) -> str:
        """The cubes already paid or returned in this decision."""
        return self.returned

    @property
    def overfull(self) -> str:
        """That more cubes are held than the limit allows."""
        raise NotImplementedError

    @property
    def rest_brings(self) -> str:
        """What a rest brings back."""
        raise NotImplementedError

    @property
    def rest_helps(self) -> bool:
        """Whether a rest brings anything back."""
        raise NotImplementedError

    @property
    def rest_in_vain(self) -> tuple[str, str, str]:
        """Where a rest brings nothing back: why, whether that is meant, and what it gives away."""
        raise NotImplementedError

    def score(self, index: int) -> int | None:
        """The points of a seat as the table stands; None while they are secret."""
        raise NotImplementedError

    def option(self, text: str) -> Option | None:
        """A choice as the bar draws it; None for those of a turn that lie on the table itself."""
        verb, _, argument = text.partition(" ")
        if self.kind == "turn" and verb in self.JUMPS:
            return None
        sentence = self.sentence(text)
        if verb == "up":
            return Option(verb, text, sentence, argument, COLOURS[COLOURS.index(argument) + 1])
        if verb in ("pay", "return"):
            return Option(verb, text, sentence, argument, held=self.held.count(argument))
        if not verb.startswith("x"):
            return Option(verb, text, sentence)
        cost, _, gain = self.decision["card"].partition(">")
        n = int(verb[1:])
        held = len(self.held) + n * (len(gain) - len(cost))
        return Option("times", text, sentence, n=n, cost=cost, gain=gain, held=held)

    @cached_property
    def reach(self) -> list[tuple[str, str, int]]:
        """Choices on the table itself: verb, where, and how many."""
        counted = [(verb, where, sum(t.startswith(verb) for t in self.legal)) for verb, where in self.JUMPS.items()]
        return [each for each in counted if each[2]]

    def part(self, action: str) -> str | None:
        """The part of the page where a choice lies; None for those of the bar."""
        return self.JUMPS.get(action.partition(" ")[0])

    @cached_property
    def parts(self) -> list[tuple[str, str, int]]:
        """The parts of the page: where, its icon, and how many things can be done there now."""
        found = Counter(map(self.part, self.legal if self.state == "choose" else ()))
        parts = [(where, icon, found[where]) for where, icon in self.PARTS.items()]
        if self.over:
            return [("result", "points", 0), *(part for part in parts if part[0] not in _OWN)]
        return parts

    @cached_property
    def news(self) -> list[Turn]:
        """What others did since the reader's last turn, newest first."""
        return [turn for turn in reversed(self.turns) if turn.fresh]

    @cached_property
    def result_rows(self) -> list[Row]:
        """The score, a row for each source."""
        lines = (self.view.result or {})["lines"]
        return [Row(self.words.source(key), [line[key] for line in lines]) for key in lines[0]]

    @cached_property
    def tallies(self) -> list[tuple[int, Any]]:
        """What explains the score beside its rows, seat by seat; nothing where the rows say all."""
        return []

    @cached_property
    def state(self) -> str:
        """past, done (a puzzle), over, waiting, hand-over, choose, or watch."""
        view = self.view
        if view.past:
            return "past"
        if view.puzzle and view.puzzle.outcome:
            return "done"
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
    def again(self) -> bool:
        """Whether this turn follows another one of the same seat in the same round."""
        return False

    @property
    def about(self) -> str:
        """What a decision that only some games know is about; nothing where the bar says it itself."""
        return ""

    @property
    def on_table(self) -> bool:
        """Whether what is asked, though no turn, lies on the table itself."""
        return False

    @property
    def asks_at(self) -> str:
        """The part of the page that a question is about which is no turn, or that ends the game; empty: none."""
        if self.over:
            return "result"
        return self.reach[0][1] if self.on_table and self.reach else ""

    @property
    def my_turn(self) -> bool:
        """The reader is asked for a whole turn."""
        return self.state == "choose" and self.kind == "turn"

    @cached_property
    def guide(self) -> guide.GuideLine | None:
        """What the guide of a first game says; None mostly."""
        return guide.line(self)

    @cached_property
    def puzzle(self) -> puzzle.PuzzleLine | None:
        """What is said of the puzzle that this is; None of a table."""
        return puzzle.line(self)

    @cached_property
    def hint(self) -> hints.HintLine | None:
        """What a hint says that was asked for, or why a bot did what it did; None mostly, and where something else has
        to be said."""
        return None if self.view.notice or self.asked_to_end else hints.line(self)

    @property
    def asked_hints(self) -> str:
        """Who asked for hints, and in how many decisions; empty for nobody."""
        asked = [f"{self.labels[seat]} ({n})" for seat, n in enumerate(self.view.hints) if n]
        return self.words._("Asked for hints: {names}.", names=", ".join(asked)) if asked else ""

    @property
    def sat_in(self) -> str:
        """For whom a bot has sat in; empty for nobody."""
        names = [self.labels[seat] for seat in self.view.helped]
        return self.words._("A bot has played for a while: {names}.", names=", ".join(names)) if names else ""

    @property
    def resting(self) -> bool:
        """Whether a bot plays for the reader."""
        return not (self.over or self.view.past) and any(seat.mine and seat.bot for seat in self.view.seats)

    @property
    def may_leave(self) -> bool:
        """Whether the reader may let a bot play for them."""
        begun = bool(self.mine) and not (self.over or self.view.past or self.view.waiting)
        return begun and bool(self.company) and not self.resting

    @property
    def levels(self) -> list[Level]:
        """The bots that may sit in for somebody."""
        return levels(self.words)

    usual = USUAL

    def explains(self, seat: int) -> bool:
        """Whether a bot can be asked why it did what it did last."""
        view = self.view
        bot = view.seats[seat].kind == "bot"
        return bot and not (view.past or view.hintless) and any(turn.seat == seat and turn.steps for turn in self.turns)

    @property
    def brought(self) -> str:
        """The cubes that the reader's last turn brought."""
        last = next((turn for turn in reversed(self.turns) if turn.seat in self.mine and turn.steps), None)
        return "".join(step["cubes"] for step in last.steps if step["kind"] == "gained") if last else ""

    @property
    def mover(self) -> str:
        """The name of the seat that decides."""
        return "" if self.to_move is None else self.names[self.to_move]

    @property
    def whose_turn(self) -> str:
        """In whose turn another seat gives cubes back (W2-8)."""
        active = int(self.position["active"])
        if self.is_me(active):
            return self.words._("Your turn waits")
        return self.words._("In the turn of {name}", name=self.names[active])

    @property
    def thinking(self) -> bool:
        """A bot decides."""
        return self.to_move is not None and self.view.seats[self.to_move].thinking

    @cached_property
    def held(self) -> str:
        """The cubes of the seat whose goods are shown."""
        return str(self.seats[self.focus]["storage"])

    @cached_property
    def question(self) -> str:
        """What is asked."""
        alone = self.kind == "turn" or len(self.mine) == 1
        return self.words.question(self.position, self.names, mine=alone)

    @property
    def asked_about(self) -> str:
        """What a question points at on the table, for those who do not see it; nothing where the question says it."""
        return ""

    @cached_property
    def returned(self) -> str:
        """The cubes that the seat which decides has already given back."""
        steps = self.turns[-1].steps if self.turns and self.turns[-1].seat == self.to_move else []
        return str(steps[-1]["cubes"]) if steps and steps[-1]["kind"] == "returned" else ""

    def sentence(self, action: str) -> str:
        """What an action will do."""
        return self.words.action(action, self.position, self.names)

    @cached_property
    def options(self) -> list[Option]:
        """The choices of the bar; those of a turn are the cards themselves, but for the rest."""
        if self.state != "choose":
            return []
        options, key = [], 0
        for option in filter(None, map(self.option, self.view.legal)):
            if option.gives_up:
                options.append(replace(option, sure="turn" if self.fruitless(option) else ""))
            else:
                key += 1
                options.append(replace(option, key=key if key < 10 else 0))
        return options

    def fruitless(self, option: Option) -> bool:
        """Whether a turn would end with this choice and have done nothing."""
        steps = self.turns[-1].steps if self.turns else []
        return {step["kind"] for step in steps} <= _FRUITLESS if option.kind != "rest" else not self.rest_helps

    @property
    def sures(self) -> list[Sure]:
        """The questions before choices that cannot be taken back."""
        found = [self._sure_of(option) for option in self.options if option.sure]
        return [*found, self._sure_end] if self.may_ask else found

    def _could(self, verb: str) -> int:
        return sum(text.startswith(verb) for text in self.legal)

    def _sure_of(self, option: Option) -> Sure:
        words = self.words
        if option.kind == "rest":
            eyebrow, question, note = self.rest_in_vain
            return Sure(
                id="turn", eyebrow=eyebrow, question=question, note=note,
                verb=words._("Rest all the same"), back=words._("Go back"), icon="rest", form="do-act",
                action=option.action,
            )  # fmt: skip
        return Sure(
            id="turn", eyebrow=words._("This cannot be taken back"),
            question=words._("End your turn with nothing done?"),
            note=words._("As long as you have not, Undo leads back to the beginning of your turn."),
            verb=words._("End it all the same"), back=words._("Go back"), icon="rest", form="do-act",
            action=option.action,
        )  # fmt: skip

    @property
    def may_ask(self) -> bool:
        """Whether the reader may ask to end the game now."""
        return self.view.may_end and self.view.wish is None and not self.over

    @property
    def company(self) -> list[str]:
        """The names of the people elsewhere who play with the reader."""
        return [
            self.names[seat.index] for seat in self.view.seats if seat.kind == "human" and seat.taken and not seat.mine
        ]

    @property
    def _sure_end(self) -> Sure:
        words, company = self.words, self.company
        if not company:
            return Sure(
                id="end", eyebrow=words._("This cannot be taken back"), question=words._("End the game now?"),
                note=words._("It is scored as it stands."), verb=words._("End the game"),
                back=words._("Keep playing"), icon="i-flag", form="do-end",
            )  # fmt: skip
        return Sure(
            id="end", eyebrow=words._("This cannot be taken back"), question=words._("End the game for everybody?"),
            note=words.ngettext(
                "{names} is asked. Without their consent it goes on.",
                "{names} are asked. Without their consent it goes on.",
                len(company),
                names=words.either(company),
            ),
            verb=words._("Ask to end it"), back=words._("Keep playing"), icon="i-flag", form="do-end",
        )  # fmt: skip

    @property
    def asked_to_end(self) -> bool:
        """Whether somebody asks the reader to end the game now; a decision under way is made first."""
        wish = self.view.wish
        busy = self.state == "hand-over" or (self.state == "choose" and self.kind != "turn")
        return wish is not None and not busy and any(seat in self.mine for seat in wish.waits)

    @property
    def agreed(self) -> str:
        """Who else has agreed to end the game."""
        names = [self.names[seat] for seat in (self.view.wish.asked[1:] if self.view.wish else [])]
        if not names:
            return ""
        return self.words.ngettext(
            "{names} has agreed", "{names} have agreed", len(names), names=self.words.either(names)
        )

    @property
    def standing(self) -> list[tuple[int, int]]:
        """Seats with their points as they stand, best first; nothing while some are secret."""
        points = [self.score(seat) for seat in range(len(self.seats))]
        known = [(seat, n) for seat, n in enumerate(points) if n is not None]
        return sorted(known, key=lambda pair: -pair[1]) if len(known) == len(points) else []

    @property
    def also(self) -> str:
        """What became of the reader's wish to end the game; nothing mostly."""
        view, words = self.view, self.words
        if view.wish is not None and any(seat in self.mine for seat in view.wish.asked):
            names = [self.names[seat] for seat in view.wish.waits]
            return words.ngettext(
                "You asked to end the game; {names} has not answered yet.",
                "You asked to end the game; {names} have not answered yet.",
                len(names),
                names=words.either(names),
            )
        if not view.refused:
            return words._("{name} has not moved for a while.", name=self.mover) if view.may_sit_in == 0 else ""
        names = [self.names[seat] for seat in view.refused]
        return words.ngettext(
            "{names} would rather play on.", "{names} would rather play on.", len(names), names=words.either(names)
        )

    @cached_property
    def ask(self) -> str:
        """What is asked of the reader, as a mark that changes when it is something else; empty where nothing is."""
        if self.asked_to_end and self.view.wish:
            return f"end-{self.view.wish.number}"
        if self.hint:
            return self.hint.mark
        if self.puzzle and self.puzzle.outcome:
            return self.puzzle.outcome
        if self.state not in ("choose", "hand-over"):
            return ""
        choices = crc32("|".join(self.view.legal).encode())
        step = f"-{self.guide.step}" if self.guide else ""
        return f"{self.state}-{self.to_move}-{self.view.events_from + len(self.view.events)}-{choices:08x}{step}"

    def told(self, turn: Turn) -> str:
        """What somebody else did in a turn, for who cannot see: a sentence a line, once the turn is over or waits."""
        waits = self.over or bool(self.ask)
        late = turn.round > self.position["round"] - _TOLD_ROUNDS
        if turn.seat in self.mine or not late or (turn is self.turns[-1] and not waits):
            return ""
        events = [dict(event) for event in turn.events if event["kind"] not in _SHOWN]
        return "\n".join(filter(None, (self.words.event(event, self.names, self.position) for event in events)))

    @cached_property
    def crowded(self) -> bool:
        """Whether the choices are too many to be drawn at length."""
        return len(self.options) > _FEW_OPTIONS and self.kind in ("times", "explore", "replace", "swap")

    @cached_property
    def batch(self) -> Batch | None:
        """The sensible default where several cubes are to be chosen."""
        if self.state != "choose" or self.owing < 2:
            return None
        verb = self.kind
        return Batch(verb, cheapest(verb, self.held, self.owing), ordered(self.held)[: self.owing])

    @property
    def last_round(self) -> bool:
        """The end has been triggered."""
        return bool(self.position["ending"]) and not self.over

    @property
    def pause(self) -> str:
        """Why what lies on the table cannot be chosen now, whatever one holds; nothing in a turn of the reader."""
        words = self.words
        if self.my_turn:
            return ""
        if self.over:
            return words._("The game is over.")
        if self.state == "choose":
            return words._("First there is something else to choose: the dark bar asks for it.")
        if self.state == "waiting":
            return words._("The game has not begun yet.")
        return words._("{name} is to move.", name=self.mover)

    @property
    def undo_reason(self) -> str:
        """Why nothing can be taken back, or nothing."""
        return "" if self.view.can_undo else self.words.reason(self.view.undo_reason)

    def places(self, held: str) -> list[Held]:
        """The ten places of a storage and what is above; cubes that can be given or raised can be pressed."""
        verb = _GIVES.get(self.kind, "")
        places = []
        for index, letter in enumerate(held):
            action = f"{verb} {letter}" if verb and f"{verb} {letter}" in self.legal else None
            places.append(Held(letter, action, self.sentence(action) if action else "", index >= LIMIT))
        return places + [Held("", None, "", False)] * (LIMIT - len(held))

    @cached_property
    def panels(self) -> list[SeatPanel]:
        """The seats beside the table, in the order of their turns after the reader."""
        own = self.view.viewer if not (self.over or self.view.past) else None
        first = 0 if own is None else own + 1
        order = [(first + step) % len(self.seats) for step in range(len(self.seats))]
        return [self.panel(seat) for seat in order if seat != own]

    def beside(self, index: int, came: Came) -> dict[str, Any]:
        """The fields of a `SeatPanel`, for the panels of the games; how a storage is called they say themselves."""
        held = ordered(self.seats[index]["storage"])
        fresh = [turn for turn in self.turns if turn.fresh and turn.seat == index]
        bot = self.view.seats[index].bot
        return {
            "info": self.view.seats[index],
            "name": self.labels[index],
            "bot": bot_name(bot, self.words) if bot else "",
            "to_move": index == self.to_move and not self.view.waiting,
            "cards": self.claimed(index),
            "storage": came.storage(index, held),
            "free": max(0, LIMIT - len(held)),
            "did": [turn for turn in fresh if turn.round == fresh[-1].round],
        }

    def before_me(self) -> dict[str, Any]:
        """The fields of `OwnGoods`, for the goods of the games."""
        held = ordered(self.held)
        return {
            "name": self.names[self.focus],
            "mine": self.view.viewer is not None,
            "alone": self.view.viewer is not None and len(self.mine) == 1,
            "seat": self.focus,
            "storage": self.places(held),
            "count": len(held),
            "sentence": self.words._("{n} of 10: {cubes}", n=len(held), cubes=self.words.cubes(held)),
            "surplus": max(0, len(held) - LIMIT),
            "cards": self.claimed(self.focus),
        }

    def claimed(self, index: int) -> int:
        """How many point cards a seat has claimed; which ones may be secret."""
        cards = self.seats[index]["claimed"]
        return cards if isinstance(cards, int) else len(cards)

    @cached_property
    def race(self) -> list[tuple[int, int]]:
        """Seat and claimed cards, to be measured against the limit."""
        return [(index, self.claimed(index)) for index in range(len(self.seats))]

    @cached_property
    def rounds(self) -> list[tuple[int, list[Turn]]]:
        """The log: rounds and their turns, newest first."""
        grouped: dict[int, list[Turn]] = {}
        for turn in reversed(self.turns):
            if turn.steps:
                grouped.setdefault(turn.round, []).append(turn)
        return list(grouped.items())

    @cached_property
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

    @cached_property
    def standings(self) -> list[tuple[int, int, bool]]:
        """Rank, seat, and whether the seat shares its points with the one ahead of it; best first."""
        result = self.view.result or {}
        points, ranking = result["points"], result["ranking"]
        return [
            (rank, seat, rank > 1 and points[seat] == points[ranking[rank - 2]]) for rank, seat in enumerate(ranking, 1)
        ]

    @cached_property
    def title(self) -> str:
        """The title of the window, which also says whether one is asked."""
        words, game = self.words, game_name(self.view.game, self.words)
        if self.puzzle:
            return words._("{title} · Entrepôt", title=self.puzzle.title)
        if self.over:
            return words._("The end · {game} · Entrepôt", game=game)
        if self.asked_to_end:
            return words._("You are asked · {game} · Entrepôt", game=game)
        if self.state == "choose" and self.aside:
            return words._("Return cubes · {game} · Entrepôt", game=game)
        if self.state in ("choose", "hand-over"):
            return words._("Your turn · {game} · Entrepôt", game=game)
        return words._("{game} · Entrepôt", game=game)
