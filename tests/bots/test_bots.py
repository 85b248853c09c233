"""What every bot promises, and how good each is."""

from __future__ import annotations

import itertools
import pickle
import random
from pathlib import Path

import pytest

import entrepot
from conformance.kit import seated
from entrepot import bots
from entrepot.arena import Setting, simulate
from entrepot.bots.levels import VALUES, Greedy, Sharp
from entrepot.components import load
from entrepot.games import TITLES, build, title
from rulebook.lands import PART1, PART2, PART3
from rulebook.wests import seat, table

GAMES = list(TITLES)
GAME = "spice-road"
LAND = "new-world"
BOXES = {LAND: Path(__file__).parent.parent / "data" / "new_world.toml"}
EVERY = [(game, name) for game in GAMES for name in bots.names(game)]
WESTS = [PART1, PART2, PART3]
SEATED = [(game, players, name) for game, name in EVERY for players in range(title(game).least, title(game).most + 1)]


def played(game: str, names: list[str], seed: int, rounds: int = 400) -> entrepot.Match:
    """A match of bots, each option of the table drawn by the seed; every choice is checked to be a legal one."""
    options = {
        name: values[(seed >> place) % len(values)] for place, (name, values) in enumerate(title(game).options.items())
    }
    match = entrepot.Match.new(game, len(names), seed, options)
    players = [seated(name, game, seed + number) for number, name in enumerate(names)]
    while match.seat is not None and match.round <= rounds:
        observation = match.observe(match.seat)
        action = players[match.seat].choose(observation)
        assert action in observation.legal_actions
        match.play(action)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_names_from_weakest(game: str) -> None:
    assert bots.names(game) == ["random", *bots.LEVELS]


@pytest.mark.parametrize("effort", [0, -1, 101, float("nan"), True, "1", None])
def test_no_effort(effort: object) -> None:
    for name in bots.names(GAME):
        with pytest.raises(entrepot.InvalidOptions, match="effort is a number above 0, 100 at most, not"):
            bots.make(name, GAME, effort=effort)  # type: ignore[arg-type]


def test_more_effort_follows_more_plans() -> None:
    """Somewhere in a game the choices part, and the same effort always chooses the same."""
    match = played(GAME, ["random"] * 2, 3, rounds=9)
    apart = 0
    for _ in range(12):
        assert match.seat is not None
        observation = match.observe(match.seat)
        little, more, again = [Sharp(random.Random(1), effort).choose(observation) for effort in (0.05, 1, 1)]
        assert more == again
        apart += little != more
        match.play(more)
    assert apart


def test_unknown_bot_and_game() -> None:
    with pytest.raises(bots.UnknownBot, match="no bot called 'clever'"):
        bots.make("clever", GAME)
    with pytest.raises(entrepot.UnknownGame):
        bots.make("greedy", "chess")
    with pytest.raises(entrepot.UnknownGame):
        bots.names("chess")


@pytest.mark.parametrize(("game", "players", "name"), SEATED)
def test_only_legal_choices(game: str, players: int, name: str) -> None:
    seeds = 8 if name == "random" else 1 if game in WESTS else 3
    for seed in range(players, players + seeds):
        played(game, [name] * players, seed, rounds=60)


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_same_seed_same_game(game: str, name: str) -> None:
    first, second = played(game, [name] * 2, 5, 60), played(game, [name] * 2, 5, 60)
    assert first.record() == second.record()


def test_random_follows_its_seed() -> None:
    observation = entrepot.Match.new(GAME, 2, 1).observe(0)
    draws = {tuple(map(str, draw_ten(seed, observation))) for seed in range(5)}
    assert len(draws) == 5


