"""What a seat sees as numbers: it agrees with its observation, and nobody can tell what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import entrepot
from conformance.books import BOOKS
from conformance.kit import every_table, looks, options_of, rng, script, start
from entrepot import envs
from entrepot.numeric.rows import MOST

LETTERS = "YRGB"


def spec_of(match: entrepot.Match) -> envs.Spec:
    return envs.Spec(match.game, match.players, match.options, match.components)


def looked_at(game: str, players: int, seed: int, number: int) -> list[entrepot.Match]:
    """One match, as many times as there is to look at."""
    chosen = script(game, players, "greedy" if seed % 2 and players == 2 else "random", seed)
    match = start(game, players, seed)
    found = []
    for action, close in zip(chosen, looks(chosen, number), strict=True):
        if close:
            found.append(entrepot.Match.from_position(match.position()))
        match.play(action)
    return [*found, match]


@every_table
def test_worlds_that_differ_in_hidden_order_are_equal_rows(game: str, players: int) -> None:
    for seed in (0, 1, 2):
        different = 0
        for number, match in enumerate(looked_at(game, players, seed, 12)):
            spec = spec_of(match)
            for seat in range(players):
                own = spec.observation(match, seat)
                chance = rng("rows", seed, number, seat)
                other = entrepot.Match.from_position(BOOKS[game].worlds(match.position(), seat, chance))
                different += other.position() != match.position()
                assert np.array_equal(spec.observation(other, seat), own)
                drawn = match.observe(seat).sample(chance)
                assert np.array_equal(spec.observation(drawn, seat), own)
                if seat == match.seat:
                    assert np.array_equal(spec.mask(other), spec.mask(match))
        assert different > 5


@every_table
def test_fields_fill_the_row_and_do_not_overlap(game: str, players: int) -> None:
    matches = looked_at(game, players, 1, 10)
    spec = spec_of(matches[0])
    taken = np.zeros(spec.size, int)
    everywhere = np.arange(spec.size, dtype=np.int64)
    for name in spec.fields:
        places = spec.look(everywhere, name)
        assert places.shape == spec.fields[name].shape
        taken[places.ravel()] += 1
    assert taken.max() == 1
    for match in matches:
        for seat in range(players):
            row = spec.observation(match, seat)
            assert row.dtype == np.int16
            assert row.shape == (spec.size,)
            assert row.min() >= 0
            assert not row[taken == 0].any()


def cubes_of(letters: str) -> list[int]:
    return [letters.count(letter) for letter in LETTERS]


@every_table
def test_rows_tell_what_observations_tell(game: str, players: int) -> None:
    for seed in (0, 1):
        for match in looked_at(game, players, seed, 12):
            spec = spec_of(match)
            for viewer in range(players):
                told = match.observe(viewer).position
                row = spec.observation(match, viewer)

                def look(name: str, spec: envs.Spec = spec, row: Any = row) -> Any:
                    return spec.look(row, name).tolist()

                seats = [told["seats"][(viewer + turn) % players] for turn in range(players)]
                assert look("storage") == [cubes_of(one["storage"]) for one in seats]
                kinds = look("decision")
                assert sum(kinds) == (match.seat is not None)
                if match.seat is not None:
                    assert look("decides").index(1) == (match.seat - viewer) % players
                    assert look("viewer").index(1) == viewer
                assert look("round")[:3] == [match.round, told["ending"], match.is_over]
                decision = told["decision"]
                if decision["kind"] == "times":
                    cost, _, gain = decision["card"].partition(">")
                    assert (look("trade_cost"), look("trade_gain")) == (cubes_of(cost), cubes_of(gain))
                (spice_road if game == "spice-road" else new_world)(spec, look, told, seats, viewer)


def spice_road(spec: envs.Spec, look: Any, told: Any, seats: list[Any], viewer: int) -> None:
    merchants = spec.kinds["merchants"]
    assert look("merchants") == [
        [8 * one["hand"].count(card) + one["played"].count(card) for card in merchants] for one in seats
    ]
    for number, one in enumerate(seats):
        claimed = one["claimed"]
        gold, silver, count, points = look("belongings")[number]
        assert (gold, silver) == (one["gold"], one["silver"])
        cards = 0 if isinstance(claimed, int) else sum(int(card.split("=")[1]) for card in claimed)
        assert count == (claimed if isinstance(claimed, int) else len(claimed))
        assert points == 3 * gold + silver + sum(letter != "Y" for letter in one["storage"]) + cards
    row = told["merchants"]["row"]
    assert look("merchant_cubes")[: len(row)] == [cubes_of(entry["cubes"]) for entry in row]
    for slot, entry in enumerate(row):
        cost, arrow, gain = entry["card"].rpartition(">")
        steps = int(gain[2:]) if gain.startswith("up") else 0
        assert look("merchant")[slot] == [steps, 1]
        assert look("merchant_cost")[slot] == cubes_of(cost if arrow else "")
        assert look("merchant_gain")[slot] == cubes_of("" if steps else gain)
    for slot, card in enumerate(told["points"]["row"]):
        cost, points = card.split("=")
        assert look("point_cost")[slot] == cubes_of(cost)
        assert look("point")[slot][::2] == [int(points), 1]
    coins = told["coins"]
    assert look("left") == [told["merchants"]["deck"], told["points"]["deck"], coins["gold"], coins["silver"]]
    assert look("claimed") == [told["points"]["out"].count(card) for card in spec.kinds["point_cards"]]


def new_world(spec: envs.Spec, look: Any, told: Any, seats: list[Any], viewer: int) -> None:
    players = len(seats)
    tiles, cards = spec.kinds["bonus_tiles"], spec.kinds["point_cards"]
    assert look("bonus") == [[one["bonus"].count(tile) for tile in tiles] for one in seats]
    everything = [card for one in seats for card in one["claimed"]]
    assert look("claimed") == [everything.count(card) for card in cards]
    for number, one in enumerate(seats):
        assert look("belongings")[number] == [one["home"], one["reserve"], len(one["claimed"]), one["points"]]
        held, worth, merchants, outposts = look("tiles")[number]
        assert (held, worth) == (len(one["bonus"]), sum(one["worth"]))
        assert merchants == one.get("merchants", 0)
        assert outposts == one["lines"].get("outposts", 0)
    for place, name in enumerate(spec.kinds["locations"]):
        there, covered, settlers, need = look("location")[place]
        assert there == (name in told["board"])
        if not there:
            assert not any([covered, settlers, need])
            continue
        entry = told["locations"].get(name, {})
        assert covered == ("tile" in entry)
        assert settlers == entry.get("settlers", 0)
        owner = entry.get("seat")
        assert look("location_seat")[place] == [(viewer + turn) % players == owner for turn in range(players)]
        assert need == (0 if covered or owner == viewer else told["costs"][name]["need"])
    assert look("left")[0] == told["points"]["deck"]["left"]
    for place, name in enumerate(spec.kinds["stacks"]):
        assert look("stack")[place][0] == told["stacks"].get(name, {"left": 0})["left"]
    row = [*told["points"]["row"]]
    for slot, card in enumerate(row):
        cost, points = card.split(" ")[0].split("=")
        assert look("point_cost")[slot] == cubes_of(cost)
        assert look("point")[slot][0] == int(points)
    if "market" in told:
        assert look("left")[1] == told["market"]["deck"]
        assert [entry[1] for entry in look("merchant")] == [slot < len(told["market"]["row"]) for slot in range(4)]
        used = [card for one in seats for card in one["discards"]]
        assert look("used") == [used.count(card) for card in spec.kinds["merchants"]]
    if "sea" in told:
        assert look("grid") == [one["grid"] for one in seats]
        for place, (name, entry) in enumerate(told["sea"].items()):
            assert [coordinate - 15 for coordinate in look("sea_place")[place]] == list(map(int, name.split(",")))
            _, toll, price, free = look("sea")[place]
            assert toll == entry["toll"]
            assert free == (entry["price"] is not None)
            assert not free or price == entry["price"]
            assert look("outposts")[place] == [
                (viewer + turn) % players in entry["outposts"] for turn in range(players)
            ]
            assert look("ships")[place] == [one["ship"] == name for one in seats]
    if "beside" in told:
        assert sum(entry[3] for entry in look("beside")) == len(told["beside"])
        for number, one in enumerate(seats):
            routes = [entry[1:] for entry in look("route")[number]]
            crews = [entry["settlers"] for entry in one["route"]]
            assert routes == [[1, crew, 0] for crew in crews] + [[0, 0, 0]] * (5 - len(crews))
            for place, entry in enumerate(one["route"]):
                cost, arrow, gain = entry["card"].rpartition(">")
                assert look("route_cost")[number][place] == cubes_of(cost if arrow else "")
                assert look("route_gain")[number][place] == cubes_of("" if gain.startswith("up") else gain)


def test_numbers_beyond_a_lane_are_told_as_the_most() -> None:
    spec = envs.Spec("spice-road")
    state = spec.engine.new(0)
    state.round = 10**6
    state.gold[0] = 10**5
    row = spec.row(state, 0)
    assert spec.look(row, "round")[0] == 9999
    assert spec.look(row, "belongings")[0, 0] == MOST == spec.look(row, "belongings")[0, 3]


def test_fields_that_are_not_there_are_named() -> None:
    spec = envs.Spec("spice-road")
    with pytest.raises(entrepot.InvalidOptions, match="has no field 'ships'"):
        spec.look(np.zeros(spec.size), "ships")


@every_table
def test_points_are_those_of_the_result(game: str, players: int) -> None:
    spec = envs.Spec(game, players, options_of(game, 3))
    state, chance = spec.engine.new(5), Random(5)
    for _ in range(300):
        if state.over:
            break
        assert [spec.rows.points(state, seat) for seat in range(players)] == spec.engine.result(state).points
        spec.engine.apply(state, chance.choice(spec.engine.legal(state)))
