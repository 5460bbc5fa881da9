"""By whom an interview is judged: the AI, where it may, and a person, where one is awaited."""

from typing import Any

from sqlalchemy import Boolean, bindparam, update

from dayshift.accounts import User
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.events import publish
from dayshift.interviews.actions import awaited, change
from dayshift.interviews.errors import ConsentRequired
from dayshift.interviews.events import InterviewScored, ScoringWanted
from dayshift.interviews.models import interviews
from dayshift.interviews.queries import Interview, find_interview
from dayshift.interviews.report import InterviewReport

_set_score = (
    update(interviews)
    .where(interviews.c.id == bindparam("interview"), interviews.c.scoring == "pending")
    .values(
        scoring="done",
        ai_score=bindparam("score"),
        report=bindparam("report"),
        awaits_person=interviews.c.awaits_person | bindparam("for_person", type_=Boolean),
    )
)


def choose_scoring(tx: Tx, user: User, interview_id: str, *, wanted: bool) -> Interview:
    """Let the AI score an interview or not, at any time: without it the score goes, and a person reads the answers."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.consent_version is None:
        raise ConsentRequired
    if interview.ai_scoring is wanted:
        return interview
    values: dict[str, Any] = {"ai_scoring": wanted, "consent_at": now()}
    if interview.status == "completed":
        values |= {**awaited(wanted), "ai_score": None, "report": None}
        if wanted:
            values["awaits_person"] = interview.awaits_person  # Who was promised a person gets one all the same.
            publish(tx, ScoringWanted(interview.id))
    return change(tx, interview, **values)


def await_person(tx: Tx, interview: Interview, *, wanted: bool) -> Interview:
    """Have an interview wait for a person who reads it, or no more."""
    return change(tx, interview, awaits_person=wanted)


def record_score(tx: Tx, interview_id: str, score: int | None, report: InterviewReport) -> None:
    """Store the result of scoring: percent (None without enough evidence) and the report.

    Does nothing unless a score is awaited: the person may have chosen otherwise meanwhile.
    """
    values = {"interview": interview_id, "score": score, "report": report, "for_person": report.needs_person}
    if tx.execute(_set_score, values).rowcount:
        publish(tx, InterviewScored(interview_id))
