"""What a table of A New World is worth to a seat, in points: a plan of the seat's own next turns."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import BENEFITS, EXPLORATION, NATIVE_HELP, NEW_SETTLERS, BonusTile, LandCard
from ..core import cubes, piles
from ..games.new_world import NewWorld
from ..rules.settlers import LandState, asked, settler_of, settlers
from .planning import POINT_CARDS, Plan, PlanValue, outcomes, within, worth

_AWAY: Final = 99

# Numbers of what can be taken from the table, see `PlanValue.taken`: after the point cards stacks, then merchants.
_HEAP: Final = POINT_CARDS
MERCHANT: Final = 2 * POINT_CARDS


def remaining(row: tuple[int, ...], first: int, gone: frozenset[int]) -> tuple[int, ...]:
    """A row without the cards that are gone, their numbers being counted from `first`; new ones are not known."""
    left = [card for card in row if card < 0 or first + card not in gone]
    return tuple(left + [-1] * (len(row) - len(left)))


class Ground:
    """What a table asks of one seat, location by location; it stands still while turns are planned.

    Attributes:
        needs: settlers to send, `_AWAY` under a tile.
        gifts: what Tools bring, packed.
    """

    __slots__ = ("gifts", "needs")

    def __init__(self, needs: list[int], gifts: list[int]) -> None:
        self.needs: Final[vec[i64]] = piles.numbers(needs)
        self.gifts: Final[vec[i64]] = piles.numbers(gifts)


class LandPlan(Plan):
    """Where some turns of one seat's own can lead; sets of locations and stacks are bits.

    `points` hold also what is expected of cards and tiles later, `hopes` say how much of them.
    """

    __slots__ = ("at", "ground", "heaps", "home", "hopes", "out", "row", "spaces")

    hopes: float
    home: i64
    out: i64  # settlers on the board
    at: int  # locations with own settlers
    row: tuple[int, ...]  # of point cards; −1 for those not known yet
    heaps: int  # stacks whose top tile is still the one that was seen
    spaces: i64  # free bonus spaces
    ground: Ground

    def copy(self) -> LandPlan:
        """The same plan once more, to be changed."""
        other = LandPlan()
        self.copy_to(other)
        return other

    def copy_to(self, other: LandPlan) -> None:
        """Give another plan all that this one has."""
        other.points = self.points
        other.storage = self.storage
        other.claimed = self.claimed
        other.hopes = self.hopes
        other.home = self.home
        other.out = self.out
        other.at = self.at
        other.row = self.row
        other.heaps = self.heaps
        other.spaces = self.spaces
        other.ground = self.ground

    def holding(self, storage: i64) -> LandPlan:
        """The same plan with another storage."""
        other = self.copy()
        other.storage = storage
        return other


def _last_turn(game: NewWorld[Any], state: LandState, seat: int) -> int:
    """What a seat could make of one more turn: the best claim it can pay."""
    have = state.storage[seat]
    claims = [
        int(game.points[card] - cubes.scoring(game.prices[card]))
        for card in piles.items(state.point_row, 0)
        if cubes.covers(have, game.prices[card])
    ]
    return max(claims, default=1)


class NewWorldValue(PlanValue[LandState, LandPlan]):
    """What storage, settlers and the cards above the forts promise."""

    DEPTH: i64 = 7
    WIDTH: i64 = 12
    RISK: float = 0.92
    RATE: float = 2.6
    SPARE: float = 0.6
    DISCOUNT: float = 0.92
    DELAY: float = 0.8
    NEAREST: float = 0.45
    SECOND: float = 0.3
    CUBES: float = 0.45
    AHEAD: float = 3.0
    HURRY: float = 2.5
    PACE: float = 2.9  # turns for a claim
    HOME: float = 0.3  # for every settler at home
    SETTLER: float = 0.08  # for every settler out of the reserve and turn left
    SETTLER_AT_ONCE: float = 0.0  # however many turns are left
    HELP: float = 0.08  # for Native Help, for every turn left
    HELP_AT_ONCE: float = 0.0
    TOOL: float = 0.08  # for a step of a Tool's cube, for every turn left
    TOOL_AT_ONCE: float = 0.0
    SYNERGY: float = 0.6  # of a bonus tile's points, for an icon that it asks for
    TILE: float = 1.0  # of what a bonus tile may come to
    CLAIM: float = 0.0  # for a point card, beyond all else
    SPACE: float = 0.0  # for a bonus space that is still free
    LAST: float = 0.8  # of what rivals after the seat can still claim when it ends the game
    WAIT: float = 26.0
    EXPLORE: float = 2.0  # for a tile that is still to be taken

    def __init__(
        self, game: NewWorld[Any], state: LandState, seat: int, scores: list[float], weights: Mapping[str, float]
    ) -> None:
        self.weigh(weights)
        rivals = max(
            [
                scores[other] + (self.LAST * float(_last_turn(game, state, other)) if other > seat else 0.0)
                for other in range(game.players)
                if other != seat
            ]
        )
        claimed = int(piles.size(state.claimed, seat))
        ahead = max([int(piles.size(state.claimed, one)) for one in range(game.players)])
        cards_left = game.cards_to_end - ahead
        super().__init__(
            seat,
            game.prices,
            game.cards_to_end,
            scores,
            rivals,
            state.round,
            max(0.0, float(cards_left) * self.PACE),
        )
        self.game = game
        self.board = game.boards[state.board]
        self.known = set(piles.items(state.point_row, 0))
        self.tops: list[int] = list(state.heap_left)
        self.tiles: list[int] = [
            piles.item(state.heap_tiles, heap, left - 1) if left else -1 for heap, left in enumerate(self.tops)
        ]
        self.icons = dict.fromkeys(BENEFITS, 0.0)
        for card in piles.items(state.claimed, seat):
            self.icons[game.box.cards[card].kind] += 1.0
        for tile in piles.items(state.explored, seat):
            icon = game.box.exploration[tile].icon
            if icon:
                self.icons[icon] += 1.0
        # Of the cards still missing the seat may expect to claim so many before the end.
        missing = game.cards_to_end - claimed
        coming = float(missing) * (float(cards_left) / float(max(1, missing)))
        self.icons = {kind: count + coming / float(len(BENEFITS)) for kind, count in self.icons.items()}
        self.settlers = float(game.box.settlers - state.reserve[seat]) + coming * 0.3
        self.merchants = self.trade(state)
        self.worths = [self.tile_value(game.bonus[tile]) - self.SPACE if tile >= 0 else 0.0 for tile in self.tiles]
        owned = [game.bonus[tile] for tile in piles.items(state.bonus, seat)]
        self.extras = [self.lasting(card) + self._synergy(card.kind, owned) + self.CLAIM for card in game.box.cards]
        self.gains = [float(card.points) + extra for card, extra in zip(game.box.cards, self.extras, strict=True)]
        self.promises: dict[tuple[int, tuple[int, ...]], float] = {}

    def tile_value(self, tile: BonusTile) -> float:
        """What a bonus tile may be worth at the end."""
        points = float(tile.points) * self.TILE
        if tile.form == "flat":
            return points
        if tile.form == "settlers":
            return self.settlers / float(tile.per) * points
        if tile.form == "merchants":
            return self.merchants / float(tile.per) * points
        counts = [self.icons[kind] for kind in tile.kinds]
        if len(counts) == 2 and tile.kinds[0] == tile.kinds[1]:
            return max(0.0, counts[0] / 2.0 - 0.25) * points
        return min(counts) * points

    def _synergy(self, kind: str, owned: list[BonusTile]) -> float:
        """What one more icon adds to the tiles that the seat has, beyond what was expected anyway."""
        added = 0.0
        for tile in owned:
            if kind in tile.kinds:
                added += float(tile.points) * self.SYNERGY / float(len(tile.kinds))
        return added

    def lasting(self, card: LandCard) -> float:
        """What a card brings in the turns that are left."""
        if card.kind == NATIVE_HELP:
            return self.HELP_AT_ONCE + self.HELP * self.horizon
        if card.kind == NEW_SETTLERS:
            return (self.SETTLER_AT_ONCE + self.SETTLER * self.horizon) * float(card.settlers)
        if card.kind == EXPLORATION:
            return self.EXPLORE
        return (self.TOOL_AT_ONCE + self.TOOL * self.horizon) * worth(card.cube)

    def trade(self, s: LandState) -> float:  # noqa: ARG002
        """The merchants that the seat may have at the end."""
        return 0.0

    def made(self, s: LandState) -> float:
        """The score without cubes (NW22)."""
        line = self.game.lines(s, self.seat)
        return float(sum(line.values()) - line["cubes"])

    def sure(self, plan: LandPlan) -> float:
        return plan.points - plan.hopes

    def plan(self, s: LandState) -> LandPlan:
        plan = LandPlan()
        self.begin(plan, s)
        return plan

    def begin(self, plan: LandPlan, s: LandState) -> None:
        """Let a new plan be a table as it is."""
        game, seat, board = self.game, self.seat, self.board
        help, tools = piles.items(s.help, seat), piles.items(s.tools, seat)  # noqa: A001
        needs: list[int] = []
        at = 0
        out: i64 = 0
        location: i64
        for location, spot in enumerate(s.spots):
            owner = settler_of(spot)
            if spot < 0:
                needs.append(_AWAY)
                continue
            if owner == seat:
                at |= 1 << int(location)
                out += settlers(spot)
            number = asked(board, location, 0 if owner == seat else spot)
            needs.append(max(1, number - help[board.icons[location]]))
        points = 0.0
        for card in piles.items(s.claimed, seat):
            points += self.gains[card]
        tiles = 0.0
        for tile in piles.items(s.bonus, seat):
            tiles += self.tile_value(game.bonus[tile])
        found = sum([game.box.exploration[tile].points for tile in piles.items(s.explored, seat)])
        points = points + tiles + (float(found) + self.besides(s))
        heaps = 0
        for heap, left in enumerate(s.heap_left):
            if left and left == self.tops[heap]:
                heaps |= 1 << heap
        plan.points = points
        plan.hopes = points - self.made(s)
        plan.storage = s.storage[seat]
        plan.home = s.home[seat]
        plan.out = out
        plan.at = at
        plan.row = tuple([card if card in self.known else -1 for card in piles.items(s.point_row, 0)])
        plan.heaps = heaps
        plan.spaces = game.bonus_spaces - piles.size(s.bonus, seat)
        plan.claimed = piles.size(s.claimed, seat)
        plan.ground = Ground(needs, [tools[icon] for icon in board.icons])

    def besides(self, s: LandState) -> float:  # noqa: ARG002
        """Points made that are neither cards, tiles nor cubes."""
        return 0.0

    def rested(self, plan: LandPlan) -> LandPlan:
        """The plan after a rest."""
        rested = plan.copy()
        rested.home += plan.out
        rested.out = 0
        rested.at = 0
        return rested

    def prospect(self, plan: LandPlan) -> float:  # noqa: ARG002
        """What a plan promises beyond the board."""
        return 0.0

    def turns(self, plan: LandPlan, sure: float) -> list[LandPlan]:
        conversions = self.board.conversions
        have, home, at, ground = plan.storage, plan.home, plan.at, plan.ground
        found: list[LandPlan] = []
        if plan.out:
            found.append(self.rested(plan))
        for location, need in enumerate(ground.needs):
            if need > home or at >> location & 1:
                continue
            gift = ground.gifts[location]
            there = plan.copy()
            there.storage = have + gift
            there.home = home - need
            there.out += need
            there.at = at | 1 << location
            conversion = conversions[location]
            if conversion is None:
                self.visit(there, location, sure, found)
            else:
                for storage in outcomes(conversion, have + gift):
                    found.append(there.holding(storage))
        return found

    def tile(self, plan: LandPlan, heaps: list[int], sure: float) -> LandPlan:
        """The plan with the best tile of some stacks, or the same one where there is none to be had."""
        if not plan.spaces:
            return plan
        best = -1
        for heap in heaps:
            if plan.heaps >> heap & 1 and (best < 0 or self.worths[heap] > self.worths[best]):
                best = heap
        if best < 0 or self.worths[best] < 0.0:
            return plan
        taken = plan.holding(within(plan.storage))
        taken.points += sure * self.worths[best]
        taken.spaces -= 1
        taken.heaps &= ~(1 << best)
        return taken

    def visit(self, plan: LandPlan, location: int, sure: float, found: list[LandPlan]) -> None:
        """A fort, the settlers being there: the best tile, the claim, or both."""
        game, board = self.game, self.board
        have, row = plan.storage, plan.row
        taken = self.tile(plan, board.heaps[location], sure)
        if taken is not plan:
            plan = taken
            found.append(plan)
        slot = int(board.slots[location])
        card = row[slot] if slot < len(row) else -1
        if card >= 0 and cubes.covers(have, game.prices[card]):
            claims = plan.holding(within(have - game.prices[card]))
            claims.points += sure * self.gains[card]
            claims.hopes += sure * self.extras[card]
            claims.home += game.box.cards[card].settlers
            claims.row = (*row[:slot], *row[slot + 1 :], -1)
            claims.claimed += 1
            found.append(claims)

    def taken(self, before: LandPlan, after: LandPlan) -> list[int]:
        found = [card for card in before.row if card >= 0 and card not in after.row]
        gone = before.heaps & ~after.heaps
        found += [_HEAP + heap for heap in range(len(self.tops)) if gone >> heap & 1]
        return found

    def deprived(self, plan: LandPlan, gone: frozenset[int]) -> LandPlan:
        other = plan.copy()
        other.row = remaining(plan.row, 0, gone)
        for one in gone:
            if _HEAP <= one < MERCHANT:
                other.heaps &= ~(1 << one - _HEAP)
        return other

    def key(self, plan: LandPlan) -> Hashable:
        return plan.storage, plan.home, plan.at, plan.row, plan.heaps

    def value(self, plan: LandPlan, turn: i64) -> float:  # noqa: ARG002
        key: tuple[int, tuple[int, ...]] = plan.storage, plan.row
        promise = self.promises.get(key)
        if promise is None:
            cards = [(card, self.gains[card]) for card in plan.row if card >= 0]
            promise = self.promises[key] = self.promise(plan.storage, cards)
        return plan.points + promise + self.HOME * float(plan.home) + self.prospect(plan)
