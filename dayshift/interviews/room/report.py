"""The report of a scored interview: one object for the database, the API and every reader."""

import json
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field
from sqlalchemy import JSON, Dialect
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator, TypeEngine

from dayshift.core.schemas import Reply


class CompetencyReport(Reply):
    """One competency. `level` is 1 to 5, null for not enough evidence; `quote` is null exactly when `level` is.

    `raise` is what would earn a higher level. `ratings` are the embedded level and those of a language model.
    `needsPerson`: there is no level until a person has read the answer.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    competency: str
    question: str
    level: int | None
    level_text: str
    quote: str | None
    confidence: Literal["low", "medium", "high"]
    would_raise: Annotated[str, Field(alias="raise")]
    ratings: tuple[int | None, ...] = ()
    needs_person: bool = False


class InterviewReport(Reply):
    """A summary for people, the recommendation, and the reasons for it by competency.

    `scorer`: name and version of the method; the same answers with the same plan and scorer give the same report.
    `model`: the language model that took part. `correctedAnswers`: answers that the person edited before scoring.
    Old reports lack some fields, which then have their defaults.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    summary: str
    recommendation: str
    competencies: tuple[CompetencyReport, ...] = ()
    plan: str | None = None
    plan_version: int | None = None
    scorer: str | None = None
    model: str | None = None
    needs_person: bool = False
    corrected_answers: int = 0

    def stored(self) -> dict[str, Any]:
        """JSON values as they are stored: no defaults of fields that an old report lacks."""
        return self.model_dump(by_alias=True, exclude_unset=True)

    def as_text(self) -> str:
        """The JSON string that the specification calls `aiSummary`."""
        return json.dumps(self.stored(), ensure_ascii=False)


class ReportColumn(TypeDecorator[InterviewReport]):
    """Stores a report as JSON."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """JSONB on PostgreSQL, as for all JSON columns."""
        kind = JSONB if dialect.name == "postgresql" else JSON
        return dialect.type_descriptor(kind(none_as_null=True))

    def process_bind_param(self, value: InterviewReport | None, dialect: Dialect) -> dict[str, Any] | None:  # noqa: ARG002
        """The stored JSON values."""
        return None if value is None else value.stored()

    def process_result_value(self, value: Any | None, dialect: Dialect) -> InterviewReport | None:  # noqa: ARG002
        """The report."""
        return None if value is None else InterviewReport.model_validate(value)
