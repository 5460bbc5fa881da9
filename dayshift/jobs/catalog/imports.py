"""Import a feed: read all of it, compare it with the stored jobs, then apply the changes or reject it as a whole.

The feed is staged on disk first, so memory stays constant and a damaged feed is detected before anything is stored.
The changes are then applied in short, complete transactions, so that other work never waits long; the next import
finishes an interrupted one.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, case, delete, func, update

from dayshift.core import clock, tasks
from dayshift.core.audit import record
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import new_id
from dayshift.jobs.catalog.actions import POSTED, SerializedRow, serialize, store_jobs, stored_digests
from dayshift.jobs.catalog.models import import_locks, job_imports
from dayshift.jobs.catalog.queries import Week, confirmed_removals, count_open, count_open_of_source, week_of
from dayshift.jobs.catalog.staging import Staging
from dayshift.jobs.feeds import (
    REASONS,
    FeedDamaged,
    Normalised,
    Note,
    Posting,
    Quarantined,
    Rules,
    normalise,
    postings,
)
from dayshift.knowledge.occupations import gazetteer

MAX_REMOVED = 1 / 3
"""Largest share of a source's open jobs that an import, or all of a week, remove without an operator's confirmation."""
MAX_LISTED = 1000
"""Maximum quarantined postings listed in a report; it counts all."""

_COUNTS = ("read", "added", "changed", "unchanged", "removed", "held", "expired")
_PAGE = 2000
_BATCH = 500

REFUSED_LENGTH = 500

_insert_import = insert(job_imports)
_record = _insert_import.on_conflict_do_update(
    index_elements=[job_imports.c.source],
    set_={
        column.name: column
        for column in _insert_import.excluded
        if column.name not in {"source", "refused_since"} and not column.name.startswith("week_")
    }
    | {
        "refused_since": case(
            (_insert_import.excluded.refused.is_(None), None),
            else_=func.coalesce(job_imports.c.refused_since, _insert_import.excluded.imported_at),
        )
    },
)

_keep_week = update(job_imports).where(job_imports.c.source == bindparam("of"))

_confirm = (
    update(job_imports)
    .where(job_imports.c.source == bindparam("name"), job_imports.c.held == bindparam("number"), job_imports.c.held > 0)
    .values(confirmed=job_imports.c.held)
)

LEASE = timedelta(seconds=60)
"""Time after which an import that crashed no longer keeps others waiting."""
RETRY_SECONDS = 0.5

_lock = insert(import_locks)

IMPORT = "jobs.import"
"""The task of a scheduled import."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed to import: a file or a folder, the source name of its jobs, and defaults.

    `kind` is one of `feeds.KINDS`, detected if None. `employer` is the default for postings without one.
    """

    path: Path
    source: str
    kind: str | None = None
    employer: str = ""


@dataclass(slots=True)
class Refusal:
    """A quarantined posting: its position, its id, and the reason."""

    line: int
    external_id: str
    title: str
    reason: str
    detail: str
    file: str


@dataclass(slots=True)
class Noted:
    """A value that was not kept, of a posting that was: `text` is what the source says."""

    line: int
    external_id: str
    title: str
    reason: str
    field: str
    text: str
    file: str


@dataclass(slots=True)
class Report:
    """The result of an import. `refused` is the reason if nothing was applied, else None.

    `noted` counts values that were not kept while their posting was, and `notes` lists them. `held` counts open jobs
    that the feed lacks and that stay until an operator confirms that they are gone.
    `assumed` counts postings whose pay was converted to hours, by the unit that the source states. `week`: what the
    source has lost within a week, after this import.
    """

    source: str
    read: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    expired: int = 0
    quarantined: Counter[str] = field(default_factory=Counter)
    listed: list[Refusal] = field(default_factory=list)
    noted: Counter[str] = field(default_factory=Counter)
    notes: list[Noted] = field(default_factory=list)
    assumed: Counter[str] = field(default_factory=Counter)
    refused: str | None = None
    held: int = 0
    week: Week | None = None

    @property
    def incomplete(self) -> bool:
        """Whether an operator has to look at it."""
        return self.refused is not None or self.held > 0

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "source": self.source,
            "refused": self.refused,
            **{name: getattr(self, name) for name in _COUNTS},
            "quarantined": dict(self.quarantined),
            "assumedHours": dict(self.assumed),
            "noted": dict(self.noted),
            "quarantine": [
                {**_where(r), "id": r.external_id, "title": r.title, "reason": r.reason, "detail": r.detail}
                for r in self.listed
            ],
            "notes": [
                {
                    **_where(r),
                    "id": r.external_id,
                    "title": r.title,
                    "reason": r.reason,
                    "field": r.field,
                    "text": r.text,
                }
                for r in self.notes
            ],
        }


def _where(entry: Refusal | Noted) -> dict[str, Any]:
    return {"line": entry.line, **({"file": entry.file} if entry.file else {})}


async def import_and_record(
    db: Database, feed: Feed, *, remove_many: bool = False, progress: Progress = lambda _bytes: None
) -> Report:
    """Import a feed, as in `import_feed`, and record that. Waits while another import of its source runs.

    Otherwise both would see the week before the other, and remove a third of the jobs each.
    """
    async with _alone(db, feed.source):
        report = await import_feed(db, feed, clock.now(), remove_many=remove_many, progress=progress)
        await db.write(record_import, report, clock.now())
        return report


@asynccontextmanager
async def _alone(db: Database, source: str) -> AsyncIterator[None]:
    """Hold the source's lock, by a lease that is extended: an import takes many transactions."""
    holder = new_id()
    while not await db.write(_take, source, holder):  # noqa: ASYNC110  (a row of another process)
        await asyncio.sleep(RETRY_SECONDS)
    extending = asyncio.create_task(_extend(db, source, holder))
    try:
        yield
    finally:
        extending.cancel()
        await db.write(_release, source, holder)


