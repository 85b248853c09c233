"""Commands and their arguments. A mistake of the user is one line on stderr and status 2, never a traceback."""

from __future__ import annotations

import io
import json
import os
import platform
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .._version import __version__
from ..bots.own import listed
from ..components import Box, files, game_of, judge, load, parsed, sharing
from ..components.text import because
from ..core.errors import EntrepotError, InvalidComponents, InvalidOptions, one_line, quoted, shortened
from ..games import TITLES, Options, build, title
from ..i18n.texts import N_
from ..match import Record, replay
from ..match.moments import TRUTH, Course
from .language import Command, Group, choose, mistake, words
from .play import Terminal, ranking
from .show import BUILDS, lines, status
from .tables import TABLES

cli = typer.Typer(
    cls=Group,
    name="entrepot",
    help=N_("A family of trading board games: a server for the browser, a table in the terminal, and an exact engine."),
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
components = typer.Typer(cls=Group, help=N_("The values of cards and tiles."))
cli.add_typer(components, name="components")

_FIRST = "spice-road"

GameName = Annotated[
    str | None,
    typer.Option("--game", "-g", help=N_("Which game; by default that of the component file, else spice-road.")),
]
OwnBox = Annotated[Path | None, typer.Option("--components", help=N_("A component file of your own to play with."))]
Choices = Annotated[
    list[str] | None,
    typer.Option("--option", help=N_("A ruling of the table, as name=value; may be given several times.")),
]
Seed = Annotated[int | None, typer.Option(help=N_("The same seed gives the same games."))]
AsJson = Annotated[bool, typer.Option("--json", help=N_("Print one JSON object and nothing else."))]
File = Annotated[Path, typer.Argument(help=N_("The file."))]


def main() -> None:
    """Run the command line; exit status 0, or 2 with one line on stderr."""
    _open_streams()
    try:
        status = cli(choose(sys.argv[1:], os.environ) or ["--help"], standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except typer.TyperException as error:
        _fail(mistake(error))
    except EntrepotError as error:
        _fail(words().error(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        reason = words().error(because(error))
        _fail(words()._("{path}: {reason}", path=error.filename, reason=reason) if error.filename else reason)


def _open_streams() -> None:
    """What is closed of input and output leads nowhere; what is not valid in its encoding is replaced."""
    for number, (name, mode) in enumerate({"stdin": "r", "stdout": "w", "stderr": "w"}.items()):
        stream = getattr(sys, name)
        if stream is None:
            try:
                os.fstat(number)
            except OSError:
                # Else the next file would be opened as this number, and what is printed would land in it.
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(reason: str) -> None:
    """End with a reason in one line, whatever it quotes."""
    with suppress(OSError):
        print(f"entrepot: {shortened(_plain(reason))}", file=sys.stderr)
    sys.exit(2)


def _plain(text: str) -> str:
    """A text on one line, without control characters."""
    plain = " ".join(text.split(" ")).replace("\n", " ")
    return "".join(one if one.isprintable() or one == "\u202f" else repr(one)[1:-1] for one in plain)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"entrepot {__version__} ({build()})")
        raise typer.Exit


@cli.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", help=N_("Print the version and end."), callback=_version, is_eager=True)
    ] = False,
) -> None:
    del version


def _bots(given: str, players: int | None) -> list[str]:
    """Names for each seat, from a list such as `greedy,random` or one name for all."""
    names = listed(given)
    if len(names) == 1:
        return names * (2 if players is None else players)
    if players is not None and players != len(names):
        raise InvalidOptions("{n} bots are named for {players} players", n=len(names), players=players)
    return names


def _chosen(game: str | None, file: Path | None) -> tuple[str, Box]:
    """The game that is meant, and the box to play it with."""
    if file is None:
        name = title(game or _FIRST).name
        return name, load(name)
    name = title(game).name if game else ""
    try:
        data = parsed(file)
        name = name or game_of(data)
        return name, judge(name, data)
    except InvalidComponents as error:
        if name:
            raise InvalidOptions(
                "{file} is not a component file of {name}: {problem}", file=file, name=name, problem=error.reason
            ) from None
        raise InvalidOptions("{file} is not a component file: {problem}", file=file, problem=error.reason) from None


def _writable(file: Path) -> None:
    """Refuses, before anything is played, a file that could not be written afterwards."""
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InvalidOptions("{file} cannot be written", file=file)


def _options(game: str, given: list[str] | None) -> Options:
    """Rulings of a game by name, from texts such as `board=D1` or `replace_occupied=false`."""
    texts: dict[str, str] = {}
    for one in given or []:
        name, sign, value = one.partition("=")
        if not sign:
            raise InvalidOptions("an option is written name=value, not {one}", one=quoted(one))
        texts[name.strip()] = value.strip()
    return title(game).check_options(title(game).read_options(texts))


@cli.command(cls=Command, help=N_("Start the server and print the address to open in a browser."))
def serve(
    host: Annotated[str, typer.Option(help=N_("Address to listen on; 0.0.0.0 lets other devices in."))] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help=N_("Port; by default the first free one from 8080."), min=0, max=65535)
    ] = None,
    database: Annotated[
        str | None, typer.Option(help=N_("Database URL; by default an SQLite file in your data folder."))
    ] = None,
    forwarded_allow_ips: Annotated[
        str,
        typer.Option(
            help=N_(
                "Addresses or networks of proxies, separated by commas: what they say by X-Forwarded-For, -Proto and "
                "-Host is believed. By default nobody's."
            )
        ),
    ] = "",
    root_path: Annotated[str, typer.Option(help=N_("Path below which a proxy shows the server, as /games."))] = "",
    metrics: Annotated[
        str, typer.Option(help=N_("Port, or host:port, at which Prometheus finds numbers; by default none."))
    ] = "",
) -> None:
    from ..web.app import serve as run

    run(host, port, database, forwarded_allow_ips, root_path, words(), metrics)


