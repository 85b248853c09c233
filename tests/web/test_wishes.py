"""To end a game now is asked, agreed to, declined and taken back; rows alone say who wishes it."""

from __future__ import annotations

from html import unescape
from typing import Any

from starlette.testclient import TestClient

from entrepot.web.app import create_app

from .device import Device, on_both, quick


def guests(app: Any, host: Device, *chairs: str, **fields: str) -> tuple[str, list[Device]]:
    """A table of a host, with a device for each `link`."""
    path = host.create("me=Ida", *chairs, **fields)
    devices = []
    for seat in host.view(path)["seats"]:
        if seat["invite_url"]:
            devices.append(Device(app))
            devices[-1].post(seat["invite_url"], name=f"Guest {seat['index']}")
    return path, devices


def html(device: Device, path: str) -> str:
    """The table's page."""
    return str(device.client.get(path, headers={"accept": "text/html"}).text)


@on_both
def test_a_wish_is_declined_and_told_to_who_asked(app: Any, ida: Device) -> None:
    path, (bo, cleo) = guests(app, ida, "link", "link")
    wish = ida.post(f"{path}/end")[1]["wish"]
    assert (wish["asked"], wish["waits"]) == ([0], [1, 2])
    assert bo.post(f"{path}/end", wish=wish["number"])[1]["wish"] == {**wish, "asked": [0, 1], "waits": [2]}
    assert cleo.post(f"{path}/play-on", wish=wish["number"])[1]["wish"] is None
    assert [device.view(path)["refused"] for device in (ida, bo, cleo)] == [[2], [2], []]
    assert "Guest 2 would rather play on." in html(ida, path)
    ida.act(path, "acquire 1")
    assert [device.view(path)["refused"] for device in (ida, bo)] == [[], [2]]


def test_it_is_asked_once_a_round(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")
    number = ida.post(f"{path}/end")[1]["wish"]["number"]
    bo.post(f"{path}/play-on", wish=number)
    assert ida.post(f"{path}/end")[1]["code"] == "asked-lately"
    assert not ida.view(path)["may_end"]
    assert bo.view(path)["may_end"]
    ida.act(path, "acquire 1")
    assert ida.post(f"{path}/end")[1]["code"] == "asked-lately"
    bo.act(path, "acquire 1")
    assert ida.post(f"{path}/end")[1]["wish"]["asked"] == [0]


def test_an_answer_to_what_is_no_longer_asked_changes_nothing(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")
    number = ida.post(f"{path}/end")[1]["wish"]["number"]
    ida.post(f"{path}/play-on", wish=number)
    version = ida.view(path)["version"]
    for answer in ("end", "play-on"):
        status, view = bo.post(f"{path}/{answer}", wish=number)
        assert (status, view["wish"], view["version"]) == (200, None, version)
    assert bo.post(f"{path}/play-on")[1]["code"] == "bad-request"
    assert Device(app).post(f"{path}/play-on", wish=number)[1]["code"] == "not-seated"


def test_several_at_one_device_answer_together(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "local=Eva", "bot:random", "link", open_claims="true")
    wish = bo.post(f"{path}/end")[1]["wish"]
    assert (wish["asked"], wish["waits"]) == ([3], [0, 1])
    assert ida.post(f"{path}/end", wish=wish["number"])[1]["ended_early"]


def test_bots_are_not_asked(ida: Device) -> None:
    path = ida.create("me=Ida", "bot:random")
    assert ida.post(f"{path}/end")[1]["ended_early"]
    assert ida.post(f"{path}/play-on", wish=1)[1]["code"] == "over"


@on_both
def test_a_vote_outlives_a_restart_and_another_process(database: str) -> None:
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        path, (bo,) = guests(app, ida, "link")
        wish = ida.post(f"{path}/end")[1]["wish"]
        with TestClient(create_app(quick(database))) as other:
            other.cookies = bo.client.cookies
            seen = other.get(f"{path}/view", headers={"accept": "application/json"}).json()
            assert seen["wish"] == wish
            other.post(f"{path}/play-on", data={"wish": wish["number"]})
        assert ida.view(path)["refused"] == [1]
        wish = bo.post(f"{path}/end")[1]["wish"]
    with TestClient(app := create_app(quick(database))) as again:
        again.cookies = ida.client.cookies
        seen = again.get(f"{path}/view", headers={"accept": "application/json"}).json()
        assert seen["wish"] == wish
        page = again.get(path).text
        assert "End the game now, scored as it stands?" in page
        again.post(f"{path}/end", data={"wish": wish["number"]})
        assert again.get(f"{path}/view", headers={"accept": "application/json"}).json()["ended_early"]


def test_secret_points_stay_secret_while_it_is_asked(app: Any, ida: Device) -> None:
    for opened, told in (("", False), ("true", True)):
        path, (bo,) = guests(app, ida, "link", **({"open_claims": opened} if opened else {}))
        bo.post(f"{path}/end")
        assert ('<p class="also">' in html(ida, path)) is told


def test_what_is_asked_has_a_mark_of_its_own(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")

    def ask(device: Device) -> str:
        return html(device, path).partition('data-ask="')[2].partition('"')[0]

    first = ask(ida)
    assert (bool(first), ask(bo)) == (True, "")
    number = bo.post(f"{path}/end")[1]["wish"]["number"]
    assert ask(ida) == f"end-{number}"
    ida.act(path, "play up2")
    upgrade = ask(ida)
    assert upgrade not in ("", first, f"end-{number}"), "a decision under way is made first"
    ida.act(path, "up Y")
    assert ask(ida) not in ("", upgrade)
    ida.post(f"{path}/undo", version=ida.view(path)["version"], nonce="back")
    assert ask(ida) == upgrade
    ida.post(f"{path}/play-on", wish=number)
    assert ask(ida) == upgrade, "what is asked has not changed"


def test_what_others_did_is_told_once_their_turn_is_over(app: Any, ida: Device) -> None:
    path, (bo,) = guests(app, ida, "link")

    def told(device: Device) -> list[str]:
        page = html(device, path)
        return [unescape(part.partition('"')[0]) for part in page.split('data-told="')[1:]]

    ida.act(path, "play up2")
    ida.act(path, "up Y")
    assert told(bo) == []
    ida.act(path, "up Y")
    [said] = told(bo)
    assert said.split("\n") == [
        "Ida played a card: upgrade up to 2 steps.",
        "Ida upgraded yellow to red.",
        "Ida upgraded yellow to red.",
    ]
    assert told(ida) == []
