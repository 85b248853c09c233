"""Puzzles: each can be played from the game it comes from, and is won by its own turn and by no other."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

from entrepot.bots.advice import REASONS
from entrepot.bots.puzzles import Puzzle, puzzle, puzzle_of, puzzles, read, written
from entrepot.core.errors import IllegalAction
from entrepot.games import TITLES
from entrepot.match import Match
from tongues import script

LEAST = 20
EVERY = [one for game in TITLES for one in puzzles(game)]
of_all = pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)


def turn(one: Puzzle, actions: list[str] | None, rng: Random) -> Match:
    """A match of a puzzle after its turn: that of these actions, or any."""
    match = one.match()
    begun, left = match.turns, list(actions or ())
    while match.seat == one.seat and match.turns == begun:
        match.play(left.pop(0) if actions is not None else rng.choice(match.legal_actions()))
    assert not left
    return match


def test_every_game_has_enough_of_them() -> None:
    assert {game: len(puzzles(game)) >= LEAST for game in TITLES} == dict.fromkeys(TITLES, True)


@of_all
def test_it_begins_a_turn_and_is_solved_by_its_ways_alone(one: Puzzle) -> None:
    match = one.match()
    assert match.observe(one.seat).position["decision"]["kind"] == "turn"
    assert match.seat == one.seat
    assert len({way[0] for way in one.good}) == 1, "one choice is the best"
    assert not one.solved(match), "nothing is done yet"
    for way in one.good:
        assert one.solved(turn(one, list(way), Random(0)))
    assert one.why.reason in REASONS
    assert one.why.actions == one.good[0]
    assert 0 <= one.other < one.won <= 1
    missed = 0
    rng = Random(one.name)
    for _ in range(12):
        after = turn(one, None, rng)
        missed += not one.solved(after)
        if one.worlds == 1:
            assert after.result is not None
            assert one.solved(after) == (after.result.ranking[0] == one.seat)
    assert missed


@of_all
def test_what_is_told_of_it_does_not_depend_on_what_nobody_sees(one: Puzzle) -> None:
    """In a world that looks the same the same turns solve it, as far as nothing new comes to light with them."""
    match = one.match()
    other = match.observe(one.seat).sample(Random(one.name))
    for way in one.good:
        here, there = Match.from_position(match.position()), Match.from_position(other.position())
        reveals = here.engine()[1].reveals
        for action in way:
            here.play(action)
            there.play(action)
        if here.engine()[1].reveals == reveals:
            assert one.solved(here)
            assert one.solved(there)


@of_all
def test_it_is_written_and_read_again(one: Puzzle) -> None:
    assert read(one.game, one.number, written(one)) == one
    assert puzzle(one.name) == one


@pytest.mark.parametrize("game", ["spice-road", "spice-road-", "chess", "new-world-1", ""])
@pytest.mark.parametrize("number", ["", "0", "01", "1x", "999", "-1", "¹", "9" * 5000])
def test_other_names_are_no_puzzles(game: str, number: str) -> None:
    assert puzzle(f"{game}-{number}") is None


def test_every_day_has_one_and_all_games_come_in_turn() -> None:
    first = date(2026, 11, 30)
    days = [puzzle_of(first + timedelta(days=n)) for n in range(len(TITLES) * LEAST)]
    assert [one.game for one in days[: len(TITLES)]] != [days[0].game] * len(TITLES)
    assert {one.game for one in days[: len(TITLES)]} == set(TITLES)
    assert len({one.name for one in days}) == len(days), "none comes twice before all have come"
    assert puzzle_of(first) == days[0]


@pytest.mark.parametrize("game", ["spice-road", "new-world"])
def test_the_script_finds_that_no_other_turn_wins(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check that docs/puzzles.md is made of, in fewer worlds, and in the two games that it takes least time for."""
    puzzles_script = script("puzzles")
    monkeypatch.setattr(puzzles_script, "CHECKED", 10)
    one = min(puzzles(game), key=lambda one: (one.turns, -len(one.actions)))
    sure = puzzles_script.verified(one, 500)
    assert sure is not None
    assert sure.won >= 0.8 > 0.5 >= sure.other
    found = puzzles_script.ends(Match.from_position(one.match().position()))
    wrong = next(end.way for end in found if end.way[0] != one.good[0][0])
    assert puzzles_script.verified(one._replace(good=(wrong,)), 500) is None, "a wrong answer is found out"


def test_a_puzzle_cannot_be_done_otherwise_than_by_the_rules() -> None:
    one = EVERY[0]
    match = one.match()
    with pytest.raises(IllegalAction):
        match.play("claim 9")
