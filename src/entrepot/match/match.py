"""A game being played: the state, its history, everything a caller may ask, and what a seat sees of it."""

from __future__ import annotations

import copy
import os
import secrets
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ..components import Box, load
from ..core.actions import Action
from ..core.engine import E_TURN, OVER, Game, State
from ..core.errors import CannotUndo, IllegalAction, InvalidOptions, InvalidPosition, Reason, quoted
from ..core.scoring import Result
from ..games import Options, check_seed, game_for, title
from . import reading
from .east_west import RouteWords
from .events import Event
from .new_world import NewWorldWords
from .record import Record
from .sea import SeaWords
from .sight import Sight
from .spice_road import SpiceRoadWords
from .words import Words

_MOST_ROUNDS = 1_000_000
_HEADING = {"game", "players", "seat", "decision"}
_HEADING_OPTIONAL = {"options", "round", "ending"}

_WORDS: dict[str, Callable[[Any], Words]] = {
    "spice-road": SpiceRoadWords,
    "new-world": NewWorldWords,
    "east-west-1": RouteWords,
    "east-west-2": SeaWords,
    "east-west-3": SeaWords,
}


class Decision:
    """The pending decision: its `kind` (notation.md), and `data`, what it is about."""

    __slots__ = ("data", "kind")

    def __init__(self, data: dict[str, Any]) -> None:
        self.kind: str = data["kind"]
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and other.data == self.data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Decision({self.data!r})"


class CanUndo:
    """True or false, with a `reason` when false.

    Reasons: `"nothing-done"`, `"turn-over"` (the turn has ended), `"revealed"` (something new came to light).
    """

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def __bool__(self) -> bool:
        return not self.reason

    def __eq__(self, other: object) -> bool:
        return (
            bool(self) == other
            if isinstance(other, bool)
            else isinstance(other, CanUndo) and other.reason == self.reason
        )

    def __hash__(self) -> int:
        return hash(self.reason)

    def __repr__(self) -> str:
        return f"CanUndo({self.reason!r})"


