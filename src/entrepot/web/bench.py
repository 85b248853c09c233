"""How fast the server is on this machine: what a move costs, and how long people wait for it under load.

A server process on loopback and a new database; every table has somebody who plays all its seats and one watcher who
hears of each move and fetches the table. What the server spends on a move is all its time of the processor: the move
with its rendered answer, what it stores, what it pushes, and the watcher's view.
"""

from __future__ import annotations

import asyncio
import gzip
import multiprocessing
import re
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from ..components import packaged
from ..games import TITLES, build
from ..match import Match
from .app import Cookies, Settings, create_app, run
from .tables.store import Row, Seat, Store, Table, now

SECONDS = 30.0
PERIOD = 20.0
MOVES = (10, 500)
_WARM = 5
_EACH = 20
_BEGUN = 30
_PATIENCE = 30.0
_MOVER, _WATCHER = "bench-mover", "bench-watcher"
_ACTION = re.compile(r'form="do-act" name="action" value="([^"]*)"')
_VERSION = re.compile(r'data-version="(\d+)"')


def bench(seconds: float, tables: int, game: str | None = None) -> dict[str, Any]:
    """Measure what a move costs early and late in a game or in all, then `tables` tables with a move every 20 s each.

    Returns:
        `{"build": ..., "moves": {game: {"10": cost, "500": cost}}, "load": {...}}`. A cost is
        `{"cpu_ms": float, "view_bytes": int, "sent_bytes": int}`: time of the server's processor for a move, all
        included, the size of a watcher's view, and of that as it is sent. The load tells `tables`, `seconds`, `moves`,
        `cpu_ms` a move, and `p50` and `p99` of `answer_ms`, until a move is answered, and `seen_ms`, until the watcher
        has it.
    """
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        store = Store(database)
        names = list(TITLES) if game is None else [game]
        games = {name: {n: _laid(store, name, TITLES[name].most, n, 1) for n in MOVES} for name in names}
        crowd = [_laid(store, names[n % len(names)], 2 + n % 3, _BEGUN, n) for n in range(tables)]
        named = Cookies(store)
        cookies = {who: f"{named.name}={named.signed(who)}" for who in (_MOVER, _WATCHER)}
        store.close()
        with socket.create_server(("127.0.0.1", 0), backlog=2048) as listening:
            port = listening.getsockname()[1]
            context = multiprocessing.get_context("spawn")
            pipe, far = context.Pipe()
            server = context.Process(target=_serve, args=(far, database, listening), daemon=True)
            server.start()
        try:
            pipe.recv()
            measured = asyncio.run(_Bench(port, cookies, pipe).measure(games, crowd, seconds))
        finally:
            server.terminate()
            server.join(10)
    return {"build": build(), **measured}


def _serve(pipe: Connection, database: str, listening: socket.socket) -> None:
    """The server's process: tells at every word how much of the processor it has used."""
    app = create_app(Settings(database=database, streams=100_000))

    def tell() -> None:
        with suppress(EOFError, OSError):
            while True:
                pipe.recv()
                pipe.send(time.process_time())

    pipe.send("ready")
    Thread(target=tell, daemon=True).start()
    run(app, listening)


def _laid(store: Store, game: str, players: int, moves: int, seed: int) -> str:
    """A table of one device, some moves into the game; returns its id."""
    options = {"open_claims": True} if "open_claims" in TITLES[game].options else {}
    match, rng = Match.new(game, players, seed, options), Random(seed)
    for _ in range(moves):
        match.play(_chosen([str(action) for action in match.legal_actions()], rng))
    record = match.record()
    store.keep_components(record.components, game, packaged(game))
    table = Table(
        id=f"bench-{game}-{players}-{moves}-{seed}",
        game=game,
        seed=str(seed),
        options=match.options,
        components=record.components,
        owner=_MOVER,
        created=now(),
        next_table=None,
        seats=[
            Seat(number=seat, bot=None, name=f"Player {seat + 1}", identity=_MOVER, invite=None)
            for seat in range(players)
        ],
    )
    with store.session() as session:
        session.add(table)
        session.flush()
        for number, text in enumerate(record.actions, 1):
            row = Row(table_id=table.id, number=number, kind="action", text=text, seat=None, nonce=None, at=now())
            session.add(row)
    return table.id


def _chosen(legal: list[str], rng: Random) -> str:
    """Any choice but those that bring the end nearer."""
    return rng.choice([text for text in legal if not text.startswith("claim")] or legal)


