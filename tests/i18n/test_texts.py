"""Sentences: complete, in step with the sources, and true to their placeholders."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from entrepot import Match, i18n
from entrepot.web.errors import STATUS

ROOT = Path(__file__).parent.parent.parent
CATALOGUES = sorted((ROOT / "src" / "entrepot" / "i18n").glob("*/messages.po"))
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.name)


def test_catalogues_hold_every_message_of_the_sources() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "messages.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}: run scripts/messages.py"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.name)
def test_translations_keep_their_placeholders(path: Path) -> None:
    for message in read(path):
        wanted = set(PLACEHOLDER.findall(" ".join([message.id] if isinstance(message.id, str) else message.id)))
        for text in [message.string] if isinstance(message.string, str) else message.string or ():
            assert set(PLACEHOLDER.findall(text)) <= wanted, message.id
            if message.id:
                text.format(**dict.fromkeys(wanted, ""))


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    words = i18n.texts("en")
    for code in [*STATUS, "nothing-done", "turn-over", "revealed", "not-yours"]:
        assert "did not work" not in words.reason(code)
    assert words.reason("never-heard") == "That did not work (never-heard)."


def test_cubes_and_cards() -> None:
    words = i18n.texts("en")
    assert words.cubes("GYYR") == "2 yellow, 1 red, 1 green"
    assert words.cubes("") == "nothing"
    assert words.card("YY>G") == "trade 2 yellow for 1 green"
    assert words.card("up3") == "upgrade up to 3 steps"
    assert words.card("YYR") == "gain 2 yellow, 1 red"
    assert words.card("GGBB=14") == "14 points for 2 green, 2 brown"


def test_every_action_event_and_question_of_whole_games_has_a_sentence() -> None:
    words = i18n.texts("en")
    rng = Random(4)
    names = ["Ida", "Bo", "Cleo"]
    silent = set()
    for options in ({}, {"empty_rest": True, "idle_trade": True}):
        match = Match.new("spice-road", players=3, seed=11, options=options)
        for _ in range(400):
            if match.seat is None:
                break
            position = match.observe(match.seat).position
            assert words.question(position, names).startswith(f"{names[match.seat]}: ")
            for action in match.legal_actions():
                sentence = words.action(str(action), position)
                assert sentence.endswith(".")
                assert "{" not in sentence
            claims = [action for action in match.legal_actions() if str(action).startswith("claim")]
            match.play(rng.choice(claims or match.legal_actions()))
        for event in match.events():
            sentence = words.event(event.to_dict(), names) or ""
            if not sentence:
                silent.add(event.kind)
            assert "{" not in sentence
    assert silent == {"action"}


@pytest.mark.parametrize(
    ("header", "wanted"),
    [(None, "en"), ("", "en"), ("xx,yy;q=0.5", "en"), ("en-GB,en;q=0.9", "en"), ("x;q=what,;;,", "en")],
)
def test_language_of_the_browser(header: str | None, wanted: str) -> None:
    assert i18n.best_language(header) == wanted


def test_an_unknown_language_falls_back() -> None:
    assert i18n.texts("zz").lang == "en"
    assert i18n.languages()["en"] == "English"
