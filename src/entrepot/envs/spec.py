"""What the environments of one game have in common: its actions by number, and what a seat sees as numbers."""

from __future__ import annotations

import hashlib
import json
import operator
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..components import Box, load
from ..core import actions, piles
from ..core.actions import Action
from ..core.engine import Game, State
from ..core.errors import IllegalAction, InvalidOptions, quoted
from ..games import Options, game_for, title, written
from ..match import Match
from ..numeric import numbers, rows, rows_of
from ..numeric.rows import Field, Rows

Components = Box | str | os.PathLike[str] | None
REWARDS = ("win", "points")
SEED_BITS = 63
"""Of a seed that is drawn: NumPy's generators draw so many."""
MOST_ROUNDS = 3000
"""After so many rounds a game is broken off and scored as it stands (F15), if nothing else is asked for."""


class Spec:
    """One game in numbers: docs/environments.md says what they mean.

    Attributes:
        game, players, options, components: the table, options with their values.
        actions: how many actions there are; each has a number from 0 to `actions` − 1.
        size: how many numbers a row has, i.e. an observation.
        fields: what stands where in a row, by name.
        kinds: what fields count or tell of one by one, by name: texts of cards and tiles, locations, stacks.
        fingerprint: 16 hex digits. Equal ones mean equal numbers of actions and equal fields: a policy fits.
    """

    def __init__(
        self, game: str, players: int = 2, options: dict[str, Any] | None = None, components: Components = None
    ) -> None:
        """The numbers of a table.

        Args:
            game: a name of `entrepot.games()`.
            players: number of seats.
            options: rulings of the table by name; the rest keeps its default.
            components: a component file or a loaded box; None for the packaged one.

        Raises:
            UnknownGame, InvalidOptions, InvalidComponents.
        """
        known = title(game)
        self.game = known.name
        self.players = known.check_players(plain(players))
        self.options: Options = known.check_options(options)
        self.components: Box = load(known.name, components)
        self.engine: Game[Any] = game_for(self.game, self.players, dict(self.options), self.components)
        self.numbers = numbers.Numbers(self.engine, anywhere=self.options.get("sea") == "random")
        self.rows: Rows = rows_of(self.engine, open_claims=bool(self.options.get("open_claims")))
        self.actions = int(self.numbers.size)
        self.size = int(self.rows.words) * rows.LANES
        self.fields: dict[str, Field] = {field.name: field for field in self.rows.fields}
        self.kinds = self.rows.names()
        self._kind = _kind_of(self.engine.new(0))
        told = [
            [numbers.VERSION, rows.VERSION],
            self.texts,
            [[field.name, field.start, field.shape, field.stride, field.about] for field in self.rows.fields],
            self.kinds,
        ]
        self.fingerprint = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]

    @property
    def texts(self) -> list[str]:
        """The texts of all actions (docs/notation.md), in the order of their numbers."""
        return [actions.text(action) for action in self.numbers.actions]

    def action(self, number: object) -> Action:
        """The action of a number.

        Raises:
            IllegalAction: there is none.
        """
        return Action(self.numbers.actions[self.check_action(number)])

    def check_action(self, number: object) -> int:
        """The number of an action as an int. Raises `IllegalAction` if there is none of that number."""
        found = plain(number)
        if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < self.actions:
            raise IllegalAction(
                "actions have the numbers 0 to {last}, not {number}", last=self.actions - 1, number=quoted(found)
            )
        return found

    def number(self, action: str | Action) -> int:
        """The number of an action or of its text.

        Raises:
            InvalidNotation: the text is no action.
            IllegalAction: this table never offers it.
        """
        return self.numbers.number(int(action if isinstance(action, Action) else Action.parse(action)))

    def observation(self, match: Match, seat: int) -> NDArray[np.int16]:
        """What a seat sees of a match: an array of shape `(size,)` of its own, all numbers 0 or more.

        Raises:
            InvalidOptions: the match is of another table, or there is no such seat.
        """
        self._check_match(match)
        return self.row(match.engine()[1], seat)

    def row(self, state: State, seat: int) -> NDArray[np.int16]:
        """What a seat sees of a state of `engine`: as `observation`.

        Raises:
            InvalidOptions: the state is of another game or number of players, or there is no such seat. Options and
                components cannot be told from a state.
        """
        self._check_state(state)
        viewer = check_whole("seat", seat, 0, self.players - 1)
        out = piles.zeros(self.rows.words)
        self.rows.write(state, viewer, out, 0, piles.zeros(self.rows.memo_words), 0)
        memory: Any = out
        return np.frombuffer(memory, np.int16).copy()

    def mask(self, match: Match) -> NDArray[np.int8]:
        """Which actions are legal now for the seat that decides: an array of shape `(actions,)`, 1 for legal.

        Raises:
            InvalidOptions: the match is of another table.
        """
        self._check_match(match)
        return self.mask_of(match.engine()[1])

    def mask_of(self, state: State) -> NDArray[np.int8]:
        """Which actions are legal in a state of `engine`: as `mask`, and refused as by `row`."""
        self._check_state(state)
        legal = np.zeros(self.actions, np.int8)
        for action in self.engine.legal(state):
            legal[self.numbers.number(action)] = 1
        return legal

    def _check_match(self, match: object) -> None:
        if not isinstance(match, Match):
            raise InvalidOptions("a match is needed, not {match}", match=quoted(match))
        if match.game != self.game:
            raise InvalidOptions("this spec is for {game}, not for {other}", game=self.game, other=match.game)
        self._check_seats(match.players)
        options = match.options
        for name, value in self.options.items():
            if options[name] != value:
                raise InvalidOptions(
                    "this spec is for {name} = {value}, not {other}",
                    name=name,
                    value=written(value),
                    other=written(options[name]),
                )
        if match.components != self.components:
            raise InvalidOptions("this spec is for other components than those of the match")

    def _check_state(self, state: object) -> None:
        if not isinstance(state, State) or _kind_of(state) != self._kind:
            raise InvalidOptions("this is no state of {game}", game=self.game)
        self._check_seats(len(state.storage))

    def _check_seats(self, players: int) -> None:
        if players != self.players:
            raise InvalidOptions(
                "this spec is for {game} with {players} players, not {n}",
                game=self.game,
                players=self.players,
                n=players,
            )

    def look(self, rows: NDArray[Any], name: str) -> NDArray[Any]:
        """One field of rows: of an array of shape `(..., size)` a new one of shape `(..., *field.shape)`.

        Raises:
            InvalidOptions: there is no field of that name, or these are no rows of that size.
        """
        field = self.fields.get(name) if isinstance(name, str) else None
        if field is None:
            raise InvalidOptions(
                "{game} has no field {name} (it has {known})",
                game=self.game,
                name=quoted(name),
                known=", ".join(self.fields),
            )
        shape = getattr(rows, "shape", None)
        if not shape or shape[-1] != self.size:
            raise InvalidOptions(
                "rows are an array whose last axis has {size} numbers, not {rows}",
                size=self.size,
                rows=quoted(rows) if shape is None else str(tuple(shape)),
            )
        inner = int(np.prod(field.shape[1:], dtype=int))
        places = field.start + field.stride * np.arange(field.shape[0])[:, None] + np.arange(inner)
        return np.asarray(rows[..., places.reshape(field.shape)])

    def __reduce__(self) -> tuple[Any, ...]:
        return Spec, (self.game, self.players, self.options, self.components)

    def __repr__(self) -> str:
        return f"<Spec of {self.game}, {self.players} players: {self.actions} actions, {self.size} numbers>"


