"""A puzzle in words: what is to be done, and what came of it; and the list of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...bots.puzzles import Puzzle, puzzles
from ...games import TITLES
from ...i18n import Texts
from . import hints
from .titles import game_name

if TYPE_CHECKING:
    from .board import Table


@dataclass(frozen=True, slots=True)
class PuzzleLine:
    """What the bar says of a puzzle.

    Attributes:
        title: its game and its number.
        task: what is to be done.
        outcome: `solved` or `missed`; empty before.
        say: what came of it; `sure`: how sure that is.
        following: the name of the next puzzle.
    """

    title: str
    task: str
    outcome: str
    say: str
    sure: str
    following: str


def line(table: Table) -> PuzzleLine | None:
    """What is said now; None at a table."""
    puzzled, words = table.view.puzzle, table.words
    if puzzled is None:
        return None
    say, why = "", puzzled.why
    if puzzled.outcome == "missed":
        say = words._("Another turn would have won.") if puzzled.sure else words._("Another turn wins far more often.")
    elif why is not None:
        say = hints.said(table, why)
    sure = words._("Only one choice wins.")
    if not puzzled.sure:
        won, other = words.percent(puzzled.won), words.percent(puzzled.other)
        sure = words._(
            "Of games that sharp bots play on, the right turn wins {won}, any other at most {other}.",
            won=won, other=other,
        )  # fmt: skip
    title = _title(table.view.game, puzzled.number, words)
    return PuzzleLine(title, task(puzzled.turns, words), puzzled.outcome, say, sure, puzzled.following)


def task(turns: int, words: Texts) -> str:
    """What is to be done in a puzzle that is won with so many turns."""
    if turns == 1:
        return words._("Win with this turn")
    return words.ngettext("Win in {n} turn", "Win in {n} turns", turns)


def _title(game: str, number: int, words: Texts) -> str:
    return words._("{game}, puzzle {n}", game=game_name(game, words), n=number)


@dataclass(frozen=True, slots=True)
class Offered:
    """A puzzle in a list: its name, number and grade, what is to be done, all of that in a sentence, and whether the
    reader has solved it."""

    name: str
    game: str
    number: int
    grade: int
    task: str
    sentence: str
    solved: bool

    @classmethod
    def of(cls, puzzle: Puzzle, words: Texts, solved: Iterable[str]) -> Offered:
        """A puzzle, for somebody who has solved some."""
        done, to_do = puzzle.name in solved, task(puzzle.turns, words)
        title = _title(puzzle.game, puzzle.number, words)
        said = [f"{title}: {to_do}", grades(words)[puzzle.grade - 1], *[words._("solved")] * done]
        return cls(puzzle.name, puzzle.game, puzzle.number, puzzle.grade, to_do, ", ".join(said), done)


def grades(words: Texts) -> list[str]:
    """How hard puzzles are, from the first grade on."""
    return [
        words._("the easy bot solves it"),
        words._("the steady bot solves it, the easy one does not"),
        words._("neither the easy nor the steady bot solves it"),
    ]


def shelves(words: Texts, solved: Iterable[str]) -> list[tuple[str, str, list[Offered], int]]:
    """Of every game that has some: its id, its name, its puzzles, and how many of them are solved."""
    found = []
    for game in TITLES:
        offered = [Offered.of(one, words, solved) for one in puzzles(game)]
        if offered:
            found.append((game, game_name(game, words), offered, sum(one.solved for one in offered)))
    return found
