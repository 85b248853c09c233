"""PettingZoo: every seat of a table is an agent (AEC)."""

from __future__ import annotations

import secrets
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ..core.errors import InvalidOptions, quoted
from ..games import check_seed
from ..match import Match
from ..numeric.rows import MOST
from ..numeric.tables import share_out
from .spec import MOST_ROUNDS, SEED_BITS, Components, Spec, check_one, check_reward, check_rounds, plain

ILLEGAL = -1.0
"""The reward of who does what is not legal."""


def table_text(match: Match, seat: int | None) -> str:
    """The table as a seat sees it in plain lines; None for a spectator."""
    seen = match.observe(seat)
    lines = [f"{match.game}, round {match.round}, " + ("over" if seen.seat is None else f"seat {seen.seat} decides")]
    for key, value in seen.position.items():
        if key == "seats":
            lines += [f"seat {number}: {_plain(one)}" for number, one in enumerate(value)]
        elif key not in ("game", "players", "options", "seat", "round", "board", "costs"):
            lines.append(f"{key}: {_plain(value)}")
    return "\n".join(lines)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key} {_plain(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_plain, value)) or "none"
    return "none" if value in ("", None) else str(value)


class Table(AECEnv):  # type: ignore[misc] # the library tells no types
    """A table as a raw environment, without the wrappers of `aec`.

    Agents are `seat_0`, `seat_1` and so on. An observation is a dictionary of `observation`, int16 of shape
    `(spec.size,)`, and `action_mask`, int8 of shape `(spec.actions,)`: 1 for what the agent may do now, all 0 while
    another one decides. Rewards are 0 until the game ends; then the info of every agent has `points`, a list seat by
    seat, also where the game was broken off.

    Attributes:
        spec: actions and fields in words.
        match: the match being played, with all that is secret; None before the first `reset`.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        options: dict[str, Any] | None = None,
        components: Components = None,
        reward: str = "win",
        max_rounds: int = MOST_ROUNDS,
        render_mode: str | None = None,
    ) -> None:
        """As `aec`."""
        super().__init__()
        self.spec = Spec(game, players, options, components)
        self.render_mode = None if render_mode is None else check_one("render_mode", render_mode, ("ansi", "human"))
        self.metadata = {
            "name": f"entrepot_{self.spec.game.replace('-', '_')}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.spec.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: _seen(self.spec) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.spec.actions) for agent in self.possible_agents}
        self.match: Match | None = None
        self._by_points = check_reward(reward)
        self._max_rounds = check_rounds(max_rounds)
        self._rng: np.random.Generator | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What `observe` gives to an agent. Raises `InvalidOptions` if there is no such agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The numbers of all actions; the mask says which are legal. Raises `InvalidOptions` as `observation_space`."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: object) -> str:
        if not isinstance(agent, str) or agent not in self.possible_agents:
            raise InvalidOptions(
                "there is no agent {agent} (there are {known})",
                agent=quoted(agent),
                known=", ".join(self.possible_agents),
            )
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """A new game.

        Args:
            seed: as for `Match.new`, which gives the same game. Without one the next game follows from the last seed,
                and where none was ever given it is drawn.
            options: not used; those of the table are given to `aec`.

        Raises:
            InvalidOptions: it is no seed.
        """
        if seed is not None:
            seed = check_seed(plain(seed))
            self._rng, _ = seeding.np_random(seed)
        elif self._rng is None:
            self._rng, _ = seeding.np_random(secrets.randbits(SEED_BITS))
        spec = self.spec
        drawn = int(self._rng.integers(1 << SEED_BITS)) if seed is None else seed
        self.match = Match.new(spec.game, spec.players, drawn, dict(spec.options), spec.components)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decide()
        if self.render_mode == "human":
            self.render()

    def _decide(self) -> None:
        if self.match is not None and self.match.seat is not None:
            self.agent_selection = self.possible_agents[self.match.seat]

    def _playing(self) -> Match:
        if self.match is None:
            raise InvalidOptions("there is no game yet: call reset() first")
        return self.match

    def _going_on(self) -> Match:
        match = self._playing()
        if not self.agents:
            raise InvalidOptions("the game is over: call reset()")
        return match

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, in arrays of its own.

        Raises:
            InvalidOptions: there is no such agent, or no game yet.
        """
        seat = self.possible_agents.index(self._known(agent))
        state = self._playing().engine()[1]
        asked = not state.over and state.seat == seat and not self._ended()
        mask = self.spec.mask_of(state) if asked else np.zeros(self.spec.actions, np.int8)
        return {"observation": self.spec.row(state, seat), "action_mask": mask}

    def _ended(self) -> bool:
        return not self.agents or any(self.terminations.values()) or any(self.truncations.values())

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Of the agent that is selected: what it sees (None without `observe`), reward, end, break-off and info.

        Raises:
            InvalidOptions: all agents are done, or there is no game yet.
        """
        self._going_on()
        told: tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: Any) -> None:
        """Carry out an action of the agent that is selected; None once it is done.

        Raises:
            IllegalAction: the action has no number here, or is not legal now; nothing has changed.
            InvalidOptions: all agents are done, or there is no game yet.
        """
        match = self._going_on()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match.play(self.spec.action(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if match.is_over or match.round > self._max_rounds:
            result = match.standing
            self.rewards = dict(zip(self.agents, share_out(result, self._by_points), strict=True))
            self.infos = {one: {"points": list(result.points)} for one in self.agents}
            ended = self.terminations if match.is_over else self.truncations
            for one in self.agents:
                ended[one] = True
        self._decide()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table in plain lines as a spectator sees it: the result for `"ansi"`, printed for `"human"`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called without a render_mode: make the table with render_mode='ansi'")
            return None
        text = table_text(self._playing(), None)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        state["match"] = None if self.match is None else self.match.position()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if state["match"] is not None:
            self.match = Match.from_position(state["match"], components=self.spec.components)

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _seen(spec: Spec) -> gymnasium.spaces.Dict:
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(0, MOST, (spec.size,), np.int16),
            "action_mask": gymnasium.spaces.Box(0, 1, (spec.actions,), np.int8),
        }
    )


class _Checked(wrappers.OrderEnforcingWrapper):  # type: ignore[misc] # the library tells no types
    """PettingZoo's wrapper for the order of calls; what has no number is refused in a line, not by an assertion."""

    def step(self, action: Any) -> None:
        if self._has_reset and self.agents:
            agent = self.agent_selection
            if not self.terminations[agent] and not self.truncations[agent]:
                action = self.unwrapped.spec.check_action(action)
        super().step(action)

    def last(self, observe: bool = True) -> Any:
        if self._has_reset and not self.agents:
            raise InvalidOptions("the game is over: call reset()")
        return super().last(observe)

    def __str__(self) -> str:
        return str(self.env)


