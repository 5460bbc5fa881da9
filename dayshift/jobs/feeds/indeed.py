"""Indeed-style XML: <source> with one <job> after another. Read as a stream, in constant memory."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers import expat

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting

_CHUNK = 1 << 16
_MOST_OF_A_JOB = 4 << 20
"""Bytes of one job; more is no job."""
_END = b"</job>"
_BEGINS = re.compile(rb"(?i)<job[\s>]")


def read(stream: BinaryIO) -> Iterator[Posting]:
    """The postings of a feed, as they are met. Raises `FeedDamaged`."""
    prolog, jobs = _Prolog(), _Jobs()
    try:
        while chunk := stream.read(_CHUNK):
            prolog.read(chunk)
            *whole, rest = chunk.split(_END)
            for part in whole:
                yield from jobs.take(part + _END)
            yield from jobs.take(rest)
        jobs.close()
    except (expat.ExpatError, ParseError) as error:
        line = error.lineno if isinstance(error, expat.ExpatError) else error.position[0]
        raise FeedDamaged(f"not well-formed XML: {expat.ErrorString(error.code)}", line) from error


class _Prolog:
    """Looks at what stands before the first element, where alone entities can be declared."""

    def __init__(self) -> None:
        self._parser: expat.XMLParserType | None = expat.ParserCreate()
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.StartElementHandler = self._is_over
        self._over = False

    def read(self, chunk: bytes) -> None:
        if self._parser is not None:
            self._parser.Parse(chunk, False)
            self._parser = None if self._over else self._parser

    def _is_over(self, _name: str, _attributes: dict[str, str]) -> None:
        self._over = True

    def _refuse_entity(self, name: str, *_: object) -> None:
        line = self._parser.CurrentLineNumber if self._parser else None
        raise FeedDamaged(f"declares the entity '{name}', which a feed has no need of", line)


class _Jobs:
    """Takes the pieces of a feed and gives the jobs that end in them."""

    def __init__(self) -> None:
        self._parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
        self._root: Element | None = None
        self._job: Element | None = None
        self._line = self._begun = 1
        self._size = 0
        self._tail = b""

    def take(self, piece: bytes) -> list[Posting]:
        """The postings that are complete with this piece, which should not go beyond the end of one."""
        done = []
        self._parser.feed(piece)
        for event, element in cast("Iterator[tuple[str, Element]]", self._parser.read_events()):
            if event == "end":
                if element is self._job:
                    done.append(_posting(_fields(element), self._begun))
                    self._job = None
            elif self._job is None and _name(element.tag) == "job":
                self._job, self._size = element, 0
                self._begun = self._line_of_job(piece)
            if self._root is None:
                self._root = element
        self._line += piece.count(b"\n")
        self._tail = piece[-4:]
        self._size += len(piece)
        if self._job is None and self._root is not None:
            self._root.clear()  # What is done with need not be kept.
        elif self._size > _MOST_OF_A_JOB:
            raise FeedDamaged("one job has more than four million bytes", self._begun)
        return done

    def _line_of_job(self, piece: bytes) -> int:
        """Where the job begins that begins in this piece: its first letters may be the last of the one before."""
        begins = _BEGINS.search(self._tail + piece)
        before = begins.start() if begins else 0
        return self._line - self._tail.count(b"\n") + (self._tail + piece).count(b"\n", 0, before)

    def close(self) -> None:
        """Nothing comes any more."""
        self._parser.close()


@lru_cache(maxsize=256)
def _name(tag: str) -> str:
    """The name of an element without its namespace, in small letters."""
    return tag.rpartition("}")[2].lower()


def _fields(job: Element) -> dict[str, str]:
    """The direct children of a job as text; markup inside them is left out."""
    fields: dict[str, str] = {}
    for child in job:
        text = "".join(child.itertext()) if len(child) else child.text
        if text and (text := text.strip()):
            name = _name(child.tag)
            fields[name] = fields[name] + text if name in fields else text
    return fields


def _posting(job: dict[str, str], line: int) -> Posting:
    """One job by the names of its children. `email` and the like are not read."""
    get = job.get
    place = PostedPlace(
        street=get("streetaddress", ""),
        city=get("city", ""),
        state=get("state", ""),
        zip=get("postalcode") or get("zip", ""),
        country=get("country", ""),
    )
    return Posting(
        line=line,
        external_id=get("referencenumber") or get("requisitionid") or get("id", ""),
        title=get("title", ""),
        employer=get("company") or get("sourcename", ""),
        description=get("description", ""),
        places=[place],
        remote=(get("remotetype") or get("remote", "")).lower() in {"fully remote", "remote", "yes", "true", "1"},
        pay=PostedPay(text=get("salary") or get("compensation", "")),
        employment=get("jobtype", ""),
        experience=get("experience", ""),
        url=get("url", ""),
        posted=get("date", ""),
        expires=get("expirationdate", ""),
    )
