"""HTTP: candidates apply for jobs, follow their applications and answer employers."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response
from pydantic import StringConstraints

from dayshift.accounts import SignedIn, User
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors, tagged
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db, Limiter
from dayshift.hiring.applications import candidate, decisions
from dayshift.hiring.applications.actions import check_version, unsubmit
from dayshift.hiring.applications.calendar_feed import appointments_of, create_feed, feed_key, owner_of, revoke_feed
from dayshift.hiring.applications.candidate import Applicable, ApplyResult, Consent
from dayshift.hiring.applications.errors import (
    AlreadyApplied,
    ConsentMissing,
    DeletionPlanned,
    JobClosed,
    JobFull,
    LookOver,
    NoInterview,
    NotHere,
    NothingToLookAt,
    StageConflict,
    StaleVersion,
    TimeTaken,
    UndoOver,
)
from dayshift.hiring.applications.grants import GRANT_DAYS, new_share
from dayshift.hiring.applications.own_list import own_page
from dayshift.hiring.applications.queries import Application, own_application
from dayshift.hiring.applications.schemas import (
    ApplicationReply,
    ApplicationsReply,
    CalendarFeedReply,
    GroupCounts,
    InterviewChoice,
    JobStatesReply,
    LookRequest,
    NewApplications,
    NewMessage,
    OfferAnswer,
    SentAllReply,
    Switches,
    TimeChoice,
)
from dayshift.hiring.applications.serializers import details, job_state, sent_reply, summary
from dayshift.hiring.employers import KeyReused
from dayshift.interviews.room import SendableInterview, sendable_of
from dayshift.scheduling import feed

router = APIRouter(tags=["applications"])

APPLY = Rule("apply", 100, 86_400)
"""Per account and day: an application costs an employer minutes."""

WRITE = Rule("write to an employer", 60, 3600)

PageKey = Annotated[str, StringConstraints(max_length=90, pattern=r"^(3~[0-9]{1,16}|[0124]~[0-9]{0,16})~[0-9a-f-]+$")]

ONE = "/api/applications/{application_id}"
_CALENDAR: dict[int | str, dict[str, Any]] = {
    200: {"description": "An iCalendar feed", "content": {"text/calendar": {"schema": {"type": "string"}}}}
}
_MOVED = errors(NotSignedIn, NotFound, StaleVersion, StageConflict)

Version = Annotated[str, Header(alias="If-Match", pattern=r'^("?[0-9]{1,9}"?)?$')]
"""The version that a move was made on; without it, the current one."""

IdempotencyKey = Annotated[str, Header(alias="Idempotency-Key", pattern=r"^([\x21-\x7e]{8,80})?$")]
"""A resend with the same key has no further effect."""


@router.get("/api/applications/states", responses=errors(NotSignedIn))
async def list_states(
    user: SignedIn,
    db: Db,
    job: Annotated[list[Annotated[str, StringConstraints(max_length=36)]], Query(min_length=1, max_length=100)],
) -> JobStatesReply:
    """Whether the candidate can apply for these jobs, what the employers promise, and the interviews to send."""
    at = now()

    def load(tx: Tx) -> tuple[list[Applicable], list[SendableInterview]]:
        return candidate.states_of(tx, user.id, job, at), sendable_of(tx, user.id)

    states, interviews = await db.read(load)
    choices = [
        InterviewChoice(
            id=one.id,
            title=one.job_title,
            ended_at=one.ended_at,
            answers=one.answers,
            declined=one.scoring == "declined",
        )
        for one in interviews
    ]
    until = at + timedelta(days=GRANT_DAYS)
    return JobStatesReply(jobs=[job_state(state) for state in states], interviews=choices, until=until)


@router.post(
    "/api/applications",
    status_code=201,
    responses=errors(
        NotSignedIn,
        NotFound,
        DeletionPlanned,
        NoInterview,
        ConsentMissing,
        RateLimited,
        NotHere,
        JobClosed,
        JobFull,
        AlreadyApplied,
    ),
)
async def apply(body: NewApplications, user: SignedIn, db: Db, limits: Limiter) -> SentAllReply:
    """Apply for jobs with one interview. Each job has a result of its own: the application, or why there is none."""
    await limits.count(APPLY, user.id)
    consents = [Consent(one.employer_id, one.video, one.words, one.score, one.quick_answers) for one in body.shares]

    def send(tx: Tx) -> tuple[list[ApplyResult], dict[str, str]]:
        sent = candidate.apply(tx, user, body.job_ids, body.interview_id, consents, now())
        made = [one.application for one in sent if one.application]
        return sent, {one.id: candidate.zone_of(tx, one) for one in made}

    sent, zones = await db.write(send)
    results = [sent_reply(one, zones.get(one.application.id) if one.application else None) for one in sent]
    return SentAllReply(results=results)


@router.get("/api/applications", responses=errors(NotSignedIn))
async def list_applications(
    user: SignedIn, db: Db, after: Annotated[PageKey | None, Query()] = None
) -> ApplicationsReply:
    """A page of the candidate's applications: what waits for them, meetings, open ones by reply date, the rest."""
    at = now()
    page = await db.read(own_page, user.id, after)
    return ApplicationsReply(
        applications=[summary(one, at) for one in page.items],
        counts=GroupCounts.model_validate(page.counts),
        sent=page.sent,
        next_key=page.next_key,
    )


