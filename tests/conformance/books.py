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
            assert not self.triggered or seat != 0
            self.table["round"] = event["round"]
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

    @staticmethod
    @abstractmethod
    def worlds(position: Data, viewer: int | None, rng: Any) -> Data:
        """Another position that `viewer` cannot tell from this one: everything hidden is drawn anew."""

    @staticmethod
    @abstractmethod
    def below(position: Data, rng: Any, cards: int) -> Data:
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

    @staticmethod
    def worlds(position: Data, viewer: int | None, rng: Any) -> Data:
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

    @staticmethod
    def below(position: Data, rng: Any, cards: int) -> Data:
        other = dict(position)
        for part in ("merchants", "points"):
            deck = position[part]["deck"]
            deep = deck[cards:]
            rng.shuffle(deep)
            other[part] = {**position[part], "deck": deck[:cards] + deep}
        return other


class NewWorldBooks(Books):
    """A New World."""

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
            back = sum(table["locations"].pop(name)["settlers"] for name in mine)
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
            assert event["stack"].startswith(self.place)
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
            assert table["locations"].pop(event["location"]) == {"tile": event["tile"]}
            one["explored"].append(event["tile"])
        else:
            assert kind == "revealed", f"unknown event {kind}"
            pile = "deck" if event["row"] == "deck" else event["stack"]
            assert self.tops[pile] is None
            self.tops[pile] = event["card" if pile == "deck" else "tile"]

    def check(self) -> None:
        assert self._things() == self.box
        assert +self.cubes() == +self.all_cubes
        assert self.driven is None
        for number, one in enumerate(self.table["seats"]):
            out = [entry["settlers"] for entry in self.table["locations"].values() if entry.get("seat") == number]
            assert one["home"] + one["reserve"] + sum(out) == 12
            assert min(one["home"], one["reserve"], *out, 0) == 0

    def agrees(self, position: Data) -> None:
        table = self.table
        for number, (mine, real) in enumerate(zip(table["seats"], position["seats"], strict=True)):
            assert {**mine, "storage": ""} == {**real, "storage": ""}
            assert +self.storage[number] == Counter(real["storage"])
        for key in ("faces", "locations", "stacks", "points", "spare", "round", "ending"):
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

    @staticmethod
    def worlds(position: Data, viewer: int | None, rng: Any) -> Data:
        del viewer  # Everybody sees the same.
        stacks, spare = position["stacks"], position["spare"]
        hidden = [tile for pile in stacks.values() for tile in pile[1:]] + spare["bonus"]
        rng.shuffle(hidden)
        other = NewWorldBooks.below(position, rng, 0)
        other["stacks"] = {name: pile[:1] + [hidden.pop() for _ in pile[1:]] for name, pile in stacks.items()}
        return {**other, "spare": {**spare, "bonus": sorted(hidden)}}

    @staticmethod
    def below(position: Data, rng: Any, cards: int) -> Data:
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


BOOKS: dict[str, type[Books]] = {"spice-road": SpiceRoadBooks, "new-world": NewWorldBooks}
