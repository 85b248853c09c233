"""Accidents: keys that run on, second clicks, buttons that change under the finger, a game ended unasked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import groupby
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from choices import Seen, sensible
from entrepot import Match

from .table import Server, by_number, create, lay, press, reach, send, view

Pages = Callable[..., Page]


@pytest.fixture
def pages(chromium: Browser, server: Server) -> Iterator[Pages]:
    """Pages of other people; their contexts are closed at the end."""
    with ExitStack() as stack:

        def another(**how: Any) -> Page:
            context: BrowserContext = chromium.new_context(base_url=server.url, **{"reduced_motion": "reduce"} | how)
            stack.callback(context.close)
            return context.new_page()

        yield another


def version(page: Page) -> int:
    """The version that a page shows."""
    return int(page.locator("header.top").get_attribute("data-version") or 0)


def shows(page: Page, wanted: int) -> None:
    """Wait until a page shows that version."""
    expect(page.locator("header.top")).to_have_attribute("data-version", str(wanted))


def told(page: Page) -> list[str]:
    """What was said to who listens."""
    lines: list[str] = page.locator("#told p").all_inner_texts()
    return lines


def two(page: Page, other: Page, game: str = "spice-road", **options: bool) -> None:
    """A table of Ida on one page and Bo on the other, which both look at."""
    lay(page, ["me", other], Match.new(game, 2, 3, dict(options)), 3)
    other.goto(page.url)
    expect(other.locator("#ask")).to_contain_text("Ida is choosing")


# -- keys ------------------------------------------------------------------------------------------------------------


def hold(page: Page, key: str, times: int = 40) -> None:
    """A key held down, as the keyboard repeats it, over at least a second."""
    page.evaluate("window.begun = performance.now()")
    while page.evaluate("performance.now() - window.begun") < 1000 or times > 0:
        page.keyboard.down(key)
        times -= 1
    page.keyboard.up(key)


def test_one_held_through_an_upgrade_answers_once(page: Page) -> None:
    create(page, "me", "bot:random")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_contain_text("2 steps left")
    before = version(page)
    hold(page, "1")
    assert version(page) <= before + 1
    seen = view(page)
    assert seen["observation"]["round"] == 1
    assert "rested" not in {event["kind"] for event in seen["events"]}


@pytest.mark.parametrize("game", ["spice-road", "new-world"])
def test_no_number_gives_a_turn_away(page: Page, game: str) -> None:
    """Pressed again and again, as fast as it is taken, a number never rests, stops, skips or does not trade."""
    create(page, "me", "bot:random", game=game)
    rng = Random(2)
    for _ in range(12):
        expect(page.locator("[data-ask]:not([data-ask=''])")).to_have_count(1)
        if page.locator(".choices [data-key='1']:visible").count():
            by_number(page, 1)
        else:
            for digit in "123456789":
                page.keyboard.press(digit)
            press(page, rng)
    keyed = page.locator("[data-key]").evaluate_all("all => all.map(one => one.value)")
    assert not {"rest", "stop", "skip", "x0"} & set(keyed)
    seen = view(page)
    given = {event["kind"] for event in seen["events"] if event["seat"] == 0}
    chosen = [event for event in seen["events"] if event["kind"] == "action" and event["seat"] == 0]
    assert chosen
    assert not [event for event in chosen if event.get("action") in ("stop", "skip", "x0")], given


STRIKE = """([key, code, modifiers]) => {
    window.struck = key + code + Object.keys(modifiers);
    for (const type of ["keydown", "keyup"])
        document.activeElement.dispatchEvent(new KeyboardEvent(type, {key, code, bubbles: true, ...modifiers}));
}"""
Strike = tuple[str, str, dict[str, bool]]
ONE: Strike = ("1", "Digit1", {})


def taken(page: Page, *strikes: Strike) -> str:
    """These keys are struck in turn until one of them is taken: which?"""
    before = version(page)
    page.evaluate("document.addEventListener('submit', () => { window.by ??= window.struck; }, true)")
    while version(page) == before:
        for key, code, modifiers in strikes:
            page.evaluate(STRIKE, [key, code, modifiers])
    assert version(page) == before + 1
    return str(page.evaluate("window.by"))


@pytest.mark.parametrize(
    ("strike", "is_one"),
    [
        (("&", "Digit1", {}), True),  # AZERTY
        (("1", "Digit1", {"shiftKey": True}), True),
        (("1", "Numpad1", {}), True),
        (("End", "Numpad1", {}), False),
        (("!", "Digit1", {"shiftKey": True}), False),  # a US keyboard
        (("1", "Digit1", {"altKey": True}), False),
        (("1", "Digit1", {"ctrlKey": True}), False),
        (("1", "Digit1", {"metaKey": True}), False),
        (("1", "Digit1", {"modifierAltGraph": True}), False),
        (("1", "Digit1", {"repeat": True}), False),
        (("1", "Digit1", {"isComposing": True}), False),
    ],
)
def test_digits_of_any_keyboard(page: Page, strike: Strike, is_one: bool) -> None:
    create(page, "me", "bot:random")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_contain_text("2 steps left")
    if is_one:
        assert taken(page, strike)
    else:
        assert taken(page, strike, ONE) == "1Digit1"


def test_a_number_in_the_menu_is_not_a_choice(page: Page) -> None:
    create(page, "me", "bot:random")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_contain_text("2 steps left")
    before = version(page)
    page.locator(".menu > summary").click()
    page.locator(".menu [data-letters]").focus()
    page.keyboard.press("1")
    page.locator(".menu > summary").click()
    by_number(page, 1)
    assert version(page) == before + 1


def test_enter_held_on_a_card_goes_no_further(page: Page) -> None:
    create(page, "me", "bot:random")
    page.get_by_role("button", name="Upgrade up to 2 steps").focus()
    before = version(page)
    hold(page, "Enter")
    assert version(page) == before + 1
    expect(page.locator("#ask")).to_be_focused()


# -- fingers ---------------------------------------------------------------------------------------------------------


def test_a_double_click_is_one_choice(page: Page) -> None:
    create(page, "me", "bot:random")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_contain_text("2 steps left")
    before = version(page)
    page.locator(".choices [value='up Y']").dblclick()
    shows(page, before + 1)
    expect(page.locator("#ask")).to_contain_text("1 step left")


def test_a_double_click_does_not_answer_the_question_it_opened(page: Page) -> None:
    create(page, "me", "bot:random", game="new-world")
    page.locator("a[href='#sure-turn']").dblclick()
    expect(page.locator("#sure-turn")).to_be_visible()
    assert version(page) == 0


@pytest.mark.parametrize("moment", ["before", "during"])
def test_a_button_that_changes_under_the_finger_is_not_pressed(page: Page, pages: Pages, moment: str) -> None:
    """Bo's hand lies on a merchant; Ida takes it, and another one slides beneath."""
    other = pages()
    two(page, other)
    slot = other.locator("#row-merchants li").first
    slot.hover()
    if moment == "during":
        other.mouse.down()
    send(page, "acquire 1", 0)
    expect(other.locator("#row-merchants [value='acquire 1']")).to_be_visible()
    if moment == "before":
        other.mouse.down()
    other.mouse.up()
    expect(other.locator("#ask")).to_contain_text("Play a card")
    now = view(other)
    assert (now["version"], len(now["observation"]["seats"][1]["hand"])) == (1, 2)


