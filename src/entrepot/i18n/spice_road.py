"""Sentences of Spice Road."""

from __future__ import annotations

from ..games import spice_road
from .common import N_, Common, Data, trades

_COINS = {spice_road.GOLD: "gold", spice_road.SILVER: "silver"}
_PAY_QUESTIONS = (
    N_("Which cube goes on the first card?"),
    N_("Which cube goes on the second card?"),
    N_("Which cube goes on the third card?"),
    N_("Which cube goes on the fourth card?"),
    N_("Which cube goes on the fifth card?"),
)

_NONE_LEFT = N_("Pay {cube} onto card {slot}: it was your last of that colour.")


class SpiceRoadTexts(Common):
    """Merchants, the hand, coins."""

    def spice_road_question(self, position: Data) -> str | None:
        """What is asked; None for what every game asks."""
        decision = position["decision"]
        kind = decision["kind"]
        if kind == "turn":
            return self._("Play a card, take a merchant, claim points, or rest.")
        if kind == "pay":
            return self._(_PAY_QUESTIONS[decision["card"] - 1])
        if kind == "return":
            return self.ngettext(
                "Return {n} cube: a caravan carries 10.",
                "Return {n} cubes: a caravan carries 10.",
                decision["surplus"],
            )
        return None

    def spice_road_action(self, verb: str, argument: str, position: Data) -> str | None:
        """What an action will do; None for those of every game."""
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
            return self._claim_with_coin(int(argument), position)
        if verb == "pay":
            slot = position["decision"]["card"]
            left = held.count(argument) - 1
            if not left:
                return self._(_NONE_LEFT, cube=self.cubes(argument), slot=slot)
            return self._(
                "Pay {cube} onto card {slot}: {left} left.",
                cube=self.cubes(argument),
                slot=slot,
                left=self.colour(argument, left),
            )
        return None

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
        card, cubes = self.conversion(entry["card"]), entry["cubes"]
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

    def _claim_with_coin(self, slot: int, position: Data) -> str:
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

    def spice_road_event(self, event: Data, name: str) -> str | None:
        """What happened; None for events of every game."""
        kind = event["kind"]
        if kind == "played":
            return self._("{name} played a card: {card}.", name=name, card=self.conversion(event["card"]))
        if kind == "laid":
            return self._(
                "{name} put {cube} on card {slot}.", name=name, cube=self.cubes(event["cube"]), slot=event["slot"]
            )
        if kind == "acquired":
            return self._acquired(event, name)
        if kind == "rested" and "cards" in event:
            return self.ngettext(
                "{name} rested and took {n} card back.",
                "{name} rested and took {n} cards back.",
                event["cards"],
                name=name,
            )
        if kind == "coin":
            if event["coin"] == "gold":
                return self._("{name} received a gold coin.", name=name)
            return self._("{name} received a silver coin.", name=name)
        if kind == "silver-moved":
            return self._("The gold is gone: the silver coins now lie above the first point card.")
        if kind == "revealed" and event["row"] == "merchants":
            return self._("A new merchant: {card}.", card=self.conversion(event["card"]))
        if kind == "revealed" and event["row"] == "points":
            return self._("A new point card: {card}.", card=self.priced(event["card"]))
        return None

    def _acquired(self, event: Data, name: str) -> str:
        card, slot = self.conversion(event["card"]), event["slot"]
        if not event["cubes"]:
            return self._("{name} took merchant {slot}: {card}.", name=name, slot=slot, card=card)
        return self._(
            "{name} took merchant {slot}: {card}, and with it {cubes}.",
            name=name,
            slot=slot,
            card=card,
            cubes=self.cubes(event["cubes"]),
        )

    def priced(self, card: str) -> str:
        """A point card: `"YYRR=6"` as "6 points for 2 yellow, 2 red"."""
        cost, _, points = card.partition("=")
        return self.ngettext("{n} point for {cost}", "{n} points for {cost}", int(points), cost=self.cubes(cost))


def coin_above(slot: int, coins: Data) -> str | None:
    """The coin that claiming a slot brings: `"gold"`, `"silver"` or None (SR10)."""
    return _COINS.get(spice_road.coin_above(slot, coins["gold"], coins["silver"]))
