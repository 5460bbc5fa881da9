"""Changes to users and their sessions.

A revocation ends everything issued to a user before it: `revoke` for the whole account, `close_session` and
`close_session_of` for one session. docs/security.md has the table.
"""

from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import bindparam, delete, exists, literal, select, update
from sqlalchemy.exc import IntegrityError

from dayshift.accounts.changes import Change, record_change, spend_changes_since
from dayshift.accounts.errors import EmailTaken, InvalidCode, InvalidPasskey
from dayshift.accounts.events import CodeRequested, EmailChanged, PasswordChanged, UserRegistered
from dayshift.accounts.held import keep_held
from dayshift.accounts.models import changes, codes, passkeys, sessions, users
from dayshift.accounts.queries import (
    SESSIONS,
    Parent,
    Passkey,
    StoredPasskey,
    User,
    columns,
    find_user,
    lock_user,
    refuse_more_passkeys,
)
from dayshift.core.audit import record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.events import publish
from dayshift.core.ids import hash_token, new_id

# RETURNING of an INSERT cannot look the new row up in another table, and a new user is no operator.
_of_new = [literal(False).label("operator") if one.name == "operator" else one for one in columns]
_insert_user = insert(users).on_conflict_do_nothing(index_elements=[users.c.email]).returning(*_of_new)
_update_user = update(users).where(users.c.id == bindparam("user")).returning(*columns)
_renew_hash = (
    update(users)
    .where(users.c.id == bindparam("user"), users.c.password_hash == bindparam("old"))
    .values(password_hash=bindparam("new"))
)
_detach_session = update(sessions).where(SESSIONS.of_token).values(parent_id=None)
_prove_session = update(sessions).where(SESSIONS.of_token).values(proved_at=bindparam("at"))
_raise_version = (
    update(users).where(users.c.id == bindparam("user")).values(security_version=users.c.security_version + 1)
)
_mark_verified = {
    what: update(users)
    .where(users.c.id == bindparam("user"), users.c[what] == bindparam("address"))
    .values({f"{what}_verified": True})
    for what in ("email", "phone")
}
_delete_passkeys = delete(passkeys).where(passkeys.c.user_id == bindparam("user"))
_insert_passkey = (
    insert(passkeys)
    .on_conflict_do_nothing(index_elements=[passkeys.c.credential_id])
    .returning(*[passkeys.c[name] for name in Passkey.__slots__])
)
_delete_passkey = (
    delete(passkeys)
    .where(passkeys.c.user_id == bindparam("user"), passkeys.c.id == bindparam("passkey"))
    .returning(passkeys.c.id)
)
_use_passkey = (
    update(passkeys)
    .where(passkeys.c.id == bindparam("passkey"))
    .values(sign_count=bindparam("signs"), last_used_at=bindparam("at"))
    .returning(passkeys.c.id)
)
_delete_user = delete(users).where(users.c.id == bindparam("user"))
_delete_codes = delete(codes).where(
    codes.c.subject.in_(bindparam("addresses", expanding=True)) | codes.c.subject.startswith(bindparam("own")),
)
_reserved = select(literal(1)).where(
    exists().where(
        changes.c.email == bindparam("email"),
        changes.c.user_id != bindparam("user"),
        changes.c.expires_at > bindparam("now"),
    )
)


def create_user(tx: Tx, *, email: str | None, first_name: str, last_name: str, **more: str | int | None) -> User:
    """Create an account, at step 1 by default; `more` may have `phone`, `password_hash` and `current_step`.

    Raises `EmailTaken`, based on the unique constraint.
    """
    user_id = new_id()
    if email:
        _refuse_reserved(tx, email, user_id)
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
    row = tx.execute(_insert_user, values).first()
    if row is None:
        raise EmailTaken
    return User(*row)


def register_user(tx: Tx, *, password_hash: str | None, **person: Any) -> User:
    """Create an account and publish `UserRegistered`. Raises `EmailTaken`.

    Without a password, its owner sets one with a code by email, like the owners of imported accounts.
    """
    user = create_user(tx, password_hash=password_hash, **person)
    publish(tx, UserRegistered(user.id))
    return user


