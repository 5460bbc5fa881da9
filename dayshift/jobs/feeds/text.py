"""From a source's HTML to plain text, without what does not belong on a job's page."""

import re
from functools import lru_cache
from html import unescape

LONGEST = 4000
"""Characters of a description that are kept."""

_MOST_READ = 100_000

_UNSEEN = re.compile(
    r"<(script|style|template|iframe|object|svg|head|title)\b[^>]*>.*?(?:</\1\s*>|$)", re.IGNORECASE | re.DOTALL
)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_ITEM = re.compile(r"<li\b[^>]*>", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:p|div|br|ul|ol|h[1-6]|tr|table|section|article|blockquote)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z!?][^>]*(?:>|$)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]")
_SPACE = re.compile(r"[^\S\n ][^\S\n]*| [^\S\n]+")  # A single blank is left alone, which most are.
_GAP = re.compile(r"\n{3,}")

_EMAIL = re.compile(r"(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_PHONE = re.compile(r"(?<![\w$.])(?:\+?1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]{1,2}\d{3}[\s.-]\d{4}(?!\w)")

_END_OF_PHONE = re.compile(r"[0-9][0-9]{2}[\s.-](?=[0-9]{4}(?!\w))")  # Much faster than a whole one, and than "{3}".
_LONGEST_PHONE = 24


def plain(html: str) -> str:
    """HTML, plain text, or HTML that was escaped once more, as text: paragraphs and items on lines of their own.

    The result is text, not markup: whoever shows it must escape it. Scripts, styles and invisible characters are
    gone; e-mail addresses and telephone numbers too, for they belong to persons.
    """
    text = html[:_MOST_READ]
    if "&lt;" in text and not _TAG.search(text):
        text = unescape(text)
    if "<" in text:
        text = _UNSEEN.sub("", text)
        if "<!--" in text:
            text = _COMMENT.sub("", text)
        text = _TAG.sub("", _BREAK.sub("\n", _ITEM.sub("\n- ", text)))
    if "&" in text:
        text = unescape(text)
    if not text.replace("\n", "").isprintable():  # Which most are, and which is found out much faster.
        text = _CONTROL.sub(" ", text)
    text = without_contacts(text)
    if "  " in text or not text.replace("\n", "").isprintable():
        text = _SPACE.sub(" ", text)
    text = text.replace(" \n", "\n").replace("\n ", "\n")
    return shortened((_GAP.sub("\n\n", text) if "\n\n\n" in text else text).strip(), LONGEST)


@lru_cache(maxsize=8192)
def line(text: str, longest: int) -> str:
    """One line of plain text, such as a title."""
    return shortened(" ".join(plain(text).split()) if _needs_care(text) else text, longest)


def without_contacts(text: str) -> str:
    """A text without e-mail addresses and telephone numbers."""
    if "@" in text:
        text = _EMAIL.sub("", text)
    kept, done = [], 0
    for found in _END_OF_PHONE.finditer(text):
        end = found.end() + 4
        if phone := _PHONE.search(text, max(done, end - _LONGEST_PHONE), end):
            kept.append(text[done : phone.start()])
            done = phone.end()
    return "".join([*kept, text[done:]]) if kept else text


def shortened(text: str, longest: int) -> str:
    """At most so many characters, cut between words."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    return cut[: cut.rfind(" ") if " " in cut[-80:] else None].rstrip(" ,;:.-\n") + "…"


def _needs_care(text: str) -> bool:
    return not text.isascii() or bool(_ODD.search(text)) or text != text.strip()


_ODD = re.compile(r"[<&@\x00-\x1f\x7f]|  |\d{3}[\s.)-]")
