"""Parse days and times as people write them into shifts: English and Spanish."""

import re
from functools import lru_cache
from typing import Literal, get_args
from unicodedata import normalize

EmploymentType = Literal["full-time", "part-time"]
Shift = Literal["weekday-mornings", "weekday-evenings", "weekends", "night-shifts", "holidays"]
Availability = Shift | Literal["very-flexible"]
Start = Literal["immediately", "within-1-week", "within-2-weeks"]

EMPLOYMENT_TYPES: tuple[EmploymentType, ...] = get_args(EmploymentType)
SHIFTS: tuple[Shift, ...] = get_args(Shift)
STARTS: tuple[Start, ...] = get_args(Start)
"""Soonest first."""


MAX_LENGTH = 2000
"""Maximum length of a parsed text. All repetition in the patterns below is bounded: they take linear time."""
_REACH = 40
"""Characters before a shift in which a negation excludes it."""

# fmt: off
_DAY = r"(?:(?:sat|sun)(?:urdays?|days?)?|s[aá]bados?|domingos?|weekends?|fin(?:es)? de semana)"
_PART = r"(?:ma[nñ]anas?|tardes?|noches?)"
_PART_OF_WEEKEND = re.compile(
    rf"\b(?:{_DAY}\s{{1,3}}(?:mornings?|afternoons?|evenings?|nights?|days?"
    rf"|(?:(?:por|en|de)\s{{1,3}})?las?\s{{1,3}}{_PART})"
    rf"|{_PART}\s{{1,3}}(?:de|del|en)\s{{1,3}}(?:los?\s{{1,3}})?{_DAY})\b"
)


def _any_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b")


_SAYS: dict[Shift, re.Pattern[str]] = {
    "weekday-mornings": _any_of(
        "mornings?", "weekday-mornings", "early shifts?", "day ?shifts?", "daytime", "days", "first shift",
        "1st shift", "breakfast shifts?", "weekdays", "monday (?:to|through|thru) friday", "mon ?- ?fri", "m ?- ?f",
        "(?:por|en) las? ma[nñ]anas?", "ma[nñ]anas", "turno (?:de )?(?:la )?ma[nñ]ana", "turno de d[ií]a", "de d[ií]a",
        "diurn[oa]s?", "matutin[oa]s?", "a la ma[nñ]ana", "turnos? tempranos?", "am shifts?",
        "(?<!partir )(?<!antes )(?<!despu[eé]s )de ma[nñ]ana(?! en adelante)",
    ),
    "weekday-evenings": _any_of(
        "evenings?", "weekday-evenings", "afternoons?", "after (?:school|work|class|classes)", "second shift",
        "2nd shift", "swing shift", "dinner shifts?", "por las? tardes?", "en las? tardes?",
        "(?<!buenas )tardes", "turno (?:de )?(?:la )?tarde", "vespertin[oa]s?", r"tarde\s?[-/]\s?noche", "de tarde",
        "a la tarde", "tardecitas?", "despu[eé]s de (?:la escuela|clases?|trabajar)", "despu[eé]s del trabajo",
        "pm shifts?", r"after [1-6]\s?p\.?m\b",
    ),
    "weekends": _any_of(_DAY),
    "night-shifts": _any_of(
        "nights?", "night-shifts", "overnights?", "graveyard", "third shift", "3rd shift", "late shifts?",
        "por las? noches?", "de noche", "en las? noches?", "(?<!buenas )noches", "turno (?:de )?(?:la )?noche",
        "a la noche", "nocturn[oa]s?", "madrugadas", "(?:de|por la|en la) madrugada",
    ),
    "holidays": _any_of("holidays?", "d[ií]as festivos", "festivos", "feriados"),
}
_NOT = re.compile(
    r"\b(?:no|not|never|except|without|cant|can't|cannot|sin|ni|nada|nunca|excepto|menos)\s{1,3}"
    r"(?:(?:do|work|start|on|the|any|los|las|la|de|por|en|puedo|quiero|trabajo|trabajar)\s{1,3}){0,6}$"
)
_WEEKDAYS = _any_of("entre semana", "lunes a viernes")
_IN_LIST = rf"(?:{_PART}|{_DAY})"
_LIST = re.compile(
    rf"\b{_IN_LIST}(?:\s{{0,3}}(?:[,/]|\b[yoe]\b|,\s{{0,3}}[yoe]\b)\s{{0,3}}"
    rf"(?:(?:por|en|de)\s{{1,3}})?(?:las?\s{{1,3}})?{_IN_LIST}){{1,5}}\b"
)
"""Times of a day in a list: there, "mañana" is the morning and not tomorrow."""
_ONE_PART = re.compile(r"\b(?:ma[nñ]ana|tarde|noche)\b")
_STARTS_SOON = r"(?:(?:empiez|empe[cz]|comien[cz]|comen[cz]|inici)\w{0,7}|desde|a partir de)"
_BEFORE_TOMORROW = re.compile(rf"\b(?:{_STARTS_SOON}|pasado|hoy [oy])\s{{1,3}}$")
_FLEXIBLE = _any_of(
    "very-flexible", "any ?time", "any (?:shift|hours|day)s?", "open availability",
    "(?:i am|i'm|im|am|very) flexible", "flexible hours", "whenever",
    "cualquier (?:horario|turno|hora)", "horario flexible",
)
_CLOCK = r"(\d{1,2})(?::?(\d{2}))?\s*([ap])?\.?m?\.?"
_HOURS = re.compile(rf"\b{_CLOCK}\s{{0,3}}(?:-|–|to|until|till|a|hasta)\s{{0,3}}{_CLOCK}(?![\w$%])")  # noqa: RUF001

