"""Spice Road (SR1–SR12)."""

from __future__ import annotations

from typing import Final

from ..components.box import SpiceRoadBox
from ..core import actions, cubes
from ..core.chance import Chance
from ..core.conversion import Conversion
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
from ..rules.rows import MerchantRow, check_end, claim_point_card
from ..rules.storage import ReturnStep, held

GOLD: Final = 0
SILVER: Final = 1

_REST: Final = actions.encode(actions.REST)
_ACQUIRE: Final = [actions.encode(actions.ACQUIRE, slot + 1) for slot in range(actions.MOST_NUMBER)]
_CLAIM: Final = [actions.encode(actions.CLAIM, slot + 1) for slot in range(actions.MOST_NUMBER)]
_PAY: Final = [actions.encode(actions.PAY, colour) for colour in range(cubes.COLOURS)]


class SpiceRoadState(MerchantRow):
    """Hands and played cards hold card numbers of the game's table; piles of coins are counts."""

    __slots__ = ("gold", "gold_pile", "hand", "played", "silver", "silver_pile")

    gold: list[int]
    gold_pile: int
    hand: list[tuple[int, ...]]
    played: list[tuple[int, ...]]
    silver: list[int]
    silver_pile: int

    def clear(self, players: int) -> None:
        super().clear(players)
        self.hand = [()] * players
        self.played = [()] * players
        self.gold = [0] * players
        self.silver = [0] * players
        self.gold_pile = 0
        self.silver_pile = 0

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

    def legal(self, s: SpiceRoadState, pending: int) -> list[int]:
        game = self._game
        seat = seat_of(pending)
        have = s.storage[seat]
        costs = game.play_costs
        plays = game.plays
        listed = [_REST] if s.played[seat] or game.empty_rest else []
        listed += [plays[card] for card in s.hand[seat] if (have - costs[card]) & cubes.GUARD == 0]
        if game.twins:
            listed = list(dict.fromkeys(listed))
        listed += _ACQUIRE[: min(cubes.count(have) + 1, len(s.merchants))]
        prices = game.prices
        for slot, card in enumerate(s.point_row):
            if (have - prices[card]) & cubes.GUARD == 0:
                listed.append(_CLAIM[slot])
        # C10: only a position written by hand, without the starting cards, can leave nothing else to do.
        return listed or [_REST]

    def apply(self, s: SpiceRoadState, pending: int, action: int) -> None:
        s.stack.pop()
        seat = seat_of(pending)
        kind = action & actions.KIND
        argument = action >> actions.BITS
        if kind == actions.PLAY:
            self._play(s, seat, action)
        elif kind == actions.ACQUIRE:
            if argument > 1:
                s.stack.append(frame(PAY, seat, argument))
            else:
                acquire(s, seat, argument)
        elif kind == actions.CLAIM:
            self._claim(s, seat, argument)
        else:
            if s.events is not None:
                s.note(E_RESTED, seat, len(s.played[seat]))
            s.hand[seat] += s.played[seat]
            s.played[seat] = ()

    def _play(self, s: SpiceRoadState, seat: int, action: int) -> None:
        """SR4."""
        game = self._game
        hand = s.hand[seat]
        plays = game.plays
        index = 0
        while plays[hand[index]] != action:
            index += 1
        card = hand[index]
        s.hand[seat] = hand[:index] + hand[index + 1 :]
        s.played[seat] += (card,)
        if s.events is not None:
            s.note(E_PLAYED, seat, card)
        carry_out(s, seat, game.cards[card], game.idle_trade)

    def _claim(self, s: SpiceRoadState, seat: int, slot: int) -> None:
        """SR9, SR10, SR11."""
        game = self._game
        claim_point_card(s, seat, slot - 1, game.prices[s.point_row[slot - 1]])
        gold = s.gold_pile
        if slot == 1 and gold:
            s.gold_pile -= 1
            s.gold[seat] += 1
            s.note(E_COIN, seat, GOLD)
            if gold == 1 and s.silver_pile:
                s.note(E_COINS_MOVED, -1)
        elif slot == (2 if gold else 1) and s.silver_pile:
            s.silver_pile -= 1
            s.silver[seat] += 1
            s.note(E_COIN, seat, SILVER)
        check_end(s, seat, game.cards_to_end)


