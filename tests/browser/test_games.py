"""Whole games by clicking."""

from __future__ import annotations

import time
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from .table import Server, create, press, view

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("game", "title"), [("spice-road", "Spice Road"), ("new-world", "A New World")])
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

    for page in (host, guest):
        page.locator(".menu > summary").click()
        page.get_by_role("button", name="End the game now").click()
    for page in (host, guest):
        expect(page.locator("table.result")).to_be_visible()
        expect(page.locator(".eyebrow").first).to_contain_text("ended early")
    for context in contexts:
        context.close()
