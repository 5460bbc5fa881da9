"""the AI levels that people were shown, which a decision record needs after the score is deleted"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0136"
down_revision = "0132"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True).with_variant(
    postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), "postgresql"
)


def upgrade() -> None:
    op.add_column("ratings", sa.Column("ai_seen", _JSON, nullable=True))


def downgrade() -> None:
    op.drop_column("ratings", "ai_seen")
