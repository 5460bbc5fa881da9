"""Load interviews, always as one person's own."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, literal_column, select

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.interviews.lifecycle import Status
from dayshift.interviews.models import follow_ups, interviews, responses
from dayshift.interviews.report import InterviewReport
from dayshift.recordings import Take, takes_by_recording, takes_of
from dayshift.scoring import NO_RESPONSE


@dataclass(frozen=True, slots=True)
class Interview:
    """One interview; `questions` as they stand on the wire (camelCase), fixed when it was made.

    `planned`: an appointment; otherwise it was made to begin at once, and counts only from its consent on.
    """

    id: str
    user_id: str
    job_title: str
    company_name: str
    status: Status
    scheduled_at: datetime
    planned: bool
    zone: str
    sequence: int
    missed: bool
    started_at: datetime | None
    ended_at: datetime | None
    candidate_name: str
    candidate_email: str | None
    notes: str | None
    plan_id: str
    plan_version: int
    questions: list[dict[str, Any]]
    consent_version: str | None
    consent_at: datetime | None
    ai_scoring: bool | None
    scoring: str
    ai_score: int | None
    report: InterviewReport | None
    awaits_person: bool
    room_name: str | None
    room_url: str | None
    candidate_token: str | None
    interviewer_token: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Response:
    """One answer; `response_order` is its running number from 1, `question_id` what it answers.

    `response_text` is what counts; `original_text` what was heard before the person put it right, else None.
    """

    id: str
    interview_id: str
    response_order: int
    question_id: str
    question_text: str
    response_text: str
    original_text: str | None
    mode: str
    take_number: int | None
    duration_seconds: float | None
    transcription: str | None
    transcript: dict[str, Any] | None
    created_at: datetime

    @property
    def wordless(self) -> bool:
        """Whether it was spoken and recorded, and nobody has its words yet."""
        unsaid = self.response_text.strip() in {"", NO_RESPONSE}
        return self.mode == "spoken" and self.take_number is not None and unsaid and self.original_text is None

    @property
    def words_awaited(self) -> bool:
        """Whether words for it are still to come."""
        return self.transcription == "awaited" and self.wordless

    @property
    def corrected(self) -> bool:
        """Whether what counts is not what was heard."""
        return self.original_text is not None and self.original_text != self.response_text


@dataclass(frozen=True, slots=True)
class InterviewRecord:
    """An interview with everything that was said and recorded in it."""

    interview: Interview
    responses: list[Response]
    takes: list[Take]


@dataclass(frozen=True, slots=True)
class Listed:
    """What lists of interviews show: no questions and no answers, which may be long."""

    id: str
    user_id: str
    job_title: str
    company_name: str
    status: Status
    scheduled_at: datetime
    zone: str
    missed: bool
    started_at: datetime | None
    ended_at: datetime | None
    candidate_name: str
    candidate_email: str | None
    notes: str | None
    consent_version: str | None
    consent_at: datetime | None
    ai_scoring: bool | None
    scoring: str
    ai_score: int | None
    report: InterviewReport | None
    awaits_person: bool
    room_url: str | None
    takes: list[Take]


_columns = [interviews.c[name] for name in Interview.__slots__]
_ids_of = select(interviews.c.id).where(interviews.c.user_id == bindparam("user"))
_one = select(*_columns).where(interviews.c.id == bindparam("id"), interviews.c.user_id == bindparam("user"))
_locked = _one.with_for_update()
_any = select(*_columns).where(interviews.c.id == bindparam("id"))
_any_locked = _any.with_for_update()
_awaiting = select(*_columns).where(interviews.c.awaits_person).order_by(interviews.c.ended_at)
_scored = select(*_columns).where(interviews.c.scoring == "done", interviews.c.report.is_not(None))
_listed = [interviews.c[name] for name in Listed.__slots__ if name != "takes"]
_mine = (
    select(*_listed)
    .where(interviews.c.user_id == bindparam("user"), interviews.c.planned | interviews.c.consent_version.is_not(None))
    .order_by(interviews.c.scheduled_at.desc(), interviews.c.id.desc())
    .limit(bindparam("most"))
    .offset(bindparam("offset"))
)
_planned = select(func.count()).where(
    interviews.c.user_id == bindparam("user"),
    interviews.c.status == "scheduled",
    interviews.c.planned,
    interviews.c.scheduled_at > bindparam("at"),
)
_kept = select(func.count()).where(interviews.c.user_id == bindparam("user"))
_overdue = (
    select(*_columns)
    .where(interviews.c.status == literal_column("'scheduled'"), interviews.c.scheduled_at < bindparam("before"))
    .order_by(interviews.c.scheduled_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_in_progress_of = select(*_columns).where(
    interviews.c.user_id.in_(bindparam("users", expanding=True)), interviews.c.status == "in-progress"
)
_going_on = select(*_columns).where(interviews.c.status == "in-progress").order_by(interviews.c.started_at)
_follow_ups = select(follow_ups.c.question_id, follow_ups.c.question).where(
    follow_ups.c.interview_id == bindparam("interview")
)
_responses = (
    select(*[responses.c[name] for name in Response.__slots__])
    .where(responses.c.interview_id.in_(bindparam("ids", expanding=True)))
    .order_by(responses.c.interview_id, responses.c.response_order)
)


def find_interview(tx: Tx, user_id: str, interview_id: str, *, for_update: bool = False) -> Interview:
    """This person's interview. Raises `NotFound` for any other. `for_update` holds it until the commit."""
    row = tx.execute(_locked if for_update else _one, {"id": interview_id, "user": user_id}).first()
    if row is None:
        raise NotFound
    return Interview(*row)


