"""What From East to West asks of the server: a decision in another's turn, a turn that comes again, exact options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from choices import places, to_a_refresh, to_a_return_aside
from entrepot import components
from entrepot.web.app import create_app
from entrepot.web.tables import store

from .device import Device, on_both, quick

OWN = (Path(__file__).parent.parent / "data" / "new_world.toml").read_text("utf-8").replace("YYYYYY", "YYYYYR")


def aside(view: dict[str, Any]) -> bool:
    """Whether somebody decides in another seat's turn."""
    position = view["observation"]
    return bool(position["seat"] is not None and position["seat"] != position["active"])


def reach_aside(path: str, *devices: Device) -> None:
    """Play until seat 1 has to give back a cube in a turn of seat 0."""
    for step in range(200):
        view = next((view for device in devices if (view := device.view(path))["legal"]), None)
        assert view is not None, "nobody can move"
        if aside(view):
            return
        mover = devices[view["observation"]["seat"] % len(devices)]
        status, answer = mover.act(path, to_a_return_aside(view), nonce=f"{path}-{step}")
        assert status == 200, answer
    raise AssertionError("nobody paid a toll")


def page(device: Device, path: str) -> str:
    return device.client.get(path, headers={"accept": "text/html"}).text


@pytest.mark.parametrize("game", ["east-west-2", "east-west-3"])
def test_the_one_who_returns_is_asked_in_anothers_turn(app: Any, ida: Device, game: str) -> None:
    path = ida.create("me=Ida", "link", game=game)
    bo, stranger = Device(app), Device(app)
    bo.post(ida.view(path)["seats"][1]["invite_url"], name="Bo")
    reach_aside(path, ida, bo)
    mine, theirs = ida.view(path), bo.view(path)
    assert (mine["viewer"], mine["legal"], mine["can_undo"], mine["undo_reason"]) == (0, [], False, "not-yours")
    assert {text.split()[0] for text in theirs["legal"]} == {"return"}
    assert (theirs["can_undo"], theirs["undo_reason"]) == (False, "turn-over")
    assert ida.act(path, "rest")[1]["code"] == "not-your-decision"
    assert ida.post(f"{path}/undo", version=mine["version"], nonce="u")[1]["code"] == "not-your-decision"
    assert bo.act(path, theirs["legal"][0], "rest")[1]["code"] == "illegal", "a press never reaches into the next turn"
    assert bo.view(path) == theirs
    assert "Bo returns 1 cube, then your turn ends." in page(ida, path)
    assert "Bo returns 1 cube, then the turn of Ida ends." in page(stranger, path)
    assert "Your turn waits" in page(ida, path)
    for device in (bo, stranger):
        assert "In the turn of Ida" in page(device, path)
    assert "Bo returns" not in page(bo, path)
    assert "<title>Return cubes ·" in page(bo, path)
    assert "<title>Your turn" not in page(ida, path)
    summaries = {name: app.state.tables.mine(who)[0] for name, who in seats(app).items()}
    assert (summaries["Ida"].your_turn, summaries["Bo"].your_turn) == (False, True)
    assert bo.act(path, theirs["legal"][0])[0] == 200
    mine, theirs = ida.view(path), bo.view(path)
    assert (theirs["observation"]["seat"], theirs["observation"]["active"]) == (1, 1)
    assert "You have another turn" not in page(bo, path)
    assert [event["kind"] for event in mine["events"][mine["fresh_from"] :]] == ["action", "returned", "turn"]
    news = theirs["events"][theirs["fresh_from"] :]
    assert {"sailed", "toll"} <= {event["kind"] for event in news}, "what was done in that turn stays news"
    assert news[0] == {**news[0], "kind": "turn", "seat": 0}


def seats(app: Any) -> dict[str, str]:
    """Names and identities at the only table."""
    with app.state.store.session() as session:
        return {seat.name: seat.identity for seat in session.query(store.Seat)}


def test_two_people_at_one_screen_change_places_for_it(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game="east-west-2")
    ida.act(path, places(ida.view(path), "upgrade")[0])
    assert "Ida: Upgrade a cube" in page(ida, path), "with several people at a screen a question says whose it is"
    reach_aside(path, ida)
    view = ida.view(path)
    assert (view["viewer"], view["hand_over"], view["undo_reason"]) == (1, None, "turn-over")
    assert "In the turn of Ida" in page(ida, path)
    assert "Bo: Return 1 cube" in page(ida, path)
    ida.act(path, view["legal"][0])
    view = ida.view(path)
    assert (view["viewer"], view["observation"]["decision"]) == (1, {"kind": "turn"})
    assert "Your turn waits" not in page(ida, path)


