"""Sentences of market, trade route and sea, at tables set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from entrepot import Match, i18n
from entrepot.games import TITLES
from rulebook.lands import PART1, PART2, PART3
from rulebook.tables import Seat
from rulebook.wests import seat, table

NAMES = ["Ida", "Bo", "Cleo"]
WORDS = i18n.texts("en")
ROUTE: list[str | tuple[str, int]] = ["RR", ("up3", 2), "YY>G", "GG>BB"]
FULL: list[str | tuple[str, int]] = ["RR", ("YR", 1), "YY>G", "YYY", ("G", 2)]
WEST = {"1,0": [0, 1], "-1,0": [1, 2], "0,1": [1]}
COLUMN = {"1,0": [0], "1,-1": [0], "0,-1": [0], "-1,0": [0]}
Position = dict[str, Any]


def at(game: str, *seats: Seat, **arguments: Any) -> Match:
    """A table where seat 0 has settlers on the locations that `stands` names."""
    stands = dict.fromkeys(arguments.pop("stands", ()), (0, 1))
    return table(game, *seats, on=stands, **arguments)


def seen(match: Match) -> Position:
    """What the seat that decides sees."""
    assert match.seat is not None
    return dict(match.observe(match.seat).position)


def asked(match: Match) -> list[str]:
    """What is asked of the seat that decides, and what its choices will do."""
    position = seen(match)
    actions = [WORDS.action(str(action), position, NAMES) for action in match.legal_actions()]
    return [WORDS.question(position, NAMES, mine=True), *actions]


def test_a_turn_tells_of_the_route() -> None:
    match = at(PART1, seat("YYR", route=ROUTE), seat("YYYY"), market=["YYYY>GG"])
    position = seen(match)
    question, rest, *choices = asked(match)
    assert question == "Send settlers to work at a location or along your route, or rest."
    assert WORDS.question(position, NAMES) == f"Ida: {question}"
    assert rest == "Rest: 2 settlers come home."
    assert choices[-2:] == [
        "Send 1 settler to card 1 of your route: gain 2 red.",
        "Send 2 settlers to card 3 of your route: trade 2 yellow for 1 green.",
    ]
    assert [WORDS.route_obstacle(place, position, 0) for place in (1, 2, 3, 4)] == [
        "",
        "Your settlers stand on this card.",
        "",
        "Missing: 2 green.",
    ]
    few = seen(at(PART1, seat("YYR", route=ROUTE, home=1), seat("YYYY")))
    assert WORDS.route_obstacle(3, few, 0) == "It needs 2 settlers, 1 at home."
    none = seen(at(PART1, seat("YYR"), seat("YYYY")))
    assert WORDS.question(none) == "Send settlers to work at a location, or rest."


def test_locations_of_the_parts_say_what_they_do() -> None:
    market = ["YYYY>GG", "YYR", "RR>GG"]
    position = seen(at(PART1, seat("YYYR", claimed=["YRG=4 tool market R"]), seat("YYYY"), market=market))
    assert WORDS.place("E2.3", position) == "the refresh location on E2"
    assert WORDS.does("E2.1", position) == "use or keep the merchant: trade 4 yellow for 2 green"
    assert {name: WORDS.action(f"work {name}", position) for name in ("E2.1", "E2.2", "C2.1", "E2.3", "C2.3")} == {
        "E2.1": "Work at the market no. 1 on E2: send 1 settler; your tools bring 1 red; "
        "keep the merchant: trade 4 yellow for 2 green.",
        "E2.2": "Work at the market no. 2 on E2: send 1 settler; your tools bring 1 red; "
        "use or keep the merchant: gain 2 yellow, 1 red.",
        "C2.1": "Work at the market no. 1 on C2: send 2 settlers; your tools bring 1 red; "
        "use or keep the merchant: trade 2 red for 2 green.",
        "E2.3": "Work at the refresh location on E2: send 1 settler; refresh the market, then have another turn.",
        "C2.3": "Work at the adjust location on C2: send 1 settler; gain 1 yellow; "
        "you may swap two cards of your route.",
    }
    position = seen(at(PART3, seat("YYYR"), seat("YYYY"), opened=["F2.4"]))
    assert WORDS.does("E2.1", position).startswith("use the merchant: ")
    assert [WORDS.does(f"F2.{number}", position, 0) for number in range(1, 6)] == [
        "move your ship to a neighbouring tile",
        "move your ship one or two tiles",
        "make the trade of the tile where your ship is",
        "move your ship to any other tile",
        "make the trade of a tile where you have an outpost",
    ]
    position = seen(at(PART2, seat("YYYY", ship="1,-1"), seat("YYYY")))
    assert WORDS.does("F2.3", position, 0) == "at the tile of your ship: trade 2 yellow for 2 red, up to 2 times"
    assert WORDS.does("A2.1", position).startswith("claim ")
    assert [WORDS.symbol(name) for name in ("ginger", "chili", "tea", "cloves")] == ["ginger", "chili", "tea", "cloves"]
    assert WORDS.source("outposts") == "outposts"


@pytest.mark.parametrize(
    ("game", "name", "called"),
    [
        (PART1, "E2.3", "the refresh location"),
        (PART1, "C2.3", "the adjust location"),
        (PART2, "F2.1", "the ship location"),
        (PART2, "F2.3", "the location of the ship's trade"),
        (PART2, "F2.5", "the location of the outposts"),
    ],
)
def test_locations_without_a_landmark_are_called_by_what_they_are_for(game: str, name: str, called: str) -> None:
    position = seen(at(game, seat("YYYY"), seat()))
    position["board"][name]["icon"] = None
    assert WORDS.place(name, position) == f"{called} on {name[:2]}"
    need = position["costs"][name]["need"]
    steps = f"send {need} settler{'s' if need > 1 else ''}; {WORDS.does(name, position, 0)}"
    assert WORDS.action(f"work {name}", position) == f"Work at {called} on {name[:2]}: {steps}."
    position["locations"][name] = {"tile": "RR"}
    assert WORDS.action(f"explore {name}", position) == f"Explore {called} on {name[:2]}: take 2 red."


def test_what_keeps_a_seat_from_the_locations_of_the_parts() -> None:
    crewed = [(card, 1) for card in ("RR", "YR", "YY>G", "YYY", "G")]
    rows = {"market": ["YYYY>GG"], "pile": []}
    kept = seen(at(PART1, seat("YY", route=crewed, home=2), seat(), options={"replace_occupied": False}, **rows))
    assert (
        WORDS.obstacle("E2.1", kept, 0)
        == "Missing: 2 yellow. To keep it is not possible: settlers stand on all cards of your route."
    )
    assert WORDS.obstacle("E2.2", kept, 0) == "No merchant is left here."
    assert WORDS.does("E2.2", kept) == "no merchant is left here"
    used = seen(at(PART3, seat("YY"), seat(), **rows))
    assert WORDS.obstacle("E2.1", used, 0) == "Missing: 2 yellow."
    assert WORDS.does("E2.1", used, 0) == "use the merchant: trade 4 yellow for 2 green"
    assert WORDS.obstacle("F2.3", used, 0) == "Your ship is on the sea tile, which has no trade."
    assert WORDS.obstacle("F2.5", used, 0) == "You have no outpost yet."
    poor = seen(at(PART3, seat(ship="1,0"), seat(), outposts={"1,0": [0]}))
    assert WORDS.obstacle("F2.3", poor, 0) == "Missing: 1 red."
    assert WORDS.obstacle("F2.5", poor, 0) == "Your cubes pay for no trade of your outposts."
    around = [seat("Y", ship=tile) for tile in ("1,0", "1,-1", "2,-1")]
    shut = seen(at(PART2, seat(ship="2,-1"), *around[:2], seat("Y", ship="2,-1")))
    assert WORDS.obstacle("F2.1", shut, 0) == "Your cubes pay no toll within reach."


def test_a_merchant_is_used_or_kept() -> None:
    def offer(route: list[Any], kind: str = "market") -> list[str]:
        mine = seat("Y" * 8, route=route)
        decision = {"kind": kind, "slot": 1}
        return asked(at(PART1, mine, seat(), market=["YYYY>GG"], stands=["E2.1"], decision=decision))

    assert offer(["RR"]) == [
        "Use the merchant, or keep it for your route: trade 4 yellow for 2 green.",
        "Use the merchant and discard it: trade 4 yellow for 2 green, up to 2 times.",
        "Keep the merchant at the end of your route: trade 4 yellow for 2 green.",
    ]
    assert offer(FULL)[-1] == "Keep the merchant instead of a card of your route: trade 4 yellow for 2 green."
    assert offer(FULL, "replace") == [
        "Your route is full. Which card gives way to the new one: trade 4 yellow for 2 green?",
        "Discard card 1 of your route: gain 2 red.",
        "Discard card 2 of your route: gain 1 yellow, 1 red; 1 settler comes home.",
        "Discard card 3 of your route: trade 2 yellow for 1 green.",
        "Discard card 4 of your route: gain 3 yellow.",
        "Discard card 5 of your route: gain 1 green; 2 settlers come home.",
    ]


def test_cards_of_the_route_change_places() -> None:
    match = at(PART1, seat("Y", route=["RR", ("YY>G", 1)]), seat(), stands=["C2.3"], decision={"kind": "swap"})
    assert asked(match) == [
        "Which two cards of your route change places?",
        "Swap cards 1 and 2 of your route: gain 2 red; trade 2 yellow for 1 green.",
        "Leave your route as it is.",
    ]


def test_a_ship_moves_for_a_toll() -> None:
    seats = [seat("YRR", ship="1,0"), seat("YYYY", ship="-1,0"), seat("Y", ship="-1,0")]
    decision = {"kind": "sail", "steps": 2}
    match = at(PART3, *seats, outposts=WEST, stands=["F2.2"], decision=decision)
    question, *sails = asked(match)
    pay, cloves = "pay 2 cubes, one each to Bo and Cleo", "trade 3 yellow for 1 brown"
    assert question == "Move your ship one or two tiles; with two it may end where it began."
    assert [sails[0], sails[1], sails[2], sails[4], sails[6]] == [
        "Sail to the sea tile: nothing to pay and no trade.",
        "Sail to the ginger market in the east: your outpost stands there; trade 1 red for 3 yellow.",
        "Sail to the chili market in the north-east: an outpost costs nothing; trade 2 yellow for 2 red.",
        f"Sail to the cloves market in the west: {pay}; an outpost costs 2 cubes; {cloves}.",
        "Sail to the chili market in the south-east: an outpost costs 1 cube; trade 1 brown for 3 red.",
    ]
    one = at(PART2, *seats[:2], stands=["F2.1"], decision={"kind": "sail", "steps": 1})
    assert asked(one)[0] == "Move your ship to a neighbouring tile."
    far = at(PART2, *seats[:2], stands=["F2.4"], decision={"kind": "sail", "steps": "any"})
    assert asked(far)[0] == "Move your ship to any other tile."
    assert (
        "Sail to the cloves market in the west: pay 1 cube to Bo; an outpost costs nothing; trade 3 yellow for 1 brown."
        in (asked(far))
    )
    seats[0]["ship"] = "-1,0"
    paying = at(PART2, *seats, stands=["F2.2"], decision={"kind": "pay", "owners": [1, 2]})
    assert asked(paying) == [
        "Which cube does Bo get as toll?",
        "Pay 1 yellow of 1 yellow to Bo.",
        "Pay 1 red of 2 red to Bo.",
    ]
    assert WORDS.question(seen(paying)) == "Which cube does seat 2 get as toll?"


def test_an_outpost_is_built() -> None:
    seats = [seat("YRR", ship="-1,0"), seat("YYYY", ship="-1,0")]

    def build(**arguments: Any) -> list[str]:
        decision = arguments.pop("decision", {"kind": "build"})
        return asked(at(PART2, *seats, stands=["F2.2"], decision=decision, **arguments))

    assert build() == [
        "Build an outpost here? It costs nothing.",
        "Build an outpost: pay nothing; 1 point.",
        "Build no outpost here.",
    ]
    last = COLUMN | {"-1,0": [1], "-1,1": [0]}
    assert build(outposts=last) == [
        "Build an outpost here? It costs 2 cubes.",
        "Build an outpost: pay 2 cubes; 1 point; it empties a column.",
        "Build no outpost here.",
    ]
    stands = at(PART2, *seats, stands=["F2.2"], decision={"kind": "build"}, outposts={"-1,0": [1]})
    for viewer in (1, None):
        told = WORDS.question(stands.observe(viewer).position, NAMES)
        assert told == "Ida: Build an outpost here?"
    paying = {"kind": "pay", "price": 2}
    assert build(outposts=last, decision=paying) == [
        "Pay for the outpost: 2 cubes left.",
        "Pay 1 yellow of 1 yellow for the outpost.",
        "Pay 1 red of 2 red for the outpost.",
    ]
    assert build(outposts=last, decision={"kind": "pay", "price": 1})[0] == "Pay for the outpost: 1 cube left."


def test_trades_of_the_sea() -> None:
    seats = [seat("YYYY", ship="0,-1"), seat()]
    card = {"kind": "times", "card": "YY>G"}
    arrival = at(PART2, *seats, stands=["F2.2"], decision=card | {"arrival": True})
    assert asked(arrival) == [
        "How often do you want to trade here? You need not.",
        "×0: do not trade.",
        "×1: trade 2 yellow for 1 green, then 3 of 10.",
        "×2: trade 4 yellow for 2 green, then 2 of 10.",
    ]
    chosen = at(PART2, *seats, stands=["F2.3"], decision=card)
    assert asked(chosen)[0] == "How often do you want to trade?"
    built = {"0,-1": [0], "1,-1": [0], "1,0": [0]}
    outpost = at(PART2, *seats, stands=["F2.5"], outposts=built, decision={"kind": "outpost"})
    assert asked(outpost) == [
        "At which of your outposts do you trade?",
        "The chili market in the north-east: trade 2 yellow for 2 red, up to 2 times.",
        "The tea market in the north-west: trade 2 yellow for 1 green, up to 2 times.",
    ]


def test_bonus_tiles_from_the_stacks_of_boards() -> None:
    tiles = {"B2.s1": ["flat=3"], "B2.s2": [], "F2.s1": ["tool=2"], "F2.s2": []}
    column = {"kind": "bonus", "stacks": ["B2.s1", "B2.s2", "F2.s1", "F2.s2"]}
    seats = [seat("Y", ship="-1,0"), seat()]
    match = at(PART2, *seats, stands=["F2.1"], stacks=tiles, outposts=COLUMN, decision=column)
    assert asked(match) == [
        "You have emptied a column of outposts: which bonus tile do you take?",
        "Take the bonus tile from stack 1 of board B2: 3 points.",
        "Take the bonus tile from stack 1 of board F2: 2 points for each Tool icon.",
        "Take no bonus tile.",
    ]
    fourth = {"kind": "bonus", "stacks": [f"D2.s{number}" for number in range(1, 5)]}
    seats[0]["discards"] = ["RR", "YR", "YYY", "G"]
    question, *_ = asked(at(PART3, *seats, stands=["E2.1"], decision=fourth))
    assert question == "Every fourth merchant brings a bonus tile: which do you take?"


def test_exploration_beside_the_board() -> None:
    mine = seat(claimed=["RRR=5 exploration"], home=5)
    beside = {"#2": "RR", "#5": "icon tool"}
    decision = {"kind": "explore", "location": "A1.1", "bonus": True}
    match = at(PART1, mine | {"bonus": ["flat=3"]}, seat(), stands=["A1.1"], beside=beside, decision=decision)
    question, *choices = asked(match)
    assert question == "Which exploration tile do you take? One on the board opens its location."
    assert "Take the exploration tile beside the board: 2 red." in choices
    assert any(choice.startswith("Explore the plains on A1 (trade ") for choice in choices)
    bare = at(PART1, mine | {"bonus": ["flat=3"]}, seat(), stands=["A1.1"], beside={}, decision=decision)
    assert asked(bare)[0] == "Which exploration tile do you take? Its location is open from now on."


def test_cubes_are_returned_in_the_turn_of_another() -> None:
    seats = [seat("Y", ship="-1,0"), seat("Y" * 10 + "R", ship="-1,0")]
    decision = {"kind": "return", "surplus": 1}
    match = at(PART2, *seats, to_move=1, active=0, stands=["F2.1"], decision=decision)
    assert asked(match) == [
        "Return 1 cube: with the toll you hold more than 10.",
        "Return 1 yellow of 10 yellow.",
        "Return 1 red of 1 red.",
    ]
    position = seen(match)
    assert WORDS.waiting(position, NAMES) == "Bo returns 1 cube, then the turn of Ida ends."
    position["decision"]["surplus"] = 2
    assert WORDS.waiting(position, NAMES) == "Bo returns 2 cubes, then the turn of Ida ends."
    assert WORDS.question(position, mine=True) == "Return 2 cubes: with the toll you hold more than 10."
    decision["surplus"] = 2
    again = at(PART1, seat("Y" * 10 + "RR"), seat(), again=True, stands=["E2.3"], decision=decision)
    assert asked(again)[0] == "Return 2 cubes: a storage holds 10. Then you have another turn."
    assert WORDS.waiting(seen(again), NAMES) is None
    again.play("return R")
    assert asked(again)[0] == "Return 1 cube: a storage holds 10. Then you have another turn."
    own = at(PART1, seat("Y" * 10 + "R"), seat(), decision={"kind": "return", "surplus": 1})
    assert asked(own)[0] == "Return 1 cube: a storage holds 10."


CARD = "YYYY>GG"
TRADE = "trade 4 yellow for 2 green"


@pytest.mark.parametrize(
    ("kind", "data", "sentence"),
    [
        ("used", {"card": CARD, "slot": 2}, f"Ida used merchant 2 and discarded it: {TRADE}."),
        ("kept", {"card": CARD, "slot": 2}, f"Ida kept merchant 2 for the route: {TRADE}."),
        (
            "replaced",
            {"card": CARD, "slot": 2, "place": 3, "old": "RR", "settlers": 0},
            f"Ida replaced card 3 of the route (gain 2 red): {TRADE}.",
        ),
        (
            "replaced",
            {"card": CARD, "slot": 2, "place": 3, "old": "RR", "settlers": 1},
            f"Ida replaced card 3 of the route (gain 2 red): {TRADE}; 1 settler came home.",
        ),
        (
            "replaced",
            {"card": CARD, "slot": 2, "place": 3, "old": "RR", "settlers": 4},
            f"Ida replaced card 3 of the route (gain 2 red): {TRADE}; 4 settlers came home.",
        ),
        ("refreshed", {"cards": 0}, "Ida refreshed an empty market and has another turn."),
        ("refreshed", {"cards": 1}, "Ida put 1 merchant under the deck and has another turn."),
        ("refreshed", {"cards": 4}, "Ida put 4 merchants under the deck and has another turn."),
        ("swapped", {"places": [2, 5]}, "Ida swapped cards 2 and 5 of the route."),
        ("routed", {"place": 1, "settlers": 1, "card": CARD}, f"Ida sent 1 settler to card 1 of the route: {TRADE}."),
        ("routed", {"place": 3, "settlers": 3, "card": CARD}, f"Ida sent 3 settlers to card 3 of the route: {TRADE}."),
        ("sailed", {"tile": "0,0", "symbol": None}, "Ida sailed to the sea tile."),
        ("sailed", {"tile": "1,-2", "symbol": "ginger"}, "Ida sailed to the ginger market in the north."),
        ("sailed", {"tile": "1,-2", "symbol": "chili"}, "Ida sailed to the chili market in the north."),
        ("sailed", {"tile": "1,-2", "symbol": "tea"}, "Ida sailed to the tea market in the north."),
        ("sailed", {"tile": "1,-2", "symbol": "cloves"}, "Ida sailed to the cloves market in the north."),
        ("toll", {"cube": "Y", "to": 1}, "Ida paid 1 yellow to Bo as toll."),
        ("price", {"cube": "R"}, "Ida paid 1 red for an outpost."),
        ("built", {"tile": "1,-2", "symbol": "ginger"}, "Ida built an outpost at the ginger market in the north."),
        ("built", {"tile": "1,-2", "symbol": "chili"}, "Ida built an outpost at the chili market in the north."),
        ("built", {"tile": "1,-2", "symbol": "tea"}, "Ida built an outpost at the tea market in the north."),
        ("built", {"tile": "1,-2", "symbol": "cloves"}, "Ida built an outpost at the cloves market in the north."),
        ("bonus", {"stack": "D2.s1", "tile": "flat=3"}, "Ida took a bonus tile: 3 points."),
        ("explored", {"location": "#4", "tile": "RR"}, "Ida took an exploration tile from beside the board: 2 red."),
        ("revealed", {"row": "market", "card": CARD}, f"A new merchant in the market: {TRADE}."),
        (
            "revealed",
            {"row": "stack", "stack": "B2.s2", "tile": "flat=3"},
            "The next bonus tile of stack 2 of board B2: 3 points.",
        ),
    ],
)
def test_events_of_the_parts(kind: str, data: dict[str, Any], sentence: str) -> None:
    position = seen(at(PART3, seat(), seat()))
    assert WORDS.event({"kind": kind, "seat": 0, **data}, NAMES, position) == sentence


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("empty_rest", False, "You rest only when you have played a card."),
        ("open_claims", True, "Claimed point cards lie open."),
        ("board", "random", "The fourth board is drawn by lot."),
        ("board", "E1", "The fourth board is E1."),
        ("replace_occupied", False, "A route card with settlers on it cannot be replaced."),
        ("merchant_pair_points", 2, "Where a bonus tile counts merchants, every two are worth 2 points."),
        ("sea", "random", "The tiles of the sea lie at random."),
    ],
)
def test_rulings(option: str, value: object, sentence: str) -> None:
    assert WORDS.ruling(option, value) == sentence


def test_every_value_of_every_option_has_a_ruling_of_its_own() -> None:
    values = {
        (option, value) for title in TITLES.values() for option in title.options for value in title.options[option]
    }
    assert len({WORDS.ruling(option, value) for option, value in values}) == len(values)
