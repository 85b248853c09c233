"""The command line, in this process or in one of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

Run = Callable[..., tuple[int, str, str]]
"""Given arguments, runs the command line in this process: status, stdout, stderr."""


def process(*arguments: str, **settings: Any) -> subprocess.Popen[str]:
    """`python -m entrepot` in a process of its own."""
    command = [sys.executable, "-m", "entrepot", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings)


def interruptible() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
