# ruff: noqa: E501 (functions in JavaScript)
"""The pages as an app: installable, honest and patient without an answer, and light."""

from __future__ import annotations

import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from entrepot import Match, i18n
from entrepot.web.pages import shell

from .proxy import Proxy, through
from .table import LAUNCH, Server, create
from .test_games import TITLES

PATIENT = 30_000
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) => [name,
    (await (await caches.open(name)).keys()).map((one) => one.url.slice(one.url.indexOf("/", 8)))])))"""


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page of that browser."""
    return context.new_page()


def until(page: Page, script: str, argument: Any = None) -> None:
    """Wait until what a script promises is true; Playwright's own waiting takes a promise for true."""
    end = time.monotonic() + 30
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, script
        page.wait_for_timeout(50)


RED = "getComputedStyle(document.documentElement).outlineColor === 'rgb(255, 0, 0)'"


def update(server: Server, folder: Path) -> None:
    """Start the server anew with another style sheet: everything is `RED`."""
    shutil.copytree(shell.STATIC, folder / "static")
    with (folder / "static" / "base.css").open("a") as file:
        file.write("html { outline: 1px solid red; }\n")
    server.stop()
    server.start(
        f"from pathlib import Path; from entrepot.web.pages import shell; shell.STATIC = Path({str(folder / 'static')!r}); "
    )


def installed(page: Page) -> None:
    """Open the first page, and wait until the service worker is there and knows what to say."""
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    until(page, "async () => Boolean(await caches.match('/lang'))")


def offline(page: Page) -> None:
    """Wait until the page says that there is no connection."""
    expect(page.locator("h1")).to_have_text("No connection", timeout=PATIENT)


def test_it_can_be_installed(page: Page) -> None:
    installed(page)
    talk = page.context.new_cdp_session(page)
    found = talk.send("Page.getAppManifest")
    assert found["errors"] == []
    assert urlsplit(found["url"]).path == "/manifest.webmanifest"
    wrong = talk.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser without a window of its own, as of a test, is like a private one.
    assert [one["errorId"] for one in wrong if one["errorId"] != "in-incognito"] == []


