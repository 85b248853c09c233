"""Golden records: they replay to what is written in them, and they end as their names say.

A record of an earlier version stays readable: when one fails, the rules have changed, not the record. The names are
checked against the events and the final table with arithmetic of its own. Those of A New World were played with the
box of the tests: the packaged values may be tuned.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import entrepot

FOLDER = Path(__file__).parent
BOXES = {"new-world": FOLDER.parent / "data" / "new_world.toml"}
RECORDS = {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in sorted(FOLDER.rglob("*.json"))}
CUT = [name for name in RECORDS if name.endswith("cut-early")]
NAMES = [name for name in RECORDS if name not in CUT]


def replayed(name: str) -> entrepot.Match:
    """The match of a record, at its end."""
    record = entrepot.Record.load(RECORDS[name])
    return entrepot.replay(record, components=BOXES.get(record.game))


def limit(match: entrepot.Match) -> int:
    """How many point cards trigger the end."""
    return 8 if match.game == "new-world" else 6 if match.players <= 3 else 5


def on_the_road(seat: dict[str, Any]) -> int:
    """What a seat of Spice Road has beside its cards and cubes."""
    coins: int = 3 * seat["gold"] + seat["silver"]
    return coins


def in_the_land(seat: dict[str, Any]) -> int:
    """What a seat of A New World has beside its cards and cubes."""
    icons = Counter(card.split()[1] for card in seat["claimed"])
    icons.update(tile.split()[1] for tile in seat["explored"] if tile.startswith("icon"))
    total: int = 3 * seat["explored"].count("3 points")
    for tile in seat["bonus"]:
        what = tile.partition("=")[0]
        one, _, other = what.partition("+")
        if what == "flat":
            total += 3
        elif what == "2 settlers":
            total += (12 - seat["reserve"]) // 2
        elif not other:
            total += 2 * icons[one]
        else:
            total += 3 * (icons[one] // 2 if one == other else min(icons[one], icons[other]))
    return total


BESIDE: dict[str, Callable[[dict[str, Any]], int]] = {"spice-road": on_the_road, "new-world": in_the_land}


def points(match: entrepot.Match) -> list[int]:
    """The scores, counted from the table."""
    return [
        sum(int(card.partition("=")[2].split()[0]) for card in seat["claimed"])
        + sum(cube != "Y" for cube in seat["storage"])
        + BESIDE[match.game](seat)
        for seat in match.position()["seats"]
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_record_replays_to_what_is_written_in_it(name: str) -> None:
    match = replayed(name)
    record = entrepot.Record.load(RECORDS[name])
    assert match.is_over
    assert match.result is not None
    assert record.result == match.result.to_dict()
    assert match.record() == record
    assert f"{match.players}-players" in name


@pytest.mark.parametrize("name", CUT)
def test_a_game_that_was_cut_early_is_scored_as_it_stands(name: str) -> None:
    match = replayed(name)
    assert entrepot.Record.load(RECORDS[name]).result is None
    assert not match.is_over
    assert match.standing.points == points(match)


@pytest.mark.parametrize("name", NAMES)
def test_the_score_is_what_lies_on_the_table(name: str) -> None:
    match = replayed(name)
    result = match.result
    assert result is not None
    scores = points(match)
    assert result.points == scores
    assert result.ranking == sorted(range(match.players), key=lambda seat: (scores[seat], seat), reverse=True)
    assert all(len(seat["storage"]) <= 10 for seat in match.position()["seats"])


@pytest.mark.parametrize("name", NAMES)
def test_the_game_ends_as_its_name_says(name: str) -> None:
    match = replayed(name)
    most = limit(match)
    position = match.position()
    seats = position["seats"]
    events = match.events()
    scores = points(match)
    reached = [number for number, seat in enumerate(seats) if len(seat["claimed"]) == most]
    assert reached
    assert max(len(seat["claimed"]) for seat in seats) == most
    if ended := re.search(r"seat-(\d)-ends", name):
        assert [event.seat for event in events if event.kind == "ending"] == [int(ended[1]) - 1]
        assert reached[0] == int(ended[1]) - 1
        last_round = [e.seat for e in events if e.kind == "turn" and e.data["round"] == match.round]
        assert last_round == list(range(match.players))
    if tied := re.search(r"tie-of-([\d\-and]+)", name):
        top = [number for number, score in enumerate(scores) if score == max(scores)]
        assert "-and-".join(str(number + 1) for number in top) == tied[1]
        assert match.result is not None
        assert match.result.ranking[0] == top[-1]
    if together := re.search(r"(\d)-seats-reach-the-end", name):
        assert len(reached) == int(together[1])
    if "merchants-run-out" in name:
        assert position["merchants"]["deck"] == []
    if "no-merchant-left" in name:
        assert position["merchants"] == {"row": [], "deck": []}
    if "gold-runs-out" in name or "all-coins" in name:
        assert position["coins"]["gold"] == 0
        assert [event.kind for event in events].count("silver-moved") <= 1
    if "silver-runs-out" in name or "all-coins" in name:
        assert position["coins"]["silver"] == 0
    if "returns-before-the-score" in name:
        last_turn = max(number for number, event in enumerate(events) if event.kind == "turn")
        kinds = [event.kind for event in events[last_turn:]]
        assert "returned" in kinds
        assert kinds[-1] == "over"
    if board := re.search(r"board-(..)", name):
        assert position["faces"] == ["A1", "B1", "C1", board[1]]
    if "deck-runs-out" in name:
        assert position["points"]["deck"] == []
        assert len(position["points"]["row"]) < 4
    if "a-stack-runs-out" in name:
        assert [] in position["stacks"].values()
    if "both-stacks-of-a-fort-run-out" in name:
        assert position["stacks"]["B1.2.1"] == position["stacks"]["B1.2.2"] == []
    if "a-reserve-runs-out" in name:
        assert 0 in [seat["reserve"] for seat in seats]
    if "every-location-explored" in name:
        assert not any("tile" in entry for entry in position["locations"].values())


@pytest.mark.parametrize(("folder", "seatings"), [("", (2, 3, 4, 5)), ("new-world/", (2, 3, 4))])
def test_every_way_to_end_is_there(folder: str, seatings: tuple[int, ...]) -> None:
    wanted = {f"{players}-players-seat-{seat}-ends" for players in seatings for seat in range(1, players + 1)}
    wanted |= {f"{players}-players-tie-of-{'-and-'.join(map(str, range(1, players + 1)))}" for players in seatings}
    assert {folder + name for name in wanted} <= set(RECORDS)
    ways = {
        "": ("merchants-run-out", "no-merchant-left", "returns-before-the-score", "3-seats-reach-the-end"),
        "new-world/": (
            "board-D1", "board-E1", "board-F1", "deck-runs-out", "a-stack-runs-out", "both-stacks-of-a-fort-run-out",
            "a-reserve-runs-out", "every-location-explored", "returns-before-the-score", "4-seats-reach-the-end",
            "cut-early",
        ),
    }  # fmt: skip
    for way in ways[folder]:
        assert any(name.startswith(folder) and name.endswith(way) for name in RECORDS), way


def test_a_record_played_with_another_box_is_refused_by_name(tmp_path: Path) -> None:
    record = entrepot.Record.load(RECORDS["new-world/2-players-seat-1-ends"])
    text = BOXES[record.game].read_text("utf-8")
    same, other = tmp_path / "same.toml", tmp_path / "other.toml"
    same.write_text(f"# A comment is no component.\n{text}", "utf-8")
    assert entrepot.replay(record, components=same).is_over
    other.write_text(text.replace('gain = "YYYY", icon = "plains"', 'gain = "YYYR", icon = "plains"', 1), "utf-8")
    with pytest.raises(entrepot.InvalidRecord, match=record.components) as caught:
        entrepot.replay(record, components=other)
    assert "components" in str(caught.value)