@cli.command(cls=Command, help=N_("Play in the terminal; plain text that a screen reader can read."))
def play(
    game: GameName = None,
    bots: Annotated[
        str, typer.Option(help=N_("Who sits where, separated by commas: human, or the name of a bot."))
    ] = "human,greedy",
    seed: Seed = None,
    components_file: OwnBox = None,
    option: Choices = None,
    record: Annotated[Path | None, typer.Option(help=N_("Write the record of the game here when it is over."))] = None,
) -> None:
    name, box = _chosen(game, components_file)
    seats = listed(bots)
    table = Terminal(name, seats, seed, words(), components=box, options=_options(name, option))
    if record is not None:
        _writable(record)
    match = table.run()
    if record is not None and match.is_over:
        match.record().save(record)


@cli.command(cls=Command, help=N_("Let bots play many games."))
def simulate(
    game: GameName = None,
    bots: Annotated[
        str, typer.Option(help=N_("One bot for each seat, separated by commas, or one for all."))
    ] = "greedy",
    players: Annotated[int | None, typer.Option(help=N_("Number of seats."))] = None,
    games: Annotated[int, typer.Option(help=N_("How many games."))] = 100,
    seed: Annotated[int, typer.Option(help=N_("The same seed gives the same games."))] = 0,
    workers: Annotated[int, typer.Option(help=N_("Processes to play in."))] = 1,
    max_rounds: Annotated[int, typer.Option(help=N_("A game is scored as it stands after so many rounds."))] = 3000,
    components_file: OwnBox = None,
    option: Choices = None,
    report: Annotated[
        Path | None, typer.Option(help=N_("Write a page with plots: what was used, how it went, who won."))
    ] = None,
    as_json: AsJson = False,
) -> None:
    from ..arena import balance_page, check_plots
    from ..arena import simulate as run

    name, box = _chosen(game, components_file)
    names, options = _bots(bots, players), _options(name, option)
    if report is not None:
        check_plots()
        _writable(report)
    with _progress(words()._("games"), games) as told:
        done = run(name, names, games, seed, workers, max_rounds, told, box, options)
    if as_json:
        print(json.dumps(done.to_dict()))
    else:
        _tell(done.to_dict())
    if report is not None:
        report.write_text(balance_page(done, words()), "utf-8")


