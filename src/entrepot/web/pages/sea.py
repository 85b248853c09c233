"""A table of From East to West, part II or III: the sea, its ships and outposts, as the templates draw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot, sqrt
from typing import Any, ClassVar

from ...components.east_west import SYMBOLS
from ...i18n import Texts
from ...i18n.east_west import Tile
from ...i18n.texts import N_, begun
from ..tables.model import TableView
from .board import Act, Data, Option, gather
from .east_west import Company, EastWestTable
from .new_world import Fresh

_SIZE = 50.0
_EDGE = 48.4
_MARGIN = 6.0


@dataclass(unsafe_hash=True, slots=True)
class Port:
    """A tile of the sea.

    Attributes:
        name: its coordinates, `q,r`.
        symbol: of its trade; empty on the sea tile, which has no `act` either.
        x, y: the middle of its hexagon.
        ships, posts: seats with a ship and with an outpost there.
        here: the ship of the seat whose goods are shown is there.
        steps: of the ship locations from which it can be reached now.
        open: its trade can be made from afar now, at the location of the outposts.
        action: the choice that it is.
        payees: owners of ships that get a cube from whoever ends there, in the order of payment.
        price: cubes that an outpost costs, None where none can be built; `dear` if they are not there after the toll.
        column: an outpost here would bring a bonus tile for a column.
        site: the reader is asked about an outpost here, or pays for it.
        trace: the seat that was here since the reader's last turn.
    """

    name: str
    symbol: str
    act: Act | None
    x: float
    y: float
    ships: tuple[int, ...]
    posts: tuple[int, ...]
    here: bool
    yours: bool
    steps: tuple[str, ...]
    open: bool
    action: str | None
    payees: tuple[int, ...]
    price: int | None
    dear: bool
    column: bool
    site: bool
    trace: int | None
    sentence: str

    @property
    def near(self) -> bool:
        """Whether a ship may end there now."""
        return bool(self.steps or self.action)


@dataclass(frozen=True, slots=True)
class Chart:
    """The sea: its tiles in the order of their symbols, and the part of the plane that they take."""

    ports: list[Port]
    left: float
    top: float
    width: float
    height: float

    @classmethod
    def of(cls, ports: list[Port]) -> Chart:
        """The chart of some tiles."""
        xs, ys = [port.x for port in ports], [port.y for port in ports]
        across, along = _EDGE * sqrt(3) / 2 + _MARGIN, _EDGE + _MARGIN
        left, top = min(xs) - across, min(ys) - along
        return cls(ports, left, top, max(xs) + across - left, max(ys) + along - top)

    def share(self, port: Port) -> tuple[float, float]:
        """Where the middle of a tile is, in hundredths of width and height."""
        return 100 * (port.x - self.left) / self.width, 100 * (port.y - self.top) / self.height

    @property
    def by_distance(self) -> list[Port]:
        """Its tiles, those first that are near the ship of the seat whose goods are shown."""
        ship = next(port for port in self.ports if port.here)
        return sorted(self.ports, key=lambda port: round(hypot(port.x - ship.x, port.y - ship.y)))

    @property
    def tile(self) -> tuple[float, float]:
        """How large a tile is, in hundredths of width and height."""
        return 100 * _SIZE * sqrt(3) / self.width, 100 * _SIZE * 2 / self.height


@lru_cache(maxsize=1024)
def middle(name: str) -> tuple[float, float]:
    """The middle of the hexagon at some axial coordinates `q,r`, its point upwards."""
    q, r = (int(part) for part in name.split(","))
    return _SIZE * sqrt(3) * (q + r / 2), _SIZE * 1.5 * r


@dataclass(frozen=True, slots=True)
class Grid:
    """The outposts of a seat: a row for each symbol, built from the left; what is built uncovers its value.

    Attributes:
        built: how many of each symbol.
        emptied: how many columns are empty.
        lacking: the symbols whose outposts the next column still holds; none when all are empty.
        open: whether an emptied column would still bring a bonus tile.
    """

    symbols: Sequence[str]
    built: Sequence[int]
    values: Sequence[int]
    emptied: int
    lacking: Sequence[str]
    open: bool

    @property
    def rows(self) -> list[tuple[str, int]]:
        """Symbols, each with how many outposts are built."""
        return list(zip(self.symbols, self.built, strict=True))

    @property
    def closing(self) -> bool:
        """Whether the next outpost of one symbol empties a column."""
        return len(self.lacking) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet(Company):
    """What lies on a player board besides cubes.

    Attributes:
        grid: its outposts.
        fourth: which merchant brings the next tile of D2 (W3-3); None where none can be had any more.
    """

    grid: Grid
    fourth: int | None


class Wake(Fresh):
    """What others did since the reader's last turn, ships included: where they went and what they paid to whom."""

    def __init__(self, view: TableView, mine: Sequence[int]) -> None:
        self.ports: dict[str, int] = {}
        super().__init__(view, mine)

    def take(self, actor: int, event: Mapping[str, Any]) -> None:
        super().take(actor, event)
        if event["kind"] in ("sailed", "built"):
            self.ports[event["tile"]] = actor
        elif event["kind"] == "toll":
            self._came[event["to"]] = self._came.get(event["to"], "") + event["cube"]


