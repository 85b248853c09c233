"""The one authority over tables. Every request passes the same checks in the same order:

shape, who you are, the table exists, it is not over, your decision, your view is not stale, the action is legal.
Then the rows are stored, and whoever watches is told.
"""

from __future__ import annotations

import json
import logging
import threading
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from random import SystemRandom
from secrets import randbits, token_urlsafe
from typing import Any

from sqlalchemy import and_, bindparam, exists, func, null, or_, select, update
from sqlalchemy.orm import Session, aliased

from ...bots import LEVELS
from ...bots import names as bot_names
from ...bots.advice import Advice
from ...components import Box, complete, load, loads, packaged
from ...core.actions import Action
from ...core.errors import (
    EntrepotError,
    IllegalAction,
    InvalidComponents,
    InvalidNotation,
    InvalidRecord,
    ReplayDivergence,
    quoted,
)
from ...games import Option, title
from ...match import Match, Observation, Record
from ...match.sight import keeps_secrets
from ..lessons import LESSONS, Step
from . import ratings, studies
from .courses import Courses
from .errors import DatabaseUnavailable, Refusal
from .model import AWAY, LISTED, LOGGED, RUNNING, Guide, Hint, Past, SeatInfo, TableSummary, TableView, Wish
from .store import Components, Glance, Kept, Row, Seat, Sitting, Store, Table, Taken, known_id, now

_LOG = logging.getLogger(__name__)

GONE = "gone:"
"""How the identities begin that stand for somebody who has had their games forgotten; no cookie has such a one."""
NAME_LENGTH = 30
TABLES_EACH = 300
MOST_ROWS = 25_000
"""Of a table: no game that is played to its end comes near."""
MOST_UNDONE = 50
"""How often somebody takes back in a turn."""
_PRESENT = ("action", "undo", "join", "hint", "guide", "sit-in", "back")
"""What is done about the decision that waits."""
_ACTIONS_AT_ONCE = 20
_TRIES = 5
_TABLES_AT_ONCE = 500
_CACHED = 500
_ROUNDS = 3
BOT_NAMES = ("Nadir", "Marta", "Kofi", "Ines", "Tariq", "Bela", "Noor", "Odile")
_LATELY = timedelta(days=1)
_NEWS = (
    select(Row.number, Row.kind, Row.text, Row.seat, Row.nonce, Row.at)
    .where(Row.table_id == bindparam("table"), Row.number >= bindparam("seen"))
    .order_by(Row.number)
)
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


UNREADABLE = (InvalidComponents, InvalidRecord, ReplayDivergence)
"""What the text of a record raises that cannot be played. A database that fails is none of it: that passes."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who shall sit on one seat of a new table: `me`, `local`, `link`, or `bot:NAME`."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A decision that waits for a bot. `packaged`: it is played with the packaged components."""

    version: int
    seat: int
    bot: str
    observation: Observation
    packaged: bool


class _Live:
    """A table in memory: a cache that its rows can rebuild. What it is asked for costs the same however long the game.

    Attributes:
        nonces: those of all its rows.
        hints: of each seat in how many decisions it asked for one, `asked_for_hint` whether in the one that waits;
            `hinted` is the number of the choice that is told, of `advice`: only the process that was asked has them.
        rounds: the number of the event with which each round begins.
        away: seconds after which a bot may sit in for whoever does not move, 0 for never; `since` is when the decision
            that waits began, or something was last done about it; `helped` are the seats for which a bot has sat in.
        table: as it was stored last, and with which version.
    """

    def __init__(self, table: Table, box: Box) -> None:
        self.lock = threading.RLock()
        self.match = Match.new(table.game, len(table.seats), int(table.seed), table.options, box)
        self.version = 0
        self.nonces: set[str] = set()
        self.ended = False
        self.rounds: list[int] = []
        self.table: tuple[int, Table] | None = None
        self._first = 0
        self._told: list[dict[str, Any]] = []
        self.wish = 0
        self.wishing: list[int] = []
        self.refused: tuple[int, int, frozenset[int]] | None = None
        self._wished: dict[int, int] = {}
        self._moved: dict[int | None, int] = {}
        self._undone = (0, 0)
        self.guide: Guide | None = None
        self._guided: list[Guide] = []
        self.hintless = False
        self.away = 0
        self.since = table.created
        self.helped: set[int] = set()
        self.hints = [0] * len(table.seats)
        self.asked_for_hint = False
        self.hinted = 0
        self.advice: list[Advice] = []

    def catch_up(self, session: Session, table_id: str) -> None:
        """Do what was done since. Refuses `unknown-table` where what was done before is gone."""
        seen, known = self.version, not self.version
        for number, kind, text, seat, nonce, at in session.execute(_NEWS, {"table": table_id, "seen": seen}):
            if number == seen:
                known = True
                continue
            if kind == "action":
                self.match.play(text)
            elif kind == "undo":
                self.match.undo()
            if nonce is not None:
                self.nonces.add(nonce)
            self.note(number, kind, text, seat, at)
        if not known:
            raise Refusal("unknown-table")

    def recent(self) -> tuple[int, list[dict[str, Any]]]:
        """The events of the last rounds, and the number of the first of them."""
        after = self._first + len(self._told)
        news = [event.to_dict() for event in self.match.events(after)]
        running = 0  # nothing is taken back from before the turn that runs
        for place, event in enumerate(news):
            if event["kind"] == "turn":
                running = place
                if event["round"] > len(self.rounds):
                    self.rounds.append(after + place)
        self._told += news[:running]
        first = self.rounds[-_ROUNDS:][0]
        del self._told[: first - self._first]
        self._first = first
        return first, [*self._told, *news[running:]]

    def note(self, number: int, kind: str, text: str, seat: int | None, at: datetime) -> None:
        """What a row says beside the game: that somebody wishes to end it, would rather play on, is away or back, or
        has learned a step."""
        if kind in _PRESENT:
            self.since = at
        if kind in ("action", "undo"):
            self.asked_for_hint, self.hinted, self.advice = False, 0, []
        if kind == "action":
            self._moved[seat] = number
            if self.guide:
                self._guided.append(self.guide)
        elif kind == "guide":
            self.guide = _guided(self.guide, text)
        elif kind == "away":
            self.away = int(text)
        elif kind == "sit-in" and seat is not None:
            self.helped.add(seat)
        elif kind == "hint" and seat is None:
            self.hintless = True
        elif kind == "hint" and seat is not None:
            self.hints[seat] += not self.asked_for_hint
            self.asked_for_hint = True
        elif kind == "vote" and seat is not None:
            self.wish = self.wish if self.wishing else number
            self.wishing.append(seat)
            self._wished[seat] = self.match.turns
            self.refused = None
        elif kind == "play-on" and seat is not None:
            self.refused = (number, seat, frozenset(self.wishing))
            self.wishing = []
        elif kind == "end":
            self.ended = True
        elif kind == "undo":
            turn, times = self._undone
            self._undone = (self.match.turns, times + 1 if turn == self.match.turns else 1)
            if self.guide and self._guided:
                self.guide = replace(self._guided.pop(), on=self.guide.on)
        self.version = number

    @property
    def no_undo(self) -> str:
        """Why the last action cannot be taken back; empty where it can."""
        often = self._undone[0] == self.match.turns and self._undone[1] >= MOST_UNDONE
        return self.match.can_undo.reason or ("too-often" if often or self.version >= MOST_ROWS else "")

    def wished_lately(self, seats: list[int]) -> bool:
        """Whether one of these seats has asked to end the game within the last round."""
        players = self.match.players
        return any(self.match.turns - self._wished.get(seat, -players) < players for seat in seats)

    def moved_since(self, number: int, seats: list[int]) -> bool:
        """Whether one of these seats has moved since that row."""
        return any(self._moved.get(seat, 0) > number for seat in seats)

    @property
    def over(self) -> bool:
        return self.ended or self.match.is_over

    @property
    def whole(self) -> bool:
        """Whether it is over as games end, and neither a first game with a guide nor one in which a bot sat in."""
        return self.match.is_over and not self.ended and self.guide is None and not self.helped

    @property
    def lesson(self) -> Step | None:
        """The step that is learned now; None where nobody learns."""
        steps = LESSONS[self.match.game].steps
        guide = self.guide
        return steps[guide.step - 1] if guide and guide.on and guide.step <= len(steps) and not self.over else None


