"""NW1 to NW23, and the fine print that touches A New World."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import entrepot
from entrepot import components

from .lands import (
    BONUS,
    BOX,
    FILE,
    FINDS,
    FOURTH,
    GAME,
    KINDS,
    at_work,
    cards_of,
    claims,
    covers,
    faces,
    fork,
    forts,
    heaps,
    kinds_of,
    locations,
    of_kind,
    position,
    price,
    refused,
    seat,
    sent,
    standing,
    table,
    without,
)
from .tables import at, cubes, happened, play, texts, value

EVERYONE = [2, 3, 4]


def deal(players: int = 2, seed: int = 1, board: str = "random") -> entrepot.Match:
    """A new game with the box of the tests."""
    return entrepot.Match.new(GAME, players=players, seed=seed, options={"board": board}, components=BOX)


# -- NW1 to NW6, R6, F12: the box and the setup ----------------------------------------------------------------------


@pytest.mark.rule("NW1")
@pytest.mark.parametrize("file", [None, FILE])
def test_nw1_the_box(file: Path | None) -> None:
    box: Any = components.load(GAME, file)
    assert sorted(box.faces) == [f"{letter}{side}" for letter in "ABCDEF" for side in "12"]
    assert (len(box.cards), len(box.bonus), len(box.exploration)) == (56, 25, 10)
    assert Counter(tile.mark for tile in box.bonus) == {"": 17, "I": 3, "III": 5}
    assert box.settlers == 12
    assert box.bonus_spaces == {"A": 3, "B": 4}
    assert box.reconstructed


@pytest.mark.rule("NW2", "R6")
@pytest.mark.parametrize("board", FOURTH)
def test_nw2_the_table_chooses_the_fourth_board(board: str) -> None:
    start = deal(board=board).position()
    assert start["faces"] == ["A1", "B1", "C1", board]
    assert start["options"] == {"board": board}


@pytest.mark.rule("NW2", "R6")
def test_nw2_the_fourth_board_is_random_by_default() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        match = entrepot.Match.new(GAME, players=2, seed=seed, components=BOX)
        assert match.options == {"board": "random"}
        assert match.position()["faces"][:3] == ["A1", "B1", "C1"]
        seen[match.position()["faces"][3]] += 1
    assert set(seen) == set(FOURTH)
    assert min(seen.values()) > 60


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    "options", [{"board": "D2"}, {"board": "A1"}, {"board": True}, {"board": None}, {"boards": "D1"}]
)
def test_r6_another_board_or_option_is_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(entrepot.InvalidOptions, match="board"):
        entrepot.Match.new(GAME, players=2, seed=1, options=options)


@pytest.mark.rule("NW3")
@pytest.mark.parametrize(("players", "cards"), [(2, 34), (3, 42), (4, 50)])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_nw3_point_cards_by_number_of_players(players: int, cards: int, seed: int) -> None:
    points = deal(players, seed).position()["points"]
    assert len(points["row"]) == 4
    assert len(points["deck"]) == cards - 4
    assert Counter(points["row"] + points["deck"]) == Counter(cards_of(players))


@pytest.mark.rule("NW3", "NW4", "NW5")
def test_nw3_cards_and_tiles_are_shuffled() -> None:
    """Each comes to each place sooner or later; the same seed deals the same."""
    cards: set[tuple[int, str]] = set()
    tiles: set[tuple[str, str]] = set()
    finds: set[tuple[str, str]] = set()
    for seed in range(500):
        start = deal(seed=seed, board="D1").position()
        cards.update(enumerate([*start["points"]["row"], *start["points"]["deck"][:1]]))
        tiles.update((name, pile[0]) for name, pile in start["stacks"].items())
        finds.update((name, entry["tile"]) for name, entry in start["locations"].items())
        if seed % 100 == 0:
            assert start == deal(seed=seed, board="D1").position()
    assert len(cards) == 5 * len(set(cards_of(2)))
    assert len(tiles) == 5 * len(set(BONUS))
    assert len(finds) == 10 * len(set(FINDS))


@pytest.mark.rule("NW4")
@pytest.mark.parametrize("players", EVERYONE)
def test_nw4_a_stack_on_each_bonus_space(players: int) -> None:
    start = deal(players).position()
    assert {name: len(pile) for name, pile in start["stacks"].items()} == heaps()
    assert list(start["stacks"]) == ["A1.1", "A1.2", "B1.1", "B1.2.1", "B1.2.2"]
    assert Counter(tile for pile in start["stacks"].values() for tile in pile) == Counter(BONUS)
    assert start["spare"]["bonus"] == []


@pytest.mark.rule("NW5")
@pytest.mark.parametrize("board", FOURTH)
@pytest.mark.parametrize(("players", "tiles"), [(2, 10), (3, 10), (4, 8)])
def test_nw5_exploration_tiles_by_number_of_players(players: int, tiles: int, board: str) -> None:
    start = deal(players, board=board).position()
    lying = {name: entry["tile"] for name, entry in start["locations"].items()}
    assert sorted(lying) == sorted(covers(board, players))
    assert len(lying) == tiles
    assert ("A1.6" in lying) == ("B1.6" in lying) == (players <= 3)
    assert Counter([*lying.values(), *start["spare"]["exploration"]]) == Counter(FINDS)


@pytest.mark.rule("NW6")
@pytest.mark.parametrize(("players", "home"), [(2, 7), (3, 6), (4, 6)])
def test_nw6_settlers_and_starting_cubes(players: int, home: int) -> None:
    match = deal(players)
    seats = match.position()["seats"]
    assert (match.seat, match.round, match.decision.kind) == (0, 1, "turn")
    assert [one["storage"] for one in seats] == ["YYY", "YYYY", "YYYY", "YYYR"][:players]
    for one in seats:
        assert (one["home"], one["reserve"]) == (home, 12 - home)
        assert (one["claimed"], one["bonus"], one["explored"]) == ([], [], [])


@pytest.mark.rule("NW6")
@pytest.mark.parametrize("players", [0, 1, 5, 6])
def test_nw6_two_to_four_players(players: int) -> None:
    with pytest.raises(entrepot.InvalidOptions, match="players"):
        entrepot.Match.new(GAME, players=players, seed=1)


@pytest.mark.rule("F12")
def test_f12_slots_are_the_forts_in_board_order() -> None:
    assert forts() == ["A1.1", "A1.2", "B1.1", "B1.2"]
    row = claims(4, 2)
    for slot, fort in enumerate(forts(), 1):
        match = table(seat(price(row[slot - 1])), seat(), row=row)
        play(match, f"work {fort}")
        assert [text for text in texts(match) if text.startswith("claim")] == [f"claim {slot}"]
        assert match.position()["decision"] == {
            "kind": "fort", "location": fort, "slot": slot, "claimed": False, "bonus": False,
        }  # fmt: skip


# -- NW7, NW8: a turn, rest ------------------------------------------------------------------------------------------


@pytest.mark.rule("NW7")
@pytest.mark.parametrize("action", ["rest", "work A1.3"])
def test_nw7_a_turn_is_work_or_rest(action: str) -> None:
    match = deal()
    assert {text.split()[0] for text in texts(match)} == {"rest", "work"}
    play(match, action)
    assert (match.seat, match.decision.kind) == (1, "turn")


@pytest.mark.rule("NW7")
def test_nw7_passing_is_no_turn() -> None:
    match = deal()
    for word in ("pass", "", "stop", "x1", "claim 1", "bonus A1.1", "explore C1.1"):
        with pytest.raises(ValueError, match=r".+"):
            match.play(word)
    assert match.seat == 0


@pytest.mark.rule("NW8")
def test_nw8_rest_takes_all_settlers_back() -> None:
    on = {"A1.3": (0, 2), "A1.5": (1, 1), "B1.1": (0, 1), "C1.1": (0, 3), "D1.1": (1, 1)}
    match = table(seat("YRG", home=0), seat("Y"), on=on)
    play(match, "rest")
    assert at(match, 0)["home"] == 6
    assert at(match, 0)["storage"] == "YRG"
    assert [standing(match, name) for name in on] == [None, (1, 1), None, None, (1, 1)]
    assert happened(match, "rested") == [{"kind": "rested", "seat": 0, "settlers": 6}]
    assert match.seat == 1


@pytest.mark.rule("NW8")
def test_nw8_rest_is_legal_with_nobody_to_take_back() -> None:
    match = deal()
    play(match, "rest", "rest", "rest", "rest")
    assert match.round == 3
    assert [event["settlers"] for event in happened(match, "rested")] == [0, 0, 0, 0]
    assert at(match, 0)["home"] == 7


@pytest.mark.rule("NW8", "C10")
def test_nw8_rest_is_a_choice_even_when_it_is_the_only_one() -> None:
    match = table(seat(), seat(home=0), on={"C1.5": (1, 7)}, to_move=1)
    assert texts(match) == ["rest"]
    play(match, "rest")
    assert at(match, 1)["home"] == 7


@pytest.mark.rule("NW8", "NW12")
def test_nw8_a_rest_brings_no_tool_cubes() -> None:
    match = table(seat("", claimed=["RGB=8 tool plains Y"]), seat(), on={"A1.3": (0, 1)})
    play(match, "rest")
    assert at(match, 0)["storage"] == ""


# -- NW9: choosing a location ----------------------------------------------------------------------------------------


@pytest.mark.rule("NW9", "NW5")
@pytest.mark.parametrize("players", EVERYONE)
@pytest.mark.parametrize("board", FOURTH)
def test_nw9_not_where_an_exploration_tile_lies(players: int, board: str) -> None:
    rich = [seat("YYYRRRGGGB") for _ in range(players)]
    match = table(*rich, board=board)
    under = covers(board, players)
    assert set(at_work(match)) == set(locations(board)) - set(under)
    for name in under:
        assert "exploration tile" in refused(match, f"work {name}")


@pytest.mark.rule("NW9")
def test_nw9_not_where_the_own_settlers_stand() -> None:
    match = table(seat("YYY"), seat("YYY"), on={"A1.3": (0, 1), "A1.5": (1, 1)})
    assert "A1.3" not in at_work(match)
    assert "A1.3" in refused(match, "work A1.3")
    play(match, "work A1.5")
    assert {"A1.3"} <= set(at_work(match))
    assert "A1.5" in at_work(match)


@pytest.mark.rule("NW9")
def test_nw9_the_own_settlers_may_be_fewer_than_printed_and_still_bar_the_way() -> None:
    match = table(seat("YYY"), seat(), on={"B1.3": (0, 1)})
    assert "B1.3" not in at_work(match)


@pytest.mark.rule("NW9", "NW10")
@pytest.mark.parametrize("board", FOURTH)
def test_nw9_exactly_the_printed_number_on_empty_locations(board: str) -> None:
    for name, location in locations(board).items():
        other = table(seat(location.get("cost", "")), *[seat()] * 3, board=board, opened=covers(board, 4))
        play(other, f"work {name}")
        assert happened(other, "sent")[0] == {
            "kind": "sent", "seat": 0, "location": name, "settlers": location["settlers"],
        }  # fmt: skip
        assert standing(other, name) == (0, location["settlers"])
        assert at(other, 0)["home"] == 6 - location["settlers"]
        assert happened(other, "ousted") == []


@pytest.mark.rule("NW9", "NW10")
@pytest.mark.parametrize("home", range(8))
def test_nw9_the_settlers_must_be_at_home(home: int) -> None:
    match = table(seat("YYYYYYYYYY", home=home), seat())
    legal = at_work(match)
    for name, location in locations("D1").items():
        if name in covers("D1", 2) or name in ("B1.4", "C1.2"):
            continue
        assert (name in legal) == (location["settlers"] <= home)
        if name not in legal:
            assert "settlers" in refused(match, f"work {name}")


@pytest.mark.rule("NW9")
@pytest.mark.parametrize("name", ["E1.1", "F1.1", "A2.1", "A1.7", "D2.1"])
def test_nw9_only_locations_of_the_board(name: str) -> None:
    refused(table(seat("YYYRRRGGGB"), seat()), f"work {name}")


# -- NW10: the required number, ousting ------------------------------------------------------------------------------


@pytest.mark.rule("NW10")
@pytest.mark.parametrize("name", ["A1.3", "B1.3", "B1.5", "B1.2", "C1.2"])
@pytest.mark.parametrize("theirs", range(1, 7))
def test_nw10_one_more_than_the_others_whatever_is_printed(name: str, theirs: int) -> None:
    more = claims(2, 2, kind="new-settlers")
    match = table(seat("RR", claimed=more, home=theirs + 1), seat(), on={name: (1, theirs)})
    play(match, f"work {name}")
    assert standing(match, name) == (0, theirs + 1)
    assert at(match, 0)["home"] == 0
    assert at(match, 1)["home"] == 7
    assert happened(match, "ousted") == [{"kind": "ousted", "seat": 1, "location": name, "settlers": theirs, "by": 0}]
    fewer = table(seat("RR", claimed=more, home=theirs), seat(), on={name: (1, theirs)})
    assert name not in at_work(fewer)
    assert f"{theirs + 1} settlers" in refused(fewer, f"work {name}")


@pytest.mark.rule("NW10")
@pytest.mark.parametrize(("name", "printed"), [("B1.5", 3), ("C1.5", 3), ("B1.3", 2)])
def test_nw10_ousting_fewer_than_printed_is_cheaper_than_an_empty_location(name: str, printed: int) -> None:
    """They came with Native Help, or were dear to place; whoever comes after them needs one more than they are."""
    empty = table(seat("YYYYY"), seat(), opened=["C1.5"])
    assert sent(empty, name) == locations("D1")[name]["settlers"] == printed
    held = table(seat("YYYYY", home=2), seat(), on={name: (1, 1)}, opened=["C1.5"])
    assert sent(held, name) == 2
    play(held, f"work {name}")
    assert standing(held, name) == (0, 2)
    assert (at(held, 0)["home"], at(held, 1)["home"]) == (0, 7)


@pytest.mark.rule("NW10")
def test_nw10_the_ousted_settlers_can_be_used_in_the_owners_next_turn() -> None:
    match = table(seat("YYY"), seat("YYY", home=0), seat("YYY"), on={"B1.3": (1, 2), "C1.2": (1, 4)})
    play(match, "work B1.3")
    assert at(match, 1)["home"] == 2
    assert standing(match, "C1.2") == (1, 4)
    play(match, "work A1.3")
    assert at(match, 1)["home"] == 1


@pytest.mark.rule("NW10")
def test_nw10_only_the_settlers_of_that_location_go_home() -> None:
    on = {"A1.3": (1, 1), "A1.4": (1, 2), "A1.5": (2, 3), "D1.1": (2, 1)}
    match = table(seat(), seat(), seat(), on=on)
    play(match, "work A1.5")
    assert [standing(match, name) for name in on] == [(1, 1), (1, 2), (0, 4), (2, 1)]
    assert [one["home"] for one in match.position()["seats"]] == [2, 3, 5]


@pytest.mark.rule("NW10")
def test_nw10_back_and_forth() -> None:
    """Each needs one more than the other had; the one who is driven away has all settlers back."""
    match = table(seat(), seat())
    for number in range(1, 8):
        play(match, "work A1.3")
        assert standing(match, "A1.3") == ((number + 1) % 2, number)
    assert "A1.3" not in at_work(match)
    assert "8 settlers" in refused(match, "work A1.3")


# -- NW11: Native Help -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NW11", "F3")
@pytest.mark.parametrize("amount", [0, 1, 2, 3])
@pytest.mark.parametrize(("name", "printed"), [("C1.2", 2), ("B1.5", 3), ("A1.5", 1)])
def test_nw11_each_card_with_the_icon_lowers_the_number_by_one(amount: int, name: str, printed: int) -> None:
    """Three cards on a printed 2 still leave one settler to be placed."""
    help_cards = of_kind("native-help", 3, "river")[:amount]
    match = table(seat("RRRR", claimed=help_cards), seat(), seat())
    assert locations("D1")[name]["icon"] == "river"
    assert locations("D1")[name]["settlers"] == printed
    need = max(1, printed - amount)
    assert sent(match, name) == need
    play(match, f"work {name}")
    assert at(match, 0)["home"] == 6 - need
    poor = table(seat("RRRR", claimed=help_cards, home=need - 1), seat(), seat())
    assert name not in at_work(poor)


@pytest.mark.rule("F3", "NW11", "NW12", "NW15")
@pytest.mark.parametrize("game", entrepot.games()[1:])
def test_f3_help_and_tools_serve_a_fort_that_shows_an_icon(game: str) -> None:
    """No packaged fort does; in a file of one's own the cube of a Tool pays for the card above it."""
    plain = FILE.read_text("utf-8")
    box = components.loads(game, plain.replace('type = "fort", ', 'type = "fort", icon = "river", '))
    start = entrepot.Match.new(game, players=2, seed=1, components=box).position()
    helping, giving = of_kind("native-help", 2, "river", game=game)[0], of_kind("tool", 2, "river", game=game)[0]
    pile = [card for card in [*start["points"]["row"], *start["points"]["deck"]] if card not in (helping, giving)]
    gift = giving.split()[-1]
    row = next(card for card in pile if gift in price(card))
    pile.remove(row)
    start["points"] = {"row": [row, *pile[:3]], "deck": pile[3:]}
    start["seats"][0] |= {"storage": cubes(price(row).replace(gift, "", 1)), "claimed": [helping, giving]}
    name = start["faces"][0] + ".1"
    match = entrepot.Match.from_position(start, components=box)
    assert match.observe(0).position["costs"][name]["gift"] == gift
    assert match.observe(0).position["costs"][name]["help"] == 1
    before = match.position()["seats"][0]["home"]
    match.play(f"work {name}")
    if match.seat == 0:
        match.play("claim 1")
    assert row in match.position()["seats"][0]["claimed"]
    printed = match.observe(0).position["board"][name]["settlers"]
    assert before - match.position()["seats"][0]["home"] == max(1, printed - 1) - settled(match)


