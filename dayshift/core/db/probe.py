"""A write that shows whether the database takes writes."""

from sqlalchemy import Column, Engine, String, Table, bindparam

from dayshift.core.db.tables import metadata
from dayshift.core.ids import new_id

PROBE_SECONDS = 2.0
"""How long connecting, a lock and a statement of a probe may each take."""

probes = Table("probes", metadata, Column("id", String(36), primary_key=True))

_insert = probes.insert()
_delete = probes.delete().where(probes.c.id == bindparam("mine"))


def write_probe(engine: Engine) -> None:
    """Commit a row and remove it again, on a connection of its own, so that other work cannot delay it."""
    row = new_id()
    with engine.connect() as connection:
        for statement, values in ((_insert, {"id": row}), (_delete, {"mine": row})):
            with connection.begin():
                connection.execute(statement, values)
