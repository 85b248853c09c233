"""The sea: tiles, ships and tolls, outposts and their columns (W2-2 to W2-10)."""

from __future__ import annotations

from typing import Any, Final

from ..core import actions, cubes
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.engine import (
    BUILD,
    E_BUILT,
    E_PRICE,
    E_SAILED,
    E_TOLL,
    PAY,
    TIMES,
    State,
    Step,
    frame,
    payload_of,
    seat_of,
)
from ..core.hexes import AROUND, Place, neighbours
from .market import MarketState, performable
from .storage import held

ROWS: Final = 4
COLUMNS: Final = 3
ANY: Final = 0
"""Steps of a ship location that leads to any tile."""
SKIP: Final = actions.encode(actions.SKIP)
_BUILD: Final = actions.encode(actions.BUILD)
_PAY: Final = [actions.encode(actions.PAY, colour) for colour in range(cubes.COLOURS)]
_TOLL: Final = 0
_PRICE: Final = 1


class Chart:
    """The tiles of one game as they lie: numbers in the order of the layout, the sea tile first. Never changes.

    Attributes:
        places: axial coordinates.
        goods: the market tile that lies there, −1 on the sea tile.
        sails, outposts: the actions that choose a tile; `numbers` leads back from their argument.
        ends: per steps (`ANY`, 1, 2) and tile, where a move may end, in the order of the tiles (W2-3, F5).
    """

    __slots__ = ("ends", "goods", "numbers", "outposts", "places", "sails")

    def __init__(self, places: tuple[Place, ...], goods: tuple[int, ...]) -> None:
        self.places: Final = places
        self.goods: Final = goods
        arguments = [actions.tile(q, r) for q, r in places]
        self.sails: Final = [actions.encode(actions.SAIL, argument) for argument in arguments]
        self.outposts: Final = [actions.encode(actions.OUTPOST, argument) for argument in arguments]
        self.numbers: Final = {argument: number for number, argument in enumerate(arguments)}
        near = [[places.index(one) for one in neighbours(own, places)] for own in places]
        two = [sorted({end for one in near[n] for end in [one, *near[one]]}) for n in range(len(places))]
        others = [[n for n in range(len(places)) if n != own] for own in range(len(places))]
        self.ends: Final = (others, near, two)


def scattered(chance: Chance, count: int) -> tuple[Place, ...]:
    """A random sea of `count` tiles in one piece, each touching at least two others; the sea tile is the first (R7)."""
    places = [(0, 0), (1, 0), (0, 1)]
    while len(places) < count:
        free = sorted(
            {
                (q + dq, r + dr)
                for q, r in places
                for dq, dr in AROUND
                if (q + dq, r + dr) not in places and len(neighbours((q + dq, r + dr), places)) >= 2
            }
        )
        places.append(free[chance.below(len(free))])
    first = chance.below(count)
    q0, r0 = places[first]
    moved = [(q - q0, r - r0) for q, r in places]
    return (moved[first], *moved[:first], *moved[first + 1 :])


def drawn(chance: Chance, symbols: tuple[int, ...], places: tuple[Place, ...]) -> Chart:
    """Three random market tiles of each symbol, laid out in random order (W2-2); without `places` anywhere (R7)."""
    tiles: list[int] = []
    for symbol in range(ROWS):
        tiles += chance.shuffled([tile for tile, row in enumerate(symbols) if row == symbol])[:COLUMNS]
    where = places or scattered(chance, len(tiles) + 1)
    return Chart(where, (-1, *chance.shuffled(tiles)))


class SeaState(MarketState):
    """A state with a sea: its chart, per seat the tile of its ship, per tile the seats with an outpost as bits, and per
    seat how many outposts of each row of its grid stand.
    """

    __slots__ = ("chart", "grids", "outposts", "ships")

    chart: Chart
    grids: list[tuple[int, ...]]
    outposts: list[int]
    ships: list[int]

    def clear(self, players: int) -> None:
        super().clear(players)
        self.chart = Chart(((0, 0),), (-1,))
        self.grids = [(0,) * ROWS] * players
        self.outposts = []
        self.ships = [0] * players

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, SeaState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.chart = self.chart
        other.grids = self.grids[:]
        other.outposts = self.outposts[:]
        other.ships = self.ships[:]


def toll(s: SeaState, seat: int, tile: int) -> int:
    """Cubes to pay when a ship ends its move on a tile: one for each other ship there (W2-4)."""
    ships = s.ships
    return ships.count(tile) - (ships[seat] == tile)


def harbours(s: SeaState, seat: int, steps: int, have: int) -> list[int]:
    """The tiles where a move may end, the toll being payable (W2-3, W2-4, F4)."""
    number = cubes.count(have)
    return [tile for tile in s.chart.ends[steps][s.ships[seat]] if toll(s, seat, tile) <= number]


def price(s: SeaState, tile: int, players: int) -> int:
    """Cubes that an outpost costs: one for each already there, two with two players (W2-5)."""
    return s.outposts[tile].bit_count() * (2 if players == 2 else 1)


