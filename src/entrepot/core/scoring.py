"""Scores with their lines, and the ranking with its ties."""

from __future__ import annotations


class Result:
    """The score of a game.

    Attributes:
        lines: per seat, points by source, e.g. `{"cards": 81, "coins": 12, "cubes": 5}`.
        points: per seat, the sum of its lines.
        ranking: seats, best first. Of seats with equal points the latest in seat order is ahead (C9).
        reason: `"points"`, or `"later-seat"` if the tie for most points was broken by C9.
    """

    __slots__ = ("lines", "points", "ranking", "reason")

    def __init__(self, lines: list[dict[str, int]]) -> None:
        self.lines = lines
        self.points = [sum(line.values()) for line in lines]
        self.ranking = sorted(range(len(lines)), key=lambda seat: (-self.points[seat], -seat))
        tied = len(lines) > 1 and self.points[self.ranking[0]] == self.points[self.ranking[1]]
        self.reason = "later-seat" if tied else "points"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and other.lines == self.lines

    def __hash__(self) -> int:
        return hash(tuple(self.points))

    def __repr__(self) -> str:
        return f"Result({self.lines!r})"

    def to_dict(self) -> dict[str, object]:
        """JSON-ready: `points`, `ranking`, `lines`, `reason`."""
        return {"points": self.points, "ranking": self.ranking, "lines": self.lines, "reason": self.reason}
