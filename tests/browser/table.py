"""Helpers: a server process, and ways to bring a table into a wanted state through its own interface."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as NotYet

from choices import Choice, Seen, hire, hoard, sensible, settle, to_a_return_aside, visit
from entrepot import Match
from entrepot.bots import Bot
from entrepot.components import packaged
from entrepot.web.app import Cookies
from entrepot.web.tables.store import Glance, Row, Seat, Sitting, Store, Table, now
from entrepot.web.tables.tables import sitting_of

LAUNCH = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
_SERVE = """
import sys, uvicorn
from entrepot.web.app import Settings, create_app
from entrepot.web.pages import present

def serve(database, port, pace, beat, root):
    settings = Settings(database, float(pace), beat=float(beat), root_path=root)
    uvicorn.run(create_app(settings), port=int(port), log_level="warning", timeout_graceful_shutdown=1)
"""
_NURSERY = """
import json, os, signal
present.environment()
children = set()
for line in sys.stdin:
    what, told = json.loads(line)
    if what == "start":
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)
            if told[0]:
                os.execv(sys.executable, [sys.executable, "-c", told[0], *told[1:]])
            serve(*told[1:])
            os._exit(0)
        children.add(child)
        answer = child
    else:
        answer = bool(os.waitpid(told, os.WNOHANG)[0])
        if answer:
            children.discard(told)
    print(json.dumps(answer), flush=True)
for child in children:
    os.kill(child, signal.SIGKILL)
"""
_nonces = count()
NAMES = ("Ida", "Bo", "Cleo", "Dan", "Eva")


class NotReached(Exception):
    """The game went by without the wanted state."""


class Process:
    """A process that serves. They are forked from one in which all is imported and every template compiled."""

    _nursery: ClassVar[subprocess.Popen[str] | None] = None

    def __init__(self, before: str, *settings: str) -> None:
        start = f"{before}{_SERVE}serve(*sys.argv[1:])" if before else ""
        self._number: int = self._asked("start", [start, *settings])

    def ended(self) -> bool:
        """Whether it has stopped by itself."""
        return bool(self._asked("look", self._number))

    def end(self, by: signal.Signals) -> None:
        """End it by a signal, and wait until it has."""
        os.kill(self._number, by)
        end = time.monotonic() + 20
        while not self.ended():
            assert time.monotonic() < end, "the server does not stop"
            time.sleep(0.01)

    @classmethod
    def _asked(cls, what: str, told: Any) -> Any:
        if cls._nursery is None:
            command = [sys.executable, "-c", _SERVE + _NURSERY]
            cls._nursery = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert cls._nursery.stdin is not None
        assert cls._nursery.stdout is not None
        print(json.dumps([what, told]), file=cls._nursery.stdin, flush=True)
        return json.loads(cls._nursery.stdout.readline())


class Server:
    """A server process that can be killed and started again on the same database and port.

    Attributes:
        known: servers by the addresses under which pages see them.
    """

    known: ClassVar[dict[str, Server]] = {}

    def __init__(self, database: Path, pace: float = 0, beat: float = 10, root: str = "") -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{database}"
        self._pace = pace
        self._beat = beat
        self._root = root
        self._process: Process | None = None
        self.known[self.url] = self

    @classmethod
    def of(cls, page: Page) -> Server:
        """The server that a page looks at, or is about to."""
        if page.url == "about:blank":
            page.goto("/")
        address = urlsplit(page.url)
        return cls.known[f"{address.scheme}://{address.netloc}"]

    @cached_property
    def store(self) -> Store:
        """The server's database, opened here too."""
        return Store(self._database)

    def identity(self, page: Page) -> str:
        """Who the person of a page is to the server."""
        self.of(page)
        cookie = next(cookie for cookie in page.context.cookies(self.url) if cookie["name"] == self.cookie)
        return self.who(cookie["value"])

    @property
    def cookie(self) -> str:
        """The name of the cookie by which this server knows a browser."""
        return Cookies(self.store).name

    def who(self, cookie: str) -> str:
        """Who a cookie says that one is."""
        return str(Cookies(self.store).read(cookie))

    def start(self, before: str = "") -> None:
        """Start, and wait until it answers. `before`: what the process does first."""
        self._process = Process(before, self._database, str(self.port), str(self._pace), str(self._beat), self._root)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                assert not self._process.ended(), "the server has stopped"
                time.sleep(0.03)
        raise AssertionError("the server does not answer")

    def stop(self, *, kill: bool = False) -> None:
        """End the process; with `kill` it has no time to tidy up."""
        if self._process is not None:
            self._process.end(signal.SIGKILL if kill else signal.SIGTERM)
            self._process = None
        if "store" in self.__dict__ and not kill:
            self.store.close()


