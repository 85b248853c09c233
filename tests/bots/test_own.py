"""Bots of one's own: how they are named, made and asked, and what is said when that cannot be."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import entrepot
import strange_bots
from entrepot import bots
from entrepot.arena import simulate
from entrepot.bots.own import Entrant, entrant, listed, seated
from entrepot.bots.program import BotFailed, Program

GAME = "spice-road"
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ECHO = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    message = json.loads(line)
    if message["kind"] == "choose":
        print(json.dumps({"action": message["legal_actions"][-1]}), flush=True)
"""


def observation(seat: int = 0) -> entrepot.Observation:
    return entrepot.Match.new(GAME, 2, 1).observe(seat)


def program(tmp_path: Path, text: str) -> str:
    """A command that runs a Python text."""
    path = tmp_path / "program.py"
    path.write_text(text)
    return f"'{sys.executable}' '{path}'"


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("greedy", Entrant("greedy", "greedy")),
        ("best=greedy", Entrant("best", "greedy")),
        ("strange_bots:First", Entrant("strange_bots:First", "strange_bots:First")),
        ("mine=strange_bots:First", Entrant("mine", "strange_bots:First")),
        ("exec:true --x=1", Entrant("exec:true --x=1", "exec:true --x=1")),
        ("a.b-c_1=exec:true", Entrant("a.b-c_1", "exec:true")),
    ],
)
def test_names(text: str, who: Entrant) -> None:
    assert entrant(text, GAME) == who


def test_lists() -> None:
    assert listed("a, b=exec:x 'y,z' \"u,v\",c") == ["a", "b=exec:x 'y,z' \"u,v\"", "c"]
    assert listed("a,,b") == ["a", "", "b"]
    assert listed("") == [""]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no_such_module:Bot", "there is no module 'no_such_module'"),
        ("strange_bots.more:Bot", "there is no module 'strange_bots.more'"),
        ("strange_bots:Nobody", "strange_bots has no 'Nobody'"),
        ("strange_bots:", "strange_bots has no ''"),
        ("strange_bots:NoBot", "makes no bot: it has no method choose"),
        ("strange_bots:nothing", "makes no bot: it has no method choose"),
        (":", "cannot be imported"),
        ("exec:", "there is no program ''"),
        ("exec:no-such-program --now", "there is no program 'no-such-program'"),
        ("exec:'open", "there is no program"),
        ("x=clever", "no bot called 'clever'"),
        ("", "no bot called ''"),
        (7, "no bot called 7"),
    ],
)
def test_who_is_not_there(text: Any, reason: str) -> None:
    with pytest.raises(bots.UnknownBot, match=reason):
        entrant(text, GAME)


def test_a_module_that_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("broken_bot.py").write_text("print('loading')\nimport no_such_thing\n")
    Path("leaving_bot.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(bots.UnknownBot, match="'broken_bot' cannot be imported: ModuleNotFoundError: No module named"):
        entrant("broken_bot:Bot", GAME)
    assert capsys.readouterr().out == ""
    with pytest.raises(bots.UnknownBot, match="'leaving_bot' cannot be imported: SystemExit: 3"):
        entrant("leaving_bot:Bot", GAME)


def test_chance_is_given_to_who_asks_for_it() -> None:
    seen = observation()
    for spec in ("strange_bots:Drawn", "strange_bots:by_name"):
        bot, twin = (entrant(spec, GAME).sit(GAME, 2, 0, 5) for _ in range(2))
        chosen = [(bot.choose(seen), twin.choose(seen)) for _ in range(8)]
        assert all(one == other for one, other in chosen)
        assert len(set(chosen)) > 1
    first = entrant("strange_bots:First", GAME).sit(GAME, 2, 0, 5)
    assert isinstance(first, strange_bots.First)
    assert first.decisions == 0


def test_all_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strange_bots.Drawn, "closed", 0)
    who = [entrant("strange_bots:Drawn", GAME)] * 2
    with seated(who, GAME, [1, 2]) as seats:
        assert len(seats) == 2
    assert strange_bots.Drawn.closed == 2
    with (
        pytest.raises(OSError, match="no model"),
        seated([who[0], entrant("strange_bots:Unseated", GAME)], GAME, [1, 2]),
    ):
        pytest.fail("somebody was seated who cannot be")
    assert strange_bots.Drawn.closed == 3


