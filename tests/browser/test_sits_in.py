"""Somebody does not move: after a while the others let a bot play for them, until they are back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from .measure import WINDOWS, barriers, faults
from .table import Server, view

SOON = 2  # seconds until somebody is away


@pytest.fixture
def soon(server: Server) -> Server:
    """A server at whose tables people are away soon."""
    server.stop()
    server.start(f"from entrepot.web.tables import tables; tables.AWAY = ({SOON},)")
    return server


@pytest.fixture
def people(chromium: Browser, soon: Server) -> Iterator[tuple[Page, Page]]:
    """Ida at a laptop, and Bo, whose turn it is, at a phone."""
    with ExitStack() as ends:
        pages = []
        for window in ("laptop", "phone"):
            context = chromium.new_context(base_url=soon.url, reduced_motion="reduce", **WINDOWS[window])
            ends.callback(context.close)
            context.set_default_timeout(30_000)
            pages.append(context.new_page())
        ida, bo = pages
        ida.goto("/")
        ida.locator("details.table-rules").evaluate("details => { details.open = true; }")
        expect(ida.get_by_role("radiogroup", name="When somebody is away").get_by_label("1 day")).to_be_checked()
        ida.locator("[name=away]").first.evaluate(f"box => {{ box.value = '{SOON}'; box.checked = true; }}")
        ida.locator(".chair.seat-2").get_by_label("by link").check(force=True)
        ida.locator("#name1").fill("Ida")
        ida.get_by_role("button", name="Start the game").click()
        bo.goto(ida.locator("[data-link]").first.input_value())
        bo.get_by_role("textbox").first.fill("Bo")
        bo.locator("main button").last.click()
        bo.wait_for_url("**/t/*")
        while view(ida)["observation"]["seat"] == 0:
            expect(ida.locator("[name=action]").first).to_be_visible()
            version = ida.locator("[data-version]").get_attribute("data-version") or ""
            ida.locator("[name=action]").first.click()
            expect(ida.locator("[data-version]")).not_to_have_attribute("data-version", version)
        yield ida, bo


def test_a_bot_plays_until_they_are_back(people: tuple[Page, Page]) -> None:
    ida, bo = people
    let = ida.get_by_role("button", name="Let a bot play for Bo")
    expect(let).to_be_visible()  # by itself, nothing was done meanwhile
    expect(ida.locator(".counter > .ask > .also").first).to_have_text("Bo has not moved for a while.")
    for size in WINDOWS.values():
        ida.set_viewport_size(size["viewport"])
        assert faults(ida) == []
    assert barriers(ida) == []
    ida.set_viewport_size(WINDOWS["laptop"]["viewport"])
    ida.get_by_role("combobox", name="Level of the bot").select_option("easy")
    let.click()
    expect(ida.locator("header.top")).to_have_attribute("data-seat", "0")
    expect(ida.locator("#others")).to_contain_text("away: easy bot")
    expect(bo.locator("#ask")).to_have_text("A bot plays for you.")
    assert faults(bo) == []
    assert barriers(bo) == []
    bo.get_by_role("button", name="I am back").click()
    expect(bo.get_by_role("button", name="I am back")).to_have_count(0)
    expect(ida.locator("#others")).not_to_contain_text("easy bot")


def test_leaving_is_in_the_menu(people: tuple[Page, Page]) -> None:
    ida, _ = people
    ida.locator(".menu summary").click()
    assert faults(ida) == []
    ida.get_by_role("button", name="Let a bot play for me").click()
    expect(ida.locator("#ask")).to_have_text("A bot plays for you.")
    ida.get_by_role("button", name="I am back").click()
    expect(ida.locator("#ask")).not_to_have_text("A bot plays for you.")
