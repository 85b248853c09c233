"""One position of each part of From East to West, written by hand as far as anything is told in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import entrepot
from entrepot import components

from .changes import Change, Position, refusal, refused_or_played, spoils

PART1, PART2, PART3 = PARTS = ["east-west-1", "east-west-2", "east-west-3"]
BOXES = {game: components.load(game, Path(__file__).parent.parent / "data" / "new_world.toml") for game in PARTS}
MINE = ["YYB=5 native-help plains", "YRR=4 exploration", "RGB=8 exploration"]
ROW = ["YYR", "YY>G", "up3", "RRR>BB"]
ROUTE = ["RR", "G>RR", "YYY", "YR", "YY>RR"]
USED = ["YG", "G", "B"]
SEA = {
    "0,0": (None, None, []),
    "1,0": ("tea", "B>GG", [0]),
    "1,-1": ("ginger", "B>YYRR", [0, 1]),
    "0,-1": ("cloves", "YYYYY>BB", [1]),
    "-1,0": ("ginger", "G>YYYYR", []),
    "-1,1": ("ginger", "RR>YYB", []),
    "0,1": ("cloves", "RRR>BB", []),
    "2,-1": ("chili", "GG>RRB", [1]),
    "1,-2": ("chili", "G>RR", []),
    "-1,-1": ("tea", "YY>G", []),
    "-2,1": ("cloves", "YYY>B", []),
    "-1,2": ("chili", "B>RRR", []),
    "1,1": ("tea", "YYYY>GB", []),
}
"""Symbol, trade and owners of outposts."""


def start(game: str, players: int = 2) -> Position:
    """Seat 0 has three point cards, two finds, a settler on a market or ship, and what its part gives."""
    position = entrepot.Match.new(game, players=players, seed=9, components=BOXES[game]).position()
    one, other = position["seats"][:2]
    cards = [card for card in [*position["points"]["row"], *position["points"]["deck"]] if card not in MINE]
    position |= {"round": 6, "chance": 7, "points": {"row": cards[:4], "deck": cards[4:]}}
    one |= {"storage": "YYRG", "claimed": list(MINE)}
    if game == PART1:
        one["bonus"] = [next(iter(position["stacks"].values())).pop(0)]
    other["storage"] = "YYYB"
    covered = [position["locations"].pop(name) for name in [*position["locations"]][:2]]
    if game == PART1 and players == 4:
        covered = [{"tile": position["beside"].pop(name)} for name in ("#2", "#9")]
    one["explored"] = [entry["tile"] for entry in covered]
    put_settlers(position, 0, "F2.1" if game == PART2 else "E2.1")
    put_settlers(position, 1, "C1.2" if game != PART1 else "B1.4")
    if game != PART2:
        one["discards"] = list(USED)
        gone = [*ROW, *USED]
        if game == PART1:
            one["route"] = [{"card": ROUTE[0], "settlers": 1}, {"card": ROUTE[1], "settlers": 0}]
            one["home"] -= 1
            gone += ROUTE[:2]
        deck = sorted([*position["market"]["row"], *position["market"]["deck"]])
        for card in gone:
            deck.remove(card)
        position["market"] = {"row": list(ROW), "deck": deck}
    if game != PART1:
        position["sea"] = {
            name: {"symbol": symbol, "card": card, "outposts": list(seats)}
            for name, (symbol, card, seats) in SEA.items()
        }
        one["ship"], other["ship"] = "1,0", "0,1"
    return position


def put_settlers(position: Position, seat: int, name: str, number: int = 1) -> None:
    """Settlers of a seat from home to a location."""
    position["locations"][name] = {"seat": seat, "settlers": number}
    position["seats"][seat]["home"] -= number


def changed(game: str, *changes: Change, players: int = 2) -> Position:
    """That position with changes to it."""
    position = start(game, players)
    for change in changes:
        change(position)
    return position


def match_of(position: Position, seed: int = 0) -> entrepot.Match:
    """The match that goes on from a position."""
    return entrepot.Match.from_position(position, seed=seed, components=BOXES[position["game"]])


def refused(game: str, position: Position) -> str:
    """The one-line reason for refusing a position with the box of that part."""
    return refusal(position, BOXES[game])


def misread(game: str, data: st.DataObject) -> None:
    """Junk in that position is refused, or it is a position all the same."""
    refused_or_played(start(game), data.draw(spoils(start(game))), BOXES[game])


def legal(match: entrepot.Match) -> list[str]:
    """The texts of all legal actions."""
    return [str(action) for action in match.legal_actions()]


def settlers_home(position: Position) -> None:
    """A change: all settlers of seat 0 are at home."""
    for name in [name for name, entry in position["locations"].items() if entry.get("seat") == 0]:
        position["seats"][0]["home"] += position["locations"].pop(name)["settlers"]


def full_route(*settlers: int) -> Change:
    """A change: seat 0 has five cards in its route, with so many settlers on them."""

    def change(position: Position) -> None:
        one, crew = position["seats"][0], [*settlers, 0, 0, 0, 0, 0][:5]
        for card in ROUTE[2:]:
            position["market"]["deck"].remove(card)
        one["route"] = [{"card": card, "settlers": number} for card, number in zip(ROUTE, crew, strict=True)]
        one["home"] += 1 - sum(crew)

    return change


def merchant(card: str, *path: Any) -> Change:
    """A change: a merchant comes from the deck to the end of a list."""

    def change(position: Position) -> None:
        position["market"]["deck"].remove(card)
        pile: Any = position
        for key in path:
            pile = pile[key]
        pile.append(card)

    return change


def outposts(**owners: list[int]) -> Change:
    """A change: all outposts of each symbol, tile by tile, belong to the seats listed; of the others nobody's."""

    def change(position: Position) -> None:
        for symbol in ("ginger", "chili", "tea", "cloves"):
            tiles = [tile for tile in position["sea"].values() if tile["symbol"] == symbol]
            for number, tile in enumerate(tiles):
                tile["outposts"] = [seat for seat, built in enumerate(owners.get(symbol, [])) if built > number]

    return change
