"""Level 1 of the embedded scorer is withdrawn from stored reports, and the correction is in the audit log."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, create_engine, text

from dayshift.core.audit import append_to_chain
from dayshift.core.clock import now
from dayshift.interviews.room import scored_interviews
from dayshift.interviews.room.report import InterviewReport
from dayshift.interviews.scoring.report import CompetencyResult
from dayshift.interviews.scoring.score import report_on
from dayshift.knowledge.question_plans import newest, wording_for
from dayshift.tables import _config, migrate
from tests.interviews.room.test_report import USER

INTERVIEW = """
INSERT INTO interviews (id, user_id, job_title, company_name, status, scheduled_at, candidate_name, plan_id,
  plan_version, questions, consent_version, ai_scoring, scoring, ai_score, report, awaits_person, created_at)
VALUES (:id, 'maya', 'Server', 'Diner', 'completed', :at, 'Maya Ortiz', 'restaurant-en', 2, '[]', '2026-11e', true,
  'done', :score, :report, false, :at)
"""
REVIEW = "INSERT INTO reviews (id, interview_id, settled_at, reviewer, ratings) VALUES ('r', :id, :at, 'Ana', '[]')"


def competency(name: str, level: int | None, **others: Any) -> dict[str, Any]:
    quote = None if level is None else "my own words"
    found = {"competency": name, "question": "?", "level": level, "levelText": "Level.", "quote": quote}
    return {**found, "confidence": "high", "raise": "Say more.", **others}


def stored(language: str, *competencies: dict[str, Any], **others: Any) -> dict[str, Any]:
    report = {"summary": "Before.", "recommendation": "NO_HIRE", "competencies": list(competencies)}
    return {**report, "plan": f"restaurant-{language}", "planVersion": 2, "scorer": "network-4", **others}


BY_MODEL = {"ratings": [None, 1, 1, 1]}
STORED = {
    "accused": (
        stored("en", competency("A", 5), competency("B", 4), competency("C", 2), competency("D", 1)),
        60, (73, "SECOND_INTERVIEW", ["D"]),
    ),
    "spanish": (
        stored("es", competency("A", 1), competency("B", 4), competency("C", None), competency("D", 5), model=None),
        67, (None, "INSUFFICIENT_EVIDENCE", ["A"]),
    ),
    "one-pass": (
        stored("en", competency("A", 1, ratings=[1, 4]), competency("B", 2), competency("C", 2), competency("D", 2)),
        35, (40, "NO_HIRE", ["A"]),
    ),
    "by-model": (
        stored("en", competency("A", 1, **BY_MODEL), competency("B", 4, ratings=[3, 4, 4])), None, None,
    ),
    "far-from-model": (
        stored("en", competency("A", None, ratings=[1, 5, 5, 5], needsPerson=True), competency("B", 4)), None, None,
    ),
    "good": (stored("en", competency("A", 2), competency("B", 4), competency("C", 3)), 60, None),
    "empty": ({"summary": "Not JSON at all.", "recommendation": ""}, None, None),
}  # fmt: skip


@contextmanager
def upgraded(url: str) -> Iterator[Connection]:
    """A database whose reports were stored before the migration, after it."""
    command.downgrade(_config(url), "0045")
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    try:
        with engine.begin() as tx:
            tx.execute(text(USER), {"at": now()})
            for name, (report, score, _) in STORED.items():
                values = {"id": name, "at": now(), "score": score, "report": json.dumps(report)}
                tx.execute(text(INTERVIEW), values)
            tx.execute(text(REVIEW), {"id": "spanish", "at": now()})
        migrate(url)
        with engine.begin() as tx:
            yield tx
        command.downgrade(_config(url), "0045")
        migrate(url)
    finally:
        engine.dispose()


def as_scored(report: InterviewReport) -> Any:
    """What the scorer itself makes of these levels."""
    plan = newest(str(report.plan))
    assert plan
    results = [
        CompetencyResult(
            one.competency, one.question, one.level, one.level_text, one.quote, one.confidence, one.would_raise,
            needs_person=one.needs_person,
        )
        for one in report.competencies
    ]  # fmt: skip
    return report_on(plan, results)


@pytest.mark.downgrades
def test_stored_accusations_are_withdrawn_and_recorded(database_url: str) -> None:
    with upgraded(database_url) as tx:
        found = {one.id: one for one in scored_interviews(tx)}
        assert set(found) == set(STORED)
        for name, (before, score, expected) in STORED.items():
            interview, report = found[name], found[name].report
            assert report is not None
            if expected is None:
                kept = json.loads(json.dumps(before).replace("[1, 5, 5, 5]", "[null, 5, 5, 5]"))
                assert (json.loads(report.as_text()), interview.ai_score) == (kept, score), name
                assert not interview.awaits_person
                continue
            total, recommendation, withdrawn = expected
            again, language = as_scored(report), "es" if name == "spanish" else "en"
            assert (interview.ai_score, report.recommendation) == (total, recommendation)
            assert (again.total, again.recommendation) == (total, recommendation)
            corrected = {"en": "We corrected this report.", "es": "Corregimos este informe."}[language]
            assert report.summary.startswith(f"{corrected} ")
            person = {"en": "A person will read your answers about", "es": "Una persona leerá sus respuestas sobre"}
            waiting = ", ".join(one.competency for one in report.competencies if one.level is None and one.needs_person)
            assert f"{person[language]}: {waiting}." in report.summary
            assert all(one.competency in report.summary for one in report.competencies)
            assert "harm" not in report.as_text()
            assert (report.needs_person, report.scorer) == (True, "network-4")
            assert interview.awaits_person == (name != "spanish")  # A person has read that one.
            for one, old in zip(report.competencies, before["competencies"], strict=True):
                if one.competency in withdrawn:
                    assert (one.level, one.quote, one.confidence, one.needs_person) == (None, None, "low", True)
                    assert one.level_text == wording_for(language).unsure
                    assert 1 not in one.ratings
                else:
                    assert (one.level, one.quote) == (old["level"], old["quote"])
        entries = tx.execute(text("SELECT subject_id, actor, details FROM audit_entries")).all()
        told = {subject: json.loads(details) for subject, actor, details in entries if actor == "system"}
        assert told[sha256(b"accused").hexdigest()] == {"before": 60, "score": 73, "withdrawn": 1}
        assert len(told) == 3
        assert append_to_chain(tx) == 3
