"""Positions of bots' games in which one choice is better by far.

A puzzle is won by what may be done in the turn that begins it, to its end: all of that is known, so whether a turn is
the right one needs no thought. How often each turn wins was found by playing it on (scripts/puzzles.py).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ..games import TITLES
from ..match import Match
from .advice import Advice

FILE = "puzzles.json"
"""What scripts/puzzles.py has found, by game."""


class Puzzle(NamedTuple):
    """A position, and what wins it.

    Attributes:
        game: its name; `number`: of the puzzle in it, from 1.
        players: how many seats.
        seed: of the game of bots that it comes from.
        actions: texts of what was done until then.
        turns: own turns until it is won, this one counted.
        grade: 1 where the easy bot finds it, 2 where the steady one does, 3 where neither does.
        good: ways through the turn that win; the first wins most.
        won: how often that one does, as a share.
        other: how often the best of all others does.
        worlds: how often each was played on, with what nobody could see drawn anew; 1 where the turn ends the game.
        why: what is good about it.
    """

    game: str
    number: int
    players: int
    seed: int
    actions: tuple[str, ...]
    turns: int
    grade: int
    good: tuple[tuple[str, ...], ...]
    won: float
    other: float
    worlds: int
    why: Advice

    @property
    def name(self) -> str:
        """By which it is known."""
        return f"{self.game}-{self.number}"

    def match(self) -> Match:
        """A match at its beginning."""
        match = dealt(self.game, self.players, self.seed)
        for action in self.actions:
            match.play(action)
        return match

    def after(self, way: Sequence[str]) -> Match:
        """A match after a way through the turn that begins it."""
        match = Match.from_position(self.match().position())
        for action in way:
            match.play(action)
        return match

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return _begin(self)[0]

    def solved(self, match: Match) -> bool:
        """Whether the turn that begins it, done at a match of it, was one that wins."""
        seat, wins = _begin(self)
        return sight(match, seat) in wins


def dealt(game: str, players: int, seed: int) -> Match:
    """A match of which puzzles are made. Claimed cards lie open where they may: what wins must be there to be seen."""
    options = {"open_claims": True} if "open_claims" in TITLES[game].options else {}
    return Match.new(game, players=players, seed=seed, options=options)


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Those of a game, in order; none of a game that is not known."""
    return tuple(read(game, number, told) for number, told in enumerate(_known().get(game, ()), 1))


def puzzle(name: str) -> Puzzle | None:
    """The one of a name; None where there is none."""
    game, _, number = name.rpartition("-")
    known = {str(one.number): one for one in puzzles(game)} if game in TITLES else {}
    return known.get(number)


def puzzle_of(day: date) -> Puzzle:
    """The one of a day: all games in turn, and of each one after the other."""
    games = [game for game in TITLES if puzzles(game)]
    game = games[day.toordinal() % len(games)]
    return puzzles(game)[day.toordinal() // len(games) % len(puzzles(game))]


@cache
def _known() -> dict[str, list[dict[str, Any]]]:
    known: dict[str, list[dict[str, Any]]] = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return known


def read(game: str, number: int, told: dict[str, Any]) -> Puzzle:
    """A puzzle as the file keeps it."""
    actions, *good = (tuple(text.split("; ")) for text in (told["actions"], *told["good"]))
    why = Advice(good[0], *told["why"])
    plain = {key: told[key] for key in ("players", "seed", "turns", "grade", "won", "other", "worlds")}
    return Puzzle(game=game, number=number, actions=actions, good=tuple(good), why=why, **plain)


def written(found: Puzzle) -> dict[str, Any]:
    """What the file keeps of a puzzle, JSON-ready."""
    plain = {key: getattr(found, key) for key in ("players", "seed", "turns", "grade", "won", "other", "worlds")}
    texts = {"actions": "; ".join(found.actions), "good": ["; ".join(way) for way in found.good]}
    return {**plain, **texts, "why": list(found.why[1:-1])}


@cache
def _begin(puzzle: Puzzle) -> tuple[int, frozenset[str]]:
    """The seat whose turn it is, and what it sees after each of the ways that win."""
    seat = puzzle.match().seat
    assert seat is not None  # noqa: S101 - a puzzle is to be decided
    return seat, frozenset(sight(puzzle.after(way), seat) for way in puzzle.good)


def sight(match: Match, seat: int) -> str:
    """What a seat sees, as a text that is another one if anything differs."""
    return json.dumps(match.observe(seat).position, sort_keys=True)
