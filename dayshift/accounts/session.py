"""Who is asking: the session behind a cookie or a bearer token."""

from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from dayshift.accounts.access import User, find_session_user
from dayshift.accounts.actions import open_session, touch_session
from dayshift.accounts.devices import describe_device
from dayshift.accounts.schemas import SignedInReply, UserReply
from dayshift.kit.clock import now
from dayshift.kit.db import Database, Tx
from dayshift.kit.errors import NotFound, NotSignedIn
from dayshift.kit.origin import bearer_of
from dayshift.settings import Settings

COOKIE = "dayshift_session"
"""The session cookie's name; over https it is `__Host-` before it, which no other host can set for ours."""

SEEN_EVERY = timedelta(hours=1)
"""How exact 'last seen' is: a request costs a write once in this time."""


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


Config = Annotated[Settings, Depends(_settings)]


def token_of(request: HTTPConnection) -> str | None:
    """The session token a request carries; a bearer token goes before the cookie."""
    return bearer_of(request.headers) or request.cookies.get(_cookie_of(request)[0])


def forget_cookie(request: Request, response: Response) -> None:
    """Have the browser drop its session cookie."""
    name, secure = _cookie_of(request)
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


def _cookie_of(request: HTTPConnection) -> tuple[str, bool]:
    """The cookie's name for this connection, and whether it is for https alone."""
    secure = request.scope["scheme"] in {"https", "wss"}
    return (f"__Host-{COOKIE}" if secure else COOKIE), secure


# Nearly every request comes this way: plain calls, for each nested dependency costs as much as the look-up itself.
async def _maybe_signed_in(request: Request) -> User | None:
    db: Database = request.app.state.db
    token = token_of(request)
    found = await db.lookup(find_session_user, token) if token else None
    if token is None or found is None:
        return None
    user, seen_at = found
    if now() - seen_at > SEEN_EVERY:
        await db.write(touch_session, token)
    return user


async def signed_in(request: Request) -> User:
    """The signed-in person; raises `NotSignedIn`. For what cannot afford the framework's dependencies."""
    user = await _maybe_signed_in(request)
    if user is None:
        raise NotSignedIn
    return user


async def socket_user(socket: HTTPConnection, ended: Exception | None = None) -> User:
    """Whose session an open WebSocket came with. Raises `NotSignedIn`, or `ended` where it has ended since."""
    db: Database = socket.app.state.db
    token = token_of(socket)
    found = await db.lookup(find_session_user, token) if token else None
    if found is None:
        raise ended or NotSignedIn
    return found[0]


SignedIn = Annotated[User, Depends(signed_in)]
"""A route parameter of this type is the signed-in person; without a session the answer is 401."""

MaybeSignedIn = Annotated[User | None, Depends(_maybe_signed_in)]
"""A route parameter of this type is the signed-in person, or None."""


def require_self(user: User, user_id: str) -> None:
    """Own data only: somebody else's id looks like one that does not exist. Raises `NotFound`."""
    if user.id != user_id:
        raise NotFound


class Entrance:
    """Signs one caller in: a new session, for programs in the reply and for browsers as a cookie.

    `token` is the one the caller came with, if any.
    """

    def __init__(self, request: Request, response: Response, config: Config) -> None:
        self.token = token_of(request) or ""
        self._cookie, self._secure = _cookie_of(request)
        self._device = describe_device(request.headers.get("user-agent", ""))
        self._response = response
        self._days = config.session_days

    def open(self, tx: Tx, user: User) -> tuple[User, str]:
        """The person, and the token of a session that opens with this transaction."""
        return user, open_session(tx, user.id, self._days, self._device)

    def reply(self, user: User, token: str) -> SignedInReply:
        """The answer that hands the session out."""
        self._response.set_cookie(
            self._cookie,
            token,
            max_age=self._days * 86400,
            httponly=True,
            secure=self._secure,
            samesite="lax",
            path="/",
        )
        return SignedInReply(user=UserReply.model_validate(user), token=token)


Enter = Annotated[Entrance, Depends()]
"""A route parameter of this type signs the caller in."""
