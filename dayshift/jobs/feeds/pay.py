"""Parse pay as sources write it, and convert it to cents per hour."""

import re
from dataclasses import dataclass
from functools import lru_cache

from dayshift.jobs.feeds.posting import PostedPay

HOURS = {"hour": 1.0, "day": 8.0, "week": 40.0, "two weeks": 80.0, "month": 2080 / 12, "year": 2080.0}
"""Assumed working hours per unit of pay. The report counts how often this was needed."""

LEAST_CENTS, MOST_CENTS = 500, 20_000
"""Hourly pay outside this range is an error of the source."""

_UNIT_WORDS = (
    ("two weeks", re.compile(r"bi-?week|two weeks|fortnight|quincena", re.IGNORECASE)),
    ("hour", re.compile(r"hour|\bhr\b|/ ?h\b|/ ?hr|\bhora|\bph\b", re.IGNORECASE)),
    ("day", re.compile(r"\bday|\bdaily|\bd[ií]a\b", re.IGNORECASE)),
    ("week", re.compile(r"week|\bwk\b|/ ?wk|\bsemana", re.IGNORECASE)),
    ("month", re.compile(r"month|\bmo\b|/ ?mo\b|\bmes\b", re.IGNORECASE)),
    ("year", re.compile(r"year|annu|\byr\b|/ ?yr|salary|p\.?a\.?\b|\ba[ñn]o", re.IGNORECASE)),
)
# Bounded repetition only, so that no input makes these slow.
_FIGURE = r"(?<!\d)(\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,9})?|\d{1,9}(?:\.\d{1,9})?)\s{0,3}(k\b)?"
_RANGE = re.compile(rf"{_FIGURE}\s{{0,3}}(?:-|–|—|to|and|a|hasta)\s{{0,3}}\$?\s{{0,3}}{_FIGURE}", re.IGNORECASE)  # noqa: RUF001
_ONE = re.compile(_FIGURE, re.IGNORECASE)
_AT_MOST = re.compile(r"up to|at most|max|hasta", re.IGNORECASE)
_AT_LEAST = re.compile(r"from|at least|starting|min|desde|\d\s{0,3}k?\s{0,3}\+", re.IGNORECASE)
_FOREIGN = re.compile(r"[€£¥₹]|\b(?:CAD|EUR|GBP|MXN|AUD)\b")


class AbsurdPay(ValueError):
    """Implausible pay: less than $5 or more than $200 an hour."""


class ForeignPay(ValueError):
    """Pay in a currency other than US dollars."""


@dataclass(frozen=True, slots=True)
class Hourly:
    """Cents per hour, None if not stated; `unit` is the unit in which the source states the pay."""

    low: int | None
    high: int | None
    unit: str | None


NOT_STATED = Hourly(None, None, None)


@lru_cache(maxsize=4096)  # Most sources have fewer distinct values.
def hourly(pay: PostedPay) -> Hourly:
    """Convert the source's pay to cents per hour. Raises `AbsurdPay` or `ForeignPay`.

    Without a unit, the amount decides: up to 200 is per hour, from 10,000 per year, and anything between counts
    as not stated. Zero too: many systems write it for unknown pay.
    """
    if pay.currency.strip().upper() not in {"", "USD", "US", "$"} or _FOREIGN.search(pay.text):
        raise ForeignPay(pay.currency or pay.text)
    low, high, unit = pay.low or None, pay.high or None, pay.unit
    if low is None and high is None:
        low, high = (figure or None for figure in figures(pay.text))
        unit = pay.text
    if low is None and high is None:
        return NOT_STATED
    if low is not None and high is not None and low > high:
        low, high = high, low
    known = unit_of(unit) or _unit_by_size(high or low or 0.0)
    if known is None:
        return NOT_STATED
    return Hourly(_cents(low, known), _cents(high, known), known)


def figures(text: str) -> tuple[float | None, float | None]:
    """Return (low, high) of a pay text: "$18-22", "$120-150k", "up to $20", "$45,000"; None if not stated."""
    both = _RANGE.search(text)
    if both:
        low, low_k, high, high_k = both.groups()
        # "$120-150k" means thousands for both amounts.
        k_of_low = low_k or (high_k if _number(low) < 1000 else None)
        return _number(low, k_of_low), _number(high, high_k)
    one = _ONE.search(text)
    if one is None:
        return None, None
    value = _number(*one.groups())
    if _AT_MOST.search(text):
        return None, value
    return value, None if _AT_LEAST.search(text) else value


def unit_of(text: str) -> str | None:
    """Return the unit of time in a text: a key of `HOURS`."""
    return next((unit for unit, words in _UNIT_WORDS if words.search(text)), None)


def _unit_by_size(value: float) -> str | None:
    if value <= MOST_CENTS / 100:
        return "hour"
    return "year" if value >= 10_000 else None


def _cents(value: float | None, unit: str) -> int | None:
    if value is None:
        return None
    cents = round(value * 100 / HOURS[unit])
    if not LEAST_CENTS <= cents <= MOST_CENTS:
        raise AbsurdPay(f"${cents / 100:,.2f} an hour")
    return cents


def _number(figure: str, thousands: str | None = None) -> float:
    return float(figure.replace(",", "")) * (1000 if thousands else 1)
