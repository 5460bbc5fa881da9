"""Which country a place is in: by its name, the form of its postal code, or a large city there.

Only places of the United States and its territories are on the map. Others are recognized, so that they are not taken
for American ones. `training/occupations/countries.py` builds the tables.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from dayshift.core.errors import CountryNotServed, InvalidRequest
from dayshift.core.folding import HYPHENS, visible
from dayshift.knowledge.occupations.places import (
    Place,
    cities_of_zip,
    locate_city,
    locate_zip,
    plain_name,
    state_code,
)

Country = Literal[
    "US", "PR", "AT", "BE", "BG", "CA", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GB", "GR", "HR", "HU", "IE",
    "IT", "LT", "LU", "LV", "MT", "MX", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
]  # fmt: skip
"""The countries that forms offer; texts and imports know all."""

TERRITORIES = frozenset({"PR", "VI", "GU", "AS", "MP"})
"""Territories of the United States that have a country code of their own. Who serves the US serves them."""

MAX_TYPED = 80
"""Maximum length of a typed postal code or place."""


class Abroad(NamedTuple):
    """A place in another country, as the text names it."""

    text: str
    country: str


@dataclass(frozen=True, slots=True)
class TypedPlace:
    """What somebody typed for a postal code: a place on the map, or its country; neither if it is not readable."""

    place: Place | None = None
    country: str | None = None


def country_name(code: str, language: str = "en") -> str:
    """Return the name of a country in English or Spanish."""
    found = _countries().get(code)
    return (found.spanish if language == "es" else found.english) if found else code


def country_of_state(state: str | None) -> str:
    """Return the code of the country that a state or territory is in."""
    return state if state and state in TERRITORIES else "US"


def country_of(place: Place) -> str:
    """Return the code of the country that a place on the map is in."""
    return country_of_state(place.state)


def serve_countries(countries: Collection[str]) -> None:
    """Set the countries that the operator serves; replaces those before."""
    _served[:] = countries


def served_countries() -> list[str]:
    """Return the codes of the countries that the operator serves, the usual one first."""
    return list(_served)


def is_served(country: str) -> bool:
    """Whether the operator serves a country."""
    return country in _served or (country in TERRITORIES and "US" in _served)


def country_in_sentence(code: str) -> str:
    """Return the English name of a country as a sentence has it: "the Netherlands"."""
    name = country_name(code)
    return f"the {name}" if _WITH_THE.search(name) else name


def _is_ours(country: str) -> bool:
    return country == "US" or country in TERRITORIES


def country_in(text: str) -> str | None:
    """Return the code of a country from what a field for countries holds: a code or a name in a usual language."""
    code = text.strip().upper().replace(".", "")
    return code if code in _countries() else _by_code().get(code) or _by_name().get(plain_name(text))


def named_country(text: str) -> str | None:
    """Return the code of a country, or of a country's province, from its name. Codes of two letters are states."""
    plain = plain_name(text)
    return _by_name().get(plain) or _ALSO.get(plain)


def city_abroad(name: str, *, alone: bool = False) -> str | None:
    """Return the country of a large city; if it is named `alone`, only if no American place is likely to be meant."""
    found = _cities().get(plain_name(name), "")
    return None if alone and not found.endswith("*") else found.rstrip("*") or None


def postal_country(text: str) -> str | None:
    """Return the country whose postal codes alone have this form, such as "M5V 2T6"; None for others."""
    code = " ".join(text.upper().split())
    if prefixed := _PREFIXED.fullmatch(code):
        name = _CAR_CODES.get(prefixed[1], prefixed[1])
        return name if name in _countries() and not _is_state_and_zip(prefixed[1], prefixed[2]) else None
    if not any(one.isdigit() for one in code) or not (any(one.isalpha() for one in code) or "-" in code):
        return None
    if _ZIP.fullmatch(code):
        return None
    fits = [one for one in _OWN_FORM if _countries()[one].postal.fullmatch(code)]
    return fits[0] if fits else None


