"""In-app notifications, and more notification preferences"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    with op.batch_alter_table("message_wants") as batch_op:
        batch_op.add_column(sa.Column("interviews", sa.Boolean(), server_default=sa.true(), nullable=False))
        batch_op.add_column(sa.Column("matches", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.create_table(
        "notices",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("data", _JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notices_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("user_id", "about", "kind", name=op.f("uq_notices_user_id_about_kind")),
    )
    op.create_index("ix_notices_user_id_created_at", "notices", ["user_id", "created_at"])


def downgrade() -> None:
    op.drop_table("notices")
    with op.batch_alter_table("message_wants") as batch_op:
        batch_op.drop_column("matches")
        batch_op.drop_column("interviews")