def settled(match: entrepot.Match) -> int:
    """Settlers that a claim has brought."""
    return sum(event["settlers"] for event in happened(match, "settled"))


@pytest.mark.rule("NW11", "NW10")
@pytest.mark.parametrize("amount", [0, 1, 2, 3])
@pytest.mark.parametrize("theirs", range(1, 7))
def test_nw11_help_counts_against_other_settlers_too(amount: int, theirs: int) -> None:
    match = table(
        seat("RR", claimed=of_kind("native-help", 3, "river")[:amount], home=6),
        seat(),
        seat(),
        on={"C1.2": (1, theirs)},
    )
    need = max(1, theirs + 1 - amount)
    if need <= 6:
        assert sent(match, "C1.2") == need
        play(match, "work C1.2")
        assert standing(match, "C1.2") == (0, need)
        assert at(match, 1)["home"] == 6
    else:
        assert "7 settlers" in refused(match, "work C1.2")


@pytest.mark.rule("NW11")
def test_nw11_fewer_may_drive_away_more() -> None:
    match = table(seat("RR", claimed=of_kind("native-help", 3, "river")), seat(), seat(), on={"C1.2": (2, 3)})
    play(match, "work C1.2")
    assert standing(match, "C1.2") == (0, 1)
    assert at(match, 2)["home"] == 6


@pytest.mark.rule("NW11", "F3")
def test_nw11_only_at_locations_with_the_icon() -> None:
    plains = of_kind("native-help", 2, "plains")
    for name, location in locations("D1").items():
        match = table(seat(location.get("cost", ""), claimed=plains), seat(), opened=covers("D1", 2))
        lowered = 2 if location.get("icon") == "plains" else 0
        assert sent(match, name) == max(1, location["settlers"] - lowered), name


@pytest.mark.rule("NW11")
def test_nw11_only_the_own_cards() -> None:
    match = table(seat(), seat(claimed=of_kind("native-help", 2, "plains")), on={"A1.3": (1, 2)})
    assert sent(match, "A1.3") == 3
    assert sent(match, "B1.3") == 2


