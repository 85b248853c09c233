"""Find puzzles in games of bots, and show that each has one best choice by far.

    python scripts/puzzles.py find --folder found --hours 1    looks through games, and keeps a line a puzzle; goes on
    python scripts/puzzles.py write --folder found             adds to bots/puzzles.json what holds of what was found
    python scripts/puzzles.py check                            plays every puzzle on anew, and writes docs/puzzles.md

The first decision of a turn is a puzzle if, of all ways through that turn, those that begin with one choice win nearly
always and no other wins more than now and then. Every way is played on, by sharp for all seats, in worlds drawn from
what its seat sees: as often as it takes to be sure (Wilson, nineteen of twenty). Where the turn ends the game nothing
is drawn. `check` draws other worlds than `find`. Best on the compiled engine (`scripts/dev fast`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from entrepot._version import __version__
from entrepot.arena.estimates import wilson
from entrepot.bots import make
from entrepot.bots.advice import SHOWN, explain
from entrepot.bots.chances import Choice, claimed, scale
from entrepot.bots.levels import Sharp, expectations
from entrepot.bots.puzzles import FILE, Puzzle, dealt, puzzles, read, sight, written
from entrepot.core.actions import Action
from entrepot.games import TITLES, title
from entrepot.i18n import texts
from entrepot.match import Match
from entrepot.web.pages.titles import game_name

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "puzzles.md"
DATA = ROOT / "src" / "entrepot" / "bots" / FILE
MOST_DECISIONS, MOST_AHEAD = 1500, 200
MOST_WAYS = 4000  # through a turn, their beginnings counted as well
LEAST_WAYS, MOST_ENDS = 5, 300
CLOSE = 14  # points between the winner of a game and the next, at most
FEW = 4  # games that mostly tell whether another choice is as good
BEFORE = 4  # own turns before the end of a game that are looked at
LIKELY, APART = 0.55, 0.08  # the chance that sharp sees, and by how much it is better than the next
GOOD, BAD = 0.7, 0.55  # what wins, for sure, at least as often, and what at most
QUICK = 0.12  # of the plans of sharp, in the search
STEP, ENOUGH, MOST_WORLDS = 4, 12, 48
BETWEEN = 0.45, 0.75  # neither nearly always nor now and then
CAREFUL, CHECKED = 0.25, 40  # in a check: of the plans of sharp, and worlds at most
LIKELIEST = 3  # of the ways that do not win, those that are checked with more care
CHECK_FROM, AGAIN_FROM = 10_000, 20_000  # the numbers of their worlds
FOUND = ("easy", "steady", "neither")
EACH = 24


class End(NamedTuple):
    """Where a turn leads to as far as it can be foreseen: by what, and the table. Where something that nobody could
    know comes to light before the turn is over, the table is that before the last action of the way, which is `blind`.
    """

    way: tuple[str, ...]
    match: Match
    blind: str = ""


def ends(match: Match) -> list[End] | None:
    """All ways through the turn of whoever is to decide, one for each table that they lead to, the shortest; None where
    there are too many.
    """
    seat = match.seat
    assert seat is not None
    begun = match.turns
    known = {sight(match, seat)}
    open_ways: list[tuple[dict[str, Any], tuple[str, ...]]] = [(match.position(), ())]
    found: list[End] = []
    tried = 0
    for position, way in open_ways:
        before = Match.from_position(position)
        for action in before.legal_actions():
            tried += 1
            if tried > MOST_WAYS:
                return None
            after = Match.from_position(position)
            reveals = after.engine()[1].reveals
            after.play(action)
            seen = sight(after, seat)
            if seen in known:
                continue
            known.add(seen)
            done = (*way, str(action))
            if after.is_over or after.turns != begun or after.seat != seat:
                found.append(End(done, after))
            elif after.engine()[1].reveals != reveals:
                found.append(End(done, before, str(action)))
            else:
                open_ways.append((after.position(), done))
    return found


def played_on(end: End, seat: int, worlds: range, effort: float) -> Iterator[tuple[bool, int]]:
    """Whether a seat wins after a turn that has been done, and with how many more turns of its own, in worlds drawn
    from what it sees, by their numbers. A game that does not end is not won.
    """
    seen = end.match.observe(seat)
    for number in worlds:
        if end.match.result is not None:
            yield end.match.result.ranking[0] == seat, 0
            continue
        match = seen.sample(Random(number))
        if end.blind:
            match.play(end.blind)
        bots = [Sharp(Random(one), effort) for one in range(match.players)]
        begun, own = match.turns, set()
        for _ in range(MOST_AHEAD):
            if match.seat is None:
                break
            now = match.observe(match.seat)
            if match.seat == seat and now.position["decision"]["kind"] == "turn":
                own.add(match.turns)
            match.play(bots[match.seat].choose(now))
        own -= {begun} if end.blind else set()
        yield match.result is not None and match.result.ranking[0] == seat, len(own)


class Tally:
    """How often a way wins, as far as it was played on, with some effort, from the world `first`."""

    def __init__(self, end: End, seat: int, first: int = 0, effort: float = QUICK) -> None:
        self.end = end
        self.wins: list[bool] = []
        self.turns: Counter[int] = Counter()
        self._seat = seat
        self._first = first
        self._effort = effort

    def go_on(self, most: int) -> None:
        """Play it on some more times; a game that is over only once."""
        if self.end.match.is_over and self.wins:
            return
        begin = self._first + len(self.wins)
        worlds = range(begin, begin + (1 if self.end.match.is_over else most))
        for won, turns in played_on(self.end, self._seat, worlds, self._effort):
            self.wins.append(won)
            if won:
                self.turns[turns] += 1

    @property
    def share(self) -> float:
        return sum(self.wins) / len(self.wins)

    @property
    def sure(self) -> bool | None:
        """Whether it wins nearly always; None where it is neither that nor the other thing, or not known yet."""
        if not self.wins:
            return None
        if self.end.match.is_over:
            return self.wins[0]
        least, most = wilson(sum(self.wins), len(self.wins))
        return True if least >= GOOD else False if most <= BAD else None

    def settle(self) -> bool | None:
        """Play it on until that is sure, or likely to be neither."""
        while self.sure is None and len(self.wins) < MOST_WORLDS:
            if len(self.wins) >= ENOUGH and BETWEEN[0] < self.share < BETWEEN[1]:
                break
            self.go_on(STEP)
        return self.sure


def examined(match: Match, seed: int, actions: list[str]) -> Puzzle | None:
    """The puzzle that a position seems to be; None where it is none."""
    seat = match.seat
    assert seat is not None
    last = bool(match.position()["ending"])
    right = "" if last else one_choice(match, seat)
    if not last and not right:
        return None
    found = ends(match)
    if found is None or not LEAST_WAYS <= len(found) <= MOST_ENDS:
        return None
    if last and not all(end.match.is_over for end in found):
        right = one_choice(match, seat)
        if not right:
            return None
    tallies = [Tally(end, seat) for end in found if right in ("", end.way[0])]
    if any(tally.settle() is None for tally in tallies):
        return None
    good = [tally for tally in tallies if tally.sure]
    if not good or len(good) == len(found) or len({tally.end.way[0] for tally in good}) != 1:
        return None
    if any(one.end.blind for one in good):
        return None
    best = max(good, key=lambda one: one.share)
    best.go_on(MOST_WORLDS - len(best.wins))
    turns, often = best.turns.most_common(1)[0]
    if often < 0.7 * sum(best.turns.values()):
        return None
    ways = tuple(one.end.way for one in sorted(good, key=lambda one: -one.share))
    why = explain(match.observe(seat), ways[0])
    puzzle = Puzzle(match.game, 0, match.players, seed, tuple(actions), turns + 1, 0, ways, best.share, 0.0, 0, why)
    return puzzle._replace(grade=graded(puzzle))


def one_choice(match: Match, seat: int) -> str:
    """The choice that wins nearly always, as it seems, while no other one does; empty where there is none."""
    choices = [Tally(End((text,), match, text), seat) for text in promising(match)]
    for place, tally in enumerate(choices):
        tally.go_on(FEW if place < SHOWN else 1)
        if place < SHOWN and (tally.share > 0.5) != (place == 0):
            return ""
    right = [*itertools.islice((tally for tally in choices if tally.settle() is not False), 2)]
    return right[0].end.way[0] if len(right) == 1 else ""


def promising(match: Match) -> list[str]:
    """The choices, the best first, if sharp thinks at a glance that one of them may well win, and every other one wins
    less often; else none."""
    seen = match.observe(match.seat)
    game, state = seen.sample(Random(0)).engine()
    value = Sharp(Random(0), QUICK).planner(match.game, game, state, expectations(game, state, seen))
    first: dict[int, Choice] = {}
    for lead, way in value.candidates(game, state, [int(action) for action in seen.legal_actions], leads=True):
        first.setdefault(way[0], (lead, way))
    best, *others = first.values()
    number, known = int(state.round), scale(match.game, match.players)
    chances = [known.chance(lead, claimed(game, state, way), number) for lead, way in (best, *others[:SHOWN])]
    if not others or chances[0] < LIKELY or max(chances[1:]) > chances[0] - APART:
        return []
    left = (action for action in map(int, seen.legal_actions) if action not in first)
    return [str(Action(action)) for action in (*first, *left)]


def graded(puzzle: Puzzle) -> int:
    """How hard it is, by which bot finds it."""
    for grade, bot in enumerate(("easy", "greedy"), 1):
        match, player = puzzle.match(), make(bot, puzzle.game, 0)
        seat, begun = match.seat, match.turns
        while match.seat == seat and match.turns == begun:
            match.play(player.choose(match.observe(seat)))
        if puzzle.solved(match):
            return grade
    return len(FOUND)


def close(points: Sequence[int]) -> bool:
    """Whether a game was won by so little that a turn may have decided it."""
    best, second, *_ = sorted(points, reverse=True)
    return best - second <= CLOSE


def searched(game: str, players: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles in the last turns of a game of steady bots."""
    match = dealt(game, players, seed)
    bots = [make("greedy", game, seat) for seat in range(players)]
    actions: list[str] = []
    starts: dict[int, list[int]] = {seat: [] for seat in range(players)}
    while match.seat is not None and len(actions) < MOST_DECISIONS:
        seen = match.observe(match.seat)
        if seen.position["decision"]["kind"] == "turn" and len(seen.legal_actions) > 1:
            starts[match.seat].append(len(actions))
        actions.append(str(bots[match.seat].choose(seen)))
        match.play(actions[-1])
    if match.result is None or not close(match.result.points):
        return
    for start in sorted(start for each in starts.values() for start in each[-BEFORE:]):
        match = dealt(game, players, seed)
        for action in actions[:start]:
            match.play(action)
        found = examined(Match.from_position(match.position()), seed, actions[:start])
        if found is not None:
            yield found


