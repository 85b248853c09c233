"""The box of A New World: every problem of a file is told with its place, all at once, and nothing else is."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrepot import InvalidComponents
from entrepot.components import NewWorldBox, game_of, load, loads, packaged
from entrepot.components.box import BENEFITS, LANDMARKS
from entrepot.core import cubes

from . import boxes
from .boxes import EAST_WEST, FILE, GONE, NEW_WORLD, Change, changed, overfull, problems, written

GAME = "new-world"

TOOL, HELP, SETTLERS, EXPLORATION = 2, 0, 28, 42
"""Cards of these kinds by number from 0, all without marks."""

KINDS = "native-help, tool, new-settlers, exploration"
PLACES = "plains, river, forest, mountain, market"
TYPES = "fort, production, upgrade, trade, market, adjust, refresh, ship, ship-trade, outpost-trade"
ENDLESS = "the gain contains the whole cost, so the trade would never end"


def new_world(text: str) -> NewWorldBox:
    box = loads(GAME, text)
    assert isinstance(box, NewWorldBox)
    return box


def test_the_packaged_box_is_a_reconstruction_of_what_the_rules_count() -> None:
    """NW1."""
    box = new_world(packaged(GAME))
    assert (box.status, box.reconstructed, box.warnings) == ("reconstruction", True, ())
    assert {cubes.count(card.cost) for card in box.cards} == {3}
    assert len(box.cards) == 56
    assert {card.kind for card in box.cards} == set(BENEFITS)
    assert Counter(tile.mark for tile in box.bonus) == {"": 17, "I": 3, "III": 5}
    assert len(box.exploration) == 10
    assert list(box.faces) == ["A1", "B1", "C1", "D1", "E1", "F1", "A2", "B2", "C2", "D2", "E2", "F2"]
    assert (box.settlers, box.settlers_start, box.cards_to_end) == (12, {2: 7, 3: 6, 4: 6}, 8)
    assert (box.bonus_spaces, box.icons) == ({"A": 3, "B": 4}, LANDMARKS)
    assert [cubes.text(start) for start in box.start_cubes] == ["YYY", "YYYY", "YYYY", "YYYR"]
    assert "published" not in packaged(GAME).replace("not the published values", "")


def test_entries_are_read_as_they_stand() -> None:
    """Against the file, for one of each kind."""
    box = new_world(written(NEW_WORLD))
    assert [box.cards[n].text for n in (HELP, TOOL, SETTLERS, EXPLORATION)] == [
        "YYB=5 native-help plains",
        "RGB=8 tool plains Y",
        "RGG=7 new-settlers 1",
        "YRR=4 exploration",
    ]
    assert [(card.players, card.star) for card in box.cards[15:17]] == [("3+", ""), ("", "white")]
    assert [box.bonus[n].text for n in (0, 5, 14, 16, 17)] == [
        "native-help=2",
        "native-help+tool=3",
        "2 settlers=1",
        "flat=3",
        "2 merchants=1",
    ]
    assert [find.text for find in box.exploration] == [
        *("YYY", "RR", "YG", "1 settler", "1 settler", "3 points"),
        *(f"icon {kind}" for kind in BENEFITS),
    ]
    fort, trade = box.faces["B1"].locations[1], box.faces["B1"].locations[5]
    assert (fort.type, fort.settlers, fort.stacks, fort.icon, fort.conversion) == ("fort", 3, (3, 2), "", None)
    assert trade.conversion is not None
    assert (trade.conversion.text, trade.icon, trade.cover) == ("YYY>RRR", "forest", "2-3")
    assert box.faces["D2"].stacks == (2, 2, 2, 2)
    assert [box.faces["F2"].locations[n].steps for n in (0, 1, 3)] == [1, 2, 0]
    assert [box.faces[name].locations[0].slot for name in ("E2", "C2", "D2")] == [1, 3, 3]


def test_the_hash_follows_the_values() -> None:
    box = new_world(written(NEW_WORLD))
    assert new_world(FILE.read_text("utf-8")).hash == box.hash
    assert new_world(written(changed((("source", "status"), "mine")))).hash == box.hash
    assert new_world(written(changed((("points", 0, "points"), 6)))).hash != box.hash


# -- problems --------------------------------------------------------------------------------------------------------

GAMES = ("new-world", "east-west-1", "east-west-2", "east-west-3")
ON = "new-world on A1 B1 C1"
PART_1 = "east-west-1 on A1 B1 E2 C2"
PART_2 = "east-west-2 on A2 B2 C1 F2"
PART_3 = "east-west-3 on A2 B2 C1 F2 E2 D2"
BOARDS = [f"{ON} {fourth}" for fourth in ("D1", "E1", "F1")]


def location(face: str, number: int, key: str) -> tuple[str | int, ...]:
    """Where the file has a value of a location, counted from 1."""
    return ("face", face, "locations", number - 1, key)


ONE_BY_ONE: list[tuple[tuple[str | int, ...], Any, list[str]]] = [
    # the file and its setup
    (("merchants",), [], ["the file: unknown key 'merchants'"]),
    (("source", "status"), "a\nb", ["source: status must be a text of at most 40 letters"]),
    (("setup", "outpost_values"), [1, 2], ["setup: outpost_values must be 3 numbers, one a column"]),
    (("setup", "icons"), "plains", ["setup: icons must be a list of icons"]),
    (("setup", "ships"), 4, ["setup: unknown key 'ships'"]),
    (("setup", "settlers_start"), {"2": 7}, ["setup: settlers_start must be a table that names 2, 3, 4"]),
    (("setup", "bonus_spaces", "B"), 0, ["setup: bonus_spaces for B is 0, but must be from 1 to 25"]),
    (("setup", "start_cubes", 3), "W", ["setup: start_cubes of seat 4: no cube is called 'W' (cubes are Y, R, G, B)"]),
    (("setup", "cards_to_end"), True, ["setup: cards_to_end must be a whole number"]),
    # point cards
    (("points", 0, "cost"), "YY", ["point card 1: cost must be exactly three cubes, not 2"]),
    (("points", 1, "cost"), GONE, ["point card 2: cost is missing"]),
    (("points", 2, "cube"), "YR", ["point card 3: cube must be one cube, not 2"]),
    (("points", 3, "cube"), GONE, ["point card 4: cube is missing"]),
    (("points", 4, "icon"), "desert", [f"point card 5: icon is 'desert', but must be one of {PLACES}"]),
    (("points", 5, "icon"), GONE, ["point card 6: icon is missing"]),
    (("points", 6, "kind"), "helper", [f"point card 7: kind is 'helper', but must be one of {KINDS}"]),
    (("points", 7, "points"), -1, ["point card 8: points is -1, but must be from 0 to 99"]),
    (("points", 8, "cube"), "Y", ["point card 9: a card of kind native-help has no 'cube'"]),
    (("points", 9, "players"), "4+", ["point card 10: players is '4+', but must be one of 3+, =4"]),
    (("points", 16, "star"), "gold", ["point card 17: star is 'gold', but must be one of white, black"]),
    (("points", 28, "settlers"), GONE, ["point card 29: settlers is missing"]),
    (("points", 29, "settlers"), 13, ["point card 30: settlers is 13, but must be from 1 to 12"]),
    (("points", 30, "icon"), "plains", ["point card 31: a card of kind new-settlers has no 'icon'"]),
    (("points", 42, "settlers"), 1, ["point card 43: a card of kind exploration has no 'settlers'"]),
    (("points", 43), "YYB", ["point card 44: must be a table"]),
    # bonus tiles
    (("bonus", 0, "per_icon"), "fort", [f"bonus tile 1: per_icon is 'fort', but must be one of {KINDS}"]),
    (("bonus", 1, "points"), GONE, ["bonus tile 2: points is missing"]),
    (("bonus", 4, "pair"), ["tool"], ["bonus tile 5: pair must be a list of two icons"]),
    (("bonus", 5, "pair", 1), "ship", [f"bonus tile 6: pair: number 2 is 'ship', but must be one of {KINDS}"]),
    (("bonus", 6, "per_icon"), "tool", ["bonus tile 7: per_icon and pair cannot be on one tile"]),
    (("bonus", 14, "per_settlers"), 0, ["bonus tile 15: per_settlers is 0, but must be from 1 to 99"]),
    (("bonus", 16, "value"), 3, ["bonus tile 17: unknown key 'value'"]),
    (("bonus", 17, "mark"), "II", ["bonus tile 18: mark is 'II', but must be one of I, III"]),
    # exploration tiles
    (("exploration", 0, "cubes"), "", ['exploration tile 1: cubes must be cube letters such as "YYR"']),
    (("exploration", 1, "points"), 1, ["exploration tile 2: must have exactly one of cubes, settlers, points, icon"]),
    (("exploration", 3, "settlers"), 0, ["exploration tile 4: settlers is 0, but must be from 1 to 12"]),
    (("exploration", 5, "points"), 0, ["exploration tile 6: points is 0, but must be from 1 to 99"]),
    (("exploration", 6, "icon"), "market", [f"exploration tile 7: icon is 'market', but must be one of {KINDS}"]),
    # boards
    (("face", "G1"), {"locations": []}, ["face: unknown key 'G1'"]),
    (("face", "E1", "stacks"), [1], ["face E1: this face has no 'stacks'"]),
    (location("A1", 1, "slot"), 1, ["face A1: location 1: a location of type fort has no 'slot'"]),
    (location("A1", 1, "icon"), "sea", [f"face A1: location 1: icon is 'sea', but must be one of {PLACES}"]),
    (location("A1", 3, "gain"), GONE, ["face A1: location 3: gain is missing"]),
    (location("A1", 4, "upgrade"), 10, ["face A1: location 4: upgrade is 10, but must be from 1 to 9"]),
    (location("A1", 5, "cost"), "Y", ["face A1: location 5: a location of type production has no 'cost'"]),
    (location("A1", 6, "gain"), "YYR", [f"face A1: location 6: {ENDLESS}"]),
    (location("B1", 1, "settlers"), GONE, ["face B1: location 1: settlers is missing"]),
    (location("B1", 3, "icon"), "sea", [f"face B1: location 3: icon is 'sea', but must be one of {PLACES}"]),
    (location("B1", 4, "cost"), GONE, ["face B1: location 4: cost is missing"]),
    (location("B1", 5, "icon"), GONE, ["face B1: location 5: icon is missing"]),
    (location("B1", 6, "cover"), "2", ["face B1: location 6: cover is '2', but must be one of always, 2-3"]),
    (location("C1", 2, "type"), "farm", [f"face C1: location 2: type is 'farm', but must be one of {TYPES}"]),
    (location("B2", 1, "stacks"), GONE, ["face B2: location 1: stacks is missing"]),
    (("face", "B2", "stacks", 0), 0, ["face B2: stacks: number 1 is 0, but must be from 1 to 25"]),
    (location("E2", 2, "slot"), 5, ["face E2: location 2: slot is 5, but must be from 1 to 4"]),
    (location("F2", 1, "steps"), 3, ['face F2: location 1: steps must be 1, 2 or "any"']),
    (location("F2", 3, "steps"), 1, ["face F2: location 3: a location of type ship-trade has no 'steps'"]),
]  # fmt: skip
"""Changes that do not get in each other's way, and what is told of each."""

