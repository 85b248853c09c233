"""Sentences for events, actions, questions and refusals.

Whole sentences with placeholders and plural forms: word order and endings are the translators' business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from babel.lists import format_list

from .catalogue import normalised, translations

COLOURS = "YRGB"
LIMIT = 10

Data = Mapping[str, Any]


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a message that is translated later."""
    return message


_REASONS = {
    # taking back
    "nothing-done": N_("There is nothing to take back yet."),
    "turn-over": N_("The turn has ended, so it cannot be taken back."),
    "revealed": N_("A new card was revealed, so this cannot be taken back."),
    "over": N_("The game is over."),
    "not-yours": N_("It is not your turn to decide."),
    "cannot-undo": N_("This cannot be taken back."),
    # refusals
    "bad-request": N_("That request was not understood."),
    "unknown-table": N_("There is no such table."),
    "not-found": N_("There is no such page."),
    "forbidden": N_("That is not yours to do."),
    "not-seated": N_("You do not sit at this table."),
    "not-your-decision": N_("It is not your turn to decide."),
    "stale": N_("The table has moved on since. Look again and choose."),
    "bad-components": N_("These components cannot be played with."),
    "illegal": N_("That is not possible now. Choose something else."),
    "waiting-for-players": N_("Not everybody is here yet."),
    "not-over": N_("The game is not over yet."),
    "outdated": N_("This game was begun with rules or cards that are not installed any more."),
    "bad-token": N_("This invitation is not valid."),
    "seat-taken": N_("Somebody else has taken this seat."),
    "too-many-tables": N_("You have too many games running. Finish one first."),
    "too-many-requests": N_("That was a bit fast. Wait a moment and try again."),
    "method-not-allowed": N_("That is not possible here."),
    "too-large": N_("That was too much to take in."),
    "internal": N_("Something went wrong here. The game is safe; please try again."),
}

_PAY_QUESTIONS = (
    N_("Which cube goes on the first card?"),
    N_("Which cube goes on the second card?"),
    N_("Which cube goes on the third card?"),
    N_("Which cube goes on the fourth card?"),
    N_("Which cube goes on the fifth card?"),
)

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

_NONE_LEFT = N_("Pay {cube} onto card {slot}: it was your last of that colour.")


