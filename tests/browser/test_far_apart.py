"""A whole game by link: three people in three browsers and languages, somebody watching in a fourth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page, expect

from entrepot import Match
from entrepot.bots import make
from entrepot.i18n import catalogue, texts
from entrepot.web.tables.store import Table

from .table import Server, send, view

PEOPLE = {"pl": "Ida", "nl": "Bo", "fr": "Cleo"}
WATCHER = "it"
CATALOGUES = Path(catalogue.__file__).parent
SCREENS = [(1366, 768), (360, 740), (1024, 768), (1366, 768)]

READ = """() => {
  const found = new Set();
  const keep = (text) => { if (text?.trim()) found.add(text.replace(/\\s+/g, ' ').trim()); };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const silent = 'script, style, noscript, option, .lang';
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(silent)) keep(walk.currentNode.data);
  for (const one of document.querySelectorAll('body *'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) keep(one.getAttribute(name));
  return [...found];
}"""


@cache
def english(lang: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """What only an English page says: whole messages, and those with something filled in."""
    with (CATALOGUES / lang / "messages.po").open("rb") as file:
        messages = read_po(file)
    whole, own, filled = set(), set(), []
    for message in messages:
        ids: list[str] = [*message.id] if isinstance(message.id, (tuple, list)) else [message.id]
        strings = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        for one in ids:
            for string in map(str, strings):
                own |= {" ".join(part.split()) for part in (string, *re.split(r"<[^>]*>", string))}
            plain = " ".join(re.sub(r"<[^>]*>", "", one).split())
            if not plain or one in strings:
                continue
            if "{" not in plain:
                whole.add(plain)
            elif len(re.findall(r"[A-Za-z]{2,}", re.sub(r"{\w+}", "", plain))) >= 3:
                parts = re.split(r"{\w+}", plain)
                filled.append(re.compile(".+".join(map(re.escape, parts))))
    return whole - own, filled


def left_in_english(page: Page, lang: str) -> list[str]:
    whole, filled = english(lang)
    read = page.evaluate(READ)
    assert len(read) > 5
    return [text for text in read if text in whole or any(pattern.fullmatch(text) for pattern in filled)]


def at(page: Page, version: int) -> None:
    """The page shows this version."""
    expect(page.locator("header.top")).to_have_attribute("data-version", str(version), timeout=60_000)


def people(chromium: Browser, server: Server) -> Iterator[Page]:
    for lang, (width, height) in zip([*PEOPLE, WATCHER], SCREENS, strict=True):
        context = chromium.new_context(
            base_url=server.url, locale=lang, viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.set_default_timeout(30_000)
        yield context.new_page()


def test_a_whole_game_of_part_three(chromium: Browser, server: Server) -> None:
    pages = dict(zip([*PEOPLE, WATCHER], people(chromium, server), strict=True))
    wrong: list[str] = []
    for page in pages.values():
        page.on("pageerror", lambda error: wrong.append(str(error)))
    host = pages["pl"]
    host.goto("/?game=east-west-3")
    for number, kind in ((2, "link"), (3, "link")):
        host.locator(f"[name=seat{number}][value={kind}]").evaluate("one => one.click()")
    host.locator("#name1").fill(PEOPLE["pl"])
    host.get_by_role("button", name="Rozpocznij grę").click()
    host.wait_for_url("**/t/*")
    invitations = [seat["invite_url"] for seat in view(host)["seats"] if seat["invite_url"]]
    for lang, invitation in zip(["nl", "fr"], invitations, strict=True):
        guest = pages[lang]
        guest.goto(invitation)
        assert left_in_english(guest, lang) == []
        guest.locator("#name").fill(PEOPLE[lang])
        guest.locator("main form button").first.click()
        guest.wait_for_url("**/t/*")
    pages[WATCHER].goto(host.url)
    seats = [pages[lang] for lang in PEOPLE]
    with server.store.session() as session:
        table = session.get_one(Table, host.url.rpartition("/")[2])
        match = Match.new(table.game, 3, int(table.seed), table.options)
    greedy = make("greedy", "east-west-3", 5)
    away = undone = False
    moves = 0
    while match.seat is not None:
        seat, action = match.seat, str(greedy.choose(match.observe(match.seat)))
        page = seats[seat]
        send(page, action, view(page)["version"])
        match.play(action)
        moves += 1
        if moves > 30 and not undone and match.seat == seat and match.can_undo:
            version = view(page)["version"]
            at(page, version)
            page.locator("button.undo[form=do-undo]").click()
            match.undo()
            undone = True
            for one in pages.values():
                at(one, version + 1)
        if moves == 60:
            pages["fr"].context.set_offline(True)
            away = True
        if moves == 70:
            pages["fr"].context.set_offline(False)
            away = False
            pages["nl"].reload()
        if moves % 40 == 0 and not away:
            version = view(host)["version"]
            for lang, one in pages.items():
                at(one, version)
                assert one.evaluate("document.documentElement.lang") == lang
                assert left_in_english(one, lang) == [], (lang, moves)
                assert one.evaluate("document.documentElement.scrollWidth <= innerWidth"), (lang, moves)
    assert undone
    result = view(host)["result"]
    winner = list(PEOPLE.values())[result["ranking"][0]]
    for lang, one in pages.items():
        expect(one.locator("table.result")).to_be_visible(timeout=60_000)
        assert left_in_english(one, lang) == [], lang
        ask = one.locator("#ask").inner_text()
        mine = PEOPLE.get(lang) == winner
        assert mine or winner in ask, (lang, ask)
        expect(one.locator(".counter .eyebrow").first).to_contain_text(texts(lang)._("The game is over"))
        one.goto(one.url + "/log")
        assert left_in_english(one, lang) == [], f"the log, {lang}"
    assert wrong == []
    for one in pages.values():
        one.context.close()


def test_what_is_left_in_english_is_found(page: Page) -> None:
    page.goto("/")
    assert "Choose a game" in left_in_english(page, "pl")
    page.goto("/rules/new-world")
    assert len(left_in_english(page, "fr")) > 30