# -- what cannot be taken back ---------------------------------------------------------------------------------------


def test_an_empty_rest_is_asked_first(page: Page) -> None:
    create(page, "me", "bot:random", game="new-world")
    rest = page.locator("a[href='#sure-turn']")
    assert "go" not in (rest.get_attribute("class") or "").split()
    height = page.locator(".counter").evaluate("bar => bar.offsetHeight")
    rest.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="Rest, with nobody to call home?")).to_be_focused()
    assert page.locator(".counter").evaluate("bar => bar.offsetHeight") == height
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(rest).to_be_focused()
    expect(page.locator("#ask")).to_be_visible()
    assert version(page) == 0
    rest.click()
    page.get_by_role("button", name="Rest all the same").click()
    expect(page.locator(".log")).to_contain_text("rested")
    expect(page.locator("#sure-turn")).to_be_hidden()


def test_a_rest_that_brings_something_is_not_asked(page: Page) -> None:
    def at_work(seen: Seen) -> bool:
        if not seen["legal"] or seen["observation"]["decision"]["kind"] != "turn":
            return False
        return "yours" in [cost["why"] for cost in seen["observation"]["costs"].values()]

    reach(page, ["me", "bot:random"], at_work, game="new-world")
    expect(page.locator(".choices [value=rest]")).to_be_visible()
    expect(page.locator("a[href='#sure-turn']")).to_have_count(0)


def test_stopping_before_anything_is_done_is_asked_first(page: Page) -> None:
    create(page, "me", "bot:random")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    page.locator("a[href='#sure-turn']").click()
    expect(page.get_by_role("heading", name="End your turn with nothing done?")).to_be_focused()
    page.get_by_role("button", name="Go back").click()
    page.locator(".choices [value='up Y']").click()
    expect(page.locator("#ask")).to_contain_text("1 step left")
    expect(page.locator(".choices [value='stop']:visible")).to_have_count(1)