_CHECK = "box => { box.checked = true; box.dispatchEvent(new Event('change', {bubbles: true})); }"


def create(
    page: Page,
    *kinds: str,
    game: str = "spice-road",
    names: tuple[str, ...] = NAMES,
    **options: str,
) -> str:
    """A new table through the form of the first page; returns its address."""
    page.goto("/")
    page.locator(f"[name=game][value={game}]").check(force=True)
    for number, kind in enumerate([*kinds, *["none"] * (5 - len(kinds))], 1):
        if kind == "none" and number < 3:
            raise ValueError("a table has at least two seats")
        seated, _, bot = kind.partition(":")
        page.locator(f"[name=seat{number}][value={seated}]").first.evaluate(_CHECK)
        if bot:
            level = page.locator(f"[name=level{number}]")
            if bot == "random":  # which people cannot choose, and which does not end a game soon
                level.first.evaluate("box => { box.value = 'random'; }")
            page.locator(f"[name=level{number}][value={bot}]").evaluate(_CHECK)
        if kind in ("me", "local"):
            page.locator(f"#name{number}").fill(names[number - 1])
    for option in options:
        page.locator("details.table-rules").evaluate("details => { details.open = true; }")
        page.locator(f"[name={option}]").check()
    page.locator(".go-bar button.go").click()
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
            send(page, choice(seen, rng), seen["version"])
        else:
            time.sleep(0.02)
    raise NotReached("the table never came into the wanted state")


def played(game: str, players: int, seed: int, wanted: Callable[[Seen], bool], choice: Choice | Bot) -> Match | None:
    """A game in which seat 0 chooses as told, brought to where it sees what is wanted; None if that never comes.

    A bot chooses for all seats. `events` are what happened since the last decision that was looked at.
    """
    match, rng, told = Match.new(game, players, seed), Random(seed), 0
    while match.seat is not None:
        seen: Seen = {"legal": [str(action) for action in match.legal_actions()], "viewer": match.seat, "result": None}
        if match.seat == 0 or choice in EVERYBODYS:
            seen["observation"] = match.observe(match.seat).position
            seen["events"] = [event.to_dict() for event in match.events(told)]
            told += len(seen["events"])
            if wanted(seen):
                return match
        if not callable(choice):
            match.play(choice.choose(match.observe(match.seat)))
        else:
            match.play((choice if "observation" in seen else sensible)(seen, rng))
    return match if wanted({"legal": [], "viewer": 0, "result": {}}) else None


EVERYBODYS: tuple[Choice, ...] = (to_a_return_aside,)
"""Choices that are made for all seats."""


def reach(
    page: Page,
    seats: Sequence[str | Page],
    wanted: Callable[[Seen], bool],
    choice: Choice | Bot | None = None,
    game: str = "spice-road",
    names: tuple[str, ...] = NAMES,
) -> None:
    """A new table in the wanted state: played out here, then laid before the server.

    Args:
        seats: `me`, `local`, a bot, or the page of somebody else; the first one decides.
    """
    for seed in range(100):
        match = played(game, len(seats), seed, wanted, choice or sensible)
        if match is not None:
            lay(page, seats, match, seed, names)
            return
    raise NotReached("no game came into the wanted state")