def read_typed(text: str, country: str | None = None) -> TypedPlace:
    """Read what somebody typed for a postal code into a form of this country.

    Five digits are American only in a form of the United States; other forms and names say their country.
    """
    code, country = _cleaned(text), country or "US"
    if found := _ZIP.fullmatch(code):
        if not _is_ours(country):
            return TypedPlace(country=country)
        place = locate_zip(found[1])
        return TypedPlace(place, country_of(place)) if place else TypedPlace()
    if abroad := postal_country(code):
        return TypedPlace(country=abroad)
    if named := next(abroad_in(code), None) or next(abroad_in(_LAST_SPACE.sub(", ", code)), None):
        return TypedPlace(country=named.country)
    is_name = not any(one.isdigit() for one in code) and not state_code(code)
    if is_name and (only := named_country(code) or city_abroad(code, alone=True)) and not _is_ours(only):
        return TypedPlace(country=only)
    if not _is_ours(country):
        return TypedPlace(country=country)
    if (codes := _ZIP_IN.findall(code)) and len(set(codes)) == 1 and (place := locate_zip(codes[0])):
        return TypedPlace(place, country_of(place))  # "Chicago, IL 60601"
    return TypedPlace()


def require_place(text: str, country: str | None = None, field: str = "zip") -> Place:
    """Return the place of a postal code that somebody typed. Raises `CountryNotServed`, and `InvalidRequest`."""
    typed = read_typed(text, country or _served[0])
    if typed.country and not is_served(typed.country):
        raise not_served(typed.country, field)
    if typed.place is None:
        raise InvalidRequest(fields={field: f"Please enter a zip code in {country_in_sentence(_served[0])}"})
    return typed.place


def not_served(country: str, field: str) -> CountryNotServed:
    """Return the error that says in which country a place is, and what to do instead."""
    home = country_in_sentence(_served[0])
    words = f"We don't serve {country_in_sentence(country)} yet. You can enter a zip code in {home}."
    return CountryNotServed(words, fields={field: words}, country=country)


def abroad_in(text: str) -> Iterator[Abroad]:
    """Yield the places abroad that a text names by a code or before their country: "Berlin, Germany"."""
    yield from coded_abroad(text)
    for comma in (at for at, one in enumerate(text) if one == ","):
        before, after = text[:comma], text[comma + 1 :]
        if (named := _last_name(before)) and (country := _country_after(named, after)):
            yield Abroad(f"{named[0]}, {country_name(country)}", country)


def coded_abroad(text: str) -> Iterator[Abroad]:
    """Yield the places abroad whose postal code is in a text: "M5V 2T6", "10115 Berlin"."""
    for found in _LETTERED.finditer(text):
        if country := postal_country(found[0]):
            yield Abroad(found[0], country)
    for found in _NUMBERED.finditer(text):
        if beside := _beside_code(found):
            yield beside


def contradicts_zip(city: str, place: Place) -> str | None:
    """Return the country of a large city abroad that a zip code's place cannot be: "Berlin" beside 10115."""
    country = city_abroad(city)
    if not country or plain_name(city) in cities_of_zip(place.zip):
        return None
    return country if city_abroad(city, alone=True) or not locate_city(city, place.state) else None


def _beside_code(found: re.Match[str]) -> Abroad | None:
    """Return the city abroad that is beside a code of four or five digits: "10115 Berlin"."""
    code, rest = found["code"], found.string[found.end() :]
    state = rest.strip(" ,").split(" ")[0].strip(".,")
    if rest[:1] != "," or not state_code(state):
        for name in _longest(found["after"], from_start=True):
            if country := _contradicting(code, name):
                return Abroad(f"{code} {name}", country)
    for name in _longest(found["before"], from_start=False):
        if country := _contradicting(code, name):
            return Abroad(f"{name} {code}", country)
    return None


def _contradicting(code: str, name: str) -> str | None:
    place = locate_zip(code)
    return contradicts_zip(name, place) if place else city_abroad(name)


def _longest(words: str | None, *, from_start: bool) -> Iterator[str]:
    parts = (words or "").split()
    for count in range(min(len(parts), 3), 0, -1):
        yield " ".join(parts[:count] if from_start else parts[-count:])


def _last_name(text: str) -> list[str] | None:
    """Return the endings of a text that may be a city: its last words that begin with a capital, longest first."""
    words = re.findall(r"[^\W\d_][\w'\u2019.-]*", text[-60:].rstrip())
    if not words or not text.rstrip().endswith(words[-1]):
        return None
    count = next((at for at, word in enumerate(reversed(words)) if not word[0].isupper()), len(words))
    return [" ".join(words[-size:]) for size in range(min(count, 3), 0, -1)] or None


def _country_after(city: list[str], after: str) -> str | None:
    """Return the country that the words after "CITY," name, or its code if the city is known there."""
    words = re.findall(r"[^\W\d_][\w'\u2019.-]*", after[:60])
    for count in range(min(len(words), 3), 0, -1):
        name = " ".join(words[:count])
        if state_code(name) and not (name == "ON" and any(map(city_abroad, city))):
            return None
        if (country := named_country(name)) and not _is_ours(country):
            return country
        if count == 1 and name.isupper() and (country := country_in(name) or _ALSO.get(name.lower())):
            known = {city_abroad(one) for one in city}
            return country if country in known else None
    return None