def _tell(result: dict[str, Any]) -> None:
    """The result of a simulation as a table."""
    told, games, players = words(), result["games"], result["players"]
    title = told.ngettext(
        "{game}: {n} game of {players}", "{game}: {n} games of {players}", games, game=result["game"], players=players
    )
    table = Table(told._("seat"), told._("bot"), told._("wins"), told._("mean points"), title=title)
    for number, seat in enumerate(result["seats"], 1):
        table.add_row(str(number), seat["bot"], str(seat["wins"]), told.decimal(seat["mean_points"], 1))
    Console().print(table)
    print(
        told._(
            "Turns of each player: {turns}; decisions: {decisions}; seconds: {seconds}; engine: {build}.",
            turns=told.decimal(result["turns"] / games / players, 1),
            decisions=told.decimal(result["decisions"]),
            seconds=told.decimal(result["seconds"], 1),
            build=told._(BUILDS[result["build"]]),
        )
    )
    if result["cut"]:
        print(told._("Games that reached the limit of rounds and were scored as they stood: {n}.", n=result["cut"]))


@cli.command(
    cls=Command,
    help=N_("Play every two of some bots against each other, and tell who is better and how sure that is."),
)
def tournament(
    bots: Annotated[
        str,
        typer.Option(
            help=N_("Two bots or more, separated by commas: names, module:Class, or exec:COMMAND; also name=bot.")
        ),
    ],
    game: GameName = None,
    players: Annotated[int, typer.Option(help=N_("Number of seats."))] = 2,
    pairs: Annotated[
        int | None,
        typer.Option(help=N_("Deals of each pairing, played from all seats: 50. With --until the most: 1000.")),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(help=N_("Play until each pairing is decided, wrongly with at most this probability, as 0.05.")),
    ] = None,
    edge: Annotated[
        float, typer.Option(help=N_("What --until decides between: even, or at least this share of games of two."))
    ] = 0.6,
    seed: Annotated[int, typer.Option(help=N_("The same seed gives the same games."))] = 0,
    workers: Annotated[str, typer.Option(help=N_("Processes to play in, or ray: on a Ray cluster."))] = "1",
    limit: Annotated[
        float, typer.Option(help=N_("Seconds for a decision; a bot that thinks longer loses the game."))
    ] = 60,
    max_rounds: Annotated[int, typer.Option(help=N_("A game is scored as it stands after so many rounds."))] = 3000,
    components_file: OwnBox = None,
    option: Choices = None,
    file: Annotated[
        Path | None,
        typer.Option(help=N_("Keep every game in this file; the same command goes on where it was stopped.")),
    ] = None,
    as_json: AsJson = False,
    csv: Annotated[Path | None, typer.Option(help=N_("Write a row for each pairing."))] = None,
    html: Annotated[Path | None, typer.Option(help=N_("Write a page with plots."))] = None,
) -> None:
    from ..arena import check_plots
    from ..arena import tournament as run
    from ..arena.tournament_page import tournament_page
    from .standings import tell, write_csv

    name, box = _chosen(game, components_file)
    if html is not None:
        check_plots()
    for path in filter(None, (csv, html, file)):
        _writable(path)
    count = int(workers) if workers.lstrip("-").isdecimal() and len(workers) < 10 else workers
    with _progress(words()._("games"), 1) as told:
        done = run(
            name,
            listed(bots),
            players,
            pairs,
            until,
            edge,
            seed,
            count,
            limit,
            max_rounds,
            file,
            told,
            box,
            _options(name, option),
        )
    if as_json:
        print(json.dumps(done.to_dict()))
    else:
        tell(done, words())
    if csv is not None:
        write_csv(done, csv)
    if html is not None:
        html.write_text(tournament_page(done, shlex.join(["entrepot", *sys.argv[1:]]), words()), "utf-8")


