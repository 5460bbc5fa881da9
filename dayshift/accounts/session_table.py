"""What the sessions of candidates and those of members have in common: a table, a cookie, and the last use.

Each kind has a table and a cookie of its own, so that nothing of one opens anything of the other.
"""

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import structlog
from fastapi import Response
from sqlalchemy import ColumnElement, Row, Table, bindparam, delete, select, update
from starlette.requests import HTTPConnection

from dayshift.core.clock import now
from dayshift.core.db import Database, Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.http import bearer_of
from dayshift.core.ids import hash_token, new_id

log = structlog.get_logger()

MAX_SESSIONS = 50
"""Maximum sessions per account. Opening one more ends the least recently used one."""

SEEN_EVERY = timedelta(hours=1)
"""Resolution of 'last seen': a session is written at most once per interval."""

KEPT_AFTER = timedelta(days=7)
"""Time that a session's row and cookie outlive it, so that the sign-in page can say that its time is over."""

_touches: set[asyncio.Task[None]] = set()


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session as its owner sees it; `current` is the one that asks."""

    id: str
    device: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    current: bool


class SessionTable:
    """The sessions in `table`, each of the account whose id is in its column `owner`.

    Only the client has the token; the table has its SHA-256. Other columns belong to one kind.
    """

    def __init__(self, table: Table, owner: str) -> None:
        columns = table.c
        self._owner = owner
        self.of_token: ColumnElement[bool] = columns.token_hash == bindparam("hash")
        self.valid: ColumnElement[bool] = self.of_token & (columns.expires_at > bindparam("now"))
        own = columns[owner] == bindparam("owner")
        latest_first = (columns.last_seen_at.desc(), columns.id.desc())
        self._insert = insert(table)
        self._end_expired = delete(table).where(own, columns.expires_at <= bindparam("now"))
        self._end_least_recent = delete(table).where(
            columns.id.in_(select(columns.id).where(own).order_by(*latest_first).offset(MAX_SESSIONS - 1))
        )
        self._expired = select(columns.id).where(self.of_token, columns.expires_at <= bindparam("now"))
        self._touch = update(table).where(self.of_token).values(last_seen_at=bindparam("at"))
        self._end = delete(table).where(self.of_token).returning(*columns)
        self._end_own = delete(table).where(own, columns.id == bindparam("id")).returning(columns.id)
        self._end_others = delete(table).where(own, columns.token_hash != bindparam("kept"))
        listed = [columns[name] for name in ListedSession.__slots__ if name != "current"]
        self._listed = (
            select(*listed, (columns.token_hash == bindparam("hash")).label("current"))
            .where(own, columns.expires_at > bindparam("now"))
            .order_by(*latest_first)
        )

    def open(self, tx: Tx, owner_id: str, device: str, expires_at: datetime, **more: Any) -> str:
        """Open a session on `device`, with `more` columns; return its token. Old expired ones are deleted."""
        token, at = secrets.token_urlsafe(32), now()
        tx.execute(self._end_expired, {"owner": owner_id, "now": at - KEPT_AFTER})
        tx.execute(self._end_least_recent, {"owner": owner_id})
        values = {
            "token_hash": hash_token(token),
            "id": new_id(),
            self._owner: owner_id,
            "device": device,
            "created_at": at,
            "last_seen_at": at,
            "expires_at": expires_at,
        }
        tx.execute(self._insert, {**values, **more})
        return token

    def touch(self, tx: Tx, token: str) -> None:
        """Record that the session is in use."""
        tx.execute(self._touch, {"hash": hash_token(token), "at": now()})

    def why_ended(self, tx: Tx, token: str) -> Literal["expired", "revoked"]:
        """Return why the session of a token is not valid: its time is over, or it was ended."""
        row = tx.execute(self._expired, {"hash": hash_token(token), "now": now()}).first()
        return "expired" if row else "revoked"

    def end(self, tx: Tx, token: str) -> Row[Any] | None:
        """End the session of a token; return its row as it was, None without one."""
        return tx.execute(self._end, {"hash": hash_token(token)}).first()

    def end_own(self, tx: Tx, owner_id: str, session_id: str) -> None:
        """End a session of this account. Raises `NotFound`."""
        if tx.execute(self._end_own, {"owner": owner_id, "id": session_id}).first() is None:
            raise NotFound

    def end_others(self, tx: Tx, owner_id: str, *, kept: str) -> None:
        """End all sessions of an account except the one whose token is `kept`."""
        tx.execute(self._end_others, {"owner": owner_id, "kept": hash_token(kept)})

    def listed(self, tx: Tx, owner_id: str, token: str) -> Sequence[ListedSession]:
        """Return the valid sessions of an account, latest first; the one of `token` is marked as current."""
        rows = tx.execute(self._listed, {"owner": owner_id, "hash": hash_token(token), "now": now()})
        return [ListedSession(**row) for row in rows.mappings()]

    def note_use(self, db: Database, token: str, seen_at: datetime) -> None:
        """Touch a session that was last seen long ago, without delaying its request."""
        if now() - seen_at > SEEN_EVERY:
            task = asyncio.create_task(self._touch_later(db, token))
            _touches.add(task)
            task.add_done_callback(_touches.discard)

    async def _touch_later(self, db: Database, token: str) -> None:
        try:
            await db.write(self.touch, token)
        except Exception as error:  # noqa: BLE001  (on a full disk, reads must still work)
            log.warning("session not touched", error=type(error).__name__)


@dataclass(frozen=True, slots=True)
class Cookie:
    """A cookie that scripts cannot read, and that over https no other host can set."""

    name: str
    path: str = "/"

    def read(self, connection: HTTPConnection) -> str | None:
        """Return the cookie's value in a request."""
        return connection.cookies.get(self._name_on(connection)[0])

    def token_of(self, connection: HTTPConnection) -> str | None:
        """Return the request's session token; a bearer token takes precedence over the cookie."""
        return bearer_of(connection.headers) or self.read(connection)

    def set(self, connection: HTTPConnection, response: Response, value: str, seconds: int) -> None:
        """Set the cookie in a response."""
        name, secure = self._name_on(connection)
        response.set_cookie(name, value, max_age=seconds, httponly=True, secure=secure, samesite="lax", path=self.path)

    def set_session(self, connection: HTTPConnection, response: Response, token: str, days: int) -> None:
        """Set the cookie of a session that lasts `days`."""
        self.set(connection, response, token, int((timedelta(days=days) + KEPT_AFTER).total_seconds()))

    def forget(self, connection: HTTPConnection, response: Response) -> None:
        """Delete the cookie from the browser."""
        name, secure = self._name_on(connection)
        response.delete_cookie(name, path=self.path, secure=secure, httponly=True, samesite="lax")

    def _name_on(self, connection: HTTPConnection) -> tuple[str, bool]:
        """Return the name on this connection, and whether the cookie is for https only."""
        secure = connection.scope["scheme"] in {"https", "wss"}
        prefix = "__Host-" if self.path == "/" else "__Secure-"
        return (f"{prefix}{self.name}" if secure else self.name), secure
