"""A second, slow reading of the rules of A New World and From East to West, to be played beside the engine.

It knows a position, the TOML of the box and the rules, and nothing of the engine: a game is told as one generator that
asks where the rules let a seat choose, and everything that happens is done to a position of its own.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from .lands import LAST, PART1, PART2, PART3, SETTLERS, Location, forts, of_faces, price
from .tables import Position, Seat, cubes, value

ROUTE = 5
MARKET = 4
LIMIT = 10
GRID = ["ginger", "chili", "tea", "cloves"]
NEXT = {"Y": "R", "R": "G", "G": "B"}
NEIGHBOURS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


@dataclass
class Question:
    """What a seat is asked: the decision as positions show it, and everything that it may answer."""

    seat: int
    decision: dict[str, Any]
    answers: set[str]


Story = Generator[Question, str, Any]


def holds(storage: Iterable[str], cost: str) -> bool:
    """Whether cubes can be paid (C5)."""
    return Counter(cost) <= Counter(storage)


def fields(tile: str) -> tuple[int, int]:
    """The coordinates of a sea tile."""
    q, r = tile.split(",")
    return int(q), int(r)


class Reading:
    """One game from the start of a turn on."""

    def __init__(self, position: Position, market: Callable[[], dict[str, Any]] | None = None) -> None:
        """`market` tells what a refresh has laid out: its shuffle is the only thing that the rules leave open."""
        self.position = copy.deepcopy(position)
        self.market = market
        self.game = position["game"]
        self.players: int = position["players"]
        self.seats: list[Seat] = self.position["seats"]
        self.board: dict[str, Any] = self.position["locations"]
        self.stacks: dict[str, list[str]] = self.position["stacks"]
        self.sea: dict[str, Any] = self.position.get("sea", {})
        self.locations = of_faces(position["faces"])
        self.happened: Counter[str] = Counter()

    # -- the game ----------------------------------------------------------------------------------------------------

    def tell(self) -> Story:
        """Rounds until the end (C7), all turns of each, surplus cubes returned after each (C6, W1-7)."""
        first = self.position["seat"]
        while True:
            for seat in range(first, self.players):
                yield from self.turns(seat)
            if self.position["ending"]:
                return
            self.position["round"] += 1
            first = 0

    def turns(self, seat: int) -> Story:
        """A turn and those that refreshing adds."""
        again = True
        while again:
            self.position |= {"active": seat, "again": False}
            again = yield from self.turn(seat)
            self.position["again"] = again
            for one in [seat, *(other for other in range(self.players) if other != seat)]:
                while len(self.seats[one]["storage"]) > LIMIT:
                    surplus = len(self.seats[one]["storage"]) - LIMIT
                    text = yield from self.ask(one, "return", self.each(one, "return"), surplus=surplus)
                    self.lose(one, text[-1])
                    self.happened["return after another's turn"] += one != seat
            if again and self.position["ending"]:
                self.happened["extra turn in the last round"] += 1
        self.position["again"] = False

    def ask(self, seat: int, kind: str, answers: Iterable[str], **told: Any) -> Story:
        """C10: what has one answer is not asked, a turn excepted."""
        possible = set(answers)
        assert possible
        if kind != "turn" and len(possible) == 1:
            return possible.pop()
        return (yield Question(seat, {"kind": kind, **told}, possible))

    def turn(self, seat: int) -> Story:
        """NW7, W1-3. Tells whether the seat has another turn at once."""
        routes = range(1, len(self.seats[seat].get("route", [])) + 1)
        answers = {"rest"}
        answers |= {f"work {name}" for name in self.locations if self.why_not(seat, name) is None}
        answers |= {f"route {number}" for number in routes if self.why_no_route(seat, number) is None}
        word, _, what = (yield from self.ask(seat, "turn", answers)).partition(" ")
        if word == "rest":
            self.rest(seat)
        elif word == "route":
            yield from self.follow(seat, int(what))
        else:
            return (yield from self.work(seat, what))
        return False

    def rest(self, seat: int) -> None:
        """NW8, W1-10."""
        mine = self.seats[seat]
        for name in [name for name, entry in self.board.items() if entry.get("seat") == seat]:
            mine["home"] += self.board.pop(name)["settlers"]
        for card in mine.get("route", []):
            mine["home"] += card["settlers"]
            card["settlers"] = 0

    # -- cubes -------------------------------------------------------------------------------------------------------

    def gain(self, seat: int, more: str) -> None:
        self.seats[seat]["storage"] = cubes(self.seats[seat]["storage"] + more)

    def lose(self, seat: int, fewer: str) -> None:
        left = Counter[str](self.seats[seat]["storage"])
        left.subtract(fewer)
        assert min(left.values()) >= 0
        self.seats[seat]["storage"] = cubes("".join(left.elements()))

    def each(self, seat: int, word: str) -> set[str]:
        return {f"{word} {cube}" for cube in self.seats[seat]["storage"]}

    def merchant(self, seat: int, card: str, none: bool = False, **told: Any) -> Story:
        """The action of a merchant card: C3, C4 or C5 (W2-7: also no time)."""
        if ">" in card:
            cost, gained = card.split(">")
            have, times = Counter[str](self.seats[seat]["storage"]), 0
            while Counter(cost) <= have:
                times += 1
                have.subtract(cost)
                have.update(gained)
            numbers = range(0 if none else 1, times + 1)
            text = yield from self.ask(seat, "times", {f"x{number}" for number in numbers}, card=card, **told)
            for _ in range(int(text[1:])):
                self.lose(seat, cost)
                self.gain(seat, gained)
        elif card.startswith("up"):
            for steps in range(int(card[2:]), 0, -1):
                ups = {text for text in self.each(seat, "up") if text[-1] in NEXT}
                text = yield from self.ask(seat, "upgrade", {"stop", *ups}, card=card, steps=steps, **told)
                if text == "stop":
                    break
                self.lose(seat, text[-1])
                self.gain(seat, NEXT[text[-1]])
        else:
            self.gain(seat, card)

    # -- work --------------------------------------------------------------------------------------------------------

    def help(self, seat: int, name: str) -> int:
        """How many Native Help cards show the icon of a location (NW11)."""
        icon = self.locations[name].get("icon", "none")
        return sum(card.split()[1:] == ["native-help", icon] for card in self.seats[seat]["claimed"])

    def tools(self, seat: int, name: str) -> str:
        """The cubes that Tool cards bring to a location (NW12)."""
        icon = self.locations[name].get("icon", "none")
        words = [card.split()[1:] for card in self.seats[seat]["claimed"]]
        return cubes("".join(card[2] for card in words if card[:2] == ["tool", icon]))

    def needed(self, seat: int, name: str) -> int:
        """NW10 and NW11."""
        there = self.board.get(name, {})
        plain = there["settlers"] + 1 if "settlers" in there else self.locations[name]["settlers"]
        return max(1, int(plain) - self.help(seat, name))

    def why_not(self, seat: int, name: str) -> str | None:
        """Why a seat cannot work at a location; None if it can (NW9, NW13, F1)."""
        there = self.board.get(name, {})
        if "tile" in there:
            return "covered"
        if there.get("seat") == seat:
            return "yours"
        if self.needed(seat, name) > self.seats[seat]["home"]:
            return "settlers"
        have = self.seats[seat]["storage"] + self.tools(seat, name)
        return None if self.usable(seat, name, self.locations[name], have) else "unusable"

    def usable(self, seat: int, name: str, location: Location, have: str) -> bool:
        """NW13, F1 with the cubes that a seat has once its Tools have given theirs."""
        kind = location["type"]
        if kind == "trade":
            return holds(have, location["cost"])
        if kind == "fort":
            return bool(self.fort_stacks(seat, name)) or self.claimable(name, have)
        if kind == "market":
            return bool(self.market_ways(seat, location["slot"], have))
        if kind == "ship":
            return bool(self.ends(seat, location["steps"], have))
        if kind == "ship-trade":
            card = self.sea[self.seats[seat]["ship"]]["card"]
            return card is not None and holds(have, price(card.replace(">", "=")))
        if kind == "outpost-trade":
            return bool(self.own_trades(seat, have))
        assert kind in ("production", "upgrade", "refresh", "adjust")
        return True

    def work(self, seat: int, name: str) -> Story:
        """F4: settlers placed, others home, Tool cubes, action. Tells whether another turn follows (W1-7)."""
        number, there = self.needed(seat, name), self.board.get(name)
        self.seats[seat]["home"] -= number
        if there is not None:
            self.seats[there["seat"]]["home"] += there["settlers"]
        self.board[name] = {"seat": seat, "settlers": number}
        self.gain(seat, self.tools(seat, name))
        location = self.locations[name]
        kind = location["type"]
        if kind == "production":
            self.gain(seat, location["gain"])
        elif kind == "upgrade":
            yield from self.merchant(seat, f"up{location['upgrade']}")
        elif kind == "trade":
            yield from self.merchant(seat, f"{location['cost']}>{location['gain']}")
        elif kind == "fort":
            yield from self.fort(seat, name)
        elif kind == "market":
            yield from self.buy(seat, location["slot"])
        elif kind == "refresh":
            self.refresh()
            return True
        elif kind == "adjust":
            yield from self.adjust(seat)
        elif kind == "ship":
            yield from self.sail(seat, location["steps"])
        elif kind == "ship-trade":
            yield from self.merchant(seat, self.sea[self.seats[seat]["ship"]]["card"])
        else:
            answers = {f"outpost {tile}" for tile in self.own_trades(seat, self.seats[seat]["storage"])}
            text = yield from self.ask(seat, "outpost", answers)
            yield from self.merchant(seat, self.sea[text.split()[1]]["card"])
        return False

    # -- forts -------------------------------------------------------------------------------------------------------

    def slot(self, fort: str) -> int:
        """The slot of the row that belongs to a fort (F12)."""
        return forts(self.position["faces"]).index(fort)

    def spaces(self, seat: int) -> int:
        """Empty bonus spaces: side A has three, side B four (NW1)."""
        return (4 if self.game in (PART2, PART3) else 3) - len(self.seats[seat]["bonus"])

    def fort_stacks(self, seat: int, fort: str) -> list[str]:
        """The stacks of a fort from which a tile can be taken (NW15); W2-11: none in parts II and III."""
        if self.game in (PART2, PART3) or not self.spaces(seat):
            return []
        return [name for name, pile in self.stacks.items() if name.startswith(fort) and pile]

    def claimable(self, fort: str, have: str) -> bool:
        """Whether the card above a fort can be paid (NW15, NW16)."""
        row, slot = self.position["points"]["row"], self.slot(fort)
        return slot < len(row) and holds(have, price(row[slot]))

    def fort(self, seat: int, fort: str) -> Story:
        """NW15, F7."""
        done = {"claimed": False, "bonus": False}
        while not all(done.values()):
            answers = {"stop"} if any(done.values()) else set()
            if not done["bonus"]:
                answers |= {f"bonus {name}" for name in self.fort_stacks(seat, fort)}
            if not done["claimed"] and self.claimable(fort, self.seats[seat]["storage"]):
                answers.add(f"claim {self.slot(fort) + 1}")
            text = yield from self.ask(seat, "fort", answers, location=fort, slot=self.slot(fort) + 1, **done)
            if text == "stop":
                return
            if text.startswith("bonus"):
                self.seats[seat]["bonus"].append(self.stacks[text.split()[1]].pop(0))
                done["bonus"] = True
            else:
                yield from self.claim(seat, fort, done["bonus"])
                done["claimed"] = True

    def claim(self, seat: int, fort: str, bonus: bool) -> Story:
        """NW15 to NW21, F7."""
        points, mine = self.position["points"], self.seats[seat]
        card = points["row"].pop(self.slot(fort))
        self.lose(seat, price(card))
        mine["claimed"].append(card)
        if points["deck"]:
            points["row"].append(points["deck"].pop(0))
        self.position["ending"] = self.position["ending"] or len(mine["claimed"]) == LAST
        words = card.split()
        if words[1] == "new-settlers":
            self.settle(seat, int(words[2]))
        lying = {name: entry["tile"] for name, entry in self.board.items() if "tile" in entry}
        lying |= self.position.get("beside", {})
        if words[1] == "exploration" and lying:
            answers = {f"explore {name}" for name in lying}
            text = yield from self.ask(seat, "explore", answers, location=fort, bonus=bonus)
            name = text.split()[1]
            (self.position["beside"] if name.startswith("#") else self.board).pop(name)
            tile = lying[name]
            mine["explored"].append(tile)
            if tile.isupper():
                self.gain(seat, tile)
            elif "settler" in tile.split()[1] and "icon" not in tile:
                self.settle(seat, int(tile.split()[0]))

    def settle(self, seat: int, number: int) -> None:
        """NW18, NW20: from the reserve, as far as it goes."""
        mine = self.seats[seat]
        moved = min(number, mine["reserve"])
        mine["reserve"] -= moved
        mine["home"] += moved

    # -- merchants ---------------------------------------------------------------------------------------------------

    def market_ways(self, seat: int, slot: int, have: str) -> set[str]:
        """W1-4, W3-2, F8: what can be done with the card under a market location."""
        row = self.position["market"]["row"]
        if slot > len(row):
            return set()
        card = row[slot - 1]
        ways = {"use"} if ">" not in card or holds(have, card.split(">")[0]) else set()
        if self.game == PART1 and (len(self.seats[seat]["route"]) < ROUTE or self.replaceable(seat)):
            ways.add("keep")
        return ways

    def replaceable(self, seat: int) -> list[int]:
        """The route cards that a sixth may replace (W1-6, R3)."""
        allowed = self.position["options"]["replace_occupied"]
        cards = enumerate(self.seats[seat]["route"], 1)
        return [number for number, card in cards if allowed or not card["settlers"]]

    def buy(self, seat: int, slot: int) -> Story:
        """W1-4 to W1-6, W3-2, W3-3, F8."""
        market, mine = self.position["market"], self.seats[seat]
        text = yield from self.ask(seat, "market", self.market_ways(seat, slot, mine["storage"]), slot=slot)
        card = market["row"][slot - 1]
        if text == "use":
            yield from self.merchant(seat, card, market=slot)
            mine["discards"].append(card)
        elif len(mine["route"]) < ROUTE:
            mine["route"].append({"card": card, "settlers": 0})
        else:
            answers = {f"replace {number}" for number in self.replaceable(seat)}
            place = int((yield from self.ask(seat, "replace", answers, slot=slot)).split()[1]) - 1
            old = mine["route"][place]
            mine["home"] += old["settlers"]
            mine["discards"].append(old["card"])
            mine["route"][place] = {"card": card, "settlers": 0}
            self.happened["replaced with settlers"] += old["settlers"] > 0
        del market["row"][slot - 1]
        if market["deck"]:
            market["row"].append(market["deck"].pop(0))
        self.happened["market not filled"] += len(market["row"]) < MARKET
        if self.game == PART3 and len(mine["discards"]) % 4 == 0:
            self.happened["fourth merchant"] += 1
            yield from self.bonus(seat, ["D2"])

    def refresh(self) -> None:
        """W1-7, F11: under the deck with the old ones in any order, up to four drawn."""
        assert self.market is not None
        before, after = self.position["market"], self.market()
        cards = [*after["row"], *after["deck"]]
        known = len(before["deck"])
        assert cards[:known] == before["deck"]
        assert Counter(cards[known:]) == Counter(before["row"])
        assert len(after["row"]) == min(MARKET, len(cards))
        self.position["market"] = copy.deepcopy(after)

    def adjust(self, seat: int) -> Story:
        """W1-8."""
        self.gain(seat, "Y")
        route = self.seats[seat]["route"]
        places = range(1, len(route) + 1)
        swaps = {f"swap {one}-{other}" for one in places for other in places if one < other}
        text = yield from self.ask(seat, "swap", {"skip", *swaps})
        if text != "skip":
            one, other = (int(number) - 1 for number in text.split()[1].split("-"))
            self.happened["swapped with settlers"] += route[one]["settlers"] + route[other]["settlers"] > 0
            route[one], route[other] = route[other], route[one]

    def route_need(self, seat: int, number: int) -> int:
        """W1-9: the settlers for a route card."""
        left = self.seats[seat]["route"][: number - 1]
        return 1 + sum(not card["settlers"] for card in left)

    def why_no_route(self, seat: int, number: int) -> str | None:
        """Why a seat cannot use a route card; None if it can (W1-9, F1)."""
        card = self.seats[seat]["route"][number - 1]
        if card["settlers"]:
            return "occupied"
        if self.route_need(seat, number) > self.seats[seat]["home"]:
            return "settlers"
        if ">" in card["card"] and not holds(self.seats[seat]["storage"], card["card"].split(">")[0]):
            return "cubes"
        return None

    def follow(self, seat: int, number: int) -> Story:
        """W1-9."""
        card, settlers = self.seats[seat]["route"][number - 1], self.route_need(seat, number)
        self.seats[seat]["home"] -= settlers
        card["settlers"] = settlers
        yield from self.merchant(seat, card["card"])

    # -- sea ---------------------------------------------------------------------------------------------------------

    def near(self, tile: str) -> set[str]:
        q, r = fields(tile)
        return {name for dq, dr in NEIGHBOURS if (name := f"{q + dq},{r + dr}") in self.sea}

    def owners(self, seat: int, tile: str) -> list[int]:
        """To whom a seat would owe toll on a tile, in the order of payment (W2-4, F6)."""
        others = [(seat + step) % self.players for step in range(1, self.players)]
        return [other for other in others if self.seats[other]["ship"] == tile]

    def ends(self, seat: int, steps: int | str, have: str) -> set[str]:
        """Where a move may end (W2-3, W2-4, F4, F5)."""
        start = self.seats[seat]["ship"]
        if steps == "any":
            found = set(self.sea) - {start}
        else:
            found = self.near(start)
            if steps == 2:
                found = found.union(*(self.near(tile) for tile in found))
        return {tile for tile in found if len(self.owners(seat, tile)) <= len(have)}

    def price(self, seat: int, tile: str) -> int | None:
        """The price of an outpost; None where a seat cannot build one (W2-5)."""
        there = self.sea[tile]
        if there["symbol"] is None or seat in there["outposts"]:
            return None
        return len(there["outposts"]) * (2 if self.players == 2 else 1)

    def grid(self, seat: int) -> list[int]:
        """How many outposts a seat has built, by symbol."""
        mine = Counter(tile["symbol"] for tile in self.sea.values() if seat in tile["outposts"])
        return [mine[symbol] for symbol in GRID]

    def own_trades(self, seat: int, have: str) -> list[str]:
        """The own outposts whose trade can be made (W2-10, F1)."""
        own = {name: tile["card"] for name, tile in self.sea.items() if seat in tile["outposts"]}
        return [name for name, card in own.items() if holds(have, card.split(">")[0])]

    def sail(self, seat: int, steps: int | str) -> Story:
        """W2-3 to W2-7, F4, F6."""
        ends = {f"sail {tile}" for tile in self.ends(seat, steps, self.seats[seat]["storage"])}
        tile = (yield from self.ask(seat, "sail", ends, steps=steps)).split()[1]
        self.happened["back to where it was"] += tile == self.seats[seat]["ship"]
        self.seats[seat]["ship"] = tile
        owners = self.owners(seat, tile)
        while owners:
            text = yield from self.ask(seat, "pay", self.each(seat, "pay"), owners=list(owners))
            self.lose(seat, text[-1])
            self.gain(owners.pop(0), text[-1])
            self.happened["toll on the sea tile"] += self.sea[tile]["symbol"] is None
        if self.sea[tile]["symbol"] is None:
            return
        yield from self.build(seat, tile)
        yield from self.merchant(seat, self.sea[tile]["card"], none=True, arrival=True)

    def build(self, seat: int, tile: str) -> Story:
        """W2-5, W2-6."""
        left = self.price(seat, tile)
        if left is None or left > len(self.seats[seat]["storage"]):
            self.happened["price beyond reach"] += left is not None
            return
        if (yield from self.ask(seat, "build", {"build", "skip"})) == "skip":
            return
        while left:
            text = yield from self.ask(seat, "pay", self.each(seat, "pay"), price=left)
            self.lose(seat, text[-1])
            left -= 1
        self.sea[tile]["outposts"] = sorted([*self.sea[tile]["outposts"], seat])
        grid = self.grid(seat)
        if min(grid) >= grid[GRID.index(self.sea[tile]["symbol"])]:
            self.happened["emptied column"] += 1
            yield from self.bonus(seat, ["B2", "F2"])

    def bonus(self, seat: int, faces: list[str]) -> Story:
        """W2-6, W3-3, W3-4, F2: a tile of the stacks of some faces, or none."""
        piles = [name for name in self.stacks if name.split(".")[0] in faces]
        answers = {"skip", *(f"bonus {name}" for name in piles if self.stacks[name])}
        if len(answers) == 1 or not self.spaces(seat):
            self.happened["bonus lost"] += 1
            return
        text = yield from self.ask(seat, "bonus", answers, stacks=piles)
        if text != "skip":
            self.seats[seat]["bonus"].append(self.stacks[text.split()[1]].pop(0))

    # -- the score ---------------------------------------------------------------------------------------------------

    def merchants(self, seat: int) -> int:
        """How many merchant cards count for bonus tiles I (W1-12, W3-6)."""
        return len(self.seats[seat].get("route", [])) + len(self.seats[seat].get("discards", []))

    def bonuses(self, seat: int) -> list[int]:
        """NW23, W1-12, R4, tile by tile."""
        mine = self.seats[seat]
        icons = Counter(card.split()[1] for card in mine["claimed"])
        icons.update(tile.split()[1] for tile in mine["explored"] if tile.startswith("icon"))
        worth = []
        for tile in mine["bonus"]:
            counted, _, points = tile.partition("=")
            kinds = counted.split("+")
            if counted == "flat":
                times = 1
            elif counted == "2 settlers":
                times = (SETTLERS - mine["reserve"]) // 2
            elif counted == "2 merchants":
                times, points = self.merchants(seat) // 2, self.position["options"]["merchant_pair_points"]
            elif len(kinds) == 1:
                times = icons[counted]
            elif kinds[0] == kinds[1]:
                times = icons[kinds[0]] // 2
            else:
                times = min(icons[kind] for kind in kinds)
            worth.append(times * int(points))
        return worth

    def score(self, seat: int) -> dict[str, int]:
        """NW22, W2-12, W3-6."""
        mine = self.seats[seat]
        lines = {
            "cards": sum(map(value, mine["claimed"])),
            "bonus": sum(self.bonuses(seat)),
            "exploration": 3 * mine["explored"].count("3 points"),
            "cubes": sum(cube != "Y" for cube in mine["storage"]),
        }
        if self.sea:
            lines["outposts"] = sum(sum(range(1, built + 1)) for built in self.grid(seat))
        return lines