@pytest.mark.rule("NW11")
def test_nw11_a_card_claimed_in_this_turn_helps_from_the_next_turn_on() -> None:
    """The settlers on the fort have been placed before; none of them comes back."""
    card = "YYB=5 native-help plains"
    match = table(seat("YYB"), seat(), row=[*claims(2, 2, used=[card]), card])
    assert sent(match, "B1.1") == sent(match, "B1.3") == 2
    play(match, "work B1.1", "claim 3", "stop")
    assert standing(match, "B1.1") == (0, 2)
    assert at(match, 0)["home"] == 5
    play(match, "rest")
    assert sent(match, "B1.3") == 1


@pytest.mark.rule("NW11", "NW20")
def test_nw11_the_icon_of_an_exploration_tile_is_no_help() -> None:
    match = table(seat("", claimed=of_kind("exploration", 2)[:1], explored=["icon native-help"]), seat())
    for name in at_work(match):
        assert sent(match, name) == locations("D1")[name]["settlers"]


# -- NW12: Tools -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW12", "F4")
def test_nw12_the_cube_comes_after_the_settlers_and_before_the_action() -> None:
    match = table(seat("", claimed=["RGB=8 tool plains Y"]), seat(), on={"A1.3": (1, 1)})
    play(match, "work A1.3")
    assert kinds_of(match) == ["sent", "ousted", "tools", "gained", "turn"]
    assert happened(match, "tools") == [{"kind": "tools", "seat": 0, "location": "A1.3", "cubes": "Y"}]
    assert at(match, 0)["storage"] == "YYY"
    assert (standing(match, "A1.3"), at(match, 1)["home"]) == ((0, 2), 7)


@pytest.mark.rule("NW12", "NW13")
@pytest.mark.parametrize(
    ("name", "tools", "storage", "legal"),
    [
        ("A1.6", ["RGB=8 tool plains Y"], "Y", True),
        ("A1.6", ["RGB=8 tool plains Y"], "", False),
        ("A1.6", ["RGB=8 tool plains Y", "YBB=8 tool plains Y"], "", True),
        ("A1.6", [], "Y", False),
        ("C1.2", ["YRR=3 tool river R"], "R", True),
        ("C1.2", ["YYB=5 tool river Y"], "R", False),
        ("C1.2", ["YYB=5 tool river Y", "YRR=3 tool river R"], "R", True),
        ("C1.2", ["YYB=5 tool river Y", "YRR=3 tool river R"], "GGGBBB", False),
        ("C1.2", ["GGB=9 tool forest Y", "YGG=6 tool mountain Y"], "RYYYY", False),
        ("B1.4", ["YGG=6 tool mountain Y", "RRG=6 tool mountain Y"], "YYYRRRBB", False),
        ("C1.4", ["RGB=8 tool plains Y"], "YY", True),
        ("C1.4", ["RGB=8 tool plains Y"], "YRRR", False),
        ("C1.5", ["YGG=6 tool mountain Y"], "YYYY", True),
        ("C1.5", ["YGG=6 tool mountain Y"], "YYY", False),
        ("C1.5", ["YGG=6 tool mountain Y", "RRG=6 tool mountain Y"], "YYY", True),
    ],
)
def test_nw12_a_tool_cube_makes_a_trade_legal_or_does_not(
    name: str, tools: list[str], storage: str, legal: bool
) -> None:
    match = table(seat(storage, claimed=tools), seat(), opened=["A1.6", "C1.5"])
    assert (name in at_work(match)) == legal
    if not legal:
        assert locations("D1")[name]["cost"] in refused(match, f"work {name}")
        return
    location = locations("D1")[name]
    icon = location["icon"]
    brought = "".join(tool.split()[-1] for tool in tools if f" {icon} " in tool)
    play(match, f"work {name}")
    after = Counter(storage + brought)
    after.subtract(location["cost"])
    after.update(location["gain"])
    assert at(match, 0)["storage"] == cubes("".join(after.elements()))


@pytest.mark.rule("NW12")
def test_nw12_the_cubes_count_for_every_time_of_the_trade() -> None:
    match = table(seat("YYY", claimed=["RGB=8 tool plains Y"]), seat(), opened=["A1.6"])
    play(match, "work A1.6")
    assert texts(match) == ["x1", "x2"]
    assert at(match, 0)["storage"] == "YYYY"
    play(match, "x2")
    assert at(match, 0)["storage"] == "RRRR"


@pytest.mark.rule("NW12")
def test_nw12_each_card_gives_its_own_cube() -> None:
    match = table(
        seat("", claimed=["RGB=8 tool plains Y", "BBB=10 tool plains R", "YBB=8 tool plains Y"]), *[seat()] * 3
    )
    play(match, "work A1.3")
    assert happened(match, "tools") == [{"kind": "tools", "seat": 0, "location": "A1.3", "cubes": "YYR"}]
    assert at(match, 0)["storage"] == "YYYYR"


@pytest.mark.rule("NW12", "NW14")
def test_nw12_a_tool_cube_can_be_upgraded() -> None:
    match = table(seat("", claimed=["GGB=9 tool forest Y"]), seat())
    play(match, "work A1.4")
    assert texts(match) == ["up Y", "stop"]
    play(match, "up Y", "up R")
    assert at(match, 0)["storage"] == "G"


@pytest.mark.rule("NW12", "F2", "C6")
def test_nw12_tool_cubes_cannot_be_declined() -> None:
    match = table(seat("R" * 10, claimed=["RGB=8 tool plains Y"]), seat())
    play(match, "work A1.3")
    assert match.position()["decision"] == {"kind": "return", "surplus": 3}
    assert at(match, 0)["storage"] == "YYY" + "R" * 10
    match = table(seat("B" * 10, claimed=["GGB=9 tool forest Y"]), seat())
    play(match, "work A1.4")
    assert at(match, 0)["storage"] == "Y" + "B" * 10
    play(match, "stop", "return B")
    assert at(match, 0)["storage"] == "Y" + "B" * 9


@pytest.mark.rule("NW12", "F3")
def test_nw12_only_at_locations_with_the_icon_and_only_the_own() -> None:
    mine, theirs = ["RGB=8 tool plains Y"], ["YYB=5 tool river Y", "YBB=8 tool plains Y"]
    for name, location in locations("D1").items():
        cost = location.get("cost", "")
        match = table(seat(cost, claimed=mine), seat("", claimed=theirs), opened=covers("D1", 2))
        play(match, f"work {name}")
        given = [event["cubes"] for event in happened(match, "tools")]
        assert given == (["Y"] if location.get("icon") == "plains" else []), name


@pytest.mark.rule("NW12")
def test_nw12_a_tool_claimed_in_this_turn_gives_from_the_next_turn_on() -> None:
    card = "RGB=8 tool plains Y"
    match = table(seat("RGB"), seat(), row=[card])
    play(match, "work A1.1", "claim 1", "stop")
    assert at(match, 0)["storage"] == ""
    play(match, "rest", "work A1.3")
    assert at(match, 0)["storage"] == "YYY"


# -- NW13, F1: being able to use it ----------------------------------------------------------------------------------


@pytest.mark.rule("NW13", "F1", "NW14")
@pytest.mark.parametrize("board", FOURTH)
def test_nw13_production_and_upgrade_always_trades_once(board: str) -> None:
    match = table(*[seat("") for _ in range(4)], board=board, opened=covers(board, 4))
    for name, location in locations(board).items():
        assert (name in at_work(match)) == (location["type"] != "trade")
        if location["type"] == "trade":
            assert location["cost"] in refused(match, f"work {name}")
            enough = table(seat(location["cost"]), *[seat()] * 3, board=board, opened=covers(board, 4))
            assert name in at_work(enough)
            for colour in set(location["cost"]):
                others = "".join(other * 3 for other in "YRGB" if other != colour)
                less = seat((location["cost"].replace(colour, "", 1) + others)[:10])
                assert name not in at_work(table(less, *[seat()] * 3, board=board, opened=covers(board, 4)))


@pytest.mark.rule("NW13", "F1", "F14", "C10")
@pytest.mark.parametrize("storage", ["", "BBB"])
def test_nw13_an_upgrade_of_nothing_stops_by_itself(storage: str) -> None:
    match = table(seat(storage), seat())
    play(match, "work A1.4")
    assert match.seat == 1
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [("work A1.4", False), ("stop", True)]
    assert standing(match, "A1.4") == (0, 1)


FULL = BONUS[:3]


@pytest.mark.rule("NW13", "NW15", "F1")
@pytest.mark.parametrize("fort", ["A1.1", "A1.2", "B1.1", "B1.2"])
@pytest.mark.parametrize("storage", ["YYRRG", "YYYRRRGGGB"])
@pytest.mark.parametrize("bonus", [[], FULL[:2], FULL])
@pytest.mark.parametrize("stock", [True, False])
@pytest.mark.parametrize("card", [True, False])
def test_nw13_a_fort_by_a_bonus_tile_or_by_its_card(
    fort: str, storage: str, bonus: list[str], stock: bool, card: bool
) -> None:
    """A space free and a tile there, or a card there and its cubes held; else it cannot be chosen, and why."""
    slot = forts().index(fort) + 1
    wanted = "YGB=7 new-settlers 1"
    row = [*claims(slot - 1, 2, used=[wanted]), *([wanted] if card else [])]
    empty: dict[str, list[str]] = {name: [] for name in heaps() if name.startswith(fort)}
    match = table(
        seat(storage, bonus=bonus),
        seat(),
        stacks=None if stock else empty,
        row=row,
        short=True,
        deck=None if card else [],
    )
    tile = stock and len(bonus) < 3
    claim = card and "B" in storage
    assert (fort in at_work(match)) == (tile or claim)
    if not (tile or claim):
        reason = refused(match, f"work {fort}")
        assert ("bonus spaces" if len(bonus) == 3 else "bonus tile") in reason
        assert ("YGB" if card else "no card") in reason
        return
    play(match, f"work {fort}")
    names = [text.removeprefix("bonus ") for text in texts(match) if text.startswith("bonus")]
    if match.seat == 0:
        assert names == [name for name in heaps() if name.startswith(fort)] * tile
        assert (f"claim {slot}" in texts(match)) == claim
        assert "stop" not in texts(match)
    else:
        assert tile != claim
        assert len(at(match, 0)["bonus"]) == len(bonus) + tile
        assert at(match, 0)["claimed"] == [wanted] * claim


