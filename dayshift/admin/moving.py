"""Move the database of a stopped installation to the other engine: every row, compared by table afterwards.

Each table is one transaction. Tables that the target holds completely are skipped, so an interrupted move continues.
Recordings, their keys and the settings stay where they are.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    Connection,
    MetaData,
    RowMapping,
    Table,
    bindparam,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.types import TypeDecorator, TypeEngine

from dayshift.admin.dump import NotEmpty, begin_restore, end_restore
from dayshift.core.db import DatabaseInUse, Instant, Json, engine_for, metadata, open_database, transaction
from dayshift.core.db.maintenance import refresh_statistics
from dayshift.core.errors import CannotStart
from dayshift.settings import Settings
from dayshift.tables import import_all, migrate, require_installation

BATCH = 1000
"""Rows that are read and written together."""


class NotEqual(CannotStart):
    """A table of the target does not hold what the source holds."""

    def __init__(self, table: str) -> None:
        super().__init__(
            f"the table {table} of the target differs from the source, which has changed since the move began: empty "
            "the target and begin again"
        )


@dataclass(frozen=True, slots=True)
class Content:
    """The number of a table's rows, and a checksum that does not depend on their order or on the engine."""

    rows: int
    checksum: str


def move_database(settings: Settings, target: Settings, report: Callable[[str, Content], None]) -> int:
    """Copy every table of the installation into `target`, an empty database or that of an interrupted move.

    Calls `report` for each table once both sides are equal; returns the number of rows. Until all are, no server starts
    on the target. Raises `CannotStart`, `DatabaseInUse` while a server or another program uses the source, `NotEmpty`.
    """
    require_installation(settings.database)
    if settings.database == target.database:
        raise NotEmpty("the target is the installation's own database")
    import_all()
    with _only_user(settings) as source:
        begin_restore(target, "move")
        migrate(target.database)
        total = sum(_move_table(source, target, table, report) for table in metadata.sorted_tables)
    with transaction(target.database) as tx:
        refresh_statistics(tx)
    end_restore(target)
    return total


@contextmanager
def _only_user(settings: Settings) -> Iterator[Connection]:
    """A transaction on the source during which nobody writes. Raises `DatabaseInUse` if a server is running."""
    engine = engine_for(settings.database)
    try:
        if settings.sqlite_file is not None:
            with closing(open_database(settings.database, only_server=True)), engine.connect() as tx:
                tx.exec_driver_sql("BEGIN IMMEDIATE")
                yield tx
                return
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as tx:
            others = tx.execute(_OTHERS).scalar_one()
            if others:
                raise DatabaseInUse(f"{others} other connections use the database: stop all servers and workers first")
            names = ", ".join(f'"{table.name}"' for table in metadata.sorted_tables)
            tx.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
            yield tx
    finally:
        engine.dispose()


_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend'"
)


def _move_table(source: Connection, target: Settings, table: Table, report: Callable[[str, Content], None]) -> int:
    """Copy one table in one transaction, unless the target holds it already; return the number of its rows."""
    stored, wanted = _as_stored(table), content(source, table)
    with transaction(target.database) as tx:
        found = content(tx, table)
        if found != wanted:
            if table.name == "signing_keys" and found.rows == 1:  # A new installation makes one.
                tx.execute(stored.delete())
            elif found.rows:
                raise NotEqual(table.name)
            _copy(source, tx, stored, _references_to_itself(table))
            if content(tx, table) != wanted:
                raise NotEqual(table.name)
    report(table.name, wanted)
    return wanted.rows


def _copy(source: Connection, tx: Connection, stored: Table, later: list[str]) -> None:
    """Copy the rows. Columns `later`, which refer to other rows of the table, are set once all rows exist."""
    for rows in _rows(source, stored):
        tx.execute(insert(stored), [dict(row) | dict.fromkeys(later) for row in rows])
    keys = [column.name for column in stored.primary_key]
    for name in later:
        change = update(stored).values({name: bindparam("value")})
        for key in keys:
            change = change.where(stored.c[key] == bindparam(f"of_{key}"))
        for rows in _rows(source, stored):
            changes = [
                {"value": row[name], **{f"of_{key}": row[key] for key in keys}} for row in rows if row[name] is not None
            ]
            if changes:
                tx.execute(change, changes)


def content(tx: Connection, table: Table) -> Content:
    """Count and add up a table's rows."""
    total = number = 0
    stored = _as_stored(table)
    for row in (row for rows in _rows(tx, stored) for row in rows):
        number += 1
        line = json.dumps([_canonical(value) for value in row.values()], sort_keys=True, ensure_ascii=False)
        total += int.from_bytes(hashlib.sha256(line.encode("utf-8", "surrogatepass")).digest())
    return Content(number, f"{total % 2**256:064x}")


def _rows(tx: Connection, stored: Table) -> Iterator[Sequence[RowMapping]]:
    return tx.execute(select(stored).execution_options(yield_per=BATCH)).mappings().partitions()


def _as_stored(table: Table) -> Table:
    """The table with its values as they are in the database: what is sealed stays sealed."""
    columns = [Column(one.name, _stored_type(one.type), primary_key=one.primary_key) for one in table.columns]
    return Table(table.name, MetaData(), *columns)


def _stored_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    if not isinstance(kind, TypeDecorator) or isinstance(kind, Instant):
        return kind
    return Json if isinstance(kind.impl_instance, JSON) else kind.impl_instance


def _references_to_itself(table: Table) -> list[str]:
    return [column.name for column in table.columns if any(key.column.table is table for key in column.foreign_keys)]


def _canonical(value: Any) -> Any:
    """A value as JSON, the same for both engines."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value
