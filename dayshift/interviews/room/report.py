"""The report of a scored interview: one object for the database, the API and every reader."""

import json
from typing import Annotated, Any, Literal, cast

from pydantic import ConfigDict, Field
from sqlalchemy import JSON, Dialect
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator, TypeEngine

from dayshift.core.language import Language
from dayshift.core.schemas import Reply
from dayshift.interviews.scoring import Said, translated, unread
from dayshift.interviews.scoring.report import Recommendation


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


def report_in(report: InterviewReport, language: Language) -> InterviewReport:
    """Return a report with its own sentences in this language, as far as its plan has them there."""
    said = _said(report)
    if not said or report.plan is None or report.plan_version is None:
        return report
    recommendation = cast("Recommendation", report.recommendation)
    found = translated(said, recommendation, report.plan, report.plan_version, language)
    if found is None:
        return report
    return _saying(report, *found)


def without_reader(report: InterviewReport) -> InterviewReport:
    """Return a report that promises no human review of the answers that have no level."""
    found = unread(_said(report), cast("Recommendation", report.recommendation))
    return _saying(report, *found) if found else report


def _said(report: InterviewReport) -> list[Said]:
    return [
        Said(one.competency, one.level, one.level_text, one.would_raise, one.needs_person)
        for one in report.competencies
    ]


def _saying(report: InterviewReport, summary: str, there: list[Said]) -> InterviewReport:
    competencies = [
        one.model_copy(
            update={"competency": new.competency, "level_text": new.level_text, "would_raise": new.would_raise}
        )
        for one, new in zip(report.competencies, there, strict=True)
    ]
    return report.model_copy(update={"summary": summary, "competencies": tuple(competencies)})


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
