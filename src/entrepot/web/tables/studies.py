"""Analyses of games that are over: asked for, worked on by one server at a time, and kept."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any
from zlib import crc32

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from ...bots.analysis import Judged, model
from .errors import Refusal
from .model import Past, Studied
from .store import Finding, Store, Study, Taken, now

LEASE = timedelta(seconds=30)
"""For so long a server may work on an analysis without saying so anew; then another one takes it over."""

MOST = 3
"""Analyses that one device may have waiting."""

_NOTHING = "null"
"""What is kept of a part that could not be judged."""

_READ = 30
"""Those that are remembered."""

_LONGEST = 3000
"""Actions of a game that is analysed."""

_WAITING = 100
"""Those that may wait for all."""


def remove(session: Session, keys: Sequence[str]) -> None:
    """Remove analyses, with all that they found."""
    # In this order: who keeps a finding just now holds the first one.
    for kind in (Study, Finding):
        session.execute(delete(kind).where(kind.key.in_(keys)))


def leave(session: Session, who: str) -> None:
    """Somebody is no longer known to have asked for any."""
    session.execute(update(Study).where(Study.who == who).values(who=""))


class Studies:
    """The analyses in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: OrderedDict[str, Studied] = OrderedDict()  # done ones that were looked at lately
        self._guard = threading.Lock()

    def ask(self, who: str, past: Past) -> None:
        """Have a game analysed; what could not be judged of it before is tried again. Refuses `too-long-to-analyse`,
        `too-many-studies`."""
        key, actions = past.key, past.course.last
        if actions > _LONGEST:
            raise Refusal("too-long-to-analyse")
        with self._guard:
            self._read.pop(key, None)
        with suppress(Taken), self._store.session() as session:
            known = session.get(Study, key)
            if known is not None and known.model == model():
                if known.done:
                    session.execute(delete(Finding).where(Finding.key == key, Finding.text == _NOTHING))
                    known.done = False
                return
            waiting = select(func.count()).select_from(Study).where(Study.done.is_(False))
            mine = session.scalar(waiting.where(Study.who == who)) or 0
            if mine >= MOST or (session.scalar(waiting) or 0) >= _WAITING:
                raise Refusal("too-many-studies")
            if known is not None:
                remove(session, [key])
            session.add(Study(key=key, who=who, due=now() + timedelta(seconds=actions), model=model()))

    def found(self, key: str) -> Studied:
        """How far the analysis of a game has come."""
        with self._guard:
            if key in self._read:
                self._read.move_to_end(key)
                return self._read[key]
        studied = self._found(key)
        if studied.whole:
            with self._guard:
                self._read[key] = studied
                if len(self._read) > _READ:
                    self._read.popitem(last=False)
        return studied

    def _found(self, key: str) -> Studied:
        with self._store.session() as session:
            study = session.get(Study, key)
            if study is None or study.model != model():
                return Studied()
            texts = list(session.scalars(select(Finding.text).where(Finding.key == key).order_by(Finding.number)))
            working = study.until is not None and study.until > now()
        state = "running" if working else "waiting"
        if study.done:
            state = "done" if study.parts is not None else "failed"
        judged = tuple(Judged.of(told) for told in map(json.loads, texts) if told is not None)
        return Studied(state, study.parts, judged, len(texts), crc32("".join(texts).encode()))

    def next(self) -> str | None:
        """The key of an analysis that nobody works on, the one that is due first; it is this server's from now on."""
        while True:
            at = now()
            free = (Study.done.is_(False), Study.model == model(), or_(Study.until.is_(None), Study.until < at))
            with self._store.session() as session:
                key = session.scalar(select(Study.key).where(*free).order_by(Study.due).limit(1))
                if key is None:
                    return None
                taken = session.execute(update(Study).where(Study.key == key, *free).values(until=at + LEASE))
                if taken.rowcount:  # type: ignore[attr-defined]
                    return key

    def begun(self, key: str, parts: int) -> set[int]:
        """It has so many parts; the numbers of those that are known already."""
        with self._store.session() as session:
            session.execute(update(Study).where(Study.key == key).values(parts=parts))
            return set(session.scalars(select(Finding.number).where(Finding.key == key)))

    def working(self, key: str) -> None:
        """This server still works on it."""
        with self._store.session() as session:
            session.execute(update(Study).where(Study.key == key).values(until=now() + LEASE))

    def keep(self, key: str, number: int, judged: Judged | None) -> bool:
        """Keep what was found of a part, and go on working; False where the game is no longer there."""
        text = json.dumps(judged.to_list(), separators=(",", ":")) if judged else _NOTHING
        with suppress(Taken), self._store.session() as session:
            working = session.execute(update(Study).where(Study.key == key).values(until=now() + LEASE))
            if not working.rowcount:  # type: ignore[attr-defined]
                return False
            session.add(Finding(key=key, number=number, text=text))
        return True

    def done(self, key: str, *, failed: bool = False) -> None:
        """All parts are known, or it cannot be done."""
        values: dict[str, Any] = {"done": True, "until": None} | ({"parts": None} if failed else {})
        with self._store.session() as session:
            session.execute(update(Study).where(Study.key == key).values(**values))

    def leave(self, key: str) -> None:
        """Work on it no longer: another server may go on at once."""
        with self._store.session() as session:
            session.execute(update(Study).where(Study.key == key, Study.done.is_(False)).values(until=None))
