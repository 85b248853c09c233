"""What came of a simulation as one HTML page with plots, that opens offline and refers to nothing outside itself."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup, escape

from ..components import EastWestBox, NewWorldBox
from ..components.box import Location
from ..i18n import Texts, texts
from ..i18n.texts import N_
from .drawing import BAR, DOT, QUIET, ROW, WIDTH, Plots, templates
from .simulate import (
    BONUS,
    CARDS,
    COLUMNS,
    EXPLORATION,
    KEPT,
    LOCATIONS,
    MERCHANTS,
    OUTPOSTS,
    PLAYED,
    ROUTED,
    USED,
    Simulation,
    Use,
)

RARE = 0.01
ALWAYS = 0.2
"""Shares of all turns between which a location should be used."""
FAIR = 1.25
"""Times its even share that no seat should win."""

_TITLES = {
    LOCATIONS: N_("Locations"),
    CARDS: N_("Point cards"),
    BONUS: N_("Bonus tiles"),
    EXPLORATION: N_("Exploration tiles"),
    MERCHANTS: N_("Merchants acquired"),
    PLAYED: N_("Merchants played"),
    USED: N_("Merchants used at the market"),
    KEPT: N_("Merchants kept for a route"),
    ROUTED: N_("Merchants used on a route"),
    OUTPOSTS: N_("Outposts on market tiles"),
    COLUMNS: N_("Columns of outposts emptied"),
}
_NOTES = {
    LOCATIONS: N_("Share of all turns that were spent there, in games with that board."),
    CARDS: N_("Share of the copies in play that were claimed."),
    BONUS: N_("Share of the copies on the board that were taken."),
    EXPLORATION: N_("Share of the copies on the board that were taken."),
    MERCHANTS: N_("Share of the copies in play that were acquired."),
    PLAYED: N_("Share of all turns that played it."),
    USED: N_("Share of the copies in play that were used there."),
    KEPT: N_("Share of the copies in play that were kept."),
    ROUTED: N_("Share of all turns that used it."),
    OUTPOSTS: N_("Share of the seats that built there, in games with that tile."),
    COLUMNS: N_("Share of the seats that emptied it."),
}
_OF_TURNS = (LOCATIONS, PLAYED, ROUTED)


@dataclass(frozen=True, slots=True)
class Row:
    """One thing of a table and its plot; shares are of 1.

    Attributes:
        about: what stands behind the name, empty where the name says it all.
        share: how often it was used: of turns or of offers, see `_NOTES`.
        wins: the share of its uses that were the winner's; None without any.
    """

    name: str
    about: str
    use: Use
    share: float
    wins: float | None


@dataclass(frozen=True, slots=True)
class Section:
    """All things of one sort, most used first, with their plot."""

    title: str
    note: str
    rows: list[Row]
    plot: Markup


def balance_page(simulation: Simulation, words: Texts | None = None) -> str:
    """A whole HTML page: seats, lengths, and use and wins of everything that was in play.

    Args:
        words: the language; English if None.

    Raises:
        ReportNeedsPlots: matplotlib is missing (the extra `report`).
    """
    words = words or texts()
    plots = _BalancePlots(words)
    setting, outcomes = simulation.setting, simulation.outcomes
    players, games = len(setting.bots), len(outcomes)
    lengths = [outcome.turns / players for outcome in outcomes]
    seats = simulation.to_dict()["seats"]
    sections = {sort: _section(simulation, sort, words, plots) for sort in _TITLES if sort in simulation.uses}
    located = sections[LOCATIONS].rows if LOCATIONS in sections else []
    environment = templates(words)
    environment.filters["cubes"] = _cubes
    return environment.get_template("report.html").render(
        setting=setting,
        games=games,
        cut=sum(outcome.cut for outcome in outcomes),
        seats=seats,
        lengths=sorted(Counter(round(length) for length in lengths).items()),
        mean=sum(lengths) / games,
        sections=list(sections.values()),
        located=bool(located),
        outside=[row.name for row in located if not RARE <= row.share <= ALWAYS],
        rare=RARE,
        always=ALWAYS,
        fair=FAIR,
        seat_plot=plots.seats([seat["wins"] for seat in seats], games),
        length_plot=plots.lengths(lengths),
    )


def _section(simulation: Simulation, sort: str, words: Texts, plots: _BalancePlots) -> Section:
    about = _about(simulation) if sort == LOCATIONS else {}
    rows = []
    for name, use in simulation.uses[sort].items():
        whole = use.turns if sort in _OF_TURNS else use.offers
        share = use.uses / whole if whole else 0.0
        rows.append(Row(name, about.get(name, ""), use, share, use.wins / use.uses if use.uses else None))
    rows.sort(key=lambda row: (-row.share, row.name))
    even = 1 / len(simulation.setting.bots)
    limits = (RARE, ALWAYS) if sort == LOCATIONS else ()
    title = words._(_TITLES[sort])
    return Section(title, words._(_NOTES[sort]), rows, plots.uses(title, rows, even, limits))


def _about(simulation: Simulation) -> dict[str, str]:
    """What the locations do."""
    box = simulation.setting.components
    land = box.land if isinstance(box, EastWestBox) else box
    if not isinstance(land, NewWorldBox):
        return {}
    return {
        f"{face.name}.{number}": _does(location)
        for face in land.faces.values()
        for number, location in enumerate(face.locations, 1)
    }


def _does(location: Location) -> str:
    if location.type == "ship":
        return f"ship {location.steps or 'any'}"
    if location.type == "market":
        return f"market {location.slot}"
    return location.conversion.text if location.conversion else location.type


def _cubes(name: str) -> Markup:
    """A name of the notation, its cubes as coloured letters."""
    parts = re.split(r"\b([YRGB]+)(?=[>=]|$| )|(?<=>)([YRGB]+)", name)
    html = Markup()
    for part in filter(None, parts):
        if re.fullmatch("[YRGB]+", part):
            html += Markup("").join(Markup('<i class="{0}">{0}</i>').format(letter) for letter in part)
        else:
            html += escape(part.replace(">", " → ") if part != ">" else " → ")
    return html


class _BalancePlots(Plots):
    """What is drawn of a simulation."""

    def uses(self, title: str, rows: list[Row], even: float, limits: tuple[float, ...]) -> Markup:
        """Bars for how often, points for who won; most used at the top."""
        with self.style():
            figure = self.figure(figsize=(WIDTH, 0.62 + ROW * len(rows)), layout="constrained")
            often, won = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
            places = range(len(rows))
            often.barh(places, [100 * row.share for row in rows], height=0.66, color=self.colours[BAR])
            often.set_yticks(places, [_short(row) for row in rows])
            often.set_ylim(len(rows) - 0.4, -0.6)
            often.set_xlabel(self.words._("use"))
            for limit in limits:
                self.limit(often, 100 * limit, upright=True)
            known = [(place, row.wins) for place, row in enumerate(rows) if row.wins is not None]
            won.axvline(100 * even, color=self.colours[QUIET], linewidth=0.8)
            won.scatter(
                [100 * wins for _, wins in known],
                [place for place, _ in known],
                s=11,
                color=self.colours[DOT],
                zorder=3,
            )
            won.set_xlim(-4, 104)
            won.set_xticks([0, 50, 100])
            for axes in (often, won):
                axes.xaxis.set_major_formatter(self.percent)
            won.set_xlabel(self.words._("by winners"))
            return self.svg(figure, [often, won], self.words._("{sort}: use and wins, as in the table", sort=title))

    def lengths(self, lengths: list[float]) -> Markup:
        """How many games took how many turns per player."""
        with self.style():
            figure = self.figure(figsize=(WIDTH, 2.0), layout="constrained")
            axes = figure.subplots()
            counted = Counter(round(length) for length in lengths)
            axes.bar(list(counted), list(counted.values()), width=0.8, color=self.colours[BAR])
            axes.axvline(sum(lengths) / len(lengths), color=self.colours[DOT], linewidth=1.4)
            axes.set_xlabel(self.words._("turns per player"))
            axes.set_ylabel(self.words._("games"))
            return self.svg(figure, [axes], self.words._("Length of games, as in the table"))

    def seats(self, wins: list[int], games: int) -> Markup:
        """Share of wins per seat, with the range in which 95 of 100 such simulations would lie."""
        with self.style():
            figure = self.figure(figsize=(WIDTH, 2.0), layout="constrained")
            axes = figure.subplots()
            shares = [count / games for count in wins]
            places = range(1, len(wins) + 1)
            axes.bar(places, [100 * share for share in shares], width=0.6, color=self.colours[BAR])
            error = [196 * (share * (1 - share) / games) ** 0.5 for share in shares]
            axes.errorbar(
                places,
                [100 * share for share in shares],
                error,
                fmt="none",
                ecolor=self.colours[DOT],
                elinewidth=1.4,
                capsize=3,
            )
            axes.axhline(100 / len(wins), color=self.colours[QUIET], linewidth=0.8)
            self.limit(axes, FAIR * 100 / len(wins), upright=False)
            axes.set_xticks(places)
            axes.set_ylim(0)
            axes.yaxis.set_major_formatter(self.percent)
            axes.set_xlabel(self.words._("seat"))
            axes.set_ylabel(self.words._("share of wins"))
            return self.svg(figure, [axes], self.words._("Wins of the seats, as in the table"))


def _short(row: Row) -> str:
    """A name that leaves room for bars on a phone."""
    name = f"{row.name} {row.about}".replace("native-", "").replace("new-", "").replace("exploration", "explore")
    return name.rstrip().replace(">", "→")
