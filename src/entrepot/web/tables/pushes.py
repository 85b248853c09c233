"""Tells whoever watches a table that it has changed: a version, nothing else. Slow or dead listeners hold up nobody."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

from starlette.concurrency import run_in_threadpool

from .errors import DatabaseUnavailable
from .store import Store, known_id


class Pushes:
    """All open streams of this process. Changes made by other processes are found by asking the database."""

    def __init__(self, store: Store, poll: float, beat: float) -> None:
        self._store = store
        self._poll = poll
        self._beat = beat
        self._watchers: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._known: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closing = False

    async def run(self) -> None:
        """Look for changes by other processes until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._poll)
            with suppress(DatabaseUnavailable):
                await self._ask(list(self._watchers))
                if self._store.failing:
                    await run_in_threadpool(self._store.check)

    async def _ask(self, tables: list[str]) -> None:
        """Ask the database for the versions of these tables."""
        before = {table: self._known.get(table) for table in tables}
        versions = await run_in_threadpool(self._store.versions, tables) if tables else {}
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

    def watched(self, table: str) -> bool:
        """Whether somebody listens for changes of a table."""
        return table in self._watchers

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        for table in list(self._watchers):
            self._wake(table)

    async def stream(self, table: str) -> AsyncIterator[str]:
        """Server-sent events: the version now, and again after every change; changes in between are one event. A beat
        is sent now and then, so that whoever listens knows that it still can."""
        async with aclosing(self._news([table])) as all_news:
            async for news in all_news:
                yield _event("version", str(news[1])) if news else _BEAT

    async def streams(self, tables: list[str]) -> AsyncIterator[str]:
        """The same for several tables, each version after the id of its table."""
        async with aclosing(self._news(list(dict.fromkeys(filter(known_id, tables))))) as all_news:
            async for news in all_news:
                yield _event("version", f"{news[0]} {news[1]}") if news else _BEAT

    async def _news(self, tables: list[str]) -> AsyncGenerator[tuple[str, int] | None]:
        changed = asyncio.Event()
        for table in tables:
            self._watchers[table].add(changed)
        try:
            try:
                await self._ask(tables)
            except DatabaseUnavailable:
                return  # whoever listens asks again
            sent: dict[str, int] = {}
            while not self._closing:
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
        finally:
            for table in tables:
                self._watchers[table].discard(changed)
                if not self._watchers[table]:
                    del self._watchers[table]
                    self._known.pop(table, None)


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"


_BEAT = _event("beat", "")
