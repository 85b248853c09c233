"""What a table of Spice Road is worth to a seat, in points."""

from __future__ import annotations

from ..core import actions, cubes, engine
from ..core.conversion import Conversion
from ..games.spice_road import SpiceRoad, SpiceRoadState
from ..match import Observation

_WORTH = (1.0, 2.0, 3.0, 4.0)


def worth(packed: int) -> float:
    """Cubes in steps above nothing: yellow 1 to brown 4."""
    return sum(cubes.of_colour(packed, colour) * value for colour, value in enumerate(_WORTH))


def strength(card: Conversion) -> float:
    """By how much playing a card once raises the worth of a typical storage."""
    if card.steps:
        return card.steps * 1.0
    if not card.cost:
        return worth(card.gain)
    raised = worth(card.gain) - worth(card.cost)
    often = 10 / (2.5 * cubes.count(card.cost))
    return raised * min(2.5, max(1.0, often))


class SpiceRoadValue:
    """Values tables that follow from one observation. Cards drawn meanwhile are not looked at: they are not known.

    The weights were found by playing variants against each other.
    """

    RATE = 1.521  # worth that a turn adds on the way to a claim
    SPARE = 0.45  # how far surplus cubes stand in for missing ones
    DISCOUNT = 0.9  # of a claim, for every turn it is away
    DELAY = 0.842  # points lost for every turn it is away
    NEAREST = 0.367
    SECOND = 0.359
    CUBES = 0.398
    LASTING = 0.031  # of a card's strength, for every turn left
    PACE = 6.4  # turns for a claim
    HORIZON = 9.216  # turns left at most
    READY = 0.166  # of a card's strength, for being in the hand and not played
    CROWD = 1.758  # for every card above seven

    def __init__(self, game: SpiceRoad, state: SpiceRoadState, seat: int, observation: Observation) -> None:
        self.game = game
        self.seat = seat
        self.known = set(state.point_row)
        self.strengths = [strength(card) for card in game.cards]
        self.costs = [[cubes.of_colour(price, colour) for colour in range(cubes.COLOURS)] for price in game.prices]
        cards_left = game.cards_to_end - max(len(pile) for pile in state.claimed)
        self.horizon = max(1.0, cards_left * self.PACE)
        self.rivals = self._rivals(observation)
        self.patience = max(-40.0, 15.0 - state.round)

    def _rivals(self, observation: Observation) -> float:
        """The most points that another seat may be expected to have: hidden cards count as the average that is out."""
        position = observation.position
        out = [int(name.partition("=")[2]) for name in position["points"]["out"]]
        mean = sum(out) / len(out) if out else 0.0
        box = self.game.box
        best = 0.0
        for seat, data in enumerate(position["seats"]):
            if seat == self.seat:
                continue
            pile = data["claimed"]
            cards = mean * pile if isinstance(pile, int) else sum(int(name.partition("=")[2]) for name in pile)
            coins = data["gold"] * box.gold_points + data["silver"] * box.silver_points
            best = max(best, cards + coins + cubes.scoring(cubes.parse(data["storage"])))
        return best

    def worth_trying(self, listed: list[int], s: SpiceRoadState) -> list[int]:
        """Of the choices that follow, those that matter now; the others are looked at when they are asked.

        Paying and returning follow the cheapest cube, else the possibilities would multiply.
        """
        kind = engine.kind_of(s.stack[-1])
        if kind in (engine.PAY, engine.RETURN):
            return listed[:1]
        return [action for action in listed if action & actions.KIND != actions.STOP] or listed

    def __call__(self, s: SpiceRoadState) -> float:
        """Points made, plus what storage and hand promise."""
        game, seat = self.game, self.seat
        box = game.box
        have = s.storage[seat]
        made = sum(game.points[card] for card in s.claimed[seat])
        made += s.gold[seat] * box.gold_points + s.silver[seat] * box.silver_points
        if s.ending and (s.over or s.active > seat or s.active == 0):
            # This seat has taken its last turn, so only the result counts. To end a lost game it waits a while.
            total = made + cubes.scoring(have)
            return total + 40.0 if total > self.rivals else total - self.patience
        return made + self._storage(s, have) + self._hand(s)

    def _storage(self, s: SpiceRoadState, have: int) -> float:
        """The nearest claim, discounted by the turns it still takes, the next nearest a little, and the cubes."""
        counts = [cubes.of_colour(have, colour) for colour in range(cubes.COLOURS)]
        total = worth(have)
        box = self.game.box
        best = second = 0.0
        for index, card in enumerate(s.point_row):
            if card not in self.known:
                continue
            points = float(self.game.points[card])
            if index == 0:
                points += box.gold_points if s.gold_pile else box.silver_points if s.silver_pile else 0
            elif index == 1 and s.gold_pile and s.silver_pile:
                points += box.silver_points
            missing = spare = 0.0
            for colour, cost in enumerate(self.costs[card]):
                lack = cost - counts[colour]
                if lack > 0:
                    missing += lack * _WORTH[colour]
                else:
                    spare -= lack * _WORTH[colour]
            turns = (missing - self.SPARE * min(spare, missing)) / self.RATE
            if missing:
                turns += 0.35
            promise = points * self.DISCOUNT ** (turns + 1) - turns * self.DELAY
            if promise > best:
                best, second = promise, best
            elif promise > second:
                second = promise
        return best * self.NEAREST + second * self.SECOND + total * self.CUBES

    def _hand(self, s: SpiceRoadState) -> float:
        """Strong cards pay for the turns that are left; cards in the hand are ready, played ones cost a rest."""
        strengths = self.strengths
        ready = sorted((strengths[card] for card in s.hand[self.seat]), reverse=True)
        tired = [strengths[card] for card in s.played[self.seat]]
        every = sorted([*ready, *tired], reverse=True)
        lasting = sum(value * weight for value, weight in zip(every, (1.0, 0.9, 0.7, 0.5, 0.3, 0.15), strict=False))
        now = sum(value * weight for value, weight in zip(ready, (1.1, 1.0, 0.8, 0.5, 0.3), strict=False))
        crowd = max(0, len(every) - 7) * self.CROWD
        lasting *= self.LASTING * min(self.horizon, self.HORIZON)
        return lasting + now * self.READY * min(1.0, self.horizon / 8.0) - crowd
