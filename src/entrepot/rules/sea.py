"""The sea: tiles, ships and tolls, outposts and their columns (W2-2 to W2-10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, trait

from ..core import actions, cubes, piles
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
from .storage import list_held

ROWS: Final = 4
COLUMNS: Final = 3
ANY: Final = 0
"""Steps of a ship location that leads to any tile."""
SKIP: Final = actions.encode(actions.SKIP)
_BUILD: Final = actions.encode(actions.BUILD)
_TOLL: Final = 0
_PRICE: Final = 1


class Layout:
    """Where tiles lie: numbers in their order, the sea tile first. Never changes.

    Attributes:
        places, names: axial coordinates, and their text.
        sails, outposts: the actions that choose a tile, `arguments` their argument; `tile` leads back from it.
        ends: per steps (`ANY`, 1, 2) piles of where a move from each tile may end, in order (W2-3, F5).
    """

    __slots__ = ("arguments", "ends", "names", "outposts", "places", "sails")

    def __init__(self, places: tuple[Place, ...]) -> None:
        self.places: Final = places
        arguments = [actions.tile(q, r) for q, r in places]
        self.arguments: Final = piles.numbers(arguments)
        self.names: Final = [actions.tile_text(argument) for argument in arguments]
        self.sails: Final = piles.numbers(actions.encode(actions.SAIL, argument) for argument in arguments)
        self.outposts: Final = piles.numbers(actions.encode(actions.OUTPOST, argument) for argument in arguments)
        near = [[places.index(one) for one in neighbours(own, places)] for own in places]
        two = [sorted({end for one in near[n] for end in [one, *near[one]]}) for n in range(len(places))]
        others = [[n for n in range(len(places)) if n != own] for own in range(len(places))]
        self.ends: Final[list[vec[i64]]] = [piles.of(others), piles.of(near), piles.of(two)]

    def tile(self, argument: i64) -> i64:
        """The tile of an action's argument, −1 if there is none."""
        tile: i64
        for tile, known in enumerate(self.arguments):
            if known == argument:
                return tile
        return -1


class Chart:
    """The sea of one game: a layout, and the market tile that lies at each place, −1 on the sea tile. Never changes."""

    __slots__ = ("goods", "layout")

    def __init__(self, layout: Layout, goods: tuple[int, ...]) -> None:
        self.layout: Final = layout
        self.goods: Final = piles.numbers(goods)


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


def drawn(chance: Chance, symbols: tuple[int, ...], layout: Layout | None) -> Chart:
    """Three random market tiles of each symbol, laid out in random order (W2-2); without a layout anywhere (R7)."""
    tiles: list[int] = []
    for symbol in range(ROWS):
        tiles += chance.shuffled([tile for tile, row in enumerate(symbols) if row == symbol])[:COLUMNS]
    where = layout or Layout(scattered(chance, len(tiles) + 1))
    return Chart(where, (-1, *chance.shuffled(tiles)))


_NO_SEA: Final = Chart(Layout(((0, 0),)), (-1,))


class SeaState(MarketState):
    """A state with a sea: its chart, per seat the tile of its ship, per tile the seats with an outpost as bits, and per
    seat how many outposts of each row of its grid stand.
    """

    __slots__ = ("chart", "grids", "outposts", "ships")

    chart: Chart  # shared
    grids: vec[i64]  # piles of a number for each row, one a seat
    outposts: vec[i64]
    ships: vec[i64]

    def clear_sea(self, players: int) -> None:
        """All ships on the sea tile, no outposts, and nothing else laid out."""
        self.grids = piles.of([[0] * ROWS] * players)
        self.ships = piles.zeros(players)
        self.lay_sea(_NO_SEA)

    def lay_sea(self, chart: Chart) -> None:
        """Let this be the sea, without outposts."""
        self.chart = chart
        self.outposts = piles.zeros(len(chart.goods))

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, SeaState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.chart = self.chart
        other.grids = self.grids[:]
        other.outposts = self.outposts[:]
        other.ships = self.ships[:]


@trait
class SeaRules:
    """What a game with a sea says."""

    def row_of(self, goods: i64) -> i64:
        """The row of a grid whose outposts are built on a market tile (W2-5)."""
        raise NotImplementedError

    def column(self, s: Any, seat: i64) -> None:
        """A column of the outpost grid is empty (W2-6, W3-4)."""
        raise NotImplementedError


