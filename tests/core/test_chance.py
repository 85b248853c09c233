"""The same seed gives the same numbers in every build, and all of them are as likely as they should be."""

from __future__ import annotations

from collections import Counter

import pytest

from entrepot.core.chance import Chance

MASK = (1 << 64) - 1


def splitmix(state: int) -> tuple[int, int]:
    """SplitMix64 as its authors wrote it: the next state, and what it gives."""
    state = (state + 0x9E3779B97F4A7C15) & MASK
    z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
    return state, z ^ z >> 31


@pytest.mark.parametrize("seed", [0, 1, 1234567, 1 << 63, (1 << 63) - 1, MASK, MASK - 7, 0x9E3779B97F4A7C15])
def test_splitmix(seed: int) -> None:
    chance, state = Chance(seed), seed
    assert chance.state == seed
    for _ in range(1000):
        state, bits = splitmix(state)
        assert chance.bits() == bits
        assert chance.state == state
        assert Chance(chance.state).bits() == splitmix(state)[1]


def test_published_numbers() -> None:
    """The first outputs for 1234567 that implementations are compared with."""
    chance = Chance(1234567)
    assert [chance.bits() for _ in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 1000, (1 << 31) - 1])
def test_below_and_pick(n: int) -> None:
    """`below` takes the remainder of what SplitMix64 gives, but for the last few numbers; `pick` its upper bits."""
    state = 99
    chance, other = Chance(state), Chance(state)
    for _ in range(2000):
        state, bits = splitmix(state)
        if bits < (1 << 64) - (1 << 64) % n:
            assert chance.below(n) == bits % n
        assert other.pick(n) == (bits >> 33) * n >> 31


def test_all_are_as_likely() -> None:
    chance = Chance(5)
    for draw in (chance.below, chance.pick):
        counted = Counter(draw(6) for _ in range(60_000))
        assert set(counted) == set(range(6))
        assert all(abs(number - 10_000) < 500 for number in counted.values())


def test_shuffled_keeps_all_and_changes_nothing() -> None:
    items = list(range(40))
    assert sorted(Chance(3).shuffled(items)) == items == list(range(40))
    assert Chance(3).shuffled(items) == Chance(3).shuffled(items) != items
    firsts = Counter(Chance(seed).shuffled([0, 1, 2])[0] for seed in range(3000))
    assert all(abs(number - 1000) < 150 for number in firsts.values())
