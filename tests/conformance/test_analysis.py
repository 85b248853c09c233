"""Analysis of a game: what is told is legal and adds up, a mistake comes first, and what sharp does costs nothing."""

from __future__ import annotations

import functools
import json

import pytest

import entrepot
from entrepot import bots
from entrepot.bots.analysis import Analysis, Judged, judge, stretches
from entrepot.games import TITLES
from entrepot.match.moments import Course

from .books import BOOKS
from .kit import rng as chance
from .kit import start

SHORT = 14  # decisions that are looked at, of games that go on


@functools.cache
def course(game: str, bot: str, players: int = 2, most: int = 10_000) -> Course:
    """A game of some bots, or as much of it."""
    match = start(game, players, 5)
    seated = [bots.make(bot, game, seat) for seat in range(players)]
    while match.seat is not None and len(match.record().actions) < most:
        match.play(seated[match.seat].choose(match.observe(match.seat)))
    return Course(match.record(), match.components)


@functools.cache
def judged(game: str, bot: str, players: int = 2, most: int = 10_000) -> tuple[Judged, ...]:
    return tuple(map(judge, stretches(course(game, bot, players, most))))


@pytest.mark.parametrize("game", TITLES)
def test_every_choice_is_looked_at_once_by_whoever_had_it(game: str) -> None:
    played = course(game, "easy")
    seen = [one for stretch in stretches(played) for one in stretch]
    moments = [one.moment for one in seen]
    assert moments == sorted(set(moments))
    for moment in range(played.last):
        match = played.at(moment)
        assert (moment in moments) == (len(match.legal_actions()) > 1)
    for one in seen:
        match = played.at(one.moment)
        assert one.seen == match.observe(match.seat)
        assert one.action == str(played.actions[one.moment])
    for stretch in stretches(played):
        assert len({one.seen.viewer for one in stretch}) == 1
        assert len({played.turn(one.moment + 1) for one in stretch}) == 1


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize(("bot", "players", "most"), [("easy", 3, SHORT), ("random", 2, 2 * SHORT)])
def test_what_is_told_adds_up_and_can_be_played(game: str, bot: str, players: int, most: int) -> None:
    played = course(game, bot, players, most)
    found = judged(game, bot, players, most)
    assert any(one.better for one in found)
    for one in found:
        assert sum(one.chances) == pytest.approx(1, abs=1e-3)
        assert 0 <= one.lost <= one.chances[one.seat]
        assert len(one.worth) == (len(one.better) + 1 if one.better else 0)
        assert list(one.worth) == sorted(one.worth, reverse=True)
        assert (one.done is None) == (not one.better)
        assert one.hoped is None or 0 <= one.hoped <= 1
        for better in one.better:
            match = played.at(one.at)
            assert better.actions[0] != str(played.actions[one.at])
            match.play_all(list(better.actions))
        assert Judged.of(json.loads(json.dumps(one.to_list()))) == one
    known = Analysis(played, found, whole=True)
    assert len(known.chances) == len(played.turns) + (played.final.result is not None)
    for number in range(1, len(played.turns) + 1):
        if not known.seen(number):  # nobody has looked at what came of it
            assert known.luck(number) is None
    assert known.costly == sorted(known.costly, key=lambda one: -one.cost)
    for one in known.costly:
        turn = played.turns[known.turn_of(one) - 1]
        assert turn.start <= one.first <= one.at < turn.end
        assert turn.seat == one.seat or played.at(one.at).seat != turn.seat


@pytest.mark.parametrize("game", TITLES)
def test_nothing_hidden_changes_what_is_judged(game: str) -> None:
    played = course(game, "easy", 3, SHORT)
    for number, stretch in enumerate(stretches(played)):
        if number % 4 == 0:
            seat, other = stretch[0].seen.viewer, []
            for one in stretch:
                world = BOOKS[game].worlds(played.at(one.moment).position(), seat, chance("judged", number))
                other.append(one._replace(seen=entrepot.Match.from_position(world).observe(seat)))
            assert judge(other) == judge(stretch)


@pytest.mark.parametrize("game", ["spice-road", "east-west-1"])
def test_what_sharp_does_costs_next_to_nothing(game: str) -> None:
    known = Analysis(course(game, "sharp", most=40), judged(game, "sharp", most=40))
    assert known.costly == []
    assert max(known.lost) < 0.05


@functools.cache
def passed_by(game: str) -> tuple[Course, int, int]:
    """A game of sharp in which a seat rests instead of claiming the card that would have won it, and loses; the moment
    at which it rests, and the seat."""
    for seed in range(40):
        match = entrepot.Match.new(game, players=2, seed=seed)
        seated = [bots.make("sharp", game, seat, effort=0.3) for seat in range(2)]
        while match.seat is not None:
            match.play(seated[match.seat].choose(match.observe(match.seat)))
        whole = Course(match.record())
        ending = next((mark for mark in whole.marks if mark.kind == "ending"), None)
        if ending is None or match.result is None or match.result.ranking[0] != ending.seat:
            continue
        moment = whole.turns[ending.turn - 1].start
        if "rest" not in map(str, whole.at(moment).legal_actions()):
            continue
        match = entrepot.Match.new(game, players=2, seed=seed)
        for action in (*map(str, whole.actions[:moment]), "rest"):
            match.play(action)
        while match.seat is not None:
            match.play(seated[match.seat].choose(match.observe(match.seat)))
        if match.result is not None and match.result.ranking[0] != ending.seat:
            return Course(match.record()), moment, ending.seat
    raise AssertionError("nobody lost by it")


@pytest.mark.parametrize("game", ["spice-road", "new-world"])
def test_a_win_that_is_passed_by_comes_first(game: str) -> None:
    again, moment, seat = passed_by(game)
    late = [part for part in stretches(again) if part[0].moment >= moment - 20]
    known = Analysis(again, map(judge, late), whole=True)
    for one in known.costly[:3]:
        print(one.seat, one.at, one.cost, one.done, one.better)
    assert (known.costly[0].seat, known.costly[0].at) == (seat, moment)


def test_who_is_over_is_told_by_the_result() -> None:
    played = course("spice-road", "easy")
    assert played.final.result is not None
    known = Analysis(played, [])
    assert known.chances == []
    assert known.costly == []
    found = [judge(part) for part in [*stretches(played)][-2:]]
    last = Analysis(played, found, whole=True).chances[-1]
    assert last[played.final.result.ranking[0]] == 1.0


def test_luck_is_what_came_to_light_beside_what_might_have() -> None:
    found = judged("spice-road", "easy")
    played = course("spice-road", "easy")
    known = Analysis(played, found)
    lucks = [known.luck(number) for number in range(1, len(played.turns) + 1)]
    took = {
        played.turn(moment + 1)
        for moment, action in enumerate(played.actions)
        if str(action).startswith(("acquire", "claim"))
    }
    for number, luck in enumerate(lucks, 1):
        if number not in took:
            assert luck is None
    told = [luck for luck in lucks if luck is not None]
    assert told
    assert abs(sum(told) / len(told)) < 0.05  # it favours nobody in the long run
