"""Whatever comes from outside: a named error with a short reason in one line, or it is right. Nothing else."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import entrepot
from entrepot import arena, bots, components
from entrepot.bots import own
from entrepot.games import game_for

GAMES = entrepot.games()


def deep(kind: type) -> Any:
    """A hundred thousand of a kind within one another."""
    value: Any = kind()
    for _ in range(100_000):
        value = [value] if kind is list else {"a": value}
    return value


class Odd:
    """Something that does not even tell what it is."""

    def __repr__(self) -> str:
        raise RuntimeError

    __str__ = __repr__


JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 7, 10**30, -(10**5000), 1.5, float("nan"), float("inf"), "", "\0", "a\nb", "\ud800",
    "\x1b[31mred", "x" * 10**7, b"", b"x", [], [[]], {}, {"a": 1}, (), (1,), set(), deep(list), deep(dict), Odd(),
    object, print, "spice-road", "/dev/zero", "/", "/dev/null", "/no/such/file", range(3), 1j,
]  # fmt: skip
MATCH = entrepot.Match.new("spice-road", seed=1)
RECORD = MATCH.record()
STARTS = {game: entrepot.Match.new(game, seed=3).position() for game in GAMES}
BOTS = ["random", "random"]
RIVALS = ["random", "greedy"]

CALLS: dict[str, Callable[[Any], object]] = {
    "new: game": lambda x: entrepot.Match.new(x),
    "new: players": lambda x: entrepot.Match.new("spice-road", players=x),
    "new: seed": lambda x: entrepot.Match.new("spice-road", seed=x),
    "new: options": lambda x: entrepot.Match.new("spice-road", options=x),
    "new: option": lambda x: entrepot.Match.new("spice-road", options={"empty_rest": x}),
    "new: components": lambda x: entrepot.Match.new("spice-road", components=x),
    "new: another box": lambda _: entrepot.Match.new("spice-road", components=components.load("new-world")),
    "from_position": lambda x: entrepot.Match.from_position(x),
    "from_position: seed": lambda x: entrepot.Match.from_position(STARTS["spice-road"], seed=x),
    "from_position: components": lambda x: entrepot.Match.from_position(STARTS["spice-road"], components=x),
    "play": lambda x: copy.copy(MATCH).play(x),
    "observe": lambda x: MATCH.observe(x),
    "events": lambda x: MATCH.events(x),
    "sample": lambda x: MATCH.observe(0).sample(x),
    "Action": lambda x: entrepot.Action(x),
    "Action.parse": lambda x: entrepot.Action.parse(x),
    "Record.load": lambda x: entrepot.Record.load(x),
    "Record.loads": lambda x: entrepot.Record.loads(x),
    "Record.from_dict": lambda x: entrepot.Record.from_dict(x),
    "replay": lambda x: entrepot.replay(x),
    "replay: components": lambda x: entrepot.replay(RECORD, x),
    "load: game": lambda x: components.load(x),
    "load: components": lambda x: components.load("spice-road", x),
    "loads: game": lambda x: components.loads(x, ""),
    "loads: text": lambda x: components.loads("new-world", x),
    "judge": lambda x: components.judge("new-world", x),
    "game_of": lambda x: components.game_of(x),
    "sharing": lambda x: components.sharing(x),
    "complete": lambda x: components.complete("new-world", x),
    "game_for: game": lambda x: game_for(x, 2),
    "game_for: players": lambda x: game_for("new-world", x),
    "game_for: options": lambda x: game_for("new-world", 2, x),
    "game_for: box": lambda x: game_for("new-world", 2, None, x),
    "make: name": lambda x: bots.make(x, "new-world"),
    "make: game": lambda x: bots.make("random", x),
    "make: seed": lambda x: bots.make("random", "new-world", x),
    "simulate: game": lambda x: arena.simulate(x, BOTS, 1, max_rounds=1),
    "simulate: bots": lambda x: arena.simulate("spice-road", x, 1, max_rounds=1),
    "simulate: bot": lambda x: arena.simulate("spice-road", [x, x], 1, max_rounds=1),
    "simulate: seed": lambda x: arena.simulate("spice-road", BOTS, 1, x, max_rounds=1),
    "simulate: components": lambda x: arena.simulate("spice-road", BOTS, 1, max_rounds=1, components=x),
    "entrant": lambda x: own.entrant(x, "spice-road"),
    "entrant: game": lambda x: own.entrant("greedy", x),
    "tournament: game": lambda x: arena.tournament(x, BOTS),
    "tournament: bots": lambda x: arena.tournament("spice-road", x),
    "tournament: bot": lambda x: arena.tournament("spice-road", [x, x]),
    "tournament: players": lambda x: arena.tournament("spice-road", RIVALS, x, pairs=0),
    "tournament: pairs": lambda x: arena.tournament("spice-road", RIVALS, pairs=x, limit=0),
    "tournament: until": lambda x: arena.tournament("spice-road", RIVALS, until=x, pairs=0),
    "tournament: edge": lambda x: arena.tournament("spice-road", RIVALS, edge=x, pairs=0),
    "tournament: seed": lambda x: arena.tournament("spice-road", RIVALS, seed=x, pairs=0),
    "tournament: workers": lambda x: arena.tournament("spice-road", RIVALS, workers=x, pairs=0),
    "tournament: limit": lambda x: arena.tournament("spice-road", RIVALS, limit=x, pairs=0),
    "tournament: max_rounds": lambda x: arena.tournament("spice-road", RIVALS, max_rounds=x, pairs=0),
    "tournament: components": lambda x: arena.tournament("spice-road", RIVALS, components=x, pairs=0),
    "tournament: options": lambda x: arena.tournament("spice-road", RIVALS, options=x, pairs=0),
    "simulate: options": lambda x: arena.simulate("spice-road", BOTS, 1, max_rounds=1, options=x),
}


def put(game: str, key: str, value: Any) -> None:
    """A position with another value."""
    entrepot.Match.from_position({**STARTS[game], key: value})


def recorded(part: str, value: Any) -> None:
    """A record with another value."""
    other = replace(RECORD, **{part: value})
    for call in (other.dumps, lambda: entrepot.replay(other)):
        with suppress(entrepot.EntrepotError):
            call()
    entrepot.replay(other)


CALLS |= {f"{game}: {key}": partial(put, game, key) for game in GAMES for key in STARTS[game]}
CALLS |= {f"record: {part}": partial(recorded, part) for part in ("game", "components", "start", "actions", "result")}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_value_brings_another_error(call: Callable[[Any], object]) -> None:
    for value in JUNK:
        try:
            call(value)
        except entrepot.EntrepotError as error:
            reason = str(error)
            assert 0 < len(reason) < 300
            assert reason.isprintable()


def test_no_name_brings_another_error() -> None:
    names: list[Any] = [None, True, 7, -(10**5000), "", "a\nb", "\ud800", "\x1b[31mred", "x" * 10**7, (1,), b"x"]
    for value in names:
        for game in GAMES:
            for position in ({**STARTS[game], value: 1}, {**STARTS[game], "options": {value: True}}):
                with pytest.raises(entrepot.EntrepotError) as caught:
                    entrepot.Match.from_position(position)
                assert str(caught.value).isprintable()
                assert len(str(caught.value)) < 300


def record(**changes: Any) -> dict[str, Any]:
    """The data of a finished game's record, with changes to it."""
    match = entrepot.Match.new("spice-road", seed=5)
    chance = Random(5)
    while match.seat is not None:
        match.play(chance.choice(match.legal_actions()))
    return {**match.record().to_dict(), **changes}