@pytest.mark.rule("NW13", "NW15")
def test_nw13_full_bonus_spaces_and_an_unaffordable_card() -> None:
    match = table(seat("YYYRRRGGG", bonus=FULL), seat(), row=["BBB=10 new-settlers 2"])
    reason = refused(match, "work A1.1")
    assert "bonus spaces" in reason
    assert "BBB" in reason
    assert standing(match, "A1.1") is None
    assert at(match, 0)["home"] == 7


@pytest.mark.rule("NW13", "NW12")
def test_nw13_the_whole_board_at_once() -> None:
    """Settlers at home, tiles, own settlers, tools and cubes together say what is legal, and nothing else does."""
    on = {"A1.1": (1, 1), "A1.3": (0, 1), "A1.5": (1, 2), "B1.5": (1, 1), "C1.2": (1, 1), "D1.1": (2, 5)}
    match = table(
        seat("YYR", claimed=["YRR=3 tool river R", "GBB=10 native-help mountain"], bonus=FULL, home=2), seat(), seat(),
        on=on, opened=["C1.3", "C1.5", "D1.4"], row=["BBB=10 new-settlers 2", "YRR=4 exploration"],
    )  # fmt: skip
    assert at_work(match) == ["A1.4", "B1.3", "B1.5", "C1.2", "C1.3", "D1.4"]


# -- NW14: production, upgrade, trade --------------------------------------------------------------------------------


def every(kind: str) -> list[tuple[str, str]]:
    """All locations of a type: board and name."""
    return [
        (board, name)
        for board in FOURTH
        for name, location in locations(board).items()
        if location["type"] == kind and (name.startswith(board) or board == "D1")
    ]


@pytest.mark.rule("NW14", "C3")
@pytest.mark.parametrize(("board", "name"), every("production"))
def test_nw14_production(board: str, name: str) -> None:
    gain = locations(board)[name]["gain"]
    match = table(seat("YRGB"), *[seat()] * 3, board=board, opened=covers(board, 4))
    play(match, f"work {name}")
    assert at(match, 0)["storage"] == cubes("YRGB" + gain)
    assert happened(match, "gained") == [{"kind": "gained", "seat": 0, "cubes": gain}]
    assert match.seat == 1


@pytest.mark.rule("NW14", "C4", "F14")
@pytest.mark.parametrize(("board", "name"), every("upgrade"))
def test_nw14_upgrade(board: str, name: str) -> None:
    steps = locations(board)[name]["upgrade"]
    match = table(seat("YYYYY"), *[seat()] * 3, board=board, opened=covers(board, 4))
    play(match, f"work {name}")
    for left in range(steps, 0, -1):
        assert match.position()["decision"] == {"kind": "upgrade", "card": f"up{steps}", "steps": left}
        assert "stop" in texts(match)
        assert play(fork(match), "stop").seat == 1
        play(match, "up Y")
    assert at(match, 0)["storage"] == "Y" * (5 - steps) + "R" * steps
    assert match.seat == 1


@pytest.mark.rule("NW14", "C4")
def test_nw14_one_cube_may_take_several_steps() -> None:
    match = table(seat("YG"), seat())
    play(match, "work B1.5", "up Y", "up R", "up G")
    assert at(match, 0)["storage"] == "GB"
    assert [(e["from"], e["to"]) for e in happened(match, "upgraded")] == [("Y", "R"), ("R", "G"), ("G", "B")]


@pytest.mark.rule("NW14", "C5")
@pytest.mark.parametrize(("board", "name"), every("trade"))
@pytest.mark.parametrize("times", [1, 2])
def test_nw14_trade(board: str, name: str, times: int) -> None:
    cost, gain = locations(board)[name]["cost"], locations(board)[name]["gain"]
    match = table(seat(cost * 2), *[seat()] * 3, board=board, opened=covers(board, 4))
    play(match, f"work {name}")
    assert match.position()["decision"] == {"kind": "times", "card": f"{cost}>{gain}"}
    assert texts(match) == ["x1", "x2"]
    play(match, f"x{times}")
    returned = "".join(event["cube"] for event in happened(match, "returned"))
    assert cubes(at(match, 0)["storage"] + returned) == cubes(cost * (2 - times) + gain * times)
    assert happened(match, "traded") == [
        {"kind": "traded", "seat": 0, "card": f"{cost}>{gain}", "times": times, "paid": cubes(cost * times),
         "gained": cubes(gain * times)}
    ]  # fmt: skip


# -- NW15: forts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW15", "F7")
@pytest.mark.parametrize("order", [["bonus", "claim"], ["claim", "bonus"], ["bonus"], ["claim"]])
def test_nw15_one_or_both_in_any_order(order: list[str]) -> None:
    card, tiles = "YYB=5 native-help plains", ["tool=2", "flat=3"]
    words = {"bonus": "bonus A1.2", "claim": "claim 2"}
    match = table(seat("YYB"), seat(), row=[*claims(1, 2, used=[card]), card], stacks={"A1.2": tiles})
    play(match, "work A1.2")
    assert sorted(texts(match)) == ["bonus A1.2", "claim 2"]
    for number, word in enumerate(order):
        play(match, words[word])
        if number == 0:
            assert match.position()["decision"] == {
                "kind": "fort", "location": "A1.2", "slot": 2, "claimed": word == "claim", "bonus": word == "bonus",
            }  # fmt: skip
            left = [words[other] for other in ("bonus", "claim") if other != word]
            assert sorted(texts(match)) == sorted([*left, "stop"])
    if len(order) == 1:
        play(match, "stop")
    assert (match.seat, match.decision.kind) == (1, "turn")
    assert at(match, 0)["claimed"] == [card] * ("claim" in order)
    assert at(match, 0)["bonus"] == ["tool=2"] * ("bonus" in order)
    assert at(match, 0)["storage"] == ("" if "claim" in order else "YYB")
    assert match.position()["stacks"]["A1.2"] == tiles["bonus" in order :]
    kinds = [kind for kind in kinds_of(match) if kind in ("bonus", "claimed")]
    assert kinds == [{"bonus": "bonus", "claim": "claimed"}[word] for word in order]
    assert [event["text"] for event in happened(match, "action") if event["text"] == "stop"] == ["stop"] * (
        len(order) == 1
    )


@pytest.mark.rule("NW15", "F7")
def test_nw15_the_bonus_tile_is_the_top_one() -> None:
    match = table(
        seat("BBB"), seat(), row=["BBB=10 new-settlers 2"], stacks={"A1.1": ["flat=3", "tool=2", "exploration=2"]}
    )
    play(match, "work A1.1", "bonus A1.1", "stop")
    assert at(match, 0)["bonus"] == ["flat=3"]
    assert match.position()["stacks"]["A1.1"] == ["tool=2", "exploration=2"]
    assert happened(match, "bonus") == [{"kind": "bonus", "seat": 0, "stack": "A1.1", "tile": "flat=3"}]
    assert happened(match, "revealed") == [
        {"kind": "revealed", "seat": None, "row": "stack", "stack": "A1.1", "tile": "tool=2"}
    ]


@pytest.mark.rule("NW15")
@pytest.mark.parametrize("chosen", ["B1.2.1", "B1.2.2"])
def test_nw15_one_tile_of_two_stacks(chosen: str) -> None:
    stacks = {"B1.2.1": ["flat=3", "tool=2"], "B1.2.2": ["exploration=2", "native-help=2"]}
    match = table(seat("YYB"), seat(), row=[*claims(3, 2, used=[EXPLORE]), EXPLORE], stacks=stacks)
    play(match, "work B1.2")
    assert sorted(texts(match)) == ["bonus B1.2.1", "bonus B1.2.2", "claim 4"]
    play(match, f"bonus {chosen}")
    assert sorted(texts(match)) == ["claim 4", "stop"]
    for name in stacks:
        assert "one bonus tile" in refused(match, f"bonus {name}")
    assert at(match, 0)["bonus"] == [stacks[chosen][0]]
    assert {name: match.position()["stacks"][name] for name in stacks} == {
        name: pile[name == chosen :] for name, pile in stacks.items()
    }


@pytest.mark.rule("NW15")
def test_nw15_an_empty_stack_beside_another_one() -> None:
    match = table(seat(""), seat(), stacks={"B1.2.1": [], "B1.2.2": ["flat=3"]})
    play(match, "work B1.2")
    assert match.seat == 1
    assert [e["text"] for e in happened(match, "action")] == ["work B1.2", "bonus B1.2.2", "stop"]
    assert at(match, 0)["bonus"] == ["flat=3"]
    assert happened(match, "revealed") == []


@pytest.mark.rule("NW15")
def test_nw15_only_the_stacks_and_the_card_of_this_fort() -> None:
    row = ["YYB=5 native-help plains", "YYB=5 tool river Y", "YYB=5 exploration", "YYB=5 new-settlers 1"]
    for slot, fort in enumerate(forts(), 1):
        match = table(seat("YYBYYB"), seat(), row=row)
        play(match, f"work {fort}")
        for name in heaps():
            if not name.startswith(fort):
                assert fort in refused(match, f"bonus {name}")
        for other in range(1, 6):
            if other != slot:
                assert str(slot) in refused(match, f"claim {other}")
        assert "must be done" in refused(match, "stop")


@pytest.mark.rule("NW15")
def test_nw15_a_fort_with_one_stack_has_no_numbered_stacks() -> None:
    match = table(seat("YYB"), seat(), row=["YYB=5 native-help plains"])
    play(match, "work A1.1")
    refused(match, "bonus A1.1.1")
    match = table(seat("YYB"), seat(), row=["YYB=5 native-help plains"])
    play(match, "work B1.2")
    refused(match, "bonus B1.2")


