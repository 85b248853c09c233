"""Component files: the packaged one, and everything that can be wrong with one."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import pytest

from entrepot import InvalidComponents, Match, UnknownGame, replay
from entrepot.components import SpiceRoadBox, files, game_of, load, loads, packaged, sharing
from entrepot.core import cubes

from .boxes import problems

GAME = "spice-road"


def replaced(old: str, new: str) -> str:
    """The packaged file with one text replaced by another."""
    text = packaged(GAME)
    assert old in text
    return text.replace(old, new, 1)


def test_the_box_holds_43_merchants_and_36_point_cards() -> None:
    box = load(GAME)
    assert isinstance(box, SpiceRoadBox)
    assert (box.status, box.reconstructed, box.warnings) == ("published", False, ())
    assert (len(box.merchants), len(box.points)) == (43, 36)
    assert [card.text for card in box.starting] == ["YY", "up2"]
    assert len({card.text for card in box.merchants}) == 43
    kinds = Counter("upgrade" if card.steps else "trade" if card.cost else "gain" for card in box.merchants)
    assert kinds == {"gain": 8, "upgrade": 1, "trade": 34}
    assert {cubes.count(card.cost) for card in box.points} == {4, 5, 6}
    assert [cubes.text(start) for start in box.start_cubes] == ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"]
    assert box.cards_to_end == {2: 6, 3: 6, 4: 5, 5: 5}


def test_the_hash_follows_the_values_not_the_comments() -> None:
    text = packaged(GAME)
    assert loads(GAME, "# my copy\n" + text).hash == load(GAME).hash
    assert loads(GAME, text.replace('status = "published"', 'status = "own"')).hash == load(GAME).hash
    assert loads(GAME, text.replace("points = 20", "points = 21", 1)).hash != load(GAME).hash


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('gain = "YYY"', 'gain = "YYX"', "merchant 1: gain: no cube is called 'X'"),
        ('gain = "YYY"', 'gain = ""', "merchant 1: gain must be cube letters"),
        ('gain = "YYY"', 'gain = "YYYYYYY"', "merchant 1: gain has more than 6 cubes of one colour"),
        ('gain = "YYY"', 'gain = "YYYYYYRRRRR"', "merchant 1: the gain is more than 10 cubes"),
        ('gain = "YYY"', "upgrade = 0", "merchant 1: upgrade is 0, but must be from 1 to 9"),
        ('gain = "YYY"', "upgrade = true", "merchant 1: upgrade must be a whole number"),
        ('gain = "YYY"', 'upgrade = 2\ngain = "Y"', "merchant 1: an upgrade has no cost and no gain"),
        ('cost = "YY"\ngain = "RR"', 'cost = "YY"\ngain = "YYR"', "merchant 10: the gain contains the whole cost"),
        ('[[merchant]]\ngain = "YYY"\n', "", "merchant: there are 42, but the game has 43"),
        ("[[point]]", "[[points]]", "the file: unknown key 'points'"),
        ("points = 6", "points = -6", "point 1: points is -6, but must be from 0 to 99"),
        ("points = 6", "points = 6.5", "point 1: points must be a whole number"),
        ('cost = "YYRR"', 'cost = "YYYYYYRRRRRR"', "point 1: cost is more than the 10 cubes a storage holds"),
        ("gold_points = 3", "gold_points = -3", "setup: gold_points is -3"),
        ("gold_points = 3", "", "setup: gold_points is missing"),
        ("merchant_row = 6", "merchant_row = 50", "setup: merchant_row is 50, but there are only 43 cards"),
        ('"YYYR", "YYYR"]', '"YYYR"]', "setup: start_cubes must list the cubes of 5 seats"),
        ("{ 2 = 6, ", "{ ", "setup: cards_to_end must be a table that names 2, 3, 4, 5"),
        ('{ gain = "YY" }, { upgrade = 2 }', '{ cost = "Y", gain = "R" }', "setup: at least one starting card"),
        ("points = 6", f"points = {'9' * 5000}", "not a TOML file"),
        ("points = 6", f"points = 0x{'F' * 5000}", "point 1: points is far off"),
        ("points = 6", f"points = {'[' * 5000}", "not a TOML file"),
        ("[setup]", "[setup", "not a TOML file"),
    ],
)
def test_a_problem_is_told_with_its_place(old: str, new: str, told: str) -> None:
    found = problems(GAME, replaced(old, new))
    assert any(problem.startswith(told) for problem in found), found


def test_all_problems_are_told_at_once() -> None:
    text = packaged(GAME).replace("points = 6", "points = -1", 1).replace('gain = "YYY"', 'gain = "Q"', 1)
    assert len(problems(GAME, text)) == 2


@pytest.mark.parametrize("game", files())
def test_packaged_files_are_known_by_their_tables(game: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text("\ufeff" + packaged(game), "utf-8")
    assert game_of(path) == sharing(game)[0]
    assert load(game, path) == load(game)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "missing.toml", tmp_path, binary):
        with pytest.raises(InvalidComponents, match=path.name):
            load(GAME, path)
    with pytest.raises(UnknownGame):
        load("chess")


def test_a_match_with_own_components_needs_them_for_its_replay(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(packaged(GAME).replace("points = 20", "points = 30"), "utf-8")
    match = Match.new(GAME, players=2, seed=5, components=path)
    match.play("acquire 1")
    record = match.record()
    assert record.components == load(GAME, path).hash
    with pytest.raises(ValueError, match="the record"):
        replay(record)
    assert replay(record, components=path).position() == match.position()


def test_equal_cards_in_one_hand_are_one_choice(tmp_path: Path) -> None:
    """notation.md: cards are named by value; two equal cards in a hand give one text."""
    path = tmp_path / "twins.toml"
    path.write_text(packaged(GAME).replace('gain = "YR"', 'gain = "YYY"', 1), "utf-8")
    start = Match.new(GAME, players=2, seed=5, components=path).position()
    start["seats"][0]["hand"] = ["YYY", "YY", "YYY", "up2"]
    for part in ("merchants", "points"):
        start[part] = {"row": []}
    match = Match.from_position(start, components=path)
    texts = [str(action) for action in match.legal_actions()]
    assert texts == ["play YYY", "play YY", "play up2"]
    match.play("play YYY")
    assert match.position()["seats"][0]["hand"] == ["YY", "YYY", "up2"]


def test_boxes_are_immutable() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        load(GAME).status = "mine"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("game", "other", "named"),
    [
        ("spice-road", "new-world", "new-world"),
        ("new-world", "spice-road", "spice-road"),
        ("east-west-1", "spice-road", "spice-road"),
        ("east-west-3", "spice-road", "spice-road"),
        ("spice-road", "east-west-2", "east-west-1, east-west-2, east-west-3"),
    ],
)
def test_a_file_of_another_game_is_refused_in_one_line(game: str, other: str, named: str) -> None:
    assert problems(game, packaged(other)) == [f"this is a file of {named}, not of {game}"]
    for text in ("", "[setup]\n", "nothing = 1\n"):
        assert not any("this is a file of" in problem for problem in problems(game, text))


def test_games_that_share_a_file() -> None:
    assert [sharing(game) for game in ("spice-road", "new-world")] == [["spice-road"], ["new-world"]]
    parts = ["east-west-1", "east-west-2", "east-west-3"]
    assert [sharing(game) for game in parts] == [parts] * 3
    for look in (sharing, packaged):
        with pytest.raises(UnknownGame):
            look("chess")
