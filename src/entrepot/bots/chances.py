"""Chances to win: what sharp expects of a position, as it has come true in games of its own."""

from __future__ import annotations

import json
import math
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

from ..core import piles
from ..core.engine import Game, State
from .planning import PlanValue

FILE = "chances.json"
"""What scripts/chances.py has learned, by game."""

KNOTS = (-100.0, -40.0, -25.0, -15.0, -8.0, -3.0, 3.0, 8.0, 15.0, 25.0, 40.0, 100.0, 150.0, 190.0, 230.0)
"""Leads between which a chance grows evenly; who sees how to end the game as its winner is some 200 points ahead."""


SPANS = ("start", "early", "late", "last")
"""Of a game; the last one is when its end has begun."""

_START = 0.4
"""Of a game, until there is nothing left of its start."""

_BEFORE = 0.99
"""The most that is claimed before the end begins."""

Choice = tuple[float, tuple[int, ...]]
"""By how much a way through the turn leads the rivals, and the way."""


class Prospect(NamedTuple):
    """What sharp expects of a table on which a seat is to decide.

    Attributes:
        seat: that seat.
        lead: points by which it is likely to be ahead of the best of the others after the best that it can do.
        claimed: the most point cards of a seat, as a share of those that begin the end: 1 where that has begun, or
            begins with the best.
        round: its number.
        others: per seat, 0 for itself, the points that its own plans come to.
    """

    seat: int
    lead: float
    claimed: float
    round: int
    others: list[float]

    @classmethod
    def of(cls, choice: Choice, value: PlanValue[Any, Any], game: Game[Any], state: State) -> Prospect:
        """That of a table of which the best choice is known."""
        others = [0.0] * int(game.players)
        for other in value.others:
            others[other.seat] = other.forecast(state).value
        return cls(int(value.seat), choice[0], claimed(game, state, choice[1]), int(state.round), others)


def claimed(game: Game[Any], state: State, way: tuple[int, ...]) -> float:
    """`Prospect.claimed`, if a way is gone."""
    after = state.copy()
    for action in way:
        if after.over or action not in game.legal(after):
            break
        game.apply(after, action)
    if after.ending:
        return 1.0
    most = max(int(piles.size(state.claimed, seat)) for seat in range(game.players))
    return min(_BEFORE, most / int(game.cards_to_end))


@cache
def learned() -> dict[str, Any]:
    """By game what positions were worth: see `Scale`; how many games of how many players that was learned from
    (`games`), and how far chances are likely to be off (`off`)."""
    known: dict[str, Any] = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return known


class Scale:
    """What leads were worth in one game with so many players."""

    def __init__(self, known: dict[str, Any], players: int) -> None:
        """What was learned of a game.

        Args:
            known: by name of `SPANS` what each part between two knots adds then to the logarithm of the odds; `even`,
                by number of players, where that starts; `apart`, the points between two others of whom one wins e times
                as often; and `rounds`, those of a usual game.
        """
        self.slopes: list[list[float]] = [known[span] for span in SPANS]
        self.even: list[float] = known["even"][str(players)]
        self.apart: float = known["apart"]
        self.rounds: float = known["rounds"]

    def chance(self, lead: float, claimed: float, number: int) -> float:
        """Of the seat that decides, in a round of that number. It never falls while the lead grows."""
        below = parts(lead)
        odds = 0.0
        for share, even, slopes in zip(spans(claimed, number, self.rounds), self.even, self.slopes, strict=True):
            if share:
                odds += share * (even + sum(part * slope for part, slope in zip(below, slopes, strict=True)))
        return 1 / (1 + math.exp(-odds))

    def chances(self, prospect: Prospect) -> list[float]:
        """Of all seats; their sum is 1."""
        own = self.chance(prospect.lead, prospect.claimed, prospect.round)
        shares = weights(prospect.others, self.apart, prospect.seat)
        return [own if seat == prospect.seat else (1 - own) * share for seat, share in enumerate(shares)]


def scale(game: str, players: int) -> Scale:
    """What leads are worth in a game."""
    return Scale(learned()["games"][game], players)


def spans(claimed: float, number: int, rounds: float) -> tuple[float, float, float, float]:
    """How much a table belongs to each of `SPANS`, in a round of that number; together 1."""
    if claimed >= 1:
        return 0.0, 0.0, 0.0, 1.0
    start = max(0.0, 1 - number / (_START * rounds))
    late = (1 - start) * (claimed + min(1.0, number / rounds)) / 2
    return start, 1 - start - late, late, 0.0


def parts(lead: float) -> list[float]:
    """How much of each part between two knots lies below a lead, from 0 to 1."""
    return [min(1.0, max(0.0, (lead - low) / (high - low))) for low, high in pairwise(KNOTS)]


def weights(others: list[float], apart: float, seat: int) -> list[float]:
    """Shares of the seats but one in what that one leaves to them; 0 for itself."""
    best = max(value for other, value in enumerate(others) if other != seat)
    raised = [0.0 if other == seat else math.exp((value - best) / apart) for other, value in enumerate(others)]
    total = sum(raised)
    return [one / total for one in raised]
