"""A box in words: every card, tile and board of a game, with the names that positions and actions use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ..components import Box, EastWestBox, NewWorldBox, SpiceRoadBox
from ..components.box import Face, LandCard, Location
from ..components.east_west import SYMBOLS, EastWestReader
from ..components.uses import Use, use_of
from ..core import actions, cubes
from ..core.hexes import Place
from ..i18n import Texts

_PLAYERS = {"3+": "with 3 or 4 players", "=4": "with 4 players"}
_STARS = {
    "white": "white star: not in A New World and part II",
    "black": "black star: not in parts I and III",
}
_MARKS = {"I": "mark I: parts I and III", "III": "mark III: part III"}
_COVERS = {"always": "under an exploration tile", "2-3": "with 2 or 3 players under an exploration tile"}
_SHIPS = {1: "sail one tile", 2: "sail one or two tiles", 0: "sail to any tile"}


def lines(game: str, box: Box, words: Texts) -> Iterator[str]:
    """Everything in the box that a game uses, line by line; of A New World all faces, cards and tiles."""
    yield f"{game}: {box.status} values, hash {box.hash}"
    if box.reconstructed:
        yield "These values are a reconstruction: the printed ones are not public. Who owns the box can write its"
        yield "values into a file, test it with `entrepot components check FILE`, and play by `--components FILE`."
    if isinstance(box, SpiceRoadBox):
        yield from _spice_road(box, words)
    if isinstance(box, NewWorldBox):
        yield from _land(box, words)
    if isinstance(box, EastWestBox):
        yield from _east_west(box, words, use_of(game))


def _spice_road(box: SpiceRoadBox, words: Texts) -> Iterator[str]:
    yield f"Starting cards of every player: {', '.join(card.text for card in box.starting)}"
    yield from _cards("Merchant cards", [card.text for card in box.merchants], words)
    yield from _cards("Point cards", [card.text for card in box.points], words)
    yield (
        f"Coins for each player: {box.gold_per_player} gold of {box.gold_points} points, "
        f"{box.silver_per_player} silver of {box.silver_points}"
    )


def _cards(name: str, cards: list[str], words: Texts) -> Iterator[str]:
    yield f"{name} ({len(cards)}):"
    for text, count in Counter(cards).items():
        yield f"  {text}: {words.card(text)}" + (f" ({count} times)" if count > 1 else "")


def _east_west(box: EastWestBox, words: Texts, use: Use) -> Iterator[str]:
    yield from _land(box.land, words, use)
    if "market" in use.types:
        yield from _cards("Merchant cards", [card.text for card in box.merchants], words)
    if "ship" in use.types:
        laid = EastWestReader.LAID_OUT
        yield f"Market tiles ({len(box.sea)}), of which {laid} of each of {', '.join(SYMBOLS)} are laid out:"
        for number, (symbol, trade) in enumerate(zip(box.symbols, box.sea, strict=True), 1):
            yield f"  {number}. {SYMBOLS[symbol]} {trade.text}: {words.card(trade.text)}"
        yield f"Layout of the sea, unless the option sea is random; the sea tile is {_named(box.layout[0])}:"
        yield from (f"  {line}" for line in _chart(box.layout))


def _named(place: Place) -> str:
    return actions.tile_text(actions.tile(*place))


def _chart(layout: tuple[Place, ...]) -> list[str]:
    """Hexagons with the names of the tiles; in the sea tile, which is the first, stands what it is."""
    corners = {(q, r): (4 * (2 * q + r), 2 * r) for q, r in layout}
    left, top = (min(corner[side] for corner in corners.values()) for side in (0, 1))
    drawn: dict[tuple[int, int], str] = {}
    for (q, r), (x, y) in corners.items():
        label = "(sea)" if (q, r) == layout[0] else _named((q, r))
        for row, text in enumerate((" .-' '-. ", f"|{label:^7}|", " '-. .-' ")):
            drawn |= {(y - top + row, x - left + column): c for column, c in enumerate(text) if c != " "}
    height, width = (max(spot[side] for spot in drawn) + 1 for side in (0, 1))
    return ["".join(drawn.get((y, x), " ") for x in range(width)).rstrip() for y in range(height)]


def _land(box: NewWorldBox, words: Texts, use: Use | None = None) -> Iterator[str]:
    """The land: all of it, or what one game uses. Cards and tiles keep their numbers in the file."""
    shown = dict.fromkeys(face for layout in use.layouts for face in layout) if use else box.faces
    cards = [(n, card) for n, card in enumerate(box.cards, 1) if not use or card.star != use.star]
    tiles = [(n, tile) for n, tile in enumerate(box.bonus, 1) if not use or tile.mark in use.marks]
    start = ", ".join(f"{number} with {players} players" for players, number in box.settlers_start.items())
    yield f"Settlers of a player: {box.settlers}; at the start {start}, the others in reserve"
    cubes_by_seat = ", ".join(f"seat {seat} {words.cubes(cubes.text(c))}" for seat, c in enumerate(box.start_cubes, 1))
    yield f"Cubes at the start: {cubes_by_seat}"
    spaces = ", ".join(f"{number} on side {side}" for side, number in box.bonus_spaces.items())
    yield f"Bonus spaces of a player: {spaces}; columns of outposts are worth {_listed(box.outpost_values)} points"
    yield f"Point cards of one player that begin the last round: {box.cards_to_end}"
    for face in shown:
        yield from _face(box.faces[face], words)
    yield f"Point cards ({len(cards)}):"
    for number, card in cards:
        yield f"  {number}. {card.text}: {words.card(card.text)}{_marks(card)}"
    yield f"Bonus tiles ({len(tiles)}):"
    for number, tile in tiles:
        yield f"  {number}. {tile.text}: {words.tile(tile.text)}{_noted([_MARKS[tile.mark]] if tile.mark else [])}"
    yield f"Exploration tiles ({len(box.exploration)}):"
    for number, find in enumerate(box.exploration, 1):
        yield f"  {number}. {find.text}: {words.find(find.text)}"


def _face(face: Face, words: Texts) -> Iterator[str]:
    yield f"Board {face.name}:"
    if face.stacks:
        yield f"  stacks of bonus tiles: {_listed(face.stacks)} tiles"
    for number, location in enumerate(face.locations, 1):
        icon = f" ({words.landmark(location.icon)})" if location.icon else ""
        cover = f"; {_COVERS[location.cover]}" if location.cover else ""
        yield (
            f"  {face.name}.{number} {location.type}{icon}, {words.settlers(location.settlers)}: "
            f"{_does(location, words)}{cover}"
        )


def _does(location: Location, words: Texts) -> str:
    if location.conversion is not None:
        return words.card(location.conversion.text)
    if location.type == "fort":
        tiles = f", take a bonus tile (stacks: {_listed(location.stacks)} tiles), or both" if location.stacks else ""
        return f"claim the card above{tiles}"
    return {
        "market": f"the merchant card in slot {location.slot}",
        "adjust": "gain 1 yellow, then swap two cards of your route",
        "refresh": "new merchant cards, then another turn",
        "ship": _SHIPS[location.steps],
        "ship-trade": "the trade of the tile where your ship is",
        "outpost-trade": "the trade of a tile where you have an outpost",
    }[location.type]


def _marks(card: LandCard) -> str:
    return _noted([told for told in (_PLAYERS.get(card.players), _STARS.get(card.star)) if told])


def _noted(notes: Iterable[str]) -> str:
    told = "; ".join(notes)
    return f" ({told})" if told else ""


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