@pytest.mark.rule("NW15", "NW13")
def test_nw15_tiles_are_never_replaced() -> None:
    card = "YYB=5 native-help plains"
    match = table(seat("YYB", bonus=FULL), seat(), row=[card])
    play(match, "work A1.1")
    assert match.seat == 1
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [
        ("work A1.1", False), ("claim 1", True), ("stop", True),
    ]  # fmt: skip
    assert at(match, 0)["bonus"] == FULL
    assert at(match, 0)["claimed"] == [card]


@pytest.mark.rule("NW15", "F7")
def test_nw15_the_third_tile_fills_the_board() -> None:
    match = table(seat("YYB", bonus=FULL[:2]), seat(), row=["YYB=5 native-help plains"])
    play(match, "work A1.1", "bonus A1.1")
    assert len(at(match, 0)["bonus"]) == 3
    assert sorted(texts(match)) == ["claim 1", "stop"]
    play(match, "claim 1")
    assert match.seat == 1


@pytest.mark.rule("NW15")
@pytest.mark.parametrize("card", cards_of(4))
def test_nw15_a_claim_costs_exactly_the_cubes_shown(card: str) -> None:
    """Every card of the box: all its cubes go, nothing else does, and one cube less of any colour is not enough."""
    cost = price(card)
    match = table(seat(cost + "YRGB", bonus=FULL), *[seat()] * 3, row=[card])
    play(match, "work A1.1")
    assert at(match, 0)["claimed"] == [card]
    [event] = happened(match, "claimed")
    assert event == {
        "kind": "claimed", "seat": 0, "card": card, "slot": 1, "paid": cost, "points": value(card),
    }  # fmt: skip
    if match.decision.kind == "turn":
        assert at(match, 0)["storage"] == "YRGB"
    for colour in set(cost):
        others = "".join(other * 3 for other in "YRGB" if other != colour)[:7]
        fewer = table(seat(cost.replace(colour, "", 1) + others, bonus=FULL), *[seat()] * 3, row=[card])
        assert cost in refused(fewer, "work A1.1")


@pytest.mark.rule("NW15", "F7")
def test_nw15_one_claim_a_visit() -> None:
    """The card that slides to this fort cannot be claimed in the same visit."""
    row = ["YYB=5 native-help plains", "YYB=5 tool river Y"]
    match = table(seat("YYYYBB"), seat(), row=row)
    play(match, "work A1.1", "claim 1")
    assert match.position()["points"]["row"][0] == row[1]
    assert sorted(texts(match)) == ["bonus A1.1", "stop"]
    assert "one card" in refused(match, "claim 1")


@pytest.mark.rule("NW15", "NW12", "NW11")
def test_nw15_forts_show_no_icon() -> None:
    mine = ["RGB=8 tool plains Y", "YYB=5 native-help plains", "GGB=9 native-help river", "YYB=5 tool river Y"]
    match = table(seat("", claimed=mine), seat())
    for fort, printed in zip(forts(), [1, 1, 2, 3], strict=True):
        assert sent(match, fort) == printed
        assert happened(play(fork(match), f"work {fort}"), "tools") == []


# -- NW16: the row of point cards ------------------------------------------------------------------------------------


ROW = ["YYB=5 native-help plains", "RRB=6 new-settlers 2", "GGB=9 tool forest Y", "YRR=3 tool river R"]


@pytest.mark.rule("NW16", "F7")
@pytest.mark.parametrize("slot", [1, 2, 3, 4])
def test_nw16_the_cards_slide_left_and_the_settlers_stand(slot: int) -> None:
    fort = forts()[slot - 1]
    others = [name for name in forts() if name != fort]
    on = dict.fromkeys(others, (1, 1))
    match = table(seat(price(ROW[slot - 1]), bonus=FULL), seat(), row=ROW, on=on)
    deck = match.position()["points"]["deck"]
    play(match, f"work {fort}")
    points = match.position()["points"]
    assert points["row"] == [*ROW[: slot - 1], *ROW[slot:], deck[0]]
    assert points["deck"] == deck[1:]
    need = locations("D1")[fort]["settlers"]
    assert [standing(match, name) for name in forts()] == [(0, need) if name == fort else (1, 1) for name in forts()]
    assert happened(match, "drawn") == [{"kind": "drawn", "seat": None, "card": deck[0]}]
    assert happened(match, "revealed") == [{"kind": "revealed", "seat": None, "row": "deck", "card": deck[1]}]
    assert kinds_of(match)[:4] == ["sent", "claimed", "drawn", "revealed"]


@pytest.mark.rule("NW16")
def test_nw16_the_last_card_of_the_deck_reveals_nothing_new() -> None:
    match = table(seat("YYB", bonus=FULL), seat(), row=ROW, deck=["BBB=10 new-settlers 2"])
    play(match, "work A1.1")
    assert match.position()["points"] == {"row": [*ROW[1:], "BBB=10 new-settlers 2"], "deck": []}
    assert len(happened(match, "drawn")) == 1
    assert happened(match, "revealed") == []
    assert match.observe(0).position["points"]["deck"] == {"top": None, "left": 0}


@pytest.mark.rule("NW16", "NW13")
def test_nw16_with_the_deck_empty_the_right_end_stays_empty() -> None:
    match = table(seat("YYBYRR", bonus=FULL), seat("GGB", bonus=["flat=3"]), row=ROW, deck=[])
    play(match, "work A1.1")
    assert match.position()["points"] == {"row": ROW[1:], "deck": []}
    assert happened(match, "drawn", "revealed") == []
    play(match, "work B1.2")
    assert "claim 4" not in texts(match)
    assert "no card" in refused(match, "claim 4")
    play(match, "bonus B1.2.1")
    assert at(match, 1)["claimed"] == []
    assert "no card" in refused(match, "work B1.2")
    play(match, "work B1.1")
    assert at(match, 0)["claimed"] == [ROW[0], ROW[3]]
    assert match.position()["points"]["row"] == ROW[1:3]


@pytest.mark.rule("NW16", "C10")
def test_nw16_no_card_at_all_and_the_game_goes_on() -> None:
    match = table(seat("YYB", bonus=FULL), seat("YYY"), row=ROW[:1], short=True, deck=[])
    play(match, "work A1.1")
    assert match.position()["points"] == {"row": [], "deck": []}
    play(match, "work A1.2")
    assert [e["text"] for e in happened(match, "action")][2:] == ["stop", "work A1.2", "bonus A1.2", "stop"]
    assert match.seat == 0
    assert not set(forts()) & set(at_work(match))


# -- NW17, NW18: kinds of cards, New Settlers ------------------------------------------------------------------------


@pytest.mark.rule("NW17")
def test_nw17_every_card_is_of_one_of_four_kinds() -> None:
    assert {card.split()[1] for card in cards_of(4)} == set(KINDS)
    assert sum(len(of_kind(kind, 4)) for kind in KINDS) == 50


@pytest.mark.rule("NW17", "NW23")
@pytest.mark.parametrize("kind", KINDS)
def test_nw17_every_card_has_the_icon_of_its_kind(kind: str) -> None:
    others = [f"{other}=2" for other in KINDS if other != kind][:2]
    assert worth(of_kind(kind, 4)[:5], [*others, f"{kind}=2"], players=4) == [0, 0, 10]


@pytest.mark.rule("NW18", "F7")
@pytest.mark.parametrize(
    ("home", "shown", "brought"), [(7, 1, 1), (7, 2, 2), (10, 2, 2), (11, 1, 1), (11, 2, 1), (12, 1, 0), (12, 2, 0)]
)
def test_nw18_settlers_from_the_reserve_as_far_as_they_go(home: int, shown: int, brought: int) -> None:
    """With one left in reserve a card for two brings one; with none left it brings none and is claimed all the same."""
    card = {1: "YYB=5 new-settlers 1", 2: "RRB=6 new-settlers 2"}[shown]
    match = table(seat(price(card), bonus=FULL, home=home), seat(), row=[card])
    assert at(match, 0)["reserve"] == 12 - home
    play(match, "work A1.1")
    after = at(match, 0)
    assert (after["home"], after["reserve"]) == (home - 1 + brought, 12 - home - brought)
    assert after["claimed"] == [card]
    assert happened(match, "settled") == [{"kind": "settled", "seat": 0, "settlers": brought}]
    kinds = kinds_of(match)
    assert kinds.index("claimed") < kinds.index("drawn") < kinds.index("settled")


@pytest.mark.rule("NW18")
def test_nw18_at_once_so_they_work_in_the_next_turn_and_not_on_this_fort() -> None:
    match = table(seat("RRB", home=1), seat(), row=["RRB=6 new-settlers 2"], on={"C1.2": (0, 4), "B1.3": (0, 2)})
    play(match, "work A1.1", "claim 1", "stop")
    assert standing(match, "A1.1") == (0, 1)
    assert at(match, 0)["home"] == 2
    play(match, "rest", "work A1.3")
    assert at(match, 0)["home"] == 1


@pytest.mark.rule("NW18")
def test_nw18_other_kinds_bring_no_settlers() -> None:
    for card in ("YYB=5 native-help plains", "YYB=5 tool river Y"):
        match = table(seat("YYB", bonus=FULL), seat(), row=[card])
        play(match, "work A1.1")
        assert (at(match, 0)["home"], at(match, 0)["reserve"]) == (6, 5)
        assert happened(match, "settled", "explored") == []


# -- NW19, NW20: exploration -----------------------------------------------------------------------------------------


EXPLORE = "YYB=5 exploration"


@pytest.mark.rule("NW19", "F7")
@pytest.mark.parametrize("players", EVERYONE)
def test_nw19_any_one_tile_of_the_board(players: int) -> None:
    for name in covers("D1", players):
        match = table(seat("YYB", bonus=FULL), *[seat()] * (players - 1), row=[EXPLORE])
        lying = match.position()["locations"]
        play(match, "work A1.1")
        assert match.position()["decision"] == {"kind": "explore", "location": "A1.1", "bonus": False}
        assert sorted(texts(match)) == sorted(f"explore {one}" for one in covers("D1", players))
        assert at(match, 0)["claimed"] == [EXPLORE]
        play(match, f"explore {name}")
        assert match.seat == 1
        tile = lying[name]["tile"]
        assert at(match, 0)["explored"] == [tile]
        assert [e["text"] for e in happened(match, "action")] == ["work A1.1", "claim 1", f"explore {name}", "stop"]
        assert happened(match, "explored") == [{"kind": "explored", "seat": 0, "location": name, "tile": tile}]
        assert standing(match, name) is None
        assert sorted(match.position()["locations"]) == sorted({*lying, "A1.1"} - {name})


