"""From East to West, part II (W2-1 to W2-12)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from ..components.box import EastWestBox
from ..core import piles
from ..core.chance import Chance
from ..core.engine import BUILD, OUTPOST, PAY, SAIL, TIMES, frame
from ..rules import bonus, sea, settlers
from ..rules.market import performable
from ..rules.sea import SeaRules, SeaState
from .east_west import EastWest

COLUMN_FACES: Final = ("B2", "F2")
"""Their stacks pay for an emptied column (W2-6, W3-4)."""


class PartTwoState(SeaState):
    """A sea, and for part III a market."""

    __slots__ = ()

    def copy(self) -> PartTwoState:
        """An independent copy without listeners."""
        other = PartTwoState()
        self.copy_to(other)
        return other


class PartTwo(EastWest[PartTwoState], SeaRules):
    """Ships and outposts. Option R7."""

    def __init__(
        self,
        box: EastWestBox,
        players: int,
        sea_layout: str = "star",
        merchant_pair_points: int = 1,
        name: str = "east-west-2",
    ) -> None:
        super().__init__(name, box, players, "B", merchant_pair_points)
        self.layout: Final = None if sea_layout == "random" else sea.Layout(box.layout)
        self.steps[PAY] = sea.PayStep(self, players)
        self.steps[BUILD] = sea.BuildStep(self, players)
        heaps = self.boards[0].face_heaps
        self.column_heaps: Final = [heap for face in COLUMN_FACES for heap in heaps[face]]

    def blank(self) -> PartTwoState:
        s = self.cleared(PartTwoState())
        s.clear_sea(self.players)
        return s

    def lay(self, s: PartTwoState, chance: Chance, left: list[int]) -> None:  # noqa: ARG002
        """W2-2, R7."""
        s.lay_sea(sea.drawn(chance, self.symbols, self.layout))

    def usable(self, s: PartTwoState, seat: i64, location: i64, have: i64) -> bool:
        """F1."""
        board = self.boards[0]
        kind = board.kinds[location]
        if kind == settlers.SHIP:
            return sea.can_sail(s, seat, board.about[location], have)
        if kind == settlers.SHIP_TRADE:
            goods = s.chart.goods[s.ships[seat]]
            return goods >= 0 and performable(self.all.sea[goods], have)
        if kind == settlers.OUTPOST_TRADE:
            return sea.can_trade(s, seat, self.all.sea, have)
        return super().usable(s, seat, location, have)

    def use(self, s: PartTwoState, seat: i64, location: i64) -> None:
        """W2-3, W2-9, W2-10."""
        board = self.boards[0]
        kind = board.kinds[location]
        if kind == settlers.SHIP:
            s.ask(frame(SAIL, seat, board.about[location]))
        elif kind == settlers.SHIP_TRADE:
            s.ask(frame(TIMES, seat, self.all.sea[s.chart.goods[s.ships[seat]]].code << 1))
        elif kind == settlers.OUTPOST_TRADE:
            s.ask(frame(OUTPOST, seat))
        else:
            super().use(s, seat, location)

    def offers(self) -> list[list[int]]:
        """The stacks apart from forts that bonus tiles are offered from together (W2-6, W3-3)."""
        return [self.column_heaps]

    def row_of(self, goods: i64) -> i64:
        return self.symbols[goods]

    def column(self, s: Any, seat: i64) -> None:
        """The stacks of two faces pay for it (W2-6, W3-4)."""
        bonus.offer(s, seat, self.column_heaps, self.bonus_spaces)

    def lines(self, s: PartTwoState, seat: int, bonuses: list[int] | None = None) -> dict[str, int]:
        """W2-12."""
        values = self.box.outpost_values
        built = piles.items(s.grids, seat)
        return {**super().lines(s, seat, bonuses), "outposts": sum(sum(values[:number]) for number in built)}
