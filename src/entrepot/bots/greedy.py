"""Tries every way to end its turn on a world drawn from what it sees, and takes the one that promises most.

What a table promises is the only thing that a game has to say, see `_VALUES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ..core.actions import Action
from ..core.engine import TURN, UPGRADE, Game, State, kind_of
from ..match import Observation
from .east_west import PartOneValue, SeaValue
from .new_world import NewWorldValue
from .planning import PlanValue
from .spice_road import SpiceRoadValue

_VALUES: dict[str, Callable[[Any, Any, int, Observation], PlanValue]] = {
    "spice-road": SpiceRoadValue,
    "new-world": NewWorldValue,
    "east-west-1": PartOneValue,
    "east-west-2": SeaValue,
    "east-west-3": SeaValue,
}


class Greedy:
    """One turn ahead by the rules; what may come of it is for the game's value to say."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observation: Observation) -> Action:
        """The legal action that leads to the best table; of equal ones the first."""
        legal = observation.legal_actions
        seat = observation.seat
        if len(legal) == 1 or seat is None:
            return legal[0]
        # Always the same draw: nothing that is drawn may count, so it need not vary.
        game, state = observation.sample(Random(0)).engine()
        value = _VALUES[observation.position["game"]](game, state, seat, observation)
        ends = enumerate(_ends(game, state, int(action), seat, value) for action in legal)
        return legal[value.best([(choice, after) for choice, tables in ends for after in tables])]


def _ends(game: Game[Any], state: State, action: int, seat: int, value: PlanValue) -> Iterator[State]:
    """The tables at the end of the turn that an action can lead to, or where another seat decides."""
    after = state.copy()
    game.apply(after, action)
    if after.over or kind_of(after.stack[-1]) == TURN or after.seat != seat:
        yield after
        return
    follows = value.worth_trying(game.legal(after), after)
    if kind_of(after.stack[-1]) == kind_of(state.stack[-1]) == UPGRADE:
        follows = [follow for follow in follows if follow >= action]  # in another order they lead to the same
    for follow in follows:
        yield from _ends(game, after, follow, seat, value)