def count_planned(tx: Tx, user_id: str, at: datetime) -> int:
    """How many appointments of this person are to come."""
    return tx.execute(_planned, {"user": user_id, "at": at}).scalar_one()


def count_kept(tx: Tx, user_id: str) -> int:
    """The number of this person's interviews, in any state."""
    return tx.execute(_kept, {"user": user_id}).scalar_one()


def overdue(tx: Tx, before: datetime, most: int) -> list[Interview]:
    """Interviews due before `before` that were never begun, locked until the commit."""
    return [Interview(*row) for row in tx.execute(_overdue, {"before": before, "most": most})]


def any_interview(tx: Tx, interview_id: str) -> Interview | None:
    """An interview by its id alone, for background work that acts for nobody in particular."""
    row = tx.execute(_any, {"id": interview_id}).first()
    return Interview(*row) if row else None


def load_interview(tx: Tx, interview_id: str, *, for_update: bool = False) -> tuple[Interview, list[Response]] | None:
    """An interview with its answers, for the operator and for background work that acts for nobody in particular."""
    row = tx.execute(_any_locked if for_update else _any, {"id": interview_id}).first()
    return (Interview(*row), responses_of(tx, [interview_id])[interview_id]) if row else None


def find_record(tx: Tx, user_id: str, interview_id: str) -> InterviewRecord:
    """This person's interview with its answers and takes. Raises `NotFound`."""
    interview = find_interview(tx, user_id, interview_id)
    return InterviewRecord(interview, responses_of(tx, [interview_id])[interview_id], takes_of(tx, interview_id))


def list_of(tx: Tx, user_id: str, most: int, offset: int) -> list[Listed]:
    """A page of a person's interviews, the latest appointment first, in two statements.

    An interview that was made to begin at once is listed from its consent on.
    """
    rows = tx.execute(_mine, {"user": user_id, "most": most, "offset": offset}).all()
    takes = takes_by_recording(tx, [row.id for row in rows])
    return [Listed(**row._asdict(), takes=takes[row.id]) for row in rows]


def in_progress_of(tx: Tx, user_ids: Sequence[str]) -> list[Interview]:
    """The interviews in progress of several people, in one statement."""
    return [Interview(*row) for row in tx.execute(_in_progress_of, {"users": list(user_ids)})]


def going_on(tx: Tx) -> list[Interview]:
    """Every interview that was begun and not ended, the one that began first first; for the operator."""
    return [Interview(*row) for row in tx.execute(_going_on)]


def awaiting_person(tx: Tx) -> list[Interview]:
    """Every interview that a person is to read, the one that has waited longest first."""
    return [Interview(*row) for row in tx.execute(_awaiting)]


def scored_interviews(tx: Tx) -> list[Interview]:
    """Every interview with a score."""
    return [Interview(*row) for row in tx.execute(_scored)]


def interview_ids_of(tx: Tx, user_id: str) -> list[str]:
    """The ids of all interviews of a person."""
    return list(tx.execute(_ids_of, {"user": user_id}).scalars())


def questions_of(tx: Tx, interview: Interview) -> dict[str, dict[str, Any]]:
    """Every question that the candidate of an interview may answer, by id: as planned, and follow-ups handed out."""
    planned = {question["id"]: question for question in interview.questions}
    return planned | {row.question_id: row.question for row in tx.execute(_follow_ups, {"interview": interview.id})}


def responses_of(tx: Tx, interview_ids: Sequence[str]) -> dict[str, list[Response]]:
    """The answers of each interview, in order."""
    found: dict[str, list[Response]] = defaultdict(list)
    for row in tx.execute(_responses, {"ids": list(interview_ids)}):
        response = Response(*row)
        found[response.interview_id].append(response)
    return found