def _guided(guide: Guide | None, text: str) -> Guide:
    """Where a guide stands after a row: `off` and `on` leave it and take it up, `other` is another deed than its own,
    and a number the step that comes."""
    if text.isdigit():
        return Guide(int(text), on=True, otherwise=False)
    before = guide or Guide(1, on=True, otherwise=False)
    return replace(before, otherwise=True) if text == "other" else replace(before, on=text == "on")


_loads = lru_cache(maxsize=64)(loads)


def box_of(session: Session, table: Table) -> Box:
    """The components a table was made with: the packaged ones, or else their text as it was kept."""
    box = load(table.game)
    if box.hash == table.components:
        return box
    try:
        return _kept_box(session, table.components)
    except InvalidComponents as error:
        _LOG.error("the components of table %s are no longer good: %s", table.id, error)
    except LookupError:
        pass
    raise Refusal("outdated")


def _kept_box(session: Session, components: str) -> Box:
    """Components that were kept with a table. Raises `LookupError`, `InvalidComponents`."""
    kept = session.get(Components, components)
    if kept is None:
        raise LookupError
    return _loads(kept.game, kept.text)


def clean_name(name: str) -> str:
    """A name as it is stored: no control characters, no blanks at its ends, at most 30 characters.

    Joiners stay, as Persian and many emoji need them; marks that turn the direction of writing go.
    """
    controls = ("Cc", "Cs")
    kept = "".join(
        " " if unicodedata.category(c) in controls or c in _TURNING else c for c in unicodedata.normalize("NFC", name)
    )
    short = " ".join(kept.split())[:NAME_LENGTH].rstrip()
    return short if any(unicodedata.category(c) not in ("Cf", "Mn", "Zs") for c in short) else ""


