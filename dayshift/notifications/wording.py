"""The words of mails and text messages, by language, from the templates beside this file."""

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

_DIAS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_MESES = ("enero", "febrero", "marzo", "abril", "mayo", "junio",
          "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre")  # fmt: skip

_LINK_LIKE = re.compile(r"[:/\\@]|\w\.\w")

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
)


@dataclass(frozen=True, slots=True)
class Wording:
    """A mail's words."""

    subject: str
    text: str
    html: str


def word_mail(language: str, name: str, **values: Any) -> Wording:
    """The mail `name` in `language`: 'NAME.txt', whose first line is the subject, and 'NAME.html'.

    Values are escaped in HTML, so that nobody's name brings markup along.
    """
    subject, _, text = word_text(language, name, **values).partition("\n")
    html = _templates.get_template(f"{language}/{name}.html").render(subject=subject, **values)
    return Wording(subject, text.lstrip("\n"), html)


def without_lure(name: str) -> str:
    """The name, or nothing if a mail program could make a link of it.

    Anybody may sign up with somebody else's address, and must not write to them in our name.
    """
    return "" if _LINK_LIKE.search(name) else name


def word_text(language: str, name: str, **values: Any) -> str:
    """The plain words `name` in `language`."""
    return _templates.get_template(f"{language}/{name}.txt").render(**values)


def date_in_words(local: datetime, language: str) -> str:
    """Such as 'Tuesday, March 3' or 'martes, 3 de marzo'."""
    if language == "es":
        return f"{_DIAS[local.weekday()]}, {local.day} de {_MESES[local.month - 1]}"
    return f"{local:%A, %B} {local.day}"


def time_in_words(local: datetime, language: str) -> str:
    """Such as '9:00 AM' or '9:00 a. m.'."""
    hour = local.hour % 12 or 12
    half = ("a. m.", "p. m.") if language == "es" else ("AM", "PM")
    return f"{hour}:{local:%M} {half[local.hour >= 12]}"