@router.get(ONE, responses=errors(NotSignedIn, NotFound))
async def read_application(application_id: str, user: SignedIn, db: Db) -> ApplicationReply:
    """One application: timeline, who watched what, messages, meeting, offer and what is shared."""
    return await _reply(db, user, application_id)


@router.delete(ONE, responses=errors(NotSignedIn, NotFound, UndoOver))
async def undo_application(application_id: str, user: SignedIn, db: Db) -> Ok:
    """Take a new application back without a trace, within 10 seconds and before it was viewed."""

    def undo(tx: Tx) -> None:
        unsubmit(tx, own_application(tx, user.id, application_id, for_update=True), now())

    await db.write(undo)
    return Ok()


@router.post(f"{ONE}/withdraw", responses=_MOVED)
async def withdraw(application_id: str, user: SignedIn, db: Db, version: Version = "") -> ApplicationReply:
    """Withdraw: everything that was shared stops at once, unless another application with the employer is open."""

    def work(tx: Tx) -> None:
        decisions.withdraw(tx, _own(tx, user, application_id, version), now())

    await db.write(work)
    return await _reply(db, user, application_id)


@router.put(f"{ONE}/shares", responses=errors(NotSignedIn, NotFound, StageConflict, DeletionPlanned))
async def change_shares(application_id: str, body: Switches, user: SignedIn, db: Db) -> ApplicationReply:
    """Change what the employer may see; takes effect at once, for all applications with this employer.

    What has ended is shared again, as long as the application is open, and after a hire.
    """

    def work(tx: Tx) -> None:
        application = own_application(tx, user.id, application_id, for_update=True)
        at = now()
        share = new_share(at, **body.model_dump())
        decisions.change_shares(tx, application, share, at)

    await db.write(work)
    return await _reply(db, user, application_id)


@router.post(f"{ONE}/messages", status_code=201, responses=_MOVED | errors(RateLimited, KeyReused))
async def send_message(
    application_id: str, body: NewMessage, user: SignedIn, db: Db, limits: Limiter, key: IdempotencyKey = ""
) -> ApplicationReply:
    """Write to the employer. If the application waits for an answer, this is the answer."""
    await limits.count(WRITE, user.id)

    def work(tx: Tx) -> None:
        application = own_application(tx, user.id, application_id, for_update=True)
        decisions.write_as_candidate(tx, application, body.text, now(), key=key or None)

    await db.write(work)
    return await _reply(db, user, application_id)


@router.put(f"{ONE}/messages/read", responses=errors(NotSignedIn, NotFound))
async def mark_messages_read(application_id: str, user: SignedIn, db: Db) -> ApplicationReply:
    """Mark the employer's messages as read, when the candidate sees them."""

    def work(tx: Tx) -> None:
        decisions.mark_read(tx, own_application(tx, user.id, application_id).id, "member", now())

    await db.write(work)
    return await _reply(db, user, application_id)


@router.post(f"{ONE}/time", responses=_MOVED | errors(TimeTaken))
async def choose_time(
    application_id: str, body: TimeChoice, user: SignedIn, db: Db, version: Version = ""
) -> ApplicationReply:
    """Choose one of the offered times to meet, or say that none fits."""

    def work(tx: Tx) -> None:
        application = _own(tx, user, application_id, version)
        if body.starts_at is None:
            decisions.refuse_times(tx, application, body.words, now())
        else:
            decisions.choose_time(tx, application, body.starts_at, now())

    await db.write(work)
    return await _reply(db, user, application_id)


