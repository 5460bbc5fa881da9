"""The operator commands as functions for tests."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import update

from dayshift import admin, privacy
from dayshift.accounts import User, find_user_by_email, has_passkey
from dayshift.accounts.actions import add_passkey
from dayshift.accounts.models import sessions, users
from dayshift.cli.admin import examine_installation
from dayshift.core.db import Database, Tx, open_database
from dayshift.core.ids import new_id
from dayshift.core.invariants import Finding
from dayshift.settings import Settings

T = TypeVar("T")

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def on_database(settings: Settings, work: Callable[[Database], Coroutine[Any, Any, T]]) -> T:
    """Run `work` on its own database connection."""

    async def run() -> T:
        with closing(open_database(settings.database)) as db:
            return await work(db)

    return asyncio.run(run())


def erase(settings: Settings, person: str) -> int:
    """`dayshift erase-user PERSON`."""
    return on_database(settings, lambda db: privacy.erase(db, person, settings.dev_mailbox))


def appoint(settings: Settings, email: str, *, dismiss: bool = False) -> bool:
    """`dayshift operators add EMAIL`, or `remove` with `dismiss`, after the owner has protected the account."""
    on_database(settings, lambda db: db.write(protect, email))
    return on_database(settings, lambda db: db.write(admin.appoint_by_email, email, dismiss=dismiss))


def protect(tx: Tx, email: str) -> None:
    """Give an account a verified address and a passkey that has opened its sessions, as an operator's must have."""
    user = verify_address(tx, email)
    if not has_passkey(tx, user.id):
        add_passkey(tx, user.id, new_id().encode(), b"key", 0, "Chrome on Android")
    tx.execute(update(sessions).where(sessions.c.user_id == user.id).values(trusted_since=LONG_AGO))


def verify_address(tx: Tx, email: str) -> User:
    """Verify the address of an account, as with its code."""
    user = find_user_by_email(tx, email)
    assert user is not None
    tx.execute(update(users).where(users.c.id == user.id).values(email_verified=True))
    return user


def examine(settings: Settings, *, deep: bool = False) -> list[Finding]:
    """`dayshift doctor` without the pause between its two checks."""
    return asyncio.run(examine_installation(settings, deep=deep, pause=0))
