"""The rulings that a table may switch, both ways (rules, section 7)."""

from __future__ import annotations

from typing import Any

import pytest

import entrepot

from .tables import GAME, at, claims, happened, play, position, seat, table, texts


@pytest.mark.rule("R1", "SR8")
@pytest.mark.parametrize("allowed", [False, True, None])
def test_r1_rest_with_no_played_card(allowed: bool | None) -> None:
    options = {} if allowed is None else {"empty_rest": allowed}
    match = entrepot.Match.new(GAME, players=2, seed=3, options=options)
    assert ("rest" in texts(match)) == bool(allowed)
    if allowed:
        play(match, "rest")
        assert match.seat == 1
        assert happened(match, "rested") == [{"kind": "rested", "seat": 0, "cards": 0}]
        assert at(match, 0)["hand"] == ["YY", "up2"]
    else:
        with pytest.raises(entrepot.IllegalAction):
            match.play("rest")


@pytest.mark.rule("R2", "C5")
@pytest.mark.parametrize(
    ("storage", "refused", "allowed"),
    [
        ("", None, ["x0"]),
        ("Y", None, ["x0"]),
        ("YY", ["x1"], ["x0", "x1"]),
        ("YYYYY", ["x1", "x2"], ["x0", "x1", "x2"]),
    ],
)
def test_r2_a_trade_card_without_trading(storage: str, refused: list[str] | None, allowed: list[str]) -> None:
    hand = ["YY", "up2", "YY>G"]
    off = table(seat(storage, hand=hand), seat())
    assert ("play YY>G" in texts(off)) == (refused is not None)
    if refused and len(refused) > 1:
        assert texts(play(off, "play YY>G")) == refused
    on = table(seat(storage, hand=hand), seat(), options={"idle_trade": True})
    assert "play YY>G" in texts(on)
    play(on, "play YY>G")
    if len(allowed) > 1:
        assert (on.seat, on.decision.kind) == (0, "times")
        assert texts(on) == allowed
        play(on, "x0")
    else:
        assert [(e["text"], e["forced"]) for e in happened(on, "action")] == [("play YY>G", False), ("x0", True)]
    assert on.seat == 1
    assert at(on, 0)["storage"] == storage
    assert at(on, 0)["played"] == ["YY>G"]


@pytest.mark.rule("R2")
def test_r2_trading_is_still_possible() -> None:
    match = table(seat("YYYYY", hand=["YY", "up2", "YY>G"]), seat(), options={"idle_trade": True})
    play(match, "play YY>G", "x2")
    assert at(match, 0)["storage"] == "YGG"


@pytest.mark.rule("R5", "C11")
@pytest.mark.parametrize("opened", [False, True])
def test_r5_claimed_cards_of_opponents(opened: bool) -> None:
    mine, theirs = claims(2), claims(3, start=5)
    match = table(seat("", claimed=mine), seat("", claimed=theirs), options={"open_claims": opened})
    for viewer, own in ((0, 0), (1, 1), (None, None)):
        shown = [one["claimed"] for one in match.observe(viewer).position["seats"]]
        for number, cards in enumerate((mine, theirs)):
            assert shown[number] == (cards if opened or number == own else len(cards))


@pytest.mark.rule("R1", "R2", "R5")
def test_options_have_their_defaults_and_are_told() -> None:
    match = entrepot.Match.new(GAME, players=2, seed=3)
    expected = {"empty_rest": False, "idle_trade": False, "open_claims": False}
    assert match.options == expected
    assert match.position()["options"] == expected
    match = entrepot.Match.new(GAME, players=2, seed=3, options={"open_claims": True, "empty_rest": False})
    assert match.options == {**expected, "open_claims": True}


@pytest.mark.rule("R1", "R2", "R5")
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"empty_rests": True}, "empty_rests"),
        ({"replace_occupied": True}, "replace_occupied"),
        ({"empty_rest": 1}, "empty_rest"),
        ({"idle_trade": "yes"}, "idle_trade"),
        ({"open_claims": None}, "open_claims"),
        ({"": True}, "''"),
        ({1: True}, "1"),
    ],
)
def test_an_unknown_option_or_value_is_refused_by_name(options: dict[Any, Any], named: str) -> None:
    with pytest.raises(entrepot.InvalidOptions, match=named) as caught:
        entrepot.Match.new(GAME, players=2, seed=3, options=options)
    assert "\n" not in str(caught.value)
    with pytest.raises(entrepot.InvalidOptions, match=named):
        entrepot.Match.from_position({**position(seat(), seat()), "options": options})
