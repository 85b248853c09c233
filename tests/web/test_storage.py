"""Storage that fails: what is acknowledged is kept, and what cannot be kept is said, in health and log too."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from starlette.testclient import TestClient

from entrepot.web.app import create_app
from entrepot.web.tables import tables
from entrepot.web.tables.errors import DatabaseUnavailable
from entrepot.web.tables.store import Store, Table
from entrepot.web.tables.tables import MOST_UNDONE, Tables

from .device import Device, quick
from .test_cost import play_on


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def table(app: Any, ida: Device, file: Path) -> str:
    """Some of it lies in the database, and some in its log only."""
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    assert ida.act(path, "acquire 1")[0] == 200
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(FULL)")
    shutil.copy(file, file.with_name("old.sqlite3"))
    assert ida.act(path, "acquire 1")[0] == 200
    return path


def refused(app: Any, ida: Device, path: str) -> None:
    """Nothing is acknowledged, and everybody is told why."""
    for answer in (
        ida.client.post(f"{path}/act", data={"action": "acquire 1", "version": 2, "nonce": "x"}),
        ida.client.post("/tables", data={"seat1": "me", "seat2": "local"}),
        ida.client.get(f"{path}/view"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert answer.headers["retry-after"]
    page = ida.client.get(path, headers={"accept": "text/html"})
    assert page.status_code == 503
    assert "Try again" in page.text
    health = ida.client.get("/healthz")
    assert (health.status_code, health.json()["status"]) == (503, "storage")


def removed(file: Path, kept: Path) -> None:
    file.unlink()


def renamed(file: Path, kept: Path) -> None:
    file.rename(kept)


def emptied(file: Path, kept: Path) -> None:
    os.truncate(file, 0)


def cut_off(file: Path, kept: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def replaced(file: Path, kept: Path) -> None:
    file.rename(kept)
    shutil.copy(kept, file)


def overwritten_by_another(file: Path, kept: Path) -> None:
    Store(f"sqlite:///{kept}").close()
    file.write_bytes(kept.read_bytes())


def overwritten_by_what_is_none(file: Path, kept: Path) -> None:
    file.write_bytes(b"\0" * file.stat().st_size)


def overwritten_by_an_older_copy(file: Path, kept: Path) -> None:
    """What is acknowledged lies in the database by now, and not in its log."""
    with contextlib.closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    file.write_bytes(file.with_name("old.sqlite3").read_bytes())


def folder_renamed(file: Path, kept: Path) -> None:
    file.parent.rename(file.parent.with_name("elsewhere"))


def log_removed(file: Path, kept: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def log_emptied(file: Path, kept: Path) -> None:
    os.truncate(file.with_name(f"{file.name}-wal"), 0)


def log_cut_off(file: Path, kept: Path) -> None:
    os.truncate(file.with_name(f"{file.name}-wal"), 64)


def index_removed(file: Path, kept: Path) -> None:
    file.with_name(f"{file.name}-shm").unlink()


@pytest.mark.parametrize(
    "accident",
    [
        removed,
        renamed,
        emptied,
        cut_off,
        replaced,
        overwritten_by_another,
        overwritten_by_what_is_none,
        overwritten_by_an_older_copy,
        folder_renamed,
        log_removed,
        log_emptied,
        log_cut_off,
        index_removed,
    ],
)
def test_files_that_change_under_the_server(
    app: Any, ida: Device, table: str, file: Path, accident: Callable[[Path, Path], None], caplog: Any
) -> None:
    accident(file, file.with_name("kept.sqlite3"))
    refused(app, ida, table)
    assert "the database cannot read or keep games" in caplog.text
    assert caplog.text.count("cannot read or keep") < 4, "one line for what happens again and again"


def test_a_file_that_comes_back(app: Any, ida: Device, table: str, file: Path, caplog: Any) -> None:
    file.rename(file.with_name("away"))
    refused(app, ida, table)
    file.with_name("away").rename(file)
    assert ida.client.get("/healthz").status_code == 200
    assert "reads and keeps games again" in caplog.text
    assert ida.act(table, "acquire 1")[0] == 200


def test_what_others_may_do_to_the_file(app: Any, ida: Device, table: str, file: Path) -> None:
    """Another process that takes the log over into the database, makes it smaller, or empties the log."""
    for what in ("PRAGMA wal_checkpoint(FULL)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
        with contextlib.closing(sqlite3.connect(file)) as other:
            other.execute(what)
        version = ida.view(table)["version"]
        assert ida.act(table, ida.view(table)["legal"][0])[0] == 200
        assert ida.view(table)["version"] == version + 1
    with contextlib.closing(Store(f"sqlite:///{file}")) as other_server:
        assert other_server.versions([table.removeprefix("/t/")])
        assert ida.client.get("/healthz").status_code == 200


def test_many_moves_with_what_is_taken_over_meanwhile(app: Any, file: Path, monkeypatch: Any) -> None:
    """The commits of this process take the log over into the database, and are told from what strangers do."""
    files = app.state.store._files
    read: list[int] = []
    monkeypatch.setattr(files, "_read", lambda log, **_: read.append(log))
    written = file.stat().st_mtime_ns
    for number in range(400):
        app.state.store.keep_components(f"hash{number}", "spice-road", "x" * 20_000)
    assert file.stat().st_mtime_ns != written
    assert read == []


def test_a_database_that_is_locked_for_long(database: str, file: Path, monkeypatch: Any, caplog: Any) -> None:
    monkeypatch.setattr("entrepot.web.tables.store._PATIENCE", 0.2)
    app = create_app(quick(database))
    with TestClient(app):
        ida = Device(app)
        path = ida.create("me=Ida", "local=Bo", open_claims="true")
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert ida.act(path, "acquire 1")[0] == 503
            assert ida.client.get("/healthz").status_code == 503
            assert ida.client.get(path).status_code == 200, "what is there can be read"
            other.execute("ROLLBACK")
        assert ida.client.get("/healthz").status_code == 200
        assert ida.act(path, "acquire 1")[0] == 200
    assert "database is locked" in caplog.text


_FULL = """
import resource, signal, sys
from starlette.testclient import TestClient
from entrepot.web.app import Settings, create_app
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
app = create_app(Settings(database=sys.argv[1]))
with TestClient(app, headers={"accept": "application/json"}) as client:
    client.get("/")
    path = client.post("/tables", data={"seat1": "me", "seat2": "local", "open_claims": "true"}).json()["path"]
    def act(n):
        legal = client.get(f"{path}/view").json()["legal"]
        version = client.get(f"{path}/view").json()["version"]
        return client.post(f"{path}/act", data={"action": legal[0], "version": version, "nonce": f"n{n}"})
    assert act(0).status_code == 200
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, unlimited[1]))
    full = act(1)
    assert (full.status_code, full.json()["code"]) == (503, "storage"), full.text
    assert client.get("/healthz").status_code == 503
    assert client.get("/healthz").status_code == 503
    assert client.get(path).status_code == 200
    assert client.get(f"{path}/view").json()["version"] == 1
    resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    assert act(2).status_code == 200
    assert client.get("/healthz").status_code == 200
