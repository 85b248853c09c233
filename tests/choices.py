"""Choices that lead a table soon to what a test is about.

Each takes what one seat sees (`legal`, and `observation` as in docs/notation.md) and some chance, and returns a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Seen = dict[str, Any]
Choice = Callable[[Seen, Random], str]

_EAGER = (
    "claim", "explore", "bonus", "x", "build", "use", "keep", "swap", "sail", "outpost", "play", "up ", "route", "work",
)  # fmt: skip


def sensible(seen: Seen, rng: Random) -> str:
    """Claims when it can, trades and plays or works more than it takes, rests when little is left."""
    legal: list[str] = seen["legal"]
    for verb in _EAGER:
        found = [text for text in legal if text.startswith(verb)]
        if found and (verb not in ("play", "route", "work") or rng.random() < 0.75):
            return found[-1] if verb == "x" else rng.choice(found)
    early = [text for text in legal if text in ("acquire 1", "acquire 2", "acquire 3", "rest")]
    return rng.choice(early or legal)


def places(seen: Seen, kind: str, **values: object) -> list[str]:
    """Choices of a turn: to work at a location of that kind with those values."""
    board = seen["observation"]["board"]
    wanted = {"type": kind, **values}.items()
    return [text for text in seen["legal"] if text.startswith("work") and wanted <= board[text[5:]].items()]


def hoard(seen: Seen, rng: Random) -> str:
    """Gains what it can, in more than one colour, and spends nothing, so that the storage soon overflows."""
    legal: list[str] = seen["legal"]
    gains = [text for text in legal if text.startswith("play ") and ">" not in text and "up" not in text]
    gains += places(seen, "production") if "board" in seen["observation"] else []
    wanted = gains or [text for text in legal if text in ("up Y", "play up2")] or [t for t in legal if t == "rest"]
    return rng.choice(wanted or legal)


def gather(seen: Seen, rng: Random) -> str:
    """Takes one merchant after the other, and plays none."""
    legal: list[str] = seen["legal"]
    return "acquire 1" if "acquire 1" in legal else rng.choice(legal)


def visit(seen: Seen, rng: Random) -> str:
    """Goes to the fort with two stacks of bonus tiles, where there is a choice."""
    return "work B1.2" if "work B1.2" in seen["legal"] else sensible(seen, rng)


def hire(seen: Seen, rng: Random) -> str:
    """Keeps merchants until the route is full, and goes on; orders them now and then."""
    for wanted in (["keep"], places(seen, "adjust")[rng.randrange(3) :], places(seen, "market"), ["rest"]):
        found = [text for text in wanted if text in seen["legal"]]
        if found:
            return rng.choice(found)
    return sensible(seen, rng)


def trek(seen: Seen, rng: Random) -> str:
    """Keeps three merchants, then goes along its route as well."""
    position = seen["observation"]
    kept = len(position["seats"][position["seat"]]["route"])
    return (hire if kept < 3 else sensible)(seen, rng)


def settle(seen: Seen, rng: Random) -> str:
    """Sails and builds, and trades at its outposts."""
    for kind in ("outpost-trade", "ship"):
        if found := places(seen, kind):
            return rng.choice(found)
    return sensible(seen, rng)


def to_a_return_aside(seen: Seen, _: Random | None = None) -> str:
    """Leads to seat 1 giving back a cube of its choice in a turn of seat 0 (W2-8).

    Seat 1 gathers ten cubes of two colours; seat 0 then ends a move where both ships lie.
    """
    position, legal = seen["observation"], seen["legal"]
    seat, kind = position["seat"], position["decision"]["kind"]
    target = position["seats"][1]
    full = len(target["storage"]) == 10 and len(set(target["storage"])) > 1
    if kind == "sail":
        return f"sail {target['ship']}"
    if kind == "upgrade":
        return str("stop" if "R" in target["storage"] else legal[0])
    if kind != "turn":
        return str(legal[-1])
    if seat == 0:
        wanted = places(seen, "ship", steps=2) if full else []
    elif len(set(target["storage"])) == 1:
        wanted = places(seen, "upgrade")
    else:
        wanted = [] if full else places(seen, "production")
    return str((wanted or ["rest"])[0])


def to_a_refresh(seen: Seen, _: Random | None = None) -> str:
    """Seat 0 refreshes the market (W1-7), the others rest."""
    return str(([*places(seen, "refresh"), "rest"] if seen["observation"]["seat"] == 0 else ["rest"])[0])
