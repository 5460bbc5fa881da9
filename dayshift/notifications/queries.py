"""Load notification preferences by signed link, and a user's in-app notices."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, select

from dayshift.accounts import User, find_user, find_user_by_email, security_version_of
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.phones import as_e164
from dayshift.core.signing import opened_by, sign
from dayshift.notifications.models import message_wants, notices

LINK = "messages"
LINK_OF_USER = "messages of a user"
UNVERIFIED_KEY_LIFETIME = timedelta(hours=1)
NEWEST = 20
BOUNCE_REST = timedelta(days=30)
"""Time after which a bounced address is tried again: the mailbox may just have been full."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of an address; these are the defaults."""

    reminders: bool = True
    interviews: bool = True
    matches: bool = True
    texts: bool = False  # Opt-in: text messages may cost the recipient money.
    bounced_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """An in-app notice. `data` has the values for its text."""

    id: str
    kind: str
    data: dict[str, Any]
    created_at: datetime
    seen_at: datetime | None


_preferences = select(*[message_wants.c[name] for name in Preferences.__slots__]).where(
    message_wants.c.address == bindparam("address")
)
_notices = (
    select(*[notices.c[name] for name in Notice.__slots__])
    .where(notices.c.user_id == bindparam("user"))
    .order_by(notices.c.created_at.desc(), notices.c.id.desc())
    .limit(NEWEST)
)


def preferences_of(tx: Tx, address: str) -> tuple[Preferences, str]:
    """Return the preferences of an address, and the key of the link that changes them."""
    row = tx.execute(_preferences, {"address": address}).first()
    preferences = Preferences(*row) if row else Preferences()
    refused = preferences.bounced_at is not None and now() < preferences.bounced_at + BOUNCE_REST
    return _silent(preferences) if refused else preferences, sign(tx, LINK, address)


def key_for(tx: Tx, user: User) -> str | None:
    """Return the key with which a signed-in user changes the preferences of their own address.

    An unverified address may belong to someone else: its key expires after `UNVERIFIED_KEY_LIFETIME`, and with any
    revocation, such as a new address. Emails contain a key without expiry, for the owner of the mailbox.
    """
    if not user.email:
        return None
    if user.email_verified:
        return sign(tx, LINK, user.email)
    until = int((now() + UNVERIFIED_KEY_LIFETIME).timestamp())
    return sign(tx, LINK_OF_USER, f"{until}~{user.id}~{security_version_of(tx, user.id)}")


def open_preferences(tx: Tx, key: str) -> tuple[str, Preferences]:
    """Return the address of a signed link, and its preferences. Raises `NotFound`."""
    address = _address_of(tx, key)
    row = tx.execute(_preferences, {"address": address}).first()
    return address, Preferences(*row) if row else Preferences()


def _address_of(tx: Tx, key: str) -> str:
    try:
        return opened_by(tx, LINK, key)
    except NotFound:
        until, user_id, version = [*opened_by(tx, LINK_OF_USER, key).split("~"), ""][:3]
        user = find_user(tx, user_id)
        if user is None or not user.email or now().timestamp() > int(until):
            raise
        if str(security_version_of(tx, user_id)) != version:
            raise
        return user.email


def has_phone(tx: Tx, address: str) -> bool:
    """Whether a user with this address has a verified phone number."""
    user = find_user_by_email(tx, address)
    return proved_phone(user) is not None


def proved_phone(user: User | None) -> str | None:
    """Return the user's verified phone number in E.164 form, or None."""
    return as_e164(user.phone) if user and user.phone and user.phone_verified else None


def notices_of(tx: Tx, user_id: str) -> list[Notice]:
    """Return the user's notices, newest first."""
    return [Notice(*row) for row in tx.execute(_notices, {"user": user_id})]


def _silent(preferences: Preferences) -> Preferences:
    return replace(preferences, reminders=False, interviews=False, matches=False)
