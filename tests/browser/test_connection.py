"""The page and its connection behind a proxy that lies: it knows, says so, recovers, and loses or doubles no choice."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from entrepot.web.tables.store import Base

from .proxy import Proxy, through
from .table import Server, create, send, view

PATIENT = 30_000
CHOICE = "[value='acquire 1']"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server that gives a sign of life every second."""
    running = Server(tmp_path / "tables.sqlite3", beat=1)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that browser."""
    return context.new_page()


def hot_seat(page: Page) -> str:
    """A table at which every decision is this page's, and nothing has to be handed over."""
    return create(page, "me", "local", open_claims="true")


def version(page: Page) -> int:
    """The version that the page shows."""
    return int(page.locator("header.top").get_attribute("data-version") or -1)


def shows(page: Page, wanted: int) -> None:
    """Wait until the page shows a version."""
    expect(page.locator("header.top")).to_have_attribute("data-version", str(wanted), timeout=PATIENT)


def touch(page: Page, state: str) -> None:
    """Wait until the page is in a state of its connection."""
    expect(page.locator("html")).to_have_attribute("data-touch", state, timeout=PATIENT)


def elsewhere(server: Server, page: Page) -> int:
    """A move on another device of the same person, past the proxy; returns the version after it."""
    path = page.url.rpartition("/t/")[2].partition("/")[0]
    table = page.context.request
    seen = table.get(f"{server.url}/t/{path}/view", headers={"accept": "application/json"}).json()
    form: dict[str, str | float | bool] = {
        "action": "acquire 1",
        "version": seen["version"],
        "nonce": f"away-{seen['version']}",
    }
    answer = table.post(f"{server.url}/t/{path}/act", form=form, headers={"accept": "application/json"})
    assert answer.ok, answer.text()
    return int(answer.json()["version"])


def take(page: Page) -> None:
    """Press what takes the first merchant, which is free and ends the turn."""
    page.locator(CHOICE).click()


def test_a_crowd_of_tabs_has_one_stream(context: BrowserContext, proxy: Proxy) -> None:
    """Browsers open six connections to a host: nine tabs load, are told of moves, and their presses are answered."""
    pages = [context.new_page() for _ in range(9)]
    for one in pages:
        hot_seat(one)
    take(pages[0])
    shows(pages[0], 1)
    for one in pages[1:]:
        send(one, "acquire 1", 0)
        shows(one, 1)
    expect_streams(pages[0], proxy, 1)
    # Whoever leads may be closed at any time.
    while len(pages) > 1:
        pages.pop(0).close()
        send(pages[0], "acquire 1", 1)
        shows(pages[0], 2)
        expect_streams(pages[0], proxy, 1)


def expect_streams(page: Page, proxy: Proxy, wanted: int) -> None:
    """Wait until so many streams are open."""
    end = time.monotonic() + 30
    while proxy.streams != wanted:
        assert time.monotonic() < end, f"{proxy.streams} streams are open"
        page.wait_for_timeout(50)


@pytest.mark.parametrize("lie", ["502", "portal", "close", "half", "swallow"])
def test_a_server_that_cannot_be_reached_for_a_while(page: Page, server: Server, proxy: Proxy, lie: str) -> None:
    hot_seat(page)
    shows(page, 0)
    proxy.rule = lambda _method, path: lie if path.startswith(("/t/", "/stream")) else "pass"
    proxy.freeze()
    moved = elsewhere(server, page)
    touch(page, "lost")
    expect(page.locator("#strip [data-drawn]")).to_have_text(
        re.compile(r"^No connection for \d+ s\. The table is as it was\.$")
    )
    expect(page.locator("#strip [role=status]")).to_have_text("No connection. The table is as it was.")
    expect(page.locator(CHOICE)).to_have_attribute("aria-disabled", "true")
    page.locator(CHOICE).dispatch_event("click")
    assert version(page) == 0
    proxy.rule = through
    shows(page, moved)
    touch(page, "back")
    expect(page.locator("#strip [role=status]")).to_have_text("Connected again. Meanwhile there were moves of Ida.")
    expect(page.locator(CHOICE)).not_to_have_attribute("aria-disabled", "true")
    touch(page, "touch")
    expect(page.locator("#strip")).to_be_hidden()
    take(page)
    shows(page, moved + 1)


