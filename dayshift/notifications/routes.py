"""HTTP: what an address wants to hear of, by the signed link in its mails."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from dayshift.kit.db import Tx
from dayshift.kit.errors import NotFound
from dayshift.kit.http import Db, Ok, errors
from dayshift.notifications import access, actions
from dayshift.notifications.schemas import WantsReply, WantsUpdate

Key = Annotated[str, StringConstraints(min_length=1, max_length=300)]

router = APIRouter(tags=["notifications"])


@router.post("/api/notifications/unsubscribe/{key}", responses=errors(NotFound))
async def unsubscribe(key: Key, db: Db) -> Ok:
    """Send no more reminders to an address: the one tap of RFC 8058, which mail programs make for their users."""
    await db.write(actions.change_wants, key, {"reminders": False})
    return Ok()


@router.get("/api/notifications/wants/{key}", responses=errors(NotFound))
async def read_wants(key: Key, db: Db) -> WantsReply:
    """What the address of a signed link wants to hear of."""
    return _reply(*await db.read(access.open_wants, key))


@router.patch("/api/notifications/wants/{key}", responses=errors(NotFound))
async def change_wants(key: Key, body: WantsUpdate, db: Db) -> WantsReply:
    """Change what the address of a signed link wants to hear of."""

    def change(tx: Tx) -> WantsReply:
        actions.change_wants(tx, key, body.model_dump(exclude_none=True))
        return _reply(*access.open_wants(tx, key))

    return await db.write(change)


def _reply(address: str, wants: access.Wants) -> WantsReply:
    return WantsReply(address=address, reminders=wants.reminders, texts=wants.texts)
