"""Turns of From East to West that others take part in, or that come twice: undo, secrets, and records of them."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import entrepot

from .changes import Change, ask, both, put, stand
from .parts import BOXES, PART1, PART2, PART3, changed, full_route, legal, match_of, settlers_home

SEAS = [PART2, PART3]
MARKETS = [PART1, PART3]
REFRESH = "E2.3"


def at_the_port(mine: str, theirs: str) -> Change:
    """A change: seat 0 can sail one step from 1,0 to 0,1, where seat 1 is."""
    return both(
        settlers_home,
        stand("F2.2", 1),
        put("seats", 0, "storage", value=mine),
        put("seats", 1, "storage", value=theirs),
    )


def refused_to_undo(match: entrepot.Match, reason: str) -> None:
    """Nothing can be taken back, for that reason, and nothing changes."""
    before = match.position()
    assert match.can_undo.reason == reason
    with pytest.raises(entrepot.CannotUndo) as caught:
        match.undo()
    assert "\n" not in str(caught.value)
    assert match.position() == before


@pytest.mark.parametrize("game", SEAS)
def test_a_move_can_be_taken_back_until_a_paid_seat_has_to_return(game: str) -> None:
    match = match_of(changed(game, at_the_port("YYRG", "YYYYYYYYYB")))
    trail = [match.position()]
    for action in ("work F2.1", "sail 0,1", "pay R"):
        match.play(action)
        trail.append(match.position())
    assert len(match.position()["seats"][1]["storage"]) == 11
    assert (match.seat, match.decision.kind) == (0, "build")
    for earlier in reversed(trail[:-1]):
        match.undo()
        assert match.position() == earlier
    refused_to_undo(match, "nothing-done")
    for action in ("work F2.1", "sail 0,1", "pay R", "skip"):
        match.play(action)
    assert (match.seat, match.decision.data) == (1, {"kind": "return", "surplus": 1})
    assert match.position()["active"] == 0
    refused_to_undo(match, "turn-over")
    match.play("return B")
    assert (match.seat, match.decision.kind, match.position()["active"]) == (1, "turn", 1)
    refused_to_undo(match, "turn-over")


def test_whoever_returns_in_the_turn_of_another_may_take_back_own_cubes_only() -> None:
    """Two seats return after one toll each: what the first did is the first's, and over when the second is asked."""
    position = changed(PART2, at_the_port("YYRG", "YYYYYYYYYB"), players=3)
    position["seats"][2] |= {"storage": "YYYYYYYYRR", "ship": "0,1"}
    match = match_of(position)
    for action in ("work F2.1", "sail 0,1", "pay R", "pay G", "skip"):
        match.play(action)
    assert [len(one["storage"]) for one in match.position()["seats"]] == [2, 11, 11]
    assert (match.seat, match.position()["active"]) == (1, 0)
    match.play("return Y")
    refused_to_undo(match, "turn-over")
    assert (match.seat, match.position()["active"]) == (2, 0)
    match.play("return G")
    assert (match.seat, match.decision.kind) == (1, "turn")
    told = [(event.kind, event.seat) for event in match.events() if event.kind in ("toll", "returned", "turn")]
    assert told == [("turn", 0), ("toll", 0), ("toll", 0), ("returned", 1), ("returned", 2), ("turn", 1)]


def test_the_mover_returns_first_and_may_take_that_back() -> None:
    """Ten cubes and the trade on arrival make a surplus; the toll has made the other one's."""
    position = changed(PART2, at_the_port("RRRRRRRRRR", "YYYYYYYYYB"), put("seats", 1, "ship", value="1,1"))
    position["sea"]["1,1"], position["sea"]["-1,1"] = position["sea"]["-1,1"], position["sea"]["1,1"]
    match = match_of(position)
    for action in ("work F2.1", "sail 1,1", "skip", "x4"):
        match.play(action)
    assert (match.seat, match.decision.data) == (0, {"kind": "return", "surplus": 3})
    before = match.position()
    match.play("return Y")
    match.undo()
    assert match.position() == before
    for action in ("return Y", "return B", "return R"):
        assert match.seat == 0
        match.play(action)
    assert (match.seat, match.decision.data, match.position()["active"]) == (1, {"kind": "return", "surplus": 1}, 0)
    refused_to_undo(match, "turn-over")
    match.play("return Y")
    assert (match.seat, match.decision.kind) == (1, "turn")