def test_trying_now(page: Page, server: Server, proxy: Proxy) -> None:
    """Whatever hangs is given up when the reader asks, by the button or by pressing a choice."""
    hot_seat(page)
    for button in (page.get_by_role("button", name="Try now"), page.locator(CHOICE)):
        proxy.rule = lambda _method, path: "hang" if path.startswith(("/t/", "/stream")) else "pass"
        proxy.freeze()
        touch(page, "lost")
        moved = elsewhere(server, page)
        proxy.rule = through
        button.dispatch_event("click")
        shows(page, moved)


def test_a_killed_server_that_comes_back(page: Page, server: Server) -> None:
    hot_seat(page)
    server.stop(kill=True)
    touch(page, "lost")
    server.start()
    touch(page, "back")
    expect(page.locator("#strip [role=status]")).to_have_text("Connected again. Nothing was lost.")
    take(page)
    shows(page, 1)


def test_connections_that_are_open_and_dead(page: Page, server: Server, proxy: Proxy) -> None:
    """What is open stays open and silent for ever; new connections work."""
    hot_seat(page)
    for _ in range(2):
        expect_streams(page, proxy, 1)
        proxy.freeze()
        shows(page, elsewhere(server, page))


def test_a_stream_that_a_proxy_keeps_for_itself(page: Page, server: Server, proxy: Proxy) -> None:
    proxy.rule = lambda _method, path: "swallow" if path.startswith("/stream") else "pass"
    hot_seat(page)
    for _ in range(2):
        shows(page, elsewhere(server, page))
    touch(page, "touch")


@pytest.mark.parametrize("lie", ["cut", "half", "close", "502", "portal"])
def test_a_choice_whose_answer_is_lost_is_carried_out_once(page: Page, proxy: Proxy, lie: str) -> None:
    hot_seat(page)
    lies = [lie, lie]
    proxy.rule = lambda method, _path: lies.pop() if method == "POST" and lies else "pass"
    take(page)
    shows(page, 1)
    touch(page, "back")
    assert proxy.seen[f"POST {page.url.removeprefix(proxy.url)}/act"] == 3
    assert [event["text"] for event in view(page)["events"] if event["kind"] == "action"] == ["acquire 1"]


def test_a_page_without_a_network(context: BrowserContext, page: Page) -> None:
    hot_seat(page)
    context.set_offline(True)
    touch(page, "lost")
    context.set_offline(False)
    touch(page, "back")
    take(page)
    shows(page, 1)


def test_a_choice_that_nobody_answers(page: Page, proxy: Proxy) -> None:
    """It is kept, said to be kept, and sent when the server answers again."""
    hot_seat(page)
    proxy.rule = lambda _method, _path: "close"
    take(page)
    touch(page, "lost")
    expect(page.locator("#strip [role=status]")).to_have_text(
        "No connection. Your choice is kept, and sent as soon as it can be."
    )
    page.locator(CHOICE).dispatch_event("click")
    proxy.rule = through
    shows(page, 1)
    touch(page, "back")
    assert view(page)["version"] == 1


def test_a_kept_choice_that_comes_too_late_is_said_not_to_be_done(page: Page, server: Server, proxy: Proxy) -> None:
    hot_seat(page)
    proxy.rule = lambda method, _path: "close" if method == "POST" else "hang"
    proxy.freeze()
    take(page)
    touch(page, "lost")
    moved = elsewhere(server, page)
    proxy.rule = through
    shows(page, moved)
    expect(page.locator(".counter")).to_contain_text("Not done")
    assert view(page)["version"] == moved


