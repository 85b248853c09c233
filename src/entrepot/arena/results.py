"""What a tournament came to: every pairing, and every bot."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..games import build
from .bouts import TIMEOUT, Played, Terms
from .estimates import Interval, Meetings, Unit, bootstrap, elo, skills, wilson
from .sequential import score

OPEN = "open"


@dataclass(frozen=True, slots=True)
class Met:
    """What was played between two bots, by their numbers.

    Attributes:
        deals: of each deal all games, in the order of `entrepot.arena.bouts.unit`.
        decision: of a sequential test; None if there was none, or it came to no end.
    """

    first: int
    second: int
    deals: Sequence[Sequence[Played]]
    decision: str | None

    def units(self, players: int) -> list[Unit]:
        """Of each deal, the tables that each bot won while it sat alone."""
        return [_unit(deal, self.first, self.second, players) for deal in self.deals]


def _unit(deal: Sequence[Played], first: int, second: int, players: int) -> Unit:
    won = Counter(one.fixture.alone for one in deal if one.ranking[0] == one.fixture.seat)
    return (won[first], players - won[first]) if players == 2 else (won[first], won[second])


@dataclass(frozen=True, slots=True)
class Side:
    """One bot of a pairing. Shares are of 1.

    Attributes:
        games: those in which it sat alone; of two players all.
        wins: those of them that it won.
        wilson: the interval for the share of wins if all games were independent of each other.
        resampled: the same with whole deals drawn anew, as the games of a deal hang together.
        points: the mean of all its seats.
        crashes: games lost by raising, by an illegal answer, or by the end of the process.
        timeouts: games lost by thinking too long.
    """

    bot: str
    games: int
    wins: int
    share: float
    wilson: Interval
    resampled: Interval
    points: float
    crashes: int
    timeouts: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two bots.

    Attributes:
        score: one half for equal bots; of two players the share of the first, else `entrepot.arena.sequential.score`.
        verdict: `"first"` or `"second"` is better, `"even"`, `"open"` if the test came to no end; None without a test.
        pairs: deals that were played.
        games: tables that were played.
        rounds, decisions: the mean of a game.
    """

    first: Side
    second: Side
    score: float
    verdict: str | None
    pairs: int
    games: int
    rounds: float
    decisions: float


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot among all.

    Attributes:
        share: of the games in which it sat alone (of two players: all), how many it won.
        elo, elo_interval: see `entrepot.arena.estimates.elo`.
        mu, sigma: of its openskill rating.
        points: the mean of all its seats.
        cpu_ms: of a decision, the processor's milliseconds: `mean`, `p95`, `max`; None without any. Decisions of games
            whose process was killed are not known.
    """

    bot: str
    spec: str
    games: int
    wins: int
    share: float
    elo: float
    elo_interval: Interval
    mu: float
    sigma: float
    points: float
    cpu_ms: dict[str, float] | None
    crashes: int
    timeouts: int


@dataclass(frozen=True, slots=True)
class Mishap:
    """How often a bot failed in one way; `kind` and `detail` as in `entrepot.arena.bouts.Failure`."""

    bot: str
    kind: str
    detail: str
    games: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a tournament came to. Made by `tournament`.

    Attributes:
        until, edge: of the sequential test; `until` is None without one.
        standings: every bot, best Elo first.
        pairings: in the order in which bots were named.
        mishaps: the most frequent first.
        played: all games that count.
        seconds: wall-clock time of this call, which a file of earlier games makes short.
    """

    terms: Terms
    until: float | None
    edge: float
    standings: list[Standing]
    pairings: list[Pairing]
    mishaps: list[Mishap]
    played: list[Played]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready.

        Keys: those of the terms (entrepot, game, components, options, players, bots, seed, limit, max_rounds), even,
        until, edge, standings, pairings, mishaps, games, cut, seconds, build.
        """
        return {
            **self.terms.to_dict(),
            "even": 1 / self.terms.players,
            "until": self.until,
            "edge": self.edge,
            "standings": [asdict(one) for one in self.standings],
            "pairings": [asdict(one) for one in self.pairings],
            "mishaps": [asdict(one) for one in self.mishaps],
            "games": len(self.played),
            "cut": sum(one.cut for one in self.played),
            "seconds": round(self.seconds, 3),
            "build": build(),
        }

    def rows(self) -> list[dict[str, Any]]:
        """The pairings as flat rows, for a table of another program."""
        return [self._row(pairing) for pairing in self.pairings]

    def _row(self, pairing: Pairing) -> dict[str, Any]:
        row: dict[str, Any] = {"game": self.terms.game, "players": self.terms.players}
        for name, side in (("first", pairing.first), ("second", pairing.second)):
            told = asdict(side)
            row[name] = told.pop("bot")
            for key, value in told.items():
                if isinstance(value, tuple):
                    row[f"{name}_{key}_low"], row[f"{name}_{key}_high"] = value
                else:
                    row[f"{name}_{key}"] = value
        rest = asdict(pairing)
        return {**row, **{key: rest[key] for key in ("score", "verdict", "pairs", "games", "rounds", "decisions")}}


def summed_up(terms: Terms, until: float | None, edge: float, met: Sequence[Met], seconds: float) -> Tournament:
    """All results of what was played."""
    # In the order of playing them one after the other: all pairings of a deal before the next.
    played = [one for pair in sorted(_flat(met), key=lambda entry: entry[0]) for one in pair[1]]
    return Tournament(
        terms,
        until,
        edge,
        _standings(terms, met, played),
        [_pairing(terms, one, until is not None) for one in met],
        _mishaps(terms, played),
        played,
        seconds,
    )


def _flat(met: Sequence[Met]) -> Iterator[tuple[int, Sequence[Played]]]:
    for one in met:
        yield from enumerate(one.deals)


def _pairing(terms: Terms, met: Met, tested: bool) -> Pairing:
    players, played = terms.players, [one for deal in met.deals for one in deal]
    units = met.units(players)
    games = len(units) * players
    intervals = bootstrap(units, players)

    def side(number: int) -> Side:
        bot = (met.first, met.second)[number]
        wins = sum(unit[number] for unit in units)
        return Side(
            terms.bots[bot].name,
            games,
            wins,
            wins / games,
            wilson(wins, games),
            intervals[number],
            _points(terms, bot, played),
            *_failures(terms, bot, played),
        )

    return Pairing(
        side(0),
        side(1),
        score=sum(score(*unit, players) for unit in units) / len(units),
        verdict=(met.decision or OPEN) if tested else None,
        pairs=len(units),
        games=len(played),
        rounds=sum(one.rounds for one in played) / len(played),
        decisions=sum(sum(one.decisions) for one in played) / len(played),
    )


def _standings(terms: Terms, met: Sequence[Met], played: Sequence[Played]) -> list[Standing]:
    players, count = terms.players, len(terms.bots)
    meetings = [Meetings(one.first, one.second, players, one.units(players)) for one in met]
    rated = elo(count, meetings)
    skilled = skills(count, ((one.fixture.seating(players), one.ranking) for one in played))
    standings = []
    for bot, ((value, interval), (mu, sigma)) in enumerate(zip(rated, skilled, strict=True)):
        own = [(one, number) for one in meetings for number in range(2) if bot == (one.first, one.second)[number]]
        games = sum(len(one.units) * players for one, _ in own)
        wins = sum(unit[number] for one, number in own for unit in one.units)
        standings.append(
            Standing(
                terms.bots[bot].name,
                terms.bots[bot].spec,
                games,
                wins,
                wins / games,
                value,
                interval,
                mu,
                sigma,
                _points(terms, bot, played),
                _times(terms, bot, played),
                *_failures(terms, bot, played),
            )
        )
    return sorted(standings, key=lambda one: -one.elo)


def _points(terms: Terms, bot: int, played: Sequence[Played]) -> float:
    made = [one.points[seat] for one in played for seat in _seats(terms, bot, one)]
    return sum(made) / len(made)


def _seats(terms: Terms, bot: int, played: Played) -> list[int]:
    return [seat for seat, who in enumerate(played.fixture.seating(terms.players)) if who == bot]


def _times(terms: Terms, bot: int, played: Sequence[Played]) -> dict[str, float] | None:
    times = array("L")
    for one in played:
        for seat in _seats(terms, bot, one):
            times.extend(one.thought[seat])
    if not times:
        return None
    ordered = sorted(times)
    most = ordered[-(len(ordered) // 20) - 1]
    return {"mean": sum(ordered) / len(ordered) / 1e3, "p95": most / 1e3, "max": ordered[-1] / 1e3}


def _failures(terms: Terms, bot: int, played: Sequence[Played]) -> tuple[int, int]:
    """Crashes and timeouts."""
    kinds = [one.failure.kind for one in played if one.failure and one.failure.seat in _seats(terms, bot, one)]
    timeouts = kinds.count(TIMEOUT)
    return len(kinds) - timeouts, timeouts


def _mishaps(terms: Terms, played: Sequence[Played]) -> list[Mishap]:
    counted: Counter[tuple[str, str, str]] = Counter()
    for one in played:
        if one.failure is not None:
            bot = terms.bots[one.fixture.seating(terms.players)[one.failure.seat]]
            counted[bot.name, one.failure.kind, one.failure.detail] += 1
    return [Mishap(*what, games) for what, games in counted.most_common()]
