"""Background tasks: periodic imports of the configured feeds."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import structlog

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.tasks import Handler, Snooze, Task, ensure_scheduled
from dayshift.jobs.catalog.imports import IMPORT, Feed, Report, import_and_record, record_import
from dayshift.jobs.feeds import FeedDamaged, local_copy

log = structlog.get_logger()


def named_feeds(setting: str) -> dict[str, str]:
    """Parse "name=source name=source" into sources by name."""
    return dict(entry.split("=", 1) for entry in setting.split())


def schedule(tx: Tx, feeds: Mapping[str, str]) -> None:
    """Schedule the imports of these feeds: now if never imported, then at the handler's interval."""
    for name in feeds:
        ensure_scheduled(tx, IMPORT, {"feed": name}, key=f"{IMPORT}:{name}")


def handlers(db: Database, feeds: Mapping[str, str], *, every: timedelta) -> dict[str, Handler]:
    """Return the package's task handlers. Imports of feeds that are no longer configured end; their jobs stay."""

    async def import_again(task: Task) -> None:
        name = task.payload["feed"]
        if name not in feeds:
            return
        report = await _import(db, name, feeds[name])
        counts = {key: value for key, value in report.as_json().items() if isinstance(value, int)}
        quarantined = sum(report.quarantined.values())
        if report.refused:
            log.warning("feed refused, nothing was changed", feed=name, why=report.refused)
        elif report.held:
            log.warning("feed lacks too many jobs, none was removed", feed=name, **counts, quarantined=quarantined)
        else:
            log.info("feed imported", feed=name, **counts, quarantined=quarantined)
        raise Snooze(every)

    return {IMPORT: import_again}


async def _import(db: Database, name: str, source: str) -> Report:
    try:
        async with _copy_of(source) as path:
            return await import_and_record(db, Feed(path, name))
    except FeedDamaged as damage:
        report = Report(name, refused=str(damage))
        await db.write(record_import, report, now())
        return report


@asynccontextmanager
async def _copy_of(source: str) -> AsyncIterator[Path]:
    """Return a local copy of a source. Downloads run in a thread."""
    copy = local_copy(source)
    path = await asyncio.to_thread(copy.__enter__)
    try:
        yield path
    finally:
        await asyncio.to_thread(copy.__exit__, None, None, None)
