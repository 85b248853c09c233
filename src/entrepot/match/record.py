"""Records: a game as its start and the actions that were chosen. Everything else follows from the rules."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from .._version import __version__
from ..components.text import read
from ..core.errors import EntrepotError, InvalidRecord, Reason, quoted

FORMAT = "entrepot-record"
VERSION = 1
RULES = 1
_MOST_BYTES = 3_000_000
_MOST_NUMBER = 1 << 64
_DEEPEST = 8
_HALVES = re.compile("[\ud800-\udfff]")
_KEYS: Final = {
    "format": (str,),
    "version": (int,),
    "rules": (int,),
    "written_by": (str, type(None)),
    "game": (str,),
    "components": (str,),
    "start": (dict,),
    "actions": (list,),
    "result": (dict, type(None)),
}
_OPTIONAL: Final = ("written_by", "result")


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be replayed.

    Attributes:
        game: its name.
        components: the hash of the box it was played with.
        start: the position it began from, in full.
        actions: texts of the chosen actions; forced ones are applied again by the replay.
        result: points, ranking, lines and reason; None if the game was not finished.
    """

    game: str
    components: str
    start: dict[str, Any]
    actions: list[str]
    result: dict[str, Any] | None

    def _heading(self) -> dict[str, Any]:
        return {"format": FORMAT, "version": VERSION, "rules": RULES, "written_by": __version__}

    def _check(self) -> None:
        """Whether all values are of their kinds; that the rules allow them is for `replay` to say.

        Raises:
            InvalidRecord: they are not.
        """
        Record.from_dict({**self._heading(), **{part.name: getattr(self, part.name) for part in fields(self)}})

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready, with the format, its version, and the version of the rules. Raises `InvalidRecord`."""
        self._check()
        return {**self._heading(), **asdict(self)}

    def dumps(self) -> str:
        """The text of a record file: JSON, one action a line. Raises `InvalidRecord`."""
        return json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a record file.

        Raises:
            OSError: it cannot be written.
            InvalidRecord: no file can have this name, or this is no record.
        """
        if not isinstance(path, (str, os.PathLike)):
            raise InvalidRecord("a file is named by a path, not by {path}", path=quoted(path))
        text = self.dumps()
        try:
            Path(path).write_text(text, "utf-8")
        except (TypeError, ValueError):
            raise InvalidRecord("no file can have the name {path}", path=quoted(os.fspath(path))) from None

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Record:
        """Read a record file.

        Raises:
            InvalidRecord: it cannot be read, or is no record.
        """
        return Record.loads(read(path, _MOST_BYTES, InvalidRecord))

    @staticmethod
    def loads(text: str) -> Record:
        """Read the text of a record file. Raises `InvalidRecord`."""
        if not isinstance(text, str):
            raise InvalidRecord("a record is a text, not {text}", text=quoted(text))
        if len(text) > _MOST_BYTES:
            raise InvalidRecord("the record is larger than any game")
        try:
            data = json.loads(text, object_pairs_hook=_once)
        except EntrepotError:
            raise
        except (ValueError, RecursionError):
            raise InvalidRecord("the record is not JSON") from None
        return Record.from_dict(data)

    @staticmethod
    def from_dict(data: object) -> Record:
        """A record from its JSON data. Raises `InvalidRecord`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InvalidRecord("this is no record: it does not say format {format}", format=quoted(FORMAT))
        for key in data:
            if key not in _KEYS:
                raise InvalidRecord("the record has an unknown key {key}", key=quoted(key))
        for key, kinds in _KEYS.items():
            if (key not in data and key not in _OPTIONAL) or type(data.get(key)) not in kinds:
                raise InvalidRecord("the record lacks a valid {key}", key=quoted(key))
        for key, known in (("version", VERSION), ("rules", RULES)):
            if data[key] != known:
                raise InvalidRecord(
                    "the record has {key} {data}, but only {known} is known here",
                    key=key,
                    data=quoted(data[key]),
                    known=known,
                )
        for action in data["actions"]:
            if not isinstance(action, str):
                raise InvalidRecord("the record has an action that is no text")
        odd = _odd(data, _DEEPEST)
        if odd:
            raise InvalidRecord("the record holds {odd}", odd=odd)
        return Record(data["game"], data["components"], data["start"], data["actions"], data.get("result"))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object that names nothing twice."""
    data: dict[str, Any] = {}
    for key, value in pairs:
        if key in data:
            raise InvalidRecord("the record names {key} twice in one place", key=quoted(key))
        data[key] = value
    return data


def _odd(value: object, depth: int) -> str:
    """What a value holds that no record does, being made of texts and whole numbers in few layers; else empty."""
    if isinstance(value, str):
        return "" if value.isascii() or not _HALVES.search(value) else Reason("half a character")
    if isinstance(value, (list, dict)):
        if not depth:
            return Reason("more within one another than any game")
        parts: Iterable[object] = value if isinstance(value, list) else itertools.chain(value, value.values())
        return next(filter(None, (_odd(part, depth - 1) for part in parts)), "")
    if value is None or (isinstance(value, int) and abs(value) <= _MOST_NUMBER):
        return ""
    return Reason("{value}, which is no whole number of a game", value=quoted(value))
