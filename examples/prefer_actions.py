"""Learn how much to like each action, in plain NumPy: the cross-entropy method over a batch of games.

    python examples/prefer_actions.py --game east-west-3

Needs `pip install '.[rl]'` in a checkout. A policy is one number an action; of the legal actions those with greater
numbers are likelier, whatever lies on the table. Many policies play against random opponents at once, the best ones say
where the next are drawn. The short form only shows that everything runs.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from entrepot.envs import Batch

POLICIES = 64
GAMES = 8  # of each policy in a generation
BEST = 12  # policies that the next ones are drawn around


def play(batch: Batch, likes: Any, draw: np.random.Generator) -> Any:
    """Play until each game has ended once; what the seats that are asked gained, one number a game.

    Args:
        likes: per game a number for each action, shape `(n, actions)`.
    """
    seats = batch.seat.copy()
    gained = np.zeros(batch.n)
    running = np.ones(batch.n, bool)
    while running.any():
        # The greatest of numbers with Gumbel noise is a draw from their softmax.
        noisy = likes + draw.gumbel(size=likes.shape)
        batch.step(np.where(batch.mask, noisy, -np.inf).argmax(1))
        fresh = running & batch.done
        gained[fresh] = batch.rewards[fresh, seats[fresh]]
        running &= ~fresh
    return gained


def main() -> float:
    """Learn, then play with the middle of what was learned; the share of games won."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="spice-road")
    parser.add_argument("--generations", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="only show that everything runs")
    arguments = parser.parse_args()
    policies, games, generations = (12, 2, 1) if arguments.short else (POLICIES, GAMES, arguments.generations)
    draw = np.random.default_rng(arguments.seed)
    n = policies * games
    seats = np.arange(n) % 2
    batch = Batch(arguments.game, n, seed=arguments.seed, seat=seats, reward="points", max_rounds=200)
    middle, spread = np.zeros(batch.spec.actions), np.ones(batch.spec.actions)
    for generation in range(1, generations + 1):
        drawn = middle + spread * draw.normal(size=(policies, batch.spec.actions))
        gained = play(batch, np.repeat(drawn, games, 0), draw).reshape(policies, games).mean(1)
        best = drawn[np.argsort(gained)[-BEST:]]
        middle, spread = best.mean(0), best.std(0) + 0.1
        print(f"generation {generation}: {gained.mean():+.1f} points, the best {gained.max():+.1f}", flush=True)
    last = Batch(arguments.game, n, seed=10**9, seat=seats, max_rounds=200)
    share = float((play(last, np.repeat(middle[None], n, 0), draw) > 0).mean())
    liked = [batch.spec.texts[number] for number in np.argsort(middle)[::-1][:8]]
    print(f"won {share:.0%} of {n} games against random opponents; likes {', '.join(liked)}")
    return share


if __name__ == "__main__":
    main()
