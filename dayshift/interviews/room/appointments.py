"""Create, reschedule and cancel interviews, and close missed ones."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, delete

from dayshift.accounts import User
from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import InvalidRequest
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.limits import RateLimited
from dayshift.interviews.recordings import close_recording
from dayshift.interviews.room.actions import change
from dayshift.interviews.room.errors import InterviewOver, TooManyPlanned
from dayshift.interviews.room.events import InterviewCancelled, InterviewPlanned
from dayshift.interviews.room.job import DEFAULT_COMPANY
from dayshift.interviews.room.lifecycle import JOIN_AFTER, begins_now, may_become, objection
from dayshift.interviews.room.models import interviews
from dayshift.interviews.room.queries import Interview, columns, count_kept, count_planned, find_interview, overdue
from dayshift.interviews.room.serializers import question_on_wire
from dayshift.knowledge.question_plans import Plan

MAX_PLANNED = 5
MAX_KEPT = 200
"""Interviews of one account, in any state."""
OTHER_ADDRESS = "Please use the email of your account."


@dataclass(frozen=True)
class InterviewRequest:
    """What a person submits to create an interview."""

    job_title: str
    company_name: str | None
    scheduled_at: datetime
    candidate_name: str | None = None
    candidate_email: str | None = None
    notes: str | None = None
    zone: str | None = None


_insert_interview = insert(interviews).returning(*columns)
_delete_interview = delete(interviews).where(interviews.c.id == bindparam("interview"))


def create_interview(tx: Tx, user: User, wanted: InterviewRequest, plan: Plan) -> Interview:
    """Creates an interview: an appointment, or one that starts at once. Its questions are fixed here.

    Mails go to the account's own address only, so another `candidate_email` raises `InvalidRequest`.
    """
    hold_lock(tx, f"interviews of {user.id}")
    interview_id, at = new_id(), now()
    if wanted.candidate_email not in (None, user.email):
        raise InvalidRequest(OTHER_ADDRESS, fields={"candidateEmail": OTHER_ADDRESS})
    if count_kept(tx, user.id) >= MAX_KEPT:
        raise RateLimited
    planned = not begins_now(wanted.scheduled_at, at)
    if planned:
        _check_time(wanted.scheduled_at, wanted.zone, at)
        _check_count(tx, user.id, at)
    values = {
        **asdict(wanted),
        "planned": planned,
        "zone": wanted.zone or "UTC",
        "id": interview_id,
        "user_id": user.id,
        "company_name": wanted.company_name or DEFAULT_COMPANY,
        "candidate_name": wanted.candidate_name or user.full_name,
        "candidate_email": user.email,
        "status": "scheduled",
        "plan_id": plan.id,
        "plan_version": plan.version,
        "questions": [question_on_wire(question) for question in plan.questions],
        "scoring": "none",
        "awaits_person": False,
        "created_at": at,
    }
    made = Interview(*tx.execute(_insert_interview, values).one())
    if planned:
        publish(tx, InterviewPlanned(interview_id, moved=False))
    return made


def reschedule(tx: Tx, user: User, interview_id: str, scheduled_at: datetime, zone: str | None) -> Interview:
    """Move an appointment, by the rules of a new one."""
    hold_lock(tx, f"interviews of {user.id}")
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status != "scheduled":
        raise InterviewOver
    if interview.scheduled_at == scheduled_at:
        return interview
    at = now()
    _check_time(scheduled_at, zone, at)
    if not interview.planned or interview.scheduled_at <= at:  # It was not counted before.
        _check_count(tx, user.id, at)
    publish(tx, InterviewPlanned(interview.id, moved=True))
    values = {"scheduled_at": scheduled_at, "zone": zone or interview.zone, "sequence": interview.sequence + 1}
    return change(tx, interview, planned=True, **values)


def cancel(tx: Tx, user: User, interview_id: str) -> Interview:
    """Cancel an interview, including one in progress. Idempotent."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status == "cancelled":
        return interview
    if not may_become(interview.status, "cancelled"):
        raise InterviewOver
    if interview.status == "in-progress":
        close_recording(tx, interview.id)
    publish(tx, InterviewCancelled(interview.id))
    return change(tx, interview, status="cancelled", sequence=interview.sequence + 1)


def close_missed(tx: Tx, most: int) -> int:
    """Close up to `most` interviews that can no longer be joined; returns how many.

    A missed appointment is cancelled. An interview that was to start at once and never did is deleted: it has no
    answers.
    """
    found = overdue(tx, now() - JOIN_AFTER, most)
    for interview in found:
        if interview.planned:
            change(tx, interview, status="cancelled", missed=True, sequence=interview.sequence + 1)
            publish(tx, InterviewCancelled(interview.id))
        else:
            tx.execute(_delete_interview, {"interview": interview.id})
    return len(found)


def _check_count(tx: Tx, user_id: str, at: datetime) -> None:
    if count_planned(tx, user_id, at) >= MAX_PLANNED:
        raise TooManyPlanned


def _check_time(wanted: datetime, zone: str | None, at: datetime) -> None:
    """Raise `InvalidRequest` outside interview hours in `zone`; without one, in the UTC offset of the time itself."""
    against = objection(wanted, at, ZoneInfo(zone) if zone else wanted.tzinfo or UTC)
    if against:
        raise InvalidRequest(against, fields={"scheduledAt": against})
