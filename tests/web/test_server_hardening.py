"""The server in bad company: races, hostile headers, a database that fails, boxes that changed."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot import Match, Observation
from entrepot.components import load
from entrepot.web.app import ServeError, Settings, _listen, create_app
from entrepot.web.tables import workers
from entrepot.web.tables.errors import DatabaseUnavailable
from entrepot.web.tables.players import BotPlayers
from entrepot.web.tables.pushes import Pushes
from entrepot.web.tables.store import Row, Setting, Store, now
from entrepot.web.tables.tables import clean_name

from .device import JSON


def device(app: Any, **kw: Any) -> TestClient:
    client = TestClient(app, headers=JSON, **kw)
    client.get("/")
    return client


def new(client: TestClient, *kinds: str, **more: str) -> str:
    answer = client.post("/tables", data={f"seat{i}": k for i, k in enumerate(kinds, 1)} | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["path"])


def late(app: Any, monkeypatch: Any, meanwhile: Any) -> None:
    """`meanwhile` happens after the next request has read its table and before it holds the lock."""
    tables = app.state.tables
    remember = tables._remember
    done: list[int] = []

    def slow(session: Any, table: Any) -> Any:
        if not done:
            done.append(1)
            meanwhile()
        return remember(session, table)

    monkeypatch.setattr(tables, "_remember", slow)


def test_a_seat_is_taken_once(app: Any, monkeypatch: Any) -> None:
    ida, bo, eve = device(app), device(app), device(app)
    path = new(ida, "me", "link")
    invite = ida.get(f"{path}/view").json()["seats"][1]["invite_url"]
    late(app, monkeypatch, lambda: bo.post(invite, data={"name": "Bo"}))
    answer = eve.post(invite, data={"name": "Eve"})
    assert answer.json().get("code") in ("seat-taken", "stale")
    assert ida.get(f"{path}/view").json()["seats"][1]["name"] == "Bo"


def test_votes_at_the_same_time_count_both(app: Any, monkeypatch: Any) -> None:
    ida, bo = device(app), device(app)
    path = new(ida, "me", "link")
    bo.post(ida.get(f"{path}/view").json()["seats"][1]["invite_url"], data={"name": "Bo"})
    late(app, monkeypatch, lambda: bo.post(f"{path}/end"))
    ida.post(f"{path}/end")
    ida.post(f"{path}/end")
    assert ida.get(f"{path}/view").json()["ended_early"]


def test_one_next_table(app: Any, monkeypatch: Any) -> None:
    ida, bo = device(app), device(app)
    path = new(ida, "me", "link")
    bo.post(ida.get(f"{path}/view").json()["seats"][1]["invite_url"], data={"name": "Bo"})
    ida.post(f"{path}/end")
    bo.post(f"{path}/end")
    got: list[str] = []
    late(app, monkeypatch, lambda: got.append(bo.post(f"{path}/again").json()["path"]))
    answer = ida.post(f"{path}/again").json()
    assert answer.get("path") == got[0] or answer.get("code") == "stale"


def test_a_failed_commit_leaves_no_ghost(app: Any, monkeypatch: Any) -> None:
    ida = device(app, raise_server_exceptions=False)
    path = new(ida, "me", "local", open_claims="true")
    dialect = app.state.store.engine.dialect
    do_commit = dialect.do_commit
    fails: list[str] = []

    def commit(connection: Any) -> None:
        if connection.in_transaction and not fails:
            fails.append("the disk is full")
            connection.rollback()
            raise sqlite3.OperationalError(fails[0])
        do_commit(connection)

    monkeypatch.setattr(dialect, "do_commit", commit)
    answer = ida.post(f"{path}/act", data={"action": "acquire 1", "version": "0", "nonce": "a"})
    assert fails
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert ida.get(f"{path}/view").json()["version"] == 0
    answer = ida.post(f"{path}/act", data={"action": "acquire 1", "version": "0", "nonce": "b"})
    assert answer.json()["version"] == 1


@pytest.mark.parametrize("header", ["origin", "referer"])
@pytest.mark.parametrize("value", ["http://[", "http://]/", "//[x", "null", "", "http://a:b:c"])
@pytest.mark.parametrize("where", ["/language", "{t}/act", "/tables"])
def test_headers_that_are_no_address(app: Any, header: str, value: str, where: str) -> None:
    ida = device(app, raise_server_exceptions=False)
    path = new(ida, "me", "local")
    answer = ida.post(where.format(t=path), data={"lang": "en"}, headers={header: value}, follow_redirects=False)
    assert answer.status_code < 500


@pytest.mark.parametrize("accept", ["q=nan", "de;q=abc", ";;;,,", "\xff", "en;q=1e999", "x" * 5000])
def test_accept_language(app: Any, accept: str) -> None:
    ida = device(app, raise_server_exceptions=False)
    assert ida.get("/", headers=[(b"accept-language", accept.encode("latin-1"))]).status_code == 200


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "utf-16", "idna", "punycode", "undefined", "base64"])
def test_charset_tricks(app: Any, charset: str) -> None:
    ida = device(app, raise_server_exceptions=False)
    path = new(ida, "me", "local")
    parts = (
        "".join(
            f'--x\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'
            for k, v in {
                "action": "acquire 1",
                "version": "0",
                "nonce": "\\ud800",
                "name": "\\ud800",
                "seat1": "me",
                "seat2": "link",
                "name1": "\\ud800",
                "game": "\\ud800",
            }.items()
        )
        + "--x--\r\n"
    )
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    for where in (f"{path}/act", f"{path}/undo", "/tables", "/language"):
        answer = ida.post(where, content=parts.encode(), headers={"content-type": kind}, follow_redirects=False)
        assert answer.status_code < 500, where


def test_a_box_that_changed_does_not_lock_its_owner_out(app: Any) -> None:
    ida = device(app, raise_server_exceptions=False)
    path = new(ida, "me", "local")
    other = new(ida, "me", "bot:random")
    with app.state.store.engine.begin() as c:
        c.exec_driver_sql("update tables set components='x' where id=?", (path.removeprefix("/t/"),))
    app.state.tables._live.clear()
    start = ida.get("/")
    assert start.status_code == 200
    assert other in start.text
    assert ida.get(path).status_code < 500


def test_rows_that_do_not_replay(app: Any) -> None:
    ida = device(app, raise_server_exceptions=False)
    path = new(ida, "me", "local")
    with app.state.store.session() as s:
        s.add(Row(table_id=path[3:], number=1, kind="action", text="claim 5", seat=0, nonce=None, at=now()))
    assert ida.get("/").status_code == 200
    assert ida.get(path).status_code < 500


def test_a_first_request_that_posts_keeps_its_identity(app: Any) -> None:
    client = TestClient(app, headers=JSON)
    path = new(client, "me", "link")
    assert client.get(f"{path}/view").json()["owner"]


def test_hurry_is_checked(app: Any) -> None:
    ida, eve = device(app), device(app)
    path = new(ida, "me", "bot:random")
    assert ida.post("/t/none/hurry").json()["code"] == "unknown-table"
    assert eve.post(f"{path}/hurry").json()["code"] == "not-seated"
    assert ida.post(f"{path}/hurry").status_code == 204


def test_nobody_joins_what_is_over(app: Any) -> None:
    ida, bo = device(app), device(app)
    path = new(ida, "me", "link")
    invite = ida.get(f"{path}/view").json()["seats"][1]["invite_url"]
    ida.post(f"{path}/end")
    assert bo.post(invite, data={"name": "Bo"}).json().get("code") == "over"


def test_names_of_the_world() -> None:
    assert clean_name("👩\u200d🚀") == "👩\u200d🚀"
    assert clean_name("می\u200cخواهم") == "می\u200cخواهم"
    assert clean_name("a" * 29 + " b") == "a" * 29
    assert clean_name("\u202eevil\u2066") == "evil"


def test_a_change_by_another_process_right_after_connecting(app: Any) -> None:
    ida = device(app)
    path = new(ida, "me", "local", open_claims="true")
    store = app.state.store
    pushes = Pushes(store, 0.3, 10)

    async def listen() -> str:
        task = asyncio.create_task(pushes.run())
        await asyncio.sleep(0.05)
        stream: Any = pushes.stream(path[3:])
        await anext(stream)

        def other() -> None:
            with store.session() as s:
                s.add(Row(table_id=path[3:], number=1, kind="action", text="acquire 1", seat=0, nonce=None, at=now()))

        await asyncio.to_thread(other)
        try:
            return await asyncio.wait_for(anext(stream), 3)
        finally:
            await stream.aclose()
            task.cancel()

    assert "data: 1" in asyncio.run(listen())


def test_the_poll_survives_a_database_error(app: Any, monkeypatch: Any) -> None:
    ida = device(app)
    path = new(ida, "me", "local")
    store = app.state.store
    versions = store.versions
    pushes = Pushes(store, 0.02, 10)
    caller = threading.get_ident()
    asked: list[str] = []

    def fail_once(tables: list[str]) -> Any:
        if tables == [path[3:]] and threading.get_ident() != caller:
            asked.append("again")
            if len(asked) == 1:
                raise DatabaseUnavailable("gone")
        return versions(tables)

    async def listen() -> None:
        pushes._watchers[path[3:]].add(asyncio.Event())
        task = asyncio.create_task(pushes.run())
        for _ in range(100):
            await asyncio.sleep(0.02)
            if len(asked) > 2:
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    monkeypatch.setattr(store, "versions", fail_once)
    asyncio.run(listen())
    assert len(asked) > 2


def test_thinking_bots_leave_threads_for_people(database: str, monkeypatch: Any) -> None:
    gate = threading.Event()

    def stuck(self: Any, job: Any, budget: float) -> str:
        gate.wait(8)
        return str(job.observation.legal_actions[0])

    monkeypatch.setattr(workers._Worker, "ask", stuck)
    app = create_app(Settings(database=database, pace=0, poll=5))
    with TestClient(app) as own:
        own.headers.update(JSON)
        own.get("/")
        for _ in range(45):
            new(own, "bot:random", "me")
        begin = time.monotonic()
        assert own.get("/healthz").status_code == 200
        waited = time.monotonic() - begin
        gate.set()
        assert waited < 2


def test_stopped_workers_start_nothing() -> None:
    job = workers.Job("random", "spice-road", 1, Match.new("spice-road", seed=1).observe(0))
    pool = workers.Workers(1, 5)
    assert pool.choose(job) in map(str, job.observation.legal_actions)
    busy = pool._free.get()
    refused: list[str] = []

    def wait() -> None:
        try:
            pool.choose(job)
        except workers.WorkersClosed:
            refused.append("closed")

    threads = [threading.Thread(target=wait) for _ in range(3)]
    for thread in threads:
        thread.start()
    pool.stop()
    pool._free.put(busy)
    for thread in threads:
        thread.join(10)
    assert refused == ["closed"] * 3
    assert busy._process is None


def test_stopped_players_start_nothing(app: Any) -> None:
    ida = device(app)
    path = new(ida, "me", "bot:random")

    async def stop() -> list[str]:
        pool = workers.Workers(1, 5)
        players = BotPlayers(app.state.tables, pool, 0, 60, lambda _: False)
        players.start()
        await players.stop()
        players.poke(path[3:])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return [table for table in players._tasks if table]

    assert asyncio.run(stop()) == []


def test_a_bot_that_fails_is_replaced() -> None:
    observation = Match.new("spice-road", seed=1).observe(0)
    pool = workers.Workers(1, 5)
    try:
        assert pool.choose(workers.Job("nobody", "spice-road", 1, observation)) == str(observation.legal_actions[0])
        assert pool.choose(workers.Job("random", "spice-road", 1, observation)) in map(str, observation.legal_actions)
    finally:
        pool.stop()


class Endless(Observation):
    """What a bot thinks about for ever."""

    def __reduce__(self) -> tuple[Any, ...]:
        return time.sleep, (3600,)


def test_a_bot_that_is_too_slow_is_replaced() -> None:
    seen = Match.new("spice-road", seed=1).observe(0)
    observation = Endless(0, seen.position, seen.legal_actions, load("spice-road"))
    pool = workers.Workers(1, 0.1)
    try:
        assert pool.choose(workers.Job("greedy", "spice-road", 1, observation)) == str(observation.legal_actions[0])
    finally:
        pool.stop()


def test_undo_stops_at_a_reveal(app: Any) -> None:
    """Whoever takes a merchant with too many cubes must return some: the new card is known already."""
    ida = device(app)
    path = new(ida, "me", "local", open_claims="true")
    for number in range(400):
        view = ida.get(f"{path}/view").json()
        if view["hand_over"] is not None or view["viewer"] is None:
            ida.post(f"{path}/hand-over", data={"seat": view["observation"]["seat"]})
            continue
        if view["undo_reason"] == "revealed":
            break
        position, legal = view["observation"], view["legal"]
        full = len(position["seats"][position["seat"]]["storage"]) >= 10
        merchant = "acquire 1" if position["merchants"]["row"][0]["cubes"] else "acquire 2"
        gains = [a for a in legal if a.startswith("play") and ">" not in a and "up" not in a]
        wishes = [merchant] if full else gains
        text = next((a for a in (*wishes, "rest") if a in legal), legal[0])
        answer = ida.post(f"{path}/act", data={"action": text, "version": view["version"], "nonce": f"n{number}"})
        assert answer.status_code == 200, answer.text
    assert view["undo_reason"] == "revealed"
    assert not view["can_undo"]
    answer = ida.post(f"{path}/undo", data={"version": view["version"], "nonce": "u"})
    assert (answer.status_code, answer.json()["reason"]) == (422, "revealed")
    assert ida.get(f"{path}/view").json()["version"] == view["version"]


def test_unknown_tables_start_no_bots(app: Any, caplog: Any) -> None:
    ida = device(app)
    ida.get("/t/none")
    time.sleep(0.3)
    assert "bots of a table" not in caplog.text


def test_several_processes_may_start_at_once(database: str) -> None:
    errors: list[Exception] = []

    def start() -> None:
        try:
            Store(database).close()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_closing_waits_for_those_who_still_write(database: str) -> None:
    store = Store(database)
    begun, end = threading.Event(), threading.Event()

    def write() -> None:
        with store.session() as session:
            session.add(Setting(key="late", value="kept"))
            begun.set()
            end.wait(5)

    writing = threading.Thread(target=write)
    writing.start()
    begun.wait(5)
    closing = threading.Thread(target=store.close)
    closing.start()
    closing.join(0.2)
    assert closing.is_alive()
    with pytest.raises(DatabaseUnavailable), store.session():
        pass
    end.set()
    for thread in (closing, writing):
        thread.join(5)
        assert not thread.is_alive()
    with contextlib.closing(Store(database)) as again, again.session() as session:
        assert session.get_one(Setting, "late").value == "kept"


def test_where_it_cannot_listen() -> None:
    for host, port in (("no.such.host.invalid", 80), ("a" * 70, 80), ("127.0.0.1", 70000)):
        with pytest.raises(ServeError) as caught:
            _listen(host, port)
        assert "Unknown error" not in str(caught.value)
        assert "\n" not in str(caught.value)
