"""Analyses: who may ask, that they go on where a server left off, that they go with the game, what the pages tell."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient

from entrepot import Match
from entrepot.bots.analysis import model
from entrepot.i18n import languages, texts
from entrepot.match.moments import Course
from entrepot.web.app import create_app
from entrepot.web.pages.portable import replay_page
from entrepot.web.tables import analyst, courses, studies
from entrepot.web.tables.errors import DatabaseUnavailable
from entrepot.web.tables.model import Past, Studied
from entrepot.web.tables.store import Finding, Study, now
from entrepot.web.tables.studies import Studies

from .device import Device, on_both, quick
from .test_replay import HTML, a_record

PATIENCE = 120


def kept(device: Device, match: Match) -> str:
    """The path of a record that a device has kept."""
    answer = device.client.post("/replay/keep", data={"record": match.record().dumps()})
    assert answer.is_success, answer.text
    return str(answer.json()["path"]).partition("?")[0]


def until(device: Device, path: str, there: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """What is known of an analysis when it has come that far."""
    end = time.monotonic() + PATIENCE
    found: dict[str, Any] = {}
    while time.monotonic() < end:
        found = device.client.get(f"{path}/analysis").json()
        if there(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"it did not come to that: {found['state']}, {found['done']} of {found['of']}")


def done(found: dict[str, Any]) -> bool:
    return bool(found["state"] == "done")


def page(device: Device, path: str, **asked: Any) -> str:
    return device.client.get(path, headers=HTML, params=asked).text


@on_both
def test_a_game_is_analysed_in_the_background(app: Any, ida: Device) -> None:
    match = a_record(most=16)
    path = kept(ida, match)
    assert ida.client.get(f"{path}/analysis").json()["state"] == ""
    assert "Analyse the game" in page(ida, path)
    status, found = ida.post(f"{path}/analysis")
    assert status == 200
    assert found["state"] in ("waiting", "running")
    found = until(Device(app), path, done)
    assert found["done"] == found["of"] > 4
    assert all(abs(sum(now) - 1) < 0.01 for now in found["chances"])
    course = Course(match.record())
    assert len(found["chances"]) == len(course.turns)  # nobody knows how it would have ended
    assert found["costly"]
    for one in found["costly"]:
        assert one["lost"] > 0
        there = course.at(one["moment"])
        assert there.seat == one["seat"]
        legal = [str(action) for action in there.legal_actions()]
        assert one["done"] in legal
        assert all(better["action"] in legal and better["deed"] and better["why"] for better in one["better"])
    assert ida.client.get(f"{path}/analysis", params={"since": found["mark"]}).status_code == 204
    assert ida.post(f"{path}/analysis")[1]["state"] == "done"  # again: it is known


@pytest.mark.parametrize("lang", languages())
def test_the_page_tells_what_cost_most_and_what_would_have_been_better(app: Any, ida: Device, lang: str) -> None:
    path = kept(ida, a_record("new-world", most=14))
    ida.post(f"{path}/analysis")
    found = until(ida, path, done)
    words = texts(lang)
    told = page(ida, path, lang=lang)
    assert words._("Costliest turns") in told
    assert words._("Chances to win") in told
    assert told.count('<circle class="ring"') == len(found["costly"])
    worst = found["costly"][0]
    there = page(ida, path, lang=lang, at=worst["moment"])
    here = ida.client.get(f"{path}/analysis", params={"lang": lang}).json()["costly"][0]["better"][0]
    assert here["deed"].partition(";")[0] in re.sub(r"<[^>]+>", "", there).replace("&#39;", "'")
    assert "{" not in re.sub(r"<(style|script)[^>]*>.*?</\1>|<[^>]+>", "", there, flags=re.DOTALL)


def test_nobody_has_a_running_game_analysed(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo")
    for device in (ida, Device(app)):
        assert device.post(f"{path}/analysis")[1]["code"] == "not-over"
        assert device.client.get(f"{path}/analysis").json()["state"] == ""
        assert "Costliest" not in page(device, f"{path}/replay")
    assert ida.post("/t/nowhere/analysis")[1]["code"] == "unknown-table"
    assert ida.post("/r/nowhere/analysis")[1]["code"] == "not-found"
    ida.post(f"{path}/end")
    assert ida.post(f"{path}/analysis")[0] == 200


def test_nobody_has_more_waiting_than_others_can_bear(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studies, "next", lambda _: None)
    paths = [kept(ida, a_record(most=8, seed=seed)) for seed in range(studies.MOST + 1)]
    for path in paths[:-1]:
        assert ida.post(f"{path}/analysis")[0] == 200
    status, answer = ida.post(f"{paths[-1]}/analysis")
    assert (status, answer["code"]) == (429, "too-many-studies")
    assert Device(app).post(f"{paths[-1]}/analysis")[0] == 200
    monkeypatch.setattr(studies, "_LONGEST", 7)
    status, answer = Device(app).post(f"{kept(ida, a_record(most=8, seed=9))}/analysis")
    assert (status, answer["code"]) == (409, "too-long-to-analyse")


def test_it_goes_on_where_a_server_left_off(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "LEASE", timedelta(seconds=0.5))
    match = a_record(most=40)
    first = create_app(quick(database))
    with TestClient(first):
        ida = Device(first)
        path = kept(ida, match)
        ida.post(f"{path}/analysis")
        until(ida, path, lambda found: found["done"] > 2)
    with create_app(quick(database)).state.store.session() as session:
        known = dict(session.execute(select(Finding.number, Finding.text)).all())
        assert not session.scalar(select(Study.done))
    assert len(known) > 2
    second = create_app(quick(database))
    with TestClient(second):
        until(Device(second), path, done)
        with second.state.store.session() as session:
            after = dict(session.execute(select(Finding.number, Finding.text)).all())
    assert {number: after[number] for number in known} == known
    assert sorted(after) == list(range(len(after)))
    assert "null" not in after.values()


def test_one_server_works_on_it_at_a_time(app: Any, monkeypatch: pytest.MonkeyPatch, ida: Device) -> None:
    known = Studies(app.state.store)
    take = known.next
    monkeypatch.setattr(Studies, "next", lambda _: None)
    path = kept(ida, a_record(most=8))
    ida.post(f"{path}/analysis")
    key = path.strip("/")
    assert take() == key
    assert take() is None
    assert known.found(key).state == "running"
    with app.state.store.session() as session:
        session.get_one(Study, key).until = now() - timedelta(seconds=1)  # its server has died
    assert known.found(key).state == "waiting"
    assert take() == key
    known.leave(key)
    assert take() == key
    known.done(key)
    assert take() is None


@pytest.mark.parametrize("how", ["drop", "forget"])
def test_it_goes_with_the_game(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    monkeypatch.setattr(Studies, "next", lambda _: None)
    path = kept(ida, a_record(most=8))
    table = ida.create("me=Ida", "bot")
    ida.post(f"{table}/end")
    for one in (path, table):
        assert ida.post(f"{one}/analysis")[0] == 200
    Studies(app.state.store).keep(path.strip("/"), 0, None)
    ida.post(f"{path}/drop") if how == "drop" else ida.post("/mine/forget", sure="1")
    with app.state.store.session() as session:
        left = list(session.scalars(select(Study.key)))
        assert session.scalar(select(func.count()).select_from(Finding)) == 0
    assert path.strip("/") not in left
    assert Studies(app.state.store).keep(path.strip("/"), 1, None) is False
    if how == "forget":
        assert left == []


def test_a_page_without_a_server_brings_it_along(app: Any, ida: Device) -> None:
    match = a_record(most=10)
    path = kept(ida, match)
    ida.post(f"{path}/analysis")
    until(ida, path, done)
    studied = Studies(app.state.store).found(path.strip("/"))
    course = Course(match.record())
    told = replay_page(course, texts("en"), studied)
    assert "Costliest turns" in told
    assert "Analyse the game" not in told
    assert "Costliest turns" not in replay_page(course, texts("en"))
    assert Past.recorded(course).studied == Studied()
    assert json.dumps(studied.to_dict())


def down(*_: Any, **__: Any) -> Any:
    raise DatabaseUnavailable("the database does not answer")


@pytest.mark.parametrize("path", ["/replay", "/replay/keep", "/r/"])
def test_a_database_that_fails_is_not_taken_for_a_record_that_cannot_be_read(
    app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    record = a_record(most=8).record().dumps()
    there = kept(ida, a_record(most=8)) if path == "/r/" else path
    app.state.tables._courses = courses.Courses()  # nobody has read it lately
    with monkeypatch.context() as patch:
        patch.setattr(app.state.tables, "_box_named", down)
        answer = ida.client.get(there) if path == "/r/" else ida.client.post(there, data={"record": record})
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    answer = ida.client.get(there) if path == "/r/" else ida.client.post(there, data={"record": record})
    assert answer.is_success


@pytest.mark.parametrize("step", ["next", "begun", "keep", "done", "past"])
def test_an_analysis_goes_on_after_a_database_that_failed_for_a_moment(
    app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    monkeypatch.setattr(analyst, "_PAUSE", 0.05)
    monkeypatch.setattr(studies, "LEASE", timedelta(seconds=0.5))
    whose, name = (app.state.tables, "kept") if step == "past" else (Studies, step)
    works, failures = getattr(whose, name), [1, 2]

    def fails(*given: Any, **more: Any) -> Any:
        if failures and threading.current_thread() is not threading.main_thread():
            failures.pop()
            down()
        return works(*given, **more)

    path = kept(ida, a_record(most=8))
    with app.state.store.session() as session:  # as if it had been asked for before
        key, due = path.strip("/"), now()
        monkeypatch.setattr(whose, name, fails)
        session.add(Study(key=key, who="ida", due=due, model=model()))
    known = Studies(app.state.store)
    end = time.monotonic() + PATIENCE
    while not known.found(key).whole:
        assert time.monotonic() < end, known.found(key)
        time.sleep(0.05)
    assert failures == []


def test_what_can_never_be_analysed_says_so(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studies, "next", lambda _: None)
    path = kept(ida, a_record(most=8))
    ida.post(f"{path}/analysis")
    Studies(app.state.store).done(path.strip("/"), failed=True)
    assert ida.client.get(f"{path}/analysis").json()["state"] == "failed"
    assert "This game cannot be analysed." in page(ida, path)
    assert ida.post(f"{path}/analysis")[1]["state"] == "waiting"  # it is tried again


def test_a_worker_that_is_killed_leaves_nothing_out(app: Any, ida: Device) -> None:
    path = kept(ida, a_record(most=30))
    ida.post(f"{path}/analysis")
    until(ida, path, lambda found: found["done"] > 0)
    for process in multiprocessing.active_children():
        if process.name == "entrepot-bot" and process.pid:
            os.kill(process.pid, signal.SIGKILL)
    until(ida, path, done)
    assert Studies(app.state.store).found(path.strip("/")).whole


def test_what_a_dead_worker_left_out_is_tried_again_when_it_is_asked_for(
    app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = Studies(app.state.store)
    with monkeypatch.context() as patch:
        patch.setattr(Studies, "next", lambda _: None)
        path = kept(ida, a_record(most=8))
        ida.post(f"{path}/analysis")
        key = path.strip("/")
        known.begun(key, 3)
        known.keep(key, 1, None)
        known.done(key)
    assert not known.found(key).whole
    ida.post(f"{path}/analysis")
    found = until(ida, path, done)
    assert found["done"] == found["of"] > 3
    assert known.found(key).whole


def test_what_was_judged_by_another_measure_counts_no_more(
    app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Studies, "next", lambda _: None)
    known = Studies(app.state.store)
    path = kept(ida, a_record(most=8))
    key = path.strip("/")
    ida.post(f"{path}/analysis")
    known.begun(key, 1)
    known.keep(key, 0, None)
    with app.state.store.session() as session:
        session.get_one(Study, key).model = "0-older"
    assert ida.client.get(f"{path}/analysis").json()["state"] == ""
    assert ida.post(f"{path}/analysis")[1] == {"state": "waiting", "done": 0, "of": None, "mark": "waiting-0"}


def test_whoever_asked_is_forgotten(app: Any, ida: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studies, "next", lambda _: None)
    path = kept(ida, a_record(most=8))
    bo = Device(app)
    bo.post(f"{path}/analysis")
    bo.post("/mine/forget", sure="1")
    with app.state.store.session() as session:
        assert session.get_one(Study, path.strip("/")).who == ""


def test_a_browser_that_keeps_no_cookies_is_told_so(app: Any, ida: Device) -> None:
    path = kept(ida, a_record(most=8))
    answer = TestClient(app).post(f"{path}/analysis", headers=HTML)
    assert answer.status_code == 403
    assert ida.client.get(f"{path}/analysis").json()["state"] == ""
