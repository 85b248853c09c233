"""Exploration tiles on the board: taken by whoever claims an Exploration card (NW19, NW20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ..core import actions
from ..core.engine import E_EXPLORED, E_GAINED, EXPLORE, Step, frame, seat_of
from .settlers import LandGame, LandState, covered, settle

if TYPE_CHECKING:
    from ..components.box import ExplorationTile

_MOST: Final = 10
_BESIDE: Final = [actions.encode(actions.EXPLORE, actions.beside(number + 1)) for number in range(_MOST)]


def explore(s: LandState, seat: int, origin: int) -> None:
    """Ask for a tile, if there is one. `origin` is only kept for the reader: the location that is being used."""
    if min(s.spots) < 0 or max(s.beside, default=-1) >= 0:
        s.stack.append(frame(EXPLORE, seat, origin))


class ExploreStep(Step[LandState]):
    """Which tile to take. Payload: the location that is being used."""

    def __init__(self, game: LandGame[Any], tiles: Sequence[ExplorationTile]) -> None:
        self._game: Final = game
        self._tiles: Final = tiles

    def legal(self, s: LandState, pending: int) -> list[int]:  # noqa: ARG002
        explores = self._game.boards[s.board].explores
        listed = [explores[location] for location, spot in enumerate(s.spots) if covered(spot)]
        return listed + [_BESIDE[number] for number, tile in enumerate(s.beside) if tile >= 0]

    def apply(self, s: LandState, pending: int, action: int) -> None:
        s.stack.pop()
        seat = seat_of(pending)
        place = action >> actions.BITS
        if action in _BESIDE:
            index = _BESIDE.index(action)
            number = s.beside[index]
            s.beside = (*s.beside[:index], -1, *s.beside[index + 1 :])
        else:
            location = self._game.boards[s.board].numbers[place]
            number = -1 - s.spots[location]
            s.spots[location] = 0
        s.explored[seat] += (number,)
        tile = self._tiles[number]
        if s.events is not None:
            s.note(E_EXPLORED, seat, number, place)
        if tile.cubes:
            s.storage[seat] += tile.cubes
            if s.events is not None:
                s.note(E_GAINED, seat, tile.cubes)
        elif tile.settlers:
            settle(s, seat, tile.settlers)
