"""Identifiers: UUIDv7, so that keys sort by age and reveal no counts. Tokens are stored as hashes."""

from datetime import datetime
from hashlib import sha256

import uuid_utils


def new_id() -> str:
    """Return a new UUIDv7 in its 36-character form."""
    return str(uuid_utils.uuid7())


def first_id(at: datetime) -> str:
    """Return the lower bound of all ids created at this instant (to the millisecond) or later."""
    stamp = f"{int(at.timestamp() * 1000):012x}"
    return f"{stamp[:8]}-{stamp[8:]}"


def hash_token(token: str) -> bytes:
    """Return the SHA-256 of a session or link token, as stored. The token is random, so no salt is needed."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
