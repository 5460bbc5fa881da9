"""Server-side transcripts of answers without text"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    with op.batch_alter_table("responses") as batch_op:
        batch_op.add_column(sa.Column("transcription", sa.String(length=8), nullable=True))
        batch_op.add_column(sa.Column("transcript", _JSON, nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("responses") as batch_op:
        batch_op.drop_column("transcript")
        batch_op.drop_column("transcription")
