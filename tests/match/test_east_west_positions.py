"""`Match.from_position` for From East to West: what can be left out, and every impossible position with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import entrepot

from .changes import COMMON, Case, Change, ask, both, drop, put, stand, times, twice, upgrade
from .parts import (
    BOXES,
    PART1,
    PART2,
    PART3,
    PARTS,
    changed,
    full_route,
    legal,
    match_of,
    merchant,
    misread,
    outposts,
    refused,
    settlers_home,
    start,
)


def storage(cubes: str, seat: int = 0) -> Change:
    """A change: what a seat holds."""
    return put("seats", seat, "storage", value=cubes)


def together(tile: str = "1,0") -> Change:
    """A change: both ships are on a tile."""
    return both(put("seats", 0, "ship", value=tile), put("seats", 1, "ship", value=tile))


def tile(name: str, **values: Any) -> Change:
    """A change: something about a tile of the sea."""
    return lambda position: position["sea"][name].update(values)


def exchange(one: str, other: str) -> Change:
    """A change: two tiles of the sea change places."""

    def change(position: dict[str, Any]) -> None:
        sea = position["sea"]
        sea[one], sea[other] = sea[other], sea[one]

    return change


def move_tile(name: str, place: str) -> Change:
    """A change: a tile of the sea lies elsewhere."""
    return lambda position: position["sea"].update({place: position["sea"].pop(name)})


@pytest.mark.parametrize("game", PARTS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_is_a_position(game: str, players: int) -> None:
    assert match_of(start(game, players)).position() == start(game, players)


@pytest.mark.parametrize(
    ("game", "path"),
    [
        *(
            (game, (key,))
            for game in PARTS
            for key in ("round", "ending", "options", "faces", "spare", "active", "again")
        ),
        *((game, ("seats", 1, "reserve")) for game in PARTS),
        *((game, ("seats", 1, "discards")) for game in (PART1, PART3)),
        (PART1, ("seats", 1, "route")),
        (PART1, ("seats", 0, "route", 1, "settlers")),
        (PART2, ("sea", "1,1", "outposts")),
    ],
)
def test_what_is_usual_may_be_left_out(game: str, path: tuple[str | int, ...]) -> None:
    position = changed(game, put("round", value=1))
    assert match_of(changed(game, put("round", value=1), drop(*path))).position() == position


@pytest.mark.parametrize("game", [PART2, PART3])
def test_a_ship_that_is_not_told_is_on_the_sea_tile(game: str) -> None:
    assert match_of(changed(game, drop("seats", 0, "ship"))).position()["seats"][0]["ship"] == "0,0"


def test_tiles_beside_the_board_that_are_not_told_are_not_there() -> None:
    position = match_of(changed(PART1, drop("beside"), drop("spare"))).position()
    assert position["beside"] == {}
    assert len(position["spare"]["exploration"]) == 8


@pytest.mark.parametrize("game", [PART1, PART3])
def test_a_market_that_is_not_told_is_shuffled(game: str) -> None:
    full = start(game)
    cards = sorted([*full["market"]["row"], *full["market"]["deck"]])
    rows, decks = set(), set()
    for seed in range(5):
        position = match_of(changed(game, drop("market")), seed).position()
        assert position == match_of(changed(game, drop("market")), seed).position()
        market = position["market"]
        assert len(market["row"]) == 4
        assert sorted([*market["row"], *market["deck"]]) == cards
        rows.add(tuple(market["row"]))
        decks.add(tuple(match_of(changed(game, drop("market", "deck")), seed).position()["market"]["deck"]))
    assert (len(rows), len(decks)) == (5, 5)


@pytest.mark.parametrize("game", [PART2, PART3])
@pytest.mark.parametrize("layout", ["star", "random"])
def test_a_sea_that_is_not_told_is_laid_at_random(game: str, layout: str) -> None:
    seas = set()
    for seed in range(5):
        bare = changed(game, drop("sea"), drop("seats", 0, "ship"), drop("seats", 1, "ship"), put("options", "sea",
                       value=layout))  # fmt: skip
        position = match_of(bare, seed).position()
        assert match_of(bare, seed).position() == position == match_of(position).position()
        assert (set(position["sea"]) == set(start(game)["sea"])) == (layout == "star")
        assert sorted(str(one["symbol"]) for one in position["sea"].values()) == sorted(
            ["None", *["ginger", "chili", "tea", "cloves"] * 3]
        )
        assert all(one["outposts"] == [] for one in position["sea"].values())
        seas.add(repr(position["sea"]))
    assert len(seas) == 5


ALL: list[Case] = [
    *COMMON,
    ("five players", put("players", value=5), "players"),
    ("option of another game", put("options", "board", value="D1"), "board"),
    ("another board", put("faces", 0, value="B1"), "faces"),
    ("home missing", drop("seats", 0, "home"), "home"),
    ("a settler too many", lambda p: p["seats"][0].update(home=p["seats"][0]["home"] + 1), "12"),
    ("active 2", put("active", value=2), "active"),
    ("active -1", put("active", value=-1), "active"),
    ("active true", put("active", value=True), "active"),
    ("active a text", put("active", value="0"), "active"),
    ("nobody active", put("active", value=None), "active"),
    ("another seat's turn", put("active", value=1), "seat 1"),
    ("again 1", put("again", value=1), "again"),
    ("again in the turn", put("again", value=True), "again"),
    ("again without a refresh", both(put("again", value=True), storage("Y" * 12), ask("return")), "refresh"),
    ("chance negative", put("chance", value=-1), "chance"),
    ("chance too large", put("chance", value=2**64), "chance"),
    ("chance a text", put("chance", value="7"), "chance"),
    ("chance true", put("chance", value=True), "chance"),
    ("chance a fraction", put("chance", value=0.5), "chance"),
    ("a stranger above the limit", both(storage("Y" * 12), storage("Y" * 11, 1), ask("return")), "seat 1"),
    ("a stranger returns first", both(storage("Y" * 11), storage("Y" * 11, 1), ask("return"), put("active", value=1)),
     "11"),
    ("return of nothing in another turn", both(put("active", value=1), ask("return")), "return"),
    ("pay without owners", ask("pay"), "decision"),
    ("swap with more", ask("swap", places=[1, 2]), "decision"),
]  # fmt: skip

MARKET: list[Case] = [
    ("market no object", put("market", value=[]), "market"),
    ("market without a row", drop("market", "row"), "row"),
    ("market with more", put("market", "discards", value=[]), "discards"),
    ("row no list", put("market", "row", value="YYR"), "row"),
    ("row of numbers", put("market", "row", value=[1]), "row"),
    ("five merchants", merchant("R>YYY", "market", "row"), "5"),
    ("no such merchant", put("market", "row", 0, value="YYYYYY"), "YYYYYY"),
    ("a merchant twice", put("market", "row", 0, value="YY>G"), "more merchants"),
    ("a merchant in the deck too", twice("market", "deck", of=("market", "row", 0)), "more merchants"),
    ("market deck a number", put("market", "deck", value=34), "deck"),
    ("discards a text", put("seats", 1, "discards", value="YG"), "discards"),
    ("discards of a number", put("seats", 1, "discards", value=[3]), "discards"),
    ("discards unknown", put("seats", 1, "discards", value=["BBBB"]), "BBBB"),
    ("discarded and in the market", twice("seats", 1, "discards", of=("market", "row", 2)), "more merchants"),
    ("discarded twice", twice("seats", 1, "discards", of=("seats", 0, "discards", 0)), "more merchants"),
    ("market slot 0", ask("market", slot=0), "slot"),
    ("market slot 5", ask("market", slot=5), "slot"),
    ("market slot true", ask("market", slot=True), "slot"),
    ("market without a slot", ask("market"), "slot"),
    ("market with more told", ask("market", slot=1, card="YYR"), "card"),
    ("market where nobody stands", ask("market", slot=2), "market"),
    ("market where another seat stands", both(stand("E2.2", 1), ask("market", slot=2)), "market"),
    ("market with no card there", both(put("market", value={"row": [], "deck": []}), ask("market", slot=1)), "market"),
    ("a trade of the market without its slot", both(stand("E2.2"), times("YY>G")), "slot"),
    ("a trade of another slot", both(stand("E2.2"), times("YY>G", market=1)), "slot 1"),
    ("a trade of a slot where nobody stands", times("YY>G", market=2), "market"),
    ("a trade of the market that cannot be paid", both(stand("E2.2"), storage("YR"), times("YY>G", market=2)), "YY>G"),
    ("a trade of slot 0", both(stand("E2.2"), times("YY>G", market=0)), "market"),
    ("an upgrade of the market without its slot", upgrade("up3", 2), "slot"),
    ("an upgrade of the market with four steps", upgrade("up3", 4, market=3), ""),
    ("a gain of the market", times("YYR", market=1), "YYR"),
]  # fmt: skip

ROUTE: list[Case] = [
    ("six settlers on a route card", full_route(6), "route"),
    ("five settlers on two route cards", full_route(5, 5), "route"),
    ("what only an observation tells of a route", put("seats", 0, "route", 0, "need", value=1), "need"),
    ("another seat's trade", both(put("active", value=1), stand("A1.6"), times("YY>RR")), "seat"),
    ("a sea", put("sea", value={}), "sea"),
    ("a ship", put("seats", 0, "ship", value="0,0"), "ship"),
    ("sail", both(stand("A1.3"), ask("sail", steps=1)), "sail"),
    ("an arrival", both(stand("B1.6"), storage("YYY"), times("YYY>RRR", arrival=True)), "arrival"),
    ("option sea", put("options", "sea", value="star"), "sea"),
    ("replace_occupied 1", put("options", "replace_occupied", value=1), "replace_occupied"),
    ("merchant_pair_points true", put("options", "merchant_pair_points", value=True), "merchant_pair_points"),
    ("merchant_pair_points 3", put("options", "merchant_pair_points", value=3), "merchant_pair_points"),
    ("merchant_pair_points a text", put("options", "merchant_pair_points", value="2"), "merchant_pair_points"),
    ("beside a list", put("beside", value=[]), "beside"),
    ("beside a number", put("beside", value=8), "beside"),
    ("beside #9", put("beside", "#9", value="YYY"), "#9"),
    ("beside #0", put("beside", "#0", value="YYY"), "#0"),
    ("beside without its mark", put("beside", "1", value="YYY"), "beside"),
    ("beside a tile unknown", put("beside", "#1", value="YYYY"), "YYYY"),
    ("beside an object", put("beside", "#1", value={"tile": "YYY"}), "#1"),
    ("beside and explored", lambda p: p["beside"].update({"#1": p["seats"][0]["explored"][0]}), "exploration tile"),
    ("beside twice", lambda p: p["beside"].update({"#1": p["beside"]["#2"]}), "exploration tile"),
    ("a find where none lies in this part", put("locations", "A1.3", value={"tile": "YYY"}), "A1.3"),
    ("route no list", put("seats", 1, "route", value={}), "route"),
    ("route a number", put("seats", 1, "route", value=2), "route"),
    ("six cards in the route", both(full_route(), lambda p: p["seats"][0]["route"].append(
        {"card": p["market"]["deck"].pop(), "settlers": 0})), "5"),
    ("route of texts", put("seats", 1, "route", value=["RRR>BB"]), "route"),
    ("route without a card", drop("seats", 0, "route", 1, "card"), "card"),
    ("route with more", put("seats", 0, "route", 1, "moon", value=1), "moon"),
    ("route card unknown", put("seats", 0, "route", 1, "card", value="G>RRRR"), "G>RRRR"),
    ("route card a number", put("seats", 0, "route", 1, "card", value=4), "route"),
    ("route card in the market too", put("seats", 0, "route", 1, "card", value="YYR"), "more merchants"),
    ("route card twice", put("seats", 0, "route", 1, "card", value="RR"), "more merchants"),
    ("settlers on the route a text", put("seats", 0, "route", 0, "settlers", value="1"), "settlers"),
    ("settlers on the route true", put("seats", 0, "route", 0, "settlers", value=True), "settlers"),
    ("settlers on the route negative", put("seats", 0, "route", 0, "settlers", value=-1), "settlers"),
    ("thirteen settlers on the route", put("seats", 0, "route", 0, "settlers", value=13), "settlers"),
    ("settlers on the route uncounted", put("seats", 0, "route", 1, "settlers", value=1), "12"),
    ("replace with a route of two", ask("replace", slot=1), "full"),
    ("replace without a slot", both(full_route(), ask("replace")), "slot"),
    ("replace of a slot where nobody stands", both(full_route(), ask("replace", slot=2)), "market"),
    ("replace with all occupied", both(full_route(1, 1, 1, 1, 1), ask("replace", slot=1), put("options",
     "replace_occupied", value=False)), "choose"),
    ("market with a card that can be neither", both(full_route(1, 1, 1, 1, 1), stand("E2.2"), storage("R"), put(
     "options", "replace_occupied", value=False), ask("market", slot=2)), "choose"),
    ("swap where nobody stands", ask("swap"), "adjust"),
    ("swap of another seat", both(stand("C2.3", 1), ask("swap")), "adjust"),
    ("a trade of the route without settlers there", both(storage("G"), times("G>RR")), "G>RR"),
    ("a trade of another seat's route", both(storage("G"), put("seats", 1, "route", value=[{"card": "B>RRR",
     "settlers": 1}]), lambda p: p["market"]["deck"].remove("B>RRR"), lambda p: p["seats"][1].update(
     home=p["seats"][1]["home"] - 1), storage("B"), times("B>RRR")), "B>RRR"),
    ("a stranger's surplus where there are no tolls", both(storage("Y" * 11, 1), ask("return"), put("seat", value=1),
     put("active", value=0)), "seat 1"),
]  # fmt: skip

SEA_ONLY: list[Case] = [
    ("a route", put("seats", 0, "route", value=[]), "route"),
    ("tiles beside the board", put("beside", value={}), "beside"),
    ("replace", ask("replace", slot=1), "replace"),
    ("option replace_occupied", put("options", "replace_occupied", value=True), "replace_occupied"),
    ("option sea unknown", put("options", "sea", value="round"), "sea"),
    ("option sea true", put("options", "sea", value=True), "sea"),
    ("sea a list", put("sea", value=[]), "sea"),
    ("eleven market tiles", drop("sea", "1,1"), "12 tiles"),
    ("thirteen market tiles", put("sea", "2,1", value={"symbol": "tea", "card": "B>YYYG"}), "14 tiles"),
    ("no place", move_tile("1,1", "1;1"), "1;1"),
    ("a place with a blank", move_tile("1,1", "1, 1"), "1, 1"),
    ("a place far away", move_tile("1,1", "16,0"), "16,0"),
    ("a tile outside the star", move_tile("1,1", "3,0"), "layout"),
    ("a tile no object", put("sea", "1,1", value="tea"), "1,1"),
    ("a tile without a card", drop("sea", "1,1", "card"), "card"),
    ("a tile without a symbol", drop("sea", "1,1", "symbol"), "symbol"),
    ("a tile with more", tile("1,1", ship=0), "ship"),
    ("a tile unknown", tile("1,1", card="YYYY>GGB"), "YYYY>GGB"),
    ("a tile of another symbol", tile("1,1", symbol="cloves"), "cloves YYYY>GB"),
    ("a symbol unknown", tile("1,1", symbol="pepper"), "pepper"),
    ("a symbol that is a number", tile("1,1", symbol=3), "1,1"),
    ("a card that is no text", tile("1,1", card=None), "1,1"),
    ("a tile twice", tile("1,1", card="YY>G"), "more market tiles"),
    ("four tiles with ginger", tile("1,1", symbol="ginger", card="B>YYYG"), "ginger"),
    ("two sea tiles", tile("1,1", symbol=None, card=None), "2 tiles"),
    ("no sea tile", tile("0,0", symbol="tea", card="G>BY"), "0 tiles"),
    ("the sea tile elsewhere in the star", exchange("0,0", "1,1"), "layout"),
    ("a random sea in two pieces", both(put("options", "sea", value="random"), move_tile("1,1", "9,9")), "9,9"),
    ("a random sea with a tile that touches one", both(put("options", "sea", value="random"), move_tile("1,1", "3,-2")),
     "3,-2"),
    ("outposts a number", tile("1,1", outposts=1), "outposts"),
    ("outposts of seat 2", tile("1,1", outposts=[2]), "outposts"),
    ("outposts of seat true", tile("1,1", outposts=[True]), "outposts"),
    ("two outposts of a seat", tile("1,1", outposts=[1, 1]), "outpost"),
    ("outposts on the sea tile", tile("0,0", outposts=[0]), "sea tile"),
    ("a ship nowhere", put("seats", 0, "ship", value="5,5"), "5,5"),
    ("a ship at a number", put("seats", 0, "ship", value=0), "ship"),
    ("a ship at null", put("seats", 0, "ship", value=None), "ship"),
    ("a ship at a list", put("seats", 0, "ship", value=[0, 0]), "ship"),
    ("sail without steps", both(stand("F2.2"), ask("sail")), "steps"),
    ("sail three steps", both(stand("F2.2"), ask("sail", steps=3)), "steps"),
    ("sail true steps", both(stand("F2.2"), ask("sail", steps=True)), "steps"),
    ("sail no steps", both(stand("F2.2"), ask("sail", steps=0)), "steps"),
    ("sail from another ship location", both(stand("F2.2"), ask("sail", steps="any")), "ship"),
    ("sail of another seat", both(stand("F2.2", 1), ask("sail", steps=2)), "ship"),
    ("build with more", both(stand("F2.2"), ask("build", tile="1,0")), "tile"),
    ("build beside an own outpost", both(stand("F2.2"), ask("build")), "seat 0"),
    ("build on the sea tile", both(stand("F2.2"), put("seats", 0, "ship", value="0,0"), ask("build")), "seat 0"),
    ("pay with neither", both(stand("F2.2"), ask("pay")), "owners"),
    ("pay both", both(stand("F2.2"), together(), ask("pay", owners=[1], price=1)), "owners"),
    ("pay nobody", both(stand("F2.2"), ask("pay", owners=[])), "owners"),
    ("pay owners that are no list", both(stand("F2.2"), together(), ask("pay", owners=1)), "owners"),
    ("pay oneself", both(stand("F2.2"), together(), ask("pay", owners=[0])), "seat 0"),
    ("pay a ship elsewhere", both(stand("F2.2"), ask("pay", owners=[1])), "seat 1"),
    ("pay seat 2", both(stand("F2.2"), together(), ask("pay", owners=[2])), "owners"),
    ("pay seat true", both(stand("F2.2"), together(), ask("pay", owners=[True])), "owners"),
    ("pay a toll with nothing", both(stand("F2.2"), together(), storage(""), ask("pay", owners=[1])), "pay"),
    ("pay a seat that has eleven cubes already", both(stand("F2.2"), together(), storage("Y" * 11, 1), ask("pay",
     owners=[1])), "seat 1"),
    ("pay no price", both(stand("F2.2"), ask("pay", price=0), put("seats", 0, "ship", value="0,-1")), "price"),
    ("pay too high a price", both(stand("F2.2"), ask("pay", price=3), put("seats", 0, "ship", value="0,-1")), "price"),
    ("pay a true price", both(stand("F2.2"), ask("pay", price=True), put("seats", 0, "ship", value="0,-1")), "price"),
    ("pay a price beside an own outpost", both(stand("F2.2"), ask("pay", price=1)), "seat 0"),
    ("pay a price without the cubes", both(stand("F2.2"), storage("Y"), ask("pay", price=2), put("seats", 0, "ship",
     value="0,-1")), "pay"),
    ("outpost where nobody stands", ask("outpost"), "outpost-trade"),
    ("outpost with more", both(stand("F2.5"), ask("outpost", tile="1,0")), "tile"),
    ("outpost with none that can trade", both(stand("F2.5"), storage("YY"), ask("outpost")), "choose"),
    ("an outpost's trade without settlers there", both(storage("B"), times("B>YYRR")), "B>YYRR"),
    ("a ship's trade without settlers there", both(storage("B"), put("seats", 0, "ship", value="-1,2"),
     times("B>RRR")), "B>RRR"),
    ("an outpost's trade of another seat", both(stand("F2.5"), storage("YYYYY"), times("YYYYY>BB")), "YYYYY>BB"),
    ("an arrival at another tile", both(stand("F2.2"), storage("B"), times("B>YYRR", arrival=True)), "B>YYRR"),
    ("an arrival 1", both(stand("F2.2"), storage("B"), times("B>GG", arrival=1)), "arrival"),
    ("an arrival at the sea tile", both(stand("F2.2"), put("seats", 0, "ship", value="0,0"), times("B>GG",
     arrival=True)), "B>GG"),
    ("an upgrade on arrival", both(stand("A2.4"), stand("F2.2"), upgrade("up2", 2, arrival=True)), "up2"),
    ("bonus without stacks", both(stand("F2.2"), ask("bonus")), "stacks"),
    ("bonus of one stack", both(stand("F2.2"), ask("bonus", stacks=["B2.s1"])), "stacks"),
    ("bonus stacks a text", both(stand("F2.2"), ask("bonus", stacks="B2.s1")), "stacks"),
    ("bonus of stacks with numbers", both(stand("F2.2"), ask("bonus", stacks=[1, 2, 3, 4])), "stacks"),
    ("a fort gives no tile", both(stand("A2.1"), ask("fort", location="A2.1", claimed=False, bonus=True)), "bonus"),
    ("a claim leaves nothing to do", both(stand("A2.1"), ask("fort", location="A2.1", claimed=True, bonus=False)),
     "nothing"),
    ("a stranger's surplus of two", both(put("active", value=0), put("seat", value=1), stand("F2.2"), together(),
     storage("Y" * 12, 1), ask("return")), "seat 1"),
    ("a stranger's surplus elsewhere", both(put("active", value=0), put("seat", value=1), stand("F2.2"),
     storage("Y" * 11, 1), ask("return")), "seat 1"),
    ("a stranger above the limit while nothing was sailed", both(settlers_home, stand("C1.4"), storage("YYY"),
     together(), storage("Y" * 11, 1), times("YYY>RG")), "seat 1"),
]  # fmt: skip

COLUMN = ["B2.s1", "B2.s2", "F2.s1", "F2.s2"]
FOURTH = ["D2.s1", "D2.s2", "D2.s3", "D2.s4"]
EMPTIED = both(
    stand("F2.2"), outposts(ginger=[1], chili=[1], tea=[2], cloves=[1]), put("seats", 0, "ship", value="1,-1")
)
"""Seat 0 has just built on the ginger tile 1,-1: the first column of its grid is empty."""

SEA_BONUS: list[Case] = [
    ("a sea tile with a trade", put("sea", "0,0", "card", value="B>GG"), "sea tile"),
    ("what only an observation tells", put("sea", "1,0", "toll", value=0), "toll"),
    ("a column without a move", both(EMPTIED, settlers_home, ask("bonus", stacks=COLUMN)), "ship"),
    ("a column that is not empty", both(EMPTIED, tile("-2,1", outposts=[]), tile("0,-1", outposts=[]), tile("0,1",
     outposts=[]), ask("bonus", stacks=COLUMN)), "column"),
    ("a column emptied before", both(EMPTIED, put("seats", 0, "ship", value="1,0"), ask("bonus", stacks=COLUMN)),
     "column"),
    ("a column with the ship elsewhere", both(EMPTIED, put("seats", 0, "ship", value="0,0"), ask("bonus",
     stacks=COLUMN)), "outpost"),
    ("a column with a full board", both(EMPTIED, lambda p: p["seats"][0].update(bonus=[p["stacks"][name].pop() for
     name in COLUMN]), ask("bonus", stacks=COLUMN)), "space"),
]  # fmt: skip

BOTH: list[Case] = [
    ("a fourth merchant after three", ask("bonus", stacks=FOURTH), "3"),
    ("a fourth merchant without any", both(put("seats", 0, "discards", value=[]), ask("bonus", stacks=FOURTH)), "0"),
    ("a fourth merchant where nobody stands", both(merchant("YR", "seats", 0, "discards"), settlers_home,
     ask("bonus", stacks=FOURTH)), "market"),
    ("the market of a slot that is empty", both(put("market", value={"row": ["YYR"], "deck": []}), stand("E2.2"),
     ask("market", slot=2)), "slot"),
    ("a market trade that cannot be made", both(stand("E2.2"), storage("R"), ask("market", slot=2)), "choose"),
]  # fmt: skip

NONE_THERE: list[Case] = [
    ("a market", put("market", value={"row": []}), "market"),
    ("discards", put("seats", 0, "discards", value=[]), "discards"),
    ("market", ask("market", slot=1), "market"),
    ("option merchant_pair_points", put("options", "merchant_pair_points", value=1), "merchant_pair_points"),
    ("a fourth merchant", both(stand("F2.2"), ask("bonus", stacks=FOURTH)), "stacks"),
]

IMPOSSIBLE = {
    PART1: [*ALL, *MARKET, *ROUTE],
    PART2: [*ALL, *SEA_ONLY, *SEA_BONUS, *NONE_THERE],
    PART3: [*ALL, *MARKET, *SEA_ONLY, *SEA_BONUS, *BOTH],
}


@pytest.mark.parametrize(
    ("game", "change", "named"),
    [(game, *case[1:]) for game, cases in IMPOSSIBLE.items() for case in cases],
    ids=[f"{game}-{case[0]}" for game, cases in IMPOSSIBLE.items() for case in cases],
)
def test_an_impossible_position_is_refused_with_the_reason(game: str, change: Change, named: str) -> None:
    assert named in refused(game, changed(game, change))


RETURNED = both(put("active", value=0), put("seat", value=1), together(), storage("Y" * 10 + "R", 1), ask("return"))

POSSIBLE: list[tuple[str, str, Change, list[str], list[str], int]] = [
    (PART1, "use or keep", ask("market", slot=1), ["use", "keep"], ["use"], 1),
    (PART1, "keep", ask("market", slot=1), ["use", "keep"], ["keep"], 1),
    (PART1, "keep with a full route", both(full_route(1), ask("market", slot=1)), ["use", "keep"],
     ["keep", "replace 1"], 1),
    (PART1, "use a trade", both(stand("E2.2"), storage("YYYY"), ask("market", slot=2)), ["use", "keep"],
     ["use", "x2"], 1),
    (PART1, "a trade of the market", both(stand("E2.2"), storage("YYYY"), times("YY>G", market=2)), ["x1", "x2"],
     ["x1"], 1),
    (PART1, "an upgrade of the market", both(stand("C2.1"), storage("YR"), upgrade("up3", 2, market=3)),
     ["up Y", "up R", "stop"], ["up Y", "up R"], 1),
    (PART1, "a trade of the route", both(full_route(0, 1), storage("GG"), times("G>RR")), ["x1", "x2"], ["x2"], 1),
    (PART1, "replace", both(full_route(1, 0, 1), ask("replace", slot=1)), [f"replace {n}" for n in range(1, 6)],
     ["replace 3"], 1),
    (PART1, "replace a free one", both(full_route(1, 0, 1), put("options", "replace_occupied", value=False),
     ask("replace", slot=1)), ["replace 2", "replace 4", "replace 5"], ["replace 4"], 1),
    (PART1, "swap", both(stand("C2.3"), ask("swap")), ["swap 1-2", "skip"], ["swap 1-2"], 1),
    (PART1, "explore beside", both(stand("A1.1"), lambda p: p["seats"][0]["explored"].pop(),
     ask("explore", location="A1.1", bonus=True)),
     [f"explore #{n}" for n in range(1, 9)], ["explore #5"], 1),
    (PART1, "return before another turn", both(stand("E2.3"), put("again", value=True), storage("Y" * 10 + "R"),
     ask("return")), ["return Y", "return R"], ["return Y"], 0),
    *((game, name, change, choices, after, seat) for game in (PART2, PART3) for name, change, choices, after, seat in [
        ("sail one step", both(stand("F2.1") if game == PART3 else both(), ask("sail", steps=1)),
         ["sail 0,0", "sail 1,-1", "sail 0,1", "sail 2,-1", "sail 1,1"], ["sail 0,0"], 1),
        ("sail two steps, toll and building", both(stand("F2.2"), storage("YR"), ask("sail", steps=2)),
         [f"sail {q},{r}" for q, r in [(0, 0), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (2, -1), (1, -2),
                                       (-1, 2), (1, 1)]], ["sail 0,1", "pay Y", "build"], 1),
        ("sail anywhere", both(stand("F2.4"), lambda p: p["seats"][0].update(explored=p["seats"][0]["explored"][:1]),
         storage(""), ask("sail", steps="any")),
         [f"sail {q},{r}" for q, r in [(0, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1),
                                       (-1, 2), (1, 1)]], ["sail 0,0"], 1),
        ("pay a toll", both(stand("F2.2"), together(), ask("pay", owners=[1])), ["pay Y", "pay R", "pay G"],
         ["pay R"], 1),
        ("pay a toll before building", both(stand("F2.2"), together("1,1"), ask("pay", owners=[1])),
         ["pay Y", "pay R", "pay G"], ["pay R", "build"], 1),
        ("pay a toll on the sea tile", both(stand("F2.2"), together("0,0"), ask("pay", owners=[1])),
         ["pay Y", "pay R", "pay G"], ["pay R"], 1),
        ("pay a price", both(stand("F2.2"), put("seats", 0, "ship", value="0,-1"), ask("pay", price=2)),
         ["pay Y", "pay R", "pay G"], ["pay R", "pay Y"], 1),
        ("build", both(stand("F2.2"), put("seats", 0, "ship", value="1,1"), storage("YYYY"), ask("build")),
         ["build", "skip"], ["build", "x1"], 1),
        ("build while the other has eleven cubes", both(stand("F2.2"), together("1,1"), storage("Y" * 10 + "G", 1),
         ask("build")), ["build", "skip"], ["skip", "return Y"], 1),
        ("a trade on arrival", both(stand("F2.2"), storage("BB"), times("B>GG", arrival=True)), ["x0", "x1", "x2"],
         ["x0"], 1),
        ("a trade of the ship", both(stand("F2.3"), storage("BB"), times("B>GG")), ["x1", "x2"], ["x2"], 1),
        ("a trade of an outpost", both(stand("F2.5"), storage("BB"), times("B>YYRR")), ["x1", "x2"], ["x2"], 1),
        ("outpost", both(stand("F2.5"), storage("B"), ask("outpost")), ["outpost 1,0", "outpost 1,-1"],
         ["outpost 1,-1"], 1),
        ("an emptied column", both(EMPTIED, storage("B"), ask("bonus", stacks=COLUMN)),
         [*(f"bonus {name}" for name in COLUMN), "skip"], ["bonus F2.s2", "x1"], 1),
        ("another seat's return", both(RETURNED, stand("F2.2")), ["return Y", "return R"], ["return R"], 1),
    ]),
    (PART3, "a fourth merchant", both(merchant("YR", "seats", 0, "discards"), ask("bonus", stacks=FOURTH)),
     [*(f"bonus {name}" for name in FOURTH), "skip"], ["bonus D2.s3"], 1),
    (PART3, "a trade of the market", both(stand("E2.2"), storage("YYYY"), times("YY>G", market=2)), ["x1", "x2"],
     ["x2", "bonus D2.s1"], 1),
    (PART3, "an upgrade of the market", both(stand("D2.1"), storage("YR"), upgrade("up3", 1, market=3)),
     ["up Y", "up R", "stop"], ["stop", "skip"], 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "change", "choices", "after", "seat"),
    [(case[0], *case[2:]) for case in POSSIBLE],
    ids=[f"{case[0]}-{case[1]}" for case in POSSIBLE],
)
def test_every_kind_of_decision_can_be_set_up_by_hand(
    game: str, change: Change, choices: list[str], after: list[str], seat: int
) -> None:
    match = match_of(changed(game, change))
    again = match_of(match.position())
    for one in (match, again):
        assert sorted(legal(one)) == sorted(choices)
        for action in after:
            assert one.decision.kind != "turn"
            one.play(action)
        assert (one.seat, one.decision.kind) == (seat, "turn")
    assert match.position() == again.position()


def test_what_is_forced_before_another_turn_is_done_and_the_turn_comes() -> None:
    match = match_of(changed(PART1, stand("E2.3"), put("again", value=True), storage("Y" * 12), ask("return")))
    assert (match.seat, match.round, match.decision.kind) == (0, 6, "turn")
    assert match.position()["seats"][0]["storage"] == "Y" * 10
    assert match.position()["again"] is False
    match.play("rest")
    assert match.seat == 1


@pytest.mark.parametrize("layout", ["star", "random"])
def test_a_random_sea_may_be_any_that_holds_together(layout: str) -> None:
    position = changed(PART2, put("options", "sea", value=layout), move_tile("1,1", "2,0"))
    if layout == "star":
        assert "layout" in refused(PART2, position)
    else:
        match = match_of(position)
        assert match.position() == position
        match.play("work F2.2")
        assert "sail 2,0" in legal(match)


@pytest.mark.parametrize("game", PARTS)
def test_merchants_and_tiles_that_are_nowhere_are_gone(game: str) -> None:
    """Short piles can be set up without telling where the rest went."""
    position = changed(game, put("points", "deck", value=[]), drop("spare"))
    for name in position["stacks"]:
        position["stacks"][name] = []
    if game != PART2:
        position["market"]["deck"] = []
    match = match_of(position)
    assert match.position()["points"]["deck"] == []
    if game != PART2:
        match.play("rest")
        match.play("rest")
        match.play("work E2.1")
        match.play("use") if game == PART1 else None
        assert match.position()["market"] == {"row": ["YY>G", "up3", "RRR>BB"], "deck": []}


@pytest.mark.parametrize("game", PARTS)
def test_an_ending_that_is_not_told_or_should_be_over_is_refused(game: str) -> None:
    position = start(game)
    position["seats"][0]["claimed"] += [position["points"]["deck"].pop() for _ in range(5)]
    position["seat"] = position["active"] = 1
    assert "ending" in refused(game, {**position, "ending": False})
    match_of({**position, "ending": True})
    assert "8" in refused(game, {**position, "ending": True, "seat": 0, "active": 0})
    over = {**position, "ending": True, "seat": None, "active": None, "decision": {"kind": "over"}}
    match = match_of(over)
    assert match.is_over
    assert match.position() == over


@pytest.mark.parametrize("game", [PART2, PART3])
def test_the_last_return_of_the_game_may_be_another_seats(game: str) -> None:
    """Seat 0 has eight cards; seat 1 ends its turn, the last, on the tile of seat 0, which holds eleven cubes then."""
    position = start(game)
    position["seats"][0]["claimed"] += [position["points"]["deck"].pop() for _ in range(5)]
    position |= {"ending": True, "seat": 0, "active": 1, "decision": {"kind": "return"}}
    both(together(), storage("Y" * 10 + "B"), stand("F2.2", 1))(position)
    match = match_of(position)
    assert (match.seat, match.decision.data) == (0, {"kind": "return", "surplus": 1})
    match.play("return Y")
    assert match.is_over


@pytest.mark.parametrize("game", PARTS)
@settings(max_examples=150)
@given(st.data())
def test_a_spoiled_position_is_refused_or_is_a_position(game: str, data: st.DataObject) -> None:
    misread(game, data)


def test_an_observation_is_no_position() -> None:
    """What an observation adds would be refused, and it lacks the order of what is hidden."""
    match = match_of(start(PART3))
    with pytest.raises(entrepot.InvalidPosition):
        entrepot.Match.from_position(match.observe(0).position, components=BOXES[PART3])
