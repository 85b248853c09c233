"""Analyses of games, and what they have found so far."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("key", sa.String(44), primary_key=True),
        sa.Column("who", sa.String(40), nullable=False, index=True),
        sa.Column("due", sa.DateTime(), nullable=False),
        sa.Column("model", sa.String(40), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=True),
        sa.Column("parts", sa.Integer(), nullable=True),
        sa.Column("done", sa.Boolean(), nullable=False, index=True),
    )
    op.create_table(
        "findings",
        sa.Column("key", sa.String(44), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("text", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    for name in ("findings", "studies"):
        op.drop_table(name)
