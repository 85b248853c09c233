"""Looking back by keys, by fingers, by itself, without scripts, and through a link to the very moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from choices import sensible
from entrepot.i18n import texts
from entrepot.match.moments import Course
from entrepot.web.pages.portable import replay_page

from .measure import PHONE, WINDOWS, barriers, faults
from .table import Server, lay, played


def finished(page: Page, game: str = "spice-road", players: int = 3, seed: int = 2) -> int:
    """Open the replay of a finished game through its end; returns the number of its last moment."""
    match = played(game, players, seed, lambda seen: seen.get("result") is not None, sensible)
    assert match is not None
    lay(page, ["me", *["bot:greedy"] * (players - 1)], match, seed)
    page.locator(".choices").get_by_role("link", name="Look back").click()
    page.wait_for_url("**/replay")
    begun(page)
    return len(match.record().actions)


def begun(page: Page) -> None:
    """The page has come, and its scripts run: what only they can do is shown."""
    expect(page.locator("#run")).to_be_visible()


def at(page: Page, moment: int) -> None:
    expect(page.locator("header.top")).to_have_attribute("data-version", str(moment))


def test_by_keys(page: Page) -> None:
    last = finished(page)
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".eyebrow")).to_contain_text("round 1")
    page.keyboard.press("PageDown")
    expect(page.locator(".eyebrow")).to_contain_text("Cleo · round 1")
    page.keyboard.press("c")
    expect(page.locator("#ask")).to_contain_text("claimed")
    moment = page.locator("header.top").get_attribute("data-version")
    page.keyboard.press("End")
    at(page, last)
    expect(page.locator("#ask")).to_contain_text("win")
    expect(page.locator("[data-way=on]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    at(page, 0)
    page.go_back()
    at(page, last)
    page.go_back()
    at(page, int(moment or 0))
    page.keyboard.press("Shift+C")
    page.keyboard.press("ArrowLeft")
    at(page, int(moment or 0) - 1)


def test_a_link_leads_strangers_to_the_very_moment_as_a_seat_saw_it(
    page: Page, chromium: Browser, server: Server
) -> None:
    finished(page)
    page.locator(".steps [data-way=round-on]").first.click()
    page.locator("[data-eyes='2']").click()
    expect(page.locator("[data-eyes='2']")).to_have_attribute("aria-current", "true")
    moment = page.locator("header.top").get_attribute("data-version") or ""
    link = page.locator("#moment-link").input_value()
    assert link == page.url
    assert f"at={moment}&seat=2" in link
    seen = page.locator("#table main").inner_text()
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    stranger = context.new_page()
    stranger.goto(link)
    at(stranger, int(moment))
    assert stranger.locator("#table main").inner_text() == seen
    context.close()


def test_by_itself_at_three_speeds_until_anything_is_pressed(page: Page) -> None:
    finished(page)
    pace = page.locator("[data-pace]:visible")
    found = []
    for _ in range(3):
        found.append(pace.inner_text().split()[-1])
        pace.click()
    assert sorted(found) == ["1×", "2×", "4×"]
    while not pace.inner_text().endswith("4×"):
        pace.click()
    page.locator("#ask").focus()
    page.keyboard.press("Space")
    expect(page.locator("#run .sr")).to_have_text("Pause")
    expect(page.locator("#ask")).to_have_attribute("aria-live", "off")
    page.wait_for_function("() => Number(document.querySelector('header.top').dataset.version) > 2")
    page.keyboard.press("Escape")
    expect(page.locator("#run .sr")).to_have_text("Play it")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.locator("#run").click()
    expect(page.locator("[data-way=on]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#run .sr")).to_have_text("Play it")


def test_by_the_slider_and_the_time_line(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **PHONE)
    page = context.new_page()
    last = finished(page)
    page.locator("#at").fill(str(last // 2))
    at(page, last // 2)
    assert f"at={last // 2}" in page.url
    page.locator("#line .plot").nth(1).evaluate("plot => plot.scrollIntoView({ block: 'center' })")
    box = page.locator("#line .plot").nth(1).bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] - 3, box["y"] + 20)
    at(page, last)
    page.locator(".marks a").first.tap()
    expect(page.locator("#ask")).to_contain_text("claimed")
    context.close()


def test_a_record_is_opened_stepped_through_and_kept_nowhere(page: Page, tmp_path: Path) -> None:
    match = played("new-world", 2, 3, lambda seen: seen.get("result") is not None, sensible)
    assert match is not None
    file = tmp_path / "game.json"
    match.record().save(file)
    page.goto("/replay")
    page.get_by_label("File of the record").set_input_files(file)
    page.get_by_role("button", name="Look back").click()
    begun(page)
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.get_by_role("button", name="On a turn").click()
    page.locator("[data-eyes='1']").click()
    expect(page.locator("[data-eyes='1']")).to_have_attribute("aria-current", "true")
    page.keyboard.press("End")
    at(page, len(match.record().actions))
    page.goto("/replay")
    page.get_by_label("or its text").fill("nothing of the kind")
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_role("alert")).to_contain_text("no record")


def test_one_file_opens_without_a_server(chromium: Browser, tmp_path: Path) -> None:
    match = played("east-west-2", 2, 3, lambda seen: seen.get("result") is not None, sensible)
    assert match is not None
    file, last = tmp_path / "game.html", len(match.record().actions)
    file.write_text(replay_page(Course(match.record()), texts("nl")), "utf-8")
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    context.set_offline(True)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.goto(f"{file.as_uri()}#at=7")
    begun(page)
    at(page, 7)
    page.keyboard.press("ArrowRight")
    at(page, 8)
    assert page.url.endswith("#at=8")
    page.go_back()
    at(page, 7)
    page.keyboard.press("End")
    at(page, last)
    expect(page.locator("#ask")).to_contain_text("wint")
    page.reload()
    at(page, last)
    assert wrong == []
    context.close()


def test_without_scripts(chromium: Browser, server: Server, page: Page, tmp_path: Path) -> None:
    finished(page)
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    plain = context.new_page()
    plain.goto(page.url)
    plain.get_by_role("link", name="On a step").click()
    at(plain, 1)
    plain.locator("[data-eyes='1']").click()
    plain.get_by_role("link", name="To the next claim").click()
    expect(plain.locator("#ask")).to_contain_text("claimed")
    expect(plain.locator("[data-eyes='1']")).to_have_attribute("aria-current", "true")
    plain.locator("#numbers summary").click()
    expect(plain.locator("#numbers table").first).to_be_visible()
    assert not plain.locator("#run").is_visible()
    match = played("spice-road", 2, 3, lambda seen: seen.get("result") is not None, sensible)
    assert match is not None
    match.record().save(tmp_path / "game.json")
    plain.goto("/replay")
    plain.locator("#file").set_input_files(tmp_path / "game.json")
    plain.get_by_role("button", name="Look back").click()
    plain.get_by_role("button", name="On a step").click()
    plain.get_by_role("button", name="On a step").click()
    at(plain, 2)
    context.close()


def test_a_running_game_is_looked_at_by_strangers(page: Page, chromium: Browser, server: Server) -> None:
    match = played("east-west-1", 2, 3, lambda seen: len(seen.get("events", [])) > 0 and seen["viewer"] == 0, sensible)
    assert match is not None
    lay(page, ["me", "bot:greedy"], match, 3)
    context = chromium.new_context(base_url=server.url)
    stranger = context.new_page()
    stranger.goto(f"{page.url}/replay")
    expect(stranger.locator(".strip").first).to_contain_text("what everybody may know")
    assert stranger.locator("[data-eyes]").count() == 0
    context.close()


@pytest.mark.parametrize("window", ["phone", "laptop", "short"])
@pytest.mark.parametrize(("game", "players"), [("spice-road", 5), ("new-world", 4), ("east-west-3", 3)])
def test_eyes_fingers_and_readers_find_no_fault(
    chromium: Browser, server: Server, game: str, players: int, window: str
) -> None:
    options: dict[str, Any] = WINDOWS[window]
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", color_scheme="dark", **options)
    page = context.new_page()
    last = finished(page, game, players)
    for moment in (0, last // 2, last):
        page.goto(f"{page.url.partition('?')[0]}?at={moment}")
        at(page, moment)
        assert faults(page) == []
    page.goto(f"{page.url.partition('?')[0]}?at={last // 2}&seat=1")
    page.locator("#numbers summary").click()
    assert barriers(page) == []
    context.close()
