"""Load users, and the user of a session."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, bindparam, exists, func, select

from dayshift.accounts.devices import known_device
from dayshift.accounts.errors import TooManyPasskeys
from dayshift.accounts.models import operators, passkeys, sessions, users
from dayshift.accounts.session_table import SessionTable
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import hash_token
from dayshift.core.language import Language
from dayshift.core.names import full_name


@dataclass(frozen=True, slots=True)
class User:
    """A user as other packages see it. Never holds the password hash."""

    id: str
    email: str | None
    first_name: str
    last_name: str
    email_verified: bool
    phone: str | None
    phone_verified: bool
    has_password: bool
    operator: bool
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
    language: Language
    created_at: datetime
    last_login_at: datetime | None

    @property
    def uuid(self) -> str:
        """Same as `id`; the API has both names."""
        return self.id

    @property
    def full_name(self) -> str:
        """Return first and last name, or the first alone."""
        return full_name(self.first_name, self.last_name)

    @property
    def current_flow_step(self) -> str:
        """Return the step's name in the API."""
        if self.flow_completed:
            return "completed"
        return {1: "job-search", 2: "quick-questions", 3: "matching"}.get(self.current_step, "interview")


@dataclass(frozen=True, slots=True)
class Parent:
    """The session that another one was transferred from."""

    id: str
    user_id: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Passkey:
    """One of a user's passkeys, as shown to them."""

    id: str
    device: str
    created_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class StoredPasskey:
    """The data for verifying a sign-in with a passkey."""

    id: str
    user_id: str
    public_key: bytes
    sign_count: int
    trusted_since: datetime


MAX_PASSKEYS = 10
"""Maximum passkeys per account."""

_ids_after = select(users.c.id).where(users.c.id > bindparam("after")).order_by(users.c.id).limit(1000)
_computed = {
    "has_password": users.c.password_hash.is_not(None).label("has_password"),
    "operator": exists().where(operators.c.user_id == users.c.id).label("operator"),
}
columns = [_computed[name] if name in _computed else users.c[name] for name in User.__slots__]
"""The columns of a `User`, in order; also for RETURNING."""
_by_id = select(*columns).where(users.c.id == bindparam("id"))
_by_ids = select(*columns).where(users.c.id.in_(bindparam("ids", expanding=True)))
_locked = select(users.c.id).where(users.c.id == bindparam("id"))
_at_other_steps = select(users.c.id, users.c.current_step).where(
    users.c.current_step.not_in(bindparam("steps", expanding=True))
)
_first_created = select(users.c.created_at).order_by(users.c.id).limit(1)  # Ids sort by age.
_by_email = select(*columns).where(users.c.email == bindparam("email"))
SESSIONS = SessionTable(sessions, "user_id")
"""The sessions of candidates."""
_by_session = (
    select(*columns, sessions.c.last_seen_at).join(sessions, sessions.c.user_id == users.c.id).where(SESSIONS.valid)
)
_parent = select(*[sessions.c[name] for name in Parent.__slots__])
_parent_by_token = _parent.where(SESSIONS.valid)
_parent_by_id = _parent.where(sessions.c.id == bindparam("id"), sessions.c.expires_at > bindparam("now"))
_proved_at = select(sessions.c.proved_at).where(SESSIONS.of_token)
_trusted_since = select(sessions.c.trusted_since).where(SESSIONS.of_token)
_password_hash = select(users.c.password_hash).where(users.c.id == bindparam("id"))
_credentials = select(users.c.id, users.c.password_hash).where(users.c.email == bindparam("email"))

_passkeys_of = (
    select(*[passkeys.c[name] for name in Passkey.__slots__])
    .where(passkeys.c.user_id == bindparam("user"))
    .order_by(passkeys.c.created_at, passkeys.c.id)
)
_credentials_of = select(passkeys.c.credential_id).where(passkeys.c.user_id == bindparam("user"))
_count_passkeys = select(func.count()).where(passkeys.c.user_id == bindparam("user"))
_passkey_by_credential = select(*[passkeys.c[name] for name in StoredPasskey.__slots__]).where(
    passkeys.c.credential_id == bindparam("credential")
)
_operator_ids = (
    select(operators.c.user_id)
    .join(users, users.c.id == operators.c.user_id)
    .where(users.c.email_verified)
    .order_by(operators.c.appointed_at)
)
_able_operator = (
    select(operators.c.user_id)
    .where(
        exists().where(users.c.id == operators.c.user_id, users.c.email_verified),
        exists().where(passkeys.c.user_id == operators.c.user_id),
    )
    .limit(1)
)


def user_ids(tx: Tx) -> Iterator[str]:
    """Yield the ids of all users, in their order."""
    after = ""
    while page := list(tx.execute(_ids_after, {"after": after}).scalars()):
        yield from page
        after = page[-1]


def find_user(tx: Tx, user_id: str) -> User | None:
    """Return the user with this id."""
    return _user(tx.execute(_by_id, {"id": user_id}).first())


def several_users(tx: Tx, user_ids: Collection[str]) -> dict[str, User]:
    """Return the users with these ids, by id."""
    return {row.id: User(*row) for row in tx.execute(_by_ids, {"ids": list(user_ids)})}