class Tables:
    """All tables of one database. Safe to use from several threads, and beside other processes.

    Attributes:
        moves: how many actions were played and kept here, by `person` and by `bot`.

    Args:
        told: called after every change with the table's id, its version and whether it waits for a bot; must return at
            once.
    """

    def __init__(self, store: Store, told: Callable[[str, int, bool], None]) -> None:
        self._store = store
        self._told = told
        self._live: OrderedDict[str, _Live] = OrderedDict()
        self._guard = threading.Lock()
        self._courses = Courses()
        self._begun = now()
        self.moves: Counter[str] = Counter(person=0, bot=0)

    @property
    def in_memory(self) -> int:
        """How many tables are held in memory."""
        return len(self._live)

    # -- looking -----------------------------------------------------------------------------------------------------

    def view(
        self, who: str, table_id: str, lang: str, notice: dict[str, Any] | None = None, since: int | None = None
    ) -> TableView:
        """The table through the eyes of one device, with the events of the last rounds, or from number `since` on.

        Refuses `unknown-table`.
        """
        with self._open(table_id, looking=True) as (session, table, live):
            view = self._view(session, table, live, who, lang, notice)
            if since is None:
                return view
            since = min(since, view.events_from + len(view.events))
            return replace(
                view,
                events_from=since,
                events=[event.to_dict() for event in live.match.events(since)],
                fresh_from=max(0, view.events_from + view.fresh_from - since),
            )

    def log(self, who: str, table_id: str, lang: str, last: int | None) -> tuple[TableView, range]:
        """The table with the events of some rounds up to `last`, and which rounds they are.

        Refuses `unknown-table`.
        """
        with self._open(table_id, looking=True) as (session, table, live):
            view = self._view(session, table, live, who, lang, None)
            end = view.events_from + len(view.events)
            most = len(live.rounds)
            last = most if last is None else max(1, min(last, most))
            first = max(1, last - LOGGED + 1)
            begin = live.rounds[first - 1]
            until = live.rounds[last] if last < most else end
            events = [event.to_dict() for event in live.match.events(begin)[: until - begin]]
            return replace(view, events_from=begin, events=events, fresh_from=len(events)), range(first, last + 1)

    def mine(self, who: str) -> list[TableSummary]:
        """Somebody's tables: those that wait for them, those that wait for others, those that wait to begin, and last
        of all the finished ones, at most forty; within each the one changed last first. Of a hundred running ones and
        more those that wait for somebody else longest are left out.
        """
        mine = select(Sitting.table_id).where(Sitting.identity == who)
        latest = mine.where(Sitting.ended.is_not(None)).order_by(Sitting.ended.desc()).limit(LISTED)
        moves = func.coalesce(Table.summary["to_move"].as_integer(), 0)
        waits = exists().where(Seat.table_id == Table.id, Seat.identity == who, Seat.number == moves)
        first = mine.where(Sitting.ended.is_(None)).join(Table, Table.id == Sitting.table_id)
        first = first.order_by(waits.desc(), Table.changed.desc()).limit(RUNNING)
        with self._store.session() as session:
            running = [*session.scalars(first)]
            over = [*session.scalars(latest)]
        changed = sorted(self.summaries(who, running), key=lambda one: one.updated, reverse=True)
        every = [*changed, *self.summaries(who, over)]
        return sorted(every, key=lambda one: (bool(one.result), one.waiting, not one.your_turn))

    def summaries(self, who: str, tables: Sequence[str]) -> list[TableSummary]:
        """What a list of somebody says of these tables, in their order."""
        version = select(func.max(Row.number)).where(Row.table_id == Table.id).scalar_subquery()
        query = select(Table, func.coalesce(version, 0))
        found: dict[str, tuple[Table, int]] = {}
        with self._store.session() as session:
            for first in range(0, len(tables), _TABLES_AT_ONCE):
                some = query.where(Table.id.in_(tables[first : first + _TABLES_AT_ONCE]))
                found |= {table.id: (table, last) for table, last in session.execute(some).unique()}
        summaries = []
        for table, last in (found[one] for one in tables if one in found):
            # A table that can no longer be read is left out, so that it does not bar the others.
            with suppress(Refusal):
                known = table.summary if table.summary and table.summary["version"] == last else self._summed(table.id)
                summaries.append(_summary(table, who, known))
        return summaries

    def _summed(self, table_id: str) -> dict[str, Any]:
        """The summary of a table whose rows have to be played for it; kept, unless there is a newer one by now."""
        with self._open(table_id) as (_, table, live):
            known, before, whole = _sum(live, over=live.over), table.summary, live.whole
        version = Table.summary["version"].as_integer()
        unchanged = Table.summary.is_(null()) if before is None else version == before["version"]
        keep = update(Table).where(Table.id == table_id, unchanged)
        # It is looked at only, so nobody is refused where it cannot be kept.
        with suppress(DatabaseUnavailable), self._store.session() as session:
            session.execute(keep.values(summary=known, over=known["result"] is not None))
            if known["result"]:
                _settle(session, table, known["result"], whole=whole, at=table.changed or table.created)
        return known

    def record(self, table_id: str) -> Record:
        """The record of a finished table. Refuses `not-over`: it would tell all secrets."""
        with self._open(table_id) as (_, __, live):
            if not live.over:
                raise Refusal("not-over")
            return live.match.record()

    def past(self, who: str, table_id: str) -> Past:
        """The game of a table to look back on; while it runs that of its watchers, and what one's own seat saw.
        Refuses `unknown-table`."""
        with self._open(table_id) as (_, table, live):
            key = (table_id, live.version)
            course = self._courses.get(key)
            record = live.match.record() if course is None else None
            box, over, early = live.match.components, live.over, live.ended
            result = live.match.standing.to_dict() if over else None
            seats = [replace(seat, thinking=False, invite_url=None) for seat in _seats(table, "", None)]
            created = f"{table.created.isoformat()}Z"
            mine = [] if over else [seat.number for seat in table.seats if seat.identity == who]
            own = mine[0] if len(mine) == 1 else None
        if course is None:
            assert record is not None  # noqa: S101 - written down above
            course = self._courses.read(key, record, box)
        return Past(
            table_id,
            course.final.game,
            course,
            seats,
            over,
            early,
            result,
            created,
            own=own,
        )

    def opened(self, text: str, anew: Callable[[], AbstractContextManager[None]]) -> Past:
        """The game of a record that somebody has, to look back on; nothing of it is kept. Raises `InvalidRecord`,
        `ReplayDivergence`.

        Args:
            anew: around the reading of a record that was not read lately.
        """
        record = Record.loads(text)
        text = json.dumps(record.to_dict(), separators=(",", ":"), ensure_ascii=False)
        key = sha256(text.encode()).digest()
        course = self._courses.get(key)
        if course is None:
            with anew():
                course = self._courses.read(key, record, self._box_named(record.components))
        return Past.recorded(course, text)

    def keep(self, who: str, text: str) -> str:
        """Keep a record, so that others can be shown it; returns its id. Raises what `opened` raises."""
        past = self.opened(text, nullcontext)
        kept = Kept(id=token_urlsafe(12), owner=who, text=past.record, created=now())
        with self._store.session() as session:
            session.add(kept)
        return kept.id

    def kept(self, who: str, record_id: str) -> Past:
        """The game of a record that was kept. Refuses `not-found`, and `outdated` where it can no longer be played."""
        with self._store.session() as session:
            found = _kept(session, record_id)
        try:
            past = self.opened(found.text, nullcontext)
        except UNREADABLE:
            raise Refusal("outdated") from None
        created = f"{found.created.isoformat()}Z"
        return replace(past, record="", kept=record_id, mine=found.owner == who, created=created)

    def past_of(self, key: str) -> Past:
        """The game of an analysis: see `Past.key`. Refuses as `past` and `kept`."""
        kind, _, name = key.partition("/")
        return self.past("", name) if kind == "t" else self.kept("", name)

    def drop(self, who: str, record_id: str) -> None:
        """Keep a record no longer. Refuses `not-found`, `forbidden`."""
        with self._store.session() as session:
            found = _kept(session, record_id)
            if found.owner != who:
                raise Refusal("forbidden")
            studies.remove(session, [f"r/{record_id}"])
            session.delete(found)

    def _box_named(self, components: str) -> Box | None:
        """Components that are known here though they are not the packaged ones."""
        if not (components.isascii() and components.isalnum()):
            return None
        with suppress(LookupError, InvalidComponents), self._store.session() as session:
            return _kept_box(session, components)
        return None

    def invited(self, token: str) -> tuple[str, int]:
        """Table and seat of an invitation. Refuses `bad-token`."""
        with self._store.session() as session:
            seat = session.scalar(select(Seat).where(Seat.invite == token)) if known_id(token) else None
            if seat is None:
                raise Refusal("bad-token")
            return seat.table_id, seat.number

    def version(self, table_id: str) -> int:
        """The number of the last row. Refuses `unknown-table`."""
        version = self._store.versions([table_id]).get(table_id) if known_id(table_id) else None
        if version is None:
            raise Refusal("unknown-table")
        return version

    # -- doing -------------------------------------------------------------------------------------------------------

    def create(
        self,
        who: str,
        game: str,
        chairs: list[Chair],
        options: Mapping[str, Option],
        draw_start: bool,
        components: str = "",
        *,
        guided: bool = False,
        hints: bool = True,
        away: str = "",
    ) -> str:
        """A new table; returns its id. `components` is the text of a component file, empty for the packaged one; a
        `guided` one has the deal and the guide of the game's lesson; without `hints` nobody may ask for them; after so
        many seconds `away`, one of `AWAY`, a bot may sit in for whoever does not move, 0 for never.

        Refuses `bad-request`, `bad-components` with all `problems`, `too-many-tables`.
        """
        try:
            known = title(game)
            known.check_players(len(chairs))
            chosen = known.check_options(dict(options))
            for chair in chairs:
                if chair.kind.startswith("bot:") and chair.kind[4:] not in bot_names(game):
                    raise Refusal("bad-request", reason=f"there is no bot called {quoted(chair.kind[4:])}")
                if not chair.kind.startswith("bot:") and chair.kind not in ("me", "local", "link"):
                    raise Refusal("bad-request", reason=f"nobody can sit as {quoted(chair.kind)}")
            box = _loads(game, components) if components else load(game)
        except InvalidComponents as error:
            raise Refusal("bad-components", reason=str(error), problems=error.problems) from None
        except EntrepotError as error:
            raise Refusal("bad-request", reason=str(error)) from None
        patience = _number(away or "0")
        if patience and patience not in AWAY:
            raise Refusal("bad-request", reason=f"a bot sits in after {', '.join(map(str, AWAY))} seconds, or never")
        if all(chair.kind != "link" for chair in chairs):
            patience = 0  # nobody is elsewhere
        if [chair.kind for chair in chairs].count("me") != 1:
            raise Refusal("bad-request", reason="exactly one seat is yours")
        if draw_start:
            SystemRandom().shuffle(chairs)
        seats = []
        names = iter(BOT_NAMES)
        for number, chair in enumerate(chairs):
            bot = chair.kind[4:] if chair.kind.startswith("bot:") else None
            here = chair.kind in ("me", "local")
            seats.append(
                Seat(
                    number=number,
                    bot=bot,
                    name=next(names) if bot else clean_name(chair.name) if here else "",
                    identity=who if here else None,
                    invite=token_urlsafe(18) if chair.kind == "link" else None,
                )
            )
        mine = next(number for number, chair in enumerate(chairs) if chair.kind == "me")
        with self._store.session() as session:
            running = select(func.count()).select_from(Sitting).join(Table, Table.id == Sitting.table_id)
            running = running.where(Sitting.identity == who, Sitting.ended.is_(None), Table.owner == who)
            if (session.scalar(running) or 0) >= TABLES_EACH:
                raise Refusal("too-many-tables")
        self._store.keep_components(box.hash, game, complete(game, components) if components else packaged(game))
        with self._store.session() as session:
            seed = LESSONS[game].seed if guided else None
            table = self._add(session, who, game, chosen, box.hash, seats, {who: mine}, seed)
            rules = [("guide", "1", mine)] if guided else []
            _write_rules(session, table, [*rules, *_agreed(hintless=not hints, away=patience)])
            return table

    def learn(self, who: str, game: str, name: str) -> str:
        """A first game with a guide, against a bot that plays whatever comes; returns its id.

        Refuses `bad-request`, `too-many-tables`.
        """
        lesson = LESSONS.get(game)
        if lesson is None:
            raise Refusal("bad-request", reason=f"there is no game called {quoted(game)}")
        chairs = [Chair("me", name), Chair("bot:random", "")]
        return self.create(
            who, game, chairs, lesson.options, draw_start=False, components=lesson.box(game), guided=True
        )

    def _add(
        self,
        session: Session,
        who: str,
        game: str,
        options: Mapping[str, Option],
        components: str,
        seats: list[Seat],
        looking: dict[str, int],
        seed: int | None = None,
    ) -> str:
        begun = now()
        table = Table(
            id=token_urlsafe(12),
            game=game,
            seed=str(randbits(64) if seed is None else seed),
            options=dict(options),
            components=components,
            owner=who,
            created=begun,
            changed=begun,
            next_table=None,
            seats=seats,
        )
        session.add(table)
        session.flush()
        for identity, seat in looking.items():
            session.add(Glance(table_id=table.id, identity=identity, seat=seat))
            session.add(sitting_of(table, identity))
        return table.id

    def act(self, who: str, table_id: str, texts: list[str], version: str, nonce: str) -> None:
        """Carry out actions in order, all or none; the same nonce once only."""
        if not 1 <= len(texts) <= _ACTIONS_AT_ONCE or not _is_nonce(nonce):
            raise Refusal("bad-request", reason="an action, the version that was seen, and an action id are needed")
        seen = _number(version)
        try:
            actions = [Action.parse(text) for text in texts]
        except InvalidNotation as error:
            raise Refusal("bad-request", reason=str(error)) from None
        with self._open(table_id) as (session, table, live):
            seated = _seated(table, who)
            if nonce in live.nonces:
                return
            self._may_move(table, live, seated, seen)
            self._apply(session, table, live, [str(action) for action in actions], nonce)
        self._moved("person", len(actions))

    def bot_act(self, table_id: str, turn: BotTurn, text: str) -> bool:
        """Carry out a bot's action; False if the table has moved on meanwhile."""
        with self._open(table_id) as (session, table, live):
            if live.over or live.version != turn.version or live.match.seat != turn.seat:
                return False
            self._apply(session, table, live, [text], None)
        self._moved("bot", 1)
        return True

    def _moved(self, by: str, number: int) -> None:
        with self._guard:
            self.moves[by] += number

    def undo(self, who: str, table_id: str, version: str, nonce: str) -> None:
        """Take back one's last action. Refuses `cannot-undo` with a reason of `CanUndo`, or `too-often`."""
        if not _is_nonce(nonce):
            raise Refusal("bad-request", reason="an action id is needed")
        seen = _number(version)
        with self._open(table_id) as (session, table, live):
            seated = _seated(table, who)
            if nonce in live.nonces:
                return
            self._may_move(table, live, seated, seen)
            if live.no_undo:
                raise Refusal("cannot-undo", reason=live.no_undo)
            with self._writing(session, table_id):
                live.match.undo()
                self._rows(session, table, live, [("undo", "")], live.match.seat, nonce)

    def seated(self, who: str, table_id: str) -> None:
        """Refuses `unknown-table`, `not-seated`."""
        with self._open(table_id, looking=True) as (_, table, __):
            _seated(table, who)

    def look(self, who: str, table_id: str, seat: str) -> None:
        """Note that the person of one of this device's seats is looking now."""
        number = _number(seat)
        with self._open(table_id) as (session, table, _):
            if number not in [s.number for s in _seated(table, who)]:
                raise Refusal("not-seated")
            session.merge(Glance(table_id=table_id, identity=who, seat=number))

    def join(self, who: str, token: str, name: str) -> str:
        """Take an invitation; returns the table. Refuses `bad-token`, `over`, `seat-taken`."""
        table_id, number = self.invited(token)
        with self._open(table_id) as (session, table, live):
            seat = table.seats[number]
            if seat.identity == who:
                return table_id
            if live.over:
                raise Refusal("over")
            if seat.identity is not None:
                raise Refusal("seat-taken")
            with self._writing(session, table_id):
                seat.identity = who
                seat.name = clean_name(name)
                session.merge(sitting_of(table, who))
                if session.get(Glance, (table_id, who)) is None:
                    session.add(Glance(table_id=table_id, identity=who, seat=number))
                self._rows(session, table, live, [("join", "")], number, None)
        return table_id

    def end(self, who: str, table_id: str, wish: str = "") -> None:
        """Ask to end the game now, or agree to that wish; it ends when everybody at the table has (F15).

        Agreeing to a wish that is no longer there changes nothing. Refuses `asked-lately`: once a round is enough.
        """
        number = _number(wish) if wish else None
        _anew(lambda: self._end(who, table_id, number))

    def _end(self, who: str, table_id: str, wish: int | None) -> None:
        with self._open(table_id) as (session, table, live):
            seated = [seat.number for seat in _seated(table, who)]
            if live.over:
                raise Refusal("over")
            wishing = _people(table, live.wishing)
            if who in wishing or (wish is not None and not (wishing and live.wish == wish)):
                return
            if not wishing and live.wished_lately(seated):
                raise Refusal("asked-lately")
            alone = _here(table) <= wishing | {who}
            with self._writing(session, table_id):
                rows = [("vote", ""), ("end", "")] if alone else [("vote", "")]
                self._rows(session, table, live, rows, seated[0], None)

    def play_on(self, who: str, table_id: str, wish: str) -> None:
        """Decline to end the game now, or take that wish back; it can be asked again in a round."""
        number = _number(wish)
        _anew(lambda: self._play_on(who, table_id, number))

    def _play_on(self, who: str, table_id: str, wish: int) -> None:
        with self._open(table_id) as (session, table, live):
            seated = _seated(table, who)
            if live.over:
                raise Refusal("over")
            if not live.wishing or live.wish != wish:
                return
            with self._writing(session, table_id):
                self._rows(session, table, live, [("play-on", "")], seated[0].number, None)

    def sit_in(self, who: str, table_id: str, seat: str, level: str) -> None:
        """Let a bot of some level play for whoever has a seat, until they are back: for oneself at any time, for
        somebody else once they have not moved for as long as the table says.

        Refuses `over`, `not-away`, `bad-request`; where a bot sits there already nothing changes.
        """
        number = _number(seat)
        _anew(lambda: self._sit_in(who, table_id, number, level))

    def _sit_in(self, who: str, table_id: str, number: int, level: str) -> None:
        with self._open(table_id) as (session, table, live):
            _seated(table, who)
            if live.over:
                raise Refusal("over")
            if level not in LEVELS or number >= len(table.seats):
                raise Refusal("bad-request", reason="a seat and the level of a bot are needed")
            whose = table.seats[number].identity
            if whose is None:
                raise Refusal("bad-request", reason="nobody plays on this seat")
            if table.seats[number].bot is not None:
                return
            if whose == who and len(_people(table)) == 1:
                raise Refusal("bad-request", reason="there is nobody to play for")
            if whose != who and not (number == live.match.seat and self._away(table, live, who) == 0):
                raise Refusal("not-away")
            with self._writing(session, table_id):
                for seat in [seat for seat in table.seats if seat.identity == whose]:
                    seat.bot = level
                    self._rows(session, table, live, [("sit-in", level)], seat.number, None)
                if live.wishing and _here(table) <= _people(table, live.wishing):
                    self._rows(session, table, live, [("end", "")], number, None)

    def back(self, who: str, table_id: str) -> None:
        """Play on one's seats oneself. Refuses `over`; where no bot sits in nothing changes."""
        _anew(lambda: self._back(who, table_id))

    def _back(self, who: str, table_id: str) -> None:
        with self._open(table_id) as (session, table, live):
            mine = _seated(table, who)
            if live.over:
                raise Refusal("over")
            if all(seat.bot is None for seat in mine):
                return
            with self._writing(session, table_id):
                for seat in mine:
                    seat.bot = None
                self._rows(session, table, live, [("back", "")], mine[0].number, None)

    def _away(self, table: Table, live: _Live, who: str) -> int | None:
        """In how many seconds somebody may let a bot sit in for whoever is to decide; None for never."""
        seat = None if live.over or not all(map(_taken, table.seats)) else live.match.seat
        if not live.away or seat is None or not _person(table.seats[seat]) or table.seats[seat].bot is not None:
            return None
        if table.seats[seat].identity == who or who not in _people(table):
            return None
        # While nobody could move nobody was away.
        gone = now() - max(live.since, self._begun)
        return max(0, live.away - int(gone.total_seconds()))

    def guide(self, who: str, table_id: str, step: str) -> None:
        """Go on to a `step` of the lesson, leave its guide (`off`), or take it up again (`on`).

        Going on to another step than the next one changes nothing. Refuses `over`, `bad-request`, `too-long`.
        """
        number = None if step in ("on", "off") else _number(step)
        _anew(lambda: self._guide(who, table_id, step, number))

    def _guide(self, who: str, table_id: str, step: str, number: int | None) -> None:
        with self._open(table_id) as (session, table, live):
            seat = _seated(table, who)[0].number
            if live.over:
                raise Refusal("over")
            guide = live.guide
            if guide is None or guide.step > len(LESSONS[table.game].steps):
                raise Refusal("bad-request", reason="this game has no guide")
            if live.version >= MOST_ROWS:
                raise Refusal("too-long")
            if guide.on == (step == "on") if number is None else number != guide.step + 1:
                return
            with self._writing(session, table_id):
                self._rows(session, table, live, [("guide", step)], seat, None)

    def wants_hint(self, who: str, table_id: str, version: str) -> Observation | None:
        """What is to be thought about for a hint; None where that was done already.

        Refuses what `act` does of somebody who may not move, `no-hints`, `too-long`.
        """
        seen = _number(version)
        with self._open(table_id, looking=True) as (_, table, live):
            return self._asks(table, live, who, seen)

    def _asks(self, table: Table, live: _Live, who: str, seen: int) -> Observation | None:
        self._may_move(table, live, _seated(table, who), seen)
        if not _may_hint(live):
            raise Refusal("no-hints")
        if live.version >= MOST_ROWS:
            raise Refusal("too-long")
        return None if live.advice else live.match.observe(live.match.seat)

    def hint(self, who: str, table_id: str, version: str, number: str, advice: list[Advice] | None) -> None:
        """Tell one choice of some advice, the best one being 1; or tell none any more (0).

        Args:
            advice: what was thought, unless that is known already.

        Refuses what `wants_hint` does.
        """
        seen, wanted = _number(version), _number(number)
        with self._open(table_id) as (session, table, live):
            self._asks(table, live, who, seen)
            live.advice = live.advice or advice or []
            live.hinted = min(wanted, len(live.advice))
            if live.hinted and not live.asked_for_hint:
                with self._writing(session, table_id):
                    self._rows(session, table, live, [("hint", "")], live.match.seat, None)

    def explained(self, who: str, table_id: str, seat: str) -> tuple[Observation, tuple[str, ...]]:
        """What a bot on a seat did in its last turn, and what whoever asks could see when it was to decide.

        Refuses `unknown-table`, `no-hints` where hints are not allowed or nothing was done.
        """
        number = _number(seat)
        with self._open(table_id, looking=True) as (_, table, live):
            if live.hintless or number >= len(table.seats) or _person(table.seats[number]):
                raise Refusal("no-hints")
            mine = [one.number for one in table.seats if one.identity == who]
        course = self.past(who, table_id).course
        done = next((turn for turn in reversed(course.turns) if turn.seat == number and turn.end > turn.start), None)
        if done is None:
            raise Refusal("no-hints")
        seen = course.at(done.start).observe(mine[0] if len(mine) == 1 else None)
        return seen, tuple(map(str, course.actions[done.start : done.end]))

    def again(self, who: str, table_id: str) -> str:
        """A new table with the same seats, the same for everybody who asks; returns its id."""
        with self._open(table_id) as (session, table, live):
            _seated(table, who)
            if not live.over:
                raise Refusal("not-over")
            if table.next_table is not None:
                return table.next_table
            present = {seat.number: seat.identity for seat in table.seats if seat.identity and not _gone(seat)}
            seats = [
                Seat(
                    number=seat.number,
                    bot=None if seat.identity else seat.bot,
                    name=seat.name,
                    identity=present.get(seat.number),
                    invite=token_urlsafe(18) if _person(seat) and seat.number not in present else None,
                )
                for seat in table.seats
            ]
            looking = {who: number for number, who in reversed(present.items())}
            box = table.components
            if live.guide:  # after a first game comes a whole one
                box = load(table.game).hash
                self._store.keep_components(box, table.game, packaged(table.game))
            with self._writing(session, table_id):
                table.next_table = self._add(session, who, table.game, table.options, box, seats, looking)
                _write_rules(session, table.next_table, _agreed(hintless=live.hintless, away=live.away))
                self._rows(session, table, live, [("next", "")], None, None)
            return table.next_table

    # -- bots --------------------------------------------------------------------------------------------------------

    def bot_turn(self, table_id: str) -> BotTurn | None:
        """The bot's decision that a table waits for, if any."""
        with self._open(table_id) as (_, table, live):
            found = _bot(table, live)
            if table.summary is None and any(seat.bot for seat in table.seats):
                table.summary = _sum(live, over=live.over)
            packaged = table.components == load(table.game).hash
            return found and BotTurn(live.version, *found, live.match.observe(found[0]), packaged)

    def waiting_for_bots(self, for_long: timedelta) -> list[str]:
        """Tables that have waited for a bot so long, the latest first; those that were left long ago go on when
        somebody looks at them."""
        last, moves = now(), Table.summary["to_move"].as_integer()
        bot, place = aliased(Seat), aliased(Seat)
        open_place = exists().where(place.table_id == Table.id, place.bot.is_(None), place.identity.is_(None))
        with self._store.session() as session:
            query = (
                select(Table.id)
                .join(bot, and_(bot.table_id == Table.id, bot.bot.is_not(None)))
                .where(or_(bot.number == moves, Table.summary.is_(null())))
                .where(Table.changed.between(last - _LATELY, last - for_long), Table.over.is_not(True), ~open_place)
                .group_by(Table.id)
                .order_by(func.max(Table.changed).desc())
            )
            return list(session.scalars(query))

    # -- inside ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _open(self, table_id: str, *, looking: bool = False) -> Iterator[tuple[Session, Table, _Live]]:
        """A transaction on a table with its match brought up to date; for `looking` the table is not to be changed."""
        try:
            with self._store.session() as session, self._locked(session, table_id) as live:
                try:
                    live.catch_up(session, table_id)
                except EntrepotError as error:
                    _LOG.error("table %s does not replay: %s", table_id, error)
                    raise Refusal("outdated") from None
                # After the rows: whoever changes a seat later also writes a row, with a number that collides.
                before = live.version
                if live.table is None or live.table[0] != before or not before:
                    found = session.get(Table, table_id, populate_existing=True)
                    if found is None:
                        raise Refusal("unknown-table")
                    table = found
                else:
                    table = live.table[1] if looking else session.merge(live.table[1], load=False)
                yield session, table, live
                # Inside the lock, so that no other thread sees rows that the database might still refuse.
                session.commit()
                live.table = (live.version, table)
                waits = _bot(table, live) is not None
        except Taken:
            self._forget(table_id)
            raise Refusal("stale") from None
        except Refusal as refusal:
            if refusal.code in ("outdated", "unknown-table"):
                self._forget(table_id)
            raise
        except BaseException:
            self._forget(table_id)
            raise
        if live.version != before:
            self._told(table_id, live.version, waits)

    @contextmanager
    def _locked(self, session: Session, table_id: str) -> Iterator[_Live]:
        """The table in memory, held by this thread alone; never one that was thrown away while waiting for it."""
        while True:
            live = self._remember(session, table_id)
            with live.lock:
                if self._live.get(table_id) is live:
                    yield live
                    return

    def _remember(self, session: Session, table_id: str) -> _Live:
        with self._guard:
            known = self._live.get(table_id)
        if known is None:
            table = session.get(Table, table_id) if known_id(table_id) else None
            if table is None:
                raise Refusal("unknown-table")
            known = _Live(table, box_of(session, table))
        with self._guard:
            live = self._live.setdefault(table_id, known)
            self._live.move_to_end(table_id)
            if len(self._live) > _CACHED:
                self._live.popitem(last=False)
            return live

    def _forget(self, table_id: str) -> None:
        with self._guard:
            self._live.pop(table_id, None)

    def removed(self, tables: Iterable[str]) -> None:
        """Tables are no longer in the database."""
        for table in tables:
            self._forget(table)

    def changed(self, versions: Mapping[str, int]) -> None:
        """Tables have these versions now, by what was done elsewhere in this process."""
        for table, version in versions.items():
            self._told(table, version, False)

    @contextmanager
    def _writing(self, session: Session, table_id: str) -> Iterator[None]:
        """Changes to the match in memory: if anything fails it is thrown away, and rebuilt from the rows."""
        try:
            yield
            session.flush()
        except BaseException:
            self._forget(table_id)
            raise

    def _may_move(self, table: Table, live: _Live, seated: list[Seat], seen: int) -> None:
        if live.over:
            raise Refusal("over")
        if not all(_taken(seat) for seat in table.seats):
            raise Refusal("waiting-for-players")
        if live.match.seat not in [seat.number for seat in seated if seat.bot is None]:
            raise Refusal("not-your-decision")
        if seen != live.version:
            raise Refusal("stale")

    def _apply(self, session: Session, table: Table, live: _Live, texts: list[str], nonce: str | None) -> None:
        if live.version + len(texts) > MOST_ROWS:
            raise Refusal("too-long")
        seat = live.match.seat
        learned = _learned(table, live, texts)
        try:
            live.match.play_all(texts)
        except IllegalAction as error:
            raise Refusal("illegal", reason=str(error)) from None
        with self._writing(session, table.id):
            self._rows(session, table, live, [*[("action", text) for text in texts], *learned], seat, nonce)

    def _rows(
        self,
        session: Session,
        table: Table,
        live: _Live,
        entries: list[tuple[str, str]],
        seat: int | None,
        nonce: str | None,
    ) -> None:
        for kind, text in entries:
            at = now()
            live.note(live.version + 1, kind, text, seat, at)
            session.add(
                Row(table_id=table.id, number=live.version, kind=kind, text=text, seat=seat, nonce=nonce, at=at)
            )
            if nonce is not None:
                live.nonces.add(nonce)
            nonce = None
        before, over = table.over, live.over
        table.changed, table.over, table.summary = now(), over, _sum(live, over=over)
        if over and not before:
            session.flush()
            _settle(session, table, table.summary["result"], whole=live.whole, at=table.changed)
            if live.whole:
                ratings.rate(session, table, table.summary["result"]["ranking"])

    def _view(
        self, session: Session, table: Table, live: _Live, who: str, lang: str, notice: dict[str, Any] | None
    ) -> TableView:
        match = live.match
        to_move = None if live.over else match.seat
        seats = _seats(table, who, to_move)
        mine = [seat.index for seat in seats if seat.mine]
        asked = to_move if to_move is not None and seats[to_move].may_move else None
        viewer, hand_over = _eyes(session, table, who, mine, asked, not keeps_secrets(match.options) or live.over)
        waiting = [seat.index for seat in seats if not seat.taken]
        observation = match.observe(viewer)
        first, events = live.recent()
        moving = viewer is not None and viewer == asked and not waiting
        return TableView(
            id=table.id,
            game=table.game,
            version=live.version,
            lang=lang,
            seats=seats,
            viewer=viewer,
            hand_over=hand_over,
            observation=observation.position,
            legal=[str(action) for action in observation.legal_actions] if moving else [],
            events=events,
            events_from=first,
            fresh_from=_fresh_from(events, mine) if mine else _last_turns(events, match.players),
            can_undo=moving and not live.no_undo,
            undo_reason=live.no_undo if moving else "not-yours",
            result=match.standing.to_dict() if live.over else None,
            notice=notice,
            waiting=waiting,
            spectator=not mine,
            owner=table.owner == who,
            ended_early=live.ended,
            wish=_wish(table, live),
            refused=_refused(table, live, mine),
            may_end=bool(mine) and not live.over and (bool(live.wishing) or not live.wished_lately(mine)),
            next_table=table.next_table,
            away=live.away,
            may_sit_in=self._away(table, live, who),
            helped=sorted(live.helped),
            created=f"{table.created.isoformat()}Z",
            box=match.components,
            components=match.components.hash,
            hint=_hint(live) if moving else None,
            hints=list(live.hints),
            may_hint=moving and _may_hint(live) and len(observation.legal_actions) > 1,
            hintless=live.hintless,
            guide=live.guide if mine and live.guide and live.guide.step <= len(LESSONS[table.game].steps) else None,
        )