ALONE: list[tuple[list[Change], list[str]]] = [
    ([(("setup",), GONE)], [
        *(f"setup: {key} is missing" for key in NEW_WORLD["setup"] if key != "start_cubes"),
        "setup: start_cubes must list the cubes of 4 seats",
    ]),
    ([(("setup", "settlers"), 0)], ["setup: settlers is 0, but must be from 1 to 99"]),
    ([(("setup", "icons", 5), "plains")], ["setup: icons must name each icon once"]),
    ([(("face", "F2"), GONE)], ["face F2: the face is missing"]),
    ([(("face", "D1", "locations"), [])], ["face D1: location: there is none"]),
    ([(("face", "B2", "stacks"), [])], ["face B2: there is no stack, but the games need one (W2-1, W3-1)"]),
    ([(("face", "D2", "stacks"), GONE)], ["face D2: stacks is missing"]),
    ([(("points",), GONE)], ["point card: there is none"]),
    # counts
    ([(("points", 55), GONE)], ["point card: there are 55, but the game has 56"]),
    ([(("points", 56), NEW_WORLD["points"][55])], ["point card: there are 57, but the game has 56"]),
    ([(("exploration", 9), GONE)], ["exploration tile: there are 9, but the game has 10"]),
    ([(("bonus", 0), GONE)], ["bonus tile: there are 16 unmarked, but the game has 17"]),
    ([(("bonus", 20, "mark"), "I")], [
        "bonus tile: there are 4 marked I, but the game has 3",
        "bonus tile: there are 4 marked III, but the game has 5",
    ]),
    ([(("bonus", 17, "mark"), GONE)], [
        "bonus tile 18: per_merchants needs a mark, since unmarked tiles meet no merchants",
        "bonus tile: there are 18 unmarked, but the game has 17",
        "bonus tile: there are 2 marked I, but the game has 3",
    ]),
    # stars and marks of players: enough cards for everybody
    ([(("points", n, "players"), "=4") for n in range(20)], [
        f"{game} with 3 players: 26 point cards are left, but 28 are needed" for game in ("east-west-1", "east-west-3")
    ]),
    ([(("points", n, "players"), "3+") for n in range(28, 52)], [
        f"{game} with 2 players: 18 point cards are left, but 20 are needed" for game in GAMES
    ]),
    ([(("points", n, "star"), "black") for n in range(30, 45)], [
        f"{game} with 4 players: 35 point cards are left, but 36 are needed" for game in ("east-west-1", "east-west-3")
    ]),
    ([(("setup", "cards_to_end"), 12)], [
        f"{game} with 4 players: 50 point cards are left, but 52 are needed" for game in GAMES
    ]),
    # forts
    ([(location("A1", 1, "type"), "adjust"), (location("A1", 1, "stacks"), GONE)], [
        *(f"{board}: there are 3 forts, but the game has 4" for board in (*BOARDS, PART_1)),
        "face A1: location 1: new-world has no location of type adjust",
    ]),
    ([(location("A1", 1, "stacks"), [])], [
        f"face A1: location 1: the fort has no stack, but gives bonus tiles in {game} (NW15)"
        for game in ("new-world", "east-west-1")
    ]),
    ([(location("A2", 1, "stacks"), [1])], [
        f"face A2: location 1: the fort has stacks, but gives no bonus tiles in {game} (W2-11)"
        for game in ("east-west-2", "east-west-3")
    ]),
    # stacks
    ([(location("A1", 1, "stacks"), [5])], [
        f"{board}: the stacks need 18 bonus tiles, but there are 17" for board in BOARDS
    ]),
    ([(location("A1", 1, "stacks"), [4, 4])], [
        *(f"{board}: the stacks need 21 bonus tiles, but there are 17" for board in BOARDS),
        f"{PART_1}: the stacks need 21 bonus tiles, but there are 20",
    ]),
    ([(("face", "F2", "stacks"), [4, 6])], [
        f"{PART_2}: the stacks need 18 bonus tiles, but there are 17",
        f"{PART_3}: the stacks need 26 bonus tiles, but there are 25",
    ]),
    ([(("face", "D2", "stacks"), [2, 2, 6])], [f"{PART_3}: the stacks need 26 bonus tiles, but there are 25"]),
    # covers
    ([(location("D1", 1, "cover"), "always")], [
        f"{ON} D1: with 2 or 3 players 11 exploration tiles are needed, but there are 10"
    ]),
    ([(location("A1", 5, "cover"), "2-3")], [
        *(f"{board}: with 2 or 3 players 11 exploration tiles are needed, but there are 10" for board in BOARDS),
        f'{PART_1}: 3 locations have the cover "2-3", but the game has 2',
    ]),
    ([(location("A1", 6, "cover"), "always")], [
        f'{PART_1}: 1 locations have the cover "always", but the game has 0',
        f'{PART_1}: 1 locations have the cover "2-3", but the game has 2',
    ]),
    ([(location("C1", 1, "cover"), GONE)], [
        f'{part}: 6 locations have the cover "always", but the game has 7' for part in (PART_2, PART_3)
    ]),
    ([(location("E2", 5, "cover"), "2-3")], [
        f'{PART_1}: 3 locations have the cover "2-3", but the game has 2',
        f'{PART_3}: 3 locations have the cover "2-3", but the game has 2',
    ]),
    # markets
    ([(location("C2", 1, "slot"), 4)], [
        f"{PART_1}: market slot 3 is there 0 times, but must be there once",
        f"{PART_1}: market slot 4 is there 2 times, but must be there once",
    ]),
    ([(location("E2", 1, "slot"), 2)], [
        f"{part}: market slot {slot} is there {times} times, but must be there once"
        for part in (PART_1, PART_3) for slot, times in ((1, 0), (2, 2))
    ]),
    # locations that a game does not know
    ([(("face", "F1", "locations", 5), {"type": "refresh", "settlers": 1})],
     ["face F1: location 6: new-world has no location of type refresh"]),
    ([(("face", "D2", "locations", 4), {"type": "adjust", "settlers": 1})],
     ["face D2: location 5: east-west-3 has no location of type adjust"]),
    ([(("face", "C2", "locations", 6), {"type": "ship", "settlers": 1, "steps": 1})],
     ["face C2: location 7: east-west-1 has no location of type ship"]),
    ([(("face", "D1", "locations"), [{"type": "production", "settlers": 1, "gain": "Y", "icon": "plains"}] * 10)],
     ["face D1: there are 10 locations, but at most 9 fit"]),
    # a storage that a trade would overfill
    ([(("points", 2, "cube"), "B")], [overfull("D1: location 3")]),
]  # fmt: skip


