"""A game to look back on: every moment of it, its turns, what mattered, and how it went for each seat.

Moment 0 is the start, moment n the table after the n-th action of the record. Of the game only its events are kept,
and a state now and then: a moment is played again from the last state before it.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from dataclasses import dataclass, replace
from typing import Any, Final

from ..components import Box
from ..core import cubes
from ..core.engine import State
from .match import Match
from .record import Record
from .replaying import played
from .sight import keeps_secrets

_APART: Final = 16
_STATES: Final = 200

Eyes = int | str | None
"""Whose table it is: that of a seat, of somebody who watches (None), or everything that any seat knows (`TRUTH`)."""

TRUTH: Final = "truth"


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the moments it leads from and to, and the number of its first event. The last one may still run."""

    seat: int
    round: int
    start: int
    end: int
    event: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that mattered, and the moment at which it had happened.

    Attributes:
        kind: `claim`; `gold` or `silver`, whose coins ran out; `ending`, the card that began the end; `over`.
        turn: its number, from 1.
        points: of the card.
    """

    kind: str
    moment: int
    turn: int
    seat: int
    points: int = 0


class Course:
    """The course of a game, finished or not, read from its record once.

    Attributes:
        last: the number of its last moment.
        turns: in order.
        marks: what mattered, in order.
        series: by name, after 0, 1, 2 … turns, a number for each seat: `points`, `worth` of the cubes (a yellow one is
            1, a brown one 4), and in games of settlers those `out` and at `home`, and `outposts`.
        final: the match at its last moment.
    """

    def __init__(self, record: Record, components: Box | str | os.PathLike[str] | None = None) -> None:
        """Read a record. Raises what `replay` raises."""
        self.actions = record.actions
        self.last = len(record.actions)
        self.turns: list[Turn] = []
        self.marks: list[Mark] = []
        self.series: dict[str, list[list[int]]] = {}
        self._apart = max(_APART, -(-self.last // _STATES))
        self._states: list[State] = []
        self._told: list[int] = []
        coins: dict[str, int] = {}
        claimed = 0
        match: Match | None = None
        for moment, match in enumerate(played(record, components)):
            if moment == 0:
                coins = dict(match.observe(None).position.get("coins", {}))
                self._note(match)
            if moment % self._apart == 0:
                self._states.append(match.engine()[1])
            seen = self._told[-1] if self._told else 0
            news = match.events(seen)
            self._told.append(seen + len(news))
            ended = False
            for number, event in enumerate(news, seen):
                kind, turn = event.kind, len(self.turns)
                if kind == "turn":
                    ended = self._end(moment) or ended
                    self.turns.append(Turn(event.seat or 0, event.data["round"], moment, moment, number))
                elif kind == "claimed":
                    claimed = event.data["points"]
                    self.marks.append(Mark("claim", moment, turn, event.seat or 0, claimed))
                elif kind == "coin":
                    coins[event.data["coin"]] -= 1
                    if not coins[event.data["coin"]]:
                        self.marks.append(Mark(event.data["coin"], moment, turn, event.seat or 0))
                elif kind == "ending":
                    self.marks.append(Mark("ending", moment, turn, event.seat or 0, claimed))
                elif kind == "over":
                    ended = self._end(moment) or ended
                    self.marks.append(Mark("over", moment, turn, self.turns[-1].seat if self.turns else 0))
            if ended:
                self._note(match)
        assert match is not None  # noqa: S101 - a record has at least its start
        self.final = match
        if self.turns and not match.is_over:
            if self.turns[-1].start == self.last:
                self.turns.pop()
            else:
                self._end(self.last)
                self._note(match)
        self._ends = [turn.end for turn in self.turns]

    def _end(self, moment: int) -> bool:
        """The running turn ends with this moment, if there is one."""
        if self.turns:
            last = self.turns[-1]
            self.turns[-1] = replace(last, end=moment)
        return bool(self.turns)

    def _note(self, match: Match) -> None:
        """Take down how the table stands after a turn."""
        seats = match.observe(None).position["seats"]
        points = match.standing.points
        here: dict[str, list[int]] = {
            "points": list(points),
            "worth": [cubes.worth(seat["storage"]) for seat in seats],
        }
        if "home" in seats[0]:
            box: Any = match.components
            settlers = getattr(box, "land", box).settlers
            here["out"] = [settlers - seat["home"] - seat["reserve"] for seat in seats]
            here["home"] = [seat["home"] for seat in seats]
        if "grid" in seats[0]:
            here["outposts"] = [sum(seat["grid"]) for seat in seats]
        for name, values in here.items():
            self.series.setdefault(name, []).append(values)

    @property
    def secret(self) -> bool:
        """Whether seats keep something from one another, so that points are not known before the end (R5)."""
        return keeps_secrets(self.final.options)

    def at(self, moment: int) -> Match:
        """The match at a moment, from 0 to `last`; its events begin a little before."""
        place = moment // self._apart
        match = self.final._resumed(self._states[place])
        for action in self.actions[place * self._apart : moment]:
            match.play(action)
        return match

    def seen(self, moment: int, eyes: Eyes) -> dict[str, Any]:
        """The position at a moment as somebody saw it, as `Observation.position`."""
        match = self.at(moment)
        if eyes != TRUTH:
            return match.observe(eyes if isinstance(eyes, int) else None).position
        position, truth = match.observe(None).position, match.position()
        for seat, known in zip(position["seats"], truth["seats"], strict=True):
            seat["claimed"] = known["claimed"]
        return position

    def events(self, first: int, moment: int) -> list[dict[str, Any]]:
        """What had happened up to a moment, from event number `first` on."""
        return [event.to_dict() for event in self.final.events(first)[: self._told[moment] - first]]

    def moment(self, events: int) -> int:
        """The first moment at which that many events had happened; the last where they never do."""
        return min(bisect_left(self._told, events), self.last)

    def turn(self, moment: int) -> int:
        """The number of the turn that led to a moment, from 1; 0 at the start."""
        return min(bisect_left(self._ends, moment) + 1, len(self.turns)) if moment and self.turns else 0
