"""A small seeded generator (SplitMix64), so that a seed gives the same game on every Python and every build."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

_MASK: Final = (1 << 64) - 1
_GOLDEN: Final = i64(0x9E3779B97F4A7C15 - (1 << 64))
_FIRST: Final = i64(0xBF58476D1CE4E5B9 - (1 << 64))
_SECOND: Final = i64(0x94D049BB133111EB - (1 << 64))
_PLUS: Final = int(_GOLDEN)
_WRAPS: Final = not __file__.endswith(".py")
"""Compiled numbers of 64 bits have a sign and wrap by themselves; those of interpreted code do not."""


class Chance:
    """A stream of random numbers. `state` is the whole of it: 64 bits."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        seed &= _MASK
        self._state: i64 = seed - (1 << 64) if _WRAPS and seed >> 63 else seed

    @property
    def state(self) -> int:
        """Where the stream is, from 0 to 2**64−1: `Chance(state)` goes on from here."""
        state: int = self._state
        return state & _MASK

    def _next(self) -> i64:
        if not _WRAPS:
            state: int = self._state
            self._state = state = state + _PLUS & _MASK
            state = (state ^ state >> 30) * _FIRST & _MASK
            state = (state ^ state >> 27) * _SECOND & _MASK
            return state ^ state >> 31
        z = self._state = self._state + _GOLDEN
        z = (z ^ (z >> 30 & 0x3_FFFF_FFFF)) * _FIRST
        z = (z ^ (z >> 27 & 0x1F_FFFF_FFFF)) * _SECOND
        return z ^ (z >> 31 & 0x1_FFFF_FFFF)

    def bits(self) -> int:
        """The next 64 random bits."""
        bits: int = self._next()
        return bits & _MASK

    def below(self, n: i64) -> i64:
        """A number from 0 to n−1, all equally likely; `n` is below 2**31."""
        power = (1 << 32) % n
        uneven = power * power % n  # 2**64 modulo n: so many numbers at the end are too few for all remainders
        while True:
            value = self._next()
            high, low = value >> 32 & 0xFFFF_FFFF, value & 0xFFFF_FFFF
            if high < 0xFFFF_FFFF or 0xFFFF_FFFF - low >= uneven:
                return ((high % n << 32) + low) % n

    def pick(self, n: i64) -> i64:
        """A number from 0 to n−1 from the upper 31 of the next bits: quicker than `below`, and as even as they are."""
        return (self._next() >> 33 & 0x7FFF_FFFF) * n >> 31

    def shuffled(self, items: list[int]) -> list[int]:
        """A new list with the same items in random order."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order
