"""What strangers may begin, store and keep open."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from fastapi import FastAPI
from starlette.testclient import TestClient
from uvicorn.server import ServerState

from entrepot.components import packaged
from entrepot.web import quota
from entrepot.web.connections import Connection
from entrepot.web.tables.errors import Refusal

from .device import JSON, Device

# -- what is begun and stored ------------------------------------------------------------------------------------------

FEW = dict.fromkeys(quota.ADDRESS, ((3, 3600),))
MANY = dict.fromkeys(quota.ADDRESS, ((1000, 3600),))
OWN_BOX = packaged("spice-road")


def begun(client: TestClient, what: str, number: int) -> Any:
    """Something new is begun."""
    if what == "join":
        path = client.post("/tables", data={"seat1": "me", "seat2": "link"}).json()["path"]
        invite = client.get(f"{path}/view").json()["seats"][1]["invite_url"]
        guest = TestClient(client.app, headers=JSON, client=("192.0.2.77", 1))
        return guest.post(invite, data={"name": "Bo"})
    more = {"box": f"{OWN_BOX}\n# {number}"} if what == "box" else {}
    data = {"seat1": "me", "seat2": "local", "open_claims": "true"} | more
    answer = client.post("/tables", data=data)
    if answer.status_code != 201 or what in ("table", "box"):
        return answer
    path = answer.json()["path"]
    if what == "move":
        return client.post(f"{path}/act", data={"action": "acquire 1", "version": 0, "nonce": "a"})
    ended = client.post(f"{path}/end")
    return ended if what == "wish" else client.post(f"{path}/again")


def limited(monkeypatch: Any, what: str, *, device: Any, address: Any) -> None:
    """Few of one kind, many of all others."""
    monkeypatch.setattr(quota, "DEVICE", {**MANY, what: device[what]})
    monkeypatch.setattr(quota, "ADDRESS", {**MANY, what: address[what]})


@pytest.mark.parametrize("what", ["table", "box", "wish", "move", "join"])
@pytest.mark.parametrize("cookies", ["kept", "none"])
def test_an_address_may_begin_so_much_with_and_without_cookies(
    app: Any, monkeypatch: Any, what: str, cookies: str
) -> None:
    limited(monkeypatch, what, device=MANY, address=FEW)
    codes = []
    for number in range(5):
        client = TestClient(app, headers=JSON)
        if cookies == "kept":
            client.get("/")
        codes.append(begun(client, what, number).status_code)
    assert [code < 300 for code in codes] == [True] * 3 + [False] * 2
    assert codes[3:] == [429, 429]
    elsewhere = TestClient(app, headers=JSON, client=("198.51.100.9", 1))
    if what != "join":
        assert begun(elsewhere, what, 9).status_code < 300


@pytest.mark.parametrize("what", ["table", "box", "wish", "move"])
def test_a_device_may_begin_so_much_at_any_address(app: Any, monkeypatch: Any, what: str) -> None:
    limited(monkeypatch, what, device=FEW, address=MANY)
    cookies = dict(Device(app).client.cookies)
    codes = []
    for number in range(5):
        client = TestClient(app, headers=JSON, client=(f"192.0.2.{number}", 1), cookies=cookies)
        codes.append(begun(client, what, number).status_code)
    assert codes[3:] == [429, 429]


def test_games_again_count_as_tables(app: Any, monkeypatch: Any) -> None:
    limited(monkeypatch, "table", device=MANY, address=FEW)
    ida = Device(app)
    path = ida.create("me=Ida", "local=Bo")
    for _ in range(2):
        ida.post(f"{path}/end")
        path = ida.post(f"{path}/again")[1]["path"]
    ida.post(f"{path}/end")
    status, said = ida.post(f"{path}/again")
    assert (status, said["code"]) == (429, "too-many-lately")


def test_what_fails_does_not_count_and_what_is_too_much_says_when(app: Any, monkeypatch: Any) -> None:
    limited(monkeypatch, "table", device=MANY, address=FEW)
    ida = Device(app)
    for _ in range(5):
        assert ida.post("/tables", seat1="me", seat2="nobody")[0] == 400
    for _ in range(3):
        ida.create("me=Ida", "local=Bo")
    answer = ida.client.post("/tables", data={"seat1": "me", "seat2": "local"})
    assert answer.json()["code"] == "too-many-lately"
    assert 0 < int(answer.headers["retry-after"]) <= 3600
    page = ida.client.post("/tables", data={"seat1": "me", "seat2": "local"}, headers={"accept": "text/html"})
    assert page.status_code == 429
    assert "Too much was begun from your connection lately." in page.text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("a unix socket", "", False),
    ],
)
def test_what_is_one_address(one: str, other: str, same: bool) -> None:
    def key(host: str) -> str:
        return quota.address_of(SimpleNamespace(client=SimpleNamespace(host=host) if host else None))  # type: ignore[arg-type]

    assert (key(one) == key(other)) is same


def test_counting_takes_no_memory_without_end(monkeypatch: Any) -> None:
    monkeypatch.setattr(quota, "_REMEMBERED", 100)
    counts = quota.Quota()
    for number in range(500):
        client = SimpleNamespace(host=f"10.0.{number // 250}.{number % 250}")
        request: Any = SimpleNamespace(client=client, state=SimpleNamespace(fresh=True, who=""))
        with counts.spent(request, "table"):
            pass
    assert len(counts._used) <= 102
    monkeypatch.setattr(quota, "ADDRESS", {"table": ((1, 3600),)})
    with pytest.raises(Refusal), counts.spent(request, "table"):
        pass


# -- what is kept open -------------------------------------------------------------------------------------------------

_SERVER = (
    "import socket, sys\n"
    "from entrepot.web.app import Settings, create_app, run\n"
    "listening = socket.create_server(('127.0.0.1', 0), backlog=1024)\n"
    "app = create_app(Settings(database=sys.argv[1], patience=1.0, streams=40, beat=0.2))\n"
    "print(listening.getsockname()[1], flush=True)\n"
    "run(app, listening)\n"
)


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A server in a process of its own: its port, and its log."""
    log = tmp_path / "log"
    with log.open("w") as errors:
        process = subprocess.Popen([sys.executable, "-c", _SERVER, database], stdout=subprocess.PIPE, stderr=errors)
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline()), log
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


