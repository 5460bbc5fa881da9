"""Signed links that open one resource without a password; the signing key never leaves the database."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hmac import compare_digest, digest

from sqlalchemy import Column, LargeBinary, String, Table, bindparam, select

from dayshift.core.db import Tx, metadata
from dayshift.core.errors import NotFound

SIGNATURE_BYTES = 16
"""Truncated from the HMAC's 32 bytes: 128 bits cannot be guessed, and links still fit in a text message."""

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),  # Created by the migration, so all processes share it.
)

_key = select(signing_keys.c.value).where(signing_keys.c.name == bindparam("name"))


def sign(tx: Tx, purpose: str, subject: str) -> str:
    """Return a token that grants `purpose` on `subject`: the subject, a dot, and a signature of 22 characters."""
    return f"{subject}.{_signature(tx, purpose, subject)}"


def signer(tx: Tx, purpose: str) -> Callable[[str], str]:
    """Return a `sign` function for many subjects that reads the key once."""
    key: bytes = tx.execute(_key, {"name": "links"}).scalar_one()
    return lambda subject: f"{subject}.{_signed(key, purpose, subject)}"


def opened_by(tx: Tx, purpose: str, token: str) -> str:
    """Return the subject of `token`. Raises `NotFound` unless it was signed here for this purpose."""
    subject, _, signature = token.rpartition(".")
    if not compare_digest(_bytes(signature), _bytes(_signature(tx, purpose, subject))):
        raise NotFound
    return subject


def _signature(tx: Tx, purpose: str, subject: str) -> str:
    key: bytes = tx.execute(_key, {"name": "links"}).scalar_one()
    return _signed(key, purpose, subject)


def _signed(key: bytes, purpose: str, subject: str) -> str:
    signed = digest(key, _bytes(f"{purpose}\n{subject}"), "sha256")[:SIGNATURE_BYTES]
    return urlsafe_b64encode(signed).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    # A link may hold any text, even lone surrogates, which cannot be encoded as strict UTF-8.
    return text.encode("utf-8", "surrogatepass")
