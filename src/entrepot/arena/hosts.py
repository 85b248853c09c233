"""Processes that play the games of a tournament, one each at a time, and are stopped when a bot does not come back."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Protocol

from ..core.errors import EntrepotError
from .bouts import EXITED, TIMEOUT, Failure, Fixture, Played, Sheet, Terms
from .simulate import interrupts_held

_TICK = 0.1  # seconds between two looks at who thinks too long
_TRIES = 3


class WorkersLost(EntrepotError):
    """Processes that play end again and again, and no bot is to blame."""


class Crew(Protocol):
    """Who plays the games. `size` of them run at once."""

    size: int

    def begin(self, fixture: Fixture) -> None:
        """Start a game; at most `size` may run."""
        ...

    def result(self) -> Played:
        """Wait for a game to end. Raises `WorkersLost`."""
        ...

    def close(self) -> None:
        """End all processes, whatever they do."""
        ...


class Host:
    """One process, and from outside what is known of the game that it plays."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._sheet = Sheet()
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._fixture: Fixture
        self._tries = 0

    def begin(self, fixture: Fixture) -> None:
        """Start a game."""
        self._fixture, self._tries = fixture, 0
        self._go()

    def result(self, seconds: float = 0.0) -> Played | None:
        """What came of the game; None if it is not over after so many seconds.

        Raises:
            WorkersLost: the process ended three times while no bot was asked anything.
        """
        ready = wait(self.signs, seconds)
        if self._pipe in ready:
            with suppress(EOFError, OSError):
                played: Played = self._pipe.recv()
                return played
        if ready:
            return self._ended()
        late = self._sheet.late
        return None if late is None else self._broken_off(Failure(late, TIMEOUT))

    @property
    def signs(self) -> list[Connection | int]:
        """What becomes ready when there may be a result."""
        return [] if self._pipe is None or self._process is None else [self._pipe, self._process.sentinel]

    def play(self, fixture: Fixture) -> Played:
        """Play a game, and wait for it. Raises `WorkersLost`."""
        self.begin(fixture)
        while (played := self.result(_TICK)) is None:
            pass
        return played

    def stop(self, patience: float = 0.0) -> int | None:
        """End the process and all that it has started, after so many seconds to end by itself; its status."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is None or pipe is None:
            return None
        wait([process.sentinel], patience)
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid or 0, signal.SIGKILL)
        process.kill()
        process.join()
        pipe.close()
        return process.exitcode

    def _go(self) -> None:
        if self._process is None:
            context = get_context("spawn")
            self._pipe, far = context.Pipe()
            self._process = context.Process(target=_serve, args=(far, self._sheet, self._terms), daemon=True)
            with interrupts_held():
                self._process.start()
            far.close()
        self._sheet.clear()
        with suppress(OSError):  # a process that has ended shows in `result`
            if self._pipe is not None:
                self._pipe.send(self._fixture)

    def _ended(self) -> Played | None:
        seat, status = self._sheet.thinking, self.stop(patience=1)
        if seat is not None:
            return self._broken_off(Failure(seat, EXITED, str(status)))
        self._tries += 1
        if self._tries == _TRIES:
            raise WorkersLost("processes that play end by themselves, with status {status}", status=status)
        self._go()
        return None

    def _broken_off(self, failure: Failure) -> Played:
        self.stop()
        return self._terms.forfeited(self._fixture, self._sheet.actions, failure)


class LocalCrew:
    """Processes of this machine."""

    def __init__(self, terms: Terms, size: int) -> None:
        self.size = size
        self._idle = [Host(terms) for _ in range(size)]
        self._busy: list[Host] = []

    def begin(self, fixture: Fixture) -> None:
        """Start a game."""
        host = self._idle.pop()
        self._busy.append(host)
        host.begin(fixture)

    def result(self) -> Played:
        """Wait for a game to end. Raises `WorkersLost`."""
        while True:
            wait([sign for host in self._busy for sign in host.signs], _TICK)
            for host in self._busy:
                played = host.result()
                if played is not None:
                    self._busy.remove(host)
                    self._idle.append(host)
                    return played

    def close(self) -> None:
        """End all processes."""
        for host in [*self._busy, *self._idle]:
            host.stop()


def _serve(pipe: Connection, sheet: Sheet, terms: Terms) -> None:
    """The process: plays what it is sent until the pipe closes."""
    if hasattr(os, "setsid"):
        os.setsid()  # so that Ctrl-C does not come here, and that all that a bot has started can be ended
    Thread(target=_outlives_nobody, daemon=True).start()
    sys.stdout.flush()
    os.dup2(2, 1)  # what bots print is no result
    while True:
        try:
            fixture: Fixture = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(terms.play(fixture, sheet))


def _outlives_nobody() -> None:
    """Ends this process, whatever it does, when the one that started it is gone."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
    end: Callable[[], None] = (lambda: os.kill(0, signal.SIGKILL)) if hasattr(os, "setsid") else (lambda: os._exit(1))
    end()
