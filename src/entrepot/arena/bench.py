"""How fast the engine is on this machine: the only place that speed claims come from."""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from ..bots import make
from ..components import Box
from ..core.chance import Chance
from ..core.engine import Game, State
from ..core.errors import InvalidOptions, quoted
from ..games import TITLES, Options, build, game_for
from ..match import Match

SECONDS = 2.0
RUNS = 5
PLAYERS = 2
_COPIES = 2_000
_GAMES = 1024
_MANY = 1 << 30
_PATIENCE = 120
_NUMBER = re.compile(r"\d[\d,_]*(?:\.\d+)?(?:[eE][+-]?\d+)?")


def bench(
    seconds: float = SECONDS,
    game: str | None = None,
    components: Box | None = None,
    options: Options | None = None,
    against: str | None = None,
) -> dict[str, Any]:
    """Measure a game, or all of them, in two-player play on one core.

    Args:
        seconds: for each game, all that is measured together.
        components: the box to play the one game with; None for the packaged one.
        options: rulings of the table by name; the rest keeps its default.
        against: a command to run besides, which prints how many decisions it makes in a second.

    Returns:
        `{"build": ..., "games": {name: {...}}}`, with `against` also `"against": {"command": str,
        "decisions_per_second": float}`. Of each game:

        - `decisions_per_second`: uniformly random play without leaving the engine (`Game.play_out`); a decision is a
          choice that is asked, with listing, drawing and applying it; forced actions are not counted;
        - `listed_per_second`: the same from Python, with `Game.legal` and `Game.apply`;
        - `stepped_per_second`: the same from Python, with `Game.step`;
        - `played_per_second`: the same with `Match.legal_actions` and `Match.play`;
        - `copy_us`, `new_us`: to copy a state, and to set a game up;
        - `observe_us`: `Match.observe` by the seat that decides;
        - `greedy_ms`: for greedy to decide;
        - `batched_per_second`: steps of `entrepot.envs.Batch` with 1,024 games, where the extra `rl` is installed.

        All but the last are medians of several runs, and time is what the process had of the core, so that other load
        on the machine matters little.

    Raises:
        UnknownGame, InvalidOptions.
    """
    other = _against(against) if against is not None else {}
    names = TITLES if game is None else [game]
    return {"build": build(), "games": {name: _measured(name, seconds, components, options) for name in names}, **other}


def _measured(name: str, seconds: float, components: Box | None, options: Options | None) -> dict[str, float]:
    game = game_for(name, PLAYERS, options, components)
    matches = _Matches(name, components, options)
    middle = game.new(0)
    game.play_out(middle, Chance(0), 100)
    rates: dict[str, Callable[[float], float]] = {
        "decisions_per_second": lambda least: _inside(game, least),
        "listed_per_second": lambda least: _listed(game, least),
        "stepped_per_second": lambda least: _stepped(game, least),
        "played_per_second": matches.play,
        "copy_us": lambda _: _each(_COPIES, middle.copy),
        "new_us": lambda _: _each(_COPIES // 20, lambda: game.new(1)),
        "observe_us": matches.observe,
        "greedy_ms": matches.greedy,
    }
    least = seconds / (len(rates) + 1) / RUNS
    measured = {what: round(median(rate(least) for _ in range(RUNS)), 3) for what, rate in rates.items()}
    try:
        from ..envs import measure
    except ImportError:
        return measured
    batched = measure(name, _GAMES, least * RUNS, PLAYERS, options=options, components=components)
    return {**measured, "batched_per_second": round(batched, 3)}


def _rate(least: float, play: Callable[[int], int]) -> float:
    """Decisions in a second; `play` plays the game of a number and tells how many it made."""
    decisions = seed = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < least or not decisions:
        decisions += play(seed)
        seed += 1
    return decisions / spent if spent else 0.0


def _each(number: int, work: Callable[[], object]) -> float:
    """Microseconds for one piece of work of so many."""
    started = time.process_time()
    for _ in range(number):
        work()
    return (time.process_time() - started) / number * 1e6


def _inside(game: Game[Any], least: float) -> float:
    chance = Chance(1)
    return _rate(least, lambda seed: game.play_out(game.new(seed), chance, _MANY))


def _listed(game: Game[Any], least: float) -> float:
    draw = Random(1).random

    def play(seed: int) -> int:
        state: State = game.new(seed)
        decisions = 0
        while not state.over:
            legal = game.legal(state)
            game.apply(state, legal[int(draw() * len(legal))])
            decisions += 1
        return decisions

    return _rate(least, play)


def _stepped(game: Game[Any], least: float) -> float:
    draw = Random(1).random

    def play(seed: int) -> int:
        state = game.new(seed)
        decisions, choices = 0, game.count(state)
        while choices:
            choices = game.step(state, int(draw() * int(choices)))
            decisions += 1
        return decisions

    return _rate(least, play)


class _Matches:
    """Matches of the game that is measured."""

    def __init__(self, name: str, components: Box | None, options: Options | None) -> None:
        self._of = (name, components, options)
        self._rng = Random(1)
        self._seen = [self._begun(decisions) for decisions in range(5, 125, 10)]

    def _new(self, seed: int) -> Match:
        name, components, options = self._of
        return Match.new(name, PLAYERS, seed, options, components)

    def _begun(self, decisions: int) -> Match:
        match = self._new(decisions)
        for _ in range(decisions):
            legal = match.legal_actions()
            if legal:
                match.play(self._rng.choice(legal))
        return match

    def play(self, least: float) -> float:
        """Decisions in a second."""
        draw = Random(1).random

        def play(seed: int) -> int:
            match = self._new(seed)
            decisions = 0
            while match.seat is not None:
                legal = match.legal_actions()
                match.play(legal[int(draw() * len(legal))])
                decisions += 1
            return decisions

        return _rate(least, play)

    def observe(self, least: float) -> float:
        """Microseconds for one seat to look."""

        def look(_: int) -> int:
            for match in self._seen:
                match.observe(match.seat)
            return len(self._seen)

        return 1e6 / max(1e-9, _rate(least, look))

    def greedy(self, least: float) -> float:
        """Milliseconds for a decision in games of greedy against itself."""
        decisions, spent, seed = 0, 0.0, 0
        while spent < least:
            match, seed = self._new(seed), seed + 1
            seated = [make("greedy", match.game, seat) for seat in range(PLAYERS)]
            while match.seat is not None and spent < least:
                observation, bot = match.observe(match.seat), seated[match.seat]
                started = time.process_time()
                action = bot.choose(observation)
                spent += time.process_time() - started
                decisions += 1
                match.play(action)
        return spent / decisions * 1e3


def _against(command: str) -> dict[str, Any]:
    """What another program prints: the last number is its decisions in a second."""
    try:
        words = shlex.split(command) or [command]
        ended = subprocess.run(  # noqa: S603 - the user's own command
            words, stdout=subprocess.PIPE, text=True, errors="replace", timeout=_PATIENCE, check=True
        )
    except subprocess.TimeoutExpired:
        raise InvalidOptions(
            "{command} was not done after {seconds} seconds", command=quoted(command), seconds=_PATIENCE
        ) from None
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        raise InvalidOptions("{command} cannot be run: {error}", command=quoted(command), error=error) from None
    numbers = _NUMBER.findall(ended.stdout)
    if not numbers:
        raise InvalidOptions("{command} prints no number of decisions", command=quoted(command))
    rate = float(numbers[-1].replace(",", "").replace("_", ""))
    return {"against": {"command": command, "decisions_per_second": rate}}
