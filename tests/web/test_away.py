"""Nobody who is away stops a table: a bot sits in for them until they are back, and they can leave by themselves."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot.bots import LEVELS
from entrepot.web.app import create_app
from entrepot.web.tables import tables as authority
from entrepot.web.tables.model import AWAY
from entrepot.web.tables.store import now

from .device import Device, on_both, quick
from .test_wishes import guests, html

Later = Callable[[float], None]


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Lets so many seconds go by at once."""
    gone = [0.0]

    def pass_by(seconds: float) -> None:
        gone[0] += seconds

    monkeypatch.setattr(authority, "now", lambda: now() + timedelta(seconds=gone[0]))
    return pass_by


def code(device: Device, path: str, **fields: Any) -> str:
    return str(device.post(f"{path}/sit-in", **fields)[1].get("code", "done"))


@on_both
def test_a_bot_sits_in_and_gives_the_seat_back(app: Any, ida: Device, later: Later) -> None:
    path, (bo,) = guests(app, ida, "link", away="300")
    ida.act(path, "acquire 1")
    assert [device.view(path)["may_sit_in"] is None for device in (ida, bo)] == [False, True]
    assert code(ida, path, seat=1) == "not-away"
    later(299)
    assert 0 < ida.view(path)["may_sit_in"] <= 1
    assert code(ida, path, seat=1) == "not-away"
    later(2)
    before = ida.view(path)
    assert before["may_sit_in"] == 0
    assert "Guest 1 has not moved for a while." in unescape(html(ida, path))
    assert "Let a bot play for Guest 1" in unescape(html(ida, path))
    assert "Let a bot play for Guest" not in html(bo, path)
    assert code(ida, path, seat=1, level="easy") == "done"
    view = ida.wait(path, lambda view: view["observation"]["seat"] == 0)
    assert (view["seats"][1]["bot"], view["seats"][1]["kind"], view["seats"][1]["name"]) == ("easy", "human", "Guest 1")
    assert view["may_sit_in"] is None
    assert view["legal"]
    mine = bo.view(path)
    assert (mine["viewer"], mine["legal"]) == (1, [])
    assert "A bot plays for you." in unescape(html(bo, path))
    assert bo.post(f"{path}/back")[0] == 200
    ida.act(path, view["legal"][0])
    while (turn := ida.view(path))["observation"]["seat"] == 0:
        ida.act(path, turn["legal"][0])
    again = bo.view(path)
    assert again["seats"][1]["bot"] is None
    assert bo.act(path, again["legal"][0])[0] == 200
    assert bo.view(path)["helped"] == [1]


def test_while_a_bot_plays_its_person_only_looks(app: Any, ida: Device, later: Later) -> None:
    """Until they say that they are back, which nobody else can say for them."""
    path, (bo,) = guests(app, ida, "link", away="300")
    cleo = Device(app)
    ida.act(path, "acquire 1")
    later(301)
    app.state.bots._stopping = True  # none of them moves
    assert code(ida, path, seat=1) == "done"
    assert bo.view(path)["legal"] == []
    assert bo.act(path, "acquire 1")[1]["code"] == "not-your-decision"
    assert cleo.post(f"{path}/back")[1]["code"] == "not-seated"
    assert ida.post(f"{path}/back")[0] == 200
    assert bo.view(path)["seats"][1]["bot"] == "greedy"
    version = bo.view(path)["version"]
    assert code(ida, path, seat=1, level="calm") == "done"
    assert (bo.view(path)["version"], bo.view(path)["seats"][1]["bot"]) == (version, "greedy")
    assert bo.post(f"{path}/back")[1]["legal"]
    assert bo.act(path, "acquire 1")[0] == 200


