"""A real server in its own process, and Debian's Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from .proxy import Proxy
from .table import LAUNCH, Server


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser; without it these tests do not run."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("Debian's Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=LAUNCH)
        yield browser
        browser.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on a fresh database whose bots do not wait."""
    running = Server(tmp_path / "tables.sqlite3")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    """A page of somebody who has never been here, on a laptop."""
    context = chromium.new_context(
        base_url=server.url, viewport={"width": 1366, "height": 768}, reduced_motion="reduce"
    )
    context.set_default_timeout(10_000)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(server.url) else problems.append(request.url))
    yield page
    context.close()
    assert problems == []


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    """What stands between the browser and the server."""
    between = Proxy(server.port)
    Server.known[between.url] = server
    yield between
    between.stop()


@pytest.fixture
def context(chromium: Browser, proxy: Proxy) -> Iterator[BrowserContext]:
    """A browser of somebody who sees the server through the proxy."""
    context = chromium.new_context(base_url=proxy.url, viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    problems: list[str] = []
    context.on("weberror", lambda error: problems.append(str(error.error)))
    yield context
    context.close()
    assert problems == []
