"""What a seat may see of a table (C11): the one place that decides it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any


class Sight:
    """Decides what may be told. Everything that is not common knowledge must pass through here; the default is no.

    Cards come as numbers, with the names of all there are.

    `viewer` is a seat, or None for a spectator. With `truth` everything is told: for positions and records only.
    """

    __slots__ = ("open_piles", "truth", "viewer")

    def __init__(self, viewer: int | None, *, open_piles: bool = False, truth: bool = False) -> None:
        self.viewer = viewer
        self.open_piles = open_piles
        self.truth = truth

    def hidden(self, cards: Collection[int], names: Sequence[str]) -> list[str] | int:
        """Cards nobody may look at, such as a deck: their number."""
        return [names[card] for card in cards] if self.truth else len(cards)

    def topped(self, cards: Sequence[int], names: Sequence[str]) -> list[str] | dict[str, Any]:
        """A face-up deck or stack, listed from the top: its top one and how many there are."""
        if self.truth:
            return [names[card] for card in cards]
        return {"top": names[cards[0]] if cards else None, "left": len(cards)}

    def pile(self, owner: int, cards: Collection[int], names: Sequence[str]) -> list[str] | int:
        """Cards only their owner may look at, unless the piles lie open (R5, and after the end)."""
        if self.truth or self.open_piles or owner == self.viewer:
            return [names[card] for card in cards]
        return len(cards)


def keeps_secrets(options: Mapping[str, object]) -> bool:
    """Whether a seat may know more than the others (C11): only where claimed cards lie face down (R5)."""
    return options.get("open_claims") is False
