"""`entrepot tournament` as it is typed: what it prints and writes."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from entrepot import cli
from entrepot.i18n import languages, texts

Run = Callable[..., tuple[int, str, str]]
SHORT = ("tournament", "--bots", "random,other=random", "--pairs", 2, "--max-rounds", 12)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs the command line in this process, in a folder of its own: status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])

    def command(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["entrepot", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            cli.main()
        out, err = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return end.value.code, out, err

    return command


def test_json_is_one_object(run: Run) -> None:
    status, out, err = run(*SHORT, "--json", "--file", "games.jsonl")
    assert (status, err) == (0, "")
    result = json.loads(out)
    assert {"standings", "pairings", "mishaps", "games", "seed", "limit", "even", "build"} <= result.keys()
    assert result["games"] == 4
    assert len(Path("games.jsonl").read_text().splitlines()) == 5
    again = json.loads(run(*SHORT, "--json", "--file", "games.jsonl", "--workers", 2)[1])
    assert {**again, "seconds": 0} == {**result, "seconds": 0}


def test_a_row_for_each_pairing(run: Run) -> None:
    run("tournament", "--bots", "random,other=random,third=random", "--pairs", 1, "--max-rounds", 12, "--csv", "t.csv")
    with Path("t.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["first"], row["second"]) for row in rows] == [
        ("random", "other"),
        ("random", "third"),
        ("other", "third"),
    ]
    assert all(float(row["first_share"]) + float(row["second_share"]) == 1 for row in rows)
    assert all(float(row["first_wilson_low"]) <= float(row["first_share"]) for row in rows)


def test_tables(run: Run) -> None:
    status, out, _ = run(*SHORT, "--until", "0.05", "--edge", "0.7")
    assert status == 0
    for text in (
        "other",
        "openskill",
        "random – other",
        "undecided",
        "A step is a share of 70% of games of two",
        "by deals",
    ):
        assert text in out
    assert "were scored as they stood: 4." in out


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != "en"])
def test_tables_in_other_languages(run: Run, lang: str) -> None:
    status, out, _ = run(*SHORT, "--until", "0.05", "--lang", lang)
    assert status == 0
    for text in ("pairing", "deals", "crashes", "bot"):
        assert texts(lang)._(text) in out
    assert "share" not in out


def test_the_page_tells_the_command(run: Run) -> None:
    status, _, err = run(*SHORT, "--html", "page with blanks.html")
    assert (status, err) == (0, "")
    html = Path("page with blanks.html").read_text("utf-8")
    command = "entrepot tournament --bots random,other=random --pairs 2 --max-rounds 12"
    assert f"<code>{command} --html &#39;page with blanks.html&#39;</code>" in html


def test_a_bot_from_this_folder(run: Run) -> None:
    Path("a_bot_from_this_folder.py").write_text(
        "print('loaded')\n"
        "class Last:\n"
        "    def choose(self, observation):\n"
        "        print('thinking')\n"
        "        return observation.legal_actions[-1]\n"
    )
    status, out, _ = run(*SHORT[:1], "--bots", "random,last=a_bot_from_this_folder:Last", *SHORT[3:], "--json")
    assert status == 0
    result = json.loads(out)
    assert result["bots"][1] == {"name": "last", "spec": "a_bot_from_this_folder:Last"}
    assert result["mishaps"] == []


def test_how_bots_failed_is_told(run: Run) -> None:
    bots = ",".join(["random", *(f"bot{n}=exec:sh -c 'exit {n}'" for n in range(1, 8))])
    status, out, _ = run("tournament", "--bots", bots, "--pairs", 1, "--max-rounds", 2)
    assert status == 0
    assert out.count("failed: BotFailed") == 5
    assert "games more" in out
    assert run("tournament", "--bots", "random,exec:sh -c 'exit 3'", "--file", "no/folder")[0] == 2