class Match:
    """One game being played, with everything that is true of it. Made by `new`, `from_position` or `replay`.

    Seats are numbered from 0. A match knows all secrets: hand `observe()` to players and bots, never the match.
    """

    def __init__(self, name: str, options: Options, box: Box, players: int) -> None:
        """Not for callers: use `Match.new` or `Match.from_position`."""
        self._name = name
        self._options = options
        self._box = box
        self._game = game_for(name, players, dict(options), box)
        self._words = _WORDS[name](self._game)
        self._state: State
        self._start: dict[str, Any] = {}
        self._actions: list[Action] = []
        self._events: list[tuple[int, int, int, int, int]] = []
        self._undoable: list[tuple[State, int]] = []
        self._no_undo = "nothing-done"

    @classmethod
    def new(
        cls,
        game: str,
        players: int = 2,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        components: Box | str | os.PathLike[str] | None = None,
    ) -> Match:
        """A new game.

        Args:
            game: a name of `entrepot.games()`.
            players: number of seats.
            seed: 0 to 2**64−1; the same seed gives the same game. None draws one.
            options: rulings of the table by name (rules.md section 7); the rest keeps its default.
            components: a component file or a loaded box; None for the packaged one.

        Raises:
            UnknownGame, InvalidOptions, InvalidComponents: the reason names what is wrong.
        """
        known = title(game)
        known.check_players(players)
        seed = secrets.randbits(64) if seed is None else check_seed(seed)
        match = cls(game, known.check_options(options), load(game, components), players)
        match._begin(match._game.new(seed))
        return match

    @classmethod
    def from_position(
        cls,
        position: dict[str, Any],
        seed: int = 0,
        components: Box | str | os.PathLike[str] | None = None,
    ) -> Match:
        """A match that goes on from a position, as `position()` gives it or written by hand.

        Decks that are left out are the rest of the box, shuffled by `seed`; docs/notation.md tells what else may be
        left out, and what is refused.

        Raises:
            InvalidPosition: no game could reach it; the reason names the place.
            UnknownGame, InvalidOptions, InvalidComponents: the reason names what is wrong.
        """
        if not isinstance(position, dict):
            raise InvalidPosition("a position is an object, not {position}", position=quoted(position))
        for key in ("game", "players"):
            if key not in position:
                raise InvalidPosition("the position lacks {key}", key=quoted(key))
        seed = check_seed(seed)
        known = title(position["game"])
        players = known.check_players(position["players"])
        options = position.get("options", {})
        if not isinstance(options, dict):
            raise InvalidPosition("options must be an object, not {options}", options=quoted(options))
        match = cls(known.name, known.check_options(options), load(known.name, components), players)
        words = match._words
        reading.keys(position, "the position", _HEADING | words.REQUIRED, _HEADING_OPTIONAL | words.OPTIONAL)
        seats = position["seats"]
        if not isinstance(seats, list) or len(seats) != players:
            raise InvalidPosition("seats must list {players} seats, one for each player", players=players)
        decision = position["decision"]
        if not isinstance(decision, dict) or not isinstance(decision.get("kind"), str):
            raise InvalidPosition("decision must be an object with a kind")
        seat = position["seat"]
        if decision["kind"] == OVER:
            if seat is not None:
                raise InvalidPosition("the game is over, so seat must be null")
        else:
            reading.number(seat, "seat", 0, players - 1)
        limit = words.cards_to_end
        claimed = [s.get("claimed", []) for s in seats if isinstance(s, dict)]
        reached = any(isinstance(pile, list) and len(pile) == limit for pile in claimed)
        heading = {
            "ending": reading.flag(position.get("ending", reached), "ending"),
            "round": reading.number(position.get("round", 1), "round", 1, _MOST_ROUNDS),
        }
        match._begin(words.restore({**position, **heading}, seed))
        return match

    def _begin(self, state: State) -> None:
        state.events = self._events
        self._state = state
        self._start = self.position()
        if not state.over:
            state.note(E_TURN, state.active, state.round)

    # -- the table ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._name

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._game.players

    @property
    def options(self) -> Options:
        """All options of the table with their values."""
        return dict(self._options)

    @property
    def components(self) -> Box:
        """The box that is played with."""
        return self._box

    @property
    def round(self) -> int:
        """The current round, from 1 (C7)."""
        return self._state.round

    @property
    def turns(self) -> int:
        """How many turns have been finished, all seats together."""
        return self._state.turns

    @property
    def seat(self) -> int | None:
        """The seat that decides, None when the game is over."""
        return None if self._state.over else self._state.seat

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return Decision(self._words.decision(self._state))

    @property
    def is_over(self) -> bool:
        """Whether the last turn has been taken."""
        return self._state.over

    @property
    def result(self) -> Result | None:
        """The final score; None while the game runs."""
        return self.standing if self._state.over else None

    @property
    def standing(self) -> Result:
        """The score as the table stands now, with all that is secret; the score of a game that is ended early (F15)."""
        return self._game.result(self._state)

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that may be done now, in a fixed order; empty when the game is over."""
        return tuple(Action(action) for action in self._game.legal(self._state))

    # -- playing -----------------------------------------------------------------------------------------------------

    def play(self, action: str | Action) -> None:
        """Carry out one action, and what it forces.

        Raises:
            InvalidNotation: the text is no action.
            IllegalAction: it may not be done now; nothing has changed.
        """
        if not isinstance(action, Action):
            action = Action.parse(action)
        state = self._state
        if state.over:
            raise IllegalAction("{action} is not legal: the game is over", action=action)
        if int(action) not in self._game.legal(state):
            raise IllegalAction(
                "{action} is not legal: {reason}", action=action, reason=self._words.why_not(state, int(action))
            )
        before = state.copy()
        mark = len(self._events)
        self._game.apply(state, int(action))
        self._actions.append(action)
        ended = state.over or any(kind == E_TURN for kind, *_ in self._events[mark:])
        if ended or state.seat != before.seat:
            self._undoable.clear()
            self._no_undo = "turn-over"
        elif state.reveals != before.reveals:
            self._undoable.clear()
            self._no_undo = "revealed"
        else:
            self._undoable.append((before, mark))

    def play_all(self, actions: Sequence[str | Action]) -> None:
        """Carry out several actions of one turn in order, all or none.

        Raises:
            InvalidNotation: a text is no action; nothing has changed.
            IllegalAction: one may not be done now, or would reach into the next turn; nothing has changed.
        """
        state, done, told = self._state.copy(), len(self._actions), len(self._events)
        undoable, no_undo = self._undoable[:], self._no_undo
        try:
            for number, action in enumerate(actions):
                if number and self.can_undo.reason == "turn-over":
                    raise IllegalAction("{action} is not legal: the turn has ended", action=action)
                self.play(action)
        except BaseException:
            del self._actions[done:], self._events[told:]
            state.events = self._events
            self._state, self._undoable, self._no_undo = state, undoable, no_undo
            raise

    @property
    def can_undo(self) -> CanUndo:
        """Whether `undo()` may be called; false with a reason."""
        return CanUndo("" if self._undoable else self._no_undo)

    def undo(self) -> None:
        """Take back the last chosen action with all it forced: inside a turn, and back to the last reveal only.

        Raises:
            CannotUndo: with the reason of `can_undo`.
        """
        if not self._undoable:
            reason = {
                "nothing-done": Reason("nothing has been done in this turn"),
                "turn-over": Reason("the turn has ended"),
                "revealed": Reason("something new has been revealed since"),
            }[self._no_undo]
            raise CannotUndo("cannot undo: {reason}", reason=reason)
        state, mark = self._undoable.pop()
        del self._events[mark:]
        self._actions.pop()
        state.events = self._events
        self._state = state

    # -- telling -----------------------------------------------------------------------------------------------------

    def _heading(self) -> dict[str, Any]:
        return {
            "game": self._name,
            "players": self.players,
            "options": self.options,
            "seat": self.seat,
            "round": self._state.round,
            "ending": self._state.ending,
        }

    def position(self) -> dict[str, Any]:
        """The full truth, JSON-ready: `Match.from_position` sets it up again. Never for players."""
        return {**self._heading(), **self._words.describe(self._state, Sight(None, truth=True))}

    def observe(self, seat: int | None) -> Observation:
        """What a seat may see and do; `None` for a spectator (C11).

        Raises:
            IllegalAction: there is no such seat.
        """
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players):
            raise IllegalAction("there is no seat {seat}, only 0 to {last}", seat=quoted(seat), last=self.players - 1)
        state = self._state
        sight = Sight(seat, open_piles=bool(self._options.get("open_claims")) or state.over)
        legal = self.legal_actions() if seat is not None and seat == self.seat else ()
        return Observation(seat, {**self._heading(), **self._words.describe(state, sight)}, legal, self._box)

    def events(self, since: int = 0) -> list[Event]:
        """What happened, from event number `since` on. After an undo the list is shorter again."""
        reading.number(since, "since", 0, _MOST_ROUNDS * 1000)
        return [self._words.event(raw) for raw in self._events[since:]]

    def engine(self) -> tuple[Game[Any], State]:
        """The rules and a copy of the state, for searching: of a sampled world, never of the real one."""
        return self._game, self._state.copy()

    def _resumed(self, state: State) -> Match:
        """A match of the same table that goes on from a state of it: its events and its record begin there."""
        match = Match(self._name, self._options, self._box, self.players)
        state = state.copy()
        state.events = match._events
        match._state = state
        return match

    def record(self) -> Record:
        """The game so far: its start, and the chosen actions. Holds all secrets while the game runs."""
        return Record(
            game=self._name,
            components=self._box.hash,
            start=copy.deepcopy(self._start),
            actions=[str(action) for action in self._actions],
            result=self.standing.to_dict() if self._state.over else None,
        )

    def __repr__(self) -> str:
        return f"<Match of {self._name}, {self.players} players, round {self.round}, seat {self.seat}>"


class Observation:
    """The table through the eyes of one seat or of a spectator, a value without a handle to the game.

    Attributes:
        viewer: the seat that looks, 0-based; None for a spectator.
        seat: the seat that decides now; None when the game is over.
        position: as `Match.position()`, with everything hidden replaced by its number of cards.
        legal_actions: what the viewer may do now; empty unless `viewer == seat`.

    Two observations are equal when all of these are: nothing hidden can be told apart.
    """

    __slots__ = ("_box", "legal_actions", "position", "viewer")

    def __init__(self, viewer: int | None, position: dict[str, Any], legal: tuple[Action, ...], box: Box) -> None:
        self.viewer = viewer
        self.position = position
        self.legal_actions = legal
        self._box = box  # which is public

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        seat: int | None = self.position["seat"]
        return seat

    def sample(self, rng: Random) -> Match:
        """A match that looks exactly like this to the viewer, with everything hidden drawn by `rng`.

        Raises:
            InvalidOptions: `rng` is no `random.Random`.
        """
        if not isinstance(rng, Random):
            raise InvalidOptions("a world is drawn by a random.Random, not by {rng}", rng=quoted(rng))
        position = self.position
        game = game_for(position["game"], position["players"], position["options"], self._box)
        return Match.from_position(_WORDS[position["game"]](game).fill(position, rng), components=self._box)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: viewer, position, and legal actions as texts."""
        return {
            "viewer": self.viewer,
            "position": self.position,
            "legal_actions": [str(action) for action in self.legal_actions],
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Observation) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Observation of {self.position['game']} by {self.viewer}, round {self.position['round']}>"
