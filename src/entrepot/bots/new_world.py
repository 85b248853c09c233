"""What a table of A New World is worth to a seat, in points: a plan of the seat's own next turns."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from ..components.box import BENEFITS, EXPLORATION, NATIVE_HELP, NEW_SETTLERS, BonusTile, LandCard
from ..core import cubes
from ..games.new_world import NewWorld
from ..match import Observation
from ..rules.settlers import LandState, asked, settler_of, settlers
from .planning import PlanValue, outcomes, within, worth

_AWAY = 99


class Ground(NamedTuple):
    """What a table asks of one seat, location by location; it stands still while turns are planned."""

    needs: tuple[int, ...]  # settlers to send, _AWAY under a tile
    gifts: tuple[int, ...]  # what Tools bring, packed


class Plan(NamedTuple):
    """Where some turns of one seat's own can lead; sets of locations and stacks are bits."""

    points: float  # made, those of later turns discounted, with what is expected of cards and tiles later
    hopes: float  # of the points, those that are only expected
    storage: int
    home: int
    out: int  # settlers on the board
    at: int  # locations with own settlers
    row: tuple[int, ...]  # of point cards; −1 for those not known yet
    heaps: int  # stacks whose top tile is still the one that was seen
    spaces: int  # free bonus spaces
    claimed: int
    ground: Ground
    more: Any = ()  # what only other games have; hashable


def _last_turn(game: NewWorld[Any], state: LandState, seat: int) -> int:
    """What a seat could make of one more turn: the best claim it can pay."""
    have = state.storage[seat]
    claims = [
        game.points[card] - cubes.scoring(game.prices[card])
        for card in state.point_row
        if cubes.covers(have, game.prices[card])
    ]
    return max(claims, default=1)


