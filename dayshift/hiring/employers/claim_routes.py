"""HTTP: claim imported jobs that carry the employer's name."""

from fastapi import APIRouter

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.employers import claims
from dayshift.hiring.employers.claims import Claim, Group
from dayshift.hiring.employers.errors import ROLE_ERRORS, ClaimTaken, LinkExpired
from dayshift.hiring.employers.posting_schemas import (
    ClaimGroupReply,
    ClaimGroupsReply,
    ClaimKey,
    ClaimProgress,
    ClaimRequest,
    ClaimResult,
)
from dayshift.hiring.employers.session import Hiring

router = APIRouter(tags=["desk"])

CLAIM = Rule("claim jobs", 20, 86_400)
"""Per employer."""

CLAIM_MAIL = Rule("claim mail", 5, 86_400)
"""Per address: the mail goes to somebody who may know nothing about it."""

_MAX_TITLES = 5


@router.get("/api/desk/claims", responses=errors(*ROLE_ERRORS))
async def list_claims(member: Hiring, db: Db) -> ClaimGroupsReply:
    """Imported jobs under the employer's name that nobody has claimed. Empty for managers of single locations."""
    return await db.read(_groups, member)


@router.post("/api/desk/claims", responses=errors(*ROLE_ERRORS, NotFound, RateLimited))
async def request_claim(body: ClaimRequest, member: Hiring, db: Db, limits: Limiter) -> ClaimGroupsReply:
    """Ask for a group of jobs: by a link mailed to an address at their domain, or by asking an operator."""
    await limits.count(CLAIM, member.employer_id)
    if body.email:
        await limits.count(CLAIM_MAIL, body.email)

    def write(tx: Tx) -> ClaimGroupsReply:
        claims.request_claim(tx, member, body.domain, body.email, now())
        return _groups(tx, member)

    return await db.write(write)


@router.post("/api/desk/claims/confirm", responses=errors(*ROLE_ERRORS, LinkExpired, ClaimTaken))
async def confirm_claim(body: ClaimKey, member: Hiring, db: Db) -> ClaimResult:
    """Use a mailed link. It works once, and only for members of the employer that asked."""
    return ClaimResult(jobs=await db.write(claims.confirm_claim, member, body.key))


def _groups(tx: Tx, member: Hiring) -> ClaimGroupsReply:
    return ClaimGroupsReply(groups=[_group(one) for one in claims.claimable(tx, member)])


def _group(group: Group) -> ClaimGroupReply:
    return ClaimGroupReply(
        domain=group.domain,
        provable=group.provable,
        count=len(group.jobs),
        titles=sorted({job.title for job in group.jobs})[:_MAX_TITLES],
        state=_progress(group.claim),
        email=group.claim.email if group.claim and group.claim.state == "pending" else None,
    )


def _progress(claim: Claim | None) -> ClaimProgress:
    if claim is None:
        return "none"
    if claim.state == "approved":
        return "approved"
    return "mailed" if claim.email else "operator"
