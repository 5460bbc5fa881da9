"""HTTP: the list of applications on the desk, its saved views and its export."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse
from pydantic import Field, StringConstraints

from dayshift.core.audit import Details, record
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.errors import InvalidRequest, NotFound
from dayshift.core.http import errors
from dayshift.core.schemas import Body, NotBlank, Reply
from dayshift.dependencies import Db
from dayshift.hiring.applications.access import load_for_member
from dayshift.hiring.applications.errors import SavedViewNameTaken, TooManySavedViews
from dayshift.hiring.applications.stages import Stage
from dayshift.hiring.desk.export import rows_of
from dayshift.hiring.desk.list_ratings import NOBODY, RatingSummary, rating_summaries
from dayshift.hiring.desk.listing import Filters, ListView, Sort, selection_of, view_counts
from dayshift.hiring.desk.paging import (
    PAGE,
    ApplicationRow,
    KeyedApplication,
    Start,
    UnknownKey,
    Where,
    count_of,
    page_of,
    place_of,
    rows_with,
)
from dayshift.hiring.desk.saved_views import delete_view, rename_view, save_view, saved_views_of
from dayshift.hiring.employers import MEMBER_ERRORS, Member, Staff, locations_of, names_of_members, names_of_postings

log = structlog.get_logger()

router = APIRouter(tags=["desk"])


Id = Annotated[str, StringConstraints(max_length=36, pattern=r"^[0-9a-f-]+$")]
PageKey = Annotated[str, StringConstraints(max_length=100, pattern=r"^[a-z]+~[0-9a-fT:.+~-]+$")]
Search = Annotated[str, StringConstraints(max_length=1000)]
"""What is pasted may be long; the first words count."""
Choice = Literal["jobs", "locations", "members"]
MAX_CHOICES = 500
"""Of each list that applications are filtered by."""
MAX_ROWS = 500
"""Applications in one reply."""


class ListedReply(Reply):
    """One application. `name` is the first name alone once the candidate no longer shares.

    `jobId`: of the employer's own job. `viewers`: who watched or read an answer. `viewed`: this member did, and may
    decide. `ratings`: how many people rated; `mean` is null until this member has rated. `pending`: a decision that can
    still be undone, by this member if `pendingOwn`. `again`: the candidate asked for another look. `hiredFor`: the
    candidate's other job here. `key`: of its place in the list.
    """

    id: str
    name: str
    job_id: str
    title: str
    location: str | None
    stage: Stage
    again: bool
    version: int
    reply_by: datetime | None
    zone: str | None
    late: bool
    meets_at: datetime | None
    hired_for: str | None
    viewers: list[str]
    viewed: bool
    ratings: int
    mean: float | None
    pending: str | None
    pending_own: bool
    key: str


class ViewCountsReply(Reply):
    """How many applications each view has."""

    needs_reply: int
    due_today: int
    late: int
    waiting: int
    meeting_this_week: int
    all_open: int
    ended: int


class DeskListReply(Reply):
    """A page of applications. `counts` and `total` come with the first page.

    `total` is null for more than 1,000, and in a search for a beginning that very many names have. `first`: the number
    of the first row; null there and behind the first 1,000. `previousKey` and `nextKey`: null at the ends.
    """

    rows: list[ListedReply]
    counts: ViewCountsReply | None
    total: int | None
    first: int | None
    previous_key: str | None
    next_key: str | None


class NeighborReply(Reply):
    """The application before or after another one in a list. `key`: of its place."""

    id: str
    key: str
    first_name: str


class ListPlaceReply(Reply):
    """The place of an application in a list, which it may have left by now.

    `number` is null then, and behind the first 1,000; `total` is null for more than 1,000.
    """

    key: str | None
    number: int | None
    total: int | None
    previous: NeighborReply | None
    next: NeighborReply | None


class SelectedIds(Body):
    """Applications by their ids."""

    ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_ROWS)]


class SelectedReply(Reply):
    """Applications as rows of the list."""

    rows: list[ListedReply]


class FilterChoice(Reply):
    """Something to filter by; `detail` tells two of the same name apart."""

    id: str
    name: str
    detail: str | None


class ListChoicesReply(Reply):
    """What the member can filter by: jobs and locations within their role, and all who may have viewed.

    `cut`: the lists that are longer; they have the jobs that were changed last, and active members.
    """

    jobs: list[FilterChoice]
    locations: list[FilterChoice]
    members: list[FilterChoice]
    cut: list[Choice]


class SavedFilters(Body):
    """What a saved view shows."""

    view: ListView
    stage: Stage | None = None
    job: Id | None = None
    location: Id | None = None
    member: Id | None = None
    search: Search = ""
    sort: Sort = "reply_by"


ViewName = Annotated[str, StringConstraints(min_length=1, max_length=60, strip_whitespace=True), NotBlank]


class NewSavedView(Body):
    """Filters under a name."""

    name: ViewName
    filters: SavedFilters


class SavedViewName(Body):
    """A new name."""

    name: ViewName


class SavedFiltersReply(Reply):
    """What a saved view shows."""

    view: ListView
    stage: Stage | None
    job: str | None
    location: str | None
    member: str | None
    search: str
    sort: Sort


class SavedViewReply(Reply):
    """A saved view."""

    id: str
    name: str
    filters: SavedFiltersReply


class SavedViewsReply(Reply):
    """The member's own views, oldest first."""

    views: list[SavedViewReply]


