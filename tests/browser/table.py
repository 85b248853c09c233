"""Helpers: a server process, and ways to bring a table into a wanted state through its own interface."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

LAUNCH = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
_SERVE = (
    "import sys, uvicorn; from entrepot.web.app import Settings, create_app; "
    "uvicorn.run(create_app(Settings(database=sys.argv[1], pace=float(sys.argv[3]))), port=int(sys.argv[2]), "
    "log_level='warning', timeout_graceful_shutdown=1)"
)
_nonces = count()


class NotReached(Exception):
    """The game went by without the wanted state."""


class Server:
    """A server process that can be killed and started again on the same database and port."""

    def __init__(self, database: Path, pace: float = 0) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{database}"
        self._pace = pace
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-c", _SERVE, self._database, str(self.port), str(self._pace)]
        self._process = subprocess.Popen(command)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                assert self._process.poll() is None, "the server has stopped"
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self, *, kill: bool = False) -> None:
        """End the process; with `kill` it has no time to tidy up."""
        if self._process is not None:
            if kill:
                self._process.kill()
            else:
                self._process.terminate()
            self._process.wait(20)
            self._process = None


def create(
    page: Page,
    *kinds: str,
    game: str = "spice-road",
    names: tuple[str, ...] = ("Ida", "Bo", "Cleo", "Dan", "Eva"),
    **options: str,
) -> str:
    """A new table through the form of the first page; returns its address."""
    page.goto("/")
    page.locator(f"[name=game][value={game}]").check(force=True)
    for number, kind in enumerate([*kinds, *["none"] * (5 - len(kinds))], 1):
        if kind == "none" and number < 3:
            raise ValueError("a table has at least two seats")
        page.locator(f"[name=seat{number}][value='{kind}']").first.evaluate(
            "box => { box.checked = true; box.dispatchEvent(new Event('change', {bubbles: true})); }"
        )
        if kind in ("me", "local"):
            page.locator(f"#name{number}").fill(names[number - 1])
    for option in options:
        page.locator("details.table-rules").evaluate("details => { details.open = true; }")
        page.locator(f"[name={option}]").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    return page.url


def view(page: Page) -> dict[str, Any]:
    """The table as the person of this page may see it."""
    answer = page.request.get(f"{page.url}/view", headers={"accept": "application/json"})
    assert answer.ok, answer.text()
    result: dict[str, Any] = answer.json()
    return result


def send(page: Page, action: str, version: int) -> None:
    """Play an action beside the page; the page hears of it as of anybody's move."""
    form: dict[str, str | float | bool] = {"action": action, "version": str(version), "nonce": f"test-{next(_nonces)}"}
    answer = page.request.post(f"{page.url}/act", form=form, headers={"accept": "application/json"})
    assert answer.ok, answer.text()


Choice = Callable[[list[str], Random], str]


def advance(
    page: Page, wanted: Callable[[dict[str, Any]], bool], seed: int = 1, choice: Choice | None = None
) -> dict[str, Any]:
    """Play for the people of this page until the view is as wanted; the page then shows it."""
    choice = choice or sensible
    rng = Random(seed)
    end = time.monotonic() + 90
    while time.monotonic() < end:
        seen = view(page)
        if wanted(seen):
            page.reload()
            return seen
        if seen["result"] is not None:
            break
        if seen["hand_over"] is not None:
            page.request.post(f"{page.url}/hand-over", form={"seat": str(seen["hand_over"])})
        elif seen["legal"]:
            send(page, choice(seen["legal"], rng), seen["version"])
        else:
            time.sleep(0.02)
    raise NotReached("the table never came into the wanted state")


def reach(
    page: Page,
    kinds: Sequence[str],
    wanted: Callable[[dict[str, Any]], bool],
    choice: Choice | None = None,
    game: str = "spice-road",
) -> None:
    """New tables until one comes into the wanted state: what is dealt is chance."""
    for seed in range(6):
        create(page, *kinds, game=game)
        try:
            advance(page, wanted, seed, choice)
        except NotReached:
            continue
        return
    raise NotReached("no table came into the wanted state")


def sensible(legal: list[str], rng: Random) -> str:
    """Claims when it can, trades and plays or works more than it takes, rests when little is left."""
    for verb in ("claim", "explore", "bonus", "x", "play", "up ", "work"):
        found = [text for text in legal if text.startswith(verb)]
        if found and (verb not in ("play", "work") or rng.random() < 0.75):
            return found[-1] if verb == "x" else rng.choice(found)
    early = [text for text in legal if text in ("acquire 1", "acquire 2", "acquire 3", "rest")]
    return rng.choice(early or legal)


def hoard(legal: list[str], rng: Random) -> str:
    """Gains what it can, in more than one colour, and spends nothing, so that the storage soon overflows."""
    gains = [text for text in legal if text.startswith("play ") and ">" not in text and "up" not in text]
    gains += [text for text in legal if text in ("work A1.3", "work A1.5", "work B1.3")]
    wanted = gains or [text for text in legal if text in ("up Y", "play up2")] or [t for t in legal if t == "rest"]
    return rng.choice(wanted or legal)


def visit(legal: list[str], rng: Random) -> str:
    """Goes to the fort with two stacks of bonus tiles, where there is a choice."""
    return "work B1.2" if "work B1.2" in legal else sensible(legal, rng)


CHOICES: dict[str, Choice] = {"return": hoard, "fort": visit}
"""What leads to a decision sooner than sensible play."""


def press(page: Page, rng: Random) -> None:
    """Press one sensible button of the page, and wait until the table has moved on."""
    version = page.locator("header.top").get_attribute("data-version") or ""
    buttons = {button.get_attribute("value") or "": button for button in page.locator("button[form=do-act]").all()}
    buttons[sensible(sorted(buttons), rng)].click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
