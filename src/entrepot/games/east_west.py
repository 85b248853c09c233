"""What the parts of From East to West share: a market of merchants, and ships on a sea (W1, W2, W3)."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from mypy_extensions import i64

from ..components.box import BonusTile, EastWestBox
from ..components.uses import use_of
from ..core import piles
from ..core.engine import E_TURN, MARKET, TURN, Step, frame
from ..rules import bonus, market, route, sea, settlers
from ..rules.market import MarketRules, MarketState
from .new_world import NewWorld

M = TypeVar("M", bound=MarketState)


class EastWest(NewWorld[M], MarketRules):
    """A New World with locations of other kinds (F1). A part says what else it has."""

    def __init__(self, name: str, box: EastWestBox, players: int, side: str, merchant_pair_points: int) -> None:
        super().__init__(box.land, players, use_of(name), side)
        for number, tile in enumerate(self.bonus):
            if tile.form == "merchants":
                points = tile.points * merchant_pair_points
                self.bonus[number] = BonusTile(tile.form, tile.kinds, tile.per, points, tile.mark)
        self.all: Final = box
        self.cards: Final = box.merchants
        self.symbols: Final = box.symbols
        self.steps += [
            bonus.BonusStep(self),
            market.MarketStep(self, box.merchants),
            route.ReplaceStep(True),
            route.SwapStep(),
            sea.SailStep(box.sea),
            Step(),
            sea.OutpostStep(box.sea),
            market.AfterUse(self),
        ]

    def cleared(self, s: M) -> M:
        super().cleared(s)
        s.clear_market(self.players, len(self.cards))
        return s

    def may_keep(self, s: Any, seat: i64) -> bool:  # noqa: ARG002
        return False

    def used(self, s: Any, seat: i64) -> None:
        """Nothing more happens."""

    def usable(self, s: M, seat: i64, location: i64, have: i64) -> bool:
        """F1."""
        board = self.boards[0]
        kind = board.kinds[location]
        if kind == settlers.MARKET:
            slot = board.about[location]
            return slot <= piles.size(s.market, 0) and (
                market.performable(self.cards[piles.item(s.market, 0, slot - 1)], have) or self.may_keep(s, seat)
            )
        return kind == settlers.REFRESH or kind == settlers.ADJUST

    def use(self, s: M, seat: i64, location: i64) -> None:
        board = self.boards[0]
        kind = board.kinds[location]
        if kind == settlers.MARKET:
            s.ask(frame(MARKET, seat, board.about[location] - 1))
        elif kind == settlers.REFRESH:
            s.refresh(seat)
        else:
            super().use(s, seat, location)

    def next_turn(self, s: M) -> None:
        """After a refresh the same seat has another turn, in the same round (W1-7)."""
        if not s.again:
            super().next_turn(s)
            return
        s.again = False
        s.ask(frame(TURN, s.active))
        s.note(E_TURN, s.active, s.round)

    def merchants(self, s: M, seat: i64) -> i64:
        return piles.size(s.discards, seat)
