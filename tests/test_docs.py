"""What the documents show is true: their Python runs, their positions can be set up, their links lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from entrepot import Match
from entrepot.web.tables.errors import STATUS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def _blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": path.stem}
    for block in _blocks(path, "python"):
        exec(compile(block, path.name, "exec"), names)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_positions_can_be_set_up(path: Path) -> None:
    for block in _blocks(path, "json"):
        data = json.loads(block)
        if "game" in data:
            position = Match.from_position(data).position()
            assert {key: position[key] for key in data} == data


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", path.read_text("utf-8")):
        link = target[0] or target[1]
        assert "://" in link or (path.parent / link).exists(), link


def test_every_code_of_a_refusal_is_told() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", (ROOT / "docs" / "server.md").read_text("utf-8"), re.MULTILINE)
    told = {code: int(status) for status, codes in rows for code in re.findall(r"`([a-z-]+)`", codes)}
    assert told == STATUS