def lay(page: Page, seats: Sequence[str | Page], match: Match, seed: int, names: tuple[str, ...] = NAMES) -> None:
    """Put a game into the server's database as a table of this page, and open it."""
    server = Server.of(page)
    owner = server.identity(page)
    sitting = [
        seat if isinstance(seat, str) and seat.startswith("bot:") else
        server.identity(page if isinstance(seat, str) else seat)
        for seat in seats
    ]  # fmt: skip
    page.goto(put(server, owner, sitting, match, seed, names))


def put(
    server: Server, owner: str, sitting: Sequence[str], match: Match, seed: int, names: tuple[str, ...] = NAMES
) -> str:
    """Put a game into the server's database; returns its path. Who sits there: bots, and identities of people."""
    record = match.record()
    table = Table(
        id=f"laid-{next(_nonces)}", game=match.game, seed=str(seed), options=match.options,
        components=record.components, owner=owner, created=now(), next_table=None,
    )  # fmt: skip
    for number, each in enumerate(sitting):
        bot = each[4:] if each.startswith("bot:") else None
        who = None if bot else each
        table.seats.append(Seat(number=number, bot=bot, name=names[number], identity=who, invite=None))
    server.store.keep_components(record.components, match.game, packaged(match.game))
    with server.store.session() as session:
        session.add(table)
        session.flush()
        for number, text in enumerate(record.actions, 1):
            at = now()
            session.add(Row(table_id=table.id, number=number, kind="action", text=text, seat=None, nonce=None, at=at))
        session.add(Glance(table_id=table.id, identity=owner, seat=list(sitting).index(owner)))
        session.add_all(sitting_of(table, who) for who in {seat.identity for seat in table.seats if seat.identity})
        return f"/t/{table.id}"


def many(page: Page, n: int) -> None:
    """Put finished games of this page's person into the server's database, one every third day."""
    server = Server.of(page)
    me = server.identity(page)
    for number in range(n):
        game, bot = ("spice-road", "new-world")[number % 4 == 0], ("bot:greedy", "bot:random")[number % 3 == 0]
        match = played(game, 2, number % 8, lambda seen: seen.get("result") is not None, sensible)
        assert match is not None
        put(server, me, [me, bot], match, number % 8)
    page.goto("/")  # which finds out what they came to
    with server.store.session() as session:
        for number, one in enumerate(session.query(Sitting).where(Sitting.identity == me).order_by(Sitting.table_id)):
            one.ended = now() - timedelta(days=3 * number)


CHOICES: dict[str, Choice] = {
    "return": hoard, "fort": visit, "replace": hire, "swap": hire, "outpost": settle, "bonus": settle, "build": settle,
}  # fmt: skip
"""What leads to a decision sooner than sensible play."""


def by_number(page: Page, number: int) -> None:
    """Press a number until it is taken: a question must first have been there long enough to be read."""
    version = page.locator("header.top").get_attribute("data-version")
    while page.locator("header.top").get_attribute("data-version") == version:
        page.keyboard.press(str(number))
        with suppress(NotYet):
            page.wait_for_function(
                "old => document.querySelector('header.top').dataset.version !== old", arg=version, timeout=300
            )


def press(page: Page, rng: Random) -> None:
    """Press one sensible button of the page, and wait until the table has moved on."""
    version = page.locator("header.top").get_attribute("data-version") or ""
    choices = page.locator("button[form=do-act]:visible")
    values = choices.evaluate_all("buttons => buttons.map(button => button.value)")
    choices.nth(values.index(sensible({"legal": sorted(set(values))}, rng))).click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)


@contextmanager
def studio() -> Iterator[tuple[Browser, Server]]:
    """Debian's Chromium and a server on a fresh database, for scripts that make pictures."""
    path = shutil.which("chromium")
    if path is None:
        sys.exit("Debian's Chromium is needed: apt install chromium")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.sqlite3")
        server.start()
        browser = playwright.chromium.launch(executable_path=path, args=LAUNCH)
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()
