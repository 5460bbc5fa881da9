"""The catalogue of jobs: its table, its record, and the ids that its columns may hold."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, UniqueConstraint

from dayshift.kit.db import Instant, Json, metadata

EmploymentType = Literal["full-time", "part-time"]
Shift = Literal["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"]
Start = Literal["immediately", "within-1-week", "within-2-weeks"]

EMPLOYMENT_TYPES: tuple[EmploymentType, ...] = get_args(EmploymentType)
SHIFTS: tuple[Shift, ...] = get_args(Shift)
STARTS: tuple[Start, ...] = get_args(Start)
"""Soonest first."""


@dataclass(frozen=True, slots=True)
class Job:
    """One open job. None means that the employer did not state it, which is a value of its own.

    Pay is US cents per hour; `pay_text` is what the employer wrote where that is more than a range.
    `shifts` are all required. `experience_years` is the least that is asked, `start` the latest day.
    `licence` names one that the work needs.
    """

    id: str
    source: str
    external_id: str
    title: str
    occupation: str | None
    employer: str
    category: str
    description: str
    city: str
    state: str
    zip: str
    lat: float
    lon: float
    remote: bool
    pay_low: int | None
    pay_high: int | None
    pay_text: str | None
    employment_type: EmploymentType | None
    shifts: tuple[Shift, ...] | None
    experience_years: int | None
    start: Start | None
    licence: str | None
    expires_at: datetime | None
    created_at: datetime


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
    Column("city", String(100), nullable=False),
    Column("state", String(2), nullable=False),
    Column("zip", String(5), nullable=False),
    Column("lat", Float(53), nullable=False),
    Column("lon", Float(53), nullable=False),
    Column("remote", Boolean, nullable=False),
    Column("pay_low", Integer),
    Column("pay_high", Integer),
    Column("pay_text", String(200)),
    Column("employment_type", String(16)),
    Column("shifts", Json),
    Column("experience_years", Integer),
    Column("start", String(16)),
    Column("licence", String(200)),
    Column("expires_at", Instant),
    Column("created_at", Instant, nullable=False),
    UniqueConstraint("source", "external_id"),
    Index(None, "lat", "lon"),
    Index(None, "remote"),
)
