"""The RSS of a Teamtailor careers site (`/jobs.rss`): an <item> for each posting, with its places as <tt:location>."""

from collections.abc import Iterator
from typing import BinaryIO
from xml.etree.ElementTree import Element

from dayshift.jobs.feeds.posting import PostedPlace, Posting
from dayshift.jobs.feeds.values import load_xml

_OURS = "{https://teamtailor.com/locations}"


def begins(head: bytes) -> bool:
    """Whether a file is such a feed, by its first bytes."""
    return b"<rss" in head[:2000] and _OURS[1:-1].encode() in head[:4000]


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a site. Raises `FeedDamaged`."""
    root = load_xml(stream)
    employer = root.findtext("channel/title") or ""
    return (_posting(item, line, employer) for line, item in enumerate(root.iter("item"), 1))


def _posting(item: Element, line: int, employer: str) -> Posting:
    def get(name: str, within: Element = item) -> str:
        return (within.findtext(name) or "").strip()

    return Posting(
        line=line,
        external_id=get("guid") or get("link"),
        title=get("title"),
        employer=employer.strip(),
        description=get("description"),
        places=[
            PostedPlace(
                street=get(f"{_OURS}address", at),
                city=get(f"{_OURS}city", at),
                zip=get(f"{_OURS}zip", at),
                country=get(f"{_OURS}country", at),
                text=get(f"{_OURS}name", at),
            )
            for at in item.iter(f"{_OURS}location")
        ],
        remote=get("remoteStatus") == "fully",
        url=get("link"),
        posted=get("pubDate"),
    )
