"""Undo inside a turn of Spice Road: back to the last reveal, and never past the end of the turn."""

from __future__ import annotations

from typing import Any

import pytest

import entrepot

CARDS = ["YYR", "RR", "YG", "B", "YYYY", "G"]


def table(storage: str, hand: list[str], *, dry: bool = False) -> entrepot.Match:
    """Two seats; the merchants that are not in the row are the deck, or in the hand of the other seat."""
    start: dict[str, Any] = entrepot.Match.new("spice-road", players=2, seed=3).position()
    merchants = [entry["card"] for entry in start["merchants"]["row"]] + start["merchants"]["deck"]
    rest = [card for card in merchants if card not in [*CARDS, *hand]]
    start["merchants"]["row"] = [{"card": card, "cubes": "YRG" if card == "RR" else ""} for card in CARDS]
    start["merchants"]["deck"] = [] if dry else rest
    start["seats"][0].update(storage=storage, hand=["YY", "up2", *hand])
    start["seats"][1]["hand"] += rest if dry else []
    return entrepot.Match.from_position(start)


def test_nothing_has_been_done() -> None:
    match = table("YYRR", [])
    assert not match.can_undo
    assert match.can_undo.reason == "nothing-done"
    with pytest.raises(entrepot.CannotUndo, match="nothing"):
        match.undo()


def test_a_payment_can_be_taken_back_cube_by_cube() -> None:
    match = table("YYRRGG", [])
    seen = [(match.position(), match.events())]
    for action in ("acquire 4", "pay G", "pay Y"):
        match.play(action)
        assert match.can_undo
        assert match.can_undo.reason == ""
        seen.append((match.position(), match.events()))
    seen.pop()
    for position, events in reversed(seen):
        match.undo()
        assert match.position() == position
        assert match.events() == events
    assert not match.can_undo
    match.play("acquire 6")
    assert match.decision.data == {"kind": "pay", "slot": 6, "card": 1}


def test_forced_steps_go_back_with_the_choice_that_forced_them() -> None:
    match = table("YRRRRRRRRR", [], dry=True)
    before = match.position()
    match.play("acquire 2")
    match.play("pay R")
    assert match.position()["decision"] == {"kind": "return", "surplus": 2}
    match.undo()
    assert match.decision.kind == "pay"
    match.undo()
    assert match.position() == before


def test_not_past_a_reveal() -> None:
    match = table("YRRRRRRRRR", [])
    match.play("acquire 2")
    match.play("pay R")
    assert match.decision.kind == "return"
    assert match.can_undo.reason == "revealed"
    with pytest.raises(entrepot.CannotUndo, match="revealed"):
        match.undo()
    after_reveal = match.position()
    match.play("return Y")
    assert match.can_undo
    match.undo()
    assert match.position() == after_reveal
    assert match.can_undo.reason == "revealed"


def test_not_past_the_end_of_the_turn() -> None:
    match = table("YYRR", [])
    match.play("play up2")
    match.play("up Y")
    assert match.can_undo
    match.play("stop")
    assert match.seat == 1
    assert not match.can_undo
    assert match.can_undo.reason == "turn-over"
    with pytest.raises(entrepot.CannotUndo) as caught:
        match.undo()
    assert "\n" not in str(caught.value)


def test_a_mistake_does_not_count_as_something_done() -> None:
    match = table("YYRR", ["RR>GG"])
    match.play("play up2")
    events = match.events()
    for wrong in ("up G", "nonsense", "play YY"):
        with pytest.raises(entrepot.EntrepotError):
            match.play(wrong)
    assert match.events() == events
    match.undo()
    assert not match.can_undo
    assert match.decision.kind == "turn"
    assert match.record().actions == []


def test_can_undo_tells_only_whether_not_what() -> None:
    match = table("YYRR", [])
    assert match.can_undo == False  # noqa: E712
    match.play("play up2")
    assert match.can_undo == True  # noqa: E712
    assert "Y" not in repr(match.can_undo).removeprefix("CanUndo")