def test_simulate_knows_them() -> None:
    named = simulate(GAME, ["greedy", "strange_bots:Drawn"], 2, seed=3, max_rounds=20)
    assert [seat["bot"] for seat in named.to_dict()["seats"]] == ["greedy", "strange_bots:Drawn"]
    assert named.outcomes == simulate(GAME, ["greedy", "strange_bots:Drawn"], 2, seed=3, max_rounds=20).outcomes
    assert named.outcomes != simulate(GAME, ["greedy", "strange_bots:Drawn"], 2, seed=4, max_rounds=20).outcomes


def test_nobody_is_told_a_seed_to_reckon_back(tmp_path: Path) -> None:
    """The numbers of a `Chance` can be undone, and the deal's seed comes from the one that gives those of its bots."""
    logs, seeds = [tmp_path / "one", tmp_path / "two"], [7, 8]
    with seated([entrant(f"exec:{program(tmp_path, ECHO)} '{log}'", GAME) for log in logs], GAME, seeds):
        pass
    told = [json.loads(log.read_text().splitlines()[0])["seed"] for log in logs]
    assert len(set(told)) == 2
    assert not set(told) & set(seeds)
    drawn = entrant("strange_bots:Drawn", GAME).sit(GAME, 2, 0, 7)
    assert isinstance(drawn, strange_bots.Drawn)
    assert drawn.rng.random() != Random(7).random()


def test_the_server_knows_names_only() -> None:
    with pytest.raises(bots.UnknownBot):
        bots.make("strange_bots:First", GAME)


# -- programs --------------------------------------------------------------------------------------------------------


def test_a_program_is_told_what_its_seat_sees(tmp_path: Path) -> None:
    log = tmp_path / "log"
    bot = Program(f"{program(tmp_path, ECHO)} '{log}'", GAME, 2, 0, 2**64 - 1)
    seen = observation()
    assert bot.choose(seen) == seen.legal_actions[-1]
    assert bot.cpu() >= 0
    bot.close()
    hello, choose, bye = map(json.loads, log.read_text().splitlines())
    assert hello == {"kind": "hello", "version": 1, "game": GAME, "players": 2, "seat": 0, "seed": 2**64 - 1}
    assert choose == {"kind": "choose", **seen.to_dict()}
    assert bye == {"kind": "bye"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import sys; sys.exit(4)", r"ended with status 4$"),
        ("import sys; print('all\\nis lost', file=sys.stderr); sys.exit(4)", "ended with status 4: 'is lost'"),
        ("import sys; sys.stderr.write('x' * 10**6); sys.exit(4)", "ended with status 4: 'xxx"),
        ("input(); input(); print('fine')", "answered 'fine', which names no action"),
        ("input(); input(); print('{}')", "answered '{}', which names no action"),
        ('input(); input(); print(\'{"action": "jump"}\')', "which names no action"),
        ("input(); input(); print('[' * 10**5)", "which names no action"),
        ("print('x' * 10**6); input(); input(); input()", "which names no action"),
    ],
)
def test_a_program_that_fails(tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, reason: str) -> None:
    bot = Program(program(tmp_path, text), GAME, 2, 0, 1)
    with pytest.raises(BotFailed, match=reason) as caught:
        bot.choose(observation())
    bot.close()
    assert str(caught.value).isprintable()
    assert capfd.readouterr() == ("", "")


def test_a_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    bot = Program(program(tmp_path, "while True: pass"), GAME, 2, 0, 1)
    bot.close()
    with pytest.raises(BotFailed, match="ended with status -9"):
        bot.choose(observation())


def test_a_program_that_cannot_be_run(tmp_path: Path) -> None:
    with pytest.raises(BotFailed, match="cannot be run"):
        Program(str(tmp_path), GAME, 2, 0, 1)


@pytest.mark.parametrize("game", [GAME, "east-west-3"])
def test_the_example_in_python(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)
    outcomes = simulate(game, ["claims_first:ClaimsFirst", "random"], 8, seed=1).outcomes
    assert sum(outcome.winner == 0 for outcome in outcomes) >= 5


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("game", [GAME, "east-west-3"])
def test_the_example_in_another_language(game: str) -> None:
    bot = f"exec:node '{EXAMPLES / 'claims_first.js'}'"
    outcomes = simulate(game, [bot, "random"], 2, seed=1).outcomes
    assert sum(outcome.winner == 0 for outcome in outcomes) >= 1
    assert outcomes == simulate(game, [bot, "random"], 2, seed=1).outcomes
