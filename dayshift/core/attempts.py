"""Counts of attempts in the database, for limits that must hold across restarts and outages of Redis."""

from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import Column, Index, Integer, LargeBinary, Table, bindparam, case, delete, select

from dayshift.core.clock import now
from dayshift.core.db import Instant, Tx, insert, metadata

attempts = Table(
    "attempts",
    metadata,
    Column("key", LargeBinary(32), primary_key=True),  # SHA-256 of the rule and its subject, often an address.
    Column("times", Integer, nullable=False),
    Column("expires_at", Instant, nullable=False),  # The end of the window that began with the first attempt.
)
Index("ix_attempts_expires_at", attempts.c.expires_at)

SWEPT = 100
"""Ended counts that are removed with each attempt."""

_ended = attempts.c.expires_at <= bindparam("at")
_insert = insert(attempts)
_count = _insert.on_conflict_do_update(
    index_elements=[attempts.c.key],
    set_={
        "times": case((_ended, 1), else_=attempts.c.times + 1),
        "expires_at": case((_ended, _insert.excluded.expires_at), else_=attempts.c.expires_at),
    },
).returning(attempts.c.times, attempts.c.expires_at)
_find = select(attempts.c.times, attempts.c.expires_at).where(attempts.c.key == bindparam("key"))
# Rows that another transaction counts up at this moment are skipped: waiting for them could be a deadlock.
_sweep = delete(attempts).where(
    attempts.c.key.in_(select(attempts.c.key).where(_ended).limit(SWEPT).with_for_update(skip_locked=True))
)


def count_attempt(tx: Tx, rule: str, who: str, seconds: int) -> tuple[int, datetime]:
    """Count one attempt, and return how many there were in its window, and when that ends."""
    at = now()
    tx.execute(_sweep, {"at": at})
    values = {"key": _key(rule, who), "times": 1, "expires_at": at + timedelta(seconds=seconds), "at": at}
    row = tx.execute(_count, values).one()
    return row.times, row.expires_at


def count_of(tx: Tx, rule: str, who: str) -> tuple[int, datetime]:
    """Return how many attempts there were in the current window, and when it ends."""
    at = now()
    row = tx.execute(_find, {"key": _key(rule, who)}).first()
    return (row.times, row.expires_at) if row and row.expires_at > at else (0, at)


def _key(rule: str, who: str) -> bytes:
    return sha256(f"{rule}\n{who}".encode("utf-8", "surrogatepass")).digest()
