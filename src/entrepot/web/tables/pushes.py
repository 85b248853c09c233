"""Tells whoever watches a table that it has changed: a version, nothing else. Slow or dead listeners hold up nobody."""

from __future__ import annotations

import asyncio
import itertools
import logging
import threading
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, contextmanager, suppress

from starlette.concurrency import run_in_threadpool

from .errors import DatabaseUnavailable
from .store import Store, known_id

_LOG = logging.getLogger(__name__)

_LIFE = 1800.0
_ASKED = 500
_DEVICE = "device "
_SELDOM = 15
"""Times as long it is until the database is asked again where it tells by itself."""


class Pushes:
    """All open streams of this process. Changes made by other processes are told by the database where it can, and
    found by asking it.

    Args:
        most: how many streams one address may have open; a device may have a twentieth of it.

    Attributes:
        hearing: whether the database tells what other processes write.
    """

    def __init__(self, store: Store, poll: float, beat: float, most: int = 400) -> None:
        self._store = store
        self._poll = poll
        self._beat = beat
        self._watchers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._known: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False
        self.hearing = False
        self._most = most
        self._open: dict[str, list[asyncio.Event]] = defaultdict(list)
        self._ended: set[asyncio.Event] = set()

    async def run(self) -> None:
        """Look for changes by other processes until cancelled."""
        self._loop = asyncio.get_running_loop()
        if self._store.telling:
            threading.Thread(target=self._hear, daemon=True, name="entrepot-news").start()
        heard = False
        for number in itertools.count(1):
            await asyncio.sleep(self._poll)
            with suppress(DatabaseUnavailable):
                if not (heard and self.hearing) or number % _SELDOM == 0:
                    heard = self.hearing  # what was written before that is still to be found
                    await self._ask(list(self._watchers))
                if self._store.failing:
                    await run_in_threadpool(self._store.check)

    def _hear(self) -> None:
        """Be told of changes by other processes, as long as this one runs."""
        warned = False
        while not self._closing:
            try:
                for news in self._store.news(lambda: self._closing):
                    self.hearing, warned = True, False
                    if news is not None and self._loop is not None and not self._loop.is_closed():
                        self._loop.call_soon_threadsafe(self._heard, *news)
            except DatabaseUnavailable as error:
                if not (warned or self._closing):
                    _LOG.warning("the database does not tell what other servers write, so it is asked: %s", error)
                    warned = True
            self.hearing = False
            time.sleep(self._poll)

    def _heard(self, table: str, version: int) -> None:
        """What this process has written itself comes late."""
        if version > self._known.get(table, -1):
            self._note(table, version)

    async def _ask(self, tables: list[str]) -> None:
        """Ask the database for the versions of these tables."""
        for first in range(0, len(tables), _ASKED):
            some = tables[first : first + _ASKED]
            before = {table: self._known.get(table) for table in some}
            versions = await run_in_threadpool(self._store.versions, some)
            for table, version in versions.items():
                if self._known.get(table) == before[table]:  # else it has been told meanwhile, and that is newer
                    self._note(table, version)

    def told(self, table: str, version: int) -> None:
        """A table has changed; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._note, table, version)

    def _note(self, table: str, version: int) -> None:
        if table in self._watchers and self._known.get(table) != version:
            self._known[table] = version
            self._wake(table)

    def _wake(self, table: str) -> None:
        for watcher in self._watchers.get(table, ()):
            watcher.set()

    @property
    def tables(self) -> int:
        """How many tables somebody listens for."""
        return len(self._watchers)

    @property
    def opened(self) -> int:
        """How many streams are open."""
        return sum(len(streams) for whose, streams in list(self._open.items()) if not whose.startswith(_DEVICE))

    def watched(self, table: str) -> bool:
        """Whether somebody listens for changes of a table."""
        return table in self._watchers

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        for table in list(self._watchers):
            self._wake(table)

    def crowded(self, address: str) -> bool:
        """Whether an address has as many streams as it may."""
        return len(self._open.get(address, ())) >= self._most

    @contextmanager
    def _listening(self, changed: asyncio.Event, address: str, device: str | None) -> Iterator[bool]:
        """One stream more of an address and a device, if it may; where a device has too many its oldest ends."""
        if self.crowded(address):
            yield False
            return
        whose = [address, f"{_DEVICE}{device}"] if device else [address]
        for one in whose:
            self._open[one].append(changed)
        if device and len(mine := self._open[whose[1]]) > max(1, self._most // 20):
            self._ended.add(mine[0])
            mine.pop(0).set()
        try:
            yield True
        finally:
            self._ended.discard(changed)
            for one in whose:
                if changed in (streams := self._open[one]):
                    streams.remove(changed)
                if not streams:
                    del self._open[one]

    async def stream(self, table: str, address: str = "", device: str | None = None) -> AsyncIterator[str]:
        """Server-sent events: the version now, and again after every change; changes in between are one event. A beat
        is sent now and then, so that whoever listens knows that it still can."""
        async with aclosing(self._news([table], address, device)) as all_news:
            async for news in all_news:
                yield _event("version", str(news[1])) if news else _BEAT

    async def streams(self, tables: list[str], address: str = "", device: str | None = None) -> AsyncIterator[str]:
        """The same for several tables, each version after the id of its table."""
        async with aclosing(self._news(list(dict.fromkeys(filter(known_id, tables))), address, device)) as all_news:
            async for news in all_news:
                yield _event("version", f"{news[0]} {news[1]}") if news else _BEAT

    async def _news(
        self, tables: list[str], address: str, device: str | None
    ) -> AsyncGenerator[tuple[str, int] | None]:
        changed = asyncio.Event()
        end = time.monotonic() + _LIFE
        with self._listening(changed, address, device) as may, self._watching(tables, changed):
            try:
                await self._ask(tables)
            except DatabaseUnavailable:
                return  # whoever listens asks again
            for table in set(tables) - self._known.keys():
                self._leave(table, changed)  # there is no such table, so it is not asked for again and again
            tables = [table for table in tables if table in self._known]
            sent: dict[str, int] = {}
            while may and not self._closing and changed not in self._ended and time.monotonic() < end:
                changed.clear()
                for table in tables:
                    version = self._known.get(table)
                    if version is not None and sent.get(table) != version:
                        sent[table] = version
                        yield table, version
                try:
                    await asyncio.wait_for(changed.wait(), self._beat)
                except TimeoutError:
                    yield None

    @contextmanager
    def _watching(self, tables: list[str], changed: asyncio.Event) -> Iterator[None]:
        for table in tables:
            self._watchers[table].add(changed)
        try:
            yield
        finally:
            for table in tables:
                self._leave(table, changed)

    def _leave(self, table: str, changed: asyncio.Event) -> None:
        watching = self._watchers.get(table, set())
        watching.discard(changed)
        if not watching:
            self._watchers.pop(table, None)
            self._known.pop(table, None)


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"


_BEAT = _event("beat", "")
