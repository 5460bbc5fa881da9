"""Identifiers: UUIDv7, so that keys sort by age and never count anything."""

import uuid_utils


def new_id() -> str:
    """A fresh UUIDv7 in its 36-character form."""
    return str(uuid_utils.uuid7())
