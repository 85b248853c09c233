"""A bot that is a program in any language, spoken with in lines of JSON (docs/bots.md)."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from contextlib import suppress
from io import BufferedReader
from threading import Thread
from typing import IO, Any, cast

from ..core.actions import Action
from ..core.errors import EntrepotError, quoted
from ..match import Observation

VERSION = 1
"""Of the protocol."""

_LONGEST = 4096  # bytes of an answer
_LAST = 1000  # bytes that are kept of what it writes on its stderr
_PATIENCE = 2.0  # seconds to end in by itself


class BotFailed(EntrepotError):
    """A bot that is a program gave no answer that can be used: it ended, or wrote something else."""


class Program:
    """Runs a command and asks it; it sees what its seat sees, and nothing else. To be closed.

    Args:
        command: split as a shell does it, but no shell runs.

    Raises:
        BotFailed: it cannot be started.
    """

    def __init__(self, command: str, game: str, players: int, seat: int, seed: int) -> None:
        self._command = command
        pipe = subprocess.PIPE
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe)  # noqa: S603 - the user's own
        except (OSError, ValueError) as error:
            raise BotFailed("{command} cannot be run: {error}", command=quoted(command), error=error) from None
        self._stdin = cast(IO[bytes], self._process.stdin)
        self._stdout = cast(IO[bytes], self._process.stdout)
        self._stderr = cast(BufferedReader, self._process.stderr)
        self._said = b""
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        self._tell({"kind": "hello", "version": VERSION, "game": game, "players": players, "seat": seat, "seed": seed})

    def choose(self, observation: Observation) -> Action:
        """What it answers. Raises `BotFailed`."""
        self._tell({"kind": "choose", **observation.to_dict()})
        line = self._stdout.readline(_LONGEST)
        if not line:
            raise self._failed()
        try:
            return Action.parse(json.loads(line)["action"])
        except (ValueError, KeyError, TypeError, RecursionError):
            said = quoted(line.decode("utf-8", "replace").rstrip("\n"))
            raise BotFailed(
                "{command} answered {said}, which names no action", command=quoted(self._command), said=said
            ) from None

    def cpu(self) -> float:
        """Seconds of the processor that it has had; 0 where the system does not tell."""
        try:
            return time.clock_gettime(~self._process.pid << 3 | 2)  # the clock of a process, as Linux numbers them
        except (AttributeError, OSError):
            return 0.0

    def close(self) -> None:
        """Say goodbye, and end it if it does not end by itself."""
        with suppress(BotFailed):
            self._tell({"kind": "bye"})
        self._end(_PATIENCE)

    def _tell(self, message: dict[str, Any]) -> None:
        try:
            self._stdin.write(json.dumps(message).encode() + b"\n")
            self._stdin.flush()
        except (OSError, ValueError):
            raise self._failed() from None

    def _listen(self) -> None:
        with suppress(OSError, ValueError):
            while more := self._stderr.read1(_LAST):
                self._said = (self._said + more)[-_LAST:]

    def _failed(self) -> BotFailed:
        self._end(_PATIENCE)
        lines = self._said.decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        command, status = quoted(self._command), self._process.returncode
        if not said:
            return BotFailed("{command} ended with status {status}", command=command, status=status)
        return BotFailed(
            "{command} ended with status {status}: {said}", command=command, status=status, said=quoted(said)
        )

    def _end(self, patience: float) -> None:
        process = self._process
        with suppress(OSError):
            self._stdin.close()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._listener.join(patience)
        self._stdout.close()
        self._stderr.close()
