"""Connections of browsers to this server: none that sends or reads too slowly stays for long."""

from __future__ import annotations

import asyncio
from asyncio.events import TimerHandle
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_MOST_HEAD = 256 * 1024
_MOST_AHEAD = 20


class Connection(HttpToolsProtocol):
    """Ends when a request does not come in, or an answer is not taken, within the `patience` of the application.

    Neither a keep-alive nor the application itself ends a connection on which a byte comes now and then. Headers
    without end, and more requests ahead of their answers than anybody needs, end it at once.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._patience: float = self.config.app.state.patience  # type: ignore[union-attr]
        self._coming: TimerHandle | None = None
        self._going: TimerHandle | None = None
        self._head = 0
        self._in_head = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for timer in (self._coming, self._going):
            if timer is not None:
                timer.cancel()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._head += len(data)
        if self._in_head and self._head > _MOST_HEAD and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")
        if self.cycle is None or self.cycle.response_complete:
            self._await_request()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head, self._in_head = 0, True
        self._await_request()

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.pipeline) >= _MOST_AHEAD:
            raise httptools.HttpParserError("too many requests at once")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._coming is not None:
            self._coming.cancel()
            self._coming = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self._going = self.loop.call_later(self._patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._going is not None:
            self._going.cancel()
            self._going = None

    def _await_request(self) -> None:
        if self._coming is None and not self.transport.is_closing():
            self._coming = self.loop.call_later(self._patience, self.transport.close)
