"""A person's copy of their data: a ZIP made by a background task, kept for a week.

A person has at most one. Its file is stored below `exports/ID`; whatever happens to the row (replaced, expired, erased
with its person), a task deletes the files, and a build without a row deletes what it has stored.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, or_, select, update

from dayshift.accounts import lock_user
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.events import publish
from dayshift.core.ids import new_id
from dayshift.core.tasks import enqueue
from dayshift.notifications import ExportReady
from dayshift.privacy.models import exports

KEPT = timedelta(days=7)
"""Time for which a copy can be downloaded."""
LATEST = timedelta(hours=1)
"""Time in which a copy is promised; after it the person can ask again."""

BUILD = "privacy.export.build"
DELETE = "privacy.export.delete"
STRAGGLERS = timedelta(hours=1)
"""Time after which a build that was running when its export was deleted has ended."""

FILE = "my-data.zip"

ExportState = Literal["pending", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class Export:
    """A person's copy of their data; `until` and `size_bytes` are those of a finished one."""

    id: str
    user_id: str
    requested_at: datetime
    ready_at: datetime | None
    until: datetime | None
    size_bytes: int | None
    object_key: str | None
    failed_at: datetime | None

    def state(self, at: datetime) -> ExportState:
        """Whether it can be downloaded, is on its way, or has failed."""
        if self.ready_at:
            return "ready"
        return "failed" if self.failed_at or at > self.requested_at + LATEST else "pending"


_columns = [exports.c[name] for name in Export.__slots__]
_one = select(*_columns).where(exports.c.id == bindparam("export"))
_of_user = select(*_columns).where(exports.c.user_id == bindparam("user"))
_late = select(*_columns).where(
    or_(
        (exports.c.until < bindparam("expired")),
        exports.c.ready_at.is_(None) & exports.c.failed_at.is_(None) & (exports.c.requested_at < bindparam("overdue")),
    )
)
_ready = (
    update(exports)
    .where(exports.c.id == bindparam("export"), exports.c.ready_at.is_(None))
    .values(
        ready_at=bindparam("at"),
        until=bindparam("end"),
        size_bytes=bindparam("size"),
        object_key=bindparam("key"),
        failed_at=None,
    )
    .returning(exports.c.user_id)
)
_failed = update(exports).where(exports.c.id == bindparam("export")).values(failed_at=bindparam("at"))
_delete = delete(exports).where(exports.c.id == bindparam("export"))


def folder_of(export_id: str) -> str:
    """Return the key prefix of an export's files."""
    return f"exports/{export_id}"


def request_export(tx: Tx, user_id: str, at: datetime) -> Export:
    """Start a new copy, which replaces the old one; one that is on its way is returned instead."""
    lock_user(tx, user_id, against="change")
    if known := find_export_of(tx, user_id):
        if known.state(at) == "pending":
            return known
        delete_export(tx, known.id)
    export = Export(new_id(), user_id, at, None, None, None, None, None)
    tx.execute(insert(exports), {name: getattr(export, name) for name in Export.__slots__})
    enqueue(tx, BUILD, {"export_id": export.id})
    record(tx, "export.requested", "candidate", user_id, subject="person", subject_id=user_id)
    return export


def record_download(tx: Tx, user_id: str) -> None:
    """Log that a person downloads the copy of their data."""
    record(tx, "export.downloaded", "candidate", user_id, subject="person", subject_id=user_id)


def find_export(tx: Tx, export_id: str) -> Export | None:
    """Return an export, or None if it was replaced, has expired or was erased."""
    row = tx.execute(_one, {"export": export_id}).first()
    return Export(*row) if row else None


def find_export_of(tx: Tx, user_id: str) -> Export | None:
    """Return a person's only export."""
    row = tx.execute(_of_user, {"user": user_id}).first()
    return Export(*row) if row else None


def late_exports(tx: Tx, at: datetime) -> list[Export]:
    """Return exports that should have been made an hour ago, or deleted a day ago."""
    return [Export(*row) for row in tx.execute(_late, {"expired": at - timedelta(days=1), "overdue": at - LATEST})]


def mark_export_ready(tx: Tx, export_id: str, key: str, size: int, at: datetime) -> None:
    """Offer the file at `key` for `KEPT`, and tell the person. Deletes it if the export is gone or has a file."""
    values = {"export": export_id, "at": at, "end": at + KEPT, "size": size, "key": key}
    user_id = tx.execute(_ready, values).scalar()
    if user_id is None:
        enqueue(tx, DELETE, {"export_id": export_id})
        return
    enqueue(tx, DELETE, {"export_id": export_id}, due_at=at + KEPT)
    publish(tx, ExportReady(user_id, (at + KEPT).isoformat()))


def mark_export_failed(tx: Tx, export_id: str, at: datetime) -> None:
    """Give up on an export; the person can ask for another one."""
    tx.execute(_failed, {"export": export_id, "at": at})


def delete_export(tx: Tx, export_id: str) -> None:
    """Delete an export: its row now, its files by the next task, and once more what a running build stores."""
    forget_export(tx, export_id)
    enqueue(tx, DELETE, {"export_id": export_id})
    enqueue(tx, DELETE, {"export_id": export_id}, due_at=now() + STRAGGLERS)


def forget_export(tx: Tx, export_id: str) -> None:
    """Delete the row of an export whose files are gone or about to be."""
    tx.execute(_delete, {"export": export_id})
