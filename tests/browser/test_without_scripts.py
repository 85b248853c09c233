"""Everything is played without JavaScript, and where the browser keeps nothing."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from choices import sensible

from .measure import PHONE
from .table import Server, create, lay, played


@pytest.fixture
def plain(chromium: Browser, server: Server) -> BrowserContext:
    """A browser without scripts."""
    return chromium.new_context(base_url=server.url, java_script_enabled=False)


def test_a_whole_game_by_forms(plain: BrowserContext) -> None:
    """Two people at one screen begin, pass it on, take back, end, and begin again."""
    page, rng = plain.new_page(), Random(1)
    page.goto("/")
    page.locator("label", has_text="friend here").nth(1).click()
    page.get_by_label("Name of seat 1").fill("Ida")
    page.get_by_label("Name of seat 2").fill("Bo")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    undone = False
    for _ in range(12):
        if page.locator("[form=do-hand-over]").count():
            page.locator("[form=do-hand-over]").click()
        version = page.locator("header.top").get_attribute("data-version")
        buttons = page.locator("button[form=do-act]")
        values = [button.get_attribute("value") or "" for button in buttons.all()]
        page.locator(f"button[form=do-act][value='{sensible({'legal': sorted(set(values))}, rng)}']").first.click()
        expect(page.locator("header.top")).not_to_have_attribute("data-version", version or "")
        if not undone and page.locator("button[form=do-undo]").count():
            page.locator("button[form=do-undo]").first.click()
            undone = True
    assert undone
    assert page.locator("meta[http-equiv=refresh]").count() == 0, "whoever is asked is left in peace"


def test_moves_of_bots_show_by_themselves(plain: BrowserContext) -> None:
    page = plain.new_page()
    page.goto("/")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    page.locator("button[form=do-act][value^=play]").first.click()
    while page.locator("button[form=do-act][value=stop]").count():
        page.locator("button[form=do-act][value=stop]").click()
    expect(page.locator(".counter .eyebrow")).to_contain_text("Your turn", timeout=20_000)


def test_the_refresh_stops_at_the_end(plain: BrowserContext, page: Page) -> None:
    match = played("spice-road", 2, 1, lambda seen: seen["result"] is not None, sensible)
    assert match is not None
    lay(page, ["me", "bot:greedy"], match, 1)
    watching = plain.new_page()
    watching.goto(page.url)
    expect(watching.locator(".result")).to_be_visible()
    assert watching.locator("meta[http-equiv=refresh]").count() == 0


def test_where_nothing_may_be_kept_nothing_breaks(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce")
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }});"
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    create(page, "me", "bot:random")
    page.locator("button[form=do-act]:visible").first.click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", "0")
    page.goto("/components/new-world")
    page.get_by_label("Point card 2: points", exact=True).fill("17")
    expect(page.locator("#verdict")).to_be_visible()
    context.close()
    assert problems == []


def test_a_browser_that_keeps_no_cookies_is_told(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'cookieEnabled', {get: () => false});")
    page.goto("/")
    expect(page.locator("[data-cookieless]")).to_be_visible()
    page.get_by_label("Name of seat 1").fill("Ida")
    page.context.clear_cookies()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("gave no cookie back")
    expect(page.get_by_label("Name of seat 1")).to_have_value("Ida")


def test_the_name_goes_with_me_and_is_forgotten(page: Page) -> None:
    create(page, "me", "bot:random", names=("Ida",))
    page.goto("/")
    expect(page.get_by_label("Name of seat 1")).to_have_value("Ida")
    page.locator("[name=seat2][value=me]").check(force=True)
    expect(page.get_by_label("Name of seat 2")).to_have_value("Ida")
    page.get_by_label("Name of seat 2").fill("")
    page.get_by_label("Name of seat 2").blur()
    page.goto("/")
    expect(page.get_by_label("Name of seat 1")).to_have_value("")


def test_a_folded_box_is_short_and_loses_nothing(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **PHONE)
    page = context.new_page()
    page.goto("/components/east-west-3")
    assert page.evaluate("document.documentElement.scrollHeight") < 3000
    card = page.get_by_label("Point card 2: cubes to return")
    expect(card).to_be_hidden()
    page.locator("nav.parts a", has_text="Point cards").click()
    card.fill("RRX")
    expect(page.locator("#wrong-points-2")).to_contain_text("cost")
    bar = page.locator(".go-bar").bounding_box()
    assert bar is not None
    assert bar["height"] <= 0.3 * 740
    page.get_by_role("button", name="Play with this box").click()
    expect(page.get_by_role("alert")).to_contain_text("point card 2")
    expect(page.get_by_label("Point card 2: cubes to return")).to_be_visible()
    expect(page.get_by_label("Point card 2: cubes to return")).to_have_value("RRX")
    expect(page.get_by_label("A2, location 1: settlers")).to_be_hidden()
    page.goto("/components/new-world#face-A1-3")
    expect(page.locator("#face-A1-3")).to_be_in_viewport()
    context.close()


def test_those_that_wait_for_me_come_first(page: Page) -> None:
    create(page, "me", "link")
    create(page, "me", "bot:random")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/")
    links = page.locator("#yours li a")
    expect(links.first).to_have_accessible_name("Spice Road with Nadir, your turn")
    expect(links.last).to_have_accessible_name("Spice Road, waiting for a friend")
    expect(links.first).to_be_in_viewport()
