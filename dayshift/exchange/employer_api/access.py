"""Who calls: the API key with its scopes and rate limit, and the member on whose behalf it acts."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Header, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from dayshift.core.audit import current_client
from dayshift.core.clock import now
from dayshift.core.errors import AppError
from dayshift.core.http import bearer_of
from dayshift.core.limits import Rule
from dayshift.dependencies import services_of
from dayshift.exchange.api_keys import ApiKey, Scope, find_key, is_key, touch_key
from dayshift.exchange.rate_limits import count_and_report
from dayshift.hiring.employers import Member, find_member

CALLS = Rule("employer API", 600, 60)
"""Per key."""
SEEN_EVERY = timedelta(minutes=1)
"""Resolution of 'last used'."""


class ApiKeyRequired(AppError):
    """The request has no valid API key."""

    code = "api_key_required"
    status = 401
    message = "Please send a valid API key as a bearer token."


class ScopeRequired(AppError):
    """The API key does not allow this; `scope` is what it lacks."""

    code = "scope_required"
    status = 403
    message = "This API key does not allow that."


class MemberRequired(AppError):
    """`On-Behalf-Of` is not an active owner or manager of this employer."""

    code = "member_required"
    status = 403
    message = "Please name an active owner or manager in On-Behalf-Of."


_bearer = HTTPBearer(auto_error=False, scheme_name="apiKey", description="An API key of the employer")


async def has_api_key(connection: HTTPConnection) -> bool:
    """Whether the request has a valid API key. Reads nothing else of it."""
    token = bearer_of(connection.headers) or ""
    return is_key(token) and await services_of(connection).db.lookup(find_key, token, now()) is not None


def _key_with(scope: Scope | None) -> Callable[..., Awaitable[ApiKey]]:
    async def key(
        request: Request, reply: Response, sent: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
    ) -> ApiKey:
        services, at = services_of(request), now()
        found = await services.db.lookup(find_key, sent.credentials, at) if sent and is_key(sent.credentials) else None
        if found is None:
            request.state.headers = {"WWW-Authenticate": "Bearer"}
            raise ApiKeyRequired
        current_client.set(replace(current_client.get(), kind="program", key=found.id))  # A header can claim a browser.
        await count_and_report(request, reply, "calls", CALLS, found.id)
        if found.last_used_at is None or at - found.last_used_at > SEEN_EVERY:
            await services.db.write(touch_key, found.id, at)
        if scope is not None and scope not in found.scopes:
            raise ScopeRequired(scope=scope)
        return found

    return key


def _member_with(scope: Scope) -> Callable[..., Awaitable[Member]]:
    async def member(
        request: Request,
        key: Annotated[ApiKey, Depends(_key_with(scope))],
        on_behalf_of: Annotated[
            str,
            Header(
                alias="On-Behalf-Of",
                min_length=1,
                max_length=36,
                pattern=r"^[^\x00]*$",
                description="The id of the member who decided this, see /members",
            ),
        ],
    ) -> Member:
        found = await services_of(request).db.lookup(find_member, on_behalf_of)
        if found is None or found.employer_id != key.employer_id or not _may_hire(found):
            raise MemberRequired
        return within(found, key)

    return member


def _may_hire(member: Member) -> bool:
    return member.state == "active" and member.role != "reviewer"


def within(member: Member, key: ApiKey) -> Member:
    """Return the member with no more locations than the key has."""
    if key.location_ids is None:
        return member
    places = frozenset(key.location_ids)
    own = places if member.covers_all else places & member.location_ids
    return replace(member, role="manager", all_locations=False, location_ids=own)


AnyKey = Annotated[ApiKey, Depends(_key_with(None))]
"""Route parameter: a valid key."""

ReadsApplications = Annotated[ApiKey, Depends(_key_with("applications:read"))]
"""Route parameter: a key that may read applications."""

ReadsJobs = Annotated[ApiKey, Depends(_key_with("jobs:read"))]
"""Route parameter: a key that may read jobs."""

Mover = Annotated[Member, Depends(_member_with("moves:write"))]
"""Route parameter: the member on whose behalf a key moves applications."""

JobWriter = Annotated[Member, Depends(_member_with("jobs:write"))]
"""Route parameter: the member on whose behalf a key changes jobs."""
