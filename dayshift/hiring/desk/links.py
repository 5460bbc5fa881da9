"""Review links and reviewers: how a manager lets a colleague view and rate one application."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select, update

from dayshift.core.audit import Action, record
from dayshift.core.db import Tx, insert
from dayshift.core.errors import NotFound
from dayshift.core.events import publish
from dayshift.core.ids import hash_token, new_id
from dayshift.core.signing import opened_by, sign
from dayshift.hiring.applications.access import ApplicationAccess, access_with, covers
from dayshift.hiring.applications.errors import ReviewCodeRequired
from dayshift.hiring.applications.events import ReviewLinkShared
from dayshift.hiring.applications.models import application_reviewers, review_links
from dayshift.hiring.applications.queries import Application, any_application, find_grant
from dayshift.hiring.employers import Member, find_member, members_of

LINK_LIFE = timedelta(hours=24)
_BROWSER = "review link in a browser"


@dataclass(frozen=True, slots=True)
class ReviewLink:
    """A link with which one person views and rates one application, until `expires_at` or `ended_at`."""

    id: str
    application_id: str
    created_by: str
    member_version: int
    name: str
    email: str
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None


_columns = [review_links.c[name] for name in ReviewLink.__slots__]
_insert_link = insert(review_links)
_link = select(*_columns).where(review_links.c.id == bindparam("link"))
_link_by_token = select(*_columns).where(
    review_links.c.token_hash == bindparam("hash"),
    review_links.c.expires_at > bindparam("at"),
    review_links.c.ended_at.is_(None),
)
_links_of = (
    select(*_columns)
    .where(
        review_links.c.application_id == bindparam("application"),
        review_links.c.expires_at > bindparam("at"),
        review_links.c.ended_at.is_(None),
    )
    .order_by(review_links.c.created_at, review_links.c.id)
)
_renew_token = (
    update(review_links).where(review_links.c.id == bindparam("link")).values(token_hash=bindparam("new_hash"))
)
_end_link = (
    update(review_links)
    .where(
        review_links.c.id == bindparam("link"),
        review_links.c.application_id == bindparam("application"),
        review_links.c.ended_at.is_(None),
    )
    .values(ended_at=bindparam("at"))
)
_insert_reviewer = insert(application_reviewers).on_conflict_do_nothing()
_delete_reviewer = delete(application_reviewers).where(
    application_reviewers.c.application_id == bindparam("application"),
    application_reviewers.c.member_id == bindparam("member"),
)
_reviewers = select(application_reviewers.c.member_id).where(
    application_reviewers.c.application_id == bindparam("application")
)


def share(tx: Tx, application: Application, member: Member, name: str, email: str, at: datetime) -> ReviewLink:
    """Create a review link for one person. Its mail, which has the only copy of the token, follows as a task."""
    link = ReviewLink(
        new_id(), application.id, member.id, member.security_version, name, email, at, at + LINK_LIFE, None
    )
    values = {field: getattr(link, field) for field in ReviewLink.__slots__}
    tx.execute(_insert_link, {**values, "token_hash": hash_token(secrets.token_urlsafe(32))})
    record(
        tx, "link.created", "member", member.id, subject="application", subject_id=application.id,
        employer_id=application.employer_id, details={"link": link.id},
    )  # fmt: skip
    publish(tx, ReviewLinkShared(link.id))
    return link


def issue_token(tx: Tx, link_id: str, at: datetime) -> tuple[ReviewLink, Member, Application, str] | None:
    """Return a link with a new token, its sender and its application; None if it has ended.

    Only the token's hash is stored, so a mail that is sent again has a new token, and the one before is void.
    """
    found = find_valid(tx, link_id, at)
    if found is None:
        return None
    token = secrets.token_urlsafe(32)
    tx.execute(_renew_token, {"link": link_id, "new_hash": hash_token(token)})
    return *found, token


def find_valid(tx: Tx, link_id: str, at: datetime) -> tuple[ReviewLink, Member, Application] | None:
    """Return a link by its id, its sender and its application; None if it has ended."""
    row = tx.execute(_link, {"link": link_id}).first()
    link = ReviewLink(*row) if row else None
    if link is None or link.ended_at or link.expires_at <= at:
        return None
    member, application = find_member(tx, link.created_by), any_application(tx, link.application_id)
    if member is None or application is None or not _is_valid(tx, link, member, application):
        return None
    return link, member, application


@dataclass(frozen=True, slots=True)
class LinkInBrowser:
    """The token of a review link, and what this browser has of `prove_browser`."""

    token: str
    proof: str | None


def find_link(tx: Tx, token: str, at: datetime) -> ReviewLink:
    """Return a link by its token. Raises `NotFound` if it has ended."""
    return _open(tx, token, at)[0]


def prove_browser(tx: Tx, token: str, at: datetime) -> str:
    """Return the proof that a browser belongs to a link's recipient. It ends with the link."""
    link, _, seen = _open(tx, token, at)
    record(
        tx, "link.opened", "link", link.id, subject="application", subject_id=link.application_id,
        employer_id=seen.application.employer_id,
    )  # fmt: skip
    return sign(tx, _BROWSER, link.id)


