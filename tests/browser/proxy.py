"""A proxy that lies: between a browser and a server, and as bad as it is told to be."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

Rule = Callable[[str, str], str]
_PORTAL = b"<!doctype html><html><head><title>Welcome</title></head><body>Accept the terms to go on.</body></html>"


def through(_method: str, _path: str) -> str:
    """Everything passes."""
    return "pass"


class Proxy:
    """An HTTP proxy in a thread of its own.

    Attributes:
        rule: says for a method and a path what happens to a request. `pass`; `502`, the page of a proxy whose server is
            away; `portal`, somebody else's page with status 200; `close`, an end without an answer; `hang`, no answer
            and no end; `cut`, the server gets it and its answer is lost; `half`, half of the answer; `swallow`, an
            answer whose body never comes; a number, that many seconds of delay.
        seen: how many requests there were, by method and path without its query.
        streams: how many event streams are open now.
    """

    def __init__(self, port: int) -> None:
        self.rule: Rule = through
        self.seen: Counter[str] = Counter()
        self.streams = 0
        self._target = port
        self._frozen: asyncio.Event | None = None
        self._loop = asyncio.new_event_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        started.wait(10)
        self.url = f"http://127.0.0.1:{self.port}"

    def freeze(self) -> None:
        """All connections that are open now stay open, and nothing comes through them any more."""
        self._call(self._freeze())

    def stop(self) -> None:
        """End everything."""
        self._call(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _call(self, doing: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(doing, self._loop).result(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(asyncio.start_server(self._accept, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]
        self._frozen = asyncio.Event()
        started.set()
        self._loop.run_forever()

    async def _freeze(self) -> None:
        assert self._frozen is not None
        self._frozen.set()
        self._frozen = asyncio.Event()

    async def _stop(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request on each connection, so that every one of them meets the rule."""
        head = await reader.readuntil(b"\r\n\r\n")
        line, *headers = head.decode("latin-1").split("\r\n")
        method, path, _ = line.split(" ", 2)
        fields = {name.lower(): value.strip() for name, _, value in (header.partition(":") for header in headers)}
        body = await reader.readexactly(int(fields.get("content-length", "0")))
        self.seen[f"{method} {path.partition('?')[0]}"] += 1
        what = self.rule(method, path)
        frozen = self._frozen
        if what == "close":
            return
        if what == "hang":
            await asyncio.sleep(3600)
        if what in ("502", "portal"):
            status = "502 Bad Gateway" if what == "502" else "200 OK"
            page = _PORTAL if what == "portal" else b"<html><body><h1>502 Bad Gateway</h1></body></html>"
            answer = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\nConnection: close"
            writer.write(answer.encode() + b"\r\n\r\n" + page)
            await writer.drain()
            return
        if what.replace(".", "").isdigit():
            await asyncio.sleep(float(what))
        kept = [header for header in headers if header and not header.lower().startswith(("connection:", "accept-enc"))]
        server, out = await asyncio.open_connection("127.0.0.1", self._target)
        out.write("\r\n".join([line, *kept, "Connection: close", "", ""]).encode("latin-1") + body)
        stream = "/stream" in path
        self.streams += stream
        try:
            if what == "swallow":
                writer.write(await server.readuntil(b"\r\n\r\n"))
                await server.read()
                await asyncio.sleep(3600)
            elif what in ("cut", "half"):
                whole = await server.read()
                while more := await server.read():
                    whole += more
                writer.write(whole[: len(whole) // 2] if what == "half" else b"")
                await writer.drain()
            else:
                await self._pump(server, reader, writer, frozen)
        finally:
            self.streams -= stream
            out.close()

    async def _pump(
        self,
        server: asyncio.StreamReader,
        client: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        frozen: asyncio.Event | None,
    ) -> None:
        gone = asyncio.create_task(client.read())
        while True:
            piece = asyncio.create_task(server.read(65536))
            await asyncio.wait({piece, gone}, return_when=asyncio.FIRST_COMPLETED)
            if frozen is not None and frozen.is_set():
                piece.cancel()
                await gone
                return
            if gone.done() or not piece.result():
                piece.cancel()
                gone.cancel()
                return
            writer.write(piece.result())
            await writer.drain()
