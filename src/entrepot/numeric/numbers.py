"""Actions by number: per game a table made from its components, for those who learn and want small numbers.

The table holds every action that a game with these components can ever offer, and lies in a fixed order: it is the same
for every position, seed and seat. mypyc compiles this module with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import TOOL
from ..core import actions, cubes, piles
from ..core.conversion import Conversion
from ..core.engine import Game
from ..core.errors import IllegalAction
from ..games.east_west import EastWest
from ..games.east_west_1 import PartOne
from ..games.east_west_2 import PartTwo
from ..games.new_world import NewWorld
from ..games.spice_road import SpiceRoad
from ..rules import route, sea

VERSION: Final = 1
"""Of the order of the table; it grows when the same components give other numbers."""

_FREE: Final = 0
_LEAST_ROOM: Final = 1024
_FACTOR: Final = 0x9E375
"""The first odd factor that is tried to spread actions over the table."""
_FACTORS: Final = (1 << 20) - 1
"""Factors are small, so that nothing overflows."""
_ATTEMPTS: Final = 400
_FAR: Final = 18


class Numbers:
    """The actions of one game by number, 0 to `size` − 1: the place of each in `actions`.

    Args:
        game: the game with its players, options and components bound.
        anywhere: whether the sea of the game lies anywhere (option R7), not as its components say.
    """

    def __init__(self, game: Game[Any], anywhere: bool = False) -> None:
        known = list(dict.fromkeys(_all(game, anywhere)))
        self.size: Final[i64] = len(known)
        self.actions: Final = piles.numbers(known)
        room = _LEAST_ROOM
        while room < 4 * len(known):
            room *= 2
        factor = _FACTOR
        for attempt in range(_ATTEMPTS):
            factor = _FACTOR * (2 * attempt + 1) & _FACTORS | 1
            if len({home(action, factor) & 2 * room - 1 for action in known}) == len(known):
                break
        self.factor: Final[i64] = factor
        self.table: Final = piles.zeros(2 * room)
        for number, action in enumerate(known):
            place = _place(self.table, factor, action)
            self.table[place] = action
            self.table[place + 1] = number

    def number(self, action: int) -> int:
        """The number of an action's int.

        Raises:
            IllegalAction: the components of the game give no such action.
        """
        return number_of(self.table, self.factor, action)


def home(action: i64, factor: i64) -> i64:
    """Where the search for an action in a table begins, before it is cut to the size of the table."""
    return ((action ^ action >> 19) * factor >> _FAR) * 2


def _place(table: vec[i64], factor: i64, action: i64) -> i64:
    """Where an action stands in a table of pairs of action and number, or where it would: there it is free."""
    most: i64 = len(table) - 1
    place = home(action, factor) & most
    while table[place] != action and table[place] != _FREE:
        place = place + 2 & most
    return place


def number_of(table: vec[i64], factor: i64, action: i64) -> i64:
    """The number of an action in the table of a `Numbers`.

    Raises:
        IllegalAction: it is not there.
    """
    place = _place(table, factor, action)
    if table[place] != action:
        raise IllegalAction("{action} has no number in this game", action=actions.text(action))
    return table[place + 1]


def most_times(trade: Conversion, held: int) -> int:
    """How often a trade can be made in a row at most by whoever holds that many cubes, of whatever colours."""
    first = each = 0
    for colour in range(cubes.COLOURS):
        cost = cubes.of_colour(trade.cost, colour)
        if cost:
            first += cost
            each += max(0, cost - cubes.of_colour(trade.gain, colour))
    if held < first or not first:
        return 0
    return min(actions.MOST_NUMBER, 1 + (held - first) // each) if each else actions.MOST_NUMBER


def _all(game: Game[Any], anywhere: bool) -> Iterator[int]:
    if isinstance(game, SpiceRoad):
        yield from _spice_road(game)
    elif isinstance(game, NewWorld):
        yield from _new_world(game, anywhere)
    else:
        raise TypeError("this game has no numbers for its actions")


def _slots(kind: int, most: int) -> list[int]:
    return [actions.encode(kind, slot) for slot in range(1, most + 1)]


def _colours(kind: int, most: int = cubes.COLOURS) -> list[int]:
    return [actions.encode(kind, colour) for colour in range(most)]


def _common(trades: Iterable[Conversion], held: int) -> Iterator[int]:
    """What all games ask: how often to trade, what to upgrade, what to give back."""
    most = max([most_times(trade, held) for trade in trades], default=0)
    yield from (actions.encode(actions.TIMES, number) for number in range(most + 1))
    yield from _colours(actions.UPGRADE, cubes.COLOURS - 1)
    yield actions.encode(actions.STOP)
    yield from _colours(actions.RETURN)


def _held(start: Iterable[int]) -> int:
    """Cubes that a seat can hold when its turn begins (C6)."""
    return max([cubes.LIMIT, *map(cubes.count, start)])


def _spice_road(game: SpiceRoad) -> Iterator[int]:
    box = game.box
    yield actions.encode(actions.REST)
    yield from game.plays
    yield from _slots(actions.ACQUIRE, box.merchant_row)
    yield from _slots(actions.CLAIM, box.point_row)
    yield from _common(game.cards, _held(box.start_cubes))
    yield from _colours(actions.PAY)


def _new_world(game: NewWorld[Any], anywhere: bool) -> Iterator[int]:
    box = game.box
    trades = [one for board in game.boards for one in board.conversions if one is not None]
    icons = [card.icon for card in (box.cards[number] for number in game.deck) if card.kind == TOOL]
    gifts = min(game.cards_to_end, max([icons.count(icon) for icon in icons], default=0))
    yield actions.encode(actions.REST)
    for board in game.boards:
        yield from board.works
    for board in game.boards:
        yield from board.takes
    for board in game.boards:
        covers = [location.cover for location in board.locations]
        yield from (action for action, cover in zip(board.explores, covers, strict=True) if game.covers(cover))
    yield from _slots(actions.CLAIM, game.row_length)
    if isinstance(game, EastWest):
        trades += [*game.cards, *game.all.sea]
    yield from _common(trades, _held(box.start_cubes) + gifts)
    if isinstance(game, PartOne):
        yield from (actions.encode(actions.EXPLORE, actions.beside(n + 1)) for n in range(len(box.exploration)))
        yield from _slots(actions.ROUTE, route.LENGTH)
        yield from _slots(actions.REPLACE, route.LENGTH)
        for one in range(1, route.LENGTH):
            yield from (actions.encode(actions.SWAP, one | two << 7) for two in range(one + 1, route.LENGTH + 1))
        yield actions.encode(actions.KEEP)
    if isinstance(game, EastWest):
        yield actions.encode(actions.USE)
        yield actions.encode(actions.SKIP)
    if isinstance(game, PartTwo):
        yield from _colours(actions.PAY)
        yield actions.encode(actions.BUILD)
        tiles = [actions.tile(q, r) for q, r in _tiles(game, anywhere)]
        yield from (actions.encode(actions.SAIL, tile) for tile in tiles)
        yield from (actions.encode(actions.OUTPOST, tile) for tile in tiles[1:])


def _tiles(game: PartTwo, anywhere: bool) -> list[tuple[int, int]]:
    """Where tiles can lie, the sea tile first.

    A tile that touches two others never is the only one of its row but at an end of the sea, along each of the three
    axes: n tiles reach over n // 2 steps at most.
    """
    if not anywhere:
        return list(game.all.layout)
    far = (1 + sea.ROWS * sea.COLUMNS) // 2
    around = [(q, r) for q in range(-far, far + 1) for r in range(-far, far + 1) if abs(q + r) <= far]
    return [(0, 0), *(place for place in around if place != (0, 0))]
