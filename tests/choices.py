"""Choices that lead a table soon to what a test is about."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]


def locations(view: View, kind: str, **values: object) -> list[str]:
    """Choices of a turn: to work at a location of that kind with those values."""
    board = view["observation"]["board"]
    wanted = {"type": kind, **values}.items()
    return [text for text in view["legal"] if text.startswith("work") and wanted <= board[text[5:]].items()]


def to_a_return_aside(view: View) -> str:
    """Leads to seat 1 giving back a cube of its choice in a turn of seat 0 (W2-8).

    Seat 1 gathers ten cubes of two colours; seat 0 then ends a move where both ships lie.
    """
    position, legal = view["observation"], view["legal"]
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
        wanted = locations(view, "ship", steps=2) if full else []
    elif len(set(target["storage"])) == 1:
        wanted = locations(view, "upgrade")
    else:
        wanted = [] if full else locations(view, "production")
    return str((wanted or ["rest"])[0])


def to_a_refresh(view: View) -> str:
    """Seat 0 refreshes the market (W1-7), the others rest."""
    return str(([*locations(view, "refresh"), "rest"] if view["observation"]["seat"] == 0 else ["rest"])[0])
