"""The session of a member: its own cookie, which opens nothing for candidates."""

import asyncio
from datetime import timedelta
from typing import Annotated

import structlog
from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from dayshift.core.clock import now
from dayshift.core.db import Database
from dayshift.core.http import bearer_of, check_person
from dayshift.dependencies import services_of, take_turn
from dayshift.hiring.employers.actions import touch_member_session
from dayshift.hiring.employers.errors import RoleRequired, SecondFactorRequired, StaffSignInRequired
from dayshift.hiring.employers.queries import Member, MemberSession, find_member_session

log = structlog.get_logger()

COOKIE = "dayshift_desk"
"""The staff cookie's name; over https with the prefix `__Secure-`. Its path differs from the candidates' cookie."""

PATH = "/api/desk"

SEEN_EVERY = timedelta(hours=1)
"""Resolution of 'last seen': a session is written at most once per interval."""

_touches: set[asyncio.Task[None]] = set()


def token_of(request: HTTPConnection) -> str | None:
    """Return the request's staff token; a bearer token takes precedence over the cookie."""
    return bearer_of(request.headers) or request.cookies.get(_cookie_of(request)[0])


def set_cookie(request: HTTPConnection, response: Response, token: str, seconds: int) -> None:
    """Set the staff cookie, which scripts cannot read and which is only sent to the staff API."""
    name, secure = _cookie_of(request)
    response.set_cookie(name, token, max_age=seconds, httponly=True, secure=secure, samesite="lax", path=PATH)


def forget_cookie(request: HTTPConnection, response: Response) -> None:
    """Delete the browser's staff cookie."""
    name, secure = _cookie_of(request)
    response.delete_cookie(name, path=PATH, secure=secure, httponly=True, samesite="lax")


def _cookie_of(request: HTTPConnection) -> tuple[str, bool]:
    secure = request.scope["scheme"] in {"https", "wss"}
    return (f"__Secure-{COOKIE}" if secure else COOKIE), secure


async def has_member_session(connection: HTTPConnection) -> bool:
    """Whether the request has a valid staff session. Reads nothing else of it."""
    token = token_of(connection)
    return token is not None and await services_of(connection).db.lookup(find_member_session, token) is not None


async def member_session(request: Request) -> MemberSession:
    """Return the member's session, even without its second factor. Raises `StaffSignInRequired`."""
    db = services_of(request).db
    token = token_of(request)
    session = await db.lookup(find_member_session, token) if token else None
    if token is None or session is None:
        raise StaffSignInRequired
    check_person(request.headers, session.member.id)
    if now() - session.last_seen_at > SEEN_EVERY:
        task = asyncio.create_task(_touch(db, token))
        _touches.add(task)
        task.add_done_callback(_touches.discard)
    return session


async def _touch(db: Database, token: str) -> None:
    """Record the use of a session without delaying its request."""
    try:
        await db.write(touch_member_session, token)
    except Exception as error:  # noqa: BLE001  (best effort)
        log.warning("staff session not touched", error=type(error).__name__)


async def _confirmed_session(request: Request) -> MemberSession:
    session = await member_session(request)
    member = session.member
    if not session.confirmed and (member.second_factor or member.role == "owner"):
        raise SecondFactorRequired(enrolled=member.second_factor)
    await take_turn(request, member.id)
    return session


async def _signed_in(request: Request) -> Member:
    return (await _confirmed_session(request)).member


async def _hiring(request: Request) -> Member:
    member = await _signed_in(request)
    if member.role == "reviewer":
        raise RoleRequired(role="manager")
    return member


async def _owner(request: Request) -> Member:
    member = await _signed_in(request)
    if member.role != "owner":
        raise RoleRequired(role="owner")
    return member


Session = Annotated[MemberSession, Depends(member_session)]
"""Route parameter: a member's session, whose second factor may be missing. Only for signing in."""

StaffSession = Annotated[MemberSession, Depends(_confirmed_session)]
"""Route parameter: the session of the signed-in member, of any role."""

Staff = Annotated[Member, Depends(_signed_in)]
"""Route parameter: the signed-in member, of any role."""

Hiring = Annotated[Member, Depends(_hiring)]
"""Route parameter: the signed-in manager or owner."""

Owner = Annotated[Member, Depends(_owner)]
"""Route parameter: the signed-in owner."""
