"""The public surface is pinned (design, section 5): a change here is a change of the version."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

import pytest

import entrepot

NAMES = [
    "Action",
    "CanUndo",
    "CannotUndo",
    "Decision",
    "EntrepotError",
    "Event",
    "IllegalAction",
    "InvalidComponents",
    "InvalidNotation",
    "InvalidOptions",
    "InvalidPosition",
    "InvalidRecord",
    "Match",
    "Observation",
    "Record",
    "ReplayDivergence",
    "Result",
    "UnknownGame",
    "__version__",
    "games",
    "replay",
]

MEMBERS = {
    entrepot.Action: {"argument", "kind", "parse"},
    entrepot.Match: {
        "can_undo",
        "components",
        "decision",
        "engine",
        "events",
        "from_position",
        "game",
        "is_over",
        "legal_actions",
        "new",
        "observe",
        "options",
        "play",
        "play_all",
        "players",
        "position",
        "record",
        "result",
        "round",
        "seat",
        "standing",
        "turns",
        "undo",
    },
    entrepot.Observation: {"legal_actions", "position", "sample", "seat", "to_dict", "viewer"},
    entrepot.Event: {"data", "kind", "seat", "to_dict"},
    entrepot.Record: {
        "actions",
        "components",
        "dumps",
        "from_dict",
        "game",
        "load",
        "loads",
        "result",
        "save",
        "start",
        "to_dict",
    },
    entrepot.Decision: {"data", "kind"},
    entrepot.CanUndo: {"reason"},
}


def test_names() -> None:
    assert sorted(entrepot.__all__) == NAMES
    assert all(hasattr(entrepot, name) for name in NAMES)


@pytest.mark.parametrize(("kind", "names"), MEMBERS.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_members(kind: type, names: set[str]) -> None:
    assert {name for name in dir(kind) if not name.startswith("_")} == names


def test_result_members() -> None:
    result = entrepot.Result([{"cards": 1}, {"cards": 2}])
    assert {name for name in dir(result) if not name.startswith("_")} == {
        "lines",
        "points",
        "ranking",
        "reason",
        "to_dict",
    }


@pytest.mark.parametrize(
    ("call", "parameters"),
    [
        (entrepot.games, []),
        (entrepot.replay, ["record", "components"]),
        (entrepot.Match.new, ["game", "players", "seed", "options", "components"]),
        (entrepot.Match.from_position, ["position", "seed", "components"]),
        (entrepot.Match.play, ["self", "action"]),
        (entrepot.Match.undo, ["self"]),
        (entrepot.Match.observe, ["self", "seat"]),
        (entrepot.Match.events, ["self", "since"]),
        (entrepot.Action.parse, ["action"]),
        (entrepot.Record.load, ["path"]),
        (entrepot.Record.loads, ["text"]),
        (entrepot.Observation.sample, ["self", "rng"]),
    ],
    ids=lambda value: getattr(value, "__qualname__", ""),
)
def test_parameters(call: object, parameters: list[str]) -> None:
    assert callable(call)
    assert list(inspect.signature(call).parameters) == parameters


def test_every_error_is_a_value_error_with_a_one_line_reason() -> None:
    kinds = [value for value in vars(entrepot).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(kinds) == 10
    assert all(issubclass(kind, entrepot.EntrepotError) for kind in kinds)
    assert issubclass(entrepot.EntrepotError, ValueError)
    assert issubclass(entrepot.ReplayDivergence, entrepot.InvalidRecord)


def test_errors_of_the_surface() -> None:
    match = entrepot.Match.new("spice-road", players=2, seed=1)
    before = match.position()
    with pytest.raises(entrepot.InvalidNotation):
        match.play("buy 3")
    with pytest.raises(entrepot.IllegalAction):
        match.play("rest")
    with pytest.raises(entrepot.CannotUndo):
        match.undo()
    with pytest.raises(entrepot.UnknownGame):
        entrepot.Match.new("chess")
    with pytest.raises(entrepot.InvalidOptions):
        entrepot.Match.new("spice-road", players=6)
    with pytest.raises(entrepot.InvalidPosition):
        entrepot.Match.from_position({**before, "round": -1})
    with pytest.raises(entrepot.InvalidRecord):
        entrepot.Record.loads("{}")
    assert match.position() == before


def test_the_walk_through_of_the_design(tmp_path: Path) -> None:
    assert entrepot.games() == ["spice-road", "new-world", "east-west-1", "east-west-2", "east-west-3"]
    match = entrepot.Match.new("spice-road", players=3, seed=7, options={"empty_rest": True}, components=None)
    assert (match.seat, match.decision.kind, match.round, match.is_over, match.result) == (0, "turn", 1, False, None)
    assert match.options == {"empty_rest": True, "idle_trade": False, "open_claims": False}
    assert "acquire 3" in [str(action) for action in match.legal_actions()]
    match.play("acquire 3")
    assert match.decision.kind == "turn"
    while match.seat is not None:
        match.play(match.legal_actions()[-1])
    assert match.is_over
    assert match.decision.kind == "over"
    result = match.result
    assert result is not None
    assert [sum(line.values()) for line in result.lines] == result.points
    assert sorted(result.ranking) == [0, 1, 2]
    assert json.loads(json.dumps(match.position())) == match.position()
    match.record().save(tmp_path / "game.json")
    again = entrepot.replay(entrepot.Record.load(tmp_path / "game.json"))
    assert again.position() == match.position()