def _is_state_and_zip(state: str, code: str) -> bool:
    """Whether "DE-19801" is a zip code after its state, and not a postal code of Germany."""
    place = locate_zip(code)
    return place is not None and place.state == state


def _cleaned(text: str) -> str:
    plain = unicodedata.normalize("NFKC", visible(text)).translate(_PLAIN_HYPHENS)
    return " ".join(plain.split())[:MAX_TYPED]


class _About(NamedTuple):
    english: str
    spanish: str
    postal: re.Pattern[str]
    names: list[str]
    code: str


@cache
def _countries() -> dict[str, _About]:
    table = files(__package__).joinpath("countries.tsv").read_text("utf-8").split("\n")[:-1]
    rows = (line.split("\t") for line in table)
    return {
        code: _About(english, spanish, re.compile(postal or r"\b\B"), names.split("|"), three)
        for code, english, spanish, three, postal, names in rows
    }


@cache
def _by_name() -> dict[str, str]:
    """Return the codes by the plain names. "Georgia" is a state first, and "Jersey" is New Jersey."""
    return {name: code for code, about in _countries().items() for name in about.names if name not in _OURS_FIRST}


@cache
def _by_code() -> dict[str, str]:
    return {about.code: code for code, about in _countries().items()} | {"UK": "GB", "EL": "GR"}


@cache
def _cities() -> dict[str, str]:
    table = files(__package__).joinpath("cities_abroad.tsv").read_text("utf-8").split("\n")[:-1]
    return dict(line.split("\t") for line in table)


_served = ["US"]
_WITH_THE = re.compile(r"^United |^(?:Netherlands|Philippines|Bahamas|Maldives|Gambia)$|Islands$|Republic$|Emirates$")

_OURS_FIRST = frozenset({"georgia", "jersey"})
_ALSO = {
    **dict.fromkeys(("uk", "u k", "great britain", "england", "scotland", "wales", "northern ireland"), "GB"),
    **dict.fromkeys((
        "ontario", "british columbia", "alberta", "quebec", "manitoba", "saskatchewan", "nova scotia", "new brunswick",
        "newfoundland", "newfoundland and labrador", "prince edward island", "yukon", "nunavut",
        "northwest territories", "on", "bc", "ab", "qc", "mb", "sk", "ns", "nb", "nl",
    ), "CA"),
    "holland": "NL", "uae": "AE", "south korea": "KR", "korea": "KR", "czech republic": "CZ", "russia": "RU",
}  # fmt: skip
"""Names that are no official ones, and provinces that people write instead of their country."""

_OWN_FORM = ("CA", "GB", "NL", "IE", "PT", "PL", "MT")
"""Countries whose postal codes have a form that no other has."""
_CAR_CODES = {
    "A": "AT", "B": "BE", "D": "DE", "E": "ES", "F": "FR", "H": "HU", "I": "IT", "L": "LU", "P": "PT", "S": "SE",
    "FIN": "FI", "UK": "GB",
}  # fmt: skip
_PREFIXED = re.compile(r"([A-Z]{1,3})-(\d{3} \d{2}|\d{4,5})")
_LAST_SPACE = re.compile(r"[ ](?=[^ ,]+$)")
_ZIP = re.compile(r"(\d{5})(?:-?\d{4})?", re.ASCII)
_ZIP_IN = re.compile(r"(?<!\d)\d{5}(?!\d)", re.ASCII)
_PLAIN_HYPHENS = str.maketrans(dict.fromkeys(HYPHENS, "-"))
_LETTERED = re.compile(
    r"(?<![\w$])(?:[ABCEGHJ-NPR-TVXYabceghj-nprstvxy]\d[A-Za-z][ -]?\d[A-Za-z]\d|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}"
    r"|[A-Z]{1,3}-\d{4,5})(?!\w)",
    re.ASCII,
)
"""Codes that stand out in a text: of Canada, of the United Kingdom, and with a country before them."""
_NAME = r"[^\W\d_a-z][^\W\d_]{2,20}(?:[ -](?:(?:de|del|la|am) )?[^\W\d_a-z][^\W\d_]{0,20}){0,2}"
_NUMBERED = re.compile(
    rf"(?:(?P<before>{_NAME}),? )?(?<![\d$.,-])(?P<code>\d{{4,5}})(?![\d,.-])(?:,? (?P<after>{_NAME}))?"
)
