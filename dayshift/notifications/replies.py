"""Answers by email: the address that a mail about an application asks to reply to, and what arrives there.

The address holds a token for one application and one person. The token decides who speaks, never the From line; that
must be the person's own address all the same.
"""

import re
from base64 import b32decode, b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID

from sqlalchemy import bindparam, delete

from dayshift.accounts import User, find_user, security_version_of
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import AppError, NotFound
from dayshift.core.events import publish
from dayshift.core.signing import opened_by, sign
from dayshift.hiring.applications import (
    MAX_TEXT,
    Application,
    MailRefused,
    any_application,
    is_writable,
    load_for_member,
    own_application,
    write_as_candidate,
    write_as_member,
)
from dayshift.hiring.employers import Member, members_of
from dayshift.notifications.models import received_mails
from dayshift.providers.mail_in import ReceivedMail

PURPOSE = "mail reply"
LIFETIME = timedelta(days=60)
KEPT = timedelta(days=30)
"""How long we know that a mail has arrived."""
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_MEMBER = 0x8000
_SIZE = 35
"""Bytes of a token: application, day and kind, revocations, signature. 56 characters in base32."""

_know = insert(received_mails).on_conflict_do_nothing().returning(received_mails.c.digest)
_forget = delete(received_mails).where(received_mails.c.received_at < bindparam("until"))


def candidate_token(tx: Tx, application: Application, at: datetime | None = None) -> str:
    """Return the token of the candidate; '' if nobody can write any more."""
    if not is_writable(tx, application):
        return ""
    return _token(tx, application.id, "", security_version_of(tx, application.user_id) or 0, at or now())


def member_token(tx: Tx, application: Application, member: Member, at: datetime | None = None) -> str:
    """Return the token of a member; '' if nobody can write any more."""
    if not is_writable(tx, application):
        return ""
    return _token(tx, application.id, member.id, member.security_version, at or now())


def reply_address(base: str, token: str) -> str:
    """Return the address of a token; '' if there is no token, or replies are not received."""
    local, _, domain = base.partition("@")
    return f"{local}+{token}@{domain}" if base and token else ""


def token_in(content: bytes, base: str) -> str:
    """Return the token in the head of a received mail; '' for none."""
    local, _, domain = base.lower().encode().partition(b"@")
    head = re.split(rb"\r?\n\r?\n", content, maxsplit=1)[0].lower()
    for found in re.finditer(rb"\+([a-z2-7]{56})@", head):
        if head.endswith(local, 0, found.start()) and head.startswith(domain, found.end()):
            return found[1].decode()
    return ""


def _token(tx: Tx, application_id: str, member_id: str, version: int, at: datetime) -> str:
    day = (at - _EPOCH).days | (_MEMBER if member_id else 0)
    head = UUID(application_id).bytes + day.to_bytes(2) + bytes([version & 0xFF])
    signature = sign(tx, PURPOSE, _subject(head, member_id)).rpartition(".")[2]
    return b32encode(head + urlsafe_b64decode(f"{signature}==")).decode().rstrip("=").lower()


def _subject(head: bytes, member_id: str) -> str:
    return f"{head.hex()}:{member_id}"


@dataclass(frozen=True, slots=True)
class Writer:
    """Who a token belongs to. `ended`: it expired, or was revoked."""

    application: Application
    user: User | None
    member: Member | None
    ended: bool

    @property
    def address(self) -> str:
        """The writer's own address."""
        return (self.member.email if self.member else self.user and self.user.email) or ""


def writer_of(tx: Tx, token: str, at: datetime) -> Writer | None:
    """Return who a token belongs to; None if it was not made here, or its owner has left."""
    content = b32decode(token.upper())
    if len(content) != _SIZE:
        return None
    head, signature = content[:19], urlsafe_b64encode(content[19:]).decode().rstrip("=")
    application = any_application(tx, str(UUID(bytes=head[:16])))
    if application is None:
        return None
    day = int.from_bytes(head[16:18])
    expired = at >= _EPOCH + timedelta(days=day & ~_MEMBER) + LIFETIME
    members: Sequence[Member | None] = members_of(tx, application.employer_id) if day & _MEMBER else [None]
    for member in members:
        if not _is_signed(tx, _subject(head, member.id if member else ""), signature):
            continue
        if member and member.state != "active":
            return None
        version = member.security_version if member else security_version_of(tx, application.user_id) or 0
        user = None if member else find_user(tx, application.user_id)
        return Writer(application, user, member, expired or version & 0xFF != head[18])
    return None


def _is_signed(tx: Tx, subject: str, signature: str) -> bool:
    try:
        return opened_by(tx, PURPOSE, f"{subject}.{signature}") == subject
    except NotFound:
        return False


def receive(tx: Tx, mail: ReceivedMail, token: str, at: datetime, *, limited: bool) -> None:
    """Write what a mail says as its token's owner, once, or tell the owner why it was not sent."""
    writer = writer_of(tx, token, at)
    if writer is None or not writer.address:
        return
    if limited and mail.sender.casefold() != writer.address.casefold():  # Strangers cannot fill the owner's mailbox.
        return
    digest = sha256(f"{mail.message_id or mail}:{token}".encode("utf-8", "surrogatepass")).hexdigest()
    if not tx.execute(_know, {"digest": digest, "received_at": at}).first():
        return
    tx.execute(_forget, {"until": at - KEPT})
    if reason := _why_not(writer, mail, limited=limited) or _write(tx, writer, mail.text or "", f"mail-{digest}", at):
        _publish_refusal(tx, writer, reason)
    elif mail.attachments:
        _publish_refusal(tx, writer, "attachments")


def _why_not(writer: Writer, mail: ReceivedMail, *, limited: bool) -> str | None:
    if writer.ended:
        return "expired"
    if mail.text is None:
        return "unreadable"
    if mail.sender.casefold() != writer.address.casefold():
        return "address"
    if limited:
        return "limit"
    if not mail.text:
        return "attachments_only" if mail.attachments else "empty"
    return "too_long" if len(mail.text) > MAX_TEXT else None


def _write(tx: Tx, writer: Writer, text: str, key: str, at: datetime) -> str | None:
    """Write a message; return why that is no longer possible."""
    try:
        with tx.begin_nested():
            if writer.member:
                seen = load_for_member(tx, writer.member, writer.application.id, at, for_update=True)
                write_as_member(tx, seen.application, writer.member, text, at, key=key)
            else:
                own = own_application(tx, writer.application.user_id, writer.application.id, for_update=True)
                write_as_candidate(tx, own, text, at, key=key)
    except AppError:
        return "over"
    return None


def _publish_refusal(tx: Tx, writer: Writer, reason: str) -> None:
    member = writer.member
    user_id = None if member else writer.application.user_id
    publish(tx, MailRefused(writer.application.id, user_id, member.id if member else None, reason))
