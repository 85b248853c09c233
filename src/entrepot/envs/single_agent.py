"""Gymnasium: one seat of a table, against bots; and many such tables at once."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .. import bots as known_bots
from ..core.errors import InvalidOptions
from ..games import TITLES, check_seed
from ..match import Match
from ..numeric.rows import MOST
from ..numeric.tables import share_out
from .batch import Batch, check_seats, step_or_end
from .multi_agent import ILLEGAL, table_text
from .spec import (
    MOST_ROUNDS,
    SEED_BITS,
    Components,
    Spec,
    check_number,
    check_one,
    check_reward,
    check_rounds,
    check_whole,
    plain,
    several,
)


def _check_bots(bots: object, spec: Spec) -> list[str]:
    """A bot for each of the other seats, by name. Raises `UnknownBot`, `InvalidOptions`."""
    names = several(bots)
    if names is None:
        names = [bots] * (spec.players - 1)
    known = tuple(known_bots.names(spec.game))
    for name in names:
        if isinstance(name, str):
            known_bots.make(name, spec.game)
        else:
            check_one("bots", name, known)
    check_number("bots", len(names), spec.players - 1)
    return names


def _row(spec: Spec) -> Any:
    return gymnasium.spaces.Box(0, MOST, (spec.size,), np.int16)


class Seat(gymnasium.Env[NDArray[np.int16], Any]):
    """One seat of a table; bots have the others, and see observations only.

    An observation is int16 of shape `(spec.size,)`. `info["action_mask"]`, int8 of shape `(spec.actions,)`, has 1 for
    what is legal, `info["seat"]` is the learner's. Rewards are 0 until the end; then `info["points"]` is a list seat by
    seat, also where the game was broken off. An action that is not legal ends the game with reward −1, without points;
    `info["illegal"]` has its text.

    Attributes:
        spec_of_table: actions and fields in words.
        match: the match being played, with all that is secret; None before the first `reset`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        bots: str | Sequence[str] = "random",
        seat: int | None = 0,
        options: dict[str, Any] | None = None,
        components: Components = None,
        reward: str = "win",
        max_rounds: int = MOST_ROUNDS,
        render_mode: str | None = None,
    ) -> None:
        """A table for one.

        Args:
            game: a name of `entrepot.games()`.
            players: number of seats.
            bots: who has the other seats, of `entrepot.bots.names(game)`: one name for all, or one for each in the
                order of their seats.
            seat: of the learner, 0-based; None draws one for every game.
            options, components, reward, max_rounds, render_mode: as for `entrepot.envs.aec`.

        Raises:
            UnknownGame, UnknownBot, InvalidOptions, InvalidComponents.
        """
        self.spec_of_table = spec = Spec(game, players, options, components)
        self._bots = _check_bots(bots, spec)
        self._seat = seat if seat is None else check_whole("seat", seat, 0, spec.players - 1)
        self._by_points = check_reward(reward)
        self._max_rounds = check_rounds(max_rounds)
        self.render_mode = None if render_mode is None else check_one("render_mode", render_mode, ("ansi",))
        self.observation_space = _row(spec)
        self.action_space = gymnasium.spaces.Discrete(spec.actions)
        self.match: Match | None = None
        self.seat = self._seat or 0
        self._others: dict[int, known_bots.Bot] = {}
        self._ended = True

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """A new game, up to the first decision of the learner.

        Args:
            seed: as for `Match.new`, which gives the same game; the bots and the seat that is drawn follow from it too.
                Without one the game follows from the last seed.
            options: not used; those of the table are given to `gymnasium.make`.

        Raises:
            InvalidOptions: it is no seed.
        """
        if seed is not None:
            seed = check_seed(plain(seed))
        super().reset(seed=seed)
        spec = self.spec_of_table
        drawn = int(self.np_random.integers(1 << SEED_BITS)) if seed is None else seed
        chance = int(self.np_random.integers(1 << SEED_BITS))
        place = int(self.np_random.integers(spec.players))
        self.seat = place if self._seat is None else self._seat
        self.match = Match.new(spec.game, spec.players, drawn, dict(spec.options), spec.components)
        others = [seat for seat in range(spec.players) if seat != self.seat]
        self._others = {
            seat: known_bots.make(name, spec.game, chance + number)
            for number, (seat, name) in enumerate(zip(others, self._bots, strict=True))
        }
        self._ended = False
        self._let_others(self.match)
        return self._seen(self.match)

    def _let_others(self, match: Match) -> None:
        while match.seat is not None and match.seat != self.seat and match.round <= self._max_rounds:
            match.play(self._others[match.seat].choose(match.observe(match.seat)))

    def _seen(self, match: Match) -> tuple[NDArray[np.int16], dict[str, Any]]:
        state = match.engine()[1]
        asked = not self._ended and not state.over
        mask = self.spec_of_table.mask_of(state) if asked else np.zeros(self.spec_of_table.actions, np.int8)
        return self.spec_of_table.row(state, self.seat), {"action_mask": mask, "seat": self.seat}

    def step(self, action: Any) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Carry out an action of the learner, then those of the bots up to its next decision.

        Raises:
            IllegalAction: there is no action of that number; nothing has changed.
            InvalidOptions: the game is over, or there is none.
        """
        match = self.match
        if match is None:
            raise InvalidOptions("there is no game yet: call reset() first")
        if self._ended:
            raise InvalidOptions("the game is over: call reset()")
        chosen = self.spec_of_table.action(action)
        if chosen not in match.legal_actions():
            self._ended = True
            row, info = self._seen(match)
            return row, ILLEGAL, True, False, {**info, "illegal": str(chosen)}
        match.play(chosen)
        self._let_others(match)
        over = match.is_over
        broken = not over and match.round > self._max_rounds
        self._ended = over or broken
        row, info = self._seen(match)
        reward = 0.0
        if self._ended:
            result = match.standing
            reward = float(share_out(result, self._by_points)[self.seat])
            info["points"] = result.points
        return row, reward, over, broken, info

    def render(self) -> str | None:
        """The table in plain lines as the learner sees it, if `render_mode` is `"ansi"`."""
        if self.render_mode is None or self.match is None:
            return None
        return table_text(self.match, self.seat)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "match": None if self.match is None else self.match.position()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["match"] is not None:
            self.match = Match.from_position(state["match"], components=self.spec_of_table.components)


class Seats(VectorEnv[NDArray[np.int16], NDArray[Any], NDArray[Any]]):
    """One seat of many tables, against opponents that play uniformly at random: a `Batch` as Gymnasium sees it.

    Resets in the same step (`AutoresetMode.SAME_STEP`). `infos["action_mask"]`, int8 of shape `(num_envs, actions)`,
    and `infos["seat"]` are of the games that go on. Of those that the step ended `infos["final_obs"]` has the last
    rows, and `infos["final_info"]` what the last info of a `Seat` has: `points` (int64, shape `(num_envs, players)`),
    `seat`, `illegal`. As Gymnasium has it, each key has a mask beside it, with `_` before its name, of where it counts.

    Attributes:
        batch: the games; None before the first `reset`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int,
        game: str,
        players: int = 2,
        *,
        bots: str | Sequence[str] = "random",
        seat: int | Sequence[int] | None = 0,
        options: dict[str, Any] | None = None,
        components: Components = None,
        reward: str = "win",
        max_rounds: int = MOST_ROUNDS,
        render_mode: str | None = None,
    ) -> None:
        """So many tables for one.

        Args:
            num_envs: how many.
            bots: `"random"`; with others use `gymnasium.make_vec(..., vectorization_mode="sync")`.
            seat: of the learner: the same at all tables, one for each, or None for one after the other.
            game, players, options, components, reward, max_rounds: as for `entrepot.envs.Batch`.
            render_mode: None only.

        Raises:
            UnknownGame, UnknownBot, InvalidOptions, InvalidComponents.
        """
        if render_mode is not None:
            check_one("render_mode", render_mode, ("None",))
        self.render_mode = None
        self.num_envs = check_whole("num_envs", num_envs, 1, 1 << 20)
        self.spec_of_table = spec = Spec(game, players, options, components)
        if set(_check_bots(bots, spec)) != {"random"}:
            raise InvalidOptions('many tables at once have random bots: use vectorization_mode="sync" for others')
        if seat is None:
            places = [number % spec.players for number in range(self.num_envs)]
        else:
            places = check_seats(seat, self.num_envs, spec.players)
        self._made = {
            "game": spec.game,
            "n": self.num_envs,
            "players": spec.players,
            "seat": places,
            "options": options,
            "components": spec.components,
            "reward": reward,
            "max_rounds": max_rounds,
        }
        self.single_observation_space = _row(spec)
        self.single_action_space = gymnasium.spaces.Discrete(spec.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.batch: Batch | None = None
        self._seats = np.array(places, np.int64)
        self._every = np.arange(self.num_envs)
        self._all = np.ones(self.num_envs, np.bool_)
        for shared in (self._seats, self._all):
            shared.setflags(write=False)
        check_reward(reward)
        check_rounds(max_rounds)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """New games at all tables.

        Args:
            seed: as for `Batch`; None goes on from the last one, and in a list of seeds it draws one.
            options: not used; those of the table are given to `gymnasium.make_vec`.

        Raises:
            InvalidOptions: it is no seed.
        """
        each = several(seed)
        if each is not None:
            each = [secrets.randbits(SEED_BITS) if one is None else one for one in each]
        elif seed is None:
            seed = int(self.np_random.integers(1 << SEED_BITS))
        else:
            seed = check_seed(plain(seed))
            super().reset(seed=seed)
        self.batch = batch = Batch(**self._made, seed=seed if each is None else each)  # type: ignore[arg-type]
        return batch.observation.copy(), self._told(batch)

    def _told(self, batch: Batch) -> dict[str, Any]:
        mask = batch.mask.view(np.int8).copy()
        return {"action_mask": mask, "_action_mask": self._all, "seat": self._seats, "_seat": self._all}

    def _last_told(self, batch: Batch, illegal: NDArray[np.intp], actions: NDArray[Any]) -> dict[str, Any]:
        told: dict[str, Any] = {
            "action_mask": np.zeros(batch.mask.shape, np.int8),
            "seat": self._seats,
            "points": batch.points.copy(),
        }
        told |= {f"_{key}": batch.done.copy() for key in told}
        if len(illegal):
            told["points"][illegal] = 0
            told["_points"][illegal] = False
            told["illegal"] = np.full(self.num_envs, None, object)
            told["_illegal"] = np.zeros(self.num_envs, np.bool_)
            told["_illegal"][illegal] = True
            for table in illegal:
                told["illegal"][table] = str(self.spec_of_table.action(actions[table]))
        return told

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action at each table, and what the opponents do up to the learner's next decision.

        An action that is not legal ends the game of its table with reward −1, as in `Seat`.

        Raises:
            IllegalAction: these are not whole numbers, one a table, or there is no action of a number; nothing has
                changed at any table.
            InvalidOptions: there are no games yet.
        """
        batch = self.batch
        if batch is None:
            raise InvalidOptions("there is no game yet: call reset() first")
        illegal = step_or_end(batch, actions)
        rewards = batch.rewards[self._every, self._seats]
        rewards[illegal] = ILLEGAL
        truncated = batch.truncated.copy()
        truncated[illegal] = False
        infos = self._told(batch)
        if batch.done.any():
            infos["final_obs"] = batch.final_observation.copy()
            infos["final_info"] = self._last_told(batch, illegal, actions)
            infos |= {f"_{key}": batch.done.copy() for key in ("final_obs", "final_info")}
        return batch.observation.copy(), rewards, batch.done & ~truncated, truncated, infos


def register() -> None:
    """Make the games known to Gymnasium as `entrepot/spice-road-v0` and so on, once."""
    for name in TITLES:
        if f"entrepot/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"entrepot/{name}-v0",
                entry_point="entrepot.envs.single_agent:Seat",
                vector_entry_point="entrepot.envs.single_agent:Seats",
                kwargs={"game": name},
            )
