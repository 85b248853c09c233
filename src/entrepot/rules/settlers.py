"""A board of locations with settlers (NW9–NW13), exploration tiles (NW5) and stacks of bonus tiles on it (NW4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..core import actions, cubes
from ..core.conversion import Conversion
from ..core.engine import E_OUSTED, E_RESTED, E_SENT, E_SETTLED, E_TOOLS, Game, State

if TYPE_CHECKING:
    from ..components.box import Face, Location

ASK: Final = -1
"""In `Board.costs`: whether the location can be used is for the game to say."""


class Board:
    """Faces laid together; locations are numbers from 0 in board order, and so are forts and stacks of bonus tiles.

    Attributes:
        faces: names, in board order.
        locations, names, printed, icons: per location; an icon is a number, the last one stands for none.
        conversions: what production, upgrade and trade do.
        costs: what must be held after the Tool cubes to use the location: 0 nothing, `ASK`, or the cost of a trade.
        works, explores: the actions that choose a location, `places` their argument, `numbers` leads back from it.
        forts: the locations of the forts, slot by slot (F12); `slots` leads back, 0-based, −1 where there is none.
        heaps, face_heaps: the stacks of each location, and of each face apart from forts; `heap_sizes` and `takes` (the
            action) per stack, `heap_numbers` leads back.
    """

    __slots__ = (
        "conversions",
        "costs",
        "explores",
        "face_heaps",
        "faces",
        "forts",
        "heap_names",
        "heap_numbers",
        "heap_sizes",
        "heaps",
        "icons",
        "locations",
        "names",
        "numbers",
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
        self.places: Final = places
        self.names: Final = [actions.place_text(place) for place in places]
        self.numbers: Final = {place: number for number, place in enumerate(places)}
        self.works: Final = [actions.encode(actions.WORK, place) for place in places]
        self.explores: Final = [actions.encode(actions.EXPLORE, place) for place in places]
        self.printed: Final = [location.settlers for location in self.locations]
        self.icons: Final = [icons.index(one.icon) if one.icon else len(icons) for one in self.locations]
        self.conversions: Final[list[Conversion | None]] = [location.conversion for location in self.locations]
        self.costs: Final = [ASK if one is None else one.cost for one in self.conversions]
        self.forts: Final = [number for number, one in enumerate(self.locations) if one.type == "fort"]
        self.slots: Final = [self.forts.index(n) if n in self.forts else -1 for n in range(len(self.locations))]
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


class LandState(State):
    """A state with settlers on a board.

    A spot of the board is 0 when free, −1−tile under an exploration tile, else the seat of the settlers there and
    above three bits their number. Help and Tools are kept per seat and icon: settlers spared, and packed cubes.
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

    beside: tuple[int, ...]  # exploration tiles beside the board, −1 for those that are gone (W1-1)
    board: int  # which of the game's boards
    bonus: list[tuple[int, ...]]
    explored: list[tuple[int, ...]]
    heap_left: list[int]
    heap_tiles: tuple[tuple[int, ...], ...]  # the top tile is heap_tiles[heap][heap_left[heap] - 1]
    help: list[tuple[int, ...]]
    home: list[int]
    reserve: list[int]
    spots: list[int]
    tools: list[tuple[int, ...]]

    def clear(self, players: int) -> None:
        super().clear(players)
        self.beside = ()
        self.board = 0
        self.bonus = [()] * players
        self.explored = [()] * players
        self.heap_left = []
        self.heap_tiles = ()
        self.help = [()] * players
        self.home = [0] * players
        self.reserve = [0] * players
        self.spots = []
        self.tools = [()] * players

    def copy_to(self, other: State) -> None:
        super().copy_to(other)
        assert isinstance(other, LandState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        other.beside = self.beside
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


def covered(spot: int) -> bool:
    """Whether an exploration tile lies there."""
    return spot < 0


def settlers(spot: int) -> int:
    """How many settlers stand there."""
    return spot >> 3 if spot > 0 else 0


def settler_of(spot: int) -> int:
    """Whose settlers stand there, −1 nobody's."""
    return spot & 7 if spot > 0 else -1


def standing(seat: int, number: int) -> int:
    """The spot on which a seat has so many settlers."""
    return seat | number << 3


def asked(board: Board, location: int, spot: int) -> int:
    """How many settlers a location with such a spot asks for, help apart (NW10); covered, for when it is open."""
    return settlers(spot) + 1 if spot > 0 else board.printed[location]


def required(s: LandState, board: Board, seat: int, location: int) -> int:
    """How many settlers a seat must send to a location where it does not stand itself (NW10, NW11)."""
    return max(1, asked(board, location, s.spots[location]) - s.help[seat][board.icons[location]])


L = TypeVar("L", bound=LandState)


class LandGame(Game[L]):
    """A game on a board of locations; a state names the one of `boards` that was laid out."""

    def __init__(self, players: int, boards: list[Board]) -> None:
        super().__init__(players)
        self.boards: Final = boards

    def usable(self, s: L, seat: int, location: int, have: int) -> bool:
        """Whether `seat`, holding `have` cubes, could use a location that is no production, upgrade or trade (F1)."""
        raise NotImplementedError


def reachable(s: LandState, game: LandGame[Any], seat: int) -> list[int]:
    """The actions of the locations where a seat can work now, in board order (NW9, NW13)."""
    home = s.home[seat]
    listed: list[int] = []
    if not home:
        return listed
    board = game.boards[s.board]
    have = s.storage[seat]
    help = s.help[seat]  # noqa: A001 - the rule's own word
    tools = s.tools[seat]
    printed = board.printed
    icons = board.icons
    costs = board.costs
    works = board.works
    for location, spot in enumerate(s.spots):
        if spot:
            if spot < 0 or spot & 7 == seat:
                continue
            number = (spot >> 3) + 1
        else:
            number = printed[location]
        icon = icons[location]
        # One settler suffices however much help there is, and one is at home.
        if number - help[icon] > home:
            continue
        cost = costs[location]
        if cost:
            if cost == ASK:
                if not game.usable(s, seat, location, have + tools[icon]):
                    continue
            elif (have + tools[icon] - cost) & cubes.GUARD:
                continue
        listed.append(works[location])
    return listed


def send(s: LandState, board: Board, seat: int, location: int) -> None:
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
    brought = s.tools[seat][board.icons[location]]
    if brought:
        s.storage[seat] += brought
        if told:
            s.note(E_TOOLS, seat, board.places[location], brought)


def rest(s: LandState, seat: int, home: int = 0) -> None:
    """All settlers of a seat back from the board (NW8), beside those that came home from elsewhere."""
    spots = s.spots
    for location, spot in enumerate(spots):
        if spot > 0 and spot & 7 == seat:
            home += spot >> 3
            spots[location] = 0
    s.home[seat] += home
    if s.events is not None:
        s.note(E_RESTED, seat, home)


def settle(s: LandState, seat: int, number: int) -> None:
    """Settlers from the reserve to the own board, as many as are left (NW18, NW20)."""
    moved = min(number, s.reserve[seat])
    s.reserve[seat] -= moved
    s.home[seat] += moved
    if s.events is not None:
        s.note(E_SETTLED, seat, moved)


def raised(values: tuple[int, ...], icon: int, by: int) -> tuple[int, ...]:
    """Help or Tools of a seat with one card more."""
    return (*values[:icon], values[icon] + by, *values[icon + 1 :])
