"""Invariants of the database itself: schema version and integrity."""

from sqlalchemy import text

from dayshift.core.db.database import Database, Tx
from dayshift.core.db.sealed import count_open, unreadable
from dayshift.core.invariants import Invariant, Violation

_version = text("SELECT version_num FROM alembic_version")
_whole = text("PRAGMA integrity_check")
_dangling = text("PRAGMA foreign_key_check")
_invalid = text("SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid")
_unchecked = text("SELECT conname FROM pg_constraint WHERE NOT convalidated")


def invariants(db: Database, newest: str) -> list[Invariant]:
    """Return the invariants of the database; `newest` is the newest schema revision in the code."""

    async def old() -> list[Violation]:
        return await db.read(_find_old, newest)

    async def damaged() -> list[Violation]:
        return await db.read(_find_damage)

    async def locked() -> list[Violation]:
        return await db.read(_find_locked)

    return [
        Invariant("database.schema", "the schema is the newest", old),
        Invariant("database.whole", "the engine finds no damage", damaged),
        Invariant("database.secrets", "all stored secrets are sealed with a key that is here", locked),
    ]


def _find_old(tx: Tx, newest: str) -> list[Violation]:
    found = tx.execute(_version).scalar()
    return [] if found == newest else [Violation("schema", f"is {found}, the newest is {newest}: dayshift migrate")]


def _find_locked(tx: Tx) -> list[Violation]:
    broken = [Violation(name, f"cannot be opened: {error}") for name, error in unreadable(tx)]
    if stored_open := count_open(tx):
        broken.append(Violation("secrets", f"{stored_open} are stored as they are: dayshift keys reseal"))
    return broken


def _find_damage(tx: Tx) -> list[Violation]:
    if tx.dialect.name == "sqlite":
        damage = [Violation("file", said) for said in tx.execute(_whole).scalars() if said != "ok"]
        return damage + [
            Violation(f"{row[0]} {row[1]}", f"names a row of {row[2]} that is gone") for row in tx.execute(_dangling)
        ]
    indexes = [Violation(name, "is an invalid index") for name in tx.execute(_invalid).scalars()]
    return indexes + [
        Violation(name, "is a constraint that was never checked") for name in tx.execute(_unchecked).scalars()
    ]