class _Wire:
    """A connection that is kept, as a browser keeps it."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port = port
        self._cookie = cookie
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, bytes]:
        """The status and the body as it was sent."""
        body = urlencode(form).encode() if form else b""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Cookie: {self._cookie}",
            "HX-Request: true",
            "Accept-Encoding: gzip",
        ]
        if form:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        if self._reader is None or self._writer is None or self._reader.at_eof():
            self.close()
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        self._writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = re.search(r"content-length: (\d+)", head)
        return int(head.split(" ", 2)[1]), await self._reader.readexactly(int(length[1])) if length else b""

    async def listen(self, path: str, heard: Callable[[int], None]) -> None:
        """Hear of versions until cancelled."""
        await self.ask("GET", path)
        assert self._reader is not None  # noqa: S101 - it has just been asked
        while line := await self._reader.readline():
            if line.startswith(b"data: ") and line[6:].strip().isdigit():
                heard(int(line[6:]))

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


@dataclass(slots=True)
class _Waits:
    """How long people waited, in milliseconds, and how large what they got was."""

    answer: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    view: list[tuple[int, int]] = field(default_factory=list)


class _Seated:
    """A table with somebody who plays and somebody who watches."""

    def __init__(self, port: int, cookies: dict[str, str], table: str, seed: int) -> None:
        self._path = f"/t/{table}"
        self._rng = Random(seed)
        self._mover = _Wire(port, cookies[_MOVER])
        self._watcher = _Wire(port, cookies[_WATCHER])
        self._stream = _Wire(port, cookies[_WATCHER])
        self._news = asyncio.Event()
        self._heard = -1
        self._version = -1
        self._page = ""
        self._n = 0
        self._listening: asyncio.Task[None] | None = None

    async def sit(self) -> None:
        """Fetch the table, and begin to watch."""
        self._read(await self._mover.ask("GET", f"{self._path}/view"))
        self._listening = asyncio.create_task(self._stream.listen(f"{self._path}/stream", self._hear))
        await self._watch()

    def _hear(self, version: int) -> None:
        self._heard = version
        self._news.set()

    def _read(self, answer: tuple[int, bytes]) -> tuple[int, int]:
        status, body = answer
        if status != 200:
            raise RuntimeError(f"the server answered {status}")
        text = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
        self._page = text.decode()
        version = _VERSION.search(self._page)
        assert version is not None  # noqa: S101 - every table has one
        self._version = int(version[1])
        return len(text), len(body)

    async def _watch(self) -> tuple[int, bytes]:
        """The watcher's view, as soon as it has heard of the last move."""
        while self._heard < self._version:
            await asyncio.wait_for(self._news.wait(), _PATIENCE)
            self._news.clear()
        return await self._watcher.ask("GET", f"{self._path}/view")

    async def move(self, waits: _Waits) -> None:
        """Play, and wait until the watcher has seen it."""
        self._n += 1
        action = _chosen([unescape(text) for text in _ACTION.findall(self._page)], self._rng)
        form = {
            "action": action,
            "version": str(self._version),
            "nonce": f"{self._path}{self._n}{time.time_ns()}"[-64:],
        }
        began = time.perf_counter()
        answer = await self._mover.ask("POST", f"{self._path}/act", form)
        waits.answer.append((time.perf_counter() - began) * 1000)
        self._read(answer)
        page = self._page
        view = await self._watch()
        waits.seen.append((time.perf_counter() - began) * 1000)
        waits.view.append(self._read(view))
        self._page = page

    def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
        for wire in (self._mover, self._watcher, self._stream):
            wire.close()


class _Bench:
    def __init__(self, port: int, cookies: dict[str, str], pipe: Connection) -> None:
        self._port = port
        self._cookies = cookies
        self._pipe = pipe

    def _spent(self) -> float:
        self._pipe.send("")
        spent: float = self._pipe.recv()
        return spent

    async def _during(self, work: Awaitable[None]) -> float:
        """Milliseconds of the server's processor that something took."""
        before = self._spent()
        await work
        return (self._spent() - before) * 1000

    async def measure(
        self, games: dict[str, dict[int, str]], crowd: list[str], seconds: float
    ) -> dict[str, dict[str, Any]]:
        """All numbers."""
        moves = {game: {str(n): await self._cost(table) for n, table in at.items()} for game, at in games.items()}
        return {"moves": moves, "load": await self._load(crowd, seconds)}

    async def _cost(self, table: str) -> dict[str, float]:
        seated, waits = _Seated(self._port, self._cookies, table, 1), _Waits()
        await seated.sit()

        async def play(n: int) -> None:
            for _ in range(n):
                await seated.move(waits)

        await play(_WARM)
        spent = await self._during(play(_EACH))
        seated.close()
        views = waits.view[_WARM:]
        return {
            "cpu_ms": round(spent / _EACH, 1),
            "view_bytes": sum(view for view, _ in views) // _EACH,
            "sent_bytes": sum(sent for _, sent in views) // _EACH,
        }

    async def _load(self, crowd: list[str], seconds: float) -> dict[str, Any]:
        seated = [_Seated(self._port, self._cookies, table, n) for n, table in enumerate(crowd)]
        for one in seated:
            await one.sit()
        waits, rng = _Waits(), Random(1)

        async def sit(one: _Seated) -> None:
            await asyncio.sleep(rng.random() * PERIOD)
            while time.perf_counter() < end:
                due = time.perf_counter() + PERIOD
                await one.move(waits)
                await asyncio.sleep(max(0, min(due, end) - time.perf_counter()))

        async def play() -> None:
            await asyncio.gather(*map(sit, seated))

        end = time.perf_counter() + seconds
        spent = await self._during(play())
        for one in seated:
            one.close()
        return {
            "tables": len(crowd),
            "seconds": seconds,
            "moves": len(waits.answer),
            "cpu_ms": round(spent / max(1, len(waits.answer)), 1),
            "answer_ms": _percentiles(waits.answer),
            "seen_ms": _percentiles(waits.seen),
        }


def _percentiles(waits: list[float]) -> dict[str, float]:
    ordered = sorted(waits) or [0.0]
    return {f"p{n}": round(ordered[min(len(ordered) - 1, len(ordered) * n // 100)], 1) for n in (50, 99)}
