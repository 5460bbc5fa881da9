"""Indexes to find free time, expired holds and the bookings of a user"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    live = sa.text("state <> 'cancelled'")
    op.create_index("ix_bookings_starts_at", "bookings", ["starts_at"], sqlite_where=live, postgresql_where=live)
    held = sa.text("state = 'held'")
    op.create_index("ix_bookings_held_until", "bookings", ["held_until"], sqlite_where=held, postgresql_where=held)


def downgrade() -> None:
    op.drop_index("ix_bookings_held_until", "bookings")
    op.drop_index("ix_bookings_starts_at", "bookings")
