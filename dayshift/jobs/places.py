"""Where a US zip code is. Coordinates are centroids, true to a few miles: distances are "about"."""

from dataclasses import dataclass
from functools import lru_cache


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
    """The place of a five-digit zip code; None when there is none, or none on the map (military post)."""
    # Imported on first use: the library unpacks its table of the whole country then.
    import zipcodes  # noqa: PLC0415

    if len(zip_code) != 5 or not (zip_code.isascii() and zip_code.isdigit()):
        return None
    entry = next(iter(zipcodes.matching(zip_code)), None)  # type: ignore[no-untyped-call]
    if entry is None or not (entry["lat"] and float(entry["lat"])):
        return None
    return Place(zip_code, entry["city"], entry["state"], float(entry["lat"]), float(entry["long"]))
