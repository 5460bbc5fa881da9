"""What can happen to people and their sessions."""

import secrets
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, delete, update
from sqlalchemy.exc import IntegrityError

from dayshift.accounts.access import User, find_user, hash_token
from dayshift.accounts.errors import EmailTaken, InvalidCode
from dayshift.accounts.facts import EmailChanged, PasswordChanged, UserRegistered
from dayshift.accounts.models import codes, sessions, users
from dayshift.kit.clock import now
from dayshift.kit.db import Tx, insert
from dayshift.kit.errors import NotFound
from dayshift.kit.events import publish
from dayshift.kit.ids import new_id

_insert_user = insert(users).on_conflict_do_nothing(index_elements=[users.c.email]).returning(users.c.id)
_insert_session = insert(sessions)
_delete_session = delete(sessions).where(sessions.c.token_hash == bindparam("hash"))
_delete_other_sessions = delete(sessions).where(
    sessions.c.user_id == bindparam("user"), sessions.c.token_hash != bindparam("kept")
)
_delete_own_session = (
    delete(sessions)
    .where(sessions.c.user_id == bindparam("user"), sessions.c.id == bindparam("session"))
    .returning(sessions.c.id)
)
_touch_session = update(sessions).where(sessions.c.token_hash == bindparam("hash")).values(last_seen_at=bindparam("at"))
_mark_verified = {
    what: update(users)
    .where(users.c.id == bindparam("user"), users.c[what] == bindparam("address"))
    .values({f"{what}_verified": True})
    for what in ("email", "phone")
}
_delete_user = delete(users).where(users.c.id == bindparam("user"))
_delete_codes = delete(codes).where(
    codes.c.subject.in_(bindparam("subjects", expanding=True)) | codes.c.subject.startswith(bindparam("own"))
)
_delete_expired = delete(sessions).where(
    sessions.c.user_id == bindparam("user"), sessions.c.expires_at <= bindparam("now")
)


def create_user(tx: Tx, *, email: str | None, first_name: str, last_name: str, **more: str | int | None) -> User:
    """A fresh account, at step 1 unless said; `more` may have `phone`, `password_hash` and `current_step`.

    Raises `EmailTaken`; the unique constraint decides, not a check.
    """
    user_id = new_id()
    values = {
        "id": user_id,
        "email": email,
        "email_verified": False,
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


def register_user(tx: Tx, *, password_hash: str, **person: Any) -> User:
    """The account of somebody who signs up, which others hear of. Raises `EmailTaken`."""
    user = create_user(tx, password_hash=password_hash, **person)
    publish(tx, UserRegistered(user.id))
    return user


def update_profile(tx: Tx, user: User, values: dict[str, Any]) -> User:
    """Change what the person says about themselves. A new e-mail or phone is not verified yet.

    Raises `EmailTaken`.
    """
    if "phone" in values and values["phone"] != user.phone:
        values = {**values, "phone_verified": False}
    if "email" in values and values["email"] != user.email:
        values = {**values, "email_verified": False}
        if user.email:
            publish(tx, EmailChanged(user.id, user.email))
    return update_user(tx, user.id, values)


def set_password(tx: Tx, user_id: str, password_hash: str, *, kept: str) -> User:
    """Give the account a new password and end its sessions, but for the one whose token is `kept`."""
    close_other_sessions(tx, user_id, kept)
    publish(tx, PasswordChanged(user_id))
    return update_user(tx, user_id, {"password_hash": password_hash})


def recover_account(tx: Tx, user_id: str, password_hash: str) -> User:
    """Give the account a new password by the power of a code, which proves the e-mail address as well."""
    set_password(tx, user_id, password_hash, kept="")
    return update_user(tx, user_id, {"email_verified": True, "last_login_at": now()})


def update_user(tx: Tx, user_id: str, values: dict[str, Any]) -> User:
    """Change columns of one person and return them. Raises `EmailTaken` for an address in use."""
    if values:
        try:
            tx.execute(update(users).where(users.c.id == user_id).values(**values))
        except IntegrityError as error:
            raise EmailTaken from error
    return require_user(tx, user_id)


def mark_verified(tx: Tx, user: User, what: Literal["email", "phone"]) -> User:
    """The person's e-mail or phone is proven, unless it has changed meanwhile. Raises `InvalidCode`."""
    address = getattr(user, what)
    if tx.execute(_mark_verified[what], {"user": user.id, "address": address}).rowcount != 1:
        raise InvalidCode
    return require_user(tx, user.id)


def require_user(tx: Tx, user_id: str) -> User:
    """The person with this id. Raises `NotFound`."""
    user = find_user(tx, user_id)
    if user is None:
        raise NotFound
    return user


def open_session(tx: Tx, user_id: str, days: int, device: str) -> str:
    """Sign the person in on `device`: returns the secret token, of which only the hash is kept."""
    token = secrets.token_urlsafe(32)
    at = now()
    tx.execute(_delete_expired, {"user": user_id, "now": at})
    tx.execute(
        _insert_session,
        {
            "token_hash": hash_token(token),
            "id": new_id(),
            "user_id": user_id,
            "device": device,
            "created_at": at,
            "last_seen_at": at,
            "expires_at": at + timedelta(days=days),
        },
    )
    return token


def close_session(tx: Tx, token: str) -> None:
    """Sign out: the token opens nothing any more."""
    tx.execute(_delete_session, {"hash": hash_token(token)})


def close_other_sessions(tx: Tx, user_id: str, kept: str) -> None:
    """Sign the person out everywhere but where the token is `kept`."""
    tx.execute(_delete_other_sessions, {"user": user_id, "kept": hash_token(kept)})


def close_session_of(tx: Tx, user_id: str, session_id: str) -> None:
    """End one of the person's own sessions. Raises `NotFound`."""
    if tx.execute(_delete_own_session, {"user": user_id, "session": session_id}).first() is None:
        raise NotFound


def touch_session(tx: Tx, token: str) -> None:
    """Note that the session is in use."""
    tx.execute(_touch_session, {"hash": hash_token(token), "at": now()})


def delete_user(tx: Tx, user_id: str) -> None:
    """Delete a person, their sessions and codes, and every row of other rooms that hangs on them. Raises `NotFound`."""
    user = find_user(tx, user_id)
    if user is None:
        raise NotFound
    subjects = [address for address in (user.email, user.phone) if address]
    tx.execute(_delete_codes, {"subjects": subjects, "own": f"{user_id} "})
    tx.execute(_delete_user, {"user": user_id})
