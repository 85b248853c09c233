"""A `Spec` is of one table, and says so to whatever is not of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import entrepot
from conformance.kit import GAMES, PLAYERS, every_game, one_line, options_of
from entrepot import envs
from entrepot.components import load


def refused(call: Any, reason: str) -> None:
    with pytest.raises(entrepot.InvalidOptions, match=reason) as caught:
        call()
    assert one_line(caught.value)


@every_game
def test_matches_of_other_games_and_players_are_refused(game: str) -> None:
    spec = envs.Spec(game, 2)
    own = entrepot.Match.new(game, seed=1)
    assert np.array_equal(spec.observation(own, 1), spec.row(own.engine()[1], 1))
    assert np.array_equal(spec.mask(own), spec.mask_of(own.engine()[1]))
    for other in GAMES:
        for players in PLAYERS[other]:
            if (other, players) == (game, 2):
                continue
            match = entrepot.Match.new(other, players, seed=1)
            state = match.engine()[1]
            reason = f"this spec is for {game} with 2 players, not {players}$"
            of_match = reason if other == game else f"this spec is for {game}, not for {other}$"
            of_state = reason if other == game else f"this is no state of {game}$"
            for call, one, told in (
                (lambda one: spec.observation(one, 0), match, of_match),
                (spec.mask, match, of_match),
                (lambda one: spec.row(one, 0), state, of_state),
                (spec.mask_of, state, of_state),
            ):
                refused(lambda call=call, one=one: call(one), told)


@every_game
def test_matches_with_other_options_and_components_are_refused(game: str) -> None:
    spec = envs.Spec(game)
    for number in range(1, 8):
        options = options_of(game, number)
        match = entrepot.Match.new(game, seed=1, options=options)
        envs.Spec(game, options=options).mask(match)
        if options != spec.options:
            refused(lambda match=match: spec.mask(match), r"this spec is for \w+ = \w+, not \w+$")
            refused(lambda match=match: spec.observation(match, 0), r"this spec is for \w+ = \w+, not \w+$")
    box = dataclasses.replace(load(game), hash="of another box")
    match = entrepot.Match.new(game, seed=1, components=box)
    envs.Spec(game, components=box).mask(match)
    refused(lambda: spec.mask(match), "this spec is for other components")


@every_game
def test_what_is_no_match_state_or_seat_is_refused(game: str) -> None:
    spec = envs.Spec(game)
    match = entrepot.Match.new(game, seed=1)
    state = match.engine()[1]
    wrong: Any
    for wrong in (None, 3, "match", state, envs.Table(game), match.observe(0)):
        refused(lambda wrong=wrong: spec.mask(wrong), "a match is needed, not")
        refused(lambda wrong=wrong: spec.observation(wrong, 0), "a match is needed, not")
    for wrong in (None, 3, match, match.position()):
        refused(lambda wrong=wrong: spec.mask_of(wrong), "this is no state of")
        refused(lambda wrong=wrong: spec.row(wrong, 0), "this is no state of")
    seat: Any
    for seat in (-1, 2, 5, True, np.True_, 0.0, None, "0", np.array([0])):
        refused(lambda seat=seat: spec.observation(match, seat), "seat is a whole number from 0 to 1, not")
        refused(lambda seat=seat: spec.row(state, seat), "seat is a whole number from 0 to 1, not")
    for seat in (np.int64(1), np.array(1), np.uint8(1)):
        assert np.array_equal(spec.observation(match, seat), spec.row(state, 1))


def test_whole_numbers_may_be_of_any_library() -> None:
    kind: Any
    for kind in (np.int64, np.uint8, np.array):
        spec = envs.Spec("spice-road", kind(3))
        assert (type(spec.players), spec.players) == (int, 3)
        assert spec.action(kind(5)) == spec.action(5)
    for wrong in (True, np.True_, 2.0, np.float64(2), np.array([2]), "2", None, np.int64(6)):
        refused(lambda wrong=wrong: envs.Spec("spice-road", wrong), "spice-road is for 2 to 5 players, not ")
    refused(lambda: envs.Spec("spice-road", np.array([2])), "not a value of type ndarray$")  # type: ignore[arg-type]


def test_only_rows_are_looked_at() -> None:
    spec = envs.Spec("spice-road")
    wrong: list[Any] = [
        [0] * spec.size, None, 3, np.zeros(()), np.zeros(spec.size + 4), np.zeros((spec.size, 2)), "row", np.zeros(0),
    ]  # fmt: skip
    for rows in wrong:
        refused(
            lambda rows=rows: spec.look(rows, "storage"), f"rows are an array whose last axis has {spec.size} numbers"
        )
    name: Any
    for name in (None, 3, [], "x\ny"):
        refused(lambda name=name: spec.look(np.zeros(spec.size), name), "has no field")
    assert spec.look(np.zeros((2, 0, spec.size)), "storage").shape == (2, 0, 2, 4)


@every_game
def test_a_field_shows_where_its_numbers_stand(game: str) -> None:
    spec = envs.Spec(game, 3)
    everywhere = np.arange(spec.size)
    for field in spec.fields.values():
        assert repr(field).endswith(f"shape={field.shape}, stride={field.stride})")
        steps = spec.look(everywhere, field.name).reshape(field.shape[0], -1)
        assert (steps[:, 0] == field.start + field.stride * np.arange(len(steps))).all()
        assert (np.diff(steps, axis=1) == 1).all()
