"""Gymnasium's own check over every game and number of players, one seat and many."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import entrepot
from conformance.kit import GAMES, every_game, every_table, one_line
from entrepot import bots, envs


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
    assert "points" not in info
    with pytest.raises(entrepot.InvalidOptions, match=r"^the game is over: call reset\(\)$"):
        env.step(0)
    assert str(env.render()).startswith("spice-road, round 1")


def test_what_has_no_number_changes_nothing() -> None:
    env = gymnasium.make("entrepot/spice-road-v0")
    _, info = env.reset(seed=1)
    table: Any = env.unwrapped
    before = table.match.position()
    wrong: list[Any] = [True, np.True_, np.array(True), 80, -1, 46.0, np.array(46.0), np.array([46]), None, "rest"]
    wrong += [entrepot.Action.parse("rest"), []]
    for one in wrong:
        with pytest.raises(entrepot.IllegalAction, match="actions have the numbers 0 to 79, not") as caught:
            env.step(one)
        assert one_line(caught.value)
    assert table.match.position() == before
    legal = int(info["action_mask"].argmax())
    for kind in (int, np.int8, np.uint64, np.array):
        env.reset(seed=1)
        env.step(kind(legal))
        assert table.match.position() != before


def test_a_game_begins_with_a_reset() -> None:
    one, many = envs.Seat("spice-road"), envs.Seats(2, "spice-road")
    for call in (lambda: one.step(0), lambda: many.step(np.zeros(2, int))):
        with pytest.raises(entrepot.InvalidOptions, match=r"^there is no game yet"):
            call()
    wrong: list[Any] = [-1, True, np.True_, 1.0, np.float64(1), "x", 2**64, {}, {1}, np.array(1.0)]
    for env in (one, gymnasium.make("entrepot/spice-road-v0"), many):
        for seed in wrong:
            with pytest.raises(entrepot.InvalidOptions, match="a seed is a whole number") as caught:
                env.reset(seed=seed)
            assert one_line(caught.value)
        first, again = env.reset(seed=3)[0], env.reset(seed=np.int64(3))[0]  # type: ignore[arg-type]
        assert np.array_equal(first, again)
        assert np.array_equal(first, env.reset(seed=np.array(3))[0])  # type: ignore[arg-type]
    for seeds in ([1], [1, 2.0], [1, True], [1, "x"], np.ones((2, 2), int)):
        with pytest.raises(entrepot.InvalidOptions) as caught:
            many.reset(seed=seeds)  # type: ignore[arg-type]
        assert one_line(caught.value)
    assert np.array_equal(many.reset(seed=3)[0], many.reset(seed=np.array([3, 4]))[0])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"bots": "chess"}, {"bots": ["random"] * 2}, {"bots": None}, {"bots": []}, {"bots": [None]}, {"bots": 3},
        {"bots": {"random"}}, {"seat": 2}, {"seat": True}, {"seat": 0.0}, {"render_mode": "human"}, {"reward": 1},
        {"players": 2.0}, {"players": True}, {"players": np.int64(9)},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    made: list[Callable[[], object]] = [
        lambda: envs.Seat(**{"game": "spice-road", **wrong}),
        lambda: envs.Seats(**{"num_envs": 2, "game": "spice-road", **wrong}),
    ]
    if "render_mode" not in wrong:  # of which Gymnasium has its own opinion
        made.append(lambda: gymnasium.make("entrepot/spice-road-v0", **wrong))
        made.append(lambda: gymnasium.make_vec("entrepot/spice-road-v0", 2, **wrong))
    for make in made:
        with pytest.raises(entrepot.EntrepotError) as caught:
            make()
        assert one_line(caught.value)


@pytest.mark.parametrize("named", ["chess", None, 3, {"random"}, ["chess"], [None]], ids=str)
def test_bots_that_are_none_are_told_which_there_are(named: Any) -> None:
    for make in (envs.Seat, lambda *game, **more: envs.Seats(2, *game, **more)):
        with pytest.raises(entrepot.EntrepotError, match=", ".join(bots.names("spice-road"))):
            make("spice-road", bots=named)


def test_whole_numbers_may_be_of_any_library() -> None:
    for kind in (np.int64, np.uint8, np.array):
        table: Any = gymnasium.make(
            "entrepot/new-world-v0", players=kind(3), seat=kind(2), max_rounds=kind(9)
        ).unwrapped
        table.reset(seed=1)
        assert (table.match.players, table.seat) == (3, 2)
        many: Any = gymnasium.make_vec("entrepot/new-world-v0", 2, players=kind(3), seat=kind(2), max_rounds=kind(9))
        assert many.reset(seed=1)[1]["seat"].tolist() == [2, 2]


@every_game
def test_many_tables_for_one(game: str) -> None:
    many: Any = gymnasium.make_vec(f"entrepot/{game}-v0", num_envs=6, players=2, seat=None, max_rounds=5)
    assert isinstance(many, envs.Seats)
    rows, infos = many.reset(seed=4)
    assert many.observation_space.contains(rows)
    assert infos["action_mask"].dtype == np.int8
    assert infos["seat"].tolist() == [0, 1] * 3
    drawn = many.action_space.sample(tuple(infos["action_mask"]))
    assert infos["action_mask"][np.arange(6), drawn].all()
    assert many.single_action_space.sample(infos["action_mask"][0]) in np.flatnonzero(infos["action_mask"][0])
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
            last = infos["final_info"]
            for told in (infos["_final_obs"], infos["_final_info"], *(last[f"_{key}"] for key in ("points", "seat"))):
                assert np.array_equal(told, over)
            own, best = last["points"][np.arange(6), last["seat"]], last["points"].max(1)
            assert ((own == best) | (rewards < 0))[over].all()
            assert "illegal" not in last
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
    assert isinstance(gymnasium.make_vec("entrepot/spice-road-v0", 2, players=3, bots=["random"] * 2), envs.Seats)


@every_game
def test_one_by_one_or_together_infos_have_the_same_keys(game: str) -> None:
    """With the same way to go on after an end, who steps tables one by one can step them together."""
    same = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    ways: list[dict[str, Any]] = [{}, {"vectorization_mode": "sync", "vector_kwargs": same}]
    kinds = []
    for more in ways:
        many: Any = gymnasium.make_vec(f"entrepot/{game}-v0", num_envs=3, max_rounds=3, **more)
        seen: dict[str, Any] = {}
        _, infos = many.reset(seed=1)
        for number in range(120):
            mask = infos["action_mask"]
            assert mask.any(1).all()
            actions = mask.argmax(1)
            if number == 7:
                actions[1] = mask[1].argmin()
            _, rewards, terminated, truncated, infos = many.step(actions)
            over = terminated | truncated
            last = infos.get("final_info", {})
            assert bool(last) == over.any()
            seen |= {key: (type(value), len(value)) for key, value in {**infos, **last}.items() if key != "final_info"}
            if number == 7:
                assert (over.tolist(), truncated.any(), rewards.tolist()) == ([False, True, False], False, [0, -1, 0])
                assert isinstance(last["illegal"][1], str)
                assert last["_illegal"].tolist() == over.tolist()
                assert not any(last.get("_points", ()))
        kinds.append(seen)
        many.close()
    assert kinds[0] == kinds[1]


@every_game
def test_what_is_not_legal_ends_one_game_of_many(game: str) -> None:
    many, other = envs.Seats(3, game, 3, seat=[0, 1, 2]), envs.Seats(3, game, 3, seat=[0, 1, 2])
    _, infos = many.reset(seed=5)
    other.reset(seed=5)
    actions = infos["action_mask"].argmax(1)
    told = other.step(actions)
    wrong = actions.copy()
    wrong[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    before = other.batch.final_observation  # type: ignore[union-attr]
    rows, rewards, terminated, truncated, infos = many.step(wrong)
    assert (rewards.tolist(), terminated.tolist()) == ([0, -1, 0], [False, True, False])
    assert not truncated.any()
    last = infos["final_info"]
    assert (last["illegal"][1], last["_illegal"].tolist()) == (many.spec_of_table.texts[wrong[1]], [False, True, False])
    assert not last["_points"].any()
    assert np.array_equal(rows[::2], told[0][::2])
    assert not np.array_equal(infos["final_obs"][1], before[1])
    assert many.spec_of_table.look(rows, "round")[1, 0] == 1
    _, rewards, terminated, truncated, infos = many.step(infos["action_mask"].argmax(1))
    assert not any(array.any() for array in (rewards, terminated, truncated))
    assert "final_info" not in infos


def test_many_tables_refuse_what_has_no_number() -> None:
    many = envs.Seats(3, "spice-road")
    rows, infos = many.reset(seed=[1, None, 3])
    wrong: list[Any] = [
        np.full(3, 80),
        [0, 0, -1],
        [0, 0, 2**40],
        np.zeros(3),
        np.zeros(2, int),
        np.zeros(3, bool),
        None,
    ]
    for one in wrong:
        with pytest.raises(entrepot.IllegalAction) as refused:
            many.step(one)
        assert one_line(refused.value)
        assert np.array_equal(many.batch.observation, rows)  # type: ignore[union-attr]
    many.step(infos["action_mask"].argmax(1).tolist())
    for bad in ({"num_envs": 0}, {"seat": 7}, {"render_mode": "ansi"}, {"reward": "x"}, {"max_rounds": 0}):
        with pytest.raises(entrepot.EntrepotError) as caught:
            envs.Seats(**{"num_envs": 2, "game": "spice-road", **bad})  # type: ignore[arg-type]
        assert one_line(caught.value)


def test_all_games_are_known_to_gymnasium() -> None:
    assert {f"entrepot/{game}-v0" for game in GAMES} <= set(gymnasium.registry)


def test_a_seat_can_be_pickled() -> None:
    env = envs.Seat("new-world", bots="greedy")
    told = play(env, 3)
    other = pickle.loads(pickle.dumps(env))
    assert play(other, 3) == told
