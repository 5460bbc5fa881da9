"""Texts of emails and text messages, by language, from the templates in this folder."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from dayshift.core.language import LANGUAGES, Language, end_sentences, language_of_text, language_of_title
from dayshift.core.names import one_line, without_links

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

LOUD = "** "
_LOUD = '<span style="font-size: 20px; font-weight: bold">'
_CODE = '<span style="font-size: 32px; font-weight: bold; letter-spacing: 4px">'
_LINK = '<a class="link" style="color: #0b5d48; font-size: 15px"'
_HEAD = '<a class="link" style="color: #0b5d48; font-weight: bold"'
_BUTTON = (
    '<a class="button" style="display: inline-block; padding: 14px 24px; border-radius: 12px; background: #0b5d48; '
    'color: #ffffff; font-weight: bold; text-decoration: none"'
)

_CHOICE = (
    '<a class="link choice" style="display: block; margin: 0 0 8px; padding: 12px 16px; border: 2px solid #0b5d48; '
    'border-radius: 12px; color: #0b5d48; font-weight: bold; text-align: center; text-decoration: none"'
)

_CONVERSATIONS = (
    "application_",
    "booking_",
    "job_answer",
    "staff_look",
    "staff_meeting",
    "staff_message",
    "staff_news",
)
"""Emails that read like a person's: their `link` is where to answer, since nobody reads replies."""

_APPLICATIONS = "application_"
"""Emails to candidates about one application: they begin with the employer and the job, and say why they came."""

FACT = "| "
_FACTS = Markup(' cellpadding="0" cellspacing="0" style="width: 100%; border-collapse: collapse"')
_FACT = (
    '<tr><th scope="row" class="quiet" style="padding: 8px 16px 8px 0; border-bottom: 1px solid #8a8578; '
    'color: #5a625d; font-weight: normal; text-align: left; vertical-align: top; white-space: nowrap">{}</th>'
    '<td style="padding: 8px 0; border-bottom: 1px solid #8a8578; font-weight: bold">{}</td></tr>'
)

CHOICE = "= "
POINT = "\N{BULLET} "
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"

QUOTE = "> "
_QUOTE = '<span style="display: block; padding-left: 12px; border-left: 4px solid #ffb224">'


_TITLES = frozenset({"job", "title", "place", "where", "first_shift", "bring"})
_PROSE = frozenset({"letter", "text", "question", "answer", "reply", "words", "reason"})
"""Names of values that somebody else wrote: a few words, and sentences."""


class _Verbatim(str):
    """A text that is printed as it is: a quotation in its own block, or an address that readers need."""

    __slots__ = ()


@cache
def _templates() -> "Environment":
    from jinja2 import (  # noqa: PLC0415  (not at a start)
        Environment,
        FileSystemLoader,
        StrictUndefined,
        pass_context,
        select_autoescape,
    )

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        finalize=pass_context(_printed),
    )
    found.filters["quoted"] = _quoted
    found.filters["verbatim"] = _Verbatim
    return found


@dataclass(frozen=True, slots=True)
class Wording:
    """The subject and the two bodies of an email."""

    subject: str
    text: str
    html: str


def word_mail(language: str, name: str, **values: Any) -> Wording:
    """Render the email `name` in `language` from 'NAME.txt': the first line is the subject, the HTML is generated.

    '** ' marks emphasis, '> ' a quotation, '| Name: value' a row of a table, '= text: URL' one of several buttons.
    'text: URL' at the start of a paragraph becomes a link if the URL is ours, the first one a button unless there are
    several. What people wrote cannot look like our own words: values are HTML-escaped, stay on their line, and lose
    such marks and whatever mail programs turn into links. Text of several lines needs the filter `quoted`. In the
    HTML, the title and place of a job and what people wrote say their language if it is not the email's.
    """
    subject, text, paragraphs = _mail(language, name, values)
    return Wording(subject, _plain(text), _html(language, subject, values["product"], paragraphs))


