"""The employers of the sample catalog, so that its jobs can be applied for."""

from datetime import datetime
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from dayshift.core.db import Tx, insert
from dayshift.core.folding import search_key
from dayshift.core.names import name_key
from dayshift.hiring.employers.models import employers, locations, postings
from dayshift.hiring.employers.posting_queries import postings_of_jobs
from dayshift.jobs.catalog import SAMPLE, Job, jobs_of_source
from dayshift.knowledge.occupations import locate_zip

NOT_HERE = frozenset({"Low Tide Tavern", "The Sleepy Heron Inn"})
"""Sample employers that do not use Dayshift: their jobs link to their own pages."""

_CENTRAL = frozenset({"IL", "MN", "TN", "TX"})
_ZONES = {
    "AZ": "America/Phoenix",
    "CA": "America/Los_Angeles",
    "CO": "America/Denver",
    "WA": "America/Los_Angeles",
    **dict.fromkeys(_CENTRAL, "America/Chicago"),
}
EASTERN = "America/New_York"

_insert_employer = insert(employers).on_conflict_do_nothing(index_elements=["id"])
_insert_location = insert(locations).on_conflict_do_nothing(index_elements=["id"])
_insert_posting = insert(postings).on_conflict_do_nothing(index_elements=["id"])


def sample_id(*names: str) -> str:
    """Return the id of a sample row: the same in every installation, so that adding it again changes nothing."""
    return str(uuid5(NAMESPACE_DNS, "/".join(names) + ".sample"))


def add_sample_employers(tx: Tx, at: datetime) -> int:
    """Make every sample employer but two an employer here, with its jobs live; return how many. Idempotent."""
    found = [job for job in jobs_of_source(tx, SAMPLE) if job.employer not in NOT_HERE and job.zip]
    taken = postings_of_jobs(tx, [job.id for job in found])
    for name in sorted({job.employer for job in found}):
        zone = next(_zone(job) for job in found if job.employer == name)
        row = {"id": sample_id(name), "name": name, "zone": zone, "reply_days": 3}
        tx.execute(_insert_employer, {**row, "name_key": name_key(name), "created_at": at})
    for job in found:
        if job.id not in taken:
            _add_posting(tx, job, _add_location(tx, job, at), at)
    return len({job.employer for job in found})


def _add_location(tx: Tx, job: Job, at: datetime) -> str | None:
    place = locate_zip(job.zip or "")
    if place is None:
        return None
    location_id = sample_id(job.employer, place.zip)
    row = {"id": location_id, "employer_id": sample_id(job.employer), "name": f"{place.city} {place.zip}"}
    where = {"city": place.city, "state": place.state, "zip": place.zip, "lat": place.lat, "lon": place.lon}
    hours = {"opens_at": "07:00", "closes_at": "23:00"}
    tx.execute(_insert_location, {**row, **where, **hours, "street": None, "zone": _zone(job), "created_at": at})
    return location_id


def _add_posting(tx: Tx, job: Job, location_id: str | None, at: datetime) -> None:
    values: dict[str, Any] = {
        "id": sample_id(job.employer, job.external_id),
        "employer_id": sample_id(job.employer),
        "location_id": location_id,
        "job_id": job.id,
        "title": job.title,
        "title_key": search_key(job.title),
        "state": "live",
        "imported": True,
        "openings": 2,
        "details": {},
        "version": 1,
        "live_until": job.expires_at,
        "created_at": at,
        "changed_at": at,
    }
    tx.execute(_insert_posting, values)


def _zone(job: Job) -> str:
    return _ZONES.get(job.state or "", EASTERN)
