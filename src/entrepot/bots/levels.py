"""Planners: each tries the ways to end its turn on a world drawn from what it sees, and takes what promises most.

What a table promises is the only thing that a game has to say, see `VALUES`; how much of it counts is data.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from random import Random
from typing import Any, ClassVar, cast

from ..core import cubes
from ..core.actions import Action
from ..core.engine import FORT, PAY, RETURN, TURN, UPGRADE, Game, State, kind_of
from ..games.spice_road import SpiceRoad
from ..match import Observation
from .east_west import PartOneValue, SeaValue
from .new_world import NewWorldValue
from .planning import PlanValue
from .spice_road import SpiceRoadValue, expected_scores

VALUES: dict[str, Callable[[Any, Any, int, list[float], Mapping[str, float]], PlanValue[Any, Any]]] = {
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


def weights(name: str) -> dict[str, dict[str, float]]:
    """Tuned weights by game, of a file of this package."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


class Greedy:
    """One turn ahead by the rules; what may come of it is for the game's value to say.

    What it has decided on is done, as long as nothing new comes to light.
    """

    WEIGHTS: ClassVar[Mapping[str, Mapping[str, float]]] = {}
    """By game the weights that are not the usual ones."""

    MISSED: ClassVar[float] = 0.0
    """Of all ways through a turn, those that it does not think of."""

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
            if sight == sight_of(observation):
                return Action(action)
        # Always the same draw: nothing that is drawn may count, so it need not vary.
        game, state = observation.sample(Random(0)).engine()
        way = self._way(game, state, observation)
        self._rest = list(reversed(list(without_another_look(game, state, way))))
        return Action(way[0])

    def _way(self, game: Game[Any], state: State, observation: Observation) -> tuple[int, ...]:
        """The way through the rest of the turn that is taken."""
        return self._ways(game, state, observation)[0][1]

    def _ways(self, game: Game[Any], state: State, observation: Observation) -> list[tuple[float, tuple[int, ...]]]:
        """Those that promise most, and what, the best first."""
        legal = [int(action) for action in observation.legal_actions]
        value = self.planner(observation.position["game"], game, state, expectations(game, state, observation))
        return value.candidates(game, state, legal, self._notices if self.MISSED else None)

    def _notices(self) -> bool:
        return self._rng.random() >= self.MISSED

    def planner(self, name: str, game: Game[Any], state: State, scores: list[float]) -> PlanValue[Any, Any]:
        """What tables promise to the seat that decides."""
        value = self._valued(name, game, state, state.seat, scores)
        value.WIDTH = self._plans(value.WIDTH)
        return value

    def _valued(self, name: str, game: Game[Any], state: State, seat: int, scores: list[float]) -> PlanValue[Any, Any]:
        return VALUES[name](game, state, seat, scores, self.WEIGHTS.get(name, {}))

    def _plans(self, usual: int) -> int:
        return max(1, round(usual * self._effort))


class Easy(Greedy):
    """Sees what comes of this turn and no further, and overlooks some of it."""

    WEIGHTS: ClassVar = {name: {"DEPTH": 0} for name in VALUES}
    MISSED = 0.15


class Calm(Easy):
    """Sees no further than easy, and overlooks half of it."""

    MISSED = 0.5


class Sharp(Greedy):
    """Further ahead, and with what the rivals are likely to take and to do about it."""

    FILE: ClassVar = "weights.toml"
    WEIGHTS: ClassVar = weights(FILE)

    WIDTH = 40  # plans followed
    RIVALS = 20  # plans followed for a rival

    def planner(self, name: str, game: Game[Any], state: State, scores: list[float]) -> PlanValue[Any, Any]:
        value = self._valued(name, game, state, state.seat, scores)
        value.WIDTH = self._plans(self.WIDTH)
        others = [self._valued(name, game, state, seat, scores) for seat in range(game.players) if seat != state.seat]
        for other in others:
            other.WIDTH = self._plans(self.RIVALS)
        value.foresee(others, state)
        return value


