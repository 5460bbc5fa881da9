"""Who is asking: the session behind a cookie or a bearer token."""

from typing import Annotated

from fastapi import Depends, Request, Response

from dayshift.accounts.access import User, find_session_user
from dayshift.kit.errors import NotFound, NotSignedIn
from dayshift.kit.http import Db

COOKIE = "dayshift_session"


def token_of(request: Request) -> str | None:
    """The session token a request carries; a bearer token goes before the cookie."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and bearer:
        return bearer
    return request.cookies.get(COOKIE)


async def _signed_in(request: Request, db: Db) -> User:
    token = token_of(request)
    user = await db.lookup(find_session_user, token) if token else None
    if user is None:
        raise NotSignedIn
    return user


SignedIn = Annotated[User, Depends(_signed_in)]
"""A route parameter of this type is the signed-in person; without a session the answer is 401."""


def require_self(user: User, user_id: str) -> None:
    """Own data only: somebody else's id looks like one that does not exist. Raises `NotFound`."""
    if user.id != user_id:
        raise NotFound


def hand_out(request: Request, response: Response, token: str, days: int) -> None:
    """Give the browser its session cookie."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=days * 86400,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
        path="/",
    )
