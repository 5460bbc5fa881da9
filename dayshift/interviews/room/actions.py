"""Consent to an interview, start, record and complete it."""

from typing import Any

from sqlalchemy import bindparam, delete, update

from dayshift.accounts import User, keep_held, update_user
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.events import publish
from dayshift.core.language import Language
from dayshift.interviews.recordings import close_recording, open_recording
from dayshift.interviews.room.errors import ConsentRequired, NotInProgress, NotJoinable
from dayshift.interviews.room.events import InterviewCompleted
from dayshift.interviews.room.job import in_language, plan_of
from dayshift.interviews.room.lifecycle import is_joinable, may_become
from dayshift.interviews.room.models import interviews
from dayshift.interviews.room.queries import Interview, answers_of, columns, find_interview
from dayshift.interviews.room.serializers import question_on_wire
from dayshift.knowledge.question_plans import find_plan
from dayshift.providers.video import Room

_change = update(interviews).where(interviews.c.id == bindparam("interview")).returning(*columns)
_SCORE = ("id", "scoring", "ai_scoring", "consent_version", "consent_at", "ai_score", "report")
_delete = delete(interviews).where(interviews.c.id == bindparam("interview"))


def give_consent(tx: Tx, user: User, interview_id: str, version: str, current: str, *, ai_scoring: bool) -> Interview:
    """Record the consent and its time. It may change until the interview ends; repeating it changes nothing.

    Raises `ConsentRequired` unless `version` is the `current` one.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if version != current:
        raise ConsentRequired
    if interview.status not in ("scheduled", "in-progress"):
        raise NotJoinable
    if (interview.consent_version, interview.ai_scoring) == (version, ai_scoring):
        return interview
    record(
        tx, "consent.given", "candidate", user.id,
        subject="interview", subject_id=interview.id, details={"version": version, "scoring": ai_scoring},
    )  # fmt: skip
    return change(tx, interview, consent_version=version, consent_at=now(), ai_scoring=ai_scoring)


def start(tx: Tx, user: User, interview_id: str, room: Room, language: Language | None = None) -> Interview:
    """Start the interview, or rejoin it: one in progress keeps its start time and its room.

    Until the first answer is stored, a `language` replaces the questions by those of the plan in that language.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if not is_joinable(interview.status, interview.scheduled_at, now()):
        raise NotJoinable
    if interview.consent_version is None:
        raise ConsentRequired
    open_recording(tx, interview.id, user.id)
    if language and not answers_of(tx, [interview.id])[interview.id]:
        interview = _translate(tx, interview, language)
    if interview.status == "in-progress":
        return interview
    return change(
        tx,
        interview,
        status="in-progress",
        started_at=now(),
        room_name=room.name,
        room_url=room.url,
        candidate_token=room.candidate_token,
        interviewer_token=room.interviewer_token,
    )


def _translate(tx: Tx, interview: Interview, language: Language) -> Interview:
    """Give an interview the job title, company and questions that a new one in this language would have."""
    if find_plan(interview.plan_id, interview.plan_version).language == language:
        return interview
    title, company = (in_language(name, language) for name in (interview.job_title, interview.company_name))
    plan = plan_of(title, language)
    questions = [question_on_wire(question) for question in plan.questions]
    named = {"job_title": title, "company_name": company}
    return change(tx, interview, **named, plan_id=plan.id, plan_version=plan.version, questions=questions)


def start_recording(tx: Tx, user: User, interview_id: str) -> None:
    """Open the interview's recording, so that takes are accepted. Idempotent."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status != "in-progress":
        raise NotInProgress
    open_recording(tx, interview.id, user.id)


def keep_recording_open(tx: Tx, user_id: str, interview_id: str) -> None:
    """Open the recording of an interview in progress, because a watcher joined: everything they see is recorded."""
    if find_interview(tx, user_id, interview_id).status == "in-progress":
        open_recording(tx, interview_id, user_id)


def stop_recording(tx: Tx, user: User, interview_id: str) -> None:
    """Close the interview's recording. Chunks that are still in flight are accepted."""
    close_recording(tx, find_interview(tx, user.id, interview_id).id)


def complete(tx: Tx, user: User, interview_id: str) -> Interview:
    """Complete the interview and publish `InterviewCompleted`. Idempotent."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status == "completed":
        return interview
    if not may_become(interview.status, "completed"):
        raise NotInProgress
    at = now()
    close_recording(tx, interview.id)
    update_user(tx, user.id, {"interview_completed": True, "interview_completed_at": at})
    publish(tx, InterviewCompleted(interview.id, user.id))
    return change(tx, interview, status="completed", ended_at=at, **awaited(bool(interview.ai_scoring)))


def awaited(wanted: bool) -> dict[str, Any]:
    """Columns of a completed interview that waits for its score, or for a person."""
    return {"scoring": "pending" if wanted else "declined", "awaits_person": not wanted}


def change(tx: Tx, interview: Interview, **values: Any) -> Interview:
    """Set columns of an interview that this transaction has locked. Under a legal hold, a copy of its score is kept."""
    if interview.report is not None and values.get("report", ...) is None:
        keep_held(
            tx, [interviews.c[name] for name in _SCORE], interviews.c.id == interview.id, user_id=interview.user_id
        )
    return Interview(*tx.execute(_change, {"interview": interview.id, **values}).one())


def delete_interview(tx: Tx, user_id: str, interview_id: str) -> None:
    """Delete this person's interview with its answers and score. Raises `NotFound` for any other."""
    interview = find_interview(tx, user_id, interview_id, for_update=True)
    tx.execute(_delete, {"interview": interview.id})
