# ruff: noqa: E501 (functions in JavaScript)
"""One small way to drive the three engines: Chromium by Playwright, Firefox by WebDriver BiDi, WebKit by WebDriver.

Everything is what Debian installs; nothing is fetched at run time. A test that holds in one engine is written against
`Driver` and runs in all of them.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playwright.sync_api import Page, ViewportSize, sync_playwright
from websockets.sync.client import ClientConnection, connect

LAUNCH = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LAPTOP, PHONE = (1366, 768), (360, 740)
_KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Backspace": "\ue003", "ArrowUp": "\ue013"}
_PATIENCE = 30.0

# Where a pointer has to go for what is drawn of an element, once that lies open, and still; null until then.
_POINT = """(selector) => new Promise((done) => {
  const shown = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length);
  if (!shown || shown.matches(":disabled")) return done(null);
  const middle = () => {
    const box = shown.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const open = () => {
    const hit = document.elementFromPoint(...middle());
    return hit && (shown.contains(hit) || [...(shown.labels ?? [])].some((label) => label.contains(hit)));
  };
  if (!open()) shown.scrollIntoView({ block: "center", inline: "center" });
  const [x, y] = middle();
  const settled = () => done(open() && middle()[0] === x && middle()[1] === y ? [x, y] : null);
  setTimeout(() => requestAnimationFrame(settled), 60);
})"""


_STATE = """() => [location.pathname, document.querySelector("header.top")?.dataset.version,
  document.documentElement.dataset.touch, document.querySelector("#ask")?.innerText]"""


class Driver(ABC):
    """A page of somebody who has never been here."""

    engine: str

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until it has loaded."""

    @abstractmethod
    def evaluate(self, function: str, *arguments: object) -> Any:
        """What a JavaScript function returns, or what the promise that it returns comes to; as of JSON."""

    @abstractmethod
    def pointer(self, x: float, y: float) -> None:
        """Press and let go of the main button of the pointer there."""

    @abstractmethod
    def keys(self, text: str) -> None:
        """Type a text, or press a key with a name."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page so many CSS pixels."""

    @abstractmethod
    def back(self) -> None:
        """Go back as with the button of the browser."""

    @abstractmethod
    def cookie(self, name: str) -> str:
        """The value of a cookie of this page."""

    @abstractmethod
    def shot(self, path: Path) -> None:
        """A picture of what is in the window."""

    @abstractmethod
    def errors(self) -> list[str]:
        """What went wrong in scripts of pages so far."""

    @abstractmethod
    def close(self) -> None:
        """Close it, with all that it remembers."""

    def until(self, condition: str, *arguments: object, patience: float = _PATIENCE) -> Any:
        """What a JavaScript function returns once that is true, in this page or the one that it leads to."""
        end = time.monotonic() + patience
        while True:
            try:
                value = self.evaluate(condition, *arguments)
            except Gone:
                value = None
            if value:
                return value
            assert time.monotonic() < end, f"{self.engine}: never {condition} {arguments}; {self.evaluate(_STATE)}"
            time.sleep(0.03)

    def press(self, selector: str) -> None:
        """Press the first shown element of these by the pointer, as soon as it lies open and still."""
        point = None
        while point != (point := self.until(_POINT, selector)):
            time.sleep(0.1)  # A page that has just been scrolled or changed may move once more.
        self.pointer(*point)

    @property
    def path(self) -> str:
        """The path of the page's address."""
        return str(self.evaluate("() => location.pathname"))


class Gone(Exception):
    """The page that was asked is being left."""