def _sum(live: _Live, *, over: bool) -> dict[str, Any]:
    """What a list says of a table."""
    return {
        "version": live.version,
        "round": live.match.round,
        "to_move": None if over or live.version >= MOST_ROWS else live.match.seat,
        "result": live.match.standing.to_dict() if over else None,
    }


def _summary(table: Table, who: str, known: Mapping[str, Any]) -> TableSummary:
    """A table in the list of one device."""
    to_move = known["to_move"]
    seats = _seats(table, who, to_move)
    return TableSummary(
        id=table.id,
        game=table.game,
        seats=seats,
        round=known["round"],
        to_move=to_move,
        your_turn=to_move is not None and seats[to_move].may_move and all(seat.taken for seat in seats),
        waiting=known["result"] is None and not all(seat.taken for seat in seats),
        result=known["result"],
        updated=f"{(table.changed or table.created).isoformat()}Z",
    )


def _kept(session: Session, record_id: str) -> Kept:
    """A record that was kept. Refuses `not-found`."""
    found = session.get(Kept, record_id) if known_id(record_id) else None
    if found is None:
        raise Refusal("not-found")
    return found


def sitting_of(table: Table, who: str) -> Sitting:
    """A game that begins, in the list of a device that has seats at it."""
    others = {seat.bot for seat in table.seats if seat.identity != who}
    people = None in others or [seat.identity for seat in table.seats].count(who) > 1
    if people or len(others) > 1:
        against = "people" if others <= {None} else "mixed"
    else:
        against = str(next(iter(others)))
    return Sitting(table_id=table.id, identity=who, game=table.game, players=len(table.seats), against=against)


