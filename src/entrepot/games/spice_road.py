"""Spice Road (SR1–SR12)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..components.box import SpiceRoadBox
from ..core import actions, cubes, piles
from ..core.actions import ACQUIRE, BITS
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.cubes import GUARD
from ..core.engine import (
    E_ACQUIRED,
    E_COIN,
    E_COINS_MOVED,
    E_LAID,
    E_PLAYED,
    E_RESTED,
    PAY,
    TURN,
    Game,
    Step,
    frame,
    payload_of,
    seat_of,
)
from ..core.scoring import Result
from ..rules.conversions import TimesStep, UpgradeStep, carry_out
from ..rules.rows import MerchantRow, check_end, claim_point_card, list_claims
from ..rules.storage import ReturnStep, list_held

GOLD: Final = 0
SILVER: Final = 1
NO_COIN: Final = -1

_REST: Final = actions.encode(actions.REST)


class SpiceRoadState(MerchantRow):
    """Hands and played cards are piles of card numbers of the game's table, one a seat; piles of coins are counts."""

    __slots__ = ("gold", "gold_pile", "hand", "played", "silver", "silver_pile")

    gold: vec[i64]
    gold_pile: i64
    hand: vec[i64]
    played: vec[i64]
    silver: vec[i64]
    silver_pile: i64

    def copy(self) -> SpiceRoadState:
        """An independent copy without listeners."""
        other = SpiceRoadState()
        self.copy_to(other)
        other.hand = self.hand[:]
        other.played = self.played[:]
        other.gold = self.gold[:]
        other.silver = self.silver[:]
        other.gold_pile = self.gold_pile
        other.silver_pile = self.silver_pile
        return other


class TurnStep(Step[SpiceRoadState]):
    """Exactly one of play, acquire, rest, claim (SR3). Payload: none."""

    def __init__(self, game: SpiceRoad) -> None:
        self._game: Final = game

    def legal(self, s: SpiceRoadState, pending: i64, out: vec[i64]) -> i64:
        game = self._game
        seat = seat_of(pending)
        have = s.storage[seat]
        choices: i64 = 0
        if game.empty_rest or piles.size(s.played, seat):
            out[0] = _REST
            choices = 1
        hand, plays, costs = s.hand, game.plays, game.play_costs
        at = piles.start(hand, seat)
        place: i64
        for place in range(at + 1, at + 1 + hand[at]):
            card = hand[place]
            if (have - costs[card]) & GUARD == 0 and not (game.twins and listed(out, choices, plays[card])):
                out[choices] = plays[card]
                choices += 1
        slot: i64
        for slot in range(1, 1 + min(cubes.count(have) + 1, piles.size(s.merchants, 0))):
            out[choices] = ACQUIRE | slot << BITS
            choices += 1
        choices = list_claims(s, have, game.prices, out, choices)
        if choices == 0:
            # C10: only a position written by hand, without the starting cards, can leave nothing else to do.
            out[0] = _REST
            choices = 1
        return choices

    def apply(self, s: SpiceRoadState, pending: i64, action: i64) -> None:
        s.answered()
        seat = seat_of(pending)
        kind = action & actions.KIND
        argument = action >> BITS
        if kind == actions.PLAY:
            self._play(s, seat, action)
        elif kind == ACQUIRE:
            if argument > 1:
                s.ask(frame(PAY, seat, argument))
            else:
                acquire(s, seat, argument)
        elif kind == actions.CLAIM:
            self._claim(s, seat, argument)
        else:
            self._rest(s, seat)

    def _rest(self, s: SpiceRoadState, seat: i64) -> None:
        """SR8."""
        number = piles.size(s.played, seat)
        if s.events is not None:
            s.note(E_RESTED, seat, number)
        place: i64
        for place in range(number):
            piles.add(s.hand, seat, piles.item(s.played, seat, place))
        piles.clear(s.played, seat)

    def _play(self, s: SpiceRoadState, seat: i64, action: i64) -> None:
        """SR4."""
        game = self._game
        hand, plays = s.hand, game.plays
        first = piles.start(hand, seat) + 1
        place = first
        while plays[hand[place]] != action:
            place += 1
        card = piles.take(hand, seat, place - first)
        piles.add(s.played, seat, card)
        if s.events is not None:
            s.note(E_PLAYED, seat, card)
        carry_out(s, seat, game.cards[card], game.idle_trade)

    def _claim(self, s: SpiceRoadState, seat: i64, slot: i64) -> None:
        """SR9, SR10, SR11."""
        game = self._game
        claim_point_card(s, seat, slot - 1, game.prices[piles.item(s.point_row, 0, slot - 1)])
        coin = coin_above(slot, s.gold_pile, s.silver_pile)
        if coin == GOLD:
            s.gold_pile -= 1
            s.gold[seat] += 1
            s.note(E_COIN, seat, GOLD)
            if s.gold_pile == 0 and s.silver_pile:
                s.note(E_COINS_MOVED, -1)
        elif coin == SILVER:
            s.silver_pile -= 1
            s.silver[seat] += 1
            s.note(E_COIN, seat, SILVER)
        check_end(s, seat, game.cards_to_end)


