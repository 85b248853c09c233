"""Games in the lists of devices, with what came of them, so that lists and counts read nothing else."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_AT_ONCE = 2000
_TABLES = sa.text(
    """
    SELECT id, game, coalesce(changed, created) AS changed, over, summary,
      (SELECT kind FROM rows WHERE table_id = id AND number = 1) AS first,
      EXISTS (SELECT 1 FROM rows WHERE table_id = id AND kind = 'end'
              AND number >= (SELECT max(number) FROM rows WHERE table_id = id) - 1) AS early
    FROM tables WHERE id > :last ORDER BY id LIMIT :most
    """
).columns(id=sa.String, game=sa.String, changed=sa.DateTime, over=sa.Boolean, summary=sa.JSON, early=sa.Boolean)
_SEATS = sa.text("SELECT table_id, number, bot, identity FROM seats WHERE table_id BETWEEN :first AND :last")


def upgrade() -> None:
    sittings = op.create_table(
        "sittings",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("against", sa.String(40), nullable=False),
        sa.Column("ended", sa.DateTime()),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("place", sa.Integer()),
    )
    database, last = op.get_bind(), ""
    while tables := database.execute(_TABLES, {"last": last, "most": _AT_ONCE}).all():
        last = tables[-1].id
        seats: dict[str, list[Any]] = {table.id: [] for table in tables}
        for seat in database.execute(_SEATS, {"first": tables[0].id, "last": last}):
            if seat.table_id in seats:
                seats[seat.table_id].append(seat)
        if found := [sitting for table in tables for sitting in _sittings(table, seats[table.id])]:
            database.execute(sa.insert(sittings), found)
    op.create_index("ix_sittings_list", "sittings", ["identity", "ended"])


def _sittings(table: Any, seats: Sequence[Any]) -> list[dict[str, Any]]:
    """Those of a table."""
    result: Any = table.summary["result"] if table.over and table.summary else None
    found = []
    for who in dict.fromkeys(seat.identity for seat in seats if seat.identity):
        mine = [seat.number for seat in seats if seat.identity == who]
        others = {seat.bot for seat in seats if seat.identity != who}
        people = None in others or len(mine) > 1
        alike = others <= {None} if people else len(others) == 1
        against = "people" if people and alike else next(iter(others)) if alike else "mixed"
        counted = result and len(mine) == 1 and not table.early and table.first != "guide"
        found.append(
            {
                "table_id": table.id,
                "identity": who,
                "game": table.game,
                "players": len(seats),
                "against": against,
                "ended": table.changed if result else None,
                "counted": bool(counted),
                "points": result["points"][mine[0]] if counted else None,
                "place": result["ranking"].index(mine[0]) + 1 if counted else None,
            }
        )
    return found


def downgrade() -> None:
    op.drop_table("sittings")
