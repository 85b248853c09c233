"""What a hint says, and why a bot may have done what it did; and the place that a hint points at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ...i18n.common import N_

if TYPE_CHECKING:
    from ...bots.advice import Advice
    from .board import Table


@dataclass(frozen=True, slots=True)
class HintLine:
    """What the bar says instead of its question.

    Attributes:
        say: the reason, in one line.
        deed: what the choice does; of a turn that is explained it is empty, as that is to be seen.
        worth: by how much it is better than the next one; empty where there is none to tell.
        actions: what is played by it.
        place: a selector of what is pointed at, as of a guide; what that is on no screen has its words alone.
        mark: another one for every hint.
        following: the number of the next best choice; 0 where there is none.
        about: the seat whose turn is explained; None for a hint.
    """

    say: str
    deed: str
    worth: str
    actions: tuple[str, ...]
    place: str
    mark: str
    following: int
    about: int | None

    sign: ClassVar[str] = "i-hint"

    @property
    def tag(self) -> str:
        """A message: the words at that place."""
        return N_("hint") if self.about is None else N_("why?")


def said(table: Table, told: Advice) -> str:
    """The reason of an advice, in one line."""
    rival = None if told.rival is None or table.is_me(told.rival) else table.names[told.rival]
    return table.words.why(told.reason, told.points, told.turns, told.more, rival)


def line(table: Table) -> HintLine | None:
    """What is said now; None mostly."""
    hint = table.view.hint
    if hint is None:
        return None
    told, say = hint.advice, said(table, hint.advice)
    if hint.about is not None:
        return HintLine(say, "", "", (), f"#panel-{hint.about + 1}", f"why-{hint.about}", 0, hint.about)
    first = told.actions[0]
    worth = table.words.better(told.gain) if hint.number < hint.of or told.gain else ""
    following = hint.number + 1 if hint.number < hint.of else 0
    mark = f"hint-{table.view.version}-{hint.number}"
    return HintLine(say, table.sentence(first), worth, told.actions, f'button[value="{first}"]', mark, following, None)
