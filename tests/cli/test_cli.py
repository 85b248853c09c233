"""The command line: what it prints, and that no mistake of a user ends in a traceback."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import entrepot
from entrepot import bots, cli, components
from entrepot.arena import WorkersLost
from entrepot.cli.analysis import judged
from entrepot.match.moments import Course

from .processes import Run, interruptible, process

GAME = "spice-road"
NEW_WORLD = "new-world"
PARTS = ["east-west-1", "east-west-2", "east-west-3"]
OWN_WORLD = Path(__file__).parent.parent / "data" / "new_world.toml"


@pytest.fixture(scope="module")
def record() -> entrepot.Record:
    """A finished game of two greedy bots."""
    match = entrepot.Match.new(GAME, 2, seed=3)
    players = [bots.make("greedy", GAME, seat) for seat in range(2)]
    while match.seat is not None:
        match.play(players[match.seat].choose(match.observe(match.seat)))
    return match.record()


@pytest.fixture
def own_world(tmp_path: Path) -> Path:
    """A box of A New World in which everything is worth 77 points."""
    path = tmp_path / "own-world.toml"
    path.write_text(re.sub(r"points = \d+", "points = 77", OWN_WORLD.read_text("utf-8")), "utf-8")
    return path


# -- analyse ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def short(record: entrepot.Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a game that broke off."""
    file = tmp_path_factory.mktemp("short") / "game.json"
    replace(record, actions=record.actions[:16], result=None).save(file)
    return file


def test_analyse(run: Run, short: Path, tmp_path: Path) -> None:
    status, out, err = run("analyse", short)
    assert (status, err) == (0, "")
    assert "Chances to win" in out
    assert "Seat 1" in out
    assert "given away" in out
    assert "Player" not in out
    page = tmp_path / "game.html"
    status, told, err = run("analyse", short, "--json", "--workers", 2, "--html", page)
    assert (status, err) == (0, "")
    found = json.loads(told)
    assert found["state"] == "done"
    assert found["done"] == found["of"] > 3
    for one in found["costly"]:
        assert one["better"][0]["deed"] in out
    assert "Costliest turns" in page.read_text("utf-8")


@pytest.mark.parametrize("asked", [("--workers", 0), ("--workers", 999), ("--html", "/nowhere/page.html")])
def test_analyse_refuses_in_one_line(run: Run, short: Path, asked: tuple[str, Any]) -> None:
    status, out, err = run("analyse", short, *asked)
    assert (status, out) == (2, "")
    assert len(err.strip().splitlines()) == 1


def test_analyse_ends_when_a_process_that_thinks_is_killed(record: entrepot.Record) -> None:
    def killing(*_: int) -> None:
        for child in multiprocessing.active_children():
            if child.pid:
                os.kill(child.pid, signal.SIGKILL)

    with pytest.raises(WorkersLost):
        judged(Course(record), 2, killing)


# -- simulate --------------------------------------------------------------------------------------------------------


def test_simulate_json(run: Run) -> None:
    status, out, err = run("simulate", "--players", 3, "--bots", "random,greedy,random", "--games", 4, "--json")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert {"games", "players", "seats", "decisions", "turns", "seconds", "build"} <= result.keys()
    assert (result["games"], result["players"]) == (4, 3)
    assert [set(seat) for seat in result["seats"]] == [{"bot", "wins", "mean_points"}] * 3
    assert [seat["bot"] for seat in result["seats"]] == ["random", "greedy", "random"]
    assert sum(seat["wins"] for seat in result["seats"]) == 4


def test_simulate_depends_on_the_seed_only(run: Run) -> None:
    def played(*more: object) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(run("simulate", "--bots", "random", "--games", 6, "--json", *more)[1])
        del result["seconds"]
        return result

    assert played("--seed", 5) == played("--seed", 5, "--workers", 2)
    assert played("--seed", 5) != played("--seed", 6)


def test_one_bot_sits_in_every_seat(run: Run) -> None:
    _, out, _ = run("simulate", "--players", 4, "--bots", "random", "--games", 1, "--json")
    assert [seat["bot"] for seat in json.loads(out)["seats"]] == ["random"] * 4


