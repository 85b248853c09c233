# ruff: noqa: E501 (functions in JavaScript)
"""In forced colours (Windows high contrast) backgrounds and shadows are gone: shapes say what they said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .table import Server, create, reach
from .test_pages import DECISIONS, kind

# What can be pressed and has no shape of its own: no border, no outline, no ring drawn in it, and is no link in a text.
SHAPELESS = r"""() => {
  const seen = (one) => one.getClientRects().length && getComputedStyle(one).opacity !== "0" && !one.closest(".sr");
  const edged = (style) => ["Top", "Right", "Bottom", "Left"].some((side) =>
    style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) >= 1 && !/^rgba.* 0\)$/.test(style[`border${side}Color`]));
  const shaped = (one) => [null, "::before"].map((part) => getComputedStyle(one, part)).some((style) =>
    edged(style) || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1)
    || (style.forcedColorAdjust === "none" && style.clipPath !== "none"));
  return [...document.querySelectorAll("button, summary, select, input:not([type=hidden], [type=radio], [type=checkbox], [type=file]), label:has([type=radio], [type=checkbox]), .btn, .chip")]
    .filter((one) => seen(one) && !shaped(one) && !one.closest("details:not([open]) > :not(summary)"))
    .map((one) => one.outerHTML.slice(0, 120));
}"""
# How something looks, without its place: two things that look alike cannot be told apart.
LOOK = """(one) => { const s = getComputedStyle(one); return [s.outlineStyle, s.outlineWidth, s.outlineColor, s.borderTopStyle,
  s.borderTopWidth, s.borderTopColor, s.backgroundColor, s.color].join(" "); }"""


@pytest.fixture(params=["light", "dark"])
def plain(request: pytest.FixtureRequest, chromium: Browser, server: Server) -> Iterator[Page]:
    """A page in forced colours, on a light and on a dark ground."""
    context = chromium.new_context(
        base_url=server.url, forced_colors="active", color_scheme=request.param, reduced_motion="reduce",
        viewport={"width": 1366, "height": 768},
    )  # fmt: skip
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("game", DECISIONS)
def test_what_can_be_pressed_has_a_shape_at_every_table(plain: Page, game: str) -> None:
    for decision in DECISIONS[game][:2]:
        reach(plain, ["me", "bot:random", "bot:random"], kind(decision), game=game)
        assert plain.evaluate(SHAPELESS) == [], decision
    plain.locator(".menu > summary").click()
    assert plain.evaluate(SHAPELESS) == []
    button = plain.locator("button[form=do-act]:visible").first
    before = button.evaluate(LOOK)
    plain.keyboard.press("Tab")
    button.focus()
    ring = """(one) => [null, "::before"].map((part) => { const s = getComputedStyle(one, part); return s.outline + s.backgroundColor; }).join()"""
    calm = button.evaluate(ring)
    button.evaluate("(one) => one.blur()")
    assert button.evaluate(LOOK) == before
    assert button.evaluate(ring) != calm, "the focus is seen"


def test_whose_turn_it_is_can_be_seen(plain: Page) -> None:
    create(plain, "me", "link", "bot:greedy")
    friend = plain.context.browser.new_context(base_url=plain.url[: plain.url.index("/t/")])  # type: ignore[union-attr]
    guest = friend.new_page()
    guest.goto(plain.locator("[data-link]").get_attribute("data-link") or "")
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Take the seat").click()
    expect(plain.locator("button[form=do-act]").first).to_be_visible()
    plain.locator("button[form=do-act]:visible[value='acquire 1']").click()
    expect(plain.locator(".seat.moving")).to_have_count(1)
    moving, still = (plain.locator(f".seat{which}").first.evaluate(LOOK) for which in (".moving", ":not(.moving)"))
    assert moving != still
    friend.close()


def test_what_is_chosen_can_be_seen_around_the_table(plain: Page) -> None:
    plain.goto("/")
    assert plain.evaluate(SHAPELESS) == []
    for group in (".pick label", ".chair:first-child .levels label", ".chair.seat-2 .ladder label"):
        chosen = plain.locator(f"{group}:has(:checked)").first.evaluate(LOOK)
        other = plain.locator(f"{group}:not(:has(:checked))").first.evaluate(LOOK)
        assert chosen != other, group
    for path in ("/rules/east-west-3", "/components/new-world", "/components/east-west-2"):
        plain.goto(path)
        assert plain.evaluate(SHAPELESS) == [], path
