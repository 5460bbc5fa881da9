"""Parse pay as sources write it, and convert it to cents per hour.

In a text, only a number counts that is marked as money, has a unit of time of its own, or is all that the text says.
Bonuses, tips, benefits, years of experience and hours of work are none.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dayshift.jobs.feeds.posting import PostedPay

HOURS = {"hour": 1.0, "day": 8.0, "week": 40.0, "two weeks": 80.0, "half a month": 2080 / 24, "month": 2080 / 12,
         "year": 2080.0}  # fmt: skip
"""Assumed working hours per unit of pay. The report counts how often this was needed."""

MIN_CENTS, MAX_CENTS = 500, 20_000
"""Hourly pay outside this range is an error of the source."""

OTHER_UNIT = "other"
"""A unit that says nothing about hours: a shift, a mile, a visit."""

_NO_TIME = (
    r"shifts?|miles?|trips?|visits?|deliver(?:y|ies)|orders?|stops?|loads?|pieces?|units?|rooms?|events?|games?"
    r"|class(?:es)?|sessions?|jobs?|appointments?|turnos?|jornadas?|viajes?|one-time|once"
)
_TWO_WEEKS = (
    r"bi-?\s?weekly|bi-?\s?week|two[\s-]weeks|2[\s-]weeks?|every other week|fortnight(?:ly)?|pay(?:\s|-)?period"
    r"|quincena(?:l(?:es)?)?"
)
_UNITS = (
    (OTHER_UNIT, _NO_TIME),
    ("two weeks", _TWO_WEEKS),
    ("half a month", r"(?:semi|half|bi)-?\s?month(?:ly)?|twice a month"),
    ("hour", r"hours?|hourly|hrs?|h|horas?|ph"),
    ("day", r"days?|daily|d[ií]as?|diari[oa]s?|per diem|pd"),
    ("week", r"weeks?|weekly|wks?|semanas?|semanal(?:es)?|pw"),
    ("month", r"months?|monthly|mos?|mes(?:es)?|mensual(?:es)?|pm"),
    ("year", r"years?|yearly|annum|annual(?:ly)?|annually|yrs?|a[ñn]os?|anual(?:es)?|pa|p\.a\.|annualized"),
)  # fmt: skip
_UNIT_WORDS = tuple((unit, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)) for unit, words in _UNITS)
_UNIT = "|".join(words for _, words in _UNITS)

# Bounded repetition only, so that no input makes these slow.
_NUMBER = r"\d{1,3}(?:[,.]\d{3}){1,3}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,9})?"
_CURRENCY = r"(?:US\$|USD|\$|U\.S\.\s?\$|d[oó]lares|dollars?|dls?\.?)"
_PLUS = r"\+(?!\s?(?:[$\d]|tips|bonus|propina|comm|benefi|overtime|ot\b|equity|mileage))"
_EACH = r"(?:\(|/|\bper\b|\ban?\b|\beach\b|\bevery\b|\bla\b|\bel\b|\bal\b|\bpor\b|\ba la\b|-|\bcada\b)"
_KIND = r"(?:\s(?:flat|gross|net|base|cash|guaranteed|minimum|maximum|average|rate|pay|starting|dollars))?"
_FIGURE = re.compile(
    rf"(?P<mark>{_CURRENCY}\s{{0,3}})?(?<![\d.,A-Za-z])(?P<number>{_NUMBER})(?P<k>\s?k\b)?(?P<plus>{_PLUS})?"
    rf"(?P<mark2>\s{{0,3}}{_CURRENCY}(?![a-z\d]))?(?P<unit>(?:{_KIND}\s{{0,3}}{_EACH})?\s{{0,3}}(?P<word>{_UNIT})(?![a-z]))?",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\s{0,3}(?:-|–|—|~|\bto\b|\band\b|\ba\b|\by\b|\bhasta\b|\bup to\b|\bthrough\b|\bthru\b)\s{0,3}",  # noqa: RUF001
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;!?\n•·|*]|,(?!\d)|\.(?!\d)|(?<!\d)\+|\+(?=\s?[a-z$])|\b(?:plus|with|m[aá]s|con|including|incl)\b", re.IGNORECASE
)
_NO_WAGE = re.compile(
    r"bonus|\bbonos?\b|incentive|commission|comisi[oó]n|\btips?\b|propina|gratuit|stipend|allowance|differential"
    r"|referral|retention|\bsign[\s-]?(?:on|ing)\b|reimburs|tuition|relocation|discount|deposit|\bfees?\b|\braises?\b"
    r"|overtime|\bot\b|horas extra|premium|supplement|mileage|per diem",
    re.IGNORECASE,
)
"""What money may be that is no wage."""
_AT_MOST = re.compile(
    r"(?:up\s?to|at most|max(?:imum)?\.?(?: of)?|hasta|m[aá]ximo(?: de)?|as much as|no more than)\W{0,3}$",
    re.IGNORECASE,
)
_AT_LEAST = re.compile(
    r"(?:from|at least|starting(?: (?:at|from|pay|wage|rate))?(?: (?:of|at|is))?|starts? (?:at|from)|begins at"
    r"|min(?:imum)?\.?(?: of)?|desde|a partir de|m[ií]nimo(?: de)?|no less than)\W{0,3}$",
    re.IGNORECASE,
)
_AFTER_LEAST = re.compile(
    rf"{_PLUS}|\s{{0,3}}\(?(?:and up|or more|o m[aá]s|m[ií]n(?:imum|imo)?\b|to start|starting|and above)", re.IGNORECASE
)
_AND_UP = re.compile(rf"{_PLUS}|\s{{0,3}}\(?(?:and up|or more|o m[aá]s|and above)\b", re.IGNORECASE)
_AFTER_MOST = re.compile(r"\s{0,3}\(?(?:max(?:imum)?\b|or less|tops)", re.IGNORECASE)
_BEFORE = re.compile(
    r"(?:^|[^a-z])(?:(?:per|an|a|por|la)\s(?P<word>hour|day|week|month|year|annum|hora|semana|quincena|mes)"
    r"|(?P<rate>hourly|daily|bi-?weekly|weekly|semi-?monthly|monthly|yearly|annual(?:ly|ized)?|quincenal|semanal"
    r"|mensual|anual))"
    r"(?:\s{0,3}(?:rate|pay|salary|wage|compensation|range|earnings|base|salario|sueldo|pago))?"
    r"(?:\s{0,3}(?:range|of|is|de))?\s{0,3}[:=-]?\s{0,3}(?:from\s|up to\s|starting at\s)?$",
    re.IGNORECASE,
)
_ADDED = re.compile(r"(?:\+|\bplus|\bextra|\badditional|\banother)\s{0,3}$", re.IGNORECASE)
_RATE = re.compile(r"/|\b(?:per|ph|an?|la|por|hourly|each|cada)\b", re.IGNORECASE)
_FOREIGN = re.compile(
    r"[€£¥₹]|\b(?:CAD|EUR|GBP|MXN|AUD|INR|BRL)\b|\b(?:CA?|AU?|MX|NZ|R|HK)\$|\bpesos?\b", re.IGNORECASE
)
_MAX_LENGTH = 400


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


@dataclass(slots=True)
class _Figure:
    """A number of a text: what it may be, and where it is."""

    low: float | None
    high: float | None
    unit: str | None
    is_money: bool
    begin: int
    end: int
    is_added: bool = False


@lru_cache(maxsize=4096)  # Most sources have fewer distinct values.
def hourly(pay: PostedPay) -> Hourly:
    """Convert the source's pay to cents per hour. Raises `AbsurdPay` or `ForeignPay`.

    Without a unit, the amount decides: up to 200 is per hour, from 10,000 per year, and anything between counts
    as not stated. Zero too: many systems write it for unknown pay.
    """
    if pay.currency.strip().upper() not in {"", "USD", "US", "$"} or _FOREIGN.search(pay.text):
        raise ForeignPay(pay.currency or pay.text)
    low, high, unit = pay.low or None, pay.high or None, unit_of(pay.unit)
    if low is None and high is None:
        low, high, said = figures(pay.text)
        unit = said or unit
        low, high = low or None, high or None
    if low is None and high is None:
        return NOT_STATED
    if low is not None and high is not None and low > high:
        low, high = high, low
    known = unit or _unit_by_size(high or low or 0.0)
    if known is None or known == OTHER_UNIT:
        return NOT_STATED
    return Hourly(_cents(low, known), _cents(high, known), known)


def figures(text: str) -> tuple[float | None, float | None, str | None]:
    """Return (low, high, unit) of a pay text: "$18-22", "$120-150k", "up to $20 an hour"; None if not stated."""
    text = " ".join(text[:_MAX_LENGTH].split())
    wages = [figure for begin, end in _clauses(text) for figure in _ranges(text, begin, end)]
    wages = [one for one in wages if one.is_money or one.unit] or _bare(text, wages)
    wages = [one for one in wages if not one.is_added] or wages
    units = {one.unit for one in wages if one.unit and one.unit != OTHER_UNIT}
    if "hour" in units:
        wages = [one for one in wages if one.unit in {None, "hour"}]
    elif units:
        first = next(one.unit for one in wages if one.unit in units)
        wages = [one for one in wages if one.unit == first or (one.unit is None and not _is_hourly(one))]
    elif any(one.unit == OTHER_UNIT for one in wages):
        wages = [one for one in wages if one.unit is None and _is_hourly(one)]
    if not wages:
        return None, None, None
    unit = next((one.unit for one in wages if one.unit), None)
    lows = [one.low for one in wages if one.low is not None]
    highs = [one.high for one in wages if one.high is not None]
    if len(wages) > 1 and {_size(one) for one in wages} != {_size(wages[0])}:
        return wages[0].low, wages[0].high, unit
    open_end = all(one.high is None for one in wages)
    open_begin = all(one.low is None for one in wages)
    low = None if open_begin else min(lows)
    high = None if open_end else max([*highs, *lows])
    return low, high, unit


def amount(text: object) -> float | None:
    """Return an amount of money that is written as a number: "18.50", "$1,500", "18,50"."""
    found = _AMOUNT.fullmatch(text.strip()) if isinstance(text, str) and len(text) <= _MAX_AMOUNT else None
    return _amount(found[1], None) if found else None


_MAX_AMOUNT = 40
_AMOUNT = re.compile(rf"(?:{_CURRENCY}\s?)?({_NUMBER})(?:\s?{_CURRENCY})?", re.IGNORECASE)


def unit_of(text: str) -> str | None:
    """Return the unit of time in a text: a key of `HOURS`, or `OTHER_UNIT`."""
    plain = text.replace("_", " ").replace("-salary", " ").replace("-wage", " ").replace("-", " - ")
    text = text.replace("_", " ")
    return next((unit for unit, words in _UNIT_WORDS if words.search(text) or words.search(plain)), None)


def _clauses(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of the parts of a text that may state a wage."""
    begin = 0
    for end in [*(found.start() for found in _CLAUSE.finditer(text)), len(text)]:
        if _NO_WAGE.search(text, begin, end):
            yield from _beside_other_money(text, begin, end)
        else:
            yield begin, end
        begin = end + 1


