"""The database: tables as append-only lists of rows. Nothing else remembers a game."""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import JSON, Engine, ForeignKey, Index, String, Text, bindparam, create_engine, event, func, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, DisconnectionError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

from ...core.errors import Reason
from .errors import DatabaseUnavailable, said
from .files import Files

_LOG = logging.getLogger(__name__)

_ID = String(40)
_PATIENCE = 10.0
_REMINDED = 60.0
_CHECKED = 1.0
_REASONS = 20
_REACHABLE = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "tcp_user_timeout": 20_000}
_POSTGRESQL = ("lock_timeout = '10s'", "statement_timeout = '20s'", "idle_in_transaction_session_timeout = '60s'")
"""Somebody who holds a lock and is silent, or a server that hangs, must not keep everybody waiting."""


class Taken(Exception):
    """Somebody else wrote the row first."""


class Base(DeclarativeBase):
    """Base of the mapped classes."""


class Table(Base):
    """A table: what was settled before the first row, and in short how it stands after the last one.

    `summary` holds what a list says of a table, with the number of the row it is true for (`version`); rows are the
    truth, so a summary of another version is made anew. `changed`, `over` and `summary` are None where nobody has told.
    """

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    game: Mapped[str] = mapped_column(_ID)
    seed: Mapped[str] = mapped_column(_ID)
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    components: Mapped[str] = mapped_column(_ID)
    owner: Mapped[str] = mapped_column(_ID, index=True)
    created: Mapped[datetime] = mapped_column()
    next_table: Mapped[str | None] = mapped_column(_ID)
    changed: Mapped[datetime | None] = mapped_column(default=None, index=True)
    over: Mapped[bool | None] = mapped_column(default=None)
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    seats: Mapped[list[Seat]] = relationship(order_by="Seat.number", lazy="joined")


