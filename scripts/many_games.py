"""Fills a database with games, some of them of one person, and tells how long the pages that list games take.

`python scripts/many_games.py --games 100000 --mine 5000`; without `--database` they lie in a file that is thrown away.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert
from starlette.testclient import TestClient

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from choices import sensible  # noqa: E402
from entrepot import Match  # noqa: E402
from entrepot.components import packaged  # noqa: E402
from entrepot.games import TITLES  # noqa: E402
from entrepot.web.app import Cookies, Settings, create_app  # noqa: E402
from entrepot.web.tables.store import Row, Seat, Sitting, Store, Table, now  # noqa: E402
from entrepot.web.tables.tables import sitting_of  # noqa: E402

ME = "me-of-many-games"
ADDRESSES = ["/", "/mine", "/mine?page=99", "/mine?game=new-world&against=people", "/mine/forget"]
_AT_ONCE = 1000
_GAMES = 24
_NAMES = ("Bo", "Cleo", "Dan", "Eva", "Ida")


@cache
def played(number: int) -> Match:
    """A whole game, of a few that are played."""
    match = Match.new(list(TITLES)[number % len(TITLES)], 2 + number % 3, number)
    rng = Random(number)
    while match.seat is not None:
        legal = [str(action) for action in match.legal_actions()]
        match.play(sensible({"legal": legal, "observation": match.observe(match.seat).position}, rng))
    return match


def fill(store: Store, games: int, mine: int, rows: int = 0) -> None:
    """Put games into a database: `mine` of them are of `ME`, one in nine of all still runs.

    Args:
        rows: how many rows each of the games of others has; those of mine are whole.
    """
    for number in range(_GAMES):
        match = played(number)
        store.keep_components(match.components.hash, match.game, packaged(match.game))
    every = games // mine if mine else games + 1
    for first in range(0, games, _AT_ONCE):
        made: dict[Any, list[dict[str, Any]]] = {Table: [], Seat: [], Row: [], Sitting: []}
        for number in range(first, min(games, first + _AT_ONCE)):
            for kind, values in _game(number, ME if number % every == 0 else f"somebody-{number % 5003}", rows):
                made[kind].append(values)
        with store.session() as session:
            for kind, several in made.items():
                session.execute(insert(kind), several)


def _game(number: int, who: str, rows: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """What lies in the database of one game."""
    match, rng = played(number % _GAMES), Random(number)
    over, at = number % 9 > 0 or (who == ME and number > 2000), now() - timedelta(minutes=7 * number)
    actions = match.record().actions
    done = actions if over and (who == ME or not rows) else actions[: rows or 5]
    seats = []
    for place in range(match.players):
        bot = rng.choice((None, "greedy", "random")) if place else None
        whose = None if bot else f"somebody-{rng.randrange(5003)}" if place else who
        seats.append(Seat(number=place, bot=bot, name=_NAMES[place], identity=whose, invite=None))
    table = Table(
        id=f"table-{number}", game=match.game, seed=str(number % _GAMES), options=match.options, owner=who,
        components=match.components.hash, created=at, changed=at, over=over, next_table=None, seats=seats,
    )  # fmt: skip
    result = match.standing.to_dict() if over else None
    table.summary = {"version": len(done), "round": match.round, "to_move": None if over else 0, "result": result}
    yield Table, _values(table)
    for seat in seats:
        yield Seat, {**_values(seat), "table_id": table.id}
    for nth, text in enumerate(done, 1):
        yield Row, {"table_id": table.id, "number": nth, "kind": "action", "text": text, "at": at, "seat": None}
    for one in {seat.identity: seat.number for seat in seats if seat.identity}.items():
        values = _values(sitting_of(table, one[0]))
        values |= {"ended": None, "counted": False, "points": None, "place": None}
        if result and match.standing:
            place = match.standing.ranking.index(one[1]) + 1
            values |= {"ended": at, "counted": True, "points": match.standing.points[one[1]], "place": place}
        yield Sitting, values


def _values(row: Any) -> dict[str, Any]:
    return {column.key: getattr(row, column.key) for column in row.__mapper__.column_attrs}


def measure(database: str, addresses: list[str], times: int) -> dict[str, tuple[float, int]]:
    """Milliseconds of the processor that answers to somebody of many games take, and how long they are."""
    app = create_app(Settings(database=database, pace=3600))
    client = TestClient(app)
    cookies = Cookies(app.state.store)
    client.cookies.set(cookies.name, cookies.signed(ME))
    found = {}
    for address in addresses:
        took = []
        for _ in range(times):
            began = time.process_time()
            answer = client.get(address)
            took.append(1000 * (time.process_time() - began))
            assert answer.status_code == 200, (address, answer.status_code)
        found[address] = (median(took), len(answer.content))
    app.state.store.close()
    return found


def main() -> int:
    """Fill, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--mine", type=int, default=5_000)
    parser.add_argument("--rows", type=int, default=3, help="rows of a game of others")
    parser.add_argument("--database", default="")
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("addresses", nargs="*", default=ADDRESSES)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        database = asked.database or f"sqlite:///{folder}/games.sqlite3"
        store = Store(database)
        began = time.perf_counter()
        fill(store, asked.games, asked.mine, asked.rows)
        store.close()
        print(f"{asked.games} games, {asked.mine} of them mine: filled in {time.perf_counter() - began:.0f} s")
        for address, (took, size) in measure(database, asked.addresses, asked.times).items():
            print(f"{took:8.1f} ms {size:8d} bytes  {address}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
