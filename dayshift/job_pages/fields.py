"""The fields of a job as text in the reader's language; None if the employer did not state the field. Pure."""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from dayshift.core.language import Language
from dayshift.jobs import Job

Wording = dict[str, dict[str, str]]
"""The texts of one language by section and name."""


@cache
def wording(language: Language) -> Wording:
    """All words of a language, from `wording/`."""
    text = files(__package__).joinpath("wording", f"{language}.toml").read_text("utf-8")
    found: Wording = tomllib.loads(text)
    return found


def pay_of(job: Job, language: Language) -> str | None:
    """Such as "$17.50 to $21 an hour"."""
    stated = [cents for cents in (job.pay_low, job.pay_high) if cents is not None]
    if not stated:
        return None
    say = wording(language)["fields"]
    low, high = dollars(min(stated)), dollars(max(stated))
    return say["hour"].format(pay=low if low == high else say["range"].format(low=low, high=high))


def shifts_of(job: Job, language: Language) -> str | None:
    """Such as "Weekday mornings and weekends"."""
    names = wording(language)["shifts"]
    return listed([names[shift] for shift in job.shifts], language).capitalize() if job.shifts else None


def start_of(job: Job, language: Language) -> str | None:
    """Such as "Within a week"."""
    return wording(language)["starts"][job.start] if job.start else None


def hours_of(job: Job, language: Language) -> str | None:
    """Full-time or part-time."""
    return wording(language)["hours"][job.employment_type] if job.employment_type else None


def place_of(job: Job, language: Language) -> str | None:
    """Such as "12 Main St, Brooklyn, NY 11201"."""
    if job.remote:
        return wording(language)["fields"]["remote"]
    town = " ".join(filter(None, [f"{job.city}," if job.city and job.state else job.city, job.state, job.zip]))
    return ", ".join(filter(None, [job.street, town])) or None


def experience_of(job: Job, language: Language) -> str | None:
    """Such as "2 years"."""
    if job.experience_years is None:
        return None
    say = wording(language)["fields"]
    kind = {0: "no_experience", 1: "year"}.get(job.experience_years, "years")
    return say[kind].format(years=job.experience_years)


def dollars(cents: int) -> str:
    """Such as "$17.50" or "$21"."""
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents / 100:.2f}"


def listed(names: Sequence[str], language: Language) -> str:
    """Such as "nights, weekends and holidays"."""
    if len(names) == 1:
        return names[0]
    return wording(language)["fields"]["list"].format(first=", ".join(names[:-1]), last=names[-1])
