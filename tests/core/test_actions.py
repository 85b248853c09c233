"""The texts of actions: every one that there is leads to an int and back, and the ints are told apart."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entrepot import Action, InvalidNotation
from entrepot.core import actions

FACES = [f"{board}{side}" for board in "ABCDEF" for side in "12"]
COUNTS = range(1, 100)
TILES = [f"{q},{r}" for q in range(-15, 16) for r in range(-15, 16)]

EVERY = [
    *("rest", "stop", "use", "keep", "skip", "build"),
    *(f"{verb} {number}" for verb in ("acquire", "claim", "route", "replace") for number in COUNTS),
    *(f"x{number}" for number in range(100)),
    *(f"up {colour}" for colour in "YRG"),
    *(f"{verb} {colour}" for verb in ("pay", "return") for colour in "YRGB"),
    *(f"{verb} {face}.{number}" for verb in ("work", "explore", "bonus") for face in FACES for number in COUNTS),
    *(f"bonus {face}.s{number}" for face in FACES for number in COUNTS),
    *(f"bonus {face}.{number}.{stack}" for face in FACES for number in (1, 9, 99) for stack in COUNTS),
    *(f"explore #{number}" for number in COUNTS),
    *(f"swap {one}-{two}" for one in COUNTS for two in range(one + 1, 100)),
    *(f"{verb} {tile}" for verb in ("sail", "outpost") for tile in TILES),
    *(f"play {card}" for card in ("YYR", "up1", "up9", "YY>G", "YRGB>YRGB")),
]

SHAPE = re.compile(
    r"rest|stop|use|keep|skip|build"
    r"|(acquire|claim|route|replace) [1-9]\d?"
    r"|x(0|[1-9]\d?)"
    r"|up [YRG]"
    r"|(pay|return) [YRGB]"
    r"|(work|explore) [A-F][12]\.[1-9]\d?"
    r"|bonus [A-F][12]\.([1-9]\d?(\.[1-9]\d?)?|s[1-9]\d?)"
    r"|explore #[1-9]\d?"
    r"|swap [1-9]\d?-[1-9]\d?"
    r"|(sail|outpost) (0|-?[1-9]|-?1[0-5]),(0|-?[1-9]|-?1[0-5])"
)
"""How an action is written; `play` apart, and of a swap that the first place is the smaller one."""


def test_every_text_has_an_int_of_its_own_and_leads_back() -> None:
    codes = {text: actions.parse(text) for text in EVERY}
    assert len(set(codes.values())) == len(codes) == len(EVERY)
    for text, code in codes.items():
        assert actions.text(code) == text
        assert code >= 0


@pytest.mark.parametrize(
    ("text", "kind", "argument"),
    [
        ("use", actions.USE, 0),
        ("keep", actions.KEEP, 0),
        ("skip", actions.SKIP, 0),
        ("build", actions.BUILD, 0),
        ("route 5", actions.ROUTE, 5),
        ("replace 1", actions.REPLACE, 1),
        ("swap 1-2", actions.SWAP, 1 | 2 << 7),
        ("sail 1,-2", actions.SAIL, actions.tile(1, -2)),
        ("outpost -15,15", actions.OUTPOST, actions.tile(-15, 15)),
        ("explore #8", actions.EXPLORE, actions.beside(8)),
        ("bonus B2.s1", actions.BONUS, actions.place("B2", 0, 1)),
    ],
)
def test_what_an_action_is_made_of(text: str, kind: int, argument: int) -> None:
    action = Action.parse(text)
    assert (action.kind, action.argument) == (kind, argument)
    assert Action(actions.encode(kind, argument)) == action


@given(st.integers(-15, 15), st.integers(-15, 15))
def test_a_tile_is_its_place(q: int, r: int) -> None:
    argument = actions.tile(q, r)
    assert actions.tile_place(argument) == (q, r)
    assert actions.tile_text(argument) == f"{q},{r}"


KINDS = (actions.ROUTE, actions.USE, actions.KEEP, actions.REPLACE, actions.SWAP, actions.SKIP, actions.SAIL,
         actions.BUILD, actions.OUTPOST, actions.BONUS, actions.EXPLORE, actions.WORK)  # fmt: skip


@given(st.sampled_from(KINDS), st.integers(0, 1 << 20))
def test_an_int_says_what_can_be_written_or_is_none(kind: int, argument: int) -> None:
    code = actions.encode(kind, argument)
    try:
        text = actions.text(code)
    except InvalidNotation as error:
        text = f"{code} is no action"
        told = str(error)
    else:
        assert SHAPE.fullmatch(text)
        told = actions.text(actions.parse(text))
    assert told == text


TEXTS = st.from_regex(
    re.compile(r"(route|replace|swap|sail|outpost|explore|bonus|work) [-#,.s0-9A-F]{1,7}"), fullmatch=True
)


@given(TEXTS)
def test_what_can_be_written_is_an_action_and_nothing_else(text: str) -> None:
    first, _, second = text.removeprefix("swap ").partition("-")
    if SHAPE.fullmatch(text) and not (text.startswith("swap") and int(first) >= int(second)):
        assert actions.text(actions.parse(text)) == text
    else:
        with pytest.raises(InvalidNotation) as caught:
            actions.parse(text)
        assert str(caught.value) == f"{text!r} is no action"
