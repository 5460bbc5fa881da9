"""HTTP: post a job from a template, change and renew it."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from typing import Annotated

from fastapi import APIRouter, Query

from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import NotFound
from dayshift.core.http import errors
from dayshift.core.limits import RateLimited, Rule
from dayshift.core.schemas import shared
from dayshift.dependencies import Db, IdempotencyKey, Limiter
from dayshift.hiring.employers import postings
from dayshift.hiring.employers.errors import ROLE_ERRORS, JobFromFeed, KeyReused, StaleJob
from dayshift.hiring.employers.posting_queries import Posting, postings_of_groups
from dayshift.hiring.employers.posting_schemas import (
    JobEdit,
    JobFields,
    JobPlacement,
    JobPost,
    JobRenewal,
    PayHintReply,
    PayNearbyReply,
    PostedFields,
    PostedJobReply,
    SharedJobReply,
    TemplateReply,
    TemplatesReply,
)
from dayshift.hiring.employers.postings import Draft, Placement, details_of
from dayshift.hiring.employers.queries import Member, find_location, several_members
from dayshift.hiring.employers.session import Hiring
from dayshift.hiring.employers.templates import pay_nearby, templates
from dayshift.jobs.catalog import JobDetails
from dayshift.knowledge.occupations import occupation_of, occupations, title_in

router = APIRouter(tags=["desk"])

POST = Rule("post a job", 300, 3600)
"""Per employer, each location counted: each job changes the catalog."""

_CHANGE = errors(*ROLE_ERRORS, NotFound, StaleJob, JobFromFeed)


@router.get("/api/desk/job-templates", responses=errors(*ROLE_ERRORS))
async def list_templates(member: Hiring) -> TemplatesReply:
    """Starting points for posting a job, in the member's language."""
    return TemplatesReply(templates=[TemplateReply.model_validate(one) for one in templates(member.language)])


@router.get("/api/desk/pay-hint", responses=errors(*ROLE_ERRORS, NotFound))
async def hint_pay(
    member: Hiring,
    db: Db,
    title: Annotated[str, Query(max_length=100)],
    location: Annotated[str, Query(max_length=36)],
    occupation: Annotated[str, Query(max_length=64, description="Used if the title names none")] = "",
) -> PayHintReply:
    """What jobs of the same occupation near a location pay."""
    named = occupation_of(title) or occupation

    def read(tx: Tx) -> PayHintReply:
        at = find_location(tx, member.employer_id, location)
        if not member.covers(at.id):
            raise NotFound
        found = pay_nearby(tx, at, named, now()) if named in occupations() else None
        if found is None:
            return PayHintReply(pay=None)
        return PayHintReply(
            pay=PayNearbyReply(
                occupation=title_in(member.language, occupations()[found.occupation].title),
                low=found.low / 100,
                high=found.high / 100,
                count=found.count,
                miles=found.miles,
            )
        )

    return await db.read(read)


@router.post("/api/desk/jobs", status_code=201, responses=errors(*ROLE_ERRORS, NotFound, RateLimited, KeyReused))
async def post_job(body: JobPost, member: Hiring, db: Db, limits: Limiter, key: IdempotencyKey) -> PostedJobReply:
    """Post a job at one or several locations, live from now on for 30 days. Returns the job at `locationId`.

    A resend with the same key returns the job that it posted.
    """
    await limits.count(POST, member.employer_id, cost=1 + len(body.also_at))

    def write(tx: Tx) -> PostedJobReply:
        return posted_job(tx, postings.post_job(tx, member, key, draft_of(body), now(), body.also_at), member.covers)

    return await db.write(write)


@router.get("/api/desk/jobs/{posting_id}", responses=errors(*ROLE_ERRORS, NotFound))
async def read_job(posting_id: str, member: Hiring, db: Db) -> PostedJobReply:
    """One job at the member's locations, for its editor."""
    return await db.read(lambda tx: posted_job(tx, postings.own_posting(tx, member, posting_id), member.covers))


@router.put("/api/desk/jobs/{posting_id}", responses=_CHANGE)
async def edit_job(posting_id: str, body: JobEdit, member: Hiring, db: Db, limits: Limiter) -> PostedJobReply:
    """Change a posted job, as it was at `version`; with `everywhere` at the other locations with its text, too."""
    others = await db.read(postings.places_of, member, posting_id) if body.everywhere else 0
    await limits.count(POST, member.employer_id, cost=1 + others)

    def write(tx: Tx) -> PostedJobReply:
        posting = postings.edit_job(tx, member, posting_id, body.version, draft_of(body), now())
        return posted_job(tx, posting, member.covers)

    return await db.write(write)


@router.put("/api/desk/jobs/{posting_id}/placement", responses=errors(*ROLE_ERRORS, NotFound, StaleJob))
async def place_job(posting_id: str, body: JobPlacement, member: Hiring, db: Db) -> PostedJobReply:
    """Change where a job belongs, how many people it is for, and its reply time. Also for jobs of a feed."""

    def write(tx: Tx) -> PostedJobReply:
        placement = Placement(body.location_id, body.openings, body.reply_days)
        posting = postings.place_job(tx, member, posting_id, body.version, placement, now())
        return posted_job(tx, posting, member.covers)

    return await db.write(write)


@router.post("/api/desk/jobs/{posting_id}/renewal", responses=_CHANGE)
async def renew_job(posting_id: str, body: JobRenewal, member: Hiring, db: Db) -> PostedJobReply:
    """List a posted job for another 30 days, counted from now."""

    def write(tx: Tx) -> PostedJobReply:
        return posted_job(tx, postings.renew_job(tx, member, posting_id, body.version, now()), member.covers)

    return await db.write(write)


def draft_of(body: JobFields) -> Draft:
    """Return the job that the form's fields describe."""
    stated = {one.name: getattr(body, one.name) for one in fields(JobDetails)}
    blank = {name: stated[name] or None for name in ("benefits", "licence")}
    details = JobDetails(**{**stated, **blank, "shifts": tuple(dict.fromkeys(body.shifts))})
    placement = Placement(body.location_id, body.openings, body.reply_days)
    everywhere = isinstance(body, JobEdit) and body.everywhere
    return Draft(body.title, placement, details, body.always_hiring, everywhere)


Covers = Callable[[str | None], bool]
"""Whether the reader may know of jobs at a location."""


def posted_job(tx: Tx, posting: Posting, covers: Covers) -> PostedJobReply:
    """Return a job as its editor needs it."""
    return posted_jobs(tx, [posting], covers)[0]


def posted_jobs(tx: Tx, postings: Sequence[Posting], covers: Covers) -> list[PostedJobReply]:
    """Return jobs as their editors need them."""
    members = several_members(tx, {one.changed_by for one in postings if one.changed_by})
    found = postings_of_groups(tx, {one.group_id for one in postings if one.group_id})
    groups = [one for one in found if covers(one.location_id)]
    return [_posted(one, members.get(one.changed_by or ""), groups) for one in postings]


def _posted(posting: Posting, by: Member | None, grouped: Sequence[Posting]) -> PostedJobReply:
    details = None if posting.imported else details_of(posting)
    stated = PostedFields(title=posting.title, **asdict(details)) if details else None
    others = [one for one in grouped if one.group_id == posting.group_id and one.id != posting.id]
    more = {
        "changed_by": by.name if by else None,
        "fields": stated,
        "also_at": [SharedJobReply.model_validate(one) for one in others],
    }
    return PostedJobReply(**{**shared(posting, PostedJobReply), **more})
