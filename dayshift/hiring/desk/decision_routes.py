"""HTTP: members decide about applications: what is possible, the preview, moves with undo, and moves in bulk."""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Header, Query
from pydantic import Field, StringConstraints

from dayshift.accounts import find_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.language import DEFAULT, Language
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Body, Reply, WholeNumber
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.applications import decisions
from dayshift.hiring.applications.access import ApplicationAccess, contest_of, load_for_member
from dayshift.hiring.applications.actions import RequestedMove, undo
from dayshift.hiring.applications.bulk import MAX_TOGETHER, Outcome, make_all, undo_all
from dayshift.hiring.applications.errors import (
    DecidedBySame,
    DecisionPending,
    NotViewed,
    NotYet,
    StageConflict,
    StaleVersion,
    TimeTaken,
    UndoOver,
)
from dayshift.hiring.applications.fair_words import findings_in
from dayshift.hiring.applications.history import PendingMove, moves_of, pending_of, was_viewed_by
from dayshift.hiring.applications.letters import Letter
from dayshift.hiring.applications.meetings import busy_times, meeting_of
from dayshift.hiring.applications.moves import letter_before
from dayshift.hiring.applications.queries import Application, any_application
from dayshift.hiring.applications.schemas import BulkMove, ContestReply, FindingReply, Key, LetterReply, NewMove
from dayshift.hiring.applications.serializers import contest_reply, letter_reply
from dayshift.hiring.applications.stages import possible
from dayshift.hiring.desk.calendar import DAYS, STEP, Day, Hours, days_of, fits, usual_hours
from dayshift.hiring.employers import (
    Hiring,
    KeyReused,
    Location,
    Member,
    RoleRequired,
    SecondFactorRequired,
    StaffSignInRequired,
    find_employer,
    find_location,
    find_member,
    keep_street,
)
from dayshift.jobs.catalog import Job, find_jobs
from dayshift.matching.onboarding import quick_answers_of

router = APIRouter(tags=["desk"])

MOVE = Rule("move an application", 600, 3600)
"""Per member: a decision every six seconds."""

MOVE_MANY = Rule("move applications together", 6000, 3600)
"""Per member, counted in applications: invitations of many people are sent in requests of a few each."""

STAFF = (StaffSignInRequired, SecondFactorRequired, RoleRequired)
ONE = "/api/desk/applications/{application_id}"
MOVE_REFUSED = (StageConflict, StaleVersion, DecisionPending, NotViewed, DecidedBySame, TimeTaken, NotYet, KeyReused)

Version = Annotated[str, Header(alias="If-Match", pattern=r'^"?[0-9]{1,9}"?$')]
"""The version that a move was made on."""

IdempotencyKey = Annotated[Key, Header(alias="Idempotency-Key")]
BulkKey = Annotated[
    str, StringConstraints(min_length=8, max_length=40, pattern=r"^[\x21-\x7e]+$"), Header(alias="Idempotency-Key")
]
"""Shorter than a key of one move, because each application's own key is made of it."""

ApplicationId = Annotated[str, StringConstraints(max_length=36)]


class TimeReply(Reply):
    """A time that can be offered. `busy`: the member meets somebody else then. `fits`: the candidate can work then.

    `usual`: at an hour at which the member met others before.
    """

    starts_at: datetime
    busy: bool
    fits: bool
    usual: bool


class DayReply(Reply):
    """A day with its times, in the location's zone."""

    day: str
    times: list[TimeReply]


class PendingMoveReply(Reply):
    """A decision that will be sent at `dueAt`. Only the member who made it can undo it."""

    action: str
    by: str | None
    mine: bool
    due_at: datetime


class DecisionReply(Reply):
    """An application after a move, and the decision that is about to be sent."""

    id: str
    first_name: str
    stage: str
    version: int
    turn: Literal["employer", "candidate"] | None
    reply_by: datetime | None
    pending: PendingMoveReply | None


class StreetlessReply(Reply):
    """The location of a job whose street is not known yet: its name, and city, state and zip code."""

    name: str
    city: str


class OptionsReply(Reply):
    """What a member can do next, and what the forms begin with.

    `actions`: moves that the stage allows. `viewed`: this member has viewed an answer, which decisions need.
    `look`: the candidate asked for another one. `meetsAt`: the meeting that was agreed.
    `availability`: the candidate's quick answer, if they share it. `wishedTimes`: the times that the candidate wrote
    when none of those offered last worked. Pay in dollars.
    """

    id: str
    first_name: str
    title: str
    employer: str
    pay_low: float | None
    pay_high: float | None
    stage: str
    version: int
    actions: list[str]
    viewed: bool
    look: ContestReply | None
    meets_at: datetime | None
    language: Literal["en", "es"]
    zone: str
    minutes: int
    place: str
    without_street: StreetlessReply | None
    ask_for: str
    availability: list[str]
    wished_times: str | None
    days: list[DayReply]
    pending: PendingMoveReply | None