def aec(
    game: str,
    players: int = 2,
    *,
    options: dict[str, Any] | None = None,
    components: Components = None,
    reward: str = "win",
    max_rounds: int = MOST_ROUNDS,
    render_mode: str | None = None,
) -> AECEnv:
    """A table as a PettingZoo environment, with PettingZoo's usual wrappers.

    An action that has a number but is not legal now ends the game with reward −1, the others get 0
    (`TerminateIllegalWrapper`). What is no number of an action raises `IllegalAction`, and nothing changes.

    Args:
        game: a name of `entrepot.games()`.
        players: number of seats.
        options: rulings of the table by name; the rest keeps its default.
        components: a component file or a loaded box; None for the packaged one.
        reward: at the end `"win"` gives 1 to the winner and −1 / (players − 1) to the others, `"points"` the points
            above the mean of the others. Before it is 0.
        max_rounds: a game that goes on after so many rounds is broken off (truncated), and scored as it stands.
        render_mode: `"ansi"` for a text, `"human"` to print it after each step, or None.

    Raises:
        UnknownGame, InvalidOptions, InvalidComponents.
    """
    raw = Table(
        game,
        players,
        options=options,
        components=components,
        reward=reward,
        max_rounds=max_rounds,
        render_mode=render_mode,
    )
    return _Checked(wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL))
