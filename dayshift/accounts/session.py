"""The session of a cookie or a bearer token, and its recent password verification."""

from datetime import datetime, timedelta
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from dayshift.accounts.actions import open_session, open_transferred_session
from dayshift.accounts.devices import describe_device, device_key
from dayshift.accounts.errors import ProofRequired
from dayshift.accounts.queries import SESSIONS, Parent, User, find_proof, find_session_user
from dayshift.accounts.schemas import SignedInReply, UserReply
from dayshift.accounts.session_table import Cookie
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound, NotSignedIn
from dayshift.core.http import check_person
from dayshift.dependencies import Config, services_of, take_turn

COOKIE = Cookie("dayshift_session")
"""Of a candidate's session."""

DEVICE_COOKIE = Cookie("dayshift_device")
"""Of a known device."""
DEVICE_COOKIE_SECONDS = 365 * 86_400

PROOF_LASTS = timedelta(minutes=10)
"""How long after verifying the password or a passkey a session may change sign-in methods."""

token_of = COOKIE.token_of
session_cookie = COOKIE.read


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
    SESSIONS.note_use(db, token, seen_at)
    return user


async def has_session(connection: HTTPConnection) -> bool:
    """Whether the request has a valid session. Reads nothing else of it."""
    token = token_of(connection)
    return token is not None and await services_of(connection).db.lookup(find_session_user, token) is not None


async def signed_in(request: Request) -> User:
    """Return the signed-in user, at the request's turn. Raises `NotSignedIn` and `RateLimited`."""
    user = await maybe_signed_in(request)
    if user is None:
        raise await not_signed_in(request)
    await take_turn(request, user.id)
    return user


async def not_signed_in(request: Request) -> NotSignedIn:
    """Return the error for a request without a valid session, with the reason if it has an ended one."""
    token = token_of(request)
    if token is None:
        return NotSignedIn()
    return NotSignedIn(ended=await services_of(request).db.lookup(SESSIONS.why_ended, token))


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

RecentlyVerified = Annotated[User, Depends(_proved)]
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
        DEVICE_COOKIE.set(self._request, self._response, self._device_key, DEVICE_COOKIE_SECONDS)

    def reply(self, user: User, token: str) -> SignedInReply:
        """Return the response with the session."""
        COOKIE.set_session(self._request, self._response, token, self._days)
        if self._device_key:
            self.remember_device()
        return SignedInReply(user=UserReply.model_validate(user), token=token)


IssueSession = Annotated[SessionIssuer, Depends()]
"""Route parameter: signs the client in."""
