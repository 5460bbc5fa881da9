"""Indeed-style XML: <source> with one <job> after another. Read as a stream, in constant memory."""

from collections.abc import Iterator
from typing import BinaryIO
from xml.parsers import expat

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting

_CHUNK = 1 << 16
_MOST_OF_A_JOB = 1 << 20
"""Characters of one job; more is no job."""


def read(stream: BinaryIO) -> Iterator[Posting]:
    """The postings of a feed, as they are met. Raises `FeedDamaged`."""
    jobs = _Jobs()
    try:
        while chunk := stream.read(_CHUNK):
            jobs.parser.Parse(chunk, False)
            yield from jobs.taken()
        jobs.parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FeedDamaged(f"not well-formed XML: {expat.ErrorString(error.code)}", error.lineno) from error
    yield from jobs.taken()


class _Jobs:
    """Collects the direct children of each <job> as text; markup inside them is left out."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._refuse_entity
        self._done: list[Posting] = []
        self._job: dict[str, list[str]] | None = None
        self._field: list[str] | None = None
        self._line = self._depth = self._size = 0

    def taken(self) -> list[Posting]:
        """What was completed since the last call."""
        done, self._done = self._done, []
        return done

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        if self._job is None:
            if name.lower() == "job":
                self._job, self._depth, self._size = {}, 0, 0
                self._line = self.parser.CurrentLineNumber
            return
        self._depth += 1
        if self._depth == 1:
            self._field = self._job.setdefault(name.lower(), [])

    def _end(self, _name: str) -> None:
        if self._job is None:
            return
        if self._depth == 0:
            self._done.append(_posting({name: "".join(text).strip() for name, text in self._job.items()}, self._line))
            self._job = None
        self._depth -= 1
        if self._depth == 0:
            self._field = None

    def _text(self, text: str) -> None:
        if self._field is not None:
            self._size += len(text)
            if self._size > _MOST_OF_A_JOB:
                raise FeedDamaged("one job has more than a million characters", self._line)
            self._field.append(text)

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise FeedDamaged(f"declares the entity '{name}', which a feed has no need of", self.parser.CurrentLineNumber)


def _posting(job: dict[str, str], line: int) -> Posting:
    """One job by the names of its children. `email` and the like are not read."""

    def first(*names: str) -> str:
        for name in names:
            if text := job.get(name):
                return text
        return ""

    remote = first("remotetype", "remote").lower()
    return Posting(
        line=line,
        external_id=first("referencenumber", "requisitionid", "id"),
        title=first("title"),
        employer=first("company", "sourcename"),
        description=first("description"),
        places=[
            PostedPlace(
                street=first("streetaddress"),
                city=first("city"),
                state=first("state"),
                zip=first("postalcode", "zip"),
                country=first("country"),
            )
        ],
        remote=remote in {"fully remote", "remote", "yes", "true", "1"},
        pay=PostedPay(text=first("salary", "compensation")),
        employment=first("jobtype"),
        experience=first("experience"),
        url=first("url"),
        posted=first("date"),
        expires=first("expirationdate"),
    )
