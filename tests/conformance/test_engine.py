"""The raw engine: listing, steps by number, and random games without leaving it."""

from __future__ import annotations

from typing import Any

import pytest

from entrepot import IllegalAction
from entrepot.core.chance import Chance
from entrepot.core.engine import DEEPEST, UNLISTED
from entrepot.games import game_for

from .kit import every_table, options_of


@every_table
def test_a_step_is_the_action_of_that_number(game: str, players: int) -> None:
    rules = game_for(game, players, dict(options_of(game, 1)))
    state, twin, chance = rules.new(4), rules.new(4), Chance(4)
    choices = rules.count(state)
    while choices:
        legal = rules.legal(twin)
        assert len(legal) == len(set(legal)) == choices <= rules.most_choices
        assert list(state.listed[:choices]) == legal
        assert twin.depth < DEEPEST
        number = chance.below(choices)
        choices = rules.step(state, number)
        rules.apply(twin, legal[number])
    assert state.over
    assert rules.count(state) == 0
    assert rules.legal(state) == []
    assert rules.result(state) == rules.result(twin)


@every_table
def test_a_number_that_is_none(game: str, players: int) -> None:
    rules = game_for(game, players)
    state = rules.new(1)
    legal = rules.legal(state)
    for number in (-1, len(legal), len(legal) + 1):
        with pytest.raises(IllegalAction, match=f"there are {len(legal)} legal actions, none has the number {number}"):
            rules.step(state, number)
        assert rules.legal(state) == legal
    over = rules.new(1)
    rules.play_out(over, Chance(1), 1 << 30)
    with pytest.raises(IllegalAction, match="there are 0 legal actions"):
        rules.step(over, 0)


@every_table
def test_random_games_are_played_out_alike(game: str, players: int) -> None:
    """At once, in pieces, or choice by choice: the same chance gives the same game."""
    rules = game_for(game, players)
    state, pieces, single = rules.new(7), rules.new(7), rules.new(7)
    done = rules.play_out(state, Chance(2), 1 << 30)
    chance, sum_of = Chance(2), 0
    while more := rules.play_out(pieces, chance, 10):
        sum_of += more
        assert more == 10 or pieces.over
    chance, number = Chance(2), 0
    while choices := rules.count(single):
        rules.step(single, chance.pick(choices))
        number += 1
    assert done == sum_of == number
    assert rules.result(state) == rules.result(pieces) == rules.result(single)
    assert rules.play_out(state, Chance(2), 10) == 0


@every_table
def test_what_is_listed_is_forgotten_with_a_change(game: str, players: int) -> None:
    rules = game_for(game, players)
    state: Any = rules.new(3)
    listed = rules.legal(state)
    listed.clear()
    assert rules.legal(state)
    rules.apply(state, rules.legal(state)[0])
    assert state.choices in (UNLISTED, rules.count(state))
    other = state.copy()
    rules.step(other, 0)
    assert rules.legal(state) == rules.legal(state.copy())
