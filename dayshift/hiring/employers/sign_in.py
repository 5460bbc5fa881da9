"""Mailed links and passwords of members. A link's token is only in the mail; the table has its hash.

One address may have members at several employers, each with its own password and second factor: nothing that an
employer does to its member opens the account at another. A mailed link proves the address, so it opens any of them; a
password opens those that have it. A person with several chooses one; each choice is a link of its own.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from sqlalchemy import bindparam, delete, select, update

from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.ids import hash_token
from dayshift.hiring.employers.errors import EmployerClosed, LinkExpired
from dayshift.hiring.employers.models import identity_consents, member_links, members
from dayshift.hiring.employers.queries import (
    SESSIONS,
    Member,
    MemberSession,
    find_employer,
    find_member,
    keeps_owner_rights,
    members_by_email,
)

Purpose = Literal["sign_in", "invite", "employer", "password"]
"""A mailed link for signing in, an invitation, and the choice of one employer after a mailed link or a password."""

LIFETIMES: dict[Purpose, timedelta] = {
    "sign_in": timedelta(minutes=15),
    "invite": timedelta(days=7),
    "employer": timedelta(minutes=15),
    "password": timedelta(minutes=5),
}

_STATES = {"sign_in": "active", "invite": "invited", "employer": "active", "password": "active"}

SWITCH_LIFETIME = timedelta(hours=12)
"""How long after its mailed link a session may open the same person's account at another employer."""

