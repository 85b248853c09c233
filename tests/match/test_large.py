"""Storages far above the limit: what a component file of one's own may bring about is still counted right."""

from __future__ import annotations

from pathlib import Path

import pytest

import entrepot
from entrepot.components import packaged


@pytest.mark.parametrize("gain", ["YYYYYYGGGGGGBBBBBB", "YYYYYYGGGGGG", "YYYYYYGGGGGGB", "YYYYYYGGGG", "YYYYYG"])
def test_ten_trades_at_once_are_counted_right_or_the_file_is_refused(gain: str, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(packaged("spice-road").replace('cost = "R"\ngain = "YYY"', f'cost = "R"\ngain = "{gain}"'), "utf-8")
    try:
        match = entrepot.Match.new("spice-road", players=2, seed=1, components=own)
    except entrepot.InvalidComponents:
        return
    start = match.position()
    start["seats"][0].update(storage="R" * 10, hand=["YY", "up2", f"R>{gain}"])
    start["merchants"] = {"row": []}
    match = entrepot.Match.from_position(start, components=own)
    match.play(f"play R>{gain}")
    match.play("x10")
    surplus = 10 * len(gain) - 10
    assert len(match.position()["seats"][0]["storage"]) == 10 * len(gain)
    while match.seat == 0:
        assert match.position()["decision"] == {"kind": "return", "surplus": surplus}
        match.play(match.legal_actions()[0])
        surplus = len(match.position()["seats"][0]["storage"]) - 10
    assert surplus == 0
