"""A game to look back on, as the templates draw it: a moment of it like a table, and the course of the whole game."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar
from urllib.parse import urlencode

from ...i18n import Texts
from ...match.moments import TRUTH, Course, Eyes, Mark
from ..tables.model import MomentView, Past
from .board import Turn
from .study import Study, chances
from .titles import shown_name

OWN = "own"
"""How the address calls the reader's own seat, while the game runs."""

_ROUNDS = 3
_POINTS = 400
_ROWS = 120
_LEFT, _WIDE = 1.0, 96.0
_TIGHT, _CLOSE = 2.2, 7.0


def eyes_of(past: Past, asked: str) -> Eyes:
    """Through whose eyes somebody looks who asks for it: a watcher's or their own seat's while the game runs."""
    if not past.told:
        return past.own if asked == OWN else None
    if asked == "watch":
        return None
    seat = int(asked) - 1 if asked.isascii() and asked.isdigit() and len(asked) == 1 else -1
    return seat if 0 <= seat < len(past.seats) else TRUTH


def moment_view(past: Past, at: int, eyes: Eyes, lang: str) -> MomentView:
    """A moment of a game as somebody saw it, in the shape of a table."""
    course = past.course
    position = course.seen(at, eyes)
    number = course.turn(at)
    led = course.turns[number - 1] if number else None
    since = led.round - _ROUNDS + 1 if led else 0
    first = next((turn.event for turn in course.turns if turn.round >= since), 0)
    events = course.events(first, at)
    return MomentView(
        id=past.id,
        game=past.game,
        version=at,
        lang=lang,
        seats=past.seats,
        viewer=eyes if isinstance(eyes, int) else None,
        hand_over=None,
        observation=position,
        legal=[],
        events=events,
        events_from=first,
        fresh_from=led.event - first if led else len(events),
        can_undo=False,
        undo_reason="not-yours",
        result=past.result if at == course.last else None,
        notice=None,
        waiting=[],
        spectator=True,
        owner=False,
        ended_early=past.ended_early,
        wish=None,
        refused=[],
        may_end=False,
        next_table=None,
        created=past.created,
        box=course.final.components,
        components=course.final.components.hash,
    )


@dataclass(frozen=True, slots=True)
class Plate:
    """Something that mattered, on the time line.

    Attributes:
        x: where, in hundredths of the width.
        near: the next one on the same lane would cover its number: ` close` on a narrow line, ` tight` on any.
    """

    x: float
    mark: Mark
    near: str


@dataclass(frozen=True, slots=True)
class Chart:
    """A number of each seat after every turn.

    Attributes:
        lines: paths in a box of 1000 by 100.
        ends: where they end, in hundredths of the height; all of them in `end` hundredths of the width.
    """

    name: str
    most: int
    lines: list[str]
    ends: list[float]
    last: list[int]
    end: float


@dataclass(frozen=True, slots=True)
class Plot:
    """The course of a game, drawn: the turns of each seat, what mattered, charts, and the rounds below."""

    ticks: list[str]
    plates: list[Plate]
    charts: list[Chart]
    rounds: list[tuple[float, int]]


def _across(course: Course, turns: float) -> float:
    """Where a number of turns lies, in hundredths of the width."""
    return round(_LEFT + _WIDE * turns / max(1, len(course.turns)), 2)


