"""W1-1 to W1-12: From East to West, part I; what its market shares with part III is tested for both."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import entrepot
from entrepot import components

from .lands import (
    DATA,
    FILE,
    FINDS,
    PART1,
    PART2,
    PART3,
    at_work,
    bonus_of,
    cards_of,
    claims,
    fork,
    heaps,
    kinds_of,
    of_kind,
    price,
    refused,
    sent,
    standing,
)
from .tables import MERCHANTS, at, cubes, happened, play, texts
from .wests import EVERYONE, MARKETS, deal, forced, position, seat, table

FIVE = ["YYY", "YR", "G", "YYYY", "YYR"]
TOOL_MARKET = "GBB=10 tool market Y"
TOOL_MARKET_RED = "YRG=4 tool market R"
HELP_MARKET = ["RGG=7 native-help market", "YBB=8 native-help market", "YRR=4 native-help market"]
EXPLORE = "YYB=5 exploration"
PLACES = {PART1: ["E2.1", "E2.2", "C2.1", "C2.2"], PART3: ["E2.1", "E2.2", "D2.1", "D2.2"]}
DEAL = ["YY>G", "RR>GG", "GG>BB", "YR>B"]


def market(match: entrepot.Match) -> tuple[list[str], list[str]]:
    """The row of the market and its deck."""
    found = match.position()["market"]
    return found["row"], found["deck"]


def route(match: entrepot.Match, number: int = 0) -> list[tuple[str, int]]:
    """The route of a seat: cards and the settlers on them."""
    return [(card["card"], card["settlers"]) for card in at(match, number)["route"]]


# -- W1-1, W1-2: the setup -------------------------------------------------------------------------------------------


@pytest.mark.rule("W1-1", "W2-1", "W2-2", "W3-1")
@pytest.mark.parametrize("players", EVERYONE)
@pytest.mark.parametrize(
    ("game", "board", "spaces", "own"),
    [
        (PART1, "A1 B1 E2 C2", 3, {"route": [], "discards": []}),
        (PART2, "A2 B2 C1 F2", 4, {"ship": "0,0"}),
        (PART3, "A2 B2 C1 F2 E2 D2", 4, {"ship": "0,0", "discards": []}),
    ],
)
def test_w1_1_boards_and_what_seats_begin_with(
    game: str, board: str, spaces: int, own: dict[str, Any], players: int
) -> None:
    match = deal(game, players)
    start, seen = match.position(), match.observe(0).position
    assert start["faces"] == board.split()
    assert (match.seat, match.round, match.decision.kind) == (0, 1, "turn")
    assert [one["storage"] for one in start["seats"]] == ["YYY", "YYYY", "YYYY", "YYYR"][:players]
    home = 7 if players == 2 else 6
    for one, shown in zip(start["seats"], seen["seats"], strict=True):
        assert (one["home"], one["reserve"]) == (home, 12 - home)
        assert (one["bonus"], one["claimed"], one["explored"]) == ([], [], [])
        assert {key: one[key] for key in ("route", "discards", "ship") if key in one} == own
        assert shown["spaces"] == spaces
        assert shown.get("grid") == ([0, 0, 0, 0] if "ship" in own else None)
    assert ("market" in start) == ("discards" in own)
    assert ("sea" in start) == ("ship" in own)
    assert seen.get("outpost_values") == ([1, 2, 3] if "ship" in own else None)


@pytest.mark.rule("W1-1", "W2-1", "W3-1", "NW3")
@pytest.mark.parametrize(("players", "cards"), [(2, 34), (3, 42), (4, 50)])
@pytest.mark.parametrize(("game", "white"), [(PART1, True), (PART2, False), (PART3, True)])
def test_w1_1_the_cards_of_one_star_are_out(game: str, white: bool, players: int, cards: int) -> None:
    """The black ones in parts I and III, the white ones, which show the icon of the markets, in part II."""
    points = deal(game, players).position()["points"]
    found = points["row"] + points["deck"]
    assert (len(points["row"]), len(found)) == (4, cards)
    assert Counter(found) == Counter(cards_of(players, game))
    assert sum(" market" in card for card in found) == (6 if white else 0)
    assert ("YBB=8 tool plains Y" in found) == (not white)


@pytest.mark.rule("W1-1", "NW4")
def test_w1_1_unmarked_bonus_tiles_and_those_marked_one() -> None:
    seen: set[str] = set()
    for seed in range(40):
        start = deal(PART1, seed=seed).position()
        assert {name: len(pile) for name, pile in start["stacks"].items()} == heaps() == heaps(PART1)
        tiles = [*itertools.chain(*start["stacks"].values()), *start["spare"]["bonus"]]
        assert (len(tiles), len(start["spare"]["bonus"])) == (20, 3)
        assert Counter(tiles) == Counter(bonus_of(PART1))
        assert tiles.count("2 merchants=1") == 3
        seen.update(pile[0] for pile in start["stacks"].values())
    assert seen == set(bonus_of(PART1))


@pytest.mark.rule("W1-1", "NW5")
@pytest.mark.parametrize(("players", "on", "beside"), [(2, 2, 8), (3, 2, 8), (4, 0, 10)])
def test_w1_1_exploration_tiles_on_the_board_and_beside_it(players: int, on: int, beside: int) -> None:
    seen: set[tuple[str, str]] = set()
    for seed in range(100):
        start = deal(PART1, players, seed).position()
        assert sorted(start["locations"]) == ["A1.6", "B1.6"][:on]
        assert list(start["beside"]) == [f"#{number}" for number in range(1, beside + 1)]
        lying = {name: entry["tile"] for name, entry in start["locations"].items()} | start["beside"]
        assert Counter(lying.values()) == Counter(FINDS)
        assert start["spare"]["exploration"] == []
        seen.update(lying.items())
    assert len(seen) == 10 * len(set(FINDS))


@pytest.mark.rule("W1-2", "W3-1")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_2_all_merchants_shuffled_and_four_laid_out(game: str) -> None:
    first: set[str] = set()
    for seed in range(250):
        row, deck = market(deal(game, seed=seed))
        assert (len(row), len(deck)) == (4, 39)
        assert Counter(row + deck) == Counter(MERCHANTS)
        first.update(row)
    assert first == set(MERCHANTS)
    assert market(deal(game, seed=7)) == market(deal(game, seed=7)) != market(deal(game, seed=8))


@pytest.mark.rule("W1-2", "W3-1", "C11")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_2_the_four_market_locations_and_the_hidden_deck(game: str) -> None:
    match = deal(game)
    board = match.observe(0).position["board"]
    slots = {name: entry["slot"] for name, entry in board.items() if entry["type"] == "market"}
    assert slots == {name: number for number, name in enumerate(PLACES[game], 1)}
    for viewer in (None, 0, 1):
        assert match.observe(viewer).position["market"] == {"row": market(match)[0], "deck": 39}


@pytest.mark.rule("W1-1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_w1_1_two_to_four_players(players: int) -> None:
    with pytest.raises(entrepot.InvalidOptions, match="players"):
        deal(PART1, players)


# -- W1-3 to W1-6, F8: turn, market, route ---------------------------------------------------------------------------


@pytest.mark.rule("W1-3")
def test_w1_3_a_turn_is_work_route_or_rest() -> None:
    match = table(PART1, seat("YYY", route=["YYY", ("G", 2)]), seat("YYYY"))
    assert {text.split()[0] for text in texts(match)} == {"work", "route", "rest"}
    assert [text for text in texts(match) if text.startswith("route")] == ["route 1"]
    for text in ("rest", "route 1", "work A1.3"):
        assert play(fork(match), text).seat == 1
    without_cards = table(PART1, seat("YYY"), seat())
    assert {text.split()[0] for text in texts(without_cards)} == {"work", "rest"}
    refused(without_cards, "route 1")


@pytest.mark.rule("W1-4", "W1-5", "W3-2")
@pytest.mark.parametrize("game", MARKETS)
@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_w1_4_use_the_card_under_the_location(game: str, slot: int) -> None:
    row = ["YYY", "YR", "G", "B"]
    match = table(game, seat("YG", discards=["YYYY"]), seat(), market=row)
    deck = market(match)[1]
    play(match, f"work {PLACES[game][slot - 1]}", *(["use"] if game == PART1 else []))
    card = row[slot - 1]
    assert at(match, 0)["storage"] == cubes("YG" + card)
    assert at(match, 0)["discards"] == ["YYYY", card]
    assert market(match) == ([*row[: slot - 1], *row[slot:], deck[0]], deck[1:])
    assert kinds_of(match) == ["sent", "gained", "used", "revealed", "turn"]
    assert happened(match, "used") == [{"kind": "used", "seat": 0, "card": card, "slot": slot}]
    assert happened(match, "revealed") == [{"kind": "revealed", "seat": None, "row": "market", "card": deck[0]}]
    assert match.seat == 1


@pytest.mark.rule("W1-4", "W1-5", "W1-6")
@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_w1_4_keep_the_card_without_using_it(slot: int) -> None:
    row = ["YYY", "YR", "G", "B"]
    match = table(PART1, seat("YG", route=["YYYY", ("up3", 1)]), seat(), market=row)
    deck = market(match)[1]
    play(match, f"work {PLACES[PART1][slot - 1]}")
    assert match.position()["decision"] == {"kind": "market", "slot": slot}
    assert texts(match) == ["use", "keep"]
    play(match, "keep")
    assert at(match, 0)["storage"] == "YG"
    assert at(match, 0)["discards"] == []
    assert route(match) == [("YYYY", 0), ("up3", 1), (row[slot - 1], 0)]
    assert market(match) == ([*row[: slot - 1], *row[slot:], deck[0]], deck[1:])
    assert kinds_of(match) == ["sent", "kept", "revealed", "turn"]


@pytest.mark.rule("W1-4", "F1", "C10")
@pytest.mark.parametrize("game", MARKETS)
@pytest.mark.parametrize(("storage", "slot"), [("Y", 1), ("RGGG", 2), ("YYYG", 3), ("YYGB", 4)])
def test_w1_4_a_trade_that_cannot_be_made_once(game: str, storage: str, slot: int) -> None:
    """Part I: it can only be kept. Part III: the location is refused."""
    match = table(game, seat(storage), seat(), market=DEAL)
    name = PLACES[game][slot - 1]
    if game == PART3:
        assert DEAL[slot - 1].split(">")[0] in refused(match, f"work {name}")
        return
    play(match, f"work {name}")
    assert forced(match) == ["keep"]
    assert route(match) == [(DEAL[slot - 1], 0)]
    assert at(match, 0)["storage"] == storage


@pytest.mark.rule("W1-4", "C5", "F8")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_4_a_trade_at_a_market_is_finished_before_the_card_goes(game: str) -> None:
    match = table(game, seat("YYYYY"), seat(), market=DEAL)
    play(match, "work E2.1", *(["use"] if game == PART1 else []))
    assert match.position()["decision"] == {"kind": "times", "card": "YY>G", "market": 1}
    assert texts(match) == ["x1", "x2"]
    assert market(match)[0] == DEAL
    assert at(match, 0)["discards"] == []
    play(match, "x2")
    assert at(match, 0)["storage"] == "YGG"
    assert at(match, 0)["discards"] == ["YY>G"]
    assert market(match)[0][:3] == DEAL[1:]
    assert kinds_of(match) == ["sent", "traded", "used", "revealed", "turn"]


@pytest.mark.rule("W1-4", "C4", "F14", "F8")
@pytest.mark.parametrize("game", MARKETS)
@pytest.mark.parametrize("storage", ["", "B", "YY"])
def test_w1_4_an_upgrade_can_always_be_used(game: str, storage: str) -> None:
    match = table(game, seat(storage), seat(), market=["up3"])
    play(match, "work E2.1", *(["use"] if game == PART1 else []))
    if "Y" in storage:
        assert match.position()["decision"] == {"kind": "upgrade", "card": "up3", "steps": 3, "market": 1}
        assert texts(match) == ["up Y", "stop"]
        play(match, "up Y", "stop")
        assert at(match, 0)["storage"] == "YR"
    assert match.seat == 1
    assert at(match, 0)["discards"] == ["up3"]


@pytest.mark.rule("W1-4", "W1-5", "F1", "F13")
@pytest.mark.parametrize("game", MARKETS)
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_w1_4_with_no_card_under_it_the_location_cannot_be_used(game: str, cards: int) -> None:
    match = table(game, seat("YYYY"), seat(), market=FIVE[:cards], pile=[])
    assert [name for name in PLACES[game] if name in at_work(match)] == PLACES[game][:cards]
    for name in PLACES[game][cards:]:
        refused(match, f"work {name}")
        assert match.observe(0).position["costs"][name]["why"] == "nothing"


@pytest.mark.rule("W1-5")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_5_with_the_deck_empty_the_row_only_shrinks(game: str) -> None:
    match = table(game, seat("YYYY", discards=["R>YYY"]), seat(), market=FIVE[:4], pile=["RR"])
    play(match, "work E2.2", *(["use"] if game == PART1 else []))
    assert market(match) == (["YYY", "G", "YYYY", "RR"], [])
    play(match, "rest", "work E2.1", *(["use"] if game == PART1 else []))
    assert market(match) == (["G", "YYYY", "RR"], [])
    assert len(happened(match, "revealed")) == 1
    assert PLACES[game][3] not in at_work(match)


@pytest.mark.rule("W1-6")
def test_w1_6_new_cards_join_at_the_right_end() -> None:
    match = table(PART1, seat(route=["YYY"]), seat(), market=["YR", "G", "B", "RR"])
    play(match, "work E2.1", "keep", "rest", "work E2.2", "keep")
    assert [card for card, _ in route(match)] == ["YYY", "YR", "B"]


@pytest.mark.rule("W1-6", "F8")
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_w1_6_a_sixth_takes_the_place_of_any_of_the_five(place: int) -> None:
    match = table(PART1, seat("", route=FIVE, discards=["up3"]), seat(), market=["RR"])
    deck = market(match)[1]
    play(match, "work E2.1", "keep")
    assert match.position()["decision"] == {"kind": "replace", "slot": 1}
    assert texts(match) == [f"replace {number}" for number in range(1, 6)]
    assert market(match)[0][0] == "RR"
    play(match, f"replace {place}")
    assert [card for card, _ in route(match)] == [*FIVE[: place - 1], "RR", *FIVE[place:]]
    assert at(match, 0)["discards"] == ["up3", FIVE[place - 1]]
    assert market(match)[0][3] == deck[0]
    assert kinds_of(match) == ["sent", "replaced", "revealed", "turn"]


@pytest.mark.rule("W1-6")
def test_w1_6_the_fifth_replaces_nothing() -> None:
    match = table(PART1, seat("", route=FIVE[:4]), seat(), market=["RR"])
    play(match, "work E2.1", "keep")
    assert match.seat == 1
    assert [card for card, _ in route(match)] == [*FIVE[:4], "RR"]


@pytest.mark.rule("R3", "W1-6")
def test_r3_settlers_on_a_replaced_card_come_home() -> None:
    cards: list[Any] = [FIVE[0], (FIVE[1], 3), *FIVE[2:4], (FIVE[4], 1)]
    match = table(PART1, seat("", route=cards), seat(), market=["RR"])
    home = at(match, 0)["home"]
    play(match, "work E2.1", "keep", "replace 2")
    assert route(match) == [(FIVE[0], 0), ("RR", 0), (FIVE[2], 0), (FIVE[3], 0), (FIVE[4], 1)]
    assert at(match, 0)["home"] == home - 1 + 3
    assert at(match, 0)["discards"] == [FIVE[1]]
    assert happened(match, "replaced") == [
        {"kind": "replaced", "seat": 0, "card": "RR", "slot": 1, "place": 2, "old": FIVE[1], "settlers": 3}
    ]


@pytest.mark.rule("R3", "W1-6", "F8")
def test_r3_the_other_way_only_cards_without_settlers_are_replaced() -> None:
    cards: list[Any] = [FIVE[0], (FIVE[1], 3), *FIVE[2:4], (FIVE[4], 1)]
    match = table(PART1, seat("", route=cards), seat(), market=["RR"], options={"replace_occupied": False})
    play(match, "work E2.1", "keep")
    assert texts(match) == ["replace 1", "replace 3", "replace 4"]
    for number in (2, 5):
        refused(match, f"replace {number}")
    play(match, "replace 4")
    assert route(match) == [(FIVE[0], 0), (FIVE[1], 3), (FIVE[2], 0), ("RR", 0), (FIVE[4], 1)]


@pytest.mark.rule("R3", "F8", "W1-4", "F1")
@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize("storage", ["YY", "Y"])
def test_r3_all_five_occupied(allowed: bool, storage: str) -> None:
    """Keeping is then impossible if settlers may not be sent home; with a trade out of reach the location too."""
    full = [(card, 1) for card in FIVE]
    match = table(PART1, seat(storage, route=full), seat(), market=["YY>G"], options={"replace_occupied": allowed})
    costs = match.observe(0).position["costs"]["E2.1"]
    assert (costs["use"], costs["keep"]) == (storage == "YY", allowed)
    if not allowed and storage == "Y":
        refused(match, "work E2.1")
        return
    play(match, "work E2.1")
    if allowed and storage == "YY":
        assert texts(match) == ["use", "keep"]
    else:
        assert forced(match)[0] == ("use" if storage == "YY" else "keep")
    if not allowed:
        assert at(match, 0)["storage"] == "G"
        assert route(match) == full


@pytest.mark.rule("F3", "W1-4", "NW12")
@pytest.mark.parametrize("game", MARKETS)
def test_f3_a_tool_at_a_market_pays_for_the_first_trade(game: str) -> None:
    match = table(game, seat("Y", claimed=[TOOL_MARKET]), seat(), market=DEAL)
    play(match, "work E2.1", *(["use"] if game == PART1 else []))
    assert kinds_of(match)[:2] == ["sent", "tools"]
    assert at(match, 0)["storage"] == "G"
    other = table(game, seat("Y", claimed=[TOOL_MARKET_RED]), seat(), market=DEAL)
    assert other.observe(0).position["costs"]["E2.1"]["use"] is False
    play(other, f"work {PLACES[game][3]}", *(["use"] if game == PART1 else []))
    assert at(other, 0)["storage"] == "B"


@pytest.mark.rule("F3", "NW12")
def test_f3_a_tool_at_a_market_also_pays_when_the_card_is_only_kept() -> None:
    match = table(PART1, seat("", claimed=[TOOL_MARKET, TOOL_MARKET_RED]), seat(), market=["YYY"])
    play(match, "work E2.1", "keep")
    assert at(match, 0)["storage"] == "YR"
    assert kinds_of(match)[:3] == ["sent", "tools", "kept"]


@pytest.mark.rule("F3", "NW11")
@pytest.mark.parametrize("game", MARKETS)
@pytest.mark.parametrize("amount", [0, 1, 2, 3])
def test_f3_native_help_works_at_markets(game: str, amount: int) -> None:
    match = table(game, seat("", claimed=HELP_MARKET[:amount]), seat(), market=FIVE[:4])
    for name, printed in zip(PLACES[game], [1, 1, 2, 3], strict=True):
        assert sent(match, name) == max(1, printed - amount)


@pytest.mark.rule("W1-4", "NW10")
def test_w1_4_markets_are_locations_like_all_others() -> None:
    match = table(PART1, seat("", home=3), seat(), on={"E2.1": (1, 2), "C2.2": (1, 3)}, market=FIVE[:4])
    assert "C2.2" not in at_work(match)
    play(match, "work E2.1", "keep")
    assert standing(match, "E2.1") == (0, 3)
    assert at(match, 1)["home"] == 4


def with_an_icon(game: str, folder: Path) -> Any:
    """The box of the tests, but that its refresh location shows the icon of the markets."""
    text = FILE.read_text("utf-8")
    plain = '{ type = "refresh", settlers = 1 }'
    assert text.count(plain) == 1
    path = folder / "icon.toml"
    path.write_text(text.replace(plain, '{ type = "refresh", settlers = 1, icon = "market" }'), "utf-8")
    return components.load(game, path)


# -- W1-7, W3-5, F11: refresh ----------------------------------------------------------------------------------------


@pytest.mark.rule("W1-7", "W3-5", "F11")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_7_the_old_cards_go_under_and_four_new_ones_come(game: str) -> None:
    match = table(game, seat("Y"), seat(), market=DEAL)
    deck = market(match)[1]
    play(match, "work E2.3")
    row, left = market(match)
    assert row == deck[:4]
    assert left[:-4] == deck[4:]
    assert sorted(left[-4:]) == sorted(DEAL)
    assert happened(match, "refreshed") == [{"kind": "refreshed", "seat": 0, "cards": 4}]
    assert [event["card"] for event in happened(match, "revealed")] == row
    assert (match.seat, match.round, match.decision.kind) == (0, 9, "turn")
    assert standing(match, "E2.3") == (0, 1)
    assert "E2.3" not in at_work(match)
    play(match, "work A1.3" if game == PART1 else "work A2.3")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "YYY"
    assert standing(match, "E2.3") == (0, 1)


@pytest.mark.rule("W1-7", "F11", "C11")
def test_f11_in_random_order_by_the_chance_of_the_match() -> None:
    """The state of that chance is in the secret position and in no observation."""
    match = table(PART1, seat("Y"), seat(), market=DEAL)
    assert "chance" not in match.observe(0).position
    assert "chance" not in match.observe(None).position
    orders: Counter[tuple[str, ...]] = Counter()
    for number in range(300):
        start = match.position() | {"chance": number * 7919 + 1}
        again = [play(entrepot.Match.from_position(start, components=match.components), "work E2.3") for _ in range(2)]
        assert market(again[0]) == market(again[1])
        assert again[0].position()["chance"] != start["chance"]
        orders[tuple(market(again[0])[1][-4:])] += 1
    assert len(orders) == 24
    assert max(orders.values()) < 40


@pytest.mark.rule("W1-7", "F11", "F1")
@pytest.mark.parametrize("game", MARKETS)
@pytest.mark.parametrize(("cards", "deck"), [(4, 0), (3, 0), (0, 0), (4, 2), (4, 4)])
def test_f11_with_a_short_deck_perhaps_the_same_cards(game: str, cards: int, deck: int) -> None:
    """Up to four are drawn; with no merchants left the location still gives its turn."""
    row, pile = DEAL[:cards], FIVE[:deck]
    match = table(game, seat("Y"), seat(), market=row, pile=pile)
    play(match, "work E2.3")
    after, left = market(match)
    assert len(after) == min(4, cards + deck)
    assert [*after, *left][:deck] == pile
    assert sorted([*after, *left][deck:]) == sorted(row)
    assert (match.seat, match.decision.kind) == (0, "turn")
    play(match, "rest")
    assert match.seat == 1


@pytest.mark.rule("W1-7", "C6", "F10")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_7_the_storage_limit_is_checked_between_the_two_turns(game: str, tmp_path: Path) -> None:
    """In a box whose refresh location shows an icon, so that a Tool gives cubes there."""
    start = position(game, seat("R" * 6 + "G" * 4, claimed=[TOOL_MARKET, TOOL_MARKET_RED]), seat(), market=DEAL)
    match = entrepot.Match.from_position(start, components=with_an_icon(game, tmp_path))
    play(match, "work E2.3")
    assert kinds_of(match) == ["sent", "tools", "refreshed", *["revealed"] * 4]
    for surplus in (2, 1):
        assert (match.seat, match.position()["decision"]) == (0, {"kind": "return", "surplus": surplus})
        assert (match.position()["again"], match.position()["active"]) == (True, 0)
        play(match, {2: "return Y", 1: "return R"}[surplus])
    assert at(match, 0)["storage"] == "RRRRRRGGGG"
    assert (match.seat, match.decision.kind, match.position()["again"]) == (0, "turn", False)
    play(match, "rest")
    assert match.seat == 1


@pytest.mark.rule("W1-7", "C7")
@pytest.mark.parametrize("game", MARKETS)
def test_w1_7_the_extra_turn_belongs_to_the_same_round(game: str) -> None:
    match = table(game, seat("Y"), seat("Y"), seat("Y"), market=DEAL)
    for number in range(3):
        assert (match.seat, match.round) == (number, 9)
        play(match, "work E2.3")
        assert (match.seat, match.round) == (number, 9)
        play(match, "rest")
    assert (match.seat, match.round) == (0, 10)
    turns = [(event["seat"], event["round"]) for event in happened(match, "turn")]
    assert turns == [(0, 9), (0, 9), (1, 9), (1, 9), (2, 9), (2, 9), (0, 10)]


@pytest.mark.rule("W1-7", "F11", "C7")
@pytest.mark.parametrize("game", MARKETS)
def test_f11_the_extra_turn_of_the_last_seat_in_the_last_round_is_played(game: str) -> None:
    eight = claims(8, 2, game=game)
    match = table(game, seat("", claimed=eight), seat("Y"), to_move=1, market=DEAL)
    assert match.position()["ending"]
    play(match, "work E2.3")
    assert (match.seat, match.is_over, match.decision.kind) == (1, False, "turn")
    play(match, "work A1.3" if game == PART1 else "work A2.3")
    assert match.is_over
    assert at(match, 1)["storage"] == "YYY"


@pytest.mark.rule("W1-7", "NW21", "F11")
def test_w1_7_a_second_refresh_by_another_seat_needs_one_settler_more() -> None:
    match = table(PART1, seat("Y"), seat("Y"), market=DEAL)
    play(match, "work E2.3", "rest")
    assert sent(match, "E2.3") == 1
    other = table(PART1, seat("Y"), seat("Y"), market=DEAL)
    play(other, "work E2.3", "work A1.3")
    assert sent(other, "E2.3") == 2
    play(other, "work E2.3")
    assert (other.seat, at(other, 0)["home"]) == (1, 6)


@pytest.mark.rule("W1-7", "F11")
def test_f11_the_refreshed_cards_can_be_used_in_the_extra_turn() -> None:
    match = table(PART1, seat(""), seat(), market=DEAL, pile=["YYY", "G", "B", "RR", "YR"])
    play(match, "work E2.3", "work E2.1", "use")
    assert at(match, 0)["storage"] == "YYY"
    assert market(match)[0][:4] == ["G", "B", "RR", "YR"]


# -- W1-8: adjust ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("W1-8")
def test_w1_8_a_yellow_cube_and_then_two_cards_may_swap() -> None:
    match = table(PART1, seat("R", route=FIVE[:3]), seat())
    play(match, "work C2.3")
    assert at(match, 0)["storage"] == "YR"
    assert match.position()["decision"] == {"kind": "swap"}
    assert sorted(texts(match)) == ["skip", "swap 1-2", "swap 1-3", "swap 2-3"]
    for text in ("swap 2-1", "swap 1-1", "swap 1-4"):
        with pytest.raises(ValueError, match=r".+"):
            match.play(text)
    play(match, "swap 1-3")
    assert [card for card, _ in route(match)] == [FIVE[2], FIVE[1], FIVE[0]]
    assert happened(match, "swapped") == [{"kind": "swapped", "seat": 0, "places": [1, 3]}]
    assert match.seat == 1


@pytest.mark.rule("W1-8", "F2")
def test_w1_8_the_swap_may_be_declined() -> None:
    match = table(PART1, seat("R", route=FIVE), seat())
    play(match, "work C2.3")
    assert len(texts(match)) == 11
    play(match, "skip")
    assert [card for card, _ in route(match)] == FIVE
    assert at(match, 0)["storage"] == "YR"


@pytest.mark.rule("W1-8")
@pytest.mark.parametrize("pair", list(itertools.combinations(range(1, 5), 2)))
def test_w1_8_settlers_move_along(pair: tuple[int, int]) -> None:
    cards: list[tuple[str, int]] = [("YYY", 0), ("YR", 2), ("G", 0), ("B", 1)]
    match = table(PART1, seat("", route=cards), seat())
    play(match, "work C2.3", f"swap {pair[0]}-{pair[1]}")
    one, other = pair[0] - 1, pair[1] - 1
    cards[one], cards[other] = cards[other], cards[one]
    assert route(match) == cards


@pytest.mark.rule("W1-8", "F1", "C10")
@pytest.mark.parametrize("cards", [[], ["G"]])
def test_w1_8_with_less_than_two_cards_there_is_nothing_to_swap(cards: list[str]) -> None:
    match = table(PART1, seat("", route=cards), seat())
    play(match, "work C2.3")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "Y"


@pytest.mark.rule("W1-8", "F3")
def test_f3_tools_and_native_help_work_at_the_adjust_location() -> None:
    help_card, tool = "YGG=6 native-help forest", "GGB=9 tool forest Y"
    match = table(PART1, seat("", claimed=[help_card, tool]), seat(), on={"C2.3": (1, 2)})
    assert sent(match, "C2.3") == 2
    play(match, "work C2.3")
    assert at(match, 0)["storage"] == "YY"
    assert kinds_of(match)[:4] == ["sent", "ousted", "tools", "gained"]


# -- W1-9, W1-10: the route, rest ------------------------------------------------------------------------------------


@pytest.mark.rule("W1-9")
@pytest.mark.parametrize("occupied", list(itertools.product([False, True], repeat=4)))
def test_w1_9_one_settler_and_one_for_each_free_card_to_the_left(occupied: tuple[bool, ...]) -> None:
    cards: list[tuple[str, int]] = [
        (card, min(number, 2) * there) for number, (card, there) in enumerate(zip(FIVE[:4], occupied, strict=True), 1)
    ]
    match = table(PART1, seat("", route=[*cards, (FIVE[4], 0)], home=5), seat(), on={})
    shown = match.observe(0).position["seats"][0]["route"]
    for number, (card, there) in enumerate(zip(FIVE, [*occupied, False], strict=True), 1):
        if there:
            assert shown[number - 1]["why"] == "occupied"
            refused(match, f"route {number}")
            continue
        need = 1 + occupied[: number - 1].count(False)
        assert shown[number - 1] == {"card": card, "settlers": 0, "need": need, "why": None}
        other = play(fork(match), f"route {number}")
        assert route(other)[number - 1] == (card, need)
        assert at(other, 0)["home"] == 5 - need
        assert at(other, 0)["storage"] == cubes(card)
        assert happened(other, "routed") == [
            {"kind": "routed", "seat": 0, "place": number, "settlers": need, "card": card}
        ]
        assert at(other, 0)["discards"] == []


@pytest.mark.rule("W1-9", "F1")
@pytest.mark.parametrize("home", [0, 1, 2, 3])
def test_w1_9_the_settlers_must_be_at_home(home: int) -> None:
    match = table(PART1, seat("", route=FIVE[:3], home=home), seat())
    assert [text for text in texts(match) if text.startswith("route")] == [f"route {k}" for k in range(1, home + 1)]
    for number in range(home + 1, 4):
        assert "settler" in refused(match, f"route {number}")


@pytest.mark.rule("W1-9", "C5", "F1")
def test_w1_9_a_trade_at_least_once() -> None:
    match = table(PART1, seat("YYYY", route=["YY>G", "RR>GG"]), seat())
    assert "RR" in refused(match, "route 2")
    play(match, "route 1")
    assert match.position()["decision"]["kind"] == "times"
    assert texts(match) == ["x1", "x2"]
    play(match, "x2")
    assert at(match, 0)["storage"] == "GG"
    assert route(match) == [("YY>G", 1), ("RR>GG", 0)]


@pytest.mark.rule("W1-9", "C4", "F14")
def test_w1_9_an_upgrade() -> None:
    match = table(PART1, seat("YY", route=["up3"]), seat())
    play(match, "route 1", "up Y", "up R")
    assert texts(match) == ["up Y", "up G", "stop"]
    play(match, "stop")
    assert at(match, 0)["storage"] == "YG"


@pytest.mark.rule("W1-9", "NW11", "NW12")
def test_w1_9_a_route_card_is_no_location() -> None:
    claimed = [TOOL_MARKET, TOOL_MARKET_RED, *HELP_MARKET]
    match = table(PART1, seat("Y", claimed=claimed, route=["YYY", "YY>G", "G"]), seat())
    refused(match, "route 2")
    play(match, "route 3")
    assert route(match)[2] == ("G", 3)
    assert at(match, 0)["storage"] == "YG"


@pytest.mark.rule("W1-9", "W1-10")
def test_w1_9_a_card_can_be_used_again_after_a_rest() -> None:
    match = table(PART1, seat("", route=["YYY"]), seat())
    play(match, "route 1", "rest")
    refused(match, "route 1")
    play(match, "rest")
    assert route(match) == [("YYY", 0)]
    play(match, "rest", "route 1")
    assert at(match, 0)["storage"] == "YYYYYY"


@pytest.mark.rule("W1-10", "NW8")
def test_w1_10_a_rest_collects_settlers_from_the_board_and_the_route() -> None:
    match = table(
        PART1, seat("", route=[("YYY", 2), "G", ("YR", 1)]), seat(route=[("B", 1)]), on={"A1.3": (0, 2), "E2.1": (1, 1)}
    )
    home = at(match, 0)["home"]
    play(match, "rest")
    assert route(match) == [("YYY", 0), ("G", 0), ("YR", 0)]
    assert at(match, 0)["home"] == home + 5 == 7
    assert route(match, 1) == [("B", 1)]
    assert standing(match, "E2.1") == (1, 1)
    assert happened(match, "rested") == [{"kind": "rested", "seat": 0, "settlers": 5}]


# -- W1-11: exploration ----------------------------------------------------------------------------------------------


@pytest.mark.rule("W1-11", "NW19")
@pytest.mark.parametrize("players", EVERYONE)
def test_w1_11_from_beside_the_board_or_from_the_board(players: int) -> None:
    start = table(PART1, seat("YYB"), *[seat()] * (players - 1), row=[EXPLORE])
    play(start, "work A1.1", "claim 1")
    beside = start.position()["beside"]
    assert len(beside) == (10 if players == 4 else 8)
    on = ["A1.6", "B1.6"] if players < 4 else []
    assert sorted(texts(start)) == sorted(f"explore {name}" for name in [*on, *beside])
    for name in [*on, *beside]:
        match = play(fork(start), f"explore {name}")
        tile = beside[name] if name in beside else start.position()["locations"][name]["tile"]
        assert at(match, 0)["explored"] == [tile]
        assert match.position()["beside"] == {key: left for key, left in beside.items() if key != name}
        assert {place for place in on if isinstance(standing(match, place), str)} == set(on) - {name}


@pytest.mark.rule("W1-11")
def test_w1_11_numbers_are_given_for_good() -> None:
    """After #4 has gone, #5 is still #5."""
    cards = [EXPLORE, "YYG=4 exploration"]
    match = table(PART1, seat("YYB"), seat("YYG"), row=cards)
    before = match.position()["beside"]
    play(match, "work A1.1", "claim 1", "explore #4", "stop", "work A1.1", "claim 1")
    left = {name: tile for name, tile in before.items() if name != "#4"}
    assert match.position()["beside"] == match.observe(0).position["beside"] == left
    refused(match, "explore #4")
    assert "explore #5" in texts(match)
    play(match, "explore #5", "stop")
    assert at(match, 1)["explored"] == [before["#5"]]


