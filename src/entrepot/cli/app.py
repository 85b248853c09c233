"""Commands and their arguments. A mistake of the user is one line on stderr and status 2, never a traceback."""

from __future__ import annotations

import io
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .._version import __version__
from ..components import Box, files, game_of, judge, load, parsed, sharing
from ..core.errors import EntrepotError, InvalidComponents, InvalidOptions, one_line, quoted
from ..games import TITLES, Options, build, title
from ..i18n import languages, texts
from ..match import Record, replay
from .play import Terminal
from .show import lines

cli = typer.Typer(
    name="entrepot",
    help="A family of trading board games: a server for the browser, a table in the terminal, and an exact engine.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
components = typer.Typer(help="The values of cards and tiles.")
cli.add_typer(components, name="components")

_FIRST = "spice-road"

GameName = Annotated[
    str | None,
    typer.Option("--game", "-g", help=f"Which game; by default that of the component file, else {_FIRST}."),
]
OwnBox = Annotated[Path | None, typer.Option("--components", help="A component file of your own to play with.")]
Choices = Annotated[
    list[str] | None,
    typer.Option("--option", help="A ruling of the table, as name=value; may be given several times."),
]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same games.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
File = Annotated[Path, typer.Argument(help="The file.")]


def main() -> None:
    """Run the command line; exit status 0, or 2 with one line on stderr."""
    _open_streams()
    try:
        status = cli(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
        sys.exit(status if isinstance(status, int) else 0)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except typer.TyperException as error:
        _fail(error.format_message())
    except EntrepotError as error:
        _fail(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        reason = error.strerror or str(error)
        _fail(f"{error.filename}: {reason}" if error.filename else reason)


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
        print(f"entrepot: {one_line(' '.join(reason.split()))}", file=sys.stderr)
    sys.exit(2)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"entrepot {__version__} ({build()})")
        raise typer.Exit


@cli.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    del version


def _bots(given: str, players: int | None) -> list[str]:
    """Names for each seat, from a list such as `greedy,random` or one name for all."""
    names = [name.strip() for name in given.split(",")]
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


@cli.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets other devices in.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(help="Port; by default the first free one from 8080.", min=0, max=65535)
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="Database URL; by default an SQLite file in your data folder.")
    ] = None,
    forwarded_allow_ips: Annotated[
        str,
        typer.Option(
            help="Addresses or networks of proxies, separated by commas: what they say by X-Forwarded-For, -Proto and "
            "-Host is believed. By default nobody's."
        ),
    ] = "",
    root_path: Annotated[str, typer.Option(help="Path below which a proxy shows the server, as /games.")] = "",
) -> None:
    """Start the server and print the address to open in a browser."""
    from ..web.app import serve as run

    run(host, port, database, forwarded_allow_ips, root_path)


@cli.command()
def play(
    game: GameName = None,
    bots: Annotated[
        str, typer.Option(help="Who sits where, separated by commas: human, or the name of a bot.")
    ] = "human,greedy",
    seed: Seed = None,
    lang: Annotated[str, typer.Option(help="Language of the texts.")] = "en",
    components_file: OwnBox = None,
    option: Choices = None,
    record: Annotated[Path | None, typer.Option(help="Write the record of the game here when it is over.")] = None,
) -> None:
    """Play in the terminal; plain text that a screen reader can read."""
    if lang not in languages():
        raise InvalidOptions(
            "there is no language {lang} (there are {known})", lang=quoted(lang), known=", ".join(languages())
        )
    name, box = _chosen(game, components_file)
    seats = [seat.strip() for seat in bots.split(",")]
    table = Terminal(name, seats, seed, texts(lang), components=box, options=_options(name, option))
    if record is not None:
        _writable(record)
    match = table.run()
    if record is not None and match.is_over:
        match.record().save(record)


