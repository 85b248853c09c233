"""All sentences in one language: events, actions, questions and refusals of every game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .catalogue import normalised, translations
from .common import COLOURS, LIMIT, N_, Data, begun, missing, trades
from .east_west import EastWestTexts
from .reasons import Reasons
from .spice_road import SpiceRoadTexts, coin_above

__all__ = ["COLOURS", "LIMIT", "N_", "Texts", "begun", "coin_above", "missing", "texts", "trades"]

_REASONS = {
    # taking back
    "nothing-done": N_("There is nothing to take back yet."),
    "turn-over": N_("The turn has ended, so it cannot be taken back."),
    "revealed": N_("A new card was revealed, so this cannot be taken back."),
    "over": N_("The game is over."),
    "not-yours": N_("It is not your turn to decide."),
    "too-often": N_("You have taken back often enough in this turn. Choose, and stay with it."),
    "too-long": N_("This game is longer than the server can keep. End it in its menu: it is scored as it stands."),
    "cannot-undo": N_("This cannot be taken back."),
    # refusals
    "bad-request": N_("That request was not understood."),
    "unknown-table": N_("There is no such table."),
    "not-found": N_("There is no such page."),
    "forbidden": N_("That is not yours to do."),
    "no-cookies": N_(
        "Your browser gave no cookie back. It tells who you are: without it a seat would not stay yours. "
        "Allow cookies for this site, then try again."
    ),
    "not-seated": N_("You do not sit at this table."),
    "not-your-decision": N_("It is not your turn to decide."),
    "stale": N_("The table has moved on since. Look again and choose."),
    "bad-components": N_("These components cannot be played with."),
    "bad-record": N_("This is no record that can be shown here."),
    "illegal": N_("That is not possible now. Choose something else."),
    "no-hints": N_("Hints are not for this table, or not for this moment."),
    "too-long-to-analyse": N_("This game is too long to be analysed."),
    "too-many-studies": N_("Several games are being analysed already. Please ask again when one of them is done."),
    "no-hint-now": N_("Nobody has the time to think about it just now. Please ask again in a moment."),
    "waiting-for-players": N_("Not everybody is here yet."),
    "not-over": N_("The game is not over yet."),
    "asked-lately": N_("The others would rather play on. You can ask again in a round."),
    "not-away": N_("They have not been away for that long yet."),
    "outdated": N_("This game was begun with rules or cards that are not installed any more."),
    "bad-token": N_("This invitation is not valid."),
    "seat-taken": N_("Somebody else has taken this seat."),
    "too-many-tables": N_("You have too many games running. Finish one first."),
    "too-many-lately": N_("Too much was begun from your connection lately. Please try again later."),
    "too-slow": N_("What you sent did not arrive in time. Please try again."),
    "too-many-requests": N_("That was a bit fast. Wait a moment and try again."),
    "method-not-allowed": N_("That is not possible here."),
    "too-large": N_("That was too much to take in: 64 KiB at most."),
    "storage": N_("The server cannot read or keep the games just now. Please try again in a moment."),
    "internal": N_("Something went wrong here. The game is safe; please try again."),
}

_RULINGS: dict[str, dict[object, str]] = {
    "empty_rest": {
        False: N_("You rest only when you have played a card."),
        True: N_("You may rest also when you have played no card."),
    },
    "idle_trade": {
        False: N_("A trade card is played only to trade."),
        True: N_("A trade card may be played without trading."),
    },
    "open_claims": {
        False: N_("Claimed point cards lie face down until the end."),
        True: N_("Claimed point cards lie open."),
    },
    "board": {"random": N_("The fourth board is drawn by lot.")},
    "replace_occupied": {
        True: N_("A route card with settlers on it may be replaced; they go home."),
        False: N_("A route card with settlers on it cannot be replaced."),
    },
    "merchant_pair_points": {
        1: N_("Where a bonus tile counts merchants, every two are worth 1 point."),
        2: N_("Where a bonus tile counts merchants, every two are worth 2 points."),
    },
    "sea": {
        "star": N_("The tiles of the sea lie in the shape of a star."),
        "random": N_("The tiles of the sea lie at random."),
    },
}
"""Per option and value a sentence; of the fourth board only the lot."""


class Texts(SpiceRoadTexts, EastWestTexts, Reasons):
    """All sentences in one language. Made by `texts(lang)`."""

    def card(self, text: str) -> str:
        """What a card does: `"YY>G"` as "trade 2 yellow for 1 green", a point card with its price."""
        if "=" not in text:
            return self.conversion(text)
        return self.land_card(text) if " " in text else self.priced(text)

    def reason(self, code: str, **params: object) -> str:
        """The sentence for a stable code; a code without its own sentence gets a general one."""
        known = _REASONS.get(code)
        if known is None:
            return self._("That did not work ({code}).", code=code)
        return self._(known, **params)

    def ruling(self, option: str, value: object) -> str:
        """What an option of a table means for the game."""
        known = _RULINGS[option].get(value)
        return self._(known) if known else self._("The fourth board is {board}.", board=value)

    def question(self, position: Data, names: Sequence[str] | None = None, *, mine: bool = False) -> str:
        """What is asked of the seat that decides; with names, of whom.

        Args:
            mine: the reader decides, so that names only tell who the others are.
        """
        if "board" in position:
            own = self.land_question(position, names)
        else:
            own = self.spice_road_question(position)
        question = own or self.common_question(position["decision"])
        if names is None or mine or position["seat"] is None:
            return question
        return self._("{name}: {question}", name=names[position["seat"]], question=question)

    def action(self, text: str, position: Data, names: Sequence[str] | None = None) -> str:
        """What an action of the seat that decides will do: one sentence that begins with its verb.

        Args:
            names: of all seats; "seat 2" and so on without.
        """
        verb, _, argument = text.partition(" ")
        if "board" in position:
            said = self.land_action(verb, argument, position, names)
        else:
            said = self.spice_road_action(verb, argument, position)
        return said or self.common_action(verb, argument, position)

    def event(self, event: Data, names: Sequence[str], position: Data) -> str | None:
        """What happened, in one sentence; None for events that say nothing to a reader.

        Args:
            position: the table as anybody sees it, for the places that are named.
        """
        seat = event["seat"]
        name = "" if seat is None else names[seat]
        return (
            self.spice_road_event(event, name)
            or self.land_event(event, name, names, position)
            or self.common_event(event, name)
        )


@lru_cache(maxsize=16)
def texts(lang: str | None = "en") -> Texts:
    """The sentences in a language; in English where there is no such catalogue."""
    code = normalised(lang)
    return Texts(code, translations(code))
