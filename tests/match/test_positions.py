"""`Match.from_position`: what can be left out, and every impossible position with its reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrepot

Position = dict[str, Any]


def start(players: int = 2) -> Position:
    """A position that could be reached, a few turns in."""
    match = entrepot.Match.new("spice-road", players=players, seed=9)
    for _ in range(players):
        match.play("acquire 1")
    return match.position()


def changed(change: Callable[[Position], object], players: int = 2) -> Position:
    """That position with a change to it."""
    position = start(players)
    change(position)
    return position


def refusal(position: Any) -> str:
    """The one-line reason for refusing a position."""
    before = copy.deepcopy(position)
    with pytest.raises(entrepot.EntrepotError) as caught:
        entrepot.Match.from_position(position)
    assert position == before
    reason = str(caught.value)
    assert 0 < len(reason) < 300
    assert reason.isprintable()
    return reason


def put(*path: str | int, value: Any) -> Callable[[Position], None]:
    """A change: the value at a path."""

    def change(position: Position) -> None:
        part: Any = position
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value

    return change


def drop(*path: str | int) -> Callable[[Position], None]:
    """A change: the value at a path left out."""

    def change(position: Position) -> None:
        part: Any = position
        for key in path[:-1]:
            part = part[key]
        del part[path[-1]]

    return change


def test_the_walk_through_of_the_design_is_a_position() -> None:
    """Decks are listed from the top; what is shown in the design can be set up as it stands there."""
    position = {
        "game": "spice-road", "players": 2, "options": {}, "seat": 0, "decision": {"kind": "turn"}, "round": 7,
        "ending": False,
        "seats": [
            {
                "storage": "YYRG", "hand": ["YY", "up2"], "played": ["YY>G"], "claimed": ["YYRR=6"], "gold": 1,
                "silver": 0,
            },
            {"storage": "YYY", "hand": ["YY"], "played": ["up2"], "claimed": [], "gold": 0, "silver": 0},
        ],
        "merchants": {"row": [{"card": "YYY>B", "cubes": "YR"}, {"card": "RR", "cubes": ""}], "deck": ["B>GG"]},
        "points": {"row": ["GGGG=12"], "deck": ["BBBBB=20"]}, "coins": {"gold": 3, "silver": 4},
    }  # fmt: skip
    match = entrepot.Match.from_position(position)
    match.play("acquire 1")
    after = match.position()
    assert [entry["card"] for entry in after["merchants"]["row"]] == ["RR", "B>GG"]
    assert after["seats"][0]["storage"] == "YYYRRG"
    assert match.round == 7


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_decks_that_are_left_out_are_the_rest_of_the_box(players: int) -> None:
    full = start(players)
    less = copy.deepcopy(full)
    del less["merchants"]["deck"], less["points"]["deck"]
    seen = set()
    for seed in range(6):
        match = entrepot.Match.from_position(less, seed=seed)
        assert match.position() == entrepot.Match.from_position(less, seed=seed).position()
        for part in ("merchants", "points"):
            deck = match.position()[part]["deck"]
            assert sorted(deck) == sorted(full[part]["deck"])
            seen.add(tuple(deck))
    assert len(seen) == 12


@pytest.mark.parametrize("key", ["options", "round", "ending", "coins"])
def test_some_of_the_heading_may_be_left_out(key: str) -> None:
    full = start()
    match = entrepot.Match.from_position({name: value for name, value in full.items() if name != key})
    assert {**match.position(), key: None} == {**full, key: None}


@pytest.mark.parametrize("key", ["played", "claimed", "gold", "silver"])
def test_some_of_a_seat_may_be_left_out(key: str) -> None:
    assert entrepot.Match.from_position(changed(drop("seats", 0, key))).position() == start()


def row_card(position: Position) -> str:
    """A card of the row."""
    card: str = position["merchants"]["row"][2]["card"]
    return card


IMPOSSIBLE: list[tuple[str, Callable[[Position], object], str]] = [
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
    ("unknown key of merchants", put("merchants", "moon", value=1), "moon"),
    ("unknown key of a row card", put("merchants", "row", 0, "moon", value=1), "moon"),
    ("unknown key of points", put("points", "moon", value=1), "moon"),
    ("unknown coin", put("coins", "copper", value=1), "copper"),
    ("unknown option", put("options", "moon", value=True), "moon"),
    ("option 1", put("options", "empty_rest", value=1), "empty_rest"),
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
    ("merchant unknown", put("seats", 0, "hand", value=["YY", "up2", "BBBB"]), "BBBB"),
    ("merchant malformed", put("seats", 0, "hand", value=["YY", "up2", "GY"]), "GY"),
    ("point card in a hand", put("seats", 0, "hand", value=["YY", "up2", "GGGG=12"]), "GGGG=12"),
    ("hand a text", put("seats", 0, "hand", value="YY"), "hand"),
    ("hand of numbers", put("seats", 0, "hand", value=[1]), "hand"),
    ("hand missing", drop("seats", 0, "hand"), "hand"),
    ("card twice in a hand", lambda p: p["seats"][0]["hand"].append(p["seats"][0]["hand"][-1]), "more merchants"),
    ("card in two hands", lambda p: p["seats"][1]["hand"].append(p["seats"][0]["hand"][-1]), "more merchants"),
    ("card in hand and row", lambda p: p["seats"][0]["hand"].append(row_card(p)), "more merchants"),
    ("card in hand and deck", lambda p: p["seats"][0]["played"].append(p["merchants"]["deck"][5]), "more merchants"),
    ("starting card twice", lambda p: p["seats"][0]["hand"].append("YY"), "YY"),
    ("44 merchants", lambda p: p["merchants"]["deck"].append(p["merchants"]["deck"][0]), "43"),
    ("row of seven", lambda p: p["merchants"]["row"].append({"card": p["merchants"]["deck"].pop()}), "row"),
    ("row no list", put("merchants", "row", value={}), "row"),
    ("row of texts", put("merchants", "row", value=["YY>G"]), "slot 1"),
    ("row missing", drop("merchants", "row"), "row"),
    ("row card missing", drop("merchants", "row", 0, "card"), "card"),
    ("cubes of a row card", put("merchants", "row", 0, "cubes", value="Q"), "Q"),
    ("cubes of a row card a number", put("merchants", "row", 0, "cubes", value=1), "cubes"),
    ("cubes of a row card too many", put("merchants", "row", 0, "cubes", value="R" * 60), "cubes"),
    ("merchants missing", drop("merchants"), "merchants"),
    ("merchants a list", put("merchants", value=[]), "merchants"),
    ("deck a number", put("merchants", "deck", value=37), "deck"),
    ("deck of numbers", put("merchants", "deck", value=[1, 2]), "deck"),
    ("point card unknown", put("points", "row", 0, value="GGGG=13"), "GGGG=13"),
    ("point card without points", put("points", "row", 0, value="GGGG"), "GGGG"),
    ("point card twice", lambda p: p["points"]["row"].__setitem__(0, p["points"]["row"][1]), "more point cards"),
    ("point card out and in the deck", lambda p: p["seats"][0]["claimed"].append(p["points"]["deck"][0]), "point card"),
    ("six point cards in the row", lambda p: p["points"]["row"].append(p["points"]["deck"].pop()), "row"),
    ("claimed a number", put("seats", 0, "claimed", value=2), "claimed"),
    ("gold negative", put("seats", 0, "gold", value=-1), "gold"),
    ("gold true", put("seats", 0, "gold", value=True), "gold"),
    ("gold a float", put("seats", 0, "gold", value=1.0), "gold"),
    ("silver a text", put("seats", 0, "silver", value="1"), "silver"),
    ("gold of the pile negative", put("coins", "gold", value=-1), "gold"),
    ("more gold than there is", put("coins", "gold", value=5), "gold"),
    ("more gold in hands than there is", put("seats", 0, "gold", value=5), "gold"),
    ("silver of the pile true", put("coins", "silver", value=True), "silver"),
    ("coins a list", put("coins", value=[4, 4]), "coins"),
    ("decision missing", drop("decision"), "decision"),
    ("decision a text", put("decision", value="turn"), "decision"),
    ("decision without a kind", put("decision", value={}), "decision"),
    ("decision unknown", put("decision", value={"kind": "sail"}), "sail"),
    ("decision kind a list", put("decision", value={"kind": ["turn"]}), "decision"),
    ("decision with more", put("decision", value={"kind": "turn", "slot": 1}), "slot"),
    ("over too early", lambda p: p.update(seat=None, decision={"kind": "over"}), "over"),
    ("over with a seat", put("decision", value={"kind": "over"}), "seat"),
    ("times of a card in the hand", put("decision", value={"kind": "times", "card": "YY>G"}), "YY>G"),
    ("times without a card", put("decision", value={"kind": "times"}), "card"),
    ("times of a gain", lambda p: played(p, "YY", kind="times", card="YY"), "YY"),
    ("upgrade without steps", lambda p: played(p, "up2", kind="upgrade", card="up2"), "steps"),
    ("upgrade with no step", lambda p: played(p, "up2", kind="upgrade", card="up2", steps=0), "steps"),
    ("upgrade with three steps", lambda p: played(p, "up2", kind="upgrade", card="up2", steps=3), "steps"),
    ("upgrade with true steps", lambda p: played(p, "up2", kind="upgrade", card="up2", steps=True), "steps"),
    ("upgrade of a gain", lambda p: played(p, "YY", kind="upgrade", card="YY", steps=1), "YY"),
    ("pay for the first", put("decision", value={"kind": "pay", "slot": 1, "card": 1}), "slot"),
    ("pay for the seventh", put("decision", value={"kind": "pay", "slot": 7, "card": 1}), "slot"),
    ("pay on the card itself", put("decision", value={"kind": "pay", "slot": 3, "card": 3}), "card"),
    ("pay on no card", put("decision", value={"kind": "pay", "slot": 3, "card": 0}), "card"),
    ("pay with too little", lambda p: paying(p, "Y"), "pay"),
    ("return of nothing", put("decision", value={"kind": "return", "surplus": 0}), "return"),
    ("return without surplus", put("decision", value={"kind": "return", "surplus": 2}), "return"),
    ("return of another surplus", lambda p: returning(p, 3), "return"),
]  # fmt: skip


def played(position: Position, name: str, /, **decision: Any) -> None:
    """A change: the card has just been played."""
    position["seats"][0]["hand"].remove(name)
    position["seats"][0]["played"].append(name)
    position["decision"] = decision


def paying(position: Position, storage: str) -> None:
    """A change: the storage holds less than the payment asks for."""
    position["seats"][0]["storage"] = storage
    position["decision"] = {"kind": "pay", "slot": 4, "card": 1}


def returning(position: Position, surplus: int) -> None:
    """A change: two cubes too many, and another number is said."""
    position["seats"][0]["storage"] = "Y" * 6 + "R" * 6
    position["decision"] = {"kind": "return", "surplus": surplus}


@pytest.mark.parametrize(("change", "named"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(change: Callable[[Position], object], named: str) -> None:
    assert named in refusal(changed(change))


@pytest.mark.parametrize("position", [None, [], "spice-road", 7, {}, {"game": "spice-road"}])
def test_what_is_no_position_at_all_is_refused(position: Any) -> None:
    refusal(position)


@pytest.mark.parametrize(("players", "most"), [(2, 6), (3, 6), (4, 5), (5, 5)])
def test_more_point_cards_than_end_a_game_are_refused(players: int, most: int) -> None:
    position = start(players)
    position["seats"][0]["claimed"] = [position["points"]["deck"].pop() for _ in range(most + 1)]
    position["ending"] = True
    assert str(most) in refusal(position)


@pytest.mark.parametrize(("players", "most"), [(2, 6), (3, 6), (4, 5), (5, 5)])
def test_an_ending_that_is_not_told_or_should_be_over_is_refused(players: int, most: int) -> None:
    position = start(players)
    position["seats"][0]["claimed"] = [position["points"]["deck"].pop() for _ in range(most)]
    position["seat"] = 1
    assert "ending" in refusal({**position, "ending": False})
    entrepot.Match.from_position({**position, "ending": True})
    refusal({**position, "ending": True, "seat": 0})


def test_a_seat_that_has_enough_point_cards_takes_no_more_turns() -> None:
    """Its sixth card was claimed in an earlier turn than the one that is being played: then it has been its last."""
    position = start()
    position["seats"][0]["claimed"] = [position["points"]["deck"].pop() for _ in range(6)]
    position["ending"] = True
    played(position, "up2", kind="upgrade", card="up2", steps=1)
    refusal(position)
    position = start()
    position["seats"][0]["claimed"] = [position["points"]["deck"].pop() for _ in range(6)]
    position["ending"] = True
    position["decision"] = {"kind": "pay", "slot": 3, "card": 1}
    refusal(position)


def test_every_kind_of_decision_can_be_set_up_by_hand() -> None:
    position = start()
    seat = position["seats"][0]
    seat["storage"] = "YYRR"
    position["decision"] = {"kind": "pay", "slot": 4, "card": 2}
    position["merchants"]["row"][0]["cubes"] = "B"
    match = entrepot.Match.from_position(position)
    assert [str(action) for action in match.legal_actions()] == ["pay Y", "pay R"]
    match.play("pay R")
    match.play("pay Y")
    assert [entry["cubes"] for entry in match.position()["merchants"]["row"][:3]] == ["B", "R", "Y"]
    position = start()
    played(position, "up2", kind="upgrade", card="up2", steps=1)
    position["seats"][0]["storage"] = "YG"
    match = entrepot.Match.from_position(position)
    assert [str(action) for action in match.legal_actions()] == ["up Y", "up G", "stop"]
    match.play("up G")
    assert match.seat == 1
    position = start()
    position["seats"][0]["storage"] = "Y" * 6 + "R" * 6
    position["decision"] = {"kind": "return"}
    match = entrepot.Match.from_position(position)
    match.play("return R")
    match.play("return R")
    assert match.seat == 1
    assert match.position()["seats"][0]["storage"] == "YYYYYYRRRR"


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 2, 7, 10**30, 1.5, float("nan"), "", "Y", "YYYYYYYYYYY", "Q", "YY", "up2", "over",
     "turn", "return", [], [[]], {}, {"kind": "over"}, {"card": "YY>G"}, ["YY>G"], ["YYRR=6"], "YY>G", "\ud800", "up99"]
)  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in some data."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        found += paths(part, (*path, key))
    return found


PLACES = paths(start())


@settings(max_examples=400)
@given(st.lists(st.tuples(st.sampled_from(PLACES), JUNK | st.just(...)), min_size=1, max_size=3))
def test_a_spoiled_position_is_refused_or_is_a_position(spoils: list[tuple[tuple[Any, ...], Any]]) -> None:
    """Junk anywhere: a one-line reason, or a match that tells and plays what was set up. Never another error."""
    position = start()
    for path, value in spoils:
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
        match = entrepot.Match.from_position(position)
    except entrepot.EntrepotError as error:
        reason = str(error)
    else:
        again = json.loads(json.dumps(match.position()))
        assert entrepot.Match.from_position(again).position() == again
        for _ in range(30):
            if match.seat is not None:
                match.play(match.legal_actions()[-1])
        return
    assert "\n" not in reason
    assert len(reason) < 300
