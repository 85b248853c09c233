"""Sentences: complete, in step with the sources, and true to their placeholders."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from entrepot import Match, i18n
from entrepot.components import NewWorldBox
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


def test_cards_and_tiles_of_a_new_world() -> None:
    words = i18n.texts("en")
    assert words.card("YYB=5 native-help plains") == "5 points for 2 yellow, 1 brown, with native help at the plains"
    assert (
        words.card("RGB=1 tool river YR")
        == "1 point for 1 red, 1 green, 1 brown, with a tool: 1 yellow, 1 red at the river"
    )
    assert words.card("RGG=7 new-settlers 1") == "7 points for 1 red, 2 green, with 1 new settler"
    assert words.card("YRR=4 exploration") == "4 points for 1 yellow, 2 red, with an exploration"
    assert words.tile("tool=2") == "2 points for each Tool icon"
    assert words.tile("tool+exploration=3") == "3 points for each pair of tool and exploration"
    assert words.tile("2 settlers=1") == "1 point for every 2 settlers out of the reserve"
    assert words.tile("flat=3") == "3 points"
    assert [words.find(tile) for tile in ("YYG", "1 settler", "2 settlers", "3 points", "icon exploration")] == [
        "2 yellow, 1 green",
        "1 settler",
        "2 settlers",
        "3 points",
        "an Exploration icon",
    ]


def test_every_card_and_tile_of_the_box_has_a_sentence() -> None:
    words = i18n.texts("en")
    box = Match.new("new-world", players=4, seed=0).components
    assert isinstance(box, NewWorldBox)
    for say, parts in ((words.card, box.cards), (words.tile, box.bonus), (words.find, box.exploration)):
        said = [say(part.text) for part in parts]
        assert all(sentence and "{" not in sentence for sentence in said)
        assert len(set(said)) == len({part.text for part in parts})


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("spice-road", {}),
        ("spice-road", {"empty_rest": True, "idle_trade": True}),
        ("new-world", {"board": "D1"}),
        ("new-world", {"board": "F1"}),
    ],
)
def test_every_action_event_and_question_of_whole_games_has_a_sentence(game: str, options: dict[str, Any]) -> None:
    words = i18n.texts("en")
    rng = Random(4)
    names = ["Ida", "Bo", "Cleo"]
    silent, told = set(), set()
    match = Match.new(game, players=3, seed=11, options=options)
    for _ in range(400 if game == "spice-road" else 1500):
        if match.seat is None:
            break
        position = match.observe(match.seat).position
        assert words.question(position, names).startswith(f"{names[match.seat]}: ")
        for action in match.legal_actions():
            sentence = words.action(str(action), position, names)
            assert sentence.endswith((".", "?"))
            assert sentence[0].isupper() or sentence[0] == "×"
            assert "{" not in sentence
        claims = [action for action in match.legal_actions() if str(action).startswith("claim")]
        match.play(rng.choice(claims or match.legal_actions()))
    for event in match.events():
        sentence = words.event(event.to_dict(), names) or ""
        told.add(event.kind)
        if not sentence:
            silent.add(event.kind)
        assert "{" not in sentence
    assert silent == {"action"}
    if game == "new-world":
        assert told >= {
            "sent",
            "ousted",
            "tools",
            "bonus",
            "claimed",
            "drawn",
            "settled",
            "explored",
            "revealed",
            "rested",
        }


def test_a_location_says_what_working_there_means() -> None:
    words = i18n.texts("en")
    match = Match.new("new-world", players=2, seed=5)
    match.play("work B1.3")
    position = match.observe(1).position
    position["costs"]["B1.3"]["gift"] = "R"
    assert words.action("work B1.3", position, ["Ida", "Bo"]) == (
        "Work at the plains (B1.3): send 3 settlers, and 2 settlers of Ida must go home; your tools bring 1 red; "
        "gain 4 yellow."
    )
    assert words.action("work B1.3", position).count("seat 1") == 1
    assert words.action("work A1.4", position) == "Work at the forest (A1.4): send 1 settler; upgrade up to 2 steps."
    fort = words.action("work A1.1", position)
    assert fort == "Work at the fort A1.1: send 1 settler; take a bonus tile."
    assert words.action("rest", position) == "Rest: all your settlers are at home."


@pytest.mark.parametrize(
    ("header", "wanted"),
    [(None, "en"), ("", "en"), ("xx,yy;q=0.5", "en"), ("en-GB,en;q=0.9", "en"), ("x;q=what,;;,", "en")],
)
def test_language_of_the_browser(header: str | None, wanted: str) -> None:
    assert i18n.best_language(header) == wanted


def test_an_unknown_language_falls_back() -> None:
    assert i18n.texts("zz").lang == "en"
    assert i18n.languages()["en"] == "English"
