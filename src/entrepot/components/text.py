"""Texts from outside: files are read, and TOML is parsed, only up to bounds of size and shape that come first."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

from ..core.errors import EntrepotError, InvalidComponents, quoted

MOST_BYTES: Final = 100_000
"""Of a component file; the packaged ones have a seventh of it."""

_DEEPEST: Final = 8
"""Brackets within brackets, and parts of a dotted key. The time and the memory for a key grow with their square."""

_DIGITS: Final = re.compile(r"[0-9][0-9_]{999}")
_LONGEST: Final = 100
_TOKEN: Final = re.compile(
    r"""
      "{3} (?: [^"\\] | \\. | "{1,2}(?!") )*+ "{0,5}
    | '{3} (?: [^'] | '{1,2}(?!') )*+ '{0,5}
    | " (?: [^"\\\n] | \\[^\n] )*+ "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    | [\[\]{}.=,\n]
    """,
    re.DOTALL | re.VERBOSE,
)


def read(path: object, most: int, refused: Callable[[str], EntrepotError]) -> str:
    """The text of a file, never more of it than `most` bytes; else the error that `refused` makes of the reason."""
    if not isinstance(path, (str, os.PathLike)):
        raise refused(f"a file is named by a path, not by {quoted(path)}")
    try:
        with open(path, "rb", opener=_opened) as file:
            data = file.read(most + 1)
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        reason = "not a UTF-8 text"
    except OSError as error:
        reason = error.strerror or "cannot be read"
    except (TypeError, ValueError):
        reason = "no file can have this name"
    else:
        if len(data) <= most:
            return text
        reason = f"larger than {most:,} bytes"
    raise refused(f"{os.fspath(path)}: {reason}")


def _opened(path: str, flags: int) -> int:
    """Opens a file without waiting for somebody to write it: a pipe that nobody feeds is an empty one."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    try:
        os.set_blocking(handle, True)
    except OSError:
        os.close(handle)
        raise
    return handle


def parse(text: object) -> dict[str, Any]:
    """The data of a TOML text. Raises `InvalidComponents`."""
    if not isinstance(text, str):
        raise InvalidComponents([f"a component file is a text, not {quoted(text)}"])
    reason = _misshapen(text)
    if reason:
        raise InvalidComponents([reason])
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except ValueError as error:
        reason = str(error)
        if len(reason) > _LONGEST:
            reason = f"{reason[: _LONGEST - 40]}…{reason[-40:]}"
        raise InvalidComponents([f"not a TOML file: {reason}"]) from None


def _misshapen(text: str) -> str:
    """Why a text is not even tried: far larger or deeper than any component file."""
    if len(text) > MOST_BYTES:
        return f"larger than {MOST_BYTES:,} bytes"
    if _DIGITS.search(text):
        return "not a TOML file: a number has too many digits"
    depth = dots = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == ".":  # noqa: S105 - a dot
            dots += 1
        elif token in ("[", "{"):
            depth += 1
            dots = 0
        elif token in ("]", "}"):
            depth -= 1
            dots = 0
        elif token in ("=", ",", "\n"):
            dots = 0
        if depth > _DEEPEST or dots >= _DEEPEST:
            return "not a TOML file: more brackets or dots within one another than any box needs"
    return ""