def coin_above(slot: i64, gold: i64, silver: i64) -> i64:
    """The coin that comes with the point card of a slot (1-based), so many of both being left (SR10)."""
    if slot == 1 and gold:
        return GOLD
    return SILVER if silver and slot == (2 if gold else 1) else NO_COIN


def listed(out: vec[i64], choices: i64, action: i64) -> bool:
    """Whether an action is among the first so many."""
    place: i64
    for place in range(choices):
        if out[place] == action:
            return True
    return False


class PayStep(Step[SpiceRoadState]):
    """One cube onto the next card to the left (SR5, F6). Payload: slot to acquire, above seven bits the cards paid."""

    def legal(self, s: SpiceRoadState, pending: i64, out: vec[i64]) -> i64:
        return list_held(actions.PAY, s.storage[seat_of(pending)], out)

    def apply(self, s: SpiceRoadState, pending: i64, action: i64) -> None:
        seat = seat_of(pending)
        slot = payload_of(pending) & 127
        paid = payload_of(pending) >> 7
        colour = action >> BITS
        unit = cubes.UNITS[colour]
        s.storage[seat] -= unit
        piles.put(s.laid, 0, paid, piles.item(s.laid, 0, paid) + unit)
        if s.events is not None:
            s.note(E_LAID, seat, colour, paid + 1, piles.item(s.merchants, 0, paid))
        if paid + 2 == slot:
            s.answered()
            acquire(s, seat, slot)
        else:
            s.ask_on(frame(PAY, seat, slot | paid + 1 << 7))


def acquire(s: SpiceRoadState, seat: i64, slot: i64) -> None:
    """The card of a paid slot to the hand, the cubes on it to the storage (SR5)."""
    laid = piles.item(s.laid, 0, slot - 1)
    if s.events is not None:
        s.note(E_ACQUIRED, seat, piles.item(s.merchants, 0, slot - 1), slot, laid)
    piles.add(s.hand, seat, s.take_merchant(slot - 1))
    s.storage[seat] += laid


class SpiceRoad(Game[SpiceRoadState]):
    """The rules of Spice Road for a number of players, the options R1 and R2, and a box of components.

    Cards are numbers: `cards[n]` for merchants (the starting cards behind the market's; all seats share their
    numbers), `points[n]` and `prices[n]` for point cards.
    """

    def __init__(self, box: SpiceRoadBox, players: int, empty_rest: bool = False, idle_trade: bool = False) -> None:
        cards = [*box.merchants, *box.starting]
        choices = 1 + len(cards) + box.merchant_row + box.point_row
        super().__init__(players, box.cards_to_end[players], box.point_row, choices)
        self.box: Final = box
        self.empty_rest: Final = empty_rest
        self.idle_trade: Final = idle_trade
        self.cards: Final[list[Conversion]] = cards
        self.starting: Final = range(len(box.merchants), len(self.cards))
        self.twins: Final = len({card.code for card in self.cards}) < len(self.cards)
        self.plays: Final = piles.numbers(actions.encode(actions.PLAY, card.code) for card in self.cards)
        self.play_costs: Final = piles.numbers(0 if idle_trade else card.cost for card in self.cards)
        self.prices: Final = piles.numbers(card.cost for card in box.points)
        self.points: Final = [card.points for card in box.points]
        self.steps = [TurnStep(self), TimesStep(), UpgradeStep(), PayStep(), ReturnStep()]

    def blank(self) -> SpiceRoadState:
        s = SpiceRoadState()
        s.clear(self)
        s.open_merchants([], 0)
        s.hand = piles.empty(self.players, len(self.cards))
        s.played = piles.empty(self.players, len(self.cards))
        s.gold = piles.zeros(self.players)
        s.silver = piles.zeros(self.players)
        s.gold_pile = 0
        s.silver_pile = 0
        return s

    def new(self, seed: int) -> SpiceRoadState:
        """SR2."""
        box = self.box
        chance = Chance(seed)
        points = chance.shuffled(list(range(len(box.points))))
        merchants = chance.shuffled(list(range(len(box.merchants))))
        s = self.blank()
        s.chance = chance.state
        s.deal(points, box.point_row)
        s.open_merchants(merchants, box.merchant_row)
        for seat in range(self.players):
            piles.fill(s.hand, seat, self.starting)
            s.storage[seat] = box.start_cubes[seat]
        s.gold_pile = box.gold_per_player * self.players
        s.silver_pile = box.silver_per_player * self.players
        s.ask(TURN)
        return s

    def surplus(self, s: SpiceRoadState) -> i64:
        """Only the player who took the turn checks (C6)."""
        return s.active if cubes.count(s.storage[s.active]) > cubes.LIMIT else -1

    def result(self, s: SpiceRoadState) -> Result:
        """SR12."""
        box = self.box
        return Result(
            [
                {
                    "cards": sum(self.points[card] for card in piles.items(s.claimed, seat)),
                    "coins": box.gold_points * s.gold[seat] + box.silver_points * s.silver[seat],
                    "cubes": cubes.scoring(s.storage[seat]),
                }
                for seat in range(self.players)
            ]
        )
