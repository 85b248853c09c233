"""The boxes of From East to West: land, merchants and sea in one file; what is left out is the packaged part."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entrepot import Match, UnknownGame
from entrepot.components import EastWestBox, complete, load, loads, packaged
from entrepot.core.chance import Chance
from entrepot.core.hexes import neighbours
from entrepot.rules.sea import scattered

from . import boxes
from .boxes import EAST_WEST, FILE, GONE, Change, Path_, changed, overfull, problems, written

GAMES = ("east-west-1", "east-west-2", "east-west-3")
GAME = GAMES[2]
OWN_TABLES = ("merchant", "layout", "market")
ENDLESS = "the gain contains the whole cost, so the trade would never end"
SYMBOLS = ("ginger", "chili", "tea", "cloves")


def east_west(text: str, game: str = GAME) -> EastWestBox:
    box = loads(game, text)
    assert isinstance(box, EastWestBox)
    return box


@pytest.mark.parametrize("game", GAMES)
def test_the_packaged_box_holds_the_land_the_merchants_and_the_sea(game: str) -> None:
    """W1-2, W2-2. Land and merchants are those of the other games; all of it is told to be a reconstruction."""
    box, land, road = load(game), load("new-world"), load("spice-road")
    assert isinstance(box, EastWestBox)
    assert (box.status, box.reconstructed, box.warnings) == ("reconstruction", True, ())
    assert (box.land.cards, box.land.faces, box.land.bonus) == (land.cards, land.faces, land.bonus)  # type: ignore[attr-defined]
    assert box.merchants == road.merchants  # type: ignore[attr-defined]
    assert Counter(box.symbols) == {0: 6, 1: 6, 2: 6, 3: 6}
    assert (box.sea[0].text, box.sea[6].text, box.sea[23].text) == ("G>YYYYR", "GG>RRB", "RRR>BB")
    assert box.layout[0] == (0, 0)
    assert len(box.layout) == 13
    assert min(len(neighbours(place, box.layout)) for place in box.layout) == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_box_of_a_new_world_serves_as_it_is(game: str) -> None:
    """Whatever of merchants, layout and market tiles is left out comes from the packaged box."""
    own = east_west(FILE.read_text("utf-8"), game)
    assert own == east_west(written(EAST_WEST), game) == east_west(complete(game, FILE.read_text("utf-8")), game)
    for table in OWN_TABLES:
        assert east_west(written({key: value for key, value in EAST_WEST.items() if key != table}), game) == own


@pytest.mark.parametrize("end", ["", "\n", "  # the end", "\r\n"])
def test_a_completed_text_says_all_and_keeps_what_was_written(end: str) -> None:
    """So a text that is kept never depends on packaged values."""
    text = "# mine\n" + written(changed((("merchant",), GONE), box=EAST_WEST)) + end
    whole = complete(GAME, text)
    assert whole.startswith(text)
    assert tomllib.loads(whole) == EAST_WEST
    assert complete(GAME, whole) == whole
    assert complete("new-world", text) == text
    assert complete(GAME, packaged(GAME)) == packaged(GAME)
    with pytest.raises(UnknownGame):
        complete("chess", text)


def test_own_tables_are_read_as_they_stand() -> None:
    box = east_west(
        written(
            changed(
                (("merchant", 0), {"upgrade": 3}),
                (("merchant", 1), {"cost": "B", "gain": "YYYG"}),
                (("market", 2), {"symbol": "tea", "cost": "RG", "gain": "BB"}),
                (("layout", 0, "sea"), [-2, 0]),
                (("layout", 0, "market", 11), [0, 0]),
                box=EAST_WEST,
            )
        )
    )
    assert [card.text for card in box.merchants[:2]] == ["up3", "B>YYYG"]
    assert (box.symbols[2], box.sea[2].text) == (2, "RG>BB")
    assert (box.layout[0], box.layout[12]) == ((-2, 0), (0, 0))


def test_the_hash_follows_the_values_not_the_remarks() -> None:
    box = east_west(written(EAST_WEST))
    remarks = changed(
        (("layout", 0, "name"), "ours"),
        (("market", 0, "doubtful"), True),
        (("source", "status"), "mine"),
        box=EAST_WEST,
    )
    assert east_west(written(remarks)).hash == box.hash
    for change in ((("merchant", 0, "gain"), "YYYY"), (("market", 0, "cost"), "B"), (("points", 0, "points"), 6)):
        assert east_west(written(changed(change, box=EAST_WEST))).hash != box.hash
    turned = EAST_WEST["layout"][0]["market"][::-1]
    assert east_west(written(changed((("layout", 0, "market"), turned), box=EAST_WEST))).hash != box.hash


# -- problems --------------------------------------------------------------------------------------------------------

ONE_BY_ONE: list[tuple[Path_, Any, list[str]]] = [
    (("merchants",), [], ["the file: unknown key 'merchants'"]),
    (("points", 0, "cost"), "YY", ["point card 1: cost must be exactly three cubes, not 2"]),
    (("merchant", 0, "gain"), "YX", ["merchant 1: gain: no cube is called 'X' (cubes are Y, R, G, B)"]),
    (("merchant", 1, "settlers"), 1, ["merchant 2: unknown key 'settlers'"]),
    (("merchant", 2), "YYR", ["merchant 3: must be a table"]),
    (("market", 0, "symbol"), "pepper", [
        "market tile 1: symbol is 'pepper', but must be one of ginger, chili, tea, cloves"
    ]),
    (("market", 1, "symbol"), GONE, ["market tile 2: symbol is missing"]),
    (("market", 2, "cost"), GONE, ["market tile 3: cost is missing"]),
    (("market", 3, "gain"), "", ['market tile 4: gain must be cube letters such as "YYR"']),
    (("market", 4, "gain"), "YYYR", [f"market tile 5: {ENDLESS}"]),
    (("market", 5, "upgrade"), 2, ["market tile 6: unknown key 'upgrade'"]),
    (("market", 6, "doubtful"), 1, ["market tile 7: doubtful must be true or false"]),
    (("market", 7), [], ["market tile 8: must be a table"]),
    (("layout", 0, "ring"), 1, ["layout: unknown key 'ring'"]),
    (("layout", 0, "name"), 1, ["layout: name must be a text of at most 40 letters"]),
    (("layout", 0, "sea"), "0,0", ["layout: sea must be a list of numbers"]),
    (("layout", 0, "market", 3), ["x"], ["layout: market: number 4 must be two numbers, q and r"]),
    (("layout", 0, "market", 0), [1], ["layout: market: number 1 must be two numbers, q and r"]),
    (("layout", 0, "market", 1), [1, 16], ["layout: market: number 2: number 2 is 16, but must be from -15 to 15"]),
    (("layout", 0, "market", 2), [0, True], ["layout: market: number 3: number 2 must be a whole number"]),
]  # fmt: skip
"""Changes that do not get in each other's way, and what is told of each."""

