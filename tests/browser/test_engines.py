# ruff: noqa: E501 (functions in JavaScript)
"""What holds in every engine: the main path of each game, and what failed in one or the other."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from choices import sensible
from entrepot import Match
from entrepot.bots import make
from entrepot.bots.puzzles import puzzles
from entrepot.web.app import Cookies

from .engines import ENGINES, LAPTOP, PHONE, Driver, Gone, missing
from .table import Server, put
from .test_games import TITLES

VERSION = "() => document.querySelector('header.top').dataset.version"
CHOICES = """() => [...document.querySelectorAll("button[form=do-act]")]
    .filter((button) => button.getClientRects().length && !button.disabled).map((button) => button.value)"""
POINT_OF = """(value) => { const box = [...document.querySelectorAll("button[form=do-act]")].find((one) => one.value === value)?.getBoundingClientRect();
    if (!box) return null;
    return [box.left + box.width / 2, box.top + box.height / 2]; }"""
READY = f"""() => Boolean(document.querySelector("table.result")) || ({CHOICES})().length > 0"""


@pytest.fixture(scope="module")
def running() -> Iterator[dict[str, Any]]:
    """The engines that have been started; each is started once, when it is first needed."""
    with ExitStack() as ends:
        yield {"ends": ends}


@pytest.fixture(params=ENGINES)
def driver(request: pytest.FixtureRequest, running: dict[str, Any]) -> Iterator[Driver]:
    """A page of somebody who has never been here, on a laptop, with motion; nothing may go wrong in its scripts."""
    engine = request.param
    lacking = missing(engine)
    if lacking:
        assert not os.environ.get("CI"), f"{engine} has to be tried here: apt-get install {lacking}"
        pytest.skip(f"{engine} is not installed: apt-get install {lacking}")
    if engine not in running:
        running[engine] = running["ends"].enter_context(ENGINES[engine]())
    driver: Driver = running[engine]()
    yield driver
    wrong = driver.errors()
    driver.close()
    assert wrong == []


def choose(driver: Driver, choice: Random | str) -> None:
    """Press this choice of the page, or a sensible one, and wait until the table has moved on."""
    driver.until(READY)
    version = driver.evaluate(VERSION)
    value = choice if isinstance(choice, str) else sensible({"legal": sorted(set(driver.evaluate(CHOICES)))}, choice)
    button, moved = f"button[form=do-act][value='{value}']", f"(version) => ({VERSION})() !== version"
    driver.press(button)
    try:
        driver.until(moved, version, patience=5)
    except AssertionError:  # what has only just come beneath a pointer that rests is not pressed (press.js)
        driver.press(button)
        driver.until(moved, version)


def end_of(game: str, seed: int) -> tuple[Match, list[str]]:
    """A game of two that greedy played, taken back to the last turn of seat 1, and how that turn goes on to the end."""
    greedy = make("greedy", game)
    match = Match.new(game, 2, seed)
    last = 0
    while match.seat is not None:
        if match.seat == 0:
            last = len(match.record().actions) + 1
        match.play(greedy.choose(match.observe(match.seat)))
    actions = match.record().actions
    again = Match.new(game, 2, seed)
    for action in actions[:last]:
        again.play(action)
    return again, list(actions[last:])


@pytest.mark.parametrize("game", TITLES)
def test_the_main_path(driver: Driver, server: Server, game: str) -> None:
    """From the first page to a table and some turns; and from the last turns on a phone to the result and the next table."""
    rng = Random(5)
    driver.goto(server.url)
    driver.press(f".pick label:has([value='{game}'])")
    driver.press("#name1")
    driver.keys("Ida")
    driver.press(".go-bar button.btn.go")
    driver.until("() => location.pathname.startsWith('/t/')")
    driver.until(READY)
    assert driver.evaluate("() => document.querySelector('h1').innerText") == TITLES[game]
    for _ in range(5):
        choose(driver, rng)
    assert driver.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    driver.press(".menu > summary")
    driver.until("() => document.querySelector('.menu').open")
    driver.keys("Escape")

    identity = server.who(driver.cookie(server.cookie))
    driver.goto(server.url)
    for size in (LAPTOP, PHONE):
        driver.resize(*size)
        assert driver.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size
    match, rest = end_of(game, 3)
    driver.goto(server.url + put(server, identity, ["bot:greedy", identity], match, 3))
    for action in rest:
        choose(driver, action)
    assert "win" in driver.until(
        "() => document.querySelector('table.result') ? document.querySelector('#ask').innerText : ''"
    )
    assert driver.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    before = driver.path
    driver.press(".counter form[action$=again] button")
    driver.until("(path) => location.pathname !== path && Boolean(document.querySelector('header.top'))", before)
    assert driver.evaluate("() => document.querySelector('h1').innerText") == TITLES[game]
    for path in ("/", f"/rules/{game}"):
        driver.goto(server.url + path)
        assert driver.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path


class Friend:
    """Somebody at the same table in another place."""

    def __init__(self, server: Server, cookie: str, path: str) -> None:
        self._server, self._cookie, self._path = server, cookie, path

    def view(self) -> dict[str, Any]:
        """The table as this person may see it."""
        seen: dict[str, Any] = json.load(self._open("view", None))
        return seen

    def play(self, choice: str | None = None) -> None:
        """Play a choice, or the first that is legal."""
        seen = self.view()
        form = {"action": choice or seen["legal"][0], "version": seen["version"], "nonce": f"friend-{seen['version']}"}
        self._open("act", urlencode(form).encode()).close()

    def _open(self, what: str, body: bytes | None) -> Any:
        headers = {"accept": "application/json", "cookie": f"{self._server.cookie}={self._cookie}"}
        return urlopen(Request(f"{self._server.url}{self._path}/{what}", body, headers), timeout=20)


def caught_up(driver: Driver, friend: Friend, patience: float = 30) -> None:
    """The page comes to the newest version by itself."""
    end = time.monotonic() + patience
    while int(driver.until(VERSION)) != friend.view()["version"]:
        assert time.monotonic() < end, (driver.evaluate(VERSION), friend.view()["version"])
        time.sleep(0.1)


# Motion as slow as one needs to press in its middle.
SLOW = """() => { const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) { return animate.call(this, frames, { ...options, duration: 600000 }); }; }"""
# A choice in something that moves, and a point of it that nothing else covers.
MOVING = """() => document.getAnimations().map((one) => one.effect.target.querySelector?.("button[form=do-act]"))
  .filter(Boolean).map((button) => {
    const box = button.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return button.contains(document.elementFromPoint(x, y)) && [button.value, x, y];
  }).find(Boolean)"""
HIT = """() => { window.hit = []; addEventListener("click", (event) => hit.push(event.target.closest("[name=action]")?.value ?? event.target.tagName), true); }"""


def test_presses_while_others_move_never_leave_the_page_behind(driver: Driver, tmp_path: Path) -> None:
    """Choices, presses anywhere and the wish to see all at once, while bots move: the page always comes to the newest table."""
    slow = Server(tmp_path / "slow.sqlite3", pace=0.15)
    slow.start()
    driver.goto(slow.url)
    identity = slow.who(driver.cookie(slow.cookie))
    match = Match.new("spice-road", 4, 5)
    path = put(slow, identity, [identity, "bot:random", "bot:random", "bot:random"], match, 5)
    driver.goto(slow.url + path)
    me = Friend(slow, driver.cookie(slow.cookie), path)
    rng = Random(2)
    for number in range(60):
        try:
            choices = driver.evaluate(CHOICES)
            if choices and number % 3:
                value = sensible({"legal": sorted(set(choices))}, rng)
                driver.pointer(*driver.evaluate(POINT_OF, value))
            else:
                driver.pointer(300, 20)
        except (Gone, TypeError):
            continue
    caught_up(driver, me)
    for _ in range(3):
        choose(driver, rng)
        caught_up(driver, me)
    driver.goto("about:blank")
    slow.stop()


def test_a_press_during_motion_reaches_what_is_drawn_there(driver: Driver, server: Server) -> None:
    """Also while the window changes its size."""
    driver.goto(server.url)
    identity = server.who(driver.cookie(server.cookie))
    path = put(server, identity, [identity, "bot:greedy"], Match.new("spice-road", 2, 5), 5)
    driver.goto(server.url + path)
    driver.evaluate(SLOW)
    driver.evaluate(HIT)
    choose(driver, "acquire 1")
    driver.until(READY)
    for size in ((1200, 768), (1366, 700), LAPTOP):
        driver.resize(*size)
    version = driver.evaluate(VERSION)
    value, *point = driver.until(MOVING)
    driver.pointer(*point)
    driver.until(f"(version) => ({VERSION})() !== version", version)
    assert value in driver.evaluate("() => hit")


def test_back_shows_the_table_as_it_is(driver: Driver, server: Server) -> None:
    """Whatever the browser kept of it; and it goes on from there."""
    driver.goto(server.url)
    cookie = driver.cookie(server.cookie)
    identity, other = server.who(cookie), "somebody-else"
    path = put(server, identity, [identity, other], Match.new("new-world", 2, 5), 5)
    me = Friend(server, cookie, path)
    friend = Friend(server, Cookies(server.store).signed(other), path)
    driver.goto(server.url + path)
    driver.until(READY)
    driver.press(".mark")
    driver.until("() => location.pathname === '/'")
    me.play()
    while not me.view()["legal"]:
        friend.play()
    driver.back()
    driver.until("(path) => location.pathname === path && Boolean(document.querySelector('header.top'))", path)
    caught_up(driver, me, patience=8)
    choose(driver, Random(1))
    while not me.view()["legal"]:
        friend.play()
    caught_up(driver, me)


def test_fields_do_not_make_a_phone_zoom(driver: Driver, server: Server) -> None:
    driver.resize(*PHONE)
    small = """() => [...document.querySelectorAll("input, select, textarea")]
      .filter((one) => !["hidden", "checkbox", "radio", "file"].includes(one.type) && parseFloat(getComputedStyle(one).fontSize) < 16)
      .map((one) => one.outerHTML.slice(0, 90))"""
    for path in ("/", "/components/new-world", "/components/east-west-3"):
        driver.goto(server.url + path)
        assert driver.evaluate(small) == [], path
    driver.resize(*LAPTOP)
    driver.goto(server.url)
    driver.press(".chair:nth-child(2) label:has([value=link])")
    driver.until("() => document.querySelector('.chair:nth-child(2) [value=link]').checked")
    driver.press(".go-bar button.btn.go")
    link = server.url + driver.until("() => document.querySelector('[data-link]')?.dataset.link")
    driver.resize(*PHONE)
    assert driver.evaluate(small) == []
    driver.goto(link)
    assert driver.evaluate(small) == []


def test_an_old_browser_is_told(driver: Driver, server: Server) -> None:
    """What is needed is here, so the line is hidden on every page; without it, it would be seen."""
    for path in ("/", "/rules/spice-road", "/t/nothing", "/components/new-world"):
        driver.goto(server.url + path)
        assert driver.evaluate("() => getComputedStyle(document.querySelector('.old')).display") == "none"
    needed = driver.evaluate("""() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule.conditionText && rule.cssText.includes(".old")).map((rule) => rule.conditionText).join()""")
    assert "selector(:has(" in needed
    assert "color-mix" in needed
    assert (
        driver.evaluate("""() => { for (const sheet of document.styleSheets) for (const [number, rule] of [...sheet.cssRules].entries())
      if (rule.conditionText && rule.cssText.includes(".old")) { sheet.deleteRule(number); return getComputedStyle(document.querySelector(".old")).display; } }""")
        == "block"
    )


def test_without_connection(driver: Driver, server: Server) -> None:
    """Where the engine has service workers; elsewhere the browser says it in its own way."""
    driver.goto(server.url)
    if not driver.evaluate("() => 'serviceWorker' in navigator"):
        pytest.skip("this engine has no service workers here")
    driver.until("() => navigator.serviceWorker.ready.then((one) => Boolean(one.active))")
    driver.goto(f"{server.url}/rules/new-world")
    driver.until("() => caches.match('/lang').then(Boolean)")
    server.stop()
    driver.evaluate("() => { setTimeout(() => location.assign('/'), 0); }")
    driver.until("() => document.querySelector('h1')?.innerText === 'No connection'")
    assert driver.evaluate("() => getComputedStyle(document.querySelector('.btn.go')).display") != "inline"
    server.start()
    driver.until("() => Boolean(document.querySelector('.pick'))")


def test_a_hint_and_all_levels(driver: Driver, server: Server) -> None:
    driver.goto(server.url)
    driver.until("() => document.readyState === 'complete'")
    driver.evaluate("() => document.querySelector('.chair.seat-2 .ladder :checked').focus()")
    driver.until("() => document.activeElement.matches('.chair.seat-2 .ladder :checked')")
    driver.keys("ArrowUp")
    driver.until("() => !document.querySelector('#all-levels').hidden")
    driver.keys("Escape")
    driver.until("() => document.querySelector('#all-levels').hidden")
    driver.press(".go-bar button.btn.go")
    driver.until("() => location.pathname.startsWith('/t/')")
    driver.until(READY)
    driver.press(".tools [form=do-hint]")
    driver.until("() => document.querySelector('.counter.hinted') && document.activeElement.id === 'ask'")
    driver.press(".choices [form=do-hinted]")
    driver.until("() => !document.querySelector('.counter.hinted')")


def test_a_puzzle_is_solved(driver: Driver, server: Server) -> None:
    one = puzzles("new-world")[0]
    driver.goto(f"{server.url}/puzzles/{one.name}")
    for action in one.good[0]:
        choose(driver, action)
    driver.until("() => document.querySelector('header.top').dataset.ask === 'solved'")
    driver.press(".choices a.ghost")
    driver.until("() => location.pathname === '/puzzles' && document.querySelectorAll('.of-game .solved').length === 1")
