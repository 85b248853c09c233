"""What does it mean: everything on a table can be asked about, and asking plays nothing; rules open beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .table import CHOICES, Server, lay, played, reach, send, view

GAMES = ["spice-road", "new-world", "east-west-1", "east-west-2", "east-west-3"]


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Iterator[Page]:
    """A page on a phone."""
    context = chromium.new_context(
        base_url=server.url,
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def my_turn(seen: dict[str, Any], after: int = 4) -> bool:
    """It is the turn of the first seat, some rounds into the game."""
    position = seen.get("observation")
    return position is not None and position["decision"]["kind"] == "turn" and position["round"] > after


def at_table(page: Page, game: str = "spice-road") -> Locator:
    """A turn of mine in a game; what tells meanings."""
    reach(page, ["me", "bot:random"], my_turn, game=game)
    expect(page.get_by_role("button", name="What does it mean?")).to_be_visible()
    return page.locator("#meaning")


def untouched(page: Page) -> Any:
    """The table has not changed since this was called."""
    before = view(page)["version"]
    return lambda: view(page)["version"] == before


def question(page: Page) -> Locator:
    return page.get_by_role("button", name="What does it mean?")


def test_the_question_mark_asks_instead_of_playing(page: Page) -> None:
    meaning = at_table(page)
    unplayed = untouched(page)
    card = page.locator(".card.can").first
    question(page).click()
    expect(question(page)).to_have_attribute("aria-pressed", "true")
    card.click()
    expect(meaning).to_be_visible()
    expect(meaning.get_by_role("heading")).not_to_be_empty()
    expect(question(page)).to_have_attribute("aria-pressed", "false")
    assert unplayed()
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    expect(card).to_be_focused()
    version = page.locator("header.top").get_attribute("data-version") or ""
    card.click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
    expect(meaning).to_be_hidden()


def test_while_asking_no_key_plays_and_escape_ends_it(page: Page) -> None:
    meaning = at_table(page)
    unplayed = untouched(page)
    question(page).click()
    page.locator(".card.can").first.focus()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(meaning).to_be_visible()
    page.keyboard.press("Escape")
    expect(meaning).to_be_hidden()
    question(page).click()
    page.locator(".lane6 h2").first.click()
    expect(question(page)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(question(page)).to_have_attribute("aria-pressed", "false")
    assert unplayed()


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_played_says_why_at_once(page: Page, game: str) -> None:
    meaning = at_table(page, game)
    unplayed = untouched(page)
    thing = page.locator(":is(.card, .loc, .fort, .mk).cannot").first
    reason = thing.locator(".sr").first.text_content() or ""
    thing.click()
    expect(meaning).to_be_visible()
    expect(meaning.locator("[data-here]")).to_have_text(reason)
    expect(meaning).to_have_attribute("role", "dialog")
    expect(meaning).to_be_focused()
    assert unplayed()
    meaning.get_by_role("button", name="Close").click()
    expect(meaning).to_be_hidden()
    thing.click()
    page.locator("header.top h1").click()
    expect(meaning).to_be_hidden()


def test_undo_says_why_it_cannot(page: Page) -> None:
    meaning = at_table(page)
    page.get_by_role("button", name="Undo").click(force=True)
    expect(meaning).to_contain_text("The turn has ended")


def test_a_long_press_asks_and_does_not_play(page: Page) -> None:
    meaning = at_table(page)
    unplayed = untouched(page)
    box = page.locator(".card.can").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 60)
    page.mouse.down()
    expect(meaning).to_be_visible()
    page.mouse.up()
    expect(meaning).to_be_visible()
    assert unplayed()


def test_a_long_touch_asks_and_does_not_play(phone: Page) -> None:
    meaning = at_table(phone)
    unplayed = untouched(phone)
    card = phone.locator("#row-merchants .card.can").first
    card.evaluate("card => card.scrollIntoView({block: 'center'})")
    box = card.bounding_box()
    assert box is not None
    hand = phone.context.new_cdp_session(phone)
    touch = [{"x": box["x"] + 20, "y": box["y"] + 60}]
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    expect(meaning).to_be_visible()
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(meaning).to_be_visible()
    assert unplayed()
    before = phone.locator("header.top").get_attribute("data-version") or ""
    card.tap()
    expect(meaning).to_be_hidden()
    expect(phone.locator("header.top")).not_to_have_attribute("data-version", before)


def test_keys_reach_what_cannot_be_played_and_ask_about_what_can(page: Page) -> None:
    meaning = at_table(page)
    unplayed = untouched(page)
    point = page.locator("#row-points [data-what=point]:not(button)").first
    point.focus()
    page.keyboard.press("ArrowRight")
    there = page.locator("#row-points [data-what]:focus")
    expect(there).to_have_count(1)
    expect(point).not_to_be_focused()
    page.keyboard.press("Enter")
    expect(meaning).to_be_visible()
    expect(meaning).to_be_focused()
    page.keyboard.press("Escape")
    expect(there).to_have_count(1)
    card = page.locator(".card.can").first
    card.focus()
    page.keyboard.press("?")
    expect(meaning).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    assert unplayed()
    stops = page.evaluate("document.querySelectorAll('#table [data-what][tabindex=\"0\"]').length")
    assert 3 < stops < 15


def test_parts_of_a_thing_can_be_asked_about_from_its_meaning(page: Page) -> None:
    meaning = at_table(page)
    page.locator("#row-points .card").first.focus()
    page.keyboard.press("?")
    meaning.get_by_role("button", name="gold coin").click()
    expect(meaning.get_by_role("heading")).to_have_text("gold coin")


def test_the_next_decision_closes_a_meaning(page: Page) -> None:
    reach(page, ["me", "local"], my_turn)
    page.locator(".card.cannot").first.click()
    meaning = page.locator("#meaning")
    expect(meaning).to_be_visible()
    seen = view(page)
    send(page, next(text for text in seen["legal"] if text.startswith(("play", "rest", "acquire 1"))), seen["version"])
    expect(meaning).to_be_hidden()


@pytest.mark.parametrize("size", [(1366, 768), (1366, 625)])
@pytest.mark.parametrize("game", ["spice-road", "new-world", "east-west-3"])
def test_a_meaning_lies_in_the_window_and_never_over_the_choices(page: Page, game: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    meaning = at_table(page, game)
    things = page.locator("#table [data-what]")
    told = 0
    for index in range(0, things.count(), 7):
        thing = things.nth(index)
        if not thing.is_visible() or not thing.evaluate("one => one.tabIndex >= 0"):
            continue
        thing.focus()
        page.keyboard.press("?")
        expect(meaning).to_be_visible()
        box, choices = meaning.bounding_box(), page.locator(".counter > .choices").bounding_box()
        assert box is not None
        assert choices is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= size[0] + 1
        assert box["y"] + box["height"] <= size[1] + 1
        apart = (
            box["x"] + box["width"] <= choices["x"] or choices["x"] + choices["width"] <= box["x"]
            or box["y"] + box["height"] <= choices["y"] or choices["y"] + choices["height"] <= box["y"]
        )  # fmt: skip
        assert apart, thing.get_attribute("data-what")
        page.keyboard.press("Escape")
        told += 1
    assert told > 1


def test_on_a_phone_a_meaning_takes_the_place_of_the_question(phone: Page) -> None:
    meaning = at_table(phone, "new-world")
    unplayed = untouched(phone)
    size = question(phone).bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    thing = phone.locator(".loc.cannot, .fort.cannot").first
    thing.tap()
    expect(meaning).to_be_visible()
    expect(meaning).to_have_attribute("role", "status")
    expect(phone.locator(".counter > #meaning")).to_have_count(1)
    expect(phone.locator("#ask")).to_be_hidden()
    bar = phone.locator(".counter").bounding_box()
    assert bar is not None
    assert bar["height"] <= 0.45 * 740
    assert unplayed()
    meaning.get_by_role("button", name="Close").tap()
    expect(phone.locator("#ask")).to_be_visible()


def test_on_a_phone_no_connection_goes_before_a_meaning(phone: Page) -> None:
    meaning = at_table(phone)
    phone.locator(".card.cannot").first.tap()
    expect(meaning).to_be_visible()
    phone.context.set_offline(True)
    expect(phone.locator("#strip")).to_be_visible(timeout=30_000)
    expect(meaning).to_be_hidden()
    phone.context.set_offline(False)


def test_rules_open_beside_the_table_at_the_rule(page: Page) -> None:
    meaning = at_table(page, "new-world")
    rules = page.locator("#rules")
    thing = page.locator(".claims [data-what]").first
    if not thing.count():
        thing = page.locator(".loc.cannot, .fort.cannot").first
    thing.click()
    link = meaning.get_by_role("link")
    wanted = (link.text_content() or "").partition(": ")[2]
    link.click()
    expect(rules).to_be_visible()
    expect(meaning).to_be_hidden()
    expect(rules.locator("[data-asked]")).to_have_text(wanted)
    expect(rules.locator("[data-asked]")).to_be_focused()
    expect(rules.locator("[data-asked]")).to_be_in_viewport()
    page.get_by_role("button", name="Rest").first.click()
    expect(rules).to_be_visible()
    rules.get_by_role("button", name="Close the rules").click()
    expect(rules).to_be_hidden()


def test_the_book_opens_the_rules_and_escape_returns_to_it(page: Page) -> None:
    at_table(page, "east-west-2")
    book = page.locator(".tools").get_by_role("link", name="Rules of the game").first
    book.click()
    rules = page.locator("#rules")
    expect(rules.get_by_role("heading", name="From East to West II in five minutes")).to_be_focused()
    rules.get_by_role("link", name="A New World", exact=True).click()
    expect(rules.get_by_role("heading", name="A New World in five minutes")).to_be_visible()
    assert "/t/" in page.url
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(book).to_be_focused()


def test_on_a_phone_the_rules_are_a_sheet_over_the_page(phone: Page) -> None:
    at_table(phone)
    phone.locator(".menu summary").tap()
    phone.locator(".menu").get_by_role("link", name="Rules of the game").tap()
    rules = phone.locator("#rules")
    expect(rules).to_be_visible()
    expect(rules).to_have_attribute("aria-modal", "true")
    box = rules.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (360, 740)
    assert phone.evaluate("document.getElementById('table').inert")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    rules.get_by_role("button", name="Close the rules").tap()
    expect(rules).to_be_hidden()
    assert not phone.evaluate("document.getElementById('table').inert")
    expect(phone.locator(".menu summary")).to_be_focused()


def test_a_line_of_the_log_points_at_its_place(page: Page) -> None:
    match = played("east-west-2", 2, 3, sailed, CHOICES["outpost"])
    assert match is not None
    lay(page, ["me", "bot:random"], match, 3)
    deed = page.locator(".log .deed[data-at*=',']").first
    place = deed.get_attribute("data-at")
    deed.hover()
    expect(page.locator(f"[data-place='{place}']")).to_have_attribute("data-pointed", "")
    page.locator("header.top h1").hover()
    expect(page.locator("[data-pointed]")).to_have_count(0)
    entry = page.locator(".ports [data-at]").first
    entry.focus()
    expect(page.locator(f"[data-place='{entry.get_attribute('data-at')}']")).to_have_attribute("data-pointed", "")


def sailed(seen: dict[str, Any]) -> bool:
    """A ship has just arrived."""
    return any(event["kind"] == "sailed" for event in seen.get("events", []))


def test_without_a_script_the_rules_are_a_window_of_their_own(chromium: Browser, server: Server, page: Page) -> None:
    at_table(page)
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    bare = context.new_page()
    bare.goto(page.url)
    expect(bare.locator("#ask-what")).to_be_hidden()
    book = bare.locator(".tools a[href='/rules/spice-road']").first
    expect(book).to_have_attribute("target", "_blank")
    with context.expect_page() as opened:
        book.click()
    expect(opened.value.get_by_role("heading", name="What you see on the table")).to_be_visible()
    context.close()
