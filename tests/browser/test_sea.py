"""The sea of parts II and III: sailed by pressing a hexagon or a line of its list, large or small."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from choices import settle

from .table import reach, view

GAME = "east-west-2"


def tolls(seen: dict[str, Any]) -> list[str]:
    """The tiles that the reader may choose for the ship, on which a toll falls due and an outpost can be built."""
    position = seen["observation"]
    if position["decision"]["kind"] != "sail" or not seen["legal"] or len(set(position["seats"][0]["storage"])) < 2:
        return []
    sea, held = position["sea"], len(position["seats"][0]["storage"])
    named = [text.partition(" ")[2] for text in seen["legal"]]
    return [name for name in named if sea[name]["toll"] and sea[name]["price"] and held > 2 + sea[name]["price"]]


def test_a_whole_arrival_on_the_chart(page: Page) -> None:
    reach(page, ["me", "bot:random"], lambda seen: bool(tolls(seen)), settle, GAME)
    seen = view(page)
    name = tolls(seen)[0]
    before = seen["observation"]["seats"][0]
    price = seen["observation"]["sea"][name]["price"]
    expect(page.locator(".chart button")).to_have_count(len(seen["legal"]))
    expect(page.locator(".ports")).to_be_hidden()
    page.locator(f".chart [value='sail {name}']").click()
    expect(page.locator(".eyebrow")).to_contain_text("The toll")
    page.locator(".choices [data-key='1']").click()
    expect(page.locator("#ask")).to_contain_text("Build an outpost")
    expect(page.locator(".choices [value=build]")).to_contain_text(f"−{price}")
    asked = str(view(page)["version"])
    page.locator(".choices [value=build]").click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", asked)
    while (seen := view(page))["observation"]["decision"]["kind"] == "pay":
        page.locator(f".choices [value='{seen['legal'][0]}']").click()
        expect(page.locator("header.top")).not_to_have_attribute("data-version", str(seen["version"]))
    position = seen["observation"]
    assert 0 in position["sea"][name]["outposts"]
    assert position["seats"][0]["ship"] == name
    assert sum(position["seats"][0]["grid"]) == sum(before["grid"]) + 1
    if position["decision"].get("arrival"):
        expect(page.locator(".choices [value=x0]")).to_contain_text("no trade")
        page.locator(".choices [value=x0]").click()
        expect(page.locator(".choices [value=x0]")).to_have_count(0)
    mine = page.locator(".log li.seat-1", has_text="built").first
    expect(mine).to_contain_text("paid")
    expect(page.locator(".grid12 .up")).to_have_count(sum(position["seats"][0]["grid"]))


def test_the_sea_is_as_large_as_its_reader_wants(page: Page) -> None:
    reach(page, ["me", "bot:random"], lambda seen: seen["observation"]["decision"]["kind"] == "sail", settle, GAME)
    names = view(page)["legal"]
    small = page.locator("#sea").bounding_box()
    button = page.get_by_role("button", name="Enlarge the sea")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ports button")).to_have_count(len(names))
    page.reload()
    expect(page.locator(".ports button").first).to_be_in_viewport(ratio=1)
    large = page.locator("#sea").bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.8 * small["width"]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")

    page.locator(f".ports [value='{names[0]}']").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ports button")).to_have_count(0)
    expect(page.locator("#sea")).to_have_js_property("offsetWidth", round(large["width"]))
    assert view(page)["observation"]["seats"][0]["ship"] == names[0].partition(" ")[2]
    button.click()
    page.reload()
    expect(page.locator("#sea")).to_have_js_property("offsetWidth", round(small["width"]))


def test_thumbs_have_the_list_below_the_chart(page: Page) -> None:
    reach(page, ["me", "bot:random"], lambda seen: seen["observation"]["decision"]["kind"] == "sail", settle, GAME)
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("link", name="Sea").click()
    expect(page.locator("#sea")).to_be_in_viewport()
    port = page.locator(".ports button").first
    box = port.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    port.click()
    expect(page.locator(".ports button")).to_have_count(0)


def harbours(seen: dict[str, Any]) -> list[str]:
    """The choices of a turn that move the ship."""
    board = seen["observation"]["board"]
    return [text for text in seen["legal"] if text[:4] == "work" and board[text[5:]]["type"] == "ship"]


def test_on_a_phone_the_sea_comes_when_it_is_asked_for(page: Page) -> None:
    reach(page, ["me", "bot:random"], lambda seen: bool(harbours(seen)), settle, GAME)
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(f"#boards [value='{harbours(view(page))[0]}']").click()
    expect(page.get_by_role("link", name=re.compile(r"Sea, \d+ things? to do"))).to_be_visible()
    expect(page.locator("#h-sea")).to_be_in_viewport()
