"""Many games of one kind at once, stepped together: NumPy arrays that compiled code fills."""

from __future__ import annotations

import math
import multiprocessing
import secrets
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.engine import State
from ..core.errors import IllegalAction, InvalidOptions, quoted
from ..games import check_seed
from ..numeric.rows import LANES
from ..numeric.tables import ANYONE, BYTES, GIVEN_UP, Tables
from .spec import (
    MOST_ROUNDS,
    Components,
    Spec,
    check_number,
    check_reward,
    check_rounds,
    check_whole,
    plain,
    several,
)

_SEEDS = 1 << 64
_MOST_GAMES = 1 << 20


class Batch:
    """`n` games side by side. Each is always at a decision: when one ends, the next begins in the same step.

    All arrays are views of memory that `step` changes in place; they cannot be written to. Copy what you want to keep.
    Each game is one object of the compiled engine, never an object of Python in an array; what is shown lies in one
    piece of memory an array.

    Attributes:
        spec: actions and fields in words.
        observation: int16, shape `(n, spec.size)`: what the seat that decides sees.
        mask: bool, shape `(n, spec.actions)`: what it may do.
        seat: int32, shape `(n,)`: the seat that decides, 0-based.
        rewards: float64, shape `(n, players)`: of the games that the last step ended, seat by seat; else 0.
        points: int64, shape `(n, players)`: of those games, seat by seat; else 0.
        done: bool, shape `(n,)`: whether the last step ended a game; everything else already shows the next one.
        truncated: bool, shape `(n,)`: of those, the games that were broken off after `max_rounds`.
        final_observation: int16, shape `(n, spec.size)`: the last row of a game that the last step ended, as the seat
            that is asked sees it, or the seat that decided last; of no meaning elsewhere.
    """

    def __init__(
        self,
        game: str,
        n: int,
        players: int = 2,
        *,
        seed: int | Iterable[int] | None = None,
        seat: int | Iterable[int] | None = None,
        options: dict[str, Any] | None = None,
        components: Components = None,
        reward: str = "win",
        max_rounds: int = MOST_ROUNDS,
    ) -> None:
        """So many new games.

        Args:
            game: a name of `entrepot.games()`.
            n: how many, 1 to 2**20.
            players: number of seats.
            seed: of the first game; game k begins with `seed + k` as `Match.new` would. Or a seed for each. None draws
                one. What a game begins with after its first end follows from its first seed.
            seat: the only seat that is asked, the others play uniformly at random; or such a seat for each game. None:
                all seats are asked.
            options: rulings of the table by name; the rest keeps its default.
            components: a component file or a loaded box; None for the packaged one.
            reward: `"win"` for 1 to the winner and −1 / (players − 1) to the others; `"points"` for the points above
                the mean of the others.
            max_rounds: a game that goes on after so many rounds is broken off and scored as it stands.

        Raises:
            UnknownGame, InvalidOptions, InvalidComponents.
        """
        self.spec = Spec(game, players, options, components)
        self.n = check_whole("n", n, 1, _MOST_GAMES)
        seeds = _seeds(seed, self.n)
        asked = [ANYONE] * self.n if seat is None else check_seats(seat, self.n, self.spec.players)
        rounds = check_rounds(max_rounds)
        spec = self.spec
        tables = Tables(spec.engine, spec.numbers, spec.rows, seeds, asked, check_reward(reward), rounds)
        self._tables = tables
        self.observation: NDArray[np.int16] = _view(
            tables.observations, np.int16, self.n, LANES * int(tables.row_words)
        )
        self.final_observation: NDArray[np.int16] = _view(tables.finals, np.int16, self.n, self.observation.shape[1])
        masks = _view(tables.masks, np.bool_, self.n, BYTES * int(tables.mask_words))
        self.mask: NDArray[np.bool_] = masks[:, : spec.actions]
        self.rewards: NDArray[np.float64] = _view(tables.rewards, np.float64, self.n, spec.players)
        self.points: NDArray[np.int64] = _view(tables.points, np.int64, self.n, spec.players)
        self.done: NDArray[np.bool_] = _view(tables.ended, np.bool_, self.n)
        self.truncated: NDArray[np.bool_] = _view(tables.broken, np.bool_, self.n)
        self.seat: NDArray[np.int32] = _view(tables.seats, np.int32, self.n)
        self._sampled: NDArray[np.int32] = _view(tables.sampled, np.int32, self.n)

    @property
    def seeds(self) -> list[int]:
        """The seeds of the games that are being played, as ints: `Match.new` with one of them gives the same game."""
        return list(self._tables.seeds)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_], NDArray[np.float64], NDArray[np.bool_], NDArray[np.int32]]:
        """Carry out one action in each game.

        Args:
            actions: whole numbers, shape `(n,)`, best int32.

        Returns:
            `observation`, `mask`, `rewards`, `done` and `seat`.

        Raises:
            IllegalAction: the array has another shape or kind, or an action is not legal now; no game has changed.
        """
        packed = self._packed(actions)
        table = self._tables.refused(packed)
        if table >= 0:
            raise self._refusal(actions, table)
        self._tables.step(packed)
        return self.observation, self.mask, self.rewards, self.done, self.seat

    def _packed(self, actions: object) -> bytes:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                "actions are {n} whole numbers, not {kind} of shape {shape}",
                n=self.n,
                kind=str(given.dtype),
                shape=str(given.shape),
            )
        if given.dtype != np.int32:
            given = np.clip(given, -1, self.spec.actions).astype(np.int32)
        return given.tobytes()

    def _refusal(self, actions: Any, table: int) -> IllegalAction:
        number = int(np.asarray(actions)[table])
        if not 0 <= number < self.spec.actions:
            return IllegalAction(
                "game {table}: actions have the numbers 0 to {last}, not {number}",
                table=table,
                last=self.spec.actions - 1,
                number=quoted(number),
            )
        return IllegalAction(
            "game {table}: {action} (number {number}) is not legal now",
            table=table,
            action=str(self.spec.action(number)),
            number=number,
        )

    def sample(self) -> NDArray[np.int32]:
        """A legal action for each game, all equally likely: a view, shape `(n,)`, that the next call changes."""
        self._tables.sample()
        return self._sampled

    def state(self, number: int) -> State:
        """A copy of the state of one game, with all that is secret: for tests, and for searching in the open.

        Raises:
            InvalidOptions: there is no such game.
        """
        return self._tables.state(check_whole("number", number, 0, self.n - 1))

    def __reduce__(self) -> Any:
        raise TypeError("a batch of running games cannot be pickled: make one where it is needed")

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.spec.game}, {self.spec.players} players>"


