"""Servers of employers on this machine, which the tests' server may send to."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dayshift.settings import Settings
from tests.exchange.receiver import Receiver


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings that allow private addresses."""
    return Settings(
        database_url=database_url,
        data_dir=tmp_path,
        run_worker=False,
        free_disk_mb=0,
        private_addresses_allowed=True,
    )


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A system of an employer that accepts everything."""
    with Receiver() as receiver:
        yield receiver
