"""The games, by name. A game is playable everywhere once it is registered here."""

from __future__ import annotations

from typing import Final

from ..components import SpiceRoadBox, load
from ..core import engine
from ..core.errors import InvalidOptions, UnknownGame
from .spice_road import SpiceRoad


class Title:
    """What is known of a game before it starts.

    Attributes:
        name: the id, e.g. `"spice-road"`.
        least, most: numbers of players.
        options: per option its default; a bool option takes `true` and `false` (rules.md section 7).
    """

    __slots__ = ("least", "most", "name", "options")

    def __init__(self, name: str, least: int, most: int, options: dict[str, bool]) -> None:
        self.name: Final = name
        self.least: Final = least
        self.most: Final = most
        self.options: Final = options

    def check_options(self, options: object) -> dict[str, bool]:
        """All options with their values, defaults filled in. Raises `InvalidOptions` by name."""
        complete = dict(self.options)
        if options is None:
            return complete
        if not isinstance(options, dict):
            raise InvalidOptions(f"options are named values, not {options!r:.40}")
        for key, value in options.items():
            if key not in complete:
                raise InvalidOptions(f"{self.name} has no option {key!r:.40} (it has {', '.join(complete)})")
            if not isinstance(value, bool):
                raise InvalidOptions(f"option {key} is true or false, not {value!r:.40}")
            complete[key] = value
        return complete

    def check_players(self, players: object) -> int:
        """The number of players. Raises `InvalidOptions`."""
        if isinstance(players, bool) or not isinstance(players, int) or not self.least <= players <= self.most:
            raise InvalidOptions(f"{self.name} is for {self.least} to {self.most} players, not {players!r:.40}")
        return players


TITLES: Final = {
    "spice-road": Title("spice-road", 2, 5, {"empty_rest": False, "idle_trade": False, "open_claims": False}),
}


def title(name: object) -> Title:
    """The title of that name. Raises `UnknownGame`."""
    found = TITLES.get(name) if isinstance(name, str) else None
    if found is None:
        raise UnknownGame(f"there is no game called {name!r:.40} (there are {', '.join(TITLES)})")
    return found


def game_for(name: object, players: object, options: object = None, box: SpiceRoadBox | None = None) -> SpiceRoad:
    """The rules of a game for a number of players: the raw engine.

    Raises:
        UnknownGame, InvalidOptions, InvalidComponents.
    """
    known = title(name)
    chosen = known.check_options(options)
    return SpiceRoad(
        box or load(known.name),
        known.check_players(players),
        empty_rest=chosen["empty_rest"],
        idle_trade=chosen["idle_trade"],
    )


def build() -> str:
    """Which build of the engine is loaded: `"compiled"` or `"interpreted"`."""
    return "interpreted" if engine.__file__.endswith(".py") else "compiled"
