"""Many games: what they add up to, and that workers change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from entrepot import InvalidOptions, UnknownGame, bots
from entrepot.arena import Simulation, simulate
from entrepot.arena.bench import bench
from entrepot.arena.simulate import play_one

GAME = "spice-road"


def test_sums() -> None:
    simulation = simulate(GAME, ["random", "greedy", "random"], 6, seed=4)
    result = simulation.to_dict()
    assert {key: result[key] for key in ("game", "games", "players", "cut")} == {
        "game": GAME,
        "games": 6,
        "players": 3,
        "cut": 0,
    }
    assert [seat["bot"] for seat in result["seats"]] == ["random", "greedy", "random"]
    assert sum(seat["wins"] for seat in result["seats"]) == 6
    for seat, row in enumerate(result["seats"]):
        assert row["mean_points"] == pytest.approx(sum(o.points[seat] for o in simulation.outcomes) / 6)
    assert result["decisions"] == sum(outcome.decisions for outcome in simulation.outcomes)
    assert result["turns"] == sum(outcome.turns for outcome in simulation.outcomes)
    assert result["decisions"] >= result["turns"] > 0
    assert result["build"] in ("interpreted", "compiled")
    for outcome in simulation.outcomes:
        assert outcome.points[outcome.winner] == max(outcome.points)
        assert outcome.turns % 3 == 0


def test_workers_change_nothing() -> None:
    alone = simulate(GAME, ["greedy", "random"], 9, seed=2)
    together = simulate(GAME, ["greedy", "random"], 9, seed=2, workers=2)
    assert together.outcomes == alone.outcomes


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    shorter, longer = (simulate(GAME, ["random"] * 2, games, seed=8).outcomes for games in (3, 5))
    assert longer[:3] == shorter
    assert play_one(GAME, ["random"] * 2, 8, 4) == longer[4]


def test_seeds_differ() -> None:
    outcomes = {seed: simulate(GAME, ["random"] * 2, 3, seed).outcomes for seed in (0, 1, 2**64 - 1)}
    assert all(outcomes[a] != outcomes[b] for a in outcomes for b in outcomes if a != b)


def test_limit_of_rounds() -> None:
    (outcome,) = simulate(GAME, ["greedy"] * 4, 1, seed=1, max_rounds=3).outcomes
    assert outcome.cut
    assert outcome.turns == 12
    assert simulate(GAME, ["greedy"] * 4, 1, seed=1, max_rounds=3).to_dict()["cut"] == 1


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(GAME, ["random"] * 2, 4, progress=told.append)
    assert told == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("names", "numbers", "reason"),
    [
        (["random"], {}, "2 to 5 players"),
        (["random"] * 6, {}, "2 to 5 players"),
        (["random"] * 2, {"games": 0}, "games must be at least 1"),
        (["random"] * 2, {"seed": -1}, "a seed is"),
        (["random"] * 2, {"seed": 1 << 64}, "a seed is"),
        (["random"] * 2, {"workers": 0}, "workers must be at least 1"),
        (["random"] * 2, {"workers": 10_000}, "workers must be at most"),
        (["random"] * 2, {"max_rounds": -3}, "max rounds must be at least 1"),
    ],
)
def test_refusals(names: list[str], numbers: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOptions, match=reason):
        simulate(GAME, names, **{"games": 1, **numbers})


def test_unknown_names() -> None:
    with pytest.raises(UnknownGame):
        simulate("chess", ["random"] * 2, 1)
    with pytest.raises(bots.UnknownBot):
        simulate(GAME, ["random", "clever"], 1)


def test_equal_points_are_a_win_of_the_first_in_the_ranking() -> None:
    outcome = play_one(GAME, ["random"] * 2, 0, 0, max_rounds=1)
    result = Simulation(GAME, ["random"] * 2, [outcome], 0.0).to_dict()
    assert [seat["wins"] for seat in result["seats"]] == [int(outcome.winner == 0), int(outcome.winner == 1)]


def test_bench_measures_every_game() -> None:
    result = bench(0.05)
    assert list(result["games"]) == [GAME]
    assert result["games"][GAME]["decisions_per_second"] > 0
    assert result["games"][GAME]["copy_us"] > 0
