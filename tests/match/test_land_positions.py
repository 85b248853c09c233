"""`Match.from_position` for A New World: what can be left out, and every impossible position with its reason."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import entrepot
from entrepot import components

from .changes import (
    COMMON,
    Case,
    Change,
    Position,
    Spoils,
    both,
    drop,
    every,
    put,
    refusal,
    refused_or_played,
    spoils,
    stand,
    times,
    twice,
    upgrade,
)

BOX = components.load("new-world", Path(__file__).parent.parent / "data" / "new_world.toml")
MINE = ["YYB=5 native-help plains", "YRR=4 exploration", "RGB=8 exploration"]


def start(players: int = 2) -> Position:
    """A position that could be reached, some turns in: seat 0 has three cards, a bonus tile and two finds."""
    match = entrepot.Match.new("new-world", players=players, seed=9, options={"board": "D1"}, components=BOX)
    for name in ("A1.3", "A1.5", "B1.1", "B1.2")[:players]:
        match.play(f"work {name}")
        if match.decision.kind == "fort":
            match.play(next(action for action in match.legal_actions() if "bonus" in str(action)))
    position = match.position()
    cards = [card for card in [*position["points"]["row"], *position["points"]["deck"]] if card not in MINE]
    position["points"] = {"row": cards[:4], "deck": cards[4:]}
    one = position["seats"][0]
    one["claimed"] = list(MINE)
    one["bonus"] = [position["stacks"]["A1.2"].pop(0)]
    one["explored"] = [position["locations"].pop(name)["tile"] for name in ("C1.1", "D1.5")]
    return position


def match_of(position: Position, seed: int = 0) -> entrepot.Match:
    """The match that goes on from a position."""
    return entrepot.Match.from_position(position, seed=seed, components=BOX)


def changed(*changes: Change, players: int = 2) -> Position:
    """That position with changes to it."""
    position = start(players)
    for change in changes:
        change(position)
    return position


def test_the_start_is_a_position() -> None:
    for players in (2, 3, 4):
        assert match_of(start(players)).position() == start(players)


@pytest.mark.parametrize("key", ["round", "ending", "faces", "spare"])
def test_some_of_the_heading_may_be_left_out(key: str) -> None:
    match = match_of({name: value for name, value in start().items() if name != key})
    assert {**match.position(), key: None} == {**start(), key: None}


@pytest.mark.parametrize("key", ["reserve", "claimed", "bonus", "explored"])
def test_some_of_a_seat_may_be_left_out(key: str) -> None:
    assert match_of(changed(drop("seats", 1, key))).position() == start()


def test_locations_may_be_left_out_then_the_board_is_bare() -> None:
    position = changed(drop("locations"), put("seats", 0, "home", value=7), put("seats", 1, "home", value=7))
    for one in position["seats"]:
        del one["reserve"]
    found = match_of(position).position()
    assert found["locations"] == {}
    assert [one["reserve"] for one in found["seats"]] == [5, 5]
    assert len(found["spare"]["exploration"]) == 8


def test_the_board_must_be_told_where_it_is_random() -> None:
    position = changed(put("options", value={}))
    assert match_of(position).position()["options"] == {"board": "random"}
    assert "faces" in refusal({name: value for name, value in position.items() if name != "faces"}, BOX)
    for board in ("D1", "E1", "F1"):
        bare = {**position, "faces": ["A1", "B1", "C1", board], "locations": {}}
        for one in bare["seats"]:
            one.pop("reserve", None)
            one["home"] = 7
        assert match_of(bare).position()["faces"][3] == board


def test_deck_and_stacks_that_are_left_out_are_the_rest_of_the_box() -> None:
    full = changed(put("seats", 0, "bonus", value=[]))
    less = copy.deepcopy(full)
    del less["points"]["deck"], less["stacks"], less["spare"]
    decks, stacks = set(), set()
    for seed in range(6):
        position = match_of(less, seed).position()
        assert position == match_of(less, seed).position()
        assert sorted(position["points"]["deck"]) == sorted(full["points"]["deck"])
        assert [len(pile) for pile in position["stacks"].values()] == [4, 4, 4, 3, 2]
        decks.add(tuple(position["points"]["deck"]))
        stacks.add(repr(position["stacks"]))
    assert (len(decks), len(stacks)) == (6, 6)


def test_tiles_and_cards_that_are_nowhere_are_spare_or_gone() -> None:
    """A short deck and low stacks can be set up without telling where the rest went."""
    position = changed(put("points", "deck", value=[]), put("stacks", "A1.1", value=["flat=3"]), drop("spare"))
    for pile in position["stacks"]:
        if pile != "A1.1":
            position["stacks"][pile] = []
    match = match_of(position)
    assert match.position()["points"]["deck"] == []
    assert len(match.position()["spare"]["bonus"]) == 15


def fort(**decision: Any) -> Change:
    """A change: the settlers of seat 0 stand on a fort, and it is asked what to do there."""

    def change(position: Position) -> None:
        position["locations"]["A1.1"] = {"seat": 0, "settlers": 1}
        position["seats"][0]["home"] -= 1
        if decision.get("bonus") is True:
            position["stacks"]["A1.1"].pop()
        position["decision"] = {"kind": "fort", "location": "A1.1", "claimed": False, "bonus": False, **decision}

    return change


def explore(**decision: Any) -> Change:
    """A change: seat 0 has just claimed an Exploration."""

    def change(position: Position) -> None:
        fort(bonus=decision.get("bonus", False))(position)
        del position["seats"][0]["explored"][1:]
        position["decision"] = {"kind": "explore", "location": "A1.1", "bonus": False, **decision}

    return change


IMPOSSIBLE: list[Case] = [
    *COMMON,
    ("five players", put("players", value=5), "players"),
    ("merchants", put("merchants", value={"row": []}), "merchants"),
    ("coins", put("coins", value={}), "coins"),
    ("a hand", put("seats", 0, "hand", value=["YY"]), "hand"),
    ("option of another game", put("options", "empty_rest", value=True), "empty_rest"),
    ("board unknown", put("options", "board", value="D2"), "board"),
    ("board true", put("options", "board", value=True), "board"),
    ("another board than the option says", put("faces", 3, value="E1"), "faces"),
    ("faces in another order", put("faces", value=["B1", "A1", "C1", "D1"]), "faces"),
    ("three faces", lambda p: p["faces"].pop(), "faces"),
    ("five faces", lambda p: p["faces"].append("E1"), "faces"),
    ("faces a text", put("faces", value="A1 B1 C1 D1"), "faces"),
    ("faces of numbers", put("faces", value=[1, 2, 3, 4]), "faces"),
    ("home missing", drop("seats", 0, "home"), "home"),
    ("home negative", put("seats", 0, "home", value=-1), "home"),
    ("home thirteen", put("seats", 0, "home", value=13), "home"),
    ("home true", put("seats", 0, "home", value=True), "home"),
    ("home a text", put("seats", 0, "home", value="7"), "home"),
    ("home a float", put("seats", 0, "home", value=6.0), "home"),
    ("reserve negative", put("seats", 0, "reserve", value=-1), "reserve"),
    ("reserve true", put("seats", 0, "reserve", value=True), "reserve"),
    ("a settler too many", put("seats", 0, "reserve", value=6), "12"),
    ("a settler too few", put("seats", 1, "home", value=5), "12"),
    ("more settlers than there are", put("locations", "A1.3", value={"seat": 0, "settlers": 7}), "12"),
    ("bonus a text", put("seats", 0, "bonus", value="flat=3"), "bonus"),
    ("bonus unknown", put("seats", 1, "bonus", value=["flat=4"]), "flat=4"),
    ("bonus of another game", put("seats", 1, "bonus", value=["2 merchants=1"]), "2 merchants=1"),
    ("bonus tile twice", twice("seats", 1, "bonus", of=("seats", 0, "bonus", 0)), "bonus tile"),
    ("bonus tile of a stack", twice("seats", 1, "bonus", of=("stacks", "B1.1", 2)), "bonus tile"),
    ("explored a number", put("seats", 0, "explored", value=2), "explored"),
    ("explored unknown", put("seats", 0, "explored", value=["BBB"]), "BBB"),
    ("explored and lying there", lambda p: p["seats"][0]["explored"].__setitem__(0, p["locations"]["C1.3"]["tile"]),
     "exploration tile"),
    ("explored without Exploration", lambda p: p["seats"][1].update(explored=p["seats"][0]["explored"][:1])
     or p["seats"][0].update(explored=[]), "Exploration"),
    ("more explored than Explorations", lambda p: p["seats"][0]["explored"].append(p["locations"].pop("C1.3")["tile"]),
     "Exploration"),
    ("nine cards", lambda p: p["seats"][0].update(claimed=[p["points"]["deck"].pop() for _ in range(9)]), "8"),
    ("a card with a white star", put("seats", 1, "claimed", value=["RGG=6 tool market G"]), "RGG=6 tool market G"),
    ("a card for three", put("seats", 1, "claimed", value=["RRB=6 tool river R"]), "RRB=6 tool river R"),
    ("a card for four", put("seats", 1, "claimed", value=["GGG=8 native-help forest"]), "GGG=8 native-help forest"),
    ("a card without its benefit", put("seats", 1, "claimed", value=["YYB=5"]), "YYB=5"),
    ("a card of two seats", twice("seats", 1, "claimed", of=("seats", 0, "claimed", 0)), "point card"),
    ("five cards in the row", lambda p: p["points"]["row"].append(p["points"]["deck"].pop()), "row"),
    ("points missing", drop("points"), "points"),
    ("row missing", drop("points", "row"), "row"),
    ("deck a number", put("points", "deck", value=26), "deck"),
    ("deck as it is seen", put("points", "deck", value={"top": "YYB=5 tool river Y", "left": 26}), "deck"),
    ("locations a list", put("locations", value=[]), "locations"),
    ("location unknown", put("locations", "A1.7", value={"seat": 0, "settlers": 1}), "A1.7"),
    ("location of another board", put("locations", "E1.1", value={"seat": 0, "settlers": 1}), "E1.1"),
    ("location no object", put("locations", "A1.4", value=1), "A1.4"),
    ("location with nothing", put("locations", "A1.4", value={}), "A1.4"),
    ("location with a seat only", put("locations", "A1.4", value={"seat": 0}), "A1.4"),
    ("location with tile and settlers", put("locations", "C1.3", "settlers", value=1), "C1.3"),
    ("location with an unknown key", put("locations", "A1.3", "moon", value=1), "moon"),
    ("no settlers on a location", put("locations", "A1.3", "settlers", value=0), "settlers"),
    ("negative settlers", put("locations", "A1.3", "settlers", value=-1), "settlers"),
    ("true settlers", put("locations", "A1.3", "settlers", value=True), "settlers"),
    ("thirteen settlers", put("locations", "A1.3", "settlers", value=13), "settlers"),
    ("settlers of seat 2", put("locations", "A1.3", "seat", value=2), "seat"),
    ("settlers of seat true", put("locations", "A1.3", "seat", value=True), "seat"),
    ("settlers of nobody", put("locations", "A1.3", "seat", value=None), "seat"),
    ("tile where none ever lies", lambda p: p["locations"].update({"A1.4": p["locations"].pop("C1.3")}), "A1.4"),
    ("tile unknown", put("locations", "C1.3", "tile", value="BB"), "BB"),
    ("tile a number", put("locations", "C1.3", "tile", value=3), "C1.3"),
    ("tile twice", both(put("locations", "C1.3", "tile", value="YG"), put("locations", "C1.5", "tile", value="YG")),
     "exploration tile"),
    ("stacks a list", put("stacks", value=[]), "stacks"),
    ("a stack missing", drop("stacks", "B1.2.2"), "B1.2.2"),
    ("a stack unknown", put("stacks", "B1.3", value=[]), "B1.3"),
    ("a stack without its number", put("stacks", "B1.2", value=[]), "B1.2"),
    ("a stack too high", lambda p: p["stacks"]["B1.2.2"].append(p["stacks"]["A1.1"].pop()), "B1.2.2"),
    ("a stack of numbers", put("stacks", "A1.1", value=[1]), "A1.1"),
    ("a stack with an unknown tile", put("stacks", "A1.1", value=["gold=1"]), "gold=1"),
    ("a tile in two stacks", lambda p: p["stacks"]["A1.1"].__setitem__(0, p["stacks"]["B1.1"][0]), "bonus tile"),
    ("spare a list", put("spare", value=[]), "spare"),
    ("spare unknown", put("spare", value={"cards": []}), "cards"),
    ("spare and on a stack", twice("spare", "bonus", of=("stacks", "A1.1", 0)), "bonus tile"),
    ("spare and explored", twice("spare", "exploration", of=("seats", 0, "explored", 0)), "exploration tile"),
    ("pay", put("decision", value={"kind": "pay", "slot": 2, "card": 1}), "pay"),
    ("times of a trade nobody is at", times("RR>GG"), "RR>GG"),
    ("times of a trade of another seat", both(stand("C1.4", 1), times("YYY>RG")), "YYY>RG"),
    ("times that cannot be paid", both(stand("C1.2"), times("RR>GG")), "RR>GG"),
    ("times of a production", times("YY"), "YY"),
    ("upgrade nobody is at", upgrade("up2", 1), "up2"),
    ("upgrade with no step", both(stand("A1.4"), upgrade("up2", 0)), "steps"),
    ("upgrade with three steps", both(stand("A1.4"), upgrade("up2", 3)), "steps"),
    ("fort with no location", both(fort(), drop("decision", "location")), "location"),
    ("fort with more", fort(moon=1), "moon"),
    ("fort that is none", fort(location="A1.3"), "A1.3"),
    ("fort unknown", fort(location="E1.1"), "E1.1"),
    ("fort a number", fort(location=1), "location"),
    ("fort where nobody stands", fort(location="B1.1"), "B1.1"),
    ("fort of another seat", both(fort(), put("locations", "A1.1", "seat", value=1), put("seats", 0, "home", value=6),
     lambda p: p["seats"][1].update(home=p["seats"][1]["home"] - 1)), "A1.1"),
    ("fort with another slot", fort(slot=2), "slot"),
    ("fort with claimed 1", fort(claimed=1), "claimed"),
    ("fort with bonus null", fort(bonus=None), "bonus"),
    ("fort with nothing left to do", fort(claimed=True, bonus=True), "nothing"),
    ("fort with a tile that is not there", both(fort(bonus=True), put("seats", 0, "bonus", value=[])), "bonus"),
    ("fort with a card that is not there", both(fort(claimed=True), put("seats", 0, "claimed", value=[]),
     put("seats", 0, "explored", value=[])), "card"),
    ("fort with nothing to do", both(fort(), put("stacks", "A1.1", value=[]), put("points", "row", 0,
     value="BBB=10 new-settlers 2"), put("points", "deck", value=[]), put("seats", 0, "storage", value="Y")), "choose"),
    ("explore after another card", both(explore(), put("seats", 0, "claimed", value=MINE[::-1])), "Exploration"),
    ("explore where nobody stands", explore(location="B1.1"), "B1.1"),
    ("explore with more", explore(slot=1), "slot"),
    ("explore with bonus 0", explore(bonus=0), "bonus"),
    ("explore with no tile left", both(explore(), put("locations", value={"A1.1": {"seat": 0, "settlers": 2},
     "A1.5": {"seat": 1, "settlers": 1}})), "choose"),
    ("return of another surplus", both(put("seats", 0, "storage", value="Y" * 12), put("decision",
     value={"kind": "return", "surplus": 3})), "return"),
    ("return of another seat", both(put("seats", 1, "storage", value="Y" * 12), put("decision",
     value={"kind": "return", "surplus": 2})), "return"),
]  # fmt: skip


@every(IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(change: Change, named: str) -> None:
    assert named in refusal(changed(change), BOX)


@every(
    [
        (
            "tile where only two or three play",
            lambda p: p["locations"].update({"A1.6": p["locations"].pop("C1.3")}),
            "A1.6",
        ),
        ("four bonus tiles", lambda p: p["seats"][0].update(bonus=p["stacks"].pop("A1.1")), "3"),
    ]
)
def test_with_four_players_too(change: Change, named: str) -> None:
    assert named in refusal(changed(change, players=4), BOX)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_ending_that_is_not_told_or_should_be_over_is_refused(players: int) -> None:
    position = start(players)
    position["seats"][0]["claimed"] += [position["points"]["deck"].pop() for _ in range(5)]
    position["seat"] = 1
    assert "ending" in refusal({**position, "ending": False}, BOX)
    match_of({**position, "ending": True})
    assert "8" in refusal({**position, "ending": True, "seat": 0}, BOX)
    position = start(players)
    position["seats"][1]["claimed"] = [position["points"]["deck"].pop() for _ in range(8)]
    for seat in range(players):
        wrong = {**position, "ending": True, "seat": seat}
        if seat > 1:
            match_of(wrong)
        else:
            refusal(wrong, BOX)


def test_the_eighth_card_may_have_been_claimed_in_this_very_turn() -> None:
    position = changed(fort(claimed=True))
    position["seats"][0]["claimed"] += [position["points"]["deck"].pop() for _ in range(5)]
    position["ending"] = True
    match = match_of(position)
    match.play("stop")
    assert (match.seat, match.is_over) == (1, False)
    for bonus in (False, True):
        position["decision"] = {"kind": "fort", "location": "A1.1", "claimed": False, "bonus": bonus}
        assert "8" in refusal(position, BOX)


TILED = ["A1.6", "B1.6", "C1.3", "C1.5", "C1.6", "D1.2", "D1.3", "D1.4"]


@pytest.mark.parametrize(
    ("change", "legal", "after"),
    [
        (fort(claimed=True), ["bonus A1.1", "stop"], ["stop"]),
        (explore(bonus=True), [f"explore {name}" for name in TILED], ["explore C1.3"]),
        (explore(bonus=False), [f"explore {name}" for name in TILED], ["explore C1.3", "stop"]),
        (both(stand("A1.4"), put("seats", 0, "storage", value="YYR"), upgrade("up2", 1)), ["up Y", "up R", "stop"],
         ["up R"]),
        (both(stand("C1.4"), put("seats", 0, "storage", value="Y" * 7), times("YYY>RG")), ["x1", "x2"], ["x2"]),
        (both(put("seats", 0, "storage", value="Y" * 6 + "R" * 6), put("decision", value={"kind": "return"})),
         ["return Y", "return R"], ["return R", "return Y"]),
    ],
)  # fmt: skip
def test_every_kind_of_decision_can_be_set_up_by_hand(change: Change, legal: list[str], after: list[str]) -> None:
    match = match_of(changed(change))
    again = match_of(match.position())
    for one in (match, again):
        assert sorted(str(action) for action in one.legal_actions()) == sorted(legal)
        for action in after:
            assert one.seat == 0
            one.play(action)
        assert one.seat == 1
    assert match.position() == again.position()


@settings(max_examples=400)
@given(spoils(start()))
def test_a_spoiled_position_is_refused_or_is_a_position(spoiled: Spoils) -> None:
    refused_or_played(start(), spoiled, BOX)
