"""Store notification preferences and in-app notices."""

from typing import Any

from sqlalchemy import bindparam, delete, update

from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import new_id
from dayshift.notifications.models import message_wants, notices
from dayshift.notifications.queries import Preferences, open_preferences

_insert = insert(message_wants)
_forget = delete(message_wants).where(message_wants.c.address == bindparam("address"))
_DEFAULTS = {"reminders": True, "texts": False}
_insert_notice = insert(notices).on_conflict_do_nothing(
    index_elements=[notices.c.user_id, notices.c.about, notices.c.kind]
)
_mark_seen = (
    update(notices)
    .where(notices.c.user_id == bindparam("user"), notices.c.seen_at.is_(None))
    .values(seen_at=bindparam("at"))
)


def change_preferences(tx: Tx, key: str, values: dict[str, Any]) -> Preferences:
    """Store the preferences in `values` for the address of a signed link. Raises `NotFound`."""
    address, _ = open_preferences(tx, key)
    _keep(tx, address, values)
    return open_preferences(tx, key)[1]


def note_bounce(tx: Tx, address: str) -> None:
    """Record a permanent bounce: from now on the address gets only emails that its user requested."""
    _keep(tx, address, {"bounced_at": now()})


def forget_address(tx: Tx, address: str) -> None:
    """Delete the preferences of an address."""
    tx.execute(_forget, {"address": address})


def notify(tx: Tx, user_id: str, kind: str, about: str, data: dict[str, Any]) -> None:
    """Add an in-app notice, once per `about` and `kind`."""
    values = {"id": new_id(), "user_id": user_id, "kind": kind, "about": about, "data": data}
    tx.execute(_insert_notice, {**values, "created_at": now(), "seen_at": None})


def mark_seen(tx: Tx, user_id: str) -> None:
    """Mark all of the user's notices as seen."""
    tx.execute(_mark_seen, {"user": user_id, "at": now()})


def _keep(tx: Tx, address: str, values: dict[str, Any]) -> None:
    if values:
        statement = _insert.on_conflict_do_update(index_elements=[message_wants.c.address], set_=values)
        tx.execute(statement, {"address": address, **_DEFAULTS, **values})
