"""What the parts of From East to West share: a market of merchants, and ships on a sea (W1, W2, W3)."""

from __future__ import annotations

from typing import Final, TypeVar

from ..components.box import BonusTile, EastWestBox, Location
from ..components.uses import use_of
from ..core.engine import E_TURN, MARKET, TIMES, TURN, frame
from ..rules import bonus, market, route, sea
from ..rules.conversions import TimesStep
from ..rules.market import MarketState
from .new_world import NewWorld

M = TypeVar("M", bound=MarketState)


class EastWest(NewWorld[M]):
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
        for trade in (*box.merchants, *box.sea):
            if trade.cost:
                self.trades[trade.code] = trade
        self.steps[TIMES] = TimesStep(self.trades)
        self.steps += [
            bonus.BonusStep(self),
            market.MarketStep(self, box.merchants),
            route.ReplaceStep(True),
            route.SwapStep(),
            sea.SailStep(box.sea),
            sea.BuildStep(self),
            sea.OutpostStep(box.sea),
            market.AfterUse(self),
        ]

    def may_keep(self, s: M, seat: int) -> bool:  # noqa: ARG002
        """Whether a merchant of the market may be kept (W1-4)."""
        return False

    def keep(self, s: M, seat: int, place: int) -> None:
        """Keep a merchant of the market."""
        raise NotImplementedError

    def used(self, s: M, seat: int) -> None:
        """A merchant has come to the discard pile."""

    def usable(self, s: M, seat: int, location: int, have: int) -> bool:
        """F1."""
        place: Location = self.boards[0].locations[location]
        if place.type == "fort":
            return super().usable(s, seat, location, have)
        if place.type == "market":
            return place.slot <= len(s.market) and (
                market.performable(self.cards[s.market[place.slot - 1]], have) or self.may_keep(s, seat)
            )
        return place.type in ("refresh", "adjust")

    def use(self, s: M, seat: int, location: int) -> None:
        place: Location = self.boards[0].locations[location]
        if place.type == "market":
            s.stack.append(frame(MARKET, seat, place.slot - 1))
        elif place.type == "refresh":
            s.refresh(seat)
        else:
            super().use(s, seat, location)

    def next_turn(self, s: M) -> None:
        """After a refresh the same seat has another turn, in the same round (W1-7)."""
        if not s.again:
            super().next_turn(s)
            return
        s.again = False
        s.stack.append(frame(TURN, s.active))
        s.note(E_TURN, s.active, s.round)

    def merchants(self, s: M, seat: int) -> int:
        return len(s.discards[seat])
