"""Train a small network to beat the random bot, on a CPU in minutes: PPO in JAX, with many games at once.

    python examples/train_policy.py                        # Spice Road for two
    python examples/train_policy.py --game new-world --short

Needs `pip install '.[rl]' jax optax` in a checkout. It trains against random opponents, then plays 100 games that it
has never seen, 50 in each seat of two, and says how many it won. The short form only shows that everything runs.
"""

from __future__ import annotations

import argparse
import functools
import time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax  # type: ignore[import-untyped]

from entrepot.envs import Batch

HIDDEN = 128
GAMES = 256  # played at once
STEPS = 64  # decisions of each game between two updates
EPOCHS = 3
PARTS = 8  # of a rollout, each an update
DISCOUNT = 0.997
TRACE = 0.95  # lambda of the advantages
CLIP = 0.2
ENTROPY = 0.01
RATE = 1e-3
POINTS = 20.0  # that count as a reward of 1

Weights = dict[str, Any]


class Samples(NamedTuple):
    """Decisions and what came of them: arrays whose first axes are time and game, later one axis of both."""

    rows: Any
    masks: Any
    actions: Any
    likely: Any
    advantages: Any
    returns: Any


def new_weights(key: Any, size: int, actions: int) -> Weights:
    """A network with one hidden layer for the policy and one for the value."""
    keys = jax.random.split(key, 3)
    scale = (2.0 / size) ** 0.5
    return {
        "in": jax.random.normal(keys[0], (size, 2 * HIDDEN)) * scale,
        "in_bias": jnp.zeros(2 * HIDDEN),
        "policy": jax.random.normal(keys[1], (HIDDEN, actions)) * 0.01,
        "policy_bias": jnp.zeros(actions),
        "value": jax.random.normal(keys[2], (HIDDEN,)) * 0.01,
        "value_bias": jnp.zeros(()),
    }


def judge(weights: Weights, rows: Any, masks: Any) -> tuple[Any, Any]:
    """The logarithm of how likely each action is, and the value: `rows` (n, size), `masks` (n, actions)."""
    hidden = jnp.log1p(rows.astype(jnp.float32)) @ weights["in"] + weights["in_bias"]
    hidden = jax.nn.relu(hidden)
    scores = hidden[:, :HIDDEN] @ weights["policy"] + weights["policy_bias"]
    value = hidden[:, HIDDEN:] @ weights["value"] + weights["value_bias"]
    return jax.nn.log_softmax(jnp.where(masks, scores, -1e9)), value


@jax.jit
def decide(weights: Weights, key: Any, rows: Any, masks: Any) -> tuple[Any, Any, Any]:
    """Draw an action for each game: actions, how likely they were, values."""
    likely, values = judge(weights, rows, masks)
    actions = jax.random.categorical(key, likely)
    return actions, jnp.take_along_axis(likely, actions[:, None], 1)[:, 0], values


def loss(weights: Weights, some: Samples) -> Any:
    """That of PPO: clipped policy, value, entropy."""
    likely, values = judge(weights, some.rows, some.masks)
    chosen = jnp.take_along_axis(likely, some.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - some.likely)
    gain = (some.advantages - some.advantages.mean()) / (some.advantages.std() + 1e-8)
    policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
    spread = -(jnp.exp(likely) * jnp.where(some.masks, likely, 0)).sum(1).mean()
    return policy + 0.5 * ((values - some.returns) ** 2).mean() - ENTROPY * spread


@functools.partial(jax.jit, static_argnums=0)
def learn(optimizer: Any, weights: Weights, state: Any, key: Any, samples: Samples) -> tuple[Weights, Any]:
    """A few passes over the decisions, in random parts."""
    count = samples.actions.shape[0]

    def one(carry: Any, places: Any) -> tuple[Any, None]:
        weights, state = carry
        grads = jax.grad(loss)(weights, Samples(*(array[places] for array in samples)))
        updates, state = optimizer.update(grads, state)
        return (optax.apply_updates(weights, updates), state), None

    orders = [jax.random.permutation(one, count) for one in jax.random.split(key, EPOCHS)]
    places = jnp.concatenate(orders).reshape(EPOCHS * PARTS, -1)
    (weights, state), _ = jax.lax.scan(one, (weights, state), places)
    return weights, state


