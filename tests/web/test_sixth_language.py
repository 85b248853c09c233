"""A folder with a catalogue is all that a further language takes: the recipe of docs/translating.md, step by step."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from starlette.testclient import TestClient

from entrepot import Match, i18n
from entrepot.web.app import create_app
from tongues import added, long_drawn, script, written

from .device import quick

ROOT = Path(__file__).parent.parent.parent
CODE = "eo"
"""Esperanto: a language that has rules for its plurals and numbers, and no catalogue yet."""
HEAD = re.search(r"```\n(.*?)```", (ROOT / "docs" / "translating.md").read_text("utf-8"), re.DOTALL)
TOLD: dict[str, str | tuple[str, ...]] = {
    "Five trading games at one harbour": "Kvin komercaj ludoj en unu haveno",
    "Start the game": "Komencu la ludon",
    "Spice Road": "La Spica Vojo",
    "Your turn": "Via vico",
    "{n} point": ("{n} poento", "{n} poentoj"),
    "{n} yellow": ("{n} flava", "{n} flavaj"),
}


@pytest.fixture
def begun(tmp_path: Path) -> bytes:
    """A catalogue that began as the head in the docs, was filled by the script, and has a few translations."""
    path = tmp_path / CODE / "messages.po"
    path.parent.mkdir()
    assert HEAD is not None
    path.write_text("\n".join(line.strip() for line in HEAD[1].splitlines()).replace("de", CODE), "utf-8")
    messages = script("messages")
    path.write_bytes(messages.renewed(path, messages.template()))
    catalogue = read_po(io.BytesIO(path.read_bytes()), locale=CODE)
    for message, told in TOLD.items():
        found = catalogue.get(message)
        assert found is not None, message
        found.string = told
    buffer = io.BytesIO()
    write_po(buffer, catalogue)
    return buffer.getvalue()


def test_it_is_offered_chosen_and_read(tmp_path: Path, begun: bytes) -> None:
    with added(tmp_path / "languages", CODE, begun):
        assert i18n.languages()[CODE] == "Esperanto"
        assert i18n.best_language("eo-XX,fr;q=0.5") == CODE
        with TestClient(create_app(quick(f"sqlite:///{tmp_path / 'games.sqlite3'}"))) as client:
            answer = client.get("/", headers={"accept-language": "eo,pl;q=0.3"})
            assert f'hreflang="{CODE}"' in answer.headers["link"]
            assert f'<html lang="{CODE}"' in answer.text
            assert f'<option value="{CODE}" lang="{CODE}" selected>Esperanto</option>' in answer.text
            for told in ("Kvin komercaj ludoj en unu haveno", "Komencu la ludon", "La Spica Vojo"):
                assert told in answer.text
            assert "Choose a game" in answer.text  # not translated yet
            assert f'<option value="{CODE}" lang="{CODE}">Esperanto</option>' in client.get("/?lang=pl").text
            assert client.post("/language", data={"lang": CODE}, follow_redirects=False).status_code == 303
            assert client.get(f"/offline?lang={CODE}").status_code == 200
            assert client.get(f"/manifest.webmanifest?lang={CODE}").json()["lang"] == CODE
            assert f'"{CODE}": "/offline?lang={CODE}"' in client.get("/sw.js").text
        words = i18n.texts(CODE)
        assert words.plural("{n} point", "{n} points", 1).format(n=1) == "1 poento"
        assert words.cubes("YYR").startswith("2 flavaj")
    assert CODE not in i18n.languages()


def test_a_whole_catalogue_of_it_tells_a_game(tmp_path: Path) -> None:
    with added(tmp_path / "languages", CODE, written(CODE, long_drawn)):
        words = i18n.texts(CODE)
        match = Match.new("east-west-3", 2, 1)
        position = match.observe(0).position
        assert words.question(position) == long_drawn(i18n.texts().question(position))
        for action in match.legal_actions():
            assert words.action(str(action), position)
