"""The databases of earlier versions: each is opened, holds what it held, and is played on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import entrepot
from entrepot.web.app import Settings, create_app

from .people import Person, box_of, play

FILES = sorted(Path(__file__).parent.glob("*.sqlite3"))
KEPT = {file.stem: json.loads(file.with_suffix(".json").read_text("utf-8")) for file in FILES}
TABLES = [(version, name) for version, tables in KEPT.items() for name in tables]
RUNNING = [(version, name) for version, name in TABLES if not KEPT[version][name]["seen"]["result"]]


@pytest.fixture
def app(version: str, tmp_path: Path) -> Iterator[Any]:
    file = next(file for file in FILES if file.stem == version)
    shutil.copy(file, tmp_path / "games.sqlite3")
    app = create_app(Settings(database=f"sqlite:///{tmp_path}/games.sqlite3", pace=0, poll=0.05))
    with TestClient(app):
        yield app


def holds(now: Any, kept: Any) -> bool:
    """Whether everything that was kept is there; later versions may know more."""
    if isinstance(kept, dict):
        return isinstance(now, dict) and all(key in now and holds(now[key], value) for key, value in kept.items())
    if isinstance(kept, list):
        return isinstance(now, list) and len(now) == len(kept) and all(map(holds, now, kept))
    return bool(now == kept)


def test_there_is_one_of_every_game() -> None:
    assert "0.1.0" in KEPT
    for tables in KEPT.values():
        games = {(kept["seen"]["observation"]["game"], bool(kept["seen"]["result"])) for kept in tables.values()}
        assert games == {(game, over) for game in entrepot.games() for over in (False, True)}


@pytest.mark.parametrize("version", KEPT)
def test_every_table_is_as_it_was(app: Any, version: str) -> None:
    """To who sits there and to who watches; on the list of one's games, too."""
    for name, kept in KEPT[version].items():
        for who, told in ((kept["people"][0], kept["seen"]), ("guest", kept["watched"])):
            now = Person(app, who).view(kept["path"])
            for key, value in told.items():
                assert holds(now[key], value), (name, who, key)
            page = Person(app, who).client.get(kept["path"], headers={"accept": "text/html"})
            assert page.status_code == 200
    ida, html = Person(app, "ida"), {"accept": "text/html"}
    listed = "".join(ida.client.get(f"/mine?page={page}", headers=html).text for page in (1, 2))
    for name, kept in KEPT[version].items():
        assert (kept["path"] in listed) == ("ida" in kept["people"]), name


@pytest.mark.parametrize(("version", "name"), TABLES)
def test_a_finished_game_gives_its_record(app: Any, version: str, name: str) -> None:
    """And replays with the box that the table was made with."""
    kept = KEPT[version][name]
    answer = Person(app, "guest").client.get(f"{kept['path']}/record")
    if not kept["seen"]["result"]:
        assert answer.json()["code"] == "not-over"
        return
    record = entrepot.Record.loads(answer.text)
    again = entrepot.replay(record, box_of(app, kept["path"])[1])
    assert again.standing.to_dict()["points"] == kept["seen"]["result"]["points"]


@pytest.mark.parametrize(("version", "name"), RUNNING)
def test_a_running_game_goes_on(app: Any, version: str, name: str) -> None:
    kept = KEPT[version][name]
    path, version_then = kept["path"], kept["seen"]["version"]
    people = [Person(app, who) for who in kept["people"]]
    seen = people[0].view(path)
    for seat in seen["seats"]:
        if seat["invite_url"]:
            people.append(Person(app, "guest"))
            people[-1].post(seat["invite_url"], name="Guest")
    if seen["wish"]:
        people[0].post(f"{path}/play-on", wish=seen["wish"]["number"])
    far = play(path, people, Random(1), lambda now: bool(now["version"] >= version_then + 12))
    assert far["version"] > version_then
