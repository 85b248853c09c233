"""A New World (NW1–NW23)."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import EXPLORATION, NATIVE_HELP, NEW_SETTLERS, TOOL, LandCard, NewWorldBox
from ..components.uses import PLAYER_MARKS, Use, use_of
from ..core import actions, cubes, piles
from ..core.chance import Chance
from ..core.engine import FORT, TURN, Step, frame, payload_of, seat_of
from ..core.scoring import Result
from ..rules import bonus
from ..rules.conversions import TimesStep, UpgradeStep, carry_out
from ..rules.exploration import ExploreStep, explore
from ..rules.rows import check_end, claim_point_card
from ..rules.settlers import Board, LandGame, LandState, list_reachable, raise_by, rest, send, settle
from ..rules.storage import ReturnStep, first_over

_USE: Final = use_of("new-world")

FOURTH: Final = tuple(layout[-1] for layout in _USE.layouts)
"""The boards that may lie below on the right (NW2)."""

TAKEN: Final = 1 << 6
CLAIMED: Final = 1 << 7
"""Above the location in the payload of a fort: what this visit has brought."""
PLACE: Final = TAKEN - 1

REST: Final = actions.encode(actions.REST)
_STOP: Final = actions.encode(actions.STOP)
_OTHERS: Final = 8
"""Choices of a turn that are no locations: a rest, a trade route."""


L = TypeVar("L", bound=LandState)


class NewWorldState(LandState):
    """Nothing but settlers, tiles and point cards."""

    __slots__ = ()

    def copy(self) -> NewWorldState:
        """An independent copy without listeners."""
        other = NewWorldState()
        self.copy_to(other)
        return other


class TurnStep(Step[LandState]):
    """Exactly one of work, rest (NW7). Payload: none."""

    def __init__(self, game: NewWorld[Any]) -> None:
        self._game: Final = game

    def legal(self, s: LandState, pending: i64, out: vec[i64]) -> i64:
        return self._game.list_turn(s, seat_of(pending), out)

    def apply(self, s: LandState, pending: i64, action: i64) -> None:
        s.answered()
        seat = seat_of(pending)
        if action & actions.KIND == actions.WORK:
            board = self._game.boards[s.board]
            location = board.location(action >> actions.BITS)
            send(s, board, seat, location)
            self._game.use(s, seat, location)
        else:
            self._game.otherwise(s, seat, action)


class FortStep(Step[LandState]):
    """A bonus tile, the card, or both in any order (NW15). Payload: the location, and what has been done."""

    def __init__(self, game: NewWorld[Any]) -> None:
        self._game: Final = game

    def legal(self, s: LandState, pending: i64, out: vec[i64]) -> i64:
        game = self._game
        seat, payload = seat_of(pending), payload_of(pending)
        location = payload & PLACE
        board = game.boards[s.board]
        choices: i64 = 0
        if payload & TAKEN == 0 and piles.size(s.bonus, seat) < game.bonus_spaces:
            for heap in board.heaps[location]:
                if s.heap_left[heap]:
                    out[choices] = board.takes[heap]
                    choices += 1
        slot = board.slots[location]
        if payload & CLAIMED == 0 and game.affordable(s, slot, s.storage[seat]):
            out[choices] = actions.CLAIM | slot + 1 << actions.BITS
            choices += 1
        if payload > PLACE:
            out[choices] = _STOP
            choices += 1
        return choices

    def apply(self, s: LandState, pending: i64, action: i64) -> None:
        seat, payload = seat_of(pending), payload_of(pending)
        claims = action & actions.KIND == actions.CLAIM
        done = payload | (CLAIMED if claims else TAKEN)
        tiles = done & TAKEN == 0 and len(self._game.boards[s.board].heaps[done & PLACE]) > 0
        if action == _STOP or (done & CLAIMED and not tiles):
            s.answered()
        else:
            s.ask_on(frame(FORT, seat, done))
        if claims:
            self._game.claim(s, seat, (action >> actions.BITS) - 1, done & (PLACE | TAKEN))
        elif action != _STOP:
            bonus.take_tile(s, self._game.boards[s.board], seat, action)


class NewWorld(LandGame[L]):
    """The rules of A New World for a number of players and a box of components, and what its combinations change.

    Cards and tiles are numbers: places in the lists of the box.

    Args:
        use: the boards, cards and tiles of the box that are in (NW2-NW4).
        side: of the player boards (NW6).
        board: the last one of the layout, or `"random"` (R6).
    """

    def __init__(self, box: NewWorldBox, players: int, use: Use, side: str = "A", board: str = "random") -> None:
        layouts = [layout for layout in use.layouts if board in ("random", layout[-1])]
        boards = [Board([box.faces[name] for name in layout], box.icons) for layout in layouts]
        row = max(len(one.forts) for one in boards)
        most = max(len(one.locations) + len(one.takes) for one in boards) + len(box.exploration) + _OTHERS
        super().__init__(players, box.cards_to_end, row, most, boards)
        self.box: Final = box
        self.prices: Final = piles.numbers(card.cost for card in box.cards)
        self.points: Final = [card.points for card in box.cards]
        self.bonus_spaces: Final[i64] = box.bonus_spaces[side]
        self.deck: Final = [
            n for n, card in enumerate(box.cards) if card.star != use.star and players in PLAYER_MARKS[card.players]
        ]
        self.tiles: Final = [n for n, tile in enumerate(box.bonus) if tile.mark in use.marks]
        self.bonus: Final = list(box.bonus)
        self.steps = [
            TurnStep(self),
            TimesStep(),
            UpgradeStep(),
            Step(),
            ReturnStep(),
            FortStep(self),
            ExploreStep(self, box.exploration),
        ]

    def cleared(self, s: L) -> L:
        """A state that has just been made, as an empty table."""
        s.clear(self)
        s.clear_land(self.players, self.bonus_spaces, len(self.box.exploration), len(self.box.icons) + 1)
        return s

    def new(self, seed: int) -> L:
        """NW2–NW6."""
        box = self.box
        chance = Chance(seed)
        s = self.blank()
        s.board = chance.below(len(self.boards))
        board = self.boards[s.board]
        s.deal(chance.shuffled(self.deck), len(board.forts))
        tiles = chance.shuffled(self.tiles)
        heaps: list[list[int]] = []
        for size in board.heap_sizes:
            heaps.append(tiles[:size])
            del tiles[:size]
        s.stack_tiles(heaps)
        tiles = chance.shuffled(list(range(len(box.exploration))))
        s.spots = piles.numbers(-1 - tiles.pop() if self.covers(cover.cover) else 0 for cover in board.locations)
        self.lay(s, chance, tiles)
        s.chance = chance.state
        for seat in range(self.players):
            s.storage[seat] = box.start_cubes[seat]
            s.home[seat] = box.settlers_start[self.players]
            s.reserve[seat] = box.settlers - s.home[seat]
        s.ask(TURN)
        return s

    def lay(self, s: L, chance: Chance, left: list[int]) -> None:
        """Set up what else there is; `left` are the exploration tiles that lie on no location."""

    def covers(self, cover: str) -> bool:
        """Whether a location so marked begins under an exploration tile (NW5)."""
        return cover == "always" or (cover == "2-3" and self.players <= 3)

    def affordable(self, s: L, slot: i64, have: i64) -> bool:
        """Whether the card above a fort is there and can be paid."""
        row = s.point_row
        at = piles.start(row, 0)
        return slot < row[at] and (have - self.prices[row[at + 1 + slot]]) & cubes.GUARD == 0

    def visitable(self, s: L, seat: i64, location: i64, have: i64) -> bool:
        """By a bonus tile or the claim (NW13)."""
        board = self.boards[s.board]
        return self.affordable(s, board.slots[location], have) or (
            piles.size(s.bonus, seat) < self.bonus_spaces and bonus.on_offer(s, board.heaps[location])
        )

    def list_turn(self, s: L, seat: i64, out: vec[i64]) -> i64:
        """List what a seat may do in its turn (NW7); how many choices."""
        out[0] = REST
        return list_reachable(s, self, seat, out, 1)

    def reachable(self, s: L, seat: int) -> list[int]:
        """The actions of the locations where a seat could work if it were its turn."""
        listed = piles.zeros(self.most_choices)
        return list(listed[: list_reachable(s, self, seat, listed, 0)])

    def otherwise(self, s: L, seat: i64, action: i64) -> None:  # noqa: ARG002
        """Carry out a turn that is no work: a rest (NW8)."""
        rest(s, seat)

    def use(self, s: L, seat: i64, location: i64) -> None:
        """The action of a location, settlers and Tool cubes being there (NW14, NW15)."""
        conversion = self.boards[s.board].conversions[location]
        if conversion is None:
            s.ask(frame(FORT, seat, location))
        else:
            carry_out(s, seat, conversion)

    def claim(self, s: L, seat: i64, slot: i64, origin: i64) -> None:
        """Pay, take the card, slide and draw, then its effect (NW15–NW19, F7). `origin`: see `explore`."""
        price = self.prices[piles.item(s.point_row, 0, slot)]
        card = self.box.cards[claim_point_card(s, seat, slot, price, open_deck=True)]
        check_end(s, seat, self.cards_to_end)
        if card.kind == NEW_SETTLERS:
            settle(s, seat, card.settlers)
        elif card.kind == EXPLORATION:
            explore(s, seat, origin)
        else:
            self.equip(s, seat, card)

    def equip(self, s: L, seat: i64, card: LandCard) -> None:
        """Native Help and Tools serve from now on (NW11, NW12)."""
        if card.kind == NATIVE_HELP:
            raise_by(s.help, seat, self.box.icons.index(card.icon), 1)
        elif card.kind == TOOL:
            raise_by(s.tools, seat, self.box.icons.index(card.icon), card.cube)

    def surplus(self, s: L) -> i64:
        """Every player checks (C6)."""
        return first_over(s)

    def bonuses(self, s: L, seat: int) -> list[int]:
        """The points of a seat's bonus tiles as the table stands, tile by tile (NW23)."""
        box = self.box
        icons = [box.cards[card].kind for card in piles.items(s.claimed, seat)]
        icons += [box.exploration[tile].icon for tile in piles.items(s.explored, seat)]
        settlers = box.settlers - s.reserve[seat]
        merchants = self.merchants(s, seat)
        return [bonus.worth(self.bonus[tile], icons, settlers, merchants) for tile in piles.items(s.bonus, seat)]

    def merchants(self, s: L, seat: i64) -> i64:  # noqa: ARG002
        """The merchant cards of a seat; here there are none."""
        return 0

    def lines(self, s: L, seat: int, bonuses: list[int] | None = None) -> dict[str, int]:
        """The score of a seat by source (NW22). `bonuses`, if they are known already."""
        return {
            "cards": sum(self.points[card] for card in piles.items(s.claimed, seat)),
            "bonus": sum(self.bonuses(s, seat) if bonuses is None else bonuses),
            "exploration": sum(self.box.exploration[tile].points for tile in piles.items(s.explored, seat)),
            "cubes": cubes.scoring(s.storage[seat]),
        }

    def result(self, s: L) -> Result:
        return Result([self.lines(s, seat) for seat in range(self.players)])


class BaseGame(NewWorld[NewWorldState]):
    """A New World by itself, with the option R6."""

    def __init__(self, box: NewWorldBox, players: int, board: str = "random") -> None:
        super().__init__(box, players, _USE, board=board)

    def blank(self) -> NewWorldState:
        return self.cleared(NewWorldState())