def test_a_slow_network(page: Page, proxy: Proxy) -> None:
    """A choice on its way is seen to be so, and a second press neither disturbs nor doubles it."""
    hot_seat(page)
    proxy.rule = lambda method, _path: "2" if method == "POST" else "pass"
    take(page)
    touch(page, "late")
    expect(page.locator(".counter")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".sent")).to_have_attribute("value", "acquire 1")
    page.locator(CHOICE).dispatch_event("click")
    page.locator("#your-hand button[name=action]").first.dispatch_event("click")
    shows(page, 1)
    expect(page.locator(".counter")).not_to_have_attribute("aria-busy", "true")
    touch(page, "touch")
    assert proxy.seen[f"POST {page.url.removeprefix(proxy.url)}/act"] == 1
    assert view(page)["version"] == 1


def test_nothing_is_asked_for_twice(page: Page, proxy: Proxy) -> None:
    """An answer brings the new table; the news of it bring nothing more."""
    create(page, "me", "bot:random")
    moves = 0
    for _ in range(8):
        before = version(page)
        take(page)
        expect(page.locator("header.top")).not_to_have_attribute("data-version", str(before))
        moves += 1
        expect(page.locator(CHOICE)).to_be_visible()
    path = page.url.removeprefix(proxy.url)
    assert proxy.seen[f"POST {path}/act"] == moves
    assert proxy.seen[f"GET {path}/view"] <= version(page) - moves


def test_the_moves_of_others_are_asked_for_once(
    context: BrowserContext, page: Page, server: Server, proxy: Proxy
) -> None:
    hot_seat(page)
    path = page.url.removeprefix(proxy.url)
    for number in range(8):
        elsewhere(server, page)
        shows(page, number + 1)
    assert proxy.seen[f"GET {path}/view"] == 8


def test_a_page_that_slept(context: BrowserContext, page: Page, server: Server, proxy: Proxy) -> None:
    hot_seat(page)
    sleeper = context.new_cdp_session(page)
    sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
    proxy.freeze()
    moved = elsewhere(server, page)
    sleeper.send("Page.setWebLifecycleState", {"state": "active"})
    shows(page, moved)


def test_a_leader_that_sleeps(context: BrowserContext, page: Page, server: Server) -> None:
    """The page that has the stream is frozen; the others find out and go on without it."""
    hot_seat(page)
    other = context.new_page()
    hot_seat(other)
    expect(other.locator("html")).to_have_attribute("data-touch", "touch")
    context.new_cdp_session(page).send("Page.setWebLifecycleState", {"state": "frozen"})
    shows(other, elsewhere(server, other))
    shows(other, elsewhere(server, other))


@pytest.mark.parametrize("forbidden", ["BroadcastChannel", "localStorage", "both"])
def test_a_browser_that_forbids_things(context: BrowserContext, page: Page, server: Server, forbidden: str) -> None:
    if forbidden != "localStorage":
        context.add_init_script("delete window.BroadcastChannel;")
    if forbidden != "BroadcastChannel":
        context.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"
        )
    hot_seat(page)
    take(page)
    shows(page, 1)
    shows(page, elsewhere(server, page))


def test_back_to_a_table_shows_it_as_it_is(page: Page, server: Server) -> None:
    address = hot_seat(page)
    page.goto("/")
    table = page.context.request
    answer = table.post(f"{address}/act", form={"action": "acquire 1", "version": "0", "nonce": "away"})
    assert answer.ok
    page.go_back()
    shows(page, 1)


def test_a_table_that_is_no_more(page: Page, server: Server) -> None:
    """The page says so by being the page that says so."""
    hot_seat(page)
    with server.store.session() as session:
        tables = Base.metadata.tables["tables"]
        for kind in reversed(Base.metadata.sorted_tables):
            if kind is tables or any(column.references(tables.c.id) for column in kind.c):
                session.execute(kind.delete())
    take(page)
    expect(page.locator("h1")).to_contain_text("no such table")
