"""Looks one action ahead: tries each on a world drawn from what it sees, and takes the best table.

Which table is good is the only thing that a game has to say, see `_VALUES`.
"""

from __future__ import annotations

from random import Random

from ..core.actions import Action
from ..games.spice_road import SpiceRoad, SpiceRoadState
from ..match import Observation
from .spice_road import SpiceRoadValue

_VALUES = {"spice-road": SpiceRoadValue}


class Greedy:
    """One action ahead, with the choices that follow in the same turn made in the same way."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observation: Observation) -> Action:
        """The legal action with the best table after it; of equal ones the first."""
        legal = observation.legal_actions
        seat = observation.seat
        if len(legal) == 1 or seat is None:
            return legal[0]
        # Always the same draw: nothing that is drawn may count, so it need not vary.
        game, state = observation.sample(Random(0)).engine()
        value = _VALUES[observation.position["game"]](game, state, seat, observation)
        scores = [_after(game, state, int(action), seat, value) for action in legal]
        return legal[scores.index(max(scores))]


def _after(game: SpiceRoad, state: SpiceRoadState, action: int, seat: int, value: SpiceRoadValue) -> float:
    """The value of the table after an action and the best of what it leads to in this turn."""
    after = state.copy()
    game.apply(after, action)
    if after.over or after.turns != state.turns or after.seat != seat:
        return value(after)
    listed = value.worth_trying(game.legal(after), after)
    return max(_after(game, after, follow, seat, value) for follow in listed)
