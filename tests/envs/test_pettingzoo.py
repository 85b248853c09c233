"""PettingZoo's own tests over every game and number of players, and what ours adds."""

from __future__ import annotations

import itertools
import pickle
import types
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    max_cycles_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import BaseWrapper  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import aec_to_parallel  # type: ignore[import-untyped]

import entrepot
from conformance.kit import every_game, every_table, one_line
from entrepot import envs

quiet = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
"""What PettingZoo says of every environment that has the mask in its observations."""


@quiet
@every_table
def test_the_api_is_kept(game: str, players: int) -> None:
    api_test(envs.aec(game, players), num_cycles=60)


@every_table
def test_seeds_repeat_games(game: str, players: int) -> None:
    seed_test(lambda: envs.aec(game, players), num_cycles=20)


class _OneDecision(BaseWrapper):  # type: ignore[misc]
    """Every seat takes the turn that is one decision, whatever is asked of it: so turns are cycles."""

    def step(self, action: Any) -> None:
        if action is not None:
            spec = self.env.unwrapped.spec
            mask = self.env.observe(self.env.agent_selection)["action_mask"]
            simple = [spec.number(text) for text in ("rest", "acquire 1") if text in spec.texts]
            action = next(number for number in reversed(simple) if mask[number])
        self.env.step(action)


@every_table
def test_games_are_broken_off_after_their_cycles(game: str, players: int) -> None:
    """`max_rounds` are the cycles of PettingZoo's test."""

    def env(max_cycles: int) -> Any:
        return _OneDecision(envs.aec(game, players, max_rounds=max_cycles))

    def parallel_env(max_cycles: int) -> Any:
        made = env(max_cycles)
        made.unwrapped.metadata["is_parallelizable"] = True  # as long as all do as `_OneDecision` says
        return aec_to_parallel(made)

    max_cycles_test(types.SimpleNamespace(env=env, parallel_env=parallel_env))


def test_the_speed_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = itertools.count(0, 0.2)
    monkeypatch.setattr("time.time", lambda: next(clock))
    for game in entrepot.games():
        performance_benchmark(envs.aec(game))
    assert capsys.readouterr().out.count("turns per second") == len(entrepot.games())


@every_game
def test_tables_are_told_in_lines(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: envs.aec(game, render_mode=render_mode))
    assert capsys.readouterr().out.startswith(f"{game}, round 1, seat 0 decides\n")
    env = envs.aec(game, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text.startswith(f"{game}, round 1, seat 0 decides\n")
    assert "seat 1: storage YYYY" in text
    assert text.isprintable() or "\n" in text


def play(env: Any, number: int = 0) -> list[Any]:
    """A game to its end: all that is told to who decides."""
    told = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        told.append((agent, observation["observation"].tobytes(), reward, termination, truncation))
        if termination or truncation:
            env.step(None)
        else:
            legal = np.flatnonzero(observation["action_mask"])
            number += 1
            env.step(legal[number * number % len(legal)])
    return told


@every_table
def test_rewards_come_at_the_end(game: str, players: int) -> None:
    wins, points = envs.aec(game, players), envs.aec(game, players, reward="points")
    for env in (wins, points):
        env.reset(seed=4)
        match = env.unwrapped.match
        told = play(env)
        assert not any(reward for _, _, reward, over, _ in told if not over)
        rewards = [{agent: reward for agent, _, reward, over, _ in told if over}[f"seat_{n}"] for n in range(players)]
        assert match.is_over
        assert sum(rewards) == pytest.approx(0)
        if env is wins:
            assert rewards.index(1) == match.result.ranking[0]
        else:
            mean = sum(match.result.points) / players
            assert rewards == pytest.approx([(own - mean) * players / (players - 1) for own in match.result.points])


def test_a_seed_is_that_of_a_match() -> None:
    env = envs.aec("east-west-3", np.int64(3))  # type: ignore[arg-type]
    env.reset(seed=np.int64(9))
    assert env.unwrapped.match.position() == entrepot.Match.new("east-west-3", 3, seed=9).position()
    env.reset()
    second = env.unwrapped.match.position()
    assert second != entrepot.Match.new("east-west-3", 3, seed=9).position()
    env.reset(seed=9)
    env.reset()
    assert env.unwrapped.match.position() == second


def test_what_is_not_legal_ends_the_game() -> None:
    env = envs.aec("spice-road", 3)
    env.reset(seed=1)
    wrong = env.unwrapped.spec.number("play YY>G")
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0, "seat_2": 0}


