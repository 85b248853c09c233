"""Records: replay to equal results, and a tampered one is refused with the first divergence named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import entrepot

from .kit import (
    choosers,
    every_seating,
    every_table,
    finished,
    looks,
    one_line,
    recorded,
    rng,
    script,
    scripted,
    start,
    steps,
    table,
)


@every_seating
def test_records_replay_to_equal_results(game: str, players: int, bot: str, tmp_path: Path) -> None:
    for seed in range(2):
        match = finished(game, players, bot, seed)
        record = match.record()
        path = tmp_path / f"{seed}.json"
        record.save(path)
        loaded = entrepot.Record.load(path)
        assert loaded == record == entrepot.Record.loads(record.dumps())
        assert loaded.dumps() == record.dumps()
        again = entrepot.replay(loaded)
        assert table(again) == table(match)
        assert again.events() == match.events()
        assert again.record() == record


@every_table
def test_a_game_that_still_runs_has_a_record_too(game: str, players: int) -> None:
    match = start(game, players, 1)
    chosen = script(game, players, "random", 1)
    for _, close in zip(scripted(match, chosen), looks(chosen, 10), strict=True):
        if close:
            record = entrepot.Record.loads(match.record().dumps())
            assert record.result is None
            again = entrepot.replay(record)
            assert table(again) == table(match)
            assert again.can_undo == match.can_undo


@every_table
def test_a_record_of_a_match_from_a_position(game: str, players: int) -> None:
    match = start(game, players, 1)
    kinds: set[str] = set()
    for number, _ in enumerate(scripted(match, script(game, players, "random", 1))):
        if match.decision.kind in kinds:
            continue
        kinds.add(match.decision.kind)
        other = entrepot.Match.from_position(match.position())
        for _ in steps(other, choosers(game, players, "random", number)):
            pass
        again = entrepot.replay(entrepot.Record.loads(other.record().dumps()))
        assert table(again) == table(other)


@every_table
@pytest.mark.parametrize("times", [0, 2], ids=["left out", "put in"])
def test_an_action_left_out_or_put_in_is_found(game: str, players: int, times: int) -> None:
    match = finished(game, players, "greedy", 1)
    data = recorded(game, players, "greedy", 1)
    found = 0
    for place in rng(times, players).sample(range(len(data["actions"])), 25):
        actions = [*data["actions"][:place], *data["actions"][place : place + 1] * times, *data["actions"][place + 1 :]]
        if not same_end({**data, "actions": actions}, match):
            refused({**data, "actions": actions}, at_least=place)
            found += 1
    assert found > 20


@every_table
def test_an_action_changed_is_found_where_it_is(game: str, players: int) -> None:
    """Illegal and unreadable ones at their very place; another legal one at the latest by the result."""
    match = finished(game, players, "greedy", 1)
    data = recorded(game, players, "greedy", 1)
    walked = start(game, players, 1)
    for place, action in enumerate(data["actions"]):
        if place % 15 == 0:
            legal = [str(one) for one in walked.legal_actions()]
            for wrong in ("claim 99", "nonsense", "", "x99"):
                error = refused({**data, "actions": [*data["actions"][:place], wrong, *data["actions"][place + 1 :]]})
                assert error.index == place
                assert str(place + 1) in str(error)
            for other in legal[:3]:
                if other != action:
                    replaced = [*data["actions"][:place], other, *data["actions"][place + 1 :]]
                    harmless = same_end({**data, "actions": replaced}, match)
                    if not harmless:
                        refused({**data, "actions": replaced}, at_least=place)
        walked.play(action)


@every_table
def test_actions_after_the_end_are_found(game: str, players: int) -> None:
    data = recorded(game, players, "random", 1)
    error = refused({**data, "actions": [*data["actions"], "rest"]})
    assert error.index == len(data["actions"])


@every_table
def test_a_wrong_result_is_found(game: str, players: int) -> None:
    data = recorded(game, players, "random", 1)
    result = data["result"]
    wrong: list[Any] = [
        None,
        {},
        {**result, "points": [*result["points"][:-1], result["points"][-1] + 1]},
        {**result, "ranking": result["ranking"][::-1]},
        {**result, "reason": "nonsense"},
        {**result, "lines": [{**line, "cubes": line["cubes"] + 1} for line in result["lines"]]},
        {**result, "lines": result["lines"][:-1]},
        {**result, "points": None},
    ]
    for one in wrong:
        assert refused({**data, "result": one}).index == len(data["actions"])
    running = {**data, "actions": data["actions"][:-1]}
    assert refused(running).index == len(running["actions"])


@every_table
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "entrepot"),
        ("format", None),
        ("version", 0),
        ("version", 2),
        ("version", "1"),
        ("version", True),
        ("version", None),
        ("rules", 99),
        ("rules", "1"),
        ("game", "chess"),
        ("game", ""),
        ("game", 5),
        ("components", "0" * 16),
        ("components", ""),
        ("components", None),
        ("start", {}),
        ("start", None),
        ("start", []),
        ("actions", None),
        ("actions", {}),
        ("actions", "rest"),
        ("actions", [1]),
        ("actions", [None]),
        ("actions", [["rest"]]),
        ("result", []),
        ("result", "won"),
        ("result", 7),
    ],
)
def test_a_record_of_something_else_is_refused(game: str, players: int, key: str, value: Any) -> None:
    data = recorded(game, players, "random", 1)
    with pytest.raises(entrepot.InvalidRecord) as caught:
        entrepot.replay(entrepot.Record.loads(json.dumps({**data, key: value})))
    assert one_line(caught.value)
    del data[key]
    with pytest.raises(entrepot.InvalidRecord) as caught:
        entrepot.replay(entrepot.Record.loads(json.dumps(data)))
    assert one_line(caught.value)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '"record"', "[" * 100_000, "\0", "{}", '{"format": "entrepot-record"}', "NaN"]
)
def test_a_text_that_is_no_record_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(entrepot.InvalidRecord) as caught:
        entrepot.Record.loads(text)
    assert one_line(caught.value)
    path = tmp_path / "file.json"
    path.write_text(text, "utf-8")
    with pytest.raises(entrepot.InvalidRecord):
        entrepot.Record.load(path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    latin = tmp_path / "latin.json"
    latin.write_bytes(b'{"format": "\xe9\xff"}')
    for path in (tmp_path / "missing.json", tmp_path, latin):
        with pytest.raises(entrepot.InvalidRecord) as caught:
            entrepot.Record.load(path)
        assert "\n" not in str(caught.value)


def refused(data: dict[str, Any], at_least: int = 0) -> entrepot.ReplayDivergence:
    """The divergence that the replay of a tampered record finds, not before the place that was tampered with."""
    with pytest.raises(entrepot.ReplayDivergence) as caught:
        entrepot.replay(entrepot.Record.loads(json.dumps(data)))
    assert one_line(caught.value)
    assert caught.value.index >= at_least
    return caught.value


def same_end(data: dict[str, Any], match: entrepot.Match) -> bool:
    """Whether another choice happens to lead to the very same result, so that there is nothing to find."""
    try:
        return entrepot.replay(entrepot.Record.loads(json.dumps(data))).result == match.result
    except entrepot.ReplayDivergence:
        return False
