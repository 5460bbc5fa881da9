"""The XML of a Personio careers page: <workzag-jobs> with one <position> after another."""

from collections.abc import Iterator
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError, XMLParser

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import MOST_BYTES, number


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the positions of a page. Raises `FeedDamaged`."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise FeedDamaged("an XML document of more than 256 MB")
    if b"<!ENTITY" in data or b"<!DOCTYPE" in data:
        raise FeedDamaged("declares a document type, which a feed has no need of")
    parser = XMLParser()  # noqa: S314  (no entities)
    try:
        parser.feed(data)
        root = parser.close()
    except (ParseError, ValueError, LookupError) as error:
        raise FeedDamaged(f"not well-formed XML: {error}") from error
    return (_posting(position, line) for line, position in enumerate(root.iter("position"), 1))


def _posting(position: Element, line: int) -> Posting:
    def get(name: str) -> str:
        return (position.findtext(name) or "").strip()

    offices = [get("office"), *(office.text or "" for office in position.findall("additionalOffices/office"))]
    texts = [
        f"<p>{(part.findtext('name') or '').strip()}</p>{part.findtext('value') or ''}"
        for part in position.findall("jobDescriptions/jobDescription")
    ]
    return Posting(
        line=line,
        external_id=get("id"),
        title=get("name"),
        employer=get("subcompany") or get("company"),
        description="".join(texts),
        places=[PostedPlace(text=office.strip()) for office in offices if office.strip()],
        pay=PostedPay(number(get("salaryMin")), number(get("salaryMax")), get("salaryInterval"), get("salaryCurrency")),
        employment=get("schedule"),
        experience=get("yearsOfExperience"),
        posted=get("createdAt"),
    )
