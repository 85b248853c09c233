"""Every place of every board, in every window that matters and in two fonts: read, whole and uncovered."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from entrepot import Match

from .measure import WINDOWS, faults
from .stage import LAND, decisions, ended, rich, show

FITS = Path(__file__).with_name("fits.js").read_text(encoding="utf-8")
DEBIAN = ":root { --serif: 'DejaVu Serif' !important; --sans: 'DejaVu Sans' !important; }"
"""The fonts of a bare Debian, wider than any other."""
ELSEWHERE = ".counter, .seats, .rivals, .news, .log, .top, .strip"
"""Measured by the tests of the bar and of the others."""


def turns(game: str) -> Iterator[tuple[str, Match]]:
    """Turns with settlers of the others, of the reader or of nobody everywhere, with exploration tiles and without."""
    boards = ("D1", "E1", "F1") if game == "new-world" else (None,)
    crowds = (("others", True, True), ("others", False, True), ("mine", True, True), ("mine", False, False))
    for board, players, (settlers, tiles, full) in itertools.product(boards, (4, 2), crowds):
        options = {"board": board} if board else None
        told = f"{settlers}, {players} players, {board or ''}{' tiles' if tiles else ''}{' full' if full else ''}"
        yield told, rich(game, players, 1, settlers=settlers, tiles=tiles, full=full, options=options)


@pytest.mark.parametrize("states", [turns, decisions, "ends"], ids=["turns", "decisions", "ends"])
@pytest.mark.parametrize("game", LAND)
def test_nothing_is_cut_covered_or_too_small(chromium: Browser, game: str, states: object) -> None:
    matches = states(game) if callable(states) else [(f"{n} players", ended(game, n)) for n in (2, 4)]
    context = chromium.new_context(reduced_motion="reduce")
    page, found = context.new_page(), []
    for told, match in matches:
        show(page, match)
        for font in ("", DEBIAN):
            if font:
                page.add_style_tag(content=font)
            for window, size in WINDOWS.items():
                page.set_viewport_size(size["viewport"])
                lines = page.evaluate(FITS) + [
                    one for one in faults(page, ELSEWHERE) if not one.startswith("small targ")
                ]
                found += [f"{told}, {window}{', Debian' if font else ''}: {line}" for line in lines]
    context.close()
    assert found == []
