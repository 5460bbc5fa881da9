"""Post, change, renew and end an employer's jobs, each with its row in the catalog."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy import bindparam, select, update

from dayshift.core.audit import Action, record
from dayshift.core.clock import now
from dayshift.core.db import Tx, insert
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.events import publish
from dayshift.core.folding import search_key
from dayshift.core.ids import new_id
from dayshift.hiring.employers.errors import JobFromFeed, KeyReused, StaleJob
from dayshift.hiring.employers.events import JobClosed, JobOpened
from dayshift.hiring.employers.models import postings
from dayshift.hiring.employers.posting_queries import (
    Posting,
    PostingState,
    find_posting,
    postings_of,
    postings_of_groups,
    postings_of_jobs,
)
from dayshift.hiring.employers.queries import Location, Member, find_employer, find_location, find_member
from dayshift.jobs.catalog import (
    AbsurdPay,
    JobDetails,
    PostedJob,
    find_job_id,
    find_jobs,
    pay_per_hour,
    put_job,
    relist_jobs,
    withdraw_jobs,
)
from dayshift.knowledge.occupations import occupation_of, occupations

LIFETIME = timedelta(days=30)
"""How long a posted job is listed before it needs to be renewed."""

_KEYS = UUID("6b7a6c1e-5d0f-4a53-9d3c-0a4f6d2f8b11")
"""Namespace of the ids that follow from a member and an idempotency key."""

_insert_posting = insert(postings).on_conflict_do_nothing(index_elements=["id"]).returning(postings.c.id)
_set_job = update(postings).where(postings.c.id == bindparam("posting")).values(job_id=bindparam("job"))
_change = update(postings).where(postings.c.id == bindparam("posting"), postings.c.version == bindparam("before"))
_posted_here = select(postings.c.id).where(
    postings.c.employer_id == bindparam("employer"),
    postings.c.imported.is_(False),
    postings.c.job_id.is_not(None),
    postings.c.state != "removed",
)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a job belongs, for how many people, and its reply time; `reply_days` None: as the employer promises."""

    location_id: str
    openings: int
    reply_days: int | None


@dataclass(frozen=True, slots=True)
class Draft:
    """A job as a member wants it. `everywhere`: a changed text is for the same job at other locations, too."""

    title: str
    placement: Placement
    details: JobDetails
    always_hiring: bool
    everywhere: bool = False


def post_job(tx: Tx, member: Member, key: str, draft: Draft, at: datetime, also_at: Sequence[str] = ()) -> Posting:
    """Post a job, live from now on, and one with the same text at each location of `also_at`; return the first.

    With an idempotency key that was used before: the job that it posted then. Raises `NotFound` for a location where
    the member does not hire, `KeyReused` for a key of other jobs, and `InvalidRequest`.
    """
    first = draft.placement.location_id
    others = sorted({*also_at} - {first})
    group = str(uuid5(_KEYS, "/".join([member.id, key, first, *others]))) if others else None
    posting, added = _post_at(tx, member, key, draft, group, at)
    for place in others:
        there = replace(draft, placement=replace(draft.placement, location_id=place))
        if _post_at(tx, member, f"{key}/{place}", there, group, at)[1] is not added:
            raise KeyReused
    return posting


def _post_at(tx: Tx, member: Member, key: str, draft: Draft, group: str | None, at: datetime) -> tuple[Posting, bool]:
    """Post a job at one location; return it, and whether it was not posted before."""
    location = _place(tx, member, draft.placement.location_id)
    details = _checked(draft)
    posting_id = str(uuid5(_KEYS, f"{member.id}/{key}"))
    values = {
        **_values(draft, details),
        "title_key": search_key(draft.title),
        "group_id": group,
        "id": posting_id,
        "employer_id": member.employer_id,
        "state": "live",
        "imported": False,
        "version": 1,
        "live_until": at + LIFETIME,
        "created_by": member.id,
        "changed_by": member.id,
        "created_at": at,
        "changed_at": at,
    }
    added = tx.execute(_insert_posting, values).first() is not None
    posting = _require(tx, posting_id)
    if not added:
        # Of a job that was changed since, it is not known any more what was asked for.
        wanted = json.loads(json.dumps({**_values(draft, details), "group_id": group}))
        if posting.version == 1 and any(getattr(posting, name) != value for name, value in wanted.items()):
            raise KeyReused
        return posting, False
    tx.execute(_set_job, {"posting": posting_id, "job": _sync_to_catalog(tx, posting, location, at)})
    record(
        tx, "job.posted", "member", member.id, subject="job", subject_id=posting_id,
        employer_id=member.employer_id, details={"openings": posting.openings},
    )  # fmt: skip
    publish(tx, JobOpened(posting_id, posting.version))
    return _require(tx, posting_id), True


