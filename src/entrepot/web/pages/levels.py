"""The bots that people play against, in words."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from math import log10
from typing import Any, NamedTuple

from ...bots import LEVELS
from ...i18n import Texts

USUAL = "greedy"
"""The level of a bot unless another one is chosen."""


class Level(NamedTuple):
    """A step of the stairs: the bot's name, what it is called, and one honest line of how it plays."""

    bot: str
    name: str
    said: str


def levels(words: Texts) -> list[Level]:
    """All levels, weakest first."""
    told = {
        "calm": (words._("Calm"), words._("Overlooks half of what it could do: for a first game.")),
        "easy": (words._("Easy"), words._("Sees what it can do now, not what follows.")),
        "greedy": (words._("Steady"), words._("Plans its own next turns.")),
        "sharp": (words._("Sharp"), words._("Plans far ahead, and with what you are likely to take.")),
    }
    return [Level(bot, *told[bot]) for bot in LEVELS]


def bot_name(bot: str, words: Texts) -> str:
    """What a bot is called within a sentence."""
    known = {
        "random": lambda: words._("aimless bot"),
        "calm": lambda: words._("calm bot"),
        "easy": lambda: words._("easy bot"),
        "greedy": lambda: words._("steady bot"),
        "sharp": lambda: words._("sharp bot"),
    }
    return known[bot]() if bot in known else bot


class Measured(NamedTuple):
    """A level on the ladder. Where it stands, and between what it may, is told in hundredths of the width; `share` of
    games and between what, against the level below, in words, as is the `sentence`. The lowest has none of them.
    """

    level: int
    name: str
    at: float
    least: float
    most: float
    share: str
    between: str
    sentence: str


class Ladder(NamedTuple):
    """How much stronger each level is than the one below, the best first."""

    levels: list[Measured]
    games: int
    day: str
    version: str


_EDGE = 5.0  # hundredths of the width left free at both ends
_SURE = 0.01  # shares nearer to none or all are drawn as this


@cache
def _known() -> dict[str, Any]:
    """What scripts/strength.py has measured."""
    known: dict[str, Any] = json.loads(resources.files("entrepot.bots").joinpath("ladder.json").read_text("utf-8"))
    return known


def _apart(share: float) -> float:
    """Elo between two of whom one wins such a share of the games."""
    share = max(_SURE, min(1 - _SURE, share))
    return 400 * log10(share / (1 - share))


def ladder(game: str, words: Texts) -> Ladder:
    """What is known of the levels at a table of two."""
    known = _known()
    steps = {one["better"]: one for one in known["steps"] if one["game"] == game and one["players"] == 2}
    told = levels(words)
    elo = [0.0]
    for level in told[1:]:
        elo.append(elo[-1] + _apart(steps[level.bot]["share"]))
    scale = (100 - 2 * _EDGE) / max(1.0, elo[-1])
    found: list[Measured] = []
    for number, level in enumerate(told, 1):
        at = _EDGE + scale * elo[number - 1]
        if number == 1:
            found.append(Measured(number, level.name, at, at, at, "", "", ""))
            continue
        step, below = steps[level.bot], told[number - 2]
        least, most = (_EDGE + scale * (elo[number - 2] + _apart(step[end])) for end in ("low", "high"))
        low, high = words.percent(step["low"]), words.percent(step["high"])
        share = words.percent(step["share"])
        found.append(
            Measured(
                number, level.name, round(at, 2), round(max(0.0, least), 2), round(min(100.0, most), 2),
                share, words._("{least} to {most}", least=low, most=high),
                words._("{better} beats {worse} in {share} of games ({least} to {most}).", better=level.name,
                        worse=below.name, share=share, least=low, most=high),
            )
        )  # fmt: skip
    games = min(one["games"] for one in steps.values())
    return Ladder(found[::-1], games, words.day(known["measured"]), known["version"])
