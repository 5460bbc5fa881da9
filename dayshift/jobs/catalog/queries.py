"""Load jobs from the catalog. All jobs are public; expired and withdrawn ones are treated as missing."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, and_, bindparam, exists, func, or_, select

from dayshift.core.db import Tx
from dayshift.jobs.catalog.models import Job, job_imports, jobs

MAX_OF_EMPLOYER = 2000


@dataclass(frozen=True, slots=True)
class Import:
    """The result of a source's last import, in postings; `refused` is the reason if nothing was changed.

    `refused_since` is the first of the imports in a row that were refused.
    """

    source: str
    imported_at: datetime
    read: int
    added: int
    changed: int
    removed: int
    quarantined: int
    refused: str | None
    refused_since: datetime | None
    held: int
    confirmed: int | None

    @property
    def is_waiting(self) -> bool:
        """Whether jobs that the feed lacks stay until an operator confirms that they are gone."""
        return self.held > 0 and self.confirmed is None


WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Week:
    """The week for which the losses of a source are added up: its most open jobs, and how many it lost since.

    What was added since is subtracted from the losses. Jobs that end by their own date are no loss.
    """

    start: datetime
    most_open: int
    lost: int

    def after(self, removed: int, added: int) -> "Week":
        """The week after an import."""
        lost = self.lost + removed - added
        return Week(self.start, self.most_open - min(lost, 0), max(lost, 0))


_open = and_(jobs.c.withdrawn_at.is_(None), or_(jobs.c.expires_at.is_(None), jobs.c.expires_at > bindparam("now")))
_OURS = {"changed_at", "withdrawn_at", "cell", "digest"}
_job_columns = [column for column in jobs.c if column.name not in _OURS]
_count = select(func.count()).select_from(jobs).where(_open)
_count_source = _count.where(jobs.c.source == bindparam("source"))
_without_end = (
    select(jobs.c.source, func.count().label("jobs")).where(_open, jobs.c.expires_at.is_(None)).group_by(jobs.c.source)
)
_count_some = _count_source.where(jobs.c.external_id.in_(bindparam("external_ids", expanding=True)))
_of_source = job_imports.c.source == bindparam("source")
_confirmed = select(job_imports.c.confirmed).where(_of_source)
_week = select(job_imports.c.week_from, job_imports.c.week_open, job_imports.c.week_lost).where(
    _of_source, job_imports.c.week_from > bindparam("after")
)
_any = select(exists().where(_open))
_select_job = select(*_job_columns).where(jobs.c.id == bindparam("id"), _open)
_select_jobs = select(*_job_columns).where(jobs.c.id.in_(bindparam("ids", expanding=True)))

_select_open = _select_jobs.where(_open)
_select_source = select(*_job_columns).where(jobs.c.source == bindparam("source")).order_by(jobs.c.id)

_job_id = select(jobs.c.id).where(
    jobs.c.source == bindparam("source"), jobs.c.external_id == bindparam("external_id"), _open
)

_of_employer = (
    select(*_job_columns)
    .where(jobs.c.employer.in_(bindparam("names", expanding=True)), _open)
    .order_by(jobs.c.id)
    .limit(bindparam("most"))
)

_after = select(*_job_columns).where(jobs.c.id > bindparam("after"), _open).order_by(jobs.c.id).limit(bindparam("most"))
_numbered = select(jobs.c.id, func.row_number().over(order_by=jobs.c.id).label("number")).subquery()
_firsts = select(_numbered.c.id).where((_numbered.c.number - 1) % bindparam("size") == 0).order_by(_numbered.c.id)
_page = (
    select(jobs.c.id, jobs.c.changed_at, jobs.c.withdrawn_at, jobs.c.expires_at)
    .where(jobs.c.id >= bindparam("first"))
    .order_by(jobs.c.id)
    .limit(bindparam("size"))
    .subquery()
)
_changes = (
    select(_page.c.id, _page.c.changed_at)
    .where(_page.c.withdrawn_at.is_(None), or_(_page.c.expires_at.is_(None), _page.c.expires_at > bindparam("now")))
    .order_by(_page.c.id)
)
_last_change = select(func.count(), func.max(jobs.c.changed_at)).where(
    jobs.c.id.in_(bindparam("ids", expanding=True)), _open
)

_imports = select(*(job_imports.c[name] for name in Import.__slots__)).order_by(job_imports.c.imported_at.desc())


def jobs_after(tx: Tx, after: str, most: int, now: datetime) -> list[Job]:
    """Return the open jobs after this id, at most `most`, in the order of their ids."""
    return [_job(row) for row in tx.execute(_after, {"after": after, "most": most, "now": now}).mappings()]


def first_ids(tx: Tx, size: int) -> list[str]:
    """Return the id that begins each page of so many jobs, open or not: read from the index alone."""
    return list(tx.execute(_firsts, {"size": size}).scalars())


def changes_from(tx: Tx, first: str, size: int, now: datetime) -> dict[str, datetime]:
    """Return when the open jobs of the page that begins with this id changed last."""
    rows = tx.execute(_changes, {"first": first, "size": size, "now": now})
    return {row.id: row.changed_at for row in rows}


def last_change(tx: Tx, job_ids: Collection[str], now: datetime) -> tuple[int, datetime | None]:
    """Return how many of these jobs are open, and when one of them changed last."""
    count, changed = tx.execute(_last_change, {"ids": list(job_ids), "now": now}).one()
    return count, changed


def count_jobs(tx: Tx, now: datetime) -> int:
    """Count the open jobs."""
    return tx.execute(_count, {"now": now}).scalar_one()


def count_without_end(tx: Tx, now: datetime) -> dict[str, int]:
    """Count the open jobs that have no end date, by source."""
    return {row.source: row.jobs for row in tx.execute(_without_end, {"now": now})}


def count_open_of_source(tx: Tx, source: str, now: datetime) -> int:
    """Count the open jobs of a source."""
    return tx.execute(_count_source, {"source": source, "now": now}).scalar_one()


def count_open(tx: Tx, source: str, external_ids: Collection[str], now: datetime) -> int:
    """Count the open ones among these jobs of a source."""
    return tx.execute(_count_some, {"source": source, "external_ids": list(external_ids), "now": now}).scalar_one()


def confirmed_removals(tx: Tx, source: str) -> int:
    """Return how many jobs an operator lets the next import of a source remove."""
    return tx.execute(_confirmed, {"source": source}).scalar() or 0


def week_of(tx: Tx, source: str, now: datetime) -> Week:
    """Return the current week of a source; a new one if the last one is over."""
    row = tx.execute(_week, {"source": source, "after": now - WEEK}).first()
    return Week(*row) if row else Week(now, count_open_of_source(tx, source, now), 0)


def last_imports(tx: Tx) -> list[Import]:
    """Return the last import of each source, newest first."""
    return [Import(*row) for row in tx.execute(_imports)]


def has_jobs(tx: Tx, now: datetime) -> bool:
    """Whether there are open jobs."""
    return tx.execute(_any, {"now": now}).scalar_one()


def find_job(tx: Tx, job_id: str, now: datetime) -> Job | None:
    """Return the open job with this id, or None."""
    row = tx.execute(_select_job, {"id": job_id, "now": now}).mappings().first()
    return _job(row) if row else None


def find_jobs(tx: Tx, job_ids: Collection[str]) -> dict[str, Job]:
    """Return jobs by id, including expired and withdrawn ones; unknown ids are omitted."""
    rows = tx.execute(_select_jobs, {"ids": list(job_ids)}).mappings()
    return {row["id"]: _job(row) for row in rows}


def open_jobs(tx: Tx, job_ids: Collection[str], now: datetime) -> dict[str, Job]:
    """Return the open ones among these jobs by id."""
    rows = tx.execute(_select_open, {"ids": list(job_ids), "now": now}).mappings()
    return {row["id"]: _job(row) for row in rows}


def find_job_id(tx: Tx, source: str, external_id: str, now: datetime) -> str | None:
    """Return the id of the open job that a source lists under this external id."""
    return tx.execute(_job_id, {"source": source, "external_id": external_id, "now": now}).scalar()


def jobs_of_employers(tx: Tx, names: Collection[str], now: datetime) -> list[Job]:
    """Return the open jobs of employers, their names in any common case, at most `MAX_OF_EMPLOYER` for each name."""
    cases = sorted({case for name in names for case in (name, name.upper(), name.lower(), name.title())})
    rows = tx.execute(_of_employer, {"names": cases, "now": now, "most": MAX_OF_EMPLOYER * len(names)}).mappings()
    return [_job(row) for row in rows]


def jobs_of_source(tx: Tx, source: str) -> list[Job]:
    """Return all jobs of a source, including expired ones. For sources that fit into memory."""
    return [_job(row) for row in tx.execute(_select_source, {"source": source}).mappings()]


def _job(row: RowMapping) -> Job:
    shifts = row["shifts"]
    return Job(**{**row, "shifts": None if shifts is None else tuple(shifts)})
