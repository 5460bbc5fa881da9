"""employers add themselves in the browser"""

import sqlalchemy as sa
from alembic import op

revision = "0113"
down_revision = "0106"
branch_labels = None
depends_on = None

_AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "employer_sign_ups",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("employer", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("street", sa.String(200)),
        sa.Column("zip", sa.String(5), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32)),
        sa.Column("created_at", _AT, nullable=False),
        sa.Column("expires_at", _AT, nullable=False),
        sa.Column("proved_at", _AT),
        sa.UniqueConstraint("token_hash", name=op.f("uq_employer_sign_ups_token_hash")),
    )


def downgrade() -> None:
    op.drop_table("employer_sign_ups")
