"""Installations of real processes, on SQLite and on PostgreSQL with durable commits."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.faults.processes import Installation


@pytest.fixture(scope="session")
def postgres_admin() -> Iterator[str]:
    """The maintenance database of a cluster with fsync, with an empty template that tests copy."""
    with postgres.cluster(settings="") as admin:
        postgres.create_database(admin, "migrated")
        yield admin


@pytest.fixture
def installation(database_url: str, tmp_path: Path) -> Installation:
    """An installation, once per engine."""
    return Installation.make(tmp_path, database_url, preloaded=True)