def test_simulate_says_when_the_limit_was_reached(run: Run) -> None:
    arguments = ("simulate", "--games", 2, "--max-rounds", 2)
    assert json.loads(run(*arguments, "--json")[1])["cut"] == 2
    status, out, _ = run(*arguments)
    assert status == 0
    assert "reached the limit of rounds and were scored as they stood: 2." in out


def test_simulate_table(run: Run) -> None:
    _, out, _ = run("simulate", "--bots", "random,greedy", "--games", 2)
    assert "random" in out
    assert "greedy" in out
    assert "mean points" in out


def test_simulate_with_a_ruling_and_a_box_of_ones_own(run: Run, own_world: Path) -> None:
    arguments = ("simulate", "--components", own_world, "--option", "board=F1", "--bots", "random", "--games", 2)
    status, out, err = run(*arguments, "--json")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert (result["game"], result["options"]) == (NEW_WORLD, {"board": "F1"})
    assert result["components"] == components.load(NEW_WORLD, own_world).hash != components.load(NEW_WORLD).hash


@pytest.mark.parametrize(
    ("game", "given", "options"),
    [
        ("east-west-1", "merchant_pair_points=2", {"replace_occupied": True, "merchant_pair_points": 2}),
        ("east-west-1", "replace_occupied=false", {"replace_occupied": False, "merchant_pair_points": 1}),
        ("east-west-2", "sea=random", {"sea": "random"}),
        ("east-west-3", " merchant_pair_points = 1 ", {"sea": "star", "merchant_pair_points": 1}),
    ],
)
def test_rulings_are_true_or_false_numbers_and_names(
    run: Run, game: str, given: str, options: dict[str, object]
) -> None:
    """The box of A New World serves each part as it is."""
    arguments = ("--game", game, "--option", given, "--components", OWN_WORLD, "--bots", "random")
    status, out, err = run("simulate", *arguments, "--games", 1, "--max-rounds", 5, "--json")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert list(map(repr, result["options"].items())) == list(map(repr, options.items()))
    assert result["components"] == components.load(game, OWN_WORLD).hash != components.load(game).hash


@pytest.mark.parametrize("game", [NEW_WORLD, "east-west-3"])
def test_simulate_writes_a_report(run: Run, tmp_path: Path, game: str) -> None:
    page = tmp_path / "report.html"
    status, out, err = run("simulate", "-g", game, "--bots", "random", "--games", 1, "--report", page)
    assert (status, err) == (0, "")
    assert "mean points" in out
    assert page.read_text("utf-8").startswith("<!doctype html>")


# -- replay ----------------------------------------------------------------------------------------------------------


def test_replay_tells_the_game(run: Run, record: entrepot.Record, tmp_path: Path) -> None:
    record.save(tmp_path / "game.json")
    status, out, err = run("replay", tmp_path / "game.json")
    assert (status, err) == (0, "")
    assert record.result is not None
    last = out.splitlines()[-2:]
    for place, seat in enumerate(record.result["ranking"]):
        assert last[place].startswith(f"{place + 1}. Seat {seat + 1}: {record.result['points'][seat]} points")
    told = json.loads(run("replay", tmp_path / "game.json", "--json")[1])
    assert told["over"] is True
    assert told["points"] == record.result["points"]


def test_replay_writes_one_page(run: Run, record: entrepot.Record, tmp_path: Path) -> None:
    record.save(tmp_path / "game.json")
    assert run("replay", tmp_path / "game.json", "--html", tmp_path / "game.html", "--lang", "it") == (0, "", "")
    assert '<html lang="it"' in (tmp_path / "game.html").read_text("utf-8")
    status, _, err = run("replay", tmp_path / "game.json", "--html", tmp_path / "nowhere" / "game.html")
    assert (status, err.count("\n")) == (2, 1)


def test_replay_of_a_game_that_was_left(run: Run, tmp_path: Path) -> None:
    match = entrepot.Match.new(GAME, 2, seed=3)
    match.play("acquire 1")
    match.record().save(tmp_path / "game.json")
    status, out, _ = run("replay", tmp_path / "game.json")
    assert status == 0
    assert "not over" in out