def plain(value: object) -> object:
    """A whole number of any library as an int; whatever is none as it is, for a check to refuse.

    An `Action` is none: the int that the engine knows it by is another than its number here.
    """
    if isinstance(value, (bool, Action)):
        return value
    try:
        return operator.index(value)  # type: ignore[arg-type] # that is what is asked
    except TypeError:
        return value


def several(values: object) -> list[Any] | None:
    """The values where there are some, as a list; None for one alone."""
    if isinstance(values, np.ndarray):
        return list(values) if values.ndim else None
    return list(values) if isinstance(values, (list, tuple, range)) else None


def _kind_of(state: State) -> tuple[type[State], int]:
    """What tells the states of one game from those of another: where two have the same class, locations differ."""
    return type(state), len(getattr(state, "spots", ()))


def check_reward(reward: object) -> bool:
    """Whether rewards are by points. Raises `InvalidOptions`."""
    return check_one("reward", reward, REWARDS) == "points"


def check_one(name: str, value: object, known: tuple[str, ...]) -> str:
    """The value of an argument that has only some. Raises `InvalidOptions`."""
    if not isinstance(value, str) or value not in known:
        raise InvalidOptions(
            "{name} is one of {known}, not {value}", name=name, known=", ".join(known), value=quoted(value)
        )
    return value


def check_whole(name: str, value: object, least: int, most: int) -> int:
    """The value of an argument that is a whole number. Raises `InvalidOptions`."""
    found = plain(value)
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        raise InvalidOptions(
            "{name} is a whole number from {least} to {most}, not {value}",
            name=name,
            least=least,
            most=most,
            value=quoted(found),
        )
    return found


def check_rounds(most: object) -> int:
    """After how many rounds a game is broken off. Raises `InvalidOptions`."""
    return check_whole("max_rounds", most, 1, 1_000_000)


def check_number(name: str, given: int, wanted: int) -> None:
    """How many values an argument has. Raises `InvalidOptions`."""
    if given != wanted:
        raise InvalidOptions("{name} has {given} values, but {n} are needed", name=name, given=given, n=wanted)
