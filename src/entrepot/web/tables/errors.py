"""Refusals: a stable code with parameters; its text is made per language."""

from __future__ import annotations

from ...core.errors import EntrepotError

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
    "waiting-for-players": 409,
    "seat-taken": 409,
    "too-long": 409,
    "outdated": 410,
    "too-large": 413,
    "bad-components": 422,
    "illegal": 422,
    "cannot-undo": 422,
    "too-many-lately": 429,
    "too-many-requests": 429,
    "too-many-tables": 429,
    "internal": 500,
    "storage": 503,
}


class DatabaseUnavailable(EntrepotError):
    """The database cannot be opened, or what is to be kept cannot be kept in it."""


class Refusal(Exception):
    """A request that changes nothing. `params` are JSON-ready and safe to show."""

    def __init__(self, code: str, **params: str | list[str]) -> None:
        self.code = code
        self.status = STATUS[code]
        self.params = params
        super().__init__(code)
