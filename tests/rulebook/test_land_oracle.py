"""Whole games of A New World beside a second, slow reading of the rules: the same choices, costs and scores all along.

The second reading knows a position and the TOML of the box, and nothing of the engine.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import entrepot

from .lands import BOX, FOURTH, GAME, Location, fork, forts, heaps, locations, price, sent
from .tables import Position, happened, play, texts, value

SPACES = 3


def brought(seat: dict[str, Any], icon: str) -> tuple[int, str]:
    """What a seat's cards do where an icon is shown: settlers less, and cubes (NW11, NW12)."""
    words = [card.split()[1:] for card in seat["claimed"]]
    helping = sum(card == ["native-help", icon] for card in words)
    return helping, "".join(card[2] for card in words if card[:2] == ["tool", icon])


def needed(position: Position, number: int, name: str, location: Location) -> int:
    """NW10 and NW11 for a location that is not the seat's own; for a covered one, what it will ask for."""
    entry = position["locations"].get(name, {})
    plain = int(entry["settlers"]) + 1 if "settlers" in entry else int(location["settlers"])
    return max(1, plain - brought(position["seats"][number], location.get("icon", "none"))[0])


def covered_by(have: Counter[str], cost: str) -> bool:
    """Whether cubes can be paid."""
    return Counter(cost) <= have


def takeable(position: Position, number: int, fort: str) -> list[str]:
    """The stacks of a fort from which a seat can take a tile (NW15)."""
    if len(position["seats"][number]["bonus"]) >= SPACES:
        return []
    return [name for name in heaps() if name.startswith(fort) and position["stacks"][name]]


def claimable(position: Position, number: int, fort: str) -> bool:
    """Whether a seat can pay the card above a fort (NW15, NW16)."""
    row, slot = position["points"]["row"], forts().index(fort)
    return slot < len(row) and covered_by(Counter(position["seats"][number]["storage"]), price(row[slot]))


def why_not(position: Position, number: int, name: str, location: Location) -> str | None:
    """Why a seat cannot work at a location; None if it can (NW9, NW13)."""
    seat, entry = position["seats"][number], position["locations"].get(name, {})
    if "tile" in entry:
        return "covered"
    if entry.get("seat") == number:
        return "yours"
    if needed(position, number, name, location) > seat["home"]:
        return "settlers"
    have = Counter(seat["storage"] + brought(seat, location.get("icon", "none"))[1])
    if location["type"] == "trade" and not covered_by(have, location["cost"]):
        return "unusable"
    if location["type"] == "fort" and not takeable(position, number, name) and not claimable(position, number, name):
        return "unusable"
    return None


def expected(position: Position) -> set[str]:
    """Everything that the seat to decide may do, by the rules."""
    number, decision = position["seat"], position["decision"]
    storage = Counter(position["seats"][number]["storage"])
    if decision["kind"] == "turn":
        board = locations(position["faces"][3])
        return {"rest"} | {
            f"work {name}" for name, location in board.items() if why_not(position, number, name, location) is None
        }
    if decision["kind"] == "times":
        cost, _, gain = decision["card"].partition(">")
        times = 0
        while covered_by(storage, cost):
            storage.subtract(cost)
            storage.update(gain)
            times += 1
        return {f"x{time}" for time in range(1, times + 1)}
    if decision["kind"] == "upgrade":
        return {"stop"} | {f"up {colour}" for colour in storage if colour != "B"}
    if decision["kind"] == "return":
        assert decision["surplus"] == storage.total() - 10
        return {f"return {colour}" for colour in storage}
    if decision["kind"] == "explore":
        return {f"explore {name}" for name, entry in position["locations"].items() if "tile" in entry}
    assert decision["kind"] == "fort"
    fort = decision["location"]
    found = {"stop"} if decision["claimed"] or decision["bonus"] else set()
    if not decision["bonus"]:
        found |= {f"bonus {name}" for name in takeable(position, number, fort)}
    if not decision["claimed"] and claimable(position, number, fort):
        found.add(f"claim {decision['slot']}")
    return found