class Texts:
    """All sentences in one language. Made by `texts(lang)`."""

    def __init__(self, lang: str, catalogue: NullTranslations) -> None:
        self.lang = lang
        self.catalogue = catalogue

    def _(self, message: str, **params: object) -> str:
        """The message in this language, its placeholders filled in."""
        return self.catalogue.gettext(message).format(**params)

    def ngettext(self, one: str, many: str, n: int, **params: object) -> str:
        """The form of a message that belongs to a number; the number is the placeholder `n`."""
        return self.catalogue.ngettext(one, many, n).format(n=n, **params)

    def listed(self, items: Sequence[str]) -> str:
        """Items in a row, as this language writes lists."""
        return format_list(items, style="unit", locale=self.lang)

    def either(self, items: Sequence[str]) -> str:
        """Names in a row, joined by "and"."""
        return format_list(items, style="standard", locale=self.lang)

    # -- things ------------------------------------------------------------------------------------------------------

    def cubes(self, letters: str) -> str:
        """`"YYR"` as "2 yellow, 1 red"."""
        counted = [(colour, letters.count(colour)) for colour in COLOURS if colour in letters]
        if not counted:
            return self._("nothing")
        return self.listed([self._colour(colour, n) for colour, n in counted])

    def _colour(self, colour: str, n: int) -> str:
        if colour == "Y":
            return self.ngettext("{n} yellow", "{n} yellow", n)
        if colour == "R":
            return self.ngettext("{n} red", "{n} red", n)
        if colour == "G":
            return self.ngettext("{n} green", "{n} green", n)
        return self.ngettext("{n} brown", "{n} brown", n)

    def card(self, text: str) -> str:
        """What a card does: `"YY>G"` as "trade 2 yellow for 1 green"."""
        if "=" in text:
            cost, _, points = text.partition("=")
            return self.ngettext("{n} point for {cost}", "{n} points for {cost}", int(points), cost=self.cubes(cost))
        if text.startswith("up"):
            return self.ngettext("upgrade up to {n} step", "upgrade up to {n} steps", int(text[2:]))
        cost, arrow, gain = text.partition(">")
        if arrow:
            return self._("trade {cost} for {gain}", cost=self.cubes(cost), gain=self.cubes(gain))
        return self._("gain {cubes}", cubes=self.cubes(text))

    # -- refusals ----------------------------------------------------------------------------------------------------

    def reason(self, code: str, **params: object) -> str:
        """The sentence for a stable code; a code without its own sentence gets a general one."""
        known = _REASONS.get(code)
        if known is None:
            return self._("That did not work ({code}).", code=code)
        return self._(known, **params)

    # -- questions ---------------------------------------------------------------------------------------------------

    def question(self, position: Data, names: Sequence[str] | None = None) -> str:
        """What is asked of the seat that decides; with names, of whom."""
        question = self._question(position)
        if names is None or position["seat"] is None:
            return question
        return self._("{name}: {question}", name=names[position["seat"]], question=question)

    def _question(self, position: Data) -> str:
        decision = position["decision"]
        kind = decision["kind"]
        if kind == "turn":
            return self._("Play a card, take a merchant, claim points, or rest.")
        if kind == "times":
            return self._("How often do you want to trade?")
        if kind == "upgrade":
            return self.ngettext("Upgrade a cube: {n} step left.", "Upgrade a cube: {n} steps left.", decision["steps"])
        if kind == "pay":
            return self._(_PAY_QUESTIONS[decision["card"] - 1])
        if kind == "return":
            return self.ngettext(
                "Return {n} cube: a caravan carries 10.",
                "Return {n} cubes: a caravan carries 10.",
                decision["surplus"],
            )
        return self._("The game is over.")

    # -- actions -----------------------------------------------------------------------------------------------------

    def action(self, text: str, position: Data) -> str:
        """What an action of the seat that decides will do: one sentence that begins with its verb."""
        verb, _, argument = text.partition(" ")
        seat = position["seats"][position["seat"]]
        held: str = seat["storage"]
        if verb == "rest":
            return self.ngettext(
                "Rest: take {n} played card back.", "Rest: take {n} played cards back.", len(seat["played"])
            )
        if verb == "play":
            return self._play(argument, held)
        if verb == "acquire":
            return self._acquire(int(argument), position)
        if verb == "claim":
            return self._claim(int(argument), position)
        if verb == "stop":
            return self._("Stop here: no more steps.")
        if verb == "up":
            return self._(_UPGRADE[argument])
        if verb == "pay":
            slot = position["decision"]["card"]
            left = held.count(argument) - 1
            if not left:
                return self._(_NONE_LEFT, cube=self.cubes(argument), slot=slot)
            return self._(
                "Pay {cube} onto card {slot}: {left} left.",
                cube=self.cubes(argument),
                slot=slot,
                left=self._colour(argument, left),
            )
        if verb == "return":
            return self._(
                "Return {cube} of {held}.", cube=self.cubes(argument), held=self._colour(argument, held.count(argument))
            )
        return self._times(int(verb[1:]), position["decision"]["card"], held)

    def _play(self, card: str, held: str) -> str:
        if card.startswith("up"):
            return self.ngettext("Upgrade up to {n} step.", "Upgrade up to {n} steps.", int(card[2:]))
        cost, arrow, gain = card.partition(">")
        if not arrow:
            return self._("Gain {cubes}, then {held} of 10.", cubes=self.cubes(card), held=len(held) + len(card))
        most = trades(held, cost, gain)
        if most == 1:
            return self._("Trade {cost} for {gain}, once.", cost=self.cubes(cost), gain=self.cubes(gain))
        if most == 0:
            return self._(
                "Trade {cost} for {gain}: play the card without trading.", cost=self.cubes(cost), gain=self.cubes(gain)
            )
        return self.ngettext(
            "Trade {cost} for {gain}, up to {n} time.",
            "Trade {cost} for {gain}, up to {n} times.",
            most,
            cost=self.cubes(cost),
            gain=self.cubes(gain),
        )

    def _acquire(self, slot: int, position: Data) -> str:
        entry = position["merchants"]["row"][slot - 1]
        card, cubes = self.card(entry["card"]), entry["cubes"]
        if slot == 1 and not cubes:
            return self._("Take merchant {slot}: {card}. It costs nothing.", slot=slot, card=card)
        if slot == 1:
            return self._(
                "Take merchant {slot}: {card}. It costs nothing and brings {cubes}.",
                slot=slot,
                card=card,
                cubes=self.cubes(cubes),
            )
        if not cubes:
            return self.ngettext(
                "Take merchant {slot}: {card}. Pay {n} cube, one on each card to its left.",
                "Take merchant {slot}: {card}. Pay {n} cubes, one on each card to its left.",
                slot - 1,
                slot=slot,
                card=card,
            )
        return self.ngettext(
            "Take merchant {slot}: {card}. Pay {n} cube, one on each card to its left; it brings {cubes}.",
            "Take merchant {slot}: {card}. Pay {n} cubes, one on each card to its left; it brings {cubes}.",
            slot - 1,
            slot=slot,
            card=card,
            cubes=self.cubes(cubes),
        )

    def _claim(self, slot: int, position: Data) -> str:
        cost, _, points = position["points"]["row"][slot - 1].partition("=")
        coin = coin_above(slot, position["coins"])
        paid, n = self.cubes(cost), int(points)
        if coin == "gold":
            return self.ngettext(
                "Claim {n} point and a gold coin: return {cost}.",
                "Claim {n} points and a gold coin: return {cost}.",
                n,
                cost=paid,
            )
        if coin == "silver":
            return self.ngettext(
                "Claim {n} point and a silver coin: return {cost}.",
                "Claim {n} points and a silver coin: return {cost}.",
                n,
                cost=paid,
            )
        return self.ngettext("Claim {n} point: return {cost}.", "Claim {n} points: return {cost}.", n, cost=paid)

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

    # -- events ------------------------------------------------------------------------------------------------------

    def event(self, event: Data, names: Sequence[str]) -> str | None:
        """What happened, in one sentence; None for events that say nothing to a reader."""
        kind = event["kind"]
        seat = event["seat"]
        name = "" if seat is None else names[seat]
        if kind == "turn":
            return self._("Round {round}: {name} is to move.", round=event["round"], name=name)
        if kind == "played":
            return self._("{name} played a card: {card}.", name=name, card=self.card(event["card"]))
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
        if kind == "laid":
            return self._(
                "{name} put {cube} on card {slot}.", name=name, cube=self.cubes(event["cube"]), slot=event["slot"]
            )
        if kind == "acquired":
            return self._acquired(event, name)
        if kind == "rested":
            return self.ngettext(
                "{name} rested and took {n} card back.",
                "{name} rested and took {n} cards back.",
                event["cards"],
                name=name,
            )
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
        return self._table_event(event, name)

    def _acquired(self, event: Data, name: str) -> str:
        card, slot = self.card(event["card"]), event["slot"]
        if not event["cubes"]:
            return self._("{name} took merchant {slot}: {card}.", name=name, slot=slot, card=card)
        return self._(
            "{name} took merchant {slot}: {card}, and with it {cubes}.",
            name=name,
            slot=slot,
            card=card,
            cubes=self.cubes(event["cubes"]),
        )

    def _table_event(self, event: Data, name: str) -> str | None:
        kind = event["kind"]
        if kind == "coin":
            if event["coin"] == "gold":
                return self._("{name} received a gold coin.", name=name)
            return self._("{name} received a silver coin.", name=name)
        if kind == "silver-moved":
            return self._("The gold is gone: the silver coins now lie above the first point card.")
        if kind == "revealed":
            if event["row"] == "merchants":
                return self._("A new merchant: {card}.", card=self.card(event["card"]))
            return self._("A new point card: {card}.", card=self.card(event["card"]))
        if kind == "ending":
            return self._("{name} has enough point cards: this is the last round.", name=name)
        if kind == "over":
            return self._("The game is over.")
        return None


def trades(held: str, cost: str, gain: str) -> int:
    """How often a trade can be made, one after the other."""
    have = {colour: held.count(colour) for colour in COLOURS}
    n = 0
    while all(have[colour] >= cost.count(colour) for colour in COLOURS):
        for colour in COLOURS:
            have[colour] += gain.count(colour) - cost.count(colour)
        n += 1
    return n


def coin_above(slot: int, coins: Data) -> str | None:
    """The coin that claiming a slot brings: `"gold"`, `"silver"` or None (SR10)."""
    piles = ("gold", "silver") if coins["gold"] else ("silver",)
    coin = piles[slot - 1] if slot <= len(piles) else None
    return coin if coin and coins[coin] else None


@lru_cache(maxsize=16)
def texts(lang: str | None = "en") -> Texts:
    """The sentences in a language; in English where there is no such catalogue."""
    code = normalised(lang)
    return Texts(code, translations(code))