class SailStep(Step[SeaState]):
    """Where the move ends (F5). Payload: the steps of the location."""

    def legal(self, s: SeaState, pending: int) -> list[int]:
        seat = seat_of(pending)
        sails = s.chart.sails
        return [sails[tile] for tile in harbours(s, seat, payload_of(pending), s.storage[seat])]

    def __init__(self, trades: tuple[Conversion, ...]) -> None:
        self._trades: Final = trades

    def apply(self, s: SeaState, pending: int, action: int) -> None:
        """The ship there; then, as far as there is any: toll, building, trade (F4)."""
        s.stack.pop()
        seat = seat_of(pending)
        tile = s.chart.numbers[action >> actions.BITS]
        s.ships[seat] = tile
        goods = s.chart.goods[tile]
        s.note(E_SAILED, seat, action >> actions.BITS, goods + 1)
        if goods >= 0:
            s.stack.append(frame(TIMES, seat, self._trades[goods].code << 1 | 1))
            if not s.outposts[tile] >> seat & 1:
                s.stack.append(frame(BUILD, seat))
        owners = 0
        for other, ship in enumerate(s.ships):
            if ship == tile and other != seat:
                owners |= 1 << other
        if owners:
            s.stack.append(frame(PAY, seat, _TOLL | owners << 1))


class PayStep(Step[SeaState]):
    """One cube to the next owner of a ship, seats beginning after the payer, or to the supply (F6).

    Payload: whether it is a price; above it the owners still to be paid as bits, or the cubes still to be paid.
    """

    def __init__(self, game: Any) -> None:
        self._game: Final = game

    def legal(self, s: SeaState, pending: int) -> list[int]:
        return held(_PAY, s.storage[seat_of(pending)])

    def apply(self, s: SeaState, pending: int, action: int) -> None:
        seat, payload = seat_of(pending), payload_of(pending)
        colour = action >> actions.BITS
        s.storage[seat] -= cubes.UNITS[colour]
        left = payload >> 1
        if payload & 1:
            s.note(E_PRICE, seat, colour)
            left -= 1
        else:
            owner = next_owner(left, seat, self._game.players)
            s.storage[owner] += cubes.UNITS[colour]
            s.note(E_TOLL, seat, colour, owner)
            left &= ~(1 << owner)
        if left:
            s.stack[-1] = frame(PAY, seat, payload & 1 | left << 1)
            return
        s.stack.pop()
        if payload & 1:
            found(s, self._game, seat)


def next_owner(owners: int, seat: int, players: int) -> int:
    """Of some seats as bits the first after the payer (F6)."""
    other = seat
    while True:
        other = (other + 1) % players
        if owners >> other & 1:
            return other


class BuildStep(Step[SeaState]):
    """Build an outpost on the tile of the ship, or not (W2-5). Payload: none."""

    def __init__(self, game: Any) -> None:
        self._game: Final = game

    def legal(self, s: SeaState, pending: int) -> list[int]:
        seat = seat_of(pending)
        affordable = price(s, s.ships[seat], self._game.players) <= cubes.count(s.storage[seat])
        return [_BUILD, SKIP] if affordable else [SKIP]

    def apply(self, s: SeaState, pending: int, action: int) -> None:
        s.stack.pop()
        if action == SKIP:
            return
        seat = seat_of(pending)
        cost = price(s, s.ships[seat], self._game.players)
        if cost:
            s.stack.append(frame(PAY, seat, _PRICE | cost << 1))
        else:
            found(s, self._game, seat)


def lacking(grid: tuple[int, ...]) -> list[int]:
    """The rows whose outposts the next column of a grid still holds; none when all columns are empty (W2-6)."""
    least = min(grid)
    return [] if least == COLUMNS else [row for row, built in enumerate(grid) if built == least]


def empties(grid: tuple[int, ...], row: int) -> bool:
    """Whether the next outpost of a row empties a column (W2-6)."""
    return lacking(grid) == [row]


def found(s: SeaState, game: Any, seat: int) -> None:
    """An outpost from the left of its row to the tile of the ship; an emptied column brings a bonus (W2-5, W2-6)."""
    tile = s.ships[seat]
    s.outposts[tile] |= 1 << seat
    row = game.symbols[s.chart.goods[tile]]
    grid = s.grids[seat]
    s.grids[seat] = (*grid[:row], grid[row] + 1, *grid[row + 1 :])
    s.note(E_BUILT, seat, s.chart.sails[tile] >> actions.BITS, row)
    if empties(grid, row):
        game.column(s, seat)


class OutpostStep(Step[SeaState]):
    """At which own outpost to trade (W2-10). Payload: none."""

    def __init__(self, trades: tuple[Conversion, ...]) -> None:
        self._trades: Final = trades

    def legal(self, s: SeaState, pending: int) -> list[int]:
        seat = seat_of(pending)
        return [s.chart.outposts[tile] for tile in open_outposts(s, seat, self._trades, s.storage[seat])]

    def apply(self, s: SeaState, pending: int, action: int) -> None:
        s.stack.pop()
        tile = s.chart.numbers[action >> actions.BITS]
        s.stack.append(frame(TIMES, seat_of(pending), self._trades[s.chart.goods[tile]].code << 1))


def open_outposts(s: SeaState, seat: int, trades: tuple[Conversion, ...], have: int) -> list[int]:
    """The tiles with an outpost of a seat whose trade it can make at least once (F1)."""
    goods = s.chart.goods
    return [
        tile for tile, owners in enumerate(s.outposts) if owners >> seat & 1 and performable(trades[goods[tile]], have)
    ]