HEAD = "Host: x\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SLOW = {
    "body": f"POST /tables HTTP/1.1\r\n{HEAD}Content-Length: 1000\r\n\r\n",
    "chunks": f"POST /tables HTTP/1.1\r\n{HEAD}Transfer-Encoding: chunked\r\n\r\n",
    "body of an upload": "POST /components/new-world HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
    "Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n",
    "body that is too large": f"POST /tables HTTP/1.1\r\n{HEAD}Content-Length: 10000000\r\n\r\n",
    "body of a look": f"GET /healthz HTTP/1.1\r\n{HEAD}Content-Length: 1000\r\n\r\n",
    "body of nothing": f"POST /nowhere HTTP/1.1\r\n{HEAD}Content-Length: 1000\r\n\r\n",
    "headers": "POST /tables HTTP/1.1\r\nHost: x\r\nX-More: ",
    "first line": "GET /",
    "blank lines": "\r\n",
    "silence": "",
}


@pytest.mark.parametrize("what", SLOW)
def test_what_comes_too_slowly_ends(server: tuple[int, Path], what: str) -> None:
    port, log = server
    drop = {"silence": b"", "blank lines": b"\r\n", "chunks": b"1\r\nx\r\n"}.get(what, b"x")
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(20)]
        for wire in wires:
            wire.sendall(SLOW[what].encode())
            wire.setblocking(False)
        heard = dict.fromkeys(wires, b"")
        end = time.monotonic() + 60
        while wires:
            assert time.monotonic() < end, f"{len(wires)} of them live on"
            time.sleep(0.1)
            for wire in list(wires):
                try:
                    got = wire.recv(65536)  # first: what is sent to a closed connection breaks off what came from it
                except BlockingIOError:
                    with contextlib.suppress(OSError):
                        wire.send(drop)
                    continue
                except OSError:
                    got = b""
                heard[wire] += got
                if not got:
                    wires.remove(wire)
    if what in ("body", "chunks", "body of an upload"):
        assert all(b" 408 " in answer.split(b"\r\n")[0] for answer in heard.values())
    assert "Traceback" not in log.read_text()


def test_an_upload_that_breaks_off_is_a_line_in_the_log_at_most(server: tuple[int, Path]) -> None:
    port, log = server
    for what in SLOW:
        with socket.create_connection(("127.0.0.1", port)) as wire:
            wire.sendall(SLOW[what].encode() + b"x" * 100)
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", port)) as wire:
            wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert b" 200 " in wire.recv(100)
    written = log.read_text()
    assert "Traceback" not in written
    assert len(written.splitlines()) <= len(SLOW)


