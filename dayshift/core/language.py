"""Languages: the preference of a reader, else English; that of a text; dates in words; texts of a package."""

import re
import tomllib
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

from starlette.requests import cookie_parser

Language = Literal["en", "es"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT: Language = "en"
"""The language if no preference is known."""

COOKIE = "dayshift_language"
"""The cookie with the user's choice; pages may write it, since it grants no access."""


def language_of(cookies: str, accepted: str) -> Language:
    """Return the language for these `Cookie` and `Accept-Language` headers; '' for a missing one."""
    asked = sorted(map(_parse_preference, accepted.split(",")), key=lambda wish: -wish[1])
    tags = [tag.strip().lower().partition("-")[0] for tag, weight in asked if weight > 0]
    wishes = [cookie_parser(cookies).get(COOKIE), *tags]
    return next((language for wish in wishes for language in LANGUAGES if language == wish), DEFAULT)


def _parse_preference(part: str) -> tuple[str, float]:
    """Parse 'es-MX;q=0.8' into tag and weight (RFC 9110, 12.5.4); an invalid weight counts as 0."""
    tag, _, weight = part.partition(";q=")
    try:
        return tag, float(weight) if weight else 1.0
    except ValueError:
        return tag, 0.0


_SPANISH = frozenset([
    "de", "la", "el", "los", "las", "y", "en", "con", "para", "por", "que", "se", "del", "un", "una", "su", "al", "sus",
    "este", "esta", "nuestro", "como", "más", "ser", "o", "trabajo", "turno",
])  # fmt: skip
_ENGLISH = frozenset([
    "the", "and", "to", "of", "in", "for", "with", "you", "we", "our", "is", "are", "at", "on", "your", "be", "will",
    "an", "this", "or", "as", "have", "must", "work", "shift", "job",
])  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
_SPANISH_ENDINGS = (
    "ero", "era", "ador", "adora", "edor", "edora", "idor", "idora", "ista", "ado", "ada", "ante", "ente", "platos",
    "pieza",
)  # fmt: skip
_ENGLISH_WITH_SUCH_ENDINGS = frozenset(["camera", "opera", "ambassador", "barista"])


def language_of_text(text: str) -> Language | None:
    """Return the language of a text by its most frequent small words; None if they do not tell."""
    words = _WORD.findall(text.lower())
    spanish, english = (sum(word in known for word in words) for known in (_SPANISH, _ENGLISH))
    return None if spanish == english else "es" if spanish > english else "en"


def language_of_title(title: str) -> Language:
    """Return the language of a few words, such as a job's title or a place: English without a sign of Spanish."""
    is_spanish = any(_is_spanish(word) for word in _WORD.findall(title.lower()))
    return language_of_text(title) or ("es" if is_spanish else DEFAULT)


def _is_spanish(word: str) -> bool:
    """Whether only Spanish titles have such a word, as "cocinera", "vendedoras" and "almacén"."""
    one = word.removesuffix("s")
    if one in _ENGLISH_WITH_SUCH_ENDINGS:
        return False
    if word.endswith("én") or not set("áíóúñ").isdisjoint(word):
        return True
    return any(form.endswith(end) and len(form) > len(end) + 1 for form in (word, one) for end in _SPANISH_ENDINGS)


_DIAS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_MESES = ("enero", "febrero", "marzo", "abril", "mayo", "junio",
          "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre")  # fmt: skip
_HORAS = {
    **dict.fromkeys(("EST", "EDT"), "oriental"),
    **dict.fromkeys(("CST", "CDT"), "central"),
    **dict.fromkeys(("MST", "MDT"), "de las Montañas Rocosas"),
    **dict.fromkeys(("PST", "PDT"), "del Pacífico"),
    **dict.fromkeys(("AKST", "AKDT"), "de Alaska"),
    "HST": "de Hawái",
}
"""Names of the zones of the United States, as browsers say them."""
_TWO_PERIODS = re.compile(r"\b([ap]\.\s?m\.)\.(?!\.)")


def date_in_words(local: date, language: str) -> str:
    """Format a date such as 'Tuesday, March 3' or 'martes, 3 de marzo'."""
    if language == "es":
        return f"{_DIAS[local.weekday()]}, {local.day} de {_MESES[local.month - 1]}"
    return f"{local:%A, %B} {local.day}"


def day_and_year(local: date, language: str) -> str:
    """Format a date such as 'March 3, 2026' or '3 de marzo de 2026'."""
    if language == "es":
        return f"{local.day} de {_MESES[local.month - 1]} de {local.year}"
    return f"{local:%B} {local.day}, {local.year}"


def day_from(today: date, local: date, language: str) -> str:
    """Format a date such as 'Tuesday, March 3', or 'March 3, 2027' if that is not in the year of `today`."""
    return date_in_words(local, language) if local.year == today.year else day_and_year(local, language)


def time_in_words(local: datetime, language: str) -> str:
    """Format a time such as '9:00 AM' or '9:00 a.m.'."""
    hour = local.hour % 12 or 12
    half = ("a.m.", "p.m.") if language == "es" else ("AM", "PM")
    return f"{hour}:{local:%M} {half[local.hour >= 12]}"


def time_with_zone(local: datetime, language: str) -> str:
    """Format an aware time with the zone that mails always show: '9:00 AM EST', '9:00 a.m., hora oriental'.

    A zone without a name is 'GMT-3'.
    """
    name = local.strftime("%Z")
    if language == "es" and name in _HORAS:
        return f"{time_in_words(local, language)}, hora {_HORAS[name]}"
    if not name.isalpha():
        hours, rest = divmod(abs(int((local.utcoffset() or timedelta()).total_seconds())) // 60, 60)
        name = f"GMT{name[:1]}{hours}" + (f":{rest:02}" if rest else "")
    return f"{time_in_words(local, language)} {name}"


def end_sentences(text: str) -> str:
    """Drop the period after a time such as 'p.m.', which ends its sentence."""
    return _TWO_PERIODS.sub(r"\1", text)


@cache
def load_wording(package: str, language: Language) -> dict[str, Any]:
    """Load the texts of a package in a language, from its folder `wording/`."""
    return tomllib.loads(files(package).joinpath("wording", f"{language}.toml").read_text("utf-8"))
