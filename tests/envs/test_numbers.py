"""Actions by number: every legal action has one, and the numbers of the packaged boxes stay what they are."""

from __future__ import annotations

import dataclasses
import itertools
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import entrepot
from conformance.kit import TABLES, every_table, one_line
from entrepot import envs
from entrepot.components import SpiceRoadBox, load
from entrepot.core import actions, cubes, piles
from entrepot.core.chance import Chance
from entrepot.core.conversion import Conversion
from entrepot.games import game_for, title
from entrepot.numeric.numbers import Numbers, most_times
from entrepot.rules.sea import scattered

PINNED: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "pinned.json").read_text("utf-8"))
DECISIONS = 400


@every_table
def test_every_legal_action_has_a_number(game: str, players: int) -> None:
    """Whatever the options are; greed for cubes and for trades is not spared."""
    known = title(game)
    for values in itertools.product(*known.options.values()):
        options = dict(zip(known.options, values, strict=True))
        spec = envs.Spec(game, players, options)
        assert len(set(spec.texts)) == spec.actions
        rng = Random(repr(values))
        for seed in range(2):
            state = spec.engine.new(seed)
            for _ in range(DECISIONS):
                legal = spec.engine.legal(state)
                if not legal:
                    break
                for action in legal:
                    assert spec.numbers.actions[spec.numbers.number(action)] == action
                eager = [action for action in legal if action & actions.KIND == actions.TIMES]
                spec.engine.apply(state, eager[-1] if eager and seed else rng.choice(legal))


@every_table
def test_the_numbers_of_the_packaged_boxes_are_pinned(game: str, players: int) -> None:
    """After a change that is meant, raise the version and take the new fingerprints over into `pinned.json`."""
    assert PINNED.get(game, {}).get(str(players)) == envs.Spec(game, players).fingerprint


def test_nothing_else_is_pinned() -> None:
    assert {(game, int(players)) for game in PINNED for players in PINNED[game]} == set(TABLES)


@pytest.mark.parametrize("game", entrepot.games())
def test_128_numbers_suffice_for_the_packaged_boxes(game: str) -> None:
    assert all(envs.Spec(game, players).actions <= 128 for name, players in TABLES if name == game)


@pytest.mark.parametrize("trade", ["YY>G", "R>YY", "Y>R", "YYR>BB", "B>YYYYYY", "YG>RB", "GG>YYYRG", "YRGB>YYY"])
def test_how_often_a_trade_can_be_made_at_most(trade: str) -> None:
    """As it is by going through all storages."""
    card = Conversion.parse(trade)
    for held in range(9):
        storages = [
            sum(cubes.UNITS[colour] * number for colour, number in enumerate(counts))
            for counts in itertools.product(range(held + 1), repeat=4)
            if sum(counts) == held
        ]
        assert most_times(card, held) == max(card.times(storage) for storage in storages), held


def test_a_sea_that_lies_anywhere_is_within_reach() -> None:
    spec = envs.Spec("east-west-2", options={"sea": "random"})
    for seed in range(300):
        for q, r in scattered(Chance(seed), 13):
            spec.number(f"sail {q},{r}")


def test_boxes_of_owners_have_numbers_of_their_own() -> None:
    """Trades that are made ten times, merchants that are there twice, longer rows, more cubes at the start."""
    box = load("spice-road")
    assert isinstance(box, SpiceRoadBox)
    dear = dataclasses.replace(
        box,
        merchants=(*box.merchants, *map(Conversion.parse, ("Y>R", "Y>R", "up9"))),
        merchant_row=9,
        point_row=7,
        start_cubes=(cubes.parse("Y" * 14),) * 5,
    )
    spec = envs.Spec("spice-road", components=dear)
    assert {"x14", "play up9", "acquire 9", "claim 7"} <= set(spec.texts)
    assert "x15" not in spec.texts
    assert spec.fingerprint != envs.Spec("spice-road").fingerprint
    game: Any = game_for("spice-road", 2, None, dear)
    for seed in range(3):
        state, rng = game.new(seed), Random(seed)
        for _ in range(DECISIONS):
            for action in game.legal(state):
                spec.numbers.number(action)
            game.apply(state, rng.choice(game.legal(state)))
        row = spec.row(state, 0)
        hand = [game.cards[card].text for card in piles.items(state.hand, 0)]
        played = [game.cards[card].text for card in piles.items(state.played, 0)]
        told = spec.look(row, "merchants")[0].tolist()
        assert told == [8 * hand.count(card) + played.count(card) for card in spec.kinds["merchants"]]


def test_what_a_box_never_offers_is_refused() -> None:
    spec = envs.Spec("spice-road")
    assert str(spec.action(spec.number("acquire 3"))) == "acquire 3"
    for wrong in ("acquire 7", "x99", "play YY>B", "work A1.1"):
        with pytest.raises(entrepot.IllegalAction) as caught:
            spec.number(wrong)
        assert one_line(caught.value)
    for number in (-1, spec.actions, True, 1.0, "1", None):
        with pytest.raises(entrepot.IllegalAction) as caught:
            spec.action(number)
        assert one_line(caught.value)
    with pytest.raises(entrepot.InvalidNotation):
        spec.number("nonsense")


def test_numbers_do_not_depend_on_what_has_been_played() -> None:
    game = game_for("east-west-3", 4)
    assert list(Numbers(game).actions) == list(Numbers(game_for("east-west-3", 4)).actions)
