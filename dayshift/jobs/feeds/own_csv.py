"""Dayshift's own table of jobs: a header, then one job per line, as spreadsheets save it.

Columns: external_id, title and employer; the others are optional. Their usual other names are understood.
"""

import io
import itertools
from collections.abc import Iterator
from typing import BinaryIO

from dayshift.core.spreadsheets import TableDamaged, TableRow, column_names, decoded, rows_of
from dayshift.jobs.feeds.pay import amount
from dayshift.jobs.feeds.posting import FeedDamaged, PostedPay, PostedPlace, Posting

REQUIRED = {"external_id", "title", "employer"}
_ALSO = {
    "external_id": "id job_id reference reference_number referencenumber ref requisition_id req_id job_number",
    "title": "job_title position position_title puesto",
    "employer": "company employer_name company_name empresa",
    "category": "",
    "description": "job_description descripcion descripción",
    "street": "address street_address",
    "city": "town ciudad",
    "state": "st estado province state_province",
    "zip": "zip_code zipcode postal_code postalcode postcode",
    "country": "",
    "location": "place job_location",
    "remote": "",
    "pay_low": "min_pay pay_min minimum_pay pay_from salary_min min_salary wage_min",
    "pay_high": "max_pay pay_max maximum_pay pay_to salary_max max_salary wage_max",
    "pay_unit": "pay_period pay_per salary_period",
    "pay_text": "pay salary wage compensation pay_rate hourly_rate sueldo salario",
    "employment_type": "job_type",
    "shifts": "shift",
    "experience_years": "experience years_of_experience",
    "start": "start_date",
    "licence": "license license_required",
    "url": "link apply_url job_url",
    "posted": "date_posted posted_on posted_date publish_date",
    "expires": "end_date expiration_date expiry expiry_date expiration closing_date close_date valid_through expires_on"
               " expires_at deadline application_deadline last_day",
}  # fmt: skip


def begins(head: bytes) -> bool:
    """Whether a file is such a table, by its first bytes."""
    lines = (line for line in decoded(head).splitlines() if line.strip())
    header = next((row for line in itertools.islice(lines, 2) for row in _rows(line)), [])
    names = column_names(header, _ALSO)
    return "external_id" in names or len(REQUIRED & set(names)) > 1


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
        header = column_names(first.values, _ALSO)
        if missing := REQUIRED - set(header):
            raise FeedDamaged(f"the header has no {', '.join(sorted(missing))}", first.line)
        if unknown := [name for name in header if name not in _ALSO]:
            yield Posting(line=first.line, title=", ".join(unknown)[:200], problem="unknown_columns")
        for row in rows:
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
        remote=get("remote", "").lower() in {"yes", "true", "1", "remote", "y", "x", "si", "sí"},
        pay=PostedPay(low, high, get("pay_unit") or "hour", text=get("pay_text") or words),
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
