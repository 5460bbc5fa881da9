"""Which bytes a request wants: RFC 9110, section 14, for one range. Pure."""

import re
from dataclasses import dataclass

_ONE_RANGE = re.compile(r"bytes=\s*([0-9]*)-([0-9]*)\s*", re.ASCII | re.IGNORECASE)
_DIGITS_MAX = 18


class Unsatisfiable(ValueError):
    """The range begins behind the end."""


@dataclass(frozen=True, slots=True)
class ByteRange:
    """`length` bytes from `start` on."""

    start: int
    length: int

    def content_range(self, size: int) -> str:
        """The Content-Range of this part of `size` bytes."""
        return f"bytes {self.start}-{self.start + self.length - 1}/{size}"


def wanted_range(header: str | None, size: int) -> ByteRange | None:
    """The range that `header` asks of `size` bytes, cut to what there is; None for the whole.

    Several ranges, other units and malformed headers are answered with the whole, which the
    standard allows. Raises `Unsatisfiable`.
    """
    found = _ONE_RANGE.fullmatch(header or "")
    if found is None or found.groups() == ("", "") or max(map(len, found.groups())) > _DIGITS_MAX:
        return None
    first, last = found.groups()
    if first == "":
        start, end = max(size - int(last), 0), size
    else:
        start, end = int(first), min(int(last) + 1, size) if last else size
        if last and int(last) < int(first):
            return None
    if start >= size:
        raise Unsatisfiable
    return ByteRange(start, end - start)
