"""A New World in words: positions, observations, events and reasons."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random
from typing import Any

from ..components.box import EXPLORATION
from ..core import actions, cubes, engine, piles
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.errors import NOTHING, InvalidPosition, Reason, quoted, within
from ..games.new_world import CLAIMED, PLACE, TAKEN, NewWorld
from ..rules.rows import DECK
from ..rules.settlers import (
    Board,
    LandState,
    asked_everywhere,
    covered,
    required,
    required_everywhere,
    settler_of,
    settlers,
    standing,
)
from . import reading
from .sight import Sight
from .words import Data, Supply, Words, left_of, shuffled


class NewWorldWords(Words):
    """Translates between the states of one `NewWorld` and plain data."""

    REQUIRED = frozenset({"seats", "points"})
    OPTIONAL = frozenset({"faces", "locations", "stacks", "spare"})
    AFTER_LAST = frozenset({"fort", "explore", "return"})
    SEAT = frozenset({"reserve", "claimed", "bonus", "explored"})
    """What a seat of a position may leave out."""
    TOLD = frozenset({"board", "costs", "spare"})
    """What an observation only adds to a position."""

    def __init__(self, game: NewWorld[Any]) -> None:
        super().__init__(game, game.cards_to_end)
        self.game = game
        box = game.box
        self.cards = [card.text for card in box.cards]
        self.tiles = [tile.text for tile in game.bonus]
        self.finds = [tile.text for tile in box.exploration]
        self.boards = [
            {name: {**self._location(board, n), "asks": 0} for n, name in enumerate(board.names)}
            for board in game.boards
        ]
        self.asked = [
            list(zip(itertools.count(), board.names, board.printed, board.icons, board.works, strict=False))
            for board in game.boards
        ]

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: Any, sight: Sight) -> Data:
        """The table as far as `sight` tells it; an observation also says what each location asks of its viewer."""
        game, board = self.game, self.game.boards[s.board]
        spots = list(s.spots)
        stacks = [left_of(piles.items(s.heap_tiles, heap), left) for heap, left in enumerate(s.heap_left)]
        seats = [
            {
                "storage": cubes.text(s.storage[seat]),
                "home": s.home[seat],
                "reserve": s.reserve[seat],
                "claimed": [self.cards[card] for card in piles.items(s.claimed, seat)],
                "bonus": [self.tiles[tile] for tile in piles.items(s.bonus, seat)],
                "explored": [self.finds[tile] for tile in piles.items(s.explored, seat)],
            }
            for seat in range(game.players)
        ]
        data: Data = {
            "decision": self.decision(s),
            "faces": list(board.faces),
            "seats": seats,
            "locations": {
                board.names[number]: {"tile": self.finds[-1 - spot]}
                if covered(spot)
                else {"seat": settler_of(spot), "settlers": settlers(spot)}
                for number, spot in enumerate(spots)
                if spot
            },
            "stacks": {
                name: sight.topped(stack, self.tiles) for name, stack in zip(board.heap_names, stacks, strict=True)
            },
            "points": {
                "row": [self.cards[card] for card in piles.items(s.point_row, 0)],
                "deck": sight.topped(left_of(s.point_deck, s.point_left), self.cards),
            },
            "spare": self._spare(s, sight, spots, stacks),
        }
        if not sight.truth:
            for seat, one in enumerate(seats):
                one["worth"] = worth = game.bonuses(s, seat)
                one["spaces"] = game.bonus_spaces - len(worth)
                lines = game.lines(s, seat, worth)
                one["points"] = sum(lines.values())
                one["lines"] = lines
            data["board"] = told = {name: printed.copy() for name, printed in self.boards[s.board].items()}
            for place, number in zip(told.values(), asked_everywhere(s, board), strict=True):
                place["asks"] = number
            if sight.viewer is not None:
                data["costs"] = self._costs(s, board, sight.viewer, spots)
        return data

    def _spare(self, s: LandState, sight: Sight, spots: list[int], stacks: list[list[int]]) -> Data:
        """What is left over of the tiles, in the order of their names."""
        seats = range(self.game.players)
        tiles = set(self.game.tiles).difference(*(piles.items(s.bonus, seat) for seat in seats), *stacks)
        laid = [-1 - spot for spot in spots if spot < 0]
        found = [piles.items(s.explored, seat) for seat in seats]
        finds = set(range(len(self.finds))).difference(*found, laid, s.beside)
        spare = {"bonus": sight.hidden(tiles, self.tiles), "exploration": sight.hidden(finds, self.finds)}
        return {key: told if isinstance(told, int) else sorted(told) for key, told in spare.items()}

    def _location(self, board: Board, number: int) -> Data:
        location = board.locations[number]
        return {
            "type": location.type,
            "settlers": location.settlers,
            "icon": location.icon or None,
            "card": None if location.conversion is None else location.conversion.text,
        }

    def more(self, s: Any, board: Board, seat: int) -> dict[int, Data]:  # noqa: ARG002
        """What only some games tell a seat of locations, by their number."""
        return {}

    def _costs(self, s: LandState, board: Board, seat: int, spots: list[int]) -> Data:
        can = set(self.game.reachable(s, seat))
        help = piles.items(s.help, seat)  # noqa: A001 - the rule's own word
        gifts = [cubes.text(brought) for brought in piles.items(s.tools, seat)]
        costs: Data = {}
        needs = required_everywhere(s, board, seat)
        for (number, name, printed, icon, work), spot, need in zip(self.asked[s.board], spots, needs, strict=True):
            owner = settler_of(spot)
            costs[name] = {
                "need": need,
                "printed": printed,
                "help": help[icon],
                "ousts": None if owner in (-1, seat) else owner,
                "gift": gifts[icon],
                "why": None if work in can else self._obstacle(s, board, seat, number, need),
            }
        for number, data in self.more(s, board, seat).items():
            costs[board.names[number]] |= data
        return costs

    def _obstacle(self, s: LandState, board: Board, seat: int, number: int, need: int) -> str:
        """Why a location cannot be chosen: covered, yours, settlers, cubes or nothing (NW9, NW13)."""
        spot = s.spots[number]
        if covered(spot):
            return "covered"
        if settler_of(spot) == seat:
            return "yours"
        if need > s.home[seat]:
            return "settlers"
        return self.lacking(s, board, seat, number)

    def lacking(self, s: Any, board: Board, seat: int, number: int) -> str:  # noqa: ARG002
        """Why a location that could be reached is of no use: a word for what is missing (F1)."""
        return "nothing" if board.slots[number] >= piles.size(s.point_row, 0) else "cubes"

    def about(self, s: Any, kind: int, payload: int) -> Data:
        board, location = self.game.boards[s.board], payload & PLACE
        data: Data = {"location": board.names[location], "bonus": bool(payload & TAKEN)}
        if kind == engine.FORT:
            data |= {"slot": board.slots[location] + 1, "claimed": bool(payload & CLAIMED)}
        return data

    def told(self, kind: int, a: int, b: int, c: int) -> tuple[str, Data]:
        if kind == engine.E_SENT:
            return "sent", {"location": actions.place_text(a), "settlers": b}
        if kind == engine.E_OUSTED:
            return "ousted", {"location": actions.place_text(a), "settlers": b, "by": c}
        if kind == engine.E_TOOLS:
            return "tools", {"location": actions.place_text(a), "cubes": cubes.text(b)}
        if kind == engine.E_BONUS:
            return "bonus", {"tile": self.tiles[a], "stack": actions.place_text(b)}
        if kind == engine.E_EXPLORED:
            return "explored", {"tile": self.finds[a], "location": actions.place_text(b)}
        if kind == engine.E_REVEALED and a == DECK:
            return "revealed", {"row": "deck", "card": self.cards[b]}
        if kind == engine.E_REVEALED:
            return "revealed", {"row": "stack", "tile": self.tiles[b], "stack": actions.place_text(c)}
        if kind == engine.E_CLAIMED:
            card = self.game.box.cards[a]
            return "claimed", {"card": card.text, "slot": b, "paid": cubes.text(c), "points": card.points}
        if kind == engine.E_DRAWN:
            return "drawn", {"card": self.cards[a]}
        if kind == engine.E_SETTLED:
            return "settled", {"settlers": a}
        if kind == engine.E_RESTED:
            return "rested", {"settlers": a}
        return super().told(kind, a, b, c)

    def refused(self, s: Any, seat: int, decision: int, action: int) -> str:
        board, kind, argument = self.game.boards[s.board], action & actions.KIND, action >> actions.BITS
        have = cubes.text(s.storage[seat]) or NOTHING
        if decision == engine.TURN and kind == actions.WORK:
            number = board.location(argument)
            if number < 0:
                return Reason("the board has the faces {known}", known=", ".join(board.faces))
            return self._explained(s, board, seat, number, have)
        if decision == engine.EXPLORE and kind == actions.EXPLORE:
            return Reason("no exploration tile lies there")
        if decision != engine.FORT:
            return ""
        payload = engine.payload_of(s.pending)
        fort = board.names[payload & PLACE]
        if kind == actions.STOP:
            return Reason("a fort is for taking a bonus tile or claiming its card: one of them must be done")
        if kind == actions.BONUS:
            heap = board.heap_numbers.get(action, -1)
            if heap not in board.heaps[payload & PLACE]:
                return Reason("this visit is to the fort {fort}", fort=fort)
            if payload & TAKEN:
                return Reason("one bonus tile a visit")
            if not s.heap_left[heap]:
                return Reason("the stack is empty")
            return Reason("all {n} bonus spaces are taken", n=self.game.bonus_spaces)
        if kind == actions.CLAIM:
            slot = board.slots[payload & PLACE]
            if argument != slot + 1:
                return Reason("the card above this fort is number {slot}", slot=slot + 1)
            if payload & CLAIMED:
                return Reason("one card a visit")
            return self._unpaid(s, slot, have)
        return ""

    def _explained(self, s: LandState, board: Board, seat: int, number: int, have: str) -> str:
        name, location = board.names[number], board.locations[number]
        obstacle = self._obstacle(s, board, seat, number, required(s, board, seat, number))
        if obstacle == "covered":
            return Reason("an exploration tile lies on {name}", name=name)
        if obstacle == "yours":
            return Reason("settlers of this seat stand on {name}", name=name)
        if obstacle == "settlers":
            return Reason(
                "{name} needs {n} settlers and {home} are at home",
                name=name,
                n=required(s, board, seat, number),
                home=s.home[seat],
            )
        gift = cubes.text(piles.item(s.tools, seat, board.icons[number]))
        held = Reason("{have} and {gift} from tools", have=have, gift=gift) if gift else have
        conversion = location.conversion
        if conversion is None and location.type != "fort":
            return self.unusable(s, board, seat, number, held)
        if conversion is not None:
            return Reason(
                "a trade costs {cost} and the storage holds {have}", cost=cubes.text(conversion.cost), have=held
            )
        full = piles.size(s.bonus, seat) >= self.game.bonus_spaces
        unpaid = self._unpaid(s, board.slots[number], held)
        if full:
            return Reason("all {n} bonus spaces are taken, and {unpaid}", n=self.game.bonus_spaces, unpaid=unpaid)
        return Reason("no bonus tile is left there, and {unpaid}", unpaid=unpaid)

    def unusable(self, s: Any, board: Board, seat: int, number: int, have: str) -> str:
        """Why a location of a kind that only some games have is of no use, in one line."""
        raise NotImplementedError

    def _unpaid(self, s: LandState, slot: int, have: str) -> str:
        if slot >= piles.size(s.point_row, 0):
            return Reason("there is no card above the fort")
        return Reason(
            "its card costs {cost} and the storage holds {have}",
            cost=cubes.text(self.game.prices[piles.item(s.point_row, 0, slot)]),
            have=have,
        )

    # -- in ----------------------------------------------------------------------------------------------------------

    def lay(self, data: Data, chance: Chance) -> Any:
        game = self.game
        s = self.blank(data)
        s.board = self._board(data.get("faces"))
        board = game.boards[s.board]
        finds = Supply(Reason("exploration tile"), Reason("exploration tiles"), self.finds)
        s.spots = piles.zeros(len(board.names))
        self._locations(s, board, data.get("locations", {}), finds)
        cards = Supply(Reason("point card"), Reason("point cards"), self.cards, game.deck)
        tiles = Supply(Reason("bonus tile"), Reason("bonus tiles"), self.tiles, game.tiles)
        self.lay_more(s, data, finds, chance)
        for seat in range(game.players):
            self._seat(s, seat, data["seats"][seat], cards, tiles, finds)
        self._check_explored(s, board)
        self.points(s, data, cards, len(board.forts), chance)
        self._stacks(s, board, data.get("stacks"), tiles, chance)
        spare = reading.keys(data.get("spare", {}), "spare", set(), {"bonus", "exploration"})
        tiles.pile(spare.get("bonus", []), "spare: bonus")
        finds.pile(spare.get("exploration", []), "spare: exploration")
        return s

    def lay_more(self, s: Any, data: Data, finds: Supply, chance: Chance) -> None:
        """What only some games have besides, settlers that stand elsewhere included."""

    def elsewhere(self, s: Any, seat: int) -> int:  # noqa: ARG002
        """Settlers of a seat that are on no location of the board, at home or in the reserve."""
        return 0

    def _board(self, faces: object) -> int:
        boards = self.game.boards
        if faces is None:
            if len(boards) > 1:
                raise InvalidPosition("faces must be listed, as the option board is random")
            return 0
        names = tuple(reading.texts(faces, "faces"))
        known = [board.faces for board in boards]
        if names not in known:
            raise InvalidPosition(
                "faces must be one of these lists: {known}", known="; ".join(", ".join(one) for one in known)
            )
        return known.index(names)

    def _locations(self, s: LandState, board: Board, data: object, finds: Supply) -> None:
        if not isinstance(data, dict):
            raise InvalidPosition("locations must be an object, not {data}", data=quoted(data))
        for name, entry in data.items():
            if name not in board.names:
                raise InvalidPosition("location {name}: there is no such location on this board", name=quoted(name))
            place, number = Reason("location {name}", name=name), board.names.index(name)
            if isinstance(entry, dict) and "tile" in entry:
                reading.keys(entry, place, {"tile"})
                if not self.game.covers(board.locations[number].cover):
                    raise InvalidPosition("{place}: no exploration tile ever lies there", place=place)
                s.spots[number] = -1 - finds.take(entry["tile"], place)
            else:
                reading.keys(entry, place, {"seat", "settlers"})
                seat = reading.number(entry["seat"], within(place, "seat"), 0, self.game.players - 1)
                most = self.game.box.settlers
                s.spots[number] = standing(seat, reading.number(entry["settlers"], within(place, "settlers"), 1, most))

    def _seat(self, s: LandState, seat: int, data: object, cards: Supply, tiles: Supply, finds: Supply) -> None:
        place, game, box = reading.seat_place(seat), self.game, self.game.box
        data = reading.keys(data, place, {"storage", "home"}, self.SEAT)
        self.claimed(s, seat, data, cards)
        names = reading.texts(data.get("bonus", []), within(place, "bonus"))
        if len(names) > game.bonus_spaces:
            raise InvalidPosition(
                "{place}: {n} bonus tiles, but there are {spaces} spaces",
                place=place,
                n=len(names),
                spaces=game.bonus_spaces,
            )
        piles.fill(s.bonus, seat, [tiles.take(name, within(place, "bonus")) for name in names])
        explored = reading.texts(data.get("explored", []), within(place, "explored"))
        piles.fill(s.explored, seat, [finds.take(name, within(place, "explored")) for name in explored])
        held = [box.cards[card] for card in piles.items(s.claimed, seat)]
        if len(explored) > sum(card.kind == EXPLORATION for card in held):
            raise InvalidPosition("{place}: more exploration tiles than Exploration cards", place=place)
        for card in held:
            game.equip(s, seat, card)
        out = sum(settlers(spot) for spot in s.spots if settler_of(spot) == seat) + self.elsewhere(s, seat)
        home = s.home[seat] = reading.number(data["home"], within(place, "home"), 0, box.settlers)
        left = box.settlers - home - out
        if left < 0 or reading.number(data.get("reserve", left), within(place, "reserve"), 0, box.settlers) != left:
            raise InvalidPosition(
                "{place}: {home} settlers at home, {out} on the board and the reserve must be {settlers} together",
                place=place,
                home=home,
                out=out,
                settlers=box.settlers,
            )
        s.reserve[seat] = left

    def _check_explored(self, s: LandState, board: Board) -> None:
        """Each tile that was explored has gone from where it lay."""
        lay = sum(self.game.covers(location.cover) for location in board.locations) + len(s.beside)
        lie = sum(map(covered, s.spots)) + sum(tile >= 0 for tile in s.beside)
        gone = sum(piles.size(s.explored, seat) for seat in range(self.game.players))
        if gone > lay - lie:
            raise InvalidPosition(
                "{gone} exploration tiles were taken, but {lie} of {lay} still lie there", gone=gone, lie=lie, lay=lay
            )

    def _stacks(self, s: LandState, board: Board, data: object, tiles: Supply, chance: Chance) -> None:
        heaps: list[list[int]] = []
        if data is None:
            rest = chance.shuffled(tiles.rest())
            sizes = list(board.heap_sizes)
            for _ in range(sum(piles.size(s.bonus, seat) for seat in range(self.game.players))):
                full = [heap for heap, size in enumerate(sizes) if size]
                if full:
                    sizes[full[chance.below(len(full))]] -= 1
            for size in sizes:
                heaps.append(rest[:size])
                del rest[:size]
        else:
            stacks = reading.keys(data, "stacks", set(board.heap_names))
            for name, size in zip(board.heap_names, board.heap_sizes, strict=True):
                pile = tiles.pile(stacks[name], Reason("stack {name}", name=name))
                if len(pile) > size:
                    raise InvalidPosition(
                        "stack {name}: {n} tiles, but it begins with {size}", name=name, n=len(pile), size=size
                    )
                heaps.append(pile)
        s.stack_tiles(heaps)

    def may_exceed(self, s: Any, kind: str, seat: int, owner: int) -> bool:
        if kind in ("turn", "return") or seat != owner:
            return super().may_exceed(s, kind, seat, owner)
        return cubes.count(s.storage[seat]) <= cubes.LIMIT + self.brought(s, kind, seat)

    def brought(self, s: Any, kind: str, seat: int) -> int:
        """The most cubes that a seat may have got in its turn before a decision (NW12, NW20)."""
        board, box = self.game.boards[s.board], self.game.box
        own = [number for number, spot in enumerate(s.spots) if settler_of(spot) == seat]
        gifts = [cubes.count(piles.item(s.tools, seat, board.icons[number])) for number in own]
        found = (
            [cubes.count(box.exploration[tile].cubes) for tile in piles.items(s.explored, seat)]
            if kind == "fort"
            else []
        )
        return max(gifts, default=0) + max(found, default=0)

    def in_use(self, s: Any, seat: int) -> list[str]:
        used = zip(self.game.boards[s.board].conversions, s.spots, strict=True)
        return [one.text for one, spot in used if isinstance(one, Conversion) and settler_of(spot) == seat]

    def payload(self, s: Any, decision: Data, seat: int) -> int:
        board, kind = self.game.boards[s.board], decision["kind"]
        if kind not in ("fort", "explore"):
            raise self.unknown(kind)
        fort = kind == "fort"
        reading.keys(
            decision,
            "decision",
            {"kind", "location", "bonus"} | ({"claimed"} if fort else set()),
            {"slot"} if fort else set(),
        )
        name = reading.text(decision["location"], "decision: location")
        number = board.names.index(name) if name in board.names else -1
        if number not in board.forts or settler_of(s.spots[number]) != seat:
            raise InvalidPosition(
                "decision: {name} is no fort with settlers of seat {seat}", name=quoted(name), seat=seat
            )
        taken = reading.flag(decision["bonus"], "decision: bonus")
        claimed = not fort or reading.flag(decision["claimed"], "decision: claimed")
        if taken and not piles.size(s.bonus, seat):
            raise InvalidPosition("decision: seat {seat} has no bonus tile that it could have taken", seat=seat)
        last = [self.game.box.cards[card].kind for card in piles.items(s.claimed, seat)[-1:]]
        if claimed and not last:
            raise InvalidPosition("decision: seat {seat} has no card that it could have claimed", seat=seat)
        payload = number | (TAKEN if taken else 0)
        if not fort:
            if last != [EXPLORATION]:
                raise InvalidPosition("decision: the card that seat {seat} claimed last is no Exploration", seat=seat)
            if piles.size(s.explored, seat) == sum(
                self.game.box.cards[card].kind == EXPLORATION for card in piles.items(s.claimed, seat)
            ):
                raise InvalidPosition("decision: seat {seat} has a tile for each of its Exploration cards", seat=seat)
            if not taken and board.heaps[number]:
                s.ask(engine.frame(engine.FORT, seat, payload | CLAIMED))
            return payload
        slot = board.slots[number] + 1
        reading.number(decision.get("slot", slot), "decision: slot", slot, slot)
        if claimed and (taken or not board.heaps[number]):
            raise InvalidPosition("decision: nothing is left to do at the fort")
        return payload | (CLAIMED if claimed else 0)

    # -- sampling ----------------------------------------------------------------------------------------------------

    def fill(self, position: Data, rng: Random) -> Data:
        seats = [
            {key: value for key, value in seat.items() if key in ("storage", "home") or key in self.SEAT}
            for seat in position["seats"]
        ]
        shown = position["points"]
        cards = Counter(self.cards[card] for card in self.game.deck)
        cards.subtract(shown["row"])
        tiles = Counter(self.tiles[tile] for tile in self.game.tiles)
        for seat in seats:
            cards.subtract(seat["claimed"])
            tiles.subtract(seat["bonus"])
        deck = _beneath(shown["deck"], shuffled(cards - Counter(_top(shown["deck"])), rng))
        tiles.subtract(tile for stack in position["stacks"].values() for tile in _top(stack))
        unseen = shuffled(tiles, rng)
        stacks = {}
        for name, stack in position["stacks"].items():
            stacks[name] = _beneath(stack, unseen)
            del unseen[: max(0, stack["left"] - 1)]
        public = {key: value for key, value in position.items() if key not in self.TOLD}
        return {**public, "seats": seats, "stacks": stacks, "points": {"row": shown["row"], "deck": deck}}


def _top(pile: Data) -> list[str]:
    return [] if pile["top"] is None else [pile["top"]]


def _beneath(pile: Data, unseen: list[str]) -> list[str]:
    """A deck or stack with its top one as seen, and others below."""
    return [*_top(pile), *unseen[: max(0, pile["left"] - 1)]]
