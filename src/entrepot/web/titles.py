"""The names of games and seats on the pages."""

from __future__ import annotations

from dataclasses import dataclass

from ..games import TITLES
from ..i18n import Texts
from .model import SeatInfo


def shown_name(seat: SeatInfo, words: Texts) -> str:
    """The name of a seat, or what stands for one."""
    if seat.name:
        return seat.name
    if not seat.taken:
        return words._("Open seat")
    return words._("Seat {n}", n=seat.index + 1)


def game_name(game: str, words: Texts) -> str:
    """The title of a game."""
    return {entry.id: entry.name for entry in catalogue(words)}[game]


@dataclass(frozen=True, slots=True)
class Offer:
    """A game on the first page."""

    id: str
    name: str
    players: str
    line: str
    playable: bool


def catalogue(words: Texts) -> list[Offer]:
    """The five games, those that can be played first."""
    entries = [
        ("spice-road", words._("Spice Road"), 5, words._("Build a hand of merchants and turn turmeric into points.")),
        ("new-world", words._("A New World"), 4, words._("Send settlers to work; claim the cards above the forts.")),
        ("east-west-1", words._("East to West I"), 4, words._("Settlers meet merchants: a market and a trade route.")),
        ("east-west-2", words._("East to West II"), 4, words._("Ships and outposts on a sea of twelve markets.")),
        ("east-west-3", words._("East to West III"), 4, words._("Everything at once: land, market and sea.")),
    ]
    return [
        Offer(game, name, words._("{least}–{most} players", least=2, most=most), line, game in TITLES)
        for game, name, most, line in entries
    ]