class Chromium(Driver):
    """A page of Playwright."""

    engine = "chromium"

    def __init__(self, page: Page) -> None:
        self._page = page
        self._errors: list[str] = []
        page.on("pageerror", lambda error: self._errors.append(str(error)))

    def goto(self, url: str) -> None:
        self._page.goto(url)

    def evaluate(self, function: str, *arguments: object) -> Any:
        try:
            return self._page.evaluate(f"(given) => ({function})(...given)", list(arguments))
        except Exception as gone:
            if "navigation" in str(gone) or "context" in str(gone):
                raise Gone from gone
            raise

    def pointer(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def keys(self, text: str) -> None:
        if text in _KEYS:
            self._page.keyboard.press(text)
        else:
            self._page.keyboard.type(text)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def back(self) -> None:
        self._page.go_back()

    def cookie(self, name: str) -> str:
        return next(str(one["value"]) for one in self._page.context.cookies() if one["name"] == name)

    def shot(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def errors(self) -> list[str]:
        return self._errors

    def close(self) -> None:
        self._page.context.close()


class Firefox(Driver):
    """A tab of Firefox, in a container of its own."""

    engine = "firefox"

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._errors: list[str] = []
        self._user: str = self.call("browser.createUserContext")["userContext"]
        self._tab: str = self.call("browsingContext.create", type="tab", userContext=self._user)["context"]
        self.resize(*LAPTOP)

    def call(self, method: str, **params: Any) -> Any:
        """The result of a command."""
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=60))
            if message.get("method") == "log.entryAdded" and message["params"]["type"] == "javascript":
                text = message["params"]["text"]
                # So Firefox tells of what a page still waited for when it was left; of a script that never came, a test
                # hears by what the page does not do.
                if "ServiceWorker intercepted the request" not in text:
                    self._errors.append(text)
            if message.get("id") != number:
                continue
            if message["type"] == "error":
                gone = ("no such frame", "unknown error", "no such node")
                raise (Gone if message["error"] in gone else AssertionError)(f"{method}: {message['message']}")
            return message["result"]

    def goto(self, url: str) -> None:
        self.call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def evaluate(self, function: str, *arguments: object) -> Any:
        called = f"({function})(...{json.dumps(arguments)})"
        text = f"Promise.resolve({called}).then((value) => JSON.stringify(value ?? null))"
        found = self.call("script.evaluate", expression=text, target={"context": self._tab}, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def _act(self, source: dict[str, Any]) -> None:
        self.call("input.performActions", context=self._tab, actions=[source])

    def pointer(self, x: float, y: float) -> None:
        self._act(_pointer(x, y))

    def keys(self, text: str) -> None:
        self._act(_typed(text))

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.call("browsingContext.setViewport", context=self._tab, viewport=size)

    def back(self) -> None:
        self.call("browsingContext.traverseHistory", context=self._tab, delta=-1)

    def cookie(self, name: str) -> str:
        found = self.call("storage.getCookies", partition={"type": "context", "context": self._tab})
        return next(str(one["value"]["value"]) for one in found["cookies"] if one["name"] == name)

    def shot(self, path: Path) -> None:
        path.write_bytes(_decoded(self.call("browsingContext.captureScreenshot", context=self._tab)["data"]))

    def errors(self) -> list[str]:
        self.call("session.status")
        return self._errors

    def close(self) -> None:
        self.call("browser.removeUserContext", userContext=self._user)


class WebKit(Driver):
    """A window of WebKitGTK's own small browser."""

    engine = "webkit"

    def __init__(self, driver: str, browser: str) -> None:
        self._driver = driver
        self._errors: list[str] = []
        wanted = {"binary": browser, "args": ["--automation", "--full-screen"]}
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": wanted}}}
        self._session = f"/session/{self.call('POST', '/session', asked)['sessionId']}"
        self.resize(*LAPTOP)

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """The value of the answer to a command."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self._driver + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            reason = json.load(refused)["value"]
            raise (Gone if path.endswith("/sync") else AssertionError)(f"{path}: {reason}") from refused

    def goto(self, url: str) -> None:
        self.call("POST", f"{self._session}/url", {"url": url})

    def evaluate(self, function: str, *arguments: object) -> Any:
        # WebDriver tells nothing of errors, so each script that is run in a page gathers those since the last one.
        script = f"""
            if (!window.wrong) {{
              window.wrong = [];
              addEventListener("error", (event) => wrong.push(event.message));
              addEventListener("unhandledrejection", (event) => wrong.push(String(event.reason)));
            }}
            return Promise.resolve(({function})(...arguments)).then((value) => JSON.stringify([value ?? null, wrong.splice(0)]));
        """
        value, wrong = json.loads(
            self.call("POST", f"{self._session}/execute/sync", {"script": script, "args": arguments})
        )
        self._errors += wrong
        return value

    def _act(self, source: dict[str, Any]) -> None:
        self.call("POST", f"{self._session}/actions", {"actions": [source]})

    def pointer(self, x: float, y: float) -> None:
        self._act(_pointer(x, y))

    def keys(self, text: str) -> None:
        self._act(_typed(text))

    def resize(self, width: int, height: int) -> None:
        self.call("POST", f"{self._session}/window/rect", {"width": width, "height": height})
        self.until("(width) => innerWidth === width", width)

    def back(self) -> None:
        self.call("POST", f"{self._session}/back", {})

    def cookie(self, name: str) -> str:
        return str(self.call("GET", f"{self._session}/cookie/{name}")["value"])

    def shot(self, path: Path) -> None:
        path.write_bytes(_decoded(self.call("GET", f"{self._session}/screenshot")))

    def errors(self) -> list[str]:
        self.evaluate("() => true")
        return self._errors

    def close(self) -> None:
        self.call("DELETE", self._session)


def _pointer(x: float, y: float) -> dict[str, Any]:
    moves: list[dict[str, Any]] = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}]
    moves += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}


def _typed(text: str) -> dict[str, Any]:
    strokes = [_KEYS[text]] if text in _KEYS else list(text)
    return {"type": "key", "id": "keys", "actions": [{"type": kind, "value": key} for key in strokes for kind in ("keyDown", "keyUp")]}  # fmt: skip


def _decoded(data: str) -> bytes:
    return base64.b64decode(data)


# ---- starting and ending them --------------------------------------------------------------------------------------


@contextmanager
def _process(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A process, and all that it starts, until the end of the block; it also ends when the tests are killed."""
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig", "TERM", *command], start_new_session=True, text=True, **options
    )
    try:
        yield process
    finally:
        with_children = (signal.SIGTERM, signal.SIGKILL)
        for number in with_children:
            try:
                os.killpg(process.pid, number)
                process.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


