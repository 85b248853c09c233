"""W2-1 to W2-12: From East to West, part II; its sea is tested for part III too."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib import resources
from typing import Any

import pytest

import entrepot
from entrepot import components

from .lands import (
    FINDS,
    PART2,
    PART3,
    at_work,
    bonus_of,
    claims,
    covers,
    fork,
    heaps,
    kinds_of,
    locations,
    refused,
    sent,
    without,
)
from .tables import at, cubes, happened, play, texts
from .wests import CHART, SEAS, deal, forced, grid, seat, table

RING = ["1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"]
OUTER = ["2,-1", "1,-2", "-1,-1", "-2,1", "-1,2", "1,1"]
SYMBOLS = ["ginger", "chili", "tea", "cloves"]
FULL = ["flat=3", "tool=2", "exploration=2", "native-help=2"]
FIRST = {"1,0": [0], "1,-1": [0], "0,-1": [0]}
"""A ginger, a chili and a tea outpost of seat 0: with one of cloves its first column is empty."""


def apart(one: str, other: str) -> int:
    """How many steps lie between two tiles, if all tiles between them are there."""
    q, r = (int(a) - int(b) for a, b in zip(one.split(","), other.split(","), strict=True))
    return (abs(q) + abs(r) + abs(q + r)) // 2


def sails(match: entrepot.Match) -> set[str]:
    """Where the ship may go."""
    return {text.split()[1] for text in texts(match) if text.startswith("sail ")}


def ends(match: entrepot.Match, name: str, number: int = 0) -> set[str]:
    """Where a seat is told that a ship location may take it."""
    return set(match.observe(number).position["costs"][name]["ends"])


def paid(match: entrepot.Match) -> list[tuple[str, int]]:
    """The tolls: cube and owner."""
    return [(event["cube"], event["to"]) for event in happened(match, "toll")]


# -- W2-1, W2-2, R7: the setup ---------------------------------------------------------------------------------------


@pytest.mark.rule("W2-1", "NW4")
def test_w2_1_unmarked_bonus_tiles_on_the_stacks_of_two_faces() -> None:
    start = deal(PART2).position()
    assert {name: len(pile) for name, pile in start["stacks"].items()} == {
        "B2.s1": 4, "B2.s2": 4, "F2.s1": 4, "F2.s2": 4,
    }  # fmt: skip
    assert {name: len(pile) for name, pile in start["stacks"].items()} == heaps(PART2)
    tiles = [tile for pile in start["stacks"].values() for tile in pile]
    assert Counter([*tiles, *start["spare"]["bonus"]]) == Counter(bonus_of(PART2))
    assert len(start["spare"]["bonus"]) == 1


@pytest.mark.rule("W2-1", "W3-1", "NW5")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize(("players", "tiles"), [(2, 9), (3, 9), (4, 7)])
def test_w2_1_exploration_tiles(game: str, players: int, tiles: int) -> None:
    """On the seven icons; with 2 or 3 players also on the two marked 2-3. With 4 players three are over."""
    start = deal(game, players).position()
    lying = {name: entry["tile"] for name, entry in start["locations"].items()}
    always = {"A2.6", "B2.4", "C1.1", "C1.3", "C1.5", "C1.6", "F2.4"}
    assert set(lying) == always | ({"A2.5", "B2.3"} if players < 4 else set())
    assert len(lying) == tiles
    assert Counter([*lying.values(), *start["spare"]["exploration"]]) == Counter(FINDS)
    assert not start.get("beside")


@pytest.mark.rule("W2-2", "R7")
@pytest.mark.parametrize("game", SEAS)
def test_w2_2_three_random_tiles_of_each_symbol(game: str) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(200):
        sea = deal(game, seed=seed).position()["sea"]
        assert list(sea) == list(CHART)
        assert sea["0,0"] == {"symbol": None, "card": None, "outposts": []}
        tiles = [(tile["symbol"], tile["card"]) for tile in sea.values() if tile["symbol"]]
        assert len(set(tiles)) == 12
        assert Counter(symbol for symbol, _ in tiles) == dict.fromkeys(SYMBOLS, 3)
        seen.update((name, tile["symbol"]) for name, tile in sea.items() if tile["symbol"])
        seen.update(("tile", card) for _, card in tiles)
    text = resources.files(components).joinpath("sea.toml").read_text("utf-8")
    kinds = {(tile["symbol"], f"{tile['cost']}>{tile['gain']}") for tile in tomllib.loads(text)["market"]}
    assert len(kinds) == 24
    assert {card for key, card in seen if key == "tile"} == {card for _, card in kinds}
    assert len([key for key in seen if key[0] != "tile"]) == 48
    assert min(seen.values()) > 20


@pytest.mark.rule("W2-2", "R7")
@pytest.mark.parametrize("game", SEAS)
def test_r7_a_random_sea_hangs_together(game: str) -> None:
    """Every tile touches two others at least, the sea tile is one of thirteen, and no two seas need be alike."""
    shapes = set()
    beside: Counter[int] = Counter()
    for seed in range(300):
        match = deal(game, seed=seed, sea="random")
        sea = match.position()["sea"]
        assert len(sea) == 13
        for one in sea:
            assert sum(apart(one, other) == 1 for other in sea) >= 2
        found, new = set(), {next(iter(sea))}
        while new:
            found |= new
            new = {other for other in sea if any(apart(one, other) == 1 for one in new)} - found
        assert found == set(sea)
        [middle] = [name for name, tile in sea.items() if tile["symbol"] is None]
        assert {one["ship"] for one in match.position()["seats"]} == {middle}
        assert Counter(tile["symbol"] or "" for tile in sea.values()) == {"": 1, **dict.fromkeys(SYMBOLS, 3)}
        shapes.add(frozenset(sea))
        beside[sum(apart(middle, other) == 1 for other in sea)] += 1
    assert len(shapes) > 100
    assert set(beside) == {2, 3, 4, 5, 6}
    assert min(beside.values()) > 10
    assert deal(game, seed=3, sea="random").position() == deal(game, seed=3, sea="random").position()


@pytest.mark.rule("R7")
@pytest.mark.parametrize("game", SEAS)
def test_r7_star_is_the_default_and_others_are_refused(game: str) -> None:
    assert deal(game).options["sea"] == "star"
    options: list[dict[str, Any]] = [{"sea": "ring"}, {"sea": True}, {"sea": None}, {"seas": "star"}]
    for option in [*options, {"replace_occupied": True}]:
        with pytest.raises(entrepot.InvalidOptions, match=next(iter(option))):
            deal(game, **option)


# -- W2-3, F5: the move ----------------------------------------------------------------------------------------------


@pytest.mark.rule("W2-3", "F5")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize("start", CHART)
def test_w2_3_where_a_ship_may_go(game: str, start: str) -> None:
    """One step; up to two steps, also back to where it was; any other tile. The ships of the others are far away."""
    far = next(name for name in OUTER if apart(name, start) >= 3) if start != "0,0" else "0,0"
    match = table(game, seat("YYY", ship=start), seat(ship=far), opened=["F2.4"])
    wanted = {
        "F2.1": {name for name in CHART if apart(name, start) == 1},
        "F2.2": {name for name in CHART if apart(name, start) <= 2},
        "F2.4": set(CHART) - {start},
    }
    for name, tiles in wanted.items():
        assert ends(match, name) == tiles
        other = play(fork(match), f"work {name}")
        assert other.position()["decision"] == {"kind": "sail", "steps": {"F2.1": 1, "F2.2": 2, "F2.4": "any"}[name]}
        assert sails(other) == tiles
        for tile in set(CHART) - tiles:
            refused(other, f"sail {tile}")


HOLLOW = ["0,1", "1,0", "1,-1", "0,-1", "-1,0", "-1,1", "2,-1", "2,0", "3,-1", "3,-2", "4,-2", "4,-3", "3,-3"]
"""A ring around an empty middle and more to its right: some neighbours have no third tile beside both."""


@pytest.mark.rule("W2-3", "F5", "R7")
@pytest.mark.parametrize("start", HOLLOW)
def test_w2_3_the_second_step_is_optional_in_any_sea(start: str) -> None:
    """Also where no way of exactly two steps leads to a neighbour, and round a gap."""
    far = max(HOLLOW, key=lambda name: apart(name, start))
    match = table(
        PART2, seat("Y", ship=start), seat(ship=far), places=HOLLOW, options={"sea": "random"}, opened=["F2.4"]
    )
    near = {name: {other for other in HOLLOW if apart(name, other) == 1} for name in HOLLOW}
    assert ends(match, "F2.1") == near[start]
    assert ends(match, "F2.2") == near[start].union(*(near[name] for name in near[start]))
    assert ends(match, "F2.4") == set(HOLLOW) - {start}
    if start == "-1,0":
        assert ends(match, "F2.2") == {"-1,0", "0,-1", "1,-1", "-1,1", "0,1"}


@pytest.mark.rule("W2-3", "F5", "C10")
def test_w2_3_a_move_is_one_choice_of_its_end() -> None:
    match = table(PART2, seat("", ship="2,-1"), seat())
    play(match, "work F2.2", "sail 2,-1")
    assert at(match, 0)["ship"] == "2,-1"
    assert happened(match, "sailed") == [{"kind": "sailed", "seat": 0, "tile": "2,-1", "symbol": "tea"}]
    assert match.decision.kind == "build"


@pytest.mark.rule("W2-4", "F5")
def test_w2_4_ships_are_passed_free_of_charge() -> None:
    """Without a cube: past both tiles that have ships, and not onto them."""
    match = table(PART2, seat("", ship="2,-1"), seat(ship="1,0"), seat(ship="1,-1"))
    assert ends(match, "F2.2") == {name for name in CHART if apart(name, "2,-1") <= 2} - {"1,0", "1,-1"}
    play(match, "work F2.2", "sail 0,0")
    assert paid(match) == []
    assert at(match, 0)["ship"] == "0,0"


@pytest.mark.rule("W2-4", "F1", "F4")
def test_w2_4_no_tile_can_be_paid() -> None:
    match = table(PART2, seat("", ship="2,-1"), seat(ship="1,0"), seat(ship="1,-1"))
    refused(match, "work F2.1")
    costs = match.observe(0).position["costs"]["F2.1"]
    assert (costs["why"], costs["ends"]) == ("cubes", [])
    rich = table(PART2, seat("G", ship="2,-1"), seat(ship="1,0"), seat(ship="1,-1"))
    play(rich, "work F2.1")
    assert sails(rich) == {"1,0", "1,-1"}


@pytest.mark.rule("F3", "F4", "NW12", "W2-4")
def test_f3_a_tool_cube_can_pay_the_toll() -> None:
    match = table(PART2, seat("", claimed=["YRR=3 tool river R"], ship="2,-1"), seat(ship="1,0"), seat(ship="1,-1"))
    play(match, "work F2.1")
    assert sails(match) == {"1,0", "1,-1"}
    play(match, "sail 1,-1")
    assert paid(match) == [("R", 2)]
    assert at(match, 0)["storage"] == ""
    assert at(match, 2)["storage"] == "R"
    assert kinds_of(match)[:4] == ["sent", "tools", "sailed", "toll"]


@pytest.mark.rule("F3", "W2-5", "NW11")
def test_f3_a_tool_cube_can_pay_the_price_and_native_help_works() -> None:
    tools = ["YRR=3 tool river R", "YYB=5 tool river Y", "GGB=9 native-help river"]
    match = table(PART2, seat("", claimed=tools), seat(ship="2,-1"), outposts={"1,0": [1]}, opened=["F2.4"])
    assert (sent(match, "F2.1"), sent(match, "F2.4"), sent(match, "F2.2")) == (1, 3, 2)
    play(match, "work F2.1", "sail 1,0", "build", "pay R")
    assert [event["cube"] for event in happened(match, "price")] == ["R", "Y"]
    assert match.position()["sea"]["1,0"]["outposts"] == [0, 1]


# -- W2-4, W2-8, F6, F10: toll and returns ---------------------------------------------------------------------------


@pytest.mark.rule("W2-4", "F6")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize("mover", [0, 1, 2, 3])
def test_f6_each_owner_is_paid_in_seat_order_after_the_payer(game: str, mover: int) -> None:
    seats = [seat("B", ship="1,0") for _ in range(4)]
    seats[mover] = seat("YRGB")
    match = table(game, *seats, to_move=mover)
    owners = [(mover + step) % 4 for step in (1, 2, 3)]
    play(match, "work F2.1", "sail 1,0")
    for number, cube in enumerate("GYR"):
        assert (match.seat, match.position()["decision"]) == (mover, {"kind": "pay", "owners": owners[number:]})
        held = cubes("".join(set("YRGB") - set("GYR"[:number])))
        assert texts(match) == [f"pay {letter}" for letter in held]
        play(match, f"pay {cube}")
    assert paid(match) == list(zip("GYR", owners, strict=True))
    for owner, cube in zip(owners, "GYR", strict=True):
        assert at(match, owner)["storage"] == cubes("B" + cube)
    assert at(match, mover)["storage"] == "B"


@pytest.mark.rule("W2-4", "F1", "F4")
@pytest.mark.parametrize(("storage", "tolls"), [("", 0), ("Y", 1), ("YY", 2), ("YYY", 3)])
def test_w2_4_all_owners_or_none(storage: str, tolls: int) -> None:
    """Three tiles with one, two and three other ships are three tables; what cannot be paid in full is no end."""
    for others in (1, 2, 3):
        seats = [seat(ship="1,0" if number < others else "-1,0") for number in range(3)]
        match = table(PART2, seat(storage), *seats)
        play(match, "work F2.1")
        assert ("1,0" in sails(match)) == (others <= tolls)
        assert ("-1,0" in sails(match)) == (3 - others <= tolls)
        assert {"0,-1", "0,1", "1,-1", "-1,1"} <= sails(match)
        if others > tolls:
            refused(match, "sail 1,0")


@pytest.mark.rule("W2-4", "F5")
def test_w2_4_the_sea_tile_counts_as_a_tile() -> None:
    match = table(PART2, seat("Y", ship="1,0"), seat(), seat())
    play(match, "work F2.1")
    assert "0,0" not in sails(match)
    match = table(PART2, seat("YR", ship="1,0"), seat(), seat())
    assert match.observe(0).position["sea"]["0,0"]["toll"] == 2
    play(match, "work F2.1", "sail 0,0", "pay R")
    assert paid(match) == [("R", 1), ("Y", 2)]
    assert match.seat == 1
    assert happened(match, "built", "traded") == []


@pytest.mark.rule("F5", "W2-4")
def test_f5_ships_that_stand_together_at_the_start_owe_nothing() -> None:
    match = deal(PART2, 4)
    play(match, "work F2.1", "sail 1,0", "skip")
    assert paid(match) == []
    assert [one["storage"] for one in match.position()["seats"]] == ["YYY", "YYYY", "YYYY", "YYYR"]
    play(match, "rest", "rest", "rest", "rest")
    assert paid(match) == []


@pytest.mark.rule("F5", "W2-3", "W2-4")
def test_f5_who_comes_back_to_where_it_was_pays_those_who_are_there() -> None:
    seats = [seat("YR", ship="1,0"), seat(ship="1,0"), seat(ship="-1,0")]
    match = table(PART2, *seats)
    play(match, "work F2.2", "sail 1,0", "pay R")
    assert paid(match) == [("R", 1)]
    poor = table(PART2, seat("", ship="1,0"), *seats[1:])
    assert "1,0" not in ends(poor, "F2.2")


@pytest.mark.rule("W2-4", "C10")
def test_w2_4_one_colour_is_paid_unasked() -> None:
    match = table(PART2, seat("YY"), seat(ship="1,0"), seat(ship="1,0"))
    play(match, "work F2.1", "sail 1,0", "skip")
    assert paid(match) == [("Y", 1), ("Y", 2)]
    assert forced(match)[:2] == ["pay Y", "pay Y"]


@pytest.mark.rule("W2-8", "C6", "F10")
@pytest.mark.parametrize("game", SEAS)
def test_w2_8_an_opponent_who_was_paid_returns_the_surplus_in_my_turn(game: str) -> None:
    """Their decision, at the end of my turn; then the game goes on with the next seat."""
    match = table(game, seat("RG"), seat("Y" * 5 + "B" * 5, ship="1,0"), seat())
    play(match, "work F2.1", "sail 1,0", "pay R")
    assert (match.seat, match.decision.kind) == (0, "build")
    assert at(match, 1)["storage"] == "YYYYYRBBBBB"
    play(match, "skip")
    assert (match.seat, match.position()["active"]) == (1, 0)
    assert match.position()["decision"] == {"kind": "return", "surplus": 1}
    assert texts(match) == ["return Y", "return R", "return B"]
    play(match, "return B")
    assert (match.seat, match.position()["active"], match.decision.kind) == (1, 1, "turn")
    assert at(match, 1)["storage"] == "YYYYYRBBBB"
    assert happened(match, "returned") == [{"kind": "returned", "seat": 1, "cube": "B"}]


@pytest.mark.rule("W2-8", "F10")
@pytest.mark.parametrize("mover", [0, 1, 2, 3])
def test_f10_the_active_seat_first_then_the_others_in_seat_order(mover: int) -> None:
    """All four are over ten: three were paid, the mover trades on arrival."""
    seats = [seat("Y" * 5 + "G" * 5, ship="1,0") for _ in range(4)]
    seats[mover] = seat("Y" * 3 + "R" * 7)
    match = table(PART2, *seats, to_move=mover)
    play(match, "work F2.1", "sail 1,0", "pay Y", "pay Y", "pay Y", "skip", "x2")
    asked = []
    while match.decision.kind == "return":
        assert match.seat is not None
        assert match.position()["active"] == mover
        asked.append(match.seat)
        play(match, texts(match)[0])
    assert asked == [mover, *(other for other in range(4) if other != mover)]
    assert (match.seat, match.decision.kind) == ((mover + 1) % 4, "turn")
    assert [len(one["storage"]) for one in match.position()["seats"]] == [10] * 4


@pytest.mark.rule("W2-8", "C7", "C6")
def test_w2_8_in_the_last_turn_the_surplus_is_returned_before_the_score() -> None:
    eight = claims(8, 2, game=PART2)
    match = table(PART2, seat("R" * 10, claimed=eight, ship="1,0"), seat("G"), to_move=1)
    play(match, "work F2.1", "sail 1,0", "skip")
    assert (match.seat, match.is_over) == (0, False)
    play(match, "return R")
    assert match.is_over
    assert match.result is not None
    assert [line["cubes"] for line in match.result.lines] == [10, 0]


@pytest.mark.rule("W2-8", "C11")
def test_w2_8_the_mover_cannot_undo_once_another_seat_decides() -> None:
    match = table(PART2, seat("RG"), seat("Y" * 5 + "B" * 5, ship="1,0"))
    play(match, "work F2.1", "sail 1,0", "pay R")
    assert match.can_undo
    play(match, "skip")
    assert match.seat == 1
    assert not match.can_undo


# -- W2-5: building --------------------------------------------------------------------------------------------------


@pytest.mark.rule("W2-5")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize(
    ("players", "there", "price"), [(2, 0, 0), (2, 1, 2), (3, 0, 0), (3, 1, 1), (3, 2, 2), (4, 2, 2), (4, 3, 3)]
)
def test_w2_5_a_cube_for_each_outpost_there_and_two_with_two_players(
    game: str, players: int, there: int, price: int
) -> None:
    others = list(range(1, there + 1))
    match = table(game, seat("YRGB"), *[seat("Y", ship="-1,0")] * (players - 1), outposts={"1,0": others})
    assert match.observe(0).position["sea"]["1,0"]["price"] == price
    play(match, "work F2.1", "sail 1,0")
    assert (match.position()["decision"], texts(match)) == ({"kind": "build"}, ["build", "skip"])
    play(match, "build")
    for left in range(price, 0, -1):
        assert match.position()["decision"] == {"kind": "pay", "price": left}
        play(match, texts(match)[-1])
    assert [event["cube"] for event in happened(match, "price")] == list("BGR"[:price])
    assert match.position()["sea"]["1,0"]["outposts"] == [0, *others]
    assert at(match, 0)["storage"] == "YRGB"[: 4 - price]
    assert [at(match, number)["storage"] for number in range(1, players)] == ["Y"] * (players - 1)
    assert happened(match, "built") == [{"kind": "built", "seat": 0, "tile": "1,0", "symbol": "ginger"}]
    assert grid(match, 0) == [1, 0, 0, 0]


@pytest.mark.rule("W2-5", "F4")
@pytest.mark.parametrize(
    ("players", "storage", "offered"), [(3, "", False), (3, "Y", True), (2, "Y", False), (2, "YY", True)]
)
def test_w2_5_only_if_the_price_can_be_paid(players: int, storage: str, offered: bool) -> None:
    match = table(PART2, seat(storage), *[seat(ship="-1,0")] * (players - 1), outposts={"1,0": [1]})
    play(match, "work F2.1", "sail 1,0")
    if offered:
        assert texts(match) == ["build", "skip"]
    else:
        assert match.seat == 1
        assert "build" not in str(happened(match, "action"))


@pytest.mark.rule("W2-5", "F4", "F6")
@pytest.mark.parametrize(("storage", "offered"), [("YY", False), ("YYR", True)])
def test_f4_the_price_is_paid_from_what_the_toll_leaves(storage: str, offered: bool) -> None:
    match = table(PART2, seat(storage), seat(ship="1,0"), outposts={"1,0": [1]})
    play(match, "work F2.1", "sail 1,0")
    if offered:
        play(match, "pay R", "build")
        assert paid(match) == [("R", 1)]
        assert [event["cube"] for event in happened(match, "price")] == ["Y", "Y"]
        assert kinds_of(match)[:6] == ["sent", "sailed", "toll", "price", "price", "built"]
        assert at(match, 1)["storage"] == "R"
    else:
        assert match.seat == 1
        assert happened(match, "built") == []


@pytest.mark.rule("F4", "W2-7")
def test_f4_what_the_trade_would_bring_pays_neither_toll_nor_price() -> None:
    """One red gives three yellow at this tile, but the toll and the price come before."""
    match = table(PART2, seat("R"), seat(ship="1,0"), seat(ship="1,0"))
    assert "1,0" not in ends(match, "F2.1")
    match = table(PART2, seat("R"), seat(), outposts={"1,0": [1]})
    play(match, "work F2.1", "sail 1,0")
    assert match.decision.kind == "times"
    play(match, "x1")
    assert at(match, 0)["storage"] == "YYY"
    assert match.position()["sea"]["1,0"]["outposts"] == [1]


@pytest.mark.rule("F4", "W2-5")
def test_f4_an_end_tile_depends_on_the_toll_alone() -> None:
    match = table(PART2, seat(""), *[seat(ship="-1,0")] * 2, outposts={"1,0": [1, 2]})
    play(match, "work F2.1")
    assert "1,0" in sails(match)


@pytest.mark.rule("W2-5", "F2")
@pytest.mark.parametrize("tile", ["1,0", "0,0"])
def test_w2_5_not_beside_an_own_outpost_and_not_on_the_sea_tile(tile: str) -> None:
    match = table(PART2, seat("RRR", ship="0,1"), seat(ship="-1,0"), outposts={"1,0": [0]})
    assert match.observe(0).position["sea"][tile]["price"] is None
    play(match, "work F2.2", f"sail {tile}")
    assert match.decision.kind == ("times" if tile == "1,0" else "turn")


@pytest.mark.rule("W2-5", "W2-12")
def test_w2_5_the_leftmost_outpost_of_the_row_and_its_value() -> None:
    """Three tiles of ginger: values 1, 2 and 3 of the first row come free one after the other."""
    ginger = [name for name, tile in CHART.items() if tile and tile[0] == "ginger"]
    for number in range(4):
        match = table(PART2, seat(), seat(), outposts={name: [0] for name in ginger[:number]})
        assert grid(match, 0) == [number, 0, 0, 0]
        assert match.standing.lines[0]["outposts"] == sum(range(number + 1))
    match = table(PART2, seat(), seat(), outposts={name: [0] for name in ginger[:2]})
    target = ginger[2]
    start = next(name for name in CHART if apart(name, target) == 1)
    match = table(PART2, seat(ship=start), seat(), outposts={name: [0] for name in ginger[:2]})
    play(match, "work F2.1", f"sail {target}", "build")
    assert grid(match, 0) == [3, 0, 0, 0]
    assert match.standing.lines[0]["outposts"] == 6


# -- W2-6: emptied columns -------------------------------------------------------------------------------------------


@pytest.mark.rule("W2-6", "W3-4", "F2")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize("answer", ["skip", "bonus B2.s1", "bonus B2.s2", "bonus F2.s1", "bonus F2.s2"])
def test_w2_6_an_emptied_column_may_bring_a_tile(game: str, answer: str) -> None:
    """The top of any stack of B2 or F2, and of no other face; then the trade of the tile."""
    match = table(game, seat("YYY"), seat(), outposts=FIRST)
    before = match.position()["stacks"]
    play(match, "work F2.1", "sail -1,0", "build")
    names = ["B2.s1", "B2.s2", "F2.s1", "F2.s2"]
    assert match.position()["decision"] == {"kind": "bonus", "stacks": names}
    assert sorted(texts(match)) == sorted(["skip", *(f"bonus {name}" for name in names)])
    play(match, answer)
    assert match.decision.kind == "times"
    taken = answer.removeprefix("bonus ")
    assert at(match, 0)["bonus"] == [pile[0] for name, pile in before.items() if name == taken]
    assert match.position()["stacks"] == {name: pile[name == taken :] for name, pile in before.items()}
    play(match, "x1")
    assert at(match, 0)["storage"] == "B"


@pytest.mark.rule("W2-6")
@pytest.mark.parametrize(
    ("tiles", "build", "emptied"),
    [
        (["1,0", "1,-1"], "-1,0", False),
        (["1,0", "1,-1", "0,-1"], "-1,0", True),
        (["1,0", "1,-1", "0,-1", "-1,0"], "-1,1", False),
        (["1,0", "1,-1", "0,-1", "-1,1"], "-1,0", True),
        (["1,0", "1,-1", "0,-1", "-1,0", "0,1", "2,-1", "1,-2"], "-1,1", True),
        (["1,0", "1,-1", "0,-1", "-1,0", "0,1", "2,-1"], "-1,1", False),
        (["1,-1", "0,1", "0,-1", "2,-1", "-1,0", "1,-2", "-1,1"], "1,0", True),
        (["1,0", "-1,1", "-1,-1", "0,1", "-2,1", "0,-1", "2,-1", "-1,2", "1,-2"], "-1,0", True),
        (["1,0", "-1,1", "-1,-1", "0,1", "0,-1", "2,-1", "-1,2", "1,-2"], "-1,0", False),
    ],
)
def test_w2_6_only_when_all_four_rows_lack_it(tiles: list[str], build: str, emptied: bool) -> None:
    match = table(PART2, seat(""), seat(ship="1,1"), outposts={name: [0] for name in tiles})
    play(match, "work F2.1", f"sail {build}", "build")
    assert (match.decision.kind == "bonus") == emptied


@pytest.mark.rule("W2-6")
def test_w2_6_the_last_outposts_empty_the_last_column() -> None:
    """All twelve built, by one seat on all twelve tiles."""
    match = table(
        PART2, seat("", ship="1,-1"), seat(), outposts={name: [0] for name in CHART if name not in ("0,0", "2,-1")}
    )
    assert grid(match, 0) == [3, 3, 2, 3]
    play(match, "work F2.1", "sail 2,-1", "build", "bonus F2.s1")
    assert grid(match, 0) == [3, 3, 3, 3]
    assert match.standing.lines[0]["outposts"] == 24


@pytest.mark.rule("W2-6", "F2")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize("full", [True, False])
def test_w2_6_with_a_full_board_or_no_tile_left_it_is_lost(game: str, full: bool) -> None:
    """Not asked, and not deferred: the next outposts bring nothing."""
    stacks: dict[str, list[str]] = {} if full else {name: [] for name in heaps(PART2)}
    match = table(game, seat("", bonus=FULL if full else []), seat(ship="2,-1"), outposts=FIRST, stacks=stacks)
    play(match, "work F2.1", "sail -1,0", "build")
    assert match.seat == 1
    assert at(match, 0)["bonus"] == (FULL if full else [])
    assert grid(match, 0) == [1, 1, 1, 1]
    assert "skip" not in forced(match)
    play(match, "rest", "work F2.2", "sail -2,1", "build")
    assert match.seat == 1
    assert "skip" not in forced(match)


@pytest.mark.rule("W2-6")
def test_w2_6_the_fourth_tile_fills_side_b() -> None:
    match = table(
        PART2, seat("", bonus=FULL[:3]), seat(), outposts=FIRST, stacks={"F2.s2": ["tool+tool=3"], "B2.s1": []}
    )
    play(match, "work F2.1", "sail -1,0", "build")
    assert sorted(texts(match)) == ["bonus B2.s2", "bonus F2.s1", "bonus F2.s2", "skip"]
    refused(match, "bonus B2.s1")
    play(match, "bonus F2.s2")
    assert at(match, 0)["bonus"] == [*FULL[:3], "tool+tool=3"]
    assert match.position()["stacks"]["F2.s2"] == []


# -- W2-7: trade on arrival ------------------------------------------------------------------------------------------


@pytest.mark.rule("W2-7", "F2", "C5")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize("built", ["before", "now", "not"])
@pytest.mark.parametrize("times", [0, 1, 2])
def test_w2_7_any_number_of_times_also_none_with_or_without_an_outpost(game: str, built: str, times: int) -> None:
    match = table(game, seat("RRG"), seat(), outposts={"1,0": [0]} if built == "before" else {})
    play(match, "work F2.1", "sail 1,0", *({"now": ["build"], "not": ["skip"]}.get(built, [])))
    assert match.position()["decision"] == {"kind": "times", "card": "R>YYY", "arrival": True}
    assert texts(match) == ["x0", "x1", "x2"]
    play(match, f"x{times}")
    assert at(match, 0)["storage"] == cubes("RRG"[times:] + "YYY" * times)
    assert match.position()["sea"]["1,0"]["outposts"] == ([] if built == "not" else [0])
    assert match.seat == 1


@pytest.mark.rule("W2-7", "C10")
def test_w2_7_what_cannot_be_traded_is_not_asked() -> None:
    match = table(PART2, seat("YGB"), seat())
    play(match, "work F2.1", "sail 1,0", "skip")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "YGB"


@pytest.mark.rule("W2-7", "F4")
def test_w2_7_after_building() -> None:
    match = table(PART2, seat("RY"), seat(ship="-1,0"), seat(ship="-1,0"), outposts={"1,0": [2]})
    play(match, "work F2.1", "sail 1,0", "build", "pay R")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "Y"


# -- W2-9, W2-10: ship-trade and outpost locations -------------------------------------------------------------------


@pytest.mark.rule("W2-9", "C5", "F1")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize("tile", CHART)
@pytest.mark.parametrize("storage", ["YYYRRRGGBB", "YRGB"])
def test_w2_9_the_trade_of_the_tile_where_the_ship_is(game: str, tile: str, storage: str) -> None:
    there = CHART[tile]
    match = table(game, seat(storage, ship=tile), seat(ship=tile), outposts={"1,0": [1]})
    if there is None:
        refused(match, "work F2.3")
        assert match.observe(0).position["costs"]["F2.3"]["why"] == "nothing"
        return
    cost, gain = there[1].split(">")
    legal = Counter(cost) <= Counter(storage)
    assert ("F2.3" in at_work(match)) == legal
    if legal:
        play(match, "work F2.3")
        if match.seat == 0 and match.decision.kind == "times":
            assert "x0" not in texts(match)
            assert match.position()["decision"] == {"kind": "times", "card": there[1]}
            play(match, "x1")
        left = Counter(storage)
        left.subtract(cost)
        left.update(gain)
        returned = [event["cube"] for event in happened(match, "returned")]
        assert cubes(at(match, 0)["storage"] + "".join(returned)) == cubes("".join(left.elements()))
        assert paid(match) == []
    else:
        assert cost in refused(match, "work F2.3")


@pytest.mark.rule("W2-9", "F3")
def test_f3_a_tool_pays_for_the_first_trade_of_the_ship() -> None:
    match = table(PART2, seat("", claimed=["YBB=8 tool plains Y", "RGB=8 tool plains Y"], ship="1,-1"), seat())
    play(match, "work F2.3")
    assert at(match, 0)["storage"] == "RR"
    poor = table(PART2, seat("", claimed=["YBB=8 tool plains Y"], ship="1,-1"), seat())
    refused(poor, "work F2.3")


@pytest.mark.rule("W2-10", "F1", "C5")
@pytest.mark.parametrize("game", SEAS)
def test_w2_10_an_own_outpost_whose_trade_can_be_made(game: str) -> None:
    """Not those of others, not those that cannot be paid; wherever the ship is, and at least once."""
    built = {"1,0": [0], "1,-1": [0, 1], "0,-1": [1], "1,-2": [0], "-1,0": [0]}
    match = table(game, seat("RRYY", ship="-1,2"), seat(ship="1,0"), outposts=built)
    assert ends(match, "F2.5") == {"1,0", "1,-1"}
    play(match, "work F2.5")
    assert match.position()["decision"] == {"kind": "outpost"}
    assert sorted(texts(match)) == ["outpost 1,-1", "outpost 1,0"]
    for tile in ("0,-1", "1,-2", "-1,0", "0,0", "-1,1"):
        refused(match, f"outpost {tile}")
    play(match, "outpost 1,0")
    assert match.position()["decision"] == {"kind": "times", "card": "R>YYY"}
    assert texts(match) == ["x1", "x2"]
    play(match, "x2")
    assert at(match, 0)["storage"] == "Y" * 8
    assert at(match, 0)["ship"] == "-1,2"
    assert paid(match) == []


@pytest.mark.rule("W2-10", "F1", "C10")
@pytest.mark.parametrize(
    ("built", "storage", "why"),
    [
        ({}, "YYRRGGBB", "nothing"),
        ({"1,0": [1]}, "RR", "nothing"),
        ({"1,0": [0]}, "YYGB", "cubes"),
        ({"1,0": [0]}, "R", None),
    ],
)
def test_w2_10_without_one_the_location_cannot_be_used(
    built: dict[str, list[int]], storage: str, why: str | None
) -> None:
    match = table(PART2, seat(storage), seat(), outposts=built)
    assert match.observe(0).position["costs"]["F2.5"]["why"] == why
    if why is not None:
        refused(match, "work F2.5")
    else:
        play(match, "work F2.5")
        assert forced(match) == ["outpost 1,0", "x1"]
        assert at(match, 0)["storage"] == "YYY"


@pytest.mark.rule("W2-10", "F3")
def test_f3_a_tool_pays_for_the_trade_of_an_outpost() -> None:
    match = table(PART2, seat("Y", claimed=["RRG=6 tool mountain Y"]), seat(), outposts={"1,-1": [0], "1,0": [0]})
    assert ends(match, "F2.5") == {"1,-1"}
    play(match, "work F2.5")
    assert at(match, 0)["storage"] == "RR"


# -- W2-11, W2-12: forts, score --------------------------------------------------------------------------------------


@pytest.mark.rule("W2-11", "F1", "C10")
@pytest.mark.parametrize("game", SEAS)
@pytest.mark.parametrize(("slot", "fort"), [(1, "A2.1"), (2, "A2.2"), (3, "B2.1"), (4, "B2.2")])
def test_w2_11_forts_are_for_claiming_only(game: str, slot: int, fort: str) -> None:
    """Never asked, no bonus tile; the card must be affordable. Slots follow the forts of A2 and B2 (F12)."""
    card = "YYB=5 native-help plains"
    row = [*claims(slot - 1, 2, used=[card], game=game), card]
    match = table(game, seat("YYB"), seat(), row=row)
    play(match, f"work {fort}")
    assert match.seat == 1
    assert at(match, 0)["claimed"] == [card]
    assert at(match, 0)["bonus"] == []
    assert forced(match)[0] == f"claim {slot}"
    assert happened(match, "bonus") == []
    poor = table(game, seat("YYRRGG"), seat(), row=row)
    assert "YYB" in refused(poor, f"work {fort}")


@pytest.mark.rule("W2-11", "F12")
@pytest.mark.parametrize("game", SEAS)
def test_w2_11_no_card_above_a_fort(game: str) -> None:
    match = table(game, seat("YYRRGGBB"), seat(), row=["YYB=5 native-help plains"], short=True, deck=[])
    assert [name for name in ("A2.1", "A2.2", "B2.1", "B2.2") if name in at_work(match)] == ["A2.1"]


@pytest.mark.rule("W2-11", "NW19")
def test_w2_11_an_exploration_card_is_followed_by_its_tile_alone() -> None:
    card = "YYB=5 exploration"
    match = table(PART2, seat("YYB"), seat(), row=[card])
    play(match, "work A2.1")
    assert sorted(texts(match)) == sorted(f"explore {name}" for name in covers(PART2, 2))
    play(match, "explore F2.4")
    assert match.seat == 1
    assert "F2.4" in locations(PART2)


@pytest.mark.rule("W2-12", "NW22")
@pytest.mark.parametrize("game", SEAS)
def test_w2_12_the_values_that_are_uncovered_are_points(game: str) -> None:
    card = "YYB=5 native-help plains"
    seven = claims(7, 2, used=[card], game=game)
    built = {"1,0": [1], "-1,1": [1, 0], "-1,-1": [1], "0,1": [1], "-1,0": [0, 1], "1,-2": [1]}
    match = table(game, seat("RG"), seat("YYBBR", claimed=seven), to_move=1, row=[card], outposts=built)
    play(match, "work A2.1")
    assert match.result is not None
    assert [line["outposts"] for line in match.result.lines] == [1 + 1, (1 + 2 + 3) + 1 + (1 + 2)]
    assert match.result.lines[0] == {"cards": 0, "bonus": 0, "exploration": 0, "cubes": 2, "outposts": 2}
    assert match.result.points == [sum(line.values()) for line in match.result.lines]


@pytest.mark.rule("W2-1", "W2-6", "NW23")
def test_w2_1_four_bonus_spaces() -> None:
    tiles = without(bonus_of(PART2), [])[:4]
    match = table(PART2, seat("", bonus=tiles), seat())
    assert match.observe(0).position["seats"][0]["spaces"] == 0
    with pytest.raises(entrepot.InvalidPosition):
        table(PART2, seat("", bonus=bonus_of(PART2)[:5]), seat())


@pytest.mark.rule("W2-1", "W3-1")
def test_w2_1_the_charts_of_this_file_are_seas() -> None:
    for game in (PART2, PART3):
        assert list(table(game, seat(), seat()).position()["sea"]) == list(deal(game).position()["sea"])
    assert {name for name in CHART if apart(name, "0,0") == 1} == set(RING)
    assert all(sum(apart(name, other) == 1 for other in RING) == 2 for name in OUTER)
