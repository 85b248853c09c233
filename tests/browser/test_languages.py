"""Other languages: chosen on every page, kept, each reader's own."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from .measure import WINDOWS
from .table import Server, create, send, view


def test_the_page_comes_again_in_another_language_with_what_was_entered(page: Page) -> None:
    page.goto("/")
    page.locator("label", has=page.locator("[value='new-world']")).first.click()
    page.locator("#name1").fill("Żaneta")
    page.locator("select#lang").select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_role("button", name="Rozpocznij grę")).to_be_visible()
    expect(page.locator("#name1")).to_have_value("Żaneta")
    expect(page.locator("[name=game][value='new-world']")).to_be_checked()
    page.goto("/rules/new-world")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.goto("/rules/new-world?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_everybody_at_a_table_reads_their_own(page: Page, chromium: Browser, server: Server) -> None:
    create(page, "me", "bot:random")
    context = chromium.new_context(base_url=server.url, locale="nl-BE", reduced_motion="reduce")
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("html")).to_have_attribute("lang", "nl")
    page.locator(".menu > summary").click()
    page.locator("select#lang").select_option("it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("#ask")).to_contain_text("Gioca una carta")
    expect(page.locator(".menu > .sheet")).to_be_hidden()
    seen = view(page)
    send(page, "acquire 1", seen["version"])
    expect(page.locator("#turn-0")).to_contain_text("preso")
    expect(other.locator("#turn-0")).to_contain_text("neemt")
    context.close()


def test_the_language_of_the_browser_is_taken_until_one_is_chosen(chromium: Browser, server: Server) -> None:
    for locale, lang in (("fr-CH", "fr"), ("pl-PL", "pl"), ("eo", "en")):
        context = chromium.new_context(base_url=server.url, locale=locale, java_script_enabled=False)
        page = context.new_page()
        answer = page.goto("/")
        assert answer is not None
        assert f'hreflang="{lang}"' in answer.headers["link"]
        expect(page.locator("html")).to_have_attribute("lang", lang)
        page.locator("select#lang").select_option("nl")
        page.locator(".lang noscript button, .lang button").click()
        expect(page.locator("html")).to_have_attribute("lang", "nl")
        context.close()


def test_without_scripts_the_way_to_another_language_lies_free(chromium: Browser, server: Server) -> None:
    """On the first page and in a table's menu: no arrow over the word, and a target for fingers."""
    context = chromium.new_context(base_url=server.url, locale="nl", java_script_enabled=False, **WINDOWS["phone"])
    page = context.new_page()
    page.goto("/")
    for where in ("the first page", "a table"):
        if where == "a table":
            page.locator("button.learn").click()
            page.locator(".menu summary").click()
        arrow, button = page.locator(".lang .tongue").bounding_box(), page.locator(".lang button").bounding_box()
        assert arrow, where
        assert button, where
        assert arrow["x"] + arrow["width"] <= button["x"], where
        assert min(button["width"], button["height"]) >= 44, where
        assert button["x"] + button["width"] <= 360, where
        assert page.locator(".lang").evaluate("form => getComputedStyle(form, '::after').content") == "none", where
    for item in page.locator(".menu .sheet > a:visible, .menu .sheet button:visible").all():
        box = item.bounding_box()
        assert box, item
        assert box["height"] >= 44, item.text_content()
    context.close()
