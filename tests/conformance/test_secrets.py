"""Secrets: nothing hidden can be told apart by anybody, and a sampled world looks like the real one."""

from __future__ import annotations

from collections import Counter

import pytest

import entrepot

from .books import BOOKS
from .kit import (
    choosers,
    every_bot,
    every_seating,
    every_table,
    looks,
    rng,
    script,
    scripted,
    seated,
    start,
    steps,
    viewers,
)

PREFIX = 3
MOST_STEPS = 40


@every_seating
def test_worlds_that_differ_in_hidden_order_look_equal(game: str, players: int, bot: str) -> None:
    for seed in range(2):
        match = start(game, players, seed)
        different = 0
        chosen = script(game, players, bot, seed)
        for number, (_, close) in enumerate(zip(scripted(match, chosen), looks(chosen, 30), strict=True)):
            if not close:
                continue
            chance = rng("worlds", seed, number)
            for viewer in viewers(match):
                other = entrepot.Match.from_position(BOOKS[game].worlds(match.position(), viewer, chance))
                different += other.position() != match.position()
                assert other.observe(viewer) == match.observe(viewer)
                assert other.observe(viewer).to_dict() == match.observe(viewer).to_dict()
                assert repr(other.observe(viewer)) == repr(match.observe(viewer))
        assert different > 10


@every_bot
def test_bots_choose_alike_in_worlds_that_look_equal(game: str, players: int, bot: str) -> None:
    for by in ("random", "greedy"):
        match = start(game, players, 1)
        chosen = script(game, players, by, 1)
        for number, (_, close) in enumerate(zip(scripted(match, chosen), looks(chosen, 12), strict=True)):
            if not close:
                continue
            seat = match.seat
            assert seat is not None
            choice = seated(bot, game, number).choose(match.observe(seat))
            for other_seed in range(2):
                chance = rng("alike", number, other_seed)
                other = entrepot.Match.from_position(BOOKS[game].worlds(match.position(), seat, chance))
                assert seated(bot, game, number).choose(other.observe(seat)) == choice


@every_seating
def test_events_are_equal_until_the_order_shows(game: str, players: int, bot: str) -> None:
    """The first cards of the decks are the same, what lies deeper is not: nobody can tell until it is drawn."""
    match = start(game, players, 2)
    played = script(game, players, bot, 2)
    for number, (_, close) in enumerate(zip(scripted(match, played), looks(played, 8), strict=True)):
        if not close:
            continue
        one = entrepot.Match.from_position(match.position())
        chance = rng("deep", number)
        two = entrepot.Match.from_position(BOOKS[game].below(match.position(), chance, PREFIX))
        by_bots = [choosers(game, players, bot, number) for _ in range(2)]
        told = shown = 0
        for _ in range(MOST_STEPS):
            if one.seat is None or shown >= PREFIX:
                break
            chosen = [
                chooser[one.seat](world.observe(one.seat)) for chooser, world in zip(by_bots, (one, two), strict=True)
            ]
            assert chosen[0] == chosen[1]
            one.play(chosen[0])
            two.play(chosen[1])
            fresh = one.events(told)
            assert fresh == two.events(told)
            told += len(fresh)
            shown += sum(event.kind == "revealed" for event in fresh)
            assert one.can_undo == two.can_undo
            assert one.observe(None) == two.observe(None)


@every_seating
def test_a_sampled_world_looks_like_the_real_one(game: str, players: int, bot: str) -> None:
    match = start(game, players, 3)
    chosen = script(game, players, bot, 3)
    for number, (_, close) in enumerate(zip(scripted(match, chosen), looks(chosen, 25), strict=True)):
        if not close:
            continue
        for viewer in viewers(match):
            seen = match.observe(viewer)
            world = seen.sample(rng("sample", number, viewer))
            assert world.observe(viewer) == seen
            assert Counter(cards(world)) == Counter(cards(match))
            assert seen.sample(rng("sample", number, viewer)).position() == world.position()
    for viewer in viewers(match):
        assert match.observe(viewer).sample(rng("over")).observe(viewer) == match.observe(viewer)


@every_table
def test_a_sampled_world_is_drawn_and_not_looked_up(game: str, players: int) -> None:
    """Samples differ from one another and from the truth, and every order is possible."""
    match = start(game, players, 0)
    seen = match.observe(0)
    hidden = [repr(seen.sample(rng("drawn", number)).position()) for number in range(40)]
    assert len(set(hidden)) == 40
    assert repr(match.position()) not in hidden


@every_table
def test_a_sampled_world_can_be_played_to_its_end(game: str, players: int) -> None:
    match = start(game, players, 3)
    for action in script(game, players, "random", 3)[:40]:
        match.play(action)
    world = match.observe(match.seat).sample(rng("to its end"))
    before = match.position()
    for _ in steps(world, choosers(game, players, "random", 7)):
        pass
    assert world.is_over
    assert match.position() == before


@every_table
def test_an_observation_has_no_handle_to_the_match(game: str, players: int) -> None:
    """Whatever can be reached from it, neither the match nor a state of the engine is among it."""
    match = start(game, players, 0)
    _, state = match.engine()
    hidden = {id(match), id(match.__dict__)}
    todo: list[object] = [match.observe(0)]
    reached: dict[int, object] = {}
    while todo:
        one = todo.pop()
        if id(one) in reached or isinstance(one, type):
            continue
        reached[id(one)] = one
        assert id(one) not in hidden
        assert not isinstance(one, (entrepot.Match, type(state)))
        if isinstance(one, dict):
            todo += [*one, *one.values()]
        elif isinstance(one, (list, tuple, set)):
            todo += one
        else:
            slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
            names = [*slots, *getattr(one, "__dict__", {})]
            todo += [getattr(one, name) for name in names if hasattr(one, name)]
            todo += [getattr(one, "__self__", None), getattr(one, "__closure__", None)]


@every_table
def test_nobody_but_the_seats_and_spectators_may_look(game: str, players: int) -> None:
    match = start(game, players, 0)
    for wrong in (players, -1, True, 1.0, "0", 2**70):
        with pytest.raises(entrepot.EntrepotError) as caught:
            match.observe(wrong)  # type: ignore[arg-type]
        assert "\n" not in str(caught.value)


def cards(match: entrepot.Match) -> list[str]:
    """Every text in a position but the storages: all cards among them."""
    found: list[str] = []
    todo: list[object] = [match.position()]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            todo += one.values()
        elif isinstance(one, list):
            todo += one
        elif isinstance(one, str):
            found.append(one)
    return found
