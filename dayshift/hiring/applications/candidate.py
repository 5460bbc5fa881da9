"""What candidates do and see: which jobs can be applied for, applying, and an application with all its parts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from dayshift.accounts import User
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, NotFound
from dayshift.hiring.applications.access import Contest, contest_of
from dayshift.hiring.applications.actions import submit
from dayshift.hiring.applications.calendar_feed import meeting_in_calendar
from dayshift.hiring.applications.decisions import letter_of_move
from dayshift.hiring.applications.errors import ConsentMissing, JobClosed, NoInterview
from dayshift.hiring.applications.grants import Share, new_share
from dayshift.hiring.applications.history import (
    Offer,
    StoredMessage,
    StoredMove,
    View,
    messages_of,
    moves_of,
    offer_of,
    views_of,
)
from dayshift.hiring.applications.letters import Letter
from dayshift.hiring.applications.meetings import Meeting, meeting_of, without_taken
from dayshift.hiring.applications.own_list import is_staffed
from dayshift.hiring.applications.promises import (
    REPLY_RATE_DAYS,
    Promise,
    ReplyRate,
    promises_of,
    reply_rate,
    reply_rates,
)
from dayshift.hiring.applications.queries import Application, Grant, applications_for_jobs, find_grant, own_application
from dayshift.hiring.employers import (
    Employer,
    Location,
    Member,
    Posting,
    find_employer,
    find_location,
    members_of_several,
    postings_of_jobs,
)
from dayshift.interviews.recordings import takes_by_recording
from dayshift.interviews.room import StoredAnswer, answers_of, any_interview, sendable_of
from dayshift.jobs.catalog import Job, find_job, find_jobs, open_jobs
from dayshift.knowledge.question_plans import FOLLOW_UP
from dayshift.scheduling import Party, invitation

_NOTHING = Share(video=False, words=False, score=False, until=datetime.max.replace(tzinfo=UTC))
"""For a job whose employer is not here: applying for it is refused."""

MAX_NAMED = 3
"""Members named as those who hire, before the rest is counted."""

JobState = Literal["open", "applied", "closed", "not_here"]

ClosedBecause = Literal["paused", "filled", "ended"]


@dataclass(frozen=True, slots=True)
class Applicable:
    """Whether a candidate can apply for a job. Only an open one has an employer and those who hire.

    `reply_by`: by when an application would be, or is, answered; with its zone.

    `because` says why a closed job is closed. `always_hiring`: it has no last opening.
    """

    job_id: str
    state: JobState
    job: Job | None
    application: Application | None = None
    employer: Employer | None = None
    location: Location | None = None
    reply_days: int | None = None
    reply_by: datetime | None = None
    zone: str | None = None
    percent: int | None = None
    hiring: tuple[str, ...] = ()
    hiring_more: int = 0
    because: ClosedBecause | None = None
    always_hiring: bool = False


@dataclass(frozen=True, slots=True)
class ApplyResult:
    """The result for one job: its application, or why there is none."""

    job_id: str
    application: Application | None
    refused: AppError | None


@dataclass(frozen=True, slots=True)
class Consent:
    """What the candidate shares with one employer."""

    employer_id: str
    video: bool
    words: bool
    score: bool
    quick_answers: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of the shared interview, as the candidate sees it in 'who watched what'."""

    answer: StoredAnswer
    competency: str
    duration: float | None


@dataclass(frozen=True, slots=True)
class OwnApplication:
    """An application with all that belongs to it, for its candidate. `staffed` as in `OwnListItem`."""

    application: Application
    employer: Employer
    location: Location | None
    zone: str
    staffed: bool
    job: Job | None
    rate: ReplyRate
    grant: Grant | None
    moves: list[tuple[StoredMove, Letter]]
    views: list[View]
    answers: list[Answered]
    messages: list[StoredMessage]
    meeting: Meeting | None
    offer: Offer | None
    contest: Contest | None


def states_of(tx: Tx, user_id: str | None, job_ids: Sequence[str], at: datetime) -> list[Applicable]:
    """Return for each job whether this candidate, or a visitor, can apply; unknown jobs are left out."""
    jobs, postings = find_jobs(tx, job_ids), postings_of_jobs(tx, job_ids)
    sent = applications_for_jobs(tx, user_id, job_ids) if user_id else {}
    listed = open_jobs(tx, job_ids, at)
    employers = sorted({posting.employer_id for posting in postings.values()})
    rates, promises = reply_rates(tx, employers, since(at)), promises_of(tx, postings.values())
    members = defaultdict[str, list[Member]](list)
    for member in members_of_several(tx, employers):
        members[member.employer_id].append(member)
    found = []
    for job_id in dict.fromkeys(job_ids):
        job, posting = jobs.get(job_id), postings.get(job_id)
        if application := sent.get(job_id):
            owed = application.reply_by if application.turn == "employer" else None
            zone = promises[posting.id].zone if posting and owed else None
            found.append(Applicable(job_id, "applied", job, application, reply_by=owed, zone=zone))
        elif posting and posting.is_open(at) and job_id in listed:
            rate, hiring = rates.get(posting.employer_id), members[posting.employer_id]
            found.append(_open(job, posting, promises[posting.id], hiring, rate.percent if rate else None, at))
        elif posting:
            found.append(Applicable(job_id, "closed", job, because=_because(posting)))
        elif job and job_id in listed:
            found.append(Applicable(job_id, "not_here", job))
        elif job:
            found.append(Applicable(job_id, "closed", job, because="ended"))
    return found


