"""A recorded game is played again, and what the record says is checked on the way."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

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
    *_, match = played(record, components)
    return match


def played(record: Record, components: Box | str | os.PathLike[str] | None = None) -> Iterator[Match]:
    """The match of a record at its start and after every action: always the same one, as it goes on.

    Raises what `replay` raises, on the way.
    """
    if not isinstance(record, Record):
        raise InvalidRecord("only a Record can be replayed, not {record}", record=quoted(record))
    record.to_dict()
    try:
        box = load(record.game, components)
        if box.hash != record.components:
            raise InvalidRecord(
                "the record was played with components {components}, not {hash}",
                components=quoted(record.components),
                hash=quoted(box.hash),
            )
        match = Match.from_position(record.start, components=box)
    except InvalidRecord:
        raise
    except EntrepotError as error:
        raise InvalidRecord("the record cannot start: {error}", error=error.reason) from None
    if match.game != record.game:
        raise InvalidRecord(
            "the record is of {game}, but starts a game of {other}", game=quoted(record.game), other=match.game
        )
    yield match
    for index, action in enumerate(record.actions):
        try:
            match.play(action)
        except EntrepotError as error:
            raise ReplayDivergence("action {n}: {error}", index, n=index + 1, error=error.reason) from None
        if index + 1 < len(record.actions):
            yield match
    end = len(record.actions)
    if record.result is None and match.is_over:
        raise ReplayDivergence("the record has no result, but the game is over", end)
    if record.result is not None:
        if match.result is None:
            raise ReplayDivergence("the record has a result, but after action {end} the game goes on", end, end=end)
        result = match.result.to_dict()
        for key in [*result, *(key for key in record.result if key not in result)]:
            if key not in result or not _same(record.result.get(key), result[key]):
                said = json.dumps(record.result.get(key))[:80]
                named = key if key in result else quoted(key)
                raise ReplayDivergence(
                    "the record says {named} {said}, but it is {right}",
                    end,
                    named=named,
                    said=said,
                    right=repr(result.get(key)),
                )
    if record.actions:
        yield match


def _same(one: object, other: object) -> bool:
    """Whether two plain values are the same, kinds of numbers included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other
