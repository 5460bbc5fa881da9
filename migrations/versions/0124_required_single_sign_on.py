"""employers whose members sign in by single sign-on only, except one owner"""

import sqlalchemy as sa
from alembic import op

revision = "0124"
down_revision = "0123"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("identity_providers") as table:
        table.add_column(sa.Column("break_glass_id", sa.String(36)))
        table.create_foreign_key(
            op.f("fk_identity_providers_break_glass_id_members"), "members", ["break_glass_id"], ["id"]
        )
    op.create_index("ix_identity_providers_break_glass_id", "identity_providers", ["break_glass_id"])


def downgrade() -> None:
    op.drop_index("ix_identity_providers_break_glass_id", "identity_providers")
    with op.batch_alter_table("identity_providers") as table:
        table.drop_column("break_glass_id")
