"""Structured logs: JSON lines in production, readable lines on a terminal. Never personal data."""

import logging
import sys
from contextlib import suppress

import structlog


class _Lines:
    """Writes lines to the standard error of that moment, and drops those that cannot be written.

    When the log's disk is full, requests must still be answered.
    """

    def msg(self, message: str) -> None:
        with suppress(OSError):
            sys.stderr.write(message + "\n")
            sys.stderr.flush()

    info = warning = error = critical = exception = msg


def configure(log_format: str) -> None:
    """Configure logging for this process; `log_format` is 'json' or 'console'."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    lines = _Lines()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if log_format == "json" else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda *_: lines,
    )