@cli.command(name="replay", cls=Command, help=N_("Play a record again, check every action, and tell the game."))
def replay_(
    file: File,
    components_file: OwnBox = None,
    at: Annotated[
        int | None, typer.Option(help=N_("Only the table after so many actions, and the turn that led there."))
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--from", help=N_("The table as this seat saw it, from 1 on; otherwise with all that is known.")),
    ] = None,
    as_json: AsJson = False,
    html: Annotated[
        Path | None,
        typer.Option(help=N_("Write one page that opens without a connection: charts, and every moment of the game.")),
    ] = None,
) -> None:
    record = Record.load(file)
    box = _chosen(record.game, components_file)[1] if components_file else None
    if html is not None:
        from ..web.pages.portable import replay_page

        _writable(html)
        html.write_text(replay_page(Course(record, box), words()), "utf-8")
        return
    if at is not None or seat is not None:
        _look_back(Course(record, box), at, seat, as_json)
        return
    match = replay(record, box)
    if as_json:
        result = match.standing.to_dict()
        print(json.dumps({"game": match.game, "over": match.is_over, "events": len(match.events()), **result}))
        return
    told = words()
    names = _seats(match.players)
    for line in _story((event.to_dict() for event in match.events()), names, match.observe(None).position):
        print(line)
    if not match.is_over:
        print(told._("The record ends here; the game is not over."))
    for line in ranking(told, match.standing, names):
        print(line)


@cli.command(
    cls=Command,
    help=N_(
        "Tell of a recorded game what chances everybody had, which turns cost most, and what would have been better."
    ),
)
def analyse(
    file: File,
    components_file: OwnBox = None,
    workers: Annotated[int, typer.Option(help=N_("Processes to think in."))] = 1,
    as_json: AsJson = False,
    html: Annotated[
        Path | None,
        typer.Option(help=N_("Write one page that opens without a connection: the game, and what was found.")),
    ] = None,
) -> None:
    from ..web.pages.study import study_data
    from ..web.tables.model import Past, Studied
    from . import analysis

    record = Record.load(file)
    _within("--workers", workers, 1, 256)
    if html is not None:
        _writable(html)
    course = Course(record, _chosen(record.game, components_file)[1] if components_file else None)
    with _progress(words()._("parts"), 1) as told:
        found = analysis.judged(course, workers, told)
    studied = Studied("done", len(found), found, len(found))
    if html is not None:
        from ..web.pages.portable import replay_page

        html.write_text(replay_page(course, words(), studied), "utf-8")
    names = _seats(course.final.players)
    data = study_data(Past.recorded(course), studied, words().lang, names)
    if as_json:
        print(json.dumps(data))
    elif html is None:
        analysis.tell(data, names, words())


def _look_back(course: Course, at: int | None, seat: int | None, as_json: bool) -> None:
    """The table at one moment, as a seat saw it or with all that was known."""
    moment, players = course.last if at is None else at, course.final.players
    _within("--at", moment, 0, course.last)
    if seat is not None:
        _within("--from", seat, 1, players)
    owner = None if seat is None else seat - 1
    position = course.seen(moment, TRUTH if owner is None else owner)
    number = course.turn(moment)
    events = course.events(course.turns[number - 1].event, moment) if number else []
    if as_json:
        told = {"game": course.final.game, "at": moment, "last": course.last, "position": position, "events": events}
        print(json.dumps(told))
        return
    names = _seats(players)
    if moment:
        print(words()._("After action {n} of {last}:", n=moment, last=course.last))
    else:
        print(words()._("The table before the first turn"))
    for line in _story(events, names, position):
        print(line)
    print()
    if owner is None or owner != position["seat"]:
        # What places and tiles would cost is told to whom it concerns.
        position.pop("costs", None)
        for tile in position.get("sea", {}).values():
            tile.pop("toll", None)
            tile.pop("price", None)
    for line in TABLES[course.final.game](words(), position, names, owner):
        print(line)


