"""Gymnasium's own check over every game and number of players, one seat and many."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import entrepot
from conformance.kit import GAMES, every_game, every_table, one_line
from entrepot import bots, envs
from entrepot.bots import UnknownBot


@pytest.mark.filterwarnings("ignore:.*render_fps.*")
@every_table
def test_the_check_finds_nothing(game: str, players: int) -> None:
    env = gymnasium.make(f"entrepot/{game}-v0", players=players, seat=None, render_mode="ansi")
    check_env(env.unwrapped)


def play(env: Any, seed: int, number: int = 0) -> list[Any]:
    """A game to its end: all that is told."""
    row, info = env.reset(seed=seed)
    told = [row.tobytes()]
    while True:
        legal = np.flatnonzero(info["action_mask"])
        number += 1
        row, reward, terminated, truncated, info = env.step(legal[number * number % len(legal)])
        told.append((row.tobytes(), reward, terminated, truncated))
        if terminated or truncated:
            return [*told, info["points"], info["seat"]]
        assert reward == 0


@every_game
def test_bots_have_the_other_seats(game: str) -> None:
    for name in bots.names(game):
        env = gymnasium.make(f"entrepot/{game}-v0", bots=[name, "random"], players=3, seat=1, max_rounds=6)
        table: Any = env.unwrapped
        told = play(env, 5)
        assert told[-1] == 1
        assert told[-3][3]
        assert table.match.round == 7
        assert play(env, 5) == told


def test_the_seat_is_drawn() -> None:
    env = gymnasium.make("entrepot/spice-road-v0", players=4, seat=None)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(seats) == {0, 1, 2, 3}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(20)]


def test_a_seed_is_that_of_a_match() -> None:
    env = envs.Seat("east-west-2")
    env.reset(seed=3)
    assert env.match is not None
    assert env.match.position() == entrepot.Match.new("east-west-2", seed=3).position()


def test_what_is_not_legal_ends_the_game() -> None:
    env = envs.Seat("spice-road", render_mode="ansi")
    row, _ = env.reset(seed=1)
    after, reward, terminated, truncated, info = env.step(env.spec_of_table.number("play YY>G"))
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, "play YY>G")
    assert not info["action_mask"].any()
    assert np.array_equal(after, row)
    with pytest.raises(entrepot.InvalidOptions, match="call reset"):
        env.step(0)
    assert str(env.render()).startswith("spice-road, round 1")


@pytest.mark.parametrize(
    "wrong",
    [{"bots": "chess"}, {"bots": ["random"] * 2}, {"seat": 2}, {"render_mode": "human"}, {"reward": 1}],
    ids=str,
)
def test_what_cannot_be_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises((entrepot.EntrepotError, UnknownBot)) as caught:
        envs.Seat(**{"game": "spice-road", **wrong})
    assert one_line(caught.value)


@every_game
def test_many_tables_for_one(game: str) -> None:
    many: Any = gymnasium.make_vec(f"entrepot/{game}-v0", num_envs=6, players=2, seat=None, max_rounds=5)
    assert isinstance(many, envs.Seats)
    rows, infos = many.reset(seed=4)
    assert many.observation_space.contains(rows)
    again = envs.Seats(6, game, seat=None, max_rounds=5)
    again.reset(seed=4)
    ends = 0
    for number in range(120):
        actions = np.array([legal[number % len(legal)] for legal in map(np.flatnonzero, infos["action_mask"])])
        rows, rewards, terminated, truncated, infos = many.step(actions)
        other = again.step(actions)
        assert np.array_equal(rows, other[0])
        assert rewards.shape == terminated.shape == truncated.shape == (6,)
        over = terminated | truncated
        assert not rewards[~over].any()
        assert set(np.abs(rewards[over])) <= {1.0}
        assert ("final_obs" in infos) == over.any()
        if over.any():
            ends += 1
            assert np.array_equal(infos["_final_obs"], over)
            spec = many.spec_of_table
            assert (spec.look(infos["final_obs"][over], "round")[:, 0] >= 5).all()
            assert (spec.look(rows[over], "round")[:, 0] == 1).all()
    assert ends
    assert not np.array_equal(many.reset()[0], many.reset()[0])


def test_many_tables_with_other_bots_are_stepped_one_by_one() -> None:
    with pytest.raises(entrepot.InvalidOptions, match='vectorization_mode="sync"'):
        gymnasium.make_vec("entrepot/spice-road-v0", num_envs=2, bots="greedy")
    many = gymnasium.make_vec("entrepot/spice-road-v0", num_envs=2, vectorization_mode="sync", bots="greedy")
    _, infos = many.reset(seed=1)
    many.step(infos["action_mask"].argmax(1))
    many.close()


def test_many_tables_refuse_what_is_not_legal() -> None:
    many = envs.Seats(3, "spice-road")
    with pytest.raises(entrepot.InvalidOptions, match="call reset"):
        many.step(np.zeros(3, int))
    many.reset(seed=[1, None, 3])
    with pytest.raises(entrepot.IllegalAction, match="game 0: action"):
        many.step(np.full(3, 99))
    for wrong in ({"num_envs": 0}, {"seat": 7}, {"render_mode": "ansi"}, {"reward": "x"}, {"max_rounds": 0}):
        with pytest.raises(entrepot.EntrepotError) as caught:
            envs.Seats(**{"num_envs": 2, "game": "spice-road", **wrong})  # type: ignore[arg-type]
        assert one_line(caught.value)


def test_all_games_are_known_to_gymnasium() -> None:
    assert {f"entrepot/{game}-v0" for game in GAMES} <= set(gymnasium.registry)


def test_a_seat_can_be_pickled() -> None:
    env = envs.Seat("new-world", bots="greedy")
    told = play(env, 3)
    other = pickle.loads(pickle.dumps(env))
    assert play(other, 3) == told