@pytest.mark.rule("W1-11", "NW19", "F2")
def test_w1_11_with_no_tile_left_the_benefit_is_lost() -> None:
    claimed = of_kind("exploration", 4, game=PART1)
    mine = [card for card in claimed if card != EXPLORE]
    explored = list(FINDS)
    seats = [
        seat("YYB"),
        *(seat("", claimed=mine[start : start + 4], explored=explored[start : start + 4]) for start in (0, 4)),
        seat("", claimed=mine[8:10], explored=explored[8:]),
    ]
    match = table(PART1, *seats, row=[EXPLORE])
    assert match.position()["beside"] == {}
    play(match, "work A1.1", "claim 1", "stop")
    assert at(match, 0)["claimed"] == [EXPLORE]
    assert match.seat == 1


# -- W1-12, R4: the score --------------------------------------------------------------------------------------------


@pytest.mark.rule("W1-12", "R4")
@pytest.mark.parametrize("points", [1, 2])
@pytest.mark.parametrize(
    ("kept", "used", "pairs"), [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1), (2, 1, 1), (5, 6, 5), (0, 4, 2)]
)
def test_w1_12_a_pair_of_merchants_in_the_route_and_the_discard_pile(
    points: int, kept: int, used: int, pairs: int
) -> None:
    tile = f"2 merchants={points}"
    one = seat("", bonus=[tile], route=MERCHANTS[:kept], discards=MERCHANTS[kept : kept + used])
    match = table(PART1, one, seat(discards=MERCHANTS[20:24]), options={"merchant_pair_points": points})
    assert match.standing.lines[0]["bonus"] == points * pairs
    assert match.observe(1).position["seats"][0]["merchants"] == kept + used
    two = seat("", bonus=[tile] * 2, route=MERCHANTS[:kept], discards=MERCHANTS[kept : kept + used])
    twice = table(PART1, two, seat(), options={"merchant_pair_points": points})
    assert twice.standing.lines[0]["bonus"] == 2 * points * pairs


