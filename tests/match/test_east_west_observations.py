"""What observations of From East to West say of choices to come is what then can be chosen, and what it costs.

Whole games are walked through; what an observation adds is counted again from the table that it shows.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import entrepot

from .changes import put
from .parts import BOXES, PART1, PART2, PART3, PARTS, changed, legal, match_of, outposts, start

Seen = dict[str, Any]
AROUND = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
TABLES = [(game, players) for game in PARTS for players in (2, 3, 4)]
MOST = 700
LIKED = ("claim", "build", "bonus", "keep", "use", "route")


def walk(game: str, players: int, seed: int) -> Any:
    """The decisions of a game in which building, claiming and markets are liked, until it is long enough."""
    options: dict[str, Any] = {"sea": "random"} if game != PART1 and seed % 2 else {}
    match = entrepot.Match.new(game, players=players, seed=seed, options=options, components=BOXES[game])
    chance = random.Random(seed)
    for _ in range(MOST):
        if match.seat is None:
            return
        yield match
        choices = legal(match)
        weights = [
            9 if text.split()[0] in ("claim", "build", "bonus", "keep", "use", "route") else 2 for text in choices
        ]
        match.play(chance.choices(choices, weights)[0])


def payable(card: str, have: str) -> bool:
    """Whether the action of a merchant or tile can be carried out once."""
    cost = card.partition(">")[0] if ">" in card else ""
    return Counter(cost) <= Counter(have)


def played(match: entrepot.Match, *texts: str) -> entrepot.Match:
    """The same table after some more actions."""
    fork = entrepot.Match.from_position(match.position(), components=BOXES[match.game])
    for text in texts:
        fork.play(text)
    return fork


def reach(sea: Seen, ship: str, steps: Any) -> set[str]:
    """The tiles where a move may end, whatever it costs (W2-3)."""
    places = {tuple(map(int, name.split(","))): name for name in sea}
    own = next(place for place, name in places.items() if name == ship)
    if steps == "any":
        return set(sea) - {ship}
    near = {place: [(place[0] + q, place[1] + r) for q, r in AROUND if (place[0] + q, place[1] + r) in places]
            for place in places}  # fmt: skip
    ends = set(near[own])
    if steps == 2:
        ends |= {end for place in near[own] for end in near[place]}
    return {places[end] for end in ends}


def check_sea(seen: Seen, seat: int) -> None:
    """Tolls, prices and grids, by arithmetic from ships and outposts."""
    ships = [one["ship"] for one in seen["seats"]]
    for name, tile in seen["sea"].items():
        assert tile["toll"] == sum(ship == name for other, ship in enumerate(ships) if other != seat)
        free = tile["symbol"] is not None and seat not in tile["outposts"]
        assert tile["price"] == (len(tile["outposts"]) * (2 if seen["players"] == 2 else 1) if free else None)
    for number, one in enumerate(seen["seats"]):
        own = Counter(tile["symbol"] for tile in seen["sea"].values() if number in tile["outposts"])
        assert one["grid"] == [own[symbol] for symbol in ("ginger", "chili", "tea", "cloves")]
    assert seen["outpost_values"] == [1, 2, 3]


def check_route(one: Seen) -> None:
    """What each card of a route asks for now, by counting (W1-9)."""
    free = 0
    for entry in one["route"]:
        assert entry["need"] == 1 + free
        free += entry["settlers"] == 0
        why = None
        if entry["settlers"]:
            why = "occupied"
        elif entry["need"] > one["home"]:
            why = "settlers"
        elif not payable(entry["card"], one["storage"]):
            why = "cubes"
        assert entry["why"] == why


def check_place(seen: Seen, seat: int, name: str) -> None:
    """What a market, ship or outpost location promises to the seat whose turn it is."""
    cost, place, one = seen["costs"][name], seen["board"][name], seen["seats"][seat]
    have = one["storage"] + cost["gift"]
    if place["type"] == "market":
        row = seen["market"]["row"]
        card = row[place["slot"] - 1] if place["slot"] <= len(row) else None
        assert cost["use"] == (card is not None and payable(card, have))
        free = len(one.get("route", [])) < 5 or seen["options"].get("replace_occupied")
        keep = seen["game"] == PART1 and card is not None
        assert cost["keep"] == (keep and bool(free or any(not entry["settlers"] for entry in one["route"])))
        useless = "nothing" if card is None else None if cost["use"] or cost["keep"] else "cubes"
    elif place["type"] == "ship":
        ends = {end for end in reach(seen["sea"], one["ship"], place["steps"]) if seen["sea"][end]["toll"] <= len(have)}
        assert set(cost["ends"]) == ends
        useless = None if ends else "cubes"
    elif place["type"] == "outpost-trade":
        own = {name: tile["card"] for name, tile in seen["sea"].items() if seat in tile["outposts"]}
        assert set(cost["ends"]) == {name for name, card in own.items() if payable(card, have)}
        useless = None if cost["ends"] else "cubes" if own else "nothing"
    elif place["type"] == "ship-trade":
        card = seen["sea"][one["ship"]]["card"]
        useless = "nothing" if card is None else None if payable(card, have) else "cubes"
    else:
        return
    if cost["why"] not in ("covered", "yours", "settlers"):
        assert cost["why"] == useless, name


def check_follows(match: entrepot.Match, seen: Seen, seat: int, name: str) -> None:
    """What is asked after work at a location is what the observation before has promised."""
    cost, place = seen["costs"][name], seen["board"][name]
    after = played(match, f"work {name}")
    sent = next(event for event in after.events() if event.kind == "sent")
    assert sent.data["settlers"] == cost["need"]
    forced = [e.data["text"] for e in after.events() if e.kind == "action" and e.data["forced"]]
    asked = legal(after) if after.seat == seat else []
    if place["type"] == "market":
        wanted = [text for text in ("use", "keep") if cost[text]]
        assert wanted == (asked if len(wanted) == 2 else forced[:1])
    elif place["type"] in ("ship", "outpost-trade"):
        verb = "sail" if place["type"] == "ship" else "outpost"
        wanted = [f"{verb} {end}" for end in cost["ends"]]
        assert sorted(wanted) == sorted(asked if len(wanted) > 1 else forced[:1])


def check_payments(match: entrepot.Match, seen: Seen) -> None:
    """A move to a tile takes as many cubes as its toll, and building there as many as its price."""
    for text in legal(match):
        tile = seen["sea"][text.removeprefix("sail ")]
        after = played(match, text)
        while after.decision.kind == "pay":
            after.play(after.legal_actions()[0])
        told = Counter(event.kind for event in after.events())
        assert told["toll"] == tile["toll"]
        left = len(seen["seats"][match.seat]["storage"]) - tile["toll"]
        may_build = tile["price"] is not None and tile["price"] <= left
        assert ("build" in legal(after)) == may_build
        if may_build:
            after.play("build")
            while after.decision.kind == "pay":
                assert after.decision.data["price"] > 0
                after.play(after.legal_actions()[0])
            told = Counter(event.kind for event in after.events())
            assert (told["price"], told["built"]) == (tile["price"], 1)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_observations_promise_what_then_can_be_chosen(game: str, players: int) -> None:
    kinds: Counter[str] = Counter()
    for match in walk(game, players, players):
        seat, kind = match.seat, match.decision.kind
        kinds[kind] += 1
        seen = match.observe(seat).position
        assert seen["active"] == match.position()["active"]
        if game != PART1:
            check_sea(seen, seat)
        if game != PART2:
            for one in seen["seats"]:
                assert one["merchants"] == len(one["discards"]) + len(one.get("route", []))
                check_route(one) if game == PART1 else None
        if kind == "turn":
            choices = legal(match)
            for name, cost in seen["costs"].items():
                assert (cost["why"] is None) == (f"work {name}" in choices), name
                check_place(seen, seat, name)
                if cost["why"] is None and kinds["turn"] % 9 == 0:
                    check_follows(match, seen, seat, name)
            routes = [f"route {n}" for n, one in enumerate(seen["seats"][seat].get("route", []), 1) if not one["why"]]
            assert [text for text in choices if text.startswith("route")] == routes
        elif kind == "sail" and kinds["sail"] % 3 == 0:
            check_payments(match, seen)
    asked = {PART1: {"market", "swap", "replace"}, PART2: {"sail", "build"}, PART3: {"sail", "build"}}
    assert asked[game] | {"turn", "return"} <= set(kinds)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nobody_learns_what_lies_hidden(game: str, players: int) -> None:
    """Neither the state of the chance nor an order of merchants is told, and a price only to seats."""
    match = match_of(start(game, players))
    for viewer in (None, *range(players)):
        seen = match.observe(viewer).position
        assert "chance" not in seen
        assert ("costs" in seen) == (viewer is not None)
        if game != PART2:
            assert seen["market"]["deck"] == len(start(game, players)["market"]["deck"])
        if game != PART1:
            told = {"toll", "price", "empties"} if viewer is not None else set()
            assert all(set(tile) == {"symbol", "card", "outposts"} | told for tile in seen["sea"].values())


def test_a_tool_of_a_ship_location_pays_the_toll() -> None:
    """What the location brings counts before it is there (F3, F4)."""
    position = changed(PART3, put("seats", 0, "storage", value=""))
    tool = "YYB=5 tool river Y"
    without = match_of(position).observe(0).position["costs"]["F2.1"]
    position["points"]["row"].remove(tool)
    position["points"]["row"].append(position["points"]["deck"].pop())
    position["seats"][0]["claimed"].append(tool)
    match = match_of(position)
    cost = match.observe(0).position["costs"]["F2.1"]
    assert (without["gift"], cost["gift"]) == ("", "Y")
    assert set(cost["ends"]) - set(without["ends"]) == {"0,1"}
    match.play("work F2.1")
    match.play("sail 0,1")
    assert match.position()["seats"][1]["storage"] == "YYYYB"
    assert [event.kind for event in match.events() if event.kind in ("tools", "toll")] == ["tools", "toll"]


@pytest.mark.parametrize("game", [PART2, PART3])
def test_twelve_outposts_and_nothing_left_to_build(game: str) -> None:
    match = match_of(changed(game, outposts(ginger=[3, 1], chili=[3], tea=[3], cloves=[3])))
    seen = match.observe(0).position
    assert [tile["price"] for tile in seen["sea"].values()] == [None] * 13
    assert seen["seats"][0]["grid"] == [3, 3, 3, 3]
    standing = match.standing
    assert standing.lines[0]["outposts"] == 24
    assert standing.lines[1]["outposts"] == 1
    assert match.observe(1).position["sea"]["1,-1"]["price"] in (None, 2)
