"""Copies the games into one file, also while a server plays on them."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import mkstemp
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from ...components.text import because
from ...core.errors import EntrepotError
from .errors import said

_PATIENCE = 30.0


class BackupFailed(EntrepotError):
    """There is no copy, and nothing has changed."""


def backup(url: str | URL, target: Path, replace: bool = False) -> int:
    """Copy an SQLite database as it stands now; returns how many tables it has.

    The copy appears under its name when it is whole, has been read through and lies on the disk.

    Args:
        replace: whether a file of that name may be written over.

    Raises:
        BackupFailed: one line says why.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BackupFailed("a database that can be copied is written as sqlite:////path/to/file") from None
    if parsed.get_backend_name() != "sqlite":
        raise BackupFailed("only SQLite files are copied: a PostgreSQL database is, with pg_dump --file=FILE DATABASE")
    source, name = Path(parsed.database or ":memory:"), ""
    try:
        if not source.is_file():
            raise BackupFailed("there is no database {source}", source=source)
        _free(target, source, replace)
        handle, name = mkstemp(prefix=".entrepot-", dir=target.parent)
        os.close(handle)
        tables = _copied(source, name)
        with open(name, "rb") as written:
            os.fsync(written.fileno())
        _put(name, target, replace)
    except sqlite3.Error as error:
        raise BackupFailed(
            "{source} cannot be copied to {target}: {error}", source=source, target=target, error=said(error)
        ) from None
    except OSError as error:
        raise BackupFailed(
            "{source} cannot be copied to {target}: {error}", source=source, target=target, error=because(error)
        ) from None
    finally:
        for end in ("", "-journal") if name else ():
            with suppress(FileNotFoundError):
                os.unlink(name + end)
    return tables


def _free(target: Path, source: Path, replace: bool) -> None:
    if target.is_dir() or not target.name:
        raise BackupFailed("{target} is a folder: name a file", target=target)
    if not os.path.lexists(target):
        return
    if not replace:
        raise BackupFailed("{target} exists already: name another file, or write over it with --force", target=target)
    own = [source, *(source.with_name(source.name + end) for end in ("-wal", "-shm", "-journal"))]
    if not target.is_file() or any(one.exists() and target.samefile(one) for one in own):
        raise BackupFailed("{target} cannot be written over", target=target)


def _copied(source: Path, name: str) -> int:
    """Copy and read through what was copied."""
    address = f"file:{quote(os.fsencode(source.absolute()))}?mode=ro"
    with (
        closing(sqlite3.connect(address, timeout=_PATIENCE, uri=True)) as games,
        closing(sqlite3.connect(name)) as copy,
    ):
        try:
            games.execute("SELECT value FROM settings WHERE key = 'cookie-key'").fetchone()
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise
            raise BackupFailed("{source} is no database of Entrepôt", source=source) from None
        games.backup(copy)  # in one step: a step that finds the source changed begins anew
        copy.execute("PRAGMA journal_mode=DELETE")  # so that it is one file wherever it is taken
        damage = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        if damage != "ok":
            raise sqlite3.DatabaseError(f"it is damaged ({damage:.200})")
        return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])


def _put(name: str, target: Path, replace: bool) -> None:
    """Give a file its name, and make the name lie on the disk too."""
    if replace:
        os.replace(name, target)
    else:
        try:
            os.link(name, target)
        except FileExistsError:
            raise BackupFailed("{target} exists already", target=target) from None
        except OSError:  # a file system without links
            os.replace(name, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
