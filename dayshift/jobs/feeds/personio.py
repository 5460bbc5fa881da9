"""The XML of a Personio careers page: <workzag-jobs> with one <position> after another."""

from collections.abc import Iterator
from typing import BinaryIO
from xml.etree.ElementTree import Element

from dayshift.jobs.feeds.posting import PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import load_xml, number


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the positions of a page. Raises `FeedDamaged`."""
    return (_posting(position, line) for line, position in enumerate(load_xml(stream).iter("position"), 1))


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
