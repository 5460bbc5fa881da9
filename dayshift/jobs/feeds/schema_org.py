"""schema.org JobPosting as JSON-LD: in HTML pages, JSON files, or JSON lines."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any, BinaryIO

from dayshift.core.spreadsheets import encoding_of
from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import first, listed, loads, number, objects, text

_MAX_OF_A_PAGE = 16 << 20
_MAX_OF_A_LINE = 1 << 20


def recognises(document: Any) -> bool:
    """Whether the document contains a JobPosting."""
    return next(_postings(document), None) is not None


def is_lines(head: bytes) -> bool:
    """Whether the file is JSON lines: its first line is a whole JobPosting object, and more follows."""
    line, _, rest = head.partition(b"\n")
    return (
        line[:1] == b"{"
        and _LINE.search(line) is not None
        and line.rstrip().endswith(b"}")
        and rest.strip()[:1] == b"{"
    )


def read_document(document: Any) -> Iterator[Posting]:
    """Yield the postings of a document: one, a list, a graph, or an item list."""
    return (_posting(job, line) for line, job in enumerate(_postings(document), 1))


def read_lines(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a stream of JSON lines."""
    for line, data in enumerate(iter(lambda: stream.readline(_MAX_OF_A_LINE), b""), 1):
        if not data.strip():
            continue
        try:
            document = loads(data)
        except ValueError:
            yield Posting(line=line, problem="not_json")
            continue
        yield from (_posting(job, line) for job in _postings(document))


