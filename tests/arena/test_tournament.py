"""Tournaments: who meets whom, that nothing but the terms counts, and that no bot can stop one."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cli.processes import interruptible, process
from entrepot import InvalidOptions, UnknownGame, bots
from entrepot.arena import NeedsRay, Tournament, WorkersLost, WrongTournament, tournament, tournament_page
from entrepot.arena.bouts import Failure, Fixture, Sheet, Terms, unit
from entrepot.arena.hosts import Host
from entrepot.arena.sequential import FIRST
from entrepot.bots.own import entrant
from entrepot.components import load
from entrepot.i18n import languages, texts
from report_page import Page

GAME = "spice-road"
TESTS = Path(__file__).parent.parent
SHORT: dict[str, Any] = {"max_rounds": 12, "pairs": 2}


@pytest.fixture(autouse=True)
def _own_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TESTS))


def results(done: Tournament) -> dict[str, Any]:
    """All that must be the same whenever it is played: times are not."""
    told = done.to_dict()
    for one in told["standings"]:
        del one["cpu_ms"]
    del told["seconds"]
    return {**told, "played": [replace(one, thought=[]) for one in done.played]}


def terms(*names: str, players: int = 2, limit: float = 60.0) -> Terms:
    who = tuple(entrant(name, GAME) for name in names)
    return Terms(GAME, who, players, 1, load(GAME), {}, limit, 12)


def test_everybody_meets_everybody_from_every_seat() -> None:
    done = tournament(GAME, ["random", "other=random", "strange_bots:First"], **SHORT)
    met = Counter((one.fixture.first, one.fixture.second, one.fixture.pair) for one in done.played)
    assert met == {(a, b, pair): 2 for a, b in ((0, 1), (0, 2), (1, 2)) for pair in range(2)}
    assert [tuple(one.fixture.seating(2)) for one in done.played[:4]] == [(0, 1), (1, 0), (0, 2), (2, 0)]
    told = done.to_dict()
    assert [(one["first"]["bot"], one["second"]["bot"]) for one in told["pairings"]] == [
        ("random", "other"),
        ("random", "strange_bots:First"),
        ("other", "strange_bots:First"),
    ]
    assert {one["bot"] for one in told["standings"]} == {"random", "other", "strange_bots:First"}
    elos = [one["elo"] for one in told["standings"]]
    assert elos == sorted(elos, reverse=True)
    assert json.loads(json.dumps(told)).keys() == told.keys()
    for pairing in told["pairings"]:
        assert pairing["first"]["share"] + pairing["second"]["share"] == 1
        assert (pairing["pairs"], pairing["games"], pairing["verdict"]) == (2, 4, None)


def test_more_than_two_players_sit_alone_among_the_others() -> None:
    fixtures = unit(0, 2, 7, 3)
    assert [one.seating(3) for one in fixtures] == [
        [0, 2, 2], [2, 0, 2], [2, 2, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2],
    ]  # fmt: skip
    done = tournament(GAME, ["random", "greedy"], 3, 1, max_rounds=25)
    (pairing,) = done.pairings
    assert len(done.played) == pairing.games == 6
    assert (pairing.first.games, pairing.second.games) == (3, 3)
    assert (pairing.first.wins, pairing.second.wins) == (0, 3)
    assert done.standings[0].bot == "greedy"
    assert done.to_dict()["even"] == pytest.approx(1 / 3)


def test_games_of_a_deal_begin_alike_and_bots_differ() -> None:
    given = terms("random", "greedy")
    (first, seeds), (second, others) = (given.deal(one) for one in unit(0, 1, 3, 2))
    assert first.position() == second.position()
    assert len({*seeds, *others}) == 4
    assert first.position() != given.deal(unit(0, 1, 4, 2)[0])[0].position()
    assert given.play(Fixture(0, 1, 3, 0, 0), Sheet()) != given.play(Fixture(0, 1, 3, 0, 1), Sheet())


def test_workers_change_nothing() -> None:
    alone = tournament(GAME, ["random", "other=random"], pairs=4, max_rounds=20, seed=3)
    together = tournament(GAME, ["random", "other=random"], pairs=4, max_rounds=20, seed=3, workers=3)
    assert results(alone) == results(together)
    assert results(alone) != results(tournament(GAME, ["random", "other=random"], pairs=4, max_rounds=20, seed=4))


def test_options_and_components_are_played_with() -> None:
    done = tournament("new-world", ["random", "other=random"], **SHORT, options={"board": "E1"})
    assert done.to_dict()["options"] == {"board": "E1"}
    assert done.to_dict()["cut"] == 4


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    tournament(GAME, ["random", "other=random"], **SHORT, progress=lambda *numbers: told.append(numbers))
    assert told == [(done, 4) for done in range(5)]


# -- bots that fail --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        ("strange_bots:Raises", "raised", r"RuntimeError: something\\nis wrong"),
        ("strange_bots:Quits", "raised", "SystemExit: enough"),
        ("strange_bots:Unseated", "raised", "OSError: no model"),
        ("strange_bots:Illegal", "illegal", "acquire 99"),
        ("strange_bots:Text", "illegal", "play YY"),
        ("strange_bots:Exits", "exited", "7"),
        ("strange_bots:Loops", "timeout", ""),
        ("exec:sh -c 'echo lost >&2; exit 5'", "raised", "BotFailed: .* ended with status 5: 'lost'"),
    ],
)
def test_a_bot_that_fails_has_lost(bot: str, kind: str, detail: str, capfd: pytest.CaptureFixture[str]) -> None:
    limit = 1.0 if kind == "timeout" else 60.0
    done = tournament(GAME, ["random", f"bad={bot}"], 3, 1, max_rounds=12, limit=limit)
    assert [(one.bot, one.kind, one.games) for one in done.mishaps] == [("bad", kind, 6)]
    assert re.fullmatch(detail, done.mishaps[0].detail)
    (pairing,) = done.pairings
    assert (pairing.second.wins, pairing.first.wins) == (0, 3)
    late = 6 if kind == "timeout" else 0
    assert (pairing.second.crashes, pairing.second.timeouts) == (6 - late, late)
    assert (pairing.first.crashes, pairing.first.timeouts) == (0, 0)
    for one in done.played:
        assert one.failure is not None
        assert one.fixture.seating(3)[one.failure.seat] == 1
        assert one.ranking[-1] == one.failure.seat
        who = [one.fixture.seating(3)[seat] for seat in one.ranking]
        assert who == sorted(who)
        assert not one.cut
    assert capfd.readouterr().out == ""


def test_what_a_killed_process_had_played_counts() -> None:
    raised, exited = (
        tournament(GAME, ["random", f"bad=strange_bots:{name}"], 3, 1, max_rounds=12).played
        for name in ("Raises", "Exits")
    )
    for one, other in zip(raised, exited, strict=True):
        assert (one.points, one.ranking, one.decisions) == (other.points, other.ranking, other.decisions)
        assert sum(one.decisions) > 3


def test_a_late_answer_has_lost_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody looks meanwhile; and the first decision may take longer."""
    monkeypatch.setenv("STRANGE_LATE", "1.5")
    given = terms("random", "strange_bots:Late", limit=1.0)
    played = given.play(Fixture(0, 1, 0, 0, 1), Sheet())
    assert played.failure == Failure(0, "timeout")
    assert played.ranking == [1, 0]


