"""Tables that wait for a bot are found by when they were changed last."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.execute("UPDATE tables SET changed = created WHERE changed IS NULL")
    op.create_index("ix_tables_changed", "tables", ["changed"])


def downgrade() -> None:
    op.drop_index("ix_tables_changed", "tables")
