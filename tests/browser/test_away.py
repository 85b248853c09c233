"""Coming back to a game that went on: what happened can be watched from there, or skipped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .table import Server, create

LONG_AGO = """() => { for (const key of Object.keys(localStorage)) if (key.startsWith("seen:")) {
    localStorage.setItem(key, localStorage.getItem(key).split(" ")[0] + " 1"); } }"""


def rest(page: Page) -> None:
    """Take the first choice until the turn has passed on."""
    seat = page.locator("header.top").get_attribute("data-seat")
    while page.locator("header.top").get_attribute("data-seat") == seat:
        version = page.locator("header.top").get_attribute("data-version") or ""
        page.locator("[name=action]").first.click()
        expect(page.locator("header.top")).not_to_have_attribute("data-version", version)


@pytest.fixture
def table(page: Page, chromium: Browser, server: Server) -> tuple[Page, Page]:
    """Two people far apart; the second has looked, gone, and the first has played since."""
    create(page, "me", "link")
    invitation = page.locator("[data-link]").first.input_value()
    context = chromium.new_context(base_url=server.url, viewport={"width": 360, "height": 740}, locale="en-GB")
    other = context.new_page()
    other.goto(invitation)
    other.locator("[name=name]").fill("Bea")
    other.locator("main form button").first.click()
    other.wait_for_url("**/t/*")
    expect(other.locator("#away")).to_be_hidden()
    expect(page.locator("[name=action]").first).to_be_visible()
    other.goto("/")
    rest(page)
    return page, other


def test_what_happened_is_watched_from_there(table: tuple[Page, Page]) -> None:
    page, other = table
    address = page.url
    other.evaluate(LONG_AGO)
    other.goto(address)
    expect(other.locator("#away")).to_be_visible()
    other.get_by_role("link", name="Watch it").click()
    other.wait_for_url("**/replay?**")
    expect(other.locator("header.top")).to_have_attribute("data-version", "0")
    expect(other.locator("header.top")).to_have_attribute("data-seen", "own")
    expect(other.locator("#own, .own").first).to_contain_text("Bea")
    other.keyboard.press("ArrowRight")
    expect(other.locator("header.top")).to_have_attribute("data-version", "1")
    other.get_by_role("link", name="Back to the table").first.click()
    other.wait_for_url(address)
    expect(other.locator("[name=action]").first).to_be_visible()
    expect(other.locator("#away")).to_be_hidden()


def test_what_happened_is_skipped_once(table: tuple[Page, Page]) -> None:
    page, other = table
    other.evaluate(LONG_AGO)
    other.goto(page.url)
    other.get_by_role("button", name="Skip").click()
    expect(other.locator("#away")).to_be_hidden()
    expect(other.locator("#ask")).to_be_focused()
    other.evaluate(LONG_AGO)
    other.reload()
    expect(other.locator("[name=action]").first).to_be_visible()
    expect(other.locator("#away")).to_be_hidden()


def test_nothing_is_offered_to_somebody_who_was_hardly_away(table: tuple[Page, Page]) -> None:
    page, other = table
    other.goto(page.url)
    expect(other.locator("[name=action]").first).to_be_visible()
    expect(other.locator("#away")).to_be_hidden()
