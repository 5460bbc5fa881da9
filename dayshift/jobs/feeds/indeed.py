"""Indeed-style XML: <source> with one <job> after another. Read as a stream, in constant memory."""

from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO
from xml.parsers import expat

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting

_CHUNK = 1 << 16
_MOST_OF_A_JOB = 4 << 20
"""Bytes of one job; more is no job."""


def read(stream: BinaryIO) -> Iterator[Posting]:
    """The postings of a feed, as they are met. Raises `FeedDamaged`."""
    jobs = _Jobs()
    while chunk := stream.read(_CHUNK):
        yield from jobs.take(chunk)
    yield from jobs.take(b"", is_last=True)


class _Jobs:
    """Takes the bytes of a feed and gives the jobs that end in them."""

    def __init__(self) -> None:
        # The separator comes between an element's namespace and its name.
        self._parser = parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.EntityDeclHandler = self._refuse_entity
        self._text: list[str] = []
        parser.CharacterDataHandler = self._text.append
        self._done: list[Posting] = []
        self._depth = 0
        """How many elements are open within the job; 0 outside."""
        self._fields: dict[str, str] = {}
        self._begun = self._line = 1

    def take(self, chunk: bytes, *, is_last: bool = False) -> list[Posting]:
        """The postings that are complete with this chunk."""
        try:
            self._parser.Parse(chunk, is_last)
        except expat.ExpatError as error:
            raise FeedDamaged(f"not well-formed XML: {expat.ErrorString(error.code)}", error.lineno) from error
        if self._depth and self._parser.CurrentByteIndex - self._begun > _MOST_OF_A_JOB:
            raise FeedDamaged("one job has more than four million bytes", self._line)
        if not self._depth:
            self._text.clear()
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, _attributes: dict[str, str]) -> None:
        if self._depth:
            if self._depth == 1:
                self._text.clear()
            self._depth += 1
        elif _name(tag) == "job":
            self._depth, self._fields = 1, {}
            self._begun, self._line = self._parser.CurrentByteIndex, self._parser.CurrentLineNumber

    def _end(self, tag: str) -> None:
        if self._depth == 2:
            if text := "".join(self._text).strip():
                name = _name(tag)
                self._fields[name] = self._fields[name] + text if name in self._fields else text
        elif self._depth == 1:
            self._done.append(_posting(self._fields, self._line))
        elif not self._depth:
            return
        self._depth -= 1

    def _refuse_entity(self, name: str, *_: object) -> None:
        line = self._parser.CurrentLineNumber
        raise FeedDamaged(f"declares the entity '{name}', which a feed has no need of", line)


@lru_cache(maxsize=256)
def _name(tag: str) -> str:
    """The name of an element without its namespace, in small letters."""
    return tag.rpartition("}")[2].lower()


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
