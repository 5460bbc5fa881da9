"""Signed links that open one resource without a password; the signing key never leaves the database."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from hmac import compare_digest, digest

from sqlalchemy import Column, LargeBinary, String, Table, bindparam, delete, insert, or_, select, update

from dayshift.core.clock import now
from dayshift.core.db import Instant, Tx, metadata
from dayshift.core.errors import NotFound

SIGNATURE_BYTES = 16
"""Truncated from the HMAC's 32 bytes: 128 bits cannot be guessed, and links still fit in a text message."""

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),  # Created by the migration, so all processes share it.
    Column("expires_at", Instant),  # Of a replaced key, which still opens links; null: the key that signs.
)

_CURRENT = signing_keys.c.name == "links"
_key = select(signing_keys.c.value).where(_CURRENT)
_keys = select(signing_keys.c.value).where(
    or_(signing_keys.c.expires_at.is_(None), signing_keys.c.expires_at > bindparam("now"))
)
_replace = update(signing_keys).where(_CURRENT).values(value=bindparam("new"))
_keep = insert(signing_keys)
_delete_old = delete(signing_keys).where(signing_keys.c.expires_at <= bindparam("until"))


def sign(tx: Tx, purpose: str, subject: str) -> str:
    """Return a token that grants `purpose` on `subject`: the subject, a dot, and a signature of 22 characters."""
    return signer(tx, purpose)(subject)


def signer(tx: Tx, purpose: str) -> Callable[[str], str]:
    """Return a `sign` function for many subjects that reads the key once."""
    key: bytes = tx.execute(_key).scalar_one()
    return lambda subject: f"{subject}.{_signed(key, purpose, subject)}"


def opened_by(tx: Tx, purpose: str, token: str) -> str:
    """Return the subject of `token`. Raises `NotFound` unless it was signed here for this purpose."""
    subject, _, signature = token.rpartition(".")
    for key in tx.execute(_keys, {"now": now()}).scalars():
        if compare_digest(_bytes(signature), _bytes(_signed(key, purpose, subject))):
            return subject
    raise NotFound


def rotate(tx: Tx, overlap: timedelta) -> None:
    """Sign with a new key from now on. Links that an earlier key signed end after `overlap`, at the latest."""
    until = now() + overlap
    old: bytes = tx.execute(_key.with_for_update()).scalar_one()
    tx.execute(_delete_old, {"until": now()})
    tx.execute(update(signing_keys).where(signing_keys.c.expires_at > until).values(expires_at=until))
    if overlap:
        tx.execute(_keep, {"name": f"links {secrets.token_hex(8)}", "value": old, "expires_at": until})
    else:
        tx.execute(delete(signing_keys).where(signing_keys.c.expires_at.is_not(None)))
    tx.execute(_replace, {"new": secrets.token_bytes(32)})


def _signed(key: bytes, purpose: str, subject: str) -> str:
    signed = digest(key, _bytes(f"{purpose}\n{subject}"), "sha256")[:SIGNATURE_BYTES]
    return urlsafe_b64encode(signed).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    # A link may hold any text, even lone surrogates, which cannot be encoded as strict UTF-8.
    return text.encode("utf-8", "surrogatepass")
