"""Entrepôt: a family of trading board games, exact and fast.

Examples:
    >>> import entrepot
    >>> match = entrepot.Match.new("spice-road", players=3, seed=7)
    >>> match.play("acquire 1")
    >>> match.seat
    1
"""

from ._version import __version__
from .core.actions import Action
from .core.errors import (
    CannotUndo,
    EntrepotError,
    IllegalAction,
    InvalidComponents,
    InvalidNotation,
    InvalidOptions,
    InvalidPosition,
    InvalidRecord,
    ReplayDivergence,
    UnknownGame,
)
from .core.scoring import Result
from .games import TITLES as _TITLES
from .match import CanUndo, Decision, Event, Match, Observation, Record, replay

__all__ = [
    "Action",
    "CanUndo",
    "CannotUndo",
    "Decision",
    "EntrepotError",
    "Event",
    "IllegalAction",
    "InvalidComponents",
    "InvalidNotation",
    "InvalidOptions",
    "InvalidPosition",
    "InvalidRecord",
    "Match",
    "Observation",
    "Record",
    "ReplayDivergence",
    "Result",
    "UnknownGame",
    "__version__",
    "games",
    "replay",
]


def games() -> list[str]:
    """The names of the games that can be played."""
    return list(_TITLES)