@pytest.mark.rule("NW19")
def test_nw19_the_location_is_open_to_all_from_now_on() -> None:
    match = table(seat("YYB", bonus=FULL), seat("GG"), seat(), row=[EXPLORE])
    play(match, "work A1.1", "explore C1.1")
    assert "C1.1" in at_work(match)
    play(match, "work C1.1")
    assert standing(match, "C1.1") == (1, 2)
    assert sent(match, "C1.1") == 3
    play(match, "work C1.1")
    assert standing(match, "C1.1") == (2, 3)


@pytest.mark.rule("NW19", "F2", "C10")
def test_nw19_the_last_tile_is_taken_unasked_and_cannot_be_declined() -> None:
    """The only one left: no choice, so it is not asked."""
    claimed, tiles = of_kind("exploration", 3)[:9], FINDS[:9]
    row = [card for card in of_kind("exploration", 3) if card not in claimed][:1]
    seats = [
        seat(price(row[0]), claimed=claimed[:3], explored=tiles[:3], bonus=FULL),
        seat("", claimed=claimed[3:6], explored=tiles[3:6]),
        seat("", claimed=claimed[6:], explored=tiles[6:]),
    ]
    others = [name for name in covers("D1", 3) if name != "D1.5"]
    match = table(*seats, row=row, on={"D1.5": FINDS[9]}, opened=others)
    play(match, "work A1.1")
    assert match.seat == 1
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [
        ("work A1.1", False), ("claim 1", True), ("explore D1.5", True), ("stop", True),
    ]  # fmt: skip
    assert at(match, 0)["explored"] == [*tiles[:3], FINDS[9]]


@pytest.mark.rule("NW19", "F2")
def test_nw19_there_is_no_declining() -> None:
    match = table(seat("YYB"), seat(), row=[EXPLORE])
    play(match, "work A1.1", "claim 1")
    for word in ("stop", "rest", "bonus A1.1", "claim 1"):
        refused(match, word)
    assert not [text for text in texts(match) if not text.startswith("explore ")]


@pytest.mark.rule("NW19", "F2")
@pytest.mark.parametrize("bonus", [[], FULL])
def test_nw19_with_no_tile_left_the_benefit_is_lost(bonus: list[str]) -> None:
    """The card can be claimed all the same."""
    claimed, tiles = of_kind("exploration", 4)[:8], FINDS[:8]
    [card] = [card for card in of_kind("exploration", 4) if card not in claimed][:1]
    seats = [seat(price(card), bonus=bonus), seat("", claimed=claimed[:4], explored=tiles[:4]),
             seat("", claimed=claimed[4:], explored=tiles[4:]), seat()]  # fmt: skip
    match = table(*seats, row=[card], opened=covers("D1", 4))
    play(match, "work A1.1", *(["claim 1", "bonus A1.1"] if not bonus else []))
    assert match.seat == 1
    assert at(match, 0)["claimed"] == [card]
    assert at(match, 0)["explored"] == []
    assert happened(match, "explored") == []
    assert "explore" not in str([e["text"] for e in happened(match, "action")])


@pytest.mark.rule("NW19", "NW15", "F7")
@pytest.mark.parametrize("first", [True, False])
def test_nw19_the_fort_goes_on_after_the_exploration(first: bool) -> None:
    match = table(seat("YYB"), seat(), row=[EXPLORE], on={"C1.1": "YYY"})
    play(match, "work A1.1", *(["bonus A1.1"] if first else []), "claim 1")
    assert match.position()["decision"] == {"kind": "explore", "location": "A1.1", "bonus": first}
    play(match, "explore C1.1")
    assert at(match, 0)["storage"] == "YYY"
    if first:
        assert match.seat == 1
    else:
        assert match.position()["decision"] == {
            "kind": "fort", "location": "A1.1", "slot": 1, "claimed": True, "bonus": False,
        }  # fmt: skip
        assert sorted(texts(match)) == ["bonus A1.1", "stop"]
        play(match, "bonus A1.1")
        assert match.seat == 1
    assert len(at(match, 0)["bonus"]) == 1


@pytest.mark.rule("NW20", "C6")
@pytest.mark.parametrize("cubes_shown", [tile for tile in FINDS if tile.isupper()])
def test_nw20_cubes_are_gained_now(cubes_shown: str) -> None:
    match = table(seat("YYBRG", bonus=FULL), seat(), row=[EXPLORE], on={"C1.1": cubes_shown})
    play(match, "work A1.1", "explore C1.1")
    assert at(match, 0)["storage"] == cubes("RG" + cubes_shown)
    assert happened(match, "gained") == [{"kind": "gained", "seat": 0, "cubes": cubes_shown}]
    kinds = kinds_of(match)
    assert kinds.index("claimed") < kinds.index("revealed") < kinds.index("explored") < kinds.index("gained")


@pytest.mark.rule("NW20", "NW15")
def test_nw20_cubes_of_a_tile_come_after_the_price_is_paid() -> None:
    match = table(seat("YB", bonus=FULL), seat(), row=[EXPLORE], on={"C1.1": "YYY"})
    refused(match, "work A1.1")


@pytest.mark.rule("NW20")
@pytest.mark.parametrize(("home", "brought"), [(7, 1), (11, 1), (12, 0)])
def test_nw20_a_settler_from_the_reserve_now(home: int, brought: int) -> None:
    match = table(seat("YYB", bonus=FULL, home=home), seat(), row=[EXPLORE], on={"C1.1": "1 settler"})
    play(match, "work A1.1", "explore C1.1")
    after = at(match, 0)
    assert (after["home"], after["reserve"]) == (home - 1 + brought, 12 - home - brought)
    assert after["explored"] == ["1 settler"]
    assert happened(match, "settled") == [{"kind": "settled", "seat": 0, "settlers": brought}]


@pytest.mark.rule("NW20", "NW22")
def test_nw20_three_points_at_the_end() -> None:
    found = of_kind("exploration", 2)[:2]
    assert final(seat("", claimed=found, explored=["3 points"])).lines[0] == {
        "cards": sum(map(value, found)), "bonus": 0, "exploration": 3, "cubes": 0,
    }  # fmt: skip
    assert final(seat("", claimed=found, explored=["YYY", "RR"])).lines[0]["exploration"] == 0


@pytest.mark.rule("NW20", "NW23")
@pytest.mark.parametrize("kind", KINDS)
def test_nw20_an_icon_counts_when_bonus_tiles_are_scored(kind: str) -> None:
    found = of_kind("exploration", 2)[:1]
    plain = {"exploration": 1}.get(kind, 0)
    assert worth(found, [f"{kind}=2"]) == [2 * plain]
    assert worth(found, [f"{kind}=2"], explored=[f"icon {kind}"]) == [2 * plain + 2]
    assert worth(found, [f"{other}=2" for other in KINDS if other not in (kind, "exploration")][:3],
                 explored=[f"icon {kind}"]) in ([0, 0], [0, 0, 0])  # fmt: skip


@pytest.mark.rule("NW20", "NW12")
def test_nw20_an_icon_is_no_tool_and_no_settler() -> None:
    found = of_kind("exploration", 2)[:2]
    match = table(seat("", claimed=found, explored=["icon tool", "icon new-settlers"]), seat())
    assert (at(match, 0)["home"], at(match, 0)["reserve"]) == (7, 5)
    for name in at_work(match):
        assert happened(play(fork(match), f"work {name}"), "tools") == []


# -- NW21, C7: the end -----------------------------------------------------------------------------------------------


@pytest.mark.rule("NW21", "C7")
@pytest.mark.parametrize("players", EVERYONE)
@pytest.mark.parametrize("have", [6, 7])
def test_nw21_the_eighth_card_of_any_seat(players: int, have: int) -> None:
    """The round is finished; the last seat ends the game with that turn."""
    card = "YYB=5 native-help plains"
    for trigger in range(players):
        seats = [seat("") for _ in range(players)]
        seats[trigger] = seat("YYB", claimed=claims(have, players, used=[card]), bonus=FULL)
        match = table(*seats, row=[card], round=20)
        turns = [0] * players
        while match.seat is not None and match.round == 20:
            mover = match.seat
            turns[mover] += 1
            assert match.position()["ending"] == (have == 7 and mover > trigger)
            play(match, "work A1.1" if mover == trigger else "rest")
        assert turns == [1] * players
        assert len(at(match, trigger)["claimed"]) == have + 1
        assert match.is_over == (have == 7)
        assert [event["seat"] for event in happened(match, "ending")] == [trigger] * (have == 7)
        if have == 7:
            assert (match.seat, match.round, match.legal_actions()) == (None, 20, ())
            assert match.position()["ending"]
            assert [event.kind for event in match.events()][-1] == "over"


@pytest.mark.rule("NW21", "C7")
@pytest.mark.parametrize("players", EVERYONE)
def test_nw21_all_seats_may_reach_the_eighth_card_in_the_last_round(players: int) -> None:
    row = ["YYB=5 native-help plains", "YYB=5 tool river Y", "YYB=5 new-settlers 1", EXPLORE]
    used = list(row)
    seats = []
    for _ in range(players):
        cards = claims(7, players, used=used)
        used += cards
        seats.append(seat("YYB", claimed=cards, bonus=[]))
    match = table(*seats, row=row, stacks={"A1.1": []})
    for number in range(players):
        play(match, "work A1.1")
        assert happened(match, "ending") == [{"kind": "ending", "seat": 0}]
        while match.seat == number:
            play(match, texts(match)[0])
    assert match.is_over
    assert [len(one["claimed"]) for one in match.position()["seats"]] == [8] * players


