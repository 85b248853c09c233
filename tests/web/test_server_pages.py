"""The pages around a table: what they say to people, and how one gets on from them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from entrepot.web.app import create_app
from entrepot.web.tables.model import LISTED
from entrepot.web.tables.store import Table
from entrepot.web.tables.tables import TABLES_EACH, Tables

from .device import Device, on_both, quick

HTML = {"accept": "text/html"}


class Reader:
    """A browser of somebody who reads pages; follows no redirect."""

    def __init__(self, app: Any, *, greeted: bool = True) -> None:
        self.client = TestClient(app, headers=HTML, follow_redirects=False, raise_server_exceptions=False)
        if greeted:
            self.client.get("/")

    def create(self, **fields: str) -> str:
        answer = self.client.post("/tables", data={"seat1": "me", "seat2": "bot:random", **fields})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])


def way_on(answer: Any) -> list[str]:
    """The links of a message page, which says what happened and never how the server is made."""
    assert answer.headers["content-type"].startswith("text/html")
    assert "Traceback" not in answer.text
    assert answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    assert re.search(r"<h1[^>]*>\s*\w", main)
    links = re.findall(r'href="([^"]+)"', main)
    assert "/" in links
    assert "/rules/spice-road" in links
    return links


# -- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/t/nothing", 404),
        ("GET", "/t", 404),
        ("GET", "/t/one/two/three", 404),
        ("GET", "/rules/chess", 404),
        ("GET", "/join/nothing", 404),
        ("POST", "/join/nothing", 404),
        ("POST", "/t/nothing/act", 400),
        ("POST", "/t/nothing/end", 404),
        ("GET", "/nothing", 404),
        ("GET", "/static/nothing.js", 404),
        ("POST", "/rules/spice-road", 405),
        ("DELETE", "/", 405),
        ("GET", "/t/nothing/view?since=x", 400),
    ],
)
def test_every_wrong_address_leads_on(app: Any, method: str, path: str, status: int) -> None:
    answer = Reader(app).client.request(method, path, data={"name": "Bo"} if method == "POST" else None)
    assert answer.status_code == status
    way_on(answer)


def test_too_much_leads_on(app: Any) -> None:
    answer = Reader(app).client.post("/tables", data={"box": "x" * 70_000})
    assert answer.status_code in (413, 200)
    assert "64 KiB" in answer.text


def test_a_taken_or_ended_invitation_leads_to_the_game(app: Any) -> None:
    ida, bo, cleo = Device(app), Reader(app), Reader(app)
    path = ida.create("me=Ida", "link")
    link = next(seat["invite_url"] for seat in ida.view(path)["seats"] if seat["invite_url"])
    page = bo.client.get(link)
    assert "Ida invites you" in page.text
    assert bo.client.post(link, data={"name": "Bo"}).headers["location"] == path
    assert bo.client.get(link).headers["location"] == path, "whoever sits there goes to the table"
    for answer in (cleo.client.get(link), cleo.client.post(link, data={"name": "Cleo"})):
        assert answer.status_code == 409
        assert path in way_on(answer)
        assert "Watch the game" in answer.text
    other = ida.create("me=Ida", "link")
    link = next(seat["invite_url"] for seat in ida.view(other)["seats"] if seat["invite_url"])
    ida.post(f"{other}/end")
    for answer in (cleo.client.get(link), cleo.client.post(link, data={"name": "Cleo"})):
        assert answer.status_code == 409
        assert other in way_on(answer)


def test_a_broken_server_has_a_page_too(app: Any, monkeypatch: Any) -> None:
    ida = Reader(app)
    path = ida.create()

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(Tables, "view", broken)
    answer = ida.client.get(path)
    assert answer.status_code == 500
    assert path in way_on(answer)
    assert "secret" not in answer.text
    data = TestClient(app, headers={"accept": "application/json"}, raise_server_exceptions=False).get(f"{path}/view")
    assert (data.status_code, data.json()["code"]) == (500, "internal")
    monkeypatch.setattr(Tables, "mine", broken)
    answer = ida.client.get("/")
    assert answer.status_code == 500
    way_on(answer)


def test_an_outdated_table_leads_on(app: Any) -> None:
    ida = Reader(app)
    path = ida.create()
    with app.state.store.session() as session:
        session.execute(text("update tables set components = 'of long ago'"))
    with TestClient(create_app(quick(str(app.state.store.engine.url)))) as later:
        later.cookies = ida.client.cookies
        answer = later.get(path, headers=HTML)
    assert answer.status_code == 410
    assert path not in way_on(answer)


def test_the_address_of_an_answer_leads_to_its_page(app: Any) -> None:
    """What a form's answer is shown at can be loaded again, and the language changed there."""
    ida = Reader(app)
    path = ida.create()
    for address, page in [(f"{path}/act", path), (f"{path}/end", path), ("/tables", "/"), ("/language", "/"),
                          ("/components/new-world/play", "/components/new-world")]:  # fmt: skip
        answer = ida.client.get(address)
        assert (answer.status_code, answer.headers["location"]) == (303, page)
    assert Device(app).client.get(f"{path}/act").json()["code"] == "method-not-allowed"


