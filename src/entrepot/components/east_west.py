"""The components of From East to West I, II and III: several boxes together, and the sea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..core.actions import FARTHEST
from ..core.conversion import Conversion
from ..core.errors import N_, Reason, within
from ..core.hexes import Place, flaws
from .box import EastWestBox, Location, NewWorldBox
from .new_world import NewWorldReader, full_storages
from .reader import MARKET_TILE, MERCHANT, UNREADABLE, Reader, numbered
from .spice_road import SpiceRoadReader

SYMBOLS = ("ginger", "chili", "tea", "cloves")
"""Of the market tiles; also the rows of the outpost grid (W2-2, W2-5)."""

LAYOUT = Reason.verbatim("layout")
_SEA = ("ship", "ship-trade", "outpost-trade")


class EastWestReader(Reader):
    """W1-1, W1-2, W2-1, W2-2, W3-1."""

    BOX = EastWestBox
    BORROWS = NewWorldReader.ASIDE
    KEYS = NewWorldReader.KEYS | BORROWS
    TILES = 24
    LAID_OUT = 3
    """Tiles of each symbol in a game."""

    def read(self) -> dict[str, Any]:
        data = self.data
        own = NewWorldReader(data)
        values = own.read()
        self.problems += own.problems
        self.warnings += own.warnings
        land = NewWorldBox(status="", hash="", warnings=(), **values)
        merchants = tuple(self._each(data.get("merchant"), MERCHANT, self._conversion))
        self._counted(MERCHANT, data.get("merchant"), SpiceRoadReader.MERCHANTS)
        symbols, sea = self._tiles()

        def trades(location: Location) -> Iterable[Conversion]:
            return merchants if location.type == "market" else sea if location.type in _SEA else ()

        self.problems += full_storages(land, trades)
        return {"land": land, "merchants": merchants, "sea": sea, "symbols": symbols, "layout": self._layout()}

    def counting(self) -> dict[str, Any]:
        tiles = [{key: value for key, value in tile.items() if key != "doubtful"} for tile in self.data["market"]]
        layouts = [{key: value for key, value in layout.items() if key != "name"} for layout in self.data["layout"]]
        return {**super().counting(), "market": tiles, "layout": layouts}

    def _tiles(self) -> tuple[tuple[int, ...], tuple[Conversion, ...]]:
        """Symbols and trades of the market tiles: enough of each symbol for a game (W2-2)."""
        listed = self.data.get("market")
        tiles = list(self._each(listed, MARKET_TILE, self._tile))
        self._counted(MARKET_TILE, listed, self.TILES)
        counts = Counter(symbol for symbol, _ in tiles)
        unsure = counts.pop(UNREADABLE, 0) + (len(listed) - len(tiles) if isinstance(listed, list) else 0)
        for symbol in SYMBOLS if tiles else ():
            if counts[symbol] + unsure < self.LAID_OUT:
                self.problems.append(
                    Reason(
                        "{place}: there are {n} with {symbol}, but a game needs {wanted}",
                        place=MARKET_TILE,
                        n=counts[symbol],
                        symbol=symbol,
                        wanted=self.LAID_OUT,
                    )
                )
        rows = tuple(SYMBOLS.index(symbol) for symbol, _ in tiles if symbol != UNREADABLE)
        return rows, tuple(trade for _, trade in tiles if trade is not None)

    def _tile(self, entry: dict[str, Any], place: Reason) -> tuple[str, Conversion | None]:
        self._only(entry, place, {"symbol", "cost", "gain", "doubtful"})
        if not isinstance(entry.get("doubtful", False), bool):
            self.problems.append(Reason("{place}: doubtful must be true or false", place=place))
        symbol = self._name(entry.get("symbol"), within(place, "symbol"), SYMBOLS)
        return symbol, self._conversion({"cost": entry.get("cost"), "gain": entry.get("gain")}, place)

    def _layout(self) -> tuple[Place, ...]:
        """The sea tile and the market tiles, in one piece, each touching two others (W2-2)."""
        layouts = self.data.get("layout")
        if not isinstance(layouts, list) or len(layouts) != 1 or not isinstance(layouts[0], dict):
            self.problems.append(Reason("{place}: there must be one, written [[layout]]", place=LAYOUT))
            return ()
        entry = layouts[0]
        self._only(entry, LAYOUT, {"name", "sea", "market"})
        self._remark(entry.get("name", ""), within(LAYOUT, "name"))
        found = len(self.problems)
        listed, market = entry.get("market"), within(LAYOUT, "market")
        if not isinstance(listed, list) or not listed:
            self._wrong(listed, market, N_("{place} must be a list of places"))
            listed = []
        self._counted(market, listed, self.LAID_OUT * len(SYMBOLS))
        listed = self._some(listed, market)
        places = (
            self._place(entry.get("sea"), within(LAYOUT, "sea")),
            *(self._place(one, numbered(market, n)) for n, one in enumerate(listed, 1)),
        )
        if len(self.problems) == found:
            self.problems += [Reason("{place}: {problem}", place=LAYOUT, problem=flaw) for flaw in flaws(places)]
        return places

    def _place(self, value: object, place: Reason) -> Place:
        if isinstance(value, list) and len(value) != 2:
            self.problems.append(Reason("{place} must be two numbers, q and r", place=place))
            return 0, 0
        pair = self._row(value, place, -FARTHEST, FARTHEST)
        return (pair[0], pair[1]) if pair else (0, 0)
