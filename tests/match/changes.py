"""Changes to a position that could be reached, and what must be said about those that could not."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

import entrepot

Position = dict[str, Any]
Change = Callable[[Position], object]
Case = tuple[str, Change, str]


def refusal(position: Any, components: Any = None) -> str:
    """The one-line reason for refusing a position."""
    before = copy.deepcopy(position)
    with pytest.raises(entrepot.EntrepotError) as caught:
        entrepot.Match.from_position(position, components=components)
    assert position == before
    reason = str(caught.value)
    assert 0 < len(reason) < 300
    assert reason.isprintable()
    return reason


def put(*path: str | int, value: Any) -> Change:
    """A change: the value at a path."""

    def change(position: Position) -> None:
        part: Any = position
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """A change: the value at a path left out."""

    def change(position: Position) -> None:
        part: Any = position
        for key in path[:-1]:
            part = part[key]
        del part[path[-1]]

    return change


def both(*changes: Change) -> Change:
    """Several changes one after the other."""

    def change(position: Position) -> None:
        for one in changes:
            one(position)

    return change


def stand(name: str, seat: int = 0) -> Change:
    """A change: a settler of a seat stands on a location."""

    def change(position: Position) -> None:
        position["locations"][name] = {"seat": seat, "settlers": 1}
        position["seats"][seat]["home"] -= 1

    return change


def ask(kind: str, **about: Any) -> Change:
    """A change: that decision is pending."""
    return put("decision", value={"kind": kind, **about})


def times(card: str, **origin: Any) -> Change:
    """A change: it is asked how often to trade."""
    return ask("times", card=card, **origin)


def upgrade(card: str, steps: int, **origin: Any) -> Change:
    """A change: it is asked what to upgrade."""
    return ask("upgrade", card=card, steps=steps, **origin)


def twice(*path: str | int, of: tuple[str | int, ...]) -> Change:
    """A change: what lies at one path also lies on a pile."""

    def change(position: Position) -> None:
        found: Any = position
        for key in of:
            found = found[key]
        pile: Any = position
        for key in path:
            pile = pile[key]
        pile.append(found)

    return change


def every(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Run a test with each of some changes, and what the reason must name."""
    return pytest.mark.parametrize(("change", "named"), [case[1:] for case in cases], ids=[case[0] for case in cases])