def draw_ten(seed: int, observation: entrepot.Observation) -> list[entrepot.Action]:
    """Ten choices of one random bot for the same observation."""
    bot = bots.make("random", GAME, seed)
    return [bot.choose(observation) for _ in range(10)]


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_pickled_in_the_middle_of_a_game(game: str, name: str) -> None:
    match = played(game, ["random", "random"], 3, rounds=10)
    bot = seated(name, game, 9)
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


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_leaves_the_shared_chance_alone(game: str, name: str) -> None:
    random.seed(1)
    before = random.getstate()
    played(game, [name] * 2, 2, rounds=15)
    assert random.getstate() == before


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_leaves_the_observation_alone(game: str, name: str) -> None:
    match = played(game, ["random"] * 3, 4, rounds=20)
    assert match.seat is not None
    observation = match.observe(match.seat)
    before = pickle.dumps(observation.to_dict())
    bots.make(name, game, 1).choose(observation)
    assert pickle.dumps(observation.to_dict()) == before


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_sees_nothing_but_the_observation(game: str, name: str) -> None:
    match = played(game, ["greedy"] * 2, 6, rounds=12)
    assert match.seat is not None
    observation = match.observe(match.seat)
    worlds = [observation.sample(random.Random(seed)) for seed in range(6)]
    assert any(world.position() != match.position() for world in worlds)
    chosen = {str(seated(name, game, 1).choose(world.observe(match.seat))) for world in worlds}
    assert chosen == {str(seated(name, game, 1).choose(observation))}


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


def chosen(data: dict[str, object], kind: type[Greedy] = Greedy) -> str:
    """What a bot does there."""
    return str(kind(random.Random(1)).choose(laid(data).observe(0)))


def laid(data: dict[str, object]) -> entrepot.Match:
    """A match from a position by hand, with the box of the tests: the packaged values may be tuned."""
    return entrepot.Match.from_position(data, seed=1, components=BOXES.get(str(data["game"])))


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


def test_greedy_claims_what_it_can_pay() -> None:
    assert chosen(position(storage="GGGGYY")) == "claim 2"


def test_sharp_takes_first_what_the_rival_would_take() -> None:
    """Both cards can be paid one after the other; the rival can pay the lesser one at once, the other never."""
    data = position(storage="GGGGRRRR", hand=["YY"])
    seats = data["seats"]
    assert isinstance(seats, list)
    seats[1] = {"storage": "RRRR", "hand": ["YY"], "claimed": ["YYRR=6"]}
    data["coins"] = {"gold": 0, "silver": 0}
    assert chosen(data) == "claim 2"
    assert chosen(data, Sharp) == "claim 3"


def of_land(**changes: object) -> dict[str, object]:
    """Seat 1 of two in the middle of A New World; `changes` to their own seat."""
    return {
        "game": LAND,
        "players": 2,
        "options": {"board": "D1"},
        "seat": 0,
        "decision": {"kind": "turn"},
        "round": 9,
        "seats": [{"storage": "", "home": 7, **changes}, {"storage": "YY", "home": 7}],
        "points": {"row": ["YGG=6 tool mountain Y", "BBB=10 new-settlers 2", "RRR=5 exploration", "YYG=4 exploration"]},
    }


def test_greedy_goes_to_the_fort_of_the_best_card() -> None:
    assert chosen(of_land(storage="BBBYR")) == "work A1.2"


def test_greedy_takes_tile_and_card_in_one_visit() -> None:
    match = laid(of_land(storage="BBB"))
    bot = bots.make("greedy", LAND)
    for _ in range(3):
        assert match.seat == 0
        match.play(bot.choose(match.observe(0)))
    seat = match.position()["seats"][0]
    assert (len(seat["claimed"]), len(seat["bonus"])) == (1, 1)
    assert match.seat == 1


def test_greedy_rests_when_all_settlers_are_out() -> None:
    data = of_land(home=0)
    data["locations"] = {"A1.3": {"seat": 0, "settlers": 3}, "A1.4": {"seat": 0, "settlers": 4}}
    assert chosen(data) == "rest"


def test_greedy_gets_out_of_a_storage_full_of_the_best_cubes() -> None:
    data = of_land(storage="BBBBBBBBBB")
    data["points"] = {"row": ["YRR=3 tool river R", "YYG=3 tool forest R", "YRR=4 exploration", "YYG=4 exploration"]}
    data["players"], data["seats"] = 4, [{"storage": "BBBBBBBBBB", "home": 6} for _ in range(4)]
    match = laid(data)
    bot = bots.make("greedy", LAND)
    while match.seat is not None and match.round < 20:
        match.play(bot.choose(match.observe(match.seat)))
    assert all(seat["claimed"] for seat in match.position()["seats"])