def find(folder: Path, hours: float, games: list[str], players: list[int]) -> None:
    """Look through games of all kinds in turn, those of which fewest puzzles are known first."""
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 3600 * hours
    kinds = [(game, n) for game in games for n in players if title(game).least <= n <= title(game).most]
    files = {kind: folder / f"{kind[0]}-{kind[1]}.jsonl" for kind in kinds}
    lines = {kind: file.read_text().splitlines() if file.exists() else [] for kind, file in files.items()}
    done = {kind: json.loads(lines[kind][-1])["seed"] if lines[kind] else 0 for kind in kinds}
    known = {kind: sum("puzzle" in line for line in lines[kind]) for kind in kinds}
    while time.monotonic() < end:
        kind = min(kinds, key=lambda one: (known[one] * one[1], done[one]))
        done[kind] += 1
        found = list(searched(*kind, seed=done[kind]))
        with files[kind].open("a") as file:
            for puzzle in found:
                file.write(json.dumps({"puzzle": written(puzzle), "seed": done[kind]}) + "\n")
            file.write(json.dumps({"seed": done[kind]}) + "\n")
        known[kind] += len(found)
        print(*kind, "seed", done[kind], [(one.turns, one.grade) for one in found], flush=True)


def verified(puzzle: Puzzle, first: int) -> Puzzle | None:
    """A puzzle with how often its turns win in worlds from `first` on; None where there is no one choice that is better
    by far, or another one than it says.
    """
    match = puzzle.match()
    seat = match.seat
    assert seat is not None
    found = ends(Match.from_position(match.position())) or []
    known = {sight(puzzle.after(way), seat) for way in puzzle.good}
    good = [end for end in found if not end.blind and sight(end.match, seat) in known]
    others = [end for end in found if end not in good]
    if len(good) != len(known) or not others or len({end.way[0] for end in good}) != 1:
        return None
    lost = [Tally(end, seat, first) for end in others]
    if any(tally.settle() is not False for tally in lost):
        return None
    lost.sort(key=lambda one: -one.share)
    won = [Tally(end, seat, first, CAREFUL) for end in good]
    likely = [Tally(tally.end, seat, first, CAREFUL) for tally in lost[:LIKELIEST]]
    for tally in (*won, *likely):
        tally.go_on(CHECKED)
        if tally.sure is not (tally in won):
            return None
    best = max(won, key=lambda one: one.share)
    if best.turns.most_common(1)[0][0] != puzzle.turns - 1:
        return None
    worlds = 1 if all(end.match.is_over for end in found) else CHECKED
    other = max(one.share for one in likely)
    return puzzle._replace(worlds=worlds, won=round(best.share, 3), other=round(other, 3))


