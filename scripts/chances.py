"""Learn from games of sharp what its expectations are worth, and measure how honest the chances are that follow.

    python scripts/chances.py play --folder chances --hours 1     plays, and keeps a line a game; goes on where it ended
    python scripts/chances.py fit --folder chances                writes bots/chances.json and docs/chances.md

Every position in which a seat begins its turn is looked at, and every game counts as much as any other. What is called
so many per cent in games of which nothing was learned is set beside what was won. Best on the compiled engine
(`scripts/dev fast`).
"""

from __future__ import annotations

import argparse
import json
import random
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import entrepot
from entrepot._version import __version__
from entrepot.bots import levels
from entrepot.bots.chances import FILE, SPANS, Prospect, Scale, parts, spans, weights
from entrepot.games import TITLES, title
from entrepot.i18n import texts
from entrepot.match import Observation
from entrepot.web.pages.titles import game_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "chances.md"
PICTURE = ROOT / "docs" / "screenshots" / "chances.svg"
DATA = ROOT / "src" / "entrepot" / "bots" / FILE
MOST_DECISIONS = 4000
FOLDS = 5
STEPS = 1500
LIKELY = 0.05  # how much a step between two parts is disbelieved
USUAL, USUAL_BY = 0.3, 0.0015  # what a part adds where little is known of it, and how much that counts
LEAST = 0.03  # what it adds at least: of two leads the greater one is better
BANDS = 10
APART = (3.0, 5.0, 8.0, 12.0, 20.0, 35.0, 60.0, 100.0, 300.0)

HEAD = """\
# Chances

What [an analysis](analysis.md) calls a chance is what *sharp* expects of a position, as it has come true in games of
sharp against itself. Made by `scripts/chances.py` on {today} with Entrepôt {version}.

Of {games} games {turns} positions were looked at, those in which a seat began its turn. They were parted into {folds}:
of each part the chances were reckoned from the games of the others alone, and set beside what was won. *Off* is how
far the chances called and the share that was won lie apart in the mean, each game counting alike; *skill* is how much
better than the even share they are, by the mean squared error (0 % none, 100 % all known).

![What was called, and what was won](screenshots/chances.svg)"""


class Noting(levels.Sharp):
    """Sharp, which tells what it expects."""

    noted: Prospect | None = None

    def _ways(self, game: Any, state: Any, observation: Observation) -> list[tuple[float, tuple[int, ...]]]:
        scores = levels.expectations(game, state, observation)
        value = self.planner(observation.position["game"], game, state, scores)
        legal = [int(action) for action in observation.legal_actions]
        found = value.candidates(game, state, legal, leads=True)
        self.noted = Prospect.of(found[0], value, game, state)
        return found


def played(game: str, players: int, seed: int) -> dict[str, Any] | None:
    """What was expected at the beginning of every turn of a game, and who won it."""
    match = entrepot.Match.new(game, players=players, seed=seed)
    bots = [Noting(random.Random(seat)) for seat in range(players)]
    lines: list[list[Any]] = []
    for _ in range(MOST_DECISIONS):
        seat = match.seat
        if seat is None:
            assert match.result is not None
            return {"seed": seed, "winner": match.result.ranking[0], "turns": lines}
        bots[seat].noted = None
        observation = match.observe(seat)
        begins = observation.position["decision"]["kind"] == "turn"
        match.play(bots[seat].choose(observation))
        noted = bots[seat].noted
        if begins and noted is not None:
            others = [round(one, 2) for one in noted.others]
            lines.append([noted.seat, round(noted.lead, 2), round(noted.claimed, 4), noted.round, others])
    return None


def play(folder: Path, hours: float, games: list[str], players: list[int]) -> None:
    """Games of all kinds in turn, those that were played least first."""
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 3600 * hours
    kinds = [(game, n) for game in games for n in players if title(game).least <= n <= title(game).most]
    files = {kind: folder / f"{kind[0]}-{kind[1]}.jsonl" for kind in kinds}
    done = {kind: len(file.read_text().splitlines()) if file.exists() else 0 for kind, file in files.items()}
    while time.monotonic() < end:
        kind = min(kinds, key=lambda one: (done[one] * one[1] ** 0.5, kinds.index(one)))
        done[kind] += 1
        found = played(*kind, seed=done[kind])
        with files[kind].open("a") as file:
            file.write(json.dumps(found) + "\n")


Game = dict[str, Any]


