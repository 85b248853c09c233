"""Many games at once: each is the game that a match would be, and nothing is lost or kept when one ends."""

from __future__ import annotations

import gc
import hashlib
import json
import pickle
import resource
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import entrepot
from conformance.kit import GAMES, TABLES, every_game, every_table, one_line, options_of
from entrepot import Result, envs
from entrepot.numeric.tables import share_out

DIGESTS: dict[str, str] = json.loads((Path(__file__).parent / "digests.json").read_text("utf-8"))


def choices(mask: Any, number: int) -> Any:
    """A legal action for each game, another one each time."""
    return np.array([legal[number % len(legal)] for legal in map(np.flatnonzero, mask)], np.int32)


def digest(game: str) -> str:
    """A hash of all that a batch shows in some steps, games that end among them."""
    seen = hashlib.sha256()
    batch = envs.Batch(game, 6, 3, seed=11, seat=[0, 1, 2, 0, 1, 2], max_rounds=12)
    both = envs.Batch(game, 6, 2, seed=11, options=options_of(game, 3), reward="points", max_rounds=12)
    for number in range(150):
        for one in (batch, both):
            one.step(one.sample() if number % 2 else choices(one.mask, number))
            for array in (one.observation, one.mask, one.rewards, one.done, one.truncated, one.seat):
                seen.update(array.tobytes())
            seen.update(one.final_observation[one.done].tobytes())
    return seen.hexdigest()[:32]


@every_game
def test_both_builds_show_the_same(game: str) -> None:
    """The digests hold for compiled and interpreted code; after a change that is meant, take the new ones over."""
    assert DIGESTS[game] == digest(game)
    assert set(DIGESTS) == set(GAMES)


@every_table
def test_each_game_is_the_one_that_a_match_would_be(game: str, players: int) -> None:
    n, options = 3, options_of(game, players)
    batch = envs.Batch(game, n, players, seed=7, options=options, max_rounds=8)
    spec = batch.spec
    matches = [entrepot.Match.new(game, players, 7 + number, options) for number in range(n)]
    ends = 0
    for number in range(400):
        for place, match in enumerate(matches):
            assert batch.seat[place] == match.seat
            assert np.array_equal(batch.mask[place], spec.mask(match))
            assert np.array_equal(batch.observation[place], spec.observation(match, int(batch.seat[place])))
        chosen = choices(batch.mask, number * number)
        _, _, rewards, done, _ = batch.step(chosen)
        for place, action in enumerate(chosen):
            match = matches[place]
            last = match.seat
            assert last is not None
            match.play(spec.action(action))
            ended = match.is_over or match.round > 8
            assert done[place] == ended
            assert batch.truncated[place] == (ended and not match.is_over)
            if not ended:
                assert not rewards[place].any()
                assert not batch.points[place].any()
                continue
            ends += 1
            assert rewards[place].tolist() == share_out(match.standing, False)
            assert batch.points[place].tolist() == match.standing.points
            assert np.array_equal(batch.final_observation[place], spec.observation(match, last))
            matches[place] = entrepot.Match.new(game, players, batch.seeds[place], options)
    assert ends >= n


def test_rewards_are_shared_out() -> None:
    def shares(points: list[int], by_points: bool) -> list[float]:
        return share_out(Result([{"cards": one} for one in points]), by_points)

    assert shares([10, 12], False) == [-1, 1]
    assert shares([12, 12], False) == [-1, 1]
    assert shares([12, 10, 12, 1], False) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    assert shares([10, 12], True) == [-2, 2]
    assert shares([10, 20, 30], True) == [-15, 0, 15]


@every_game
def test_only_the_seat_that_learns_is_asked(game: str) -> None:
    players = max(players for name, players in TABLES if name == game)
    wanted = [number % players for number in range(8)]
    batch = envs.Batch(game, 8, players, seed=3, seat=wanted, max_rounds=6)
    ends = 0
    for _ in range(150):
        assert batch.seat.tolist() == wanted
        batch.step(batch.sample())
        ends += int(batch.done.sum())
        viewer = batch.spec.look(batch.observation, "viewer")
        assert viewer.argmax(1).tolist() == wanted
    assert ends > 4


def test_seeds_say_which_games_are_played() -> None:
    one, two = (envs.Batch("new-world", 4, seed=seed) for seed in (5, [5, 6, 7, 8]))
    other = envs.Batch("new-world", 4, seed=2**64 - 1)
    assert one.seeds == two.seeds == [5, 6, 7, 8]
    assert other.seeds == [2**64 - 1, 0, 1, 2]
    assert envs.Batch("new-world", 2).seeds != envs.Batch("new-world", 2).seeds
    for _ in range(300):
        one.step(one.sample())
        two.step(two.sample())
        assert np.array_equal(one.observation, two.observation)
    assert not np.array_equal(other.observation, one.observation)


def test_whole_numbers_may_be_of_any_library() -> None:
    plain = envs.Batch("new-world", 3, 3, seed=5, seat=1, max_rounds=9)
    three, one = np.int64(3), np.array(1)
    other = envs.Batch("new-world", three, three, seed=np.uint64(5), seat=one, max_rounds=np.int8(9))  # type: ignore[arg-type]
    assert other.seeds == plain.seeds
    assert all(type(seed) is int for seed in other.seeds)
    assert np.array_equal(other.observation, plain.observation)
    assert other.state(np.int64(1)).round == 1  # type: ignore[arg-type]
    seeds: Any
    for seeds in (range(5, 8), np.arange(5, 8), (np.int16(5), 6, np.array(7))):
        assert envs.Batch("new-world", 3, seed=seeds).seeds == [5, 6, 7]
    with pytest.raises(entrepot.InvalidOptions, match=r"new-world is for 2 to 4 players, not 9$"):
        envs.Batch("new-world", 3, np.int64(9))  # type: ignore[arg-type]


