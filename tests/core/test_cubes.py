"""Packed cubes against counting letters."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrepot import InvalidNotation
from entrepot.core import cubes
from entrepot.core.conversion import Conversion

letters = st.text(alphabet=cubes.LETTERS, max_size=40)
few = st.text(alphabet=cubes.LETTERS, min_size=1, max_size=5)


def written(text: str) -> str:
    """Cube letters in ascending order."""
    return "".join(sorted(text, key=cubes.LETTERS.index))


@given(letters)
def test_text_and_cubes_are_one(text: str) -> None:
    packed = cubes.parse(text)
    assert cubes.text(packed) == written(text)
    assert cubes.count(packed) == len(text)
    assert cubes.scoring(packed) == len(text) - text.count("Y")
    assert [cubes.of_colour(packed, number) for number in range(4)] == [text.count(letter) for letter in "YRGB"]


@given(letters, letters)
def test_adding_and_paying(one: str, other: str) -> None:
    have, cost = cubes.parse(one), cubes.parse(other)
    assert cubes.text(have + cost) == written(one + other)
    assert have + cost - cost == have
    assert cubes.covers(have, cost) == (Counter(other) <= Counter(one))
    assert cubes.covers(have + cost, cost)


@given(few, few, st.text(alphabet=cubes.LETTERS, max_size=10))
def test_how_often_a_trade_can_be_made(cost: str, gain: str, have: str) -> None:
    if Counter(cost) <= Counter(gain):
        return
    trade = Conversion.parse(f"{written(cost)}>{written(gain)}")
    left = Counter(have)
    times = 0
    while Counter(cost) <= left:
        left.subtract(cost)
        left.update(gain)
        times += 1
    assert trade.times(cubes.parse(have)) == times


@given(few, few)
def test_a_conversion_its_text_and_its_code_are_one(cost: str, gain: str) -> None:
    for text in (written(gain), f"{written(cost)}>{written(gain)}", "up1", "up9"):
        card = Conversion.parse(text)
        assert str(card) == text
        assert Conversion.from_code(card.code) == card


@pytest.mark.parametrize("text", ["X", "y", "Y R", "Y" * 64, "Y,R", "1", "\ud800"])
def test_what_is_no_cube_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        cubes.parse(text)
    assert "\n" not in str(caught.value)
