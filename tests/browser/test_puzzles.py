"""A puzzle on the page: missed, shown, solved; in every game, on every screen, in every language, without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from entrepot.bots.puzzles import Puzzle, puzzles
from entrepot.games import TITLES
from entrepot.i18n import texts
from entrepot.web.puzzles import today

from .measure import barriers, faults
from .table import Server
from .test_guide import SCREENS
from .test_hints import READERS, borne, settled

OTHER = (
    """(right) => [...document.querySelectorAll("button[form=do-act]")].find((one) => one.value !== right).click()"""
)


def choose_wrong(page: Page, one: Puzzle) -> None:
    """Do anything but the right choice, until the turn is over."""
    while not page.locator("header.top[data-ask=missed]").count():
        version = page.locator("header.top").get_attribute("data-version")
        page.evaluate(OTHER, one.good[0][0])
        expect(page.locator(f"header.top:not([data-version='{version}'])")).to_have_count(1)
        settled(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_puzzle_is_missed_shown_and_solved(chromium: Browser, server: Server, screen: str) -> None:
    problems: list[str] = []
    for game, lang in READERS.items():
        one = puzzles(game)[-1 if screen == "phone" else 0]
        context = chromium.new_context(base_url=server.url, locale=lang, reduced_motion="reduce", **SCREENS[screen])
        context.on("weberror", lambda error: problems.append(str(error.error)))
        page = context.new_page()
        words = texts(lang)
        page.goto(f"/puzzles/{one.name}")
        assert faults(page) == [], game
        choose_wrong(page, one)
        expect(page.locator("#ask")).to_be_focused()  # whoever listens hears what came of it
        assert faults(page) == [], game
        assert barriers(page) == [], game
        page.get_by_role("link", name=words._("Try again"), exact=True).click()
        expect(page.locator("header.top[data-version='0']")).to_have_count(1)
        choose_wrong(page, one)
        page.get_by_role("link", name=words._("Show it"), exact=True).click()
        expect(page.locator(".counter.hinted")).to_have_count(1)
        settled(page)
        assert [fault for fault in faults(page) if not borne(fault)] == [], game
        page.get_by_role("button", name=words._("Do it"), exact=True).click()
        expect(page.locator("header.top[data-ask=solved]")).to_have_count(1)
        page.goto("/puzzles")
        expect(page.locator(".of-game .solved")).to_have_count(0)  # it was shown
        page.goto(f"/puzzles/{one.name}")
        for action in one.good[0]:
            version = page.locator("header.top").get_attribute("data-version")
            page.evaluate("(text) => document.querySelector(`button[form=do-act][value='${text}']`).click()", action)
            expect(page.locator(f"header.top:not([data-version='{version}'])")).to_have_count(1)
        expect(page.locator("header.top[data-ask=solved]")).to_have_count(1)
        settled(page)
        assert faults(page) == [], game
        page.get_by_role("link", name=words._("All puzzles"), exact=True).last.click()
        expect(page.locator(".of-game .solved")).to_have_count(1)
        assert faults(page) == []
        assert barriers(page) == []
        context.close()
    assert problems == []


def test_the_one_of_today_is_on_the_first_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Puzzle of the day").click()
    page.wait_for_url(f"**/puzzles/{today().name}")


def test_what_is_pressed_without_a_connection_is_sent_once_there_is_one(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, locale="en")
    page = context.new_page()
    one = puzzles("new-world")[0]
    page.goto(f"/puzzles/{one.name}")
    context.set_offline(True)
    page.evaluate("(text) => document.querySelector(`button[form=do-act][value='${text}']`).click()", one.good[0][0])
    expect(page.locator("#strip")).to_be_visible()
    context.set_offline(False)
    expect(page.locator("header.top:not([data-version='0'])")).to_have_count(1)
    expect(page.locator("#strip.bad")).to_have_count(0)
    # Out of the browser's own cache nothing is pressed any more, and there is nothing to be asked for.
    page.goto(f"/puzzles/{one.name}")
    context.set_offline(True)
    page.evaluate("(text) => document.querySelector(`button[form=do-act][value='${text}']`).click()", one.good[0][0])
    expect(page.locator("#strip")).to_be_visible()
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(page.locator("#strip.bad")).to_have_count(0)
    page.evaluate("(text) => document.querySelector(`button[form=do-act][value='${text}']`).click()", one.good[0][0])
    expect(page.locator("header.top:not([data-version='0'])")).to_have_count(1)
    context.close()


def test_without_scripts_it_is_solved_too(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, locale="en", java_script_enabled=False)
    page = context.new_page()
    for game in TITLES:
        one = puzzles(game)[0]
        page.goto(f"/puzzles/{one.name}?answer=1")
        page.get_by_role("button", name="Do it", exact=True).click()
        expect(page.locator("#ask")).not_to_be_empty()
        expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()
        page.get_by_role("link", name="Next puzzle").click()
        expect(page.locator("header.top[data-version='0']")).to_have_count(1)
    context.close()


def test_a_page_that_another_release_has_left_behind_begins_anew(page: Page) -> None:
    """What was done there is no longer possible: the puzzle is shown from its beginning, and why."""
    one = puzzles("new-world")[0]
    page.goto(f"/puzzles/{one.name}")
    page.evaluate("() => document.querySelectorAll('input[name=did]').forEach((one) => { one.value = 'claim 9'; })")
    page.evaluate("(text) => document.querySelector(`button[form=do-act][value='${text}']`).click()", one.good[0][0])
    expect(page.locator(".counter.warn")).to_have_count(1)
    expect(page.locator("input[name=did]").first).to_have_value("")
    page.evaluate("(text) => document.querySelector(`button[form=do-act][value='${text}']`).click()", one.good[0][0])
    expect(page.locator("header.top:not([data-version='0'])")).to_have_count(1)
