"""Reading the catalogue. Every job in it is public; an expired one is as good as gone."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import RowMapping, bindparam, exists, func, or_, select

from dayshift.jobs.models import Job, jobs
from dayshift.kit.db import Tx

_open = or_(jobs.c.expires_at.is_(None), jobs.c.expires_at > bindparam("now"))
_job_columns = [column for column in jobs.c if column.name not in {"cell", "digest"}]
_count = select(func.count()).select_from(jobs).where(_open)
_any = select(exists().where(_open))
_select_job = select(*_job_columns).where(jobs.c.id == bindparam("id"), _open)
_select_jobs = select(*_job_columns).where(jobs.c.id.in_(bindparam("ids", expanding=True)))


def count_jobs(tx: Tx, now: datetime) -> int:
    """How many jobs are open, anywhere."""
    return tx.execute(_count, {"now": now}).scalar_one()


def has_jobs(tx: Tx, now: datetime) -> bool:
    """Whether any job is open, anywhere."""
    return tx.execute(_any, {"now": now}).scalar_one()


def find_job(tx: Tx, job_id: str, now: datetime) -> Job | None:
    """The open job with this id."""
    row = tx.execute(_select_job, {"id": job_id, "now": now}).mappings().first()
    return _job(row) if row else None


def find_jobs(tx: Tx, job_ids: Collection[str]) -> dict[str, Job]:
    """Jobs by id, expired ones too; ids that do not exist are left out."""
    rows = tx.execute(_select_jobs, {"ids": list(job_ids)}).mappings()
    return {row["id"]: _job(row) for row in rows}


def _job(row: RowMapping) -> Job:
    shifts = row["shifts"]
    return Job(**{**row, "shifts": None if shifts is None else tuple(shifts)})
