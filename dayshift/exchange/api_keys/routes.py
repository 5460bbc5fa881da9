"""HTTP: owners create, rotate and revoke API keys."""

from datetime import datetime

from fastapi import APIRouter

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.dependencies import Db, Limiter
from dayshift.exchange.api_keys import actions
from dayshift.exchange.api_keys.actions import TooManyApiKeys
from dayshift.exchange.api_keys.keys import SCOPES
from dayshift.exchange.api_keys.queries import ApiKey, has_ended, keys_of
from dayshift.exchange.api_keys.schemas import (
    ApiKeyFields,
    ApiKeyLocationReply,
    ApiKeyReply,
    ApiKeySecretReply,
    ApiKeysReply,
)
from dayshift.hiring.employers import ROLE_ERRORS, Member, Owner, find_member, locations_of

router = APIRouter(tags=["desk"])

CHANGE = Rule("change API keys", 60, 3600)
"""Per employer."""


@router.get("/api/desk/api-keys", responses=errors(*ROLE_ERRORS))
async def list_api_keys(member: Owner, db: Db) -> ApiKeysReply:
    """The employer's API keys, without their secrets."""
    return await db.read(_listed, member)


@router.post("/api/desk/api-keys", status_code=201, responses=errors(*ROLE_ERRORS, TooManyApiKeys, RateLimited))
async def create_api_key(body: ApiKeyFields, member: Owner, db: Db, limits: Limiter) -> ApiKeySecretReply:
    """Create an API key. Its secret is shown only now."""
    await limits.count(CHANGE, member.employer_id)
    scopes = [scope for scope in SCOPES if scope in body.scopes]

    def work(tx: Tx) -> ApiKeySecretReply:
        places = None if body.location_ids is None else list(dict.fromkeys(body.location_ids))
        if places is not None and not set(places) <= {one.id for one in locations_of(tx, member.employer_id)}:
            raise InvalidRequest(fields={"locationIds": "Please choose from the list"})
        return _secret(tx, *actions.create_key(tx, member, body.name, scopes, places, now()))

    return await db.write(work)


@router.post("/api/desk/api-keys/{key_id}/secret", responses=errors(*ROLE_ERRORS, NotFound, RateLimited))
async def rotate_api_key(key_id: str, member: Owner, db: Db, limits: Limiter) -> ApiKeySecretReply:
    """Give an API key a new secret. The old one works for another 24 hours, unless the key has ended."""
    await limits.count(CHANGE, member.employer_id)
    return await db.write(lambda tx: _secret(tx, *actions.rotate_key(tx, member, key_id, now())))


@router.delete("/api/desk/api-keys/{key_id}", responses=errors(*ROLE_ERRORS, NotFound, RateLimited))
async def revoke_api_key(key_id: str, member: Owner, db: Db, limits: Limiter) -> ApiKeysReply:
    """Revoke an API key at once."""
    await limits.count(CHANGE, member.employer_id)

    def work(tx: Tx) -> ApiKeysReply:
        actions.revoke_key(tx, member, key_id)
        return _listed(tx, member)

    return await db.write(work)


def _listed(tx: Tx, member: Member) -> ApiKeysReply:
    at = now()
    return ApiKeysReply(
        keys=[_reply(tx, one, at) for one in keys_of(tx, member.employer_id)],
        scopes=list(SCOPES),
        locations=[
            ApiKeyLocationReply(id=one.id, name=one.name)
            for one in locations_of(tx, member.employer_id)
            if one.closed_at is None
        ],
    )


def _secret(tx: Tx, key: ApiKey, secret: str) -> ApiKeySecretReply:
    return ApiKeySecretReply(key=_reply(tx, key, now()), secret=secret)


def _reply(tx: Tx, key: ApiKey, at: datetime) -> ApiKeyReply:
    by = find_member(tx, key.created_by) if key.created_by else None
    rotating = key.old_until is not None and at < key.old_until
    ended = has_ended(tx, key)
    return ApiKeyReply(
        id=key.id,
        name=key.name,
        hint=key.hint,
        scopes=key.scopes,
        location_ids=key.location_ids,
        old_until=key.old_until if rotating and not ended else None,
        ended=ended,
        created_by=by.name if by else None,
        created_by_id=key.created_by,
        created_at=key.created_at,
        last_used_at=key.last_used_at,
    )
