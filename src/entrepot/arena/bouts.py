"""One game of a tournament: who sits where, how it is played, and what came of it, also when a bot failed."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from typing import Any

from .._version import __version__
from ..bots import Bot
from ..bots.own import Entrant, close
from ..components import Box
from ..core.actions import Action
from ..core.chance import Chance
from ..core.errors import one_line
from ..games import Options
from ..match import Match, Observation
from .simulate import MAX_ROUNDS, seen

START = 10.0
"""Seconds that a bot has more for getting seated and for its first decision: programs and models have to be loaded."""

RAISED = "raised"
ILLEGAL = "illegal"
EXITED = "exited"
TIMEOUT = "timeout"

_NOBODY = -1
_SECOND = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a bot lost a game whatever its points.

    Attributes:
        seat: where it sat.
        kind: `"raised"`, `"illegal"` (no legal action), `"exited"` (its process ended), `"timeout"`.
        detail: the exception, the answer, or the status of the process.
    """

    seat: int
    kind: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Fixture:
    """Which game: two bots, a deal, and who sits where. Bots are numbers in `Terms.bots`.

    Attributes:
        first, second: the pairing, the smaller number first.
        pair: the number of the deal, from 0; all its games begin with the same cards.
        alone: who has one seat; the other bot has all others.
        seat: that seat.
    """

    first: int
    second: int
    pair: int
    alone: int
    seat: int

    def seating(self, players: int) -> list[int]:
        """The bot of every seat."""
        other = self.second if self.alone == self.first else self.first
        return [self.alone if seat == self.seat else other for seat in range(players)]


def unit(first: int, second: int, pair: int, players: int) -> list[Fixture]:
    """All games of one deal: each bot alone in every seat. Of two players, one of them being alone says it all."""
    alone = (first,) if players == 2 else (first, second)
    return [Fixture(first, second, pair, bot, seat) for bot in alone for seat in range(players)]


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game; lists have an entry a seat.

    Attributes:
        ranking: seats, best first; those of a bot that failed are last.
        points: as the table stood at the end.
        rounds: how many were begun.
        decisions: choices made.
        thought: of each choice the processor's time, in microseconds; empty where the process was killed.
        cut: the limit of rounds was reached, and the table scored as it stood (F15).
        failure: None where all bots played to the end.
    """

    fixture: Fixture
    ranking: list[int]
    points: list[int]
    rounds: int
    decisions: list[int]
    thought: list[array[int]]
    cut: bool
    failure: Failure | None

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready, as `Terms.read` reads it."""
        return {
            **asdict(self.fixture),
            "ranking": self.ranking,
            "points": self.points,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "cut": self.cut,
            "failure": self.failure and asdict(self.failure),
            "thought": [times.tolist() for times in self.thought],
        }


