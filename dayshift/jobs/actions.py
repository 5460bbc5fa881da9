"""Changing the catalogue: rows and the cells derived from them, always in one transaction."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from importlib.resources import as_file, files
from uuid import UUID

import numpy as np
from sqlalchemy import RowMapping, bindparam, delete, select

from dayshift.jobs.cells import JOB, REMOTE, Jobs, cell_of, decode, encode, positions_of
from dayshift.jobs.columns import packed
from dayshift.jobs.feeds import Row, Rules, normalise, postings
from dayshift.jobs.models import job_cells, job_index, jobs
from dayshift.jobs.nearby import Index, read_index
from dayshift.jobs.places import gazetteer
from dayshift.kit.db import Tx, insert
from dayshift.kit.ids import new_id

SAMPLE = "sample"
"""The source of the jobs that ship with the server, at invented employers."""

_OURS = {"id", "source", "created_at", "cell", "digest"}
_STATED = tuple(column.name for column in jobs.c if column.name not in _OURS)

_insert = insert(jobs)
_upsert = _insert.on_conflict_do_update(
    index_elements=["source", "external_id"],
    set_={column.name: column for column in _insert.excluded if column.name not in {"id", "source", "created_at"}},
)
_of_source = jobs.c.source == bindparam("source")
_select_stored = select(jobs.c.external_id, jobs.c.id, jobs.c.cell, jobs.c.digest).where(
    _of_source, jobs.c.external_id.in_(bindparam("external_ids", expanding=True))
)
_select_page = (
    select(jobs.c.external_id)
    .where(_of_source, jobs.c.external_id > bindparam("after"))
    .order_by(jobs.c.external_id)
    .limit(bindparam("most"))
)
_delete = delete(jobs).where(jobs.c.id.in_(bindparam("ids", expanding=True)))

_lock_index = select(job_index.c.id).with_for_update()
_insert_index = insert(job_index)
_upsert_index = _insert_index.on_conflict_do_update(
    index_elements=["id"],
    set_={name: _insert_index.excluded[name] for name in ("revision", "occupations")},
)
_select_cells = select(job_cells.c.cell, job_cells.c.hot, job_cells.c.cold).where(
    job_cells.c.cell.in_(bindparam("cells", expanding=True))
)
_insert_cell = insert(job_cells)
_upsert_cell = _insert_cell.on_conflict_do_update(
    index_elements=["cell"],
    set_={name: _insert_cell.excluded[name] for name in ("revision", "first_expiry", "hot", "cold")},
)


@dataclass(frozen=True, slots=True)
class Changes:
    """How many jobs a change added, changed, left as they were, and removed."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0


def sealed(row: Row) -> Row:
    """A row with the cell in which it stands, and a digest of all that the source decides.

    By the digest equal rows are told without comparing them.
    """
    cell = REMOTE if row["remote"] else cell_of(row["lat"], row["lon"])
    stated = repr([row[name] for name in _STATED]).encode()
    return {**row, "cell": cell, "digest": blake2b(stated, digest_size=16).digest()}


def stored_digests(tx: Tx, source: str, external_ids: Collection[str]) -> dict[str, bytes]:
    """The digests of those of a source's jobs that are stored."""
    return {external: row["digest"] for external, row in _stored(tx, source, external_ids).items()}


def stored_ids(tx: Tx, source: str, after: str, most: int) -> list[str]:
    """A page of a source's external ids: the first `most` that follow `after` in the database's order."""
    return list(tx.execute(_select_page, {"source": source, "after": after, "most": most}).scalars())


def store_jobs(tx: Tx, source: str, rows: Sequence[Row], gone: Collection[str], now: datetime) -> Changes:
    """Store sealed rows of a source and remove the jobs with the external ids in `gone`.

    A known job keeps its id and its day of creation. Rows that are stored already are left alone.
    """
    tx.execute(_lock_index)  # Whoever else changes the catalogue waits here.
    stored = _stored(tx, source, [*(row["external_id"] for row in rows), *gone])
    known = {external: row["digest"] for external, row in stored.items()}
    changed = [row for row in rows if row["digest"] != known.get(row["external_id"])]
    new = [_complete(row, source, stored.get(row["external_id"]), now) for row in changed]
    removed = [stored[external] for external in gone if external in stored]
    if new:
        tx.execute(_upsert, new)
    if removed:
        tx.execute(_delete, {"ids": [row["id"] for row in removed]})
    replaced = [stored[row["external_id"]] for row in new if row["external_id"] in stored]
    if new or removed:
        _rewrite_cells(tx, read_index(tx), new, [*replaced, *removed])
    return Changes(
        added=len(new) - len(replaced),
        changed=len(replaced),
        unchanged=len(rows) - len(new),
        removed=len(removed),
    )


def replace_source(tx: Tx, source: str, rows: Iterable[Row], now: datetime) -> Changes:
    """Make a source's jobs exactly these, which must fit into memory: what is missing is removed."""
    listed = [sealed(row) for row in rows]
    known = {row["external_id"] for row in listed}
    stored = stored_ids(tx, source, "", 2**31 - 1)
    return store_jobs(tx, source, listed, [external for external in stored if external not in known], now)


def import_sample(tx: Tx, now: datetime) -> int:
    """Make the sample catalogue what the shipped file says; return its size. Repeating changes nothing."""
    rules = Rules(gazetteer(), now)
    with as_file(files(__package__).joinpath("sample", "jobs.csv")) as path:
        rows = [row for posting in postings(path, "csv") for row in normalise(posting, rules)[0]]
    replace_source(tx, SAMPLE, rows, now)
    return len(rows)


def _stored(tx: Tx, source: str, external_ids: Collection[str]) -> dict[str, RowMapping]:
    rows = tx.execute(_select_stored, {"source": source, "external_ids": list(external_ids)}).mappings()
    return {row["external_id"]: row for row in rows}


def _complete(row: Row, source: str, stored: RowMapping | None, now: datetime) -> Row:
    return {
        **row,
        "id": stored["id"] if stored else new_id(),
        "source": source,
        "created_at": now,
    }


def _rewrite_cells(tx: Tx, index: Index, new: Sequence[Row], gone: Sequence[RowMapping]) -> None:
    """Bring the cells up to the rows: jobs that have gone, or are about to be added anew, leave; new ones come."""
    names = [*index.occupations, *sorted({row["occupation"] or "" for row in new} - set(index.occupations))]
    revision = index.revision + 1
    numbers = {name: number for number, name in enumerate(names)}
    come: dict[int, list[Row]] = {}
    leave: dict[int, set[bytes]] = {}
    for row in new:
        come.setdefault(row["cell"], []).append(row)
    for known in gone:
        leave.setdefault(known["cell"], set()).add(UUID(known["id"]).bytes)
    cells = sorted({*come, *leave})
    stored = {row.cell: decode(row.hot, row.cold) for row in tx.execute(_select_cells, {"cells": cells})}
    changed = []
    for cell in cells:
        jobs_of_cell = _with(stored.get(cell, np.empty(0, JOB)), packed(come.get(cell, ()), numbers), leave.get(cell))
        hot, cold, first_expiry = encode(jobs_of_cell)
        changed.append({"cell": cell, "revision": revision, "first_expiry": first_expiry, "hot": hot, "cold": cold})
    tx.execute(_upsert_cell, changed)
    tx.execute(_upsert_index, {"id": 1, "revision": revision, "occupations": names})


def _with(stored: Jobs, new: Jobs, leave: Collection[bytes] | None) -> Jobs:
    kept = np.delete(stored, positions_of(leave, stored["id"])) if leave else stored
    return np.concatenate([kept, new])