COMMON: list[Case] = [
    ("no game", drop("game"), "game"),
    ("unknown game", put("game", value="chess"), "chess"),
    ("a game that is no text", put("game", value=["spice-road"]), "game"),
    ("one player", put("players", value=1), "players"),
    ("six players", put("players", value=6), "players"),
    ("players true", put("players", value=True), "players"),
    ("players 2.0", put("players", value=2.0), "players"),
    ("players text", put("players", value="2"), "players"),
    ("too few seats", lambda p: p["seats"].pop(), "seats"),
    ("too many seats", lambda p: p["seats"].append(dict(p["seats"][0])), "seats"),
    ("seats no list", put("seats", value={}), "seats"),
    ("seat no object", put("seats", 1, value=[]), "seat"),
    ("seat 2 decides", put("seat", value=2), "seat"),
    ("seat -1 decides", put("seat", value=-1), "seat"),
    ("seat true decides", put("seat", value=True), "seat"),
    ("nobody decides", put("seat", value=None), "seat"),
    ("seat 0.0 decides", put("seat", value=0.0), "seat"),
    ("no seat", drop("seat"), "seat"),
    ("unknown key", put("moon", value=1), "moon"),
    ("unknown key of a seat", put("seats", 0, "moon", value=1), "moon"),
    ("unknown key of points", put("points", "moon", value=1), "moon"),
    ("unknown option", put("options", "moon", value=True), "moon"),
    ("options no object", put("options", value=[]), "options"),
    ("round 0", put("round", value=0), "round"),
    ("round -1", put("round", value=-1), "round"),
    ("round true", put("round", value=True), "round"),
    ("round 1.5", put("round", value=1.5), "round"),
    ("round infinite", put("round", value=float("inf")), "round"),
    ("round huge", put("round", value=10**400), "round"),
    ("ending with nobody there", put("ending", value=True), "ending"),
    ("ending 0", put("ending", value=0), "ending"),
    ("storage unknown letter", put("seats", 0, "storage", value="YX"), "X"),
    ("storage lower case", put("seats", 0, "storage", value="y"), "y"),
    ("storage number", put("seats", 0, "storage", value=3), "storage"),
    ("storage list", put("seats", 0, "storage", value=["Y"]), "storage"),
    ("storage null", put("seats", 0, "storage", value=None), "storage"),
    ("storage missing", drop("seats", 0, "storage"), "storage"),
    ("eleven cubes", put("seats", 0, "storage", value="Y" * 11), "11"),
    ("eleven cubes of another seat", put("seats", 1, "storage", value="YYYRRRGGGBB"), "11"),
    ("a thousand cubes", put("seats", 0, "storage", value="Y" * 1000), "cubes"),
    ("point card unknown", put("points", "row", 0, value="GGGG=13"), "GGGG=13"),
    ("point card without points", put("points", "row", 0, value="GGGG"), "GGGG"),
    ("point card twice", lambda p: p["points"]["row"].__setitem__(0, p["points"]["row"][1]), "more point cards"),
    ("point card out and in the deck", lambda p: p["seats"][0]["claimed"].append(p["points"]["deck"][0]), "point card"),
    ("claimed a number", put("seats", 0, "claimed", value=2), "claimed"),
    ("decision missing", drop("decision"), "decision"),
    ("decision a text", put("decision", value="turn"), "decision"),
    ("decision without a kind", put("decision", value={}), "decision"),
    ("decision unknown", put("decision", value={"kind": "dance"}), "dance"),
    ("decision kind a list", put("decision", value={"kind": ["turn"]}), "decision"),
    ("decision with more", put("decision", value={"kind": "turn", "slot": 1}), "slot"),
    ("over too early", lambda p: p.update(seat=None, decision={"kind": "over"}), "over"),
    ("over with a seat", put("decision", value={"kind": "over"}), "seat"),
    ("times without a card", put("decision", value={"kind": "times"}), "card"),
    ("return of nothing", put("decision", value={"kind": "return", "surplus": 0}), "return"),
    ("return without surplus", put("decision", value={"kind": "return", "surplus": 2}), "return"),
]  # fmt: skip
"""What is impossible in a game of two, whatever is played."""


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 2, 7, 10**30, 1.5, float("nan"), "", "Y", "YYYYYYYYYYY", "Q", "YY", "up2", "over",
     "turn", "return", [], [[]], {}, {"kind": "over"}, {"card": "YY>G"}, ["YY>G"], ["YYRR=6"], "YY>G", "\ud800", "up99",
     {"tile": "YYY"}, {"seat": 0, "settlers": 1}, {"seat": 1, "settlers": 12}, "A1.1", "E1", ["flat=3"]]
)  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in some data."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        found += paths(part, (*path, key))
    return found


Spoils = list[tuple[tuple[Any, ...], Any]]


def spoils(position: Position) -> st.SearchStrategy[Spoils]:
    """Junk anywhere in a position, or nothing there."""
    return st.lists(st.tuples(st.sampled_from(paths(position)), JUNK | st.just(...)), min_size=1, max_size=3)


def refused_or_played(position: Position, spoiled: Spoils, components: Any = None) -> None:
    """A one-line reason, or a match that tells and plays what was set up. Never another error."""
    for path, value in spoiled:
        part: Any = position
        try:
            for key in path[:-1]:
                part = part[key]
            if value is ...:
                del part[path[-1]]
            else:
                part[path[-1]] = copy.deepcopy(value)
        except (KeyError, IndexError, TypeError):
            continue
    try:
        match = entrepot.Match.from_position(position, components=components)
    except entrepot.EntrepotError as error:
        reason = str(error)
    else:
        again = json.loads(json.dumps(match.position()))
        assert entrepot.Match.from_position(again, components=components).position() == again
        for _ in range(30):
            if match.seat is not None:
                match.play(match.legal_actions()[-1])
        return
    assert "\n" not in reason
    assert len(reason) < 300