def _settle(session: Session, table: Table, result: Mapping[str, Any], *, whole: bool, at: datetime) -> None:
    """Note what came of a game for everybody who sits there."""
    for who in _people(table):
        mine = [seat.number for seat in table.seats if seat.identity == who]
        counted = whole and len(mine) == 1
        done: dict[str, Any] = {"ended": at, "counted": counted}
        if counted:
            done |= {"points": result["points"][mine[0]], "place": result["ranking"].index(mine[0]) + 1}
        here = (Sitting.table_id == table.id, Sitting.identity == who, Sitting.ended.is_(None))
        session.execute(update(Sitting).where(*here).values(**done))


def _is_nonce(text: str) -> bool:
    return 1 <= len(text) <= 64 and text.isprintable()


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refusal("bad-request", reason="a whole number is needed")
    return int(text)


def _person(seat: Seat) -> bool:
    """Whether the seat is a person's, though a bot may sit in for them."""
    return seat.bot is None or seat.identity is not None


def _taken(seat: Seat) -> bool:
    return seat.bot is not None or seat.identity is not None


def _gone(seat: Seat) -> bool:
    """Whether whoever sat here has had their games forgotten."""
    return seat.identity is not None and seat.identity.startswith(GONE)


def _bot(table: Table, live: _Live) -> tuple[int, str] | None:
    """The seat that decides and the name of the bot there, if it is one's."""
    seat = live.match.seat
    if live.over or seat is None or live.version >= MOST_ROWS or not all(map(_taken, table.seats)):
        return None
    bot = table.seats[seat].bot
    return None if bot is None else (seat, bot)