@router.post(f"{ONE}/offer", responses=_MOVED)
async def answer_offer(
    application_id: str, body: OfferAnswer, user: SignedIn, db: Db, version: Version = ""
) -> ApplicationReply:
    """Accept or refuse the offer."""

    def work(tx: Tx) -> None:
        decisions.answer_offer(tx, _own(tx, user, application_id, version), accept=body.accept, at=now())

    await db.write(work)
    return await _reply(db, user, application_id)


@router.post(f"{ONE}/look", responses=_MOVED | errors(DeletionPlanned, LookOver, NothingToLookAt))
async def ask_for_another_look(
    application_id: str, body: LookRequest, user: SignedIn, db: Db, version: Version = ""
) -> ApplicationReply:
    """Ask for another look within 30 days after a decline, once; only another member can decline then.

    `shares` is a new consent for this employer; without it, what is shared at the moment has to be enough.
    """
    at, given = now(), body.shares
    share = new_share(at, **given.model_dump()) if given else None

    def work(tx: Tx) -> None:
        decisions.look_again(tx, _own(tx, user, application_id, version), body.words, at, share)

    await db.write(work)
    return await _reply(db, user, application_id)


@router.get(f"{ONE}/meeting.ics", response_class=Response, responses=errors(NotSignedIn, NotFound))
async def read_calendar(application_id: str, user: SignedIn, db: Db, config: Config) -> Response:
    """The agreed meeting, after a hire the first day, as a calendar file."""
    found = await db.read(candidate.load_own, user, application_id, now())
    file = candidate.calendar_entry(found, user, config.public_url.rstrip("/"), config.mail_from)
    if file is None:
        raise NotFound
    headers = {"Content-Disposition": 'attachment; filename="meeting.ics"'}
    return Response(file, media_type="text/calendar", headers=headers)


@router.get("/api/calendar-feed", responses=errors(NotSignedIn))
async def read_feed_link(user: SignedIn, db: Db, config: Config) -> CalendarFeedReply:
    """The candidate's private link for calendar apps, if there is one."""
    key = await db.read(feed_key, user.id)
    return CalendarFeedReply(url=_feed_url(config.public_url, key) if key else None)


@router.put("/api/calendar-feed", responses=errors(NotSignedIn))
async def create_feed_link(user: SignedIn, db: Db, config: Config) -> CalendarFeedReply:
    """Create the private link, or return the one that there is."""
    key = await db.write(create_feed, user.id, now())
    return CalendarFeedReply(url=_feed_url(config.public_url, key))


@router.delete("/api/calendar-feed", responses=errors(NotSignedIn))
async def revoke_feed_link(user: SignedIn, db: Db) -> CalendarFeedReply:
    """Revoke the private link: calendars that subscribed to it get nothing any more."""
    await db.write(revoke_feed, user.id)
    return CalendarFeedReply(url=None)


@router.get("/api/calendar-feed/{key}/interviews.ics", response_class=Response, responses=_CALENDAR | errors(NotFound))
async def read_feed_file(
    key: Annotated[str, StringConstraints(max_length=120)], request: Request, db: Db, config: Config
) -> Response:
    """A candidate's meetings, first days and planned interviews, as a feed that calendars subscribe to."""
    at, url, host = now(), config.public_url.rstrip("/"), config.mail_from.rpartition("@")[2]

    def load(tx: Tx) -> bytes:
        user = owner_of(tx, key)
        return feed(config.product_name, appointments_of(tx, user, config.product_name, url, host, at))

    return tagged(request, await db.read(load), "text/calendar", {"Cache-Control": "private, no-cache"})


def _feed_url(public_url: str, key: str) -> str:
    return f"{public_url.rstrip('/')}/api/calendar-feed/{key}/interviews.ics"


def _own(tx: Tx, user: User, application_id: str, version: str) -> Application:
    application = own_application(tx, user.id, application_id, for_update=True)
    if version:
        check_version(tx, application, int(version.strip('"')))
    return application


async def _reply(db: Db, user: User, application_id: str) -> ApplicationReply:
    at = now()
    return details(await db.read(candidate.load_own, user, application_id, at), at)
