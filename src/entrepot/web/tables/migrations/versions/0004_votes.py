"""Who would like to end a game is told by its rows alone."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_column("seats", "wants_end")


def downgrade() -> None:
    op.add_column("seats", sa.Column("wants_end", sa.Boolean(), nullable=False, server_default=sa.false()))
