"""Parts of the catalog: ranges of job ids, so that lists of all jobs are made ahead and only changed parts again.

A part holds the jobs after its border, up to the next border. Every change to the catalog marks the parts of its jobs
with the new revision, in the same transaction.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest

from sqlalchemy import bindparam, func, or_, select, update

from dayshift.core.db import Tx, insert
from dayshift.jobs.catalog.models import job_parts, jobs


@dataclass(frozen=True, slots=True)
class CatalogPart:
    """The jobs after `after`, up to and including `until`; None: all the following ones.

    `revision` is the catalog's when a job of the part changed last, `left` when one left it.
    """

    after: str
    until: str | None
    revision: int
    left: int


PartJob = tuple[str, datetime, datetime | None]
"""A job of a part: its id, last change and expiry."""

_END = "z"
"""Sorts after every id."""

_borders = select(job_parts.c.after, job_parts.c.revision, job_parts.c.left_revision).order_by(job_parts.c.after)
_next = select(func.min(job_parts.c.after)).where(job_parts.c.after > bindparam("after"))
_part = select(job_parts.c.after, job_parts.c.revision, job_parts.c.left_revision).where(
    job_parts.c.after == bindparam("after")
)
_insert = insert(job_parts).on_conflict_do_nothing()
_mark_changed = update(job_parts).where(job_parts.c.after.in_(bindparam("borders", expanding=True)))
_last = (
    select(jobs.c.id)
    .where(jobs.c.id > bindparam("after"), jobs.c.id <= bindparam("until"))
    .order_by(jobs.c.id)
    .offset(bindparam("skipped"))
    .limit(1)
)
_in_part = (
    select(jobs.c.id, jobs.c.changed_at, jobs.c.expires_at)
    .where(
        jobs.c.id > bindparam("after"),
        jobs.c.id <= bindparam("until"),
        jobs.c.withdrawn_at.is_(None),
        or_(jobs.c.expires_at.is_(None), jobs.c.expires_at > bindparam("now")),
    )
    .order_by(jobs.c.id)
    .limit(bindparam("most"))
)


def catalog_parts(tx: Tx) -> list[CatalogPart]:
    """Return all parts in order; none before the first `split_parts`."""
    rows = tx.execute(_borders).all()
    ends = [row.after for row in rows[1:]]
    return [CatalogPart(row.after, until, row.revision, row.left_revision) for row, until in zip_longest(rows, ends)]


def find_part(tx: Tx, after: str) -> CatalogPart | None:
    """Return the part that begins after this id."""
    row = tx.execute(_part, {"after": after}).first()
    until: str | None = tx.execute(_next, {"after": after}).scalar()
    return CatalogPart(row.after, until, row.revision, row.left_revision) if row else None


def jobs_of_part(tx: Tx, part: CatalogPart, most: int, now: datetime) -> list[PartJob]:
    """Return the first `most` open jobs of a part."""
    values = {"after": part.after, "until": part.until or _END, "most": most, "now": now}
    return [(row.id, row.changed_at, row.expires_at) for row in tx.execute(_in_part, values)]


def split_part(tx: Tx, after: str, size: int, revision: int) -> int:
    """Split the part after this id into parts of `size`, the last one smaller; return how many are new.

    The caller holds the lock of the catalog, whose revision is `revision`.
    """
    tx.execute(_insert, {"after": after, "revision": revision, "left_revision": revision})
    until: str | None = tx.execute(_next, {"after": after}).scalar()
    border, added = after, 0
    while last := tx.execute(_last, {"after": border, "until": until or _END, "skipped": size - 1}).scalar():
        if last == until:
            break
        tx.execute(_insert, {"after": last, "revision": revision, "left_revision": revision})
        border, added = last, added + 1
    if added:
        tx.execute(_mark_changed.values(revision=revision, left_revision=revision), {"borders": [after]})
    return added


def mark_parts(tx: Tx, revision: int, changed: Iterable[str], left: Iterable[str]) -> None:
    """Mark the parts of jobs that changed, and of those that left."""
    borders = [row.after for row in tx.execute(_borders)]
    if not borders:
        return
    stale = {borders[bisect_left(borders, job_id) - 1] for job_id in left}
    rest = {borders[bisect_left(borders, job_id) - 1] for job_id in changed} - stale
    if stale:
        tx.execute(_mark_changed.values(revision=revision, left_revision=revision), {"borders": sorted(stale)})
    if rest:
        tx.execute(_mark_changed.values(revision=revision), {"borders": sorted(rest)})