def read_page(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings in a page's <script type="application/ld+json">. Postings as microdata are reported."""
    data = stream.read(_MAX_OF_A_PAGE + 1)
    if len(data) > _MAX_OF_A_PAGE:
        raise FeedDamaged("a page of more than 16 MB")
    page = _Scripts()
    page.feed(_text_of(data))
    page.close()
    if page.is_open:
        page.handle_endtag("script")
    for line, script in page.scripts:
        try:
            documents = _documents(script)
        except ValueError as error:
            at = line + error.lineno - 1 if isinstance(error, json.JSONDecodeError) else line
            yield Posting(line=at, problem="not_json", detail=str(error)[:200])
            continue
        yield from (_posting(job, line) for document in documents for job in _postings(document))
    if not page.scripts:
        yield from (Posting(line=line, problem="microdata") for line in page.microdata)


_LINE = re.compile(rb'"(?:https?://(?:www\.)?schema\.org/|schema:)?JobPosting"')
_CHARSET = re.compile(rb"<meta[^<>]{0,200}charset\s{0,3}=\s{0,3}[\"']?\s{0,3}([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"<\?xml[^>]{0,200}encoding\s*=\s*[\"']([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_LATIN = {"iso-8859-1", "iso8859-1", "latin1", "latin-1", "ascii", "us-ascii", "windows-1252", "cp1252"}
"""Browsers read all of these as Windows-1252."""


def _text_of(data: bytes) -> str:
    """Decode a page: as its byte order mark or its head says, else as UTF-8 or Windows-1252, whichever it is."""
    stated = _CHARSET.search(data[:4096]) or _XML_CHARSET.match(data[:400])
    guessed = encoding_of(data)
    name = stated[1].decode("ascii").lower() if stated else ""
    if guessed.startswith("utf-16") or name.startswith("utf-16"):
        return data.decode(guessed, "replace")
    if name in _LATIN:
        # A page that is UTF-8 and says otherwise.
        name = "utf-8-sig" if guessed == "utf-8-sig" and not data.isascii() and _is_utf8(data) else "cp1252"
    elif name in {"", "utf-8", "utf8"}:
        name = guessed
    try:
        return data.decode(name, "replace").removeprefix("\ufeff")
    except LookupError:
        return data.decode(guessed, "replace").removeprefix("\ufeff")


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class _Scripts(HTMLParser):
    """Extracts the JSON-LD of a page with its line numbers, and the lines of postings that are microdata."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: list[tuple[int, str]] = []
        self.microdata: list[int] = []
        self._inside: list[str] | None = None

    @property
    def is_open(self) -> bool:
        return self._inside is not None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        kind = (given.get("type") or "").split(";")[0].strip().lower()
        if tag == "script" and kind == "application/ld+json":
            self._inside, self._line = [], self.getpos()[0]
        stated = f"{given.get('itemtype') or ''} {given.get('typeof') or ''}"
        if any(_is_posting(one) for one in stated.split()):
            self.microdata.append(self.getpos()[0])

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._inside is not None:
            self.scripts.append((self._line, "".join(self._inside)))
            self._inside = None


_AROUND = re.compile(
    r"\s+|<!--|-->|//\s{0,9}<!\[CDATA\[|//\s{0,9}\]\]>|/\*\s{0,9}<!\[CDATA\[\s{0,9}\*/|/\*\s{0,9}\]\]>\s{0,9}\*/|<!\[CDATA\[|\]\]>"
    r"|/\*.*?(?:\*/|\Z)|//[^\n{\[]{0,200}(?:\n|$)|;|,|\ufeff",
    re.DOTALL,
)
"""What may be around the JSON of a script, and is none of it."""
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*"?)|/\*.*?(?:\*/|\Z)|(?<![:"])//[^\n]*', re.DOTALL)
_ESCAPED = re.compile(r"[\[{]\s{0,99}&(?:quot|#34|#x22);", re.IGNORECASE)


def _documents(script: str) -> list[Any]:
    """Return the JSON documents of a script, without the comments around and in them. Raises `ValueError`."""
    found: list[Any] = []
    at, script = 0, unescape(script) if _ESCAPED.match(script.lstrip()) else script
    decoder = json.JSONDecoder(strict=False)
    while at < len(script):
        if around := _AROUND.match(script, at):
            if around[0].startswith("/*") and not around[0].endswith("*/"):
                raise ValueError("a comment that nothing closes")
            at = around.end()
            continue
        try:
            document, at = decoder.raw_decode(script, at)
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        except ValueError:
            if found:
                raise
            script = script[:at] + _COMMENT.sub(lambda one: one[1] or _blank(one[0]), script[at:])
            document, at = decoder.raw_decode(script, at)
        found.append(document)
    return found


def _blank(comment: str) -> str:
    """Return as many lines without anything, so that errors name the right one."""
    return "\n" * comment.count("\n")


def _is_posting(kind: Any) -> bool:
    """Whether a type is JobPosting, with or without its vocabulary."""
    return isinstance(kind, str) and re.split(r"[/:#]", kind.strip())[-1] == "JobPosting"


def _postings(document: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    for item in objects(document):
        if any(_is_posting(kind) for kind in listed(item.get("@type", item.get("type")))):
            yield item
        elif depth < 4:
            for name in ("@graph", "itemListElement", "item", "mainEntity", "items"):
                yield from _postings(item.get(name), depth + 1)
            # JSON feeds of careers sites have the address beside the posting.
            yield from ({"url": item.get("url"), **job} for job in _postings(item.get("_jobposting"), depth + 1))


def _posting(job: dict[str, Any], line: int) -> Posting:
    identifier = job.get("identifier")
    places = [_place(place) for place in objects(job.get("jobLocation"))]
    places += [PostedPlace(text=place) for place in listed(job.get("jobLocation")) if isinstance(place, str)]
    return Posting(
        line=line,
        external_id=text(first(identifier).get("value")) or text(identifier) or text(job.get("url")),
        title=text(job.get("title")),
        employer=text(job.get("hiringOrganization")),
        description=text(job.get("description")),
        places=places,
        remote="TELECOMMUTE" in text(job.get("jobLocationType")).upper(),
        lives_in=[name for place in listed(job.get("applicantLocationRequirements")) if (name := _area(place))],
        pay=_pay(job.get("baseSalary") or job.get("estimatedSalary")),
        employment=text(job.get("employmentType")),
        hours=text(job.get("workHours")),
        experience=_experience(job.get("experienceRequirements")),
        start="immediately" if job.get("jobImmediateStart") is True else text(job.get("jobStartDate")),
        url=text(job.get("url")),
        posted=text(job.get("datePosted")),
        expires=text(job.get("validThrough")),
    )


def _area(place: Any) -> str:
    """Return where somebody must live, such as "Texas, USA"."""
    address = first(first(place).get("address"))
    parts = [text(address.get(name)) for name in ("addressLocality", "addressRegion", "addressCountry")]
    return text(place) or ", ".join(filter(None, parts))


def _place(place: dict[str, Any]) -> PostedPlace:
    address, geo = place.get("address"), first(place.get("geo"))
    parts = first(address)
    return PostedPlace(
        street=text(parts.get("streetAddress")),
        city=text(parts.get("addressLocality")),
        state=text(parts.get("addressRegion")),
        zip=text(parts.get("postalCode")),
        country=text(parts.get("addressCountry")),
        lat=number(geo.get("latitude") or place.get("latitude")),
        lon=number(geo.get("longitude") or place.get("longitude")),
        text=address if isinstance(address, str) else "",
    )


def _pay(salary: Any) -> PostedPay:
    """Read a salary: a text, a number, or a range inside or outside `value`, with the unit in either place."""
    salary = next(iter(listed(salary)), None)
    if isinstance(salary, str):
        return PostedPay(text=salary)
    if isinstance(salary, int | float):
        return PostedPay(low=number(salary), high=number(salary))
    outer = first(salary)
    inner = first(outer.get("value"))
    alone = number(outer.get("value") if not inner else inner.get("value"))
    low = number(inner.get("minValue", outer.get("minValue")))
    high = number(inner.get("maxValue", outer.get("maxValue")))
    words = next((one for one in (outer.get("value"), inner.get("value")) if isinstance(one, str)), "")
    return PostedPay(
        low=alone if low is None and high is None else low,
        high=alone if low is None and high is None else high,
        unit=text(inner.get("unitText")) or text(outer.get("unitText")),
        currency=text(outer.get("currency")) or text(inner.get("currency")),
        text=words,
    )


def _experience(value: Any) -> str:
    months = number(first(value).get("monthsOfExperience"))
    return f"{months:g} months" if months is not None else text(first(value).get("description") or value)
