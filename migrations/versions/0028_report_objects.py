"""Store the report of a scored interview as an object instead of a JSON string"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_AT_A_TIME = 500
_JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
_INTERVIEWS = sa.table(
    "interviews", sa.column("id", sa.String()), sa.column("ai_summary", sa.Text()), sa.column("report", _JSON)
)


def upgrade() -> None:
    op.add_column("interviews", sa.Column("report", _JSON, nullable=True))
    for interview_id, text in _pages("ai_summary"):
        _set(interview_id, report=_report_of(text))
    op.drop_column("interviews", "ai_summary")


def downgrade() -> None:
    op.add_column("interviews", sa.Column("ai_summary", sa.Text(), nullable=True))
    for interview_id, report in _pages("report"):
        _set(interview_id, ai_summary=json.dumps(report, ensure_ascii=False))
    op.drop_column("interviews", "report")


def _report_of(text: str) -> dict[str, Any]:
    """The object in a string. A string without one becomes the summary of an object, so that nothing is lost."""
    try:
        report = json.loads(text)
    except ValueError:
        report = text
    return report if isinstance(report, dict) else {"summary": text, "recommendation": "", "competencies": []}


def _pages(name: str) -> Any:
    """(id, value) of every interview that has a value in a column."""
    db, ids, column, last = op.get_bind(), _INTERVIEWS.c.id, _INTERVIEWS.c[name], ""
    page = sa.select(ids, column).where(column.is_not(None)).order_by(ids).limit(_AT_A_TIME)
    while rows := db.execute(page.where(ids > last)).all():
        yield from rows
        last = rows[-1].id


def _set(interview_id: str, **values: Any) -> None:
    op.get_bind().execute(sa.update(_INTERVIEWS).where(_INTERVIEWS.c.id == interview_id).values(**values))