def read(folder: Path, game: str) -> list[Game]:
    """The games that were played to their end, each with its number of players."""
    found = []
    for players in range(2, 6):
        file = folder / f"{game}-{players}.jsonl"
        lines = file.read_text().splitlines() if file.exists() else []
        told = [one for one in map(json.loads, lines) if one and one["turns"]]
        found += [{**one, "players": players, "fold": number % FOLDS} for number, one in enumerate(told)]
    return found


def learn(games: list[Game]) -> dict[str, Any]:
    """What leads were worth in some games: the most likely of all that never fall while the lead grows."""
    counts = sorted({one["players"] for one in games})
    rows = [(one["players"], turn, float(one["winner"] == turn[0])) for one in games for turn in one["turns"]]
    won = np.array([row[2] for row in rows])
    rounds = float(np.mean([one["turns"][-1][3] for one in games]))
    span = np.array([spans(row[1][2], row[1][3], rounds) for row in rows])
    part = np.array([parts(row[1][1]) for row in rows])
    seats = np.array([[float(row[0] == count) for count in counts] for row in rows])
    each = 1 / np.array([len(one["turns"]) for one in games for _ in one["turns"]])
    each *= len(rows) / each.sum()
    each_span = [span[:, [number]] for number in range(len(SPANS))]
    columns = np.hstack([*(part * one for one in each_span), *(seats * one for one in each_span)])
    shares = [2 * float(one.mean()) for one in each_span]  # what is disbelieved counts against as many positions
    many = part.shape[1]
    slopes = len(SPANS) * many
    evens = [-float(np.log(n - 1)) - 2.4 for n in counts]  # where about six parts lie below a lead of none
    theta = np.array([0.4] * slopes + evens * len(SPANS))
    first, second = np.zeros_like(theta), np.zeros_like(theta)
    for step in range(1, STEPS + 1):
        off = (1 / (1 + np.exp(-columns @ theta)) - won) * each
        slope = columns.T @ off / len(rows)
        for start, share in zip(range(0, slopes, many), shares, strict=True):
            apart = LIKELY * share * np.diff(theta[start : start + many]) / many
            slope[start : start + many - 1] -= apart
            slope[start + 1 : start + many] += apart
        slope[:slopes] += USUAL_BY * np.repeat(shares, many) * (theta[:slopes] - USUAL)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        theta -= 0.02 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        theta[:slopes] = np.maximum(theta[:slopes], LEAST)
    told = [round(float(one), 3) for one in theta]
    known: dict[str, Any] = {name: told[number * many : (number + 1) * many] for number, name in enumerate(SPANS)}
    known["even"] = {str(n): told[slopes + k :: len(counts)] for k, n in enumerate(counts)}
    known["apart"] = APART[-1]
    known["rounds"] = round(rounds, 1)
    if len(counts) > 1:
        known["apart"] = min(APART, key=lambda apart: surprise(games, apart))
    return known


def surprise(games: list[Game], apart: float) -> float:
    """How unlikely it was who won of those that did not decide, if points lie so far apart."""
    total = 0.0
    for one in games:
        for seat, _, _, _, others in one["turns"] if one["players"] > 2 else []:
            if one["winner"] != seat:
                total -= np.log(max(1e-3, weights(others, apart, seat)[one["winner"]])) / len(one["turns"])
    return total


def called(games: list[Game], known: dict[str, Any]) -> NDArray[np.float64]:
    """Of every position and every seat: what it is called, whether it won, the even share, and what it counts."""
    rows = []
    for one in games:
        scale = Scale(known, one["players"])
        for turn in one["turns"]:
            chances = scale.chances(Prospect(*turn))
            share = 1 / one["players"]
            rows += [
                (chance, seat == one["winner"], share, 1 / len(one["turns"])) for seat, chance in enumerate(chances)
            ]
    return np.array(rows, dtype=float).reshape(-1, 4)


def unseen(games: list[Game]) -> NDArray[np.float64]:
    """`called`, each part of the games by what was learned of the others."""
    found = []
    for fold in range(FOLDS):
        known = learn([one for one in games if one["fold"] != fold])
        found.append(called([one for one in games if one["fold"] == fold], known))
    return np.vstack(found)


def bands(rows: NDArray[np.float64]) -> list[tuple[float, float, float, int]]:
    """Per band of what was called: the mean of it, the share that was won, the weight, and how many."""
    found = []
    for band in range(BANDS):
        here = rows[np.minimum(BANDS - 1, (rows[:, 0] * BANDS).astype(int)) == band]
        if len(here):
            weight = here[:, 3]
            found.append(
                (
                    float(np.average(here[:, 0], weights=weight)),
                    float(np.average(here[:, 1], weights=weight)),
                    float(weight.sum()),
                    len(here),
                )
            )
    return found


