"""Tries every way to end its turn on a world drawn from what it sees, and takes the one that promises most.

What a table promises is the only thing that a game has to say, see `_VALUES`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ..core import cubes
from ..core.actions import Action
from ..core.engine import FORT, PAY, RETURN, UPGRADE, Game, State, kind_of
from ..match import Observation
from .east_west import PartOneValue, SeaValue
from .new_world import NewWorldValue
from .planning import PlanValue
from .spice_road import SpiceRoadValue

_VALUES: dict[str, Callable[[Any, Any, int, Observation], PlanValue[Any, Any]]] = {
    "spice-road": SpiceRoadValue,
    "new-world": NewWorldValue,
    "east-west-1": PartOneValue,
    "east-west-2": SeaValue,
    "east-west-3": SeaValue,
}


_ANEW = (PAY, RETURN, FORT, UPGRADE)
"""Decisions of which not every possibility was looked at before: they are thought over when they are asked."""

Sight = tuple[tuple[int, ...], tuple[int, ...]]
"""What tells one decision of a turn from another: the legal actions, and all storages."""


class Greedy:
    """One turn ahead by the rules; what may come of it is for the game's value to say.

    What it has decided on is done, as long as nothing new comes to light.
    """

    def __init__(self, rng: Random, effort: float = 1.0) -> None:
        self._rng = rng
        self._effort = effort
        self._rest: list[tuple[Sight, int]] = []  # of the turn, the last first

    def choose(self, observation: Observation) -> Action:
        """The legal action that leads to the best table; of equal ones the first."""
        legal = observation.legal_actions
        seat = observation.seat
        if len(legal) == 1 or seat is None:
            return legal[0]
        if self._rest:
            sight, action = self._rest.pop()
            if sight == _sight(observation):
                return Action(action)
        # Always the same draw: nothing that is drawn may count, so it need not vary.
        game, state = observation.sample(Random(0)).engine()
        way = self._value(game, state, observation).choose(game, state, [int(action) for action in legal])
        self._rest = list(reversed(list(_sure(game, state, way))))
        return Action(way[0])

    def _value(self, game: Game[Any], state: State, observation: Observation) -> PlanValue[Any, Any]:
        """What tables promise to the seat that decides."""
        value = _valued(game, state, state.seat, observation)
        value.WIDTH = self._plans(value.WIDTH)
        return value

    def _plans(self, usual: int) -> int:
        return max(1, round(usual * self._effort))


class Sharp(Greedy):
    """Further ahead, and with what the rivals are likely to take and to do about it."""

    WIDTH = 40  # plans followed
    RIVALS = 20  # plans followed for a rival

    def _value(self, game: Game[Any], state: State, observation: Observation) -> PlanValue[Any, Any]:
        value = _valued(game, state, state.seat, observation)
        value.look_far(self._plans(self.WIDTH))
        others = [_valued(game, state, seat, observation) for seat in range(game.players) if seat != state.seat]
        for other in others:
            other.look_far(self._plans(self.RIVALS))
        value.foresee(others, state)
        return value


def _valued(game: Game[Any], state: State, seat: int, observation: Observation) -> PlanValue[Any, Any]:
    return _VALUES[observation.position["game"]](game, state, seat, observation)


def _sight(observation: Observation) -> Sight:
    storages = (cubes.parse(seat["storage"]) for seat in observation.position["seats"])
    return tuple(map(int, observation.legal_actions)), tuple(storages)


def _sure(game: Game[Any], state: State, way: tuple[int, ...]) -> Iterator[tuple[Sight, int]]:
    """What of a way can be gone without another look."""
    reveals = state.reveals
    for action, follow in itertools.pairwise(way):
        game.apply(state, action)
        if state.reveals != reveals or kind_of(state.pending) in _ANEW:
            return
        yield (tuple(game.legal(state)), tuple(state.storage)), follow
