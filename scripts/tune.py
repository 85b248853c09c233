"""Tune the weights of a bot that plans by playing: simultaneous perturbation, both signs on one deal from both seats.

    python scripts/tune.py new-world --file tuned.json --seconds 3600    goes on where the file ends
    python scripts/tune.py new-world --file tuned.json --write           puts them into bots/weights.toml
    python scripts/tune.py new-world --bot master ...                    those of master, in bots/master.toml

Best on the compiled engine (`scripts/dev fast`). With fewer plans than usual it is quicker, and finds much the same.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import tomllib
from pathlib import Path
from typing import Any, ClassVar

import entrepot
from entrepot.bots import levels

FOLDER = Path(__file__).parent.parent / "src" / "entrepot" / "bots"
HEAD = """\
# What {bot} counts otherwise than {others}, by game; found by scripts/tune.py, which plays with other values.
# What a weight means stands where its usual value does: bots/planning.py, spice_road.py, new_world.py, east_west.py.
"""
BOTS: dict[str, tuple[type[levels.Sharp], str, str]] = {
    "sharp": (levels.Sharp, "weights.toml", "the other planners"),
    "master": (levels.Master, "master.toml", "sharp"),
}
"""By name the class, the file of its weights, and what they differ from. Those of master are tuned without worlds."""

STEPS = {
    "NEAREST": 0.1, "SECOND": 0.1, "CUBES": 0.06, "EACH": 0.1, "RATE": 0.3, "SPARE": 0.12, "DISCOUNT": 0.02,
    "DELAY": 0.12, "RISK": 0.01, "AHEAD": 0.5, "SPITE": 0.15, "PACE": 0.25,
    "HORIZON": 2.0, "READY": 0.05, "SPEED": 0.15, "CROWD": 0.25, "PASSING": 0.12,
    "HOME": 0.07, "SETTLER": 0.015, "SETTLER_AT_ONCE": 0.1, "HELP": 0.015, "HELP_AT_ONCE": 0.15, "TOOL": 0.015,
    "TOOL_AT_ONCE": 0.1, "EXPLORE": 0.3, "SYNERGY": 0.12, "TILE": 0.12, "SPACE": 0.3, "CLAIM": 0.4,
    "MERCHANTS": 0.05, "HOPE": 0.12, "BASE": 0.2, "ROUND": 0.8, "GAIN": 0.08, "ORDER": 0.02,
    "COLUMN": 0.1, "LATER": 0.07, "OUTPOST": 0.35, "HARBOUR": 0.3, "FOURTH": 0.06,
}  # fmt: skip
"""By how much each weight is moved to see what that does; a game has those that its value knows."""
LEAST = {"RATE": 0.5, "PACE": 1.0, "ROUND": 2.0, "DISCOUNT": 0.6, "RISK": 0.7}
MOST = {"DISCOUNT": 1.0, "RISK": 1.0, "SPARE": 1.0}

DECISIVE = 20.0  # points between both that count no more than so many
DECISIONS = 1500  # after which a game is not counted


def start(game: str, bot: str = "sharp") -> dict[str, float]:
    """The weights as they are."""
    rules, state = entrepot.Match.new(game, players=2, seed=0).engine()
    value = levels.VALUES[game](rules, state, 0, [0.0, 0.0], BOTS[bot][0].WEIGHTS.get(game, {}))
    return {name: float(getattr(value, name)) for name in STEPS if hasattr(value, name)}


def sharp(game: str, weights: dict[str, float], width: int) -> levels.Sharp:
    """A bot with other weights."""

    class Moved(levels.Sharp):
        WEIGHTS: ClassVar = {game: {**levels.Sharp.WEIGHTS.get(game, {}), **weights}}
        WIDTH = width
        RIVALS = max(1, width // 2)

    return Moved(random.Random(0))


def better(game: str, players: int, seed: int, seats: list[dict[str, float]], width: int) -> float | None:
    """How much better the weights of the even seats do than those of the odd ones, from −1.5 to 1.5."""
    match = entrepot.Match.new(game, players=players, seed=seed)
    bots = [sharp(game, weights, width) for weights in seats]
    for _ in range(DECISIONS):
        if match.seat is None:
            break
        match.play(bots[match.seat].choose(match.observe(match.seat)))
    result = match.result
    if result is None:
        return None
    even, odd = result.points[::2], result.points[1::2]
    ahead = (sum(even) / len(even) - sum(odd) / len(odd)) / DECISIVE
    return max(-1.0, min(1.0, ahead)) + (0.5 if result.ranking[0] % 2 == 0 else -0.5)


def step(game: str, players: int, tuned: dict[str, Any], width: int, rate: float, chance: random.Random) -> None:
    """Move all weights a little to where they did better."""
    theta, number = tuned["weights"], tuned["steps"]
    tuned["steps"] += 1
    signs = {name: chance.choice((-1, 1)) for name in theta}
    reach = (1 + number / 4000) ** -0.101
    pace = rate * (1 + number / 3000) ** -0.602

    def moved(sign: float) -> dict[str, float]:
        found = {name: value + sign * signs[name] * STEPS[name] for name, value in theta.items()}
        return {name: min(MOST.get(name, 99.0), max(LEAST.get(name, -99.0), value)) for name, value in found.items()}

    plus, minus = moved(reach), moved(-reach)
    seed = chance.randrange(10**9)
    seatings = [[(plus, minus)[(seat + first) % 2] for seat in range(players)] for first in (0, 1)]
    outcomes = [better(game, players, seed, seats, width) for seats in seatings]
    if outcomes[0] is not None and outcomes[1] is not None:
        theta.update(moved(pace * (outcomes[0] - outcomes[1]) / reach))


def write(game: str, weights: dict[str, float], bot: str) -> None:
    """Into the file that the bot reads."""
    _, name, others = BOTS[bot]
    file = FOLDER / name
    known = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    known.setdefault(game, {}).update({name: round(value, 3) for name, value in weights.items()})
    tables = [HEAD.format(bot=bot, others=others)]
    for name in filter(known.__contains__, entrepot.games()):
        tables.append("\n".join([f"[{name}]", *[f"{key} = {value}" for key, value in known[name].items()], ""]))
    file.write_text("\n".join(tables), "utf-8")


def main() -> None:
    """Tune, or write what was tuned."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=entrepot.games())
    parser.add_argument("--file", type=Path, required=True, help="where the steps made and the weights are kept")
    parser.add_argument("--bot", choices=BOTS, default="sharp")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--width", type=int, default=16, help="plans followed")
    parser.add_argument("--rate", type=float, default=0.02, help="of a step, for a decided pair of games")
    parser.add_argument("--write", action="store_true", help="write the weights of the file, and play nothing")
    arguments = parser.parse_args()
    game, file = arguments.game, arguments.file
    tuned: dict[str, Any] = {"steps": 0, "weights": start(game, arguments.bot)}
    if file.exists():
        tuned = json.loads(file.read_text("utf-8"))
    if arguments.write:
        write(game, tuned["weights"], arguments.bot)
        return
    end = time.monotonic() + arguments.seconds
    chance = random.Random()
    while time.monotonic() < end:
        step(game, arguments.players, tuned, arguments.width, arguments.rate, chance)
        if tuned["steps"] % 50 == 0 or time.monotonic() >= end:
            file.write_text(json.dumps(tuned), "utf-8")
            print(tuned["steps"], {name: round(value, 3) for name, value in tuned["weights"].items()}, flush=True)


if __name__ == "__main__":
    main()
