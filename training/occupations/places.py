"""Builds `places.tsv` and `large_cities.txt` of `knowledge/occupations` from the Python package `zipcodes` (MIT).

`python -m training.occupations.places`. The package itself takes half a second and 60 MB to look up a zip code.
"""

from collections import Counter
from pathlib import Path

import zipcodes

from dayshift.knowledge.occupations.places import plain_name

FOLDER = Path(__file__).parents[2] / "dayshift" / "occupations"
CODES_OF_LARGE = 8
ALSO_WORDS = frozenset({
    "apo", "carolina", "dpo", "fpo", "hampton", "homestead", "independence", "mesa", "mobile", "orange",
    "parcel return service", "reading", "spring",
})  # fmt: skip
"""Cities whose names are also words, hotel chains or other places: without a capital letter they are not meant."""


def table_of_places() -> str:
    """Return the zip codes that have a location, one per line with the other names of their city."""
    lines = [
        (
            *(entry[name] for name in ("zip_code", "city", "state")),
            *(str(round(float(entry[name]), 4)) for name in ("lat", "long")),
            "|".join(entry["acceptable_cities"]),
        )
        for entry in zipcodes.list_all()
        if entry["lat"] and float(entry["lat"])
    ]
    return "".join("\n" + "\t".join(line) for line in lines) + "\n"


def large_cities() -> frozenset[str]:
    """Return the plain names of cities with many zip codes, except names that are also words."""
    codes = Counter((entry["city"], entry["state"]) for entry in zipcodes.list_all())
    return frozenset(plain_name(city) for (city, _), count in codes.items() if count >= CODES_OF_LARGE) - ALSO_WORDS


if __name__ == "__main__":
    (FOLDER / "places.tsv").write_text(table_of_places(), "utf-8")
    (FOLDER / "large_cities.txt").write_text("\n".join(sorted(large_cities())) + "\n", "utf-8")
