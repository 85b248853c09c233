"""Games in numbers, for `entrepot.envs`: actions by number, what a seat sees as a row, many games side by side.

Like the engine it uses the standard library and native containers alone, and mypyc compiles all of it.
"""

from __future__ import annotations

from typing import Any

from ..core.engine import Game
from ..games.east_west_1 import PartOne
from ..games.east_west_2 import PartTwo
from ..games.new_world import NewWorld
from ..games.spice_road import SpiceRoad
from .east_west import RouteRows, SeaRows
from .new_world import LandRows
from .rows import Rows
from .spice_road import SpiceRoadRows


def rows_of(game: Game[Any], open_claims: bool = False) -> Rows:
    """What fills the rows of a game."""
    if isinstance(game, SpiceRoad):
        return SpiceRoadRows(game, open_claims)
    if isinstance(game, PartTwo):
        return SeaRows(game)
    if isinstance(game, PartOne):
        return RouteRows(game)
    if isinstance(game, NewWorld):
        return LandRows(game)
    raise TypeError("this game has no rows of numbers")
