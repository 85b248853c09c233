"""Why a choice is good, in one line: what a turn brings, where it leads, and who would be first."""

from __future__ import annotations

from .common import Common

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
        own = self._now(reason, points, turns, more) or self._later(reason, points, turns, more)
        if own:
            return own
        return self._before_you(reason, points, turns) if rival is None else self._before(reason, points, turns, rival)

    def _now(self, reason: str, points: int, turns: int, more: int) -> str:
        if reason == "ends-ahead":
            return self._("It ends the game with the most points.")
        if reason == "ends-behind":
            return self._("It ends the game: waiting would bring no more.")
        if reason == "last":
            return self._("The last turn: nothing else brings more points.")
        if reason == "claim-then":
            return self.ngettext(
                "Claims the {points} now, and the {more} with the next turn.",
                "Claims the {points} now, and the {more} in {n} turns.",
                turns,
                points=points,
                more=more,
            )
        if reason == "claim":
            return self._("Claims the {points} at once.", points=points)
        if reason == "outpost":
            return self.ngettext("An outpost: {n} point more.", "An outpost: {n} points more.", points)
        if reason == "tile":
            return self.ngettext(
                "A bonus tile, worth about {n} point in the end.", "A bonus tile, worth about {n} points in the end.",
                points,
            )  # fmt: skip
        return ""

    def _before(self, reason: str, points: int, turns: int, rival: str) -> str:
        """Where somebody else would be first."""
        if reason == "claim-first":
            return self._("Claims the {points}, which {name} would take next.", points=points, name=rival)
        if reason == "goal-first":
            return self.ngettext(
                "It leads to the {points} with the next turn, before {name}.",
                "It leads to the {points} in {n} turns, before {name}.",
                turns,
                points=points,
                name=rival,
            )
        if reason == "keep-first":
            return self._("Of use for the rest of the game, and {name} wants it too.", name=rival)
        return self._("{name} would take this next.", name=rival)

    def _before_you(self, reason: str, points: int, turns: int) -> str:
        """Where the reader would be first."""
        if reason == "claim-first":
            return self._("Claims the {points}, which you would take next.", points=points)
        if reason == "goal-first":
            return self.ngettext(
                "It leads to the {points} with the next turn, before you.",
                "It leads to the {points} in {n} turns, before you.",
                turns,
                points=points,
            )
        if reason == "keep-first":
            return self._("Of use for the rest of the game, and you may want it too.")
        return self._("You would take this next.")

    def _later(self, reason: str, points: int, turns: int, more: int) -> str:
        if reason == "end-soon":
            return self.ngettext(
                "It leads to the end with the next turn, and ahead.",
                "It leads to the end in {n} turns, and ahead.",
                turns,
            )
        if reason == "goal-then":
            return self.ngettext(
                "It leads to the {points} with the next turn, then to the {more}.",
                "It leads to the {points} in {n} turns, then to the {more}.",
                turns,
                points=points,
                more=more,
            )
        if reason == "goal":
            return self.ngettext(
                "It leads to the {points} with the next turn.",
                "It leads to the {points} in {n} turns.",
                turns,
                points=points,
            )
        if reason == "build":
            return self.ngettext(
                "It leads to an outpost with the next turn.", "It leads to an outpost in {n} turns.", turns
            )
        if reason == "towards":
            return self._("A step towards the {points}.", points=points)
        if reason == "keep":
            return self._("Of use for the rest of the game.")
        if reason == "rest":
            return self._("What comes back is needed for the turns to come.")
        if reason == "gather":
            return self._("It gathers what later claims ask for.")
        return ""

    def better(self, gain: float) -> str:
        """By how much a choice is better than the next best one."""
        if gain > _MUCH:
            return self._("Better by far than anything else.")
        if gain < _LITTLE:
            return self._("Hardly better than the next best.")
        return self.ngettext(
            "About {n} point better than the next best.", "About {n} points better than the next best.", round(gain)
        )
