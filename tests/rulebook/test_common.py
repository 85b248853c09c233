"""C1 to C11: what is common to all games, played in Spice Road."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import entrepot
from entrepot.components import packaged

from .tables import (
    COLOURS,
    GAINS,
    GAME,
    POINTS,
    TRADES,
    at,
    cubes,
    happened,
    limit,
    play,
    position,
    seat,
    table,
    texts,
    value,
)

STORAGES = ["".join(letters) for size in range(5) for letters in itertools.combinations_with_replacement(COLOURS, size)]


def upgraded(storage: str, steps: int) -> set[str]:
    """Every storage that up to `steps` steps can make of this one, by the words of C4."""
    reached = {storage}
    for _ in range(steps):
        for have in list(reached):
            for place, cube in enumerate(have):
                if cube != "B":
                    better = COLOURS[COLOURS.index(cube) + 1]
                    reached.add(cubes(have[:place] + better + have[place + 1 :]))
    return reached


def all_ends(match: entrepot.Match, mover: int) -> set[str]:
    """Every storage that the upgrade decision of a match can end with."""
    start = match.position()
    if match.seat != mover:
        return {start["seats"][mover]["storage"]}
    ends: set[str] = set()
    for action in texts(match):
        ends |= all_ends(play(entrepot.Match.from_position(start), action), mover)
    return ends


@pytest.mark.rule("C1")
def test_c1_four_colours_in_ascending_order() -> None:
    match = table(seat("Y", hand=["YY", "up3"]), seat("YYYY"))
    play(match, "play up3", "up Y", "up R")
    assert texts(match) == ["up G", "stop"]
    play(match, "up G")
    steps = [(event["from"], event["to"]) for event in happened(match, "upgraded")]
    assert steps == [("Y", "R"), ("R", "G"), ("G", "B")]
    assert at(match, 0)["storage"] == "B"


@pytest.mark.rule("C1")
def test_c1_cubes_are_written_in_ascending_order() -> None:
    match = table(seat("BGRYBGRY"), seat())
    assert at(match, 0)["storage"] == "YYRRGGBB"


@pytest.mark.rule("C2")
def test_c2_the_supply_never_runs_out() -> None:
    """The box has fewer cubes than this; the bowls still give."""
    full = [seat("B" * 10) for _ in range(4)]
    match = table(seat("G" * 10, hand=["G>YYYYR", "YY", "up2"]), *full)
    play(match, "play G>YYYYR", "x10")
    assert match.decision.kind == "return"
    assert at(match, 0)["storage"] == "Y" * 40 + "R" * 10
    play(match, *["return Y"] * 40)
    assert match.seat == 1
    assert "play YY" in texts(match)


@pytest.mark.rule("C3")
@pytest.mark.parametrize("card", [*GAINS, "YY"])
def test_c3_gain_exactly_the_shown_cubes(card: str) -> None:
    match = table(seat("YRGB", hand=["up2", *dict.fromkeys(["YY", card])]), seat("YYYY"))
    play(match, f"play {card}")
    assert at(match, 0)["storage"] == cubes("YRGB" + card)
    assert at(match, 1)["storage"] == "YYYY"
    assert happened(match, "gained") == [{"kind": "gained", "seat": 0, "cubes": card}]
    assert match.seat == 1


@pytest.mark.rule("C4")
@pytest.mark.parametrize("steps", [2, 3])
@pytest.mark.parametrize("storage", STORAGES)
def test_c4_upgrades_reach_exactly_what_the_steps_allow(storage: str, steps: int) -> None:
    match = table(seat(storage, hand=["YY", f"up{steps}"]), seat("YYYY"))
    play(match, f"play up{steps}")
    assert all_ends(match, 0) == upgraded(storage, steps)


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("choices", "storage"),
    [
        (["stop"], "YYR"),
        (["up Y", "stop"], "YRR"),
        (["up Y", "up Y", "stop"], "RRR"),
        (["up Y", "up Y", "up R"], "RRG"),
        (["up Y", "up R", "up G"], "YRB"),
        (["up R", "up G", "stop"], "YYB"),
        (["up R", "up Y", "up Y"], "RRG"),
    ],
)
def test_c4_stop_after_any_number_of_steps_also_several_on_one_cube(choices: list[str], storage: str) -> None:
    match = table(seat("YYR", hand=["YY", "up3"]), seat("YYYY"))
    play(match, "play up3", *choices)
    assert at(match, 0)["storage"] == storage
    assert match.seat == 1


@pytest.mark.rule("C4")
def test_c4_brown_cannot_be_upgraded() -> None:
    match = table(seat("YB", hand=["YY", "up3"]), seat())
    play(match, "play up3")
    assert texts(match) == ["up Y", "stop"]
    with pytest.raises(entrepot.InvalidNotation):
        match.play("up B")
    play(match, "up Y", "up R", "up G")
    assert at(match, 0)["storage"] == "BB"


@pytest.mark.rule("C4")
def test_c4_no_step_for_a_colour_that_is_not_held() -> None:
    match = table(seat("R"), seat())
    play(match, "play up2")
    for action in ("up Y", "up G"):
        with pytest.raises(entrepot.IllegalAction):
            match.play(action)
    assert texts(match) == ["up R", "stop"]


@pytest.mark.rule("C5")
@pytest.mark.parametrize("card", TRADES)
@pytest.mark.parametrize("extra", ["", "Y", "RGB"])
def test_c5_as_often_as_it_can_be_paid(card: str, extra: str) -> None:
    """Every card of the box, once to three times, with other cubes in the way."""
    cost, _, gain = card.partition(">")
    for times in (1, 2, 3):
        storage = cubes(cost * times + extra)
        if len(storage) > 10:
            continue
        have = Counter(storage)
        most = 0
        while all(have[colour] >= amount for colour, amount in Counter(cost).items()):
            have.subtract(cost)
            have.update(gain)
            most += 1
        match = table(seat(storage, hand=["YY", "up2", card]), seat())
        play(match, f"play {card}")
        if most == 1:
            assert match.seat == 1 or match.decision.kind == "return"
        else:
            assert match.decision.kind == "times"
            assert texts(match) == [f"x{number}" for number in range(1, most + 1)]
            with pytest.raises(entrepot.IllegalAction):
                match.play(f"x{most + 1}")
            match.play(f"x{most}")
        assert at(match, 0)["storage"] == cubes("".join(have.elements()))
        traded = happened(match, "traded")
        assert traded == [
            {
                "kind": "traded",
                "seat": 0,
                "card": card,
                "times": most,
                "paid": cubes(cost * most),
                "gained": cubes(gain * most),
            }
        ]


@pytest.mark.rule("C5")
@pytest.mark.parametrize(("times", "storage"), [(1, "YYYYG"), (2, "YYGG"), (3, "GGG")])
def test_c5_the_example_of_the_rulebook(times: int, storage: str) -> None:
    match = table(seat("YYYYYY", hand=["YY", "up2", "YY>G"]), seat())
    play(match, "play YY>G", f"x{times}")
    assert at(match, 0)["storage"] == storage


@pytest.mark.rule("C5")
def test_c5_not_zero_times_and_not_at_all_without_the_cubes() -> None:
    match = table(seat("YYYY", hand=["YY", "up2", "YY>G", "YYYYY>BB"]), seat())
    assert "play YYYYY>BB" not in texts(match)
    with pytest.raises(entrepot.IllegalAction):
        match.play("play YYYYY>BB")
    play(match, "play YY>G")
    with pytest.raises(entrepot.IllegalAction):
        match.play("x0")
    assert texts(match) == ["x1", "x2"]


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    ("storage", "times", "end"), [("RR", 1, "RG"), ("RRR", 2, "RGG"), ("RRRR", 3, "RGGG"), ("R" * 10, 9, "RGGGGGGGGG")]
)
def test_c5_a_trade_may_feed_itself(storage: str, times: int, end: str, tmp_path: Path) -> None:
    """Each time is paid from what is held at that moment, so what a trade brings may pay for the next time."""
    own = tmp_path / "own.toml"
    text = packaged(GAME)
    own.write_text(text.replace('cost = "RR"\ngain = "GG"', 'cost = "RR"\ngain = "RG"'), "utf-8")
    start = position(seat(storage), seat())
    for part in (start["seats"][0]["hand"], start["merchants"]["deck"]):
        part[:] = [card for card in part if card != "RR>GG"]
    start["seats"][0]["hand"].append("RR>RG")
    match = entrepot.Match.from_position(start, components=own)
    play(match, "play RR>RG")
    if times > 1:
        assert texts(match) == [f"x{number}" for number in range(1, times + 1)]
        match.play(f"x{times}")
    assert at(match, 0)["storage"] == end


@pytest.mark.rule("C6")
def test_c6_more_than_ten_during_a_turn_and_exactly_ten_after_it() -> None:
    match = table(seat("YYYRRRGGGB", hand=["YY", "up2", "YYR"]), seat("R" * 10))
    play(match, "play YYR")
    assert (match.seat, match.decision.kind) == (0, "return")
    assert at(match, 0)["storage"] == "YYYYYRRRRGGGB"
    assert match.position()["decision"] == {"kind": "return", "surplus": 3}
    assert texts(match) == ["return Y", "return R", "return G", "return B"]
    play(match, "return B")
    assert texts(match) == ["return Y", "return R", "return G"]
    play(match, "return G")
    assert match.seat == 0
    play(match, "return R")
    assert at(match, 0)["storage"] == "YYYYYRRRGG"
    assert match.seat == 1


@pytest.mark.rule("C6")
def test_c6_ten_is_not_too_many() -> None:
    match = table(seat("R" * 8), seat())
    play(match, "play YY")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "YY" + "R" * 8


@pytest.mark.rule("C6")
@pytest.mark.parametrize("returned", ["YYYY", "YRGB", "BBRR", "GGRY"])
def test_c6_the_owner_chooses_what_to_return(returned: str) -> None:
    match = table(seat("YYRRGGGGBB", hand=["YY", "up2", "YYYY"]), seat())
    play(match, "play YYYY", *(f"return {colour}" for colour in returned))
    kept = Counter("YYYYYYRRGGGGBB")
    kept.subtract(returned)
    assert at(match, 0)["storage"] == cubes("".join(kept.elements()))
    assert [event["cube"] for event in happened(match, "returned")] == list(returned)


@pytest.mark.rule("C6")
def test_c6_what_overflows_can_still_be_used_in_the_same_turn() -> None:
    """Trade into an overflow and choose afterwards: the limit is checked at the end of the turn only."""
    match = table(seat("B" * 10, hand=["YY", "up2", "B>YYYG"]), seat())
    play(match, "play B>YYYG")
    assert texts(match) == [f"x{number}" for number in range(1, 11)]
    play(match, "x5")
    assert at(match, 0)["storage"] == "Y" * 15 + "G" * 5 + "B" * 5
    assert match.position()["decision"] == {"kind": "return", "surplus": 15}
    play(match, *["return Y"] * 15)
    assert at(match, 0)["storage"] == "GGGGGBBBBB"


@pytest.mark.rule("C6")
def test_c6_only_the_player_who_took_the_turn_checks() -> None:
    match = table(seat("YYY"), seat("R" * 10), seat("G" * 10))
    play(match, "play YY")
    assert match.seat == 1
    play(match, "play YY")
    assert (match.seat, match.decision.kind) == (1, "return")


@pytest.mark.rule("C7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_c7_seats_play_in_order(players: int) -> None:
    match = entrepot.Match.new(GAME, players=players, seed=11)
    for number in (1, 2, 3):
        for mover in range(players):
            assert (match.seat, match.round) == (mover, number)
            match.play("play YY" if number % 2 else "rest")
    turns = [(event["seat"], event["round"]) for event in happened(match, "turn")]
    assert turns == [(mover, number) for number in (1, 2, 3) for mover in range(players)] + [(0, 4)]


@pytest.mark.rule("C7", "SR11")
@pytest.mark.parametrize(("players", "trigger"), [(p, s) for p in (2, 3, 4, 5) for s in range(p)])
def test_c7_all_seats_have_the_same_number_of_turns(players: int, trigger: int) -> None:
    have = claims_of(players, {trigger: limit(players) - 1})
    seats = [seat("YYRR" if number == trigger else "", claimed=cards) for number, cards in enumerate(have)]
    match = table(*seats, points=["YYRR=6"], round=20)
    turns = [0] * players
    while match.seat is not None:
        mover = match.seat
        turns[mover] += 1
        assert match.position()["ending"] == (mover > trigger)
        match.play("claim 1" if mover == trigger else "play YY")
    assert turns == [1] * players
    assert match.round == 20
    assert [event["seat"] for event in happened(match, "ending")] == [trigger]
    kinds = [event.kind for event in match.events()]
    assert kinds[-1] == "over"
    assert kinds.count("over") == 1


@pytest.mark.rule("C7", "C6", "SR12")
def test_c7_surplus_is_returned_before_scoring_on_the_very_last_turn() -> None:
    """The last seat may not score cubes above its limit."""
    have = claims_of(2, {0: 6})
    seats = [seat("", claimed=have[0]), seat("YYRRRRGGBB", hand=["YYYY", "YY", "up2"], claimed=have[1])]
    match = table(*seats, to_move=1)
    play(match, "play YYYY")
    assert not match.is_over
    assert match.result is None
    assert (match.seat, match.decision.kind) == (1, "return")
    play(match, "return Y", "return R", "return Y", "return B")
    assert match.is_over
    assert at(match, 1)["storage"] == "YYYYRRRGGB"
    assert match.result is not None
    assert match.result.lines[1]["cubes"] == 6
    assert [event.kind for event in match.events()][-1] == "over"


@pytest.mark.rule("C7", "C6", "C10")
def test_c7_a_forced_return_also_comes_before_scoring() -> None:
    have = claims_of(2, {0: 6})
    seats = [seat("", claimed=have[0]), seat("R" * 10, hand=["RR", "YY", "up2"], claimed=have[1])]
    match = table(*seats, to_move=1)
    play(match, "play RR")
    assert match.is_over
    assert at(match, 1)["storage"] == "R" * 10
    assert match.result is not None
    assert match.result.lines[1]["cubes"] == 10


@pytest.mark.rule("C8", "SR12")
@pytest.mark.parametrize(
    ("storage", "points"), [("", 0), ("Y" * 10, 0), ("R", 1), ("G", 1), ("B", 1), ("YRGB", 3), ("RRRGGGBBBB", 10)]
)
def test_c8_every_cube_but_yellow_is_a_point(storage: str, points: int) -> None:
    have = claims_of(2, {0: 6})
    match = table(seat("", claimed=have[0]), seat(storage, played=["YY"], hand=["up2"], claimed=have[1]), to_move=1)
    play(match, "rest")
    assert match.result is not None
    assert match.result.lines[1]["cubes"] == points


def tied_table(players: int, tied: frozenset[int], trigger: int) -> tuple[dict[str, Any], list[int]]:
    """A table before the last turn, which is a rest of the last seat: the points that it will end with."""
    most = limit(players)
    cheap = POINTS[:most]
    top = sum(map(value, cheap)) + 3
    left = POINTS[most:]
    seats = []
    expected = []
    for number in range(players):
        goal = top if number in tied else top - 1 - number % 2
        if number == trigger:
            cards, base = cheap, top - 3
        else:
            cards = next(
                list(some)
                for amount in (2, 3, 4)
                for some in itertools.combinations(left, amount)
                if goal - 10 <= sum(map(value, some)) <= top - 3
            )
            left = [card for card in left if card not in cards]
            base = sum(map(value, cards))
        seats.append(seat("G" * (goal - base), hand=["up2"], played=["YY"], claimed=cards))
        expected.append(goal)
    return position(*seats, to_move=players - 1), expected


@pytest.mark.rule("C9")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_c9_every_set_of_tied_seats_is_won_by_the_latest(players: int) -> None:
    for size in range(1, players + 1):
        for chosen in itertools.combinations(range(players), size):
            for trigger in range(players - 1):
                start, expected = tied_table(players, frozenset(chosen), trigger)
                match = play(entrepot.Match.from_position(start), "rest")
                result = match.result
                assert result is not None
                assert result.points == expected
                assert result.ranking[0] == max(chosen)
                order = sorted(range(players), key=lambda one: (expected[one], one), reverse=True)
                assert result.ranking == order
                assert bool("later" in result.reason) == (size > 1)


@pytest.mark.rule("C10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_c10_there_is_always_a_choice(players: int) -> None:
    match = entrepot.Match.new(GAME, players=players, seed=players)
    count = 0
    while match.seat is not None:
        legal = match.legal_actions()
        assert legal
        assert len(legal) > 1 or match.decision.kind == "turn"
        match.play(legal[count * 7919 % len(legal)])
        count += 1
    assert match.legal_actions() == ()
    assert match.decision.kind == "over"


@pytest.mark.rule("C10")
def test_c10_a_turn_is_asked_even_with_one_choice() -> None:
    match = table(seat("", hand=[], played=["YY", "up2"]), seat(), row=[], short=True, deck=[])
    assert (match.seat, match.decision.kind) == (0, "turn")
    assert texts(match) == ["rest"]
    play(match, "rest")
    assert match.seat == 1


@pytest.mark.rule("C10")
def test_c10_forced_choices_are_made_at_once_and_named() -> None:
    match = table(seat("RRR"), seat("YYYY"))
    play(match, "acquire 4")
    assert match.seat == 1
    actions = [(event["text"], event["forced"]) for event in happened(match, "action")]
    assert actions == [("acquire 4", False), ("pay R", True), ("pay R", True), ("pay R", True)]
    assert match.record().actions == ["acquire 4"]


@pytest.mark.rule("C10")
def test_c10_a_choice_becomes_forced_when_only_one_colour_is_left() -> None:
    match = table(seat("YRR"), seat("YYYY"))
    play(match, "acquire 4", "pay Y")
    assert match.seat == 1
    actions = [(event["text"], event["forced"]) for event in happened(match, "action")]
    assert actions == [("acquire 4", False), ("pay Y", False), ("pay R", True), ("pay R", True)]
    assert match.record().actions == ["acquire 4", "pay Y"]


@pytest.mark.rule("C10", "C5")
def test_c10_a_trade_that_can_be_made_once_is_made_once() -> None:
    match = table(seat("YYY", hand=["YY", "up2", "YY>G"]), seat())
    play(match, "play YY>G")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "YG"
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [("play YY>G", False), ("x1", True)]


@pytest.mark.rule("C10", "C4", "F14")
@pytest.mark.parametrize("storage", ["", "BBB"])
def test_c10_an_upgrade_of_nothing_stops_by_itself(storage: str) -> None:
    match = table(seat(storage), seat())
    play(match, "play up2")
    assert match.seat == 1
    assert at(match, 0)["storage"] == storage
    assert at(match, 0)["played"] == ["up2"]
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [("play up2", False), ("stop", True)]


@pytest.mark.rule("C10", "C4")
def test_c10_the_last_step_of_an_upgrade_asks_nothing_more() -> None:
    match = table(seat("YY"), seat())
    play(match, "play up2", "up Y", "up Y")
    assert match.seat == 1
    assert [e["text"] for e in happened(match, "action")] == ["play up2", "up Y", "up Y"]


@pytest.mark.rule("C11")
def test_c11_everything_on_the_table_is_public_and_decks_are_sizes() -> None:
    match = entrepot.Match.new(GAME, players=3, seed=5)
    play(match, "acquire 1", "play YY", "play up2", "stop")
    truth = match.position()
    for viewer in (None, 0, 1, 2):
        seen = match.observe(viewer).position
        for key in ("seat", "round", "ending", "decision", "coins", "options", "players", "game"):
            assert seen[key] == truth[key]
        assert seen["seats"] == [
            {**one, "claimed": one["claimed"] if n == viewer else 0} for n, one in enumerate(truth["seats"])
        ]
        assert seen["merchants"]["row"] == truth["merchants"]["row"]
        assert seen["points"]["row"] == truth["points"]["row"]
        assert seen["merchants"]["deck"] == len(truth["merchants"]["deck"]) == 36
        assert seen["points"]["deck"] == len(truth["points"]["deck"]) == 31


@pytest.mark.rule("C11", "R5")
def test_c11_which_point_cards_are_out_is_public_but_not_who_has_them() -> None:
    mine, theirs = ["YYRR=6", "RRBB=12"], ["BBBB=16", "GGGG=12"]
    match = table(seat("", claimed=mine), seat("", claimed=theirs), seat())
    out = sorted([*mine, *theirs])
    for viewer, shown in ((None, [2, 2, 0]), (0, [mine, 2, 0]), (1, [2, theirs, 0]), (2, [2, 2, []])):
        seen = match.observe(viewer).position
        assert [one["claimed"] for one in seen["seats"]] == shown
        assert seen["points"]["out"] == out


@pytest.mark.rule("C11", "R5")
def test_c11_at_the_end_all_claimed_cards_are_shown() -> None:
    have = claims_of(2, {0: 6, 1: 3})
    match = table(seat("", claimed=have[0]), seat("", hand=["up2"], played=["YY"], claimed=have[1]), to_move=1)
    assert match.observe(None).position["seats"][0]["claimed"] == 6
    play(match, "rest")
    for viewer in (None, 0, 1):
        assert [one["claimed"] for one in match.observe(viewer).position["seats"]] == have


@pytest.mark.rule("C11")
def test_c11_only_the_seat_to_decide_is_told_its_choices() -> None:
    match = entrepot.Match.new(GAME, players=2, seed=5)
    assert match.observe(0).legal_actions == match.legal_actions()
    assert match.observe(1).legal_actions == ()
    assert match.observe(None).legal_actions == ()
    for wrong in (2, -1, True, "0", 1.0):
        with pytest.raises(entrepot.EntrepotError):
            match.observe(wrong)  # type: ignore[arg-type]


def claims_of(players: int, amounts: dict[int, int]) -> list[list[str]]:
    """Claimed cards for some seats, none twice, YYRR=6 kept free."""
    free = [card for card in POINTS if card != "YYRR=6"]
    return [[free.pop(0) for _ in range(amounts.get(number, 0))] for number in range(players)]
