"""Players that see nothing but an observation."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from ..core.actions import Action
from ..core.errors import EntrepotError, InvalidOptions, quoted
from ..games import title
from ..match import Observation
from .levels import Calm, Easy, Greedy, Sharp
from .uniform import Uniform

__all__ = ["LEVELS", "Bot", "UnknownBot", "make", "names"]


class UnknownBot(EntrepotError):
    """There is no bot of that name for the game."""


class Bot(Protocol):
    """Chooses one of `observation.legal_actions`. Equal observations and equal earlier calls give equal choices."""

    def choose(self, observation: Observation) -> Action:
        """The action to take; `observation.viewer` is the seat that decides."""
        ...


_MOST_EFFORT = 100

_BOTS: dict[str, Callable[[Random, float], Bot]] = {
    "random": Uniform,
    "calm": Calm,
    "easy": Easy,
    "greedy": Greedy,
    "sharp": Sharp,
}

LEVELS = ("calm", "easy", "greedy", "sharp")
"""The bots that people choose from, weakest first. To them `greedy` is called steady."""


def names(game: str) -> list[str]:
    """The bots that play a game, weakest first. Raises `UnknownGame`."""
    title(game)
    return list(_BOTS)


def make(name: str, game: str, seed: int = 0, *, effort: float = 1.0) -> Bot:
    """A new bot with its own seeded chance.

    Args:
        effort: times the plans that it usually follows, above 0 to 100: more is slower, and mostly stronger.

    Raises:
        UnknownBot, UnknownGame, InvalidOptions.
    """
    known = names(game)
    if name not in known:
        raise UnknownBot(
            "{game} has no bot called {name} (it has {known})", game=game, name=quoted(name), known=", ".join(known)
        )
    if not isinstance(seed, int):
        raise InvalidOptions("a seed is a whole number, not {seed}", seed=quoted(seed))
    if isinstance(effort, bool) or not isinstance(effort, (int, float)) or not 0 < effort <= _MOST_EFFORT:
        raise InvalidOptions(
            "effort is a number above 0, {most} at most, not {effort}", most=_MOST_EFFORT, effort=quoted(effort)
        )
    return _BOTS[name](Random(seed), effort)