def step_or_end(batch: Batch, actions: NDArray[Any]) -> NDArray[np.intp]:
    """As `Batch.step`, but a game in which the action is not legal ends as it stands, and counts as truncated.

    Returns:
        The numbers of those games.

    Raises:
        IllegalAction: the array has another shape or kind, or there is no action of a number.
    """
    packed = batch._packed(actions)
    refused = np.zeros(0, np.intp)
    if batch._tables.refused(packed) >= 0:
        chosen = np.frombuffer(packed, np.int32).copy()
        unknown = (chosen < 0) | (chosen >= batch.spec.actions)
        if unknown.any():
            raise batch._refusal(actions, int(unknown.argmax()))
        refused = np.flatnonzero(~batch.mask[np.arange(batch.n), chosen])
        chosen[refused] = GIVEN_UP
        packed = chosen.tobytes()
    batch._tables.step(packed)
    return refused


def _view(memory: Any, kind: type[Any], *shape: int) -> NDArray[Any]:
    """A container of compiled code as an array that is not written to."""
    return np.frombuffer(memory, kind).reshape(shape)


def check_seats(seats: object, n: int, players: int) -> list[int]:
    """A seat for each of `n` games: the same for all, or one each. Raises `InvalidOptions`."""
    each = several(seats)
    if each is None:
        return [check_whole("seat", seats, 0, players - 1)] * n
    check_number("seat", len(each), n)
    return [check_whole("seat", one, 0, players - 1) for one in each]


def _seeds(seed: object, n: int) -> list[int]:
    each = several(seed)
    if each is None:
        first = secrets.randbits(64) if seed is None else check_seed(plain(seed))
        return [(first + number) % _SEEDS for number in range(n)]
    check_number("seed", len(each), n)
    return [check_seed(plain(one)) for one in each]


def measure(
    game: str,
    n: int = 1024,
    seconds: float = 2.0,
    players: int = 2,
    processes: int = 1,
    options: dict[str, Any] | None = None,
    components: Components = None,
) -> float:
    """Steps per second of a `Batch` in uniformly random play: all its games together, mask and observation included.

    Args:
        game, n, players, options, components: as for `Batch`.
        seconds: how long to measure.
        processes: how many batches run side by side, each in a process of its own; the result is their sum.

    Returns:
        Decisions per second. With one process, time is what it had of the core, so that other load matters little;
        with several it is the time on the clock.

    Raises:
        UnknownGame, InvalidOptions, InvalidComponents.
    """
    if check_whole("processes", processes, 1, 1024) == 1:
        return _measure(game, n, seconds, players, options, components, time.process_time)
    Spec(game, players, options, components)
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes) as pool:
        jobs = [(game, n, seconds, players, options, components) for _ in range(processes)]
        pool.starmap(_measure, [(*job[:2], 0.1, *job[3:]) for job in jobs])  # until all have loaded everything
        return sum(pool.starmap(_measure, jobs, chunksize=1))


def _measure(
    game: str,
    n: int,
    seconds: float,
    players: int,
    options: dict[str, Any] | None,
    components: Components,
    clock: Any = time.perf_counter,
) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < math.inf:
        raise InvalidOptions("{name} is a number above 0, not {value}", name="seconds", value=quoted(seconds))
    batch = Batch(game, n, players, seed=1, options=options, components=components)
    rounds = max(1, 8192 // batch.n)
    done = 0
    started = clock()
    while (spent := clock() - started) < seconds or not done:
        for _ in range(rounds):
            batch.step(batch.sample())
        done += rounds * batch.n
    return float(done / spent)
