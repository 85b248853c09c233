"""Why a choice is good, in one line: what a turn brings, where it leads, and who would be first."""

from __future__ import annotations

from typing import Any

from .common import N_, NN_, Common

_TURNS = {
    "claim-then": NN_(
        "Claims the {points} now, and the {more} with the next turn.",
        "Claims the {points} now, and the {more} in {n} turns.",
    ),
    "end-soon": NN_(
        "It leads to the end with the next turn, and ahead.", "It leads to the end in {n} turns, and ahead."
    ),
    "goal-first": NN_(
        "It leads to the {points} with the next turn, before {name}.",
        "It leads to the {points} in {n} turns, before {name}.",
    ),
    "goal-then": NN_(
        "It leads to the {points} with the next turn, then to the {more}.",
        "It leads to the {points} in {n} turns, then to the {more}.",
    ),
    "goal": NN_("It leads to the {points} with the next turn.", "It leads to the {points} in {n} turns."),
    "build": NN_("It leads to an outpost with the next turn.", "It leads to an outpost in {n} turns."),
}
"""Reasons that tell in how many turns: with the next one, or in so many."""

_POINTS = {
    "outpost": NN_("An outpost: {n} point more.", "An outpost: {n} points more."),
    "tile": NN_("A bonus tile, worth about {n} point in the end.", "A bonus tile, worth about {n} points in the end."),
}
"""Reasons that tell a number of points which names no card."""

_OTHERS = {
    "last": N_("The last turn: nothing else brings more points."),
    "ends-ahead": N_("It ends the game with the most points."),
    "ends-behind": N_("It ends the game: waiting would bring no more."),
    "claim-first": N_("Claims the {points}, which {name} would take next."),
    "claim": N_("Claims the {points} at once."),
    "towards": N_("A step towards the {points}."),
    "keep-first": N_("Of use for the rest of the game, and {name} wants it too."),
    "keep": N_("Of use for the rest of the game."),
    "deny": N_("{name} would take this next."),
    "rest": N_("What comes back is needed for the turns to come."),
    "gather": N_("It gathers what later claims ask for."),
}

_YOU_IN_TURNS = {
    "goal-first": NN_(
        "It leads to the {points} with the next turn, before you.", "It leads to the {points} in {n} turns, before you."
    ),
}
_YOU = {
    "claim-first": N_("Claims the {points}, which you would take next."),
    "keep-first": N_("Of use for the rest of the game, and you may want it too."),
    "deny": N_("You would take this next."),
}
"""Where it is the reader who would be first."""

_MUCH, _LITTLE = 20.0, 0.75
"""Points above which a choice is told to be better by far, as it decides the game then, and below which hardly so."""


class Reasons(Common):
    """The reasons of `entrepot.bots.advice` in words."""

    def why(self, reason: str, points: int, turns: int, more: int, rival: str | None) -> str:
        """One line, of sixty signs mostly.

        Args:
            reason: one of `advice.REASONS`.
            points, turns, more: as in `advice.Advice`.
            rival: a name; None for the reader.
        """
        in_turns, others = (_TURNS | _YOU_IN_TURNS, _OTHERS | _YOU) if rival is None else (_TURNS, _OTHERS)
        said: dict[str, Any] = {"points": points, "more": more, "name": rival}
        if reason in in_turns:
            return self.ngettext(*in_turns[reason], turns, **said)
        if reason in _POINTS:
            return self.ngettext(*_POINTS[reason], points)
        return self._(others[reason], **said)

    def better(self, gain: float) -> str:
        """By how much a choice is better than the next best one."""
        if gain > _MUCH:
            return self._("Better by far than anything else.")
        if gain < _LITTLE:
            return self._("Hardly better than the next best.")
        return self.ngettext(
            "About {n} point better than the next best.", "About {n} points better than the next best.", round(gain)
        )
