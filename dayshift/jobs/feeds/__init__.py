"""Feeds: every supported format, read as one stream of postings.

`READERS` is the registry. To add a format, write a module that turns its bytes or JSON into `Posting`s and register it
here; normalization, quarantine, import and report are shared.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from dayshift.jobs.feeds import boards, hr_open, indeed, own_csv, schema_org, unknown, values
from dayshift.jobs.feeds.download import is_address, local_copy
from dayshift.jobs.feeds.normalise import OTHER, REASONS, Quarantined, Row, Rules, normalise
from dayshift.jobs.feeds.pay import HOURS
from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.source import files_of, opened

__all__ = [
    "HOURS",
    "KINDS",
    "OTHER",
    "REASONS",
    "FeedDamaged",
    "PostedPay",
    "PostedPlace",
    "Posting",
    "Quarantined",
    "Row",
    "Rules",
    "is_address",
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
    "greenhouse": _Document(boards.is_greenhouse, boards.read_greenhouse),
    "ashby": _Document(boards.is_ashby, boards.read_ashby),
    "lever": _Document(boards.is_lever, boards.read_lever),
    "hr-open": _Document(hr_open.recognises, hr_open.read),
    "page": _Streamed(unknown.is_page, schema_org.read_page),
    "xml": _Streamed(lambda head: head[:1] == b"<", indeed.read),
    "csv": _Streamed(lambda head: b"external_id" in _first_line(head).lower(), own_csv.read),
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
            before = done
            for number, posting in enumerate(_read(stream, kind)):
                if number % 256 == 0 and stream.seekable():
                    position(before + stream.tell())
                found += 1
                yield posting
        done += file.stat().st_size
        position(done)
    if not found:
        _refuse_unless_empty(files)


def _refuse_unless_empty(files: Sequence[Path]) -> None:
    """Raise `FeedDamaged` for files without postings, unless the first one is a feed that lists no jobs."""
    with opened(files[0]) as stream:
        what = unknown.describe(stream.read(unknown.MOST_READ))
    if what is not None:
        more = f", and {len(files) - 1} more" if len(files) > 1 else ""
        raise FeedDamaged(f"{what}{more}, and no jobs")


def _read(stream: BinaryIO, kind: str | None) -> Iterator[Posting]:
    start = stream.peek(1 << 16)[: 1 << 16]  # type: ignore[attr-defined]  # every stream opened here is buffered
    head = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    reader = READERS[kind] if kind else next((r for r in READERS.values() if _begins(r, head)), None)
    if isinstance(reader, _Streamed):
        return reader.read(stream)
    if reader is None and head[:1] not in {b"{", b"["}:
        raise FeedDamaged(f"{unknown.describe(start)}, not one of the kinds known: {', '.join(KINDS)}")
    document = values.load(stream)
    if reader is None:
        reader = next((r for r in READERS.values() if isinstance(r, _Document) and r.recognises(document)), None)
    if reader is None or not reader.recognises(document):
        raise FeedDamaged(f"{unknown.describe_json(document)}, not one of the kinds known: {', '.join(KINDS)}")
    return reader.read(document)


def _begins(reader: _Streamed | _Document, head: bytes) -> bool:
    return isinstance(reader, _Streamed) and reader.begins(head)


def _first_line(head: bytes) -> bytes:
    return head.split(b"\n", 1)[0]
