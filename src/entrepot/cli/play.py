"""A table in the terminal: plain lines, numbered choices; nothing is told by colour or by drawing alone."""

from __future__ import annotations

import sys
from typing import Any

from ..bots import Bot, make
from ..core.errors import CannotUndo, InvalidOptions
from ..i18n import Texts
from ..match import Match

_HUMAN = "human"
_LOG = 12


class Terminal:
    """One game at the terminal.

    Args:
        seats: per seat `"human"` or the name of a bot.

    Raises:
        UnknownGame, UnknownBot, InvalidOptions.
    """

    def __init__(self, game: str, seats: list[str], seed: int | None, words: Texts) -> None:
        self._match = Match.new(game, len(seats), seed)
        self._words = words
        base = 0 if seed is None else seed
        self._bots: list[Bot | None] = [
            None if name == _HUMAN else make(name, game, base + number) for number, name in enumerate(seats)
        ]
        people = seats.count(_HUMAN)
        if not people:
            raise InvalidOptions("nobody would play: name at least one human, or use entrepot simulate")
        self._names = []
        for number, name in enumerate(seats, 1):
            if name != _HUMAN:
                self._names.append(words._("Seat {number} ({bot})", number=number, bot=name))
            elif people == 1:
                self._names.append(words._("Seat {number} (you)", number=number))
            else:
                self._names.append(words._("Seat {number}", number=number))
        self._alone = people == 1
        self._told = 0
        self._shown = -1

    def run(self) -> None:
        """Play to the end, or until the person quits."""
        match = self._match
        words = self._words
        print(words._("Type the number of a choice, or: table, log, undo, help, quit."))
        while (seat := match.seat) is not None:
            bot = self._bots[seat]
            if bot is not None:
                match.play(bot.choose(match.observe(seat)))
            elif not self._ask(seat):
                print(words._("The game is left here."))
                return
        self._tell()
        self._score()

    def _ask(self, seat: int) -> bool:
        """One decision of a person; False to quit."""
        match, words = self._match, self._words
        observation = match.observe(seat)
        position = observation.position
        self._tell()
        if match.decision.kind == "turn" and self._shown != match.turns:
            self._shown = match.turns
            self._table(position, seat)
        print()
        print(words.question(position, None if self._alone else self._names))
        legal = observation.legal_actions
        for number, action in enumerate(legal, 1):
            print(f"  {number}. {words.action(str(action), position)}")
        while True:
            print("> ", end="", flush=True)
            line = sys.stdin.readline()
            typed = line.strip().lower()
            if not line or typed in ("quit", "q"):
                print()
                return False
            if typed.isascii() and typed.isdigit() and len(typed) < 4 and 1 <= int(typed) <= len(legal):
                match.play(legal[int(typed) - 1])
                return True
            if typed in map(str.lower, map(str, legal)):
                match.play(next(action for action in legal if str(action).lower() == typed))
                return True
            if typed in ("undo", "u"):
                try:
                    match.undo()
                except CannotUndo:
                    print(words.reason(match.can_undo.reason))
                    continue
                self._told = min(self._told, len(match.events()))
                return True
            if typed == "table":
                self._table(position, seat)
            elif typed == "log":
                self._log()
            elif typed == "help":
                print(words._("Type the number of a choice, or: table, log, undo, help, quit."))
            else:
                print(words._("Please type a number from 1 to {n}, or help.", n=len(legal)))

    def _lines(self, since: int) -> list[str]:
        spoken = (self._words.event(event.to_dict(), self._names) for event in self._match.events(since))
        return [line for line in spoken if line]

    def _tell(self) -> None:
        for line in self._lines(self._told):
            print(line)
        self._told = len(self._match.events())

    def _log(self) -> None:
        for line in self._lines(0)[-_LOG:]:
            print(line)

    def _table(self, position: dict[str, Any], viewer: int) -> None:
        words = self._words
        cubes, card = words.cubes, words.card
        coins = position["coins"]
        print()
        print(words._("Point cards, from the left:"))
        for slot, name in enumerate(position["points"]["row"], 1):
            print(f"  {slot}: {card(name)}")
        print(words._("Coins left: gold {gold}, silver {silver}.", gold=coins["gold"], silver=coins["silver"]))
        print(words._("Merchants, from the left:"))
        for slot, entry in enumerate(position["merchants"]["row"], 1):
            if entry["cubes"]:
                print(
                    "  "
                    + words._(
                        "{slot}: {card}; on it {cubes}",
                        slot=slot,
                        card=card(entry["card"]),
                        cubes=cubes(entry["cubes"]),
                    )
                )
            else:
                print(f"  {slot}: {card(entry['card'])}")
        for seat, data in enumerate(position["seats"]):
            claimed = data["claimed"]
            count = claimed if isinstance(claimed, int) else len(claimed)
            print(
                words._(
                    "{name}: {cubes}. Point cards: {cards}, gold coins: {gold}, silver coins: {silver}.",
                    name=self._names[seat],
                    cubes=cubes(data["storage"]),
                    cards=count,
                    gold=data["gold"],
                    silver=data["silver"],
                )
            )
            # With several people at one screen, their face-down cards stay face down.
            if self._alone and seat == viewer and claimed:
                print("  " + words._("Claimed: {cards}", cards="; ".join(map(card, claimed))))
            if data["hand"]:
                print("  " + words._("Hand: {cards}", cards="; ".join(map(card, data["hand"]))))
            if data["played"]:
                print("  " + words._("Played: {cards}", cards="; ".join(map(card, data["played"]))))

    def _score(self) -> None:
        words, result = self._words, self._match.standing
        print()
        for place, seat in enumerate(result.ranking, 1):
            lines = result.lines[seat]
            print(
                words.ngettext(
                    "{place}. {name}: {n} point ({cards} from cards, {coins} from coins, {cubes} from cubes)",
                    "{place}. {name}: {n} points ({cards} from cards, {coins} from coins, {cubes} from cubes)",
                    result.points[seat],
                    place=place,
                    name=self._names[seat],
                    cards=lines["cards"],
                    coins=lines["coins"],
                    cubes=lines["cubes"],
                )
            )
        if result.reason == "later-seat":
            print(words._("Equal points: the later seat is ahead."))
