"""Load interviews: a person's own, and any for operators and background work."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NotRequired, TypedDict
from zoneinfo import ZoneInfo

from sqlalchemy import bindparam, func, literal_column, select

from dayshift.accounts import User, has_able_operator
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.interviews.recordings import Take, takes_by_recording, takes_of
from dayshift.interviews.room.lifecycle import Status
from dayshift.interviews.room.models import follow_ups, interviews, listening, responses
from dayshift.interviews.room.report import InterviewReport
from dayshift.interviews.room.understanding import UNCLEAR, JudgedPassage, Understood, judged, understood
from dayshift.interviews.room.waiting import WritingDelay, writing_delay
from dayshift.interviews.scoring import NO_RESPONSE
from dayshift.knowledge.jurisdictions import NYC_ZONE
from dayshift.knowledge.occupations import locate_zip, zone_of
from dayshift.knowledge.question_plans import FOLLOW_UP


@dataclass(frozen=True, slots=True)
class Interview:
    """One interview; `questions` as sent to clients (camelCase), fixed when it was created.

    `planned`: an appointment; otherwise it was to start at once, and is listed from its consent on.
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


class Transcript(TypedDict):
    """What was said, as it is stored: the transcriber's name, passages as `asdict(Passage)`, and the language."""

    by: str
    passages: list[dict[str, Any]]
    language: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Listening:
    """What was heard of a take so far, from `chunks` chunks: up to `until`, in seconds."""

    chunks: int
    until: float
    transcript: Transcript
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """One answer; `response_order` is its running number from 1, `question_id` what it answers.

    `response_text` is scored; `original_text` is the text before the person corrected it, else None. `corrected_at`:
    the last correction after the end of the interview.
    """

    id: str
    interview_id: str
    response_order: int
    question_id: str
    question_text: str
    response_text: str
    original_text: str | None
    corrected_at: datetime | None
    mode: str
    take_number: int | None
    duration_seconds: float | None
    transcription: str | None
    transcript: Transcript | None
    confirmed_at: datetime | None
    created_at: datetime

    @property
    def spoken(self) -> bool:
        """Whether it was recorded, and the person has not written or changed its text."""
        return self.mode == "spoken" and self.take_number is not None and self.original_text is None

    @property
    def needs_transcript(self) -> bool:
        """Whether it was recorded and has no text yet."""
        return self.spoken and self.response_text.strip() in {"", NO_RESPONSE}

    @property
    def words_awaited(self) -> bool:
        """Whether its transcript is still awaited."""
        return self.transcription == "awaited" and self.spoken

    @property
    def passages(self) -> list[JudgedPassage]:
        """The passages of its transcript, each with how surely it was understood; none once the text was corrected."""
        return [] if self.corrected or not self.transcript else judged(self.transcript["passages"])

    @property
    def understood(self) -> Understood | None:
        """How surely the words of a transcribed answer were understood; None where there is no transcript."""
        return understood(self.transcript["passages"]) if self.transcript else None

    @property
    def is_unclear(self) -> bool:
        """Whether its text may well be wrong, and the person has neither corrected nor confirmed it."""
        return self.understood == UNCLEAR and self.spoken and self.confirmed_at is None and not self.needs_transcript

    @property
    def language(self) -> str | None:
        """The language that was spoken, where it was recognised."""
        return self.transcript.get("language") if self.transcript else None

    @property
    def corrected(self) -> bool:
        """Whether the person changed its text."""
        return self.original_text is not None and self.original_text != self.response_text


@dataclass(frozen=True, slots=True)
class InterviewRecord:
    """An interview with its answers and takes.

    `delay`: texts of answers are late. `has_reader`: an operator can do the human review.
    """

    interview: Interview
    answers: list[StoredAnswer]
    takes: list[Take]
    delay: WritingDelay | None
    has_reader: bool


@dataclass(frozen=True, slots=True)
class InterviewListItem:
    """An interview as lists show it: without questions and answers, which may be long."""

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
    has_reader: bool


