"""Identifiers: UUIDv7, so that keys sort by age and reveal no counts."""

from datetime import datetime

import uuid_utils


def new_id() -> str:
    """Return a new UUIDv7 in its 36-character form."""
    return str(uuid_utils.uuid7())


def first_id(at: datetime) -> str:
    """Return the lower bound of all ids created at this instant (to the millisecond) or later."""
    stamp = f"{int(at.timestamp() * 1000):012x}"
    return f"{stamp[:8]}-{stamp[8:]}"
