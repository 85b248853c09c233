"""What every page promises: no barriers, keyboard, safe names, secrets kept, no scrolling on a laptop."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from entrepot import i18n
from entrepot.bots import LEVELS
from entrepot.i18n.catalogue import SOURCE
from entrepot.web.pages import present
from tongues import read

from . import gallery
from .measure import barriers, faults
from .table import CHOICES, Server, advance, by_number, create, reach, view

NASTY = "<script>alert(1)</script>\"'&{x}"
SCREENS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1366, "height": 768}},
    "dark": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}},
    "phone-dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
}


DECISIONS = {
    "spice-road": ("turn", "pay", "upgrade", "times", "return"),
    "new-world": ("turn", "fort", "upgrade", "times", "return"),
    "east-west-1": ("turn", "market", "replace", "swap", "return"),
    "east-west-2": ("turn", "sail", "pay", "build", "outpost"),
    "east-west-3": ("turn", "sail", "bonus", "times"),
}
_LAND = ("#boards", "#boards > :last-child", ".counter", ".own", ".log")
LANGUAGES = {"spice-road": "it", "new-world": "pl", "east-west-1": "nl", "east-west-2": "fr", "east-west-3": "pl"}
"""Games are looked at in English by daylight, else each in one of the other languages."""
PARTS = {
    "spice-road": ("#row-points", "#row-merchants", ".counter", ".own", ".log"),
    "new-world": _LAND,
    "east-west-1": (*_LAND, "#route"),
    "east-west-2": (*_LAND, "#sea", "#sea .chart"),
    "east-west-3": (*_LAND, "#sea", "#sea .chart"),
}
TABLES = [
    ("spice-road", 2),
    ("spice-road", 3),
    ("spice-road", 4),
    ("spice-road", 5),
    ("new-world", 2),
    ("new-world", 4),
    ("east-west-1", 4),
    ("east-west-2", 2),
    ("east-west-3", 2),
    ("east-west-3", 4),
]


def kind(name: str) -> Callable[[dict[str, Any]], bool]:
    """Whether the reader is asked for a decision of that kind."""
    return lambda seen: bool(seen["legal"]) and seen["observation"]["decision"]["kind"] == name


def in_language(context: BrowserContext, server: Server, lang: str) -> None:
    """Let a browser read a language."""
    context.add_cookies([{"name": "lang", "value": lang, "url": server.url}])


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_around_the_table(chromium: Browser, server: Server, screen: str) -> None:
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce", **SCREENS[screen])
    in_language(context, server, {"light": "en", "dark": "fr", "phone": "pl", "phone-dark": "nl"}[screen])
    page = context.new_page()
    page.goto("/")
    found = barriers(page, "start")
    page.locator("details.table-rules > summary").first.click()
    for game in DECISIONS:
        page.locator(f".pick label:has([value={game}])").click()
        expect(page.locator("footer a[data-game]:visible")).to_have_attribute("href", f"/rules/{game}")
    found += barriers(page, "table rules")
    for address, status in [*((f"/rules/{game}", 200) for game in DECISIONS), ("/t/nothing", 404)]:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == status
        found += barriers(page, address)
    create(page, "me", "link")
    found += barriers(page, "waiting")
    invitation = page.locator("[data-link]").get_attribute("data-link") or ""
    friend = chromium.new_context(base_url=server.url, **SCREENS[screen])
    joining = friend.new_page()
    joining.goto(invitation)
    found += barriers(joining, "join")
    friend.close()
    create(page, "me", "local")
    found += barriers(page, "hand-over or turn")
    context.close()
    assert found == []


@pytest.mark.parametrize("game", DECISIONS)
def test_axe_finds_nothing_at_the_table(chromium: Browser, server: Server, game: str) -> None:
    """Every kind of decision is reached once, and looked at on every screen by the same person.

    The parts of From East to West share most of their pages, so each decision is looked at on two screens in turn.
    """
    host = chromium.new_context(base_url=server.url, reduced_motion="reduce", **SCREENS["light"])
    page = host.new_page()
    page.goto("/")
    screens = {
        name: chromium.new_context(base_url=server.url, reduced_motion="reduce", **SCREENS[name]) for name in SCREENS
    }
    cookies = [{**cookie, "url": server.url, "domain": None, "path": None} for cookie in host.cookies()]
    found: list[str] = []
    for context in screens.values():
        context.add_cookies(cookies)  # type: ignore[arg-type]
        in_language(context, server, "en" if context is screens["light"] else LANGUAGES[game])
        context.new_page()

    whole, pairs = list(screens), cycle([("light", "phone-dark"), ("dark", "phone")])

    def look(state: str, *, menu: bool = False) -> None:
        for name in whole if game in ("spice-road", "new-world") else next(pairs):
            context = screens[name]
            other = context.pages[0]
            other.goto(page.url)
            if menu:
                other.locator(".menu > summary").click()
            found.extend(barriers(other, f"{state}, {name}"))
            other.goto("about:blank")  # A page that stays would draw every move of the game that goes on.

    for decision in DECISIONS[game]:
        reach(page, ["me", "bot:random", "bot:random"], kind(decision), CHOICES.get(decision), game)
        look(decision)
    look("menu", menu=True)
    page.request.post(f"{page.url}/end")
    look("over")
    for context in (host, *screens.values()):
        context.close()
    assert found == []


WORDS = re.compile(r"[^\W\d_]{3,}")


def controls(page: Page) -> list[tuple[str, str]]:
    """What can be used or jumped to, as a reader of the screen is told: its role and its name."""
    told = page.locator("body").aria_snapshot()
    return re.findall(r"- '?(button|link|heading|checkbox|radio|combobox|region|navigation) \"([^\"]*)\"", told)


@pytest.mark.parametrize("game", DECISIONS)
def test_a_reader_of_the_screen_is_told_the_same_in_another_language(chromium: Browser, game: str) -> None:
    """The same controls, each by a name of that language: only what has no words is called the same in both."""
    lang, hall, env = LANGUAGES[game], gallery.Hall(), present.environment()
    same = {word for one in read(lang) if one.id == one.string for word in WORDS.findall(str(one.id))}
    names = re.compile("|".join(map(re.escape, [*gallery.LONG, *i18n.languages().values(), "Entrepôt"])))
    frames = [gallery.Frame(chromium, hall, viewport={"width": 1366, "height": 768}) for _ in range(2)]
    drawn = [*gallery.pages(game), *((name, gallery.of_table(table)) for name, table in gallery.tables(game))]
    for name, state in drawn:
        trees = []
        for frame, code in zip(frames, (SOURCE, lang), strict=True):
            frame.show(state(env, code))
            trees.append(controls(frame.page))
        assert len(trees[0]) > 5, name
        assert [role for role, _ in trees[0]] == [role for role, _ in trees[1]], name
        for (_, english), (_, other) in zip(*trees, strict=True):
            assert english != other or same.issuperset(WORDS.findall(names.sub("", english))), (name, english)
    for frame in frames:
        frame.close()
    hall.close()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_one_screen_without_scrolling(page: Page, game: str, players: int) -> None:
    for decision in (DECISIONS[game][0], DECISIONS[game][1], "return"):
        company = ["me", *["bot:greedy"] * (players - 1)]
        reach(page, company, kind(decision), CHOICES.get(decision), game)
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= 768, decision
        for part in PARTS[game]:
            box = page.locator(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 768
    page.set_viewport_size({"width": 360, "height": 740})
    bar = page.locator(".counter").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == pytest.approx(740, abs=1)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_keyboard_alone(page: Page, server: Server, lang: str) -> None:
    in_language(page.context, server, lang)
    create(page, "me", "bot:greedy")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    moves = 0
    while moves < 10:
        expect(page.locator("button[form=do-act]").first).to_be_visible()
        version = page.locator("header.top").get_attribute("data-version") or ""
        if page.locator(".choices [data-key='1']").count():
            by_number(page, 1)
        else:
            # From the question on, Tab reaches every card that can be chosen.
            page.locator("#ask").focus()
            for _ in range(60):
                page.keyboard.press("Tab")
                if page.evaluate("document.activeElement.name") == "action":
                    break
            page.keyboard.press("Enter")
        expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
        expect(page.locator("#ask")).to_be_focused()
        moves += 1


def test_each_level_of_a_bot_says_how_it_plays(page: Page) -> None:
    """By the keyboard: the steps are one group, and the seat that gets a bot gets the one that was chosen."""
    page.goto("/")
    seat = page.locator(".chair.seat-2")
    seat.get_by_label("by link").check(force=True)
    expect(seat.locator(".by-bot:visible")).to_have_count(0)
    seat.get_by_label("bot", exact=True).check(force=True)
    steps = seat.get_by_role("radiogroup", name="Level of the bot").get_by_role("radio")
    expect(steps).to_have_count(len(LEVELS))
    steps.first.focus()
    page.keyboard.press("Space")
    for number, level in enumerate(LEVELS):
        expect(steps.nth(number)).to_be_checked()
        said = seat.locator(".by-bot:visible")
        expect(said).to_have_count(1)
        assert f"by-{level}" in (said.get_attribute("class") or "").split()
        expect(steps.nth(number)).to_have_accessible_name(re.compile(said.inner_text().replace(". ", ": ", 1)))
        page.keyboard.press("ArrowRight")
    expect(steps.first).to_be_checked()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_contain_text("sharp bot")


def test_all_levels_are_shown_by_arrow_up_and_by_a_long_press(page: Page) -> None:
    page.goto("/")
    steps = page.locator(".chair.seat-2").get_by_role("radio", name=re.compile("^(Calm|Easy|Steady|Sharp):"))
    every = page.get_by_role("dialog", name="Level of the bot")
    steps.nth(2).focus()
    page.keyboard.press("ArrowUp")
    expect(every.get_by_role("button")).to_have_count(len(LEVELS))
    expect(every.get_by_role("button", name="Steady", pressed=True)).to_be_focused()
    for width, height in ((1366, 768), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == []
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(every).to_be_hidden()
    expect(steps.nth(2)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(every).to_be_hidden()
    expect(steps.nth(1)).to_be_checked()
    step = page.locator(".chair.seat-2 .ladder label").nth(3)
    step.scroll_into_view_if_needed()
    box = step.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(every).to_be_visible()
    page.mouse.up()
    expect(every).to_be_visible()
    every.get_by_role("button", name="Calm").click()
    expect(steps.nth(0)).to_be_checked()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_contain_text("calm bot")


def test_undo_says_why_not(page: Page) -> None:
    create(page, "me", "bot:greedy")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    expect(undo).to_have_accessible_description("There is nothing to take back yet.")
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_have_text("Upgrade a cube: 2 steps left.")
    undo.click()
    expect(page.locator("#ask")).to_have_text("Play a card, take a merchant, claim points, or rest.")


def test_payment_by_the_cheapest(page: Page) -> None:
    reach(page, ["me", "bot:greedy"], lambda seen: kind("pay")(seen) and seen["observation"]["decision"]["slot"] > 2)
    expect(page.locator(".lane6 .target")).to_have_count(1)
    version = page.locator("header.top").get_attribute("data-version") or ""
    page.get_by_role("button", name="Pay with the cheapest").click()
    expect(page.locator("header.top")).not_to_have_attribute("data-version", version)
    expect(page.locator(".counter.warn")).to_have_count(0)
    expect(page.locator(".lane6 .target")).to_have_count(0)


def test_a_press_anywhere_shows_what_bots_do_at_once(chromium: Browser, tmp_path: Path) -> None:
    slow = Server(tmp_path / "slow.sqlite3", pace=60)
    slow.start()
    page = chromium.new_context(base_url=slow.url, reduced_motion="reduce").new_page()
    create(page, "me", "bot:random", game="new-world")
    page.locator("[value='work A1.3']").click()
    expect(page.locator("#ask")).to_contain_text("is thinking")
    page.locator(".own h2").first.click()
    expect(page.locator("#ask")).to_contain_text("or rest")
    page.context.close()
    slow.stop()


def test_a_stale_choice_is_refused_in_the_bar(page: Page) -> None:
    create(page, "me", "bot:greedy")
    page.locator("#do-act [name=version]").evaluate("field => { field.value = '999'; }")
    page.locator("button[form=do-act]").first.click()
    expect(page.locator(".counter.warn #ask")).to_have_text("The table has moved on since. Look again and choose.")
    expect(page.locator("button[form=do-act]").first).to_be_visible()


def test_names_are_shown_as_text(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a name ran as a script: {dialog.message}"))
    create(page, "me", "local", names=(NASTY, NASTY))
    expect(page.locator("h2, h3", has_text="<script>alert(1)</script>").first).to_be_visible()
    assert page.locator("#table script").count() == 0
    page.goto("/")
    expect(page.locator(".yours")).to_contain_text("Your turn")


def test_hand_over_keeps_secrets(page: Page) -> None:
    create(page, "me", "local")

    def claimed(seen: dict[str, Any]) -> bool:
        return seen["hand_over"] is not None and any(seat["claimed"] for seat in seen["observation"]["seats"])

    advance(page, claimed)
    seen = view(page)
    assert all(isinstance(seat["claimed"], int) for seat in seen["observation"]["seats"])
    expect(page.locator("#ask")).to_contain_text("Pass the screen to")
    expect(page.locator(".own .facts")).not_to_contain_text("points")
    assert page.locator("button[form=do-act]").count() == 0
    page.locator("button[form=do-hand-over]").click()
    expect(page.locator("button[form=do-act]").first).to_be_visible()
    expect(page.locator(".own .facts")).to_contain_text("point")


def test_without_javascript(chromium: Browser, server: Server) -> None:
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.locator("#name1").fill("Ida")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Upgrade up to 2 steps").click()
    expect(page.locator("#ask")).to_have_text("Upgrade a cube: 2 steps left.")
    context.close()


def test_the_menu_is_whole_in_a_low_window(page: Page) -> None:
    """A phone that lies, or a page of four times the size: what does not fit scrolls inside the menu."""
    create(page, "me", "bot:random")
    page.set_viewport_size({"width": 480, "height": 200})
    page.locator(".menu summary").click()
    last = page.locator(".menu .sheet > *").last
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 200
