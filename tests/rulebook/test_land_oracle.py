"""Whole games of A New World and From East to West beside a second, slow reading of the rules: the same all along.

Who decides, what may be chosen, what everything comes to after each choice, what seats are told, and the scores.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import entrepot

from .lands import BOXES, FOURTH, GAME, PART1, PART2, PART3, PARTS, fork
from .reading import Question, Reading
from .tables import Position, happened, play, texts

EVERYONE = [2, 3, 4]
UNREAD = {"chance", "spare"}
"""What a position holds that no rule of a turn changes: the match's own chance, and tiles that have left the game."""


def liked(rng: random.Random, match: entrepot.Match, reading: Reading, legal: list[str]) -> str:
    """A choice by chance that brings games forward: what leads to a claim or is rarely possible is taken more often."""
    seat = match.seat
    assert seat is not None
    storage = reading.seats[seat]["storage"]
    payable = {f"work {name}" for name, location in reading.locations.items()
               if location["type"] == "fort" and reading.claimable(name, storage)}  # fmt: skip
    weights = []
    for text in legal:
        word = text.split()[0]
        weight = {"claim": 50, "rest": 1, "up": 3, "build": 3, "route": 3, "bonus": 3, "use": 2}.get(word, 1)
        if text in payable:
            weight = 25
        elif word == "work" and reading.locations[text.split()[1]]["type"] == "refresh" and reading.position["ending"]:
            weight = 50
        weights.append(weight)
    return rng.choices(legal, weights)[0]


def agree(position: Position, read: Position) -> None:
    """Compare what both know of a position."""
    assert {key: entry for key, entry in position.items() if key not in UNREAD} == {
        key: read[key] for key in position if key not in UNREAD
    }


def side_by_side(
    game: str, players: int, seed: int, options: dict[str, Any] | None = None
) -> Iterator[tuple[entrepot.Match, Reading, random.Random]]:
    """Play a game to its end; at each decision the two have agreed when this goes on."""
    match = entrepot.Match.new(game, players=players, seed=seed, options=options, components=BOXES[game])
    reading = Reading(match.position(), lambda: match.position()["market"])
    story, rng = reading.tell(), random.Random(f"{players} {seed}")
    question: Question | None = next(story)
    while match.seat is not None:
        assert question is not None
        legal = texts(match)
        agree(match.position(), reading.position | {"seat": question.seat, "decision": question.decision})
        assert set(legal) == question.answers
        yield match, reading, rng
        reading.happened[question.decision["kind"]] += 1
        text = liked(rng, match, reading, legal)
        match.play(text)
        question = next_question(story, text)
    assert question is None
    agree(match.position(), reading.position | {"seat": None, "active": None, "decision": {"kind": "over"}})
    assert match.result is not None
    assert match.result.lines == [reading.score(seat) for seat in range(players)]
    points = [sum(line.values()) for line in match.result.lines]
    assert match.result.points == points
    assert match.result.ranking == sorted(range(players), key=lambda seat: (points[seat], seat), reverse=True)


def next_question(story: Any, text: str) -> Question | None:
    """What is asked after an answer; None at the end of the game."""
    try:
        question: Question = story.send(text)
    except StopIteration:
        return None
    return question


def whole(game: str, seeds: int, *options: dict[str, Any]) -> Counter[str]:
    """What came up in some games, for each number of players so many."""
    seen: Counter[str] = Counter()
    for players in EVERYONE:
        for seed in range(seeds):
            *_, (_, reading, _) = side_by_side(game, players, seed, options[seed % len(options)])
            seen += reading.happened
    return seen


@pytest.mark.rule("NW9", "NW10", "NW11", "NW12", "NW13", "NW15", "NW19", "NW22", "NW23", "C5", "C6", "C7", "C9", "F1")
def test_the_same_in_whole_games_of_a_new_world() -> None:
    seen = whole(GAME, 3, *({"board": board} for board in FOURTH))
    assert set(seen) >= {"turn", "fort", "explore", "times", "upgrade", "return"}


@pytest.mark.rule("W1-3", "W1-4", "W1-5", "W1-6", "W1-7", "W1-8", "W1-9", "W1-10", "W1-11", "W1-12", "R3", "R4", "F8")
def test_the_same_in_whole_games_of_part_1() -> None:
    seen = whole(PART1, 2, {}, {"replace_occupied": False, "merchant_pair_points": 2})
    assert set(seen) >= {
        "turn", "fort", "explore", "times", "upgrade", "return", "market", "replace", "swap", "market not filled",
        "swapped with settlers", "replaced with settlers", "extra turn in the last round",
    }  # fmt: skip


