"""A server that is seen below a path: everything that pages ask for by scripts lies there too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from .table import Server

ROOT = "/the/games"
PATIENT = 20_000


@pytest.fixture
def below(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "tables.sqlite3", root=ROOT)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def page(chromium: Browser, below: Server) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.set_default_timeout(PATIENT)
    page = context.new_page()
    astray: list[str] = []
    page.on("request", lambda asked: None if asked.url.startswith(f"{below.url}{ROOT}/") else astray.append(asked.url))
    page.on("pageerror", lambda error: astray.append(str(error)))
    yield page
    context.close()
    assert astray == []


def test_a_table_below_a_path(page: Page, below: Server, chromium: Browser) -> None:
    """It is made, invited to, played live, and explains itself with the rules beside it."""
    page.goto(f"{below.url}{ROOT}/")
    page.locator("[name=name1]").fill("Ida")
    page.locator("[name=name1]").blur()
    assert {one["path"] for one in page.context.cookies() if one["name"] != "lang"} == {ROOT}
    page.locator("[name=seat2][value=link]").first.evaluate(
        "box => { box.checked = true; box.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    page.locator("form[action$='/tables'] .btn.go").first.click()
    expect(page.locator("[data-link]")).to_be_visible(timeout=PATIENT)
    link = page.locator("[data-link]").input_value()
    assert link.startswith(f"{below.url}{ROOT}/join/")

    guest = chromium.new_context()
    friend = guest.new_page()
    friend.goto(link)
    friend.locator("#name").fill("Bo")
    friend.locator("form.sit button").click()
    friend.wait_for_url(f"{below.url}{ROOT}/t/*")
    expect(page.locator("[data-link]")).to_have_count(0, timeout=PATIENT)
    version = page.locator("header.top").get_attribute("data-version") or ""
    expect(page.locator("html")).to_have_attribute("data-touch", "touch", timeout=PATIENT)
    page.locator("button[name=action]").first.click()
    expect(friend.locator("header.top")).not_to_have_attribute("data-version", version, timeout=PATIENT)
    guest.close()

    page.locator("header.top nav a[href*='/rules/']").first.click()
    expect(page.locator("#rules")).to_be_visible(timeout=PATIENT)
    expect(page.locator("#rules .leaf h2").first).to_be_visible(timeout=PATIENT)
    page.goto(f"{below.url}{ROOT}/components/new-world")
    with page.expect_response(lambda answer: answer.url.endswith("/components/new-world/check")) as checked:
        page.locator("main form.box input[type=text], main form.box input:not([type])").first.evaluate(
            "field => { field.value = 'x'; field.dispatchEvent(new Event('input', {bubbles: true})); }"
        )
    assert checked.value.status == 200
