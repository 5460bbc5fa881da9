"""Background tasks of exports: make the file, and delete it."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import structlog

from dayshift.core.clock import now
from dayshift.core.db import Database
from dayshift.core.tasks import MAX_ATTEMPTS, Handler, Snooze, Task, Write
from dayshift.privacy.archive import write_archive
from dayshift.privacy.export import (
    BUILD,
    DELETE,
    find_export,
    folder_of,
    forget_export,
    mark_export_failed,
    mark_export_ready,
)
from dayshift.providers.storage import Storage
from dayshift.settings import Settings

log = structlog.get_logger()


def export_handlers(db: Database, storage: Storage, settings: Settings, workspace: Path) -> dict[str, Handler]:
    """The task handlers of exports. A file is made in the folder `workspace`, then stored."""

    async def build(task: Task) -> Write | None:
        export = await db.read(find_export, task.payload["export_id"])
        if export is None:  # Replaced or erased.
            await storage.delete_prefix(folder_of(task.payload["export_id"]))
            return None
        if export.ready_at:
            return None
        # A worker that has lost its lease writes another object, so a finished one never changes.
        key = f"{folder_of(export.id)}/{task.fence}/{export.id}.zip"
        try:
            with _folder(workspace, export.id, task.fence) as folder:
                path = folder / "export.zip"
                await write_archive(db, storage, settings, export.user_id, path, now())
                size = (await asyncio.to_thread(path.stat)).st_size
                await storage.write_file(key, path)
        except Exception:
            if task.attempts < MAX_ATTEMPTS:
                raise
            log.exception("export failed", export=export.id)
            return lambda tx: mark_export_failed(tx, export.id, now())
        log.info("export made", export=export.id, bytes=size)
        return lambda tx: mark_export_ready(tx, export.id, key, size, now())

    async def remove(task: Task) -> Write | None:
        export_id = task.payload["export_id"]
        export = await db.read(find_export, export_id)
        if export and export.until and (left := export.until - now()) > timedelta(0):  # The clock was set back.
            raise Snooze(left)
        await storage.delete_prefix(folder_of(export_id))
        return lambda tx: forget_export(tx, export_id)

    return {BUILD: build, DELETE: remove}


@contextmanager
def _folder(workspace: Path, export_id: str, fence: int) -> Iterator[Path]:
    """A new folder for one attempt; those of earlier attempts, whose worker has died, are removed."""
    workspace.mkdir(parents=True, exist_ok=True)
    folder = workspace / f"{export_id}-{fence}"
    for earlier in workspace.glob(f"{export_id}-*"):
        shutil.rmtree(earlier, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