def update_profile(tx: Tx, user: User, values: dict[str, Any], *, kept: str) -> User:
    """Change the user's profile. A new email address or phone number is unverified.

    The audit log has the names of the changed fields, not what they contain. A new email address revokes everything
    except the session whose token is `kept`. Raises `EmailTaken`.
    """
    if changed := sorted(name for name, value in values.items() if getattr(user, name) != value):
        keep_held(tx, [users.c[name] for name in changed], users.c.id == user.id, user_id=user.id)
        record(
            tx, "profile.corrected", "candidate", user.id, subject="person", subject_id=user.id,
            details={"fields": ", ".join(changed)},
        )  # fmt: skip
    if "phone" in values and values["phone"] != user.phone:
        values = {**values, "phone_verified": False}
    if "email" in values and values["email"] != user.email:
        if values["email"]:
            _refuse_reserved(tx, values["email"], user.id)
        values = {**values, "email_verified": False}
        if change := record_change(tx, user, "email"):
            publish(tx, EmailChanged(user.id, change))
        revoke(tx, user, kept=kept)
    return update_user(tx, user.id, values)


def set_password(tx: Tx, user_id: str, password_hash: str, *, kept: str) -> User:
    """Set a new password and revoke everything, including passkeys, except the session whose token is `kept`."""
    user = require_user(tx, user_id)
    if change := record_change(tx, user, "password"):
        publish(tx, PasswordChanged(user_id, change))
    revoke(tx, user, kept=kept)
    tx.execute(_delete_passkeys, {"user": user_id})
    if kept:
        prove_session(tx, kept)
    return update_user(tx, user_id, {"password_hash": password_hash})


def renew_password_hash(tx: Tx, user_id: str, old: str, new: str) -> None:
    """Store another hash of the same password, unless the password has changed meanwhile. Revokes nothing."""
    tx.execute(_renew_hash, {"user": user_id, "old": old, "new": new})


def recover_account(tx: Tx, user_id: str, password_hash: str) -> User:
    """Set a new password after a code was verified, which also verifies the email address."""
    set_password(tx, user_id, password_hash, kept="")
    return update_user(tx, user_id, {"email_verified": True, "last_login_at": now()})


def undo_change(tx: Tx, change: Change) -> User:
    """Restore the address from before a change, and revoke everything issued to the account.

    Removes the password too: someone else may know it. Raises `EmailTaken`.
    """
    spend_changes_since(tx, change)
    revoke(tx, require_user(tx, change.user_id))
    tx.execute(_delete_passkeys, {"user": change.user_id})
    values = {"email": change.email, "email_verified": True, "password_hash": None}
    return update_user(tx, change.user_id, values)


def update_user(tx: Tx, user_id: str, values: dict[str, Any]) -> User:
    """Update columns of a user and return the user. Raises `NotFound`, and `EmailTaken` for an address in use."""
    if not values:
        return require_user(tx, user_id)
    try:
        row = tx.execute(_update_user, {"user": user_id, **values}).first()
    except IntegrityError as error:
        raise EmailTaken from error
    if row is None:
        raise NotFound
    return User(*row)


def mark_verified(tx: Tx, user: User, what: Literal["email", "phone"]) -> User:
    """Mark the user's email or phone as verified. Raises `InvalidCode` if it has changed in the meantime."""
    address = getattr(user, what)
    if tx.execute(_mark_verified[what], {"user": user.id, "address": address}).rowcount != 1:
        raise InvalidCode
    return require_user(tx, user.id)


def request_code(tx: Tx, wanted: CodeRequested) -> None:
    """Request a code. Raises `NotSignedIn` if the requesting account has been deleted."""
    if wanted.user_id is not None and not lock_user(tx, wanted.user_id, against="deletion"):
        raise NotSignedIn
    publish(tx, wanted)


def require_user(tx: Tx, user_id: str) -> User:
    """Return the user with this id. Raises `NotFound`."""
    user = find_user(tx, user_id)
    if user is None:
        raise NotFound
    return user


