"""The file of a tournament: a line of JSON for its terms, then one for every game that was played.

A process that is killed leaves at most its last line unfinished; such a line is dropped, and its game played again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import BinaryIO

from ..core.errors import EntrepotError, one_line
from .bouts import Played, Terms

_MOST = 1 << 30  # bytes


class WrongTournament(EntrepotError):
    """A file that holds no tournament, or one with other terms."""


class Ledger:
    """Keeps the games of a tournament. To be closed.

    Attributes:
        kept: what the file held already.

    Args:
        path: it is made if it is not there.

    Raises:
        WrongTournament: it is something else; nothing in it has changed.
        OSError: it cannot be read, or written.
    """

    def __init__(self, path: Path, terms: Terms) -> None:
        self._path = path
        if path.exists() and not path.is_file():
            raise WrongTournament("{file} is not a file", file=one_line(str(path)))
        path.touch()
        self._file: BinaryIO = path.open("r+b")
        try:
            self.kept = self._read(terms)
        except BaseException:
            self._file.close()
            raise

    def add(self, played: Played) -> None:
        """Keep a game; it is written when this returns."""
        self._write(played.to_dict())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _read(self, terms: Terms) -> list[Played]:
        heading = _line({"tournament": terms.to_dict()})
        first = self._file.readline(_MOST)
        if heading.startswith(first) and first != heading:  # empty, or stopped in the middle of it
            self._file.seek(0)
            self._file.truncate()
            self._file.write(heading)
            self._file.flush()
            return []
        if first != heading:
            raise self._refused(first)
        kept, whole = [], self._file.tell()
        for number, line in enumerate(self._file, 2):
            if not line.endswith(b"\n"):
                break
            try:
                kept.append(terms.read(json.loads(line)))
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                raise WrongTournament(
                    "{file}: line {line} is not a game of this tournament", file=one_line(str(self._path)), line=number
                ) from None
            whole += len(line)
        self._file.seek(whole)
        self._file.truncate()
        return kept

    def _refused(self, first: bytes) -> WrongTournament:
        file = one_line(str(self._path))
        try:
            known = isinstance(json.loads(first)["tournament"], dict)
        except (ValueError, KeyError, TypeError, RecursionError):
            known = False
        if known:
            return WrongTournament("{file} holds another tournament: name another file", file=file)
        return WrongTournament("{file} holds no tournament", file=file)

    def _write(self, data: object) -> None:
        self._file.write(_line(data))
        self._file.flush()


def _line(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"
