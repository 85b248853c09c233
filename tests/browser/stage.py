"""Rich tables drawn without a server: every place of the boards in use, owners of many things, at any decision."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from mimetypes import guess_type
from random import Random
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

from entrepot import Match
from entrepot.web.pages import present, shell
from entrepot.web.tables.model import SeatInfo, TableView

ADDRESS = "http://table.test"
LAND = ("new-world", "east-west-1", "east-west-2", "east-west-3")
SETTLERS = 12
_STATIC = shell.static_path()
_ENV = present.environment()
_NAMES = ("Ida", "Bartholomew", "Cleo", "Wilhelmina", "Eva")
"""Short names and names that have to be cut."""


def view(match: Match, viewer: int | None = 0, **changes: Any) -> TableView:
    """What one device sees of a match; the others are bots."""
    observation = match.observe(viewer)
    events = [event.to_dict() for event in match.events()]
    fields: dict[str, Any] = {
        "id": "stage", "game": match.game, "version": len(events), "lang": "en",
        "seats": [
            SeatInfo(n, "human" if n == viewer else "bot", _NAMES[n], None if n == viewer else "greedy", n == viewer,
                     False, True, None, n != viewer and n == match.seat)
            for n in range(match.players)
        ],
        "viewer": viewer, "hand_over": None, "observation": observation.position,
        "legal": [str(action) for action in observation.legal_actions], "events": events,
        "events_from": 0, "fresh_from": 0,
        "can_undo": bool(match.can_undo), "undo_reason": match.can_undo.reason,
        "result": match.result.to_dict() if match.result else None, "notice": None, "waiting": [],
        "spectator": viewer is None, "owner": True, "ended_early": False, "next_table": None,
        "wish": None, "refused": [], "may_end": True,
        "created": "2026-01-01T00:00:00Z", "box": match.components, "components": match.components.hash,
    }  # fmt: skip
    return TableView(**{**fields, **changes})


def show(page: Page, match: Match, viewer: int | None = 0, **changes: Any) -> None:
    """Open the page of a match as its server would draw it."""
    html = present.render_table(_ENV, view(match, viewer, **changes), partial=False)

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path.startswith("/static/"):
            name = path.rpartition("/")[2]
            body = b"" if name == "connection.js" else (shell.STATIC / name).read_bytes()
            route.fulfill(body=body, content_type=guess_type(name)[0] or "text/plain")
        elif path == "/t/stage":
            route.fulfill(body=html, content_type="text/html")
        else:
            route.fulfill(status=404, body="")

    page.unroute_all()
    page.route("**/*", answer)
    page.goto(f"{ADDRESS}/t/stage", wait_until="load")


def _counts(rng: Random, names: Sequence[str], seats: Sequence[int], most: int) -> dict[str, tuple[int, int]]:
    """Settlers for places, one to four on each, as far as those of the seats last."""
    left = dict.fromkeys(seats, SETTLERS - most)
    found: dict[str, tuple[int, int]] = {}
    for n, (name, seat) in enumerate(zip(names, itertools.cycle(seats))):
        count = min(1 + (n // len(seats) + rng.randrange(4)) % 4, left[seat])
        if count:
            left[seat] -= count
            found[name] = (seat, count)
    return found


def rich(
    game: str, players: int, seed: int, *, settlers: str = "others", tiles: bool = True, full: bool = True,
    storage: str = "YYYRRGGGBB", options: dict[str, Any] | None = None, **changes: Any,
) -> Match:  # fmt: skip
    """A table in the middle of a game at which seat 0 is to decide.

    Args:
        settlers: whose stand on the boards: `others`, `mine` or `none`.
        tiles: whether exploration tiles still lie where they began.
        full: whether the seats hold many cards and tiles, and in the parts have built many outposts.
    """
    rng = Random(seed)
    start = Match.new(game, players, seed, options).position()
    deck = start["points"]["row"] + start["points"]["deck"]
    if full:
        helps = [card for card in deck if " tool " in card or " native-help " in card]
        explorers = [card for card in deck if card.endswith("exploration")]
        rng.shuffle(helps)
    tiles_left = [tile for stack in start["stacks"].values() for tile in stack]
    covers = {name: entry for name, entry in start["locations"].items() if "tile" in entry}
    finds = [entry["tile"] for entry in covers.values()]
    fresh = Match.new(game, players, seed, options).observe(0).position
    place, spaces = fresh["board"], fresh["seats"][0]["spaces"]
    free = [name for name in place if not (tiles and name in covers)]
    whose = {"others": range(1, players), "mine": range(1), "none": ()}[settlers]
    stand = _counts(rng, rng.sample(free, len(free)), list(whose), 3) if whose else {}
    out = [sum(count for seat, count in stand.values() if seat == n) for n in range(players)]
    seats: list[dict[str, Any]] = []
    for n, seat in enumerate(start["seats"]):
        held: dict[str, Any] = {**seat, "storage": storage if n == 0 else "YYYYRRGGGBBB"[n : n + 10 - 2 * n]}
        held["home"] = min(SETTLERS - out[n], 4)
        held["reserve"] = SETTLERS - out[n] - held["home"]
        if full:
            many = {0: 5, 1: 4}.get(n, 3)
            held["claimed"] = [helps.pop() for _ in range(many)] + ([explorers.pop(), explorers.pop()] if n < 2 else [])
            held["bonus"] = [tiles_left.pop(rng.randrange(len(tiles_left))) for _ in range(spaces if n == 0 else 2)]
            if not tiles and n < 2:
                held["explored"] = [finds.pop() for _ in finds[:2]]
        if "discards" in seat:
            held["discards"] = []
        seats.append(held)
    taken = [card for seat in seats for card in seat["claimed"]]
    rest = list(deck)
    for card in taken:
        rest.remove(card)
    row = [next(card for card in rest if f" {kind} " in f"{card} ") for kind in ("exploration", "tool", "native-help")]
    row.append(next(card for card in rest if " new-settlers " in card))
    locations: dict[str, Any] = {name: {"seat": seat, "settlers": count} for name, (seat, count) in stand.items()}
    if tiles:
        locations |= covers
    position = {key: value for key, value in start.items() if key not in ("stacks", "spare", "beside")}
    position |= {
        "seats": seats, "locations": locations, "round": 14, "points": {"row": row},
        "decision": {"kind": "turn"}, "seat": 0,
    }  # fmt: skip
    if "active" in position:
        position["active"] = 0
    if "market" in position:
        position["market"] = {"row": ["BB>YRGGG", "G>YYYYR", "GG>YYRRR", "YYYYY>GGG"]}
        if "beside" in start:
            cards = ("YYYYY>BB", "BB>RRRGG", "up3", "RRR>YYGG", "GG>YYRB")
            for n, seat in enumerate(seats):
                seat["route"] = [{"card": cards[k], "settlers": 0} for k in range(5)] if n == 0 and full else []
    if "sea" in position:
        named = [name for name, tile in position["sea"].items() if tile["symbol"]]
        sea = {name: {**tile, "outposts": []} for name, tile in position["sea"].items()}
        for n in range(players):
            for name in named if full and n == 0 else rng.sample(named, 7 if full else 3):
                sea[name]["outposts"].append(n)
        position["sea"] = sea
        for seat in seats[1:]:
            seat["ship"] = named[seed % len(named)]
        seats[0]["ship"] = "0,0"
    position |= changes
    return Match.from_position(position, seed=seed)


def towards(match: Match, kind: str, deep: int, first: str = "") -> Match | None:
    """A match in which seat 0 is asked for a decision of that kind, a few choices after another match; None if none is.

    Args:
        first: the type of the location where the first choice is made; any if empty.
    """
    start, board = match.position(), match.observe(0).position["board"]
    lines: list[tuple[str, ...]] = [()]
    for _ in range(deep + 1):
        longer: list[tuple[str, ...]] = []
        for line in lines:
            one = Match.from_position(start)
            for text in line:
                one.play(text)
            if one.seat != 0:
                continue
            if one.position()["decision"]["kind"] == kind:
                return one
            texts = [str(action) for action in one.legal_actions() if str(action) != "rest"]
            if first and not line:
                texts = [text for text in texts if text[:4] == "work" and board[text[5:]]["type"] == first]
            longer += [(*line, text) for text in texts]
        lines = longer[:400]
    return None


ASKED = {
    "new-world": {"fort": "fort", "explore": "fort", "upgrade": "", "times": ""},
    "east-west-1": {"market": "", "replace": "", "swap": "", "fort": "fort", "explore": "fort", "times": ""},
    "east-west-2": {"sail": "ship", "pay": "ship", "build": "ship", "outpost": "", "bonus": "ship", "explore": "fort"},
    "east-west-3": {"sail": "ship", "pay": "ship", "build": "ship", "outpost": "", "upgrade": "", "times": "market"},
}
"""Decisions of each game, with the type of the location from which they come."""


def decisions(game: str) -> Iterator[tuple[str, Match]]:
    """Every kind of decision of a game, met by an owner of many things where there is one, and a large return."""
    for kind, first in ASKED[game].items():
        whose = "others" if first in ("fort", "market") or kind in ("market", "replace") else "none"
        deep = {"build": 4, "bonus": 5}.get(kind, 2)
        for players, full, tiles in itertools.product((4, 2), (True, False), (False, True)):
            one = rich(game, players, 3, settlers=whose, tiles=tiles or kind == "explore", full=full)
            if found := towards(one, kind, deep, first):
                yield kind, found
                break
        else:
            raise AssertionError(f"no {kind} in {game}")
    yield "return", rich(game, 4, 3, storage="YYYYYRRRRRGGGGGBBBBB", decision={"kind": "return", "surplus": 10})


def ended(game: str, players: int, seed: int = 4) -> Match:
    """A game that was played to its end by chance."""
    rng = Random(seed)
    match = Match.new(game, players, seed)
    while not match.is_over:
        match.play(rng.choice(match.legal_actions()))
    return match
