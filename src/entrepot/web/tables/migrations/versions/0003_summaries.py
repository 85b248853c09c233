"""What the list of somebody's tables says of each, so that it is told without playing their games again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("changed", sa.DateTime()))
    op.add_column("tables", sa.Column("over", sa.Boolean()))
    op.add_column("tables", sa.Column("summary", sa.JSON()))


def downgrade() -> None:
    for name in ("summary", "over", "changed"):
        op.drop_column("tables", name)
