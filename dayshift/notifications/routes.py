"""HTTP: notification preferences by the signed link in emails, and in-app notices."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import StringConstraints

from dayshift.accounts import SignedIn
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import errors
from dayshift.core.schemas import Ok
from dayshift.dependencies import Db
from dayshift.notifications import actions, queries
from dayshift.notifications.schemas import (
    NoticeData,
    NoticeReply,
    NoticesReply,
    PreferencesLink,
    PreferencesReply,
    PreferencesUpdate,
)

Key = Annotated[str, StringConstraints(min_length=1, max_length=300)]

router = APIRouter(tags=["notifications"])


@router.post("/api/notifications/unsubscribe/{key}", responses=errors(NotFound))
async def unsubscribe(key: Key, db: Db, kind: Literal["reminders", "interviews", "matches"] = "reminders") -> Ok:
    """Unsubscribe an address from a kind of email: the one-click request (RFC 8058) that email programs send."""
    await db.write(actions.change_preferences, key, {kind: False})
    return Ok()


@router.get("/api/notifications/wants", responses=errors(NotSignedIn))
async def find_preferences(user: SignedIn, db: Db) -> PreferencesLink:
    """The key to the preferences of the user's own address."""
    return PreferencesLink(key=await db.lookup(queries.key_for, user))


@router.get("/api/notifications/wants/{key}", responses=errors(NotFound))
async def read_preferences(key: Key, db: Db) -> PreferencesReply:
    """The notification preferences of the address of a signed link."""
    return await db.read(_preferences, key)


@router.patch("/api/notifications/wants/{key}", responses=errors(NotFound))
async def change_preferences(key: Key, body: PreferencesUpdate, db: Db) -> PreferencesReply:
    """Change the notification preferences of the address of a signed link."""

    def change(tx: Tx) -> PreferencesReply:
        actions.change_preferences(tx, key, body.model_dump(exclude_none=True))
        return _preferences(tx, key)

    return await db.write(change)


@router.get("/api/notices", responses=errors(NotSignedIn))
async def list_notices(user: SignedIn, db: Db) -> NoticesReply:
    """The user's notices, newest first."""
    found = await db.read(queries.notices_of, user.id)
    return NoticesReply(notices=[_notice(one) for one in found])


@router.post("/api/notices/seen", responses=errors(NotSignedIn))
async def see_notices(user: SignedIn, db: Db) -> Ok:
    """Mark all notices as seen."""
    await db.write(actions.mark_seen, user.id)
    return Ok()


def _notice(one: queries.Notice) -> NoticeReply:
    data = NoticeData.model_validate(one.data)
    return NoticeReply(id=one.id, kind=one.kind, data=data, created_at=one.created_at, seen=one.seen_at is not None)


def _preferences(tx: Tx, key: str) -> PreferencesReply:
    address, preferences = queries.open_preferences(tx, key)
    return PreferencesReply(
        address=address,
        reminders=preferences.reminders,
        interviews=preferences.interviews,
        matches=preferences.matches,
        texts=preferences.texts,
        textable=queries.has_phone(tx, address),
    )
