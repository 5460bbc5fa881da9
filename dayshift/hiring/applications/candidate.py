"""What candidates do and see: which jobs can be applied for, applying, and an application with all its parts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from dayshift.accounts import User, is_deletion_planned
from dayshift.core.db import Tx
from dayshift.core.errors import AppError, NotFound
from dayshift.core.language import Language
from dayshift.hiring.applications.access import Contest, contest_of
from dayshift.hiring.applications.actions import lock_names, submit
from dayshift.hiring.applications.calendar_feed import first_day_in_calendar, meeting_in_calendar
from dayshift.hiring.applications.decisions import letter_of_move
from dayshift.hiring.applications.errors import ConsentMissing, DeletionPlanned, JobClosed, NoInterview
from dayshift.hiring.applications.grants import Share, new_share
from dayshift.hiring.applications.history import (
    Offer,
    Opening,
    StoredMessage,
    StoredMove,
    View,
    messages_of,
    moves_of,
    offer_of,
    openings_of_answers,
    views_of_answers,
)
from dayshift.hiring.applications.letters import Letter, first_day_in_words, title_with_place
from dayshift.hiring.applications.meetings import Meeting, meeting_of, without_taken
from dayshift.hiring.applications.promises import (
    REPLY_RATE_DAYS,
    Promise,
    ReplyRate,
    promises_of,
    reply_rate,
    reply_rates,
)
from dayshift.hiring.applications.queries import (
    Application,
    Grant,
    applications_for_jobs,
    find_grant,
    full_among,
    own_application,
)
from dayshift.hiring.applications.reply_clock import is_alone, is_staffed, without_stopped_date
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
from dayshift.interviews.room import Interview, StoredAnswer, answers_of, any_interview, sendable_of
from dayshift.jobs.catalog import Job, find_job, find_jobs, open_jobs
from dayshift.knowledge.question_plans import FOLLOW_UP, translations
from dayshift.scheduling import Party, invitation

_NOTHING = Share(video=False, words=False, score=False, until=datetime.max.replace(tzinfo=UTC))
"""For a job whose employer is not here: applying for it is refused."""

MAX_NAMED = 3
"""Members named as those who hire, before the rest is counted."""

JobState = Literal["open", "applied", "closed", "not_here"]

ClosedBecause = Literal["paused", "filled", "full", "ended"]


@dataclass(frozen=True, slots=True)
class Applicable:
    """Whether a candidate can apply for a job. Only an open one has an employer and those who hire.

    `reply_by`: by when an application would be, or is, answered, with its zone; None if nobody hires there, which
    `staffed` says.

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
    staffed: bool = False
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
    """An application with all that belongs to it, for its candidate. `staffed` and `alone` as in `OwnListItem`.

    `score_declined`: the candidate wants no AI score for its interview.
    """

    application: Application
    employer: Employer
    location: Location | None
    zone: str
    staffed: bool
    alone: bool
    job: Job | None
    rate: ReplyRate
    grant: Grant | None
    moves: list[tuple[StoredMove, Letter]]
    views: list[View]
    openings: list[Opening]
    answers: list[Answered]
    score_declined: bool
    messages: list[StoredMessage]
    meeting: Meeting | None
    offer: Offer | None
    contest: Contest | None