@pytest.mark.rule("W1-12", "NW22", "R4")
@pytest.mark.parametrize("points", [1, 2])
def test_w1_12_scored_at_the_end_of_the_game(points: int) -> None:
    card = "YYB=5 native-help plains"
    seven = claims(7, 2, used=[card], game=PART1)
    last = seat(
        "YYBRG",
        claimed=seven,
        bonus=[f"2 merchants={points}", "flat=3", "tool=2"],
        route=["G"],
        discards=["YYY", "B", "R>YYY"],
    )
    match = table(PART1, seat(), last, to_move=1, row=[card], options={"merchant_pair_points": points})
    play(match, "work A1.1")
    assert match.result is not None
    tools = 2 * sum(" tool" in one for one in seven)
    assert match.result.lines[1]["bonus"] == 2 * points + 3 + tools
    assert "outposts" not in match.result.lines[1]


@pytest.mark.rule("NW23", "W1-9")
def test_nw23_settlers_on_the_route_count_for_the_settlers_tile() -> None:
    one = seat("", bonus=["2 settlers=1"], route=[("YYY", 3), ("G", 2), ("RR", 0)], home=1)
    match = table(PART1, one, seat(), on={"B1.3": (0, 2)})
    assert at(match, 0)["reserve"] == 4
    assert match.standing.lines[0]["bonus"] == 4


