"""Parse the text of a search: the work it names, and the answers to the quick questions that it already contains.

The candidate sees every result and can change it.
"""

import re
from dataclasses import dataclass
from typing import Any, get_args

from dayshift.knowledge.occupations.countries import (
    TERRITORIES,
    Country,
    abroad_in,
    city_abroad,
    country_in,
    country_of,
    named_country,
)
from dayshift.knowledge.occupations.places import STATES, Place, is_large_city, locate_city, locate_zip, state_code
from dayshift.knowledge.occupations.taxonomy import occupations
from dayshift.knowledge.occupations.times import (
    Availability,
    EmploymentType,
    Start,
    employment_said,
    says_flexible,
    shifts_said,
    start_said,
    years_said,
)
from dayshift.knowledge.occupations.titles import MIN_FIT, TitleFit, nearest_titles, understand

_MIN_RATE, _MAX_RATE = 5.0, 200.0

MAX_SEARCH = 500
"""Maximum length of a search that is parsed; the API accepts no more."""

# All repetition is bounded and never nested, so that matching takes linear time.
_GAP = r"\s{0,3}"
_FIGURE = r"(?<![\d.,])(\d{1,3}(?:\.\d{1,2})?)"
_MONEY = r"(?:dollars?|bucks|d[oó]lares|usd)"
_RATES = (
    re.compile(r"\$\s?(\d{1,3}(?:\.\d{1,2})?)(?![\d,.]{0,9}\s{0,3}k\b)(?!,\d)", re.IGNORECASE),
    re.compile(rf"{_FIGURE}{_GAP}{_MONEY}?{_GAP}(?:an|per|a|/|la|por)?{_GAP}(?:hour|hr|hora)s?\b", re.IGNORECASE),
    re.compile(rf"{_FIGURE}{_GAP}(?:\+|plus)?{_GAP}{_MONEY}\b", re.IGNORECASE),
)
_WEEKLY_HOURS = re.compile(
    rf"(?<!\d)(\d{{1,3}}){_GAP}(?:hours?|hrs?|horas){_GAP}(?:a|per|/|each|every|por|a la)?{_GAP}(?:week|wk|semana)",
    re.IGNORECASE,
)
_ZIP = re.compile(r"(?<![\d$,.])(\d{5})(?:-\d{4})?(?!\d|[,.]\d)")

_TOKEN = re.compile(r"[^\W\d_](?:[\w'\u2019.]|-(?=[^\W\d_]))*|\S")
"""A word that begins with a letter, or any other single character."""
_MAX_NAME = 3
"""Maximum words of a city's name."""


def _phrases(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in text.split(","))


_BEFORE_PLACE = _phrases("in, near, around, close to, by, at, within, en, cerca de, cerca del, por")
_PART_OF_CITY = _phrases(
    "downtown, midtown, uptown, outside, center of, centre of, the center of, the centre of, city center of,"
    "city centre of, the city center of, the city centre of, ciudad de, la ciudad de, centro de"
)
_BEFORE_SOMEWHERE = _phrases(
    "near, nearby, close to, walking distance of, walking distance to, walking distance from, around, in, by, cerca de,"
    "cerca del"
)
_SOMEWHERE = frozenset({
    "downtown", "midtown", "uptown", "home", "house", "casa", "campus", "school", "airport", "beach", "subway", "train",
    "bus", "centro", "aeropuerto", "autobús", "autobus", "metro", "tren", "me",
})  # fmt: skip
_AT_NAME = frozenset({"at", "by", "por"})
"""What is before the name of a company as often: "at Delhi Palace"."""
_MAX_PREPOSITION = 4
_MIN_ABROAD = 4


