"""One's own box: files on the first page, and the page on which a box is entered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from entrepot.components import EastWestBox, load, loads

from .measure import barriers
from .table import Server, view

OWN = (Path(__file__).parent.parent / "data" / "new_world.toml").read_text("utf-8")
OWN = OWN.replace('"reconstruction"', '"own box"').replace('gain = "YYYYYY"', 'gain = "YYYYYR"')
BROKEN = OWN.replace('cost = "YYB"', 'cost = "YYX"', 1).replace("cards_to_end = 8", "cards_to_end = 0")
PAGE = "/components/new-world"
SCREENS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1366, "height": 768}},
    "dark": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}},
}


def choose(page: Page) -> None:
    """Choose A New World on the first page."""
    page.goto("/")
    page.locator(".pick label:has([value=new-world])").click()


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_broken_file_and_a_good_one(chromium: Browser, server: Server, tmp_path: Path, scripts: bool) -> None:
    """All problems are told, and the form keeps what was filled in; with the good one it is played. No scripts."""
    context = chromium.new_context(base_url=server.url, java_script_enabled=scripts, reduced_motion="reduce")
    page = context.new_page()
    for name, text in (("broken", BROKEN), ("good", OWN)):
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    choose(page)
    page.get_by_label("Name of seat 1").fill("Ida")
    page.get_by_text("Play with your own box").click()
    page.get_by_label("A component file").set_input_files(tmp_path / "broken.toml")
    start(page)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("These components cannot be played with.")
    expect(alert.get_by_role("listitem")).to_have_count(2)
    expect(alert).to_contain_text("point card 1: cost")
    expect(alert).to_contain_text("cards_to_end")
    expect(page.get_by_label("Name of seat 1")).to_have_value("Ida")
    expect(page.get_by_label("Or its text")).to_have_value(BROKEN.strip())
    page.get_by_label("A component file").set_input_files(tmp_path / "good.toml")
    start(page)
    page.wait_for_url("**/t/*")
    assert view(page)["components"] == loads("new-world", OWN).hash
    expect(page.locator("#ask")).to_contain_text("work")
    page.locator("button[form=do-act][value^=work]").first.click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", "0")
    context.close()


def test_a_box_is_entered_checked_and_played(page: Page) -> None:
    page.goto(PAGE)
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Complete")
    place = page.locator("#face-A1-3")
    gain = place.get_by_label("A1, location 3: cubes to gain")
    gain.press_sequentially("B")
    expect(place.locator(".does .cube")).to_have_count(len(gain.input_value()))
    expect(gain).to_be_focused()
    expect(place.locator(".wrong")).to_be_empty()
    cost = page.get_by_label("Point card 2: cubes to return")
    cost.fill("RRX")
    expect(page.locator("#wrong-points-2")).to_contain_text("cost")
    expect(cost).to_have_accessible_description(page.locator("#wrong-points-2").inner_text())
    expect(verdict).to_contain_text("1 thing to put right")
    page.get_by_role("button", name="Play with this box").click()
    expect(page.get_by_role("alert")).to_contain_text("point card 2")
    page.get_by_label("Point card 2: cubes to return").fill("RRR")
    expect(page.locator("#verdict")).to_contain_text("Complete")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    box = loads("new-world", Path(download.value.path()).read_text("utf-8"))
    assert (box.status, box.hash != load("new-world").hash) == ("own box", True)
    page.get_by_role("button", name="Play with this box").click()
    expect(page.locator(".go-bar")).to_contain_text("with your own box")
    start(page)
    page.wait_for_url("**/t/*")
    assert view(page)["components"] == box.hash


def test_a_sea_and_its_trades_are_entered_and_played(page: Page) -> None:
    """The map is pressed, by mouse and by keyboard; what was entered comes along to another game of the box."""
    page.goto("/components/east-west-2")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Complete")
    expect(page.locator("section[aria-labelledby=boards] .face h3")).to_have_text(["A2", "B2", "C1", "F2"])
    page.locator("label.spot", has_text="1,1").filter(has_not_text="-").click()
    expect(page.locator("#wrong-layout")).to_contain_text("there are 11, but the game has 12")
    added = page.get_by_label("a market tile at 2,0", exact=True)
    added.focus()
    added.press("Space")
    expect(verdict).to_contain_text("Complete")
    expect(added).to_be_checked()
    expect(added).to_be_focused()
    expect(page.get_by_label("a market tile at 3,0", exact=True)).to_be_attached()
    tile = page.locator("#market-1")
    tile.get_by_label("symbol").select_option("tea")
    expect(tile.locator(".ex.tea use[href='#tea']")).to_be_attached()
    tile.get_by_label("cubes to gain").fill("YR")
    expect(tile.locator(".ex .cube")).to_have_count(3)
    page.locator(".for-game button[formaction$='east-west-3']").click()
    page.wait_for_url("**/components/east-west-3")
    expect(page.locator(".for-game [aria-current]")).to_contain_text("III")
    merchant = page.locator("#merchant-1")
    expect(merchant.get_by_label("cubes to pay")).to_be_hidden()
    merchant.get_by_label("what it does").select_option("trade")
    expect(merchant.locator(".wrong")).to_contain_text("cost")
    merchant.get_by_label("cubes to pay").fill("B")
    expect(merchant.locator(".ex .cube")).to_have_count(4)
    expect(page.locator("#verdict")).to_contain_text("Complete")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "east-west-3.toml"
    box = loads("east-west-3", Path(download.value.path()).read_text("utf-8"))
    assert isinstance(box, EastWestBox)
    assert (box.sea[0].text, box.symbols[0], box.merchants[0].text) == ("G>YR", 2, "B>YYY")
    assert ((2, 0) in box.layout, (1, 1) in box.layout) == (True, False)
    page.get_by_role("button", name="Play with this box").click()
    expect(page.locator("[name=game]:checked")).to_have_value("east-west-3")
    start(page)
    page.wait_for_url("**/t/*")
    assert view(page)["components"] == box.hash
    assert "2,0" in view(page)["observation"]["sea"]


def test_what_a_kind_does_not_have_is_not_asked(page: Page) -> None:
    page.goto(PAGE)
    place = page.locator("#face-A1-3")
    expect(place.get_by_label("cubes to pay")).to_be_hidden()
    place.get_by_label("what it is").select_option("trade")
    expect(place.get_by_label("cubes to pay")).to_be_visible()
    expect(place.locator(".wrong")).to_contain_text("cost")
    place.get_by_label("what it is").select_option("upgrade")
    expect(place.get_by_label("cubes to pay")).to_be_hidden()
    expect(place.locator(".wrong")).to_contain_text("upgrade")
    place.get_by_label("upgrade steps").fill("2")
    expect(page.locator("#verdict")).to_contain_text("Complete")


def test_nobody_types_it_twice(page: Page) -> None:
    """What was entered is offered again after the page was left; a file goes on too."""
    page.goto(PAGE)
    resume = page.get_by_role("button", name="Go on where you left off here")
    expect(resume).to_be_hidden()
    page.get_by_label("Point card 2: points", exact=True).fill("17")
    page.locator("section:has(#points-all) .another").click()
    expect(page.locator("#points-57")).to_be_attached()
    page.get_by_label("Point card 57: points", exact=True).fill("3")
    page.goto(PAGE)
    resume.click()
    expect(page.get_by_label("Point card 2: points", exact=True)).to_have_value("17")
    expect(page.get_by_label("Point card 57: points", exact=True)).to_have_value("3")
    expect(page.locator("#verdict")).to_contain_text("to put right")
    page.get_by_label("Go on with a file of yours").set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": BROKEN.encode()}
    )
    page.get_by_role("button", name="Open").click()
    expect(page.locator("#wrong-points-1")).to_contain_text("cost")
    expect(page.locator("#wrong-setup")).to_contain_text("cards_to_end")


@pytest.mark.parametrize("screen", SCREENS)
def test_no_barriers(chromium: Browser, server: Server, screen: str) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **SCREENS[screen])
    page = context.new_page()

    choose(page)
    for summary in page.locator(".extras summary").all():
        summary.click()
    found = barriers(page, "start")
    page.get_by_label("Or its text").fill(BROKEN)
    start(page)
    expect(page.get_by_role("alert")).to_be_visible()
    found += barriers(page, "refused")
    page.get_by_role("button", name="See it on the boards").click()
    page.get_by_text("Show the 6 other sides").click()
    page.locator("#verdict summary").click()
    found += barriers(page, "box")
    page.goto("/components/east-west-3")
    found += barriers(page, "box with the sea")
    context.close()
    assert found == []
