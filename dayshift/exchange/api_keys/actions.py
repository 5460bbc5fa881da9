"""Create, rotate and revoke API keys."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, or_, update

from dayshift.core.audit import Action, Details, record
from dayshift.core.db import Tx, hold_lock, insert
from dayshift.core.errors import AppError
from dayshift.core.ids import hash_token, new_id
from dayshift.exchange.api_keys.keys import HINT, Scope, new_key
from dayshift.exchange.api_keys.models import api_keys
from dayshift.exchange.api_keys.queries import ApiKey, count_keys, has_ended, own_key
from dayshift.hiring.employers import Member

MAX_KEYS = 10
"""Per employer."""

GRACE = timedelta(hours=24)
"""How long the old secret works after a rotation."""

_insert = insert(api_keys)
_mine = api_keys.c.id == bindparam("key")
_rotate = (
    update(api_keys)
    .where(_mine)
    .values(
        created_by=bindparam("member"),
        rights_version=bindparam("version"),
        old_token_hash=api_keys.c.token_hash,
        old_until=bindparam("until"),
        token_hash=bindparam("new_hash"),
        hint=bindparam("new_hint"),
    )
)
_delete = delete(api_keys).where(_mine)
_touch = (
    update(api_keys)
    .where(_mine, or_(api_keys.c.last_used_at.is_(None), api_keys.c.last_used_at < bindparam("at")))
    .values(last_used_at=bindparam("at"))
)


class TooManyApiKeys(AppError):
    """The employer has as many API keys as allowed."""

    code = "too_many_api_keys"
    status = 409
    message = "You already have 10 API keys. Revoke one first."


def create_key(
    tx: Tx, member: Member, name: str, scopes: Sequence[Scope], location_ids: Sequence[str] | None, at: datetime
) -> tuple[ApiKey, str]:
    """Create a key; return it with its secret, which is stored as a hash only. Raises `TooManyApiKeys`."""
    hold_lock(tx, f"API keys of {member.employer_id}")
    if count_keys(tx, member.employer_id) >= MAX_KEYS:
        raise TooManyApiKeys
    key_id, secret = new_id(), new_key()
    values: dict[str, Any] = {"id": key_id, "employer_id": member.employer_id, "name": name, "hint": secret[-HINT:]}
    values |= {"token_hash": hash_token(secret), "scopes": list(scopes), "created_by": member.id, "created_at": at}
    values["rights_version"] = member.rights_version
    tx.execute(_insert, {**values, "location_ids": None if location_ids is None else list(location_ids)})
    places = "all" if location_ids is None else len(location_ids)
    _record(tx, member, "key.created", key_id, {"scopes": " ".join(scopes), "locations": places})
    return own_key(tx, member.employer_id, key_id), secret


def rotate_key(tx: Tx, member: Member, key_id: str, at: datetime) -> tuple[ApiKey, str]:
    """Give a key a new secret, for which this member now stands; the old one works until `GRACE` is over.

    The old secret of a key that has ended does not come back. Raises `NotFound`.
    """
    key = own_key(tx, member.employer_id, key_id, for_update=True)
    secret = new_key()
    values: dict[str, Any] = {"key": key_id, "new_hash": hash_token(secret), "new_hint": secret[-HINT:]}
    values |= {"member": member.id, "version": member.rights_version}
    tx.execute(_rotate, {**values, "until": at if has_ended(tx, key) else at + GRACE})
    _record(tx, member, "key.rotated", key_id)
    return own_key(tx, member.employer_id, key_id), secret


def revoke_key(tx: Tx, member: Member, key_id: str) -> None:
    """End a key at once, the secret from before a rotation too. Raises `NotFound`."""
    own_key(tx, member.employer_id, key_id, for_update=True)
    tx.execute(_delete, {"key": key_id})
    _record(tx, member, "key.revoked", key_id)


def touch_key(tx: Tx, key_id: str, at: datetime) -> None:
    """Record that a key was used."""
    tx.execute(_touch, {"key": key_id, "at": at})


def _record(tx: Tx, member: Member, action: Action, key_id: str, details: Details | None = None) -> None:
    record(
        tx, action, "member", member.id,
        subject="key", subject_id=key_id, employer_id=member.employer_id, details=details,
    )  # fmt: skip