NO_NUMBERS: list[Any] = [
    True, np.True_, np.array(True), 80, -1, 10**6, 10**30, 46.0, np.float64(46), np.array(46.0), np.array([46]), None,
    "acquire 1", entrepot.Action.parse("rest"), [], {},
]  # fmt: skip


def test_what_has_no_number_changes_nothing() -> None:
    env = envs.aec("spice-road")
    env.reset(seed=1)
    before = env.unwrapped.match.position()
    for wrong in NO_NUMBERS:
        with pytest.raises(entrepot.IllegalAction, match="actions have the numbers 0 to 79, not") as caught:
            env.step(wrong)
        assert one_line(caught.value)
    assert env.unwrapped.match.position() == before
    assert not any(env.terminations.values())
    legal = int(env.observe("seat_0")["action_mask"].argmax())
    for kind in (int, np.int8, np.uint64, np.array):
        env.reset(seed=1)
        env.step(kind(legal))
        assert env.unwrapped.match.position() != before


@every_game
def test_points_are_told_at_the_end(game: str) -> None:
    for max_rounds in (3, 3000):
        env = envs.aec(game, 3, max_rounds=max_rounds)
        env.reset(seed=4)
        rng = np.random.default_rng(1)
        infos = {}
        for agent in env.agent_iter():
            observation, _, terminated, truncated, infos[agent] = env.last()
            over = terminated or truncated
            assert over == bool(infos[agent])
            assert truncated == (over and max_rounds == 3)
            env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"])))
        points = env.unwrapped.match.standing.points
        assert infos == {agent: {"points": points} for agent in env.possible_agents}
        assert not env.observe("seat_0")["action_mask"].any()


def test_nothing_can_be_done_when_all_agents_are_done() -> None:
    raw, wrapped = envs.Table("spice-road", max_rounds=1), envs.aec("spice-road", max_rounds=1)
    for env in (raw, wrapped):
        env.reset(seed=1)
        play(env)
        assert env.agents == []
    for call in (raw.last, lambda: raw.step(0), lambda: raw.step(None), wrapped.last):
        with pytest.raises(entrepot.InvalidOptions, match=r"^the game is over: call reset\(\)$"):
            call()
    raw.reset()
    assert raw.last()[1:] == (0, False, False, {})


def test_a_raw_table_refuses_what_is_not_legal() -> None:
    raw = envs.Table("spice-road")
    raw.reset(seed=1)
    before = raw.match.position()  # type: ignore[union-attr]
    for wrong in (raw.spec.number("play YY>G"), *NO_NUMBERS):
        with pytest.raises(entrepot.IllegalAction) as caught:
            raw.step(wrong)
        assert one_line(caught.value)
    assert raw.match.position() == before  # type: ignore[union-attr]
    for call in (raw.observe, raw.observation_space, raw.action_space, envs.aec("spice-road").action_space):
        agent: Any
        for agent in ("seat_9", 0, None, []):
            with pytest.raises(entrepot.InvalidOptions, match="there is no agent") as refused:
                call(agent)
            assert one_line(refused.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 9},
        {"game": "chess"},
        {"reward": "x"},
        {"max_rounds": -1},
        {"render_mode": "rgb_array"},
        {"options": {"x": 1}},
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(entrepot.EntrepotError) as caught:
        envs.aec(**{"game": "new-world", **wrong})
    assert one_line(caught.value)


def test_nothing_can_be_done_before_a_reset() -> None:
    raw = envs.Table("spice-road")
    for call in (lambda: raw.step(0), lambda: raw.observe("seat_0"), raw.last):
        with pytest.raises(entrepot.InvalidOptions, match="call reset"):
            call()
    wrong: Any
    for wrong in (-1, True, 1.0, "x", np.array([1]), 2**64):
        for env in (raw, envs.aec("spice-road")):
            with pytest.raises(entrepot.InvalidOptions, match="a seed is a whole number") as caught:
                env.reset(seed=wrong)
            assert one_line(caught.value)


def test_others_are_told_no_choices() -> None:
    env = envs.aec("new-world", 4)
    env.reset(seed=1)
    masks = [env.observe(agent)["action_mask"].sum() for agent in env.possible_agents]
    assert masks[0] > 1
    assert not any(masks[1:])


@every_game
def test_a_table_can_be_pickled_in_the_middle_of_a_game(game: str) -> None:
    raw = envs.Table(game, 3)
    raw.reset(seed=2)
    for number in range(80):
        legal = np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"])
        raw.step(legal[number % len(legal)])
    other = pickle.loads(pickle.dumps(raw))
    assert play(raw, 1) == play(other, 1)
