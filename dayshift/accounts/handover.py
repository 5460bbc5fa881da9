"""A session carried into another browser of the same phone: a key that opens one, once, for a few minutes.

Other apps' browsers often have no camera, and the phone's own browser knows nobody yet. A key has 256
random bits beside the person's id, only its hash is kept, and a newer one replaces it.
"""

import secrets
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import bindparam, delete, select

from dayshift.accounts.access import User, find_user
from dayshift.accounts.codes import Purpose, keep_code
from dayshift.accounts.models import codes
from dayshift.kit.clock import now
from dayshift.kit.db import Tx
from dayshift.kit.errors import NotFound

PURPOSE: Purpose = "handover"
LIFETIME = timedelta(minutes=3)

_key = (
    (codes.c.purpose == PURPOSE)
    & (codes.c.subject == bindparam("whose"))
    & (codes.c.code_hash == bindparam("hash"))
    & (codes.c.expires_at > bindparam("now"))
)
_find = select(codes.c.subject).where(_key)
_spend = delete(codes).where(_key).returning(codes.c.subject)


def issue(tx: Tx, user_id: str) -> str:
    """A key for this person, in place of any earlier one."""
    key = f"{user_id}.{secrets.token_urlsafe(32)}"
    keep_code(tx, PURPOSE, user_id, _hash(key), LIFETIME)
    return key


def whose(tx: Tx, key: str) -> User:
    """Whose session a key would open. Raises `NotFound` for one that was used, replaced or is too old."""
    return _user(tx, tx.execute(_find, _named(key)).scalar())


def redeem(tx: Tx, key: str) -> User:
    """Use a key up. Raises `NotFound` as `whose` does; of two at once one succeeds."""
    return _user(tx, tx.execute(_spend, _named(key)).scalar())


def _user(tx: Tx, user_id: str | None) -> User:
    user = find_user(tx, user_id) if user_id else None
    if user is None:
        raise NotFound
    return user


def _named(key: str) -> dict[str, object]:
    return {"whose": key.partition(".")[0], "hash": _hash(key), "now": now()}


def _hash(key: str) -> str:
    # A plain digest: what has 256 random bits cannot be guessed from it.
    return sha256(key.encode()).hexdigest()
