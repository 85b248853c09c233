"""A box in words: every card, tile and board of a game, with the names that positions and actions use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ..components import Box, EastWestBox, NewWorldBox, PointCard, SpiceRoadBox
from ..components.box import Face, Location
from ..components.east_west import SYMBOLS, EastWestReader
from ..components.uses import Use, use_of
from ..core import actions, cubes
from ..core.conversion import Conversion
from ..core.hexes import Place
from ..i18n import Texts
from ..i18n.texts import N_

_PLAYERS = {"3+": N_("with 3 or 4 players"), "=4": N_("with 4 players")}
_STARS = {
    "white": N_("white star: not in A New World and part II"),
    "black": N_("black star: not in parts I and III"),
}
_MARKS = {"I": N_("mark I: parts I and III"), "III": N_("mark III: part III")}
_COVERS = {
    "always": N_("{does}; under an exploration tile"),
    "2-3": N_("{does}; with 2 or 3 players under an exploration tile"),
}
_SHIPS = {1: N_("sail one tile"), 2: N_("sail one or two tiles"), 0: N_("sail to any tile")}
_STATUS = {"published": N_("published"), "reconstruction": N_("reconstruction")}
_TYPES = {
    "fort": N_("fort"),
    "production": N_("production"),
    "upgrade": N_("upgrade"),
    "trade": N_("trade"),
    "market": N_("market"),
    "adjust": N_("adjust"),
    "refresh": N_("refresh"),
    "ship": N_("ship"),
    "ship-trade": N_("ship trade"),
    "outpost-trade": N_("outpost trade"),
}
BUILDS = {"compiled": N_("compiled"), "interpreted": N_("interpreted")}
"""The builds of the engine, as people call them."""


def status(box: Box, words: Texts) -> str:
    """How sure the values of a box are; what somebody else's file says stays as it is."""
    return words._(_STATUS[box.status]) if box.status in _STATUS else box.status


def lines(game: str, box: Box, words: Texts) -> Iterator[str]:
    """Everything in the box that a game uses, line by line; of A New World all faces, cards and tiles."""
    yield words._("{game}: {status}, hash {hash}", game=game, status=status(box, words), hash=box.hash)
    if box.reconstructed:
        yield words._("These values are a reconstruction: the printed ones are not public.")
        yield words._(
            "Who owns the box can write its values into a file, test it with {check}, and play by {play}.",
            check="`entrepot components check FILE`",
            play="`--components FILE`",
        )
    if isinstance(box, SpiceRoadBox):
        yield from _spice_road(box, words)
    if isinstance(box, NewWorldBox):
        yield from _land(box, words)
    if isinstance(box, EastWestBox):
        yield from _east_west(box, words, use_of(game))


def _spice_road(box: SpiceRoadBox, words: Texts) -> Iterator[str]:
    yield words._("Starting cards of every player: {cards}", cards=", ".join(card.text for card in box.starting))
    yield from _cards(words._("Merchant cards ({n}):", n=len(box.merchants)), box.merchants, words)
    yield from _cards(words._("Point cards ({n}):", n=len(box.points)), box.points, words)
    yield words._(
        "Coins for each player: gold {gold}, worth {gold_points} each; silver {silver}, worth {silver_points} each",
        gold=box.gold_per_player,
        gold_points=box.gold_points,
        silver=box.silver_per_player,
        silver_points=box.silver_points,
    )


def _cards(heading: str, cards: Iterable[Conversion | PointCard], words: Texts) -> Iterator[str]:
    yield heading
    for text, count in Counter(card.text for card in cards).items():
        line = words._("{name}: {what}", name=text, what=words.card(text))
        yield "  " + (words._("{line} ({n} times)", line=line, n=count) if count > 1 else line)


def _east_west(box: EastWestBox, words: Texts, use: Use) -> Iterator[str]:
    yield from _land(box.land, words, use)
    if "market" in use.types:
        yield from _cards(words._("Merchant cards ({n}):", n=len(box.merchants)), box.merchants, words)
    if "ship" in use.types:
        yield words._(
            "Market tiles ({n}), of which {laid} of each symbol are laid out: {symbols}",
            n=len(box.sea),
            laid=EastWestReader.LAID_OUT,
            symbols=words.listed([words.symbol(symbol) for symbol in SYMBOLS]),
        )
        for number, (symbol, trade) in enumerate(zip(box.symbols, box.sea, strict=True), 1):
            name = f"{words.symbol(SYMBOLS[symbol])} {trade.text}"
            yield f"  {number}. {words._('{name}: {what}', name=name, what=words.card(trade.text))}"
        yield words._(
            "Layout of the sea, unless the option sea is random; the sea tile is {tile}:", tile=_named(box.layout[0])
        )
        yield from (f"  {line}" for line in _chart(box.layout, words))


def _named(place: Place) -> str:
    return actions.tile_text(actions.tile(*place))


