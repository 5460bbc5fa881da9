"""Six-digit codes that verify an address: valid for ten minutes, five attempts, single use.

An attempt is counted before the code is compared, and the code is used up in the transaction that it
authorizes; concurrent attempts or reuse therefore gain nothing. The plain code exists only on its way
into the message.
"""

import asyncio
import secrets
from datetime import timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, update

from dayshift.accounts.errors import InvalidCode
from dayshift.accounts.models import codes
from dayshift.accounts.passwords import Passwords, hash_secret
from dayshift.accounts.queries import lock_user
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import NotSignedIn

LIFETIME = timedelta(minutes=10)
TRIES = 5

Purpose = Literal["password", "email", "phone", "handover", "passkey", "review"]

_insert = insert(codes)
_replace = _insert.on_conflict_do_update(
    index_elements=[codes.c.purpose, codes.c.subject],
    set_={
        "code_hash": _insert.excluded.code_hash,
        "tries": _insert.excluded.tries,
        "expires_at": _insert.excluded.expires_at,
    },
)
_key = (codes.c.purpose == bindparam("for")) & (codes.c.subject == bindparam("whose"))
_take_try = (
    update(codes)
    .where(_key, codes.c.tries < TRIES, codes.c.expires_at > bindparam("now"))
    .values(tries=codes.c.tries + 1)
    .returning(codes.c.code_hash)
)
_spend = delete(codes).where(_key, codes.c.code_hash == bindparam("hash")).returning(codes.c.purpose)
_take = delete(codes).where(_key, codes.c.expires_at > bindparam("now")).returning(codes.c.code_hash)
_delete_expired = delete(codes).where(codes.c.expires_at <= bindparam("now"))


def subject_of(address: str, user_id: str | None) -> str:
    """Return the key of a code: the address alone, or an address in one user's account.

    A code for an address that the user has since changed is therefore not found.
    """
    return f"{user_id} {address}" if user_id else address


async def issue_code(db: Database, purpose: Purpose, address: str, user_id: str | None = None) -> str:
    """Create a code, replacing any earlier one. Its hash is durable when this returns.

    Raises `NotSignedIn` if the account has been deleted.
    """
    code = f"{secrets.randbelow(1_000_000):06}"
    hashed = await asyncio.to_thread(hash_secret, code)
    await db.write(keep_code, purpose, subject_of(address, user_id), hashed, LIFETIME, owner=user_id)
    return code


async def check_code(db: Database, hashing: Passwords, purpose: Purpose, subject: str, code: str) -> str:
    """Return the proof for `spend_code`. Raises `InvalidCode`, in the same time for every reason."""
    stored = await db.write(_count_try, purpose, subject)
    fits = await hashing.verify(code, stored)
    if stored is None or not fits:
        raise InvalidCode
    return stored


def spend_code(tx: Tx, purpose: Purpose, subject: str, proof: str) -> None:
    """Use up the code. Raises `InvalidCode` if it was used or replaced concurrently."""
    if tx.execute(_spend, {"for": purpose, "whose": subject, "hash": proof}).first() is None:
        raise InvalidCode


def keep_code(
    tx: Tx, purpose: Purpose, subject: str, code_hash: str, lifetime: timedelta, *, owner: str | None = None
) -> None:
    """Store the hash of a code (or a challenge, which is not secret), replacing any earlier one.

    Raises `NotSignedIn` if the account `owner` is deleted: no foreign key would remove the row.
    """
    if owner is not None and not lock_user(tx, owner, against="deletion"):
        raise NotSignedIn
    at = now()
    tx.execute(_delete_expired, {"now": at})
    row = {"purpose": purpose, "subject": subject, "code_hash": code_hash, "tries": 0, "expires_at": at + lifetime}
    tx.execute(_replace, row)


def take_code(tx: Tx, purpose: Purpose, subject: str) -> str:
    """Delete and return what `keep_code` stored. Raises `InvalidCode` if it is missing or expired."""
    row = tx.execute(_take, {"for": purpose, "whose": subject, "now": now()}).first()
    if row is None:
        raise InvalidCode
    return str(row.code_hash)


def _count_try(tx: Tx, purpose: Purpose, subject: str) -> str | None:
    row = tx.execute(_take_try, {"for": purpose, "whose": subject, "now": now()}).first()
    return row.code_hash if row else None
