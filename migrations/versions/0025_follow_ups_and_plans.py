"""Issued follow-up questions, appointments of interviews, and language model usage by day"""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_JOIN_BEFORE = timedelta(minutes=30)
_INTERVIEWS = sa.table(
    "interviews",
    *(sa.column(name, sa.String()) for name in ("id", "status", "consent_version")),
    *(sa.column(name, sa.DateTime(timezone=True)) for name in ("scheduled_at", "created_at")),
    sa.column("planned", sa.Boolean()),
)
_RESPONSES = sa.table(
    "responses",
    *(sa.column(name, sa.String()) for name in ("interview_id", "question_id", "question_text")),
    sa.column("created_at", sa.DateTime(timezone=True)),
)
_JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
_FOLLOW_UPS = sa.table(
    "follow_ups",
    *(sa.column(name, sa.String()) for name in ("interview_id", "question_id")),
    sa.column("question", _JSON),
    sa.column("created_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    op.create_table(
        "follow_ups",
        sa.Column("interview_id", sa.String(length=36), nullable=False),
        sa.Column("question_id", sa.String(length=80), nullable=False),
        sa.Column("question", _JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"], ["interviews.id"], name=op.f("fk_follow_ups_interview_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("interview_id", "question_id", name=op.f("pk_follow_ups")),
    )
    _keep_follow_ups_of_running(op.get_bind())
    op.create_index("ix_model_uses_created_at", "model_uses", ["created_at"])
    op.add_column("interviews", sa.Column("planned", sa.Boolean(), server_default=sa.true(), nullable=False))
    _mark_immediate(op.get_bind())


def _keep_follow_ups_of_running(db: sa.Connection) -> None:
    """Store the answered follow-up questions of interviews in progress."""
    rows = _RESPONSES.c
    running = sa.select(_INTERVIEWS.c.id).where(_INTERVIEWS.c.status == "in-progress")
    found = db.execute(
        sa.select(_RESPONSES).where(rows.interview_id.in_(running), rows.question_id.like("%/follow-up"))
    ).all()
    for said in {(row.interview_id, row.question_id): row for row in found}.values():
        asked = {"id": said.question_id, "question": said.question_text, "type": "experience", "expectedDuration": 30}
        more = {"followUpQuestions": [], "competency": ""}
        values = {"interview_id": said.interview_id, "question_id": said.question_id, "question": asked | more}
        db.execute(sa.insert(_FOLLOW_UPS), {**values, "created_at": said.created_at})


def _mark_immediate(db: sa.Connection) -> None:
    """Mark interviews that were created for an immediate start and have not started: they are not appointments."""
    rows = _INTERVIEWS.c
    waiting = db.execute(
        sa.select(rows.id, rows.scheduled_at, rows.created_at).where(
            rows.status == "scheduled", rows.consent_version.is_(None)
        )
    ).all()
    immediate = [row.id for row in waiting if row.scheduled_at - _JOIN_BEFORE <= row.created_at]
    for interview_id in immediate:
        db.execute(sa.update(_INTERVIEWS).where(rows.id == interview_id).values(planned=False))


def downgrade() -> None:
    with op.batch_alter_table("interviews") as batch_op:
        batch_op.drop_column("planned")
    op.drop_index("ix_model_uses_created_at", "model_uses")
    op.drop_table("follow_ups")
