"""The session of a member: its own cookie, which opens nothing for candidates."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from dayshift.accounts import Cookie
from dayshift.core.http import check_person
from dayshift.dependencies import services_of, take_turn
from dayshift.hiring.employers.errors import RoleRequired, SecondFactorRequired, StaffSignInRequired
from dayshift.hiring.employers.queries import SESSIONS, Member, MemberSession, find_member_session

COOKIE = Cookie("dayshift_desk", path="/api/desk")
"""Of a member's session. Only the staff API receives it."""

token_of = COOKIE.token_of


async def has_member_session(connection: HTTPConnection) -> bool:
    """Whether the request has a valid staff session. Reads nothing else of it."""
    token = token_of(connection)
    return token is not None and await services_of(connection).db.lookup(find_member_session, token) is not None


async def member_session(request: Request) -> MemberSession:
    """Return the member's session, even without its second factor. Raises `StaffSignInRequired`."""
    db = services_of(request).db
    token = token_of(request)
    if token is None:
        raise StaffSignInRequired
    session = await db.lookup(find_member_session, token)
    if session is None:
        raise StaffSignInRequired(ended=await db.lookup(SESSIONS.why_ended, token))
    check_person(request.headers, session.member.id)
    SESSIONS.note_use(db, token, session.last_seen_at)
    return session


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


async def _owner_session(request: Request) -> MemberSession:
    session = await _confirmed_session(request)
    if session.member.role != "owner":
        raise RoleRequired(role="owner")
    return session


async def _owner(request: Request) -> Member:
    return (await _owner_session(request)).member


Session = Annotated[MemberSession, Depends(member_session)]
"""Route parameter: a member's session, whose second factor may be missing. Only for signing in."""

StaffSession = Annotated[MemberSession, Depends(_confirmed_session)]
"""Route parameter: the session of the signed-in member, of any role."""

Staff = Annotated[Member, Depends(_signed_in)]
"""Route parameter: the signed-in member, of any role."""

Hiring = Annotated[Member, Depends(_hiring)]
"""Route parameter: the signed-in manager or owner."""

OwnerSession = Annotated[MemberSession, Depends(_owner_session)]
"""Route parameter: the session of the signed-in owner."""

Owner = Annotated[Member, Depends(_owner)]
"""Route parameter: the signed-in owner."""
