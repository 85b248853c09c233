"""What the words of all games share: positions, observations, events and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from ..core import actions, cubes, engine, piles
from ..core.chance import Chance
from ..core.conversion import Conversion
from ..core.engine import Game, State
from ..core.errors import InvalidPosition, Reason, quoted, within
from . import reading
from .events import Event
from .sight import Sight

Data = dict[str, Any]


class Words:
    """Translates between the states of one game and plain data.

    Attributes:
        REQUIRED, OPTIONAL: what a position holds besides the heading that all games share.
        ORIGINS: what a decision about a trade or an upgrade may say of where it began.
        AFTER_LAST: the decisions that may follow the claim that triggers the end, inside the same turn.
    """

    REQUIRED: frozenset[str]
    OPTIONAL: frozenset[str]
    AFTER_LAST: frozenset[str] = frozenset()
    ORIGINS: frozenset[str] = frozenset()
    idle_trade = False

    def __init__(self, game: Game[Any], cards_to_end: int) -> None:
        self.rules = game
        self.cards_to_end = cards_to_end

    # -- out ---------------------------------------------------------------------------------------------------------

    def describe(self, s: Any, sight: Sight) -> Data:
        """The table as far as `sight` tells it, without the heading that all games share."""
        raise NotImplementedError

    def decision(self, s: State) -> Data:
        """The pending decision: its kind, and what it is about."""
        if s.over:
            return {"kind": engine.OVER}
        top = s.pending
        kind, payload = engine.kind_of(top), engine.payload_of(top)
        data: Data = {"kind": engine.DECISIONS[kind]}
        if kind == engine.TIMES:
            data["card"] = Conversion.from_code(payload >> 1).text
        elif kind == engine.UPGRADE:
            data["card"] = f"up{payload >> 4}"
            data["steps"] = payload & 15
        elif kind == engine.RETURN:
            data["surplus"] = cubes.count(s.storage[engine.seat_of(top)]) - cubes.LIMIT
        elif kind != engine.TURN:
            data |= self.about(s, kind, payload)
        return data

    def about(self, s: Any, kind: int, payload: int) -> Data:
        """What a decision that only some games know is about."""
        raise NotImplementedError

    def event(self, raw: tuple[int, int, int, int, int]) -> Event:
        """An event of the engine in words."""
        kind, seat, a, b, c = raw
        name, data = self.told(kind, a, b, c)
        return Event(name, seat if seat >= 0 else None, data)

    def told(self, kind: int, a: int, b: int, c: int) -> tuple[str, Data]:  # noqa: ARG002
        """Name and data of an event; a game puts its own before these."""
        if kind == engine.E_TURN:
            return "turn", {"round": a}
        if kind == engine.E_ACTION:
            return "action", {"text": actions.text(a), "forced": bool(b)}
        if kind == engine.E_GAINED:
            return "gained", {"cubes": cubes.text(a)}
        if kind == engine.E_TRADED:
            trade = Conversion.from_code(a)
            paid, gained = cubes.text(trade.cost * b), cubes.text(trade.gain * b)
            return "traded", {"card": trade.text, "times": b, "paid": paid, "gained": gained}
        if kind == engine.E_UPGRADED:
            return "upgraded", {"from": cubes.LETTERS[a], "to": cubes.LETTERS[a + 1]}
        if kind == engine.E_RETURNED:
            return "returned", {"cube": cubes.LETTERS[a]}
        if kind == engine.E_ENDING:
            return "ending", {}
        return "over", {}

    def why_not(self, s: State, action: int) -> str:
        """Why an action is not legal now, in one line."""
        top = s.pending
        seat, decision = engine.seat_of(top), engine.kind_of(top)
        kind, argument = action & actions.KIND, action >> actions.BITS
        have = s.storage[seat]
        reason = self.refused(s, seat, decision, action)
        if reason:
            return reason
        if decision == engine.TIMES and kind == actions.TIMES:
            return (
                Reason("the trade cannot be made that often")
                if argument
                else Reason("a trade must be made at least once")
            )
        if kind in (actions.UPGRADE, actions.PAY, actions.RETURN) and decision in (
            engine.UPGRADE, engine.PAY, engine.RETURN
        ):  # fmt: skip
            if not cubes.of_colour(have, argument):
                return Reason("the storage holds no {colour}", colour=cubes.LETTERS[argument])
        return Reason("the decision is {kind}", kind=quoted(engine.DECISIONS[decision]))

    def refused(self, s: Any, seat: int, decision: int, action: int) -> str:
        """A game's own reason, or the empty text."""
        raise NotImplementedError

    # -- in ----------------------------------------------------------------------------------------------------------

    def restore(self, data: Data, seed: int) -> Any:
        """The state of a position whose heading has been read. Decks left out are the rest of the box, shuffled.

        Raises:
            InvalidPosition: with the reason.
        """
        chance = Chance(seed)
        s = self.lay(data, chance)
        s.chance = chance.state
        self._check_ending(s, data)
        self._decide(s, data)
        return s

    def lay(self, data: Data, chance: Chance) -> Any:
        """A state with everything on the table, and no decision yet."""
        raise NotImplementedError

    def blank(self, data: Data) -> Any:
        """An empty table in the round of the heading."""
        s = self.rules.blank()
        s.ending = data["ending"]
        s.round = data["round"]
        return s

    def points(self, s: State, data: Data, supply: Supply, size: int, chance: Chance) -> None:
        """The row of point cards and their deck."""
        row = reading.keys(data["points"], "points", {"row"}, {"deck"})
        names = reading.texts(row["row"], "points: row")
        if len(names) > size:
            raise InvalidPosition("points: row has {n} cards, more than {size}", n=len(names), size=size)
        open_cards = [supply.take(name, "points: row") for name in names]
        s.deal([*supply.deck(row, "points: deck", chance), *reversed(open_cards)], len(open_cards))

    def claimed(self, s: State, seat: int, data: Data, supply: Supply) -> None:
        """The point cards of a seat, and its storage."""
        place = reading.seat_place(seat)
        s.storage[seat] = reading.cubes_of(data["storage"], within(place, "storage"), cubes.MOST)
        names = reading.texts(data.get("claimed", []), within(place, "claimed"))
        if len(names) > self.cards_to_end:
            raise InvalidPosition(
                "{place}: {n} claimed cards, but the game ends at {wanted}",
                place=place,
                n=len(names),
                wanted=self.cards_to_end,
            )
        piles.fill(s.claimed, seat, [supply.take(name, within(place, "claimed")) for name in names])

    def in_use(self, s: Any, seat: int) -> list[str]:
        """The conversions that a seat may just be carrying out, by name."""
        raise NotImplementedError

    def began(self, s: Any, decision: Data, seat: int) -> bool:  # noqa: ARG002
        """Check where a trade or upgrade began, push what waits beneath it; whether no trade may be made at all."""
        return self.idle_trade

    def active(self, data: Data) -> int:
        """The seat whose turn it is."""
        return int(data["seat"])

    def payload(self, s: Any, decision: Data, seat: int) -> int:
        """Check a decision that only some games know; its payload. May push what waits beneath it."""
        raise NotImplementedError

    def _check_ending(self, s: State, data: Data) -> None:
        limit = self.cards_to_end
        done = [owner for owner in range(self.rules.players) if piles.size(s.claimed, owner) == limit]
        if s.ending != bool(done):
            if s.ending:
                raise InvalidPosition("ending is true, but no seat has {limit} point cards", limit=limit)
            raise InvalidPosition("ending is false, but seat {seat} has {limit} point cards", seat=done[0], limit=limit)
        if data["seat"] is None or not done:
            return
        seat, decision = self.active(data), data["decision"]
        claimed_now = decision["kind"] in self.AFTER_LAST and decision.get("claimed") is not False
        if done[-1] >= seat + claimed_now:
            raise InvalidPosition(
                "seat {seat} has {limit} point cards, so the game ended before this turn", seat=done[-1], limit=limit
            )

    def _decide(self, s: State, data: Data) -> None:
        """Push the pending decision; everything it needs must be there."""
        decision, seat = data["decision"], data["seat"]
        kind = decision["kind"]
        players = self.rules.players
        if kind == engine.OVER:
            reading.keys(decision, "decision", {"kind"})
            if not s.ending:
                raise InvalidPosition("the game is over, but no seat has claimed enough point cards")
            s.over = True
            s.active = players - 1
            s.turns = s.round * players
            self._within_limit(s, kind, -1)
            return
        s.active = self.active(data)
        s.turns = (s.round - 1) * players + s.active
        have = s.storage[seat]
        payload = 0
        if kind == "turn":
            reading.keys(decision, "decision", {"kind"})
        elif kind in ("times", "upgrade"):
            needed = {"kind", "card"} if kind == "times" else {"kind", "card", "steps"}
            card = self._conversion(s, seat, reading.keys(decision, "decision", needed, self.ORIGINS))
            idle = self.began(s, decision, seat)
            if kind == "times":
                if not card.cost or not (cubes.covers(have, card.cost) or idle):
                    raise InvalidPosition(
                        "decision: {card} is no trade that seat {seat} can make", card=card.text, seat=seat
                    )
                payload = card.code << 1 | idle
            else:
                if not card.steps:
                    raise InvalidPosition("decision: {card} is no upgrade", card=card.text)
                payload = reading.number(decision["steps"], "decision: steps", 1, card.steps) | card.steps << 4
        elif kind == "return":
            reading.keys(decision, "decision", {"kind"}, {"surplus"})
            surplus = cubes.count(have) - cubes.LIMIT
            told = reading.number(decision.get("surplus", surplus), "decision: surplus", -cubes.LIMIT, cubes.MOST)
            if surplus <= 0 or told != surplus:
                raise InvalidPosition(
                    "decision: seat {seat} has a surplus of {surplus} cubes to return",
                    seat=seat,
                    surplus=max(0, surplus),
                )
        else:
            payload = self.payload(s, decision, seat)
        self._within_limit(s, kind, seat)
        s.ask(engine.frame(engine.DECISIONS.index(kind), seat, payload))
        if not self.rules.legal(s):
            raise InvalidPosition("decision: seat {seat} has nothing to choose", seat=seat)
        s.choices = engine.UNLISTED
        self.rules.settle(s)

    def unknown(self, kind: str) -> InvalidPosition:
        """The refusal of a decision that the game does not have."""
        return InvalidPosition("decision: this game has no decision of kind {kind}", kind=quoted(kind))

    def _conversion(self, s: State, seat: int, decision: Data) -> Conversion:
        name = reading.text(decision["card"], "decision: card")
        if name not in self.in_use(s, seat):
            raise InvalidPosition("decision: {name} is nothing that seat {seat} is using", name=quoted(name), seat=seat)
        return Conversion.parse(name)

    def may_exceed(self, s: Any, kind: str, seat: int, owner: int) -> bool:  # noqa: ARG002
        """Whether `owner` may hold what it does, more than the limit, while `seat` decides (C6)."""
        return seat == owner and kind == "return"

    def _within_limit(self, s: State, kind: str, seat: int) -> None:
        for owner, have in enumerate(s.storage):
            if cubes.count(have) > cubes.LIMIT and not self.may_exceed(s, kind, seat, owner):
                raise InvalidPosition(
                    "seat {owner} holds {n} cubes, but the limit is {limit}",
                    owner=owner,
                    n=cubes.count(have),
                    limit=cubes.LIMIT,
                )

    # -- sampling ----------------------------------------------------------------------------------------------------

    def fill(self, position: Data, rng: Random) -> Data:
        """A position in which everything that an observation hides is drawn at random from what is unseen."""
        raise NotImplementedError