def write(folder: Path, games: list[str]) -> None:
    """Add to each game what was found and holds when it is played on with more care, harder ones first, until there are
    enough: one puzzle a game of bots at most. Those that there are keep their numbers; new ones are set out from easy
    to hard.
    """
    every = json.loads(DATA.read_text("utf-8")) if DATA.exists() else {}
    for game in games:
        known = [read(game, 0, told) for told in every.get(game, ())]
        found = []
        for file in sorted(folder.glob(f"**/{game}-?.jsonl")):
            lines = map(json.loads, file.read_text("utf-8").splitlines())
            found += [read(game, 0, line["puzzle"]) for line in lines if "puzzle" in line]
        random.Random(1).shuffle(found)
        found.sort(key=lambda one: -one.grade)
        used = {(one.seed, one.players) for one in known}
        new: list[Puzzle] = []
        for puzzle in found:
            if len(known) + len(new) < EACH and (puzzle.seed, puzzle.players) not in used:
                sure = verified(puzzle, CHECK_FROM)
                shares = sure and (sure.won, sure.other)
                print(game, puzzle.players, puzzle.seed, puzzle.grade, puzzle.turns, shares, flush=True)
                used.add((puzzle.seed, puzzle.players))
                new += [sure] if sure else []
        new.sort(key=lambda one: (one.grade, one.turns, one.players, one.seed))
        every[game] = [written(one) for one in (*known, *new)]
        DATA.write_text(json.dumps(every, indent=1) + "\n", "utf-8")