@pytest.mark.rule("NW21", "NW19", "F7")
def test_nw21_the_last_visit_is_played_to_its_end() -> None:
    """Claim, exploration, then the bonus tile: the eighth card ends nothing in the middle of a turn."""
    cards = claims(7, 2, used=[EXPLORE], kind="tool")
    match = table(
        seat(),
        seat("YYB", claimed=cards),
        to_move=1,
        row=[EXPLORE],
        on={"C1.1": "3 points"},
        stacks={"A1.1": ["flat=3"]},
    )
    play(match, "work A1.1", "claim 1")
    assert (match.position()["ending"], match.is_over) == (True, False)
    play(match, "explore C1.1")
    assert not match.is_over
    play(match, "bonus A1.1")
    assert match.is_over
    assert match.result is not None
    assert match.result.lines[1] == {
        "cards": sum(map(value, [*cards, EXPLORE])), "bonus": 3, "exploration": 3, "cubes": 0,
    }  # fmt: skip


@pytest.mark.rule("NW21", "C7")
def test_nw21_nothing_can_be_done_after_the_end() -> None:
    match = table(seat(), seat("YYB", claimed=claims(7, 2, used=[EXPLORE]), bonus=FULL), to_move=1, row=[EXPLORE])
    play(match, "work A1.1", "explore C1.1")
    assert match.is_over
    before = match.position()
    assert before["decision"] == {"kind": "over"}
    for action in ("rest", "work A1.3", "stop", "claim 1", "return Y", "explore C1.3", "bonus A1.1"):
        with pytest.raises(entrepot.IllegalAction, match="over"):
            match.play(action)
    assert match.position() == before


# -- NW22, NW23, C6 to C9: the score ---------------------------------------------------------------------------------


LAST_CLAIM = "RRR=5 new-settlers 1"


def usable(kind: str) -> list[str]:
    """The cards of a kind that are not the last claim of `final`."""
    return without(of_kind(kind, 4), [LAST_CLAIM])


def final(one: dict[str, Any], players: int = 2, **arguments: Any) -> entrepot.Result:
    """The result of a game of which seat 0 is as told and the last seat makes the last claim."""
    others = claims(7, players, used=[*one["claimed"], LAST_CLAIM])
    last = seat("RRR", claimed=others, bonus=without(BONUS, one["bonus"])[:3])
    match = table(one, *[seat()] * (players - 2), last, to_move=players - 1, row=[LAST_CLAIM], **arguments)
    play(match, "work A1.1")
    assert match.result is not None
    return match.result


def worth(
    claimed: list[str], tiles: list[str], explored: list[str] | None = None, players: int = 2, **arguments: Any
) -> list[int]:
    """What each of some bonus tiles is worth, scored one by one; together they are worth their sum."""
    alone = [final(seat("", claimed, [tile], explored or []), players, **arguments).lines[0]["bonus"] for tile in tiles]
    together = final(seat("", claimed, tiles, explored or []), players, **arguments).lines[0]["bonus"]
    assert together == sum(alone)
    return alone


def scored(one: dict[str, Any]) -> int:
    """The points of the bonus tiles of a seat in a game of four."""
    return final(one, 4).lines[0]["bonus"]


@pytest.mark.rule("NW22", "C8")
def test_nw22_cards_bonus_tiles_exploration_and_cubes() -> None:
    claimed = ["GBB=10 native-help mountain", "YRR=3 tool river R", "YRR=4 exploration", "YYB=5 exploration"]
    one = seat("YYRRGB", claimed, ["flat=3", "exploration=2", "native-help+tool=3"], ["3 points", "YYY"])
    result = final(one)
    assert result.lines[0] == {"cards": 22, "bonus": 10, "exploration": 3, "cubes": 4}
    assert result.points[0] == 39
    assert all(sum(line.values()) == points for line, points in zip(result.lines, result.points, strict=True))


@pytest.mark.rule("NW22")
def test_nw22_settlers_cards_in_the_row_and_stacks_score_nothing() -> None:
    result = final(seat(""), on={"B1.3": (0, 5)})
    assert result.lines[0] == {"cards": 0, "bonus": 0, "exploration": 0, "cubes": 0}


@pytest.mark.rule("C8", "NW22")
@pytest.mark.parametrize(
    ("storage", "points"), [("", 0), ("Y" * 10, 0), ("R", 1), ("G", 1), ("B", 1), ("YRGB", 3), ("RRRGGGBBBB", 10)]
)
def test_c8_every_cube_but_yellow_is_a_point(storage: str, points: int) -> None:
    assert final(seat(storage)).lines[0]["cubes"] == points


@pytest.mark.rule("NW23")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("amount", range(8))
def test_nw23_two_points_for_each_icon_of_a_kind(kind: str, amount: int) -> None:
    mine = usable(kind)[:amount]
    others = [card for other in KINDS if other != kind for card in usable(other)][: 7 - amount]
    assert scored(seat("", [*mine, *others], [f"{kind}=2"])) == 2 * amount


PAIRS = [tile.partition("=")[0].split("+") for tile in BONUS if "+" in tile]


@pytest.mark.rule("NW23")
@pytest.mark.parametrize(("one", "other"), [pair for pair in PAIRS if pair[0] != pair[1]])
@pytest.mark.parametrize(
    ("first", "second", "pairs"),
    [(0, 0, 0), (1, 0, 0), (0, 4, 0), (1, 1, 1), (3, 1, 1), (2, 4, 2), (4, 4, 4), (4, 2, 2)],
)
def test_nw23_a_pair_of_two_kinds_counts_the_smaller(one: str, other: str, first: int, second: int, pairs: int) -> None:
    claimed = usable(one)[:first] + usable(other)[:second]
    assert scored(seat("", claimed, [f"{one}+{other}=3"])) == 3 * pairs


@pytest.mark.rule("NW23")
@pytest.mark.parametrize("kind", [one for one, other in PAIRS if one == other])
@pytest.mark.parametrize(("amount", "pairs"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])
def test_nw23_a_pair_of_one_kind_counts_half_rounded_down(kind: str, amount: int, pairs: int) -> None:
    claimed = usable(kind)[:amount]
    assert scored(seat("", claimed, [f"{kind}+{kind}=3"])) == 3 * pairs


@pytest.mark.rule("NW23", "NW20")
def test_nw23_icons_of_tiles_complete_pairs() -> None:
    found = of_kind("exploration", 4)[:3]
    assert scored(seat("", found, ["native-help+tool=3"], ["icon native-help"])) == 0
    assert scored(seat("", found, ["native-help+tool=3"], ["icon native-help", "icon tool"])) == 3
    assert scored(seat("", found, ["exploration+exploration=3"])) == 3
    assert scored(seat("", found, ["exploration+exploration=3"], ["icon exploration"])) == 6


@pytest.mark.rule("NW23")
@pytest.mark.parametrize(
    ("home", "out", "points"), [(7, 0, 3), (0, 7, 3), (3, 5, 4), (8, 1, 4), (12, 0, 6), (2, 10, 6), (11, 0, 5)]
)
def test_nw23_a_point_for_two_settlers_at_home_and_on_the_board(home: int, out: int, points: int) -> None:
    """Not those in reserve."""
    on = {"B1.3": (0, out)} if out else {}
    one = seat("", bonus=["2 settlers=1"], home=home)
    assert final(one, on=on).lines[0]["bonus"] == points
    assert final(seat("", bonus=["2 settlers=1", "2 settlers=1"], home=home), on=on).lines[0]["bonus"] == 2 * points


@pytest.mark.rule("NW23")
def test_nw23_settlers_that_are_ousted_still_count() -> None:
    match = table(seat("", bonus=["2 settlers=1"]), seat("YYY", claimed=claims(7, 2)), to_move=1, on={"A1.3": (0, 4)})
    assert match.standing.lines[0]["bonus"] == 3
    play(match, "work A1.3")
    assert match.standing.lines[0]["bonus"] == 3


@pytest.mark.rule("NW23")
def test_nw23_three_points_flat() -> None:
    assert worth([], ["flat=3"]) == [3]
    assert worth(of_kind("tool", 2)[:5], ["flat=3"]) == [3]


@pytest.mark.rule("NW23")
def test_nw23_the_worked_example() -> None:
    """One icon counts for several tiles: 3 + 9 + 6 = 18."""
    claimed = [*of_kind("native-help", 2)[:3], *of_kind("tool", 2)[:3], "YYB=5 new-settlers 1"]
    tiles = ["native-help+new-settlers=3", "native-help+tool=3", "native-help=2"]
    assert worth(claimed, tiles) == [3, 9, 6]
    assert final(seat("", claimed, tiles)).lines[0]["bonus"] == 18


@pytest.mark.rule("NW23", "NW21")
def test_nw23_the_last_card_and_the_last_tile_count() -> None:
    cards = claims(7, 2, kind="tool")
    [card] = claims(1, 2, kind="native-help")
    match = table(
        seat(), seat(price(card), claimed=cards), to_move=1, row=[card], stacks={"A1.1": ["native-help+tool=3"]}
    )
    play(match, "work A1.1", "claim 1", "bonus A1.1")
    assert match.result is not None
    assert match.result.lines[1]["bonus"] == 3


@pytest.mark.rule("C9")
@pytest.mark.parametrize("players", EVERYONE)
def test_c9_every_set_of_tied_seats_is_won_by_the_latest(players: int) -> None:
    """The last seat claims the last card; cubes bring those who are tied to 50 and the others to less."""
    for size in range(1, players + 1):
        for chosen in itertools.combinations(range(players), size):
            expected = [50 if number in chosen else 49 - number for number in range(players)]
            used, seats = [LAST_CLAIM], []
            for number, goal in enumerate(expected):
                last = number == players - 1
                cards = some_worth(40 if last else 42, 7 if last else 5, players, used)
                used += cards
                seats.append(seat("RRR" + "G" * (goal - 45) if last else "G" * (goal - 42), claimed=cards))
            match = table(*seats, to_move=players - 1, row=[LAST_CLAIM], stacks={"A1.1": []})
            play(match, "work A1.1")
            result = match.result
            assert result is not None
            assert result.points == expected
            assert result.ranking[0] == max(chosen)
            assert result.ranking == sorted(range(players), key=lambda one: (expected[one], one), reverse=True)
            assert ("later" in result.reason) == (size > 1)


