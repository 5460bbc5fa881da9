"""Import a feed: read all of it, compare it with the stored jobs, then apply the changes or reject it as a whole.

The feed is staged on disk first, so memory stays constant and a damaged feed is detected before anything is stored.
The changes are then applied in short, complete transactions, so that other work never waits long; the next import
finishes an interrupted one.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from dayshift.core.db import Database, Tx, insert
from dayshift.jobs.actions import POSTED, SerializedRow, serialize, store_jobs, stored_digests
from dayshift.jobs.feeds import REASONS, FeedDamaged, Posting, Quarantined, Rules, normalise, postings
from dayshift.jobs.models import job_imports
from dayshift.jobs.staging import Staging
from dayshift.occupations import gazetteer

MOST_REMOVED = 0.2
"""Maximum share of a source's jobs that a feed may remove without `remove_many`."""
FEW = 20
"""This many jobs may always be removed."""
MOST_LISTED = 1000
"""Maximum quarantined postings listed in a report; it counts all."""

_PAGE = 2000
_BATCH = 500

REFUSED_LENGTH = 500

_insert_import = insert(job_imports)
_record = _insert_import.on_conflict_do_update(
    index_elements=[job_imports.c.source],
    set_={column.name: column for column in _insert_import.excluded if column.name != "source"},
)

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


@dataclass(slots=True)
class Report:
    """The result of an import. `refused` is the reason if nothing was applied, else None.

    `assumed` counts postings whose pay was converted to hours, by the unit that the source states.
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
    assumed: Counter[str] = field(default_factory=Counter)
    refused: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "source": self.source,
            "refused": self.refused,
            **{name: getattr(self, name) for name in ("read", "added", "changed", "unchanged", "removed", "expired")},
            "quarantined": dict(self.quarantined),
            "assumedHours": dict(self.assumed),
            "quarantine": [
                {"line": r.line, "id": r.external_id, "title": r.title, "reason": r.reason, "detail": r.detail}
                for r in self.listed
            ],
        }


async def import_feed(
    db: Database, feed: Feed, now: datetime, *, remove_many: bool = False, apply: bool = True,
    progress: Progress = lambda _bytes: None,
) -> Report:  # fmt: skip
    """Replace a source's jobs with those of its feed. Without `apply`, only the report is created.

    Unreadable postings are quarantined, and their stored jobs are kept. A feed that is damaged or, without
    `remove_many`, would remove more than a fifth of its source, is rejected as a whole.
    """
    if feed.source == POSTED:
        return Report(feed.source, refused=f"jobs that employers post here are stored as {POSTED}: choose another name")
    with Staging() as staging:
        try:
            report = await asyncio.to_thread(_stage, staging, feed, now, progress)
        except FeedDamaged as damage:
            return Report(feed.source, refused=str(damage))
        await _plan(db, staging, report)
        stored = report.changed + report.unchanged + report.removed
        if not remove_many and report.removed > max(FEW, MOST_REMOVED * stored):
            report.refused = f"it would remove {report.removed} of {stored} jobs"
        if apply and report.refused is None:
            await _apply(db, staging, feed.source, now)
        return report


def record_import(tx: Tx, report: Report, at: datetime) -> None:
    """Store the report as the source's last import, for the operator."""
    counts = {name: getattr(report, name) for name in ("read", "added", "changed", "removed")}
    refused = report.refused[:REFUSED_LENGTH] if report.refused else None
    row = {**counts, "quarantined": sum(report.quarantined.values()), "refused": refused}
    tx.execute(_record, {"source": report.source, "imported_at": at, **row})


def _stage(staging: Staging, feed: Feed, now: datetime, progress: Progress) -> Report:
    """Stage the whole feed."""
    report = Report(feed.source)
    rules = Rules(gazetteer(), now, feed.employer)
    read: list[tuple[Posting, list[SerializedRow], str | None]] = []
    for posting in postings(feed.path, feed.kind, progress):
        report.read += 1
        try:
            rows, unit = normalise(posting, rules)
        except Quarantined as why:
            _stage_read(staging, report, read)
            read = []
            _quarantine(staging, report, posting, why)
            continue
        read.append((posting, [serialize(row) for row in rows], unit))
        if len(read) == _BATCH:
            _stage_read(staging, report, read)
            read = []
    _stage_read(staging, report, read)
    return report


def _stage_read(
    staging: Staging, report: Report, read: Sequence[tuple[Posting, list[SerializedRow], str | None]]
) -> None:
    """Stage the rows of some postings; quarantine postings with only duplicate ids."""
    there = staging.known([row.external_id for _, rows, _ in read for row in rows])
    new: dict[str, SerializedRow] = {}
    for posting, rows, unit in read:
        fresh = [row for row in rows if row.external_id not in there and row.external_id not in new]
        if rows and not fresh:
            _quarantine(staging, report, posting, Quarantined("duplicate_id", rows[0].external_id))
            continue
        new |= {row.external_id: row for row in fresh}
        report.expired += not rows
        if unit not in {None, "hour"}:
            report.assumed[str(unit)] += 1
    staging.add(new.values())


def _quarantine(staging: Staging, report: Report, posting: Posting, why: Quarantined) -> None:
    report.quarantined[why.reason] += 1
    if posting.external_id:
        staging.keep(posting.external_id.strip())
    if len(report.listed) < MOST_LISTED:
        words = REASONS[why.reason]
        shown = posting.external_id[:80], posting.title[:80]
        report.listed.append(
            Refusal(posting.line, *shown, why.reason, f"{words}: {why.detail}" if why.detail else words)
        )


async def _plan(db: Database, staging: Staging, report: Report) -> None:
    """Compare the staged rows with the stored jobs."""
    after = ""
    while page := await db.read(stored_digests, report.source, after, _PAGE):
        staging.remember(page)
        after = page[-1][0]
    found = await asyncio.to_thread(staging.compare)
    report.added, report.changed, report.unchanged = found.added, found.changed, found.unchanged
    report.removed = found.removed


async def _apply(db: Database, staging: Staging, source: str, now: datetime) -> None:
    for rows in staging.changes():
        await db.write(store_jobs, source, rows, (), now)
    for gone in staging.gone():
        await db.write(store_jobs, source, (), gone, now)
