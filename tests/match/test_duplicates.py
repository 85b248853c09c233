"""Cards that are equal, in any place: positions, records, worlds and bots tell them apart as far as a table does."""

from __future__ import annotations

import json
from random import Random

import pytest

import entrepot
from entrepot import arena, components

STARTS = {
    "two equal gains": '[{ gain = "YY" }, { gain = "YY" }, { upgrade = 2 }]',
    "all equal": "[{ upgrade = 2 }, { upgrade = 2 }]",
    "as a merchant": '[{ gain = "YYY" }, { cost = "YY", gain = "G" }]',
    "two as a merchant": '[{ gain = "YYY" }, { gain = "YYY" }, { upgrade = 3 }]',
}


def own_box(cards: str) -> components.Box:
    """Spice Road with other starting cards."""
    text = components.packaged("spice-road")
    line = next(one for one in text.splitlines() if one.startswith("starting_cards"))
    return components.loads("spice-road", text.replace(line, f"starting_cards = {cards}"))


@pytest.mark.parametrize("cards", STARTS.values(), ids=STARTS)
def test_equal_starting_cards(cards: str) -> None:
    box = own_box(cards)
    match = entrepot.Match.new("spice-road", players=3, seed=4, components=box)
    chance = Random(4)
    for _ in range(250):
        if match.seat is None:
            break
        position = json.loads(json.dumps(match.position()))
        assert entrepot.Match.from_position(position, components=box).position() == position
        observation = match.observe(match.seat)
        assert observation.sample(Random(1)).observe(match.seat) == observation
        match.play(chance.choice(match.legal_actions()))
    again = entrepot.replay(entrepot.Record.loads(match.record().dumps()), box)
    assert again.position() == match.position()
    for bot in ("greedy", "random"):
        played = arena.simulate("spice-road", [bot, "random"], 1, seed=2, max_rounds=8, components=box)
        assert played.outcomes[0].decisions > 0
