"""What a merchant, a location or a market tile does with cubes: gain, upgrade or trade (C3, C4, C5)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from . import cubes
from .errors import InvalidNotation, quoted

_NIBBLES: Final = 4
MOST_OF_A_COLOUR: Final = 6
"""Ten cubes traded one by one for six of a colour still fit the counts of `core.cubes`."""

MOST_STEPS: Final = 9
_CODES: Final = 1 << 36


def _narrow(packed: int) -> int:
    code = 0
    for colour in range(cubes.COLOURS):
        code |= cubes.of_colour(packed, colour) << _NIBBLES * colour
    return code


def _wide(code: i64) -> i64:
    return (code & 0xF) | (code & 0xF0) << 3 | (code & 0xF00) << 6 | (code & 0xF000) << 9


def cost_of(code: i64) -> i64:
    """The `cost` of the conversion of a code."""
    return _wide(code >> 20)


def gain_of(code: i64) -> i64:
    """The `gain` of the conversion of a code."""
    return _wide(code >> 4)


def times(code: i64, have: i64) -> i64:
    """How often in a row the trade of a code can be made from `have`, each time paying from what is held then (C5)."""
    cost, gain = cost_of(code), gain_of(code)
    done: i64 = 0
    left = have - cost
    while left & cubes.GUARD == 0:
        done += 1
        left += gain - cost
    return done


class Conversion:
    """One effect on a storage, immutable. Exactly one of three forms:

    - gain: `cost` is none, `gain` some cubes, text `YYR`;
    - upgrade: `steps` is the number of single steps, text `up2`;
    - trade: `cost` and `gain` are both some cubes, text `YY>G`.

    `code` is the same value as one int; it depends on nothing but the value.
    """

    __slots__ = ("code", "cost", "gain", "steps", "text")

    def __init__(self, cost: int, gain: int, steps: int) -> None:
        self.cost: Final[i64] = cost
        self.gain: Final[i64] = gain
        self.steps: Final[i64] = steps
        self.code: Final[i64] = steps | _narrow(gain) << 4 | _narrow(cost) << 20
        before = f"{cubes.text(cost)}>" if cost else ""
        self.text: Final = f"up{steps}" if steps else before + cubes.text(gain)

    @staticmethod
    def parse(text: str) -> Conversion:
        """The conversion that `text` names.

        Raises:
            InvalidNotation: `text` is no gain, upgrade or trade, or its letters are not in ascending order.
        """
        if text.startswith("up"):
            if len(text) == 3 and text[2] in "123456789":
                return Conversion(0, 0, int(text[2]))
            raise InvalidNotation("{text} is no upgrade: up1 to up{most}", text=quoted(text), most=MOST_STEPS)
        before, arrow, after = text.partition(">")
        cost, gain = (cubes.parse(before), cubes.parse(after)) if arrow else (0, cubes.parse(before))
        if not gain or (arrow and not cost):
            raise InvalidNotation(
                "{text} is no merchant action: write a gain YYR, an upgrade up2 or a trade YY>G", text=quoted(text)
            )
        for packed in (cost, gain):
            if any(cubes.of_colour(packed, c) > MOST_OF_A_COLOUR for c in range(cubes.COLOURS)):
                raise InvalidNotation(
                    "{text} has more than {most} cubes of one colour", text=quoted(text), most=MOST_OF_A_COLOUR
                )
        result = Conversion(cost, gain, 0)
        if result.text != text:
            raise InvalidNotation(
                "{text} must be written {right}: letters in the order {letters}",
                text=quoted(text),
                right=quoted(result.text),
                letters=cubes.LETTERS,
            )
        return result

    @staticmethod
    def from_code(code: int) -> Conversion:
        """The conversion of a `code`.

        Raises:
            InvalidNotation: no conversion has this code.
        """
        if 0 <= code < _CODES:
            result = Conversion(cost_of(code), gain_of(code), code & 15)
            if result.code == code and (result.steps > 0) != (result.gain > 0) and not (result.steps and result.cost):
                return Conversion.parse(result.text)
        raise InvalidNotation("{code} is the code of no merchant action", code=code)

    def times(self, have: int) -> int:
        """How often in a row this trade can be made from `have`, each time paying from what is held then (C5)."""
        return times(self.code, have)

    def __reduce__(self) -> tuple[type[Conversion], tuple[int, int, int]]:
        return Conversion, (self.cost, self.gain, self.steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Conversion) and other.code == self.code

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Conversion.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text
