"""What the tables of parts II and III make of a view: the sea, tolls, prices and outposts."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from entrepot import Match
from entrepot.i18n import texts
from entrepot.web.pages.sea import Fleet, Port, SeaTable, middle
from rulebook.lands import PART2, PART3, bonus_of
from rulebook.wests import CHART, seat, table

from .test_present import render, view

BOTH = "0,1"
"""Where seats 1 and 2 lie in `crowded`: a neighbour of the sea tile."""


def seen(match: Match, viewer: int | None = 0, **changes: Any) -> SeaTable:
    return SeaTable(view(match, viewer, **changes), texts())


def ports(match: Match, viewer: int | None = 0) -> dict[str, Port]:
    return {port.name: port for port in seen(match, viewer).chart.ports}


def crowded(storage: str = "YYRG", **arguments: Any) -> Match:
    """Part II, three seats: two ships where a third may end, outposts of both there."""
    seats = [seat(storage), seat("YY", ship=BOTH), seat("YY", ship=BOTH)]
    return table(PART2, *seats, outposts={BOTH: [1, 2]}, opened=["F2.4"], **arguments)


def sailing(steps: int | str = 1, **arguments: Any) -> Match:
    place = {1: "F2.1", 2: "F2.2", "any": "F2.4"}[steps]
    on = {place: (0, 4 if steps == "any" else 2)}
    return crowded(on=on, decision={"kind": "sail", "steps": steps}, **arguments)


def test_hexagons_that_touch_lie_side_by_side() -> None:
    x, y = middle("1,-1")
    for name in ("2,-1", "0,-1", "2,-2", "1,-2", "0,0", "1,0"):
        nx, ny = middle(name)
        assert (nx - x) ** 2 + (ny - y) ** 2 == pytest.approx(86.6**2, abs=1)


@pytest.mark.parametrize("seed", range(6))
def test_every_layout_has_room_on_its_chart(seed: int) -> None:
    chart = seen(Match.new(PART2, players=2, seed=seed, options={"sea": "random"})).chart
    assert len({(port.x, port.y) for port in chart.ports}) == 13
    wide, high = chart.tile
    for port in chart.ports:
        x, y = chart.share(port)
        assert wide / 2 < x < 100 - wide / 2
        assert high / 2 < y < 100 - high / 2


def test_tolls_and_prices_are_told_before_a_ship_is_chosen() -> None:
    port = ports(crowded())[BOTH]
    assert port.steps == ("1", "2", "any")
    assert port.action is None
    assert (port.payees, port.price, port.dear) == ((1, 2), 2, False)
    assert ports(crowded("YYR"))[BOTH].dear
    assert ports(crowded("Y"))[BOTH].steps == ()


def test_tools_of_the_ship_location_count_for_the_price() -> None:
    tool = "RRB=6 tool river R"
    match = table(PART2, seat("YYR", claimed=[tool]), seat("YY", ship=BOTH), seat(ship=BOTH), outposts={BOTH: [1, 2]})
    assert not ports(match)[BOTH].dear


def test_outposts_that_trade_now_are_told_at_their_location() -> None:
    match = table(PART2, seat("YYR"), seat("YY"), outposts={"1,0": [0], "0,-1": [0], "1,-2": [0]})
    assert {name for name, port in ports(match).items() if port.open} == {"1,0", "0,-1"}
    [cell] = [part for part in render(match).split("<button") if 'value="work F2.5"' in part]
    assert "steps-trade" in cell
    assert "×2" in cell


def test_two_steps_lead_further_than_one() -> None:
    near = ports(crowded())
    assert near["1,0"].steps == ("1", "2", "any")
    assert near["1,1"].steps == ("2", "any")
    assert near["0,0"].steps == ("2",)


@pytest.mark.parametrize(("steps", "reached"), [(1, 6), (2, 13), ("any", 12)])
def test_a_tile_in_reach_is_a_button_on_the_chart_and_in_the_list(steps: int | str, reached: int) -> None:
    match = sailing(steps)
    html = render(match)
    for name in CHART:
        assert html.count(f'name="action" value="sail {name}"') == (2 if f"sail {name}" in legal(match) else 0)
    assert len(legal(match)) == reached
    assert f"<b>{reached}</b> tiles in reach" in html


def legal(match: Match) -> list[str]:
    return [str(action) for action in match.legal_actions()]


def test_the_list_names_who_is_paid_and_what_building_costs() -> None:
    html = render(sailing())
    assert "pay 2 cubes, one each to Seat-1 and Seat-2; an outpost costs 2 cubes" in html
    assert html.count("an outpost costs nothing") == 2 * 5


def test_two_players_pay_double_for_an_outpost() -> None:
    match = table(PART2, seat("YYRG"), seat("YY", ship="1,0"), outposts={"1,0": [1]})
    assert ports(match)["1,0"].price == 2
    assert "An outpost costs 2 cubes." in render(match)


def test_spectators_see_the_sea_and_no_prices() -> None:
    for port in seen(crowded(), None).chart.ports:
        assert (port.price, port.payees, port.action, port.steps) == (None, (), None, ())
    assert "Ships: Seat-1 and Seat-2." in render(crowded(), None)


def test_what_is_ones_own_is_said_in_a_sentence_of_its_own() -> None:
    """Labels such as "You" stand by themselves, never among names."""
    match = table(PART2, seat("YYRG"), seat("YY", ship="1,0"), seat("YY", ship="1,0"), outposts={"1,0": [0, 1]})
    assert "Ships: Seat-1 and Seat-2. Your outpost is here. Outposts: Seat-1." in render(match)
    mine = render(match, 1)
    assert "Your ship is here. Ships: Seat-2. Your outpost is here. Outposts: Seat-0." in mine
    board = match.observe(0).position["board"]
    match.play("work " + next(name for name, one in board.items() if one["type"] == "ship"))
    match.play("sail 1,0")
    match.play("pay Y")
    html = " ".join(render(match, 1).split())
    assert "paid you <span" in html
    assert "to <span" not in html


def fleet(built: dict[str, list[int]], viewer: int = 0, **own: Any) -> tuple[SeaTable, Fleet]:
    shown = seen(table(PART2, seat("YY", **own), seat("YY"), outposts=built), viewer)
    return shown, shown.colony(0)


def test_the_grid_says_which_outpost_empties_a_column() -> None:
    built = {name: [0] for name, tile in CHART.items() if tile and name in ("1,0", "1,-1", "0,-1")}
    shown, own = fleet(built)
    assert own.grid.rows == [("ginger", 1), ("chili", 1), ("tea", 1), ("cloves", 0)]
    assert (own.grid.closing, own.grid.lacking, own.grid.emptied) == (True, ("cloves",), 0)
    assert {port.name for port in shown.chart.ports if port.column} == {"-1,0", "1,-2", "1,1"}
    assert shown.column_said(own.grid) == "The next outpost on cloves empties column 1: a bonus tile."
    assert "column" in render(table(PART2, seat("YY"), seat("YY"), outposts=built))


def test_a_grid_far_from_a_column_names_what_it_still_holds() -> None:
    shown, own = fleet({"1,0": [0]})
    assert not own.grid.closing
    assert not any(port.column for port in shown.chart.ports)
    assert "chili, tea and cloves" in shown.column_said(own.grid).replace(", and", " and")


def test_a_full_board_gets_nothing_for_a_column() -> None:
    built = {name: [0] for name in ("1,0", "1,-1", "0,-1")}
    shown, own = fleet(built, bonus=bonus_of(PART2)[:4])
    assert not own.grid.open
    assert not any(port.column for port in shown.chart.ports)
    assert "no bonus tile" in shown.column_said(own.grid)


def test_outposts_are_part_of_the_points() -> None:
    shown, own = fleet({"1,0": [0], "-1,1": [0], "0,1": [0]})
    values = shown.position["outpost_values"]
    assert own.lines["outposts"] == 2 * values[0] + values[1]
    assert f"outposts: {own.lines['outposts']}" in shown.explained(own)
    assert "cubes that are not yellow: 0" in shown.explained(own)


def test_the_next_fourth_merchant_is_counted() -> None:
    match = table(PART3, seat("YY", discards=["YYY", "YR", "G"]), seat("YY"))
    html = render(match)
    assert ">3 merchants<" in html
    assert ">a tile after 1 more<" in html
    match = table(PART3, seat("YY", discards=["YYY", "YR", "G", "RR"]), seat("YY"))
    html = render(match)
    assert ">4 merchants<" in html
    assert ">a tile after 4 more<" in html
    tiles = bonus_of(PART3)[:4]
    full = render(table(PART3, seat("YY", discards=["YYY"], bonus=tiles), seat("YY")))
    assert "1 merchant</small>" in full
    assert "a tile after" not in full


def test_a_whole_arrival_is_told_in_one_line() -> None:
    match = sailing()
    match.play(f"sail {BOTH}")
    assert "The toll" in render(match)
    match.play("pay Y")
    match.play("pay R")
    html = render(match)
    assert "Your ship has arrived" in html
    assert 'value="build"' in html
    match.play("build")
    match.play("pay Y")
    [turn] = [turn for turn in seen(match).turns if turn.seat == 0]
    assert [step["kind"] for step in turn.steps] == ["sailed", "toll", "toll", "price", "built"]
    assert [(step["to"], step["cubes"]) for step in turn.steps if step["kind"] == "toll"] == [(1, "Y"), (2, "R")]


def test_the_cheapest_pay_the_whole_toll() -> None:
    match = sailing()
    match.play(f"sail {BOTH}")
    shown = seen(match)
    assert (shown.owing, shown.given) == (2, "")
    assert shown.batch is not None
    for text in shown.batch.actions:
        match.play(text)
    assert match.decision.kind == "build"
    assert match.observe(0).position["seats"][0]["storage"] == "RG"


def test_what_others_sailed_and_built_is_marked_on_the_chart() -> None:
    match = table(PART2, seat("YYRG", ship="1,0"), seat("YY", ship="1,0"))
    for text in ("work F2.1", "sail 0,1", "build"):
        match.play(text)
    marked = {port.name: port.trace for port in seen(match, 1).chart.ports if port.trace is not None}
    assert marked == {"0,1": 0}
    assert all(port.trace is None for port in seen(match, 0).chart.ports)


def test_a_toll_that_came_in_is_marked_in_the_panel_of_its_owner() -> None:
    match = sailing()
    match.play(f"sail {BOTH}")
    match.play("pay G")
    panel = next(panel for panel in seen(match, 2).panels if panel.info.index == 1)
    assert panel.storage == (("Y", False), ("Y", False), ("G", True))


def test_no_trade_on_arrival_says_nothing_in_the_log() -> None:
    match = table(PART2, seat("YYRG", ship="1,0"), seat("YY", ship="1,0"))
    for text in ("work F2.1", "sail 1,1", "skip"):
        match.play(text)
    assert "x0" in legal(match)
    assert "no trade" in render(match)
    match.play("x0")
    turn = next(turn for turn in seen(match).turns if turn.seat == 0)
    assert [step["kind"] for step in turn.steps] == ["sent", "sailed"]


@pytest.mark.parametrize(("game", "players", "sea"), [(PART2, 4, "random"), (PART3, 2, "star")])
def test_every_decision_of_a_game_can_be_drawn(game: str, players: int, sea: str) -> None:
    rng = Random(3)
    drawn: Counter[str] = Counter()
    match = Match.new(game, players=players, seed=3, options={"sea": sea})
    while not match.is_over:
        choices = legal(match)
        kind = match.decision.kind
        if drawn[kind] < 3:
            drawn[kind] += 1
            html = render(match, match.seat)
            pressed = {part.partition('"')[0] for part in html.split('form="do-act" name="action" value="')[1:]}
            assert pressed == {text.replace(">", "&gt;") for text in choices}
        match.play("build" if "build" in choices else rng.choice(choices))
    assert {"turn", "sail", "pay", "build", "times", "upgrade", "return"} <= set(drawn)
