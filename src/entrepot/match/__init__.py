"""One game being played: history, undo, records, what each seat may see, and what happened."""

from .events import Event
from .match import CanUndo, Decision, Match, Observation
from .record import Record
from .replaying import replay

__all__ = ["CanUndo", "Decision", "Event", "Match", "Observation", "Record", "replay"]
