"""Golden records: they replay to what is written in them, and they end as their names say.

A record of an earlier version stays readable: when one fails, the rules have changed, not the record. The names are
checked against the events and the final table with arithmetic of its own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import entrepot

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.json"))
NAMES = [path.stem for path in FILES]


def replayed(name: str) -> entrepot.Match:
    """The match of a record, at its end."""
    return entrepot.replay(entrepot.Record.load(FOLDER / f"{name}.json"))


def points(seat: dict[str, Any]) -> int:
    """The score of a seat, counted from the table."""
    cards = sum(int(card.partition("=")[2]) for card in seat["claimed"])
    total: int = cards + 3 * seat["gold"] + seat["silver"] + sum(cube != "Y" for cube in seat["storage"])
    return total


@pytest.mark.parametrize("name", NAMES)
def test_the_record_replays_to_what_is_written_in_it(name: str) -> None:
    path = FOLDER / f"{name}.json"
    record = entrepot.Record.load(path)
    match = entrepot.replay(record)
    assert match.is_over
    assert match.result is not None
    assert record.result == match.result.to_dict()
    assert match.record() == record
    assert match.players == int(name[0])


@pytest.mark.parametrize("name", NAMES)
def test_the_score_is_what_lies_on_the_table(name: str) -> None:
    match = replayed(name)
    result = match.result
    assert result is not None
    seats = match.position()["seats"]
    scores = [points(seat) for seat in seats]
    assert result.points == scores
    assert result.ranking == sorted(range(match.players), key=lambda seat: (scores[seat], seat), reverse=True)
    assert all(len(seat["storage"]) <= 10 for seat in seats)


@pytest.mark.parametrize("name", NAMES)
def test_the_game_ends_as_its_name_says(name: str) -> None:
    match = replayed(name)
    most = 6 if match.players <= 3 else 5
    seats = match.position()["seats"]
    events = match.events()
    scores = [points(seat) for seat in seats]
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
        assert match.position()["merchants"]["deck"] == []
    if "no-merchant-left" in name:
        assert match.position()["merchants"] == {"row": [], "deck": []}
    coins = match.position()["coins"]
    if "gold-runs-out" in name or "all-coins" in name:
        assert coins["gold"] == 0
        assert [event.kind for event in events].count("silver-moved") <= 1
    if "silver-runs-out" in name or "all-coins" in name:
        assert coins["silver"] == 0
    if "returns-before-the-score" in name:
        last_turn = max(number for number, event in enumerate(events) if event.kind == "turn")
        kinds = [event.kind for event in events[last_turn:]]
        assert "returned" in kinds
        assert kinds[-1] == "over"


def test_every_way_to_end_is_there() -> None:
    wanted = {f"{players}-players-seat-{seat}-ends" for players in (2, 3, 4, 5) for seat in range(1, players + 1)}
    wanted |= {f"{players}-players-tie-of-{'-and-'.join(map(str, range(1, players + 1)))}" for players in (2, 3, 4, 5)}
    assert wanted <= set(NAMES)
    for way in ("merchants-run-out", "no-merchant-left", "returns-before-the-score", "3-seats-reach-the-end"):
        assert any(name.endswith(way) for name in NAMES), way