STAR = EAST_WEST["layout"][0]["market"]
ONE_LAYOUT = ["layout: there must be one, written [[layout]]"]


def layout(sea: object, market: object) -> list[Change]:
    return [(("layout",), [{"sea": sea, "market": market}])]


def tools(icon: str) -> list[Change]:
    """Six Tools that bring a brown cube to locations of that icon."""
    card = {"kind": "tool", "cost": "GBB", "points": 9, "icon": icon, "cube": "B"}
    return [(("points", number), card) for number in range(2, 8)]


def symbols(numbers: Iterable[int], symbol: str) -> list[Change]:
    return [(("market", number, "symbol"), symbol) for number in numbers]


ALONE: list[tuple[list[Change], list[str]]] = [
    ([(("merchant",), [])], ["merchant: there is none"]),
    ([(("market",), [])], ["market tile: there is none"]),
    ([(("merchant",), 3)], ["merchant: there is none"]),
    ([(("merchant", 42), GONE)], ["merchant: there are 42, but the game has 43"]),
    ([(("market", 24), EAST_WEST["market"][0])], ["market tile: there are 25, but the game has 24"]),
    (symbols(range(4), "tea"), ["market tile: there are 2 with ginger, but a game needs 3"]),
    (symbols(range(6, 24), "ginger"), [
        f"market tile: there are 0 with {symbol}, but a game needs 3" for symbol in SYMBOLS[1:]
    ]),
    # one that cannot be read may be the third
    ([*symbols(range(3), "tea"), (("market", 3, "symbol"), "pepper")], [
        "market tile 4: symbol is 'pepper', but must be one of ginger, chili, tea, cloves"
    ]),
    # the layout
    ([(("layout",), [])], ONE_LAYOUT),
    ([(("layout",), {"sea": [0, 0]})], ONE_LAYOUT),
    ([(("layout",), [3])], ONE_LAYOUT),
    ([(("layout",), EAST_WEST["layout"] * 2)], ONE_LAYOUT),
    ([(("layout",), [{}])], ["layout: market is missing", "layout: sea is missing"]),
    (layout([0, 0], [[]] * 12), [
        f"layout: market: number {n} must be two numbers, q and r" for n in range(1, 13)
    ]),
    (layout([0, 0], []), ["layout: market must be a list of places"]),
    (layout([0, 0], STAR[1:]), ["layout: market: there are 11, but the game has 12"]),
    (layout([0, 0], [*STAR, [3, 0]]), ["layout: market: there are 13, but the game has 12"]),
    (layout([1, 0], STAR), ["layout: 2 tiles lie on 1,0"]),
    (layout([0, 0], [*STAR[:11], STAR[10]]), ["layout: 2 tiles lie on -1,2"]),
    (layout([0, 0], [*STAR[:11], [3, -1]]), ["layout: the tile on 3,-1 touches fewer than two others"]),
    (layout([0, 0], [*STAR[:11], [9, 9]]), [
        "layout: the tile on 9,9 touches fewer than two others", "layout: the tiles do not lie in one piece"
    ]),
    (layout([0, 0], [*STAR[:9], [9, 9], [9, 8], [10, 8]]), ["layout: the tiles do not lie in one piece"]),
    # storages that a trade would overfill, with the cubes of Tools
    ([*tools("market"), (("merchant", 42), {"cost": "B", "gain": "YYYYYY"})], [
        overfull(f"{face}: location {number}") for face in ("C2", "D2", "E2") for number in (1, 2)
    ]),
    ([*tools("river"), (("market", 0), {"symbol": "ginger", "cost": "B", "gain": "YYYYYY"})], [
        overfull("F2: location 1"), overfull("F2: location 4")
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "told"), ONE_BY_ONE, ids=[told[0][:60] for *_, told in ONE_BY_ONE])
def test_a_problem_is_told_with_its_place(path: Path_, value: object, told: list[str]) -> None:
    assert problems(GAME, written(changed((path, value), box=EAST_WEST))) == told


@pytest.mark.parametrize(("changes", "told"), ALONE, ids=[told[0][:60] for _, told in ALONE])
def test_what_does_not_add_up_is_told(changes: list[Change], told: list[str]) -> None:
    assert sorted(problems(GAME, written(changed(*changes, box=EAST_WEST)))) == sorted(told)


def test_all_problems_are_told_at_once() -> None:
    told = problems(GAME, written(changed(*((path, value) for path, value, _ in ONE_BY_ONE), box=EAST_WEST)))
    assert set(told) == {line for *_, lines in ONE_BY_ONE for line in lines}


# -- anything else ---------------------------------------------------------------------------------------------------

PLACES = boxes.places(EAST_WEST)
NEW = [path for path in PLACES if path[0] in OWN_TABLES]
"""Twice as likely as the others."""


@settings(max_examples=40)
@given(
    boxes.anywhere([*PLACES, *NEW], *SYMBOLS, "YYYYYYB", [0, 0], [2, -1], [1, 15]),
    st.sampled_from(GAMES),
    st.integers(0, 2**32),
    st.integers(2, 4),
)
def test_what_the_check_lets_through_can_be_played(change: Change, game: str, seed: int, players: int) -> None:
    """Any value anywhere, in each of the three games."""
    boxes.refused_or_played(game, written(changed(change, box=EAST_WEST)), players, seed)


cubes_text = st.integers(1, 4).flatmap(lambda n: st.lists(st.sampled_from("YRGB"), min_size=n, max_size=n)).map(
    lambda letters: "".join(sorted(letters, key="YRGB".index))
)  # fmt: skip
trades = st.tuples(cubes_text, cubes_text).filter(lambda both: bool(Counter(both[0]) - Counter(both[1])))


def with_trades(kept: Iterable[dict[str, Any]], made: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """The first entries with other trades."""
    entries = list(kept)
    return [
        {**{key: value for key, value in entry.items() if key in ("symbol",)}, "cost": trade[0], "gain": trade[1]}
        for entry, trade in zip(entries, made, strict=False)
    ] + entries[len(made) :]


@settings(max_examples=25)
@given(
    st.lists(trades, max_size=24),
    st.lists(trades, max_size=43),
    st.integers(0, 2**32),
    st.sampled_from(GAMES),
    st.integers(2, 4),
)
def test_a_wholly_different_sea_and_market_can_be_played(
    tiles: list[tuple[str, str]], cards: list[tuple[str, str]], seed: int, game: str, players: int
) -> None:
    """Any sea in one piece, any trades: only what could overfill a storage is refused."""
    laid = [list(place) for place in scattered(Chance(seed), 13)]
    data = changed(
        *layout(laid[0], laid[1:]),
        (("market",), with_trades(EAST_WEST["market"], tiles)),
        (("merchant",), with_trades(EAST_WEST["merchant"], cards)),
        box=EAST_WEST,
    )
    if not boxes.refused_or_played(game, written(data), players, seed, 120):
        assert all("could bring more than 63 cubes" in problem for problem in problems(game, written(data)))


def test_tiles_lie_where_the_file_says() -> None:
    """The layout of the file is that of the game, its sea tile where the ships begin (W2-2)."""
    laid = [list(place) for place in scattered(Chance(4), 13)]
    own = written(changed(*layout([one + 1 for one in laid[0]], [[q + 1, r + 1] for q, r in laid[1:]]), box=EAST_WEST))
    position = Match.new("east-west-2", 3, 5, components=east_west(own, "east-west-2")).position()
    assert set(position["sea"]) == {f"{q + 1},{r + 1}" for q, r in laid}
    assert {seat["ship"] for seat in position["seats"]} == {f"{laid[0][0] + 1},{laid[0][1] + 1}"}
