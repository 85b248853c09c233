"""Errors and problems: told in English, and in the language of whoever reads them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.pofile import read_po

import entrepot
from entrepot import Match, i18n
from entrepot.components import judge, loads, packaged, parse
from entrepot.core.errors import EntrepotError, Reason
from entrepot.games import TITLES
from test_input import CALLS, JUNK
from tongues import script

ROOT = Path(__file__).parent.parent.parent
PACKAGE = Path(entrepot.__file__).parent
SOURCES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
OTHERS = [lang for lang in i18n.languages() if lang != "en"]
ENGLISH = re.compile(
    r"\b(the|there|must|cannot|are|has|but|not|more|than|which|with|unknown|missing)\b"
    r"|\b(seat|slot|location|stack) [\dA-F]"
)
"""Words that no file, key or action has and no other language, in a reason."""


ODD: list[Any] = [None, 99, -1, "?", "YYYYYYYYYYYY", [], {}, [1, "x"], True, {"odd": 1}]


def catalogue(lang: str = "en") -> Any:
    with (PACKAGE / "i18n" / lang / "messages.po").open("rb") as file:
        return read_po(file, locale=lang)


def family() -> set[str]:
    """The names of all errors that are made of a message."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in SOURCES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"EntrepotError"}
    while more := {name for name, over in bases.items() if over & found} - found:
        found |= more
    return found


def parts(reason: Reason) -> Iterator[Reason]:
    yield reason
    for value in reason.values.values():
        if isinstance(value, Reason):
            yield from parts(value)


def called(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return f"{function.value.id}.{function.attr}" if isinstance(function.value, ast.Name) else function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_the_messages_of_all_errors_are_collected() -> None:
    assert family() - {"InvalidComponents"} == set(script("messages").ERRORS)


def test_errors_are_made_of_whole_messages() -> None:
    """A text that was put together has no translation. `told` and `reason` hold messages that are marked elsewhere."""
    known = {message.id for message in catalogue()}
    wrong, made = [], {*family(), "Reason"}
    for path, tree in SOURCES.items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or called(node) not in made or not node.args:
                continue
            first = node.args[0]
            if called(node) == "InvalidComponents":
                fine = not any(isinstance(one, ast.Constant | ast.JoinedStr) for one in getattr(first, "elts", ()))
            elif isinstance(first, ast.Constant):
                fine = first.value in known
            else:
                fine = (isinstance(first, ast.Name) and first.id in ("told", "reason", "message")) or (
                    isinstance(first, ast.Call) and called(first) in ("Reason", "Reason.foreign", "because", "said")
                )
            if not fine:
                wrong.append(f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(first)}")
    assert wrong == []


@pytest.mark.parametrize("lang", OTHERS)
def test_what_begins_with_its_place_does_so_in_all_languages(lang: str) -> None:
    """Where a problem stands at its place on a page, the place is left out."""
    for message in catalogue(lang):
        if isinstance(message.id, str) and message.id.startswith("{place}"):
            assert message.string.startswith("{place}"), message.id


def broken_boxes() -> Iterator[EntrepotError]:
    """What is told of boxes in which each value in turn is gone, of another kind, or far off."""
    rng = Random(1)
    for game, tries in (("spice-road", 150), ("east-west-3", 250)):
        data = parse(packaged(game))
        for path in rng.choices([*places(data)], k=tries):
            yield from told(partial(judge, game, changed(data, path, rng.choice(ODD))))
    for text in (
        "[",
        "a = ",
        "x" * 200_000,
        "a = 1\na = 2",
        "a" + ".a" * 20 + " = 1",
        f"a = {'1' * 2000}",
        "merchant = 1",
    ):
        yield from told(partial(loads, "new-world", text))


def broken_positions() -> Iterator[EntrepotError]:
    """What is told of positions of every game in which one value is gone, of another kind, or far off."""
    rng = Random(2)
    for game in TITLES:
        match = Match.new(game, seed=11)
        for step in range(120):
            if step % 12 == 0:
                data = match.position()
                for path in rng.choices([*places(data)], k=60):
                    yield from told(partial(Match.from_position, changed(data, path, rng.choice(ODD))))
            if not (legal := match.legal_actions()):
                break
            match.play(legal[(step * 5) % len(legal)])


def told(call: Any) -> Iterator[EntrepotError]:
    try:
        call()
    except EntrepotError as error:
        yield error


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    for key, one in entries:
        yield (*way, key)
        yield from places(one, (*way, key))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy with another value at one place."""
    copy = dict(data) if isinstance(data, dict) else list(data)
    if len(path) == 1 and value is None and isinstance(copy, dict):
        del copy[path[0]]
    else:
        copy[path[0]] = value if len(path) == 1 else changed(data[path[0]], path[1:], value)
    return copy


def refused_actions() -> Iterator[EntrepotError]:
    """Why actions are refused: all that one position or another allows, tried in every position of a game."""
    for game in TITLES:
        match = Match.new(game, seed=4)
        tried: dict[str, None] = {}
        for step in range(90):
            legal = [str(action) for action in match.legal_actions()]
            if not legal:
                break
            tried |= dict.fromkeys(legal)
            for action in [*tried][step % 7 :: 7]:
                if action not in legal:
                    try:
                        match.play(action)
                    except EntrepotError as error:
                        yield error
            match.play(legal[(step * 5) % len(legal)])


def junk() -> Iterator[EntrepotError]:
    for call in CALLS.values():
        for value in (one for one in JUNK if not isinstance(one, str) or len(one) < 100):
            try:
                with suppress(OSError, TypeError):
                    call(value)
            except EntrepotError as error:
                yield error
            except RecursionError:
                continue


@pytest.mark.parametrize("source", [broken_boxes, broken_positions, refused_actions, junk])
def test_every_error_can_be_told_in_every_language(source: Any) -> None:
    known = {message.id for message in catalogue()}
    met: dict[str, Reason] = {}
    for error in source():
        for reason in (error.reason, *getattr(error, "problems", ())):
            for part in parts(reason):
                met.setdefault(part.message, part)
    assert len(met) > 20
    for message, reason in met.items():
        if not message:
            continue
        assert message in known
        assert i18n.texts("en").error(reason) == str(reason)
        for lang in OTHERS:
            said = i18n.texts(lang).error(reason)
            assert said.replace("\u202f", " ").isprintable(), said
            assert not ENGLISH.search(re.sub(r"['\"«].*?['\"»]", "", said)), (lang, said)