def _minibrowser() -> str | None:
    return next((str(path) for path in Path("/usr").glob("lib*/*/webkit2gtk-4.*/MiniBrowser")), None)


def missing(engine: str) -> str:
    """What Debian would have to install for an engine; empty if it is all here."""
    needed = {
        "chromium": {"chromium": shutil.which("chromium")},
        "firefox": {"firefox-esr": shutil.which("firefox-esr")},
        "webkit": {
            "webkit2gtk-driver": shutil.which("WebKitWebDriver") and _minibrowser(),
            "xvfb": shutil.which("Xvfb"),
        },
    }
    return " ".join(package for package, found in needed[engine].items() if not found)


@contextmanager
def chromium() -> Iterator[Callable[[], Driver]]:
    """A running Chromium, and what opens a fresh page in it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=LAUNCH)
        size = ViewportSize(width=LAPTOP[0], height=LAPTOP[1])
        yield lambda: Chromium(browser.new_context(viewport=size).new_page())
        browser.close()


@contextmanager
def firefox() -> Iterator[Callable[[], Driver]]:
    """A running Firefox, and what opens a fresh tab in it."""
    with ExitStack() as ends:
        profile = mkdtemp(prefix="entrepot-firefox-")
        ends.callback(shutil.rmtree, profile, ignore_errors=True)
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        process = ends.enter_context(_process(command, **quiet))
        assert process.stderr is not None
        address = next(
            found[1] for line in process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line))
        )
        talk = ends.enter_context(connect(f"{address}/session", max_size=None))
        talk.send(json.dumps({"id": 0, "method": "session.new", "params": {"capabilities": {}}}))
        talk.recv(timeout=60)
        talk.send(json.dumps({"id": 0, "method": "session.subscribe", "params": {"events": ["log.entryAdded"]}}))
        talk.recv(timeout=60)
        yield lambda: Firefox(talk)


@contextmanager
def webkit() -> Iterator[Callable[[], Driver]]:
    """A running driver of WebKit on a screen of its own, and what opens a fresh browser."""
    with ExitStack() as ends:
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
        ends.enter_context(_process(screen, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as told:
            display = f":{told.readline().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        calm = {
            **os.environ,
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        ends.enter_context(_process(["WebKitWebDriver", f"--port={port}"], env=calm, **quiet))
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield lambda: WebKit(f"http://127.0.0.1:{port}", _minibrowser() or "")


ENGINES = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
