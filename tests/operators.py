"""The operator commands as functions for tests."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from typing import Any, TypeVar

from dayshift import admin, privacy
from dayshift.cli.admin import examine_installation
from dayshift.core.db import Database, open_database
from dayshift.core.invariants import Finding
from dayshift.settings import Settings

T = TypeVar("T")


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
    """`dayshift operators add EMAIL`, or `remove` with `dismiss`."""
    return on_database(settings, lambda db: db.write(admin.appoint_by_email, email, dismiss=dismiss))


def examine(settings: Settings, *, deep: bool = False) -> list[Finding]:
    """`dayshift doctor` without the pause between its two checks."""
    return asyncio.run(examine_installation(settings, deep=deep, pause=0))
