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
    """The table of one game, kept up by events."""

    def __init__(self, position: Data) -> None:
        self.table: Data = position

    @abstractmethod
    def note(self, event: Data) -> None:
        """Take in one event; anything that does not fit the table is an assertion."""

    @abstractmethod
    def check(self) -> None:
        """Assert that nothing has been lost or doubled."""

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
        seats = position["seats"]
        self.storage = [Counter(one["storage"]) for one in seats]
        self.laid = [Counter(entry["cubes"]) for entry in position["merchants"]["row"]]
        self.box = self._cards()
        self.coins = self._coins()
        self.bowls: Counter[str] = Counter()
        self.all_cubes = self._cubes()
        self.triggered: list[int] = []

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

    def _cubes(self) -> Counter[str]:
        total = Counter(self.bowls)
        for pile in [*self.storage, *self.laid]:
            total.update(pile)
        return total

    def _give(self, seat: int, cubes: str) -> None:
        self.storage[seat].update(cubes)

    def _take(self, seat: int, cubes: str) -> None:
        self.storage[seat].subtract(cubes)
        assert min(self.storage[seat].values(), default=0) >= 0, f"seat {seat} pays {cubes} which it has not"

    def note(self, event: Data) -> None:
        table, kind, seat = self.table, event["kind"], event["seat"]
        one = table["seats"][seat] if seat is not None else {}
        row = table["merchants"]["row"]
        if kind == "turn":
            assert not self.triggered or seat != 0
            table["round"] = event["round"]
        elif kind == "action":
            assert str(entrepot.Action.parse(event["text"])) == event["text"]
        elif kind == "played":
            one["hand"].remove(event["card"])
            one["played"].append(event["card"])
        elif kind == "gained":
            self._give(seat, event["cubes"])
            self.bowls.subtract(event["cubes"])
        elif kind == "traded":
            cost, _, gain = event["card"].partition(">")
            assert one["played"][-1] == event["card"]
            assert Counter(event["paid"]) == Counter(cost * event["times"])
            assert Counter(event["gained"]) == Counter(gain * event["times"])
            for _ in range(event["times"]):
                self._take(seat, cost)
                self._give(seat, gain)
            self.bowls.update(event["paid"])
            self.bowls.subtract(event["gained"])
        elif kind == "upgraded":
            assert "YRGB".index(event["to"]) == "YRGB".index(event["from"]) + 1
            self._take(seat, event["from"])
            self._give(seat, event["to"])
            self.bowls.update(event["from"])
            self.bowls.subtract(event["to"])
        elif kind == "laid":
            assert row[event["slot"] - 1]["card"] == event["card"]
            self._take(seat, event["cube"])
            self.laid[event["slot"] - 1].update(event["cube"])
        elif kind == "acquired":
            assert row.pop(event["slot"] - 1)["card"] == event["card"]
            laid = self.laid.pop(event["slot"] - 1)
            assert laid == Counter(event["cubes"])
            self._give(seat, event["cubes"])
            one["hand"].append(event["card"])
        elif kind == "rested":
            assert len(one["played"]) == event["cards"]
            one["hand"] += one["played"]
            one["played"] = []
        elif kind == "claimed":
            cost, _, points = event["card"].partition("=")
            assert table["points"]["row"].pop(event["slot"] - 1) == event["card"]
            assert (event["paid"], event["points"]) == (cost, int(points))
            self._take(seat, cost)
            self.bowls.update(cost)
            one["claimed"].append(event["card"])
        elif kind == "coin":
            table["coins"][event["coin"]] -= 1
            assert table["coins"][event["coin"]] >= 0
            one[event["coin"]] += 1
        elif kind == "silver-moved":
            assert table["coins"]["gold"] == 0
        elif kind == "revealed":
            part = table[event["row"]]
            assert part["deck"].pop(0) == event["card"]
            if event["row"] == "merchants":
                row.append({"card": event["card"], "cubes": ""})
                self.laid.append(Counter())
            else:
                part["row"].append(event["card"])
        elif kind == "returned":
            self._take(seat, event["cube"])
            self.bowls.update(event["cube"])
        elif kind == "ending":
            assert not self.triggered
            self.triggered.append(seat)
            table["ending"] = True
        else:
            assert kind == "over", f"unknown event {kind}"
            assert self.triggered

    def check(self) -> None:
        assert self._cards() == self.box
        assert self._coins() == self.coins
        assert +self._cubes() == +self.all_cubes

    def agrees(self, position: Data) -> None:
        """Assert that the real table is this one."""
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


BOOKS: dict[str, type[SpiceRoadBooks]] = {"spice-road": SpiceRoadBooks}
