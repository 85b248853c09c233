"""The weights of sharp can be found again, and the ladder measured again."""

from __future__ import annotations

import importlib.util
import json
import random
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from entrepot.bots.levels import Sharp

SCRIPTS = Path(__file__).parents[2] / "scripts"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tune() -> ModuleType:
    return script("tune")


@pytest.mark.parametrize(("bot", "name"), [("sharp", "weights.toml"), ("master", "master.toml")])
def test_goes_on_where_it_stopped_and_writes_what_it_found(
    tune: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, name: str
) -> None:
    file, toml = tmp_path / "tuned.json", tmp_path / name
    monkeypatch.setattr(tune, "FOLDER", tmp_path)
    command = ["tune.py", "spice-road", "--bot", bot, "--file", str(file), "--seconds", "0.01", "--width", "1"]
    for steps in (1, 2):
        monkeypatch.setattr(sys, "argv", command)
        tune.main()
        assert json.loads(file.read_text("utf-8"))["steps"] == steps
    tuned = json.loads(file.read_text("utf-8"))["weights"]
    assert tuned.keys() == tune.start("spice-road", bot).keys()
    monkeypatch.setattr(sys, "argv", [*command, "--write"])
    tune.main()
    written = tomllib.loads(toml.read_text("utf-8"))
    assert written == {"spice-road": {name: round(value, 3) for name, value in tuned.items()}}


def test_goes_to_where_it_did_better(tune: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def cubes(game: str, players: int, seed: int, seats: list[dict[str, float]], width: int) -> float:
        return 1.0 if seats[0]["CUBES"] > seats[1]["CUBES"] else -1.0

    monkeypatch.setattr(tune, "better", cubes)
    usual = tune.start("new-world")
    tuned: dict[str, Any] = {"steps": 0, "weights": dict(usual)}
    for _ in range(30):
        tune.step("new-world", 3, tuned, 1, 0.1, random.Random(3))
    assert tuned["steps"] == 30
    assert tuned["weights"]["CUBES"] > usual["CUBES"] + 0.1
    assert 0.0 < tuned["weights"]["DISCOUNT"] <= 1.0


def test_starts_from_the_weights_as_they_are(tune: ModuleType) -> None:
    for game, tuned in Sharp.WEIGHTS.items():
        start = tune.start(game)
        assert all(start[name] == weight for name, weight in tuned.items() if name in start)
        assert set(start) | {"DEPTH"} >= set(tuned)


def test_worse_weights_lose(tune: ModuleType) -> None:
    """Who thinks that cubes are all that counts never claims a card."""
    good = tune.start("spice-road")
    bad = {**good, "CUBES": 9.0, "NEAREST": 0.0, "SECOND": 0.0}
    assert tune.better("spice-road", 2, 5, [good, bad], 4) == 1.5
    assert tune.better("spice-road", 2, 5, [bad, good], 4) == -1.5


def test_the_ladder_is_measured_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    strength = script("strength")
    page = tmp_path / "strength.md"
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "DATA", tmp_path / "ladder.json")
    command = ["strength.py", "--folder", str(tmp_path / "games"), "--pairs", "2"]
    monkeypatch.setattr(sys, "argv", [*command, "--players", "5", "--game", "spice-road", "--step", "easy"])
    strength.main()
    kept = (tmp_path / "games" / "spice-road-5-easy-calm.jsonl").read_text("utf-8")
    monkeypatch.setattr(sys, "argv", [*command, "--game", "new-world", "--step", "easy"])
    strength.main()
    assert (tmp_path / "games" / "spice-road-5-easy-calm.jsonl").read_text("utf-8") == kept
    told = page.read_text("utf-8")
    assert told.index("## 2 players") < told.index("| A New World |") < told.index("## 5 players")
    assert told.count("not measured") == 2 * 2
    assert "of 10) |" in told or "of 10)** |" in told
    steps = json.loads((tmp_path / "ladder.json").read_text("utf-8"))["steps"]
    assert [(one["game"], one["players"], one["games"]) for one in steps] == [
        ("new-world", 2, 4),
        ("spice-road", 5, 10),
    ]
    assert all(0 <= one["low"] <= one["share"] <= one["high"] <= 1 for one in steps)
