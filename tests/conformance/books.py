"""Book-keepers: each follows one game from its first position and its events alone, knowing none of its code.

They are told what happened, never what is legal. When their table is equal to the real one after every action, then
events leave nothing out, and no card, cube or coin comes from nowhere or gets lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from typing import Any

import entrepot

Data = dict[str, Any]


class Books(ABC):
    """The table of one game, kept up by events. What games have in common is noted here."""

    def __init__(self, position: Data) -> None:
        self.table: Data = position
        self.storage = [Counter(one["storage"]) for one in position["seats"]]
        self.bowls: Counter[str] = Counter()
        self.triggered: list[int] = []
        self.turn: int = position.get("active", position["seat"]) or 0
        self.begun = self.again = False

    def give(self, seat: int, cubes: str) -> None:
        """Cubes come into a storage."""
        self.storage[seat].update(cubes)

    def take(self, seat: int, cubes: str) -> None:
        """Cubes leave a storage."""
        self.storage[seat].subtract(cubes)
        assert min(self.storage[seat].values(), default=0) >= 0, f"seat {seat} pays {cubes} which it has not"

    def supply(self, seat: int, paid: str, gained: str) -> None:
        """Cubes go to the bowls, then others come from there."""
        self.take(seat, paid)
        self.bowls.update(paid)
        self.bowls.subtract(gained)
        self.give(seat, gained)

    def note(self, event: Data) -> None:
        """Take in one event; anything that does not fit the table is an assertion."""
        kind, seat = event["kind"], event["seat"]
        if kind == "turn":
            self.begin(seat, event["round"])
        elif kind == "action":
            assert str(entrepot.Action.parse(event["text"])) == event["text"]
        elif kind == "gained":
            self.supply(seat, "", event["cubes"])
        elif kind == "traded":
            cost, _, gain = event["card"].partition(">")
            assert self.may_trade(seat, event["card"])
            assert Counter(event["paid"]) == Counter(cost * event["times"])
            assert Counter(event["gained"]) == Counter(gain * event["times"])
            for _ in range(event["times"]):
                self.supply(seat, cost, gain)
        elif kind == "upgraded":
            assert "YRGB".index(event["to"]) == "YRGB".index(event["from"]) + 1
            self.supply(seat, event["from"], event["to"])
        elif kind == "claimed":
            cost, _, rest = event["card"].partition("=")
            assert self.table["points"]["row"].pop(event["slot"] - 1) == event["card"]
            assert (event["paid"], event["points"]) == (cost, int(rest.split()[0]))
            self.supply(seat, cost, "")
            self.table["seats"][seat]["claimed"].append(event["card"])
        elif kind == "returned":
            self.supply(seat, event["cube"], "")
        elif kind == "ending":
            assert not self.triggered
            self.triggered.append(seat)
            self.table["ending"] = True
        elif kind == "over":
            assert self.triggered
        else:
            self.own(kind, event, self.table["seats"][seat] if seat is not None else {})

    def begin(self, seat: int, number: int) -> None:
        """A turn begins: of the next seat, or of the same one where something gave it another."""
        last, self.turn = self.turn, seat
        self.table["round"] += not self.again and seat < last
        assert seat == last if self.again or not self.begun else seat == (last + 1) % len(self.storage)
        assert not self.triggered or seat != 0 or self.again
        assert number == self.table["round"]
        self.begun, self.again = True, False

    def may_trade(self, seat: int, card: str) -> bool:
        """Whether it can be this trade that the seat is making."""
        return True

    def cubes(self, *elsewhere: Counter[str]) -> Counter[str]:
        """All cubes there are: in the bowls, in storages, and elsewhere on the table."""
        total = Counter(self.bowls)
        for pile in [*self.storage, *elsewhere]:
            total.update(pile)
        return total

    @abstractmethod
    def own(self, kind: str, event: Data, one: Data) -> None:
        """Take in an event that only this game has; `one` is the seat that it is about."""

    @abstractmethod
    def check(self) -> None:
        """Assert that nothing has been lost or doubled."""

    @abstractmethod
    def agrees(self, position: Data) -> None:
        """Assert that the real table is this one."""

    @staticmethod
    @abstractmethod
    def vocabulary() -> list[str]:
        """Every action text that the game could ever offer, and a few more."""

    @classmethod
    @abstractmethod
    def worlds(cls, position: Data, viewer: int | None, rng: Any) -> Data:
        """Another position that `viewer` cannot tell from this one: everything hidden is drawn anew."""

    @classmethod
    @abstractmethod
    def below(cls, position: Data, rng: Any, cards: int) -> Data:
        """Another position in which only what lies deeper than `cards` cards in a deck is in another order."""


class SpiceRoadBooks(Books):
    """Spice Road."""

    def __init__(self, position: Data) -> None:
        super().__init__(position)
        self.laid = [Counter(entry["cubes"]) for entry in position["merchants"]["row"]]
        self.box = self._cards()
        self.coins = self._coins()
        self.all_cubes = self.cubes(*self.laid)

    def _cards(self) -> Counter[str]:
        table = self.table
        cards: Counter[str] = Counter()
        for one in table["seats"]:
            cards.update([*one["hand"], *one["played"], *one["claimed"]])
        cards.update(entry["card"] for entry in table["merchants"]["row"])
        cards.update([*table["merchants"]["deck"], *table["points"]["row"], *table["points"]["deck"]])
        return cards

    def _coins(self) -> list[int]:
        table = self.table
        return [table["coins"][kind] + sum(one[kind] for one in table["seats"]) for kind in ("gold", "silver")]

    def may_trade(self, seat: int, card: str) -> bool:
        return bool(self.table["seats"][seat]["played"][-1] == card)

    def own(self, kind: str, event: Data, one: Data) -> None:
        table = self.table
        row = table["merchants"]["row"]
        if kind == "played":
            one["hand"].remove(event["card"])
            one["played"].append(event["card"])
        elif kind == "laid":
            assert row[event["slot"] - 1]["card"] == event["card"]
            self.take(event["seat"], event["cube"])
            self.laid[event["slot"] - 1].update(event["cube"])
        elif kind == "acquired":
            assert row.pop(event["slot"] - 1)["card"] == event["card"]
            laid = self.laid.pop(event["slot"] - 1)
            assert laid == Counter(event["cubes"])
            self.give(event["seat"], event["cubes"])
            one["hand"].append(event["card"])
        elif kind == "rested":
            assert len(one["played"]) == event["cards"]
            one["hand"] += one["played"]
            one["played"] = []
        elif kind == "coin":
            table["coins"][event["coin"]] -= 1
            assert table["coins"][event["coin"]] >= 0
            one[event["coin"]] += 1
        elif kind == "silver-moved":
            assert table["coins"]["gold"] == 0
        else:
            assert kind == "revealed", f"unknown event {kind}"
            part = table[event["row"]]
            assert part["deck"].pop(0) == event["card"]
            if event["row"] == "merchants":
                row.append({"card": event["card"], "cubes": ""})
                self.laid.append(Counter())
            else:
                part["row"].append(event["card"])

    def check(self) -> None:
        assert self._cards() == self.box
        assert self._coins() == self.coins
        assert +self.cubes(*self.laid) == +self.all_cubes

    def agrees(self, position: Data) -> None:
        table = self.table
        for number, (mine, real) in enumerate(zip(table["seats"], position["seats"], strict=True)):
            assert +self.storage[number] == Counter(real["storage"])
            assert Counter(mine["hand"]) == Counter(real["hand"])
            for key in ("played", "claimed", "gold", "silver"):
                assert mine[key] == real[key], key
        assert [entry["card"] for entry in table["merchants"]["row"]] == [
            entry["card"] for entry in position["merchants"]["row"]
        ]
        assert [+laid for laid in self.laid] == [Counter(entry["cubes"]) for entry in position["merchants"]["row"]]
        assert table["merchants"]["deck"] == position["merchants"]["deck"]
        for key in ("points", "coins", "round", "ending"):
            assert table[key] == position[key], key

    @staticmethod
    def vocabulary() -> list[str]:
        start = entrepot.Match.new("spice-road", players=2, seed=0).position()
        merchants = [entry["card"] for entry in start["merchants"]["row"]] + start["merchants"]["deck"]
        words = ["rest", "stop", *(f"x{number}" for number in range(12))]
        words += [f"play {card}" for card in ["YY", "up2", *merchants, "up9", "YY>YR", "YYYYY"]]
        words += [f"acquire {slot}" for slot in (*range(1, 8), 99)] + [f"claim {slot}" for slot in (*range(1, 7), 99)]
        words += [f"{verb} {colour}" for verb in ("pay", "return") for colour in "YRGB"]
        words += [f"up {colour}" for colour in "YRG"]
        return words

    @classmethod
    def worlds(cls, position: Data, viewer: int | None, rng: Any) -> Data:
        seats = [dict(one) for one in position["seats"]]
        if not position["options"]["open_claims"] and position["decision"]["kind"] != "over":
            others = [number for number in range(len(seats)) if number != viewer]
            pool = [card for number in others for card in seats[number]["claimed"]]
            rng.shuffle(pool)
            for number in others:
                seats[number]["claimed"] = [pool.pop() for _ in seats[number]["claimed"]]
        other = {**position, "seats": seats}
        for part in ("merchants", "points"):
            deck = list(position[part]["deck"])
            rng.shuffle(deck)
            other[part] = {**position[part], "deck": deck}
        return other

    @classmethod
    def below(cls, position: Data, rng: Any, cards: int) -> Data:
        other = dict(position)
        for part in ("merchants", "points"):
            deck = position[part]["deck"]
            deep = deck[cards:]
            rng.shuffle(deep)
            other[part] = {**position[part], "deck": deck[:cards] + deep}
        return other


class NewWorldBooks(Books):
    """A New World."""

    MORE: tuple[str, ...] = ()
    """What else the table of a game shows to everybody."""

    def __init__(self, position: Data) -> None:
        super().__init__(position)
        self.box = self._things()
        self.all_cubes = self.cubes()
        self.place = ""
        self.driven: Data | None = None
        self.tops = self._tops(position)

    @staticmethod
    def _tops(position: Data) -> dict[str, str | None]:
        piles = {"deck": position["points"]["deck"], **position["stacks"]}
        return {name: next(iter(pile), None) for name, pile in piles.items()}

    def _things(self) -> list[Counter[str]]:
        table, seats = self.table, self.table["seats"]
        lying = [entry["tile"] for entry in table["locations"].values() if "tile" in entry]
        lying += table.get("beside", {}).values()
        stacked = [tile for pile in table["stacks"].values() for tile in pile]
        return [
            Counter([*table["points"]["row"], *table["points"]["deck"], *(c for one in seats for c in one["claimed"])]),
            Counter([*stacked, *table["spare"]["bonus"], *(tile for one in seats for tile in one["bonus"])]),
            Counter([*lying, *table["spare"]["exploration"], *(tile for one in seats for tile in one["explored"])]),
        ]

    def own(self, kind: str, event: Data, one: Data) -> None:
        table = self.table
        if kind == "rested":
            mine = [name for name, entry in table["locations"].items() if entry.get("seat") == event["seat"]]
            back = sum(table["locations"].pop(name)["settlers"] for name in mine) + self.back(one)
            assert back == event["settlers"]
            one["home"] += back
        elif kind == "sent":
            self.place = event["location"]
            self.driven = table["locations"].get(self.place)
            table["locations"][self.place] = {"seat": event["seat"], "settlers": event["settlers"]}
            one["home"] -= event["settlers"]
        elif kind == "ousted":
            assert (event["location"], self.driven) == (
                self.place, {"seat": event["seat"], "settlers": event["settlers"]},
            )  # fmt: skip
            assert table["locations"][self.place]["seat"] == event["by"] != event["seat"]
            self.driven = None
            one["home"] += event["settlers"]
        elif kind == "tools":
            assert event["location"] == self.place
            self.supply(event["seat"], "", event["cubes"])
        elif kind == "bonus":
            assert self.gives(event["stack"])
            assert table["stacks"][event["stack"]].pop(0) == event["tile"] == self.tops[event["stack"]]
            self.tops[event["stack"]] = None
            one["bonus"].append(event["tile"])
        elif kind == "drawn":
            assert table["points"]["deck"].pop(0) == event["card"] == self.tops["deck"]
            self.tops["deck"] = None
            table["points"]["row"].append(event["card"])
        elif kind == "settled":
            one["reserve"] -= event["settlers"]
            one["home"] += event["settlers"]
        elif kind == "explored":
            beside = event["location"].startswith("#")
            lying = table["beside" if beside else "locations"].pop(event["location"])
            assert lying == (event["tile"] if beside else {"tile": event["tile"]})
            one["explored"].append(event["tile"])
        else:
            assert kind == "revealed", f"unknown event {kind}"
            pile = "deck" if event["row"] == "deck" else event["stack"]
            assert self.tops[pile] is None
            self.tops[pile] = event["card" if pile == "deck" else "tile"]

    def gives(self, stack: str) -> bool:
        """Whether a tile of that stack can be taken where settlers have just come."""
        return stack.startswith(self.place)

    def back(self, one: Data) -> int:
        """Settlers of a seat that come home from elsewhere than the board."""
        return 0

    def away(self, one: Data) -> int:
        """Settlers of a seat that are elsewhere than on the board, at home and in the reserve."""
        return 0

    def check(self) -> None:
        assert self._things() == self.box
        assert +self.cubes() == +self.all_cubes
        assert self.driven is None
        for number, one in enumerate(self.table["seats"]):
            out = [entry["settlers"] for entry in self.table["locations"].values() if entry.get("seat") == number]
            assert one["home"] + one["reserve"] + sum(out) + self.away(one) == 12
            assert min(one["home"], one["reserve"], *out, 0) == 0

    def agrees(self, position: Data) -> None:
        table = self.table
        for number, (mine, real) in enumerate(zip(table["seats"], position["seats"], strict=True)):
            assert {**mine, "storage": ""} == {**real, "storage": ""}
            assert +self.storage[number] == Counter(real["storage"])
        for key in ("faces", "locations", "stacks", "points", "spare", "round", "ending", *self.MORE):
            assert table[key] == position[key], key
        assert self.tops == self._tops(position)

    @staticmethod
    def vocabulary() -> list[str]:
        faces = [f"{letter}{side}" for letter in "ABCDEF" for side in "12"]
        places = [f"{face}.{number}" for face in faces for number in range(1, 8)]
        words = ["rest", "stop", *(f"x{number}" for number in range(16))]
        words += [f"{verb} {place}" for verb in ("work", "explore", "bonus") for place in places]
        words += [f"bonus {place}.{k}" for place in ("A1.1", "B1.2", "A1.3") for k in (1, 2, 3)]
        words += [f"claim {slot}" for slot in (*range(1, 6), 99)] + ["acquire 1", "play YY", "pay Y"]
        words += [f"return {colour}" for colour in "YRGB"] + [f"up {colour}" for colour in "YRG"]
        return words

    @classmethod
    def worlds(cls, position: Data, viewer: int | None, rng: Any) -> Data:
        del viewer  # Everybody sees the same.
        stacks, spare = position["stacks"], position["spare"]
        hidden = [tile for pile in stacks.values() for tile in pile[1:]] + spare["bonus"]
        rng.shuffle(hidden)
        other = cls.below(position, rng, 0)
        other["stacks"] = {name: pile[:1] + [hidden.pop() for _ in pile[1:]] for name, pile in stacks.items()}
        return {**other, "spare": {**spare, "bonus": sorted(hidden)}}

    @classmethod
    def below(cls, position: Data, rng: Any, cards: int) -> Data:
        """The top of a pile is seen, so that one more than `cards` stays as it is."""
        other = {**position, "stacks": dict(position["stacks"])}
        deep = position["points"]["deck"][cards + 1 :]
        rng.shuffle(deep)
        other["points"] = {**position["points"], "deck": position["points"]["deck"][: cards + 1] + deep}
        for name, pile in position["stacks"].items():
            deep = pile[cards + 1 :]
            rng.shuffle(deep)
            other["stacks"][name] = pile[: cards + 1] + deep
        return other


class EastWestBooks(NewWorldBooks):
    """What the parts of From East to West add to A New World; `MARKET` says which have a market."""

    MARKET = True
    REACH = 6
    """How far from the sea tile another one can lie."""

    def __init__(self, position: Data) -> None:
        # Those that lie under the deck since a refresh: nobody has seen in what order.
        self.under: list[Counter[str]] = []
        super().__init__(position)

    def _things(self) -> list[Counter[str]]:
        merchants: Counter[str] = Counter()
        if self.MARKET:
            merchants.update([*self.table["market"]["row"], *self.table["market"]["deck"]])
            for pile in self.under:
                merchants.update(pile)
            for one in self.table["seats"]:
                merchants.update([*one["discards"], *(entry["card"] for entry in one.get("route", ()))])
        return [*super()._things(), +merchants]

    def own(self, kind: str, event: Data, one: Data) -> None:
        if kind == "used":
            assert self.table["market"]["row"].pop(event["slot"] - 1) == event["card"]
            one["discards"].append(event["card"])
        elif kind == "refreshed":
            row = self.table["market"]["row"]
            assert len(row) == event["cards"]
            self.under.append(Counter(row))
            row.clear()
            self.again = True
        elif kind == "revealed" and event["row"] == "market":
            market = self.table["market"]
            if market["deck"]:
                assert market["deck"].pop(0) == event["card"]
            else:
                assert self.under[0][event["card"]] > 0
                self.under[0][event["card"]] -= 1
                if not +self.under[0]:
                    self.under.pop(0)
            market["row"].append(event["card"])
            assert len(market["row"]) <= 4
        else:
            super().own(kind, event, one)

    def agrees(self, position: Data) -> None:
        super().agrees(position)
        over = position["decision"]["kind"] == "over"
        assert position["active"] == (None if over else self.turn)
        assert position["again"] == self.again
        if self.MARKET:
            mine, real = self.table["market"], position["market"]
            assert real["row"] == mine["row"]
            known = len(mine["deck"])
            assert real["deck"][:known] == mine["deck"]
            for pile in self.under:
                assert Counter(real["deck"][known : known + pile.total()]) == +pile
                known += pile.total()
            assert known == len(real["deck"])

    @classmethod
    def worlds(cls, position: Data, viewer: int | None, rng: Any) -> Data:
        other = super().worlds(position, viewer, rng)
        other["chance"] = rng.getrandbits(64)
        if cls.MARKET:
            deck = list(position["market"]["deck"])
            rng.shuffle(deck)
            other["market"] = {**position["market"], "deck": deck}
        return other

    @classmethod
    def below(cls, position: Data, rng: Any, cards: int) -> Data:
        """A refresh brings four merchants to light at once, so that many more stay as they are.

        Where there are fewer, the shuffle under the deck is not another one either.
        """
        other = super().below(position, rng, cards)
        if cls.MARKET and len(position["market"]["deck"]) > cards + 4:
            deck = position["market"]["deck"]
            deep = deck[cards + 4 :]
            rng.shuffle(deep)
            other["market"] = {**position["market"], "deck": deck[: cards + 4] + deep}
            other["chance"] = rng.getrandbits(64)
        return other

    @staticmethod
    def vocabulary() -> list[str]:
        """All texts of the three parts: to each of them those of the others are strange."""
        reach = range(-EastWestBooks.REACH, EastWestBooks.REACH + 1)
        words = [*NewWorldBooks.vocabulary(), "use", "keep", "skip", "build", "sail 15,-15"]
        words += [f"{verb} {place}" for verb in ("route", "replace") for place in (*range(1, 7), 99)]
        words += [f"swap {one}-{two}" for two in range(2, 7) for one in range(1, two)]
        words += [f"bonus {face}.s{number}" for face in ("A1", "B2", "D2", "F2") for number in range(1, 6)]
        words += [f"explore #{number}" for number in (*range(1, 12), 99)]
        words += [f"pay {colour}" for colour in "RGB"]
        words += [f"{verb} {q},{r}" for verb in ("sail", "outpost") for q in reach for r in reach]
        return words


class RouteBooks(EastWestBooks):
    """Part I."""

    MORE = ("beside",)

    def own(self, kind: str, event: Data, one: Data) -> None:
        if kind == "kept":
            assert self.table["market"]["row"].pop(event["slot"] - 1) == event["card"]
            one["route"].append({"card": event["card"], "settlers": 0})
            assert len(one["route"]) <= 5
        elif kind == "replaced":
            assert len(one["route"]) == 5
            assert self.table["market"]["row"].pop(event["slot"] - 1) == event["card"]
            entry = one["route"][event["place"] - 1]
            assert entry == {"card": event["old"], "settlers": event["settlers"]}
            one["discards"].append(event["old"])
            one["home"] += event["settlers"]
            one["route"][event["place"] - 1] = {"card": event["card"], "settlers": 0}
        elif kind == "swapped":
            first, second = (place - 1 for place in event["places"])
            route = one["route"]
            route[first], route[second] = route[second], route[first]
        elif kind == "routed":
            entry = one["route"][event["place"] - 1]
            assert entry == {"card": event["card"], "settlers": 0}
            entry["settlers"] = event["settlers"]
            one["home"] -= event["settlers"]
        else:
            super().own(kind, event, one)

    def back(self, one: Data) -> int:
        number = self.away(one)
        for entry in one["route"]:
            entry["settlers"] = 0
        return number

    def away(self, one: Data) -> int:
        return sum(entry["settlers"] for entry in one["route"])


class SeaBooks(EastWestBooks):
    """Part III."""

    MORE = ("sea",)

    def own(self, kind: str, event: Data, one: Data) -> None:
        seat = event["seat"]
        if kind == "sailed":
            assert self.table["sea"][event["tile"]]["symbol"] == event["symbol"]
            one["ship"] = event["tile"]
        elif kind == "toll":
            assert self.table["seats"][event["to"]]["ship"] == one["ship"]
            assert event["to"] != seat
            self.take(seat, event["cube"])
            self.give(event["to"], event["cube"])
        elif kind == "price":
            self.supply(seat, event["cube"], "")
        elif kind == "built":
            tile = self.table["sea"][event["tile"]]
            assert (event["tile"], event["symbol"]) == (one["ship"], tile["symbol"])
            assert seat not in tile["outposts"]
            tile["outposts"] = sorted([*tile["outposts"], seat])
        else:
            super().own(kind, event, one)

    def gives(self, stack: str) -> bool:
        """Forts have no stacks: tiles lie on a face of the board."""
        return ".s" in stack


class PartTwoBooks(SeaBooks):
    """Part II: the sea without a market."""

    MARKET = False


BOOKS: dict[str, type[Books]] = {
    "spice-road": SpiceRoadBooks,
    "new-world": NewWorldBooks,
    "east-west-1": RouteBooks,
    "east-west-2": PartTwoBooks,
    "east-west-3": SeaBooks,
}
