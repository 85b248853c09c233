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
from typing import Any, NamedTuple

from ...bots import make
from ...bots.advice import Advice, advise, explain
from ...bots.analysis import Decision, Judged, judge
from ...match import Observation

_LOG = logging.getLogger(__name__)
_START = 60.0
_TRIES = 2
"""Times that a part of a game is asked about, as a worker may have died of something else."""
_ASKING = 8
"""Questions that may wait for a worker; more of them would take all threads of the server."""


class WorkersClosed(Exception):
    """Nobody thinks any more: the server stops."""


class WorkersBusy(Exception):
    """Too many questions wait already, or this one took too long."""


class _Unanswered(Exception):
    """A worker failed, or took too long."""


class Job(NamedTuple):
    """One decision for a bot."""

    bot: str
    game: str
    seed: int
    observation: Observation

    def answer(self) -> str:
        """The text of the action that the bot chooses."""
        return str(make(self.bot, self.game, self.seed).choose(self.observation))


class Question(NamedTuple):
    """What would be good for the seat that decides; or, where `actions` were played, what was good about them."""

    observation: Observation
    actions: tuple[str, ...] = ()

    def answer(self) -> list[Advice]:
        """The choices, best first, or what was played."""
        return [explain(self.observation, self.actions)] if self.actions else advise(self.observation)


class Part(NamedTuple):
    """Decisions of a game that is analysed, those of one seat in a turn."""

    decisions: tuple[Decision, ...]

    def answer(self) -> Judged:
        """What they were worth."""
        return judge(self.decisions)


Asked = Job | Question | Part


def seed_of(table_id: str, version: int) -> int:
    """A bot's seed for one decision; it tells nothing of the table's own seed."""
    return zlib.crc32(f"{table_id} {version}".encode())


def _think(connection: Connection, behind: int) -> None:
    """The worker process: answer what is asked until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    if hasattr(os, "nice"):
        os.nice(behind)
    connection.send("ready")
    while True:
        try:
            asked: Asked = connection.recv()
        except EOFError:
            return
        try:
            connection.send((True, asked.answer()))
        except Exception as error:
            connection.send((False, f"{type(error).__name__}: {error}"))


class _Worker:
    def __init__(self, behind: int) -> None:
        self._behind = behind
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
            self._process = context.Process(target=_think, args=(far, self._behind), daemon=True, name="entrepot-bot")
            self._process.start()
            far.close()
        if not pipe.poll(_START):
            raise TimeoutError("the worker did not start")
        pipe.recv()
        return pipe

    def ask(self, asked: Asked, budget: float) -> Any:
        pipe = self._start()
        pipe.send(asked)
        if not pipe.poll(budget):
            raise TimeoutError(f"no answer within {budget} s")
        done, answer = pipe.recv()
        if not done:
            raise RuntimeError(answer)
        return answer

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
    """`count` worker processes, started when they are asked. May be asked from many threads; each waits its turn."""

    def __init__(self, count: int, budget: float, behind: int = 5) -> None:
        """None of them runs yet.

        Args:
            budget: seconds that an answer may take.
            behind: how far they stand back for whoever else wants the core, as `nice` says it: who waits for a page
                comes first.
        """
        self.count = count
        self._budget = budget
        self._all = [_Worker(behind) for _ in range(count)]
        self._free: queue.Queue[_Worker] = queue.Queue()
        self._asking = threading.BoundedSemaphore(_ASKING)
        for worker in self._all:
            self._free.put(worker)

    def choose(self, job: Job) -> str:
        """The text of the bot's action. A bot that fails or takes too long is replaced by its first legal action.

        Raises:
            WorkersClosed: after `stop`.
        """
        try:
            answer = str(self._ask(job))
            if answer in map(str, job.observation.legal_actions):
                return answer
            reason = f"{answer} is not legal"
        except _Unanswered as failure:
            reason = str(failure)
        _LOG.warning("bot %s was replaced by its first legal action: %s", job.bot, reason)
        return str(job.observation.legal_actions[0])

    def answer(self, question: Question) -> list[Advice]:
        """What is good for the seat that decides. Raises `WorkersBusy`, `WorkersClosed`."""
        if not self._asking.acquire(blocking=False):
            raise WorkersBusy
        try:
            found: list[Advice] = self._ask(question)
        except _Unanswered as failure:
            _LOG.warning("a question was not answered: %s", failure)
            raise WorkersBusy from None
        finally:
            self._asking.release()
        return found

    def judge(self, part: Part) -> Judged | None:
        """What decisions of a game were worth; None where that cannot be told. Raises `WorkersClosed`."""
        for _ in range(_TRIES):
            try:
                found: Judged = self._ask(part)
            except _Unanswered as failure:
                _LOG.warning("a part of a game was not judged: %s", failure)
            else:
                return found
        return None

    def _ask(self, asked: Asked) -> Any:
        """What a worker says. Raises `WorkersClosed`, and `_Unanswered` where it fails or takes too long."""
        worker = self._free.get()
        try:
            return worker.ask(asked, self._budget)
        except WorkersClosed:
            raise
        except Exception as error:
            if worker.closed:
                raise WorkersClosed from None
            worker.stop()
            raise _Unanswered(str(error) or type(error).__name__) from None
        finally:
            self._free.put(worker)

    @property
    def closed(self) -> bool:
        """Whether nobody thinks any more."""
        return all(worker.closed for worker in self._all)

    def rest(self) -> None:
        """End the workers, none of which is thinking: they are started anew when they are asked."""
        for worker in self._all:
            worker.stop()

    def stop(self) -> None:
        """End all workers, whatever they are thinking about."""
        for worker in self._all:
            worker.close()
