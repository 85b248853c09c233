"""Places are named by what people see: no coordinates, and no two that can be chosen alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from entrepot import Match, i18n
from entrepot.i18n.places import Whereabouts, whereabouts

WORDS = i18n.texts("en")
NAMES = ["Ida", "Bo", "Cleo", "Dan"]
CODE = re.compile(r"-?\d+,-?\d+|\b[A-F][12]\.\w|\b[BDF]2\.s\d|#\d")
GAMES = ["new-world", "east-west-1", "east-west-2", "east-west-3"]


def tile(symbol: str | None = "tea", card: str | None = "YY>G") -> dict[str, Any]:
    return {"symbol": symbol, "card": card}


def star() -> dict[str, Any]:
    position: dict[str, Any] = Match.new("east-west-2", 2, 1).observe(0).position["sea"]
    return position


def test_directions_of_the_star_are_seen_from_its_middle() -> None:
    sea = {name: tile(symbol=str(number)) for number, name in enumerate(star())}
    assert {name: at.direction for name, at in whereabouts(sea).items()} == {
        "0,0": "middle", "1,0": "east", "1,-1": "north-east", "0,-1": "north-west", "-1,0": "west",
        "-1,1": "south-west", "0,1": "south-east", "2,-1": "north-east", "1,-2": "north", "-1,-1": "north-west",
        "-2,1": "south-west", "-1,2": "south", "1,1": "south-east",
    }  # fmt: skip


def test_two_in_one_direction_are_near_and_far() -> None:
    found = whereabouts({name: tile() for name in star()})
    assert found["1,-1"] == Whereabouts("north-east", "near")
    assert found["2,-1"] == Whereabouts("north-east", "far")
    assert found["1,0"] == Whereabouts("east")


def test_what_no_direction_tells_apart_is_told_by_its_trade_and_then_by_number() -> None:
    row = {f"{q},0": tile(card=card) for q, card in enumerate(["G>RR"] * 4 + ["G>RR", "B>GG", "B>GG"], 0)}
    found = whereabouts(row)
    assert [found[f"{q},0"] for q in (4, 5, 6)] == [
        Whereabouts("east", trade=True),
        Whereabouts("east", trade=True, number=1),
        Whereabouts("east", trade=True, number=2),
    ]
    told = {WORDS.tile_name(name, {"sea": row}) for name in row}
    assert len(told) == len(row)
    assert "the tea market in the east (trade 1 brown for 2 green), no. 2" in told


@pytest.mark.parametrize("layout", ["star", "random"])
def test_no_two_tiles_of_a_sea_are_called_alike(layout: str) -> None:
    for seed in range(150):
        position = Match.new("east-west-2", 4, seed, options={"sea": layout}).observe(0).position
        names = [WORDS.tile_name(name, position) for name in position["sea"]]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_locations_are_called_alike(game: str) -> None:
    for board in ("D1", "E1", "F1") if game == "new-world" else (None,):
        position = Match.new(game, 4, 3, options={"board": board} if board else {}).observe(0).position
        names = [WORDS.place(name, position) for name in position["board"]]
        assert len(set(names)) == len(names)


def sentences(game: str, players: int, seed: int) -> Iterator[str]:
    """All that is said to people in a game of chance: what is asked, what can be chosen, what happened."""
    rng = Random(seed)
    options = {"sea": rng.choice(["star", "random"])} if game in GAMES[2:] else {}
    match = Match.new(game, players, seed, options=options)
    for _ in range(250):
        if match.seat is None:
            break
        position = match.observe(match.seat).position
        yield WORDS.question(position, NAMES)
        actions = match.legal_actions()
        said = [WORDS.action(str(action), position, NAMES) for action in actions]
        yield from said
        if match.decision.kind in ("turn", "sail", "outpost"):
            assert len(set(said)) == len(said), said
        match.play(rng.choice([one for one in actions if str(one).startswith(("sail", "build", "claim"))] or actions))
    yield from filter(None, (WORDS.event(event.to_dict(), NAMES, position) for event in match.events()))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_said_holds_a_coordinate(game: str) -> None:
    for seed in range(6):
        for sentence in sentences(game, 2 + seed % 3, seed):
            assert not CODE.search(sentence), sentence