def _within(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InvalidOptions(
            "{place} is {value}, but must be from {least} to {most}",
            place=option,
            value=quoted(value),
            least=least,
            most=most,
        )


def _seats(players: int) -> list[str]:
    return [words()._("Seat {number}", number=seat + 1) for seat in range(players)]


def _story(events: Iterable[dict[str, Any]], names: Sequence[str], position: dict[str, Any]) -> Iterator[str]:
    """What happened, a sentence a line."""
    for event in events:
        line = words().event(event, names, position)
        if line:
            yield line


@components.command(name="list", cls=Command, help=N_("The games that have components."))
def components_list() -> None:
    for name in files():
        box = load(name)
        print(words()._("{game}: {status}, hash {hash}", game=name, status=status(box, words()), hash=box.hash))


@components.command(cls=Command, help=N_("Every board, card and tile of a game."))
def show(
    game: Annotated[
        str | None,
        typer.Argument(help=N_("Which game; by default that of the file, else spice-road."), show_default=False),
    ] = None,
    components_file: OwnBox = None,
) -> None:
    for line in lines(*_chosen(game, components_file), words()):
        print(line)


@components.command(
    cls=Command, help=N_("Check a component file and name every problem with its place; warnings do no harm.")
)
def check(file: File, game: GameName = None) -> None:
    data = parsed(file)
    name = game or game_of(data)
    try:
        box = judge(name, data)
    except InvalidComponents as error:
        for problem in error.problems:
            print(words().error(problem))
        raise InvalidOptions("{file} is not a component file of {name}", file=file, name=name) from None
    for warning in box.warnings:
        print(words()._("warning: {warning}", warning=words().error(warning)))
    print(
        words()._(
            "{file}: valid for {games}, hash {hash}",
            file=one_line(str(file)),
            games=", ".join([game] if game else sharing(name)),
            hash=box.hash,
        )
    )


@cli.command(
    cls=Command, help=N_("Measure the engine: uniformly random two-player play on one core, and copying a state.")
)
def bench(
    seconds: Annotated[
        float | None,
        typer.Option(
            help=N_("How long to measure each game, by default 2; the load of a server, by default 30."),
            min=0.05,
            max=600,
        ),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help=N_("Which game; by default all."))] = None,
    components_file: OwnBox = None,
    option: Choices = None,
    server: Annotated[
        bool, typer.Option("--server", help=N_("Measure the server instead: a move early and late, and many tables."))
    ] = False,
    tables: Annotated[
        int, typer.Option(help=N_("How many tables play at the server, a move every 20 seconds each."), min=1, max=5000)
    ] = 300,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND", help=N_("Run this program besides, which prints how many decisions a second it makes.")
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    if server:
        _bench_server(seconds, tables, game and title(game).name, as_json)
        return
    from ..arena.bench import SECONDS
    from ..arena.bench import bench as run

    chosen: dict[str, Any] = {}
    if game or components_file or option:
        name, box = _chosen(game, components_file)
        chosen = {"game": name, "components": box, "options": _options(name, option)}
    with _progress(words()._("measuring"), None):
        result = run(seconds or SECONDS, against=against, **chosen)
    if as_json:
        print(json.dumps(result))
        return
    told = words()
    heading = told._("Engine: {build}", build=told._(BUILDS[result["build"]]))
    table = Table("", *result["games"], title=heading)
    for key, what, places in (
        ("decisions_per_second", told._("decisions per second"), 0),
        ("listed_per_second", told._("… from Python"), 0),
        ("stepped_per_second", told._("… by number"), 0),
        ("played_per_second", told._("… in a match"), 0),
        ("copy_us", told._("copy, µs"), 2),
        ("new_us", told._("new game, µs"), 1),
        ("observe_us", told._("look, µs"), 1),
        ("greedy_ms", told._("greedy, ms"), 2),
        ("batched_per_second", told._("many games at once, steps per second"), 0),
    ):
        if all(key in row for row in result["games"].values()):
            table.add_row(what, *(told.decimal(row[key], places) for row in result["games"].values()))
    Console().print(table)
    if against:
        other = told.decimal(result["against"]["decisions_per_second"])
        print(told._("{command}: {n} decisions per second.", command=against, n=other))


def _bench_server(seconds: float | None, tables: int, game: str | None, as_json: bool) -> None:
    """What a move costs the server, and how long people wait for it."""
    from ..web.bench import SECONDS
    from ..web.bench import bench as run

    with _progress(words()._("measuring"), None):
        result = run(seconds or SECONDS, tables, game)
    if as_json:
        print(json.dumps(result))
        return
    told = words()
    costs = Table(
        told._("game"),
        told._("move"),
        told._("processor, ms"),
        told._("view, bytes"),
        told._("as sent"),
        title=told._("A move and its watcher; engine: {build}", build=told._(BUILDS[result["build"]])),
    )
    for name, moves in result["moves"].items():
        for number, cost in moves.items():
            sizes = (told.decimal(cost[key]) for key in ("view_bytes", "sent_bytes"))
            costs.add_row(name, number, told.decimal(cost["cpu_ms"], 1), *sizes)
    Console().print(costs)
    load = result["load"]
    print(
        told._(
            "Tables: {tables}; moves: {moves} in {seconds} s; processor for a move: {cpu} ms.",
            tables=told.decimal(load["tables"]),
            moves=told.decimal(load["moves"]),
            seconds=told.decimal(load["seconds"]),
            cpu=told.decimal(load["cpu_ms"], 1),
        )
    )
    for what, sentence in (
        ("answer_ms", N_("Answered: p50 {p50} ms, p99 {p99} ms.")),
        ("seen_ms", N_("Seen by the watcher: p50 {p50} ms, p99 {p99} ms.")),
    ):
        print(told._(sentence, p50=told.decimal(load[what]["p50"]), p99=told.decimal(load[what]["p99"])))


@cli.command(cls=Command, help=N_("Copy all games into one file, also while a server plays on them."))
def backup(
    file: File,
    database: Annotated[str | None, typer.Option(help=N_("Database URL; by default the server's own."))] = None,
    force: Annotated[bool, typer.Option("--force", help=N_("Write over a file that exists."))] = False,
) -> None:
    from ..web.app import Settings
    from ..web.tables.backup import backup as run

    tables = run(Settings().database if database is None else database, file, force)
    print(words().ngettext("{file}: {n} table", "{file}: {n} tables", tables, file=file))


@cli.command(
    cls=Command, help=N_("Tell what is installed, which build is loaded, and whether the database can be reached.")
)
def doctor(
    database: Annotated[str | None, typer.Option(help=N_("Database URL; by default the server's own."))] = None,
) -> None:
    from ..web.app import Settings
    from ..web.tables.store import Store

    told = words()
    print(told._("entrepot {version}, engine: {build}", version=__version__, build=told._(BUILDS[build()])))
    print(told._("Python {version} on {system}", version=platform.python_version(), system=platform.system()))
    for name in ("fastapi", "sqlalchemy", "uvicorn", "jinja2", "babel"):
        print(f"{name} {metadata.version(name)}")
    print(told._("games: {games}", games=", ".join(TITLES)))
    store = Store(Settings().database if database is None else database)
    print(told._("database: reachable ({place})", place=store.shown))
    store.close()


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A progress bar on stderr, only where somebody can see it: told how much is done, and how much there is if that
    has changed."""
    columns: list[Any] = [TextColumn("{task.description}"), BarColumn()]
    if total is not None:
        columns += [MofNCompleteColumn(), TimeRemainingColumn()]
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done, total=None: progress.update(task, completed=done, total=total)