def _learned(table: Table, live: _Live, texts: list[str]) -> list[tuple[str, str]]:
    """The row that says what became of the step of a lesson, before these actions are carried out; none mostly."""
    step, guide, seat = live.lesson, live.guide, live.match.seat
    if step is None or guide is None or seat is None or table.seats[seat].bot is not None:
        return []
    position = live.match.observe(seat).position
    if any(step.done_by(text, position.get("board", {})) for text in texts):
        return [("guide", str(guide.step + 1))]
    return [("guide", "other")] if position["decision"]["kind"] == "turn" and not guide.otherwise else []


def _agreed(*, hintless: bool, away: int) -> list[tuple[str, str, int | None]]:
    """The first rows of a table, by which its people play."""
    return [*[("hint", "off", None)] * hintless, *[("away", str(away), None)] * (away > 0)]


def _write_rules(session: Session, table_id: str, rules: list[tuple[str, str, int | None]]) -> None:
    for number, (kind, text, seat) in enumerate(rules, 1):
        session.add(Row(table_id=table_id, number=number, kind=kind, text=text, seat=seat, nonce=None, at=now()))


def _may_hint(live: _Live) -> bool:
    """Whether whoever is to decide may ask what would be good; while a guide speaks that is for the guide to say."""
    return not live.hintless and live.lesson is None


