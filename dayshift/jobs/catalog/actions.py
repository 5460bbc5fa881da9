"""Changes to the catalog: rows and the cells derived from them, always in one transaction."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from importlib.resources import as_file, files
from marshal import dumps, loads
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from sqlalchemy import bindparam, delete, literal, select, update

from dayshift.core.db import Instant, Tx, insert
from dayshift.core.events import Event, publish
from dayshift.core.ids import new_id
from dayshift.jobs.catalog.models import jobs
from dayshift.jobs.feeds import Row, Rules, normalise, postings
from dayshift.jobs.index import (
    BYTES,
    PARTS,
    Index,
    decode,
    encode,
    instant,
    job_cells,
    job_index,
    microseconds,
    numbered,
    packed,
    positions_of,
    read_index,
    remote_square,
    square_of,
    stored_cells,
)
from dayshift.knowledge.occupations import gazetteer, part_of

SAMPLE = "sample"
"""The source of the jobs that ship with the server, at invented employers."""

POSTED = "posted"
"""The source of the jobs that employers post here. Feeds cannot use this name."""

_OURS = {"id", "source", "created_at", "changed_at", "withdrawn_at", "cell", "digest"}
_KEPT = {"id", "source", "created_at", "withdrawn_at"}
"""Columns of a known job that a change to it keeps."""

_INSTANTS = tuple(c.name for c in jobs.c if isinstance(c.type, Instant) and c.name not in _OURS)
_STATED = tuple(c.name for c in jobs.c if c.name not in _OURS)
_ALWAYS = _STATED.index("expires_at") + 1
"""So many values are part of every digest; a column after them only if a job states it or one after it.

Then a new column, which no job states yet, changes no digest, and no job is written again.
"""
_values = itemgetter(*_STATED)
_NOT_STATED: Row = dict.fromkeys(_STATED)

_insert = insert(jobs)
_upsert = _insert.on_conflict_do_update(
    index_elements=["source", "external_id"],
    set_={column.name: column for column in _insert.excluded if column.name not in _KEPT},
)
_select_stored = select(
    jobs.c.external_id, jobs.c.id, jobs.c.cell, jobs.c.digest, jobs.c.withdrawn_at.is_not(None)
).where(jobs.c.source == bindparam("source"), jobs.c.external_id.in_(bindparam("external_ids", expanding=True)))
_select_page = (
    select(jobs.c.external_id, jobs.c.digest)
    .where(jobs.c.source == bindparam("source"), jobs.c.external_id > bindparam("after"))
    .order_by(jobs.c.external_id)
    .limit(bindparam("most"))
)
_delete = delete(jobs).where(jobs.c.id.in_(bindparam("ids", expanding=True)))

_among = jobs.c.id.in_(bindparam("ids", expanding=True))
_to_withdraw = select(jobs.c.external_id, jobs.c.id, jobs.c.cell, jobs.c.digest, literal(False)).where(
    _among, jobs.c.withdrawn_at.is_(None)
)
_to_relist = select(jobs).where(_among, jobs.c.withdrawn_at.is_not(None))
_set_withdrawn = update(jobs).where(_among).values(withdrawn_at=bindparam("withdrawn"))

_lock_index = select(job_index.c.id).with_for_update()
_insert_index = insert(job_index)
_upsert_index = _insert_index.on_conflict_do_update(
    index_elements=["id"],
    set_={name: _insert_index.excluded[name] for name in ("revision", "occupations")},
)
_insert_cell = insert(job_cells)
_upsert_cell = _insert_cell.on_conflict_do_update(
    index_elements=["cell"],
    set_={name: _insert_cell.excluded[name] for name in ("first_expiry", "hot", "cold")},
)


ByColumn = dict[str, Sequence[Any]]
"""Rows of the table, given by column."""


@dataclass(frozen=True)
class JobsRemoved(Event):
    """A source no longer lists these jobs: external ids by id in the catalog."""

    source: str
    jobs: dict[str, str]


class _Stored(NamedTuple):
    """The data of a stored job that is needed to change or remove it."""

    external_id: str
    id: str
    cell: int
    digest: bytes
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """How many jobs a change added, changed, left unchanged and removed."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0


