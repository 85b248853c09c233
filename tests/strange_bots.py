"""Bots of one's own as they should not be, and some that should: for `strange_bots:NAME`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random

from entrepot import Action, Observation

LATER = 3
"""Decisions that go well before something strange happens."""


class First:
    """The first legal action: asks for no chance, and keeps none."""

    def __init__(self, decisions: int = 0) -> None:
        self.decisions = decisions

    def choose(self, observation: Observation) -> Action:
        self.decisions += 1
        if self.decisions > LATER:
            self.strange(observation)
        return observation.legal_actions[0]

    def strange(self, observation: Observation) -> None:
        """Nothing strange."""


class Drawn:
    """Any legal action."""

    closed = 0

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, observation: Observation) -> Action:
        return self.rng.choice(observation.legal_actions)

    def close(self) -> None:
        Drawn.closed += 1


def by_name(*, rng: Random) -> Drawn:
    """A function may make a bot too."""
    return Drawn(rng)


class Raises(First):
    def strange(self, observation: Observation) -> None:
        raise RuntimeError("something\nis wrong")


class Quits(First):
    def strange(self, observation: Observation) -> None:
        sys.exit("enough")


class Exits(First):
    def strange(self, observation: Observation) -> None:
        os._exit(7)


class Loops(First):
    """Never comes back, and says in a file who it is."""

    def strange(self, observation: Observation) -> None:
        if "STRANGE_PID" in os.environ:
            Path(os.environ["STRANGE_PID"]).write_text(str(os.getpid()))
        while True:
            pass


class Late(First):
    """Comes back, but later than it may."""

    def strange(self, observation: Observation) -> None:
        while time.monotonic() < self.until:
            pass

    @property
    def until(self) -> float:
        self.began = getattr(self, "began", time.monotonic())
        return self.began + float(os.environ.get("STRANGE_LATE", "0"))


class Illegal(First):
    def choose(self, observation: Observation) -> Action:
        print("this is no result")
        return Action.parse("acquire 99")


class Text(First):
    def choose(self, observation: Observation) -> Action:
        return str(observation.legal_actions[0])  # type: ignore[return-value]


class Unseated(First):
    def __init__(self) -> None:
        raise OSError("no model")


class NoBot:
    pass


nothing = 3
