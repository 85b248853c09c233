"""What runs here in numbers that Prometheus reads, for whoever runs the server: on a port of their own, as they say
when people play. No table, person or address is in them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__
from ..games import build

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS = ("GET", "HEAD", "POST")


class Metrics(Collector):
    """The numbers of one application that has not been started yet."""

    def __init__(self, app: FastAPI) -> None:
        self._state = app.state
        self.registry = CollectorRegistry()
        self._answers = Histogram(
            "entrepot_answer_seconds",
            "Seconds until the answer to a request begins.",
            ["method", "route", "status"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        # The innermost, for what is around it asks by copies of the request, which the route does not come back from.
        app.user_middleware.append(Middleware(_Measured, answers=self._answers))

    def collect(self) -> Iterator[Metric]:
        """How it stands now."""
        state = self._state
        about = GaugeMetricFamily(
            "entrepot_build", "The version that runs, and its engine.", labels=["version", "engine"]
        )
        about.add_metric([__version__, build()], 1)
        yield about
        moves = CounterMetricFamily("entrepot_moves", "Actions that were played and kept.", labels=["by"])
        for by, number in state.tables.moves.items():
            moves.add_metric([by], number)
        yield moves
        for name, told, number in (
            ("tables_in_memory", "Tables that are held in memory.", state.tables.in_memory),
            ("tables_watched", "Tables that somebody looks at.", state.pushes.tables),
            ("streams", "Streams that are open.", state.pushes.opened),
            ("tables_of_bots", "Tables whose bots are moving or wait for their turn to think.", state.bots.playing),
            ("database_failing", "1 while the database does not read or keep what it should.", state.store.failing),
            ("hears_others", "1 while the database tells what other servers write.", state.pushes.hearing),
        ):
            yield GaugeMetricFamily(f"entrepot_{name}", told, value=number)

    def serve(self, host: str, port: int) -> int:
        """Answer Prometheus from a thread of its own, as long as the process runs; the port. Raises `OSError`."""
        server, _ = start_http_server(port, host, self.registry)
        return int(server.server_port)


class _Measured:
    """Notes how long each request waits for its answer, by the pattern of its path."""

    def __init__(self, app: ASGIApp, answers: Histogram) -> None:
        self._app = app
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route: Any = scope.get("route")
                method = scope["method"] if scope["method"] in _METHODS else "other"
                labels = (method, getattr(route, "path", "other"), str(message["status"]))
                self._answers.labels(*labels).observe(time.perf_counter() - begun)
            await send(message)

        await self._app(scope, receive, noted)
