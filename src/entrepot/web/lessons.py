"""First games with a guide. A lesson is a common table against a calm bot with a deal of its own, and a few steps.

A step says what one wants to reach and why, points at one place, and goes on with Next or when its deed is done.
Whatever else is legal stays legal, and is answered. To change a lesson, change the sentences below: tests play each one
along its main line and along others, in all languages. In a sentence may stand `{cost}`, `{missing}` and `{points}` of
the goal, `{name}` of the opponent and `{limit}`, the number of point cards that ends the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..components import packaged
from ..games import Options
from ..i18n.common import N_


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn.

    Attributes:
        say: one or two sentences.
        at: what is pointed at: `goal`, `rest`, `end`, `theirs`, `sea`, `route`, `play CARD`, `merchant` (one that makes
            what is missing), or the first location of a type, as `production` or `market`.
        tag: the words at that place.
        until: what its deed is: verbs of actions, or types of locations where one works. With none, Next leads on.
    """

    say: str
    at: str
    tag: str
    until: tuple[str, ...] = ()

    def done_by(self, action: str, board: Mapping[str, Mapping[str, object]]) -> bool:
        """Whether an action is the deed of this step. `board`: the locations, as an observation has them."""
        verb, _, where = action.partition(" ")
        return verb in self.until or (verb == "work" and board[where]["type"] in self.until)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first game of one title.

    Attributes:
        seed: of the deal.
        goal: the point card to begin with, by its name.
        options: rules of the table.
        to_end: how many cards end it, as a component file says it; empty for the whole game.
    """

    steps: tuple[Step, ...]
    seed: int
    goal: str
    options: Options = field(default_factory=dict)
    to_end: str = ""

    def box(self, game: str) -> str:
        """The text of its components; empty for the packaged ones."""
        if not self.to_end:
            return ""
        return re.sub(r"(?m)^cards_to_end = .*$", f"cards_to_end = {self.to_end}", packaged(game))


_REFRESH = Step(
    N_("At this place four new merchants are laid out, and you have another turn at once."),
    at="refresh",
    tag=N_("new merchants"),
)
_AFAR = Step(
    N_("Outposts uncover points on your board. At this place you trade with one of them from afar."),
    at="outpost-trade",
    tag=N_("trade from afar"),
)
_END = Step(
    N_("The round in which somebody claims card {limit} is the last; then all points are counted."),
    at="end",
    tag=N_("the end"),
)

LESSONS: Mapping[str, Lesson] = {
    "spice-road": Lesson(
        seed=1301,
        goal="YYRR=6",
        to_end="{ 2 = 3, 3 = 3, 4 = 3, 5 = 3 }",
        steps=(
            Step(
                N_(
                    "Points win. Choose a goal, say this {points} for {cost}: all you do from now on turns yellow "
                    "into these."
                ),
                at="goal",
                tag=N_("a goal"),
            ),
            Step(
                N_("Your goal still lacks {missing}. Every turn is one deed: begin with the card that gains yellow."),
                at="play YY",
                tag=N_("your way there"),
                until=("play",),
            ),
            Step(
                N_("Merchants turn one colour into another. Take one that leads to your goal: the first is free."),
                at="merchant",
                tag=N_("your way there"),
                until=("acquire",),
            ),
            Step(
                N_(
                    "A card that was played lies aside. Play on, and rest when your hand has no more to give: all "
                    "come back."
                ),
                at="rest",
                tag=N_("all come back"),
                until=("rest",),
            ),
            Step(
                N_("{name} gathers too, and whoever returns the cubes first has the card. What may they be after?"),
                at="theirs",
                tag=N_("their cubes"),
            ),
            Step(
                N_(
                    "Claim a card as soon as you hold its cubes; a coin above it is yours too. Card {limit} ends "
                    "the game."
                ),
                at="goal",
                tag=N_("a goal"),
                until=("claim",),
            ),
        ),
    ),
    "new-world": Lesson(
        seed=2476,
        goal="RRG=6 native-help plains",
        options={"board": "E1"},
        to_end="3",
        steps=(
            Step(
                N_(
                    "Forts hold the points. This {points} asks for {cost} and a settler: which places nearby give "
                    "such cubes?"
                ),
                at="goal",
                tag=N_("a goal"),
            ),
            Step(
                N_("Settlers work at one place a turn, and what is drawn there happens. Begin where cubes are gained."),
                at="production",
                tag=N_("your way there"),
                until=("work",),
            ),
            Step(
                N_(
                    "Places lie at a landmark: plains, forest, river or mountain. One settler more than theirs "
                    "sends others home."
                ),
                at="upgrade",
                tag=N_("a landmark"),
            ),
            Step(
                N_(
                    "A card helps you once it is yours. This one saves a settler at its landmark; others bring "
                    "cubes or settlers."
                ),
                at="goal",
                tag=N_("its help"),
            ),
            Step(
                N_(
                    "A place beneath a tile is closed until somebody explores it. Forts also have bonus tiles, "
                    "which count at the end."
                ),
                at="covered",
                tag=N_("a closed place"),
            ),
            Step(
                N_(
                    "Settlers stay where they worked. Rest when too few are at home: all come back, and that is "
                    "your turn."
                ),
                at="rest",
                tag=N_("all come home"),
                until=("rest",),
            ),
            Step(
                N_(
                    "Work at a fort as soon as you hold the cubes of its card, and claim it. Card {limit} ends "
                    "the game."
                ),
                at="goal",
                tag=N_("a goal"),
                until=("claim",),
            ),
        ),
    ),
    "east-west-1": Lesson(
        seed=7,
        goal="",
        steps=(
            Step(
                N_(
                    "New here: merchants. Work at a market to use the card beneath it once, or keep it for your "
                    "trade route."
                ),
                at="market",
                tag=N_("a market"),
                until=("market",),
            ),
            Step(
                N_(
                    "A card on your route is your own place of work. It takes a settler, and one more for each "
                    "free card to its left."
                ),
                at="route",
                tag=N_("your route"),
                until=("route",),
            ),
            _REFRESH,
            Step(
                N_("Resting brings your settlers home from the boards and from your route alike."),
                at="rest",
                tag=N_("all come home"),
            ),
            _END,
        ),
    ),
    "east-west-2": Lesson(
        seed=7,
        goal="",
        steps=(
            Step(
                N_(
                    "New here: the sea. Work at a place with a ship to sail. Whoever else lies where you land "
                    "gets a cube of yours."
                ),
                at="ship",
                tag=N_("set sail"),
                until=("sail",),
            ),
            Step(
                N_(
                    "Where you land you may build an outpost, at a cube or two for each one there, and make the "
                    "trade of the tile."
                ),
                at="sea",
                tag=N_("the sea"),
            ),
            _AFAR,
            Step(
                N_("Forts give no bonus tiles here: go to one when you can pay for its card."),
                at="fort",
                tag=N_("a fort"),
            ),
            _END,
        ),
    ),
    "east-west-3": Lesson(
        seed=7,
        goal="",
        steps=(
            Step(
                N_(
                    "Here all comes together: boards, merchants and the sea. Sail from a place with a ship, and "
                    "build an outpost."
                ),
                at="ship",
                tag=N_("set sail"),
                until=("build",),
            ),
            Step(
                N_(
                    "Use the merchant beneath a market: its card is yours then, and every fourth one brings a "
                    "bonus tile."
                ),
                at="market",
                tag=N_("a market"),
                until=("market",),
            ),
            _REFRESH,
            _AFAR,
            _END,
        ),
    ),
}
"""The lesson of each game."""