class Master(Sharp):
    """Plays the best choices of sharp on in worlds that are drawn from what it sees, for some turns, and takes the one
    that comes out best.

    In Spice Road, where that gained nothing, it follows more plans instead. Some games have weights of their own.
    """

    FILE = "master.toml"
    WEIGHTS: ClassVar = {
        game: {**usual, **own.get(game, {})} for own in [weights(FILE)] for game, usual in Sharp.WEIGHTS.items()
    }

    WIDER: ClassVar = {"spice-road": 4}
    """Times the plans of sharp."""

    WORLDS: ClassVar = {"new-world": 16, "east-west-1": 12, "east-west-2": 8, "east-west-3": 6}
    """At a table of two; of more players as many fewer, as more is played in each."""

    LEAST = 3  # worlds
    CHOICES = 5  # that are played on,
    NEAR = 12.0  # as far as no more points below the best one
    TURNS = 2  # own ones that are played
    PLAIN: ClassVar = {"DEPTH": 4, "WIDTH": 6}
    """How turns are planned there; without the rivals, so that many of them can be played."""
    LAST: ClassVar = {"DEPTH": 5, "WIDTH": 10}
    """How what comes after them is."""
    MOST = 60.0  # points by which to be ahead counts, and as much again to have won
    TRUST = 0.5  # of what sharp expects, beside what came of it

    def planner(self, name: str, game: Game[Any], state: State, scores: list[float]) -> PlanValue[Any, Any]:
        value = super().planner(name, game, state, scores)
        wider = self.WIDER.get(name, 1)
        value.WIDTH *= wider
        for other in value.others:
            other.WIDTH *= wider
        return value

    def _way(self, game: Game[Any], state: State, observation: Observation) -> tuple[int, ...]:
        name = observation.position["game"]
        (most, best), *others = self._ways(game, state, observation)
        # Another turn at once is one turn more to choose well in, which would make any choice before it look better.
        choices = [(most, best)]
        for promise, way in others[: max(2, self._plans(self.CHOICES)) - 1]:
            if promise >= most - self.NEAR and not _again(game, state, way):
                choices.append((promise, way))
        worlds = self.WORLDS.get(name, 0)
        if not worlds or len(choices) == 1 or _again(game, state, best):
            return best
        worlds = self._plans(max(self.LEAST, worlds * 2 // game.players))
        worth = [self.TRUST * max(-self.MOST, promise) for promise, _ in choices]
        for number in range(1, worlds + 1):
            rules, world = observation.sample(Random(number)).engine()
            for place, (_, way) in enumerate(choices):
                worth[place] += self._ahead(name, rules, world.copy(), way) / worlds
        return choices[max(range(len(choices)), key=lambda place: (worth[place], -place))][1]

    def _ahead(self, name: str, game: Game[Any], world: State, way: tuple[int, ...]) -> float:
        """By how much the seat that decides in a world is likely to be ahead after a way through its turn."""
        seat, own, moved = world.seat, 0, False
        _go(game, world, way)
        while not world.over:
            moved = moved or world.seat != seat
            if moved and world.seat == seat and kind_of(world.pending) == TURN:
                own, moved = own + 1, False
                if own > self.TURNS:
                    break
            planner = self._plainly(name, game, world, world.seat, self.PLAIN)
            _go(game, world, planner.candidates(game, world, game.legal(world))[0][1])
        if world.over:
            result = game.result(world)
            won = self.MOST if result.ranking[0] == seat else -self.MOST
            return won + self._lead([float(points) for points in result.points], seat)
        planners = [self._plainly(name, game, world, one, self.LAST) for one in range(game.players)]
        return self._lead([planner.forecast(world).value for planner in planners], seat)

    def _lead(self, points: list[float], seat: int) -> float:
        ahead = points[seat] - max(one for other, one in enumerate(points) if other != seat)
        return max(-self.MOST, min(self.MOST, ahead))

    def _plainly(
        self, name: str, game: Game[Any], state: State, seat: int, how: Mapping[str, int]
    ) -> PlanValue[Any, Any]:
        """What tables promise to a seat that plans alone, and in a world where it knows all scores."""
        scores = [float(points) for points in game.result(state).points]
        value = self._valued(name, game, state, seat, scores)
        value.weigh(how)
        return value


def _again(game: Game[Any], state: State, way: tuple[int, ...]) -> bool:
    """Whether a way through a turn leads to another one of the same seat."""
    after = state.copy()
    for action in way:
        game.apply(after, action)
    return not after.over and after.seat == after.active == state.seat and kind_of(after.pending) == TURN


def _go(game: Game[Any], state: State, way: tuple[int, ...]) -> None:
    """Go a way as far as it can be gone: in another world than it was planned in, something else may come to light."""
    seat = state.seat
    for action in way:
        if state.over or state.seat != seat or action not in game.legal(state):
            return
        game.apply(state, action)


def expectations(game: Game[Any], state: State, observation: Observation) -> list[float]:
    """What each seat may be expected to have."""
    if observation.position["game"] == "spice-road":
        return expected_scores(cast("SpiceRoad", game), observation)
    return [float(points) for points in game.result(state).points]


def sight_of(observation: Observation) -> Sight:
    """What tells this decision from another one of the same turn."""
    storages = (cubes.parse(seat["storage"]) for seat in observation.position["seats"])
    return tuple(map(int, observation.legal_actions)), tuple(storages)


def without_another_look(game: Game[Any], state: State, way: tuple[int, ...]) -> Iterator[tuple[Sight, int]]:
    """What of a way can be gone without another look."""
    reveals = state.reveals
    for action, follow in itertools.pairwise(way):
        game.apply(state, action)
        if state.reveals != reveals or kind_of(state.pending) in _ANEW:
            return
        yield (tuple(game.legal(state)), tuple(state.storage)), follow
