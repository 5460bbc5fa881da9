"""calendars of members, whose busy times are not offered first"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0129"
down_revision = "0128"
branch_labels = None
depends_on = None

_TIMES = sa.JSON(none_as_null=True).with_variant(
    postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), "postgresql"
)


def upgrade() -> None:
    op.create_table(
        "member_calendars",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("host", sa.String(253), nullable=False),
        sa.Column("version", sa.String(36), nullable=False),
        sa.Column("busy", _TIMES, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("problem", sa.String(12)),
        sa.CheckConstraint(
            "problem IN ('gone','unreachable','not_calendar','too_big')", name=op.f("ck_member_calendars_problem")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["members.id"], name=op.f("fk_member_calendars_member_id_members"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_member_calendars")),
    )


def downgrade() -> None:
    op.drop_table("member_calendars")
