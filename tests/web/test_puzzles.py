"""Puzzles on the server: what is told before and after, what counts as solved, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from entrepot.bots.puzzles import Puzzle, puzzles
from entrepot.games import TITLES
from entrepot.i18n import languages, texts
from entrepot.web.puzzles import today

from .device import Device

HTML = {"accept": "text/html"}
FIRST = [puzzles(game)[0] for game in TITLES]
of_each = pytest.mark.parametrize("one", FIRST, ids=lambda one: one.game)


def act(device: Device, one: Puzzle, *actions: str, did: tuple[str, ...] = (), **fields: str) -> tuple[int, Any]:
    return device.post(f"/puzzles/{one.name}/act", action=list(actions), did="; ".join(did), **fields)


def wrong(device: Device, one: Puzzle) -> dict[str, Any]:
    """A turn that does not solve it, step by step: never begun with the right choice."""
    status, view = 200, device.client.get(f"/puzzles/{one.name}").json()
    while status == 200 and not view["puzzle"]["outcome"]:
        did = tuple(view["puzzle"]["did"])
        action = next(text for text in view["legal"] if text != one.good[0][0])
        status, view = act(device, one, action, did=did)
    assert status == 200, view
    return dict(view)


def solved(device: Device) -> set[str]:
    page = device.client.get("/puzzles", headers=HTML).text
    return {one.name for game in TITLES for one in puzzles(game) if f'/puzzles/{one.name}" class="solved"' in page}


@of_each
def test_the_right_turn_solves_it_and_is_remembered(ida: Device, one: Puzzle) -> None:
    view = ida.client.get(f"/puzzles/{one.name}").json()
    assert view["puzzle"] | {"following": ""} == {
        "name": one.name, "number": one.number, "turns": one.turns, "did": [], "outcome": "", "shown": False,
        "following": "", "won": one.won, "other": one.other, "sure": one.worlds == 1, "why": None,
    }  # fmt: skip
    assert view["viewer"] == one.seat
    assert one.good[0][0] in view["legal"]
    assert view["may_hint"]
    assert solved(ida) == set()
    did: tuple[str, ...] = ()
    for action in one.good[0]:
        assert not view["puzzle"]["outcome"]
        status, view = act(ida, one, action, did=did)
        assert status == 200, view
        did = (*did, action)
        assert view["puzzle"]["did"] == list(did)
        assert view["version"] == len(did)
    assert view["puzzle"]["outcome"] == "solved"
    assert view["puzzle"]["why"]["reason"] == one.why.reason
    assert view["legal"] == []
    assert solved(ida) == {one.name}
    assert act(ida, FIRST[0], *FIRST[0].good[0])[0] == 200
    assert solved(ida) == {one.name, FIRST[0].name}


@of_each
def test_another_turn_misses_it(ida: Device, one: Puzzle) -> None:
    view = wrong(ida, one)
    assert view["puzzle"]["outcome"] == "missed"
    assert view["puzzle"]["why"] is not None
    assert solved(ida) == set()
    status, refusal = act(ida, one, one.good[0][0], did=tuple(view["puzzle"]["did"]))
    assert (status, refusal["code"]) == (409, "over")


@of_each
def test_its_answer_is_shown_to_whoever_asks_and_then_it_does_not_count(ida: Device, one: Puzzle) -> None:
    assert ida.client.get(f"/puzzles/{one.name}").json()["hint"] is None
    for view in (
        ida.client.get(f"/puzzles/{one.name}?answer=1").json(),
        ida.post(f"/puzzles/{one.name}/hint", number="1")[1],
    ):
        assert view["hint"]["actions"] == list(one.good[0])
        assert view["puzzle"]["shown"]
    away = ida.post(f"/puzzles/{one.name}/hint", number="0", shown="1")[1]
    assert (away["hint"], away["puzzle"]["shown"]) == (None, True)
    _, view = act(ida, one, *one.good[0], shown="1")
    assert view["puzzle"]["outcome"] == "solved"
    assert solved(ida) == set()


@of_each
def test_what_nobody_sees_is_not_told(ida: Device, one: Puzzle) -> None:
    """Neither the decks nor the seed, from which both could be reckoned; nor the answer before it is over."""
    match = one.match()
    told = ida.client.get(f"/puzzles/{one.name}").json()
    assert told["observation"] == json.loads(json.dumps(match.observe(one.seat).position))
    for action in one.good[0]:
        match.play(action)
    after = act(ida, one, *one.good[0])[1]
    assert after["observation"] == json.loads(json.dumps(match.observe(one.seat).position))
    assert "seed" not in json.dumps([told, after])


def test_what_cannot_be_done_changes_nothing(ida: Device) -> None:
    one = FIRST[1]
    view = ida.client.get(f"/puzzles/{one.name}").json()
    for actions, did, status, code in (
        ((), (), 400, "bad-request"),
        (("claim 1",), (), 422, "illegal"),
        (("dance",), (), 400, "bad-request"),
        (("rest",) * 61, (), 400, "bad-request"),
        ((view["legal"][0],), ("claim 9000",), 400, "bad-request"),
        ((view["legal"][0],), ("\x00<b>",), 400, "bad-request"),
        ((view["legal"][0],), one.good[0] + one.good[0], 400, "bad-request"),
    ):
        answer = act(ida, one, *actions, did=did)
        assert answer[0] == status, (actions, did, answer)
        assert answer[1]["code"] == code
        assert answer[1]["message"]
    for path in ("/puzzles/none-1", "/puzzles/spice-road-0", "/puzzles/spice-road-1x", "/puzzles/%C2%B9"):
        for answered in (ida.client.get(path), ida.client.post(f"{path}/act", data={"action": "rest"})):
            assert (answered.status_code, answered.json()["code"]) == (404, "not-found")
    refused = ida.client.post(f"/puzzles/{one.name}/act", data={"action": "claim 1", "did": ""}, headers=HTML)
    assert refused.status_code == 422
    assert 'data-refused="' in refused.text
    whole = "; ".join(one.good[0])
    for fields, status, version in (
        ({"did": "claim 9", "action": one.good[0][0]}, 400, 0),
        ({"did": whole, "action": "rest"}, 409, len(one.good[0])),
        ({"did": whole, "action": [one.good[0][0]]}, 409, len(one.good[0])),
        ({"action": [*one.good[0], "rest"]}, 422, 0),
        ({"action": []}, 400, 0),
    ):
        answered = ida.client.post(f"/puzzles/{one.name}/act", data=fields, headers=HTML)
        assert answered.status_code == status, fields
        assert f'data-version="{version}"' in answered.text, "a page shows where it is"
        assert "set-cookie" not in answered.headers or "solved" not in answered.headers["set-cookie"]
    undone = ida.client.post(f"/puzzles/{one.name}/undo", data={"did": ""}, headers=HTML)
    assert (undone.status_code, 'data-version="0"' in undone.text) == (422, True)
    assert solved(ida) == set()
    assert ida.client.get(f"/puzzles/{one.name}/act", headers=HTML).url.path == f"/puzzles/{one.name}"


def test_a_step_is_taken_back_as_long_as_the_turn_runs(ida: Device) -> None:
    taken = 0
    for one in FIRST:
        assert ida.post(f"/puzzles/{one.name}/undo")[0] == 422
        view = ida.client.get(f"/puzzles/{one.name}").json()
        for action in view["legal"]:
            _, after = act(ida, one, action)
            if after["can_undo"]:
                status, back = ida.post(f"/puzzles/{one.name}/undo", did=action)
                assert status == 200
                assert (back["version"], back["legal"]) == (0, view["legal"])
                assert back["observation"] == view["observation"]
                taken += 1
                break
    assert taken
    over = wrong(ida, FIRST[0])["puzzle"]["did"]
    assert ida.post(f"/puzzles/{FIRST[0].name}/undo", did="; ".join(over))[1]["code"] == "cannot-undo"


@pytest.mark.parametrize("kept", ["", "~", "~.~", "spice-road", "spice-road.x.-1.0.99999", "chess.1", "a" * 3000])
def test_a_cookie_that_says_nothing_is_none(ida: Device, kept: str) -> None:
    ida.client.cookies.set("solved", kept)
    assert ida.client.get("/puzzles", headers=HTML).status_code == 200
    assert solved(ida) == set()
    assert ida.client.get("/", headers=HTML).status_code == 200


def test_they_are_forgotten_with_everything_else(ida: Device) -> None:
    act(ida, FIRST[0], *FIRST[0].good[0])
    assert solved(ida)
    ida.client.post("/mine/forget")
    assert solved(ida) == set()


@pytest.mark.parametrize("lang", languages())
def test_the_pages_say_it_in_every_language(ida: Device, lang: str) -> None:
    words = texts(lang)
    listed = ida.client.get(f"/puzzles?lang={lang}", headers=HTML).text
    assert words._("Puzzle of the day") in listed
    assert 'property="og:url" content="http://testserver/puzzles"' in listed
    assert listed.count('href="/puzzles/') == 1 + sum(len(puzzles(game)) for game in TITLES)
    first = ida.client.get(f"/?lang={lang}", headers=HTML).text
    assert f'href="/puzzles/{today().name}"' in first
    for one in FIRST:
        assert words._("Show it") in ida.client.post(
            f"/puzzles/{one.name}/act?lang={lang}",
            data={"action": wrong(ida, one)["puzzle"]["did"], "did": ""},
            headers=HTML,
        ).text  # fmt: skip


def test_the_list_is_data_too(ida: Device) -> None:
    told = ida.client.get("/puzzles").json()
    assert told["today"] == today().name
    assert [one["name"] for one in told["puzzles"]] == [one.name for game in TITLES for one in puzzles(game)]
