"""Plays many games of bots and adds up what came of them: who won, how long it took, and what was used."""

from __future__ import annotations

import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Any

from ..bots import Bot
from ..bots.own import entrant, seated
from ..bots.uniform import Uniform
from ..components import Box, load
from ..core.chance import Chance
from ..core.errors import InvalidOptions, quoted
from ..games import Options, build, check_seed, title
from ..match import Match, Observation
from ..rules import sea

MAX_ROUNDS = 3000
MAX_WORKERS = 256

LOCATIONS = "locations"
CARDS = "cards"
BONUS = "bonus"
EXPLORATION = "exploration"
MERCHANTS = "merchants"
PLAYED = "played"
USED = "used"
KEPT = "kept"
ROUTED = "routed"
OUTPOSTS = "outposts"
COLUMNS = "columns"

_COUNTED = {
    "sent": (LOCATIONS, "location"),
    "claimed": (CARDS, "card"),
    "bonus": (BONUS, "tile"),
    "explored": (EXPLORATION, "tile"),
    "acquired": (MERCHANTS, "card"),
    "played": (PLAYED, "card"),
    "used": (USED, "card"),
    "kept": (KEPT, "card"),
    "replaced": (KEPT, "card"),
    "routed": (ROUTED, "card"),
    "built": (OUTPOSTS, "tile"),
}
"""Per kind of event what is used, and where the event names it."""
_COLUMNS = [f"column {number}" for number in range(1, sea.COLUMNS + 1)]


@dataclass(slots=True)
class Use:
    """How often one thing was used.

    Attributes:
        offers: how many of them were in play, all games together.
        turns: turns of the games in which it was in play, all seats together.
        uses: how often it was used, claimed, taken or played.
        wins: how many of the uses were the winner's.
    """

    offers: int = 0
    turns: int = 0
    uses: int = 0
    wins: int = 0

    def count(self, won: bool) -> None:
        """Count one use."""
        self.uses += 1
        self.wins += won

    def add(self, other: Use) -> None:
        """Count the uses of other games in."""
        self.offers += other.offers
        self.turns += other.turns
        self.uses += other.uses
        self.wins += other.wins


Uses = dict[str, dict[str, Use]]
"""Per sort of things, such as `LOCATIONS`, and per name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game that was played.

    Attributes:
        points: per seat.
        winner: the seat ranked first.
        decisions: choices made; forced actions are not counted.
        turns: turns taken, all seats together.
        cut: the limit of rounds was reached, and the table scored as it stood (F15).
    """

    points: list[int]
    winner: int
    decisions: int
    turns: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """What the games of a simulation have in common. Game `number` depends on nothing but this and its number."""

    game: str
    bots: list[str]
    seed: int
    components: Box
    options: Options
    max_rounds: int = MAX_ROUNDS

    def play(self, number: int) -> tuple[Outcome, Uses]:
        """Play game `number`, counted from 0."""
        chance = Chance(self.seed * 1_000_003 + number)
        match = Match.new(self.game, len(self.bots), chance.bits(), dict(self.options), self.components)
        uses = _in_play(match)
        entrants = [entrant(bot, self.game) for bot in self.bots]
        decisions = 0
        with seated(entrants, self.game, [chance.bits() for _ in entrants]) as players:
            while (seat := match.seat) is not None and match.round <= self.max_rounds:
                match.play(players[seat].choose(seen(match, seat, players[seat])))
                decisions += 1
        result = match.standing
        _count(uses, match, result.ranking[0])
        return Outcome(result.points, result.ranking[0], decisions, match.turns, not match.is_over), uses


def seen(match: Match, seat: int, bot: Bot) -> Observation:
    """What a bot looks at: `random` at nothing but its choices, so that nothing else has to be told."""
    if isinstance(bot, Uniform):
        return Observation(seat, {"seat": seat}, match.legal_actions(), match.components)
    return match.observe(seat)


def _in_play(match: Match) -> Uses:
    """Everything that can be used in a game that has just been set up."""
    start = match.position()
    board = match.observe(None).position.get("board", {})
    points, merchants, seats = start["points"], start.get("merchants"), start["seats"]
    tiles = [spot["tile"] for spot in start.get("locations", {}).values()] + list(start.get("beside", {}).values())
    found = {
        LOCATIONS: list(board),
        CARDS: points["row"] + points["deck"],
        BONUS: [tile for stack in start.get("stacks", {}).values() for tile in stack],
        EXPLORATION: tiles,
    }
    if merchants:
        found[MERCHANTS] = [card["card"] for card in merchants["row"]] + merchants["deck"]
        found[PLAYED] = found[MERCHANTS] + [card for seat in seats for card in seat["hand"]]
    if "market" in start:
        found[USED] = start["market"]["row"] + start["market"]["deck"]
    if "route" in seats[0]:
        found[KEPT] = found[ROUTED] = found[USED]
    if "sea" in start:
        found[OUTPOSTS] = [port for port in _ports(start).values() for _ in seats]
        found[COLUMNS] = [name for name in _COLUMNS for _ in seats]
    return {sort: {name: Use(n) for name, n in Counter(names).items()} for sort, names in found.items() if names}