def test_who_may_let_a_bot_play_for_whom(app: Any, ida: Device, later: Later) -> None:
    path, (bo, cleo) = guests(app, ida, "link", "link", away="3600")
    watcher = Device(app)
    later(3601)
    assert code(bo, path, seat=2) == "not-away", "it is not for them to decide"
    assert code(watcher, path, seat=0) == "not-seated"
    for seat, level in (("", "easy"), ("9", "easy"), ("-1", "easy"), ("0", "random"), ("0", "clever"), ("x", "easy")):
        assert code(bo, path, seat=seat, level=level) == "bad-request"
    assert code(bo, "/t/nowhere", seat=0) == "unknown-table"
    assert watcher.view(path)["may_sit_in"] is None
    assert [device.view(path)["may_sit_in"] for device in (ida, bo, cleo)] == [None, 0, 0]
    assert code(cleo, path, seat=0) == "done"


def test_what_is_done_shows_that_somebody_is_here(app: Any, ida: Device, later: Later) -> None:
    path, (bo,) = guests(app, ida, "link", away="300")
    later(200)
    ida.post(f"{path}/hint", version=ida.view(path)["version"])
    later(200)
    assert code(bo, path, seat=0) == "not-away"
    bo.post(f"{path}/end")
    later(101)
    assert bo.view(path)["may_sit_in"] == 0, "what others do does not"


def test_nobody_is_away_while_the_server_is(database: str, app: Any, ida: Device, later: Later) -> None:
    path, (bo,) = guests(app, ida, "link", away="300")
    later(1000)
    with TestClient(create_app(quick(database))) as other:
        other.cookies = bo.client.cookies
        assert 299 <= other.get(f"{path}/view", headers={"accept": "application/json"}).json()["may_sit_in"] <= 300


@on_both
def test_a_bot_that_sits_in_plays_on_after_a_restart(database: str, app: Any, ida: Device, later: Later) -> None:
    path, (bo,) = guests(app, ida, "link", away="300")
    ida.act(path, "acquire 1")
    later(301)
    app.state.bots._stopping = True
    assert code(ida, path, seat=1) == "done"
    later(-301)
    again = create_app(quick(database))
    with TestClient(again):
        mine = Device(again)
        mine.client.cookies = ida.client.cookies
        assert mine.wait(path, lambda view: view["observation"]["seat"] == 0)["seats"][1]["bot"] == "greedy"
        assert again.state.tables.view("", path[3:], "en").helped == [1]
    assert bo.post(f"{path}/back")[0] == 200


