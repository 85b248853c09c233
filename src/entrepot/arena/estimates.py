"""How sure results are: shares of wins, and ratings. Games of a deal hang together, so deals are what is resampled."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import NormalDist, quantiles

from openskill.models import PlackettLuce

Interval = tuple[float, float]
"""Lower and upper bound of 95 in 100."""

LEVEL = 0.95
RESAMPLES = 1000
BASE = 1500.0
"""The mean Elo of all who take part."""

_SEED = 20170
_STEPS = 1000
_NEAR = 1e-4  # of a logarithm: a fiftieth of a point of Elo
_SPREAD = 400 / math.log(10)
_MODEL = PlackettLuce()


def wilson(wins: int, games: int) -> Interval:
    """The interval of Wilson for a share of wins, as if all games were independent of each other.

    Args:
        games: at least 1.
    """
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    share, part = wins / games, z * z / games
    middle = (share + part / 2) / (1 + part)
    reach = z / (1 + part) * math.sqrt(share * (1 - share) / games + part / games / 4)
    return middle - reach if wins else 0.0, middle + reach if wins < games else 1.0


def bounds(values: Sequence[float]) -> Interval:
    """What 95 in 100 of resampled values lie between."""
    cuts = quantiles(values, n=round(2 / (1 - LEVEL)), method="inclusive")
    return cuts[0], cuts[-1]


Shares = tuple[float, float]
Unit = tuple[int, int]
"""Of the games of one deal, how many each bot won while it sat alone: the first of the pairing, then the second. Of two
players both counts are of the same games."""


def _prior(players: int) -> dict[Unit, float]:
    """What counts as one deal more: all or nothing, in the mean an even share. For two it is that of Jeffreys."""
    even = 1 / players
    return {(players, 0): even, (0, players): even, (0, 0): 1 - 2 * even}


def _shares(counted: Mapping[Unit, float], players: int, weigh: Callable[[float], float]) -> Shares:
    """The share of wins of each bot alone, with deals weighed."""
    whole = lone = other = 0.0
    for (first, second), count in counted.items():
        weight = weigh(count) if count else 0.0
        whole += weight
        lone += weight * first
        other += weight * second
    return _inside(lone / whole / players), _inside(other / whole / players)


def _inside(share: float) -> float:
    return min(max(share, 1e-9), 1 - 1e-9)


class Deals:
    """All deals of a pairing, drawn anew as often as wanted: the Bayesian bootstrap of Rubin (1981).

    One deal more, all or nothing, says that what never happened may happen yet, so that no interval is a point.
    """

    def __init__(self, units: Sequence[Unit], players: int) -> None:
        self._players = players
        self._counted: Counter[Unit] = Counter(units)
        for unit, count in _prior(players).items():
            self._counted[unit] += count  # type: ignore[assignment]

    @property
    def middle(self) -> Shares:
        """The shares of wins of each bot alone, with that deal."""
        return _shares(self._counted, self._players, float)

    def drawn(self, rng: Random) -> Shares:
        """The same, every deal weighed by chance."""
        return _shares(self._counted, self._players, lambda count: rng.gammavariate(count, 1.0))


def bootstrap(units: Sequence[Unit], players: int) -> tuple[Interval, Interval]:
    """Intervals for the share of wins of each bot of a pairing while it sat alone; the chance is always the same."""
    rng, deals = Random(_SEED), Deals(units, players)
    lone, other = zip(*(deals.drawn(rng) for _ in range(RESAMPLES)), strict=True)
    return bounds(lone), bounds(other)


@dataclass(frozen=True, slots=True)
class Meetings:
    """All deals of two bots, by their numbers among all bots.

    Attributes:
        players: seats at the table.
        units: what came of each deal.
    """

    first: int
    second: int
    players: int
    units: Sequence[Unit]


def elo(bots: int, meetings: Sequence[Meetings]) -> list[tuple[float, Interval]]:
    """The Elo of each bot and its interval, from who won which table; the mean is `BASE`.

    A bot of twice the strength wins twice as often for each of its seats (Bradley and Terry; of more than two seats the
    first place as in Plackett and Luce). Deals are drawn by a fixed chance, see `Deals`.
    """
    tables = [(one.first, one.second, one.players, len(one.units)) for one in meetings]
    deals = [Deals(one.units, one.players) for one in meetings]
    found = _strengths(bots, tables, [one.middle for one in deals], [0.0] * bots)
    rng = Random(_SEED)
    drawn = [_strengths(bots, tables, [one.drawn(rng) for one in deals], found) for _ in range(RESAMPLES)]
    spreads = [bounds([BASE + _SPREAD * one[bot] for one in drawn]) for bot in range(bots)]
    return [(BASE + _SPREAD * found[bot], spreads[bot]) for bot in range(bots)]


def _strengths(
    bots: int, tables: Sequence[tuple[int, int, int, int]], shares: Sequence[Shares], start: Sequence[float]
) -> list[float]:
    """Logarithms of the most likely strengths, their mean 0, by the steps of Hunter (2004)."""
    won = [0.0] * bots
    met: list[tuple[int, int, int, int, int]] = []  # two bots, the seats of each, games
    for (first, second, players, deals), (lone, other) in zip(tables, shares, strict=True):
        games = deals * players
        met.append((first, second, 1, players - 1, games))
        won[first] += games * lone
        won[second] += games * (1 - lone)
        if players > 2:
            met.append((first, second, players - 1, 1, games))
            won[first] += games * (1 - other)
            won[second] += games * other
    logs = list(start)
    for _ in range(_STEPS):
        strength = [math.exp(log) for log in logs]
        weight = [0.0] * bots
        for first, second, ones, others, number in met:
            each = number / (ones * strength[first] + others * strength[second])
            weight[first] += ones * each
            weight[second] += others * each
        new = [math.log(a / b) for a, b in zip(won, weight, strict=True)]
        mean = sum(new) / bots
        new = [log - mean for log in new]
        moved = max(abs(a - b) for a, b in zip(new, logs, strict=True))
        logs = new
        if moved < _NEAR:
            break
    return logs


def skills(bots: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[tuple[float, float]]:
    """Mean and deviation of every bot's openskill rating (Plackett and Luce), game after game.

    Args:
        games: of each the bot of every seat, and the seats, best first. A bot with several seats moves by the mean of
            what each of them would.
    """
    ratings = [(_MODEL.mu, _MODEL.sigma)] * bots
    for seating, ranking in games:
        teams = [[_MODEL.rating(*ratings[seating[seat]])] for seat in ranking]
        after = _MODEL.rate(teams, ranks=list(range(len(teams))))
        moved: dict[int, list[tuple[float, float]]] = {}
        for seat, [rating] in zip(ranking, after, strict=True):
            moved.setdefault(seating[seat], []).append((rating.mu, rating.sigma))
        for bot, each in moved.items():
            ratings[bot] = (sum(mu for mu, _ in each) / len(each), sum(sigma for _, sigma in each) / len(each))
    return ratings
