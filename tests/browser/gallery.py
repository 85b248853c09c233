"""Every page, and every kind of decision of every game, drawn in any language without a server and shown quickly.

`pages`, `messages`, `tables` and `gatherings` name them, and say how they are drawn. A `Frame` shows one after another
in one page of a browser: what has the style sheets of the page before is put in its place, as pages do when their table
changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from choices import Choice, gather, hire, hoard, sensible, settle, visit
from entrepot import Match
from entrepot.bots import Bot, make
from entrepot.components import judge
from entrepot.core.errors import InvalidComponents, Reason
from entrepot.games import TITLES
from entrepot.i18n import texts
from entrepot.match.moments import Course
from entrepot.web.lessons import LESSONS
from entrepot.web.pages import components, present, shell
from entrepot.web.pages.mine import Numbers, Picked
from entrepot.web.pages.templates import Templates
from entrepot.web.tables.errors import STATUS
from entrepot.web.tables.model import (
    Guide,
    Holdings,
    Listed,
    Past,
    Rated,
    Scored,
    SeatInfo,
    Shelf,
    TableSummary,
    TableView,
    Tally,
    Wanted,
    Wish,
)

from .stage import ended, view

LONG = ("Maximiliane-Henriette", "Bartholomew the Younger", "Cleopatra Konstantinopolitanska", "Dan", "W" * 24)
KINDS: dict[str, tuple[str, ...]] = {
    "spice-road": ("turn", "times", "upgrade", "pay", "return"),
    "new-world": ("turn", "times", "upgrade", "return", "fort", "explore"),
    "east-west-1": ("turn", "times", "upgrade", "return", "fort", "explore", "market", "replace", "swap"),
    "east-west-2": ("turn", "times", "upgrade", "return", "explore", "sail", "pay", "build", "bonus", "outpost"),
    "east-west-3": ("turn", "times", "upgrade", "return", "explore", "sail", "pay", "build", "bonus", "outpost"),
}
"""The kinds of decisions of each game (docs/notation.md); a market of part III is used at once, or not."""
_CHOICES: dict[str, tuple[Choice | Bot, ...]] = {
    game: (sensible, hoard, *((gather,) if game == "spice-road" else (visit, hire, settle)), make("greedy", game))
    for game in TITLES
}
_BROKEN = (Path(__file__).parent.parent / "data" / "new_world.toml").read_text("utf-8")
_BROKEN = _BROKEN.replace('cost = "YYB"', 'cost = "YYX"', 1).replace("cards_to_end = 8", "cards_to_end = 0")
_OPTIONS = {"draw_start": "1", "box": "#", "empty_rest": "true", "sea": "random", "board": "D1"}
_CHAIRS = ("me", "link", "local", "bot:greedy", "bot:random")
_BEFORE = "2026-01-01T00:00:00Z"
State = Callable[[Templates, str], str]
"""Draws a page in a language."""


class Asked(NamedTuple):
    """A table at which a kind of decision is asked, and among how many choices."""

    choices: int
    table: TableView


@cache
def asked(game: str) -> dict[str, Asked]:
    """Of each kind of decision the one with the most choices that was met when the game was played by some choices."""
    found: dict[str, Asked] = {}
    players = TITLES[game].most
    for choice in _CHOICES[game]:
        for seed in range(2):
            match, rng = Match.new(game, players, seed), Random(seed)
            while match.seat is not None and match.round < 40:
                legal = [str(action) for action in match.legal_actions()]
                kind = match.decision.kind
                if len(legal) > (found[kind].choices if kind in found else 0):
                    found[kind] = Asked(len(legal), seen(match, match.seat))
                observed = match.observe(match.seat)
                if callable(choice):
                    match.play(choice({"legal": legal, "observation": observed.position}, rng))
                else:
                    match.play(choice.choose(observed))
    return found


def seen(match: Match, viewer: int | None, names: Sequence[str] = LONG) -> TableView:
    """What somebody sees of a match whose people and bots have long names, with what happened in the last rounds."""
    whole = view(match, viewer)
    turns = [n for n, event in enumerate(whole.events) if event["kind"] == "turn"]
    first = turns[-3 * match.players :][0] if turns else 0
    events = whole.events[first:]
    own = [n for n, event in enumerate(events) if event["kind"] == "turn" and event["seat"] == viewer]
    fresh = next((n for n, event in enumerate(events) if own and n > own[-1] and event["kind"] == "turn"), 0)
    seats = [replace(seat, name=names[seat.index]) for seat in whole.seats]
    return replace(whole, events=events, events_from=first, fresh_from=fresh, seats=seats)


def tables(game: str) -> Iterator[tuple[str, TableView]]:
    """Every kind of decision of a game, its end, and what somebody sees who watches or was refused."""
    known = asked(game)
    assert set(known) == set(KINDS[game])
    for kind in KINDS[game]:
        yield kind, known[kind].table
    yield "over", seen(ended(game, TITLES[game].most), 0)
    turn = known["turn"].table
    watched = replace(turn, viewer=None, legal=[], spectator=True, owner=False, may_end=False)
    yield "watching", replace(watched, seats=[replace(seat, mine=False) for seat in turn.seats])
    yield "refused", replace(turn, notice={"code": "stale"})
    yield from guided(game)


def guided(game: str) -> Iterator[tuple[str, TableView]]:
    """A first game: the step with most to say, after something else was done, and the one after which it goes on."""
    lesson = LESSONS[game]
    start = seen(Match.new(game, 2, lesson.seed, lesson.options), 0)
    longest = max(range(len(lesson.steps)), key=lambda n: len(lesson.steps[n].say)) + 1
    yield "guided", replace(start, guide=Guide(longest, True, True))
    yield "guided to the end", replace(start, guide=Guide(len(lesson.steps), True, False))
    yield "the guide is silent", replace(start, guide=Guide(2, False, False))


def gatherings() -> Iterator[tuple[str, TableView]]:
    """What people at a table do beside the game: they wait, pass the screen, ask to end it."""
    start = seen(Match.new("east-west-3", 4, 1), 0)
    people = [replace(seat, kind="human", bot=None, thinking=False) for seat in start.seats]
    free = [replace(seat, taken=False, name="", invite_url=f"/join/{'x' * 24}") for seat in people]
    start = replace(start, legal=[], may_end=False)
    yield "waiting for friends", replace(start, seats=[people[0], *free[1:]], waiting=[1, 2, 3])
    yield "waiting for a friend", replace(start, seats=[*people[:3], free[3]], waiting=[3])
    yield "nobody has a name", replace(start, seats=[replace(seat, name="") for seat in people])
    begun = replace(asked("east-west-1")["turn"].table, seats=people)
    here = replace(begun, seats=[replace(seat, mine=True, local=True) for seat in people])
    yield "around one screen", here
    yield "handed over", replace(here, viewer=None, hand_over=0, legal=[])
    yield "asked to end", replace(begun, viewer=0, wish=Wish(3, [1], [0, 2]), may_end=False)
    yield "not yet answered", replace(begun, wish=Wish(3, [0], [1, 2]), may_end=False)
    yield "rather played on", replace(begun, refused=[1, 2], may_end=False)
    yield "ended early", replace(seen(ended("new-world", 4), 0), ended_early=True, seats=people)


def _listed(n: int, **changes: Any) -> TableSummary:
    seats = [SeatInfo(k, "human", LONG[k], None, k == 0, False, True, None, False) for k in range(4)]
    return replace(TableSummary(f"t{n}", list(TITLES)[n % 5], seats, 3, 1, False, False, None, _BEFORE), **changes)


def _lists() -> list[TableSummary]:
    result = {"ranking": [1, 0, 2, 3], "points": [40, 55, 12, 9]}
    return [
        *(_listed(n, your_turn=n < 2, to_move=0 if n < 2 else 1, waiting=n == 3) for n in range(5)),
        *(_listed(n, result=result) for n in range(5, 8)),
        _listed(8, result={**result, "ranking": [0, 1, 2, 3]}),
    ]


def _mine(page: int, wanted: Wanted | None = None) -> State:
    """Somebody's own games, with much of everything; none of them on page 0."""
    every = [Listed(one, "" if one.result is None else _BEFORE, counted=False) for one in _lists()] if page else []
    shelf = Shelf(every, 2222 if page else 0, max(1, page), 9)
    tallies = [
        Tally(game, n, against, 40 * n + 1, 11, 3456, 123, _BEFORE)
        for game in TITLES
        for n in (2, TITLES[game].most)
        for against in ("random", "greedy", "mixed", "people")
    ]
    scored = [
        Scored(f"t{n}", f"2026-{1 + n // 10:02}-{1 + n % 28:02}", 20 + n * 7 % 90, 1 + n % 3, 3) for n in range(100)
    ]
    rated = [Rated(game, 2, 12, 31.5, 24.0, 39.0) for game in TITLES] if page > 1 else [] if page else None

    def drawn(env: Templates, lang: str) -> str:
        numbers = Numbers(tallies if page else [], "", texts(lang))
        numbers.scored = scored
        picked = Picked(shelf if page else Shelf([], 0, 1, 1), wanted or Wanted(), "", "/mine")
        return present.render_games(
            env, lang=lang, picked=picked, numbers=numbers, rated=rated, name=LONG[2], forgotten=not page
        )

    return drawn


