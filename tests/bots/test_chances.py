"""Chances: they never fall while the lead grows, their sum is 1, and what was learned covers every table."""

from __future__ import annotations

import itertools

import pytest

from entrepot.bots.chances import KNOTS, SPANS, Prospect, learned, parts, scale
from entrepot.games import TITLES, title

PHASES = (0.0, 0.3, 0.7, 1.0)
TABLES = [(game, n) for game in TITLES for n in range(title(game).least, title(game).most + 1)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_more_points_ahead_are_never_worse(game: str, players: int) -> None:
    known = scale(game, players)
    for phase in PHASES:
        chances = [known.chance(lead, phase, round(20 * phase) + 1) for lead in range(-300, 301, 2)]
        assert all(0 < one < 1 for one in chances)
        assert all(one <= other for one, other in itertools.pairwise(chances))
        assert chances[-1] > 1.2 / players > 0.7 / players > chances[0]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_somebody_wins(game: str, players: int) -> None:
    known = scale(game, players)
    others = [10.0 * seat for seat in range(players)]
    for seat, lead, phase in itertools.product(range(players), (-500.0, -3.0, 0.0, 40.0), PHASES):
        chances = known.chances(Prospect(seat, lead, phase, 9, others))
        assert sum(chances) == pytest.approx(1)
        rest = [chance for number, chance in enumerate(chances) if number != seat]
        assert rest == sorted(rest)  # who has more to come from its plans wins rather


def test_a_lead_is_parted_between_the_knots() -> None:
    assert parts(KNOTS[0] - 1) == [0.0] * (len(KNOTS) - 1)
    assert parts(KNOTS[-1] + 1) == [1.0] * (len(KNOTS) - 1)
    assert parts((KNOTS[2] + KNOTS[3]) / 2) == [1.0, 1.0, 0.5, *[0.0] * (len(KNOTS) - 4)]


@pytest.mark.parametrize("game", TITLES)
def test_it_was_learned_from_many_games(game: str) -> None:
    known = learned()["games"][game]
    assert known["games"] >= 50
    assert 0 < known["off"] < 0.08
    for span in SPANS:
        assert len(known[span]) == len(KNOTS) - 1
        assert min(known[span]) > 0
