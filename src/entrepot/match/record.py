"""Records: a game as its start and the actions that were chosen. Everything else follows from the rules."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .._version import __version__
from ..core.errors import InvalidRecord

FORMAT = "entrepot-record"
VERSION = 1
RULES = 1
_MOST_BYTES = 16 << 20


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

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready, with the format, its version, and the version of the rules."""
        return {"format": FORMAT, "version": VERSION, "rules": RULES, "written_by": __version__, **asdict(self)}

    def dumps(self) -> str:
        """The text of a record file: JSON, one action a line."""
        return json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a record file. Raises `OSError`."""
        Path(path).write_text(self.dumps(), "utf-8")

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Record:
        """Read a record file.

        Raises:
            InvalidRecord: it cannot be read, or is no record.
        """
        try:
            with Path(path).open("rb") as file:
                text = file.read(_MOST_BYTES + 1).decode("utf-8")
        except (OSError, UnicodeError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a UTF-8 text"
            raise InvalidRecord(f"{os.fspath(path)}: {reason}") from None
        return Record.loads(text)

    @staticmethod
    def loads(text: str) -> Record:
        """Read the text of a record file. Raises `InvalidRecord`."""
        if len(text) > _MOST_BYTES:
            raise InvalidRecord("the record is larger than any game")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise InvalidRecord("the record is not JSON") from None
        return Record.from_dict(data)

    @staticmethod
    def from_dict(data: object) -> Record:
        """A record from its JSON data. Raises `InvalidRecord`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InvalidRecord(f"this is no record: it does not say format {FORMAT!r}")
        for key, known in (("version", VERSION), ("rules", RULES)):
            if data.get(key) != known or isinstance(data.get(key), bool):
                raise InvalidRecord(f"the record has {key} {data.get(key)!r:.40}, but only {known} is known here")
        wanted = {"game": str, "components": str, "start": dict, "actions": list}
        for key, kind in wanted.items():
            if not isinstance(data.get(key), kind):
                raise InvalidRecord(f"the record lacks a valid {key!r}")
        if not all(isinstance(action, str) for action in data["actions"]):
            raise InvalidRecord("the record has an action that is no text")
        result = data.get("result")
        if result is not None and not isinstance(result, dict):
            raise InvalidRecord("the record lacks a valid 'result'")
        return Record(data["game"], data["components"], data["start"], data["actions"], result)
