"""Locations of US zip codes and cities. Coordinates are centroids, accurate to a few miles.

`training/occupations/places.py` builds the tables.
"""

import gc
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Place:
    """A zip code's city, two-letter state and centroid in degrees."""

    zip: str
    city: str
    state: str
    lat: float
    lon: float


@lru_cache(maxsize=4096)
def locate_zip(zip_code: str) -> Place | None:
    """Return the place of a five-digit zip code; None if it is unknown or has no location (military mail)."""
    if len(zip_code) != 5 or not (zip_code.isascii() and zip_code.isdigit()):
        return None
    return next((place for place, _ in _places_with(f"\n{zip_code}\t")), None)


@lru_cache(maxsize=1024)
def locate_city(city: str, state: str | None) -> Place | None:
    """Return a city's center. Without a state, the city of this name with the most zip codes."""
    if not state and (known := _KNOWN_AS.get(city.strip().lower())):
        return locate_zip(known)
    found: dict[str, list[Place]] = {}
    name = " ".join(_LONG.get(word, word) for word in city.title().replace(".", "").split())
    for place, _ in _places_with(f"\t{name}\t{state}\t" if state else f"\t{name}\t"):
        found.setdefault(place.state, []).append(place)
    return _middle(max(found.values(), key=len)) if found else None


@cache
def _table() -> str:
    """Return the places, one per line, as text: parsed into objects, they would take ten times the memory."""
    return files(__package__).joinpath("places.tsv").read_text("utf-8")


def _places_with(part: str) -> Iterator[tuple[Place, list[str]]]:
    """Yield the places whose line contains `part`, with the other names of their city."""
    table, at = _table(), 0
    while (at := table.find(part, at)) >= 0:
        start = table.rfind("\n", 0, at + 1) + 1
        at = table.index("\n", start + 1)
        yield _place(table[start:at])


def _place(text: str) -> tuple[Place, list[str]]:
    """Return the place of a line of the table, and the other names of its city."""
    zip_code, city, state, lat, lon, others = text.split("\t")
    return Place(zip_code, city, state, float(lat), float(lon)), others.split("|") if others else []


def is_large_city(name: str) -> bool:
    """Whether a name, in any spelling, is a large city, which users often write without capitals."""
    return plain_name(name) in _large_cities() or name.strip().lower() in _KNOWN_AS


@cache
def _large_cities() -> frozenset[str]:
    """Return the plain names of cities with many zip codes."""
    return frozenset(files(__package__).joinpath("large_cities.txt").read_text("utf-8").split("\n")) - {""}


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """All US places in memory, for parsing many addresses quickly."""

    by_zip: dict[str, Place]
    by_city: dict[tuple[str, str], Place]

    def city(self, city: str, state: str) -> Place | None:
        """Return a city by name and two-letter state, ignoring case and abbreviations."""
        return self.by_city.get((plain_name(city), state.strip().upper()))


@cache
def gazetteer() -> Gazetteer:
    """Return the gazetteer. The first call takes a second."""
    by_zip: dict[str, Place] = {}
    of_city: dict[tuple[str, str], list[Place]] = {}
    also: dict[tuple[str, str], list[Place]] = {}
    for text in _table().split("\n")[1:-1]:
        place, others = _place(text)
        by_zip[place.zip] = place
        of_city.setdefault((plain_name(place.city), place.state), []).append(place)
        for name in others:
            also.setdefault((plain_name(name), place.state), []).append(replace(place, city=name))
    # An alternative city name of a zip code counts only if no zip code has it as its main name.
    all_places = Gazetteer(by_zip, {key: _middle(places) for key, places in {**also, **of_city}.items()})
    del of_city, also
    # Exclude it from garbage collection: scanning it would take a sixth of an import's time.
    gc.collect()
    gc.freeze()
    return all_places


def state_code(name: str) -> str | None:
    """Return the two-letter code of a state from its code or name."""
    plain = plain_name(name)
    if len(plain) == 2 and plain.upper() in _STATES.values():
        return plain.upper()
    return _STATES.get(plain)


def _middle(places: list[Place]) -> Place:
    """Return the zip code nearest to the center of a city's zip codes."""
    lats, lons = sorted(place.lat for place in places), sorted(place.lon for place in places)
    lat, lon = lats[len(lats) // 2], lons[len(lons) // 2]
    return min(places, key=lambda place: (abs(place.lat - lat) + abs(place.lon - lon), place.zip))


@lru_cache(maxsize=65536)
def plain_name(name: str) -> str:
    words = re.findall(r"[a-z]+", name.lower().replace("'", ""))
    return " ".join(_SHORT.get(word, word) for word in words)


_KNOWN_AS = {
    "manhattan": "10001", "queens": "11432", "new york city": "10001", "nyc": "10001", "philly": "19107",
    "vegas": "89101", "dc": "20001", "washington dc": "20001",
}  # fmt: skip
"""Zip codes of well-known places whose names no post office has."""

_SHORT = {"saint": "st", "fort": "ft", "mount": "mt"}
_LONG = {short.title(): long.title() for long, short in _SHORT.items()}

_STATES = {
    "alabama": "AL", "alaska": "AK", "arizona": "AZ", "arkansas": "AR", "california": "CA", "colorado": "CO",
    "connecticut": "CT", "delaware": "DE", "district of columbia": "DC", "florida": "FL", "georgia": "GA",
    "hawaii": "HI", "idaho": "ID", "illinois": "IL", "indiana": "IN", "iowa": "IA", "kansas": "KS",
    "kentucky": "KY", "louisiana": "LA", "maine": "ME", "maryland": "MD", "massachusetts": "MA",
    "michigan": "MI", "minnesota": "MN", "mississippi": "MS", "missouri": "MO", "montana": "MT",
    "nebraska": "NE", "nevada": "NV", "new hampshire": "NH", "new jersey": "NJ", "new mexico": "NM",
    "new york": "NY", "north carolina": "NC", "north dakota": "ND", "ohio": "OH", "oklahoma": "OK",
    "oregon": "OR", "pennsylvania": "PA", "puerto rico": "PR", "rhode island": "RI", "south carolina": "SC",
    "south dakota": "SD", "tennessee": "TN", "texas": "TX", "utah": "UT", "vermont": "VT", "virginia": "VA",
    "washington": "WA", "west virginia": "WV", "wisconsin": "WI", "wyoming": "WY",
}  # fmt: skip
