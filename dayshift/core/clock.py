"""The one place that asks what time it is."""

from datetime import UTC, datetime


def now() -> datetime:
    """The current instant, aware, in UTC."""
    return datetime.now(UTC)
