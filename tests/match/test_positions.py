"""`Match.from_position`: what can be left out, and every impossible position with its reason."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings

import entrepot

from .changes import COMMON, Case, Change, Position, Spoils, both, drop, every, put, refusal, refused_or_played, spoils


def start(players: int = 2) -> Position:
    """A position that could be reached, a few turns in."""
    match = entrepot.Match.new("spice-road", players=players, seed=9)
    for _ in range(players):
        match.play("acquire 1")
    return match.position()


def changed(change: Change, players: int = 2) -> Position:
    """That position with a change to it."""
    position = start(players)
    change(position)
    return position


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


IMPOSSIBLE: list[Case] = [
    *COMMON,
    ("unknown key of merchants", put("merchants", "moon", value=1), "moon"),
    ("unknown key of a row card", put("merchants", "row", 0, "moon", value=1), "moon"),
    ("unknown coin", put("coins", "copper", value=1), "copper"),
    ("option 1", put("options", "empty_rest", value=1), "empty_rest"),
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
    ("six point cards in the row", lambda p: p["points"]["row"].append(p["points"]["deck"].pop()), "row"),
    ("gold negative", put("seats", 0, "gold", value=-1), "gold"),
    ("gold true", put("seats", 0, "gold", value=True), "gold"),
    ("gold a float", put("seats", 0, "gold", value=1.0), "gold"),
    ("silver a text", put("seats", 0, "silver", value="1"), "silver"),
    ("gold of the pile negative", put("coins", "gold", value=-1), "gold"),
    ("more gold than there is", put("coins", "gold", value=5), "gold"),
    ("more gold in hands than there is", put("seats", 0, "gold", value=5), "gold"),
    ("a coin that no claim brought", put("seats", 0, "gold", value=1), "coins"),
    ("cubes on the merchant that came last", put("merchants", "row", 5, "cubes", value="BBBB"), "slot 6"),
    ("cubes on the last of a short row", both(lambda p: p["merchants"]["row"].pop(), put("merchants", "row", 4,
     "cubes", value="B")), "slot 5"),
    ("nothing on a card that was paid", lambda p: paying(p, "YYYY", card=3), "paid"),
    ("more than ten before paying", lambda p: paying(p, "Y" * 10, card=2, laid="B"), "pay"),
    ("a trade that was not played last", lambda p: both(lambda q: played(q, "YY", kind="times", card="YY"), lambda q:
     played(q, "up2", kind="upgrade", card="YY", steps=1))(p), "YY"),
    ("a return of 1.0", lambda p: returning(p, 2.0), "surplus"),
    ("silver of the pile true", put("coins", "silver", value=True), "silver"),
    ("coins a list", put("coins", value=[4, 4]), "coins"),
    ("times of a card in the hand", put("decision", value={"kind": "times", "card": "YY>G"}), "YY>G"),
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
    ("return of another surplus", lambda p: returning(p, 3), "return"),
]  # fmt: skip


def played(position: Position, name: str, /, **decision: Any) -> None:
    """A change: the card has just been played."""
    position["seats"][0]["hand"].remove(name)
    position["seats"][0]["played"].append(name)
    position["decision"] = decision


def paying(position: Position, storage: str, card: int = 1, laid: str = "") -> None:
    """A change: the merchant in slot 4 is being paid, and the storage holds so much."""
    position["seats"][0]["storage"] = storage
    position["merchants"]["row"][0]["cubes"] = laid
    position["decision"] = {"kind": "pay", "slot": 4, "card": card}


def returning(position: Position, surplus: float) -> None:
    """A change: two cubes too many, and another number is said."""
    position["seats"][0]["storage"] = "Y" * 6 + "R" * 6
    position["decision"] = {"kind": "return", "surplus": surplus}


@every(IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(change: Change, named: str) -> None:
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


def test_a_position_may_be_short_of_what_no_rule_looks_at() -> None:
    """The shortcuts that docs/notation.md lists."""
    position = start()
    position["seats"][0] |= {"hand": ["up2"], "played": []}
    position["merchants"] = {"row": [{"card": "RR", "cubes": "YYB"}, {"card": "YR"}], "deck": ["G"]}
    position["points"] = {"row": [], "deck": []}
    position["coins"] = {"gold": 0, "silver": 1}
    position["round"] = 40
    match = entrepot.Match.from_position(position)
    assert match.position()["coins"] == {"gold": 0, "silver": 1}
    match.play("acquire 1")
    after = match.position()
    assert [one["card"] for one in after["merchants"]["row"]] == ["YR", "G"]
    assert after["seats"][0]["hand"] == ["up2", "RR"]


@settings(max_examples=400)
@given(spoils(start()))
def test_a_spoiled_position_is_refused_or_is_a_position(spoiled: Spoils) -> None:
    refused_or_played(start(), spoiled)
