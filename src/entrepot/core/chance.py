"""A small seeded generator (SplitMix64), so that a seed gives the same game on every Python and every build."""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = 0x9E3779B97F4A7C15


class Chance:
    """A stream of random numbers. `state` is the whole of it: 64 bits."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def bits(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + _GOLDEN) & _MASK
        z = self.state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 to n−1, all equally likely."""
        limit = (1 << 64) - (1 << 64) % n
        while True:
            value = self.bits()
            if value < limit:
                return value % n

    def shuffled(self, items: list[int]) -> list[int]:
        """A new list with the same items in random order."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
