"""From East to West, part II (W2-1 to W2-12)."""

from __future__ import annotations

from typing import Final

from ..components.box import EastWestBox
from ..core.chance import Chance
from ..core.engine import OUTPOST, PAY, SAIL, TIMES, frame
from ..rules import bonus, sea
from ..rules.market import performable
from ..rules.sea import SeaState
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


class PartTwo(EastWest[PartTwoState]):
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
        self.sea_layout = sea_layout
        self.steps[PAY] = sea.PayStep(self)
        heaps = self.boards[0].face_heaps
        self.column_heaps = [heap for face in COLUMN_FACES for heap in heaps[face]]

    def blank(self) -> PartTwoState:
        return PartTwoState()

    def lay(self, s: PartTwoState, chance: Chance, left: list[int]) -> None:  # noqa: ARG002
        self.lay_sea(s, chance)

    def lay_sea(self, s: PartTwoState, chance: Chance) -> None:
        """W2-2, R7."""
        s.chart = sea.drawn(chance, self.symbols, () if self.sea_layout == "random" else self.all.layout)
        s.outposts = [0] * len(s.chart.places)

    def usable(self, s: PartTwoState, seat: int, location: int, have: int) -> bool:
        """F1."""
        place = self.boards[0].locations[location]
        if place.type == "ship":
            return bool(sea.harbours(s, seat, place.steps, have))
        if place.type == "ship-trade":
            goods = s.chart.goods[s.ships[seat]]
            return goods >= 0 and performable(self.all.sea[goods], have)
        if place.type == "outpost-trade":
            return bool(sea.open_outposts(s, seat, self.all.sea, have))
        return super().usable(s, seat, location, have)

    def use(self, s: PartTwoState, seat: int, location: int) -> None:
        """W2-3, W2-9, W2-10."""
        place = self.boards[0].locations[location]
        if place.type == "ship":
            s.stack.append(frame(SAIL, seat, place.steps))
        elif place.type == "ship-trade":
            s.stack.append(frame(TIMES, seat, self.all.sea[s.chart.goods[s.ships[seat]]].code << 1))
        elif place.type == "outpost-trade":
            s.stack.append(frame(OUTPOST, seat))
        else:
            super().use(s, seat, location)

    def offers(self) -> list[list[int]]:
        """The stacks apart from forts that bonus tiles are offered from together (W2-6, W3-3)."""
        return [self.column_heaps]

    def column(self, s: PartTwoState, seat: int) -> None:
        """A column of the outpost grid is empty (W2-6, W3-4)."""
        bonus.offer(s, seat, self.column_heaps, self.bonus_spaces)

    def lines(self, s: PartTwoState, seat: int) -> dict[str, int]:
        """W2-12."""
        values = self.box.outpost_values
        return {**super().lines(s, seat), "outposts": sum(sum(values[:built]) for built in s.grids[seat])}
