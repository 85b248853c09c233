"""What only part I of From East to West has on its table: a market whose merchants are kept, a route, other turns."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from .table import create, reach, view

GAME = "east-west-1"
COMPANY = ["me", "bot:random"]


def asked(seen: dict[str, Any], kind: str, *verbs: str) -> bool:
    """Whether the reader is asked for a decision of that kind in which all these can be chosen."""
    legal = seen["legal"]
    found = all(any(text.startswith(verb) for text in legal) for verb in verbs)
    return bool(legal) and seen["observation"]["decision"]["kind"] == kind and found


def keeper(seen: dict[str, Any], rng: Random) -> str:
    """Keeps whatever lies in the market, and rests in between."""
    legal: list[str] = seen["legal"]
    wanted = [text for text in legal if text == "keep" or text.startswith(("work E2.1", "work E2.2"))]
    return rng.choice(wanted or [text for text in legal if text == "rest"] or legal)


def chooser(seen: dict[str, Any], rng: Random) -> str:
    """Goes where a merchant can be used or kept; gains cubes where none can."""
    legal: list[str] = seen["legal"]
    costs = seen["observation"]["costs"]
    wanted = [text for text in legal if text.startswith("work") and costs[text[5:]].get("use")]
    return rng.choice(wanted or [text for text in legal if text in ("work A1.3", "work A1.5", "rest")] or legal)


def route(page: Page) -> list[str]:
    """The reader's route, card by card."""
    seat = view(page)["observation"]["seats"][0]
    return [card["card"] for card in seat["route"]]


def test_merchants_are_kept_swapped_and_used_in_place(page: Page) -> None:
    reach(page, COMPANY, lambda seen: asked(seen, "market", "use", "keep"), chooser, GAME)
    kept = len(route(page))
    expect(page.locator(".mk.asked button")).to_have_count(2)
    expect(page.locator(".choices [data-key='2']")).to_contain_text(f"as card {kept + 1}")
    page.locator(".mk.asked button[value='keep']").click()
    expect(page.locator("#route .rt")).to_have_count(kept + 1)

    def two(seen: dict[str, Any]) -> bool:
        return asked(seen, "turn", "work C2.3") and len(seen["observation"]["seats"][0]["route"]) > 1

    reach(page, COMPANY, two, keeper, GAME)
    page.locator("[value='work C2.3']").click()
    expect(page.locator("#ask")).to_contain_text("change places")
    before = route(page)
    page.locator("#route [value='swap 1-2']").first.click()
    expect(page.locator(".log")).to_contain_text("swapped cards 1 and 2")
    assert route(page) == [before[1], before[0], *before[2:]]

    reach(page, COMPANY, lambda seen: asked(seen, "turn", "route"), keeper, GAME)
    entry = next(e for e in view(page)["observation"]["seats"][0]["route"] if e["why"] is None)
    card = page.locator("#route button.rt").first
    expect(card.locator(".need")).to_have_text(str(entry["need"]))
    card.click()
    expect(page.locator("#route .rt.mine")).not_to_have_count(0)


def test_a_full_route_asks_which_card_gives_way(page: Page) -> None:
    reach(page, COMPANY, lambda seen: asked(seen, "replace"), keeper, GAME)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".choices .opt")).not_to_have_count(0)
    expect(page.locator(".choices .opt").first).to_be_hidden()
    page.get_by_role("link", name="Choose on your route").click()
    place = page.locator("#route [value='replace 3']")
    expect(place).to_be_in_viewport()
    box = place.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    old = route(page)
    place.click()
    expect(page.locator(".log")).to_contain_text("put away")
    now = route(page)
    assert [now[n] == old[n] for n in range(5)] == [True, True, False, True, True]


def test_new_merchants_bring_another_turn(page: Page) -> None:
    create(page, "me", "bot:random", game=GAME)
    page.locator("[value='work E2.3']").click()
    expect(page.locator(".counter .eyebrow")).to_contain_text("You have another turn")
    assert view(page)["observation"]["round"] == 1
    page.locator(".choices [value='rest']").click()
    expect(page.locator(".counter .eyebrow")).to_have_text("Your turn")
    assert view(page)["observation"]["round"] == 2
