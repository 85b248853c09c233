"""From East to West, part I (W1-1 to W1-12)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import EastWestBox
from ..core import actions, cubes, piles
from ..core.chance import Chance
from ..core.engine import E_GAINED, REPLACE, SWAP, frame
from ..rules import route, settlers
from ..rules.route import RouteState
from .east_west import EastWest
from .new_world import REST


class PartOneState(RouteState):
    """A market and trade routes."""

    __slots__ = ()

    def copy(self) -> PartOneState:
        """An independent copy without listeners."""
        other = PartOneState()
        self.copy_to(other)
        return other


class PartOne(EastWest[PartOneState]):
    """A market whose merchants are used or kept for a trade route. Options R3 and R4."""

    def __init__(
        self, box: EastWestBox, players: int, replace_occupied: bool = True, merchant_pair_points: int = 1
    ) -> None:
        super().__init__("east-west-1", box, players, "A", merchant_pair_points)
        self.replace_occupied: Final = replace_occupied
        self.steps[REPLACE] = route.ReplaceStep(replace_occupied)

    def blank(self) -> PartOneState:
        s = self.cleared(PartOneState())
        s.clear_routes(self.players)
        return s

    def lay(self, s: PartOneState, chance: Chance, left: list[int]) -> None:
        """The exploration tiles that lie on no location lie beside the board (W1-1)."""
        s.beside = piles.numbers(left)
        s.open_market(chance.shuffled(list(range(len(self.cards)))))

    def list_turn(self, s: PartOneState, seat: i64, out: vec[i64]) -> i64:
        """W1-3."""
        return route.list_open(s, seat, self.cards, out, super().list_turn(s, seat, out))

    def otherwise(self, s: PartOneState, seat: i64, action: i64) -> None:
        """W1-9, W1-10."""
        if action == REST:
            settlers.rest(s, seat, s.come_home(seat))
        else:
            place = (action >> actions.BITS) - 1
            route.travel(s, seat, place, self.cards[piles.item(s.routes, seat, place)])

    def may_keep(self, s: Any, seat: i64) -> bool:
        table: PartOneState = s
        return piles.size(table.routes, seat) < route.LENGTH or route.replaceable(table, seat, self.replace_occupied)

    def keep(self, s: Any, seat: i64, place: i64) -> None:
        route.keep(s, seat, place)

    def use(self, s: PartOneState, seat: i64, location: i64) -> None:
        if self.boards[0].kinds[location] != settlers.ADJUST:
            super().use(s, seat, location)
            return
        s.storage[seat] += cubes.UNITS[0]
        if s.events is not None:
            s.note(E_GAINED, seat, cubes.UNITS[0])
        s.ask(frame(SWAP, seat))

    def merchants(self, s: PartOneState, seat: i64) -> i64:
        return piles.size(s.routes, seat) + piles.size(s.discards, seat)
