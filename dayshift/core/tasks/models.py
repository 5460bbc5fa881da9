"""The table of tasks."""

from sqlalchemy import Column, Index, Integer, String, Table, Text, literal_column

from dayshift.core.db import Instant, Json, metadata

tasks = Table(
    "tasks",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("kind", String(80), nullable=False),
    Column("payload", Json, nullable=False),
    Column("key", String(200), unique=True),  # Set while the task is open; enqueuing the same key joins it.
    Column("state", String(8), nullable=False),  # ready | running | done | dead
    Column("due_at", Instant, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("fence", Integer, nullable=False),
    Column("last_error", Text),
    Column("trace", String(55)),  # W3C `traceparent` of the enqueuing span, if spans are collected.
    Column("created_at", Instant, nullable=False),
)
# Literals: SQLite uses a partial index only if it can match the query's condition with the index's own.
ENDED = tasks.c.state.in_([literal_column("'done'"), literal_column("'dead'")])
OPEN = tasks.c.state.in_([literal_column("'ready'"), literal_column("'running'")])
Index("ix_tasks_due_at", tasks.c.due_at, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tasks_kind_due_at", tasks.c.kind, tasks.c.due_at, sqlite_where=OPEN, postgresql_where=OPEN)
Index("ix_tasks_state_due_at", tasks.c.state, tasks.c.due_at, sqlite_where=ENDED, postgresql_where=ENDED)