def test_one_can_leave_and_come_back_at_any_time(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")
    assert ida.view(path)["away"] == 0
    assert "Let a bot play for me" in html(bo, path)
    assert code(bo, path, seat=1, level="calm") == "done"
    assert "Let a bot play for me" not in html(bo, path)
    ida.act(path, "acquire 1")
    ida.wait(path, lambda view: view["observation"]["seat"] == 0)
    assert bo.post(f"{path}/back")[1]["seats"][1]["bot"] is None
    version = bo.view(path)["version"]
    assert bo.post(f"{path}/back")[0] == 200
    assert bo.view(path)["version"] == version


def test_nobody_leaves_a_game_alone(ida: Device) -> None:
    path = ida.create("me=Ida", "bot:calm")
    assert "Let a bot play for me" not in html(ida, path)
    for seat in (0, 1):
        assert code(ida, path, seat=seat) == "bad-request"


def test_all_seats_of_a_device_are_away_together(app: Any, ida: Device, later: Later) -> None:
    path, (bo,) = guests(app, ida, "local=Cleo", "link", away="300")
    assert ida.view(path)["hand_over"] is not None or ida.view(path)["legal"]
    later(301)
    assert code(bo, path, seat=0) == "done"
    bo.wait(path, lambda view: view["observation"]["seat"] == 2)
    view = ida.view(path)
    assert [seat["bot"] for seat in view["seats"]] == ["greedy", "greedy", None]
    assert view["hand_over"] is None
    assert view["helped"] == [0, 1]
    assert [seat["bot"] for seat in ida.post(f"{path}/back")[1]["seats"]] == [None] * 3


def test_who_is_away_is_not_asked_to_end_the_game(app: Any, ida: Device, later: Later) -> None:
    path, (bo, cleo) = guests(app, ida, "link", "link", away="300")
    bo.post(f"{path}/end")
    assert cleo.post(f"{path}/end", wish=bo.view(path)["wish"]["number"])[1]["wish"]["waits"] == [0]
    later(301)
    assert code(bo, path, seat=0) == "done"
    view = ida.view(path)
    assert view["ended_early"]
    path, (bo,) = guests(app, ida, "link")
    assert code(ida, path, seat=0) == "done"
    assert bo.post(f"{path}/end")[1]["ended_early"]
    for device, what in ((ida, "back"), (bo, "sit-in")):
        assert device.post(f"{path}/{what}", seat=1)[1]["code"] == "over"


def test_what_a_bot_has_played_for_somebody_is_told_and_not_counted(app: Any, ida: Device, later: Later) -> None:
    path, (bo,) = guests(app, ida, "link", away="300")
    for device in (ida, bo):
        device.post("/mine/rating", on="1")
    for device, seat in ((ida, 0), (bo, 1)):
        assert code(device, path, seat=seat, level="easy") == "done"
    view = ida.wait(path, lambda view: view["result"] is not None)
    assert (view["ended_early"], view["helped"]) == (False, [0, 1])
    assert "A bot has played for a while: You, Guest 1." in unescape(html(ida, path))
    page = unescape(ida.client.get("/mine", headers={"accept": "text/html"}).text)
    assert "no game has counted yet" in page
    following = ida.post(f"{path}/again")[1]["path"]
    seats = ida.view(following)["seats"]
    assert [(seat["kind"], seat["bot"], seat["taken"]) for seat in seats] == [("human", None, True)] * 2


@pytest.mark.parametrize("level", LEVELS)
def test_any_level_sits_in(app: Any, ida: Device, level: str) -> None:
    path, (bo,) = guests(app, ida, "link")
    assert code(bo, path, seat=1, level=level) == "done"
    assert ida.view(path)["seats"][1]["bot"] == level


def test_the_rule_of_the_table(app: Any, ida: Device) -> None:
    for away, told in (("", 0), ("0", 0), ("300", 300), ("86400", 86400)):
        assert ida.view(ida.create("me=Ida", "link", away=away))["away"] == told
    for away in ("1", "-300", "x", "299", "999999999999"):
        assert ida.post("/tables", seat1="me", seat2="link", away=away)[1]["code"] == "bad-request"
    assert ida.view(ida.create("me=Ida", "local=Bo", away="300"))["version"] == 0, "nobody is elsewhere"
    path, (bo,) = guests(app, ida, "link", away="3600", hints="0")
    ida.post(f"{path}/end")
    bo.post(f"{path}/end")
    following = bo.view(ida.post(f"{path}/again")[1]["path"])
    assert (following["away"], following["hintless"]) == (3600, True)


def test_two_who_press_at_once_let_one_bot_in(app: Any, ida: Device, later: Later) -> None:
    path, (bo, cleo) = guests(app, ida, "link", "link", away="300")
    later(301)
    app.state.bots._stopping = True
    assert [code(device, path, seat=0, level=level) for device, level in ((bo, "calm"), (cleo, "easy"))] == ["done"] * 2
    assert bo.view(path)["seats"][0]["bot"] == "calm"


def test_the_first_page_offers_what_a_table_may_say(ida: Device) -> None:
    page = ida.client.get("/", headers={"accept": "text/html"}).text
    offered = re.findall(r'name="away" value="(\d+)"( checked)?>([^<]+)', page)
    assert [int(value) for value, _, _ in offered] == [*AWAY, 0]
    assert [name for _, _, name in offered] == ["5 minutes", "1 hour", "1 day", "never"]
    assert [name for _, checked, name in offered if checked] == ["1 day"]
