"""Sentences that all games share, and the tools that sentences are made with.

Whole sentences with placeholders and plural forms: word order and endings are the translators' business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Literal, TypeVar, cast

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from ..core.errors import N_ as N_
from ..core.errors import EntrepotError, Reason, one_line, shortened
from .catalogue import SOURCE, with_country

COLOURS = "YRGB"
LIMIT = 10

Data = Mapping[str, Any]


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - the name by which messages are found
    """Both forms of a message that belongs to a number, marked to be translated where it is told."""
    return one, many


_Said = TypeVar("_Said", bound=Callable[..., Any])


def remembered(said: _Said) -> _Said:
    """What is said of texts alone is said often; there is one speaker for a language, and it stays."""
    return cast(_Said, lru_cache(maxsize=4096)(said))


_UPGRADED = {
    "Y": N_("{name} upgraded yellow to red."),
    "R": N_("{name} upgraded red to green."),
    "G": N_("{name} upgraded green to brown."),
}

_UPGRADE = {
    "Y": N_("Upgrade yellow to red."),
    "R": N_("Upgrade red to green."),
    "G": N_("Upgrade green to brown."),
}

_SOURCES = {
    "cards": N_("point cards"),
    "coins": N_("coins"),
    "bonus": N_("bonus tiles"),
    "exploration": N_("exploration tiles"),
    "outposts": N_("outposts"),
    "cubes": N_("cubes that are not yellow"),
}


@remembered
def _joined(items: tuple[str, ...], style: Literal["unit", "standard"], lang: str) -> str:
    try:
        return format_list(items, style=style, locale=lang)
    except KeyError:  # Babel knows this style of some languages in part only
        return format_list(items, style="standard", locale=lang)


class Common:
    """Cubes, conversions, and the decisions and events that every game knows."""

    def __init__(self, lang: str, catalogue: NullTranslations) -> None:
        self.lang = lang
        self.gettext = lru_cache(maxsize=4096)(catalogue.gettext)
        self.plural = lru_cache(maxsize=4096)(catalogue.ngettext)
        self.pgettext = lru_cache(maxsize=4096)(catalogue.pgettext)

    def _(self, message: str, **params: object) -> str:
        """The message in this language, its placeholders filled in."""
        text = self.gettext(message)
        return text.format(**params) if "{" in text else text

    def error(self, told: EntrepotError | str) -> str:
        """An error, or the reason of one, in this language: one line."""
        reason = told.reason if isinstance(told, EntrepotError) else told
        if not isinstance(reason, Reason) or not reason.message or self.lang == SOURCE:
            return str(reason)
        values = {
            name: self.error(value) if isinstance(value, Reason) else one_line(str(value))
            for name, value in reason.values.items()
        }
        return shortened(self.gettext(reason.message).format(**values))

    def ngettext(self, one: str, many: str, n: int, **params: object) -> str:
        """The form of a message that belongs to a number; the number is the placeholder `n`."""
        return self.plural(one, many, n).format(n=n, **params)

    def decimal(self, value: float, places: int = 0) -> str:
        """A number with so many places, as this language writes numbers."""
        return format_decimal(value, f"#,##0.{'0' * places}" if places else "#,##0", self.lang)

    def percent(self, share: float, places: int = 0) -> str:
        """A share of 1 in hundredths."""
        pattern = Locale.parse(self.lang).percent_formats[None].pattern
        return format_percent(share, pattern.replace("##0", f"##0.{'0' * places}") if places else pattern, self.lang)

    @remembered
    def day(self, iso: str) -> str:
        """A day, of which ISO 8601 begins with year, month and day: "12 Mar 2026"."""
        return format_date(date.fromisoformat(iso[:10]), "medium", with_country(self.lang))

    @remembered
    def month(self, iso: str, *, year: bool = False) -> str:
        """The month of a day, perhaps with its year: "March 2026"."""
        return format_date(date.fromisoformat(iso[:10]), "LLLL y" if year else "LLLL", with_country(self.lang))

    def listed(self, items: Sequence[str]) -> str:
        """Items in a row, as this language writes lists."""
        return _joined(tuple(items), "unit", self.lang)

    def row(self, phrases: Iterable[str]) -> str:
        """Phrases one after the other, with more between them than a comma."""
        # Translators: what stands between two phrases, with its blanks.
        return self._("; ").join(phrases)

    def counted(self, name: str, n: int) -> str:
        """A number and what it is of."""
        return self._("{name}: {n}", name=name, n=n)

    def either(self, items: Sequence[str]) -> str:
        """Names in a row, joined by "and"."""
        return _joined(tuple(items), "standard", self.lang)

    @remembered
    def cubes(self, letters: str) -> str:
        """`"YYR"` as "2 yellow, 1 red"."""
        counted = [(colour, letters.count(colour)) for colour in COLOURS if colour in letters]
        if not counted:
            return self._("nothing")
        return self.listed([self.colour(colour, n) for colour, n in counted])

    def colour(self, colour: str, n: int) -> str:
        """Some cubes of one colour: "2 yellow"."""
        if colour == "Y":
            return self.ngettext("{n} yellow", "{n} yellow", n)
        if colour == "R":
            return self.ngettext("{n} red", "{n} red", n)
        if colour == "G":
            return self.ngettext("{n} green", "{n} green", n)
        return self.ngettext("{n} brown", "{n} brown", n)

    def source(self, key: str) -> str:
        """Where points come from: the name of a line of the score."""
        return self._(_SOURCES[key])

    @remembered
    def conversion(self, text: str, held: str = "") -> str:
        """What gains, upgrades or trades: `"YY>G"` as "trade 2 yellow for 1 green", how often with what is `held`."""
        if text.startswith("up"):
            return self.ngettext("upgrade up to {n} step", "upgrade up to {n} steps", int(text[2:]))
        cost, arrow, gain = text.partition(">")
        most = trades(held, cost, gain) if arrow and held else 0
        if most > 1:
            return self.ngettext(
                "trade {cost} for {gain}, up to {n} time",
                "trade {cost} for {gain}, up to {n} times",
                most,
                cost=self.cubes(cost),
                gain=self.cubes(gain),
            )
        if arrow:
            return self._("trade {cost} for {gain}", cost=self.cubes(cost), gain=self.cubes(gain))
        return self._("gain {cubes}", cubes=self.cubes(text))

    def common_question(self, decision: Data) -> str:
        """What is asked in a decision that every game knows."""
        kind = decision["kind"]
        if kind == "times":
            return self._("How often do you want to trade?")
        if kind == "upgrade":
            return self.ngettext("Upgrade a cube: {n} step left.", "Upgrade a cube: {n} steps left.", decision["steps"])
        return self._("The game is over.")

    def common_action(self, verb: str, argument: str, position: Data) -> str:
        """What an action of a decision that every game knows will do."""
        held: str = position["seats"][position["seat"]]["storage"]
        if verb == "stop":
            return self._("Stop here: no more steps.")
        if verb == "up":
            return self._(_UPGRADE[argument])
        if verb == "return":
            return self._(
                "Return {cube} of {held}.", cube=self.cubes(argument), held=self.colour(argument, held.count(argument))
            )
        return self._times(int(verb[1:]), position["decision"]["card"], held)

    def _times(self, n: int, card: str, held: str) -> str:
        cost, _, gain = card.partition(">")
        if n == 0:
            return self._("×0: do not trade.")
        return self._(
            "×{n}: trade {cost} for {gain}, then {held} of 10.",
            n=n,
            cost=self.cubes(cost * n),
            gain=self.cubes(gain * n),
            held=len(held) + n * (len(gain) - len(cost)),
        )

    def common_event(self, event: Data, name: str) -> str | None:
        """What happened, for events that every game knows; None for those that say nothing to a reader."""
        kind = event["kind"]
        if kind == "turn":
            return self._("Round {round}: {name} is to move.", round=event["round"], name=name)
        if kind == "gained":
            return self._("{name} gained {cubes}.", name=name, cubes=self.cubes(event["cubes"]))
        if kind == "traded":
            if not event["times"]:
                return self._("{name} did not trade.", name=name)
            return self._(
                "{name} traded {paid} for {gained}.",
                name=name,
                paid=self.cubes(event["paid"]),
                gained=self.cubes(event["gained"]),
            )
        if kind == "upgraded":
            return self._(_UPGRADED[event["from"]], name=name)
        if kind == "claimed":
            return self.ngettext(
                "{name} claimed {n} point for {cost}.",
                "{name} claimed {n} points for {cost}.",
                event["points"],
                name=name,
                cost=self.cubes(event["paid"]),
            )
        if kind == "returned":
            return self._("{name} returned {cube}.", name=name, cube=self.cubes(event["cube"]))
        if kind == "ending":
            return self._("{name} has enough point cards: this is the last round.", name=name)
        return self._("The game is over.") if kind == "over" else None


def begun(sentence: str) -> str:
    """A sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


@remembered
def missing(cost: str, held: str) -> str:
    """What is lacking to pay a cost."""
    return "".join(colour * max(0, cost.count(colour) - held.count(colour)) for colour in COLOURS)


@remembered
def trades(held: str, cost: str, gain: str) -> int:
    """How often a trade can be made, one after the other."""
    have = {colour: held.count(colour) for colour in COLOURS}
    n = 0
    while all(have[colour] >= cost.count(colour) for colour in COLOURS):
        for colour in COLOURS:
            have[colour] += gain.count(colour) - cost.count(colour)
        n += 1
    return n
