"""What happened, as keys and parameters; texts are made from them per language. Nothing in an event is secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        kind: e.g. `"gained"`; see docs/engine.md for all kinds and their data.
        seat: 0-based, None where no seat is meant.
        data: JSON-ready parameters, e.g. `{"cubes": "YYR"}`.
    """

    kind: str
    seat: int | None
    data: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """`{"kind": ..., "seat": ..., **data}`."""
        return {"kind": self.kind, "seat": self.seat, **self.data}
