"""The lines of the tables of From East to West, at tables set up by hand."""

from __future__ import annotations

import re
from typing import Any

from entrepot import Match, i18n
from entrepot.cli.tables import TABLES
from rulebook.lands import PART1, PART2, PART3
from rulebook.wests import CHART, seat, table

NAMES = ["Ida", "Bo", "Cleo"]


def lines(match: Match) -> list[str]:
    """The table as the seat that decides sees it."""
    assert match.seat is not None
    position = match.observe(match.seat).position
    shown = list(TABLES[match.game](i18n.texts("en"), dict(position), NAMES[: len(position["seats"])], None))
    assert all(line.isascii() and "{" not in line for line in shown)
    return shown


def test_market_and_routes() -> None:
    beside = {"#1": "RR", "#3": "icon tool"}
    route: list[str | tuple[str, int]] = ["RR", ("up3", 1), "YY>G", "GG>BB"]
    mine = seat("YYR", route=route, discards=["YR", "YYY"], home=2)
    market = ["YYYY>GG", "YYR", "G"]
    match = table(PART1, mine, seat("YYYY", route=[("B", 2), "YG"]), market=market, pile=["RRR>YGB"], beside=beside)
    shown = lines(match)
    assert "Exploration tiles beside the board: #1 2 red; #3 a Tool icon" in shown
    row = shown.index("Market, from the left:")
    assert shown[row + 1 : row + 5] == [
        "  1, under E2.1: trade 4 yellow for 2 green",
        "  2, under E2.2: gain 2 yellow, 1 red",
        "  3, under C2.1: gain 1 green",
        "1 merchant is in the deck of the market.",
    ]
    assert "  E2.1, the market: use or keep the merchant: trade 4 yellow for 2 green. It needs 1 settler." in shown
    assert "  C2.2, the market: no merchant is left here. It needs 3 settlers, 2 at home." in shown
    own, other = (shown.index(next(line for line in shown if line.startswith(f"{name}: "))) for name in NAMES[:2])
    assert shown[own + 1 : other] == [
        "  Merchants: 6. Discarded: gain 1 yellow, 1 red; gain 3 yellow",
        "  Route 1: gain 2 red. It needs 1 settler.",
        "  Route 2: upgrade up to 3 steps. 1 settler stands here.",
        "  Route 3: trade 2 yellow for 1 green. It needs 2 settlers.",
        "  Route 4: trade 2 green for 2 brown. It needs 3 settlers, 2 at home.",
    ]
    assert shown[other + 2 :] == [
        "  Route 1: gain 1 brown. 2 settlers stand here.",
        "  Route 2: gain 1 yellow, 1 green. It needs 1 settler.",
    ]


def test_the_sea_is_a_map_and_a_list() -> None:
    seats = [seat("YYR", ship="1,0"), seat("YYYY", ship="-1,0"), seat("RR", ship="-1,0")]
    outposts = {"1,0": [0, 1], "1,-1": [0], "-1,1": [0], "-1,0": [1, 2]}
    shown = lines(table(PART2, *seats, outposts=outposts))
    start = shown.index("The sea, with what it costs Ida to end a move there:") + 1
    listed = shown.index("  The sea tile: no trade.")
    chart = shown[start:listed]
    assert shown[listed : listed + len(CHART)][1] == (
        "  The ginger market in the east: trade 1 red for 3 yellow. Ships: Ida. Outposts: Ida, Bo."
    )
    assert (
        "  The cloves market in the west: trade 3 yellow for 1 brown. Ships: Bo, Cleo. Outposts: Bo, Cleo. "
        "Toll: 2 cubes. An outpost costs 2 cubes."
    ) in shown
    assert "  The tea market in the north-west: trade 2 yellow for 1 green. An outpost costs nothing." in shown
    where = {}
    for row, line in enumerate(chart):
        for found in re.finditer(r"(-?\d+),(-?\d+) (\w+)", line):
            where[f"{found[1]},{found[2]}"] = (found.start(), row, found[3])
    assert {name: symbol for name, (_, _, symbol) in where.items()} == {
        name: tile[0] if tile else "sea" for name, tile in CHART.items()
    }
    step = (where["1,0"][0] - where["0,0"][0]) // 2
    for name, (column, row, _) in where.items():
        q, r = map(int, name.split(","))
        assert column - where["0,0"][0] == step * (2 * q + r)
        assert (row == where["0,0"][1]) == (r == 0)
        cell = [below[column : column + 2 * step - 1].strip() for below in chart[row + 1 : chart.index("", row)]]
        text = " ".join(cell).strip()
        assert text == {
            "0,0": "",
            "1,0": "ship 1 outposts 1 2",
            "1,-1": "outpost 1",
            "-1,1": "outpost 1",
            "-1,0": "ships 2 3 outposts 2 3 toll 2 price 2",
        }.get(name, "price 0"), name
    own = shown.index("  Ship: the ginger market in the east.")
    grid = "  Outposts: ginger 2 of 3, chili 1 of 3, tea 0 of 3, cloves 0 of 3."
    assert shown[own + 1] == f"{grid} 4 points. Column 1 still needs tea, cloves."
    assert not any(line.startswith("  Merchants") for line in shown)


def test_part_three_shows_all_of_it() -> None:
    rows = {name: [0] for name in ("1,0", "1,-1", "0,-1", "-1,0", "-1,1")}
    tiles: dict[str, Any] = {"D2.s1": ["flat=3"], "D2.s2": [], "B2.s1": ["tool=2", "exploration=2"]}
    seats = [seat("YYR", discards=["YR", "YYY", "RR"]), seat("YYYY")]
    shown = lines(table(PART3, *seats, outposts=rows, stacks=tiles))
    assert "  In stack 1 of board D2: 1 bonus tile, on top 3 points." in shown
    assert "  No bonus tile is left in stack 2 of board D2." in shown
    assert "  In stack 1 of board B2: 2 bonus tiles, on top 2 points for each Tool icon." in shown
    assert not any("bonus tile" in line and ", fort" in line for line in shown)
    own = shown.index("  Merchants: 3. Discarded: gain 1 yellow, 1 red; gain 3 yellow; gain 2 red")
    grid = "  Outposts: ginger 2 of 3, chili 1 of 3, tea 1 of 3, cloves 1 of 3."
    assert shown[own + 1 : own + 4] == [
        "  1 more brings a bonus tile.",
        "  Ship: the sea tile.",
        f"{grid} 6 points. Column 2 still needs chili, tea, cloves.",
    ]
    assert "  Merchants: 0. Discarded: none" in shown
    assert "  4 more bring a bonus tile." in shown
    assert "The sea, with what it costs Ida to end a move there:" in shown