@dataclass(frozen=True, slots=True)
class SendableInterview:
    """A completed interview with `answers` answers, which a candidate can send to employers."""

    id: str
    job_title: str
    ended_at: datetime | None
    scoring: str
    answers: int


@dataclass(frozen=True, slots=True)
class InterviewOutline:
    """An interview, in any state, and its number of answers."""

    id: str
    job_title: str
    scheduled_at: datetime
    answers: int


columns = [interviews.c[name] for name in Interview.__slots__]
"""The columns of an `Interview`, in order; also for RETURNING."""
answer_columns = [responses.c[name] for name in StoredAnswer.__slots__]
_completed_of = (
    select(*columns)
    .where(interviews.c.user_id == bindparam("user"), interviews.c.status == "completed")
    .order_by(interviews.c.ended_at.desc(), interviews.c.id.desc())
)
_sendable_of = (
    select(interviews.c.id, interviews.c.job_title, interviews.c.ended_at, interviews.c.scoring, func.count())
    .join(responses, responses.c.interview_id == interviews.c.id)
    .where(interviews.c.user_id == bindparam("user"), interviews.c.status == "completed")
    .group_by(interviews.c.id)
    .order_by(interviews.c.ended_at.desc(), interviews.c.id.desc())
)
_kept_of = (
    select(interviews.c.id, interviews.c.job_title, interviews.c.scheduled_at, func.count(responses.c.id))
    .outerjoin(responses, responses.c.interview_id == interviews.c.id)
    .where(interviews.c.user_id == bindparam("user"))
    .group_by(interviews.c.id)
    .order_by(interviews.c.scheduled_at.desc(), interviews.c.id.desc())
)
_reports = select(interviews.c.id, interviews.c.report).where(interviews.c.id.in_(bindparam("ids", expanding=True)))
_planned_of = (
    select(*columns)
    .where(
        interviews.c.user_id == bindparam("user"),
        interviews.c.planned,
        interviews.c.status.in_(("scheduled", "in-progress")),
        interviews.c.scheduled_at >= bindparam("first"),
    )
    .order_by(interviews.c.scheduled_at, interviews.c.id)
)
_latest_zone = (
    select(interviews.c.zone)
    .where(interviews.c.user_id == bindparam("user"), interviews.c.zone != "UTC")
    .order_by(interviews.c.scheduled_at.desc(), interviews.c.id.desc())
    .limit(1)
)
_ids_of = select(interviews.c.id).where(interviews.c.user_id == bindparam("user"))
_all_ids = select(interviews.c.id, interviews.c.user_id).order_by(interviews.c.id)
_one = select(*columns).where(interviews.c.id == bindparam("id"), interviews.c.user_id == bindparam("user"))
_locked = _one.with_for_update()
_any = select(*columns).where(interviews.c.id == bindparam("id"))
_several = select(*columns).where(interviews.c.id.in_(bindparam("ids", expanding=True)))
_any_locked = _any.with_for_update()
_awaiting = select(*columns).where(interviews.c.awaits_person).order_by(interviews.c.ended_at)
_scored = select(*columns).where(interviews.c.scoring == "done", interviews.c.report.is_not(None))
_listed = [interviews.c[name] for name in InterviewListItem.__slots__ if name not in {"takes", "has_reader"}]
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
    select(*columns)
    .where(interviews.c.status == literal_column("'scheduled'"), interviews.c.scheduled_at < bindparam("before"))
    .order_by(interviews.c.scheduled_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_in_progress_of = select(*columns).where(
    interviews.c.user_id.in_(bindparam("users", expanding=True)), interviews.c.status == "in-progress"
)
_going_on = select(*columns).where(interviews.c.status == "in-progress").order_by(interviews.c.started_at)
_heard = select(*(listening.c[name] for name in Listening.__slots__)).where(
    listening.c.interview_id == bindparam("interview"), listening.c.take == bindparam("number")
)
_follow_ups = select(follow_ups.c.question_id, follow_ups.c.question).where(
    follow_ups.c.interview_id == bindparam("interview")
)
_answers = (
    select(*answer_columns)
    .where(responses.c.interview_id.in_(bindparam("ids", expanding=True)))
    .order_by(responses.c.interview_id, responses.c.response_order)
)


def find_interview(tx: Tx, user_id: str, interview_id: str, *, for_update: bool = False) -> Interview:
    """This person's interview. Raises `NotFound` for any other. `for_update` locks it until the commit."""
    row = tx.execute(_locked if for_update else _one, {"id": interview_id, "user": user_id}).first()
    if row is None:
        raise NotFound
    return Interview(*row)


def count_planned(tx: Tx, user_id: str, at: datetime) -> int:
    """The number of future appointments of this person."""
    return tx.execute(_planned, {"user": user_id, "at": at}).scalar_one()


def count_kept(tx: Tx, user_id: str) -> int:
    """The number of this person's interviews, in any state."""
    return tx.execute(_kept, {"user": user_id}).scalar_one()


def overdue(tx: Tx, before: datetime, most: int) -> list[Interview]:
    """Interviews scheduled before `before` that never started, locked until the commit."""
    return [Interview(*row) for row in tx.execute(_overdue, {"before": before, "most": most})]


def any_interview(tx: Tx, interview_id: str) -> Interview | None:
    """An interview of any person, for background work."""
    row = tx.execute(_any, {"id": interview_id}).first()
    return Interview(*row) if row else None


def several_interviews(tx: Tx, interview_ids: Sequence[str]) -> dict[str, Interview]:
    """Interviews of any people by id, for members of employers; the caller has checked access."""
    return {row.id: Interview(*row) for row in tx.execute(_several, {"ids": list(interview_ids)})}


def load_interview(
    tx: Tx, interview_id: str, *, for_update: bool = False
) -> tuple[Interview, list[StoredAnswer]] | None:
    """An interview of any person with its answers, for operators and background work."""
    row = tx.execute(_any_locked if for_update else _any, {"id": interview_id}).first()
    return (Interview(*row), answers_of(tx, [interview_id])[interview_id]) if row else None


def find_record(tx: Tx, user_id: str, interview_id: str) -> InterviewRecord:
    """This person's interview with its answers and takes. Raises `NotFound`."""
    return record_of(tx, find_interview(tx, user_id, interview_id))


def record_of(tx: Tx, interview: Interview) -> InterviewRecord:
    """The interview with its answers and takes."""
    answers = answers_of(tx, [interview.id])[interview.id]
    delay = delay_of(tx, interview.id, answers)
    return InterviewRecord(interview, answers, takes_of(tx, interview.id), delay, has_able_operator(tx))


def delay_of(tx: Tx, interview_id: str, answers: Sequence[StoredAnswer]) -> WritingDelay | None:
    """When the texts of these answers will be there, if that takes long."""
    return writing_delay(tx, interview_id, [one.response_order for one in answers if one.words_awaited])


def list_of(tx: Tx, user_id: str, most: int, offset: int) -> list[InterviewListItem]:
    """A page of a person's interviews, the latest appointment first, in three statements.

    An interview that was to start at once is listed from its consent on.
    """
    rows = tx.execute(_mine, {"user": user_id, "most": most, "offset": offset}).all()
    takes = takes_by_recording(tx, [row.id for row in rows])
    reader = has_able_operator(tx)
    return [InterviewListItem(**row._asdict(), takes=takes[row.id], has_reader=reader) for row in rows]


def completed_of(tx: Tx, user_id: str) -> list[Interview]:
    """A person's completed interviews, newest first."""
    return [Interview(*row) for row in tx.execute(_completed_of, {"user": user_id})]


def sendable_of(tx: Tx, user_id: str) -> list[SendableInterview]:
    """A person's completed interviews with answers, newest first."""
    return [SendableInterview(*row) for row in tx.execute(_sendable_of, {"user": user_id})]


def kept_interviews(tx: Tx, user_id: str) -> list[InterviewOutline]:
    """All interviews of a person, the latest appointment first."""
    return [InterviewOutline(*row) for row in tx.execute(_kept_of, {"user": user_id})]


def reports_of(tx: Tx, interview_ids: Collection[str]) -> dict[str, InterviewReport]:
    """The reports of interviews of any people, by interview; those without one are left out."""
    rows = tx.execute(_reports, {"ids": list(interview_ids)})
    return {row.id: row.report for row in rows if row.report}


def planned_of(tx: Tx, user_id: str, first: datetime) -> list[Interview]:
    """The interviews that a person planned for `first` or later, earliest first."""
    return [Interview(*row) for row in tx.execute(_planned_of, {"user": user_id, "first": first})]


def zone_of_person(tx: Tx, user: User) -> ZoneInfo:
    """Return a person's zone for messages: their device's at the last interview, their zip code's, or New York's."""
    if zone := tx.execute(_latest_zone, {"user": user.id}).scalar():
        return ZoneInfo(zone)
    place = locate_zip(user.zip_code) if user.zip_code else None
    return zone_of(place.state, place.zip) if place else NYC_ZONE


def in_progress_of(tx: Tx, user_ids: Sequence[str]) -> list[Interview]:
    """The interviews in progress of several people, in one statement."""
    return [Interview(*row) for row in tx.execute(_in_progress_of, {"users": list(user_ids)})]


def going_on(tx: Tx) -> list[Interview]:
    """Every interview in progress, in the order they started; for the operator."""
    return [Interview(*row) for row in tx.execute(_going_on)]


def awaiting_person(tx: Tx) -> list[Interview]:
    """Every interview that waits for human review, the oldest first."""
    return [Interview(*row) for row in tx.execute(_awaiting)]


def scored_interviews(tx: Tx) -> list[Interview]:
    """Every interview with a score."""
    return [Interview(*row) for row in tx.execute(_scored)]


def interview_ids_of(tx: Tx, user_id: str) -> list[str]:
    """The ids of all interviews of a person."""
    return list(tx.execute(_ids_of, {"user": user_id}).scalars())


def all_interview_ids(tx: Tx) -> list[tuple[str, str]]:
    """The ids of all interviews, each with its person's."""
    return [(row.id, row.user_id) for row in tx.execute(_all_ids)]


def questions_of(tx: Tx, interview: Interview) -> dict[str, dict[str, Any]]:
    """Every question that may be answered, by id: the planned ones and the follow-ups that were asked."""
    planned = {question["id"]: question for question in interview.questions}
    return planned | {row.question_id: row.question for row in tx.execute(_follow_ups, {"interview": interview.id})}


def open_follow_up(tx: Tx, record: InterviewRecord) -> dict[str, Any] | None:
    """The follow-up to the last answer, if it was asked and is not answered: a rejoined interview continues with it."""
    if not record.answers:
        return None
    asked = record.answers[-1].question_id + FOLLOW_UP
    found = questions_of(tx, record.interview).get(asked)
    return found if found and all(answer.question_id != asked for answer in record.answers) else None


def answers_of(tx: Tx, interview_ids: Sequence[str]) -> dict[str, list[StoredAnswer]]:
    """The answers of each interview, in order."""
    found: dict[str, list[StoredAnswer]] = defaultdict(list)
    for row in tx.execute(_answers, {"ids": list(interview_ids)}):
        answer = StoredAnswer(*row)
        found[answer.interview_id].append(answer)
    return found


def heard_so_far(tx: Tx, interview_id: str, take: int) -> Listening | None:
    """What was heard of a take whose answer is still being given; None if nobody listens."""
    row = tx.execute(_heard, {"interview": interview_id, "number": take}).first()
    return Listening(*row) if row else None
