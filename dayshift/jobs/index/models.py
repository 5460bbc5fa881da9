"""Tables of the job index: derived from the rows of the jobs and updated in the same transactions."""

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, SmallInteger, Table

from dayshift.core.db import Json, metadata

job_cells = Table(
    "job_cells",
    metadata,
    Column("cell", Integer, primary_key=True, autoincrement=False),
    Column("first_expiry", BigInteger),  # The earliest expiry in the cell, in microseconds since 1970.
    Column("hot", LargeBinary, nullable=False),  # Compared values; see cells.py.
    Column("cold", LargeBinary, nullable=False),  # Ids and expiries, read only when needed.
)
"""Derived from `jobs` and updated in the same transactions: parallel arrays of the jobs of one cell."""

job_index = Table(
    "job_index",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("revision", BigInteger, nullable=False),
    Column("occupations", Json, nullable=False),
)
"""One row: the revision, which changes with any cell, and the occupation and part of each number in them."""
