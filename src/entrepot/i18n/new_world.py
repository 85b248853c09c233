"""Sentences of A New World."""

from __future__ import annotations

from collections.abc import Sequence

from .common import COLOURS, N_, Common, Data

_LANDMARKS = {
    "plains": N_("the plains"),
    "river": N_("the river"),
    "forest": N_("the forest"),
    "mountain": N_("the mountain"),
    "market": N_("the market"),
}

_BENEFITS = {
    "native-help": N_("native help"),
    "tool": N_("tool"),
    "new-settlers": N_("new settlers"),
    "exploration": N_("exploration"),
}

_PER_ICON = {
    "native-help": N_("{points} for each Native Help icon"),
    "tool": N_("{points} for each Tool icon"),
    "new-settlers": N_("{points} for each New Settlers icon"),
    "exploration": N_("{points} for each Exploration icon"),
}

_ICON_TILES = {
    "native-help": N_("a Native Help icon"),
    "tool": N_("a Tool icon"),
    "new-settlers": N_("a New Settlers icon"),
    "exploration": N_("an Exploration icon"),
}


class NewWorldTexts(Common):
    """Settlers, locations, forts and tiles."""

    # -- things ------------------------------------------------------------------------------------------------------

    def points(self, n: int) -> str:
        """Some points."""
        return self.ngettext("{n} point", "{n} points", n)

    def settlers(self, n: int) -> str:
        """Some settlers."""
        return self.ngettext("{n} settler", "{n} settlers", n)

    def landmark(self, icon: str) -> str:
        """The landmark of a location, by its icon."""
        return self._(_LANDMARKS[icon])

    def kind(self, benefit: str) -> str:
        """A New World icon by name."""
        return self._(_BENEFITS[benefit])

    def benefit(self, card: str) -> str:
        """What a point card brings besides its points."""
        _, kind, *more = card.split(" ")
        if kind == "native-help":
            return self._("native help at {place}", place=self.landmark(more[0]))
        if kind == "tool":
            return self._("a tool: {cube} at {place}", cube=self.cubes(more[1]), place=self.landmark(more[0]))
        if kind == "new-settlers":
            return self.ngettext("{n} new settler", "{n} new settlers", int(more[0]))
        return self._("an exploration")

    def land_card(self, card: str) -> str:
        """A point card with its price and what it brings."""
        cost, _, points = card.partition(" ")[0].partition("=")
        return self.ngettext(
            "{n} point for {cost}, with {benefit}",
            "{n} points for {cost}, with {benefit}",
            int(points),
            cost=self.cubes(cost),
            benefit=self.benefit(card),
        )

    def tile(self, tile: str) -> str:
        """What a bonus tile is worth."""
        counted, _, n = tile.partition("=")
        points = self.points(int(n))
        number, _, things = counted.partition(" ")
        if things == "settlers":
            return self._("{points} for every {number} settlers out of the reserve", points=points, number=number)
        if things:
            return self._("{points} for every {number} merchant cards", points=points, number=number)
        one, _, two = counted.partition("+")
        if two:
            return self._("{points} for each pair of {one} and {two}", points=points, one=self.kind(one),
                          two=self.kind(two))  # fmt: skip
        return points if one == "flat" else self._(_PER_ICON[one], points=points)

    def find(self, tile: str) -> str:
        """What an exploration tile brings."""
        first, _, second = tile.partition(" ")
        if not second:
            return self.cubes(tile)
        if first == "icon":
            return self._(_ICON_TILES[second])
        return self.points(int(first)) if second == "points" else self.settlers(int(first))

    def place(self, name: str, position: Data) -> str:
        """A location by its landmark and name."""
        entry = position["board"][name]
        if entry["type"] == "fort":
            return self._("the fort {name}", name=name)
        return self._("{landmark} ({name})", landmark=self.landmark(entry["icon"]), name=name)

    def does(self, name: str, position: Data, seat: int | None = None) -> str:
        """What can be done at a location; at a fort only what `seat` could do now, if one is given."""
        entry = position["board"][name]
        if entry["card"]:
            return self.conversion(entry["card"])
        card = _card_above(name, position)
        tile = any(stack["left"] for key, stack in position["stacks"].items() if _belongs(key, name))
        if seat is not None:
            own = position["seats"][seat]
            held = own["storage"] + position["costs"][name]["gift"]
            tile = tile and own["spaces"] > 0
            if card and any(held.count(colour) < card.partition("=")[0].count(colour) for colour in COLOURS):
                card = None
        if card and tile:
            return self._("claim {card}; take a bonus tile; or both", card=self.land_card(card))
        if card:
            return self._("claim {card}", card=self.land_card(card))
        return self._("take a bonus tile") if tile else self._("nothing is left here")

    # -- questions ---------------------------------------------------------------------------------------------------

    def new_world_question(self, decision: Data) -> str | None:
        """What is asked; None for what every game asks."""
        kind = decision["kind"]
        if kind == "turn":
            return self._("Send settlers to work at a location, or rest.")
        if kind == "fort":
            if decision["claimed"]:
                return self._("Take a bonus tile too?")
            if decision["bonus"]:
                return self._("Claim the card too?")
            return self._("Take a bonus tile or claim the card; you may do both.")
        if kind == "explore":
            return self._("Which exploration tile do you take? Its location is open from now on.")
        if kind == "return":
            return self.ngettext(
                "Return {n} cube: a storage holds 10.", "Return {n} cubes: a storage holds 10.", decision["surplus"]
            )
        return None

    # -- actions -----------------------------------------------------------------------------------------------------

    def new_world_action(self, verb: str, argument: str, position: Data, names: Sequence[str] | None) -> str | None:
        """What an action will do; None for those of every game."""
        kind = position["decision"]["kind"]
        if verb == "rest":
            seat = position["seat"]
            out = sum(there["settlers"] for there in position["locations"].values() if there.get("seat") == seat)
            if not out:
                return self._("Rest: all your settlers are at home.")
            return self.ngettext("Rest: {n} settler comes home.", "Rest: {n} settlers come home.", out)
        if verb == "work":
            return self._work(argument, position, names)
        if verb == "claim":
            card = position["points"]["row"][int(argument) - 1]
            return self._("Claim {card}.", card=self.land_card(card))
        if verb == "bonus":
            return self._("Take the bonus tile: {tile}.", tile=self.tile(position["stacks"][argument]["top"]))
        if verb == "explore":
            tile = position["locations"][argument]["tile"]
            return self._("Explore {place}: take {tile}.", place=self.place(argument, position), tile=self.find(tile))
        if verb == "stop" and kind == "fort":
            return self._("Leave it at that.")
        return None

    def _work(self, name: str, position: Data, names: Sequence[str] | None) -> str:
        cost = position["costs"][name]
        params = {
            "place": self.place(name, position),
            "settlers": self.settlers(cost["need"]),
            "does": self.does(name, position, position["seat"]),
        }
        gift = self.cubes(cost["gift"])
        if cost["ousts"] is None:
            if not cost["gift"]:
                return self._("Work at {place}: send {settlers}; {does}.", **params)
            return self._("Work at {place}: send {settlers}; your tools bring {cubes}; {does}.", cubes=gift, **params)
        owner = names[cost["ousts"]] if names else self._("seat {n}", n=cost["ousts"] + 1)
        home = self.settlers(position["locations"][name]["settlers"])
        if not cost["gift"]:
            return self._(
                "Work at {place}: send {settlers}, and {ousted} of {owner} must go home; {does}.",
                ousted=home,
                owner=owner,
                **params,
            )
        return self._(
            "Work at {place}: send {settlers}, and {ousted} of {owner} must go home; your tools bring {cubes}; {does}.",
            ousted=home,
            owner=owner,
            cubes=gift,
            **params,
        )

    # -- events ------------------------------------------------------------------------------------------------------

    def new_world_event(self, event: Data, name: str, names: Sequence[str]) -> str | None:
        """What happened; None for events of every game."""
        kind = event["kind"]
        if kind == "sent":
            return self._(
                "{name} sent {settlers} to {location}.",
                name=name,
                settlers=self.settlers(event["settlers"]),
                location=event["location"],
            )
        if kind == "ousted":
            return self._(
                "{by} drove {settlers} of {name} from {location}.",
                by=names[event["by"]],
                settlers=self.settlers(event["settlers"]),
                name=name,
                location=event["location"],
            )
        if kind == "tools":
            return self._("The tools of {name} brought {cubes}.", name=name, cubes=self.cubes(event["cubes"]))
        if kind == "bonus":
            return self._("{name} took a bonus tile: {tile}.", name=name, tile=self.tile(event["tile"]))
        if kind == "claimed" and " " in event["card"]:
            return self._("{name} claimed {card}.", name=name, card=self.land_card(event["card"]))
        if kind == "drawn":
            return self._("A card moved above the last fort: {card}.", card=self.land_card(event["card"]))
        if kind == "revealed" and event["row"] == "deck":
            return self._("The next card of the deck: {card}.", card=self.land_card(event["card"]))
        if kind == "revealed" and event["row"] == "stack":
            return self._(
                "The next bonus tile at {stack}: {tile}.", stack=event["stack"], tile=self.tile(event["tile"])
            )
        if kind == "settled":
            if not event["settlers"]:
                return self._("{name} has no settlers left in the reserve.", name=name)
            return self.ngettext(
                "{n} new settler joined {name}.", "{n} new settlers joined {name}.", event["settlers"], name=name
            )
        if kind == "explored":
            return self._(
                "{name} explored {location}: {tile}.",
                name=name,
                location=event["location"],
                tile=self.find(event["tile"]),
            )
        if kind == "rested" and "settlers" in event:
            return self.ngettext(
                "{name} rested: {n} settler came home.",
                "{name} rested: {n} settlers came home.",
                event["settlers"],
                name=name,
            )
        return None


def _belongs(stack: str, fort: str) -> bool:
    return stack == fort or stack.startswith(f"{fort}.")


def _card_above(fort: str, position: Data) -> str | None:
    forts = [name for name, entry in position["board"].items() if entry["type"] == "fort"]
    row: Sequence[str] = position["points"]["row"]
    slot = forts.index(fort)
    return row[slot] if slot < len(row) else None
