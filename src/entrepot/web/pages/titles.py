"""The names of games and seats on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...games import TITLES
from ...i18n import Texts
from ...i18n.texts import N_
from ..tables.model import SeatInfo

# Translators: people who gave no name are called after the shape of their seat, which lies beside it on the page.
_SHAPES = (
    N_("Player Disc"),
    N_("Player Triangle"),
    N_("Player Square"),
    N_("Player Diamond"),
    N_("Player Pentagon"),
)


def shown_name(seat: SeatInfo, words: Texts) -> str:
    """The name of a seat, or what stands for one."""
    if seat.name:
        return seat.name
    return words._(_SHAPES[seat.index]) if seat.taken else words._("Open seat")


def labels(seats: Sequence[SeatInfo], words: Texts) -> list[str]:
    """What is written beside the shape of each seat: its name, but "You" for whoever sits alone at their device.

    Labels stand by themselves; sentences have names.
    """
    alone = [seat.mine for seat in seats].count(True) == 1
    return [words._("You") if alone and seat.mine else shown_name(seat, words) for seat in seats]


def game_name(game: str, words: Texts) -> str:
    """The title of a game."""
    return offered(game, words).name


def offered(game: str, words: Texts) -> Offer:
    """What the first page says of a game."""
    return next(entry for entry in catalogue(words) if entry.id == game)


@dataclass(frozen=True, slots=True)
class Offer:
    """A game on the first page: one line of what it is, the parts it is played with, its length and its end."""

    id: str
    name: str
    players: str
    seats: str
    line: str
    boxes: str
    lasts: str
    learn: str


def catalogue(words: Texts) -> list[Offer]:
    """The five games."""
    _ = words._
    eighth = _("it ends at the eighth point card")
    entries = {
        "spice-road": (
            _("Spice Road"),
            _("Build a hand of merchants and turn cubes into points."),
            _("Spice Road alone"),
            _("about 30 minutes; it ends at six point cards, with four or five players at five"),
            _("Learn Spice Road in three minutes"),
        ),
        "new-world": (
            _("A New World"),
            _("Send settlers to work; claim the cards above the forts."),
            _("A New World alone"),
            _("about 45 minutes; {end}", end=eighth),
            _("Learn A New World in five minutes"),
        ),
        "east-west-1": (
            _("From East to West I"),
            _("Settlers meet merchants: a market and a trade route."),
            _("A New World + merchants"),
            _("about 60 minutes; {end}", end=eighth),
            _("Learn From East to West I in five minutes"),
        ),
        "east-west-2": (
            _("From East to West II"),
            _("Ships and outposts on a sea of twelve markets."),
            _("A New World + the sea"),
            _("about 60 minutes; {end}", end=eighth),
            _("Learn From East to West II in five minutes"),
        ),
        "east-west-3": (
            _("From East to West III"),
            _("Everything at once: land, market and sea."),
            _("all three boxes"),
            _("about 75 minutes; {end}", end=eighth),
            _("Learn From East to West III in five minutes"),
        ),
    }
    return [
        Offer(
            game,
            name,
            _("{least}–{most} players", least=TITLES[game].least, most=TITLES[game].most),
            _("two to five players, in the order of their turns")
            if TITLES[game].most > 4
            else _("two to four players, in the order of their turns"),
            *about,
        )
        for game, (name, *about) in entries.items()
    ]
