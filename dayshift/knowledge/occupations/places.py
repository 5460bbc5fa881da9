"""Locations and time zones of US zip codes and cities. Coordinates are centroids, accurate to a few miles.

`training/occupations/places.py` builds the tables.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from math import asin, cos, radians, sin, sqrt
from zoneinfo import ZoneInfo

from dayshift.core.folding import fold

EARTH_RADIUS_MILES = 3958.7613


@dataclass(frozen=True, slots=True)
class Place:
    """A zip code's city, two-letter state and centroid in degrees."""

    zip: str
    city: str
    state: str
    lat: float
    lon: float


def miles_between(lat: float, lon: float, to_lat: float, to_lon: float) -> float:
    """Return the great-circle distance (haversine) of two points in degrees."""
    north, east = radians(to_lat - lat) / 2, radians(to_lon - lon) / 2
    return (
        2 * EARTH_RADIUS_MILES * asin(sqrt(sin(north) ** 2 + cos(radians(lat)) * cos(radians(to_lat)) * sin(east) ** 2))
    )


@lru_cache(maxsize=4096)
def locate_zip(zip_code: str) -> Place | None:
    """Return the place of a five-digit zip code; None if it is unknown or has no location (military mail)."""
    if len(zip_code) != 5 or not (zip_code.isascii() and zip_code.isdigit()):
        return None
    return next((place for place, _ in _places_with(f"\n{zip_code}\t")), None)


@lru_cache(maxsize=4096)
def cities_of_zip(zip_code: str) -> frozenset[str]:
    """Return the plain names of the cities that a zip code belongs to."""
    return frozenset(
        plain_name(name) for place, others in _places_with(f"\n{zip_code}\t") for name in (place.city, *others)
    )


@lru_cache(maxsize=1024)
def locate_city(city: str, state: str | None) -> Place | None:
    """Return a city's center. Without a state, the city of this name with the most zip codes."""
    if known := _known_as(city, state):
        return known
    for name in _spellings(city):
        found: dict[str, list[Place]] = {}
        for place, _ in _places_with(f"\t{name}\t{state}\t" if state else f"\t{name}\t"):
            found.setdefault(place.state, []).append(place)
        if found:
            return _middle(max(found.values(), key=len))
    return None


def _spellings(city: str) -> list[str]:
    """Return the ways in which the table may write a name: "Lees Summit", but "O Fallon"."""
    plain = fold(city).replace(".", "").replace("-", " ")
    names = plain.replace("'", " "), plain.replace("'", "")
    return list(dict.fromkeys(" ".join(_LONG.get(w, w) for w in name.title().split()) for name in names))


def _known_as(city: str, state: str | None) -> Place | None:
    """Return a well-known place that has no post office of that name."""
    known = _KNOWN_AS if state is None else _KNOWN_AS | _KNOWN_IN_STATE
    zip_code, name = known.get(_key(city), ("", ""))
    place = locate_zip(zip_code)
    return replace(place, city=name) if place and state in {None, place.state} else None


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
    place = Place(zip_code, _written(city), state, float(lat), float(lon))
    return place, others.split("|") if others else []


def is_large_city(name: str) -> bool:
    """Whether a name, in any spelling, is a large city, which users often write without capitals."""
    return plain_name(name) in _large_cities() or _key(name) in _KNOWN_AS


@cache
def _large_cities() -> frozenset[str]:
    """Return the plain names of cities with many zip codes."""
    return frozenset(files(__package__).joinpath("large_cities.txt").read_text("utf-8").split("\n")) - {""}


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """All US places in memory, for parsing many addresses quickly."""

    by_zip: dict[str, Place]
    by_city: dict[tuple[str, str], Place]
    sizes: dict[str, dict[str, int]]
    """The number of zip codes of a city of this name, by state."""

    def city(self, city: str, state: str) -> Place | None:
        """Return a city by name and two-letter state, ignoring case, accents, punctuation and abbreviations."""
        state = state.strip().upper()
        return self.by_city.get((_city_key(city), state)) or _known_as(city, state)

    def large_city(self, city: str, nearby: str | None = None) -> Place | None:
        """Return a large city that needs no state to be known, or one of the state that is named `nearby`.

        None if cities of several states have this name, and none is much larger than the others.
        """
        if known := _known_as(city, None):
            return known
        sizes = self.sizes.get(_city_key(city), {})
        most = max(sizes.values(), default=0)
        if nearby in sizes and sizes[nearby] * 10 >= most:
            return self.city(city, nearby)
        large = [state for state, size in sizes.items() if size * _MUCH_LARGER > most]
        return self.city(city, large[0]) if len(large) == 1 and is_large_city(city) else None


