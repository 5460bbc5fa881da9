"""calls of the language model that count toward budgets, whatever is deleted"""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

from dayshift.core.db import Instant

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

_spending = sa.table('model_spending', *(sa.column(name) for name in ('id', 'account', 'calls', 'dollars')),
                     sa.column('spent_at', Instant))
_uses = sa.table('model_uses', *(sa.column(name) for name in ('id', 'interview_id', 'passes', 'dollars')),
                 sa.column('created_at', Instant))
_interviews = sa.table('interviews', sa.column('id'), sa.column('user_id'))


def upgrade() -> None:
    op.create_table(
        'model_spending',
        sa.Column('id', sa.String(length=36), nullable=False),
        sa.Column('account', sa.String(length=64), nullable=False),
        sa.Column('calls', sa.Integer(), nullable=False),
        sa.Column('dollars', sa.Float(), nullable=False),
        sa.Column('spent_at', sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint('id', name=op.f('pk_model_spending')),
    )
    op.create_index('ix_model_spending_account', 'model_spending', ['account', 'spent_at'])
    op.create_index('ix_model_spending_spent_at', 'model_spending', ['spent_at'])
    connection = op.get_bind()
    recent = (
        sa.select(_uses.c.id, _interviews.c.user_id, _uses.c.passes, _uses.c.dollars, _uses.c.created_at)
        .join(_interviews, _interviews.c.id == _uses.c.interview_id)
        .where(_uses.c.created_at > datetime.now(UTC) - timedelta(days=1))
    )
    rows = [
        {'id': row.id, 'account': sha256(row.user_id.encode()).hexdigest(), 'calls': row.passes,
         'dollars': row.dollars or 0.0, 'spent_at': row.created_at}
        for row in connection.execute(recent)
    ]
    if rows:
        connection.execute(sa.insert(_spending), rows)


def downgrade() -> None:
    op.drop_table('model_spending')
