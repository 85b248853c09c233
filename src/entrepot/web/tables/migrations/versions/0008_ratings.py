"""Who asked to be rated, and the ratings; counts are made from an index."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


_COUNTED = ["identity", "counted", "game", "players", "against", "place", "points", "ended"]


def upgrade() -> None:
    op.create_index("ix_sittings_counts", "sittings", _COUNTED)
    op.create_table(
        "raters",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("since", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("players", sa.Integer(), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_index("ix_sittings_counts", "sittings")
    for name in ("ratings", "raters"):
        op.drop_table(name)
