"""The command line: what it prints, and that no mistake of a user ends in a traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import entrepot
from entrepot import bots, cli

GAME = "spice-road"
PACKAGED = resources.files("entrepot.components") / "spice_road.toml"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in this process: status, stdout, stderr."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def command(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["entrepot", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, out, err

    return command


@pytest.fixture(scope="module")
def record() -> entrepot.Record:
    """A finished game of two greedy bots."""
    match = entrepot.Match.new(GAME, 2, seed=3)
    players = [bots.make("greedy", GAME, seat) for seat in range(2)]
    while match.seat is not None:
        match.play(players[match.seat].choose(match.observe(match.seat)))
    return match.record()


def process(*arguments: str, **settings: Any) -> subprocess.Popen[str]:
    """`python -m entrepot` in a process of its own."""
    command = [sys.executable, "-m", "entrepot", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings)


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
    assert "2 games reached 2 rounds" in out


def test_simulate_table(run: Run) -> None:
    _, out, _ = run("simulate", "--bots", "random,greedy", "--games", 2)
    assert "random" in out
    assert "greedy" in out
    assert "mean points" in out


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


def test_replay_of_a_game_that_was_left(run: Run, tmp_path: Path) -> None:
    match = entrepot.Match.new(GAME, 2, seed=3)
    match.play("acquire 1")
    match.record().save(tmp_path / "game.json")
    status, out, _ = run("replay", tmp_path / "game.json")
    assert status == 0
    assert "not over" in out


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


# -- components ------------------------------------------------------------------------------------------------------


def test_components(run: Run, tmp_path: Path) -> None:
    status, out, _ = run("components", "list")
    assert status == 0
    assert out.splitlines()[0].startswith(f"{GAME}: published, hash ")
    digest = out.split()[-1]
    status, out, _ = run("components", "show", GAME)
    assert status == 0
    assert digest in out
    assert "Merchant cards (43):" in out
    assert "Point cards (36):" in out
    own = tmp_path / "own.toml"
    own.write_text(PACKAGED.read_text("utf-8"), "utf-8")
    assert run("components", "check", own) == (0, f"{own}: valid, hash {digest}\n", "")


def test_components_check_lists_every_problem(run: Run, tmp_path: Path) -> None:
    text = PACKAGED.read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace('gain = "YYYY"', 'gain = "YYXY"').replace("points = 20", "points = -20"), "utf-8")
    status, out, err = run("components", "check", own)
    assert status == 2
    assert len(out.splitlines()) >= 2
    assert err == f"entrepot: {own} is not a component file of {GAME}\n"


# -- the rest --------------------------------------------------------------------------------------------------------


def test_bench(run: Run) -> None:
    result = json.loads(run("bench", "--seconds", 0.05, "--json")[1])
    assert result["build"] in ("interpreted", "compiled")
    assert result["games"][GAME]["decisions_per_second"] > 0
    status, out, _ = run("bench", "--seconds", 0.05)
    assert status == 0
    assert result["build"] in out


def test_doctor(run: Run, tmp_path: Path) -> None:
    status, out, err = run("doctor", "--database", f"sqlite:///{tmp_path}/games.sqlite3")
    assert (status, err) == (0, "")
    assert f"entrepot {entrepot.__version__}" in out
    assert "database: reachable" in out


def test_version_and_help(run: Run) -> None:
    assert run("--version")[1].startswith(f"entrepot {entrepot.__version__} (")
    status, out, _ = run()
    assert status == 0
    for name in ("serve", "play", "simulate", "replay", "components", "bench", "doctor"):
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
    "simulate --seed x",
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
    assert err == "entrepot: there is no game called 'chess' (there are spice-road)\n"


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
    with process(*arguments, preexec_fn=_interruptible) as child:
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
    settings = {"start_new_session": True, "preexec_fn": _interruptible}
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


def _interruptible() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
