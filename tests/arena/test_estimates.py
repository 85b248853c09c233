"""Intervals, ratings and sequential tests, on games whose truth is known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import pytest

from entrepot.arena.estimates import Meetings, Unit, bootstrap, bounds, elo, skills, wilson
from entrepot.arena.sequential import EVEN, FIRST, SECOND, decide, edge_for, score

TRIALS = 400


def deals(rng: Random, share: float, alike: float) -> Iterator[Unit]:
    """Deals of two players: the share that the first wins, and how often the second game is decided by the first."""
    while True:
        one = rng.random() < share
        other = one if rng.random() < alike else rng.random() < share
        yield one + other, 2 - one - other


def drawn(seed: int, share: float, alike: float, n: int) -> list[Unit]:
    found = deals(Random(seed), share, alike)
    return [next(found) for _ in range(n)]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("share", [0.5, 0.75, 0.95])
def test_how_often_wilson_holds_the_truth(share: float) -> None:
    held = 0
    for trial in range(TRIALS):
        low, high = wilson(sum(wins for wins, _ in drawn(trial, share, 0.0, 40)), 80)
        held += low <= share <= high
    assert held / TRIALS == pytest.approx(0.95, abs=0.04)


@pytest.mark.parametrize("share", [0.5, 0.75])
@pytest.mark.parametrize("alike", [0.0, 0.6])
def test_how_often_drawn_deals_hold_the_truth(share: float, alike: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("entrepot.arena.estimates.RESAMPLES", 200)
    held = narrow = 0
    for trial in range(TRIALS):
        units = drawn(trial, share, alike, 40)
        (low, high), (other_low, other_high) = bootstrap(units, 2)
        assert (other_low, other_high) == pytest.approx((1 - high, 1 - low))
        held += low <= share <= high
        below, above = wilson(sum(wins for wins, _ in units), 80)
        narrow += not below <= share <= above
    assert held / TRIALS == pytest.approx(0.95, abs=0.045)
    if alike:  # which is why there are two
        assert narrow / TRIALS > 0.08


def test_no_interval_is_a_point() -> None:
    (low, high), _ = bootstrap([(2, 0)] * 20, 2)
    assert low < 0.93 < high
    assert bootstrap([(1, 1)] * 20, 2)[0] == pytest.approx((0.47, 0.53), abs=0.03)


def test_the_chance_is_always_the_same() -> None:
    units = drawn(1, 0.6, 0.0, 30)
    assert bootstrap(units, 2) == bootstrap(units, 2)


def test_bounds() -> None:
    assert bounds([value / 1000 for value in range(1001)]) == pytest.approx((0.025, 0.975))


def games_of(first: float, second: float, players: int, rng: Random, n: int) -> list[Unit]:
    """Deals of bots of these strengths, by the model of the rating."""

    def wins(own: float, other: float) -> int:
        return sum(rng.random() < own / (own + (players - 1) * other) for _ in range(players))

    if players == 2:
        return [(won, 2 - won) for won in (wins(first, second) for _ in range(n))]
    return [(wins(first, second), wins(second, first)) for _ in range(n)]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_elo_finds_the_strengths(players: int) -> None:
    rng, truth = Random(players), [0.0, 100.0, 250.0]
    strength = [10 ** (value / 400) for value in truth]
    meetings = [
        Meetings(a, b, players, games_of(strength[a], strength[b], players, rng, 300))
        for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    found = elo(3, meetings)
    mean = sum(truth) / 3
    for (value, (low, high)), true in zip(found, truth, strict=True):
        assert low < value < high
        assert low - 10 < true - mean + 1500 < high + 10
        assert high - low < 90
    assert sum(value for value, _ in found) == pytest.approx(4500)


def test_elo_of_who_never_lost() -> None:
    (best, (low, high)), (other, _) = elo(2, [Meetings(0, 1, 2, [(2, 0)] * 10)])
    assert low < best < high < 3000
    assert best - other == pytest.approx(400 * math.log10(21))


def test_elo_of_equals() -> None:
    for players in (2, 4):
        assert [value for value, _ in elo(2, [Meetings(0, 1, players, [(1, 1)] * 5)])] == pytest.approx([1500, 1500])


def test_skills_rise_with_wins() -> None:
    (first, spread), (second, _) = skills(2, [([0, 1], [0, 1]), ([1, 0], [1, 0])] * 10)
    assert first > 25 > second
    assert spread < 25 / 3
    crowd = skills(2, [([0, 1, 1, 1], [0, 1, 2, 3])] * 10)
    assert crowd[0][0] > 25 > crowd[1][0]


@pytest.mark.parametrize("alike", [0.0, 1.0])
def test_errors_of_the_sequential_test(alike: float) -> None:
    """Each kind of error in at most 5 of 100, with room for the chance of 400 trials (two standard deviations: 2.2)."""

    def decisions(share: float) -> list[str | None]:
        found = []
        for trial in range(TRIALS):
            units = deals(Random(trial), share, alike)
            found.append(decide((score(*next(units), 2) for _ in range(2000)), 0.05, 0.6)[0])
        return found

    even, step, back = decisions(0.5), decisions(0.6), decisions(0.4)
    assert even.count(EVEN) >= 0.928 * TRIALS
    assert abs(even.count(FIRST) - even.count(SECOND)) < 0.05 * TRIALS
    assert step.count(FIRST) >= 0.928 * TRIALS
    assert step.count(SECOND) == 0
    assert back.count(SECOND) >= 0.928 * TRIALS
    assert decisions(0.8) == [FIRST] * TRIALS


def test_a_sequential_test_is_soon_done_where_much_is_decided() -> None:
    assert decide([1.0] * 100, 0.05, 0.6) == (FIRST, 12)
    assert decide([0.0] * 100, 0.05, 0.6) == (SECOND, 12)
    decision, deals_ = decide([0.5] * 100, 0.05, 0.6)
    assert decision == EVEN
    assert deals_ < 60
    assert decide([0.5] * 3, 0.05, 0.6) == (None, 3)


def test_the_step_at_larger_tables_is_one_of_the_same_strength() -> None:
    assert edge_for(2, 0.6) == pytest.approx(0.6)
    # Of strength 1.5 among three of 1, and of 1 among three of 1.5.
    assert edge_for(4, 0.6) == pytest.approx((1 + 1.5 / 4.5 - 1 / 5.5) / 2)
    assert score(1, 1, 4) == 0.5
    assert score(4, 0, 4) == 1.0
    assert score(2, 0, 2) == 1.0
