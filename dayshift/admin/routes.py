"""HTTP: the operators' page: system state, dead letters and claims of imported jobs."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request

from dayshift.accounts import SignedIn, token_of
from dayshift.admin.actions import drop_tasks, retry_tasks
from dayshift.admin.employers import close, give_owner, invite
from dayshift.admin.legal import OperatedHoldsReply, RulesReply, all_holds, rules_with_jobs
from dayshift.admin.merging import MERGE_REFUSALS, Preview, merge_employers, preview_merge, records_of_same_name
from dayshift.admin.queries import OperatorRests, backup_runs, backups_late, require_operator
from dayshift.admin.schemas import (
    AccommodationAnswer,
    AccommodationRequestReply,
    AccommodationRequestsReply,
    BackupReply,
    ChangedReply,
    CheckReply,
    ChecksReply,
    ClaimDecidedReply,
    ClaimReply,
    ClaimsReply,
    DeadLetterReply,
    EmployerEnd,
    EmployerEndedReply,
    EmployerMemberReply,
    EmployerMerge,
    EmployerMergedReply,
    EmployersReply,
    ImportReply,
    NewOwner,
    OperatedEmployerReply,
    QueueReply,
    Refusal,
    RemovalConfirmed,
    SignUpsReply,
    SignUpWaitingReply,
    TranscriptionQueueReply,
    WorkReply,
)
from dayshift.admin.settings_check import check, unknown_variables
from dayshift.core import tasks
from dayshift.core.audit import digest_of
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db, Limiter
from dayshift.hiring import employers
from dayshift.interviews import reviews, room
from dayshift.jobs import catalog


async def _only_operators(request: Request, user: SignedIn, db: Db) -> None:
    await db.read(require_operator, user, token_of(request) or "")


# For everyone else this path does not exist (404).
router = APIRouter(tags=["operations"], dependencies=[Depends(_only_operators)])

SHOWN = 5
"""Number of backups, and of titles of a claim, on the page."""

SHOWN_EMPLOYERS = 50
MAX_WAITING = 20
ADD_OWNER = Rule("add owner", 20, 86_400)
"""Per employer: each is a mail to an address that somebody typed."""

_REFUSALS = errors(NotSignedIn, NotFound, OperatorRests)


@router.get("/api/operations/work", responses=_REFUSALS)
async def read_work(db: Db) -> WorkReply:
    """Background tasks, dead letters, recent backups, and the last imports of jobs."""

    def load(tx: Tx) -> WorkReply:
        runs = backup_runs(tx)
        return WorkReply(
            late=tasks.count_late(tx),
            backups=[BackupReply.model_validate(one) for one in runs[:SHOWN]],
            backups_late=backups_late(tx, runs),
            queue=[QueueReply.model_validate(one) for one in tasks.count_tasks(tx) if one.state != "dead"],
            transcription=_transcription(room.transcription_queue(tx)),
            dead=[DeadLetterReply.model_validate(one) for one in tasks.dead_letters(tx)],
            imports=[ImportReply.model_validate(one) for one in catalog.last_imports(tx)],
        )

    return await db.read(load)


@router.get("/api/operations/checks", responses=_REFUSALS)
async def read_checks(config: Config) -> ChecksReply:
    """Check everything that the settings refer to. Sends no messages; may take seconds."""
    found = [*unknown_variables(os.environ), *await check(config)]
    return ChecksReply(checks=[CheckReply.model_validate(one, from_attributes=True) for one in found])


@router.post("/api/operations/dead-letters/retry", responses=_REFUSALS)
async def retry_all(user: SignedIn, db: Db) -> ChangedReply:
    """Retry all dead letters."""
    by = digest_of(user.id)
    return await _change(db, lambda tx: retry_tasks(tx, [letter.id for letter in tasks.dead_letters(tx)], by))


@router.post("/api/operations/dead-letters/{letter}/retry", responses=_REFUSALS)
async def retry_letter(letter: str, user: SignedIn, db: Db) -> ChangedReply:
    """Retry a dead letter."""
    return await _change(db, lambda tx: retry_tasks(tx, [letter], digest_of(user.id)))


@router.delete("/api/operations/dead-letters/{letter}", responses=_REFUSALS)
async def drop_letter(letter: str, user: SignedIn, db: Db) -> ChangedReply:
    """Delete a dead letter."""
    return await _change(db, lambda tx: drop_tasks(tx, [letter], digest_of(user.id)))


@router.post("/api/operations/imports/confirm", responses=_REFUSALS)
async def confirm_removal(body: RemovalConfirmed, user: SignedIn, db: Db) -> Ok:
    """Let the next import of a source remove the jobs that were held; a scheduled one runs at once."""
    await db.write(catalog.confirm_removal, body.source, body.held, digest_of(user.id))
    return Ok()


@router.get("/api/operations/claims", responses=_REFUSALS)
async def read_claims(db: Db) -> ClaimsReply:
    """The oldest 20 claims of imported jobs that nobody has decided, with what speaks for each."""

    def load(tx: Tx) -> ClaimsReply:
        found = employers.pending_claims(tx, MAX_WAITING + 1)
        return ClaimsReply(claims=_claims(tx, found[:MAX_WAITING]), more=len(found) > MAX_WAITING)

    return await db.read(load)


@router.post("/api/operations/claims/{claim}/approve", responses=_REFUSALS | errors(employers.ClaimTaken))
async def approve_claim(claim: str, user: SignedIn, db: Db) -> ClaimDecidedReply:
    """Give the jobs to the employer that asked; the member gets a mail."""
    by = digest_of(user.id)
    return ClaimDecidedReply(
        jobs=await db.write(lambda tx: employers.decide_claim(tx, claim, approve=True, operator_id=by))
    )


@router.post("/api/operations/claims/{claim}/refuse", responses=_REFUSALS)
async def refuse_claim(claim: str, body: Refusal, user: SignedIn, db: Db) -> ClaimDecidedReply:
    """Refuse a claim; the jobs stay as they are, and the member who asked reads why in a mail."""
    by, why = digest_of(user.id), body.reason.strip()
    return ClaimDecidedReply(
        jobs=await db.write(lambda tx: employers.decide_claim(tx, claim, approve=False, reason=why, operator_id=by))
    )


@router.get("/api/operations/rules", responses=_REFUSALS)
async def read_rules(db: Db) -> RulesReply:
    """The dated legal rules with their sources, and the jobs that each applies to."""
    return await db.read(rules_with_jobs, now())


@router.get("/api/operations/holds", responses=_REFUSALS)
async def read_all_holds(db: Db) -> OperatedHoldsReply:
    """All legal holds, ended ones too. `dayshift privacy hold` adds and ends them."""
    return await db.read(all_holds, now())


@router.get("/api/operations/sign-ups", responses=_REFUSALS)
async def read_sign_ups(db: Db) -> SignUpsReply:
    """The oldest 20 new employers that wait for approval, with those here that may be the same."""

    def load(tx: Tx) -> SignUpsReply:
        found = employers.pending_sign_ups(tx, MAX_WAITING + 1)
        shown = found[:MAX_WAITING]
        alike = employers.alike_of(tx, shown)
        return SignUpsReply(sign_ups=[_sign_up(one, alike[one.id]) for one in shown], more=len(found) > MAX_WAITING)

    return await db.read(load)


@router.post("/api/operations/sign-ups/{sign_up}/approve", responses=_REFUSALS)
async def approve_sign_up(sign_up: str, user: SignedIn, db: Db) -> Ok:
    """Add the employer; its owner gets an invitation."""
    by = digest_of(user.id)
    await db.write(lambda tx: employers.decide_sign_up(tx, sign_up, approve=True, operator_id=by))
    return Ok()


@router.post("/api/operations/sign-ups/{sign_up}/refuse", responses=_REFUSALS)
async def refuse_sign_up(sign_up: str, body: Refusal, user: SignedIn, db: Db) -> Ok:
    """Refuse a new employer; the person who asked reads why in a mail."""
    by, why = digest_of(user.id), body.reason.strip()
    await db.write(lambda tx: employers.decide_sign_up(tx, sign_up, approve=False, reason=why, operator_id=by))
    return Ok()


@router.get("/api/operations/employers", responses=_REFUSALS)
async def read_employers(
    db: Db,
    q: Annotated[str, Query(max_length=120)] = "",
    after: Annotated[str | None, Query(max_length=36)] = None,
) -> EmployersReply:
    """The employers with these words in their name, those that nobody can sign in to first, in pages of 50."""

    def load(tx: Tx) -> EmployersReply:
        found = employers.page_of_employers(tx, q.strip(), after, SHOWN_EMPLOYERS + 1)
        shown = found[:SHOWN_EMPLOYERS]
        more = len(found) > SHOWN_EMPLOYERS
        return EmployersReply(employers=_employers(tx, shown), next=shown[-1][0].id if more else None)

    return await db.read(load)


@router.post("/api/operations/employers/{employer}/invitations/{member}", responses=_REFUSALS)
async def invite_again(employer: str, member: str, user: SignedIn, db: Db) -> Ok:
    """Send an invitation again; the earlier link stops working."""
    by = digest_of(user.id)

    def work(tx: Tx) -> None:
        found = employers.find_member(tx, member)
        if found is None or found.employer_id != employer:
            raise NotFound
        invite(tx, employer, found.email, by)

    await db.write(work)
    return Ok()


@router.post(
    "/api/operations/employers/{employer}/owners", responses=_REFUSALS | errors(employers.EmployerClosed, RateLimited)
)
async def add_owner(employer: str, body: NewOwner, user: SignedIn, db: Db, limits: Limiter) -> Ok:
    """Make somebody an owner, or invite them as one. All owners get a mail."""
    await limits.count(ADD_OWNER, employer)
    await db.write(give_owner, employer, body.email, body.name, body.language, digest_of(user.id))
    return Ok()


@router.post("/api/operations/employers/{employer}/close", responses=_REFUSALS | errors(employers.EmployerClosed))
async def close_employer(employer: str, body: EmployerEnd, user: SignedIn, db: Db) -> EmployerEndedReply:
    """Close an employer for good: candidates get a letter, jobs go offline, members, keys and links end."""
    by = digest_of(user.id)

    def work(tx: Tx) -> EmployerEndedReply:
        if employers.find_employer(tx, employer).name != body.name.strip():
            raise InvalidRequest(fields={"name": "This is not the name of the employer"})
        return EmployerEndedReply.model_validate(close(tx, employer, by))

    return await db.write(work)


@router.get("/api/operations/employers/{employer}/same-name", responses=_REFUSALS)
async def read_same_name(employer: str, db: Db) -> EmployersReply:
    """The other open records of this name, into which this one can be merged."""
    return await db.read(
        lambda tx: EmployersReply(employers=_employers(tx, records_of_same_name(tx, employer)), next=None)
    )


@router.post(
    "/api/operations/employers/{employer}/merge",
    responses=_REFUSALS | errors(employers.EmployerClosed, *MERGE_REFUSALS),
)
async def merge(employer: str, body: EmployerMerge, user: SignedIn, db: Db) -> EmployerMergedReply:
    """Merge a record into another one of the same employer, for good; without the name, only see what would happen."""
    by, typed = digest_of(user.id), body.name

    def work(tx: Tx) -> EmployerMergedReply:
        if typed is None:
            preview_merge(tx, employer, body.into)
        if employers.find_employer(tx, body.into).name != typed.strip():
            raise InvalidRequest(fields={"name": "This is not the name of the employer"})
        return EmployerMergedReply(done=True, **asdict(merge_employers(tx, employer, body.into, by)))

    try:
        return await db.write(work)
    except Preview as preview:
        return EmployerMergedReply(done=False, **asdict(preview.merged))


def _sign_up(one: employers.SignUp, alike: Sequence[employers.Alike]) -> SignUpWaitingReply:
    return SignUpWaitingReply(
        id=one.id, employer=one.employer, name=one.name, email=one.email, zip=one.zip, street=one.street,
        proved_at=one.proved_at or one.created_at,
        alike=[employers.AlikeReply.model_validate(other) for other in alike],
    )  # fmt: skip


def _transcription(queue: room.TranscriptionQueue) -> TranscriptionQueueReply:
    expected = queue.expected
    return TranscriptionQueueReply(
        waiting=queue.waiting,
        oldest_at=queue.oldest_at,
        expected_seconds=expected.total_seconds() if expected is not None else None,
    )


def _employers(tx: Tx, found: Sequence[tuple[employers.Employer, int]]) -> list[OperatedEmployerReply]:
    ids = [one.id for one, _ in found]
    until = employers.invitations_of(tx, ids)
    members: dict[str, list[employers.Member]] = {one: [] for one in ids}
    for member in employers.members_of_several(tx, ids):
        members[member.employer_id].append(member)
    return [_employer(one, count, members[one.id], until) for one, count in found]


def _employer(
    one: employers.Employer, count: int, members: Sequence[employers.Member], until: Mapping[str, datetime]
) -> OperatedEmployerReply:
    people = [
        EmployerMemberReply(
            id=member.id,
            name=member.name,
            email=member.email,
            role=member.role,
            state=member.state,
            expired=member.state == "invited" and until.get(member.id, now()) <= now(),
        )
        for member in members
        if member.state == "invited" or (member.state == "active" and member.role == "owner")
    ]
    return OperatedEmployerReply(id=one.id, name=one.name, members=count, closed_at=one.closed_at, people=people)


def _claims(tx: Tx, claims: Sequence[employers.Claim]) -> list[ClaimReply]:
    wanted = employers.claimed_jobs(tx, claims)
    names = employers.several_employers(tx, {one.employer_id for one in claims})
    members = employers.several_members(tx, {one.requested_by for one in claims if one.requested_by})
    return [
        _claim(one, names[one.employer_id].name, members.get(one.requested_by or ""), wanted[one.id]) for one in claims
    ]


def _claim(
    claim: employers.Claim, employer: str, member: employers.Member | None, wanted: Sequence[catalog.Job]
) -> ClaimReply:
    return ClaimReply(
        id=claim.id,
        employer=employer,
        name=member.name if member else None,
        email=member.email if member else None,
        role=member.role if member else None,
        domain=claim.domain,
        address_matches=member is not None and employers.proves(member.email, claim.domain),
        mailed_to=claim.email,
        jobs=len(wanted),
        titles=sorted({job.title for job in wanted})[:SHOWN],
        url=next((job.url for job in wanted if job.url), None),
        created_at=claim.created_at,
        expires_at=claim.expires_at,
    )


@router.get("/api/operations/accommodations", responses=_REFUSALS)
async def read_accommodations(db: Db) -> AccommodationRequestsReply:
    """Accommodations that candidates wait for, in the order in which they are due."""
    return await db.read(_waiting)


@router.post("/api/operations/accommodations/{accommodation}", responses=_REFUSALS)
async def answer_accommodation(
    accommodation: str, body: AccommodationAnswer, user: SignedIn, db: Db
) -> AccommodationRequestsReply:
    """Answer a candidate. They get a mail. Returns the requests that still wait."""

    def work(tx: Tx) -> AccommodationRequestsReply:
        reviews.answer(tx, accommodation, body.state, body.reply, digest_of(user.id))
        return _waiting(tx)

    return await db.write(work)


def _waiting(tx: Tx) -> AccommodationRequestsReply:
    at = now()
    return AccommodationRequestsReply(
        requests=[
            AccommodationRequestReply(
                id=one.id,
                name=user.full_name,
                email=user.email,
                phone=user.phone,
                kind=one.kind,
                note=one.note,
                asked_at=one.asked_at,
                due_at=one.due_at,
                late=at > one.due_at,
            )
            for one, user in reviews.waiting_accommodations(tx)
        ]
    )


async def _change(db: Db, change: Callable[[Tx], int]) -> ChangedReply:
    # Zero is not an error: another request may have been faster.
    return ChangedReply(changed=await db.write(change))
