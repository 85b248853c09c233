"""Bots against each other, two at a table and everybody with everybody: who is better, and how sure that is."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from ..bots.own import entrant
from ..components import Box, load
from ..core.errors import InvalidOptions, quoted
from ..games import check_seed, title
from .bouts import Fixture, Played, Terms, unit
from .cluster import RayCrew
from .hosts import Crew, LocalCrew
from .ledger import Ledger
from .results import Met, Tournament, summed_up
from .sequential import EDGE, Trial, edge_for, score
from .simulate import MAX_ROUNDS, MAX_WORKERS, check_count

PAIRS = 50
MOST_PAIRS = 1000
"""Where a test says when to stop, and it does not."""
LIMIT = 60.0
RAY = "ray"

_ENDLESS = 1_000_000


def tournament(
    game: str,
    bots: list[str],
    players: int = 2,
    pairs: int | None = None,
    until: float | None = None,
    edge: float = EDGE,
    seed: int = 0,
    workers: int | str = 1,
    limit: float = LIMIT,
    max_rounds: int = MAX_ROUNDS,
    file: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    components: Box | None = None,
    options: dict[str, Any] | None = None,
) -> Tournament:
    """Play every two of these bots against each other.

    A pairing plays deals: the same cards from every seat, so that luck and seats weigh the same on both. Of more than
    two players one bot sits alone among the others, which are all the other bot, and the other way round. What comes of
    a game depends on the terms (all arguments but `pairs`, `until`, `edge`, `workers` and the like) and its deal.

    Args:
        bots: two or more, as `entrepot.bots.own.entrant` knows them; each with a name of its own.
        pairs: deals of each pairing: 50. With `until`, the most: 1,000.
        until: a probability of error; a pairing ends when it is decided (`entrepot.arena.sequential`).
        edge: what `until` decides between, as the share of wins of two players: even, or at least this.
        workers: processes that play, or `"ray"`: as many as a Ray cluster has processors, or this machine without one.
        limit: seconds of wall-clock time for a decision, see `entrepot.arena.bouts.START`. A bot that thinks longer,
            raises, answers what is not legal or ends its process has lost the game, and the next one begins.
        file: where every game is kept as it ends. With the same terms the games in it are not played again.
        progress: called with the number of games done, and how many there will be as far as is known.
        components: the box to play with; None for the packaged one.
        options: rulings of the table by name; the rest keeps its default.

    Raises:
        UnknownGame, UnknownBot, InvalidOptions: nothing was played or written.
        WrongTournament: the file holds something else; nothing was played or written.
        NeedsRay: `workers` is `"ray"`, which is not installed.
        WorkersLost: processes end, and no bot is to blame.
        OSError: the file cannot be written.
    """
    terms = _terms(game, bots, players, seed, limit, max_rounds, components, options)
    if pairs is not None:
        check_count("pairs", pairs, _ENDLESS)
    if until is not None:
        _check_share("until", until, 0.0, 0.5)
    _check_share("edge", edge, 0.5, 1.0)
    if workers != RAY:
        if isinstance(workers, str):
            raise InvalidOptions("workers are a number of processes, or ray, not {workers}", workers=quoted(workers))
        check_count("workers", workers, MAX_WORKERS)
    most = pairs if pairs is not None else PAIRS if until is None else MOST_PAIRS
    schedule = Schedule(terms, most, until, edge)
    started = time.perf_counter()
    with ExitStack() as stack:
        crew = stack.enter_context(closing(_crew(terms, workers)))
        ledger = None if file is None else stack.enter_context(closing(Ledger(Path(file), terms)))
        for played in ledger.kept if ledger is not None else ():
            schedule.add(played)
        if progress is not None:
            progress(schedule.done, schedule.expected)
        for played in _played(schedule, crew):
            if ledger is not None:
                ledger.add(played)
            schedule.add(played)
            if progress is not None:
                progress(schedule.done, schedule.expected)
    return summed_up(terms, until, edge, schedule.met, time.perf_counter() - started)


def _played(schedule: Schedule, crew: Crew) -> Iterator[Played]:
    """All games that are still wanted, as they end. What comes of each is to be told to the schedule at once."""
    fixtures, running = schedule.fixtures(), 0
    while True:
        for fixture in islice(fixtures, crew.size - running):
            crew.begin(fixture)
            running += 1
        if not running:
            return
        yield crew.result()
        running -= 1


class Schedule:
    """Which games are still to be played, pairing by pairing, deal by deal.

    Which games count depends on what comes of them, and on nothing else: a decided pairing counts its deals up to the
    one that decided, also where others had been begun.
    """

    def __init__(self, terms: Terms, most: int, until: float | None, edge: float) -> None:
        pairs = combinations(range(len(terms.bots)), 2)
        self._pairings = [_Pairing(first, second, terms.players, most, until, edge) for first, second in pairs]
        self._most = most

    def fixtures(self) -> Iterator[Fixture]:
        """What is to be played next, with all that is known then; no game twice."""
        for pair in range(self._most):
            wanted = [pairing for pairing in self._pairings if pair < pairing.wanted]
            if not wanted:
                return
            for pairing in wanted:
                yield from pairing.lacking(pair)

    def add(self, played: Played) -> None:
        """Take a game in; one that does not count is left out."""
        for pairing in self._pairings:
            if (pairing.first, pairing.second) == (played.fixture.first, played.fixture.second):
                pairing.add(played)

    @property
    def done(self) -> int:
        """How many games were played that count."""
        return sum(pairing.done for pairing in self._pairings)

    @property
    def expected(self) -> int:
        """How many games there will be, if no pairing is decided sooner than it may be."""
        return sum(pairing.expected for pairing in self._pairings)

    @property
    def met(self) -> list[Met]:
        """What was played, whole deals only."""
        return [pairing.met for pairing in self._pairings]


class _Pairing:
    """Two bots: their deals, and whether they have played enough."""

    def __init__(self, first: int, second: int, players: int, most: int, until: float | None, edge: float) -> None:
        self.first, self.second = first, second
        self.wanted = most
        self._players = players
        self._trial = None if until is None else Trial(until, edge_for(players, edge))
        self._deals: dict[int, dict[Fixture, Played]] = {}
        self._whole = 0

    def lacking(self, pair: int) -> Iterator[Fixture]:
        for fixture in unit(self.first, self.second, pair, self._players):
            if pair < self.wanted and fixture not in self._deals.get(pair, ()):
                yield fixture

    def add(self, played: Played) -> None:
        pair = played.fixture.pair
        if pair >= self.wanted:
            return
        self._deals.setdefault(pair, {})[played.fixture] = played
        while self._whole < self.wanted and self._is_whole(self._whole):
            self._whole += 1
            if self._trial is not None:
                last = Met(self.first, self.second, [self._deal(self._whole - 1)], None)
                self._trial.add(score(*last.units(self._players)[0], self._players))
                if self._trial.decision is not None:
                    self.wanted = self._whole
                    self._deals = {pair: deal for pair, deal in self._deals.items() if pair < self.wanted}

    def _is_whole(self, pair: int) -> bool:
        return len(self._deals.get(pair, ())) == len(unit(self.first, self.second, pair, self._players))

    @property
    def done(self) -> int:
        return sum(map(len, self._deals.values()))

    @property
    def expected(self) -> int:
        return self.wanted * len(unit(self.first, self.second, 0, self._players))

    @property
    def met(self) -> Met:
        deals = [self._deal(pair) for pair in range(self._whole)]
        return Met(self.first, self.second, deals, None if self._trial is None else self._trial.decision)

    def _deal(self, pair: int) -> list[Played]:
        return [self._deals[pair][fixture] for fixture in unit(self.first, self.second, pair, self._players)]


def _terms(
    game: str,
    bots: list[str],
    players: int,
    seed: int,
    limit: float,
    max_rounds: int,
    components: Box | None,
    options: dict[str, Any] | None,
) -> Terms:
    known = title(game)
    if not isinstance(bots, (list, tuple)):
        raise InvalidOptions("bots are a list of names, not {bots}", bots=quoted(bots))
    known.check_players(players)
    entrants = tuple(entrant(bot, game) for bot in bots)
    if len(entrants) < 2:
        raise InvalidOptions("a tournament needs two bots at least, not {n}", n=len(entrants))
    for number, who in enumerate(entrants):
        if any(who.name == other.name for other in entrants[:number]):
            raise InvalidOptions(
                "two bots are called {name}: give one another name, as in other={spec}",
                name=quoted(who.name),
                spec=who.spec,
            )
    check_count("max_rounds", max_rounds)
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not 0 < limit < math.inf:
        raise InvalidOptions("limit is a time above 0 in seconds, not {limit}", limit=quoted(limit))
    seed, chosen = check_seed(seed), known.check_options(options)
    return Terms(game, entrants, players, seed, load(game, components), chosen, float(limit), max_rounds)


def _check_share(name: str, value: object, least: float, most: float) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least < value < most:
        raise InvalidOptions(
            "{name} must lie between {least} and {most}, not {value}",
            name=name,
            least=least,
            most=most,
            value=quoted(value),
        )


def _crew(terms: Terms, workers: int | str) -> Crew:
    return LocalCrew(terms, workers) if isinstance(workers, int) else RayCrew(terms)
