"""The games of a tournament on a Ray cluster (extra `ray`): each of its processors has a process that plays."""

from __future__ import annotations

import sys
from typing import Any

from ..core.errors import EntrepotError
from .bouts import Fixture, Played, Terms
from .hosts import Host, WorkersLost

_TRIES = 3


class NeedsRay(EntrepotError):
    """Ray is not installed."""


class Post:
    """What runs on the cluster, one for each processor: a host, and the folders where bots of one's own are found."""

    def __init__(self, terms: Terms, folders: list[str]) -> None:
        sys.path[:0] = [folder for folder in folders if folder not in sys.path]
        self._host = Host(terms)

    def play(self, fixture: Fixture) -> Played:
        """Play a game."""
        return self._host.play(fixture)


class RayCrew:
    """Posts on the cluster that `RAY_ADDRESS` names or that runs here; without one Ray is started on this machine.

    Attributes:
        size: how many processors were free.

    Raises:
        NeedsRay: it is not installed.
    """

    def __init__(self, terms: Terms) -> None:
        try:
            import ray
        except ImportError:
            advice = f"{sys.executable} -m pip install ray"
            raise NeedsRay("Ray is not installed here: {advice}", advice=advice) from None
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(log_to_driver=False, logging_level="ERROR")
        self.size = max(1, int(ray.available_resources().get("CPU", 1)))
        self._post = ray.remote(num_cpus=1)(Post)
        self._terms = ray.put(terms)
        self._idle = [self._new() for _ in range(self.size)]
        self._busy: dict[Any, tuple[Any, Fixture, int]] = {}

    def begin(self, fixture: Fixture) -> None:
        """Start a game."""
        self._go(self._idle.pop(), fixture, 1)

    def result(self) -> Played:
        """Wait for a game to end; one whose machine was lost is played elsewhere. Raises `WorkersLost`."""
        while True:
            [ready], _ = self._ray.wait(list(self._busy))
            post, fixture, tries = self._busy.pop(ready)
            try:
                played: Played = self._ray.get(ready)
            except self._ray.exceptions.RayActorError:
                if tries == _TRIES:
                    raise WorkersLost("posts of the cluster are lost again and again") from None
                self._go(self._new(), fixture, tries + 1)
                continue
            except self._ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, WorkersLost):
                    raise error.cause from None
                raise
            self._idle.append(post)
            return played

    def close(self) -> None:
        """End all posts, and Ray if it was started here."""
        for post in [*self._idle, *(post for post, _, _ in self._busy.values())]:
            self._ray.kill(post)
        if self._own:
            self._ray.shutdown()

    def _new(self) -> Any:
        return self._post.remote(self._terms, list(sys.path))

    def _go(self, post: Any, fixture: Fixture, tries: int) -> None:
        self._busy[post.play.remote(fixture)] = (post, fixture, tries)
