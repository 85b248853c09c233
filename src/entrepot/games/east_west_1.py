"""From East to West, part I (W1-1 to W1-12)."""

from __future__ import annotations

from ..components.box import EastWestBox
from ..core import actions, cubes
from ..core.chance import Chance
from ..core.engine import E_GAINED, REPLACE, SWAP, frame
from ..rules import route
from ..rules.route import RouteState
from ..rules.settlers import rest
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
        self.replace_occupied = replace_occupied
        self.steps[REPLACE] = route.ReplaceStep(replace_occupied)

    def blank(self) -> PartOneState:
        return PartOneState()

    def lay(self, s: PartOneState, chance: Chance, left: list[int]) -> None:
        """The exploration tiles that lie on no location lie beside the board (W1-1)."""
        s.beside = tuple(left)
        s.open_market(chance.shuffled(list(range(len(self.cards)))))

    def choices(self, s: PartOneState, seat: int) -> list[int]:
        """W1-3."""
        return [*super().choices(s, seat), *route.open_cards(s, seat, self.cards)]

    def otherwise(self, s: PartOneState, seat: int, action: int) -> None:
        """W1-9, W1-10."""
        if action == REST:
            rest(s, seat, s.come_home(seat))
        else:
            place = (action >> actions.BITS) - 1
            route.travel(s, seat, place, self.cards[s.routes[seat][place]])

    def may_keep(self, s: PartOneState, seat: int) -> bool:
        return len(s.routes[seat]) < route.LENGTH or bool(route.replaceable(s, seat, self.replace_occupied))

    def keep(self, s: PartOneState, seat: int, place: int) -> None:
        route.keep(s, seat, place)

    def use(self, s: PartOneState, seat: int, location: int) -> None:
        if self.boards[0].locations[location].type != "adjust":
            super().use(s, seat, location)
            return
        s.storage[seat] += cubes.UNITS[0]
        s.note(E_GAINED, seat, cubes.UNITS[0])
        s.stack.append(frame(SWAP, seat))

    def merchants(self, s: PartOneState, seat: int) -> int:
        return len(s.routes[seat]) + len(s.discards[seat])
