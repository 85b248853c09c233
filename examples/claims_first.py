"""A bot of one's own, in a tournament against one that comes with Entrepôt.

    cd examples
    entrepot tournament --bots random,claims_first:ClaimsFirst --pairs 20

It claims whatever it can, else does what leads there, and draws where it does not care.
"""

from __future__ import annotations

from random import Random

from entrepot import Action, Observation

LIKED = ("claim", "outpost", "build", "bonus", "explore", "work", "play", "use", "acquire", "sail", "up")
"""Kinds of actions, the best first; all others come after them."""


class ClaimsFirst:
    """Takes the kind of action that it likes best."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observation: Observation) -> Action:
        """One of the legal actions."""
        best = min(map(rank, observation.legal_actions))
        return self._rng.choice([action for action in observation.legal_actions if rank(action) == best])


def rank(action: Action) -> int:
    """Where its kind stands among those that are liked."""
    kind = str(action).partition(" ")[0]
    return LIKED.index(kind) if kind in LIKED else len(LIKED)
