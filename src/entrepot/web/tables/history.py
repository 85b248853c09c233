"""Somebody's games: lists and counts of them, their records, and that they are forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from secrets import token_urlsafe
from typing import TypeVar

from sqlalchemy import ColumnElement, case, delete, exists, func, select
from sqlalchemy.orm import Session

from ...components import load
from ...match import Match
from . import ratings, studies
from .errors import Refusal
from .model import PAGE, Holdings, Listed, Rated, Scored, Shelf, Tally, Wanted
from .store import Components, Glance, Kept, Row, Seat, Sitting, Store, Table, Taken, now
from .tables import GONE, Tables, box_of

_SCORED = 100
_AT_ONCE = 200
_TRIES = 5

T = TypeVar("T")


class History:
    """Reads and forgets what somebody has played, from the list that is kept of it."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    def games(self, who: str, wanted: Wanted, page: int = 1) -> Shelf:
        """A page of somebody's games: those that run, the one changed last first, then those that ended, the latest
        first. The nearest page where there is no such one."""
        mine = [Sitting.identity == who, *_filters(wanted)]
        ended = (*mine, Sitting.ended.is_not(None))
        with self._store.session() as session:
            running: Sequence[str] = []
            if wanted.state != "finished":
                joined = select(Sitting.table_id).join(Table, Table.id == Sitting.table_id)
                changed = func.coalesce(Table.changed, Table.created).desc()
                running = session.scalars(joined.where(*mine, Sitting.ended.is_(None)).order_by(changed)).all()
            finished = 0
            if wanted.state != "running":
                finished = session.scalar(select(func.count()).select_from(Sitting).where(*ended)) or 0
            total = len(running) + finished
            pages = max(1, -(-total // PAGE))
            page = max(1, min(page, pages))
            first = (page - 1) * PAGE
            shown = running[first : first + PAGE]
            over = {}
            if finished and len(shown) < PAGE:
                query = select(Sitting.table_id, Sitting.ended, Sitting.counted).where(*ended)
                query = query.order_by(Sitting.ended.desc(), Sitting.table_id)
                query = query.offset(max(0, first - len(running))).limit(PAGE - len(shown))
                over = {
                    table: (f"{at.isoformat()}Z" if at else "", counted)
                    for table, at, counted in session.execute(query)
                }
        listed = [
            Listed(table, *over.get(table.id, ("", False)))
            for table in self._tables.summaries(who, [*shown, *over])
        ]  # fmt: skip
        return Shelf(listed, total, page, pages)

    def tallies(self, who: str) -> list[Tally]:
        """How often somebody has played and won what, with how many and against whom."""
        won = func.sum(case((Sitting.place == 1, 1), else_=0))
        group = (Sitting.game, Sitting.players, Sitting.against)
        points, best = func.sum(Sitting.points), func.max(Sitting.points)
        query = select(*group, func.count(), won, points, best, func.min(Sitting.ended))
        query = query.where(Sitting.identity == who, Sitting.counted.is_(True)).group_by(*group).order_by(*group)
        with self._store.session() as session:
            return [
                Tally(game, players, against, games, int(wins), int(total), most, f"{since.isoformat()}Z")
                for game, players, against, games, wins, total, most, since in session.execute(query)
            ]

    def scored(self, who: str, game: str) -> list[Scored]:
        """What came of somebody's last games of a title, the oldest first."""
        query = select(Sitting).where(Sitting.identity == who, Sitting.counted.is_(True), Sitting.game == game)
        query = query.order_by(Sitting.ended.desc()).limit(_SCORED)
        with self._store.session() as session:
            found = session.scalars(query).all()
        return [
            Scored(one.table_id, f"{one.ended:%Y-%m-%d}", one.points or 0, one.place or 0, one.players)
            for one in reversed(found)
        ]

    # -- rating ------------------------------------------------------------------------------------------------------

    def ratings(self, who: str) -> list[Rated] | None:
        """Somebody's ratings; None where they did not ask for any."""
        with self._store.session() as session:
            return ratings.ratings_of(session, who)

    def rate(self, who: str, *, on: bool) -> None:
        """Rate somebody from now on; or no more, and forget their ratings."""
        with self._store.session() as session:
            (ratings.begin if on else ratings.stop)(session, who)

    # -- taking away -------------------------------------------------------------------------------------------------

    def records(self, who: str) -> Iterator[tuple[str, str]]:
        """Name and text of a file for each of somebody's finished games, the latest first, for each box of theirs that
        is not a packaged one, and for each record that they keep: one by one, and no game is played for it."""
        query = select(Sitting.table_id).where(Sitting.identity == who, Sitting.ended.is_not(None))
        with self._store.session() as session:
            tables = session.scalars(query.order_by(Sitting.ended.desc())).all()
            kept = session.scalars(select(Kept.id).where(Kept.owner == who)).all()
        return self._records(tables, kept)

    def _records(self, tables: Sequence[str], kept: Sequence[str]) -> Iterator[tuple[str, str]]:
        boxes, unread = set(), []
        for table_id in tables:
            with self._store.session() as session:
                table = session.get(Table, table_id)
                if table is None:
                    continue
                name = f"{(table.changed or table.created):%Y-%m-%d}-{table.game}-{table_id}"
                try:
                    text = _record(session, table)
                except Refusal:
                    unread.append(name)
                    continue
                own = None
                if table.components not in boxes and table.components != load(table.game).hash:
                    own = session.get(Components, table.components)
            yield f"{name}.json", text
            if own is not None:
                boxes.add(own.hash)
                yield f"components-{own.hash}.toml", own.text
        for record_id in kept:
            with self._store.session() as session:
                record = session.get(Kept, record_id)
            if record is not None:
                yield f"{record.created:%Y-%m-%d}-kept-{record_id}.json", record.text
        if unread:
            yield "unreadable.txt", "".join(f"{name}\n" for name in unread)

    def holdings(self, who: str) -> Holdings:
        """What forgetting somebody's games would do."""
        group = (_shared(who), Sitting.ended.is_(None))
        query = select(*group, func.count()).where(Sitting.identity == who).group_by(*group)
        found = {"alone": 0, "shared": 0, "running": 0}
        with self._store.session() as session:
            kept = session.scalar(select(func.count()).select_from(Kept).where(Kept.owner == who)) or 0
            for shared, running, n in session.execute(query):
                found["alone" if not shared else "running" if running else "shared"] += n
        return Holdings(**found, kept=kept)

    def forget(self, who: str) -> None:
        """Forget somebody's games, and the records that they keep.

        Tables at which nobody else sits are removed. At finished ones of others their seat has no name and no device
        any more; running ones of others stay as they are.
        """
        mine = select(Sitting.table_id).where(Sitting.identity == who).limit(_AT_ONCE)
        shared = _shared(who)
        with self._store.session() as session:
            ratings.stop(session, who)
            studies.remove(session, [f"r/{kept}" for kept in session.scalars(select(Kept.id).where(Kept.owner == who))])
            session.execute(delete(Kept).where(Kept.owner == who))
            studies.leave(session, who)
        while self._some(who, mine.where(~shared), _remove, self._tables.removed):
            pass
        while self._some(who, mine.where(shared, Sitting.ended.is_not(None)), _leave, self._tables.changed):
            pass

    def _some(
        self, who: str, which: object, change: Callable[[Session, str, list[str]], T], tell: Callable[[T], None]
    ) -> bool:
        """Change some tables, again where somebody else wrote first; False where there were none."""
        for _ in range(_TRIES):
            try:
                with self._store.session() as session:
                    tables = list(session.scalars(which))  # type: ignore[call-overload]
                    done = change(session, who, tables)
            except Taken:
                continue
            tell(done)
            return bool(tables)
        raise Refusal("stale")


def _filters(wanted: Wanted) -> list[ColumnElement[bool]]:
    fields = ((Sitting.game, wanted.game), (Sitting.players, wanted.players), (Sitting.against, wanted.against))
    return [column == value for column, value in fields if value]


def _shared(who: str) -> ColumnElement[bool]:
    """Whether somebody else has a seat at the table of a sitting."""
    other = (Seat.identity.is_not(None), Seat.identity != who, ~Seat.identity.startswith(GONE))
    return exists().where(Seat.table_id == Sitting.table_id, *other)


def _record(session: Session, table: Table) -> str:
    """The record of a finished game, told by its rows. Refuses `outdated`."""
    actions: list[str] = []
    early = False
    rows = select(Row.kind, Row.text).where(Row.table_id == table.id).order_by(Row.number)
    for kind, text in session.execute(rows):
        if kind == "action":
            actions.append(text)
        elif kind == "undo":
            actions.pop()
        early = early or kind == "end"
    match = Match.new(table.game, len(table.seats), int(table.seed), table.options, box_of(session, table))
    result = None if early or table.summary is None else table.summary["result"]
    return replace(match.record(), actions=actions, result=result).dumps()


def _remove(session: Session, who: str, tables: list[str]) -> list[str]:
    """Remove tables with all that was done at them."""
    del who
    studies.remove(session, [f"t/{table}" for table in tables])
    for kind in (Row, Glance, Sitting, Seat):
        session.execute(delete(kind).where(kind.table_id.in_(tables)))
    session.execute(delete(Table).where(Table.id.in_(tables)))
    return tables


def _leave(session: Session, who: str, tables: list[str]) -> dict[str, int]:
    """Take somebody's name and device from tables that are over; tells their new versions."""
    last = select(Row.table_id, func.max(Row.number)).where(Row.table_id.in_(tables)).group_by(Row.table_id)
    versions = {table: number + 1 for table, number in session.execute(last)}
    for table in session.scalars(select(Table).where(Table.id.in_(tables))).unique():
        number, gone = versions[table.id], f"{GONE}{token_urlsafe(12)}"
        for seat in table.seats:
            if seat.identity == who:
                seat.identity, seat.name = gone, ""
        table.owner = gone if table.owner == who else table.owner
        table.summary = table.summary and {**table.summary, "version": number}
        session.add(Row(table_id=table.id, number=number, kind="gone", text="", seat=None, nonce=None, at=now()))
    for kind in (Glance, Sitting):
        session.execute(delete(kind).where(kind.table_id.in_(tables), kind.identity == who))
    return versions