def turn(match: entrepot.Match) -> list[str]:
    """What greedy does until another seat decides."""
    bot = bots.make("greedy", match.game)
    seat = match.seat
    done = []
    while match.seat is not None and match.seat == seat:
        action = bot.choose(match.observe(seat))
        done.append(str(action))
        match.play(action)
    return done


def test_greedy_sails_to_where_an_outpost_empties_a_column() -> None:
    built: dict[str, list[int]] = {"1,0": [0], "1,-1": [0], "0,-1": [0]}
    done = turn(table(PART2, seat("YYY"), seat("Y"), outposts=built))
    assert done[:3] == ["work F2.1", "sail -1,0", "build"]
    assert done[3].startswith("bonus ")


def test_greedy_takes_the_fourth_merchant_for_its_tile() -> None:
    match = table(PART3, seat("YYYG", discards=["YYY", "YYR", "YG"]), seat("Y"), market=["RR", "G>RR", "YR", "up3"])
    done = turn(match)
    assert done[0] in ("work D2.1", "work D2.2", "work E2.1", "work E2.2")
    assert done[-1].startswith("bonus D2.s")


def test_greedy_replaces_the_weakest_card_of_its_route() -> None:
    match = table(
        PART1,
        seat(route=["YYYY", "YYR", "G>RR", "RR", "YG"]),
        seat("Y"),
        round=2,
        market=["up3", "B>GG", "YYY", "B>RRR"],
        on={"E2.1": (0, 1)},
        decision={"kind": "replace", "slot": 1},
    )
    assert str(bots.make("greedy", PART1).choose(match.observe(0))) == "replace 3"


def test_greedy_claims_rather_than_refreshes_in_its_last_turn() -> None:
    cards = ["YYB=5 native-help plains", "GGB=9 native-help river", "YYB=5 tool river Y", "YGG=6 native-help forest"]
    cards += ["GBB=10 native-help mountain", "YGG=6 tool mountain Y", "RGG=7 new-settlers 1", "YRR=4 new-settlers 1"]
    match = table(PART1, seat("Y", claimed=cards), seat("BBB"), to_move=1, ending=True, row=["BBB=10 new-settlers 2"])
    assert match.seat == 1
    assert turn(match)[-1] == "claim 1"


@pytest.mark.parametrize("game", [PART1, PART3])
def test_greedy_does_not_look_at_what_a_refresh_draws(game: str) -> None:
    match = entrepot.Match.new(game, 2, 3)
    observation = match.observe(0)
    refreshed = set()
    for chance in range(8):
        world = observation.sample(random.Random(chance))
        world.play("work E2.3")
        refreshed.add(tuple(world.position()["market"]["row"]))
        assert world.seat == 0
    assert len(refreshed) > 1
    assert {str(bots.make("greedy", game).choose(world.observe(0))) for world in [match] * 2} == {
        str(bots.make("greedy", game).choose(observation.sample(random.Random(n)).observe(0))) for n in range(4)
    }


def test_greedy_does_what_it_has_decided_on_and_thinks_again_at_another_table() -> None:
    built: dict[str, list[int]] = {"1,0": [0], "1,-1": [0], "0,-1": [0]}
    match = table(PART2, seat("YYY"), seat("Y"), outposts=built)
    bot = bots.make("greedy", PART2)
    match.play(bot.choose(match.observe(0)))
    sailing = match.observe(0)
    twin: bots.Bot = pickle.loads(pickle.dumps(bot))

    def unseen(*_: object) -> entrepot.Match:
        raise AssertionError("nothing new has come to light")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entrepot.Observation, "sample", unseen)
        assert str(bot.choose(sailing)) == "sail -1,0"
    elsewhere = table(
        PART2, seat("YYYYRR"), seat("Y"), on={"F2.1": (0, 1)}, decision={"kind": "sail", "steps": 1}
    ).observe(0)
    assert twin.choose(elsewhere) == bots.make("greedy", PART2).choose(elsewhere)