def test_workers_that_end_by_themselves() -> None:
    host = Host(replace(terms("random", "greedy"), options={"no such option": True}))
    try:
        with pytest.raises(WorkersLost, match="end by themselves, with status 1"):
            host.play(Fixture(0, 1, 0, 0, 0))
    finally:
        host.stop()


# -- sequential ------------------------------------------------------------------------------------------------------


def test_a_pairing_ends_when_it_is_decided() -> None:
    names = ["strange_bots:First", "better=random", "same=random"]
    done = tournament(GAME, names, until=0.05, pairs=40, max_rounds=60)
    verdicts = {(one.first.bot, one.second.bot): (one.verdict, one.pairs) for one in done.pairings}
    assert verdicts["better", "same"][1] <= 40
    assert done.to_dict()["until"] == 0.05
    assert len(done.played) == 2 * sum(one.pairs for one in done.pairings)
    few = tournament(GAME, names, until=0.05, pairs=3, max_rounds=60)
    assert [(one.verdict, one.pairs) for one in few.pairings] == [("open", 3)] * 3


def test_workers_do_not_change_when_it_is_decided(tmp_path: Path) -> None:
    names = ["strange_bots:Raises", "random"]
    alone = tournament(GAME, names, until=0.05)
    together = tournament(GAME, names, until=0.05, workers=3, file=tmp_path / "games")
    assert [(one.verdict, one.pairs) for one in alone.pairings] == [("second", 12)]
    assert results(alone) == results(together)
    assert results(tournament(GAME, names, until=0.05, file=tmp_path / "games")) == results(alone)
    assert tournament(GAME, names[::-1], until=0.05).pairings[0].verdict == FIRST


