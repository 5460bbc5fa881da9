"""The quick questions and their possible answers. Pure."""

import re
from typing import Literal

from dayshift.knowledge.occupations import is_served, not_served, read_typed

QuestionType = Literal["employment_type", "experience", "availability", "hourly_rate", "start_date", "zip_code"]

EMPLOYMENT_TYPES = ("full-time", "part-time")
EXPERIENCE_YEARS = {"0-1": 0, "2-5": 3, "5+": 5}
"""Years for each range."""
AVAILABILITY = (
    "weekday-mornings",
    "weekday-evenings",
    "weekends",
    "night-shifts",
    "holidays",
    "very-flexible",
)
START_DATES = ("immediately", "within-1-week", "within-2-weeks")
HOURLY_RATES = range(15, 36)
"""Dollars an hour that the slider offers."""

_ZIP = re.compile(r"[0-9]{5}")


class NotAnAnswer(ValueError):
    """The text is not a possible answer."""


def canonical(question: QuestionType, answer: str) -> str:
    """The stored form of an answer: ids, joined by commas for availability.

    Labels as shown to people ('0-1 Years', 'Weekday Mornings, Weekends') are accepted too.
    Raises `NotAnAnswer`.
    """
    match question:
        case "employment_type":
            return _one_of(EMPLOYMENT_TYPES, answer)
        case "experience":
            years = answer.strip().lower().removesuffix("s").removesuffix("year").rstrip()
            return _one_of(tuple(EXPERIENCE_YEARS), years)
        case "availability":
            chosen = {_one_of(AVAILABILITY, part) for part in answer.split(",") if part.strip()}
            if not chosen:
                raise NotAnAnswer
            return ",".join(time for time in AVAILABILITY if time in chosen)
        case "hourly_rate":
            digits = answer.strip().removeprefix("$").removesuffix("/hour")
            if not digits.isdecimal() or int(digits) not in HOURLY_RATES:
                raise NotAnAnswer
            return str(int(digits))
        case "start_date":
            return _one_of(START_DATES, answer)
        case "zip_code":
            return zip_code_of(answer)


def zip_code_of(answer: str) -> str:
    """Return the zip code that somebody typed, perhaps with its city. Raises `NotAnAnswer`, and `CountryNotServed`.

    Five digits that are on no map are kept: the matches say so.
    """
    typed = read_typed(answer)
    if typed.country and not is_served(typed.country):
        raise not_served(typed.country, "zipCode")
    if typed.place:
        return typed.place.zip
    if not _ZIP.fullmatch(answer.strip()) or not answer.strip().isascii():
        raise NotAnAnswer("Please enter a zip code")
    return answer.strip()


def _one_of(ids: tuple[str, ...], answer: str) -> str:
    wanted = re.sub(r"[\s_-]+", "-", answer.strip().lower())
    if wanted not in ids:
        raise NotAnAnswer
    return wanted
