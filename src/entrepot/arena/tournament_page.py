"""What a tournament came to as one HTML page with plots, that opens offline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup

from ..i18n import Texts, texts
from ..i18n.texts import N_
from .bouts import EXITED, ILLEGAL, RAISED, TIMEOUT
from .drawing import BAR, DOT, QUIET, ROW, WIDTH, Plots, templates
from .estimates import Interval
from .results import OPEN, Mishap, Pairing, Side, Standing, Tournament
from .sequential import EVEN, FIRST, SECOND

_MISHAPS = {
    RAISED: N_("{bot} failed: {detail}"),
    ILLEGAL: N_("{bot} answered what is not legal: {detail}"),
    EXITED: N_("{bot} ended its process, with status {detail}"),
    TIMEOUT: N_("{bot} thought longer than {limit} s"),
}


def tournament_page(tournament: Tournament, command: str = "", words: Texts | None = None) -> str:
    """A whole HTML page: standings, pairings with their intervals, thinking, lengths.

    Args:
        command: what made it, to be told on the page.
        words: the language; English if None.

    Raises:
        ReportNeedsPlots: matplotlib is missing (the extra `report`).
    """
    words = words or texts()
    plots = _TournamentPlots(words)
    rounds = [one.rounds for one in tournament.played]
    return (
        templates(words)
        .get_template("tournament.html")
        .render(
            tournament=tournament,
            terms=tournament.terms,
            even=1 / tournament.terms.players,
            command=command,
            games=len(tournament.played),
            cut=sum(one.cut for one in tournament.played),
            sides=[side for pairing in tournament.pairings for side in told_sides(pairing, tournament.terms.players)],
            verdict=lambda pairing: verdict(pairing, words),
            mishap=lambda one: mishap(one, tournament, words),
            mean=sum(rounds) / len(rounds),
            lengths=sorted(Counter(rounds).items()),
            elo_plot=plots.elo(tournament.standings),
            share_plot=plots.shares(tournament),
            time_plot=plots.times(tournament.standings),
            length_plot=plots.lengths(rounds),
        )
    )


def told_sides(pairing: Pairing, players: int) -> list[tuple[Side, Side, Pairing]]:
    """Who sat alone, the others, and the pairing: of two players once, as the other share says nothing more."""
    sides = [(pairing.first, pairing.second, pairing), (pairing.second, pairing.first, pairing)]
    return sides[:1] if players == 2 else sides


def verdict(pairing: Pairing, words: Texts) -> str:
    """What a sequential test came to; empty without one."""
    if pairing.verdict in (FIRST, SECOND):
        better = pairing.first if pairing.verdict == FIRST else pairing.second
        return words._("{bot} is better", bot=better.bot)
    told = {EVEN: words._("no such step"), OPEN: words._("undecided")}
    return told.get(pairing.verdict or "", "")


def mishap(one: Mishap, tournament: Tournament, words: Texts) -> str:
    """How a bot failed, and how often."""
    limit = f"{tournament.terms.limit:g}"
    said = words._(_MISHAPS[one.kind], bot=one.bot, detail=one.detail, limit=limit)
    return words.ngettext("{said} ({n} game)", "{said} ({n} games)", one.games, said=said)


class _TournamentPlots(Plots):
    """What is drawn of a tournament."""

    def elo(self, standings: Sequence[Standing]) -> Markup:
        """A point a bot, and how sure it is."""
        names = [one.bot for one in standings]
        points = [(one.elo, one.elo_interval) for one in standings]
        label = self.words._("Elo of the bots, as in the table")
        return self._points(names, points, self.words._("Elo"), label)

    def shares(self, tournament: Tournament) -> Markup:
        """Shares of wins with their intervals, and the even share."""
        players = tournament.terms.players
        told = [side for pairing in tournament.pairings for side in told_sides(pairing, players)]
        names = [f"{alone.bot} – {others.bot}" for alone, others, _ in told]
        points = [(100 * alone.share, (100 * alone.wilson[0], 100 * alone.wilson[1])) for alone, _, _ in told]
        label = self.words._("Shares of wins, as in the table")
        return self._points(names, points, self.words._("share of wins"), label, even=100 / players)

    def times(self, standings: Sequence[Standing]) -> Markup:
        """Time for a decision: bars for the mean, points for 95 of 100, on a scale of powers of ten."""
        known = [(one.bot, one.cpu_ms) for one in standings if one.cpu_ms is not None]
        with self.style():
            figure = self.figure(figsize=(WIDTH, 0.62 + 2 * ROW * len(known)), layout="constrained")
            axes = figure.subplots()
            places = range(len(known))
            least = 1e-3
            axes.barh(places, [max(least, ms["mean"]) for _, ms in known], height=0.5, color=self.colours[BAR])
            axes.scatter([max(least, ms["p95"]) for _, ms in known], places, s=11, color=self.colours[DOT], zorder=3)
            axes.set_xscale("log")
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
            axes.set_yticks(places, [_plain(bot) for bot, _ in known])
            axes.set_ylim(len(known) - 0.4, -0.6)
            axes.set_xlabel(self.words._("ms a decision"))
            return self.svg(figure, [axes], self.words._("Time for a decision, as in the table"))

    def lengths(self, rounds: Sequence[int]) -> Markup:
        """How many games took how many rounds."""
        with self.style():
            figure = self.figure(figsize=(WIDTH, 2.0), layout="constrained")
            axes = figure.subplots()
            counted = Counter(rounds)
            axes.bar(list(counted), list(counted.values()), width=0.8, color=self.colours[BAR])
            axes.axvline(sum(rounds) / len(rounds), color=self.colours[DOT], linewidth=1.4)
            axes.set_xlabel(self.words._("rounds"))
            axes.set_ylabel(self.words._("games"))
            return self.svg(figure, [axes], self.words._("Length of games, as in the table"))

    def _points(
        self,
        names: Sequence[str],
        points: Sequence[tuple[float, Interval]],
        scale: str,
        label: str,
        even: float | None = None,
    ) -> Markup:
        with self.style():
            figure = self.figure(figsize=(WIDTH, 0.62 + 2 * ROW * len(names)), layout="constrained")
            axes = figure.subplots()
            places = range(len(names))
            if even is not None:
                axes.axvline(even, color=self.colours[QUIET], linewidth=0.8)
                axes.set_xlim(-4, 104)
                axes.xaxis.set_major_formatter(self.percent)
            axes.errorbar(
                [value for value, _ in points],
                places,
                xerr=[
                    [max(0.0, value - low) for value, (low, _) in points],
                    [max(0.0, high - value) for value, (_, high) in points],
                ],
                fmt="o",
                markersize=3.5,
                color=self.colours[DOT],
                ecolor=self.colours[BAR],
                elinewidth=1.4,
                capsize=3,
            )
            axes.set_yticks(places, [_plain(name) for name in names])
            axes.set_ylim(len(names) - 0.4, -0.6)
            axes.set_xlabel(scale)
            return self.svg(figure, [axes], label)


def _plain(name: str) -> str:
    """A name that leaves room on a phone, and that holds no formula."""
    short = name if len(name) <= 28 else f"{name[:27]}…"
    return short.replace("$", r"\$")