def test_what_is_not_legal_changes_nothing() -> None:
    batch = envs.Batch("spice-road", 3, seed=1)
    batch.step(batch.sample())
    before: list[Any] = [
        array.copy() for array in (batch.observation, batch.mask, batch.rewards, batch.done, batch.seat)
    ]
    legal = choices(batch.mask, 1)
    wrong = int(np.flatnonzero(~batch.mask[2])[0])
    for bad in (
        [*legal[:2], wrong], [*legal[:2], -1], [*legal[:2], batch.spec.actions], [*legal[:2], 2**40],
    ):  # fmt: skip
        told = (
            r"\(number \d+\) is not legal now"
            if bad[2] == wrong
            else f"actions have the numbers 0 to 79, not .*{bad[2]}"
        )
        with pytest.raises(entrepot.IllegalAction, match=f"^game 2: .*{told}") as caught:
            batch.step(np.array(bad))
        assert one_line(caught.value)
    others: list[Any] = [legal[:2], legal.astype(float), legal.reshape(3, 1), np.array(["a", "b", "c"]), 3, None]
    for bad in others:
        with pytest.raises(entrepot.IllegalAction, match="actions are 3 whole numbers") as caught:
            batch.step(bad)
        assert one_line(caught.value)
    after: list[Any] = [batch.observation, batch.mask, batch.rewards, batch.done, batch.seat]
    assert all(np.array_equal(one, two) for one, two in zip(before, after, strict=True))
    batch.step(legal.astype(np.int64))
    batch.step(choices(batch.mask, 1).astype(np.uint8))


@pytest.mark.parametrize(
    "wrong",
    [
        {"n": 0}, {"n": 2.0}, {"n": True}, {"players": 6}, {"seed": -1}, {"seed": [1]}, {"seed": "x"}, {"seat": 2},
        {"seed": True}, {"seed": [1, 2.0]}, {"seed": np.array(1.0)}, {"seed": np.ones((2, 1), int)}, {"seat": True},
        {"seat": [0, True]}, {"seat": np.array(0.0)}, {"players": np.float64(2)}, {"players": np.True_},
        {"seat": [0]}, {"reward": "money"}, {"max_rounds": 0}, {"options": {"sea": "star"}}, {"game": "chess"},
        {"components": "nowhere.toml"},
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(entrepot.EntrepotError) as caught:
        envs.Batch(**{"game": "spice-road", "n": 2, "seed": 0, **wrong})
    assert one_line(caught.value)


def test_arrays_are_views_that_nobody_writes_to() -> None:
    batch = envs.Batch("east-west-3", 2, 4, seed=1)
    shown = [batch.observation, batch.mask, batch.rewards, batch.done, batch.truncated, batch.seat]
    told: list[Any] = [(array.dtype, array.shape) for array in [*shown, batch.final_observation, batch.points]]
    size, actions = batch.spec.size, batch.spec.actions
    assert told == [
        (np.int16, (2, size)), (np.bool_, (2, actions)), (np.float64, (2, 4)), (np.bool_, (2,)), (np.bool_, (2,)),
        (np.int32, (2,)), (np.int16, (2, size)), (np.int64, (2, 4)),
    ]  # fmt: skip
    for array in [*shown, batch.points]:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert all(one is two for one, two in zip(batch.step(batch.sample()), (*shown[:4], shown[5]), strict=True))


def test_samples_are_legal_and_even() -> None:
    batch = envs.Batch("spice-road", 1, seed=1)
    legal = np.flatnonzero(batch.mask[0])
    counts = dict.fromkeys(legal.tolist(), 0)
    for _ in range(2000):
        counts[int(batch.sample()[0])] += 1
    assert min(counts.values()) > 2000 / len(legal) * 0.7


def test_a_running_batch_is_not_pickled() -> None:
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(envs.Batch("spice-road", 1, seed=1))
    spec = pickle.loads(pickle.dumps(envs.Spec("east-west-2", 4, {"sea": "random"})))
    assert spec.fingerprint == envs.Spec("east-west-2", 4, {"sea": "random"}).fingerprint


def test_memory_does_not_grow() -> None:
    batch = envs.Batch("east-west-1", 32, seed=1, max_rounds=6)

    def play(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    first = play(60)
    assert play(120) - first < 4_000


def test_secrets_are_copies() -> None:
    """Who looks at the state of a game does not play in it."""
    batch = envs.Batch("spice-road", 2, seed=1)
    state = batch.state(1)
    before = batch.observation.copy()
    batch.spec.engine.apply(state, batch.spec.engine.legal(state)[0])
    assert np.array_equal(batch.observation, before)
    batch.step(choices(batch.mask, 0))
    with pytest.raises(entrepot.InvalidOptions, match="number is a whole number from 0 to 1"):
        batch.state(2)


def test_speed_is_measured() -> None:
    assert envs.measure("spice-road", 16, 0.05) > 100
    with pytest.raises(entrepot.InvalidOptions, match="seconds is a number above 0"):
        envs.measure("spice-road", 16, 0)
    for wrong in ({"seconds": True}, {"seconds": float("inf")}, {"processes": True}, {"processes": 0}, {"n": 1.0}):
        with pytest.raises(entrepot.InvalidOptions) as caught:
            envs.measure("spice-road", **wrong)
        assert one_line(caught.value)
