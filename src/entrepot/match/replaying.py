"""A recorded game is played again, and what the record says is checked on the way."""

from __future__ import annotations

import json
import os

from ..components import Box, load
from ..core.errors import EntrepotError, InvalidRecord, ReplayDivergence, quoted
from .match import Match
from .record import Record


def replay(record: Record, components: Box | str | os.PathLike[str] | None = None) -> Match:
    """Play a record again and check it on the way.

    Args:
        components: the box of the record, if it is not the packaged one.

    Returns:
        The match at the record's end.

    Raises:
        ReplayDivergence: an action is not legal, or the result is another; `index` is the first such action.
        InvalidRecord: the record cannot be played at all, e.g. because it belongs to other components.
    """
    if not isinstance(record, Record):
        raise InvalidRecord(f"only a Record can be replayed, not {quoted(record)}")
    record.to_dict()
    try:
        box = load(record.game, components)
        if box.hash != record.components:
            raise InvalidRecord(f"the record was played with components {quoted(record.components)}, not {box.hash!r}")
        match = Match.from_position(record.start, components=box)
    except InvalidRecord:
        raise
    except EntrepotError as error:
        raise InvalidRecord(f"the record cannot start: {error}") from None
    if match.game != record.game:
        raise InvalidRecord(f"the record is of {quoted(record.game)}, but starts a game of {match.game}")
    for index, action in enumerate(record.actions):
        try:
            match.play(action)
        except EntrepotError as error:
            raise ReplayDivergence(f"action {index + 1}: {error}", index) from None
    end = len(record.actions)
    if record.result is None and match.is_over:
        raise ReplayDivergence("the record has no result, but the game is over", end)
    if record.result is not None:
        if match.result is None:
            raise ReplayDivergence(f"the record has a result, but after action {end} the game goes on", end)
        result = match.result.to_dict()
        for key in [*result, *(key for key in record.result if key not in result)]:
            if key not in result or not _same(record.result.get(key), result[key]):
                said = json.dumps(record.result.get(key))[:80]
                named = key if key in result else quoted(key)
                raise ReplayDivergence(f"the record says {named} {said}, but it is {result.get(key)!r}", end)
    return match


def _same(one: object, other: object) -> bool:
    """Whether two plain values are the same, kinds of numbers included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other
