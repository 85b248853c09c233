"""What may not change from one version to the next without being noticed: deals and the order of legal actions.

Records hold texts, so they survive another order; bots, searches and learned policies do not. After a change that is
meant, bump the version and take the new digests from the failing test over into `pinned.json`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import entrepot

from .kit import GAMES, TABLES, every_table, options_of

PINNED: dict[str, dict[str, str]] = json.loads((Path(__file__).parent / "pinned.json").read_text("utf-8"))


def digest(game: str, players: int) -> str:
    """A hash of every list of legal actions in a few games that a plain generator of numbers chooses in."""
    seen = hashlib.sha256()
    number = 1
    for seed in range(8):
        match = entrepot.Match.new(game, players=players, seed=seed, options=options_of(game, seed))
        seen.update(json.dumps(match.position(), sort_keys=True).encode())
        while match.seat is not None:
            legal = match.legal_actions()
            seen.update(f"{match.seat} {match.decision.kind} {[(str(a), int(a)) for a in legal]}\n".encode())
            number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
            match.play(legal[(number >> 33) % len(legal)])
        assert match.result is not None
        seen.update(json.dumps(match.result.to_dict(), sort_keys=True).encode())
    return seen.hexdigest()[:32]


@every_table
def test_deals_and_legal_order_are_pinned(game: str, players: int) -> None:
    assert PINNED.get(game, {}).get(str(players)) == digest(game, players)


def test_nothing_else_is_pinned() -> None:
    assert {(game, int(players)) for game in PINNED for players in PINNED[game]} == set(TABLES)
    assert set(PINNED) == set(GAMES)
