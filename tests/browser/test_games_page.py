"""One's own games in every window and language, by keyboard, and without scripts."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from entrepot import i18n
from entrepot.bots import LEVELS
from entrepot.web.pages import present
from entrepot.web.tables.store import Table

from . import gallery
from .measure import WINDOWS, barriers, faults
from .table import Server, many
from .test_forced_colors import SHAPELESS
from .test_pages import SCREENS, in_language


@pytest.fixture
def mine(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page of somebody who has played 24 games, on a server of their own and without scripts."""
    server = Server(tmp_path / "mine.sqlite3")
    server.start()
    page = chromium.new_context(base_url=server.url, java_script_enabled=False).new_page()
    page.goto("/")
    many(page, 24)
    yield page
    page.context.close()
    server.stop()


def test_all_of_it_without_scripts(mine: Page) -> None:
    mine.goto("/")
    mine.get_by_role("link", name="My games, with results").click()
    expect(mine.get_by_role("heading", name="The games")).to_contain_text("24 games")
    lines = mine.locator(".games > li")
    expect(lines).to_have_count(20)
    mine.get_by_role("link", name="Older").click()
    expect(lines).to_have_count(4)
    expect(mine.locator("[aria-current=page]")).to_have_text("page 2 of 2")
    mine.locator("select[name=game]").select_option("new-world")
    mine.get_by_label("Against").select_option("random")
    mine.get_by_role("button", name="Show").click()
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("A New World")
    mine.locator("#of").get_by_role("link", name="A New World", exact=True).click()
    expect(mine.locator("#of [aria-current=true]")).to_have_text("A New World")
    expect(lines).to_have_count(2)
    expect(mine.locator("svg.plot .dot")).to_have_count(6)
    mine.locator("#of summary").click()
    expect(mine.locator("#of tbody tr")).to_have_count(6)
    points = lines.first.locator(".n").inner_text().strip()
    lines.first.locator(".back").click()
    expect(mine).to_have_url(re.compile(r"/t/.+/replay$"))
    mine.goto("/mine?game=new-world&against=random")
    lines.first.get_by_role("link").first.click()
    expect(mine.locator(".result tfoot")).to_contain_text(points)


def test_how_strong_the_bots_are_is_told_on_the_way_to_a_first_game(mine: Page) -> None:
    mine.goto("/")
    mine.get_by_role("link", name="How strong the bots are").click()
    ladder = mine.locator("#ladder")
    expect(ladder).to_be_in_viewport()
    for title in ("From East to West III", "Spice Road"):
        ladder.get_by_role("link", name=title, exact=True).click()
        expect(ladder.get_by_role("heading")).to_contain_text(f"{title} · 2 players")
        expect(ladder.get_by_role("listitem")).to_have_count(len(LEVELS))
        expect(ladder.get_by_role("listitem").first).to_contain_text("Sharp beats Steady in ")
        expect(ladder.get_by_role("listitem").last).to_contain_text("the lowest rung")
    marks = [mark.bounding_box() for mark in ladder.locator(".at").all()]
    across = [mark["x"] for mark in marks if mark]
    assert len(across) == len(LEVELS)
    assert across == sorted(across, reverse=True), "the best stands at the right"


def test_taken_along_and_forgotten_without_scripts(mine: Page) -> None:
    mine.goto("/mine")
    mine.get_by_role("button", name="Rate my games from now on").click()
    expect(mine.locator("#rating")).to_contain_text("no game has counted yet")
    with mine.expect_download() as coming:
        mine.get_by_role("link", name="All records in one file").click()
    archive = zipfile.ZipFile(io.BytesIO(coming.value.path().read_bytes()))
    assert coming.value.suggested_filename == "entrepot-games.zip"
    assert len(archive.namelist()) == 24
    mine.get_by_role("link", name="Forget my games").click()
    expect(mine.locator("main")).to_contain_text("24 games at which nobody else sits")
    mine.get_by_role("link", name="Keep them").click()
    expect(mine.locator(".games > li")).to_have_count(20)
    mine.get_by_role("link", name="Forget my games").click()
    mine.get_by_role("button", name="Forget them").click()
    expect(mine.get_by_role("status")).to_have_text("Your games are forgotten.")
    expect(mine.locator("#list")).to_contain_text("None yet.")
    with Server.of(mine).store.session() as session:
        assert session.query(Table).count() == 0


def test_by_keyboard(chromium: Browser, mine: Page) -> None:
    """With scripts: from the question on, everything is reached in the order in which it stands."""
    page = _again(chromium, mine).new_page()
    page.goto("/mine")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_be_focused()
    order = []
    for _ in range(120):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40)"))
        if order[-1].startswith("Forget my games"):
            break
    whole = " | ".join(order)
    for before, after in (
        ("Show", "Look back: "),
        ("Look back: ", "Older"),
        ("Older", "As a table"),
        ("As a table", "Rate my games"),
    ):
        assert whole.index(before) < whole.index(after), whole
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_have_text("Forget my games?")
    page.context.close()


def _again(chromium: Browser, page: Page, **options: Any) -> BrowserContext:
    """Another browser with the same cookies."""
    context = chromium.new_context(base_url=Server.of(page).url, reduced_motion="reduce", **options)
    cookies = [
        {**cookie, "url": Server.of(page).url, "domain": None, "path": None} for cookie in page.context.cookies()
    ]
    context.add_cookies(cookies)  # type: ignore[arg-type]
    return context


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(chromium: Browser, mine: Page, screen: str) -> None:
    context = _again(chromium, mine, **SCREENS[screen])
    in_language(context, Server.of(mine), {"light": "en", "dark": "fr", "phone": "pl", "phone-dark": "nl"}[screen])
    page, found = context.new_page(), []
    for path in ("/mine", "/mine?page=2", "/mine?game=east-west-1", "/mine/forget"):
        page.goto(path)
        for fold in page.locator("main details > summary").all():
            fold.click()
        found += barriers(page, path)
    context.close()
    assert found == []


def test_what_can_be_pressed_has_a_shape_in_forced_colours(chromium: Browser, mine: Page) -> None:
    context = _again(chromium, mine, forced_colors="active")
    page = context.new_page()
    for path in ("/mine?page=2", "/mine/forget"):
        page.goto(path)
        assert page.evaluate(SHAPELESS) == [], path
    context.close()


def test_it_can_be_read_and_hit_in_every_window(chromium: Browser) -> None:
    """Also with everything unfolded."""
    hall, env, found = gallery.Hall(), present.environment(), []
    states = {name: state for name, state in gallery.messages() if "my games" in name or "of mine" in name}
    assert len(states) == 4
    for window, size in WINDOWS.items():
        frame = gallery.Frame(chromium, hall, **size)
        for name, state in states.items():
            for lang in i18n.languages():
                frame.show(state(env, lang))
                frame.page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
                found += [f"{name}, {lang}, {window}: {fault}" for fault in faults(frame.page, ".chart")]
        frame.close()
    hall.close()
    assert found == []
