"""Every game in every window and every language, with much on the table: what eyes and fingers need (see `measure`).

The drawing of the sea has tests of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from choices import Choice, Seen, gather, hire, hoard, settle
from entrepot import i18n
from entrepot.bots import Bot, make
from entrepot.i18n.catalogue import SOURCE

from .measure import WINDOWS, faults
from .table import NAMES, Server, reach

pytestmark = pytest.mark.browser
LONG = ("Maximiliane-Henriette", "Bartholomew the Younger", "Cleopatra Konstantinopolitanska", "Dan", "W" * 24)


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


LOOKS = [
    (lang, window)
    for lang in i18n.languages()
    for window in (WINDOWS if lang == SOURCE else ("phone", "tablet", "laptop"))
]


@pytest.mark.parametrize("name", STATES)
def test_all_can_be_read_and_hit(chromium: Browser, server: Server, name: str) -> None:
    state = STATES[name]
    context = chromium.new_context(base_url=server.url, reduced_motion="reduce")
    page = context.new_page()
    seats = ["me", *["bot:random"] * (state.players - 1)]
    reach(page, seats, state.wanted, state.choice, state.game, state.names)
    found = []
    cookies: list[Any] = [{**one, "url": server.url, "domain": None, "path": None} for one in context.cookies()]
    for lang, window in LOOKS:
        look = chromium.new_context(base_url=server.url, reduced_motion="reduce", **WINDOWS[window])
        look.add_cookies([*cookies, {"name": "lang", "value": lang, "url": server.url}])
        other = look.new_page()
        answer = other.goto(page.url)
        assert answer is not None
        assert answer.ok
        found += [f"{lang}, {window}: {fault}" for fault in faults(other, ".chart")]
        look.close()
    context.close()
    assert found == []
