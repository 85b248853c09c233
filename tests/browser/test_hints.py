"""A hint as it is seen: one place pointed at, a bar that keeps its room, and a bot that is asked why."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from entrepot.games import TITLES
from entrepot.i18n import texts

from .measure import barriers, faults
from .table import Server
from .test_guide import POINTED, SCREENS

READERS = dict(zip(TITLES, ["it", "nl", "pl", "en", "fr"], strict=True))
TURN = "header.top[data-seat='0'] button[form=do-hint]"


def settled(page: Page) -> None:
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")


def borne(fault: str) -> bool:
    """What a hint may do: its tag may lie over the edge of something, as it may point at anything; and Close brings
    back the large buttons that do the same as the small cubes of the storage."""
    size = re.search(r" (\d+) by (\d+) px with (svg\.i|span\.pointer)|span\.pointer.* (\d+) by (\d+) px with", fault)
    edge = fault.startswith("covered") and size and min(int(one) for one in size.groups() if (one or "").isdigit()) <= 7
    return "div.hold" in fault or bool(edge)


def new_table(page: Page, game: str, **fields: str) -> None:
    """A table of somebody with a bot."""
    page.goto("/")
    form: dict[str, str | float | bool] = {
        "game": game,
        "seat1": "me",
        "name1": "Ida",
        "seat2": "bot",
        "level2": "greedy",
        **fields,
    }
    answer = page.request.post("/tables", form=form, headers={"accept": "application/json"})
    assert answer.ok, answer.text()
    page.goto(answer.json()["path"])


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hint_points_at_what_it_means_and_plays_it(chromium: Browser, server: Server, screen: str) -> None:
    for game, lang in READERS.items():
        context = chromium.new_context(base_url=server.url, locale=lang, reduced_motion="reduce", **SCREENS[screen])
        page: Page = context.new_page()
        words = texts(lang)
        new_table(page, game)
        asked = 0
        for _ in range(8):
            page.wait_for_selector("header.top[data-seat='0']")
            settled(page)
            if not page.locator(TURN).count():
                page.locator(".choices [form=do-act]").first.click()  # one choice only: there is nothing to ask
                continue
            before = page.evaluate("scrollY")
            page.locator(TURN).dispatch_event("click")  # a driver's click may scroll what is in view already
            expect(page.locator(".counter.hinted")).to_have_count(1)
            settled(page)
            asked += 1
            seen: dict[str, Any] = page.evaluate(POINTED)
            assert seen["tag"] == words._("hint")
            assert seen["cut"] == [], (game, asked)
            assert seen["hidden"] == [], (game, asked)
            assert [one for one in faults(page, ".chart") if not borne(one)] == [], (game, asked)
            assert not seen["narrow"] or seen["bar"] <= 0.36, (game, asked, seen["bar"])
            if seen["things"]:
                assert seen["things"][0]["ring"] == "solid3", (game, asked)
                assert seen["things"][0]["seen"], (game, asked)
            else:  # nothing on this screen to be led to
                assert page.evaluate("scrollY") == before, (game, asked)
            if asked == 1:
                assert barriers(page) == []
            page.get_by_role("button", name=words._("Do it"), exact=True).click()
            expect(page.locator(".counter.hinted, .pointer")).to_have_count(0)
            if asked == 4:
                break
        assert asked == 4
        context.close()


def test_the_next_best_and_back_to_the_question(page: Page) -> None:
    new_table(page, "spice-road")
    question = page.locator("#ask").inner_text()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".counter .eyebrow").first).to_have_text("Hint")
    expect(page.locator("#ask")).to_be_focused()  # whoever listens hears the reason, what it does, what it is worth
    expect(page.locator("#ask .sr")).to_contain_text("the next best")
    first = page.locator(".counter").first.get_attribute("data-place")
    page.get_by_role("button", name="Next best").click()
    expect(page.locator(f".counter.hinted:not([data-place='{first}'])")).to_have_count(1)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#ask")).to_have_text(question)
    expect(page.locator("#ask")).to_be_focused()
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(1)


def test_a_bot_is_asked_why(page: Page) -> None:
    new_table(page, "spice-road")
    page.get_by_role("button", name="Take merchant 1").click()
    page.locator(TURN).wait_for()
    page.get_by_role("button", name="Why did Nadir do that?").first.click()
    expect(page.locator(".counter .eyebrow").first).to_have_text("Why did Nadir do that?")
    expect(page.locator("#ask")).to_be_focused()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".counter.hinted")).to_have_count(0)


def test_without_scripts_a_hint_is_a_form_like_all_others(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, locale="en", java_script_enabled=False)
    page = context.new_page()
    new_table(page, "new-world")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".counter.hinted")).to_have_count(1)
    page.get_by_role("button", name="Do it", exact=True).click()
    expect(page.locator(".counter.hinted")).to_have_count(0)
    context.close()