# -- the file --------------------------------------------------------------------------------------------------------


def test_a_file_goes_on_wherever_it_was_cut(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    names = ["random", "other=random"]
    whole = results(tournament(GAME, names, **SHORT, file=file))
    text = file.read_bytes()
    heading = text.index(b"\n") + 1
    for cut in (0, 1, heading - 1, heading, heading + 1, len(text) // 2, len(text) - 1, len(text)):
        file.write_bytes(text[:cut])
        assert results(tournament(GAME, names, **SHORT, file=file)) == whole, cut
        lines = file.read_bytes().splitlines()
        assert len(lines) == 5
        assert all(json.loads(line) for line in lines)


def test_a_file_can_be_made_longer(tmp_path: Path) -> None:
    file, names = tmp_path / "games.jsonl", ["random", "other=random"]
    tournament(GAME, names, pairs=1, max_rounds=12, file=file)
    before = file.read_bytes()
    longer = tournament(GAME, names, pairs=3, max_rounds=12, file=file)
    assert file.read_bytes().startswith(before)
    assert results(longer) == results(tournament(GAME, names, pairs=3, max_rounds=12))
    assert results(tournament(GAME, names, pairs=1, max_rounds=12, file=file))["games"] == 2


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"seed": 5}, "holds another tournament"),
        ({"limit": 5}, "holds another tournament"),
        ({"max_rounds": 13}, "holds another tournament"),
        ({"players": 3}, "holds another tournament"),
        ({"bots": ["greedy", "random"]}, "holds another tournament"),
        ({"options": {"idle_trade": True}}, "holds another tournament"),
    ],
)
def test_a_file_of_another_tournament(tmp_path: Path, changed: dict[str, Any], reason: str) -> None:
    file = tmp_path / "games.jsonl"
    given: dict[str, Any] = {"game": GAME, "bots": ["random", "greedy"], "pairs": 1, "max_rounds": 12, "file": file}
    tournament(**given)
    before = file.read_bytes()
    with pytest.raises(WrongTournament, match=reason):
        tournament(**{**given, **changed})
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["a diary", "a diary\n", '{"a": 1}\n', "[1]\n", "[" * 10_000 + "\n", "\0\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "diary"
    file.write_text(text)
    with pytest.raises(WrongTournament, match="holds no tournament"):
        tournament(GAME, ["random", "greedy"], file=file)
    assert file.read_text() == text
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(WrongTournament, match="is not a file"):
            tournament(GAME, ["random", "greedy"], file=path)


def test_a_line_that_is_no_game(tmp_path: Path) -> None:
    file, names = tmp_path / "games.jsonl", ["random", "other=random"]
    tournament(GAME, names, **SHORT, file=file)
    heading, *lines = file.read_text().splitlines()
    first = json.loads(lines[0])
    changes: list[dict[str, Any]] = [
        {"second": 5},
        {"pair": -1},
        {"seat": 2},
        {"points": []},
        {"ranking": [0, 0]},
        {"failure": {"seat": 9, "kind": "raised"}},
        {"failure": 3},
    ]
    odd = ["", "{", "[]", "7", *(json.dumps({**first, **changed}) for changed in changes)]
    for one in odd:
        text = "\n".join([heading, one, *lines[1:], ""])
        file.write_text(text)
        with pytest.raises(WrongTournament, match="line 2 is not a game"):
            tournament(GAME, names, **SHORT, file=file)
        assert file.read_text() == text


def lines_of(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def test_killed_in_the_middle(tmp_path: Path) -> None:
    """Really: by a signal that nothing can catch, again and again."""
    file = tmp_path / "games.jsonl"
    names = ["random", "strange_bots:Drawn", "strange_bots:Raises"]
    arguments = ["tournament", "--bots", ",".join(names), "--pairs", "40", "--max-rounds", "40", "--json"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(TESTS), *sys.path]))}
    seen = 1
    for workers in ("1", "2", "2"):
        wanted = seen + 10
        with process(*arguments, "--workers", workers, "--file", str(file), env=env, start_new_session=True) as child:
            while lines_of(file) < wanted and child.poll() is None:
                time.sleep(0.002)
            child.send_signal(signal.SIGKILL)
            child.communicate()
        assert child.returncode == -signal.SIGKILL
        seen = lines_of(file)
        assert wanted <= seen < 241
    with process(*arguments, "--file", str(file), env=env) as child:
        out, err = child.communicate()
    assert (child.returncode, err) == (0, "")
    whole = results(tournament(GAME, names, pairs=40, max_rounds=40))
    told = json.loads(out)
    assert told["games"] == 240
    assert {key: told[key] for key in ("pairings", "mishaps", "cut")} == json.loads(
        json.dumps({key: whole[key] for key in ("pairings", "mishaps", "cut")})
    )


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:  # one that nobody has waited for is not there any more either
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_it(tmp_path: Path, how: signal.Signals) -> None:
    """Not even a bot that never comes back; and nobody complains."""
    pid = tmp_path / "pid"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path]), "STRANGE_PID": str(pid)}
    settings = {"env": env, "start_new_session": True, "preexec_fn": interruptible}
    with process("tournament", "--bots", "random,strange_bots:Loops", "--limit", "1000", **settings) as child:
        while not (pid.exists() and pid.read_text()) and child.poll() is None:
            time.sleep(0.01)
        os.killpg(child.pid, how)
        out, err = child.communicate()
    assert child.returncode == (130 if how == signal.SIGINT else -how)
    assert (out, err) == ("", "")
    while is_there(int(pid.read_text())):
        time.sleep(0.01)


