"""What the operators' commands do: each function opens the installation, works, and closes it."""

import asyncio
import fcntl
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager, closing, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import structlog

from dayshift import accounts, admin, interviews, onboarding, recordings, scheduling
from dayshift.core import tasks
from dayshift.core.db import Database, Tx, open_database
from dayshift.core.db.invariants import invariants as of_database
from dayshift.core.errors import NotFound, Unavailable
from dayshift.core.invariants import SECOND_LOOK_SECONDS, Finding, Invariant, examine
from dayshift.providers.storage import LocalStorage, Storage, open_storage
from dayshift.services import Services, open_services
from dayshift.settings import Settings
from dayshift.tables import migrate, newest
from dayshift.worker import handlers

log = structlog.get_logger()

Outcome = Literal["complete", "incomplete", "failed"]

ERASE_ATTEMPTS = 10

SHOWN = 10
"""Problems of a backup that are listed one by one."""


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[tuple[Database, Storage]]:
    """The database and the recordings of an installation, whether a server runs or not."""
    db = open_database(settings.database)
    storage = open_storage(settings.storage_url, settings.data_dir / "recordings")
    try:
        yield db, storage
    finally:
        storage.close()
        db.close()


def invariants(services: Services, *, deep: bool = False) -> list[Invariant]:
    """Everything that must always hold; `deep` also reads every recording to its end."""
    db, storage = services.db, services.storage
    return [
        *of_database(db, newest()),
        *tasks.invariants(db, handlers(services).keys()),
        *recordings.invariants(db, storage, deep=deep),
        *interviews.invariants(db),
        *scheduling.invariants(db),
        *onboarding.invariants(db),
        *admin.invariants(db),
    ]


async def look_after(settings: Settings, *, deep: bool = False, pause: float = SECOND_LOOK_SECONDS) -> list[Finding]:
    """What breaks the invariants of an installation."""
    async with aclosing(open_services(settings)) as services:
        return await examine(invariants(services, deep=deep), pause=pause)


async def back_up(settings: Settings, backups: Path, keep: timedelta) -> tuple[admin.Made, list[Path]]:
    """Write a new backup below `backups`, then remove those older than `keep`: (the new one, the removed folders).

    How it ended is recorded in the database, for the doctor and the operators' page. Raises
    `operations.EngineFailed`, `StorageFull`, OSError; `BlockingIOError` while another backup is being made.
    """
    with _alone(backups), closing(LocalStorage(backups / "objects")) as kept:
        async with opened(settings) as (db, storage):
            try:
                made = await admin.back_up(settings, db, storage, backups, kept, newest())
            except Exception as error:
                await _record(db, "failed", problem=f"{type(error).__name__}: {error}")
                raise
            problem = in_short([*made.problems, *made.warnings])
            outcome: Outcome = "incomplete" if made.problems else "complete"
            await _record(
                db, outcome, folder=str(made.folder), objects=made.objects, size=made.bytes, problem=problem or None
            )
        return made, await asyncio.to_thread(admin.prune, backups, keep)


async def _record(db: Database, outcome: Outcome, **about: Any) -> None:
    try:
        await db.write(admin.record_backup, outcome, **about)
    except Exception:  # The database may be what failed; its schema may be older than this program.
        log.exception("backup not recorded", outcome=outcome)


@contextmanager
def _alone(backups: Path) -> Iterator[None]:
    backups.mkdir(parents=True, exist_ok=True)
    with (backups / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def in_short(problems: Sequence[str]) -> str:
    """The first few problems, and how many more there are."""
    more = [f"and {len(problems) - SHOWN} more"] if len(problems) > SHOWN else []
    return "; ".join([*problems[:SHOWN], *more])


async def check_backup(folder: Path) -> list[admin.Damaged]:
    """Read a backup to its last byte; returns one error for each damaged object.

    Raises `operations.Damaged` if its database, its summary or its list of objects is damaged.
    """
    with closing(LocalStorage(folder.parent / "objects")) as kept:
        return await admin.verify(folder, kept)


async def restore_from(settings: Settings, folder: Path, *, partial: bool = False) -> tuple[list[str], list[Finding]]:
    """Restore the backup in `folder` into an empty installation, or continue an interrupted restore.

    Returns the objects that the backup has lost (none unless `partial`) and what the doctor finds. Tasks that became
    due since the backup are no finding. Raises `operations.Unfit`, `Damaged`, `NotEmpty` and `EngineFailed`, each
    before anything is changed.
    """
    backup = admin.check_fit(settings, folder, newest())
    damaged = await check_backup(folder)
    if damaged and not partial:
        raise admin.Damaged(f"{in_short([str(error) for error in damaged])} (--partial restores everything else)")
    if not admin.begin_restore(settings, backup):
        admin.load(settings, folder / admin.DATABASE)
    migrate(settings.database)
    with closing(LocalStorage(folder.parent / "objects")) as kept:
        async with opened(settings) as (db, storage):
            lost = await admin.restore_objects(folder, kept, db, storage)
            await db.write(admin.forget_backups)
    admin.end_restore(settings)
    findings = await look_after(settings, pause=0)
    return lost, [finding for finding in findings if finding.name != "tasks.late"]


async def work(settings: Settings) -> tuple[list[tasks.Count], list[tasks.DeadLetter]]:
    """How much background work there is, and what was given up."""
    async with opened(settings) as (db, _):
        return await db.read(tasks.count_tasks), await db.read(tasks.dead_letters)


async def revive(settings: Settings, ids: Sequence[str] | None) -> int:
    """Try the dead tasks with these ids again, or all of them (None); returns how many."""
    async with opened(settings) as (db, _):
        chosen = [letter.id for letter in await db.read(tasks.dead_letters)] if ids is None else ids
        return await db.write(tasks.revive, chosen)


async def drop(settings: Settings, ids: Sequence[str]) -> int:
    """Forget the dead tasks with these ids; returns how many there were."""
    async with opened(settings) as (db, _):
        return await db.write(tasks.drop, ids)


async def operators(settings: Settings) -> list[str]:
    """The e-mail addresses of the operators."""
    async with opened(settings) as (db, _):
        return [user.email or user.id for user in await db.read(admin.operators_of)]


async def appoint(settings: Settings, email: str, *, dismiss: bool = False) -> bool:
    """Make the person of this address an operator, or one no more; returns whether they were one to dismiss.

    Raises `NotFound`.
    """

    def change(tx: Tx) -> bool:
        user = accounts.find_user_by_email(tx, email)
        if user is None:
            raise NotFound
        if dismiss:
            return admin.dismiss(tx, user.id)
        admin.appoint(tx, user.id)
        return False

    async with opened(settings) as (db, _):
        return await db.write(change)


async def erase(settings: Settings, who: str) -> int:
    """Erase the person with this e-mail address or id; returns how many recordings go. Raises `NotFound`."""
    async with opened(settings) as (db, _):
        for _attempt in range(ERASE_ATTEMPTS - 1):
            with suppress(Unavailable):  # PostgreSQL ends one of two transactions that wait for each other.
                return await db.write(_erase, who)
        return await db.write(_erase, who)


def _erase(tx: Tx, who: str) -> int:
    user = accounts.find_user_by_email(tx, who) if "@" in who else accounts.find_user(tx, who)
    if user is not None:
        return admin.erase_user(tx, user.id)
    if "@" not in who:
        raise NotFound
    admin.erase_address(tx, who)  # Somebody who booked without an account has no recordings.
    return 0