def test_a_record_is_read_strictly() -> None:
    whole = record()
    entrepot.replay(entrepot.Record.from_dict(whole))
    text = json.dumps(whole)
    result = whole["result"]
    twice = [
        text.replace('"rules": 1', '"rules": 1, "rules": 1', 1),
        text.replace('"round": 1', '"round": 1, "round": 1', 1),
        text.replace('"points"', '"points": [], "points"', 1),
    ]
    odd = [
        {**whole, "version": 1.0}, {**whole, "version": True}, {**whole, "rules": "1"}, {**whole, "moon": 1},
        {**whole, "written_by": 1}, {**whole, "result": {**result, "moon": 1}},
        {**whole, "result": {**result, "points": [float(n) for n in result["points"]]}},
        {**whole, "result": {**result, "ranking": [bool(n) for n in result["ranking"]]}},
        {**whole, "result": {key: value for key, value in result.items() if key != "reason"}},
        {**whole, "start": {**whole["start"], "round": 1.0}}, {**whole, "components": "a\nSeat 1: 99 points"},
    ]  # fmt: skip
    for told in [*twice, *map(json.dumps, odd), "[" * 100_000, text.replace('"rules": 1', '"rules": ' + "9" * 5000)]:
        assert told != text
        with pytest.raises(entrepot.InvalidRecord) as caught:
            entrepot.replay(entrepot.Record.loads(told))
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 300


