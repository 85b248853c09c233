"""A first game with a guide, as it is seen: one place pointed at, a bar that keeps its room, keys and readers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from entrepot.games import TITLES
from entrepot.i18n import texts
from entrepot.web.lessons import LESSONS

from .measure import barriers, faults
from .table import Server

SCREENS: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
READERS = dict(zip(TITLES, ["pl", "fr", "nl", "it", "en"], strict=True))

POINTED = """() => {
  const { place, tag } = document.querySelector('#table .counter').dataset;
  const things = place ? [...document.querySelectorAll('#table ' + place)]
    .filter((one) => one.getClientRects().length) : [];
  const bar = document.querySelector('.counter').getBoundingClientRect(), narrow = bar.bottom >= innerHeight - 1;
  return { place, tag, bar: bar.height / innerHeight, narrow,
    words: [...document.querySelectorAll('.pointer')].map((one) => one.textContent.trim()),
    things: things.map((one) => {
      const box = one.getBoundingClientRect(), style = getComputedStyle(one);
      return { ring: style.outlineStyle + parseFloat(style.outlineWidth), told: one.getAttribute('aria-describedby'),
        seen: !narrow || Boolean(one.closest('.counter')) || (box.top < bar.top && box.bottom > 0) };
    }),
    bright: [...document.querySelectorAll('.choices > :is(.go, .opt)')].filter((one) => one.getClientRects().length)
      .map((one) => one.value || one.textContent.trim()),
    hidden: [...document.querySelectorAll('.choices > .btn')].filter((one) => one.getBoundingClientRect().bottom
      > one.parentElement.getBoundingClientRect().bottom + 1).map((one) => one.textContent.trim()),
    cut: [...document.querySelectorAll('.counter :is(h2, .btn)')].filter((one) => one.getClientRects().length)
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().bottom > innerHeight)
      .map((one) => one.textContent.trim()) };
}"""


@pytest.mark.parametrize("screen", SCREENS)
def test_every_step_points_at_what_it_says(chromium: Browser, server: Server, screen: str) -> None:
    for game, lang in READERS.items():
        context = chromium.new_context(base_url=server.url, locale=lang, reduced_motion="reduce", **SCREENS[screen])
        page = context.new_page()
        words = texts(lang)
        page.goto(f"/?game={game}")
        page.get_by_role("button", name=words._("New here? Learn by playing")).click()
        steps = LESSONS[game].steps
        for number, step in enumerate(steps, 1):
            expect(page.locator(".counter")).to_have_attribute("data-guide", str(number))
            page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
            place = page.locator(".counter").get_attribute("data-place")
            if place:
                expect(page.locator(f"#table {place}").first).to_have_attribute("aria-describedby", "by-guide")
            seen = page.evaluate(POINTED)
            assert seen["tag"] == words._(step.tag), (game, number)
            assert seen["cut"] == [], (game, number)
            assert seen["hidden"] == [], (game, number)
            # what shines is what the guide says: Next, or a deed; Rest only where it points at that
            shines = [one for one in seen["bright"] if one != "rest" or "=rest]" not in seen["place"]]
            assert shines == ([] if step.until else [str(number + 1)]), (game, number)
            assert faults(page, ".chart") == [], (game, number)
            assert not seen["narrow"] or seen["bar"] <= 0.36, (game, number, seen["bar"])
            if seen["place"]:
                assert seen["things"], (game, number, seen["place"])
                assert seen["things"][0]["ring"] == "solid3", (game, number)
                assert seen["things"][0]["seen"], (game, number)
                assert seen["words"] in ([], [words._(step.tag)])
            if number == 1:
                assert barriers(page) == []
            page.locator(f"[form=do-guide][value='{number + 1}']").click()
        expect(page.locator(".guided, .pointer")).to_have_count(0)
        context.close()


def test_keys_lead_through_a_lesson(page: Page) -> None:
    """The line is the question: it takes the focus when it is new, and the deed is done with the keys of a table."""
    page.goto("/?game=spice-road")
    page.get_by_role("button", name="New here? Learn by playing").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")  # and its scripts: before that a press is a form like any other
    ask = page.locator("#ask")
    expect(ask).to_contain_text("Choose a goal")
    page.get_by_role("button", name="Next", exact=True).focus()
    page.keyboard.press("Enter")
    expect(ask).to_contain_text("still lacks")
    expect(ask).to_be_focused()
    card = page.locator("#your-hand [value='play YY']")
    expect(card).to_have_attribute("aria-describedby", "by-guide")
    expect(card.locator(".pointer")).to_have_count(1)
    card.focus()
    page.keyboard.press("Enter")
    expect(ask).to_contain_text("Merchants turn one colour into another")
    page.get_by_role("button", name="Leave the guide").click()
    expect(page.locator(".guided")).to_have_count(0)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Guide: go on").click()
    expect(ask).to_contain_text("Merchants turn one colour into another")


def test_without_scripts(chromium: Browser, server: Server) -> None:
    """The ring and the line are there, and Next leads on."""
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/?game=new-world")
    page.get_by_role("button", name="New here? Learn by playing").click()
    expect(page.locator("#ask")).to_contain_text("Forts hold the points")
    expect(page.locator("[data-place='A1.1'].fort")).to_have_css("outline-width", "3px")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator("#ask")).to_contain_text("Settlers work at one place a turn")
    context.close()
