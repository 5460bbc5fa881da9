"""Dayshift's own table of jobs: a header, then one job per line, as spreadsheets save it.

Columns: external_id and title, and employer unless the feed is of one; the others are optional. Exports of tracking
systems have other names for them, which are understood.
"""

import io
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from dayshift.core.spreadsheets import TableDamaged, TableRow, columns_of, decoded, plain_column, rows_of
from dayshift.jobs.feeds.pay import amount
from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting
from dayshift.jobs.feeds.values import is_closed

REQUIRED = {"external_id", "title"}
_ALSO = {
    "external_id": "id reference reference_number referencenumber ref requisition",
    "title": "position puesto",
    "employer": "company employer_name company_name empresa",
    "category": "",
    "description": "descripcion descripción",
    "street": "address street_address",
    "city": "town ciudad",
    "state": "st estado province state_province",
    "zip": "zip_code zipcode postal_code postalcode postcode",
    "country": "",
    "location": "place locations office",
    "remote": "remote_type workplace_type workplace work_arrangement",
    "pay_low": "min_pay pay_min minimum_pay pay_from salary_min min_salary minimum_salary wage_min min_wage"
               " minimum_wage pay_range_minimum pay_range_min salary_range_minimum compensation_min min_rate"
               " salary_low",
    "pay_high": "max_pay pay_max maximum_pay pay_to salary_max max_salary maximum_salary wage_max max_wage maximum_wage"
                " pay_range_maximum pay_range_max salary_range_maximum compensation_max max_rate salary_high",
    "pay_unit": "pay_period pay_per salary_period pay_frequency pay_basis pay_type salary_frequency",
    "pay_text": "pay salary wage compensation pay_rate pay_range salary_range hourly_rate sueldo salario",
    "employment_type": "time_type employment employment_status schedule_type",
    "shifts": "shift",
    "experience_years": "experience years_of_experience",
    "start": "start_date",
    "licence": "license license_required",
    "url": "link apply_url",
    "status": "",
    "posted": "date date_posted posted_on posted_at posting_start_date job_posting_start_date publish_date"
              " date_published date_created created created_at date_opened open_date opened_on opened",
    "expires": "end_date expiration_date expiry expiry_date expiration closing_date close_date valid_through expires_on"
               " expires_at deadline application_deadline last_day",
}  # fmt: skip


_PREFIX = re.compile(
    r"^(?:(?:job|jobs|posting|requisition|req|opening|vacancy|position|primary|work)_)+(?=.)"
    r"|^location_(?=(?:city|state|zip|postal|street|address|country)\b)"
)
"""What tracking systems write before a name: "Job Requisition ID", "Primary Location"."""
_AFTER_PREFIX = {"name": "title", "number": "external_id", "code": "external_id", "type": "employment_type"}
"""Names that say what they are only after such a word: a table with "ID" and "Name" may be one of people."""


def _names_of(header: list[str]) -> list[str]:
    """Return the names of columns as our own, where they are known."""
    names = _known(header)
    for at, name in enumerate(names):
        short = _PREFIX.sub("", name)
        if name in _ALSO or short == name:
            continue
        [known] = _known([_AFTER_PREFIX.get(short, short)])
        if known in _ALSO and known not in names:
            names[at] = known
    return names


def _known(header: Sequence[str]) -> list[str]:
    """Of two columns that have the same value, the second keeps what its header says."""
    columns = columns_of(header, _ALSO)
    ours = {min(several): name for name, several in columns.items() if several}
    taken = {at for several in columns.values() for at in several}
    return [ours.get(at, cell.strip() if at in taken else plain_column(cell)) for at, cell in enumerate(header)]


_REMOTE = frozenset({"yes", "true", "1", "remote", "fully remote", "100% remote", "y", "x", "si", "sí"})


def begins(head: bytes) -> bool:
    """Whether a file is such a table, by its first bytes."""
    if head[:1] in {b"{", b"[", b"<"}:
        return False
    lines = (line for line in decoded(head).splitlines() if line.strip())
    header = next((row for line in itertools.islice(lines, 2) for row in _rows(line)), [])
    names = _names_of(header)
    return "external_id" in names or len({"title", "employer"} & set(names)) > 1


def _rows(line: str) -> list[list[str]]:
    try:
        return [row.values for row in rows_of(io.BytesIO(line.encode("utf-8", "replace")))]
    except TableDamaged:
        return []


def read(stream: BinaryIO) -> Iterator[Posting]:
    """Yield the postings of a table. Raises `FeedDamaged` if the header is invalid."""
    rows = rows_of(stream)
    try:
        first = next(rows, TableRow(1, []))
        header = _names_of(first.values)
        if missing := REQUIRED - set(header):
            raise FeedDamaged(f"the header has no {', '.join(sorted(missing))}", first.line)
        if unknown := [name for name in header if name not in _ALSO]:
            yield Posting(line=first.line, title=", ".join(unknown)[:200], problem="unknown_columns")
        status = header.index("status") if "status" in header else len(header)
        for row in rows:
            if not is_closed("".join(row.values[status : status + 1])):
                yield _posting(header, row)
    except TableDamaged as error:
        raise FeedDamaged("a quotation mark opens here that nothing closes", error.line) from error


def _posting(header: list[str], row: TableRow) -> Posting:
    get = dict(zip(header, row.values, strict=False)).get
    problem, detail = "", ""
    if row.problem:
        problem, detail = "wrong_encoding" if row.values else "unreadable", row.problem
    elif (len(row.values) > len(header) and any(row.values[len(header) :])) or len(row.values) < len(header):
        problem = "wrong_number_of_values"
    stated = [get(name, "") for name in ("pay_low", "pay_high")]
    low, high = map(amount, stated)
    # "18/hr" in a column of amounts is a text.
    words = " - ".join(one for one in stated if one) if any(stated) and low is None and high is None else ""
    return Posting(
        line=row.line,
        external_id=get("external_id", ""),
        title=get("title", ""),
        employer=get("employer", ""),
        description=get("description", ""),
        places=[
            PostedPlace(
                get("street", ""),
                get("city", ""),
                get("state", ""),
                get("zip", ""),
                get("country", ""),
                text=get("location", ""),
            )
        ],
        remote=get("remote", "").lower() in _REMOTE,
        pay=PostedPay(low, high, get("pay_unit", ""), text=get("pay_text") or words),
        employment=get("employment_type", ""),
        hours=get("shifts", ""),
        experience=get("experience_years", ""),
        start=get("start", ""),
        licence=get("licence", ""),
        category=get("category", ""),
        url=get("url", ""),
        posted=get("posted", ""),
        expires=get("expires", ""),
        problem=problem,
        detail=detail,
    )
