"""The analysis of a game at the terminal."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.table import Table

from ..arena import WorkersLost
from ..bots.analysis import Decision, Judged, judge, stretches
from ..i18n import Texts
from ..match.moments import Course

_ROWS = 12


def judged(course: Course, workers: int, told: Callable[..., None]) -> tuple[Judged, ...]:
    """All that is judged of a game, by so many processes; the last one is told of progress."""
    parts = list(stretches(course))
    found = []
    with _judges(workers, len(parts)) as ask:
        for number, one in enumerate(ask(parts), 1):
            found.append(one)
            told(number, len(parts))
    return tuple(found)


@contextmanager
def _judges(workers: int, parts: int) -> Iterator[Callable[[Sequence[tuple[Decision, ...]]], Iterator[Judged]]]:
    if workers == 1 or parts < 2:
        yield lambda given: map(judge, given)
        return
    pool = ProcessPoolExecutor(min(workers, parts), multiprocessing.get_context("spawn"))
    try:
        yield lambda given: pool.map(judge, given)
    except BrokenProcessPool:
        raise WorkersLost("a process that was thinking has ended") from None
    finally:
        pool.shutdown(cancel_futures=True)


def tell(found: Mapping[str, Any], names: Sequence[str], words: Texts) -> None:
    """Chances now and then, and the costliest turns."""
    chances = found["chances"]
    if not chances:
        print(words._("Nobody had a choice in this game."))
        return
    table = Table(words._("after turn"), title=words._("Chances to win"))
    for name in names:
        table.add_column(name, justify="right")
    last = len(chances) - 1
    for number in sorted({round(last * row / _ROWS) for row in range(_ROWS + 1)}):
        table.add_row(str(number), *(words.percent(share) for share in chances[number]))
    table.add_section()
    table.add_row(words._("given away"), *(words.percent(lost) for lost in found["lost"]))
    Console().print(table)
    for one in found["costly"]:
        print()
        print(
            words._(
                "Round {round}, {name}: {n} given away ({before} before, {after} after), at action {moment}:",
                round=one["round"], name=names[one["seat"]], n=words.percent(one["lost"]),
                before=words.percent(one["better"][0]["chance"]), after=words.percent(one["left"]),
                moment=one["moment"] + 1,
            )
        )  # fmt: skip
        print(f"  {one['deed']}")
        for better in one["better"]:
            print("  " + words._("better: {deed} {why} ({chance})", deed=better["deed"], why=better["why"],
                          chance=words.percent(better["chance"])))  # fmt: skip
    if not found["costly"]:
        print(words._("No turn gave away much."))
    print()
    print(found["said"])
