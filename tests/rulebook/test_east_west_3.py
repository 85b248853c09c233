"""W3-1 to W3-6: what is part III's own; its market, refresh and sea are tested with those of parts I and II."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import entrepot

from .lands import PART3, at_work, bonus_of, claims, fork, heaps, kinds_of, refused
from .tables import MERCHANTS, at, happened, play, texts
from .wests import deal, forced, grid, seat, table

OWN = ["D2.s1", "D2.s2", "D2.s3", "D2.s4"]
OTHERS = ["B2.s1", "B2.s2", "F2.s1", "F2.s2"]
ROW = ["YYY", "YY>G", "up3", "B"]
USED = MERCHANTS[20:40]
FULL = ["flat=3", "tool=2", "exploration=2", "native-help=2"]


# -- W3-1: the setup -------------------------------------------------------------------------------------------------


@pytest.mark.rule("W3-1", "NW4")
def test_w3_1_all_bonus_tiles_on_the_stacks_of_three_faces() -> None:
    seen: set[str] = set()
    for seed in range(60):
        start = deal(PART3, seed=seed).position()
        heights = {name: len(pile) for name, pile in start["stacks"].items()}
        assert heights == heaps(PART3) == {**dict.fromkeys(OTHERS, 4), **dict.fromkeys(OWN, 2)}
        tiles = list(itertools.chain(*start["stacks"].values()))
        assert (len(tiles), len(start["spare"]["bonus"])) == (24, 1)
        assert Counter([*tiles, *start["spare"]["bonus"]]) == Counter(bonus_of(PART3))
        assert len(bonus_of(PART3)) == 25
        seen.update(start["spare"]["bonus"])
    assert len(seen) > 8


# -- W3-2: market locations ------------------------------------------------------------------------------------------


@pytest.mark.rule("W3-2", "C10")
def test_w3_2_cards_can_only_be_used() -> None:
    match = table(PART3, seat("Y"), seat(), market=ROW)
    assert {text.split()[0] for text in texts(match)} == {"rest", "work"}
    play(match, "work E2.1")
    assert forced(match) == ["use"]
    assert at(match, 0)["discards"] == ["YYY"]
    assert at(match, 0)["storage"] == "YYYY"
    assert "route" not in at(match, 0)


@pytest.mark.rule("W3-2", "F1")
def test_w3_2_a_trade_out_of_reach_closes_the_location() -> None:
    match = table(PART3, seat("Y"), seat(), market=ROW)
    assert {"E2.1", "D2.1", "D2.2"} <= set(at_work(match))
    assert "E2.2" not in at_work(match)
    assert "YY" in refused(match, "work E2.2")
    costs = match.observe(0).position["costs"]["E2.2"]
    assert (costs["why"], costs["use"], costs["keep"]) == ("cubes", False, False)


@pytest.mark.rule("W3-2", "W3-5", "W1-8")
def test_w3_5_there_is_no_adjust_location() -> None:
    board = deal(PART3).observe(0).position["board"]
    types = Counter(location["type"] for location in board.values())
    assert (types["market"], types["refresh"], types["adjust"], types["ship"]) == (4, 1, 0, 3)
    assert (types["ship-trade"], types["outpost-trade"], types["fort"]) == (1, 1, 4)


# -- W3-3, F9: every fourth merchant card ----------------------------------------------------------------------------


@pytest.mark.rule("W3-3", "F9", "F2")
@pytest.mark.parametrize("have", range(13))
def test_w3_3_every_fourth_card_the_new_one_included(have: int) -> None:
    match = table(PART3, seat("", discards=USED[:have]), seat(), market=ROW)
    play(match, "work E2.1")
    assert len(at(match, 0)["discards"]) == have + 1
    assert (match.decision.kind == "bonus") == ((have + 1) % 4 == 0)
    if match.decision.kind == "bonus":
        assert match.position()["decision"] == {"kind": "bonus", "stacks": OWN}
        assert sorted(texts(match)) == sorted([*(f"bonus {name}" for name in OWN), "skip"])


@pytest.mark.rule("W3-3", "F2", "W3-4")
@pytest.mark.parametrize("answer", ["skip", *(f"bonus {name}" for name in OWN)])
def test_w3_3_the_top_tile_of_a_stack_of_d2_or_none(answer: str) -> None:
    match = table(PART3, seat("", discards=USED[:3], bonus=FULL[:3]), seat(), market=ROW)
    before = match.position()["stacks"]
    play(match, "work E2.1")
    for name in OTHERS:
        refused(match, f"bonus {name}")
    play(match, answer)
    taken = answer.removeprefix("bonus ")
    assert at(match, 0)["bonus"] == [*FULL[:3], *(pile[0] for name, pile in before.items() if name == taken)]
    assert match.position()["stacks"] == {name: pile[name == taken :] for name, pile in before.items()}
    assert match.seat == 1


@pytest.mark.rule("W3-3", "F2")
@pytest.mark.parametrize("full", [True, False])
def test_w3_3_with_no_space_or_no_tile_it_is_lost(full: bool) -> None:
    """Not deferred: the fifth card brings nothing either."""
    stacks: dict[str, list[str]] = {} if full else {name: [] for name in OWN}
    match = table(
        PART3,
        seat("", discards=USED[:3], bonus=FULL if full else []),
        seat(),
        market=["YYY", "R>YYY", "G", "B"],
        stacks=stacks,
    )
    play(match, "work E2.1")
    assert match.seat == 1
    assert len(at(match, 0)["discards"]) == 4
    play(match, "rest", "work E2.2")
    assert match.seat == 1
    assert forced(match) == ["use", "use"]
    assert at(match, 0)["discards"][4:] == ["G"]
    assert at(match, 0)["bonus"] == (FULL if full else [])


@pytest.mark.rule("W3-3", "F2")
def test_w3_3_only_stacks_with_tiles() -> None:
    stacks = {"D2.s1": [], "D2.s2": ["flat=3"], "D2.s3": [], "D2.s4": []}
    match = table(PART3, seat("", discards=USED[:7]), seat(), market=ROW, stacks=stacks)
    play(match, "work E2.1")
    assert sorted(texts(match)) == ["bonus D2.s2", "skip"]
    play(match, "bonus D2.s2")
    assert at(match, 0)["bonus"] == ["flat=3"]
    assert happened(match, "bonus") == [{"kind": "bonus", "seat": 0, "stack": "D2.s2", "tile": "flat=3"}]


@pytest.mark.rule("F8", "W3-3")
def test_f8_action_then_discard_pile_then_the_row_then_the_bonus() -> None:
    match = table(PART3, seat("YYYY", discards=USED[:3]), seat(), market=["YY>G", "G", "B", "RR"])
    deck = match.position()["market"]["deck"]
    play(match, "work E2.1")
    assert match.decision.kind == "times"
    assert len(at(match, 0)["discards"]) == 3
    play(match, "x2")
    assert match.decision.kind == "bonus"
    assert match.position()["market"]["row"] == ["G", "B", "RR", deck[0]]
    assert len(at(match, 0)["discards"]) == 4
    play(match, "bonus D2.s1")
    assert kinds_of(match) == ["sent", "traded", "used", "revealed", "bonus", "revealed", "turn"]


@pytest.mark.rule("W3-3", "F8", "C4")
def test_f8_after_an_upgrade_too() -> None:
    match = table(PART3, seat("YY", discards=USED[:3]), seat(), market=["up3"])
    play(match, "work E2.1", "up Y", "stop")
    assert match.decision.kind == "bonus"
    assert at(match, 0)["storage"] == "YR"


@pytest.mark.rule("W3-3", "C6")
def test_w3_3_before_the_surplus_is_returned() -> None:
    match = table(PART3, seat("R" * 9, discards=USED[:3]), seat(), market=ROW)
    play(match, "work E2.1")
    assert match.decision.kind == "bonus"
    play(match, "skip")
    assert match.position()["decision"] == {"kind": "return", "surplus": 2}


# -- W3-4: emptied columns -------------------------------------------------------------------------------------------


@pytest.mark.rule("W3-4", "W2-6")
def test_w3_4_an_emptied_column_pays_nothing_from_d2() -> None:
    """With B2 and F2 empty it is lost, whatever lies on D2."""
    outposts = {"1,0": [0], "1,-1": [0], "0,-1": [0]}
    match = table(PART3, seat(""), seat(), outposts=outposts, stacks={name: [] for name in OTHERS})
    assert all(match.position()["stacks"][name] for name in OWN)
    play(match, "work F2.1", "sail -1,0", "build")
    assert grid(match, 0) == [1, 1, 1, 1]
    assert match.seat == 1
    some = table(PART3, seat(""), seat(), outposts=outposts)
    play(some, "work F2.1", "sail -1,0", "build")
    for name in OWN:
        refused(some, f"bonus {name}")


@pytest.mark.rule("W3-3", "W3-4", "W2-6")
def test_w3_4_both_kinds_of_bonus_fill_the_same_spaces() -> None:
    outposts = {"1,0": [0], "1,-1": [0], "0,-1": [0]}
    match = table(PART3, seat("", bonus=FULL[:3], discards=USED[:3]), seat(), outposts=outposts, market=ROW)
    play(match, "work F2.1", "sail -1,0", "build", "bonus B2.s1", "rest", "work E2.1")
    assert match.seat == 1
    assert len(at(match, 0)["discards"]) == 4
    assert len(at(match, 0)["bonus"]) == 4


# -- W3-6: the score -------------------------------------------------------------------------------------------------


@pytest.mark.rule("W3-6", "R4")
@pytest.mark.parametrize("points", [1, 2])
@pytest.mark.parametrize(("used", "pairs"), [(0, 0), (1, 0), (2, 1), (3, 1), (8, 4), (9, 4)])
def test_w3_6_bonus_tiles_one_count_the_discard_pile(points: int, used: int, pairs: int) -> None:
    one = seat("", bonus=[f"2 merchants={points}"], discards=USED[:used])
    match = table(PART3, one, seat(discards=MERCHANTS[:6]), options={"merchant_pair_points": points})
    assert match.standing.lines[0]["bonus"] == points * pairs
    assert match.observe(0).position["seats"][0]["merchants"] == used


@pytest.mark.rule("W3-6", "NW22", "NW23")
def test_w3_6_everything_together() -> None:
    card = "YYB=5 native-help plains"
    seven = claims(7, 2, used=[card], game=PART3, kind="new-settlers")
    tiles = ["2 merchants=1", "new-settlers=2", "2 settlers=1", "flat=3"]
    last = seat("YYBGR", claimed=seven, bonus=tiles, discards=USED[:5])
    match = table(PART3, seat(), last, to_move=1, row=[card], outposts={"1,0": [1], "1,1": [1], "-1,0": [1]})
    reserve = at(match, 1)["reserve"]
    play(match, "work A2.1")
    assert match.result is not None
    line = match.result.lines[1]
    assert line["bonus"] == 2 + 14 + (12 - reserve) // 2 + 3
    assert (line["outposts"], line["cubes"], line["exploration"]) == (1 + 1 + 2, 2, 0)
    assert line["cards"] == sum(int(one.partition("=")[2].split()[0]) for one in [*seven, card])
    assert match.result.points[1] == sum(line.values())


# -- the options -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R4", "R7")
def test_r4_r7_options_of_part_3() -> None:
    assert deal(PART3).options == {"sea": "star", "merchant_pair_points": 1}
    for options in ({"replace_occupied": True}, {"merchant_pair_points": 0}, {"merchant_pair_points": "2"}):
        with pytest.raises(entrepot.InvalidOptions, match=next(iter(options))):
            deal(PART3, **options)


@pytest.mark.rule("W3-5", "W3-3")
def test_w3_5_refresh_leaves_the_discard_piles_alone() -> None:
    match = table(PART3, seat("", discards=USED[:3]), seat(discards=USED[3:6]), market=ROW)
    play(match, "work E2.3")
    assert [at(match, number)["discards"] for number in (0, 1)] == [USED[:3], USED[3:6]]
    other = fork(match)
    assert other.position() == match.position()