_PART_TIME = _any_of(r"part[\s_-]?time", "part-?timer", "medio tiempo", "tiempo parcial")
_FULL_TIME = _any_of(r"full[\s_-]?time", "tiempo completo", "jornada completa")
_AT_ONCE = _any_of(
    "immediate(?:ly)?", "right away", "asap", "as soon as possible", "today", "tomorrow", "now", "de inmediato",
    "inmediatamente", "cuanto antes", "lo antes posible", "hoy", "straight away", "at once", "this week",
    "as soon as you (?:need|want)", "ready to start", "ya mismo", "ahora mismo", "desde ya", "enseguida", "en seguida",
    "(?:disponibilidad|incorporaci[oó]n) inmediata", "lo m[aá]s pronto posible", "a la brevedad", "esta semana",
    r"(?:disponible|list[oa])(?: para empezar)? (?:ya|ahora)", rf"ya (?:puedo )?{_STARTS_SOON}",
    rf"{_STARTS_SOON} (?:desde |a partir de )?(?:ya|ahora)",
    rf"{_STARTS_SOON} ma[nñ]ana(?! [aoy] (?:la )?(?:tarde|noche))",
)
_IN_A_WEEK = _any_of(
    "within-1-week", "next week", "in a week", "within (?:a|1|one) week", "la pr[oó]xima semana",
    "(?:en|dentro de) (?:una|1) semana", "la semana que viene",
)
_IN_TWO_WEEKS = _any_of(
    "within-2-weeks", "in (?:two|2) weeks", "within (?:two|2) weeks", "two weeks notice", "a couple of weeks",
    "(?:en|dentro de) (?:dos|2) semanas", "(?:en|dentro de) (?:quince|15) d[ií]as",
)
_NONE_NEEDED = _any_of(
    "(?:no|without|sin|zero) (?:prior |previous |any |work )?(?:experienc(?:e|ia)|requirements?)", "not required",
    "entry.level",
)
_YEARS = re.compile(
    r"\b(\d{1,2})(?:\.\d)?\s{0,3}(?:\+|plus)?\s{0,3}(?:-\s{0,3}\d{1,2}\s{0,3})?"
    r"(?:years?|yrs?|a[nñ]os?)\b"
)
_MONTHS = re.compile(r"\b(\d{1,2})\s{0,3}\+?\s{0,3}(?:months?|mos?|meses)\b")
# fmt: on


