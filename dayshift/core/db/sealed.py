"""Column types for secrets that the server has to read again: what the database holds opens only with its keys.

A sealed value has a mark. Values from before there were keys have none, and are read as they are until `reseal`.
"""

from sqlalchemy import (
    Column,
    ColumnElement,
    Dialect,
    Engine,
    LargeBinary,
    Table,
    Text,
    delete,
    exists,
    func,
    select,
    type_coerce,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.types import TypeDecorator

from dayshift.core.db.tables import metadata
from dayshift.core.secret_keys import KeyMissing, SecretKeys

_MARK = b"sealed:"


def use_keys(engine: Engine, keys: SecretKeys | None) -> None:
    """Let the sealed columns of this engine use `keys`. Its dialect is all that a column type knows of an engine."""
    engine.dialect.secret_keys = keys  # type: ignore[attr-defined]  # ours, read by `_keys_of`


def _keys_of(dialect: Dialect) -> SecretKeys:
    keys: SecretKeys | None = getattr(dialect, "secret_keys", None)
    if keys is None:
        raise RuntimeError("this database was opened without the keys of its secrets")
    return keys


class Sealed(TypeDecorator[bytes]):
    """Bytes that are sealed in the database."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        return None if value is None else _MARK + _keys_of(dialect).seal(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        if value is None or not value.startswith(_MARK):
            return value
        return _keys_of(dialect).unseal(value.removeprefix(_MARK))


class SealedText(TypeDecorator[str]):
    """Text that is sealed in the database."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else (_MARK + _keys_of(dialect).seal(value.encode())).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or not value.startswith(_MARK.decode()):
            return value
        return _keys_of(dialect).unseal(value.encode().removeprefix(_MARK)).decode()


def sealed_columns() -> list[tuple[Table, Column[bytes] | Column[str]]]:
    """Each column with sealed values, and its table."""
    return [
        (table, column)
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, Sealed | SealedText)
    ]


def reseal(tx: Connection) -> int:
    """Seal all secrets with the newest key; return how many there are. Raises `KeyMissing`."""
    number = 0
    for table, column in sealed_columns():
        [key] = table.primary_key
        rows = tx.execute(select(key, column).where(column.is_not(None)).with_for_update()).all()
        for row, value in rows:
            tx.execute(update(table).where(key == row).values({column: value}))
        number += len(rows)
    return number


def require_keys(tx: Connection) -> None:
    """Raise `KeyMissing` if secrets are sealed and there is no file of keys: nothing may make another one unseen."""
    if any(tx.execute(select(exists().where(_is_sealed(column)))).scalar_one() for _, column in sealed_columns()):
        _keys_of(tx.dialect).require()


def discard_lost(tx: Connection) -> dict[str, list[str]]:
    """Delete the secrets that no key opens, and rows that are nothing without theirs; return the ids, by table."""
    lost: dict[str, list[str]] = {}
    for table, column in sealed_columns():
        [key] = table.primary_key
        for row in tx.execute(select(key).where(column.is_not(None)).order_by(key)).scalars().all():
            try:
                tx.execute(select(column).where(key == row)).scalar_one()
            except KeyMissing:
                here = key == row
                tx.execute(
                    update(table).where(here).values({column: None}) if column.nullable else delete(table).where(here)
                )
                lost.setdefault(table.name, []).append(row)
    return lost


def unreadable(tx: Connection) -> list[tuple[str, KeyMissing]]:
    """Return the columns with a value that no key opens, each with its first error."""
    found = []
    for table, column in sealed_columns():
        try:
            tx.execute(select(column).where(column.is_not(None))).all()
        except KeyMissing as error:
            found.append((f"{table.name}.{column.name}", error))
    return found


def count_open(tx: Connection) -> int:
    """Return how many secrets are stored as they are."""
    number = 0
    for table, column in sealed_columns():
        query = select(func.count()).select_from(table).where(column.is_not(None), ~_is_sealed(column))
        number += tx.execute(query).scalar_one()
    return number


def _is_sealed(column: Column[bytes] | Column[str]) -> ColumnElement[bool]:
    text = isinstance(column.type, SealedText)
    raw = type_coerce(column, Text() if text else LargeBinary())
    return func.substr(raw, 1, len(_MARK), type_=raw.type) == (_MARK.decode() if text else _MARK)
