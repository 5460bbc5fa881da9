"""Transfer of a session to another browser on the same phone: a single-use key, valid for three minutes.

In-app browsers often have no camera, and the phone's own browser is not signed in. A key has 256 random bits; only its
hash is stored, and a newer one replaces it. It belongs to one session; when that ends, so do the key and its session.
"""

import secrets
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import bindparam, delete, select

from dayshift.accounts.codes import Purpose, keep_code
from dayshift.accounts.models import codes
from dayshift.accounts.queries import Parent, User, find_parent, find_parent_by_id, find_user
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn

PURPOSE: Purpose = "handover"
LIFETIME = timedelta(minutes=3)

_key = (codes.c.purpose == PURPOSE) & (codes.c.code_hash == bindparam("hash")) & (codes.c.expires_at > bindparam("now"))
_find = select(codes.c.subject).where(_key)
_spend = delete(codes).where(_key).returning(codes.c.subject)


def issue(tx: Tx, token: str) -> str:
    """Return a key for the session of this token, replacing any earlier one. Raises `NotSignedIn`."""
    session = find_parent(tx, token=token)
    if session is None:
        raise NotSignedIn
    key = secrets.token_urlsafe(32)
    keep_code(tx, PURPOSE, f"{session.user_id} {session.id}", _hash(key), LIFETIME, owner=session.user_id)
    return key


def preview(tx: Tx, key: str) -> User:
    """Return the user that a key signs in. Raises `NotFound` for one that is used, replaced, revoked or expired."""
    user = find_user(tx, _parent(tx, tx.execute(_find, _named(key)).scalar()).user_id)
    assert user is not None  # noqa: S101  (sessions refer to users)
    return user


def redeem(tx: Tx, key: str) -> Parent:
    """Use up a key; return the session that issued it. Of two concurrent calls, one raises `NotFound`."""
    return _parent(tx, tx.execute(_spend, _named(key)).scalar())


def _parent(tx: Tx, subject: str | None) -> Parent:
    session = find_parent_by_id(tx, subject.partition(" ")[2]) if subject else None
    if session is None:
        raise NotFound
    return session


def _named(key: str) -> dict[str, object]:
    return {"hash": _hash(key), "now": now()}


def _hash(key: str) -> str:
    # A plain digest is enough: 256 random bits cannot be brute-forced.
    return sha256(key.encode()).hexdigest()