def rollout(batch: Batch, seats: Any, weights: Weights, key: Any, steps: int) -> tuple[Samples, int, int]:
    """Play on for so many decisions of each game; also how many games ended, and how many of them were won."""
    rows: list[Any] = []
    masks: list[Any] = []
    actions: list[Any] = []
    likely: list[Any] = []
    values: list[Any] = []
    rewards: list[Any] = []
    dones: list[Any] = []
    everyone = np.arange(batch.n)
    ended = won = 0
    for part in jax.random.split(key, steps):
        rows.append(batch.observation.copy())
        masks.append(batch.mask.copy())
        chosen, how, value = decide(weights, part, rows[-1], masks[-1])
        batch.step(np.asarray(chosen))
        gained = batch.rewards[everyone, seats]
        for kept, new in zip((actions, likely, values), (chosen, how, value), strict=True):
            kept.append(np.asarray(new))
        rewards.append(gained.astype(np.float32) / POINTS)
        dones.append(batch.done.astype(np.float32))
        ended += int(batch.done.sum())
        won += int((gained > 0).sum())
    after = np.asarray(judge(weights, batch.observation, batch.mask)[1])
    advantages = np.zeros((steps, batch.n), np.float32)
    trace = np.zeros(batch.n, np.float32)
    for step in reversed(range(steps)):
        going = DISCOUNT * (1 - dones[step])
        trace = rewards[step] + going * after - values[step] + going * TRACE * trace
        advantages[step], after = trace, values[step]
    samples = Samples(rows, masks, actions, likely, advantages, advantages + np.stack(values))
    flat = (np.asarray(array) for array in samples)
    return Samples(*(array.reshape(-1, *array.shape[2:]) for array in flat)), ended, won


def play(game: str, weights: Weights, games: int, seed: int) -> int:
    """Play so many new games against the random bot, the likeliest action each time; how many were won."""
    seats = np.arange(games) % 2
    batch = Batch(game, games, seed=seed, seat=seats)
    wins = np.zeros(games, bool)
    open_games = np.ones(games, bool)
    likeliest = jax.jit(lambda rows, masks: judge(weights, rows, masks)[0].argmax(1))
    draw = np.random.default_rng(seed)
    for number in range(20_000):
        actions = np.array(likeliest(batch.observation, batch.mask))
        if number > 500:  # who goes in circles gets some chance
            lost = draw.random(games) < 0.1
            actions[lost] = batch.sample()[lost]
        batch.step(actions)
        fresh = batch.done & open_games
        wins |= fresh & (batch.rewards[np.arange(games), seats] > 0)
        open_games &= ~batch.done
        if not open_games.any():
            break
    return int(wins.sum())


def main() -> int:
    """Train, then play; the number of wins of 100."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="spice-road")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="only show that everything runs")
    arguments = parser.parse_args()
    games, steps, updates = (32, 16, 2) if arguments.short else (GAMES, STEPS, arguments.updates)
    seats = np.arange(games) % 2
    batch = Batch(arguments.game, games, seed=arguments.seed, seat=seats, reward="points")
    print(batch.spec)
    key = jax.random.key(arguments.seed)
    weights = new_weights(key, batch.spec.size, batch.spec.actions)
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE))
    state = optimizer.init(weights)
    started = time.monotonic()
    for update in range(1, updates + 1):
        key, playing, learning = jax.random.split(key, 3)
        samples, ended, won = rollout(batch, seats, weights, playing, steps)
        weights, state = learn(optimizer, weights, state, learning, samples)
        if update % 10 == 0 or update == updates:
            print(f"{time.monotonic() - started:4.0f} s  update {update}: {won} of {ended} games won", flush=True)
    wins = play(arguments.game, weights, 100, seed=10**9)
    print(f"won {wins} of 100 games against the random bot")
    return wins


if __name__ == "__main__":
    main()