@pytest.mark.parametrize("game", MARKETS)
def test_a_refresh_cannot_be_taken_back_and_is_another_turn_in_the_same_round(game: str) -> None:
    match = match_of(changed(game))
    seen = match.position()
    match.play(f"work {REFRESH}")
    assert (match.seat, match.round, match.decision.kind, match.turns) == (0, seen["round"], "turn", 10)
    refused_to_undo(match, "turn-over")
    position = match.position()
    assert position["locations"][REFRESH] == {"seat": 0, "settlers": 1}
    assert position["market"]["row"] == seen["market"]["deck"][:4]
    assert position["market"]["deck"][:-4] == seen["market"]["deck"][4:]
    assert sorted(position["market"]["deck"][-4:]) == sorted(seen["market"]["row"])
    assert f"work {REFRESH}" not in legal(match)
    match.play("rest")
    assert (match.seat, match.turns) == (1, 11)


@pytest.mark.parametrize("game", MARKETS)
def test_returns_between_a_refresh_and_the_other_turn(game: str) -> None:
    """A Tool can bring an eleventh cube there: it goes back before the other turn, and cannot be fetched again."""
    position = changed(game, stand(REFRESH), put("again", value=True), put("seats", 0, "storage", value="Y" * 11 + "R"),
                       ask("return"))  # fmt: skip
    match = match_of(position)
    match.play("return Y")
    assert match.can_undo
    match.undo()
    assert match.position() == {**position, "decision": {"kind": "return", "surplus": 2}}
    match.play("return Y")
    match.play("return R")
    assert (match.seat, match.decision.kind, match.round) == (0, "turn", 6)
    assert match.position()["again"] is False
    refused_to_undo(match, "turn-over")


@pytest.mark.parametrize("game", MARKETS)
def test_a_refresh_without_merchants_is_another_turn_all_the_same(game: str) -> None:
    position = changed(game, put("market", value={"row": [], "deck": []}))
    match = match_of(position)
    match.play(f"work {REFRESH}")
    assert (match.seat, match.decision.kind, match.turns) == (0, "turn", 10)
    assert match.position()["market"] == {"row": [], "deck": []}
    refused_to_undo(match, "turn-over")


def twins(game: str, deck: list[str]) -> tuple[entrepot.Match, entrepot.Match]:
    """The same table twice but for the state of the chance; the market's deck has some cards."""
    one = changed(game, put("market", "deck", value=deck))
    return match_of(one), match_of({**one, "chance": 8})