def _first(form: dict[str, str], mine: Sequence[TableSummary] = (), notice: dict[str, Any] | None = None) -> State:
    return lambda env, lang: present.render_start(env, lang=lang, tables=mine, form=form, notice=notice)


def _box(sheet: components.Sheet, code: str = "") -> State:
    return lambda env, lang: present.render_box(
        env, lang=lang, sheet=sheet, verdict=sheet.check(texts(lang)), code=code
    )


def _problems(sheet: components.Sheet) -> list[Reason]:
    with pytest.raises(InvalidComponents) as caught:
        judge(sheet.game, sheet.data())
    return caught.value.problems


def _message(code: str, status: int) -> State:
    return lambda env, lang: present.render_message(
        env, lang=lang, code=code, status=status, params={}, here="/t/x", table="x"
    )


def pages(game: str) -> Iterator[tuple[str, State]]:
    """Every page about a game: it is chosen, explained, entered; what happened in it."""
    form = {"game": game, **dict(zip((f"seat{n}" for n in range(1, TITLES[game].most + 1)), _CHAIRS, strict=False))}
    yield "first page", _first({**present.FIRST, "game": game})
    yield "first page, all open", _first({**form, **_OPTIONS})
    yield "rules", lambda env, lang: present.render_rules(env, lang=lang, game=game)
    told = asked(game)["turn"].table
    yield "log", lambda env, lang: present.render_log(env, replace(told, events_from=0, lang=lang), range(3, 6))
    whole = past(game)
    for at, eyes in ((0, ""), (whole.course.last // 2, "1"), (whole.course.last, "watch")):
        yield f"looking back at moment {at}", _moment(whole, at, eyes)
    yield "looking back at a running game", _moment(replace(whole, told=False, result=None), whole.course.last, "")
    if game in components.GAMES:
        yield "own box", _box(components.printed(game))


@cache
def past(game: str) -> Past:
    """A game to look back on, of seats with long names, and not yet at its end."""
    match, rng = Match.new(game, TITLES[game].most, 3), Random(3)
    while match.seat is not None and match.round < 16:
        legal = [str(action) for action in match.legal_actions()]
        match.play(sensible({"legal": legal, "observation": match.observe(match.seat).position}, rng))
    seats = [SeatInfo(n, "human", name, None, False, False, True, None, False) for n, name in enumerate(LONG)]
    result = match.standing.to_dict()
    return Past("x", game, Course(match.record()), seats[: match.players], True, True, result, _BEFORE)


def _moment(whole: Past, at: int, eyes: str) -> State:
    return lambda env, lang: present.render_moment(
        env, whole, lang=lang, at=at, eyes=eyes, partial=False, path="/t/x/replay"
    )


def messages() -> Iterator[tuple[str, State]]:
    """Every page beside the games."""
    yield "first page with games", _first(dict(present.FIRST), _lists())
    yield "my games", _mine(1)
    yield "my games, the last page of some that were picked", _mine(9, Wanted("new-world", 4, "finished", "people"))
    yield "no games of mine", _mine(0)
    yield "forget my games", lambda env, lang: present.render_forget(env, lang=lang, holdings=Holdings(1234, 56, 7, 8))
    broken = components.parsed("new-world", _BROKEN)
    refused = {"code": "bad-components", "reason": "", "problems": _problems(broken)}
    yield "first page, refused", _first({**present.FIRST, "game": "new-world", "box": "#"}, (), refused)
    yield "first page, badly filled in", _first(dict(present.FIRST), (), {"code": "bad-request"})
    yield "own box with problems", _box(broken, "bad-components")
    yield "a record is opened", lambda env, lang: present.render_opening(env, lang=lang)
    for code, status in STATUS.items():
        yield code, _message(code, status)
    yield "offline", present.render_offline
    table = seen(Match.new("east-west-3", 4, 1), None)
    seats = [replace(seat, taken=seat.index < 2, host=seat.index == 0, name=LONG[seat.index] if seat.index < 2 else "")
             for seat in table.seats]  # fmt: skip
    yield (
        "join",
        lambda env, lang: present.render_join(
            env, lang=lang, view=replace(table, seats=seats), seat=3, token="x", notice={"code": "no-cookies"}
        ),
    )


def of_table(table: TableView) -> State:
    """Draws a table."""
    return lambda env, lang: present.render_table(env, replace(table, lang=lang), partial=False)


class Frame:
    """Shows pages that no server has made, one after the other, in windows of one size."""

    def __init__(self, browser: Browser, hall: Hall, **options: Any) -> None:
        self._context = browser.new_context(base_url=hall.url, reduced_motion="reduce", **options)
        self._hall = hall
        self._sheets = ""
        self.page: Page = self._context.new_page()

    def show(self, html: str) -> None:
        """Show a page: in the place of the one before where both have the same style sheets and scripts."""
        head, _, rest = html.partition("</head>")
        sheets = "".join(re.findall(r"<(?:link rel=.stylesheet|script)[^>]*>", head))
        if sheets != self._sheets:
            self._hall.page = html.encode()
            self.page.goto("/t/page", wait_until="load")
            self.page.evaluate("document.fonts.ready.then(() => null)")
            self._sheets = sheets
            return
        lang = re.search(r'<html lang="([^"]+)"', head)
        name = re.search(r'<body class="([^"]*)"', rest)
        assert lang
        assert name
        inside = rest[rest.index(">", name.end() - 1) + 1 :].rpartition("</body>")[0]
        self.page.evaluate(_SWAP, [lang[1], name[1], inside])

    def close(self) -> None:
        """Close its window."""
        self._context.close()


_SWAP = """([lang, name, inside]) => {
  Object.assign(document.documentElement, { lang });
  document.body.className = name;
  document.body.innerHTML = inside;
  scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent("table:shown", { detail: { before: {}, now: {}, within: false } }));
}"""


class Hall:
    """Serves one page at a time, and the files it needs."""

    page = b""

    def __init__(self) -> None:
        hall = self

        class Answer(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = urlsplit(self.path).path
                name = path.rpartition("/")[2]
                static = path.startswith("/static/")
                if static:
                    body = b"" if name == "connection.js" else (shell.STATIC / name).read_bytes()
                else:
                    body = hall.page if path == "/t/page" else b""
                self.send_response(200 if body or static else 404)
                self.send_header("Content-Type", (guess_type(name)[0] or "text/plain") if static else "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "max-age=9999" if static else "no-store")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()
