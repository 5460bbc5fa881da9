"""Identifiers: UUIDv7, so that keys sort by age and never count anything."""

from datetime import datetime

import uuid_utils


def new_id() -> str:
    """A fresh UUIDv7 in its 36-character form."""
    return str(uuid_utils.uuid7())


def first_id(at: datetime) -> str:
    """What sorts before every id made at this instant (to the millisecond) or later, and after all earlier ones."""
    stamp = f"{int(at.timestamp() * 1000):012x}"
    return f"{stamp[:8]}-{stamp[8:]}"
