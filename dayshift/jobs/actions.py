"""Filling the catalogue."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from importlib.resources import files
from typing import Any

from sqlalchemy import bindparam, delete, select

from dayshift.jobs.models import jobs
from dayshift.jobs.places import locate_zip
from dayshift.jobs.titles import occupation_of
from dayshift.kit.db import Tx, insert
from dayshift.kit.ids import new_id

SAMPLE = "sample"
"""The source of the jobs that ship with the server, at invented employers."""

_insert = insert(jobs)
_kept = {"id", "source", "external_id", "created_at"}
_upsert = _insert.on_conflict_do_update(
    index_elements=["source", "external_id"],
    set_={column.name: column for column in _insert.excluded if column.name not in _kept},
)
_select_external_ids = select(jobs.c.external_id).where(jobs.c.source == bindparam("source"))
_delete = delete(jobs).where(jobs.c.source == bindparam("of_source"), jobs.c.external_id == bindparam("of_external_id"))


def import_sample(tx: Tx, now: datetime) -> int:
    """Make the sample catalogue what the shipped file says; return its size. Repeating changes nothing."""
    return replace_source(tx, SAMPLE, _read_sample(), now)


def replace_source(tx: Tx, source: str, rows: Iterable[dict[str, Any]], now: datetime) -> int:
    """Store the complete list of a source's jobs: new ones added, known ones updated, missing ones removed.

    A row has the columns of the table but `id`, `source` and `created_at`; a known job keeps these.
    """
    listed = [{**row, "id": new_id(), "source": source, "created_at": now} for row in rows]
    stored = set(tx.execute(_select_external_ids, {"source": source}).scalars())
    gone = stored - {row["external_id"] for row in listed}
    if listed:
        tx.execute(_upsert, listed)
    if gone:
        tx.execute(_delete, [{"of_source": source, "of_external_id": external} for external in sorted(gone)])
    return len(listed)


def _read_sample() -> Iterator[dict[str, Any]]:
    text = files(__package__).joinpath("sample", "jobs.csv").read_text("utf-8")
    for row in csv.DictReader(text.splitlines()):
        place = locate_zip(row["zip"])
        if place is None:
            raise ValueError(f"{row['external_id']}: no such zip code as {row['zip']}")
        yield {
            "external_id": row["external_id"],
            "title": row["title"],
            "occupation": occupation_of(row["title"]),
            "employer": row["employer"],
            "category": row["category"],
            "description": row["description"],
            "city": row["city"],
            "state": row["state"],
            "zip": row["zip"],
            "lat": place.lat,
            "lon": place.lon,
            "remote": False,
            "pay_low": _cents(row["pay_low"]),
            "pay_high": _cents(row["pay_high"]),
            "pay_text": row["pay_text"] or None,
            "employment_type": row["employment_type"] or None,
            "shifts": row["shifts"].split() or None,
            "experience_years": int(row["experience_years"]) if row["experience_years"] else None,
            "start": row["start"] or None,
            "licence": row["licence"] or None,
            "expires_at": None,
        }


def _cents(dollars: str) -> int | None:
    return round(float(dollars) * 100) if dollars else None