@pytest.mark.rule("W2-3", "W2-4", "W2-5", "W2-6", "W2-7", "W2-8", "W2-9", "W2-10", "W2-11", "W2-12", "R7", "F4", "F6")
def test_the_same_in_whole_games_of_part_2() -> None:
    seen = whole(PART2, 2, {}, {"sea": "random"})
    assert set(seen) >= {
        "turn", "explore", "times", "upgrade", "return", "sail", "pay", "build", "bonus", "outpost", "emptied column",
        "back to where it was", "toll on the sea tile", "price beyond reach",
        "return after another's turn",
    }  # fmt: skip


@pytest.mark.rule("W3-2", "W3-3", "W3-4", "W3-5", "W3-6", "R4", "R7", "F9", "F10", "F11")
def test_the_same_in_whole_games_of_part_3() -> None:
    seen = whole(PART3, 2, {"sea": "random"}, {"merchant_pair_points": 2})
    assert set(seen) >= {
        "turn", "explore", "times", "upgrade", "return", "sail", "pay", "build", "bonus", "outpost", "emptied column",
        "fourth merchant", "extra turn in the last round", "return after another's turn",
    }  # fmt: skip


def reasons(told: str | None, read: str | None) -> bool:
    """Whether a seat is told the reason that the rules give; what is unusable is told in two kinds."""
    return told in ("cubes", "nothing") if read == "unusable" else told == read


@pytest.mark.rule("NW10", "NW11", "NW12", "NW13", "NW23", "W1-4", "W1-9", "W2-3", "W2-4", "W2-5", "W2-10", "W3-2", "F3")
@pytest.mark.parametrize("game", [GAME, *PARTS])
@pytest.mark.parametrize("players", EVERYONE)
def test_what_a_seat_is_told_about_locations_and_tiles_is_what_happens(game: str, players: int) -> None:
    """Settlers needed, who is driven away, the cubes of tools, tolls, prices, why not; the worth of bonus tiles."""
    looked = 0
    for match, reading, rng in side_by_side(game, players, 5):
        if match.decision.kind == "turn" and looked < 12 and rng.random() < 0.1:
            looked += 1
            told(match, reading)
    assert looked > 5


def told(match: entrepot.Match, reading: Reading) -> None:
    """Compare all that the seat in turn is told with the second reading."""
    assert match.seat is not None
    mover, legal, seen = match.seat, texts(match), match.observe(match.seat).position
    for seat, shown in enumerate(seen["seats"]):
        assert shown["worth"] == reading.bonuses(seat)
        assert shown["spaces"] == reading.spaces(seat)
        assert shown["points"] == sum(reading.score(seat).values())
        assert shown.get("merchants", 0) == reading.merchants(seat)
        if reading.sea:
            assert shown["grid"] == reading.grid(seat)
    for number, card in enumerate(seen["seats"][mover].get("route", []), 1):
        assert card["why"] == reading.why_no_route(mover, number)
        assert (card["why"] is None) == (f"route {number}" in legal)
        assert card["need"] == reading.route_need(mover, number)
    for name, tile in seen.get("sea", {}).items():
        assert tile["toll"] == len(reading.owners(mover, name))
        assert tile["price"] == reading.price(mover, name)
    for name, location in reading.locations.items():
        costs, entry = seen["costs"][name], reading.board.get(name, {})
        reason, gift = reading.why_not(mover, name), reading.tools(mover, name)
        assert reasons(costs["why"], reason)
        assert (costs["why"] is None) == (f"work {name}" in legal)
        assert costs["printed"] == location["settlers"]
        assert costs["help"] == reading.help(mover, name)
        assert costs["gift"] == gift
        assert costs["ousts"] == (entry.get("seat") if entry.get("seat") != mover else None)
        assert costs["why"] == "yours" or costs["need"] == reading.needed(mover, name)
        have = reading.seats[mover]["storage"] + gift
        if location["type"] == "market":
            ways = reading.market_ways(mover, location["slot"], have)
            assert {way for way in ("use", "keep") if costs[way]} == ways
        if location["type"] == "ship":
            assert set(costs["ends"]) == reading.ends(mover, location["steps"], have)
        if location["type"] == "outpost-trade":
            assert set(costs["ends"]) == set(reading.own_trades(mover, have))
        if costs["why"] is None:
            other = play(fork(match), f"work {name}")
            assert [event["settlers"] for event in happened(other, "sent")] == [costs["need"]]
            assert "".join(event["cubes"] for event in happened(other, "tools")) == gift
            assert [event["seat"] for event in happened(other, "ousted")] == [
                seat for seat in [costs["ousts"]] if seat is not None
            ]
