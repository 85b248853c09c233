"""What a seat sees of A New World and its combinations, as numbers."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import BENEFITS, ExplorationTile, LandCard
from ..core import cubes, piles
from ..core.engine import AFTER, EXPLORE, FORT, MARKET, PAY, REPLACE, SAIL, TIMES, UPGRADE, State, kind_of, payload_of
from ..games.new_world import CLAIMED, PLACE, TAKEN, NewWorld
from ..rules.settlers import LandState
from .rows import LANES, MOST, ONES, SHIFT, Kinds, Rows, after, around, changed, clear, count_pile, lanes, spread

_OTHERS: Final = 5
"""Words of the memo of a land game before those of its seats: whether anything is kept; what the cards depend on, the
stacks, the market, and what has been used.
"""
_FORMS: Final = ("flat", "icon", "pair", "settlers", "merchants")
_FLAT: Final = 0
_ICON: Final = 1
_PAIR: Final = 2
_SETTLERS: Final = 3


class LandRows(Rows):
    """A New World and its combinations. What only a market, trade routes or a sea add is told only where they are."""

    def __init__(self, game: NewWorld[Any]) -> None:
        players: int = game.players
        super().__init__(players)
        box = game.box
        self.game: Final = game
        self.memo_words = _OTHERS + 3 * players
        whose = "per seat, the viewer first"
        self.at_pending: Final[i64] = self.room(3)
        at_pending: int = self.at_pending
        self.part(
            "pending",
            at_pending,
            (12,),
            1,
            "steps left of an upgrade; 1 if not trading is offered; the location of a fort or of an exploration "
            "(1 + its place in `locations`); 1 if its bonus tile has been taken; 1 if its card has been claimed; the "
            "slot of the market in use; 1 + the steps of a ship (1 for any tile); cubes still to be paid as a price; "
            "owners still to be paid a toll: 1 per seat, the viewer first",
        )
        self.icons: Final[i64] = len(box.icons)
        self.icon_words: Final[i64] = -(-len(box.icons) // LANES)
        self.tile_kinds: Final = Kinds(tile.text for tile in game.bonus)
        kinds = len(self.tile_kinds.names)
        self.seat_size: Final[i64] = 4 + self.icon_words + len(box.icons)
        self.at_seats: Final[i64] = self.room(players * self.seat_size)
        at_seats: int = self.at_seats
        step: int = self.seat_size * LANES
        help_words: int = self.icon_words
        self.part("storage", at_seats, (players, 4), step, f"cubes by colour, {whose}")
        self.part(
            "belongings",
            at_seats + 1,
            (players, 4),
            step,
            f"settlers at home, settlers in reserve, number of point cards, points as the table stands, {whose}",
        )
        self.part("icons", at_seats + 2, (players, 4), step, f"icons of {', '.join(BENEFITS)}, {whose}")
        self.part(
            "tiles",
            at_seats + 3,
            (players, 4),
            step,
            f"bonus tiles; what they are worth now; merchant cards; points of outposts, {whose}",
        )
        self.part(
            "help", at_seats + 4, (players, len(box.icons)), step, f"settlers spared at {', '.join(box.icons)}, {whose}"
        )
        self.part(
            "tools",
            at_seats + 4 + help_words,
            (players, len(box.icons), 4),
            step,
            f"cubes that Tools bring at {', '.join(box.icons)}, by colour, {whose}",
        )
        self.at_bonus: Final[i64] = self.block(
            "bonus", (players, kinds), f"bonus tiles by kind (`bonus_tiles`), {whose}"
        )
        self.card_kinds: Final = Kinds(card.text for card in box.cards)
        self.at_claimed: Final[i64] = self.block(
            "claimed", (len(self.card_kinds.names),), "point cards that somebody has claimed, by kind (`point_cards`)"
        )
        names = list(dict.fromkeys(name for board in game.boards for name in board.names))
        self.places: Final = names
        self.spots: Final[list[vec[i64]]] = [
            piles.numbers(names.index(name) for name in one.names) for one in game.boards
        ]
        self.all_spots: Final[i64] = len(names)
        self.at_spots: Final[i64] = self.room(4 * len(names))
        at_spots: int = self.at_spots
        where = "per location (`locations`)"
        self.part(
            "location",
            at_spots,
            (len(names), 4),
            16,
            "1 if it is on the board; 1 under an exploration tile; settlers standing there; settlers that the viewer "
            f"would have to send, 0 where it stands itself or a tile lies, {where}",
        )
        self.part(
            "location_seat",
            at_spots + 1,
            (len(names), players),
            16,
            f"1 at the seat that stands there, the viewer first, {where}",
        )
        self.part(
            "tile_cubes", at_spots + 2, (len(names), 4), 16, f"cubes of the exploration tile there by colour, {where}"
        )
        self.part(
            "tile",
            at_spots + 3,
            (len(names), 3),
            16,
            f"its settlers, points, 1 + icon ({', '.join(BENEFITS)}), {where}",
        )
        takes = list(dict.fromkeys(take for board in game.boards for take in board.takes))
        self.heaps: Final[list[vec[i64]]] = [
            piles.numbers(takes.index(take) for take in one.takes) for one in game.boards
        ]
        self.all_heaps: Final[i64] = len(takes)
        self.at_heaps: Final[i64] = self.room(2 * len(takes))
        at_heaps: int = self.at_heaps
        self.stacks: Final = list(dict.fromkeys(name for board in game.boards for name in board.heap_names))
        where = "per stack (`stacks`)"
        self.part(
            "stack",
            at_heaps,
            (len(takes), 3),
            8,
            "bonus tiles left; what the top one would add for the viewer now; "
            f"1 + its form ({', '.join(_FORMS)}), {where}",
        )
        self.part(
            "stack_top",
            at_heaps + 1,
            (len(takes), 4),
            8,
            f"of the top tile: points, how many count once, 1 + its icon, 1 + its second icon, {where}",
        )
        row: int = game.row_length
        self.at_forts: Final[i64] = self.room(3 * row + 3)
        at_forts: int = self.at_forts
        where = "per slot of the row, and of the top card of the deck"
        self.part("point_cost", at_forts, (row + 1, 4), 12, f"cost by colour, {where}")
        self.part(
            "point",
            at_forts + 1,
            (row + 1, 4),
            12,
            f"points, 1 + kind ({', '.join(BENEFITS)}), 1 + icon, settlers, {where}",
        )
        self.part("point_cube", at_forts + 2, (row + 1, 4), 12, f"cube of a Tool by colour, {where}")
        self.at_table: Final[i64] = self.block(
            "left", (4,), "point cards left in the deck; merchants left in the deck; exploration tiles on the table; 0"
        )
        words: list[int] = []
        for card in box.cards:
            words += self.card_words(card)
        self.cards: Final = piles.numbers(words)
        words = []
        for tile in box.exploration:
            words += self.find_words(tile)
        self.finds: Final = piles.numbers(words)
        self.find_points: Final = piles.numbers(tile.points for tile in box.exploration)
        self.find_icons: Final = piles.numbers(_benefit(tile.icon) for tile in box.exploration)
        self.card_points: Final = piles.numbers(card.points for card in box.cards)
        self.card_icons: Final = piles.numbers(_benefit(card.kind) for card in box.cards)
        self.forms: Final = piles.numbers(_FORMS.index(tile.form) for tile in game.bonus)
        self.firsts: Final = piles.numbers(_benefit(tile.kinds[0]) if tile.kinds else 0 for tile in game.bonus)
        self.seconds: Final = piles.numbers(
            _benefit(tile.kinds[1]) if len(tile.kinds) > 1 else 0 for tile in game.bonus
        )
        self.pers: Final = piles.numbers(tile.per for tile in game.bonus)
        self.tile_points: Final = piles.numbers(tile.points for tile in game.bonus)
        self.settlers: Final[i64] = box.settlers
        values = box.outpost_values
        self.outposts: Final = piles.numbers(sum(values[:number]) for number in range(len(values) + 1))
        self.add_more()

    def add_more(self) -> None:
        """Room for what only some games have."""

    def card_words(self, card: LandCard) -> list[int]:
        """Three words of a point card."""
        icons = self.game.box.icons
        icon = 1 + icons.index(card.icon) if card.icon else 0
        about = lanes(card.points, 1 + BENEFITS.index(card.kind), icon, card.settlers)
        return [spread(card.cost), about, spread(card.cube)]

    def find_words(self, tile: ExplorationTile) -> list[int]:
        """Two words of an exploration tile."""
        icon = 1 + BENEFITS.index(tile.icon) if tile.icon else 0
        return [spread(tile.cubes), lanes(tile.settlers, tile.points, icon, 0)]

    def icon_counts(self, s: LandState, seat: i64) -> i64:
        """A word with the New World icons of a seat by kind."""
        ones = ONES
        total: i64 = 0
        start = piles.start(s.claimed, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.claimed[start]):
            total += ones[self.card_icons[s.claimed[place]]]
        start = piles.start(s.explored, seat)
        for place in range(start + 1, start + 1 + s.explored[start]):
            icon = self.find_icons[s.explored[place]]
            if icon >= 0:
                total += ones[icon]
        return total

    def worth(self, tile: i64, icons: i64, settlers: i64, merchants: i64) -> i64:
        """The points of a bonus tile (NW23), `icons` as `icon_counts` gives them."""
        form, points = self.forms[tile], self.tile_points[tile]
        if form == _FLAT:
            return points
        if form == _SETTLERS:
            return settlers // self.pers[tile] * points
        if form != _ICON and form != _PAIR:
            return merchants // self.pers[tile] * points
        first = icons >> SHIFT * self.firsts[tile] & MOST
        if form == _ICON:
            return first * points
        if self.firsts[tile] == self.seconds[tile]:
            return (first >> 1) * points
        second = icons >> SHIFT * self.seconds[tile] & MOST
        return min(first, second) * points

    def bonus_points(self, s: LandState, seat: i64, icons: i64, merchants: i64) -> i64:
        """What the bonus tiles of a seat are worth."""
        settlers = self.settlers - s.reserve[seat]
        total: i64 = 0
        start = piles.start(s.bonus, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.bonus[start]):
            total += self.worth(s.bonus[place], icons, settlers, merchants)
        return total

    def merchants(self, s: LandState, seat: i64) -> i64:  # noqa: ARG002
        """The merchant cards of a seat."""
        return 0

    def outpost_points(self, s: LandState, seat: i64) -> i64:  # noqa: ARG002
        """What the outposts of a seat have uncovered."""
        return 0

    def owned_points(self, s: LandState, seat: i64) -> i64:
        """The points of the cards and exploration tiles of a seat."""
        total: i64 = 0
        start = piles.start(s.claimed, seat)
        place: i64
        for place in range(start + 1, start + 1 + s.claimed[start]):
            total += self.card_points[s.claimed[place]]
        start = piles.start(s.explored, seat)
        for place in range(start + 1, start + 1 + s.explored[start]):
            total += self.find_points[s.explored[place]]
        return total

    def names(self) -> dict[str, list[str]]:
        return {
            "point_cards": self.card_kinds.names,
            "bonus_tiles": self.tile_kinds.names,
            "locations": self.places,
            "stacks": self.stacks,
        }

    def points(self, s: State, seat: i64) -> i64:
        assert isinstance(s, LandState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        bonus = self.bonus_points(s, seat, self.icon_counts(s, seat), self.merchants(s, seat))
        other = self.owned_points(s, seat) + cubes.scoring(s.storage[seat])
        return bonus + self.outpost_points(s, seat) + other

    def again(self, s: LandState) -> bool:  # noqa: ARG002
        """Whether another turn of the same seat follows."""
        return False

    def merchants_left(self, s: LandState) -> i64:  # noqa: ARG002
        """Merchants in the deck of the market."""
        return 0

    def write(self, s: State, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        assert isinstance(s, LandState)  # noqa: S101 - tells the type checker and mypyc, nothing else
        pending = self.heading(s, viewer, out, at, self.again(s))
        self.write_pending(s, viewer, pending, out, at + self.at_pending)
        fresh = memo[kept] == 0
        claims = self.write_seats(s, viewer, out, at, memo, kept + _OTHERS)
        lying = self.write_spots(s, viewer, out, at + self.at_spots, fresh)
        own = at + self.at_seats
        home = self.settlers - s.reserve[viewer]
        merchants = out[own + 3] >> 32 & MOST
        mine = piles.size(s.claimed, viewer) | piles.size(s.explored, viewer) << 8
        taken: i64 = 0
        seat: i64
        for seat in range(self.players):
            taken += piles.size(s.bonus, seat)
        if changed(memo, kept + 2, 1 + viewer | taken << 4 | mine << 14 | home << 30 | merchants << 42):
            self.write_heaps(s, out[own + 2], home, merchants, out, at, fresh)
        if changed(memo, kept + 1, 1 + claims):
            self.write_cards(s, out, at)
        out[at + self.at_table] = lanes(s.point_left, self.merchants_left(s), lying, 0)
        self.write_more(s, viewer, out, at, memo, kept)
        memo[kept] = 1

    def write_more(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> None:
        """What only some games have."""

    def write_pending(self, s: LandState, viewer: i64, pending: i64, out: vec[i64], at: i64) -> None:
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        if pending >= 0:
            kind, payload = kind_of(pending), payload_of(pending)
            if kind == UPGRADE:
                first = payload & 15
            elif kind == TIMES:
                first = (payload & 1) << SHIFT
            elif kind == FORT or kind == EXPLORE:
                taken, done = i64(payload & TAKEN != 0), i64(payload & CLAIMED != 0)
                first = (1 + self.spots[s.board][payload & PLACE]) << 32 | taken << 48
                second = done
            elif kind == MARKET or kind == REPLACE:
                second = (payload + 1) << SHIFT
            elif kind == SAIL:
                second = (payload + 1) << 32
            elif kind == PAY:
                if payload & 1:
                    second = (payload >> 1) << 48
                else:
                    owners = payload >> 1
                    seat: i64
                    for seat in range(self.players):
                        if owners >> seat & 1:
                            third += ONES[around(seat, viewer, self.players)]
            if s.depth > 1 and (kind == UPGRADE or kind == TIMES):
                beneath = s.stack[s.depth - 2]
                if kind_of(beneath) == AFTER:
                    second = (payload_of(beneath) + 1) << SHIFT
        out[at] = first
        out[at + 1] = second
        out[at + 2] = third

    def write_seats(self, s: LandState, viewer: i64, out: vec[i64], at: i64, memo: vec[i64], kept: i64) -> i64:
        """The memo has three words a seat: how many cards it has claimed and tiles it has explored, its icons, and the
        points of both. Returns how many cards have been claimed.
        """
        players, icons, icon_words, ones = self.players, self.icons, self.icon_words, ONES
        here, bonus, claims = at + self.at_seats, at + self.at_bonus, i64(0)
        tile_kinds, spared, tools = self.tile_kinds, s.help, s.tools
        clear(out, bonus, players * tile_kinds.words)
        turn: i64
        icon: i64
        for turn in range(players):
            seat = after(viewer, turn, players)
            claimed, tiles, mine = piles.size(s.claimed, seat), piles.size(s.bonus, seat), kept + 3 * seat
            if changed(memo, mine, 1 + claimed + (piles.size(s.explored, seat) << SHIFT)):
                memo[mine + 1] = self.icon_counts(s, seat)
                memo[mine + 2] = self.owned_points(s, seat)
            merchants, built, worth = self.merchants(s, seat), self.outpost_points(s, seat), i64(0)
            if tiles:
                worth = self.bonus_points(s, seat, memo[mine + 1], merchants)
                count_pile(out, bonus, s.bonus, seat, tile_kinds.lane)
            stored = spread(s.storage[seat])
            points = memo[mine + 2] + worth + built
            points += (stored >> 16 & MOST) + (stored >> 32 & MOST) + (stored >> 48)
            out[here] = stored
            out[here + 1] = lanes(s.home[seat], s.reserve[seat], claimed, points)
            out[here + 2] = memo[mine + 1]
            out[here + 3] = lanes(tiles, worth, merchants, built)
            clear(out, here + 4, icon_words + icons)
            if claimed:
                first, other = piles.start(spared, seat) + 1, piles.start(tools, seat) + 1
                gifts = here + 4 + icon_words
                for icon in range(icons):
                    if spared[first + icon]:
                        out[here + 4 + (icon >> 2)] += spared[first + icon] * ones[icon & 3]
                    if tools[other + icon]:
                        out[gifts + icon] = spread(tools[other + icon])
                claims += claimed
            here += self.seat_size
            bonus += tile_kinds.words
        return claims

    def write_spots(self, s: LandState, viewer: i64, out: vec[i64], at: i64, fresh: bool) -> i64:
        """Returns how many exploration tiles lie on the board."""
        board, where, finds = self.game.boards[s.board], self.spots[s.board], self.finds
        if fresh and len(where) < self.all_spots:
            clear(out, at, 4 * self.all_spots)
        printed, icons, spared = board.printed, board.icons, s.help
        first = piles.start(spared, viewer) + 1
        there, covered, ones, players = ONES[0], ONES[0] | ONES[1], ONES, self.players
        helped, alone = piles.size(s.claimed, viewer) > 0, len(self.spots) == 1
        lying: i64 = 0
        number: i64
        for number, spot in enumerate(s.spots):
            here = at + 4 * number
            if not alone:
                here = at + 4 * where[number]
            if spot < 0:
                tile = 2 * (-1 - spot)
                out[here] = covered
                out[here + 1] = 0
                out[here + 2] = finds[tile]
                out[here + 3] = finds[tile + 1]
                lying += 1
                continue
            owner: i64 = -1
            if spot:
                need = (spot >> 3) + 1
                owner = around(spot & 7, viewer, players)
                out[here + 1] = ones[owner]
            else:
                need = printed[number]
                out[here + 1] = 0
            if helped:
                need -= spared[first + icons[number]]
            if need < 1:
                need = 1
            if owner == 0:
                need = 0
            if fresh or out[here] >> SHIFT & 1:
                out[here + 2] = 0
                out[here + 3] = 0
            out[here] = there | (spot >> 3) << 32 | need << 48
        return lying

    def write_heaps(
        self, s: LandState, icons: i64, home: i64, merchants: i64, out: vec[i64], at: i64, fresh: bool
    ) -> None:
        """Icons, settlers and merchants are those of the viewer."""
        where = self.heaps[s.board]
        at += self.at_heaps
        if fresh and len(where) < self.all_heaps:
            clear(out, at, 2 * self.all_heaps)
        heap: i64
        for heap, left in enumerate(s.heap_left):
            here = at + 2 * where[heap]
            if left:
                tile = piles.item(s.heap_tiles, heap, left - 1)
                form = self.forms[tile]
                first: i64 = 0
                second: i64 = 0
                if form == _ICON or form == _PAIR:
                    first = self.firsts[tile] + 1
                    if form == _PAIR:
                        second = self.seconds[tile] + 1
                out[here] = lanes(left, self.worth(tile, icons, home, merchants), form + 1, 0)
                out[here + 1] = lanes(self.tile_points[tile], self.pers[tile], first, second)
            else:
                out[here] = 0
                out[here + 1] = 0

    def write_cards(self, s: LandState, out: vec[i64], at: i64) -> None:
        """What changes when somebody claims: the row, the deck, and what has been claimed."""
        clear(out, at + self.at_claimed, self.card_kinds.words)
        seat: i64
        for seat in range(self.players):
            count_pile(out, at + self.at_claimed, s.claimed, seat, self.card_kinds.lane)
        cards, row = self.cards, s.point_row
        start, number = piles.start(row, 0), piles.size(row, 0)
        here = at + self.at_forts
        slots = self.game.row_length
        place: i64
        for place in range(1, slots + 2):
            card: i64 = -1
            if place <= slots:
                if place <= number:
                    card = 3 * row[start + place]
            elif s.point_left:
                card = 3 * s.point_deck[s.point_left - 1]
            if card < 0:
                clear(out, here, 3)
            else:
                out[here] = cards[card]
                out[here + 1] = cards[card + 1]
                out[here + 2] = cards[card + 2]
            here += 3


def _benefit(icon: str) -> int:
    return BENEFITS.index(icon) if icon else -1