_TEXT = ("title", "details", "always_hiring")
"""What the jobs of a group share."""


def edit_job(tx: Tx, member: Member, posting_id: str, version: int, draft: Draft, at: datetime) -> Posting:
    """Change a posted job, as it was at `version`. A job of a feed keeps what the feed says of it.

    Jobs whose text differs from the rest of their group from now on leave it.

    Raises `NotFound`, `StaleJob`, `InvalidRequest`, and `JobFromFeed` for a feed's job.
    """
    posting = own_posting(tx, member, posting_id)
    location = _place(tx, member, draft.placement.location_id)
    if posting.imported:
        raise JobFromFeed
    values = _values(draft, _checked(draft))
    text = {name: values[name] for name in _TEXT}
    group = _group_of(tx, posting)
    is_shared = all(getattr(posting, name) == text[name] for name in _TEXT)
    reached = [one for one in group if draft.everywhere and member.covers(one.location_id)]
    if is_shared or not group or len(reached) == len(group):
        group_id = posting.group_id
    else:
        group_id = new_id() if reached else None
    _update_by_member(tx, member, posting, version, {**values, "group_id": group_id}, at)
    for one in [] if is_shared else reached:
        _update_by_member(tx, member, one, one.version, {**text, "group_id": group_id}, at)
        _sync_to_catalog(tx, _require(tx, one.id), None, at)
    changed = _require(tx, posting_id)
    _sync_to_catalog(tx, changed, location, at)
    return changed


def places_of(tx: Tx, member: Member, posting_id: str) -> int:
    """Return at how many other locations where the member hires a job was posted with the same text."""
    return sum(member.covers(one.location_id) for one in _group_of(tx, own_posting(tx, member, posting_id)))


def _group_of(tx: Tx, posting: Posting) -> list[Posting]:
    """Return the same job at other locations."""
    found = postings_of_groups(tx, [posting.group_id]) if posting.group_id else []
    return [one for one in found if one.id != posting.id]


def place_job(tx: Tx, member: Member, posting_id: str, version: int, placement: Placement, at: datetime) -> Posting:
    """Change what no feed says of a job: who hires for it, how many, and the reply time. Raises like `edit_job`."""
    posting = own_posting(tx, member, posting_id)
    location = _place(tx, member, placement.location_id)
    _update_by_member(tx, member, posting, version, asdict(placement), at)
    changed = _require(tx, posting_id)
    if not changed.imported:
        _sync_to_catalog(tx, changed, location, at)
    return changed


def renew_job(tx: Tx, member: Member, posting_id: str, version: int, at: datetime) -> Posting:
    """List a posted job for another 30 days, counted from now; a paused one is live again. Raises like `edit_job`."""
    posting = own_posting(tx, member, posting_id)
    if posting.imported:
        raise JobFromFeed
    _update_by_member(tx, member, posting, version, {"state": "live", "live_until": at + LIFETIME}, at)
    changed = _require(tx, posting_id)
    _sync_to_catalog(tx, changed, None, at)
    return changed


def set_job_state(tx: Tx, member: Member, posting_id: str, version: int, state: PostingState, at: datetime) -> Posting:
    """Pause, resume, fill or remove a job; only live ones are listed. Raises like `edit_job`."""
    posting = own_posting(tx, member, posting_id)
    return _set_state(tx, member, posting, version, state, at)


def plan_removal(tx: Tx, member: Member, posting_id: str, version: int, due_at: datetime, at: datetime) -> Posting:
    """Note that a job is to be taken down at `due_at`; candidates notice nothing before. Raises like `edit_job`.

    Until then members can only undo it.
    """
    posting = own_posting(tx, member, posting_id)
    _update_by_member(tx, member, posting, version, {"removal_due_at": due_at}, at)
    return _require(tx, posting_id)


def undo_removal(tx: Tx, member: Member, posting_id: str, at: datetime) -> Posting:
    """Keep a job that was to be taken down; any member who hires there can. Raises `NotFound` if none is planned."""
    posting = _covered_posting(tx, member, posting_id)
    if posting.removal_due_at is None:
        raise NotFound
    _update_by_member(tx, member, posting, posting.version, {"removal_due_at": None}, at)
    return _require(tx, posting_id)