def test_a_game_against_bots_is_ended_after_a_question(page: Page) -> None:
    create(page, "me", "bot:random")
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="End the game now").click()
    expect(page.get_by_role("heading", name="End the game now?")).to_be_focused()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#ask")).to_be_visible()
    assert view(page)["result"] is None
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="End the game now").click()
    page.get_by_role("button", name="End the game", exact=True).click()
    expect(page.locator("table.result")).to_be_visible()
    expect(page.locator(".sure")).to_have_count(0)


def test_without_javascript_it_is_asked_too(pages: Pages) -> None:
    page = pages(java_script_enabled=False)
    create_by_form(page)
    rest = page.locator("a[href='#sure-turn']")
    rest.click()
    expect(page.get_by_role("heading", name="Rest, with nobody to call home?")).to_be_visible()
    expect(page.locator("#ask")).to_be_hidden()
    page.get_by_role("button", name="Go back").click()
    expect(page.locator("#ask")).to_be_visible()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="End the game now").click()
    page.get_by_role("button", name="End the game", exact=True).click()
    expect(page.locator("table.result")).to_be_visible()


def create_by_form(page: Page) -> None:
    """A game of A New World against a bot, begun without a script."""
    page.goto("/?game=new-world")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")


# -- a wish to end ---------------------------------------------------------------------------------------------------


def wish(page: Page) -> None:
    """Ask to end the game."""
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="End the game now").click()
    page.get_by_role("button", name="Ask to end it").click()
    expect(page.locator(".ask .also").first).to_contain_text("has not answered yet")


def test_a_wish_to_end_is_asked_in_the_bar(page: Page, pages: Pages, server: Server) -> None:
    other = pages()
    two(page, other, open_claims=True)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="End the game now").click()
    expect(page.locator("#sure-end")).to_contain_text("Bo is asked. Without their consent it goes on.")
    page.get_by_role("button", name="Ask to end it").click()
    expect(other.locator("#ask")).to_have_text("End the game now, scored as it stands?")
    expect(other.locator("#ask")).to_be_focused()
    expect(other.locator(".counter .eyebrow")).to_have_text("Ida asks")
    expect(other.locator(".ask .also").first).to_contain_text("you")
    agree, play_on = (other.get_by_role("button", name=name, exact=True) for name in ("Agree", "Play on"))
    assert agree.get_attribute("class") == play_on.get_attribute("class")
    assert other.locator(".counter [data-key]").count() == 0

    server.stop(kill=True)
    server.start()
    other.reload()
    expect(other.locator("#ask")).to_have_text("End the game now, scored as it stands?")

    play_on.click()
    expect(other.locator("#ask")).to_contain_text("Ida is choosing")
    expect(page.locator(".ask .also").first).to_have_text("Bo would rather play on.")
    expect(page.locator("#told")).to_contain_text("Bo would rather play on.")
    page.locator(".menu > summary").click()
    expect(page.get_by_role("button", name="End the game now")).to_have_count(0)
    page.locator(".menu > summary").click()
    page.locator("#row-merchants [value='acquire 1']").click()
    expect(page.locator(".ask .also:visible")).to_have_count(0)

    expect(other.locator("#ask")).to_contain_text("Play a card")
    wish(other)
    page.get_by_role("button", name="Agree").click()
    for each in (page, other):
        expect(each.locator("table.result")).to_be_visible()


def test_points_that_are_secret_are_not_told(page: Page, pages: Pages) -> None:
    other = pages()
    two(page, other)
    wish(page)
    expect(other.locator("#ask")).to_have_text("End the game now, scored as it stands?")
    expect(other.locator(".ask .also:visible")).to_have_count(0)


def test_a_decision_under_way_is_made_first(page: Page, pages: Pages) -> None:
    other = pages()
    two(page, other)
    page.locator("[value='play up2']").click()
    expect(page.locator("#ask")).to_contain_text("2 steps left")
    wish(other)
    expect(page.locator(".menu p").last).to_have_text("Bo asks to end the game now.")
    expect(page.locator("#ask")).to_contain_text("2 steps left")
    for left in (1, 0):
        page.locator(".choices [value='up Y']").click()
        expect(page.locator("#ask")).to_contain_text(f"{left} step left" if left else "End the game now")


def test_a_wish_is_taken_back(page: Page, pages: Pages) -> None:
    other = pages()
    two(page, other)
    wish(page)
    expect(other.get_by_role("button", name="Agree")).to_be_visible()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Play on after all").click()
    expect(other.get_by_role("button", name="Agree")).to_have_count(0)
    expect(page.locator(".ask .also:visible")).to_have_count(0)