def test_finished_games_do_not_count_as_running(app: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("entrepot.web.tables.tables.TABLES_EACH", 2)
    assert TABLES_EACH == 300
    ida = Device(app)
    first, _ = ida.create("me=Ida", "bot:random"), ida.create("me=Ida", "bot:random")
    refused = Reader(app)
    refused.client.cookies = ida.client.cookies
    answer = refused.client.post("/tables", data={"seat1": "me", "seat2": "bot:random", "name1": "Ida"})
    assert answer.status_code == 429
    assert 'value="Ida"' in answer.text
    assert first in answer.text, "the games that can be finished stand beside it"
    ida.post(f"{first}/end")
    ida.create("me=Ida", "bot:random")


# -- who one is ------------------------------------------------------------------------------------------------------


def test_whoever_brings_no_cookie_back_is_told(app: Any) -> None:
    cookieless = Reader(app, greeted=False)
    answer = cookieless.client.post("/tables", data={"seat1": "me", "seat2": "bot:random", "name1": "Ida"})
    assert answer.status_code == 403
    assert "gave no cookie back" in answer.text
    assert 'value="Ida"' in answer.text, "what was filled in is still there"
    cookieless.create(name1="Ida")  # The answer brought a cookie: a browser that keeps it may go on at once.
    ida = Device(app)
    path = ida.create("me=Ida", "link")
    link = next(seat["invite_url"] for seat in ida.view(path)["seats"] if seat["invite_url"])
    answer = Reader(app, greeted=False).client.post(link, data={"name": "Bo"})
    assert answer.status_code == 403
    assert "gave no cookie back" in answer.text
    assert 'value="Bo"' in answer.text
    assert not ida.view(path)["seats"][1]["taken"]


def test_the_name_is_remembered_and_forgotten(app: Any) -> None:
    ida = Reader(app)
    ida.create(name1=' Ida Żółw; "x" ')
    page = ida.client.get("/").text
    assert 'name="name1" value="Ida Żółw; &#34;x&#34;"' in page
    host = Device(app)
    path = host.create("me", "link", "link")
    first, second = (seat["invite_url"] for seat in host.view(path)["seats"] if seat["invite_url"])
    assert 'value="Ida Żółw; &#34;x&#34;"' in ida.client.get(first).text
    ida.client.post(first, data={"name": "Ida"})
    assert 'name="name1" value="Ida"' in ida.client.get("/").text
    assert "You are invited" in Reader(app).client.get(second).text, "a host without a name has none to tell"
    ida.create(name1="  ")
    assert 'name="name1" value=""' in ida.client.get("/").text
    ida.client.cookies.set("name", "%FF%00<script>")
    assert "<script>alert" not in ida.client.get("/").text


def test_unnamed_people_are_told_apart_and_i_am_you(app: Any) -> None:
    ida, bo = Device(app), Device(app)
    for game, mine, theirs in [("spice-road", "Your caravan", "Caravan of Player Disc"),
                               ("new-world", "Your storage", "Storage of Player Disc")]:  # fmt: skip
        path = ida.create("me", "link", game=game)
        link = next(seat["invite_url"] for seat in ida.view(path)["seats"] if seat["invite_url"])
        bo.client.post(link, data={"name": ""})
        seen = {who: device.client.get(path, headers=HTML).text for who, device in
                [("ida", ida), ("bo", bo), ("spectator", Device(app))]}  # fmt: skip
        assert mine in seen["ida"]
        assert "Player Disc" not in seen["ida"]
        assert "Player Triangle" in seen["ida"]
        assert "Player Disc is choosing." in seen["bo"]
        assert mine in seen["bo"]
        assert f"<h2>{theirs}" in seen["spectator"]
        assert not any("Seat 1" in html for html in seen.values())
        ida.post(f"{path}/end")
        bo.post(f"{path}/end")
        over = bo.client.get(path, headers=HTML).text
        result = over.partition('class="result"')[2].partition("</table>")[0]
        assert "You</th>" in result
        assert "Player Disc</th>" in result
        line = re.search(rf'href="{path}"[^>]*title="([^"]+)"', bo.client.get("/", headers=HTML).text)
        assert line
        assert "with Player Disc, " in line[1]


# -- your games ------------------------------------------------------------------------------------------------------


@on_both
def test_the_list_stands_in_the_order_of_what_to_do(app: Any, ida: Device) -> None:
    bo = Device(app)
    ended, mine, waiting = (
        ida.create("me=Ida", "bot:random"),
        ida.create("me=Ida", "bot:random"),
        ida.create("me", "link"),
    )
    theirs = bo.create("me=Bo", "link")
    link = next(seat["invite_url"] for seat in bo.view(theirs)["seats"] if seat["invite_url"])
    ida.post(link, name="Ida")
    ida.post(f"{ended}/end")
    who = app.state.tables.mine
    tables = who(_identity(app, mine))
    assert [f"/t/{one.id}" for one in tables] == [mine, theirs, waiting, ended]
    assert [one.your_turn for one in tables] == [True, False, False, False]
    assert tables[-1].result is not None
    page = ida.client.get("/", headers=HTML).text
    assert "1 waits for you" in page
    for sentence in (
        "Spice Road with Nadir, your turn",
        "Spice Road with Bo, Bo is to move",
        "Spice Road, waiting for a friend",
    ):
        assert f'<span class="sr">{sentence}</span>' in page
    assert re.search(r"Spice Road with Nadir, (place|you won)", page)


def _identity(app: Any, path: str) -> str:
    with app.state.store.session() as session:
        return str(session.get(Table, path[3:]).owner)


@on_both
def test_the_list_plays_no_game_again(app: Any, ida: Device, monkeypatch: Any) -> None:
    """Nor when the server has just begun, nor for a table of before: once for each of those at most."""
    paths = [ida.create("me=Ida", "bot:random") for _ in range(3)]
    ida.post(f"{paths[0]}/end")
    assert (
        ida.act(paths[1], "rest" if "rest" in ida.view(paths[1])["legal"] else ida.view(paths[1])["legal"][0])[0] == 200
    )
    who = _identity(app, paths[0])
    ida.wait(paths[1], lambda view: bool(view["legal"]))
    before = app.state.tables.mine(who)
    with app.state.store.session() as session:
        session.execute(text("update tables set summary = null, over = null, changed = null"))
    opened = []
    later = Tables(app.state.store, lambda *_: None)
    real = Tables._open

    def counted(self: Tables, table: str) -> Any:
        opened.append(table)
        return real(self, table)

    monkeypatch.setattr(Tables, "_open", counted)
    again = later.mine(who)
    assert sorted(opened) == sorted(path[3:] for path in paths)
    assert {(one.id, one.round, one.your_turn, bool(one.result)) for one in again} == {
        (one.id, one.round, one.your_turn, bool(one.result)) for one in before
    }
    opened.clear()
    assert [one.id for one in Tables(app.state.store, lambda *_: None).mine(who)] == [one.id for one in again]
    assert opened == []


def test_a_row_of_another_program_is_not_missed(app: Any, ida: Device) -> None:
    """A summary is true for one row only: what is written beside it is seen."""
    path = ida.create("me=Ida", "bot:random")
    who = _identity(app, path)
    assert app.state.tables.mine(who)[0].your_turn
    with app.state.store.session() as session:
        session.execute(
            text(
                "insert into rows (table_id, number, kind, text, at) values (:t, 1, 'end', '', '2026-01-01 00:00:00')"
            ),
            {"t": path[3:]},
        )
    assert app.state.tables.mine(who)[0].result is not None


def test_many_finished_games_are_a_few_and_the_rest(app: Any, ida: Device) -> None:
    paths = [ida.create("me=Ida", "bot:random") for _ in range(LISTED + 3)]
    for path in paths:
        ida.post(f"{path}/end")
    running = ida.create("me=Ida", "bot:random")
    page = ida.client.get("/", headers=HTML).text
    assert page.index(running) < page.index(paths[-1]) < page.index(f"{LISTED - 4} more, finished before")
    assert sum(path in page for path in paths) == LISTED
    assert 'href="/mine">All of them' in page
    every = [ida.client.get("/mine", params={"page": number}, headers=HTML).text for number in (1, 2, 3)]
    assert all(path in "".join(every) for path in paths)
