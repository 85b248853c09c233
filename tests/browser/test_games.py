"""Whole games by clicking."""

from __future__ import annotations

import re
import time
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from choices import Seen, to_a_return_aside

from .table import Server, create, press, reach, view


def sailing(seen: Seen) -> bool:
    """Seat 0 is about to sail to where a full ship lies."""
    return bool(seen["legal"]) and seen["observation"]["decision"]["kind"] == "sail"


TITLES = {
    "spice-road": "Spice Road",
    "new-world": "A New World",
    "east-west-1": "From East to West I",
    "east-west-2": "From East to West II",
    "east-west-3": "From East to West III",
}


@pytest.mark.parametrize(("game", "title"), TITLES.items(), ids=TITLES)
def test_a_whole_game_against_greedy(page: Page, game: str, title: str) -> None:
    create(page, "me", "bot:greedy", game=game)
    rng = Random(5)
    end = time.monotonic() + 300
    again = page.get_by_role("button", name="Play again")
    choice = page.locator("button[form=do-act]")
    while time.monotonic() < end:
        expect(again.or_(choice.first)).to_be_visible()
        if again.is_visible():
            break
        press(page, rng)
    expect(page.locator("h1")).to_have_text(title)
    expect(page.locator("#ask")).to_contain_text("win")
    expect(page.locator("table.result tfoot td").first).not_to_be_empty()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").first.click()
    assert download.value.suggested_filename.endswith(".json")
    finished = page.url
    again.click()
    expect(page.locator("h1")).to_have_text(title)
    page.wait_for_function("url => location.href !== url", arg=finished)


@pytest.mark.parametrize("game", ["east-west-2", "east-west-3"])
def test_who_is_paid_too_much_gives_back_on_another_device(
    chromium: Browser, server: Server, page: Page, game: str
) -> None:
    """In the turn of somebody else, who waits and sees for whom, and who then cannot undo any more (W2-8)."""
    other = chromium.new_context(base_url=server.url, reduced_motion="reduce").new_page()
    reach(page, ["me", other], sailing, to_a_return_aside, game)
    other.goto(page.url)
    target = view(page)["observation"]["seats"][1]["ship"]
    page.locator(f".chart [value='sail {target}']").click()
    expect(page.locator(".eyebrow").first).to_have_text("Your turn waits")
    expect(page.locator("#ask")).to_have_text("Bo returns 1 cube, then your turn ends.")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(page.locator("button[form=do-act]")).to_have_count(0)
    expect(other.locator(".eyebrow").first).to_have_text("In the turn of Ida")
    expect(other).to_have_title(re.compile("^Return cubes ·"))
    expect(other.get_by_role("button", name="Undo")).to_be_disabled()
    given = other.locator(".choices button[value^=return]").first
    expect(given).to_be_visible()
    given.click()
    expect(other).to_have_title(re.compile("^Your turn ·"))
    expect(other.locator(".trace, .was").first).to_be_attached()
    expect(page.locator("#ask")).to_have_text("Bo is choosing.")
    expect(page.locator(".log li.fresh").first).to_contain_text("returned")
    other.context.close()


def test_two_browsers_with_a_reload_and_a_restart(chromium: Browser, server: Server) -> None:
    contexts = [chromium.new_context(base_url=server.url, reduced_motion="reduce") for _ in range(2)]
    host, guest = (context.new_page() for context in contexts)
    create(host, "me", "link")
    link = host.get_by_label("Invitation to seat 2").input_value()
    guest.goto(link)
    guest.get_by_label("Your name, shown to the others").fill("Bo")
    guest.get_by_role("button", name="Take the seat").click()
    guest.wait_for_url("**/t/*")
    rng = Random(3)

    def mover() -> Page:
        end = time.monotonic() + 15
        while time.monotonic() < end:
            for page in (host, guest):
                if page.locator("button[form=do-act]").count():
                    return page
        raise AssertionError("nobody can move")

    def play(turns: int) -> None:
        for _ in range(turns):
            press(mover(), rng)

    expect(host.locator("button[form=do-act]").first).to_be_visible()
    play(12)
    expect(guest.locator("header.top")).to_have_attribute("data-version", str(view(host)["version"]))
    shown = guest.locator("#row-merchants").inner_text()
    guest.reload()
    assert guest.locator("#row-merchants").inner_text() == shown

    server.stop(kill=True)
    server.start()
    host.reload()
    play(1)
    # The guest has not reloaded: the stream finds the new server by itself.
    version = str(view(host)["version"])
    expect(guest.locator("header.top")).to_have_attribute("data-version", version, timeout=15_000)
    play(12)
    while view(host)["observation"]["decision"]["kind"] != "turn":  # nobody is asked in the middle of what they do
        play(1)

    for page in (host, guest):
        if page is host:
            page.locator(".menu > summary").click()
            page.get_by_role("button", name="End the game now").click()
            page.get_by_role("button", name="Ask to end it").click()
        else:
            page.get_by_role("button", name="Agree").click()
    for page in (host, guest):
        expect(page.locator("table.result")).to_be_visible()
        expect(page.locator(".eyebrow").first).to_contain_text("ended early")
    for context in contexts:
        context.close()
