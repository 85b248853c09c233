"""The files of an SQLite database: whether what is stored lies where the next start will look for it.

SQLite goes on with files that were removed, renamed or replaced while they are open, and answers from its cache about
one that was cut off. So the file, its log and the index of the log are looked at before and after everything.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import Engine

from ...components.text import because
from .errors import DatabaseUnavailable, said

_EMPTY = 512
_PATIENCE = 10.0


class _Look(NamedTuple):
    """Which files there are, when the database itself was last written and how long its log is.

    Only `os.stat` may be asked: to open and close one of these files here would give up SQLite's locks on it.
    """

    files: tuple[tuple[int, int], ...]
    size: int
    written: int
    log: int


class Files:
    """Watches the files of one database. While it is open nobody but a stranger removes them.

    The database itself is written when its log is taken over into it, which the commits of this process may do. Where
    it was written otherwise, or is shorter, it is read anew: another process may have done that, or somebody has put
    another file in its place.
    """

    def __init__(self, engine: Engine) -> None:
        self._held = engine.connect()
        self._held.detach()
        self._path = str(self._held.exec_driver_sql("PRAGMA database_list").all()[0][2])
        with_log = self._held.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        self._held.exec_driver_sql("SELECT count(*) FROM settings").scalar()
        self._held.rollback()
        self._ends = ("", "-wal", "-shm") if with_log else ("",)
        self._lock = threading.Lock()
        self._last: tuple[str, int] | None = None
        self._key: str | None = None
        self._known = self._look()

    def close(self) -> None:
        """Give the files up."""
        self._held.close()

    def check(self) -> None:
        """Raises `DatabaseUnavailable` where what is stored might not be found again."""
        found = self._look()
        if not self._same(found):
            with self._lock:
                self._learn(self._look())
        elif found.log > self._known.log:
            self._known = self._known._replace(log=found.log)

    @contextmanager
    def committing(self, last: tuple[str, int] | None) -> Iterator[None]:
        """Around a commit of this process, which has the right to write already. `last` is the row it adds, if any."""
        with self._lock:
            self._learn(self._look())
            yield
            found = self._look()
            if found.files != self._known.files:
                raise DatabaseUnavailable("{path} was replaced", path=self._path)
            self._known = found
            self._last = last or self._last

    def _look(self) -> _Look:
        try:
            stats = [os.stat(self._path + end) for end in self._ends]
        except OSError as error:
            raise DatabaseUnavailable(
                "{filename} is gone: {reason}", filename=error.filename, reason=because(error)
            ) from None
        main = stats[0]
        log = stats[1].st_size if len(stats) > 1 else 0
        return _Look(tuple((one.st_dev, one.st_ino) for one in stats), main.st_size, main.st_mtime_ns, log)

    def _same(self, found: _Look) -> bool:
        return found[:3] == self._known[:3] and found.log >= self._known.log

    def _learn(self, found: _Look) -> None:
        if self._same(found):
            return
        if found.files != self._known.files:
            raise DatabaseUnavailable("{path} was replaced; start it again to use what is there", path=self._path)
        if found.size < _EMPTY:
            raise DatabaseUnavailable("{path} was emptied", path=self._path)
        try:
            self._read(found.log, shorter=found.size < self._known.size)
        except sqlite3.Error as error:
            raise DatabaseUnavailable("{path} was changed: {error}", path=self._path, error=said(error)) from None
        self._known = found

    def _read(self, log: int, *, shorter: bool) -> None:
        """Read the files anew, as the next start will; one that is shorter with all its indexes."""
        address = f"file:{quote(self._path)}?mode=rw"
        with closing(sqlite3.connect(address, timeout=_PATIENCE, uri=True)) as fresh:
            damage = fresh.execute(f"PRAGMA {'integrity' if shorter else 'quick'}_check(1)").fetchone()[0]
            if damage != "ok":
                raise sqlite3.DatabaseError(str(damage).replace("\n", " ")[:200])
            if self._key is not None:
                key = fresh.execute("SELECT value FROM settings WHERE key = 'cookie-key'").fetchone()
                if key != (self._key,):
                    raise sqlite3.DatabaseError("it is another installation's")
            if self._last is not None:
                row = "SELECT 1 FROM rows WHERE table_id = ? AND number = ?"
                if fresh.execute(row, self._last).fetchone() is None:
                    raise sqlite3.DatabaseError("what was stored last is not there")
            frames = fresh.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
            page = fresh.execute("PRAGMA page_size").fetchone()[0]
            if frames > 0 and log < 32 + frames * (24 + page):
                raise sqlite3.DatabaseError("its log was cut off")

    def belongs(self, key: str) -> None:
        """Remember whose database this is."""
        self._key = key
