"""The bots that people play against, in words."""

from __future__ import annotations

from typing import NamedTuple

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
