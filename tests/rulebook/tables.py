"""Tables of Spice Road, set up by hand: always with the whole box, so that every one could be reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import entrepot

GAME = "spice-road"
COLOURS = "YRGB"

GAINS = ["YYY", "YR", "G", "YYYY", "YYR", "RR", "YG", "B"]
TRADES = """
    YY>RR YY>G YYY>RRR YYY>RG YYY>B YYYY>GG YYYY>GB YYYYY>GGG YYYYY>BB
    R>YYY YR>B RR>YYYG RR>GG RR>YYB RRR>YYGG RRR>GGG RRR>YGB RRR>BB
    G>YYYYR G>RR G>YRR YYG>BB GG>YYRRR GG>YYRB GG>RRB GG>BB GGG>BBB
    B>YYRR B>RRR B>YYYG B>YRG B>GG BB>RRRGG BB>YRGGG
""".split()  # noqa: SIM905
MERCHANTS = [*GAINS, "up3", *TRADES]
POINTS = """
    YYRR=6 YYYRR=7 YYRRR=8 RRRR=8 YYGG=8 YYYGG=9 YYRB=9 RRRRR=10 RRGG=10 YYBB=10 YYGGG=11 YYYBB=11
    RRRGG=12 GGGG=12 YRGB=12 RRGB=12 YGGB=12 RRBB=12 YYRRGG=13 RRGGG=13 YYYRGB=14 RRRBB=14 GGBB=14
    YYBBB=14 GGGGG=15 YYRRBB=15 YRRRGB=16 RRBBB=16 BBBB=16 YYGGBB=17 GGGBB=17 YRGGGB=18 GGBBB=18
    RRGGBB=19 YRGBBB=20 BBBBB=20
""".split()  # noqa: SIM905

Seat = dict[str, Any]
Position = dict[str, Any]


def cubes(letters: str) -> str:
    """Cube letters in the order of the notation."""
    return "".join(sorted(letters, key=COLOURS.index))


def value(card: str) -> int:
    """The points of a point card."""
    return int(card.partition("=")[2].split()[0])


def limit(players: int) -> int:
    """How many point cards trigger the end."""
    return 6 if players <= 3 else 5


def seat(
    storage: str = "",
    hand: Sequence[str] = ("YY", "up2"),
    played: Sequence[str] = (),
    claimed: Sequence[str] = (),
    gold: int = 0,
    silver: int = 0,
) -> Seat:
    """What one seat has."""
    return {
        "storage": cubes(storage),
        "hand": list(hand),
        "played": list(played),
        "claimed": list(claimed),
        "gold": gold,
        "silver": silver,
    }


def position(
    *seats: Seat,
    to_move: int | None = 0,
    row: Sequence[str] = (),
    short: bool = False,
    deck: Sequence[str] | None = None,
    points: Sequence[str] = (),
    decision: dict[str, Any] | None = None,
    options: dict[str, bool] | None = None,
    round: int = 9,  # noqa: A002
) -> Position:
    """A position with the whole box on the table.

    `row` holds cards, or `card:cubes`. A row that is not `short` is filled up with other cards. With `deck` the
    merchants that are left over are in the hand of the last seat, else they are the deck.
    """
    names = [entry.partition(":")[0] for entry in row]
    used = Counter([*names, *(deck or [])])
    for one in seats:
        used.update([*one["hand"], *one["played"]])
    spare = [card for card in MERCHANTS if not used[card]]
    cards = [{"card": name, "cubes": cubes(entry.partition(":")[2])} for name, entry in zip(names, row, strict=True)]
    while len(cards) < 6 and not short:
        cards.append({"card": spare.pop(0), "cubes": ""})
    seats = tuple(dict(one) for one in seats)
    if deck is None:
        deck = spare
    else:
        seats[-1]["hand"] = [*seats[-1]["hand"], *spare]
    claimed = Counter(card for one in seats for card in one["claimed"])
    left = [card for card in POINTS if not claimed[card] and card not in points]
    line = [*points, *left[: 5 - len(points)]]
    most = limit(len(seats))
    return {
        "game": GAME,
        "players": len(seats),
        "options": options or {},
        "seat": to_move,
        "decision": decision or {"kind": "turn"},
        "round": round,
        "ending": any(len(one["claimed"]) == most for one in seats),
        "seats": list(seats),
        "merchants": {"row": cards, "deck": list(deck)},
        "points": {"row": line, "deck": [card for card in left if card not in line]},
        "coins": {
            "gold": 2 * len(seats) - sum(one["gold"] for one in seats),
            "silver": 2 * len(seats) - sum(one["silver"] for one in seats),
        },
    }


def table(*seats: Seat, **arguments: Any) -> entrepot.Match:
    """A match that goes on from `position(...)`."""
    return entrepot.Match.from_position(position(*seats, **arguments))


def texts(match: entrepot.Match) -> list[str]:
    """The legal actions as texts."""
    return [str(action) for action in match.legal_actions()]


def play(match: entrepot.Match, *actions: str) -> entrepot.Match:
    """Play some actions one after the other."""
    for action in actions:
        match.play(action)
    return match


def at(match: entrepot.Match, number: int) -> Seat:
    """What a seat has now."""
    found: Seat = match.position()["seats"][number]
    return found


def row(match: entrepot.Match) -> list[str]:
    """The merchants of the row, `card` or `card:cubes`."""
    return [
        entry["card"] + (f":{entry['cubes']}" if entry["cubes"] else "")
        for entry in match.position()["merchants"]["row"]
    ]


def happened(match: entrepot.Match, *kinds: str) -> list[dict[str, Any]]:
    """The events of some kinds, in order."""
    return [event.to_dict() for event in match.events() if event.kind in kinds]


def claims(amount: int, *, without: Sequence[str] = (), start: int = 0) -> list[str]:
    """Some point cards to have claimed already."""
    return [card for card in POINTS[start:] if card not in without][:amount]