def word_mail_in_all(name: str, *, product: str, url: str, values: Mapping[Language, Mapping[str, Any]]) -> Wording:
    """Render the email `name` in every language, one after the other, for a reader whose language is unknown."""
    both = {"product": product, "url": url}
    mails = {language: _mail(language, name, {**values[language], **both}) for language in LANGUAGES}
    subject = " / ".join(subject for subject, _, _ in mails.values())
    texts: list[str] = []
    paragraphs: list[Markup] = []
    for language, (title, text, found) in mails.items():
        heading = [f"{LOUD}{title}"] if texts else []  # The first language's subject begins the joint subject.
        texts.append("\n\n".join([*heading, text.removesuffix(f"{product}\n").strip()]))
        paragraphs += [_in(language, one) for one in [*(_paragraph(one, url) for one in heading), *found]]
    text = "\n\n".join([*texts, f"{product}\n"])
    return Wording(subject, _plain(text), _html(LANGUAGES[0], subject, product, paragraphs))


def _mail(language: str, name: str, values: Mapping[str, Any]) -> tuple[str, str, list[Markup]]:
    """Return the subject, the text and the paragraphs of the HTML."""
    subject, _, text = word_text(language, name, **values).partition("\n")
    end = f"{values['product']}\n"
    answer = values.get("link", "") if name.startswith(_CONVERSATIONS) else ""
    who = values.get("candidate" if name.startswith("staff_") else "employer") if values.get("replies") else ""
    told = word_text(language, "no_replies", url=values["url"], answer=answer, who=who)
    why = word_text(language, "why", **values) if name.startswith(_APPLICATIONS) else ""
    body = re.sub(r"\n{3,}", "\n\n", "\n\n".join(filter(None, [text.removesuffix(end).strip(), why, told])))
    blocks = body.split("\n\n")
    text = f"{body}\n\n{end}"
    theirs = _in_other_language(language, values)
    paragraphs = [_marked(_paragraph(block, values["url"]), theirs) for block in blocks]
    choices = any(one.startswith(_CHOICE) for one in paragraphs)
    first_link = next((index for index, one in enumerate(paragraphs) if one.startswith(_LINK) and not choices), None)
    if first_link is not None:  # Show the first standalone link, usually the main action, as a button.
        paragraphs[first_link] = Markup(str.replace(paragraphs[first_link], _LINK, _BUTTON, 1))  # noqa: S704  (escaped above)
    if name.startswith(_APPLICATIONS):
        paragraphs.insert(0, _marked(_about(values["employer"], values["job"]), theirs))
    return subject, text, paragraphs


def _about(employer: str, job: str) -> Markup:
    """Return the head of an email about an application."""
    names = (without_links(_MARKS.sub("", one_line(name))) for name in (employer, job))
    return Markup('<strong style="font-size: 20px">{}</strong><br>{}').format(*names)


_MARKS = re.compile(rf"^(?:{re.escape(LOUD)}|{re.escape(FACT)}|{CHOICE}|{QUOTE})+", re.MULTILINE)


def _quoted(text: str) -> str:
    """The filter for what a person wrote: one block, each line marked as mail programs mark quotations."""
    return _Verbatim("\n".join(f"{QUOTE}{_MARKS.sub('', one_line(line))}".rstrip() for line in text.splitlines()))


def _printed(context: "Context", value: object) -> object:
    """Return a value of a text template as it is printed. Links of our own stay as they are."""
    if not isinstance(value, str) or isinstance(value, _Verbatim) or not (context.name or "").endswith(".txt"):
        return value
    words, url = one_line(value), context.get("url")
    if isinstance(url, str) and url and words.startswith(url) and not re.search(r"\s", words):
        return words
    return without_links(_MARKS.sub("", words))


def _written(name: str, value: object) -> Iterator[tuple[str, str]]:
    """Yield what people wrote, by the name of its value, also in lists, mappings and objects."""
    if isinstance(value, str):
        if name in _TITLES | _PROSE:
            yield name, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _written(str(key), inner)
    elif isinstance(value, Sequence):
        for inner in value:
            yield from _written(name, inner)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _written(field.name, getattr(value, field.name))


