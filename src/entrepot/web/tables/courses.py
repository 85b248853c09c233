"""Games that somebody looked back on lately, so that each is read once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from ...components import Box
from ...match import Record
from ...match.moments import Course

_MOMENTS = 60_000


class Courses:
    """What was read lately, as long as all of it has no more moments than can well be remembered."""

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, Course] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: Hashable) -> Course | None:
        """What is remembered under that key."""
        with self._guard:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def read(self, key: Hashable, record: Record, box: Box | None) -> Course:
        """The course of a record, which is remembered. Raises `InvalidRecord`, `ReplayDivergence`."""
        course = Course(record, box)
        with self._guard:
            self._known[key] = course
            self._known.move_to_end(key)
            while len(self._known) > 1 and sum(one.last + 1 for one in self._known.values()) > _MOMENTS:
                self._known.popitem(last=False)
        return course