@pytest.mark.parametrize("taken", [False, True])
def test_an_answer_that_nobody_takes_is_given_up(taken: bool) -> None:
    async def answer() -> bool:
        app = FastAPI()
        app.state.patience = 0.05
        connection = Connection(
            config=uvicorn.Config(app), server_state=ServerState(), app_state={}, _loop=asyncio.get_running_loop()
        )
        transport = Mock(get_extra_info=lambda _: None)
        transport.is_closing.return_value = False
        connection.connection_made(transport)
        connection.pause_writing()
        if taken:
            connection.resume_writing()
        while not transport.close.called:  # a connection without any request ends too, and at the same time
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.02)
        return bool(transport.abort.called)

    assert asyncio.run(answer()) is not taken


@pytest.mark.parametrize("what", ["headers", "one header", "an address", "requests ahead of their answers"])
def test_heads_without_end(server: tuple[int, Path], what: str) -> None:
    port, log = server
    begin, more = {
        "headers": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"X-More: " + b"x" * 1000 + b"\r\n"),
        "one header": (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-More: ", b"x" * 1000),
        "an address": (b"GET /healthz?", b"x" * 1000),
        "requests ahead of their answers": (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 30),
    }[what]
    sent = 0
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.settimeout(60)
        with contextlib.suppress(ConnectionError):
            wire.sendall(begin)
            while sent < 100_000_000:
                wire.sendall(more)
                sent += len(more)
    assert sent < 20_000_000, "what was sent lies in buffers on the way, and is read no more"
    assert "Traceback" not in log.read_text()
    with socket.create_connection(("127.0.0.1", port)) as wire:
        wire.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert b" 200 " in wire.recv(100)


def test_streams_of_a_device_and_of_an_address(server: tuple[int, Path]) -> None:
    port, log = server

    def opened(cookie: str) -> socket.socket:
        wire = socket.create_connection(("127.0.0.1", port))
        wire.settimeout(60)
        wire.sendall(f"GET /stream?table=x HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode())
        return wire

    def status(wire: socket.socket) -> int:
        return int(wire.recv(4096).split()[1])

    with socket.create_connection(("127.0.0.1", port)) as first:
        first.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        cookie = next(
            line.split(b": ")[1].split(b";")[0]
            for line in first.recv(65536).split(b"\r\n")
            if line.lower().startswith(b"set-cookie: entrepot")
        ).decode()
    with contextlib.ExitStack() as stack:
        mine = [stack.enter_context(opened(cookie)) for _ in range(4)]
        for wire in mine[:2]:
            while wire.recv(4096):
                pass  # the oldest end
        for wire in mine[2:]:
            assert status(wire) == 200
            assert b"beat" in wire.recv(4096) + wire.recv(4096)
        others = [stack.enter_context(opened("")) for _ in range(60)]
        told = []
        for wire in others:
            head = b""
            while b"\r\n\r\n" not in head:
                head += wire.recv(4096)
            told.append(int(head.split()[1]))
        assert set(told) == {200, 429}
        alive = 0
        for wire, answer in zip(others, told, strict=True):
            if answer == 200:
                got = wire.recv(4096)
                alive += b"beat" in got
        assert alive <= 38
    assert "Traceback" not in log.read_text()


def test_tables_that_are_not_there_are_asked_for_once(app: Any) -> None:
    ida = Device(app)
    path = ida.create("me=Ida", "local=Bo")
    pushes = app.state.pushes
    asked: list[list[str]] = []
    versions = app.state.store.versions

    def ask(tables: list[str]) -> Any:
        asked.append(tables)
        return versions(tables)

    async def listen() -> list[str]:
        app.state.store.versions = ask
        news = pushes.streams([path.removeprefix("/t/"), *(f"none{number}" for number in range(1999))])
        first = [await anext(news)]
        watched = [table for table in pushes._watchers if table.startswith("none")]
        await news.aclose()
        return first + watched

    told = asyncio.run(listen())
    app.state.store.versions = versions
    assert [news.split() for news in told] == [["event:", "version", "data:", path.removeprefix("/t/"), "0"]]
    assert max(map(len, asked)) <= 500
    assert not pushes._watchers