def test_a_bot_returns_at_once(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game="east-west-2")
    reach_aside(path, ida)
    with app.state.store.session() as session:
        seat = session.get_one(store.Seat, (path.removeprefix("/t/"), 1))
        seat.bot, seat.identity, seat.name = "random", None, "Nadir"
    app.state.tables._live.clear()  # no row tells that the seat has changed
    assert [seat["thinking"] for seat in ida.view(path)["seats"]] == [False, True]
    view = ida.wait(path, lambda view: bool(view["legal"]))
    assert (view["observation"]["seat"], len(view["observation"]["seats"][1]["storage"]) <= 10) == (0, True)
    assert "returned" in {event["kind"] for event in view["events"][view["fresh_from"] :] if event["seat"] == 1}


def test_ended_while_somebody_returns(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", game="east-west-2")
    reach_aside(path, ida)
    view = ida.post(f"{path}/end")[1]
    assert view["ended_early"]
    assert view["legal"] == []
    assert len(view["result"]["points"]) == 2
    assert "ended early" in page(ida, path)
    assert ida.client.get(f"{path}/record").status_code == 200


@pytest.mark.parametrize("game", ["east-west-1", "east-west-3"])
def test_a_refresh_gives_the_same_seat_another_turn(app: Any, ida: Device, game: str) -> None:
    path = ida.create("me=Ida", "link", game=game)
    bo, invitation = Device(app), ida.view(path)["seats"][1]["invite_url"]
    assert f'href="/rules/{game}"' in page(bo, invitation)
    bo.post(invitation, name="Bo")
    assert ida.act(path, to_a_refresh(ida.view(path)))[0] == 200
    view = ida.view(path)
    assert any(event["kind"] == "refreshed" for event in view["events"])
    assert (view["observation"]["seat"], view["observation"]["round"]) == (0, 1)
    assert (view["observation"]["decision"], view["can_undo"]) == ({"kind": "turn"}, False)
    assert "You have another turn" in page(ida, path)
    assert bo.act(path, "rest")[1]["code"] == "not-your-decision"
    assert ida.act(path, "rest")[0] == 200
    view = bo.view(path)
    assert (view["observation"]["seat"], view["observation"]["round"]) == (1, 1)
    assert [event["seat"] for event in view["events"][view["fresh_from"] :] if event["kind"] == "turn"] == [0, 0, 1]


@on_both
def test_options_keep_their_kind(database: str) -> None:
    """Numbers stay numbers, from the form to the database and to the table after this one."""
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        people = ("me=Ida", "local=Bo")
        path = ida.create(*people, game="east-west-3", merchant_pair_points="2", sea="random")
        assert ida.view(path)["observation"]["options"] == {"sea": "random", "merchant_pair_points": 2}
        first = ida.create(*people, game="east-west-1", replace_occupied="false", merchant_pair_points="1")
        options = ida.view(first)["observation"]["options"]
        assert options == {"replace_occupied": False, "merchant_pair_points": 1}
        assert [type(value) for value in options.values()] == [bool, int]
        ida.post(f"{path}/end")
        following = ida.post(f"{path}/again")[1]["path"]
        for wrong, message in {
            "merchant_pair_points": "option merchant_pair_points is one of 1, 2, not '3'",
            "replace_occupied": "option replace_occupied is one of true, false, not '3'",
        }.items():
            status, answer = ida.post("/tables", game="east-west-1", seat1="me", seat2="local", **{wrong: "3"})
            assert (status, answer["code"], answer["reason"]) == (400, "bad-request", message)
        cookies = dict(ida.client.cookies)
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        ida.client.cookies.clear()
        ida.client.cookies.update(cookies)
        assert ida.view(following)["observation"]["options"] == {"sea": "random", "merchant_pair_points": 2}


def test_own_boxes_are_kept_whole(app: Any, ida: Device, monkeypatch: Any) -> None:
    """A box without merchants and sea is played with the packaged ones, also after these have changed."""
    path = ida.create("me=Ida", "local=Bo", game="east-west-3", box=OWN)
    hashed = ida.view(path)["components"]
    assert hashed == components.loads("east-west-3", OWN).hash
    with app.state.store.session() as session:
        kept = session.get_one(store.Components, hashed).text
    assert {"[[merchant]]", "[[layout]]", "[[market]]"} <= set(kept.splitlines())
    monkeypatch.setattr(components, "_BORROWED", {})
    assert components.loads("east-west-3", kept).hash == hashed
