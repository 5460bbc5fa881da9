"""Feeds: every supported format, read as one stream of postings.

`READERS` is the registry. To add a format, write a module that turns its bytes or JSON into `Posting`s and register it
here; normalization, quarantine, import and report are shared.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from dayshift.core.spreadsheets import decoded
from dayshift.jobs.feeds import (
    boards,
    hr_open,
    indeed,
    own_csv,
    personio,
    schema_org,
    smartrecruiters,
    teamtailor,
    unknown,
    values,
)
from dayshift.jobs.feeds.download import is_address, is_of_connection, local_copy
from dayshift.jobs.feeds.normalise import (
    NOTES,
    OTHER,
    REASONS,
    Normalised,
    Note,
    Quarantined,
    Row,
    Rules,
    normalise,
)
from dayshift.jobs.feeds.pay import HOURS
from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.source import DOWNLOADED, files_of, opened

__all__ = [
    "HOURS",
    "KINDS",
    "NOTES",
    "OTHER",
    "REASONS",
    "FeedDamaged",
    "Normalised",
    "Note",
    "PostedPay",
    "PostedPlace",
    "Posting",
    "Quarantined",
    "Row",
    "Rules",
    "is_address",
    "is_of_connection",
    "local_copy",
    "normalise",
    "postings",
]

Position = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class _Streamed:
    """A format that is read as a stream, detected by its first bytes."""

    begins: Callable[[bytes], bool]
    read: Callable[[BinaryIO], Iterator[Posting]]


@dataclass(frozen=True, slots=True)
class _Document:
    """A format that is one JSON document, detected by its structure."""

    recognises: Callable[[Any], bool]
    read: Callable[[Any], Iterator[Posting]]


READERS: dict[str, _Streamed | _Document] = {
    "schema-org-lines": _Streamed(schema_org.is_lines, schema_org.read_lines),
    "schema-org": _Document(schema_org.recognises, schema_org.read_document),
    "workable": _Document(boards.is_workable, boards.read_workable),
    "smartrecruiters": _Document(smartrecruiters.recognises, smartrecruiters.read),
    "usajobs": _Document(boards.is_usajobs, boards.read_usajobs),
    "recruitee": _Document(boards.is_recruitee, boards.read_recruitee),
    "bamboohr": _Document(boards.is_bamboohr, boards.read_bamboohr),
    "breezy": _Document(boards.is_breezy, boards.read_breezy),
    "greenhouse": _Document(boards.is_greenhouse, boards.read_greenhouse),
    "ashby": _Document(boards.is_ashby, boards.read_ashby),
    "lever": _Document(boards.is_lever, boards.read_lever),
    "hr-open": _Document(hr_open.recognises, hr_open.read),
    "page": _Streamed(unknown.is_page, schema_org.read_page),
    "teamtailor": _Streamed(teamtailor.begins, teamtailor.read),
    "personio": _Streamed(lambda head: b"<workzag-jobs" in head[:2000], personio.read),
    "xml": _Streamed(lambda head: head[:1] == b"<", indeed.read),
    "csv": _Streamed(own_csv.begins, own_csv.read),
}
"""Every feed format by name, the most specific ones first."""

KINDS = tuple(READERS)


def postings(path: Path, kind: str | None = None, position: Position = lambda _bytes: None) -> Iterator[Posting]:
    """Yield the postings of a file or a folder of pages as they are read. Raises `FeedDamaged`.

    The format is detected unless given. `position` is called with the number of bytes read.
    """
    done, found, files = 0, 0, files_of(path)
    if not files:
        raise FeedDamaged("a folder without pages")
    for file in files:
        with opened(file) as stream:
            before, read = done, _read(stream, kind)
            if path.is_dir() and path.name != DOWNLOADED:
                read = _of_page(read, str(file.relative_to(path)))
            for number, posting in enumerate(read):
                if posting.problem == "more_pages" and path.name == DOWNLOADED:
                    continue  # They follow.
                if number % 256 == 0 and stream.seekable():
                    position(before + stream.tell())
                found += 1
                yield posting
        done += file.stat().st_size
        position(done)
    if not found:
        _refuse_unless_empty(files)


def _of_page(read: Iterator[Posting], name: str) -> Iterator[Posting]:
    """Yield the postings of one file of a folder; one that is not readable is reported, and costs only itself."""
    try:
        for posting in read:
            posting.file = name
            yield posting
    except FeedDamaged as error:
        yield Posting(line=error.line or 1, title=name, problem="unreadable", detail=error.reason, file=name)


def _refuse_unless_empty(files: Sequence[Path]) -> None:
    """Raise `FeedDamaged` for files without postings, unless the first one is a feed that lists no jobs."""
    with opened(files[0]) as stream:
        what = unknown.describe(stream.read(unknown.MAX_READ))
    if what is not None:
        more = f", and {len(files) - 1} more" if len(files) > 1 else ""
        raise FeedDamaged(f"{what}{more}, and no jobs")


def _read(stream: io.BufferedReader, kind: str | None) -> Iterator[Posting]:
    start = stream.peek(1 << 16)[: 1 << 16]
    head = decoded(start).removeprefix("\ufeff").lstrip().encode()
    reader = READERS[kind] if kind else next((r for r in READERS.values() if _begins(r, head)), None)
    if isinstance(reader, _Streamed):
        yield from reader.read(stream)
        return
    if reader is None and head[:1] not in {b"{", b"["}:
        raise FeedDamaged(f"{unknown.describe(head)}, not one of the kinds known: {', '.join(KINDS)}")
    document = values.load(stream)
    if reader is None:
        reader = next((r for r in READERS.values() if isinstance(r, _Document) and r.recognises(document)), None)
    if reader is None or not reader.recognises(document):
        raise FeedDamaged(f"{unknown.describe_json(document)}, not one of the kinds known: {', '.join(KINDS)}")
    yield from reader.read(document)


def _begins(reader: _Streamed | _Document, head: bytes) -> bool:
    return isinstance(reader, _Streamed) and reader.begins(head)