class PreviewReply(Reply):
    """Exactly what the candidate will read, in the candidate's language, and words in it to think about again."""

    language: Literal["en", "es"]
    letter: LetterReply
    findings: list[FindingReply]


class Target(Body):
    """An application and the version that the move was made on."""

    id: ApplicationId
    version: Annotated[int, Field(ge=1), WholeNumber]


class NewMoves(Body):
    """One move for several applications."""

    move: BulkMove
    applications: Annotated[list[Target], Field(min_length=1, max_length=MAX_TOGETHER)]


class OutcomeReply(Reply):
    """The result for one application: `dueAt` if it can be undone until then, or the code of the error."""

    id: str
    stage: str | None
    version: int | None
    due_at: datetime | None
    error: str | None


class OutcomesReply(Reply):
    """One result for each application, in the order of the request."""

    results: list[OutcomeReply]


class UndoMoves(Body):
    """Applications whose pending decisions the member takes back."""

    ids: Annotated[list[ApplicationId], Field(min_length=1, max_length=MAX_TOGETHER)]


class UndoneReply(Reply):
    """The applications whose decision was not sent."""

    ids: list[str]


@router.get(f"{ONE}/options", responses=errors(*STAFF, NotFound))
async def read_options(
    application_id: str, member: Hiring, db: Db, minutes: Annotated[int, Query(ge=5, le=240)] = 20
) -> OptionsReply:
    """What the member can do next, the times that can be offered, and what the forms begin with."""
    at = now()

    def load(tx: Tx) -> OptionsReply:
        return _options(tx, load_for_member(tx, member, application_id, at), member, minutes, at)

    return await db.read(load)


@router.post(f"{ONE}/preview", responses=errors(*STAFF, NotFound))
async def preview(application_id: str, body: NewMove, member: Hiring, db: Db) -> PreviewReply:
    """Exactly what the candidate would read. Changes nothing."""
    at = now()

    def load(tx: Tx) -> tuple[Letter, Language]:
        application = load_for_member(tx, member, application_id, at).application
        return letter_before(tx, application, member, body.model_dump(mode="json"), at)

    letter, language = await db.read(load)
    found = findings_in(body.model_dump(mode="json"))
    findings = [FindingReply.model_validate(one) for one in found]
    return PreviewReply(language=language, letter=letter_reply(letter), findings=findings)


async def _mover(member: Hiring, limits: Limiter) -> Member:
    await limits.count(MOVE, member.id)
    return member


Mover = Annotated[Member, Depends(_mover)]
"""A member who may hire, and has not made too many moves."""


@router.post(f"{ONE}/moves", responses=errors(*STAFF, NotFound, RateLimited, *MOVE_REFUSED))
async def make_move(
    application_id: str, body: NewMove, member: Mover, db: Db, version: Version, key: IdempotencyKey
) -> DecisionReply:
    """Move an application on. Asking, inviting, offering and declining can be undone for 30 seconds, then are sent."""
    at = now()
    wanted = RequestedMove(body.model_dump(mode="json"), int(version.strip('"')), key)

    def work(tx: Tx) -> DecisionReply:
        application = load_for_member(tx, member, application_id, at, for_update=True).application
        _check(tx, application, member, body, at)
        decisions.make(tx, application, member, wanted, at)
        if body.action in {"invite", "offer"} and body.street and application.location_id:
            keep_street(tx, member, application.location_id, body.street)
        return _decision(tx, application_id, member)

    return await db.write(work)


@router.delete(f"{ONE}/pending", responses=errors(*STAFF, NotFound, UndoOver))
async def undo_move(application_id: str, member: Hiring, db: Db) -> DecisionReply:
    """Take the member's own decision back before it is sent."""

    def work(tx: Tx) -> DecisionReply:
        undo(tx, load_for_member(tx, member, application_id, now(), for_update=True).application, member)
        return _decision(tx, application_id, member)

    return await db.write(work)


@router.post("/api/desk/applications/moves", responses=errors(*STAFF, RateLimited))
async def make_moves(body: NewMoves, member: Hiring, db: Db, limits: Limiter, key: BulkKey) -> OutcomesReply:
    """Ask, invite or close several applications that were viewed, with undo; each has a result of its own."""
    await limits.count(MOVE_MANY, member.id, cost=len(body.applications))
    at = now()
    if len({one.id for one in body.applications}) < len(body.applications):
        raise InvalidRequest(fields={"applications": "Please name each application once"})
    wanted = [(one.id, one.version) for one in body.applications]

    def work(tx: Tx) -> list[Outcome]:
        _check_times(tx, member, body.move, at)
        return make_all(tx, member, body.move.model_dump(mode="json"), wanted, key, at)

    return OutcomesReply(results=[_outcome(one) for one in await db.write(work)])


@router.post("/api/desk/applications/moves/undo", responses=errors(*STAFF))
async def undo_moves(body: UndoMoves, member: Hiring, db: Db) -> UndoneReply:
    """Take the member's own decisions about these applications back, as far as they were not sent."""
    return UndoneReply(ids=await db.write(undo_all, member, body.ids))


