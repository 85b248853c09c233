"""Every number of `numbers.txt` has a test that cites it, and the list is complete."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
NUMBERS = [line.split()[0] for line in (FOLDER / "numbers.txt").read_text("utf-8").splitlines() if line[:1].isalpha()]


def marks(test: ast.FunctionDef, name: str) -> Iterator[ast.Call]:
    """The calls of one pytest marker on a test."""
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == f"pytest.mark.{name}":
            yield decorator


@functools.cache
def cited() -> dict[str, list[str]]:
    """Per number the tests of this folder that cite it and that are run."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            if re.search(r"mark\.(skip|skipif|xfail|slow)\b", "".join(map(ast.unparse, node.decorator_list))):
                continue
            for mark in marks(node, "rule"):
                for argument in mark.args:
                    assert isinstance(argument, ast.Constant), f"{path.name}: {node.name} cites no plain text"
                    found.setdefault(str(argument.value), []).append(f"{path.name}::{node.name}")
    return found


@pytest.mark.parametrize("number", NUMBERS)
def test_the_number_has_a_test(number: str) -> None:
    assert cited().get(number), f"no test in tests/rulebook cites {number}"


def test_no_test_cites_a_number_that_is_not_listed() -> None:
    assert set(cited()) <= set(NUMBERS)


def test_no_number_is_listed_twice() -> None:
    assert len(NUMBERS) == len(set(NUMBERS))
    assert {number for number in NUMBERS if number.startswith("C")} == {f"C{n}" for n in range(1, 12)}
    assert {number for number in NUMBERS if number.startswith("SR")} == {f"SR{n}" for n in range(1, 13)}
    assert {number for number in NUMBERS if number.startswith("NW")} == {f"NW{n}" for n in range(1, 24)}
    for part, last in ((1, 12), (2, 12), (3, 6)):
        numbers = {number for number in NUMBERS if number.startswith(f"W{part}-")}
        assert numbers == {f"W{part}-{n}" for n in range(1, last + 1)}
    assert {number for number in NUMBERS if number.startswith("R")} == {f"R{n}" for n in range(1, 8)}
    assert {number for number in NUMBERS if number.startswith("F")} == {f"F{n}" for n in range(1, 16)}


def test_the_list_agrees_with_the_rules_beside_the_checkout() -> None:
    """The specification is no part of the repository; where it lies beside it, nothing of it may be missing here."""
    rules = ROOT.parent / "shared" / "rules.md"
    text = rules.read_text("utf-8") if rules.exists() else ""
    written = set(re.findall(r"^- \*\*((?:C|SR|NW|F|W\d-)\d+)\b", text, re.MULTILINE))
    written |= set(re.findall(r"^\| (R\d+) \|", text, re.MULTILINE))
    assert not text or written == set(NUMBERS)
