"""HTTP: members decide about applications: what is possible, the preview, moves with undo, and moves in bulk."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
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
from dayshift.dependencies import Db, IdempotencyKey, Limiter
from dayshift.hiring.applications import decisions
from dayshift.hiring.applications.access import ApplicationAccess, contest_of, load_for_member, others_hiring
from dayshift.hiring.applications.actions import RequestedMove, undo
from dayshift.hiring.applications.bulk import MAX_TOGETHER, Outcome, make_all, undo_all
from dayshift.hiring.applications.candidate import location_of, zone_of
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
from dayshift.hiring.applications.meetings import Meeting, busy_times, meeting_of, meetings_of
from dayshift.hiring.applications.moves import letter_before
from dayshift.hiring.applications.queries import Application, any_application, stage_counts_of
from dayshift.hiring.applications.schemas import (
    BulkMove,
    ContestReply,
    DraftMove,
    FindingReply,
    LetterReply,
    NewMove,
)
from dayshift.hiring.applications.serializers import contest_reply, letter_reply
from dayshift.hiring.applications.stages import corrects_no_show, possible
from dayshift.hiring.applications.warnings import WarningToken, warning_token, was_warned
from dayshift.hiring.desk.calendar import DAYS, STEP, Day, Hours, days_of, fits, usual_hours
from dayshift.hiring.desk.wishes import wished_in
from dayshift.hiring.employers import (
    ROLE_ERRORS,
    Hiring,
    KeyReused,
    Member,
    busy_elsewhere,
    find_employer,
    find_member,
    find_posting,
    keep_street,
    members_of,
)
from dayshift.jobs.catalog import Job, dollars, find_jobs
from dayshift.matching.onboarding import quick_answers_of

router = APIRouter(tags=["desk"])

MOVE = Rule("move an application", 600, 3600)
"""Per member: a decision every six seconds."""

MOVE_MANY = Rule("move applications together", 6000, 3600)
"""Per member, counted in applications: invitations of many people are sent in requests of a few each."""

ONE = "/api/desk/applications/{application_id}"
MOVE_REFUSED = (StageConflict, StaleVersion, DecisionPending, NotViewed, DecidedBySame, TimeTaken, NotYet, KeyReused)

Version = Annotated[str, Header(alias="If-Match", pattern=r'^"?[0-9]{1,9}"?$')]
"""The version that a move was made on."""

BulkKey = Annotated[
    str, StringConstraints(min_length=8, max_length=40, pattern=r"^[\x21-\x7e]+$"), Header(alias="Idempotency-Key")
]
"""Shorter than a key of one move, because each application's own key is made of it."""

ApplicationId = Annotated[str, StringConstraints(max_length=36)]


class TimeReply(Reply):
    """A time that can be offered. `busy`: the member meets somebody else then. `fits`: the candidate can work then.

    `elsewhere`: the member's own calendar has something then, which does not prevent an invitation.
    `usual`: at an hour at which the member met others before. `asked`: the candidate asked for such a time when none of
    those offered worked. `refused`: it was one of those.
    """

    starts_at: datetime
    busy: bool
    elsewhere: bool
    fits: bool
    usual: bool
    asked: bool
    refused: bool


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
    title: str
    location: str | None
    stage: str
    version: int
    turn: Literal["employer", "candidate"] | None
    reply_by: datetime | None
    pending: PendingMoveReply | None


class StreetlessReply(Reply):
    """The location of a job whose street is not known yet: its name, and city, state and zip code."""

    name: str
    city: str


class OpeningsReply(Reply):
    """The openings of a job that has a last one, with who was hired and which other offers are open."""

    openings: int
    hired: int
    offered: int


class OptionsReply(Reply):
    """What a member can do next, and what the forms begin with.

    `actions`: moves that the stage allows. `viewed`: this member has viewed an answer, which decisions need.
    `look`: the candidate asked for another one. `alone`: nobody else hires there who could take one.
    `meetsAt`: the meeting that was agreed.
    `availability`: the candidate's quick answer, if they share it. `wishedTimes`: the times that the candidate wrote
    when none of those offered last worked. `replyStays`: the reply date, if a question moves it no more. `openings`: of
    the job, null if it has no last one. Pay in dollars.
    """

    id: str
    first_name: str
    title: str
    location: str | None
    employer: str
    pay_low: float | None
    pay_high: float | None
    openings: OpeningsReply | None
    stage: str
    version: int
    actions: list[str]
    viewed: bool
    look: ContestReply | None
    alone: bool
    meets_at: datetime | None
    language: Literal["en", "es"]
    zone: str
    minutes: int
    place: str
    without_street: StreetlessReply | None
    ask_for: str
    availability: list[str]
    wished_times: str | None
    reply_stays: datetime | None
    days: list[DayReply]
    pending: PendingMoveReply | None