def remove_planned(tx: Tx, member: Member | None, posting_id: str, at: datetime) -> Posting | None:
    """Take down a job whose time to undo is over; return it, or None if it stays.

    It stays if the removal was undone or planned again later, or if the member may not hire there any more.
    """
    posting = find_posting(tx, posting_id)
    if posting is None or posting.state == "removed" or posting.removal_due_at is None or posting.removal_due_at > at:
        return None
    if member is None or not member.hires_at(posting.location_id):
        _update_by_system(tx, posting, {"removal_due_at": None}, at)
        record(
            tx, "job.removal_undone", "system", subject="job", subject_id=posting.id, employer_id=posting.employer_id,
        )  # fmt: skip
        return None
    return _set_state(tx, member, posting, posting.version, "removed", at)


def _set_state(tx: Tx, member: Member, posting: Posting, version: int, state: PostingState, at: datetime) -> Posting:
    if state == "filled" and posting.always_hiring:
        raise InvalidRequest(fields={"state": "A job that is always hiring is never filled: pause it or take it down"})
    values: dict[str, Any] = {"state": state}
    if state == "live" and posting.dropped_at:
        raise JobFromFeed
    if state == "live" and not posting.imported and posting.live_until and posting.live_until <= at:
        values["live_until"] = at + LIFETIME
    _update_by_member(tx, member, posting, version, values, at)
    changed = _require(tx, posting.id)
    if not changed.imported:
        _sync_to_catalog(tx, changed, None, at)
    elif changed.job_id:
        _list_or_withdraw(tx, changed.job_id, state, at)
    return changed


def details_of(posting: Posting) -> JobDetails:
    """Return the details of a job that was posted here."""
    return JobDetails(**{**posting.details, "shifts": tuple(posting.details["shifts"])})


def own_posting(tx: Tx, member: Member, posting_id: str) -> Posting:
    """Return a job that this member hires for. Raises `NotFound`, also if it is about to be taken down."""
    posting = _covered_posting(tx, member, posting_id)
    if posting.removal_due_at is not None:
        raise NotFound
    return posting


def _covered_posting(tx: Tx, member: Member, posting_id: str) -> Posting:
    posting = find_posting(tx, posting_id)
    if posting is None or posting.employer_id != member.employer_id or not member.covers(posting.location_id):
        raise NotFound
    if posting.state == "removed":
        raise NotFound
    return posting


def drop_posting(tx: Tx, job_id: str, source: str, external_id: str, at: datetime) -> Posting | None:
    """Pause the open posting of a job that its feed no longer lists; None if there is none."""
    posting = postings_of_jobs(tx, [job_id]).get(job_id)
    if posting is None or not posting.imported or posting.state not in {"live", "paused"}:
        return None
    dropped = {"at": at.isoformat(), "state": posting.state, "source": source, "external_id": external_id}
    _update_by_system(tx, posting, {"state": "paused", "details": {"dropped": dropped}}, at)
    return _require(tx, posting.id)


def restore_posting(tx: Tx, posting: Posting, at: datetime) -> str | None:
    """Bring a dropped posting back if its feed lists the job again; return the job's new id in the catalog."""
    dropped = posting.details["dropped"]
    job_id = find_job_id(tx, dropped["source"], dropped["external_id"], at)
    if job_id is None or postings_of_jobs(tx, [job_id]):
        return None
    live_until = find_jobs(tx, [job_id])[job_id].expires_at
    back = {"state": dropped["state"], "details": {}, "job_id": job_id, "live_until": live_until}
    _update_by_system(tx, posting, back, at)
    _list_or_withdraw(tx, job_id, dropped["state"], at)
    return job_id


def end_dropped(tx: Tx, posting: Posting, at: datetime) -> None:
    """Remove a dropped posting for good."""
    _update_by_system(tx, posting, {"state": "removed"}, at)


def end_postings(tx: Tx, employer_id: str, at: datetime) -> int:
    """Take down all jobs of an employer for good; return how many there were."""
    found = postings_of(tx, employer_id)
    for posting in found:
        _update_by_system(tx, posting, {"state": "removed"}, at)
        ended = _require(tx, posting.id)
        if posting.job_id and posting.imported:
            withdraw_jobs(tx, [posting.job_id], at)
        elif posting.job_id:
            _sync_to_catalog(tx, ended, None, at)
    return len(found)


def republish(tx: Tx, employer_id: str, location_id: str | None = None) -> None:
    """Bring an employer's posted jobs up to date in the catalog, after its name or an address has changed."""
    at = now()
    for row in tx.execute(_posted_here, {"employer": employer_id}).all():
        posting = _require(tx, row.id)
        if location_id is None or posting.location_id == location_id:
            _sync_to_catalog(tx, posting, None, at)


