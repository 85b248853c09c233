"""Hints and explanations: who may ask, who hears, and that the result tells of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from entrepot.bots.advice import REASONS
from entrepot.games import TITLES
from entrepot.web.app import create_app
from entrepot.web.tables import workers
from entrepot.web.tables.store import Row, Table

from .device import Device, on_both, quick
from .test_wishes import guests, html


def ask(device: Device, path: str, number: int = 1) -> tuple[int, dict[str, Any]]:
    return device.post(f"{path}/hint", version=device.view(path)["version"], number=number)


def rows(app: Any, kind: str) -> list[Row]:
    with app.state.store.session() as session:
        return [*session.scalars(select(Row).where(Row.kind == kind))]


@on_both
@pytest.mark.parametrize("game", TITLES)
def test_a_hint_is_told_to_whoever_asked_and_can_be_played(app: Any, ida: Device, game: str) -> None:
    path, (bo,) = guests(app, ida, "link", game=game)
    assert ida.view(path)["may_hint"]
    status, view = ask(ida, path)
    hint = view["hint"]
    assert status == 200
    assert hint["reason"] in REASONS
    assert (hint["number"], hint["about"]) == (1, None)
    assert hint["actions"][0] in view["legal"]
    assert view["hints"] == [1, 0]
    assert bo.view(path)["hint"] is None
    assert bo.view(path)["hints"] == [1, 0]
    assert ida.view(path)["hint"] == hint  # in another window too
    assert ask(ida, path)[1]["hints"] == [1, 0]  # it is the same decision
    assert ida.act(path, *hint["actions"])[0] == 200
    assert ida.view(path)["hint"] is None
    if bo.view(path)["legal"]:
        assert ask(bo, path)[1]["hints"] == [1, 1]


def test_the_next_best_is_another_choice_and_what_was_told_is_put_away(app: Any, ida: Device) -> None:
    path, _ = guests(app, ida, "link")
    first = ask(ida, path)[1]["hint"]
    assert first["of"] > 1
    second = ask(ida, path, 2)[1]["hint"]
    assert second["number"] == 2
    assert second["actions"][0] != first["actions"][0]
    assert ask(ida, path, 99)[1]["hint"]["number"] == first["of"]
    assert ask(ida, path, 0)[1]["hint"] is None
    assert len(rows(app, "hint")) == 1


def test_what_is_taken_back_takes_the_hint_along(app: Any, ida: Device) -> None:
    path, _ = guests(app, ida, "link")
    assert ida.act(path, "play up2")[0] == 200
    ask(ida, path)
    view = ida.view(path)
    assert ida.post(f"{path}/undo", version=view["version"], nonce="u")[1]["hint"] is None
    assert ask(ida, path)[1]["hints"] == [2, 0]


def test_who_may_not_move_may_not_ask(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")
    stranger = Device(app)
    version = ida.view(path)["version"]
    for device, code in ((bo, "not-your-decision"), (stranger, "not-seated")):
        before = ida.view(path)
        answer = device.post(f"{path}/hint", version=version, number=1)
        assert (answer[0], answer[1]["code"]) == (403, code)
        assert not device.view(path)["may_hint"]
        assert ida.view(path) == before
    for fields, code in (
        ({"version": version - 1, "number": 1}, "stale"),
        ({"version": version, "number": "-1"}, "bad-request"),
        ({"version": version, "number": "x"}, "bad-request"),
        ({"number": 1}, "bad-request"),
    ):
        assert ida.post(f"{path}/hint", **fields)[1]["code"] == code
    assert ida.post("/t/nowhere/hint", version=1)[1]["code"] == "unknown-table"


def test_a_table_may_forbid_them_and_so_does_the_next_one(app: Any, ida: Device) -> None:
    path, _ = guests(app, ida, "link", hints="0")
    view = ida.view(path)
    assert (view["hintless"], view["may_hint"]) == (True, False)
    assert ask(ida, path)[1]["code"] == "no-hints"
    assert "do-hint" not in html(ida, path)
    bot = ida.create("me=Ida", "bot", hints="0")
    ida.act(bot, "acquire 1")
    ida.wait(bot, lambda view: bool(view["legal"]))
    assert ida.post(f"{bot}/why", seat=1)[1]["code"] == "no-hints"
    ida.post(f"{bot}/end")
    following = ida.post(f"{bot}/again")[1]["path"]
    assert ida.view(following)["hintless"]


def test_a_guide_is_not_talked_over(ida: Device) -> None:
    path = ida.post("/learn", game="spice-road")[1]["path"]
    assert not ida.view(path)["may_hint"]
    assert ask(ida, path)[1]["code"] == "no-hints"
    ida.post(f"{path}/guide", step="off")
    assert ask(ida, path)[0] == 200


def test_the_result_says_who_asked(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")
    ask(ida, path)
    wish = ida.post(f"{path}/end")[1]["wish"]["number"]
    bo.post(f"{path}/end", wish=wish)
    for device in (ida, bo):
        assert device.view(path)["hints"] == [1, 0]
    assert "Asked for hints: You (1)." in html(ida, path)
    assert "Asked for hints: Ida (1)." in html(bo, path)
    assert ask(ida, path)[1]["code"] == "over"


def test_a_bot_is_asked_why_by_those_who_see_its_turn(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "bot")
    assert ida.post(f"{path}/why", seat=1)[1]["code"] == "no-hints"  # it has done nothing yet
    ida.act(path, "acquire 1")
    ida.wait(path, lambda view: bool(view["legal"]))
    before = ida.view(path)
    for device in (ida, Device(app)):
        status, view = device.post(f"{path}/why", seat=1)
        assert status == 200
        assert view["hint"]["about"] == 1
        assert view["hint"]["reason"] in REASONS
    assert ida.view(path) == before  # nobody else hears of it, and it is no hint
    for seat, code in (("0", "no-hints"), ("2", "no-hints"), ("x", "bad-request")):
        assert ida.post(f"{path}/why", seat=seat)[1]["code"] == code
    assert ida.post(f"{path}/why", seat="")[1]["hint"] is None


def test_a_bot_is_explained_by_what_whoever_asks_could_see(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "bot")
    ida.act(path, "acquire 1")
    ida.wait(path, lambda view: bool(view["legal"]))
    tables, table = app.state.tables, path.rpartition("/")[2]
    with app.state.store.session() as session:
        who = session.get(Table, table).owner
    seen, actions = tables.explained(who, table, "1")
    assert (seen.viewer, seen.seat) == (0, 1)
    assert actions
    assert tables.explained("somebody", table, "1")[0].viewer is None


@pytest.mark.parametrize("fault", ["too slow", "too many"])
def test_what_is_not_answered_changes_nothing(database: str, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    settings = replace(quick(database), budget=0.0 if fault == "too slow" else 10.0)
    monkeypatch.setattr(workers, "_ASKING", 1 if fault == "too slow" else 0)
    app = create_app(settings)
    with TestClient(app):
        ida = Device(app)
        path, _ = guests(app, ida, "link")
        before = ida.view(path)
        for _ in range(2):  # the first one gives its place back
            status, answer = ask(ida, path)
            assert (status, answer["code"]) == (503, "no-hint-now")
        assert ida.view(path) == before
        assert ida.act(path, before["legal"][0])[0] == 200