def _check(tx: Tx, application: Application, member: Member, body: NewMove, at: datetime) -> None:
    """Refuse a first day in the past, and times that are over or taken."""
    if body.action == "offer":
        zone = ZoneInfo(_zone(tx, application))
        if body.start_on < at.astimezone(zone).date():
            raise InvalidRequest(fields={"startOn": "Please choose a day that is not over"})
    own = meeting_of(tx, application.id)
    _check_times(tx, member, body, at, but=own.id if own else None)


def _check_times(tx: Tx, member: Member, body: NewMove, at: datetime, *, but: str | None = None) -> None:
    """Refuse times that are over, or taken by a meeting with somebody else: the one that is replaced ends."""
    if body.action != "invite":
        return
    length = timedelta(minutes=body.minutes)
    if any(one <= at for one in body.times):
        raise InvalidRequest(fields={"times": "Please choose times that are not over"})
    taken = [one for one in body.times if busy_times(tx, member.id, one, one + length, but=but)]
    if taken:
        raise TimeTaken(times=[one.isoformat() for one in taken])


def _decision(tx: Tx, application_id: str, member: Member) -> DecisionReply:
    application = any_application(tx, application_id)
    if application is None:
        raise NotFound
    return DecisionReply(
        id=application.id,
        first_name=application.first_name,
        stage=application.stage,
        version=application.version,
        turn=application.turn,
        reply_by=application.reply_by,
        pending=_pending(tx, pending_of(tx, application_id), member),
    )


def _pending(tx: Tx, pending: PendingMove | None, member: Member) -> PendingMoveReply | None:
    if pending is None:
        return None
    mine = pending.member_id == member.id
    by = member if mine else find_member(tx, pending.member_id)
    name = by.name if by else None
    return PendingMoveReply(action=pending.move["action"], by=name, mine=mine, due_at=pending.due_at)


def _options(tx: Tx, seen: ApplicationAccess, member: Member, minutes: int, at: datetime) -> OptionsReply:
    application = seen.application
    user = find_user(tx, application.user_id)
    location = _location(tx, application)
    employer = find_employer(tx, application.employer_id)
    zone = location.zone if location else employer.zone
    job: Job | None = find_jobs(tx, [application.job_id]).get(application.job_id)
    given = quick_answers_of(tx, application.user_id) if seen.quick_answers else []
    availability = next((one.answer.split(",") for one in given if one.question_type == "availability"), [])
    hours = Hours(zone, location.opens_at if location else None, location.closes_at if location else None)
    meeting = meeting_of(tx, application.id)
    usual = usual_hours(tx, member.id, zone)
    busy = busy_times(tx, member.id, at, at + timedelta(days=DAYS) + STEP, but=meeting.id if meeting else None)
    actions = [action for action in possible(application.stage, "member") if action != "view"]
    return OptionsReply(
        id=application.id,
        first_name=application.first_name,
        title=application.title,
        employer=employer.name,
        pay_low=job.pay_low / 100 if job and job.pay_low is not None else None,
        pay_high=job.pay_high / 100 if job and job.pay_high is not None else None,
        stage=application.stage,
        version=application.version,
        actions=list(actions),
        viewed=was_viewed_by(tx, application.id, member.id),
        meets_at=meeting.starts_at if meeting and meeting.state == "chosen" else None,
        look=contest_reply(contest_of(tx, application), member),
        language=user.language if user else DEFAULT,
        zone=zone,
        minutes=minutes,
        place=location.address if location else "",
        without_street=StreetlessReply(name=location.name, city=location.address)
        if location and not location.street
        else None,
        ask_for=member.first_name,
        availability=availability,
        wished_times=_wished_times(tx, application),
        days=[_day(day, availability, usual, zone) for day in days_of(hours, minutes, busy, at)],
        pending=_pending(tx, pending_of(tx, application.id), member),
    )


def _wished_times(tx: Tx, application: Application) -> str | None:
    if application.last_action != "refuse_times":
        return None
    return moves_of(tx, application.id)[-1].words


def _day(day: Day, availability: list[str], usual: frozenset[int], zone: str) -> DayReply:
    here = ZoneInfo(zone)
    times = [
        TimeReply(starts_at=one.starts_at, busy=one.busy, fits=fits(availability, local), usual=local.hour in usual)
        for one in day.times
        for local in [one.starts_at.astimezone(here)]
    ]
    return DayReply(day=day.day.isoformat(), times=times)


def _outcome(outcome: Outcome) -> OutcomeReply:
    application = outcome.application
    return OutcomeReply(
        id=outcome.application_id,
        stage=application.stage if application else None,
        version=application.version if application else None,
        due_at=outcome.pending.due_at if outcome.pending else None,
        error=outcome.refused.code if outcome.refused else None,
    )


def _location(tx: Tx, application: Application) -> Location | None:
    if application.location_id is None:
        return None
    return find_location(tx, application.employer_id, application.location_id)


def _zone(tx: Tx, application: Application) -> str:
    location = _location(tx, application)
    return location.zone if location else find_employer(tx, application.employer_id).zone
