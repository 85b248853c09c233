"""Golden records: they replay to what is written in them, and they end as their names say.

A record of an earlier version stays readable: when one fails, the rules have changed, not the record. The names are
checked against the events and the final table with arithmetic of its own. Those of A New World and of From East to West
were played with the box of the tests: the packaged values may be tuned.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import entrepot

FOLDER = Path(__file__).parent
PARTS = ("east-west-1", "east-west-2", "east-west-3")
BOXES = dict.fromkeys(("new-world", *PARTS), FOLDER.parent / "data" / "new_world.toml")
RECORDS = {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in sorted(FOLDER.rglob("*.json"))}
CUT = [name for name in RECORDS if name.endswith("cut-early")]
NAMES = [name for name in RECORDS if name not in CUT]


def replayed(name: str) -> entrepot.Match:
    """The match of a record, at its end."""
    record = entrepot.Record.load(RECORDS[name])
    return entrepot.replay(record, components=BOXES.get(record.game))


def limit(match: entrepot.Match) -> int:
    """How many point cards trigger the end."""
    return 8 if match.game in BOXES else 6 if match.players <= 3 else 5


def on_the_road(seat: dict[str, Any], number: int, position: dict[str, Any]) -> int:
    """What a seat of Spice Road has beside its cards and cubes."""
    coins: int = 3 * seat["gold"] + seat["silver"]
    return coins


def in_the_land(seat: dict[str, Any], number: int, position: dict[str, Any]) -> int:
    """What a seat of A New World and of From East to West has beside its cards and cubes."""
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
        elif what == "2 merchants":
            merchants = len(seat["discards"]) + len(seat.get("route", ()))
            total += merchants // 2 * position["options"]["merchant_pair_points"]
        elif not other:
            total += 2 * icons[one]
        else:
            total += 3 * (icons[one] // 2 if one == other else min(icons[one], icons[other]))
    built = Counter(tile["symbol"] for tile in position.get("sea", {}).values() if number in tile["outposts"])
    return total + sum((0, 1, 3, 6)[outposts] for outposts in built.values())


BESIDE: dict[str, Callable[[dict[str, Any], int, dict[str, Any]], int]] = {
    "spice-road": on_the_road,
    **dict.fromkeys(BOXES, in_the_land),
}


def points(match: entrepot.Match) -> list[int]:
    """The scores, counted from the table."""
    position = match.position()
    return [
        sum(int(card.partition("=")[2].split()[0]) for card in seat["claimed"])
        + sum(cube != "Y" for cube in seat["storage"])
        + BESIDE[match.game](seat, number, position)
        for number, seat in enumerate(position["seats"])
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
        assert list(dict.fromkeys(last_round)) == list(range(match.players))
    if tied := re.search(r"tie-of-([\d\-and]+)", name):
        top = [number for number, score in enumerate(scores) if score == max(scores)]
        assert "-and-".join(str(number + 1) for number in top) == tied[1]
        assert match.result is not None
        assert match.result.ranking[0] == top[-1]
    if together := re.search(r"(\d)-seats-reach-the-end", name):
        assert len(reached) == int(together[1])
    market = position.get("market") or position.get("merchants") or {}
    if "merchants-run-out" in name:
        assert market["deck"] == []
    if "no-merchant-left" in name:
        assert market == {"row": [], "deck": []}
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
        returned = {event.seat for event in events[last_turn:] if event.kind == "returned"}
        if "an-opponent" in name:
            assert events[last_turn].seat not in returned
        elif "several" in name:
            assert len(returned) > 1
        else:
            assert events[last_turn].seat in returned
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
    if "every-location-explored" in name or "every-tile-explored" in name:
        assert not any("tile" in entry for entry in position["locations"].values())
        assert not position.get("beside")
    if match.game in PARTS:
        beyond_a_new_world(name, match)


def beyond_a_new_world(name: str, match: entrepot.Match) -> None:
    """What the names of records of From East to West say besides."""
    position, told = match.position(), [event.to_dict() for event in match.events()]
    if "a-whole-game" in name:
        assert entrepot.Record.load(RECORDS[name]).start["round"] == 1
        assert match.round > 15
    if "the-last-seat-refreshes-in-the-last-round" in name:
        turns = [(event["seat"], event["round"]) for event in told if event["kind"] == "turn"]
        assert turns[-2:] == [(match.players - 1, match.round)] * 2
        assert "refreshed" in [event["kind"] for event in told]
    if "a-refresh-without-merchants" in name:
        assert [event["cards"] for event in told if event["kind"] == "refreshed"].count(0) > 0
    if "card-is-replaced" in name:
        occupied = "occupied" in name
        assert any((event["settlers"] > 0) == occupied for event in told if event["kind"] == "replaced")
        assert position["options"]["replace_occupied"] == occupied
    if "two-points-for-two-merchants" in name:
        assert position["options"]["merchant_pair_points"] == 2
        assert any("2 merchants=2" in seat["bonus"] for seat in position["seats"])
    if "random-sea" in name:
        assert position["options"]["sea"] == "random"
        assert "2,-1" not in position["sea"] or "-2,1" not in position["sea"]
        assert "sailed" in {event["kind"] for event in told}
    if "all-outposts-of-a-seat-are-built" in name:
        tiles = [tile["outposts"] for tile in position["sea"].values() if tile["symbol"]]
        assert any(all(seat in owners for owners in tiles) for seat in range(match.players))
    if "brings-a-tile" in name:
        faces = {event["stack"][:2] for event in told if event["kind"] == "bonus"}
        assert faces & ({"B2", "F2"} if "column" in name else {"D2"})


@pytest.mark.parametrize(("folder", "seatings"), [("", (2, 3, 4, 5)), *((f"{game}/", (2, 3, 4)) for game in BOXES)])
def test_every_way_to_end_is_there(folder: str, seatings: tuple[int, ...]) -> None:
    wanted = {f"{players}-players-seat-{seat}-ends" for players in seatings for seat in range(1, players + 1)}
    wanted |= {f"{players}-players-tie-of-{'-and-'.join(map(str, range(1, players + 1)))}" for players in seatings}
    if folder.removesuffix("/") in PARTS:
        wanted |= {
            f"{players}-players-tie-of-{'-and-'.join(map(str, tied))}"
            for players in seatings
            for number in range(2, players + 1)
            for tied in itertools.combinations(range(1, players + 1), number)
        }
    assert {folder + name for name in wanted} <= set(RECORDS)
    land = ("deck-runs-out", "a-reserve-runs-out", "returns-before-the-score", "4-seats-reach-the-end", "cut-early")
    market = ("merchants-run-out", "no-merchant-left", "a-refresh-without-merchants", "two-points-for-two-merchants",
              "the-last-seat-refreshes-in-the-last-round")  # fmt: skip
    sea = ("random-sea", "a-column-brings-a-tile", "all-outposts-of-a-seat-are-built", "a-stack-runs-out",
           "an-opponent-returns-before-the-score", "several-return-before-the-score")  # fmt: skip
    more = ("every-tile-explored", "a-whole-game")
    ways = {
        "east-west-1/": (*land, *market, *more, "an-occupied-card-is-replaced", "a-free-card-is-replaced"),
        "east-west-2/": (*land, *sea, *more),
        "east-west-3/": (*land, *market, *sea, *more, "a-fourth-merchant-brings-a-tile"),
        "": ("merchants-run-out", "no-merchant-left", "returns-before-the-score", "3-seats-reach-the-end"),
        "new-world/": (
            *land, "board-D1", "board-E1", "board-F1", "a-stack-runs-out", "both-stacks-of-a-fort-run-out",
            "every-location-explored",
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