@lru_cache(maxsize=4096)
def shifts_said(text: str) -> tuple[Shift, ...]:
    """Return the shifts that a text names, in the order of SHIFTS, without excluded ones ("no nights")."""
    text = _LIST.sub(_in_plural, normalize("NFC", text[:MAX_LENGTH].lower()))
    said: set[Shift] = set()
    for hours in _HOURS.finditer(text):
        shift = _shift_of_hours(hours)
        if shift:
            said.add(shift)
    if _PART_OF_WEEKEND.search(text):
        # "Weekend mornings" are weekends and say nothing about other mornings.
        said.add("weekends")
        text = _PART_OF_WEEKEND.sub(" ", text)
    for shift, pattern in _SAYS.items():
        if _is_said(pattern, text):
            said.add(shift)
    if not said & {"weekday-mornings", "weekday-evenings", "night-shifts"} and _is_said(_WEEKDAYS, text):
        said.add("weekday-mornings")
    return tuple(shift for shift in SHIFTS if shift in said)


def _is_said(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a pattern is in a text without a negation before it."""
    starts = [found.start() for found in pattern.finditer(text)]
    return any(not _NOT.search(text[max(0, start - _REACH) : start]) for start in starts)


def _in_plural(found: re.Match[str]) -> str:
    """Write a list of times in the plural: "mañana o tarde"; not "puedo empezar mañana o el sábado"."""
    if _BEFORE_TOMORROW.search(found.string[max(0, found.start() - _REACH) : found.start()]):
        return found[0]
    return _ONE_PART.sub(lambda part: f"{part[0]}s", found[0])


def says_flexible(text: str) -> bool:
    """Whether a text says that any time is fine."""
    return _FLEXIBLE.search(text.lower()) is not None


@lru_cache(maxsize=4096)
def employment_said(text: str) -> EmploymentType | None:
    """Return full-time or part-time; None if a text names neither, or both."""
    text = text[:MAX_LENGTH].lower().replace("fulltime", "full-time").replace("parttime", "part-time")
    part, full = _PART_TIME.search(text) is not None, _FULL_TIME.search(text) is not None
    if part == full:
        return None
    return "part-time" if part else "full-time"


@lru_cache(maxsize=4096)
def start_said(text: str) -> Start | None:
    """Return the start that a text states, or None."""
    text = normalize("NFC", text[:MAX_LENGTH].lower())
    if _IN_TWO_WEEKS.search(text):
        return "within-2-weeks"
    if _IN_A_WEEK.search(text):
        return "within-1-week"
    return "immediately" if _is_said(_AT_ONCE, text) else None


@lru_cache(maxsize=4096)
def years_said(text: str) -> int | None:
    """Return the whole years of experience in a text, months rounded up; 0 for "no experience needed"."""
    text = text[:MAX_LENGTH].lower()
    if _NONE_NEEDED.search(text):
        return 0
    if years := _YEARS.search(text):
        return int(years[1])
    months = _MONTHS.search(text)
    return -(-int(months[1]) // 12) if months else None


def _shift_of_hours(hours: re.Match[str]) -> Shift | None:
    start, _, start_half, end, _, end_half = hours.groups()
    if not (start_half or end_half) or int(start) > 12 or int(end) > 12:
        return None
    half = start_half or ("a" if end_half == "p" and int(start) % 12 >= int(end) % 12 else end_half)
    hour = int(start) % 12 + (12 if half == "p" else 0)
    if 4 <= hour < 12:
        return "weekday-mornings"
    return "weekday-evenings" if 12 <= hour < 20 else "night-shifts"
