"""Tables of A New World and its kin, set up by hand: always with the whole box, so that every one could be reached.

The box is a file of the tests, so that tuning the packaged one changes nothing here. Its names and numbers are read
from the TOML by this module, not taken from the loader.
"""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import entrepot
from entrepot import components

from .tables import Position, Seat, cubes, happened, texts

GAME = "new-world"
PART1, PART2, PART3 = PARTS = [f"east-west-{part}" for part in (1, 2, 3)]
FILE = Path(__file__).parent.parent / "data" / "new_world.toml"
BOXES = {game: components.load(game, FILE) for game in (GAME, *PARTS)}
BOX = BOXES[GAME]
DATA = tomllib.loads(FILE.read_text("utf-8"))
FOURTH = ["D1", "E1", "F1"]
LAST = 8
SETTLERS = 12
FACES = {PART1: ["A1", "B1", "E2", "C2"], PART2: ["A2", "B2", "C1", "F2"], PART3: ["A2", "B2", "C1", "F2", "E2", "D2"]}
STARS = {GAME: "white", PART1: "black", PART2: "white", PART3: "black"}
MARKS = {GAME: ("",), PART1: ("", "I"), PART2: ("",), PART3: ("", "I", "III")}
KINDS = ["native-help", "tool", "new-settlers", "exploration"]

Location = dict[str, Any]


def card_name(card: Mapping[str, Any]) -> str:
    """A point card as positions call it."""
    extra = " ".join(str(card[key]) for key in ("icon", "cube", "settlers") if key in card)
    return f"{card['cost']}={card['points']} {card['kind']} {extra}".strip()


def bonus_name(tile: Mapping[str, Any]) -> str:
    """A bonus tile as positions call it."""
    if "per_icon" in tile:
        counted = str(tile["per_icon"])
    elif "pair" in tile:
        counted = "+".join(tile["pair"])
    else:
        counted = next((f"{tile[f'per_{of}']} {of}" for of in ("settlers", "merchants") if f"per_{of}" in tile), "flat")
    return f"{counted}={tile['points']}"


def find_name(tile: Mapping[str, Any]) -> str:
    """An exploration tile as positions call it."""
    if "cubes" in tile:
        return str(tile["cubes"])
    if "settlers" in tile:
        return f"{tile['settlers']} settler{'s' if tile['settlers'] > 1 else ''}"
    return f"{tile['points']} points" if "points" in tile else f"icon {tile['icon']}"


CARDS = [card_name(card) for card in DATA["points"]]
FINDS = [find_name(tile) for tile in DATA["exploration"]]


def bonus_of(game: str, pair: int = 1) -> list[str]:
    """The bonus tiles of a game (NW4, W1-1, W2-1, W3-1); those marked I with the points of a table's choice (R4)."""
    tiles = [tile for tile in DATA["bonus"] if tile.get("mark", "") in MARKS[game]]
    return [bonus_name(tile | {"points": pair} if "per_merchants" in tile else tile) for tile in tiles]


BONUS = bonus_of(GAME)


def cards_of(players: int, game: str = GAME) -> list[str]:
    """The point cards that a number of players uses (NW3, W1-1, W2-1, W3-1)."""
    out = {2: {"3+", "=4"}, 3: {"=4"}, 4: set()}[players]
    return [
        card_name(card) for card in DATA["points"] if card.get("star") != STARS[game] and card.get("players") not in out
    ]


def of_kind(kind: str, players: int, icon: str = "", game: str = GAME) -> list[str]:
    """The cards of a kind (and of a landmark)."""
    return [card for card in cards_of(players, game) if f" {kind}" in card and f" {icon}" in card]


def price(card: str) -> str:
    """The cubes of a point card."""
    return card.partition("=")[0]


def faces(board: str) -> list[str]:
    """The faces of a board, in its order: of A New World by its fourth board, or of a part."""
    return FACES.get(board, ["A1", "B1", "C1", board])


