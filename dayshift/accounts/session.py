"""The session of a cookie or a bearer token, and its recent password verification."""

import asyncio
from datetime import datetime, timedelta
from typing import Annotated

import structlog
from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from dayshift.accounts.actions import open_session, open_transferred_session, touch_session
from dayshift.accounts.devices import describe_device, device_key
from dayshift.accounts.errors import ProofRequired
from dayshift.accounts.queries import Parent, User, find_proof, find_session_user
from dayshift.accounts.schemas import SignedInReply, UserReply
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import bearer_of, check_person
from dayshift.dependencies import Config, services_of, take_turn

log = structlog.get_logger()

COOKIE = "dayshift_session"
"""The session cookie's name; over https with the prefix `__Host-`, so that no other host can set it."""

DEVICE_COOKIE = "dayshift_device"
"""The name of the cookie of a known device, with the same prefix."""
DEVICE_COOKIE_SECONDS = 365 * 86_400

SEEN_EVERY = timedelta(hours=1)
"""Resolution of 'last seen': a session is written at most once per interval."""

PROOF_LASTS = timedelta(minutes=10)
"""How long after verifying the password or a passkey a session may change sign-in methods."""

_touches: set[asyncio.Task[None]] = set()


def token_of(request: HTTPConnection) -> str | None:
    """Return the request's session token; a bearer token takes precedence over the cookie."""
    return bearer_of(request.headers) or session_cookie(request)


def session_cookie(request: HTTPConnection) -> str | None:
    """Return the request's session cookie."""
    return cookie_of(request, COOKIE)


def cookie_of(request: HTTPConnection, name: str) -> str | None:
    """Return a cookie of the request, by its name on this connection (http or https)."""
    return request.cookies.get(_cookie_of(request, name)[0])


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie that scripts cannot read and other hosts cannot set."""
    name, secure = _cookie_of(request, name)
    response.set_cookie(name, value, max_age=seconds, httponly=True, secure=secure, samesite="lax", path="/")


def forget_cookie(request: Request, response: Response) -> None:
    """Delete the browser's session cookie."""
    name, secure = _cookie_of(request)
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


def _cookie_of(request: HTTPConnection, name: str = COOKIE) -> tuple[str, bool]:
    """Return a cookie's name on this connection, and whether it is for https only."""
    secure = request.scope["scheme"] in {"https", "wss"}
    return (f"__Host-{name}" if secure else name), secure


# Runs for nearly every request: plain calls, because each nested dependency costs as much as the lookup itself.
async def maybe_signed_in(request: Request) -> User | None:
    """Return the signed-in user, or None. For callers that avoid the cost of framework dependencies."""
    db = services_of(request).db
    token = token_of(request)
    found = await db.lookup(find_session_user, token) if token else None
    if token is None or found is None:
        return None
    user, seen_at = found
    check_person(request.headers, user.id)
    if now() - seen_at > SEEN_EVERY:
        task = asyncio.create_task(_touch(db, token))
        _touches.add(task)
        task.add_done_callback(_touches.discard)
    return user


async def _touch(db: Database, token: str) -> None:
    """Record the use of a session without delaying its request: on a full disk, reads must still work."""
    try:
        await db.write(touch_session, token)
    except Exception as error:  # noqa: BLE001  (best effort)
        log.warning("session not touched", error=type(error).__name__)


async def has_session(connection: HTTPConnection) -> bool:
    """Whether the request has a valid session. Reads nothing else of it."""
    token = token_of(connection)
    return token is not None and await services_of(connection).db.lookup(find_session_user, token) is not None


async def signed_in(request: Request) -> User:
    """Return the signed-in user, at the request's turn. Raises `NotSignedIn` and `RateLimited`."""
    user = await maybe_signed_in(request)
    if user is None:
        raise NotSignedIn
    await take_turn(request, user.id)
    return user


async def require_proof(request: Request) -> None:
    """Raise `ProofRequired` unless the password or a passkey was verified in this session a few minutes ago."""
    proved_at = await services_of(request).db.lookup(find_proof, token_of(request) or "")
    if proved_at is None or now() - proved_at > PROOF_LASTS:
        raise ProofRequired


async def _proved(request: Request) -> User:
    user = await signed_in(request)
    await require_proof(request)
    return user


SignedIn = Annotated[User, Depends(signed_in)]
"""Route parameter: the signed-in user; without a session the response is 401."""

Proved = Annotated[User, Depends(_proved)]
"""Route parameter: the signed-in user, who has recently verified the password or a passkey."""

MaybeSignedIn = Annotated[User | None, Depends(maybe_signed_in)]
"""Route parameter: the signed-in user, or None."""


def require_self(user: User, user_id: str) -> None:
    """Raise `NotFound` for another user's id, exactly as for one that does not exist."""
    if user.id != user_id:
        raise NotFound


class SessionIssuer:
    """Signs one client in: a new session, for programs in the response and for browsers as a cookie.

    `token` is the client's current token, if any.
    """

    def __init__(self, request: Request, response: Response, config: Config) -> None:
        self.token = token_of(request) or ""
        self._request = request
        self._device_key = ""
        self._device = describe_device(request.headers.get("user-agent", ""))
        self._response = response
        self._days = config.session_days

    def open(self, tx: Tx, user: User, *, trusted_since: datetime | None = None) -> tuple[User, str]:
        """Open a session in this transaction; return the user and the session's token.

        `trusted_since`: that of the passkey which opens it.
        """
        token = open_session(tx, user.id, self._days, self._device, trusted_since=trusted_since)
        return self.know_device(tx, user), token

    def open_from(self, tx: Tx, user: User, parent: Parent) -> tuple[User, str]:
        """Open a session that is transferred from `parent`."""
        token = open_transferred_session(tx, parent, self._device)
        return self.know_device(tx, user), token

    def know_device(self, tx: Tx, user: User) -> User:
        """Mark this device as known to the account; `reply` or `remember_device` sets the cookie."""
        self._device_key = device_key(tx, user.id)
        return user

    def remember_device(self) -> None:
        """Set the cookie of `know_device`."""
        set_cookie(self._request, self._response, DEVICE_COOKIE, self._device_key, DEVICE_COOKIE_SECONDS)

    def reply(self, user: User, token: str) -> SignedInReply:
        """Return the response with the session."""
        set_cookie(self._request, self._response, COOKIE, token, self._days * 86_400)
        if self._device_key:
            self.remember_device()
        return SignedInReply(user=UserReply.model_validate(user), token=token)


Enter = Annotated[SessionIssuer, Depends()]
"""Route parameter: signs the client in."""
