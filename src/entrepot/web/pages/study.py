"""The analysis of a game, as the page draws it: chances, costliest turns, and what would have been better."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from ...bots.analysis import COSTLY, Analysis
from ...i18n import Texts, texts
from ...match.moments import Course
from ..tables.model import Past, Studied
from .board import Table, Turn
from .titles import shown_name


@dataclass(frozen=True, slots=True)
class Better:
    """Something that would have been better: the text of it, what it does, why it is good, and the chance after it."""

    action: str
    deed: str
    why: str
    chance: float


@dataclass(frozen=True, slots=True)
class Costly:
    """A turn that gave away much.

    Attributes:
        number: of the turn, from 1.
        moment: at which it was decided.
        lost: of the chances; `left`: what they were after what was done.
        did: the turn as the log draws it; None where it is not to be drawn.
        done: the text of what was decided; `deed`: what that does.
        better: what would have been, the best first.
    """

    number: int
    seat: int
    round: int
    moment: int
    lost: float
    left: float
    did: Turn | None
    done: str
    deed: str
    better: tuple[Better, ...]

    @property
    def place(self) -> str:
        """A selector of where the best of what is better lies, empty where that is at no single place of the table."""
        where = _PLACED.match(self.better[0].action)
        return f'[data-place="{where[1]}"]' if where else ""


@lru_cache(maxsize=16)
def _analysis(course: Course, studied: Studied) -> Analysis:
    return Analysis(course, studied.judged, whole=studied.state == "done")


def analysis_of(past: Past) -> Analysis | None:
    """What is known of a game; None where nothing is."""
    return _analysis(past.course, past.studied) if past.studied.judged else None


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of a game to whom: of two that are alike the costliest turns need be drawn only once."""

    course: Course
    studied: Studied
    lang: str
    names: tuple[str, ...]
    drawn: bool
    view: Callable[[int], Table] | None = field(default=None, compare=False)


class Study:
    """The analysis of a game for a reader."""

    def __init__(self, past: Past, words: Texts, view: Callable[[int], Table]) -> None:
        """Nothing is drawn yet.

        Args:
            view: the table at a moment, with what happened in the turn before.
        """
        self.past = past
        self.words = words
        self.names = [shown_name(seat, words) for seat in past.seats]
        self.analysis = analysis_of(past)
        self._told = _Told(past.course, past.studied, words.lang, tuple(self.names), True, view)

    @property
    def asked(self) -> bool:
        """Whether somebody has asked for it."""
        return bool(self.past.studied.state)

    @property
    def running(self) -> bool:
        """Whether more is to come."""
        return self.past.studied.state in ("waiting", "running")

    @property
    def gaps(self) -> bool:
        """Whether something could not be judged, and may be tried again."""
        return self.past.studied.state == "done" and not self.past.studied.whole

    def costly(self) -> list[Costly]:
        """The costliest turns, the worst first."""
        return _costly(self._told) if self.analysis else []

    def at(self, moment: int) -> Costly | None:
        """What was given away with the decision of that moment."""
        return next((one for one in self.costly() if one.moment == moment), None)

    def sure(self) -> str:
        """How chances were found, and how sure they are."""
        assert self.analysis is not None  # noqa: S101 - where something was judged
        return sure(self.analysis, self.words)

    def rings(self) -> list[tuple[int, int]]:
        """Seats and numbers of the costliest turns."""
        return [(one.seat, self.analysis.turn_of(one)) for one in self.analysis.costly] if self.analysis else []

    def turn(self, number: int) -> str:
        """What a turn did to the chances of its seat, in a sentence; empty where that is not known or the turn changed
        nothing worth telling."""
        known, words = self.analysis, self.words
        if known is None or not known.seen(number):
            return ""
        seat = self.past.course.turns[number - 1].seat
        before, after = known.chances[number - 1][seat], known.chances[number][seat]
        said = words._(
            "Chances {before} before, {after} after", before=words.percent(before), after=words.percent(after)
        )
        lost = sum(one.lost for one in known.judged.get(number, ()) if one.seat == seat)
        luck = known.luck(number)
        more = []
        if lost >= COSTLY:
            more.append(words._("given away {n}", n=words.percent(lost)))
        if luck is not None and abs(luck) >= COSTLY:
            more.append(words._("by what came to light {n}", n=signed(words, luck)))
        return " · ".join([said, *more])


_PLACED = re.compile(r"(?:work )?((?<=work )[A-Z]\d\.\d|(?:acquire|claim) \d+$)")
"""The text of an action that is done at one place of the table, and the name of that place."""


@lru_cache(maxsize=32)
def _costly(told: _Told) -> list[Costly]:
    known, course, words, names = _analysis(told.course, told.studied), told.course, texts(told.lang), told.names
    found = []
    for one in known.costly:
        number = known.turn_of(one)
        turn = course.turns[number - 1]
        position = course.seen(one.at, one.seat)
        did = None
        if told.view is not None:
            drawn = reversed(told.view(turn.end).turns)
            did = next((each for each in drawn if each.seat == one.seat and each.start >= turn.event), None)
        better = []
        for advice, chance in zip(one.better, one.worth, strict=False):
            rival = "" if advice.rival is None else names[advice.rival]
            why = words.why(advice.reason, advice.points, advice.turns, advice.more, rival)
            action = advice.actions[0]
            better.append(Better(action, words.action(action, position, names), why, chance))
        done = str(course.actions[one.at])
        deed, rest = words.action(done, position, names), tuple(better)
        found.append(Costly(number, one.seat, turn.round, one.at, one.cost, one.worth[-1], did, done, deed, rest))
    return found


def sure(known: Analysis, words: Texts) -> str:
    """How chances were found, and how sure they are."""
    return words._(
        "Chances as the sharp bot sees them, learned from {games} games of its own; off by {n} on average.",
        games=known.games, n=words.percent(known.off),
    )  # fmt: skip


def signed(words: Texts, share: float) -> str:
    """A share with its sign."""
    text = words.percent(abs(share))
    return f"−{text}" if share < 0 else f"+{text}"


def chances(past: Past) -> list[list[int]]:
    """Chances of every seat in hundredths, after 0, 1, 2 … turns, as far as they are known."""
    known = analysis_of(past)
    return [[round(100 * share) for share in now] for now in known.chances] if known else []


def study_data(past: Past, studied: Studied, lang: str, names: Sequence[str] = ()) -> dict[str, Any]:
    """How far an analysis has come and what it has found, JSON-ready. `names`: of the seats, if others."""
    words, course = texts(lang), past.course
    names = names or [shown_name(seat, words) for seat in past.seats]
    found: dict[str, Any] = {**studied.to_dict(), "chances": [], "costly": [], "lost": [], "off": None, "said": ""}
    if studied.judged:
        known = _analysis(course, studied)
        found |= {"chances": known.chances, "off": known.off, "lost": known.lost, "said": sure(known, words)}
        for one in _costly(_Told(course, studied, lang, tuple(names), False)):
            plain = asdict(one)
            del plain["did"]
            found["costly"].append(plain)
    return found
