"""The server from outside: the order of checks, secrets, restarts, several processes, and bad input."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from entrepot import Match, Record, replay
from entrepot.web.app import Settings, create_app
from entrepot.web.tables.errors import STATUS
from entrepot.web.tables.store import Row, Store, Taken, now
from entrepot.web.tables.tables import _Live, clean_name

from .device import JSON, Device, on_both, quick


def opponents(app: Any, ida: Device) -> tuple[Device, str, str]:
    """A second device at Ida's table: the device, the table's path, and the invitation that it took."""
    path = ida.create("me=Ida", "link")
    invitation = ida.view(path)["seats"][1]["invite_url"]
    bo = Device(app)
    assert bo.post(invitation, name="Bo")[0] == 201
    return bo, path, invitation


def test_the_order_of_checks(app: Any, ida: Device) -> None:
    """Shape, who you are, table exists, not over, your decision, not stale, legal."""
    bo, path, _ = opponents(app, ida)
    stranger = Device(app)

    def code(device: Device, where: str = path, **fields: Any) -> str:
        whole = {"action": "acquire 1", "version": "2", "nonce": "x1", **fields}
        return str(device.post(f"{where}/act", **whole)[1].get("code"))

    before = ida.view(path)["version"]
    assert before == 1
    assert code(stranger, "/t/none", action="dance") == "bad-request"
    assert code(stranger, "/t/none") == "unknown-table"
    assert code(stranger, action="claim 9", version="1") == "not-seated"
    assert code(bo, action="claim 9", version="1") == "not-your-decision"
    assert code(ida, action="claim 9", version="0") == "stale"
    assert code(ida, action="claim 5", version="1") == "illegal"
    assert ida.view(path)["version"] == before
    assert ida.act(path, "acquire 1")[0] == 200
    assert code(ida, version="1") == "not-your-decision"
    for device in (ida, bo):
        device.post(f"{path}/end")
    assert code(bo, action="claim 9", version="0") == "over"


def test_the_same_action_id_is_applied_once(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    version = ida.view(path)["version"]
    for _ in range(2):
        status, view = ida.act(path, "acquire 1", version=version, nonce="once")
        assert (status, view["version"]) == (200, version + 1)


def test_several_actions_are_all_done_or_none(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    status, answer = ida.act(path, "acquire 1", "acquire 1")
    assert (status, answer["code"]) == (422, "illegal")
    assert ida.view(path)["version"] == 0
    status, view = ida.act(path, "play up2", "up Y", "stop")
    assert status == 200
    assert view["version"] == 3
    assert view["observation"]["seats"][0]["storage"] == "YYR"


def test_undo_is_a_row_and_stops_at_the_end_of_the_turn(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    start = ida.view(path)["observation"]
    ida.act(path, "play up2")
    view = ida.view(path)
    assert view["can_undo"]
    status, view = ida.post(f"{path}/undo", version=view["version"], nonce="u1")
    assert (status, view["version"], view["observation"]) == (200, 2, start)
    ida.act(path, "acquire 1")
    view = ida.view(path)
    assert (view["can_undo"], view["undo_reason"]) == (False, "turn-over")
    status, answer = ida.post(f"{path}/undo", version=view["version"], nonce="u2")
    assert (status, answer["code"], answer["reason"]) == (422, "cannot-undo", "turn-over")


def test_bots_answer(ida: Device) -> None:
    path = ida.create("me=Ida", "bot:greedy", "bot:random")
    ida.act(path, "acquire 1")
    view = ida.wait(path, lambda view: view["observation"]["seat"] == 0 and view["observation"]["round"] == 2)
    movers = {event["seat"] for event in view["events"] if event["kind"] == "action"}
    assert movers == {0, 1, 2}
    assert all(event["seat"] in (None, 0, 1, 2) for event in view["events"][: view["fresh_from"]])
    news = view["events"][view["fresh_from"] :]
    assert {event["seat"] for event in news if event["kind"] == "action"} == {1, 2}


@on_both
def test_a_whole_game_and_what_comes_after(ida: Device) -> None:
    path = ida.create("bot:greedy", "me=Ida")
    assert ida.client.get(f"{path}/record").json()["code"] == "not-over"
    while True:
        view = ida.wait(path, lambda view: view["result"] is not None or bool(view["legal"]))
        if view["result"]:
            break
        assert ida.act(path, view["legal"][-1])[0] == 200
    assert view["observation"]["decision"] == {"kind": "over"}
    assert not view["legal"]
    match = replay(Record.loads(ida.client.get(f"{path}/record").text))
    assert match.standing.to_dict() == view["result"]
    status, answer = ida.post(f"{path}/again")
    assert status == 201
    assert ida.post(f"{path}/again")[1] == answer
    following = ida.view(answer["path"])
    assert [seat["name"] for seat in following["seats"]] == [seat["name"] for seat in view["seats"]]
    assert ida.view(path)["next_table"] == following["id"]


@on_both
def test_invitations(app: Any, ida: Device) -> None:
    path = ida.create("link", "me=Ida")
    view = ida.view(path)
    assert view["waiting"] == [0]
    assert ida.act(path, "acquire 1")[1]["code"] == "waiting-for-players"
    invitation = view["seats"][0]["invite_url"]
    bo = Device(app)
    assert bo.view(path)["spectator"]
    assert bo.view(path)["seats"][0]["invite_url"] is None, "only the owner may hand invitations out"
    assert bo.post("/join/nonsense", name="Bo")[1]["code"] == "bad-token"
    assert bo.post(invitation, name="  Bo \x00 <b>'\"  ")[0] == 201
    assert bo.view(path)["seats"][0]["name"] == "Bo <b>'\""
    assert bo.view(path)["viewer"] == 0
    assert bo.post(invitation, name="Bo")[0] == 201, "the same person may come back"
    assert Device(app).post(invitation, name="Eve")[1]["code"] == "seat-taken"
    assert bo.act(path, "acquire 1")[0] == 200


def test_nothing_secret_leaves_the_server(app: Any, ida: Device) -> None:
    """Decks are counts, claimed cards of others are counts, and no seed is anywhere."""
    bo, path, _ = opponents(app, ida)
    with app.state.store.session() as session:
        seed = session.connection().exec_driver_sql("select seed from tables").scalar_one()
    for device in (ida, bo, Device(app)):
        for headers in (JSON, {"accept": "text/html"}):
            text = (
                device.client.get(f"{path}/view", headers=headers).text + device.client.get(path, headers=headers).text
            )
            assert seed not in text
        view = device.view(path)
        observation = view["observation"]
        assert isinstance(observation["merchants"]["deck"], int)
        assert isinstance(observation["points"]["deck"], int)
        for seat, data in enumerate(observation["seats"]):
            assert isinstance(data["claimed"], list) == (seat == view["viewer"])
        assert view["legal"] == ([] if view["viewer"] != 0 else view["legal"])


def test_a_shared_screen_shows_a_seat_only_to_its_person(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo")
    view = ida.view(path)
    assert (view["viewer"], view["hand_over"]) == (0, None)
    ida.act(path, "acquire 1")
    view = ida.view(path)
    assert (view["viewer"], view["hand_over"], view["legal"]) == (None, 1, [])
    assert all(isinstance(seat["claimed"], int) for seat in view["observation"]["seats"])
    assert ida.act(path, "acquire 1")[0] == 200, "who has the device may act; it only shows nothing"
    view = ida.post(f"{path}/hand-over", seat=0)[1]
    assert (view["viewer"], view["hand_over"]) == (0, None)
    assert ida.post(f"{path}/hand-over", seat=4)[1]["code"] == "not-seated"


@on_both
def test_a_restart_loses_nothing(database: str) -> None:
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        path = ida.create("me=Ida", "bot:greedy")
        ida.act(path, "play up2", "up Y")
        before = ida.view(path)
        cookies = dict(ida.client.cookies)
    with TestClient(app := create_app(quick(database))):
        ida = Device(app)
        ida.client.cookies.clear()
        ida.client.cookies.update(cookies)
        assert ida.view(path) == before
        ida.act(path, "stop")
        ida.wait(path, lambda view: view["observation"]["round"] == 2)


def test_bots_go_on_after_a_restart(database: str) -> None:
    slow = Settings(database=database, pace=60)
    with TestClient(app := create_app(slow)):
        ida = Device(app)
        path = ida.create("me=Ida", "bot:greedy")
        ida.act(path, "acquire 1")
    with TestClient(app := create_app(quick(database))):
        Device(app).wait(path, lambda view: view["observation"]["round"] == 2)


@on_both
def test_two_processes_serve_one_table(database: str) -> None:
    """Each sees what the other stored; the database refuses the second of two writers."""
    with TestClient(one := create_app(quick(database))), TestClient(two := create_app(quick(database))):
        ida = Device(one)
        path = ida.create("me=Ida", "local=Bo", open_claims="true")
        same = Device(two)
        same.client.cookies.clear()
        same.client.cookies.update(dict(ida.client.cookies))
        assert same.view(path)["version"] == 0
        ida.act(path, "acquire 1")
        assert same.view(path) == ida.view(path)
        assert same.act(path, "acquire 1", version=0)[1]["code"] == "stale"
        assert same.act(path, "acquire 1")[0] == 200
        assert ida.view(path)["version"] == 2
        table = path.removeprefix("/t/")
        with pytest.raises(Taken), one.state.store.session() as session:
            session.add(Row(table_id=table, number=2, kind="action", text="rest", seat=0, nonce=None, at=now()))
        assert ida.view(path) == same.view(path)


@on_both
def test_a_write_that_the_database_refuses_changes_nothing(app: Any, ida: Device, monkeypatch: Any) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    before = ida.view(path)
    table = path.removeprefix("/t/")
    catch_up = _Live.catch_up

    def overtaken(live: Any, session: Any, table_id: str) -> None:
        """Another process writes between our reading and our writing."""
        catch_up(live, session, table_id)
        monkeypatch.undo()
        with app.state.store.session() as other:
            other.add(Row(table_id=table, number=1, kind="action", text="acquire 1", seat=0, nonce=None, at=now()))

    monkeypatch.setattr(_Live, "catch_up", overtaken)
    assert ida.act(path, "acquire 2", version=0)[1]["code"] == "stale"
    view = ida.view(path)
    assert view["version"] == 1
    assert view["observation"] != before["observation"]
    assert [event["text"] for event in view["events"] if event["kind"] == "action"] == ["acquire 1"]


def test_streams_say_only_the_version(app: Any, ida: Device) -> None:
    """And a listener who never reads holds up nobody."""
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    table = path.removeprefix("/t/")
    pushes = app.state.pushes

    async def listen() -> list[str]:
        pushes._loop = asyncio.get_running_loop()
        stream, dead = pushes.stream(table), pushes.stream(table)
        seen = [await anext(stream), await anext(dead)]
        for _ in range(3):
            await asyncio.to_thread(ida.act, path, "acquire 1")
        seen.append(await asyncio.wait_for(anext(stream), 5))
        await stream.aclose()
        await dead.aclose()
        return seen

    first, _, then = asyncio.run(listen())
    assert first == "event: version\ndata: 0\n\n"
    assert then.startswith("event: version\ndata: ")
    assert not pushes._watchers
    assert ida.client.get("/t/none/stream").json()["code"] == "unknown-table"


@on_both
def test_ending_early_needs_everybody(app: Any, ida: Device) -> None:
    bo, path, _ = opponents(app, ida)
    view = ida.post(f"{path}/end")[1]
    assert (view["result"], view["wish"]) == (None, {"number": view["version"], "asked": [0], "waits": [1]})
    assert Device(app).post(f"{path}/end")[1]["code"] == "not-seated"
    view = bo.post(f"{path}/end")[1]
    assert view["ended_early"]
    assert view["result"]["points"] == [0, 0]
    assert view["legal"] == []
    assert ida.client.get(f"{path}/record").status_code == 200


def test_my_tables(app: Any, ida: Device) -> None:
    assert app.state.tables.mine("nobody") == []
    first = ida.create("me=Ida", "bot:random")
    second = ida.create("me=Ida", "link")
    page = ida.client.get("/", headers={"accept": "text/html"}).text
    assert first in page
    assert second in page
    assert page.index(first) < page.index(second), "what waits for me comes first"


def test_foreign_forms_and_big_bodies_are_refused(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    fields = {"action": "acquire 1", "version": "0", "nonce": "x"}
    answer = ida.client.post(f"{path}/act", data=fields, headers={"origin": "https://elsewhere.example"})
    assert answer.json()["code"] == "forbidden"
    assert ida.client.post(f"{path}/act", data={**fields, "nonce": "x" * 100_000}).json()["code"] == "too-large"
    assert ida.view(path)["version"] == 0
    assert ida.client.post(f"{path}/act", data=fields, headers={"origin": "http://testserver"}).status_code == 200


def test_nothing_is_done_for_another_site(app: Any, ida: Device) -> None:
    """At every address to which something can be sent, also where a page of ours sends nothing but the wish."""
    table = ida.create("me=Ida", "link").removeprefix("/t/")
    record = ida.post("/replay/keep", record=Match.new("spice-road", 2, 1).record().dumps())[1]["path"][3:]
    known = {"table_id": table, "record_id": record.partition("?")[0], "game": "spice-road", "token": "x"}
    known["name"] = "spice-road-1"  # of a puzzle
    sent = {route.path for route in app.routes if "POST" in route.methods}
    assert {"/r/{record_id}/drop", "/mine/forget", "/mine/rating", "/t/{table_id}/again", "/language"} <= sent
    for path in sorted(sent):
        answer = ida.client.post(path.format(**known), headers={"sec-fetch-site": "cross-site"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path
    assert ida.client.get(f"/r/{record}").status_code == 200


def test_headers_and_cookie(app: Any) -> None:
    client = TestClient(app)
    answer = client.get("/")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    assert "set-cookie" not in client.get("/").headers
    client.cookies.set("entrepot", "forged.cookie")
    assert client.get("/").status_code == 200


POSTS = ("/tables", "/language", *(f"{{table}}/{one}" for one in (
    "act", "undo", "hand-over", "end", "again", "sit-in", "back"
)))  # fmt: skip
KEYS = ("action", "version", "nonce", "seat", "seat1", "seat2", "name1", "game", "lang", "empty_rest", "draw_start")
nasty = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", "0", "-1", "1e9", "9" * 30, "true", "null", "acquire 0", "x0", "play up9", "pay Y", "\x00", "１", "me"]
    ),
    st.integers(-5, 10**12).map(str),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    where=st.sampled_from(POSTS), fields=st.dictionaries(st.sampled_from(KEYS), nasty, max_size=5), seated=st.booleans()
)
def test_no_form_breaks_the_server(app: Any, where: str, fields: dict[str, str], seated: bool) -> None:
    device = Device(app)
    path = device.create("me=Ida", "local=Bo", open_claims="true") if seated else "/t/nowhere"
    answer = device.client.post(where.format(table=path), data=fields, follow_redirects=False)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        body = answer.json()
        assert STATUS[body["code"]] == answer.status_code
        assert "\n" not in body["message"]


@pytest.mark.parametrize(
    "body",
    [
        b"\xff\xfe%ff=%fe&action=%00",
        b"a" * 1000,
        b"=&=&=",
        b'{"action": "rest"}',
        b"--x\r\nnonsense",
        b"action=%ZZ&version=%",
    ],
)
@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "multipart/form-data",
        "application/json",
        "",
    ],
)
def test_no_body_breaks_the_server(ida: Device, body: bytes, kind: str) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    answer = ida.client.post(f"{path}/act", content=body, headers={"content-type": kind})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-request"
    assert ida.view(path)["version"] == 0


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t/", "/t/%00", "/t/x/view", "/join/%ff", "/rules/chess", "/static/../app.py", "/t/x/act"]
)
def test_no_address_breaks_the_server(ida: Device, path: str) -> None:
    for headers in (JSON, {"accept": "text/html"}):
        answer = ida.client.get(path, headers=headers)
        assert answer.status_code in (404, 405)


@on_both
def test_nuls_reach_no_database(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    fields = {"action": "acquire 1", "version": "0"}
    assert ida.post(f"{path}/act", **fields, nonce="\x00")[1]["code"] == "bad-request"
    assert ida.post(f"{path}/undo", version="0", nonce="a\x00")[1]["code"] == "bad-request"
    assert ida.client.get("/t/%00").json()["code"] == "unknown-table"
    assert ida.client.get("/t/%00/stream").json()["code"] == "unknown-table"
    assert ida.client.get("/join/%00").json()["code"] == "bad-token"


def test_refusals_speak_to_people_too(ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    fields = {"action": "claim 5", "version": "0", "nonce": "x"}
    part = ida.client.post(f"{path}/act", data=fields, headers={"accept": "text/html", "hx-request": "true"})
    assert part.status_code == 422
    assert "<html" not in part.text
    whole = ida.client.post(f"{path}/act", data=fields, headers={"accept": "text/html"})
    assert whole.status_code == 422
    assert "<html" in whole.text


def test_names_are_cleaned_but_not_judged() -> None:
    assert clean_name("  Zoë\t\n\x00\u202e van  Dijk ") == "Zoë van Dijk"
    assert clean_name("<script>alert('x')</script>") == "<script>alert('x')</script>"
    assert len(clean_name("é" * 99)) == 30


def test_the_schema_tells_the_remote_interface(ida: Device) -> None:
    schema = ida.client.get("/openapi.json").json()
    assert {"/t/{table_id}/view", "/t/{table_id}/act", "/t/{table_id}/undo"} <= set(schema["paths"])


def test_a_database_that_cannot_be_opened() -> None:
    for url in ("nonsense", "sqlite:////proc/none/x.sqlite3", "postgresql+nothing://x/y"):
        with pytest.raises(ValueError, match="cannot open the database") as caught:
            Store(url)
        assert "\n" not in str(caught.value)