@pytest.mark.parametrize("game", [GAME, LAND])
def test_greedy_beats_random(game: str) -> None:
    wins = sum(
        simulate(game, names, 20, seed=11).to_dict()["seats"][names.index("greedy")]["wins"]
        for names in (["greedy", "random"], ["random", "greedy"])
    )
    assert wins >= 39


in_the_compiled_build = pytest.mark.skipif(build() != "compiled", reason="takes minutes; all builds choose the same")


@pytest.mark.slow
@in_the_compiled_build
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("better", "worse"), list(itertools.pairwise(reversed(bots.LEVELS))))
def test_each_level_beats_the_one_below(game: str, better: str, worse: str) -> None:
    wins = 0
    for names in ([better, worse], [worse, better]):
        result = simulate(game, names, 10, seed=21).to_dict()
        wins += result["seats"][names.index(better)]["wins"]
    assert wins > 10


@pytest.mark.slow
@in_the_compiled_build
@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random_98_of_100(game: str) -> None:
    box = load(game)
    wins = 0
    for number in range(100):
        names = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        outcome, _ = Setting(game, names, 12, box, {}).play(number)
        wins += names[outcome.winner] == "greedy"
    assert wins >= 98


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [(game, most) for game in GAMES for most in (2, title(game).most)])
@pytest.mark.parametrize("name", bots.LEVELS)
def test_no_game_of_one_level_stands_still(game: str, players: int, name: str) -> None:
    """Nor one in which everybody has a storage full of what nobody needs."""
    for seed in range(1, 3):
        assert played(game, [name] * players, seed, rounds=150).is_over


@pytest.mark.parametrize("name", ["calm", "easy"])
@pytest.mark.parametrize("game", GAMES)
def test_beginners_overlook_something_else_each_time(game: str, name: str) -> None:
    apart = 0
    for rounds in range(1, 9):
        match = played(game, ["random"] * 2, 3, rounds=rounds)
        assert match.seat is not None
        observation = match.observe(match.seat)
        apart += len({str(bots.make(name, game, seed).choose(observation)) for seed in range(20)}) > 1
        assert len({str(bots.make("greedy", game, seed).choose(observation)) for seed in range(3)}) == 1
    assert apart


@pytest.mark.parametrize("game", GAMES)
def test_tuned_weights_are_known(game: str) -> None:
    rules, state = entrepot.Match.new(game, 2, 0).engine()
    usual, tuned = VALUES[game](rules, state, 0, [0.0, 0.0], {}), Sharp.WEIGHTS[game]
    assert tuned
    for name, weight in tuned.items():
        assert isinstance(weight, type(getattr(usual, name))), name


@pytest.mark.parametrize(("game", "longest"), [(GAME, 70), (LAND, 45), *((game, 45) for game in WESTS)])
def test_greedy_comes_to_an_end(game: str, longest: int) -> None:
    result = simulate(game, ["greedy", "greedy"], 4 if game in WESTS else 8, seed=13)
    assert not any(outcome.cut for outcome in result.outcomes)
    assert max(outcome.turns / 2 for outcome in result.outcomes) <= longest


@pytest.mark.slow
def test_a_new_world_takes_as_long_as_it_should() -> None:
    for players in (2, 3, 4):
        result = simulate(LAND, ["greedy"] * players, 8, seed=14, workers=2)
        assert 18 <= sum(outcome.turns for outcome in result.outcomes) / players / 8 <= 30


@pytest.mark.slow
@pytest.mark.parametrize("game", WESTS)
def test_from_east_to_west_takes_as_long_as_it_should(game: str) -> None:
    for players, games in ((2, 8), (4, 4)):
        result = simulate(game, ["greedy"] * players, games, seed=14)
        assert 18 <= sum(outcome.turns for outcome in result.outcomes) / players / games <= 30
