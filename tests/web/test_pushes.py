"""What other processes of the same database have done is told to whoever watches, as soon as it is done."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from entrepot.web.tables.errors import DatabaseUnavailable
from entrepot.web.tables.pushes import Pushes
from entrepot.web.tables.store import Row, Store, now

from .device import Device

NEVER = 3600.0
"""Seconds between two questions: who hears within a test was told."""

postgresql = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


def until(holds: Callable[[], Any]) -> Any:
    """What becomes true, within a minute."""
    end = time.monotonic() + 60
    while not (found := holds()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def write(store: Store, table: str, number: int) -> None:
    with store.session() as session:
        session.add(Row(table_id=table, number=number, kind="vote", text="", seat=0, nonce=None, at=now()))


def connections(store: Store) -> list[int]:
    """The process numbers of those that listen."""
    with store.session() as session:
        listening = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %%'"
        return [pid for (pid,) in session.connection().exec_driver_sql(listening)]


@contextmanager
def watched(store: Store, table: str, poll: float) -> Iterator[tuple[Pushes, list[str]]]:
    """Another process with somebody who watches a table: what they are told."""
    pushes, told, ends = Pushes(store, poll, NEVER), list[str](), list[Callable[[], None]]()

    async def watch() -> None:
        running = asyncio.create_task(pushes.run())

        async def listen() -> None:
            async for event in pushes.stream(table):
                told.append(event)

        listening = asyncio.create_task(listen())

        def end() -> None:
            pushes.close()
            running.cancel()

        ends.append(end)
        await asyncio.gather(running, listening, return_exceptions=True)

    thread = threading.Thread(target=asyncio.run, args=(watch(),))
    thread.start()
    until(lambda: told)
    assert pushes._loop is not None
    try:
        yield pushes, told
    finally:
        pushes._loop.call_soon_threadsafe(ends[0])
        thread.join()


@postgresql
def test_moves_of_other_servers_are_told_and_not_asked_for(database: str, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    other = Store(database)
    with watched(other, path[3:], NEVER) as (pushes, told):
        until(lambda: pushes.hearing)
        assert ida.act(path, "acquire 1")[0] == 200
        until(lambda: len(told) > 1)
        assert ida.act(path, "acquire 1")[0] == 200
        until(lambda: len(told) > 2)
        assert [event.split()[-1] for event in told] == ["0", "1", "2"]
    other.close()


@postgresql
def test_who_is_cut_off_hears_again_and_learns_what_happened_meanwhile(database: str, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    other = Store(database)
    with watched(other, path[3:], 0.05) as (pushes, told):
        until(lambda: pushes.hearing)
        for pid in connections(other):
            with other.session() as session:
                session.connection().exec_driver_sql(f"SELECT pg_terminate_backend({pid})")
        assert ida.act(path, "acquire 1")[0] == 200
        until(lambda: told[-1].endswith("data: 1\n\n"))
        until(lambda: pushes.hearing and connections(other))
        pushes._poll = NEVER
        assert ida.act(path, "acquire 1")[0] == 200
        until(lambda: told[-1].endswith("data: 2\n\n"))
    other.close()


@postgresql
def test_who_cannot_be_told_asks(database: str, ida: Device, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    """By way of a pooler that lends a connection for a transaction nothing is heard, and no error is seen."""
    monkeypatch.setattr("entrepot.web.tables.store._PULSE", 0.2)

    def silent(*_: object, **__: object) -> Iterator[Any]:
        time.sleep(0.05)
        return iter(())

    monkeypatch.setattr(psycopg.Connection, "notifies", silent)
    path = ida.create("me=Ida", "local=Bo", open_claims="true")
    other = Store(database)
    with watched(other, path[3:], 0.05) as (pushes, told):
        assert ida.act(path, "acquire 1")[0] == 200
        until(lambda: told[-1].endswith("data: 1\n\n"))
        until(lambda: "does not tell what other servers write" in caplog.text)
        assert not pushes.hearing
    other.close()


@postgresql
def test_only_what_is_kept_is_told(database: str, ida: Device) -> None:
    path = ida.create("me=Ida", "local=Bo")
    other, done = Store(database), threading.Event()
    heard: list[tuple[str, int]] = []

    def listen() -> None:
        for news in other.news(done.is_set):
            heard.append(news or ("", -1))

    thread = threading.Thread(target=listen)
    thread.start()
    until(lambda: heard == [("", -1)])
    with other.session() as session:
        session.add(Row(table_id=path[3:], number=1, kind="vote", text="", seat=0, nonce=None, at=now()))
        session.flush()
        session.rollback()
    with other.session() as session:
        for number in (1, 2):
            session.add(Row(table_id=path[3:], number=number, kind="vote", text="", seat=0, nonce=None, at=now()))
    write(other, path[3:], 3)
    until(lambda: len(heard) == 3)
    assert heard[1:] == [(path[3:], 2), (path[3:], 3)]
    done.set()
    thread.join()
    other.close()


@postgresql
def test_nothing_is_heard_of_a_database_that_is_closed(database: str) -> None:
    store = Store(database)
    store.close()
    with pytest.raises(DatabaseUnavailable):
        list(store.news(lambda: False))


def test_a_file_tells_nothing(app: Any) -> None:
    assert not app.state.store.telling


def test_what_comes_late_is_older() -> None:
    pushes = Pushes(None, NEVER, NEVER)  # type: ignore[arg-type]
    watcher = asyncio.Event()
    pushes._watchers["t"].add(watcher)
    pushes._note("t", 5)
    watcher.clear()
    for late in (4, 5):
        pushes._heard("t", late)
        assert (watcher.is_set(), pushes._known["t"]) == (False, 5)
    pushes._heard("t", 6)
    assert (watcher.is_set(), pushes._known["t"]) == (True, 6)
