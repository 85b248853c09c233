"""Bots think in processes of their own, on observations alone, within a budget."""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import signal
import threading
import zlib
from multiprocessing.connection import Connection
from typing import NamedTuple

from ...bots import make
from ...match import Observation

_LOG = logging.getLogger(__name__)
_START = 60.0


class WorkersClosed(Exception):
    """Nobody thinks any more: the server stops."""


class Job(NamedTuple):
    """One decision for a bot."""

    bot: str
    game: str
    seed: int
    observation: Observation


def seed_of(table_id: str, version: int) -> int:
    """A bot's seed for one decision; it tells nothing of the table's own seed."""
    return zlib.crc32(f"{table_id} {version}".encode())


def _think(connection: Connection) -> None:
    """The worker process: answer jobs with the text of an action until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    if hasattr(os, "nice"):
        os.nice(5)  # who waits for an answer comes first
    connection.send("ready")
    while True:
        try:
            job: Job = connection.recv()
        except EOFError:
            return
        try:
            connection.send((True, str(make(job.bot, job.game, job.seed).choose(job.observation))))
        except Exception as error:
            connection.send((False, f"{type(error).__name__}: {error}"))


class _Worker:
    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._lock = threading.RLock()
        self._closed = False

    def _start(self) -> Connection:
        with self._lock:
            if self._closed:
                raise WorkersClosed
            if self._pipe is not None and self._process is not None and self._process.is_alive():
                return self._pipe
            self.stop()
            context = multiprocessing.get_context("spawn")
            pipe, far = context.Pipe()
            self._pipe = pipe
            self._process = context.Process(target=_think, args=(far,), daemon=True, name="entrepot-bot")
            self._process.start()
            far.close()
        if not pipe.poll(_START):
            raise TimeoutError("the worker did not start")
        pipe.recv()
        return pipe

    def ask(self, job: Job, budget: float) -> str:
        pipe = self._start()
        pipe.send(job)
        if not pipe.poll(budget):
            raise TimeoutError(f"no answer within {budget} s")
        done, answer = pipe.recv()
        if not done:
            raise RuntimeError(answer)
        return str(answer)

    def stop(self) -> None:
        with self._lock:
            if self._process is not None and self._process.is_alive():
                self._process.terminate()
                self._process.join(5)
            if self._pipe is not None:
                self._pipe.close()
            self._process = self._pipe = None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self.stop()

    @property
    def closed(self) -> bool:
        return self._closed


class Workers:
    """`count` worker processes. `choose` may be called from many threads; each waits its turn."""

    def __init__(self, count: int, budget: float) -> None:
        self.count = count
        self._budget = budget
        self._all = [_Worker() for _ in range(count)]
        self._free: queue.Queue[_Worker] = queue.Queue()
        for worker in self._all:
            self._free.put(worker)

    def choose(self, job: Job) -> str:
        """The text of the bot's action. A bot that fails or takes too long is replaced by its first legal action.

        Raises:
            WorkersClosed: after `stop`.
        """
        worker = self._free.get()
        try:
            answer = worker.ask(job, self._budget)
            if answer in map(str, job.observation.legal_actions):
                return answer
            reason = f"{answer} is not legal"
        except WorkersClosed:
            raise
        except Exception as error:
            if worker.closed:
                raise WorkersClosed from None
            worker.stop()
            reason = str(error) or type(error).__name__
        finally:
            self._free.put(worker)
        _LOG.warning("bot %s was replaced by its first legal action: %s", job.bot, reason)
        return str(job.observation.legal_actions[0])

    def stop(self) -> None:
        """End all workers, whatever they are thinking about."""
        for worker in self._all:
            worker.close()
