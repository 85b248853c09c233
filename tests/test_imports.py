"""The engine stays bare: what it and games in numbers may import at all. The arrows are in `.importlinter`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import entrepot

PACKAGE = Path(entrepot.__file__).parent
ALLOWED = {"__future__", "collections.abc", "functools", "librt.strings", "librt.vecs", "mypy_extensions", "typing"}
ENGINE = [path for folder in ("core", "rules", "games", "numeric") for path in sorted((PACKAGE / folder).rglob("*.py"))]


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_engine_imports_nothing_from_outside(path: Path) -> None:
    used = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            used |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            used.add(node.module or "")
    assert used <= ALLOWED


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_engine_calls_nothing_that_reads_or_writes(path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "exec", "eval", "__import__"}
