"""Many games of one kind side by side, in compiled code: the numbers that a batch shows, and what changes them.

All that is shown lies in one container an array. Of each game there is one state of the engine besides, a native object
that only compiled code touches; the list of legal actions is shared by all, as one game moves at a time.
"""

from __future__ import annotations

from typing import Any, Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from ..core import piles
from ..core.chance import Chance
from ..core.engine import Game, State, seat_of
from ..core.scoring import Result
from .numbers import Numbers, home, number_of
from .rows import Rows
from .rows import clear as forget

BYTES: Final = 8
"""Entries of a mask in a word."""

ANYONE: Final = -1
"""Of a game in which all seats are asked."""

GIVEN_UP: Final = -1
"""Instead of an action: the game ends as it stands."""

_ONES: Final = piles.numbers([1 << 8 * byte for byte in range(BYTES - 1)] + [1 << 56])
_EACH: Final = 0x0101010101010101
_ANOTHER: Final = 0x5DEECE66D
"""Sets the chance that a batch itself needs apart from that of its games."""


def list_numbers(listed: vec[i64], choices: i64, known: Numbers, out: vec[i64], at: i64, words: i64) -> None:
    """Fill a mask that begins at a word with 1 for the number of each of so many actions, 0 elsewhere."""
    ones, table, factor = _ONES, known.table, known.factor
    most: i64 = len(table) - 1
    place: i64
    for place in range(at, at + words):
        out[place] = 0
    for place in range(choices):
        action = listed[place]
        where = home(action, factor) & most
        if table[where] == action:
            number = table[where + 1]
        else:
            number = number_of(table, factor, action)
        out[at + (number >> 3)] += ones[number & 7]


def share_out(result: Result, by_points: bool) -> list[float]:
    """The rewards of a finished game, seat by seat; their sum is 0.

    Args:
        by_points: the points above the mean of the others; else 1 for who won, −1 / (players − 1) for the others.
    """
    points = result.points
    others = len(points) - 1
    if by_points:
        total = sum(points)
        return [one - (total - one) / others for one in points]
    return [1.0 if seat == result.ranking[0] else -1.0 / others for seat in range(len(points))]


