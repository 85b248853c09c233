"""What sharp would do, and why: in terms that a player can follow, never in numbers of a plan.

Nothing is known of the table but an observation, so an explanation says no more than whoever asks can see themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from ..core import cubes, piles
from ..core.actions import Action
from ..match import Observation
from .chances import Choice
from .levels import Easy, Sharp, expectations, without_another_look
from .planning import POINT_CARDS, Forecast, Plan

SHOWN = 3
"""Choices that are told at most."""

_ALL = 10_000
_SOON = 4
"""Turns within which a card is near enough to be counted on."""
_ENDING = 6
"""Turns within which the end is."""


class Advice(NamedTuple):
    """A choice of a turn and its reason.

    Attributes:
        actions: their texts, as far as nothing new comes to light between them; the first is the choice itself.
        reason: a name of `REASONS`, which says what else is told.
        points: of a card, an outpost or a tile.
        turns: own turns until then, this one not counted.
        more: points of the card after that.
        rival: the seat that would be first; None for nobody.
        gain: points by which the choice is better than the next one; 0 of the last.
    """

    actions: tuple[str, ...]
    reason: str
    points: int = 0
    turns: int = 0
    more: int = 0
    rival: int | None = None
    gain: float = 0.0


REASONS = (
    "last", "ends-ahead", "ends-behind", "claim-first", "claim-then", "claim", "outpost", "tile", "end-soon",
    "keep-first", "keep", "towards", "goal-first", "goal-then", "goal", "build", "deny", "rest", "gather",
)  # fmt: skip
"""Why a choice is good; the first that holds is told."""


def advise(observation: Observation) -> list[Advice]:
    """The best choices of sharp, best first, no two of which begin alike; empty where nobody is to decide."""
    if observation.seat is None:
        return []
    thought = Thought(observation)
    return thought.advice(thought.choices(SHOWN + 1))


def explain(observation: Observation, actions: Sequence[str]) -> Advice:
    """Why somebody may have played these actions, the first of which is decided in the observation."""
    return Thought(observation).reason(tuple(int(Action.parse(text)) for text in actions))


class Thought:
    """What sharp makes of a table for the seat that decides."""

    def __init__(self, observation: Observation) -> None:
        # Always the same draw, as for all planners: nothing that is drawn may count.
        self.observation = observation
        self.game: Any
        self.state: Any
        self.game, self.state = observation.sample(Random(0)).engine()
        self.seat = int(self.state.seat)
        self.name = observation.position["game"]
        self.scores = expectations(self.game, self.state, observation)
        self.value: Any = Sharp(Random(0)).planner(self.name, self.game, self.state, self.scores)
        self.wanted = [other.forecast(self.state) for other in self.value.others]

    def choices(self, most: int) -> list[Choice]:
        """What sharp would do first, and then what is worth most of what else it could begin with; not above `most`."""
        best, *found = list(self.ranked.values())[:most]
        if len(found) < most - 1:
            others = [action for action in map(int, self.observation.legal_actions) if action not in self.ranked]
            found += [self.choice(action) for action in self._promising(others)[: most - 1 - len(found)]]
        return [best, *sorted(found, reverse=True)]

    @cached_property
    def ranked(self) -> dict[int, Choice]:
        """What sharp thinks of to the end, by the action that it begins with, best first."""
        legal = [int(action) for action in self.observation.legal_actions]
        found: dict[int, Choice] = {}
        for value, way in self.value.candidates(self.game, self.state, legal, leads=True):
            found.setdefault(way[0], (value, way))
        return found

    def choice(self, action: int) -> Choice:
        """The best way that begins with an action."""
        if action in self.ranked:
            return self.ranked[action]
        found: list[Choice] = self.value.candidates(self.game, self.state, [action], leads=True)
        if found:
            return found[0]
        # Of cubes that are returned or upgraded one after the other only one order is followed, and this is another.
        after = self.state.copy()
        self.game.apply(after, action)
        lead, way = self.value.candidates(self.game, after, self.game.legal(after), leads=True)[0]
        return lead, (action, *way)

    def advice(self, choices: Sequence[Choice]) -> list[Advice]:
        """What is told of some choices, best first: with the reasons of `SHOWN`, and by how much each is better."""
        gains = [max(0.0, value - worse) for (value, _), (worse, _) in itertools.pairwise(choices)] + [0.0]
        return [self.reason(way)._replace(gain=gain) for (_, way), gain in zip(choices[:SHOWN], gains, strict=False)]

    def _promising(self, actions: list[int]) -> list[int]:
        """Those that sharp did not follow to their end, in the order of what they are worth at once."""
        if not actions:
            return []
        easy = Easy(Random(0)).planner(self.name, self.game, self.state, self.scores)
        easy.WIDTH = _ALL
        return list(dict.fromkeys(way[0] for _, way in easy.candidates(self.game, self.state, actions)))

    def reason(self, way: tuple[int, ...]) -> Advice:
        """What is good about a way through the turn."""
        game, seat, value = self.game, self.seat, self.value
        before, after = self.state, self.state.copy()
        for action in way:
            if after.over or action not in game.legal(after):
                break
            game.apply(after, action)
        texts = [str(Action(action)) for action in way]
        sure = [follow for _, follow in without_another_look(game, before.copy(), way)]
        told = Advice((texts[0], *[str(Action(follow)) for follow in sure]), "gather")
        plans, wanted = value.line(after)
        goals = self._goals(plans)
        claimed = _new(before.claimed, after.claimed, seat)
        ahead = value.final(after) > value.rivals
        if before.ending:
            return told._replace(reason="last")
        if after.over or after.ending:
            return told._replace(reason="ends-ahead" if ahead else "ends-behind")
        if claimed:
            points = sum(self._points(card) for card in claimed)
            rival = _rival(self.wanted, claimed, 2)
            if rival is not None:
                return told._replace(reason="claim-first", points=points, rival=rival)
            if goals:
                turns, card = goals[0]
                return told._replace(reason="claim-then", points=points, turns=turns, more=self._points(card))
            return told._replace(reason="claim", points=points)
        built = _outposts(game, after, seat) - _outposts(game, before, seat)
        if built > 0:
            return told._replace(reason="outpost", points=built)
        tiles = _new(before.bonus, after.bonus, seat) if hasattr(before, "bonus") else []
        worth = round(sum(value.tile_value(game.bonus[tile]) for tile in tiles)) if tiles else 0
        if worth > 0:
            return told._replace(reason="tile", points=worth)
        return self._later(told, after, plans, goals, wanted)

    def _later(
        self, told: Advice, after: Any, plans: list[Plan], goals: list[tuple[int, int]], wanted: list[Forecast]
    ) -> Advice:
        """What is good about a turn that brings no points itself."""
        value = self.value
        soon = len(plans) - 1 <= _ENDING
        if plans and soon and plans[-1].claimed >= value.cards_to_end and self._wins(plans[-1], len(plans) - 1):
            return told._replace(reason="end-soon", turns=len(plans) - 1)
        verbs = {text.partition(" ")[0] for text in told.actions}
        far = bool(goals) and goals[0][0] > _SOON
        if verbs & {"acquire", "keep"} and (far or not goals):
            rival = self._wants(after)
            return told._replace(reason="keep" if rival is None else "keep-first", rival=rival)
        if far:
            return told._replace(reason="towards", points=self._points(goals[0][1]))
        if goals:
            turns, card = goals[0]
            points, rival = self._points(card), _rival(wanted, [card], turns + 1)
            if rival is not None:
                return told._replace(reason="goal-first", points=points, turns=turns, rival=rival)
            if len(goals) > 1:
                return told._replace(reason="goal-then", points=points, turns=turns, more=self._points(goals[1][1]))
            return told._replace(reason="goal", points=points, turns=turns)
        for turns, (one, other) in enumerate(itertools.pairwise(plans), 1):
            if getattr(other, "outposts", 0) != getattr(one, "outposts", 0):
                return told._replace(reason="build", turns=turns)
        rival = self._wants(after)
        if rival is not None:
            return told._replace(reason="deny", rival=rival)
        return told._replace(reason="rest" if "rest" in verbs else "gather")

    def _wants(self, after: Any) -> int | None:
        """The seat that would take with its next turn what this one has taken."""
        return _rival(self.wanted, self.value.taken(self.value.plan(self.state), self.value.plan(after)), 1)

    def _goals(self, plans: list[Plan]) -> list[tuple[int, int]]:
        """The point cards of the plan, each with the turns until then."""
        found = []
        for turns, (one, other) in enumerate(itertools.pairwise(plans), 1):
            if other.claimed > one.claimed:
                found += [(turns, card) for card in self.value.taken(one, other) if 0 <= card < POINT_CARDS]
        return found

    def _points(self, card: int) -> int:
        return int(self.game.points[card])

    def _wins(self, plan: Plan, turns: int) -> bool:
        points = float(self.value.sure(plan)) + float(cubes.scoring(plan.storage))
        return float(self.value.total(points, turns)) > points


def _new(before: Any, after: Any, seat: int) -> list[int]:
    """What a seat has in a pile that it had not before."""
    had = set(piles.items(before, seat))
    return [int(one) for one in piles.items(after, seat) if one not in had]


def _outposts(game: Any, state: Any, seat: int) -> int:
    """The points of a seat's outposts, where there are some."""
    return int(game.lines(state, seat).get("outposts", 0)) if hasattr(state, "outposts") else 0


def _rival(forecasts: list[Forecast], things: list[int], turns: int) -> int | None:
    """The seat that would take one of some things within so many turns."""
    for forecast in forecasts:
        if any(thing in gone for gone in forecast.gone[:turns] for thing in things):
            return int(forecast.seat)
    return None