def _filters(  # noqa: PLR0913, PLR0917  (one for each parameter of the address)
    view: ListView = "needs_reply",
    stage: Stage | None = None,
    job: Annotated[Id | None, Query(description="Id of a posting")] = None,
    location: Id | None = None,
    member: Annotated[Id | None, Query(description="A member who watched or read an answer")] = None,
    search: Annotated[
        Search, Query(description="Beginnings of words of a name, or an email address or a phone number")
    ] = "",
    sort: Sort = "reply_by",
) -> Filters:
    return Filters(view, stage, job, location, member, search, sort)


ListFilters = Annotated[Filters, Depends(_filters)]


def _start(
    after: Annotated[PageKey | None, Query(description="Key of the last row of the page before")] = None,
    before: Annotated[PageKey | None, Query(description="Key of the first row of the page after")] = None,
    on: Annotated[PageKey | None, Query(description="Key of a row: the page that it is on")] = None,
) -> Start | None:
    wheres: dict[Where, str | None] = {"after": after, "before": before, "on": on}
    given = [Start(where, key) for where, key in wheres.items() if key]
    if len(given) > 1:
        raise InvalidRequest(fields={given[1].where: "Only one of after, before and on"})
    return given[0] if given else None


@router.get("/api/desk/applications", responses=errors(*MEMBER_ERRORS))
async def list_applications(
    member: Staff,
    filters: ListFilters,
    db: Db,
    start: Annotated[Start | None, Depends(_start)],
    size: Annotated[int, Query(ge=1, le=MAX_ROWS)] = PAGE,
) -> DeskListReply:
    """What the member may list, by reply date or newest first and by nothing else, in pages."""
    at = now()

    def load(tx: Tx) -> DeskListReply:
        selection = selection_of(tx, member, filters, at)
        page = page_of(tx, member, selection, start, at, size)
        counts = None if start else view_counts(tx, member, selection.stopped, at)
        total = None if counts is None else counts[filters.view]
        if counts and filters.narrow:
            total = count_of(tx, selection)
        return DeskListReply(
            rows=_rows(tx, page.rows, member, at),
            counts=ViewCountsReply(**counts) if counts else None,
            total=total,
            first=page.first,
            previous_key=page.previous_key,
            next_key=page.next_key,
        )

    try:
        return await db.read(load)
    except UnknownKey:
        raise InvalidRequest(fields={start.where if start else "after": "Unknown page"}) from None


@router.get("/api/desk/applications/{application_id}/place", responses=errors(*MEMBER_ERRORS, NotFound))
async def read_place(
    application_id: str,
    member: Staff,
    filters: ListFilters,
    db: Db,
    key: Annotated[PageKey | None, Query(description="The key that it had when the list was shown")] = None,
) -> ListPlaceReply:
    """Where an application is in a list, and which ones are before and after it."""
    at = now()

    def load(tx: Tx) -> ListPlaceReply:
        load_for_member(tx, member, application_id, at)
        selection = selection_of(tx, member, filters, at)
        place = place_of(tx, selection, application_id, key)
        total = (
            count_of(tx, selection) if filters.narrow else view_counts(tx, member, selection.stopped, at)[filters.view]
        )
        return ListPlaceReply(
            key=place.key,
            number=place.number,
            total=total,
            previous=_neighbor(place.previous),
            next=_neighbor(place.next),
        )

    try:
        return await db.read(load)
    except UnknownKey:
        raise InvalidRequest(fields={"key": "Unknown place"}) from None


@router.post("/api/desk/applications/selected", responses=errors(*MEMBER_ERRORS))
async def list_selected(body: SelectedIds, member: Staff, db: Db) -> SelectedReply:
    """These applications as rows, as far as the member may list them. Changes nothing."""
    at = now()

    def load(tx: Tx) -> SelectedReply:
        return SelectedReply(rows=_rows(tx, rows_with(tx, member, body.ids, at), member, at))

    return await db.read(load)


