"""Which games, tables and bots there are, and games to look at. Everything through the public surface."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import entrepot
from entrepot import bots
from entrepot.games import Options, title

GAMES = entrepot.games()
Chooser = Callable[[entrepot.Observation], entrepot.Action]


def _playable(game: str, players: int) -> bool:
    try:
        entrepot.Match.new(game, players=players, seed=0)
    except entrepot.InvalidOptions:
        return False
    return True


PLAYERS = {game: [players for players in range(10) if _playable(game, players)] for game in GAMES}
TABLES = [(game, players) for game in GAMES for players in PLAYERS[game]]
SEATED = [(game, players, bot) for game, players in TABLES for bot in bots.names(game)]
SCRIPTED = [(game, players, bot) for game, players in TABLES for bot in ("random", "greedy")]
"""Whose games are looked at from all sides: one that goes everywhere, and one that gets somewhere. What bots themselves
have to keep is asked of all of them, with `every_bot`."""

every_game = pytest.mark.parametrize("game", GAMES)
every_table = pytest.mark.parametrize(("game", "players"), TABLES)
every_seating = pytest.mark.parametrize(("game", "players", "bot"), SCRIPTED)
every_bot = pytest.mark.parametrize(("game", "players", "bot"), SEATED)


def options_of(game: str, number: int) -> Options:
    """Some setting of all options; different numbers give different settings, 0 the defaults."""
    setting: Options = {}
    for name, values in sorted(title(game).options.items()):
        setting[name] = values[number % len(values)]
        number //= len(values)
    return setting


def start(game: str, players: int, seed: int) -> entrepot.Match:
    """A new match; the options vary with the seed, all at their defaults for seed 0."""
    return entrepot.Match.new(game, players=players, seed=seed, options=options_of(game, seed) if seed else None)


_EFFORT = {"sharp": 0.05}
"""Bots that plan far keep every promise with fewer plans too."""


def seated(bot: str, game: str, seed: int) -> bots.Bot:
    """A bot that is quick enough for whole games in tests."""
    return bots.make(bot, game, seed, effort=_EFFORT.get(bot, 1.0))


def choosers(game: str, players: int, bot: str, seed: int) -> list[Chooser]:
    """A bot for every seat."""
    return [seated(bot, game, seed * 10 + number).choose for number in range(players)]


def steps(match: entrepot.Match, chosen_by: list[Chooser]) -> Iterator[entrepot.Action]:
    """Play a match to its end. Each action is handed out before it is played."""
    while match.seat is not None:
        action = chosen_by[match.seat](match.observe(match.seat))
        yield action
        match.play(action)


@functools.cache
def script(game: str, players: int, bot: str, seed: int = 0) -> Sequence[entrepot.Action]:
    """What the bots choose in the match that `start` gives, to its end. Every test may play it again."""
    return tuple(steps(start(game, players, seed), choosers(game, players, bot, seed)))


def scripted(match: entrepot.Match, chosen: Sequence[entrepot.Action]) -> Iterator[entrepot.Action]:
    """Play a match by a script. Each action is handed out before it is played."""
    for action in chosen:
        yield action
        match.play(action)
    assert match.is_over


def looks(chosen: Sequence[entrepot.Action], number: int) -> Iterator[bool]:
    """For each decision of a script, whether to look closely: at so many of them, however long the game is."""
    every = max(1, len(chosen) // number)
    return (place % every == 0 for place in range(len(chosen)))


def finished(game: str, players: int, bot: str, seed: int = 0) -> entrepot.Match:
    """A match at its end."""
    match = start(game, players, seed)
    for _ in scripted(match, script(game, players, bot, seed)):
        pass
    return match


@functools.cache
def _recorded(game: str, players: int, bot: str, seed: int) -> str:
    return finished(game, players, bot, seed).record().dumps()


def recorded(game: str, players: int, bot: str, seed: int = 0) -> dict[str, Any]:
    """The record of a finished match as data, to be changed as one likes."""
    data: dict[str, Any] = json.loads(_recorded(game, players, bot, seed))
    return data


def snapshot(match: entrepot.Match) -> dict[str, Any]:
    """Everything that can be asked of a match, as data."""
    result = match.result
    return {
        "position": match.position(),
        "legal": [str(action) for action in match.legal_actions()],
        "seat": match.seat,
        "decision": match.decision.data,
        "events": [event.to_dict() for event in match.events()],
        "record": match.record().to_dict(),
        "undo": match.can_undo.reason,
        "seen": [match.observe(viewer).to_dict() for viewer in viewers(match)],
        "result": result.to_dict() if result else None,
    }


def table(match: entrepot.Match) -> dict[str, Any]:
    """What must be equal in two matches at the same point, whatever their history."""
    result = match.result
    return {
        "position": match.position(),
        "legal": [str(action) for action in match.legal_actions()],
        "decision": match.decision.data,
        "seen": [match.observe(viewer).to_dict() for viewer in viewers(match)],
        "result": result.to_dict() if result else None,
    }


def viewers(match: entrepot.Match) -> list[int | None]:
    """Everybody who may look: a spectator, and all seats."""
    return [None, *range(match.players)]


def rng(*numbers: object) -> random.Random:
    """A generator of its own for a test."""
    return random.Random(repr(numbers))


def one_line(error: BaseException) -> bool:
    """Whether an error says why in one line that a person can read."""
    said = str(error)
    return 0 < len(said) < 500 and said.isprintable()
