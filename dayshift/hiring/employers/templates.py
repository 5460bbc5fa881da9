"""Starting points for posting a job, and what similar jobs nearby pay."""

import tomllib
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

import numpy as np

from dayshift.core.db import Tx
from dayshift.core.language import Language
from dayshift.hiring.employers.queries import Location
from dayshift.jobs.index import Area, jobs_within
from dayshift.knowledge.occupations import (
    Drawing,
    EmploymentType,
    Place,
    Shift,
    art_of,
    locate_zip,
    occupations,
    title_in,
)

MIN_JOBS = 5
"""Minimum number of jobs with stated pay before anything is said about pay."""

MILES = (5.0, 10.0, 25.0)
"""Tried in this order until there are enough jobs."""


@dataclass(frozen=True, slots=True)
class Template:
    """What a job of this occupation usually is, in one language."""

    occupation: str
    category: str
    art: Drawing
    title: str
    description: str
    employment_type: EmploymentType | None
    shifts: tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class PayNearby:
    """The middle half of the hourly pay of `count` jobs within `miles`, in cents."""

    occupation: str
    low: int
    high: int
    count: int
    miles: float


@cache
def templates(language: Language) -> tuple[Template, ...]:
    """Return all templates in the order of `templates.toml`."""
    table = tomllib.loads(files(__package__).joinpath("templates.toml").read_text("utf-8"))
    known = occupations()
    return tuple(
        Template(
            occupation=name,
            category=known[name].category,
            art=art_of(name, known[name].category),
            title=title_in(language, known[name].title),
            description=entry[language].strip(),
            employment_type=entry.get("hours"),
            shifts=tuple(entry["shifts"]),
        )
        for name, entry in table.items()
    )


def pay_nearby(tx: Tx, location: Location, occupation: str, at: datetime) -> PayNearby | None:
    """Return what jobs of this occupation near a location pay; None for fewer than `MIN_JOBS` that say so."""
    centre = _centre(location)
    if centre is None:
        return None
    for miles in MILES:
        jobs = jobs_within(tx, Area(centre, miles), [occupation], at)
        stated = (jobs.pay_high > 0) & ~jobs.remote
        count = int(stated.sum())
        if count >= MIN_JOBS:
            middle = (jobs.pay_low[stated].astype(np.float64) + jobs.pay_high[stated]) / 2
            low, high = np.percentile(middle, [25, 75])
            return PayNearby(occupation, round(low), round(high), count, miles)
    return None


def _centre(location: Location) -> Place | None:
    if location.lat is None or location.lon is None:
        return locate_zip(location.zip)
    return Place(location.zip, location.city, location.state, location.lat, location.lon)