@pytest.mark.parametrize("game", MARKETS)
def test_nobody_can_tell_in_what_order_merchants_lie_under_the_deck(game: str) -> None:
    """The chance decides, and neither it nor the order shows, until the cards come up again."""
    deck = (
        ["YYY", "YR", "RR", "YYYYY>GGG", "B>GG", "GG>BB"] if game == PART3 else ["YYY", "YR", "B>GG", "GG>BB", "R>YYY"]
    )
    if game == PART3:
        deck.remove("RR")
    one, two = twins(game, deck)
    for match in (one, two):
        match.play(f"work {REFRESH}")
    orders = [match.position()["market"]["deck"] for match in (one, two)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    for viewer in (None, 0, 1):
        assert one.observe(viewer) == two.observe(viewer)
        assert one.observe(viewer).position["market"]["deck"] == len(orders[0])
    assert one.events() == two.events()
    assert one.can_undo == two.can_undo


@pytest.mark.parametrize("game", MARKETS)
def test_samples_draw_the_order_under_the_deck_and_the_chance_anew(game: str) -> None:
    match = match_of(changed(game))
    match.play(f"work {REFRESH}")
    seen = match.observe(0)
    worlds = [seen.sample(random.Random(number)) for number in range(12)]
    assert len({json.dumps(world.position()["market"]["deck"]) for world in worlds}) == 12
    assert len({world.position()["chance"] for world in worlds}) == 12
    assert match.position()["chance"] not in {world.position()["chance"] for world in worlds}
    real = sorted(match.position()["market"]["deck"])
    for world in worlds:
        assert world.observe(0) == seen
        assert sorted(world.position()["market"]["deck"]) == real


@pytest.mark.parametrize("game", MARKETS)
def test_what_a_refresh_brings_is_the_matchs_own_chance(game: str) -> None:
    """The same position goes on in the same way, from the position and from the record; another chance in another."""

    def after(match: entrepot.Match) -> dict[str, Any]:
        for action in (f"work {REFRESH}", "rest", "rest", f"work {REFRESH}", "rest", "rest", f"work {REFRESH}"):
            match.play(action)
        return match.position()

    start = changed(game, put("market", "deck", value=["YYY", "YR"]))
    match = match_of(start)
    end = after(match)
    assert after(match_of(json.loads(json.dumps(start)), seed=99)) == end
    record = entrepot.Record.loads(match.record().dumps())
    assert record.start["chance"] == 7
    again = entrepot.replay(record, components=BOXES[game])
    assert again.position() == end
    assert again.events() == match.events()
    others = [after(match_of({**start, "chance": number}))["market"] for number in range(6)]
    assert any(market != end["market"] for market in others)
    assert end["chance"] != 7


def test_the_fourth_merchant_and_the_row_are_not_taken_back() -> None:
    match = match_of(changed(PART3, ask("market", slot=1)))
    assert match.decision.data["stacks"] == ["D2.s1", "D2.s2", "D2.s3", "D2.s4"]
    match = match_of(changed(PART3, stand("D2.1"), put("seats", 0, "storage", value="YR"), ask("upgrade", card="up3",
                     steps=2, market=3)))  # fmt: skip
    match.play("up Y")
    assert match.can_undo
    match.play("up R")
    assert match.decision.kind == "bonus"
    refused_to_undo(match, "revealed")
    match.play("bonus D2.s2")
    refused_to_undo(match, "turn-over")


def test_a_market_and_what_to_replace_can_be_taken_back_until_the_row_slides() -> None:
    match = match_of(changed(PART1, full_route(1, 0, 2)))
    trail = [match.position()]
    for action in ("work E2.2", "keep"):
        match.play(action)
        trail.append(match.position())
    assert match.decision.data == {"kind": "replace", "slot": 2}
    for earlier in reversed(trail[:-1]):
        match.undo()
        assert match.position() == earlier
    refused_to_undo(match, "nothing-done")
    home = match.position()["seats"][0]["home"]
    for action in ("work E2.2", "keep", "replace 3"):
        match.play(action)
    one = match.position()["seats"][0]
    assert [entry["card"] for entry in one["route"]] == ["RR", "G>RR", "YY>G", "YR", "YY>RR"]
    assert (one["home"], one["discards"][-1]) == (home - 1 + 2, "YYY")
    refused_to_undo(match, "turn-over")


def test_a_card_of_the_route_can_be_taken_back_in_the_middle() -> None:
    match = match_of(changed(PART1, full_route(), put("seats", 0, "storage", value="GG")))
    before = match.position()
    match.play("route 2")
    assert match.position()["seats"][0]["route"][1] == {"card": "G>RR", "settlers": 2}
    assert match.decision.data == {"kind": "times", "card": "G>RR"}
    match.undo()
    assert match.position() == before


@pytest.mark.parametrize("game", SEAS)
def test_records_hold_the_returns_of_others(game: str) -> None:
    """Only what was chosen is recorded; a replay asks the same seats again."""
    match = match_of(changed(game, at_the_port("YYRG", "YYYYYYYYYB")))
    for action in ("work F2.1", "sail 0,1", "pay R", "build", "return B", "rest"):
        match.play(action)
    record = entrepot.Record.loads(match.record().dumps())
    assert record.actions == ["work F2.1", "sail 0,1", "pay R", "build", "return B", "rest"]
    again = entrepot.replay(record, components=BOXES[game])
    assert again.position() == match.position()
    assert [(e.kind, e.seat) for e in again.events()] == [(e.kind, e.seat) for e in match.events()]
    assert [event.seat for event in again.events() if event.kind == "returned"] == [1]
    wrong = record.to_dict()
    wrong["actions"][4] = "return G"
    with pytest.raises(entrepot.ReplayDivergence) as caught:
        entrepot.replay(entrepot.Record.from_dict(wrong), components=BOXES[game])
    assert caught.value.index == 4
