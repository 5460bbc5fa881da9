"""Why a job scores as it does: codes with data, worded by whoever shows them, in any language.

This is the whole list of codes. Each factor has exactly one reason.
"""

from dataclasses import dataclass
from typing import Literal

from dayshift.occupations import EmploymentType, Shift


@dataclass(frozen=True, slots=True)
class RoleReason:
    """`title` is the usual name of the job's kind of work; `near` that of the named one it is close to.

    role_named: the wish names it. role_sibling: close to `near`, which the wish names. role_field: the wish
    names its whole field. role_any: it asks for any work. role_similar: it has similar words.
    role_other: none of these.
    """

    code: Literal["role_named", "role_sibling", "role_field", "role_any", "role_similar", "role_other"]
    title: str | None
    near: str | None = None


@dataclass(frozen=True, slots=True)
class PayReason:
    """Dollars per hour. pay_meets: all of the range is enough. pay_overlaps: its upper part is."""

    code: Literal["pay_meets", "pay_overlaps", "pay_below", "pay_not_stated"]
    low: float | None
    high: float | None
    wanted: float


@dataclass(frozen=True, slots=True)
class ScheduleReason:
    """schedule_fits: nothing stands against it. schedule_partly: what the other fields list does.

    schedule_not_stated: nothing stated stands against it, but the job leaves its shifts or its hours open.
    `missing` are the shifts that the candidate cannot do; `weeks_late` is how long after the day asked they
    can start.
    """

    code: Literal["schedule_fits", "schedule_partly", "schedule_not_stated"]
    shifts: tuple[Shift, ...] | None
    missing: tuple[Shift, ...]
    employment_type: EmploymentType | None
    other_hours: bool
    weeks_late: int


@dataclass(frozen=True, slots=True)
class DistanceReason:
    """distance_near: up to 10 miles. distance_far: more, within the radius. About: zip code to zip code."""

    code: Literal["distance_near", "distance_far", "distance_remote"]
    miles: float | None


@dataclass(frozen=True, slots=True)
class ExperienceReason:
    """Years. experience_enough: what is asked, or more, which never counts against anybody.

    experience_licence: nothing is short, but `needs`, which the candidate is not known to have, is required.
    """

    code: Literal["experience_enough", "experience_short", "experience_not_stated", "experience_licence"]
    asked: int | None
    have: int
    needs: str | None = None


Reason = RoleReason | PayReason | ScheduleReason | DistanceReason | ExperienceReason