def open_session(tx: Tx, user_id: str, days: int, device: str, *, trusted_since: datetime | None = None) -> str:
    """Open a session on `device`; return the secret token, of which only the hash is stored.

    `trusted_since`: that of the passkey which opens it.
    """
    at = now()
    until = at + timedelta(days=days)
    return SESSIONS.open(tx, user_id, device, until, proved_at=at, trusted_since=trusted_since)


def open_transferred_session(tx: Tx, parent: Parent, device: str) -> str:
    """Open a session on another device; it ends with its parent at the latest."""
    return SESSIONS.open(tx, parent.user_id, device, parent.expires_at, parent_id=parent.id)


def revoke(tx: Tx, user: User, *, kept: str = "") -> None:
    """Revoke everything issued to the user: sessions, transfer keys, codes, challenges and known devices.

    The session whose token is `kept` stays valid.
    """
    # A transferred session would end with its parent.
    tx.execute(_detach_session, {"hash": hash_token(kept)})
    SESSIONS.end_others(tx, user.id, kept=kept)
    _revoke_codes(tx, user)
    tx.execute(_raise_version, {"user": user.id})


def _revoke_codes(tx: Tx, user: User) -> None:
    addresses = [address for address in (user.email, user.phone) if address]
    tx.execute(_delete_codes, {"addresses": addresses, "own": f"{user.id} "})


def close_session(tx: Tx, token: str) -> None:
    """Sign out: end the session, those transferred from it, and the user's codes and transfer keys."""
    if ended := SESSIONS.end(tx, token):
        _revoke_codes(tx, require_user(tx, ended.user_id))


def close_session_of(tx: Tx, user: User, session_id: str) -> None:
    """End one of the user's own sessions, like `close_session`. Raises `NotFound`."""
    SESSIONS.end_own(tx, user.id, session_id)
    _revoke_codes(tx, user)


def prove_session(tx: Tx, token: str) -> None:
    """Record that the password or a passkey was just verified in this session."""
    tx.execute(_prove_session, {"hash": hash_token(token), "at": now()})


def add_passkey(  # noqa: PLR0913  (each is stored)
    tx: Tx, user_id: str, credential_id: bytes, public_key: bytes, sign_count: int, device: str,
    *, trusted_since: datetime | None = None,
) -> Passkey:  # fmt: skip
    """Store a verified passkey. Raises `TooManyPasskeys`, or `InvalidPasskey` for a duplicate.

    `trusted_since`: that of the session in which it is added, if a passkey opened that.
    """
    refuse_more_passkeys(tx, user_id)
    at = now()
    values = {
        "id": new_id(),
        "user_id": user_id,
        "credential_id": credential_id,
        "public_key": public_key,
        "sign_count": sign_count,
        "device": device,
        "created_at": at,
        "trusted_since": trusted_since or at,
    }
    kept = tx.execute(_insert_passkey, values).first()
    if kept is None:
        raise InvalidPasskey
    return Passkey(*kept)


def remove_passkey(tx: Tx, user_id: str, passkey_id: str) -> None:
    """Remove one of the user's passkeys. Raises `NotFound`."""
    if tx.execute(_delete_passkey, {"user": user_id, "passkey": passkey_id}).first() is None:
        raise NotFound


def use_passkey(tx: Tx, passkey: StoredPasskey, sign_count: int) -> User:
    """Record a sign-in with a passkey. Raises `InvalidPasskey` if it has been removed."""
    at = now()
    if tx.execute(_use_passkey, {"passkey": passkey.id, "signs": sign_count, "at": at}).first() is None:
        raise InvalidPasskey
    return update_user(tx, passkey.user_id, {"last_login_at": at})


def delete_user(tx: Tx, user_id: str) -> None:
    """Delete a user, their sessions and codes, and all dependent rows of other packages. Raises `NotFound`."""
    user = find_user(tx, user_id)
    if user is None:
        raise NotFound
    _revoke_codes(tx, user)
    tx.execute(_delete_user, {"user": user_id})


def _refuse_reserved(tx: Tx, email: str, user_id: str) -> None:
    """Reserve an address while its former account can still undo the change. Raises `EmailTaken`."""
    if tx.execute(_reserved, {"email": email, "user": user_id, "now": now()}).first():
        raise EmailTaken
