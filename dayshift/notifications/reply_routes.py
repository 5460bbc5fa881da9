"""HTTP: the provider of mail hands over what people answered to our mails."""

import asyncio
from hmac import compare_digest
from typing import Annotated

from fastapi import APIRouter, Path, Request

from dayshift.core.clock import now
from dayshift.core.errors import NotFound, TooLarge
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import Ok
from dayshift.dependencies import Config, Db, Limiter
from dayshift.notifications.replies import receive, token_in
from dayshift.providers.mail_in import MAX_BYTES, read_mail

router = APIRouter(tags=["notifications"])

REPLIES = Rule("answers by email", 20, 3600)
"""Per token: one person and one application."""


@router.post("/api/mail-in/{key}", responses=errors(NotFound, TooLarge))
async def receive_mail(
    key: Annotated[str, Path(max_length=200)], request: Request, config: Config, db: Db, limits: Limiter
) -> Ok:
    """An email to the address for replies: the body is the raw message (RFC 5322). Idempotent."""
    if not config.receives_replies or not compare_digest(key.encode(), config.reply_secret.encode()):
        raise NotFound
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > MAX_BYTES:
            raise TooLarge
    token = token_in(bytes(content), config.reply_address)
    mail = await asyncio.to_thread(read_mail, bytes(content))
    if not token or mail.automatic:
        return Ok()
    limited = False
    try:
        await limits.count(REPLIES, token)
    except RateLimited:
        limited = True

    await db.write(lambda tx: receive(tx, mail, token, now(), limited=limited))
    return Ok()