@router.get("/api/desk/list-choices", responses=errors(*MEMBER_ERRORS))
async def list_choices(member: Staff, db: Db) -> ListChoicesReply:
    """Jobs, locations and members to filter the list by."""

    def load(tx: Tx) -> ListChoicesReply:
        places = {one.id: one for one in locations_of(tx, member.employer_id)}
        jobs = names_of_postings(tx, member, MAX_CHOICES + 1)
        people = names_of_members(tx, member.employer_id, MAX_CHOICES + 1)
        # A reviewer sees assigned applications anywhere.
        shown = [one for one in places.values() if member.role == "reviewer" or member.covers(one.id)]
        named = [(one, title, places[where].name if where else None) for one, title, where in jobs[:MAX_CHOICES]]
        lists: dict[Choice, int] = {"jobs": len(jobs), "locations": len(shown), "members": len(people)}
        return ListChoicesReply(
            jobs=[
                FilterChoice(id=one, name=title, detail=place)
                for one, title, place in sorted(named, key=lambda one: one[1])
            ],
            locations=[FilterChoice(id=one.id, name=one.name, detail=None) for one in shown[:MAX_CHOICES]],
            members=[
                FilterChoice(id=one, name=name, detail=None)
                for one, name in sorted(people[:MAX_CHOICES], key=lambda one: one[1])
            ],
            cut=[name for name, count in lists.items() if count > MAX_CHOICES],
        )

    return await db.read(load)


@router.get("/api/desk/applications.csv", response_class=StreamingResponse, responses=errors(*MEMBER_ERRORS))
async def export_applications(member: Staff, filters: ListFilters, db: Db) -> StreamingResponse:
    """All applications of these filters as CSV with the same columns as the list, in the member's language."""
    used = {name: value for name, value in asdict(filters).items() if value and name != "search"}
    searched = bool(filters.search)
    log.info("applications exported", employer=member.employer_id, member=member.id, searched=searched, filters=used)
    await db.write(_record_export, member, {"filters": " ".join(used), "searched": searched})
    headers = {"Content-Disposition": 'attachment; filename="applications.csv"'}
    rows = rows_of(db, member, filters, now())
    return StreamingResponse(rows, media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/api/desk/views", responses=errors(*MEMBER_ERRORS))
async def list_saved_views(member: Staff, db: Db) -> SavedViewsReply:
    """The member's own views of the list."""
    views = await db.read(saved_views_of, member.id)
    return SavedViewsReply(views=[SavedViewReply.model_validate(one) for one in views])


@router.post(
    "/api/desk/views", status_code=201, responses=errors(*MEMBER_ERRORS, TooManySavedViews, SavedViewNameTaken)
)
async def create_saved_view(body: NewSavedView, member: Staff, db: Db) -> SavedViewReply:
    """Save filters under a name, up to 20."""
    filters = body.filters.model_dump(mode="json")
    return SavedViewReply.model_validate(await db.write(save_view, member.id, body.name, filters))


@router.patch("/api/desk/views/{view_id}", responses=errors(*MEMBER_ERRORS, NotFound, SavedViewNameTaken))
async def rename_saved_view(view_id: str, body: SavedViewName, member: Staff, db: Db) -> SavedViewsReply:
    """Rename a view of the member; returns all of them."""
    await db.write(rename_view, member.id, view_id, body.name)
    return await list_saved_views(member, db)


@router.delete("/api/desk/views/{view_id}", responses=errors(*MEMBER_ERRORS, NotFound))
async def delete_saved_view(view_id: str, member: Staff, db: Db) -> SavedViewsReply:
    """Delete a view of the member; returns those that remain."""
    await db.write(delete_view, member.id, view_id)
    return await list_saved_views(member, db)


def _record_export(tx: Tx, member: Member, details: Details) -> None:
    record(
        tx, "applications.exported", "member", member.id, subject="employer", subject_id=member.employer_id,
        employer_id=member.employer_id, details=details,
    )  # fmt: skip


def _neighbor(one: KeyedApplication | None) -> NeighborReply | None:
    if one is None:
        return None
    return NeighborReply(id=one.application.id, key=one.key, first_name=one.application.called)


def _rows(tx: Tx, rows: Sequence[ApplicationRow], member: Member, at: datetime) -> list[ListedReply]:
    rated = rating_summaries(tx, member.id, [one.application.id for one in rows])
    return [_row(one, rated.get(one.application.id, NOBODY), member, at) for one in rows]


def _row(one: ApplicationRow, rated: RatingSummary, member: Member, at: datetime) -> ListedReply:
    application = one.application
    return ListedReply(
        id=application.id,
        name=one.name,
        job_id=application.posting_id,
        title=application.title,
        location=one.location.name if one.location else None,
        stage=application.stage,
        again=application.last_action == "look_again",
        version=application.version,
        reply_by=application.reply_by,
        zone=one.location.zone if one.location else None,
        late=application.is_late(at),
        meets_at=one.meets_at,
        hired_for=one.hired_for,
        viewers=list(one.viewers),
        viewed=one.viewed,
        ratings=rated.people,
        mean=rated.mean,
        pending=one.pending,
        pending_own=one.pending_by == member.id,
        key=one.key,
    )
