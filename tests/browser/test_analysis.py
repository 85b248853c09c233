"""What would have been better: asked for, waited for, looked at; on a phone, with five seats, without scripts."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from choices import sensible
from entrepot import Match, games
from entrepot.i18n import languages

from .measure import PHONE, WINDOWS, barriers, faults
from .table import Server
from .test_replay import at, begun

LONG = 120_000  # milliseconds that an analysis may take on a machine that is busy with other work


def record(folder: Path, game: str = "spice-road", players: int = 2, most: int = 14) -> Path:
    """The file of a game that broke off."""
    match, rng = Match.new(game, players, seed=4), Random(4)
    for _ in range(most):
        legal = [str(action) for action in match.legal_actions()]
        match.play(sensible({"legal": legal, "observation": match.observe(match.seat).position}, rng))
    match.record().save(folder / "game.json")
    return folder / "game.json"


def opened(page: Page, file: Path) -> None:
    page.goto("/replay")
    page.locator("#file").set_input_files(file)
    page.get_by_role("button", name="Look back").click()
    page.locator("#costly button.btn").click()
    page.wait_for_url("**/r/*")


def analysed(page: Page) -> None:
    page.locator("#costly form button").click()
    expect(page.locator("#costly")).to_have_attribute("data-state", "done", timeout=LONG)


def test_it_is_asked_for_and_comes_while_one_looks_on(page: Page, tmp_path: Path) -> None:
    opened(page, record(tmp_path, most=30))
    begun(page)
    page.keyboard.press("ArrowRight")
    page.locator("#costly form button").click()
    expect(page.locator("#costly [role=status]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    at(page, 2)
    expect(page.locator("#costly progress")).to_be_visible(timeout=LONG)
    expect(page.locator("#costly")).to_have_attribute("data-state", "done", timeout=LONG)
    at(page, 2)  # nobody is led away
    assert page.locator("#plots h3").first.inner_text().startswith("Chances to win")
    worst = page.locator("#costly li").first
    said = worst.locator(".do-it").inner_text().replace("Better:", "").strip()
    worst.locator("a").click()
    expect(page.locator(".counter .better b")).to_have_text(said)
    expect(worst).to_have_class("seat-1 fresh") if "seat-1" in (worst.get_attribute("class") or "") else None
    assert page.locator("#plots .ring").count() == page.locator("#costly .do-it").count()
    page.get_by_role("button", name="Turns", exact=True).click()
    expect(page.locator("#h-log")).to_be_focused()
    expect(page.locator("#costly")).to_be_hidden()
    page.reload()
    expect(page.locator("#costly")).to_be_hidden()
    page.get_by_role("button", name="Costliest turns").click()
    expect(page.locator("#costly")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize("game", games())
def test_there_is_room_for_it_everywhere(chromium: Browser, server: Server, tmp_path: Path, game: str) -> None:
    number = games().index(game)
    file = record(tmp_path, game, 2 + number % 3)
    context = chromium.new_context(base_url=server.url, **WINDOWS["laptop"])
    page = context.new_page()
    opened(page, file)
    analysed(page)
    path = page.url.partition("?")[0]
    lang = list(languages())[number]
    for name in ("laptop", "phone", "short"):
        looking = chromium.new_context(base_url=server.url, reduced_motion="reduce", **WINDOWS[name])
        shown = looking.new_page()
        shown.goto(f"{path}?lang={lang}")
        begun(shown)
        assert faults(shown, ".plots") == []
        shown.locator("#costly li a").first.click()
        expect(shown.locator(".counter .better")).to_be_visible()
        assert faults(shown, ".plots") == []
        assert barriers(shown, name) == []
        looking.close()
    context.close()


def test_without_scripts_it_is_asked_for_and_looked_at_again(chromium: Browser, server: Server, tmp_path: Path) -> None:
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    opened(page, record(tmp_path, most=8))
    page.get_by_role("button", name="Analyse the game").click()
    expect(page.locator("#costly")).not_to_have_attribute("data-state", "")
    for _ in range(600):
        if page.locator("#costly[data-state=done]").count():
            break
        page.reload()
    page.locator("#costly li a").first.click()
    expect(page.locator(".counter .better")).to_be_visible()
    assert page.locator("#log").is_visible()
    context.close()


def test_a_phone_has_it_under_turns(chromium: Browser, server: Server, tmp_path: Path) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **PHONE)
    page = context.new_page()
    opened(page, record(tmp_path))
    analysed(page)
    page.get_by_role("link", name="Turns").tap()
    expect(page.locator("#h-costly")).to_be_in_viewport()
    page.locator("#costly li a").first.tap()
    expect(page.locator(".counter .better")).to_be_in_viewport()
    context.close()
