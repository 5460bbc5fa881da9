"""Mailed links and passwords of members. A link's token is only in the mail; the table has its hash."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, select, update

from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.ids import hash_token
from dayshift.employers.errors import LinkExpired
from dayshift.employers.models import member_links, member_sessions, members
from dayshift.employers.queries import Member, find_member, find_member_by_email, keeps_owner_rights

Purpose = Literal["sign_in", "invite"]

LIFETIMES: dict[Purpose, timedelta] = {"sign_in": timedelta(minutes=15), "invite": timedelta(days=7)}

_STATES = {"sign_in": "active", "invite": "invited"}

_insert_link = insert(member_links)
_delete_links = delete(member_links).where(
    member_links.c.member_id == bindparam("member"), member_links.c.purpose == bindparam("purpose")
)
_delete_expired = delete(member_links).where(
    member_links.c.member_id == bindparam("member"), member_links.c.expires_at <= bindparam("now")
)
_all_links = delete(member_links).where(member_links.c.member_id == bindparam("member"))
_valid = (
    (member_links.c.token_hash == bindparam("hash"))
    & (member_links.c.purpose == bindparam("for"))
    & (member_links.c.expires_at > bindparam("now"))
    & member_links.c.used_at.is_(None)
)
_find_link = select(member_links.c.member_id).where(_valid)
_take_link = update(member_links).where(_valid).values(used_at=bindparam("now")).returning(member_links.c.member_id)
_invited_by = select(members.c.invited_by, members.c.inviter_version).where(members.c.id == bindparam("member"))
_password = select(members.c.id, members.c.password_hash).where(
    members.c.email == bindparam("email"), members.c.state == "active"
)
_set_password = update(members).where(members.c.id == bindparam("member")).values(password_hash=bindparam("hash"))
_renew_hash = _set_password.where(members.c.password_hash == bindparam("old"))
_session_columns = [
    member_sessions.c[name] for name in ("id", "device", "created_at", "last_seen_at", "expires_at", "token_hash")
]
_sessions = (
    select(*_session_columns)
    .where(member_sessions.c.member_id == bindparam("member"), member_sessions.c.expires_at > bindparam("now"))
    .order_by(member_sessions.c.last_seen_at.desc(), member_sessions.c.id)
)
_end_sessions = delete(member_sessions).where(member_sessions.c.member_id == bindparam("member"))
_end_others = _end_sessions.where(member_sessions.c.token_hash != bindparam("kept"))
_end_issued = (
    update(members).where(members.c.id == bindparam("member")).values(security_version=members.c.security_version + 1)
)
_end_session = _end_sessions.where(member_sessions.c.id == bindparam("id")).returning(member_sessions.c.id)


@dataclass(frozen=True, slots=True)
class ListedSession:
    """A session in the member's own list."""

    id: str
    device: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    current: bool


def issue_link(tx: Tx, member_id: str, purpose: Purpose) -> str | None:
    """Create a link's token. None if the member may not use one.

    Earlier invitations stop working. Earlier sign-in links do not: anybody can ask for one more.
    """
    member = find_member(tx, member_id)
    if member is None or member.state != _STATES[purpose]:
        return None
    if purpose == "invite" and not is_invitation_valid(tx, member_id):
        return None
    at = now()
    if purpose == "invite":
        tx.execute(_delete_links, {"member": member_id, "purpose": purpose})
    else:
        tx.execute(_delete_expired, {"member": member_id, "now": at})
    token = secrets.token_urlsafe(32)
    row = {"token_hash": hash_token(token), "member_id": member_id, "purpose": purpose, "created_at": at}
    tx.execute(_insert_link, {**row, "expires_at": at + LIFETIMES[purpose]})
    return token


def issue_sign_in_link(tx: Tx, email: str) -> tuple[Member, str] | None:
    """Create a sign-in link for the active member with this address, if there is one."""
    member = find_member_by_email(tx, email)
    token = issue_link(tx, member.id, "sign_in") if member else None
    return (member, token) if member and token else None


def is_invitation_valid(tx: Tx, member_id: str) -> bool:
    """Whether the owner who sent an invitation has been one since; without a sender, an operator sent it."""
    row = tx.execute(_invited_by, {"member": member_id}).one()
    return row.invited_by is None or keeps_owner_rights(tx, row.invited_by, row.inviter_version)


def read_link(tx: Tx, purpose: Purpose, token: str) -> Member:
    """Return the member that a link belongs to, without using it. Raises `LinkExpired`."""
    row = tx.execute(_find_link, {"hash": hash_token(token), "for": purpose, "now": now()}).first()
    return _holder(tx, purpose, row.member_id if row else None)


def take_link(tx: Tx, purpose: Purpose, token: str) -> Member:
    """Use a link up, and all others of its member for this purpose; return the member. Raises `LinkExpired`."""
    row = tx.execute(_take_link, {"hash": hash_token(token), "for": purpose, "now": now()}).first()
    member = _holder(tx, purpose, row.member_id if row else None)
    tx.execute(_delete_links, {"member": member.id, "purpose": purpose})
    return member


def _holder(tx: Tx, purpose: Purpose, member_id: str | None) -> Member:
    member = find_member(tx, member_id) if member_id else None
    if member is None or member.state != _STATES[purpose]:
        raise LinkExpired
    if purpose == "invite" and not is_invitation_valid(tx, member.id):
        raise LinkExpired
    return member


def find_password(tx: Tx, email: str) -> tuple[str, str | None] | None:
    """Return the id and password hash of the active member with this address."""
    row = tx.execute(_password, {"email": email}).first()
    return (row.id, row.password_hash) if row else None


def renew_password_hash(tx: Tx, member_id: str, old: str, new: str) -> None:
    """Store another hash of the same password, unless the password has changed meanwhile. Revokes nothing."""
    tx.execute(_renew_hash, {"member": member_id, "old": old, "hash": new})


def set_password(tx: Tx, member_id: str, password_hash: str, kept: str) -> None:
    """Set the password, and revoke everything except the session with the token `kept`."""
    tx.execute(_set_password, {"member": member_id, "hash": password_hash})
    revoke(tx, member_id, kept=kept)


def sessions_of(tx: Tx, member_id: str, token: str) -> list[ListedSession]:
    """Return the member's sessions, latest first; `token` is the current one's."""
    current = hash_token(token)
    return [
        ListedSession(row.id, row.device, row.created_at, row.last_seen_at, row.expires_at, row.token_hash == current)
        for row in tx.execute(_sessions, {"member": member_id, "now": now()})
    ]


def end_session(tx: Tx, member_id: str, session_id: str) -> None:
    """End one of the member's sessions. Raises `NotFound`."""
    if tx.execute(_end_session, {"member": member_id, "id": session_id}).first() is None:
        raise NotFound


def revoke(tx: Tx, member_id: str, *, kept: str = "") -> None:
    """End a member's sessions, sign-in links, calendar link and review links, except the session with token `kept`."""
    tx.execute(_end_others, {"member": member_id, "kept": hash_token(kept)})
    tx.execute(_all_links, {"member": member_id})
    end_issued(tx, member_id)


def end_issued(tx: Tx, member_id: str) -> None:
    """End the calendar link of a member, and the review links that they sent."""
    tx.execute(_end_issued, {"member": member_id})
