"""Makes the database of this version that is kept for all later ones: `PYTHONPATH=tests python -m kept.make`.

It is played at a real server: all five games, finished and running, around one screen, far apart and with bots; with
moves taken back, wishes to end, rulings, boxes of one's own, and seats that are still free. Beside it lies what stood
on each table.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient

from entrepot import __version__, games
from entrepot.components import packaged
from entrepot.web.app import Settings, create_app
from entrepot.web.tables.backup import backup

from .people import Person, finish, play

HERE = Path(__file__).parent
OWN_WORLD = (HERE.parent / "data" / "new_world.toml").read_text("utf-8")
OWN_SPICE = packaged("spice-road").replace("points = 20", "points = 21")
TOLD = ("version", "observation", "legal", "result", "ended_early", "wish", "waiting", "next_table", "can_undo")


def moves(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda seen: seen["version"] >= number


class Maker:
    def __init__(self, app: Any, seed: int) -> None:
        self._app = app
        self._rng = Random(seed)
        self._paths: dict[str, tuple[str, Sequence[Person]]] = {}
        self.ida, self.bo, self.cleo, self.guest = (Person(app, who) for who in ("ida", "bo", "cleo", "guest"))

    def _table(self, name: str, people: Sequence[Person], game: str, *chairs: str, **fields: str) -> str:
        """A table of the first of these people, with the others on the seats by invitation."""
        path = people[0].create(game, chairs, **fields)
        guests = iter(people[1:])
        for seat in people[0].view(path)["seats"]:
            if seat["invite_url"] and (guest := next(guests, None)):
                guest.post(seat["invite_url"], name=guest.who.capitalize())
        self._paths[name] = (path, people)
        print(name, file=sys.stderr)
        return path

    def make(self) -> None:
        """All tables."""
        ida, bo, cleo, rng = self.ida, self.bo, self.cleo, self._rng
        for game in games():
            path = self._table(f"{game}, finished", [ida], game, "me=Ida", "local=Bo")
            finish(self._app, ida, path)

            path = self._table(f"{game}, with bots", [ida], game, "me=Ida", "bot:greedy", "bot:random")
            play(path, [ida], rng, moves(12))
            play(path, [ida], rng, lambda seen: bool(seen["legal"]))
            play(path, [ida], rng, lambda seen: bool(seen["can_undo"]))
            ida.undo(path)

            path = self._table(f"{game}, far apart", [ida, bo, cleo], game, "me=Ida", "link", "link")
            play(path, [ida, bo, cleo], rng, moves(20))

        path = self._table("a wish", [ida, bo], "spice-road", "me=Ida", "link")
        play(path, [ida, bo], rng, moves(6))
        bo.post(f"{path}/end")
        path = self._table("a wish that was declined", [ida, bo], "new-world", "me=Ida", "link")
        play(path, [ida, bo], rng, moves(6))
        bo.post(f"{path}/play-on", wish=ida.post(f"{path}/end")["wish"]["number"])
        path = self._table("ended early", [ida, bo], "east-west-1", "me=Ida", "link")
        play(path, [ida, bo], rng, moves(6))
        bo.post(f"{path}/end", wish=ida.post(f"{path}/end")["wish"]["number"])

        self._table("a free seat", [ida], "east-west-2", "me=Ida", "link", "bot:greedy")
        path = self._table("own spices", [ida], "spice-road", "me=Ida", "local=Bo", box=OWN_SPICE, open_claims="true")
        play(path, [ida], rng, moves(15))
        path = self._table("own world, finished", [ida], "new-world", "me=Ida", "local=Bo", box=OWN_WORLD, board="F1")
        finish(self._app, ida, path)
        path = self._table("own world", [bo], "east-west-3", "me=Bo", "bot:greedy", box=OWN_WORLD, sea="random")
        play(path, [bo], rng, moves(15))
        path = self._table("played again", [ida], "spice-road", "me=Ida", "bot:random", empty_rest="true")
        ida.post(f"{path}/end")
        following = ida.post(f"{path}/again")["path"]
        self._paths["the next game"] = (following, [ida])
        play(following, [ida], rng, moves(5))

    def told(self) -> dict[str, Any]:
        """What stands on the tables, when the bots have moved."""
        result = {}
        for name, (path, people) in self._paths.items():
            play(path, people[:1], self._rng, lambda seen: not any(seat["thinking"] for seat in seen["seats"]))
            seen, watched = people[0].view(path), self.guest.view(path)
            result[name] = {
                "path": path,
                "people": [person.who for person in people],
                "seen": {key: seen[key] for key in TOLD},
                "watched": {key: watched[key] for key in TOLD},
            }
        return result


def make(target: Path, seed: int) -> dict[str, Any]:
    """Play, and copy the database to `target`; returns what stands on its tables."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.sqlite3"
        app = create_app(Settings(database=database, pace=0, poll=0.05))
        with TestClient(app):
            maker = Maker(app, seed)
            maker.make()
            told = maker.told()
            backup(database, target, replace=True)
    return told


if __name__ == "__main__":
    file = HERE / f"{__version__}.sqlite3"
    told = make(file, int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    file.with_suffix(".json").write_text(json.dumps(told, separators=(",", ":")) + "\n", "utf-8")
    print(f"{file}: {len(told)} tables")