class Seat(Base):
    """Who sits where. A person's seat without an identity waits for its invitation to be taken; one with a bot is
    played by it until its person is back."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    bot: Mapped[str | None] = mapped_column(_ID)
    name: Mapped[str] = mapped_column(String(60))
    identity: Mapped[str | None] = mapped_column(_ID, index=True)
    invite: Mapped[str | None] = mapped_column(_ID, unique=True)


class Row(Base):
    """One thing that was done at a table; the primary key refuses a second writer of the same number.

    `kind` is `action` (with its text), `undo`, `join`, `vote` (to end the game), `play-on`, `end`, `next`, `guide`,
    `hint` (a seat asked for one; `off` from no seat forbids them at this table),
    `away` (with the seconds after which a bot may sit in for somebody), `sit-in` (with the bot that does, for all seats
    of a device), `back` (its people play on themselves), or `gone` (somebody has had their games forgotten). The first
    row of a request carries its nonce.
    """

    __tablename__ = "rows"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(String(60))
    seat: Mapped[int | None] = mapped_column()
    nonce: Mapped[str | None] = mapped_column(String(80))
    at: Mapped[datetime] = mapped_column()


class Glance(Base):
    """Which of several seats of one device said last that it is looking."""

    __tablename__ = "glances"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    identity: Mapped[str] = mapped_column(_ID, primary_key=True)
    seat: Mapped[int] = mapped_column()


class Sitting(Base):
    """A game in the list of a device that has a seat at it, and what came of it: of these lists and counts are made.

    `against` is `people`, the name of the bots where only those of one level sit there beside it, or else `mixed`.
    `ended` is None while the game runs. `counted` are whole games that were played to their end, of one seat; only they
    have `points` and a `place`.
    """

    __tablename__ = "sittings"
    __table_args__ = (
        Index("ix_sittings_list", "identity", "ended"),
        # With all that counts are made of: they are read from it alone.
        Index("ix_sittings_counts", "identity", "counted", "game", "players", "against", "place", "points", "ended"),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    identity: Mapped[str] = mapped_column(_ID, primary_key=True)
    game: Mapped[str] = mapped_column(_ID)
    players: Mapped[int] = mapped_column()
    against: Mapped[str] = mapped_column(_ID)
    ended: Mapped[datetime | None] = mapped_column(default=None)
    counted: Mapped[bool] = mapped_column(default=False)
    points: Mapped[int | None] = mapped_column(default=None)
    place: Mapped[int | None] = mapped_column(default=None)


class Rater(Base):
    """A device that asked to be rated among people."""

    __tablename__ = "raters"

    identity: Mapped[str] = mapped_column(_ID, primary_key=True)
    since: Mapped[datetime] = mapped_column()


class Rating(Base):
    """How well a device plays one title with so many players, and how unsure that is."""

    __tablename__ = "ratings"

    identity: Mapped[str] = mapped_column(_ID, primary_key=True)
    game: Mapped[str] = mapped_column(_ID, primary_key=True)
    players: Mapped[int] = mapped_column(primary_key=True)
    mu: Mapped[float] = mapped_column()
    sigma: Mapped[float] = mapped_column()
    games: Mapped[int] = mapped_column()


class Components(Base):
    """The text of components that a table was made with, once for each hash. Never changed or removed."""

    __tablename__ = "components"

    hash: Mapped[str] = mapped_column(_ID, primary_key=True)
    game: Mapped[str] = mapped_column(_ID)
    text: Mapped[str] = mapped_column(Text)


class Kept(Base):
    """A record that somebody opened and wished to be kept, so that others can be shown it."""

    __tablename__ = "records"

    id: Mapped[str] = mapped_column(_ID, primary_key=True)
    owner: Mapped[str] = mapped_column(_ID, index=True)
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column()


class Study(Base):
    """The analysis of a game that is over, asked for by somebody: of a table (`t/` and its id) or a kept record (`r/`).

    Those that are `due` first are worked on first; a long game is due later than a short one. `model` is what it is
    judged by: what another one has found counts no more. `until` is the time until which a server works on it, unless
    it says so anew. `parts` is how many there are to be judged, None until that is known, and for good where the game
    could not be read; what is known of each is a `Finding`.
    """

    __tablename__ = "studies"

    key: Mapped[str] = mapped_column(String(44), primary_key=True)
    who: Mapped[str] = mapped_column(_ID, index=True)
    due: Mapped[datetime] = mapped_column()
    model: Mapped[str] = mapped_column(_ID)
    until: Mapped[datetime | None] = mapped_column(default=None)
    parts: Mapped[int | None] = mapped_column(default=None)
    done: Mapped[bool] = mapped_column(default=False, index=True)


class Finding(Base):
    """What was found of one part of a game: a `Judged` as JSON, or `null` where nothing could be."""

    __tablename__ = "findings"

    key: Mapped[str] = mapped_column(String(44), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class Setting(Base):
    """Values of the installation, such as the key that signs cookies."""

    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(_ID, primary_key=True)
    value: Mapped[str] = mapped_column(String(200))


# The last row of each table by its key: grouping would read all of them.
_LAST = select(func.max(Row.number)).where(Row.table_id == Table.id).scalar_subquery()
_VERSIONS = select(Table.id, func.coalesce(_LAST, 0)).where(Table.id.in_(bindparam("tables", expanding=True)))


def now() -> datetime:
    """The time in UTC, without a zone: as the database keeps it."""
    return datetime.now(UTC).replace(tzinfo=None)


def known_id(text: str) -> bool:
    """Whether a text may be the id of a table or an invitation; the rest never reaches the database."""
    return 1 <= len(text) <= 40 and text.isascii() and text.isprintable()


_TELLING = "postgresql"
_CHANNEL = "entrepot_rows"
_NOTIFY = select(func.pg_notify(_CHANNEL, bindparam("news")))
_SLICE = 0.5
_PULSE = 15.0
"""Seconds after which whoever hears of rows makes sure that they still would."""


class _Session(Session):
    """A session that only commits into files that will be found again, and that tells of new rows where that can be
    heard by other processes."""

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        added = [(one.table_id, one.number) for one in self.new if isinstance(one, Row)]
        super().flush(objects)
        if added:
            self.info["last"] = max(added)
            if self.get_bind().dialect.name == _TELLING:
                for table, number in dict(sorted(added)).items():
                    self.execute(_NOTIFY, {"news": f"{table} {number}"})

    def commit(self) -> None:
        files: Files | None = self.info["files"]
        if files is None or not self.in_transaction():
            super().commit()
            return
        self.flush()
        connection = self.connection().connection.driver_connection
        if connection is not None and connection.in_transaction:
            with files.committing(self.info.get("last")):
                super().commit()
        else:
            super().commit()
            files.check()


class Store:
    """Sessions on one database, brought up to date when it is opened."""

    def __init__(self, url: str | URL) -> None:
        """Open `url`, e.g. `sqlite:////path/to/file` or `postgresql://…`, and try whether it keeps what is written.

        Raises `DatabaseUnavailable`.
        """
        self._idle = threading.Condition()
        self._open = 0
        self._closed = self._started = self._failing = False
        self._told: dict[str, float] = {}
        self._checked = time.monotonic() - _CHECKED
        self._files: Files | None = None
        try:
            parsed = make_url(url)
            if parsed.drivername == "postgresql":
                parsed = parsed.set(drivername="postgresql+psycopg")
            file = parsed.get_backend_name() == "sqlite"
            in_memory = (
                parsed.database in (None, "", ":memory:", "file::memory:") or parsed.query.get("mode") == "memory"
            )
            if file and in_memory:
                raise DatabaseUnavailable("what is in memory is not kept, so name a file")
            psycopg = parsed.drivername == "postgresql+psycopg"
            self.engine: Engine = create_engine(
                parsed, pool_pre_ping=not file, connect_args=_REACHABLE if psycopg else {}
            )
            if file:
                event.listen(self.engine, "connect", _sqlite_settings)
            elif psycopg:
                event.listen(self.engine, "connect", _postgresql_settings)
            self._migrate()
            if file:
                self._files = Files(self.engine)
            self._sessions = sessionmaker(
                self.engine, class_=_Session, expire_on_commit=False, info={"files": self._files}
            )
            self.check()
        except ArgumentError:
            raise DatabaseUnavailable(
                "cannot open the database: write it as sqlite:////path/to/file or postgresql://user:password@host/name"
            ) from None
        except (SQLAlchemyError, ImportError, OSError, ValueError, TypeError, sqlite3.Error) as error:
            reason = said(error)
            if hasattr(self, "engine"):
                self.close()
                more = _unwritable(self.engine.url)
                if more:
                    raise DatabaseUnavailable(
                        "cannot open the database: {reason} ({more})", reason=reason, more=more
                    ) from None
            raise DatabaseUnavailable("cannot open the database: {reason}", reason=reason) from None
        self._started = True

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", "entrepot.web.tables:migrations")
        with self.engine.begin() as connection:
            # All or nothing, and one process after the other where several start at once.
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            elif connection.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7368)")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @property
    def shown(self) -> str:
        """Where the database is, for people: its file, or its address without the password."""
        url = self.engine.url
        if url.get_backend_name() == "sqlite" and url.database:
            return url.database
        return url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Give all connections back; waits a while for those that other threads still use, and lends no more."""
        with self._idle:
            self._closed = True
            self._idle.wait_for(lambda: not self._open, _PATIENCE)
        self.engine.dispose()
        if self._files is not None:
            self._files.close()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A transaction: committed at the end, rolled back on an error.

        Raises:
            Taken: a row exists already.
            DatabaseUnavailable: after `close`, and where the database does not answer or cannot keep what is written.
        """
        with self._idle:
            if self._closed:
                raise DatabaseUnavailable("the database is closed")
            self._open += 1
        try:
            if self._files is not None:
                self._files.check()
            with self._sessions() as session:
                yield session
                session.commit()
        except IntegrityError:
            raise Taken from None
        except DataError:
            raise
        except (DBAPIError, DisconnectionError, PoolTimeout, sqlite3.Error) as error:
            reason = said(error)
            self._tell(reason)
            raise DatabaseUnavailable(reason) from None
        except DatabaseUnavailable as error:
            self._tell(str(error))
            raise
        finally:
            with self._idle:
                self._open -= 1
                self._idle.notify_all()

    def _tell(self, reason: str) -> None:
        """Say in the log that the database fails: once for each reason, and again now and then."""
        if not self._started:
            return  # whoever starts it is told
        self._failing = True
        at = time.monotonic()
        if reason not in self._told and len(self._told) == _REASONS:
            return
        if at >= self._told.get(reason, at - _REMINDED) + _REMINDED:
            self._told[reason] = at
            _LOG.error("the database cannot read or keep games: %s", reason)

    @property
    def failing(self) -> bool:
        """Whether something could not be read or kept, and no check has succeeded since."""
        return self._failing

    def check(self) -> None:
        """Whether the database reads and keeps what is written. Raises `DatabaseUnavailable`."""
        lately = not self._failing and time.monotonic() < self._checked + _CHECKED
        with suppress(Taken), self.session() as session:
            if not lately:
                _write(session)
        if not lately:
            self._checked = time.monotonic()
        if self._failing:
            self._failing = False
            self._told.clear()
            _LOG.warning("the database reads and keeps games again")

    def secret(self) -> str:
        """The key that signs cookies, made once for each database."""
        while True:
            with self.session() as session:
                found = session.get(Setting, "cookie-key")
                if found is not None:
                    if self._files is not None:
                        self._files.belongs(found.value)
                    return found.value
            try:
                with self.session() as session:
                    session.add(Setting(key="cookie-key", value=secrets.token_urlsafe(32)))
            except Taken:
                continue

    def keep_components(self, box_hash: str, game: str, text: str) -> None:
        """Keep the text of components, unless their hash is known already."""
        with suppress(Taken), self.session() as session:
            if session.get(Components, box_hash) is None:
                session.add(Components(hash=box_hash, game=game, text=text))

    def versions(self, tables: list[str]) -> dict[str, int]:
        """The number of the last row of each of these tables, 0 without rows; unknown tables are left out."""
        with self.session() as session:
            return dict(map(tuple, session.execute(_VERSIONS, {"tables": tables})))

    @property
    def telling(self) -> bool:
        """Whether the database tells of rows that other processes write, see `news`."""
        return self.engine.dialect.name == _TELLING

    def news(self, stopped: Callable[[], bool]) -> Iterator[tuple[str, int] | None]:
        """Table and number of every row that is written from now on, by whichever process, as soon as it is; None as a
        sign that it is listened, first of all and now and then. Ends when `stopped` says so.

        Raises `DatabaseUnavailable` where nothing is heard any more, or cannot be: by way of a pooler that lends
        connections for a transaction.
        """
        broken = (SQLAlchemyError, self.engine.dialect.loaded_dbapi.Error)
        try:
            borrowed = self.engine.raw_connection()
            connection: Any = borrowed.driver_connection
            borrowed.detach()  # it is kept for good
        except broken as error:
            raise DatabaseUnavailable(said(error)) from None
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {_CHANNEL}")
            pulse, due = "", 0.0
            while not stopped():
                if time.monotonic() >= due:
                    if pulse:
                        raise DatabaseUnavailable("it does not tell of what is written")
                    pulse, due = secrets.token_urlsafe(8), time.monotonic() + _PULSE
                    with self.session() as session:
                        session.execute(_NOTIFY, {"news": pulse})
                for told in connection.notifies(timeout=_SLICE):
                    table, _, number = told.payload.partition(" ")
                    if number.isdigit():
                        yield table, int(number)
                    elif table == pulse:
                        pulse = ""
                        yield None
        except broken as error:
            raise DatabaseUnavailable(said(error)) from None
        finally:
            connection.close()


def _write(session: Session) -> None:
    session.merge(Setting(key="checked", value=now().isoformat()))


def _unwritable(url: URL) -> Reason | None:
    """Which file or folder of an SQLite database cannot be written; None where that is not why."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith((":", "file:")):
        return None
    file = Path(url.database)
    place = next((one for one in (file.parent, file) if one.exists() and not os.access(one, os.W_OK)), None)
    if place is None and not file.parent.exists():
        return Reason("there is no folder {folder}", folder=file.parent)
    return Reason("{file} cannot be written", file=place) if place else None


def _postgresql_settings(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        for setting in _POSTGRESQL:
            cursor.execute(f"SET {setting}")
    connection.commit()


def _sqlite_settings(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "foreign_keys=ON", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    # Changing the journal does not wait as busy_timeout says when another process changes it just now.
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            break
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
    cursor.close()
