"""The line of a first game's guide, and the place it points at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from ...core import cubes
from ...i18n.texts import COLOURS, missing
from ..lessons import LESSONS

if TYPE_CHECKING:
    from .board import Table

_PLACES = {
    "rest": ".choices > [data-what=rest]",
    "end": ".own section:has(> h2 [data-what=score])",
    "theirs": "#others",
    "sea": "#sea",
    "route": "#route",
}


@dataclass(frozen=True, slots=True)
class GuideLine:
    """What the guide says now.

    Attributes:
        step, of: the number of the step, and how many there are.
        say, tag: messages; `values` fills them in, cubes by their letters.
        deed: it waits for one.
        otherwise: what was done last was another one.
        place: a selector of what is pointed at; empty where that is not on the table now.
    """

    step: int
    of: int
    say: str
    tag: str
    values: dict[str, Any]
    deed: bool
    otherwise: bool
    place: str

    sign: ClassVar[str] = "i-flag"

    @property
    def mark(self) -> str:
        """Another one for every step."""
        return str(self.step)

    @property
    def last(self) -> bool:
        """Whether the game goes on without it after this step."""
        return self.step == self.of

    @property
    def rests(self) -> bool:
        """Whether it points at Rest, which is the brightest button only then."""
        return self.place == _PLACES["rest"]


def line(table: Table) -> GuideLine | None:
    """What the guide says; None where nobody is guided, or asked for less than a turn."""
    guide = table.view.guide
    if guide is None or not guide.on or not table.my_turn:
        return None
    lesson = LESSONS[table.view.game]
    step = lesson.steps[guide.step - 1]
    goal = _goal(table, lesson.goal)
    cost, _, points = goal.partition(" ")[0].partition("=")
    lacking = missing(cost, table.held)
    values = {
        "cost": cost,
        "missing": lacking or cost,
        "points": points,
        "name": table.names[1 - table.focus],
        "limit": table.limit,
    }
    place = _place(table, step.at, goal, lacking)
    return GuideLine(
        guide.step, len(lesson.steps), step.say, step.tag, values, bool(step.until), guide.otherwise, place
    )


def _goal(table: Table, wanted: str) -> str:
    """The card to begin with; once it is gone, the one that lacks least."""
    row: list[str] = [card for card in table.position["points"]["row"] if card]
    if wanted in row or not row:
        return wanted if row else ""
    return min(row, key=lambda card: cubes.worth(missing(card.partition("=")[0], table.held)))


def _place(table: Table, at: str, goal: str, lacking: str) -> str:
    kind, _, card = at.partition(" ")
    position = table.position
    if kind == "goal" and goal:
        if "merchants" in position and "board" not in position:
            return f'[data-moves="p-{goal.replace("=", "-")}"] > .card'
        slot = position["points"]["row"].index(goal)
        forts = [name for name, place in position["board"].items() if place["type"] == "fort"]
        return f'[data-place="{forts[slot]}"]'
    if kind == "play":
        action = f"play {card}"
        return f'#your-hand [value="{action}"]' if action in table.legal else "#your-hand"
    if kind == "merchant":
        return _merchant(table, lacking)
    if kind in _PLACES:
        return _PLACES[kind] if kind != "rest" or "rest" in table.legal else "#your-hand"
    covered = position.get("locations", {})
    types = {name: str(place["type"]) for name, place in position.get("board", {}).items()}
    types |= {name: "covered" for name, place in covered.items() if "tile" in place}
    found = [name for name, known in types.items() if known == kind]
    best = next((name for name in found if f"work {name}" in table.legal), found[0] if found else "")
    return best and f'[data-place="{best}"]'


def _merchant(table: Table, lacking: str) -> str:
    """A merchant within reach that makes most of what is missing; the first one of equal ones."""
    row: list[str] = [shelved["card"] for shelved in table.position["merchants"]["row"]]
    reach = [slot for slot in range(1, len(row) + 1) if f"acquire {slot}" in table.legal]
    if not reach:
        return ""

    def made(slot: int) -> int:
        gain = row[slot - 1].partition(">")[2] or row[slot - 1]
        return cubes.worth("".join(cube * min(gain.count(cube), lacking.count(cube)) for cube in COLOURS))

    best = max(reach, key=lambda slot: (made(slot), -slot))
    return f'[data-moves="m-{row[best - 1].replace(">", "-")}"] > .card'
