"""Links that open one thing without a password: what they name, signed with a key that never leaves the database."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from hmac import compare_digest, digest

from sqlalchemy import Column, LargeBinary, String, Table, bindparam, select

from dayshift.core.db import Tx, metadata
from dayshift.core.errors import NotFound

SIGNATURE_BYTES = 16
"""Of the HMAC's 32: 128 bits are beyond guessing, and the link stays short enough for a text message."""

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary(32), nullable=False),  # Made by the migration, so that all processes share it.
)

_key = select(signing_keys.c.value).where(signing_keys.c.name == bindparam("name"))


def sign(tx: Tx, purpose: str, subject: str) -> str:
    """A token that opens `subject` for `purpose`: the subject, a dot, and 22 characters of signature."""
    return f"{subject}.{_signature(tx, purpose, subject)}"


def signer(tx: Tx, purpose: str) -> Callable[[str], str]:
    """`sign` for many subjects, which reads the key once."""
    key: bytes = tx.execute(_key, {"name": "links"}).scalar_one()
    return lambda subject: f"{subject}.{_signed(key, purpose, subject)}"


def opened_by(tx: Tx, purpose: str, token: str) -> str:
    """What `token` opens. Raises `NotFound` for a token that was not signed here for this purpose."""
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
    # A link may hold any text, also lone surrogates, which have no UTF-8.
    return text.encode("utf-8", "surrogatepass")
