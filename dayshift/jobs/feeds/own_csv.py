"""Dayshift's CSV format: a header, then one job per line. UTF-8, as spreadsheets save it.

Columns: external_id, title and employer; optional are category, description, street, city, state, zip, remote, pay_low,
pay_high, pay_unit, pay_text, employment_type, shifts, experience_years, start, licence, url and expires.
"""

import csv
from collections.abc import Iterator
from typing import BinaryIO

from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import number

REQUIRED = {"external_id", "title", "employer"}
OPTIONAL = {
    "category", "description", "street", "city", "state", "zip", "remote", "pay_low", "pay_high", "pay_unit",
    "pay_text", "employment_type", "shifts", "experience_years", "start", "licence", "url", "expires",
}  # fmt: skip

_MOST_OF_A_LINE = 1 << 20
csv.field_size_limit(16 << 20)  # A longer value rejects its posting and does not end the import.


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a file. Raises `FeedDamaged` if the header is invalid."""
    # Invalid UTF-8 is decoded to markers, so that it rejects one job and not the file.
    raw = iter(lambda: stream.readline(_MOST_OF_A_LINE), b"")
    lines = csv.reader((data.decode("utf-8", "surrogateescape").lstrip("\ufeff") for data in raw), strict=True)
    try:
        header = [name.strip().lower() for name in next(lines, [])]
        if missing := REQUIRED - set(header):
            raise FeedDamaged(f"the header has no {', '.join(sorted(missing))}", 1)
        if unknown := [name for name in header if name not in REQUIRED | OPTIONAL]:
            yield Posting(line=1, title=", ".join(unknown)[:200], problem="unknown_columns")
        line = lines.line_num + 1
        for values in lines:
            if values:
                yield _posting(header, values, line)
            line = lines.line_num + 1
    except csv.Error as error:
        raise FeedDamaged(f"not readable as CSV: {error}", lines.line_num) from error


def _posting(header: list[str], values: list[str], line: int) -> Posting:
    job = dict(zip(header, (value.strip() for value in values), strict=False))
    get = job.get
    problem = ""
    if len(values) != len(header):
        problem = "wrong_number_of_values"
    elif any(not value.isascii() and _is_marked(value) for value in values):
        problem = "wrong_encoding"
    return Posting(
        line=line,
        external_id=get("external_id", ""),
        title=get("title", ""),
        employer=get("employer", ""),
        description=get("description", ""),
        places=[PostedPlace(get("street", ""), get("city", ""), get("state", ""), get("zip", ""))],
        remote=get("remote", "").lower() in {"yes", "true", "1", "remote"},
        pay=PostedPay(
            number(get("pay_low")), number(get("pay_high")), get("pay_unit") or "hour", text=get("pay_text", "")
        ),
        employment=get("employment_type", ""),
        hours=get("shifts", ""),
        experience=get("experience_years", ""),
        start=get("start", ""),
        licence=get("licence", ""),
        category=get("category", ""),
        url=get("url", ""),
        expires=get("expires", ""),
        problem=problem,
    )


def _is_marked(text: str) -> bool:
    return any("\udc80" <= letter <= "\udcff" for letter in text)