class PreviewReply(Reply):
    """Exactly what the candidate will read, in the candidate's language, and words in it to think about again.

    `warning` goes with the move, if the member was shown these words and sends them all the same.
    """

    language: Literal["en", "es"]
    letter: LetterReply
    findings: list[FindingReply]
    warning: str | None


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


@router.get(f"{ONE}/options", responses=errors(*ROLE_ERRORS, NotFound))
async def read_options(
    application_id: str, member: Hiring, db: Db, minutes: Annotated[int, Query(ge=5, le=240)] = 20
) -> OptionsReply:
    """What the member can do next, the times that can be offered, and what the forms begin with."""
    at = now()

    def load(tx: Tx) -> OptionsReply:
        return _options(tx, load_for_member(tx, member, application_id, at), member, minutes, at)

    return await db.read(load)


@router.post(f"{ONE}/preview", responses=errors(*ROLE_ERRORS, NotFound))
async def preview(application_id: str, body: DraftMove, member: Hiring, db: Db) -> PreviewReply:
    """Exactly what the candidate would read; an offer also while it is written. Changes nothing."""
    at = now()
    move = body.model_dump(mode="json")
    found = findings_in(move)

    def load(tx: Tx) -> tuple[tuple[Letter, Language], str | None]:
        application = load_for_member(tx, member, application_id, at).application
        letter = letter_before(tx, application, member, move, at)
        return letter, warning_token(tx, member, application_id, move, found)

    (letter, language), warning = await db.read(load)
    findings = [FindingReply.model_validate(one) for one in found]
    return PreviewReply(language=language, letter=letter_reply(letter), findings=findings, warning=warning)


def _warned(tx: Tx, warning: str, member: Member, application_id: str | None, move: Mapping[str, Any]) -> bool:
    """Whether the member was shown the warning about the words of a move, if there was something to warn about."""
    found = findings_in(move)
    return bool(found) and was_warned(tx, warning, member, application_id, move, found)


async def _mover(member: Hiring, limits: Limiter) -> Member:
    await limits.count(MOVE, member.id)
    return member


Mover = Annotated[Member, Depends(_mover)]
"""A member who may hire, and has not made too many moves."""


@router.post(f"{ONE}/moves", responses=errors(*ROLE_ERRORS, NotFound, RateLimited, *MOVE_REFUSED))
async def make_move(  # noqa: PLR0913  (a request has these parts)
    application_id: str, body: NewMove, member: Mover, db: Db, version: Version, key: IdempotencyKey,
    *, warning: WarningToken = "",
) -> DecisionReply:  # fmt: skip
    """Move an application on. Asking, inviting, offering and declining can be undone for 30 seconds, then are sent."""
    at = now()
    wanted = RequestedMove(body.model_dump(mode="json"), int(version.strip('"')), key)

    def work(tx: Tx) -> DecisionReply:
        application = load_for_member(tx, member, application_id, at, for_update=True).application
        _check(tx, application, member, body, at)
        warned = _warned(tx, warning, member, application_id, wanted.move)
        decisions.make(tx, application, member, replace(wanted, warned=warned), at)
        if body.action in {"invite", "offer"} and body.street and application.location_id:
            keep_street(tx, member, application.location_id, body.street)
        return _decision(tx, application_id, member)

    return await db.write(work)


@router.delete(f"{ONE}/pending", responses=errors(*ROLE_ERRORS, NotFound, UndoOver))
async def undo_move(application_id: str, member: Hiring, db: Db) -> DecisionReply:
    """Take the member's own decision back before it is sent."""

    def work(tx: Tx) -> DecisionReply:
        undo(tx, load_for_member(tx, member, application_id, now(), for_update=True).application, member)
        return _decision(tx, application_id, member)

    return await db.write(work)


@router.post("/api/desk/applications/moves", responses=errors(*ROLE_ERRORS, RateLimited))
async def make_moves(
    body: NewMoves, member: Hiring, db: Db, limits: Limiter, key: BulkKey, warning: WarningToken = ""
) -> OutcomesReply:
    """Ask, invite or close several applications that were viewed, with undo; each has a result of its own."""
    await limits.count(MOVE_MANY, member.id, cost=len(body.applications))
    at = now()
    if len({one.id for one in body.applications}) < len(body.applications):
        raise InvalidRequest(fields={"applications": "Please name each application once"})
    wanted = [(one.id, one.version) for one in body.applications]

    def work(tx: Tx) -> list[Outcome]:
        _check_times(tx, member, body.move, at)
        move = body.move.model_dump(mode="json")
        warned = _warned(tx, warning, member, None, move)
        return make_all(tx, member, move, wanted, key, at, warned=warned)

    return OutcomesReply(results=[_outcome(one) for one in await db.write(work)])


@router.post("/api/desk/applications/moves/undo", responses=errors(*ROLE_ERRORS))
async def undo_moves(body: UndoMoves, member: Hiring, db: Db) -> UndoneReply:
    """Take the member's own decisions about these applications back, as far as they were not sent."""
    return UndoneReply(ids=await db.write(undo_all, member, body.ids))


