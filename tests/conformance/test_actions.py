"""Actions: always a legal one, none twice, one identity in three forms, and everything else refused."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entrepot
from entrepot import Action

from .books import BOOKS
from .kit import (
    PLAYERS,
    every_game,
    every_seating,
    every_table,
    looks,
    one_line,
    rng,
    script,
    scripted,
    snapshot,
    start,
)

MALFORMED = [
    "",
    " ",
    "\n",
    "\0",
    "pass",
    "REST",
    "Rest",
    "rest ",
    " rest",
    "rest\n",
    "rest 1",
    "stop 1",
    "play",
    "play ",
    "play  YY",
    "play YZ",
    "play yy",
    "play >G",
    "play YY>",
    "play YY>G>B",
    "play YG>",
    "play GY",
    "play G>YB>",
    "play up",
    "play up0",
    "play upY",
    "play up-1",
    "play up10",
    "play YY > G",
    "play YYYYYYY",
    "acquire",
    "acquire ",
    "acquire 0",
    "acquire -1",
    "acquire +1",
    "acquire 01",
    "acquire 1.0",
    "acquire 1 ",
    "acquire  1",
    "acquire one",
    "acquire ³",
    "acquire ١",
    "acquire １",
    "acquire 1e0",
    "acquire 0x1",
    "acquire True",
    "acquire None",
    "acquire 100",
    "acquire " + "9" * 5000,
    "claim 0",
    "claim -2",
    "claim 1;2",
    "acquire 1 acquire 1",
    "x",
    "x-1",
    "x+1",
    "x01",
    "x1.5",
    "x 1",
    "X1",
    "x١",
    "x100",
    "x" + "1" * 5000,
    "up",
    "up ",
    "up B",
    "up y",
    "up YY",
    "up Y ",
    "up 0",
    "pay",
    "pay X",
    "pay YR",
    "pay 0",
    "return",
    "return  Y",
    "return \N{GREEK CAPITAL LETTER UPSILON}",
    "return None",
    "use 1",
    "keep ",
    "Skip",
    "build 1,0",
    "route",
    "route 0",
    "route #1",
    "replace -1",
    "replace 1-2",
    "swap",
    "swap 1",
    "swap 2-1",
    "swap 1-1",
    "swap 0-1",
    "swap 1-02",
    "swap 1--2",
    "swap 1-2-3",
    "swap 1 - 2",
    "swap 1-100",
    "sail",
    "sail 1",
    "sail 1,",
    "sail ,1",
    "sail 1,2,3",
    "sail 1, 2",
    "sail +1,0",
    "sail -0,1",
    "sail 1,--1",
    "sail 01,0",
    "sail 1.0,0",
    "sail 16,0",
    "sail 0,-16",
    "sail (1,0)",
    "sail ²,0",
    "sail 1;0",
    "outpost",
    "outpost 1",
    "outpost B2.s1",
    "outpost -,-",
    "outpost " + "1" * 5000 + ",0",
    "bonus B2.s",
    "bonus B2.s0",
    "bonus B2.s01",
    "bonus B2.S1",
    "bonus B2.s1.1",
    "bonus B2.1.s1",
    "bonus s1",
    "bonus G2.s1",
    "bonus #1",
    "work B2.s1",
    "work #1",
    "explore B2.s1",
    "explore #",
    "explore #0",
    "explore #01",
    "explore #-1",
    "explore #1.1",
    "explore ##1",
    "explore #100",
    "play " + "Y" * 100_000,
    "\ud800",
    "🐫",
    "'; DROP TABLE tables; --",
    "<script>alert(1)</script>",
]

WRONG: list[Any] = [
    None, True, False, 0, 1, -1, 33, 2**70, -(2**70), 1.0, float("nan"), b"rest", ["rest"], ("rest",), {"text": "rest"},
    object, entrepot.Match, Action,
]  # fmt: skip


@every_seating
def test_there_is_always_a_choice_and_none_twice(game: str, players: int, bot: str) -> None:
    for seed in range(3):
        match = start(game, players, seed)
        for action in scripted(match, script(game, players, bot, seed)):
            legal = match.legal_actions()
            assert action in legal
            assert len(set(legal)) == len(legal)
            assert len({str(one) for one in legal}) == len(legal)
            assert len({int(one) for one in legal}) == len(legal)
            assert len(legal) > 1 or match.decision.kind == "turn"
            assert match.legal_actions() == legal
        assert match.is_over
        assert match.legal_actions() == ()
        assert match.decision.kind == "over"
        assert match.result is not None


@every_table
def test_text_action_and_int_are_one(game: str, players: int) -> None:
    match = start(game, players, 3)
    vocabulary = set(BOOKS[game].vocabulary())
    chosen = script(game, players, "random", 3)
    for _, close in zip(scripted(match, chosen), looks(chosen, 150), strict=True):
        for action in match.legal_actions() if close else ():
            for same in (Action.parse(str(action)), Action(int(action)), eval(repr(action), {"Action": Action})):
                assert same == action
                assert hash(same) == hash(action)
                assert (str(same), int(same), repr(same)) == (str(action), int(action), repr(action))
            assert str(action) in vocabulary


@every_table
def test_a_text_and_its_action_do_the_same(game: str, players: int) -> None:
    by_text, by_action = start(game, players, 1), start(game, players, 1)
    for action in scripted(by_action, script(game, players, "random", 1)):
        assert by_text.legal_actions() == by_action.legal_actions()
        by_text.play(str(action))
    assert by_text.position() == by_action.position()


@every_seating
def test_what_is_not_legal_is_refused_and_changes_nothing(game: str, players: int, bot: str) -> None:
    vocabulary = BOOKS[game].vocabulary()
    match = start(game, players, 1)
    chosen = script(game, players, bot, 1)
    kinds: Counter[str] = Counter()
    for number, (_, close) in enumerate(zip(scripted(match, chosen), looks(chosen, 20), strict=True)):
        kinds[match.decision.kind] += 1
        if kinds[match.decision.kind] > 2 and not close:
            continue
        before = snapshot(match)
        legal = set(before["legal"])
        for text in vocabulary:
            if text not in legal:
                with pytest.raises(entrepot.IllegalAction) as caught:
                    match.play(text if number % 2 else Action.parse(text))
                assert one_line(caught.value), (text, str(caught.value))
                assert str(caught.value).startswith(text)
        assert snapshot(match) == before
    before = snapshot(match)
    for text in vocabulary:
        with pytest.raises(entrepot.IllegalAction) as caught:
            match.play(text)
        assert one_line(caught.value)
    assert snapshot(match) == before


@every_game
@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: ascii(text)[:24])
def test_a_malformed_text_is_refused_and_changes_nothing(game: str, text: str) -> None:
    match = start(game, PLAYERS[game][0], 0)
    before = snapshot(match)
    with pytest.raises((entrepot.InvalidNotation, entrepot.IllegalAction)) as caught:
        match.play(text)
    assert one_line(caught.value), str(caught.value)
    assert snapshot(match) == before


@every_game
@pytest.mark.parametrize("value", WRONG, ids=lambda value: repr(value)[:24])
def test_what_is_no_action_at_all_is_refused(game: str, value: Any) -> None:
    match = start(game, PLAYERS[game][0], 0)
    before = snapshot(match)
    with pytest.raises((entrepot.InvalidNotation, entrepot.IllegalAction)) as caught:
        match.play(value)
    assert one_line(caught.value)
    assert snapshot(match) == before
    with pytest.raises(entrepot.InvalidNotation) as noted:
        Action.parse(value)
    assert one_line(noted.value)


@pytest.mark.parametrize("code", [None, True, False, 1.0, "1", b"1", -1, 0, 2**63, 2**200, -(2**64)])
def test_an_int_that_is_no_action_is_refused(code: Any) -> None:
    with pytest.raises(entrepot.InvalidNotation) as caught:
        Action(code)
    assert one_line(caught.value)


def same_or_refused(code: int) -> None:
    """An int is either an action whose text leads back to it, or no action at all."""
    try:
        action = Action(code)
    except entrepot.InvalidNotation as error:
        reason: ValueError = error
    else:
        assert int(action) == code
        assert Action.parse(str(action)) == action
        return
    assert one_line(reason)


@given(st.integers(min_value=-5, max_value=2**40) | st.integers())
def test_every_int_is_an_action_with_a_text_or_refused(code: int) -> None:
    same_or_refused(code)


def test_every_small_int_is_an_action_with_a_text_or_refused() -> None:
    for code in range(1 << 16):
        same_or_refused(code)


@given(st.integers(0, 31), st.lists(st.sampled_from([0, 0, 0, 1, 2, 6, 7, 9, 15]), max_size=10))
def test_every_int_of_a_few_digits_is_an_action_with_a_text_or_refused(kind: int, digits: list[int]) -> None:
    same_or_refused(kind | sum(digit << 4 * place for place, digit in enumerate(digits)) << 5)


WORDS = st.sampled_from(
    [*("rest", "play", "acquire", "claim", "x", "up", "stop", "pay", "return", ">", " ", "up2", "work", "="),
     *("route", "use", "keep", "replace", "swap", "skip", "sail", "build", "outpost", "explore", "bonus", "B2", ".s"),
     *("#", "1", ",", "-")]
)  # fmt: skip


@given(
    st.lists(WORDS | st.text(alphabet="YRGB0123456789 >x-,.#", max_size=4), max_size=5).map("".join)
    | st.text(max_size=30)
)
def test_every_text_is_an_action_written_in_the_one_way_or_refused(text: str) -> None:
    try:
        action = Action.parse(text)
    except entrepot.InvalidNotation as error:
        reason: ValueError = error
    else:
        assert str(action) == text
        assert Action(int(action)) == action
        return
    assert one_line(reason)


@every_table
def test_actions_can_be_sorted_hashed_and_pickled(game: str, players: int) -> None:
    legal = start(game, players, 0).legal_actions()
    assert sorted(legal) == sorted(legal, key=int)
    assert set(pickle.loads(pickle.dumps(legal))) == set(legal)
    assert rng(game).choice(legal) in set(legal)
    assert legal[0] != str(legal[0])
    assert legal[0] != int(legal[0])