class Tables:
    """So many games, each always at a decision: one that ends gives way to the next at once.

    Args:
        seeds: of the first game at each table; what comes after follows from it.
        asked: per table the only seat that is asked, while the others play at random; or `ANYONE`.
        by_points: see `share_out`.
        most_rounds: a game that goes on after so many rounds is broken off and scored as it stands (F15).

    Attributes:
        observations, finals: `rows.words` words a table: the row of the seat that decides; the last row of the game
            that has just ended, in the eyes of the seat that is asked, or that decided last.
        masks: `mask_words` words a table, eight actions in each.
        rewards, points: per table and seat, of the game that has just ended; else 0.
        ended, broken: per table, whether the last step ended its game, and whether it was broken off.
        seats: per table, the seat that decides.
        seeds: per table, that of the running game.
    """

    def __init__(
        self,
        game: Game[Any],
        numbers: Numbers,
        rows: Rows,
        seeds: list[int],
        asked: list[int],
        by_points: bool,
        most_rounds: int,
    ) -> None:
        self.game: Final = game
        self.numbers: Final = numbers
        self.rows: Final = rows
        self.asked: Final = piles.numbers(asked)
        self.by_points: Final = by_points
        self.most_rounds: Final[i64] = most_rounds
        self.tables: Final[i64] = len(seeds)
        self.seeds: Final = list(seeds)
        players: int = game.players
        count = len(seeds)
        self.row_words: Final[i64] = rows.words
        self.mask_words: Final[i64] = -(-numbers.size // BYTES)
        row_words: int = self.row_words
        mask_words: int = self.mask_words
        self.observations: Final = piles.zeros(count * row_words)
        self.finals: Final = piles.zeros(count * row_words)
        self.masks: Final = piles.zeros(count * mask_words)
        self.rewards: Final = vec[float]([0.0] * (count * players))
        self.points: Final = piles.zeros(count * players)
        self.ended: Final = vec[u8]([0] * count)
        self.broken: Final = vec[u8]([0] * count)
        self.seats: Final = vec[i32]([0] * count)
        self.sampled: Final = vec[i32]([0] * count)
        self._choices: Final = piles.zeros(count)
        memo: int = rows.memo_words
        self._memos: Final = piles.zeros(count * memo)
        self._blank: Final = piles.zeros(memo)
        self._listed: Final = piles.zeros(game.most_choices)
        self._chances: Final = [Chance(seed ^ _ANOTHER) for seed in seeds]
        self._states: Final[list[State]] = []
        for number, seed in enumerate(seeds):
            self._states.append(self._begun(seed))
            self._go_on(number, self._states[number])
            self._show(number, self._states[number])

    def state(self, table: int) -> State:
        """A copy of the state of a table, with all that is secret."""
        copy = self._states[table].copy()
        copy.listed = piles.zeros(self.game.most_choices)
        copy.choices = -1
        return copy

    def _begun(self, seed: int) -> State:
        state: State = self.game.new(seed)
        state.listed = self._listed
        return state

    def _go_on(self, table: i64, s: State) -> i64:
        """Let seats that are not asked play; how many choices who is asked has, 0 when the game is over or too long."""
        game, asked = self.game, self.asked[table]
        choices = game.count(s)
        if asked >= 0:
            chance = self._chances[table]
            while choices and s.round <= self.most_rounds and seat_of(s.stack[s.depth - 1]) != asked:
                game.apply(s, s.listed[chance.pick(choices)])
                choices = game.count(s)
        if s.round > self.most_rounds:
            choices = 0
        return choices

    def _show(self, table: i64, s: State) -> None:
        """Row, mask and seat of a table."""
        seat = seat_of(s.stack[s.depth - 1])
        choices = self.game.count(s)
        self._choices[table] = choices
        list_numbers(s.listed, choices, self.numbers, self.masks, table * self.mask_words, self.mask_words)
        self.seats[table] = i32(seat)
        memo = self.rows.memo_words
        self.rows.write(s, seat, self.observations, table * self.row_words, self._memos, table * memo)

    def _end(self, table: i64, s: State) -> State:
        """Rewards, points and last row of a game that has ended, and the next one in its place."""
        asked = self.asked[table]
        viewer = asked
        if asked == ANYONE:
            viewer = i64(self.seats[table])
        memo = self.rows.memo_words
        forget(self._blank, 0, memo)
        self.rows.write(s, viewer, self.finals, table * self.row_words, self._blank, 0)
        forget(self._memos, table * memo, memo)
        players = self.game.players
        seat: i64
        result = self.game.result(s)
        for seat, reward in enumerate(share_out(result, self.by_points)):
            self.rewards[table * players + seat] = reward
            self.points[table * players + seat] = result.points[seat]
        self.ended[table] = u8(1)
        if not s.over:
            self.broken[table] = u8(1)
        number: int = table
        seed = self._chances[table].bits()
        self.seeds[number] = seed
        fresh = self._begun(seed)
        self._states[number] = fresh
        self._go_on(table, fresh)
        return fresh

    def refused(self, actions: bytes) -> int:
        """The first table that may not carry its action out, −1 if all may.

        Args:
            actions: a number for each, four bytes with the lowest first.
        """
        size, words, masks = self.numbers.size, self.mask_words, self.masks
        table: i64
        for table in range(self.tables):
            action = i64(read_i32_le(actions, 4 * table))
            if action < 0 or action >= size or not masks[table * words + (action >> 3)] >> 8 * (action & 7) & 1:
                return table
        return -1

    def step(self, actions: bytes) -> None:
        """Carry out one action at each table.

        Args:
            actions: as for `refused`, which has refused none of them; or `GIVEN_UP`.
        """
        game, known, players = self.game, self.numbers.actions, self.game.players
        states, ended, broken, rewards, points = self._states, self.ended, self.broken, self.rewards, self.points
        table: i64
        seat: i64
        for table in range(self.tables):
            s = states[table]
            if ended[table]:
                ended[table] = u8(0)
                broken[table] = u8(0)
                for seat in range(players):
                    rewards[table * players + seat] = 0.0
                    points[table * players + seat] = 0
            action = i64(read_i32_le(actions, 4 * table))
            if action != GIVEN_UP:
                game.apply(s, known[action])
            if action == GIVEN_UP or self._go_on(table, s) == 0:
                s = self._end(table, s)
            self._show(table, s)

    def sample(self) -> None:
        """Draw a legal action for each table, all equally likely, into `sampled`."""
        words, masks = self.mask_words, self.masks
        table: i64
        for table in range(self.tables):
            at = table * words
            left = self._chances[table].pick(self._choices[table])
            place = at
            while True:
                here = masks[place] * _EACH >> 56 & 0xFF
                if left < here:
                    break
                left -= here
                place += 1
            word = masks[place]
            byte: i64 = 0
            while True:
                if word & 1:
                    if left == 0:
                        break
                    left -= 1
                word >>= 8
                byte += 1
            self.sampled[table] = i32((place - at) * BYTES + byte)
