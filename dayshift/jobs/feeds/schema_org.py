"""schema.org JobPosting as JSON-LD: in HTML pages, JSON files, or JSON lines."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, BinaryIO

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import first, listed, loads, number, objects, text

_MOST_OF_A_PAGE = 16 << 20
_MOST_OF_A_LINE = 1 << 20


def recognises(document: Any) -> bool:
    """Whether the document contains a JobPosting."""
    return next(_postings(document), None) is not None


def is_lines(head: bytes) -> bool:
    """Whether the file is JSON lines: its first line is a whole JobPosting object, and more follows."""
    line, _, rest = head.partition(b"\n")
    return line[:1] == b"{" and b'"JobPosting"' in line and line.rstrip().endswith(b"}") and rest.strip()[:1] == b"{"


def read_document(document: Any) -> Iterator[Posting]:
    """Yield the postings of a document: one, a list, a graph, or an item list."""
    return (_posting(job, line) for line, job in enumerate(_postings(document), 1))


def read_lines(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a stream of JSON lines."""
    for line, data in enumerate(iter(lambda: stream.readline(_MOST_OF_A_LINE), b""), 1):
        if not data.strip():
            continue
        try:
            document = loads(data)
        except ValueError:
            yield Posting(line=line, problem="not_json")
            continue
        yield from (_posting(job, line) for job in _postings(document))


def read_page(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings in a page's <script type="application/ld+json">."""
    data = stream.read(_MOST_OF_A_PAGE + 1)
    if len(data) > _MOST_OF_A_PAGE:
        raise FeedDamaged("a page of more than 16 MB")
    page = _Scripts()
    page.feed(data.decode("utf-8", errors="replace"))
    page.close()
    for line, script in page.scripts:
        try:
            document = loads(script)
        except ValueError:
            yield Posting(line=line, problem="not_json")
            continue
        yield from (_posting(job, line) for job in _postings(document))


class _Scripts(HTMLParser):
    """Extracts the JSON-LD of a page with its line numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[tuple[int, str]] = []
        self._inside: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" and (dict(attrs).get("type") or "").split(";")[0].strip() == "application/ld+json":
            self._inside, self._line = [], self.getpos()[0]

    def handle_data(self, data: str) -> None:
        if self._inside is not None:
            self._inside.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script" and self._inside is not None:
            self.scripts.append((self._line, "".join(self._inside)))
            self._inside = None


def _postings(document: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    for item in objects(document):
        if "JobPosting" in listed(item.get("@type")):
            yield item
        elif depth < 4:
            for name in ("@graph", "itemListElement", "item", "mainEntity"):
                yield from _postings(item.get(name), depth + 1)


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
        remote=text(job.get("jobLocationType")).upper() == "TELECOMMUTE",
        pay=_pay(job.get("baseSalary") or job.get("estimatedSalary")),
        employment=text(job.get("employmentType")),
        hours=text(job.get("workHours")),
        experience=_experience(job.get("experienceRequirements")),
        start="immediately" if job.get("jobImmediateStart") is True else text(job.get("jobStartDate")),
        url=text(job.get("url")),
        posted=text(job.get("datePosted")),
        expires=text(job.get("validThrough")),
    )


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
    words = outer.get("value") if isinstance(outer.get("value"), str) else ""
    return PostedPay(
        low=alone if low is None and high is None else low,
        high=alone if low is None and high is None else high,
        unit=text(inner.get("unitText")) or text(outer.get("unitText")),
        currency=text(outer.get("currency")) or text(inner.get("currency")),
        text=words or "",
    )


def _experience(value: Any) -> str:
    months = number(first(value).get("monthsOfExperience"))
    return f"{months:g} months" if months is not None else text(first(value).get("description") or value)
