"""The reasons behind a score, for the few jobs that are shown: codes with data, worded by clients in any language.

Each factor has exactly one reason; the reason classes list every code.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dayshift.jobs.catalog import Job, dollars
from dayshift.knowledge.occupations import STARTS, EmploymentType, Shift, TitleFit, occupations
from dayshift.matching.matches.job_search import JobSearch
from dayshift.matching.matches.score import NEAR_MILES, WEIGHTS, answer_of


@dataclass(frozen=True, slots=True)
class RoleReason:
    """`title` is the usual name of the job's kind of work; `near` that of the named one it is close to.

    role_named: the search names it. role_sibling: close to `near`, which the search names. role_field: the search
    names its whole field. role_any: it asks for any work. role_similar: it has similar words.
    role_other: none of these.
    """

    code: Literal["role_named", "role_sibling", "role_field", "role_any", "role_similar", "role_other"]
    title: str | None
    near: str | None = None


@dataclass(frozen=True, slots=True)
class PayReason:
    """Dollars per hour. pay_meets: all of the range is enough. pay_overlaps: its upper part is.

    `low` or `high` is None if the employer states only the other end, both if neither.
    """

    code: Literal["pay_meets", "pay_overlaps", "pay_below", "pay_not_stated"]
    low: float | None
    high: float | None
    wanted: float


@dataclass(frozen=True, slots=True)
class ScheduleReason:
    """schedule_fits: no conflict. schedule_partly: the conflicts are in the other fields.

    schedule_not_stated: no known conflict, but the job does not state its shifts or its hours.
    `missing` are the shifts that the candidate cannot work; `weeks_late` is how many weeks after the requested date
    they can start.
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
    """Years. experience_enough: what is required, or more.

    experience_licence: enough years, but the job requires the license `needs`, which candidates are not asked for.
    """

    code: Literal["experience_enough", "experience_short", "experience_not_stated", "experience_licence"]
    asked: int | None
    have: int
    needs: str | None = None


Reason = RoleReason | PayReason | ScheduleReason | DistanceReason | ExperienceReason

Cap = Literal["role", "weak_factor"]


@dataclass(frozen=True, slots=True)
class Factor:
    """One line of the sum: `points` is `value`, 0 to 1, times `max_points`."""

    name: str
    value: float
    points: float
    max_points: int
    reason: Reason


def factors_of(
    search: JobSearch, fits: Mapping[str, TitleFit], job: Job, miles: float, values: Mapping[str, float]
) -> tuple[Factor, ...]:
    """The five factors of one job, in the order of their weights, from their values."""
    reasons: dict[str, Reason] = {
        "role": _role(fits, job),
        "pay": _pay(search, job),
        "schedule": _schedule(search, job),
        "distance": _distance(job, miles),
        "experience": _experience(search, job),
    }
    return tuple(
        Factor(name, values[name], values[name] * weight, weight, reasons[name]) for name, weight in WEIGHTS.items()
    )


def cap_of(uncapped: float, exact: float, role_cap: float) -> Cap | None:
    """Which cap holds the score below the sum of its points, if any."""
    if exact >= uncapped:
        return None
    return "role" if exact == role_cap else "weak_factor"


def _role(fits: Mapping[str, TitleFit], job: Job) -> RoleReason:
    title = occupations()[job.occupation].title if job.occupation else None
    fit = fits.get(job.occupation or "")
    if fit is None:
        return RoleReason("role_other", title)
    match fit.how:
        case "named":
            return RoleReason("role_named", title)
        case "sibling":
            return RoleReason("role_sibling", title, near=occupations()[fit.via].title if fit.via else None)
        case "field":
            return RoleReason("role_field", title)
        case "any":
            return RoleReason("role_any", title)
        case "similar":
            return RoleReason("role_similar", title)


def _pay(search: JobSearch, job: Job) -> PayReason:
    low, high = job.pay_low, job.pay_high
    if low is None and high is None:
        return PayReason("pay_not_stated", None, None, search.hourly_rate)
    wanted = search.hourly_rate * 100
    code: Literal["pay_meets", "pay_overlaps", "pay_below"] = "pay_below"
    if low is not None and low >= wanted:
        code = "pay_meets"
    elif high is not None and high >= wanted:
        code = "pay_overlaps"
    return PayReason(code, dollars(low), dollars(high), search.hourly_rate)


def _schedule(search: JobSearch, job: Job) -> ScheduleReason:
    able = set(job.shifts or ()) if "very-flexible" in search.availability else set(search.availability)
    missing = tuple(shift for shift in job.shifts or () if shift not in able)
    other_hours = job.employment_type not in {None, search.employment_type}
    weeks_late = max(0, STARTS.index(search.start) - STARTS.index(job.start)) if job.start else 0
    code: Literal["schedule_fits", "schedule_partly", "schedule_not_stated"] = "schedule_fits"
    if missing or other_hours or weeks_late:
        code = "schedule_partly"
    elif not job.shifts or job.employment_type is None:
        code = "schedule_not_stated"
    return ScheduleReason(code, job.shifts, missing, job.employment_type, other_hours, weeks_late)


def _distance(job: Job, miles: float) -> DistanceReason:
    if job.remote:
        return DistanceReason("distance_remote", None)
    return DistanceReason("distance_near" if miles <= NEAR_MILES else "distance_far", round(miles, 1))


def _experience(search: JobSearch, job: Job) -> ExperienceReason:
    have, asked = search.experience_years, job.experience_years
    if asked is not None and answer_of(have) < answer_of(asked):
        return ExperienceReason("experience_short", asked, have, job.licence)
    if job.licence:
        return ExperienceReason("experience_licence", asked, have, job.licence)
    return ExperienceReason("experience_not_stated" if asked is None else "experience_enough", asked, have)
