"""Signatures and secrets as in the specification of Standard Webhooks, version 1."""

import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from hmac import digest

SECRET_BYTES = 32
"""The specification asks for 24 to 64."""


def new_secret() -> bytes:
    """Return a new random secret."""
    return secrets.token_bytes(SECRET_BYTES)


def shown(secret: bytes) -> str:
    """Return a secret as its owner gets it."""
    return f"whsec_{b64encode(secret).decode()}"


def headers_of(message_id: str, at: datetime, body: bytes, keys: Sequence[bytes]) -> dict[str, str]:
    """Return the headers of a delivery, with a signature by each of the secrets."""
    stamp = str(int(at.timestamp()))
    signed = b".".join((message_id.encode(), stamp.encode(), body))
    signatures = (f"v1,{b64encode(digest(key, signed, 'sha256')).decode()}" for key in keys)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": stamp,
        "webhook-signature": " ".join(signatures),
    }
