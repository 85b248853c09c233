"""A recorded game is played again, and what the record says is checked on the way."""

from __future__ import annotations

import os

from ..components import Box, load
from ..core.errors import EntrepotError, InvalidRecord, ReplayDivergence
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
    try:
        box = components if isinstance(components, Box) else load(record.game, components)
        if box.hash != record.components:
            raise InvalidRecord(f"the record was played with components {record.components[:40]}, not with {box.hash}")
        match = Match.from_position(record.start, components=box)
    except InvalidRecord:
        raise
    except EntrepotError as error:
        raise InvalidRecord(f"the record cannot start: {error}") from None
    if match.game != record.game:
        raise InvalidRecord(f"the record is of {record.game!r:.40}, but starts a game of {match.game}")
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
        for key, value in result.items():
            if record.result.get(key) != value:
                raise ReplayDivergence(
                    f"the record says {key} {record.result.get(key)!r:.80}, but it is {value!r}", end
                )
    return match
