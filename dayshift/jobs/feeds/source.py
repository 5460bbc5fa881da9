"""Open a source: a file or a folder of pages, plain or gzipped. Rejects decompression bombs while reading."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from dayshift.jobs.feeds.posting import FeedDamaged

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MAX_BYTES = 16 << 30
"""Maximum size of a feed, decompressed."""
MAX_RATIO = 200
"""Maximum compression ratio; a feed that compresses better is a decompression bomb."""
_FREE_BYTES = 16 << 20
"""Decompressed bytes before the ratio is checked."""

DOWNLOADED = "downloaded"
"""The name of a folder with the pages of one feed, none of which may be missing."""
PAGES = {".html", ".htm", ".json", ".jsonld"}


def files_of(path: Path) -> list[Path]:
    """Return a file as a list of one, or a folder's pages sorted by name."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.suffix.lower() in PAGES and file.is_file())


@contextmanager
def opened(path: Path) -> Iterator[io.BufferedReader]:
    """Open a file, decompressing gzip. Reading raises `FeedDamaged` on errors."""
    with path.open("rb") as file:
        head = file.read(4)
        file.seek(0)
        if head[:4] == b"PK\x03\x04":
            raise FeedDamaged("a zip archive: unpack it, or pack it with gzip")
        yield io.BufferedReader(_Unpacked(file)) if head[:2] == b"\x1f\x8b" else file


class _Unpacked(io.RawIOBase):
    """The content of a gzipped file; truncated files and decompression bombs raise an error."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._content = gzip.GzipFile(fileobj=file)
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer).cast("B")
        try:
            data = self._content.read(len(view))
        except (EOFError, OSError, zlib.error) as error:
            raise FeedDamaged(f"the archive is broken or cut short: {error}") from error
        self._count += len(data)
        if self._count > MAX_BYTES or self._count > _FREE_BYTES + MAX_RATIO * self._file.tell():
            raise FeedDamaged("the archive unfolds beyond reason")
        view[: len(data)] = data
        return len(data)
