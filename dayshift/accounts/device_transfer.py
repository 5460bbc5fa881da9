"""Transfer of a session to another browser of the same phone: a key that opens one, once, for three minutes.

In-app browsers often have no camera, and the phone's own browser is not signed in. A key has 256 random bits; only its
hash is kept, and a newer one replaces it. It belongs to one session: it ends with it, and so does the session it opens.
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
    """A key for the session of this token, in place of any earlier one. Raises `NotSignedIn`."""
    session = find_parent(tx, token=token)
    if session is None:
        raise NotSignedIn
    key = secrets.token_urlsafe(32)
    keep_code(tx, PURPOSE, f"{session.user_id} {session.id}", _hash(key), LIFETIME, owner=session.user_id)
    return key


def preview(tx: Tx, key: str) -> User:
    """The person that a key would sign in. Raises `NotFound` for one that is used, replaced, revoked or too old."""
    user = find_user(tx, _parent(tx, tx.execute(_find, _named(key)).scalar()).user_id)
    assert user is not None  # noqa: S101  (sessions refer to people)
    return user


def redeem(tx: Tx, key: str) -> Parent:
    """Use a key up; returns the session it was made in. Of two calls at once one raises `NotFound`."""
    return _parent(tx, tx.execute(_spend, _named(key)).scalar())


def _parent(tx: Tx, subject: str | None) -> Parent:
    session = find_parent_by_id(tx, subject.partition(" ")[2]) if subject else None
    if session is None:
        raise NotFound
    return session


def _named(key: str) -> dict[str, object]:
    return {"hash": _hash(key), "now": now()}


def _hash(key: str) -> str:
    # A plain digest: 256 random bits cannot be guessed from it.
    return sha256(key.encode()).hexdigest()
