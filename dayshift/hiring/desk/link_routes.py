"""HTTP: who else may view and rate an application: assigned reviewers, and colleagues with a review link."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from dayshift.accounts import Email
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.names import IsName
from dayshift.core.schemas import Body, Reply
from dayshift.dependencies import Db, Limiter
from dayshift.hiring.applications.access import ApplicationAccess, load_for_member
from dayshift.hiring.desk import links
from dayshift.hiring.employers import ROLE_ERRORS, Hiring

router = APIRouter(tags=["desk"])

ONE = "/api/desk/applications/{application_id}"
SHARE = Rule("review_link", 30, 24 * 3600)
_ERRORS = (*ROLE_ERRORS, NotFound)


class NewLink(Body):
    """The colleague who gets the link."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=120), IsName]
    email: Email


class LinkReply(Reply):
    """A review link that is still open. The link itself is only in its mail."""

    id: str
    name: str
    email: str
    expires_at: datetime


class ReviewerReply(Reply):
    """A reviewer of the employer; `assigned`: sees this application."""

    id: str
    name: str
    assigned: bool


class SharingReply(Reply):
    """Who else may view and rate an application."""

    reviewers: list[ReviewerReply]
    links: list[LinkReply]


@router.get(f"{ONE}/sharing", responses=errors(*_ERRORS))
async def read_sharing(application_id: str, member: Hiring, db: Db) -> SharingReply:
    """Who else may view and rate an application: reviewers, and open review links."""

    def load(tx: Tx) -> SharingReply:
        return _sharing(tx, load_for_member(tx, member, application_id, now()))

    return await db.read(load)


@router.post(f"{ONE}/links", status_code=201, responses=errors(*_ERRORS, RateLimited))
async def share_application(
    application_id: str, body: NewLink, member: Hiring, db: Db, limits: Limiter
) -> SharingReply:
    """Mail a colleague a link for this application: view and rate only, for 24 hours, without contact data."""
    await limits.count(SHARE, member.id)

    def create(tx: Tx) -> SharingReply:
        at = now()
        seen = load_for_member(tx, member, application_id, at)
        if not seen.content:
            raise NotFound
        links.share(tx, seen.application, member, body.name, body.email, at)
        return _sharing(tx, seen)

    return await db.write(create)


@router.delete(f"{ONE}/links/{{link_id}}", responses=errors(*_ERRORS))
async def end_link(application_id: str, link_id: str, member: Hiring, db: Db) -> SharingReply:
    """End a review link before its 24 hours are over."""

    def end(tx: Tx) -> SharingReply:
        seen = load_for_member(tx, member, application_id, now())
        links.end_link(tx, application_id, link_id, member, now())
        return _sharing(tx, seen)

    return await db.write(end)


@router.put(f"{ONE}/reviewers/{{reviewer_id}}", responses=errors(*_ERRORS))
async def assign_reviewer(application_id: str, reviewer_id: str, member: Hiring, db: Db) -> SharingReply:
    """Let a reviewer view and rate this application."""

    def add(tx: Tx) -> SharingReply:
        seen = load_for_member(tx, member, application_id, now())
        links.assign(tx, seen.application, reviewer_id, member, now())
        return _sharing(tx, seen)

    return await db.write(add)


@router.delete(f"{ONE}/reviewers/{{reviewer_id}}", responses=errors(*_ERRORS))
async def unassign_reviewer(application_id: str, reviewer_id: str, member: Hiring, db: Db) -> SharingReply:
    """Stop a reviewer from viewing this application."""

    def remove(tx: Tx) -> SharingReply:
        seen = load_for_member(tx, member, application_id, now())
        links.unassign(tx, seen.application, reviewer_id, member)
        return _sharing(tx, seen)

    return await db.write(remove)


def _sharing(tx: Tx, seen: ApplicationAccess) -> SharingReply:
    application = seen.application
    return SharingReply(
        reviewers=[
            ReviewerReply(id=one.id, name=one.name, assigned=assigned)
            for one, assigned in links.reviewers_of(tx, application)
        ],
        links=[LinkReply.model_validate(one) for one in links.links_of(tx, application.id, now())],
    )
