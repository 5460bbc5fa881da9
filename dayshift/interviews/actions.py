"""What can happen to an interview: verbs that take the open transaction."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, delete, update

from dayshift.accounts import User, update_user
from dayshift.core.clock import now
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import InvalidRequest
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.limits import RateLimited
from dayshift.interviews.business_hours import objection
from dayshift.interviews.errors import (
    ConsentRequired,
    InterviewOver,
    NotInProgress,
    NotJoinable,
    TooManyPlanned,
)
from dayshift.interviews.events import InterviewCancelled, InterviewCompleted, InterviewPlanned
from dayshift.interviews.job import DEFAULT_COMPANY
from dayshift.interviews.lifecycle import JOIN_AFTER, begins_now, is_joinable, may_become
from dayshift.interviews.models import interviews
from dayshift.interviews.queries import Interview, count_kept, count_planned, find_interview, overdue
from dayshift.interviews.serializers import question_on_wire
from dayshift.providers.video import Room
from dayshift.question_plans import Plan
from dayshift.recordings import close_recording, open_recording

MOST_PLANNED = 5
MOST_KEPT = 200
"""Interviews of one account, in any state."""
OTHER_ADDRESS = "Please use the email of your account."


@dataclass(frozen=True)
class Appointment:
    """What a person asks for when an interview is made."""

    job_title: str
    company_name: str | None
    scheduled_at: datetime
    candidate_name: str | None = None
    candidate_email: str | None = None
    notes: str | None = None
    zone: str | None = None


_insert_interview = insert(interviews)
_delete_interview = delete(interviews).where(interviews.c.id == bindparam("interview"))


def create_interview(tx: Tx, user: User, wanted: Appointment, plan: Plan) -> Interview:
    """Makes an interview: an appointment, or one to begin at once. Its questions are fixed here.

    Mails go to the account's own address only, so another `candidate_email` raises `InvalidRequest`.
    """
    hold_lock(tx, f"interviews of {user.id}")
    interview_id, at = new_id(), now()
    if wanted.candidate_email not in (None, user.email):
        raise InvalidRequest(OTHER_ADDRESS, fields={"candidateEmail": OTHER_ADDRESS})
    if count_kept(tx, user.id) >= MOST_KEPT:
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
    tx.execute(_insert_interview, values)
    if planned:
        publish(tx, InterviewPlanned(interview_id, moved=False))
    return find_interview(tx, user.id, interview_id)


def reschedule(tx: Tx, user: User, interview_id: str, scheduled_at: datetime, zone: str | None) -> Interview:
    """Give an appointment another time, by the rules of a new one."""
    hold_lock(tx, f"interviews of {user.id}")
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status != "scheduled":
        raise InterviewOver
    if interview.scheduled_at == scheduled_at:
        return interview
    at = now()
    _check_time(scheduled_at, zone, at)
    if not interview.planned or interview.scheduled_at <= at:  # It did not count so far.
        _check_count(tx, user.id, at)
    publish(tx, InterviewPlanned(interview.id, moved=True))
    values = {"scheduled_at": scheduled_at, "zone": zone or interview.zone, "sequence": interview.sequence + 1}
    return change(tx, interview, planned=True, **values)


def cancel(tx: Tx, user: User, interview_id: str) -> Interview:
    """Call an interview off, also one that goes on. Twice is once."""
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
    """Close up to `most` interviews that can no longer be begun; returns how many.

    A missed appointment is cancelled. An interview that was made to begin at once and never did is deleted: it has
    no answers, and nobody waits for it.
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
    if count_planned(tx, user_id, at) >= MOST_PLANNED:
        raise TooManyPlanned


def _check_time(wanted: datetime, zone: str | None, at: datetime) -> None:
    """The hours of interviews, by the clock of `zone`; without one, by the offset the time is written with."""
    against = objection(wanted, at, ZoneInfo(zone) if zone else wanted.tzinfo or UTC)
    if against:
        raise InvalidRequest(against, fields={"scheduledAt": against})


def give_consent(tx: Tx, user: User, interview_id: str, version: str, *, ai_scoring: bool) -> Interview:
    """Keep what the person agreed to, and when. Until the interview ends they may change their mind.

    Agreeing to the same again changes nothing.
    """
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status not in ("scheduled", "in-progress"):
        raise NotJoinable
    if (interview.consent_version, interview.ai_scoring) == (version, ai_scoring):
        return interview
    return change(tx, interview, consent_version=version, consent_at=now(), ai_scoring=ai_scoring)


def start(tx: Tx, user: User, interview_id: str, room: Room) -> Interview:
    """Begin, or come back in: an interview that goes on keeps its beginning and its room."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if not is_joinable(interview.status, interview.scheduled_at, now()):
        raise NotJoinable
    if interview.consent_version is None:
        raise ConsentRequired
    open_recording(tx, interview.id, user.id)
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


def start_recording(tx: Tx, user: User, interview_id: str) -> None:
    """Open the interview's recording (again); takes may come in from now on."""
    interview = find_interview(tx, user.id, interview_id, for_update=True)
    if interview.status != "in-progress":
        raise NotInProgress
    open_recording(tx, interview.id, user.id)


def keep_recording_open(tx: Tx, user_id: str, interview_id: str) -> None:
    """Open the interview's recording where it is not: somebody watches, and what is said then is on the record."""
    if find_interview(tx, user_id, interview_id).status == "in-progress":
        open_recording(tx, interview_id, user_id)


def stop_recording(tx: Tx, user: User, interview_id: str) -> None:
    """Close the interview's recording. Chunks that are still on their way are taken all the same."""
    close_recording(tx, find_interview(tx, user.id, interview_id).id)


def complete(tx: Tx, user: User, interview_id: str) -> Interview:
    """End the interview; scoring and everything else that follows hears of it. Ending twice ends once."""
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
    """What a completed interview waits for: its score, or a person."""
    return {"scoring": "pending" if wanted else "declined", "awaits_person": not wanted}


def change(tx: Tx, interview: Interview, **values: Any) -> Interview:
    """Set columns of an interview that this transaction holds."""
    tx.execute(update(interviews).where(interviews.c.id == interview.id).values(**values))
    return find_interview(tx, interview.user_id, interview.id)
