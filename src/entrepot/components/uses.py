"""What the games need of the box of A New World: each uses some faces, cards and tiles, and they must add up there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..core.errors import Reason
from .box import Face, LandCard, Location
from .reader import UNREADABLE, entry_place, location_place

BONUS_TILES = {"": 17, "I": 3, "III": 5}
"""How many there are of each mark (NW1)."""

EXPLORATION_TILES = 10

FORTS = 4
"""Also the number of point cards laid out (NW3), and of market locations (W1-2)."""

PLAYER_MARKS = {"": (2, 3, 4), "3+": (3, 4), "=4": (4,)}
"""Per mark of a point card, the numbers of players that use it (NW3)."""
STARS = ("white", "black")
COVERS = ("always", "2-3")

STACKED = ("B2", "D2", "F2")
"""The faces with stacks of bonus tiles that belong to no fort (W2-1, W3-1)."""

_LAND = frozenset({"fort", "production", "upgrade", "trade"})
_MARKET = frozenset({"market", "refresh"})
_SEA = frozenset({"ship", "ship-trade", "outpost-trade"})


def miscounted(sure: int, unsure: int, wanted: int) -> str:
    """How many there are if that cannot be `wanted`, whatever the unreadable ones are; else the empty text."""
    return "" if sure <= wanted <= sure + unsure else str(sure)


@dataclass(frozen=True, slots=True)
class Use:
    """What one game takes out of the box.

    Attributes:
        layouts: the boards that may be laid out, as faces in board order.
        star: the star of the point cards that are out.
        marks: those of the bonus tiles that are in.
        types: of the locations that its rules know.
        covers: how many locations are marked "always" and "2-3"; None where the tiles need not come out even.
        fort_tiles: whether forts have stacks (NW15) or none (W2-11).
    """

    game: str
    layouts: tuple[tuple[str, ...], ...]
    star: str
    marks: tuple[str, ...]
    types: frozenset[str]
    covers: tuple[int, int] | None
    fort_tiles: bool

    def card_problems(self, cards: tuple[LandCard, ...], cards_to_end: int) -> Iterator[Reason]:
        """Whether enough point cards are left for everybody to claim all they need, and one above each fort (NW3)."""
        if not cards:
            return
        used = [card for card in cards if card.star != self.star]
        for players in PLAYER_MARKS[""]:
            left = sum(players in PLAYER_MARKS.get(card.players, ()) or card.players == UNREADABLE for card in used)
            needed = cards_to_end * players + FORTS
            if left < needed:
                yield Reason(
                    "{game} with {players} players: {left} point cards are left, but {needed} are needed",
                    game=self.game,
                    players=players,
                    left=left,
                    needed=needed,
                )

    def board_problems(self, faces: Mapping[str, Face]) -> Iterator[Reason]:
        """What does not add up on its boards; those with a face that holds nothing readable are left out."""
        stock = sum(BONUS_TILES[mark] for mark in self.marks)
        for layout in self.layouts:
            board = [faces[name] for name in layout]
            if not all(face.locations for face in board):
                continue
            place = Reason("{game} on {faces}", game=self.game, faces=" ".join(layout))
            locations = [location for face in board for location in face.locations]
            kinds = [location.type for location in locations]
            forts = miscounted(kinds.count("fort"), kinds.count(UNREADABLE), FORTS)
            if forts:
                yield Reason(
                    "{place}: there are {n} forts, but the game has {wanted}", place=place, n=forts, wanted=FORTS
                )
            yield from self._on_faces(board)
            if "market" in self.types:
                yield from _slots(place, locations)
            yield from self._covered(place, locations)
            spaces = sum(sum(location.stacks) for location in locations) + sum(sum(face.stacks) for face in board)
            if spaces > stock:
                yield Reason(
                    "{place}: the stacks need {spaces} bonus tiles, but there are {stock}",
                    place=place,
                    spaces=spaces,
                    stock=stock,
                )

    def warnings(self, cards: tuple[LandCard, ...], faces: Mapping[str, Face]) -> Iterator[Reason]:
        """What the game can be played with, but nobody would print."""
        names = {name for layout in self.layouts for name in layout}
        seen = {location.icon for name in names for location in faces[name].locations}
        for number, card in enumerate(cards, 1):
            if card.icon and card.star != self.star and card.icon not in seen:
                yield Reason(
                    "{place}: no location of {game} has the icon {icon}",
                    place=entry_place(Reason("point card"), number),
                    game=self.game,
                    icon=card.icon,
                )
        for layout in self.layouts if self.covers is None else ():
            covered = sum(location.cover in COVERS for name in layout for location in faces[name].locations)
            if covered < EXPLORATION_TILES:
                place = Reason("{game} on {faces}", game=self.game, faces=" ".join(layout))
                yield Reason(
                    "{place}: only {covered} of {wanted} exploration tiles are laid out",
                    place=place,
                    covered=covered,
                    wanted=EXPLORATION_TILES,
                )

    def _on_faces(self, board: Iterable[Face]) -> Iterator[Reason]:
        for face in board:
            for number, location in enumerate(face.locations, 1):
                place = location_place(face.name, number)
                if location.type not in self.types and location.type != UNREADABLE:
                    yield Reason(
                        "{place}: {game} has no location of type {type}",
                        place=place,
                        game=self.game,
                        type=location.type,
                    )
                elif location.type == "fort" and self.fort_tiles and not location.stacks:
                    yield Reason(
                        "{place}: the fort has no stack, but gives bonus tiles in {game} (NW15)",
                        place=place,
                        game=self.game,
                    )
                elif location.type == "fort" and not self.fort_tiles and location.stacks:
                    yield Reason(
                        "{place}: the fort has stacks, but gives no bonus tiles in {game} (W2-11)",
                        place=place,
                        game=self.game,
                    )

    def _covered(self, place: Reason, locations: Iterable[Location]) -> Iterator[Reason]:
        covers = [location.cover for location in locations]
        if self.covers is not None:
            for mark, wanted in zip(COVERS, self.covers, strict=True):
                marked = miscounted(covers.count(mark), covers.count(UNREADABLE), wanted)
                if marked:
                    yield Reason(
                        '{place}: {marked} locations have the cover "{mark}", but the game has {wanted}',
                        place=place,
                        marked=marked,
                        mark=mark,
                        wanted=wanted,
                    )
            return
        needed, there = sum(mark in COVERS for mark in covers), EXPLORATION_TILES
        if needed > there:
            yield Reason(
                "{place}: with 2 or 3 players {needed} exploration tiles are needed, but there are {there}",
                place=place,
                needed=needed,
                there=there,
            )


def _slots(place: Reason, locations: Iterable[Location]) -> Iterator[Reason]:
    """Each slot of the market once (W1-2)."""
    slots = [location.slot for location in locations if location.type == "market"]
    unsure = slots.count(0) + sum(location.type == UNREADABLE for location in locations)
    for slot in range(1, FORTS + 1):
        if miscounted(slots.count(slot), unsure, 1):
            yield Reason(
                "{place}: market slot {slot} is there {n} times, but must be there once",
                place=place,
                slot=slot,
                n=slots.count(slot),
            )


USES = (
    # NW2-NW5. One exploration tile on every icon and, with 2 or 3 players, on every mark: no more than there are.
    Use(
        "new-world",
        tuple(("A1", "B1", "C1", fourth) for fourth in ("D1", "E1", "F1")),
        "white",
        ("",),
        _LAND,
        None,
        fort_tiles=True,
    ),
    # W1-1. Two tiles on the marks of A1 and B1, "the other eight" (#1 to #8) beside the board: so two marks, no icon.
    Use(
        "east-west-1",
        (("A1", "B1", "E2", "C2"),),
        "black",
        ("", "I"),
        _LAND | _MARKET | {"adjust"},
        (0, 2),
        fort_tiles=True,
    ),
    # W2-1. Seven icons and two marks; bonus tiles lie on B2 and F2 only.
    Use("east-west-2", (("A2", "B2", "C1", "F2"),), "white", ("",), _LAND | _SEA, (7, 2), fort_tiles=False),
    # W3-1. As part II, so E2 and D2 bring no tile to explore; no adjust location (W3-5).
    Use(
        "east-west-3",
        (("A2", "B2", "C1", "F2", "E2", "D2"),),
        "black",
        ("", "I", "III"),
        _LAND | _MARKET | _SEA,
        (7, 2),
        fort_tiles=False,
    ),
)


def use_of(game: str) -> Use:
    """What a game takes out of the box."""
    return next(use for use in USES if use.game == game)