def toll(s: SeaState, seat: i64, tile: i64) -> i64:
    """Cubes to pay when a ship ends its move on a tile: one for each other ship there (W2-4)."""
    number: i64 = 0
    for ship in s.ships:
        if ship == tile:
            number += 1
    return number - 1 if s.ships[seat] == tile else number


def tolls(s: SeaState, seat: int) -> list[int]:
    """The toll of every tile for a seat."""
    found = [0] * len(s.outposts)
    for other, ship in enumerate(s.ships):
        if other != seat:
            found[ship] += 1
    return found


def harbours(s: SeaState, seat: int, steps: int, have: int) -> list[int]:
    """The tiles where a move may end, the toll being payable (W2-3, W2-4, F4)."""
    fees, held = tolls(s, seat), cubes.count(have)
    return [tile for tile in piles.items(s.chart.layout.ends[steps], s.ships[seat]) if fees[tile] <= held]


def list_harbours(s: SeaState, seat: i64, steps: i64, have: i64, out: vec[i64]) -> i64:
    """List the moves of a ship to its `harbours`; how many."""
    number = cubes.count(have)
    ends, sails = s.chart.layout.ends[steps], s.chart.layout.sails
    choices: i64 = 0
    at = piles.start(ends, s.ships[seat])
    place: i64
    for place in range(at + 1, at + 1 + ends[at]):
        tile = ends[place]
        if toll(s, seat, tile) <= number:
            out[choices] = sails[tile]
            choices += 1
    return choices


def can_sail(s: SeaState, seat: i64, steps: i64, have: i64) -> bool:
    """Whether there is a tile where a move may end."""
    number = cubes.count(have)
    ends = s.chart.layout.ends[steps]
    at = piles.start(ends, s.ships[seat])
    place: i64
    for place in range(at + 1, at + 1 + ends[at]):
        if toll(s, seat, ends[place]) <= number:
            return True
    return False


def seats_in(owners: i64) -> i64:
    """How many seats some bits name."""
    number: i64 = 0
    while owners:
        owners &= owners - 1
        number += 1
    return number


def price(s: SeaState, tile: i64, players: i64) -> i64:
    """Cubes that an outpost costs: one for each already there, two with two players (W2-5)."""
    return seats_in(s.outposts[tile]) * (2 if players == 2 else 1)


class SailStep(Step[SeaState]):
    """Where the move ends (F5). Payload: the steps of the location."""

    def __init__(self, trades: tuple[Conversion, ...]) -> None:
        self._trades: Final = trades

    def legal(self, s: SeaState, pending: i64, out: vec[i64]) -> i64:
        seat = seat_of(pending)
        return list_harbours(s, seat, payload_of(pending), s.storage[seat], out)

    def apply(self, s: SeaState, pending: i64, action: i64) -> None:
        """The ship there; then, as far as there is any: toll, building, trade (F4)."""
        s.answered()
        seat = seat_of(pending)
        tile = s.chart.layout.tile(action >> actions.BITS)
        s.ships[seat] = tile
        goods = s.chart.goods[tile]
        if s.events is not None:
            s.note(E_SAILED, seat, action >> actions.BITS, goods + 1)
        if goods >= 0:
            s.ask(frame(TIMES, seat, self._trades[goods].code << 1 | 1))
            if not s.outposts[tile] >> seat & 1:
                s.ask(frame(BUILD, seat))
        owners: i64 = 0
        other: i64
        for other, ship in enumerate(s.ships):
            if ship == tile and other != seat:
                owners |= bit(other)
        if owners:
            s.ask(frame(PAY, seat, _TOLL | owners << 1))


def bit(seat: i64) -> i64:
    """A seat as a bit."""
    one: i64 = 1
    return one << seat


class PayStep(Step[SeaState]):
    """One cube to the next owner of a ship, seats beginning after the payer, or to the supply (F6).

    Payload: whether it is a price; above it the owners still to be paid as bits, or the cubes still to be paid.
    """

    def __init__(self, game: SeaRules, players: i64) -> None:
        self._game: Final = game
        self._players: Final[i64] = players

    def legal(self, s: SeaState, pending: i64, out: vec[i64]) -> i64:
        return list_held(actions.PAY, s.storage[seat_of(pending)], out)

    def apply(self, s: SeaState, pending: i64, action: i64) -> None:
        seat, payload = seat_of(pending), payload_of(pending)
        colour = action >> actions.BITS
        unit = cubes.UNITS[colour]
        s.storage[seat] -= unit
        left = payload >> 1
        if payload & 1:
            if s.events is not None:
                s.note(E_PRICE, seat, colour)
            left -= 1
        else:
            owner = next_owner(left, seat, self._players)
            s.storage[owner] += unit
            if s.events is not None:
                s.note(E_TOLL, seat, colour, owner)
            left -= bit(owner)
        if left:
            s.ask_on(frame(PAY, seat, payload & 1 | left << 1))
            return
        s.answered()
        if payload & 1:
            found(s, self._game, seat)


