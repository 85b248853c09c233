"""Moves the bots: one task a table, as long as it waits for a bot. What fails is tried again, by any process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from datetime import timedelta
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from .errors import DatabaseUnavailable, Refusal
from .tables import BotTurn, Tables
from .workers import Job, Workers, WorkersClosed, seed_of

_LOG = logging.getLogger(__name__)
_LONGEST_PAUSE = 15.0
_AT_ONCE = 8
_PATIENCE = 10.0
_SLOW = 0.3
_REMEMBERED = 5000

T = TypeVar("T")


class BotPlayers:
    """Plays every bot of this process, at a pace that people can follow.

    Args:
        pace: seconds between two actions of bots.
        rescue: seconds after which a bot that has not moved is taken on, whichever process it belongs to.
        watched: whether people look at a table.
    """

    def __init__(
        self, tables: Tables, workers: Workers, pace: float, rescue: float, watched: Callable[[str], bool]
    ) -> None:
        self._tables = tables
        self._workers = workers
        self._pace = pace
        self._rescue = rescue
        self._watched = watched
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hurried: dict[str, asyncio.Event] = {}
        self._again: set[str] = set()
        self._hopeless: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        # Neither those that think nor those that store may hold the threads that answer people.
        self._threads = CapacityLimiter(2)
        self._line = _Line(workers.count)

    def start(self) -> None:
        """Bind to the running loop, and go on wherever a bot was to move when a server stopped."""
        self._loop = asyncio.get_running_loop()
        self._tasks[""] = asyncio.create_task(self._look_after())

    async def _look_after(self) -> None:
        """Find the tables whose bot nobody moves: those of a server that has stopped, or of another that died."""
        for_long = timedelta()
        while True:
            try:
                await self._take_on(await self._in_thread(self._tables.waiting_for_bots, for_long))
                for_long = timedelta(seconds=self._rescue)
            except DatabaseUnavailable:
                pass
            except Exception:
                _LOG.exception("tables that wait for a bot are not found for now")
            await asyncio.sleep(self._rescue)

    async def _take_on(self, waiting: list[str]) -> None:
        """A few tables at a time, first those that people look at."""
        left = dict.fromkeys(table for table in waiting if table not in self._hopeless)

        async def some() -> None:
            while left:
                table = next(filter(self._watched, left), next(iter(left)))
                del left[table]
                if table not in self._tasks:
                    self._poke(table)
                    await asyncio.wait([self._tasks[table]], timeout=_PATIENCE)

        await asyncio.gather(*(some() for _ in range(_AT_ONCE)))

    async def _in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await to_thread.run_sync(call, *arguments, limiter=self._threads)

    @property
    def playing(self) -> int:
        """At how many tables bots are moving."""
        return len(self._hurried)

    def poke(self, table: str) -> None:
        """A table may be waiting for a bot; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._poke, table)

    def _poke(self, table: str) -> None:
        if self._stopping:
            return
        if table in self._tasks:
            self._again.add(table)
            return
        self._hurried[table] = asyncio.Event()
        task = self._tasks[table] = asyncio.create_task(self._play(table))
        task.add_done_callback(lambda _: self._done(table))

    def _done(self, table: str) -> None:
        del self._tasks[table], self._hurried[table]
        if table in self._again:
            self._again.discard(table)
            self._poke(table)

    def hurry(self, table: str) -> None:
        """Show what the bots do at once, until a person is to decide; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hurry, table)

    def _hurry(self, table: str) -> None:
        if table in self._hurried:
            self._hurried[table].set()

    async def _play(self, table: str) -> None:
        failures = 0
        while True:
            self._again.discard(table)
            try:
                if not await self._move(table):
                    return
                failures = 0
                continue
            except WorkersClosed:
                return
            except Refusal as refusal:
                if refusal.code == "unknown-table":  # its player had it forgotten
                    return
                if refusal.code != "stale":
                    self._hopeless.add(table)
                    _LOG.warning("the bots of a table stopped: %s", refusal.code)
                    return
            except DatabaseUnavailable:
                pass
            except Exception:
                if not failures:
                    _LOG.exception("a bot could not move, and will be asked again")
            failures += 1
            if failures > 1:
                await asyncio.sleep(min(_LONGEST_PAUSE, 0.5 * 2 ** min(failures, 10)))

    async def _move(self, table: str) -> bool:
        """One action of a bot; False where the table waits for none."""
        turn = await self._in_thread(self._tables.bot_turn, table)
        if turn is None:
            return False
        wait = asyncio.create_task(self._wait(table))
        try:
            async with self._line.turn(table, quick=turn.packaged):
                text = await to_thread.run_sync(self._choose, table, turn, limiter=self._line.threads)
            await wait
        finally:
            wait.cancel()
        await self._in_thread(self._tables.bot_act, table, turn, text)
        return True

    async def _wait(self, table: str) -> None:
        try:
            await asyncio.wait_for(self._hurried[table].wait(), self._pace)
        except TimeoutError:
            return

    def _choose(self, table: str, turn: BotTurn) -> str:
        game = turn.observation.position["game"]
        return self._workers.choose(Job(turn.bot, game, seed_of(table, turn.version), turn.observation))

    async def stop(self) -> None:
        """Stop playing; what was stored stays, the rest is thought about again after the next start."""
        self._stopping = True  # what ends now still tells of its last change
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        self._workers.stop()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Line:
    """Who thinks next: one after the other, a decision each. Those that think long never take the last worker."""

    def __init__(self, workers: int) -> None:
        self.threads = CapacityLimiter(workers)
        self._free = asyncio.Semaphore(workers)
        self._free_for_slow = asyncio.Semaphore(max(1, workers - 1))
        self._slow: dict[str, bool] = {}

    @asynccontextmanager
    async def turn(self, table: str, *, quick: bool) -> AsyncIterator[None]:
        """A worker for a decision. `quick`: what is expected of a table that has not thought yet."""
        slow = self._slow.pop(table, not quick)
        async with self._free_for_slow if slow else nullcontext(), self._free:
            began = time.monotonic()
            try:
                yield
            finally:
                self._slow[table] = time.monotonic() - began > _SLOW
                if len(self._slow) > _REMEMBERED:
                    del self._slow[next(iter(self._slow))]