def _check(tx: Tx, application: Application, member: Member, body: NewMove, at: datetime) -> None:
    """Refuse days of an offer that are over, a decline that gives no reason, and times that are over or taken."""
    if body.action == "offer":
        zone = ZoneInfo(zone_of(tx, application))
        today = at.astimezone(zone).date()
        if body.start_on < today:
            raise InvalidRequest(fields={"startOn": "Please choose a day that is not over"})
        if body.answer_by and not today <= body.answer_by <= body.start_on:
            raise InvalidRequest(fields={"answerBy": "Please choose a day from today to the first day"})
    if body.action == "decline" and body.reason == "other" and not body.words:
        raise InvalidRequest(fields={"words": "Please say the reason: the candidate has a right to know it"})
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
    location = location_of(tx, application)
    return DecisionReply(
        id=application.id,
        first_name=application.called,
        title=application.title,
        location=location.name if location else None,
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
    location = location_of(tx, application)
    employer = find_employer(tx, application.employer_id)
    zone = location.zone if location else employer.zone
    job: Job | None = find_jobs(tx, [application.job_id]).get(application.job_id)
    given = quick_answers_of(tx, application.user_id) if seen.quick_answers else []
    availability = next((one.answer.split(",") for one in given if one.question_type == "availability"), [])
    hours = Hours(zone, location.opens_at if location else None, location.closes_at if location else None)
    invited = meetings_of(tx, application.id)
    meeting = invited[0] if invited else None
    wished = _wished_times(tx, application)
    usual = usual_hours(tx, member.id, zone)
    busy = busy_times(tx, member.id, at, at + timedelta(days=DAYS) + STEP, but=meeting.id if meeting else None)
    elsewhere = busy_elsewhere(tx, member.id, at, at + timedelta(days=DAYS) + STEP)
    about = _About(ZoneInfo(zone), availability, usual, wished_in(wished), _refused(invited))
    missed = meeting is not None and meeting.state == "no_show"
    actions = [
        action
        for action in possible(application.stage, "member")
        if action != "view" and (missed or not corrects_no_show(application.stage, action))
    ]
    return OptionsReply(
        id=application.id,
        first_name=application.called,
        title=application.title,
        location=location.name if location else None,
        employer=employer.name,
        pay_low=dollars(job.pay_low) if job else None,
        pay_high=dollars(job.pay_high) if job else None,
        openings=_openings(tx, application) if "offer" in actions else None,
        stage=application.stage,
        version=application.version,
        actions=list(actions),
        viewed=was_viewed_by(tx, application.id, member.id),
        meets_at=meeting.starts_at if meeting and meeting.state == "chosen" else None,
        look=contest_reply(contest_of(tx, application), member),
        alone=not others_hiring(members_of(tx, application.employer_id), application, member.id),
        language=user.language if user else DEFAULT,
        zone=zone,
        minutes=minutes,
        place=location.address if location else "",
        without_street=StreetlessReply(name=location.name, city=location.address)
        if location and not location.street
        else None,
        ask_for=member.first_name,
        availability=availability,
        wished_times=wished,
        reply_stays=application.reply_by if application.reply_extended else None,
        days=[_day(day, about) for day in days_of(hours, minutes, busy, at, elsewhere=elsewhere)],
        pending=_pending(tx, pending_of(tx, application.id), member),
    )


def _openings(tx: Tx, application: Application) -> OpeningsReply | None:
    posting = find_posting(tx, application.posting_id)
    if posting is None or posting.always_hiring:
        return None
    counts = stage_counts_of(tx, [posting.id]).get(posting.id, {})
    return OpeningsReply(openings=posting.openings, hired=counts.get("hired", 0), offered=counts.get("offered", 0))


def _wished_times(tx: Tx, application: Application) -> str | None:
    if application.last_action != "refuse_times":
        return None
    return moves_of(tx, application.id)[-1].words


@dataclass(frozen=True, slots=True)
class _About:
    """What makes a time good or bad for one candidate and this member; `asked` is None if the candidate named none."""

    zone: ZoneInfo
    availability: list[str]
    usual: frozenset[int]
    asked: Callable[[datetime], bool] | None
    refused: frozenset[datetime]


def _refused(invited: Sequence[Meeting]) -> frozenset[datetime]:
    """The times that the candidate said no to: all that were offered, or the one that they cannot keep."""
    return frozenset(
        time
        for one in invited
        if one.state == "refused"
        for time in ([one.starts_at] if one.starts_at else map(datetime.fromisoformat, one.offered))
    )


def _day(day: Day, about: _About) -> DayReply:
    times = [
        TimeReply(
            starts_at=one.starts_at,
            busy=one.busy,
            elsewhere=one.elsewhere,
            fits=fits(about.availability, local),
            usual=local.hour in about.usual,
            asked=about.asked is not None and about.asked(local),
            refused=one.starts_at in about.refused,
        )
        for one in day.times
        for local in [one.starts_at.astimezone(about.zone)]
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
