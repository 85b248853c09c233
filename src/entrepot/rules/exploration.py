"""Exploration tiles on the board: taken by whoever claims an Exploration card (NW19, NW20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, piles
from ..core.engine import E_EXPLORED, E_GAINED, EXPLORE, Step, frame, seat_of
from .settlers import LandGame, LandState, covered, settle

if TYPE_CHECKING:
    from ..components.box import ExplorationTile


def explore(s: LandState, seat: i64, origin: i64) -> None:
    """Ask for a tile, if there is one. `origin` is only kept for the reader: the location that is being used."""
    for spot in s.spots:
        if covered(spot):
            s.ask(frame(EXPLORE, seat, origin))
            return
    for tile in s.beside:
        if tile >= 0:
            s.ask(frame(EXPLORE, seat, origin))
            return


class ExploreStep(Step[LandState]):
    """Which tile to take. Payload: the location that is being used."""

    def __init__(self, game: LandGame[Any], tiles: Sequence[ExplorationTile]) -> None:
        self._game: Final = game
        self._tiles: Final = tiles

    def legal(self, s: LandState, pending: i64, out: vec[i64]) -> i64:  # noqa: ARG002
        explores = self._game.boards[s.board].explores
        choices: i64 = 0
        number: i64
        for number, spot in enumerate(s.spots):
            if covered(spot):
                out[choices] = explores[number]
                choices += 1
        for number, tile in enumerate(s.beside):
            if tile >= 0:
                out[choices] = actions.EXPLORE | (actions.BESIDE | number + 1 << 4) << actions.BITS
                choices += 1
        return choices

    def apply(self, s: LandState, pending: i64, action: i64) -> None:
        s.answered()
        seat = seat_of(pending)
        place = action >> actions.BITS
        if place & 15 == actions.BESIDE:
            beside = (place >> 4) - 1
            number = s.beside[beside]
            s.beside[beside] = -1
        else:
            location = self._game.boards[s.board].location(place)
            number = -1 - s.spots[location]
            s.spots[location] = 0
        piles.add(s.explored, seat, number)
        tile = self._tiles[number]
        if s.events is not None:
            s.note(E_EXPLORED, seat, number, place)
        if tile.cubes:
            s.storage[seat] += tile.cubes
            if s.events is not None:
                s.note(E_GAINED, seat, tile.cubes)
        elif tile.settlers:
            settle(s, seat, tile.settlers)
