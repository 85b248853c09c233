"""Tables, seats, rows, glances and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seed", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("components", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False, index=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("next_table", sa.String(40)),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("bot", sa.String(40)),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("identity", sa.String(40), index=True),
        sa.Column("invite", sa.String(40), unique=True),
        sa.Column("wants_end", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "rows",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.String(60), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("nonce", sa.String(80)),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    op.create_table(
        "glances",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("identity", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
    )


def downgrade() -> None:
    for name in ("settings", "glances", "rows", "seats", "tables"):
        op.drop_table(name)