def next_owner(owners: i64, seat: i64, players: i64) -> i64:
    """Of some seats as bits the first after the payer (F6)."""
    other = seat
    while True:
        other = (other + 1) % players
        if owners >> other & 1:
            return other


class BuildStep(Step[SeaState]):
    """Build an outpost on the tile of the ship, or not (W2-5). Payload: none."""

    def __init__(self, game: SeaRules, players: i64) -> None:
        self._game: Final = game
        self._players: Final[i64] = players

    def legal(self, s: SeaState, pending: i64, out: vec[i64]) -> i64:
        seat = seat_of(pending)
        choices: i64 = 0
        if price(s, s.ships[seat], self._players) <= cubes.count(s.storage[seat]):
            out[0] = _BUILD
            choices = 1
        out[choices] = SKIP
        return choices + 1

    def apply(self, s: SeaState, pending: i64, action: i64) -> None:
        s.answered()
        if action == SKIP:
            return
        seat = seat_of(pending)
        cost = price(s, s.ships[seat], self._players)
        if cost:
            s.ask(frame(PAY, seat, _PRICE | cost << 1))
        else:
            found(s, self._game, seat)


def lacking(grid: Sequence[int]) -> list[int]:
    """The rows whose outposts the next column of a grid still holds; none when all columns are empty (W2-6)."""
    least = min(grid)
    return [] if least == COLUMNS else [row for row, built in enumerate(grid) if built == least]


def empties(grid: Sequence[int], row: int) -> bool:
    """Whether the next outpost of a row empties a column (W2-6)."""
    return lacking(grid) == [row]


def found(s: SeaState, game: SeaRules, seat: i64) -> None:
    """An outpost from the left of its row to the tile of the ship; an emptied column brings a bonus (W2-5, W2-6)."""
    tile = s.ships[seat]
    s.outposts[tile] |= bit(seat)
    row = game.row_of(s.chart.goods[tile])
    column = empties(piles.items(s.grids, seat), row)
    piles.put(s.grids, seat, row, piles.item(s.grids, seat, row) + 1)
    if s.events is not None:
        s.note(E_BUILT, seat, s.chart.layout.arguments[tile], row)
    if column:
        game.column(s, seat)


class OutpostStep(Step[SeaState]):
    """At which own outpost to trade (W2-10). Payload: none."""

    def __init__(self, trades: tuple[Conversion, ...]) -> None:
        self._trades: Final = trades

    def legal(self, s: SeaState, pending: i64, out: vec[i64]) -> i64:
        seat = seat_of(pending)
        choices: i64 = 0
        tile: i64
        for tile, owners in enumerate(s.outposts):
            if owners >> seat & 1 and performable(self._trades[s.chart.goods[tile]], s.storage[seat]):
                out[choices] = s.chart.layout.outposts[tile]
                choices += 1
        return choices

    def apply(self, s: SeaState, pending: i64, action: i64) -> None:
        s.answered()
        goods = s.chart.goods[s.chart.layout.tile(action >> actions.BITS)]
        s.ask(frame(TIMES, seat_of(pending), self._trades[goods].code << 1))


def can_trade(s: SeaState, seat: i64, trades: tuple[Conversion, ...], have: i64) -> bool:
    """Whether there is an outpost of a seat whose trade it can make at least once (F1)."""
    tile: i64
    for tile, owners in enumerate(s.outposts):
        if owners >> seat & 1 and performable(trades[s.chart.goods[tile]], have):
            return True
    return False


def open_outposts(s: SeaState, seat: i64, trades: tuple[Conversion, ...], have: i64) -> list[int]:
    """The tiles of all such outposts."""
    goods = s.chart.goods
    return [
        tile for tile, owners in enumerate(s.outposts) if owners >> seat & 1 and performable(trades[goods[tile]], have)
    ]
