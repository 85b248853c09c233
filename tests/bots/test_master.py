"""Master, which plays on in worlds that it draws: legal, the same every time, blind to what is hidden."""

from __future__ import annotations

from random import Random

import pytest

import entrepot
from entrepot import bots
from entrepot.bots import levels
from entrepot.games import TITLES

FEW = 0.2  # of its worlds and plans: what is tested here is the same with all of them


def middle(game: str, players: int) -> entrepot.Match:
    """A table at which somebody has a whole turn before them, some rounds after the start."""
    match = entrepot.Match.new(game, players=players, seed=11)
    seated = [bots.make("easy", game, seat) for seat in range(players)]
    while match.round < 6 or match.observe(None).position["decision"]["kind"] != "turn":
        assert match.seat is not None
        match.play(seated[match.seat].choose(match.observe(match.seat)))
    return match


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("players", [2, 3])
def test_it_chooses_what_is_legal_and_the_same_in_all_worlds_that_look_alike(game: str, players: int) -> None:
    match = middle(game, players)
    observation = match.observe(match.seat)
    chosen = levels.Master(Random(1), FEW).choose(observation)
    assert chosen in observation.legal_actions
    assert levels.Master(Random(2), FEW).choose(observation) == chosen
    other = observation.sample(Random(5))
    assert other.position() != match.position()
    assert levels.Master(Random(1), FEW).choose(other.observe(match.seat)) == chosen


def test_it_plays_a_game_to_its_end() -> None:
    match = entrepot.Match.new("new-world", players=2, seed=3)
    seated: list[bots.Bot] = [levels.Master(Random(0), 0.01), bots.make("calm", "new-world", 1)]
    while match.seat is not None:
        match.play(seated[match.seat].choose(match.observe(match.seat)))
    assert match.result is not None


def test_it_asks_its_worlds_where_it_has_some() -> None:
    """What comes of its choices counts: with a verdict turned round it takes another one."""
    match = middle("new-world", 2)
    observation = match.observe(match.seat)

    class Contrary(levels.Master):
        TRUST = 0.0

        def _ahead(self, *arguments: object) -> float:
            return -super()._ahead(*arguments)  # type: ignore[arg-type]

    class Plain(levels.Master):
        TRUST = 0.0

    assert Contrary(Random(0), FEW).choose(observation) != Plain(Random(0), FEW).choose(observation)
