"""A board of locations with settlers (NW9–NW13), exploration tiles (NW5) and stacks of bonus tiles on it (NW4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, piles
from ..core.conversion import Conversion
from ..core.cubes import GUARD
from ..core.engine import E_OUSTED, E_RESTED, E_SENT, E_SETTLED, E_TOOLS, NONE, Game, State

if TYPE_CHECKING:
    from ..components.box import Face, Location

VISIT: Final = -1
ASK: Final = -2
"""In `Board.costs`: a fort, and a location of another kind, of which the game says whether it can be used."""

FORT: Final = 0
MARKET: Final = 1
REFRESH: Final = 2
ADJUST: Final = 3
SHIP: Final = 4
SHIP_TRADE: Final = 5
OUTPOST_TRADE: Final = 6
_KINDS: Final = {
    "fort": FORT,
    "market": MARKET,
    "refresh": REFRESH,
    "adjust": ADJUST,
    "ship": SHIP,
    "ship-trade": SHIP_TRADE,
    "outpost-trade": OUTPOST_TRADE,
}
"""Kinds of the locations that are no production, upgrade or trade: those are `PLAIN`."""
PLAIN: Final = 7


class Board:
    """Faces laid together; locations are numbers from 0 in board order, and so are forts and stacks of bonus tiles.

    Attributes:
        faces: names, in board order.
        locations, names, printed, icons: per location; an icon is a number, the last one stands for none.
        kinds: per location `PLAIN`, `FORT` and so on; `about`: the slot of a market (1-based), the steps of a ship.
        conversions: what production, upgrade and trade do.
        costs: what must be held after the Tool cubes to use the location: 0 nothing, a trade's cost, `VISIT` or `ASK`.
        works, explores: the actions that choose a location, `places` their argument, `location` leads back from it.
        forts: the locations of the forts, slot by slot (F12); `slots` leads back, 0-based, −1 where there is none.
        heaps, face_heaps: the stacks of each location, and of each face apart from forts; `heap_sizes` and `takes` (the
            action) per stack, `heap_numbers` leads back.
    """

    __slots__ = (
        "about",
        "conversions",
        "costs",
        "explores",
        "face_heaps",
        "faces",
        "firsts",
        "forts",
        "heap_names",
        "heap_numbers",
        "heap_sizes",
        "heaps",
        "icons",
        "kinds",
        "locations",
        "names",
        "places",
        "printed",
        "slots",
        "takes",
        "works",
    )

    def __init__(self, faces: list[Face], icons: tuple[str, ...]) -> None:
        self.faces: Final = tuple(face.name for face in faces)
        self.locations: Final[list[Location]] = [location for face in faces for location in face.locations]
        places = [actions.place(face.name, n + 1) for face in faces for n in range(len(face.locations))]
        self.places: Final = piles.numbers(places)
        self.firsts: Final = piles.numbers(
            places.index(actions.place(name, 1)) if actions.place(name, 1) in places else ABSENT
            for name in actions.FACES
        )
        self.names: Final = [actions.place_text(place) for place in places]
        self.works: Final = piles.numbers(actions.encode(actions.WORK, place) for place in places)
        self.explores: Final = piles.numbers(actions.encode(actions.EXPLORE, place) for place in places)
        self.printed: Final = piles.numbers(location.settlers for location in self.locations)
        self.icons: Final = piles.numbers(icons.index(one.icon) if one.icon else len(icons) for one in self.locations)
        self.kinds: Final = piles.numbers(_KINDS.get(one.type, PLAIN) for one in self.locations)
        self.about: Final = piles.numbers(one.slot if one.type == "market" else one.steps for one in self.locations)
        self.conversions: Final[list[Conversion | None]] = [location.conversion for location in self.locations]
        self.costs: Final = piles.numbers(
            one.conversion.cost if one.conversion is not None else VISIT if one.type == "fort" else ASK
            for one in self.locations
        )
        self.forts: Final = [number for number, one in enumerate(self.locations) if one.type == "fort"]
        self.slots: Final = piles.numbers(
            self.forts.index(n) if n in self.forts else -1 for n in range(len(self.locations))
        )
        self.heaps: Final[list[list[int]]] = []
        self.heap_sizes: Final[list[int]] = []
        self.takes: Final[list[int]] = []
        for face in faces:
            for number, location in enumerate(face.locations, 1):
                self.heaps.append([len(self.takes) + n for n in range(len(location.stacks))])
                for n, size in enumerate(location.stacks, 1):
                    place = actions.place(face.name, number, n if len(location.stacks) > 1 else 0)
                    self.takes.append(actions.encode(actions.BONUS, place))
                    self.heap_sizes.append(size)
        self.face_heaps: Final[dict[str, list[int]]] = {}
        for face in faces:
            self.face_heaps[face.name] = [len(self.takes) + n for n in range(len(face.stacks))]
            for n, size in enumerate(face.stacks, 1):
                self.takes.append(actions.encode(actions.BONUS, actions.place(face.name, 0, n)))
                self.heap_sizes.append(size)
        self.heap_numbers: Final = {take: heap for heap, take in enumerate(self.takes)}
        self.heap_names: Final = [actions.place_text(take >> actions.BITS) for take in self.takes]

    def location(self, place: i64) -> i64:
        """The location of an action's argument, −1 if there is none."""
        face, number = place & 15, place >> 4
        if face >= len(self.firsts) or self.firsts[face] == ABSENT:
            return -1
        found = self.firsts[face] + number - 1
        return found if 0 <= found < len(self.places) and self.places[found] == place else -1


