"""Measure how often each level of bots beats the one below; write docs/strength.md, and what the pages tell of it.

    python scripts/strength.py --folder games --pairs 50 --players 2 --players 4

Games are kept in the folder, one file a tournament: the same command goes on where it was stopped, with more pairs it
plays only those that lack. The page tells of all the numbers of players that lie in the folder. Takes hours; best on
the compiled engine (`scripts/dev fast`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from entrepot._version import __version__
from entrepot.arena import Tournament, tournament
from entrepot.bots import LEVELS
from entrepot.games import TITLES, build, title
from entrepot.i18n import texts
from entrepot.web.pages.levels import levels
from entrepot.web.pages.titles import game_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
DATA = ROOT / "src" / "entrepot" / "bots" / "ladder.json"
SEED = 8
STEPS = [(better, worse) for worse, better in itertools.pairwise(LEVELS)]
NAMES = {level.bot: level.name for level in levels(texts("en"))}
ENOUGH = 0.6  # of the games of two: a step of the ladder

HEAD = """\
# Strength

How often each level of [the bots](bots.md) beats the one below. Made by `scripts/strength.py` on {today} with Entrepôt
{version}, engine: {build}. Each cell is

```sh
entrepot tournament -g GAME --bots BETTER,WORSE --players P --pairs {pairs} --seed {seed}
```

with the names `calm`, `easy`, `greedy` (Steady) and `sharp`: the same deals from every seat, see
[Tournaments](tournaments.md). In brackets the interval of 95 in 100 with whole deals drawn anew, and the games won of
those in which the better level sat alone. **Bold** is a step that is proved: of two players the lower end of the
interval is above {enough} %, of more above the even share."""


def measured(folder: Path, game: str, players: int, step: tuple[str, str], pairs: int) -> Tournament:
    """A tournament of two levels; what was played before is taken from the folder."""
    file = folder / f"{game}-{players}-{'-'.join(step)}.jsonl"

    def tell(done: int, total: int) -> None:
        print(f"\r{file.stem}: {done} of {total} ", end="", file=sys.stderr, flush=True)

    found = tournament(game, list(step), players=players, pairs=pairs, seed=SEED, file=file, progress=tell)
    print(file=sys.stderr)
    return found


def per_cent(share: float) -> str:
    return f"{100 * share:.0f}"


def cell(found: Tournament) -> str:
    """The share of the better level, bold where its lower bound is as high as it should be."""
    side, even = found.pairings[0].first, 1 / found.terms.players
    low, high = side.resampled
    said = f"{per_cent(side.share)} % ({per_cent(low)}–{per_cent(high)}; {side.wins} of {side.games})"
    return f"**{said}**" if low > (ENOUGH if even == 0.5 else even) else said


def table(games: list[str], players: int, cells: dict[tuple[str, tuple[str, str]], Tournament]) -> Iterator[str]:
    """Of one number of players."""
    yield f"\n## {players} players\n"
    yield f"The even share is {per_cent(1 / players)} %.\n"
    heads = [f"{NAMES[better]} against {NAMES[worse]}" for better, worse in STEPS]
    yield f"| | {' | '.join(heads)} |"
    yield f"|---|{'---|' * len(heads)}"
    for game in games:
        row = [cell(cells[game, step]) if (game, step) in cells else "not measured" for step in STEPS]
        yield f"| {game_name(game, texts('en'))} | {' | '.join(row)} |"
    yield "\nMilliseconds of one core for a decision, mean and longest, in the pairings above:\n"
    yield f"| | {' | '.join(NAMES[level] for level in LEVELS)} |"
    yield f"|---|{'---|' * len(LEVELS)}"
    for game in games:
        spent: dict[str, tuple[float, float]] = {}
        for step in STEPS:
            for standing in cells[game, step].standings if (game, step) in cells else []:
                if standing.cpu_ms is not None:
                    spent[standing.bot] = standing.cpu_ms["mean"], standing.cpu_ms["max"]
        told = [f"{spent[level][0]:.1f}, {spent[level][1]:.0f}" if level in spent else "" for level in LEVELS]
        yield f"| {game_name(game, texts('en'))} | {' | '.join(told)} |"


def page(tables: dict[int, dict[tuple[str, tuple[str, str]], Tournament]], pairs: int) -> str:
    """The whole page."""
    today, enough = datetime.now(UTC).date(), per_cent(ENOUGH)
    lines = [HEAD.format(version=__version__, today=today, build=build(), pairs=pairs, seed=SEED, enough=enough)]
    for players, cells in sorted(tables.items()):
        games = [game for game in TITLES if any(one == game for one, _ in cells)]
        lines += table(games, players, cells)
    return "\n".join(lines) + "\n"


def data(tables: dict[int, dict[tuple[str, tuple[str, str]], Tournament]]) -> str:
    """The same as data, a line a step: what `entrepot.web.pages.levels.ladder` reads."""
    steps = []
    for players, cells in sorted(tables.items()):
        for (game, (better, worse)), found in cells.items():
            side = found.pairings[0].first
            low, high = side.resampled
            told = {"game": game, "players": players, "better": better, "worse": worse, "games": side.games}
            steps.append({**told, "share": side.share, "low": round(low, 4), "high": round(high, 4)})
    lines = ",\n".join(map(json.dumps, steps))
    return f'{{"measured": "{datetime.now(UTC).date()}", "version": "{__version__}", "steps": [\n{lines}\n]}}\n'


def main() -> None:
    """Play what is lacking, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, required=True, help="where games are kept")
    parser.add_argument("--pairs", type=int, default=50, help="deals of each pairing")
    parser.add_argument("--players", type=int, action="append", help="may be given several times; 2 without")
    parser.add_argument("--game", choices=list(TITLES), action="append", help="play these only; all without")
    parser.add_argument("--step", choices=LEVELS[1:], action="append", help="play the steps to these levels only")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    tables: dict[int, dict[tuple[str, tuple[str, str]], Tournament]] = {}
    for step in STEPS:
        for players in range(2, 6):
            for game in TITLES:
                if not title(game).least <= players <= title(game).most:
                    continue
                asked = players in (arguments.players or [2]) and game in (arguments.game or TITLES)
                known = (arguments.folder / f"{game}-{players}-{'-'.join(step)}.jsonl").exists()
                if known or (asked and step[0] in (arguments.step or LEVELS)):
                    tables.setdefault(players, {})[game, step] = measured(
                        arguments.folder, game, players, step, arguments.pairs
                    )
    PAGE.write_text(page(tables, arguments.pairs), "utf-8")
    DATA.write_text(data(tables), "utf-8")


if __name__ == "__main__":
    main()