class PayStep(Step[SpiceRoadState]):
    """One cube onto the next card to the left (SR5, F6). Payload: slot to acquire, above seven bits the cards paid."""

    def legal(self, s: SpiceRoadState, pending: int) -> list[int]:
        return held(_PAY, s.storage[seat_of(pending)])

    def apply(self, s: SpiceRoadState, pending: int, action: int) -> None:
        seat = seat_of(pending)
        slot = payload_of(pending) & 127
        paid = payload_of(pending) >> 7
        colour = action >> actions.BITS
        unit = cubes.UNITS[colour]
        s.storage[seat] -= unit
        laid = s.laid
        s.laid = (*laid[:paid], laid[paid] + unit, *laid[paid + 1 :])
        if s.events is not None:
            s.note(E_LAID, seat, colour, paid + 1, s.merchants[paid])
        if paid + 2 == slot:
            s.stack.pop()
            acquire(s, seat, slot)
        else:
            s.stack[-1] = frame(PAY, seat, slot | (paid + 1) << 7)


def acquire(s: SpiceRoadState, seat: int, slot: int) -> None:
    """The card of a paid slot to the hand, the cubes on it to the storage (SR5)."""
    if s.events is not None:
        s.note(E_ACQUIRED, seat, s.merchants[slot - 1], slot, s.laid[slot - 1])
    card, laid = s.take_merchant(slot - 1)
    s.hand[seat] += (card,)
    s.storage[seat] += laid


class SpiceRoad(Game[SpiceRoadState]):
    """The rules of Spice Road for a number of players, the options R1 and R2, and a box of components.

    Cards are numbers: `cards[n]` for merchants (the starting cards behind the market's; all seats share their
    numbers), `points[n]` and `prices[n]` for point cards.
    """

    def __init__(self, box: SpiceRoadBox, players: int, empty_rest: bool = False, idle_trade: bool = False) -> None:
        super().__init__(players)
        self.box: Final = box
        self.empty_rest: Final = empty_rest
        self.idle_trade: Final = idle_trade
        self.cards: Final[list[Conversion]] = [*box.merchants, *box.starting]
        self.starting: Final = tuple(range(len(box.merchants), len(self.cards)))
        self.twins: Final = len({card.code for card in self.cards}) < len(self.cards)
        self.plays: Final = [actions.encode(actions.PLAY, card.code) for card in self.cards]
        self.play_costs: Final = [0 if idle_trade else card.cost for card in self.cards]
        self.prices: Final = [card.cost for card in box.points]
        self.points: Final = [card.points for card in box.points]
        self.cards_to_end: Final = box.cards_to_end[players]
        self.steps = [
            TurnStep(self),
            TimesStep({card.code: card for card in self.cards if card.cost}),
            UpgradeStep(),
            PayStep(),
            ReturnStep(),
        ]

    def new(self, seed: int) -> SpiceRoadState:
        """SR2."""
        box = self.box
        chance = Chance(seed)
        points = chance.shuffled(list(range(len(box.points))))
        merchants = chance.shuffled(list(range(len(box.merchants))))
        s = SpiceRoadState()
        s.clear(self.players)
        s.chance = chance.state
        s.point_deck = tuple(points)
        s.point_left = len(points) - box.point_row
        s.point_row = tuple(reversed(points[s.point_left :]))
        s.merchant_deck = tuple(merchants)
        s.merchant_left = len(merchants) - box.merchant_row
        s.merchants = tuple(reversed(merchants[s.merchant_left :]))
        s.laid = (0,) * box.merchant_row
        s.hand = [self.starting] * self.players
        s.storage = list(box.start_cubes[: self.players])
        s.gold_pile = box.gold_per_player * self.players
        s.silver_pile = box.silver_per_player * self.players
        s.stack.append(TURN)
        return s

    def surplus(self, s: SpiceRoadState) -> int:
        """Only the player who took the turn checks (C6)."""
        return s.active if cubes.count(s.storage[s.active]) > cubes.LIMIT else -1

    def result(self, s: SpiceRoadState) -> Result:
        """SR12."""
        box = self.box
        return Result(
            [
                {
                    "cards": sum(self.points[card] for card in s.claimed[seat]),
                    "coins": box.gold_points * s.gold[seat] + box.silver_points * s.silver[seat],
                    "cubes": cubes.scoring(s.storage[seat]),
                }
                for seat in range(self.players)
            ]
        )
