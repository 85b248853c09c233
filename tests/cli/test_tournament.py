"""`entrepot tournament` as it is typed: what it prints and writes."""

from __future__ import annotations

import csv
import inspect
import json
import sys
from pathlib import Path

import pytest

import entrepot.arena as arena
from entrepot.cli import app
from entrepot.i18n import languages, texts

from .processes import Run

SHORT = ("tournament", "--bots", "random,other=random", "--pairs", 2, "--max-rounds", 12)


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In a folder of its own, which is looked into for bots."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.mark.parametrize("name", ["simulate", "tournament"])
def test_the_usual_is_the_same_from_python(name: str) -> None:
    """What is taken where nothing is said is the same at the terminal and from Python."""
    typed, called = (inspect.signature(getattr(module, name)).parameters for module in (app, arena))
    usual = {key: one.default for key, one in called.items() if one.default not in (inspect.Parameter.empty, None)}
    shared = [key for key in usual if key in typed]
    assert {"seed", "workers", "max_rounds"} <= {*shared}
    for key in shared:
        assert type(usual[key])(typed[key].default) == usual[key], key


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