class NewWorldValue(PlanValue):
    """What storage, settlers and the cards above the forts promise."""

    DEPTH = 7
    WIDTH = 12
    RISK = 0.92
    RATE = 2.6
    SPARE = 0.6
    DISCOUNT = 0.92
    DELAY = 0.8
    NEAREST = 0.45
    SECOND = 0.3
    CUBES = 0.45
    AHEAD = 3.0
    HURRY = 2.5
    PACE = 2.9  # turns for a claim
    HOME = 0.3  # for every settler at home
    SETTLER = 0.08  # for every settler out of the reserve and turn left
    HELP = 0.08  # for Native Help, for every turn left
    TOOL = 0.08  # for a step of a Tool's cube, for every turn left
    LAST = 0.8  # of what rivals after the seat can still claim when it ends the game
    WAIT = 26.0  # rounds after which it does not mind to end a lost game
    EXPLORE = 2.0  # for a tile that is still to be taken

    def __init__(self, game: NewWorld[Any], state: LandState, seat: int, observation: Observation) -> None:
        points = game.result(state).points
        rivals = max(
            points[other] + (self.LAST * _last_turn(game, state, other) if other > seat else 0.0)
            for other in range(game.players)
            if other != seat
        )
        super().__init__(seat, game.prices, game.cards_to_end, rivals, max(-40.0, self.WAIT - state.round))
        self.game = game
        self.board = game.boards[state.board]
        self.known = set(state.point_row)
        cards_left = game.cards_to_end - max(len(pile) for pile in state.claimed)
        self.horizon = max(0.0, cards_left * self.PACE)
        self.tops = list(state.heap_left)
        self.tiles = [tiles[left - 1] if left else -1 for tiles, left in zip(state.heap_tiles, self.tops, strict=True)]
        self.icons = dict.fromkeys(BENEFITS, 0.0)
        for card in state.claimed[seat]:
            self.icons[game.box.cards[card].kind] += 1
        for tile in state.explored[seat]:
            icon = game.box.exploration[tile].icon
            if icon:
                self.icons[icon] += 1
        coming = (game.cards_to_end - len(state.claimed[seat])) * self._share(state, seat)
        self.icons = {kind: count + coming / len(BENEFITS) for kind, count in self.icons.items()}
        self.settlers = game.box.settlers - state.reserve[seat] + coming * 0.3
        self.merchants = self.trade(state)
        self.worths = [self.expected(game.bonus[tile]) if tile >= 0 else 0.0 for tile in self.tiles]
        owned = [game.bonus[tile] for tile in state.bonus[seat]]
        self.extras = [self.lasting(card) + self._synergy(card.kind, owned) for card in game.box.cards]
        self.gains = [card.points + extra for card, extra in zip(game.box.cards, self.extras, strict=True)]
        self.promises: dict[tuple[int, tuple[int, ...]], float] = {}
        del observation

    def _share(self, state: LandState, seat: int) -> float:
        """How many of the cards still missing the seat may expect to claim before the end."""
        ahead = max(len(pile) for pile in state.claimed)
        return (self.game.cards_to_end - ahead) / max(1, self.game.cards_to_end - len(state.claimed[seat]))

    def expected(self, tile: BonusTile) -> float:
        """What a bonus tile may be worth at the end."""
        if tile.form == "flat":
            return tile.points
        if tile.form == "settlers":
            return self.settlers / tile.per * tile.points
        if tile.form == "merchants":
            return self.merchants / tile.per * tile.points
        counts = [self.icons[kind] for kind in tile.kinds]
        if len(counts) == 2 and tile.kinds[0] == tile.kinds[1]:
            return max(0.0, counts[0] / 2 - 0.25) * tile.points
        return min(counts) * tile.points

    def _synergy(self, kind: str, owned: list[BonusTile]) -> float:
        """What one more icon adds to the tiles that the seat has, beyond what was expected anyway."""
        return sum(tile.points * 0.6 / len(tile.kinds) for tile in owned if kind in tile.kinds)

    def lasting(self, card: LandCard) -> float:
        """What a card brings in the turns that are left."""
        if card.kind == NATIVE_HELP:
            return self.HELP * self.horizon
        if card.kind == NEW_SETTLERS:
            return self.SETTLER * card.settlers * self.horizon
        if card.kind == EXPLORATION:
            return self.EXPLORE
        return self.TOOL * worth(card.cube) * self.horizon

    def trade(self, s: Any) -> float:  # noqa: ARG002
        """The merchants that the seat may have at the end."""
        return 0.0

    def made(self, s: LandState) -> float:
        """The score without cubes (NW22)."""
        line = self.game.lines(s, self.seat)
        return float(sum(line.values()) - line["cubes"])

    def sure(self, plan: Plan) -> float:
        return plan.points - plan.hopes

    def plan(self, s: Any) -> Plan:
        game, seat, board = self.game, self.seat, self.board
        box = game.box
        help, tools = s.help[seat], s.tools[seat]  # noqa: A001
        needs = []
        at = out = 0
        for location, spot in enumerate(s.spots):
            owner = settler_of(spot)
            if spot < 0:
                needs.append(_AWAY)
                continue
            if owner == seat:
                at |= 1 << location
                out += settlers(spot)
            number = asked(board, location, 0 if owner == seat else spot)
            needs.append(max(1, number - help[board.icons[location]]))
        made = self.made(s)
        points = sum(self.gains[card] for card in s.claimed[seat])
        points += sum(self.expected(game.bonus[tile]) for tile in s.bonus[seat])
        points += sum(box.exploration[tile].points for tile in s.explored[seat]) + self.besides(s)
        return Plan(
            points,
            points - made,
            s.storage[seat],
            s.home[seat],
            out,
            at,
            tuple(card if card in self.known else -1 for card in s.point_row),
            sum(1 << heap for heap, left in enumerate(s.heap_left) if left and left == self.tops[heap]),
            game.bonus_spaces - len(s.bonus[seat]),
            len(s.claimed[seat]),
            Ground(tuple(needs), tuple(tools[icon] for icon in board.icons)),
            self.more(s),
        )

    def besides(self, s: Any) -> float:  # noqa: ARG002
        """Points made that are neither cards, tiles nor cubes."""
        return 0.0

    def more(self, s: Any) -> Any:  # noqa: ARG002
        """What a plan of this game knows beside the board."""
        return ()

    def rested(self, more: Any) -> Any:
        """The same after a rest."""
        return more

    def prospect(self, more: Any) -> float:  # noqa: ARG002
        """What it promises beyond the plan."""
        return 0.0

    def turns(self, plan: Plan, sure: float) -> list[Plan]:
        conversions = self.board.conversions
        points, hopes, have, home, out, at, row, heaps, spaces, claimed, ground, more = plan
        found = []
        if out:
            rested = self.rested(more)
            found.append(Plan(points, hopes, have, home + out, 0, 0, row, heaps, spaces, claimed, ground, rested))
        for location, (need, gift) in enumerate(zip(ground.needs, ground.gifts, strict=True)):
            if need > home or at >> location & 1:
                continue
            left, sent, there = home - need, out + need, at | 1 << location
            conversion = conversions[location]
            if conversion is None:
                visit = Plan(points, hopes, have + gift, left, sent, there, row, heaps, spaces, claimed, ground, more)
                self.visit(visit, location, sure, found)
            else:
                found += [
                    Plan(points, hopes, storage, left, sent, there, row, heaps, spaces, claimed, ground, more)
                    for storage in outcomes(conversion, have + gift)
                ]
        return found

    def tile(self, plan: Plan, heaps: list[int], sure: float) -> Plan:
        """The plan with the best tile of some stacks, or the same one where there is none to be had."""
        open_heaps = [heap for heap in heaps if plan.heaps >> heap & 1] if plan.spaces else []
        if not open_heaps:
            return plan
        heap = max(open_heaps, key=self.worths.__getitem__)
        return plan._replace(
            points=plan.points + sure * self.worths[heap],
            storage=within(plan.storage),
            spaces=plan.spaces - 1,
            heaps=plan.heaps & ~(1 << heap),
        )

    def visit(self, plan: Plan, location: int, sure: float, found: list[Plan]) -> None:
        """A fort, the settlers being there: the best tile, the claim, or both."""
        game, board = self.game, self.board
        have, row = plan.storage, plan.row
        taken = self.tile(plan, board.heaps[location], sure)
        if taken is not plan:
            plan = taken
            found.append(plan)
        slot = board.slots[location]
        card = row[slot] if slot < len(row) else -1
        if card >= 0 and cubes.covers(have, game.prices[card]):
            found.append(
                plan._replace(
                    points=plan.points + sure * self.gains[card],
                    hopes=plan.hopes + sure * self.extras[card],
                    storage=within(have - game.prices[card]),
                    home=plan.home + game.box.cards[card].settlers,
                    row=(*row[:slot], *row[slot + 1 :], -1),
                    claimed=plan.claimed + 1,
                )
            )

    def key(self, plan: Plan) -> Hashable:
        return plan.storage, plan.home, plan.at, plan.row, plan.heaps, plan.more

    def value(self, plan: Plan) -> float:
        key = plan.storage, plan.row
        promise = self.promises.get(key)
        if promise is None:
            cards = [(card, self.gains[card]) for card in plan.row if card >= 0]
            promise = self.promises[key] = self.promise(plan.storage, cards)
        return plan.points + promise + self.HOME * plan.home + self.prospect(plan.more)
