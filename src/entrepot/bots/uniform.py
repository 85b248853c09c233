"""Any legal action, all equally likely."""

from __future__ import annotations

from random import Random

from ..core.actions import Action
from ..match import Observation


class Uniform:
    """Plays at random: the yardstick of every other bot."""

    def __init__(self, rng: Random, effort: float = 1.0) -> None:  # noqa: ARG002 - it makes none
        self._rng = rng

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        return self._rng.choice(observation.legal_actions)
