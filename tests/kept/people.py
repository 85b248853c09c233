"""People who play at a server under test, known to it by who they are."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from starlette.testclient import TestClient

from choices import sensible
from entrepot import Match
from entrepot.bots import make
from entrepot.components import Box, loads
from entrepot.web.app import Cookies
from entrepot.web.tables.store import Components, Table

JSON = {"accept": "application/json"}
_nonces = itertools.count()


class Person:
    """Somebody with a browser, speaking JSON."""

    def __init__(self, app: Any, who: str) -> None:
        cookies = Cookies(app.state.store)
        self.who = who
        self.client = TestClient(app, headers=JSON, cookies={cookies.name: cookies.signed(who)})

    def create(self, game: str, chairs: Sequence[str], **fields: str) -> str:
        """Make a table; returns its path."""
        form = {"game": game, **fields}
        for number, chair in enumerate(chairs, 1):
            kind, _, name = chair.partition("=")
            form |= {f"seat{number}": kind, f"name{number}": name}
        path = self.post("/tables", **form)["path"]
        assert isinstance(path, str)
        return path

    def view(self, path: str) -> dict[str, Any]:
        answer = self.client.get(f"{path}/view?events=0")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def post(self, path: str, **fields: Any) -> dict[str, Any]:
        answer = self.client.post(path, data=fields)
        assert answer.status_code in (200, 201), answer.text
        return dict(answer.json())

    def move(self, path: str, rng: Random) -> bool:
        """Look where it is asked, and play if this person is to decide; whether there was a move."""
        seen = self.view(path)
        if seen["hand_over"] is not None:
            seen = self.post(f"{path}/hand-over", seat=seen["hand_over"])
        if not seen["legal"]:
            return False
        self.post(
            f"{path}/act",
            action=sensible(seen, rng),
            version=seen["version"],
            nonce=f"kept{next(_nonces)}-{rng.random()}",
        )
        return True

    def undo(self, path: str) -> None:
        """Take a move back."""
        version = self.view(path)["version"]
        self.post(f"{path}/undo", version=version, nonce=f"undo{next(_nonces)}-{time.time_ns()}")


def box_of(app: Any, path: str) -> tuple[Table, Box]:
    """A table as it is stored, and the components it was made with."""
    with app.state.store.session() as session:
        table = session.get(Table, path.removeprefix("/t/"))
        return table, loads(table.game, session.get(Components, table.components).text)


def finish(app: Any, person: Person, path: str) -> None:
    """Somebody who has every seat of a new table plays it to its end, as a bot would."""
    table, box = box_of(app, path)
    match = Match.new(table.game, len(table.seats), int(table.seed), table.options, box)
    bots = [make("greedy", table.game, seat) for seat in range(match.players)]
    version, asked = 0, -1
    while match.seat is not None:
        seat = match.seat
        if seat != asked:
            person.post(f"{path}/hand-over", seat=seat)
            asked = seat
        action = bots[seat].choose(match.observe(seat))
        person.post(f"{path}/act", action=str(action), version=version, nonce=f"end{version}")
        match.play(action)
        version += 1


def play(path: str, people: Sequence[Person], rng: Random, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Everybody plays, and bots at their pace, until the table is as it should be or the game is over."""
    idle = 0
    while idle < 3000:
        seen = people[0].view(path)
        if seen["result"] is not None or until(seen):
            return seen
        moved = [person.move(path, rng) for person in people]
        if any(moved):
            idle = 0
        else:
            idle += 1
            time.sleep(0.02)
    raise AssertionError(f"nobody moves at {path}")
