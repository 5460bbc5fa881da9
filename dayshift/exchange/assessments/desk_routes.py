"""HTTP: owners connect an applicant tracking system, and see which interviews it ordered."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok, Reply
from dayshift.dependencies import Config, Db, Limiter
from dayshift.exchange.assessments.keys import Key, create_key, find_key, has_ended, revoke_key
from dayshift.exchange.assessments.partner_routes import BASE
from dayshift.hiring.applications import Order, count_orders, orders_of, own_order
from dayshift.hiring.employers import ROLE_ERRORS, Owner, find_posting

router = APIRouter(tags=["desk"])

PAGE = 20
KEYS = Rule("assessment keys", 20, 3600)


class AssessmentKeyReply(Reply):
    """The key of the connection. `key` itself is there only in the reply that created it.

    `ended`: its creator is no longer an owner, so it does not work any more.
    """

    ending: str
    created_at: datetime
    used_at: datetime | None
    failed_at: datetime | None
    ended: bool = False
    created_by_id: str | None
    key: str | None = None


class AssessmentOrderReply(Reply):
    """An ordered interview; `told`: the other system has heard of its end."""

    id: str
    name: str
    title: str
    state: str
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    application_id: str | None
    told: bool
    callback_error: str | None
    problem: str | None


class AssessmentsReply(Reply):
    """The connection: its address, its key, and the orders, newest first. `next` continues the list."""

    url: str
    key: AssessmentKeyReply | None
    counts: dict[str, int]
    orders: list[AssessmentOrderReply]
    next: str | None


@router.get("/api/desk/assessments", responses=errors(*ROLE_ERRORS, NotFound))
async def read_assessments(
    owner: Owner,
    db: Db,
    config: Config,
    after: Annotated[str | None, Query(max_length=36, pattern=r"^[0-9a-f-]*$")] = None,
) -> AssessmentsReply:
    """The connection with an applicant tracking system, and the interviews it ordered."""
    url = config.public_url.rstrip("/") + BASE
    return await db.read(lambda tx: _page(tx, owner.employer_id, url, after))


@router.post("/api/desk/assessments/key", status_code=201, responses=errors(*ROLE_ERRORS, RateLimited))
async def create_assessment_key(owner: Owner, db: Db, limits: Limiter) -> AssessmentKeyReply:
    """Create the key, shown this once. A key from before stops working at once."""
    await limits.count(KEYS, owner.employer_id)
    key, text = await db.write(create_key, owner, now())
    return AssessmentKeyReply(
        ending=key.ending, created_at=key.created_at, used_at=None, failed_at=None, created_by_id=owner.id, key=text
    )


@router.delete("/api/desk/assessments/key", responses=errors(*ROLE_ERRORS, NotFound))
async def revoke_assessment_key(owner: Owner, db: Db) -> Ok:
    """Revoke the key. Open orders stay open."""
    await db.write(revoke_key, owner)
    return Ok()


def _page(tx: Tx, employer_id: str, url: str, after: str | None) -> AssessmentsReply:
    key = find_key(tx, employer_id)
    found = orders_of(tx, employer_id, PAGE + 1, own_order(tx, employer_id, after) if after else None)
    shown = found[:PAGE]
    return AssessmentsReply(
        url=url,
        key=_key(tx, key) if key else None,
        counts=count_orders(tx, employer_id),
        orders=[_order(tx, one) for one in shown],
        next=shown[-1].id if len(found) > PAGE else None,
    )


def _key(tx: Tx, key: Key) -> AssessmentKeyReply:
    return AssessmentKeyReply(
        ending=key.ending,
        created_at=key.created_at,
        used_at=key.used_at,
        failed_at=key.failed_at,
        ended=has_ended(tx, key),
        created_by_id=key.created_by,
    )


def _order(tx: Tx, order: Order) -> AssessmentOrderReply:
    posting = find_posting(tx, order.posting_id)
    return AssessmentOrderReply(
        id=order.id,
        name=" ".join(filter(None, [order.first_name, order.last_name])),
        title=posting.title if posting else "",
        state=order.state,
        created_at=order.created_at,
        expires_at=order.expires_at,
        ended_at=order.ended_at,
        application_id=order.application_id,
        told=order.called_at is not None,
        callback_error=order.callback_error,
        problem=order.problem,
    )