@dataclass(frozen=True, slots=True)
class NamedWork:
    """The kinds of work that a text names, best first.

    `understood`: whether one of them fits well enough for any match; `suggested` are the nearest titles otherwise.
    """

    fits: tuple[TitleFit, ...]
    understood: bool
    suggested: tuple[str, ...]

    @property
    def titles(self) -> tuple[tuple[str, float], ...]:
        """The occupations' usual titles with their fit, 0 to 1."""
        return tuple((occupations()[fit.occupation].title, fit.fit) for fit in self.fits)


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place as the text names it. `place` is None if its location depends on the person ("near home").

    `country` is set for a place abroad, which is on no map.
    """

    text: str
    place: Place | None
    country: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedSearch:
    """The content of a search; fields are None or empty if it does not mention them. `hourly_rate` is in dollars."""

    work: NamedWork
    hourly_rate: float | None
    availability: tuple[Availability, ...]
    employment_type: EmploymentType | None
    start: Start | None
    experience_years: int | None
    place: NamedPlace | None

    def as_json(self) -> dict[str, Any]:
        """JSON values; `pay`, `times` and `place` are null if the search does not mention them."""
        named = self.place
        place = named.place if named else None
        times = {
            "availability": list(self.availability),
            "employmentType": self.employment_type,
            "start": self.start,
        }
        where = (
            {"zip": place.zip, "city": place.city, "state": place.state, "country": country_of(place)} if place else {}
        )
        return {
            "titles": [{"title": title, "score": round(score, 4)} for title, score in self.work.titles],
            "suggested": list(self.work.suggested),
            "pay": None if self.hourly_rate is None else {"hourlyRate": self.hourly_rate},
            "times": times if any(times.values()) else None,
            "experienceYears": self.experience_years,
            "place": {"text": named.text, "zip": None, "city": None, "state": None, "country": named.country, **where}
            if named
            else None,
        }


def parse_search(text: str) -> ParsedSearch:
    """Parse work, pay, times and place. Deterministic; a few milliseconds at most."""
    text = text[:MAX_SEARCH]
    return ParsedSearch(
        work=work_in(text),
        hourly_rate=_rate(text),
        availability=("very-flexible",) if says_flexible(text) else shifts_said(text),
        employment_type=employment_said(text) or _by_hours(text),
        start=start_said(text),
        experience_years=years_said(text),
        place=_place(text),
    )


def work_in(text: str) -> NamedWork:
    """The kinds of work that a text names."""
    text = _CODE_AFTER_CITY.sub(_without_code, text)
    fits = understand(text)
    understood = any(fit.fit >= MIN_FIT for fit in fits)
    return NamedWork(fits, understood, suggested=() if understood else nearest_titles(text))


_CODE_AFTER_CITY = re.compile(r"([^\W\d_][\w'\u2019.-]{0,30}(?: [^\W\d_][\w'\u2019.-]{0,30}){0,2})(,? )([A-Z]{2})\b")


def _without_code(found: re.Match[str]) -> str:
    """Leave out the state after a city: "Pueblo, CO" is no Correctional Officer."""
    words = found[1].split(" ")
    names = (" ".join(words[first:]) for first in range(len(words)))
    is_place = found[3] in STATES and any(name[0].isupper() and locate_city(name, found[3]) for name in names)
    return found[1] if is_place else found[0]


def _rate(text: str) -> float | None:
    text = _WEEKLY_HOURS.sub(" ", text)
    for form in _RATES:
        for found in form.finditer(text):
            if _MIN_RATE <= float(found[1]) <= _MAX_RATE:
                return float(found[1])
    return None


def _by_hours(text: str) -> EmploymentType | None:
    """Full-time from 35 hours a week, if a number of hours is given."""
    found = _WEEKLY_HOURS.search(text)
    hours = int(found[1]) if found else 0
    if not 1 <= hours <= 80:
        return None
    return "full-time" if hours >= 35 else "part-time"


def _place(text: str) -> NamedPlace | None:
    for abroad in abroad_in(text):
        return NamedPlace(abroad.text, None, abroad.country)
    for found in _ZIP.finditer(text):
        if place := locate_zip(found[1]):
            return NamedPlace(found[1], place)
    words = _TOKEN.findall(text)
    plain = [word.lower() for word in words]
    return _city_and_state(words) or _city(words, plain) or _country(words) or _somewhere(plain)


def _city_and_state(words: list[str]) -> NamedPlace | None:
    """ "Austin, TX": of the words before the comma the longest run that is a city of the state after it."""
    for comma in (at for at, word in enumerate(words) if word == ","):
        after = _name_at(words, comma + 1, 2)
        state = next(filter(None, (state_code(" ".join(after[:end])) for end in range(len(after), 0, -1))), None)
        start = comma
        while state and start > max(0, comma - _MAX_NAME) and words[start - 1][0].isalpha():
            start -= 1
        for first in range(start, comma) if state else ():
            name = " ".join(words[first:comma])
            if place := locate_city(name, state):
                return NamedPlace(f"{name}, {state}", place)
    return None


def _city(words: list[str], plain: list[str]) -> NamedPlace | None:
    """ "In New York", "near downtown Chicago": the longest name after a preposition that is a city."""
    for at in range(len(words)):
        for start in _ends(plain, at, _BEFORE_PLACE):
            start += plain[start : start + 1] in (["the"], ["el"])  # noqa: PLW2901
            start = max(_ends(plain, start, _PART_OF_CITY), default=start)  # noqa: PLW2901
            name = _name_at(words, start, _MAX_NAME + 2)
            if found := _with_state(name):
                return found
            for end in range(min(len(name), _MAX_NAME), 0, -1):
                city = " ".join(name[:end])
                if plain[at] not in _AT_NAME and (country := _abroad(city)):
                    return NamedPlace(city, None, country)
                if (city[0].isupper() or is_large_city(city)) and (place := locate_city(city, None)):
                    return NamedPlace(city, place)
    return None


def _abroad(name: str) -> str | None:
    """Return the country that a name alone means, or in which it is a very large city."""
    if len(name) < _MIN_ABROAD or state_code(name) or is_large_city(name):
        return None
    country = named_country(name)
    is_official = country in get_args(Country) and country_in(name) == country
    if country and (is_official or not locate_city(name, None)):
        return None if country == "US" or country in TERRITORIES else country
    return city_abroad(name, alone=True)


def _country(words: list[str]) -> NamedPlace | None:
    """ "Remote - Canada", "Barista Toronto": a country or a city abroad at the end, or after a dash or comma."""
    for at in range(len(words)):
        name = _name_at(words, at, _MAX_NAME)
        follows = at > 0 and not words[at - 1][0].isalnum()
        for size in range(len(name), 0, -1):
            text = " ".join(name[:size])
            is_last = at + size == len(words)
            if (follows or is_last) and text[0].isupper() and (country := _abroad(text)) in get_args(Country):
                return NamedPlace(text, None, country)
    return None


def _with_state(name: list[str]) -> NamedPlace | None:
    """ "Winston-Salem NC": a city, and then its state with capital letters."""
    for end in range(len(name), 1, -1):
        for first in range(max(1, end - 2), end):
            words = name[first:end]
            state = state_code(" ".join(words)) if all(word[0].isupper() for word in words) else None
            if state and len(words[-1]) == 2 and not words[-1].isupper():
                continue
            if state and (place := locate_city(" ".join(name[:first]), state)):
                return NamedPlace(f"{' '.join(name[:first])}, {state}", place)
    return None


def _somewhere(plain: list[str]) -> NamedPlace | None:
    """ "Near home": a place that depends on the person."""
    for at in range(len(plain)):
        for start in _ends(plain, at, _BEFORE_SOMEWHERE):
            start += plain[start : start + 1] in (["the"], ["my"], ["mi"], ["la"], ["el"])  # noqa: PLW2901
            name = plain[start].rstrip(".'") if start < len(plain) else ""
            if name in _SOMEWHERE:
                return NamedPlace(name, None)
    return None


def _ends(plain: list[str], at: int, phrases: frozenset[tuple[str, ...]]) -> list[int]:
    """The positions after each of some phrases that begins at a word."""
    sizes = range(1, _MAX_PREPOSITION + 1)
    return [at + size for size in sizes if tuple(plain[at : at + size]) in phrases]


def _name_at(words: list[str], at: int, longest: int) -> list[str]:
    """At most `longest` words from a position on, up to the first other character."""
    name = words[at : at + longest]
    return name[: next((end for end, word in enumerate(name) if not word[0].isalpha()), None)]
