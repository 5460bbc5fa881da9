"""The fields of a job as text in the reader's language; None if the employer did not state the field. Pure."""

import re
from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup

from dayshift.core.language import Language, language_of_text, language_of_title, load_wording
from dayshift.jobs.catalog import Job
from dayshift.knowledge.occupations import STATES

Wording = dict[str, dict[str, str]]
"""The texts of one language by section and name."""


def wording(language: Language) -> Wording:
    """All words of a language, from `wording/`."""
    return load_wording(__package__, language)


def pay_of(job: Job, language: Language) -> str | None:
    """Such as "Up to $21/hour"; a range has a dash."""
    amount = amount_of(job, language)
    return amount and wording(language)["fields"]["hour"].format(pay=amount)


def amount_of(job: Job, language: Language) -> str | None:
    """Pay per hour without the unit, such as "Up to $21"; a range has a dash."""
    low, high = (None if cents is None else dollars(cents) for cents in (job.pay_low, job.pay_high))
    say = wording(language)["fields"]
    if low and high:
        return low if low == high else say["range"].format(low=low, high=high)
    if low:
        return say["from"].format(pay=low)
    return say["up_to"].format(pay=high) if high else None


_NO_MORE = frozenset(
    ["to", "a", "an", "per", "hour", "hourly", "hr", "and", "from", "up", "base", "pay", "usd", "plus", "tips"]
)


def has_tips(job: Job) -> bool:
    """Whether the employer adds tips to the pay."""
    return "tips" in _words_of(job.pay_text)


def pay_words_of(job: Job) -> str | None:
    """What the employer says about pay, if it is more than the amount and tips."""
    return job.pay_text if _words_of(job.pay_text) - _NO_MORE or not (job.pay_low or job.pay_high) else None


def _words_of(text: str | None) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", (text or "").lower()))


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
    """Such as "12 Main St, Brooklyn, NY 11201", or "Remote, for people who live in Texas"."""
    if job.remote:
        say = wording(language)["fields"]
        return say["remote_in"].format(state=STATES[job.state]) if job.state else say["remote"]
    town = " ".join(filter(None, [f"{job.city}," if job.city and job.state else job.city, job.state, job.zip]))
    return ", ".join(filter(None, [job.street, town])) or None


def experience_of(job: Job, language: Language) -> str | None:
    """Such as "2 years"."""
    if job.experience_years is None:
        return None
    say = wording(language)["fields"]
    kind = {0: "no_experience", 1: "year"}.get(job.experience_years, "years")
    return say[kind].format(years=job.experience_years)


def language_of(job: Job) -> Language:
    """Return the language in which the employer writes about a job."""
    return language_of_text(f"{job.title} {job.description}") or language_of_title(job.title)


def markup_of(job: Job) -> str:
    """Return the description as HTML, with its paragraphs, lines and lists; the title if there is none."""
    parts = [part.strip() for part in job.description.split("\n\n") if part.strip()]
    return "".join(_block(part) for part in parts or [job.title])


def _block(text: str) -> str:
    """Return a paragraph as HTML: lines that begin with "- " are a list."""
    html = ""
    for is_list, lines in groupby(text.split("\n"), lambda one: one.startswith("- ")):
        escaped = [Markup.escape(one.removeprefix("- ") if is_list else one) for one in lines]
        html += (
            f"<ul>{''.join(f'<li>{one}</li>' for one in escaped)}</ul>" if is_list else f"<p>{'<br>'.join(escaped)}</p>"
        )
    return html


def dollars(cents: int) -> str:
    """Such as "$17.50" or "$21"."""
    return f"${cents // 100}" if cents % 100 == 0 else f"${cents / 100:.2f}"


def listed(names: Sequence[str], language: Language) -> str:
    """Such as "nights, weekends and holidays"."""
    if len(names) == 1:
        return names[0]
    return wording(language)["fields"]["list"].format(first=", ".join(names[:-1]), last=names[-1])
