"""How sure results are: shares of wins, and ratings. Games of a deal hang together, so deals are what is resampled."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
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


Unit = tuple[int, int]
"""Of the games of one deal, how many each bot won while it sat alone: the first of the pairing, then the second. Of two
players both counts are of the same games."""


def resampled(units: Sequence[Unit], rng: Random) -> Unit:
    """The sums over as many deals, drawn from these with replacement."""
    drawn = rng.choices(units, k=len(units))
    return sum(first for first, _ in drawn), sum(second for _, second in drawn)


def bootstrap(units: Sequence[Unit], games: int) -> tuple[Interval, Interval]:
    """Intervals for the share of wins of each bot of a pairing, the deals resampled by a fixed chance.

    Args:
        games: of each bot alone, in all units together; at least 1.
    """
    rng = Random(_SEED)
    sums = [resampled(units, rng) for _ in range(RESAMPLES)]
    return bounds([first / games for first, _ in sums]), bounds([second / games for _, second in sums])


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
    first place as in Plackett and Luce). To every pairing one drawn game of two players is added, so that a bot which
    never lost has a rating too. Deals are resampled by a fixed chance, a pairing for itself.
    """
    tables = [(one.first, one.second, one.players, len(one.units)) for one in meetings]
    found = _strengths(bots, tables, [_sum(one.units) for one in meetings], [0.0] * bots)
    rng = Random(_SEED)
    drawn = [_strengths(bots, tables, [resampled(one.units, rng) for one in meetings], found) for _ in range(RESAMPLES)]
    spreads = [bounds([BASE + _SPREAD * one[bot] for one in drawn]) for bot in range(bots)]
    return [(BASE + _SPREAD * found[bot], spreads[bot]) for bot in range(bots)]


def _sum(units: Iterable[Unit]) -> Unit:
    first, second = zip(*units, strict=True)
    return sum(first), sum(second)


def _strengths(
    bots: int, tables: Sequence[tuple[int, int, int, int]], wins: Sequence[Unit], start: Sequence[float]
) -> list[float]:
    """Logarithms of the most likely strengths, their mean 0, by the steps of Hunter (2004)."""
    won = [0.0] * bots
    met: list[tuple[int, int, int, int, int]] = []  # two bots, the seats of each, games
    for (first, second, players, deals), (lone, other) in zip(tables, wins, strict=True):
        games = deals * players
        met += [(first, second, 1, players - 1, games), (first, second, 1, 1, 1)]
        won[first] += lone + 0.5
        won[second] += games - lone + 0.5
        if players > 2:
            met.append((first, second, players - 1, 1, games))
            won[first] += games - other
            won[second] += other
    logs = list(start)
    for _ in range(1000):
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
        if moved < 1e-5:
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
