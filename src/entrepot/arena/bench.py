"""How fast the engine is on this machine: the only place that speed claims come from."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from ..components import Box
from ..games import TITLES, Options, build, game_for

SECONDS = 2.0
_COPIES = 20_000


def bench(
    seconds: float = SECONDS, game: str | None = None, components: Box | None = None, options: Options | None = None
) -> dict[str, Any]:
    """Measure a game, or all of them, in uniformly random two-player play on one core.

    Args:
        components: the box to play the one game with; None for the packaged one.
        options: rulings of the table by name; the rest keeps its default.

    Returns:
        `{"build": ..., "games": {name: {"decisions_per_second": float, "copy_us": float}}}`; a decision is a choice
        that is asked, with listing, drawing and applying it; forced actions are not counted. Time is what the
        process had of the core, so that other load on the machine matters little.

    Raises:
        UnknownGame, InvalidOptions.
    """
    names = TITLES if game is None else [game]
    return {"build": build(), "games": {name: _measure(name, seconds, components, options) for name in names}}


def _measure(name: str, seconds: float, components: Box | None, options: Options | None) -> dict[str, float]:
    game = game_for(name, 2, options, components)
    draw = Random(1).random
    decisions = seed = 0
    middle = None
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        state = game.new(seed)
        seed += 1
        while not state.over:
            legal = game.legal(state)
            game.apply(state, legal[int(draw() * len(legal))])
            decisions += 1
            if middle is None and state.turns == 60:
                middle = state.copy()
    state = middle or game.new(0)
    best = float("inf")
    for _ in range(5):
        copying = time.process_time()
        for _ in range(_COPIES):
            state.copy()
        best = min(best, time.process_time() - copying)
    return {"decisions_per_second": round(decisions / spent), "copy_us": round(best / _COPIES * 1e6, 3)}
