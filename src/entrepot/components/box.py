"""Boxes: the validated values of one game's cards and tiles, as the engine reads them. Immutable."""

from __future__ import annotations

from dataclasses import dataclass

from ..core import cubes
from ..core.conversion import Conversion
from ..core.errors import Reason

NATIVE_HELP = "native-help"
TOOL = "tool"
NEW_SETTLERS = "new-settlers"
EXPLORATION = "exploration"
BENEFITS = (NATIVE_HELP, TOOL, NEW_SETTLERS, EXPLORATION)
"""The kinds of point cards of A New World, which are also its icons (NW17)."""

LANDMARKS = ("plains", "river", "forest", "mountain", "market")
"""The icons of locations, which Native Help and Tools name."""


@dataclass(frozen=True, slots=True)
class PointCard:
    """A point card: cubes to return (packed) and points gained (SR9). Text form `YYRR=6`."""

    cost: int
    points: int

    @property
    def text(self) -> str:
        """Cost and points, `YYRR=6`."""
        return f"{cubes.text(self.cost)}={self.points}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class LandCard(PointCard):
    """A point card of A New World (NW17). Text form `YYB=5 native-help plains`, `RGB=8 tool plains Y`.

    Attributes:
        kind: one of `BENEFITS`.
        icon: the landmark where Native Help or a Tool serves, else empty.
        cube: the cube of a Tool (packed), else 0.
        settlers: how many settlers a New Settlers card brings, else 0.
        players: `""`, `"3+"` or `"=4"` (NW3).
        star: `""`, `"white"` or `"black"` (NW3, W1-1).
    """

    kind: str
    icon: str
    cube: int
    settlers: int
    players: str
    star: str

    @property
    def text(self) -> str:
        """Cost and points, then what it brings; its marks are no part of its name."""
        words = [f"{cubes.text(self.cost)}={self.points}", self.kind, self.icon, cubes.text(self.cube)]
        return " ".join(filter(None, [*words, str(self.settlers or "")]))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class BonusTile:
    """A bonus tile (NW23). Text form `tool=2`, `native-help+tool=3`, `2 settlers=1`, `2 merchants=1`, `flat=3`.

    Attributes:
        form: `"icon"`, `"pair"`, `"settlers"`, `"merchants"` or `"flat"`.
        kinds: the one or two icons of an icon or pair tile.
        per: how many settlers or merchants count once, else 0.
        points: what counting once is worth.
        mark: `""`, `"I"` or `"III"` (NW1).
    """

    form: str
    kinds: tuple[str, ...]
    per: int
    points: int
    mark: str

    @property
    def text(self) -> str:
        """What counts, and its points."""
        counted = "+".join(self.kinds) or (f"{self.per} {self.form}" if self.per else self.form)
        return f"{counted}={self.points}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ExplorationTile:
    """An exploration tile (NW20): exactly one of cubes (packed), settlers, points, an icon of `BENEFITS`.

    Text form `YYY`, `1 settler`, `3 points`, `icon tool`.
    """

    cubes: int
    settlers: int
    points: int
    icon: str

    @property
    def text(self) -> str:
        """What it brings."""
        if self.cubes:
            return cubes.text(self.cubes)
        if self.settlers:
            return f"{self.settlers} settler{'s' if self.settlers > 1 else ''}"
        return f"{self.points} points" if self.points else f"icon {self.icon}"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Location:
    """A location of a board's face.

    Attributes:
        type: `"fort"`, `"production"`, `"upgrade"`, `"trade"`, `"market"`, `"adjust"`, `"refresh"`, `"ship"`,
            `"ship-trade"` or `"outpost-trade"`.
        settlers: the printed number (NW10).
        icon: its landmark; empty where there is none.
        conversion: what production, upgrade and trade do; None elsewhere.
        stacks: printed numbers of the bonus spaces of a fort (NW4).
        cover: when an exploration tile lies on it: `""`, `"2-3"` players, or `"always"` (NW5).
        slot: of a market, 1 to 4; else 0.
        steps: of a ship, 1, 2, or 0 for any; else 0.
    """

    type: str
    settlers: int
    icon: str
    conversion: Conversion | None
    stacks: tuple[int, ...]
    cover: str
    slot: int
    steps: int


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a location board; `stacks` are bonus spaces that belong to no fort (W2-1, W3-1)."""

    name: str
    locations: tuple[Location, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """What all boxes have in common.

    Attributes:
        status: how sure the values are, e.g. `"published"` or `"reconstruction"`.
        hash: of the values, not of comments and status.
        warnings: what is odd, but can be played with; each with its place.
    """

    status: str
    hash: str
    warnings: tuple[Reason, ...]

    @property
    def reconstructed(self) -> bool:
        """Whether the values are a reconstruction, and the printed ones are not known."""
        return self.status == "reconstruction"


@dataclass(frozen=True, slots=True)
class SpiceRoadBox(Box):
    """The components of Spice Road (SR1, SR2). Cubes are packed ints of `core.cubes`."""

    merchants: tuple[Conversion, ...]
    starting: tuple[Conversion, ...]
    points: tuple[PointCard, ...]
    start_cubes: tuple[int, ...]
    cards_to_end: dict[int, int]
    merchant_row: int
    point_row: int
    gold_per_player: int
    silver_per_player: int
    gold_points: int
    silver_points: int


@dataclass(frozen=True, slots=True)
class NewWorldBox(Box):
    """The components of A New World (NW1): cards, tiles, and all faces by name (`A1` to `F2`)."""

    cards: tuple[LandCard, ...]
    bonus: tuple[BonusTile, ...]
    exploration: tuple[ExplorationTile, ...]
    faces: dict[str, Face]
    settlers: int
    settlers_start: dict[int, int]
    start_cubes: tuple[int, ...]
    cards_to_end: int
    bonus_spaces: dict[str, int]
    outpost_values: tuple[int, ...]
    icons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EastWestBox(Box):
    """The boxes together: land, the merchants of Spice Road, and the market tiles of the sea (W1-2, W2-2).

    Attributes:
        sea: the trades of the market tiles; `symbols` are the rows of the outpost grid they belong to, 0 to 3.
        layout: axial coordinates of the sea tile and the twelve market tiles.
    """

    land: NewWorldBox
    merchants: tuple[Conversion, ...]
    sea: tuple[Conversion, ...]
    symbols: tuple[int, ...]
    layout: tuple[tuple[int, int], ...]