@pytest.mark.parametrize("game", entrepot.games())
def test_replay_shows_any_moment_as_each_seat_saw_it(game: str, run: Run, tmp_path: Path) -> None:
    match, rng, path = entrepot.Match.new(game, 3, seed=5), Random(5), tmp_path / "game.json"
    while not match.is_over:
        match.play(rng.choice(match.legal_actions()))
    record = match.record()
    record.save(path)
    last = len(record.actions)
    again = entrepot.Match.from_position(record.start)
    moments = {0, 1, last // 2, last}
    for moment, action in enumerate([*record.actions, None]):
        if moment in moments:
            for seat in (None, 1, 2, 3):
                told = json.loads(run("replay", path, "--at", moment, *(["--from", seat] if seat else []), "--json")[1])
                if seat:
                    assert told["position"] == json.loads(json.dumps(again.observe(seat - 1).position))
                assert (told["game"], told["at"], told["last"]) == (game, moment, last)
                assert told["events"] == [] or told["events"][0]["kind"] == "turn"
            for eyes in ([], ["--from", 2]):
                status, out, err = run("replay", path, "--at", moment, *eyes)
                assert (status, err) == (0, "")
                begun = f"After action {moment} of {last}:" if moment else "The table before the first turn"
                assert out.startswith(begun)
        if action:
            again.play(action)
    assert run("replay", path, "--from", 2)[1].startswith(f"After action {last} of {last}:")


def test_replay_shows_a_seat_no_cards_that_lie_face_down(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    match = entrepot.Match.new("spice-road", 2, seed=5, options={"open_claims": False})
    bot = bots.make("greedy", "spice-road", 5)
    claims: list[list[str]] = []
    while not (claims and all(claims)):
        match.play(bot.choose(match.observe(match.seat)))
        claims = [seat["claimed"] for seat in match.position()["seats"]]
    match.record().save(path)
    told = [json.loads(run("replay", path, *eyes, "--json")[1]) for eyes in (["--from", 1], ["--from", 2])]
    for seat, seen in enumerate(told):
        assert seen["position"]["seats"][seat]["claimed"] == claims[seat]
        assert isinstance(seen["position"]["seats"][1 - seat]["claimed"], int)
    last = told[0]["last"]
    assert [
        seat["claimed"] for seat in json.loads(run("replay", path, "--at", last, "--json")[1])["position"]["seats"]
    ] == claims


@pytest.mark.parametrize(
    "moment", [["--at", -1], ["--at", 10**30], ["--from", 0], ["--from", 3], ["--at", 0, "--from", -1]]
)
def test_replay_shows_no_moment_that_never_was(
    moment: list[object], run: Run, record: entrepot.Record, tmp_path: Path
) -> None:
    record.save(tmp_path / "game.json")
    status, out, err = run("replay", tmp_path / "game.json", *moment)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "must be from" in err


def test_replay_names_the_first_divergence(run: Run, record: entrepot.Record, tmp_path: Path) -> None:
    data = record.to_dict()
    data["actions"][8:10] = ["claim 5", "claim 5"]
    (tmp_path / "tampered.json").write_text(json.dumps(data))
    status, out, err = run("replay", tmp_path / "tampered.json")
    assert (status, out) == (2, "")
    assert err.startswith("entrepot: action 9: claim 5 is not legal")
    assert err.count("\n") == 1


def test_replay_checks_the_result(run: Run, record: entrepot.Record, tmp_path: Path) -> None:
    data = record.to_dict()
    data["result"]["points"][0] += 1
    (tmp_path / "tampered.json").write_text(json.dumps(data))
    status, _, err = run("replay", tmp_path / "tampered.json")
    assert status == 2
    assert "the record says points" in err


@pytest.mark.parametrize("game", [NEW_WORLD, *PARTS])
def test_replay_needs_the_box_of_the_record(run: Run, own_world: Path, tmp_path: Path, game: str) -> None:
    match = entrepot.Match.new(game, 3, seed=3, components=own_world)
    match.play("rest")
    match.record().save(tmp_path / "game.json")
    assert run("replay", tmp_path / "game.json", "--components", own_world)[0] == 0
    status, out, err = run("replay", tmp_path / "game.json")
    assert (status, out) == (2, "")
    assert match.record().components in err
    status, out, err = run("replay", tmp_path / "game.json", "--components", tmp_path / "game.json")
    assert (status, out) == (2, "")
    assert err.startswith(f"entrepot: {tmp_path / 'game.json'} is not a component file of {game}: not a TOML file")


# -- components ------------------------------------------------------------------------------------------------------


def test_components_list(run: Run) -> None:
    status, out, _ = run("components", "list")
    assert status == 0
    assert [line.split(", hash ")[0] for line in out.splitlines()] == [
        f"{GAME}: published",
        *(f"{game}: reconstruction" for game in [NEW_WORLD, *PARTS]),
    ]


@pytest.mark.parametrize("game", components.files())
def test_components_check_knows_the_game(run: Run, tmp_path: Path, game: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(components.packaged(game), "utf-8")
    ends = f", hash {components.load(game).hash}\n"
    names = ", ".join(PARTS) if game in PARTS else game
    assert run("components", "check", own) == (0, f"{own}: valid for {names}{ends}", "")
    assert run("components", "check", own, "--game", game) == (0, f"{own}: valid for {game}{ends}", "")


@pytest.mark.parametrize("game", PARTS)
def test_components_check_of_a_box_for_another_of_its_games(run: Run, tmp_path: Path, game: str) -> None:
    told = f"{OWN_WORLD}: valid for {game}, hash {components.load(game, OWN_WORLD).hash}\n"
    assert run("components", "check", OWN_WORLD, "--game", game) == (0, told, "")
    both = tmp_path / "both.toml"
    both.write_text(components.packaged(game), "utf-8")
    told = f"{both}: valid for {NEW_WORLD}, hash {components.load(NEW_WORLD).hash}\n"
    assert run("components", "check", both, "--game", NEW_WORLD) == (0, told, "")


def test_components_check_lists_every_problem(run: Run, tmp_path: Path) -> None:
    text = components.packaged(GAME)
    own = tmp_path / "own.toml"
    own.write_text(text.replace('gain = "YYYY"', 'gain = "YYXY"').replace("points = 20", "points = -20"), "utf-8")
    status, out, err = run("components", "check", own)
    assert status == 2
    assert len(out.splitlines()) >= 2
    assert err == f"entrepot: {own} is not a component file of {GAME}\n"


def test_components_check_warns_without_failing(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN_WORLD.read_text("utf-8").replace(', star = "white"', "", 1), "utf-8")
    status, out, err = run("components", "check", own)
    assert (status, err) == (0, "")
    *warnings, valid = out.splitlines()
    assert warnings == [
        f"warning: point card 17: no location of {game} has the icon market" for game in (NEW_WORLD, "east-west-2")
    ]
    assert valid.startswith(f"{own}: valid for {NEW_WORLD}")


def test_components_show_spice_road(run: Run) -> None:
    status, out, _ = run("components", "show", GAME)
    assert status == 0
    assert components.load(GAME).hash in out
    assert "Merchant cards (43):" in out
    assert "Point cards (36):" in out
    assert "reconstruction" not in out


def test_components_show_new_world(run: Run) -> None:
    """Everything in the box, and that nobody takes its values for the printed ones."""
    box = components.load(NEW_WORLD)
    assert isinstance(box, components.NewWorldBox)
    status, out, _ = run("components", "show", NEW_WORLD)
    assert status == 0
    heading, *lines = out.splitlines()
    assert heading == f"{NEW_WORLD}: reconstruction, hash {box.hash}"
    assert "reconstruction" in lines[0]
    assert "published" not in out
    for face in box.faces.values():
        assert f"Board {face.name}:" in lines
        for number, location in enumerate(face.locations, 1):
            [line] = [
                line for line in lines if line.startswith(f"  {face.name}.{number} {location.type.replace('-', ' ')}")
            ]
            assert f"{location.settlers} settler" in line
    for name, things in (
        ("Point cards", box.cards),
        ("Bonus tiles", box.bonus),
        ("Exploration tiles", box.exploration),
    ):
        start = lines.index(f"{name} ({len(things)}):") + 1
        for number, thing in enumerate(things, 1):
            assert lines[start + number - 1].startswith(f"  {number}. {thing}: ")


@pytest.mark.parametrize(
    ("game", "faces", "cards", "tiles"),
    [
        ("east-west-1", "A1 B1 E2 C2", 50, 20),
        ("east-west-2", "A2 B2 C1 F2", 50, 17),
        ("east-west-3", "A2 B2 C1 F2 E2 D2", 50, 25),
    ],
)
def test_components_show_what_each_part_uses(run: Run, game: str, faces: str, cards: int, tiles: int) -> None:
    """W1-1, W2-1, W3-1. Numbers of cards and tiles are those of the file, so that a check's places can be found."""
    status, out, err = run("components", "show", game)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{game}: reconstruction, hash {components.load(game).hash}"
    assert "reconstruction" in lines[1]
    assert [line.split()[1] for line in lines if line.startswith("Board ")] == [f"{face}:" for face in faces.split()]
    assert {f"Point cards ({cards}):", f"Bonus tiles ({tiles}):", "Exploration tiles (10):"} <= set(lines)
    box = components.load(game)
    assert isinstance(box, components.EastWestBox)
    out_of_it = "white" if game == "east-west-2" else "black"
    for number, card in enumerate(box.land.cards, 1):
        assert (f"  {number}. {card}: " in out) == (card.star != out_of_it)
    market, sea = game != "east-west-2", game != "east-west-1"
    assert ("Merchant cards (43):" in lines, "  BB>RRRGG: trade 2 brown for 3 red, 2 green" in lines) == (market,) * 2
    assert ("  24. cloves RRR>BB: trade 3 red for 2 brown" in lines, "(sea)" in out) == (sea,) * 2


def test_components_show_draws_the_layout_of_the_sea(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    text = components.complete("east-west-2", OWN_WORLD.read_text("utf-8"))
    star = "[[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1], [2, -1], [1, -2], [-1, -1], [-2, 1], [-1, 2], [1, 1]]"
    own_sea = (
        "[[-1, 0], [0, -1], [1, -1], [0, 0], [2, -1], [2, -2], [3, -2], [1, -2], [2, -3], [1, 0], [0, 1], [-1, 1]]"
    )
    assert star in text
    own.write_text(text.replace(f"sea = [0, 0]\nmarket = {star}", f"sea = [3, -3]\nmarket = {own_sea}"), "utf-8")
    status, out, err = run("components", "show", "east-west-2", "--components", own)
    assert (status, err) == (0, "")
    assert out.split("the sea tile is 3,-3:\n")[1].splitlines() == [
        "               .-' '-. .-' '-.",
        "              | 2,-3  | (sea) |",
        "           .-' '-. .-' '-. .-' '-.",
        "          | 1,-2  | 2,-2  | 3,-2  |",
        "       .-' '-. .-' '-. .-' '-. .-'",
        "      | 0,-1  | 1,-1  | 2,-1  |",
        "   .-' '-. .-' '-. .-' '-. .-'",
        "  | -1,0  |  0,0  |  1,0  |",
        "   '-. .-' '-. .-' '-. .-'",
        "      | -1,1  |  0,1  |",
        "       '-. .-' '-. .-'",
    ]


def test_components_show_tells_what_each_entry_does(run: Run) -> None:
    """One line of each kind, word by word, from a box that is never tuned."""
    lines = run("components", "show", "--components", OWN_WORLD)[1].splitlines()
    for line in (
        "  A1.1 fort, 1 settler: claim the card above, take a bonus tile (tiles in the stacks: 4), or both",
        "  A1.6 trade (the plains), 1 settler: trade 2 yellow for 2 red; with 2 or 3 players under an exploration tile",
        "  C1.6 upgrade (the forest), 3 settlers: upgrade up to 4 steps; under an exploration tile",
        "  A2.1 fort, 1 settler: claim the card above",
        "  Stacks of bonus tiles, with so many tiles: 2, 2, 2, 2",
        "  C2.2 market (the market), 3 settlers: the merchant card in slot 4",
        "  C2.3 adjust (the forest), 1 settler: gain 1 yellow, then swap two cards of your route",
        "  E2.3 refresh, 1 settler: new merchant cards, then another turn",
        "  F2.2 ship (the forest), 2 settlers: sail one or two tiles",
        "  F2.3 ship trade (the plains), 2 settlers: the trade of the tile where your ship is",
        "  F2.5 outpost trade (the mountain), 3 settlers: the trade of a tile where you have an outpost",
    ):
        assert line in lines
    marked = [line for line in lines if line.endswith(")")]
    assert any(line.startswith("  2. RRB=7 native-help plains: ") and "(with 4 players)" in line for line in marked)
    assert any(line.startswith("  17. GBB=10 tool market Y: ") and "white star" in line for line in marked)
    assert any(line.startswith("  21. native-help+new-settlers=3: ") and "part III" in line for line in marked)


# -- the rest --------------------------------------------------------------------------------------------------------


def test_bench(run: Run) -> None:
    result = json.loads(run("bench", "--seconds", 0.05, "--json")[1])
    assert result["build"] in ("interpreted", "compiled")
    assert {name for name, row in result["games"].items() if row["decisions_per_second"] > 0} == set(entrepot.games())
    status, out, _ = run("bench", "--seconds", 0.05)
    assert status == 0
    assert result["build"] in out


@pytest.mark.parametrize(
    ("printed", "rate"),
    [("23000000", 23e6), ("1 game\n2.5e6 decisions/s", 2.5e6), ("21,500,000.5 per second.", 21500000.5)],
)
def test_bench_against_another_program(run: Run, printed: str, rate: float) -> None:
    command = shlex.join([sys.executable, "-c", f"print({printed!r})"])
    arguments = ("bench", "--seconds", 0.05, "--game", GAME, "--against", command)
    assert json.loads(run(*arguments, "--json")[1])["against"] == {"command": command, "decisions_per_second": rate}
    status, out, _ = run(*arguments)
    assert status == 0
    assert out.splitlines()[-1].endswith(" decisions per second.")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("false", "'false' cannot be run: "),
        ("no-such-program --fast", "'no-such-program --fast' cannot be run: "),
        ("'open", "cannot be run: No closing quotation"),
        ("", "'' cannot be run: "),
        ("true", "'true' prints no number of decisions"),
    ],
)
def test_a_program_that_cannot_be_compared_with(run: Run, command: str, told: str) -> None:
    status, out, err = run("bench", "--seconds", 0.05, "--game", GAME, "--against", command)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_bench_of_the_server(run: Run) -> None:
    result = json.loads(run("bench", "--server", "--game", GAME, "--tables", 2, "--seconds", 1, "--json")[1])
    assert list(result["moves"]) == [GAME]
    for cost in result["moves"].values():
        assert set(cost) == {"10", "500"}
        for one in cost.values():
            assert one["cpu_ms"] > 0
            assert one["view_bytes"] > one["sent_bytes"] > 1000
    assert result["load"]["tables"] == 2


def test_bench_of_one_game(run: Run) -> None:
    for game, *arguments in (
        (NEW_WORLD, "--game", NEW_WORLD),
        (NEW_WORLD, "--components", OWN_WORLD),
        (GAME, "--option", "idle_trade=true"),
        ("east-west-3", "--game", "east-west-3", "--components", OWN_WORLD, "--option", "sea=random"),
    ):
        result = json.loads(run("bench", "--seconds", 0.05, "--json", *arguments)[1])
        assert list(result["games"]) == [game]


def test_play_with_a_ruling_and_a_box_of_ones_own(run: Run, own_world: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards of 77 points can only come from the file; the fourth board is the one that was asked for."""
    monkeypatch.setattr("sys.stdin", io.StringIO("table\nquit\n"))
    status, out, err = run("play", "--components", own_world, "--option", "board=E1", "--bots", "human,random")
    assert (status, err) == (0, "")
    assert "77 points for " in out
    assert "E1.1" in out
    assert "D1.1" not in out


@pytest.mark.parametrize("game", entrepot.games())
def test_play_writes_the_record_of_a_game_that_was_finished(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Somebody who always takes the first choice reaches the end against a bot that wants to."""
    file = tmp_path / "game.json"
    arguments = ("play", "--game", game, "--bots", "human,greedy", "--seed", 2, "--record", file)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nquit\n"))
    assert run(*arguments)[0] == 0
    assert not file.exists()
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 3000))
    status, _, err = run(*arguments)
    assert (status, err) == (0, "")
    match = entrepot.replay(entrepot.Record.load(file))
    assert (match.game, match.is_over) == (game, True)


def test_doctor(run: Run, tmp_path: Path) -> None:
    status, out, err = run("doctor", "--database", f"sqlite:///{tmp_path}/games.sqlite3")
    assert (status, err) == (0, "")
    assert f"entrepot {entrepot.__version__}" in out
    assert "database: reachable" in out


def test_version_and_help(run: Run) -> None:
    assert run("--version")[1].startswith(f"entrepot {entrepot.__version__} (")
    status, out, _ = run()
    assert status == 0
    for name in ("serve", "play", "simulate", "tournament", "replay", "components", "bench", "doctor"):
        assert name in out


# -- mistakes --------------------------------------------------------------------------------------------------------

MISTAKES = [
    "nonsense",
    "--nonsense",
    "components",
    "components show chess",
    "components check no-such-file",
    "components check .",
    "simulate --game chess",
    "simulate --game",
    "simulate --bots clever",
    "simulate --bots ,",
    "simulate --bots greedy,random --players 3",
    "simulate --players 9",
    "simulate --players 1",
    "simulate --players -2",
    "simulate --games 0",
    "simulate --games -1",
    "simulate --games many",
    "simulate --workers 0",
    "simulate --workers -4",
    "simulate --workers 1000000",
    "simulate --seed -1",
    "simulate --max-rounds 0",
    "simulate --option idle_trade",
    "simulate --option idle_trade=maybe",
    "simulate --option board=D1",
    "simulate --game new-world --option board=A1",
    "simulate --game new-world --players 5",
    "simulate --game east-west-1 --option merchant_pair_points=true",
    "simulate --game east-west-1 --option merchant_pair_points=3",
    "simulate --game east-west-1 --option merchant_pair_points=1.0",
    "simulate --game east-west-1 --option replace_occupied=1",
    "simulate --game east-west-2 --option merchant_pair_points=2",
    "simulate --game east-west-3 --option sea=ring",
    "simulate --game east-west-2 --components spice.toml",
    "bench --game east-west-3 --option sea=ring",
    "bench --option board=D1",
    "components show east-west-1 --components spice.toml",
    "components check spice.toml --game east-west-3",
    "simulate --components text",
    "simulate --components no-such-file",
    "simulate --games 1 --bots random --report no-such-folder/page.html",
    "simulate --seed x",
    "simulate --bots random,no_such_module:Bot",
    "simulate --bots random,exec:no-such-program",
    "simulate --bots random,exec:false",
    "play --bots human,exec:no-such-program",
    "tournament",
    "tournament --bots random",
    "tournament --bots random,random",
    "tournament --bots random,clever",
    "tournament --bots random,no_such_module:Bot",
    "tournament --bots random,exec:no-such-program",
    "tournament --bots random,greedy --game chess",
    "tournament --bots random,greedy --players 9",
    "tournament --bots random,greedy --pairs 0",
    "tournament --bots random,greedy --pairs x",
    "tournament --bots random,greedy --until 1",
    "tournament --bots random,greedy --edge 0.5",
    "tournament --bots random,greedy --limit 0",
    "tournament --bots random,greedy --limit nan",
    "tournament --bots random,greedy --workers 0",
    "tournament --bots random,greedy --workers -1",
    "tournament --bots random,greedy --workers many",
    "tournament --bots random,greedy --max-rounds 0",
    "tournament --bots random,greedy --seed -1",
    "tournament --bots random,greedy --option board=D1",
    "tournament --bots random,greedy --file text",
    "tournament --bots random,greedy --file .",
    "tournament --bots random,greedy --file no-such-folder/games",
    "tournament --bots random,greedy --csv .",
    "tournament --bots random,greedy --html no-such-folder/page.html",
    "replay",
    "replay no-such-file",
    "replay .",
    "replay text",
    "replay binary",
    "replay list.json",
    "replay deep.json",
    "replay record-without-start.json",
    "play --bots greedy,random",
    "play --bots human",
    "play --bots human,clever",
    "play --bots human,human,human,human,human,human",
    "play --game chess",
    "play --seed -1",
    "play --option board",
    "play --record .",
    "play --record no-such-folder/game.json",
    "play --game new-world --components spice.toml",
    "play --components binary",
    "components show --components text",
    "components show new-world --components spice.toml",
    "components check spice.toml --game chess",
    "components check spice.toml --game new-world",
    "bench --game chess",
    "bench --components text",
    "play --lang xx",
    "bench --seconds -1",
    "bench --seconds nan",
    "doctor --database nonsense",
    "doctor --database sqlite:////no-such-folder/games.sqlite3",
    "serve --port 99999999",
    "serve --port x",
    "serve --host 203.0.113.1",
    "serve --database nonsense --port 0",
]


@pytest.mark.parametrize("arguments", MISTAKES)
def test_a_mistake_is_one_line_and_status_2(
    run: Run, arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("hello")
    Path("binary").write_bytes(bytes(range(256)))
    Path("spice.toml").write_text(components.packaged(GAME), "utf-8")
    Path("list.json").write_text("[1, 2]")
    Path("deep.json").write_text("[" * 100_000)
    start: dict[str, object] = {"game": GAME}
    data = {**entrepot.Match.new(GAME, 2, 1).record().to_dict(), "start": start}
    Path("record-without-start.json").write_text(json.dumps(data))
    status, _, err = run(*arguments.split())
    assert status == 2
    assert err.startswith("entrepot: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert "Traceback" not in err


def test_a_module_to_run() -> None:
    with process("simulate", "--game", "chess") as child:
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (2, "")
    assert err == f"entrepot: there is no game called 'chess' (there are {', '.join(entrepot.games())})\n"


def test_a_closed_pipe_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "entrepot", "components", "show"]
    with os.fdopen(writing, "w") as pipe:
        ended = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    assert ended.stderr == ""


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "XDG_DATA_HOME": str(tmp_path)}
    for arguments in (["bench", "--seconds", "0.05"], ["simulate", "--games", "1"]):
        with process(*arguments, env=env) as child:
            _, err = child.communicate(timeout=60)
        assert (child.returncode, err) == (0, "")


def test_serve_prints_an_address_that_answers(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.sqlite3"
    arguments = ("serve", "--port", "0", "--database", database)
    with process(*arguments, preexec_fn=interruptible) as child:
        try:
            assert child.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+/", child.stdout.readline())
            assert found is not None
            for _ in range(100):
                try:
                    with urllib.request.urlopen(f"{found.group()}healthz", timeout=10) as answer:
                        assert json.load(answer)["version"] == entrepot.__version__
                    break
                except urllib.error.URLError:
                    time.sleep(0.1)
            else:
                pytest.fail("the server does not answer")
            child.send_signal(signal.SIGINT)
            _, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert err == ""
    assert child.returncode in (0, 130)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_interrupted(workers: str, tmp_path: Path) -> None:
    """Ctrl-C reaches the workers too; nobody complains."""
    settings = {"start_new_session": True, "preexec_fn": interruptible}
    with process("simulate", "--games", "1000000", "--bots", "random", "--workers", workers, **settings) as child:
        try:
            child.wait(2)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGINT)
        try:
            out, err = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            raise
    assert (child.returncode, out, err) == (130, "", "")


def test_a_report_that_cannot_be_drawn_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = tmp_path / "page.html"
    arguments = ["entrepot", "simulate", "--bots", "random,random", "--games", "1000000", "--report", str(page)]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert "pip install matplotlib" in capsys.readouterr().err
    assert not page.exists()
