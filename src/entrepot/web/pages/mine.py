"""Somebody's own games, as the templates draw them: what came of them, in numbers and over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from ...bots import LEVELS
from ...bots import names as bot_names
from ...games import TITLES
from ...i18n import Texts
from ...i18n.common import begun
from ..tables.model import Rated, Scored, Shelf, Tally, Wanted
from .levels import bot_name
from .titles import game_name

_FEW = 9
_MEAN = 8
_TOP, _BOTTOM = 14, 152
_LEFT, _WIDE, _APART = 8.0, 89.0, 20.0
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def opponents(against: str, words: Texts) -> str:
    """Against whom somebody plays, in a word or two."""
    known = {"people": lambda: words._("people"), "mixed": lambda: words._("mixed company")}
    return known[against]() if against in known else bot_name(against, words)


class Sum(NamedTuple):
    """Of some games: how many, how many won, the mean of their points and the most."""

    games: int
    wins: int
    mean: int
    best: int


def summed(tallies: Sequence[Tally]) -> Sum:
    """Several counts as one; at least one game."""
    games = sum(one.games for one in tallies)
    mean = round(sum(one.points for one in tallies) / games)
    return Sum(games, sum(one.wins for one in tallies), mean, max(one.best for one in tallies))


@dataclass(frozen=True, slots=True)
class Rung:
    """How often somebody won against one kind of opponents. `level`: of bots, from 1; `share` is empty of few games."""

    name: str
    level: int
    games: int
    wins: int
    share: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Points over time: the lines behind, a dot a game, the mean, months below.

    What lies across is told in hundredths of the width, what lies down in pixels; `mean` is a path in a box whose width
    is 1000.
    """

    grid: list[tuple[float, int]]
    dots: list[tuple[float, float, bool]]
    mean: str
    months: list[tuple[float, str]]


def plotted(scored: Sequence[Scored], words: Texts) -> Plot:
    """The points of some games, the oldest at the left."""
    values = [one.points for one in scored]
    least, most = min(values), max(values)
    span = max(1, most - least)
    step = next(step for step in _STEPS if span < 5 * step or step == _STEPS[-1])
    across = [round(_LEFT + _WIDE * nth / max(1, len(values) - 1), 2) for nth in range(len(values))]

    def down(points: float) -> float:
        return round(_BOTTOM - (_BOTTOM - _TOP) * (points - least) / span, 1)

    means = [(at, sum(values[n - _MEAN : n]) / _MEAN) for n, at in enumerate(across[_MEAN - 1 :], _MEAN)]
    months: list[tuple[float, str]] = []
    for nth, (at, one) in enumerate(zip(across, scored, strict=True)):
        new = not nth or one.ended[:7] != scored[nth - 1].ended[:7]
        if new and at <= 100 - _APART and (not months or at - months[-1][0] >= _APART):
            months.append((at, words.month(one.ended)))
    return Plot(
        [(down(n), n) for n in range(-(-least // step) * step, most + 1, step)],
        [(at, down(one.points), one.place == 1) for at, one in zip(across, scored, strict=True)],
        "M" + "L".join(f"{10 * at:g} {down(mean)}" for at, mean in means) if len(means) > 1 else "",
        months,
    )


class Numbers:
    """What came of somebody's games.

    Attributes:
        game: the title that opponents and points are told of; empty where no game counts yet.
    """

    def __init__(self, tallies: Sequence[Tally], game: str, words: Texts) -> None:
        self._tallies = tallies
        self._words = words
        played = {name: sum(one.games for one in tallies if one.game == name) for name in TITLES}
        self.games = [name for name in TITLES if played[name]]
        self.game = game if game in self.games else max(self.games, key=lambda name: played[name], default="")
        self.scored: Sequence[Scored] = ()

    @cached_property
    def by_game(self) -> list[tuple[str, str, Sum]]:
        """Every title that was played: its name for the program and for people, and what came of it."""
        every = self._tallies
        return [
            (name, game_name(name, self._words), summed([one for one in every if one.game == name]))
            for name in self.games
        ]

    @property
    def name(self) -> str:
        """What the title is called."""
        return game_name(self.game, self._words)

    @property
    def all(self) -> Sum:
        """All games that count."""
        return summed(self._tallies)

    @property
    def since(self) -> str:
        """The month of the first of them."""
        return self._words.month(min(one.since for one in self._tallies), year=True)

    @property
    def opponents(self) -> list[tuple[int, list[Rung]]]:
        """For each number of players against whom the title was won, the weakest first."""
        own = [one for one in self._tallies if one.game == self.game]
        order = [*bot_names(self.game), "mixed", "people"]
        rungs: list[tuple[int, list[Rung]]] = []
        for players in sorted({one.players for one in own}):
            there = sorted(
                (one for one in own if one.players == players),
                key=lambda one: order.index(one.against) if one.against in order else -1,
            )
            rungs.append((players, [self._rung(one) for one in there]))
        return rungs

    def _rung(self, one: Tally) -> Rung:
        share = self._words.percent(one.wins / one.games) if one.games >= _FEW else ""
        level = LEVELS.index(one.against) + 1 if one.against in LEVELS else 0
        return Rung(begun(opponents(one.against, self._words)), level, one.games, one.wins, share)

    @property
    def rows(self) -> list[tuple[str, int, str, Sum]]:
        """Every count by itself: title, number of players, opponents."""
        words = self._words
        return [
            (game_name(one.game, words), one.players, opponents(one.against, words), summed([one]))
            for one in sorted(self._tallies, key=lambda one: list(TITLES).index(one.game))
        ]

    @property
    def plot(self) -> Plot:
        """The points over time."""
        return plotted(self.scored, self._words)

    @property
    def trend(self) -> str:
        """The points over time in a sentence."""
        words, values = self._words, [one.points for one in self.scored]
        name = game_name(self.game, words)
        if len(values) <= _MEAN:
            return words.ngettext("Points of {n} game of {game}.", "Points of {n} games of {game}.",
                                  len(values), game=name)  # fmt: skip
        first, last = (round(sum(some) / _MEAN) for some in (values[:_MEAN], values[-_MEAN:]))
        return words.ngettext(
            "Points of {n} game of {game}, from the oldest to the newest: at first about {first}, now about {last}.",
            "Points of {n} games of {game}, from the oldest to the newest: at first about {first}, now about {last}.",
            len(values), game=name, first=first, last=last,
        )  # fmt: skip


class Picked:
    """A page of the list, how it was picked, and the addresses of others."""

    def __init__(self, shelf: Shelf, wanted: Wanted, of: str, path: str) -> None:
        self.shelf = shelf
        self.wanted = wanted
        self.of = of if of in TITLES else ""
        self._path = path

    @property
    def all(self) -> bool:
        """Whether nothing was left out."""
        return self.wanted == Wanted()

    def href(self, page: int = 1, of: str = "") -> str:
        """The address of another page of the list, or of the numbers of another title."""
        wanted = self.wanted
        asked = {"game": wanted.game, "players": wanted.players or "", "state": wanted.state,
                 "against": wanted.against, "page": page if page > 1 else "", "of": of or self.of}  # fmt: skip
        asked = {key: value for key, value in asked.items() if value}
        return f"{self._path}?{urlencode(asked)}" if asked else self._path


def rated_rows(rated: Sequence[Rated], words: Texts) -> list[tuple[str, Rated]]:
    """Ratings with the names of their titles, in the usual order."""
    order = list(TITLES)
    return [
        (game_name(one.game, words), one) for one in sorted(rated, key=lambda one: (order.index(one.game), one.players))
    ]
