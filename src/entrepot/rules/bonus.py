"""Bonus tiles: taking them from stacks, and what they count (NW4, NW15, NW23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, piles
from ..core.engine import BONUS, E_BONUS, E_REVEALED, Step, frame, payload_of, seat_of
from .rows import STACK
from .settlers import Board, LandGame, LandState

if TYPE_CHECKING:
    from ..components.box import BonusTile


def on_offer(s: LandState, heaps: list[int]) -> bool:
    """Whether one of some stacks has a tile left."""
    left = s.heap_left
    return any(left[heap] for heap in heaps)


def take_tile(s: LandState, board: Board, seat: i64, take: i64) -> None:
    """Carry out the action that takes the top tile of a stack; the next one comes to light."""
    heap: i64 = board.heap_numbers[take]
    left = s.heap_left[heap] - 1
    s.heap_left[heap] = left
    tile = piles.item(s.heap_tiles, heap, left)
    piles.add(s.bonus, seat, tile)
    if left:
        s.reveals += 1
    if s.events is not None:
        s.note(E_BONUS, seat, tile, take >> actions.BITS)
        if left:
            s.note(E_REVEALED, -1, STACK, piles.item(s.heap_tiles, heap, left - 1), take >> actions.BITS)


SKIP: Final = actions.encode(actions.SKIP)


class BonusStep(Step[LandState]):
    """The top tile of a stack that belongs to no fort, or none (W2-6, W3-3). Payload: the stacks as bits."""

    def __init__(self, game: LandGame[Any]) -> None:
        self._game: Final = game

    def legal(self, s: LandState, pending: i64, out: vec[i64]) -> i64:
        heaps, takes = payload_of(pending), self._game.boards[s.board].takes
        choices: i64 = 0
        heap: i64
        for heap, left in enumerate(s.heap_left):
            if left and heaps >> heap & 1:
                out[choices] = takes[heap]
                choices += 1
        out[choices] = SKIP
        return choices + 1

    def apply(self, s: LandState, pending: i64, action: i64) -> None:
        s.answered()
        if action != SKIP:
            take_tile(s, self._game.boards[s.board], seat_of(pending), action)


def available(s: LandState, seat: i64, heaps: list[int], spaces: i64) -> bool:
    """Whether one of some stacks has a tile for a seat, and the seat a space for it (F2)."""
    return piles.size(s.bonus, seat) < spaces and on_offer(s, heaps)


def offer(s: LandState, seat: i64, heaps: list[int], spaces: i64) -> None:
    """Ask whether to take a tile from one of some stacks, if there is a tile and a space; else it is lost (F2)."""
    if available(s, seat, heaps, spaces):
        s.ask(frame(BONUS, seat, sum(1 << heap for heap in heaps)))


def worth(tile: BonusTile, icons: Sequence[str], settlers: int, merchants: int = 0) -> int:
    """The points of a tile.

    Args:
        icons: the New World icons of the owner's cards and exploration tiles.
        settlers: those of the owner that are not in the reserve.
        merchants: cards of the owner's trade route and discard pile (W1-12).
    """
    if tile.form == "flat":
        return tile.points
    if tile.form == "settlers":
        return settlers // tile.per * tile.points
    if tile.form == "merchants":
        return merchants // tile.per * tile.points
    counts = [icons.count(kind) for kind in tile.kinds]
    if len(counts) == 2 and tile.kinds[0] == tile.kinds[1]:
        return counts[0] // 2 * tile.points
    return min(counts) * tile.points