def test_the_box_of_the_tests_is_valid() -> None:
    assert new_world(written(NEW_WORLD)).warnings == ()


@pytest.mark.parametrize(("path", "value", "told"), ONE_BY_ONE, ids=[told[0][:60] for *_, told in ONE_BY_ONE])
def test_a_problem_is_told_with_its_place(path: tuple[str | int, ...], value: object, told: list[str]) -> None:
    assert problems(GAME, written(changed((path, value)))) == told


@pytest.mark.parametrize(("changes", "told"), ALONE, ids=[told[0][:60] for _, told in ALONE])
def test_what_does_not_add_up_is_told(changes: list[Change], told: list[str]) -> None:
    assert sorted(problems(GAME, written(changed(*changes)))) == sorted(told)


def test_all_problems_are_told_at_once() -> None:
    told = problems(GAME, written(changed(*((path, value) for path, value, _ in ONE_BY_ONE))))
    assert set(told) == {line for *_, lines in ONE_BY_ONE for line in lines}


@given(st.sets(st.integers(0, len(ONE_BY_ONE) - 1), min_size=1))
def test_no_problem_hides_another(chosen: set[int]) -> None:
    cases = [ONE_BY_ONE[number] for number in sorted(chosen)]
    told = problems(GAME, written(changed(*((path, value) for path, value, _ in cases))))
    assert sorted(told) == sorted(line for *_, lines in cases for line in lines)


