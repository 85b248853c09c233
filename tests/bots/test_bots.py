"""What every bot promises, and how good greedy is."""

from __future__ import annotations

import pickle
import random

import pytest

import entrepot
from entrepot import bots
from entrepot.arena import simulate

GAME = "spice-road"
SEATED = [(players, name) for players in range(2, 6) for name in bots.names(GAME)]


def played(players: int, names: list[str], seed: int, rounds: int = 400) -> entrepot.Match:
    """A match of bots; every choice is checked to be one of the legal ones."""
    options = {"empty_rest": bool(seed & 1), "idle_trade": bool(seed & 2), "open_claims": bool(seed & 4)}
    match = entrepot.Match.new(GAME, players, seed, options)
    seated = [bots.make(name, GAME, seed + number) for number, name in enumerate(names)]
    while match.seat is not None and match.round <= rounds:
        observation = match.observe(match.seat)
        action = seated[match.seat].choose(observation)
        assert action in observation.legal_actions
        match.play(action)
    return match


def test_names_from_weakest() -> None:
    assert bots.names(GAME) == ["random", "greedy"]


def test_unknown_bot_and_game() -> None:
    with pytest.raises(bots.UnknownBot, match="no bot called 'clever'"):
        bots.make("clever", GAME)
    with pytest.raises(entrepot.UnknownGame):
        bots.make("greedy", "chess")
    with pytest.raises(entrepot.UnknownGame):
        bots.names("chess")


@pytest.mark.parametrize(("players", "name"), SEATED)
def test_only_legal_choices(players: int, name: str) -> None:
    for seed in range(8 if name == "random" else 3):
        played(players, [name] * players, seed, rounds=60)


@pytest.mark.parametrize("name", bots.names(GAME))
def test_same_seed_same_game(name: str) -> None:
    first, second = played(2, [name] * 2, 5, 60), played(2, [name] * 2, 5, 60)
    assert first.record() == second.record()


def test_random_follows_its_seed() -> None:
    observation = entrepot.Match.new(GAME, 2, 1).observe(0)
    draws = {tuple(map(str, draw_ten(seed, observation))) for seed in range(5)}
    assert len(draws) == 5


def draw_ten(seed: int, observation: entrepot.Observation) -> list[entrepot.Action]:
    """Ten choices of one random bot for the same observation."""
    bot = bots.make("random", GAME, seed)
    return [bot.choose(observation) for _ in range(10)]


@pytest.mark.parametrize("name", bots.names(GAME))
def test_pickled_in_the_middle_of_a_game(name: str) -> None:
    match = played(2, ["random", "random"], 3, rounds=10)
    bot = bots.make(name, GAME, 9)
    assert match.seat is not None
    bot.choose(match.observe(match.seat))
    twin: bots.Bot = pickle.loads(pickle.dumps(bot))
    for _ in range(40):
        if match.seat is None:
            break
        observation = pickle.loads(pickle.dumps(match.observe(match.seat)))
        action = bot.choose(match.observe(match.seat))
        assert twin.choose(observation) == action
        match.play(action)


@pytest.mark.parametrize("name", bots.names(GAME))
def test_leaves_the_shared_chance_alone(name: str) -> None:
    random.seed(1)
    before = random.getstate()
    played(2, [name] * 2, 2, rounds=15)
    assert random.getstate() == before


@pytest.mark.parametrize("name", bots.names(GAME))
def test_leaves_the_observation_alone(name: str) -> None:
    match = played(3, ["random"] * 3, 4, rounds=20)
    assert match.seat is not None
    observation = match.observe(match.seat)
    before = pickle.dumps(observation.to_dict())
    bots.make(name, GAME, 1).choose(observation)
    assert pickle.dumps(observation.to_dict()) == before


def position(**changes: object) -> dict[str, object]:
    """Seat 1 of two in the middle of a game; `changes` to their own seat."""
    own = {"storage": "YYYY", "hand": ["YY", "up2"], "played": [], "claimed": [], "gold": 0, "silver": 0, **changes}
    return {
        "game": GAME,
        "players": 2,
        "seat": 0,
        "decision": {"kind": "turn"},
        "round": 12,
        "seats": [own, {"storage": "YYRG", "hand": ["YY", "up2"], "claimed": ["YYRR=6"]}],
        "merchants": {"row": [{"card": card, "cubes": ""} for card in ("G>RR", "B>GG", "BB>RRRGG", "B>RRR", "GG>BB")]},
        "points": {"row": ["BBBBB=20", "GGGG=12", "RRRR=8", "YYGG=8", "YYYBB=11"]},
        "coins": {"gold": 3, "silver": 4},
    }


def chosen(data: dict[str, object]) -> str:
    """What greedy does there."""
    return str(bots.make("greedy", GAME).choose(entrepot.Match.from_position(data, seed=1).observe(0)))


def test_greedy_claims_the_best_card_in_reach() -> None:
    assert chosen(position(storage="BBBBB")) == "claim 1"


def test_greedy_claims_at_the_last_moment() -> None:
    data = position(storage="YYGG")
    seats = data["seats"]
    assert isinstance(seats, list)
    seats[1]["claimed"] = ["YYRR=6", "YYYRR=7", "YYRRR=8", "YYYGG=9", "YYRB=9", "RRRRR=10"]
    seats.reverse()
    data.update(seat=1, ending=True)
    match = entrepot.Match.from_position(data, seed=1)
    assert str(bots.make("greedy", GAME).choose(match.observe(1))) == "claim 4"


def test_greedy_rests_with_an_empty_hand() -> None:
    assert chosen(position(storage="", hand=[], played=["YY", "up2", "YYY>B", "YYYYY>BB"])) == "rest"


def test_greedy_returns_the_cheapest() -> None:
    data = position(storage="YYRRGGBBBBBB", played=["YYYY"])
    data["decision"] = {"kind": "return", "surplus": 2}
    assert chosen(data) == "return Y"


def test_greedy_beats_random() -> None:
    wins = sum(
        simulate(GAME, names, 20, seed=11).to_dict()["seats"][names.index("greedy")]["wins"]
        for names in (["greedy", "random"], ["random", "greedy"])
    )
    assert wins >= 39


@pytest.mark.slow
def test_greedy_beats_random_98_of_100_from_either_seat() -> None:
    for names in (["greedy", "random"], ["random", "greedy"]):
        result = simulate(GAME, names, 100, seed=12).to_dict()
        assert result["seats"][names.index("greedy")]["wins"] >= 98


def test_greedy_claims_what_it_can_pay() -> None:
    assert chosen(position(storage="GGGGYY")) == "claim 2"


def test_greedy_comes_to_an_end() -> None:
    result = simulate(GAME, ["greedy", "greedy"], 8, seed=13)
    assert not any(outcome.cut for outcome in result.outcomes)
    assert max(outcome.turns / 2 for outcome in result.outcomes) <= 70