print(path)
"""


def test_a_full_disk(database: str) -> None:
    done = subprocess.run([sys.executable, "-c", _FULL, database], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "the database cannot read or keep games" in done.stderr
    assert "Traceback" not in done.stderr
    with contextlib.closing(Store(database)) as store:
        assert store.versions([done.stdout.strip().removeprefix("/t/")]).popitem()[1] == 2


def test_a_start_where_nothing_can_be_written_is_refused(database: str, file: Path) -> None:
    Store(database).close()
    with pytest.raises(DatabaseUnavailable, match="readonly"):
        Store(f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(DatabaseUnavailable, match=r"there is no folder .*nowhere"):
        Store(f"sqlite:///{file.parent}/nowhere/games.sqlite3")
    file.write_bytes(b"no database at all, but a text\n" * 100)
    with pytest.raises(DatabaseUnavailable, match="not a database"):
        Store(database)


def test_reasons_that_take_turns_fill_no_log(app: Any, caplog: Any) -> None:
    for number in range(200):
        app.state.store._tell(f"reason {number % 30}")
    told = [record for record in caplog.records if "reason" in record.message]
    assert len(told) == 20


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_postgresql_that_comes_and_goes(app: Any, ida: Device) -> None:
    """Its connections end between requests, and in the midst of one."""
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    engine = app.state.store.engine
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def end(*_: Any) -> None:
        with psycopg.connect(address, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    end()
    assert ida.act(path, "acquire 1")[0] == 200
    action = {"action": ida.view(path)["legal"][0], "version": 1, "nonce": "a"}
    event.listen(engine, "after_cursor_execute", end)
    answer = ida.client.post(f"{path}/act", data=action)
    event.remove(engine, "after_cursor_execute", end)
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert ida.client.get("/healthz").status_code == 200
    assert ida.client.post(f"{path}/act", data=action).json()["version"] == 2


def test_what_is_acknowledged_survives_the_loss_of_power(app: Any) -> None:
    with app.state.store.session() as session:
        assert session.connection().exec_driver_sql("PRAGMA synchronous").scalar() == 2


# -- what is refused, and what goes on for ever ------------------------------------------------------------------------


def long_game(app: Any, ida: Device) -> str:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    play_on(app, path, 300)
    return path


@pytest.mark.parametrize(
    "actions",
    [["claim 5"], ["claim 1", "claim 1"], ["first", "claim 5"], ["first"] * 20, ["first", "stop"]],
    ids=" ".join,
)
def test_a_refusal_costs_next_to_nothing(app: Any, ida: Device, actions: list[str]) -> None:
    """The table in memory stays, and is what its rows say."""
    path = long_game(app, ida)
    before = ida.view(path)
    live = app.state.tables._live[before["id"]]
    sent = [before["legal"][0] if action == "first" else action for action in actions]
    status, said = ida.act(path, *sent, version=before["version"])
    assert (status, said["code"]) == (422, "illegal")
    assert app.state.tables._live[before["id"]] is live
    assert ida.view(path) == before
    assert Tables(app.state.store, lambda *_: None).view(owner(app), before["id"], "en").to_dict() == before
    assert ida.act(path, before["legal"][0])[0] == 200
    assert app.state.tables._live[before["id"]] is live


def owner(app: Any) -> str:
    with app.state.store.session() as session:
        return str(session.query(Table).one().owner)


def test_taking_back_ends_somewhere(app: Any, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    for number in range(MOST_UNDONE):
        assert ida.act(path, "play up2")[1]["can_undo"]
        status, said = ida.post(f"{path}/undo", version=2 * number + 1, nonce=f"u{number}")
        assert (status, said["version"]) == (200, 2 * number + 2)
    assert ida.act(path, "play up2")[1]["undo_reason"] == "too-often"
    view = ida.view(path)
    status, said = ida.post(f"{path}/undo", version=view["version"], nonce="once more")
    assert (status, said["code"], said["reason"]) == (422, "cannot-undo", "too-often")
    page = ida.client.get(path, headers={"accept": "text/html"}).text
    assert "You have taken back often enough in this turn." in page
    app.state.tables._live.clear()
    assert ida.view(path) == view, "a restart forgets nothing"
    while (view := ida.view(path))["observation"]["round"] < 2 or not view["can_undo"]:
        ida.act(path, next((text for text in view["legal"] if text == "play up2"), view["legal"][0]))
    assert ida.post(f"{path}/undo", version=view["version"], nonce="another turn")[0] == 200


def test_a_game_without_end_ends_somewhere(app: Any, ida: Device, monkeypatch: Any) -> None:
    monkeypatch.setattr(tables, "MOST_ROWS", 305)
    path = long_game(app, ida)
    for _ in range(5):
        assert ida.act(path, ida.view(path)["legal"][0])[0] == 200
    view = ida.view(path)
    assert ida.act(path, view["legal"][0])[1]["code"] == "too-long"
    assert not view["can_undo"]
    page = ida.client.post(
        f"{path}/act",
        data={"action": view["legal"][0], "version": view["version"], "nonce": "p"},
        headers={"accept": "text/html", "hx-request": "true"},
    )
    assert page.status_code == 409
    assert "longer than the server can keep" in page.text
    assert ida.post(f"{path}/end")[0] == 200
    assert ida.view(path)["result"] is not None