def open_link(
    tx: Tx, held: LinkInBrowser, at: datetime, *, for_update: bool = False
) -> tuple[ReviewLink, Member, ApplicationAccess]:
    """Return a link, the member who shared it, and what it opens: never the contact data.

    Raises `NotFound` if it has ended, and as soon as the member who shared it may not see the application any more;
    `ReviewCodeRequired` in a browser where nobody has entered the code that is mailed to the recipient.
    """
    link, member, seen = _open(tx, held.token, at, for_update=for_update)
    if not _is_proved(tx, link, held.proof):
        raise ReviewCodeRequired(reviewer=link.name, address=_masked(link.email))
    return link, member, seen


def _open(
    tx: Tx, token: str, at: datetime, *, for_update: bool = False
) -> tuple[ReviewLink, Member, ApplicationAccess]:
    row = tx.execute(_link_by_token, {"hash": hash_token(token), "at": at}).first()
    link = ReviewLink(*row) if row else None
    application = any_application(tx, link.application_id, for_update=for_update) if link else None
    member = find_member(tx, link.created_by) if link else None
    if link is None or application is None or member is None or not _is_valid(tx, link, member, application):
        raise NotFound
    seen = access_with(application, find_grant(tx, application.user_id, application.employer_id), at, contact=False)
    if not seen.content:
        raise NotFound
    return link, member, seen


def _is_proved(tx: Tx, link: ReviewLink, proof: str | None) -> bool:
    try:
        return opened_by(tx, _BROWSER, proof or "") == link.id
    except NotFound:
        return False


def _masked(address: str) -> str:
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}•••@{domain}"


def links_of(tx: Tx, application_id: str, at: datetime) -> list[ReviewLink]:
    """Return the links of an application that still open it, oldest first."""
    application = any_application(tx, application_id)
    if application is None:
        return []
    found = [ReviewLink(*row) for row in tx.execute(_links_of, {"application": application_id, "at": at})]
    senders = {one.id: one for one in members_of(tx, application.employer_id)}
    return [one for one in found if (by := senders.get(one.created_by)) and _is_valid(tx, one, by, application)]


def _is_valid(tx: Tx, link: ReviewLink, sender: Member, application: Application) -> bool:
    """Whether nothing has been revoked from the member who sent a link since then."""
    return sender.security_version == link.member_version and covers(tx, sender, application)


def end_link(tx: Tx, application_id: str, link_id: str, by: Member, at: datetime) -> None:
    """End a link of this application. Raises `NotFound` for any other."""
    if not tx.execute(_end_link, {"link": link_id, "application": application_id, "at": at}).rowcount:
        raise NotFound
    record(
        tx, "link.ended", "member", by.id, subject="application", subject_id=application_id,
        employer_id=by.employer_id, details={"link": link_id},
    )  # fmt: skip


def reviewers_of(tx: Tx, application: Application) -> list[tuple[Member, bool]]:
    """Return the employer's active reviewers by name, and whether each is assigned to this application."""
    assigned = set(tx.execute(_reviewers, {"application": application.id}).scalars())
    active = [one for one in members_of(tx, application.employer_id) if one.state == "active"]
    return [(one, one.id in assigned) for one in active if one.role == "reviewer"]


def assign(tx: Tx, application: Application, reviewer_id: str, by: Member, at: datetime) -> None:
    """Let a reviewer see this application. Raises `NotFound` for anybody but an active reviewer of the employer."""
    reviewer = find_member(tx, reviewer_id)
    if reviewer is None or reviewer.employer_id != application.employer_id:
        raise NotFound
    if reviewer.role != "reviewer" or reviewer.state != "active":
        raise NotFound
    values = {"application_id": application.id, "member_id": reviewer.id}
    tx.execute(_insert_reviewer, {**values, "assigned_by": by.id, "assigned_at": at})
    _record_reviewer(tx, "reviewer.assigned", application, reviewer_id, by)


def unassign(tx: Tx, application: Application, reviewer_id: str, by: Member) -> None:
    """Stop a reviewer from seeing this application."""
    tx.execute(_delete_reviewer, {"application": application.id, "member": reviewer_id})
    _record_reviewer(tx, "reviewer.unassigned", application, reviewer_id, by)


def _record_reviewer(tx: Tx, action: Action, application: Application, reviewer_id: str, by: Member) -> None:
    record(
        tx, action, "member", by.id, subject="application", subject_id=application.id,
        employer_id=application.employer_id, details={"reviewer": reviewer_id},
    )  # fmt: skip
