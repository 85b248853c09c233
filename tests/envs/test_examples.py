"""The examples run, and the documentation tells of every field."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from conformance.kit import every_game
from entrepot import envs

ROOT = Path(__file__).parent.parent.parent


def example(name: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:
    """What the `main` of an example returns."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(sys, "argv", [name, *arguments])
    return module.main()


def test_a_policy_is_trained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax")
    wins = example("train_policy", monkeypatch, "--short")
    assert 0 <= wins <= 100
    assert f"won {wins} of 100 games" in capsys.readouterr().out


def test_actions_are_preferred(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    share = example("prefer_actions", monkeypatch, "--short")
    assert 0 <= share <= 1
    assert "generation 1" in capsys.readouterr().out


@every_game
def test_every_field_is_documented(game: str) -> None:
    told = (ROOT / "docs" / "environments.md").read_text("utf-8")
    spec = envs.Spec(game)
    for field in spec.fields.values():
        assert f"| `{field.name}` | {' × '.join(map(str, field.shape))} | {field.about} |" in told
