"""The key with which an employer's applicant tracking system signs in: one for each employer, stored as a hash."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, func, select, update

from dayshift.core.audit import Action, record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import hash_token
from dayshift.hiring.applications.models import assessment_keys
from dayshift.hiring.employers import Member, keeps_owner_rights

PREFIX = "dayshift_ats_"
"""Lets secret scanners recognize a key."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key without the key itself; `ending` are its last characters."""

    employer_id: str
    ending: str
    created_by: str | None
    rights_version: int
    created_at: datetime
    used_at: datetime | None
    failed_at: datetime | None


_columns = [assessment_keys.c[name] for name in Key.__slots__]
_put = insert(assessment_keys)
_put = _put.on_conflict_do_update(
    index_elements=["employer_id"],
    set_={
        name: _put.excluded[name]
        for name in ("key_hash", "ending", "created_by", "rights_version", "created_at", "used_at", "failed_at")
    },
)
_by_employer = select(*_columns).where(assessment_keys.c.employer_id == bindparam("employer"))
_by_hash = select(*_columns).where(assessment_keys.c.key_hash == bindparam("hash"))
_touch = update(assessment_keys).where(assessment_keys.c.employer_id == bindparam("employer"))
_delete = delete(assessment_keys).where(assessment_keys.c.employer_id == bindparam("employer"))
_count = select(func.count()).select_from(assessment_keys)


def create_key(tx: Tx, member: Member, at: datetime) -> tuple[Key, str]:
    """Create the employer's key and return it with its text, which is shown once. The one before stops working."""
    text = PREFIX + secrets.token_urlsafe(32)
    key = Key(member.employer_id, text[-4:], member.id, member.rights_version, at, None, None)
    values = {name: getattr(key, name) for name in Key.__slots__}
    tx.execute(_put, {**values, "key_hash": hash_token(text)})
    _record(tx, "assessment.key_created", member)
    return key, text


def revoke_key(tx: Tx, member: Member) -> None:
    """Delete the employer's key. Raises `NotFound` without one."""
    if not tx.execute(_delete, {"employer": member.employer_id}).rowcount:
        raise NotFound
    _record(tx, "assessment.key_revoked", member)


def find_key(tx: Tx, employer_id: str) -> Key | None:
    """Return an employer's key."""
    row = tx.execute(_by_employer, {"employer": employer_id}).first()
    return Key(*row) if row else None


def find_key_by_text(tx: Tx, text: str) -> Key | None:
    """Return the key with this text, unless it `has_ended`."""
    row = tx.execute(_by_hash, {"hash": hash_token(text)}).first()
    key = Key(*row) if row else None
    return None if key is None or has_ended(tx, key) else key


def has_ended(tx: Tx, key: Key) -> bool:
    """Whether a key has stopped because its creator left or lost the role of an owner, even if it came back."""
    return not keeps_owner_rights(tx, key.created_by, key.rights_version)


def note_use(tx: Tx, employer_id: str, at: datetime) -> None:
    """Note that a key was used."""
    tx.execute(_touch.values(used_at=at), {"employer": employer_id})


def note_failure(tx: Tx, employer_id: str, at: datetime) -> None:
    """Note that the system reported an error that belongs to no order."""
    tx.execute(_touch.values(failed_at=at), {"employer": employer_id})


def count_keys(tx: Tx) -> int:
    """Return the number of keys."""
    return tx.execute(_count).scalar_one()


def _record(tx: Tx, action: Action, member: Member) -> None:
    record(
        tx, action, "member", member.id,
        subject="employer", subject_id=member.employer_id, employer_id=member.employer_id,
    )  # fmt: skip
