"""What a seat may see (C11), as a value without a handle to the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from ..core.actions import Action

if TYPE_CHECKING:
    from .match import Match

Sampler = Callable[[dict[str, Any], Random], "Match"]


class Sight:
    """Decides what may be told. Everything that is not common knowledge must pass through here; the default is no.

    `viewer` is a seat, or None for a spectator. With `truth` everything is told: for positions and records only.
    """

    __slots__ = ("open_piles", "truth", "viewer")

    def __init__(self, viewer: int | None, *, open_piles: bool = False, truth: bool = False) -> None:
        self.viewer = viewer
        self.open_piles = open_piles
        self.truth = truth

    def hidden(self, cards: list[str]) -> list[str] | int:
        """Cards nobody may look at, such as a deck: their number."""
        return cards if self.truth else len(cards)

    def topped(self, cards: list[str]) -> list[str] | dict[str, Any]:
        """A face-up deck or stack, listed from the top: its top one and how many there are."""
        return cards if self.truth else {"top": cards[0] if cards else None, "left": len(cards)}

    def pile(self, owner: int, cards: list[str]) -> list[str] | int:
        """Cards only their owner may look at, unless the piles lie open (R5, and after the end)."""
        return cards if self.truth or self.open_piles or owner == self.viewer else len(cards)


class Observation:
    """The table through the eyes of one seat or of a spectator.

    Attributes:
        viewer: the seat that looks, 0-based; None for a spectator.
        seat: the seat that decides now; None when the game is over.
        position: as `Match.position()`, with everything hidden replaced by its number of cards.
        legal_actions: what the viewer may do now; empty unless `viewer == seat`.

    Two observations are equal when all of these are: nothing hidden can be told apart.
    """

    __slots__ = ("_sampler", "legal_actions", "position", "viewer")

    def __init__(
        self, viewer: int | None, position: dict[str, Any], legal: tuple[Action, ...], sampler: Sampler
    ) -> None:
        self.viewer = viewer
        self.position = position
        self.legal_actions = legal
        self._sampler = sampler

    @property
    def seat(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        seat: int | None = self.position["seat"]
        return seat

    def sample(self, rng: Random) -> Match:
        """A match that looks exactly like this to the viewer, with everything hidden drawn by `rng`."""
        return self._sampler(self.position, rng)

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
