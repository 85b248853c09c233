"""Containers of several piles."""

from __future__ import annotations

from random import Random

import pytest

from entrepot.core import piles


def test_piles_behave_like_lists() -> None:
    """Whatever is done to a container is done to as many lists."""
    rng = Random(1)
    for _ in range(200):
        count, room = rng.randint(1, 5), rng.randint(1, 6)
        made = piles.empty(count, room)
        lists: list[list[int]] = [[] for _ in range(count)]
        for _ in range(60):
            pile = rng.randrange(count)
            like = lists[pile]
            deed = rng.randrange(6)
            if deed < 3 and len(like) < room:
                value = rng.randrange(-5, 1 << 40)
                piles.add(made, pile, value)
                like.append(value)
            elif deed == 3 and like:
                place = rng.randrange(len(like))
                assert piles.take(made, pile, place) == like.pop(place)
            elif deed == 4 and like:
                place, value = rng.randrange(len(like)), rng.randrange(100)
                piles.put(made, pile, place, value)
                like[place] = value
            elif deed == 5 and rng.random() < 0.2:
                values = [rng.randrange(100) for _ in range(rng.randint(0, room))]
                piles.fill(made, pile, values)
                like[:] = values
            assert [piles.items(made, number) for number in range(count)] == lists
            assert [piles.size(made, number) for number in range(count)] == list(map(len, lists))
            for number, one in enumerate(lists):
                assert [piles.item(made, number, place) for place in range(len(one))] == one
        assert piles.count(made) == count
        for number in range(count):
            piles.clear(made, number)
        assert not any(piles.items(made, number) for number in range(count))


def test_a_copy_is_another_container() -> None:
    made = piles.of([[1, 2], [], [3]])
    other = made[:]
    piles.add(other, 1, 9)
    assert piles.items(made, 1) == []
    assert piles.items(other, 1) == [9]


def test_of_and_numbers() -> None:
    assert [piles.items(piles.of([[1, 2], [], [3]]), number) for number in range(3)] == [[1, 2], [], [3]]
    assert list(piles.numbers(range(3))) == [0, 1, 2]
    assert list(piles.zeros(3)) == [0, 0, 0]
    assert piles.count(piles.of([])) == 0


def test_a_full_container_does_not_grow() -> None:
    made = piles.of([[1, 2]])
    with pytest.raises(IndexError):
        piles.add(made, 0, 3)