def _hint(live: _Live) -> Hint | None:
    """What is told now, while this process knows it."""
    if not 0 < live.hinted <= len(live.advice):
        return None
    return Hint(live.advice[live.hinted - 1], live.hinted, len(live.advice))


def _seated(table: Table, who: str) -> list[Seat]:
    """The seats of a device. Refuses `not-seated`."""
    seats = [seat for seat in table.seats if seat.identity == who]
    if not seats:
        raise Refusal("not-seated")
    return seats


def _people(table: Table, seats: list[int] | None = None) -> set[str | None]:
    """The devices of the people at a table, or of those on some of its seats."""
    return {seat.identity for seat in table.seats if seat.identity and (seats is None or seat.number in seats)}


def _here(table: Table) -> set[str | None]:
    """The devices of the people for whom no bot sits in."""
    return {seat.identity for seat in table.seats if seat.identity and seat.bot is None}


def _wish(table: Table, live: _Live) -> Wish | None:
    """The wish to end the game, with all seats of the devices that have answered and that have not."""
    if not live.wishing or live.over:
        return None
    of = {seat.number: seat.identity for seat in table.seats if seat.identity}
    first = [number for seat in live.wishing for number in of if of[number] == of.get(seat)]
    asked = list(dict.fromkeys(first))
    left = [number for number in of if number not in asked and table.seats[number].bot is None]
    return Wish(live.wish, asked, left)


