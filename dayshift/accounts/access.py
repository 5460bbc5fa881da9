"""Load people, and the person a session belongs to."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Row, bindparam, select

from dayshift.accounts.models import sessions, users
from dayshift.kit.clock import now
from dayshift.kit.db import Tx


@dataclass(frozen=True, slots=True)
class User:
    """A person as the rooms see them. Never holds the password hash."""

    id: str
    email: str | None
    first_name: str
    last_name: str
    phone: str | None
    phone_verified: bool
    has_password: bool
    profile_completed: bool
    interview_completed: bool
    interview_completed_at: datetime | None
    current_step: int
    flow_completed: bool
    job_search_prompt: str | None
    employment_type: str | None
    years_experience: int | None
    expected_pay: str | None
    zip_code: str | None
    created_at: datetime
    last_login_at: datetime | None

    @property
    def uuid(self) -> str:
        """The same as `id`; both names are on the wire."""
        return self.id

    @property
    def full_name(self) -> str:
        """First and last name, or the first alone."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def current_flow_step(self) -> str:
        """The step's name on the wire."""
        if self.flow_completed:
            return "completed"
        return {1: "job-search", 2: "quick-questions", 3: "matching"}.get(self.current_step, "interview")


_columns = [
    users.c.password_hash.is_not(None).label("has_password") if name == "has_password" else users.c[name]
    for name in User.__slots__
]
_by_id = select(*_columns).where(users.c.id == bindparam("id"))
_by_session = (
    select(*_columns)
    .join(sessions, sessions.c.user_id == users.c.id)
    .where(sessions.c.token_hash == bindparam("token_hash"), sessions.c.expires_at > bindparam("now"))
)
_credentials = select(users.c.id, users.c.password_hash).where(users.c.email == bindparam("email"))


def find_user(tx: Tx, user_id: str) -> User | None:
    """The person with this id."""
    return _user(tx.execute(_by_id, {"id": user_id}).first())


def find_session_user(tx: Tx, token: str) -> User | None:
    """The person whose live session this token opens."""
    return _user(tx.execute(_by_session, {"token_hash": hash_token(token), "now": now()}).first())


def find_credentials(tx: Tx, email: str) -> tuple[str, str | None] | None:
    """(user id, password hash or None) for a normalised address."""
    row = tx.execute(_credentials, {"email": email}).first()
    return (row.id, row.password_hash) if row else None


def hash_token(token: str) -> bytes:
    """How a session token is stored: its SHA-256. It is random, so no salt is needed."""
    return sha256(token.encode()).digest()


def _user(row: Row[Any] | None) -> User | None:
    if row is None:
        return None
    values: tuple[Any, ...] = tuple(row)
    return User(*values)