@cache
def gazetteer() -> Gazetteer:
    """Return the gazetteer. The first call takes a second."""
    by_zip: dict[str, Place] = {}
    of_city: dict[tuple[str, str], list[Place]] = {}
    also: dict[tuple[str, str], list[Place]] = {}
    for text in _table().split("\n")[1:-1]:
        place, others = _place(text)
        by_zip[place.zip] = place
        of_city.setdefault((_city_key(place.city), place.state), []).append(place)
        for name in others:
            named = replace(place, city=_written(name))
            also.setdefault((_city_key(name), place.state), []).append(named)
    # An alternative city name of a zip code counts only if no zip code has it as its main name.
    sizes: dict[str, dict[str, int]] = {}
    for (name, state), places in of_city.items():
        sizes.setdefault(name, {})[state] = len(places)
    return Gazetteer(by_zip, {key: _middle(places) for key, places in {**also, **of_city}.items()}, sizes)


def state_code(name: str) -> str | None:
    """Return the two-letter code of a state or territory from its code, name or abbreviation."""
    plain = _key(name)
    if len(plain) == 2 and plain.upper() in STATES:
        return plain.upper()
    return _CODES.get(plain)


def _middle(places: list[Place]) -> Place:
    """Return the zip code nearest to the center of a city's zip codes."""
    lats, lons = sorted(place.lat for place in places), sorted(place.lon for place in places)
    lat, lon = lats[len(lats) // 2], lons[len(lons) // 2]
    return min(places, key=lambda place: (abs(place.lat - lat) + abs(place.lon - lon), place.zip))


@lru_cache(maxsize=65536)
def plain_name(name: str) -> str:
    """Return a name for comparing: lower case, without accents and punctuation, and with "st" for "Saint"."""
    words = re.findall(r"[a-z]+", fold(name).replace("'", ""))
    return " ".join(_SHORT.get(word, word) for word in words)


def _key(name: str) -> str:
    """Return a name for comparing that some write as one word, and others as two: O'Fallon, O Fallon."""
    return plain_name(name).replace(" ", "")


def _city_key(name: str) -> str:
    """Return a key that is the same for "E. St. Louis" and "East Saint Louis"."""
    first, _, rest = plain_name(name).partition(" ")
    return f"{_DIRECTIONS.get(first, first) if rest else first}{rest}".replace(" ", "")


_DIRECTIONS = {"north": "n", "south": "s", "east": "e", "west": "w"}
_MUCH_LARGER = 3

_KNOWN_AS = {
    "manhattan": ("10001", "New York"), "queens": ("11432", "Queens"), "newyorkcity": ("10001", "New York"),
    "nyc": ("10001", "New York"), "thebronx": ("10458", "Bronx"), "philly": ("19107", "Philadelphia"),
    "sfbay": ("94103", "San Francisco"), "sanfranciscobay": ("94103", "San Francisco"),
    "vegas": ("89101", "Las Vegas"), "dc": ("20001", "Washington"), "washingtondc": ("20001", "Washington"),
}  # fmt: skip
"""Zip codes and names of well-known places that no post office is called after."""

_KNOWN_IN_STATE = {
    "la": ("90012", "Los Angeles"), "sf": ("94103", "San Francisco"), "kc": ("64106", "Kansas City"),
    "okc": ("73102", "Oklahoma City"), "slc": ("84101", "Salt Lake City"), "nola": ("70112", "New Orleans"),
    "stl": ("63101", "Saint Louis"), "ny": ("10001", "New York"), "atl": ("30303", "Atlanta"),
    "phx": ("85003", "Phoenix"), "pdx": ("97204", "Portland"), "indy": ("46204", "Indianapolis"),
}  # fmt: skip
"""Short names that mean a city only before its state: "LA, CA"."""

_WRITTEN = {
    "Bois D Arc": "Bois d'Arc", "Coeur D Alene": "Coeur d'Alene", "D Hanis": "D'Hanis", "D LO": "D'Lo",
    "Diberville": "D'Iberville", "Land O Lakes": "Land O' Lakes", "Lees Summit": "Lee's Summit",
    "O Brien": "O'Brien", "O Fallon": "O'Fallon", "O Kean": "O'Kean", "O Neals": "O'Neals", "O Neill": "O'Neill",
    "Point O Woods": "Point O'Woods", "Port O Connor": "Port O'Connor", "Wilkes Barre": "Wilkes-Barre",
    "Winston Salem": "Winston-Salem",
}  # fmt: skip
"""Names as people write them, where the table has none of their punctuation."""

_SMALL = re.compile(r"(?<=[a-z] )(?:A|And|At|By|De|Del|Du|In|La|Of|On|Or|The)(?= )")
_SCOTTISH = re.compile(r"\bMc[a-z]")


@lru_cache(maxsize=1024)
def _written(name: str) -> str:
    """Return a name of the table as people write it: "King of Prussia", "Fond du Lac", "McAllen"."""
    if name in _WRITTEN:
        return _WRITTEN[name]
    small = _SMALL.sub(lambda found: found[0].lower(), name)
    return _SCOTTISH.sub(lambda found: f"Mc{found[0][-1].upper()}", small)


_SHORT = {"saint": "st", "sainte": "ste", "fort": "ft", "mount": "mt"}
_LONG = {short.title(): long.title() for long, short in _SHORT.items()}

_NAMES = {
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
    "american samoa": "AS", "guam": "GU", "northern mariana islands": "MP", "virgin islands": "VI",
}  # fmt: skip

STATES = {code: name.title().replace(" Of ", " of ") for name, code in _NAMES.items()}
"""Names of states and territories by their codes."""

_CODES = {
    **{name.replace(" ", ""): code for name, code in _NAMES.items()},
    "ala": "AL", "ariz": "AZ", "ark": "AR", "calif": "CA", "cali": "CA", "colo": "CO", "conn": "CT", "del": "DE",
    "fla": "FL", "ill": "IL", "ind": "IN", "kan": "KS", "kans": "KS", "mass": "MA", "mich": "MI", "minn": "MN",
    "miss": "MS", "mont": "MT", "neb": "NE", "nebr": "NE", "nev": "NV", "nmex": "NM", "ncar": "NC", "ndak": "ND",
    "okla": "OK", "ore": "OR", "oreg": "OR", "penn": "PA", "penna": "PA", "scar": "SC", "sdak": "SD", "tenn": "TN",
    "tex": "TX", "wash": "WA", "wva": "WV", "wis": "WI", "wisc": "WI", "wyo": "WY", "washingtondc": "DC",
    "usvirginislands": "VI", "nuevayork": "NY", "nuevomexico": "NM",
}  # fmt: skip
"""Codes by the names and usual abbreviations of states, written as one word."""


LAST = "Pacific/Honolulu"
"""The states' zone in which a day ends last."""

_STATES = {
    "America/New_York": "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
    "America/Chicago": "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
    "America/Denver": "CO ID MT NM UT WY",
    "America/Los_Angeles": "CA NV OR WA",
    "America/Phoenix": "AZ",
    "America/Anchorage": "AK",
    LAST: "HI",
    "America/Puerto_Rico": "PR VI",
    "Pacific/Guam": "GU MP",
    "Pacific/Pago_Pago": "AS",
}
_ZIPS = {
    "America/New_York": "373 374 376 377 378 379",
    "America/Chicago": "324 325 420 421 422 423 424 463 464 476 477 499",
    "America/Denver": "576 577 586 677 691 693 798 799 885",
    "America/Los_Angeles": "835 838",
}
"""The first three digits of zip codes in states with two zones: where both are possible, the later one."""

_ZONE_OF = {place: zone for zones in (_STATES, _ZIPS) for zone, places in zones.items() for place in places.split()}


@lru_cache(maxsize=4096)
def zone_of(state: str | None, zip_code: str | None) -> ZoneInfo:
    """Return the zone of a place, and `LAST` without a state. Near a border it may be off by an hour."""
    return ZoneInfo(_ZONE_OF.get((zip_code or "")[:3]) or _ZONE_OF.get(state or "") or LAST)
