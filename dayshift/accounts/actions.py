"""What can happen to people and their sessions."""

import secrets
from datetime import timedelta
from typing import Any

from sqlalchemy import bindparam, delete, update
from sqlalchemy.exc import IntegrityError

from dayshift.accounts.access import User, find_user, hash_token
from dayshift.accounts.errors import EmailTaken
from dayshift.accounts.models import sessions, users
from dayshift.kit.clock import now
from dayshift.kit.db import Tx, insert
from dayshift.kit.errors import NotFound
from dayshift.kit.ids import new_id

_insert_user = insert(users).on_conflict_do_nothing(index_elements=[users.c.email]).returning(users.c.id)
_insert_session = insert(sessions)
_delete_session = delete(sessions).where(sessions.c.token_hash == bindparam("hash"))
_delete_other_sessions = delete(sessions).where(
    sessions.c.user_id == bindparam("user"), sessions.c.token_hash != bindparam("kept")
)
_delete_expired = delete(sessions).where(
    sessions.c.user_id == bindparam("user"), sessions.c.expires_at <= bindparam("now")
)


def create_user(tx: Tx, *, email: str | None, first_name: str, last_name: str, **more: str | None) -> User:
    """A fresh account at step 1; `more` may have `phone` and `password_hash`.

    Raises `EmailTaken`; the unique constraint decides, not a check.
    """
    user_id = new_id()
    values = {
        "id": user_id,
        "email": email,
        "first_name": first_name,
        "last_name": last_name,
        "phone_verified": False,
        "profile_completed": False,
        "interview_completed": False,
        "current_step": 1,
        "flow_completed": False,
        "created_at": now(),
        **more,
    }
    if tx.execute(_insert_user, values).first() is None:
        raise EmailTaken
    return require_user(tx, user_id)


def update_user(tx: Tx, user_id: str, values: dict[str, Any]) -> User:
    """Change columns of one person and return them. Raises `EmailTaken` for an address in use."""
    if values:
        try:
            tx.execute(update(users).where(users.c.id == user_id).values(**values))
        except IntegrityError as error:
            raise EmailTaken from error
    return require_user(tx, user_id)


def require_user(tx: Tx, user_id: str) -> User:
    """The person with this id. Raises `NotFound`."""
    user = find_user(tx, user_id)
    if user is None:
        raise NotFound
    return user


def open_session(tx: Tx, user_id: str, days: int) -> str:
    """Sign the person in: returns the secret token, of which only the hash is kept."""
    token = secrets.token_urlsafe(32)
    at = now()
    tx.execute(_delete_expired, {"user": user_id, "now": at})
    tx.execute(
        _insert_session,
        {
            "token_hash": hash_token(token),
            "user_id": user_id,
            "created_at": at,
            "expires_at": at + timedelta(days=days),
        },
    )
    return token


def close_session(tx: Tx, token: str) -> None:
    """Sign out: the token opens nothing any more."""
    tx.execute(_delete_session, {"hash": hash_token(token)})


def close_other_sessions(tx: Tx, user_id: str, kept: str) -> None:
    """Sign the person out everywhere but here."""
    tx.execute(_delete_other_sessions, {"user": user_id, "kept": hash_token(kept)})
