"""The games, by name. A game is playable everywhere once it is registered here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..components import Box, EastWestBox, NewWorldBox, SpiceRoadBox, load
from ..core import engine
from ..core.engine import Game
from ..core.errors import InvalidOptions, UnknownGame, quoted
from .east_west_1 import PartOne
from .east_west_2 import PartTwo
from .east_west_3 import PartThree
from .new_world import FOURTH, BaseGame
from .spice_road import SpiceRoad

Option = bool | int | str
Options = dict[str, Option]


def written(value: Option) -> str:
    """The text of an option's value: `true`, `2`, `random`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Title:
    """What is known of a game before it starts.

    Attributes:
        name: the id, e.g. `"spice-road"`.
        least, most: numbers of players.
        options: per option its values, the default first (rules.md section 7).
    """

    __slots__ = ("least", "make", "most", "name", "options")

    def __init__(
        self,
        name: str,
        least: int,
        most: int,
        options: dict[str, tuple[Option, ...]],
        make: Callable[[Any, int, Options], Game[Any]],
    ) -> None:
        self.name: Final = name
        self.least: Final = least
        self.most: Final = most
        self.options: Final = options
        self.make: Final = make

    def check_options(self, options: object) -> Options:
        """All options with their values, defaults filled in. Raises `InvalidOptions` by name."""
        complete: Options = {key: values[0] for key, values in self.options.items()}
        if options is None:
            return complete
        if not isinstance(options, dict):
            raise InvalidOptions("options are named values, not {options}", options=quoted(options))
        for key, value in options.items():
            if key not in complete:
                raise InvalidOptions(
                    "{name} has no option {key} (it has {known})",
                    name=self.name,
                    key=quoted(key),
                    known=", ".join(complete),
                )
            values = self.options[key]
            if not any(type(value) is type(one) and value == one for one in values):
                known = ", ".join(map(written, values))
                raise InvalidOptions(
                    "option {key} is one of {known}, not {value}", key=key, known=known, value=quoted(value)
                )
            complete[key] = value
        return complete

    def read_options(self, texts: Mapping[str, str]) -> Options:
        """The values of options that forms and command lines write as texts: `true`, `2`, `random`.

        A text that is no value of its option stays one, for `check_options` to refuse.
        """
        return {
            key: next((value for value in self.options.get(key, ()) if written(value) == text), text)
            for key, text in texts.items()
        }

    def check_players(self, players: object) -> int:
        """The number of players. Raises `InvalidOptions`."""
        if isinstance(players, bool) or not isinstance(players, int) or not self.least <= players <= self.most:
            raise InvalidOptions(
                "{name} is for {least} to {most} players, not {players}",
                name=self.name,
                least=self.least,
                most=self.most,
                players=quoted(players),
            )
        return players


def _spice_road(box: SpiceRoadBox, players: int, options: Options) -> SpiceRoad:
    return SpiceRoad(box, players, empty_rest=bool(options["empty_rest"]), idle_trade=bool(options["idle_trade"]))


def _new_world(box: NewWorldBox, players: int, options: Options) -> BaseGame:
    return BaseGame(box, players, str(options["board"]))


def _part_one(box: EastWestBox, players: int, options: Options) -> PartOne:
    return PartOne(box, players, bool(options["replace_occupied"]), int(options["merchant_pair_points"]))


def _part_two(box: EastWestBox, players: int, options: Options) -> PartTwo:
    return PartTwo(box, players, str(options["sea"]))


def _part_three(box: EastWestBox, players: int, options: Options) -> PartThree:
    return PartThree(box, players, str(options["sea"]), int(options["merchant_pair_points"]))


_SEEDS: Final = 1 << 64


def check_seed(seed: object) -> int:
    """A seed. Raises `InvalidOptions`."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < _SEEDS:
        raise InvalidOptions("a seed is a whole number from 0 to 2**64-1, not {seed}", seed=quoted(seed))
    return seed


_RULING: Final = (False, True)
_PAIR_POINTS: Final = (1, 2)
_SEAS: Final = ("star", "random")
TITLES: Final = {
    known.name: known
    for known in (
        Title("spice-road", 2, 5, {"empty_rest": _RULING, "idle_trade": _RULING, "open_claims": _RULING}, _spice_road),
        Title("new-world", 2, 4, {"board": ("random", *FOURTH)}, _new_world),
        Title(
            "east-west-1", 2, 4, {"replace_occupied": (True, False), "merchant_pair_points": _PAIR_POINTS}, _part_one
        ),
        Title("east-west-2", 2, 4, {"sea": _SEAS}, _part_two),
        Title("east-west-3", 2, 4, {"sea": _SEAS, "merchant_pair_points": _PAIR_POINTS}, _part_three),
    )
}


def title(name: object) -> Title:
    """The title of that name. Raises `UnknownGame`."""
    found = TITLES.get(name) if isinstance(name, str) else None
    if found is None:
        raise UnknownGame(
            "there is no game called {name} (there are {known})", name=quoted(name), known=", ".join(TITLES)
        )
    return found


def game_for(name: object, players: object, options: object = None, box: Box | None = None) -> Game[Any]:
    """The rules of a game for a number of players: the raw engine.

    Raises:
        UnknownGame, InvalidOptions, InvalidComponents: the reason names what is wrong.
    """
    known = title(name)
    chosen = known.check_options(options)
    return known.make(load(known.name, box), known.check_players(players), chosen)


def build() -> str:
    """Which build of the engine is loaded: `"compiled"` or `"interpreted"`."""
    return "interpreted" if engine.__file__.endswith(".py") else "compiled"