_insert_link = insert(member_links)
_delete_links = delete(member_links).where(
    member_links.c.member_id == bindparam("member"), member_links.c.purpose == bindparam("purpose")
)
_delete_expired = delete(member_links).where(
    member_links.c.member_id == bindparam("member"), member_links.c.expires_at <= bindparam("now")
)
_all_links = delete(member_links).where(member_links.c.member_id == bindparam("member"))
_all_consents = delete(identity_consents).where(identity_consents.c.member_id == bindparam("member"))
_valid = (
    (member_links.c.token_hash == bindparam("hash"))
    & member_links.c.purpose.in_(bindparam("purposes", expanding=True))
    & (member_links.c.expires_at > bindparam("now"))
    & member_links.c.used_at.is_(None)
)
_link = (member_links.c.member_id, member_links.c.purpose)
_find_link = select(*_link).where(_valid)
_take_link = update(member_links).where(_valid).values(used_at=bindparam("now")).returning(*_link)
_invited_by = select(members.c.invited_by, members.c.inviter_version).where(members.c.id == bindparam("member"))
_passwords = (
    select(members.c.id, members.c.password_hash)
    .where(members.c.email == bindparam("email"), members.c.state == "active", members.c.password_hash.is_not(None))
    .order_by(members.c.id)
)
_password = select(members.c.password_hash).where(members.c.id == bindparam("member"))
_set_password = update(members).where(members.c.id == bindparam("member")).values(password_hash=bindparam("hash"))
_renew_hash = _set_password.where(members.c.password_hash == bindparam("old"))
_end_issued = (
    update(members).where(members.c.id == bindparam("member")).values(security_version=members.c.security_version + 1)
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the accounts that a first factor opens: the employer's name, and the link's token."""

    employer: str
    key: str


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


def issue_sign_in_link(tx: Tx, email: str, employer_id: str | None = None) -> tuple[Member, str] | None:
    """Create a sign-in link for the active members with this address, or only the one at an employer, if any."""
    found = _active(tx, email)
    if employer_id is not None:
        found = [one for one in found if one.employer_id == employer_id]
    purpose: Purpose = "sign_in" if employer_id is None else "employer"
    token = issue_link(tx, found[0].id, purpose) if found else None
    return (found[0], token) if token else None


def is_invitation_valid(tx: Tx, member_id: str) -> bool:
    """Whether the owner who sent an invitation has been one since; without a sender, an operator sent it."""
    row = tx.execute(_invited_by, {"member": member_id}).one()
    return row.invited_by is None or keeps_owner_rights(tx, row.invited_by, row.inviter_version)


def read_link(tx: Tx, purpose: Purpose, token: str) -> Member:
    """Return the member that a link belongs to, without using it. Raises `LinkExpired`."""
    row = tx.execute(_find_link, {"hash": hash_token(token), "purposes": [purpose], "now": now()}).first()
    return _holder(tx, row.purpose if row else purpose, row.member_id if row else None)


def take_link(tx: Tx, token: str, *purposes: Purpose) -> tuple[Member, Purpose]:
    """Use a link up, and all others of its member for its purpose; return both. Raises `LinkExpired`."""
    row = tx.execute(_take_link, {"hash": hash_token(token), "purposes": purposes, "now": now()}).first()
    if row is None:
        raise LinkExpired
    member = _holder(tx, row.purpose, row.member_id)
    tx.execute(_delete_links, {"member": member.id, "purpose": row.purpose})
    return member, row.purpose


def open_sign_in_link(tx: Tx, token: str) -> tuple[list[Member], bool]:
    """Use a link for signing in, or a choice; return the members that it opens, and whether it proves the address.

    Raises `LinkExpired`.
    """
    member, purpose = take_link(tx, token, "sign_in", "employer", "password")
    return (_active(tx, member.email) if purpose == "sign_in" else [member]), purpose != "password"


def choices_of(tx: Tx, found: Sequence[Member], *, address_proved: bool) -> list[Choice]:
    """Return a link for each of these members, who are one person, to choose from."""
    purpose: Purpose = "employer" if address_proved else "password"
    made = [(one, issue_link(tx, one.id, purpose)) for one in found]
    return [Choice(find_employer(tx, one.employer_id).name, token) for one, token in made if token]


def other_accounts(tx: Tx, session: MemberSession) -> list[Member]:
    """Return the accounts of the session's member at other employers.

    None for a session of single sign-on: the employer's own provider vouches for it, and may not learn of others.
    """
    member = session.member
    return [] if session.single_sign_on else [one for one in _active(tx, member.email) if one.id != member.id]


def may_switch(session: MemberSession) -> bool:
    """Whether a session opens the accounts at other employers without another mail: its own link is recent."""
    proved = session.address_proved_at
    return not session.single_sign_on and proved is not None and now() - proved < SWITCH_LIFETIME


def _active(tx: Tx, email: str) -> list[Member]:
    return [one for one in members_by_email(tx, email) if one.state == "active"]


def _holder(tx: Tx, purpose: Purpose, member_id: str | None) -> Member:
    member = find_member(tx, member_id) if member_id else None
    if member and purpose == "invite" and find_employer(tx, member.employer_id).closed_at is not None:
        raise EmployerClosed
    if member is None or member.state != _STATES[purpose]:
        raise LinkExpired
    if purpose == "invite" and not is_invitation_valid(tx, member.id):
        raise LinkExpired
    return member


def find_passwords(tx: Tx, email: str) -> list[tuple[str, str]]:
    """Return the ids and password hashes of the active members with this address."""
    return [(row.id, row.password_hash) for row in tx.execute(_passwords, {"email": email})]


def password_of(tx: Tx, member_id: str) -> str | None:
    """Return the password hash of a member."""
    found: str | None = tx.execute(_password, {"member": member_id}).scalar()
    return found


def renew_password_hash(tx: Tx, member_id: str, old: str, new: str) -> None:
    """Store another hash of the same password, unless the password has changed meanwhile. Revokes nothing."""
    tx.execute(_renew_hash, {"member": member_id, "old": old, "hash": new})


def set_password(tx: Tx, member_id: str, password_hash: str, kept: str) -> None:
    """Set the password, and revoke everything except the session with the token `kept`."""
    tx.execute(_set_password, {"member": member_id, "hash": password_hash})
    revoke(tx, member_id, kept=kept)


def revoke(tx: Tx, member_id: str, *, kept: str = "") -> None:
    """End a member's sessions, sign-in links, calendar link and review links, except the session with token `kept`."""
    SESSIONS.end_others(tx, member_id, kept=kept)
    tx.execute(_all_links, {"member": member_id})
    tx.execute(_all_consents, {"member": member_id})
    end_issued(tx, member_id)


def end_issued(tx: Tx, member_id: str) -> None:
    """End the calendar link of a member, and the review links that they sent."""
    tx.execute(_end_issued, {"member": member_id})
