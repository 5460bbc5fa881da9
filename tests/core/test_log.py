"""What happens to the log itself."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import pytest
import structlog

from dayshift.core.log import configure


@pytest.fixture
def full() -> Iterator[TextIO]:
    """Standard error on a disk that is full."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    with suppress(OSError), Path("/dev/full").open("w", buffering=1, encoding="utf-8") as stream:
        yield stream  # When it closes it still holds the lines that it could not write.


@pytest.fixture(autouse=True)
def _log_as_it_was() -> Iterator[None]:
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_a_line_for_which_there_is_no_room_harms_nobody(
    log_format: str, full: TextIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OSError, match="No space"):
        print("A line that nobody shields.", file=full)
    monkeypatch.setattr(sys, "stderr", full)
    configure(log_format)
    log = structlog.get_logger()
    log.info("request", status=200)
    log.error("failed", status=500)
