"""From East to West, part III (W3-1 to W3-6)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from ..components.box import EastWestBox
from ..core import piles
from ..core.chance import Chance
from ..rules import bonus
from .east_west_2 import PartTwo, PartTwoState

OFTEN: Final = 4
"""How many merchant cards bring a bonus tile (W3-3)."""

MERCHANT_FACE: Final = "D2"
"""Its stacks pay for them."""


def following(merchants: i64) -> i64:
    """Which merchant card brings the next bonus tile, when so many have been used (W3-3)."""
    return (merchants // OFTEN + 1) * OFTEN


def fourth(merchants: i64) -> bool:
    """Whether the last merchant card of so many brings a bonus tile (W3-3)."""
    return merchants > 0 and following(merchants - 1) == merchants


class PartThree(PartTwo):
    """Part II with a market whose merchants are used, and bonus tiles for them. Options R4 and R7."""

    def __init__(self, box: EastWestBox, players: int, sea_layout: str = "star", merchant_pair_points: int = 1) -> None:
        super().__init__(box, players, sea_layout, merchant_pair_points, "east-west-3")
        self.merchant_heaps: Final = self.boards[0].face_heaps[MERCHANT_FACE]

    def lay(self, s: PartTwoState, chance: Chance, left: list[int]) -> None:
        super().lay(s, chance, left)
        s.open_market(chance.shuffled(list(range(len(self.cards)))))

    def offers(self) -> list[list[int]]:
        return [*super().offers(), self.merchant_heaps]

    def used(self, s: Any, seat: i64) -> None:
        """Every fourth merchant card brings a tile of D2 (W3-3, F9)."""
        if fourth(piles.size(s.discards, seat)):
            bonus.offer(s, seat, self.merchant_heaps, self.bonus_spaces)