class SerializedRow(NamedTuple):
    """A row ready to be stored: its square, and all stated values as bytes.

    Equal rows have equal digests.
    """

    external_id: str
    square: int
    digest: bytes
    stated: bytes


def serialize(row: Row) -> SerializedRow:
    """Serialize the row and compute its digest."""
    square = remote_square(row["state"]) if row["remote"] else square_of(row["lat"], row["lon"])
    instants = {name: None if (at := row.get(name)) is None else microseconds(at) for name in _INSTANTS}
    values = list(_values(_NOT_STATED | row | instants))
    stated = dumps(values, 2)  # Only in this version do equal values have equal bytes.
    while len(values) > _ALWAYS and values[-1] is None:
        del values[-1]
    digest = blake2b(stated if len(values) == len(_STATED) else dumps(values, 2), digest_size=16).digest()
    return SerializedRow(row["external_id"], square, digest, stated)


def _columns_of(some: Sequence[SerializedRow]) -> ByColumn:
    """Deserialize rows into columns."""
    values = [loads(one.stated) for one in some]  # noqa: S302  (written by this process)
    columns: ByColumn = dict(zip(_STATED, zip(*values, strict=True) if values else ((),) * len(_STATED), strict=True))
    instants = {name: [None if at is None else instant(at) for at in columns[name]] for name in _INSTANTS}
    return columns | instants | {"digest": [one.digest for one in some]}


def stored_digests(tx: Tx, source: str, after: str, most: int) -> list[tuple[str, bytes]]:
    """Return a page of a source's (external id, digest): the first `most` after this id in database order."""
    return [(row[0], row[1]) for row in tx.execute(_select_page, {"source": source, "after": after, "most": most})]


def store_jobs(tx: Tx, source: str, rows: Sequence[SerializedRow], gone: Collection[str], now: datetime) -> Changes:
    """Store serialized rows of a source and remove the jobs with the external ids in `gone`.

    Known jobs keep their id and creation date. Unchanged rows are not written.
    """
    tx.execute(_lock_index)  # Serializes writers of the catalog.
    stored = _stored(tx, source, [*(row.external_id for row in rows), *gone])
    known = {external: row.digest for external, row in stored.items()}
    new = [row for row in rows if row.digest != known.get(row.external_id)]
    replaced = [stored[row.external_id] for row in new if row.external_id in stored]
    removed = [stored[external] for external in gone if external in stored]
    columns = _columns_of(new)
    names = [name or "" for name in columns["occupation"]]
    index = _extended(read_index(tx), set(names))
    columns["id"] = [stored[row.external_id].id if row.external_id in stored else new_id() for row in new]
    columns["withdrawn_at"] = [None] * len(new)  # Of new jobs only; known ones keep theirs.
    columns["cell"] = [row.square * PARTS + index.parts[name] for row, name in zip(new, names, strict=True)]
    ours = {"source": source, "created_at": now, "changed_at": now}
    names = list(columns)
    if new:
        tx.execute(_upsert, [dict(zip(names, row, strict=True)) | ours for row in zip(*columns.values(), strict=True)])
    if removed:
        tx.execute(_delete, {"ids": [row.id for row in removed]})
        publish(tx, JobsRemoved(source, {row.id: row.external_id for row in removed}))
    if new or removed:
        withdrawn = {one.id for one in replaced if one.withdrawn}
        _rewrite_cells(tx, index, _without(columns, withdrawn), [*replaced, *removed])
    return Changes(
        added=len(new) - len(replaced),
        changed=len(replaced),
        unchanged=len(rows) - len(new),
        removed=len(removed),
    )


def replace_source(tx: Tx, source: str, rows: Iterable[Row], now: datetime) -> Changes:
    """Replace all jobs of a source with these rows, which must fit into memory."""
    listed = [serialize(row) for row in rows]
    known = {row.external_id for row in listed}
    stored = stored_digests(tx, source, "", 2**31 - 1)
    return store_jobs(tx, source, listed, [external for external, _ in stored if external not in known], now)


