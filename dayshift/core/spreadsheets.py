"""Read and write tables as spreadsheets do.

They are read with commas, semicolons or tabs between values, in the usual encodings, and written as CSV.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BOM = "\ufeff"
"""Tells spreadsheets that the text is UTF-8."""

_HEAD = 16 << 10
"""Bytes by which the encoding is chosen."""
_MAX_LINE = 1 << 20
_DELIMITERS = ",;\t|"
_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_MAC_LETTER = re.compile(rb"(?<=[a-z])[\x84\x87\x8e\x96\x97\x9c](?=[a-z])", re.IGNORECASE)
"""Ñ, á, é, ñ, ó and ú of a Mac within a word; there, Windows has quotes, daggers and dashes."""
_WINDOWS_LETTER = re.compile(rb"(?<=[a-z])[\xe0-\xff](?=[a-z])", re.IGNORECASE)
_SURROGATE = re.compile("[\udc80-\udcff\ufffd]")
_FORMULA = frozenset("=+-@")

csv.field_size_limit(16 << 20)  # A longer value makes one row unreadable, and not the file.


def as_csv(rows: Sequence[Sequence[Any]]) -> str:
    """Return rows as CSV, with texts that no spreadsheet runs as a formula."""
    text = io.StringIO()
    csv.writer(text).writerows([[_as_text(value) for value in row] for row in rows])
    return text.getvalue()


class TableDamaged(ValueError):
    """A table that ends within a quoted value, so that nobody knows what of it is missing. `line` is its beginning."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}: a quotation mark opens here that nothing closes")
        self.line = line


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row with its first line, from 1. `problem`: why it is not readable; None if it is."""

    line: int
    values: list[str]
    problem: str | None = None


def encoding_of(head: bytes) -> str:
    """Return the encoding of a text by its first bytes: UTF-8, UTF-16, Windows-1252, or Mac Roman.

    It is one of the last two if bytes beyond ASCII make no UTF-8, and that of the Mac if Windows-1252 would have signs
    such as a dagger within words, and none of its accented letters.
    """
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if head[1::2].count(0) * 2 > len(head[1::2]) > 1:
        return "utf-16-le"
    if head[::2].count(0) * 2 > len(head[::2]) > 1:
        return "utf-16-be"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        rest, whole = _MULTIBYTE.subn(b"", head)
        odd = sum(byte >= 0x80 for byte in rest)
        if whole > odd:
            return "utf-8-sig"
        return "mac-roman" if _MAC_LETTER.search(head) and not _WINDOWS_LETTER.search(head) else "cp1252"
    return "utf-8-sig"


def decoded(data: bytes) -> str:
    """Return a text in any of the usual encodings. Bytes that are none of its letters become U+FFFD."""
    return data.decode(encoding_of(data[:_HEAD]), errors="replace")


def rows_of(stream: BinaryIO) -> Iterator[TableRow]:
    """Yield the rows of a table, its header first, as they are read; blank ones are left out.

    A row that is not readable costs only itself. Raises `TableDamaged`.
    """
    head = stream.read(_HEAD)
    encoding = encoding_of(head)
    errors = "replace" if encoding.startswith("utf-16") else "surrogateescape"
    text = io.TextIOWrapper(io.BufferedReader(_Rejoined(head, stream)), encoding, errors, newline="")
    lines = iter(lambda: text.readline(_MAX_LINE), "")
    first = next((line for line in lines if line.strip()), "")
    delimiter, skipped = _delimiter(first), 0
    if found := re.fullmatch(r"\"?sep=(.)\"?\s*", first, re.IGNORECASE):
        delimiter, first, skipped = found[1], "", 1
    reader = csv.reader(_chained(first, lines), delimiter=delimiter, strict=True)
    line = 1 + skipped
    while True:
        try:
            values = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "unexpected end" in str(error):
                raise TableDamaged(line) from error
            yield TableRow(line, [], f"not readable as a table: {error}")
        else:
            if any(value.strip() for value in values):
                damaged = any(not value.isascii() and _SURROGATE.search(value) for value in values)
                problem = f"it has bytes that are no letters of {_NAMES[encoding]}" if damaged else None
                yield TableRow(line, [value.strip() for value in values], problem)
        line = reader.line_num + 1 + skipped


_NAMES = {"utf-8-sig": "UTF-8", "cp1252": "Windows-1252", "mac-roman": "Mac Roman", "utf-16": "UTF-16",
          "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}  # fmt: skip


def columns_of(header: Sequence[str], also: Mapping[str, str], neutral: Collection[str] = ()) -> dict[str, list[int]]:
    """Return which columns may have each of our values, the likeliest first: "First Name" is first_name.

    `also` has the other names of each, the likeliest first, in one text. `neutral`: words that say nothing; with them,
    numbers are ignored, too: "Phone 1 - Value" is phone.
    """
    plain = [plain_column(cell) for cell in header]
    short = ["_".join(word for word in one.split("_") if word not in neutral and not word.isdigit()) for one in plain]
    return {
        name: [
            at
            for other in dict.fromkeys([name, *others.split()])
            for at in range(len(plain))
            if other == plain[at] or (neutral and other == short[at])
        ]
        for name, others in also.items()
    }


def plain_column(cell: str) -> str:
    """Return a column's name without case, spaces and punctuation."""
    return re.sub(r"[\W_]+", "_", cell.strip().lower().lstrip("\ufeff").replace("#", " number")).strip("_")


def _delimiter(header: str) -> str:
    outside = re.sub(r'"[^"]*"', "", header)
    return max(_DELIMITERS, key=outside.count)


def _chained(first: str, lines: Iterator[str]) -> Iterator[str]:
    if first:
        yield first
    yield from lines


class _Rejoined(io.RawIOBase):
    """A stream with the bytes that were read from it before it."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        view = memoryview(buffer).cast("B")
        data = self._head[: len(view)] or self._rest.read(len(view))
        self._head = self._head[len(data) :]
        view[: len(data)] = data
        return len(data)


def _as_text(value: Any) -> Any:
    """The value so that a spreadsheet does not run it as a formula."""
    if not isinstance(value, str):
        return value
    first = unicodedata.normalize("NFKC", value).lstrip()[:1]  # Full-width signs count as well.
    return f"'{value}" if first in _FORMULA or value[:1] in {"\t", "\r", "\n"} else value