def bonuses(seat: dict[str, Any]) -> list[int]:
    """NW23, tile by tile."""
    icons = Counter(card.split()[1] for card in seat["claimed"])
    icons.update(tile.split()[1] for tile in seat["explored"] if tile.startswith("icon"))
    worth = []
    for tile in seat["bonus"]:
        counted, _, points = tile.partition("=")
        kinds = counted.split("+")
        if counted == "flat":
            times = 1
        elif counted == "2 settlers":
            times = (12 - seat["reserve"]) // 2
        elif len(kinds) == 1:
            times = icons[counted]
        elif kinds[0] == kinds[1]:
            times = icons[kinds[0]] // 2
        else:
            times = min(icons[kind] for kind in kinds)
        worth.append(times * int(points))
    return worth


def score(seat: dict[str, Any]) -> dict[str, int]:
    """NW22."""
    return {
        "cards": sum(map(value, seat["claimed"])),
        "bonus": sum(bonuses(seat)),
        "exploration": 3 * seat["explored"].count("3 points"),
        "cubes": sum(cube != "Y" for cube in seat["storage"]),
    }


@pytest.mark.rule("NW9", "NW10", "NW11", "NW12", "NW13", "NW15", "NW19", "NW22", "NW23", "C5", "F1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_choices_in_whole_games(players: int) -> None:
    kinds = set()
    for board in FOURTH:
        match = entrepot.Match.new(GAME, players=players, seed=players, options={"board": board}, components=BOX)
        rng = random.Random(f"{players} {board}")
        while match.seat is not None:
            position = match.position()
            legal = texts(match)
            kinds.add(match.decision.kind)
            assert set(legal) == expected(position)
            claims = [text for text in legal if text.startswith(("claim", "explore"))]
            match.play(rng.choice(claims or [text for text in legal if text != "rest" or rng.random() < 0.3] or legal))
        assert match.result is not None
        assert match.result.lines == [score(seat) for seat in match.position()["seats"]]
    assert kinds >= {"turn", "fort", "explore", "times", "upgrade"}


@pytest.mark.rule("NW10", "NW11", "NW12", "NW13", "NW23")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_seat_is_told_about_locations_and_tiles_is_what_happens(players: int) -> None:
    """Settlers needed, who is driven away, the cubes of tools, why not; and what each bonus tile is worth now."""
    match = entrepot.Match.new(GAME, players=players, seed=players, options={"board": "E1"}, components=BOX)
    rng = random.Random(players)
    looked = 0
    while match.seat is not None:
        mover, position, legal = match.seat, match.position(), texts(match)
        if match.decision.kind == "turn" and rng.random() < 0.1:
            looked += 1
            seen = match.observe(mover).position
            for number, seat in enumerate(position["seats"]):
                assert seen["seats"][number]["worth"] == bonuses(seat)
                assert seen["seats"][number]["points"] == sum(score(seat).values())
            for name, location in locations("E1").items():
                told, entry = seen["costs"][name], position["locations"].get(name, {})
                reason = why_not(position, mover, name, location)
                if reason == "unusable":
                    assert told["why"] in ("cubes", "nothing")
                else:
                    assert told["why"] == reason
                assert (told["why"] is None) == (f"work {name}" in legal)
                assert told["printed"] == location["settlers"]
                assert told["help"] == brought(position["seats"][mover], location.get("icon", "none"))[0]
                assert told["gift"] == "".join(
                    sorted(brought(position["seats"][mover], location.get("icon", "none"))[1], key="YRGB".index)
                )
                assert told["ousts"] == (entry.get("seat") if entry.get("seat") != mover else None)
                assert told["why"] == "yours" or told["need"] == needed(position, mover, name, location)
                if told["why"] is None:
                    assert told["need"] == sent(match, name)
                    other = play(fork(match), f"work {name}")
                    assert "".join(event["cubes"] for event in happened(other, "tools")) == told["gift"]
                    assert [event["seat"] for event in happened(other, "ousted")] == [
                        seat for seat in [told["ousts"]] if seat is not None
                    ]
        match.play(rng.choice([text for text in legal if text.startswith("claim")] or legal))
    assert looked > 10
