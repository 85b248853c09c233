"""Spice Road in words: positions, observations, events and reasons."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from ..core import actions, cubes, engine
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.errors import InvalidPosition
from ..games.spice_road import GOLD, SpiceRoad, SpiceRoadState
from ..rules.rows import MERCHANTS
from . import reading
from .events import Event
from .observation import Sight

_MOST_LAID = 43


class SpiceRoadWords:
    """Translates between the states of one `SpiceRoad` and plain data."""

    def __init__(self, game: SpiceRoad) -> None:
        self.game = game
        self.cards = [card.text for card in game.cards]
        self.points = [card.text for card in game.box.points]

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: SpiceRoadState, sight: Sight) -> dict[str, Any]:
        """The table as far as `sight` tells it, without the heading that all games share."""
        cards, points = self.cards, self.points
        names = [[points[card] for card in pile] for pile in s.claimed]
        data: dict[str, Any] = {
            "decision": self.decision(s),
            "seats": [
                {
                    "storage": cubes.text(s.storage[seat]),
                    "hand": [cards[card] for card in s.hand[seat]],
                    "played": [cards[card] for card in s.played[seat]],
                    "claimed": sight.pile(seat, names[seat]),
                    "gold": s.gold[seat],
                    "silver": s.silver[seat],
                }
                for seat in range(self.game.players)
            ],
            "merchants": {
                "row": [
                    {"card": cards[card], "cubes": cubes.text(laid)}
                    for card, laid in zip(s.merchants, s.laid, strict=True)
                ],
                "deck": sight.hidden([cards[card] for card in reversed(s.merchant_deck[: s.merchant_left])]),
            },
            "points": {
                "row": [points[card] for card in s.point_row],
                "deck": sight.hidden([points[card] for card in reversed(s.point_deck[: s.point_left])]),
            },
            "coins": {"gold": s.gold_pile, "silver": s.silver_pile},
        }
        if not sight.truth:
            data["points"]["out"] = sorted(name for pile in names for name in pile)
        return data

    def decision(self, s: SpiceRoadState) -> dict[str, Any]:
        """The pending decision: its kind, and what it is about."""
        if s.over:
            return {"kind": engine.OVER}
        top = s.stack[-1]
        kind, payload = engine.kind_of(top), engine.payload_of(top)
        data: dict[str, Any] = {"kind": engine.DECISIONS[kind]}
        if kind == engine.TIMES:
            data["card"] = Conversion.from_code(payload >> 1).text
        elif kind == engine.UPGRADE:
            data["card"] = f"up{payload >> 4}"
            data["steps"] = payload & 15
        elif kind == engine.PAY:
            data["slot"] = payload & 127
            data["card"] = (payload >> 7) + 1
        elif kind == engine.RETURN:
            data["surplus"] = cubes.count(s.storage[engine.seat_of(top)]) - cubes.LIMIT
        return data

    def event(self, raw: tuple[int, int, int, int, int]) -> Event:
        """An event of the engine in words."""
        kind, seat, a, b, c = raw
        name, data = self._event(kind, a, b, c)
        return Event(name, seat if seat >= 0 else None, data)

    def _event(self, kind: int, a: int, b: int, c: int) -> tuple[str, dict[str, Any]]:
        if kind == engine.E_TURN:
            return "turn", {"round": a}
        if kind == engine.E_ACTION:
            return "action", {"text": actions.text(a), "forced": bool(b)}
        if kind == engine.E_PLAYED:
            return "played", {"card": self.cards[a]}
        if kind == engine.E_GAINED:
            return "gained", {"cubes": cubes.text(a)}
        if kind == engine.E_TRADED:
            trade = Conversion.from_code(a)
            paid, gained = cubes.text(trade.cost * b), cubes.text(trade.gain * b)
            return "traded", {"card": trade.text, "times": b, "paid": paid, "gained": gained}
        if kind == engine.E_UPGRADED:
            return "upgraded", {"from": cubes.LETTERS[a], "to": cubes.LETTERS[a + 1]}
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
            row, names = ("merchants", self.cards) if a == MERCHANTS else ("points", self.points)
            return "revealed", {"row": row, "card": names[b]}
        if kind == engine.E_RETURNED:
            return "returned", {"cube": cubes.LETTERS[a]}
        if kind == engine.E_ENDING:
            return "ending", {}
        return "over", {}

    def why_not(self, s: SpiceRoadState, action: int) -> str:
        """Why an action is not legal now, in one line."""
        top = s.stack[-1]
        seat, decision = engine.seat_of(top), engine.kind_of(top)
        kind, argument = action & actions.KIND, action >> actions.BITS
        have = s.storage[seat]
        if decision == engine.TURN:
            if kind == actions.REST:
                return "no card has been played"
            if kind == actions.PLAY:
                card = Conversion.from_code(argument)
                if card.text in [self.cards[c] for c in s.hand[seat]]:
                    return f"it costs {cubes.text(card.cost)} and the storage holds {cubes.text(have) or 'nothing'}"
                if card.text in [self.cards[c] for c in s.played[seat]]:
                    return "the card has been played; rest to take it back"
                return "the card is not in the hand"
            if kind == actions.ACQUIRE:
                if argument > len(s.merchants):
                    return f"the row has {len(s.merchants)} merchants"
                return f"it costs {argument - 1} cubes and the storage holds {cubes.count(have)}"
            if kind == actions.CLAIM:
                if argument > len(s.point_row):
                    return f"the row has {len(s.point_row)} point cards"
                price = self.game.prices[s.point_row[argument - 1]]
                return f"it costs {cubes.text(price)} and the storage holds {cubes.text(have) or 'nothing'}"
        elif decision == engine.TIMES and kind == actions.TIMES:
            return "the trade cannot be made that often" if argument else "a trade must be made at least once"
        elif kind in (actions.UPGRADE, actions.PAY, actions.RETURN) and decision in (
            engine.UPGRADE, engine.PAY, engine.RETURN
        ):  # fmt: skip
            if not cubes.of_colour(have, argument):
                return f"the storage holds no {cubes.LETTERS[argument]}"
        return f"the decision is {engine.DECISIONS[decision]!r}"

    # -- in ----------------------------------------------------------------------------------------------------------

    KEYS = frozenset({"seats", "merchants", "points", "coins"})

    def restore(self, data: dict[str, Any], seed: int) -> SpiceRoadState:
        """The state of a position whose heading has been read. Decks left out are the rest of the box, shuffled.

        Raises:
            InvalidPosition: with the reason.
        """
        game, box = self.game, self.game.box
        s = SpiceRoadState()
        s.clear(game.players)
        s.ending = data["ending"]
        s.round = data["round"]
        merchants = _Supply("merchant", self.cards[: len(box.merchants)])
        points = _Supply("point card", self.points)
        seats = data["seats"]
        for seat in range(game.players):
            self._seat(s, seat, seats[seat], merchants, points)
        row = reading.keys(data["merchants"], "merchants", {"row"}, {"deck"})
        entries = row["row"]
        if not isinstance(entries, list) or len(entries) > box.merchant_row:
            raise InvalidPosition(f"merchants: row must be a list of at most {box.merchant_row} cards")
        laid = []
        for number, entry in enumerate(entries, 1):
            place = f"merchants: slot {number}"
            entry = reading.keys(entry, place, {"card"}, {"cubes"})
            s.merchants += (merchants.take(entry["card"], place),)
            laid.append(reading.cubes_of(entry.get("cubes", ""), f"{place}: cubes", _MOST_LAID))
        s.laid = tuple(laid)
        chance = Chance(seed)
        s.merchant_deck = merchants.deck(row, "merchants: deck", chance)
        s.merchant_left = len(s.merchant_deck)
        row = reading.keys(data["points"], "points", {"row"}, {"deck"})
        names = reading.texts(row["row"], "points: row")
        if len(names) > box.point_row:
            raise InvalidPosition(f"points: row has {len(names)} cards, more than {box.point_row}")
        s.point_row = tuple(points.take(name, "points: row") for name in names)
        s.point_deck = points.deck(row, "points: deck", chance)
        s.point_left = len(s.point_deck)
        s.chance = chance.state
        self._coins(s, data.get("coins"))
        self._check_ending(s, data)
        self._decision(s, data)
        return s

    def _seat(self, s: SpiceRoadState, seat: int, data: object, merchants: _Supply, points: _Supply) -> None:
        place = f"seat {seat}"
        data = reading.keys(data, place, {"storage", "hand"}, {"played", "claimed", "gold", "silver"})
        game = self.game
        starting = {self.cards[card]: card for card in game.starting}
        for key, hands in (("hand", s.hand), ("played", s.played)):
            for name in reading.texts(data.get(key, []), f"{place}: {key}"):
                own = starting.pop(name, None)
                hands[seat] += (merchants.take(name, f"{place}: {key}") if own is None else own,)
        s.storage[seat] = reading.cubes_of(data["storage"], f"{place}: storage", cubes.MOST)
        claimed = reading.texts(data.get("claimed", []), f"{place}: claimed")
        if len(claimed) > game.cards_to_end:
            raise InvalidPosition(f"{place}: {len(claimed)} claimed cards, but the game ends at {game.cards_to_end}")
        s.claimed[seat] = tuple(points.take(name, f"{place}: claimed") for name in claimed)
        box = game.box
        s.gold[seat] = reading.number(data.get("gold", 0), f"{place}: gold", 0, box.gold_per_player * game.players)
        s.silver[seat] = reading.number(
            data.get("silver", 0), f"{place}: silver", 0, box.silver_per_player * game.players
        )

    def _coins(self, s: SpiceRoadState, data: object) -> None:
        game, box = self.game, self.game.box
        gold = box.gold_per_player * game.players - sum(s.gold)
        silver = box.silver_per_player * game.players - sum(s.silver)
        for name, left in (("gold", gold), ("silver", silver)):
            if left < 0:
                raise InvalidPosition(f"the seats hold {-left} {name} coins more than there are")
        piles = reading.keys({} if data is None else data, "coins", set(), {"gold", "silver"})
        s.gold_pile = reading.number(piles.get("gold", gold), "coins: gold", 0, gold)
        s.silver_pile = reading.number(piles.get("silver", silver), "coins: silver", 0, silver)

    def _check_ending(self, s: SpiceRoadState, data: dict[str, Any]) -> None:
        limit = self.game.cards_to_end
        done = [seat for seat, pile in enumerate(s.claimed) if len(pile) == limit]
        if s.ending != bool(done):
            raise InvalidPosition(
                f"ending is {'true' if s.ending else 'false'}, but "
                + (f"seat {done[0]} has {limit} point cards" if done else f"no seat has {limit} point cards")
            )
        # A claim leaves no surplus, so it ends the turn: whoever has the last card decides nothing any more.
        if data["seat"] is not None and done and done[-1] >= data["seat"]:
            raise InvalidPosition(f"seat {done[-1]} has {limit} point cards, so the game ended before this turn")

    def _decision(self, s: SpiceRoadState, data: dict[str, Any]) -> None:
        """Push the pending decision; everything it needs must be there."""
        decision, seat = data["decision"], data["seat"]
        kind = decision["kind"]
        if kind == engine.OVER:
            reading.keys(decision, "decision", {"kind"})
            if not s.ending:
                raise InvalidPosition("the game is over, but no seat has claimed enough point cards")
            s.over = True
            s.active = self.game.players - 1
            s.turns = s.round * self.game.players
            self._within_limit(s, None)
            return
        s.active = seat
        s.turns = (s.round - 1) * self.game.players + seat
        have = s.storage[seat]
        played = [self.cards[card] for card in s.played[seat]]
        payload = 0
        if kind == "turn":
            reading.keys(decision, "decision", {"kind"})
        elif kind in ("times", "upgrade"):
            needed = {"kind", "card"} if kind == "times" else {"kind", "card", "steps"}
            card = self._played_card(reading.keys(decision, "decision", needed), played)
            if kind == "times":
                if not card.cost or not (cubes.covers(have, card.cost) or self.game.idle_trade):
                    raise InvalidPosition(f"decision: {card.text} is no trade that seat {seat} can make")
                payload = card.code << 1 | self.game.idle_trade
            else:
                if not card.steps:
                    raise InvalidPosition(f"decision: {card.text} is no upgrade")
                payload = reading.number(decision["steps"], "decision: steps", 1, card.steps) | card.steps << 4
        elif kind == "pay":
            reading.keys(decision, "decision", {"kind", "slot", "card"})
            slot = reading.number(decision["slot"], "decision: slot", 2, max(2, len(s.merchants)))
            card_slot = reading.number(decision["card"], "decision: card", 1, slot - 1)
            if slot > len(s.merchants) or cubes.count(have) < slot - card_slot:
                raise InvalidPosition(f"decision: seat {seat} cannot pay for the merchant in slot {slot}")
            payload = slot | (card_slot - 1) << 7
        elif kind == "return":
            reading.keys(decision, "decision", {"kind"}, {"surplus"})
            surplus = cubes.count(have) - cubes.LIMIT
            if surplus <= 0 or decision.get("surplus", surplus) != surplus:
                raise InvalidPosition(f"decision: seat {seat} has a surplus of {max(0, surplus)} cubes to return")
        else:
            raise InvalidPosition(f"decision: this game has no decision of kind {kind!r:.40}")
        self._within_limit(s, seat if kind == "return" else None)
        s.stack.append(engine.frame(engine.DECISIONS.index(kind), seat, payload))
        self.game.settle(s)

    def _played_card(self, decision: dict[str, Any], played: list[str]) -> Conversion:
        name = reading.text(decision["card"], "decision: card")
        if name not in played:
            raise InvalidPosition(f"decision: {name!r:.40} is not among the played cards")
        return Conversion.parse(name)

    def _within_limit(self, s: SpiceRoadState, except_for: int | None) -> None:
        for seat, have in enumerate(s.storage):
            if cubes.count(have) > cubes.LIMIT and seat != except_for:
                raise InvalidPosition(f"seat {seat} holds {cubes.count(have)} cubes, but the limit is {cubes.LIMIT}")

    # -- sampling ----------------------------------------------------------------------------------------------------

    def fill(self, position: dict[str, Any], rng: Random) -> dict[str, Any]:
        """A position in which everything that an observation hides is drawn at random from what is unseen."""
        seats = [dict(seat) for seat in position["seats"]]
        row = position["merchants"]["row"]
        merchants = Counter(self.cards[: len(self.game.box.merchants)])
        starting = {self.cards[card] for card in self.game.starting}
        for seat in seats:
            own = set(starting)
            for name in [*seat["hand"], *seat["played"]]:
                if name in own:
                    own.remove(name)
                else:
                    merchants[name] -= 1
        merchants.subtract(entry["card"] for entry in row)
        out = Counter(position["points"]["out"])
        points = Counter(self.points) - out - Counter(position["points"]["row"])
        for seat in seats:
            if isinstance(seat["claimed"], list):
                out.subtract(seat["claimed"])
        unknown = _shuffled(out, rng)
        for seat in seats:
            if isinstance(seat["claimed"], int):
                seat["claimed"] = [unknown.pop() for _ in range(seat["claimed"])]
        decks = []
        for unseen, size in ((merchants, position["merchants"]["deck"]), (points, position["points"]["deck"])):
            decks.append(_shuffled(unseen, rng)[:size])
        return {
            **position,
            "seats": seats,
            "merchants": {"row": row, "deck": decks[0]},
            "points": {"row": position["points"]["row"], "deck": decks[1]},
        }


def _shuffled(cards: Counter[str], rng: Random) -> list[str]:
    order = sorted(cards.elements())
    rng.shuffle(order)
    return order


class _Supply:
    """The cards of one kind that are still unplaced, by name."""

    def __init__(self, kind: str, names: list[str]) -> None:
        self.kind = kind
        self.size = len(names)
        self.left: dict[str, list[int]] = {}
        for number in reversed(range(len(names))):
            self.left.setdefault(names[number], []).append(number)

    def take(self, name: object, place: str) -> int:
        """The number of a card of that name."""
        name = reading.text(name, place)
        numbers = self.left.get(name)
        if numbers:
            return numbers.pop()
        if numbers is None:
            raise InvalidPosition(f"{place}: there is no {self.kind} {name!r:.40}")
        raise InvalidPosition(f"{place}: more {self.kind}s {name} than the {self.size} of the box hold")

    def deck(self, row: dict[str, Any], place: str, chance: Chance) -> tuple[int, ...]:
        """The deck, the card drawn next at the end: as listed from the top, or all that is left, shuffled."""
        if "deck" in row:
            return tuple(reversed([self.take(name, place) for name in reading.texts(row["deck"], place)]))
        rest = sorted(number for numbers in self.left.values() for number in numbers)
        return tuple(chance.shuffled(rest))