def lock_user(tx: Tx, user_id: str, *, against: Literal["change", "deletion"]) -> bool:
    """Lock an account until the transaction ends; returns whether it exists.

    Deleting an account first locks it against changes, so that no rows that refer to it can be added.
    """
    weak = against == "deletion"
    return tx.execute(_locked.with_for_update(read=weak, key_share=weak), {"id": user_id}).first() is not None


def first_account_at(tx: Tx) -> datetime | None:
    """Return when the oldest account was created."""
    created: datetime | None = tx.execute(_first_created).scalar()
    return created


def find_user_by_email(tx: Tx, email: str) -> User | None:
    """Return the user with this normalized address."""
    return _user(tx.execute(_by_email, {"email": email}).first())


def has_phone(user_id: ColumnElement[str], numbers: Sequence[str]) -> ColumnElement[bool]:
    """The condition for users with one of these numbers, given as digits; theirs are stored as they wrote them."""
    digits: ColumnElement[str] = users.c.phone
    for sign in " ()-.+":
        digits = func.replace(digits, sign, "")
    return exists().where(users.c.id == user_id, digits.in_(bindparam("numbers", list(numbers), expanding=True)))


def find_session_user(tx: Tx, token: str) -> tuple[User, datetime] | None:
    """Return the user whose valid session has this token, and when the session was last used."""
    row = tx.execute(_by_session, {"hash": hash_token(token), "now": now()}).first()
    return (User(*row[:-1]), row[-1]) if row else None


def find_parent(tx: Tx, *, token: str) -> Parent | None:
    """Return the valid session with this token, as a parent of others."""
    row = tx.execute(_parent_by_token, {"hash": hash_token(token), "now": now()}).first()
    return Parent(*row) if row else None


def find_parent_by_id(tx: Tx, session_id: str) -> Parent | None:
    """Return the valid session with this id."""
    row = tx.execute(_parent_by_id, {"id": session_id, "now": now()}).first()
    return Parent(*row) if row else None


def find_proof(tx: Tx, token: str) -> datetime | None:
    """Return when the password or a passkey was last verified in the session of this token."""
    return tx.execute(_proved_at, {"hash": hash_token(token)}).scalar()


def find_trust(tx: Tx, token: str) -> datetime | None:
    """Return since when the passkey that opened this session is trusted; None for a session opened in another way."""
    return tx.execute(_trusted_since, {"hash": hash_token(token)}).scalar()


def find_credentials(tx: Tx, email: str) -> tuple[str, str | None] | None:
    """Return (user id, password hash or None) for a normalized address."""
    row = tx.execute(_credentials, {"email": email}).first()
    return (row.id, row.password_hash) if row else None


def find_known_device(tx: Tx, email: str, cookie: str) -> str | None:
    """Return the id of the device in `cookie`, if the account of this address knows it."""
    found = find_credentials(tx, email) if cookie else None
    return known_device(tx, found[0], cookie) if found else None


def find_password_hash(tx: Tx, user_id: str) -> str | None:
    """Return the user's password hash, or None."""
    return tx.execute(_password_hash, {"id": user_id}).scalar_one_or_none()


def has_passkey(tx: Tx, user_id: str) -> bool:
    """Whether the user can sign in with a passkey."""
    return tx.execute(_count_passkeys, {"user": user_id}).scalar_one() > 0


def list_passkeys(tx: Tx, user_id: str) -> list[Passkey]:
    """Return the user's passkeys, oldest first."""
    return [Passkey(*row) for row in tx.execute(_passkeys_of, {"user": user_id})]


def list_credentials(tx: Tx, user_id: str) -> list[bytes]:
    """Return the credential ids of the user's passkeys."""
    return list(tx.execute(_credentials_of, {"user": user_id}).scalars())


def find_passkey(tx: Tx, credential_id: bytes) -> StoredPasskey | None:
    """Return the passkey with this credential id."""
    row = tx.execute(_passkey_by_credential, {"credential": credential_id}).first()
    return StoredPasskey(*row) if row else None


def refuse_more_passkeys(tx: Tx, user_id: str) -> None:
    """Raise `TooManyPasskeys` if the account has the maximum number of passkeys."""
    if tx.execute(_count_passkeys, {"user": user_id}).scalar_one() >= MAX_PASSKEYS:
        raise TooManyPasskeys


def _user(row: Row[Any] | None) -> User | None:
    if row is None:
        return None
    values: tuple[Any, ...] = tuple(row)
    return User(*values)


def people_at_other_steps(tx: Tx, steps: Sequence[int]) -> list[tuple[str, int]]:
    """Return (id, step) of users at other steps than these. Scans the table."""
    return [(row.id, row.current_step) for row in tx.execute(_at_other_steps, {"steps": list(steps)})]


def operator_ids(tx: Tx) -> list[str]:
    """Return the ids of the operators with a verified address, who have to be told when somebody waits for them."""
    return list(tx.execute(_operator_ids).scalars())


def has_able_operator(tx: Tx) -> bool:
    """Whether some operator has what the operations page requires, so that a human review can be promised."""
    return tx.execute(_able_operator).first() is not None