# -- warnings --------------------------------------------------------------------------------------------------------


def test_a_card_that_no_location_serves_is_a_warning() -> None:
    """A white star keeps a card of the market out of the games that have none."""
    box = new_world(written(changed((("points", 16, "star"), GONE))))
    assert box.warnings == tuple(
        f"point card 17: no location of {game} has the icon market" for game in ("new-world", "east-west-2")
    )


def test_exploration_tiles_without_a_place_are_a_warning() -> None:
    box = new_world(written(changed((location("E1", 2, "cover"), GONE))))
    assert box.warnings == (f"{ON} E1: only 9 of 10 exploration tiles are laid out",)


# -- anything else ---------------------------------------------------------------------------------------------------


@given(boxes.anywhere(boxes.places(NEW_WORLD)), st.integers(0, 2**32), st.integers(2, 4))
def test_what_the_check_lets_through_can_be_played(change: Change, seed: int, players: int) -> None:
    """Any value anywhere."""
    boxes.refused_or_played(GAME, written(changed(change)), players, seed)


def test_the_examples_of_the_document_can_stand_in_a_box() -> None:
    text = (FILE.parent.parent.parent / "docs" / "components.md").read_text("utf-8")
    examples = tomllib.loads("".join(re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)))
    assert {card["kind"] for card in examples["points"]} == set(BENEFITS)
    assert [one["type"] for one in examples["face"]["B1"]["locations"]] == TYPES.split(", ")
    sea = [(("merchant", 0), examples["merchant"][0]), (("market", 12), examples["market"][0])]
    loads("east-west-3", written(changed(*sea, (("layout",), examples["layout"]), box=EAST_WEST)))
    entries = [
        *(((key, 0), key, one) for key in ("points", "bonus", "exploration") for one in examples[key]),
        *((("face", "D1", "locations", 0), "face", one) for one in examples["face"]["B1"]["locations"]),
    ]
    begin = {"points": "point card 1: ", "bonus": "bonus tile 1: ", "exploration": "exploration tile 1: "}
    for path, key, entry in entries:
        try:
            loads(GAME, written(changed((path, entry))))
        except InvalidComponents as error:
            told = [line for line in error.problems if line.startswith(begin.get(key, "face D1: location 1: "))]
            assert not told or (key == "face" and "new-world has no location of type" in told[0]), told


def test_the_game_of_a_file_is_known_by_its_tables() -> None:
    assert game_of(FILE) == GAME


def test_the_tables_of_other_games_are_left_aside() -> None:
    """One file can serve A New World and From East to West; the former asks nothing of what only the latter have."""
    assert new_world(written(EAST_WEST)) == new_world(written(NEW_WORLD))
    assert new_world(written({**NEW_WORLD, "merchant": 3, "market": []})) == new_world(written(NEW_WORLD))


def test_load_of_a_file_is_that_of_its_text() -> None:
    assert load(GAME, FILE) == new_world(FILE.read_text("utf-8"))
