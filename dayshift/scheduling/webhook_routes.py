"""HTTP: webhooks of external calendars."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from pydantic import ValidationError

from dayshift.core.clock import now
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db
from dayshift.scheduling import actions, webhooks
from dayshift.scheduling.errors import BadSignature

router = APIRouter(tags=["scheduling"])

Signature = Annotated[str, Header(max_length=300)]


@router.post("/api/schedule/webhooks/calendly", responses=errors(NotFound, BadSignature))
async def receive_calendly(request: Request, config: Config, db: Db, calendly_webhook_signature: Signature = "") -> Ok:
    """A booking at Calendly was made or canceled. Idempotent."""
    body = await _body(request, config)
    if not webhooks.signed_by_calendly(calendly_webhook_signature, body, config.scheduling_secret, now()):
        raise BadSignature
    return await _record(db, webhooks.read_calendly, body)


@router.post("/api/schedule/webhooks/cal.com", responses=errors(NotFound, BadSignature))
async def receive_cal_com(request: Request, config: Config, db: Db, x_cal_signature_256: Signature = "") -> Ok:
    """A booking at Cal.com was made, moved or canceled. Idempotent."""
    body = await _body(request, config)
    if not webhooks.signed_by_cal_com(x_cal_signature_256, body, config.scheduling_secret):
        raise BadSignature
    return await _record(db, webhooks.read_cal_com, body)


async def _body(request: Request, config: Config) -> bytes:
    if not config.scheduling_secret:
        raise NotFound
    return await request.body()


async def _record(db: Db, read: Any, body: bytes) -> Ok:
    try:
        message = json.loads(body)
        outside = read(message) if isinstance(message, dict) else None
    except (ValueError, ValidationError, RecursionError):
        raise InvalidRequest from None
    if outside:
        await db.write(actions.record_outside, outside)
    return Ok()