def _place(tx: Tx, member: Member, location_id: str) -> Location:
    location = find_location(tx, member.employer_id, location_id)
    if not member.covers(location_id):
        raise NotFound
    if location.closed_at is not None:
        raise InvalidRequest(fields={"locationId": "This location is closed"})
    return location


def _checked(draft: Draft) -> JobDetails:
    """Return the details with the occupation that the title names. Raises `InvalidRequest`."""
    details = draft.details
    named = occupation_of(draft.title) or details.occupation
    if named is not None and named not in occupations():
        raise InvalidRequest(fields={"occupation": "Unknown occupation"})
    if details.pay_high is not None and details.pay_high < details.pay_low:
        raise InvalidRequest(fields={"payHigh": "Must not be less than the lowest pay"})
    try:
        pay_per_hour(details.pay_low, details.pay_high, details.pay_unit)
    except AbsurdPay as error:
        problem = "Pay has to come to between $5 and $200 an hour"
        raise InvalidRequest(fields={"payLow": problem}) from error
    return replace(details, occupation=named)


def _values(draft: Draft, details: JobDetails) -> dict[str, Any]:
    return {
        "title": draft.title,
        **asdict(draft.placement),
        "always_hiring": draft.always_hiring,
        "details": {**asdict(details), "shifts": list(details.shifts)},
    }


def _update_by_member(
    tx: Tx, member: Member, posting: Posting, version: int, values: Mapping[str, Any], at: datetime
) -> None:
    """Write a change that was made on `version`. Raises `StaleJob`."""
    key = {"title_key": search_key(values["title"])} if "title" in values else {}
    change = _change.values(**values, **key, version=version + 1, changed_by=member.id, changed_at=at)
    if not tx.execute(change, {"posting": posting.id, "before": version}).rowcount:
        current = _require(tx, posting.id)
        by = find_member(tx, current.changed_by) if current.changed_by else None
        raise StaleJob(version=current.version, by=by.name if by else None)
    action: Action = "job.changed"
    if "removal_due_at" in values:
        action = "job.removal_planned" if values["removal_due_at"] else "job.removal_undone"
    record(
        tx, action, "member", member.id, subject="job", subject_id=posting.id,
        employer_id=member.employer_id, details={"fields": " ".join(sorted(values)), "state": values.get("state")},
    )  # fmt: skip
    _publish_state(tx, posting, values, version + 1)


def _update_by_system(tx: Tx, posting: Posting, values: Mapping[str, Any], at: datetime) -> None:
    """Write a change that no member made."""
    change = _change.values(**values, version=posting.version + 1, changed_by=None, changed_at=at)
    if tx.execute(change, {"posting": posting.id, "before": posting.version}).rowcount:
        _publish_state(tx, posting, values, posting.version + 1)


def _publish_state(tx: Tx, posting: Posting, values: Mapping[str, Any], version: int) -> None:
    """Publish that a job begins or ends to take applications, if this change of it does so."""
    state = values.get("state", posting.state)
    if (state == "live") != (posting.state == "live"):
        publish(tx, (JobOpened if state == "live" else JobClosed)(posting.id, version))


def _list_or_withdraw(tx: Tx, job_id: str, state: PostingState, at: datetime) -> None:
    """List a feed's job if it is live here; else take it out of the catalog, although its feed still lists it."""
    if state == "live":
        relist_jobs(tx, [job_id])
    else:
        withdraw_jobs(tx, [job_id], at)


def _sync_to_catalog(tx: Tx, posting: Posting, location: Location | None, at: datetime) -> str:
    """Write a posted job to the catalog; return its id there. A job that is not live is stored as expired."""
    assert posting.location_id is not None  # noqa: S101  (posted jobs have one)
    assert posting.live_until is not None  # noqa: S101
    employer = find_employer(tx, posting.employer_id)
    location = location or find_location(tx, posting.employer_id, posting.location_id)
    listed = posting.state == "live"
    job = PostedJob(
        external_id=posting.id,
        title=posting.title,
        employer=employer.name,
        street=location.street,
        city=location.city,
        state=location.state,
        zip=location.zip,
        lat=location.lat,
        lon=location.lon,
        details=details_of(posting),
        posted_at=posting.created_at,
        expires_at=posting.live_until if listed else min(posting.live_until, posting.changed_at),
        group_id=posting.group_id,
        always_hiring=posting.always_hiring,
    )
    return put_job(tx, job, at)


def _require(tx: Tx, posting_id: str) -> Posting:
    posting = find_posting(tx, posting_id)
    assert posting is not None  # noqa: S101  (loaded or inserted before)
    return posting