def _in_other_language(language: str, values: Mapping[str, Any]) -> dict[str, Language]:
    """Return the lines that people wrote in another language than the email's, as HTML, with their language."""
    found: dict[str, Language] = {}
    for name, text in _written("", values):
        for line in filter(None, (_MARKS.sub("", one_line(line)).strip() for line in text.splitlines())):
            of_line = language_of_title(line) if name in _TITLES else language_of_text(line) or language_of_text(text)
            if of_line and of_line != language and re.search(r"[^\W\d_]", line):
                found |= dict.fromkeys((str(Markup.escape(line)), str(Markup.escape(without_links(line)))), of_line)
    return found


def _marked(paragraph: Markup, theirs: Mapping[str, Language]) -> Markup:
    """Return the paragraph with the language of these texts."""
    if not theirs:
        return paragraph
    longest_first = sorted(theirs, key=len, reverse=True)
    text = re.compile(rf"(?<![\w&#])(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    parts = re.split(r"(<[^<>]*>)", paragraph)  # Tags stay as they are.
    parts[::2] = [text.sub(lambda one: f'<span lang="{theirs[one[0]]}">{one[0]}</span>', part) for part in parts[::2]]
    return Markup("".join(parts))  # noqa: S704  (escaped before)


def _plain(text: str) -> str:
    return re.sub(rf"^(?:{re.escape(LOUD)}|{re.escape(FACT)}|{CHOICE})", "", text, flags=re.MULTILINE)


def _html(language: str, subject: str, product: str, paragraphs: Sequence[Markup]) -> str:
    return render("mail.html", language=language, subject=subject, product=product, paragraphs=paragraphs)


def _in(language: str, paragraph: Markup) -> Markup:
    return Markup('<span lang="{}">{}</span>').format(language, paragraph)


def _paragraph(block: str, url: str) -> Markup:
    if block.startswith(LOUD):
        loud = block.removeprefix(LOUD)
        begin = Markup(_CODE if loud.isdigit() else _LOUD)  # noqa: S704  (constant)
        return begin + _lines(loud) + Markup("</span>")
    if block.startswith(QUOTE):
        lines = [line.removeprefix(QUOTE.strip()).removeprefix(" ") for line in block.split("\n")]
        return Markup(_QUOTE) + _lines("\n".join(lines)) + Markup("</span>")  # noqa: S704  (constant)
    if block.startswith(FACT):
        return Markup("<table{}>{}</table>").format(_FACTS, Markup("").join(map(_fact, block.split("\n"))))
    if block.startswith(CHOICE):
        return Markup("").join(_line(_unbroken(line.removeprefix(CHOICE)), url, _CHOICE) for line in block.split("\n"))
    head, *rest = map(_point, block.split("\n"))
    return Markup("<br>").join([_line(head, url, _HEAD if rest else _LINK), *rest])


def _unbroken(line: str) -> str:
    """Keep the time of a date together: what follows its last comma."""
    words, _, address = line.rpartition(": ")
    day, comma, time = words.rpartition(", ")
    return f"{day}{comma}{time.replace(' ', NO_BREAK_SPACE)}: {address}"


def _point(line: str) -> str:
    return POINT + line.removeprefix("- ") if line.startswith("- ") else line


def _fact(line: str) -> Markup:
    name, _, value = line.removeprefix(FACT).partition(": ")
    return Markup(_FACT).format(name, value)  # noqa: S704  (constant)


def _line(line: str, url: str, link: str) -> Markup | str:
    words, _, address = line.rpartition(": ")
    if words and address.startswith(f"{url}/") and not re.search(r"\s", address):
        return Markup(f'{link} href="{{}}">{{}}</a>').format(address, words)  # noqa: S704  (constant)
    return line


def _lines(text: str) -> Markup:
    return Markup("<br>").join(text.split("\n"))


def word_text(language: str, name: str, **values: Any) -> str:
    """Render the plain text `name` in `language`."""
    return end_sentences(_templates().get_template(f"{language}/{name}.txt").render(**values))


def render(name: str, **values: Any) -> str:
    """Render the template `name` with escaped values."""
    return _templates().get_template(name).render(**values)
