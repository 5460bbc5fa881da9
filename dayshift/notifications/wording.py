"""The words of mails and text messages, by language, from the templates beside this file."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

ENGLISH = "en"

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