def _beside_other_money(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where a clause about a bonus states a wage, too: "$18/hr (night differential $1)"."""
    found = list(_FIGURE.finditer(text, begin, end))
    before, bound = None, False
    for one, after in itertools.zip_longest(found, found[1:]):
        gap = before.end() if before else begin
        is_joined = before is not None and _JOINED.fullmatch(text, gap, one.start()) is not None
        is_range = is_joined and before is not None and _value(before, None) <= _value(one, None)
        was_bound = bound
        rest = _AND.split(text[one.end() : after.start() if after else end])[0]
        bound = (is_range and was_bound) or bool(_NO_WAGE.search(text, gap, one.start()) or _NO_WAGE.search(rest))
        if one["word"] and not bound:
            yield (before.start() if is_range and before and not was_bound else one.start()), one.end()
        before = one


_AND = re.compile(r"\b(?:and|or|y|o)\b|[&(]", re.IGNORECASE)


def _ranges(text: str, begin: int, end: int) -> Iterator[_Figure]:
    """Yield the figures of a clause; two that are joined as one."""
    found = list(_FIGURE.finditer(text, begin, end))
    at = 0
    while at < len(found):
        one = found[at]
        after = found[at + 1] if at + 1 < len(found) else None
        if after and _JOINED.fullmatch(text, one.end(), after.start()) and _belong(one, after):
            yield _range(text, one, after, begin)
            at += 2
            continue
        at += 1
        yield _single(text, one, begin)


def _belong(one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two figures are the ends of a range."""
    units = {_unit(one), _unit(other)} - {None}
    return len(units) < 2


def _range(text: str, one: re.Match[str], other: re.Match[str], begin: int) -> _Figure:
    unit = _unit(other) or _unit(one) or _unit_before(text, one, begin)
    low, high = _value(one, unit), _value(other, unit)
    if other["k"] and not one["k"] and low < 1000:  # "$120-150k" means thousands for both.
        low *= 1000
    if one["k"] and not other["k"] and high < 1000 and unit in {None, "year"}:
        high *= 1000
    low, high = min(low, high), max(low, high)
    is_money = any(found[mark] for found in (one, other) for mark in ("mark", "mark2"))
    if _is_time(other, unit, high, is_money=is_money):
        return _Figure(None, None, None, False, one.start(), other.end())
    is_open = other["plus"] or _AND_UP.match(text, other.end())  # "$17-20+": more than $20 is possible, too.
    return _Figure(low, None if is_open else high, unit, is_money, one.start(), other.end())


def _single(text: str, one: re.Match[str], begin: int) -> _Figure:
    before, after = text[max(begin - 12, 0) : one.start()], text[one.end() :]
    unit = _unit(one) or _unit_before(text, one, begin)
    value = _value(one, unit)
    low: float | None = value
    high: float | None = value
    if _AT_MOST.search(before) or _AFTER_MOST.match(after):
        low = None
    elif one["plus"] or _AT_LEAST.search(before) or _AFTER_LEAST.match(after):
        high = None
    is_money = bool(one["mark"] or one["mark2"] or one["k"])
    if _is_time(one, unit, value, is_money=is_money):
        return _Figure(None, None, None, False, one.start(), one.end())
    is_added = _ADDED.search(text[max(one.start() - 12, 0) : one.start()]) is not None
    return _Figure(low, high, unit, is_money, one.start(), one.end(), is_added)


def _unit_before(text: str, one: re.Match[str], begin: int) -> str | None:
    """Return the unit that stands before a figure: "hourly rate: $18"."""
    found = _BEFORE.search(text[begin : one.start()])
    return _named(found["word"] or found["rate"]) if found else None


def _is_time(found: re.Match[str], unit: str | None, value: float, *, is_money: bool) -> bool:
    """Whether a number counts time: "90 days", "2 years", "10-hour shifts". A wage for a week or a year is higher."""
    if is_money or unit is None:
        return False
    return value < 100 if unit != "hour" else _RATE.search(found["unit"] or "per") is None


def _bare(text: str, found: list[_Figure]) -> list[_Figure]:
    """Return the figures of a text that has nothing else: "18-22", "17.50"."""
    rest = text
    for one in reversed(found):
        rest = rest[: one.begin] + rest[one.end :]
    rest = re.sub(
        r"\b(?:up to|from|to|and|min|max|doe|starting|at|pay|rate|wage|salary|range|usd)\b|[\W\d_]",
        "",
        rest,
        flags=re.IGNORECASE,
    )
    return found if not rest else []


def _unit(found: re.Match[str]) -> str | None:
    return _named(found["word"]) if found["word"] else None


@lru_cache(maxsize=256)
def _named(word: str) -> str | None:
    return next((unit for unit, words in _UNIT_WORDS if words.fullmatch(word)), None)


def _value(found: re.Match[str], unit: str | None) -> float:
    return _amount(found["number"], unit) * (1000 if found["k"] else 1)


def _amount(number: str, unit: str | None) -> float:
    """Read "1,500.00", "1.500" (a thousand and a half, unless it is for an hour) and "18,50"."""
    if re.fullmatch(r"\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,9})?", number):
        return float(number.replace(",", ""))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){1,4},\d{1,2}", number) or (
        re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3}){1,4}", number) and (unit not in {None, "hour"} or number.count(".") > 1)
    ):
        return float(number.replace(".", "").replace(",", "."))
    whole, _, decimals = number.replace(",", ".").rpartition(".")
    return float(f"{whole.replace('.', '')}.{decimals}") if whole else float(decimals)


def _size(one: _Figure) -> str | None:
    return one.unit or _unit_by_size(one.high or one.low or 0.0)


def _is_hourly(one: _Figure) -> bool:
    return _unit_by_size(one.high or one.low or 0.0) == "hour"


def _unit_by_size(value: float) -> str | None:
    if value <= MAX_CENTS / 100:
        return "hour"
    return "year" if value >= 10_000 else None


def _cents(value: float | None, unit: str) -> int | None:
    if value is None:
        return None
    cents = round(value * 100 / HOURS[unit])
    if not MIN_CENTS <= cents <= MAX_CENTS:
        raise AbsurdPay(f"${cents / 100:,.2f} an hour")
    return cents