def off(rows: NDArray[np.float64]) -> float:
    """How far what was called and what was won lie apart in the mean."""
    told = bands(rows)
    return sum(weight * abs(said - won) for said, won, weight, _ in told) / sum(weight for _, _, weight, _ in told)


def skill(rows: NDArray[np.float64]) -> float:
    """How much better than the even share, by the mean squared error."""
    error = np.average((rows[:, 0] - rows[:, 1]) ** 2, weights=rows[:, 3])
    return float(1 - error / np.average((rows[:, 2] - rows[:, 1]) ** 2, weights=rows[:, 3]))


def drawn(bands_of: dict[str, list[tuple[float, float, float, int]]]) -> str:
    """What was called and what was won, a curve a game."""
    colours = dict(zip(TITLES, ("#b4531f", "#2f6f4f", "#1f5a8a", "#7a3b8f", "#8a6d1f"), strict=True))
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 330" font-family="sans-serif" font-size="12">',
             '<rect width="440" height="330" fill="#fffdf6"/>',
             '<path d="M40 290H300M40 290V30M40 290 300 30" fill="none" stroke="#9a8f7a"/>']  # fmt: skip
    for share in (0, 25, 50, 75, 100):
        lines.append(f'<text x="{40 + 2.6 * share}" y="306" text-anchor="middle">{share}</text>')
        lines.append(f'<text x="34" y="{294 - 2.6 * share}" text-anchor="end">{share}</text>')
    lines.append('<text x="170" y="324" text-anchor="middle">called, %</text><text x="40" y="20">won, %</text>')
    for number, (game, told) in enumerate(bands_of.items()):
        most = max(weight for _, _, weight, _ in told)
        points = [(40 + 260 * said, 290 - 260 * won, 1.5 + 4 * (weight / most) ** 0.5) for said, won, weight, _ in told]
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
        lines.append(f'<path d="M{way}" fill="none" stroke="{colours[game]}" stroke-width="1.5"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{colours[game]}"/>' for x, y, r in points]
        lines.append(f'<circle cx="316" cy="{46 + 20 * number}" r="5" fill="{colours[game]}"/>')
        lines.append(f'<text x="326" y="{50 + 20 * number}">{game_name(game, texts("en"))}</text>')
    return "\n".join([*lines, "</svg>", ""])


def fit(folder: Path) -> None:
    """Learn, measure, and write both down."""
    told, curves, rows, every = {}, {}, [], 0
    turns = 0
    for game in TITLES:
        games = read(folder, game)
        known, shown = learn(games), unseen(games)
        curves[game] = bands(shown)
        told[game] = {**known, "off": round(off(shown), 3), "games": len(games)}
        every += len(games)
        turns += sum(len(one["turns"]) for one in games)
        count = ", ".join(f"{sum(one['players'] == n for one in games)} of {n}" for n in range(2, 6)
                          if any(one["players"] == n for one in games))  # fmt: skip
        rows.append((game_name(game, texts("en")), count, off(shown), skill(shown)))
    lines = [HEAD.format(today=datetime.now(UTC).date(), version=__version__, games=every, turns=turns,
                         folds=FOLDS), ""]  # fmt: skip
    lines += ["| | games, of players | off | skill |", "|---|---|---|---|"]
    lines += [f"| {name} | {count} | {100 * wrong:.1f} % | {100 * good:.0f} % |" for name, count, wrong, good in rows]
    for game in TITLES:
        lines += [
            "",
            f"## {game_name(game, texts('en'))}",
            "",
            "| called | won | positions and seats |",
            "|---|---|---|",
        ]
        lines += [f"| {100 * said:.0f} % | {100 * won:.0f} % | {number} |" for said, won, _, number in curves[game]]
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")
    PICTURE.write_text(drawn(curves), "utf-8")
    kept = ",\n".join(f"{json.dumps(game)}: {json.dumps(known)}" for game, known in told.items())
    DATA.write_text(f'{{"games": {{\n{kept}\n}}}}\n', "utf-8")


def main() -> None:
    """Play, or learn from what was played."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("--folder", type=Path, required=True, help="where a file of games lies for each kind")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--game", action="append", choices=entrepot.games(), help="all of them unless named")
    parser.add_argument("--players", action="append", type=int, help="2 to 5 unless named")
    arguments = parser.parse_args()
    if arguments.what == "fit":
        fit(arguments.folder)
    else:
        play(arguments.folder, arguments.hours, arguments.game or list(TITLES), arguments.players or [2, 3, 4, 5])


if __name__ == "__main__":
    main()
