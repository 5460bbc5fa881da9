"""Jobs that employers post here: rows of the catalog like those of feeds, under a source of their own."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, select

from dayshift.core.db import Tx, insert
from dayshift.jobs.catalog.actions import POSTED, serialize, store_jobs
from dayshift.jobs.catalog.models import jobs, posted_jobs
from dayshift.jobs.feeds import OTHER, Row
from dayshift.jobs.feeds.pay import Hourly, hourly
from dayshift.jobs.feeds.posting import PostedPay
from dayshift.jobs.feeds.text import line, plain
from dayshift.knowledge.occupations import EmploymentType, Shift, Start, occupations

_put = insert(posted_jobs)
_put = _put.on_conflict_do_update(
    index_elements=["job_id"],
    set_={name: _put.excluded[name] for name in ("group_id", "always_hiring", "lat")},
)
_near = select(posted_jobs.c.job_id, posted_jobs.c.group_id).where(
    posted_jobs.c.group_id.is_not(None), posted_jobs.c.lat.between(bindparam("south"), bindparam("north"))
)
_always_hiring = select(posted_jobs.c.job_id).where(
    posted_jobs.c.always_hiring, posted_jobs.c.job_id.in_(bindparam("jobs", expanding=True))
)

MILES_PER_DEGREE = 68.7
"""Of latitude, where a degree is shortest."""

_job_id = select(jobs.c.id).where(jobs.c.source == POSTED, jobs.c.external_id == bindparam("external_id"))


PayUnit = Literal["hour", "day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class JobDetails:
    """What an employer states of the work. Pay is US dollars per `pay_unit`; None: not stated.

    Stored with the posting as JSON: a new field needs a default, because earlier postings lack it. A field that a job
    of the catalog has, too, is copied to it.
    """

    occupation: str | None
    description: str
    benefits: str | None
    pay_low: float
    pay_high: float | None
    pay_unit: PayUnit
    employment_type: EmploymentType | None
    shifts: tuple[Shift, ...]
    experience_years: int | None
    start: Start | None
    licence: str | None


@dataclass(frozen=True, slots=True)
class PostedJob:
    """A job that an employer posts here, with its place of work.

    `group_id`: shared with the same job at other places. `always_hiring`: it has no last opening.
    """

    external_id: str
    title: str
    employer: str
    street: str | None
    city: str
    state: str
    zip: str
    lat: float | None
    lon: float | None
    details: JobDetails
    posted_at: datetime
    expires_at: datetime
    group_id: str | None
    always_hiring: bool


def pay_per_hour(low: float, high: float | None, unit: str) -> Hourly:
    """Convert pay to cents per hour. Raises `AbsurdPay`."""
    return hourly(PostedPay(low, high, unit))


def put_job(tx: Tx, job: PostedJob, now: datetime) -> str:
    """Add a job to the catalog, or change the one with this external id; return its id, which never changes."""
    store_jobs(tx, POSTED, [serialize(_row(job))], (), now)
    job_id: str = tx.execute(_job_id, {"external_id": job.external_id}).scalar_one()
    more = {"job_id": job_id, "group_id": job.group_id, "always_hiring": job.always_hiring, "lat": job.lat}
    tx.execute(_put, more)
    return job_id


def groups_near(tx: Tx, lat: float, miles: float) -> dict[str, str]:
    """Return the group of each job that was posted for several places, for those this far north or south at most."""
    reach = miles / MILES_PER_DEGREE
    return {row.job_id: row.group_id for row in tx.execute(_near, {"south": lat - reach, "north": lat + reach})}


def always_hiring(tx: Tx, job_ids: Collection[str]) -> set[str]:
    """Return the jobs among these that have no last opening."""
    return set(tx.execute(_always_hiring, {"jobs": list(job_ids)}).scalars())


def _row(job: PostedJob) -> Row:
    details = job.details
    pay = pay_per_hour(details.pay_low, details.pay_high, details.pay_unit)
    known = occupations().get(details.occupation or "")
    return {
        **{name: value for name, value in (asdict(job) | asdict(details)).items() if name in jobs.c},
        "title": line(job.title, 200),
        "occupation": known.id if known else None,
        "category": known.category if known else OTHER,
        "description": plain("\n\n".join(filter(None, [details.description, details.benefits]))),
        "lat": None if job.lat is None else round(job.lat, 4),
        "lon": None if job.lon is None else round(job.lon, 4),
        "remote": False,
        "pay_low": pay.low,
        "pay_high": pay.high,
        "shifts": list(details.shifts) or None,
        "licence": line(details.licence or "", 200) or None,
    }
