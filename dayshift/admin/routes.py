"""HTTP: the operators' page: system state, dead letters and claims of imported jobs."""

import os
from collections.abc import Callable

from fastapi import Depends

from dayshift import employers, jobs, reviews
from dayshift.accounts import SignedIn
from dayshift.admin.actions import drop_tasks, retry_tasks
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
    ClaimRefusal,
    ClaimReply,
    ClaimsReply,
    DeadLetterReply,
    ImportReply,
    QueueReply,
    RemovalConfirmed,
    WorkReply,
)
from dayshift.admin.settings_check import check, unknown_variables
from dayshift.core import tasks
from dayshift.core.audit import digest_of
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.routing import Router
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db


async def _only_operators(user: SignedIn, db: Db) -> None:
    await db.read(require_operator, user)


# For everyone else this path does not exist (404).
router = Router(tags=["operations"], dependencies=[Depends(_only_operators)])

SHOWN = 5
"""Number of backups, and of titles of a claim, on the page."""

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
            dead=[DeadLetterReply.model_validate(one) for one in tasks.dead_letters(tx)],
            imports=[ImportReply.model_validate(one) for one in jobs.last_imports(tx)],
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
    await db.write(jobs.confirm_removal, body.source, body.held, digest_of(user.id))
    return Ok()


@router.get("/api/operations/claims", responses=_REFUSALS)
async def read_claims(db: Db) -> ClaimsReply:
    """Claims of imported jobs that nobody has decided, oldest first, with what speaks for each."""
    return ClaimsReply(claims=await db.read(lambda tx: [_claim(tx, one) for one in employers.pending_claims(tx)]))


@router.post("/api/operations/claims/{claim}/approve", responses=_REFUSALS | errors(employers.ClaimTaken))
async def approve_claim(claim: str, user: SignedIn, db: Db) -> ClaimDecidedReply:
    """Give the jobs to the employer that asked; the member gets a mail."""
    by = digest_of(user.id)
    return ClaimDecidedReply(
        jobs=await db.write(lambda tx: employers.decide_claim(tx, claim, approve=True, operator_id=by))
    )


@router.post("/api/operations/claims/{claim}/refuse", responses=_REFUSALS)
async def refuse_claim(claim: str, body: ClaimRefusal, user: SignedIn, db: Db) -> ClaimDecidedReply:
    """Refuse a claim; the jobs stay as they are, and the member who asked reads why in a mail."""
    by, why = digest_of(user.id), body.reason.strip()
    return ClaimDecidedReply(
        jobs=await db.write(lambda tx: employers.decide_claim(tx, claim, approve=False, reason=why, operator_id=by))
    )


def _claim(tx: Tx, claim: employers.Claim) -> ClaimReply:
    member = employers.find_member(tx, claim.requested_by) if claim.requested_by else None
    wanted = employers.claimed_jobs(tx, claim)
    return ClaimReply(
        id=claim.id,
        employer=employers.find_employer(tx, claim.employer_id).name,
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
