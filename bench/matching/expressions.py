"""The match score as Polars expressions."""

from typing import Any

from bench.matching.question import Question
from dayshift.jobs.index import shift_bits
from dayshift.knowledge.occupations import EMPLOYMENT_TYPES, STARTS
from dayshift.matching.matches.score import WEIGHTS


def scored(pl: Any, near: Any, question: Question) -> Any:
    """Return the matches in a lazy frame of jobs, with `id`, `exact`, `points` and `percent`."""
    fits = pl.LazyFrame(
        {"occupation": list(question.fits), "role": list(question.fits.values())},
        schema={"occupation": pl.Int32, "role": pl.Float64},
    )
    weak = pl.min_horizontal(*WEIGHTS) < 0.8 - 1e-9
    points = sum(weight * pl.col(name) for name, weight in WEIGHTS.items())
    exact = pl.min_horizontal("points", 40 + 60 * pl.col("role"), pl.when(weak).then(94.0).otherwise(100.0))
    return (
        near.join(fits, on="occupation")
        .with_columns(miles=_miles(pl, question))
        .filter(pl.col("miles") <= question.search.radius_miles)
        .with_columns(
            pay=_pay(pl, question), schedule=_schedule(pl, question), distance=_distance(pl, question),
            experience=_experience(pl, question),
        )
        .with_columns(points=points)
        .with_columns(exact=exact)
        .with_columns(percent=(pl.col("exact") + 1e-9).floor())
        .filter(pl.col("percent") >= 60)
        .select("id", "percent", pl.col("exact").round(6), pl.col("points").round(6))
    )  # fmt: skip


def _miles(pl: Any, question: Question) -> Any:
    lat, lon = pl.lit(question.center.lat).radians(), question.center.lon
    chord = (
        (pl.col("lat").radians() - lat).truediv(2).sin().pow(2)
        + lat.cos() * pl.col("lat").radians().cos() * (pl.col("lon") - lon).radians().truediv(2).sin().pow(2)
    )  # fmt: skip
    return 2 * 3958.7613 * chord.sqrt().arcsin()


def _pay(pl: Any, question: Question) -> Any:
    wanted, low, high = question.search.hourly_rate * 100, pl.col("pay_low"), pl.col("pay_high")
    short = ((wanted - high) / (0.25 * wanted)).clip(upper_bound=1)
    return (
        pl.when(low == 0).then(0.7).when(low >= wanted).then(1.0)
        .when(high >= wanted).then(0.8 + 0.2 * (high - wanted) / (high - low))
        .otherwise(0.8 * (1 - short))
    )  # fmt: skip


def _schedule(pl: Any, question: Question) -> Any:
    search, bits = question.search, pl.col("bits")
    able = 0xFF if "very-flexible" in search.availability else shift_bits(search.availability)
    required = ((bits // 4) & 31).bitwise_count_ones()
    covered = ((bits // 4) & (31 & able)).bitwise_count_ones()
    hours, start = bits & 3, (bits // 128) & 3
    latest = STARTS.index(search.start) + 1
    share = pl.when(required == 0).then(0.75).otherwise(covered / required)
    wanted_hours = EMPLOYMENT_TYPES.index(search.employment_type) + 1
    fitting = pl.when(hours == 0).then(0.75).when(hours == wanted_hours).then(1.0).otherwise(0.5)
    late = pl.when((start == 0) | (start >= latest)).then(1.0).otherwise(1 - 0.1 * (latest - start))
    return share * fitting * late


def _distance(pl: Any, question: Question) -> Any:
    miles, radius = pl.col("miles"), question.search.radius_miles
    far = 0.7 - 0.7 * (miles - 10) / (radius - 10)
    return pl.when(miles <= 3).then(1.0).when(miles <= 10).then(1 - 0.3 * (miles - 3) / 7).otherwise(far)


def _experience(pl: Any, question: Question) -> Any:
    years = (pl.col("bits") // 512) & 15
    needed = pl.when(years <= 1).then(0).when(years <= 4).then(1).otherwise(2)
    short = needed - (0, 3, 5).index(question.search.experience_years)
    return pl.when(years == 0).then(0.9).when(short <= 0).then(1.0).otherwise(1 - 0.5 * short)
