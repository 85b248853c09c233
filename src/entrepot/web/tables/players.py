"""Moves the bots: one task a table, as long as it waits for a bot."""

from __future__ import annotations

import asyncio
import logging

from starlette.concurrency import run_in_threadpool

from .errors import Refusal
from .tables import BotTurn, Tables
from .workers import Job, Workers, WorkersClosed, seed_of

_LOG = logging.getLogger(__name__)


class BotPlayers:
    """Plays every bot of this process, at a pace that people can follow.

    Args:
        pace: seconds between two actions of bots.
    """

    def __init__(self, tables: Tables, workers: Workers, pace: float) -> None:
        self._tables = tables
        self._workers = workers
        self._pace = pace
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._hurried: dict[str, asyncio.Event] = {}
        self._again: set[str] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        # Those that wait for a worker must not hold the threads that answer people.
        self._thinking = asyncio.Semaphore(workers.count)

    def start(self) -> None:
        """Bind to the running loop, and go on wherever a bot was to move when the server stopped."""
        self._loop = asyncio.get_running_loop()
        self._tasks[""] = asyncio.create_task(self._resume())

    async def _resume(self) -> None:
        for table in await run_in_threadpool(self._tables.with_bots):
            self._poke(table)
            await asyncio.sleep(0)

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
        try:
            while True:
                self._again.discard(table)
                turn = await run_in_threadpool(self._tables.bot_turn, table)
                if turn is None:
                    return
                wait = asyncio.create_task(self._wait(table))
                async with self._thinking:
                    text = await run_in_threadpool(self._choose, table, turn)
                await wait
                await run_in_threadpool(self._tables.bot_act, table, turn, text)
        except Refusal as refusal:
            if refusal.code == "stale":
                self._again.add(table)
            else:
                _LOG.warning("the bots of a table stopped: %s", refusal.code)
        except WorkersClosed:
            return
        except Exception:
            _LOG.exception("the bots of a table stopped")

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