def _refused(table: Table, live: _Live, mine: list[int]) -> list[int]:
    """Who would rather play on, for a device that has asked and not moved since."""
    if live.refused is None or live.over:
        return []
    number, by, asked = live.refused
    who = table.seats[by].identity
    if by in mine or not asked & set(mine) or live.moved_since(number, mine):
        return []
    return [seat.number for seat in table.seats if seat.identity == who]


def _anew(write: Callable[[], None]) -> None:
    """Write what holds whatever the table has become, again where somebody else wrote first."""
    for _ in range(_TRIES):
        try:
            return write()
        except Refusal as refusal:
            if refusal.code != "stale":
                raise
    return write()


def _seats(table: Table, who: str, to_move: int | None) -> list[SeatInfo]:
    several = sum(seat.identity == who for seat in table.seats) > 1
    started = all(_taken(seat) for seat in table.seats)
    return [
        SeatInfo(
            index=seat.number,
            kind="human" if _person(seat) else "bot",
            name=seat.name,
            bot=seat.bot,
            mine=seat.identity == who,
            local=several and seat.identity == who,
            taken=_taken(seat),
            invite_url=f"/join/{seat.invite}" if table.owner == who and seat.invite and not _taken(seat) else None,
            thinking=started and seat.bot is not None and seat.number == to_move,
            host=seat.identity == table.owner,
        )
        for seat in table.seats
    ]


def _eyes(
    session: Session, table: Table, who: str, mine: list[int], to_move: int | None, nothing_secret: bool
) -> tuple[int | None, int | None]:
    """Through whose eyes a device looks, and the seat it should be handed to.

    A device of several people shows a seat's secrets only while that seat decides and its person has said so.
    """
    if len(mine) <= 1:
        return (mine[0] if mine else None), None
    if nothing_secret:
        return (to_move if to_move in mine else mine[0]), None
    if to_move not in mine:
        return None, None
    glance = session.get(Glance, (table.id, who))
    if glance is not None and glance.seat == to_move:
        return to_move, None
    return None, to_move


def _fresh_from(events: list[dict[str, Any]], mine: list[int]) -> int:
    """Where the news begin for a device: after the last action of its own turns, and what that brought about.

    What it gives back in somebody else's turn (W2-8) hides nothing of that turn.
    """
    fresh, turn = 0, None
    for index, event in enumerate(events):
        kind, seat = event["kind"], event["seat"]
        turn = seat if kind == "turn" else turn
        if kind == "action" and seat in mine:
            fresh = len(events) if turn in mine else fresh
        elif kind in ("action", "turn") and seat not in mine and fresh == len(events):
            fresh = index
    return fresh


def _last_turns(events: list[dict[str, Any]], players: int) -> int:
    """Where the news begin for somebody who only watches: with the last turn of each seat."""
    turns = [place for place, event in enumerate(events) if event["kind"] == "turn"]
    return turns[-players:][0]