def states_of(tx: Tx, user_id: str | None, job_ids: Sequence[str], at: datetime) -> list[Applicable]:
    """Return for each job whether this candidate, or a visitor, can apply; unknown jobs are left out."""
    jobs, postings = find_jobs(tx, job_ids), postings_of_jobs(tx, job_ids)
    sent = applications_for_jobs(tx, user_id, job_ids) if user_id else {}
    listed, full = open_jobs(tx, job_ids, at), full_among(tx, postings.values())
    employers = sorted({posting.employer_id for posting in postings.values()})
    rates, promises = reply_rates(tx, employers, since(at)), promises_of(tx, postings.values())
    members = defaultdict[str, list[Member]](list)
    for member in members_of_several(tx, employers):
        members[member.employer_id].append(member)
    found = []
    for job_id in dict.fromkeys(job_ids):
        job, posting = jobs.get(job_id), postings.get(job_id)
        if application := sent.get(job_id):
            there = members[application.employer_id]
            application = without_stopped_date(there, application)
            owed = application.reply_by if application.turn == "employer" else None
            zone = promises[posting.id].zone if posting and owed else None
            staffed = is_staffed(there, application)
            found.append(Applicable(job_id, "applied", job, application, reply_by=owed, staffed=staffed, zone=zone))
        elif posting and posting.is_open(at) and job_id in listed and posting.id in full:
            found.append(Applicable(job_id, "closed", job, because="full"))
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

    Raises `DeletionPlanned`, `NoInterview`, `NotFound` for an interview that is not the candidate's own or not
    completed, and `ConsentMissing` if an employer among the jobs has no consent.
    """
    if is_deletion_planned(tx, user.id):
        raise DeletionPlanned
    interview = _interview(tx, user.id, interview_id)
    postings = postings_of_jobs(tx, job_ids)
    given = {consent.employer_id for consent in consents}
    missing = sorted({posting.employer_id for posting in postings.values()} - given)
    if missing:
        raise ConsentMissing(employers=missing)
    lock_names(tx, {posting.employer_id for posting in postings.values()}, user)  # All first, in one order.
    shares = {
        one.employer_id: new_share(
            at, video=one.video, words=one.words, score=one.score, quick_answers=one.quick_answers
        )
        for one in consents
    }
    members = members_of_several(tx, sorted({posting.employer_id for posting in postings.values()}))
    results = []
    for job_id in dict.fromkeys(job_ids):
        try:  # `submit` raises before it writes.
            if find_job(tx, job_id, at) is None:
                raise JobClosed if job_id in postings else NotFound
            posting = postings.get(job_id)
            share = shares[posting.employer_id] if posting else _NOTHING
            made = submit(tx, user, posting, interview, share, at)
            results.append(ApplyResult(job_id, without_stopped_date(members, made), None))
        except AppError as error:
            results.append(ApplyResult(job_id, None, error))
    return results


def load_own(tx: Tx, user: User, application_id: str, at: datetime) -> OwnApplication:
    """Load a candidate's application with all that belongs to it. Raises `NotFound` for any other."""
    application = own_application(tx, user.id, application_id)
    employer = find_employer(tx, application.employer_id)
    location = location_of(tx, application)
    history = moves_of(tx, application_id)
    members = members_of_several(tx, [employer.id])
    interview = any_interview(tx, application.interview_id) if application.interview_id else None
    return OwnApplication(
        application=without_stopped_date(members, application),
        employer=employer,
        location=location,
        zone=location.zone if location else employer.zone,
        staffed=is_staffed(members, application),
        alone=is_alone(members, application),
        job=find_jobs(tx, [application.job_id]).get(application.job_id),
        rate=reply_rate(tx, employer.id, since(at)),
        grant=find_grant(tx, user.id, employer.id),
        moves=[(made, letter_of_move(tx, application, made, user)) for made in history],
        views=views_of_answers(tx, application_id),
        openings=openings_of_answers(tx, application_id),
        answers=_answers(tx, interview, user.language) if interview else [],
        score_declined=bool(interview and interview.scoring == "declined"),
        messages=messages_of(tx, application_id),
        meeting=without_taken(tx, meeting_of(tx, application_id)),
        offer=offer_of(tx, application_id),
        contest=contest_of(tx, application),
    )


def location_of(tx: Tx, application: Application) -> Location | None:
    """Return the place of an application, None without one."""
    if application.location_id is None:
        return None
    return find_location(tx, application.employer_id, application.location_id)


def zone_of(tx: Tx, application: Application) -> str:
    """Return the time zone of an application's place, else its employer's."""
    location = location_of(tx, application)
    return location.zone if location else find_employer(tx, application.employer_id).zone


def calendar_entry(found: OwnApplication, user: User, url: str, mail_from: str) -> bytes | None:
    """Return the agreed meeting, after a hire the first day, as a calendar file; None without either.

    `url` is the server's public address.
    """
    host, employer, meeting, offer = mail_from.rpartition("@")[2], found.employer.name, found.meeting, found.offer
    if found.application.stage == "hired" and offer:
        job = title_with_place(found.application.title, found.location)
        summary = first_day_in_words(employer, job, user.language)
        link = f"{url}/application?id={found.application.id}"
        appointment = first_day_in_calendar(offer, summary, link, host)
    elif meeting and meeting.starts_at and meeting.state == "chosen":
        appointment = meeting_in_calendar(found.application, meeting, employer, found.location, url, host)
    else:
        return None
    organizer, attendee = Party(found.employer.name, mail_from), Party(user.full_name, user.email or mail_from)
    return invitation(appointment, organizer, attendee, "REQUEST", appointment.made_at)


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
        reply_by=promise.from_(at) if hiring else None,
        staffed=bool(hiring),
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


def _answers(tx: Tx, interview: Interview, language: Language) -> list[Answered]:
    """Return the answers of an interview, with the names of their skills in `language` if the plan has them."""
    takes = {take.number: take for take in takes_by_recording(tx, [interview.id])[interview.id]}
    competencies = {question["id"]: question["competency"] for question in interview.questions}
    if interview.plan_id and interview.plan_version:
        others = [one for one in translations(interview.plan_id, interview.plan_version) if one.language == language]
        competencies |= {question.id: question.competency for plan in others for question in plan.questions}
    found = []
    for answer in answers_of(tx, [interview.id])[interview.id]:
        take = takes.get(answer.take_number) if answer.take_number else None
        competency = competencies.get(answer.question_id.removesuffix(FOLLOW_UP), answer.question_text)
        found.append(Answered(answer, competency, take.duration_seconds if take else None))
    return found