def test_without_connection_it_says_so_and_comes_back(page: Page, server: Server) -> None:
    installed(page)
    table = create(page, "me", "local", open_claims="true")
    other = page.context.new_page()
    other.goto("/rules/new-world")
    server.stop()
    for one, address in ((page, table), (other, "/rules/new-world"), (other, "/?game=new-world")):
        one.goto(address, wait_until="load")
        offline(one)
        assert one.evaluate("document.styleSheets.length") > 2
        assert one.evaluate("getComputedStyle(document.querySelector('.btn.go')).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert page.url == table
    page.get_by_role("link", name="Try now").click()
    page.wait_for_load_state()
    offline(page)
    server.start()
    expect(page.locator("header.top")).to_have_attribute("data-version", "0", timeout=PATIENT)
    expect(other.locator(".pick")).to_be_visible(timeout=PATIENT)
    assert page.url == table


def test_it_says_so_in_the_language_that_was_read_last(page: Page, server: Server) -> None:
    installed(page)
    for lang in i18n.languages():
        page.context.add_cookies([{"name": "lang", "value": lang, "url": page.url}])
        page.goto("/rules/spice-road")
        until(page, "async (lang) => await (await caches.match('/lang')).text() === lang", lang)
        server.stop()
        page.goto("/")
        assert page.locator("html").get_attribute("lang") == lang
        assert page.locator("h1").inner_text() == i18n.texts(lang)._("No connection")
        assert "{" not in page.locator("main").inner_text()
        server.start()
        page.wait_for_selector(".pick")


@pytest.mark.parametrize("lie", ["502", "close"])
def test_no_answer_of_the_server_is_none(page: Page, proxy: Proxy, lie: str) -> None:
    installed(page)
    table = create(page, "me", "local", open_claims="true")
    proxy.rule = lambda _method, _path: lie
    page.reload()
    offline(page)
    before = proxy.seen["HEAD " + urlsplit(table).path]
    proxy.rule = through
    expect(page.locator("header.top")).to_have_attribute("data-version", "0", timeout=PATIENT)
    assert proxy.seen["HEAD " + urlsplit(table).path] > before


def test_what_others_answer_is_seen(page: Page, proxy: Proxy) -> None:
    """A portal wants something of the reader; a page that the server refuses says why."""
    installed(page)
    page.goto("/t/nothing")
    expect(page.locator("h1")).to_have_text("There is no such table.")
    proxy.rule = lambda _method, _path: "portal"
    page.goto("/")
    expect(page.locator("body")).to_have_text("Accept the terms to go on.")
    proxy.rule = through
    page.goto("/")
    expect(page.locator(".pick")).to_be_visible()


def test_slow_is_not_away(page: Page, proxy: Proxy) -> None:
    installed(page)
    proxy.rule = lambda _method, path: "pass" if path.startswith("/static/") else "2"
    page.goto("/rules/new-world")
    expect(page.locator("h1")).to_contain_text("A New World")


def test_nothing_of_a_table_is_kept(page: Page) -> None:
    installed(page)
    create(page, "me", "local", open_claims="true")
    page.reload()
    page.goto(f"{page.url}/log")
    page.goto("/")
    kept = page.evaluate(KEPT)
    own = {name: what for name, what in kept.items() if not name.endswith(":reader")}
    assert [what for name, what in kept.items() if name not in own] == [["/lang"]]
    assert len(own) == 1
    for address in next(iter(own.values())):
        assert address.startswith((f"{shell.static_path()}/", "/offline?lang="))


def test_a_new_version_takes_over_when_the_pages_of_the_old_one_are_closed(
    context: BrowserContext, server: Server, tmp_path: Path
) -> None:
    page = context.new_page()
    installed(page)
    page.goto("/rules/new-world")
    [old] = [name for name in page.evaluate(KEPT) if not name.endswith(":reader")]
    update(server, tmp_path)
    page.goto("/rules/new-world")
    assert page.evaluate(RED)
    until(page, "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    assert old in page.evaluate(KEPT)
    # A page that opens before the browser has done with the last one is the old version's too.
    end = time.monotonic() + 30
    while old in (kept := page.evaluate(KEPT)):
        assert time.monotonic() < end, kept
        page.close()
        page = context.new_page()
        page.goto("/rules/new-world")
        page.evaluate("navigator.serviceWorker.ready")
    assert len(kept) == 2


def test_open_pages_of_an_old_version_load_themselves_anew(
    context: BrowserContext, server: Server, tmp_path: Path
) -> None:
    """A table by itself; what one looks back on with the next step, which leads where it was meant to lead."""
    table, past, file = (context.new_page() for _ in range(3))
    create(table, "me", "bot:random")
    table.locator("[name=action]").first.click()
    expect(table.locator("header.top")).not_to_have_attribute("data-version", "0")
    past.goto(f"{table.url}/replay?at=0")
    expect(past.locator("#run")).to_be_visible()
    match = Match.new("spice-road", seed=3)
    for _ in range(20):
        match.play(match.legal_actions()[0])
    match.record().save(tmp_path / "game.json")
    file.goto("/replay")
    file.get_by_label("File of the record").set_input_files(tmp_path / "game.json")
    file.get_by_role("button", name="Look back").click()
    expect(file.locator("#run")).to_be_visible()
    for page in (table, past, file):
        until(page, "() => performance.now() > 3000")
    update(server, tmp_path)
    table.wait_for_function(f"() => {RED}")
    for page in (past, file):
        last = page.locator("header.top").get_attribute("data-last") or ""
        page.keyboard.press("End")
        page.wait_for_function(f"() => {RED}")
        expect(page.locator("header.top")).to_have_attribute("data-version", last)


@pytest.mark.parametrize("refused", ["address", "worker", "cookies"])
def test_where_nothing_may_be_kept_nothing_is_missed(server: Server, chromium: Browser, refused: str) -> None:
    """Over http in a local network, in a private window, with cookies blocked."""
    address = server.url
    browser = chromium
    if refused == "address":
        address = address.replace("127.0.0.1", "lan.test")
        rules = "--host-resolver-rules=MAP lan.test 127.0.0.1"
        browser = chromium.browser_type.launch(executable_path=shutil.which("chromium"), args=[*LAUNCH, rules])
    context = browser.new_context(base_url=address)
    problems: list[str] = []
    context.on("weberror", lambda error: problems.append(str(error.error)))
    no = "() => { throw new DOMException('no', 'SecurityError'); }"
    if refused == "worker":
        context.add_init_script(
            f"if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async {no}"
        )
    if refused == "cookies":
        context.add_init_script(
            f"for (const [all, name] of [[window, 'caches'], [Navigator.prototype, 'serviceWorker']]) Object.defineProperty(all, name, {{ get: {no} }})"
        )
    page = context.new_page()
    page.goto("/", wait_until="load")
    if refused == "address":
        assert page.evaluate("'serviceWorker' in navigator") is False
    Server.known[address] = server
    create(page, "me", "local", open_claims="true")
    expect(page.locator("html")).to_have_attribute("data-touch", "touch")
    context.close()
    if browser is not chromium:
        browser.close()
    assert problems == []


def weighed(chromium: Browser, server: Server, path: str, cookies: list[Any]) -> Counter[str]:
    """Bytes that come over the wire for a page that is opened for the first time, heads of the answers too, by kind."""
    context = chromium.new_context(base_url=server.url, service_workers="block")
    context.add_cookies(cookies)
    page = context.new_page()
    talk = context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    weights: Counter[str] = Counter()
    talk.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    talk.on(
        "Network.loadingFinished",
        lambda event: weights.update({kinds.get(event["requestId"], "?"): int(event["encodedDataLength"])}),
    )
    talk.send("Network.enable")
    page.goto(path, wait_until="load")
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    context.close()
    return weights


RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/([,:])\\s+/g, "$1"));
}"""


def test_style_sheets_say_the_same_without_the_space(page: Page) -> None:
    """What is left out of them to make them light is nothing that a browser reads."""
    page.goto("/offline")
    for path in sorted(shell.STATIC.glob("*.css")):
        rules = page.evaluate(RULES, path.read_text("utf-8"))
        assert len(rules) > 1
        assert page.evaluate(RULES, shell.files()[path.name].plain.decode()) == rules, path.name
    tricky = (
        """a::before { content: "x ;  { y: /* z */ , 'w' "; } /* it's */ .a :is(.b, .c) > :hover { color : red ; }"""
    )
    tight = shell.tightened(".css", tricky.encode()).decode()
    assert page.evaluate(RULES, tight) == page.evaluate(RULES, tricky)
    assert len(tight) < len(tricky)


def test_pages_are_light(chromium: Browser, server: Server) -> None:
    """The first page has 60 kB at most, a table 80 kB, without the letters."""
    context = chromium.new_context(base_url=server.url)
    page = context.new_page()
    weights = {"/": weighed(chromium, server, "/", [])}
    for game in TITLES:
        page_at = create(page, "me", "local", "bot:greedy", game=game)
        cookies = [{**one, "url": server.url, "domain": None, "path": None} for one in context.cookies()]
        weights[page_at] = weighed(chromium, server, page_at, cookies)
    context.close()
    for address, weight in weights.items():
        print(address, sum(weight.values()) - weight["Font"], dict(weight))
        assert sum(weight.values()) - weight["Font"] < (60_000 if address == "/" else 80_000), (address, weight)