def of_faces(names: Sequence[str]) -> dict[str, Location]:
    """All locations of some faces by name, in their order."""
    return {
        f"{face}.{number}": location
        for face in names
        for number, location in enumerate(DATA["face"][face]["locations"], 1)
    }


def locations(board: str) -> dict[str, Location]:
    """All locations of a board by name, in its order."""
    return of_faces(faces(board))


def forts(names: Sequence[str] = ("A1", "B1")) -> list[str]:
    """The forts of some faces in the order of their slots (F12)."""
    return [name for name, location in of_faces(names).items() if location["type"] == "fort"]


def heaps(board: str = "D1") -> dict[str, int]:
    """The bonus stacks by name, with their printed heights: those of forts, or those that faces have for themselves."""
    found: dict[str, int] = {}
    for name in forts(faces(board)):
        sizes = locations(board)[name]["stacks"]
        found |= {name if len(sizes) == 1 else f"{name}.{k}": size for k, size in enumerate(sizes, 1)}
    for face in faces(board):
        found |= {f"{face}.s{k}": size for k, size in enumerate(DATA["face"][face].get("stacks", []), 1)}
    return found


def covers(board: str, players: int) -> list[str]:
    """The locations that begin under an exploration tile (NW5)."""
    marks = {"always"} | ({"2-3"} if players <= 3 else set())
    return [name for name, location in locations(board).items() if location.get("cover") in marks]


def seat(
    storage: str = "",
    claimed: Sequence[str] = (),
    bonus: Sequence[str] = (),
    explored: Sequence[str] = (),
    home: int | None = None,
) -> Seat:
    """What one seat has. Settlers at `home` that are not told follow from the rules and the board."""
    return {
        "storage": cubes(storage),
        "home": home,
        "claimed": list(claimed),
        "bonus": list(bonus),
        "explored": list(explored),
    }


def active(one: Seat, players: int) -> int:
    """How many settlers a seat has on its own board and the game board together (NW6, NW18, NW20)."""
    brought = [int(card.split()[-1]) for card in one["claimed"] if " new-settlers " in card]
    brought += [int(tile.split()[0]) for tile in one["explored"] if "settler" in tile and "icon" not in tile]
    return min(SETTLERS, (7 if players == 2 else 6) + sum(brought))


def without(names: Iterable[str], used: Iterable[str]) -> list[str]:
    """The names that are left, as often as they are, in their order."""
    gone = Counter(used)
    left = []
    for name in names:
        if gone[name]:
            gone[name] -= 1
        else:
            left.append(name)
    return left