# -- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"bots": []}, "two bots at least, not 0"),
        ({"bots": ["random"]}, "two bots at least, not 1"),
        ({"bots": "random"}, "bots are a list of names"),
        ({"bots": ["random", "random"]}, "two bots are called 'random'"),
        ({"players": 6}, "2 to 5 players"),
        ({"players": True}, "2 to 5 players"),
        ({"pairs": 0}, "pairs must be at least 1, not 0"),
        ({"pairs": -1}, "pairs must be at least 1, not -1"),
        ({"pairs": True}, "pairs must be at least 1, not True"),
        ({"pairs": 10**9}, "pairs must be at most"),
        ({"until": 0}, "until must lie between"),
        ({"until": 0.5}, "until must lie between"),
        ({"until": float("nan")}, "until must lie between"),
        ({"until": True}, "until must lie between"),
        ({"edge": 0.5}, "edge must lie between"),
        ({"edge": 1}, "edge must lie between"),
        ({"seed": -1}, "a seed is"),
        ({"seed": False}, "a seed is"),
        ({"workers": 0}, "workers must be at least 1"),
        ({"workers": True}, "workers must be at least 1"),
        ({"workers": 1.5}, "workers must be at least 1"),
        ({"workers": 10**4}, "workers must be at most"),
        ({"workers": "many"}, "workers are a number of processes, or ray"),
        ({"limit": 0}, "limit is a time above 0"),
        ({"limit": -1}, "limit is a time above 0"),
        ({"limit": True}, "limit is a time above 0"),
        ({"limit": float("inf")}, "limit is a time above 0"),
        ({"limit": float("nan")}, "limit is a time above 0"),
        ({"limit": "1"}, "limit is a time above 0"),
        ({"max_rounds": 0}, "max_rounds must be at least 1"),
        ({"options": {"board": "D1"}}, "no option"),
    ],
)
def test_refusals(changed: dict[str, Any], reason: str, tmp_path: Path) -> None:
    file = tmp_path / "games"
    with pytest.raises(InvalidOptions, match=reason):
        tournament(**{"game": GAME, "bots": ["random", "greedy"], "file": file, **changed})
    assert not file.exists()


