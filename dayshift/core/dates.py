"""Dates and times in words, in the languages of messages."""

import re
from datetime import date, datetime

_DIAS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_MESES = ("enero", "febrero", "marzo", "abril", "mayo", "junio",
          "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre")  # fmt: skip
_TWO_PERIODS = re.compile(r"\b([ap]\.m\.)\.(?!\.)")


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


def time_in_words(local: datetime, language: str) -> str:
    """Format a time such as '9:00 AM' or '9:00 a.m.'."""
    hour = local.hour % 12 or 12
    half = ("a.m.", "p.m.") if language == "es" else ("AM", "PM")
    return f"{hour}:{local:%M} {half[local.hour >= 12]}"


def end_sentences(text: str) -> str:
    """Drop the period after a time such as 'p.m.', which ends its sentence."""
    return _TWO_PERIODS.sub(r"\1", text)
