"""The command line in five languages: help, mistakes, games and what is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from entrepot import Match, i18n
from entrepot.cli.language import mistake, of_locale
from entrepot.components import packaged
from entrepot.games import TITLES

OTHERS = [lang for lang in i18n.languages() if lang != "en"]
COMMANDS = (
    "", "serve", "play", "simulate", "replay", "bench", "backup", "doctor", "components", "components list",
    "components show", "components check",
)  # fmt: skip
ENGLISH = re.compile(r"\b(the|of|with|by|and|this|message|which|default:|required|usage|options|commands)\b")
AS_IN_ENGLISH = {"fr": {"options"}, "nl": {"of"}, "it": set(), "pl": set()}
"""What looks English and is a word of the language."""


def entrepot_(*arguments: str, typed: str = "", **environment: str) -> tuple[int, str, str]:
    """A command in a process of its own, in no locale but the one that is given."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("LC_") and name not in ("LANG", "LANGUAGE")
    }
    done = subprocess.run(
        [sys.executable, "-m", "entrepot", *arguments],
        env=kept | {"PYTHONUTF8": "1", "COLUMNS": "100"} | environment,
        input=typed, capture_output=True, encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "pl_PL", "LC_ALL": "nl_NL@euro"}, "nl"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": ""}, "it"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "de:fr:pl"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "de"}, "it"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "C", "LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "\x00"}, "en"),
    ],
)
def test_the_locale_chooses_as_gettext_does(environment: dict[str, str], lang: str) -> None:
    assert of_locale(environment) == lang


def test_the_option_stands_anywhere_and_wins_over_the_locale() -> None:
    for arguments in (("--lang", "it", "components", "list"), ("components", "list", "--lang=it")):
        assert "ricostruzione" in entrepot_(*arguments, LANG="pl_PL.UTF-8")[1]
    assert "rekonstrukcja" in entrepot_("components", "list", LANG="pl_PL.UTF-8")[1]


@pytest.mark.parametrize("arguments", [("--lang", "xx", "doctor"), ("play", "--lang", "IT"), ("doctor", "--lang")])
def test_an_unknown_language_is_one_line(arguments: tuple[str, ...]) -> None:
    status, out, err = entrepot_(*arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "there is no language" in err
    assert "nie ma języka" in entrepot_(*arguments, LANG="pl_PL")[2]


@pytest.mark.slow
@pytest.mark.parametrize("lang", OTHERS)
def test_help_is_in_the_language(lang: str) -> None:
    for command in COMMANDS:
        status, out, err = entrepot_(*command.split(), "--help", "--lang", lang)
        assert (status, err) == (0, "")
        assert "--lang" in out
        found = set(ENGLISH.findall(out.lower().replace("entrepot", "")))
        assert found <= AS_IN_ENGLISH[lang], (command, found)
        assert i18n.texts(lang)._("Show this message and exit.") in " ".join(out.split())


@pytest.mark.slow
@pytest.mark.parametrize("lang", OTHERS)
def test_mistakes_are_told_in_the_language(lang: str) -> None:
    wrong = re.compile(r"\b(No such|Missing|Invalid|Option|requires|unexpected|there is|must|cannot|extra)\b")
    mistakes = (
        "paly", "nothing", "play --seeds 1", "play --nothing", "play --seed x", "replay", "replay a b", "components",
        "simulate --games 0", "bench --seconds 0", "bench --tables 9999", "serve --port", "replay --json=1 x",
        "replay /no/such/file", "play --game chess", "simulate --bots a,b,c --players 2", "play --option board",
        "components check /", "backup --database nonsense x", "doctor --database nonsense", "serve --root-path x",
        "play --bots greedy,greedy", "serve --host 203.0.113.1",
    )  # fmt: skip
    for arguments in mistakes[OTHERS.index(lang) % 2 :: 2]:
        status, _, err = entrepot_(*arguments.split(), "--lang", lang)
        assert (status, len(err.splitlines())) == (2, 1), arguments
        assert not wrong.search(err), err


def test_a_mistake_that_nobody_foresaw_is_told_as_it_is() -> None:
    import typer

    assert mistake(typer.TyperException("Something new.")) == "Something new."


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "game"), list(zip(OTHERS, TITLES, strict=False)))
def test_a_game_is_played_and_told_in_the_language(lang: str, game: str, tmp_path: Path) -> None:
    """To the end, by the first choice that ends it; its record is told too, and nothing of both is English."""
    file = tmp_path / "game.json"
    bots = "human,greedy"
    typed = "help\ntable\nlog\nundo\nnonsense\n" + "1\n" * 3000
    status, out, err = entrepot_(
        "play", "--game", game, "--bots", bots, "--seed", "3", "--record", str(file), "--lang", lang, typed=typed
    )
    assert (status, err) == (0, "")
    told = entrepot_("replay", str(file), "--lang", lang)[1] if file.exists() else ""
    english = i18n.texts()
    match = Match.new(game, seed=3)
    for line in (english.question(match.observe(0).position), english._("The game is over.")):
        assert line not in out + told
    assert not re.search(r"\b(the|seat|gained|claimed|your|storage)\b", out + told)


@pytest.mark.parametrize("lang", i18n.languages())
def test_tables_have_the_numbers_of_the_language(lang: str) -> None:
    out = entrepot_("simulate", "--bots", "random", "--games", "3", "--max-rounds", "20", "--lang", lang)[1]
    words = i18n.texts(lang)
    assert words._("mean points") in out
    assert bool(re.search(r"\d,\d", out)) == (lang != "en")
    assert bool(re.search(r"\d\.\d", out)) == (lang == "en")


def test_a_box_is_shown_and_checked_in_the_language(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(packaged("spice-road").replace('gain = "YY"', 'gain = "YYX"', 1), "utf-8")
    status, out, err = entrepot_("components", "check", str(file), "--lang", "pl")
    assert status == 2
    assert "żadna kostka nie nazywa się 'X'" in out
    assert "nie jest plikiem z elementami gry spice-road" in err
    for game in TITLES:
        out = entrepot_("components", "show", game, "--lang", "fr")[1]
        assert not re.search(r"\b(the|with|seat|board|cards)\b", out), game
