"""Refusals: a stable code with parameters; its text is made per language."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import N_, EntrepotError, Reason

STATUS = {
    "bad-request": 400,
    "forbidden": 403,
    "no-cookies": 403,
    "not-seated": 403,
    "not-your-decision": 403,
    "unknown-table": 404,
    "not-found": 404,
    "bad-token": 404,
    "method-not-allowed": 405,
    "too-slow": 408,
    "stale": 409,
    "over": 409,
    "not-over": 409,
    "asked-lately": 409,
    "not-away": 409,
    "waiting-for-players": 409,
    "seat-taken": 409,
    "too-long": 409,
    "too-long-to-analyse": 409,
    "outdated": 410,
    "too-large": 413,
    "bad-components": 422,
    "bad-record": 422,
    "illegal": 422,
    "cannot-undo": 422,
    "no-hints": 409,
    "no-hint-now": 503,
    "too-many-lately": 429,
    "too-many-studies": 429,
    "too-many-requests": 429,
    "too-many-tables": 429,
    "internal": 500,
    "storage": 503,
}


_SAID = (
    N_("unable to open database file"),
    N_("database is locked"),
    N_("disk I/O error"),
    N_("file is not a database"),
    N_("attempt to write a readonly database"),
    N_("database or disk is full"),
    N_("database disk image is malformed"),
)


def said(error: BaseException) -> Reason:
    """An error of the database in a line: in its words, and in other languages where it is one of the usual ones."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    line = lines[0] if lines else type(error).__name__
    return Reason.foreign(line, line if line in _SAID else N_("the database says: {said}"), said=line)


class DatabaseUnavailable(EntrepotError):
    """The database cannot be opened, or what is to be kept cannot be kept in it."""


class Refusal(Exception):
    """A request that changes nothing. `params` are JSON-ready and safe to show."""

    def __init__(self, code: str, **params: str | Sequence[str]) -> None:
        self.code = code
        self.status = STATUS[code]
        self.params = params
        super().__init__(code)
