"""Reading a wish: the work it speaks of, and the answers to the quick questions that it already gives.

Nothing here is assumed: what is found is offered to the candidate, who may change it.
"""

import re
from dataclasses import dataclass
from typing import Any

from dayshift.jobs import (
    EmploymentType,
    Place,
    Start,
    employment_said,
    is_large_city,
    locate_city,
    locate_zip,
    nearest_titles,
    occupations,
    says_flexible,
    shifts_said,
    start_said,
    state_code,
    understand,
    years_said,
)
from dayshift.matching.score import MATCH, role_cap
from dayshift.matching.wish import Availability

_LEAST_RATE, _MOST_RATE = 5.0, 200.0

_FIGURE = r"(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?)"
_MONEY = r"(?:dollars?|bucks|d[oó]lares|usd)"
_RATES = (
    re.compile(r"\$\s?(\d{1,3}(?:\.\d{1,2})?)(?![\d,.]*\s*k\b)(?!,\d)", re.IGNORECASE),
    re.compile(rf"{_FIGURE}\s*{_MONEY}?\s*(?:an|per|a|/|la|por)?\s*(?:hour|hr|hora)s?\b", re.IGNORECASE),
    re.compile(rf"{_FIGURE}\s*(?:\+|plus)?\s*{_MONEY}\b", re.IGNORECASE),
)
_WEEKLY_HOURS = re.compile(
    r"(\d+)\s*(?:hours?|hrs?|horas)\s*(?:a|per|/|each|every|por|a la)?\s*(?:week|wk|semana)", re.IGNORECASE
)

_ZIP = re.compile(r"(?<![\d$,.])(\d{5})(?:-\d{4})?(?!\d|[,.]\d)")
_CITY_AND_STATE = re.compile(r"((?:[^\W\d_][\w'.]*\s?){1,3}),\s*(?=([A-Za-z]{2}\b|[A-Za-z]+(?: [A-Za-z]+)?))")
_CITY = re.compile(
    r"\b(?:in|near|around|close to|by|at|within|en|cerca del?|por)\s+(?:(?:the|el)\s+)?"
    r"(?:(?:downtown|midtown|uptown|(?:the )?(?:city )?cent(?:er|re) of|(?:la )?ciudad de|centro de|outside)\s+)?"
    # What follows is only looked at: in "in a kitchen in Chicago" the second "in" is tried too.
    r"(?=((?:[^\W\d_][\w'.]*\s?){1,3}))",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(
    r"\b(?:near(?:by)?|close to|walking distance (?:of|to|from)|around|in|by|cerca del?)\s+(?:(?:the|my|mi|la|el)\s+)?"
    r"(downtown|midtown|uptown|home|house|casa|campus|school|airport|beach|subway|train|centro|aeropuerto|me)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SaidPlace:
    """A place as it is said; `place` is where it is, None where that depends on who says it ("near home")."""

    text: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a wish says. None, or empty, where it says nothing.

    `titles` are occupations' usual titles with their fit, 0 to 1, best first. `understood`: whether one of them fits
    well enough for any match; `suggested` are the nearest ones otherwise. `hourly_rate` is in dollars.
    """

    titles: tuple[tuple[str, float], ...]
    understood: bool
    suggested: tuple[str, ...]
    hourly_rate: float | None
    availability: tuple[Availability, ...]
    employment_type: EmploymentType | None
    start: Start | None
    experience_years: int | None
    place: SaidPlace | None

    def as_json(self) -> dict[str, Any]:
        """The reading as JSON values; `pay`, `times` and `place` are null where nothing is said."""
        said = self.place
        place = said.place if said else None
        times = {
            "availability": list(self.availability),
            "employmentType": self.employment_type,
            "start": self.start,
        }
        where = {"zip": place.zip, "city": place.city, "state": place.state} if place else {}
        return {
            "titles": [{"title": title, "score": round(score, 4)} for title, score in self.titles],
            "suggested": list(self.suggested),
            "pay": None if self.hourly_rate is None else {"hourlyRate": self.hourly_rate},
            "times": times if any(times.values()) else None,
            "experienceYears": self.experience_years,
            "place": {"text": said.text, "zip": None, "city": None, "state": None, **where} if said else None,
        }


def read_wish(text: str) -> Reading:
    """What a wish says about work, pay, times and place. Deterministic; a few milliseconds at most."""
    fits = understand(text)
    understood = any(role_cap(fit.fit) >= MATCH for fit in fits)
    return Reading(
        titles=tuple((occupations()[fit.occupation].title, fit.fit) for fit in fits),
        understood=understood,
        suggested=() if understood else nearest_titles(text),
        hourly_rate=_rate(text),
        availability=("very-flexible",) if says_flexible(text) else shifts_said(text),
        employment_type=employment_said(text) or _by_hours(text),
        start=start_said(text),
        experience_years=years_said(text),
        place=_place(text),
    )


def _rate(text: str) -> float | None:
    text = _WEEKLY_HOURS.sub(" ", text)
    for form in _RATES:
        for found in form.finditer(text):
            if _LEAST_RATE <= float(found[1]) <= _MOST_RATE:
                return float(found[1])
    return None


def _by_hours(text: str) -> EmploymentType | None:
    """Full-time from 35 hours a week, where a number of hours is said."""
    found = _WEEKLY_HOURS.search(text)
    hours = int(found[1]) if found else 0
    if not 1 <= hours <= 80:
        return None
    return "full-time" if hours >= 35 else "part-time"


def _place(text: str) -> SaidPlace | None:
    for found in _ZIP.finditer(text):
        if place := locate_zip(found[1]):
            return SaidPlace(found[1], place)
    for found in _CITY_AND_STATE.finditer(text):
        state = state_code(found[2])
        for name in _endings(found[1]) if state else ():
            if place := locate_city(name, state):
                return SaidPlace(f"{name}, {state}", place)
    for found in _CITY.finditer(text):
        for name in _beginnings(found[1]):
            if (name[0].isupper() or is_large_city(name)) and (place := locate_city(name, None)):
                return SaidPlace(name, place)
    somewhere = _SOMEWHERE.search(text)
    return SaidPlace(somewhere[1].lower(), None) if somewhere else None


def _endings(words: str) -> list[str]:
    """ "cook in New York" -> itself, "in New York", "New York", "York": the longest that is a city is meant."""
    parts = words.split()
    return [" ".join(parts[start:]) for start in range(len(parts))]


def _beginnings(words: str) -> list[str]:
    parts = words.split()
    return [" ".join(parts[:end]) for end in range(len(parts), 0, -1)]
