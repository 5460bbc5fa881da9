"""Coaches, bookings, and the signing key of links"""

import secrets

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    keys = op.create_table(
        "signing_keys",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_signing_keys")),
    )
    op.bulk_insert(keys, [{"name": "links", "value": secrets.token_bytes(32)}])
    op.create_table(
        "coaches",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("shifts", _JSON, nullable=False),
        sa.Column("days_off", _JSON, nullable=False),
        sa.Column("buffer_minutes", sa.Integer(), nullable=False),
        sa.Column("daily_limit", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("link_version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_coaches")),
        sa.UniqueConstraint("email", name=op.f("uq_coaches_email")),
    )
    op.create_table(
        "bookings",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("coach_id", sa.String(length=36), nullable=True),
        sa.Column("user_id", sa.String(length=36), nullable=True),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=161), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("phone", sa.String(length=32), nullable=True),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("held_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("external_id", sa.String(length=200), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("state IN ('held','booked','cancelled')", name=op.f("ck_bookings_state")),
        sa.ForeignKeyConstraint(["coach_id"], ["coaches.id"], name=op.f("fk_bookings_coach_id_coaches")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_bookings_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bookings")),
        sa.UniqueConstraint("source", "external_id", name=op.f("uq_bookings_source_external_id")),
    )
    op.create_index("ix_bookings_coach_id_starts_at", "bookings", ["coach_id", "starts_at"])
    op.create_index("ix_bookings_user_id", "bookings", ["user_id"])
    op.create_index("ix_bookings_email", "bookings", ["email"])
    op.create_table(
        "coach_quarters",
        sa.Column("coach_id", sa.String(length=36), nullable=False),
        sa.Column("quarter", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("booking_id", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(
            ["booking_id"], ["bookings.id"], name=op.f("fk_coach_quarters_booking_id_bookings"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["coach_id"], ["coaches.id"], name=op.f("fk_coach_quarters_coach_id_coaches")),
        sa.PrimaryKeyConstraint("coach_id", "quarter", name=op.f("pk_coach_quarters")),
    )
    op.create_index("ix_coach_quarters_booking_id", "coach_quarters", ["booking_id"])


def downgrade() -> None:
    for table in ("coach_quarters", "bookings", "coaches", "signing_keys"):
        op.drop_table(table)
