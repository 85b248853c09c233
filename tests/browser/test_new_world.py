"""What only A New World has on its table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page, expect

from choices import visit

from .table import Server, by_number, create, reach, view

GAME = "new-world"


def offers(kind: str, verb: str) -> Callable[[dict[str, Any]], bool]:
    """Whether the reader is asked for a decision of that kind, in which a verb can be chosen."""

    def wanted(seen: dict[str, Any]) -> bool:
        asked = bool(seen["legal"]) and seen["observation"]["decision"]["kind"] == kind
        return asked and any(text.startswith(verb) for text in seen["legal"])

    return wanted


def test_a_fort_and_an_exploration_are_pressed_in_place_or_by_number(page: Page) -> None:
    reach(page, ["me", "bot:random"], offers("fort", "bonus"), visit, GAME)
    where = view(page)["observation"]["decision"]["location"]
    tiles = page.locator(".boni .bonus").count()
    page.get_by_role("button", name="Undo").click()
    page.locator(f"[value='work {where}']").click()
    fort = page.locator(".fort.mine", has=page.locator("button.stack"))
    expect(fort.locator(".foot")).to_have_text("you are here")
    expect(page.locator(".choices [data-key='1'] .bonus")).to_be_visible()
    fort.locator("button.stack").first.click()
    expect(page.locator(".boni .bonus")).to_have_count(tiles + 1)

    reach(page, ["me", "bot:random"], offers("explore", "explore"), game=GAME)
    choices = len(view(page)["legal"])
    expect(page.locator(".choices .find")).to_have_count(choices)
    expect(page.locator("#boards button[value^=explore]")).to_have_count(choices)
    name = (page.locator(".choices [data-key='1']").get_attribute("value") or "").removeprefix("explore ")
    by_number(page, 1)
    expect(page.locator("#boards button[value^=explore]")).to_have_count(0)
    assert "tile" not in view(page)["observation"]["locations"].get(name, {})


def test_the_feet_tell_what_the_server_asks_for(page: Page) -> None:
    reach(
        page,
        ["me", "bot:greedy"],
        lambda seen: (
            offers("turn", "work")(seen)
            and seen["observation"]["round"] > 8
            and any(event["kind"] == "sent" and event["seat"] == 1 for event in seen["events"])
        ),
        game=GAME,
    )
    seen = view(page)
    position = seen["observation"]
    for name, cost in position["costs"].items():
        button = page.locator(f"#boards [value='work {name}']")
        assert (button.count() == 1) == (cost["why"] is None)
        if cost["why"] is None:
            need = re.match(r"\d+", button.locator(".need").inner_text())
            assert need is not None
            assert int(need[0]) == cost["need"]
            expect(button.locator(".gift")).to_have_count(1 if cost["gift"] and position["board"][name]["card"] else 0)
    mine = [name for name, cost in position["costs"].items() if cost["why"] == "yours"]
    expect(page.locator("#boards .mine")).to_have_count(len(mine))
    own = position["seats"][0]
    expect(page.locator(".boni .bonus + span")).to_have_text([f"now {worth}" for worth in own["worth"]])
    expect(page.locator(".own-nw .label, .own-nw h2").nth(2)).to_contain_text(f"{own['points']} point")
    expect(page.locator("#boards .trace.seat-2")).not_to_have_count(0)


def test_values_are_called_a_reconstruction(page: Page) -> None:
    create(page, "me", "bot:greedy", game=GAME)
    page.get_by_role("link", name="Enter your own box").click()
    expect(page).to_have_url(re.compile("/components/new-world$"))
    page.goto("/rules/new-world")
    expect(page.get_by_role("link", name="Enter your own box")).to_be_visible()


def test_a_turn_without_javascript(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.locator(f"[name=game][value={GAME}]").check(force=True)
    page.locator("#name1").fill("Ida")
    page.get_by_role("button", name="Start the game").click()
    page.locator("[value='work A1.4']").click()
    expect(page.locator("#ask")).to_contain_text("Upgrade a cube")
    page.locator(".choices [value='up Y']").click()
    page.locator(".choices [value='stop'], .choices [value='up Y']").first.click()
    expect(page.locator(".log")).to_contain_text("upgraded")
    context.close()


def test_a_second_tap_does_not_play_for_the_next_person(page: Page) -> None:
    create(page, "me", "local", game=GAME)
    page.locator("[value='work A1.3']").click()
    expect(page.locator("header.top")).to_have_attribute("data-seat", "1")
    version = page.locator("header.top").get_attribute("data-version")
    page.locator("[value='work A1.3']").evaluate("button => button.click()")
    page.wait_for_timeout(800)
    expect(page.locator("header.top")).to_have_attribute("data-version", str(version))
    page.locator("[value='work A1.3']").click()
    expect(page.locator("header.top")).to_have_attribute("data-seat", "0")
