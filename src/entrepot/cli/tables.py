"""The table of each game in plain lines, for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..i18n import Texts

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


def new_world(words: Texts, position: Data, names: Sequence[str], owner: int | None) -> Iterator[str]:  # noqa: ARG001
    """Boards with what each location asks of the seat that looks, the deck, and what everybody has."""
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
    cost = position["costs"][name]
    there = position["locations"].get(name, {})
    yield words._(
        "{name}, {place}: {does}.", name=name, place=_what(words, position, name), does=words.does(name, position)
    )
    for stack in (stack for key, stack in position["stacks"].items() if key == name or key.startswith(f"{name}.")):
        if stack["left"]:
            yield words._("Bonus tiles {n}, on top {tile}.", n=stack["left"], tile=words.tile(stack["top"]))
    if "tile" in there:
        yield words._("Covered by an exploration tile: {tile}.", tile=words.find(there["tile"]))
        return
    if "seat" in there:
        yield words._(
            "{settlers} of {name} here.", settlers=words.settlers(there["settlers"]), name=names[there["seat"]]
        )
    if cost["why"] != "yours":
        yield words._("Needs {settlers}.", settlers=words.settlers(cost["need"]))
    if cost["gift"]:
        yield words._("Tools bring {cubes}.", cubes=words.cubes(cost["gift"]))


def _what(words: Texts, position: Data, name: str) -> str:
    entry = position["board"][name]
    return words._("fort") if entry["type"] == "fort" else words.landmark(entry["icon"])


TABLES: dict[str, Lines] = {"spice-road": spice_road, "new-world": new_world}