def position(
    *seats: Seat,
    to_move: int | None = 0,
    board: str = "D1",
    on: Mapping[str, tuple[int, int] | str] | None = None,
    opened: Sequence[str] | None = None,
    stacks: Mapping[str, Sequence[str]] | None = None,
    row: Sequence[str] = (),
    short: bool = False,
    deck: Sequence[str] | None = None,
    decision: dict[str, Any] | None = None,
    round: int = 9,  # noqa: A002
    game: str = GAME,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Position:
    """A position with the whole box on the table.

    `on` says what lies on locations: `(seat, settlers)`, or an exploration tile. Locations that could be covered are
    open where settlers stand and where `opened` says so, else other tiles lie on them; as many as were explored are
    open if nothing is said. A row that is not `short` and stacks that are not told are filled with what is left,
    the higher ones being those that tiles have been taken from. A part has its own board; `more` is what only the
    parts have, `wests.py` puts it together.
    """
    board = game if game in PARTS else board
    players = len(seats)
    seats = tuple(dict(one) for one in seats)
    on = dict(on or {})
    coverable = covers(board, players)
    explored = [tile for one in seats for tile in one["explored"]]
    beside = list(more.get("beside", {}).values())
    finds = without(FINDS, [*explored, *beside, *(entry for entry in on.values() if isinstance(entry, str))])
    if opened is None:
        free = [name for name in coverable if name not in on]
        opened = free[: max(0, len(explored) - sum(name in on and not isinstance(on[name], str) for name in coverable))]
    entries: dict[str, Any] = {}
    for name in locations(board):
        entry = on.pop(name, None)
        if entry is None and name in coverable and name not in opened:
            entry = finds.pop(0)
        if isinstance(entry, str):
            entries[name] = {"tile": entry}
        elif entry is not None:
            entries[name] = {"seat": entry[0], "settlers": entry[1]}
    assert not on, f"no locations {on}"
    for number, one in enumerate(seats):
        out = sum(entry["settlers"] for entry in entries.values() if entry.get("seat") == number)
        out += sum(card["settlers"] for card in one.get("route", []))
        if one["home"] is None:
            one["home"] = active(one, players) - out
        one["reserve"] = SETTLERS - out - one["home"]
    cards = without(cards_of(players, game), [*row, *(deck or []), *(card for one in seats for card in one["claimed"])])
    line = list(row)
    while len(line) < len(forts(faces(board))) and not short:
        line.append(cards.pop(0))
    piles = dict(stacks or {})
    tiles = without(
        bonus_of(game, (options or {}).get("merchant_pair_points", 1)),
        [*itertools.chain(*piles.values()), *itertools.chain(*(one["bonus"] for one in seats))],
    )
    heights = {name: height for name, height in heaps(board).items() if name not in piles}
    while sum(heights.values()) > len(tiles):
        heights[max(heights, key=heights.__getitem__)] -= 1
    for name, height in heights.items():
        piles[name], tiles = tiles[:height], tiles[height:]
    return {
        "game": game,
        "players": players,
        "options": {"board": board} if options is None else dict(options),
        "seat": to_move,
        "decision": decision or {"kind": "turn"},
        "round": round,
        "ending": any(len(one["claimed"]) == LAST for one in seats),
        "faces": faces(board),
        "seats": list(seats),
        "locations": entries,
        "stacks": {name: list(piles[name]) for name in heaps(board)},
        "points": {"row": line, "deck": cards if deck is None else list(deck)},
        **more,
    }


def table(*seats: Seat, **arguments: Any) -> entrepot.Match:
    """A match that goes on from `position(...)`."""
    return entrepot.Match.from_position(position(*seats, **arguments), components=BOX)


def fork(match: entrepot.Match) -> entrepot.Match:
    """Another match at the same point."""
    position = match.position()
    return entrepot.Match.from_position(position, components=BOXES[position["game"]])


def at_work(match: entrepot.Match) -> list[str]:
    """The locations where the deciding seat can work."""
    return [text.removeprefix("work ") for text in texts(match) if text.startswith("work ")]


def sent(match: entrepot.Match, name: str) -> int:
    """How many settlers working at a location takes; the match stays as it is."""
    other = fork(match)
    other.play(f"work {name}")
    [event] = happened(other, "sent")
    assert event["location"] == name
    number: int = event["settlers"]
    return number


def refused(match: entrepot.Match, action: str) -> str:
    """The reason for which an action is refused: one line, and nothing has changed."""
    before = match.position(), match.events()
    assert action not in texts(match)
    try:
        match.play(action)
    except entrepot.IllegalAction as error:
        reason = str(error)
    else:
        raise AssertionError(f"{action} was not refused")
    assert (match.position(), match.events()) == before
    assert reason.isprintable()
    return reason


def standing(match: entrepot.Match, name: str) -> tuple[int, int] | str | None:
    """What lies on a location: `(seat, settlers)`, an exploration tile, or nothing."""
    entry = match.position()["locations"].get(name)
    if entry is None:
        return None
    return entry["tile"] if "tile" in entry else (entry["seat"], entry["settlers"])


def kinds_of(match: entrepot.Match, since: int = 1) -> list[str]:
    """The kinds of the events from one number on, but for the actions."""
    return [event.kind for event in match.events(since) if event.kind != "action"]


def claims(amount: int, players: int, *, used: Sequence[str] = (), kind: str = "", game: str = GAME) -> list[str]:
    """Some point cards to have claimed already."""
    return [card for card in without(cards_of(players, game), used) if f" {kind}" in card][:amount]