def withdraw_jobs(tx: Tx, job_ids: Collection[str], at: datetime) -> None:
    """Take jobs out of searches and lists at once, whatever their source says; they keep their rows. Idempotent."""
    tx.execute(_lock_index)
    found = [_Stored(*row) for row in tx.execute(_to_withdraw, {"ids": list(job_ids)})]
    if not found:
        return
    tx.execute(_set_withdrawn, {"ids": [one.id for one in found], "withdrawn": at})
    index = read_index(tx)
    index = index._replace(revision=index.revision + 1)
    empty: ByColumn = {column.name: () for column in jobs.c}
    _rewrite_cells(tx, index, empty, found)


def relist_jobs(tx: Tx, job_ids: Collection[str]) -> None:
    """Undo `withdraw_jobs`. Idempotent."""
    tx.execute(_lock_index)
    rows = tx.execute(_to_relist, {"ids": list(job_ids)}).mappings().all()
    if not rows:
        return
    tx.execute(_set_withdrawn, {"ids": [row["id"] for row in rows], "withdrawn": None})
    index = read_index(tx)
    index = index._replace(revision=index.revision + 1)
    columns: ByColumn = {column.name: [row[column.name] for row in rows] for column in jobs.c}
    _rewrite_cells(tx, index, columns, [])


def import_sample(tx: Tx, now: datetime) -> int:
    """Replace the sample catalog with the shipped file; return its size. Idempotent."""
    rules = Rules(gazetteer(), now)
    with as_file(files(__package__).joinpath("sample", "jobs.csv")) as path:
        rows = [row for posting in postings(path, "csv") for row in normalise(posting, rules).rows]
    replace_source(tx, SAMPLE, rows, now)
    return len(rows)


def _stored(tx: Tx, source: str, external_ids: Collection[str]) -> dict[str, _Stored]:
    found = tx.execute(_select_stored, {"source": source, "external_ids": list(external_ids)})
    return {row[0]: _Stored(*row) for row in found}


def _without(columns: ByColumn, ids: Collection[str]) -> ByColumn:
    """Return the rows whose id is not among these."""
    if not ids:
        return columns
    kept = [at for at, job_id in enumerate(columns["id"]) if job_id not in ids]
    return {name: [values[at] for at in kept] for name, values in columns.items()}


def _extended(index: Index, names: Collection[str]) -> Index:
    """Return the index extended by these occupations, each in the part of its category.

    An occupation stays in its part even if its category changes later.
    """
    parts = {**index.parts, **{name: part_of(name) for name in sorted(names) if name not in index.parts}}
    return Index(index.revision + 1, tuple(parts), parts)


def _rewrite_cells(tx: Tx, index: Index, new: ByColumn, gone: Sequence[_Stored]) -> None:
    """Update the cells to match the rows that are listed: remove jobs that are gone or replaced, add new ones."""
    cells = sorted({*new["cell"], *(row.cell for row in gone)})
    place = {cell: position for position, cell in enumerate(cells)}
    stored = stored_cells(tx, cells)
    before = decode(b"".join([hot for _, hot, _ in stored]), b"".join([cold for _, _, cold in stored]))
    sizes = [len(hot) // BYTES for _, hot, _ in stored]
    places = np.repeat([place[cell] for cell, _, _ in stored], sizes).astype(np.intp)
    kept = np.ones(len(before), dtype=np.bool_)
    kept[positions_of({UUID(row.id).bytes for row in gone}, before["id"])] = False
    after = np.concatenate([before[kept], packed(new, numbered(index.occupations))])
    places = np.concatenate([places[kept], np.array([place[cell] for cell in new["cell"]], dtype=np.intp)])
    rows = [
        {"cell": cell, "hot": hot, "cold": cold, "first_expiry": first}
        for cell, (hot, cold, first) in zip(cells, encode(after, places, len(cells)), strict=True)
    ]
    if rows:
        tx.execute(_upsert_cell, rows)
    tx.execute(_upsert_index, {"id": 1, "revision": index.revision, "occupations": list(index.parts.items())})