async def _extend(db: Database, source: str, holder: str) -> None:
    while True:
        await asyncio.sleep(LEASE.total_seconds() / 3)
        await db.write(_take, source, holder)


def _take(tx: Tx, source: str, holder: str) -> bool:
    at = clock.now()
    row = {"source": source, "holder": holder, "until": at + LEASE}
    take = _lock.on_conflict_do_update(
        index_elements=[import_locks.c.source],
        set_={"holder": _lock.excluded.holder, "until": _lock.excluded.until},
        where=(import_locks.c.until < at) | (import_locks.c.holder == holder),
    )
    return tx.execute(take.returning(import_locks.c.source), row).first() is not None


def _release(tx: Tx, source: str, holder: str) -> None:
    tx.execute(delete(import_locks).where(import_locks.c.source == source, import_locks.c.holder == holder))


async def import_feed(
    db: Database, feed: Feed, now: datetime, *, remove_many: bool = False, apply: bool = True,
    progress: Progress = lambda _bytes: None,
) -> Report:  # fmt: skip
    """Replace a source's jobs with those of its feed. Without `apply`, only the report is created.

    Unreadable postings are quarantined, and their stored jobs are kept. A feed that is damaged, or is none, is rejected
    as a whole. One that lacks more than a third of its source's open jobs, or the last one, removes nothing, nor does
    one with which the source would lose more than a third within a week: new and changed jobs are stored, and the
    others are held until an operator confirms (`remove_many`, `confirm_removal`).
    """
    if feed.source == POSTED:
        return Report(feed.source, refused=f"jobs that employers post here are stored as {POSTED}: choose another name")
    with Staging() as staging:
        try:
            report = await asyncio.to_thread(_stage, staging, feed, now, progress)
        except FeedDamaged as damage:
            return Report(feed.source, refused=str(damage))
        await _plan(db, staging, report)
        await _hold(db, staging, report, now, remove_many=remove_many)
        if apply:
            await _apply(db, staging, report, now)
        return report


def record_import(tx: Tx, report: Report, at: datetime) -> None:
    """Store the report as the source's last import, for the operator."""
    counts = {name: getattr(report, name) for name in ("read", "added", "changed", "removed", "held")}
    refused = report.refused[:REFUSED_LENGTH] if report.refused else None
    row = {**counts, "quarantined": sum(report.quarantined.values()), "refused": refused, "confirmed": None}
    since = at if refused else None
    tx.execute(_record, {"source": report.source, "imported_at": at, "refused_since": since, **row})
    if week := report.week:
        values = {"week_from": week.start, "week_open": week.most_open, "week_lost": week.lost}
        tx.execute(_keep_week.values(values), {"of": report.source})


