"""The catalog of jobs: its tables, its record type, and the allowed values of its columns."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
)

from dayshift.core.db import Instant, Json, metadata
from dayshift.knowledge.occupations import EmploymentType, Shift, Start


@dataclass(frozen=True, slots=True)
class Job:
    """One open job. None means that the employer did not state the value.

    Pay is US cents per hour; `pay_text` is the employer's text if it says more than a range. `shifts` are all
    required. `experience_years` is the minimum, `start` the latest date. `licence` is a required license.
    Only remote jobs may have no place; if one has a `state`, its workers must live there. `zip` is None if the employer
    states only the city, and `lat` and `lon` are then its center. `url` is the employer's own page.
    """

    id: str
    source: str
    external_id: str
    title: str
    occupation: str | None
    employer: str
    category: str
    description: str
    street: str | None
    city: str | None
    state: str | None
    zip: str | None
    lat: float | None
    lon: float | None
    remote: bool
    pay_low: int | None
    pay_high: int | None
    pay_text: str | None
    employment_type: EmploymentType | None
    shifts: tuple[Shift, ...] | None
    experience_years: int | None
    start: Start | None
    licence: str | None
    url: str | None
    posted_at: datetime | None
    expires_at: datetime | None
    created_at: datetime


def dollars(cents: int | None) -> float | None:
    """Return pay of a job in US dollars."""
    return None if cents is None else cents / 100


jobs = Table(
    "jobs",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("source", String(64), nullable=False),
    Column("external_id", String(200), nullable=False),
    Column("title", String(200), nullable=False),
    Column("occupation", String(64)),
    Column("employer", String(200), nullable=False),
    Column("category", String(32), nullable=False),
    Column("description", String(4000), nullable=False),
    Column("street", String(200)),
    Column("city", String(100)),
    Column("state", String(2)),
    Column("zip", String(5)),
    Column("lat", Float(53)),  # Both in multiples of 0.0001 degree, so that cells hold them exactly.
    Column("lon", Float(53)),
    Column("remote", Boolean, nullable=False),
    Column("pay_low", Integer),
    Column("pay_high", Integer),
    Column("pay_text", String(200)),
    Column("employment_type", String(16)),
    Column("shifts", Json),
    Column("experience_years", Integer),
    Column("start", String(16)),
    Column("licence", String(200)),
    Column("url", String(500)),
    Column("posted_at", Instant),
    Column("expires_at", Instant),
    # A new column of what a job states comes here, last, and is null: then no job counts as changed, see `serialize`.
    Column("created_at", Instant, nullable=False),
    Column("changed_at", Instant, nullable=False),  # When the source last changed it.
    Column("withdrawn_at", Instant),  # When its employer paused, filled or removed it here. No feed changes this.
    Column("cell", Integer, nullable=False),  # The job's cell in `job_cells`.
    Column("digest", LargeBinary(16), nullable=False),  # Of all stated values, to detect changes.
    UniqueConstraint("source", "external_id"),
    Index(None, "cell"),
    Index(None, "employer"),
)


posted_jobs = Table(  # What only jobs say that employers post here.
    "posted_jobs",
    metadata,
    Column("job_id", String(36), ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("group_id", String(36)),  # Of the same job at several places.
    Column("always_hiring", Boolean, nullable=False),
    Column("lat", Float(53)),
)
_grouped = posted_jobs.c.group_id.is_not(None)
Index("ix_posted_jobs_lat", posted_jobs.c.lat, sqlite_where=_grouped, postgresql_where=_grouped)

job_imports = Table(
    "job_imports",
    metadata,
    Column("source", String(64), primary_key=True),
    Column("imported_at", Instant, nullable=False),
    Column("read", Integer, nullable=False),
    Column("added", Integer, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("removed", Integer, nullable=False),
    Column("quarantined", Integer, nullable=False),
    Column("refused", String(500)),  # The reason if it was rejected; null if it was applied.
    Column("refused_since", Instant),  # The first import that was rejected since the last one that was applied.
    Column("held", Integer, nullable=False, server_default="0"),  # Open jobs that the feed lacked, and that stayed.
    Column("confirmed", Integer),  # So many an operator let the next import remove.
    # The week for which losses are added up; null before the first import that counted them.
    Column("week_from", Instant),
    Column("week_open", Integer, nullable=False, server_default="0"),  # The most open jobs in that week.
    Column("week_lost", Integer, nullable=False, server_default="0"),  # Open jobs removed since, less those added.
)
"""The last import of each source, in postings."""

import_locks = Table(  # An import that runs, so that another one of its source waits.
    "import_locks",
    metadata,
    Column("source", String(64), primary_key=True),
    Column("holder", String(36), nullable=False),
    Column("until", Instant, nullable=False),  # Extended while it runs; after a crash another one begins then.
)