def left_of(deck: list[int] | vec[i64], left: int) -> list[int]:
    """The cards that are left of a deck, the next one first."""
    return list(deck[:left])[::-1]


def shuffled(cards: Counter[str], rng: Random) -> list[str]:
    """The cards in an order drawn by `rng`, whatever order they were counted in."""
    order = sorted(cards.elements())
    rng.shuffle(order)
    return order


class Supply:
    """The cards of one kind that are still unplaced, by name."""

    def __init__(self, kind: Reason, kinds: Reason, names: Sequence[str], numbers: Iterable[int] | None = None) -> None:
        """`numbers`: which of the named cards there are; all unless given."""
        self.kind, self.kinds = kind, kinds
        self.left: dict[str, list[int]] = {}
        for number in sorted(range(len(names)) if numbers is None else numbers, reverse=True):
            self.left.setdefault(names[number], []).append(number)
        self.size = sum(len(these) for these in self.left.values())

    def take(self, name: object, place: str) -> int:
        """The number of a card of that name."""
        name = reading.text(name, place)
        numbers = self.left.get(name)
        if numbers:
            return numbers.pop()
        if numbers is None:
            raise InvalidPosition("{place}: there is no {kind} {name}", place=place, kind=self.kind, name=quoted(name))
        raise InvalidPosition(
            "{place}: more {kinds} {name} than the {size} of the box hold",
            place=place,
            kinds=self.kinds,
            name=name,
            size=self.size,
        )

    def rest(self) -> list[int]:
        """All that is left, in the order of the box."""
        return sorted(number for numbers in self.left.values() for number in numbers)

    def deck(self, row: Data, place: str, chance: Chance) -> list[int]:
        """The deck, the card drawn next at the end: as listed from the top, or all that is left, shuffled."""
        if "deck" in row:
            return self.pile(row["deck"], place)
        return chance.shuffled(self.rest())

    def pile(self, names: object, place: str) -> list[int]:
        """Cards listed from the top, the top one at the end."""
        return [self.take(name, place) for name in reading.texts(names, place)][::-1]
