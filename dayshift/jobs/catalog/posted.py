"""Jobs that employers post here: rows of the catalog like those of feeds, under a source of their own."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx
from dayshift.jobs.catalog.actions import POSTED, serialize, store_jobs
from dayshift.jobs.catalog.models import jobs
from dayshift.jobs.feeds import OTHER, Row
from dayshift.jobs.feeds.pay import Hourly, hourly
from dayshift.jobs.feeds.posting import PostedPay
from dayshift.jobs.feeds.text import line, plain
from dayshift.knowledge.occupations import EmploymentType, Shift, Start, occupations

_job_id = select(jobs.c.id).where(jobs.c.source == POSTED, jobs.c.external_id == bindparam("external_id"))


@dataclass(frozen=True, slots=True)
class PostedJob:
    """What an employer states. Pay is US dollars per `pay_unit`, a key of `feeds.pay.HOURS`."""

    external_id: str
    title: str
    occupation: str | None
    employer: str
    description: str
    street: str | None
    city: str
    state: str
    zip: str
    lat: float | None
    lon: float | None
    pay_low: float
    pay_high: float | None
    pay_unit: str
    employment_type: EmploymentType | None
    shifts: tuple[Shift, ...]
    experience_years: int | None
    start: Start | None
    licence: str | None
    posted_at: datetime
    expires_at: datetime


def pay_per_hour(low: float, high: float | None, unit: str) -> Hourly:
    """Convert pay to cents per hour. Raises `AbsurdPay`."""
    return hourly(PostedPay(low, high, unit))


def put_job(tx: Tx, job: PostedJob, now: datetime) -> str:
    """Add a job to the catalog, or change the one with this external id; return its id, which never changes."""
    store_jobs(tx, POSTED, [serialize(_row(job))], (), now)
    job_id: str = tx.execute(_job_id, {"external_id": job.external_id}).scalar_one()
    return job_id


def _row(job: PostedJob) -> Row:
    pay = pay_per_hour(job.pay_low, job.pay_high, job.pay_unit)
    known = occupations().get(job.occupation or "")
    return {
        "external_id": job.external_id,
        "title": line(job.title, 200),
        "occupation": known.id if known else None,
        "employer": job.employer,
        "category": known.category if known else OTHER,
        "description": plain(job.description),
        "street": job.street,
        "city": job.city,
        "state": job.state,
        "zip": job.zip,
        "lat": None if job.lat is None else round(job.lat, 4),
        "lon": None if job.lon is None else round(job.lon, 4),
        "remote": False,
        "pay_low": pay.low,
        "pay_high": pay.high,
        "pay_text": None,
        "employment_type": job.employment_type,
        "shifts": list(job.shifts) or None,
        "experience_years": job.experience_years,
        "start": job.start,
        "licence": line(job.licence or "", 200) or None,
        "url": None,
        "posted_at": job.posted_at,
        "expires_at": job.expires_at,
    }