def test_unknown_names(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        tournament("chess", ["random", "greedy"])
    for name in ("clever", "no_such_module:Bot", "exec:no-such-program", 7):
        with pytest.raises(bots.UnknownBot):
            tournament(GAME, ["random", name], file=tmp_path / "games")  # type: ignore[list-item]
    with pytest.raises(FileNotFoundError):
        tournament(GAME, ["random", "greedy"], file=tmp_path / "no" / "folder")
    assert list(tmp_path.iterdir()) == []


# -- the page --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def done() -> Tournament:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TESTS))
        names = ["random", "bad=strange_bots:Raises", "exec:sh -c 'echo $x$'"]
        return tournament(GAME, names, 3, 2, until=0.1, max_rounds=12)


def test_tables_say_what_came_of_it(done: Tournament) -> None:
    page = Page(tournament_page(done, "entrepot tournament --bots '<a>'"))
    assert list(page.tables) == ["Standings", "Pairings", "Decided", "Time for a decision", "Length of games"]
    assert [row[0].split()[0] for row in page.tables["Standings"][1:]] == [one.bot.split()[0] for one in done.standings]
    assert len(page.tables["Pairings"]) == 1 + 2 * 3
    assert [row[1:] for row in page.tables["Decided"][1:]] == [["undecided", "2"]] * 3
    assert sum(int(row[1]) for row in page.tables["Length of games"][1:]) == len(done.played) == 36


def test_the_page_opens_offline_and_says_how_it_was_made(done: Tournament) -> None:
    html = tournament_page(done, "entrepot tournament --bots '<a>'")
    page = Page(html)
    assert "entrepot tournament --bots &#39;&lt;a&gt;&#39;" in html
    assert "bad failed: RuntimeError: something\\nis wrong (12 games)" in html
    assert all(link.startswith("#") for link in page.loads)
    assert "//" not in re.sub(r"/\*.*?\*/", "", html, flags=re.DOTALL)
    assert "<script" not in html
    assert len(page.ids) == len(set(page.ids))
    assert len(page.labels) == len(set(page.labels)) == 4
    drawings = "".join(re.findall(r"<svg.*?</svg>", html, flags=re.DOTALL))
    assert "var(--harbour)" in drawings
    assert not re.search("#[0-9a-f]{6}", drawings)
    assert tournament_page(done, "entrepot tournament --bots '<a>'") == html


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
def test_the_page_in_other_languages(done: Tournament, lang: str) -> None:
    page, english = (Page(tournament_page(done, words=texts(one))) for one in (lang, "en"))
    assert len(page.tables) == len(english.tables)
    assert not {*page.tables} & {*english.tables}
    assert not {*page.labels} & {*english.labels}


# -- a cluster -------------------------------------------------------------------------------------------------------


def test_a_cluster_is_needed_for_ray(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NeedsRay, match="pip install ray"):
        tournament(GAME, ["random", "greedy"], workers="ray", file=tmp_path / "games")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_cluster_changes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On a Ray of one processor."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install entrepot[ray]")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), *sys.path]))
    names = ["random", "strange_bots:Exits", "strange_bots:Loops"]
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        there = tournament(GAME, names, pairs=1, max_rounds=12, limit=1.0, workers="ray", file=tmp_path / "games")
    finally:
        ray.shutdown()
    assert results(there) == results(tournament(GAME, names, pairs=1, max_rounds=12, limit=1.0))
    assert lines_of(tmp_path / "games") == 7
