"""Random games end: 10,000 of each game, on the bare engine, and none of them gets stuck.

So many are played with the compiled engine (`make compiled`); interpreted, which takes four times as long, a sample.
"""

from __future__ import annotations

import random

import pytest

from entrepot.games import build, game_for

from .kit import PLAYERS, every_table, options_of

GAMES_TO_PLAY = 10_000 if build() == "compiled" else 2_000
MOST_DECISIONS = 100_000


@pytest.mark.slow
@every_table
def test_random_games_end(game: str, players: int) -> None:
    share = -(-GAMES_TO_PLAY // len(PLAYERS[game]))
    # The options change every tenth game.
    tables = [game_for(game, players, dict(options_of(game, number))) for number in range(8)]
    for seed in range(share):
        rules = tables[seed // 10 % 8]
        choose = random.Random(seed).random
        state = rules.new(seed)
        decisions = 0
        while not state.over:
            legal = rules.legal(state)
            assert legal
            rules.apply(state, legal[int(choose() * len(legal))])
            decisions += 1
            assert decisions < MOST_DECISIONS
        assert len(rules.result(state).points) == players
