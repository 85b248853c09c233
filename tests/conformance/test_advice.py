"""Advice: it is what sharp would do, its reason is told in every language, and it says nothing that is hidden."""

from __future__ import annotations

from random import Random

import pytest

import entrepot
from entrepot import bots
from entrepot.bots.advice import REASONS, SHOWN, advise, explain
from entrepot.bots.levels import Sharp
from entrepot.games import TITLES
from entrepot.i18n import languages, texts

from .books import BOOKS
from .kit import rng as chance
from .kit import start

EACH = 29  # so many decisions lie between two that are asked about


def decisions(game: str, players: int, each: int = EACH, seed: int = 3) -> list[entrepot.Match]:
    """The table at some decisions of a game of greedy bots."""
    match, found = start(game, players, seed), []
    seated = [bots.make("greedy", game, seat) for seat in range(players)]
    for number in range(6 * each):
        if (seat := match.seat) is None:
            break
        observation = match.observe(seat)
        if number % each == 0 and len(observation.legal_actions) > 1:
            found.append(entrepot.Match.from_position(match.position()))
        match.play(seated[seat].choose(observation))
    return found


@pytest.mark.parametrize("game", TITLES)
def test_it_advises_what_sharp_would_do(game: str) -> None:
    for match in decisions(game, 3):
        observation = match.observe(match.seat)
        found = advise(observation)
        assert 1 <= len(found) <= SHOWN
        assert found[0].actions[0] == str(Sharp(Random(0)).choose(observation))
        assert len({one.actions[0] for one in found}) == len(found)
        for one in found:
            assert one.reason in REASONS
            assert one.gain >= 0.0
            copy = entrepot.Match.from_position(match.position())
            copy.play_all(list(one.actions))


@pytest.mark.parametrize("game", TITLES)
def test_every_reason_is_told_in_every_language(game: str) -> None:
    for match in decisions(game, 2):
        for one in advise(match.observe(match.seat)):
            for lang in languages():
                for rival in ("Bo", None):
                    line = texts(lang).why(one.reason, one.points, one.turns, one.more, rival)
                    assert line.endswith((".", "?")), line
                    assert "{" not in line, line


def test_a_line_has_room_in_the_bar() -> None:
    for lang in languages():
        for reason in REASONS:
            for turns in (1, 4, 9):
                line = texts(lang).why(reason, 20, turns, 18, "Bo")
                assert len(line) <= 78, line


@pytest.mark.parametrize("game", TITLES)
def test_nothing_hidden_changes_a_word(game: str) -> None:
    """Neither of a hint, nor of what is said about a bot's turn to whoever sits elsewhere or only watches."""
    for number, match in enumerate(decisions(game, 3, each=41)):
        seat = match.seat
        assert seat is not None
        turn = advise(match.observe(seat))[0].actions
        for viewer in (seat, (seat + 1) % 3, None):
            other = entrepot.Match.from_position(BOOKS[game].worlds(match.position(), viewer, chance("told", number)))
            seen = match.observe(viewer)
            assert explain(other.observe(viewer), turn) == explain(seen, turn)
            if viewer == seat:
                assert advise(other.observe(viewer)) == advise(seen)


def test_a_claim_is_told_as_one() -> None:
    """Who claims hears of the card, and of the rival who holds its cubes too."""
    match = entrepot.Match.new("spice-road", players=2, seed=5)
    seated = [bots.make("sharp", "spice-road", seat, effort=0.2) for seat in range(2)]
    told: set[str] = set()
    while (seat := match.seat) is not None:
        observation = match.observe(seat)
        action = str(seated[seat].choose(observation))
        verb, _, slot = action.partition(" ")
        if verb == "claim":
            advice = explain(observation, (action,))
            told.add(advice.reason)
            if advice.reason.startswith("claim"):
                card = observation.position["points"]["row"][int(slot) - 1]
                assert advice.points == int(card.partition("=")[2])
        match.play(action)
    assert told <= {"claim", "claim-first", "claim-then", "ends-ahead", "ends-behind", "last"}
    assert any(reason.startswith("claim") for reason in told)


def test_nobody_is_advised_when_nobody_decides() -> None:
    match, easy = entrepot.Match.new("spice-road", players=2, seed=5), bots.make("easy", "spice-road")
    while match.seat is not None:
        match.play(easy.choose(match.observe(match.seat)))
    assert advise(match.observe(None)) == []
