"""Games to look back on: their moments are what was to be seen, their turns, marks and series what happened."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from choices import sensible
from entrepot import InvalidRecord, Match, Record, ReplayDivergence, games
from entrepot.games import TITLES
from entrepot.match.moments import TRUTH, Course

COLOURS = "YRGB"


def played(game: str, seed: int, most: int = 10_000) -> tuple[Match, list[list[dict[str, Any]]]]:
    """A game, and at each of its moments the table as a watcher (first) and each seat saw it."""
    rng = Random(seed)
    players = rng.randint(2, TITLES[game].most)
    match = Match.new(game, players, seed)
    eyes = [None, *range(players)]
    shown = [[match.observe(one).position for one in eyes]]
    while match.seat is not None and len(shown) <= most:
        legal = [str(action) for action in match.legal_actions()]
        match.play(sensible({"legal": legal, "observation": match.observe(match.seat).position}, rng))
        shown.append([match.observe(one).position for one in eyes])
    return match, shown


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", games())
def test_every_moment_is_what_everybody_saw(game: str, seed: int) -> None:
    match, shown = played(game, seed, 150)
    course = Course(match.record())
    assert course.last == len(shown) - 1
    for moment, tables in enumerate(shown):
        watcher, *seats = tables
        assert course.seen(moment, None) == watcher
        for seat, table in enumerate(seats):
            assert course.seen(moment, seat) == table
    assert course.events(0, course.last) == [event.to_dict() for event in match.events()]


@pytest.mark.parametrize("game", games())
def test_with_everything_open_all_claims_lie_there_and_the_decks_stay_closed(game: str) -> None:
    match, _ = played(game, 3, 150)
    course = Course(match.record())
    told, truth = course.seen(course.last, TRUTH), match.position()
    assert [seat["claimed"] for seat in told["seats"]] == [seat["claimed"] for seat in truth["seats"]]
    assert told["points"]["deck"] == match.observe(None).position["points"]["deck"]


@pytest.mark.parametrize("game", games())
def test_turns_follow_each_other_and_the_series_say_how_it_stood_after_each(game: str) -> None:
    match, _ = played(game, 5, 300)
    record = match.record()
    course = Course(record)
    assert course.turns[0].start == 0
    assert course.turns[-1].end == course.last
    assert all(one.end == after.start for one, after in zip(course.turns, course.turns[1:], strict=False))
    begun = [event.data["round"] for event in match.events() if event.kind == "turn"]
    assert [turn.round for turn in course.turns] == begun[: len(course.turns)]
    assert 0 <= len(begun) - len(course.turns) <= (not match.is_over)
    again = Match.from_position(record.start)
    for moment in range(course.last + 1):
        if moment:
            again.play(record.actions[moment - 1])
        number = course.turn(moment)
        assert number == 0 if moment == 0 else course.turns[number - 1].start < moment <= course.turns[number - 1].end
        if moment in (0, course.turns[number - 1].end):
            seats = again.observe(None).position["seats"]
            assert course.series["points"][number] == again.standing.points
            assert course.series["worth"][number] == [
                sum(1 + COLOURS.index(cube) for cube in seat["storage"]) for seat in seats
            ]
            if "out" in course.series:
                assert course.series["home"][number] == [seat["home"] for seat in seats]
                together = zip(course.series["out"][number], course.series["home"][number], seats, strict=True)
                assert {out + home + seat["reserve"] for out, home, seat in together} == {12}
    assert all(len(rows) == len(course.turns) + 1 for rows in course.series.values())
    wanted = {"points", "worth"}
    wanted |= {"out", "home"} if game != "spice-road" else set()
    wanted |= {"outposts"} if game in ("east-west-2", "east-west-3") else set()
    assert set(course.series) == wanted


@pytest.mark.parametrize("game", games())
def test_what_mattered_is_marked_where_it_happened(game: str) -> None:
    match, _ = played(game, 7)
    course = Course(match.record())
    claims = [mark for mark in course.marks if mark.kind == "claim"]
    events = [event.to_dict() for event in match.events()]
    assert [(m.seat, m.points) for m in claims] == [(e["seat"], e["points"]) for e in events if e["kind"] == "claimed"]
    for mark in claims:
        before, after = course.seen(mark.moment - 1, TRUTH), course.seen(mark.moment, TRUTH)
        had, has = (len(table["seats"][mark.seat]["claimed"]) for table in (before, after))
        assert has > had
    (ending,) = [mark for mark in course.marks if mark.kind == "ending"]
    assert course.seen(ending.moment, None)["ending"]
    assert not course.seen(ending.moment - 1, None)["ending"]
    assert course.marks[-1].kind == "over"
    for mark in course.marks:
        if mark.kind in ("gold", "silver"):
            assert course.seen(mark.moment - 1, None)["coins"][mark.kind] > 0
            assert course.seen(mark.moment, None)["coins"][mark.kind] == 0


def test_coins_run_out_in_some_game() -> None:
    kinds = {mark.kind for seed in range(6) for mark in Course(played("spice-road", seed)[0].record()).marks}
    assert "gold" in kinds


def test_a_moment_costs_a_few_moves_however_long_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, match = Random(1), Match.new("new-world", 4, 1)
    while len(match.record().actions) < 700 and match.seat is not None:
        match.play(rng.choice(match.legal_actions()))
    course = Course(match.record())
    assert course.last == 700
    plays, play = [0], Match.play

    def counted(self: Match, action: Any) -> None:
        plays[0] += 1
        play(self, action)

    monkeypatch.setattr(Match, "play", counted)
    for moment in (0, 1, 15, 16, 333, 699, 700):
        plays[0] = 0
        course.seen(moment, TRUTH)
        assert plays[0] < 16


def test_a_game_that_has_hardly_begun_can_be_looked_at() -> None:
    match = Match.new("spice-road", 2, 1)
    course = Course(match.record())
    assert (course.last, course.turns, course.marks, course.turn(0)) == (0, [], [], 0)
    assert course.seen(0, None) == match.observe(None).position
    match.play("rest") if "rest" in map(str, match.legal_actions()) else match.play("acquire 1")
    assert len(Course(match.record()).turns) == 1


def test_a_record_that_does_not_replay_is_refused() -> None:
    record = played("spice-road", 1, 20)[0].record()
    with pytest.raises(ReplayDivergence):
        Course(Record(record.game, record.components, record.start, [*record.actions, "claim 9"], None))
    with pytest.raises(InvalidRecord):
        Course(Record(record.game, "0" * 16, record.start, record.actions, None))
