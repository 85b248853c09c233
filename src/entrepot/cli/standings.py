"""A tournament at the terminal."""

from __future__ import annotations

import csv
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ..arena import Tournament
from ..arena.tournament_page import mishap, told_sides, verdict
from ..games import build
from ..i18n import Texts
from .show import BUILDS

_MISHAPS = 5


def tell(tournament: Tournament, words: Texts) -> None:
    """Standings, pairings, how long bots think, and what went wrong."""
    console = Console()
    for table in (_standings(tournament, words), _pairings(tournament, words), _thinking(tournament, words)):
        console.print(table)
    played = tournament.played
    print(
        words._(
            "A game on average: {rounds} rounds, {decisions} decisions; seconds: {seconds}; engine: {build}.",
            rounds=words.decimal(sum(one.rounds for one in played) / len(played), 1),
            decisions=words.decimal(sum(sum(one.decisions) for one in played) / len(played), 1),
            seconds=words.decimal(tournament.seconds, 1),
            build=words._(BUILDS[build()]),
        )
    )
    if tournament.until is not None:
        print(
            words._(
                "A step is a share of {edge} of games of two; wrong in at most {error} of pairings.",
                edge=words.percent(tournament.edge),
                error=words.percent(tournament.until, 1),
            )
        )
    for one in tournament.mishaps[:_MISHAPS]:
        print(mishap(one, tournament, words))
    more = sum(one.games for one in tournament.mishaps[_MISHAPS:])
    if more:
        print(words.ngettext("and {n} game more", "and {n} games more", more))
    cut = sum(one.cut for one in played)
    if cut:
        print(words._("Games that reached the limit of rounds and were scored as they stood: {n}.", n=cut))


def _table(first: str, *columns: str, title: str | None = None) -> Table:
    """A table in which only names and headings are broken into lines."""
    table = Table(title=title)
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _standings(tournament: Tournament, words: Texts) -> Table:
    title = words.ngettext(
        "{game}: {n} game of {players}",
        "{game}: {n} games of {players}",
        len(tournament.played),
        game=tournament.terms.game,
        players=tournament.terms.players,
    )
    columns = (words._("bot"), words._("Elo"), words._("95 of 100"), "openskill", words._("wins"), words._("points"))
    table = _table(*columns, title=title)
    for one in tournament.standings:
        low, high = map(words.decimal, one.elo_interval)
        table.add_row(
            one.bot,
            words.decimal(one.elo),
            f"{low}–{high}",
            f"{words.decimal(one.mu, 1)}\u00a0±\u00a0{words.decimal(2 * one.sigma, 1)}",
            words.percent(one.share, 1),
            words.decimal(one.points, 1),
        )
    return table


def _pairings(tournament: Tournament, words: Texts) -> Table:
    columns = [words._("pairing"), words._("deals"), words._("wins"), words._("by Wilson"), words._("by deals")]
    tested = tournament.until is not None
    table = _table(*columns, *([words._("verdict")] if tested else []))
    for pairing in tournament.pairings:
        for alone, others, _ in told_sides(pairing, tournament.terms.players):
            table.add_row(
                f"{alone.bot} – {others.bot}",
                str(pairing.pairs),
                words.percent(alone.share, 1),
                *(
                    f"{words.percent(low, 1)}–{words.percent(high, 1)}".replace(" ", "\u00a0")
                    for low, high in (alone.wilson, alone.resampled)
                ),
                *([verdict(pairing, words)] if tested else []),
            )
    return table


def _thinking(tournament: Tournament, words: Texts) -> Table:
    columns = (words._("mean, ms"), words._("95 of 100, ms"), words._("longest, ms"))
    table = _table(words._("bot"), *columns, words._("crashes"), words._("timeouts"))
    for one in tournament.standings:
        times = [one.cpu_ms[key] for key in ("mean", "p95", "max")] if one.cpu_ms else []
        told = [words.decimal(time, 2) for time in times] or ["–"] * 3
        table.add_row(one.bot, *told, str(one.crashes), str(one.timeouts))
    return table


def write_csv(tournament: Tournament, file: Path) -> None:
    """A row a pairing, below the names of the columns."""
    rows = tournament.rows()
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
