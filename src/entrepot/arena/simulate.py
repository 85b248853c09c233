"""Plays many games of bots and adds up what came of them."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Any

from ..bots import make
from ..core.chance import Chance
from ..core.errors import InvalidOptions
from ..games import build, title
from ..match import Match

MAX_ROUNDS = 3000
MAX_WORKERS = 256
_SEEDS = 1 << 64


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game that was played.

    Attributes:
        points: per seat.
        winner: the seat ranked first.
        decisions: choices made; forced actions are not counted.
        turns: turns taken, all seats together.
        cut: the limit of rounds was reached, and the table scored as it stood (F15).
    """

    points: list[int]
    winner: int
    decisions: int
    turns: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of many games; `seconds` is wall-clock time."""

    game: str
    bots: list[str]
    outcomes: list[Outcome]
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: games, players, seats (bot, wins, mean_points), decisions, turns, cut, seconds, build."""
        count = len(self.outcomes)
        return {
            "game": self.game,
            "games": count,
            "players": len(self.bots),
            "seats": [
                {
                    "bot": bot,
                    "wins": sum(outcome.winner == seat for outcome in self.outcomes),
                    "mean_points": sum(outcome.points[seat] for outcome in self.outcomes) / count,
                }
                for seat, bot in enumerate(self.bots)
            ],
            "decisions": sum(outcome.decisions for outcome in self.outcomes),
            "turns": sum(outcome.turns for outcome in self.outcomes),
            "cut": sum(outcome.cut for outcome in self.outcomes),
            "seconds": round(self.seconds, 3),
            "build": build(),
        }


def play_one(game: str, bots: list[str], seed: int, number: int, max_rounds: int = MAX_ROUNDS) -> Outcome:
    """Play game `number` of a simulation: it depends on nothing but these arguments."""
    chance = Chance(seed * 1_000_003 + number)
    match = Match.new(game, len(bots), chance.bits())
    players = [make(bot, game, chance.bits()) for bot in bots]
    decisions = 0
    while (seat := match.seat) is not None and match.round <= max_rounds:
        match.play(players[seat].choose(match.observe(seat)))
        decisions += 1
    result = match.standing
    return Outcome(result.points, result.ranking[0], decisions, match.turns, not match.is_over)


def simulate(
    game: str,
    bots: list[str],
    games: int,
    seed: int = 0,
    workers: int = 1,
    max_rounds: int = MAX_ROUNDS,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `games` games of these bots, one a seat. The outcomes depend on the seed, not on the number of workers.

    Args:
        progress: called with the number of games done so far.

    Raises:
        UnknownGame, UnknownBot, InvalidOptions.
    """
    title(game).check_players(len(bots))
    for bot in bots:
        make(bot, game)
    for name, value in (("games", games), ("workers", workers), ("max_rounds", max_rounds)):
        if isinstance(value, bool) or value < 1:
            raise InvalidOptions(f"{name.replace('_', ' ')} must be at least 1, not {value}")
    if workers > MAX_WORKERS:
        raise InvalidOptions(f"workers must be at most {MAX_WORKERS}, not {workers}")
    if isinstance(seed, bool) or not 0 <= seed < _SEEDS:
        raise InvalidOptions(f"a seed is a whole number from 0 to 2**64-1, not {seed}")
    started = time.perf_counter()
    outcomes: list[Outcome] = []
    for outcome in _outcomes(game, bots, games, seed, workers, max_rounds):
        outcomes.append(outcome)
        if progress is not None:
            progress(len(outcomes))
    return Simulation(game, list(bots), outcomes, time.perf_counter() - started)


def _outcomes(game: str, bots: list[str], games: int, seed: int, workers: int, max_rounds: int) -> Iterator[Outcome]:
    if workers == 1:
        yield from _play_some(game, bots, seed, range(games), max_rounds)
        return
    size = max(1, min(8, games // (4 * workers)))
    parts = (range(start, min(start + size, games)) for start in range(0, games, size))
    with ProcessPoolExecutor(min(workers, games), mp_context=get_context("spawn")) as pool:
        pending: deque[Future[list[Outcome]]] = deque()

        def submit(count: int) -> None:
            for part in islice(parts, count):
                pending.append(pool.submit(_play_list, game, bots, seed, part, max_rounds))

        try:
            with _interrupts_held():
                submit(1)
            submit(3 * workers)
            while pending:
                yield from pending.popleft().result()
                submit(1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _play_some(game: str, bots: list[str], seed: int, numbers: range, max_rounds: int) -> Iterator[Outcome]:
    return (play_one(game, bots, seed, number, max_rounds) for number in numbers)


def _play_list(game: str, bots: list[str], seed: int, numbers: range, max_rounds: int) -> list[Outcome]:
    return list(_play_some(game, bots, seed, numbers, max_rounds))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile never see Ctrl-C: their parent stops them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
