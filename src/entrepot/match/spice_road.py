"""Spice Road in words: positions, observations, events and reasons."""

from __future__ import annotations

from collections import Counter
from random import Random

from ..core import actions, cubes, engine, piles
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.errors import NOTHING, InvalidPosition, Reason, within
from ..games.spice_road import GOLD, SpiceRoad, SpiceRoadState
from ..rules.rows import MERCHANTS
from . import reading
from .sight import Sight
from .words import Data, Supply, Words, left_of, shuffled

_MOST_LAID = 43


class SpiceRoadWords(Words):
    """Translates between the states of one `SpiceRoad` and plain data."""

    REQUIRED = frozenset({"seats", "merchants", "points"})
    OPTIONAL = frozenset({"coins"})

    def __init__(self, game: SpiceRoad) -> None:
        super().__init__(game, game.cards_to_end)
        self.game = game
        self.idle_trade = game.idle_trade
        self.cards = [card.text for card in game.cards]
        self.names = [card.text for card in game.box.points]

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: SpiceRoadState, sight: Sight) -> Data:
        """The table as far as `sight` tells it, without the heading that all games share."""
        cards, points = self.cards, self.names
        claimed = [piles.items(s.claimed, seat) for seat in range(self.game.players)]
        data: Data = {
            "decision": self.decision(s),
            "seats": [
                {
                    "storage": cubes.text(s.storage[seat]),
                    "hand": [cards[card] for card in piles.items(s.hand, seat)],
                    "played": [cards[card] for card in piles.items(s.played, seat)],
                    "claimed": sight.pile(seat, claimed[seat], points),
                    "gold": s.gold[seat],
                    "silver": s.silver[seat],
                }
                for seat in range(self.game.players)
            ],
            "merchants": {
                "row": [
                    {"card": cards[card], "cubes": cubes.text(laid)}
                    for card, laid in zip(piles.items(s.merchants, 0), piles.items(s.laid, 0), strict=True)
                ],
                "deck": sight.hidden(left_of(s.merchant_deck, s.merchant_left), cards),
            },
            "points": {
                "row": [points[card] for card in piles.items(s.point_row, 0)],
                "deck": sight.hidden(left_of(s.point_deck, s.point_left), points),
            },
            "coins": {"gold": s.gold_pile, "silver": s.silver_pile},
        }
        if not sight.truth:
            data["points"]["out"] = sorted(points[card] for pile in claimed for card in pile)
        return data

    def about(self, s: SpiceRoadState, kind: int, payload: int) -> Data:  # noqa: ARG002
        return {"slot": payload & 127, "card": (payload >> 7) + 1}

    def told(self, kind: int, a: int, b: int, c: int) -> tuple[str, Data]:
        if kind == engine.E_PLAYED:
            return "played", {"card": self.cards[a]}
        if kind == engine.E_LAID:
            return "laid", {"cube": cubes.LETTERS[a], "slot": b, "card": self.cards[c]}
        if kind == engine.E_ACQUIRED:
            return "acquired", {"card": self.cards[a], "slot": b, "cubes": cubes.text(c)}
        if kind == engine.E_RESTED:
            return "rested", {"cards": a}
        if kind == engine.E_CLAIMED:
            card = self.game.box.points[a]
            return "claimed", {"card": card.text, "slot": b, "paid": cubes.text(c), "points": card.points}
        if kind == engine.E_COIN:
            return "coin", {"coin": "gold" if a == GOLD else "silver"}
        if kind == engine.E_COINS_MOVED:
            return "silver-moved", {}
        if kind == engine.E_REVEALED:
            row, names = ("merchants", self.cards) if a == MERCHANTS else ("points", self.names)
            return "revealed", {"row": row, "card": names[b]}
        return super().told(kind, a, b, c)

    def refused(self, s: SpiceRoadState, seat: int, decision: int, action: int) -> str:
        kind, argument = action & actions.KIND, action >> actions.BITS
        have = s.storage[seat]
        if decision != engine.TURN:
            return ""
        if kind == actions.REST:
            return Reason("no card has been played")
        if kind == actions.PLAY:
            card = Conversion.from_code(argument)
            if card.text in [self.cards[c] for c in piles.items(s.hand, seat)]:
                return Reason(
                    "it costs {cost} and the storage holds {have}",
                    cost=cubes.text(card.cost),
                    have=cubes.text(have) or NOTHING,
                )
            if card.text in [self.cards[c] for c in piles.items(s.played, seat)]:
                return Reason("the card has been played; rest to take it back")
            return Reason("the card is not in the hand")
        if kind == actions.ACQUIRE:
            if argument > piles.size(s.merchants, 0):
                return Reason("the row has {n} merchants", n=piles.size(s.merchants, 0))
            return Reason("it costs {price} cubes and the storage holds {n}", price=argument - 1, n=cubes.count(have))
        if kind == actions.CLAIM:
            if argument > piles.size(s.point_row, 0):
                return Reason("the row has {n} point cards", n=piles.size(s.point_row, 0))
            price = self.game.prices[piles.item(s.point_row, 0, argument - 1)]
            return Reason(
                "it costs {price} and the storage holds {have}",
                price=cubes.text(price),
                have=cubes.text(have) or NOTHING,
            )
        return ""

    # -- in ----------------------------------------------------------------------------------------------------------

    def lay(self, data: Data, chance: Chance) -> SpiceRoadState:
        game, box = self.game, self.game.box
        s: SpiceRoadState = self.blank(data)
        merchants = Supply(Reason("merchant"), Reason("merchants"), self.cards[: len(box.merchants)])
        points = Supply(Reason("point card"), Reason("point cards"), self.names)
        seats = data["seats"]
        for seat in range(game.players):
            self._seat(s, seat, seats[seat], merchants, points)
        row = reading.keys(data["merchants"], "merchants", {"row"}, {"deck"})
        entries = row["row"]
        if not isinstance(entries, list) or len(entries) > box.merchant_row:
            raise InvalidPosition("merchants: row must be a list of at most {most} cards", most=box.merchant_row)
        opened, laid = [], []
        for number, entry in enumerate(entries, 1):
            place = Reason("merchants: slot {number}", number=number)
            entry = reading.keys(entry, place, {"card"}, {"cubes"})
            opened.append(merchants.take(entry["card"], place))
            laid.append(reading.cubes_of(entry.get("cubes", ""), within(place, "cubes"), _MOST_LAID))
        s.open_merchants([*merchants.deck(row, "merchants: deck", chance), *reversed(opened)], len(opened))
        piles.fill(s.laid, 0, laid)
        self._check_laid(s, data["decision"])
        self.points(s, data, points, box.point_row, chance)
        self._coins(s, data.get("coins"))
        return s

    def _seat(self, s: SpiceRoadState, seat: int, data: object, merchants: Supply, points: Supply) -> None:
        place = reading.seat_place(seat)
        data = reading.keys(data, place, {"storage", "hand"}, {"played", "claimed", "gold", "silver"})
        game = self.game
        starting = Supply(Reason("starting card"), Reason("starting cards"), self.cards, game.starting)
        for key, hands in (("hand", s.hand), ("played", s.played)):
            for name in reading.texts(data.get(key, []), within(place, key)):
                cards = starting if starting.left.get(name) else merchants
                piles.add(hands, seat, cards.take(name, within(place, key)))
        self.claimed(s, seat, data, points)
        box = game.box
        s.gold[seat] = reading.number(data.get("gold", 0), within(place, "gold"), 0, box.gold_per_player * game.players)
        s.silver[seat] = reading.number(
            data.get("silver", 0), within(place, "silver"), 0, box.silver_per_player * game.players
        )
        coins, claims = s.gold[seat] + s.silver[seat], piles.size(s.claimed, seat)
        if coins > claims:
            raise InvalidPosition(
                "{place}: {coins} coins, but {n} point cards that brought them", place=place, coins=coins, n=claims
            )

    def _coins(self, s: SpiceRoadState, data: object) -> None:
        game, box = self.game, self.game.box
        gold = box.gold_per_player * game.players - sum(s.gold)
        silver = box.silver_per_player * game.players - sum(s.silver)
        for name, left in (("gold", gold), ("silver", silver)):
            if left < 0:
                if name == "gold":
                    raise InvalidPosition("the seats hold {n} gold coins more than there are", n=-left)
                raise InvalidPosition("the seats hold {n} silver coins more than there are", n=-left)
        told = reading.keys({} if data is None else data, "coins", set(), {"gold", "silver"})
        s.gold_pile = reading.number(told.get("gold", gold), "coins: gold", 0, gold)
        s.silver_pile = reading.number(told.get("silver", silver), "coins: silver", 0, silver)

    def in_use(self, s: SpiceRoadState, seat: int) -> list[str]:
        return [self.cards[card] for card in piles.items(s.played, seat)[-1:]]

    def payload(self, s: SpiceRoadState, decision: Data, seat: int) -> int:
        if decision["kind"] != "pay":
            raise self.unknown(decision["kind"])
        slot, paid = self._paying(s, decision)
        have = cubes.count(s.storage[seat])
        if slot > piles.size(s.merchants, 0) or not slot - 1 - paid <= have <= cubes.LIMIT - paid:
            raise InvalidPosition(
                "decision: seat {seat} cannot just be paying for the merchant in slot {slot}", seat=seat, slot=slot
            )
        return slot | paid << 7

    def _paying(self, s: SpiceRoadState, decision: Data) -> tuple[int, int]:
        """The slot that is being acquired, and how many cards to its left have been paid."""
        reading.keys(decision, "decision", {"kind", "slot", "card"})
        slot = reading.number(decision["slot"], "decision: slot", 2, max(2, piles.size(s.merchants, 0)))
        return slot, reading.number(decision["card"], "decision: card", 1, slot - 1) - 1

    def _check_laid(self, s: SpiceRoadState, decision: Data) -> None:
        """What is just being paid lies there, and nothing on a merchant that nobody can have passed."""
        paid = self._paying(s, decision)[1] if decision["kind"] == "pay" else 0
        laid = piles.items(s.laid, 0)
        if not all(laid[:paid]):
            raise InvalidPosition("merchants: no cube lies on a card that has just been paid")
        last = len(laid)
        if last and laid[-1] and (s.merchant_left or last == self.game.box.merchant_row):
            raise InvalidPosition("merchants: slot {last}: cubes lie on the merchant that came last", last=last)

    # -- sampling ----------------------------------------------------------------------------------------------------

    def fill(self, position: Data, rng: Random) -> Data:
        """A position in which everything that an observation hides is drawn at random from what is unseen."""
        seats = [dict(seat) for seat in position["seats"]]
        row = position["merchants"]["row"]
        merchants = Counter(self.cards[: len(self.game.box.merchants)])
        starting = Counter(self.cards[card] for card in self.game.starting)
        for seat in seats:
            merchants.subtract(Counter([*seat["hand"], *seat["played"]]) - starting)
        merchants.subtract(entry["card"] for entry in row)
        out = Counter(position["points"]["out"])
        points = Counter(self.names) - out - Counter(position["points"]["row"])
        for seat in seats:
            if isinstance(seat["claimed"], list):
                out.subtract(seat["claimed"])
        unknown = shuffled(out, rng)
        for seat in seats:
            if isinstance(seat["claimed"], int):
                seat["claimed"] = [unknown.pop() for _ in range(seat["claimed"])]
        decks = []
        for unseen, size in ((merchants, position["merchants"]["deck"]), (points, position["points"]["deck"])):
            decks.append(shuffled(unseen, rng)[:size])
        return {
            **position,
            "seats": seats,
            "merchants": {"row": row, "deck": decks[0]},
            "points": {"row": position["points"]["row"], "deck": decks[1]},
        }
