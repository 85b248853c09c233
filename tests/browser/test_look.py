"""On a phone, what a question is about comes into view once, and stays where its reader scrolls."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from choices import hire, settle

from .measure import PHONE
from .stage import ended, show
from .table import Server, reach, view

WHOLE = """part => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  const head = document.querySelector("header.top").getBoundingClientRect().bottom;
  return top >= head && bottom <= document.querySelector(".counter").getBoundingClientRect().top;
}"""


@pytest.fixture
def phone(chromium: Browser, server: Server) -> Any:
    """A page of somebody with a phone."""
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **PHONE)
    yield context.new_page()
    context.close()


def harbours(seen: dict[str, Any]) -> list[str]:
    """The choices of a turn that move the ship."""
    board = seen["observation"]["board"]
    return [text for text in seen["legal"] if text[:4] == "work" and board[text[5:]]["type"] == "ship"]


def sites(seen: dict[str, Any]) -> list[str]:
    """Tiles where the ship of the reader could arrive and build without a toll."""
    sea = seen["observation"]["sea"]
    named = [text.partition(" ")[2] for text in seen["legal"] if text.startswith("sail ")]
    held = len(seen["observation"]["seats"][0]["storage"])
    return [name for name in named if not sea[name].get("toll") and (sea[name].get("price") or 0) < held
            and sea[name].get("price") is not None]  # fmt: skip


@pytest.mark.parametrize("game", ["east-west-2", "east-west-3"])
def test_the_sea_is_whole_when_it_is_asked_about_and_moves_no_more(phone: Page, game: str) -> None:
    reach(phone, ["me", "bot:random"], lambda seen: bool(harbours(seen)) and not seen.get("result"), settle, game)
    choice = phone.locator(f"#boards [value='{harbours(view(phone))[0]}']")
    choice.tap()
    expect(phone.locator("header.top")).to_have_attribute("data-kind", "sail")
    phone.wait_for_function(WHOLE, arg="#sea .chart")
    assert phone.locator("#sea .chart").evaluate("chart => chart.getBoundingClientRect().width") >= 340

    # The reader looks elsewhere; the table is drawn anew, and what is asked is the same.
    phone.evaluate("scrollTo(0, 0)")
    phone.evaluate("""() => {
      const dataset = { ...document.querySelector("header.top").dataset };
      document.dispatchEvent(new CustomEvent("table:shown", { detail: { before: dataset, now: dataset } }));
    }""")
    assert phone.evaluate("scrollY") == 0

    phone.locator(".as-list").evaluate("link => link.click()")
    expect(phone.locator(".ports button").first).to_be_in_viewport()


def test_the_place_of_an_outpost_is_marked_and_in_view(phone: Page) -> None:
    reach(phone, ["me", "bot:random"], lambda seen: bool(seen["legal"]) and seen["observation"]["decision"]["kind"]
          == "sail" and bool(sites(seen)), settle, "east-west-2")  # fmt: skip
    phone.evaluate("scrollTo(0, 0)")
    phone.locator(f".chart [value='sail {sites(view(phone))[0]}']").evaluate("button => button.click()")
    expect(phone.locator("header.top")).to_have_attribute("data-kind", "build")
    phone.wait_for_function(WHOLE, arg="#sea .chart")
    expect(phone.locator(".tile.asked .would")).to_have_count(1)
    expect(phone.locator(".asked-about")).to_contain_text("your ")
    expect(phone.locator(".asked-about .will")).to_have_count(1)
    phone.wait_for_function(WHOLE, arg=".tile.asked")


def test_the_route_comes_when_it_is_asked_about(phone: Page) -> None:
    def fitting(seen: dict[str, Any]) -> bool:
        position = seen["observation"]
        return len(position["seats"][0]["route"]) > 1 and any(
            position["board"][text[5:]]["type"] == "adjust" for text in seen["legal"] if text[:4] == "work"
        )

    reach(phone, ["me", "bot:random"], fitting, hire, "east-west-1")
    board = view(phone)["observation"]["board"]
    name = next(text for text in view(phone)["legal"] if text[:4] == "work" and board[text[5:]]["type"] == "adjust")
    phone.locator(f"#boards [value='{name}']").tap()
    expect(phone.locator("header.top")).to_have_attribute("data-kind", "swap")
    expect(phone.locator("#h-route")).to_be_in_viewport()


@pytest.mark.parametrize("game", ["spice-road", "new-world", "east-west-1", "east-west-3"])
def test_the_end_begins_with_its_result(phone: Page, game: str) -> None:
    show(phone, ended(game, 5 if game == "spice-road" else 4))
    table = phone.locator("table.result")
    expect(table).to_be_in_viewport(ratio=1)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert phone.locator(".scores").evaluate("box => box.scrollWidth <= box.clientWidth")
    over = table.evaluate(
        "table => [...table.querySelectorAll('td')].some(cell => cell.scrollWidth > cell.clientWidth)"
    )
    assert not over


def test_what_goes_on_below_fades(phone: Page) -> None:
    show(phone, ended("east-west-3", 4))
    phone.set_viewport_size({"width": 1366, "height": 625})
    log = phone.locator(".log ol")
    expect(log).to_have_class("fades")
    assert log.get_attribute("tabindex") == "0"
    log.evaluate("list => list.scrollTo(0, list.scrollHeight)")
    expect(log).not_to_have_class("fades")