# -- where the reader is, and who listens ----------------------------------------------------------------------------


def test_a_push_leaves_the_focus_and_the_selection(page: Page, pages: Pages) -> None:
    other = pages()
    two(page, other)
    send(page, "acquire 1", 0)
    shows(other, 1)
    other.locator("#ask").focus()
    send(other, "acquire 1", 1)
    shows(other, 2)

    log = other.locator(".log ol")
    log.focus()
    send(page, "play up2", 2)
    shows(other, 3)
    expect(log).to_be_focused()
    send(page, "up Y", 3)
    send(page, "up Y", 4)
    expect(other.locator("#ask")).to_contain_text("Play a card")
    expect(log).to_be_focused()
    expect(other.locator("#told")).to_contain_text("Play a card")

    send(other, "play YY", 5)
    shows(other, 6)
    other.locator("#ask").focus()
    other.evaluate("getSelection().selectAllChildren(document.querySelector('.log .round'))")
    chosen = other.evaluate("String(getSelection())")
    assert chosen
    send(page, "rest", 6)
    expect(other.locator("#ask")).to_contain_text("Play a card")
    assert other.evaluate("String(getSelection())") == chosen


def test_the_menu_and_a_field_keep_the_focus(page: Page, pages: Pages) -> None:
    other = pages()
    two(page, other)
    other.locator(".menu > summary").click()
    other.locator(".menu [data-letters]").focus()
    send(page, "acquire 1", 0)
    expect(other.locator("#ask")).to_contain_text("Play a card")
    expect(other.locator(".menu [data-letters]")).to_be_focused()
    expect(other.locator(".menu > .sheet")).to_be_visible()


def test_a_new_question_of_ones_own_takes_the_focus(page: Page, pages: Pages) -> None:
    other = pages()
    two(page, other)
    other.locator(".mark").focus()
    send(page, "play up2", 0)
    shows(other, 1)
    expect(other.locator(".mark")).to_be_focused()
    send(page, "up Y", 1)
    send(page, "up Y", 2)
    expect(other.locator("#ask")).to_contain_text("Play a card")
    expect(other.locator("#ask")).to_be_focused()


def test_each_move_of_the_others_is_said_once_and_in_order(page: Page, pages: Pages) -> None:
    other = pages()
    lay(page, ["me", other, other], Match.new("spice-road", 3, 3), 3)
    assert told(page) == []
    assert page.locator("#ask[aria-live]").count() == 0
    page.locator(".log ol").focus()
    send(page, "acquire 1", 0)
    shows(page, 1)
    other.goto(page.url)
    for action in ("play up2", "up Y", "up Y"):
        seen = view(other)
        if seen["hand_over"] is not None:
            other.request.post(f"{other.url}/hand-over", form={"seat": str(seen["hand_over"])})
        send(other, action, view(other)["version"])
        shows(page, view(other)["version"])
    other.request.post(f"{other.url}/hand-over", form={"seat": "2"})
    send(other, "acquire 1", view(other)["version"])
    expect(page.locator("#told p")).to_have_count(3)
    lines = told(page)
    assert lines[0].startswith("Bo played a card: upgrade up to 2 steps. Bo upgraded yellow to red.")
    assert lines[1].startswith("Cleo took merchant 1")
    assert lines[2] == "Play a card, take a merchant, claim points, or rest."
    assert "Ida" not in " ".join(lines)
    page.reload()
    expect(page.locator("#ask")).to_contain_text("Play a card")
    assert told(page) == []


def test_several_moves_in_one_are_said_in_order(page: Page) -> None:
    create(page, "me", "bot:random", "bot:random", "bot:random", game="new-world")
    rng = Random(4)
    while (seen := view(page))["observation"]["round"] < 4 or not seen["legal"]:
        if seen["legal"]:
            shows(page, seen["version"])
            send(page, sensible(seen, rng), seen["version"])
    shows(page, seen["version"])
    names = [seat["name"] for seat in seen["seats"][1:]]
    moves = page.locator("#told p").filter(has_text=re.compile(rf"^({'|'.join(names)}) "))
    expect(moves.filter(has_text=re.compile(rf"^{names[-1]} "))).to_have_count(3)
    assert [name for name, _ in groupby(line.split()[0] for line in moves.all_text_contents())] == names * 3


def test_the_hand_over_has_no_number(page: Page) -> None:
    create(page, "me", "local")
    page.locator("#row-merchants [value='acquire 1']").click()
    expect(page.locator("[form=do-hand-over]")).to_have_count(1)
    assert page.locator("[form=do-hand-over][data-key]").count() == 0
