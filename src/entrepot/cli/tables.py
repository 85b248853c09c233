"""The table of each game in plain lines, for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..i18n import Texts
from ..i18n.new_world import at_fort, stacks_of

Data = dict[str, Any]
Lines = Callable[[Texts, Data, Sequence[str], int | None], Iterator[str]]


def spice_road(words: Texts, position: Data, names: Sequence[str], owner: int | None) -> Iterator[str]:
    """Rows, coins, and what everybody has; face-down cards only of `owner`."""
    cubes, card = words.cubes, words.card
    coins = position["coins"]
    yield words._("Point cards, from the left:")
    for slot, name in enumerate(position["points"]["row"], 1):
        yield f"  {slot}: {card(name)}"
    yield words._("Coins left: gold {gold}, silver {silver}.", gold=coins["gold"], silver=coins["silver"])
    yield words._("Merchants, from the left:")
    for slot, entry in enumerate(position["merchants"]["row"], 1):
        if entry["cubes"]:
            yield "  " + words._(
                "{slot}: {card}; on it {cubes}", slot=slot, card=card(entry["card"]), cubes=cubes(entry["cubes"])
            )
        else:
            yield f"  {slot}: {card(entry['card'])}"
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
            yield "  " + words._("Claimed: {cards}", cards="; ".join(map(card, claimed)))
        if data["hand"]:
            yield "  " + words._("Hand: {cards}", cards="; ".join(map(card, data["hand"])))
        if data["played"]:
            yield "  " + words._("Played: {cards}", cards="; ".join(map(card, data["played"])))


def new_world(words: Texts, position: Data, names: Sequence[str], owner: int | None) -> Iterator[str]:
    """Boards with what each location asks of the seat that decides, the deck, and what everybody has."""
    del owner  # nothing lies face down
    for face in position["faces"]:
        yield words._("Board {face}:", face=face)
        for name in position["board"]:
            if name.startswith(f"{face}."):
                yield "  " + " ".join(_location(words, position, names, name))
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
    for seat, data in enumerate(position["seats"]):
        yield words._(
            "{name}: {cubes}. {home} at home, {reserve} in reserve. Points now: {points}.",
            name=names[seat],
            cubes=words.cubes(data["storage"]),
            home=words.settlers(data["home"]),
            reserve=data["reserve"],
            points=data["points"],
        )
        if data["claimed"]:
            yield "  " + words._("Claimed: {cards}", cards="; ".join(map(words.card, data["claimed"])))
        if data["bonus"]:
            tiles = [
                words._("{tile} (now {n})", tile=words.tile(tile), n=worth)
                for tile, worth in zip(data["bonus"], data["worth"], strict=True)
            ]
            yield "  " + words._("Bonus tiles: {tiles}", tiles="; ".join(tiles))
        if data["explored"]:
            yield "  " + words._("Explored: {tiles}", tiles="; ".join(map(words.find, data["explored"])))


def _location(words: Texts, position: Data, names: Sequence[str], name: str) -> Iterator[str]:
    cost, entry, seat = position["costs"][name], position["board"][name], position["seat"]
    there = position["locations"].get(name, {})
    if entry["type"] == "fort":
        yield from _fort(words, position, name)
    else:
        landmark = words.landmark(entry["icon"])
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
    if cost["why"] == "yours":
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
    for stack in stacks_of(name, position):
        if stack["left"]:
            yield words.ngettext(
                "{n} bonus tile, on top {tile}.",
                "{n} bonus tiles, on top {tile}.",
                stack["left"],
                tile=words.tile(stack["top"]),
            )
    if not tile:
        yield words._("No bonus tile is left.")


TABLES: dict[str, Lines] = {"spice-road": spice_road, "new-world": new_world}
