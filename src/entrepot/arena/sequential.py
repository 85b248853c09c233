"""When enough has been played: a sequential test on deals, whose error holds however often it is looked at.

A deal's score is between 0 and 1 and its mean is one half for equal bots, but the games of a deal hang together in an
unknown way, so that no likelihood of it can be written down. Instead of the ratio of likelihoods of Wald's test, a
fortune is kept: it bets a part of itself on every deal against "the mean is at most so much". If that is true, the
fortune cannot be expected to grow, and reaches 1/e with a probability of at most e, at any time (Ville 1939). For
scores of 0 and 1 and the bets of Kelly it is Wald's test itself; the bets here follow the deviation that was seen so
far, as Waudby-Smith and Ramdas (2024) propose: deals that are played from all seats spread less than single games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

FIRST = "first"
SECOND = "second"
EVEN = "even"

EDGE = 0.6
"""The share of wins of two players that counts as a step."""

_BOLD = 0.75
"""Of the largest bet that cannot ruin."""
_PRIOR = 4
"""Deals that the first guess of the deviation counts for."""


def edge_for(players: int, edge: float) -> float:
    """The mean score of a deal for a bot that wins a share `edge` of games of two: as strong, at a larger table."""
    strength = edge / (1 - edge)
    alone = strength / (strength + players - 1)
    against = 1 / (1 + strength * (players - 1))
    return (1 + alone - against) / 2


def score(lone: int, other: int, players: int) -> float:
    """Of a deal: one half, more if the first bot won more tables while it sat alone than the second did."""
    return (1 + (lone - other) / players) / 2


class Fortune:
    """Bets against: the mean of values from 0 to 1 is at most `most`. `log` is what has become of a fortune of 1."""

    __slots__ = ("_hope", "_most", "log")

    def __init__(self, most: float, hope: float) -> None:
        self._most = most
        self._hope = hope
        self.log = 0.0

    def add(self, value: float, variance: float) -> None:
        """Bet on a value. `variance` is that of earlier ones only."""
        bet = min(self._hope / (variance + self._hope**2), _BOLD / self._most)
        self.log += math.log1p(bet * (value - self._most))


class Trial:
    """Looks at one deal after the other.

    `decision` is None until one of these is proved, each wrongly with a probability of at most `error`: `"first"` or
    `"second"` is the better one, or `"even"`: neither is as much better as `edge` says.

    Args:
        error: above 0, below 1.
        edge: the mean score that the better one would have, above one half.
    """

    def __init__(self, error: float, edge: float) -> None:
        hope = edge - 0.5
        # What is bet against, and whether scores count for the second. The first two are two ways to be wrong when both
        # are equal, the last two prove "even" together: half the error each.
        self._fortunes = [(Fortune(0.5, hope), False), (Fortune(0.5, hope), True)]
        self._fortunes += [(Fortune(1 - edge, hope), False), (Fortune(1 - edge, hope), True)]
        self._enough = math.log(2 / error)
        self._reached = [False] * 4
        self._count, self._sum, self._squares = 0, 0.0, 0.0
        self.decision: str | None = None

    def add(self, value: float) -> None:
        """Take a deal's score in."""
        mean = (self._sum + _PRIOR / 2) / (self._count + _PRIOR)
        variance = (self._squares + _PRIOR / 8) / (self._count + _PRIOR)
        for number, (fortune, turned) in enumerate(self._fortunes):
            fortune.add(1 - value if turned else value, variance)
            self._reached[number] |= fortune.log >= self._enough
        self._count += 1
        self._sum += value
        self._squares += (value - mean) ** 2
        first, second, *even = self._reached
        if self.decision is None and (first or second or all(even)):
            self.decision = FIRST if first else SECOND if second else EVEN


def decide(scores: Iterable[float], error: float, edge: float) -> tuple[str | None, int]:
    """The decision and after how many deals it fell; None and all of them where none did."""
    trial, count = Trial(error, edge), 0
    for value in scores:
        trial.add(value)
        count += 1
        if trial.decision is not None:
            break
    return trial.decision, count
