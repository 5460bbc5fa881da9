"""Logging when standard error cannot be written."""

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
    """Standard error on a full disk."""
    if not Path("/dev/full").exists():
        pytest.skip("/dev/full does not exist")
    with suppress(OSError), Path("/dev/full").open("w", buffering=1, encoding="utf-8") as stream:
        yield stream  # On closing, the stream still holds the lines that it could not write.


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_logging_to_full_disk_does_not_raise(log_format: str, full: TextIO, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="No space"):
        print("An unprotected line.", file=full)
    monkeypatch.setattr(sys, "stderr", full)
    configure(log_format)
    log = structlog.get_logger()
    log.info("request", status=200)
    log.error("failed", status=500)
