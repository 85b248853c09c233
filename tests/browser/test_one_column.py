"""The table in one column: the others a line each, what is new, the switch to the parts of the page, a long hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from choices import Seen, gather
from entrepot.games import TITLES

from .measure import PHONE
from .table import Server, create, reach, view
from .test_windows import hand

TABLE = ["me", *["bot:random"] * 4]


def phone(chromium: Browser, server: Server) -> Page:
    """A phone of somebody who has never been here."""
    return chromium.new_context(base_url=server.url, reduced_motion="reduce", **PHONE).new_page()


def top(page: Page, selector: str) -> float:
    """Where a part begins in the window."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


def test_what_the_others_have_is_a_line_each_and_stays_open(chromium: Browser, server: Server) -> None:
    page = phone(chromium, server)
    reach(page, TABLE, hand(4), gather)
    lines = page.locator("#others summary")
    expect(lines).to_have_count(4)
    assert max(each.bounding_box()["height"] for each in lines.all()) == 44  # type: ignore[index]
    assert top(page, "#row-points .card >> nth=0") < 740 - 0.3 * 740, "points are on the first screen"
    expect(page.locator("#others .fan").first).to_be_hidden()
    lines.nth(1).click()
    expect(page.locator("#others .fan").nth(1)).to_be_visible()
    version = page.locator("header.top").get_attribute("data-version") or ""
    page.locator("#row-merchants button").first.click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
    expect(page.locator("#others .fan").nth(1)).to_be_visible()
    expect(page.locator("#others .fan").nth(0)).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("game", TITLES)
def test_the_widest_names_widen_no_page(game: str, chromium: Browser, page: Page) -> None:
    """Thirty wide letters in one word: for one who plays, for two at one screen, for one who watches."""
    for kinds in (("me", "bot:random", "bot:random"), ("me", "local")):
        create(page, *kinds, game=game, names=("W" * 30, "M" * 30))
        watching = chromium.new_context(**PHONE).new_page()
        watching.goto(page.url)
        page.set_viewport_size(PHONE["viewport"])
        for one in (page, watching):
            assert one.evaluate("document.documentElement.scrollWidth") == 360
        watching.context.close()
        page.set_viewport_size({"width": 1366, "height": 768})


def test_what_is_new_is_told_newest_first_and_leads_to_the_log(chromium: Browser, server: Server) -> None:
    page = phone(chromium, server)
    reach(page, TABLE, hand(3), gather)
    news = page.locator(".news .roll > span")
    expect(news).to_have_count(4)
    assert news.evaluate_all("all => all.map(one => one.className)") == ["seat-5", "seat-4", "seat-3", "seat-2"]
    page.locator(".news").click()
    expect(page.locator("#h-log")).to_be_in_viewport()
    expect(page.locator("#h-log")).to_be_focused()
    page.context.close()


def test_the_switch_leads_to_the_parts_and_says_what_can_be_done_there(chromium: Browser, server: Server) -> None:
    page = phone(chromium, server)
    reach(page, TABLE, hand(13), gather)
    switch = page.get_by_role("navigation", name="Parts of the table")
    legal: list[str] = view(page)["legal"]
    plays, takes = (sum(text.startswith(verb) for text in legal) for verb in ("play", "acquire"))
    expect(switch.get_by_role("link")).to_have_count(5)
    expect(switch.get_by_role("link").first).to_have_attribute("aria-current", "true")
    market = switch.get_by_role("link", name=f"Market, {takes} things to do")
    link = switch.get_by_role("link", name=f"Hand, {plays} things to do")
    link.click()
    expect(page.locator("#your-hand h2")).to_be_focused()
    expect(link).to_have_attribute("aria-current", "true")
    assert top(page, "#your-hand") >= page.locator("header.top").bounding_box()["height"]  # type: ignore[index]
    last = page.locator(".hand > li").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= top(page, ".counter"), "thirteen cards fit between top and bar"
    market.click()
    expect(market).to_have_attribute("aria-current", "true")
    expect(link).not_to_have_attribute("aria-current", "true")
    page.context.close()


def test_no_decision_presses_the_switch(chromium: Browser, server: Server) -> None:
    page = phone(chromium, server)
    reach(page, TABLE, hand(13), gather)
    page.get_by_role("link", name=re.compile("^Hand")).click()
    link = page.locator(".switch a[aria-current]")
    expect(link).to_have_attribute("href", "#your-hand")
    at = top(page, "#your-hand")
    version = page.locator("header.top").get_attribute("data-version") or ""
    page.locator(".hand button").first.click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
    expect(link).to_have_attribute("href", "#your-hand")
    assert top(page, "#your-hand") == pytest.approx(at, abs=3)
    page.context.close()


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("spice-road", ["others", "row-points", "row-merchants", "your-hand", "log"]),
        ("new-world", ["others", "boards", "mine", "log"]),
        ("east-west-1", ["others", "boards", "stalls", "route", "mine"]),
        ("east-west-2", ["others", "boards", "sea", "mine"]),
        ("east-west-3", ["others", "boards", "stalls", "sea", "mine"]),
    ],
)
def test_every_link_of_the_switch_leads_somewhere(
    chromium: Browser, server: Server, game: str, parts: list[str]
) -> None:
    page = phone(chromium, server)

    def first(seen: Seen) -> bool:
        return bool(seen["legal"])

    reach(page, ["me", "bot:random"], first, game=game)
    links = page.locator(".switch a")
    assert links.evaluate_all("all => all.map(one => one.hash.slice(1))") == parts
    for n, part in enumerate(parts):
        links.nth(n).click()
        expect(page.locator(f"#{part}")).to_be_in_viewport()
        assert page.evaluate("id => document.getElementById(id).contains(document.activeElement)", part), part
    page.request.post(f"{page.url}/end")
    page.reload()
    for link in links.all():
        expect(page.locator(str(link.get_attribute("href")))).to_have_count(1)
    page.context.close()


def test_a_long_hand_on_a_wide_screen_says_how_many_follow(page: Page) -> None:
    reach(page, TABLE, hand(17), gather)
    shown = page.locator(".hand > li")
    cue = page.locator(".more-cue")
    expect(cue).to_have_text(f"{shown.count() - 15} more")
    expect(shown.nth(14)).to_be_in_viewport(ratio=1)
    expect(shown.last).not_to_be_in_viewport()
    cue.click()
    expect(shown.last).to_be_in_viewport(ratio=0.9)
