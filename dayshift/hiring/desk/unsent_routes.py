"""HTTP: decisions that could not be sent, until a member has dismissed them."""

from datetime import datetime
from typing import Literal

from fastapi import APIRouter

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.schemas import Reply
from dayshift.dependencies import Db
from dayshift.hiring.applications.unsent import Unsent, UnsentReason, dismiss, unsent_for
from dayshift.hiring.employers import ROLE_ERRORS, Hiring, Member, find_employer, find_member, locations_of

router = APIRouter(tags=["desk"])


class UnsentMoveReply(Reply):
    """What was written, as in the request: only the fields of its action. Pay in US dollars per hour."""

    text: str | None = None
    times: list[datetime] | None = None
    minutes: int | None = None
    place: str | None = None
    ask_for: str | None = None
    pay: float | None = None
    start_on: str | None = None
    first_shift: str | None = None
    bring: str | None = None
    answer_by: str | None = None
    reason: str | None = None
    words: str | None = None


class UnsentReply(Reply):
    """A decision that was not sent: the candidate has not heard of it. `by` is a colleague, null for the member's own.

    `reason`: the candidate withdrew, the application was closed, declined or ended with a job, it changed, no offered
    time is free any more, the member may not decide any more, or it failed on the server.
    """

    id: str
    application_id: str
    first_name: str
    title: str
    zone: str
    action: Literal["ask", "invite", "offer", "decline", "close"]
    reason: UnsentReason
    by: str | None
    made_at: datetime
    move: UnsentMoveReply


class UnsentListReply(Reply):
    """Decisions that were not sent, newest first."""

    unsent: list[UnsentReply]


@router.get("/api/desk/unsent", responses=errors(*ROLE_ERRORS))
async def list_unsent(member: Hiring, db: Db) -> UnsentListReply:
    """Decisions of the member that could not be sent, and those of colleagues who may not decide any more."""

    def load(tx: Tx) -> list[UnsentReply]:
        found = unsent_for(tx, member)
        zones = {one.id: one.zone for one in locations_of(tx, member.employer_id)} if found else {}
        zone = find_employer(tx, member.employer_id).zone if found else ""
        return [_reply(tx, one, member, zones.get(one.location_id or "", zone)) for one in found]

    return UnsentListReply(unsent=await db.read(load))


@router.delete("/api/desk/unsent/{unsent_id}", status_code=204, responses=errors(*ROLE_ERRORS, NotFound))
async def dismiss_unsent(unsent_id: str, member: Hiring, db: Db) -> None:
    """Dismiss a decision that was not sent, and what was written."""
    await db.write(dismiss, member, unsent_id)


def _reply(tx: Tx, one: Unsent, member: Member, zone: str) -> UnsentReply:
    by = find_member(tx, one.member_id) if one.member_id != member.id else None
    move = one.move
    return UnsentReply(
        id=one.id,
        application_id=one.application_id,
        first_name=one.numbered(one.first_name),
        title=one.title,
        zone=zone,
        action=move["action"],
        reason=one.reason,
        by=by.name if by else None,
        made_at=one.made_at,
        move=UnsentMoveReply.model_validate(
            {name: move.get(name) for name in UnsentMoveReply.model_fields}, strict=False
        ),
    )
