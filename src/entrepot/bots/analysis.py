"""A game that is over, turn by turn: what chances each seat had, what each turn gave away, what would have been better.

Every decision is judged by what its seat could see then. What came to light later is told apart.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from ..core.actions import Action
from ..match import Match, Observation
from ..match.moments import Course
from .advice import SHOWN, Advice, Thought
from .chances import FILE, Choice, Prospect, claimed, learned, scale
from .levels import Sharp, Sight, sight_of, without_another_look

COSTLY = 0.02
"""Of a chance: what gives away less is not told as a costly turn."""

_TOLD = 0.005
"""Of a chance: why less is given away is not thought about."""

_WORLDS = 4
"""That are drawn to tell what might have come to light."""

LISTED = 10
"""Costly turns that are told at most."""

_FORMAT = 1
"""Of what `Judged.to_list` tells."""


@cache
def model() -> str:
    """What games are judged by here: what another one has found is not to be mixed with it."""
    weighed = b"".join(resources.files(__package__).joinpath(name).read_bytes() for name in (FILE, Sharp.FILE))
    return f"{_FORMAT}-{crc32(weighed):08x}"


class Decision(NamedTuple):
    """A choice that somebody had: the moment of it, what they saw, and the text of what they did."""

    moment: int
    seen: Observation
    action: str


class Judged(NamedTuple):
    """Decisions of one seat that follow each other in a turn.

    Attributes:
        first: the moment of the first one.
        seat: whose they are.
        chances: of every seat before them, if the best is done.
        lost: of a chance, what was given away by all of them.
        at: the moment of the one that gave away most; `first` where nothing was.
        better: what would have been best there, if something was given away, and what comes next to it.
        worth: the chances of its seat after each of these, and at last after what was done.
        done: what was done there instead, with its reason; None where nothing was given away.
        luck: of its chance, what came to light between them was worth.
        hoped: its chance after them, in the mean of what might come to light then; None where nothing does.
    """

    first: int
    seat: int
    chances: tuple[float, ...]
    lost: float
    at: int
    better: tuple[Advice, ...]
    worth: tuple[float, ...]
    done: Advice | None
    luck: float
    hoped: float | None

    @property
    def cost(self) -> float:
        """Of a chance, what the decision gave away that gave away most."""
        return _rounded(self.worth[0] - self.worth[-1]) if self.better else 0.0

    def to_list(self) -> list[Any]:
        """JSON-ready."""
        better = [list(one) for one in self.better]
        return [*self[:5], better, self.worth, self.done and list(self.done), self.luck, self.hoped]

    @classmethod
    def of(cls, told: Sequence[Any]) -> Judged:
        """What `to_list` has told."""
        first, seat, chances, lost, at, better, worth, done, luck, hoped = told
        advice = tuple(map(_advice, better)), tuple(worth), done and _advice(done)
        return cls(first, seat, tuple(chances), lost, at, *advice, luck, hoped)


def _advice(told: Sequence[Any]) -> Advice:
    return Advice(tuple(told[0]), *told[1:])


def stretches(course: Course) -> Iterator[tuple[Decision, ...]]:
    """The decisions of a game that left a choice, those of one seat in a turn together, in order."""
    ends = {turn.end for turn in course.turns}
    found: list[Decision] = []
    match = course.at(0)
    for moment, action in enumerate(course.actions):
        seat = match.seat
        if found and (moment in ends or found[-1].seen.viewer != seat):
            yield tuple(found)
            found = []
        if len(match.legal_actions()) > 1:
            found.append(Decision(moment, match.observe(seat), str(action)))
        match.play(action)
    if found:
        yield tuple(found)


def judge(decisions: Sequence[Decision]) -> Judged:
    """What some decisions of one seat, which follow each other, were worth."""
    first, seat = decisions[0].moment, decisions[0].seen.viewer
    assert seat is not None  # noqa: S101 - who decides has seen it
    chances: list[float] | None = None
    planned: list[tuple[Sight, int]] = []  # of the best way, the last first
    hoped: float | None = None
    lost = most = luck = 0.0
    at, better, worth, done = first, [], [], None
    for moment, seen, text in decisions:
        action = int(Action.parse(text))
        sight, follow = planned.pop() if planned else (None, 0)
        if sight != sight_of(seen) or follow != action:
            here = _Sight(seen)
            if chances is None:
                chances = here.chances
            elif hoped is not None:
                luck += here.chances[seat] - hoped
            own = here.thought.choice(action)
            gone = here.chance(here.best) - here.chance(own)
            lost += max(0.0, gone)
            if gone > max(most, _TOLD):
                most, at = gone, moment
                ways = [
                    (min(here.chance(choice), here.chance(here.best)), choice) for choice in here.thought.choices(SHOWN)
                ]
                ways = sorted([one for one in ways if one[0] > here.chance(own)], reverse=True)
                better = here.thought.advice([choice for _, choice in ways])
                worth = [*[chance for chance, _ in ways], here.chance(own)]
                done = here.thought.reason(own[1])
            way = without_another_look(here.thought.game, here.thought.state.copy(), own[1])
            planned = list(way)[::-1]
        hoped = _hoped(seen, text, seat)
    assert chances is not None  # noqa: S101 - there is at least one decision
    given = min(lost, chances[seat])
    return Judged(
        first, seat, tuple(map(_rounded, chances)), _rounded(given), at, tuple(better), tuple(map(_rounded, worth)),
        done, _rounded(luck), None if hoped is None else _rounded(hoped),
    )  # fmt: skip


class _Sight:
    """What sharp makes of what somebody sees who is to decide, in chances."""

    def __init__(self, seen: Observation) -> None:
        self.thought = Thought(seen)
        game = self.thought.game
        self._scale = scale(self.thought.name, int(game.players))
        (self.best,) = self.thought.choices(1)
        self._prospect = Prospect.of(self.best, self.thought.value, game, self.thought.state)

    @property
    def chances(self) -> list[float]:
        """Of every seat, if the best is done."""
        return self._scale.chances(self._prospect)

    def chance(self, choice: Choice) -> float:
        """Of who decides, after a choice."""
        share = self._prospect.claimed
        if choice != self.best:
            share = claimed(self.thought.game, self.thought.state, choice[1])
        return self._scale.chance(choice[0], share, self._prospect.round)


def _hoped(seen: Observation, text: str, seat: int) -> float | None:
    """The chance of a seat after an action, in the mean of what may come to light with it; None where nothing does."""
    worlds = []
    for number in range(_WORLDS):
        match = seen.sample(Random(number))
        before = match.engine()[1].reveals
        match.play(text)
        if match.engine()[1].reveals == before:
            return None
        worlds.append(match)
    return sum(_seen(match, seat) for match in worlds) / _WORLDS


def _seen(match: Match, seat: int) -> float:
    """The chance of a seat, as whoever is to decide sees it."""
    if match.result is not None:
        return float(match.result.ranking[0] == seat)
    return _Sight(match.observe(match.seat)).chances[seat]


def _rounded(value: float) -> float:
    return round(value, 4)


class Analysis:
    """A game, or as much of it as has been judged.

    Attributes:
        judged: by number of turn, from 1, what was judged of it.
        chances: after 0, 1, 2 … turns, the chances of every seat: as whoever is to decide then sees them, and who won
            after the last one of a game that was played to its end. As far as it has been judged.
        costly: what gave away most, the worst first.
        lost: per seat, of chances, what its choices have given away together.
        off: by how much a chance is likely to be off.
        games: so many games it was learned from.
    """

    def __init__(self, course: Course, judged: Iterable[Judged], *, whole: bool = False) -> None:
        """Args: `whole`: all that left a choice has been judged."""
        players, turns = course.final.players, course.turns
        ends = [turn.end for turn in turns]
        self._turns = len(turns)
        self.judged: dict[int, list[Judged]] = {}
        for one in sorted(judged):
            self.judged.setdefault(bisect_right(ends, one.first) + 1, []).append(one)
        self.chances: list[tuple[float, ...]] = []
        now: tuple[float, ...] = (1 / players,) * players
        for number in range(1, len(turns) + 1):
            if number in self.judged:
                now = self.judged[number][0].chances
            elif not whole and number > max(self.judged, default=0):
                break
            self.chances.append(now)
        else:
            if course.final.result is not None:
                winner = course.final.result.ranking[0]
                self.chances.append(tuple(float(seat == winner) for seat in range(players)))
        every = [one for number in self.judged for one in self.judged[number]]
        worst = sorted(every, key=lambda one: (-one.cost, one.first))
        self.costly: list[Judged] = [one for one in worst if one.cost >= COSTLY][:LISTED]
        self.lost: list[float] = [
            round(sum(one.lost for one in every if one.seat == seat), 4) for seat in range(players)
        ]
        self.off: float = learned()["games"][course.final.game]["off"]
        self.games: int = learned()["games"][course.final.game]["games"]

    def seen(self, number: int) -> bool:
        """Whether it is known how the table looked after a turn to whoever was to decide then."""
        return number < len(self.chances) and (number + 1 in self.judged or number == self._turns)

    def luck(self, number: int) -> float | None:
        """Of the chance of who had a turn, what came to light in it was worth, beside the mean of what might have; None
        where nothing did, or where that is not known yet.
        """
        here = self.judged.get(number)
        if not here or not self.seen(number):
            return None
        last = here[-1]
        luck = sum(one.luck for one in here if one.seat == last.seat)
        if last.hoped is not None:
            return _rounded(luck + self.chances[number][last.seat] - last.hoped)
        return _rounded(luck) if luck else None

    def turn_of(self, one: Judged) -> int:
        """The number of the turn in which something was judged."""
        return next(number for number, judged in self.judged.items() if one in judged)
