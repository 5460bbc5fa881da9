"""Changes of email or password that can be undone for 24 hours with an emailed link.

The link goes to the address from before the change and is signed over the change's id, so the key itself is not stored.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, select

from dayshift.accounts.models import changes
from dayshift.accounts.queries import User
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.core.signing import opened_by, sign

LIFETIME = timedelta(hours=24)

UNDO_LINK = "undo"
"""The signing purpose of undo links."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be undone. `email` is the account's address before it."""

    id: str
    user_id: str
    kind: str
    email: str
    made_at: datetime
    expires_at: datetime


_insert = insert(changes)
_find = select(*[changes.c[name] for name in Change.__slots__]).where(
    changes.c.id == bindparam("id"), changes.c.expires_at > bindparam("now")
)
_delete_expired = delete(changes).where(
    changes.c.user_id == bindparam("user"), changes.c.expires_at <= bindparam("now")
)
_delete_since = delete(changes).where(changes.c.user_id == bindparam("user"), changes.c.made_at >= bindparam("made_at"))


def record_change(tx: Tx, user: User, kind: Literal["email", "password"]) -> str | None:
    """Record the account's state before a change; return the change's id, or None without an address: no undo."""
    at = now()
    tx.execute(_delete_expired, {"user": user.id, "now": at})
    if user.email is None:
        return None
    change = Change(new_id(), user.id, kind, user.email, at, at + LIFETIME)
    tx.execute(_insert, {name: getattr(change, name) for name in Change.__slots__})
    return change.id


def find_change(tx: Tx, change_id: str) -> Change | None:
    """Return the change with this id while it can be undone."""
    row = tx.execute(_find, {"id": change_id, "now": now()}).first()
    return Change(*row) if row else None


def undo_key(tx: Tx, change_id: str) -> str:
    """Return the key that undoes a change; for an email to `Change.email`."""
    return sign(tx, UNDO_LINK, change_id)


def open_change(tx: Tx, key: str) -> Change:
    """Return the change that a key undoes. Raises `NotFound` for a key that is forged, used or expired."""
    change = find_change(tx, opened_by(tx, UNDO_LINK, key))
    if change is None:
        raise NotFound
    return change


def spend_changes_since(tx: Tx, change: Change) -> None:
    """Invalidate the keys of this change and of all later ones: those may be in an attacker's mailbox."""
    tx.execute(_delete_since, {"user": change.user_id, "made_at": change.made_at})
