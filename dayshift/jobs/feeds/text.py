"""Convert a source's HTML to plain text and remove contact details."""

import re
from functools import lru_cache
from html import unescape

MAX_LENGTH = 4000
"""Maximum length of a description."""

_MAX_READ = 100_000

_BEGINS_UNSEEN = re.compile(r"<(script|style|template|iframe|object|svg|head|title)\b", re.IGNORECASE)
_UNSEEN = re.compile(rf"{_BEGINS_UNSEEN.pattern}[^<>]*>.*?(?:</\1\s*>|$)", re.IGNORECASE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_ITEM = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"</?(?:p|div|br|ul|ol|h[1-6]|tr|table|section|article|blockquote)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z!?][^>]*(?:>|$)", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]")
_ESCAPED_TWICE = re.compile(
    r"&(?:#\d{1,6}|#x[0-9a-f]{1,5}|amp|nbsp|quot|apos|[lr][ds]quo|[mn]dash|bull|[lg]t);", re.IGNORECASE
)
_SPACE = re.compile(r"[^\S\n ][^\S\n]*| [^\S\n]+")

_EMAIL = re.compile(r"(?:mailto:)?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_PHONE = re.compile(r"(?<![\w$.])(?:\+?1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]{1,2}\d{3}[\s.-]\d{4}(?!\w)")

_WINDOWS = bytes(range(0x80, 0xA0)).decode("cp1252", "ignore")
_WITHIN_WORDS = re.sub("[\u2019\u201d]", "", _WINDOWS)
_DECODED_TWICE = re.compile(rf"Ã[\x80-\xbf{_WITHIN_WORDS}]|Â[\xa0-\xbf]|â[\x80€][\x80-\xbf{_WINDOWS}]")
"""Letters and quotes of UTF-8 that were read as Windows-1252. Ã before a closing quote may end a word."""

_MAX_PHONE = 24
# Searching a text of character classes is ten times as fast: 9 is a digit, - a separator, which any letter beyond
# ASCII may be here.
_SHAPES = bytes.maketrans(b"0123456789 .?\t\n\v\f\r\x1c\x1d\x1e\x1f", b"9999999999------------")
_SHAPE_OF_END = b"999-9999"


def plain(html: str) -> str:
    """Convert HTML, plain text or double-escaped HTML to text, with one line per paragraph and list item.

    The result is text, not markup: escape it for display. Scripts, styles, invisible characters, email addresses and
    phone numbers (personal data) are removed.
    """
    text = html[:_MAX_READ]
    if not text.isascii():
        text = _DECODED_TWICE.sub(_decoded_once, text)
    if "&lt;" in text and not _TAG.search(text):
        text = unescape(text)
    if "<" in text:
        text = _without_tags(text)
    if "&" in text:
        text = unescape(text)
        if _ESCAPED_TWICE.search(text):
            text = unescape(text)
    odd = not text.replace("\n", "").isprintable()  # Rare, and quick to check.
    if odd:
        text = _CONTROL.sub(" ", text)
    text = without_contacts(text)
    text = _SPACE.sub(" ", text) if odd else _no_longer(text, "  ")
    text = "\n".join([each.strip(" ") for each in text.split("\n")])
    return shortened(_no_longer(text, "\n\n\n").strip(), MAX_LENGTH)


def _decoded_once(found: re.Match[str]) -> str:
    """Undo what a program did that read UTF-8 as Windows-1252: "NiÃ±era" is "Niñera"."""
    try:
        return b"".join(one.encode("cp1252" if one in _WINDOWS else "latin-1") for one in found[0]).decode()
    except UnicodeError:
        return found[0]


def _no_longer(text: str, run: str) -> str:
    """Shorten every run of this character that is at least this long by one character."""
    while run in text:
        text = text.replace(run, run[1:])
    return text


def _without_tags(text: str) -> str:
    before, *pieces = text.split("<")
    kept = [before]
    for piece in pieces:
        tag, closed, after = piece.partition(">")
        instead = _instead_of(tag) if closed else None
        if instead is None:  # Not simple markup: use the full parser, which is four times slower.
            text = _COMMENT.sub("", _UNSEEN.sub("", text))
            return _TAG.sub("", _BREAK.sub("\n", _ITEM.sub("\n- ", text)))
        kept += (instead, after)
    return "".join(kept)


@lru_cache(maxsize=1024)
def _instead_of(tag: str) -> str | None:
    """Return the replacement for a tag with this content; None if that depends on its context."""
    tag = f"<{tag}>"
    if not _TAG.fullmatch(tag) or tag[1] in "!?" or _BEGINS_UNSEEN.match(tag):
        return None
    return "\n- " if _ITEM.match(tag) else "\n" if _BREAK.match(tag) else ""


@lru_cache(maxsize=8192)
def line(text: str, longest: int) -> str:
    """Return one line of plain text, such as a title."""
    return shortened(" ".join(plain(text).split()) if _needs_care(text) else text, longest)


def without_contacts(text: str) -> str:
    """Return the text without email addresses and phone numbers."""
    if "@" in text:
        text = _EMAIL.sub("", text)
    kept, done = [], 0
    shapes = text.encode("ascii", "replace").translate(_SHAPES)
    at = shapes.find(_SHAPE_OF_END)
    while at >= 0:
        end = at + len(_SHAPE_OF_END)
        if phone := _PHONE.search(text, max(done, end - _MAX_PHONE), end + 1):
            kept.append(text[done : phone.start()])
            done = phone.end()
        at = shapes.find(_SHAPE_OF_END, at + 4)
    return "".join([*kept, text[done:]]) if kept else text


def shortened(text: str, longest: int) -> str:
    """Cut the text between words to at most so many characters."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 1]
    return cut[: cut.rfind(" ") if " " in cut[-80:] else None].rstrip(" ,;:.-\n") + "…"


def _needs_care(text: str) -> bool:
    return not text.isascii() or bool(_ODD.search(text)) or text != text.strip()


_ODD = re.compile(r"[<&@\x00-\x1f\x7f]|  |\d{3}[\s.)-]")
