"""Indeed-style XML: <source> with one <job> after another. Read as a stream, in constant memory."""

from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO
from xml.parsers import expat

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting

_CHUNK = 1 << 16
_MOST_OF_A_JOB = 4 << 20
"""Bytes of one job; a larger one is rejected."""
_MOST_UNREAD = 128 << 20
"""Maximum bytes that the parser may buffer while it waits for the end of a tag."""


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a feed as they are parsed. Raises `FeedDamaged`."""
    jobs = _Jobs()
    # The parser rereads an unfinished tag with every chunk: larger chunks keep long tags linear.
    while chunk := stream.read(max(_CHUNK, jobs.unread)):
        yield from jobs.take(chunk)
    yield from jobs.take(b"", is_last=True)


class _Jobs:
    """Parses the bytes of a feed incrementally and returns the jobs completed so far."""

    def __init__(self) -> None:
        # The separator between an element's namespace and its name.
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
        self._is_too_long = False
        self._fed = self.unread = 0
        self._begun = self._line = 1

    def take(self, chunk: bytes, *, is_last: bool = False) -> list[Posting]:
        """Return the postings completed by this chunk."""
        try:
            self._parser.Parse(chunk, is_last)
        except expat.ExpatError as error:
            raise FeedDamaged(f"not well-formed XML: {expat.ErrorString(error.code)}", error.lineno) from error
        except (ValueError, LookupError) as error:
            raise FeedDamaged(f"not readable as XML: {error}") from error
        self._fed += len(chunk)
        self.unread = self._fed - max(self._parser.CurrentByteIndex, 0)
        if self.unread > _MOST_UNREAD:
            raise FeedDamaged("one tag has more than 128 MB", self._line)
        self._check_length()
        if not self._depth or self._is_too_long:
            self._text.clear()
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, _attributes: dict[str, str]) -> None:
        if self._depth:
            if self._depth == 1:
                self._text.clear()
            self._depth += 1
        elif _name(tag) == "job":
            self._depth, self._fields, self._is_too_long = 1, {}, False
            self._begun, self._line = self._parser.CurrentByteIndex, self._parser.CurrentLineNumber

    def _end(self, tag: str) -> None:
        if self._depth == 2:
            if text := "".join(self._text).strip():
                name = _name(tag)
                self._fields[name] = self._fields[name] + text if name in self._fields else text
        elif self._depth == 1:
            self._check_length()
            posting = _posting(self._fields, self._line)
            if self._is_too_long:
                posting = Posting(line=self._line, external_id=posting.external_id[:200], problem="too_long")
            self._done.append(posting)
        elif not self._depth:
            return
        self._depth -= 1

    def _check_length(self) -> None:
        if self._depth and self._parser.CurrentByteIndex - self._begun > _MOST_OF_A_JOB:
            self._is_too_long = True

    def _refuse_entity(self, name: str, *_: object) -> None:
        line = self._parser.CurrentLineNumber
        raise FeedDamaged(f"declares the entity '{name}', which a feed has no need of", line)


@lru_cache(maxsize=256)
def _name(tag: str) -> str:
    """Return an element's name without its namespace, in lower case."""
    return tag.rpartition("}")[2].lower()


def _posting(job: dict[str, str], line: int) -> Posting:
    """Build a posting from a job's child elements. `email` and similar ones are ignored."""
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
