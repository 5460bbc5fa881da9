"""Load API keys."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, select

from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.ids import hash_token
from dayshift.exchange.api_keys.keys import Scope
from dayshift.exchange.api_keys.models import api_keys
from dayshift.hiring.employers import keeps_owner_rights


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key without its secret. `location_ids` None: the whole employer; `old_until`: see `actions.rotate_key`."""

    id: str
    employer_id: str
    name: str
    hint: str
    scopes: list[Scope]
    location_ids: list[str] | None
    old_until: datetime | None
    created_by: str | None
    rights_version: int
    created_at: datetime
    last_used_at: datetime | None


_keys = select(*(api_keys.c[name] for name in ApiKey.__slots__))
_of_employer = _keys.where(api_keys.c.employer_id == bindparam("employer")).order_by(api_keys.c.id)
_one = _keys.where(api_keys.c.id == bindparam("id"), api_keys.c.employer_id == bindparam("employer"))
_one_locked = _one.with_for_update(key_share=True)
_by_hash = _keys.where(api_keys.c.token_hash == bindparam("hash"))
_by_old_hash = _keys.where(api_keys.c.old_token_hash == bindparam("hash"), api_keys.c.old_until > bindparam("at"))
_count = select(func.count()).select_from(api_keys).where(api_keys.c.employer_id == bindparam("employer"))
_all = _keys.order_by(api_keys.c.id)


def keys_of(tx: Tx, employer_id: str) -> list[ApiKey]:
    """Return an employer's keys, oldest first."""
    return [ApiKey(*row) for row in tx.execute(_of_employer, {"employer": employer_id})]


def all_keys(tx: Tx) -> list[ApiKey]:
    """Return the keys of all employers."""
    return [ApiKey(*row) for row in tx.execute(_all)]


def count_keys(tx: Tx, employer_id: str) -> int:
    """Return how many keys an employer has."""
    return tx.execute(_count, {"employer": employer_id}).scalar_one()


def own_key(tx: Tx, employer_id: str, key_id: str, *, for_update: bool = False) -> ApiKey:
    """Return an employer's own key. Raises `NotFound`."""
    values = {"id": key_id, "employer": employer_id}
    row = tx.execute(_one_locked if for_update else _one, values).first()
    if row is None:
        raise NotFound
    return ApiKey(*row)


def find_key(tx: Tx, token: str, at: datetime) -> ApiKey | None:
    """Return the key with this secret; None if there is none, a rotation has ended it, or `has_ended`."""
    values: dict[str, Any] = {"hash": hash_token(token)}
    row = tx.execute(_by_hash, values).first() or tx.execute(_by_old_hash, {**values, "at": at}).first()
    key = ApiKey(*row) if row else None
    return None if key is None or has_ended(tx, key) else key


def has_ended(tx: Tx, key: ApiKey) -> bool:
    """Whether a key has stopped because its creator left or lost the role of an owner, even if it came back."""
    return not keeps_owner_rights(tx, key.created_by, key.rights_version)