def _stage(staging: Staging, feed: Feed, now: datetime, progress: Progress) -> Report:
    """Stage the whole feed."""
    report = Report(feed.source)
    rules = Rules(gazetteer(), now, feed.employer)
    read: list[tuple[Posting, list[SerializedRow], Normalised]] = []
    for posting in postings(feed.path, feed.kind, progress):
        report.read += 1
        try:
            found = normalise(posting, rules)
        except Quarantined as why:
            _stage_read(staging, report, read)
            read = []
            _quarantine(staging, report, posting, why)
            continue
        read.append((posting, [serialize(row) for row in found.rows], found))
        if len(read) == _BATCH:
            _stage_read(staging, report, read)
            read = []
    _stage_read(staging, report, read)
    return report


def _stage_read(
    staging: Staging, report: Report, read: Sequence[tuple[Posting, list[SerializedRow], Normalised]]
) -> None:
    """Stage the rows of some postings; quarantine postings with only duplicate ids."""
    there = staging.known([row.external_id for _, rows, _ in read for row in rows])
    new: dict[str, SerializedRow] = {}
    for posting, rows, found in read:
        fresh = [row for row in rows if row.external_id not in there and row.external_id not in new]
        if rows and not fresh:
            _quarantine(staging, report, posting, Quarantined("duplicate_id", rows[0].external_id))
            continue
        new |= {row.external_id: row for row in fresh}
        report.expired += not rows
        if found.unit not in {None, "hour"}:
            report.assumed[str(found.unit)] += 1
        for note in found.notes:
            _note(report, posting, note)
    staging.add(new.values())


def _quarantine(staging: Staging, report: Report, posting: Posting, why: Quarantined) -> None:
    report.quarantined[why.reason] += 1
    if posting.external_id:
        staging.keep(posting.external_id.strip())
    if len(report.listed) < MAX_LISTED:
        words = REASONS[why.reason]
        shown = posting.external_id[:80], posting.title[:80]
        report.listed.append(
            Refusal(posting.line, *shown, why.reason, f"{words}: {why.detail}" if why.detail else words, posting.file)
        )


def _note(report: Report, posting: Posting, note: Note) -> None:
    report.noted[note.reason] += 1
    if len(report.notes) < MAX_LISTED:
        shown = posting.external_id[:80], posting.title[:80]
        report.notes.append(Noted(posting.line, *shown, note.reason, note.field, note.text, posting.file))


async def _plan(db: Database, staging: Staging, report: Report) -> None:
    """Compare the staged rows with the stored jobs."""
    after = ""
    while page := await db.read(stored_digests, report.source, after, _PAGE):
        staging.remember(page)
        after = page[-1][0]
    found = await asyncio.to_thread(staging.compare)
    report.added, report.changed, report.unchanged = found.added, found.changed, found.unchanged
    report.removed = found.removed


async def _hold(db: Database, staging: Staging, report: Report, now: datetime, *, remove_many: bool) -> None:
    """Hold the removals if too many open jobs would be lost, unless an operator has confirmed that many."""
    week = await db.read(week_of, report.source, now)
    is_open = await db.read(count_open_of_source, report.source, now)
    lost = 0
    for gone in staging.gone():
        lost += await db.read(count_open, report.source, gone, now)
    after = week.after(lost, report.added)
    if lost > MAX_REMOVED * is_open or (lost and after.lost > MAX_REMOVED * after.most_open):
        if remove_many or lost <= await db.read(confirmed_removals, report.source):
            after = Week(now, is_open - lost + report.added, 0)  # An operator knows of all that is gone.
        else:
            report.removed, report.held, after = 0, lost, week.after(0, report.added)
    report.week = after


async def _apply(db: Database, staging: Staging, report: Report, now: datetime) -> None:
    for rows in staging.changes():
        await db.write(store_jobs, report.source, rows, (), now)
    if report.held:
        return
    for gone in staging.gone():
        await db.write(store_jobs, report.source, (), gone, now)


def confirm_removal(tx: Tx, source: str, held: int, operator_id: str | None = None) -> None:
    """Let the next import of a source remove the jobs that were held; a scheduled one runs at once.

    `held` is the number that the operator saw, and the most that may be removed. `operator_id` is a digest. Raises
    `NotFound` if other jobs are held by now, or none.
    """
    if not tx.execute(_confirm, {"name": source, "number": held}).rowcount:
        raise NotFound
    record(
        tx, "jobs.removal_confirmed", "operator", operator_id, subject="source", subject_id=source,
        details={"jobs": held},
    )  # fmt: skip
    tasks.hurry(tx, f"{IMPORT}:{source}")
