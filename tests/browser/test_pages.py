"""What every page promises: no barriers, keyboard, safe names, secrets kept, no scrolling on a laptop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from .table import Server, advance, create, hoard, reach, sensible, view

pytestmark = pytest.mark.browser

NASTY = "<script>alert(1)</script>\"'&{x}"
SCREENS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1366, "height": 768}},
    "dark": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}},
    "phone-dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
}


def kind(name: str) -> Callable[[dict[str, Any]], bool]:
    """Whether the reader is asked for a decision of that kind."""
    return lambda seen: bool(seen["legal"]) and seen["observation"]["decision"]["kind"] == name


def over(seen: dict[str, Any]) -> bool:
    """Whether the game is over."""
    return seen["result"] is not None


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(chromium: Browser, server: Server, screen: str) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **SCREENS[screen])
    page = context.new_page()
    found: list[str] = []

    def check(state: str) -> None:
        results = Axe().run(page)
        if results.violations_count:
            found.append(f"{state}: {results.generate_report()}")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= SCREENS[screen]["viewport"]["width"], state

    page.goto("/")
    check("start")
    page.locator("details.table-rules > summary").click()
    check("table rules")
    page.goto("/rules/spice-road")
    check("rules")
    page.goto("/t/nothing")
    check("message")
    create(page, "me", "link")
    check("waiting")
    invitation = page.locator("[data-link]").get_attribute("data-link") or ""
    friend = chromium.new_context(base_url=server.url, **SCREENS[screen])
    joining = friend.new_page()
    joining.goto(invitation)
    results = Axe().run(joining)
    if results.violations_count:
        found.append(f"join: {results.generate_report()}")
    friend.close()
    create(page, "me", "local")
    check("hand-over or turn")
    for decision in ("turn", "pay", "upgrade", "times", "return"):
        reach(page, ["me", "bot:random", "bot:random"], kind(decision), hoard if decision == "return" else sensible)
        check(decision)
    page.locator(".menu > summary").click()
    check("menu")
    advance(page, over)
    check("over")
    context.close()
    assert found == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_screen_without_scrolling(page: Page, players: int) -> None:
    for decision in ("turn", "pay", "return"):
        company = ["me", *["bot:greedy"] * (players - 1)]
        reach(page, company, kind(decision), hoard if decision == "return" else sensible)
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= 768, decision
        for part in ("#row-points", "#row-merchants", ".counter", ".own", ".log"):
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 768
    page.set_viewport_size({"width": 360, "height": 740})
    bar = page.locator(".counter").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == pytest.approx(740, abs=1)


def test_keyboard_alone(page: Page) -> None:
    create(page, "me", "bot:greedy")
    moves = 0
    while moves < 10:
        expect(page.locator("button[form=do-act]").first).to_be_visible()
        version = page.locator("header.top").get_attribute("data-version") or ""
        if page.locator(".choices [data-key='1']").count():
            page.keyboard.press("1")
        else:
            # From the question on, Tab reaches every card that can be chosen.
            page.locator("#ask").focus()
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.name") == "action":
                    break
            page.keyboard.press("Enter")
        expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
        expect(page.locator("#ask")).to_be_focused()
        moves += 1


def test_undo_says_why_not(page: Page) -> None:
    create(page, "me", "bot:greedy")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    expect(undo).to_have_accessible_description("There is nothing to take back yet.")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_have_text("Upgrade a cube: 2 steps left.")
    undo.click()
    expect(page.locator("#ask")).to_have_text("Play a card, take a merchant, claim points, or rest.")


def test_payment_by_the_cheapest(page: Page) -> None:
    reach(page, ["me", "bot:greedy"], lambda seen: kind("pay")(seen) and seen["observation"]["decision"]["slot"] > 2)
    expect(page.locator(".lane6 .target")).to_have_count(1)
    version = page.locator("header.top").get_attribute("data-version") or ""
    page.get_by_role("button", name="Pay with the cheapest").click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
    expect(page.locator(".counter.warn")).to_have_count(0)
    expect(page.locator(".lane6 .target")).to_have_count(0)


def test_a_stale_choice_is_refused_in_the_bar(page: Page) -> None:
    create(page, "me", "bot:greedy")
    page.locator("#do-act [name=version]").evaluate("field => { field.value = '999'; }")
    page.locator("button[form=do-act]").first.click()
    expect(page.locator(".counter.warn #ask")).to_have_text("The table has moved on since. Look again and choose.")
    expect(page.locator("button[form=do-act]").first).to_be_visible()


def test_names_are_shown_as_text(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a name ran as a script: {dialog.message}"))
    create(page, "me", "local", names=(NASTY, NASTY))
    expect(page.locator("h2, h3", has_text="<script>alert(1)</script>").first).to_be_visible()
    assert page.locator("#table script").count() == 0
    page.goto("/")
    expect(page.locator(".yours")).to_contain_text("Your turn")


def test_hand_over_keeps_secrets(page: Page) -> None:
    create(page, "me", "local")

    def claimed(seen: dict[str, Any]) -> bool:
        return seen["hand_over"] is not None and any(seat["claimed"] for seat in seen["observation"]["seats"])

    advance(page, claimed)
    seen = view(page)
    assert all(isinstance(seat["claimed"], int) for seat in seen["observation"]["seats"])
    expect(page.locator("#ask")).to_contain_text("Pass the screen to")
    expect(page.locator(".own .facts")).not_to_contain_text("points")
    assert page.locator("button[form=do-act]").count() == 0
    page.locator("button[form=do-hand-over]").click()
    expect(page.locator("button[form=do-act]").first).to_be_visible()
    expect(page.locator(".own .facts")).to_contain_text("point")


def test_without_javascript(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.locator("#name1").fill("Ida")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_have_text("Upgrade a cube: 2 steps left.")
    context.close()
