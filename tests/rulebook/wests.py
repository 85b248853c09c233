"""Tables of From East to West, set up by hand: those of A New World with a market, routes, ships and a sea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import entrepot

from . import lands
from .lands import BOXES, FINDS, PART1, PART2, PART3, covers, without
from .tables import MERCHANTS, Position, Seat, happened

CHART = {
    "0,0": None,
    "1,0": ("ginger", "R>YYY"),
    "1,-1": ("chili", "YY>RR"),
    "0,-1": ("tea", "YY>G"),
    "-1,0": ("cloves", "YYY>B"),
    "-1,1": ("ginger", "G>YYYYR"),
    "0,1": ("chili", "B>RRR"),
    "2,-1": ("tea", "RR>GG"),
    "1,-2": ("cloves", "GG>BB"),
    "-1,-1": ("ginger", "B>YYYG"),
    "-2,1": ("chili", "G>RR"),
    "-1,2": ("tea", "B>GG"),
    "1,1": ("cloves", "YR>B"),
}
"""The sea of these tests: the sea tile, the ring around it, and the six tiles beyond, each between two of the ring."""
OPTIONS: dict[str, dict[str, Any]] = {
    PART1: {"replace_occupied": True, "merchant_pair_points": 1},
    PART2: {"sea": "star"},
    PART3: {"sea": "star", "merchant_pair_points": 1},
}
MARKETS = [PART1, PART3]
SEAS = [PART2, PART3]
EVERYONE = [2, 3, 4]


def deal(game: str, players: int = 2, seed: int = 1, **options: Any) -> entrepot.Match:
    """A new game with the box of the tests."""
    return entrepot.Match.new(game, players=players, seed=seed, options=options, components=BOXES[game])


def seat(
    *basics: Any,
    route: Sequence[str | tuple[str, int]] = (),
    discards: Sequence[str] = (),
    ship: str = "0,0",
    **more: Any,
) -> Seat:
    """What one seat has; a route card with settlers on it is a pair. What its game does not have is left out later.

    `basics` and `more` are those of A New World.
    """
    cards = [(card, 0) if isinstance(card, str) else card for card in route]
    return lands.seat(*basics, **more) | {
        "route": [{"card": card, "settlers": settlers} for card, settlers in cards],
        "discards": list(discards),
        "ship": ship,
    }


def position(
    game: str,
    *seats: Seat,
    market: Sequence[str] = (),
    pile: Sequence[str] | None = None,
    outposts: Mapping[str, Sequence[int]] | None = None,
    places: Sequence[str] | None = None,
    beside: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
    **arguments: Any,
) -> Position:
    """A position with the whole box on the table.

    `market` is the row; without `pile` it is filled up and the rest of the merchants is its deck, else those that are
    left over are in the discard pile of the last seat. `outposts` says who has built where on `CHART`, whose tiles may
    lie at other `places`. In part I the
    exploration tiles that nothing else is said of lie beside the board, in the order of the box.
    """
    kept = {PART1: ("route", "discards"), PART2: ("ship",), PART3: ("discards", "ship")}[game]
    extra = ("route", "discards", "ship")
    seats = tuple({key: entry for key, entry in one.items() if key in kept or key not in extra} for one in seats)
    more: dict[str, Any] = {}
    if game in MARKETS:
        used = [card["card"] for one in seats for card in one.get("route", [])]
        used += [card for one in seats for card in one["discards"]]
        spare = without(MERCHANTS, [*used, *market, *(pile or [])])
        row = list(market)
        if pile is None:
            while len(row) < 4:
                row.append(spare.pop(0))
            pile = spare
        else:
            seats[-1]["discards"] = [*seats[-1]["discards"], *spare]
        more["market"] = {"row": row, "deck": list(pile)}
    if game in SEAS:
        built = dict(outposts or {})
        more["sea"] = {
            name: {
                "symbol": tile and tile[0],
                "card": tile and tile[1],
                "outposts": list(built.pop(name, [])),
            }
            for name, tile in zip(places or CHART, CHART.values(), strict=True)
        }
        assert not built, f"no tiles {built}"
    if game == PART1:
        on, opened = arguments.get("on") or {}, arguments.setdefault("opened", ())
        if beside is None:
            lying = [name for name in covers(PART1, len(seats)) if name not in on and name not in opened]
            used = [tile for one in seats for tile in one["explored"]]
            left = without(FINDS, [*used, *(entry for entry in on.values() if isinstance(entry, str))])
            beside = {f"#{number}": tile for number, tile in enumerate(left[: len(left) - len(lying)], 1)}
        more["beside"] = dict(beside)
    return lands.position(*seats, game=game, options={**OPTIONS[game], **(options or {})}, **more, **arguments)


def grid(match: entrepot.Match, number: int) -> list[int]:
    """How many outposts a seat has built, by symbol in the order of the grid: ginger, chili, tea, cloves."""
    found: list[int] = match.observe(number).position["seats"][number]["grid"]
    return found


def forced(match: entrepot.Match) -> list[str]:
    """The texts of the actions that were applied unasked."""
    return [event["text"] for event in happened(match, "action") if event["forced"]]


def table(game: str, *seats: Seat, **arguments: Any) -> entrepot.Match:
    """A match that goes on from `position(...)`."""
    return entrepot.Match.from_position(position(game, *seats, **arguments), components=BOXES[game])
