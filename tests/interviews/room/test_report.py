"""The report of a scored interview is one object: stored, read and sent."""

import json
from typing import Any

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from dayshift.core.clock import now
from dayshift.interviews.room import scored_interviews
from dayshift.interviews.room.report import InterviewReport
from dayshift.tables import _config, migrate
from tests.interviews.room.test_interviews import answer, begin, drain

COMPETENCY = {
    "competency": "Reliability",
    "question": "What do you do when you are late?",
    "level": 4,
    "levelText": "Calls ahead.",
    "quote": "I call — “siempre” ñ",
    "confidence": "high",
    "raise": "Say how often.",
    "ratings": [4, 5, None],
    "needsPerson": True,
}
NEW = {
    "summary": "Clear.",
    "recommendation": "HIRE",
    "competencies": [COMPETENCY],
    "plan": "restaurant-en",
    "planVersion": 1,
    "scorer": "embedded-4",
    "model": None,
    "needsPerson": True,
    "correctedAnswers": 2,
}
OLD = {
    "summary": "Clear.",
    "recommendation": "HIRE",
    "competencies": [{key: COMPETENCY[key] for key in COMPETENCY if key not in {"ratings", "needsPerson"}}],
    "plan": "restaurant-en",
    "planVersion": 1,
    "scorer": "embedded-1",
}
STORED = {
    "new": json.dumps(NEW, ensure_ascii=False),
    "old": json.dumps(OLD, ensure_ascii=False),
    "text": "Not JSON at all.",
    "none": None,
}
USER = """
INSERT INTO users (id, email, first_name, last_name, phone_verified, profile_completed, interview_completed,
  current_step, flow_completed, created_at)
VALUES ('maya', 'maya@example.com', 'Maya', 'Ortiz', false, false, false, 1, false, :at)
"""
INTERVIEW = """
INSERT INTO interviews (id, user_id, job_title, company_name, status, scheduled_at, candidate_name, plan_id,
  plan_version, questions, consent_version, ai_scoring, scoring, ai_score, ai_summary, awaits_person, created_at)
VALUES (:id, 'maya', 'Server', 'Diner', 'completed', :at, 'Maya Ortiz', 'restaurant-en', 1, '[]', '2026-11e', true,
  'done', 80, :summary, false, :at)
"""


@pytest.mark.downgrades
def test_an_upgrade_turns_strings_into_objects_and_loses_nothing(database_url: str) -> None:
    command.downgrade(_config(database_url), "0027")
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))

    def load() -> dict[str, InterviewReport | None]:
        with engine.connect() as tx:
            return {interview.id: interview.report for interview in scored_interviews(tx)}

    try:
        with engine.begin() as tx:
            tx.execute(text(USER), {"at": now()})
            for name, summary in STORED.items():
                tx.execute(text(INTERVIEW), {"id": name, "at": now(), "summary": summary})
        migrate(database_url)
        reports = load()
        assert set(reports) == {"new", "old", "text"}
        for name, content in (("new", NEW), ("old", OLD)):
            assert reports[name] is not None
            assert json.loads(reports[name].as_text()) == content
        assert reports["old"].needs_person is False
        assert reports["old"].competencies[0].ratings == ()
        assert reports["new"].competencies[0].would_raise == "Say how often."
        assert reports["text"].summary == "Not JSON at all."
        command.downgrade(_config(database_url), "0027")
        with engine.connect() as tx:
            back = dict(tx.execute(text("SELECT id, ai_summary FROM interviews")).all())
        assert {name: json.loads(back[name]) for name in ("new", "old")} == {"new": NEW, "old": OLD}
        assert back["none"] is None
    finally:
        engine.dispose()


@pytest.mark.parametrize("content", [NEW, OLD])
def test_the_text_of_a_report_is_what_was_stored(content: dict[str, Any]) -> None:
    written = json.dumps(content, ensure_ascii=False)
    assert InterviewReport.model_validate(content).as_text() == written


def test_the_report_is_sent_as_an_object_and_as_the_string_of_the_specification(
    client: Any, person: Any, worker: Any
) -> None:
    interview = begin(person)["interview"]
    assert (interview["report"], interview["aiSummary"]) == (None, None)
    answer(person, interview, 1)
    person.post(f"/api/interviews/{interview['id']}/complete")
    drain(client, worker)
    scored = person.get(f"/api/interviews/{interview['id']}")
    assert scored["report"] == json.loads(scored["aiSummary"])
    assert len(scored["report"]["competencies"]) == len(interview["questions"])
    (listed,) = person.get(f"/api/users/{person.id}/interviews")
    assert listed["report"] == scored["report"]