ABSENT: Final = -1
"""In `Board.firsts`, the first location of each face of the game: the face is not laid out."""


class LandState(State):
    """A state with settlers on a board.

    A spot of the board is 0 when free, −1−tile under an exploration tile, else the seat of the settlers there and
    above three bits their number. Help and Tools are piles, a seat each, with a number for every icon: settlers spared,
    and packed cubes.
    """

    __slots__ = (
        "beside",
        "board",
        "bonus",
        "explored",
        "heap_left",
        "heap_tiles",
        "help",
        "home",
        "reserve",
        "spots",
        "tools",
    )

    beside: vec[i64]  # exploration tiles beside the board, −1 for those that are gone (W1-1)
    board: i64  # which of the game's boards
    bonus: vec[i64]  # piles of tiles, one a seat
    explored: vec[i64]  # piles of tiles, one a seat
    heap_left: vec[i64]
    heap_tiles: vec[i64]  # piles, shared; the top tile of one is the last of those that are left
    help: vec[i64]
    home: vec[i64]
    reserve: vec[i64]
    spots: vec[i64]
    tools: vec[i64]

    def clear_land(self, players: int, spaces: int, finds: int, icons: int) -> None:
        """Nothing on the board, nobody with settlers; room for so many bonus and exploration tiles."""
        self.beside = NONE
        self.board = 0
        self.bonus = piles.empty(players, spaces)
        self.explored = piles.empty(players, finds)
        self.heap_left = NONE
        self.heap_tiles = NONE
        self.help = piles.of([[0] * icons] * players)
        self.home = piles.zeros(players)
        self.reserve = piles.zeros(players)
        self.spots = NONE
        self.tools = piles.of([[0] * icons] * players)

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, LandState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.beside = self.beside[:]
        other.board = self.board
        other.bonus = self.bonus[:]
        other.explored = self.explored[:]
        other.heap_left = self.heap_left[:]
        other.heap_tiles = self.heap_tiles
        other.help = self.help[:]
        other.home = self.home[:]
        other.reserve = self.reserve[:]
        other.spots = self.spots[:]
        other.tools = self.tools[:]

    def stack_tiles(self, heaps: list[list[int]]) -> None:
        """Let these be the stacks of bonus tiles, the top one last."""
        self.heap_tiles = piles.of(heaps)
        self.heap_left = piles.numbers(map(len, heaps))


def covered(spot: i64) -> bool:
    """Whether an exploration tile lies there."""
    return spot < 0


def settlers(spot: i64) -> i64:
    """How many settlers stand there."""
    return spot >> 3 if spot > 0 else 0


def settler_of(spot: i64) -> i64:
    """Whose settlers stand there, −1 nobody's."""
    return spot & 7 if spot > 0 else -1


def standing(seat: i64, number: i64) -> i64:
    """The spot on which a seat has so many settlers."""
    return seat | number << 3


def asked(board: Board, location: i64, spot: i64) -> i64:
    """How many settlers a location with such a spot asks for, help apart (NW10); covered, for when it is open."""
    return settlers(spot) + 1 if spot > 0 else board.printed[location]