def check() -> int:
    """Play every puzzle on anew, in other worlds than ever before, and write the page; how many do not hold."""
    begun = time.monotonic()
    every = [puzzle for game in TITLES for puzzle in puzzles(game)]
    rows = []
    with ProcessPoolExecutor() as pool:
        for puzzle, sure in zip(every, pool.map(again, every), strict=True):
            print(puzzle.name, "fails" if sure is None else f"{sure.won:.2f} against {sure.other:.2f}", flush=True)
            rows.append((puzzle, sure))
    PAGE.write_text(page(rows, (time.monotonic() - begun) / 60), "utf-8")
    return sum(sure is None for _, sure in rows)


def again(puzzle: Puzzle) -> Puzzle | None:
    """What the check says of a puzzle."""
    return verified(puzzle, AGAIN_FROM)


HEAD = """\
# Puzzles

What [the puzzles](play.md#puzzles) are, and that each has one best choice. Made by `scripts/puzzles.py check` on
{today} with Entrepôt {version}, in {minutes:.0f} minutes.

A puzzle is a position from a game of *steady* against itself; *seed* and *done* say which game, and after how
many actions; claimed cards lie open. All ways through the turn were gone, {least} to {most} of them, one for each table
that they lead to.
After each one *sharp*, with an eighth of its plans, played on for all seats in worlds drawn from what the seat sees,
until it was sure (Wilson, nineteen of twenty) that it wins at most {bad:.0%} of them; those that win, and the best
{likeliest} of the others, in {worlds} worlds with a quarter of the plans, to be sure of at least {good:.0%}, or of the
same. Those that win so often all begin with the same choice. Where every turn ends the game nothing is drawn, and *won*
and *others* are always or never.

*Found by* is the weakest bot that goes such a way; *turns* are own turns to the end of the game, this one counted;
*others* is how often the best of all other ways wins. {failed}
"""


def page(rows: list[tuple[Puzzle, Puzzle | None]], minutes: float) -> str:
    """docs/puzzles.md."""
    counts = [len(ends(Match.from_position(one.match().position())) or []) for one, _ in rows]
    failed = sum(sure is None for _, sure in rows)
    lines = [
        HEAD.format(
            today=datetime.now(UTC).date(),
            version=__version__,
            minutes=minutes,
            least=min(counts),
            most=max(counts),
            worlds=CHECKED,
            likeliest=LIKELIEST,
            good=GOOD,
            bad=BAD,
            failed=f"{failed} of {len(rows)} do not hold." if failed else f"All {len(rows)} hold.",
        )
    ]
    for game in TITLES:
        lines += [f"## {game_name(game, texts('en'))}", ""]
        lines += ["| puzzle | seats | seed | done | turns | found by | ways | that win | won | others |"]
        lines += ["|---|---|---|---|---|---|---|---|---|---|"]
        for (one, sure), ways in zip(rows, counts, strict=True):
            if one.game == game:
                shares = f"{sure.won:.0%} | {sure.other:.0%}" if sure else "– | –"
                cells = [one.number, one.players, one.seed, len(one.actions), one.turns, FOUND[one.grade - 1], ways]
                lines.append(f"| {' | '.join(map(str, cells))} | {len(one.good)} | {shares} |")
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Find puzzles in games of bots, and check them.")
    parser.add_argument("what", choices=("find", "write", "check"))
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--game", action="append", choices=list(TITLES))
    parser.add_argument("--players", action="append", type=int)
    chosen = parser.parse_args()
    games = chosen.game or list(TITLES)
    if chosen.what == "check":
        return check()
    if chosen.folder is None:
        parser.error("--folder is needed")
    if chosen.what == "find":
        find(chosen.folder, chosen.hours, games, chosen.players or [2, 3])
    else:
        write(chosen.folder, games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
