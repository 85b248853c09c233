"""Sentences of A New World."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .common import N_, Common, Data, begun, missing, remembered

_LANDMARKS = {
    "plains": N_("the plains"),
    "river": N_("the river"),
    "forest": N_("the forest"),
    "mountain": N_("the mountain"),
    "market": N_("the market"),
    "fort": N_("the fort"),
}

_WORK = {
    "plains": N_("Work at the plains {where}: {steps}."),
    "river": N_("Work at the river {where}: {steps}."),
    "forest": N_("Work in the forest {where}: {steps}."),
    "mountain": N_("Work at the mountain {where}: {steps}."),
    "market": N_("Work at the market {where}: {steps}."),
    "fort": N_("Work at the fort {where}: {steps}."),
}

_EXPLORE = {
    "plains": N_("Explore the plains {where}: take {tile}."),
    "river": N_("Explore the river {where}: take {tile}."),
    "forest": N_("Explore the forest {where}: take {tile}."),
    "mountain": N_("Explore the mountain {where}: take {tile}."),
    "market": N_("Explore the market {where}: take {tile}."),
}

_HELP = {
    "plains": N_("native help at the plains"),
    "river": N_("native help at the river"),
    "forest": N_("native help in the forest"),
    "mountain": N_("native help at the mountain"),
    "market": N_("native help at the market"),
}

_TOOL = {
    "plains": N_("a tool: {cubes} at the plains"),
    "river": N_("a tool: {cubes} at the river"),
    "forest": N_("a tool: {cubes} in the forest"),
    "mountain": N_("a tool: {cubes} at the mountain"),
    "market": N_("a tool: {cubes} at the market"),
}

_KINDS = {
    "native-help": N_("Native Help"),
    "tool": N_("Tool"),
    "new-settlers": N_("New Settlers"),
    "exploration": N_("Exploration"),
}

_PER_ICON = {
    "native-help": N_("{points} for each Native Help icon"),
    "tool": N_("{points} for each Tool icon"),
    "new-settlers": N_("{points} for each New Settlers icon"),
    "exploration": N_("{points} for each Exploration icon"),
}

_PER_TWO = {
    "native-help": N_("{points} for every two Native Help icons"),
    "tool": N_("{points} for every two Tool icons"),
    "new-settlers": N_("{points} for every two New Settlers icons"),
    "exploration": N_("{points} for every two Exploration icons"),
}

_ICON_TILES = {
    "native-help": N_("a Native Help icon"),
    "tool": N_("a Tool icon"),
    "new-settlers": N_("a New Settlers icon"),
    "exploration": N_("an Exploration icon"),
}


_COUNTED = ("fort", "market")
"""What lies there changes, so that it tells nobody which one is meant."""


class Called(NamedTuple):
    """What a location is called, and where it lies; `briefly`: what can be done there is told beside it."""

    place: str
    where: str
    place_briefly: str
    where_briefly: str


class NewWorldTexts(Common):
    """Settlers, locations, forts and tiles."""

    LANDMARKS = _LANDMARKS
    WORK = _WORK
    EXPLORE = _EXPLORE
    _latest: tuple[object, Mapping[str, Called]] | None = None
    """The board that was asked about last: many sentences are asked for about the same."""

    # -- things ------------------------------------------------------------------------------------------------------

    @remembered
    def points(self, n: int) -> str:
        """Some points."""
        return self.ngettext("{n} point", "{n} points", n)

    @remembered
    def settlers(self, n: int) -> str:
        """Some settlers."""
        return self.ngettext("{n} settler", "{n} settlers", n)

    def named_by(self, entry: Mapping[str, Any]) -> str:
        """What a location is called by: its landmark, where it has one and is no fort."""
        return "fort" if entry["type"] == "fort" else str(entry["icon"] or entry["type"])

    @remembered
    def landmark(self, icon: str) -> str:
        """The landmark of a location, by its icon; of one without, by its type."""
        return self._(self.LANDMARKS[icon])

    def kind(self, benefit: str) -> str:
        """A New World icon by name."""
        return self._(_KINDS[benefit])

    def benefit(self, card: str) -> str:
        """What a point card brings besides its points."""
        _, kind, *more = card.split(" ")
        if kind == "native-help":
            return self._(_HELP[more[0]])
        if kind == "tool":
            return self._(_TOOL[more[0]], cubes=self.cubes(more[1]))
        if kind == "new-settlers":
            return self.ngettext("{n} new settler", "{n} new settlers", int(more[0]))
        return self._("an exploration")

    @remembered
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

    @remembered
    def tile(self, tile: str) -> str:
        """What a bonus tile is worth."""
        counted, _, n = tile.partition("=")
        points = self.points(int(n))
        number, _, things = counted.partition(" ")
        if things == "settlers":
            return self.ngettext(
                "{points} for each settler that has left the reserve",
                "{points} for every {n} settlers that have left the reserve",
                int(number),
                points=points,
            )
        if things:
            return self.ngettext(
                "{points} for each merchant card", "{points} for every {n} merchant cards", int(number), points=points
            )
        one, _, two = counted.partition("+")
        if one == two:
            return self._(_PER_TWO[one], points=points)
        if two:
            # Translators: one and two are names of icons, as in "3 points for each pair of Tool and Exploration".
            return self._(
                "{points} for each pair of {one} and {two}", points=points, one=self.kind(one), two=self.kind(two)
            )
        return points if one == "flat" else self._(_PER_ICON[one], points=points)

    @remembered
    def find(self, tile: str) -> str:
        """What an exploration tile brings."""
        first, _, second = tile.partition(" ")
        if not second:
            return self.cubes(tile)
        if first == "icon":
            return self._(_ICON_TILES[second])
        return self.points(int(first)) if second == "points" else self.settlers(int(first))

    def place(self, name: str, position: Data, *, briefly: bool = False) -> str:
        """A location by its landmark and where it lies; no two of a game are called alike.

        Args:
            briefly: what can be done there is told beside it.
        """
        called = self.called(position)[name]
        return called.place_briefly if briefly else called.place

    def where(self, name: str, position: Data, *, briefly: bool = False) -> str:
        """Where a location lies: its board, and what tells it apart from others of its landmark there.

        Args:
            briefly: what can be done there is told beside it.
        """
        called = self.called(position)[name]
        return called.where_briefly if briefly else called.where

    def called(self, position: Data) -> Mapping[str, Called]:
        """What all locations are called: it depends on nothing that changes in a game."""
        board, latest = position["board"], self._latest
        if latest is None or latest[0] is not board:
            keys = ((name, one["type"], one["icon"], one["card"], one.get("steps")) for name, one in board.items())
            self._latest = latest = (board, self._called(tuple(keys)))
        return latest[1]

    @remembered
    def _called(self, locations: tuple[tuple[Any, ...], ...]) -> Mapping[str, Called]:
        board = {
            name: {"type": kind, "icon": icon, "card": card, "steps": steps}
            for name, kind, icon, card, steps in locations
        }
        alike: dict[tuple[str, str], list[str]] = {}
        for name, entry in board.items():
            alike.setdefault((name.partition(".")[0], self.named_by(entry)), []).append(name)
        found = {}
        for (face, landmark), names in alike.items():
            does = {
                name: self.does(name, {"board": board})
                for name in names
                if landmark not in _COUNTED and board[name]["type"] not in _COUNTED
            }
            told = list(does.values())
            for n, name in enumerate(names, 1):
                where = briefly = self._("on {face}", face=face)
                if len(names) > 1 and told.count(does.get(name, "")) == 1:
                    where = self._("on {face} ({does})", face=face, does=does[name])
                elif len(names) > 1:
                    where = briefly = self._("no. {n} on {face}", n=n, face=face)
                # Translators: a location and the board that it is on, such as "the plains on A1".
                place, place_briefly = (
                    self._("{landmark} {where}", landmark=self.landmark(landmark), where=one)
                    for one in (where, briefly)
                )
                found[name] = Called(place, where, place_briefly, briefly)
        return found

    def does(self, name: str, position: Data, seat: int | None = None) -> str:
        """What can be done at a location; if a seat is given, what it could do there now."""
        entry = position["board"][name]
        if entry["card"]:
            held = "" if seat is None else position["seats"][seat]["storage"] + position["costs"][name]["gift"]
            return self.conversion(entry["card"], held)
        card, tile = at_fort(name, position, seat)
        if card and tile:
            return self._("claim {card}; take a bonus tile; or both", card=self.land_card(card))
        if card:
            return self._("claim {card}", card=self.land_card(card))
        return self._("take a bonus tile") if tile else self._("nothing is left here")

    def obstacle(self, name: str, position: Data, seat: int) -> str:
        """What keeps a seat that may see `position["costs"]` from working at a location; empty if nothing does."""
        cost, own = position["costs"][name], position["seats"][seat]
        if cost["why"] == "settlers":
            return self.too_few(cost["need"], own["home"])
        if cost["why"] == "cubes":
            card = position["board"][name]["card"] or _card_above(name, position) or ""
            price = card.partition(">")[0].partition("=")[0]
            return self._("Missing: {cubes}.", cubes=self.cubes(missing(price, own["storage"] + cost["gift"])))
        if cost["why"] == "covered":
            return self._("An exploration tile lies here.")
        if cost["why"] == "yours":
            return self._("Your settlers stand here.")
        return self._("Nothing is left here.") if cost["why"] else ""

    def too_few(self, need: int, home: int) -> str:
        """That there are not settlers enough."""
        return self.ngettext(
            "It needs {n} settler, {home} at home.", "It needs {n} settlers, {home} at home.", need, home=home
        )

    # -- questions ---------------------------------------------------------------------------------------------------

    def land_question(self, position: Data, names: Sequence[str] | None = None) -> str | None:  # noqa: ARG002
        """What is asked; None for what every game asks."""
        decision = position["decision"]
        kind = decision["kind"]
        if kind == "turn":
            return self._("Send settlers to work at a location, or rest.")
        if kind == "fort":
            if decision["claimed"]:
                return self._("Take a bonus tile too?")
            if decision["bonus"]:
                return self._("Claim the card too?")
            card, _ = at_fort(decision["location"], position, position["seat"])
            if card:
                return self._("Take a bonus tile or claim the card; you may do both.")
            return self._("Which bonus tile do you take?")
        if kind == "explore":
            return self._("Which exploration tile do you take? Its location is open from now on.")
        if kind == "return":
            return self.ngettext(
                "Return {n} cube: a storage holds 10.", "Return {n} cubes: a storage holds 10.", decision["surplus"]
            )
        return None

    # -- actions -----------------------------------------------------------------------------------------------------

    def land_action(self, verb: str, argument: str, position: Data, names: Sequence[str] | None) -> str | None:
        """What an action will do; None for those of every game."""
        decision = position["decision"]
        if verb == "rest":
            out = self.out(position, position["seat"])
            if not out:
                return self._("Rest: nothing changes, all your settlers are at home.")
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
            entry = position["board"][argument]
            where = self.where(argument, position)
            return self._(self.EXPLORE[self.named_by(entry)], where=where, tile=self.find(tile))
        if verb == "stop" and decision["kind"] == "fort":
            if decision["claimed"]:
                return self._("Stop here: no bonus tile.")
            return self._("Stop here: no card.")
        return None

    def out(self, position: Data, seat: int) -> int:
        """How many settlers of a seat come home when it rests."""
        return sum(there["settlers"] for there in position["locations"].values() if there.get("seat") == seat)

    def _work(self, name: str, position: Data, names: Sequence[str] | None) -> str:
        cost = position["costs"][name]
        steps = [self.ngettext("send {n} settler", "send {n} settlers", cost["need"])]
        if cost["ousts"] is not None:
            owner = names[cost["ousts"]] if names else self._("seat {number}", number=cost["ousts"] + 1)
            steps.append(
                self.ngettext(
                    "{n} settler of {name} goes home",
                    "{n} settlers of {name} go home",
                    position["locations"][name]["settlers"],
                    name=owner,
                )
            )
        if cost["gift"]:
            steps.append(self._("your tools bring {cubes}", cubes=self.cubes(cost["gift"])))
        steps.append(self.does(name, position, position["seat"]))
        where = self.where(name, position, briefly=True)
        return self._(self.WORK[self.named_by(position["board"][name])], where=where, steps=self.row(steps))

    # -- events ------------------------------------------------------------------------------------------------------

    def land_event(self, event: Data, name: str, names: Sequence[str], position: Data) -> str | None:
        """What happened; None for events of every game."""
        kind = event["kind"]
        if kind == "sent":
            return self.ngettext(
                "{name} sent {n} settler to work: {place}.",
                "{name} sent {n} settlers to work: {place}.",
                event["settlers"],
                name=name,
                place=self.place(event["location"], position),
            )
        if kind == "ousted":
            return self.ngettext(
                "{by} sent {n} settler of {name} home.",
                "{by} sent {n} settlers of {name} home.",
                event["settlers"],
                by=names[event["by"]],
                name=name,
            )
        if kind == "tools":
            return self._("The tools of {name} brought {cubes}.", name=name, cubes=self.cubes(event["cubes"]))
        if kind == "bonus":
            return self._("{name} took a bonus tile: {tile}.", name=name, tile=self.tile(event["tile"]))
        if kind == "claimed" and " " in event["card"]:
            return self._("{name} claimed {card}.", name=name, card=self.land_card(event["card"]))
        if kind == "drawn":
            return self._("A new card above the last fort: {card}.", card=self.land_card(event["card"]))
        if kind == "revealed" and event["row"] == "deck":
            return self._("The next card of the deck: {card}.", card=self.land_card(event["card"]))
        if kind == "revealed" and event["row"] == "stack":
            place = self.place(fort_of(event["stack"]), position)
            return begun(self._("{place}: the next bonus tile is {tile}.", place=place, tile=self.tile(event["tile"])))
        if kind == "settled":
            if not event["settlers"]:
                return self._("{name} has no settlers left in the reserve.", name=name)
            return self.ngettext(
                "{n} new settler joined {name}.", "{n} new settlers joined {name}.", event["settlers"], name=name
            )
        if kind == "explored":
            return self._(
                "{name} explored and took {tile}. Open from now on: {place}.",
                name=name,
                tile=self.find(event["tile"]),
                place=self.place(event["location"], position),
            )
        if kind == "rested" and "settlers" in event:
            if not event["settlers"]:
                return self._("{name} rested; all settlers were at home.", name=name)
            return self.ngettext(
                "{name} rested: {n} settler came home.",
                "{name} rested: {n} settlers came home.",
                event["settlers"],
                name=name,
            )
        return None


def at_fort(fort: str, position: Data, seat: int | None = None) -> tuple[str | None, bool]:
    """The card above a fort and whether it has a bonus tile; if a seat is given, only what that seat could take."""
    card = _card_above(fort, position)
    tile = any(stack["left"] for stack in stacks_of(fort, position))
    if seat is None:
        return card, tile
    own = position["seats"][seat]
    if card and missing(card.partition("=")[0], own["storage"]):
        card = None
    return card, tile and own["spaces"] > 0


def fort_of(stack: str) -> str:
    """The fort of a stack, which has its name, or that and a number."""
    return ".".join(stack.split(".")[:2])


def stacks_of(fort: str, position: Data) -> list[Data]:
    """The stacks of bonus tiles at a fort."""
    return [stack for key, stack in position["stacks"].items() if key == fort or key.startswith(f"{fort}.")]


def _card_above(fort: str, position: Data) -> str | None:
    forts = [name for name, entry in position["board"].items() if entry["type"] == "fort"]
    row: Sequence[str] = position["points"]["row"]
    slot = forts.index(fort)
    return row[slot] if slot < len(row) else None