def some_worth(points: int, amount: int, players: int, used: list[str]) -> list[str]:
    """Unused cards that are worth exactly so many points together."""
    left = [card for card in without(cards_of(players), used) if " new-settlers " not in card]
    return next(list(some) for some in itertools.combinations(left, amount) if sum(map(value, some)) == points)


@pytest.mark.rule("C6", "C7", "F10")
def test_c6_surplus_is_returned_before_the_score() -> None:
    cards = claims(8, 2)
    match = table(seat("", claimed=cards), seat("RRRRRGGGGG", home=7), to_move=1)
    play(match, "work A1.3")
    assert (match.seat, match.is_over, match.result) == (1, False, None)
    for left in (2, 1):
        assert match.position()["decision"] == {"kind": "return", "surplus": left}
        assert texts(match) == ["return Y", "return R", "return G"]
        play(match, "return G")
    assert match.is_over
    assert match.result is not None
    assert match.result.lines[1]["cubes"] == 8
    assert at(match, 1)["storage"] == "YYRRRRRGGG"


@pytest.mark.rule("C6", "F10", "NW12")
def test_c6_all_surplus_at_the_end_of_the_turn_and_not_before() -> None:
    """A trade may bring more than ten in the middle of a turn."""
    match = table(seat("B" * 10), seat("YYYYYYYYYY"), opened=["D1.3"])
    play(match, "work D1.3")
    assert texts(match) == [f"x{number}" for number in range(1, 11)]
    play(match, "x10")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "Y" * 10
    assert len(happened(match, "returned")) == 50


@pytest.mark.rule("C7", "NW7")
@pytest.mark.parametrize("players", EVERYONE)
def test_c7_seats_play_in_order(players: int) -> None:
    match = deal(players)
    for number in (1, 2, 3):
        for mover in range(players):
            assert (match.seat, match.round) == (mover, number)
            play(match, "rest")
    turns = [(event["seat"], event["round"]) for event in happened(match, "turn")]
    assert turns == [(mover, number) for number in (1, 2, 3) for mover in range(players)] + [(0, 4)]


# -- F4, F7, C10: order and forced decisions -------------------------------------------------------------------------


@pytest.mark.rule("F4", "F7")
def test_f7_everything_that_happens_in_a_visit_in_order() -> None:
    match = table(
        seat("YYB", claimed=claims(7, 2, used=[EXPLORE], kind="tool")), seat(),
        row=[EXPLORE], on={"A1.1": (1, 1), "C1.1": "RR"}, stacks={"A1.1": ["flat=3", "tool=2"]},
    )  # fmt: skip
    play(match, "work A1.1", "claim 1", "explore C1.1", "bonus A1.1")
    kinds = [kind for kind in kinds_of(match) if kind != "ending"]
    assert kinds == [
        "sent",
        "ousted",
        "claimed",
        "drawn",
        "revealed",
        "explored",
        "gained",
        "bonus",
        "revealed",
        "turn",
    ]
    assert [event["seat"] for event in happened(match, "ending")] == [0]


@pytest.mark.rule("C10")
def test_c10_one_choice_is_made_at_once_and_named() -> None:
    """A record holds what was chosen."""
    match = table(seat("YYYRRRGG"), seat(), row=["BBB=10 new-settlers 2"])
    play(match, "work A1.1")
    assert match.seat == 1
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [
        ("work A1.1", False), ("bonus A1.1", True), ("stop", True),
    ]  # fmt: skip
    assert match.record().actions == ["work A1.1"]


@pytest.mark.rule("C10", "C5")
def test_c10_a_trade_that_can_be_made_once_is_made_once() -> None:
    match = table(seat("YYY"), seat(), opened=["A1.6"])
    play(match, "work A1.6")
    assert match.seat == 1
    assert at(match, 0)["storage"] == "YRR"
    assert [(e["text"], e["forced"]) for e in happened(match, "action")] == [("work A1.6", False), ("x1", True)]


@pytest.mark.rule("F15", "NW21")
def test_f15_no_rule_ends_a_game_in_which_nobody_claims() -> None:
    match = deal()
    for number in range(1, 3001):
        assert match.round == number
        play(match, "rest", "rest")
    assert not match.is_over
    assert match.result is None
    assert match.standing.points == [0, 0]


# -- C11 and undo: what is known to whom -----------------------------------------------------------------------------


@pytest.mark.rule("C11", "NW3", "NW4")
@pytest.mark.parametrize("players", EVERYONE)
def test_c11_tops_are_public_and_what_lies_below_is_a_number(players: int) -> None:
    match = deal(players, seed=5)
    play(match, "work A1.1", "work A1.3")
    truth = match.position()
    for viewer in (None, *range(players)):
        seen = match.observe(viewer).position
        assert seen["points"]["row"] == truth["points"]["row"]
        deck = truth["points"]["deck"]
        assert seen["points"]["deck"] == {"top": deck[0], "left": len(deck)}
        assert seen["stacks"] == {name: {"top": pile[0], "left": len(pile)} for name, pile in truth["stacks"].items()}
        assert seen["spare"] == {name: len(tiles) for name, tiles in truth["spare"].items()}
        for key in ("seat", "round", "ending", "decision", "options", "players", "game", "faces", "locations"):
            assert seen[key] == truth[key]
        for shown, real in zip(seen["seats"], truth["seats"], strict=True):
            assert {key: shown[key] for key in real} == real


@pytest.mark.rule("C11")
def test_c11_an_empty_deck_and_an_empty_stack_have_no_top() -> None:
    match = table(seat(), seat(), row=ROW, deck=[], stacks={"A1.1": [], "A1.2": ["flat=3"]})
    seen = match.observe(None).position
    assert seen["points"]["deck"] == {"top": None, "left": 0}
    assert seen["stacks"]["A1.1"] == {"top": None, "left": 0}
    assert seen["stacks"]["A1.2"] == {"top": "flat=3", "left": 1}


@pytest.mark.rule("C11", "NW16")
def test_c11_undo_stops_at_a_revealed_card() -> None:
    match = table(seat("YYB"), seat(), row=ROW)
    before = match.position()
    play(match, "work A1.1")
    assert match.can_undo
    match.undo()
    assert match.position() == before
    play(match, "work A1.1", "claim 1")
    assert match.can_undo.reason == "revealed"
    with pytest.raises(entrepot.CannotUndo, match="revealed"):
        match.undo()


@pytest.mark.rule("C11", "NW15")
def test_c11_undo_stops_at_a_revealed_tile() -> None:
    match = table(seat("YYB"), seat(), row=ROW, stacks={"A1.1": ["flat=3", "tool=2"]})
    play(match, "work A1.1", "bonus A1.1")
    assert match.can_undo.reason == "revealed"


@pytest.mark.rule("C11", "NW15", "NW16", "NW19")
def test_c11_undo_stops_nowhere_else() -> None:
    """The last card of the deck and the last tile of a stack were seen before; so were all exploration tiles."""
    match = table(
        seat("YYB"),
        seat(),
        row=[EXPLORE, *ROW[1:]],
        deck=["BBB=10 new-settlers 2"],
        on={"A1.1": (1, 2), "C1.1": "YYY"},
        stacks={"A1.1": ["flat=3"]},
    )
    trail = [(match.position(), match.events())]
    for action in ("work A1.1", "bonus A1.1", "claim 1"):
        play(match, action)
        assert match.can_undo
        trail.append((match.position(), match.events()))
    assert match.decision.kind == "explore"
    for earlier, told in reversed(trail[:-1]):
        match.undo()
        assert match.position() == earlier
        assert match.events() == told
    assert match.can_undo.reason == "nothing-done"
    play(match, "work A1.1", "claim 1", "explore C1.1")
    assert match.decision.kind == "fort"
    for kind in ("explore", "fort", "turn"):
        match.undo()
        assert match.decision.kind == kind
    assert match.position() == trail[0][0]


@pytest.mark.rule("C11", "NW19")
def test_c11_undo_goes_back_to_the_reveal_and_not_past_it() -> None:
    match = table(seat("YYB"), seat(), row=[EXPLORE])
    play(match, "work A1.1", "claim 1")
    after_reveal = match.position()
    play(match, "explore C1.1")
    assert match.can_undo
    match.undo()
    assert match.position() == after_reveal
    assert match.can_undo.reason == "revealed"


@pytest.mark.rule("C11", "NW14")
@pytest.mark.parametrize(
    ("storage", "actions"),
    [("YYYY", ["work A1.6"]), ("YYR", ["work B1.5", "up Y", "up R"]), ("R" * 10, ["work A1.3", "return R"])],
)
def test_c11_undo_inside_a_turn(storage: str, actions: list[str]) -> None:
    match = table(seat(storage, claimed=["RGB=8 tool plains Y"]), seat(), opened=["A1.6"], on={"A1.3": (1, 1)})
    before = match.position(), match.events()
    play(match, *actions)
    for _ in actions:
        match.undo()
    assert (match.position(), match.events()) == before


@pytest.mark.rule("C11", "C7")
def test_c11_undo_never_past_the_end_of_a_turn() -> None:
    match = deal()
    play(match, "work A1.3")
    assert match.can_undo.reason == "turn-over"


@pytest.mark.rule("C1", "C2", "NW14")
def test_c2_the_supply_never_runs_out() -> None:
    match = table(*[seat("B" * 10) for _ in range(4)], opened=["D1.3"])
    play(match, "work D1.3", "x10")
    assert at(match, 0)["storage"] == "Y" * 10
    assert happened(match, "traded")[0]["gained"] == "Y" * 60


def test_the_names_of_the_helper_are_those_of_the_game() -> None:
    assert faces("E1") == ["A1", "B1", "C1", "E1"]
    assert position(seat(), seat())["faces"] == deal(board="D1").position()["faces"]
