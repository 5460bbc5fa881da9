"""HTTP: a person deletes everything, with a week to undo it, or one interview at once."""

from fastapi import APIRouter

from dayshift.accounts import RecentlyVerified, SignedIn, User
from dayshift.accounts.errors import ProofRequired
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db
from dayshift.interviews.room import zone_of_person
from dayshift.privacy.actions import request_erasure, undo_erasure
from dayshift.privacy.erase import LegalHold, erase_interview
from dayshift.privacy.holds import held_until
from dayshift.privacy.queries import Erasure, pending_erasure
from dayshift.privacy.schemas import ErasureReply, ErasureStateReply, InterviewErasedReply

router = APIRouter(tags=["privacy"])

ERASURE = "/api/privacy/erasure"


@router.get(ERASURE, responses=errors(NotSignedIn))
async def read_erasure(user: SignedIn, db: Db) -> ErasureStateReply:
    """Whether everything of this person is going to be deleted, and when."""
    return await db.read(_state, user, None)


@router.post(ERASURE, status_code=201, responses=errors(NotSignedIn, ProofRequired))
async def start_erasure(user: RecentlyVerified, db: Db) -> ErasureStateReply:
    """Delete everything in seven days. Applications are withdrawn and sharing ends at once."""

    def work(tx: Tx) -> ErasureStateReply:
        return _state(tx, user, request_erasure(tx, user.id, now()))

    return await db.write(work)


@router.delete(ERASURE, responses=errors(NotSignedIn, NotFound))
async def stop_erasure(user: SignedIn, db: Db) -> Ok:
    """Keep everything after all. Withdrawn applications stay withdrawn."""
    await db.write(undo_erasure, user.id)
    return Ok()


@router.delete(
    "/api/privacy/interviews/{interview_id}", responses=errors(NotSignedIn, ProofRequired, NotFound, LegalHold)
)
async def delete_interview(interview_id: str, user: RecentlyVerified, db: Db) -> InterviewErasedReply:
    """Delete one interview with its answers, score and recording. Applications that were sent with it are withdrawn."""
    return InterviewErasedReply(withdrawn=await db.write(erase_interview, user.id, interview_id, now()))


def _state(tx: Tx, user: User, planned: Erasure | None) -> ErasureStateReply:
    found = planned or pending_erasure(tx, user.id)
    if found is None:
        return ErasureStateReply(pending=None)
    held = held_until(tx, user.id, now())
    last = max(found.due_at, held or found.due_at)
    return ErasureStateReply(
        pending=ErasureReply(
            requested_at=found.requested_at,
            due_at=found.due_at,
            held_until=held if held and held > found.due_at else None,
            day=last.astimezone(zone_of_person(tx, user)).date(),
        )
    )
