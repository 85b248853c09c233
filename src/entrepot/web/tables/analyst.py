"""Works on the analyses that were asked for, one after the other, while tables are played on undisturbed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from ...bots.analysis import Decision, stretches
from .errors import DatabaseUnavailable, Refusal
from .model import Past
from .studies import LEASE, Studies
from .workers import Part, Workers, WorkersClosed

_LOG = logging.getLogger(__name__)
_BEHIND = 15
_BUDGET = 120.0
_PAUSE = 10.0
_PATIENCE = 5.0
_TRIES = 3
_GONE = ("unknown-table", "not-found", "outdated")
"""Refusals of games that can never be analysed."""

T = TypeVar("T")


class Analyst:
    """Finds an analysis that nobody works on, has all that lacks of it judged, and looks for the next one."""

    def __init__(self, studies: Studies, past: Callable[[str], Past], workers: int) -> None:
        """Args: `past`: the game of a key."""
        self._studies = studies
        self._past = past
        self._workers = Workers(workers, _BUDGET, _BEHIND)
        self._threads = CapacityLimiter(workers + 2)
        self._asked = asyncio.Event()
        self._failed: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the running loop."""
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._look_after())

    def poke(self) -> None:
        """Something was asked for; may be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._asked.set)

    async def stop(self) -> None:
        """Stop at once; what was found is kept."""
        self._workers.stop()
        if self._task is not None:
            self._asked.set()
            await asyncio.wait([self._task], timeout=_PATIENCE)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look_after(self) -> None:
        while True:
            self._asked.clear()
            try:
                key = await self._in_thread(self._studies.next)
                if key is not None:
                    await self._work(key)
                    continue
                if self._workers.closed:
                    return
                await self._in_thread(self._workers.rest)
            except WorkersClosed:
                return
            except DatabaseUnavailable:
                pass
            except Exception:
                _LOG.exception("an analysis cannot go on for now")
            try:
                await asyncio.wait_for(self._asked.wait(), _PAUSE)
            except TimeoutError:
                continue

    async def _work(self, key: str) -> None:
        """Judge what is not judged yet of a game."""
        try:
            parts = await self._in_thread(self._parts, key)
        except DatabaseUnavailable:
            raise
        except Exception as error:
            self._failed[key] = self._failed.get(key, 0) + 1
            gone = isinstance(error, Refusal) and error.code in _GONE
            if gone or self._failed[key] >= _TRIES:
                await self._in_thread(partial(self._studies.done, key, failed=True))
                _LOG.warning("a game cannot be analysed: %s", error)
                return
            raise
        known = await self._in_thread(self._studies.begun, key, len(parts))
        left = iter([number for number in range(len(parts)) if number not in known])
        stopped: list[Exception | None] = []

        async def lane() -> None:
            for number in left:
                try:
                    judged = await self._in_thread(self._workers.judge, Part(parts[number]))
                    if not await self._in_thread(self._studies.keep, key, number, judged):
                        stopped.append(None)
                except Exception as error:
                    stopped.append(error)
                if stopped:
                    return

        saying = asyncio.create_task(self._say(key))
        try:
            await asyncio.gather(*(lane() for _ in range(self._workers.count)))
        finally:
            saying.cancel()
            if stopped or self._workers.closed:
                with suppress(DatabaseUnavailable):
                    await self._in_thread(self._studies.leave, key)
        for failure in filter(None, stopped):
            raise failure
        if not stopped:
            await self._in_thread(self._studies.done, key)

    async def _say(self, key: str) -> None:
        """Say now and then that it is still worked on: a part may take longer than others wait."""
        while True:
            await asyncio.sleep(LEASE.total_seconds() / 3)
            with suppress(DatabaseUnavailable):
                await self._in_thread(self._studies.working, key)

    def _parts(self, key: str) -> list[tuple[Decision, ...]]:
        return list(stretches(self._past(key).course))

    async def _in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await to_thread.run_sync(call, *arguments, limiter=self._threads)