@pytest.mark.rule("R3", "R4")
def test_r3_r4_defaults_and_refusals() -> None:
    assert deal(PART1).options == {"replace_occupied": True, "merchant_pair_points": 1}
    for options in (
        {"replace_occupied": 1}, {"replace_occupied": None}, {"merchant_pair_points": 3},
        {"merchant_pair_points": True}, {"merchant_pair_points": "1"}, {"sea": "star"}, {"board": "D1"},
    ):  # fmt: skip
        with pytest.raises(entrepot.InvalidOptions, match=next(iter(options))):
            deal(PART1, **options)


@pytest.mark.rule("C6", "F10")
def test_c6_a_card_of_the_route_may_bring_too_much() -> None:
    match = table(PART1, seat("R" * 9, route=["YYYY"]), seat())
    play(match, "route 1")
    for surplus in (3, 2, 1):
        assert match.position()["decision"] == {"kind": "return", "surplus": surplus}
        play(match, "return Y")
    assert at(match, 0)["storage"] == "Y" + "R" * 9
    assert match.seat == 1


@pytest.mark.rule("C11", "W1-5", "W1-7")
@pytest.mark.parametrize("actions", [["work E2.3"], ["work E2.1", "keep"]])
def test_c11_undo_stops_where_the_market_shows_a_card(actions: list[str]) -> None:
    match = table(PART1, seat("Y" * 10, claimed=[TOOL_MARKET_RED]), seat(), market=DEAL)
    play(match, *actions)
    assert match.seat == 0
    assert match.can_undo.reason == ("revealed" if "keep" in actions else "turn-over")


def test_the_prices_of_this_file_are_those_of_the_box() -> None:
    costs = [face["settlers"] for name in ("E2", "C2", "D2") for face in DATA["face"][name]["locations"]]
    assert costs == [1, 1, 1, 3, 2, 2, 3, 1, 3, 2, 3, 2, 3, 1, 1]
    assert price(EXPLORE) == "YYB"
