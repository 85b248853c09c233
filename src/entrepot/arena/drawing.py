"""What pages of results share: one page that opens offline, and drawings in the colours of the product."""

from __future__ import annotations

import io
import re
import sys
from importlib import resources
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ..core.errors import EntrepotError
from ..i18n import Texts, texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 3.5  # inches: as wide as the page on a phone, so that letters keep their size
ROW = 0.17
_LETTERS = 8.25  # points: 11 px, the smallest of the product
_INK, QUIET, _LINE, BAR, DOT, _MARK = "--ink", "--ink-2", "--line", "--harbour", "--kind-trade", "--bad"


class ReportNeedsPlots(EntrepotError):
    """The plotting library is not installed."""


def check_plots() -> None:
    """Raises `ReportNeedsPlots` if a report could not be drawn, so that nothing is played in vain."""
    Plots(texts())


def templates(words: Texts) -> Environment:
    """The pages of this folder, in a language."""
    environment = Environment(
        loader=PackageLoader("entrepot.arena", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = Markup(_tokens())  # noqa: S704 - a file of this package
    environment.globals.update(_=words._, lang=words.lang, style=style, decimal=words.decimal, percent=words.percent)
    return environment


def _tokens() -> str:
    return resources.files("entrepot").joinpath("web/static/tokens.css").read_text("utf-8")


class Plots:
    """Draws with the colours of the product: the page's style sheet gives them, so that its dark theme works too."""

    def __init__(self, words: Texts) -> None:
        try:
            import matplotlib as mpl
            from matplotlib.figure import Figure
            from matplotlib.rcsetup import cycler
            from matplotlib.ticker import FuncFormatter
        except ImportError:
            advice = f"{sys.executable} -m pip install matplotlib"
            raise ReportNeedsPlots(
                "the report draws with matplotlib, which is not installed here: {advice}", advice=advice
            ) from None
        self.words = words
        self._mpl = mpl
        self.figure = Figure
        self._cycle = cycler
        self.percent = FuncFormatter(lambda value, _: words.percent(value / 100))
        self._drawn = 0
        light = _tokens().partition("@media")[0]
        self.colours = {
            name: colour
            for name in (_INK, QUIET, _LINE, BAR, DOT, _MARK)
            for colour in re.findall(rf"{name}: (#[0-9a-f]{{6}});", light)
        }

    def limit(self, axes: Axes, value: float, upright: bool) -> None:
        """A dashed line where something begins to be too much or too little."""
        draw = axes.axvline if upright else axes.axhline
        draw(value, color=self.colours[_MARK], linewidth=0.8, linestyle=(0, (3, 2)))

    def style(self) -> Any:
        """What everything is drawn within."""
        ink, quiet, line = (self.colours[name] for name in (_INK, QUIET, _LINE))
        return self._mpl.rc_context(
            {
                "svg.fonttype": "none",
                "svg.hashsalt": "entrepot",
                "font.size": _LETTERS,
                "font.family": "DejaVu Sans",
                "text.color": ink,
                "axes.labelcolor": quiet,
                "axes.edgecolor": line,
                "axes.facecolor": "none",
                "axes.prop_cycle": self._cycle(color=[self.colours[DOT]]),
                "axes.spines.top": False,
                "axes.spines.right": False,
                "axes.linewidth": 0.8,
                "axes.labelsize": _LETTERS,
                "xtick.labelsize": _LETTERS,
                "ytick.labelsize": _LETTERS,
                "xtick.color": line,
                "xtick.labelcolor": ink,
                "ytick.color": line,
                "ytick.labelcolor": ink,
                "figure.facecolor": "none",
            }
        )

    def svg(self, figure: Figure, axes: list[Axes], label: str) -> Markup:
        """A drawing as a part of the page; `label` says what it shows."""
        for one in axes:
            one.tick_params(length=2)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
        drawing = buffer.getvalue()
        drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing[drawing.index("<svg") :], flags=re.DOTALL)
        for name, colour in self.colours.items():
            drawing = drawing.replace(colour, f"var({name})")
        self._drawn += 1
        drawing = re.sub(r'(\bid="|href="#|url\(#)', rf"\1p{self._drawn}-", drawing).replace("xlink:href", "href")
        drawing = re.sub(
            r'<svg [^>]*viewBox="([^"]*)"[^>]*>',
            lambda found: f'<svg viewBox="{found[1]}" role="img" aria-label="{escape(label)}">',
            drawing,
            count=1,
        )
        return Markup(drawing)  # noqa: S704 - drawn here, its texts escaped by the library