def required(s: LandState, board: Board, seat: i64, location: i64) -> i64:
    """How many settlers a seat must send to a location where it does not stand itself (NW10, NW11)."""
    number = asked(board, location, s.spots[location]) - piles.item(s.help, seat, board.icons[location])
    return number if number > 1 else 1


def asked_everywhere(s: LandState, board: Board) -> list[int]:
    """`asked` of every location, in board order."""
    return [asked(board, location, spot) for location, spot in enumerate(s.spots)]


def required_everywhere(s: LandState, board: Board, seat: int) -> list[int]:
    """`required` of every location, in board order."""
    return [required(s, board, seat, location) for location in range(len(s.spots))]


L = TypeVar("L", bound=LandState)


class LandGame(Game[L]):
    """A game on a board of locations; a state names the one of `boards` that was laid out."""

    def __init__(
        self, players: int, cards_to_end: int, row_length: int, most_choices: int, boards: list[Board]
    ) -> None:
        super().__init__(players, cards_to_end, row_length, most_choices)
        self.boards: Final = boards

    def visitable(self, s: L, seat: i64, location: i64, have: i64) -> bool:
        """Whether `seat`, holding `have` cubes, could use a fort (NW13)."""
        raise NotImplementedError

    def usable(self, s: L, seat: i64, location: i64, have: i64) -> bool:
        """Whether it could use a location of a kind that only some games have (F1)."""
        raise NotImplementedError


def list_reachable(s: LandState, game: LandGame[Any], seat: i64, out: vec[i64], choices: i64) -> i64:
    """List the locations where a seat can work now, in board order, behind so many choices; how many it are then.

    NW9, NW13.
    """
    home = s.home[seat]
    if home == 0:
        return choices
    board = game.boards[s.board]
    have = s.storage[seat]
    spots, help, tools = s.spots, s.help, s.tools  # noqa: A001 - the rule's own word
    first = piles.start(help, seat) + 1
    printed, icons, costs, works = board.printed, board.icons, board.costs, board.works
    location: i64
    for location, spot in enumerate(spots):
        if spot < 0 or (spot > 0 and spot & 7 == seat):
            continue
        number = (spot >> 3) + 1 if spot else printed[location]
        icon = first + icons[location]
        # One settler suffices however much help there is, and one is at home.
        if number - help[icon] > home:
            continue
        cost = costs[location]
        if cost == VISIT:
            if not game.visitable(s, seat, location, have + tools[icon]):
                continue
        elif cost == ASK:
            if not game.usable(s, seat, location, have + tools[icon]):
                continue
        elif cost and (have + tools[icon] - cost) & GUARD:
            continue
        out[choices] = works[location]
        choices += 1
    return choices


def send(s: LandState, board: Board, seat: i64, location: i64) -> None:
    """Settlers placed, ousted ones home, Tool cubes (NW9, NW10, NW12, F4)."""
    number = required(s, board, seat, location)
    spot = s.spots[location]
    s.home[seat] -= number
    s.spots[location] = standing(seat, number)
    told = s.events is not None
    if told:
        s.note(E_SENT, seat, board.places[location], number)
    if spot:
        owner = settler_of(spot)
        s.home[owner] += settlers(spot)
        if told:
            s.note(E_OUSTED, owner, board.places[location], settlers(spot), seat)
    brought = piles.item(s.tools, seat, board.icons[location])
    if brought:
        s.storage[seat] += brought
        if told:
            s.note(E_TOOLS, seat, board.places[location], brought)


def rest(s: LandState, seat: i64, home: i64 = 0) -> None:
    """All settlers of a seat back from the board (NW8), beside those that came home from elsewhere."""
    spots = s.spots
    location: i64
    for location, spot in enumerate(spots):
        if spot > 0 and spot & 7 == seat:
            home += spot >> 3
            spots[location] = 0
    s.home[seat] += home
    if s.events is not None:
        s.note(E_RESTED, seat, home)


def settle(s: LandState, seat: i64, number: i64) -> None:
    """Settlers from the reserve to the own board, as many as are left (NW18, NW20)."""
    moved = min(number, s.reserve[seat])
    s.reserve[seat] -= moved
    s.home[seat] += moved
    if s.events is not None:
        s.note(E_SETTLED, seat, moved)


def raise_by(values: vec[i64], seat: i64, icon: i64, by: i64) -> None:
    """Help or Tools of a seat with one card more."""
    piles.put(values, seat, icon, piles.item(values, seat, icon) + by)