def _picked(course: Course) -> list[int]:
    """The numbers of turns after which a chart has a point: all of them, or every few where they are very many."""
    total = len(course.turns)
    return sorted({*range(0, total + 1, -(-total // _POINTS) or 1), total})


def charted(course: Course, name: str, values: Sequence[Sequence[int]], most: int = 1) -> Chart:
    """A chart of numbers after 0, 1, 2 … turns, as far as they go; it reaches up to `most` at least."""
    most = max(most, *(max(row) for row in values))
    least = min(0, *(min(row) for row in values))
    height = {n: round(95 - 90 * (n - least) / (most - least), 1) for row in values for n in row}
    known = [turn for turn in _picked(course) if turn < len(values)]
    lines = [
        "M" + "L".join(f"{10 * _across(course, turn):.4g} {height[values[turn][seat]]:g}" for turn in known)
        for seat in range(course.final.players)
    ]
    last = list(values[-1])
    return Chart(name, most, lines, [height[n] for n in last], last, _across(course, len(values) - 1))


@lru_cache(maxsize=16)
def plotted(course: Course) -> Plot:
    """The course of a game, drawn once for all its moments."""
    total = len(course.turns)
    every = -(-total // _POINTS) or 1
    ticks = [""] * course.final.players
    for number, turn in enumerate(course.turns, 1):
        if number % every == 0:
            ticks[turn.seat] += f"M{10 * _across(course, number):.4g} 30V70"
    charts = [charted(course, name, values) for name, values in course.series.items()]
    rounds: list[tuple[float, int]] = []
    step = next(n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if total < 8 * n * course.final.players)
    seen = 0
    for number, turn in enumerate(course.turns, 1):
        if turn.round != seen:
            seen = turn.round
            if seen == 1 or seen % step == 0:
                rounds.append((_across(course, number), seen))
    plates = []
    for number, mark in enumerate(course.marks):
        x = _across(course, mark.turn)
        later = course.marks[number + 1 :]
        after = next((one.turn for one in later if (one.kind, one.seat) == ("claim", mark.seat)), None)
        gap = _across(course, after) - x if after else 100
        if mark.kind != "over":
            plates.append(Plate(x, mark, " tight" if gap < _TIGHT else " close" if gap < _CLOSE else ""))
    return Plot(ticks, plates, charts, rounds)


class Looking:
    """Where somebody is in a game, and where they can go from there.

    Attributes:
        at: the number of the moment.
        file: the game comes from a record that the reader has.
        portable: the page brings all moments along, and knows no server.
        secret: points are not told, since they are not over.
    """

    KEYS: ClassVar = {
        "first": "Home", "round-back": "PageUp", "turn-back": "Shift+ArrowLeft", "back": "ArrowLeft",
        "on": "ArrowRight", "turn-on": "Shift+ArrowRight", "round-on": "PageDown", "last": "End",
        "claim-back": "Shift+C", "claim-on": "C",
    }  # fmt: skip

    def __init__(self, past: Past, at: int, eyes: Eyes, words: Texts, path: str | None, study: Study) -> None:
        self.past = past
        self.study = study
        self.course = past.course
        self.at = at
        self.eyes = eyes
        self.words = words
        self.portable = path is None
        self.path = path or ""
        self.file = past.record
        self.last = past.course.last
        self.names = [shown_name(seat, words) for seat in past.seats]
        self.number = past.course.turn(at)
        self.turn = past.course.turns[self.number - 1] if self.number else None

    @property
    def asked(self) -> str:
        """Through whose eyes, as the address says it; nothing for what is shown unasked."""
        if isinstance(self.eyes, int):
            if not self.past.told:
                return OWN
            return str(self.eyes + 1)
        return "watch" if self.past.told and self.eyes is None else ""

    def href(self, at: int, eyes: str | None = None) -> str:
        """The address of a moment."""
        if self.portable:
            return f"#at={at}"
        seat = self.asked if eyes is None else eyes
        return f"{self.path}?{urlencode({'at': at} | ({'seat': seat} if seat else {}))}"

    @cached_property
    def ways(self) -> dict[str, int]:
        """The moments that one can go to from here, by name; this one where there is no other."""
        course, at = self.course, self.at
        turns = [0, *(turn.end for turn in course.turns)]
        rounds = [0, *(one.end for one, after in zip(course.turns, course.turns[1:], strict=False)
                       if after.round != one.round), self.last]  # fmt: skip
        claims = [mark.moment for mark in course.marks if mark.kind == "claim"]
        return {
            "first": 0,
            "round-back": _before(rounds, at),
            "turn-back": _before(turns, at),
            "back": max(0, at - 1),
            "on": min(self.last, at + 1),
            "turn-on": _after(turns, at),
            "round-on": _after(rounds, at),
            "last": self.last,
            "claim-back": _before(claims, at),
            "claim-on": _after(claims, at),
        }

    def said(self, way: str) -> str:
        """What a way is called."""
        words = self.words
        names: dict[str, Callable[[], str]] = {
            "first": lambda: words._("To the beginning"),
            "round-back": lambda: words._("Back a round"),
            "turn-back": lambda: words._("Back a turn"),
            "back": lambda: words._("Back a step"),
            "on": lambda: words._("On a step"),
            "turn-on": lambda: words._("On a turn"),
            "round-on": lambda: words._("On a round"),
            "last": lambda: words._("To the end"),
            "claim-back": lambda: words._("To the claim before"),
            "claim-on": lambda: words._("To the next claim"),
        }
        return names[way]()

    @cached_property
    def views(self) -> list[tuple[str, str, int | None, bool]]:
        """Whose table can be looked at: as the address says it, its name, its seat, and whether it is the one shown."""
        if self.portable or not self.past.told:
            return []
        everything = ("", self.words._("Everything"), None, self.eyes == TRUTH)
        seats = [(str(n + 1), name, n, self.eyes == n) for n, name in enumerate(self.names)]
        return [everything, *seats]

    @cached_property
    def plot(self) -> Plot:
        """The course of the game."""
        return plotted(self.course)

    @property
    def charts(self) -> list[Chart]:
        """The charts whose numbers may be told, chances first: no points while some are secret."""
        known = chances(self.past)
        return [
            *([charted(self.course, "chances", known, 100)] if known else []),
            *(
                chart
                for chart in self.plot.charts
                if chart.name != "points" or self.past.told or not self.course.secret
            ),
        ]

    @property
    def cursor(self) -> float:
        """Where the moment lies on the time line."""
        if self.turn is None:
            return _across(self.course, 0)
        start, end = self.turn.start, self.turn.end
        part = (self.at - start) / (end - start) if end > start else 1.0
        return _across(self.course, self.number - 1 + part)

    @property
    def ends(self) -> str:
        """The moments after 0, 1, 2 … turns, for a press on the time line."""
        return " ".join(map(str, [0, *(turn.end for turn in self.course.turns)]))

    @property
    def line(self) -> tuple[float, float]:
        """Where the time line begins, and how wide it is, in hundredths."""
        return _LEFT, _WIDE

    @property
    def rings(self) -> list[tuple[float, float]]:
        """Where turns stand that gave away much: in hundredths of the width, and of the height of all lanes."""
        players = self.course.final.players
        return [
            (_across(self.course, number), round(100 * (seat + 0.5) / players, 2))
            for seat, number in self.study.rings()
        ]

    def label(self, chart: Chart) -> str:
        """What a chart shows."""
        words = self.words
        return {
            "chances": words._("Chances to win"),
            "points": words._("Points"),
            "worth": words._("Worth of the cubes"),
            "out": words._("Settlers at work"),
            "home": words._("Settlers at home"),
            "outposts": words._("Outposts"),
        }[chart.name]

    def said_of(self, chart: Chart, n: int) -> str:
        """A number of a chart."""
        return self.words.percent(n / 100) if chart.name == "chances" else str(n)

    def summary(self, chart: Chart) -> str:
        """A chart in one sentence."""
        words = self.words
        last = [self.said_of(chart, n) for n in chart.last]
        values = [words._("{name} {n}", name=name, n=n) for name, n in zip(self.names, last, strict=True)]
        return words._("{chart} after the last turn: {values}", chart=self.label(chart), values=words.either(values))

    def mark(self, mark: Mark) -> str:
        """Something that mattered, in a sentence."""
        words, name = self.words, self.names[mark.seat]
        if mark.kind == "claim":
            return words.ngettext(
                "{name} claims a card of {n} point", "{name} claims a card of {n} points", mark.points, name=name
            )
        if mark.kind == "gold":
            return words._("{name} takes the last gold coin", name=name)
        if mark.kind == "silver":
            return words._("{name} takes the last silver coin", name=name)
        return words._("{name} begins the end with this card", name=name)

    def round_of(self, mark: Mark) -> int:
        """The round of something that mattered."""
        return self.course.turns[mark.turn - 1].round

    def end_of(self, turn: Turn) -> int:
        """The moment at which a turn of the log ended, or that of now where it still runs."""
        known = self.course.turns
        place = bisect_right(known, turn.start, key=lambda one: one.event)
        return min(self.at, known[place - 1].end) if place else 0

    def table(self, chart: Chart) -> list[tuple[int, list[int]]]:
        """The numbers of a chart after every round, or after every few where they are very many."""
        turns = self.course.turns
        values = chances(self.past) if chart.name == "chances" else self.course.series[chart.name]
        rows = [
            (turn.round, list(values[number]))
            for number, turn in enumerate(turns, 1)
            if number < len(values) and (number == len(turns) or turns[number].round != turn.round)
        ]
        every = -(-len(rows) // _ROWS) or 1
        return [row for number, row in enumerate(rows) if (len(rows) - 1 - number) % every == 0]


def _before(moments: Sequence[int], at: int) -> int:
    place = bisect_left(moments, at)
    return moments[place - 1] if place else at


def _after(moments: Sequence[int], at: int) -> int:
    place = bisect_right(moments, at)
    return moments[place] if place < len(moments) else at


def won(past: Past, words: Texts) -> str:
    """How the game ended, in a few words; nothing while it is not over."""
    result: dict[str, Any] = past.result or {}
    if not result:
        return ""
    best = result["ranking"][0]
    return words.ngettext(
        "{name} won with {n} point", "{name} won with {n} points", result["points"][best],
        name=shown_name(past.seats[best], words),
    )  # fmt: skip
