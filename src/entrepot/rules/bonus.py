"""Bonus tiles: taking them from stacks, and what they count (NW4, NW15, NW23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..core import actions
from ..core.engine import E_BONUS, E_REVEALED
from .rows import STACK
from .settlers import Board, LandState

if TYPE_CHECKING:
    from ..components.box import BonusTile


def on_offer(s: LandState, heaps: list[int]) -> bool:
    """Whether one of some stacks has a tile left."""
    return any(s.heap_left[heap] for heap in heaps)


def take_tile(s: LandState, board: Board, seat: int, take: int) -> None:
    """Carry out the action that takes the top tile of a stack; the next one comes to light."""
    heap = board.heap_numbers[take]
    left = s.heap_left[heap] - 1
    s.heap_left[heap] = left
    tiles = s.heap_tiles[heap]
    s.bonus[seat] += (tiles[left],)
    if left:
        s.reveals += 1
    if s.events is not None:
        s.note(E_BONUS, seat, tiles[left], take >> actions.BITS)
        if left:
            s.note(E_REVEALED, -1, STACK, tiles[left - 1], take >> actions.BITS)


def worth(tile: BonusTile, icons: Sequence[str], settlers: int) -> int:
    """The points of a tile.

    Args:
        icons: the New World icons of the owner's cards and exploration tiles.
        settlers: those of the owner that are not in the reserve.
    """
    if tile.form == "flat":
        return tile.points
    if tile.form == "settlers":
        return settlers // tile.per * tile.points
    counts = [icons.count(kind) for kind in tile.kinds]
    if len(counts) == 2 and tile.kinds[0] == tile.kinds[1]:
        return counts[0] // 2 * tile.points
    return min(counts) * tile.points
