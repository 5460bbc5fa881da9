"""Open jobs that are like another one: the same kind of work nearby."""

from datetime import datetime

import numpy as np

from dayshift.core.db import Tx
from dayshift.jobs.catalog import Job, open_jobs
from dayshift.jobs.index import Area, jobs_within
from dayshift.knowledge.occupations import Place, locate_city, locate_zip, occupations

MILES = 25.0
MAX_SIMILAR = 3


def similar_jobs(tx: Tx, job: Job, at: datetime) -> list[Job]:
    """Return at most `MAX_SIMILAR` open jobs: first those of its occupation, then of siblings, nearest first."""
    occupation = occupations().get(job.occupation or "")
    if occupation is None:
        return []
    area = Area(_place_of(job), MILES)
    found: dict[str, Job] = {}
    for wanted in ([occupation.id], sorted(occupation.siblings)):
        near = jobs_within(tx, area, wanted, at, exclude=[job.id])
        nearest = np.argsort(near.distance_miles, kind="stable")[: MAX_SIMILAR - len(found)]
        ids = [str(one) for one in near.ids(nearest)]
        open_now = open_jobs(tx, ids, at)
        found |= {one: open_now[one] for one in ids if one in open_now}
        if len(found) == MAX_SIMILAR:
            break
    return list(found.values())


def _place_of(job: Job) -> Place | None:
    if job.lat is not None and job.lon is not None:
        return Place(job.zip or "", job.city or "", job.state or "", job.lat, job.lon)
    if job.zip:
        return locate_zip(job.zip)
    return locate_city(job.city, job.state) if job.city else None
