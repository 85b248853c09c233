"""The table of each game in plain lines, for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..components.east_west import SYMBOLS
from ..i18n import Texts
from ..i18n.common import begun
from ..i18n.new_world import at_fort, stacks_of

Data = dict[str, Any]
Lines = Callable[[Texts, Data, Sequence[str], int | None], Iterator[str]]


def spice_road(words: Texts, position: Data, names: Sequence[str], owner: int | None) -> Iterator[str]:
    """Rows, coins, and what everybody has; face-down cards only of `owner`."""
    cubes, card = words.cubes, words.card
    coins = position["coins"]
    yield words._("Point cards, from the left:")
    for slot, name in enumerate(position["points"]["row"], 1):
        yield "  " + words._("{slot}: {card}", slot=slot, card=card(name))
    yield words._("Coins left: gold {gold}, silver {silver}.", gold=coins["gold"], silver=coins["silver"])
    yield words._("Merchants, from the left:")
    for slot, entry in enumerate(position["merchants"]["row"], 1):
        if entry["cubes"]:
            yield "  " + words._(
                "{slot}: {card}; on it {cubes}", slot=slot, card=card(entry["card"]), cubes=cubes(entry["cubes"])
            )
        else:
            yield "  " + words._("{slot}: {card}", slot=slot, card=card(entry["card"]))
    for seat, data in enumerate(position["seats"]):
        claimed = data["claimed"]
        yield words._(
            "{name}: {cubes}. Point cards: {cards}, gold coins: {gold}, silver coins: {silver}.",
            name=names[seat],
            cubes=cubes(data["storage"]),
            cards=claimed if isinstance(claimed, int) else len(claimed),
            gold=data["gold"],
            silver=data["silver"],
        )
        if seat == owner and claimed:
            yield "  " + words._("Claimed: {cards}", cards=words.row(map(card, claimed)))
        if data["hand"]:
            yield "  " + words._("Hand: {cards}", cards=words.row(map(card, data["hand"])))
        if data["played"]:
            yield "  " + words._("Played: {cards}", cards=words.row(map(card, data["played"])))


def new_world(words: Texts, position: Data, names: Sequence[str], owner: int | None) -> Iterator[str]:
    """Boards with what each location asks of the seat that decides, the deck, and what everybody has."""
    del owner  # nothing lies face down
    yield from _boards(words, position, names)
    for seat in range(len(names)):
        yield from _belongings(words, position, names, seat)


def east_west(words: Texts, position: Data, names: Sequence[str], owner: int | None) -> Iterator[str]:
    """That of A New World, with the market, the sea and what belongs to them as far as the part has them."""
    del owner  # nothing lies face down
    yield from _boards(words, position, names)
    if position.get("beside"):
        finds = [
            words._("{name} {tile}", name=name, tile=words.find(tile)) for name, tile in position["beside"].items()
        ]
        yield words._("Exploration tiles beside the board: {tiles}", tiles=words.row(finds))
    if "market" in position:
        yield from _market(words, position)
    if "sea" in position:
        yield from _sea(words, position, names)
    for seat, data in enumerate(position["seats"]):
        yield from _belongings(words, position, names, seat)
        if "merchants" in data:
            yield "  " + words._(
                "Merchants: {n}. Discarded: {cards}",
                n=data["merchants"],
                cards=words.row(map(words.card, data["discards"])) or words._("none"),
            )
            if "fourth" in data:
                yield "  " + words.ngettext(
                    "{n} more brings a bonus tile.",
                    "{n} more bring a bonus tile.",
                    data["fourth"]["merchant"] - data["merchants"],
                )
        for place in range(1, len(data.get("route", ())) + 1):
            yield "  " + " ".join(_route_card(words, position, seat, place))
        if "ship" in data:
            yield "  " + words._("Ship: {tile}.", tile=words.tile_name(data["ship"], position))
            yield "  " + " ".join(_outposts(words, position, seat))


def _boards(words: Texts, position: Data, names: Sequence[str]) -> Iterator[str]:
    for face in position["faces"]:
        yield words._("Board {face}:", face=face)
        for name in position["board"]:
            if name.startswith(f"{face}."):
                yield "  " + " ".join(_location(words, position, names, name))
        for name, stack in position["stacks"].items():
            if name.startswith(f"{face}.s"):
                yield "  " + _stack(words, name, stack)
    deck = position["points"]["deck"]
    if deck["left"]:
        yield words.ngettext(
            "The deck has {n} card; the next is {card}.",
            "The deck has {n} cards; the next is {card}.",
            deck["left"],
            card=words.card(deck["top"]),
        )
    else:
        yield words._("The deck is empty.")


def _stack(words: Texts, name: str, stack: Data) -> str:
    where = words.stack(name)
    if not stack["left"]:
        return words._("No bonus tile is left in {stack}.", stack=where)
    return words.ngettext(
        "In {stack}: {n} bonus tile, on top {tile}.",
        "In {stack}: {n} bonus tiles, on top {tile}.",
        stack["left"],
        stack=where,
        tile=words.tile(stack["top"]),
    )


def _belongings(words: Texts, position: Data, names: Sequence[str], seat: int) -> Iterator[str]:
    data = position["seats"][seat]
    yield words._(
        "{name}: {cubes}. {home} at home, {reserve} in reserve. Points now: {points}.",
        name=names[seat],
        cubes=words.cubes(data["storage"]),
        home=words.settlers(data["home"]),
        reserve=data["reserve"],
        points=data["points"],
    )
    if data["claimed"]:
        yield "  " + words._("Claimed: {cards}", cards=words.row(map(words.card, data["claimed"])))
    if data["bonus"]:
        tiles = [
            words._("{tile} (now {n})", tile=words.tile(tile), n=worth)
            for tile, worth in zip(data["bonus"], data["worth"], strict=True)
        ]
        yield "  " + words._("Bonus tiles: {tiles}", tiles=words.row(tiles))
    if data["explored"]:
        yield "  " + words._("Explored: {tiles}", tiles=words.row(map(words.find, data["explored"])))


def _market(words: Texts, position: Data) -> Iterator[str]:
    yield words._("Market, from the left:")
    places = {entry["slot"]: name for name, entry in position["board"].items() if "slot" in entry}
    for slot, card in enumerate(position["market"]["row"], 1):
        yield "  " + words._(
            "{slot}, under {location}: {card}", slot=slot, location=places[slot], card=words.card(card)
        )
    yield words.ngettext(
        "{n} merchant is in the deck of the market.",
        "{n} merchants are in the deck of the market.",
        position["market"]["deck"],
    )


def _route_card(words: Texts, position: Data, seat: int, place: int) -> Iterator[str]:
    card = position["seats"][seat]["route"][place - 1]
    yield words._("Route {place}: {card}.", place=place, card=words.card(card["card"]))
    if card["settlers"]:
        yield words.ngettext("{n} settler stands here.", "{n} settlers stand here.", card["settlers"])
    elif seat == position["seat"] and card["why"] == "settlers":
        yield words.route_obstacle(place, position, seat)
    else:
        yield words.ngettext("It needs {n} settler.", "It needs {n} settlers.", card["need"])
        if seat == position["seat"] and card["why"]:
            yield words.route_obstacle(place, position, seat)


def _sea(words: Texts, position: Data, names: Sequence[str]) -> Iterator[str]:
    """The sea as a map of its tiles, and what is on each in sentences."""
    if any("toll" in tile for tile in position["sea"].values()):
        yield words._("The sea, with what it costs {name} to end a move there:", name=names[position["seat"]])
    else:
        yield words._("The sea:")
    yield from _chart({name: _cell(words, position, name) for name in position["sea"]})
    for name, tile in position["sea"].items():
        yield "  " + " ".join(_tile(words, position, names, name, tile))


def _cell(words: Texts, position: Data, name: str) -> list[str]:
    """What a tile of the map shows, line by line; seats by their numbers."""
    tile = position["sea"][name]
    kind = words.symbol(tile["symbol"]) if tile["symbol"] else words._("sea")
    lines = [f"{name} {kind}"]
    ships = [str(seat) for seat, one in enumerate(position["seats"], 1) if one["ship"] == name]
    if ships:
        lines.append(words.ngettext("ship {seats}", "ships {seats}", len(ships), seats=" ".join(ships)))
    if tile["outposts"]:
        seats = " ".join(str(seat + 1) for seat in tile["outposts"])
        lines.append(words.ngettext("outpost {seats}", "outposts {seats}", len(tile["outposts"]), seats=seats))
    toll, price = tile.get("toll"), tile.get("price")
    costs = [words._("toll {n}", n=toll)] if toll else []
    if price is not None:
        costs.append(words._("price {n}", n=price))
    return [*lines, " ".join(costs)] if costs else lines


def _chart(cells: dict[str, list[str]]) -> Iterator[str]:
    """Cells under axial coordinates `q,r`, each row half a cell to the right of the one above it."""
    placed = {
        (2 * q + r, r): cell for (q, r), cell in ((map(int, name.split(",")), cell) for name, cell in cells.items())
    }
    half = max(len(line) for cell in placed.values() for line in cell) // 2 + 2
    left = min(x for x, _ in placed)
    for row in sorted({r for _, r in placed}):
        here = sorted((x, cell) for (x, r), cell in placed.items() if r == row)
        for number in range(max(len(cell) for _, cell in here)):
            text = ""
            for x, cell in here:
                text = text.ljust(2 + (x - left) * half) + (cell[number] if number < len(cell) else "")
            yield text.rstrip()
        yield ""


def _tile(words: Texts, position: Data, names: Sequence[str], name: str, tile: Data) -> Iterator[str]:
    where = words.tile_name(name, position)
    if tile["card"]:
        yield begun(words._("{tile}: {trade}.", tile=where, trade=words.card(tile["card"])))
    else:
        yield begun(words._("{tile}: no trade.", tile=where))
    ships = [names[seat] for seat, one in enumerate(position["seats"]) if one["ship"] == name]
    if ships:
        yield words._("Ships: {names}.", names=words.listed(ships))
    if tile["outposts"]:
        yield words._("Outposts: {names}.", names=words.listed([names[seat] for seat in tile["outposts"]]))
    toll, price = tile.get("toll"), tile.get("price")
    if toll:
        yield words.ngettext("Toll: {n} cube.", "Toll: {n} cubes.", toll)
    if price:
        yield words.ngettext("An outpost costs {n} cube.", "An outpost costs {n} cubes.", price)
    elif price == 0:
        yield words._("An outpost costs nothing.")


def _outposts(words: Texts, position: Data, seat: int) -> Iterator[str]:
    """The grid: how many outposts of each row stand, and what the next column still needs."""
    values, grid = position["outpost_values"], position["seats"][seat]["grid"]
    rows = [
        words._("{symbol} {built} of {all}", symbol=words.symbol(symbol), built=built, all=len(values))
        for symbol, built in zip(SYMBOLS, grid, strict=True)
    ]
    yield words._(
        "Outposts: {rows}. {points}.",
        rows=words.listed(rows),
        points=words.points(sum(sum(values[:built]) for built in grid)),
    )
    column = position["seats"][seat]["column"]
    if column["lacks"]:
        lacking = words.listed([words.symbol(symbol) for symbol in column["lacks"]])
        yield words._("Column {n} still needs {symbols}.", n=column["emptied"] + 1, symbols=lacking)


def _location(words: Texts, position: Data, names: Sequence[str], name: str) -> Iterator[str]:
    entry, seat = position["board"][name], position["seat"]
    there = position["locations"].get(name, {})
    if entry["type"] == "fort":
        yield from _fort(words, position, name)
    else:
        landmark = words.landmark(words.named_by(entry))
        yield words._("{name}, {landmark}: {does}.", name=name, landmark=landmark, does=words.does(name, position))
    if "tile" in there:
        yield words._("Covered by an exploration tile: {tile}.", tile=words.find(there["tile"]))
    if "seat" in there:
        yield words.ngettext(
            "{n} settler of {name} stands here.",
            "{n} settlers of {name} stand here.",
            there["settlers"],
            name=names[there["seat"]],
        )
    cost = position.get("costs", {}).get(name)
    if cost is None or cost["why"] == "yours":
        return
    if cost["why"] == "settlers":
        yield words.obstacle(name, position, seat)
    else:
        yield words.ngettext("It needs {n} settler.", "It needs {n} settlers.", cost["need"])
    usual = there["settlers"] + 1 if "seat" in there else cost["printed"]
    if cost["need"] < usual:
        yield words.ngettext(
            "Native Help spares {n} settler.", "Native Help spares {n} settlers.", usual - cost["need"]
        )
    if cost["gift"]:
        yield words._("Your tools bring {cubes}.", cubes=words.cubes(cost["gift"]))
    if cost["why"] in ("cubes", "nothing"):
        yield words.obstacle(name, position, seat)


def _fort(words: Texts, position: Data, name: str) -> Iterator[str]:
    card, tile = at_fort(name, position)
    if card:
        yield words._("{name}, fort: {card}.", name=name, card=words.card(card))
    else:
        yield words._("{name}, fort without a card.", name=name)
    stacks = stacks_of(name, position)
    for stack in stacks:
        if stack["left"]:
            yield words.ngettext(
                "{n} bonus tile, on top {tile}.",
                "{n} bonus tiles, on top {tile}.",
                stack["left"],
                tile=words.tile(stack["top"]),
            )
    if stacks and not tile:
        yield words._("No bonus tile is left.")


TABLES: dict[str, Lines] = {
    "spice-road": spice_road,
    "new-world": new_world,
    "east-west-1": east_west,
    "east-west-2": east_west,
    "east-west-3": east_west,
}