def _chart(layout: tuple[Place, ...], words: Texts) -> list[str]:
    """Hexagons with the names of the tiles; in the sea tile, which is the first, stands what it is."""
    corners = {(q, r): (4 * (2 * q + r), 2 * r) for q, r in layout}
    left, top = (min(corner[side] for corner in corners.values()) for side in (0, 1))
    drawn: dict[tuple[int, int], str] = {}
    for (q, r), (x, y) in corners.items():
        label = words._("(sea)") if (q, r) == layout[0] else _named((q, r))
        for row, text in enumerate((" .-' '-. ", f"|{label:^7}|", " '-. .-' ")):
            drawn |= {(y - top + row, x - left + column): c for column, c in enumerate(text) if c != " "}
    height, width = (max(spot[side] for spot in drawn) + 1 for side in (0, 1))
    return ["".join(drawn.get((y, x), " ") for x in range(width)).rstrip() for y in range(height)]


def _land(box: NewWorldBox, words: Texts, use: Use | None = None) -> Iterator[str]:
    """The land: all of it, or what one game uses. Cards and tiles keep their numbers in the file."""
    shown = dict.fromkeys(face for layout in use.layouts for face in layout) if use else box.faces
    cards = [(n, card) for n, card in enumerate(box.cards, 1) if not use or card.star != use.star]
    tiles = [(n, tile) for n, tile in enumerate(box.bonus, 1) if not use or tile.mark in use.marks]
    start = words.listed(
        [
            words._("{n} with {players} players", n=number, players=players)
            for players, number in box.settlers_start.items()
        ]
    )
    yield words._("Settlers of a player: {n}; at the start {start}, the others in reserve", n=box.settlers, start=start)
    held = [
        words._("seat {seat}: {cubes}", seat=seat, cubes=words.cubes(cubes.text(held)))
        for seat, held in enumerate(box.start_cubes, 1)
    ]
    yield words._("Cubes at the start: {cubes}", cubes=words.row(held))
    spaces = [words._("side {side}: {n}", side=side, n=number) for side, number in box.bonus_spaces.items()]
    yield words._("Bonus spaces of a player: {spaces}", spaces=words.row(spaces))
    yield words._("Points for columns of outposts: {points}", points=_listed(box.outpost_values))
    yield words._("Point cards of one player that begin the last round: {n}", n=box.cards_to_end)
    for face in shown:
        yield from _face(box.faces[face], words)
    yield words._("Point cards ({n}):", n=len(cards))
    for number, card in cards:
        notes = [words._(told) for told in (_PLAYERS.get(card.players), _STARS.get(card.star)) if told]
        yield f"  {number}. {_noted(card.text, words.card(card.text), notes, words)}"
    yield words._("Bonus tiles ({n}):", n=len(tiles))
    for number, tile in tiles:
        notes = [words._(_MARKS[tile.mark])] if tile.mark else []
        yield f"  {number}. {_noted(tile.text, words.tile(tile.text), notes, words)}"
    yield words._("Exploration tiles ({n}):", n=len(box.exploration))
    for number, find in enumerate(box.exploration, 1):
        yield f"  {number}. {words._('{name}: {what}', name=find.text, what=words.find(find.text))}"


def _face(face: Face, words: Texts) -> Iterator[str]:
    yield words._("Board {face}:", face=face.name)
    if face.stacks:
        yield "  " + words._("Stacks of bonus tiles, with so many tiles: {n}", n=_listed(face.stacks))
    for number, location in enumerate(face.locations, 1):
        does = _does(location, words)
        if location.cover:
            does = words._(_COVERS[location.cover], does=does)
        kind = words._(_TYPES[location.type])
        if location.icon:
            kind = f"{kind} ({words.landmark(location.icon)})"
        name = f"{face.name}.{number} {kind}, {words.settlers(location.settlers)}"
        yield "  " + words._("{name}: {what}", name=name, what=does)


def _does(location: Location, words: Texts) -> str:
    if location.conversion is not None:
        return words.card(location.conversion.text)
    if location.type == "fort":
        if not location.stacks:
            return words._("claim the card above")
        stacks = _listed(location.stacks)
        return words._("claim the card above, take a bonus tile (tiles in the stacks: {n}), or both", n=stacks)
    if location.type == "market":
        return words._("the merchant card in slot {slot}", slot=location.slot)
    if location.type == "ship":
        return words._(_SHIPS[location.steps])
    return words._(
        {
            "adjust": N_("gain 1 yellow, then swap two cards of your route"),
            "refresh": N_("new merchant cards, then another turn"),
            "ship-trade": N_("the trade of the tile where your ship is"),
            "outpost-trade": N_("the trade of a tile where you have an outpost"),
        }[location.type]
    )


def _noted(name: str, what: str, notes: list[str], words: Texts) -> str:
    line = words._("{name}: {what}", name=name, what=what)
    return f"{line} ({words.row(notes)})" if notes else line


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
