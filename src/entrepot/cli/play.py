"""A table in the terminal: plain lines, numbered choices; nothing is told by colour or by drawing alone."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from typing import Any

from ..bots import Bot
from ..bots.advice import advise
from ..bots.own import close, entrant
from ..components import Box
from ..components.text import because
from ..core.actions import Action
from ..core.errors import CannotUndo, EntrepotError, InvalidOptions
from ..core.scoring import Result
from ..games import TITLES
from ..i18n import Texts
from ..match import Event, Match, Observation
from .tables import TABLES

_HUMAN = "human"
_LOG = 12
_LONGEST = 5000
_QUIT = ("quit", "q")
_SOFT = "\u00ad"  # a soft hyphen, which a page may need and a terminal shows


class Terminal:
    """One game at the terminal.

    Args:
        seats: per seat `"human"`, or a bot as `entrepot.bots.own.entrant` knows them.
        components: the box to play with; None for the packaged one.
        options: rulings of the table by name; the rest keeps its default.

    Raises:
        UnknownGame, UnknownBot, InvalidOptions.
    """

    def __init__(
        self,
        game: str,
        seats: list[str],
        seed: int | None,
        words: Texts,
        components: Box | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        self._match = Match.new(game, len(seats), seed, options, components)
        self._words = words
        self._seed = 0 if seed is None else seed
        self._entrants = [None if name == _HUMAN else entrant(name, game) for name in seats]
        self._bots: dict[int, Bot] = {}
        people = seats.count(_HUMAN)
        if not people:
            raise InvalidOptions("nobody would play: name at least one human, or use entrepot simulate")
        self._names = []
        for number, who in enumerate(self._entrants, 1):
            if who is not None:
                self._names.append(words._("Seat {number} ({bot})", number=number, bot=who.name))
            elif people == 1:
                self._names.append(words._("Seat {number} (you)", number=number))
            else:
                self._names.append(words._("Seat {number}", number=number))
        self._alone = people == 1
        self._told = 0
        self._marks: list[int] = []  # what had been told at each decision of a person
        self._hinted: Counter[int | None] = Counter()
        self._began = True  # a turn, since the table was last shown

    def run(self) -> Match:
        """Play to the end, or until the person quits; the match as it stands then. Raises `BotFailed`."""
        with ExitStack() as closing:
            for seat, who in enumerate(self._entrants):
                if who is not None:
                    self._bots[seat] = bot = who.sit(self._match.game, self._match.players, seat, self._seed + seat)
                    closing.callback(close, bot)
            return self._played()

    def _played(self) -> Match:
        match = self._match
        words = self._words
        if match.components.reconstructed:
            print(
                words._("The values of this game are a reconstruction; --components plays with those of your own box.")
            )
        for option, value in match.options.items():
            if value != TITLES[match.game].options[option][0]:
                print(words.ruling(option, value))
        self._help()
        while (seat := match.seat) is not None:
            bot = self._bots.get(seat)
            if bot is not None:
                match.play(bot.choose(match.observe(seat)))
            elif not self._ask(seat):
                print(words._("The game is left here."))
                return match
        self._tell()
        self._score()
        if self._hinted:
            asked = [f"{self._names[seat]}: {n}" for seat, n in sorted(self._hinted.items()) if seat is not None]
            print(words._("Asked for hints: {names}.", names=", ".join(asked)))
        self._keep()
        return match

    def _ask(self, seat: int) -> bool:
        """One decision of a person; False to quit."""
        match, words = self._match, self._words
        observation = match.observe(seat)
        position = observation.position
        self._tell()
        if position["decision"]["kind"] == "turn" and self._began:
            self._began = False
            self._table(position, seat)
        print()
        waiting = words.waiting(position, self._names)
        if waiting:
            print(waiting)
        print(words.question(position, self._names, mine=self._alone))
        legal = observation.legal_actions
        for number, action in enumerate(legal, 1):
            print(f"  {number}. {words.action(str(action), position, self._names)}")
        while True:
            line = _read()
            typed = line.lower()
            if typed in _QUIT:
                print()
                return False
            if typed.isascii() and typed.isdigit() and len(typed) < 4 and 1 <= int(typed) <= len(legal):
                self._play(legal[int(typed) - 1])
                return True
            if typed in map(str.lower, map(str, legal)):
                self._play(next(action for action in legal if str(action).lower() == typed))
                return True
            if typed in ("undo", "u"):
                try:
                    match.undo()
                except CannotUndo:
                    print(words.reason(match.can_undo.reason))
                    continue
                self._told = self._marks.pop()
                return True
            if typed == "table":
                self._table(position, seat)
            elif typed == "hint":
                self._hint(observation)
            elif typed == "log":
                self._log()
            elif typed == "help":
                self._help()
            elif typed.split(" ")[0] == "save":
                print(words._("A record tells what is still secret: it can be saved when the game is over."))
            else:
                print(words._("Please type a number from 1 to {n}, or help.", n=len(legal)))

    def _hint(self, observation: Observation) -> None:
        """What sharp would do, why, and by how much that is better than the next best."""
        words, legal = self._words, observation.legal_actions
        best, *others = advise(observation)
        number = [str(action) for action in legal].index(best.actions[0]) + 1
        rival = None if best.rival is None else self._names[best.rival]
        print(f"  {number}. {words.action(best.actions[0], observation.position, self._names)}")
        print(f"     {words.why(best.reason, best.points, best.turns, best.more, rival)}")
        if others:
            print(f"     {words.better(best.gain)}")
        self._hinted[observation.seat] += 1

    def _play(self, action: Action) -> None:
        self._marks.append(self._told)
        self._match.play(action)

    def _help(self) -> None:
        print(self._words._("Type the number of a choice, or: table, log, hint, undo, help, quit."))
        print(self._words._("When the game is over, save FILE writes its record."))

    def _keep(self) -> None:
        """After the end: write the record where the person wants it."""
        words = self._words
        print(words._("Type save FILE to keep the record of this game, or quit."))
        with suppress(KeyboardInterrupt):
            while (line := _read()).lower() not in _QUIT:
                verb, _, file = line.partition(" ")
                if verb.lower() != "save" or not file:
                    print(words._("Type save FILE to keep the record of this game, or quit."))
                    continue
                try:
                    self._match.record().save(file)
                except (OSError, EntrepotError) as error:
                    reason = because(error) if isinstance(error, OSError) else error
                    print(words._("{file} cannot be written: {reason}.", file=file, reason=words.error(reason)))
                else:
                    print(words._("The record is in {file}.", file=file))
        print()

    def _lines(self, events: Sequence[Event]) -> list[str]:
        position = self._match.observe(None).position
        spoken = (self._words.event(event.to_dict(), self._names, position) for event in events)
        return [line for line in spoken if line]

    def _tell(self) -> None:
        events = self._match.events(self._told)
        for line in self._lines(events):
            print(line)
        self._told += len(events)
        self._began |= any(event.kind == "turn" for event in events)

    def _log(self) -> None:
        for line in self._lines(self._match.events())[-_LOG:]:
            print(line)

    def _table(self, position: dict[str, Any], viewer: int) -> None:
        # With several people at one screen, their face-down cards stay face down.
        owner = viewer if self._alone else None
        print()
        for line in TABLES[self._match.game](self._words, position, self._names, owner):
            print(line)

    def _score(self) -> None:
        print()
        for line in ranking(self._words, self._match.standing, self._names):
            print(line)


def ranking(words: Texts, result: Result, names: Sequence[str]) -> Iterator[str]:
    """Who is where, with how many points and where they come from."""
    for place, seat in enumerate(result.ranking, 1):
        yield words.ngettext(
            "{place}. {name}: {n} point ({sources})",
            "{place}. {name}: {n} points ({sources})",
            result.points[seat],
            place=place,
            name=names[seat],
            sources=words.listed(
                [words.counted(words.source(key).replace(_SOFT, ""), n) for key, n in result.lines[seat].items()]
            ),
        )
    if result.reason == "later-seat":
        yield words._("Equal points: the later seat is ahead.")


def _read() -> str:
    """What is typed; at the end of input as if somebody quits. Raises `InvalidOptions` for what nobody typed."""
    print("> ", end="", flush=True)
    line = sys.stdin.readline(_LONGEST)
    if len(line) == _LONGEST:
        raise InvalidOptions("a line of the input is too long to have been typed")
    return line.strip() if line else _QUIT[0]