MANY = 100_000
HOSTILE = {
    "a long dotted key": "a." * (MANY // 2 - 2) + "a=1",
    "a long quoted key": '"a".' * (MANY // 4 - 2) + "a=1",
    "a long header": "[" + "a." * (MANY // 2 - 3) + "a]",
    "arrays in arrays": "a=" + "[" * (MANY - 4),
    "tables in tables": "a=" + "{a=" * (MANY // 3 - 2),
    "a dotted key behind a string": 'x = {y="""a"""", ' + "a." * (MANY // 2 - 50) + 'a=1, z="b"}',
    "a huge number": "a=" + "9" * (MANY - 4),
    "a huge hexadecimal number": "[setup]\nsettlers=0x" + "f" * (MANY - 100),
    "many entries": "points=[" + "{}," * (MANY // 3 - 5) + "]",
    "many unknown keys": "\n".join(f"k{n}=1" for n in range(MANY // 9)),
    "many places": "[[layout]]\nsea=[0,0]\nmarket=[" + "[1,1]," * (MANY // 6 - 10) + "]",
    "many markets": "merchant=[" + '{cost="Y",gain="R"},' * 90 + "]\n"
    + "".join(f"[face.{face}]\nlocations=[" + '{type="market"},' * 200 + "]\n" for face in ("A1", "B1")),
    "a key of letters": '"' + "k" * (MANY // 2 - 9) + '"=1\n"' + "k" * (MANY // 2 - 9) + '"=2',
    "line breaks in a name": '"a\\nb"=1',
    "too large": "#" * (MANY + 1),
}  # fmt: skip
JUDGED = """
import json, resource, sys
from entrepot import InvalidComponents
from entrepot.components import loads
resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
for text in json.load(sys.stdin):
    try:
        loads("east-west-3", text)
    except InvalidComponents as error:
        assert len(error.problems) <= 101
        assert all(one.isprintable() and len(one) < 300 for one in (str(error), *error.problems))
    else:
        raise AssertionError(text[:100])
"""
"""Each within a fraction of a second: together far below what one of them used to take."""


def test_no_component_file_takes_the_time_or_the_memory() -> None:
    told = subprocess.run(
        [sys.executable, "-c", JUDGED],
        input=json.dumps(list(HOSTILE.values())),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr[-2000:]


def test_a_file_may_be_a_pipe_but_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for call in (lambda: components.load("new-world", pipe), lambda: entrepot.Record.load(pipe)):
        with pytest.raises(entrepot.EntrepotError):
            call()
    text = components.packaged("new-world")
    reader, writer = os.pipe()
    os.write(writer, text.encode())
    os.close(writer)
    assert components.load("new-world", f"/dev/fd/{reader}") == components.loads("new-world", text)
    os.close(reader)
