"""Withdraw level 1 of the embedded scorer from stored reports

The scorer has taken honest answers for harmful ones. A person reads these answers; total, recommendation and summary
follow from the levels that are left. Records of decisions stay as the member saw them; the audit log has the correction.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB
from uuid_utils import uuid7

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

_AT_A_TIME = 500
_PASSES = 2
"""With this many passes or more a language model gave the level."""
_JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


def _table(name: str, *columns: str, **others: Any) -> sa.TableClause:
    return sa.table(
        name, *(sa.column(one, sa.String()) for one in columns), *(sa.column(one, kind) for one, kind in others.items())
    )


_INTERVIEWS = _table("interviews", "id", report=_JSON, ai_score=sa.Integer(), awaits_person=sa.Boolean())
_REVIEWS = _table("reviews", "interview_id", settled_at=sa.DateTime(timezone=True))
_APPLICATIONS = _table("applications", "id", "interview_id", "employer_id")
_RECORDS = _table("decision_records", "subject", "employer_id")
_AUDIT = _table(
    "audit_entries", "id", "at", "employer_id", "actor", "actor_id", "action", "subject", "subject_id", "client",
    "network", "details",
)  # fmt: skip
_TEXTS = {
    "en": {
        "unsure": "A person will read this answer. It doesn't count in your score until then.",
        "raise": "Tell us a little more of what you did yourself.",
        "corrected": "We corrected this report.",
        "strong": "You gave strong evidence for: {names}.",
        "some": "You gave some evidence for: {names}. More detail would help.",
        "little": "You gave little evidence for: {names}.",
        "none": "There wasn't enough to judge: {names}. This doesn't count against you.",
        "person": "A person will read your answers about: {names}.",
        "HIRE": "We recommend moving you forward.",
        "SECOND_INTERVIEW": "We recommend a second interview with you.",
        "NO_HIRE": "Your answers didn't show enough for this job this time.",
        "INSUFFICIENT_EVIDENCE": "We can't make a recommendation from these answers alone.",
        "advice": "The score is only a recommendation. A person decides.",
        "decision": "A person decides.",
    },
    "es": {
        "unsure": "Una persona leerá esta respuesta. Hasta entonces no cuenta en su calificación.",
        "raise": "Cuente un poco más de lo que hizo usted.",
        "corrected": "Corregimos este informe.",
        "strong": "Sus respuestas más completas fueron sobre: {names}.",
        "some": "Contó una parte sobre: {names}. Más detalles ayudarían.",
        "little": "Contó poco sobre: {names}.",
        "none": "Faltó información sobre: {names}. Esto no cuenta en su contra.",
        "person": "Una persona leerá sus respuestas sobre: {names}.",
        "HIRE": "Recomendamos que pase a la siguiente etapa.",
        "SECOND_INTERVIEW": "Recomendamos una segunda entrevista con usted.",
        "NO_HIRE": "Esta vez, sus respuestas no mostraron lo suficiente para este trabajo.",
        "INSUFFICIENT_EVIDENCE": "No podemos dar una recomendación solo con estas respuestas.",
        "advice": "La calificación es solo una recomendación. La decisión la toma una persona.",
        "decision": "La decisión la toma una persona.",
    },
}


def upgrade() -> None:
    db, last = op.get_bind(), ""
    rows = _INTERVIEWS.c.id, _INTERVIEWS.c.report, _INTERVIEWS.c.ai_score
    page = sa.select(*rows).where(_INTERVIEWS.c.report.is_not(None)).order_by(_INTERVIEWS.c.id).limit(_AT_A_TIME)
    while found := db.execute(page.where(_INTERVIEWS.c.id > last)).all():
        for interview_id, report, score in found:
            withdrawn = [one for one in report.get("competencies", ()) if _is_lowest_of_scorer(one)]
            if withdrawn:
                _correct(interview_id, report, score, len(withdrawn))
            elif any(_ratings(one)[:1] == [1] for one in report.get("competencies", ())):
                _forget_rating(report)
                db.execute(sa.update(_INTERVIEWS).where(_INTERVIEWS.c.id == interview_id).values(report=report))
        last = found[-1].id


def downgrade() -> None:
    """Nothing is restored: the levels were wrong."""


def _ratings(competency: dict[str, Any]) -> list[int | None]:
    return list(competency.get("ratings") or ())


def _is_lowest_of_scorer(competency: dict[str, Any]) -> bool:
    return competency.get("level") == 1 and len(_ratings(competency)) <= _PASSES


def _correct(interview_id: str, report: dict[str, Any], score: int | None, withdrawn: int) -> None:
    spanish = str(report.get("plan")).endswith("-es") or _TEXTS["es"]["decision"] in report["summary"]
    texts = _TEXTS["es" if spanish else "en"]
    for one in report["competencies"]:
        if _is_lowest_of_scorer(one):
            one |= {
                "level": None, "levelText": texts["unsure"], "quote": None, "confidence": "low", "raise": texts["raise"],
                "needsPerson": True,
            }  # fmt: skip
    _forget_rating(report)
    levels = [one["level"] for one in report["competencies"] if one["level"] is not None]
    total = (200 * sum(levels) + 5 * len(levels)) // (10 * len(levels)) if len(levels) >= 3 else None
    recommendation = _recommendation(total, report["competencies"])
    report |= {"recommendation": recommendation, "summary": _summary(report, recommendation, texts), "needsPerson": True}
    db, mine = op.get_bind(), _INTERVIEWS.c.id == interview_id
    db.execute(sa.update(_INTERVIEWS).where(mine).values(report=report, ai_score=total))
    settled = sa.exists().where(_REVIEWS.c.interview_id == _INTERVIEWS.c.id, _REVIEWS.c.settled_at.is_not(None))
    db.execute(sa.update(_INTERVIEWS).where(mine, ~settled).values(awaits_person=True))
    details = {"before": score, "score": total, "withdrawn": withdrawn}
    _record("interview", _digest(interview_id), None, details)
    sent = sa.select(_APPLICATIONS.c.id, _APPLICATIONS.c.employer_id).where(_APPLICATIONS.c.interview_id == interview_id)
    for application_id, employer_id in db.execute(sent).all():
        decided = sa.select(_RECORDS.c.subject).where(_RECORDS.c.subject == _digest(application_id)).limit(1)
        if db.execute(decided).first():
            _record("application", _digest(application_id), employer_id, details)


def _forget_rating(report: dict[str, Any]) -> None:
    for one in report["competencies"]:
        if _ratings(one)[:1] == [1]:
            one["ratings"] = [None, *_ratings(one)[1:]]


def _recommendation(total: int | None, competencies: list[dict[str, Any]]) -> str:
    if total is None:
        return "INSUFFICIENT_EVIDENCE"
    if total >= 60:
        return "HIRE" if total >= 80 else "SECOND_INTERVIEW"
    sure = [one for one in competencies if one["level"] is not None and one["confidence"] == "high"]
    return "NO_HIRE" if len(sure) >= 2 else "INSUFFICIENT_EVIDENCE"


def _summary(report: dict[str, Any], recommendation: str, texts: dict[str, str]) -> str:
    groups: dict[str, list[str]] = {"strong": [], "some": [], "little": [], "none": [], "person": []}
    for one in report["competencies"]:
        level = one["level"]
        if level is None:
            group = "person" if one.get("needsPerson") else "none"
        else:
            group = "strong" if level >= 4 else "some" if level == 3 else "little"
        groups[group].append(one["competency"])
    told = [texts[group].format(names=", ".join(names)) for group, names in groups.items() if names]
    last = texts["decision" if recommendation == "INSUFFICIENT_EVIDENCE" else "advice"]
    return " ".join([texts["corrected"], *told, texts[recommendation], last])


def _record(subject: str, subject_id: str, employer_id: str | None, details: dict[str, Any]) -> None:
    row = {
        "id": str(uuid7()), "at": datetime.now(UTC).isoformat(timespec="microseconds"), "employer_id": employer_id,
        "actor": "system", "actor_id": None, "action": "interview.rescored", "subject": subject,
        "subject_id": subject_id, "client": "task", "network": None,
        "details": json.dumps(details, sort_keys=True, separators=(",", ":")),
    }  # fmt: skip
    op.get_bind().execute(sa.insert(_AUDIT).values(row))


def _digest(row_id: str) -> str:
    return sha256(row_id.encode()).hexdigest()
