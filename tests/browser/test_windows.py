"""Every page and every decision of every game, in all languages and windows: for eyes and fingers (see `measure`).

The drawing of the sea has tests of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from choices import Choice, Seen, gather, hire, hoard, settle
from entrepot import i18n
from entrepot.bots import Bot, make
from entrepot.games import TITLES
from entrepot.i18n.catalogue import SOURCE
from entrepot.web.pages import present
from tongues import added, long_drawn, written

from . import gallery
from .gallery import LONG
from .measure import WINDOWS, faults
from .table import NAMES, played

LONGEST = "eo"
"""A code that no catalogue has yet."""


class State(NamedTuple):
    """A table to look at: how many play, what the reader sees, who chose so far."""

    game: str
    players: int
    wanted: Callable[[Seen], bool]
    choice: Choice | Bot
    names: tuple[str, ...] = NAMES


def asked(seen: Seen, kind: str) -> bool:
    """Whether the reader is asked for a decision of that kind."""
    return bool(seen["legal"]) and seen["observation"]["decision"]["kind"] == kind


def hand(n: int) -> Callable[[Seen], bool]:
    """A turn with that many cards in hand."""
    return lambda seen: asked(seen, "turn") and len(seen["observation"]["seats"][0]["hand"]) >= n


def rich(n: int) -> Callable[[Seen], bool]:
    """A turn of somebody who has that many point cards."""

    def wanted(seen: Seen) -> bool:
        if not asked(seen, "turn"):
            return False
        claimed: Any = seen["observation"]["seats"][0]["claimed"]
        return (claimed if isinstance(claimed, int) else len(claimed)) >= n

    return wanted


def crowd(kind: str, n: int) -> Callable[[Seen], bool]:
    """A decision of that kind with that many choices."""
    return lambda seen: asked(seen, kind) and len(seen["legal"]) >= n


def steady(game: str) -> Bot:
    """Plays well for everybody."""
    return make("greedy", game, 1)


STATES = {
    "few cards": State("spice-road", 2, hand(4), gather, LONG),
    "10 cards": State("spice-road", 3, hand(10), gather),
    "13 cards": State("spice-road", 5, hand(13), gather, LONG),
    "17 cards": State("spice-road", 5, hand(17), gather),
    "how often": State("spice-road", 5, crowd("times", 5), gather),
    "a return": State("spice-road", 5, crowd("return", 3), hoard),
    "A New World": State("new-world", 4, rich(6), steady("new-world"), LONG),
    "part I": State("east-west-1", 4, rich(6), steady("east-west-1"), LONG),
    "a full route": State("east-west-1", 3, crowd("swap", 5), hire),
    "part II": State("east-west-2", 4, rich(5), steady("east-west-2"), LONG),
    "sailing": State("east-west-2", 4, crowd("sail", 3), settle),
    "part III": State("east-west-3", 4, rich(6), steady("east-west-3"), LONG),
}


EVERYWHERE = ("phone", "tablet", "laptop")
"""Windows in which every language is looked at; English in all of them."""
PARTS = ("pages", "gatherings", *TITLES)


def states(part: str) -> Iterator[tuple[str, gallery.State]]:
    """The pages about a game and its tables, or what belongs to none."""
    if part == "pages":
        yield from gallery.messages()
        return
    if part == "gatherings":
        yield from ((name, gallery.of_table(table)) for name, table in gallery.gatherings())
        return
    yield from gallery.pages(part)
    yield from ((name, gallery.of_table(table)) for name, table in gallery.tables(part))
    for name, (game, players, wanted, choice, names) in STATES.items():
        if game == part:
            found = (played(game, players, seed, wanted, choice) for seed in range(100))
            match = next(filter(None, found))
            yield name, gallery.of_table(gallery.seen(match, match.seat, names))


@pytest.mark.parametrize("part", PARTS)
def test_all_can_be_read_and_hit(chromium: Browser, tmp_path: Path, part: str) -> None:
    """In a language that takes two fifths more room, too: so there is some in all languages, also in one to come."""
    found = []
    hall = gallery.Hall()
    with added(tmp_path / "languages", LONGEST, written(LONGEST, long_drawn)):
        env = present.environment()
        drawn = {name: {lang: state(env, lang) for lang in i18n.languages()} for name, state in states(part)}
    for window, size in WINDOWS.items():
        frame = gallery.Frame(chromium, hall, **size)
        for name, html in drawn.items():
            for lang in html if window in EVERYWHERE else (SOURCE,) if part in TITLES else ():
                frame.show(html[lang])
                found += [f"{name}, {lang}, {window}: {fault}" for fault in faults(frame.page, ".chart")]
                table = '<div id="table"' in html[lang] and not name.startswith("looking back")
                if window == "laptop" and (table or (name == "first page" and lang != LONGEST)):
                    high = frame.page.evaluate("document.documentElement.scrollHeight")
                    found += [f"{name}, {lang}, {window}: {high} px high"] if high > 768 else []
        frame.close()
    hall.close()
    assert found == []