def _ports(position: dict[str, Any]) -> dict[str, str]:
    """The market tiles of a sea by place: symbol and trade."""
    tiles = position.get("sea", {}).items()
    return {place: f"{tile['symbol']} {tile['card']}" for place, tile in tiles if tile["symbol"]}


def _count(uses: Uses, match: Match, winner: int) -> None:
    ports = _ports(match.position())
    for event in match.events():
        if event.kind in _COUNTED:
            sort, key = _COUNTED[event.kind]
            name = event.data[key]
            uses[sort][ports[name] if sort == OUTPOSTS else name].count(event.seat == winner)
    if COLUMNS in uses:
        for number, seat in enumerate(match.observe(None).position["seats"]):
            for name in _COLUMNS[: min(seat["grid"])]:
                uses[COLUMNS][name].count(number == winner)
    for named in uses.values():
        for use in named.values():
            use.turns = match.turns


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of many games; `seconds` is wall-clock time."""

    setting: Setting
    outcomes: list[Outcome]
    uses: Uses
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready.

        Keys: game, components (hash), options, games, players, seats (bot, wins, mean_points), decisions, turns, cut,
        uses (per sort and name: offers, turns, uses, wins), seconds, build.
        """
        count = len(self.outcomes)
        setting = self.setting
        return {
            "game": setting.game,
            "components": setting.components.hash,
            "options": setting.options,
            "games": count,
            "players": len(setting.bots),
            "seats": [
                {
                    "bot": bot,
                    "wins": sum(outcome.winner == seat for outcome in self.outcomes),
                    "mean_points": sum(outcome.points[seat] for outcome in self.outcomes) / count,
                }
                for seat, bot in enumerate(setting.bots)
            ],
            "decisions": sum(outcome.decisions for outcome in self.outcomes),
            "turns": sum(outcome.turns for outcome in self.outcomes),
            "cut": sum(outcome.cut for outcome in self.outcomes),
            "uses": {sort: {name: asdict(use) for name, use in named.items()} for sort, named in self.uses.items()},
            "seconds": round(self.seconds, 3),
            "build": build(),
        }


def check_count(name: str, value: object, most: int | None = None) -> None:
    """Raises `InvalidOptions` if a value is no count of one or more, or is above the most."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidOptions("{name} must be at least 1, not {value}", name=name, value=quoted(value))
    if most is not None and value > most:
        raise InvalidOptions("{name} must be at most {most}, not {value}", name=name, most=most, value=quoted(value))


def simulate(
    game: str,
    bots: list[str],
    games: int,
    seed: int = 0,
    workers: int = 1,
    max_rounds: int = MAX_ROUNDS,
    progress: Callable[[int], None] | None = None,
    components: Box | None = None,
    options: dict[str, Any] | None = None,
) -> Simulation:
    """Play `games` games of these bots, one a seat. The outcomes depend on the seed, not on the number of workers.

    Args:
        bots: names, or bots of one's own (`entrepot.bots.own.entrant`).
        progress: called with the number of games done so far.
        components: the box to play with; None for the packaged one.
        options: rulings of the table by name; the rest keeps its default.

    Raises:
        UnknownGame, UnknownBot, InvalidOptions.
        BotFailed: one that is a program failed. Other bots of one's own may raise anything.
    """
    known = title(game)
    if not isinstance(bots, (list, tuple)):
        raise InvalidOptions("bots are a list of names, not {bots}", bots=quoted(bots))
    known.check_players(len(bots))
    for bot in bots:
        entrant(bot, game)
    check_count("games", games)
    check_count("workers", workers, MAX_WORKERS)
    check_count("max_rounds", max_rounds)
    box, chosen = load(game, components), known.check_options(options)
    setting = Setting(game, list(bots), check_seed(seed), box, chosen, max_rounds)
    started = time.perf_counter()
    outcomes: list[Outcome] = []
    uses: Uses = {}
    for outcome, used in _played(setting, games, workers):
        outcomes.append(outcome)
        for sort, named in used.items():
            for name, use in named.items():
                uses.setdefault(sort, {}).setdefault(name, Use()).add(use)
        if progress is not None:
            progress(len(outcomes))
    return Simulation(setting, outcomes, uses, time.perf_counter() - started)


def _played(setting: Setting, games: int, workers: int) -> Iterator[tuple[Outcome, Uses]]:
    if workers == 1:
        yield from map(setting.play, range(games))
        return
    size = max(1, min(8, games // (4 * workers)))
    parts = (range(start, min(start + size, games)) for start in range(0, games, size))
    with ProcessPoolExecutor(min(workers, games), mp_context=get_context("spawn")) as pool:
        pending: deque[Future[list[tuple[Outcome, Uses]]]] = deque()

        def submit(count: int) -> None:
            with interrupts_held():
                for part in islice(parts, count):
                    pending.append(pool.submit(_play_some, setting, part))

        try:
            submit(3 * workers + 1)
            while pending:
                yield from pending.popleft().result()
                submit(1)
        finally:
            pool.shutdown(cancel_futures=True)


def _play_some(setting: Setting, numbers: range) -> list[tuple[Outcome, Uses]]:
    return [setting.play(number) for number in numbers]


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes that start meanwhile never see Ctrl-C: their parent stops them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
