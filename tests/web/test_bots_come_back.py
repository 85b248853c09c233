"""The turn of a bot comes back by itself, whatever fails, on any process; nobody waits for others' bots."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from entrepot.web.app import create_app
from entrepot.web.tables import workers
from entrepot.web.tables.errors import DatabaseUnavailable, Refusal
from entrepot.web.tables.players import BotPlayers
from entrepot.web.tables.store import Table
from entrepot.web.tables.tables import Tables

from .device import Device, on_both, quick

STEPS = ["bot_turn", "bot_act"]
FAILURES: list[BaseException] = [
    DatabaseUnavailable("the disk is full"),
    Refusal("stale"),
    RuntimeError("what nobody thought of"),
    OSError("what the system says"),
]


def moved(app: Any, path: str) -> int:
    """How many rows a table has, without looking at it: that would wake its bots."""
    table = path.removeprefix("/t/")
    return int(app.state.store.versions([table])[table])


def until(happened: Any) -> None:
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_a_bot_is_asked_again_after_a_failure(
    app: Any, ida: Device, monkeypatch: Any, step: str, failure: Exception, caplog: Any
) -> None:
    original = getattr(Tables, step)
    failed: list[str] = []

    def fails(self: Tables, *arguments: Any) -> Any:
        if len(failed) < 3:
            failed.append(step)
            raise failure
        return original(self, *arguments)

    monkeypatch.setattr(Tables, step, fails)
    path = ida.create("bot:random", "me=Ida", open_claims="true")
    until(lambda: moved(app, path) > 0)
    assert len(failed) == 3
    assert caplog.text.count("Traceback") <= 1, "what happens again and again is said once"


@on_both
def test_a_bot_whose_server_died_is_moved_by_another(database: str, monkeypatch: Any) -> None:
    gate = threading.Event()
    thinking = threading.Event()

    def dies(self: Any, job: Any, budget: float) -> str:
        thinking.set()
        gate.wait(60)
        raise workers.WorkersClosed

    with monkeypatch.context() as patched:
        patched.setattr(workers._Worker, "ask", dies)
        first = create_app(quick(database))
        with TestClient(first):
            other = create_app(dataclasses.replace(quick(database), rescue=0.2))
            path = Device(first).create("bot:random", "me=Ida", open_claims="true")
            assert thinking.wait(30)
            patched.undo()
            with TestClient(other):
                until(lambda: moved(other, path) > 0)
            gate.set()


@on_both
def test_which_tables_wait_for_a_bot(app: Any, ida: Device, monkeypatch: Any) -> None:
    monkeypatch.setattr(BotPlayers, "_poke", lambda *_: None)
    waits = ida.create("bot:random", "me=Ida")
    ida.create("me=Ida", "bot:random")
    ida.create("bot:random", "me=Ida", "link")
    over = ida.create("bot:random", "me=Ida")
    ida.post(f"{over}/end")
    tables = app.state.tables

    def found(for_long: timedelta = timedelta()) -> list[str]:
        return [f"/t/{table}" for table in tables.waiting_for_bots(for_long)]

    for table in found():
        tables.bot_turn(table.removeprefix("/t/"))
    assert found() == [waits]
    assert found(timedelta(minutes=1)) == []
    turn = tables.bot_turn(waits.removeprefix("/t/"))
    tables.bot_act(waits.removeprefix("/t/"), turn, str(turn.observation.legal_actions[0]))
    assert found() == []


def test_after_a_start_a_few_tables_are_taken_on_at_a_time_and_first_those_that_people_look_at() -> None:
    begun: list[str] = []
    running: list[int] = []
    now: set[str] = set()

    class Slow(BotPlayers):
        async def _play(self, table: str) -> None:
            begun.append(table)
            now.add(table)
            running.append(len(now))
            await asyncio.sleep(0)
            now.discard(table)

    names = [f"table {number}" for number in range(1000)]
    looked_at = set(names[-5:])

    async def take_on() -> None:
        players = Slow(Any, workers.Workers(1, 1), 0, 60, looked_at.__contains__)  # type: ignore[arg-type]
        await players._take_on(names)

    asyncio.run(take_on())
    assert sorted(begun) == sorted(names)
    assert set(begun[:5]) == looked_at
    assert max(running) <= 8


def test_bots_that_think_long_leave_a_worker_to_others(database: str, monkeypatch: Any) -> None:
    """One table whose bots think long, and twenty with quick ones: nobody there waits for the one."""
    slow: set[int] = set()

    def ask(self: Any, job: Any, budget: float) -> str:
        if job.observation.position["players"] == 5:
            slow.add(threading.get_ident())
            gate.wait(60)
        return str(job.observation.legal_actions[0])

    gate = threading.Event()
    monkeypatch.setattr(workers._Worker, "ask", ask)
    app = create_app(quick(database))
    with TestClient(app):
        ida = Device(app)
        app.state.bots._line._slow = _Known()
        long = [ida.create("bot:random", "me=Ida", *["bot:random"] * 3) for _ in range(3)]
        until(lambda: slow)
        others = [ida.create("bot:random", "me=Ida") for _ in range(20)]
        until(lambda: all(moved(app, path) for path in others))
        assert not any(moved(app, path) for path in long)
        assert len(slow) == 1
        gate.set()


class _Known(dict[str, bool]):
    """Which tables are known to think long: the first three."""

    def pop(self, table: str, default: Any = None) -> bool:
        self.setdefault(table, len(self) < 3)
        return self[table]


def test_a_table_is_slow_when_it_was_last() -> None:
    from entrepot.web.tables import players

    async def think() -> list[bool]:
        line = players._Line(2)
        told = []
        for quick_one, seconds in ((True, players._SLOW * 1.2), (True, 0), (False, 0)):
            async with line.turn("table", quick=quick_one):
                await asyncio.sleep(seconds)
            told.append(line._slow["table"])
        async with line.turn("own box", quick=False):
            told.append(line._free_for_slow.locked())
        return told

    assert asyncio.run(think()) == [True, False, False, True]


def test_the_time_of_the_last_change_is_indexed(app: Any, ida: Device) -> None:
    ida.create("bot:random", "me=Ida")
    with app.state.store.session() as session:
        assert all(table.changed is not None for table in session.query(Table))