@dataclass(frozen=True, slots=True)
class Terms:
    """What the games of a tournament have in common: each depends on nothing but this and its fixture.

    Attributes:
        limit: seconds of wall-clock time for a decision; who thinks longer loses the game.
    """

    game: str
    bots: tuple[Entrant, ...]
    players: int
    seed: int
    components: Box
    options: Options
    limit: float
    max_rounds: int = MAX_ROUNDS

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: two of them that are equal make the same games."""
        return {
            "entrepot": __version__,
            "game": self.game,
            "components": self.components.hash,
            "options": self.options,
            "players": self.players,
            "bots": [asdict(bot) for bot in self.bots],
            "seed": self.seed,
            "limit": self.limit,
            "max_rounds": self.max_rounds,
        }

    def read(self, data: dict[str, Any]) -> Played:
        """A game of these terms from its `to_dict`. Raises `KeyError`, `TypeError` or `ValueError` if it is none."""
        fixture = Fixture(*(int(data[name]) for name in Fixture.__slots__))
        played = Played(
            fixture,
            [int(seat) for seat in data["ranking"]],
            [int(points) for points in data["points"]],
            int(data["rounds"]),
            [int(number) for number in data["decisions"]],
            [array("L", times) for times in data["thought"]],
            bool(data["cut"]),
            None if data["failure"] is None else Failure(**data["failure"]),
        )
        first, second, seats = fixture.first, fixture.second, {*range(self.players)}
        met = 0 <= first < second < len(self.bots) and fixture in unit(first, second, fixture.pair, self.players)
        lists = (played.ranking, played.points, played.decisions, played.thought)
        if not met or {*played.ranking} != seats or any(len(one) != self.players for one in lists):
            raise ValueError
        if fixture.pair < 0 or (played.failure is not None and played.failure.seat not in seats):
            raise ValueError
        return played

    def deal(self, fixture: Fixture) -> tuple[Match, list[int]]:
        """The table before the first turn, and a seed for the bot of every seat."""
        chance = Chance(self.seed * 1_000_003 + fixture.pair)
        match = Match.new(self.game, self.players, chance.bits(), dict(self.options), self.components)
        own = Chance(chance.bits() + fixture.seat + self.players * (fixture.alone == fixture.second))
        return match, [own.bits() for _ in range(self.players)]

    def play(self, fixture: Fixture, sheet: Sheet) -> Played:
        """Play a game. A bot that raises, answers what is not legal, or answers too late has lost it."""
        match, seeds = self.deal(fixture)
        who = [self.bots[number] for number in fixture.seating(self.players)]
        thought = [array("L") for _ in who]
        players: list[Bot] = []
        failure = None
        with ExitStack() as closing:
            try:
                for seat, (bot, seed) in enumerate(zip(who, seeds, strict=True)):
                    with sheet.asking(seat, self.limit + START):
                        players.append(bot.sit(self.game, self.players, seat, seed))
                    closing.callback(_close, players[-1])
                while (deciding := match.seat) is not None and match.round <= self.max_rounds and sheet.room:
                    bot_, times = players[deciding], thought[deciding]
                    observation = seen(match, deciding, bot_)
                    with sheet.asking(deciding, self.limit + (0 if times else START)):
                        before = _spent(bot_)
                        action = _legal(bot_.choose(observation), observation)
                        times.append(round(1e6 * max(0.0, _spent(bot_) - before)))
                    sheet.note(action)
                    match.play(action)
            except Lost as lost:
                failure = lost.failure
        return self._told(fixture, match, thought, failure)

    def forfeited(self, fixture: Fixture, actions: Sequence[int], failure: Failure) -> Played:
        """What came of a game that a bot broke off after these actions."""
        match, _ = self.deal(fixture)
        made = [0] * self.players
        for action in actions:
            if match.seat is not None:
                made[match.seat] += 1
            match.play(Action(action))
        return self._told(fixture, match, [array("L") for _ in made], failure, made)

    def _told(
        self,
        fixture: Fixture,
        match: Match,
        thought: list[array[int]],
        failure: Failure | None,
        made: list[int] | None = None,
    ) -> Played:
        result = match.standing
        ranking = list(result.ranking)
        if failure is not None:  # its other seats win nothing by it
            who = fixture.seating(self.players)
            ranking.sort(key=lambda seat: (who[seat] == who[failure.seat], seat == failure.seat))
        decisions = [len(times) for times in thought] if made is None else made
        cut = failure is None and not match.is_over
        return Played(fixture, ranking, result.points, match.round, decisions, thought, cut, failure)


class Lost(Exception):
    """A bot has failed."""

    def __init__(self, failure: Failure) -> None:
        super().__init__()
        self.failure = failure


class Sheet:
    """What is known of a running game outside of its process, which may be killed: who thinks, and what was done."""

    MOST = 1 << 18
    """Actions of a game; one that has more is scored as it stands, as after the limit of rounds."""

    __slots__ = ("_cells",)

    def __init__(self) -> None:
        # How many actions, the seat that thinks and until when, then the actions.
        self._cells: Any = get_context("spawn").RawArray("q", 3 + self.MOST)
        self.clear()

    def clear(self) -> None:
        """Before a game."""
        self._cells[0], self._cells[1] = 0, _NOBODY

    @contextmanager
    def asking(self, seat: int, seconds: float) -> Iterator[None]:
        """Ask a bot something. Raises `Lost` if it fails."""
        until = time.monotonic_ns() + round(seconds * _SECOND)
        self._cells[2], self._cells[1] = until, seat
        try:
            yield
        except Lost as lost:
            lost.failure = Failure(seat, lost.failure.kind, lost.failure.detail)
            raise
        except BaseException as error:
            raise Lost(Failure(seat, RAISED, one_line(f"{type(error).__name__}: {_said(error)}"))) from None
        finally:
            self._cells[1] = _NOBODY
        if time.monotonic_ns() > until:
            raise Lost(Failure(seat, TIMEOUT))

    def note(self, action: Action) -> None:
        """An action was answered in time, and is carried out."""
        cells = self._cells
        done = cells[0]
        cells[3 + done] = int(action)
        cells[0] = done + 1

    @property
    def room(self) -> bool:
        """Whether another action can be noted."""
        return bool(self._cells[0] < self.MOST)

    @property
    def thinking(self) -> int | None:
        """The seat whose bot was asked and has not answered."""
        seat: int = self._cells[1]
        return None if seat == _NOBODY else seat

    @property
    def late(self) -> int | None:
        """The seat whose bot thinks longer than it may. Its game goes no further: a late answer loses it too."""
        seat = self.thinking
        return seat if seat is not None and time.monotonic_ns() > self._cells[2] else None

    @property
    def actions(self) -> list[int]:
        """What was done."""
        done: list[int] = self._cells[3 : 3 + self._cells[0]]
        return done


def _legal(answer: object, observation: Observation) -> Action:
    if not isinstance(answer, Action) or answer not in observation.legal_actions:
        raise Lost(Failure(_NOBODY, ILLEGAL, one_line(_said(answer))))
    return answer


def _said(value: object) -> str:
    try:
        return str(value)[:200]
    except Exception:
        return type(value).__name__


def _spent(bot: Bot) -> float:
    """Seconds of the processor: of this process, and of the program that a bot is."""
    other = getattr(bot, "cpu", None)
    return time.process_time() + (other() if other is not None else 0.0)


def _close(bot: Bot) -> None:
    try:
        close(bot)
    except Exception:
        return
