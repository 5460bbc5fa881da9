"""Reading the catalogue. Every job in it is public; an expired one is as good as gone."""

from collections.abc import Collection, Sequence
from datetime import datetime
from math import cos, radians
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import RowMapping, and_, bindparam, exists, func, or_, select

from dayshift.jobs.columns import JobColumns, columns_of
from dayshift.jobs.models import Job, jobs
from dayshift.jobs.places import Place
from dayshift.kit.db import Tx

_EARTH_RADIUS_MILES = 3958.7613
_MILES_PER_DEGREE = 69.0
"""Of latitude, rounded down, so that the box around a circle is never too small."""

_open = or_(jobs.c.expires_at.is_(None), jobs.c.expires_at > bindparam("now"))
_in_box = and_(
    jobs.c.lat.between(bindparam("south"), bindparam("north")),
    jobs.c.lon.between(bindparam("west"), bindparam("east")),
)
_compared = (
    jobs.c.id, jobs.c.occupation, jobs.c.pay_low, jobs.c.pay_high, jobs.c.employment_type, jobs.c.shifts,
    jobs.c.experience_years, jobs.c.start, jobs.c.remote, jobs.c.lat, jobs.c.lon,
)  # fmt: skip
# Each side of the OR has an index. Sorting here would lead SQLite to walk the whole table by its key instead.
_select_near = select(*_compared).where(
    or_(_in_box, jobs.c.remote.is_(True)),
    _open,
    jobs.c.occupation.in_(bindparam("occupations", expanding=True)),
)
_count = select(func.count()).select_from(jobs).where(_open)
_any = select(exists().where(_open))
_select_job = select(jobs).where(jobs.c.id == bindparam("id"), _open)
_select_jobs = select(jobs).where(jobs.c.id.in_(bindparam("ids", expanding=True)))


def jobs_within(tx: Tx, centre: Place | None, miles: float, occupations: Collection[str], now: datetime) -> JobColumns:
    """The open jobs of these occupations within `miles` of `centre`, and the remote ones, in any order.

    Without a centre only the remote ones. Distances are great-circle miles.
    """
    wanted = {"occupations": list(occupations), "now": now}
    rows = tx.execute(_select_near, {**_box_around(centre, miles), **wanted}).all()
    columns = columns_of(rows, _miles_from(centre, rows))
    return columns.take(columns.distance_miles <= miles)


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


def _box_around(centre: Place | None, miles: float) -> dict[str, float]:
    """The smallest box of degrees that holds the circle; without a centre one that holds nothing."""
    if centre is None:
        return {"south": 1, "north": 0, "west": 1, "east": 0}
    high = miles / _MILES_PER_DEGREE
    # A circle is widest, in degrees of longitude, towards the pole.
    wide = high / cos(radians(abs(centre.lat) + high))
    return {
        "south": centre.lat - high,
        "north": centre.lat + high,
        "west": centre.lon - wide,
        "east": centre.lon + wide,
    }


def _miles_from(centre: Place | None, rows: Sequence[Any]) -> NDArray[np.float64]:
    """Great-circle distances (haversine) to the rows, NaN without a centre."""
    if centre is None:
        return np.full(len(rows), np.nan)
    lat, lats = np.radians(centre.lat), np.radians([row.lat for row in rows])
    turns = np.radians([row.lon - centre.lon for row in rows])
    chords = np.sin((lats - lat) / 2) ** 2 + np.cos(lat) * np.cos(lats) * np.sin(turns / 2) ** 2
    miles: NDArray[np.float64] = 2 * _EARTH_RADIUS_MILES * np.arcsin(np.sqrt(chords))
    return miles