def apply(
    tx: Tx, user: User, job_ids: Sequence[str], interview_id: str | None, consents: Sequence[Consent], at: datetime
) -> list[ApplyResult]:
    """Apply for several jobs with one interview, by default the newest; one that is refused does not stop the others.

    Raises `NoInterview`, `NotFound` for an interview that is not the candidate's own or not completed, and
    `ConsentMissing` if an employer among the jobs has no consent.
    """
    interview = _interview(tx, user.id, interview_id)
    postings = postings_of_jobs(tx, job_ids)
    given = {consent.employer_id for consent in consents}
    missing = sorted({posting.employer_id for posting in postings.values()} - given)
    if missing:
        raise ConsentMissing(employers=missing)
    shares = {
        one.employer_id: new_share(
            at, video=one.video, words=one.words, score=one.score, quick_answers=one.quick_answers
        )
        for one in consents
    }
    results = []
    for job_id in dict.fromkeys(job_ids):
        try:  # `submit` raises before it writes.
            if find_job(tx, job_id, at) is None:
                raise JobClosed if job_id in postings else NotFound
            posting = postings.get(job_id)
            share = shares[posting.employer_id] if posting else _NOTHING
            results.append(ApplyResult(job_id, submit(tx, user, posting, interview, share, at), None))
        except AppError as error:
            results.append(ApplyResult(job_id, None, error))
    return results


def load_own(tx: Tx, user: User, application_id: str, at: datetime) -> OwnApplication:
    """Load a candidate's application with all that belongs to it. Raises `NotFound` for any other."""
    application = own_application(tx, user.id, application_id)
    employer = find_employer(tx, application.employer_id)
    location = _location(tx, application)
    history = moves_of(tx, application_id)
    return OwnApplication(
        application=application,
        employer=employer,
        location=location,
        zone=location.zone if location else employer.zone,
        staffed=is_staffed(members_of_several(tx, [employer.id]), application),
        job=find_jobs(tx, [application.job_id]).get(application.job_id),
        rate=reply_rate(tx, employer.id, since(at)),
        grant=find_grant(tx, user.id, employer.id),
        moves=[(made, letter_of_move(tx, application, made, user)) for made in history],
        views=views_of(tx, application_id),
        answers=_answers(tx, application.interview_id),
        messages=messages_of(tx, application_id),
        meeting=without_taken(tx, meeting_of(tx, application_id)),
        offer=offer_of(tx, application_id),
        contest=contest_of(tx, application),
    )


def zone_of(tx: Tx, application: Application) -> str:
    """Return the time zone of an application's place, else its employer's."""
    location = _location(tx, application)
    return location.zone if location else find_employer(tx, application.employer_id).zone


def calendar_entry(found: OwnApplication, meeting: Meeting, user: User, url: str, mail_from: str) -> bytes:
    """Return an agreed meeting as a calendar file; `url` is the server's public address."""
    appointment = meeting_in_calendar(
        found.application, meeting, found.employer.name, url, mail_from.rpartition("@")[2]
    )
    organizer, attendee = Party(found.employer.name, mail_from), Party(user.full_name, user.email or mail_from)
    return invitation(appointment, organizer, attendee, "REQUEST", meeting.created_at)


def since(at: datetime) -> date:
    """Return the day after which promises count for the public reply rate."""
    return at.date() - timedelta(days=REPLY_RATE_DAYS)


def _open(
    job: Job | None,
    posting: Posting,
    promise: Promise,
    members: Sequence[Member],
    percent: int | None,
    at: datetime,
) -> Applicable:
    hiring = [member for member in members if member.hires_at(posting.location_id)]
    return Applicable(
        job_id=posting.job_id or "",
        state="open",
        job=job,
        employer=promise.employer,
        location=promise.location,
        reply_days=promise.days,
        reply_by=promise.from_(at),
        zone=promise.zone,
        percent=percent,
        hiring=tuple(member.name for member in hiring[:MAX_NAMED]),
        hiring_more=max(0, len(hiring) - MAX_NAMED),
        always_hiring=posting.always_hiring,
    )


def _because(posting: Posting) -> ClosedBecause:
    return posting.state if posting.state in {"paused", "filled"} else "ended"


def _interview(tx: Tx, user_id: str, interview_id: str | None) -> str:
    found = [one.id for one in sendable_of(tx, user_id)]
    if interview_id is None:
        if not found:
            raise NoInterview
        return found[0]
    if interview_id not in found:
        raise NotFound
    return interview_id


def _location(tx: Tx, application: Application) -> Location | None:
    if application.location_id is None:
        return None
    return find_location(tx, application.employer_id, application.location_id)


def _answers(tx: Tx, interview_id: str | None) -> list[Answered]:
    interview = any_interview(tx, interview_id) if interview_id else None
    if interview is None:
        return []
    takes = {take.number: take for take in takes_by_recording(tx, [interview.id])[interview.id]}
    competencies = {question["id"]: question["competency"] for question in interview.questions}
    found = []
    for answer in answers_of(tx, [interview.id])[interview.id]:
        take = takes.get(answer.take_number) if answer.take_number else None
        competency = competencies.get(answer.question_id.removesuffix(FOLLOW_UP), answer.question_text)
        found.append(Answered(answer, competency, take.duration_seconds if take else None))
    return found
