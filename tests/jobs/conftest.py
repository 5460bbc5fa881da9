"""An open transaction on each engine, for functions that take one."""

from collections.abc import Iterator

import pytest
from sqlalchemy import create_engine

from dayshift.kit.db import Tx


@pytest.fixture
def tx(database_url: str) -> Iterator[Tx]:
    """A transaction on an empty, migrated database."""
    engine = create_engine(database_url.replace("postgresql://", "postgresql+psycopg://", 1))
    with engine.begin() as connection:
        yield connection
    engine.dispose()
