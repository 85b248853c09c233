"""What the server tells the pages: plain data, already without anything its reader may not know."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, ClassVar

from ...bots.advice import Advice
from ...bots.analysis import Judged
from ...components import Box
from ...match.moments import Course

AWAY = (300, 3600, 86_400)
"""Seconds after which a bot may sit in for somebody, as a table may set them; the last is usual on the first page."""

LOGGED = 50
"""Rounds on a page of the log."""

LISTED = 40
"""How many finished tables the list of the first page holds."""

RUNNING = 100
"""How many running ones it holds."""

PAGE = 20
"""How many games a page of somebody's games holds."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat of a table, as one device sees it.

    Attributes:
        index: 0-based seat.
        kind: `"human"` or `"bot"`.
        name: as typed by a person, any characters; the bot's given name.
        bot: name of the bot, None for people; of a person's seat the one that sits in for them.
        mine: this device plays it.
        local: several seats are played on this device.
        taken: somebody sits here; False while an invitation is open.
        invite_url: path of the invitation, for the table's owner only.
        thinking: a bot whose decision it is.
        host: whoever made the table sits here.
    """

    index: int
    kind: str
    name: str
    bot: str | None
    mine: bool
    local: bool
    taken: bool
    invite_url: str | None
    thinking: bool
    host: bool = False

    @property
    def may_move(self) -> bool:
        """Whether it is this device that decides there."""
        return self.mine and self.bot is None


@dataclass(frozen=True, slots=True)
class Wish:
    """Somebody would like to end the game now; it goes on until everybody agrees or somebody would rather play on.

    Attributes:
        number: of the row with which it was asked; sent back with an answer.
        asked: seats of those who have asked or agreed, the first one who asked ahead.
        waits: seats of the people who have not answered yet.
    """

    number: int
    asked: list[int]
    waits: list[int]


@dataclass(frozen=True, slots=True)
class Guide:
    """Where a first game with a guide stands.

    Attributes:
        step: 1-based, of the lesson.
        on: it has not been left.
        otherwise: what was done last was not what the step is about.
    """

    step: int
    on: bool
    otherwise: bool


@dataclass(frozen=True, slots=True)
class Puzzled:
    """A puzzle, as far as somebody has come with it.

    Attributes:
        name: of the puzzle; `number`: of it in its game; `turns`: own turns until it is won.
        did: texts of the actions that were done.
        outcome: `solved` or `missed` once the turn is over, empty before.
        shown: the answer was shown.
        following: the name of the puzzle after it.
        won, other: how often the right turn wins, and the best of all others; `sure`: each of them always or never.
        why: what is good about the right turn; None until it is over.
    """

    name: str
    number: int
    turns: int
    did: tuple[str, ...]
    outcome: str
    shown: bool
    following: str
    won: float
    other: float
    sure: bool
    why: Advice | None

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {**asdict(self), "did": list(self.did), "why": self.why and self.why._asdict()}


@dataclass(frozen=True, slots=True)
class Hint:
    """What sharp would do on one's seat; or why another one may have done what it did.

    Attributes:
        advice: the choice and its reason.
        number, of: which of how many choices it is, from 1.
        about: the seat whose turn is explained; None for a hint.
    """

    advice: Advice
    number: int = 1
    of: int = 1
    about: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {**self.advice._asdict(), "number": self.number, "of": self.of, "about": self.about}


@dataclass(frozen=True, slots=True)
class TableView:
    """A table through the eyes of one device.

    Attributes:
        version: number of the last row; sent back with every action.
        viewer: the seat through whose eyes `observation` looks; None for a spectator, and during a hand-over.
        hand_over: another seat of this device is to decide and has not yet said that it is looking.
        legal: texts of the actions this device may send now.
        events: what happened in the last rounds, as `Event.to_dict()`.
        events_from: how many events came before them.
        fresh_from: index of the first event after this device's last action in a turn of its own; for a spectator of
            that with which the last turn of each seat begins.
        undo_reason: a reason of `entrepot.CanUndo`, `"too-often"` or `"not-yours"`.
        result: `Result.to_dict()` when the game is over.
        notice: a refusal to show: `{"code": ..., **params}`.
        waiting: seats whose invitation is open; nobody plays until they are taken.
        ended_early: the people agreed to stop; `result` is the score as it stood.
        wish: to end the game now, while not everybody has answered.
        refused: seats of those who would rather play on, told to those who asked, until they have moved.
        may_end: whether this device may ask to end the game now.
        away: seconds after which a bot may sit in for whoever does not move; 0 for never.
        may_sit_in: in how many seconds from now this device may let one do so; None for never.
        helped: seats of people for whom a bot has sat in.
        next_table: id of the table that goes on with the same seats.
        box: the components the table was made with.
        components: the hash of the box.
        guide: of a first game, until its last step is done; for its player only.
        hint: that was asked for, until something is done; for whoever asked only.
        hints: of each seat in how many decisions it asked for one.
        may_hint: whether this device may ask for one now.
        hintless: nobody may at this table.
        puzzle: that this is, which no table keeps; None of a table.
        past: it is a moment of a game to look back on, at which nobody does anything.
    """

    id: str
    game: str
    version: int
    lang: str
    seats: list[SeatInfo]
    viewer: int | None
    hand_over: int | None
    observation: dict[str, Any]
    legal: list[str]
    events: list[dict[str, Any]]
    events_from: int
    fresh_from: int
    can_undo: bool
    undo_reason: str
    result: dict[str, Any] | None
    notice: dict[str, Any] | None
    waiting: list[int]
    spectator: bool
    owner: bool
    ended_early: bool
    wish: Wish | None
    refused: list[int]
    may_end: bool
    next_table: str | None
    created: str
    box: Box
    components: str
    guide: Guide | None = None
    hint: Hint | None = None
    hints: list[int] = field(default_factory=list)
    may_hint: bool = False
    hintless: bool = False
    away: int = 0
    may_sit_in: int | None = None
    helped: list[int] = field(default_factory=list)
    puzzle: Puzzled | None = None

    past: ClassVar[bool] = False

    @property
    def path(self) -> str:
        """Below which it is asked for, and what is done there is sent."""
        return f"/puzzles/{self.puzzle.name}" if self.puzzle else f"/t/{self.id}"

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready, without the box: its hash says which one it is."""
        plain = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "box"}
        return {
            **plain,
            "seats": [asdict(seat) for seat in self.seats],
            **{key: one and asdict(one) for key, one in (("wish", self.wish), ("guide", self.guide))},
            "hint": self.hint and self.hint.to_dict(),
            "puzzle": self.puzzle and self.puzzle.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class MomentView(TableView):
    """A moment of a game to look back on; its `version` is the number of the moment."""

    past: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Studied:
    """How far the analysis of a game has come.

    Attributes:
        state: empty where nobody has asked for one; `waiting`, `running`, `done`, or `failed` where it cannot be done.
        parts: how many there are to be judged, None until that is known.
        judged: what is known, in order; parts of which nothing could be found are left out.
        tried: how many parts were looked at.
        seal: tells two apart that have judged something else.
    """

    state: str = ""
    parts: int | None = None
    judged: tuple[Judged, ...] = field(default=(), compare=False)
    tried: int = 0
    seal: int = 0

    @property
    def whole(self) -> bool:
        """Whether all is known that can be."""
        return self.state == "done" and len(self.judged) == self.parts

    @property
    def mark(self) -> str:
        """Another one whenever there is more to be told."""
        return f"{self.state}-{self.tried}"

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready, without what was found."""
        return {"state": self.state, "done": self.tried, "of": self.parts, "mark": self.mark}


@dataclass(frozen=True, slots=True)
class Past:
    """A game to look back on: that of a table, or that of a record which somebody has.

    Attributes:
        id: of the table; empty for a record.
        told: everything may be told, as the game is over or is in the reader's hands.
        own: the seat of the reader, while the game runs and it is the only one they have.
        kept: the id under which the record is kept here; empty for one that is not, and for a table.
        mine: the reader has had it kept.
        studied: what is known of its analysis.
        ended_early: the people agreed to stop.
        result: `Result.to_dict()` when it is over.
        record: the text of the record that the reader has; empty for a table.
    """

    id: str
    game: str
    course: Course
    seats: list[SeatInfo]
    told: bool
    ended_early: bool
    result: dict[str, Any] | None
    created: str
    record: str = ""
    own: int | None = None
    kept: str = ""
    mine: bool = False
    studied: Studied = Studied()

    @property
    def key(self) -> str:
        """By which its analysis is known here; empty where there is none, as it is not over or not kept here."""
        if not self.told or not (self.id or self.kept):
            return ""
        return f"t/{self.id}" if self.id else f"r/{self.kept}"

    @classmethod
    def recorded(cls, course: Course, record: str = "") -> Past:
        """The game of a record, of people without names."""
        seats = [
            SeatInfo(number, "human", "", None, False, False, True, None, False)
            for number in range(course.final.players)
        ]
        result = course.final.result
        return cls("", course.final.game, course, seats, True, False, result.to_dict() if result else None, "", record)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of somebody's games a list is to hold; what is empty leaves it open.

    Attributes:
        state: `running` or `finished`.
        against: `people`, the name of a bot, or `mixed`.
    """

    game: str = ""
    players: int = 0
    state: str = ""
    against: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game on a page of somebody's games. `ended` is ISO 8601, UTC, empty while it runs; what counts says `Tally`."""

    table: TableSummary
    ended: str
    counted: bool


@dataclass(frozen=True, slots=True)
class Shelf:
    """A page of somebody's games: the games, how many there are on all pages, and which page of how many it is."""

    games: list[Listed]
    total: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one title, number of players and kind of opponents: how many, won, and their points.

    What counts are whole games that were played to their end, in which the device had one seat.
    """

    game: str
    players: int
    against: str
    games: int
    wins: int
    points: int
    best: int
    since: str


@dataclass(frozen=True, slots=True)
class Scored:
    """What came of one game that counts. `ended` is a day, ISO 8601."""

    table: str
    ended: str
    points: int
    place: int
    players: int


@dataclass(frozen=True, slots=True)
class Rated:
    """How well somebody plays one title with so many players: with nineteen in twenty between `least` and `most`."""

    game: str
    players: int
    games: int
    rating: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Holdings:
    """How many games forgetting would remove, leave to others without a name, and leave alone as they run; and how many
    records somebody keeps."""

    alone: int
    shared: int
    running: int
    kept: int


@dataclass(frozen=True, slots=True)
class TableSummary:
    """A line in the list of somebody's tables. `updated` and `created` are ISO 8601, UTC."""

    id: str
    game: str
    seats: list[SeatInfo]
    round: int
    to_move: int | None
    your_turn: bool
    waiting: bool
    result: dict[str, Any] | None
    updated: str
