"""Ratings among people who all asked for it, one for each title and number of players."""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import PlackettLuce
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from .model import Rated
from .store import Rater, Rating, Table, now

_MODEL = PlackettLuce()


def rate(session: Session, table: Table, ranking: Sequence[int]) -> None:
    """Note what a whole game says of the people who played it, where there are two or more who all asked to be rated.

    Bots are left out: people are compared with one another only. `ranking`: the seats, best first.
    """
    people = [table.seats[seat].identity for seat in ranking if table.seats[seat].bot is None]
    players, named = len(table.seats), {who for who in people if who}
    if len(named) < max(2, len(people)):
        return
    asked = select(func.count()).select_from(Rater).where(Rater.identity.in_(named))
    if session.scalar(asked) != len(named):
        return
    session.flush()  # nobody else writes from here on, so that no other game is lost
    mine = (Rating.identity.in_(named), Rating.game == table.game, Rating.players == players)
    rows = session.scalars(select(Rating).where(*mine).order_by(Rating.identity).with_for_update())
    known = {row.identity: row for row in rows}
    for who in named - known.keys():
        known[who] = Rating(
            identity=who, game=table.game, players=players, mu=_MODEL.mu, sigma=_MODEL.sigma, games=0
        )  # fmt: skip
        session.add(known[who])
    order = [known[who] for who in people if who]
    teams = [[_MODEL.rating(row.mu, row.sigma)] for row in order]
    for row, [after] in zip(order, _MODEL.rate(teams, ranks=list(range(len(teams)))), strict=True):
        row.mu, row.sigma, row.games = after.mu, after.sigma, row.games + 1


def ratings_of(session: Session, who: str) -> list[Rated] | None:
    """Somebody's ratings; None where they did not ask for any."""
    if session.get(Rater, who) is None:
        return None
    rows = session.scalars(select(Rating).where(Rating.identity == who))
    return [
        Rated(row.game, row.players, row.games, row.mu, row.mu - 2 * row.sigma, row.mu + 2 * row.sigma) for row in rows
    ]


def begin(session: Session, who: str) -> None:
    """Rate somebody from now on."""
    session.merge(Rater(identity=who, since=now()))


def stop(session: Session, who: str) -> None:
    """Rate somebody no more, and forget their ratings."""
    for kind in (Rating, Rater):
        session.execute(delete(kind).where(kind.identity == who))
