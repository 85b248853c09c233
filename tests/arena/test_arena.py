"""Many games: what they add up to, and that workers change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from entrepot import InvalidOptions, UnknownGame, bots, games
from entrepot.arena import Setting, Simulation, simulate
from entrepot.arena.bench import bench
from entrepot.components import EastWestBox, load, loads, packaged

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
    assert together.uses == alone.uses


def test_a_longer_run_begins_like_a_shorter_one() -> None:
    shorter, longer = (simulate(GAME, ["random"] * 2, games, seed=8).outcomes for games in (3, 5))
    assert longer[:3] == shorter
    assert Setting(GAME, ["random"] * 2, 8, load(GAME), {}).play(4)[0] == longer[4]


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
        (["random"] * 2, {"max_rounds": -3}, "max_rounds must be at least 1"),
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
    setting = Setting(GAME, ["random"] * 2, 0, load(GAME), {}, max_rounds=1)
    outcome, uses = setting.play(0)
    result = Simulation(setting, [outcome], uses, 0.0).to_dict()
    assert [seat["wins"] for seat in result["seats"]] == [int(outcome.winner == 0), int(outcome.winner == 1)]


def test_options_and_components_are_played_with() -> None:
    result = simulate("new-world", ["random"] * 2, 2, options={"board": "E1"}, max_rounds=40).to_dict()
    assert result["options"] == {"board": "E1"}
    assert {name.partition(".")[0] for name in result["uses"]["locations"]} == {"A1", "B1", "C1", "E1"}
    box = loads("new-world", packaged("new-world").replace("cards_to_end = 8", "cards_to_end = 1"))
    short = simulate("new-world", ["greedy"] * 2, 2, components=box)
    assert short.to_dict()["components"] == box.hash != load("new-world").hash
    assert all(outcome.turns < 40 for outcome in short.outcomes)
    with pytest.raises(InvalidOptions, match="option board is one of"):
        simulate("new-world", ["random"] * 2, 1, options={"board": "Z9"})


def test_uses_are_what_the_events_say() -> None:
    setting = Setting("new-world", ["greedy", "random"], 5, load("new-world"), {"board": "D1"})
    outcome, uses = setting.play(2)
    assert set(uses) == {"locations", "cards", "bonus", "exploration"}
    assert len(uses["locations"]) == 23
    assert all(use.turns == outcome.turns for sort in uses.values() for use in sort.values())
    assert sum(use.offers for use in uses["bonus"].values()) == 17
    assert sum(use.uses for use in uses["locations"].values()) < outcome.turns
    lines = simulate("new-world", ["greedy", "random"], 3, seed=5, options={"board": "D1"}).uses
    assert sum(use.uses for use in lines["bonus"].values()) <= 3 * 2 * 3
    assert all(0 <= use.wins <= use.uses <= use.offers for use in lines["cards"].values())
    assert max(sum(use.uses for use in uses["cards"].values()), 8) <= 16
    claims = sum(use.wins for use in uses["cards"].values())
    assert 0 < claims <= 8


def test_uses_of_spice_road() -> None:
    uses = simulate(GAME, ["greedy"] * 2, 2, seed=3).uses
    assert set(uses) == {"cards", "merchants", "played"}
    assert uses["played"]["YY"].offers == uses["played"]["up2"].offers == 4
    assert sum(use.offers for use in uses["merchants"].values()) == 2 * 43
    assert sum(use.uses for use in uses["played"].values()) > sum(use.uses for use in uses["merchants"].values()) > 0


@pytest.mark.parametrize(
    ("game", "sorts"),
    [
        ("east-west-1", {"used", "kept", "routed"}),
        ("east-west-2", {"outposts", "columns"}),
        ("east-west-3", {"used", "outposts", "columns"}),
    ],
)
def test_uses_of_from_east_to_west(game: str, sorts: set[str]) -> None:
    box = load(game)
    assert isinstance(box, EastWestBox)
    outcome, uses = Setting(game, ["greedy", "greedy"], 6, box, {}).play(1)
    total = {sort: sum(use.uses for use in named.values()) for sort, named in uses.items()}
    assert set(uses) == {"locations", "cards", "bonus", "exploration"} | sorts
    assert sum(use.offers for use in uses["exploration"].values()) == {"east-west-1": 10}.get(game, 9)

    def visits(kind: str) -> int:
        return sum(
            use.uses
            for name, use in uses["locations"].items()
            if box.land.faces[name[:2]].locations[int(name[3:]) - 1].type == kind
        )

    assert visits("fort") > 0
    assert visits("market") == total.get("used", 0) + total.get("kept", 0)
    if "used" in sorts:
        assert sum(use.offers for use in uses["used"].values()) == 43
        assert total["used"] > 0
    if "routed" in sorts:
        assert total["kept"] > 0
        assert 0 < total["routed"] < outcome.turns
    if "outposts" in sorts:
        assert {use.offers for use in uses["outposts"].values()} <= {2, 4, 6}
        assert sum(use.offers for use in uses["outposts"].values()) == 24
        assert 4 * total["columns"] <= total["outposts"] <= min(24, visits("ship"))
        assert [use.offers for use in uses["columns"].values()] == [2, 2, 2]


def test_bench_measures_every_game() -> None:
    result = bench(0.05)
    assert list(result["games"]) == list(games())
    rates = ["decisions_per_second", "listed_per_second", "stepped_per_second", "played_per_second"]
    for measured in result["games"].values():
        assert list(measured) == [*rates, "copy_us", "new_us", "observe_us", "greedy_ms", "batched_per_second"]
        assert min(measured.values()) > 0
    assert "against" not in result