@cli.command()
def simulate(
    game: GameName = None,
    bots: Annotated[str, typer.Option(help="One bot for each seat, separated by commas, or one for all.")] = "greedy",
    players: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes to play in.")] = 1,
    max_rounds: Annotated[int, typer.Option(help="A game is scored as it stands after so many rounds.")] = 3000,
    components_file: OwnBox = None,
    option: Choices = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a page with plots: what was used, how it went, who won.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games."""
    from ..arena import balance_page, check_plots
    from ..arena import simulate as run

    name, box = _chosen(game, components_file)
    names, options = _bots(bots, players), _options(name, option)
    if report is not None:
        check_plots()
        _writable(report)
    with _progress("games", games) as told:
        done = run(name, names, games, seed, workers, max_rounds, told, box, options)
    if as_json:
        print(json.dumps(done.to_dict()))
    else:
        _tell(done.to_dict())
    if report is not None:
        report.write_text(balance_page(done), "utf-8")


def _tell(result: dict[str, Any]) -> None:
    """The result of a simulation as a table."""
    games, players = result["games"], result["players"]
    title = f"{result['game']}: {_counted(games)} of {players}"
    table = Table("seat", "bot", "wins", "mean points", title=title)
    for number, seat in enumerate(result["seats"], 1):
        table.add_row(str(number), seat["bot"], str(seat["wins"]), f"{seat['mean_points']:.1f}")
    Console().print(table)
    rounds = result["turns"] / games / players
    print(
        f"{rounds:.1f} turns a player, {result['decisions']} decisions in {result['seconds']:.1f} s "
        f"({result['build']} engine)"
    )
    if result["cut"]:
        print(f"{_counted(result['cut'])} reached the limit of rounds and scored as the table stood")


def _counted(games: int) -> str:
    return f"{games} game{'' if games == 1 else 's'}"


@cli.command(name="replay")
def replay_(
    file: File,
    components_file: OwnBox = None,
    as_json: AsJson = False,
) -> None:
    """Play a record again, check every action, and tell the game."""
    record = Record.load(file)
    match = replay(record, _chosen(record.game, components_file)[1] if components_file else None)
    if as_json:
        result = match.standing.to_dict()
        print(json.dumps({"game": match.game, "over": match.is_over, "events": len(match.events()), **result}))
        return
    words = texts()
    names = [f"Seat {seat + 1}" for seat in range(match.players)]
    position = match.observe(None).position
    for event in match.events():
        line = words.event(event.to_dict(), names, position)
        if line:
            print(line)
    standing = match.standing
    if not match.is_over:
        print("The record ends here; the game is not over.")
    for place, seat in enumerate(standing.ranking, 1):
        lines = ", ".join(f"{key} {value}" for key, value in standing.lines[seat].items())
        print(f"{place}. {names[seat]}: {standing.points[seat]} points ({lines})")


@components.command(name="list")
def components_list() -> None:
    """The games that have components."""
    for name in files():
        box = load(name)
        print(f"{name}: {box.status}, hash {box.hash}")


@components.command()
def show(
    game: Annotated[
        str | None, typer.Argument(help=f"Which game; by default that of the file, else {_FIRST}.", show_default=False)
    ] = None,
    components_file: OwnBox = None,
) -> None:
    """Every board, card and tile of a game."""
    for line in lines(*_chosen(game, components_file), texts()):
        print(line)


@components.command()
def check(file: File, game: GameName = None) -> None:
    """Check a component file and name every problem with its place; warnings do no harm."""
    data = parsed(file)
    name = game or game_of(data)
    try:
        box = judge(name, data)
    except InvalidComponents as error:
        for problem in error.problems:
            print(problem)
        raise InvalidOptions("{file} is not a component file of {name}", file=file, name=name) from None
    for warning in box.warnings:
        print(f"warning: {warning}")
    print(f"{one_line(str(file))}: valid for {', '.join([game] if game else sharing(name))}, hash {box.hash}")


@cli.command()
def bench(
    seconds: Annotated[
        float | None,
        typer.Option(
            help="How long to measure each game, by default 2; the load of a server, by default 30.", min=0.05, max=600
        ),
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="Which game; by default all.")] = None,
    components_file: OwnBox = None,
    option: Choices = None,
    server: Annotated[
        bool, typer.Option("--server", help="Measure the server instead: a move early and late, and many tables.")
    ] = False,
    tables: Annotated[
        int, typer.Option(help="How many tables play at the server, a move every 20 seconds each.", min=1, max=5000)
    ] = 300,
    as_json: AsJson = False,
) -> None:
    """Measure the engine: uniformly random two-player play on one core, and copying a state."""
    if server:
        _bench_server(seconds, tables, game and title(game).name, as_json)
        return
    from ..arena.bench import SECONDS
    from ..arena.bench import bench as run

    chosen: tuple[Any, ...] = ()
    if game or components_file or option:
        name, box = _chosen(game, components_file)
        chosen = (name, box, _options(name, option))
    with _progress("measuring", None):
        result = run(seconds or SECONDS, *chosen)
    if as_json:
        print(json.dumps(result))
        return
    table = Table("game", "decisions per second", "copy, µs", title=f"{result['build']} engine")
    for name, row in result["games"].items():
        table.add_row(name, f"{row['decisions_per_second']:,}", f"{row['copy_us']:.2f}")
    Console().print(table)


def _bench_server(seconds: float | None, tables: int, game: str | None, as_json: bool) -> None:
    """What a move costs the server, and how long people wait for it."""
    from ..web.bench import SECONDS
    from ..web.bench import bench as run

    with _progress("measuring", None):
        result = run(seconds or SECONDS, tables, game)
    if as_json:
        print(json.dumps(result))
        return
    costs = Table(
        "game",
        "move",
        "processor, ms",
        "view, bytes",
        "as sent",
        title=f"a move and its watcher, {result['build']} engine",
    )
    for name, moves in result["moves"].items():
        for number, cost in moves.items():
            costs.add_row(name, number, f"{cost['cpu_ms']:.1f}", f"{cost['view_bytes']:,}", f"{cost['sent_bytes']:,}")
    Console().print(costs)
    load = result["load"]
    print(
        f"{load['tables']} tables, {load['moves']} moves in {load['seconds']:.0f} s: {load['cpu_ms']:.1f} ms of the "
        "processor for a move"
    )
    for what, label in (("answer_ms", "answered"), ("seen_ms", "seen by the watcher")):
        print(f"{label}: p50 {load[what]['p50']:.0f} ms, p99 {load[what]['p99']:.0f} ms")


@cli.command()
def backup(
    file: File,
    database: Annotated[str | None, typer.Option(help="Database URL; by default the server's own.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that exists.")] = False,
) -> None:
    """Copy all games into one file, also while a server plays on them."""
    from ..web.app import Settings
    from ..web.tables.backup import backup as run

    tables = run(Settings().database if database is None else database, file, force)
    print(f"{file}: {tables} table{'' if tables == 1 else 's'}")


@cli.command()
def doctor(
    database: Annotated[str | None, typer.Option(help="Database URL; by default the server's own.")] = None,
) -> None:
    """Tell what is installed, which build is loaded, and whether the database can be reached."""
    from ..web.app import Settings
    from ..web.tables.store import Store

    print(f"entrepot {__version__}, {build()} engine")
    print(f"Python {platform.python_version()} on {platform.system()}")
    for name in ("fastapi", "sqlalchemy", "uvicorn", "jinja2", "babel"):
        print(f"{name} {metadata.version(name)}")
    print(f"games: {', '.join(TITLES)}")
    store = Store(Settings().database if database is None else database)
    print(f"database: reachable ({store.shown})")
    store.close()


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, only where somebody can see it."""
    columns: list[Any] = [TextColumn("{task.description}"), BarColumn()]
    if total is not None:
        columns += [MofNCompleteColumn(), TimeRemainingColumn()]
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
