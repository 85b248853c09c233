"""Texts from outside: files are read, and TOML is parsed, only up to bounds of size and shape that come first."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

from ..core.errors import N_, EntrepotError, InvalidComponents, Reason, quoted

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


def read(path: object, most: int, refused: Callable[[Reason], EntrepotError]) -> str:
    """The text of a file, never more of it than `most` bytes; else the error that `refused` makes of the reason."""
    if not isinstance(path, (str, os.PathLike)):
        raise refused(Reason("a file is named by a path, not by {path}", path=quoted(path)))
    try:
        with open(path, "rb", opener=_opened) as file:
            data = file.read(most + 1)
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        reason = Reason("not a UTF-8 text")
    except OSError as error:
        reason = because(error)
    except (TypeError, ValueError):
        reason = Reason("no file can have this name")
    else:
        if len(data) <= most:
            return text
        reason = _too_large(most)
    raise refused(Reason("{path}: {reason}", path=os.fspath(path), reason=reason))


_CAUSES: Final = {
    errno.EACCES: N_("Permission denied"),
    errno.EADDRINUSE: N_("Address already in use"),
    errno.EADDRNOTAVAIL: N_("Cannot assign requested address"),
    errno.EEXIST: N_("File exists"),
    errno.EISDIR: N_("Is a directory"),
    errno.ELOOP: N_("Too many levels of symbolic links"),
    errno.ENAMETOOLONG: N_("File name too long"),
    errno.ENOENT: N_("No such file or directory"),
    errno.ENOSPC: N_("No space left on device"),
    errno.ENOTDIR: N_("Not a directory"),
    errno.EPERM: N_("Operation not permitted"),
    errno.EROFS: N_("Read-only file system"),
}


def because(error: OSError) -> Reason:
    """Why the system refuses something, in its words; in other languages what is known, else its number."""
    told = _CAUSES.get(error.errno or 0, N_("error {n} of the system"))
    return Reason.foreign(error.strerror or str(error), told, n=error.errno or 0)


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
        raise InvalidComponents([Reason("a component file is a text, not {text}", text=quoted(text))])
    reason = _misshapen(text)
    if reason:
        raise InvalidComponents([reason])
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except ValueError as error:
        raise InvalidComponents([_unparsed(str(error))]) from None


def _too_large(most: int) -> Reason:
    return Reason("larger than {n} kB", n=most // 1000)


def _unparsed(said: str) -> Reason:
    """Why the parser refuses a text, in its words; in other languages where."""
    if len(said) > _LONGEST:
        said = f"{said[: _LONGEST - 40]}…{said[-40:]}"
    place = re.search(r"\(at line (\d+), column (\d+)\)$", said)
    if place:
        told = N_("not a TOML file: line {line} cannot be read from column {column} on")
        return Reason.foreign(f"not a TOML file: {said}", told, line=place[1], column=place[2])
    told = N_("not a TOML file: it ends too early") if "end of document" in said else N_("not a TOML file: {said}")
    return Reason.foreign(f"not a TOML file: {said}", told, said=said)


def _misshapen(text: str) -> Reason | None:
    """Why a text is not even tried: far larger or deeper than any component file."""
    if len(text) > MOST_BYTES:
        return _too_large(MOST_BYTES)
    if _DIGITS.search(text):
        return Reason("not a TOML file: a number has too many digits")
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
            return Reason("not a TOML file: more brackets or dots within one another than any box needs")
    return None
