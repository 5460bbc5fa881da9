"""The matching query for all engines, and its SQL form."""

from dataclasses import dataclass
from math import cos, radians

from bench.matching.catalog import NAMES
from dayshift.jobs.index import shift_bits
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, STARTS, Place, locate_zip, understand
from dayshift.matching.matches import JobSearch
from dayshift.matching.matches.score import MATCH, WEIGHTS, role_cap

TOP = 20


@dataclass(frozen=True)
class Question:
    """A job search with its location and the fit of each occupation that can match."""

    search: JobSearch
    center: Place
    fits: dict[int, float]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Bounding box of the search circle: south, north, west, east."""
        high = self.search.radius_miles / 69.0
        wide = high / cos(radians(abs(self.center.lat) + high))
        lat, lon = self.center.lat, self.center.lon
        return lat - high, lat + high, lon - wide, lon + wide


@dataclass(frozen=True)
class Answer:
    """A matching result: total, average percent, number of perfect matches, and the ids of the best jobs."""

    total: int
    average: int | None
    perfect: int
    best: tuple[int, ...]


def ask(search: JobSearch) -> Question:
    """Return the query for a job search."""
    center = locate_zip(search.zip_code)
    assert center is not None
    fits = {NAMES.index(fit.occupation): fit.fit for fit in understand(search.text) if role_cap(fit.fit) >= MATCH}
    return Question(search, center, fits)


def sql(question: Question, source: str, least: str = "least", decimal: str = "double precision") -> str:
    """Return one statement for SQLite, DuckDB and PostgreSQL: jobs from `source`, fits from the table `fits`.

    `least` is the name of the minimum function of two numbers, `decimal` of the type that `round` takes.
    """
    search, center = question.search, question.center
    able = 0xFF if "very-flexible" in search.availability else shift_bits(search.availability)
    wanted, start = search.hourly_rate * 100, STARTS.index(search.start) + 1
    hours = EMPLOYMENT_TYPES.index(search.employment_type) + 1
    have = (0, 3, 5).index(search.experience_years)
    covered = " + ".join(f"((bits >> {2 + n}) & {able >> n & 1})" for n in range(5))
    asked = " + ".join(f"((bits >> {2 + n}) & 1)" for n in range(5))
    radius = search.radius_miles
    points = " + ".join(f"{weight} * {factor}" for factor, weight in WEIGHTS.items())
    return f"""
WITH near AS (
  SELECT j.id, f.fit AS role, j.pay_low, j.pay_high, j.bits,
    2 * 3958.7613 * asin(sqrt(power(sin(radians(j.lat - {center.lat}) / 2), 2)
      + cos(radians({center.lat})) * cos(radians(j.lat)) * power(sin(radians(j.lon - ({center.lon})) / 2), 2))) AS miles
  FROM {source} JOIN fits f ON f.occupation = j.occupation
), parts AS (
  SELECT id, role, miles, {covered} AS covered, {asked} AS asked, bits & 3 AS hours,
    (bits >> 7) & 3 AS start, (bits >> 9) & 15 AS years,
    CASE WHEN pay_low = 0 THEN 0.7 WHEN pay_low >= {wanted} THEN 1.0
      WHEN pay_high >= {wanted} THEN 0.8 + 0.2 * (pay_high - {wanted}) / (pay_high - pay_low)
      ELSE 0.8 * (1 - {least}(({wanted} - pay_high) / {0.25 * wanted}, 1)) END AS pay
  FROM near WHERE miles <= {radius}
), factors AS (
  SELECT id, role, pay,
    CASE WHEN asked = 0 THEN 0.75 ELSE covered * 1.0 / asked END
      * CASE hours WHEN 0 THEN 0.75 WHEN {hours} THEN 1.0 ELSE 0.5 END
      * CASE WHEN start = 0 OR start >= {start} THEN 1.0 ELSE 1 - 0.1 * ({start} - start) END AS schedule,
    CASE WHEN miles <= 3 THEN 1.0 WHEN miles <= 10 THEN 1 - 0.3 * (miles - 3) / 7
      ELSE 0.7 - 0.7 * (miles - 10) / ({radius} - 10) END AS distance,
    CASE WHEN years = 0 THEN 0.9
      WHEN (CASE WHEN years <= 1 THEN 0 WHEN years <= 4 THEN 1 ELSE 2 END) <= {have} THEN 1.0
      ELSE 1 - 0.5 * ((CASE WHEN years <= 1 THEN 0 WHEN years <= 4 THEN 1 ELSE 2 END) - {have}) END AS experience
  FROM parts
), sums AS (
  SELECT id, {points} AS points, 40 + 60 * role AS cap,
    role < 0.8 - 1e-9 OR pay < 0.8 - 1e-9 OR schedule < 0.8 - 1e-9 OR distance < 0.8 - 1e-9
      OR experience < 0.8 - 1e-9 AS weak
  FROM factors
), scores AS (
  SELECT id, points, {least}({least}(points, cap), CASE WHEN weak THEN 94 ELSE 100 END) AS exact FROM sums
), matches AS (
  SELECT id, points, exact, floor(exact + 1e-9) AS percent FROM scores WHERE exact + 1e-9 >= 60
)
SELECT id, count(*) OVER () AS total, sum(percent) OVER () AS sum,
  sum(CASE WHEN percent >= 95 THEN 1 ELSE 0 END) OVER () AS perfect
FROM matches ORDER BY round(CAST(exact AS {decimal}), 6) DESC, round(CAST(points AS {decimal}), 6) DESC, id LIMIT {TOP}
"""


def answer_of(rows: list[tuple[int, int, float, int]]) -> Answer:
    """Convert the rows of the statement to an answer."""
    if not rows:
        return Answer(0, None, 0, ())
    _, total, points, perfect = rows[0]
    return Answer(int(total), int(points) // int(total), int(perfect), tuple(int(row[0]) for row in rows))
