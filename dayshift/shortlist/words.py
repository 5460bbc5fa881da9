"""What the fields of a job say, in words. None where the employer did not state it. Pure."""

from collections.abc import Sequence

from dayshift.jobs import Job

_SHIFTS = {
    "weekday-mornings": "weekday mornings",
    "weekday-evenings": "weekday evenings",
    "weekends": "weekends",
    "night-shifts": "nights",
    "holidays": "holidays",
}
_STARTS = {"immediately": "Right away", "within-1-week": "Within a week", "within-2-weeks": "Within two weeks"}
_HOURS = {"full-time": "Full-time", "part-time": "Part-time"}


def pay_of(job: Job) -> str | None:
    """Such as "$17.50 to $21 an hour"."""
    stated = [cents for cents in (job.pay_low, job.pay_high) if cents is not None]
    if not stated:
        return None
    low, high = dollars(min(stated)), dollars(max(stated))
    return f"{low} an hour" if low == high else f"{low} to {high} an hour"


def shifts_of(job: Job) -> str | None:
    """Such as "Weekday mornings and weekends"."""
    return listed([_SHIFTS[shift] for shift in job.shifts]).capitalize() if job.shifts else None


def start_of(job: Job) -> str | None:
    """Such as "Within a week"."""
    return _STARTS[job.start] if job.start else None


def hours_of(job: Job) -> str | None:
    """Full-time or part-time."""
    return _HOURS[job.employment_type] if job.employment_type else None


def place_of(job: Job) -> str | None:
    """Such as "12 Main St, Brooklyn, NY 11201"."""
    if job.remote:
        return "From home"
    town = " ".join(filter(None, [f"{job.city}," if job.city and job.state else job.city, job.state, job.zip]))
    return ", ".join(filter(None, [job.street, town])) or None


def experience_of(job: Job) -> str | None:
    """Such as "2 years"."""
    if job.experience_years is None:
        return None
    years = job.experience_years
    return "None needed" if years == 0 else "1 year" if years == 1 else f"{years} years"


def dollars(cents: int) -> str:
    """Such as "$17.50" or "$21"."""
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents / 100:.2f}"


def listed(words: Sequence[str]) -> str:
    """Such as "nights, weekends and holidays"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