class SeaTable(EastWestTable):
    """Boards, the sea, and player boards with an outpost grid."""

    INSIDE = "sea-inside.html"
    PAGE = "nw-page ew-page sea-page"
    SHEETS: ClassVar[tuple[str, ...]] = ("land", "east-west", "sea")
    JUMPS: ClassVar = {**EastWestTable.JUMPS, "sail": "sea", "outpost": "sea"}
    PARTS: ClassVar = {
        "others": "i-people", "boards": "i-board", "stalls": "market", "sea": "i-hex", "mine": "i-hand",
    }  # fmt: skip
    ON_CHART = frozenset({"sail", "outpost"})
    """Decisions whose choices are tiles of the sea; verbs too."""

    def __init__(self, view: TableView, words: Texts) -> None:
        super().__init__(view, words)
        self._sea: dict[str, Data] = self.position["sea"]
        self._near: dict[str, list[str]] = {}
        self._gifts: dict[str, int] = {}
        self._grids: dict[int, Grid] = {}
        self._open: frozenset[str] = frozenset()
        for name, entry in self.board.items():
            if entry["type"] == "outpost-trade" and f"work {name}" in self.legal:
                self._open = frozenset(self.costs[name]["ends"])
            elif entry["type"] == "ship" and f"work {name}" in self.legal:
                for tile in self.costs[name]["ends"]:
                    self._near.setdefault(tile, []).append(str(entry["steps"]))
                    self._gifts[tile] = max(self._gifts.get(tile, 0), len(self.costs[name]["gift"]))

    def _seen(self, view: TableView) -> Wake:
        self.wake = Wake(view, self.mine)
        return self.wake

    @cached_property
    def tiles(self) -> Mapping[str, Tile]:
        """What the tiles of the sea are called."""
        return self.words.tiles(self.position)

    # -- the sea -----------------------------------------------------------------------------------------------------

    def deed(self, name: str) -> str | None:
        if self.board[name]["type"] != "ship-trade":
            return super().deed(name)
        trade: str | None = self.position["sea"][self.seats[self.focus]["ship"]]["card"]
        return trade

    @property
    def on_chart(self) -> bool:
        """Whether a tile of the sea is to be chosen."""
        return self.state == "choose" and self.kind in self.ON_CHART

    @cached_property
    def chart(self) -> Chart:
        """All tiles, those of one symbol together, the sea tile last."""
        order = [*SYMBOLS, None]
        names = sorted(self._sea, key=lambda name: order.index(self._sea[name]["symbol"]))
        return Chart.of([self._port(name) for name in names])

    @cached_property
    def harbour(self) -> Port:
        """The tile with the ship of the seat whose goods are shown."""
        return next(port for port in self.chart.ports if port.here)

    @property
    def building(self) -> bool:
        """Whether the reader is asked about an outpost where the ship is, or pays for it."""
        return self.state == "choose" and (self.kind == "build" or (self.kind == "pay" and "price" in self.decision))

    @cached_property
    def prospect(self) -> tuple[Port, Sequence[int], int] | None:
        """Where an outpost is asked about, with the values of its row and how many stand there; None at other times."""
        if not self.building:
            return None
        port, grid = self.harbour, self._grid(self.focus)
        return port, grid.values, dict(grid.rows)[port.symbol]

    @property
    def asks_at(self) -> str:
        return "sea" if self.building else super().asks_at

    @property
    def site_of_ship(self) -> tuple[Port, int]:
        """Where an outpost is to be built, and how many points it uncovers."""
        port, grid = self.harbour, self._grid(self.focus)
        return port, grid.values[dict(grid.rows)[port.symbol]]

    @cached_property
    def _ships(self) -> dict[str, tuple[int, ...]]:
        """Whose ships are at a tile."""
        ships: dict[str, tuple[int, ...]] = {}
        for index, seat in enumerate(self.seats):
            ships[seat["ship"]] = (*ships.get(seat["ship"], ()), index)
        return ships

    def _port(self, name: str) -> Port:
        entry, focus = self._sea[name], self.focus
        symbol: str = entry["symbol"] or ""
        act = Act.parse(entry["card"]) if entry["card"] else None
        ships = self._ships.get(name, ())
        others = [seat for seat in ships if seat != focus] if "toll" in entry else []
        payees = tuple(sorted(others, key=lambda seat: (seat - focus) % len(self.seats)))
        price = entry.get("price")
        grid = self._grid(focus)
        chosen = (f"sail {name}", f"outpost {name}") if self.legal else ()
        action = next((text for text in chosen if text in self.legal), None)
        x, y = middle(name)
        return Port(
            name=name,
            symbol=symbol,
            act=act,
            x=x,
            y=y,
            ships=ships,
            posts=tuple(entry["outposts"]),
            here=focus in ships,
            yours=focus in entry["outposts"],
            steps=tuple(self._near.get(name, ())),
            open=name in self._open,
            action=action,
            payees=payees,
            price=price,
            dear=price is not None and len(payees) + price > len(self.held) + self._gifts.get(name, 0),
            column=grid.open and entry.get("empties", False),
            site=focus in ships and self.building,
            trace=self.wake.ports.get(name),
            sentence=self.sentence(action) if action else self._described(name, ships, len(payees)),
        )

    def _described(self, name: str, ships: Sequence[int], toll: int) -> str:
        """What is on a tile that is no choice now, and what a ship of the reader would pay there."""
        entry, words = self._sea[name], self.words
        place = self.tiles[name].name
        if entry["card"]:
            said = [begun(words._("{tile}: {trade}.", tile=place, trade=words.conversion(entry["card"])))]
        else:
            said = [begun(words._("{tile}: no trade.", tile=place))]
        if any(map(self.is_me, ships)):
            said.append(words._("Your ship is here."))
        if others := [self.names[seat] for seat in ships if not self.is_me(seat)]:
            said.append(words._("Ships: {names}.", names=words.either(others)))
        if any(map(self.is_me, entry["outposts"])):
            said.append(words._("Your outpost is here."))
        if others := [self.names[seat] for seat in entry["outposts"] if not self.is_me(seat)]:
            said.append(words._("Outposts: {names}.", names=words.either(others)))
        if toll:
            said.append(words.ngettext("Toll: {n} cube.", "Toll: {n} cubes.", toll))
        price = entry.get("price")
        if price:
            said.append(words.ngettext("An outpost costs {n} cube.", "An outpost costs {n} cubes.", price))
        elif price is not None:
            said.append(words._("An outpost costs nothing."))
        if name in self._near:
            said.append(words._("Your ship can get here now."))
        return " ".join(said)

    # -- player boards -----------------------------------------------------------------------------------------------

    def colony(self, index: int) -> Fleet:
        held = self.holdings(index)
        fourth = self.seats[index].get("fourth")
        due = fourth["merchant"] if fourth and fourth["bonus"] else None
        return Fleet(**held, grid=self._grid(index), fourth=due)

    def _grid(self, index: int) -> Grid:
        if index not in self._grids:
            seat, values = self.seats[index], tuple(self.position["outpost_values"])
            column = seat["column"]
            self._grids[index] = Grid(
                SYMBOLS, tuple(seat["grid"]), values, column["emptied"], tuple(column["lacks"]), column["bonus"]
            )
        return self._grids[index]

    def column_said(self, grid: Grid) -> str:
        """What the next column needs to be empty, and what that brings."""
        words, n = self.words, grid.emptied + 1
        if not grid.lacking:
            return words._("All columns are empty.")
        symbols = words.either([words.symbol(symbol) for symbol in grid.lacking])
        if not grid.open:
            return words._("Column {n} still holds {symbols}; no bonus tile is to be had.", n=n, symbols=symbols)
        if grid.closing:
            return words._("The next outpost on {symbol} empties column {n}: a bonus tile.", n=n, symbol=symbols)
        return words._("Column {n} still holds {symbols}; empty, it brings a bonus tile.", n=n, symbols=symbols)

    # -- what is asked -----------------------------------------------------------------------------------------------

    @property
    def about(self) -> str:
        said = {
            "pay": N_("An outpost") if "price" in self.decision else N_("The toll"),
            "build": N_("Your ship has arrived"),
            "bonus": N_("A bonus tile"),
            "sail": N_("Your ship"),
            "outpost": N_("Your outposts"),
        }
        return self.words._(said[self.kind]) if self.kind in said else super().about

    @property
    def asked_about(self) -> str:
        if self.kind != "build":
            return super().asked_about
        name = self.seats[self.focus]["ship"]
        trade = self.words.conversion(self._sea[name]["card"])
        return begun(self.words._("{tile}: {trade}.", tile=self.tiles[name].name, trade=trade))

    @property
    def on_table(self) -> bool:
        return self.kind in self.ON_CHART or super().on_table

    @cached_property
    def owing(self) -> int:
        if self.kind != "pay":
            return super().owing
        return int(self.decision["price"]) if "price" in self.decision else len(self.decision["owners"])

    @cached_property
    def given(self) -> str:
        if self.kind != "pay":
            return super().given
        steps, kind = self.turns[-1].steps, "price" if "price" in self.decision else "toll"
        return "".join(step["cubes"] for step in steps if step["kind"] == kind)

    def option(self, text: str) -> Option | None:
        return None if text.partition(" ")[0] in self.ON_CHART else super().option(text)

    # -- what was done -----------------------------------------------------------------------------------------------

    def add_step(self, steps: list[Data], event: Mapping[str, Any]) -> None:
        kind = event["kind"]
        if kind == "sailed":
            tile = event["tile"]
            name = self.tiles[tile].name
            steps.append({"kind": kind, "at": tile, "symbol": self.position["sea"][tile]["symbol"] or "", "name": name})
        elif kind == "toll":
            to = event["to"]
            steps.append(
                {"kind": kind, "to": to, "name": self.names[to], "yours": self.is_me(to), "cubes": event["cube"]}
            )
        elif kind == "price":
            gather(kind, steps, event["cube"])
        elif kind == "built":
            steps.append({"kind": kind})
        elif kind == "traded" and not event["times"]:
            pass  # on arrival nobody has to trade (W2-7)
        else:
            super().add_step(steps, event)
